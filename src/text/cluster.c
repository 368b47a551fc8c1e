/* cluster.c - documents that belong together, and the languages that they are in. */
#include "text/cluster.h"
#include "text/lexicon.h"

#include <string.h>

enum { SHORT = 200 }; /* bytes; a shorter document is taken to be in the language of the others */

static size_t number_of(const char *code)
{
    const char *const *codes = knap_language_codes();
    size_t number = 0;
    while (strcmp(codes[number], code) != 0)
        number++;
    return number;
}

const char *kn_cluster_languages(const knap_cluster *cluster, const char **each)
{
    size_t bytes[KN_LANGUAGE_COUNT] = {0}, best = 0;
    const char *most;
    for (size_t i = 0; i < cluster->documents; i++) {
        size_t length;
        const char *text = knap_document_text(cluster->document[i], &length);
        const char *guess = knap_language_guess(text, length);
        bytes[number_of(guess)] += length;
        if (each)
            each[i] = length < SHORT || strcmp(guess, "und") == 0 ? NULL : guess;
    }
    for (size_t code = 1; code < KN_LANGUAGE_COUNT; code++)
        if (bytes[code] > bytes[best])
            best = code;
    most = knap_language_codes()[best];
    for (size_t i = 0; each && i < cluster->documents; i++)
        each[i] = each[i] ? each[i] : most;
    return most;
}

const char *knap_cluster_language(const knap_cluster *cluster)
{
    if (!cluster || !cluster->document)
        return NULL;
    return kn_cluster_languages(cluster, NULL);
}
