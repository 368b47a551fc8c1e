/* query.c - the cosine of each line and a query: the score that the passages of a question have without a retriever. */
#include "summarize/query.h"
#include "base/elementary.h"
#include "base/error.h"

#include <math.h>
#include <string.h>

/* A line answers the query if its cosine is at least this share of the largest one: those with the common words alone do not. */
static const double NEAR = 1.0 / 3;

/* Sums by stem, for one line at a time. */
typedef struct weights {
    double *idf;    /* [stems] */
    double *query;  /* [stems] the query's weight; 0 for words it does not have */
    uint32_t *seen; /* [stems] 1 + the last line that has the stem */
    double *times;  /* [stems] in the line at hand */
    size_t stems;
} weights;

static bool counts(const kn_word *word)
{
    return !(word->flags & KNAP_WORD_STOP);
}

static void weigh_words(const kn_story *story, weights *self)
{
    for (size_t i = 0; i < story->lines; i++)
        for (size_t w = story->line[i].first_word; w < story->line[i].end_word; w++) {
            const kn_word *word = &story->stream.word[w];
            if (self->seen[word->stem] != i + 1)
                self->idf[word->stem]++;
            self->seen[word->stem] = (uint32_t)i + 1;
        }
    for (size_t i = 0; i < self->stems; i++)
        self->idf[i] = kn_log(((double)story->lines + 1) / (self->idf[i] + 0.5));
    memset(self->seen, 0, self->stems * sizeof *self->seen);
}

static double cosine(const kn_story *story, weights *self, size_t row, double norm)
{
    const kn_story_line *line = &story->line[row];
    double dot = 0, squares = 0;
    for (size_t w = line->first_word; w < line->end_word; w++) {
        const kn_word *word = &story->stream.word[w];
        if (!counts(word))
            continue;
        if (self->seen[word->stem] != row + 1)
            self->times[word->stem] = 0;
        self->seen[word->stem] = (uint32_t)row + 1;
        /* adds one to the count: the square grows by 2 times + 1 */
        squares += (2 * self->times[word->stem] + 1) * self->idf[word->stem] * self->idf[word->stem];
        dot += self->idf[word->stem] * self->query[word->stem];
        self->times[word->stem]++;
    }
    return squares > 0 && norm > 0 ? dot / sqrt(squares * norm) : 0;
}

static double read_query(const kn_story *story, size_t first, weights *self)
{
    double norm = 0;
    for (size_t w = first; w < story->stream.count; w++) {
        const kn_word *word = &story->stream.word[w];
        if (!counts(word) || self->query[word->stem] > 0)
            continue;
        self->query[word->stem] = self->idf[word->stem];
        norm += self->idf[word->stem] * self->idf[word->stem];
    }
    return norm;
}

knap_status kn_query_mark(kn_story *story, knap_language *language, const char *query, knap_error *error)
{
    size_t first = story->stream.count, rows = kn_story_rows(story);
    knap_status status = kn_stream_read(&story->stream, language, query, strlen(query), error);
    kn_arena arena = {.allocator = story->allocator};
    weights self = {.stems = story->stream.stem.count};
    double largest = 0, norm;
    if (status)
        return status;
    self.idf = kn_arena_new(&arena, self.stems, sizeof *self.idf);
    self.query = kn_arena_new(&arena, self.stems, sizeof *self.query);
    self.times = kn_arena_new(&arena, self.stems, sizeof *self.times);
    self.seen = kn_arena_new(&arena, self.stems, sizeof *self.seen);
    if (!self.idf || !self.query || !self.times || !self.seen) {
        kn_arena_free(&arena);
        return kn_no_memory(error);
    }
    weigh_words(story, &self);
    norm = read_query(story, first, &self);
    for (size_t i = 0; i < rows; i++) {
        story->line[i].answers = cosine(story, &self, i, norm);
        largest = fmax(largest, story->line[i].candidate ? story->line[i].answers : 0);
    }
    for (size_t i = 0; i < rows && largest > 0; i++) {
        story->line[i].candidate = story->line[i].candidate && story->line[i].answers >= NEAR * largest;
        story->line[i].answers /= largest;
    }
    for (size_t i = 0; i < story->lines && largest > 0; i++)
        story->line[i].featured = false;
    for (size_t i = 0; i < rows && largest > 0; i++) /* the title of a single document is a form of no line */
        if (i == 0 || i != story->title)
            story->line[story->line[i].place].featured |= story->line[i].candidate;
    story->asked = largest > 0;
    kn_arena_free(&arena);
    return KNAP_OK;
}
