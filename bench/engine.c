/* engine.c - `make bench`: what the engine costs, as ratios within one run. A ratio with a promise is checked,
 * and the exit status says whether all held. */
#include "knap/knap.h"

#include "base/kernels.h"
#include "base/sort.h"
#include "core/greedy.h"
#include "core/rank.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int broken;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void promise(const char *what, double value, int at_least, double bound)
{
    int kept = at_least ? value >= bound : value <= bound;
    printf("  %-58s %10.1f   promised: %s %g  %s\n", what, value, at_least ? ">=" : "<=", bound,
           kept ? "kept" : "BROKEN");
    broken += !kept;
}

static void figure(const char *what, double value, const char *unit)
{
    printf("  %-58s %10.3f %s\n", what, value, unit);
}

/* ---- The rank gradient ---- */

typedef struct problem {
    size_t n, width;
    float *row;
    double *weight, *benefit, *score, *slope, *gradient;
    kn_rank rank;
} problem;

static problem *make_problem(size_t n, size_t width)
{
    problem *made = calloc(1, sizeof *made);
    knap_rng rng;
    knap_rng_seed(&rng, n);
    made->n = n;
    made->width = width;
    made->row = malloc(n * width * sizeof *made->row);
    made->weight = malloc(width * sizeof(double));
    made->gradient = malloc(width * sizeof(double));
    made->benefit = malloc(n * sizeof(double));
    made->score = malloc(n * sizeof(double));
    made->slope = malloc(n * sizeof(double));
    for (size_t i = 0; i < n * width; i++)
        made->row[i] = (float)knap_rng_normal(&rng);
    for (size_t i = 0; i < width; i++)
        made->weight[i] = 0.1 * knap_rng_normal(&rng);
    for (size_t i = 0; i < n; i++)
        made->benefit[i] = knap_rng_uniform(&rng);
    return made;
}

static void free_problem(problem *self)
{
    kn_rank_free(&self->rank);
    free(self->row);
    free(self->weight);
    free(self->gradient);
    free(self->benefit);
    free(self->score);
    free(self->slope);
    free(self);
}

/* Scores, slope and V^T slope: what an update with an example costs. */
static void fast_gradient(problem *self)
{
    kn_rank_result result;
    for (size_t i = 0; i < self->n; i++)
        self->score[i] = kn_dot(self->weight, self->row + i * self->width, self->width);
    kn_rank_slope(&self->rank, self->n, self->score, self->benefit, self->slope, &result);
    memset(self->gradient, 0, self->width * sizeof(double));
    for (size_t i = 0; i < self->n; i++)
        kn_add(self->gradient, self->slope[i], self->row + i * self->width, self->width);
}

/* The definition, a pair at a time: the features' difference and its product with the weights for each. Every
 * `step`th item as the first of the pair; multiply by `step` for all. */
static double pair_gradient(const problem *self, size_t step, double *gradient)
{
    size_t width = self->width;
    double start = now();
    memset(gradient, 0, width * sizeof(double));
    for (size_t a = 0; a < self->n; a += step)
        for (size_t b = 0; b < self->n; b++) {
            double difference = self->benefit[a] - self->benefit[b], margin = 0;
            const float *up = self->row + a * width, *down = self->row + b * width;
            if (!(difference > 0))
                continue;
            for (size_t i = 0; i < width; i++)
                margin += self->weight[i] * ((double)up[i] - (double)down[i]);
            if (margin < 1)
                for (size_t i = 0; i < width; i++)
                    gradient[i] -= difference * ((double)up[i] - (double)down[i]);
        }
    return (now() - start) * (double)step;
}

/* The same with scores taken once and slopes summed by pair: no feature work in the pairs at all. */
static double slope_by_pairs(problem *self, double *slope)
{
    double start = now();
    memset(slope, 0, self->n * sizeof(double));
    for (size_t a = 0; a < self->n; a++)
        for (size_t b = 0; b < self->n; b++) {
            double difference = self->benefit[a] - self->benefit[b];
            if (difference > 0 && self->score[a] - self->score[b] < 1) {
                slope[a] -= difference;
                slope[b] += difference;
            }
        }
    return now() - start;
}

static double timed_gradient(problem *self)
{
    double start = now();
    fast_gradient(self);
    return now() - start;
}

static void bench_rank(void)
{
    enum { WIDTH = 64 };
    problem *small = make_problem(10000, WIDTH), *large = make_problem(100000, WIDTH);
    double gradient[WIDTH], *slope = malloc(small->n * sizeof *slope), off = 0, size = 0;
    double fast = INFINITY, larger = INFINITY;
    for (int i = 0; i < 25; i++) { /* turn and turn about, so that what else the machine does hits both */
        for (int j = 0; j < 4; j++)
            fast = fmin(fast, timed_gradient(small));
        larger = fmin(larger, timed_gradient(large));
    }
    double pairs = pair_gradient(small, 1, gradient), cheap = slope_by_pairs(small, slope);
    for (size_t i = 0; i < WIDTH; i++) {
        off = fmax(off, fabs(gradient[i] - small->gradient[i]));
        size = fmax(size, fabs(gradient[i]));
    }
    printf("rank gradient, n = 10,000, d = 64\n");
    figure("sorted and swept", fast * 1e3, "ms");
    figure("pair by pair", pairs * 1e3, "ms");
    figure("pair by pair, scores taken once", cheap * 1e3, "ms");
    promise("pair by pair / swept", pairs / fast, 1, 200);
    figure("pair by pair with scores taken once / swept", cheap / fast, "times");
    promise("largest relative difference, in 1e-9", off / size * 1e9, 0, 1);
    promise("n = 100,000 / n = 10,000", larger / fast, 0, 14);
    free(slope);
    free_problem(small);
    free_problem(large);
}

/* ---- Sorting, greedy ---- */

static const double *qsort_key;

static int by_key(const void *a, const void *b)
{
    uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;
    if (qsort_key[i] != qsort_key[j])
        return qsort_key[i] < qsort_key[j] ? -1 : 1;
    return i < j ? -1 : i > j;
}

static void bench_sort(void)
{
    enum { N = 10000 };
    static double key[N];
    static uint32_t order[N];
    uint64_t *scratch = malloc(kn_order_scratch(N) * sizeof *scratch);
    double radix = INFINITY, library = INFINITY;
    knap_rng rng;
    knap_rng_seed(&rng, 1);
    for (size_t i = 0; i < N; i++)
        key[i] = knap_rng_normal(&rng);
    qsort_key = key;
    for (int round = 0; round < 20; round++) {
        double start = now();
        kn_order(key, N, order, scratch);
        radix = fmin(radix, now() - start);
        for (uint32_t i = 0; i < N; i++)
            order[i] = i;
        start = now();
        qsort(order, N, sizeof *order, by_key);
        library = fmin(library, now() - start);
    }
    printf("order of 10,000 numbers\n");
    figure("qsort / radix sort", library / radix, "times");
    free(scratch);
}

static void bench_greedy(void)
{
    enum { N = 20000, CONCEPTS = 2000, EACH = 10 };
    knap_data *data;
    knap_instance *instance;
    knap_list lazy = {.allocator = NULL}, plain = {.allocator = NULL};
    knap_rng rng;
    double start, lazy_time, plain_time;
    knap_rng_seed(&rng, 1);
    knap_data_new(NULL, &data, NULL);
    knap_data_add(data, NULL, 400, 0, &instance, NULL);
    for (size_t s = 0; s < N; s++) {
        uint32_t id[EACH];
        double amount[EACH];
        for (size_t i = 0; i < EACH; i++) {
            id[i] = (uint32_t)(i * (CONCEPTS / EACH) + knap_rng_below(&rng, CONCEPTS / EACH));
            amount[i] = knap_rng_uniform(&rng);
        }
        knap_item item = {
            .cost = 1 + (double)knap_rng_below(&rng, 5), .concept_id = id, .amount = amount, .concept_count = EACH};
        knap_instance_add(instance, &item, NULL);
    }
    for (uint32_t c = 0; c < CONCEPTS; c++)
        knap_instance_target(instance, c, 1, NULL);
    knap_instance_set_reward(instance, knap_reward_find("coverage"), NULL, NULL);
    start = now();
    kn_greedy_by(instance, (kn_greedy_key){.by_cost = 1}, true, &lazy, NULL);
    lazy_time = now() - start;
    start = now();
    kn_greedy_by(instance, (kn_greedy_key){.by_cost = 1}, false, &plain, NULL);
    plain_time = now() - start;
    printf("greedy oracle, 20,000 items, a list of %zu\n", lazy.count);
    figure("plain / lazy", plain_time / lazy_time, "times");
    knap_list_free(&lazy);
    knap_list_free(&plain);
    knap_data_free(data);
}

/* ---- Training ---- */

static void bench_train(void)
{
    enum { INSTANCES = 30, ITEMS = 250, FEATURES = 40, WORDS = 15 };
    knap_data *data;
    knap_rng rng;
    knap_settings settings;
    knap_model *model;
    knap_run run = {.jobs = 1};
    double start, time;
    knap_rng_seed(&rng, 1);
    knap_data_new(NULL, &data, NULL);
    for (size_t i = 0; i < FEATURES; i++) {
        char name[16];
        size_t number;
        snprintf(name, sizeof name, "f%zu", i);
        knap_data_feature(data, name, &number, NULL);
    }
    for (int t = 0; t < INSTANCES; t++) {
        knap_instance *instance;
        knap_data_add(data, NULL, 665, 0, &instance, NULL);
        for (int s = 0; s < ITEMS; s++) {
            double feature[FEATURES], value[WORDS];
            uint32_t id[WORDS];
            for (int i = 0; i < FEATURES; i++)
                feature[i] = knap_rng_uniform(&rng);
            for (uint32_t i = 0; i < WORDS; i++) {
                id[i] = i * 200 + (uint32_t)knap_rng_below(&rng, 200);
                value[i] = 1;
            }
            knap_item item = {.cost = 50 + (double)knap_rng_below(&rng, 150),
                              .feature = feature,
                              .vector = value,
                              .vector_id = id,
                              .vector_count = WORDS,
                              .concept_id = id,
                              .amount = value,
                              .concept_count = WORDS};
            knap_instance_add(instance, &item, NULL);
        }
        for (uint32_t c = 0; c < 3000; c += 8)
            knap_instance_target(instance, c, 1, NULL);
        knap_instance_set_reward(instance, knap_reward_find("coverage"), NULL, NULL);
    }
    knap_settings_init(&settings);
    start = now();
    knap_train(data, NULL, &settings, 1, &run, &model, NULL, NULL);
    time = now() - start;
    printf("training SCP, 30 instances of 250 items, 121 columns, 20 epochs, one thread\n");
    figure("time", time, "s");
    settings.learner = 3; /* vw-pairs */
    settings.epochs = 1;
    knap_model_free(model);
    start = now();
    knap_train(data, NULL, &settings, 1, &run, &model, NULL, NULL);
    figure("vw-pairs (the paper's learner) / adagrad, an epoch", (now() - start) / (time / 20), "times");
    knap_model_free(model);
    knap_data_free(data);
}

int main(void)
{
    bench_rank();
    bench_sort();
    bench_greedy();
    bench_train();
    if (broken)
        printf("%d promise%s broken\n", broken, broken == 1 ? "" : "s");
    return broken != 0;
}
