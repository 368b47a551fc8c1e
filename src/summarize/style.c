/* style.c - reads the references like documents, and fits the model of style to both. */
#include "summarize/style.h"
#include "base/error.h"

/* Each cluster's references as the documents of a cluster; false when memory is out. */
static bool take_references(const knap_text_input *input, kn_arena *arena, const knap_cluster ***pointer)
{
    knap_cluster *cluster = kn_arena_new(arena, input->clusters, sizeof *cluster);
    *pointer = kn_arena_new(arena, input->clusters, sizeof **pointer);
    if (!cluster || !*pointer)
        return false;
    for (size_t i = 0; i < input->clusters; i++) {
        cluster[i] = *input->cluster[i];
        cluster[i].document = cluster[i].reference;
        cluster[i].documents = cluster[i].references;
        cluster[i].reference = NULL;
        cluster[i].references = 0;
        (*pointer)[i] = &cluster[i];
    }
    return true;
}

knap_status kn_style_fit(knap_summarizer *summarizer, const knap_text_input *input, kn_story *story,
                         const knap_run *run, knap_error *error)
{
    kn_arena arena = {.allocator = run->allocator};
    knap_text_input references = *input;
    kn_stories stories = {.allocator = run->allocator};
    const knap_cluster **pointer;
    knap_status status = KNAP_OK;
    for (size_t i = 0; i < input->clusters; i++)
        if (input->cluster[i]->references == 0)
            return KNAP_OK;
    if (!take_references(input, &arena, &pointer))
        status = kn_no_memory(error);
    references.cluster = pointer;
    if (!status)
        status = kn_summarizer_read(summarizer, &references, false, run, &stories, error);
    if (!status)
        status = kn_surface_fit(&summarizer->style, KN_STYLE, story, stories.story, input->clusters, run, error);
    if (!status)
        status = kn_surface_confirm(&summarizer->standalone, story, stories.story, input->clusters, run, error);
    kn_stories_free(&stories);
    kn_arena_free(&arena);
    return status;
}
