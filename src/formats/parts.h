/* formats/parts.h - the files inside a file that is an archive: office files, slides, books. */
#pragma once

#include "formats/formats.h"
#include "base/symbols.h"

typedef struct kn_part {
    size_t begin, length; /* in the text of all parts */
} kn_part;

typedef struct kn_parts {
    const knap_allocator *allocator;
    kn_symbols names; /* the number of a name is that of its part */
    kn_part *part;
    kn_text bytes;
} kn_parts;

/* Whether a zip archive has a file of this name, or a file without compression at its start with this text. Names are readable at the
 * start of an archive, or in the directory at its end. */
bool kn_zip_has(const char *bytes, size_t length, const char *name);

/* Reads the parts whose names are wanted. Free with kn_parts_free in any case. */
knap_status kn_parts_read(kn_parts *parts, const kn_source *source, bool (*wanted)(const char *name),
                          knap_error *error);
void kn_parts_free(kn_parts *parts);
/* The bytes of a part, or NULL. They stay where they are. */
const char *kn_parts_find(const kn_parts *parts, const char *name, size_t *length);
/* The name of a part that `target` refers to from the part `from`: relative to its folder; "" where it is too long. */
const char *kn_parts_resolve(const char *from, const char *target, char *name, size_t size);
