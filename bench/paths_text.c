/* paths_text.c - hot paths of text, passages, rouge and summarize, on the texts of the folder sample/. The size is the number of
 * clusters; those of the sample come again and again. */
#include "paths.h"

#include <string.h>

typedef struct reading {
    knap_corpus *corpus;
    const knap_cluster **cluster; /* [clusters] */
    size_t clusters;
    double bytes; /* of the documents */
    knap_language *language;
    knap_summarizer *summarizer;
    knap_rouge *rouge;
    knap_data *data;
    size_t words;
} reading;

static reading *make_reading(size_t clusters)
{
    reading *made = calloc(1, sizeof *made);
    const char *folder = "sample";
    knap_error error;
    if (!made || !(made->cluster = calloc(clusters, sizeof *made->cluster)))
        exit(1);
    check(knap_corpus_open(&folder, 1, NULL, NULL, &made->corpus, &error), &error);
    made->clusters = clusters;
    for (size_t i = 0; i < clusters; i++) {
        made->cluster[i] = knap_corpus_cluster(made->corpus, i % knap_corpus_clusters(made->corpus));
        for (size_t d = 0; d < made->cluster[i]->documents; d++) {
            size_t length;
            knap_document_text(made->cluster[i]->document[d], &length);
            made->bytes += (double)length;
        }
    }
    return made;
}

static void drop(void *input)
{
    reading *self = input;
    knap_language_close(self->language);
    knap_summarizer_free(self->summarizer);
    knap_rouge_free(self->rouge);
    knap_data_free(self->data);
    free(self->cluster);
    knap_corpus_close(self->corpus);
    free(self);
}

static double bytes_of(const void *input)
{
    return ((const reading *)input)->bytes;
}

/* ---- words ---- */

static void *make_words(size_t clusters)
{
    reading *made = make_reading(clusters);
    knap_error error;
    check(knap_language_open("en", NULL, &made->language, &error), &error);
    return made;
}

static int count_word(void *context, const knap_word *word)
{
    (void)word;
    ++*(size_t *)context;
    return 0;
}

static void find_words(void *input)
{
    reading *self = input;
    knap_error error;
    for (size_t i = 0; i < self->clusters; i++)
        for (size_t d = 0; d < self->cluster[i]->documents; d++) {
            size_t length;
            const char *text = knap_document_text(self->cluster[i]->document[d], &length);
            check(knap_language_words(self->language, text, length, 0, count_word, &self->words, &error), &error);
        }
}

/* ---- summarize ---- */

static void *make_summarizing(size_t clusters)
{
    reading *made = make_reading(clusters);
    knap_error error;
    check(knap_summarizer_embedded(NULL, &made->summarizer, &error), &error);
    return made;
}

static void summarize(void *input)
{
    reading *self = input;
    knap_text_input text = {.cluster = self->cluster, .clusters = self->clusters};
    knap_run run = KNAP_RUN_INIT;
    knap_packed *packed = calloc(self->clusters, sizeof *packed);
    knap_material *material;
    knap_error error;
    if (!packed)
        exit(1);
    text.budget = knap_summarizer_budget(self->summarizer);
    check(knap_material_new(self->summarizer, &text, &run, &material, &error), &error);
    check(knap_pack_all(knap_summarizer_model(self->summarizer), knap_material_data(material), 1, &run, packed, &error),
          &error);
    knap_packed_free(packed, self->clusters);
    knap_material_free(material);
    free(packed);
}

/* ---- rouge: each document as a summary of its cluster ---- */

static void *make_scoring(size_t clusters)
{
    reading *made = make_reading(clusters);
    knap_rouge_options options;
    knap_error error;
    knap_rouge_options_init(&options);
    options.ngrams = 2;
    options.stem = 1;
    options.words = 250;
    options.samples = 1;
    check(knap_rouge_new(&options, NULL, &made->rouge, &error), &error);
    return made;
}

/* The text of a document as one segment. */
static knap_rouge_text as_text(const knap_document *document, knap_rouge_segment *segment)
{
    segment->bytes = knap_document_text(document, &segment->length);
    return (knap_rouge_text){.segment = segment, .count = 1};
}

static void score(void *input)
{
    reading *self = input;
    knap_rouge_set *set;
    knap_run run = KNAP_RUN_INIT;
    knap_rouge_segment segment;
    knap_error error;
    check(knap_rouge_set_new(self->rouge, &set, &error), &error);
    for (size_t i = 0; i < self->clusters; i++) {
        const knap_cluster *cluster = self->cluster[i];
        char topic[32], system[32];
        snprintf(topic, sizeof topic, "%zu", i);
        for (size_t r = 0; r < cluster->references; r++) {
            knap_rouge_text text = as_text(cluster->reference[r], &segment);
            check(knap_rouge_set_add_reference(set, topic, &text, &error), &error);
        }
        for (size_t d = 0; d < cluster->documents; d++) {
            knap_rouge_text text = as_text(cluster->document[d], &segment);
            snprintf(system, sizeof system, "%zu", d);
            check(knap_rouge_set_add_peer(set, topic, system, &text, &error), &error);
        }
    }
    check(knap_rouge_set_evaluate(set, &run, &error), &error);
    knap_rouge_set_free(set);
}

/* ---- passages: instances whose items are the paragraphs of a cluster's documents ---- */

static void *make_passages(size_t clusters)
{
    return make_reading(clusters);
}

/* Adds the lines of a document that are not empty. */
static void add_lines(knap_instance *instance, const knap_document *document)
{
    size_t length;
    const char *text = knap_document_text(document, &length);
    char *copy = malloc(length + 1), *rest = copy;
    knap_error error;
    if (!copy)
        exit(1);
    memcpy(copy, text, length);
    copy[length] = 0;
    for (char *line; (line = strtok_r(rest, "\n", &rest));) {
        knap_item item = {.cost = 1, .text = line};
        check(knap_instance_add(instance, &item, &error), &error);
    }
    free(copy);
}

static void complete(void *input)
{
    reading *self = input;
    knap_passages_settings settings;
    knap_run run = KNAP_RUN_INIT;
    knap_error error;
    knap_passages_init(&settings);
    knap_data_free(self->data);
    check(knap_data_new(NULL, &self->data, &error), &error);
    for (size_t i = 0; i < self->clusters; i++) {
        knap_instance *instance;
        check(knap_data_add(self->data, NULL, 5, 0, &instance, &error), &error);
        for (size_t d = 0; d < self->cluster[i]->documents; d++)
            add_lines(instance, self->cluster[i]->document[d]);
    }
    check(knap_passages_complete_all(&settings, NULL, self->data, &run, NULL, &error), &error);
}

/* clang-format off */
const path text_paths[] = {
    {"words", "text", "words and stems of texts", "cluster", 6, {6, 60, 600},
     LIMIT_ICU, make_words, find_words, bytes_of, drop},
    {"passages", "passages", "texts to vectors, scores and near-duplicates", "cluster", 6, {6, 60, 600},
     LIMIT_ICU, make_passages, complete, bytes_of, drop},
    {"summarize", "summarize", "texts to summaries, embedded model", "cluster", 6, {6, 24, 96},
     LIMIT_ICU, make_summarizing, summarize, bytes_of, drop},
    {"rouge", "rouge", "ROUGE-1 and 2 of documents, stemmed", "cluster", 6, {6, 60, 600},
     LIMIT_SEARCH, make_scoring, score, bytes_of, drop},
    {.name = NULL}};
/* clang-format on */
