/* share.c - the instances that one process has, and their part of the gradient of a batch. */
#include "batch/batch.h"
#include "core/crew.h"
#include "core/evaluate.h"
#include "base/error.h"
#include "base/symbols.h"

struct knap_share {
    const knap_allocator *allocator;
    knap_data *data;
    knap_settings settings;
    uint64_t digest;
    size_t *number; /* [data->count] rising */
    kn_prepared prepared;
    kn_sums sums; /* of the preparation */
};

static knap_status set_numbers(knap_share *self, const size_t *number, knap_error *error)
{
    size_t count = self->data->count;
    if (!(self->number = kn_new(self->allocator, count, sizeof *self->number)))
        return kn_no_memory(error);
    for (size_t i = 0; i < count; i++) {
        self->number[i] = number ? number[i] : i;
        if (self->number[i] > SIZE_MAX / 4 || (i > 0 && self->number[i] <= self->number[i - 1]))
            return kn_fail(error, KNAP_USAGE,
                           "the numbers of instances must rise, but instance %zu of the share has %zu", i,
                           self->number[i]);
    }
    return KNAP_OK;
}

knap_status knap_share_new(knap_data *data, const size_t *number, const knap_settings *settings, const knap_run *run,
                           knap_share **share, knap_error *error)
{
    static const knap_run plain = KNAP_RUN_INIT;
    knap_share *self;
    knap_status status;
    KN_REQUIRE(share);
    *share = NULL;
    KN_REQUIRE(data);
    KN_REQUIRE(settings);
    run = run ? run : &plain;
    if ((status = kn_check_batch(settings, error)) || (status = kn_data_widen(data, error)) ||
        (status = kn_check_rewards(data, error)))
        return status;
    if (!(self = kn_new(run->allocator, 1, sizeof *self)))
        return kn_no_memory(error);
    self->allocator = run->allocator;
    self->data = data;
    self->settings = *settings;
    self->digest = kn_batch_digest(data, settings);
    self->sums = (kn_sums){.allocator = run->allocator, .digest = self->digest};
    status = set_numbers(self, number, error);
    if (!status)
        status = kn_prepare_share(&self->prepared, data, self->number, settings, run, &self->sums, error);
    if (status) {
        knap_share_free(self);
        return status;
    }
    *share = self;
    return KNAP_OK;
}

void knap_share_free(knap_share *share)
{
    if (!share)
        return;
    kn_free(share->allocator, share->number, share->data->count, sizeof *share->number);
    kn_prepared_free(&share->prepared);
    kn_sums_free(&share->sums);
    kn_free(share->allocator, share, 1, sizeof *share);
}

knap_status knap_share_prepare(const knap_share *share, knap_sums **sums, knap_error *error)
{
    knap_status status;
    KN_REQUIRE(sums);
    *sums = NULL;
    KN_REQUIRE(share);
    status = kn_new_sums(share->allocator, share->digest, share->sums.width, sums, error);
    if (!status && (status = kn_sums_merge(&(*sums)->sums, &share->sums, error))) {
        knap_sums_free(*sums);
        *sums = NULL;
    }
    return status;
}

/* The index of an instance by its number; SIZE_MAX where the share does not have it. */
static size_t find(const knap_share *self, size_t number)
{
    size_t low = 0, high = self->data->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (self->number[middle] < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low < self->data->count && self->number[low] == number ? low : SIZE_MAX;
}

static knap_status gradient(const knap_share *self, kn_task *task, const knap_run *run, kn_sums *sums,
                            knap_error *error)
{
    size_t here = 0;
    kn_crew crew;
    knap_status status;
    kn_course course = {.data = self->data,
                        .prepared = &self->prepared,
                        .settings = &self->settings,
                        .benefit = task->benefit,
                        .reduction = kn_reduction_at(self->settings.reduction),
                        .width = task->width,
                        .positions = task->positions,
                        .policy = task->policy,
                        .inverse_deviation = task->inverse_deviation,
                        .guided = task->guided};
    for (size_t i = 0; i < task->count; i++) {
        task->number[i] = find(self, task->number[i]);
        here += task->number[i] != SIZE_MAX;
    }
    if (here == 0)
        return KNAP_OK;
    status = kn_crew_begin(&crew, run->jobs, task->count, sums->width, self->allocator, error);
    if (!status)
        status = kn_crew_gradient(&crew, &course, task->number, 0, task->count, sums, error);
    kn_crew_free(&crew);
    return status;
}

knap_status knap_share_gradient(const knap_share *share, const char *bytes, size_t length, const knap_run *run,
                                knap_sums **sums, knap_error *error)
{
    static const knap_run plain = KNAP_RUN_INIT;
    kn_task task = {.count = 0};
    knap_status status;
    KN_REQUIRE(sums);
    *sums = NULL;
    KN_REQUIRE(share);
    KN_REQUIRE(bytes);
    status = kn_task_read(&task, bytes, length, share->allocator, error);
    if (!status && (task.digest != share->digest || task.width != share->prepared.width))
        status =
            kn_fail(error, KNAP_USAGE,
                    "this task belongs to other settings, other features or another version of knap than the share");
    if (!status)
        status = kn_new_sums(share->allocator, kn_hash(KN_HASH_START, bytes, length),
                             task.positions * task.width + KN_TALLIES, sums, error);
    if (!status && (status = gradient(share, &task, run ? run : &plain, &(*sums)->sums, error))) {
        knap_sums_free(*sums);
        *sums = NULL;
    }
    kn_arena_free(&task.arena);
    return status;
}
