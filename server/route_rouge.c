/* route_rouge.c - /v1/rouge: summaries and references in, scores out, as `knap rouge --json` prints them. */
#include "scores.h"

#include <stdlib.h>
#include <string.h>

typedef struct ask {
    const json_t *evaluations, *refs, *peers, *peer, *compare;
    const char *id, *system, *rouge, *language;
    knap_rouge_options options;
    bool each;
    size_t seed;
} ask;

#define ROW(type, field, help)                                                                                         \
    {                                                                                                                  \
#field, type, offsetof(ask, field), help, NULL                                                                 \
    }
#define JSON(field, help, schema)                                                                                      \
    {                                                                                                                  \
#field, MEMBER_JSON, offsetof(ask, field), help, schema                                                        \
    }
#define OPTION(name, type, field, help)                                                                                \
    {                                                                                                                  \
        name, type, offsetof(ask, options.field), help, NULL                                                           \
    }

#define TEXT "{\"oneOf\":[{\"type\":\"string\"},{\"type\":\"array\",\"items\":{\"type\":\"string\"}}]}"
#define EVALUATION                                                                                                     \
    "{\"type\":\"object\",\"required\":[\"refs\"],\"additionalProperties\":false,\"properties\":{\"id\":{\"type\":"    \
    "\"string\"},\"refs\":{\"type\":\"array\",\"items\":" TEXT "},\"peers\":{\"type\":\"object\","                     \
    "\"additionalProperties\":" TEXT "},\"peer\":" TEXT ",\"system\":{\"type\":\"string\"}}}"

const member_row rouge_members[] = {
    JSON(evaluations, "Topics with references and summaries; or one topic by the next members",
         "{\"type\":\"array\",\"items\":" EVALUATION "}"),
    ROW(MEMBER_TEXT, id, "The name of the topic"),
    JSON(refs, "References: texts with one sentence per line, or arrays of sentences",
         "{\"type\":\"array\",\"items\":" TEXT "}"),
    JSON(peers, "Summaries by the names of their systems", "{\"type\":\"object\",\"additionalProperties\":" TEXT "}"),
    JSON(peer, "The summary of one system", TEXT),
    ROW(MEMBER_TEXT, system, "The name of that system"),
    ROW(MEMBER_TEXT, rouge, "The measures: 1 to 9, L, W1.2, S4, SU4 [1,2,L]"),
    ROW(MEMBER_TEXT, language, "Use words of this language; auto guesses it [ASCII, as ROUGE-1.5.5]"),
    ROW(MEMBER_FLAG, each, "Add the scores of every summary"),
    JSON(compare, "The names of two systems to compare",
         "{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"minItems\":2,\"maxItems\":2}"),
    ROW(MEMBER_COUNT, seed, "Seeds the tests of compare [1]"),
    OPTION("stem", MEMBER_FLAG, stem, "Count words by their stems"),
    OPTION("bytes", MEMBER_COUNT, bytes, "Cut texts after so many bytes"),
    OPTION("words", MEMBER_COUNT, words, "Cut texts after so many words"),
    OPTION("alpha", MEMBER_REAL, alpha, "The share of precision in F [0.5]"),
    OPTION("confidence", MEMBER_REAL, confidence, "The confidence of intervals in per cent [95]"),
    OPTION("samples", MEMBER_COUNT, samples, "Resamples of the bootstrap [1000]"),
    {NULL, MEMBER_TEXT, 0, NULL, NULL}};

/* The members of an evaluation. */
static const member_row evaluation_members[] = {ROW(MEMBER_TEXT, id, NULL),     JSON(refs, NULL, NULL),
                                                JSON(peers, NULL, NULL),        JSON(peer, NULL, NULL),
                                                ROW(MEMBER_TEXT, system, NULL), {NULL, MEMBER_TEXT, 0, NULL, NULL}};

/* ---- Reading ---- */

/* Adds a text: one string, or an array of segments. */
static bool add_text(request *self, scoring *work, const char *topic, const char *system, const json_t *text,
                     const char *member)
{
    cli_buffer lines = {.bytes = NULL};
    bool good = true;
    if (json_is_string(text))
        return scoring_add(self, work, topic, system, json_string_value(text), json_string_length(text));
    if (!json_is_array(text))
        return fault_set(&self->wrong, 400, member, "expected a string or an array of strings, got %s",
                         members_kind(text));
    for (size_t i = 0; good && i < json_array_size(text); i++) {
        const json_t *segment = json_array_get(text, i);
        if (!json_is_string(segment)) {
            good = fault_set(&self->wrong, 400, member, "expected an array of strings; element %zu is %s", i,
                             members_kind(segment));
            break;
        }
        cli_add(&lines, json_string_value(segment), json_string_length(segment));
        for (size_t k = lines.length - json_string_length(segment); k < lines.length; k++)
            if (lines.bytes[k] == '\n')
                lines.bytes[k] = ' ';
        cli_add(&lines, "\n", 1);
    }
    good = good && scoring_add(self, work, topic, system, lines.length ? lines.bytes : "", lines.length);
    free(lines.bytes);
    return good;
}

static bool add_evaluation(request *self, scoring *work, const ask *given, const char *where)
{
    const char *topic = given->id ? given->id : "1", *name;
    char member[96];
    json_t *value, *peers = (json_t *)(size_t)given->peers; /* jansson's iterators are not const */
    snprintf(member, sizeof member, "%srefs", where);
    if (!json_is_array(given->refs) || json_array_size(given->refs) == 0)
        return fault_set(&self->wrong, 400, member, "expected an array with at least one reference");
    for (size_t i = 0; i < json_array_size(given->refs); i++) {
        snprintf(member, sizeof member, "%srefs[%zu]", where, i);
        if (!add_text(self, work, topic, NULL, json_array_get(given->refs, i), member))
            return false;
    }
    snprintf(member, sizeof member, "%speers", where);
    if (peers && !json_is_object(peers))
        return fault_set(&self->wrong, 400, member, "expected an object of summaries, got %s", members_kind(peers));
    if (!given->peer && json_object_size(peers) == 0)
        return fault_set(&self->wrong, 400, member, "there is no summary: give \"peer\" or \"peers\"");
    json_object_foreach(peers, name, value) if (!add_text(self, work, topic, name, value, member)) return false;
    snprintf(member, sizeof member, "%speer", where);
    return !given->peer || add_text(self, work, topic, given->system ? given->system : "X", given->peer, member);
}

static bool add_all(request *self, scoring *work, const ask *given)
{
    if (!given->evaluations)
        return add_evaluation(self, work, given, "");
    if (!json_is_array(given->evaluations) || json_array_size(given->evaluations) == 0)
        return fault_set(&self->wrong, 400, "evaluations", "expected an array with at least one evaluation");
    if (json_array_size(given->evaluations) > self->server->settings->max_items)
        return fault_set(&self->wrong, 413, "evaluations", "there are more than the %zu that the server allows",
                         self->server->settings->max_items);
    for (size_t i = 0; i < json_array_size(given->evaluations); i++) {
        const json_t *object = json_array_get(given->evaluations, i);
        ask one = {.id = NULL};
        char where[48], number[24];
        snprintf(where, sizeof where, "evaluations[%zu].", i);
        snprintf(number, sizeof number, "%zu", i + 1);
        one.id = number;
        if (!json_is_object(object))
            return fault_set(&self->wrong, 400, "evaluations", "element %zu: expected an object, got %s", i,
                             members_kind(object));
        if (!members_read(evaluation_members, object, &one, &self->wrong)) {
            char inner[sizeof self->wrong.member];
            snprintf(inner, sizeof inner, "%s%.60s", where, self->wrong.member);
            memcpy(self->wrong.member, inner, sizeof inner);
            return false;
        }
        if (!add_evaluation(self, work, &one, where))
            return false;
    }
    return true;
}

/* ---- The answer ---- */

static bool find_pair(request *self, const scoring *work, const json_t *names, size_t pair[2])
{
    if (!json_is_array(names) || json_array_size(names) != 2)
        return fault_set(&self->wrong, 400, "compare", "expected an array of two names");
    for (size_t i = 0; i < 2; i++) {
        const char *name = json_string_value(json_array_get(names, i));
        pair[i] = name ? knap_rouge_set_find_system(work->set, name) : SIZE_MAX;
        if (pair[i] >= knap_rouge_set_system_count(work->set))
            return fault_set(&self->wrong, 400, "compare", "element %zu is not the name of a system", i);
    }
    return true;
}

/* The comparisons by measure and part; NULL, with a fault, where that fails. */
static knap_rouge_comparison *compare(request *self, const scoring *work, const ask *given, const size_t pair[2])
{
    knap_rouge_comparison *made = cli_new(3 * work->report.measures, sizeof *made);
    knap_error error;
    for (size_t i = 0; i < 3 * work->report.measures; i++)
        if (knap_rouge_set_compare(work->set, pair[0], pair[1], work->report.measure[i / 3], (int)(i % 3), given->seed,
                                   &made[i], &error)) {
            request_fail(self, &error, "compare", 422);
            free(made);
            return NULL;
        }
    return made;
}

static void answer(request *self, const scoring *work, const ask *given)
{
    json_t *object, *systems, *comparison;
    size_t pair[2];
    knap_rouge_comparison *compared = NULL;
    if (given->compare &&
        (!find_pair(self, work, given->compare, pair) || !(compared = compare(self, work, given, pair))))
        return;
    request_write(self);
    object = json_object();
    systems = json_array();
    for (size_t i = 0; i < knap_rouge_set_system_count(work->set); i++)
        cli_json_add(systems, rouge_json(&work->report, i));
    cli_json_put(object, "systems", systems);
    if (compared) {
        comparison = json_array();
        for (size_t i = 0; i < 3 * work->report.measures; i++)
            cli_json_add(comparison, rouge_comparison_json(&work->report, pair[0], pair[1], work->report.measure[i / 3],
                                                           (int)(i % 3), &compared[i]));
        cli_json_put(object, "comparison", comparison);
    }
    free(compared);
    request_answer(self, object);
}

void route_rouge(request *self)
{
    ask given = {.seed = 1};
    scoring work = {.rouge = NULL};
    part *parts;
    size_t count;
    json_t *root;
    knap_rouge_options_init(&given.options);
    given.options.ngrams = 2;
    root = request_read(self, &given, &parts, &count);
    if (root && request_check(self, knap_rouge_options_table(), &given.options) &&
        scoring_begin(self, &work, given.rouge, &given.options)) {
        work.report.each = given.each;
        if (add_all(self, &work, &given) && scoring_run(self, &work, given.language))
            answer(self, &work, &given);
    }
    scoring_end(&work);
    json_decref(root);
}
