/* rouge_data.h - for the tests of ROUGE: files, texts from strings, and the golden data where it is at hand.
 */
#pragma once

#include "check.h"

#include "rouge/inner.h"

#define GOLDEN "../shared/golden/rouge-1.5.5"
#define PEERS "../shared/data/multiling2011/submissions/english"
#define REFERENCES "../shared/data/multiling2011/english"
#define EXCEPTIONS GOLDEN "/wordnet-2.0-exceptions.tsv"
#define STOPWORDS GOLDEN "/smart_common_words.txt"
#define WORDNET "/usr/share/wordnet"

static inline int file_exists(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file)
        fclose(file);
    return file != NULL;
}

/* Ends the test as skipped, saying what is missing, where `path` is not there. */
static inline void need(const char *path)
{
    if (!file_exists(path)) {
        print_message("skipped: %s is not at hand\n", path);
        skip();
    }
}

/* The bytes of a file, 0-terminated; free() them. */
static inline char *read_file(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    char *bytes;
    long size;
    if (!file)
        fail_msg("cannot open %s", path);
    fseek(file, 0, SEEK_END);
    size = ftell(file);
    rewind(file);
    bytes = malloc((size_t)size + 1);
    *length = fread(bytes, 1, (size_t)size, file);
    bytes[*length] = 0;
    fclose(file);
    return bytes;
}

/* Scores `peer` against one reference, both in SPL. */
static inline void score_strings(const knap_rouge *rouge, const char *peer, const char *reference,
                                 knap_rouge_score *score)
{
    knap_rouge_segment *segment[2];
    knap_rouge_text text[2];
    knap_rouge_refs *refs;
    for (int i = 0; i < 2; i++) {
        const char *bytes = i ? reference : peer;
        assert_ok(knap_rouge_split(KNAP_ROUGE_SPL, bytes, strlen(bytes), NULL, &segment[i], &text[i].count, error));
        text[i].segment = segment[i];
    }
    assert_ok(knap_rouge_refs_new(rouge, &text[1], 1, &refs, error));
    assert_ok(knap_rouge_refs_score(refs, &text[0], score, error));
    knap_rouge_refs_free(refs);
    for (int i = 0; i < 2; i++)
        knap_rouge_segments_free(segment[i], text[i].count, NULL);
}

static inline void add_file(knap_rouge_set *set, const char *topic, const char *system, const char *path)
{
    size_t length, count;
    char *bytes = read_file(path, &length);
    knap_rouge_segment *segment;
    assert_ok(knap_rouge_split(KNAP_ROUGE_SPL, bytes, length, NULL, &segment, &count, error));
    knap_rouge_text text = {segment, count};
    if (system)
        assert_ok(knap_rouge_set_add_peer(set, topic, system, &text, error));
    else
        assert_ok(knap_rouge_set_add_reference(set, topic, &text, error));
    knap_rouge_segments_free(segment, count, NULL);
    free(bytes);
}

/* The ten systems, ten topics and three references that the golden files are about. */
static inline void add_golden(knap_rouge_set *set)
{
    char path[512], topic[16], system[16];
    for (int t = 0; t < 10; t++) {
        snprintf(topic, sizeof topic, "M%03d", t);
        for (char r = 'A'; r <= 'C'; r++) {
            snprintf(path, sizeof path, REFERENCES "/%s/refs/%c.txt", topic, r);
            add_file(set, topic, NULL, path);
        }
        for (int s = 1; s <= 10; s++) {
            snprintf(system, sizeof system, "ID%d", s);
            snprintf(path, sizeof path, PEERS "/%s/%s.txt", system, topic);
            add_file(set, topic, system, path);
        }
    }
}

/* Lines of words from a small vocabulary, some with capitals, hyphens, digits and bytes that are no letters.
 */
static inline void random_text(knap_rng *rng, size_t words, char *text, size_t size)
{
    static const char *const vocabulary[] = {
        "the", "cat", "sat",         "on",   "a",       "Mat", "well-fed", "don't", "2011", "saw", "dogs", "of",
        "x",   "by",  "caf\xc3\xa9", "U.S.", "running", "and", "it",       "was",   "not",  "old", "y"};
    size_t count = sizeof vocabulary / sizeof *vocabulary, used = 0;
    text[0] = 0;
    for (size_t i = 0; i < words && used + 16 < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%c", vocabulary[knap_rng_below(rng, count)],
                                 knap_rng_below(rng, 8) ? ' ' : '\n');
}

static inline knap_rouge *all_measures(int stem, int formula)
{
    knap_rouge_options options;
    knap_rouge *rouge;
    knap_rouge_options_init(&options);
    options.ngrams = 4;
    options.weight = 1.2;
    options.skip = KNAP_ROUGE_S_AND_SU;
    options.stem = stem;
    options.formula = formula;
    assert_ok(knap_rouge_new(&options, NULL, &rouge, error));
    assert_int_equal(knap_rouge_measure_count(rouge), 8);
    return rouge;
}

enum { R1, R2, R3, R4, RL, RW, RS, RSU, MEASURES };

static inline void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}
