/* story.c - reading a cluster: sentences, their words as ROUGE counts them, their vectors. */
#include "summarize/story.h"
#include "base/error.h"

#include <string.h>

/* ---- Words ---- */

typedef struct counting {
    kn_story *story;
    kn_counts *counts;
    int failed;
} counting;

/* Room for one more entry of the row under way and one more row. */
static int counts_room(kn_counts *counts, const knap_allocator *allocator)
{
    size_t used = counts->start ? counts->start[counts->rows + 1] : 0;
    uint32_t *id = kn_grow(allocator, counts->id, &counts->id_capacity, used + 1, sizeof *id);
    double *count;
    if (!id)
        return 0;
    counts->id = id;
    count = kn_grow(allocator, counts->count, &counts->count_capacity, used + 1, sizeof *count);
    if (count)
        counts->count = count;
    return count != NULL;
}

static int count_word(void *sink, const char *word, size_t word_length, const char *stem, size_t stem_length)
{
    counting *self = sink;
    kn_story *story = self->story;
    uint32_t symbol = kn_symbols_add(&story->word, stem, stem_length);
    size_t known = story->seen_capacity;
    double *seen;
    (void)word;
    (void)word_length;
    if (symbol == KN_NO_SYMBOL || !counts_room(self->counts, story->allocator))
        return self->failed = 1;
    seen = kn_grow(story->allocator, story->seen, &story->seen_capacity, symbol + 1, sizeof *seen);
    if (!seen)
        return self->failed = 1;
    story->seen = seen;
    if (story->seen_capacity > known)
        memset(seen + known, 0, (story->seen_capacity - known) * sizeof *seen);
    if (seen[symbol] == 0)
        self->counts->id[self->counts->start[self->counts->rows + 1]++] = symbol;
    seen[symbol]++;
    return 0;
}

/* The words of a text as the next row, counting on from what the row already has. */
static int count_text(kn_story *story, kn_counts *counts, const knap_rouge *rouge, const char *text, size_t length)
{
    counting self = {story, counts, 0};
    return knap_rouge_tokens(rouge, text, length, count_word, &self) == 0;
}

static int row_begin(kn_counts *counts, const knap_allocator *allocator)
{
    size_t *start = kn_grow(allocator, counts->start, &counts->start_capacity, counts->rows + 2, sizeof *start);
    if (!start)
        return 0;
    counts->start = start;
    if (counts->rows == 0)
        start[0] = 0;
    start[counts->rows + 1] = start[counts->rows];
    return counts_room(counts, allocator);
}

/* Takes the counts out of `seen` and leaves it zero. */
static void row_end(kn_story *story, kn_counts *counts)
{
    for (size_t i = counts->start[counts->rows]; i < counts->start[counts->rows + 1]; i++) {
        counts->count[i] = story->seen[counts->id[i]];
        story->seen[counts->id[i]] = 0;
    }
    counts->rows++;
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
    if (!text || !lines || !row_begin(&story->counts, story->allocator))
        return kn_no_memory(error);
    line = &lines[story->lines];
    *line = (kn_line){.document = number, .sentence = sentence, .text = text};
    line->length = knap_sentence_text(document, sentence, text, room);
    line->characters = count_characters(text, line->length);
    line->words = count_spaced_words(text, line->length);
    if (!count_text(story, &story->counts, tools->rouge, text, line->length))
        return kn_no_memory(error);
    row_end(story, &story->counts);
    status = knap_vectors_add(story->vectors, tools->language, text, line->length, error);
    if (!status)
        line->pronouns = knap_vectors_counts(story->vectors, story->lines++).pronouns;
    return status;
}

/* What a reader would not want to see out of its context: halves of quotations, cries, fragments. A source that leaves out
 * its full stops altogether means no fragments by it. */
static unsigned unwanted(const kn_story *story)
{
    size_t unfinished = 0;
    for (size_t i = 0; i < story->lines; i++)
        unfinished += (story->line[i].sentence->flags & KNAP_SENTENCE_UNFINISHED) != 0;
    return KNAP_SENTENCE_IN_QUOTE | KNAP_SENTENCE_OPEN_QUOTE | KNAP_SENTENCE_CAPITALS |
           (2 * unfinished < story->lines ? KNAP_SENTENCE_UNFINISHED : 0);
}

/* A line may be picked if it stands on its own, is long enough to say something, and does not say what an earlier one says
 * word for word. */
static knap_status mark_candidates(kn_story *story, const knap_text_settings *settings, knap_error *error)
{
    kn_symbols texts;
    knap_status status = KNAP_OK;
    unsigned out = unwanted(story);
    kn_symbols_begin(&texts, story->allocator);
    for (size_t i = 0; !status && i < story->lines; i++) {
        kn_line *line = &story->line[i];
        size_t known = texts.count;
        uint32_t symbol = kn_symbols_add(&texts, line->text, line->length);
        if (symbol == KN_NO_SYMBOL)
            status = kn_no_memory(error);
        line->candidate = symbol == known && line->words >= settings->min_words && !(line->sentence->flags & out) &&
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

static knap_status read_documents(kn_story *story, const knap_cluster *cluster, const kn_tools *tools, int furniture,
                                  knap_error *error)
{
    knap_status status = KNAP_OK;
    for (size_t d = 0; !status && d < cluster->documents; d++) {
        size_t count;
        const knap_sentence *sentence = knap_document_sentences(cluster->document[d], &count);
        for (size_t i = 0; !status && i < count; i++)
            if (furniture || !(sentence[i].flags & KNAP_SENTENCE_FURNITURE))
                status = add_line(story, d, cluster->document[d], &sentence[i], tools, error);
    }
    return status;
}

static knap_status read_references(kn_story *story, const knap_cluster *cluster, const kn_tools *tools,
                                   knap_error *error)
{
    for (size_t r = 0; r < cluster->references; r++) {
        size_t length;
        const char *text = knap_document_text(cluster->reference[r], &length);
        if (!row_begin(&story->references, story->allocator) ||
            !count_text(story, &story->references, tools->rouge, text, length))
            return kn_no_memory(error);
        row_end(story, &story->references);
    }
    return KNAP_OK;
}

knap_status kn_story_read(kn_story *story, const knap_cluster *cluster, const kn_tools *tools, const knap_idf *idf,
                          const knap_text_settings *settings, knap_error *error)
{
    knap_status status = knap_vectors_new(idf, story->allocator, &story->vectors, error);
    story->arena.allocator = story->allocator;
    kn_symbols_begin(&story->word, story->allocator);
    story->language = knap_language_code(tools->language);
    for (size_t d = 0; !status && d < cluster->documents; d++)
        status = knap_document_split(cluster->document[d], tools->language, error);
    if (!status)
        status = read_documents(story, cluster, tools, 0, error);
    /* Documents of headlines alone are all there is to choose from. */
    if (!status && story->lines == 0)
        status = read_documents(story, cluster, tools, 1, error);
    if (!status)
        status = read_references(story, cluster, tools, error);
    if (!status)
        status = mark_candidates(story, settings, error);
    if (!status)
        settle_for_less(story);
    return status ? status : kn_story_centrality(story, error);
}

static void free_counts(kn_counts *counts, const knap_allocator *allocator)
{
    kn_free(allocator, counts->start, counts->start_capacity, sizeof *counts->start);
    kn_free(allocator, counts->id, counts->id_capacity, sizeof *counts->id);
    kn_free(allocator, counts->count, counts->count_capacity, sizeof *counts->count);
}

void kn_story_free(kn_story *story)
{
    kn_arena_free(&story->arena);
    kn_free(story->allocator, story->line, story->line_capacity, sizeof *story->line);
    knap_vectors_free(story->vectors);
    kn_symbols_free(&story->word);
    free_counts(&story->counts, story->allocator);
    free_counts(&story->references, story->allocator);
    kn_free(story->allocator, story->seen, story->seen_capacity, sizeof *story->seen);
    *story = (kn_story){.allocator = story->allocator};
}
