/* base/names.h - names of files and folders that are made from ids. */
#pragma once

#include "base/memory.h"
#include "knap/base.h"

/* Appends `id` to `name` so that it can stand in a path. A slash becomes `slash`; with '/', the id gives folders in folders.
 * Control characters, backslashes and the first '.' of a part become '_'. A part of more than 200 bytes is cut. */
void kn_safe_name(kn_text *name, const char *id, char slash);
