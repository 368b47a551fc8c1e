/* pack_all.c - many instances at once, in parallel. */
#include "systems/systems.h"
#include "base/parallel.h"

#include <math.h>
#include <string.h>

typedef struct packing {
    const knap_model *model;
    const knap_data *data;
    uint64_t first_draw;
    knap_run run; /* of one instance */
    knap_packed *packed;
} packing;

static knap_status pack_scored(const packing *work, const knap_instance *instance, uint64_t draw, knap_packed *packed,
                               knap_error *error)
{
    const knap_allocator *allocator = work->run.allocator;
    double *score = kn_new(allocator, instance->count, sizeof *score);
    knap_status status = score ? knap_model_pack(work->model, instance, draw, &work->run, &packed->list, score, error)
                               : kn_no_memory(error);
    if (!status && !(packed->score = kn_new(allocator, packed->list.count, sizeof *score)))
        status = kn_no_memory(error);
    if (!status)
        memcpy(packed->score, score, packed->list.count * sizeof *score);
    kn_free(allocator, score, instance->count, sizeof *score);
    return status;
}

static knap_status pack_one(void *context, size_t index, size_t worker, knap_error *error)
{
    const packing *work = context;
    const knap_instance *instance = work->data->instance[index];
    knap_packed *packed = &work->packed[index];
    uint64_t draw = work->first_draw + index;
    knap_status status = knap_model_system(work->model)->scores
                             ? pack_scored(work, instance, draw, packed, error)
                             : knap_model_pack(work->model, instance, draw, &work->run, &packed->list, NULL, error);
    (void)worker;
    if (!status && instance->reward)
        status = knap_list_value(instance, &packed->list, &packed->reward, error);
    return status;
}

knap_status knap_pack_all(const knap_model *model, const knap_data *data, uint64_t first_draw, const knap_run *run,
                          knap_packed *packed, knap_error *error)
{
    KN_REQUIRE(data);
    KN_REQUIRE(packed || !data->count);
    size_t count = data->count;
    packing work = {.model = model, .data = data, .first_draw = first_draw, .packed = packed};
    static const knap_run plain = KNAP_RUN_INIT;
    if (!run)
        run = &plain;
    work.run = (knap_run){.allocator = run->allocator,
                          .jobs = count == 1 ? run->jobs : 1,
                          .hurry = run->hurry,
                          .hurry_context = run->hurry_context};
    for (size_t i = 0; i < count; i++)
        packed[i] = (knap_packed){.list = {.allocator = work.run.allocator}, .reward = NAN};
    KN_REQUIRE(model);
    return kn_parallel_run(run, "pack", count, pack_one, &work, error);
}

void knap_packed_free(knap_packed *packed, size_t count)
{
    if (!packed)
        return;
    for (size_t i = 0; i < count; i++) {
        kn_free(packed[i].list.allocator, packed[i].score, packed[i].list.count, sizeof *packed[i].score);
        packed[i].score = NULL;
        knap_list_free(&packed[i].list);
    }
}
