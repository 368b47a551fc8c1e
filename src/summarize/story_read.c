/* story_read.c - reads a cluster: sentences, their words as ROUGE counts them, their vectors. */
#include "summarize/story_read.h"
#include "summarize/centrality.h"
#include "summarize/flaws.h"
#include "summarize/words.h"
#include "base/error.h"
#include "text/language.h"

/* ---- Words ---- */

typedef struct counting {
    kn_story *story;
    kn_counts *counts;
    const kn_tools *tools;
    uint32_t previous; /* word, for bigrams; KN_NO_SYMBOL: none */
    int line;          /* bigrams and the order of words are wanted too */
} counting;

/* Notes of a word met for the first time whether it is a function word. */
static int note_stop(kn_story *story, const kn_tools *tools, uint32_t symbol, const char *word, size_t length)
{
    bool failed = false;
    unsigned char *stop =
        kn_grow(story->allocator, story->stop, &story->stop_capacity, (size_t)symbol + 1, sizeof *stop);
    if (!stop)
        return 0;
    story->stop = stop;
    stop[symbol] = (kn_language_any_class(tools->language, word, length, &failed) & KN_STOP) != 0;
    return !failed;
}

static int count_bigram(counting *self, uint32_t symbol)
{
    kn_story *story = self->story;
    uint32_t pair[2] = {self->previous, symbol}, bigram;
    self->previous = symbol;
    if (pair[0] == KN_NO_SYMBOL || (story->stop[pair[0]] && story->stop[symbol]))
        return 1;
    bigram = kn_symbols_add(&story->bigram, (const char *)pair, sizeof pair);
    return bigram != KN_NO_SYMBOL && kn_counts_add(&story->pairs, bigram, story->allocator);
}

static int count_word(void *sink, const char *word, size_t word_length, const char *stem, size_t stem_length)
{
    counting *self = sink;
    kn_story *story = self->story;
    size_t known = story->word.count;
    uint32_t symbol = kn_symbols_add(&story->word, stem, stem_length);
    if (symbol == KN_NO_SYMBOL || (symbol == known && !note_stop(story, self->tools, symbol, word, word_length)) ||
        !kn_counts_add(self->counts, symbol, story->allocator))
        return 1;
    return self->line && !(kn_words_token(story, symbol, word, word_length) && count_bigram(self, symbol));
}

/* The words of a text as the next row of `counts`; those of a line also as bigrams and in their order. */
static int count_text(kn_story *story, kn_counts *counts, const kn_tools *tools, const char *text, size_t length)
{
    counting self = {story, counts, tools, KN_NO_SYMBOL, counts == &story->counts};
    if (!kn_counts_begin(counts, story->allocator) ||
        (self.line && !kn_counts_begin(&story->pairs, story->allocator)) ||
        knap_rouge_tokens(tools->rouge, text, length, count_word, &self) != 0)
        return 0;
    kn_counts_end(counts);
    if (self.line)
        kn_counts_end(&story->pairs);
    return 1;
}

/* ---- Lines ---- */

static size_t count_characters(const char *text, size_t length)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++)
        count += ((unsigned char)text[i] & 0xC0) != 0x80;
    return count;
}

static size_t count_spaced_words(const char *text, size_t length)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++)
        count += text[i] != ' ' && (i == 0 || text[i - 1] == ' ');
    return count;
}

static knap_status add_line(kn_story *story, size_t number, const knap_document *document,
                            const knap_sentence *sentence, const kn_tools *tools, knap_error *error)
{
    size_t room = sentence->end - sentence->begin + 1;
    char *text = kn_arena_new(&story->arena, room, 1);
    kn_line *lines = kn_grow(story->allocator, story->line, &story->line_capacity, story->lines + 1, sizeof *lines);
    kn_line *line;
    knap_status status;
    if (lines)
        story->line = lines;
    if (!text || !lines)
        return kn_no_memory(error);
    line = &lines[story->lines];
    *line = (kn_line){.document = number, .sentence = sentence, .text = text};
    line->length = knap_sentence_text(document, sentence, text, room);
    line->characters = count_characters(text, line->length);
    line->words = count_spaced_words(text, line->length);
    if (!kn_words_begin(story))
        return kn_no_memory(error);
    status = knap_vectors_add(story->vectors, tools->language, text, line->length, kn_words_form, story, error);
    if (status)
        return status == KNAP_CANCELLED ? kn_no_memory(error) : status;
    if (!count_text(story, &story->counts, tools, text, line->length))
        return kn_no_memory(error);
    kn_words_end(story);
    line->pronouns = knap_vectors_counts(story->vectors, story->lines++).pronouns;
    return KNAP_OK;
}

/* A line may be picked if it has no flaw that is filtered, is long enough to say something, and does not say what an earlier one
 * says word for word. */
static knap_status mark_candidates(kn_story *story, const knap_text_settings *settings, knap_error *error)
{
    kn_symbols texts;
    knap_status status = KNAP_OK;
    kn_symbols_begin(&texts, story->allocator);
    for (size_t i = 0; !status && i < story->lines; i++) {
        kn_line *line = &story->line[i];
        size_t known = texts.count;
        uint32_t symbol = kn_symbols_add(&texts, line->text, line->length);
        if (symbol == KN_NO_SYMBOL)
            status = kn_no_memory(error);
        line->candidate = symbol == known && line->words >= settings->min_words && !(line->flaws & settings->filter) &&
                          story->counts.start[i + 1] > story->counts.start[i];
    }
    kn_symbols_free(&texts);
    return status;
}

/* A story of nothing but short lines and fragments is summarized from those. */
static void settle_for_less(kn_story *story)
{
    for (size_t i = 0; i < story->lines; i++)
        if (story->line[i].candidate)
            return;
    for (size_t i = 0; i < story->lines; i++)
        story->line[i].candidate = story->line[i].length > 0;
}

static knap_status split_documents(kn_story *story, const knap_cluster *cluster, const kn_tools *tools,
                                   knap_error *error)
{
    knap_status status = KNAP_OK;
    story->split = kn_new(story->allocator, cluster->documents, sizeof *story->split);
    if (!story->split)
        return kn_no_memory(error);
    story->documents = cluster->documents;
    for (size_t d = 0; !status && d < cluster->documents; d++)
        status = knap_document_split(cluster->document[d], tools->language, story->allocator, &story->split[d], error);
    return status;
}

static knap_status read_documents(kn_story *story, const knap_cluster *cluster, const kn_tools *tools, int furniture,
                                  knap_error *error)
{
    knap_status status = KNAP_OK;
    for (size_t d = 0; !status && d < cluster->documents; d++) {
        size_t count;
        const knap_sentence *sentence = knap_sentences_list(story->split[d], &count);
        for (size_t i = 0; !status && i < count; i++)
            if (furniture || !(sentence[i].flags & KNAP_SENTENCE_FURNITURE))
                status = add_line(story, d, cluster->document[d], &sentence[i], tools, error);
    }
    return status;
}

/* The words of the headlines: no sentences, but they tell what a document is about. */
static knap_status read_titles(kn_story *story, const knap_cluster *cluster, const kn_tools *tools, knap_error *error)
{
    for (size_t d = 0; d < cluster->documents; d++) {
        size_t count, length;
        const knap_sentence *sentence = knap_sentences_list(story->split[d], &count);
        const char *text = knap_document_text(cluster->document[d], &length);
        for (size_t i = 0; i < count; i++)
            if (sentence[i].flags & KNAP_SENTENCE_HEADING &&
                !count_text(story, &story->titles, tools, text + sentence[i].begin,
                            sentence[i].end - sentence[i].begin))
                return kn_no_memory(error);
    }
    return KNAP_OK;
}

static knap_status read_references(kn_story *story, const knap_cluster *cluster, const kn_tools *tools,
                                   knap_error *error)
{
    for (size_t r = 0; r < cluster->references; r++) {
        size_t length;
        const char *text = knap_document_text(cluster->reference[r], &length);
        if (!count_text(story, &story->references, tools, text, length))
            return kn_no_memory(error);
    }
    return KNAP_OK;
}

knap_status kn_story_read(kn_story *story, const knap_cluster *cluster, const kn_tools *tools, const knap_idf *idf,
                          const knap_text_settings *settings, knap_error *error)
{
    knap_status status = knap_vectors_new(idf, story->allocator, &story->vectors, error);
    story->arena.allocator = story->allocator;
    kn_symbols_begin(&story->word, story->allocator);
    kn_symbols_begin(&story->bigram, story->allocator);
    story->language = knap_language_code(tools->language);
    if (!status)
        status = split_documents(story, cluster, tools, error);
    if (!status)
        status = read_documents(story, cluster, tools, 0, error);
    /* Documents of headlines alone are all there is to choose from. */
    if (!status && story->lines == 0)
        status = read_documents(story, cluster, tools, 1, error);
    if (!status)
        status = read_titles(story, cluster, tools, error);
    if (!status)
        status = read_references(story, cluster, tools, error);
    if (!status) {
        kn_flaws_mark(story);
        status = mark_candidates(story, settings, error);
    }
    if (!status)
        settle_for_less(story);
    return status ? status : kn_story_centrality(story, error);
}
