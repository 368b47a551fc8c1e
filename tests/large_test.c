/* large_test.c - one instance of a million items with 32 features: a round of 10 positions, and packing, in
 * under 2 GiB. */
#include "check.h"

#include "core/inner.h"

#include <sys/resource.h>

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

enum { FEATURES = 32, POSITIONS = 10 };

static void a_million_items_fit(void **state)
{
    const size_t items = SANITIZED ? 20000 : 1000000;
    knap_data *data;
    knap_instance *instance;
    knap_settings settings;
    knap_model *model;
    knap_report report;
    knap_run run = {.jobs = 2};
    knap_list list = {.allocator = NULL};
    knap_rng rng;
    struct rusage usage;
    (void)state;
    knap_rng_seed(&rng, 1);
    knap_settings_init(&settings);
    settings.epochs = 1;
    assert_ok(knap_data_new(NULL, &data, error));
    for (size_t i = 0; i < FEATURES; i++) {
        char name[16];
        size_t number;
        snprintf(name, sizeof name, "f%zu", i);
        assert_ok(knap_data_feature(data, name, &number, error));
    }
    assert_ok(knap_data_add(data, "large", POSITIONS, 0, &instance, error));
    for (size_t s = 0; s < items; s++) {
        double feature[FEATURES], vector[FEATURES];
        for (size_t i = 0; i < FEATURES; i++)
            feature[i] = vector[i] = knap_rng_uniform(&rng);
        knap_item item = {.cost = 1,
                          .feature = feature,
                          .vector = vector,
                          .vector_count = FEATURES,
                          .worth = 0.5 * feature[0] * feature[1]};
        assert_ok(knap_instance_add(instance, &item, error));
    }
    assert_ok(knap_instance_set_reward(instance, knap_reward_find("success"), NULL, error));
    assert_ok(knap_train(data, NULL, &settings, 1, &run, &model, &report, error));
    assert_ok(knap_model_pack(model, instance, 0, &run, &list, NULL, error));
    assert_int_equal(list.count, POSITIONS);
    assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
    print_message("%zu items, %zu columns: peak memory %.2f GiB\n", items, knap_model_columns(model),
                  (double)usage.ru_maxrss / (1 << 20));
    if (!SANITIZED)
        assert_true(usage.ru_maxrss < 2 << 20);
    knap_list_free(&list);
    knap_model_free(model);
    knap_data_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_million_items_fit)};
    return cmocka_run_group_tests_name("large", tests, NULL, NULL);
}
