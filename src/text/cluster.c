/* cluster.c - documents that belong together. */
#include "text/lexicon.h"
#include "knap/text.h"

#include <string.h>

const char *knap_cluster_language(const knap_cluster *cluster)
{
    if (!cluster || !cluster->document)
        return NULL;
    const char *const *codes = knap_language_codes();
    size_t bytes[KN_LANGUAGE_COUNT] = {0}, best = 0;
    for (size_t i = 0; i < cluster->documents; i++) {
        size_t length, code = 0;
        const char *text = knap_document_text(cluster->document[i], &length);
        const char *guess = knap_language_guess(text, length);
        while (codes[code] && strcmp(codes[code], guess) != 0)
            code++;
        bytes[code] += length;
    }
    for (size_t code = 1; codes[code]; code++)
        if (bytes[code] > bytes[best])
            best = code;
    return codes[best];
}
