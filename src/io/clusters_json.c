/* clusters_json.c - reads clusters in JSON: objects {"id","documents":[..],"references":[..]}, one after another. A document
 * is a string, or an object with "text". */
#include "io/clusters_json.h"
#include "io/recognise.h"
#include "base/error.h"
#include "base/file.h"
#include "text/utf8.h"
#include "base/number.h"

#include <string.h>

#include <jansson.h>

static bool ends_with(const char *name, const char *tail)
{
    size_t length = strlen(name), tail_length = strlen(tail);
    return length >= tail_length && strcmp(name + length - tail_length, tail) == 0;
}

bool kn_is_json_corpus(const char *name, const char *text, size_t length)
{
    return ends_with(name, ".jsonl") || ends_with(name, ".ndjson") || ends_with(name, ".json") ||
           kn_recognise(text, length) == KNAP_CONTENT_CLUSTERS;
}

typedef struct json_place {
    const char *name;
    size_t line;
} json_place;

static knap_status add_string(knap_corpus *corpus, kn_cluster *cluster, const json_place *place, const json_t *value,
                              size_t index, bool reference, knap_error *error)
{
    const json_t *string = json_is_object(value) ? json_object_get(value, "text") : value;
    knap_file file = {.name = place->name, .reference = reference};
    char id[64];
    if (!json_is_string(string))
        return kn_fail_at(error, KNAP_BAD_INPUT, place->name, place->line, "%s %zu is not a string",
                          reference ? "reference" : "document", index + 1);
    snprintf(id, sizeof id, "%zu.%04zu", place->line, index + 1);
    file.bytes = json_string_value(string);
    file.length = json_string_length(string);
    return kn_corpus_text(corpus, cluster, &file, id, error);
}

static knap_status add_list(knap_corpus *corpus, kn_cluster *cluster, const json_place *place, const json_t *list,
                            bool reference, knap_error *error)
{
    knap_status status = KNAP_OK;
    if (!json_is_array(list))
        return kn_fail_at(error, KNAP_BAD_INPUT, place->name, place->line, "\"%s\" is not a list",
                          reference ? "references" : "documents");
    for (size_t i = 0; !status && i < json_array_size(list); i++)
        status = add_string(corpus, cluster, place, json_array_get(list, i), i, reference, error);
    return status;
}

static knap_status add_object(knap_corpus *corpus, const json_place *place, const json_t *object, knap_error *error)
{
    const json_t *id = json_object_get(object, "id"), *documents = json_object_get(object, "documents");
    const json_t *references = json_object_get(object, "references");
    kn_cluster *cluster;
    knap_status status;
    char number[32];
    if (!json_is_object(object) || !documents)
        return kn_fail_at(error, KNAP_BAD_INPUT, place->name, place->line,
                          "expected an object with \"documents\": [...], \"references\": [...] and \"id\"");
    if (id && !json_is_string(id) && !json_is_integer(id))
        return kn_fail_at(error, KNAP_BAD_INPUT, place->name, place->line, "\"id\" is neither a string nor a number");
    if (json_is_integer(id))
        snprintf(number, sizeof number, "%" JSON_INTEGER_FORMAT, json_integer_value(id));
    else
        snprintf(number, sizeof number, "%zu", corpus->clusters + 1);
    status =
        kn_corpus_cluster(corpus, json_is_string(id) ? json_string_value(id) : number, place->name, &cluster, error);
    if (!status) {
        cluster->numbered = !id;
        status = add_list(corpus, cluster, place, documents, false, error);
    }
    if (!status && references && !json_is_null(references))
        status = add_list(corpus, cluster, place, references, true, error);
    if (!status && cluster->cluster.documents == 0)
        status = kn_fail_at(error, KNAP_BAD_INPUT, place->name, place->line,
                            "cluster '%s' has no document with any text", cluster->cluster.id);
    return status;
}

/* `before` is the number of lines before the text. */
static knap_status read_objects(knap_corpus *corpus, const char *name, const kn_decoded *decoded, size_t before,
                                knap_error *error)
{
    const char *text = decoded->mapped.text.bytes;
    size_t length = decoded->mapped.text.length, at = 0;
    json_place place = {name, before + 1};
    knap_status status = KNAP_OK;
    while (!status) {
        json_error_t problem;
        json_t *object;
        size_t begin = at;
        for (at = kn_skip_space(text, at, length); begin < at; begin++)
            place.line += text[begin] == '\n';
        if (at == length)
            break;
        kn_c_locale locale = kn_c_locale_begin(); /* jansson reads numbers by the locale */
        object = json_loadb(text + at, length - at, JSON_DISABLE_EOF_CHECK | JSON_REJECT_DUPLICATES, &problem);
        kn_c_locale_end(locale);
        if (!object && json_error_code(&problem) == json_error_out_of_memory)
            return kn_no_memory(error);
        if (!object && json_error_code(&problem) == json_error_null_character)
            return kn_fail_at(error, KNAP_BAD_INPUT, name,
                              place.line + (size_t)(problem.line > 0 ? problem.line - 1 : 0),
                              "a text has the character U+0000 (\\u0000), which no text may have: remove it");
        if (!object)
            return kn_fail_at(error, KNAP_BAD_INPUT, name,
                              place.line + (size_t)(problem.line > 0 ? problem.line - 1 : 0), "not JSON: %s",
                              problem.text);
        status = add_object(corpus, &place, object, error);
        json_decref(object);
        for (size_t end = at + (size_t)problem.position; at < end; at++)
            place.line += text[at] == '\n';
    }
    return status;
}

knap_status kn_json_clusters(knap_corpus *corpus, const char *name, const kn_text *bytes, knap_error *error)
{
    size_t before = corpus->clusters;
    kn_decoded decoded;
    knap_status status =
        kn_decode(name, bytes->bytes, bytes->length, corpus->encoding, corpus->allocator, &decoded, error);
    if (status)
        return status;
    status = kn_corpus_note_encoding(corpus, name, &decoded, error);
    if (!status)
        status = read_objects(corpus, name, &decoded, 0, error);
    while (status && corpus->clusters > before) /* a bad file is skipped as a whole */
        kn_corpus_remove(corpus, corpus->clusters - 1);
    kn_mapped_free(&decoded.mapped);
    return status;
}

knap_status kn_json_part(knap_corpus *corpus, const char *name, const kn_text *bytes, size_t before, knap_error *error)
{
    kn_decoded decoded;
    knap_status status;
    bool marked = before && bytes->length >= 3 && memcmp(bytes->bytes, "\xEF\xBB\xBF", 3) == 0;
    status = kn_decode(name, bytes->bytes, bytes->length, NULL, corpus->allocator, &decoded, error);
    if (status)
        return status;
    if (marked || corpus->encoding || decoded.repaired || strcmp(decoded.encoding, "UTF-8") != 0)
        status = kn_fail_at(error, KNAP_BAD_INPUT, name, 0, "not UTF-8");
    else
        status = read_objects(corpus, name, &decoded, before, error);
    kn_mapped_free(&decoded.mapped);
    return status;
}

knap_status kn_json_file(knap_corpus *corpus, const char *path, knap_error *error)
{
    kn_text bytes = {.allocator = corpus->allocator};
    knap_status status = kn_read_file(path, corpus->pause, &bytes, error);
    if (!status)
        status = kn_json_clusters(corpus, path, &bytes, error);
    kn_text_free(&bytes);
    return status;
}
