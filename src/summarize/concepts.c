/* concepts.c - words and pairs as concepts. */
#include "summarize/concepts.h"

int kn_concepts_of_line(kn_concept_row *row, const kn_story *story, size_t line)
{
    const kn_counts *words = &story->counts, *pairs = &story->pairs.lines;
    size_t first = words->start[line], count = words->start[line + 1] - first;
    size_t pair = pairs->start[line], more = pairs->start[line + 1] - pair;
    void *id = kn_grow(row->allocator, row->id, &row->id_capacity, count + more, sizeof *row->id), *amount;
    if (!id)
        return 0;
    row->id = id;
    if (!(amount = kn_grow(row->allocator, row->amount, &row->amount_capacity, count + more, sizeof *row->amount)))
        return 0;
    row->amount = amount;
    row->count = count + more;
    for (size_t i = 0; i < count; i++) {
        row->id[i] = words->id[first + i];
        row->amount[i] = words->count[first + i];
    }
    for (size_t i = 0; i < more; i++) {
        row->id[count + i] = (uint32_t)story->word.count + pairs->id[pair + i];
        row->amount[count + i] = 1;
    }
    return 1;
}

void kn_concept_row_free(kn_concept_row *row)
{
    kn_free(row->allocator, row->id, row->id_capacity, sizeof *row->id);
    kn_free(row->allocator, row->amount, row->amount_capacity, sizeof *row->amount);
}

knap_status kn_concepts_expect(knap_instance *instance, const kn_story *story, const kn_hopes *hopes, knap_error *error)
{
    knap_status status = KNAP_OK;
    for (size_t i = 0; !status && i < story->pairs.count; i++) {
        uint32_t pair = (uint32_t)(story->word.count + i);
        double worth = story->pairs.share[i] * story->pairs.share[i];
        status = knap_instance_mark(instance, pair, KNAP_CONCEPT_BIGRAM, error);
        if (!status)
            status = knap_instance_expect(instance, pair, &worth, 1, error);
    }
    for (size_t w = 0; !status && w < hopes->words; w++) {
        size_t start = hopes->start[w], count = hopes->start[w + 1] - start;
        if (count)
            status = knap_instance_expect(instance, (uint32_t)w, hopes->q + start, count, error);
        if (!status && w < story->stops && story->stop[w])
            status = knap_instance_mark(instance, (uint32_t)w, KNAP_CONCEPT_STOP, error);
    }
    return status;
}
