/* scp_text.c - the text format of SCP_ListPrediction: one item per line, a blank line between environments.
 *
 *     label importance size env|qf id:value ... |sf id:value ...
 *
 * The label is the item's success probability (reward `success`), size its cost, qf its static features, sf
 * its similarity vector. Importance is read and has no effect: knap weighs examples by Algorithm 1. Features
 * that a line does not name are 0. */
#include "io/format.h"
#include "base/error.h"
#include "base/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct line_parts {
    double label, size;
    char *environment; /* may be empty */
    char *features;    /* what follows |qf, or NULL */
    char *similarity;  /* what follows |sf, or NULL */
} line_parts;

static bool read_number(const char *word, double *value)
{
    char *end;
    *value = kn_parse_number(word, &end);
    return end != word && *end == 0 && isfinite(*value);
}

static char *next_word(char **rest)
{
    char *word = *rest + strspn(*rest, " \t");
    if (*word == 0)
        return NULL;
    *rest = word + strcspn(word, " \t");
    if (**rest)
        *(*rest)++ = 0;
    return word;
}

/* Splits a line into its head and its namespaces. */
static knap_status split(char *line, line_parts *parts, knap_error *error)
{
    char *bar = strchr(line, '|'), *word;
    double importance;
    *parts = (line_parts){.environment = NULL};
    if (!bar)
        return kn_fail(error, KNAP_BAD_INPUT, "expected 'label importance size env|qf id:value ... |sf id:value ...'");
    *bar++ = 0;
    if (!(word = next_word(&line)) || !read_number(word, &parts->label))
        return kn_fail(error, KNAP_BAD_INPUT, "the label '%.40s' is not a number", word ? word : "");
    if (!(word = next_word(&line)) || !read_number(word, &importance) || importance < 0)
        return kn_fail(error, KNAP_BAD_INPUT, "the importance '%.40s' is not a number of at least 0", word ? word : "");
    if (!(word = next_word(&line)) || !read_number(word, &parts->size))
        return kn_fail(error, KNAP_BAD_INPUT, "the size '%.40s' is not a number", word ? word : "");
    parts->environment = next_word(&line);
    if (next_word(&line))
        return kn_fail(error, KNAP_BAD_INPUT, "there are more than four words before the first '|'");
    while (bar) {
        char *next = strchr(bar, '|');
        char **place;
        if (next)
            *next++ = 0;
        word = next_word(&bar);
        place = word && strcmp(word, "qf") == 0   ? &parts->features
                : word && strcmp(word, "sf") == 0 ? &parts->similarity
                                                  : NULL;
        if (!place)
            return kn_fail(error, KNAP_BAD_INPUT, "unknown namespace '|%.40s': there are |qf and |sf",
                           word ? word : "");
        if (*place)
            return kn_fail(error, KNAP_BAD_INPUT, "the namespace '|%s' comes twice", word);
        *place = bar;
        bar = next;
    }
    return KNAP_OK;
}

/* Reads the next id:value; an id without a value has the value 1. Returns false at the end and on errors,
 * which set *status. */
static bool next_pair(char **rest, char **id, double *value, knap_status *status, knap_error *error)
{
    char *word = next_word(rest), *colon = word ? strrchr(word, ':') : NULL;
    *status = KNAP_OK;
    if (!word)
        return false;
    *id = word;
    *value = 1;
    if (colon) {
        *colon = 0;
        if (!read_number(colon + 1, value))
            *status =
                kn_fail(error, KNAP_BAD_INPUT, "the value '%.40s' of '%.40s' is not a finite number", colon + 1, word);
    }
    if (!*word)
        *status = kn_fail(error, KNAP_BAD_INPUT, "a value has no id before its ':'");
    return !*status;
}

static knap_status read_features(knap_reader *reader, char *rest, knap_data *data, knap_error *error)
{
    char *id;
    double value;
    knap_status status = KNAP_OK;
    size_t known = knap_data_feature_count(data);
    if (!kn_reader_feature_room(reader, known))
        return kn_no_memory(error);
    for (size_t i = 0; i < known; i++)
        reader->feature[i] = 0;
    while (rest && next_pair(&rest, &id, &value, &status, error)) {
        size_t feature;
        if ((status = knap_data_feature(data, id, &feature, error)))
            return status;
        if (feature >= known) {
            if (!kn_reader_feature_room(reader, feature + 1))
                return kn_no_memory(error);
            reader->feature[feature] = 0;
            known = feature + 1;
        }
        reader->feature[feature] += value;
    }
    return status;
}

static knap_status read_similarity(knap_reader *reader, char *rest, size_t *count, knap_error *error)
{
    char *id;
    double value;
    knap_status status = KNAP_OK;
    *count = 0;
    while (rest && next_pair(&rest, &id, &value, &status, error)) {
        uint32_t symbol = kn_symbols_add(&reader->dimensions, id, strlen(id));
        if (symbol == KN_NO_SYMBOL || !kn_reader_value_room(reader, *count + 1))
            return kn_no_memory(error);
        reader->id[*count] = symbol;
        reader->value[(*count)++] = value;
    }
    return status;
}

static knap_status read_item(knap_reader *reader, const line_parts *parts, knap_data *data, knap_instance *instance,
                             knap_error *error)
{
    knap_item item = {.cost = parts->size, .worth = parts->label};
    knap_status status = read_features(reader, parts->features, data, error);
    if (!status)
        status = read_similarity(reader, parts->similarity, &item.vector_count, error);
    if (status)
        return status;
    item.feature = reader->feature;
    item.vector = item.vector_count ? reader->value : NULL;
    item.vector_id = item.vector_count ? reader->id : NULL;
    return knap_instance_add(instance, &item, error);
}

/* A change of the environment's name without a blank line is an error: the blank line was probably forgotten. */
static knap_status check_environment(const knap_instance *instance, const char *name, knap_error *error)
{
    const char *first = knap_instance_id(instance);
    if ((first == NULL) != (name == NULL) || (first && strcmp(first, name) != 0))
        return kn_fail(error, KNAP_BAD_INPUT, "environment '%.40s' follows '%.40s' without a blank line between them",
                       name ? name : "", first ? first : "");
    return KNAP_OK;
}

static bool is_blank(const kn_text *text)
{
    return text->length == strspn(text->bytes, " \t");
}

static kn_read read(knap_reader *reader, knap_data *data, knap_error *error)
{
    knap_instance *instance = NULL;
    size_t line = reader->stream.line;
    knap_status status = KNAP_OK;
    kn_symbols_free(&reader->dimensions);
    while (!status && kn_stream_line(&reader->stream, &reader->text)) {
        line_parts parts;
        if (reader->text.failed) {
            status = kn_no_memory(error);
        } else if (is_blank(&reader->text)) {
            if (instance)
                break;
        } else if (strlen(reader->text.bytes) != reader->text.length) {
            status = kn_fail(error, KNAP_BAD_INPUT, "the line holds a 0 byte: this is not text");
        } else if (!(status = split(reader->text.bytes, &parts, error))) {
            if (!instance)
                status = knap_data_add(data, parts.environment, NAN, line, &instance, error);
            else
                status = check_environment(instance, parts.environment, error);
            if (!status)
                status = read_item(reader, &parts, data, instance, error);
        }
        if (!status)
            line = reader->stream.line;
    }
    if (!status && instance) {
        line = knap_instance_line(instance);
        status = knap_instance_set_reward(instance, knap_reward_find("success"), NULL, error);
    }
    if (status) {
        if (instance)
            knap_data_drop_last(data);
        return kn_reader_failed_at(reader, line, error);
    }
    return instance ? KN_READ_ONE : KN_READ_END;
}

const kn_format kn_format_scp = {.name = "SCP_ListPrediction", .absent_is_zero = true, .read = read};
