/* folders.c - lists folders, sorted by name. */
#define _DEFAULT_SOURCE /* d_type */
#include "io/folders.h"
#include "base/error.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool kn_is_folder(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

const char *kn_join_path(kn_arena *arena, const char *folder, const char *name)
{
    size_t length = strlen(folder), tail = strlen(name);
    char *path;
    while (length > 1 && folder[length - 1] == '/')
        length--;
    path = kn_arena_new(arena, length + tail + 2, 1);
    if (path) {
        memcpy(path, folder, length);
        path[length] = '/';
        memcpy(path + length + 1, name, tail);
    }
    return path;
}

static int by_name(const void *a, const void *b)
{
    const kn_entry *x = a, *y = b;
    return strcmp(x->name, y->name);
}

static bool add_entry(kn_folder *folder, const char *name, bool is_folder)
{
    if (!KN_ROOM(folder->arena.allocator, folder->entry, folder->count + 1))
        return false;
    folder->entry[folder->count].name = kn_arena_text(&folder->arena, name, strlen(name));
    folder->entry[folder->count].folder = is_folder;
    if (!folder->entry[folder->count].name)
        return false;
    folder->count++;
    folder->files += !is_folder;
    return true;
}

typedef enum kind { FILE_ENTRY, FOLDER, OTHER } kind;

/* What an entry is. Most file systems say so; links, and entries of the others, are looked at. One that cannot be looked at, such as a link
 * that leads nowhere, counts as a file: who reads it says what is wrong. */
static knap_status find_kind(kn_folder *folder, const char *path, const struct dirent *found, kind *what,
                             knap_error *error)
{
    struct stat about;
    const char *full;
    *what = OTHER;
#ifdef DT_REG
    if (found->d_type != DT_UNKNOWN && found->d_type != DT_LNK) {
        *what = found->d_type == DT_REG ? FILE_ENTRY : found->d_type == DT_DIR ? FOLDER : OTHER;
        return KNAP_OK;
    }
#endif
    full = kn_join_path(&folder->arena, path, found->d_name);
    if (!full)
        return kn_no_memory(error);
    if (stat(full, &about) != 0)
        *what = FILE_ENTRY;
    else
        *what = S_ISREG(about.st_mode) ? FILE_ENTRY : S_ISDIR(about.st_mode) ? FOLDER : OTHER;
    return KNAP_OK;
}

knap_status kn_folder_list(kn_folder *folder, const char *path, const knap_allocator *allocator, knap_error *error)
{
    DIR *directory = opendir(path);
    knap_status status = KNAP_OK;
    struct dirent *found;
    *folder = (kn_folder){.arena = {.allocator = allocator}};
    if (!directory)
        return kn_fail_at(error, KNAP_IO, path, 0, "cannot open: %s", strerror(errno));
    while (!status && (errno = 0, found = readdir(directory)) != NULL) {
        kind what;
        if (found->d_name[0] == '.')
            continue;
        status = find_kind(folder, path, found, &what, error);
        if (!status && what != OTHER && !add_entry(folder, found->d_name, what == FOLDER))
            status = kn_no_memory(error);
    }
    if (!status && errno)
        status = kn_fail_at(error, KNAP_IO, path, 0, "cannot read: %s", strerror(errno));
    closedir(directory);
    if (!status && folder->count)
        qsort(folder->entry, folder->count, sizeof *folder->entry, by_name);
    return status;
}

void kn_folder_free(kn_folder *folder)
{
    KN_RELEASE(folder->arena.allocator, folder->entry);
    kn_arena_free(&folder->arena);
    folder->entry = NULL;
    folder->count = 0;
}
