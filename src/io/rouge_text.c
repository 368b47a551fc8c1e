/* rouge_text.c - reads the files of summaries and references, and lists of such files. */
#include "io/rouge_check.h"

#include "base/error.h"
#include "base/memory.h"
#include "rouge/file.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

knap_status knap_rouge_read_text(knap_rouge_set *set, const char *topic, const char *system, knap_rouge_format format,
                                 const char *path, knap_error *error)
{
    const knap_allocator *allocator;
    kn_text bytes = {.allocator = NULL};
    knap_rouge_segment *segment = NULL;
    knap_rouge_text text = {NULL, 0};
    knap_status status = kn_rouge_check_read("knap_rouge_read_text", set, path, format, error);
    if (!status && !topic)
        status = kn_fail(error, KNAP_USAGE, "knap_rouge_read_text: topic must not be NULL");
    if (status)
        return status;
    allocator = bytes.allocator = knap_rouge_allocator(knap_rouge_set_scorer(set));
    status = kn_rouge_read_file(path, &bytes, error);
    if (!status)
        status = knap_rouge_split(format, bytes.bytes, bytes.length, allocator, &segment, &text.count, error);
    if (!status) {
        text.segment = segment;
        status = system ? knap_rouge_set_add_peer(set, topic, system, &text, error)
                        : knap_rouge_set_add_reference(set, topic, &text, error);
        knap_rouge_segments_free(segment, text.count, allocator);
    }
    kn_text_free(&bytes);
    return status;
}

/* The next word of a line, 0-terminated in place; NULL at its end. */
static char *next_word(char **at)
{
    static const char space[] = " \t\r\f\v";
    char *word = *at + strspn(*at, space), *end = word + strcspn(word, space);
    if (!*word)
        return NULL;
    *at = *end ? end + 1 : end;
    *end = 0;
    return word;
}

static knap_status read_pair(knap_rouge_set *set, const char *path, size_t number, char *line, const char *topic,
                             const char *system, knap_rouge_format format, knap_error *error)
{
    char *peer = next_word(&line), *reference = next_word(&line);
    knap_status status;
    if (!reference)
        return kn_fail_at(error, KNAP_BAD_INPUT, path, number,
                          "expected a summary's file and at least one reference's");
    status = knap_rouge_read_text(set, topic, system, format, peer, error);
    for (; !status && reference; reference = next_word(&line))
        status = knap_rouge_read_text(set, topic, NULL, format, reference, error);
    return status;
}

knap_status knap_rouge_read_list(knap_rouge_set *set, const char *path, const char *system, knap_rouge_format format,
                                 knap_error *error)
{
    kn_text list = {.allocator = NULL};
    size_t number = 0, evaluation = 0;
    char *line;
    knap_status status = kn_rouge_check_read("knap_rouge_read_list", set, path, format, error);
    if (!status && !system)
        status = kn_fail(error, KNAP_USAGE, "knap_rouge_read_list: system must not be NULL");
    if (status)
        return status;
    list.allocator = knap_rouge_allocator(knap_rouge_set_scorer(set));
    status = kn_rouge_read_file(path, &list, error);
    line = list.bytes;
    while (!status && line && *line) {
        char *end = line + strcspn(line, "\n"), topic[32];
        bool last = !*end;
        *end = 0;
        number++;
        if (*line != '#' && line[strspn(line, " \t\r\f\v")]) {
            snprintf(topic, sizeof topic, "%zu", ++evaluation);
            status = read_pair(set, path, number, line, topic, system, format, error);
        }
        line = last ? end : end + 1;
    }
    kn_text_free(&list);
    return status;
}
