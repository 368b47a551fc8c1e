/* system_submod_test.c - the objectives of Lin and Bilmes against sums over all pairs, lazy greedy against
 * plain, the modified greedy against its definition, k-means on planted clusters. */
#include "random.h"
#include "systems/submod.h"

enum { MOST = 14 };

static knap_data *data;
static knap_rng rng;

static int begin(void **state)
{
    (void)state;
    knap_rng_seed(&rng, 3);
    return knap_data_new(NULL, &data, NULL) != KNAP_OK;
}

static int end(void **state)
{
    (void)state;
    knap_data_free(data);
    return 0;
}

static double w(const knap_instance *instance, size_t i, size_t j)
{
    return knap_instance_similarity(instance, i, j);
}

static double naive_cut(const knap_instance *instance, unsigned set, double lambda)
{
    double value = 0;
    for (size_t i = 0; i < instance->count; i++)
        for (size_t j = 0; j < instance->count; j++)
            if (set >> j & 1 && i != j)
                value += set >> i & 1 ? -lambda / 2 * w(instance, i, j) : w(instance, i, j); /* both orders of a pair */
    return value;
}

static double naive_cover(const kn_cover *cover, unsigned set, double alpha)
{
    const knap_instance *instance = cover->instance;
    size_t n = instance->count;
    double value = 0, reward[MOST] = {0};
    for (size_t i = 0; i < n; i++) {
        double covered = 0, all = 0;
        for (size_t j = 0; j < n; j++) {
            all += fmax(0, w(instance, i, j));
            covered += set >> j & 1 ? fmax(0, w(instance, i, j)) : 0;
        }
        value += fmin(covered, alpha * all);
        if (set >> i & 1)
            reward[cover->cluster[i]] += all / (double)n;
    }
    for (size_t k = 0; k < n; k++)
        value += cover->lambda * sqrt(reward[k]);
    return value;
}

static void values_and_gains(void **state)
{
    (void)state;
    for (size_t round = 0; round < 60; round++) {
        size_t n = 1 + round % MOST;
        double lambda = 3 * knap_rng_uniform(&rng), alpha = 0.2 + 0.6 * knap_rng_uniform(&rng);
        const knap_instance *instance = random_instance(data, &rng, n, 20, NULL, round % 2 == 0);
        unsigned set = 0;
        kn_graph_cut cut;
        kn_cover cover;
        assert_ok(kn_cut_begin(&cut, instance, lambda, error));
        assert_ok(kn_cover_begin(&cover, instance, alpha, lambda, 0.4, round, error));
        for (size_t step = 0; step < n; step++) {
            size_t pushed = (step * 5 + round) % n;
            for (size_t s = 0; s < n; s++) {
                unsigned more = set | 1u << s;
                if (more == set)
                    continue;
                assert_close(kn_cut_objective.gain(&cut, s),
                             naive_cut(instance, more, lambda) - naive_cut(instance, set, lambda), 1e-9);
                assert_close(kn_cover_objective.gain(&cover, s),
                             naive_cover(&cover, more, alpha) - naive_cover(&cover, set, alpha), 1e-9);
            }
            if (set >> pushed & 1)
                continue;
            kn_cut_objective.push(&cut, pushed);
            kn_cover_objective.push(&cover, pushed);
            set |= 1u << pushed;
        }
        kn_cut_end(&cut);
        kn_cover_end(&cover);
    }
}

/* Algorithm 1 of the paper by its definition, over naive values. */
static unsigned naive_greedy(const knap_instance *instance, double lambda, double r)
{
    unsigned set = 0, left = (1u << instance->count) - 1, single = 0;
    double spent = 0;
    while (left) {
        size_t best = instance->count;
        double highest = -INFINITY, gain = 0;
        for (size_t s = 0; s < instance->count; s++)
            if (left >> s & 1) {
                double here = naive_cut(instance, set | 1u << s, lambda) - naive_cut(instance, set, lambda);
                if (here / pow(instance->cost[s], r) > highest + 1e-12) {
                    highest = here / pow(instance->cost[s], r);
                    gain = here;
                    best = s;
                }
            }
        left &= ~(1u << best);
        if (spent + instance->cost[best] <= instance->budget && gain >= -1e-12) {
            set |= 1u << best;
            spent += instance->cost[best];
        }
    }
    for (size_t s = 0; s < instance->count; s++)
        if (instance->cost[s] <= instance->budget &&
            (!single || naive_cut(instance, 1u << s, lambda) > naive_cut(instance, single, lambda) + 1e-12))
            single = 1u << s;
    return naive_cut(instance, single, lambda) > naive_cut(instance, set, lambda) + 1e-9 ? single : set;
}

static void modified_greedy(void **state)
{
    (void)state;
    for (size_t round = 0; round < 200; round++) {
        double lambda = 4 * knap_rng_uniform(&rng), r = knap_rng_uniform(&rng);
        const knap_instance *instance =
            random_instance(data, &rng, 1 + round % 12, (double)(round % 25), NULL, round % 2 == 0);
        knap_list list = {.allocator = NULL};
        unsigned set = 0;
        kn_graph_cut cut;
        assert_ok(kn_cut_begin(&cut, instance, lambda, error));
        assert_ok(kn_modified_greedy(&kn_cut_objective, &cut, instance, r, &list, error));
        for (size_t i = 0; i < list.count; i++)
            set |= 1u << list.item[i];
        /* ties between equal items may fall either way: values must agree */
        assert_close(naive_cut(instance, set, lambda), naive_cut(instance, naive_greedy(instance, lambda, r), lambda),
                     1e-9);
        knap_list_free(&list);
        kn_cut_end(&cut);
    }
}

static void lazy_is_plain(void **state)
{
    (void)state;
    for (size_t round = 0; round < 100; round++) {
        const knap_instance *instance =
            random_instance(data, &rng, 1 + round % 60, (double)(round % 40), NULL, round % 2 == 0);
        knap_list lazy = {.allocator = NULL}, plain = {.allocator = NULL};
        kn_cover cover;
        assert_ok(kn_cover_begin(&cover, instance, 0.3, 2, 0.2, round, error));
        assert_ok(kn_modified_greedy(&kn_cover_objective, &cover, instance, 0.3, &lazy, error));
        kn_cover_end(&cover);
        assert_ok(kn_cover_begin(&cover, instance, 0.3, 2, 0.2, round, error));
        assert_ok(kn_modified_greedy(&kn_cover_objective_plain, &cover, instance, 0.3, &plain, error));
        kn_cover_end(&cover);
        assert_int_equal(lazy.count, plain.count);
        for (size_t i = 0; i < lazy.count; i++)
            assert_int_equal(lazy.item[i], plain.item[i]);
        knap_list_free(&lazy);
        knap_list_free(&plain);
    }
}

/* Clusters around orthogonal directions are found, whatever the seed that k-means++ starts from. */
static void clusters_are_found(void **state)
{
    enum { GROUPS = 4, EACH = 12 };
    knap_instance *instance;
    uint32_t cluster[GROUPS * EACH];
    (void)state;
    assert_ok(knap_data_add(data, NULL, 1, 0, &instance, error));
    for (size_t i = 0; i < GROUPS * EACH; i++) {
        double vector[GROUPS + 1] = {0};
        knap_item item = {.cost = 1, .vector = vector, .vector_count = GROUPS + 1};
        vector[i % GROUPS] = 1;
        vector[GROUPS] = 0.2 * knap_rng_uniform(&rng);
        assert_ok(knap_instance_add(instance, &item, error));
    }
    for (uint64_t seed = 0; seed < 20; seed++) {
        assert_ok(kn_kmeans(instance, GROUPS, seed, cluster, error));
        for (size_t i = 0; i < GROUPS * EACH; i++)
            for (size_t j = 0; j < i; j++)
                assert_int_equal(cluster[i] == cluster[j], i % GROUPS == j % GROUPS);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_and_gains),
        cmocka_unit_test(modified_greedy),
        cmocka_unit_test(lazy_is_plain),
        cmocka_unit_test(clusters_are_found),
    };
    return cmocka_run_group_tests_name("system_submod", tests, begin, end);
}
