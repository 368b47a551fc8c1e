/* formats/name.h - the ending of a file's name, and messages about formats that were left out of the build. */
#ifndef KNAP_FORMATS_NAME_H
#define KNAP_FORMATS_NAME_H

#include "formats/formats.h"

/* Whether the name ends in one of the endings, a list such as "md markdown". Letter case is
 * ignored, and so is the ending of a compressed file: notes.md.gz ends in md. */
bool kn_name_ends(const char *name, const char *endings);
/* KNAP_BAD_INPUT: the file needs support that this build does not have. */
knap_status kn_left_out(const kn_source *source, const char *format, const char *option, const char *package,
                        knap_error *error);

#endif
