/* order.c - how often two sentences of a summary stand in the order in which the references tell them:
 *
 *     knap-bench-order CODE=FOLDER...      such as fr=multiling2011/french cs=multiling2011/czech
 *
 * A picked sentence is where, in a reference, the sentence stands that shares most content stems with it (Dice, at least
 * ALIKE). Over the pairs that stand at different places: tau = (agreeing - not) / all, by topic (clusters of one id in
 * several languages together), then the mean of the topics. `next` is the share of neighbours that are told together: by one
 * sentence of the reference or by two in a row. The lists are the embedded model's and the oracle's, 250 words. */
#include "knap/knap.h"
#include "base/symbols.h"
#include "summarize/material.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TOPICS = 256, MOST_PICKS = 512, MOST_REFERENCES = 16, MOST_STEMS = 512, RESAMPLED = 10000 };
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

/* ---- The orders ---- */

/* A summary to be ordered: its picks as the sources have them, and what their cluster is. */
typedef struct summary {
    const knap_material *material;
    const knap_cluster *cluster;
    const kn_story *story;
    const knap_list *list;
    size_t number;           /* of the cluster */
    size_t line[MOST_PICKS]; /* by number in the list */
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

/* The first line of a line's document. */
static size_t opening(const kn_story *story, size_t line)
{
    size_t first = line;
    while (first > 0 && story->line[first - 1].document == story->line[line].document)
        first--;
    return first;
}

static double position(const kn_story *story, size_t line)
{
    size_t first = opening(story, line), end = line;
    while (end < story->lines && story->line[end].document == story->line[line].document)
        end++;
    return (double)(line - first) / (double)(end - first);
}

static void by_position(const summary *self, size_t *place)
{
    double key[MOST_PICKS];
    for (size_t i = 0; i < self->list->count; i++)
        key[i] = position(self->story, self->line[i]);
    by_source(self, place);
    sort_by(key, self->list->count, place);
}

static void by_date(const summary *self, size_t *place)
{
    double key[MOST_PICKS];
    for (size_t i = 0; i < self->list->count; i++)
        key[i] = knap_sentences_date(self->story->split[self->story->line[self->line[i]].document]);
    by_source(self, place);
    sort_by(key, self->list->count, place);
}

/* How much of what stands before a line in its document those placed do not tell. */
static double untold(const summary *self, size_t line, const size_t *place, size_t placed)
{
    size_t first = opening(self->story, line);
    double sum = 0;
    for (size_t before = first; before < line; before++) {
        double best = 0;
        for (size_t i = 0; i < placed; i++) {
            double cosine = knap_vectors_cosine(self->story->vectors, before, self->line[place[i]]);
            best = cosine > best ? cosine : best;
        }
        sum += 1 - best;
    }
    return line > first ? sum / (double)(line - first) : 0;
}

/* Okazaki, Matsuo and Ishizuka's precedence relation alone: next is what presupposes the least that was not told, then what
 * stands first in its document. */
static void by_precedence(const summary *self, size_t *place)
{
    size_t left[MOST_PICKS], count = self->list->count;
    by_source(self, left);
    for (size_t placed = 0; placed < self->list->count; placed++, count--) {
        size_t best = 0;
        double least = 2, early = 2;
        for (size_t i = 0; i < count; i++) {
            size_t line = self->line[left[i]];
            double cost = untold(self, line, place, placed), here = position(self->story, line);
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

typedef struct stems {
    uint32_t id[MOST_STEMS];
    size_t count;
} stems;

typedef struct reading {
    kn_symbols *symbols;
    stems *into;
} reading;

static int keep(void *context, const knap_word *word)
{
    reading *self = context;
    uint32_t id = kn_symbols_add(self->symbols, word->stem, word->stem_length);
    for (size_t i = 0; i < self->into->count; i++)
        if (self->into->id[i] == id)
            return 0;
    if (self->into->count < MOST_STEMS)
        self->into->id[self->into->count++] = id;
    return 0;
}

static void read_stems(knap_language *language, kn_symbols *symbols, const char *text, size_t length, stems *into)
{
    reading self = {symbols, into};
    knap_error error;
    into->count = 0;
    need(knap_language_words(language, text, length, KNAP_WORDS_NO_STOP, keep, &self, &error), &error);
}

static double dice(const stems *a, const stems *b)
{
    size_t both = 0;
    for (size_t i = 0; i < a->count; i++)
        for (size_t j = 0; j < b->count; j++)
            both += a->id[i] == b->id[j];
    return a->count + b->count ? 2 * (double)both / (double)(a->count + b->count) : 0;
}

/* at[i] gets the number of the reference's sentence that is most like pick i; SIZE_MAX where none is alike. */
static void align(const summary *self, knap_document *reference, knap_language *language, size_t *at)
{
    static stems pick[MOST_PICKS], told;
    static char text[1 << 16];
    double best[MOST_PICKS];
    kn_symbols symbols;
    knap_error error;
    size_t sentences;
    knap_sentences *split;
    need(knap_document_split(reference, language, NULL, &split, &error), &error);
    const knap_sentence *sentence = knap_sentences_list(split, &sentences);
    kn_symbols_begin(&symbols, NULL);
    for (size_t i = 0; i < self->list->count; i++) {
        const kn_line *line = &self->story->line[self->line[i]];
        read_stems(language, &symbols, line->text, line->length, &pick[i]);
        best[i] = ALIKE;
        at[i] = SIZE_MAX;
    }
    for (size_t s = 0; s < sentences; s++) {
        size_t length = knap_sentence_text(reference, &sentence[s], text, sizeof text);
        read_stems(language, &symbols, text, length < sizeof text ? length : sizeof text - 1, &told);
        for (size_t i = 0; i < self->list->count; i++)
            if (dice(&pick[i], &told) > best[i] || (at[i] == SIZE_MAX && dice(&pick[i], &told) >= ALIKE)) {
                best[i] = dice(&pick[i], &told);
                at[i] = s;
            }
    }
    knap_sentences_free(split);
    kn_symbols_free(&symbols);
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
    if (references > MOST_REFERENCES || self->list->count > MOST_PICKS)
        stop("too many references or sentences");
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

static void count_folder(const char *folder, const char *code, const char *system, topic *topics, size_t *count)
{
    knap_corpus *corpus;
    knap_summarizer *summarizer;
    knap_material *material;
    knap_language *language;
    knap_model *model = NULL;
    knap_error error;
    knap_run run = {.jobs = 1};
    knap_budget budget = {250, KNAP_WORDS};
    knap_rng rng;
    knap_rng_seed(&rng, 1);
    need(knap_corpus_open(&folder, 1, NULL, NULL, &corpus, &error), &error);
    size_t clusters = knap_corpus_clusters(corpus);
    const knap_cluster **cluster = calloc(clusters, sizeof *cluster);
    knap_packed *packed = calloc(clusters, sizeof *packed);
    for (size_t i = 0; i < clusters; i++)
        cluster[i] = knap_corpus_cluster(corpus, i);
    need(knap_language_open(code, NULL, &language, &error), &error);
    need(knap_summarizer_embedded(NULL, &summarizer, &error), &error);
    need(knap_material_new(
             summarizer,
             &(knap_text_input){.cluster = cluster, .clusters = clusters, .language = code, .budget = budget}, &run,
             &material, &error),
         &error);
    if (system)
        need(knap_system_fit(knap_system_find(system), NULL, NULL, &run, &model, &error), &error);
    need(knap_pack_all(model ? model : knap_summarizer_model(summarizer), knap_material_data(material), 1, &run, packed,
                       &error),
         &error);
    for (size_t i = 0; i < clusters; i++) {
        summary self = {material, cluster[i], &material->story[i], &packed[i].list, i, {0}, &rng};
        for (size_t k = 0; k < packed[i].list.count && k < MOST_PICKS; k++)
            self.line[k] = material->line[i][packed[i].list.item[k]];
        count_summary(&self, language, find_topic(topics, count, cluster[i]->id));
    }
    knap_packed_free(packed, clusters);
    free(packed);
    free(cluster);
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

/* Topics drawn anew: 95 % of the mean difference to the order of the sources. */
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
                stop("give it CODE=FOLDER, such as en=sample");
            snprintf(code, sizeof code, "%.*s", (int)(folder - argv[i]), argv[i]);
            count_folder(folder + 1, code, systems[s], topics[s], &count);
        }
        if (count == 0)
            stop("give it CODE=FOLDER, such as en=sample");
        print_table(systems[s] ? "oracle" : "embedded model", topics[s], count);
    }
    return 0;
}
