/* stream.c - a buffered reader that counts lines. */
#include "io/stream.h"
#include "base/error.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

enum { BUFFER = 1 << 16 };

knap_status kn_stream_open(kn_stream *stream, const char *path, const knap_allocator *allocator, knap_error *error)
{
    bool standard = !path || strcmp(path, "-") == 0;
    struct stat info;
    *stream = (kn_stream){.allocator = allocator, .path = standard ? "standard input" : path, .line = 1};
    stream->file = standard ? stdin : fopen(path, "rb");
    stream->owned = !standard;
    if (!stream->file)
        return kn_fail_at(error, KNAP_IO, path, 0, "cannot open it: %s", strerror(errno));
    if (fstat(fileno(stream->file), &info) == 0 && S_ISDIR(info.st_mode)) {
        kn_stream_close(stream);
        return kn_fail_at(error, KNAP_IO, path, 0, "this is a folder; expected a file of instances");
    }
    stream->buffer = kn_new(allocator, BUFFER, 1);
    if (!stream->buffer) {
        kn_stream_close(stream);
        return kn_no_memory(error);
    }
    return KNAP_OK;
}

void kn_stream_close(kn_stream *stream)
{
    if (stream->file && stream->owned)
        fclose(stream->file);
    stream->file = NULL;
    kn_free(stream->allocator, stream->buffer, BUFFER, 1);
    stream->buffer = NULL;
}

bool kn_stream_fill(kn_stream *stream)
{
    if (!stream->buffer || stream->failed)
        return false;
    stream->at = 0;
    stream->filled = fread(stream->buffer, 1, BUFFER, stream->file);
    if (stream->filled == 0 && ferror(stream->file))
        stream->failed = errno ? errno : EIO;
    return stream->filled > 0;
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
