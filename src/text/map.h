/* text/map.h - a text that stores, for each of its characters, the bytes of the source it came from.
 *
 * The mapping is stored as runs of characters that take the same number of bytes in the text and in the
 * source: one run for a UTF-8 file, two more for each accent in a Latin-1 file, one for each entity or tag of
 * SGML. */
#pragma once

#include "base/memory.h"

typedef struct kn_run {
    size_t text, source;             /* where its first character begins; it lasts until the next run's text */
    uint32_t text_unit, source_unit; /* bytes of each character */
} kn_run;

typedef struct kn_mapped {
    kn_text text;
    kn_run *run; /* [count] by rising text */
    size_t count;
} kn_mapped;

void kn_mapped_begin(kn_mapped *mapped, const knap_allocator *allocator);
void kn_mapped_free(kn_mapped *mapped);
/* Appends `length` bytes of text, characters of `text_unit` bytes, that come from characters of `source_unit`
 * bytes from `source` on. Failures are kept in mapped->text.failed. */
void kn_mapped_add(kn_mapped *mapped, const char *bytes, size_t length, size_t text_unit, size_t source,
                   size_t source_unit);
/* Appends [begin, end) of another such text, with its mapping. */
void kn_mapped_copy(kn_mapped *mapped, const kn_mapped *from, size_t begin, size_t end);
/* Where text [begin, end) came from; for an empty range, the place before `begin`. */
void kn_mapped_source(const kn_mapped *mapped, size_t begin, size_t end, size_t *source_begin, size_t *source_end);
