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
    knap_sentence *sentence;
    size_t sentences, sentence_capacity;
    uint32_t date;        /* of its date line, found by the last split; 0: none */
    const char *split_in; /* code of the language of the last split, static; NULL: none */
};

/* A document of a text that a reader has made; takes `decoded` over when it succeeds. */
knap_status kn_document_of(const char *name, const char *id, kn_decoded *decoded, const knap_allocator *allocator,
                           knap_document **document, knap_error *error);

#endif
