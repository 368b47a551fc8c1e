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

#ifdef __cplusplus
}
#endif

#endif
