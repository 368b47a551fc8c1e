/* io/meter.h - meters for several threads. */
#pragma once

#include "io/inner.h"

/* A copy of a meter that several threads cannot share; NULL for one that they can. */
knap_status kn_meter_copy(const knap_meter *meter, const knap_allocator *allocator, knap_meter **copy,
                          knap_error *error);
