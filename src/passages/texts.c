/* texts.c - reads the texts of an instance: words, pairs and shingles as sets of numbers. */
#include "passages/texts.h"
#include "text/utf8.h"
#include "base/elementary.h"
#include "base/error.h"

#include <stdlib.h>
#include <string.h>

static void free_sets(const kn_texts *self, kn_sets *sets)
{
    kn_free(self->allocator, sets->start, self->items + 1, sizeof *sets->start);
    KN_RELEASE(self->allocator, sets->id);
}

/* Frees what belongs to the instance that was read. */
static void end(kn_texts *self)
{
    const knap_allocator *allocator = self->allocator;
    kn_vocabulary kept = self->vocabulary;
    kn_stream_free(&self->stream);
    kn_symbols_free(&self->pairs);
    free_sets(self, &self->word);
    free_sets(self, &self->pair);
    free_sets(self, &self->shingle);
    kn_free(allocator, self->numbers, self->items, sizeof *self->numbers);
    kn_free(allocator, self->idf, self->items + 1, sizeof *self->idf);
    KN_RELEASE(allocator, self->times);
    KN_RELEASE(allocator, self->document_count);
    KN_RELEASE(allocator, self->pair_count);
    KN_RELEASE(allocator, self->query);
    KN_RELEASE(allocator, self->mark);
    KN_RELEASE(allocator, self->place);
    *self = (kn_texts){.allocator = allocator, .vocabulary = kept};
}

void kn_texts_free(kn_texts *self)
{
    end(self);
    kn_vocabulary_free(&self->vocabulary);
    *self = (kn_texts){.allocator = self->allocator};
}

static bool begin(kn_texts *self, size_t items)
{
    const knap_allocator *allocator = self->allocator;
    end(self);
    if (kn_vocabulary_is_large(&self->vocabulary))
        kn_vocabulary_free(&self->vocabulary);
    if (!self->vocabulary.shelves)
        kn_vocabulary_begin(&self->vocabulary, allocator);
    self->items = items;
    kn_stream_begin(&self->stream, &self->vocabulary, allocator);
    kn_symbols_begin(&self->pairs, allocator);
    self->word.start = kn_new(allocator, items + 1, sizeof *self->word.start);
    self->pair.start = kn_new(allocator, items + 1, sizeof *self->pair.start);
    self->shingle.start = kn_new(allocator, items + 1, sizeof *self->shingle.start);
    self->numbers = kn_new(allocator, items, sizeof *self->numbers);
    self->idf = kn_new(allocator, items + 1, sizeof *self->idf);
    for (size_t i = 0; self->idf && i <= items; i++)
        self->idf[i] = kn_log(((double)items + 1) / ((double)i + 0.5));
    return self->word.start && self->pair.start && self->shingle.start && self->numbers && self->idf;
}

/* Room for all stems of the stream. */
static bool know_words(kn_texts *self)
{
    size_t count = self->stream.stem.count, old = self->words;
    if (!KN_ROOM(self->allocator, self->document_count, count) || !KN_ROOM(self->allocator, self->mark, count) ||
        !KN_ROOM(self->allocator, self->place, count))
        return false;
    if (count > old) {
        memset(self->document_count + old, 0, (count - old) * sizeof *self->document_count);
        memset(self->mark + old, 0, (count - old) * sizeof *self->mark);
        self->words = count;
    }
    return true;
}

/* Reads a text into the stream, in place of the one before. */
static knap_status read_text(kn_texts *self, knap_language *language, const char *text, knap_error *error)
{
    size_t length = strlen(text);
    knap_status status;
    if (!kn_utf8_all_valid(text, length))
        return kn_fail(error, KNAP_BAD_INPUT, "it is not valid UTF-8");
    self->stream.count = 0;
    if ((status = kn_stream_read(&self->stream, language, text, length, error)))
        return status;
    return know_words(self) ? KNAP_OK : kn_no_memory(error);
}

static bool is_stop(const kn_word *word)
{
    return word->flags & KNAP_WORD_STOP;
}

static uint32_t mix(uint32_t one, uint32_t two)
{
    uint64_t value = ((uint64_t)one << 32 | two) * UINT64_C(0x9E3779B97F4A7C15);
    value = (value ^ value >> 29) * UINT64_C(0xBF58476D1CE4E5B9);
    return (uint32_t)(value >> 32);
}

static bool add_words(kn_texts *self, size_t item)
{
    size_t at = self->word.start[item], most = at + self->stream.count;
    if (!KN_ROOM(self->allocator, self->word.id, most) || !KN_ROOM(self->allocator, self->times, most))
        return false;
    for (size_t i = 0; i < self->stream.count; i++) {
        uint32_t stem = self->stream.word[i].stem;
        if (is_stop(&self->stream.word[i]))
            continue;
        if (self->mark[stem] != item + 1) {
            if (self->stream.word[i].flags & KNAP_WORD_NUMBER)
                self->numbers[item] += mix(stem, 0);
            self->mark[stem] = (uint32_t)item + 1;
            self->place[stem] = at;
            self->document_count[stem]++;
            self->word.id[at] = stem;
            self->times[at++] = 0;
        }
        self->times[self->place[stem]] += 1;
    }
    self->word.start[item + 1] = at;
    return true;
}

enum { FEW = 96 };

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Sorts what an item has from `start` on and drops what is there twice. Returns the new end. Insertion is the fastest way for a few
 * numbers, and takes one step for each where they are sorted. */
static size_t make_set(uint32_t *id, size_t start, size_t end)
{
    size_t kept = start;
    if (end - start > FEW)
        qsort(id + start, end - start, sizeof *id, by_number);
    for (size_t i = start; i < end; i++) {
        uint32_t here = id[i];
        size_t at = kept;
        while (at > start && id[at - 1] > here)
            at--;
        if (at > start && id[at - 1] == here)
            continue;
        memmove(id + at + 1, id + at, (kept++ - at) * sizeof *id);
        id[at] = here;
    }
    return kept;
}

/* A text of one word has that word as its shingle. */
static bool add_shingles(kn_texts *self, size_t item)
{
    const kn_word *word = self->stream.word;
    size_t at = self->shingle.start[item], count = self->stream.count;
    if (!KN_ROOM(self->allocator, self->shingle.id, at + count))
        return false;
    for (size_t i = 0; i + 1 < count; i++)
        self->shingle.id[at++] = mix(word[i].form, word[i + 1].form);
    if (count == 1)
        self->shingle.id[at++] = mix(word[0].form, UINT32_MAX);
    self->shingle.start[item + 1] = make_set(self->shingle.id, self->shingle.start[item], at);
    return true;
}

static bool add_pairs(kn_texts *self, size_t item)
{
    const kn_word *word = self->stream.word;
    size_t start = self->pair.start[item], at = start;
    if (!KN_ROOM(self->allocator, self->pair.id, at + self->stream.count))
        return false;
    for (size_t i = 0; i + 1 < self->stream.count; i++) {
        uint32_t key[2] = {word[i].stem, word[i + 1].stem}, pair;
        size_t before = self->pairs.count;
        if (is_stop(&word[i]) || is_stop(&word[i + 1]))
            continue;
        pair = kn_symbols_add(&self->pairs, (const char *)key, sizeof key);
        if (pair == KN_NO_SYMBOL || !KN_ROOM(self->allocator, self->pair_count, self->pairs.count))
            return false;
        if (self->pairs.count > before)
            self->pair_count[pair] = 0;
        self->pair.id[at++] = pair;
    }
    self->pair.start[item + 1] = at = make_set(self->pair.id, start, at);
    for (size_t i = start; i < at; i++)
        self->pair_count[self->pair.id[i]]++;
    return true;
}

static knap_status read_query(kn_texts *self, const char *query, knap_language *language, knap_error *error)
{
    knap_status status = read_text(self, language, query, error);
    if (status)
        return status;
    if (!KN_ROOM(self->allocator, self->query, self->stream.count))
        return kn_no_memory(error);
    for (size_t i = 0; i < self->stream.count; i++)
        if (!is_stop(&self->stream.word[i]))
            self->query[self->query_words++] = self->stream.word[i].stem;
    self->query_words = make_set(self->query, 0, self->query_words);
    return KNAP_OK;
}

knap_status kn_texts_read(kn_texts *self, const knap_instance *instance, knap_language *language, bool pairs,
                          knap_error *error)
{
    const char *query = knap_instance_query(instance);
    knap_status status = KNAP_OK;
    char label[160], message[sizeof error->message];
    if (!begin(self, instance->count))
        return kn_no_memory(error);
    if (query && (status = read_query(self, query, language, error)))
        return status;
    for (size_t s = 0; s < instance->count; s++) {
        const char *text = knap_instance_item_text(instance, s);
        self->word.start[s + 1] = self->word.start[s];
        self->pair.start[s + 1] = self->pair.start[s];
        self->shingle.start[s + 1] = self->shingle.start[s];
        if (!text)
            continue;
        if ((status = read_text(self, language, text, error))) {
            if (status == KNAP_BAD_INPUT && error) {
                memcpy(message, error->message, sizeof message);
                kn_fail(error, status, "%s, item %zu: the text cannot be read: %.300s",
                        kn_instance_label(instance, label, sizeof label), s, message);
            }
            return status;
        }
        if (!add_words(self, s) || !add_shingles(self, s) || (pairs && !add_pairs(self, s)))
            return kn_no_memory(error);
    }
    return KNAP_OK;
}

double kn_texts_idf(const kn_texts *self, size_t word)
{
    return self->idf[self->document_count[word]];
}
