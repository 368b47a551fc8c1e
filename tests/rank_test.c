/* rank_test.c - the rank gradient against enumerated pairs, and the other reductions against their
 * definitions. */
#include "check.h"

#include "core/example.h"

enum { WIDTH = 6 };

/* Algorithm by definition: every pair. */
static void enumerate(size_t n, const double *score, const double *benefit, double *slope, kn_rank_result *result)
{
    *result = (kn_rank_result){0, 0, 0};
    memset(slope, 0, n * sizeof *slope);
    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; b < n; b++) {
            double difference = benefit[a] - benefit[b];
            if (!(difference > 0))
                continue;
            result->pairs++;
            if (!(score[a] - score[b] < 1))
                continue;
            slope[a] -= difference;
            slope[b] += difference;
            result->mass += difference;
            result->loss += difference * (1 - (score[a] - score[b]));
        }
}

/* Random scores and benefits, by `kind` with ties among either, far apart, or all equal. */
static void random_problem(knap_rng *rng, int kind, size_t n, double *score, double *benefit)
{
    for (size_t i = 0; i < n; i++) {
        score[i] = kind % 3 == 0   ? knap_rng_normal(rng)
                   : kind % 3 == 1 ? (double)knap_rng_below(rng, 7) * 0.5 /* ties, and leads of exactly 1 */
                                   : 100 * knap_rng_normal(rng);
        benefit[i] = kind % 4 == 0   ? knap_rng_uniform(rng)
                     : kind % 4 == 1 ? (double)knap_rng_below(rng, 4)
                     : kind % 4 == 2 ? (knap_rng_below(rng, 5) ? 0 : 1e-3 * knap_rng_uniform(rng))
                                     : 0.25;
    }
}

static void rank_equals_enumerated_pairs(void **state)
{
    knap_rng rng;
    kn_rank rank = {.allocator = NULL};
    (void)state;
    knap_rng_seed(&rng, 7);
    for (int round = 0; round < 600; round++) {
        size_t n = (size_t)knap_rng_below(&rng, round % 10 == 0 ? 400 : 40);
        double score[400], benefit[400], fast[400], slow[400];
        double fast_gradient[WIDTH] = {0}, slow_gradient[WIDTH] = {0}, scale = 0;
        kn_rank_result got, expected;
        random_problem(&rng, round, n, score, benefit);
        assert_true(kn_rank_slope(&rank, n, score, benefit, fast, &got));
        enumerate(n, score, benefit, slow, &expected);
        for (size_t i = 0; i < n; i++)
            scale = fmax(scale, fabs(slow[i]));
        for (size_t i = 0; i < n; i++)
            assert_true(fabs(fast[i] - slow[i]) <= 1e-9 * scale);
        assert_true(fabs(got.loss - expected.loss) <= 1e-9 * expected.loss);
        assert_true(fabs(got.mass - expected.mass) <= 1e-9 * expected.mass);
        assert_true(got.pairs == expected.pairs);
        /* and so does V^T of it */
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < WIDTH; j++) {
                double v = knap_rng_normal(&rng);
                fast_gradient[j] += v * fast[i];
                slow_gradient[j] += v * slow[i];
            }
        for (size_t j = 0; j < WIDTH; j++)
            assert_true(fabs(fast_gradient[j] - slow_gradient[j]) <= 1e-9 * scale * (double)(n + 1));
    }
    kn_rank_free(&rank);
}

/* Every reduction's slope is the derivative of its loss. */
static void slopes_are_derivatives(void **state)
{
    const kn_reduction *const reductions[] = {&kn_reduction_rank, &kn_reduction_regress, &kn_reduction_classify};
    kn_rank rank = {.allocator = NULL};
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 11);
    for (int round = 0; round < 300; round++) {
        enum { MOST = 30 };
        const kn_reduction *reduction = reductions[round % 3];
        size_t n = 2 + (size_t)knap_rng_below(&rng, MOST - 2);
        double score[MOST], benefit[MOST], slope[MOST], other[MOST], loss, up, down, mass;
        kn_example example = {.count = n, .width = 1, .benefit = benefit, .weight = 0.3};
        for (size_t i = 0; i < n; i++) {
            score[i] = knap_rng_normal(&rng);
            benefit[i] = knap_rng_uniform(&rng);
        }
        assert_true(reduction->slope(&example, score, slope, &loss, &mass, &rank));
        assert_true(loss >= 0 && mass >= 0);
        for (size_t i = 0; i < n; i++) {
            double at = score[i], step = 1e-7;
            score[i] = at + step;
            assert_true(reduction->slope(&example, score, other, &up, &mass, &rank));
            score[i] = at - step;
            assert_true(reduction->slope(&example, score, other, &down, &mass, &rank));
            score[i] = at;
            assert_close((up - down) / (2 * step), slope[i], 1e-5);
        }
    }
    kn_rank_free(&rank);
}

/* Once the better lead the worse by 1 everywhere, ranking has nothing left to learn. */
static void a_perfect_ranking_has_no_slope(void **state)
{
    kn_rank rank = {.allocator = NULL};
    double score[] = {5, 3, 1, -1}, benefit[] = {0.4, 0.3, 0.2, 0.1}, slope[4];
    kn_rank_result result;
    (void)state;
    assert_true(kn_rank_slope(&rank, 4, score, benefit, slope, &result));
    for (size_t i = 0; i < 4; i++)
        assert_true(slope[i] == 0);
    assert_true(result.loss == 0 && result.mass == 0 && result.pairs == 6);
    kn_rank_free(&rank);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rank_equals_enumerated_pairs),
        cmocka_unit_test(slopes_are_derivatives),
        cmocka_unit_test(a_perfect_ranking_has_no_slope),
    };
    return cmocka_run_group_tests_name("rank", tests, NULL, NULL);
}
