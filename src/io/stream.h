/* io/stream.h - bytes of a file or of standard input, read in pieces, with line numbers. */
#pragma once

#include "base/memory.h"

#include <stdio.h>

enum { KN_STREAM_PADDING = 16 /* bytes of 0 behind the bytes that were read */ };

typedef struct kn_stream {
    const knap_allocator *allocator;
    int file;           /* descriptor; -1: none, the bytes come from `source` */
    bool owned;         /* close the file at the end */
    const char *path;   /* for messages */
    const char *source; /* [source_left] bytes in memory that are not in the buffer yet; of the caller */
    size_t source_left;
    unsigned char *buffer;
    size_t at, filled, capacity;
    size_t line; /* of the next byte, from 1 */
    bool ended;  /* nothing is left to read from the file */
    int failed;  /* errno of a read that failed */
} kn_stream;

knap_status kn_stream_open(kn_stream *stream, const char *path, const knap_allocator *allocator, knap_error *error);
/* A stream without a file, to which kn_stream_lines gives bytes. */
knap_status kn_stream_empty(kn_stream *stream, const char *path, const knap_allocator *allocator, knap_error *error);
/* Makes the stream go on with bytes in memory instead of what it has, from that line on. They are not copied and must stay until
 * they are read. Returns the file that the stream had, which it no longer closes; -1: none. */
int kn_stream_turn(kn_stream *stream, const char *bytes, size_t length, size_t line);
/* Appends bytes to a stream without a file. */
knap_status kn_stream_fill(kn_stream *stream, const char *bytes, size_t length, knap_error *error);
void kn_stream_close(kn_stream *stream);

/* Reads on into the buffer, behind the bytes that are not taken yet, which may move. Returns false at the end of the input,
 * and when memory is out: then `failed` is ENOMEM. A short read, as from a pipe, does not wait for more. */
bool kn_stream_more(kn_stream *stream);
/* Gives `to` the bytes of the next whole lines, about `bytes` of them, at least one line. *lines is the
 * number of those that are not blank. Returns false at the end of the input, or where memory is out. Where
 * no line ends within KN_LONG_LINE bytes, `to` gets none. */
bool kn_stream_lines(kn_stream *stream, size_t bytes, kn_stream *to, size_t *lines);
enum { KN_LONG_LINE = 1 << 22 };
/* The next line, without its LF, which is replaced by a 0. *length is its bytes. NULL where the input ends, or where the
 * line is longer than KN_LONG_LINE. The line is taken by kn_stream_take_line. */
char *kn_stream_whole_line(kn_stream *stream, size_t *length);
static inline void kn_stream_take_line(kn_stream *stream, size_t length)
{
    stream->line += stream->at + length < stream->filled;
    stream->at += length + (stream->at + length < stream->filled);
}

/* The share of a file that was read; 0 where its size is not known. */
double kn_stream_fraction(const kn_stream *stream);

/* The next byte without taking it, or EOF. */
static inline int kn_stream_peek(kn_stream *stream)
{
    if (stream->at == stream->filled && !kn_stream_more(stream))
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

/* Whether a line, without its LF, has nothing but white space. */
static inline bool kn_is_blank(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\r'))
        at++;
    return at == end;
}

/* Takes a line into `text` (emptied first) without its end, LF or CRLF. Returns false at the end of the input. */
bool kn_stream_line(kn_stream *stream, kn_text *text);
