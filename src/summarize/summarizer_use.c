/* summarizer_use.c - makes material of clusters with a summarizer. */
#include "summarize/summarizer_use.h"
#include "summarize/check.h"
#include "base/error.h"
#include "base/parallel.h"

/* The parts that are made of the centralities of sentences. */
enum { USES_CENTRALITY = KNAP_PART_FEATURES | KNAP_PART_EXPECTED };

knap_status kn_summarizer_read(const knap_summarizer *summarizer, const knap_text_input *input, bool frequencies,
                               const knap_run *run, kn_stories *stories, knap_error *error)
{
    knap_text_settings text = summarizer->text;
    kn_reading reading = {.cluster = input->cluster,
                          .count = input->clusters,
                          .language = input->language,
                          .exceptions = input->exceptions,
                          .settings = &text,
                          .languages = input->languages,
                          .query = input->query && input->query[0] ? input->query : NULL,
                          .frequencies = frequencies};
    knap_text_settings_for_system(&text, input->system);
    return kn_stories_read(stories, &reading, run, error);
}

typedef struct scoring {
    const kn_surface *model[2];
    kn_story *story;
} scoring;

static knap_status score_one(void *context, size_t index, size_t worker, knap_error *error)
{
    const scoring *self = context;
    (void)worker;
    return kn_surface_score(self->model, 2, &self->story[index], error);
}

knap_status kn_summarizer_score(const knap_summarizer *summarizer, kn_stories *stories, const knap_run *run,
                                knap_error *error)
{
    scoring work = {.model = {&summarizer->standalone, &summarizer->style}, .story = stories->story};
    return kn_parallel_try(run->jobs, stories->count, score_one, &work, error);
}

knap_status kn_summarizer_make(const knap_summarizer *summarizer, const knap_text_input *input,
                               const kn_predictions *prediction, const knap_run *run, kn_stories *stories,
                               knap_material **material, knap_error *error)
{
    const knap_text_settings *text = &summarizer->text;
    bool leads = summarizer->standalone.reliability > 0; /* documents begin as summaries do */
    kn_material_parts parts = {.cluster = input->cluster,
                               .text = text,
                               .prediction = prediction,
                               .quality = input->ignores & KNAP_PART_FEATURES ? NULL : &summarizer->quality,
                               .needs = {.name = text->name_penalty,
                                         .before = text->standalone_penalty * summarizer->standalone.reliability,
                                         .style = text->style_penalty * summarizer->style.reliability,
                                         .superseded = text->superseded_penalty,
                                         .outcome = leads ? text->outcome_penalty : 0,
                                         .teaser = leads ? text->teaser_penalty : 0,
                                         .point = text->point_bonus * summarizer->standalone.reliability},
                               .budget = input->budget};
    kn_predictions *made = NULL;
    size_t count = stories->count;
    knap_status status = KNAP_OK;
    *material = NULL;
    if (!prediction && summarizer->words.weight[0] && !(input->ignores & KNAP_PART_EXPECTED)) {
        parts.prediction = made = kn_new(run->allocator, count, sizeof *made);
        parts.length = summarizer->words.length[summarizer->text.reward];
        status =
            made ? kn_word_model_predict(&summarizer->words, summarizer->single.weight[0] ? &summarizer->single : NULL,
                                         stories->story, count, made, run, error)
                 : kn_no_memory(error);
    }
    if (!status)
        status = kn_material_make(stories, &parts, run, material, error);
    for (size_t i = 0; made && i < count; i++)
        kn_predictions_free(&made[i]);
    kn_free(run->allocator, made, count, sizeof *made);
    return status;
}

knap_status knap_material_new(const knap_summarizer *summarizer, const knap_text_input *input, const knap_run *run,
                              knap_material **material, knap_error *error)
{
    static const knap_run plain = KNAP_RUN_INIT;
    KN_REQUIRE(material);
    *material = NULL;
    KN_REQUIRE(summarizer);
    KN_REQUIRE(input);
    kn_stories stories = {.story = NULL};
    knap_status status = kn_check_clusters(input->cluster, input->clusters, error);
    run = run ? run : &plain;
    if (!status)
        status = kn_check_budget(&input->budget, error);
    if (!status && input->ignores & ~(unsigned)(KNAP_PART_FEATURES | KNAP_PART_EXPECTED | KNAP_PART_VECTORS))
        status =
            kn_fail(error, KNAP_USAGE, "ignores %#x: expected a sum of KNAP_PART_... of knap/core.h", input->ignores);
    if (!status)
        status = kn_summarizer_read(summarizer, input, false, run, &stories, error);
    if (!status)
        status = kn_stories_weigh(&stories, summarizer->idf, summarizer->language, run, error);
    if (!status && (input->ignores & USES_CENTRALITY) != USES_CENTRALITY)
        status = kn_stories_rank(&stories, run, error);
    if (!status)
        status = kn_summarizer_score(summarizer, &stories, run, error);
    if (!status)
        status = kn_summarizer_make(summarizer, input, NULL, run, &stories, material, error);
    kn_stories_free(&stories);
    if (!status && summarizer->model && !(input->ignores & KNAP_PART_FEATURES))
        status = knap_model_match(summarizer->model, (*material)->data, 0, error);
    if (status) {
        knap_material_free(*material);
        *material = NULL;
    }
    return status;
}
