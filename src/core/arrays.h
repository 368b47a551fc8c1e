/* core/arrays.h - instances whose items are arrays of the caller. */
#ifndef KNAP_CORE_ARRAYS_H
#define KNAP_CORE_ARRAYS_H

#include "core/instance.h"

/* Replaces borrowed arrays by copies, before the instance changes. Does nothing where nothing is borrowed. */
knap_status kn_instance_own(knap_instance *instance, knap_error *error);
/* Lets go of the borrowed arrays; the instance then has none. */
void kn_instance_release(knap_instance *instance);

#endif
