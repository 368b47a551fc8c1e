/* standalone_file.c - the model of self-containedness as lines of a model file, and back.
 *
 *     reliability R
 *     quantiles Q0 Q1 ...
 *     features COUNT, then a line for each: WEIGHT NAME
 *     words COUNT, then a line for each: OPENING ANYWHERE WORD */
#include "base/cursor.h"
#include "summarize/standalone.h"
#include "base/error.h"

#include <string.h>

void kn_standalone_write(const kn_standalone *model, kn_text *text)
{
    size_t features = KN_STANDALONE_FEATURES, words = model->word.count;
    kn_text_format(text, "reliability %a\nquantiles", model->reliability);
    for (size_t i = 0; i < KN_STANDALONE_QUANTILES; i++)
        kn_text_format(text, " %a", model->quantile[i]);
    kn_text_format(text, "\nfeatures %zu\n", features);
    for (size_t i = 0; i < features; i++)
        kn_text_format(text, "%a %s\n", model->weight[i], kn_standalone_features[i]);
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
        kn_cursor_skip(self, kn_standalone_features[i]);
        kn_cursor_skip(self, "\n");
    }
}

static void read_words(kn_cursor *self, kn_standalone *model, size_t features, size_t words)
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
static size_t read_head(kn_cursor *self, kn_standalone *model, double *weight, size_t features)
{
    size_t words;
    kn_cursor_skip(self, "reliability ");
    model->reliability = kn_cursor_number(self);
    kn_cursor_skip(self, "\nquantiles");
    for (size_t i = 0; i < KN_STANDALONE_QUANTILES; i++) {
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

knap_status kn_standalone_read(kn_standalone *model, const char *text, const char *file,
                               const knap_allocator *allocator, knap_error *error)
{
    kn_cursor self = {.at = text};
    double weight[KN_STANDALONE_FEATURES];
    size_t features = KN_STANDALONE_FEATURES, words;
    *model = (kn_standalone){.allocator = allocator};
    kn_symbols_begin(&model->word, allocator);
    words = read_head(&self, model, weight, features);
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
    kn_standalone_free(model);
    return self.no_memory
               ? kn_no_memory(error)
               : kn_fail_at(error, KNAP_BAD_MODEL, file, 0, "the model's section 'self-containedness' is damaged");
}
