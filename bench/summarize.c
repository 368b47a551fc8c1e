/* summarize.c - text to summary, and training, on clusters of about 250 sentences: knap-bench-summarize FOLDER, where
 * FOLDER holds clusters such as MultiLing 2011's English topics; the documents of neighbouring topics are put together until
 * a cluster is that large. */
#include "knap/knap.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { CLUSTERS = 30, SENTENCES = 250 };

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void stop(const knap_error *error)
{
    char text[1024];
    fprintf(stderr, "bench: %s\n", knap_error_text(error, text, sizeof text));
    exit(1);
}

static size_t count_sentences(knap_document *document, knap_language *language)
{
    size_t count;
    knap_error error;
    if (knap_document_split(document, language, &error))
        stop(&error);
    knap_document_sentences(document, &count);
    return count;
}

/* Clusters of about SENTENCES sentences out of the corpus's documents, whatever their topic. */
static const knap_cluster **make_clusters(const knap_corpus *corpus, double *mean)
{
    const knap_cluster **made = calloc(CLUSTERS, sizeof *made);
    size_t topics = knap_corpus_clusters(corpus), total = 0;
    knap_language *language;
    knap_error error;
    if (knap_language_open("en", NULL, &language, &error))
        stop(&error);
    for (size_t i = 0; i < CLUSTERS; i++) {
        knap_cluster *cluster = calloc(1, sizeof *cluster);
        const knap_cluster *first = knap_corpus_cluster(corpus, i % topics);
        size_t sentences = 0;
        cluster->id = first->id;
        cluster->reference = first->reference;
        cluster->references = first->references;
        cluster->document = calloc(64, sizeof *cluster->document);
        for (size_t t = 0; sentences < SENTENCES && t < topics; t++) {
            const knap_cluster *from = knap_corpus_cluster(corpus, (i + t) % topics);
            for (size_t d = 0; d < from->documents && sentences < SENTENCES && cluster->documents < 64; d++) {
                cluster->document[cluster->documents++] = from->document[d];
                sentences += count_sentences(from->document[d], language);
            }
        }
        total += sentences;
        made[i] = cluster;
    }
    knap_language_close(language);
    *mean = (double)total / CLUSTERS;
    return made;
}

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "sample";
    knap_corpus *corpus;
    knap_summarizer *summarizer;
    knap_error error;
    knap_run run = {.jobs = 1};
    double start, reading, summing = INFINITY, training, sentences;
    int broken = 0;
    start = now();
    if (knap_corpus_open(&path, 1, NULL, NULL, &corpus, &error))
        stop(&error);
    reading = (now() - start) / (double)knap_corpus_clusters(corpus);
    const knap_cluster **cluster = make_clusters(corpus, &sentences);
    printf("summarizing %s, clusters of %.0f sentences, one thread\n", path, sentences);
    if (knap_summarizer_embedded(NULL, &summarizer, &error))
        stop(&error);
    knap_budget budget = knap_summarizer_budget(summarizer);
    for (int round = 0; round < 5; round++) {
        knap_material *material;
        knap_fitted *fitted;
        knap_packed packed[CLUSTERS];
        start = now();
        if (knap_material_new(summarizer, cluster, CLUSTERS, NULL, NULL, &budget, &run, &material, &error) ||
            knap_fitted_of_model(knap_summarizer_model(summarizer), NULL, &fitted, &error) ||
            knap_pack_all(fitted, knap_material_data(material), 1, &run, packed, &error))
            stop(&error);
        summing = fmin(summing, (now() - start) / CLUSTERS);
        knap_packed_free(packed, CLUSTERS);
        knap_fitted_free(fitted);
        knap_material_free(material);
    }
    double rate = 1 / (reading + summing);
    printf("  %-58s %10.1f   promised: >= 150  %s\n", "clusters a second, files to summaries", rate,
           rate >= 150 ? "kept" : "BROKEN");
    broken += rate < 150;
    knap_summarizer_free(summarizer);

    knap_training_set set = {.train = cluster, .trains = CLUSTERS, .budget = {665, KNAP_BYTES}};
    knap_settings settings;
    knap_text_settings text;
    knap_settings_init(&settings);
    knap_text_settings_init(&text);
    start = now();
    if (knap_summarizer_train(&set, &text, &settings, 1, &run, &summarizer, NULL, &error))
        stop(&error);
    training = now() - start + reading * CLUSTERS;
    printf("  %-58s %10.2f s promised: < 3  %s\n", "training SCP on 30 of them, 20 epochs, text included", training,
           training < 3 ? "kept" : "BROKEN");
    broken += training >= 3;
    knap_summarizer_free(summarizer);
    for (size_t i = 0; i < CLUSTERS; i++) {
        free(cluster[i]->document);
        free((void *)(size_t)cluster[i]);
    }
    free(cluster);
    knap_corpus_free(corpus);
    return broken;
}
