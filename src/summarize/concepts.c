/* concepts.c - the expected worth of words and bigrams. */
#include "summarize/concepts.h"
#include "base/error.h"

knap_status kn_concepts_expect(knap_instance *instance, const kn_story *story, const kn_predictions *predictions,
                               knap_error *error)
{
    size_t pairs = story->bigram.numbers.count;
    double *share = kn_new(story->allocator, pairs, sizeof *share);
    knap_status status = share && kn_pair_shares(story, share) ? KNAP_OK : kn_no_memory(error);
    for (size_t i = 0; !status && i < pairs; i++) {
        double worth = share[i] * share[i];
        if (worth > 0)
            status = knap_instance_expect(instance, (uint32_t)(story->word.count + i), &worth, 1, error);
    }
    for (size_t w = 0; !status && w < predictions->words; w++) {
        size_t start = predictions->start[w], count = predictions->start[w + 1] - start;
        if (count && kn_story_rewards(story, (uint32_t)w))
            status = knap_instance_expect(instance, (uint32_t)w, predictions->q + start, count, error);
    }
    kn_free(story->allocator, share, pairs, sizeof *share);
    return status;
}
