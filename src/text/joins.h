/* text/joins.h - words that a line end divides: where the sentence is shown, the hyphen and the line end are left out. */
#pragma once

#include "base/memory.h"

#include <stdbool.h>
#include <stdint.h>

/* Bytes of a text that are not shown. */
typedef struct kn_gap {
    size_t begin, end;
} kn_gap;

typedef struct kn_joins {
    const kn_gap *gap; /* [count] by rising begin, without overlap; in the arena */
    size_t count;
} kn_joins;

/* Finds the gaps of a text: "discus-\n  sion" shows as "discussion". The hyphen stays if the text has the word with it elsewhere
 * ("well-\nknown"), or its two halves as words and never the whole. False when memory is out. */
bool kn_joins_find(kn_joins *joins, kn_arena *arena, const char *text, size_t length);

/* A hyphen that may divide a word at the end of a line. */
bool kn_is_hyphen(int32_t code);

/* The number of gaps that begin before `at`. */
size_t kn_joins_before(const kn_joins *joins, size_t at);
