/* base/file.h - reads whole files; writes files that are complete or absent. */
#pragma once

#include "base/memory.h"
#include "base/inner.h"

#include <stdio.h>

/* Asks again and again, while files are read, whether to go on: a status other than KNAP_OK ends the reading. */
typedef struct kn_pause {
    knap_status (*ask)(void *context, knap_error *error);
    void *context;
} kn_pause;

/* Asks; KNAP_OK for NULL. */
static inline knap_status kn_pause_ask(const kn_pause *pause, knap_error *error)
{
    return pause ? pause->ask(pause->context, error) : KNAP_OK;
}

/* Appends all bytes of a file to `bytes`. `pause` may be NULL. It is asked before each piece that is read, and while a pipe has
 * nothing to read. */
knap_status kn_read_file(const char *path, const kn_pause *pause, kn_text *bytes, knap_error *error);
/* The same for an open file; `name` stands for it in messages. It is not asked while the file has nothing to read. */
knap_status kn_read_stream(FILE *file, const char *name, const kn_pause *pause, kn_text *bytes, knap_error *error);

/* A file that is being written. Until it is complete it has no name, where the system has such files, or else a temporary name
 * beside its place. A device or a pipe is written directly. A file that is replaced passes on its mode; links are followed. Of a
 * file with several hard links, this name alone gets the new content. A writer that is killed in the moment in which it replaces a
 * file can leave the temporary file: the next writer of the same place removes it. */
typedef struct kn_new_file {
    const char *path; /* as the caller has it, for messages */
    kn_text place;    /* where it really goes, links followed; empty: it is written directly */
    kn_text temporary;
    bool unnamed; /* it has no name yet */
    bool durable; /* kn_file_end waits until the file and its name are on the disk; set it after kn_file_begin */
    FILE *file;
} kn_new_file;

knap_status kn_file_begin(kn_new_file *file, const char *path, const knap_allocator *allocator, knap_error *error);
/* Moves the file to its place where `status` is KNAP_OK, removes it otherwise. Call it after every successful kn_file_begin. */
knap_status kn_file_end(kn_new_file *file, knap_status status, knap_error *error);

/* knap_write_file for a file that must not be lost: it is on the disk when the call returns. */
knap_status kn_write_durable(const char *path, const char *bytes, size_t length, const knap_allocator *allocator,
                             knap_error *error);
