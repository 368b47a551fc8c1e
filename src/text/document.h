/* text/document.h - the insides of a knap_document, for the readers that cut documents out of larger files.
 */
#ifndef KNAP_TEXT_DOCUMENT_H
#define KNAP_TEXT_DOCUMENT_H

#include "knap/text.h"
#include "text/decode.h"

struct knap_document {
    const knap_allocator *allocator;
    kn_arena arena;
    kn_decoded decoded;
    const char *name, *id;
};

/* A document of a text that a reader has made; takes `decoded` over when it succeeds. */
knap_status kn_document_of(const char *name, const char *id, kn_decoded *decoded, const knap_allocator *allocator,
                           knap_document **document, knap_error *error);

/* The day in its id or else in its file's name (APW19981016.0240, 2004-10-01.txt), as YYYYMMDD; 0: none. */
uint32_t kn_document_named_date(const knap_document *document);

#endif
