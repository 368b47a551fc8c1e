/* lcs_union.c - compares each segment of a summary with the segments of the references that it can add a hit to.
 *
 * A hit is set once for all. So a pair of segments is left out if every word of the reference's segment that the summary's segment
 * has is a hit already; in particular if they have no word in common. Each word has a list of its positions in the references that
 * are no hits yet, and the lists of a segment's words lead to the pairs that remain. In long texts most positions become hits early.
 * Few pairs are all compared, which takes less time than the lists.
 * The number of pairs stays quadratic where words of many segments are never hits, for example the first "a" of references "a a" when
 * each segment of the summary has one "a". */
#include "rouge/lcs_union.h"

#include <string.h>

typedef struct place {
    uint32_t position, segment;
} place;

typedef struct segment {
    const uint32_t *word;
    size_t length, position; /* of its first word */
    size_t compared;         /* 1 + the last segment of the summary that it was compared with */
} segment;

typedef struct comparison {
    kn_lcs *lcs;
    const kn_lcs_texts *texts;
    segment *segment; /* of all references */
    place *place;     /* the positions of each word, one word after the other */
    size_t *begin;    /* [vocabulary] where the list of a word begins */
    size_t *end;      /* [vocabulary] and ends: positions that are hits are taken out */
    unsigned char *hit;
    bool weighted;
} comparison;

/* Lists the segments, and counts in self->end how often each word occurs. */
static void list_segments(comparison *self)
{
    size_t position = 0;
    segment *at = self->segment;
    for (size_t r = 0; r < self->texts->references; r++) {
        const kn_rouge_tokens *text = &self->texts->reference[r];
        for (size_t s = 0; s < text->segments; s++, at++) {
            size_t start = text->segment_start[s], length = text->segment_start[s + 1] - start;
            *at = (segment){.word = text->in_segment + start, .length = length, .position = position};
            for (size_t i = 0; i < length; i++)
                self->end[at->word[i]]++;
            position += length;
        }
    }
}

static void list_places(comparison *self, size_t segments)
{
    size_t total = 0;
    for (size_t w = 0; w < self->texts->vocabulary; w++) {
        self->begin[w] = total;
        total += self->end[w];
        self->end[w] = self->begin[w];
    }
    for (size_t s = 0; s < segments; s++) {
        const segment *at = &self->segment[s];
        for (size_t i = 0; i < at->length; i++)
            self->place[self->end[at->word[i]]++] = (place){(uint32_t)(at->position + i), (uint32_t)s};
    }
}

static size_t segments_of(const kn_lcs_texts *texts)
{
    size_t segments = 0;
    for (size_t r = 0; r < texts->references; r++)
        segments += texts->reference[r].segments;
    return segments;
}

static bool make_lists(comparison *self, kn_arena *arena)
{
    size_t segments = segments_of(self->texts), positions = 0;
    for (size_t r = 0; r < self->texts->references; r++) {
        const kn_rouge_tokens *text = &self->texts->reference[r];
        positions += text->segment_start[text->segments];
    }
    if (positions > UINT32_MAX || segments > UINT32_MAX)
        return false;
    self->segment = kn_arena_room(arena, segments, sizeof *self->segment);
    self->place = kn_arena_room(arena, positions, sizeof *self->place);
    self->begin = kn_arena_room(arena, self->texts->vocabulary, sizeof *self->begin);
    self->end = kn_arena_new(arena, self->texts->vocabulary, sizeof *self->end);
    if (!self->segment || !self->place || !self->begin || !self->end)
        return false;
    list_segments(self);
    list_places(self, segments);
    return true;
}

static bool mark(const comparison *self, const uint32_t *word, size_t length, unsigned char *hit)
{
    return self->weighted ? kn_lcs_mark_weighted(self->lcs, word, length, hit)
                          : kn_lcs_mark(self->lcs, word, length, hit);
}

/* Compares the segment of the summary that was taken with all segments of the references. */
static bool compare_all(const comparison *self)
{
    unsigned char *hit = self->hit;
    bool done = true;
    for (size_t r = 0; r < self->texts->references; r++) {
        const kn_rouge_tokens *text = &self->texts->reference[r];
        for (size_t s = 0; done && s < text->segments; s++) {
            size_t start = text->segment_start[s];
            done = mark(self, text->in_segment + start, text->segment_start[s + 1] - start, hit + start);
        }
        hit += text->segment_start[text->segments];
    }
    return done;
}

/* Compares segment `p` of the summary with the segments of references that have `word` where it is no hit. */
static bool compare_at(comparison *self, size_t p, uint32_t word)
{
    for (size_t i = self->begin[word]; i < self->end[word];) {
        place at = self->place[i];
        segment *of = &self->segment[at.segment];
        if (of->compared != p + 1) {
            of->compared = p + 1;
            if (!mark(self, of->word, of->length, self->hit + of->position))
                return false;
        }
        if (self->hit[at.position])
            self->place[i] = self->place[--self->end[word]];
        else
            i++;
    }
    return kn_lcs_may_go_on(self->lcs, self->end[word] - self->begin[word]);
}

/* Compares segment `p` of the summary with the segments of references that it can add a hit to. */
static bool compare_listed(comparison *self, size_t p, const uint32_t *word, size_t length)
{
    bool taken = false, done = true;
    for (size_t i = 0; done && i < length; i++) {
        if (word[i] == KN_NO_SYMBOL || self->begin[word[i]] == self->end[word[i]])
            continue;
        if (!taken)
            done = taken = kn_lcs_take(self->lcs, word, length);
        done = done && compare_at(self, p, word[i]);
    }
    if (taken)
        kn_lcs_forget(self->lcs, word, length);
    return done;
}

static bool compare_unlisted(comparison *self, const uint32_t *word, size_t length)
{
    bool done = kn_lcs_take(self->lcs, word, length);
    if (done) {
        done = compare_all(self);
        kn_lcs_forget(self->lcs, word, length);
    }
    return done;
}

bool kn_lcs_union(kn_lcs *lcs, const kn_lcs_texts *texts, bool weighted, kn_arena *arena, unsigned char *hit)
{
    enum { FEW = 64 }; /* pairs */
    const kn_rouge_tokens *peer = texts->peer;
    comparison self = {.lcs = lcs, .texts = texts, .weighted = weighted, .hit = hit};
    bool few = segments_of(texts) <= FEW / (peer->segments ? peer->segments : 1);
    bool done = kn_lcs_begin(lcs, arena->allocator, texts->vocabulary) && (few || make_lists(&self, arena));
    for (size_t p = 0; done && p < peer->segments; p++) {
        const uint32_t *word = peer->in_segment + peer->segment_start[p];
        size_t length = peer->segment_start[p + 1] - peer->segment_start[p];
        done = few ? compare_unlisted(&self, word, length) : compare_listed(&self, p, word, length);
    }
    return done;
}
