/* formats/name.h - the name of a file and its ending, and messages about formats that were left out of the build. */
#pragma once

#include "formats/formats.h"

/* Whether the name ends in one of the endings, a list such as "md markdown". Letter case is
 * ignored, and so is the ending of a compressed file: notes.md.gz ends in md. */
bool kn_name_ends(const char *name, const char *endings);
/* Whether the name without its folders is one of the names, a list such as "Makefile Dockerfile". Letter case is ignored. */
bool kn_name_is(const char *name, const char *names);
/* KNAP_BAD_INPUT: the file needs support that this build does not have. */
knap_status kn_left_out(const kn_source *source, const char *format, const char *option, const char *package,
                        knap_error *error);
