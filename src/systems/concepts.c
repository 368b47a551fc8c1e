/* concepts.c - which concepts of an instance a system reads, by what they were marked as. */
#include "systems/systems.h"

static bool is_of(unsigned kind, unsigned which)
{
    switch (kind) {
    case KNAP_CONCEPT_BIGRAM:
        return (which & KN_BIGRAMS) != 0;
    case KNAP_CONCEPT_ANSWER:
        return false;
    case KNAP_CONCEPT_STOP:
        return (which & KN_ALL_WORDS) != 0;
    default:
        return (which & (KN_ALL_WORDS | KN_CONTENT_WORDS)) != 0;
    }
}

size_t kn_concepts_of(const knap_instance *instance, unsigned which, unsigned char *keep)
{
    size_t kept = 0;
    for (size_t i = 0; i < instance->concept.width; i++) {
        keep[i] = (unsigned char)is_of(kn_concept_kind(instance, (uint32_t)i), which);
        kept += keep[i];
    }
    if (!kept && which == KN_BIGRAMS)
        return kn_concepts_of(instance, KN_CONTENT_WORDS, keep);
    return kept;
}

knap_status kn_need_concepts(const knap_instance *instance, const char *system, knap_error *error)
{
    if (instance->concept.start[instance->count] > 0)
        return KNAP_OK;
    return kn_fail(error, KNAP_USAGE, "system %s reads concepts (\"covers\"), and the items have none", system);
}
