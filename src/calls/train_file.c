/* train_file.c - a file in, model out: instances, or documents with reference summaries. */
#include "base/error.h"
#include "calls/options.h"
#include "knap/calls.h"
#include "io/inner.h"
#include "knap/labels.h"
#include "logs/inner.h"
#include "summarize/summarizer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_SETTINGS = 64, MOST_PARAMS = 64, MOST_VALUE = 256 };

typedef struct work {
    const char *path;
    knap_train_options options;
    knap_run run;
    knap_settings base;
    knap_text_settings text;
    unsigned char given[MOST_PARAMS];
    knap_settings grid[MOST_SETTINGS];
    size_t count;
} work;

/* ---- Settings ---- */

/* Reads one "name=value" of the settings of training or of texts. */
static knap_status set_one(work *self, const char *text, size_t length, knap_error *error)
{
    const knap_param *table = knap_settings_table(), *row;
    const char *equals = memchr(text, '=', length);
    char word[MOST_VALUE];
    if (!equals || length >= sizeof word)
        return kn_fail(error, KNAP_USAGE, "options.settings: '%.*s' is not name=value", (int)(length % MOST_VALUE),
                       text);
    memcpy(word, text, length);
    word[length] = 0;
    word[equals - text] = 0;
    if ((row = knap_param_find(table, word))) {
        self->given[row - table] = 1;
        return knap_param_parse(row, &self->base, word + (equals - text) + 1, error);
    }
    if ((row = knap_param_find(knap_text_settings_table(), word)))
        return knap_param_parse(row, &self->text, word + (equals - text) + 1, error);
    return kn_fail(error, KNAP_USAGE, "options.settings: there is no setting '%.60s'", word);
}

static knap_status read_settings(work *self, knap_error *error)
{
    const char *at = self->options.settings ? self->options.settings : "";
    knap_status status = KNAP_OK;
    knap_settings_init(&self->base);
    knap_text_settings_init(&self->text);
    while (!status && *(at += strspn(at, " "))) {
        size_t length = strcspn(at, " ");
        status = set_one(self, at, length, error);
        at += length;
    }
    return status;
}

/* The settings to try: those around the base if there are validation data. */
static void make_grid(work *self)
{
    self->grid[0] = self->base;
    self->count = self->options.validate ? knap_settings_grid(&self->base, self->given, self->grid, MOST_SETTINGS) : 1;
}

/* ---- Documents ---- */

static knap_status open_clusters(const work *self, const char *path, knap_corpus **corpus,
                                 const knap_cluster ***cluster, knap_error *error)
{
    knap_corpus_options options = {.run = &self->run};
    knap_status status = knap_corpus_open(&path, 1, &options, self->run.allocator, corpus, error);
    if (status)
        return status;
    *cluster = kn_new(self->run.allocator, knap_corpus_clusters(*corpus), sizeof **cluster);
    if (!*cluster)
        return kn_no_memory(error);
    for (size_t i = 0; i < knap_corpus_clusters(*corpus); i++)
        (*cluster)[i] = knap_corpus_cluster(*corpus, i);
    return KNAP_OK;
}

static knap_status train_documents(work *self, knap_model **model, knap_report *report, knap_error *error)
{
    const knap_allocator *allocator = self->run.allocator;
    knap_corpus *corpus = NULL, *held_out = NULL;
    const knap_cluster **train = NULL, **validate = NULL;
    knap_training_set set = {.train = NULL};
    knap_summarizer *summarizer = NULL;
    knap_status status = knap_budget_parse(self->options.budget ? self->options.budget : "665b", &set.budget, error);
    if (!status)
        status = open_clusters(self, self->path, &corpus, &train, error);
    if (!status && self->options.validate)
        status = open_clusters(self, self->options.validate, &held_out, &validate, error);
    set.train = train;
    set.trains = knap_corpus_clusters(corpus);
    set.validate = validate;
    set.validates = knap_corpus_clusters(held_out);
    knap_settings_suit_documents(set.trains, false, self->given, &self->base);
    make_grid(self);
    if (!status)
        status = knap_summarizer_train(&set, &self->text, self->grid, self->count, &self->run, &summarizer, report,
                                       error);
    if (!status) {
        *model = summarizer->model; /* it has the sections of the summarizer */
        summarizer->model = NULL;
    }
    knap_summarizer_free(summarizer);
    kn_free(allocator, train, set.trains, sizeof *train);
    kn_free(allocator, validate, set.validates, sizeof *validate);
    knap_corpus_close(corpus);
    knap_corpus_close(held_out);
    return status;
}

/* ---- Instances ---- */

static knap_status set_budgets(const work *self, const char *path, knap_data *data, knap_error *error)
{
    const char *text = self->options.budget;
    char *end = NULL;
    double budget = text ? strtod(text, &end) : NAN;
    knap_status status = KNAP_OK;
    if (text && (end == text || *end || !(budget >= 0)))
        return kn_fail(error, KNAP_USAGE, "options.budget: '%.60s' is not a number of at least 0, which is what "
                       "instances need", text);
    for (size_t i = 0; !status && i < knap_data_count(data); i++) {
        knap_instance *instance = knap_data_at(data, i);
        if (text)
            status = knap_instance_set_budget(instance, budget, error);
        else if (isnan(knap_instance_budget(instance)))
            status = kn_fail_at(error, KNAP_BAD_INPUT, path, knap_instance_line(instance),
                                "an instance has no budget: add \"budget\" to it, or set options.budget");
    }
    return status;
}

static knap_status read_instances(const work *self, const char *path, knap_data *data, bool *absent_is_zero,
                                  knap_error *error)
{
    knap_reader *reader = NULL;
    size_t before = knap_data_count(data);
    knap_status status = knap_reader_open(path, self->run.allocator, &reader, error);
    if (!status)
        status = knap_reader_read_many(reader, 0, &self->run, NULL, NULL, data, NULL, error);
    *absent_is_zero = knap_reader_absent_is_zero(reader);
    knap_reader_close(reader);
    if (!status && knap_data_count(data) == before)
        status = kn_fail_at(error, KNAP_BAD_INPUT, path, 0, "no instances in this file");
    return status ? status : set_budgets(self, path, data, error);
}

/* Adds the features of `from` that `to` does not have. */
static knap_status share_features(const knap_data *from, knap_data *to, knap_error *error)
{
    size_t number;
    knap_status status = KNAP_OK;
    for (size_t i = 0; !status && i < knap_data_feature_count(from); i++)
        status = knap_data_feature(to, knap_data_feature_name(from, i), &number, error);
    return status;
}

/* Rewards from answers, useful items and lists that were shown. */
static knap_status label(knap_data *data, const knap_run *run, knap_error *error)
{
    knap_status status = knap_labels_apply(data, run, NULL, error);
    return status || !knap_logs_only(data) ? status : knap_logs_learn(data, NULL, run, error);
}

static knap_status train_instances(work *self, knap_model **model, knap_report *report, knap_error *error)
{
    knap_data *data = NULL, *held_out = NULL;
    bool absent_is_zero = false;
    knap_status status = knap_data_new(self->run.allocator, &data, error);
    if (!status)
        status = read_instances(self, self->path, data, &absent_is_zero, error);
    if (!status)
        knap_settings_suit_instances(data, self->given, &self->base);
    make_grid(self);
    if (!status && self->options.validate) {
        status = knap_data_new(self->run.allocator, &held_out, error);
        if (!status)
            status = share_features(data, held_out, error);
        if (!status)
            status = read_instances(self, self->options.validate, held_out, &absent_is_zero, error);
        if (!status && absent_is_zero)
            status = share_features(held_out, data, error);
    }
    if (!status)
        status = label(data, &self->run, error);
    if (!status && held_out)
        status = label(held_out, &self->run, error);
    if (!status)
        status = knap_passages_train(data, held_out, NULL, self->grid, self->count, &self->run, model, report, error);
    knap_data_free(held_out);
    knap_data_free(data);
    return status;
}

/* Whether the path has documents: a folder, or JSON with "documents". */
static knap_status find_kind(const char *path, bool *documents, knap_error *error)
{
    struct stat info;
    knap_content content = KNAP_CONTENT_TEXT;
    knap_status status = KNAP_OK;
    *documents = stat(path, &info) == 0 && S_ISDIR(info.st_mode);
    if (!*documents)
        status = knap_recognise(path, &content, error);
    *documents |= content == KNAP_CONTENT_CLUSTERS;
    return status;
}

knap_status knap_train_file(const char *path, const knap_train_options *options, knap_model **model, knap_error *error)
{
    work self = {.path = path};
    knap_report report;
    bool documents;
    knap_status status;
    KN_REQUIRE(model);
    *model = NULL;
    KN_REQUIRE(path);
    if ((status = kn_options(options, &self.options, sizeof self.options, error)) ||
        (status = read_settings(&self, error)) || (status = find_kind(path, &documents, error)))
        return status;
    self.run = kn_options_run(self.options.run);
    status = documents ? train_documents(&self, model, &report, error) : train_instances(&self, model, &report, error);
    if (!status && self.options.report)
        *self.options.report = report;
    return status;
}
