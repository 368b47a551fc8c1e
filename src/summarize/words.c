/* words.c - ROUGE's words in their order, with what the language layer knows of each.
 *
 * ROUGE's tokens and ICU's words of a line are read side by side: a token belongs to the next word that has it in its folded
 * form ("u" and "s" to "u.s."). */
#include "summarize/words.h"

#include <string.h>

/* How many words ahead a token is looked for before it is given up. */
enum { LOOK_AHEAD = 8 };

int kn_words_begin(kn_story *story)
{
    kn_tokens *tokens = &story->tokens;
    size_t *start = kn_grow(story->allocator, tokens->start, &tokens->start_capacity, story->lines + 2, sizeof *start);
    if (!start)
        return 0;
    tokens->start = start;
    start[0] = 0;
    story->forms.bytes.allocator = story->allocator;
    story->forms.bytes.length = story->forms.count = story->forms.at = story->forms.used = 0;
    return 1;
}

int kn_words_form(void *context, const knap_word *word)
{
    kn_story *story = context;
    kn_forms *forms = &story->forms;
    kn_form *grown = kn_grow(story->allocator, forms->form, &forms->capacity, forms->count + 1, sizeof *grown);
    if (!grown)
        return 1;
    forms->form = grown;
    grown[forms->count++] = (kn_form){forms->bytes.length, word->folded_length, word->flags};
    kn_text_add(&forms->bytes, word->folded, word->folded_length);
    story->line[story->lines].speaks |= (word->flags & KNAP_WORD_SPEAKER) != 0;
    return forms->bytes.failed;
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
static unsigned flags_of(kn_forms *self, const char *word, size_t length)
{
    for (size_t i = self->at; length && i < self->count && i < self->at + LOOK_AHEAD; i++) {
        const kn_form *here = &self->form[i];
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

static unsigned char token_flags(kn_forms *self, const char *word, size_t length)
{
    unsigned known = flags_of(self, word, length), flags = 0;
    flags |= known & KNAP_WORD_CAPITAL ? KN_TOKEN_CAPITAL : 0;
    flags |= ends(word, length, "ed") ? KN_TOKEN_ED : 0;
    flags |= ends(word, length, "ing") ? KN_TOKEN_ING : 0;
    flags |= ends(word, length, "ly") ? KN_TOKEN_LY : 0;
    flags |= ends(word, length, "s") ? KN_TOKEN_S : 0;
    return (unsigned char)flags;
}

int kn_words_token(kn_story *story, uint32_t symbol, const char *word, size_t length)
{
    kn_tokens *tokens = &story->tokens;
    uint32_t *id = kn_grow(story->allocator, tokens->id, &tokens->id_capacity, tokens->count + 1, sizeof *id);
    unsigned char *flags;
    if (!id)
        return 0;
    tokens->id = id;
    flags = kn_grow(story->allocator, tokens->flags, &tokens->flags_capacity, tokens->count + 1, 1);
    if (!flags)
        return 0;
    tokens->flags = flags;
    id[tokens->count] = symbol;
    flags[tokens->count++] = token_flags(&story->forms, word, length);
    return 1;
}

static int is_back_pronoun(const kn_forms *forms, size_t i)
{
    return i < forms->count && forms->form[i].flags & KNAP_WORD_BACK && forms->form[i].flags & KNAP_WORD_PRONOUN;
}

static int starts(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/* "... is a win," he said: a quotation whose speaker, among the last three words, is a pronoun. */
static int quotes_someone(const kn_forms *forms, const char *text)
{
    int quoted = starts(text, "\"") || starts(text, "\xe2\x80\x9c") || starts(text, "\xc2\xab") || starts(text, "''") ||
                 starts(text, "``");
    for (size_t i = forms->count > 3 ? forms->count - 3 : 0; quoted && i < forms->count; i++)
        if (is_back_pronoun(forms, i))
            return 1;
    return 0;
}

/* "He said", "But"; "If he had", "In their view": a function word and a pronoun that points back; an aside in brackets. */
static int points_back(const kn_forms *forms, const char *text)
{
    unsigned first = forms->count ? forms->form[0].flags : 0;
    return first & KNAP_WORD_BACK || (first & KNAP_WORD_STOP && is_back_pronoun(forms, 1)) || text[0] == '(' ||
           quotes_someone(forms, text);
}

void kn_words_end(kn_story *story)
{
    story->tokens.start[story->lines + 1] = story->tokens.count;
    story->line[story->lines].points_back = points_back(&story->forms, story->line[story->lines].text);
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
