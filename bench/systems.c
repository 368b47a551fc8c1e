/* systems.c - `make bench`: what each system costs on a cluster as in news summarization: 250 sentences of about 15 words
 * from 10 documents, with expected worths of the words in phrases, and a budget of 250 words. Trained systems learn from 9 such
 * clusters. */
#include "bench.h"

#include <math.h>
#include <string.h>

enum {
    ITEMS = 250,
    DOCUMENTS = 10,
    CLUSTERS = 10,
    WORDS = 2000,
    STOP_WORDS = 40,
    PHRASES = 60,
    LONGEST = 40,
    FEATURES = 20,
    BIGRAMS = 1 << 16
};

/* Words by Zipf's law: number w with a probability of about 1 / (w + 3). */
static uint32_t draw_word(knap_rng *rng)
{
    double u = knap_rng_uniform(rng), top = log((WORDS + 3) / 3.0);
    return (uint32_t)(3 * exp(u * top) - 3);
}

/* A sentence: single words, and phrases that all documents of a cluster share. */
static size_t draw_sentence(knap_rng *rng, uint32_t phrase[PHRASES][3], uint32_t *word)
{
    size_t length = 6 + (size_t)knap_rng_below(rng, 19), count = 0;
    while (count < length) {
        if (knap_rng_below(rng, 5) > 0) {
            word[count++] = draw_word(rng);
            continue;
        }
        size_t which = (size_t)(PHRASES * pow(knap_rng_uniform(rng), 2));
        for (int i = 0; i < 3; i++)
            word[count++] = phrase[which][i];
    }
    return count;
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Sorted numbers into distinct ones and their counts. */
static size_t count_same(uint32_t *id, size_t count, double *amount)
{
    size_t kept = 0;
    qsort(id, count, sizeof *id, by_number);
    for (size_t i = 0; i < count; i++) {
        if (kept && id[kept - 1] == id[i]) {
            amount[kept - 1]++;
            continue;
        }
        id[kept] = id[i];
        amount[kept++] = 1;
    }
    return kept;
}

static void add_sentence(knap_instance *instance, knap_rng *rng, uint32_t phrase[PHRASES][3], size_t number)
{
    uint32_t word[LONGEST], id[2 * LONGEST], dimension[LONGEST];
    double amount[2 * LONGEST], weight[LONGEST], feature[FEATURES];
    size_t length = draw_sentence(rng, phrase, word), place = number % (ITEMS / DOCUMENTS), kept;
    knap_item item = {.cost = (double)length, .group = 1 + number / (ITEMS / DOCUMENTS)};
    knap_error error;
    memcpy(id, word, length * sizeof *id);
    for (size_t i = 0; i + 1 < length; i++)
        id[length + i] = WORDS + (word[i] * 31 + word[i + 1]) % BIGRAMS;
    item.concept_count = count_same(id, 2 * length - 1, amount);
    item.concept_id = id;
    item.amount = amount;
    kept = 0;
    for (size_t i = 0; i < item.concept_count && id[i] < WORDS; i++)
        if (id[i] >= STOP_WORDS) {
            dimension[kept] = id[i];
            weight[kept++] = amount[i] * log(2 + id[i]);
        }
    item.vector = weight;
    item.vector_id = dimension;
    item.vector_count = kept;
    feature[0] = place == 0;
    feature[1] = (double)length;
    feature[2] = 1 / (1.0 + (double)place);
    for (size_t f = 3; f < FEATURES; f++)
        feature[f] = knap_rng_normal(rng);
    item.feature = feature;
    check(knap_instance_add(instance, &item, &error), &error);
    for (size_t i = 0; i < item.concept_count; i++)
        check(knap_instance_mark(instance, id[i],
                                 id[i] < STOP_WORDS ? KNAP_CONCEPT_STOP
                                 : id[i] < WORDS    ? KNAP_CONCEPT_WORD
                                                    : KNAP_CONCEPT_BIGRAM,
                                 &error),
              &error);
}

/* What a word model would say: words of phrases are likely in the references, those of later phrases less so. */
static void expect_words(knap_instance *instance, uint32_t phrase[PHRASES][3])
{
    knap_error error;
    for (size_t p = PHRASES; p-- > 0;)
        for (int i = 0; i < 3; i++) {
            double likely = 0.8 - 0.6 * (double)p / PHRASES, worth[2] = {likely, likely * likely};
            check(knap_instance_expect(instance, phrase[p][i], worth, 2, &error), &error);
        }
    check(knap_instance_set_mass(instance, 250, &error), &error);
}

static void add_cluster(knap_data *data, knap_rng *rng)
{
    uint32_t phrase[PHRASES][3];
    knap_instance *instance;
    knap_error error;
    for (size_t p = 0; p < PHRASES; p++)
        for (int i = 0; i < 3; i++)
            phrase[p][i] = STOP_WORDS + (uint32_t)knap_rng_below(rng, WORDS - STOP_WORDS);
    check(knap_data_add(data, NULL, 250, 0, &instance, &error), &error);
    for (size_t s = 0; s < ITEMS; s++)
        add_sentence(instance, rng, phrase, s);
    for (size_t p = 0; p < PHRASES; p += 2)
        for (int i = 0; i < 3; i++)
            check(knap_instance_target(instance, phrase[p][i], 2, &error), &error);
    expect_words(instance, phrase);
    check(knap_instance_set_reward(instance, knap_reward_find("coverage"), NULL, &error), &error);
}

static void measure(const knap_system *system, knap_data *train, const knap_data *test)
{
    knap_error error;
    knap_model *model;
    knap_packed packed[CLUSTERS];
    size_t count = knap_data_count(test);
    double start = now(), fit, run, reward = 0;
    knap_run one = KNAP_RUN_INIT;
    check(knap_system_fit(system, NULL, train, &one, &model, &error), &error);
    fit = now() - start;
    start = now();
    check(knap_pack_all(model, test, 1, &one, packed, &error), &error);
    run = (now() - start) / (double)count;
    for (size_t t = 0; t < count; t++)
        reward += packed[t].reward / (double)count;
    printf("  %-16s fit %9.1f ms   pack %9.2f ms   reward %.4f\n", system->name, fit * 1e3, run * 1e3, reward);
    knap_packed_free(packed, count);
    knap_model_free(model);
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"f0",  "f1",  "f2",  "f3",  "f4",  "f5",  "f6",  "f7",  "f8",  "f9",
                                        "f10", "f11", "f12", "f13", "f14", "f15", "f16", "f17", "f18", "f19"};
    knap_data *train, *test;
    knap_rng rng;
    knap_error error;
    size_t feature;
    setenv("OPENBLAS_NUM_THREADS", "1", 1); /* it reads this when the library loads it */
    knap_rng_seed(&rng, 1);
    check(knap_data_new(NULL, &train, &error), &error);
    check(knap_data_new(NULL, &test, &error), &error);
    for (size_t f = 0; f < FEATURES; f++) {
        check(knap_data_feature(train, names[f], &feature, &error), &error);
        check(knap_data_feature(test, names[f], &feature, &error), &error);
    }
    for (size_t i = 0; i + 1 < CLUSTERS; i++)
        add_cluster(train, &rng);
    for (size_t i = 0; i < CLUSTERS; i++)
        add_cluster(test, &rng);
    printf("Systems, one thread: %d items, fit on %d clusters, pack of one\n", ITEMS, CLUSTERS - 1);
    for (size_t i = 0; knap_systems()[i]; i++)
        if (argc < 2 || strcmp(argv[1], knap_systems()[i]->name) == 0)
            measure(knap_systems()[i], train, test);
    knap_data_free(train);
    knap_data_free(test);
    return 0;
}
