/* knap/systems.h - anything that maps an instance to a list, trained or not, behind one table.
 *
 *     system + params + training data -> model -> list of each instance
 *
 * Threads: packing does not change a model; any number of threads may pack with it. dpp-mbr
 * takes eigenvectors from LAPACK: with jobs > 1, a BLAS that starts threads of its own makes it slower, and
 * openblas_set_num_threads(1), which is for the program and not for a library to call, faster.
 */
#ifndef KNAP_SYSTEMS_H
#define KNAP_SYSTEMS_H

#include "knap/core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The systems, a NULL-terminated array; a new one is one file and one row. */
KNAP_API const knap_system *const *knap_systems(void);
KNAP_API const knap_system *knap_system_find(const char *name); /* or NULL */

/* The system's own settings: the defaults of its table, then its preset. */
KNAP_API void knap_system_init(const knap_system *system, void *params);
/* Puts the `length` bytes "name=value" of `text` into them. */
KNAP_API knap_status knap_system_set(const knap_system *system, const char *text, size_t length, void *params,
                                     knap_error *error);

/* A model of a system. `params` is the struct that system->params describes (knap_system_init fills it), NULL for the defaults;
 * it is copied. `train` may be NULL for systems without `fit`, and is not looked at by them. */
KNAP_API knap_status knap_system_fit(const knap_system *system, const void *params, knap_data *train,
                                     const knap_run *run, knap_model **model, knap_error *error);

/* Tries every combination of the values in `grid` (NULL: the system's own) on `train` and leaves the params
 * with the highest mean reward in *params, which comes in holding the values of all that is not in the grid;
 * the first of equals. For systems without training. *best, if not NULL, gets that mean reward. */
KNAP_API knap_status knap_system_tune(const knap_system *system, const char *grid, const knap_data *train,
                                      const knap_run *run, void *params, double *best, knap_error *error);

/* What came of one instance. */
typedef struct knap_packed {
    knap_list list;
    double *score; /* [list.count] where the system scores what it picks, else NULL */
    double reward; /* NaN where the instance has none */
} knap_packed;

/* Packs every instance of `data`, matched with knap_model_match, in parallel. Instance i is drawn as
 * `first_draw` + i. packed[knap_data_count] is filled, and freed with knap_packed_free whether the call
 * succeeds or not. */
KNAP_API knap_status knap_pack_all(const knap_model *model, const knap_data *data, uint64_t first_draw,
                                   const knap_run *run, knap_packed *packed, knap_error *error);
KNAP_API void knap_packed_free(knap_packed *packed, size_t count);

#ifdef __cplusplus
}
#endif

#endif
