/* io/folders.h - lists folders, sorted by name, so that the order does not depend on the file system. */
#pragma once

#include "base/memory.h"
#include "knap/base.h"

#include <stdbool.h>

typedef struct kn_entry {
    const char *name;
    bool folder; /* or else a regular file */
} kn_entry;

typedef struct kn_folder {
    kn_arena arena;
    kn_entry *entry; /* [count] by rising name; hidden ones and what is neither file nor folder left out */
    size_t count;
    size_t files;
} kn_folder;

/* Free with kn_folder_free in any case. */
knap_status kn_folder_list(kn_folder *folder, const char *path, const knap_allocator *allocator, knap_error *error);
void kn_folder_free(kn_folder *folder);
bool kn_is_folder(const char *path);
/* FOLDER/NAME in the arena; NULL when memory is out. */
const char *kn_join_path(kn_arena *arena, const char *folder, const char *name);
