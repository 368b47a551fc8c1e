/* view.c - the table of view parts, and the matrix they fill. */
#include "core/view.h"
#include "core/flaws.h"
#include "base/error.h"
#include "base/kernels.h"
#include "base/parallel.h"

#include <string.h>

/* A new part is one file and one row here. */
#define PARTS(ROW)                                                                                                     \
    ROW("quality", kn_view_quality)                                                                                    \
    ROW("volume", kn_view_volume)                                                                                      \
    ROW("volume*quality", kn_view_volume_quality)                                                                      \
    ROW("min-distance", kn_view_min_distance)                                                                          \
    ROW("expected-gain", kn_view_expected_gain)                                                                        \
    ROW("bigram-coverage", kn_view_bigram_coverage)                                                                    \
    ROW("readability", kn_view_readability)                                                                            \
    ROW("similarity", kn_view_similarity)                                                                              \
    ROW("score", kn_view_score)                                                                                        \
    ROW("relevance", kn_view_relevance)

#define PART_OF(name, part) &(part),
#define NAME_OF(name, part) name,
static const kn_view_part *const parts_table[] = {PARTS(PART_OF) NULL};
const char *const kn_view_part_names[] = {PARTS(NAME_OF) NULL, "paper=quality,volume,volume*quality,min-distance",
                                          "expected=expected-gain,bigram-coverage,readability", NULL};

/* Defines a function that returns the parts of which `condition` holds. */
#define PARTS_WHERE(function, condition)                                                                               \
    unsigned function(void)                                                                                            \
    {                                                                                                                  \
        unsigned set = 0;                                                                                              \
        for (size_t p = 0; parts_table[p]; p++) {                                                                      \
            const kn_view_part *part = parts_table[p];                                                                 \
            if (condition)                                                                                             \
                set |= 1u << p;                                                                                        \
        }                                                                                                              \
        return set;                                                                                                    \
    }

PARTS_WHERE(kn_view_all_parts, part != NULL)
PARTS_WHERE(kn_view_volume_parts, part->needs_volume)
PARTS_WHERE(kn_view_vector_parts, part->needs_volume || part->needs_vectors)
PARTS_WHERE(kn_view_expected_parts, part->needs_expected)
PARTS_WHERE(kn_view_flaw_parts, part->needs_flaws)
PARTS_WHERE(kn_view_score_parts, part->needs_scores)
PARTS_WHERE(kn_view_context_parts, part->of_context)

/* The columns of a part without those of flaws. */
static size_t own_width(const kn_view_part *part, size_t features)
{
    return part->name ? part->columns : features;
}

static size_t part_width(const kn_view_part *part, size_t features, size_t flaws)
{
    return own_width(part, features) + (part->needs_flaws ? flaws : 0);
}

const kn_view_part *kn_view_part_at(size_t index)
{
    return parts_table[index];
}

size_t kn_view_width(unsigned parts, size_t features, size_t flaws)
{
    size_t width = 0;
    for (size_t p = 0; parts_table[p]; p++)
        if (parts & 1u << p)
            width += part_width(parts_table[p], features, flaws);
    return width;
}

void kn_view_label(unsigned parts, size_t column, const kn_symbols *features, const kn_symbols *flaws, kn_text *text)
{
    for (size_t p = 0; parts_table[p]; p++) {
        const kn_view_part *part = parts_table[p];
        size_t width = parts & 1u << p ? part_width(part, features->count, flaws->count) : 0;
        if (column < width) {
            size_t own = own_width(part, features->count);
            const char *name = column >= own ? flaws->name[column - own]
                               : part->name  ? part->name[column]
                                             : features->name[column];
            kn_text_format(text, "%s%s", part->prefix, name);
            return;
        }
        column -= width;
    }
    kn_text_format(text, "?");
}

typedef struct filling {
    kn_view *view;
    const uint32_t *candidate; /* NULL: all */
    size_t candidates, item;
    bool start;
    unsigned parts;       /* those that change */
    const double *weight; /* [width] NULL: no scores */
    double *score;        /* [candidates] */
} filling;

enum { BLOCK = 64 }; /* rows that stay in the nearest cache from one part to the next, and to the scores */

static void fill_block(const filling *work, const kn_view_part *part, size_t first, size_t begin, size_t end)
{
    kn_view *view = work->view;
    for (size_t c = begin; c < end; c++) {
        size_t s = work->candidate ? work->candidate[c] : c;
        float *column = view->row + s * view->width + first;
        if (work->start)
            part->start(view, s, column);
        else
            part->update(view, work->item, s, column);
    }
}

KN_VECTOR static void score_block(const filling *work, size_t begin, size_t end)
{
    for (size_t c = begin; c < end; c++)
        work->score[c] = kn_dot(work->weight, kn_view_row(work->view, work->candidate[c]), work->view->width);
}

static void fill_piece(void *context, size_t piece, size_t worker)
{
    const filling *work = context;
    size_t last = kn_piece_end(piece, work->candidates);
    (void)worker;
    for (size_t begin = piece * KN_PIECE, end; begin < last; begin = end) {
        end = begin + BLOCK < last ? begin + BLOCK : last;
        for (size_t p = 0; parts_table[p]; p++)
            if (work->parts & 1u << p && (work->start || parts_table[p]->update))
                fill_block(work, parts_table[p], work->view->first[p], begin, end);
        if (work->weight)
            score_block(work, begin, end);
    }
}

static void fill(filling *work, size_t jobs)
{
    kn_parallel_for(jobs, kn_pieces(work->candidates), fill_piece, work);
}

static bool has_part(const kn_view *view, const kn_view_part *part)
{
    size_t p = 0;
    while (parts_table[p] != part)
        p++;
    return view->parts & 1u << p;
}

static bool make_room(kn_view *view)
{
    size_t n = view->instance->count, dimensions = view->instance->vector.width;
    kn_arena *arena = &view->arena;
    arena->allocator = view->allocator;
    kn_arena_clear(arena);
    view->row = kn_arena_room(arena, n * view->width, sizeof *view->row);
    if (!view->row)
        return false;
    view->expected.allocator = view->allocator;
    if (view->parts & kn_view_expected_parts() && !kn_expected_begin(&view->expected, view->instance))
        return false;
    if (view->parts & kn_view_score_parts() && !kn_view_begin_ranks(view))
        return false;
    if (has_part(view, &kn_view_relevance) && !kn_view_begin_relevance(view))
        return false;
    if (!(view->parts & kn_view_volume_parts()))
        return true;
    view->gram = kn_arena_room(arena, n, sizeof *view->gram);
    view->scratch = kn_arena_new(arena, dimensions, sizeof *view->scratch);
    view->volume.allocator = view->allocator;
    return view->gram && view->scratch && kn_cholesky_begin(&view->volume, n);
}

knap_status kn_view_begin(kn_view *view, const knap_instance *instance, kn_views views, size_t jobs, knap_error *error)
{
    filling work = {.view = view, .candidates = instance->count, .start = true, .parts = views.parts};
    view->instance = instance;
    view->parts = views.parts;
    view->pair_threshold = views.pair_threshold;
    view->part = parts_table;
    view->width = 0;
    view->quality = SIZE_MAX;
    view->picked = 0;
    for (size_t p = 0; parts_table[p]; p++) {
        view->first[p] = view->width;
        if (views.parts & 1u << p && parts_table[p] == &kn_view_quality)
            view->quality = view->width;
        view->part_width[p] =
            views.parts & 1u << p ? part_width(parts_table[p], instance->width, kn_flaw_columns(instance->data)) : 0;
        view->width += view->part_width[p];
    }
    if (!make_room(view))
        return kn_no_memory(error);
    fill(&work, jobs);
    return KNAP_OK;
}

/* Volumes that are 0 stay so: there is nothing to update. */
static knap_status push_volume(kn_view *view, filling *work, size_t jobs, knap_error *error)
{
    if (!(view->parts & kn_view_volume_parts()))
        return KNAP_OK;
    if (view->volume.determinant == 0) {
        work->parts &= ~kn_view_volume_parts();
        return KNAP_OK;
    }
    if (!kn_cholesky_reserve(&view->volume))
        return kn_no_memory(error);
    kn_gram_row_jobs(view->instance, work->item, work->candidate, work->candidates, view->gram, view->scratch, jobs);
    kn_cholesky_push(&view->volume, work->item, work->candidate, work->candidates, view->gram, jobs);
    return KNAP_OK;
}

knap_status kn_view_push(kn_view *view, size_t item, const uint32_t *candidate, size_t candidates, size_t jobs,
                         const double *weight, double *score, knap_error *error)
{
    filling work = {.view = view,
                    .candidate = candidate,
                    .candidates = candidates,
                    .item = item,
                    .parts = view->parts,
                    .weight = weight,
                    .score = score};
    knap_status status = push_volume(view, &work, jobs, error);
    if (status)
        return status;
    view->picked++;
    if (view->parts & kn_view_expected_parts())
        kn_expected_push(&view->expected, item);
    if (has_part(view, &kn_view_relevance) && view->relevant.relevance)
        kn_relevant_push(&view->relevant, item);
    fill(&work, jobs);
    return KNAP_OK;
}

void kn_view_free(kn_view *view)
{
    kn_arena_free(&view->arena);
    kn_cholesky_free(&view->volume);
    kn_expected_free(&view->expected);
    kn_relevant_end(&view->relevant);
    view->row = NULL;
    view->gram = view->scratch = NULL;
}
