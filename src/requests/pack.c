/* pack.c - the request for lists: instances are made ready and packed, and what is asked about the lists is found. */
#include "requests/records.h"
#include "core/instance.h"
#include "base/error.h"
#include "base/parallel.h"

#include <math.h>
#include <string.h>

struct knap_packer {
    const knap_allocator *allocator;
    knap_packer_options options;
    knap_passages *passages;
    knap_context *context; /* NULL: lists stay as they are */
    double *score;         /* scratch, a growing array */
};

void knap_packer_options_init(knap_packer_options *options)
{
    if (!options)
        return;
    *options = (knap_packer_options){.budget = NAN, .seed = 1};
    knap_passages_init(&options->passages);
    knap_context_init(&options->context);
}

uint64_t knap_draw(uint64_t seed, uint64_t number)
{
    return seed * 1000003 + number;
}

void knap_packer_free(knap_packer *packer)
{
    if (!packer)
        return;
    knap_passages_free(packer->passages);
    knap_context_free(packer->context);
    KN_RELEASE(packer->allocator, packer->score);
    kn_free(packer->allocator, packer, 1, sizeof *packer);
}

knap_status knap_packer_new(const knap_packer_options *options, const knap_allocator *allocator, knap_packer **packer,
                            knap_error *error)
{
    const knap_context_settings *context;
    knap_packer *made;
    knap_status status;
    KN_REQUIRE(options);
    KN_REQUIRE(options->model);
    KN_REQUIRE(packer);
    *packer = NULL;
    if (!(made = kn_new(allocator, 1, sizeof *made)))
        return kn_no_memory(error);
    made->allocator = allocator;
    made->options = *options;
    context = &made->options.context;
    status = knap_passages_new(&options->passages, options->model, allocator, &made->passages, error);
    if (!status && (context->format || context->merge || context->compress || context->order))
        status = knap_context_new(context, options->meter, allocator, &made->context, error);
    if (status)
        knap_packer_free(made);
    else
        *packer = made;
    return status;
}

/* ---- Before ---- */

static knap_status place_items(knap_packer *self, knap_records *records, knap_error *error)
{
    knap_status status = KNAP_OK;
    for (size_t i = 0; !status && self->context && i < records->data->count; i++)
        status = knap_context_prepare(self->context, records->data->instance[i], &records->done, error);
    records->context_failed = status != KNAP_OK;
    return status;
}

/* Budgets, the costs of passages, what texts can complete, then the order of the features that the model has. */
static knap_status prepare(knap_packer *self, knap_records *records, knap_error *error)
{
    const knap_packer_options *options = &self->options;
    knap_data *data = records->data;
    knap_status status = KNAP_OK;
    for (size_t i = 0; !status && !isnan(options->budget) && i < data->count; i++)
        status = knap_instance_set_budget(data->instance[i], options->budget, error);
    if (!status)
        status = place_items(self, records, error);
    for (size_t i = 0; !status && i < data->count; i++) {
        knap_completion done = {0};
        status = knap_passages_complete(self->passages, data->instance[i], &done, error);
        records->done.duplicates += done.duplicates;
        for (int m = 0; m < KNAP_MISSINGS; m++)
            records->done.missing[m] += done.missing[m];
    }
    if (!status && data->count)
        status = knap_model_match(options->model, data, records->made->absent_is_zero, error);
    return status;
}

/* ---- One list ---- */

/* Packs by `context`, or without one where it is NULL. Scores are in self->score. */
static knap_status pack_by(knap_packer *self, knap_context *context, const knap_instance *instance, uint64_t draw,
                           const knap_run *run, knap_packed *packed, knap_error *error)
{
    const knap_model *model = self->options.model;
    bool scores = knap_model_system(model)->scores;
    double *score;
    knap_status status;
    if (scores && !KN_ROOM(self->allocator, self->score, instance->count))
        return kn_no_memory(error);
    score = scores ? self->score : NULL;
    if (context) /* which changes the budget for a while */
        status = knap_context_pack(context, model, (knap_instance *)(size_t)instance, draw, run, &packed->list, score,
                                   error);
    else
        status = knap_model_pack(model, instance, draw, run, &packed->list, score, error);
    if (!status && instance->reward && !knap_context_cuts(context))
        status = knap_list_value(instance, &packed->list, &packed->reward, error);
    packed->score = score;
    return status;
}

/* Puts the items of a list into the order of the input. */
static void sort_items(knap_packed *packed)
{
    size_t *item = packed->list.item;
    for (size_t i = 1; i < packed->list.count; i++)
        for (size_t j = i; j > 0 && item[j] < item[j - 1]; j--) {
            size_t other = item[j];
            item[j] = item[j - 1];
            item[j - 1] = other;
            if (packed->score) {
                double score = packed->score[j];
                packed->score[j] = packed->score[j - 1];
                packed->score[j - 1] = score;
            }
        }
}

static knap_status answer(knap_packer *self, kn_answers *made, const knap_run *run, knap_answer *to, knap_error *error)
{
    knap_packed *packed = &to->packed;
    knap_status status;
    *packed = (knap_packed){.list = {.allocator = self->allocator}, .reward = NAN};
    status = pack_by(self, self->context, to->instance, to->draw, run, packed, error);
    if (!status && packed->score &&
        !(packed->score = kn_answers_copy(made, packed->score, packed->list.count, sizeof *packed->score)))
        status = kn_no_memory(error);
    if (!status && knap_context_makes(self->context))
        status = kn_answers_keep_context(made, self->context, to, error);
    if (!status && self->options.reasons) {
        knap_reason *reason = kn_arena_room(&made->arena, to->instance->count, sizeof *reason);
        status = reason ? knap_reasons_find(to->instance, &packed->list, packed->list.cost, reason, error)
                        : kn_no_memory(error);
        to->reason = reason;
    }
    if (!status && self->options.keep_order)
        sort_items(packed);
    return status;
}

knap_status knap_packer_again(knap_packer *packer, const knap_instance *instance, size_t number, const knap_run *run,
                              knap_packed *packed, knap_error *error)
{
    double *score;
    knap_status status;
    KN_REQUIRE(packer);
    KN_REQUIRE(instance);
    KN_REQUIRE(packed);
    *packed = (knap_packed){.list = {.allocator = packer->allocator}, .reward = NAN};
    status = pack_by(packer, NULL, instance, knap_draw(packer->options.seed, number), run, packed, error);
    score = packed->score;
    packed->score = NULL;
    if (!status && score && !(packed->score = kn_new(packer->allocator, packed->list.count, sizeof *score)))
        status = kn_no_memory(error);
    if (packed->score)
        memcpy(packed->score, score, packed->list.count * sizeof *score);
    return status;
}

/* ---- All of them ---- */

knap_status knap_packer_pack(knap_packer *packer, knap_records *records, size_t first, const knap_run *run,
                             knap_error *error)
{
    static const knap_run plain = KNAP_RUN_INIT;
    knap_error wrong = {.status = KNAP_OK};
    knap_status status;
    KN_REQUIRE(packer);
    KN_REQUIRE(records);
    run = run ? run : &plain;
    if (!(status = kn_records_add(records, NULL, error)))
        status = prepare(packer, records, error);
    for (size_t i = 0; !status && i < records->count; i++) {
        knap_answer *to = &records->answer[i];
        to->number = first + i;
        to->draw = knap_draw(packer->options.seed, to->number);
        if (to->error)
            continue;
        status = answer(packer, records->made, run, to, &wrong);
        if (status == KNAP_NO_MEMORY || status == KNAP_CANCELLED) {
            if (error)
                *error = wrong;
            break;
        }
        if (status) {
            wrong.line = wrong.line ? wrong.line : knap_instance_line(to->instance);
            if (!(to->error = kn_answers_copy(records->made, &wrong, 1, sizeof wrong)))
                return kn_no_memory(error);
        }
        status = kn_report(run, "pack", (double)(i + 1) / (double)records->count, error);
    }
    return status;
}
