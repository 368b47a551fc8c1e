/* core/borrow.h - arrays of an instance that belong to the caller: see knap_data_add_arrays. */
#pragma once

#include "core/instance.h"

/* Replaces borrowed arrays by copies, before the instance changes. Does nothing where nothing is borrowed. */
knap_status kn_instance_own(knap_instance *instance, knap_error *error);
/* Lets go of the borrowed arrays; the instance then has none. */
void kn_instance_release(knap_instance *instance);
