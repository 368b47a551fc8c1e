/* paths_engine.c - hot paths of core, systems and io on random instances. */
#include "paths.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

enum { FEATURES = 16, COLUMNS = 3 * FEATURES + 1, DIMENSIONS = 16, CONCEPTS = 4, PICKS = 10 };

/* One instance, a model for it, and where it is written as JSON. */
typedef struct problem {
    size_t size, picks;
    knap_data *data;
    knap_instance *instance;
    knap_model *model;
    knap_list list;
    char file[64];
    double bytes; /* of the file */
} problem;

/* An instance of `size` items: features, dense vectors of unit length or sparse ones, concepts, a budget of `picks` items. */
static problem *make_problem(size_t size, size_t picks, bool sparse)
{
    problem *made = calloc(1, sizeof *made);
    knap_error error;
    knap_rng rng;
    if (!made)
        exit(1);
    knap_rng_seed(&rng, size);
    made->size = size;
    made->picks = picks;
    check(knap_data_new(NULL, &made->data, &error), &error);
    for (size_t f = 0; f < FEATURES; f++) {
        char name[16];
        size_t number;
        snprintf(name, sizeof name, "f%zu", f);
        check(knap_data_feature(made->data, name, &number, &error), &error);
    }
    check(knap_data_add(made->data, "x", (double)picks, 0, &made->instance, &error), &error);
    for (size_t s = 0; s < size; s++) {
        double feature[FEATURES], vector[DIMENSIONS], amount[CONCEPTS] = {1, 1, 1, 1};
        uint32_t concept[CONCEPTS], dimension[DIMENSIONS];
        for (size_t f = 0; f < FEATURES; f++)
            feature[f] = knap_rng_uniform(&rng);
        for (uint32_t d = 0; d < DIMENSIONS; d++) {
            vector[d] = knap_rng_normal(&rng);
            dimension[d] = d * 64 + (uint32_t)knap_rng_below(&rng, 64);
        }
        for (uint32_t c = 0; c < CONCEPTS; c++)
        concept[c] = c * 500 + (uint32_t)knap_rng_below(&rng, 500);
        knap_item item = {.cost = 1,
                          .feature = feature,
                          .vector = vector,
                          .vector_id = sparse ? dimension : NULL,
                          .vector_count = DIMENSIONS,
                          .concept_id = concept,
                          .amount = amount,
                          .concept_count = CONCEPTS};
        check(knap_instance_add(made->instance, &item, &error), &error);
    }
    for (uint32_t c = 0; c < CONCEPTS * 500; c += 3)
        check(knap_instance_target(made->instance, c, 2, &error), &error);
    check(knap_instance_set_reward(made->instance, knap_reward_find("coverage"), NULL, &error), &error);
    return made;
}

static void drop(void *input)
{
    problem *self = input;
    if (self->file[0])
        remove(self->file);
    knap_list_free(&self->list);
    knap_model_free(self->model);
    knap_data_free(self->data);
    free(self);
}

static void pack(void *input)
{
    problem *self = input;
    knap_run run = KNAP_RUN_INIT;
    knap_error error;
    check(knap_model_pack(self->model, self->instance, 1, &run, &self->list, NULL, &error), &error);
}

/* The rows of the view, once for each pick. */
static double bytes_of_views(const void *input)
{
    const problem *self = input;
    return (double)(self->size * COLUMNS * self->picks) * sizeof(float);
}

static double bytes_of_vectors(const void *input)
{
    const problem *self = input;
    return (double)(self->size * DIMENSIONS * self->picks) * sizeof(double);
}

static double bytes_of_concepts(const void *input)
{
    const problem *self = input;
    return (double)(self->size * CONCEPTS) * (sizeof(double) + sizeof(uint32_t));
}

/* ---- json: an instance as a line of JSON ---- */

static void *make_json(size_t size)
{
    problem *made = calloc(1, sizeof *made);
    knap_rng rng;
    FILE *file;
    int descriptor;
    if (!made)
        exit(1);
    strcpy(made->file, "/tmp/knap-bench-XXXXXX");
    if ((descriptor = mkstemp(made->file)) < 0 || !(file = fdopen(descriptor, "w")))
        exit(1);
    knap_rng_seed(&rng, size);
    made->size = size;
    for (size_t s = 0; s < size; s++) {
        if (s % 100 == 0)
            fprintf(file, "{\"id\": \"x%zu\", \"budget\": 10, \"items\": [", s / 100);
        fprintf(file, "{\"id\": \"i%zu\", \"cost\": %d, \"features\": [", s, 1 + (int)knap_rng_below(&rng, 9));
        for (int f = 0; f < FEATURES; f++)
            fprintf(file, "%s%.4f", f ? ", " : "", knap_rng_normal(&rng));
        fprintf(file, "]}%s", s % 100 == 99 || s + 1 == size ? "]}\n" : ", ");
    }
    made->bytes = (double)ftell(file);
    fclose(file);
    return made;
}

static void read_json(void *input)
{
    problem *self = input;
    knap_reader *reader;
    knap_error error;
    knap_data_free(self->data);
    check(knap_data_new(NULL, &self->data, &error), &error);
    check(knap_reader_open(self->file, NULL, &reader, &error), &error);
    check(knap_reader_read(reader, 0, self->data, NULL, &error), &error);
    knap_reader_close(reader);
}

static double bytes_of_file(const void *input)
{
    return ((const problem *)input)->bytes;
}

/* ---- train: one epoch on one instance ---- */

static void *make_training(size_t size)
{
    return make_problem(size, PICKS, false);
}

static void train(void *input)
{
    problem *self = input;
    knap_settings settings;
    knap_run run = KNAP_RUN_INIT;
    knap_error error;
    knap_settings_init(&settings);
    settings.epochs = 1;
    knap_model_free(self->model);
    check(knap_train(self->data, NULL, &settings, 1, &run, &self->model, NULL, &error), &error);
}

/* ---- pack: by a trained policy ---- */

static void *make_packing(size_t size)
{
    problem *made = make_problem(size, PICKS, false), *small = make_problem(200, PICKS, false);
    train(small);
    made->model = small->model;
    small->model = NULL;
    drop(small);
    return made;
}

/* ---- Other systems ---- */

static problem *with_system(problem *made, const char *name, knap_data *train_on)
{
    knap_run run = KNAP_RUN_INIT;
    knap_error error;
    check(knap_system_fit(knap_system_find(name), NULL, train_on, &run, &made->model, &error), &error);
    return made;
}

static void *make_oracle(size_t size)
{
    return with_system(make_problem(size, 100, true), "oracle-benefit", NULL);
}

static void *make_mmr(size_t size)
{
    return with_system(make_problem(size, PICKS, true), "mmr", NULL);
}

static void *make_cover(size_t size)
{
    return with_system(make_problem(size, PICKS, true), "cover", NULL);
}

enum { DPP_PICKS = 100 };

static void *make_dpp(size_t size)
{
    problem *made = make_problem(size, DPP_PICKS, false), *small = make_problem(60, PICKS, false);
    with_system(made, "dpp", small->data);
    drop(small);
    return made;
}

/* Rows of similarities and of the factor for each pick. */
static double multiplications_of_dpp(const void *input)
{
    const problem *self = input;
    double picks = (double)self->picks;
    return (double)self->size * picks * (DIMENSIONS + picks / 2);
}

/* clang-format off */
const path engine_paths[] = {
    {"json", "io", "JSONL of 16 features per item to instances", "item", 4000, {2000, 20000, 200000},
     LIMIT_SEARCH, make_json, read_json, bytes_of_file, drop},
    {"pack", "core", "10 picks by a trained policy, 49 columns", "item", 5000, {2000, 20000, 200000},
     LIMIT_COPY, make_packing, pack, bytes_of_views, drop},
    {"train", "core", "an epoch with the oracle's pass, lists of 10, 49 columns", "item", 2000, {2000, 20000, 200000},
     LIMIT_COPY, make_training, train, bytes_of_views, drop},
    {"oracle", "core", "lazy greedy oracle, 100 picks, 4 concepts per item", "item", 20000, {2000, 20000, 200000},
     LIMIT_COPY, make_oracle, pack, bytes_of_concepts, drop},
    {"mmr", "systems", "10 picks by mmr, sparse vectors of 16", "item", 5000, {2000, 20000, 200000},
     LIMIT_COPY, make_mmr, pack, bytes_of_vectors, drop},
    {"cover", "systems", "10 picks by cover, sparse vectors of 16", "item", 500, {500, 2000, 8000},
     LIMIT_COPY, make_cover, pack, bytes_of_vectors, drop},
    {"dpp", "systems", "greedy MAP of a DPP, 100 picks, dense vectors of 16", "item", 500, {1000, 4000, 16000},
     LIMIT_BLAS, make_dpp, pack, multiplications_of_dpp, drop},
    {.name = NULL}};
/* clang-format on */
