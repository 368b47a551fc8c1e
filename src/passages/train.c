/* train.c - trains on instances with texts: worths of words by cross-fitting, then the policy.
 *
 * A policy that sees scores must earn its place: where it is no better than system relevance in cross-validation, or on validation data
 * if there are some, the model packs with that system.
 *
 * Each training instance gets the worths of a model that was fitted without its fold, so that the policy sees worths as uncertain
 * as they are for new instances. Validation instances get those of the final model. */
#include "passages/passages.h"
#include "core/cross.h"
#include "core/evidence.h"
#include "core/item.h"
#include "core/model.h"
#include "base/error.h"
#include "base/parallel.h"

#include <string.h>

enum { FOLDS = 5 };

typedef struct lesson {
    knap_data *data, *validate; /* `validate` may be NULL */
    const knap_passages_settings *settings;
    knap_passages **passages;        /* [workers] NULL until a thread needs it */
    bool any;                        /* an item has a text */
    kn_texts *texts;                 /* [count] */
    kn_worth_table *table;           /* [count] */
    unsigned char *fold;             /* [count] */
    kn_worth_model model[FOLDS + 1]; /* without each fold; the last is of all */
    size_t count, user, workers;
    const knap_allocator *allocator;
} lesson;

static knap_status lesson_begin(lesson *self, size_t count, knap_error *error)
{
    self->count = count;
    self->texts = kn_new(self->allocator, count, sizeof *self->texts);
    self->table = kn_new(self->allocator, count, sizeof *self->table);
    self->fold = kn_new(self->allocator, count, 1);
    return self->texts && self->table && self->fold ? KNAP_OK : kn_no_memory(error);
}

static void lesson_end(lesson *self)
{
    for (size_t i = 0; i < self->count; i++) {
        if (self->texts)
            kn_texts_free(&self->texts[i]);
        if (self->table)
            kn_worth_table_free(&self->table[i]);
    }
    kn_free(self->allocator, self->texts, self->count, sizeof *self->texts);
    kn_free(self->allocator, self->table, self->count, sizeof *self->table);
    kn_free(self->allocator, self->fold, self->count, 1);
    for (size_t i = 0; i <= FOLDS; i++)
        kn_worth_model_free(&self->model[i]);
    for (size_t i = 0; self->passages && i < self->workers; i++)
        knap_passages_free(self->passages[i]);
    kn_free(self->allocator, self->passages, self->workers, sizeof *self->passages);
}

/* What completes instances in a thread; made when the thread has something to do. */
static knap_status helper(lesson *self, size_t worker, knap_passages **passages, knap_error *error)
{
    knap_status status = KNAP_OK;
    if (!self->passages[worker])
        status = knap_passages_new(self->settings, NULL, self->allocator, &self->passages[worker], error);
    *passages = self->passages[worker];
    return status;
}

/* Completes an instance and finds the features and labels of its words. */
static knap_status read_one(void *context, size_t index, size_t worker, knap_error *error)
{
    lesson *self = context;
    knap_instance *instance = self->data->instance[index];
    kn_texts *read = &self->texts[index];
    kn_worth_table *table = &self->table[index];
    knap_completion done = {0};
    knap_passages *passages;
    bool texts;
    knap_status status;
    table->allocator = read->allocator = self->allocator;
    self->fold[index] = (unsigned char)(index % FOLDS);
    if ((status = helper(self, worker, &passages, error)) ||
        (status = kn_passages_read(passages, instance, true, &texts, error)) ||
        (status = kn_passages_fill(passages, instance, texts, &done, error)) || !texts)
        return status;
    *read = passages->texts;
    passages->texts = (kn_texts){.allocator = self->allocator};
    status = kn_worth_features(table, read, instance, self->user, error);
    return status ? status : kn_worth_labels(table, read, instance, error);
}

static knap_status fit_one(void *context, size_t index, size_t worker, knap_error *error)
{
    lesson *self = context;
    (void)worker;
    return kn_worth_fit(&self->model[index], self->table, index < FOLDS ? self->fold : NULL, self->count,
                        (unsigned char)index, self->user, error);
}

/* A training instance expects what the model without its fold predicts. */
static knap_status expect_one(void *context, size_t index, size_t worker, knap_error *error)
{
    lesson *self = context;
    knap_status status;
    (void)worker;
    if (!self->texts[index].word.start)
        return KNAP_OK;
    /* With a few instances a fold has nothing to learn from: the model of all is better than none. */
    status = kn_worth_predict(&self->model[self->count > 1 ? self->fold[index] : FOLDS], &self->table[index], error);
    return status ? status
                  : kn_passages_expect(&self->texts[index], &self->table[index], self->data->instance[index], error);
}

/* A validation instance gets the worths of the final model, which is lent to what completes it. */
static knap_status validate_one(void *context, size_t index, size_t worker, knap_error *error)
{
    lesson *self = context;
    knap_passages *passages;
    knap_status status = helper(self, worker, &passages, error);
    if (status)
        return status;
    passages->model = self->model[FOLDS];
    status = knap_passages_complete(passages, self->validate->instance[index], NULL, error);
    passages->model = (kn_worth_model){.allocator = self->allocator};
    return status;
}

static knap_status keep_section(knap_model *model, const kn_worth_model *worths, const knap_allocator *allocator,
                                knap_error *error)
{
    kn_text text = {.allocator = allocator};
    knap_status status;
    kn_worth_model_write(worths, &text);
    status =
        text.failed ? kn_no_memory(error) : knap_model_set_section(model, "passages", text.bytes, text.length, error);
    kn_text_free(&text);
    return status;
}

static bool has_texts(const knap_data *data)
{
    for (size_t i = 0; i < data->count; i++)
        if (data->instance[i]->item_text)
            return true;
    return false;
}

/* Whether a policy looks at the worths of words. Fitting them takes most of the time of training. */
static bool needs_worths(const knap_settings *policy, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (policy[i].views & kn_view_expected_parts() || policy[i].decode == KNAP_DECODE_SWAP)
            return true;
    return false;
}

/* The data have what words and policy are learned from. */
static knap_status learn_words(lesson *self, const knap_run *run, knap_error *error)
{
    size_t validates = self->validate ? self->validate->count : 0;
    knap_status status;
    if (!self->any)
        status = knap_passages_complete_all(self->settings, NULL, self->data, run, NULL, error);
    else if (!(status = lesson_begin(self, self->data->count, error)) &&
             !(status = kn_parallel_try(run->jobs, self->count, read_one, self, error)) &&
             !(status = kn_parallel_try(run->jobs, FOLDS + 1, fit_one, self, error)))
        status = kn_parallel_try(run->jobs, self->count, expect_one, self, error);
    return status ? status : kn_parallel_try(run->jobs, validates, validate_one, self, error);
}

/* ---- Whether training helped ---- */

static knap_status keep_one(void *context, size_t index, size_t worker, knap_error *error)
{
    const knap_data *data = context;
    (void)worker;
    return kn_keep_evidence(data->instance[index], error);
}

static void forget_evidence(const knap_data *data)
{
    for (size_t i = 0; data && i < data->count; i++)
        kn_forget_evidence(data->instance[i]);
}

/* The result of the comparison as a section of the model. */
static knap_status keep_choice(knap_model *model, const kn_choice *choice, const knap_allocator *allocator,
                               knap_error *error)
{
    kn_text text = {.allocator = allocator};
    knap_status status;
    kn_text_format(&text, "folds %zu\nlearned %.9g\nuntrained %.9g\n", choice->folds, choice->learned,
                   choice->untrained);
    status =
        text.failed ? kn_no_memory(error) : knap_model_set_section(model, "choice", text.bytes, text.length, error);
    kn_text_free(&text);
    return status;
}

/* Compares the policy of the model with system relevance, and lets the better one pack; of equals, the untrained one. */
static knap_status choose(const lesson *self, const knap_settings *settings, const knap_run *run, knap_model *model,
                          knap_report *report, knap_error *error)
{
    kn_policy *policy = kn_model_policy(model);
    kn_choice choice;
    knap_status status;
    if (policy->settings.decode == KNAP_DECODE_RELEVANCE || !kn_data_has_scores(self->data) ||
        (!self->validate && self->data->count < 2))
        return KNAP_OK;
    status = self->validate ? kn_compare(self->validate, policy, run, &choice, error)
                            : kn_cross_validate(self->data, settings, run, &choice, error);
    if (status)
        return status;
    if (!(choice.learned > choice.untrained))
        policy->settings.decode = KNAP_DECODE_RELEVANCE;
    if (report) {
        report->learned = choice.learned;
        report->untrained = choice.untrained;
        report->folds = choice.folds;
    }
    return keep_choice(model, &choice, self->allocator, error);
}

knap_status knap_passages_train(knap_data *train, knap_data *validate, const knap_passages_settings *settings,
                                const knap_settings *policy, size_t count, const knap_run *run, knap_model **model,
                                knap_report *report, knap_error *error)
{
    static const knap_run plain = KNAP_RUN_INIT;
    lesson self = {.data = train, .validate = validate, .settings = settings, .allocator = run ? run->allocator : NULL};
    knap_passages *first;
    knap_status status;
    KN_REQUIRE(model);
    *model = NULL;
    KN_REQUIRE(train);
    KN_REQUIRE(policy);
    self.user = train->features.count;
    self.any = needs_worths(policy, count) && has_texts(train);
    self.workers = kn_workers(run ? run->jobs : plain.jobs);
    for (size_t i = 0; i <= FOLDS; i++)
        self.model[i].allocator = self.allocator;
    self.passages = kn_new(self.allocator, self.workers, sizeof *self.passages);
    status = self.passages ? helper(&self, 0, &first, error) : kn_no_memory(error); /* checks the settings */
    if (!status)
        status = learn_words(&self, run ? run : &plain, error);
    if (!status)
        status = kn_parallel_try(run ? run->jobs : plain.jobs, train->count, keep_one, train, error);
    if (!status && validate)
        status = kn_parallel_try(run ? run->jobs : plain.jobs, validate->count, keep_one, validate, error);
    if (!status)
        status = knap_train(train, validate, policy, count, run, model, report, error);
    if (!status && self.any)
        status = keep_section(*model, &self.model[FOLDS], self.allocator, error);
    if (!status)
        status = choose(&self, policy, run ? run : &plain, *model, report, error);
    if (status) {
        knap_model_free(*model);
        *model = NULL;
    }
    forget_evidence(train);
    forget_evidence(validate);
    lesson_end(&self);
    return status;
}
