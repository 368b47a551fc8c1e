/* summarizer.c - what a summarizer holds, and its settings after training. */
#include "summarize/embedded.h"
#include "core/model.h"
#include "base/error.h"

/* A summarizer that shares what another one has, and the model of it with settings of its own. */
typedef struct variant {
    knap_summarizer summarizer;
    knap_model model;
    kn_policy policy;
} variant;

knap_status knap_summarizer_variant(const knap_summarizer *of, const knap_allocator *allocator,
                                    knap_summarizer **summarizer, knap_error *error)
{
    variant *self;
    const kn_policy *policy;
    KN_REQUIRE(summarizer);
    *summarizer = NULL;
    KN_REQUIRE(of);
    if (!(self = kn_new(allocator, 1, sizeof *self)))
        return kn_no_memory(error);
    *summarizer = &self->summarizer;
    self->summarizer = *of;
    self->summarizer.allocator = allocator;
    self->summarizer.shares = true;
    if (!of->model)
        return KNAP_OK;
    self->model = *of->model;
    self->summarizer.model = &self->model;
    if ((policy = kn_model_policy(of->model))) {
        self->policy = *policy;
        self->model.state = &self->policy;
    }
    return KNAP_OK;
}

void knap_summarizer_free(knap_summarizer *summarizer)
{
    if (!summarizer)
        return;
    if (summarizer->shares) {
        kn_free(summarizer->allocator, summarizer, 1, sizeof(variant));
        return;
    }
    if (summarizer->names) {
        kn_free(summarizer->allocator, summarizer->idf, 1, sizeof *summarizer->idf);
        kn_free(summarizer->allocator, summarizer->names, kn_embedded_model.words, sizeof *summarizer->names);
    } else {
        knap_idf_free(summarizer->idf);
        kn_word_model_free(&summarizer->words);
        kn_word_model_free(&summarizer->single);
        kn_surface_free(&summarizer->standalone);
        kn_surface_free(&summarizer->style);
    }
    knap_model_free(summarizer->model);
    kn_free(summarizer->allocator, summarizer, 1, sizeof *summarizer);
}

static knap_status no_model(knap_error *error)
{
    return kn_fail(error, KNAP_USAGE, "the summarizer was fitted, not trained: it has no model");
}

knap_status knap_summarizer_set_decode(knap_summarizer *summarizer, const char *name, knap_error *error)
{
    KN_REQUIRE(summarizer);
    KN_REQUIRE(name);
    if (!summarizer->model)
        return no_model(error);
    return knap_model_set_decode(summarizer->model, name, error);
}

knap_status knap_summarizer_set_filter(knap_summarizer *summarizer, const char *names, knap_error *error)
{
    KN_REQUIRE(summarizer);
    KN_REQUIRE(names);
    return knap_param_parse(knap_param_find(knap_text_settings_table(), "filter"), &summarizer->text, names, error);
}

knap_status knap_summarizer_set_trim(knap_summarizer *summarizer, bool trim, knap_error *error)
{
    if (!summarizer)
        return kn_fail(error, KNAP_USAGE, "knap_summarizer_set_trim: no summarizer");
    summarizer->text.trim = trim;
    return KNAP_OK;
}

knap_status knap_summarizer_set_rouge(knap_summarizer *summarizer, knap_error *error)
{
    static const knap_penalties none = KNAP_NO_PENALTIES;
    knap_penalties penalties;
    if (!summarizer)
        return kn_fail(error, KNAP_USAGE, "knap_summarizer_set_rouge: no summarizer");
    knap_text_settings_for_rouge(&summarizer->text);
    if (!summarizer->model)
        return KNAP_OK;
    penalties = none;
    penalties.pair_threshold = knap_model_settings(summarizer->model)->penalties.pair_threshold; /* a view may use it */
    return knap_model_set_penalties(summarizer->model, &penalties, error);
}

knap_status knap_summarizer_set_penalties(knap_summarizer *summarizer, const knap_penalties *penalties,
                                          knap_error *error)
{
    KN_REQUIRE(summarizer);
    KN_REQUIRE(penalties);
    if (!summarizer->model)
        return no_model(error);
    return knap_model_set_penalties(summarizer->model, penalties, error);
}

const knap_model *knap_summarizer_model(const knap_summarizer *summarizer)
{
    if (!summarizer)
        return NULL;
    return summarizer->model;
}

knap_budget knap_summarizer_budget(const knap_summarizer *summarizer)
{
    if (!summarizer)
        return (knap_budget){.unit = KNAP_BYTES};
    return summarizer->budget;
}

const knap_text_settings *knap_summarizer_text(const knap_summarizer *summarizer)
{
    if (!summarizer)
        return NULL;
    return &summarizer->text;
}

knap_status kn_summarizer_new(const knap_allocator *allocator, knap_summarizer **summarizer, knap_error *error)
{
    knap_summarizer *self = kn_new(allocator, 1, sizeof *self);
    *summarizer = self;
    if (!self)
        return kn_no_memory(error);
    *self = (knap_summarizer){.allocator = allocator};
    self->words.allocator = self->single.allocator = allocator;
    kn_surface_begin(&self->standalone, KN_STANDALONE, allocator);
    kn_surface_begin(&self->style, KN_STYLE, allocator);
    return KNAP_OK;
}
