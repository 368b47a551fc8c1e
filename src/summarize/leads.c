/* leads.c - compares the first sentences of the documents of a story. */
#include "summarize/leads.h"
#include "base/error.h"
#include "base/sort.h"

#include <math.h>

/* The lines of a document that are looked at; the fewest documents of a story; the most leads that are compared with each other. */
enum { FIRST_LINES = 2, LEAST_DOCUMENTS = 3, MOST_COMPARED = 128 };
/* Documents that are newer than this share of the others may tell how the story ended. */
static const double NEWEST = 0.75;
/* From this cosine on, two leads of one day or of two days in a row tell the same event. */
static const double SAME = 0.7;

typedef struct leads {
    uint32_t *line; /* [count] by rising number */
    size_t count;
    double middle; /* the median similarity of the first lines */
} leads;

static bool list_leads(const kn_story *story, kn_arena *arena, leads *made)
{
    size_t first = 0, documents = 0;
    made->line = kn_arena_new(arena, FIRST_LINES * story->documents, sizeof *made->line);
    double *similarity = kn_arena_new(arena, story->documents, sizeof *similarity);
    uint32_t *order = kn_arena_new(arena, story->documents, sizeof *order);
    uint64_t *scratch = kn_arena_new(arena, kn_order_scratch(story->documents), sizeof *scratch);
    if (!made->line || !similarity || !order || !scratch)
        return false;
    for (size_t i = 0; i < story->lines; i++) {
        if (i == 0 || story->line[i].document != story->line[i - 1].document) {
            first = i;
            similarity[documents++] = story->line[i].similarity;
        }
        if (i - first < FIRST_LINES)
            made->line[made->count++] = (uint32_t)i;
    }
    if (documents) {
        kn_order(similarity, documents, order, scratch);
        made->middle = similarity[order[documents / 2]];
    }
    return true;
}

static bool is_outcome(const kn_story *story, const kn_story_line *line, double middle)
{
    return story->day[line->document] != 0 && story->recency[line->document] >= NEWEST && line->similarity >= middle &&
           !line->future && !line->superseded;
}

/* How little of what the documents share the first line of one has: 1 for nothing, 0 from half of what is usual on. */
static double teases(const kn_story_line *line, double middle)
{
    return middle > 0 ? fmax(0, 1 - 2 * line->similarity / middle) : 0;
}

/* Gives each lead that is nearly identical to an earlier one of another document the `same` of that one. */
static void find_same(kn_story *story, const leads *all)
{
    for (size_t i = 1; all->count <= MOST_COMPARED && i < all->count; i++) {
        kn_story_line *late = &story->line[all->line[i]];
        for (size_t j = 0; j < i && !late->same; j++) {
            kn_story_line *early = &story->line[all->line[j]];
            uint32_t a = story->day[early->document], b = story->day[late->document];
            if (early->document == late->document || a + 1 < b || b + 1 < a ||
                knap_vectors_cosine(story->vectors, all->line[j], all->line[i]) < SAME)
                continue;
            early->same = early->same ? early->same : early->place + 1;
            late->same = early->same;
        }
    }
}

knap_status kn_leads_compare(kn_story *story, knap_error *error)
{
    kn_arena arena = {.allocator = story->allocator};
    leads all = {.count = 0};
    bool ok = true;
    if (story->documents < LEAST_DOCUMENTS)
        return KNAP_OK;
    if ((ok = list_leads(story, &arena, &all))) {
        for (size_t i = 0; i < all.count; i++) {
            kn_story_line *line = &story->line[all.line[i]];
            line->outcome = is_outcome(story, line, all.middle);
            line->teaser =
                i == 0 || line->document != story->line[all.line[i - 1]].document ? teases(line, all.middle) : 0;
            story->ends = story->ends || (line->outcome && line->featured);
        }
        for (size_t row = story->lines; row < kn_story_rows(story); row++) {
            story->line[row].outcome = story->line[story->line[row].place].outcome;
            story->line[row].teaser = story->line[story->line[row].place].teaser;
        }
        find_same(story, &all);
    }
    kn_arena_free(&arena);
    return ok ? KNAP_OK : kn_no_memory(error);
}
