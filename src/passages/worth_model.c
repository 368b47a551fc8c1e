/* worth_model.c - the regression that predicts the worth of words: loss, fit, prediction, and its lines in a model file.
 *
 *     C(w) = sum over rows of [ -y ln p - (1 - y) ln(1 - p) ] + sum_j l2_j w_j^2 / 2,   p = 1 / (1 + exp(-score))
 *
 * The score of a word is features . weights, plus the weight of the word itself where several instances of the training data have
 * it; a pair has weights of its own, plus the mean of its two words' own weights. */
#include "passages/worths.h"
#include "base/cursor.h"
#include "base/elementary.h"
#include "base/error.h"
#include "base/kernels.h"
#include "base/minimise.h"

#include <string.h>

/* Words that fewer instances have get no weight of their own. The strengths of the regularisation were set once and not tuned:
 * weak for features, which all words share, and strong for single words. */
enum { LEAST_INSTANCES = 3 };
static const double L2_FEATURE = 0.1, L2_OWN = 4;

void kn_worth_model_free(kn_worth_model *model)
{
    const knap_allocator *allocator = model->allocator;
    kn_free(allocator, model->weight, 2 * model->features, sizeof *model->weight);
    KN_RELEASE(allocator, model->indicator);
    kn_symbols_free(&model->own);
    *model = (kn_worth_model){.allocator = allocator};
}

/* ---- Fitting ---- */

typedef struct problem {
    const kn_worth_table *table; /* [count] */
    const unsigned char *fold;
    uint32_t **own; /* [count][stems of the table] number in the model's table of words, or KN_NO_SYMBOL */
    size_t count, features, indicators;
    unsigned char left_out;
} problem;

static bool is_pair(const kn_worth_table *table, size_t row)
{
    return table->concept_id[row] >= table->words;
}

/* The score of a row; `indicator` weights of its words. */
static double score_of(const kn_worth_table *table, const uint32_t *own, size_t row, const double *weight,
                       const double *indicator)
{
    double score = kn_dot(weight + (is_pair(table, row) ? table->features : 0), table->feature + row * table->features,
                          table->features);
    for (int i = 0; i < 2; i++) {
        uint32_t word = own[table->own[i][row]];
        score += word != KN_NO_SYMBOL ? indicator[word] / 2 : 0;
    }
    return score;
}

static double loss(const void *context, const double *weight, double *gradient)
{
    const problem *self = context;
    size_t features = 2 * self->features, size = features + self->indicators;
    double sum = 0;
    for (size_t i = 0; i < size; i++) {
        double l2 = i < features ? L2_FEATURE : L2_OWN;
        sum += l2 * weight[i] * weight[i] / 2;
        gradient[i] = l2 * weight[i];
    }
    for (size_t t = 0; t < self->count; t++) {
        const kn_worth_table *table = &self->table[t];
        if (self->fold && self->fold[t] == self->left_out)
            continue;
        for (size_t row = 0; row < table->rows; row++) {
            double slope;
            sum += kn_logistic(score_of(table, self->own[t], row, weight, weight + features), (double)table->label[row],
                               &slope);
            kn_add(gradient + (is_pair(table, row) ? self->features : 0), slope, table->feature + row * table->features,
                   table->features);
            for (int i = 0; i < 2; i++) {
                uint32_t word = self->own[t][table->own[i][row]];
                if (word != KN_NO_SYMBOL)
                    gradient[features + word] += slope / 2;
            }
        }
    }
    return sum;
}

/* The words that at least LEAST_INSTANCES tables have. */
static bool find_own(kn_worth_model *model, const problem *self)
{
    kn_symbols all;
    uint32_t *times = NULL;
    bool done = true;
    kn_symbols_begin(&all, model->allocator);
    for (size_t t = 0; done && t < self->count; t++) {
        const kn_symbols *stem = &self->table[t].stem;
        if (self->fold && self->fold[t] == self->left_out)
            continue;
        for (size_t i = 0; done && i < stem->count; i++) {
            size_t before = all.count;
            uint32_t symbol = kn_symbols_add(&all, stem->name[i], stem->length[i]);
            done = symbol != KN_NO_SYMBOL && KN_ROOM(model->allocator, times, all.count + 1);
            if (!done)
                break;
            times[symbol] = symbol == before ? 1 : times[symbol] + 1;
            if (times[symbol] == LEAST_INSTANCES)
                done = kn_symbols_add(&model->own, stem->name[i], stem->length[i]) != KN_NO_SYMBOL;
        }
    }
    KN_RELEASE(model->allocator, times);
    kn_symbols_free(&all);
    return done;
}

static uint32_t *look_up(const kn_symbols *own, const kn_worth_table *table, const knap_allocator *allocator)
{
    uint32_t *found = kn_new(allocator, table->stem.count + 1, sizeof *found);
    for (size_t i = 0; found && i < table->stem.count; i++)
        found[i] = own->count ? kn_symbols_find(own, table->stem.name[i], table->stem.length[i]) : KN_NO_SYMBOL;
    return found;
}

static bool fit(kn_worth_model *model, problem *self)
{
    const knap_allocator *allocator = model->allocator;
    size_t features = 2 * self->features, size;
    double *weight = NULL;
    bool done = find_own(model, self);
    self->own = kn_new(allocator, self->count, sizeof *self->own);
    for (size_t t = 0; done && self->own && t < self->count; t++)
        done = (self->own[t] = look_up(&model->own, &self->table[t], allocator)) != NULL;
    self->indicators = model->own.count;
    size = features + self->indicators;
    weight = kn_new(allocator, size, sizeof *weight);
    model->weight = kn_new(allocator, features, sizeof *model->weight);
    done = done && self->own && weight && model->weight && KN_ROOM(allocator, model->indicator, self->indicators + 1) &&
           kn_minimise(allocator, size, loss, self, weight);
    if (done) {
        memcpy(model->weight, weight, features * sizeof *weight);
        memcpy(model->indicator, weight + features, self->indicators * sizeof *weight);
    }
    for (size_t t = 0; self->own && t < self->count; t++)
        kn_free(allocator, self->own[t], self->table[t].stem.count + 1, sizeof *self->own[t]);
    kn_free(allocator, self->own, self->count, sizeof *self->own);
    kn_free(allocator, weight, size, sizeof *weight);
    return done;
}

knap_status kn_worth_fit(kn_worth_model *model, const kn_worth_table *table, const unsigned char *fold, size_t count,
                         unsigned char left_out, size_t user, knap_error *error)
{
    problem self = {.table = table, .fold = fold, .count = count, .left_out = left_out};
    kn_worth_model_free(model);
    kn_symbols_begin(&model->own, model->allocator);
    model->user = user;
    self.features = model->features = kn_worth_width(user);
    return fit(model, &self) ? KNAP_OK : kn_no_memory(error);
}

knap_status kn_worth_predict(const kn_worth_model *model, kn_worth_table *table, knap_error *error)
{
    uint32_t *own = look_up(&model->own, table, table->allocator);
    if (!own)
        return kn_no_memory(error);
    for (size_t row = 0; row < table->rows; row++) {
        double score = score_of(table, own, row, model->weight, model->indicator);
        table->worth[row] = 1 / (1 + kn_exp(-score));
    }
    kn_free(table->allocator, own, table->stem.count + 1, sizeof *own);
    return KNAP_OK;
}

/* ---- As lines of a model file ---- */

void kn_worth_model_write(const kn_worth_model *model, kn_text *text)
{
    kn_text_format(text, "words %zu %zu\n", model->user, 2 * model->features);
    for (size_t i = 0; i < 2 * model->features; i++)
        kn_text_format(text, "%a\n", model->weight[i]);
    kn_text_format(text, "own %zu\n", model->own.count);
    for (size_t i = 0; i < model->own.count; i++)
        kn_text_format(text, "%a %s\n", model->indicator[i], model->own.name[i]);
}

static void read_lines(kn_worth_model *model, kn_cursor *cursor)
{
    size_t own;
    kn_cursor_skip(cursor, "words ");
    model->user = kn_cursor_count(cursor);
    model->features = kn_worth_width(model->user);
    if (kn_cursor_count(cursor) != 2 * model->features || model->user > strlen(cursor->at))
        cursor->bad = true;
    if (cursor->bad)
        return;
    model->weight = kn_new(model->allocator, 2 * model->features, sizeof *model->weight);
    cursor->bad = cursor->no_memory = !model->weight;
    for (size_t i = 0; !cursor->bad && i < 2 * model->features; i++) {
        kn_cursor_skip(cursor, "\n");
        model->weight[i] = kn_cursor_number(cursor);
    }
    kn_cursor_skip(cursor, "\nown ");
    own = kn_cursor_count(cursor);
    kn_cursor_skip(cursor, "\n");
    if (cursor->bad || own > strlen(cursor->at)) {
        cursor->bad = true;
        return;
    }
    cursor->bad = cursor->no_memory = !KN_ROOM(model->allocator, model->indicator, own + 1);
    for (size_t i = 0; !cursor->bad && i < own; i++) {
        double weight = kn_cursor_number(cursor);
        size_t length;
        const char *name = kn_cursor_rest(cursor, &length);
        uint32_t symbol = cursor->bad ? 0 : kn_symbols_add(&model->own, name, length);
        cursor->no_memory = symbol == KN_NO_SYMBOL;
        cursor->bad = cursor->bad || symbol != i;
        if (!cursor->bad)
            model->indicator[i] = weight;
    }
    cursor->bad = cursor->bad || *cursor->at;
}

knap_status kn_worth_model_read(kn_worth_model *model, const char *text, const knap_allocator *allocator,
                                knap_error *error)
{
    kn_cursor cursor = {.at = text};
    *model = (kn_worth_model){.allocator = allocator};
    kn_symbols_begin(&model->own, allocator);
    read_lines(model, &cursor);
    if (!cursor.bad)
        return KNAP_OK;
    if (!model->weight)
        model->features = 0;
    kn_worth_model_free(model);
    return cursor.no_memory ? kn_no_memory(error)
                            : kn_fail(error, KNAP_BAD_MODEL, "the model's section 'passages' is damaged");
}
