/* idf.h - counts the words of a document in a table of document frequencies, by the words of its text. */
#pragma once

#include "text/inner.h"

static inline int idf_count_word(void *context, const knap_word *word)
{
    return knap_idf_word(context, word->stem, word->stem_length, NULL) != KNAP_OK;
}

static inline knap_status idf_add(knap_idf *idf, const knap_document *document, knap_language *language,
                                  knap_error *error)
{
    size_t length;
    const char *text = knap_document_text(document, &length);
    knap_status status;
    knap_idf_document(idf);
    status = knap_language_words(language, text, length, KNAP_WORDS_NO_STOP, idf_count_word, idf, error);
    return status == KNAP_CANCELLED ? KNAP_NO_MEMORY : status;
}
