/* summarizer_fit.c - fits a summarizer to clusters with references, and trains its model. */
#include "summarize/check.h"
#include "summarize/singles.h"
#include "summarize/style.h"
#include "summarize/summarizer_file.h"
#include "summarize/summarizer_use.h"
#include "base/error.h"
#include "core/settings.h"
#include "core/view.h"

#include <stdio.h>
#include <string.h>

/* Counts the training documents' frequencies, and finds the one language that they are in. Rare stems are
 * left out at once, as they are in the model's file, so that training and packing see the same vectors. */
static knap_status count_documents(knap_summarizer *self, const kn_stories *stories, knap_error *error)
{
    const char *language = stories->count ? stories->story[0].language : "";
    knap_status status = knap_idf_new(self->allocator, &self->idf, error);
    for (size_t i = 0; i < stories->count; i++)
        if (strcmp(stories->story[i].language, language) != 0)
            language = "";
    snprintf(self->language, sizeof self->language, "%s", language);
    if (!status)
        status = kn_stories_count_documents(stories, self->idf, error);
    return status ? status : knap_idf_prune(self->idf, KN_LEAST_DOCUMENTS, error);
}

/* Checks what every call that fits is given. */
static knap_status check_set(const knap_training_set *set, const knap_text_settings *text, knap_error *error)
{
    knap_status status = KNAP_OK;
    KN_REQUIRE(set);
    KN_REQUIRE(text);
    if (!set->trains)
        return kn_fail(error, KNAP_USAGE, "there are no clusters to train on");
    status = kn_check_clusters(set->train, set->trains, error);
    if (!status)
        status = kn_check_clusters(set->validate, set->validates, error);
    if (!status)
        status = kn_check_budget(&set->budget, error);
    return status ? status : knap_params_check(knap_text_settings_table(), text, error);
}

static knap_status check_references(const knap_cluster *const *cluster, size_t count, knap_error *error)
{
    for (size_t i = 0; i < count; i++)
        if (cluster[i]->references == 0)
            return kn_fail(error, KNAP_BAD_INPUT,
                           "cluster '%.100s' has no references to learn from: put them into its refs folder",
                           cluster[i]->id);
    return KNAP_OK;
}

/* Whether a word model can be fitted: at least two clusters, so that each can be left out, all with references. */
static bool can_expect(const knap_cluster *const *cluster, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (cluster[i]->references == 0)
            return false;
    return count >= 2;
}

/* What is fitted to the training clusters. */
enum { FIT_NOTHING, FIT_FEATURES, FIT_WORDS_TOO, FIT_SINGLES_TOO };

/* Reads clusters, fits to them what `fit` says, and makes their material. */
static knap_status make_material(knap_summarizer *self, const knap_text_input *input, int fit, const knap_run *run,
                                 knap_material **material, knap_error *error)
{
    size_t count = input->clusters;
    kn_predictions *prediction = NULL;
    kn_stories stories;
    knap_status status = kn_summarizer_read(self, input, fit != FIT_NOTHING, run, &stories, error);
    *material = NULL;
    if (!status && fit)
        status = count_documents(self, &stories, error);
    if (!status)
        status = kn_stories_weigh(&stories, self->idf, self->language, run, error);
    if (!status)
        status = kn_stories_rank(&stories, run, error);
    if (!status && fit)
        status = kn_quality_fit(&self->quality, self->text.bins, stories.story, count, self->allocator, error);
    if (!status && fit)
        status = kn_surface_fit(&self->standalone, KN_STANDALONE, stories.story, NULL, count, run, error);
    if (!status && fit)
        status = kn_style_fit(self, input, stories.story, run, error);
    else if (!status)
        status = kn_summarizer_score(self, &stories, run, error);
    if (!status && fit >= FIT_WORDS_TOO && can_expect(input->cluster, count)) {
        prediction = kn_new(self->allocator, count, sizeof *prediction);
        status = prediction ? kn_word_model_fit(&self->words, &self->text, stories.story, count, prediction, run, error)
                            : kn_no_memory(error);
        if (!status && fit == FIT_SINGLES_TOO)
            status = kn_singles_fit(self, input, run, error);
    }
    if (!status)
        status = kn_summarizer_make(self, input, prediction, run, &stories, material, error);
    kn_stories_free(&stories);
    for (size_t i = 0; prediction && i < count; i++)
        kn_predictions_free(&prediction[i]);
    kn_free(self->allocator, prediction, count, sizeof *prediction);
    return status;
}

static knap_text_input input_of(const knap_training_set *set, const knap_cluster *const *cluster, size_t count)
{
    return (knap_text_input){.cluster = cluster,
                             .clusters = count,
                             .language = set->language,
                             .exceptions = set->exceptions,
                             .budget = set->budget};
}

/* A summarizer with its text part fitted, and the material of the training clusters that it was fitted to. */
static knap_status fit_text(const knap_training_set *set, const knap_text_settings *text, int fit, const knap_run *run,
                            knap_summarizer **summarizer, knap_material **train, knap_error *error)
{
    knap_text_input input = input_of(set, set->train, set->trains);
    knap_summarizer *self;
    knap_status status = kn_summarizer_new(run->allocator, &self, error);
    *train = NULL;
    *summarizer = self;
    if (status)
        return status;
    self->text = *text;
    self->budget = set->budget;
    self->budget.tokenizer = NULL; /* the caller's */
    return make_material(self, &input, fit, run, train, error);
}

knap_status knap_summarizer_fit(const knap_training_set *set, const knap_text_settings *text, const knap_run *run,
                                knap_summarizer **summarizer, knap_material **material, knap_error *error)
{
    static const knap_run plain = KNAP_RUN_INIT;
    knap_material *train = NULL;
    knap_status status;
    if (material)
        *material = NULL;
    KN_REQUIRE(summarizer);
    *summarizer = NULL;
    status = check_set(set, text, error);
    if (!status)
        status = fit_text(set, text, set->ignores & KNAP_PART_EXPECTED ? FIT_FEATURES : FIT_WORDS_TOO,
                          run ? run : &plain, summarizer, &train, error);
    if (status || !material) {
        knap_material_free(train);
        train = NULL;
    }
    if (material)
        *material = train;
    if (status) {
        knap_summarizer_free(*summarizer);
        *summarizer = NULL;
    }
    return status;
}

/* Whether any of the settings uses the word model; the paper's do not, so it is not fitted for them. */
static bool looks_at_words(const knap_settings *settings, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (settings[i].views & kn_view_expected_parts() || settings[i].decode == KNAP_DECODE_SWAP)
            return true;
    return false;
}

knap_status knap_summarizer_train(const knap_training_set *set, const knap_text_settings *text,
                                  const knap_settings *settings, size_t count, const knap_run *run,
                                  knap_summarizer **summarizer, knap_report *report, knap_error *error)
{
    static const knap_run plain = KNAP_RUN_INIT;
    knap_summarizer *self = NULL;
    knap_text_input input;
    knap_material *train = NULL, *validate = NULL;
    knap_status status;
    KN_REQUIRE(summarizer);
    *summarizer = NULL;
    KN_REQUIRE(settings);
    run = run ? run : &plain;
    status = check_set(set, text, error);
    if (status)
        return status;
    input = input_of(set, set->validate, set->validates);
    for (size_t i = 0; !status && i < count; i++)
        status = knap_settings_check(&settings[i], error);
    if (!status)
        status = check_references(set->train, set->trains, error);
    if (!status)
        status = check_references(set->validate, set->validates, error);
    if (!status)
        status = fit_text(set, text, looks_at_words(settings, count) ? FIT_SINGLES_TOO : FIT_FEATURES, run, &self,
                          &train, error);
    if (!status && set->validates)
        status = make_material(self, &input, FIT_NOTHING, run, &validate, error);
    if (!status)
        status = knap_train(train->data, validate ? validate->data : NULL, settings, count, run, &self->model, report,
                            error);
    if (!status)
        status = kn_summarizer_write(self, error);
    knap_material_free(train);
    knap_material_free(validate);
    if (status)
        knap_summarizer_free(self);
    else
        *summarizer = self;
    return status;
}
