/* view_test.c - views kept incrementally against views taken afresh. */
#include "random.h"

#include "core/walk.h"

/* Determinant by elimination with pivoting, in long double. */
static long double determinant(size_t k, long double matrix[][32])
{
    long double result = 1;
    for (size_t i = 0; i < k; i++) {
        size_t pivot = i;
        for (size_t r = i + 1; r < k; r++)
            if (fabsl(matrix[r][i]) > fabsl(matrix[pivot][i]))
                pivot = r;
        if (matrix[pivot][i] == 0)
            return 0;
        for (size_t c = 0; c < k && pivot != i; c++) {
            long double swap = matrix[i][c];
            matrix[i][c] = matrix[pivot][c];
            matrix[pivot][c] = swap;
        }
        result *= pivot == i ? matrix[i][i] : -matrix[i][i];
        for (size_t r = i + 1; r < k; r++) {
            long double factor = matrix[r][i] / matrix[i][i];
            for (size_t c = i; c < k; c++)
                matrix[r][c] -= factor * matrix[i][c];
        }
    }
    return result;
}

enum { DIMENSIONS = 60, ITEMS = 70, LONGEST = 30 };

/* Items in DIMENSIONS dimensions; every third is a near-duplicate of the one before, at a distance of
 * `noise`; with noise 0 an exact one. */
static knap_instance *make_instance(knap_data *data, knap_rng *rng, double noise, double (*vectors)[DIMENSIONS])
{
    knap_instance *instance;
    name_features(data, 2);
    assert_ok(knap_data_add(data, NULL, 1e6, 0, &instance, error));
    for (size_t i = 0; i < ITEMS; i++) {
        double feature[2] = {knap_rng_normal(rng), knap_rng_normal(rng)};
        knap_item item = {.cost = 1, .feature = feature, .vector = vectors[i], .vector_count = DIMENSIONS};
        for (size_t d = 0; d < DIMENSIONS; d++)
            vectors[i][d] = i % 3 == 2 ? vectors[i - 1][d] + noise * knap_rng_normal(rng) : knap_rng_normal(rng);
        assert_ok(knap_instance_add(instance, &item, error));
    }
    return instance;
}

static long double direct_volume(double (*vectors)[DIMENSIONS], const size_t *list, size_t k)
{
    long double gram[32][32];
    for (size_t a = 0; a < k; a++)
        for (size_t b = 0; b < k; b++) {
            long double dot = 0, aa = 0, bb = 0;
            for (size_t d = 0; d < DIMENSIONS; d++) {
                dot += (long double)vectors[list[a]][d] * vectors[list[b]][d];
                aa += (long double)vectors[list[a]][d] * vectors[list[a]][d];
                bb += (long double)vectors[list[b]][d] * vectors[list[b]][d];
            }
            gram[a][b] = dot / sqrtl(aa * bb);
        }
    return determinant(k, gram);
}

static void volumes_equal_direct_determinants(void **state)
{
    static const double noises[] = {1, 1e-2, 1e-4, 1e-6, 1e-8, 0};
    static double vectors[ITEMS][DIMENSIONS];
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 3);
    for (size_t round = 0; round < 24; round++) {
        double noise = noises[round % 6];
        knap_data *data;
        kn_walk walk = {.allocator = NULL, .jobs = 1};
        size_t list[LONGEST + 1], order[ITEMS];
        assert_ok(knap_data_new(NULL, &data, error));
        knap_instance *instance = make_instance(data, &rng, noise, vectors);
        for (size_t i = 0; i < ITEMS; i++)
            order[i] = i;
        for (size_t i = ITEMS; i > 1; i--) {
            size_t j = (size_t)knap_rng_below(&rng, i), swap = order[i - 1];
            order[i - 1] = order[j];
            order[j] = swap;
        }
        assert_ok(kn_walk_begin(&walk, instance, (kn_views){0xf, 0}, error));
        for (size_t k = 0; k < LONGEST; k++) {
            for (size_t s = k; s < k + 3; s++) { /* three of the candidates */
                list[k] = order[s];
                long double direct = direct_volume(vectors, list, k + 1);
                double kept = kn_view_volume_of(&walk.view, order[s]);
                assert_true(kept >= 0 && kept <= 1);
                /* to 1e-9 of the volume, or to nothing where the items are one and the same up to rounding */
                assert_true(fabsl((long double)kept - direct) <= 1e-9L * direct + 1e-15L);
                assert_true(fabs((double)kn_view_row(&walk.view, order[s])[2] - kept) <= 1e-6 * kept + 1e-37);
            }
            list[k] = order[k];
            assert_ok(kn_walk_push(&walk, order[k], error));
        }
        kn_walk_free(&walk);
        knap_data_free(data);
    }
}

/* All parts of the paper, kept along random lists of random instances, against their definitions. */
static void parts_equal_their_definitions(void **state)
{
    enum { F = RANDOM_FEATURES };
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 5);
    for (int round = 0; round < 60; round++) {
        knap_data *data;
        kn_walk walk = {.allocator = NULL, .jobs = 1 + (size_t)round % 2};
        size_t list[40], picked = 0;
        assert_ok(knap_data_new(NULL, &data, error));
        knap_instance *instance = random_instance(data, &rng, 20, 40, NULL, round % 2);
        assert_ok(kn_walk_begin(&walk, instance, (kn_views){0xf, 0}, error));
        assert_int_equal(walk.view.width, 3 * F + 1);
        while (walk.candidates) {
            for (size_t c = 0; c < walk.candidates; c++) {
                size_t s = walk.candidate[c];
                const float *row = kn_view_row(&walk.view, s), *mine = knap_instance_features(instance, s);
                assert_true(walk.open.spent + knap_instance_cost(instance, s) <= 40);
                for (size_t f = 0; f < F; f++) {
                    float distance = picked ? INFINITY : 0;
                    for (size_t l = 0; l < picked; l++)
                        distance = fminf(distance, fabsf(mine[f] - knap_instance_features(instance, list[l])[f]));
                    assert_true(row[f] == mine[f]);
                    assert_true(row[F + 1 + f] == row[F] * mine[f]);
                    assert_true(row[2 * F + 1 + f] == distance);
                }
                if (picked == 0)
                    assert_true(row[F] == 1);
                if (picked == 1) {
                    double cosine = knap_instance_similarity(instance, s, list[0]);
                    assert_close((double)row[F], 1 - cosine * cosine, 1e-6);
                }
            }
            list[picked] = walk.candidate[knap_rng_below(&rng, walk.candidates)];
            assert_ok(kn_walk_push(&walk, list[picked], error));
            picked++;
        }
        assert_true(picked > 0 && walk.open.spent <= 40);
        kn_walk_free(&walk);
        knap_data_free(data);
    }
}

/* Rows of a sparse instance are those of the same instance written densely. */
static void sparse_equals_dense(void **state)
{
    knap_rng first, second;
    knap_data *dense, *sparse;
    (void)state;
    assert_ok(knap_data_new(NULL, &dense, error));
    assert_ok(knap_data_new(NULL, &sparse, error));
    knap_rng_seed(&first, 9);
    knap_rng_seed(&second, 9);
    random_instance(sparse, &first, 30, 1000, NULL, 1);
    /* The same draws, handed over as dense rows. */
    knap_instance *from = knap_data_at(sparse, 0), *to;
    name_features(dense, 1);
    assert_ok(knap_data_add(dense, NULL, 1000, 0, &to, error));
    for (size_t s = 0; s < 30; s++) {
        double vector[RANDOM_DIMENSIONS] = {0}, none = 0;
        knap_item item = {.cost = 1, .feature = &none, .vector = vector, .vector_count = RANDOM_DIMENSIONS};
        for (size_t i = from->vector.start[s]; i < from->vector.start[s + 1]; i++)
            vector[from->vector.id[i]] = from->vector.value[i];
        assert_ok(knap_instance_add(to, &item, error));
    }
    for (size_t a = 0; a < 30; a++)
        for (size_t b = 0; b < 30; b++)
            assert_close(knap_instance_similarity(from, a, b), knap_instance_similarity(to, a, b), 1e-14);
    knap_data_free(dense);
    knap_data_free(sparse);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(volumes_equal_direct_determinants),
        cmocka_unit_test(parts_equal_their_definitions),
        cmocka_unit_test(sparse_equals_dense),
    };
    return cmocka_run_group_tests_name("view", tests, NULL, NULL);
}
