/* knap/systems.h - anything that maps an instance to a list, trained or not, behind one table.
 *
 *     system + params + training data -> model -> list of each instance
 *
 * Threads: see knap/base.h. Packing does not change a model: any number of threads may pack with one. The system dpp-mbr takes
 * eigenvectors from OpenBLAS, which it loads when it first needs it: where jobs is not 1, set the environment variable
 * OPENBLAS_NUM_THREADS to 1 before that, or threads of its own make it slower. The library does not set it. */
#ifndef KNAP_SYSTEMS_H
#define KNAP_SYSTEMS_H

#include "knap/core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The systems, a NULL-terminated array. It is constant. */
KNAP_API const knap_system *const *knap_systems(void);
KNAP_API const knap_system *knap_system_find(const char *name); /* or NULL */

/* Fills `params`, the struct that system->params describes, with the defaults of the table and then the system's preset. */
KNAP_API void knap_system_init(const knap_system *system, void *params);
/* Sets one of them: the first `length` bytes of `text` are "name=value". */
KNAP_API knap_status knap_system_set(const knap_system *system, const char *text, size_t length, void *params,
                                     knap_error *error);

/* What lists of a system with these params do not depend on: its `ignores`, and for trained policies KNAP_PART_EXPECTED where no
 * setting looks at expected worths. NULL: the system's own settings. */
KNAP_API unsigned knap_system_ignores(const knap_system *system, const void *params);

/* Changes settings of training to those that suit the data. Fields whose row of knap_settings_table is `given` (NULL: none) stay.
 * For instances with texts, unless the views are given: the policy sees what the words of an item are expected to be worth, and its
 * lists are improved by swaps. With scores, or a query that makes them, it sees the score and its evidence (view part score), similarity and
 * the features instead. For
 * others nothing changes. For documents: the settings of the system reader or, with `max_rouge`,
 * scp-swap; `clusters` is the number of clusters to train on. */
KNAP_API void knap_settings_suit_instances(const knap_data *data, const unsigned char *given, knap_settings *settings);
KNAP_API void knap_settings_suit_documents(size_t clusters, bool max_rouge, const unsigned char *given,
                                           knap_settings *settings);

/* Makes a model of a system, in *model; free it with knap_model_free. `params` is filled by knap_system_init, or NULL for the
 * system's own settings; it is copied. `train` is needed by systems with `fit`, whose features may be widened, and ignored by
 * the others: it may be NULL. `run` may be NULL. */
KNAP_API knap_status knap_system_fit(const knap_system *system, const void *params, knap_data *train,
                                     const knap_run *run, knap_model **model, knap_error *error);

/* Tries every combination of the values in `grid` (NULL: the system's own grid) on `train`, and puts those with the highest mean
 * reward into *params; the first of equals. Params that are not in the grid keep their values. For systems without `fit`.
 * `best` (may be NULL) gets that mean reward. */
KNAP_API knap_status knap_system_tune(const knap_system *system, const char *grid, const knap_data *train,
                                      const knap_run *run, void *params, double *best, knap_error *error);

/* The list of one instance. */
typedef struct knap_packed {
    knap_list list;
    double *score; /* [list.count] where the system scores what it picks, else NULL */
    double reward; /* NaN where the instance has none */
} knap_packed;

/* Packs every instance of `data`, which was matched with knap_model_match, on run->jobs threads. Instance i has the draw
 * `first_draw` + i. Fills packed[knap_data_count(data)]; free it with knap_packed_free, also after a failure. `run` may be NULL. */
KNAP_API knap_status knap_pack_all(const knap_model *model, const knap_data *data, uint64_t first_draw,
                                   const knap_run *run, knap_packed *packed, knap_error *error);
KNAP_API void knap_packed_free(knap_packed *packed, size_t count);

/* What a model of system majority has learned; losses are per round. A member's loss in a round is sum_i w_i (max_s b(s) - b(pick)) over
 * the positions of the list of the member that was drawn. */
typedef struct knap_majority_report {
    size_t members, rounds;
    double loss;   /* of the members drawn */
    double regret; /* that loss less the loss of the best single member */
} knap_majority_report;

typedef struct knap_majority_member {
    const knap_system *system;
    double share; /* mean probability of being drawn */
    double loss;
} knap_majority_member;

/* Return 0, and leave the report alone, where the model is of another system or has no such member (from 0). */
KNAP_API bool knap_model_majority(const knap_model *model, knap_majority_report *report);
KNAP_API bool knap_model_member(const knap_model *model, size_t member, knap_majority_member *report);

#ifdef __cplusplus
}
#endif

#endif
