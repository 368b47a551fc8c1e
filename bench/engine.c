/* engine.c - `make bench`: what the engine costs, as ratios within one run. A ratio with a promise is checked, and the exit status
 * says whether all were kept. */
#include "bench.h"

#include <math.h>
#include <string.h>

/* ---- The rank gradient ----
 *
 * One instance of n items of cost 1 and a budget of 1: each epoch of online gradient descent makes one list of one item and takes
 * one step along the rank gradient of all n items. */

enum { WIDTH = 64, ROUNDS = 10 };

typedef struct problem {
    size_t n;
    float *row;      /* [n][WIDTH] */
    double *benefit; /* [n] */
    knap_data *data;
    knap_settings settings;
} problem;

static problem *make_problem(size_t n)
{
    problem *made = calloc(1, sizeof *made);
    knap_instance *instance;
    knap_error error;
    knap_rng rng;
    knap_rng_seed(&rng, n);
    made->n = n;
    made->row = malloc(n * WIDTH * sizeof *made->row);
    made->benefit = malloc(n * sizeof(double));
    check(knap_data_new(NULL, &made->data, &error), &error);
    for (size_t f = 0; f < WIDTH; f++) {
        char name[16];
        size_t number;
        snprintf(name, sizeof name, "f%zu", f);
        check(knap_data_feature(made->data, name, &number, &error), &error);
    }
    check(knap_data_add(made->data, NULL, 1, 0, &instance, &error), &error);
    for (size_t i = 0; i < n; i++) {
        double feature[WIDTH];
        for (size_t f = 0; f < WIDTH; f++)
            feature[f] = made->row[i * WIDTH + f] = (float)knap_rng_normal(&rng);
        made->benefit[i] = knap_rng_uniform(&rng);
        knap_item item = {.cost = 1, .feature = feature, .worth = made->benefit[i]};
        check(knap_instance_add(instance, &item, &error), &error);
    }
    check(knap_instance_set_reward(instance, knap_reward_find("modular"), NULL, &error), &error);
    knap_settings_init(&made->settings);
    made->settings.learner = KNAP_LEARNER_OGD;
    made->settings.result = KNAP_RESULT_LAST;
    made->settings.views = 1; /* the features alone */
    made->settings.standardize = 0;
    made->settings.l2 = 0;
    return made;
}

static void free_problem(problem *self)
{
    knap_data_free(self->data);
    free(self->row);
    free(self->benefit);
    free(self);
}

/* The seconds of training, and the weights after it. */
static double train(problem *self, size_t epochs, double *weight)
{
    knap_run run = KNAP_RUN_INIT;
    knap_model *model;
    knap_error error;
    double start = now(), time;
    self->settings.epochs = epochs;
    check(knap_train(self->data, NULL, &self->settings, 1, &run, &model, NULL, &error), &error);
    time = now() - start;
    for (size_t f = 0; weight && f < WIDTH; f++)
        weight[f] = knap_model_weight(model, 0, 0, f);
    knap_model_free(model);
    return time;
}

/* The least seconds of one epoch, and of ROUNDS more: the difference has no preparation in it. */
typedef struct timing {
    double one, more;
} timing;

static void measure(problem *self, timing *least)
{
    least->one = fmin(least->one, train(self, 1, NULL));
    least->more = fmin(least->more, train(self, 1 + ROUNDS, NULL));
}

static double step_of(const timing *least)
{
    return (least->more - least->one) / ROUNDS;
}

/* The gradient by its definition, one pair at a time: the difference of the features and its product with the weights for each. */
static double pair_gradient(const problem *self, const double *weight, double *gradient)
{
    double start = now();
    memset(gradient, 0, WIDTH * sizeof(double));
    for (size_t a = 0; a < self->n; a++)
        for (size_t b = 0; b < self->n; b++) {
            double difference = self->benefit[a] - self->benefit[b], margin = 0;
            const float *up = self->row + a * WIDTH, *down = self->row + b * WIDTH;
            if (!(difference > 0))
                continue;
            for (size_t i = 0; i < WIDTH; i++)
                margin += weight[i] * ((double)up[i] - (double)down[i]);
            if (margin < 1)
                for (size_t i = 0; i < WIDTH; i++)
                    gradient[i] -= difference * ((double)up[i] - (double)down[i]);
        }
    return now() - start;
}

/* The largest difference between the second step and the gradient, both divided by their length. The first step sets the weights, so
 * that some pairs are active and some are not. */
static double step_error(const double *first, const double *second, const double *gradient)
{
    double step[WIDTH], step_length = 0, gradient_length = 0, off = 0;
    for (size_t i = 0; i < WIDTH; i++) {
        step[i] = first[i] - second[i];
        step_length += step[i] * step[i];
        gradient_length += gradient[i] * gradient[i];
    }
    for (size_t i = 0; i < WIDTH; i++)
        off = fmax(off, fabs(step[i] / sqrt(step_length) - gradient[i] / sqrt(gradient_length)));
    return off;
}

/* A step size with which the first step leaves scores of about 1; 1e6 is the largest that is allowed. */
static void set_step(problem *self)
{
    double weight[WIDTH], length = 0;
    self->settings.eta = 1;
    train(self, 1, weight);
    for (size_t i = 0; i < WIDTH; i++)
        length += weight[i] * weight[i];
    self->settings.eta = fmin(1e6, 1 / sqrt(length));
}

static int bench_rank(void)
{
    int broken = 0;
    problem *small = make_problem(10000), *large = make_problem(100000);
    double first[WIDTH], second[WIDTH], gradient[WIDTH], pairs, step, larger;
    timing of_small = {INFINITY, INFINITY}, of_large = {INFINITY, INFINITY};
    set_step(small);
    set_step(large);
    for (int i = 0; i < 8; i++) { /* in turn, so that other load of the machine hits both */
        for (int j = 0; j < 4; j++)
            measure(small, &of_small);
        measure(large, &of_large);
    }
    step = step_of(&of_small);
    larger = step_of(&of_large);
    train(small, 1, first);
    train(small, 2, second);
    pairs = pair_gradient(small, first, gradient);
    printf("a step of training with the reduction rank, n = 10,000, d = 64, one thread\n");
    figure("the step: list, views, gradient", step * 1e3, "ms");
    figure("the gradient alone, pair by pair", pairs * 1e3, "ms");
    broken += promise("pair by pair / the step", pairs / step, "times", true, 200);
    broken += promise("largest relative difference", step_error(first, second, gradient) * 1e9, "1e-9", false, 1);
    figure("n = 100,000 / n = 10,000", larger / step, "times");
    /* what sorting needs; the rest is for caches, which the large problem does not fit into */
    broken += promise("the same / growth of n log n", larger / step / 12.5, "times", false, 1.5);
    free_problem(small);
    free_problem(large);
    return broken;
}

/* ---- Greedy ---- */

static knap_instance *make_cover(knap_data *data, size_t items)
{
    enum { CONCEPTS = 2000, EACH = 10 };
    knap_instance *instance;
    knap_error error;
    knap_rng rng;
    knap_rng_seed(&rng, 1);
    check(knap_data_add(data, NULL, 400, 0, &instance, &error), &error);
    for (size_t s = 0; s < items; s++) {
        uint32_t id[EACH];
        double amount[EACH];
        for (size_t i = 0; i < EACH; i++) {
            id[i] = (uint32_t)(i * (CONCEPTS / EACH) + knap_rng_below(&rng, CONCEPTS / EACH));
            amount[i] = knap_rng_uniform(&rng);
        }
        knap_item item = {
            .cost = 1 + (double)knap_rng_below(&rng, 5), .concept_id = id, .amount = amount, .concept_count = EACH};
        check(knap_instance_add(instance, &item, &error), &error);
    }
    for (uint32_t c = 0; c < CONCEPTS; c++)
        check(knap_instance_target(instance, c, 1, &error), &error);
    return instance;
}

static double greedy_time(knap_instance *instance, const knap_reward *reward, knap_list *list)
{
    knap_error error;
    check(knap_instance_set_reward(instance, reward, NULL, &error), &error);
    double start = now();
    check(knap_greedy(instance, KNAP_GREEDY_BENEFIT, list, &error), &error);
    return now() - start;
}

/* A reward that does not say that it is submodular gets plain greedy. */
static int bench_greedy(void)
{
    int broken = 0;
    knap_data *data;
    knap_error error;
    check(knap_data_new(NULL, &data, &error), &error);
    knap_instance *instance = make_cover(data, 20000);
    knap_reward unknown = *knap_reward_find("coverage");
    knap_list lazy = KNAP_LIST_INIT, plain = KNAP_LIST_INIT;
    unknown.submodular = false;
    double lazy_time = greedy_time(instance, knap_reward_find("coverage"), &lazy);
    double plain_time = greedy_time(instance, &unknown, &plain);
    bool same = lazy.count == plain.count && memcmp(lazy.item, plain.item, lazy.count * sizeof *lazy.item) == 0;
    printf("greedy oracle, 20,000 items, a list of %zu\n", lazy.count);
    figure("plain / lazy", plain_time / lazy_time, "times");
    broken += promise("lists that differ", same ? 0 : 1, "", false, 0);
    knap_list_free(&lazy);
    knap_list_free(&plain);
    knap_data_free(data);
    return broken;
}

/* ---- Training ---- */

static void bench_train(void)
{
    enum { INSTANCES = 30, ITEMS = 250, FEATURES = 40, WORDS = 15 };
    knap_data *data;
    knap_rng rng;
    knap_settings settings;
    knap_model *model;
    knap_run run = KNAP_RUN_INIT;
    knap_error error;
    double start, time;
    knap_rng_seed(&rng, 1);
    check(knap_data_new(NULL, &data, &error), &error);
    for (size_t i = 0; i < FEATURES; i++) {
        char name[16];
        size_t number;
        snprintf(name, sizeof name, "f%zu", i);
        check(knap_data_feature(data, name, &number, &error), &error);
    }
    for (int t = 0; t < INSTANCES; t++) {
        knap_instance *instance;
        check(knap_data_add(data, NULL, 665, 0, &instance, &error), &error);
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
            check(knap_instance_add(instance, &item, &error), &error);
        }
        for (uint32_t c = 0; c < 3000; c += 8)
            check(knap_instance_target(instance, c, 1, &error), &error);
        check(knap_instance_set_reward(instance, knap_reward_find("coverage"), NULL, &error), &error);
    }
    knap_settings_init(&settings);
    start = now();
    check(knap_train(data, NULL, &settings, 1, &run, &model, NULL, &error), &error);
    time = now() - start;
    printf("training SCP, 30 instances of 250 items, 121 columns, 20 epochs, one thread\n");
    figure("time", time, "s");
    settings.learner = KNAP_LEARNER_VW_PAIRS;
    settings.epochs = 1;
    knap_model_free(model);
    start = now();
    check(knap_train(data, NULL, &settings, 1, &run, &model, NULL, &error), &error);
    figure("vw-pairs (the paper's learner) / adagrad, per epoch", (now() - start) / (time / 20), "times");
    knap_model_free(model);
    knap_data_free(data);
}

int main(void)
{
    int broken = bench_rank() + bench_greedy();
    bench_train();
    return report(broken);
}
