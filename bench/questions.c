/* questions.c - makes a set of questions with known answers from clusters of documents with references.
 *
 *     knap-questions SEED FOLDER... > questions.jsonl
 *
 * One cluster is one question, an instance of JSONL:
 *   facts     the words and pairs of adjacent words, function words excepted, that at least two references have
 *   query     the words that most references have, at most three and at most a sixth of the facts; they are not facts
 *   passages  the sentences and paragraphs of all documents, and twice as many of other clusters, in random order
 *   score     the cosine of the passage's and the query's tf-idf vectors; document frequencies are those of the passages
 *   cost      the words of the passage; the budget is the mean length of a reference in words
 *   covers    the facts that a passage states, for training and for measuring
 *
 * Uses the public headers only. */
#include "bench.h"

#include <jansson.h>
#include <string.h>

enum { MOST_QUERY = 3, FACTS_PER_QUERY_WORD = 6, DISTRACTORS = 2, SHORTEST = 4 };

/* ---- Words as numbers ---- */

typedef struct word_list {
    uint32_t *id; /* [count] stem, or STOP */
    size_t count, capacity;
} word_list;

static const uint32_t STOP = UINT32_MAX;

typedef struct vocabulary {
    char **stem, **form; /* [count] the stem, and a word that has it */
    uint32_t *slot;      /* [slots] 1 + number */
    size_t count, capacity, slots;
} vocabulary;

static void *resize(void *old, size_t size)
{
    void *made = realloc(old, size ? size : 1);
    if (!made) {
        fprintf(stderr, "questions: out of memory\n");
        exit(1);
    }
    return made;
}

static char *copy(const char *text, size_t length)
{
    char *made = resize(NULL, length + 1);
    memcpy(made, text, length);
    made[length] = 0;
    return made;
}

static size_t hash(const char *text)
{
    size_t value = 14695981039346656037u;
    for (; *text; text++)
        value = (value ^ (unsigned char)*text) * 1099511628211u;
    return value;
}

static void place(vocabulary *words, uint32_t number)
{
    size_t at = hash(words->stem[number]) & (words->slots - 1);
    while (words->slot[at])
        at = (at + 1) & (words->slots - 1);
    words->slot[at] = number + 1;
}

static void more_slots(vocabulary *words)
{
    words->slots = words->slots ? 2 * words->slots : 4096;
    words->slot = resize(words->slot, words->slots * sizeof *words->slot);
    memset(words->slot, 0, words->slots * sizeof *words->slot);
    for (size_t i = 0; i < words->count; i++)
        place(words, (uint32_t)i);
}

static uint32_t number_of(vocabulary *words, const char *stem, const char *form)
{
    size_t at;
    if (2 * words->count >= words->slots)
        more_slots(words);
    at = hash(stem) & (words->slots - 1);
    for (; words->slot[at]; at = (at + 1) & (words->slots - 1))
        if (strcmp(words->stem[words->slot[at] - 1], stem) == 0)
            return words->slot[at] - 1;
    if (words->count == words->capacity) {
        words->capacity = words->capacity ? 2 * words->capacity : 1024;
        words->stem = resize(words->stem, words->capacity * sizeof *words->stem);
        words->form = resize(words->form, words->capacity * sizeof *words->form);
    }
    words->stem[words->count] = copy(stem, strlen(stem));
    words->form[words->count] = copy(form, strlen(form));
    words->slot[at] = (uint32_t)words->count + 1;
    return (uint32_t)words->count++;
}

/* ---- Passages ---- */

typedef struct passage {
    char *text;
    word_list words;
    size_t cluster, document;
    double position; /* 0 to 1 in its document */
    bool paragraph;
} passage;

typedef struct collection {
    const knap_corpus *corpus;
    knap_language *language;
    vocabulary vocabulary;
    passage *passage; /* [count] by cluster */
    size_t count, capacity;
    size_t *first; /* [clusters + 1] */
} collection;

typedef struct reading {
    vocabulary *vocabulary;
    word_list *list;
} reading;

static int read_word(void *context, const knap_word *word)
{
    reading *self = context;
    word_list *list = self->list;
    bool stop = word->flags & KNAP_WORD_STOP;
    if (list->count == list->capacity) {
        list->capacity = list->capacity ? 2 * list->capacity : 32;
        list->id = resize(list->id, list->capacity * sizeof *list->id);
    }
    list->id[list->count++] = stop ? STOP : number_of(self->vocabulary, word->stem, word->folded);
    return 0;
}

static word_list words_of(collection *self, const char *text, size_t length)
{
    word_list list = {0};
    reading context = {&self->vocabulary, &list};
    knap_error error;
    check(knap_language_words(self->language, text, length, 0, read_word, &context, &error), &error);
    return list;
}

static void add_passage(collection *self, const knap_document *document, const knap_sentence *first,
                        const knap_sentence *last, passage made)
{
    knap_sentence whole = *first;
    size_t length;
    whole.end = last->end;
    length = knap_sentence_text(document, &whole, NULL, 0);
    made.text = resize(NULL, length + 1);
    knap_sentence_text(document, &whole, made.text, length + 1);
    made.words = words_of(self, made.text, length);
    if (made.words.count < SHORTEST) {
        free(made.text);
        free(made.words.id);
        return;
    }
    if (self->count == self->capacity) {
        self->capacity = self->capacity ? 2 * self->capacity : 1024;
        self->passage = resize(self->passage, self->capacity * sizeof *self->passage);
    }
    self->passage[self->count++] = made;
}

/* Each sentence is a passage, and each paragraph of at least two sentences. */
static void add_document(collection *self, size_t cluster, size_t number, const knap_document *document)
{
    knap_sentences *sentences;
    knap_error error;
    const knap_sentence *list, *first = NULL, *last = NULL;
    size_t count;
    check(knap_document_split(document, self->language, NULL, &sentences, &error), &error);
    list = knap_sentences_list(sentences, &count);
    for (size_t i = 0; i <= count; i++) {
        passage made = {.cluster = cluster, .document = number, .position = (double)i / (double)(count ? count : 1)};
        if (i < count && list[i].flags & KNAP_SENTENCE_FURNITURE)
            continue;
        if (first && (i == count || list[i].paragraph != first->paragraph)) {
            passage whole = made;
            whole.position = (double)(first - list) / (double)count;
            whole.paragraph = true;
            if (last > first)
                add_passage(self, document, first, last, whole);
            first = NULL;
        }
        if (i == count)
            break;
        first = first ? first : &list[i];
        last = &list[i];
        add_passage(self, document, &list[i], &list[i], made);
    }
    knap_sentences_free(sentences);
}

static void read_collection(collection *self)
{
    size_t clusters = knap_corpus_clusters(self->corpus);
    self->first = resize(NULL, (clusters + 1) * sizeof *self->first);
    for (size_t c = 0; c < clusters; c++) {
        const knap_cluster *cluster = knap_corpus_cluster(self->corpus, c);
        self->first[c] = self->count;
        for (size_t d = 0; d < cluster->documents; d++)
            add_document(self, c, d, cluster->document[d]);
    }
    self->first[clusters] = self->count;
}

/* ---- Facts ---- */

typedef struct fact {
    uint32_t one, two; /* `two` is STOP for a single word */
    size_t references, times;
    size_t last; /* 1 + the reference that had it last */
} fact;

typedef struct facts {
    fact *fact; /* [count] */
    size_t count, capacity;
    size_t words; /* mean length of a reference */
} facts;

static fact *find_fact(facts *self, uint32_t one, uint32_t two)
{
    for (size_t i = 0; i < self->count; i++)
        if (self->fact[i].one == one && self->fact[i].two == two)
            return &self->fact[i];
    return NULL;
}

static void count_fact(facts *self, uint32_t one, uint32_t two, size_t reference)
{
    fact *found = find_fact(self, one, two);
    if (!found) {
        if (self->count == self->capacity) {
            self->capacity = self->capacity ? 2 * self->capacity : 256;
            self->fact = resize(self->fact, self->capacity * sizeof *self->fact);
        }
        found = &self->fact[self->count++];
        *found = (fact){.one = one, .two = two};
    }
    found->times++;
    if (found->last != reference + 1)
        found->references++;
    found->last = reference + 1;
}

/* The most shared first; then the most frequent, then the earliest. */
static int by_share(const void *a, const void *b)
{
    const fact *x = a, *y = b;
    if (x->references != y->references)
        return x->references > y->references ? -1 : 1;
    if (x->times != y->times)
        return x->times > y->times ? -1 : 1;
    if (x->one != y->one)
        return x->one < y->one ? -1 : 1;
    return (x->two > y->two) - (x->two < y->two);
}

/* What at least two references have. */
static facts shared_facts(collection *self, const knap_cluster *cluster)
{
    facts made = {0};
    size_t kept = 0;
    for (size_t r = 0; r < cluster->references; r++) {
        size_t length;
        const char *text = knap_document_text(cluster->reference[r], &length);
        word_list words = words_of(self, text, length);
        made.words += words.count;
        for (size_t i = 0; i < words.count; i++) {
            if (words.id[i] == STOP)
                continue;
            count_fact(&made, words.id[i], STOP, r);
            if (i + 1 < words.count && words.id[i + 1] != STOP)
                count_fact(&made, words.id[i], words.id[i + 1], r);
        }
        free(words.id);
    }
    if (cluster->references)
        made.words /= cluster->references;
    for (size_t i = 0; i < made.count; i++)
        if (made.fact[i].references >= 2)
            made.fact[kept++] = made.fact[i];
    made.count = kept;
    qsort(made.fact, made.count, sizeof *made.fact, by_share);
    return made;
}

/* Takes the words of the query out of the facts. */
static size_t take_query(facts *self, uint32_t *query)
{
    size_t most = self->count / FACTS_PER_QUERY_WORD, count = 0, kept = 0;
    most = most < MOST_QUERY ? most : MOST_QUERY;
    for (size_t i = 0; i < self->count; i++)
        if (self->fact[i].two == STOP && count < most)
            query[count++] = self->fact[i].one;
        else
            self->fact[kept++] = self->fact[i];
    self->count = kept;
    return count;
}

/* ---- Questions ---- */

static bool states(const passage *here, const fact *known)
{
    for (size_t i = 0; i < here->words.count; i++)
        if (here->words.id[i] == known->one &&
            (known->two == STOP || (i + 1 < here->words.count && here->words.id[i + 1] == known->two)))
            return true;
    return false;
}

static const char *fact_name(const collection *self, const fact *known, char *text, size_t size)
{
    const vocabulary *words = &self->vocabulary;
    if (known->two == STOP)
        snprintf(text, size, "%s", words->stem[known->one]);
    else
        snprintf(text, size, "%s %s", words->stem[known->one], words->stem[known->two]);
    return text;
}

static void shuffle(size_t *list, size_t count, knap_rng *rng)
{
    for (size_t i = count; i > 1; i--) {
        size_t j = (size_t)knap_rng_below(rng, i), other = list[i - 1];
        list[i - 1] = list[j];
        list[j] = other;
    }
}

/* The question's own passages and the distractors, shuffled; the caller's. */
static size_t *draw_passages(const collection *self, size_t cluster, knap_rng *rng, size_t *count)
{
    size_t begin = self->first[cluster], end = self->first[cluster + 1], own = end - begin;
    size_t others = self->count - own, wanted = DISTRACTORS * own < others ? DISTRACTORS * own : others;
    size_t *list = resize(NULL, self->count * sizeof *list);
    *count = 0;
    for (size_t i = 0; i < self->count; i++)
        if (i < begin || i >= end)
            list[(*count)++] = i;
    shuffle(list, *count, rng);
    *count = wanted;
    for (size_t i = begin; i < end; i++)
        list[(*count)++] = i;
    shuffle(list, *count, rng);
    return list;
}

/* score[count]: the cosine of each passage to the query. */
static double *scores_of(const collection *self, const size_t *list, size_t count, const char *query)
{
    double *score = resize(NULL, (count + 1) * sizeof *score);
    knap_idf *idf;
    knap_vectors *vectors;
    knap_error error;
    check(knap_idf_new(NULL, &idf, &error), &error);
    for (size_t i = 0; i < count; i++) {
        const passage *here = &self->passage[list[i]];
        knap_idf_document(idf);
        for (size_t w = 0; w < here->words.count; w++)
            if (here->words.id[w] != STOP) {
                const char *stem = self->vocabulary.stem[here->words.id[w]];
                check(knap_idf_word(idf, stem, strlen(stem), &error), &error);
            }
    }
    check(knap_vectors_new(idf, NULL, &vectors, &error), &error);
    check(knap_vectors_add(vectors, self->language, query, strlen(query), &error), &error);
    for (size_t i = 0; i < count; i++) {
        const char *text = self->passage[list[i]].text;
        check(knap_vectors_add(vectors, self->language, text, strlen(text), &error), &error);
        score[i] = knap_vectors_cosine(vectors, 0, i + 1);
    }
    knap_vectors_free(vectors);
    knap_idf_free(idf);
    return score;
}

static json_t *item_of(const collection *self, const facts *known, const passage *here, double score)
{
    json_t *covers = json_object();
    char name[512];
    for (size_t f = 0; f < known->count; f++)
        if (states(here, &known->fact[f]))
            json_object_set_new(covers, fact_name(self, &known->fact[f], name, sizeof name), json_integer(1));
    snprintf(name, sizeof name, "%zu.%zu", here->cluster, here->document);
    return json_pack("{s:i, s:f, s:s, s:s, s:{s:f, s:i}, s:o}", "cost", (int)here->words.count, "score", score, "group",
                     name, "text", here->text, "features", "position", here->position, "paragraph",
                     (int)here->paragraph, "covers", covers);
}

static void print_question(collection *self, size_t number, uint64_t seed)
{
    const knap_cluster *cluster = knap_corpus_cluster(self->corpus, number);
    facts known = shared_facts(self, cluster);
    uint32_t asked[MOST_QUERY];
    size_t count, words = take_query(&known, asked), *list;
    char query[512] = "", name[512];
    double *score;
    knap_rng rng;
    json_t *items = json_array(), *targets = json_object(), *object;
    knap_rng_seed(&rng, seed * 1000003 + number);
    for (size_t i = 0; i < words; i++)
        snprintf(query + strlen(query), sizeof query - strlen(query), "%s%s", i ? " " : "",
                 self->vocabulary.form[asked[i]]);
    list = draw_passages(self, number, &rng, &count);
    score = scores_of(self, list, count, query);
    for (size_t i = 0; i < count; i++)
        json_array_append_new(items, item_of(self, &known, &self->passage[list[i]], score[i]));
    for (size_t f = 0; f < known.count; f++)
        json_object_set_new(targets, fact_name(self, &known.fact[f], name, sizeof name), json_integer(1));
    object = json_pack("{s:s, s:s, s:i, s:o, s:{s:s, s:o}}", "id", cluster->id, "query", query, "budget",
                       (int)known.words, "items", items, "reward", "kind", "coverage", "targets", targets);
    if (words && known.count && object)
        json_dumpf(object, stdout, JSON_COMPACT), putchar('\n');
    else
        fprintf(stderr, "questions: '%s' is left out: its references share too little\n", cluster->id);
    json_decref(object);
    free(list);
    free(score);
    free(known.fact);
}

int main(int argc, char **argv)
{
    knap_corpus *corpus;
    knap_error error;
    collection self = {0};
    char *end = NULL;
    uint64_t seed = argc > 2 ? strtoull(argv[1], &end, 10) : 0;
    if (argc < 3 || *end) {
        fprintf(stderr, "usage: knap-questions SEED FOLDER... > questions.jsonl\n");
        return 2;
    }
    check(knap_corpus_open((const char *const *)argv + 2, (size_t)argc - 2, NULL, NULL, &corpus, &error), &error);
    check(knap_language_open(knap_cluster_language(knap_corpus_cluster(corpus, 0)), NULL, &self.language, &error),
          &error);
    self.corpus = corpus;
    read_collection(&self);
    for (size_t i = 0; i < knap_corpus_clusters(corpus); i++)
        print_question(&self, i, seed);
    for (size_t i = 0; i < self.count; i++) {
        free(self.passage[i].text);
        free(self.passage[i].words.id);
    }
    for (size_t i = 0; i < self.vocabulary.count; i++) {
        free(self.vocabulary.stem[i]);
        free(self.vocabulary.form[i]);
    }
    free(self.vocabulary.stem);
    free(self.vocabulary.form);
    free(self.vocabulary.slot);
    free(self.passage);
    free(self.first);
    knap_language_close(self.language);
    knap_corpus_close(corpus);
    return 0;
}
