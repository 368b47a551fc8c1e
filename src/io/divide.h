/* io/divide.h - the lines of a file, divided among the processes of a team: each reads the bytes of its own lines only.
 *
 *     bytes of the file -> one range per process, in the order of the ranks -> the lines that begin in the range
 *
 * A line belongs to the process in whose range its first byte is, so that a process reads on behind its range up to the end of its
 * last line. What a process has to know of the lines before its own, their number, is counted by their owners and exchanged. */
#pragma once

#include "base/memory.h"

/* The lines of this process. */
typedef struct kn_own_lines {
    kn_text text;                        /* bytes that were read */
    size_t begin;                        /* where the lines begin in them; they end with the bytes */
    size_t lines, records;               /* lines, and those of them that are not blank */
    size_t lines_before, records_before; /* of the processes with a lower rank */
    size_t lines_of_all, records_of_all;
} kn_own_lines;

/* Begins to use `lines`; kn_own_lines_free ends it. */
static inline void kn_own_lines_begin(kn_own_lines *lines, const knap_allocator *allocator)
{
    *lines = (kn_own_lines){.text = {.allocator = allocator}};
}
static inline void kn_own_lines_free(kn_own_lines *lines)
{
    kn_text_free(&lines->text);
}

/* The processes that read one file together, each its own lines. */
typedef struct kn_division {
    bool begun;
    int file;               /* that the reader was opened with */
    bool owned;             /* close it at the end */
    uint64_t origin;        /* the byte at which the lines begin that are divided */
    uint64_t at, size;      /* where the lines begin that nobody has yet; size of the file */
    size_t line, instances; /* of the line that begins at `at` or next behind it */
    kn_own_lines lines;     /* of this process */
} kn_division;

/* Frees the lines, and closes the file where it is owned. */
void kn_division_free(kn_division *division);

/* The size of a regular file; false for a pipe, a folder and the like, which cannot be divided. */
bool kn_file_size(int file, uint64_t *size);
/* Reads the lines that begin in bytes [begin, end) of an open file into `lines`, and counts them. A line begins at `origin`, at most
 * `begin`, and behind each LF that follows. `path` is for messages. */
knap_status kn_lines_read(int file, const char *path, uint64_t origin, uint64_t begin, uint64_t end,
                          kn_own_lines *lines, knap_error *error);
/* The same for this process's part of [begin, end). All processes of the team make the call, with the same arguments. */
knap_status kn_lines_divide(int file, const char *path, uint64_t origin, uint64_t begin, uint64_t end,
                            const knap_team *team, kn_own_lines *lines, knap_error *error);
