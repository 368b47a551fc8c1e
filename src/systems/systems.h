/* systems/systems.h - the systems, one file each, and what they share. */
#pragma once

#include "systems/inner.h"
#include "core/flaws.h"
#include "core/open.h"
#include "base/error.h"

/* The table of systems, in the order of the help: MEMBER(id, name) for each that can be a member of
 * majority, OTHER(id, name) for those that read the reward and for majority itself. `kn_system_ID` is in a
 * file of its own. */
/* clang-format off */
#define KN_SYSTEMS(MEMBER, OTHER)                                                                                      \
    MEMBER(relevance, "relevance")                                                                                     \
    MEMBER(cover, "cover")                                                                                             \
    MEMBER(mmr, "mmr")                                                                                                 \
    MEMBER(submod, "submod")                                                                                           \
    MEMBER(submod2011, "submod2011")                                                                                   \
    MEMBER(dpp, "dpp")                                                                                                 \
    MEMBER(dpp_mbr, "dpp-mbr")                                                                                         \
    MEMBER(scp, "scp")                                                                                                 \
    MEMBER(conseqopt, "conseqopt")                                                                                     \
    MEMBER(scp_expected, "scp-expected")                                                                               \
    MEMBER(scp_mbr, "scp-mbr")                                                                                         \
    MEMBER(scp_swap, "scp-swap")                                                                                       \
    MEMBER(reader, "reader")                                                                                           \
    MEMBER(expected, "expected")                                                                                       \
    MEMBER(lexrank, "lexrank")                                                                                         \
    MEMBER(centroid, "centroid")                                                                                       \
    MEMBER(greedykl, "greedykl")                                                                                       \
    MEMBER(freq, "freq")                                                                                               \
    MEMBER(ilp, "ilp")                                                                                                 \
    OTHER(majority, "majority")                                                                                        \
    MEMBER(lead, "lead")                                                                                               \
    MEMBER(random, "random")                                                                                           \
    OTHER(oracle, "oracle")                                                                                            \
    OTHER(oracle_reward, "oracle-reward")                                                                              \
    OTHER(oracle_benefit, "oracle-benefit")                                                                            \
    OTHER(oracle_gain, "oracle-gain")                                                                                  \
    OTHER(oracle_f, "oracle-f")
/* clang-format on */

#define KN_DECLARE_SYSTEM(id, name) extern const knap_system kn_system_##id;
KN_SYSTEMS(KN_DECLARE_SYSTEM, KN_DECLARE_SYSTEM)

#define KN_PARAM_END                                                                                                   \
    {                                                                                                                  \
        NULL, KNAP_PARAM_COUNT, 0, 0, 0, 0, NULL, NULL                                                                 \
    }

/* ---- Concepts (concepts.c) ---- */

/* Which concepts a system reads. */
enum { KN_ALL_WORDS = 1, KN_CONTENT_WORDS = 2, KN_BIGRAMS = 4 };

/* keep[concept.width]: 1 where the concept is of a kind in `which`; concepts of no kind count as content
 * words. Bigrams that nobody marked fall back to content words. Returns how many are kept. */
size_t kn_concepts_of(const knap_instance *instance, unsigned which, unsigned char *keep);
/* KNAP_USAGE with a message, for systems that need concepts. */
knap_status kn_need_concepts(const knap_instance *instance, const char *system, knap_error *error);

/* ---- Picking (pick.c) ---- */

/* Begins `open` with the pinned items, which are added to `list`; `open` is zero-initialised. Free it with
 * kn_open_free in any case. */
knap_status kn_begin_list(kn_open *open, const knap_instance *instance, const knap_allocator *allocator,
                          knap_list *list, knap_error *error);

/* The cosines of an item to those of a list, when they are asked for: each pair once. Of sparse vectors, only items of the list that
 * share a dimension are looked at. */
typedef struct kn_near {
    const knap_instance *instance;
    struct kn_near_link *link; /* [entries of all vectors] those of the list's items */
    uint32_t *head;            /* [dimensions] the newest link + 1; 0: none */
    size_t links;
    uint32_t *picked; /* [n] the list */
    size_t picks;
    uint32_t *asked; /* [n] the length of the list when the item was asked for */
    uint32_t *seen;  /* [n] the last question that saw the item */
    uint32_t question;
    double *sum;    /* [n] */
    uint32_t *item; /* [count] items of the list, */
    double *cosine; /* [count] and their cosines */
    size_t count;
    kn_arena arena;
} kn_near;
/* False when memory is out. Free it with kn_arena_free(&self->arena) in any case. */
bool kn_near_begin(kn_near *self, const knap_instance *instance);
/* The list takes an item. */
void kn_near_take(kn_near *self, size_t item);
/* item[count] and cosine[count] become those that the list has taken since the item was asked for before; cosines of 0 may be left out. */
void kn_near_ask(kn_near *self, size_t item);

/* Items by falling score, ties by index: each that is open and whose cosine with every item picked before is at most
 * `redundancy`. */
knap_status kn_pick_by_score(const knap_instance *instance, const double *score, double redundancy, knap_list *list,
                             knap_error *error);
/* The list of system cover with its default settings (cover.c). */
knap_status kn_pick_cover(const knap_task *task, knap_list *list, knap_error *error);
/* centre[dimension] = sum of the items' unit vectors; `centre` has room for instance->vector.width zeros. */
void kn_centre(const knap_instance *instance, double *centre);
/* The vector of an item times a dense one. */
double kn_vector_dot(const knap_instance *instance, size_t item, const double *dense);

/* Whether all values of all vectors are 0 or more. Then the similarities of an item to all others are its vector times the centre. */
bool kn_vectors_nonnegative(const knap_instance *instance);

/* Systems that compare all pairs of items take instances of up to so many. */
enum { KN_MOST_COMPARED = 50000 };
/* KNAP_BAD_INPUT with a message past it. */
knap_status kn_check_compared(const knap_instance *instance, const char *system, knap_error *error);

/* An objective F of lists, which the modified greedy of Lin and Bilmes maximises. */
typedef struct kn_objective {
    double (*gain)(void *state, size_t item);
    void (*push)(void *state, size_t item);
    bool lazy; /* gains only shrink and are expensive to compute: old ones serve as bounds */
} kn_objective;

/* Lin and Bilmes 2010, Algorithm 1: argmax gain / cost^r among what is open, while the gain is not
 * negative; then the better of that list and the best single item. Pinned items come first in both. */
knap_status kn_modified_greedy(const kn_objective *objective, void *state, const knap_instance *instance, double r,
                               knap_list *list, knap_error *error);

/* The list of the system oracle (oracle.c), which the DPP learns from: on F where the reward knows the length of a reference, else on
 * the reward. */
knap_status kn_oracle_list(const knap_instance *instance, knap_list *list, knap_error *error);
/* The oracle on F (oracle_f.c): the modified greedy on F = 2 f / (1 + mass / mass of a reference), which is what the reward knows,
 * else the instance; where neither does, F = 2 f / (1 + cost / budget). */
knap_status kn_greedy_f(const knap_instance *instance, double r, knap_list *list, knap_error *error);
/* The r with which its figures fit those of the paper: see docs/PAPER.md. */
#define KN_ORACLE_R 0.5

/* ---- Clusters (kmeans.c) ---- */

/* Spherical k-means over the items' vectors: cluster[n] in 0..clusters-1. Seeded, deterministic. */
knap_status kn_kmeans(const knap_instance *instance, size_t clusters, uint64_t seed, uint32_t *cluster,
                      knap_error *error);

/* LexRank of every item (lexrank.c): the stationary distribution of the damped walk over similarities, sum 1.
 */
knap_status kn_lexrank(const knap_instance *instance, double threshold, double jump, double *rank, knap_error *error);
