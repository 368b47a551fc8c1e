/* answer.c - the content words and pairs of an answer, and which texts have them. It knows nothing of instances. */
#include "labels/answer.h"
#include "base/elementary.h"
#include "base/error.h"
#include "base/sort.h"

#include <math.h>
#include <string.h>

static bool add_found(kn_answer *self, uint32_t concept_id)
{
    if (self->seen[concept_id] == self->text + 1)
        return true;
    self->seen[concept_id] = (uint32_t)self->text + 1;
    self->count[concept_id]++;
    if (!KN_ROOM(self->allocator, self->id, self->ids + 1))
        return false;
    self->id[self->ids++] = concept_id;
    return true;
}

/* A stem or pair of the answer is added; one of a text is looked up. */
static bool take(kn_answer *self, const char *name, size_t length)
{
    uint32_t symbol;
    if (self->learning)
        return kn_symbols_add(&self->concepts, name, length) != KN_NO_SYMBOL;
    symbol = kn_symbols_find(&self->concepts, name, length);
    return symbol == KN_NO_SYMBOL || add_found(self, symbol);
}

static int take_word(void *context, const knap_word *word)
{
    kn_answer *self = context;
    bool done = take(self, word->stem, word->stem_length);
    if (done && self->last.length) {
        self->pair.length = 0;
        kn_text_add(&self->pair, self->last.bytes, self->last.length);
        kn_text_byte(&self->pair, 0x1f);
        kn_text_add(&self->pair, word->stem, word->stem_length);
        done = !self->pair.failed && take(self, self->pair.bytes, self->pair.length);
    }
    self->last.length = 0;
    kn_text_add(&self->last, word->stem, word->stem_length);
    self->failed = !done || self->last.failed;
    return self->failed;
}

static knap_status read_words(kn_answer *self, knap_language *language, const char *text, unsigned flags,
                              knap_error *error)
{
    knap_status status;
    self->last.length = 0;
    self->failed = false;
    status = knap_language_words(language, text, strlen(text), flags, take_word, self, error);
    return self->failed ? kn_no_memory(error) : status;
}

/* The concepts of the answer. One of function words only ("To be or not to be") is taken as it is. */
static knap_status read_answer(kn_answer *self, knap_language *language, const char *answer, unsigned *flags,
                               knap_error *error)
{
    knap_status status;
    kn_symbols_free(&self->concepts);
    kn_symbols_begin(&self->concepts, self->allocator);
    self->pair.allocator = self->last.allocator = self->allocator;
    self->learning = true;
    *flags = KNAP_WORDS_NO_STOP;
    status = read_words(self, language, answer, *flags, error);
    if (!status && self->concepts.count == 0) {
        *flags = 0;
        status = read_words(self, language, answer, *flags, error);
    }
    self->learning = false;
    return status;
}

/* Room for the concepts and the items, all 0. */
static bool make_room(kn_answer *self, size_t items)
{
    size_t concepts = self->concepts.count;
    if (!KN_ROOM(self->allocator, self->seen, concepts + 1) || !KN_ROOM(self->allocator, self->count, concepts + 1) ||
        !KN_ROOM(self->allocator, self->cap, concepts + 1) || !KN_ROOM(self->allocator, self->start, items + 1))
        return false;
    memset(self->seen, 0, (concepts + 1) * sizeof *self->seen);
    memset(self->count, 0, (concepts + 1) * sizeof *self->count);
    memset(self->cap, 0, (concepts + 1) * sizeof *self->cap);
    self->start[0] = 0;
    return true;
}

static bool rises(const void *context, uint32_t a, uint32_t b)
{
    (void)context;
    return a > b;
}

static void weigh(kn_answer *self)
{
    double most = 0;
    for (size_t c = 0; c < self->concepts.count; c++) {
        if (self->count[c])
            self->cap[c] = kn_log(((double)self->items + 1) / ((double)self->count[c] + 0.5));
        most = fmax(most, self->cap[c]);
    }
    for (size_t c = 0; c < self->concepts.count; c++)
        self->cap[c] /= most > 0 ? most : 1;
}

knap_status kn_answer_find(kn_answer *self, knap_language *language, const char *answer, const char *const *text,
                           size_t count, knap_error *error)
{
    unsigned flags;
    knap_status status = read_answer(self, language, answer, &flags, error);
    if (status)
        return status;
    if (!make_room(self, count))
        return kn_no_memory(error);
    self->items = count;
    self->ids = 0;
    for (self->text = 0; !status && self->text < count; self->text++) {
        size_t first = self->ids;
        if (text && text[self->text])
            status = read_words(self, language, text[self->text], flags, error);
        kn_sort_by(self->id + first, self->ids - first, rises, NULL);
        self->start[self->text + 1] = self->ids;
    }
    if (!status)
        weigh(self);
    return status;
}

void kn_answer_free(kn_answer *self)
{
    kn_symbols_free(&self->concepts);
    kn_text_free(&self->pair);
    kn_text_free(&self->last);
    KN_RELEASE(self->allocator, self->start);
    KN_RELEASE(self->allocator, self->id);
    KN_RELEASE(self->allocator, self->seen);
    KN_RELEASE(self->allocator, self->count);
    KN_RELEASE(self->allocator, self->cap);
}
