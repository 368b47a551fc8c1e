/* apply.c - rewards of instances from their answers and useful items, many at once. */
#include "labels/answer.h"
#include "core/rows.h"
#include "base/error.h"
#include "base/parallel.h"

#include <math.h>
#include <string.h>

enum { MOST_LANGUAGES = 40, GUESSED = 4096 };

typedef enum outcome { NOTHING, USEFUL, ANSWERED, MISSED } outcome;

typedef struct worker_state {
    kn_answer answer;
    knap_language *language[MOST_LANGUAGES]; /* by their place in knap_language_codes */
} worker_state;

typedef struct labelling {
    knap_data *data;
    const knap_allocator *allocator;
    worker_state *worker;
    unsigned char *found; /* [instances] an outcome */
} labelling;

/* Appends as much of a text as fits, without cutting a character. */
static size_t append(char *start, size_t used, const char *text)
{
    size_t room = GUESSED - used - 1, length = text ? strlen(text) : 0;
    if (length > room)
        for (length = room; length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80;)
            length--;
    if (length)
        memcpy(start + used, text, length);
    start[used + length] = '\n';
    return used + length + 1;
}

/* The language of the first texts and the answer. */
static knap_status open_language(worker_state *mine, const labelling *work, const knap_instance *instance,
                                 knap_language **language, knap_error *error)
{
    const char *const *codes = knap_language_codes(), *code;
    char start[GUESSED];
    size_t used = append(start, 0, instance->answer), at = 0;
    knap_status status = KNAP_OK;
    for (size_t s = 0; s < instance->count && used + 1 < GUESSED; s++)
        used = append(start, used, knap_instance_item_text(instance, s));
    code = knap_language_guess(start, used);
    while (codes[at] && at + 1 < MOST_LANGUAGES && strcmp(codes[at], code) != 0)
        at++;
    if (!mine->language[at])
        status = knap_language_open(code, work->allocator, &mine->language[at], error);
    *language = mine->language[at];
    return status;
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
        for (size_t i = 0; i < MOST_LANGUAGES; i++)
            knap_language_close(work->worker[w].language[i]);
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
