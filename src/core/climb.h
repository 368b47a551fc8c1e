/* core/climb.h - the steps of a greedy list: the open item of the highest key, plain or lazy.
 *
 * Plain: every key in every step. Lazy (Minoux 1978), where keys only shrink as the list grows: old keys
 * are bounds, and only those that can still win are computed again. Both give the same items. */
#pragma once

#include "core/open.h"
#include "base/heap.h"

typedef struct kn_climb {
    const kn_open *open; /* which items are open; the caller records what the list takes */
    double (*key)(const void *context, size_t item);
    const void *context;
    double above; /* items with a key up to this one are not taken */
    bool lazy;
    kn_heap_entry *heap; /* [2n] the candidates, then those examined in the current step */
    size_t count;        /* of candidates */
    bool ordered;        /* the candidates are a heap */
} kn_climb;

/* Room for all items of the list's instance; the fields above `heap` are set. Returns false when memory is out. */
bool kn_climb_begin(kn_climb *self);
/* Adds a candidate with its present key, in the order of their numbers; before the first step. */
void kn_climb_add(kn_climb *self, size_t item, double key);
/* Removes and returns the candidate with the highest key, the lowest number among equals. Returns the
 * number of items if no key is above `above`. */
size_t kn_climb_next(kn_climb *self);
void kn_climb_end(kn_climb *self);
