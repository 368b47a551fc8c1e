/* text/decode.h - converts bytes of any encoding to UTF-8 and maps the text back to the bytes. */
#pragma once

#include "text/map.h"

typedef struct kn_decoded {
    kn_mapped mapped;
    char encoding[48];
    size_t repaired; /* bytes that are not UTF-8 and were taken for a code page */
} kn_decoded;

/* As knap_document_new says. On failure there is nothing to free. */
knap_status kn_decode(const char *name, const char *bytes, size_t length, const char *encoding,
                      const knap_allocator *allocator, kn_decoded *decoded, knap_error *error);
