/* knap/systems.h - anything that maps an instance to a list, behind one table. */
#ifndef KNAP_SYSTEMS_H
#define KNAP_SYSTEMS_H

#include "knap/core.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct knap_system {
    const char *name;
    const char *help;
    /* Fills *list; `draw` seeds what is random, one number an instance. */
    knap_status (*run)(const knap_instance *instance, uint64_t draw, knap_list *list, knap_error *error);
} knap_system;

/* The systems, a NULL-terminated array; a new one is one file and one row. */
KNAP_API const knap_system *const *knap_systems(void);
KNAP_API const knap_system *knap_system_find(const char *name); /* or NULL */

/* What came of one instance. */
typedef struct knap_packed {
    knap_list list;
    double *score; /* [list.count] the model's scores; NULL from a system */
    double reward; /* NaN where the instance has none */
} knap_packed;

/* Packs every instance of `data` in parallel with the model (matched with knap_data_match), or with the
 * system where the model is NULL. Instance i is drawn as `first_draw` + i. packed[knap_data_count] is filled,
 * and freed with knap_packed_free whether the call succeeds or not. */
KNAP_API knap_status knap_pack_all(const knap_model *model, const knap_system *system, const knap_data *data,
                                   uint64_t first_draw, const knap_run *run, knap_packed *packed, knap_error *error);
KNAP_API void knap_packed_free(knap_packed *packed, size_t count);

#ifdef __cplusplus
}
#endif

#endif
