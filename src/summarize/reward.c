/* reward.c - ROUGE-1 recall: sum over references and words of min(count in the summary, count in the
 * reference), over the references' words. Each occurrence of a word adds one hit for each reference that
 * has more occurrences of it than the list had before; so computing a gain takes time proportional to the
 * words of the sentence. */
#include "summarize/reward.h"
#include "core/instance.h"
#include "base/error.h"

typedef struct recall {
    const knap_instance *instance;
    const kn_reference_counts *wanted;
    uint32_t *have; /* [words] occurrences so far */
    double hits;
} recall;

knap_status kn_reference_counts_make(kn_reference_counts *wanted, const kn_story *story, knap_error *error)
{
    const kn_counts *references = &story->references;
    size_t words = story->word.count;
    *wanted = (kn_reference_counts){.allocator = story->allocator, .words = words, .rows = references->rows};
    wanted->start = kn_new(story->allocator, words + 1, sizeof *wanted->start);
    if (!wanted->start)
        return kn_no_memory(error);
    /* the largest count of each word in any reference, then the sums of those before it */
    for (size_t i = 0; references->rows && i < references->start[references->rows]; i++) {
        if (!kn_story_rewards(story, references->id[i]))
            continue;
        size_t *most = &wanted->start[references->id[i] + 1], count = (size_t)references->count[i];
        *most = count > *most ? count : *most;
    }
    for (size_t w = 0; w < words; w++)
        wanted->start[w + 1] += wanted->start[w];
    wanted->hits = kn_new(story->allocator, wanted->start[words], sizeof *wanted->hits);
    if (!wanted->hits)
        return kn_no_memory(error);
    for (size_t i = 0; references->rows && i < references->start[references->rows]; i++) {
        if (!kn_story_rewards(story, references->id[i]))
            continue;
        for (size_t c = 0; c < (size_t)references->count[i]; c++)
            wanted->hits[wanted->start[references->id[i]] + c] += 1;
        wanted->total += references->count[i];
    }
    return KNAP_OK;
}

void kn_reference_counts_free(kn_reference_counts *wanted)
{
    if (wanted->start)
        kn_free(wanted->allocator, wanted->hits, wanted->start[wanted->words], sizeof *wanted->hits);
    kn_free(wanted->allocator, wanted->start, wanted->words + 1, sizeof *wanted->start);
    *wanted = (kn_reference_counts){.allocator = wanted->allocator};
}

static knap_status begin(const knap_instance *instance, const void *context, void **state, knap_error *error)
{
    const knap_allocator *allocator = instance->data->allocator;
    recall *made = kn_new(allocator, 1, sizeof *made);
    if (!made)
        return kn_no_memory(error);
    made->instance = instance;
    made->wanted = context;
    made->have = kn_new(allocator, made->wanted->words, sizeof *made->have);
    if (!made->have) {
        kn_free(allocator, made, 1, sizeof *made);
        return kn_no_memory(error);
    }
    *state = made;
    return KNAP_OK;
}

static double hits_of(const recall *self, size_t item)
{
    const kn_rows *rows = &self->instance->concept;
    const kn_reference_counts *wanted = self->wanted;
    double hits = 0;
    for (size_t i = rows->start[item]; i < rows->start[item + 1]; i++) {
        uint32_t word = rows->id[i];
        if (word >= wanted->words)
            break; /* bigrams, which come behind all words */
        size_t at = wanted->start[word] + self->have[word], end = at + (size_t)rows->value[i];
        if (end > wanted->start[word + 1])
            end = wanted->start[word + 1];
        for (; at < end; at++)
            hits += wanted->hits[at];
    }
    return hits;
}

static double gain(void *state, size_t item)
{
    const recall *self = state;
    return hits_of(self, item) / self->wanted->total;
}

static void push(void *state, size_t item)
{
    recall *self = state;
    const kn_rows *rows = &self->instance->concept;
    self->hits += hits_of(self, item);
    for (size_t i = rows->start[item]; i < rows->start[item + 1] && rows->id[i] < self->wanted->words; i++)
        self->have[rows->id[i]] += (uint32_t)rows->value[i];
}

static double value(const void *state)
{
    const recall *self = state;
    return self->hits / self->wanted->total;
}

static void end(void *state)
{
    recall *self = state;
    const knap_allocator *allocator = self->instance->data->allocator;
    kn_free(allocator, self->have, self->wanted->words, sizeof *self->have);
    kn_free(allocator, self, 1, sizeof *self);
}

static double whole(const void *context)
{
    const kn_reference_counts *wanted = context;
    return wanted->rows ? wanted->total / (double)wanted->rows : 0;
}

const knap_reward kn_reward_rouge = {.name = "rouge-1",
                                     .help = "ROUGE-1 recall, pooled over the references",
                                     .submodular = true,
                                     .begin = begin,
                                     .gain = gain,
                                     .push = push,
                                     .value = value,
                                     .end = end,
                                     .whole = whole};
