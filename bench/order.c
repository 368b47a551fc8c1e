/* order.c - compares orders of the sentences of a summary with the order in which the references tell them:
 *
 *     knap-bench-order CODE=FOLDER...      such as fr=multiling2011/french cs=multiling2011/czech
 *
 * A picked sentence stands at the sentence of a reference that shares most content stems with it (Dice, at least ALIKE). Over the
 * pairs that stand at different places, tau = (agreeing - disagreeing) / all: by topic, where clusters of the same id in several
 * languages are one topic, then the mean of the topics. `next` is the share of neighbours that a reference tells in one
 * sentence or in two in a row. The lists are those of the embedded model and of the oracle, 250 words. */
#include "inner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TOPICS = 256, MOST_PICKS = 512, MOST_REFERENCES = 16, LONGEST = 1 << 16, RESAMPLED = 10000 };
static const double ALIKE = 0.25;

static void stop(const char *what)
{
    fprintf(stderr, "knap-bench-order: %s\n", what);
    exit(1);
}

static void need(knap_status status, const knap_error *error)
{
    char text[1024];
    if (status)
        stop(knap_error_text(error, text, sizeof text));
}

/* ---- The text of a cluster ---- */

typedef struct origin {
    size_t document;
    size_t position; /* among the document's sentences that are not furniture */
} origin;

/* The sentences of a cluster's documents, furniture left out. */
typedef struct text {
    knap_vectors *vectors; /* one row per sentence, document after document */
    size_t *start;         /* [documents + 1] the first row of each document */
    double *date;          /* [documents] */
} text;

static void add_sentence(knap_vectors *vectors, knap_language *language, const knap_document *document,
                         const knap_sentence *sentence)
{
    static char bytes[LONGEST];
    knap_error error;
    size_t length = knap_sentence_text(document, sentence, bytes, sizeof bytes);
    length = length < sizeof bytes ? length : sizeof bytes - 1;
    while (length && ((unsigned char)bytes[length] & 0xC0) == 0x80) /* do not cut a character */
        length--;
    need(knap_vectors_add(vectors, language, bytes, length, &error), &error);
}

static knap_sentences *split(const knap_document *document, knap_language *language)
{
    knap_sentences *sentences;
    knap_error error;
    need(knap_document_split(document, language, NULL, &sentences, &error), &error);
    return sentences;
}

static text read_text(const knap_cluster *cluster, const knap_idf *idf, knap_language *language)
{
    text made = {.start = calloc(cluster->documents + 1, sizeof *made.start),
                 .date = calloc(cluster->documents, sizeof *made.date)};
    knap_error error;
    need(knap_vectors_new(idf, NULL, &made.vectors, &error), &error);
    for (size_t d = 0; d < cluster->documents; d++) {
        size_t count;
        knap_sentences *sentences = split(cluster->document[d], language);
        const knap_sentence *sentence = knap_sentences_list(sentences, &count);
        for (size_t i = 0; i < count; i++)
            if (!(sentence[i].flags & KNAP_SENTENCE_FURNITURE))
                add_sentence(made.vectors, language, cluster->document[d], &sentence[i]);
        made.start[d + 1] = knap_vectors_rows(made.vectors);
        made.date[d] = knap_sentences_date(sentences);
        knap_sentences_free(sentences);
    }
    return made;
}

static void free_text(text *self)
{
    knap_vectors_free(self->vectors);
    free(self->start);
    free(self->date);
}

/* ---- The orders ---- */

/* A summary to be ordered. */
typedef struct summary {
    const knap_material *material;
    const knap_cluster *cluster;
    const text *text;
    const knap_list *list;
    size_t number;           /* of the cluster */
    origin pick[MOST_PICKS]; /* by number in the list */
    knap_rng *rng;
} summary;

typedef void order_fn(const summary *self, size_t *place);

static void by_library(const summary *self, knap_order order, size_t *place)
{
    knap_error error;
    need(knap_summary_order(self->material, self->number, self->list, order, place, &error), &error);
}

static void by_picked(const summary *self, size_t *place)
{
    by_library(self, KNAP_ORDER_PICKED, place);
}

static void by_source(const summary *self, size_t *place)
{
    by_library(self, KNAP_ORDER_SOURCE, place);
}

static void by_depend(const summary *self, size_t *place)
{
    by_library(self, KNAP_ORDER_DEPEND, place);
}

static void by_chance(const summary *self, size_t *place)
{
    by_source(self, place);
    for (size_t i = self->list->count; i > 1; i--) {
        size_t other = (size_t)knap_rng_below(self->rng, i), moved = place[i - 1];
        place[i - 1] = place[other];
        place[other] = moved;
    }
}

/* Sorts what is in the order of the sources by a key, keeping that order where keys are equal. */
static void sort_by(const double *key, size_t count, size_t *place)
{
    for (size_t i = 1; i < count; i++) {
        size_t moved = place[i], at = i;
        for (; at > 0 && key[place[at - 1]] > key[moved]; at--)
            place[at] = place[at - 1];
        place[at] = moved;
    }
}

static double relative_position(const summary *self, size_t pick)
{
    const size_t *start = self->text->start + self->pick[pick].document;
    return (double)self->pick[pick].position / (double)(start[1] - start[0]);
}

static void by_position(const summary *self, size_t *place)
{
    double key[MOST_PICKS];
    for (size_t i = 0; i < self->list->count; i++)
        key[i] = relative_position(self, i);
    by_source(self, place);
    sort_by(key, self->list->count, place);
}

static void by_date(const summary *self, size_t *place)
{
    double key[MOST_PICKS];
    for (size_t i = 0; i < self->list->count; i++)
        key[i] = self->text->date[self->pick[i].document];
    by_source(self, place);
    sort_by(key, self->list->count, place);
}

static size_t row_of(const summary *self, size_t pick)
{
    return self->text->start[self->pick[pick].document] + self->pick[pick].position;
}

/* How much of what stands before a pick in its document the placed ones do not tell. */
static double untold(const summary *self, size_t pick, const size_t *place, size_t placed)
{
    size_t first = self->text->start[self->pick[pick].document], row = row_of(self, pick);
    double sum = 0;
    for (size_t before = first; before < row; before++) {
        double best = 0;
        for (size_t i = 0; i < placed; i++) {
            double cosine = knap_vectors_cosine(self->text->vectors, before, row_of(self, place[i]));
            best = cosine > best ? cosine : best;
        }
        sum += 1 - best;
    }
    return row > first ? sum / (double)(row - first) : 0;
}

/* Okazaki, Matsuo and Ishizuka's precedence relation alone: next is the sentence that presupposes least of what was not told,
 * then the one that stands first in its document. */
static void by_precedence(const summary *self, size_t *place)
{
    size_t left[MOST_PICKS], count = self->list->count;
    by_source(self, left);
    for (size_t placed = 0; placed < self->list->count; placed++, count--) {
        size_t best = 0;
        double least = 2, early = 2;
        for (size_t i = 0; i < count; i++) {
            double cost = untold(self, left[i], place, placed), here = relative_position(self, left[i]);
            if (cost < least || (cost == least && here < early)) {
                least = cost;
                early = here;
                best = i;
            }
        }
        place[placed] = left[best];
        memmove(left + best, left + best + 1, (count - best - 1) * sizeof *left);
    }
}

static const struct {
    const char *name;
    order_fn *order;
} orders[] = {{"random", by_chance}, {"picked", by_picked}, {"position", by_position}, {"precedence", by_precedence},
              {"source", by_source}, {"date", by_date},     {"depend", by_depend}};
enum { ORDERS = sizeof orders / sizeof *orders, SOURCE = 4 };

/* ---- Where a reference tells it ---- */

/* Dice's coefficient of the stems of two rows. */
static double dice(const knap_vectors *vectors, size_t a, size_t b)
{
    const uint32_t *x, *y;
    size_t xs = knap_vectors_row(vectors, a, &x, NULL), ys = knap_vectors_row(vectors, b, &y, NULL), both = 0;
    for (size_t i = 0, j = 0; i < xs && j < ys;) {
        both += x[i] == y[j];
        if (x[i] < y[j])
            i++;
        else
            j++;
    }
    return xs + ys ? 2 * (double)both / (double)(xs + ys) : 0;
}

/* at[i] gets the number of the reference's sentence that is most like pick i; SIZE_MAX where none is alike. */
static void align(const summary *self, const knap_document *reference, knap_language *language, size_t *at)
{
    knap_vectors *vectors;
    knap_error error;
    size_t count, picks = self->list->count;
    knap_sentences *sentences = split(reference, language);
    const knap_sentence *sentence = knap_sentences_list(sentences, &count);
    need(knap_vectors_new(NULL, NULL, &vectors, &error), &error);
    for (size_t i = 0; i < picks; i++) {
        knap_candidate item = knap_material_item(self->material, self->number, self->list->item[i]);
        need(knap_vectors_add(vectors, language, item.text, item.length, &error), &error);
    }
    for (size_t s = 0; s < count; s++)
        add_sentence(vectors, language, reference, &sentence[s]);
    for (size_t i = 0; i < picks; i++) {
        double best = 0;
        at[i] = SIZE_MAX;
        for (size_t s = 0; s < count; s++) {
            double alike = dice(vectors, i, picks + s);
            if (alike >= ALIKE && alike > best) {
                best = alike;
                at[i] = s;
            }
        }
    }
    knap_vectors_free(vectors);
    knap_sentences_free(sentences);
}

/* ---- Counting ---- */

typedef struct tally {
    double agreeing, pairs, together, neighbours;
} tally;

typedef struct topic {
    char id[64];
    tally by[ORDERS];
} topic;

static void count_order(const summary *self, const size_t *place, const size_t *at, tally *into)
{
    for (size_t i = 0; i < self->list->count; i++)
        for (size_t j = i + 1; j < self->list->count; j++) {
            size_t a = at[place[i]], b = at[place[j]];
            if (a == SIZE_MAX || b == SIZE_MAX)
                continue;
            into->pairs += a != b;
            into->agreeing += a == b ? 0 : a < b ? 1 : -1;
            into->neighbours += j == i + 1;
            into->together += j == i + 1 && (b == a || b == a + 1);
        }
}

static void count_summary(const summary *self, knap_language *language, topic *into)
{
    static size_t at[MOST_REFERENCES][MOST_PICKS];
    size_t place[MOST_PICKS], references = self->cluster->references;
    if (references > MOST_REFERENCES)
        stop("too many references");
    for (size_t r = 0; r < references; r++)
        align(self, self->cluster->reference[r], language, at[r]);
    for (size_t o = 0; o < ORDERS; o++) {
        orders[o].order(self, place);
        for (size_t r = 0; r < references; r++)
            count_order(self, place, at[r], &into->by[o]);
    }
}

static topic *find_topic(topic *topics, size_t *count, const char *id)
{
    const char *slash = strrchr(id, '/');
    const char *name = slash ? slash + 1 : id;
    for (size_t i = 0; i < *count; i++)
        if (strcmp(topics[i].id, name) == 0)
            return &topics[i];
    if (*count == MOST_TOPICS)
        stop("too many topics");
    snprintf(topics[*count].id, sizeof topics->id, "%s", name);
    return &topics[(*count)++];
}

static int count_word(void *context, const knap_word *word)
{
    return knap_idf_word(context, word->stem, word->stem_length, NULL) != KNAP_OK;
}

static knap_idf *count_words(const knap_corpus *corpus, knap_language *language)
{
    knap_idf *idf;
    knap_error error;
    need(knap_idf_new(NULL, &idf, &error), &error);
    for (size_t c = 0; c < knap_corpus_clusters(corpus); c++) {
        const knap_cluster *cluster = knap_corpus_cluster(corpus, c);
        for (size_t d = 0; d < cluster->documents; d++) {
            size_t length;
            const char *bytes = knap_document_text(cluster->document[d], &length);
            knap_idf_document(idf);
            need(knap_language_words(language, bytes, length, KNAP_WORDS_NO_STOP, count_word, idf, &error), &error);
        }
    }
    return idf;
}

static void count_cluster(const knap_material *material, size_t number, const knap_cluster *cluster,
                          const knap_list *list, const knap_idf *idf, knap_language *language, topic *into)
{
    knap_rng rng;
    text words = read_text(cluster, idf, language);
    summary self = {
        .material = material, .cluster = cluster, .text = &words, .list = list, .number = number, .rng = &rng};
    knap_rng_seed(&rng, number + 1);
    if (list->count > MOST_PICKS)
        stop("too many sentences");
    for (size_t i = 0; i < list->count; i++) {
        knap_candidate item = knap_material_item(material, number, list->item[i]);
        self.pick[i] = (origin){item.document, item.sentence->story_position};
    }
    count_summary(&self, language, into);
    free_text(&words);
}

static void count_folder(const char *folder, const char *code, const char *system, topic *topics, size_t *count)
{
    knap_corpus *corpus;
    knap_summarizer *summarizer;
    knap_material *material;
    knap_language *language;
    knap_model *model = NULL;
    knap_error error;
    knap_run run = KNAP_RUN_INIT;
    need(knap_corpus_open(&folder, 1, NULL, NULL, &corpus, &error), &error);
    need(knap_language_open(code, NULL, &language, &error), &error);
    need(knap_summarizer_embedded(NULL, &summarizer, &error), &error);
    size_t clusters = knap_corpus_clusters(corpus);
    const knap_cluster **cluster = calloc(clusters, sizeof *cluster);
    knap_packed *packed = calloc(clusters, sizeof *packed);
    knap_idf *idf = count_words(corpus, language);
    for (size_t i = 0; i < clusters; i++)
        cluster[i] = knap_corpus_cluster(corpus, i);
    knap_text_input input = {.cluster = cluster, .clusters = clusters, .language = code, .budget = {250, KNAP_WORDS}};
    need(knap_material_new(summarizer, &input, &run, &material, &error), &error);
    if (system)
        need(knap_system_fit(knap_system_find(system), NULL, NULL, &run, &model, &error), &error);
    need(knap_pack_all(model ? model : knap_summarizer_model(summarizer), knap_material_data(material), 1, &run, packed,
                       &error),
         &error);
    for (size_t i = 0; i < clusters; i++)
        count_cluster(material, i, cluster[i], &packed[i].list, idf, language,
                      find_topic(topics, count, cluster[i]->id));
    knap_packed_free(packed, clusters);
    free(packed);
    free(cluster);
    knap_idf_free(idf);
    knap_model_free(model);
    knap_material_free(material);
    knap_summarizer_free(summarizer);
    knap_language_close(language);
    knap_corpus_close(corpus);
}

/* ---- The table ---- */

static double tau(const tally *of)
{
    return of->pairs > 0 ? of->agreeing / of->pairs : 0;
}

static int rising(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The 95 % interval of the mean difference to the order of the sources, over resampled topics. */
static void resample(const topic *topics, size_t count, size_t order, double *low, double *high)
{
    static double mean[RESAMPLED];
    knap_rng rng;
    knap_rng_seed(&rng, 1);
    for (size_t round = 0; round < RESAMPLED; round++) {
        mean[round] = 0;
        for (size_t i = 0; i < count; i++) {
            const topic *drawn = &topics[knap_rng_below(&rng, count)];
            mean[round] += (tau(&drawn->by[order]) - tau(&drawn->by[SOURCE])) / (double)count;
        }
    }
    qsort(mean, RESAMPLED, sizeof *mean, rising);
    *low = mean[RESAMPLED / 40];
    *high = mean[RESAMPLED - RESAMPLED / 40 - 1];
}

static void print_table(const char *lists, const topic *topics, size_t count)
{
    double pairs = 0;
    for (size_t i = 0; i < count; i++)
        pairs += topics[i].by[SOURCE].pairs;
    printf("%s, %zu topics, %.0f pairs\n\n", lists, count, pairs);
    printf("| order | tau | to source, 95 %% | topics better, worse | next |\n|---|---|---|---|---|\n");
    for (size_t o = 0; o < ORDERS; o++) {
        double mean = 0, low, high, together = 0, neighbours = 0;
        int better = 0, worse = 0;
        for (size_t i = 0; i < count; i++) {
            double here = tau(&topics[i].by[o]), source = tau(&topics[i].by[SOURCE]);
            mean += here / (double)count;
            better += here > source;
            worse += here < source;
            together += topics[i].by[o].together;
            neighbours += topics[i].by[o].neighbours;
        }
        resample(topics, count, o, &low, &high);
        printf("| %s | %+.3f | %+.3f to %+.3f | %d, %d | %.3f |\n", orders[o].name, mean, low, high, better, worse,
               together / neighbours);
    }
    putchar('\n');
}

int main(int argc, char **argv)
{
    static const char *const systems[] = {NULL, "oracle"};
    static topic topics[2][MOST_TOPICS];
    for (int s = 0; s < 2; s++) {
        size_t count = 0;
        for (int i = 1; i < argc; i++) {
            char code[8];
            const char *folder = strchr(argv[i], '=');
            if (!folder || (size_t)(folder - argv[i]) >= sizeof code)
                stop("usage: knap-bench-order CODE=FOLDER..., such as en=sample");
            snprintf(code, sizeof code, "%.*s", (int)(folder - argv[i]), argv[i]);
            count_folder(folder + 1, code, systems[s], topics[s], &count);
        }
        if (count == 0)
            stop("usage: knap-bench-order CODE=FOLDER..., such as en=sample");
        print_table(systems[s] ? "oracle" : "embedded model", topics[s], count);
    }
    return 0;
}
