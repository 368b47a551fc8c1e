/* majority_test.c - the system majority: it learns which member is best, its regret falls, and with one member it is that member. */
#include "failing.h"
#include "random.h"
#include "inner.h"

/* Instances in which the first items are worth the most by cost and all look alike, so that `lead` is right and `random` is not. */
static knap_data *leading_data(uint64_t seed, size_t count)
{
    knap_data *data;
    knap_rng rng;
    size_t feature;
    knap_rng_seed(&rng, seed);
    assert_ok(knap_data_new(NULL, &data, error));
    assert_ok(knap_data_feature(data, "f", &feature, error));
    for (size_t t = 0; t < count; t++) {
        knap_instance *instance;
        assert_ok(knap_data_add(data, NULL, 10, 0, &instance, error));
        for (size_t i = 0; i < 12; i++) {
            double quality = knap_rng_normal(&rng), vector[2] = {knap_rng_uniform(&rng), knap_rng_uniform(&rng)};
            knap_item item = {.cost = 2 + (double)knap_rng_below(&rng, 3),
                              .worth = 0.2 / (1 + (double)i),
                              .feature = &quality,
                              .vector = vector,
                              .vector_count = 2};
            assert_ok(knap_instance_add(instance, &item, error));
        }
        assert_ok(knap_instance_set_reward(instance, knap_reward_find("success"), NULL, error));
    }
    return data;
}

static knap_model *fit(const char *members, const char *epochs, knap_data *train)
{
    const knap_system *system = knap_system_find("majority");
    _Alignas(max_align_t) unsigned char params[64];
    knap_model *model;
    assert_true(system->params_size <= sizeof params);
    knap_system_init(system, params);
    assert_ok(knap_param_parse(knap_param_find(system->params, "members"), params, members, error));
    assert_ok(knap_param_parse(knap_param_find(system->params, "epochs"), params, epochs, error));
    assert_ok(knap_system_fit(system, params, train, NULL, &model, error));
    return model;
}

static void it_finds_the_best_member(void **unused)
{
    knap_data *data = leading_data(1, 20);
    knap_majority_report few, many;
    knap_majority_member lead = {.loss = -1}, other;
    knap_model *model = fit("random,lead", "1", data);
    double shares = 0;
    (void)unused;
    assert_true(knap_model_majority(model, &few));
    assert_int_equal(few.rounds, 20);
    knap_model_free(model);
    model = fit("random,lead", "40", data);
    assert_true(knap_model_majority(model, &many));
    assert_int_equal(many.rounds, 800);
    assert_int_equal(many.members, 2);
    for (size_t m = 0; knap_model_member(model, m, &other); m++) {
        shares += other.share;
        assert_true(other.loss >= many.loss - many.regret - 1e-12); /* regret is against the best member */
        if (strcmp(other.system->name, "lead") == 0)
            lead = other;
    }
    assert_close(shares, 1, 1e-12);
    assert_true(lead.share > 0.7);
    assert_close(lead.loss, many.loss - many.regret, 1e-12);
    assert_true(many.regret < few.regret && many.regret >= 0);
    knap_model_free(model);
    knap_data_free(data);
}

/* One member: no regret, and the member's own lists. */
static void one_member_is_that_member(void **unused)
{
    static const char *const names[] = {"lead", "mmr", "submod", "scp"};
    knap_data *data = leading_data(2, 10);
    (void)unused;
    for (size_t i = 0; i < 4; i++) {
        const knap_system *system = knap_system_find(names[i]);
        knap_model *model = fit(names[i], "2", data), *alone;
        knap_majority_report report;
        knap_packed one[10], two[10];
        assert_true(knap_model_majority(model, &report));
        assert_true(report.regret == 0 && report.members == 1);
        assert_ok(knap_system_fit(system, NULL, system->fit ? data : NULL, NULL, &alone, error));
        assert_false(knap_model_majority(alone, &report));
        assert_ok(knap_pack_all(model, data, 3, NULL, one, error));
        assert_ok(knap_pack_all(alone, data, 3, NULL, two, error));
        for (size_t t = 0; t < 10; t++) {
            assert_int_equal(one[t].list.count, two[t].list.count);
            assert_memory_equal(one[t].list.item, two[t].list.item, one[t].list.count * sizeof(size_t));
        }
        knap_packed_free(one, 10);
        knap_packed_free(two, 10);
        knap_model_free(model);
        knap_model_free(alone);
    }
    knap_data_free(data);
}

/* Every system can be a member, except those that know the reward and majority itself. */
static void members_are_the_systems(void **unused)
{
    const knap_system *system = knap_system_find("majority");
    const char *const *names = knap_param_find(system->params, "members")->choices;
    (void)unused;
    for (size_t k = 0; knap_systems()[k]; k++) {
        const char *name = knap_systems()[k]->name;
        bool found = false, barred = strncmp(name, "oracle", 6) == 0 || strcmp(name, "majority") == 0;
        for (size_t i = 0; names[i]; i++)
            found |= strcmp(names[i], name) == 0;
        if (found == barred)
            fail_msg("%s is %sa member", name, found ? "" : "not ");
    }
}

static void the_same_seed_gives_the_same_model(void **unused)
{
    knap_data *data = leading_data(3, 8);
    knap_model *a = fit("lead,random,mmr", "3", data), *b = fit("lead,random,mmr", "3", data);
    knap_majority_report one, two;
    (void)unused;
    assert_true(knap_model_majority(a, &one) && knap_model_majority(b, &two));
    assert_true(one.regret == two.regret && one.loss == two.loss);
    knap_model_free(a);
    knap_model_free(b);
    knap_data_free(data);
}

static knap_status fit_and_pack(const knap_allocator *allocator, void *context)
{
    knap_data *data = context;
    knap_run run = {.allocator = allocator, .jobs = 1};
    knap_list list = {.allocator = allocator};
    knap_model *model = NULL;
    knap_status status = knap_system_fit(knap_system_find("majority"), NULL, data, &run, &model, NULL);
    if (!status)
        status = knap_model_pack(model, knap_data_at(data, 0), 1, &run, &list, NULL, NULL);
    knap_list_free(&list);
    knap_model_free(model);
    return status;
}

static void it_survives_without_memory(void **unused)
{
    knap_data *data = leading_data(4, 1);
    (void)unused;
    assert_true(survives(fit_and_pack, data) > 10);
    knap_data_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_finds_the_best_member),   cmocka_unit_test(one_member_is_that_member),
        cmocka_unit_test(members_are_the_systems),    cmocka_unit_test(the_same_seed_gives_the_same_model),
        cmocka_unit_test(it_survives_without_memory),
    };
    return cmocka_run_group_tests_name("majority", tests, NULL, NULL);
}
