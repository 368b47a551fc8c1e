/* io/stream.h - reads the bytes of a file or of standard input through a buffer and counts lines. */
#ifndef KNAP_IO_STREAM_H
#define KNAP_IO_STREAM_H

#include "base/memory.h"

#include <stdio.h>

typedef struct kn_stream {
    const knap_allocator *allocator;
    FILE *file;
    const char *path; /* for messages */
    bool owned;       /* close the file at the end */
    unsigned char *buffer;
    size_t at, filled;
    size_t line; /* of the next byte, from 1 */
    int failed;  /* errno of a read that failed */
} kn_stream;

knap_status kn_stream_open(kn_stream *stream, const char *path, const knap_allocator *allocator, knap_error *error);
void kn_stream_close(kn_stream *stream);

/* Refills the buffer. Returns false at the end of the input. */
bool kn_stream_fill(kn_stream *stream);

/* The next byte without taking it, or EOF. */
static inline int kn_stream_peek(kn_stream *stream)
{
    if (stream->at == stream->filled && !kn_stream_fill(stream))
        return EOF;
    return stream->buffer[stream->at];
}

/* Takes the next byte, or returns EOF. */
static inline int kn_stream_take(kn_stream *stream)
{
    int byte = kn_stream_peek(stream);
    if (byte != EOF) {
        stream->at++;
        stream->line += byte == '\n';
    }
    return byte;
}

/* Takes a line into `text` (emptied first) without its end, LF or CRLF. Returns false at the end of the input. */
bool kn_stream_line(kn_stream *stream, kn_text *text);

#endif
