/* singles.c - the word model of single documents. */
#include "summarize/singles.h"
#include "base/error.h"

/* Documents of a cluster that are learned from, spread over it. */
enum { MOST_OF_CLUSTER = 5 };

typedef struct singles {
    knap_cluster *cluster;        /* [count] of one document each */
    const knap_cluster **pointer; /* [count] to them */
    size_t count;
} singles;

static size_t taken_of(const knap_cluster *cluster)
{
    return cluster->documents < MOST_OF_CLUSTER ? cluster->documents : MOST_OF_CLUSTER;
}

/* Each document taken becomes a cluster that has the references of its own. */
static bool split_clusters(singles *self, const knap_text_input *input, kn_arena *arena)
{
    size_t total = 0;
    for (size_t i = 0; i < input->clusters; i++)
        total += taken_of(input->cluster[i]);
    self->cluster = kn_arena_new(arena, total, sizeof *self->cluster);
    self->pointer = kn_arena_new(arena, total, sizeof *self->pointer);
    if (!self->cluster || !self->pointer)
        return false;
    for (size_t i = 0; i < input->clusters; i++) {
        const knap_cluster *from = input->cluster[i];
        size_t taken = taken_of(from);
        for (size_t d = 0; d < taken; d++, self->count++) {
            self->cluster[self->count] = *from;
            self->cluster[self->count].document = from->document + d * from->documents / taken;
            self->cluster[self->count].documents = 1;
            self->pointer[self->count] = &self->cluster[self->count];
        }
    }
    return true;
}

knap_status kn_singles_fit(knap_summarizer *summarizer, const knap_text_input *input, const knap_run *run,
                           knap_error *error)
{
    kn_arena arena = {.allocator = run->allocator};
    singles self = {.count = 0};
    knap_text_input alone = *input;
    kn_stories stories = {.allocator = run->allocator};
    bool several = false;
    knap_status status = KNAP_OK;
    for (size_t i = 0; i < input->clusters; i++)
        several |= input->cluster[i]->documents > 1;
    if (!several)
        return KNAP_OK;
    if (!split_clusters(&self, input, &arena))
        status = kn_no_memory(error);
    alone.cluster = self.pointer;
    alone.clusters = self.count;
    if (!status)
        status = kn_summarizer_read(summarizer, &alone, false, run, &stories, error);
    if (!status)
        status = kn_stories_weigh(&stories, summarizer->idf, summarizer->language, run, error);
    if (!status)
        status = kn_stories_rank(&stories, run, error);
    if (!status)
        status =
            kn_word_model_fit(&summarizer->single, &summarizer->text, stories.story, stories.count, NULL, run, error);
    kn_stories_free(&stories);
    kn_arena_free(&arena);
    return status;
}
