/* lazy_test.c - the lazy walk gives the list and the scores of the walk in full, bit by bit. */
#include "check.h"

#include "failing.h"
#include "inner.h"
#include "core/lazy.h"
#include "core/instance.h"
#include "core/settings.h"

#include <string.h>

enum { ITEMS = 4800, FEATURES = 5, DIMENSIONS = 8, PICKS = 60 };

/* Kinds of instances and of weights. */
enum { DENSE = 1, SPARSE = 2, TWINS = 4, ALTERNATIVES = 8, PINS = 16, COSTS = 32, LIMITS = 64, KINDS = 128 };
enum { ANY_WEIGHTS, POSITIVE, NEGATIVE_DISTANCES, NONE, WEIGHTS };

static size_t walks, given_up; /* lazy walks, and those that went on in full */

static double uniform(knap_rng *rng)
{
    return (double)knap_rng_below(rng, 1 << 20) / (1 << 20);
}

static knap_status add_item(knap_instance *instance, size_t number, int kind, knap_rng *rng, knap_error *problem)
{
    double feature[FEATURES], vector[DIMENSIONS];
    uint32_t id[DIMENSIONS];
    knap_item item = {.cost = kind & COSTS ? 1 + 4 * uniform(rng) : 1, .feature = feature};
    for (size_t i = 0; i < FEATURES; i++) /* twins: few values, so that whole rows are equal */
        feature[i] = kind & TWINS ? (double)knap_rng_below(rng, 3) - 1 : 2 * uniform(rng) - 1;
    for (size_t i = 0; i < DIMENSIONS; i++) {
        vector[i] = kind & TWINS ? (double)knap_rng_below(rng, 2) : uniform(rng) - 0.3;
        id[i] = (uint32_t)(3 * i);
    }
    if (kind & (DENSE | SPARSE)) {
        item.vector = vector;
        item.vector_count = kind & SPARSE ? 1 + knap_rng_below(rng, DIMENSIONS) : DIMENSIONS;
        item.vector_id = kind & SPARSE ? id : NULL;
    }
    if (kind & ALTERNATIVES)
        item.alternative = knap_rng_below(rng, 4) ? 0 : 1 + number / 50;
    if (kind & LIMITS)
        item.group = 1 + number % 7;
    return knap_instance_add(instance, &item, problem);
}

static knap_status make(const knap_allocator *allocator, int kind, uint64_t seed, knap_data **data, knap_error *problem)
{
    static const char *const names[] = {"a", "b", "c", "d", "e"};
    knap_instance *instance;
    knap_rng rng;
    size_t number;
    knap_status status = knap_data_new(allocator, data, problem);
    knap_rng_seed(&rng, seed);
    for (size_t i = 0; !status && i < FEATURES; i++)
        status = knap_data_feature(*data, names[i], &number, problem);
    if (!status)
        status = knap_data_add(*data, "x", PICKS, 0, &instance, problem);
    for (size_t s = 0; !status && s < ITEMS; s++)
        status = add_item(instance, s, kind, &rng, problem);
    for (size_t s = 0; !status && kind & PINS && s < 3; s++)
        status =
            knap_instance_set_choice(instance, 1000 * (s + 1), s == 1 ? KNAP_CHOICE_BAN : KNAP_CHOICE_PIN, problem);
    if (!status && kind & LIMITS)
        status = knap_instance_limit_groups(instance, 6, problem);
    return status;
}

/* Weights of the parts quality, volume, volume*quality, min-distance. */
static void draw_weights(double *weight, size_t width, int kind, uint64_t seed)
{
    knap_rng rng;
    knap_rng_seed(&rng, seed);
    for (size_t i = 0; i < width; i++) {
        weight[i] = kind == NONE ? 0 : kind == POSITIVE ? uniform(&rng) : 2 * uniform(&rng) - 1;
        if (kind == NEGATIVE_DISTANCES)
            weight[i] = i < width - FEATURES ? 0.01 * weight[i] : -20 - uniform(&rng);
    }
}

static void begin_list(kn_walk *walk, const knap_instance *instance, kn_views views, const double *weight,
                       knap_list *list, double *score)
{
    assert_ok(kn_walk_begin(walk, instance, views, error));
    for (size_t s = 0; s < instance->count; s++)
        if (kn_is_pinned(instance, s)) {
            score[list->count] = 0;
            assert_ok(knap_list_push(list, instance, s, error));
        }
    kn_walk_score(walk, weight);
}

static void pick_one(kn_walk *walk, const double *weight, knap_list *list, double *score)
{
    size_t best = kn_walk_best(walk), item = walk->candidate[best];
    score[list->count] = walk->score[best];
    assert_ok(knap_list_push(list, walk->instance, item, error));
    assert_ok(kn_walk_push_score(walk, item, weight, error));
}

/* The walk in full, as kn_walk_policy makes it of smaller instances. */
static void walk_in_full(kn_walk *walk, const knap_instance *instance, kn_views views, const double *weight,
                         knap_list *list, double *score)
{
    begin_list(walk, instance, views, weight, list, score);
    while (walk->candidates)
        pick_one(walk, weight, list, score);
}

/* The first pick in full, the others lazily as far as that goes. */
static void walk_lazily(kn_walk *walk, const knap_instance *instance, kn_views views, const double *weight,
                        knap_list *list, double *score)
{
    bool finished = false;
    begin_list(walk, instance, views, weight, list, score);
    for (size_t i = 0; walk->candidates; i++) {
        pick_one(walk, weight, list, score);
        if (i == 0 && walk->candidates)
            assert_ok(kn_lazy_walk(walk, weight, list, score, &finished, error));
    }
    given_up += !finished;
    walks++;
}

static void compare(const knap_instance *instance, kn_views views, const double *weight)
{
    static double wanted_score[ITEMS], score[ITEMS];
    kn_walk full = {.jobs = 1};
    knap_list wanted = {.allocator = NULL};
    walk_in_full(&full, instance, views, weight, &wanted, wanted_score);
    assert_true(wanted.count >= 6);
    for (size_t jobs = 1; jobs <= 3; jobs += 2) {
        kn_walk walk = {.jobs = jobs};
        knap_list list = {.allocator = NULL};
        walk_lazily(&walk, instance, views, weight, &list, score);
        assert_int_equal(list.count, wanted.count);
        assert_memory_equal(list.item, wanted.item, list.count * sizeof *list.item);
        assert_memory_equal(score, wanted_score, list.count * sizeof *score);
        knap_list_free(&list);
        kn_walk_free(&walk);
    }
    knap_list_free(&wanted);
    kn_walk_free(&full);
}

static kn_views paper_views(void)
{
    knap_settings settings;
    knap_settings_init(&settings);
    return kn_views_of(&settings);
}

static void same_lists(void **state)
{
    kn_views views = paper_views();
    (void)state;
    assert_true(kn_can_be_lazy(views.parts));
    for (int kind = 0; kind < KINDS; kind++) {
        knap_data *data;
        size_t width;
        double weight[64];
        if ((kind & DENSE && kind & SPARSE) || (kind & PINS && kind & LIMITS && kind & ALTERNATIVES))
            continue;
        assert_ok(make(NULL, kind, (uint64_t)kind + 1, &data, error));
        width = kn_view_width(views.parts, FEATURES, 0);
        for (int weights = 0; weights < WEIGHTS; weights++) {
            draw_weights(weight, width, weights, (uint64_t)(kind + 1000 * weights));
            compare(knap_data_at(data, 0), views, weight);
        }
        knap_data_free(data);
    }
    assert_true(given_up > 0 && given_up < walks); /* both ways were taken */
}

/* Parts that can grow are not left to the lazy walk. */
static void only_parts_that_fade(void **state)
{
    knap_settings settings;
    (void)state;
    knap_settings_init(&settings);
    for (size_t p = 0; kn_view_part_at(p); p++) {
        const kn_view_part *part = kn_view_part_at(p);
        assert_int_equal(kn_can_be_lazy(1u << p), !part->update || part->fades != KN_FADES_NOT);
    }
    assert_false(kn_can_be_lazy(kn_view_all_parts()));
}

static knap_status pack_one(const knap_allocator *allocator, void *context)
{
    const knap_data *data = context;
    kn_views views = paper_views();
    kn_walk walk = {.allocator = allocator, .jobs = 1};
    knap_list list = {.allocator = allocator};
    double weight[64];
    knap_error problem;
    knap_status status;
    size_t item = 0;
    bool finished;
    draw_weights(weight, kn_view_width(views.parts, FEATURES, 0), ANY_WEIGHTS, 5);
    status = kn_walk_begin(&walk, knap_data_at(data, 0), views, &problem);
    if (!status) {
        kn_walk_score(&walk, weight);
        item = walk.candidate[kn_walk_best(&walk)];
        status = knap_list_push(&list, walk.instance, item, &problem);
    }
    if (!status)
        status = kn_walk_push_score(&walk, item, weight, &problem);
    if (!status)
        status = kn_lazy_walk(&walk, weight, &list, NULL, &finished, &problem);
    knap_list_free(&list);
    kn_walk_free(&walk);
    return status;
}

static void survives_failing_memory(void **state)
{
    knap_data *data;
    (void)state;
    assert_ok(make(NULL, DENSE, 3, &data, error));
    assert_true(survives(pack_one, data) > 5);
    knap_data_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(same_lists), cmocka_unit_test(only_parts_that_fade),
                                       cmocka_unit_test(survives_failing_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
