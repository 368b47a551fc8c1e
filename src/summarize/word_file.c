/* word_file.c - the word model as lines of a model file.
 *
 *     length ALL CONTENT              mean words of a reference: all of them, and content words
 *     background DOCUMENTS CLUSTERS WORDS
 *     DOCUMENTS CLUSTERS WORD         each word that at least two documents have
 *     indicators COUNT
 *     W1 W2 W3 SLOPE WORD             its weight for k = 1, 2, 3..12, and times ln(k/6)
 *     features COUNT
 *     W1 W2 W3 SLOPE NAME             the same; SLOPE is 0 where there is none; NAME! for function words on top */
#include "base/cursor.h"
#include "summarize/word_model.h"
#include "summarize/word_fit.h"
#include "base/error.h"

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
    kn_text_format(text, "length %a %a\nbackground %zu %zu %zu\n", model->length[0], model->length[1],
                   background->all_documents, background->all_clusters, words);
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

/* A symbol that must be new. */
static bool add_symbol(kn_cursor *self, kn_symbols *symbols, const char *name, size_t length)
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

static void read_background(kn_cursor *self, kn_background *background, const knap_allocator *allocator)
{
    size_t words;
    kn_cursor_skip(self, "background ");
    background->all_documents = kn_cursor_count(self);
    background->all_clusters = kn_cursor_count(self);
    words = kn_cursor_count(self);
    kn_cursor_skip(self, "\n");
    if (self->bad || words > strlen(self->at)) {
        self->bad = true;
        return;
    }
    if (!KN_ROOM(allocator, background->documents, words) || !KN_ROOM(allocator, background->clusters, words) ||
        !kn_symbols_reserve(&background->word, words))
        self->bad = self->no_memory = true;
    for (size_t i = 0; !self->bad && i < words; i++) {
        size_t length, documents = kn_cursor_count(self), clusters = kn_cursor_count(self);
        const char *name = kn_cursor_rest(self, &length);
        if (!add_symbol(self, &background->word, name, length))
            return;
        background->documents[i] = (uint32_t)documents;
        background->clusters[i] = (uint32_t)clusters;
    }
}

/* The weights of one line: three fits and the slope. */
static void read_weights(kn_cursor *self, kn_word_model *model, size_t at, double *slope)
{
    for (size_t fit = 0; fit < KN_WORD_FITS; fit++) {
        double value = kn_cursor_number(self);
        if (!self->bad)
            model->weight[fit][at] = value;
    }
    *slope = kn_cursor_number(self);
}

static void read_fits(kn_cursor *self, kn_word_model *model, size_t indicators, const knap_allocator *allocator)
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
        name = kn_cursor_rest(self, &length);
        add_symbol(self, &model->indicator, name, length);
    }
    kn_cursor_skip(self, "features ");
    if (kn_cursor_count(self) != 2 * F)
        self->bad = true;
    kn_cursor_skip(self, "\n");
    for (size_t i = 0; !self->bad && i < 2 * F; i++) {
        read_weights(self, model, i, &slope);
        if (i < S)
            model->weight[2][2 * F + indicators + i] = slope;
        kn_cursor_skip(self, " ");
        kn_cursor_skip(self, kn_word_feature_names[i % F]);
        kn_cursor_skip(self, i < F ? "\n" : "!\n");
    }
}

knap_status kn_word_model_read(kn_word_model *model, const char *text, const char *file,
                               const knap_allocator *allocator, knap_error *error)
{
    kn_cursor self = {.at = text};
    size_t indicators;
    *model = (kn_word_model){.allocator = allocator};
    kn_background_begin(&model->background, allocator);
    kn_symbols_begin(&model->indicator, allocator);
    kn_cursor_skip(&self, "length ");
    model->length[KNAP_TEXT_ROUGE_1] = kn_cursor_number(&self);
    model->length[KNAP_TEXT_CONTENT] = kn_cursor_number(&self);
    kn_cursor_skip(&self, "\n");
    read_background(&self, &model->background, allocator);
    kn_cursor_skip(&self, "indicators ");
    indicators = kn_cursor_count(&self);
    kn_cursor_skip(&self, "\n");
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
