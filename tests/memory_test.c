/* memory_test.c - every public call survives a failing allocator, without a leak. */
#include "failing.h"

#include "inner.h"

#include <unistd.h>

static char model_path[] = "/tmp/knap-test-XXXXXX";

/* Three small instances with everything in them. */
static knap_status fill(knap_data *data)
{
    size_t feature;
    knap_status status = KNAP_OK;
    for (int i = 0; i < 3 && !status; i++) {
        const char *names[] = {"a", "b", "c"};
        status = knap_data_feature(data, names[i], &feature, NULL);
    }
    for (int t = 0; t < 3 && !status; t++) {
        knap_instance *instance;
        if ((status = knap_data_add(data, "id", 5, 1, &instance, NULL)))
            return status;
        for (uint32_t s = 0; s < 6 && !status; s++) {
            double features[] = {s, s % 2, (double)(s * s)}, vector[] = {1, s}, amount[] = {1, 0.5};
            uint32_t dimension[] = {s % 3, 5}, concepts[] = {s % 4, 7};
            knap_item item = {.cost = 1 + s % 3,
                              .id = "item",
                              .text = "some text",
                              .feature = features,
                              .vector = vector,
                              .vector_id = dimension,
                              .vector_count = 2,
                              .concept_id = concepts,
                              .amount = amount,
                              .concept_count = 2,
                              .worth = 0.5};
            status = knap_instance_add(instance, &item, NULL);
        }
        for (uint32_t c = 0; c < 8 && !status; c++)
            status = knap_instance_target(instance, c, 1, NULL);
        for (uint32_t c = 0; c < 8 && !status; c++)
            status = knap_instance_expect(instance, c, (const double[]){0.5, 0.25}, 2, NULL);
        if (!status)
            status = knap_instance_set_reward(instance, knap_reward_find(t == 1 ? "facility" : "coverage"), NULL, NULL);
    }
    return status;
}

static knap_status train_and_pack(const knap_allocator *allocator, void *context)
{
    const knap_settings *settings = context;
    knap_data *data = NULL;
    knap_model *model = NULL, *loaded = NULL;
    knap_run run = {.allocator = allocator, .jobs = 1};
    knap_packed packed[3];
    knap_status status = knap_data_new(allocator, &data, NULL);
    if (!status)
        status = fill(data);
    if (!status)
        status = knap_train(data, data, settings, 2, &run, &model, NULL, NULL);
    if (!status)
        status = knap_model_save(model, model_path, NULL);
    if (!status)
        status = knap_model_load(model_path, allocator, &loaded, NULL);
    if (!status)
        status = knap_model_match(loaded, data, 0, NULL);
    if (!status) {
        status = knap_pack_all(loaded, data, 1, &run, packed, NULL);
        knap_packed_free(packed, 3);
    }
    knap_model_free(loaded);
    knap_model_free(model);
    knap_data_free(data);
    return status;
}

static void training_survives(void **state)
{
    (void)state;
    for (int learner = 0; learner < 5; learner++) {
        knap_settings settings[2];
        knap_settings_init(&settings[0]);
        settings[0].epochs = 1;
        settings[0].keep = 2;
        settings[0].positions = 2;
        settings[0].learner = learner;
        settings[0].method = learner % 2;
        settings[1] = settings[0];
        settings[1].views = 1;
        assert_true(survives(train_and_pack, settings) > 50);
    }
}

/* Fits and packs with one system; few samples and epochs are as good as many here. */
static knap_status run_system(const knap_allocator *allocator, void *context)
{
    const knap_system *system = context;
    knap_data *data = NULL;
    knap_model *model = NULL;
    knap_run run = {.allocator = allocator, .jobs = 1};
    _Alignas(max_align_t) unsigned char params[256];
    const knap_param *row;
    knap_status status = knap_data_new(allocator, &data, NULL);
    if (!status)
        status = fill(data);
    assert_true(system->params_size <= sizeof params);
    knap_system_init(system, params);
    if (system->params && (row = knap_param_find(system->params, "samples")))
        assert_ok(knap_param_parse(row, params, "20", error));
    if (system->params && (row = knap_param_find(system->params, "epochs")))
        assert_ok(knap_param_parse(row, params, "1", error));
    if (!status)
        status = knap_system_fit(system, system->params ? params : NULL, data, &run, &model, NULL);
    if (!status) {
        knap_packed packed[3];
        status = knap_pack_all(model, data, 1, &run, packed, NULL);
        knap_packed_free(packed, 3);
    }
    knap_model_free(model);
    knap_data_free(data);
    return status;
}

static void systems_survive(void **state)
{
    (void)state;
    for (size_t i = 0; knap_systems()[i]; i++)
        assert_true(survives(run_system, (void *)(uintptr_t)knap_systems()[i]) > 20);
}

static knap_status tune_system(const knap_allocator *allocator, void *context)
{
    const knap_system *system = knap_system_find("submod");
    double params[2];
    knap_data *data = NULL;
    knap_run run = {.allocator = allocator, .jobs = 1};
    knap_status status = knap_data_new(allocator, &data, NULL);
    (void)context;
    assert_int_equal(system->params_size, sizeof params);
    knap_system_init(system, params);
    if (!status)
        status = fill(data);
    if (!status)
        status = knap_system_tune(system, "lambda=1,2 r=0,1", data, &run, params, NULL, NULL);
    knap_data_free(data);
    return status;
}

static void tuning_survives(void **state)
{
    (void)state;
    assert_true(survives(tune_system, NULL) > 20);
}

static size_t first_item(void *context, const knap_instance *instance, const knap_list *so_far)
{
    (void)context;
    return so_far->count ? knap_instance_count(instance) : 0;
}

static knap_status run_majority(const knap_allocator *allocator, void *context)
{
    knap_data *data = NULL;
    knap_majority *majority = NULL;
    knap_list list = {.allocator = allocator};
    knap_expert experts[2] = {{first_item, NULL}, {first_item, NULL}};
    knap_rng rng;
    double loss[2];
    size_t drawn;
    knap_status status = knap_data_new(allocator, &data, NULL);
    (void)context;
    knap_rng_seed(&rng, 1);
    if (!status)
        status = fill(data);
    if (!status)
        status = knap_majority_new(2, 0.1, allocator, &majority, NULL);
    if (!status)
        status = knap_majority_round(majority, experts, knap_data_at(data, 0), &rng, &drawn, &list, loss, NULL);
    knap_majority_free(majority);
    knap_list_free(&list);
    knap_data_free(data);
    return status;
}

static void majority_survives(void **state)
{
    (void)state;
    assert_true(survives(run_majority, NULL) > 10);
}

static knap_status read_instances(const knap_allocator *allocator, void *context)
{
    knap_data *data = NULL;
    knap_reader *reader = NULL;
    size_t added;
    knap_status status = knap_data_new(allocator, &data, NULL);
    if (!status)
        status = knap_reader_open(context, allocator, &reader, NULL);
    if (!status)
        status = knap_reader_read(reader, 0, data, &added, NULL);
    if (!status)
        assert_int_equal(added, 2);
    knap_reader_close(reader);
    knap_data_free(data);
    return status;
}

static void reading_survives(void **state)
{
    static const char *const texts[] = {
        "{\"id\":\"a\",\"budget\":3,\"items\":[{\"id\":1,\"cost\":1,\"features\":{\"x\":1,\"y\":2},"
        "\"vector\":[1,2],"
        "\"covers\":{\"c\":1},\"text\":\"t\"}],\"reward\":{\"kind\":\"coverage\",\"targets\":{\"c\":1}}}\n"
        "{\"items\":[{\"cost\":2,\"features\":{\"y\":1,\"x\":3},\"vector\":{\"v\":1}}]}\n",
        "1 1 1 e1|qf 1:0.5 2:1 |sf 1:1\n0 1 2 e1|qf 3:1 |sf 2:1\n\n0.5 1 1 e2|qf 2:1\n"};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        char path[] = "/tmp/knap-test-XXXXXX";
        int file = mkstemp(path);
        assert_int_equal(write(file, texts[i], strlen(texts[i])), (ssize_t)strlen(texts[i]));
        close(file);
        assert_true(survives(read_instances, path) > 10);
        unlink(path);
    }
}

static int make_path(void **state)
{
    int file = mkstemp(model_path);
    (void)state;
    return file < 0 || close(file);
}

static int remove_path(void **state)
{
    (void)state;
    return unlink(model_path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(training_survives), cmocka_unit_test(systems_survive),  cmocka_unit_test(tuning_survives),
        cmocka_unit_test(majority_survives), cmocka_unit_test(reading_survives),
    };
    return cmocka_run_group_tests_name("memory", tests, make_path, remove_path);
}
