/* stream.c - a buffered reader that counts lines. */
#include "io/stream.h"
#include "base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUFFER = 1 << 16 };

static knap_status begin(kn_stream *stream, knap_error *error)
{
    stream->capacity = BUFFER;
    stream->buffer = kn_new(stream->allocator, stream->capacity, 1);
    if (stream->buffer)
        return KNAP_OK;
    stream->capacity = 0;
    kn_stream_close(stream);
    return kn_no_memory(error);
}

knap_status kn_stream_open(kn_stream *stream, const char *path, const knap_allocator *allocator, knap_error *error)
{
    bool standard = !path || strcmp(path, "-") == 0;
    struct stat info;
    *stream = (kn_stream){.allocator = allocator, .path = standard ? "standard input" : path, .line = 1};
    stream->file = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    stream->owned = !standard;
    if (stream->file < 0)
        return kn_fail_at(error, KNAP_IO, path, 0, "cannot open it: %s", strerror(errno));
    if (fstat(stream->file, &info) == 0 && S_ISDIR(info.st_mode)) {
        kn_stream_close(stream);
        return kn_fail_at(error, KNAP_IO, path, 0, "this is a folder; expected a file of instances");
    }
    return begin(stream, error);
}

knap_status kn_stream_empty(kn_stream *stream, const char *path, const knap_allocator *allocator, knap_error *error)
{
    *stream = (kn_stream){.allocator = allocator, .path = path, .line = 1, .file = -1, .ended = true};
    return begin(stream, error);
}

knap_status kn_stream_fill(kn_stream *stream, const char *bytes, size_t length, knap_error *error)
{
    size_t need = stream->filled + length + KN_STREAM_PADDING;
    unsigned char *grown =
        length < SIZE_MAX / 2 ? kn_grow(stream->allocator, stream->buffer, &stream->capacity, need, 1) : NULL;
    if (!grown)
        return kn_no_memory(error);
    stream->buffer = grown;
    if (length)
        memcpy(grown + stream->filled, bytes, length);
    stream->filled += length;
    memset(grown + stream->filled, 0, KN_STREAM_PADDING);
    return KNAP_OK;
}

int kn_stream_turn(kn_stream *stream, const char *bytes, size_t length, size_t line)
{
    int file = stream->file;
    stream->file = -1;
    stream->source = bytes;
    stream->source_left = length;
    stream->at = stream->filled = 0;
    stream->line = line;
    stream->ended = false;
    return file;
}

void kn_stream_close(kn_stream *stream)
{
    if (stream->file >= 0 && stream->owned)
        close(stream->file);
    stream->file = -1;
    kn_free(stream->allocator, stream->buffer, stream->capacity, 1);
    stream->buffer = NULL;
    stream->capacity = 0;
}

/* Room for at least a quarter of the buffer behind the bytes that are not taken. */
static bool make_room(kn_stream *stream)
{
    size_t left = stream->filled - stream->at;
    if (stream->at && (left == 0 || stream->capacity - stream->filled < stream->capacity / 4 + KN_STREAM_PADDING)) {
        memmove(stream->buffer, stream->buffer + stream->at, left);
        stream->at = 0;
        stream->filled = left;
    }
    if (stream->capacity - stream->filled < stream->capacity / 4 + KN_STREAM_PADDING) {
        unsigned char *grown = kn_grow(stream->allocator, stream->buffer, &stream->capacity, 2 * stream->capacity, 1);
        if (!grown)
            return false;
        stream->buffer = grown;
    }
    return true;
}

/* Reads up to `room` bytes of the file or of the memory; 0 at the end, -1 with errno after a failure. */
static ssize_t get_bytes(kn_stream *stream, unsigned char *to, size_t room)
{
    ssize_t got;
    if (stream->file < 0) {
        size_t length = room < stream->source_left ? room : stream->source_left;
        if (length)
            memcpy(to, stream->source, length);
        stream->source = length ? stream->source + length : stream->source;
        stream->source_left -= length;
        return (ssize_t)length;
    }
    do
        got = read(stream->file, to, room);
    while (got < 0 && errno == EINTR);
    return got;
}

bool kn_stream_more(kn_stream *stream)
{
    ssize_t got;
    if (!stream->buffer || stream->failed || stream->ended)
        return false;
    if (!make_room(stream)) {
        stream->failed = ENOMEM;
        return false;
    }
    got = get_bytes(stream, stream->buffer + stream->filled, stream->capacity - stream->filled - KN_STREAM_PADDING);
    if (got < 0)
        stream->failed = errno ? errno : EIO;
    if (got <= 0)
        stream->ended = true;
    stream->filled += got > 0 ? (size_t)got : 0;
    memset(stream->buffer + stream->filled, 0, KN_STREAM_PADDING);
    return got > 0;
}

/* Reads on until a line ends behind `from` bytes, or there are too many. Returns the end of the line, its LF; the end of
 * the bytes where the input ends; NULL for a long line. */
static unsigned char *line_end(kn_stream *stream)
{
    size_t seen = 0;
    for (;;) {
        size_t left = stream->filled - stream->at;
        unsigned char *from = stream->buffer + stream->at, *end = memchr(from + seen, '\n', left - seen);
        if (end)
            return end;
        if (left > KN_LONG_LINE)
            return NULL;
        seen = left;
        if (!kn_stream_more(stream))
            return stream->failed ? NULL : stream->buffer + stream->filled;
    }
}

char *kn_stream_whole_line(kn_stream *stream, size_t *length)
{
    unsigned char *end = line_end(stream);
    if (!end || stream->at == stream->filled)
        return NULL;
    *length = (size_t)(end - (stream->buffer + stream->at));
    *end = 0; /* padding follows the last byte */
    return (char *)stream->buffer + stream->at;
}

static unsigned char *last_newline(unsigned char *from, size_t length)
{
    while (length > 0 && from[length - 1] != '\n')
        length--;
    return length ? from + length - 1 : NULL;
}

bool kn_stream_lines(kn_stream *stream, size_t bytes, kn_stream *to, size_t *lines)
{
    size_t length, count = 0;
    unsigned char *end = NULL, *from;
    kn_stream swapped;
    while (stream->filled - stream->at < bytes && kn_stream_more(stream))
        ;
    length = stream->filled - stream->at;
    to->at = to->filled = 0;
    *lines = 0;
    if (stream->failed || length == 0)
        return false;
    from = stream->buffer + stream->at;
    end = length >= bytes || !stream->ended ? last_newline(from, length) : from + length - 1;
    if (!end) {
        if (!(end = line_end(stream)))
            return !stream->failed; /* a long line */
        end -= stream->ended && end == stream->buffer + stream->filled;
        from = stream->buffer + stream->at;
    }
    length = (size_t)(end + 1 - from);
    for (unsigned char *at = from, *stop; at <= end; at = stop + 1) {
        stop = memchr(at, '\n', (size_t)(end + 1 - at));
        count += stop != NULL;
        stop = stop ? stop : end + 1;
        *lines += !kn_is_blank((const char *)at, (const char *)stop);
    }
    /* The bytes stay where they are; what is left over moves to the other buffer. */
    swapped = *stream;
    size_t left = stream->filled - stream->at - length;
    if (to->capacity < left + KN_STREAM_PADDING) {
        unsigned char *grown = kn_grow(to->allocator, to->buffer, &to->capacity, left + KN_STREAM_PADDING, 1);
        if (!grown) {
            stream->failed = ENOMEM;
            return false;
        }
        to->buffer = grown;
    }
    memcpy(to->buffer, end + 1, left);
    stream->buffer = to->buffer;
    stream->capacity = to->capacity;
    stream->at = 0;
    stream->filled = left;
    memset(stream->buffer + left, 0, KN_STREAM_PADDING);
    to->buffer = swapped.buffer;
    to->capacity = swapped.capacity;
    to->at = swapped.at;
    to->filled = swapped.at + length;
    memset(to->buffer + to->filled, 0, KN_STREAM_PADDING);
    to->line = stream->line;
    stream->line += count;
    return true;
}

double kn_stream_fraction(const kn_stream *stream)
{
    struct stat info;
    off_t at;
    if (stream->file < 0 || fstat(stream->file, &info) != 0 || !S_ISREG(info.st_mode) || info.st_size <= 0)
        return 0;
    at = lseek(stream->file, 0, SEEK_CUR);
    return at < 0 ? 0 : at < info.st_size ? (double)at / (double)info.st_size : 1;
}

bool kn_stream_line(kn_stream *stream, kn_text *text)
{
    text->length = 0;
    if (kn_stream_peek(stream) == EOF)
        return false;
    kn_text_add(text, "", 0);
    while (kn_stream_peek(stream) != EOF) {
        unsigned char *from = stream->buffer + stream->at, *stop;
        size_t left = stream->filled - stream->at;
        stop = memchr(from, '\n', left);
        kn_text_add(text, (char *)from, stop ? (size_t)(stop - from) : left);
        stream->at += stop ? (size_t)(stop - from) + 1 : left;
        if (stop) {
            stream->line++;
            break;
        }
    }
    if (text->length && !text->failed && text->bytes[text->length - 1] == '\r')
        text->bytes[--text->length] = 0;
    return true;
}
