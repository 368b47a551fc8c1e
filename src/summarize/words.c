/* words.c - ROUGE's words in their order, with what the language layer knows of each.
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
    size_t *start = kn_grow(story->allocator, tokens->start, &tokens->start_capacity, story->lines + 2, sizeof *start);
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
    story->line[story->lines].points_back = self.forms && self.form[0].flags & KNAP_WORD_BACK;
    kn_free(story->allocator, self.form, self.form_capacity, sizeof *self.form);
    kn_text_free(&self.bytes);
    return status;
}

int kn_pair_shares(const kn_story *story, double *share)
{
    size_t pairs = story->bigram.count;
    uint32_t *seen = kn_new(story->allocator, pairs, sizeof *seen); /* 1 + the document it was last seen in */
    memset(share, 0, pairs * sizeof *share);
    for (size_t line = 0; seen && line < story->lines; line++) {
        uint32_t document = (uint32_t)story->line[line].document + 1;
        for (size_t i = story->pairs.start[line]; i < story->pairs.start[line + 1]; i++) {
            uint32_t pair = story->pairs.id[i];
            share[pair] += seen[pair] != document;
            seen[pair] = document;
        }
    }
    for (size_t i = 0; i < pairs; i++)
        share[i] = share[i] >= 2 ? share[i] / (double)story->documents : 0;
    kn_free(story->allocator, seen, pairs, sizeof *seen);
    return seen != NULL;
}

void kn_words_free(kn_story *story)
{
    const knap_allocator *allocator = story->allocator;
    kn_tokens *tokens = &story->tokens;
    kn_free(allocator, tokens->start, tokens->start_capacity, sizeof *tokens->start);
    kn_free(allocator, tokens->id, tokens->id_capacity, sizeof *tokens->id);
    kn_free(allocator, tokens->flags, tokens->flags_capacity, 1);
}
