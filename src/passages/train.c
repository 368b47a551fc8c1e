/* train.c - trains on instances with texts: worths of words by cross-fitting, then the policy.
 *
 * Each training instance gets the worths of a model that was fitted without its fold, so that the policy sees worths as uncertain
 * as they are for new instances. Validation instances get those of the final model. */
#include "passages/passages.h"
#include "base/error.h"
#include "base/parallel.h"

#include <string.h>

enum { FOLDS = 5 };

typedef struct lesson {
    knap_passages *passages;
    kn_texts *texts;                 /* [count] */
    kn_worth_table *table;           /* [count] */
    unsigned char *fold;             /* [count] */
    kn_worth_model model[FOLDS + 1]; /* without each fold; the last is of all */
    size_t count, user;
    const knap_allocator *allocator;
} lesson;

static knap_status lesson_begin(lesson *self, size_t count, knap_error *error)
{
    self->count = count;
    self->texts = kn_new(self->allocator, count, sizeof *self->texts);
    self->table = kn_new(self->allocator, count, sizeof *self->table);
    self->fold = kn_new(self->allocator, count, 1);
    for (size_t i = 0; i <= FOLDS; i++)
        self->model[i].allocator = self->allocator;
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
}

/* Completes the instances and finds the features and labels of their words. */
static knap_status read_all(lesson *self, knap_data *data, bool *any, knap_error *error)
{
    knap_status status = KNAP_OK;
    *any = false;
    for (size_t i = 0; !status && i < data->count; i++) {
        knap_instance *instance = data->instance[i];
        knap_completion done = {0};
        bool texts;
        self->table[i].allocator = self->texts[i].allocator = self->allocator;
        self->fold[i] = (unsigned char)(i % FOLDS);
        if ((status = kn_passages_read(self->passages, instance, true, &texts, error)) ||
            (status = kn_passages_fill(self->passages, instance, texts, &done, error)) || !texts)
            continue;
        *any = true;
        self->texts[i] = self->passages->texts;
        self->passages->texts = (kn_texts){.allocator = self->allocator};
        status = kn_worth_features(&self->table[i], &self->texts[i], instance, self->user, error);
        if (!status)
            status = kn_worth_labels(&self->table[i], &self->texts[i], instance, error);
    }
    return status;
}

static knap_status fit_one(void *context, size_t index, size_t worker, knap_error *error)
{
    lesson *self = context;
    (void)worker;
    return kn_worth_fit(&self->model[index], self->table, index < FOLDS ? self->fold : NULL, self->count,
                        (unsigned char)index, self->user, error);
}

/* The instances of the training data expect what the model without their fold predicts. */
static knap_status expect_all(lesson *self, knap_data *data, knap_error *error)
{
    knap_status status = KNAP_OK;
    for (size_t i = 0; !status && i < data->count; i++) {
        if (!self->texts[i].word.start)
            continue;
        /* With a few instances a fold has nothing to learn from: the model of all is better than none. */
        status = kn_worth_predict(&self->model[data->count > 1 ? self->fold[i] : FOLDS], &self->table[i], error);
        if (!status)
            status = kn_passages_expect(&self->texts[i], &self->table[i], data->instance[i], error);
    }
    return status;
}

static knap_status complete_all(knap_passages *passages, knap_data *data, knap_error *error)
{
    knap_status status = KNAP_OK;
    for (size_t i = 0; !status && data && i < data->count; i++)
        status = knap_passages_complete(passages, data->instance[i], NULL, error);
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

/* The data have what words and policy are learned from: *any is false where there are no texts. */
static knap_status learn_words(lesson *self, knap_data *train, knap_data *validate, const knap_run *run, bool *any,
                               knap_error *error)
{
    knap_status status = lesson_begin(self, train->count, error);
    if (!status)
        status = read_all(self, train, any, error);
    if (status || !*any)
        return status ? status : complete_all(self->passages, validate, error);
    if ((status = kn_parallel_try(run->jobs, FOLDS + 1, fit_one, self, error)) ||
        (status = expect_all(self, train, error)))
        return status;
    self->passages->model = self->model[FOLDS]; /* lent for the validation data */
    status = complete_all(self->passages, validate, error);
    self->passages->model = (kn_worth_model){.allocator = self->allocator};
    return status;
}

knap_status knap_passages_train(knap_data *train, knap_data *validate, const knap_passages_settings *settings,
                                const knap_settings *policy, size_t count, const knap_run *run, knap_model **model,
                                knap_report *report, knap_error *error)
{
    static const knap_run plain = KNAP_RUN_INIT;
    lesson self = {.allocator = run ? run->allocator : NULL};
    bool any = false;
    knap_status status;
    KN_REQUIRE(model);
    *model = NULL;
    KN_REQUIRE(train);
    KN_REQUIRE(policy);
    self.user = train->features.count;
    status = knap_passages_new(settings, NULL, self.allocator, &self.passages, error);
    if (!status)
        status = learn_words(&self, train, validate, run ? run : &plain, &any, error);
    if (!status)
        status = knap_train(train, validate, policy, count, run, model, report, error);
    if (!status && any && (status = keep_section(*model, &self.model[FOLDS], self.allocator, error))) {
        knap_model_free(*model);
        *model = NULL;
    }
    knap_passages_free(self.passages);
    lesson_end(&self);
    return status;
}
