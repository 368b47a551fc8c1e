/* theorem_test.c - Lemma 2 and Theorem 1 of the paper as tests, on synthetic instances with a finite class of
 * policies.
 *
 * Costs are whole numbers from 1 and every instance has a unit-cost item to fill the budget with, so that
 * lists of policies spend all of it, as the theorem assumes. The optimal list of policies is found by trying
 * all. */
#include "random.h"

#include "core/example.h"

enum { BUDGET = 4, EXPERTS = 4, FILLERS = 4 };

/* An expert scores items by one static feature and picks the best that fits. */
static size_t pick_by_feature(void *context, const knap_instance *instance, const knap_list *so_far)
{
    size_t feature = *(size_t *)context, best = knap_instance_count(instance);
    for (size_t s = 0; s < knap_instance_count(instance); s++) {
        bool taken = false;
        for (size_t i = 0; i < so_far->count; i++)
            taken |= so_far->item[i] == s;
        if (taken || so_far->cost + knap_instance_cost(instance, s) > knap_instance_budget(instance))
            continue;
        if (best == knap_instance_count(instance) ||
            knap_instance_features(instance, s)[feature] > knap_instance_features(instance, best)[feature])
            best = s;
    }
    return best;
}

static size_t feature_number[EXPERTS] = {0, 1, 2, 3};
static knap_expert experts[EXPERTS];

static knap_data *make_data(uint64_t seed, size_t count)
{
    knap_data *data;
    knap_rng rng;
    knap_rng_seed(&rng, seed);
    assert_ok(knap_data_new(NULL, &data, error));
    name_features(data, EXPERTS);
    for (size_t e = 0; e < EXPERTS; e++)
        experts[e] = (knap_expert){pick_by_feature, &feature_number[e]};
    for (size_t t = 0; t < count; t++) {
        knap_instance *instance;
        assert_ok(knap_data_add(data, NULL, BUDGET, 0, &instance, error));
        for (uint32_t s = 0; s < 8 + FILLERS; s++) {
            uint32_t concepts[3] = {s % 6, 6 + s % 5, 11};
            double amount[3], feature[EXPERTS], sum = 0;
            size_t kinds = s < 8 ? 3 : 0;
            double cost = s < 8 ? 1 + (double)knap_rng_below(&rng, 3) : 1;
            for (size_t c = 0; c < 3; c++)
                sum += amount[c] = knap_rng_uniform(&rng);
            /* experts from nearly right to nearly random; fillers last for all */
            for (size_t e = 0; e < EXPERTS; e++)
                feature[e] = s < 8 ? sum / cost + (double)e * knap_rng_normal(&rng) : -1000;
            knap_item item = {
                .cost = cost, .feature = feature, .concept_id = concepts, .amount = amount, .concept_count = kinds};
            assert_ok(knap_instance_add(instance, &item, error));
        }
        for (uint32_t c = 0; c < 12; c++)
            assert_ok(knap_instance_target(instance, c, 1, error));
        assert_ok(knap_instance_set_reward(instance, knap_reward_find("coverage"), NULL, error));
    }
    return data;
}

static double value_of(const knap_instance *instance, const size_t *item, size_t count)
{
    knap_list list = {.allocator = NULL};
    double value;
    for (size_t i = 0; i < count; i++)
        assert_ok(knap_list_push(&list, instance, item[i], error));
    assert_ok(knap_list_value(instance, &list, &value, error));
    knap_list_free(&list);
    return value;
}

/* E f(B~) for a list B: each item is there with probability 1 / cost. */
static double stochastic_value(const knap_instance *instance, const size_t *item, size_t count)
{
    double expected = 0;
    for (size_t set = 0; set < (size_t)1 << count; set++) {
        size_t kept[BUDGET], n = 0;
        double probability = 1;
        for (size_t i = 0; i < count; i++) {
            double chance = 1 / knap_instance_cost(instance, item[i]);
            if (set >> i & 1)
                kept[n++] = item[i];
            probability *= set >> i & 1 ? chance : 1 - chance;
        }
        if (probability > 0)
            expected += probability * value_of(instance, kept, n);
    }
    return expected;
}

/* Lemma 2 for every list A and every list B of |B| items: with alpha = exp(-l(A)/|B|),
 * f(A) >= (1 - alpha) E f(B~) - sum_i w_i eps_i, w_i = [prod_{j>i} (1 - l(a_j)/|B|)] l(a_i). Checks the
 * weights too. */
static void lemma_2_holds(void **state)
{
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 51);
    for (int round = 0; round < 300; round++) {
        knap_data *data = make_data((uint64_t)round, 1);
        knap_instance *instance = knap_data_at(data, 0);
        size_t b[BUDGET];
        knap_list a = {.allocator = NULL};
        double weight[16], errors = 0, before = 0;
        for (size_t i = 0; i < BUDGET; i++)
            b[i] = (size_t)knap_rng_below(&rng, 12);
        for (;;) { /* a random list within the budget */
            size_t s = (size_t)knap_rng_below(&rng, 12);
            if (a.cost + knap_instance_cost(instance, s) > BUDGET)
                break;
            assert_ok(knap_list_push(&a, instance, s, error));
        }
        kn_example_weights(instance, &a, weight);
        for (size_t i = 0; i < a.count; i++) {
            double by_hand = knap_instance_cost(instance, a.item[i]), average = 0, after;
            for (size_t j = i + 1; j < a.count; j++)
                by_hand *= 1 - knap_instance_cost(instance, a.item[j]) / BUDGET;
            assert_close(weight[i] * BUDGET, by_hand, 1e-12); /* the engine's weights are w_i / W */
            for (size_t k = 0; k < BUDGET; k++) {
                size_t longer[16];
                memcpy(longer, a.item, i * sizeof *longer);
                longer[i] = b[k];
                average += (value_of(instance, longer, i + 1) - before) / knap_instance_cost(instance, b[k]) / BUDGET;
            }
            after = value_of(instance, a.item, i + 1);
            errors += by_hand * (average - (after - before) / knap_instance_cost(instance, a.item[i]));
            before = after;
        }
        double alpha = exp(-a.cost / BUDGET);
        assert_true(value_of(instance, a.item, a.count) >=
                    (1 - alpha) * stochastic_value(instance, b, BUDGET) - errors - 1e-12);
        knap_list_free(&a);
        knap_data_free(data);
    }
}

/* The list a sequence of policies proposes: each applied once, to what the ones before it proposed. */
static double sequence_value(const knap_instance *instance, const size_t *sequence)
{
    size_t item[BUDGET], count = 0;
    knap_list so_far = {.allocator = NULL};
    double value;
    for (size_t i = 0; i < BUDGET; i++) {
        /* proposals do not spend: each is there with probability 1 / cost */
        double spent = so_far.cost;
        so_far.cost = 0;
        size_t s = experts[sequence[i]].pick(experts[sequence[i]].context, instance, &so_far);
        so_far.cost = spent;
        item[count++] = s;
        assert_ok(knap_list_push(&so_far, instance, s, error));
    }
    value = stochastic_value(instance, item, count);
    knap_list_free(&so_far);
    return value;
}

/* F(L~*) of the best list of policies, by trying all EXPERTS^BUDGET. */
static double best_sequence(const knap_data *data)
{
    double best = 0;
    for (size_t code = 0; code < (size_t)EXPERTS * EXPERTS * EXPERTS * EXPERTS; code++) {
        size_t sequence[BUDGET], rest = code;
        double mean = 0;
        for (size_t i = 0; i < BUDGET; i++) {
            sequence[i] = rest % EXPERTS;
            rest /= EXPERTS;
        }
        for (size_t t = 0; t < knap_data_count(data); t++)
            mean += sequence_value(knap_data_at(data, t), sequence) / (double)knap_data_count(data);
        best = fmax(best, mean);
    }
    return best;
}

typedef struct outcome {
    double reward; /* F(pi-bar): mean over rounds of the expected reward of the distribution on fresh
                      instances */
    double regret; /* R / T */
} outcome;

static outcome run_majority(const knap_data *data, const knap_data *fresh, size_t rounds, uint64_t seed)
{
    knap_majority *majority;
    knap_rng rng;
    double total[EXPERTS] = {0}, mine = 0, of_expert[EXPERTS] = {0};
    knap_list list = {.allocator = NULL};
    outcome result = {0, 0};
    /* F of each single expert on the fresh instances: F(pi-bar) follows from the shares */
    for (size_t t = 0; t < knap_data_count(fresh); t++)
        for (size_t e = 0; e < EXPERTS; e++) {
            const knap_instance *instance = knap_data_at(fresh, t);
            double value;
            knap_list_clear(&list);
            for (size_t s; (s = experts[e].pick(experts[e].context, instance, &list)) < knap_instance_count(instance);)
                assert_ok(knap_list_push(&list, instance, s, error));
            assert_ok(knap_list_value(instance, &list, &value, error));
            of_expert[e] += value / (double)knap_data_count(fresh);
        }
    assert_ok(knap_majority_new(EXPERTS, sqrt(8 * log(EXPERTS) / (double)rounds), NULL, &majority, error));
    knap_rng_seed(&rng, seed);
    for (size_t t = 0; t < rounds; t++) {
        const knap_instance *instance = knap_data_at(data, t);
        double loss[EXPERTS];
        size_t drawn;
        assert_ok(knap_majority_round(majority, experts, instance, &rng, &drawn, &list, loss, error));
        assert_true(list.cost == BUDGET);
        for (size_t e = 0; e < EXPERTS; e++) {
            assert_true(loss[e] >= -1e-12);
            result.reward += knap_majority_share(majority, e) * of_expert[e] / (double)rounds;
            total[e] += loss[e];
        }
        mine += loss[drawn];
        knap_majority_update(majority, loss);
    }
    double least = total[0];
    for (size_t e = 1; e < EXPERTS; e++)
        least = fmin(least, total[e]);
    result.regret = (mine - least) / (double)rounds;
    knap_majority_free(majority);
    knap_list_free(&list);
    return result;
}

static void theorem_1_holds_and_regret_falls(void **state)
{
    static const size_t horizons[] = {25, 100, 400, 1600};
    const double delta = 0.01;
    knap_data *fresh = make_data(1000, 100);
    double optimum = best_sequence(fresh), regret[4] = {0};
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        knap_data *data = make_data(2000 + seed, 1600);
        for (size_t h = 0; h < 4; h++) {
            size_t rounds = horizons[h];
            outcome got = run_majority(data, fresh, rounds, seed);
            double bound = (1 - exp(-1)) * optimum - got.regret - 2 * sqrt(2 * log(1 / delta) / (double)rounds);
            assert_true(got.reward >= bound);
            /* the concentration term is slack at this T; without it the inequality still says something */
            assert_true(got.reward >= (1 - exp(-1)) * optimum - fmax(got.regret, 0));
            regret[h] += got.regret / 5;
        }
        knap_data_free(data);
    }
    print_message("F(L~*) %.4f; mean regret %.4f %.4f %.4f %.4f at T = 25, 100, 400, 1600\n", optimum, regret[0],
                  regret[1], regret[2], regret[3]);
    assert_true(regret[1] < regret[0] && regret[2] < regret[1] && regret[3] < regret[2]);
    assert_true(regret[3] < 0.25 * regret[0]);
    knap_data_free(fresh);
}

/* Draws follow the shares. */
static void majority_draws_by_share(void **state)
{
    knap_majority *majority;
    knap_rng rng;
    double loss[3] = {0, 1, 3}, chi = 0, count[3] = {0};
    (void)state;
    assert_ok(knap_majority_new(3, 0.5, NULL, &majority, error));
    knap_majority_update(majority, loss);
    knap_rng_seed(&rng, 3);
    for (int i = 0; i < 30000; i++)
        count[knap_majority_draw(majority, &rng)]++;
    double sum = 1 + exp(-0.5) + exp(-1.5);
    for (size_t e = 0; e < 3; e++) {
        assert_close(knap_majority_share(majority, e), exp(-0.5 * loss[e]) / sum, 1e-12);
        double expected = 30000 * knap_majority_share(majority, e);
        chi += (count[e] - expected) * (count[e] - expected) / expected;
    }
    assert_true(chi < 13.8); /* 2 degrees of freedom, p = 0.001 */
    knap_majority_free(majority);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lemma_2_holds),
        cmocka_unit_test(theorem_1_holds_and_regret_falls),
        cmocka_unit_test(majority_draws_by_share),
    };
    return cmocka_run_group_tests_name("theorem", tests, NULL, NULL);
}
