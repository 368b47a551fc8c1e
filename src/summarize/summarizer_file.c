/* summarizer_file.c - the sections of a model file that make instances of text.
 *
 * Section "summarize":
 *     language CODE|several
 *     budget 665b
 *     set NAME VALUE        each text setting
 *     cut MEASURE LOW HIGH QUANTILE...
 *
 * The document frequencies and the word model have sections of their own. */
#include "summarize/embedded.h"
#include "summarize/summarizer_file.h"
#include "summarize/flaws.h"
#include "base/error.h"
#include "core/model.h"

#include <stdio.h>
#include <string.h>

static const char SECTION[] = "summarize", FREQUENCIES[] = "document-frequencies", WORDS[] = "word-model",
                  STANDALONE[] = "self-containedness", STYLE[] = "style", SINGLE[] = "word-model-single";

/* ---- Writing ---- */

static knap_status write_words(knap_summarizer *self, const char *section, const kn_word_model *words,
                               knap_error *error)
{
    kn_text text = {.allocator = self->allocator};
    knap_status status;
    if (!words->weight[0])
        return KNAP_OK;
    kn_word_model_write(words, &text);
    status = text.failed ? kn_no_memory(error)
                         : knap_model_set_section(self->model, section, text.bytes, text.length, error);
    kn_text_free(&text);
    return status;
}

static knap_status write_surface(knap_summarizer *self, const char *section, const kn_surface *surface,
                                 knap_error *error)
{
    kn_text text = {.allocator = self->allocator};
    knap_status status;
    if (!surface->weight)
        return KNAP_OK;
    kn_surface_write(surface, &text);
    status = text.failed ? kn_no_memory(error)
                         : knap_model_set_section(self->model, section, text.bytes, text.length, error);
    kn_text_free(&text);
    return status;
}

knap_status kn_summarizer_write(knap_summarizer *self, knap_error *error)
{
    kn_text text = {.allocator = self->allocator};
    char value[256], *lines = NULL;
    size_t length = 0;
    knap_status status;
    kn_text_format(&text, "language %s\nbudget %s\n", self->language[0] ? self->language : "several",
                   knap_budget_format(&self->budget, value, sizeof value));
    for (const knap_param *param = knap_text_settings_table(); param->name; param++)
        kn_text_format(&text, "set %s %s\n", param->name,
                       knap_param_format(param, &self->text, 1, value, sizeof value));
    kn_quality_write(&self->quality, &text);
    status = text.failed ? kn_no_memory(error)
                         : knap_model_set_section(self->model, SECTION, text.bytes, text.length, error);
    kn_text_free(&text);
    if (!status)
        status = knap_idf_write(self->idf, self->allocator, &lines, &length, error);
    if (!status)
        status = knap_model_set_section(self->model, FREQUENCIES, lines, length, error);
    knap_text_free(self->allocator, lines);
    if (!status)
        status = write_surface(self, STANDALONE, &self->standalone, error);
    if (!status)
        status = write_surface(self, STYLE, &self->style, error);
    if (!status)
        status = write_words(self, WORDS, &self->words, error);
    return status ? status : write_words(self, SINGLE, &self->single, error);
}

/* ---- Reading ---- */

static knap_status damaged(const char *path, const char *what, knap_error *error)
{
    return kn_fail_at(error, KNAP_BAD_MODEL, path, 0, "the model's section '%s' is damaged: %s", SECTION, what);
}

/* Finds the line that starts with "NAME " and copies the rest of it to `word`. */
static bool find_word(const char *text, const char *name, char *word, size_t size)
{
    size_t length = strlen(name);
    for (const char *line = text; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
        if (strncmp(line, name, length) == 0 && line[length] == ' ') {
            size_t end = strcspn(line + length + 1, "\n");
            snprintf(word, size, "%.*s", (int)(end < size ? end : size - 1), line + length + 1);
            return true;
        }
    return false;
}

static knap_status read_words(knap_summarizer *self, const char *section, kn_word_model *words, const char *path,
                              knap_error *error)
{
    const char *text = knap_model_section(self->model, section, NULL);
    return text ? kn_word_model_read(words, text, path, self->allocator, error) : KNAP_OK;
}

static knap_status read_surface(const knap_summarizer *self, const char *section, kn_surface *surface, const char *path,
                                knap_error *error)
{
    const char *text = knap_model_section(self->model, section, NULL);
    return text ? kn_surface_read(surface, text, path, section, error) : KNAP_OK;
}

/* The value of a setting that models of version 0.2 wrote otherwise: trim was yes or no. */
static const char *new_value(const char *name, const char *value)
{
    if (strcmp(name, "trim") != 0)
        return value;
    return strcmp(value, "yes") == 0 ? "safe" : strcmp(value, "no") == 0 ? "none" : value;
}

static knap_status read_tables(knap_summarizer *self, const char *path, knap_error *error)
{
    size_t length = 0, used;
    const char *lines = knap_model_section(self->model, FREQUENCIES, &length);
    knap_status status = read_words(self, WORDS, &self->words, path, error);
    if (!status)
        status = read_words(self, SINGLE, &self->single, path, error);
    if (!status)
        status = read_surface(self, STANDALONE, &self->standalone, path, error);
    if (!status)
        status = read_surface(self, STYLE, &self->style, path, error);
    return status ? status : knap_idf_read(lines, length, path, 0, self->allocator, &self->idf, &used, error);
}

/* The tables of the embedded model, which are constants but for the names of words: those have places that the program knows only
 * when it runs. */
static bool lend_tables(knap_summarizer *self)
{
    const kn_embedded *from = &kn_embedded_model;
    const char *name = from->names, **place = kn_new_room(self->allocator, from->words, sizeof *place);
    kn_symbols *table[KN_EMBEDDED_TABLES];
    self->idf = kn_new(self->allocator, 1, sizeof *self->idf);
    self->names = place;
    if (!self->idf || !place) { /* only idf and names may be there: nothing else is freed then */
        kn_free(self->allocator, self->idf, 1, sizeof *self->idf);
        self->idf = NULL;
        return false;
    }
    *self->idf = from->idf;
    self->idf->allocator = self->allocator;
    self->words = from->tables.words;
    self->single = from->tables.single;
    self->standalone = from->tables.standalone;
    self->style = from->tables.style;
    kn_embedded_tables(self, self->idf, table);
    for (size_t i = 0; i < KN_EMBEDDED_TABLES; i++) {
        table[i]->arena.allocator = self->allocator;
        table[i]->name = place;
        for (size_t j = 0; j < table[i]->count; name += table[i]->length[j++] + 1)
            *place++ = name;
    }
    return true;
}

static knap_status read_settings(knap_summarizer *self, const char *path, knap_error *error)
{
    const char *text = knap_model_section(self->model, SECTION, NULL);
    char word[256], name[64];
    knap_error inner;
    if (!text || !knap_model_section(self->model, FREQUENCIES, NULL))
        return kn_fail_at(error, KNAP_BAD_MODEL, path, 0,
                          "the model was trained on instances, not on documents: use it with 'knap pack'");
    if (!find_word(text, "language", word, sizeof word))
        return damaged(path, "no language", error);
    snprintf(self->language, sizeof self->language, "%.15s", strcmp(word, "several") == 0 ? "" : word);
    if (!find_word(text, "budget", word, sizeof word) || knap_budget_parse(word, &self->budget, &inner))
        return damaged(path, "no budget", error);
    /* for settings that the model is too old to have; it has no readability penalty either, so all flaws are filtered */
    knap_text_settings_init(&self->text);
    self->text.filter = KN_FLAW_ALL;
    for (const knap_param *param = knap_text_settings_table(); param->name; param++) {
        snprintf(name, sizeof name, "set %s", param->name);
        if (find_word(text, name, word, sizeof word) &&
            knap_param_parse(param, &self->text, new_value(param->name, word), &inner))
            return damaged(path, param->name, error);
    }
    self->quality.bins = self->text.bins;
    if (!kn_quality_read(&self->quality, text))
        return damaged(path, "no cuts", error);
    return KNAP_OK;
}

/* Takes the model over; `own`: it is the embedded one. */
static knap_status from_model(knap_model *model, const char *path, bool own, const knap_allocator *allocator,
                              knap_summarizer **summarizer, knap_error *error)
{
    knap_summarizer *self;
    knap_status status = kn_summarizer_new(allocator, &self, error);
    *summarizer = NULL;
    if (status) {
        knap_model_free(model);
        return status;
    }
    self->model = model;
    status = read_settings(self, path, error);
    if (!status && own)
        status = lend_tables(self) ? KNAP_OK : kn_no_memory(error);
    else if (!status)
        status = read_tables(self, path, error);
    if (status)
        knap_summarizer_free(self);
    else
        *summarizer = self;
    return status;
}

knap_status knap_summarizer_take(knap_model *model, const char *path, knap_summarizer **summarizer, knap_error *error)
{
    KN_REQUIRE(summarizer);
    *summarizer = NULL;
    KN_REQUIRE(model);
    KN_REQUIRE(path);
    return from_model(model, path, false, model->allocator, summarizer, error);
}

knap_status knap_summarizer_load(const char *path, const knap_allocator *allocator, knap_summarizer **summarizer,
                                 knap_error *error)
{
    KN_REQUIRE(summarizer);
    *summarizer = NULL;
    KN_REQUIRE(path);
    knap_model *model;
    knap_status status = knap_model_load(path, allocator, &model, error);
    return status ? status : from_model(model, path, false, allocator, summarizer, error);
}

knap_status knap_summarizer_parse(const char *bytes, size_t length, const char *name, const knap_allocator *allocator,
                                  knap_summarizer **summarizer, knap_error *error)
{
    KN_REQUIRE(summarizer);
    *summarizer = NULL;
    KN_REQUIRE(bytes);
    KN_REQUIRE(name);
    knap_model *model;
    knap_status status = knap_model_parse(bytes, length, name, allocator, &model, error);
    return status ? status : from_model(model, name, false, allocator, summarizer, error);
}

knap_status knap_summarizer_embedded(const knap_allocator *allocator, knap_summarizer **summarizer, knap_error *error)
{
    static const char name[] = "the embedded model";
    KN_REQUIRE(summarizer);
    *summarizer = NULL;
    knap_model *model;
    if (!kn_embedded_model.head)
        return kn_fail(
            error, KNAP_BAD_MODEL,
            "this program was built without a model: name one, or train models/default.knap and build again");
    knap_status status =
        kn_model_parse(kn_embedded_model.head, kn_embedded_model.head_length, name, true, allocator, &model, error);
    if (status)
        return status;
    for (size_t i = 0; !status && i < kn_embedded_model.sections; i++)
        status = kn_model_take_section(model, kn_embedded_model.section[i], error);
    if (status)
        knap_model_free(model);
    return status ? status : from_model(model, name, true, allocator, summarizer, error);
}

knap_status knap_summarizer_save(const knap_summarizer *summarizer, const char *path, knap_error *error)
{
    KN_REQUIRE(summarizer);
    KN_REQUIRE(path);
    if (!summarizer->model)
        return kn_fail(error, KNAP_USAGE, "the summarizer was fitted, not trained: there is no model to save");
    return knap_model_save(summarizer->model, path, error);
}
