/* system_definition_test.c - mmr, centroid, freq and k-means against their definitions, counted again from the vectors
 * and concepts; packing and tuning. */
#include "random.h"

#include "core/instance.h"
#include "systems/systems.h"

enum { MOST_ITEMS = 24, WIDTH = RANDOM_DIMENSIONS };

static knap_data *data;
static knap_rng rng;

static int begin(void **state)
{
    (void)state;
    knap_rng_seed(&rng, 21);
    return knap_data_new(NULL, &data, NULL) != KNAP_OK;
}

static int end(void **state)
{
    (void)state;
    knap_data_free(data);
    return 0;
}

/* The list of a system with its default settings. */
static void pack(const char *name, const knap_instance *instance, knap_list *list)
{
    const knap_system *system = knap_system_find(name);
    _Alignas(max_align_t) unsigned char params[256];
    knap_run run = {.jobs = 1};
    knap_task task = {.params = params, .instance = instance, .draw = 1, .run = &run};
    knap_system_init(system, params);
    knap_list_clear(list);
    assert_ok(system->run(&task, list, NULL, error));
}

/* ---- Vectors ---- */

/* The item's vector, dense; *norm its length. */
static void vector_of(const knap_instance *instance, size_t item, double *vector, double *norm)
{
    const kn_rows *rows = &instance->vector;
    double squares = 0;
    memset(vector, 0, WIDTH * sizeof *vector);
    for (size_t i = rows->start[item]; i < rows->start[item + 1]; i++) {
        vector[rows->id ? rows->id[i] : i - rows->start[item]] = rows->value[i];
        squares += rows->value[i] * rows->value[i];
    }
    *norm = sqrt(squares);
}

static double dot(const double *a, const double *b)
{
    double sum = 0;
    for (size_t d = 0; d < WIDTH; d++)
        sum += a[d] * b[d];
    return sum;
}

static double cosine(const knap_instance *instance, size_t a, size_t b)
{
    double x[WIDTH], y[WIDTH], x_norm, y_norm;
    vector_of(instance, a, x, &x_norm);
    vector_of(instance, b, y, &y_norm);
    return x_norm > 0 && y_norm > 0 ? dot(x, y) / (x_norm * y_norm) : 0;
}

static bool is_in(const size_t *item, size_t count, size_t s)
{
    for (size_t i = 0; i < count; i++)
        if (item[i] == s)
            return true;
    return false;
}

/* ---- Maximal marginal relevance ---- */

/* lambda * relevance - (1 - lambda) * the largest cosine to an item of the list, with lambda 0.5. */
static double mmr_score(const knap_instance *instance, const double *relevance, const size_t *list, size_t count,
                        size_t s)
{
    double nearest = 0;
    for (size_t i = 0; i < count; i++)
        nearest = fmax(nearest, cosine(instance, s, list[i]));
    return 0.5 * relevance[s] - 0.5 * nearest;
}

static void relevance_by_definition(const knap_instance *instance, int by_worth, double *relevance)
{
    double centre[WIDTH] = {0}, vector[WIDTH], norm, largest = 0;
    for (size_t s = 0; s < instance->count; s++) {
        vector_of(instance, s, vector, &norm);
        for (size_t d = 0; norm > 0 && d < WIDTH; d++)
            centre[d] += vector[d] / norm;
        largest = fmax(largest, instance->worth[s]);
    }
    for (size_t s = 0; s < instance->count; s++) {
        vector_of(instance, s, vector, &norm);
        relevance[s] = by_worth ? instance->worth[s] / largest
                                : (norm > 0 ? dot(vector, centre) / (norm * sqrt(dot(centre, centre))) : 0);
    }
}

/* Each item of the list has the highest score of those that fit, and the list ends where none fits. A reward that measures
 * worth hides it from the system, which then goes by the centroid. */
static void mmr_picks_the_highest_score(void **state)
{
    (void)state;
    for (size_t round = 0; round < 80; round++) {
        int by_worth = round % 2;
        const knap_instance *instance = random_instance(data, &rng, 2 + round % (MOST_ITEMS - 2), 25,
                                                        by_worth ? "coverage" : "modular", round % 4 < 2);
        knap_list list = {.allocator = NULL};
        double relevance[MOST_ITEMS], spent = 0;
        relevance_by_definition(instance, by_worth, relevance);
        pack("mmr", instance, &list);
        for (size_t k = 0; k <= list.count; k++) {
            for (size_t s = 0; s < instance->count; s++) {
                if (is_in(list.item, k, s) || spent + instance->cost[s] > 25)
                    continue;
                assert_true(k < list.count);
                assert_true(mmr_score(instance, relevance, list.item, k, list.item[k]) >=
                            mmr_score(instance, relevance, list.item, k, s) - 1e-9);
            }
            spent += k < list.count ? instance->cost[list.item[k]] : 0;
        }
        assert_true(spent <= 25);
        knap_list_free(&list);
    }
}

/* ---- MEAD ---- */

/* An instance whose items are of documents of 1 to 5 items. */
static knap_instance *documents_instance(size_t n, double budget)
{
    knap_instance *instance;
    assert_ok(knap_data_add(data, NULL, budget, 0, &instance, error));
    for (size_t s = 0, left = 0, group = 0; s < n; s++, left--) {
        double vector[WIDTH], features[RANDOM_FEATURES] = {0};
        knap_item item = {
            .cost = 1 + (double)knap_rng_below(&rng, 10), .feature = features, .vector = vector, .vector_count = WIDTH};
        if (left == 0) {
            left = 1 + knap_rng_below(&rng, 5);
            group++;
        }
        for (size_t d = 0; d < WIDTH; d++)
            vector[d] = knap_rng_below(&rng, 3) ? 0 : knap_rng_uniform(&rng);
        item.group = group;
        assert_ok(knap_instance_add(instance, &item, error));
    }
    return instance;
}

/* C / max C + (1 - place / length of the document) + cos(s, first of the document) */
static void centroid_by_definition(const knap_instance *instance, double *score)
{
    double sum[WIDTH] = {0}, vector[WIDTH], norm, largest = 0;
    for (size_t s = 0; s < instance->count; s++) {
        vector_of(instance, s, vector, &norm);
        for (size_t d = 0; d < WIDTH; d++)
            sum[d] += vector[d];
    }
    for (size_t s = 0; s < instance->count; s++) {
        score[s] = 0;
        vector_of(instance, s, vector, &norm);
        for (size_t d = 0; d < WIDTH; d++)
            score[s] += vector[d] != 0 ? sum[d] : 0;
        largest = fmax(largest, score[s]);
    }
    for (size_t s = 0; s < instance->count; s++) {
        size_t first = s, length = 0;
        for (size_t j = instance->count; j-- > 0;)
            if (knap_instance_group(instance, j) == knap_instance_group(instance, s)) {
                first = j;
                length++;
            }
        score[s] /= largest > 0 ? largest : 1;
        score[s] += 1 - (double)(s - first) / (double)length + (s == first ? 1 : cosine(instance, s, first));
    }
}

/* Items by falling score, each that fits and is not too like one before it. */
static void centroid_goes_by_its_score(void **state)
{
    (void)state;
    for (size_t round = 0; round < 80; round++) {
        const knap_instance *instance = documents_instance(1 + round % MOST_ITEMS, 25);
        size_t n = instance->count, expected[MOST_ITEMS], count = 0;
        double score[MOST_ITEMS], spent = 0;
        int seen[MOST_ITEMS] = {0};
        knap_list list = {.allocator = NULL};
        centroid_by_definition(instance, score);
        for (size_t step = 0; step < n; step++) {
            size_t best = n;
            double nearest = -1;
            for (size_t s = 0; s < n; s++)
                if (!seen[s] && (best == n || score[s] > score[best] + 1e-12))
                    best = s;
            seen[best] = 1;
            for (size_t i = 0; i < count; i++)
                nearest = fmax(nearest, cosine(instance, best, expected[i]));
            if (nearest > 0.5 || spent + instance->cost[best] > 25)
                continue;
            expected[count++] = best;
            spent += instance->cost[best];
        }
        pack("centroid", instance, &list);
        assert_int_equal(list.count, count);
        for (size_t i = 0; i < count; i++)
            assert_int_equal(list.item[i], expected[i]);
        knap_list_free(&list);
    }
}

/* ---- SumBasic ---- */

/* Among the items that fit, that with the most probable word; of these that with the highest mean probability. Then the
 * probability of each of its words is squared. */
static void freq_squares_what_is_used(void **state)
{
    (void)state;
    for (size_t round = 0; round < 80; round++) {
        const knap_instance *instance = random_instance(data, &rng, 2 + round % (MOST_ITEMS - 2), 25, NULL, 1);
        const kn_rows *rows = &instance->concept;
        double share[RANDOM_CONCEPTS] = {0}, all = 0, spent = 0;
        knap_list list = {.allocator = NULL};
        for (size_t i = 0; i < rows->start[instance->count]; i++) {
            share[rows->id[i]] += rows->value[i];
            all += rows->value[i];
        }
        for (size_t c = 0; c < RANDOM_CONCEPTS; c++)
            share[c] /= all;
        pack("freq", instance, &list);
        for (size_t k = 0; k < list.count; k++) {
            double top[MOST_ITEMS], mean[MOST_ITEMS];
            for (size_t s = 0; s < instance->count; s++) {
                double words = 0;
                top[s] = mean[s] = 0;
                for (size_t i = rows->start[s]; i < rows->start[s + 1]; i++) {
                    top[s] = fmax(top[s], share[rows->id[i]]);
                    mean[s] += rows->value[i] * share[rows->id[i]];
                    words += rows->value[i];
                }
                mean[s] /= words > 0 ? words : 1;
            }
            for (size_t s = 0; s < instance->count; s++) {
                size_t own = list.item[k];
                if (is_in(list.item, k, s) || spent + instance->cost[s] > 25)
                    continue;
                assert_true(top[own] > top[s] - 1e-12);
                assert_true(top[own] > top[s] + 1e-12 || mean[own] > mean[s] - 1e-12);
            }
            spent += instance->cost[list.item[k]];
            for (size_t i = rows->start[list.item[k]]; i < rows->start[list.item[k] + 1]; i++)
                share[rows->id[i]] *= share[rows->id[i]];
        }
        knap_list_free(&list);
    }
}

/* ---- Many instances, many settings ---- */

/* knap_pack_all draws instance i as first + i, as knap_model_pack does with that number. */
static void instances_are_drawn_apart(void **state)
{
    enum { INSTANCES = 12, FIRST = 7 };
    knap_data *alike;
    knap_model *model;
    knap_packed packed[INSTANCES];
    knap_run run = {.jobs = 2};
    size_t differ = 0;
    (void)state;
    assert_ok(knap_data_new(NULL, &alike, error));
    for (size_t i = 0; i < INSTANCES; i++) {
        knap_rng same;
        knap_rng_seed(&same, 99);
        random_instance(alike, &same, 20, 25, NULL, 1);
    }
    assert_ok(knap_system_fit(knap_system_find("random"), NULL, NULL, &run, &model, error));
    assert_ok(knap_pack_all(model, alike, FIRST, &run, packed, error));
    for (size_t i = 0; i < INSTANCES; i++) {
        knap_list list = {.allocator = NULL};
        assert_ok(knap_model_pack(model, knap_data_at(alike, i), FIRST + i, &run, &list, NULL, error));
        assert_int_equal(list.count, packed[i].list.count);
        assert_memory_equal(list.item, packed[i].list.item, list.count * sizeof *list.item);
        differ += i > 0 && (list.count != packed[0].list.count ||
                            memcmp(list.item, packed[0].list.item, list.count * sizeof *list.item) != 0);
        knap_list_free(&list);
    }
    assert_true(differ > INSTANCES / 2);
    knap_packed_free(packed, INSTANCES);
    knap_model_free(model);
    knap_data_free(alike);
}

/* Of settings that earn the same the first is taken: with one item there is but one list. */
static void the_first_of_equal_settings_is_taken(void **state)
{
    const knap_system *system = knap_system_find("mmr");
    _Alignas(max_align_t) unsigned char params[256];
    knap_data *one;
    knap_run run = {.jobs = 1};
    char text[32];
    (void)state;
    assert_ok(knap_data_new(NULL, &one, error));
    random_instance(one, &rng, 1, 25, "coverage", 1);
    knap_system_init(system, params);
    assert_ok(knap_system_tune(system, "lambda=0.7,0.2,0.9", one, &run, params, NULL, error));
    assert_string_equal(knap_param_format(knap_param_find(system->params, "lambda"), params, 0, text, sizeof text),
                        "0.7");
    knap_data_free(one);
}

/* ---- k-means ---- */

/* Where k-means ends no item is nearer to another cluster's centroid, the normalised sum of its unit vectors. */
static void no_item_is_nearer_to_another_centroid(void **state)
{
    (void)state;
    for (size_t round = 0; round < 60; round++) {
        const knap_instance *instance = random_instance(data, &rng, MOST_ITEMS, 25, NULL, round % 2);
        size_t clusters = 2 + round % 5;
        uint32_t cluster[MOST_ITEMS];
        double centre[8][WIDTH] = {{0}}, vector[WIDTH], norm;
        assert_ok(kn_kmeans(instance, clusters, round, cluster, error));
        for (size_t s = 0; s < MOST_ITEMS; s++) {
            assert_true(cluster[s] < clusters);
            vector_of(instance, s, vector, &norm);
            for (size_t d = 0; norm > 0 && d < WIDTH; d++)
                centre[cluster[s]][d] += vector[d] / norm;
        }
        for (size_t s = 0; s < MOST_ITEMS; s++) {
            double to[8];
            vector_of(instance, s, vector, &norm);
            for (size_t k = 0; k < clusters; k++) {
                double length = sqrt(dot(centre[k], centre[k]));
                to[k] = norm > 0 && length > 0 ? dot(vector, centre[k]) / (norm * length) : 0;
            }
            for (size_t k = 0; norm > 0 && k < clusters; k++)
                assert_true(to[k] <= to[cluster[s]] + 1e-9);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mmr_picks_the_highest_score),
        cmocka_unit_test(centroid_goes_by_its_score),
        cmocka_unit_test(freq_squares_what_is_used),
        cmocka_unit_test(instances_are_drawn_apart),
        cmocka_unit_test(the_first_of_equal_settings_is_taken),
        cmocka_unit_test(no_item_is_nearer_to_another_centroid),
    };
    return cmocka_run_group_tests_name("system definition", tests, begin, end);
}
