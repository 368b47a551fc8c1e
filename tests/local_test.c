/* local_test.c - a walk that updates only the rows that a pick changes gives the list and the scores of the walk in full, bit by
 * bit. */
#include "flawed.h"

#include "failing.h"
#include "core/follow.h"
#include "core/local.h"

enum { MOST = 300, CONCEPTS = 60, MOST_WEIGHTS = 64 };
enum { PINS = 1, ALTERNATIVES = 2, LIMITS = 4, FLAWS = 8, FRACTIONS = 16, TWINS = 32, KINDS_OF_INSTANCES = 64 };

/* Concepts of few items and of many, of all kinds, some without a worth. */
static void draw_concepts(knap_instance *instance, knap_rng *rng)
{
    for (uint32_t c = 0; c < CONCEPTS; c++) {
        double worth[3], last = 1;
        size_t worths = 1 + knap_rng_below(rng, 3);
        if (knap_rng_below(rng, 8) == 0)
            continue;
        for (size_t k = 0; k < worths; k++)
            last = worth[k] = last * knap_rng_uniform(rng);
        assert_ok(knap_instance_expect(instance, c, worth, worths, error));
    }
    for (uint32_t c = 0; c < CONCEPTS; c++)
        if (c % 3)
            assert_ok(knap_instance_mark(instance, c, c % 3 == 1 ? KNAP_CONCEPT_BIGRAM : KNAP_CONCEPT_STOP, error));
}

static void add_items(knap_instance *instance, knap_rng *rng, size_t n, int kind)
{
    double feature[RANDOM_FEATURES];
    for (size_t s = 0; s < n; s++) {
        uint32_t id[CONCEPTS];
        double amount[CONCEPTS];
        knap_item item = {
            .cost = 1 + (double)knap_rng_below(rng, 9), .feature = feature, .concept_id = id, .amount = amount};
        for (size_t f = 0; f < RANDOM_FEATURES; f++)
            feature[f] = kind & TWINS ? (double)knap_rng_below(rng, 2) : knap_rng_normal(rng);
        for (uint32_t c = 0; c < CONCEPTS; c++)
            if (knap_rng_below(rng, c < 4 ? 2 : 30) == 0) {
                id[item.concept_count] = c;
                amount[item.concept_count++] =
                    kind & FRACTIONS ? 0.1 + knap_rng_uniform(rng) : 1 + (double)knap_rng_below(rng, 2);
            }
        if (kind & ALTERNATIVES)
            item.alternative = knap_rng_below(rng, 4) ? 0 : 1 + s / 10;
        if (kind & LIMITS)
            item.group = 1 + s % 5;
        assert_ok(knap_instance_add(instance, &item, error));
    }
}

static knap_instance *draw(knap_data *data, knap_rng *rng, int kind)
{
    size_t n = 1 + knap_rng_below(rng, knap_rng_below(rng, 2) ? MOST : 9);
    knap_instance *instance;
    name_features(data, RANDOM_FEATURES);
    name_flaws(data);
    assert_ok(knap_data_add(data, "x", (double)(n * (1 + knap_rng_below(rng, 5))), 0, &instance, error));
    add_items(instance, rng, n, kind);
    draw_concepts(instance, rng);
    if (kind & FLAWS)
        draw_flaws(instance, rng);
    for (size_t s = 0; kind & PINS && s < 2 && n > 20; s++)
        assert_ok(knap_instance_set_choice(instance, 9 * s + 3, s ? KNAP_CHOICE_BAN : KNAP_CHOICE_PIN, error));
    if (kind & LIMITS)
        assert_ok(knap_instance_limit_groups(instance, 3, error));
    return instance;
}

/* The walk in full: all rows are updated after each pick. */
static void walk_in_full(kn_walk *walk, const knap_instance *instance, kn_views views, const double *weight,
                         size_t positions, knap_list *list, double *score)
{
    assert_ok(kn_walk_begin(walk, instance, views, error));
    for (size_t s = 0; s < instance->count; s++)
        if (kn_is_pinned(instance, s)) {
            score[list->count] = 0;
            assert_ok(knap_list_push(list, instance, s, error));
        }
    while (walk->candidates) {
        kn_walk_score(walk, kn_policy_at(weight, positions, list->count, walk->view.width));
        size_t best = kn_walk_best(walk), item = walk->candidate[best];
        score[list->count] = walk->score[best];
        assert_ok(knap_list_push(list, instance, item, error));
        assert_ok(kn_walk_push(walk, item, error));
    }
}

static kn_views local_views(void)
{
    kn_views views = {0, 0.2};
    for (unsigned p = 0; kn_view_part_at(p); p++)
        if (kn_can_be_local(1u << p) && !(kn_view_score_parts() & 1u << p))
            views.parts |= 1u << p;
    return views;
}

static void compare(const knap_instance *instance, const double *weight, size_t positions)
{
    static double wanted_score[MOST], score[MOST], again[MOST];
    kn_views views = local_views();
    kn_walk full = {.jobs = 1}, walk = {.jobs = 2};
    knap_list wanted = KNAP_LIST_INIT, list = KNAP_LIST_INIT;
    walk_in_full(&full, instance, views, weight, positions, &wanted, wanted_score);
    assert_ok(kn_walk_policy(&walk, instance, views, weight, positions, &list, score, error));
    assert_int_equal(list.count, wanted.count);
    assert_memory_equal(list.item, wanted.item, list.count * sizeof *list.item);
    assert_memory_equal(score, wanted_score, list.count * sizeof *score);
    assert_ok(kn_walk_scores(&walk, instance, views, weight, positions, &list, again, error));
    assert_memory_equal(again, wanted_score, list.count * sizeof *score);
    knap_list_free(&wanted);
    knap_list_free(&list);
    kn_walk_free(&full);
    kn_walk_free(&walk);
}

static void same_lists(void **unused)
{
    knap_rng rng;
    (void)unused;
    knap_rng_seed(&rng, 5);
    for (int round = 0; round < 4 * KINDS_OF_INSTANCES; round++) {
        double weight[2 * MOST_WEIGHTS];
        knap_data *data;
        size_t width, positions = 1 + (size_t)round % 2;
        assert_ok(knap_data_new(NULL, &data, error));
        knap_instance *instance = draw(data, &rng, round % KINDS_OF_INSTANCES);
        width = kn_view_width(local_views().parts, RANDOM_FEATURES, KINDS);
        assert_true(width <= MOST_WEIGHTS);
        for (size_t i = 0; i < positions * width; i++)
            weight[i] = round % 7 == 0 ? 0 : knap_rng_normal(&rng);
        compare(instance, weight, positions);
        knap_data_free(data);
    }
}

/* Parts whose rows change with every pick are not left to the local walk. */
static void only_local_parts(void **unused)
{
    (void)unused;
    assert_true(kn_can_be_local(kn_view_expected_parts() | kn_view_flaw_parts()));
    assert_false(kn_can_be_local(kn_view_volume_parts()));
    assert_false(kn_can_be_local(kn_view_all_parts()));
}

static knap_status walk_once(const knap_allocator *allocator, void *context)
{
    double weight[MOST_WEIGHTS] = {1, -1, 1}, score[MOST];
    kn_walk walk = {.allocator = allocator, .jobs = 1};
    knap_list list = {.allocator = allocator};
    knap_error problem;
    knap_status status = kn_walk_policy(&walk, context, local_views(), weight, 1, &list, score, &problem);
    if (!status)
        status = kn_walk_scores(&walk, context, local_views(), weight, 1, &list, score, &problem);
    knap_list_free(&list);
    kn_walk_free(&walk);
    return status;
}

static void survives_failing_memory(void **unused)
{
    knap_data *data;
    knap_rng rng;
    (void)unused;
    knap_rng_seed(&rng, 3);
    assert_ok(knap_data_new(NULL, &data, error));
    assert_true(survives(walk_once, draw(data, &rng, FLAWS)) > 5);
    knap_data_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(same_lists), cmocka_unit_test(only_local_parts),
                                       cmocka_unit_test(survives_failing_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
