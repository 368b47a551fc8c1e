/* word_model.c - fitting the word model with and without each fold, and what it expects of a story's words. */
#include "summarize/word_model.h"
#include "summarize/word_fit.h"
#include "base/elementary.h"
#include "base/error.h"
#include "base/kernels.h"
#include "base/parallel.h"

#include <math.h>
#include <string.h>

/* A word in the documents of this share of the training clusters has a weight of its own. */
static const double COMMON = 0.4;
static const size_t LOW[KN_WORD_FITS] = {1, 2, 3}, HIGH[KN_WORD_FITS] = {1, 2, KN_MOST_TIMES};
enum { F = KN_WORD_FEATURES, S = KN_SLOPED_FEATURES, NO_FOLD = 255 };

static size_t weights_of(const kn_word_model *model, size_t fit)
{
    return kn_word_weights(model->indicator.count, LOW[fit], HIGH[fit]);
}

void kn_word_model_free(kn_word_model *model)
{
    for (size_t fit = 0; fit < KN_WORD_FITS; fit++)
        kn_free(model->allocator, model->weight[fit], weights_of(model, fit), sizeof(double));
    kn_background_free(&model->background);
    kn_symbols_free(&model->indicator);
    *model = (kn_word_model){.allocator = model->allocator};
}

void kn_predictions_free(kn_predictions *predictions)
{
    if (predictions->start)
        kn_free(predictions->allocator, predictions->q, predictions->start[predictions->words], sizeof *predictions->q);
    kn_free(predictions->allocator, predictions->start, predictions->words + 1, sizeof *predictions->start);
    *predictions = (kn_predictions){.allocator = predictions->allocator};
}

/* ---- What is expected ---- */

static size_t times_of(const kn_word_table *table, size_t row)
{
    return table->times[row] < KN_MOST_TIMES ? table->times[row] : KN_MOST_TIMES;
}

/* q_1 .. q_count of a row; weight[fit]. Each is at most the one before it. position[k] is ln(k/6). */
static KN_INLINE void expect_row(const kn_word_table *table, size_t row, uint32_t own, size_t indicators,
                                 double *const *weight, const double *position, double *q, size_t count)
{
    const float *x = table->feature + row * F;
    double base = 0, tilt = 0; /* of the fit in use; from k = 3 on it is the same, and has a slope */
    for (size_t k = 1; k <= count; k++) {
        const double *w = weight[k < 3 ? k - 1 : 2], *slope = w + 2 * F + indicators;
        if (k <= 3) {
            base = kn_dot(w, x, F) + (table->stop[row] ? kn_dot(w + F, x, F) : 0);
            base += own != KN_NO_SYMBOL ? w[2 * F + own] : 0;
        }
        if (k == 3)
            tilt = kn_dot(slope, x, S) + (own != KN_NO_SYMBOL ? slope[S + own] : 0);
        q[k - 1] = 1 / (1 + kn_exp(-(k < 3 ? base : base + position[k] * tilt)));
        if (k > 1 && q[k - 1] > q[k - 2])
            q[k - 1] = q[k - 2];
    }
}

/* The rows of a table, of which q[start[word]] .. are those of a word. */
static KN_VECTOR void expect_rows(const kn_word_table *table, const uint32_t *own, size_t indicators,
                                  double *const *weight, const size_t *start, double *q)
{
    double position[KN_MOST_TIMES + 1] = {0};
    for (size_t k = 3; k <= KN_MOST_TIMES; k++)
        position[k] = kn_log((double)k / 6);
    for (size_t row = 0; row < table->count; row++)
        expect_row(table, row, own[row], indicators, weight, position, q + start[table->word[row]],
                   times_of(table, row));
}

static knap_status expect_table(kn_predictions *predictions, const kn_word_table *table, const uint32_t *own,
                                size_t words, size_t indicators, double *const *weight, knap_error *error)
{
    predictions->words = words;
    predictions->start = kn_new(predictions->allocator, words + 1, sizeof *predictions->start);
    if (!predictions->start)
        return kn_no_memory(error);
    for (size_t row = 0; row < table->count; row++)
        predictions->start[table->word[row] + 1] = times_of(table, row);
    for (size_t w = 0; w < words; w++)
        predictions->start[w + 1] += predictions->start[w];
    predictions->q = kn_new(predictions->allocator, predictions->start[words], sizeof *predictions->q);
    if (!predictions->q)
        return kn_no_memory(error);
    expect_rows(table, own, indicators, weight, predictions->start, predictions->q);
    return KNAP_OK;
}

/* ---- Tables of many stories ---- */

typedef struct job {
    kn_word_table table;
    uint32_t *own; /* [table.room] */
} job;

typedef struct crowd {
    const kn_word_model *model, *single; /* `single`, if not NULL, for stories of one document */
    const kn_story *story;
    bool own_background;
    job *job; /* [count] */
    kn_predictions *prediction;
    size_t count;
} crowd;

static const kn_word_model *model_of(const crowd *self, size_t index)
{
    return self->single && self->story[index].documents == 1 ? self->single : self->model;
}

static knap_status make_table(void *context, size_t index, size_t worker, knap_error *error)
{
    const crowd *self = context;
    const kn_word_model *model = model_of(self, index);
    const kn_story *story = &self->story[index];
    job *mine = &self->job[index];
    knap_status status = kn_word_table_make(&mine->table, story, &model->background, self->own_background, error);
    (void)worker;
    if (status)
        return status;
    mine->own = kn_new(story->allocator, mine->table.room, sizeof *mine->own);
    if (!mine->own)
        return kn_no_memory(error);
    for (size_t row = 0; row < mine->table.count; row++) {
        uint32_t word = mine->table.word[row];
        mine->own[row] = kn_symbols_find(&model->indicator, story->word.name[word], story->word.length[word]);
    }
    return KNAP_OK;
}

static void free_job(const knap_allocator *allocator, job *mine)
{
    kn_free(allocator, mine->own, mine->table.room, sizeof *mine->own);
    kn_word_table_free(&mine->table);
}

static knap_status predict_one(void *context, size_t index, size_t worker, knap_error *error)
{
    const crowd *self = context;
    const kn_word_model *model = model_of(self, index);
    job *mine = &self->job[index];
    knap_status status = make_table(context, index, worker, error);
    if (!status)
        status = expect_table(&self->prediction[index], &mine->table, mine->own, self->story[index].word.count,
                              model->indicator.count, (double *const *)model->weight, error);
    free_job(self->story[index].allocator, mine);
    return status;
}

knap_status kn_word_model_predict(const kn_word_model *model, const kn_word_model *single, const kn_story *story,
                                  size_t count, kn_predictions *prediction, const knap_run *run, knap_error *error)
{
    crowd self = {.model = model, .single = single, .story = story, .prediction = prediction, .count = count};
    knap_status status;
    self.job = kn_new(run->allocator, count, sizeof *self.job);
    if (!self.job)
        return kn_no_memory(error);
    for (size_t i = 0; i < count; i++) {
        prediction[i] = (kn_predictions){.allocator = run->allocator};
        self.job[i].table.allocator = run->allocator;
    }
    status = kn_parallel_try(run->jobs, count, predict_one, &self, error);
    kn_free(run->allocator, self.job, count, sizeof *self.job);
    return status;
}

/* ---- Fitting ---- */

typedef struct fitting {
    const knap_allocator *allocator;
    const knap_text_settings *settings;
    crowd crowd;
    kn_word_problem problem;
    const uint32_t **own;
    kn_word_table *table;
    unsigned char *fold;
    size_t folds;
    double **weight; /* [folds + 1][KN_WORD_FITS]; the last: of all */
} fitting;

/* Job i of (folds + 1) * 3: the long ones, k = 1, first. */
static knap_status fit_one(void *context, size_t index, size_t worker, knap_error *error)
{
    const fitting *self = context;
    size_t fold = index % (self->folds + 1), fit = index / (self->folds + 1), at = fold * KN_WORD_FITS + fit;
    kn_word_problem problem = self->problem;
    (void)worker;
    problem.low = LOW[fit];
    problem.high = HIGH[fit];
    problem.left_out = fold < self->folds ? (unsigned char)fold : NO_FOLD;
    return kn_word_fit(&problem, self->allocator, self->weight[at]) ? KNAP_OK : kn_no_memory(error);
}

static knap_status expect_one(void *context, size_t index, size_t worker, knap_error *error)
{
    const fitting *self = context;
    const job *mine = &self->crowd.job[index];
    (void)worker;
    return expect_table(&self->crowd.prediction[index], &mine->table, mine->own, self->crowd.story[index].word.count,
                        self->problem.indicators, self->weight + self->fold[index] * KN_WORD_FITS, error);
}

/* The background of all stories, the words common enough for a weight of their own, the references' mean length. */
static knap_status look_around(kn_word_model *model, const kn_story *story, size_t count, double common,
                               knap_error *error)
{
    double words[2] = {0, 0}, references = 0;
    for (size_t i = 0; i < count; i++) {
        const kn_counts *counts = &story[i].references;
        if (!kn_background_add(&model->background, &story[i]))
            return kn_no_memory(error);
        for (size_t j = 0; counts->rows && j < counts->start[counts->rows]; j++)
            for (int reward = KNAP_TEXT_ROUGE_1; reward <= KNAP_TEXT_CONTENT; reward++)
                if (reward == KNAP_TEXT_ROUGE_1 || !story[i].stop[counts->id[j]])
                    words[reward] += counts->count[j];
        references += (double)counts->rows;
    }
    for (int reward = KNAP_TEXT_ROUGE_1; reward <= KNAP_TEXT_CONTENT; reward++)
        model->length[reward] = references > 0 ? words[reward] / references : 0;
    for (size_t w = 0; w < model->background.word.count; w++)
        if (model->background.clusters[w] >= common * (double)count && model->background.clusters[w] >= 2 &&
            kn_symbols_add(&model->indicator, model->background.word.name[w], model->background.word.length[w]) ==
                KN_NO_SYMBOL)
            return kn_no_memory(error);
    return KNAP_OK;
}

static knap_status run_fits(fitting *self, kn_word_model *model, const knap_run *run, knap_error *error)
{
    size_t count = self->crowd.count, fits = (self->folds + 1) * KN_WORD_FITS;
    knap_status status;
    if ((status = kn_parallel_try(run->jobs, count, make_table, &self->crowd, error)))
        return status;
    for (size_t i = 0; i < count; i++) {
        kn_word_table_forget(&self->crowd.job[i].table, self->settings->words);
        self->table[i] = self->crowd.job[i].table;
        self->own[i] = self->crowd.job[i].own;
        self->fold[i] = (unsigned char)(self->folds ? i % self->folds : 0);
    }
    for (size_t i = 0; i < fits; i++)
        if (!(self->weight[i] = kn_new(run->allocator, weights_of(model, i % KN_WORD_FITS), sizeof(double))))
            return kn_no_memory(error);
    self->problem = (kn_word_problem){.table = self->table,
                                      .own = self->own,
                                      .fold = self->fold,
                                      .tables = count,
                                      .indicators = model->indicator.count,
                                      .l2 = self->settings->word_l2};
    if ((status = kn_parallel_try(run->jobs, fits, fit_one, self, error)))
        return status;
    for (size_t fit = 0; fit < KN_WORD_FITS; fit++) {
        model->weight[fit] = self->weight[self->folds * KN_WORD_FITS + fit];
        self->weight[self->folds * KN_WORD_FITS + fit] = NULL;
    }
    return !self->folds ? KNAP_OK : kn_parallel_try(run->jobs, count, expect_one, self, error);
}

knap_status kn_word_model_fit(kn_word_model *model, const knap_text_settings *settings, const kn_story *story,
                              size_t count, kn_predictions *prediction, const knap_run *run, knap_error *error)
{
    const knap_allocator *allocator = run->allocator;
    fitting self = {
        .allocator = allocator,
        .settings = settings,
        .crowd = {.model = model, .story = story, .own_background = 1, .prediction = prediction, .count = count}};
    size_t fits;
    knap_status status;
    self.folds = !prediction ? 0 : count < KN_WORD_FOLDS ? count : KN_WORD_FOLDS;
    fits = (self.folds + 1) * KN_WORD_FITS;
    *model = (kn_word_model){.allocator = allocator};
    kn_background_begin(&model->background, allocator);
    kn_symbols_begin(&model->indicator, allocator);
    for (size_t i = 0; prediction && i < count; i++)
        prediction[i] = (kn_predictions){.allocator = allocator};
    status = look_around(model, story, count, settings->words & KN_GROUP_INDICATORS ? COMMON : INFINITY, error);
    self.crowd.job = kn_new(allocator, count, sizeof *self.crowd.job);
    self.own = kn_new(allocator, count, sizeof *self.own);
    self.table = kn_new(allocator, count, sizeof *self.table);
    self.fold = kn_new(allocator, count, 1);
    self.weight = kn_new(allocator, fits, sizeof *self.weight);
    if (!self.crowd.job || !self.own || !self.table || !self.fold || !self.weight)
        status = kn_no_memory(error);
    for (size_t i = 0; self.crowd.job && i < count; i++)
        self.crowd.job[i].table.allocator = allocator;
    if (!status)
        status = run_fits(&self, model, run, error);
    for (size_t i = 0; self.weight && i < fits; i++)
        kn_free(allocator, self.weight[i], weights_of(model, i % KN_WORD_FITS), sizeof(double));
    for (size_t i = 0; self.crowd.job && i < count; i++)
        free_job(allocator, &self.crowd.job[i]);
    kn_free(allocator, self.crowd.job, count, sizeof *self.crowd.job);
    kn_free(allocator, (void *)self.own, count, sizeof *self.own);
    kn_free(allocator, self.table, count, sizeof *self.table);
    kn_free(allocator, self.fold, count, 1);
    kn_free(allocator, self.weight, fits, sizeof *self.weight);
    return status;
}
