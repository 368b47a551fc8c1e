/* tokens.c - counts ROUGE's words: by line, in pairs, and in their order. */
#include "summarize/tokens.h"
#include "text/language.h"

#include <string.h>

typedef struct counting {
    kn_story *story;
    kn_counts *counts;
    const kn_tools *tools;
    bool line;         /* also count pairs, and keep the order */
    unsigned flags;    /* KNAP_WORD_... of the word that the token is a part of */
    uint32_t previous; /* token, for pairs; KN_NO_SYMBOL: none */
    uint32_t last;     /* token counted, in the vocabulary */
} counting;

static bool is_stop(const kn_tools *tools, const char *word, size_t length, bool *failed)
{
    return (kn_language_any_class(tools->language, word, length, failed) & KN_STOP) != 0;
}

/* Records whether a new word is a function word. */
static bool note_stop(kn_story *story, uint32_t symbol, bool stop)
{
    if (!KN_ROOM(story->allocator, story->stop, (size_t)symbol + 1))
        return false;
    story->stop[symbol] = stop;
    return true;
}

static bool count_pair(counting *self, uint32_t symbol)
{
    kn_story *story = self->story;
    uint32_t first = self->previous, bigram;
    self->previous = symbol;
    if (first == KN_NO_SYMBOL || (story->stop[first] && story->stop[symbol]))
        return true;
    bigram = kn_bigrams_add(&story->bigram, first, symbol);
    return bigram != KN_NO_SYMBOL && kn_counts_add(&story->pairs, bigram, story->allocator);
}

static bool ends(const char *word, size_t length, const char *end)
{
    size_t size = strlen(end);
    return length > size + 1 && memcmp(word + length - size, end, size) == 0;
}

/* How a word ends: KN_TOKEN_ED... */
static unsigned char find_ending(const char *word, size_t length)
{
    unsigned flags = 0;
    flags |= ends(word, length, "ed") ? KN_TOKEN_ED : 0;
    flags |= ends(word, length, "ing") ? KN_TOKEN_ING : 0;
    flags |= ends(word, length, "ly") ? KN_TOKEN_LY : 0;
    flags |= ends(word, length, "s") ? KN_TOKEN_S : 0;
    return (unsigned char)flags;
}

static bool keep_token(kn_story *story, uint32_t symbol, unsigned char token_flag)
{
    kn_tokens *tokens = &story->tokens;
    if (!KN_ROOM(story->allocator, tokens->id, tokens->count + 1) ||
        !KN_ROOM(story->allocator, tokens->flags, tokens->count + 1))
        return false;
    tokens->id[tokens->count] = symbol;
    tokens->flags[tokens->count++] = token_flag;
    return true;
}

static bool count_symbol(counting *self, uint32_t symbol, unsigned char ending)
{
    kn_story *story = self->story;
    unsigned flags = ending;
    if (!kn_counts_add(self->counts, symbol, story->allocator))
        return false;
    flags |= self->flags & KNAP_WORD_CAPITAL ? KN_TOKEN_CAPITAL : 0;
    flags |= self->flags & KNAP_WORD_PRONOUN ? KN_TOKEN_PRONOUN : 0;
    return !self->line || (keep_token(story, symbol, (unsigned char)flags) && count_pair(self, symbol));
}

/* A knap_rouge_emit; not 0 when memory is out. */
static int count_token(void *sink, const char *word, size_t word_length, const char *stem, size_t stem_length)
{
    counting *self = sink;
    kn_story *story = self->story;
    kn_numbering *tokens = &kn_stream_vocabulary(&story->stream)->token;
    size_t known = story->word.count;
    uint32_t symbol;
    bool failed = false;
    self->last = kn_numbering_add(tokens, stem, stem_length);
    if (self->last == KN_NO_SYMBOL)
        return 1;
    symbol = kn_number_of(tokens, self->last, story->stream.number, &story->word);
    if (symbol == KN_NO_SYMBOL ||
        (symbol == known && !note_stop(story, symbol, is_stop(self->tools, word, word_length, &failed))) || failed)
        return 1;
    return !count_symbol(self, symbol, find_ending(word, word_length));
}

/* Counts a word of which the vocabulary has the token. */
static bool count_known(counting *self, const kn_written *known)
{
    kn_story *story = self->story;
    size_t words = story->word.count;
    uint32_t symbol =
        kn_number_of(&kn_stream_vocabulary(&story->stream)->token, known->token, story->stream.number, &story->word);
    if (symbol == KN_NO_SYMBOL || (symbol == words && !note_stop(story, symbol, known->note & KN_TOKEN_STOP)))
        return false;
    return count_symbol(self, symbol, known->note & (unsigned char)~KN_TOKEN_STOP);
}

static bool is_plain(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!((text[i] >= '0' && text[i] <= '9') || ((text[i] | 32) >= 'a' && (text[i] | 32) <= 'z')))
            return false;
    return true;
}

/* Counts a word as ROUGE reads it. A word that is one token, always the same, is remembered. */
static bool count_word(counting *self, const kn_word *word, const char *text)
{
    const kn_word_stream *stream = &self->story->stream;
    const kn_name_list *table = self->tools->stem ? &stream->stem : &stream->form;
    const char *form = stream->form.name[word->form];
    size_t length = stream->form.length[word->form];
    uint32_t stem = self->tools->stem ? word->stem : word->form;
    bool same = !(word->flags & KNAP_WORD_NUMBER) || !self->tools->stem;
    bool whole = self->tools->pieces ? is_plain(text + word->begin, word->end - word->begin) : same;
    bool ok;
    if (!self->tools->pieces)
        ok = count_token(self, form, length, table->name[stem], table->length[stem]) == 0;
    else if (whole && !self->tools->stem && length == word->end - word->begin) /* ROUGE would make the form of it */
        ok = count_token(self, form, length, form, length) == 0;
    else
        ok = knap_rouge_tokens(self->tools->rouge, text + word->begin, word->end - word->begin, count_token, self) == 0;
    if (ok && whole && word->written != KN_NO_SYMBOL) {
        kn_written *known = &stream->main->entry[word->written];
        bool failed = false;
        known->token = self->last;
        known->note = find_ending(form, length);
        known->note |= is_stop(self->tools, form, length, &failed) ? KN_TOKEN_STOP : 0;
        ok = !failed;
    }
    return ok;
}

static bool count_span(counting *self, const kn_span *span)
{
    const kn_word_stream *stream = &self->story->stream;
    bool ok = true;
    for (size_t i = span->first; ok && i < span->end; i++) {
        const kn_word *word = &stream->word[i];
        const kn_written *known = word->written != KN_NO_SYMBOL ? &stream->main->entry[word->written] : NULL;
        self->flags = word->flags;
        if (known && known->token != KN_NO_SYMBOL)
            ok = count_known(self, known);
        else
            ok = count_word(self, word, span->text);
    }
    return ok;
}

bool kn_tokens_add_title(kn_story *story, const kn_tools *tools, const kn_span *span)
{
    counting self = {.story = story, .counts = &story->titles, .tools = tools};
    if (!kn_counts_begin(self.counts, story->allocator) || !count_span(&self, span))
        return false;
    return kn_counts_end(self.counts, story->allocator);
}

bool kn_tokens_add_reference(kn_story *story, const kn_tools *tools, const char *text, size_t length)
{
    counting self = {.story = story, .counts = &story->references, .tools = tools};
    if (!kn_counts_begin(self.counts, story->allocator) ||
        knap_rouge_tokens(tools->rouge, text, length, count_token, &self) != 0)
        return false;
    return kn_counts_end(self.counts, story->allocator);
}

bool kn_tokens_add_line(kn_story *story, const kn_tools *tools, const kn_span *span)
{
    counting self = {.story = story, .counts = &story->counts, .tools = tools, .line = true, .previous = KN_NO_SYMBOL};
    kn_tokens *tokens = &story->tokens;
    size_t row = story->counts.rows;
    if (!KN_ROOM(story->allocator, tokens->start, row + 2))
        return false;
    tokens->start[0] = 0;
    if (!kn_counts_begin(&story->counts, story->allocator) || !kn_counts_begin(&story->pairs, story->allocator) ||
        !count_span(&self, span))
        return false;
    tokens->start[row + 1] = tokens->count;
    return kn_counts_end(&story->counts, story->allocator) && kn_counts_end(&story->pairs, story->allocator);
}
