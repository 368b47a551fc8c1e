/* summarizer.c - training on clusters, and the model file's section of what makes instances of text.
 *
 *     language CODE|several
 *     budget 665b
 *     set NAME VALUE        each text setting
 *     cut MEASURE LOW HIGH QUANTILE...
 *
 * and the document frequencies in a section of their own. */
#include "summarize/material.h"
#include "base/error.h"
#include "core/settings.h"
#include "core/view.h"

#include <stdio.h>
#include <string.h>

/* A stem in fewer documents than this is not worth its line in the model: it weighs about as much as one never seen. */
enum { LEAST_DOCUMENTS = 2 };

static const char SECTION[] = "summarize", FREQUENCIES[] = "document-frequencies", WORDS[] = "word-model";

/* What is left of dependent sentences to the readability penalty: one may be picked with the sentence that it leans on. */
enum { DEFAULT_FILTER = KN_FLAW_QUOTES | KN_FLAW_CAPITALS | KN_FLAW_FRAGMENT | KN_FLAW_QUESTION };

static const knap_param table[] = {
    {"stem", KNAP_PARAM_FLAG, offsetof(knap_text_settings, stem), 0, 0, 1, NULL,
     "count words by their stems, in the reward"},
    {"min-words", KNAP_PARAM_COUNT, offsetof(knap_text_settings, min_words), 8, 1, 1000, NULL,
     "sentences of fewer words are not picked"},
    {"bins", KNAP_PARAM_COUNT, offsetof(knap_text_settings, bins), 5, 1, KN_MOST_BINS, NULL,
     "quantiles that features are cut into"},
    {"words", KNAP_PARAM_SET, offsetof(knap_text_settings, words), KN_ALL_WORD_GROUPS, 0, 0, kn_word_group_names,
     "what the word model looks at"},
    {"word-l2", KNAP_PARAM_REAL, offsetof(knap_text_settings, word_l2), 6, 1e-6, 1e9, NULL, "price of its weights"},
    {"filter", KNAP_PARAM_SET, offsetof(knap_text_settings, filter), DEFAULT_FILTER, 0, 0, kn_flaw_names,
     "sentences never picked"},
    {NULL, KNAP_PARAM_COUNT, 0, 0, 0, 0, NULL, NULL}};

const knap_param *knap_text_settings_table(void)
{
    return table;
}

void knap_text_settings_init(knap_text_settings *settings)
{
    knap_params_init(table, settings);
}

void knap_summarizer_free(knap_summarizer *summarizer)
{
    if (!summarizer)
        return;
    knap_idf_free(summarizer->idf);
    kn_word_model_free(&summarizer->words);
    knap_model_free(summarizer->model);
    kn_free(summarizer->allocator, summarizer, 1, sizeof *summarizer);
}

knap_status knap_summarizer_set_decode(knap_summarizer *summarizer, const char *name, knap_error *error)
{
    return knap_model_set_decode(summarizer->model, name, error);
}

knap_status knap_summarizer_set_filter(knap_summarizer *summarizer, const char *names, knap_error *error)
{
    return knap_param_parse(knap_param_find(table, "filter"), &summarizer->text, names, error);
}

knap_status knap_summarizer_set_readability_penalty(knap_summarizer *summarizer, double readability_penalty,
                                                    knap_error *error)
{
    return knap_model_set_readability_penalty(summarizer->model, readability_penalty, error);
}

const knap_model *knap_summarizer_model(const knap_summarizer *summarizer)
{
    return summarizer->model;
}

knap_budget knap_summarizer_budget(const knap_summarizer *summarizer)
{
    return summarizer->budget;
}

const knap_text_settings *knap_summarizer_text(const knap_summarizer *summarizer)
{
    return &summarizer->text;
}

/* ---- Training ---- */

/* Document frequencies of the training documents, and the one language they are in. */
static knap_status count_documents(knap_summarizer *self, const knap_training_set *set, knap_error *error)
{
    knap_language *language = NULL;
    knap_status status = knap_idf_new(self->allocator, &self->idf, error);
    for (size_t i = 0; !status && i < set->trains; i++) {
        const knap_cluster *cluster = set->train[i];
        const char *code = set->language ? set->language : knap_cluster_language(cluster);
        if (!language || strcmp(knap_language_code(language), code) != 0) {
            knap_language_close(language);
            language = NULL;
            status = knap_language_open(code, self->allocator, &language, error);
            if (i > 0)
                self->language[0] = 0;
            else
                snprintf(self->language, sizeof self->language, "%s", code);
        }
        for (size_t d = 0; !status && d < cluster->documents; d++)
            status = knap_idf_add(self->idf, cluster->document[d], language, error);
    }
    knap_language_close(language);
    return status;
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

/* Whether anything is to be expected of words: two clusters at least, so that each can do without the other, all with
 * references. */
static int can_expect(const knap_cluster *const *cluster, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (cluster[i]->references == 0)
            return 0;
    return count >= 2;
}

knap_status kn_summarizer_material(const knap_summarizer *self, kn_story *story, const knap_cluster *const *cluster,
                                   size_t count, const kn_predictions *prediction, const knap_budget *budget,
                                   const knap_run *run, knap_status status, knap_material **material, knap_error *error)
{
    const knap_allocator *allocator = run->allocator;
    kn_predictions *made = NULL;
    *material = NULL;
    if (!status && !prediction && self->words.weight[0]) {
        made = kn_new(allocator, count, sizeof *made);
        status = made ? kn_word_model_predict(&self->words, story, count, made, run, error) : kn_no_memory(error);
    }
    if (!status)
        status = kn_material_make(material, story, cluster, count, made ? made : prediction,
                                  made ? self->words.length : 0, &self->quality, budget, allocator, error);
    for (size_t i = 0; made && i < count; i++)
        kn_predictions_free(&made[i]);
    kn_free(allocator, made, count, sizeof *made);
    if (*material)
        return status; /* the stories are the material's now */
    for (size_t i = 0; i < count; i++)
        kn_story_free(&story[i]);
    kn_free(allocator, story, count, sizeof *story);
    return status;
}

/* What make_material fits to its clusters first. */
enum { FIT_NOTHING, FIT_FEATURES, FIT_WORDS_TOO };

/* The material of `count` clusters. */
static knap_status make_material(knap_summarizer *self, const knap_training_set *set,
                                 const knap_cluster *const *cluster, size_t count, int fit, const knap_run *run,
                                 knap_material **material, knap_error *error)
{
    kn_story *story = kn_new(self->allocator, count, sizeof *story);
    kn_predictions *prediction = NULL;
    knap_status status;
    if (!story)
        return kn_no_memory(error);
    status = kn_stories_read(story, cluster, count, set->language, set->exceptions, self->idf, self->language,
                             &self->text, run, error);
    if (!status && fit)
        status = kn_quality_fit(&self->quality, self->text.bins, story, count, self->allocator, error);
    if (!status && fit == FIT_WORDS_TOO && can_expect(cluster, count)) {
        prediction = kn_new(self->allocator, count, sizeof *prediction);
        status = prediction ? kn_word_model_fit(&self->words, &self->text, story, count, prediction, run, error)
                            : kn_no_memory(error);
    }
    status =
        kn_summarizer_material(self, story, cluster, count, prediction, &set->budget, run, status, material, error);
    for (size_t i = 0; prediction && i < count; i++)
        kn_predictions_free(&prediction[i]);
    kn_free(self->allocator, prediction, count, sizeof *prediction);
    return status;
}

static knap_status write_words(knap_summarizer *self, knap_error *error)
{
    kn_text text = {.allocator = self->allocator};
    knap_status status;
    if (!self->words.weight[0])
        return KNAP_OK;
    kn_word_model_write(&self->words, &text);
    status =
        text.failed ? kn_no_memory(error) : knap_model_set_section(self->model, WORDS, text.bytes, text.length, error);
    kn_text_free(&text);
    return status;
}

/* Writes what the summarizer knows of text into its model. */
static knap_status write_sections(knap_summarizer *self, knap_error *error)
{
    kn_text text = {.allocator = self->allocator};
    char value[256], *lines = NULL;
    size_t length = 0;
    knap_status status;
    kn_text_format(&text, "language %s\nbudget %s\n", self->language[0] ? self->language : "several",
                   knap_budget_format(&self->budget, value, sizeof value));
    for (const knap_param *param = table; param->name; param++)
        kn_text_format(&text, "set %s %s\n", param->name,
                       knap_param_format(param, &self->text, 1, value, sizeof value));
    kn_quality_write(&self->quality, &text);
    status = text.failed ? kn_no_memory(error)
                         : knap_model_set_section(self->model, SECTION, text.bytes, text.length, error);
    kn_text_free(&text);
    if (!status)
        status = knap_idf_write(self->idf, LEAST_DOCUMENTS, self->allocator, &lines, &length, error);
    if (!status)
        status = knap_model_set_section(self->model, FREQUENCIES, lines, length, error);
    if (lines)
        knap_text_free(self->allocator, lines, length);
    return status ? status : write_words(self, error);
}

/* What the file says is what is used: the table without the rare stems takes the place of the full one before any instance
 * is made, so that training and packing see the same vectors. */
static knap_status forget_rare_stems(knap_summarizer *self, knap_error *error)
{
    char *lines;
    size_t length, used;
    knap_idf *kept;
    knap_status status = knap_idf_write(self->idf, LEAST_DOCUMENTS, self->allocator, &lines, &length, error);
    if (status)
        return status;
    status = knap_idf_read(lines, length, "", 1, self->allocator, &kept, &used, error);
    knap_text_free(self->allocator, lines, length);
    if (!status) {
        knap_idf_free(self->idf);
        self->idf = kept;
    }
    return status;
}

/* A summarizer with its text part fitted, and the material of the training clusters that it was fitted to. */
static knap_status fit_text(const knap_training_set *set, const knap_text_settings *text, int fit, const knap_run *run,
                            knap_summarizer **summarizer, knap_material **train, knap_error *error)
{
    knap_summarizer *self = kn_new(run->allocator, 1, sizeof *self);
    knap_status status;
    *train = NULL;
    *summarizer = self;
    if (!self)
        return kn_no_memory(error);
    *self = (knap_summarizer){.allocator = run->allocator, .text = *text, .budget = set->budget};
    self->words.allocator = run->allocator;
    status = count_documents(self, set, error);
    if (!status)
        status = forget_rare_stems(self, error);
    return status ? status : make_material(self, set, set->train, set->trains, fit, run, train, error);
}

knap_status knap_summarizer_fit(const knap_training_set *set, const knap_text_settings *text, const knap_run *run,
                                knap_summarizer **summarizer, knap_material **material, knap_error *error)
{
    knap_material *train;
    knap_status status = fit_text(set, text, FIT_WORDS_TOO, run, summarizer, &train, error);
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

/* Whether any of the settings looks at what is expected of words; the paper's do not, and are spared its fitting. */
static int looks_at_words(const knap_settings *settings, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (settings[i].views & kn_view_expected_parts() || settings[i].decode == KN_DECODE_SWAP)
            return 1;
    return 0;
}

knap_status knap_summarizer_train(const knap_training_set *set, const knap_text_settings *text,
                                  const knap_settings *settings, size_t count, const knap_run *run,
                                  knap_summarizer **summarizer, knap_report *report, knap_error *error)
{
    knap_summarizer *self = NULL;
    knap_material *train = NULL, *validate = NULL;
    knap_status status = check_references(set->train, set->trains, error);
    if (!status)
        status = check_references(set->validate, set->validates, error);
    if (!status)
        status = fit_text(set, text, looks_at_words(settings, count) ? FIT_WORDS_TOO : FIT_FEATURES, run, &self, &train,
                          error);
    if (!status && set->validates)
        status = make_material(self, set, set->validate, set->validates, FIT_NOTHING, run, &validate, error);
    if (!status)
        status = knap_train(train->data, validate ? validate->data : NULL, settings, count, run, &self->model, report,
                            error);
    if (!status)
        status = write_sections(self, error);
    knap_material_free(train);
    knap_material_free(validate);
    if (status)
        knap_summarizer_free(self);
    else
        *summarizer = self;
    return status;
}

/* ---- Model files ---- */

static knap_status damaged(const char *path, const char *what, knap_error *error)
{
    return kn_fail_at(error, KNAP_BAD_MODEL, path, 0, "the model's section '%s' is damaged: %s", SECTION, what);
}

/* The word behind "NAME " at the start of a line. */
static int find_word(const char *text, const char *name, char *word, size_t size)
{
    size_t length = strlen(name);
    for (const char *line = text; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
        if (strncmp(line, name, length) == 0 && line[length] == ' ') {
            size_t end = strcspn(line + length + 1, "\n");
            snprintf(word, size, "%.*s", (int)(end < size ? end : size - 1), line + length + 1);
            return 1;
        }
    return 0;
}

static knap_status read_sections(knap_summarizer *self, const char *path, knap_error *error)
{
    size_t length = 0, used;
    const char *text = knap_model_section(self->model, SECTION, NULL);
    const char *lines = knap_model_section(self->model, FREQUENCIES, &length);
    char word[256], name[64];
    knap_error inner;
    if (!text || !lines)
        return kn_fail_at(error, KNAP_BAD_MODEL, path, 0,
                          "the model was trained on instances, not on documents: use it with 'knap pack'");
    if (!find_word(text, "language", word, sizeof word))
        return damaged(path, "no language", error);
    snprintf(self->language, sizeof self->language, "%.15s", strcmp(word, "several") == 0 ? "" : word);
    if (!find_word(text, "budget", word, sizeof word) || knap_budget_parse(word, &self->budget, &inner))
        return damaged(path, "no budget", error);
    /* for what came later than the model, which then has no price for what reads ill either */
    knap_text_settings_init(&self->text);
    self->text.filter = KN_FLAW_ALL;
    for (const knap_param *param = table; param->name; param++) {
        snprintf(name, sizeof name, "set %s", param->name);
        if (find_word(text, name, word, sizeof word) && knap_param_parse(param, &self->text, word, &inner))
            return damaged(path, param->name, error);
    }
    self->quality.bins = self->text.bins;
    if (!kn_quality_read(&self->quality, text))
        return damaged(path, "no cuts", error);
    if ((text = knap_model_section(self->model, WORDS, NULL))) {
        int done = kn_word_model_read(&self->words, text, self->allocator);
        if (done <= 0)
            return done ? kn_no_memory(error)
                        : kn_fail_at(error, KNAP_BAD_MODEL, path, 0, "the model's section '%s' is damaged", WORDS);
    }
    return knap_idf_read(lines, length, path, 0, self->allocator, &self->idf, &used, error);
}

/* Takes the model over. */
static knap_status from_model(knap_model *model, const char *path, const knap_allocator *allocator,
                              knap_summarizer **summarizer, knap_error *error)
{
    knap_summarizer *self = kn_new(allocator, 1, sizeof *self);
    knap_status status;
    if (!self) {
        knap_model_free(model);
        return kn_no_memory(error);
    }
    *self = (knap_summarizer){.allocator = allocator, .model = model};
    self->words.allocator = allocator;
    status = read_sections(self, path, error);
    if (status)
        knap_summarizer_free(self);
    else
        *summarizer = self;
    return status;
}

knap_status knap_summarizer_load(const char *path, const knap_allocator *allocator, knap_summarizer **summarizer,
                                 knap_error *error)
{
    knap_model *model;
    knap_status status = knap_model_load(path, allocator, &model, error);
    return status ? status : from_model(model, path, allocator, summarizer, error);
}

/* The bytes of models/default.knap, put here by the build. */
extern const unsigned char kn_embedded_model[];
extern const size_t kn_embedded_model_length;

knap_status knap_summarizer_embedded(const knap_allocator *allocator, knap_summarizer **summarizer, knap_error *error)
{
    knap_model *model;
    knap_status status = knap_model_parse((const char *)kn_embedded_model, kn_embedded_model_length,
                                          "the embedded model", allocator, &model, error);
    return status ? status : from_model(model, "the embedded model", allocator, summarizer, error);
}

knap_status knap_summarizer_save(const knap_summarizer *summarizer, const char *path, knap_error *error)
{
    return knap_model_save(summarizer->model, path, error);
}
