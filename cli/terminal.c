/* terminal.c - what is printed to a terminal cannot control it. Documents, ids and names of files may hold escape sequences that
 * move the cursor, hide text or change the title of the window. On a terminal, control characters other than line ends and tabs
 * are shown as ^X, and bytes that are not UTF-8 as U+FFFD. Files and pipes get every byte as it is. */
#define _GNU_SOURCE
#include "cli.h"
#include "base/utf8.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

typedef struct screen {
    int file;
    char rest[4]; /* the start of a character whose other bytes come with the next write */
    size_t rests;
} screen;

static bool write_all(int file, const char *bytes, size_t length)
{
    while (length) {
        ssize_t written = write(file, bytes, length);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes += written;
        length -= (size_t)written;
    }
    return true;
}

/* The number of bytes that a character has, by its first byte. */
static size_t size_by_first(unsigned char first)
{
    return first < 0xC2 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 1;
}

/* Writes what is shown for the character at the start of bytes[length] to `shown`, which has room for 4 bytes. Returns the bytes
 * that were used; 0 where the character is not complete. */
static size_t show_one(const char *bytes, size_t length, char *shown, size_t *shows)
{
    unsigned char first = (unsigned char)bytes[0];
    size_t size = kn_utf8_valid((const unsigned char *)bytes, length);
    bool control = first < 0x20 || first == 0x7F, upper = size == 2 && first == 0xC2 && (unsigned char)bytes[1] < 0xA0;
    if (!size && length < size_by_first(first))
        return 0;
    *shows = control ? 2 : 3;
    if (control && first != '\n' && first != '\t') {
        shown[0] = '^';
        shown[1] = (char)(first ^ 0x40);
    } else if (!size || upper) {
        memcpy(shown, "\xEF\xBF\xBD", 3);
    } else {
        memcpy(shown, bytes, size);
        *shows = size;
    }
    return size ? size : 1;
}

/* Byte after byte: a terminal is slow anyway, and a character may be cut between two writes. */
static ssize_t show(void *context, const char *bytes, size_t length)
{
    screen *self = context;
    char out[4096];
    size_t filled = 0, used, shows;
    for (size_t i = 0; i < length; i++) {
        self->rest[self->rests++] = bytes[i];
        while (self->rests && (used = show_one(self->rest, self->rests, out + filled, &shows))) {
            filled += shows;
            self->rests -= used;
            memmove(self->rest, self->rest + used, self->rests);
            if (filled > sizeof out - 4 && !write_all(self->file, out, filled))
                return 0;
            filled = filled > sizeof out - 4 ? 0 : filled;
        }
    }
    return write_all(self->file, out, filled) ? (ssize_t)length : 0;
}

/* At the end, what is left of a character is not one. */
static int finish(void *context)
{
    screen *self = context;
    bool done = !self->rests || write_all(self->file, "\xEF\xBF\xBD", 3);
    self->rests = 0;
    return done ? 0 : EOF;
}

/* Puts a stream that filters in the place of *stream. */
static void filter(FILE **stream, screen *self, int buffering)
{
    static const cookie_io_functions_t functions = {.write = show, .close = finish};
    FILE *filtered = isatty(self->file) ? fopencookie(self, "w", functions) : NULL;
    if (!filtered)
        return;
    setvbuf(filtered, NULL, buffering, BUFSIZ);
    *stream = filtered;
}

void cli_guard_terminal(void)
{
    static screen out = {.file = STDOUT_FILENO}, err = {.file = STDERR_FILENO};
    filter(&stdout, &out, _IOLBF);
    filter(&stderr, &err, _IONBF);
}
