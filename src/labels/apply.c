/* apply.c - rewards of instances from their answers and useful items, many at once. */
#include "labels/answer.h"
#include "core/rows.h"
#include "base/error.h"
#include "base/parallel.h"
#include "text/languages.h"

#include <math.h>
#include <string.h>

typedef enum outcome { NOTHING, USEFUL, ANSWERED, MISSED } outcome;

typedef struct worker_state {
    kn_answer answer;
    kn_open_languages languages;
} worker_state;

typedef struct labelling {
    knap_data *data;
    const knap_allocator *allocator;
    worker_state *worker;
    unsigned char *found; /* [instances] an outcome */
} labelling;

/* The language of the first texts and the answer. */
static knap_status open_language(worker_state *mine, const labelling *work, const knap_instance *instance,
                                 knap_language **language, knap_error *error)
{
    kn_sample sample;
    sample.used = 0;
    kn_sample_add(&sample, instance->answer);
    for (size_t s = 0; s < instance->count && !kn_sample_full(&sample); s++)
        kn_sample_add(&sample, knap_instance_item_text(instance, s));
    return kn_open_language(&mine->languages, &sample, work->allocator, language, error);
}

/* Concepts, caps and the reward of an instance. Where no item has a word of the answer, one concept stands for it. */
static knap_status set_reward(const kn_answer *answer, knap_instance *instance, bool *any, knap_error *error)
{
    uint32_t first = (uint32_t)instance->concept.width;
    knap_status status;
    for (size_t t = 0; t < instance->targets; t++)
        first = instance->target[t].concept_id >= first ? instance->target[t].concept_id + 1 : first;
    status = kn_instance_add_concepts(instance, first, answer->start, answer->id, NULL, error);
    *any = false;
    for (uint32_t c = 0; !status && c < answer->concepts.count; c++) {
        if (!(answer->cap[c] > 0))
            continue;
        *any = true;
        status = knap_instance_target(instance, first + c, answer->cap[c], error);
        if (!status)
            status = knap_instance_mark(instance, first + c, KNAP_CONCEPT_ANSWER, error);
    }
    if (!status && !*any)
        status = knap_instance_target(instance, first + (uint32_t)answer->concepts.count, 1, error);
    return status ? status : knap_instance_set_reward(instance, knap_reward_find("coverage"), NULL, error);
}

static bool has_useful(const knap_instance *instance)
{
    for (size_t s = 0; s < instance->count; s++)
        if (!isnan(knap_instance_useful(instance, s)))
            return true;
    return false;
}

static knap_status label_one(void *context, size_t index, size_t worker, knap_error *error)
{
    const labelling *work = context;
    worker_state *mine = &work->worker[worker];
    knap_instance *instance = work->data->instance[index];
    knap_language *language;
    bool any;
    knap_status status;
    if (instance->reward)
        return KNAP_OK;
    if (!instance->answer) {
        if (!has_useful(instance))
            return KNAP_OK;
        work->found[index] = USEFUL;
        return knap_instance_set_reward(instance, knap_reward_find("useful"), NULL, error);
    }
    if ((status = open_language(mine, work, instance, &language, error)) ||
        (status = kn_answer_find(&mine->answer, language, instance->answer, (const char *const *)instance->item_text,
                                 instance->count, error)) ||
        (status = set_reward(&mine->answer, instance, &any, error)))
        return status;
    work->found[index] = any ? ANSWERED : MISSED;
    return KNAP_OK;
}

static void free_workers(const labelling *work, size_t workers)
{
    for (size_t w = 0; work->worker && w < workers; w++) {
        kn_open_languages_close(&work->worker[w].languages);
        kn_answer_free(&work->worker[w].answer);
    }
    kn_free(work->allocator, work->worker, workers, sizeof *work->worker);
}

knap_status knap_labels_apply(knap_data *data, const knap_run *run, knap_labels_report *report, knap_error *error)
{
    KN_REQUIRE(data);
    size_t workers = kn_workers(run ? run->jobs : 1);
    labelling work = {.data = data, .allocator = run ? run->allocator : NULL};
    knap_labels_report done = {0, 0, 0};
    knap_status status = KNAP_OK;
    if (report)
        *report = done;
    work.worker = kn_new(work.allocator, workers, sizeof *work.worker);
    work.found = kn_new(work.allocator, data->count, 1);
    for (size_t w = 0; work.worker && w < workers; w++)
        work.worker[w].answer.allocator = work.allocator;
    status = work.worker && work.found ? kn_parallel_try(run ? run->jobs : 1, data->count, label_one, &work, error)
                                       : kn_no_memory(error);
    for (size_t i = 0; !status && i < data->count; i++) {
        done.answers += work.found[i] >= ANSWERED;
        done.missed += work.found[i] == MISSED;
        done.useful += work.found[i] == USEFUL;
    }
    if (!status && report)
        *report = done;
    free_workers(&work, workers);
    kn_free(work.allocator, work.found, data->count, 1);
    return status;
}
