/* model_file.c - models as text: one line per setting, feature and column; hex floats, which are read back
 * exactly; the last line is a checksum of all before it.
 *
 *     knap-model 1
 *     version 0.2.0
 *     set NAME VALUE            the settings it was trained with
 *     features COUNT            then a line `feature NAME` for each
 *     flaws COUNT               the same, `flaw NAME`, where the views have columns for them
 *     weights ITERATES POSITIONS WIDTH
 *     column NAME DEVIATION WEIGHT...     [iterates][positions] weights of the column
 *     section NAME LINES        then that many lines that are the caller's own
 *     checksum HEX
 *
 * Names are written with bytes up to the space, '%' and 127 as %XX, so that every field is a word. */
#include "core/scp.h"
#include "base/ascii.h"
#include "base/error.h"
#include "base/file.h"
#include "base/number.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FORMAT = 1 };

/* ---- Writing --------------------------------------------------------------------------------------------
 */

static void write_name(kn_text *text, const char *name, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)name[i];
        if (byte <= ' ' || byte == '%' || byte == 127)
            kn_text_format(text, "%%%02X", byte);
        else
            kn_text_add(text, name + i, 1);
    }
    if (length == 0)
        kn_text_add(text, "%", 1); /* the empty name */
}

/* "features 2", then a line "feature NAME" for each. */
static void write_names(kn_text *text, const char *what, const kn_symbols *names)
{
    kn_text_format(text, "%ss %zu\n", what, names->count);
    for (size_t i = 0; i < names->count; i++) {
        kn_text_format(text, "%s ", what);
        write_name(text, names->name[i], names->length[i]);
        kn_text_add(text, "\n", 1);
    }
}

static void write_model(const knap_model *model, kn_text *text)
{
    const kn_policy *policy = kn_model_policy(model);
    char value[256];
    kn_text_format(text, "knap-model %d\nversion %s\n", FORMAT, knap_version());
    for (const knap_param *param = knap_settings_table(); param->name; param++)
        if (strcmp(param->name, "batch") != 0 || policy->settings.batch > 1) /* older versions do not know it */
            kn_text_format(text, "set %s %s\n", param->name,
                           knap_param_format(param, &policy->settings, 1, value, sizeof value));
    write_names(text, "feature", &model->features);
    if (kn_policy_sees_flaws(policy))
        write_names(text, "flaw", &policy->flaws);
    kn_text_format(text, "weights %zu %zu %zu\n", policy->iterates, policy->positions, policy->width);
    for (size_t i = 0; i < policy->width; i++) {
        kn_text_add(text, "column ", 7);
        write_name(text, policy->column.name[i], policy->column.length[i]);
        kn_text_format(text, " %a", policy->deviation[i]);
        for (size_t j = 0; j < policy->iterates * policy->positions; j++)
            kn_text_format(text, " %a", policy->weight[j * policy->width + i]);
        kn_text_add(text, "\n", 1);
    }
    for (size_t i = 0; i < model->sections; i++) {
        const kn_section *section = &model->section[i];
        size_t lines = 0;
        for (size_t j = 0; j < section->length; j++)
            lines += section->text[j] == '\n';
        kn_text_format(text, "section %s %zu\n", section->name, lines);
        kn_text_add(text, section->text, section->length);
    }
    kn_text_format(text, "checksum %016llx\n",
                   (unsigned long long)(text->failed ? 0 : kn_hash(KN_HASH_START, text->bytes, text->length)));
}

static bool all_weights(const double *value, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!kn_is_weight(value[i]))
            return false;
    return true;
}

/* What is written can be read: fails otherwise, before anything is written. */
static knap_status check_model(const knap_model *model, const kn_text *text, knap_error *error)
{
    const kn_policy *policy = kn_model_policy(model);
    knap_model *again;
    knap_error why;
    knap_status status;
    if (!all_weights(policy->weight, policy->iterates * policy->positions * policy->width) ||
        !all_weights(policy->deviation, policy->width))
        return kn_fail(
            error, KNAP_BAD_MODEL,
            "the model has weights that are not numbers up to 1e100, so it is not written: training diverged; "
            "lower --eta");
    status = knap_model_parse(text->bytes, text->length, "model", model->allocator, &again, &why);
    knap_model_free(again);
    if (status == KNAP_NO_MEMORY)
        return kn_no_memory(error);
    return status ? kn_fail(error, KNAP_BAD_MODEL, "the model cannot be read back, so it is not written: %.400s",
                            why.message)
                  : KNAP_OK;
}

/* The bytes of the model's file, checked, in *text. */
static knap_status make_file(const knap_model *model, kn_text *text, knap_error *error)
{
    knap_status status;
    *text = (kn_text){.allocator = model->allocator};
    if (!kn_model_policy(model))
        return kn_fail(error, KNAP_USAGE, "a model of system %s has no file form: only trained policies can be saved",
                       model->system->name);
    write_model(model, text);
    status = text->failed ? kn_no_memory(error) : check_model(model, text, error);
    if (status)
        kn_text_free(text);
    return status;
}

knap_status knap_model_save(const knap_model *model, const char *path, knap_error *error)
{
    KN_REQUIRE(model);
    KN_REQUIRE(path);
    kn_text text;
    knap_status status = make_file(model, &text, error);
    if (status)
        return status;
    status = kn_write_durable(path, text.bytes, text.length, model->allocator, error);
    kn_text_free(&text);
    return status;
}

knap_status knap_model_write(const knap_model *model, char **bytes, size_t *length, knap_error *error)
{
    KN_REQUIRE(bytes);
    KN_REQUIRE(length);
    *bytes = NULL;
    *length = 0;
    KN_REQUIRE(model);
    kn_text text;
    knap_status status = make_file(model, &text, error);
    if (status)
        return status;
    *bytes = kn_caller_text(model->allocator, text.bytes, text.length);
    *length = *bytes ? text.length : 0;
    kn_text_free(&text);
    return *bytes ? KNAP_OK : kn_no_memory(error);
}

/* ---- Reading --------------------------------------------------------------------------------------------
 */

typedef struct parser {
    const char *path;
    bool own;       /* a part of the program: its checksum is not computed */
    char *at, *end; /* the rest of the text before the checksum */
    size_t line;
    char *word; /* the rest of the current line */
    knap_error *error;
} parser;

static knap_status wrong(const parser *self, const char *what)
{
    return kn_fail_at(self->error, KNAP_BAD_MODEL, self->path, self->line,
                      "%s: the model is damaged or was edited; "
                      "train it again",
                      what);
}

/* Moves to the next line, which must begin with `first`. */
static knap_status next_line(parser *self, const char *first)
{
    size_t length = strlen(first);
    char *stop = self->at < self->end ? memchr(self->at, '\n', (size_t)(self->end - self->at)) : NULL;
    self->line++;
    if (!stop || (size_t)(stop - self->at) < length || memcmp(self->at, first, length) != 0 ||
        (self->at[length] != ' ' && self->at[length] != '\n')) {
        char what[64];
        snprintf(what, sizeof what, "expected '%s'", first);
        return wrong(self, what);
    }
    *stop = 0;
    self->word = self->at + length;
    self->at = stop + 1;
    return KNAP_OK;
}

/* The next word of the line, or NULL. */
static char *next_word(parser *self)
{
    char *word = self->word;
    while (*word == ' ')
        word++;
    if (*word == 0)
        return NULL;
    self->word = word + strcspn(word, " ");
    if (*self->word)
        *self->word++ = 0;
    return word;
}

static bool next_count(parser *self, size_t largest, size_t *count)
{
    char *word = next_word(self), *stop;
    unsigned long long value;
    if (!word || !kn_ascii_digit(*word))
        return false;
    errno = 0;
    value = strtoull(word, &stop, 10);
    *count = (size_t)value;
    return !*stop && !errno && value <= largest;
}

static bool next_real(parser *self, double *value)
{
    char *word = next_word(self), *stop;
    if (!word)
        return false;
    *value = kn_parse_number(word, &stop);
    return !*stop && kn_is_weight(*value);
}

/* Decodes a name in place. Returns its length, or SIZE_MAX where it is damaged. */
static size_t read_name(char *word)
{
    size_t length = 0;
    if (strcmp(word, "%") == 0)
        return 0;
    for (const char *from = word; *from; length++) {
        if (*from == '%') {
            char hex[3] = {from[1], from[1] ? from[2] : 0, 0}, *stop;
            unsigned long byte = strtoul(hex, &stop, 16);
            if (stop != hex + 2)
                return SIZE_MAX;
            word[length] = (char)byte;
            from += 3;
        } else {
            word[length] = *from++;
        }
    }
    return length;
}

/* The settings in the file. A setting that an older knap did not write keeps its default, which has no effect. */
static knap_status read_settings(parser *self, knap_settings *settings)
{
    knap_error inner;
    size_t read = 0;
    knap_settings_init(settings);
    for (; self->at + 4 < self->end && memcmp(self->at, "set ", 4) == 0; read++) {
        knap_status status = next_line(self, "set");
        char *name = status ? NULL : next_word(self), *value = status ? NULL : next_word(self);
        const knap_param *param = name ? knap_param_find(knap_settings_table(), name) : NULL;
        if (status)
            return status;
        if (!param || !value)
            return wrong(self, "an unknown setting");
        if (knap_param_parse(param, settings, value, &inner))
            return wrong(self, inner.message);
    }
    return read ? KNAP_OK : next_line(self, "set");
}

static knap_status read_names(parser *self, const char *what, size_t most, kn_symbols *names)
{
    size_t count;
    char plural[16];
    snprintf(plural, sizeof plural, "%ss", what);
    knap_status status = next_line(self, plural);
    if (status)
        return status;
    if (!next_count(self, most, &count))
        return wrong(self, "expected a number");
    for (size_t i = 0; i < count; i++) {
        char *word;
        size_t length;
        if ((status = next_line(self, what)))
            return status;
        word = next_word(self);
        length = word ? read_name(word) : SIZE_MAX;
        if (length == SIZE_MAX)
            return wrong(self, "expected a name");
        uint32_t symbol = kn_symbols_add(names, word, length);
        if (symbol == KN_NO_SYMBOL)
            return kn_no_memory(self->error);
        if (symbol != i)
            return wrong(self, "a name comes twice");
    }
    return KNAP_OK;
}

static knap_status read_columns(parser *self, kn_policy *policy)
{
    for (size_t i = 0; i < policy->width; i++) {
        knap_status status = next_line(self, "column");
        char *name = status ? NULL : next_word(self);
        size_t length = name ? read_name(name) : SIZE_MAX;
        if (status)
            return status;
        if (length != policy->column.length[i] || memcmp(name, policy->column.name[i], length) != 0)
            return wrong(self, "a column has another name than its views give it");
        if (!next_real(self, &policy->deviation[i]))
            return wrong(self, "expected a number up to 1e100");
        for (size_t j = 0; j < policy->iterates * policy->positions; j++)
            if (!next_real(self, &policy->weight[j * policy->width + i]))
                return wrong(self, "expected a number up to 1e100");
        if (next_word(self))
            return wrong(self, "more numbers than weights");
    }
    return KNAP_OK;
}

/* The sections, up to the end of the text. */
static knap_status read_sections(parser *self, knap_model *model)
{
    while (self->at < self->end) {
        knap_status status = next_line(self, "section");
        char *name = status ? NULL : next_word(self), *start = self->at;
        size_t lines;
        if (status)
            return status;
        if (!name || !next_count(self, (size_t)(self->end - self->at), &lines))
            return wrong(self, "expected a name and a number of lines");
        for (; lines > 0; lines--) {
            char *stop = self->at < self->end ? memchr(self->at, '\n', (size_t)(self->end - self->at)) : NULL;
            if (!stop)
                return wrong(self, "a section ends before its last line");
            self->at = stop + 1;
            self->line++;
        }
        if ((status = knap_model_set_section(model, name, start, (size_t)(self->at - start), self->error)))
            return status;
    }
    return KNAP_OK;
}

static knap_status read_model(parser *self, const knap_allocator *allocator, knap_model **model)
{
    knap_settings settings;
    kn_symbols features, flaws;
    size_t iterates, positions, width;
    kn_policy *policy;
    knap_status status;
    kn_symbols_begin(&features, allocator);
    kn_symbols_begin(&flaws, allocator);
    status = next_line(self, "version");
    if (!status)
        status = read_settings(self, &settings);
    if (!status)
        status = read_names(self, "feature", UINT32_MAX - 1, &features);
    if (!status && settings.views & kn_view_flaw_parts())
        status = read_names(self, "flaw", KNAP_MOST_FLAWS, &flaws);
    if (!status)
        status = next_line(self, "weights");
    if (!status && (!next_count(self, 1u << 20, &iterates) || !next_count(self, 1u << 20, &positions) ||
                    !next_count(self, UINT32_MAX, &width) || iterates == 0 || positions == 0 ||
                    width != kn_view_width(settings.views, features.count, flaws.count) ||
                    /* every weight takes at least two bytes of what is left */
                    (double)iterates * (double)positions * (double)width > (double)(self->end - self->at)))
        status = wrong(self, "the sizes do not fit each other");
    if (!status)
        status = kn_policy_new(&settings, &features, &flaws, positions, iterates, allocator, &policy, self->error);
    if (!status)
        status = kn_model_of_policy(kn_system_of_method(settings.method), policy, &features, model, self->error);
    kn_symbols_free(&features);
    kn_symbols_free(&flaws);
    if (status)
        return status;
    status = read_columns(self, policy);
    if (!status)
        status = read_sections(self, *model);
    if (status) {
        knap_model_free(*model);
        *model = NULL;
    }
    return status;
}

/* Checks the first and the last line and the checksum; leaves the parser after the first line. */
static knap_status open_model(parser *self, size_t length)
{
    static const char last[] = "checksum ";
    const size_t last_length = sizeof last - 1 + 16 + 1;
    int format = 0;
    char *tail = self->at + length - last_length, sum[17];
    if (length < 12 || memcmp(self->at, "knap-model ", 11) != 0)
        return kn_fail_at(self->error, KNAP_BAD_MODEL, self->path, 1, "this is not a knap model");
    format = atoi(self->at + 11);
    if (format > FORMAT)
        return kn_fail_at(self->error, KNAP_BAD_MODEL, self->path, 1,
                          "the model is of format %d, this knap (%s) reads up to %d: use a newer knap", format,
                          knap_version(), FORMAT);
    if (length < last_length + 12 || memcmp(tail, last, sizeof last - 1) != 0 || tail[last_length - 1] != '\n')
        return kn_fail_at(self->error, KNAP_BAD_MODEL, self->path, 0,
                          "the model is truncated: its last line, the "
                          "checksum, is missing");
    if (!self->own)
        snprintf(sum, sizeof sum, "%016llx",
                 (unsigned long long)kn_hash(KN_HASH_START, self->at, length - last_length));
    if (!self->own && memcmp(tail + sizeof last - 1, sum, 16) != 0)
        return kn_fail_at(self->error, KNAP_BAD_MODEL, self->path, 0,
                          "the model was altered: its checksum is not that "
                          "of its content");
    self->end = tail;
    self->line = 0;
    return next_line(self, "knap-model");
}

/* Parses the text in place. */
static knap_status parse(kn_text *text, const char *path, bool own, const knap_allocator *allocator, knap_model **model,
                         knap_error *error)
{
    parser self = {.path = path, .own = own, .error = error, .at = text->bytes};
    knap_status status;
    *model = NULL;
    if (text->length == 0)
        return kn_fail_at(error, KNAP_BAD_MODEL, path, 0, "the file is empty, not a knap model");
    status = open_model(&self, text->length);
    return status ? status : read_model(&self, allocator, model);
}

knap_status kn_model_parse(const char *bytes, size_t length, const char *name, bool own,
                           const knap_allocator *allocator, knap_model **model, knap_error *error)
{
    kn_text text = {.allocator = allocator};
    knap_status status;
    *model = NULL;
    kn_text_add(&text, bytes, length);
    status = text.failed ? kn_no_memory(error) : parse(&text, name, own, allocator, model, error);
    kn_text_free(&text);
    return status;
}

knap_status knap_model_parse(const char *bytes, size_t length, const char *name, const knap_allocator *allocator,
                             knap_model **model, knap_error *error)
{
    KN_REQUIRE(model);
    *model = NULL;
    KN_REQUIRE(bytes || !length);
    KN_REQUIRE(name);
    return kn_model_parse(bytes, length, name, false, allocator, model, error);
}

knap_status knap_model_load(const char *path, const knap_allocator *allocator, knap_model **model, knap_error *error)
{
    KN_REQUIRE(model);
    *model = NULL;
    KN_REQUIRE(path);
    kn_text text = {.allocator = allocator};
    knap_status status = kn_read_file(path, NULL, &text, error);
    *model = NULL;
    if (!status)
        status = parse(&text, path, false, allocator, model, error);
    kn_text_free(&text);
    return status;
}
