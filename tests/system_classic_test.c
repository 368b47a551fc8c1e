/* system_classic_test.c - LexRank against a dense power iteration, KLSum and SumBasic against their
 * definitions, the oracle on F step by step, the integer program against enumeration. */
#include "random.h"
#include "core/expected.h"
#include "systems/ilp.h"

enum { MOST = 30 };

static knap_data *data;
static knap_rng rng;

static int begin(void **state)
{
    (void)state;
    knap_rng_seed(&rng, 4);
    return knap_data_new(NULL, &data, NULL) != KNAP_OK;
}

static int end(void **state)
{
    (void)state;
    knap_data_free(data);
    return 0;
}

/* ---- LexRank ---- */

static void dense_lexrank(const knap_instance *instance, double threshold, double jump, double *rank)
{
    size_t n = instance->count;
    double matrix[MOST][MOST], next[MOST];
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        rank[i] = 1 / (double)n;
        for (size_t j = 0; j < n; j++) {
            double similarity = knap_instance_similarity(instance, i, j);
            matrix[i][j] = threshold > 0 ? i == j || similarity > threshold : similarity;
            sum += matrix[i][j];
        }
        for (size_t j = 0; j < n; j++)
            matrix[i][j] = jump / (double)n + (1 - jump) * matrix[i][j] / sum;
    }
    for (int step = 0; step < 2000; step++) {
        for (size_t j = 0; j < n; j++) {
            next[j] = 0;
            for (size_t i = 0; i < n; i++)
                next[j] += rank[i] * matrix[i][j];
        }
        memcpy(rank, next, n * sizeof *rank);
    }
}

static void lexrank(void **state)
{
    (void)state;
    for (size_t round = 0; round < 60; round++) {
        const knap_instance *instance = random_instance(data, &rng, 1 + round % MOST, 20, NULL, round % 2 == 0);
        double threshold = round % 3 == 0 ? 0 : 0.6, expected[MOST], rank[MOST], sum = 0;
        dense_lexrank(instance, threshold, 0.15, expected);
        assert_ok(kn_lexrank(instance, threshold, 0.15, rank, error));
        for (size_t i = 0; i < instance->count; i++) {
            assert_close(rank[i], expected[i], 1e-8);
            sum += rank[i];
        }
        assert_close(sum, 1, 1e-9);
    }
}

/* ---- KLSum
 * ----------------------------------------------------------------------------------------------------------
 */

static void pack(const char *system, const char *name, const char *value, const knap_instance *instance,
                 knap_list *list)
{
    const knap_system *found = knap_system_find(system);
    _Alignas(max_align_t) unsigned char params[256];
    knap_model *model;
    knap_system_init(found, params);
    if (name)
        assert_ok(knap_param_parse(knap_param_find(found->params, name), params, value, error));
    assert_ok(knap_system_fit(found, found->params ? (void *)params : NULL, NULL, NULL, &model, error));
    assert_ok(knap_model_pack(model, instance, 1, NULL, list, NULL, error));
    knap_model_free(model);
}

static double divergence(const knap_instance *instance, unsigned set, double smoothing)
{
    const kn_rows *rows = &instance->concept;
    double p[RANDOM_CONCEPTS] = {0}, q[RANDOM_CONCEPTS], all = 0, total = 0, sum = 0;
    for (size_t c = 0; c < RANDOM_CONCEPTS; c++)
        q[c] = smoothing;
    for (size_t s = 0; s < instance->count; s++)
        for (size_t i = rows->start[s]; i < rows->start[s + 1]; i++) {
            p[rows->id[i]] += rows->value[i];
            all += rows->value[i];
            q[rows->id[i]] += set >> s & 1 ? rows->value[i] : 0;
        }
    for (size_t c = 0; c < RANDOM_CONCEPTS; c++)
        total += p[c] > 0 ? q[c] : 0;
    for (size_t c = 0; c < RANDOM_CONCEPTS; c++)
        sum += p[c] > 0 ? p[c] / all * log(p[c] / all / (q[c] / total)) : 0;
    return sum;
}

/* Each item of the list is the one that brings KL lowest, of those that fit and have words. */
static void greedykl(void **state)
{
    (void)state;
    for (size_t round = 0; round < 60; round++) {
        const knap_instance *instance = random_instance(data, &rng, 1 + round % 20, 20, NULL, 1);
        knap_list list = {.allocator = NULL};
        unsigned set = 0;
        double spent = 0;
        pack("greedykl", "smoothing", "0.05", instance, &list);
        for (size_t k = 0; k <= list.count; k++) {
            for (size_t s = 0; s < instance->count; s++) {
                if (set >> s & 1 || spent + instance->cost[s] > 20 ||
                    instance->concept.start[s] == instance->concept.start[s + 1])
                    continue;
                assert_true(k < list.count);
                assert_true(divergence(instance, set | 1u << list.item[k], 0.05) <=
                            divergence(instance, set | 1u << s, 0.05) + 1e-9);
            }
            if (k < list.count) {
                set |= 1u << list.item[k];
                spent += instance->cost[list.item[k]];
            }
        }
        knap_list_free(&list);
    }
}

/* ---- The oracle on F ---- */

static double f_of(const knap_instance *instance, const knap_list *list, size_t extra)
{
    knap_list longer = {.allocator = NULL};
    double value, share = 0;
    for (size_t k = 0; k < list->count; k++)
        assert_ok(knap_list_push(&longer, instance, list->item[k], error));
    if (extra < instance->count)
        assert_ok(knap_list_push(&longer, instance, extra, error));
    for (size_t k = 0; k < longer.count; k++)
        share += kn_item_share(instance, longer.item[k]);
    assert_ok(knap_list_value(instance, &longer, &value, error));
    knap_list_free(&longer);
    return 2 * value / (1 + share);
}

/* Each pick raises F most per root of its cost, and in the end nothing that fits raises it; or the list is the best single item. */
static void oracle_on_f(void **state)
{
    size_t singles = 0;
    (void)state;
    for (size_t round = 0; round < 60; round++) {
        const knap_instance *instance = random_instance(data, &rng, 1 + round % 20, 20, "coverage", 1);
        size_t n = instance->count;
        knap_list list = {.allocator = NULL}, so_far = {.allocator = NULL};
        double highest = 0;
        pack("oracle-f", NULL, NULL, instance, &list);
        for (size_t s = 0; s < n; s++)
            if (instance->cost[s] <= instance->budget)
                highest = fmax(highest, f_of(instance, &so_far, s));
        assert_true(f_of(instance, &list, n) >= highest - 1e-12);
        if (list.count == 1 && f_of(instance, &list, n) >= highest - 1e-12) {
            singles++;
            knap_list_free(&list);
            continue;
        }
        for (size_t k = 0; k <= list.count; k++) {
            double before = f_of(instance, &so_far, n), best = 0;
            for (size_t s = 0; s < n; s++) {
                bool taken = false;
                for (size_t i = 0; i < so_far.count; i++)
                    taken |= so_far.item[i] == s;
                if (!taken && so_far.cost + instance->cost[s] <= instance->budget)
                    best = fmax(best, (f_of(instance, &so_far, s) - before) / sqrt(instance->cost[s]));
            }
            if (k == list.count) {
                assert_true(best <= 1e-12);
                break;
            }
            assert_close((f_of(instance, &so_far, list.item[k]) - before) / sqrt(instance->cost[list.item[k]]), best,
                         1e-12);
            assert_ok(knap_list_push(&so_far, instance, list.item[k], error));
        }
        knap_list_free(&list);
        knap_list_free(&so_far);
    }
    assert_true(singles < 30);
}

/* ---- The integer program ---- */

/* Documents of three items; bigrams are the concepts 6 and above. */
static knap_instance *documents(size_t n, double budget)
{
    knap_instance *instance;
    assert_ok(knap_data_add(data, NULL, budget, 0, &instance, error));
    for (size_t s = 0; s < n; s++) {
        uint32_t id[RANDOM_CONCEPTS];
        double amount[RANDOM_CONCEPTS];
        knap_item item = {.cost = 1 + (double)knap_rng_below(&rng, 10), .group = 1 + s / 3};
        for (uint32_t c = 0; c < RANDOM_CONCEPTS; c++)
            if (knap_rng_below(&rng, 4) == 0) {
                id[item.concept_count] = c;
                amount[item.concept_count++] = 1 + (double)knap_rng_below(&rng, 2);
            }
        item.concept_id = id;
        item.amount = amount;
        assert_ok(knap_instance_add(instance, &item, error));
    }
    for (uint32_t c = 6; c < RANDOM_CONCEPTS; c++)
        assert_ok(knap_instance_mark(instance, c, KNAP_CONCEPT_BIGRAM, error));
    return instance;
}

/* Weight of the bigrams that a set covers, from the definition: documents that hold each, or items of a single document.
 */
static double bigram_weight(const knap_instance *instance, unsigned set, size_t minimum)
{
    const kn_rows *rows = &instance->concept;
    int several = instance->group[0] != instance->group[instance->count - 1];
    double weight = 0;
    for (uint32_t c = 6; c < RANDOM_CONCEPTS; c++) {
        unsigned holders = 0;
        int covered = 0, count = 0;
        for (size_t s = 0; s < instance->count; s++)
            for (size_t i = rows->start[s]; i < rows->start[s + 1]; i++)
                if (rows->id[i] == c) {
                    holders |= 1u << (several ? instance->group[s] : s);
                    covered |= (set >> s & 1) != 0;
                }
        for (; holders; holders &= holders - 1)
            count++;
        weight += covered && count >= (int)minimum ? count : 0;
    }
    return weight;
}

static double best_weight(const knap_instance *instance, size_t minimum)
{
    double best = 0;
    for (unsigned set = 0; set < 1u << instance->count; set++) {
        double cost = 0;
        for (size_t s = 0; s < instance->count; s++)
            cost += set >> s & 1 ? instance->cost[s] : 0;
        if (cost <= instance->budget)
            best = fmax(best, bigram_weight(instance, set, minimum));
    }
    return best;
}

/* The program has the weights of the definition, whatever concepts it holds as one, and is solved to the optimum. */
static void check_program(const knap_instance *instance, size_t minimum)
{
    size_t n = instance->count;
    double weight = 0, all = bigram_weight(instance, (1u << n) - 1, minimum), cost = 0;
    unsigned char chosen[12];
    unsigned set = 0;
    kn_cover_program program;
    kn_open open = {.allocator = NULL};
    assert_ok(kn_open_begin(&open, instance, error));
    assert_ok(kn_program_begin(&program, &open, minimum, error));
    for (size_t c = 0; c < program.concepts; c++)
        weight += program.weight[c];
    assert_ok(kn_program_greedy(&program, chosen, error));
    assert_ok(kn_program_solve(&program, 100000, 100, chosen, error));
    for (size_t s = 0; s < n; s++)
        if (chosen[s]) {
            set |= 1u << s;
            cost += instance->cost[s];
        }
    assert_true(cost <= instance->budget);
    if (all > 0) { /* otherwise rarer bigrams count */
        assert_close(weight, all, 1e-12);
        assert_close(bigram_weight(instance, set, minimum), best_weight(instance, minimum), 1e-12);
    }
    kn_program_end(&program);
    kn_open_free(&open);
}

static void integer_program(void **state)
{
    (void)state;
    for (size_t round = 0; round < 60; round++) {
        const knap_instance *instance = documents(1 + round % 12, 4 + (double)(round % 20));
        knap_list list = {.allocator = NULL};
        unsigned set = 0;
        check_program(instance, 1);
        check_program(instance, 2);
        pack("ilp", "min-count", "1", instance, &list);
        for (size_t i = 0; i < list.count; i++)
            set |= 1u << list.item[i];
        assert_true(list.cost <= instance->budget);
        if (bigram_weight(instance, (1u << instance->count) - 1, 1) > 0)
            assert_close(bigram_weight(instance, set, 1), best_weight(instance, 1), 1e-12);
        knap_list_free(&list);
    }
}

/* The program holds each concept once, with its items; limits leave a list at least as good as greedy's. */
static void program_limits(void **state)
{
    (void)state;
    for (size_t round = 0; round < 20; round++) {
        const knap_instance *instance = random_instance(data, &rng, 25, 30, NULL, 1);
        unsigned char chosen[25], better[25];
        kn_cover_program program;
        kn_open open = {.allocator = NULL};
        assert_ok(kn_open_begin(&open, instance, error));
        assert_ok(kn_program_begin(&program, &open, 2, error));
        assert_ok(kn_program_greedy(&program, chosen, error));
        memcpy(better, chosen, sizeof better);
        assert_ok(kn_program_solve(&program, 1, 10, better, error));
        assert_true(kn_program_value(&program, better) >= kn_program_value(&program, chosen) - 1e-9);
        kn_program_end(&program);
        kn_open_free(&open);
    }
}

/* ---- SumBasic ---- */

static void frequency(void **state)
{
    /* p: a 3/7, b 2/7, c 1/7, d 1/7. {a,b}, {a,c} and {a} hold a; {a} has the highest mean. Then a is 9/49
     * and b the most probable word: {a,b} comes before {a,c} and {b,d} only if its mean, (9/49 + 14/49) / 2,
     * beats {b,d}'s. */
    static const uint32_t words[4][2] = {{0, 1}, {0, 2}, {0, 0}, {1, 3}};
    static const size_t counts[4] = {2, 2, 1, 2};
    static const double amounts[2] = {1, 1};
    static const size_t expected[4] = {2, 0, 1, 3};
    knap_instance *instance;
    knap_list list = {.allocator = NULL};
    (void)state;
    assert_ok(knap_data_add(data, NULL, 10, 0, &instance, error));
    for (size_t s = 0; s < 4; s++) {
        knap_item item = {.cost = 1, .concept_id = words[s], .amount = amounts, .concept_count = counts[s]};
        assert_ok(knap_instance_add(instance, &item, error));
    }
    pack("freq", NULL, NULL, instance, &list);
    assert_int_equal(list.count, 4);
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(list.item[i], expected[i]);
    knap_list_free(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lexrank),     cmocka_unit_test(greedykl),       cmocka_unit_test(integer_program),
        cmocka_unit_test(oracle_on_f), cmocka_unit_test(program_limits), cmocka_unit_test(frequency),
    };
    return cmocka_run_group_tests_name("system_classic", tests, begin, end);
}
