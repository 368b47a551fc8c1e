/* core/crew.h - the threads that compute the gradient of a batch: each instance by one of them, the sum in the order of a fixed
 * tree (sums.h), so that neither the number of threads nor that of processes decides a bit of it. */
#pragma once

#include "core/round.h"
#include "core/sums.h"

typedef struct kn_crew {
    const knap_allocator *allocator;
    size_t jobs, workers, tasks, width, stride;
    kn_round *round; /* [workers] */
    double *leaf;    /* [workers][stride] `width` numbers each */
    kn_sums *task;   /* [tasks] */
} kn_crew;

/* For sums of `width` numbers over at most `places` instances. Free in any case. */
knap_status kn_crew_begin(kn_crew *crew, size_t jobs, size_t places, size_t width, const knap_allocator *allocator,
                          knap_error *error);
void kn_crew_free(kn_crew *crew);

/* Adds the gradients of the instances number[first] to number[end - 1] to empty sums, each at its place in `number`.
 * SIZE_MAX stands for an instance that is not among the data. */
knap_status kn_crew_gradient(kn_crew *crew, const kn_course *course, const size_t *number, size_t first, size_t end,
                             kn_sums *sums, knap_error *error);
