/* summarize.c - text to summary, and training, on clusters of about 250 sentences: knap-bench-summarize FOLDER, where
 * FOLDER holds clusters such as MultiLing 2011's English topics; the documents of neighbouring topics are put together until
 * a cluster is that large. */
#include "bench.h"

#include <math.h>

#include <unicode/ubrk.h>
#include <unicode/ustring.h>

enum { CLUSTERS = 30, SENTENCES = 250 };

static size_t count_sentences(const knap_document *document, knap_language *language)
{
    size_t count;
    knap_sentences *sentences;
    knap_error error;
    check(knap_document_split(document, language, NULL, &sentences, &error), &error);
    knap_sentences_list(sentences, &count);
    knap_sentences_free(sentences);
    return count;
}

/* Clusters of about SENTENCES sentences out of the corpus's documents, whatever their topic. */
static const knap_cluster **make_clusters(const knap_corpus *corpus, double *mean)
{
    const knap_cluster **made = calloc(CLUSTERS, sizeof *made);
    size_t topics = knap_corpus_clusters(corpus), total = 0;
    knap_language *language;
    knap_error error;
    check(knap_language_open("en", NULL, &language, &error), &error);
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

/* Bytes of the documents of all clusters. */
static double count_bytes(const knap_cluster *const *cluster)
{
    double bytes = 0;
    for (size_t i = 0; i < CLUSTERS; i++)
        for (size_t d = 0; d < cluster[i]->documents; d++) {
            size_t length;
            knap_document_text(cluster[i]->document[d], &length);
            bytes += (double)length;
        }
    return bytes;
}

/* Seconds per cluster that ICU takes to find the boundaries of words, and nothing else; the best of five. */
static double breaking(const knap_cluster *const *cluster)
{
    UErrorCode problem = U_ZERO_ERROR;
    UBreakIterator *words = ubrk_open(UBRK_WORD, "en", NULL, 0, &problem);
    double best = INFINITY;
    size_t boundaries = 0;
    for (int round = 0; round < 5; round++) {
        double seconds = 0;
        for (size_t i = 0; i < CLUSTERS; i++)
            for (size_t d = 0; d < cluster[i]->documents; d++) {
                size_t length;
                const char *text = knap_document_text(cluster[i]->document[d], &length);
                UChar *unit = calloc(length + 1, sizeof *unit);
                int32_t units = 0;
                double start;
                u_strFromUTF8(unit, (int32_t)length + 1, &units, text, (int32_t)length, &problem);
                start = now();
                ubrk_setText(words, unit, units, &problem);
                while (ubrk_next(words) != UBRK_DONE)
                    boundaries++;
                seconds += now() - start;
                free(unit);
            }
        best = fmin(best, seconds / CLUSTERS);
    }
    ubrk_close(words);
    if (U_FAILURE(problem) || boundaries == 0)
        exit(1);
    return best;
}

/* Seconds per cluster from documents to candidates, or to lists with `model`; the best of five. */
static double summing(const knap_summarizer *summarizer, const knap_model *model, const knap_cluster *const *cluster)
{
    knap_text_input input = {.cluster = cluster, .clusters = CLUSTERS, .budget = knap_summarizer_budget(summarizer)};
    knap_run run = KNAP_RUN_INIT;
    knap_error error;
    double best = INFINITY;
    if (!model)
        input.ignores = knap_system_find("lead")->ignores;
    for (int round = 0; round < 5; round++) {
        knap_material *material;
        knap_packed packed[CLUSTERS];
        double start = now();
        check(knap_material_new(summarizer, &input, &run, &material, &error), &error);
        if (model)
            check(knap_pack_all(model, knap_material_data(material), 1, &run, packed, &error), &error);
        best = fmin(best, (now() - start) / CLUSTERS);
        if (model)
            knap_packed_free(packed, CLUSTERS);
        knap_material_free(material);
    }
    return best;
}

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "sample";
    knap_corpus *corpus;
    knap_summarizer *paper, *embedded;
    knap_error error;
    knap_run run = KNAP_RUN_INIT;
    knap_settings settings;
    knap_text_settings text;
    double start, reading, training, sentences, bytes, icu, candidates, with_paper, with_words;
    int broken = 0;
    start = now();
    check(knap_corpus_open(&path, 1, NULL, NULL, &corpus, &error), &error);
    reading = (now() - start) / (double)knap_corpus_clusters(corpus);
    const knap_cluster **cluster = make_clusters(corpus, &sentences);
    printf("summarizing %s, clusters of %.0f sentences, one thread\n", path, sentences);

    knap_training_set set = {.train = cluster, .trains = CLUSTERS, .budget = {665, KNAP_BYTES}};
    knap_settings_init(&settings);
    knap_text_settings_init(&text);
    start = now();
    check(knap_summarizer_train(&set, &text, &settings, 1, &run, &paper, NULL, &error), &error);
    check(knap_summarizer_embedded(NULL, &embedded, &error), &error);
    training = now() - start + reading * CLUSTERS;
    bytes = count_bytes(cluster) / CLUSTERS;
    icu = breaking(cluster);
    candidates = summing(embedded, NULL, cluster);
    with_paper = summing(paper, knap_summarizer_model(paper), cluster);
    with_words = summing(embedded, knap_summarizer_model(embedded), cluster);
    figure("clusters per second, files to summaries, the paper's views", 1 / (reading + with_paper), "/s");
    figure("clusters per second, files to summaries, embedded model", 1 / (reading + with_words), "/s");
    figure("text to candidates, no model", bytes / candidates / 1e6, "MB/s");
    figure("boundaries of words by ICU alone", bytes / icu / 1e6, "MB/s");
    broken += promise("training SCP, the paper's views, on 30 of them, 20 epochs", training, "s", false, 3);
    broken += promise("text to candidates / ICU alone, time", candidates / icu, "times", false, 15);
    broken += promise("embedded model, text to lists / ICU alone, time", with_words / icu, "times", false, 25);
    broken += promise("embedded model / the paper's views, time", (reading + with_words) / (reading + with_paper),
                      "times", false, 3);
    knap_summarizer_free(paper);
    knap_summarizer_free(embedded);
    for (size_t i = 0; i < CLUSTERS; i++) {
        free(cluster[i]->document);
        free((void *)(size_t)cluster[i]);
    }
    free(cluster);
    knap_corpus_close(corpus);
    return report(broken);
}
