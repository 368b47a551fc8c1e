/* choice_test.c - alternatives, pins and bans: every system respects them; the exact systems against brute force; the oracle against
 * its bound; views of a list that begins with pinned items; the reader. */
#include "failing.h"
#include "random.h"
#include "inner.h"

#include "core/open.h"
#include "core/swap.h"
#include "core/walk.h"

#include <unistd.h>

enum { PINS = 1, BANS = 2, GROUPS = 4 };

/* Random items with expected worths; about two thirds of them in groups of alternatives, one in six banned, one in ten pinned. */
static knap_instance *choosy_instance(knap_data *data, knap_rng *rng, size_t n, double budget, unsigned what)
{
    knap_instance *instance;
    size_t feature;
    if (knap_data_feature_count(data) == 0)
        assert_ok(knap_data_feature(data, "f", &feature, error));
    assert_ok(knap_data_add(data, "x", budget, 0, &instance, error));
    for (size_t i = 0; i < n; i++) {
        double quality = knap_rng_normal(rng), vector[3], amount[RANDOM_CONCEPTS];
        uint32_t concept_id[RANDOM_CONCEPTS];
        knap_item item = {.cost = 1 + (double)knap_rng_below(rng, 10),
                          .feature = &quality,
                          .vector = vector,
                          .vector_count = 3,
                          .group = 1 + i / 4,
                          .concept_id = concept_id,
                          .amount = amount};
        for (size_t d = 0; d < 3; d++)
            vector[d] = knap_rng_uniform(rng);
        for (uint32_t c = 0; c < RANDOM_CONCEPTS; c++)
            if (knap_rng_below(rng, 3) == 0) {
                concept_id[item.concept_count] = c;
                amount[item.concept_count++] = 1 + (double)knap_rng_below(rng, 2);
            }
        if (what & GROUPS && knap_rng_below(rng, 3))
            item.alternative = 1 + knap_rng_below(rng, 1 + n / 3);
        assert_ok(knap_instance_add(instance, &item, error));
        if (what & PINS && knap_rng_below(rng, 10) == 0)
            assert_ok(knap_instance_set_choice(instance, i, KNAP_CHOICE_PIN, error));
        else if (what & BANS && knap_rng_below(rng, 6) == 0)
            assert_ok(knap_instance_set_choice(instance, i, KNAP_CHOICE_BAN, error));
    }
    for (uint32_t c = 0; c < RANDOM_CONCEPTS; c++) {
        double first = knap_rng_uniform(rng), worth[] = {first, first * knap_rng_uniform(rng)};
        assert_ok(knap_instance_expect(instance, c, worth, 2, error));
        assert_ok(knap_instance_target(instance, c, 0.5 + 3 * knap_rng_uniform(rng), error));
    }
    assert_ok(knap_instance_set_mass(instance, 12, error));
    assert_ok(knap_instance_set_reward(instance, knap_reward_find("coverage"), NULL, error));
    return instance;
}

/* Whether the pins can be kept, from the definition. */
static bool pins_are_possible(const knap_instance *instance)
{
    double cost = 0;
    for (size_t s = 0; s < instance->count; s++) {
        if (knap_instance_choice(instance, s) != KNAP_CHOICE_PIN)
            continue;
        cost += instance->cost[s];
        for (size_t t = 0; t < s; t++)
            if (knap_instance_choice(instance, t) == KNAP_CHOICE_PIN && knap_instance_alternative(instance, t) &&
                knap_instance_alternative(instance, t) == knap_instance_alternative(instance, s))
                return false;
    }
    return cost <= instance->budget;
}

/* Gives up pins from the last on until they can be kept. */
static void make_possible(knap_instance *instance)
{
    for (size_t s = instance->count; s-- > 0 && !pins_are_possible(instance);)
        if (knap_instance_choice(instance, s) == KNAP_CHOICE_PIN)
            assert_ok(knap_instance_set_choice(instance, s, KNAP_CHOICE_FREE, error));
}

/* Budget, no item twice, one of a group, no banned item, the pinned ones first and in order. */
static void check_list(const char *name, const knap_instance *instance, const knap_list *list)
{
    size_t pins = 0;
    double cost = 0;
    for (size_t s = 0; s < instance->count; s++)
        if (knap_instance_choice(instance, s) == KNAP_CHOICE_PIN) {
            if (pins >= list->count || list->item[pins] != s)
                fail_msg("%s: pinned item %zu is not in its place", name, s);
            pins++;
        }
    for (size_t i = 0; i < list->count; i++) {
        size_t item = list->item[i], group = knap_instance_alternative(instance, item);
        cost += instance->cost[item];
        if (knap_instance_choice(instance, item) == KNAP_CHOICE_BAN)
            fail_msg("%s picks the banned item %zu", name, item);
        for (size_t j = 0; j < i; j++) {
            if (list->item[j] == item)
                fail_msg("%s picks item %zu twice", name, item);
            if (group && knap_instance_alternative(instance, list->item[j]) == group)
                fail_msg("%s picks two of group %zu", name, group);
        }
    }
    if (cost > instance->budget)
        fail_msg("%s spends %g of %g", name, cost, instance->budget);
    assert_close(list->cost, cost, 1e-9);
}

static knap_model *fit(const knap_system *system, knap_data *train)
{
    _Alignas(max_align_t) unsigned char params[256];
    const knap_param *row;
    knap_model *model = NULL;
    assert_true(system->params_size <= sizeof params);
    if (system->params) {
        knap_system_init(system, params);
        if ((row = knap_param_find(system->params, "samples")))
            assert_ok(knap_param_parse(row, params, "100", error));
        if ((row = knap_param_find(system->params, "epochs")))
            assert_ok(knap_param_parse(row, params, "2", error));
        if ((row = knap_param_find(system->params, "pair-penalty")))
            assert_ok(knap_param_parse(row, params, "0.5", error));
    }
    assert_ok(knap_system_fit(system, system->params ? params : NULL, train, NULL, &model, error));
    return model;
}

static void every_system_respects_them(void **unused)
{
    enum { COUNT = 60 };
    knap_data *data;
    knap_packed packed[COUNT];
    knap_rng rng;
    size_t pinned = 0, longer = 0;
    (void)unused;
    knap_rng_seed(&rng, 1);
    assert_ok(knap_data_new(NULL, &data, error));
    for (size_t t = 0; t < COUNT; t++)
        make_possible(choosy_instance(data, &rng, 1 + t * 3 % 40, 3 + (double)(t * 7 % 45), 1 + (unsigned)t % 7));
    for (size_t k = 0; knap_systems()[k]; k++) {
        const knap_system *system = knap_systems()[k];
        knap_model *model = fit(system, data);
        assert_ok(knap_pack_all(model, data, 9, NULL, packed, error));
        for (size_t t = 0; t < COUNT; t++) {
            const knap_instance *instance = knap_data_at(data, t);
            check_list(system->name, instance, &packed[t].list);
            pinned += instance->pins > 0;
            longer += instance->pins > 0 && packed[t].list.count > instance->pins;
            if (knap_model_columns(model) && k % 2) {
                double *row = malloc((packed[t].list.count * knap_model_columns(model) + 1) * sizeof *row);
                assert_ok(knap_model_explain(model, instance, 9 + t, &packed[t].list, row, error));
                free(row);
            }
        }
        knap_packed_free(packed, COUNT);
        knap_model_free(model);
    }
    assert_true(pinned > 100 && longer > pinned / 2); /* the systems finish the lists */
    knap_data_free(data);
}

/* Pins that cannot be kept are refused by every system, and the message says why. */
static void impossible_pins_are_refused(void **unused)
{
    knap_data *data, *train;
    knap_rng rng;
    (void)unused;
    knap_rng_seed(&rng, 2);
    assert_ok(knap_data_new(NULL, &train, error));
    assert_ok(knap_data_new(NULL, &data, error));
    for (size_t t = 0; t < 6; t++)
        choosy_instance(train, &rng, 12, 20, 0);
    knap_instance *dear = choosy_instance(data, &rng, 12, 5, 0), *twins = choosy_instance(data, &rng, 12, 100, GROUPS);
    for (size_t s = 0; s < 12; s++)
        assert_ok(knap_instance_set_choice(dear, s, KNAP_CHOICE_PIN, error));
    for (size_t s = 0; pins_are_possible(twins); s++)
        assert_ok(knap_instance_set_choice(twins, s, KNAP_CHOICE_PIN, error));
    for (size_t k = 0; knap_systems()[k]; k++) {
        knap_model *model = fit(knap_systems()[k], train);
        knap_list list = {.allocator = NULL};
        knap_error told = {.status = KNAP_OK};
        assert_int_equal(knap_model_pack(model, dear, 1, NULL, &list, NULL, &told), KNAP_BAD_INPUT);
        assert_non_null(strstr(told.message, "exceeds the budget of 5"));
        assert_int_equal(knap_model_pack(model, twins, 1, NULL, &list, NULL, &told), KNAP_BAD_INPUT);
        assert_non_null(strstr(told.message, "are alternatives"));
        knap_list_free(&list);
        knap_model_free(model);
    }
    assert_int_equal(knap_instance_set_choice(dear, 12, KNAP_CHOICE_PIN, NULL), KNAP_BAD_INPUT);
    assert_int_equal(knap_instance_set_choice(dear, 1, (knap_choice)7, NULL), KNAP_USAGE);
    knap_data_free(data);
    knap_data_free(train);
}

/* Whether a set of items is a list that the instance allows. */
static bool is_allowed(const knap_instance *instance, unsigned set)
{
    double cost = 0;
    for (size_t s = 0; s < instance->count; s++) {
        knap_choice choice = knap_instance_choice(instance, s);
        if (!(set >> s & 1)) {
            if (choice == KNAP_CHOICE_PIN)
                return false;
            continue;
        }
        cost += instance->cost[s];
        if (choice == KNAP_CHOICE_BAN)
            return false;
        for (size_t t = 0; t < s; t++)
            if (set >> t & 1 && knap_instance_alternative(instance, s) &&
                knap_instance_alternative(instance, s) == knap_instance_alternative(instance, t))
                return false;
    }
    return cost <= instance->budget;
}

static double value_of(const knap_instance *instance, unsigned set)
{
    knap_list list = {.allocator = NULL};
    double value;
    for (size_t s = 0; s < instance->count; s++)
        if (set >> s & 1)
            assert_ok(knap_list_push(&list, instance, s, error));
    assert_ok(knap_list_value(instance, &list, &value, error));
    knap_list_free(&list);
    return value;
}

/* What ilp maximises: each concept counts once, by the documents that hold it (items of one document). */
static double coverage_of(const knap_instance *instance, unsigned set)
{
    const kn_rows *rows = &instance->concept;
    bool several = instance->group[0] != instance->group[instance->count - 1];
    double weight = 0;
    for (uint32_t c = 0; c < RANDOM_CONCEPTS; c++) {
        unsigned holders = 0;
        bool covered = false;
        for (size_t s = 0; s < instance->count; s++)
            for (size_t i = rows->start[s]; i < rows->start[s + 1]; i++)
                if (rows->id[i] == c) {
                    holders |= 1u << (several ? instance->group[s] : s);
                    covered |= set >> s & 1;
                }
        for (; covered && holders; holders &= holders - 1)
            weight++;
    }
    return weight;
}

/* Tiny instances by brute force: ilp finds the optimum; the oracle adds at least 3/16 of what can be added to the pins. */
static void tiny_instances_by_brute_force(void **unused)
{
    knap_data *data;
    knap_rng rng;
    _Alignas(max_align_t) unsigned char params[256];
    const knap_system *ilp = knap_system_find("ilp"), *oracle = knap_system_find("oracle");
    knap_model *exact, *greedy;
    (void)unused;
    knap_rng_seed(&rng, 3);
    assert_ok(knap_data_new(NULL, &data, error));
    knap_system_init(ilp, params);
    assert_ok(knap_param_parse(knap_param_find(ilp->params, "min-count"), params, "1", error));
    assert_ok(knap_system_fit(ilp, params, NULL, NULL, &exact, error));
    assert_ok(knap_system_fit(oracle, NULL, NULL, NULL, &greedy, error));
    for (size_t round = 0; round < 120; round++) {
        knap_instance *instance =
            choosy_instance(data, &rng, 2 + round % 9, 5 + (double)(round % 20), 4 + (unsigned)round % 4);
        knap_list list = {.allocator = NULL};
        double best_cover = 0, best_value = 0, pins_value = 0;
        unsigned set = 0, pins = 0;
        make_possible(instance);
        for (size_t s = 0; s < instance->count; s++)
            pins |= (unsigned)(knap_instance_choice(instance, s) == KNAP_CHOICE_PIN) << s;
        for (unsigned any = 0; any < 1u << instance->count; any++)
            if (is_allowed(instance, any)) {
                best_cover = fmax(best_cover, coverage_of(instance, any));
                best_value = fmax(best_value, value_of(instance, any));
            }
        pins_value = value_of(instance, pins);
        assert_ok(knap_model_pack(exact, instance, 1, NULL, &list, NULL, error));
        for (size_t i = 0; i < list.count; i++)
            set |= 1u << list.item[i];
        assert_true(is_allowed(instance, set));
        assert_close(coverage_of(instance, set), best_cover, 1e-9);
        assert_ok(knap_model_pack(greedy, instance, 1, NULL, &list, NULL, error));
        check_list("oracle", instance, &list);
        for (set = 0; list.count > 0; list.count--)
            set |= 1u << list.item[list.count - 1];
        assert_true(value_of(instance, set) - pins_value >= 3.0 / 16 * (best_value - pins_value) - 1e-12);
        knap_list_free(&list);
    }
    knap_model_free(exact);
    knap_model_free(greedy);
    knap_data_free(data);
}

/* The case of docs/ALGORITHMS.md in which both plain rules are as bad as one likes: of each of k pairs of alternatives the small one
 * has the higher benefit, and one item that fills the budget has the highest gain. */
static void thresholds_save_the_bound(void **unused)
{
    enum { K = 12 };
    knap_data *data;
    knap_instance *instance;
    knap_list list = {.allocator = NULL};
    double value[3];
    (void)unused;
    assert_ok(knap_data_new(NULL, &data, error));
    assert_ok(knap_data_add(data, NULL, 1, 0, &instance, error));
    for (size_t i = 0; i < K; i++) {
        knap_item small = {.cost = 1e-3 / K, .worth = 2e-3 / K / 2, .alternative = i + 1};
        knap_item large = {.cost = 1.0 / K, .worth = 1.0 / K / 2, .alternative = i + 1};
        assert_ok(knap_instance_add(instance, &small, error));
        assert_ok(knap_instance_add(instance, &large, error));
    }
    assert_ok(knap_instance_add(instance, &(knap_item){.cost = 1, .worth = 1.01 / K / 2}, error));
    assert_ok(knap_instance_set_reward(instance, knap_reward_find("modular"), NULL, error));
    for (int rule = 0; rule < 3; rule++) {
        assert_ok(knap_greedy(instance, (knap_greedy_rule)rule, &list, error));
        check_list("greedy", instance, &list);
        assert_ok(knap_list_value(instance, &list, &value[rule], error));
    }
    /* The unit of the modular reward is its sum, so only ratios count; the best list has all large ones. */
    assert_true(value[KNAP_GREEDY_BENEFIT] < value[KNAP_GREEDY_BETTER] / 10);
    assert_true(value[KNAP_GREEDY_GAIN] < value[KNAP_GREEDY_BETTER] / 10);
    assert_int_equal(list.count, K);
    knap_list_free(&list);
    knap_data_free(data);
}

static void swaps_respect_them(void **unused)
{
    static const knap_penalties price = {.item = 0.1, .pair = 0.5, .pair_threshold = 0.5};
    knap_rng rng;
    size_t changed = 0, within = 0;
    (void)unused;
    knap_rng_seed(&rng, 4);
    for (int round = 0; round < 150; round++) {
        knap_data *data;
        knap_list list = {.allocator = NULL}, first = {.allocator = NULL};
        kn_open open = {.allocator = NULL};
        double before, after;
        assert_ok(knap_data_new(NULL, &data, error));
        knap_instance *instance = choosy_instance(data, &rng, 25, 30, 7);
        make_possible(instance);
        assert_ok(kn_open_begin(&open, instance, error));
        assert_ok(kn_open_pins(&open, &list, error));
        for (size_t s = 0; s < 25; s++)
            if (kn_is_open(&open, s))
                assert_ok(kn_open_take(&open, s, &list, error));
        for (size_t i = 0; i < list.count; i++)
            assert_ok(knap_list_push(&first, instance, list.item[i], error));
        assert_ok(knap_expected_f(instance, &price, &list, &before, error));
        assert_ok(knap_swap(instance, &price, &list, error));
        assert_ok(knap_expected_f(instance, &price, &list, &after, error));
        check_list("swap", instance, &list);
        assert_true(after >= before);
        changed += after > before;
        for (size_t i = 0; i < list.count; i++) /* an item went for its own alternative */
            for (size_t j = 0; j < first.count; j++)
                within += list.item[i] != first.item[j] && kn_item_alternative(instance, list.item[i]) &&
                          kn_item_alternative(instance, list.item[i]) == kn_item_alternative(instance, first.item[j]);
        kn_open_free(&open);
        knap_list_free(&list);
        knap_list_free(&first);
        knap_data_free(data);
    }
    assert_true(changed > 100 && within > 5);
}

/* knap_swap refuses lists that the instance does not allow. */
static void swaps_refuse_wrong_lists(void **unused)
{
    static const size_t wrong[][2] = {{0, 1}, {0, 2}, {0, 0}, {3, 0}, {3, 9}};
    static const char *const why[] = {"alternative", "banned", "twice", "pinned", "the instance has 4 items"};
    static const double worth = 0.5;
    (void)unused;
    for (size_t k = 0; k < 5; k++) {
        knap_data *data;
        knap_instance *instance;
        knap_error told = {.status = KNAP_OK};
        knap_list list = {.allocator = NULL};
        assert_ok(knap_data_new(NULL, &data, error));
        assert_ok(knap_data_add(data, NULL, 9, 0, &instance, error));
        for (uint32_t i = 0; i < 4; i++) {
            double amount = 1;
            knap_item item = {.cost = 1, .alternative = i < 2, .concept_id = &i, .amount = &amount, .concept_count = 1};
            assert_ok(knap_instance_add(instance, &item, error));
            assert_ok(knap_instance_expect(instance, i, &worth, 1, error));
        }
        assert_ok(knap_instance_set_choice(instance, 0, KNAP_CHOICE_PIN, error));
        assert_ok(knap_instance_set_choice(instance, 2, KNAP_CHOICE_BAN, error));
        list.item = malloc(2 * sizeof *list.item);
        list.count = list.capacity = 2;
        memcpy(list.item, wrong[k], sizeof wrong[k]);
        if (k == 4)
            list.item[0] = 0;
        assert_int_equal(knap_swap(instance, NULL, &list, &told), KNAP_USAGE);
        if (!strstr(told.message, why[k]))
            fail_msg("case %zu: %s", k, told.message);
        free(list.item);
        knap_data_free(data);
    }
}

/* A walk of an instance with pins looks like one without in which the same items were picked first. */
static void views_of_pins_equal_picks(void **unused)
{
    kn_views views = {kn_view_all_parts() & ~kn_view_flaw_parts(), 0.3};
    knap_rng rng, same;
    size_t compared = 0;
    (void)unused;
    knap_rng_seed(&rng, 5);
    for (int round = 0; round < 30; round++) {
        knap_data *data;
        kn_walk with = {.allocator = NULL, .jobs = 1}, without = {.allocator = NULL, .jobs = 1};
        assert_ok(knap_data_new(NULL, &data, error));
        same = rng;
        knap_instance *pinned = choosy_instance(data, &rng, 20, 40, PINS | GROUPS);
        knap_instance *plain = choosy_instance(data, &same, 20, 40, PINS | GROUPS);
        make_possible(pinned);
        for (size_t s = 0; s < 20; s++)
            assert_ok(knap_instance_set_choice(plain, s, KNAP_CHOICE_FREE, error));
        assert_ok(kn_walk_begin(&with, pinned, views, error));
        assert_ok(kn_walk_begin(&without, plain, views, error));
        for (size_t s = 0; s < 20; s++)
            if (kn_is_pinned(pinned, s))
                assert_ok(kn_walk_push(&without, s, error));
        assert_int_equal(with.candidates, without.candidates);
        assert_int_equal(with.view.width, without.view.width);
        for (size_t c = 0; c < with.candidates; c++) {
            assert_int_equal(with.candidate[c], without.candidate[c]);
            for (size_t j = 0; j < with.view.width; j++)
                assert_close((double)kn_view_row(&with.view, with.candidate[c])[j],
                             (double)kn_view_row(&without.view, with.candidate[c])[j], 1e-6);
            compared += with.pinned > 0;
        }
        kn_walk_free(&with);
        kn_walk_free(&without);
        knap_data_free(data);
    }
    assert_true(compared > 100);
}

static knap_status read_text(const char *text, knap_data *data, knap_error *told)
{
    char path[] = "/tmp/knap-test-XXXXXX";
    int file = mkstemp(path);
    knap_reader *reader;
    knap_status status;
    size_t added;
    assert_int_equal(write(file, text, strlen(text)), (ssize_t)strlen(text));
    close(file);
    assert_ok(knap_reader_open(path, NULL, &reader, error));
    status = knap_reader_read(reader, 1, data, &added, told);
    knap_reader_close(reader);
    unlink(path);
    return status;
}

static void the_reader_knows_them(void **unused)
{
    static const struct {
        const char *item, *message;
    } wrong[] = {{"\"pin\":1", "\"pin\" is neither true nor false"},
                 {"\"ban\":\"yes\"", "\"ban\" is neither true nor false"},
                 {"\"pin\":true,\"ban\":true", "it is pinned and banned"},
                 {"\"alternative\":1.5", "\"alternative\" is neither a string nor a whole number"}};
    knap_data *data;
    (void)unused;
    assert_ok(knap_data_new(NULL, &data, error));
    assert_ok(read_text("{\"budget\":3,\"items\":[{\"cost\":1,\"alternative\":\"a\",\"id\":\"one\"},{\"cost\":1,"
                        "\"alternative\":7,\"pin\":true},"
                        "{\"cost\":1,\"alternative\":\"a\",\"ban\":true,\"pin\":false},{\"cost\":1}]}\n",
                        data, error));
    knap_instance *instance = knap_data_at(data, 0);
    assert_int_equal(knap_instance_alternative(instance, 0), 1);
    assert_int_equal(knap_instance_alternative(instance, 1), 2);
    assert_int_equal(knap_instance_alternative(instance, 2), 1);
    assert_int_equal(knap_instance_alternative(instance, 3), 0);
    assert_int_equal(knap_instance_choice(instance, 0), KNAP_CHOICE_FREE);
    assert_int_equal(knap_instance_choice(instance, 1), KNAP_CHOICE_PIN);
    assert_int_equal(knap_instance_choice(instance, 2), KNAP_CHOICE_BAN);
    assert_string_equal(knap_instance_item_id(instance, 0), "one");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[200];
        knap_error told = {.status = KNAP_OK};
        snprintf(text, sizeof text, "{\"budget\":3,\"items\":[{\"cost\":1,%s}]}\n", wrong[i].item);
        assert_int_equal(read_text(text, data, &told), KNAP_BAD_INPUT);
        if (!strstr(told.message, wrong[i].message))
            fail_msg("%s: %s", wrong[i].item, told.message);
    }
    knap_data_free(data);
}

static knap_status build_and_pack(const knap_allocator *allocator, void *context)
{
    const knap_system *system = context;
    knap_data *data = NULL;
    knap_instance *instance = NULL;
    knap_model *model = NULL;
    knap_run run = {.allocator = allocator, .jobs = 1};
    knap_list list = {.allocator = allocator};
    knap_status status = knap_data_new(allocator, &data, NULL);
    if (!status)
        status = knap_data_add(data, NULL, 6, 0, &instance, NULL);
    for (uint32_t i = 0; !status && i < 6; i++) {
        double one = 1, vector[] = {1, (double)i};
        knap_item item = {.cost = 1 + i % 2,
                          .alternative = i % 3,
                          .concept_id = &i,
                          .amount = &one,
                          .concept_count = 1,
                          .vector = vector,
                          .vector_count = 2};
        status = knap_instance_add(instance, &item, NULL);
        if (!status)
            status = knap_instance_expect(instance, i, &one, 1, NULL);
    }
    if (!status)
        status = knap_instance_set_choice(instance, 4, KNAP_CHOICE_PIN, NULL);
    if (!status)
        status = knap_system_fit(system, NULL, NULL, &run, &model, NULL);
    if (!status)
        status = knap_model_pack(model, instance, 1, &run, &list, NULL, NULL);
    if (!status)
        check_list(system->name, instance, &list);
    knap_model_free(model);
    knap_list_free(&list);
    knap_data_free(data);
    return status;
}

static void packing_survives_without_memory(void **unused)
{
    static const char *const names[] = {"lead", "mmr", "submod", "freq", "greedykl", "expected", "centroid", "random"};
    (void)unused;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_true(survives(build_and_pack, (void *)(uintptr_t)knap_system_find(names[i])) > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_system_respects_them),
        cmocka_unit_test(impossible_pins_are_refused),
        cmocka_unit_test(tiny_instances_by_brute_force),
        cmocka_unit_test(thresholds_save_the_bound),
        cmocka_unit_test(swaps_respect_them),
        cmocka_unit_test(swaps_refuse_wrong_lists),
        cmocka_unit_test(views_of_pins_equal_picks),
        cmocka_unit_test(the_reader_knows_them),
        cmocka_unit_test(packing_survives_without_memory),
    };
    return cmocka_run_group_tests_name("choice", tests, NULL, NULL);
}
