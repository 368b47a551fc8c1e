/* requests/records.h - what the answers to records consist of. */
#pragma once

#include "base/memory.h"
#include "requests/inner.h"

typedef struct kn_answers {
    const knap_allocator *allocator;
    kn_arena arena; /* of what the answers point to */
    size_t known;   /* instances of the data that have a place in `answer` */
    bool absent_is_zero;
} kn_answers;

/* Gives places to the instances that are in the data and have none, then to a record that is wrong, unless `bad` is NULL. */
knap_status kn_records_add(knap_records *records, const knap_error *bad, knap_error *error);
/* A copy of `count` elements; NULL where memory is out. */
void *kn_answers_copy(kn_answers *made, const void *array, size_t count, size_t size);
/* Copies the context that was made last. */
knap_status kn_answers_keep_context(kn_answers *made, const knap_context *context, knap_answer *to, knap_error *error);
