/* text_check.h - what the tests of text and documents share: files, the shared data, an allocator that fails.
 */
#pragma once

#include "check.h"

#include "text/inner.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#define SHARED_DATA "../shared/data/"

/* A whole file, with a 0 behind it; NULL if it cannot be read. */
static inline char *read_whole(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    char *bytes;
    long size;
    *length = 0;
    if (!file)
        return NULL;
    fseek(file, 0, SEEK_END);
    size = ftell(file);
    rewind(file);
    bytes = malloc((size_t)size + 1);
    *length = fread(bytes, 1, (size_t)size, file);
    bytes[*length] = 0;
    fclose(file);
    return bytes;
}

/* Skips the test, saying so, where the shared data is absent. */
static inline void need_shared_data(void)
{
    if (access(SHARED_DATA, R_OK) != 0) {
        print_message("no %s here: skipped\n", SHARED_DATA);
        skip();
    }
}

/* Calls visit(path) for every file below a folder. */
static inline void visit_files(const char *folder, void (*visit)(const char *path))
{
    DIR *directory = opendir(folder);
    struct dirent *entry;
    assert_non_null(directory);
    while ((entry = readdir(directory)) != NULL) {
        char path[1024];
        struct stat about;
        if (entry->d_name[0] == '.')
            continue;
        assert_true(snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) < (int)sizeof path);
        assert_int_equal(stat(path, &about), 0);
        if (S_ISDIR(about.st_mode))
            visit_files(path, visit);
        else
            visit(path);
    }
    closedir(directory);
}

/* An allocator that fails from the nth call that wants memory on, or that call only (0: never), and counts what is held. */
typedef struct failing {
    size_t calls, fail_at;
    bool once;
    size_t blocks, bytes; /* held now */
} failing;

static inline void *failing_resize(void *context, void *old, size_t old_size, size_t new_size)
{
    failing *state = context;
    void *moved;
    if (new_size == 0) {
        state->blocks -= old != NULL;
        state->bytes -= old ? old_size : 0;
        free(old);
        return NULL;
    }
    state->calls++;
    if (state->once ? state->calls == state->fail_at : state->fail_at && state->calls >= state->fail_at)
        return NULL;
    moved = realloc(old, new_size);
    assert_non_null(moved);
    state->blocks += old == NULL;
    state->bytes += new_size - old_size;
    return moved;
}

/* Runs work(allocator) with the 1st, 2nd, 3rd... allocation failing, once with all after it and once alone, until there are no more.
 * Each failure must be reported as KNAP_NO_MEMORY, and after each try nothing may be held. Returns the number of tries. */
static inline size_t fail_each_allocation(knap_status (*work)(const knap_allocator *allocator))
{
    for (size_t tries = 1;; tries++) {
        failing state = {.fail_at = (tries + 1) / 2, .once = tries % 2 == 0};
        knap_allocator allocator = {failing_resize, &state};
        knap_status status = work(&allocator);
        assert_int_equal(state.blocks, 0);
        assert_int_equal(state.bytes, 0);
        if (state.calls < state.fail_at) {
            assert_int_equal(status, KNAP_OK);
            return tries;
        }
        if (status != KNAP_NO_MEMORY)
            fail_msg("status %d when allocation %zu failed", (int)status, state.fail_at);
    }
}
