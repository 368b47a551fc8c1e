/* base/file.h - files that are there whole or not at all. */
#ifndef KNAP_BASE_FILE_H
#define KNAP_BASE_FILE_H

#include "base/memory.h"
#include "knap/base.h"

#include <stdio.h>

/* A file being written: beside its place until it is whole, or, where that is a device or a pipe, straight into it. */
typedef struct kn_new_file {
    const char *path; /* as the caller has it, for messages */
    kn_text place;    /* where it really goes, links followed; empty: straight into it */
    kn_text temporary;
    FILE *file;
} kn_new_file;

knap_status kn_file_begin(kn_new_file *file, const char *path, const knap_allocator *allocator, knap_error *error);
/* Puts it into its place when `status` is good, removes it otherwise. To be called after every good kn_file_begin. */
knap_status kn_file_end(kn_new_file *file, knap_status status, knap_error *error);

#endif
