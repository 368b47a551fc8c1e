/* surface_file.c - a model of sentences' surface as lines of a model file, and back.
 *
 *     reliability R
 *     quantiles Q0 Q1 ...
 *     features COUNT, then a line for each: WEIGHT NAME
 *     words COUNT, then a line for each: OPENING ANYWHERE WORD */
#include "base/cursor.h"
#include "summarize/surface.h"
#include "base/error.h"

#include <string.h>

void kn_surface_write(const kn_surface *model, kn_text *text)
{
    size_t features = KN_SURFACE_FEATURES, words = model->word.count;
    kn_text_format(text, "reliability %a\nquantiles", model->reliability);
    for (size_t i = 0; i < KN_SURFACE_QUANTILES; i++)
        kn_text_format(text, " %a", model->quantile[i]);
    kn_text_format(text, "\nfeatures %zu\n", features);
    for (size_t i = 0; i < features; i++)
        kn_text_format(text, "%a %s\n", model->weight[i], kn_surface_features[i]);
    kn_text_format(text, "words %zu\n", words);
    for (size_t i = 0; i < words; i++)
        kn_text_format(text, "%a %a %s\n", model->weight[features + i], model->weight[features + words + i],
                       model->word.name[i]);
}

static void read_features(kn_cursor *self, double *weight, size_t features)
{
    kn_cursor_skip(self, "features ");
    if (kn_cursor_count(self) != features)
        self->bad = true;
    kn_cursor_skip(self, "\n");
    for (size_t i = 0; !self->bad && i < features; i++) {
        weight[i] = kn_cursor_number(self);
        kn_cursor_skip(self, " ");
        kn_cursor_skip(self, kn_surface_features[i]);
        kn_cursor_skip(self, "\n");
    }
}

static void read_words(kn_cursor *self, kn_surface *model, size_t features, size_t words)
{
    for (size_t i = 0; !self->bad && i < words; i++) {
        size_t length;
        const char *name;
        uint32_t symbol;
        model->weight[features + i] = kn_cursor_number(self);
        model->weight[features + words + i] = kn_cursor_number(self);
        name = kn_cursor_rest(self, &length);
        if (self->bad)
            return;
        symbol = kn_symbols_add(&model->word, name, length);
        self->no_memory = symbol == KN_NO_SYMBOL;
        self->bad = symbol != i; /* or the word comes twice */
    }
}

/* The numbers before the words, whose count is returned. */
static size_t read_head(kn_cursor *self, kn_surface *model, double *weight, size_t features)
{
    size_t words;
    kn_cursor_skip(self, "reliability ");
    model->reliability = kn_cursor_number(self);
    kn_cursor_skip(self, "\nquantiles");
    for (size_t i = 0; i < KN_SURFACE_QUANTILES; i++) {
        model->quantile[i] = kn_cursor_number(self);
        self->bad |= i > 0 && model->quantile[i] < model->quantile[i - 1];
    }
    self->bad |= !(model->reliability >= 0 && model->reliability <= 1);
    kn_cursor_skip(self, "\n");
    read_features(self, weight, features);
    kn_cursor_skip(self, "words ");
    words = kn_cursor_count(self);
    kn_cursor_skip(self, "\n");
    self->bad |= words > strlen(self->at);
    return words;
}

knap_status kn_surface_read(kn_surface *model, const char *text, const char *file, const char *section,
                            knap_error *error)
{
    const knap_allocator *allocator = model->allocator;
    kn_cursor self = {.at = text};
    double weight[KN_SURFACE_FEATURES];
    size_t features = KN_SURFACE_FEATURES, words = read_head(&self, model, weight, features);
    if (!self.bad && !(model->weight = kn_new(allocator, features + 2 * words, sizeof *weight)))
        self.bad = self.no_memory = true;
    if (!self.bad) {
        memcpy(model->weight, weight, sizeof weight);
        read_words(&self, model, features, words);
    }
    if (!self.bad && !*self.at)
        return KNAP_OK;
    kn_free(allocator, model->weight, features + 2 * words, sizeof *weight);
    model->weight = NULL;
    kn_surface_free(model);
    return self.no_memory ? kn_no_memory(error)
                          : kn_fail_at(error, KNAP_BAD_MODEL, file, 0, "the model's section '%s' is damaged", section);
}
