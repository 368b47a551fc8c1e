/* knap/systems.h - anything that maps an instance to a list, trained or not, behind one table.
 *
 *     system + params + training data -> fitted -> list of each instance
 *
 * Threads: a knap_fitted is never changed after it was made; any number of threads may pack with it. dpp-mbr
 * takes eigenvectors from LAPACK: with jobs > 1, a BLAS that starts threads of its own makes it slower, and
 * openblas_set_num_threads(1), which is for the program and not for a library to call, faster.
 */
#ifndef KNAP_SYSTEMS_H
#define KNAP_SYSTEMS_H

#include "knap/core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One instance to be packed. */
typedef struct knap_task {
    const void *params; /* the system's, complete */
    const void *state;  /* what `fit` made; NULL where there is nothing to train */
    const knap_instance *instance;
    uint64_t draw;       /* seeds what is random: one number an instance */
    const knap_run *run; /* never NULL */
} knap_task;

typedef struct knap_system {
    const char *name;
    const char *help;
    const knap_param *params; /* its settings, with the values of its paper as defaults; NULL: none */
    size_t params_size;       /* of the struct that `params` describes */
    const char *preset; /* where it differs from the defaults of `params`: "views=all decode=swap"; NULL: nowhere */
    const char *grid;   /* what knap_system_tune tries: "lambda=1,2,4 r=0,0.3"; NULL: nothing of its own */
    int random;         /* other seeds, other lists */
    int scores;         /* `run` fills `score` */
    /* Learns from `train`, which has rewards; NULL: there is nothing to train. */
    knap_status (*fit)(knap_data *train, const void *params, const knap_run *run, void **state, knap_error *error);
    /* Fills *list, which is empty; score[instance's items] gets the score of each picked item. */
    knap_status (*run)(const knap_task *task, knap_list *list, double *score, knap_error *error);
    void (*end)(void *state);
} knap_system;

/* The systems, a NULL-terminated array; a new one is one file and one row. */
KNAP_API const knap_system *const *knap_systems(void);
KNAP_API const knap_system *knap_system_find(const char *name); /* or NULL */

/* The system's own settings: the defaults of its table, then its preset. */
KNAP_API void knap_system_init(const knap_system *system, void *params);
/* Puts the `length` bytes "name=value" of `text` into them. */
KNAP_API knap_status knap_system_set(const knap_system *system, const char *text, size_t length, void *params,
                                     knap_error *error);

/* A system ready to pack. Free with knap_fitted_free. */
typedef struct knap_fitted knap_fitted;

/* `params` is the struct that system->params describes (knap_system_init fills it), NULL for the defaults;
 * it is copied. `train` may be NULL for systems without `fit`, and is not looked at by them. */
KNAP_API knap_status knap_system_fit(const knap_system *system, const void *params, knap_data *train,
                                     const knap_run *run, knap_fitted **fitted, knap_error *error);
/* A model of knap_train as a fitted system; the model must outlive it. */
KNAP_API knap_status knap_fitted_of_model(const knap_model *model, const knap_allocator *allocator,
                                          knap_fitted **fitted, knap_error *error);
/* The same training for another system that learns the same thing with the same params (dpp and dpp-mbr);
 * `fitted` must outlive the one that is made. KNAP_USAGE where they do not learn the same. */
KNAP_API knap_status knap_fitted_share(const knap_fitted *fitted, const knap_system *system, knap_fitted **shared,
                                       knap_error *error);
KNAP_API void knap_fitted_free(knap_fitted *fitted);
KNAP_API const knap_system *knap_fitted_system(const knap_fitted *fitted);
/* Puts the data's features into the order of the training data; see knap_data_match. Nothing for systems that
 * were not trained. */
KNAP_API knap_status knap_fitted_match(const knap_fitted *fitted, knap_data *data, int absent_is_zero,
                                       knap_error *error);
/* The list of one instance of matched data. `score` may be NULL. */
KNAP_API knap_status knap_fitted_pack(const knap_fitted *fitted, const knap_instance *instance, uint64_t draw,
                                      const knap_run *run, knap_list *list, double *score, knap_error *error);

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

/* Packs every instance of `data`, matched with knap_fitted_match, in parallel. Instance i is drawn as
 * `first_draw` + i. packed[knap_data_count] is filled, and freed with knap_packed_free whether the call
 * succeeds or not. */
KNAP_API knap_status knap_pack_all(const knap_fitted *fitted, const knap_data *data, uint64_t first_draw,
                                   const knap_run *run, knap_packed *packed, knap_error *error);
KNAP_API void knap_packed_free(knap_packed *packed, size_t count);

#ifdef __cplusplus
}
#endif

#endif
