/* words.c - ROUGE's words in their order, with what the language layer knows of each, and the pairs of neighbours.
 *
 * ROUGE's tokens and ICU's words of a line are read side by side: a token belongs to the next word that has it in its folded
 * form ("u" and "s" to "u.s."). */
#include "summarize/words.h"
#include "base/error.h"

#include <string.h>

/* How many words ahead a token is looked for before it is given up. */
enum { LOOK_AHEAD = 8 };

typedef struct form {
    size_t begin, length; /* in `bytes` */
    unsigned flags;
} form;

typedef struct reading {
    kn_story *story;
    kn_text bytes; /* the folded words, one behind the other */
    form *form;    /* [forms] */
    size_t forms, form_capacity;
    size_t at, used; /* the word the last token was of, and how much of it */
    int failed;
} reading;

static int keep_form(void *context, const knap_word *word)
{
    reading *self = context;
    form *grown =
        kn_grow(self->story->allocator, self->form, &self->form_capacity, self->forms + 1, sizeof *self->form);
    if (!grown)
        return self->failed = 1;
    self->form = grown;
    grown[self->forms++] = (form){self->bytes.length, word->folded_length, word->flags};
    kn_text_add(&self->bytes, word->folded, word->folded_length);
    return self->failed = self->bytes.failed;
}

/* Where `length` bytes of `word` stand in `text`, or SIZE_MAX. */
static size_t find(const char *text, size_t size, const char *word, size_t length)
{
    for (size_t i = 0; i + length <= size; i++)
        if (text[i] == word[0] && memcmp(text + i, word, length) == 0)
            return i;
    return SIZE_MAX;
}

/* The flags of the word that a token is of. */
static unsigned flags_of(reading *self, const char *word, size_t length)
{
    for (size_t i = self->at; length && i < self->forms && i < self->at + LOOK_AHEAD; i++) {
        const form *here = &self->form[i];
        size_t skip = i == self->at ? self->used : 0;
        size_t found = find(self->bytes.bytes + here->begin + skip, here->length - skip, word, length);
        if (found == SIZE_MAX)
            continue;
        self->at = i;
        self->used = skip + found + length;
        return here->flags;
    }
    return 0;
}

static int ends(const char *word, size_t length, const char *end)
{
    size_t size = strlen(end);
    return length > size + 1 && memcmp(word + length - size, end, size) == 0;
}

static unsigned char token_flags(reading *self, const char *word, size_t length)
{
    unsigned known = flags_of(self, word, length), flags = 0;
    flags |= known & KNAP_WORD_STOP ? KN_TOKEN_STOP : 0;
    flags |= known & KNAP_WORD_CAPITAL ? KN_TOKEN_CAPITAL : 0;
    flags |= ends(word, length, "ed") ? KN_TOKEN_ED : 0;
    flags |= ends(word, length, "ing") ? KN_TOKEN_ING : 0;
    flags |= ends(word, length, "ly") ? KN_TOKEN_LY : 0;
    flags |= ends(word, length, "s") ? KN_TOKEN_S : 0;
    return (unsigned char)flags;
}

static int keep_token(void *sink, const char *word, size_t word_length, const char *stem, size_t stem_length)
{
    reading *self = sink;
    kn_story *story = self->story;
    kn_tokens *tokens = &story->tokens;
    uint32_t *id = kn_grow(story->allocator, tokens->id, &tokens->id_capacity, tokens->count + 1, sizeof *id);
    unsigned char *flags;
    if (!id)
        return self->failed = 1;
    tokens->id = id;
    flags = kn_grow(story->allocator, tokens->flags, &tokens->flags_capacity, tokens->count + 1, 1);
    if (!flags)
        return self->failed = 1;
    tokens->flags = flags;
    id[tokens->count] = kn_symbols_find(&story->word, stem, stem_length);
    flags[tokens->count++] = token_flags(self, word, word_length);
    return 0;
}

knap_status kn_words_add(kn_story *story, const kn_tools *tools, const char *text, size_t length, knap_error *error)
{
    reading self = {.story = story, .bytes = {.allocator = story->allocator}};
    kn_tokens *tokens = &story->tokens;
    size_t *start =
        kn_grow(story->allocator, tokens->start, &tokens->start_capacity, story->lines + 2, sizeof *start);
    knap_status status = KNAP_OK;
    if (!start)
        return kn_no_memory(error);
    tokens->start = start;
    start[0] = 0;
    status = knap_language_words(tools->language, text, length, KNAP_WORDS_NO_STEM, keep_form, &self, error);
    if (!status && knap_rouge_tokens(tools->rouge, text, length, keep_token, &self))
        self.failed = 1;
    if (self.failed)
        status = kn_no_memory(error);
    start[story->lines + 1] = tokens->count;
    kn_free(story->allocator, self.form, self.form_capacity, sizeof *self.form);
    kn_text_free(&self.bytes);
    return status;
}

/* A word is a function word if more than half of its occurrences are parts of one. */
static knap_status mark_stops(kn_story *story, knap_error *error)
{
    const kn_tokens *tokens = &story->tokens;
    size_t words = story->word.count;
    int32_t *lead = kn_new(story->allocator, words, sizeof *lead);
    story->stop = kn_new(story->allocator, words, 1);
    story->stops = words;
    for (size_t i = 0; lead && i < tokens->count; i++)
        lead[tokens->id[i]] += tokens->flags[i] & KN_TOKEN_STOP ? 1 : -1;
    for (size_t w = 0; lead && story->stop && w < words; w++)
        story->stop[w] = lead[w] > 0;
    kn_free(story->allocator, lead, words, sizeof *lead);
    return lead && story->stop ? KNAP_OK : kn_no_memory(error);
}

/* ---- Pairs ---- */

typedef struct pairing {
    kn_story *story;
    kn_symbols known;    /* every pair, by the bytes of its two numbers */
    uint32_t *documents; /* [known] */
    uint32_t *seen;      /* [known] 1 + the document, later the line, that was counted last */
    uint32_t *number;    /* [known] the pair's number among those kept, from 1 */
    size_t documents_capacity, seen_capacity;
} pairing;

/* The pair that begins at token i of a line ending at `end`, if there is one to look at. */
static int pair_at(const kn_story *story, size_t i, size_t end, uint32_t key[2])
{
    const kn_tokens *tokens = &story->tokens;
    if (i + 1 >= end || (story->stop[tokens->id[i]] && story->stop[tokens->id[i + 1]]))
        return 0;
    key[0] = tokens->id[i];
    key[1] = tokens->id[i + 1];
    return 1;
}

static int count_pair(pairing *self, const uint32_t key[2], uint32_t document)
{
    const knap_allocator *allocator = self->story->allocator;
    size_t before = self->known.count;
    uint32_t pair = kn_symbols_add(&self->known, (const char *)key, 2 * sizeof *key), *grown;
    if (pair == KN_NO_SYMBOL)
        return 0;
    if (!(grown = kn_grow(allocator, self->documents, &self->documents_capacity, self->known.count, sizeof *grown)))
        return 0;
    self->documents = grown;
    if (!(grown = kn_grow(allocator, self->seen, &self->seen_capacity, self->known.count, sizeof *grown)))
        return 0;
    self->seen = grown;
    if (pair == before)
        self->documents[pair] = self->seen[pair] = 0;
    if (self->seen[pair] != document + 1)
        self->documents[pair]++;
    self->seen[pair] = document + 1;
    return 1;
}

static int count_pairs(pairing *self)
{
    const kn_story *story = self->story;
    uint32_t key[2];
    for (size_t line = 0; line < story->lines; line++)
        for (size_t i = story->tokens.start[line]; i < story->tokens.start[line + 1]; i++)
            if (pair_at(story, i, story->tokens.start[line + 1], key) &&
                !count_pair(self, key, (uint32_t)story->line[line].document))
                return 0;
    return 1;
}

/* Gives a number to each pair of at least two documents. */
static int keep_pairs(pairing *self)
{
    kn_pairs *pairs = &self->story->pairs;
    const knap_allocator *allocator = self->story->allocator;
    size_t kept = 0;
    for (size_t i = 0; i < self->known.count; i++)
        kept += self->documents[i] >= 2;
    pairs->share = kn_new(allocator, kept, sizeof *pairs->share);
    pairs->word = kn_new(allocator, kept, sizeof *pairs->word);
    pairs->share_capacity = pairs->word_capacity = kept;
    self->number = kn_new(allocator, self->known.count, sizeof *self->number);
    if (!pairs->share || !pairs->word || !self->number)
        return 0;
    for (size_t i = 0; i < self->known.count; i++) {
        if (self->documents[i] < 2)
            continue;
        pairs->share[pairs->count] = (double)self->documents[i] / (double)self->story->documents;
        memcpy(pairs->word[pairs->count], self->known.name[i], sizeof *pairs->word);
        self->number[i] = (uint32_t)++pairs->count;
        self->seen[i] = 0;
    }
    return 1;
}

/* The pairs of each line, once each. */
static int list_pairs(pairing *self)
{
    const kn_story *story = self->story;
    kn_counts *rows = &self->story->pairs.lines;
    size_t used = 0;
    rows->start = kn_new(story->allocator, story->lines + 1, sizeof *rows->start);
    rows->id = kn_new(story->allocator, story->tokens.count, sizeof *rows->id);
    rows->count = kn_new(story->allocator, story->tokens.count, sizeof *rows->count);
    rows->start_capacity = story->lines + 1;
    rows->id_capacity = rows->count_capacity = story->tokens.count;
    if (!rows->start || !rows->id || !rows->count)
        return 0;
    for (size_t line = 0; line < story->lines; line++) {
        for (size_t i = story->tokens.start[line]; i < story->tokens.start[line + 1]; i++) {
            uint32_t key[2], pair;
            if (!pair_at(story, i, story->tokens.start[line + 1], key))
                continue;
            pair = kn_symbols_find(&self->known, (const char *)key, sizeof key);
            if (!self->number[pair] || self->seen[pair] == line + 1)
                continue;
            self->seen[pair] = (uint32_t)line + 1;
            rows->id[used] = self->number[pair] - 1;
            rows->count[used++] = 1;
        }
        rows->start[line + 1] = used;
    }
    rows->rows = story->lines;
    return 1;
}

knap_status kn_words_pair(kn_story *story, knap_error *error)
{
    const knap_allocator *allocator = story->allocator;
    pairing self = {.story = story};
    knap_status status = mark_stops(story, error);
    kn_symbols_begin(&self.known, allocator);
    if (!status && (!count_pairs(&self) || !keep_pairs(&self) || !list_pairs(&self)))
        status = kn_no_memory(error);
    kn_free(allocator, self.documents, self.documents_capacity, sizeof *self.documents);
    kn_free(allocator, self.seen, self.seen_capacity, sizeof *self.seen);
    kn_free(allocator, self.number, self.known.count, sizeof *self.number);
    kn_symbols_free(&self.known);
    return status;
}

void kn_words_free(kn_story *story)
{
    const knap_allocator *allocator = story->allocator;
    kn_tokens *tokens = &story->tokens;
    kn_pairs *pairs = &story->pairs;
    kn_free(allocator, tokens->start, tokens->start_capacity, sizeof *tokens->start);
    kn_free(allocator, tokens->id, tokens->id_capacity, sizeof *tokens->id);
    kn_free(allocator, tokens->flags, tokens->flags_capacity, 1);
    kn_free(allocator, story->stop, story->stops, 1);
    kn_free(allocator, pairs->share, pairs->share_capacity, sizeof *pairs->share);
    kn_free(allocator, pairs->word, pairs->word_capacity, sizeof *pairs->word);
    kn_counts_free(&pairs->lines, allocator);
}
