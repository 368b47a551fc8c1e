/* flaws_train_test.c - learning with a readability penalty; models store the names of flaws; data with
 * other names. */
#include "failing.h"
#include "flawed.h"

#include "core/example.h"
#include "core/model.h"

enum { ITEMS = 16, BUDGET = 25 };

/* Items whose reward per cost a feature predicts; every second one is flawed, or depends on one that
 * exceeds the budget. */
static knap_data *tempting(uint64_t seed, size_t count)
{
    knap_data *data;
    knap_rng rng;
    size_t feature;
    knap_rng_seed(&rng, seed);
    assert_ok(knap_data_new(NULL, &data, error));
    assert_ok(knap_data_feature(data, "rate", &feature, error));
    name_flaws(data);
    for (size_t k = 0; k < count; k++) {
        knap_instance *instance;
        assert_ok(knap_data_add(data, NULL, 10, 0, &instance, error));
        for (size_t i = 0; i < 30; i++) {
            double rate = knap_rng_uniform(&rng);
            knap_item item = {.cost = i ? 1 : 100, .feature = &rate, .worth = i ? rate : 0};
            assert_ok(knap_instance_add(instance, &item, error));
            if (i % 4 == 1)
                assert_ok(knap_instance_set_flaws(instance, i, 1, error));
            if (i % 4 == 3)
                assert_ok(knap_instance_set_support(instance, i, 0, error));
        }
        assert_ok(knap_instance_set_reward(instance, knap_reward_find("modular"), NULL, error));
    }
    return data;
}

static size_t count_flawed(const knap_model *model, knap_data *data)
{
    size_t flawed = 0;
    assert_ok(knap_model_match(model, data, 0, error));
    for (size_t k = 0; k < knap_data_count(data); k++) {
        knap_list list = {.allocator = NULL};
        const knap_instance *instance = knap_data_at(data, k);
        assert_ok(knap_model_pack(model, instance, 0, NULL, &list, NULL, error));
        for (size_t i = 0; i < list.count; i++)
            flawed += knap_list_flaws(instance, &list, list.item[i]) != 0;
        knap_list_free(&list);
    }
    return flawed;
}

static knap_model *train_at(knap_data *data, double readability_penalty, unsigned views)
{
    knap_settings settings;
    knap_model *model;
    knap_settings_init(&settings);
    settings.penalties.readability = readability_penalty;
    settings.views = views;
    assert_ok(knap_train(data, NULL, &settings, 1, NULL, &model, NULL, error));
    return model;
}

static void a_price_is_learned(void **unused)
{
    knap_data *data = tempting(1, 30), *test = tempting(2, 30);
    knap_model *free_of_charge = train_at(data, 0, 1 | kn_view_flaw_parts()),
               *priced = train_at(data, 1, 1 | kn_view_flaw_parts()), *blind = train_at(data, 1, 1);
    size_t some = count_flawed(free_of_charge, test);
    (void)unused;
    assert_true(some > 100 && some < 200); /* of 300 */
    assert_int_equal(count_flawed(priced, test), 0);
    assert_true(count_flawed(blind, test) > 100);
    assert_string_equal(knap_model_column(priced, 1), "flaw:unsupported");
    assert_string_equal(knap_model_column(priced, 3), "flaw:question");
    assert_true(knap_model_weight(priced, 0, 0, 1) < 0 && knap_model_weight(priced, 0, 0, 3) < 0);
    knap_model_free(free_of_charge);
    knap_model_free(priced);
    knap_model_free(blind);
    knap_data_free(data);
    knap_data_free(test);
}

/* The loss of a list, sum_i w_i (max_s b - b(s_i)), with every benefit written out. Costs stand for masses. */
static double priced_loss(const knap_instance *instance, const knap_list *list, double price)
{
    double weight[ITEMS], regret = 0;
    knap_list so_far = {.allocator = NULL};
    kn_example_weights(instance, list, weight);
    for (size_t i = 0; i < list->count; i++) {
        double best = -INFINITY, mine = 0, value, flawed = 0;
        assert_ok(knap_list_value(instance, &so_far, &value, error));
        for (size_t j = 0; j < so_far.count; j++)
            flawed += reads_ill(instance, &so_far, so_far.item[j]) ? instance->cost[so_far.item[j]] / BUDGET : 0;
        for (size_t s = 0; s < ITEMS; s++) {
            double then, ill = 0, benefit;
            if (in_list(&so_far, s) || so_far.cost + instance->cost[s] > BUDGET)
                continue;
            assert_ok(knap_list_push(&so_far, instance, s, error));
            assert_ok(knap_list_value(instance, &so_far, &then, error));
            for (size_t j = 0; j < so_far.count; j++)
                ill += reads_ill(instance, &so_far, so_far.item[j]) ? instance->cost[so_far.item[j]] / BUDGET : 0;
            take_out(&so_far, instance, so_far.count - 1);
            benefit = (then - value - price * (ill - flawed)) / instance->cost[s] * BUDGET;
            best = fmax(best, benefit);
            mine = s == list->item[i] ? benefit : mine;
        }
        regret += weight[i] * (best - mine);
        assert_ok(knap_list_push(&so_far, instance, list->item[i], error));
    }
    knap_list_free(&so_far);
    return regret;
}

static void examples_know_the_list(void **unused)
{
    knap_rng rng;
    (void)unused;
    knap_rng_seed(&rng, 7);
    for (int round = 0; round < 20; round++) {
        knap_data *data;
        knap_settings settings;
        knap_report report;
        knap_model *model;
        knap_list oracle = {.allocator = NULL};
        assert_ok(knap_data_new(NULL, &data, error));
        name_flaws(data);
        knap_instance *instance = random_instance(data, &rng, ITEMS, BUDGET, "coverage", 1);
        draw_flaws(instance, &rng);
        knap_settings_init(&settings);
        settings.penalties.readability = 0.3;
        settings.guided = 1;
        settings.epochs = 1;
        assert_ok(knap_train(data, NULL, &settings, 1, NULL, &model, &report, error));
        assert_ok(knap_greedy(instance, KNAP_GREEDY_BENEFIT, &oracle, error));
        assert_close(report.loss, priced_loss(instance, &oracle, 0.3), 1e-9);
        knap_list_free(&oracle);
        knap_model_free(model);
        knap_data_free(data);
    }
}

/* Data without flaws: the part is left out. */
static void parts_need_flaws(void **unused)
{
    knap_data *data;
    knap_rng rng;
    knap_model *model;
    (void)unused;
    knap_rng_seed(&rng, 6);
    assert_ok(knap_data_new(NULL, &data, error));
    random_instance(data, &rng, 10, 20, "coverage", 1);
    model = train_at(data, 0.5, 0x0f | kn_view_flaw_parts());
    assert_int_equal(knap_model_settings(model)->views, 0x0f);
    knap_model_free(model);
    knap_data_free(data);
}

/* ---- Names ---- */

static knap_status write_model(const knap_model *model, char *text, size_t size, size_t *length)
{
    char path[] = "/tmp/knap-test-XXXXXX";
    FILE *file = fdopen(mkstemp(path), "rb");
    knap_error problem;
    knap_status status = knap_model_save(model, path, &problem);
    fclose(file);
    file = fopen(path, "rb");
    *length = fread(text, 1, size, file);
    fclose(file);
    remove(path);
    return status;
}

static void sign(char *text, size_t *length)
{
    size_t body = *length - strlen("checksum 0123456789abcdef\n");
    snprintf(text + body, 32, "checksum %016llx\n", (unsigned long long)kn_hash(KN_HASH_START, text, body));
}

static void drop_line(char *text, size_t *length, const char *start)
{
    char *at = strstr(text, start), *end = strchr(at, '\n') + 1;
    memmove(at, end, *length - (size_t)(end - text) + 1);
    *length -= (size_t)(end - at);
}

/* What is read is what was written; a file from before there were prices is read as one without. */
static void models_come_back(void **unused)
{
    static char text[65536], again[65536];
    size_t length, other;
    knap_data *data = tempting(1, 5);
    knap_model *model = train_at(data, 0.5, 1 | kn_view_flaw_parts()), *loaded;
    knap_error problem;
    (void)unused;
    assert_ok(write_model(model, text, sizeof text, &length));
    assert_non_null(strstr(text, "\nflaws 3\nflaw question\nflaw fragment\nflaw capitals\n"));
    assert_ok(knap_model_parse(text, length, "model", NULL, &loaded, error));
    assert_ok(write_model(loaded, again, sizeof again, &other));
    assert_true(length == other && memcmp(text, again, length) == 0);
    assert_true(knap_model_settings(loaded)->penalties.readability == 0.5);
    knap_model_free(loaded);
    text[length] = 0;
    drop_line(text, &length, "set readability-penalty ");
    sign(text, &length);
    assert_ok(knap_model_parse(text, length, "model", NULL, &loaded, error));
    assert_true(knap_model_settings(loaded)->penalties.readability == 0);
    assert_int_equal(knap_model_set_penalties(loaded, &(knap_penalties){.readability = -1}, &problem), KNAP_USAGE);
    assert_int_equal(knap_model_set_penalties(loaded, &(knap_penalties){.readability = NAN}, &problem), KNAP_USAGE);
    assert_ok(knap_model_set_penalties(loaded, &(knap_penalties){.readability = 2}, error));
    assert_true(knap_model_settings(loaded)->penalties.readability == 2);
    knap_model_free(loaded);
    drop_line(text, &length, "flaw fragment");
    sign(text, &length);
    assert_int_equal(knap_model_parse(text, length, "model", NULL, &loaded, &problem), KNAP_BAD_MODEL);
    knap_model_free(model);
    knap_data_free(data);
}

/* Data that name their flaws in another order, or more of them, are packed as those that the model was trained on. */
static void names_are_matched(void **unused)
{
    knap_data *data = tempting(1, 5), *other;
    knap_model *model = train_at(data, 0.5, 1 | kn_view_flaw_parts());
    const knap_instance *from = knap_data_at(data, 0);
    knap_instance *to;
    knap_list a = {.allocator = NULL}, b = {.allocator = NULL};
    size_t feature, strange, fragment, question;
    knap_error problem;
    (void)unused;
    assert_ok(knap_data_new(NULL, &other, error));
    assert_ok(knap_data_feature(other, "rate", &feature, error));
    assert_ok(knap_data_flaw(other, "strange", &strange, error));
    assert_ok(knap_data_flaw(other, "fragment", &fragment, error));
    assert_ok(knap_data_flaw(other, "question", &question, error));
    assert_ok(knap_data_add(other, NULL, 10, 0, &to, error));
    for (size_t i = 0; i < knap_instance_count(from); i++) {
        double rate = (double)knap_instance_features(from, i)[0];
        knap_item item = {.cost = knap_instance_cost(from, i), .feature = &rate};
        assert_ok(knap_instance_add(to, &item, error));
        if (i % 4 == 1)
            assert_ok(knap_instance_set_flaws(to, i, 1u << question | (i > 20 ? 1u << strange : 0), error));
        if (i % 4 == 3)
            assert_ok(knap_instance_set_support(to, i, 0, error));
    }
    assert_int_equal(knap_model_pack(model, to, 0, NULL, &b, NULL, &problem), KNAP_USAGE);
    assert_ok(knap_model_match(model, other, 0, error));
    assert_ok(knap_model_pack(model, from, 0, NULL, &a, NULL, error));
    assert_ok(knap_model_pack(model, to, 0, NULL, &b, NULL, error));
    assert_int_equal(a.count, b.count);
    assert_memory_equal(a.item, b.item, a.count * sizeof *a.item);
    assert_string_equal(knap_data_flaw_name(other, 3), "strange");
    assert_int_equal(knap_list_flaws(to, &b, 21), 1u | 1u << 3);
    knap_list_free(&a);
    knap_list_free(&b);
    knap_model_free(model);
    knap_data_free(data);
    knap_data_free(other);
}

static void wrong_flaws_are_refused(void **unused)
{
    knap_data *data;
    knap_instance *instance;
    knap_item item = {.cost = 1};
    knap_error problem;
    size_t flaw;
    char name[16];
    (void)unused;
    assert_ok(knap_data_new(NULL, &data, error));
    assert_ok(knap_data_add(data, NULL, 5, 0, &instance, error));
    assert_ok(knap_instance_add(instance, &item, error));
    assert_int_equal(knap_instance_set_flaws(instance, 0, 1, &problem), KNAP_BAD_INPUT);
    for (int i = 0; i < KNAP_MOST_FLAWS; i++) {
        snprintf(name, sizeof name, "k%d", i);
        assert_ok(knap_data_flaw(data, name, &flaw, error));
        assert_int_equal(flaw, i);
    }
    assert_ok(knap_data_flaw(data, "k3", &flaw, error));
    assert_int_equal(flaw, 3);
    assert_int_equal(knap_data_flaw(data, "one more", &flaw, &problem), KNAP_BAD_INPUT);
    assert_int_equal(knap_instance_set_flaws(instance, 1, 1, &problem), KNAP_BAD_INPUT);
    assert_int_equal(knap_instance_set_flaws(instance, 0, KNAP_FLAW_UNSUPPORTED, &problem), KNAP_BAD_INPUT);
    assert_int_equal(knap_instance_set_support(instance, 0, 0, &problem), KNAP_BAD_INPUT);
    assert_int_equal(knap_instance_set_support(instance, 0, 1, &problem), KNAP_BAD_INPUT);
    assert_ok(knap_instance_set_support(instance, 0, KNAP_NO_ITEM, error));
    knap_data_free(data);
}

static knap_status train_match_and_swap(const knap_allocator *allocator, void *unused)
{
    static const double worth[] = {0.9, 0.4};
    knap_data *data = NULL;
    knap_instance *instance = NULL;
    knap_model *model = NULL;
    knap_settings settings;
    knap_run run = {.allocator = allocator, .jobs = 1};
    knap_list list = {.allocator = allocator};
    size_t flaw = 0;
    knap_status status = knap_data_new(allocator, &data, NULL);
    (void)unused;
    knap_settings_init(&settings);
    settings.views = kn_view_all_parts();
    settings.penalties.readability = 0.2;
    settings.decode = 1;
    settings.epochs = 1;
    if (!status)
        status = knap_data_flaw(data, "question", &flaw, NULL);
    if (!status)
        status = knap_data_add(data, NULL, 4, 0, &instance, NULL);
    for (uint32_t i = 0; !status && i < 6; i++) {
        double one = 1;
        knap_item item = {.cost = 1 + i % 2, .concept_id = &i, .amount = &one, .concept_count = 1};
        status = knap_instance_add(instance, &item, NULL);
        if (!status)
            status = knap_instance_expect(instance, i, worth, 2, NULL);
        if (!status)
            status = knap_instance_set_flaws(instance, i, i % 3 == 0, NULL);
        if (!status && i)
            status = knap_instance_set_support(instance, i, i - 1, NULL);
    }
    if (!status)
        status = knap_instance_set_reward(instance, knap_reward_find("expected"), NULL, NULL);
    if (!status)
        status = knap_train(data, NULL, &settings, 1, &run, &model, NULL, NULL);
    if (!status)
        status = knap_data_flaw(data, "fragment", &flaw, NULL);
    if (!status)
        status = knap_model_match(model, data, 0, NULL);
    if (!status)
        status = knap_model_pack(model, instance, 0, &run, &list, NULL, NULL);
    knap_list_free(&list);
    knap_model_free(model);
    knap_data_free(data);
    return status;
}

static void all_of_it_survives_without_memory(void **unused)
{
    (void)unused;
    assert_true(survives(train_match_and_swap, NULL) > 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_price_is_learned),
        cmocka_unit_test(examples_know_the_list),
        cmocka_unit_test(parts_need_flaws),
        cmocka_unit_test(models_come_back),
        cmocka_unit_test(names_are_matched),
        cmocka_unit_test(wrong_flaws_are_refused),
        cmocka_unit_test(all_of_it_survives_without_memory),
    };
    return cmocka_run_group_tests_name("flaws-train", tests, NULL, NULL);
}
