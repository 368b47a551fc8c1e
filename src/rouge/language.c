/* language.c - ROUGE's tokens in other languages: ICU's words and Snowball's stems instead of ASCII and Porter.
 *
 * A knap_language serves one thread at a time, a scorer many: a pool lends one to each call. */
#include "rouge/set.h"

#include "base/eights.h"
#include "base/error.h"
#include "base/team.h"
#include "text/inner.h"
#include "text/lexicon.h"
#include "text/utf8.h"

#include <pthread.h>
#include <string.h>

#include <unicode/uchar.h>

enum { MOST_IDLE = 64 };

typedef struct pool {
    const knap_allocator *allocator;
    char code[16];
    bool stem;
    pthread_mutex_t lock;
    knap_language *idle[MOST_IDLE];
    size_t count;
} pool;

static knap_language *borrow(pool *self)
{
    knap_language *language = NULL;
    pthread_mutex_lock(&self->lock);
    if (self->count)
        language = self->idle[--self->count];
    pthread_mutex_unlock(&self->lock);
    if (!language && knap_language_open(self->code, self->allocator, &language, NULL))
        return NULL;
    return language;
}

static void give_back(pool *self, knap_language *language)
{
    pthread_mutex_lock(&self->lock);
    if (self->count < MOST_IDLE) {
        self->idle[self->count++] = language;
        language = NULL;
    }
    pthread_mutex_unlock(&self->lock);
    knap_language_close(language);
}

typedef struct emission {
    knap_rouge_emit emit;
    void *sink;
    int result;
} emission;

static int pass_on(void *context, const knap_word *word)
{
    emission *to = context;
    to->result = to->emit(to->sink, word->folded, word->folded_length, word->stem, word->stem_length);
    return to->result;
}

/* Whether all of the text is UTF-8. With `copy`, bytes that are not (such as a character that a limit cut)
 * become spaces. */
static bool check(const char *bytes, size_t length, char *copy)
{
    bool valid = true;
    for (size_t i = 0; i < length;) {
        size_t step = kn_utf8_valid((const unsigned char *)bytes + i, length - i);
        if (copy && step)
            memcpy(copy + i, bytes + i, step);
        if (copy && !step)
            copy[i] = ' ';
        valid = valid && step > 0;
        i += step ? step : 1;
    }
    return valid;
}

static int tokenize(void *context, const char *bytes, size_t length, knap_rouge_emit emit, void *sink)
{
    pool *self = context;
    emission to = {emit, sink, 0};
    knap_language *language = borrow(self);
    char *copy = NULL;
    knap_status status;
    if (!language)
        return -1;
    if (!check(bytes, length, NULL)) {
        copy = kn_new(self->allocator, length, 1);
        if (!copy) {
            give_back(self, language);
            return -1;
        }
        check(bytes, length, copy);
    }
    status = knap_language_words(language, copy ? copy : bytes, length, self->stem ? 0 : KNAP_WORDS_NO_STEM, pass_on,
                                 &to, NULL);
    kn_free(self->allocator, copy, length, 1);
    give_back(self, language);
    return !status ? 0 : to.result ? to.result : -1;
}

static void free_pool(void *context)
{
    pool *self = context;
    while (self->count)
        knap_language_close(self->idle[--self->count]);
    pthread_mutex_destroy(&self->lock);
    kn_free(self->allocator, self, 1, sizeof *self);
}

knap_status knap_rouge_set_language(knap_rouge *rouge, const char *code, knap_error *error)
{
    KN_REQUIRE(rouge);
    KN_REQUIRE(code);
    knap_language *first;
    pool *self;
    knap_status status = knap_language_open(code, rouge->allocator, &first, error);
    if (status)
        return status;
    self = kn_new(rouge->allocator, 1, sizeof *self);
    if (!self) {
        knap_language_close(first);
        return kn_no_memory(error);
    }
    self->allocator = rouge->allocator;
    self->stem = rouge->options.stem;
    memcpy(self->code, code, strlen(code) + 1); /* a valid code is short */
    pthread_mutex_init(&self->lock, NULL);
    self->idle[self->count++] = first;
    kn_rouge_take_tokenizer(rouge, tokenize, self, free_pool);
    return KNAP_OK;
}

/* ---- Which language a set is in ---- */

enum { SAMPLE = 2048 }; /* bytes of a topic's references that a language is guessed by */

static bool is_ascii_letter(unsigned char byte)
{
    return (byte | 32) >= 'a' && (byte | 32) <= 'z';
}

/* Counts the letters of a text, and those of ASCII. What is not UTF-8 is no letter. */
static void count_letters(const knap_rouge_segment *segment, size_t *letters, size_t *ascii)
{
    const unsigned char *bytes = (const unsigned char *)segment->bytes;
    size_t others = 0, plain = 0;
    for (size_t at = 0; at < segment->length;) {
        size_t step = 1;
        for (; segment->length - at >= 8 && kn_eight_from(kn_eight_at(segment->bytes + at), 0); at += 8)
            plain += kn_eight_count(kn_eight_letters(kn_eight_at(segment->bytes + at)));
        if (at == segment->length)
            break;
        if (bytes[at] < 0x80) {
            plain += is_ascii_letter(bytes[at]);
        } else {
            step = kn_utf8_valid(bytes + at, segment->length - at);
            others += step && u_isalpha(kn_utf8_at(segment->bytes, at, segment->length));
        }
        at += step ? step : 1;
    }
    *letters += plain + others;
    *ascii += plain;
}

/* Adds up numbers over the processes, where the set is divided among them. A message that fails leaves this process's numbers. */
static void add_up(const knap_rouge_set *set, size_t *number, size_t count)
{
    kn_text mine = {.allocator = set->rouge->allocator};
    kn_messages all;
    for (size_t i = 0; i < count; i++)
        kn_put_count(&mine, number[i]);
    if (mine.failed) { /* the others wait for a message */
        mine.failed = false;
        mine.length = 0;
    }
    if (!kn_team_share(set->team, &mine, &all, NULL))
        for (size_t rank = 0; rank < set->team->size; rank++) {
            kn_bytes from = kn_message(&all, rank);
            for (size_t i = 0; i < count && rank != set->team->rank; i++)
                number[i] += (size_t)kn_take_count(&from);
        }
    kn_text_free(&mine);
}

double knap_rouge_set_unseen(const knap_rouge_set *set)
{
    size_t count[2] = {0, 0}; /* letters, and those of ASCII */
    for (size_t t = 0; set && t < set->topics.count; t++)
        for (size_t r = 0; kn_rouge_counts_here(set, t) && r < set->topic[t].references; r++)
            for (size_t s = 0; s < set->topic[t].reference[r].count; s++)
                count_letters(&set->topic[t].reference[r].segment[s], &count[0], &count[1]);
    if (set && set->team)
        add_up(set, count, 2);
    return count[0] ? (double)(count[0] - count[1]) / (double)count[0] : 0;
}

/* Appends the characters of a text and a line end to sample[SAMPLE], as far as there is room. */
static void take_sample(const knap_rouge_segment *segment, char *sample, size_t *length)
{
    for (size_t at = 0; at < segment->length && *length < SAMPLE;) {
        size_t step = kn_utf8_valid((const unsigned char *)segment->bytes + at, segment->length - at);
        if (step && *length + step < SAMPLE) {
            memcpy(sample + *length, segment->bytes + at, step);
            *length += step;
        }
        at += step ? step : 1;
    }
    if (*length + 1 < SAMPLE)
        sample[(*length)++] = '\n';
}

const char *knap_rouge_set_guess(const knap_rouge_set *set)
{
    size_t votes[KN_LANGUAGE_COUNT] = {0}, best = KN_LANGUAGE_COUNT - 1;
    const char *const *codes = knap_language_codes();
    for (size_t t = 0; set && t < set->topics.count; t++) {
        char sample[SAMPLE];
        const char *code;
        size_t length = 0, i = 0;
        if (!kn_rouge_counts_here(set, t))
            continue;
        for (size_t r = 0; r < set->topic[t].references; r++)
            for (size_t s = 0; s < set->topic[t].reference[r].count; s++)
                take_sample(&set->topic[t].reference[r].segment[s], sample, &length);
        code = knap_language_guess(sample, length);
        while (strcmp(codes[i], code) != 0)
            i++;
        votes[i]++;
    }
    if (set && set->team)
        add_up(set, votes, KN_LANGUAGE_COUNT);
    for (size_t i = 0; i < KN_LANGUAGE_COUNT; i++)
        if (votes[i] > votes[best])
            best = i;
    return codes[best];
}
