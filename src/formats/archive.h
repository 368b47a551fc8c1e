/* formats/archive.h - compressed files and archives: .gz, .bz2, .xz, .zst, .zip, .tar. */
#pragma once

#include "formats/formats.h"

bool kn_archive_is(const char *name, const char *bytes, size_t length);
/* Gives each file inside to output->file. */
knap_status kn_archive_read(const kn_source *source, const kn_output *output, knap_error *error);

/* Gets a file of an archive; "" is the name of the one inside a file that is just compressed. */
typedef knap_status (*kn_entry_fn)(void *context, const char *name, const char *bytes, size_t length,
                                   knap_error *error);
/* Unpacks the entries for which `wanted` is true (NULL: all but hidden ones). All entries together may have source->most bytes. */
knap_status kn_archive_walk(const kn_source *source, bool (*wanted)(const char *name), kn_entry_fn visit, void *context,
                            knap_error *error);
