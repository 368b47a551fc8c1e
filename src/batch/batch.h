/* batch/batch.h - what shares and trainers have in common: the digest of what all must have, and the bytes of tasks. */
#pragma once

#include "batch/inner.h"
#include "core/round.h"
#include "core/sums.h"

struct knap_sums {
    kn_sums sums;
    kn_text bytes;
};

/* Empty sums that merge only with those of the same digest. */
knap_status kn_new_sums(const knap_allocator *allocator, uint64_t digest, size_t width, knap_sums **sums,
                        knap_error *error);

/* KNAP_USAGE for settings that shares and trainers cannot use. */
knap_status kn_check_batch(const knap_settings *settings, knap_error *error);
/* Of the version, the settings and the names: equal in all processes of a training. */
uint64_t kn_batch_digest(const knap_data *names, const knap_settings *settings);

/* A task: `digest` as above, the course without the data, and the instances of the batch.
 *     "knaptsk1" digest guided lambda r positions width inverse_deviation[width] policy[positions][width] count number[count] hash */
typedef struct kn_task {
    uint64_t digest;
    bool guided;
    kn_benefit benefit;
    size_t positions, width, count;
    double *inverse_deviation, *policy;
    size_t *number;
    kn_arena arena; /* of these three */
} kn_task;

void kn_task_write(uint64_t digest, const kn_course *course, const size_t *number, size_t count, kn_text *bytes);
/* `task` is zero-initialised; free it in any case with kn_arena_free(&task->arena). */
knap_status kn_task_read(kn_task *task, const char *bytes, size_t length, const knap_allocator *allocator,
                         knap_error *error);
