/* calls/options.h - options that begin with their size. */
#pragma once

#include "base/error.h"

/* Copies the options of a caller, which may have an older struct, to own[size]; what they do not have is 0. `given` may be NULL. */
knap_status kn_options(const void *given, void *own, size_t size, knap_error *error);
/* The run of the options; KNAP_RUN_INIT for NULL. */
knap_run kn_options_run(const knap_run *run);
