/* measure.c - the ROUGE-1 scores of a list of sentences, pooled over the references of its cluster.
 *
 *     hits = sum over references and words of min(count in the list, count in the reference)
 *     recall = hits / words of the references,  F = 2 hits / (words of the references + references * words of the list)
 *
 * All words count, whatever the reward of the instance is. */
#include "summarize/material.h"
#include "base/error.h"

#include <math.h>

typedef struct tally {
    double hits;
    double reference_words; /* of all references */
    double list_words;      /* once for each reference */
} tally;

static void count_list(const knap_material *material, size_t cluster, const knap_list *list, double *have, tally *made)
{
    const kn_story *story = &material->story[cluster];
    const kn_counts *counts = &story->counts;
    for (size_t i = 0; i < list->count; i++) {
        uint32_t line = material->line[cluster][list->item[i]];
        for (size_t j = counts->start[line]; j < counts->start[line + 1]; j++) {
            have[counts->id[j]] += counts->count[j];
            made->list_words += counts->count[j] * (double)story->references.rows;
        }
    }
}

static knap_status measure(const knap_material *material, size_t cluster, const knap_list *list, tally *made,
                           knap_error *error)
{
    KN_REQUIRE(material);
    KN_REQUIRE(list);
    if (cluster >= material->count)
        return kn_fail(error, KNAP_USAGE, "there is no cluster %zu: the material has %zu", cluster, material->count);
    const knap_instance *instance = knap_data_at(material->data, cluster);
    const kn_story *story = &material->story[cluster];
    const kn_counts *references = &story->references;
    size_t entries = references->rows ? references->start[references->rows] : 0;
    double *have;
    *made = (tally){0};
    for (size_t i = 0; i < entries; i++)
        made->reference_words += references->count[i];
    if (!(made->reference_words > 0))
        return kn_fail(error, KNAP_USAGE, "cluster '%.100s' has no references to measure by",
                       knap_instance_id(instance));
    for (size_t i = 0; i < list->count; i++)
        if (list->item[i] >= knap_instance_count(instance))
            return kn_fail(error, KNAP_USAGE, "the list has item %zu: the instance has %zu items", list->item[i],
                           knap_instance_count(instance));
    have = kn_new(material->allocator, story->word.count, sizeof *have);
    if (!have)
        return kn_no_memory(error);
    count_list(material, cluster, list, have, made);
    for (size_t i = 0; i < entries; i++)
        made->hits += fmin(have[references->id[i]], references->count[i]);
    kn_free(material->allocator, have, story->word.count, sizeof *have);
    return KNAP_OK;
}

knap_status knap_material_recall(const knap_material *material, size_t cluster, const knap_list *list, double *value,
                                 knap_error *error)
{
    tally made;
    knap_status status;
    KN_REQUIRE(value);
    *value = NAN;
    if (!(status = measure(material, cluster, list, &made, error)))
        *value = made.hits / made.reference_words;
    return status;
}

knap_status knap_material_f(const knap_material *material, size_t cluster, const knap_list *list, double *value,
                            knap_error *error)
{
    tally made;
    knap_status status;
    KN_REQUIRE(value);
    *value = NAN;
    if (!(status = measure(material, cluster, list, &made, error)))
        *value = 2 * made.hits / (made.reference_words + made.list_words);
    return status;
}
