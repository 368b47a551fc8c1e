/* core/view.h - v(s|L): the features of each item given the list so far, kept as the list grows.
 *
 * A view is a matrix with one row per item, laid out as the columns of each part in the order of the table of
 * parts. Parts fill their columns for the empty list and update them after each pick, for the
 * candidates that remain. */
#pragma once

#include "core/expected.h"
#include "core/relevant.h"
#include "base/cholesky.h"

enum { KN_MOST_PARTS = 16 };

/* What is seen of an item: parts of the table, and up to which cosine a pair is not similar. */
typedef struct kn_views {
    unsigned parts; /* bit i: row i of the table */
    double pair_threshold;
} kn_views;

static inline kn_views kn_views_of(const knap_settings *settings)
{
    return (kn_views){settings->views, settings->penalties.pair_threshold};
}

typedef struct kn_view {
    const knap_allocator *allocator;
    const knap_instance *instance;
    unsigned parts;                         /* as in kn_views */
    double pair_threshold;                  /* the same */
    const struct kn_view_part *const *part; /* the table of parts */
    size_t first[KN_MOST_PARTS];            /* the part's first column */
    size_t part_width[KN_MOST_PARTS];
    size_t width;           /* columns */
    size_t quality;         /* the first column of the static features; SIZE_MAX: the view does not have them */
    float *row;             /* [count][width] */
    kn_cholesky volume;     /* det G_{L+s}, where a part needs it */
    kn_expected expected;   /* the same for expected gains */
    double *evidence;       /* [count][KN_EVIDENCES], where a part needs scores */
    uint32_t *rank;         /* [count] places by falling score, from 0; ties by index */
    uint32_t *ranked;       /* [count] the items in that order */
    kn_relevant relevant;   /* the objective of system relevance, if a part needs it; without arrays: it cannot tell */
    double *gram, *scratch; /* [count] cosines to the item picked last; [dimensions] zeros */
    kn_arena arena;         /* of these arrays */
    size_t picked;          /* items in the list */
} kn_view;

/* How the columns of a part change after the first pick: anyhow; each only towards 0; all by one factor from 0 to 1. */
typedef enum kn_fades { KN_FADES_NOT, KN_FADES_EACH, KN_FADES_TOGETHER } kn_fades;

typedef struct kn_view_part {
    const char *help;
    bool needs_volume, needs_vectors, needs_expected, needs_flaws, needs_scores;
    kn_fades fades;
    /* A pick changes no rows but those of items that share a concept with it, depend on it, or are what it depends on. */
    bool local;
    bool of_context; /* says nothing of what an item is worth by itself */
    /* Its columns, whose names begin with `prefix`. NULL: one for each static feature, which has its name. With needs_flaws, one for
     * each flaw follows. */
    const char *prefix, *const *name;
    size_t columns;
    /* Writes the part's columns of a candidate's row: for the empty list, and after `item` was picked. */
    void (*start)(const kn_view *view, size_t candidate, float *column);
    void (*update)(const kn_view *view, size_t item, size_t candidate, float *column);
} kn_view_part;

extern const kn_view_part kn_view_quality, kn_view_volume, kn_view_volume_quality, kn_view_min_distance,
    kn_view_expected_gain, kn_view_bigram_coverage, kn_view_readability, kn_view_similarity, kn_view_score,
    kn_view_relevance;

/* The parts' names in the order of the table, NULL-terminated, for the settings. */
extern const char *const kn_view_part_names[];
/* All parts; those that need volumes, similarity vectors, expected worths, flaws, scores; those that say nothing
 * of an item's worth. */
unsigned kn_view_all_parts(void);
unsigned kn_view_volume_parts(void);
unsigned kn_view_vector_parts(void);
unsigned kn_view_expected_parts(void);
unsigned kn_view_flaw_parts(void);
unsigned kn_view_score_parts(void);
unsigned kn_view_context_parts(void);

/* Fills evidence, rank and ranked of the view (view_score.c). Returns false without memory. */
bool kn_view_begin_ranks(kn_view *view);
/* Begins `relevant` of the view (view_relevance.c). Returns false without memory. */
bool kn_view_begin_relevance(kn_view *view);

/* A row of the table; NULL past the last. */
const kn_view_part *kn_view_part_at(size_t index);
/* The number of columns of a view with those parts, for so many static features and kinds of flaws. */
size_t kn_view_width(unsigned parts, size_t features, size_t flaws);
/* Appends the name of a column to `text`. Two columns can have the same name. */
void kn_view_label(unsigned parts, size_t column, const kn_symbols *features, const kn_symbols *flaws, kn_text *text);

/* The view of an empty list; `view` is zero-initialised (with an allocator) or has been used before. */
knap_status kn_view_begin(kn_view *view, const knap_instance *instance, kn_views views, size_t jobs, knap_error *error);
/* The list takes `item`; the rows of `candidates`, which rise, are updated, other rows are not. Where `weight` is not NULL,
 * score[c] = weight . row of candidate[c], while the row is in the cache. */
knap_status kn_view_push(kn_view *view, size_t item, const uint32_t *candidate, size_t candidates, size_t jobs,
                         const double *weight, double *score, knap_error *error);
void kn_view_free(kn_view *view);

static inline const float *kn_view_row(const kn_view *view, size_t item)
{
    return view->row + item * view->width;
}

/* The static features of an item: from its row where it has them, because that is in the cache. */
static inline const float *kn_view_features(const kn_view *view, size_t item)
{
    const knap_instance *instance = view->instance;
    return view->quality != SIZE_MAX ? kn_view_row(view, item) + view->quality
                                     : instance->feature + item * instance->width;
}

/* det G_{L+s} */
static inline double kn_view_volume_of(const kn_view *view, size_t item)
{
    return view->volume.determinant * view->volume.variance[item];
}
