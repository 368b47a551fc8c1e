/* swap_test.c - the swap search and the fair price against brute force: every number is counted again from the definition. */
#include "flawed.h"

#include "core/swap.h"

enum { ITEMS = 12, CONCEPTS = 10, FIRST_BIGRAM = 8, WORTHS = 3 };

/* An instance, and the numbers that it was made of. */
typedef struct world {
    knap_data *data;
    knap_instance *instance;
    double cost[ITEMS], amount[ITEMS][CONCEPTS], worth[CONCEPTS][WORTHS];
    double budget, mass, penalty;
    double charge[ITEMS]; /* in every list; a bonus where negative */
} world;

/* Adds the instance to `data`; NULL: to data of its own. */
static void world_begin(world *self, knap_data *data, knap_rng *rng, double penalty)
{
    uint32_t id[CONCEPTS];
    *self = (world){.budget = 14 + 12 * knap_rng_uniform(rng), .mass = 8, .penalty = penalty};
    if (!(self->data = data)) {
        assert_ok(knap_data_new(NULL, &self->data, error));
        name_flaws(self->data);
    }
    assert_ok(knap_data_add(self->data, NULL, self->budget, 0, &self->instance, error));
    for (size_t s = 0; s < ITEMS; s++) {
        knap_item item = {.concept_id = id, .amount = self->amount[s], .concept_count = CONCEPTS};
        item.cost = self->cost[s] = 1 + 9 * knap_rng_uniform(rng);
        for (uint32_t c = 0; c < CONCEPTS; c++) {
            id[c] = c;
            self->amount[s][c] = knap_rng_below(rng, 3) ? 0 : 1 + (double)knap_rng_below(rng, 2);
        }
        assert_ok(knap_instance_add(self->instance, &item, error));
    }
    for (uint32_t c = 0; c < CONCEPTS; c++) {
        double last = 1;
        for (size_t k = 0; k < WORTHS; k++)
            last = self->worth[c][k] = last * knap_rng_uniform(rng);
        assert_ok(knap_instance_expect(self->instance, c, self->worth[c], WORTHS, error));
        assert_ok(knap_instance_target(self->instance, c, 0.5 + 2 * knap_rng_uniform(rng), error));
        if (c >= FIRST_BIGRAM)
            assert_ok(knap_instance_mark(self->instance, c, KNAP_CONCEPT_BIGRAM, error));
    }
    assert_ok(knap_instance_set_mass(self->instance, self->mass, error));
    assert_ok(knap_instance_set_reward(self->instance, knap_reward_find("coverage"), NULL, error));
    if (penalty > 0)
        draw_flaws(self->instance, rng);
}

/* ---- The definitions, over sets of items ---- */

static double mass_of(const world *self, size_t item)
{
    double mass = 0;
    for (size_t c = 0; c < FIRST_BIGRAM; c++)
        mass += self->amount[item][c];
    return mass;
}

static bool is_flawed(const world *self, unsigned set, size_t item)
{
    uint32_t on = kn_item_support(self->instance, item);
    return kn_item_flaws(self->instance, item) || (on != KN_NO_SUPPORT && (on >= ITEMS || !(set >> on & 1)));
}

/* sum_w H_w(c_w) - penalty * mass of the flawed items */
static double value_of(const world *self, unsigned set)
{
    double value = 0;
    for (size_t c = 0; c < FIRST_BIGRAM; c++) {
        double amount = 0;
        for (size_t s = 0; s < ITEMS; s++)
            amount += set >> s & 1 ? self->amount[s][c] : 0;
        for (size_t k = 0; k < WORTHS && (double)k < amount; k++)
            value += self->worth[c][k];
    }
    for (size_t s = 0; s < ITEMS; s++)
        value -= set >> s & 1 ? self->charge[s] : 0;
    for (size_t s = 0; self->penalty > 0 && s < ITEMS; s++)
        value -= set >> s & 1 && is_flawed(self, set, s) ? self->penalty * mass_of(self, s) : 0;
    return value;
}

static double f_of(const world *self, unsigned set)
{
    double mass = self->mass;
    for (size_t s = 0; s < ITEMS; s++)
        mass += set >> s & 1 ? mass_of(self, s) : 0;
    return 2 * value_of(self, set) / mass;
}

static double cost_of(const world *self, unsigned set)
{
    double cost = 0;
    for (size_t s = 0; s < ITEMS; s++)
        cost += set >> s & 1 ? self->cost[s] : 0;
    return cost;
}

/* What comes next: the largest gain by cost^power of what fits and is not in `closed`; ITEMS for nothing. */
static size_t next_of(const world *self, unsigned set, unsigned closed, double power)
{
    size_t best = ITEMS;
    double best_key = 0, value = value_of(self, set), cost = cost_of(self, set);
    for (size_t s = 0; s < ITEMS; s++) {
        double gain = value_of(self, set | 1u << s) - value, key = gain / pow(self->cost[s], power);
        if ((set | closed) >> s & 1 || gain <= 1e-12 || cost + self->cost[s] > self->budget || key <= best_key)
            continue;
        best_key = key;
        best = s;
    }
    return best;
}

/* ---- The swap search ---- */

/* The highest F of a list without `out` that is filled again by gain / cost^power, on the way to the fullest. */
static double best_refill(const world *self, unsigned set, unsigned out, double power)
{
    unsigned now = set & ~out;
    double best = 0;
    for (size_t item; (item = next_of(self, now, out, power)) < ITEMS;) {
        now |= 1u << item;
        best = fmax(best, f_of(self, now));
    }
    return best;
}

static double penalty_of(const world *self, unsigned set)
{
    double penalty = 0;
    for (size_t s = 0; s < ITEMS; s++)
        if (set >> s & 1)
            penalty += self->charge[s] + (is_flawed(self, set, s) ? self->penalty * mass_of(self, s) : 0);
    return penalty;
}

/* The highest F after one exchange of `out`. */
static double best_exchange(const world *self, unsigned set, unsigned out)
{
    double best = fmax(best_refill(self, set, out, 1), best_refill(self, set, out, 0.5));
    unsigned rest = set & ~out;
    if (rest && penalty_of(self, rest) < penalty_of(self, set))
        best = fmax(best, f_of(self, rest));
    return best;
}

/* With those of the set that depend on what goes, and on them in turn. */
static unsigned with_dependents(const world *self, unsigned set, unsigned out)
{
    for (int grown = 1; grown;) {
        grown = 0;
        for (size_t s = 0; s < ITEMS; s++) {
            uint32_t on = kn_item_support(self->instance, s);
            if (set >> s & 1 && !(out >> s & 1) && on < ITEMS && out >> on & 1) {
                out |= 1u << s;
                grown = 1;
            }
        }
    }
    return out;
}

static unsigned set_of(const knap_list *list)
{
    unsigned set = 0;
    for (size_t i = 0; i < list->count; i++) {
        assert_false(set >> list->item[i] & 1);
        set |= 1u << list->item[i];
    }
    return set;
}

static void fill_at_random(const world *self, knap_rng *rng, knap_list *list)
{
    knap_list_clear(list);
    for (int tries = 0; tries < 40; tries++) {
        size_t s = knap_rng_below(rng, ITEMS);
        if (!in_list(list, s) && list->cost + self->cost[s] <= self->budget)
            assert_ok(knap_list_push(list, self->instance, s, error));
    }
}

static void draw_charges(world *self, knap_rng *rng)
{
    for (size_t s = 0; s < ITEMS; s++) {
        self->charge[s] = 3 * knap_rng_uniform(rng) - 2.5;
        assert_ok(knap_instance_charge(self->instance, s, self->charge[s], error));
    }
}

/* Where the search ends no single item, no item with its dependents and no pair can be exchanged for a higher F, whichever of
 * the two rules fills the room. */
static void no_exchange_is_left(void **unused)
{
    knap_rng rng;
    knap_list list = {.allocator = NULL};
    (void)unused;
    knap_rng_seed(&rng, 11);
    for (int round = 0; round < 400; round++) {
        world self;
        unsigned set;
        double f;
        world_begin(&self, NULL, &rng, round % 2 ? 0.2 : 0);
        if (round % 4 > 1)
            draw_charges(&self, &rng);
        knap_penalties penalties = {.readability = self.penalty, .term = round % 4 > 1};
        fill_at_random(&self, &rng, &list);
        assert_ok(knap_swap(self.instance, &penalties, &list, error));
        assert_false(list.stopped);
        set = set_of(&list);
        assert_close(list.cost, cost_of(&self, set), 1e-9);
        assert_true(list.cost <= self.budget + 1e-9);
        assert_ok(knap_expected_f(self.instance, &penalties, &list, &f, error));
        assert_close(f, f_of(&self, set), 1e-9);
        for (size_t a = 0; a < ITEMS; a++) {
            if (!(set >> a & 1))
                continue;
            assert_true(best_exchange(&self, set, with_dependents(&self, set, 1u << a)) <= f + 1e-8);
            for (size_t b = a; b < ITEMS; b++)
                if (set >> b & 1)
                    assert_true(best_exchange(&self, set, 1u << a | 1u << b) <= f + 1e-8);
        }
        knap_data_free(self.data);
    }
    knap_list_free(&list);
}

/* ---- In a hurry ---- */

static void copy_list(const world *self, const knap_list *from, knap_list *to)
{
    for (size_t i = 0; i < from->count; i++)
        assert_ok(knap_list_push(to, self->instance, from->item[i], error));
}

static bool hurries_after(void *context)
{
    int *left = context;
    return (*left)-- <= 0;
}

/* A search that is told to hurry ends with the list of the rounds that were done: none leaves the list as it was, more never lower
 * the F, and enough of them give the list of a search without a limit. */
static void a_hurried_search_ends_early(void **unused)
{
    enum { ENOUGH = 1000 };
    static const int rounds[] = {0, 1, 2, ENOUGH};
    size_t changed = 0;
    knap_rng rng;
    (void)unused;
    knap_rng_seed(&rng, 12);
    for (int round = 0; round < 100; round++) {
        world self;
        knap_list start = {.allocator = NULL}, free_list = {.allocator = NULL};
        double last;
        world_begin(&self, NULL, &rng, 0);
        fill_at_random(&self, &rng, &start);
        copy_list(&self, &start, &free_list);
        assert_ok(knap_swap(self.instance, NULL, &free_list, error));
        changed += set_of(&free_list) != set_of(&start);
        last = f_of(&self, set_of(&start));
        for (size_t i = 0; i < sizeof rounds / sizeof *rounds; i++) {
            int left = rounds[i];
            knap_run run = {.hurry = hurries_after, .hurry_context = &left};
            knap_list list = {.allocator = NULL};
            copy_list(&self, &start, &list);
            assert_ok(kn_swap(self.instance, NULL, &run, &list, error));
            assert_true(f_of(&self, set_of(&list)) >= last - 1e-9);
            last = f_of(&self, set_of(&list));
            if (rounds[i] == 0) {
                assert_int_equal(set_of(&list), set_of(&start));
                assert_int_equal(list.stopped, list.count > 0);
            }
            assert_false(rounds[i] == ENOUGH && list.stopped);
            if (rounds[i] == ENOUGH)
                assert_int_equal(set_of(&list), set_of(&free_list));
            knap_list_free(&list);
        }
        knap_list_free(&start);
        knap_list_free(&free_list);
        knap_data_free(self.data);
    }
    assert_true(changed > 50);
}

/* ---- Alternatives ---- */

/* A list of items none of which is a later alternative. */
static void fill_with_first(const world *self, knap_rng *rng, knap_list *list)
{
    knap_list_clear(list);
    for (int tries = 0; tries < 40; tries++) {
        size_t s = knap_rng_below(rng, ITEMS / 2) * 2;
        if (!in_list(list, s) && list->cost + self->cost[s] <= self->budget)
            assert_ok(knap_list_push(list, self->instance, s, error));
    }
}

/* Each odd item is an alternative of the one before it. From the same list, a search with them never ends with a lower F than one
 * that may not use them. */
static void alternatives_never_lower_f(void **unused)
{
    size_t higher = 0;
    knap_rng rng;
    (void)unused;
    knap_rng_seed(&rng, 15);
    for (int round = 0; round < 400; round++) {
        world self;
        knap_list with = {.allocator = NULL}, without = {.allocator = NULL};
        double f[2];
        world_begin(&self, NULL, &rng, round % 2 ? 0.2 : 0);
        knap_penalties penalties = {.readability = self.penalty};
        assert_true(KN_ZEROED_ROOM(self.data->allocator, self.instance->alternative, ITEMS));
        for (size_t s = 0; s < ITEMS; s++)
            self.instance->alternative[s] = (uint32_t)(s / 2 + 1);
        self.instance->alternatives = ITEMS / 2;
        fill_with_first(&self, &rng, &without);
        copy_list(&self, &without, &with);
        assert_ok(knap_swap(self.instance, &penalties, &with, error));
        assert_ok(knap_expected_f(self.instance, &penalties, &with, &f[0], error));
        for (size_t s = 1; s < ITEMS; s += 2)
            assert_ok(knap_instance_set_choice(self.instance, s, KNAP_CHOICE_BAN, error));
        assert_ok(knap_swap(self.instance, &penalties, &without, error));
        assert_ok(knap_expected_f(self.instance, &penalties, &without, &f[1], error));
        assert_true(f[0] >= f[1] - 1e-9);
        higher += f[0] > f[1] + 1e-6;
        for (size_t a = 0; a < with.count; a++)
            for (size_t b = 0; b < a; b++)
                assert_true(with.item[a] / 2 != with.item[b] / 2);
        knap_list_free(&with);
        knap_list_free(&without);
        knap_data_free(self.data);
    }
    assert_true(higher > 100);
}

/* ---- The fair price ---- */

/* Half the F, under the reward, of the list that is picked by expected gain per cost: (f - penalty * share of the flawed items) /
 * (1 + share of the list). */
static void the_fair_price_is_half_of_f(void **unused)
{
    knap_rng rng;
    (void)unused;
    knap_rng_seed(&rng, 12);
    for (int round = 0; round < 200; round++) {
        world self;
        knap_list list = {.allocator = NULL};
        unsigned set = 0;
        double value, share = 0, flawed = 0, price;
        world_begin(&self, NULL, &rng, round % 4 ? 0.1 * (round % 4) : 0);
        for (size_t item; (item = next_of(&self, set, 0, 1)) < ITEMS; set |= 1u << item)
            assert_ok(knap_list_push(&list, self.instance, item, error));
        assert_ok(knap_list_value(self.instance, &list, &value, error));
        for (size_t s = 0; s < ITEMS; s++) {
            share += set >> s & 1 ? mass_of(&self, s) / self.mass : 0;
            flawed += set >> s & 1 && is_flawed(&self, set, s) ? mass_of(&self, s) / self.mass : 0;
        }
        assert_ok(kn_fair_price(self.instance, &(knap_penalties){.readability = self.penalty}, &price, error));
        assert_close(price, fmax(0, value - self.penalty * flawed) / (1 + share), 1e-9);
        knap_list_free(&list);
        knap_data_free(self.data);
    }
}

/* Where the settings leave the price of length to the views, it is the mean of the instances' fair prices. */
static void the_price_of_length_is_the_mean(void **unused)
{
    enum { INSTANCES = 5 };
    static const knap_penalties none = KNAP_NO_PENALTIES;
    knap_rng rng;
    knap_data *data;
    knap_settings settings;
    knap_model *model;
    knap_run run = {.jobs = 2};
    double mean = 0;
    (void)unused;
    knap_rng_seed(&rng, 13);
    assert_ok(knap_data_new(NULL, &data, error));
    for (int i = 0; i < INSTANCES; i++) {
        world self;
        double price;
        world_begin(&self, data, &rng, 0);
        double same;
        assert_ok(kn_fair_price(self.instance, &none, &price, error));
        assert_ok(kn_fair_price(self.instance, NULL, &same, error));
        assert_true(same == price);
        mean += price / INSTANCES;
    }
    knap_settings_init(&settings);
    settings.epochs = 1;
    assert_ok(knap_param_parse(knap_param_find(knap_settings_table(), "views"), &settings, "expected-gain", error));
    assert_ok(knap_train(data, NULL, &settings, 1, &run, &model, NULL, error));
    assert_close(knap_model_settings(model)->lambda, mean, 1e-12);
    knap_model_free(model);
    knap_data_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_exchange_is_left),
        cmocka_unit_test(a_hurried_search_ends_early),
        cmocka_unit_test(alternatives_never_lower_f),
        cmocka_unit_test(the_fair_price_is_half_of_f),
        cmocka_unit_test(the_price_of_length_is_the_mean),
    };
    return cmocka_run_group_tests_name("swap", tests, NULL, NULL);
}
