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

#ifdef __cplusplus
}
#endif

#endif
