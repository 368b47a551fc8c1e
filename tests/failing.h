/* failing.h - an allocator that counts, and fails its nth call. */
#pragma once

#include "check.h"

typedef struct failing {
    size_t calls, fail_at; /* fail_at 0: never */
    size_t bytes;          /* outstanding */
} failing;

static void *failing_resize(void *context, void *old, size_t old_size, size_t new_size)
{
    failing *self = context;
    void *made;
    if (new_size == 0) {
        self->bytes -= old_size;
        free(old);
        return NULL;
    }
    if (++self->calls == self->fail_at)
        return NULL;
    made = malloc(new_size); /* always moves, so that stale pointers show */
    if (old) {
        memcpy(made, old, old_size < new_size ? old_size : new_size);
        free(old);
    }
    self->bytes += new_size - old_size;
    return made;
}

/* Runs `scenario` with the 1st, 2nd, 3rd... allocation failing until it succeeds. It must then have succeeded
 * with no failure at all, must never report anything but KNAP_NO_MEMORY, and must leave nothing behind. */
static inline size_t survives(knap_status (*scenario)(const knap_allocator *allocator, void *context), void *context)
{
    for (size_t n = 1;; n++) {
        failing counter = {.fail_at = n};
        knap_allocator allocator = {failing_resize, &counter};
        knap_status status = scenario(&allocator, context);
        if (counter.bytes != 0)
            fail_msg("%zu bytes left when allocation %zu failed", counter.bytes, n);
        if (counter.calls < n) {
            assert_int_equal(status, KNAP_OK);
            return n - 1;
        }
        if (status != KNAP_NO_MEMORY)
            fail_msg("status %d when allocation %zu failed", (int)status, n);
    }
}
