/* surface.c - models of a sentence's surface: its features, a logistic regression, its folds.
 *
 *     C(w) = sum over sentences of weight * [ -y ln p - (1 - y) ln(1 - p) ] + L2 sum_j w_j^2 / 2,  p = 1 / (1 + exp(-w.x))
 *
 * y is 1 for the sentences that the model is to recognise: the first ones of documents, or those of references. Both classes
 * have the same weight in all, so a score above 0 means that a sentence looks more like those. */
#include "summarize/surface.h"
#include "base/ascii.h"
#include "base/elementary.h"
#include "base/minimise.h"
#include "base/error.h"
#include "base/parallel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    ONE,
    LENGTH,
    SHORT,
    LONG,
    FUNCTION_SHARE,
    FULL_NAMES,
    BARE_NAMES,
    NO_NAME,
    NAME_OPENS,
    NUMBERS,
    PRONOUNS,
    EARLY_PRONOUN,
    QUOTES,
    OPENS_WITH_QUOTE,
    BRACKETS,
    EXCLAMATIONS,
    SMALL_LETTER,
    NO_STOP,
    FEATURES
};

const char *const kn_surface_features[KN_SURFACE_FEATURES] = {
    "1",          "length",           "short",      "long",         "function-words", "full-names",
    "bare-names", "no-name",          "name-opens", "numbers",      "pronouns",       "early-pronoun",
    "quotes",     "opens-with-quote", "brackets",   "exclamations", "small-letter",   "no-full-stop"};

enum { FOLDS = 5, LEAST_STORIES = 2, EARLY = 3 };
static const double COMMON = 0.5; /* share of the stories that have a word with weights of its own */
static const double L2 = 20;

/* The features of one sentence: numbers, then the weights of its words. */
typedef struct surface {
    double value[FEATURES];
    uint32_t *index; /* [count] weights of words, behind those of the features */
    size_t count;
} surface;

void kn_surface_begin(kn_surface *model, kn_surface_kind kind, const knap_allocator *allocator)
{
    *model = (kn_surface){.allocator = allocator, .kind = kind};
    kn_symbols_begin(&model->word, allocator);
}

size_t kn_surface_weights(const kn_surface *model)
{
    return FEATURES + 2 * model->word.count;
}

/* ---- Features ---- */

static void look_at_names(const kn_story *story, size_t line, double *value)
{
    size_t begin = story->tokens.start[line], end = story->tokens.start[line + 1];
    size_t full = 0, bare = 0, run = 0;
    for (size_t i = begin; i <= end; i++) {
        /* a capital at the beginning indicates a name only if another capitalised word follows */
        bool capital = i < end && story->tokens.flags[i] & KN_TOKEN_CAPITAL && !story->stop[story->tokens.id[i]];
        if (capital) {
            run++;
            continue;
        }
        full += run >= 2;
        bare += run == 1 && i - 1 > begin;
        value[NAME_OPENS] += run >= 2 && i - run == begin;
        run = 0;
    }
    value[FULL_NAMES] = fmin((double)full, 3);
    value[BARE_NAMES] = fmin((double)bare, 3);
    value[NO_NAME] = full + bare == 0;
}

/* Whether the line ends in a letter or digit: no full stop, quotation mark or bracket closes it. */
static bool ends_open(const kn_story_line *line)
{
    unsigned char last = line->length ? (unsigned char)line->text[line->length - 1] : '.';
    return (last >= '0' && last <= '9') || ((last | 32) >= 'a' && (last | 32) <= 'z');
}

static bool has(const kn_story_line *line, char byte)
{
    return memchr(line->text, byte, line->length) != NULL;
}

/* A quotation mark of more than one byte. */
static bool has_wide_quote(const kn_story_line *line)
{
    return (has(line, '\xe2') && strstr(line->text, "\xe2\x80\x9c")) ||
           (has(line, '\xc2') && strstr(line->text, "\xc2\xab"));
}

/* Numbers in digits; a digit behind a space begins a word. */
static size_t count_numbers(const kn_story *story, const kn_story_line *line)
{
    size_t numbers = 0;
    for (size_t w = line->first_word; w < line->end_word; w++) {
        size_t at = story->stream.word[w].begin;
        numbers += kn_ascii_digit(line->text[at]) && (at == 0 || line->text[at - 1] == ' ');
    }
    return numbers;
}

static void look_at_text(const kn_story *story, const kn_story_line *line, double *value)
{
    value[NUMBERS] = fmin((double)count_numbers(story, line), 3);
    value[QUOTES] = has(line, '"') || has_wide_quote(line);
    value[OPENS_WITH_QUOTE] =
        line->text[0] == '"' || strncmp(line->text, "\xe2\x80\x9c", 3) == 0 || strncmp(line->text, "\xc2\xab", 2) == 0;
    value[BRACKETS] = has(line, '(');
    value[EXCLAMATIONS] = has(line, '!');
    value[SMALL_LETTER] = line->text[0] >= 'a' && line->text[0] <= 'z';
    value[NO_STOP] = ends_open(line);
}

/* The features that are no words, value[FEATURES]. */
static void look_at(const kn_story *story, size_t line, double *value)
{
    const kn_tokens *tokens = &story->tokens;
    size_t begin = tokens->start[line], end = tokens->start[line + 1], stops = 0;
    double length = (double)(end - begin);
    memset(value, 0, FEATURES * sizeof *value);
    value[ONE] = 1;
    value[LENGTH] = kn_log1p(length) / 3;
    value[SHORT] = length < 10;
    value[LONG] = length > 30;
    look_at_names(story, line, value);
    look_at_text(story, &story->line[line], value);
    value[PRONOUNS] = fmin((double)story->line[line].pronouns, 3);
    for (size_t i = begin; i < end; i++)
        stops += story->stop[tokens->id[i]];
    for (size_t i = begin; i < end && i < begin + EARLY; i++)
        if (tokens->flags[i] & KN_TOKEN_PRONOUN)
            value[EARLY_PRONOUN] = 1;
    value[FUNCTION_SHARE] = length > 0 ? (double)stops / length : 0;
}

/* The weights of the words of a line: the opening word, then all. `common` are the numbers in the model of the story's words;
 * made->index has room for the tokens of the line and one more. */
static void list_words(const kn_story *story, size_t line, const uint32_t *common, size_t words, surface *made)
{
    size_t begin = story->tokens.start[line], end = story->tokens.start[line + 1];
    made->count = 0;
    if (begin < end && common[story->tokens.id[begin]] != KN_NO_SYMBOL)
        made->index[made->count++] = FEATURES + common[story->tokens.id[begin]];
    for (size_t i = begin; i < end; i++) {
        uint32_t number = common[story->tokens.id[i]];
        if (number != KN_NO_SYMBOL)
            made->index[made->count++] = (uint32_t)(FEATURES + words) + number;
    }
}

static double score_of(const surface *made, const double *weight)
{
    double score = 0;
    for (size_t i = 0; i < FEATURES; i++)
        score += weight[i] * made->value[i];
    for (size_t i = 0; i < made->count; i++)
        score += weight[made->index[i]];
    return score;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The share of the recognised sentences with no higher score, between quantiles by a straight line. */
static double share_of(const kn_surface *model, double score)
{
    const double *quantile = model->quantile;
    size_t at = 0;
    if (score < quantile[0])
        return 0;
    while (at + 1 < KN_SURFACE_QUANTILES && quantile[at + 1] <= score)
        at++;
    if (at + 1 == KN_SURFACE_QUANTILES)
        return 1;
    return ((double)at + (score - quantile[at]) / (quantile[at + 1] - quantile[at])) / (KN_SURFACE_QUANTILES - 1);
}

/* The share of a line that a model of this kind sets. */
static double *share_in(kn_story_line *line, kn_surface_kind kind)
{
    return kind == KN_STANDALONE ? &line->standalone : &line->style;
}

/* The first sentence of a document stands alone without a model of it, where first sentences can be told from others. */
static void set_share(const kn_surface *model, kn_story_line *line, double score)
{
    bool known = model->kind == KN_STANDALONE && model->reliability > 0 && line->sentence->story_position == 0;
    *share_in(line, model->kind) = known ? 1 : share_of(model, score);
}

/* ---- Fitting ---- */

typedef struct row {
    surface surface;
    double weight, score; /* score: held out */
    kn_story_line *line;  /* NULL for one of a reference */
    bool wanted;          /* one to be recognised */
    unsigned char fold;
} row;

typedef struct problem {
    const row *rows;
    size_t count, weights;
    unsigned left_out; /* the fold that is left out */
} problem;

static double evaluate(const void *context, const double *weight, double *gradient)
{
    const problem *self = context;
    double loss = 0;
    for (size_t i = 0; i < self->weights; i++) {
        loss += L2 * weight[i] * weight[i] / 2;
        gradient[i] = L2 * weight[i];
    }
    for (size_t r = 0; r < self->count; r++) {
        const row *here = &self->rows[r];
        double score, slope;
        if (here->fold == self->left_out)
            continue;
        score = score_of(&here->surface, weight);
        loss += here->weight * kn_logistic(score, here->wanted, &slope);
        slope *= here->weight;
        for (size_t i = 0; i < FEATURES; i++)
            gradient[i] += slope * here->surface.value[i];
        for (size_t i = 0; i < here->surface.count; i++)
            gradient[here->surface.index[i]] += slope;
    }
    return loss;
}

/* The words of the stories that at least a share COMMON of them have. */
static bool find_common(kn_surface *model, const kn_story *story, size_t count)
{
    kn_symbols all;
    uint32_t *stories = NULL;
    bool ok = true;
    kn_symbols_begin(&all, model->allocator);
    for (size_t s = 0; ok && s < count; s++)
        for (size_t w = 0; ok && w < story[s].word.count; w++) {
            size_t known = all.count;
            uint32_t symbol = kn_symbols_add(&all, story[s].word.name[w], story[s].word.length[w]);
            ok = symbol != KN_NO_SYMBOL && KN_ROOM(model->allocator, stories, all.count);
            if (ok)
                stories[symbol] = symbol == known ? 1 : stories[symbol] + 1;
        }
    for (size_t w = 0; ok && w < all.count; w++)
        if (stories[w] >= 2 && stories[w] >= COMMON * (double)count)
            ok = kn_symbols_add(&model->word, all.name[w], all.length[w]) != KN_NO_SYMBOL;
    KN_RELEASE(model->allocator, stories);
    kn_symbols_free(&all);
    return ok;
}

/* The numbers in the model of a story's words, KN_NO_SYMBOL for those that have none; NULL when memory is out. */
static uint32_t *number_words(const kn_surface *model, const kn_story *story)
{
    uint32_t *number = kn_new(story->allocator, story->word.count, sizeof *number);
    for (size_t w = 0; number && w < story->word.count; w++)
        number[w] = kn_symbols_find(&model->word, story->word.name[w], story->word.length[w]);
    return number;
}

/* The rows of a story's sentences, of the documents or of the references; their weights are set when all are known. */
static bool add_rows(const kn_surface *model, kn_story *story, bool reference, unsigned char fold, kn_arena *arena,
                     row *rows)
{
    uint32_t *number = number_words(model, story);
    bool ok = number != NULL;
    for (size_t i = 0; ok && i < story->lines; i++) {
        kn_story_line *line = &story->line[i];
        size_t tokens = story->tokens.start[i + 1] - story->tokens.start[i];
        rows[i] = (row){.line = reference ? NULL : line, .fold = fold};
        rows[i].wanted = reference || (model->kind == KN_STANDALONE && line->sentence->story_position == 0);
        rows[i].surface.index = kn_arena_new(arena, tokens + 1, sizeof *rows->surface.index);
        ok = rows[i].surface.index != NULL;
        if (ok) {
            look_at(story, i, rows[i].surface.value);
            list_words(story, i, number, model->word.count, &rows[i].surface);
        }
    }
    kn_free(story->allocator, number, story->word.count, sizeof *number);
    return ok;
}

/* Gives both classes the same weight in all; false where there is only one. */
static bool balance(row *rows, size_t count)
{
    size_t wanted = 0;
    for (size_t r = 0; r < count; r++)
        wanted += rows[r].wanted;
    for (size_t r = 0; r < count; r++)
        rows[r].weight = (double)count / 2 / (double)(rows[r].wanted ? wanted : count - wanted);
    return wanted > 0 && wanted < count;
}

typedef struct fitting {
    problem problem;
    double **weight; /* [folds + 1] the last of all rows */
    size_t folds;
    bool *done;
    const knap_allocator *allocator;
} fitting;

static void fit_one(void *context, size_t index, size_t worker)
{
    fitting *self = context;
    problem mine = self->problem;
    (void)worker;
    mine.left_out = (unsigned)index;
    self->done[index] = kn_minimise(self->allocator, mine.weights, evaluate, &mine, self->weight[index]);
}

/* How many of the rising scores are below x, or not above it. */
static size_t count_below(const double *score, size_t count, double x, bool or_equal)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (score[middle] < x || (or_equal && score[middle] == x))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The area under the ROC curve: how often one of the wanted scores, which rise, is above one of the others; a tie is half. */
static double find_area(const double *score, size_t wanted, const double *other, size_t others)
{
    double above = 0;
    for (size_t i = 0; i < others; i++)
        above += (double)wanted -
                 (double)(count_below(score, wanted, other[i], false) + count_below(score, wanted, other[i], true)) / 2;
    return above / (double)wanted / (double)others;
}

/* The quantiles of the wanted sentences' scores, and the reliability. */
static bool find_quantiles(kn_surface *model, const row *rows, size_t count)
{
    size_t wanted = 0, others = 0;
    double *score = kn_new(model->allocator, count, sizeof *score); /* the wanted ones from the front */
    if (!score)
        return false;
    for (size_t r = 0; r < count; r++)
        if (rows[r].wanted)
            score[wanted++] = rows[r].score;
        else
            score[count - ++others] = rows[r].score;
    qsort(score, wanted, sizeof *score, compare);
    for (size_t i = 0; i < KN_SURFACE_QUANTILES; i++)
        model->quantile[i] = score[i * (wanted - 1) / (KN_SURFACE_QUANTILES - 1)];
    model->reliability = fmax(0, 2 * find_area(score, wanted, score + wanted, others) - 1);
    kn_free(model->allocator, score, count, sizeof *score);
    return true;
}

static void set_shares(const kn_surface *model, kn_story *story, size_t count, const row *rows, size_t total)
{
    for (size_t r = 0; r < total; r++)
        if (rows[r].line)
            set_share(model, rows[r].line, rows[r].score);
    for (size_t s = 0; s < count; s++) /* while fitting, a trimmed form is taken for its line */
        for (size_t form = story[s].lines; form < kn_story_rows(&story[s]); form++) {
            kn_story_line *line = story[s].line;
            *share_in(&line[form], model->kind) = *share_in(&line[line[form].place], model->kind);
        }
}

static knap_status fit_rows(kn_surface *model, size_t folds, row *rows, size_t total, const knap_run *run,
                            knap_error *error)
{
    fitting self = {.problem = {.rows = rows, .count = total, .weights = kn_surface_weights(model)},
                    .folds = folds,
                    .allocator = model->allocator};
    size_t fits = self.folds + 1;
    bool ok;
    self.weight = kn_new(model->allocator, fits, sizeof *self.weight);
    self.done = kn_new(model->allocator, fits, sizeof *self.done);
    ok = self.weight && self.done;
    for (size_t i = 0; ok && i < fits; i++)
        ok = (self.weight[i] = kn_new(model->allocator, self.problem.weights, sizeof(double))) != NULL;
    if (ok)
        kn_parallel_for(run->jobs, fits, fit_one, &self);
    for (size_t i = 0; ok && i < fits; i++)
        ok = self.done[i];
    for (size_t r = 0; ok && r < total; r++)
        rows[r].score = score_of(&rows[r].surface, self.weight[rows[r].fold]);
    ok = ok && find_quantiles(model, rows, total);
    if (ok) {
        model->weight = self.weight[self.folds];
        self.weight[self.folds] = NULL;
    }
    for (size_t i = 0; self.weight && i < fits; i++)
        kn_free(model->allocator, self.weight[i], self.problem.weights, sizeof(double));
    kn_free(model->allocator, self.weight, fits, sizeof *self.weight);
    kn_free(model->allocator, self.done, fits, sizeof *self.done);
    return ok ? KNAP_OK : kn_no_memory(error);
}

knap_status kn_surface_fit(kn_surface *model, kn_surface_kind kind, kn_story *story, kn_story *reference, size_t count,
                           const knap_run *run, knap_error *error)
{
    kn_arena arena = {.allocator = run->allocator};
    size_t total = 0, at = 0;
    row *rows;
    knap_status status = KNAP_OK;
    kn_surface_begin(model, kind, run->allocator);
    for (size_t s = 0; s < count; s++)
        total += story[s].lines + (reference ? reference[s].lines : 0);
    if (count < LEAST_STORIES || total == 0)
        return KNAP_OK;
    rows = kn_new(run->allocator, total, sizeof *rows);
    if (!rows || !find_common(model, story, count))
        status = kn_no_memory(error);
    for (size_t s = 0; !status && s < count; s++) {
        unsigned char fold = (unsigned char)(s % FOLDS);
        bool ok = add_rows(model, &story[s], false, fold, &arena, rows + at);
        at += story[s].lines;
        if (ok && reference) {
            ok = add_rows(model, &reference[s], true, fold, &arena, rows + at);
            at += reference[s].lines;
        }
        status = ok ? KNAP_OK : kn_no_memory(error);
    }
    if (!status && balance(rows, total))
        status = fit_rows(model, count < FOLDS ? count : FOLDS, rows, total, run, error);
    if (!status && model->weight)
        set_shares(model, story, count, rows, total);
    kn_arena_free(&arena);
    kn_free(run->allocator, rows, total, sizeof *rows);
    return status;
}

/* ---- Use ---- */

static void forget_shares(const kn_surface *model, kn_story *story)
{
    for (size_t line = 0; line < kn_story_rows(story); line++)
        *share_in(&story->line[line], model->kind) = 1;
}

static size_t copy_shares(const kn_surface *model, kn_story *story, size_t count, double *share)
{
    size_t lines = 0;
    for (size_t s = 0; s < count; s++)
        for (size_t line = 0; line < story[s].lines; line++)
            share[lines++] = *share_in(&story[s].line[line], model->kind);
    return lines;
}

/* Whether the sentences of the references have higher shares than those of the documents; they are scored first. */
static knap_status compare_shares(const kn_surface *model, kn_story *story, kn_story *reference, size_t count,
                                  bool *higher, knap_error *error)
{
    size_t total = 0, wanted, others;
    double *share;
    knap_status status = KNAP_OK;
    for (size_t s = 0; !status && s < count; s++) {
        status = kn_surface_score(&model, 1, &reference[s], error);
        total += story[s].lines + reference[s].lines;
    }
    share = kn_new(model->allocator, total, sizeof *share);
    if (!status && !share)
        status = kn_no_memory(error);
    if (!status) {
        wanted = copy_shares(model, reference, count, share);
        others = copy_shares(model, story, count, share + wanted);
        qsort(share, wanted, sizeof *share, compare);
        *higher = wanted == 0 || find_area(share, wanted, share + wanted, others) >= 0.5;
    }
    kn_free(model->allocator, share, total, sizeof *share);
    return status;
}

knap_status kn_surface_confirm(kn_surface *model, kn_story *story, kn_story *reference, size_t count,
                               const knap_run *run, knap_error *error)
{
    const kn_surface *used = model;
    bool higher = false;
    knap_status status = KNAP_OK;
    if (model->weight && model->reliability > 0)
        status = compare_shares(model, story, reference, count, &higher, error);
    if (status || !model->weight || higher)
        return status;
    kn_surface_free(model);
    status = kn_surface_fit(model, KN_STANDALONE, reference, NULL, count, run, error);
    model->reliability = 0;
    for (size_t s = 0; !status && s < count; s++) {
        forget_shares(model, &story[s]);
        status = kn_surface_score(&used, 1, &story[s], error);
    }
    return status;
}

/* The tokens of the line that has the most. */
static size_t most_tokens(const kn_story *story)
{
    size_t most = 0;
    for (size_t line = 0; line < kn_story_rows(story); line++) {
        size_t tokens = story->tokens.start[line + 1] - story->tokens.start[line];
        most = tokens > most ? tokens : most;
    }
    return most;
}

knap_status kn_surface_score(const kn_surface *const *model, size_t models, kn_story *story, knap_error *error)
{
    kn_arena arena = {.allocator = story->allocator};
    const kn_surface *used[KN_SURFACE_KINDS];
    uint32_t *number[KN_SURFACE_KINDS] = {NULL};
    surface made = {.index = kn_arena_new(&arena, most_tokens(story) + 1, sizeof *made.index)};
    size_t count = 0;
    bool ok = made.index;
    for (size_t m = 0; ok && m < models && count < KN_SURFACE_KINDS; m++)
        if (model[m]->weight) {
            used[count] = model[m];
            if (model[m]->kind == KN_STANDALONE)
                story->leads = model[m]->reliability > 0;
            number[count] = number_words(model[m], story);
            ok = number[count++] != NULL;
        }
    for (size_t line = 0; ok && count && line < kn_story_rows(story); line++) {
        look_at(story, line, made.value);
        for (size_t m = 0; m < count; m++) {
            list_words(story, line, number[m], used[m]->word.count, &made);
            set_share(used[m], &story->line[line], score_of(&made, used[m]->weight));
        }
    }
    for (size_t m = 0; m < count; m++)
        kn_free(story->allocator, number[m], story->word.count, sizeof *number[m]);
    kn_arena_free(&arena);
    return ok ? KNAP_OK : kn_no_memory(error);
}

void kn_surface_free(kn_surface *model)
{
    kn_free(model->allocator, model->weight, kn_surface_weights(model), sizeof *model->weight);
    kn_symbols_free(&model->word);
    *model = (kn_surface){.allocator = model->allocator, .kind = model->kind};
}
