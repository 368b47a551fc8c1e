/* base/cursor.h - reads numbers and words from the text of a model's section. After the first mistake
 * `bad` is set, and nothing more is read. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct kn_cursor {
    const char *at; /* 0-terminated */
    bool bad, no_memory;
} kn_cursor;

double kn_cursor_number(kn_cursor *cursor); /* finite */
size_t kn_cursor_count(kn_cursor *cursor);  /* below 1e9 */
/* Skips what must come next. */
void kn_cursor_skip(kn_cursor *cursor, const char *expected);
/* The rest of the line after one space, which must not be empty; the line end is skipped. */
const char *kn_cursor_rest(kn_cursor *cursor, size_t *length);
