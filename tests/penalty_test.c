/* penalty_test.c - the penalties of items and of similar pairs: kept up to date against recounts, in the swap search, in the
 * benefit and in the view part similarity. */
#include "failing.h"
#include "flawed.h"

#include "core/example.h"
#include "core/swap.h"
#include "core/walk.h"

enum { ITEMS = 18 };
static const double BUDGET = 30, WHOLE = 12;

/* random_instance with expected worths for all concepts. */
static knap_instance *expecting_instance(knap_data *data, knap_rng *rng, int sparse)
{
    knap_instance *instance = random_instance(data, rng, ITEMS, BUDGET, NULL, sparse);
    for (uint32_t c = 0; c < RANDOM_CONCEPTS; c++) {
        double worth[4], last = 1;
        for (size_t k = 0; k < 4; k++)
            last = worth[k] = last * knap_rng_uniform(rng);
        assert_ok(knap_instance_expect(instance, c, worth, 4, error));
    }
    for (size_t s = 0; s < ITEMS; s++)
        for (uint32_t t = 0; t < 6; t++) {
            /* some twice, which is as good as once */
            for (double times = knap_rng_uniform(rng); times < 0.15; times += 0.1)
                assert_ok(knap_instance_introduce(instance, s, t, error));
            if (knap_rng_uniform(rng) < 0.2)
                assert_ok(knap_instance_need(instance, s, t, knap_rng_uniform(rng), error));
        }
    for (size_t s = 0; s < ITEMS; s += 2) /* two charges add up; every other item has none */
        for (int times = 0; times < 2; times++)
            assert_ok(knap_instance_charge(instance, s, 0.5 - knap_rng_uniform(rng), error));
    assert_ok(knap_instance_set_mass(instance, WHOLE, error));
    return instance;
}

/* The sum over the pairs of a list, from nothing. */
static double excess(const knap_instance *instance, const size_t *item, size_t count, double threshold)
{
    double sum = 0;
    for (size_t a = 0; a < count; a++)
        for (size_t b = a + 1; b < count; b++)
            sum += fmax(0, knap_instance_similarity(instance, item[a], item[b]) - threshold);
    return sum;
}

static int introduced(const knap_instance *instance, const size_t *item, size_t count, uint32_t term)
{
    for (size_t i = 0; i < count; i++)
        for (size_t u = 0; u < instance->term_uses; u++)
            if (instance->term_use[u].item == item[i] && instance->term_use[u].term == term &&
                instance->term_use[u].introduces)
                return 1;
    return 0;
}

/* The charges of a list's items and the weights of the needs that none of them meets, from nothing. */
static double owed(const knap_instance *instance, const size_t *item, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += item[i] % 2 == 0 ? instance->charge[item[i]] : 0;
    for (size_t i = 0; i < count; i++)
        for (size_t u = 0; u < instance->term_uses; u++)
            if (instance->term_use[u].item == item[i] && !instance->term_use[u].introduces &&
                !introduced(instance, item, count, instance->term_use[u].term))
                sum += instance->term_use[u].weight;
    return sum;
}

/* The expected F with penalties, from nothing. */
static double objective(const knap_instance *instance, const knap_penalties *price, const knap_list *list)
{
    double have[RANDOM_CONCEPTS] = {0}, sum = 0, mass = 0;
    for (size_t i = 0; i < list->count; i++) {
        mass += kn_item_mass(instance, list->item[i]);
        for (size_t j = instance->concept.start[list->item[i]]; j < instance->concept.start[list->item[i] + 1]; j++)
        have[instance->concept.id[j]] += instance->concept.value[j];
    }
    for (uint32_t c = 0; c < RANDOM_CONCEPTS; c++)
        sum += kn_worth_of(instance, c, have[c]);
    double beta = price->beta > 0 ? price->beta : 1;
    sum -= price->item * (double)list->count;
    sum -= price->term * owed(instance, list->item, list->count);
    sum -= price->pair * excess(instance, list->item, list->count, price->pair_threshold);
    return (1 + beta * beta) * sum / (mass + beta * beta * WHOLE);
}

/* `self` equals a recount of the list, and so does the change that each item outside it would make. */
static void check_pairs(const kn_pairs *self, size_t *list, size_t count)
{
    double now = excess(self->instance, list, count, self->threshold);
    assert_close(self->total, now, 1e-12);
    for (size_t s = 0; s < self->instance->count; s++) {
        bool listed = false;
        for (size_t i = 0; i < count; i++)
            listed |= list[i] == s;
        list[count] = s;
        if (!listed)
            assert_close(self->change[s], excess(self->instance, list, count + 1, self->threshold) - now, 1e-12);
    }
}

/* Random pushes and pops, with all rows kept and with room for fewer rows than the list has items. */
static void pairs_equal_a_recount(void **unused)
{
    knap_rng rng;
    (void)unused;
    knap_rng_seed(&rng, 1);
    for (int round = 0; round < 40; round++) {
        knap_data *data;
        kn_pairs state = {.allocator = NULL};
        size_t list[ITEMS + 1], count = 0;
        assert_ok(knap_data_new(NULL, &data, error));
        assert_true(kn_pairs_begin(&state, expecting_instance(data, &rng, round % 2), 0.2 * (round % 4)));
        if (round % 3 == 0)
            state.slots = 1 + (size_t)round % 4;
        for (int step = 0; step < 60; step++) {
            check_pairs(&state, list, count);
            if (count && (knap_rng_below(&rng, 3) == 0 || count == 12)) {
                size_t out = knap_rng_below(&rng, count);
                kn_pairs_pop(&state, list[out]);
                list[out] = list[--count];
            } else {
                size_t item = knap_rng_below(&rng, ITEMS), at = 0;
                while (at < count && list[at] != item)
                    at++;
                if (at == count) {
                    kn_pairs_push(&state, item);
                    list[count++] = item;
                }
            }
        }
        kn_pairs_free(&state);
        knap_data_free(data);
    }
}

/* An instance with more items than rows are kept for. */
static void rows_are_replaced(void **unused)
{
    enum { MANY = 200 };
    knap_rng rng;
    knap_data *data;
    kn_pairs state = {.allocator = NULL};
    size_t list[MANY + 1];
    (void)unused;
    knap_rng_seed(&rng, 2);
    assert_ok(knap_data_new(NULL, &data, error));
    assert_true(kn_pairs_begin(&state, random_instance(data, &rng, MANY, 1e6, NULL, 1), 0.1));
    assert_true(state.slots < MANY);
    for (size_t i = 0; i < MANY; i++)
        kn_pairs_push(&state, list[i] = i);
    check_pairs(&state, list, MANY);
    for (size_t i = MANY; i-- > 5;)
        kn_pairs_pop(&state, i);
    check_pairs(&state, list, 5);
    kn_pairs_free(&state);
    knap_data_free(data);
}

static void swaps_keep_their_promises(void **unused)
{
    static const knap_penalties prices[] = {{.item = 0.5},
                                            {.pair = 3, .pair_threshold = 0.2, .beta = 2},
                                            {.item = 0.3, .term = 0.5, .pair = 2, .pair_threshold = 0.4},
                                            {.item = 100, .pair = 100}};
    knap_rng rng;
    size_t changed = 0;
    double items[4][2] = {{0}}, pairs[4][2] = {{0}}; /* with the penalties, without any */
    (void)unused;
    knap_rng_seed(&rng, 3);
    for (int round = 0; round < 200; round++) {
        const knap_penalties *price = &prices[round % 4];
        double before, after, cost = 0;
        knap_data *data;
        knap_list list = {.allocator = NULL};
        assert_ok(knap_data_new(NULL, &data, error));
        knap_instance *instance = expecting_instance(data, &rng, round / 4 % 2);
        for (size_t s = 0; s < ITEMS; s++)
            if (list.cost + instance->cost[s] <= BUDGET)
                assert_ok(knap_list_push(&list, instance, s, error));
        assert_ok(knap_expected_f(instance, price, &list, &before, error));
        assert_close(before, objective(instance, price, &list), 1e-12);
        assert_ok(knap_swap(instance, price, &list, error));
        assert_ok(knap_expected_f(instance, price, &list, &after, error));
        assert_close(after, objective(instance, price, &list), 1e-12);
        for (size_t i = 0; i < list.count; i++) {
            cost += instance->cost[list.item[i]];
            for (size_t j = 0; j < i; j++)
                assert_true(list.item[i] != list.item[j]);
        }
        assert_true(after >= before && cost <= BUDGET && list.count > 0);
        assert_close(list.cost, cost, 1e-12);
        if (round % 4 == 3)
            assert_int_equal(list.count, 1); /* any item costs more than there is to gain */
        changed += after > before;
        items[round % 4][0] += (double)list.count;
        pairs[round % 4][0] += excess(instance, list.item, list.count, 0.2);
        assert_ok(knap_swap(instance, NULL, &list, error));
        items[round % 4][1] += (double)list.count;
        pairs[round % 4][1] += excess(instance, list.item, list.count, 0.2);
        knap_list_free(&list);
        knap_data_free(data);
    }
    assert_true(changed > 150);
    assert_true(items[0][0] < items[0][1] && pairs[1][0] < pairs[1][1]); /* each penalty lowers what it counts */
    assert_true(items[2][0] < items[2][1] && pairs[2][0] < pairs[2][1]);
}

/* Where lists are short enough to try them all: no list that the search could reach by one exchange of one item for one other, or
 * by leaving one out, has a higher objective. */
static void no_single_exchange_is_left(void **unused)
{
    static const knap_penalties price = {.item = 0.2, .term = 1, .pair = 1, .pair_threshold = 0.3};
    knap_rng rng;
    (void)unused;
    knap_rng_seed(&rng, 4);
    for (int round = 0; round < 60; round++) {
        knap_data *data;
        knap_list list = {.allocator = NULL}, other = {.allocator = NULL};
        double best;
        assert_ok(knap_data_new(NULL, &data, error));
        knap_instance *instance = expecting_instance(data, &rng, round % 2);
        assert_ok(knap_list_push(&list, instance, 0, error));
        for (int i = 0; i < 5; i++) /* to a fixed point */
            assert_ok(knap_swap(instance, &price, &list, error));
        best = objective(instance, &price, &list);
        for (size_t out = 0; list.count > 1 && out < list.count; out++) {
            knap_list_clear(&other);
            for (size_t i = 0; i < list.count; i++)
                if (i != out)
                    assert_ok(knap_list_push(&other, instance, list.item[i], error));
            assert_true(objective(instance, &price, &other) <= best + 1e-8);
        }
        knap_list_free(&list);
        knap_list_free(&other);
        knap_data_free(data);
    }
}

/* A penalty that an instance gives no reason for changes nothing, and penalties of 0 are none. */
static void no_penalty_no_change(void **unused)
{
    static const knap_penalties none = KNAP_NO_PENALTIES, threshold = {.pair_threshold = 0.7},
                                flaws = {.readability = 1};
    const knap_penalties *same[] = {&none, &threshold, &flaws};
    knap_rng rng;
    (void)unused;
    knap_rng_seed(&rng, 5);
    for (int round = 0; round < 30; round++) {
        knap_data *data;
        knap_list plain = {.allocator = NULL};
        assert_ok(knap_data_new(NULL, &data, error));
        knap_instance *instance = expecting_instance(data, &rng, 0);
        assert_ok(knap_list_push(&plain, instance, 0, error));
        assert_ok(knap_swap(instance, NULL, &plain, error));
        for (size_t k = 0; k < 3; k++) {
            knap_list list = {.allocator = NULL};
            assert_ok(knap_list_push(&list, instance, 0, error));
            assert_ok(knap_swap(instance, same[k], &list, error));
            assert_int_equal(list.count, plain.count);
            assert_memory_equal(list.item, plain.item, plain.count * sizeof *plain.item);
            knap_list_free(&list);
        }
        knap_list_free(&plain);
        knap_data_free(data);
    }
}

/* Along any list the penalties in the benefit add up to those of the list, divided by the mass that earns the whole reward. */
static void penalties_in_the_benefit_add_up(void **unused)
{
    static const kn_benefit kind = {0.25, 0.7};
    static const knap_penalties price = {.item = 0.5, .term = 2, .pair = 3, .pair_threshold = 0.2};
    knap_rng rng;
    (void)unused;
    knap_rng_seed(&rng, 6);
    for (int round = 0; round < 40; round++) {
        double whole = round % 2 ? WHOLE : BUDGET, paid = 0;
        knap_data *data;
        kn_penalty penalty = {.allocator = NULL};
        knap_list list = {.allocator = NULL};
        void *state;
        assert_ok(knap_data_new(NULL, &data, error));
        knap_instance *instance = expecting_instance(data, &rng, 0);
        assert_ok(knap_instance_set_mass(instance, round % 2 ? WHOLE : 0, error)); /* 0: the budget stands for it */
        assert_ok(knap_instance_set_reward(instance, knap_reward_find("expected"), NULL, error));
        assert_ok(instance->reward->begin(instance, NULL, &state, error));
        assert_true(kn_penalty_begin(&penalty, instance, &price, KN_IN_SHARES));
        for (size_t s = (size_t)round % 3; s < ITEMS; s += 3) {
            paid += (kn_example_benefit(&kind, instance, state, NULL, s) -
                     kn_example_benefit(&kind, instance, state, &penalty, s)) *
                    pow(instance->cost[s] / BUDGET, 0.7);
            instance->reward->push(state, s);
            kn_penalty_push(&penalty, s);
            assert_ok(knap_list_push(&list, instance, s, error));
            double due = 0.5 * (double)list.count + 2 * owed(instance, list.item, list.count) +
                         3 * excess(instance, list.item, list.count, 0.2);
            assert_close(paid, due / whole, 1e-12);
            assert_close(kn_penalty_total(&penalty), due / whole, 1e-12);
        }
        instance->reward->end(state);
        kn_penalty_free(&penalty);
        knap_list_free(&list);
        knap_data_free(data);
    }
}

static void views_equal_their_definitions(void **unused)
{
    unsigned similarity = kn_view_vector_parts() & ~kn_view_volume_parts();
    kn_views views = {1 | similarity, 0.3};
    knap_rng rng;
    (void)unused;
    knap_rng_seed(&rng, 7);
    for (int round = 0; round < 20; round++) {
        knap_data *data;
        kn_walk walk = {.allocator = NULL, .jobs = 1};
        size_t list[ITEMS], count = 0;
        assert_ok(knap_data_new(NULL, &data, error));
        knap_instance *instance = expecting_instance(data, &rng, round % 2);
        assert_ok(kn_walk_begin(&walk, instance, views, error));
        while (walk.candidates) {
            for (size_t c = 0; c < walk.candidates; c++) {
                const float *row = kn_view_row(&walk.view, walk.candidate[c]) + walk.view.width - 2;
                double nearest = count ? -1 : 0, sum = 0;
                for (size_t i = 0; i < count; i++) {
                    double cosine = knap_instance_similarity(instance, list[i], walk.candidate[c]);
                    nearest = fmax(nearest, cosine);
                    sum += fmax(0, cosine - 0.3);
                }
                assert_close((double)row[0], nearest, 1e-6);
                assert_close((double)row[1], sum, 1e-6);
            }
            list[count] = walk.candidate[knap_rng_below(&rng, walk.candidates)];
            assert_ok(kn_walk_push(&walk, list[count++], error));
        }
        kn_walk_free(&walk);
        knap_data_free(data);
    }
}

/* A policy that sees similarity learns to avoid similar pairs where they have a penalty; its model keeps the settings. */
static void a_policy_learns_the_penalty(void **unused)
{
    knap_data *data;
    knap_rng rng;
    knap_settings settings;
    double similar[2] = {0};
    knap_error problem;
    (void)unused;
    knap_rng_seed(&rng, 8);
    assert_ok(knap_data_new(NULL, &data, error));
    for (int i = 0; i < 40; i++)
        random_instance(data, &rng, ITEMS, BUDGET, "coverage", 0);
    knap_settings_init(&settings);
    settings.views = 1 | (kn_view_vector_parts() & ~kn_view_volume_parts());
    settings.penalties.pair_threshold = 0.5;
    for (int k = 0; k < 2; k++) {
        knap_model *model;
        settings.penalties.pair = k ? 20 : 0;
        assert_ok(knap_train(data, NULL, &settings, 1, NULL, &model, NULL, error));
        for (size_t i = 0; i < knap_data_count(data); i++) {
            knap_list list = {.allocator = NULL};
            assert_ok(knap_model_pack(model, knap_data_at(data, i), 0, NULL, &list, NULL, error));
            similar[k] += excess(knap_data_at(data, i), list.item, list.count, 0.5) / (double)list.count;
            knap_list_free(&list);
        }
        assert_int_equal(knap_model_set_penalties(model, &(knap_penalties){.item = 1, .pair_threshold = 0.4}, &problem),
                         KNAP_USAGE);
        assert_ok(knap_model_set_penalties(model, &(knap_penalties){.item = 1, .pair_threshold = 0.5}, error));
        assert_true(knap_model_settings(model)->penalties.item == 1);
        knap_model_free(model);
    }
    assert_true(similar[1] < 0.8 * similar[0]);
    knap_data_free(data);
}

/* With `fill` the list has its share of the budget, or nothing that gains fits any more; no item comes twice. */
static void lists_are_filled(void **unused)
{
    static const knap_penalties price = {.item = 5, .pair = 3, .pair_threshold = 0.2, .fill = 0.8},
                                free_of_it = {.item = 5};
    knap_rng rng;
    size_t filled = 0;
    (void)unused;
    knap_rng_seed(&rng, 12);
    for (int round = 0; round < 60; round++) {
        knap_data *data;
        knap_list list = {.allocator = NULL}, short_list = {.allocator = NULL};
        double cost = 0;
        assert_ok(knap_data_new(NULL, &data, error));
        knap_instance *instance = expecting_instance(data, &rng, round % 2);
        assert_ok(knap_list_push(&list, instance, 0, error));
        assert_ok(knap_list_push(&short_list, instance, 0, error));
        assert_ok(knap_swap(instance, &price, &list, error));
        assert_ok(knap_swap(instance, &free_of_it, &short_list, error));
        for (size_t i = 0; i < list.count; i++) {
            cost += instance->cost[list.item[i]];
            for (size_t j = 0; j < i; j++)
                assert_true(list.item[i] != list.item[j]);
        }
        assert_true(cost <= BUDGET + 1e-9);
        for (size_t s = 0; cost < 0.8 * BUDGET && s < ITEMS; s++) {
            bool listed = false;
            for (size_t i = 0; i < list.count; i++)
                listed |= list.item[i] == s;
            assert_true(listed || cost + instance->cost[s] > BUDGET);
        }
        filled += list.count > short_list.count;
        knap_list_free(&list);
        knap_list_free(&short_list);
        knap_data_free(data);
    }
    assert_true(filled > 30);
}

/* With a readability penalty `fill` adds to the list of the search, and only items that are not awkward in the list as it is
 * then. */
static void lists_are_not_filled_with_awkward_items(void **unused)
{
    static const knap_penalties searched = {.readability = 2, .item = 5},
                                filled = {.readability = 2, .item = 5, .fill = 0.8};
    knap_rng rng;
    size_t added = 0;
    (void)unused;
    knap_rng_seed(&rng, 13);
    for (int round = 0; round < 60; round++) {
        knap_data *data;
        knap_list before = {.allocator = NULL}, list = {.allocator = NULL};
        assert_ok(knap_data_new(NULL, &data, error));
        name_flaws(data);
        knap_instance *instance = expecting_instance(data, &rng, round % 2);
        draw_flaws(instance, &rng);
        assert_ok(knap_list_push(&before, instance, 0, error));
        assert_ok(knap_list_push(&list, instance, 0, error));
        assert_ok(knap_swap(instance, &searched, &before, error));
        assert_ok(knap_swap(instance, &filled, &list, error));
        assert_true(list.count >= before.count);
        assert_memory_equal(list.item, before.item, before.count * sizeof *list.item);
        for (size_t i = before.count; i < list.count; i++) {
            knap_list then = {.item = list.item, .count = i};
            assert_false(reads_ill(instance, &then, list.item[i]));
            added++;
        }
        knap_list_free(&before);
        knap_list_free(&list);
        knap_data_free(data);
    }
    assert_true(added > 30);
}

static void penalties_are_checked(void **unused)
{
    static const knap_penalties wrong[] = {{.readability = -1},     {.item = -1},  {.term = -1}, {.pair = -1},
                                           {.pair_threshold = 1.5}, {.item = NAN}, {.beta = -1}, {.beta = 101}};
    knap_rng rng;
    knap_data *data;
    knap_list list = {.allocator = NULL};
    knap_error problem;
    double value;
    (void)unused;
    knap_rng_seed(&rng, 9);
    assert_ok(knap_data_new(NULL, &data, error));
    knap_instance *instance = expecting_instance(data, &rng, 0);
    assert_ok(knap_list_push(&list, instance, 0, error));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(knap_swap(instance, &wrong[i], &list, &problem), KNAP_USAGE);
        assert_int_equal(knap_expected_f(instance, &wrong[i], &list, &value, &problem), KNAP_USAGE);
    }
    knap_list_free(&list);
    knap_data_free(data);
}

static knap_status build_and_swap(const knap_allocator *allocator, void *unused)
{
    static const double worth[] = {0.9, 0.4}, vector[] = {1, 2, 3, 4, 5, 6, 7};
    static const knap_penalties price = {.item = 0.1, .pair = 1, .pair_threshold = 0.2};
    knap_data *data = NULL;
    knap_instance *instance = NULL;
    knap_list list = {.allocator = allocator};
    knap_status status = knap_data_new(allocator, &data, NULL);
    (void)unused;
    if (!status)
        status = knap_data_add(data, NULL, 4, 0, &instance, NULL);
    for (uint32_t i = 0; !status && i < 6; i++) {
        double one = 1;
        knap_item item = {.cost = 1 + i % 2,
                          .concept_id = &i,
                          .amount = &one,
                          .concept_count = 1,
                          .vector = vector + i,
                          .vector_count = 2};
        status = knap_instance_add(instance, &item, NULL);
        if (!status)
            status = knap_instance_expect(instance, i, worth, i < 2 ? 1 : 2, NULL);
    }
    for (size_t i = 0; !status && i < 2; i++)
        status = knap_list_push(&list, instance, i, NULL);
    if (!status)
        status = knap_swap(instance, &price, &list, NULL);
    knap_list_free(&list);
    knap_data_free(data);
    return status;
}

static void swapping_survives_without_memory(void **unused)
{
    (void)unused;
    assert_true(survives(build_and_swap, NULL) > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_equal_a_recount),
        cmocka_unit_test(rows_are_replaced),
        cmocka_unit_test(swaps_keep_their_promises),
        cmocka_unit_test(no_single_exchange_is_left),
        cmocka_unit_test(no_penalty_no_change),
        cmocka_unit_test(penalties_in_the_benefit_add_up),
        cmocka_unit_test(views_equal_their_definitions),
        cmocka_unit_test(a_policy_learns_the_penalty),
        cmocka_unit_test(penalties_are_checked),
        cmocka_unit_test(lists_are_filled),
        cmocka_unit_test(lists_are_not_filled_with_awkward_items),
        cmocka_unit_test(swapping_survives_without_memory),
    };
    return cmocka_run_group_tests_name("penalty", tests, NULL, NULL);
}
