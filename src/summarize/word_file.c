/* word_file.c - the word model as lines of a model file.
 *
 *     length L                        mean words of a reference
 *     background DOCUMENTS CLUSTERS WORDS
 *     DOCUMENTS CLUSTERS WORD         each word that at least two documents have
 *     indicators COUNT
 *     W1 W2 W3 SLOPE WORD             its weight for k = 1, 2, 3..12, and times ln(k/6)
 *     features COUNT
 *     W1 W2 W3 SLOPE NAME             the same; SLOPE is 0 where there is none; NAME! for function words on top */
#include "summarize/word_model.h"
#include "summarize/word_fit.h"
#include "base/error.h"
#include "base/number.h"

#include <stdlib.h>
#include <string.h>

enum { F = KN_WORD_FEATURES, S = KN_SLOPED_FEATURES };

void kn_word_model_write(const kn_word_model *model, kn_text *text)
{
    const kn_background *background = &model->background;
    size_t indicators = model->indicator.count, words = 0;
    double *const *w = (double *const *)model->weight;
    for (size_t i = 0; i < background->word.count; i++)
        words += background->documents[i] >= 2;
    kn_text_format(text, "length %a\nbackground %zu %zu %zu\n", model->length, background->all_documents,
                   background->all_clusters, words);
    for (size_t i = 0; i < background->word.count; i++)
        if (background->documents[i] >= 2)
            kn_text_format(text, "%u %u %s\n", background->documents[i], background->clusters[i],
                           background->word.name[i]);
    kn_text_format(text, "indicators %zu\n", indicators);
    for (size_t i = 0; i < indicators; i++)
        kn_text_format(text, "%a %a %a %a %s\n", w[0][2 * F + i], w[1][2 * F + i], w[2][2 * F + i],
                       w[2][2 * F + indicators + S + i], model->indicator.name[i]);
    kn_text_format(text, "features %d\n", 2 * F);
    for (size_t i = 0; i < 2 * F; i++)
        kn_text_format(text, "%a %a %a %a %s%s\n", w[0][i], w[1][i], w[2][i],
                       i < S ? w[2][2 * F + indicators + i] : 0.0, kn_word_feature_names[i % F], i < F ? "" : "!");
}

/* ---- Reading ---- */

typedef struct cursor {
    const char *at;
    bool bad, no_memory;
} cursor;

static double number(cursor *self)
{
    char *end;
    double value = kn_parse_number(self->at, &end);
    if (end == self->at || !(value > -1e300 && value < 1e300))
        self->bad = true;
    self->at = end;
    return value;
}

static size_t count(cursor *self)
{
    double value = number(self);
    if (!(value >= 0 && value < 1e9))
        self->bad = true;
    return self->bad ? 0 : (size_t)value;
}

static void word(cursor *self, const char *expected)
{
    size_t length = strlen(expected);
    if (self->bad || strncmp(self->at, expected, length) != 0)
        self->bad = true;
    else
        self->at += length;
}

/* The rest of the line after a space. */
static const char *rest(cursor *self, size_t *length)
{
    const char *begin = self->at + 1;
    if (self->bad || *self->at != ' ') {
        self->bad = true;
        return NULL;
    }
    *length = strcspn(begin, "\n");
    self->at = begin + *length;
    word(self, "\n");
    return begin;
}

/* A symbol that must be new. */
static bool add_symbol(cursor *self, kn_symbols *symbols, const char *name, size_t length)
{
    size_t before = symbols->count;
    uint32_t symbol;
    if (self->bad)
        return false;
    symbol = kn_symbols_add(symbols, name, length);
    if (symbol == KN_NO_SYMBOL)
        self->bad = self->no_memory = true;
    else if (symbol != before)
        self->bad = true;
    return !self->bad;
}

static void read_background(cursor *self, kn_background *background, const knap_allocator *allocator)
{
    size_t words;
    word(self, "background ");
    background->all_documents = count(self);
    background->all_clusters = count(self);
    words = count(self);
    word(self, "\n");
    if (self->bad || words > strlen(self->at)) {
        self->bad = true;
        return;
    }
    background->documents = kn_new(allocator, words, sizeof *background->documents);
    background->clusters = kn_new(allocator, words, sizeof *background->clusters);
    background->documents_capacity = background->clusters_capacity = words;
    if (!background->documents || !background->clusters)
        self->bad = self->no_memory = true;
    for (size_t i = 0; !self->bad && i < words; i++) {
        size_t length, documents = count(self), clusters = count(self);
        const char *name = rest(self, &length);
        if (!add_symbol(self, &background->word, name, length))
            return;
        background->documents[i] = (uint32_t)documents;
        background->clusters[i] = (uint32_t)clusters;
    }
}

/* The weights of one line: three fits and the slope. */
static void read_weights(cursor *self, kn_word_model *model, size_t at, double *slope)
{
    for (size_t fit = 0; fit < KN_WORD_FITS; fit++) {
        double value = number(self);
        if (!self->bad)
            model->weight[fit][at] = value;
    }
    *slope = number(self);
}

static void read_fits(cursor *self, kn_word_model *model, size_t indicators, const knap_allocator *allocator)
{
    double slope;
    for (size_t fit = 0; fit < KN_WORD_FITS; fit++)
        if (!(model->weight[fit] =
                  kn_new(allocator, kn_word_weights(indicators, fit, fit < 2 ? fit : fit + 1), sizeof(double))))
            self->bad = self->no_memory = true;
    for (size_t i = 0; !self->bad && i < indicators; i++) {
        size_t length;
        const char *name;
        read_weights(self, model, 2 * F + i, &slope);
        model->weight[2][2 * F + indicators + S + i] = slope;
        name = rest(self, &length);
        add_symbol(self, &model->indicator, name, length);
    }
    word(self, "features ");
    if (count(self) != 2 * F)
        self->bad = true;
    word(self, "\n");
    for (size_t i = 0; !self->bad && i < 2 * F; i++) {
        read_weights(self, model, i, &slope);
        if (i < S)
            model->weight[2][2 * F + indicators + i] = slope;
        word(self, " ");
        word(self, kn_word_feature_names[i % F]);
        word(self, i < F ? "\n" : "!\n");
    }
}

knap_status kn_word_model_read(kn_word_model *model, const char *text, const char *file,
                               const knap_allocator *allocator, knap_error *error)
{
    cursor self = {.at = text};
    size_t indicators;
    *model = (kn_word_model){.allocator = allocator};
    kn_background_begin(&model->background, allocator);
    kn_symbols_begin(&model->indicator, allocator);
    word(&self, "length ");
    model->length = number(&self);
    word(&self, "\n");
    read_background(&self, &model->background, allocator);
    word(&self, "indicators ");
    indicators = count(&self);
    word(&self, "\n");
    if (!self.bad && indicators <= strlen(self.at)) {
        read_fits(&self, model, indicators, allocator);
        if (self.bad) { /* the weights were allocated for all indicators, of which not all have been read */
            for (size_t fit = 0; fit < KN_WORD_FITS; fit++) {
                kn_free(allocator, model->weight[fit], kn_word_weights(indicators, fit, fit < 2 ? fit : fit + 1),
                        sizeof(double));
                model->weight[fit] = NULL;
            }
        }
    } else {
        self.bad = true;
    }
    if (!self.bad && !*self.at)
        return KNAP_OK;
    kn_word_model_free(model);
    return self.no_memory ? kn_no_memory(error)
                          : kn_fail_at(error, KNAP_BAD_MODEL, file, 0, "the model's section 'word-model' is damaged");
}
