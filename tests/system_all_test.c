/* system_all_test.c - what every system promises: lists within the budget, no item twice, the same lists with
 * any number of threads, sense on degenerate instances; tuning; matching; groups and kinds from JSONL. */
#include "random.h"
#include "inner.h"
#include "core/instance.h"

#include <unistd.h>

static void make_params(const knap_system *system, unsigned char *params, size_t room)
{
    const knap_param *row;
    assert_true(system->params_size <= room);
    if (!system->params)
        return;
    knap_system_init(system, params);
    if ((row = knap_param_find(system->params, "samples")))
        assert_ok(knap_param_parse(row, params, "200", error));
    if ((row = knap_param_find(system->params, "epochs")))
        assert_ok(knap_param_parse(row, params, "2", error));
}

static knap_model *fit(const knap_system *system, knap_data *train, size_t jobs)
{
    _Alignas(max_align_t) unsigned char params[256];
    knap_run run = {.jobs = jobs};
    knap_model *model = NULL;
    make_params(system, params, sizeof params);
    assert_ok(knap_system_fit(system, system->params ? params : NULL, train, &run, &model, error));
    return model;
}

static void check_list(const knap_system *system, const knap_instance *instance, const knap_list *list)
{
    double cost = 0;
    for (size_t i = 0; i < list->count; i++) {
        assert_true(list->item[i] < knap_instance_count(instance));
        cost += knap_instance_cost(instance, list->item[i]);
        for (size_t j = 0; j < i; j++)
            if (list->item[i] == list->item[j])
                fail_msg("%s picks item %zu twice", system->name, list->item[i]);
    }
    if (cost > knap_instance_budget(instance))
        fail_msg("%s spends %g of %g", system->name, cost, knap_instance_budget(instance));
}

/* Random instances of all sizes, with documents and kinds on half of them. */
static knap_data *random_data(uint64_t seed, size_t count)
{
    static const char *const kinds[] = {"coverage", "facility"};
    knap_data *data;
    knap_rng rng;
    knap_rng_seed(&rng, seed);
    assert_ok(knap_data_new(NULL, &data, error));
    for (size_t t = 0; t < count; t++) {
        knap_instance *instance =
            random_instance(data, &rng, 1 + t * 3 % 40, (double)(t * 7 % 45), kinds[t % 2], t % 3 > 0);
        for (uint32_t c = 0; t % 2 && c < RANDOM_CONCEPTS; c++)
            assert_ok(knap_instance_mark(instance, c, (knap_concept)(c % 4), error));
        for (uint32_t c = 0; c < RANDOM_CONCEPTS; c++) {
            double first = knap_rng_uniform(&rng), worth[] = {first, first * knap_rng_uniform(&rng)};
            assert_ok(knap_instance_expect(instance, c, worth, 2, error));
        }
    }
    return data;
}

static void lists_are_sound(void **state)
{
    enum { COUNT = 40 };
    knap_data *data = random_data(1, COUNT);
    knap_packed one[COUNT], two[COUNT];
    knap_run threads = {.jobs = 3};
    (void)state;
    for (size_t k = 0; knap_systems()[k]; k++) {
        const knap_system *system = knap_systems()[k];
        knap_model *alone = fit(system, data, 1), *together = fit(system, data, 3);
        assert_ptr_equal(knap_model_system(alone), system);
        assert_ok(knap_pack_all(alone, data, 9, NULL, one, error));
        assert_ok(knap_pack_all(together, data, 9, &threads, two, error));
        for (size_t t = 0; t < COUNT; t++) {
            check_list(system, knap_data_at(data, t), &one[t].list);
            if (one[t].list.count != two[t].list.count ||
                (one[t].list.count &&
                 memcmp(one[t].list.item, two[t].list.item, one[t].list.count * sizeof(size_t)) != 0))
                fail_msg("%s packs instance %zu otherwise with three threads", system->name, t);
        }
        knap_packed_free(one, COUNT);
        knap_packed_free(two, COUNT);
        knap_model_free(alone);
        knap_model_free(together);
    }
    knap_data_free(data);
}

/* Other features, and no expectations, do not change the lists of a system that ignores them. */
static void ignored_parts_are_not_read(void **state)
{
    enum { COUNT = 40 };
    knap_data *data = random_data(3, COUNT), *other = random_data(3, COUNT);
    knap_packed one[COUNT], two[COUNT];
    (void)state;
    for (size_t k = 0; knap_systems()[k]; k++) {
        const knap_system *system = knap_systems()[k];
        knap_model *model = system->fit || !system->ignores ? NULL : fit(system, data, 1);
        if (!model)
            continue;
        for (size_t t = 0; t < COUNT; t++) {
            knap_instance *instance = other->instance[t];
            for (size_t i = 0; system->ignores & KNAP_PART_FEATURES && i < instance->count * instance->width; i++)
                instance->feature[i] = (float)(i % 7) - 3;
            for (size_t i = 0; system->ignores & KNAP_PART_VECTORS && i < instance->vector.start[instance->count]; i++)
                instance->vector.value[i] = 0;
            for (uint32_t c = 0; system->ignores & KNAP_PART_EXPECTED && c < RANDOM_CONCEPTS; c++)
                assert_ok(knap_instance_expect(instance, c, (double[]){0.5}, 1, error));
        }
        assert_ok(knap_pack_all(model, data, 9, NULL, one, error));
        assert_ok(knap_pack_all(model, other, 9, NULL, two, error));
        for (size_t t = 0; t < COUNT; t++)
            if (one[t].list.count != two[t].list.count ||
                (one[t].list.count &&
                 memcmp(one[t].list.item, two[t].list.item, one[t].list.count * sizeof(size_t)) != 0))
                fail_msg("%s reads what it says it ignores (instance %zu)", system->name, t);
        knap_packed_free(one, COUNT);
        knap_packed_free(two, COUNT);
        knap_model_free(model);
        knap_data_free(other);
        other = random_data(3, COUNT);
    }
    knap_data_free(data);
    knap_data_free(other);
}

/* Without a policy: swaps never lower the expected F, and what fits is used up as long as it gains. */
static void expectations_are_met(void **state)
{
    enum { COUNT = 40 };
    knap_data *data = random_data(5, COUNT);
    knap_packed plain[COUNT], swapped[COUNT];
    const knap_system *system = knap_system_find("expected");
    _Alignas(max_align_t) unsigned char params[256];
    knap_model *model[2];
    size_t risen = 0;
    (void)state;
    make_params(system, params, sizeof params);
    assert_ok(knap_system_fit(system, params, NULL, NULL, &model[1], error));
    assert_ok(knap_param_parse(knap_param_find(system->params, "swap"), params, "no", error));
    assert_ok(knap_system_fit(system, params, NULL, NULL, &model[0], error));
    assert_ok(knap_pack_all(model[0], data, 1, NULL, plain, error));
    assert_ok(knap_pack_all(model[1], data, 1, NULL, swapped, error));
    for (size_t t = 0; t < COUNT; t++) {
        const knap_instance *instance = knap_data_at(data, t);
        double before, after;
        assert_ok(knap_expected_f(instance, NULL, &plain[t].list, &before, error));
        assert_ok(knap_expected_f(instance, NULL, &swapped[t].list, &after, error));
        assert_true(after >= before);
        risen += after > before;
        for (size_t s = 0; s < knap_instance_count(instance); s++) {
            knap_list more = {.allocator = NULL};
            double with;
            bool there = false;
            for (size_t i = 0; i < plain[t].list.count; i++) {
                there |= plain[t].list.item[i] == s;
                assert_ok(knap_list_push(&more, instance, plain[t].list.item[i], error));
            }
            if (!there && more.cost + knap_instance_cost(instance, s) <= knap_instance_budget(instance)) {
                assert_ok(knap_list_push(&more, instance, s, error));
                assert_ok(knap_expected_f(instance, NULL, &more, &with, error));
                assert_true(with <= before + 1e-12); /* it fits, so it gains nothing */
            }
            knap_list_free(&more);
        }
    }
    assert_true(risen > 3);
    knap_packed_free(plain, COUNT);
    knap_packed_free(swapped, COUNT);
    knap_model_free(model[0]);
    knap_model_free(model[1]);
    knap_data_free(data);
}

/* An instance of n items that are all the same, with or without vectors and concepts. */
static knap_instance *plain_instance(knap_data *data, size_t n, double budget, int vectors, int concepts)
{
    static const uint32_t id[] = {0, 1};
    static const double value[] = {1, 2};
    double feature[RANDOM_FEATURES] = {1, 2, 3, 4, 5};
    knap_instance *instance;
    assert_ok(knap_data_add(data, "same", budget, 0, &instance, error));
    for (size_t s = 0; s < n; s++) {
        knap_item item = {.cost = 2, .worth = 0.5, .feature = feature};
        if (vectors) {
            item.vector = value;
            item.vector_id = id;
            item.vector_count = 2;
        }
        if (concepts) {
            item.concept_id = id;
            item.amount = value;
            item.concept_count = 2;
        }
        assert_ok(knap_instance_add(instance, &item, error));
    }
    if (concepts)
        assert_ok(knap_instance_expect(instance, 1, value, 1, error));
    assert_ok(knap_instance_set_reward(instance, knap_reward_find("modular"), NULL, error));
    return instance;
}

/* Systems that cannot do without concepts say so. */
static int reads_concepts(const knap_system *system)
{
    static const char *const names[] = {"greedykl", "freq", "ilp", "expected"};
    for (size_t i = 0; i < 4; i++)
        if (strcmp(names[i], system->name) == 0)
            return 1;
    return 0;
}

static void degenerate_instances(void **state)
{
    static const struct {
        size_t n;
        double budget;
        int vectors, concepts;
    } cases[] = {{1, 2, 1, 1}, {1, 1, 1, 1}, {1, 0, 1, 1}, {5, 0, 1, 1},  {5, 4, 1, 1},
                 {5, 4, 0, 1}, {5, 4, 1, 0}, {5, 4, 0, 0}, {9, 99, 1, 1}, {9, 99, 0, 0}};
    knap_data *train = random_data(2, 12);
    (void)state;
    for (size_t k = 0; knap_systems()[k]; k++) {
        const knap_system *system = knap_systems()[k];
        knap_model *model = fit(system, train, 1);
        for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
            knap_data *data;
            const knap_instance *instance;
            knap_list list = {.allocator = NULL};
            knap_error told = {.status = KNAP_OK};
            knap_status status;
            assert_ok(knap_data_new(NULL, &data, error));
            name_features(data, RANDOM_FEATURES);
            instance = plain_instance(data, cases[c].n, cases[c].budget, cases[c].vectors, cases[c].concepts);
            status = knap_model_pack(model, instance, 1, NULL, &list, NULL, &told);
            if (!cases[c].concepts && reads_concepts(system)) {
                assert_int_equal(status, KNAP_BAD_INPUT);
                assert_non_null(strstr(told.message, "instance 'same': system"));
                assert_non_null(strstr(told.message, "reads concepts"));
            } else {
                if (status)
                    fail_msg("%s, case %zu: %s", system->name, c, told.message);
                check_list(system, instance, &list);
                if (cases[c].budget >= 2 && list.count == 0)
                    fail_msg("%s picks nothing in case %zu", system->name, c);
            }
            knap_list_free(&list);
            knap_data_free(data);
        }
        knap_model_free(model);
    }
    knap_data_free(train);
}

static void errors_are_told(void **state)
{
    knap_data *data = random_data(3, 4), *bare;
    knap_model *model = NULL;
    knap_error told = {.status = KNAP_OK};
    knap_instance *instance;
    double lambda[4] = {0};
    (void)state;
    assert_int_equal(knap_system_fit(knap_system_find("dpp"), NULL, NULL, NULL, &model, &told), KNAP_USAGE);
    assert_non_null(strstr(told.message, "system dpp is trained"));
    assert_null(model);
    assert_ok(knap_data_new(NULL, &bare, error));
    instance = random_instance(bare, &(knap_rng){{1, 2, 3, 4}}, 3, 5, NULL, 1);
    assert_int_equal(knap_system_fit(knap_system_find("dpp"), NULL, bare, NULL, &model, &told), KNAP_BAD_INPUT);
    assert_non_null(strstr(told.message, "no reward"));
    assert_int_equal(knap_system_tune(knap_system_find("lead"), NULL, data, NULL, NULL, NULL, &told), KNAP_USAGE);
    assert_int_equal(knap_system_tune(knap_system_find("dpp"), "l2=1", data, NULL, lambda, NULL, &told), KNAP_USAGE);
    assert_int_equal(knap_system_tune(knap_system_find("mmr"), "x=1", data, NULL, lambda, NULL, &told), KNAP_USAGE);
    assert_non_null(strstr(told.message, "no setting 'x'"));
    assert_int_equal(knap_system_tune(knap_system_find("mmr"), "lambda=7", data, NULL, lambda, NULL, &told),
                     KNAP_USAGE);
    /* features that were not matched */
    model = fit(knap_system_find("dpp"), data, 1);
    knap_data_free(bare);
    assert_ok(knap_data_new(NULL, &bare, error));
    name_features(bare, 2);
    assert_ok(knap_data_add(bare, NULL, 5, 0, &instance, error));
    assert_int_equal(knap_model_pack(model, instance, 1, NULL, &(knap_list){.allocator = NULL}, NULL, &told),
                     KNAP_USAGE);
    assert_int_equal(knap_model_match(model, bare, 0, &told), KNAP_BAD_MODEL);
    assert_ok(knap_model_match(model, bare, 1, error));
    knap_model_free(model);
    knap_data_free(bare);
    knap_data_free(data);
}

/* Tuning finds the best of its grid: no value of lambda does better alone. */
static void tuning(void **state)
{
    static const char *const values[] = {"0.2", "0.5", "0.8"};
    const knap_system *system = knap_system_find("mmr");
    knap_data *data = random_data(4, 12);
    knap_packed packed[12];
    double lambda = 0.5, best, highest = 0, chosen = 0;
    (void)state;
    assert_ok(knap_system_tune(system, "lambda=0.2,0.5,0.8", data, NULL, &lambda, &best, error));
    for (int i = 0; i < 3; i++) {
        double trial = strtod(values[i], NULL), mean = 0;
        knap_model *model;
        assert_ok(knap_system_fit(system, &trial, NULL, NULL, &model, error));
        assert_ok(knap_pack_all(model, data, 1, NULL, packed, error));
        for (size_t t = 0; t < 12; t++)
            mean += packed[t].reward / 12;
        if (mean > highest + 1e-12) {
            highest = mean;
            chosen = trial;
        }
        knap_packed_free(packed, 12);
        knap_model_free(model);
    }
    assert_close(best, highest, 1e-12);
    assert_close(lambda, chosen, 0);
    knap_data_free(data);
}

/* Documents and kinds of concepts in JSONL reach the systems: with bigrams marked, ilp sees nothing else. */
static void groups_and_kinds(void **state)
{
    static const char text[] = "{\"budget\":1,\"kinds\":{\"bigram\":[\"a b\"],\"stop\":[\"the\"]},\"items\":["
                               "{\"cost\":1,\"group\":1,\"covers\":{\"the\":5,\"a\":3,\"c\":1}},"
                               "{\"cost\":1,\"group\":2,\"covers\":{\"a b\":1}}]}\n"
                               "{\"budget\":1,\"items\":[{\"cost\":1,\"group\":[1]}]}\n";
    char path[] = "/tmp/knap-test-XXXXXX";
    int file = mkstemp(path);
    knap_reader *reader;
    knap_data *data;
    knap_error told = {.status = KNAP_OK};
    knap_list list = {.allocator = NULL};
    knap_model *model;
    size_t added;
    (void)state;
    assert_int_equal(write(file, text, sizeof text - 1), (ssize_t)sizeof text - 1);
    close(file);
    assert_ok(knap_data_new(NULL, &data, error));
    assert_ok(knap_reader_open(path, NULL, &reader, error));
    assert_ok(knap_reader_read(reader, 1, data, &added, error));
    assert_int_equal(knap_instance_group(knap_data_at(data, 0), 0), 1);
    assert_int_equal(knap_instance_group(knap_data_at(data, 0), 1), 2);
    model = fit(knap_system_find("ilp"), NULL, 1);
    assert_ok(knap_model_pack(model, knap_data_at(data, 0), 1, NULL, &list, NULL, error));
    assert_int_equal(list.count, 1);
    assert_int_equal(list.item[0], 1);
    knap_model_free(model);
    model = fit(knap_system_find("freq"), NULL, 1);
    assert_ok(knap_model_pack(model, knap_data_at(data, 0), 1, NULL, &list, NULL, error));
    assert_int_equal(list.item[0], 0);
    knap_model_free(model);
    assert_int_equal(knap_reader_read(reader, 1, data, &added, &told), KNAP_BAD_INPUT);
    assert_non_null(strstr(told.message, "\"group\" is neither a string nor a whole number"));
    knap_list_free(&list);
    knap_reader_close(reader);
    knap_data_free(data);
    unlink(path);
}

/* A model of any system packs; a file is for those that hold a policy. */
static void files_are_for_policies(void **state)
{
    knap_data *data = random_data(3, 6);
    (void)state;
    for (size_t s = 0; knap_systems()[s]; s++) {
        const knap_system *system = knap_systems()[s];
        bool policy = strncmp(system->name, "scp", 3) == 0 || strcmp(system->name, "conseqopt") == 0 ||
                      strcmp(system->name, "reader") == 0;
        knap_model *model = fit(system, data, 1);
        knap_error told = {.status = KNAP_OK};
        knap_status status = knap_model_save(model, "system_all_test.knap", &told);
        assert_int_equal(status, policy ? KNAP_OK : KNAP_USAGE);
        assert_true(policy == (knap_model_settings(model) != NULL));
        assert_true(policy == (knap_model_columns(model) > 0));
        if (!policy) {
            assert_non_null(strstr(told.message, system->name));
            assert_non_null(strstr(told.message, "no file form"));
            assert_int_equal(knap_model_set_decode(model, "swap", &told), KNAP_USAGE);
        }
        knap_model_free(model);
    }
    remove("system_all_test.knap");
    knap_data_free(data);
}

/* Trained policies ignore expected worths unless a setting looks at them. */
static void ignored_parts_depend_on_settings(void **state)
{
    static const char *const looking[] = {"views=expected", "decode=swap", "lambda=0.2", "item-penalty=1"};
    const knap_system *scp = knap_system_find("scp"), *lead = knap_system_find("lead");
    knap_settings settings;
    (void)state;
    assert_int_equal(knap_system_ignores(NULL, NULL), 0);
    assert_int_equal(knap_system_ignores(lead, NULL), lead->ignores);
    assert_int_equal(knap_system_ignores(knap_system_find("dpp"), NULL), 0);
    assert_int_equal(knap_system_ignores(scp, NULL), KNAP_PART_EXPECTED);
    assert_int_equal(knap_system_ignores(knap_system_find("scp-swap"), NULL), 0);
    for (size_t i = 0; i < sizeof looking / sizeof *looking; i++) {
        knap_system_init(scp, &settings);
        assert_int_equal(knap_system_ignores(scp, &settings), KNAP_PART_EXPECTED);
        assert_ok(knap_system_set(scp, looking[i], strlen(looking[i]), &settings, error));
        assert_int_equal(knap_system_ignores(scp, &settings), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_are_sound),
        cmocka_unit_test(ignored_parts_are_not_read),
        cmocka_unit_test(expectations_are_met),
        cmocka_unit_test(degenerate_instances),
        cmocka_unit_test(errors_are_told),
        cmocka_unit_test(tuning),
        cmocka_unit_test(groups_and_kinds),
        cmocka_unit_test(files_are_for_policies),
        cmocka_unit_test(ignored_parts_depend_on_settings),
    };
    return cmocka_run_group_tests_name("system_all", tests, NULL, NULL);
}
