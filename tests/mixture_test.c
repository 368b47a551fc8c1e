/* mixture_test.c - minimum Bayes risk: the agreement of lists by levels against all pairs, and the list of
 * a mixture against the lists of its policies, each built by itself. */
#include "failing.h"
#include "random.h"

#include "core/consensus.h"
#include "core/follow.h"
#include "core/scp.h"
#include "core/settings.h"

#include <unistd.h>

enum { ITEMS = 14, MOST = 12, BUDGET = 25 };
/* What an instance's concepts are like. */
enum { WHOLE, FRACTIONS, NO_CONCEPTS, PAIRS_ONLY, SORTS };

static knap_instance *make_instance(knap_data *data, knap_rng *rng, int sort)
{
    knap_instance *instance;
    double amount[RANDOM_CONCEPTS], feature[RANDOM_FEATURES], vector[RANDOM_DIMENSIONS];
    uint32_t concept_id[RANDOM_CONCEPTS];
    if (knap_data_feature_count(data) == 0)
        name_features(data, RANDOM_FEATURES);
    assert_ok(knap_data_add(data, NULL, BUDGET, 0, &instance, error));
    for (size_t i = 0; i < ITEMS; i++) {
        knap_item item = {.cost = 1 + (double)knap_rng_below(rng, 10),
                          .feature = feature,
                          .vector = vector,
                          .vector_count = RANDOM_DIMENSIONS,
                          .concept_id = concept_id,
                          .amount = amount,
                          .worth = knap_rng_uniform(rng)};
        for (size_t f = 0; f < RANDOM_FEATURES; f++)
            feature[f] = knap_rng_normal(rng);
        for (size_t d = 0; d < RANDOM_DIMENSIONS; d++)
            vector[d] = knap_rng_uniform(rng);
        for (uint32_t c = 0; sort != NO_CONCEPTS && c < RANDOM_CONCEPTS; c++)
            if (knap_rng_below(rng, 3) == 0) {
                concept_id[item.concept_count] = c;
                amount[item.concept_count++] =
                    sort == FRACTIONS ? 2.5 * knap_rng_uniform(rng) : (double)knap_rng_below(rng, 4);
            }
        assert_ok(knap_instance_add(instance, &item, error));
    }
    for (uint32_t c = 0; c < RANDOM_CONCEPTS; c++)
        assert_ok(knap_instance_mark(
            instance, c, sort == PAIRS_ONLY || c >= 9 ? KNAP_CONCEPT_BIGRAM : (knap_concept)(c % 3), error));
    assert_ok(knap_instance_set_reward(instance, knap_reward_find("modular"), NULL, error));
    return instance;
}

/* ---- Agreement, written out ---- */

/* Words of a list: concepts 0..8, in sixteenths where `sort` has fractions; or its items. */
static double count_words(const knap_instance *instance, int sort, const size_t *item, size_t count, double *have)
{
    const kn_rows *rows = &instance->concept;
    double length = 0;
    memset(have, 0, ITEMS * sizeof *have);
    for (size_t i = 0; i < count; i++) {
        if (sort >= NO_CONCEPTS)
            have[item[i]] = 1;
        for (size_t e = rows->start[item[i]]; sort < NO_CONCEPTS && e < rows->start[item[i] + 1]; e++)
            if (rows->id[e] < 9)
                have[rows->id[e]] += sort == FRACTIONS ? ceil(16 * rows->value[e]) : rows->value[e];
    }
    for (size_t w = 0; w < ITEMS; w++)
        length += have[w];
    return length;
}

static double pair_agreement(const knap_instance *instance, int sort, const kn_vote *y, const kn_vote *z)
{
    double in_y[ITEMS], in_z[ITEMS], overlap = 0;
    double length_y = count_words(instance, sort, y->item, y->count, in_y);
    double length_z = count_words(instance, sort, z->item, z->count, in_z);
    for (size_t w = 0; w < ITEMS; w++)
        overlap += fmin(in_y[w], in_z[w]);
    return overlap > 0 ? 2 * overlap / (length_y + length_z) : 0;
}

static double all_pairs(const knap_instance *instance, int sort, const kn_vote *vote, size_t votes, size_t mine)
{
    double sum = 0;
    for (size_t v = 0; v < votes; v++)
        sum += vote[v].times * pair_agreement(instance, sort, &vote[mine], &vote[v]);
    return sum;
}

static void levels_equal_all_pairs(void **unused)
{
    knap_rng rng;
    (void)unused;
    knap_rng_seed(&rng, 1);
    for (int round = 0; round < 400; round++) {
        static size_t item[MOST][ITEMS];
        kn_vote vote[MOST];
        double agreement[MOST], highest = -1;
        size_t votes = 1 + knap_rng_below(&rng, MOST), best, first = 0;
        int sort = round % SORTS;
        knap_data *data;
        assert_ok(knap_data_new(NULL, &data, error));
        const knap_instance *instance = make_instance(data, &rng, sort);
        for (size_t v = 0; v < votes; v++) {
            vote[v] = (kn_vote){.item = item[v], .times = 1 + (double)knap_rng_below(&rng, 3)};
            for (size_t s = 0; s < ITEMS; s++)
                if (knap_rng_below(&rng, 3) == 0)
                    item[v][vote[v].count++] = s;
        }
        assert_ok(kn_consensus(instance, vote, votes, NULL, agreement, &best, error));
        for (size_t v = 0; v < votes; v++) {
            double sum = all_pairs(instance, sort, vote, votes, v);
            assert_close(agreement[v], sum, 1e-12);
            if (sum > highest + 1e-9) {
                highest = sum;
                first = v;
            }
        }
        assert_int_equal(best, first);
        knap_data_free(data);
    }
}

/* ---- Mixtures ---- */

/* Policies around one that is drawn, some of them the same as the one before. */
static knap_model *make_model(knap_data *data, knap_rng *rng, size_t positions, size_t iterates, double noise)
{
    knap_settings settings;
    knap_model *model;
    kn_policy *policy;
    size_t size;
    knap_settings_init(&settings);
    settings.decode = KNAP_DECODE_MBR;
    settings.result = KNAP_RESULT_MIXTURE;
    assert_ok(kn_policy_new(&settings, &data->features, &data->flaws, positions, iterates, NULL, &policy, error));
    assert_ok(kn_model_of_policy(&kn_system_scp, policy, &data->features, &model, error));
    size = positions * policy->width;
    for (size_t i = 0; i < size; i++)
        policy->weight[i] = knap_rng_normal(rng);
    for (size_t p = 1; p < iterates; p++) {
        bool same = knap_rng_below(rng, 4) == 0;
        for (size_t i = 0; i < size; i++)
            policy->weight[p * size + i] =
                same ? policy->weight[(p - 1) * size + i] : policy->weight[i] + noise * knap_rng_normal(rng);
    }
    return model;
}

/* The list of one policy by itself. */
static void list_of(const knap_model *model, const knap_instance *instance, size_t iterate, knap_list *list,
                    double *score)
{
    const kn_policy *policy = kn_model_policy(model);
    kn_walk walk = {.allocator = NULL, .jobs = 1};
    assert_ok(kn_walk_policy(&walk, instance, kn_views_of(&policy->settings), kn_policy_weights(policy, iterate),
                             policy->positions, list, score, error));
    kn_walk_free(&walk);
}

static void assert_same_lists(const knap_list *a, const knap_list *b)
{
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++)
        assert_int_equal(a->item[i], b->item[i]);
    assert_true(a->cost == b->cost);
}

/* What knap_model_explain says of a list is what it says with the one policy alone. */
static void check_explained(const knap_model *model, const knap_instance *instance, size_t iterate,
                            const knap_list *list)
{
    const kn_policy *policy = kn_model_policy(model);
    size_t size = policy->positions * policy->width;
    double *mine = calloc(list->count * policy->width + 1, sizeof *mine);
    double *single = calloc(list->count * policy->width + 1, sizeof *single);
    kn_policy *alone;
    assert_ok(
        kn_policy_new(&policy->settings, &model->features, &policy->flaws, policy->positions, 1, NULL, &alone, error));
    memcpy(alone->weight, kn_policy_weights(policy, iterate), size * sizeof *alone->weight);
    assert_ok(knap_model_explain(model, instance, 7, list, mine, error));
    assert_ok(kn_policy_explain(alone, instance, 7, list, single, error));
    assert_memory_equal(mine, single, list->count * policy->width * sizeof *mine);
    kn_policy_free(alone);
    free(mine);
    free(single);
}

/* Compares with every policy's own list and all pairs of lists; among equals the later policy is chosen. */
static void check_mixture(const knap_model *model, const knap_instance *instance, int sort, size_t *differ)
{
    knap_list own[MOST] = {{.allocator = NULL}}, list = {.allocator = NULL}, again = {.allocator = NULL};
    kn_vote vote[MOST];
    double score[ITEMS], expected[ITEMS], highest = -1;
    size_t winner = 0, policies = knap_model_iterates(model);
    for (size_t p = 0; p < policies; p++) {
        list_of(model, instance, p, &own[p], NULL);
        vote[p] = (kn_vote){.item = own[p].item, .count = own[p].count, .times = 1};
    }
    for (size_t p = policies; p-- > 0;) {
        double sum = all_pairs(instance, sort, vote, policies, p);
        if (sum > highest + 1e-9) {
            highest = sum;
            winner = p;
        }
    }
    assert_ok(knap_model_pack(model, instance, 1, NULL, &list, score, error));
    assert_ok(knap_model_pack(model, instance, 99, NULL, &again, NULL, error));
    assert_same_lists(&list, &again);
    assert_same_lists(&list, &own[winner]);
    assert_true(list.cost <= BUDGET);
    list_of(model, instance, winner, &again, expected);
    for (size_t i = 0; i < list.count; i++)
        assert_true(score[i] == expected[i]);
    check_explained(model, instance, winner, &list);
    *differ += winner + 1 < policies;
    for (size_t p = 0; p < policies; p++)
        knap_list_free(&own[p]);
    knap_list_free(&list);
    knap_list_free(&again);
}

static void mixtures_agree_as_all_pairs_do(void **unused)
{
    knap_rng rng;
    size_t differ = 0;
    (void)unused;
    knap_rng_seed(&rng, 2);
    for (int round = 0; round < 200; round++) {
        knap_data *data;
        knap_instance *instance;
        knap_model *model;
        assert_ok(knap_data_new(NULL, &data, error));
        instance = make_instance(data, &rng, round % SORTS);
        model =
            make_model(data, &rng, 1 + knap_rng_below(&rng, 3), 1 + knap_rng_below(&rng, MOST), round % 3 ? 0.2 : 1);
        check_mixture(model, instance, round % SORTS, &differ);
        knap_model_free(model);
        knap_data_free(data);
    }
    assert_true(differ > 50);
}

/* One policy is greedy; policies that are all the same give their list. */
static void agreement_of_equals_is_their_list(void **unused)
{
    knap_rng rng;
    (void)unused;
    knap_rng_seed(&rng, 3);
    for (int round = 0; round < 60; round++) {
        knap_data *data;
        knap_instance *instance;
        knap_model *model;
        knap_list list = {.allocator = NULL}, greedy = {.allocator = NULL};
        assert_ok(knap_data_new(NULL, &data, error));
        instance = make_instance(data, &rng, round % SORTS);
        model = make_model(data, &rng, 2, round % 2 ? 1 : MOST, 0);
        assert_ok(knap_model_pack(model, instance, 5, NULL, &list, NULL, error));
        assert_ok(knap_model_set_decode(model, "greedy", error));
        assert_ok(knap_model_pack(model, instance, 5, NULL, &greedy, NULL, error));
        assert_same_lists(&list, &greedy);
        assert_true(list.count > 0);
        knap_list_free(&list);
        knap_list_free(&greedy);
        knap_model_free(model);
        knap_data_free(data);
    }
}

/* ---- Training ---- */

static knap_data *make_data(uint64_t seed, size_t count)
{
    knap_data *data;
    knap_rng rng;
    knap_rng_seed(&rng, seed);
    assert_ok(knap_data_new(NULL, &data, error));
    for (size_t i = 0; i < count; i++)
        make_instance(data, &rng, WHOLE);
    return data;
}

static void training_keeps_the_mixture(void **unused)
{
    char path[] = "/tmp/knap-test-XXXXXX";
    knap_data *data = make_data(4, 30), *held_out = make_data(5, 10);
    knap_settings settings;
    (void)unused;
    close(mkstemp(path));
    knap_settings_init(&settings);
    settings.decode = KNAP_DECODE_MBR;
    settings.epochs = 3;
    for (int held = 0; held < 2; held++) {
        knap_model *model, *loaded;
        knap_report report;
        double mean = 0;
        assert_ok(knap_train(data, held ? held_out : NULL, &settings, 1, NULL, &model, &report, error));
        assert_int_equal(knap_model_settings(model)->result, KNAP_RESULT_MIXTURE);
        assert_int_equal(knap_model_iterates(model), 16);
        assert_ok(knap_model_save(model, path, error));
        assert_ok(knap_model_load(path, NULL, &loaded, error));
        assert_int_equal(knap_model_settings(loaded)->decode, KNAP_DECODE_MBR);
        for (size_t i = 0; i < 10; i++) {
            knap_list list = {.allocator = NULL}, again = {.allocator = NULL};
            double value;
            assert_ok(knap_model_pack(model, knap_data_at(held_out, i), i, NULL, &list, NULL, error));
            assert_ok(knap_model_pack(loaded, knap_data_at(held_out, i), i + 3, NULL, &again, NULL, error));
            assert_same_lists(&list, &again);
            assert_ok(knap_list_value(knap_data_at(held_out, i), &list, &value, error));
            mean += value / 10;
            knap_list_free(&list);
            knap_list_free(&again);
        }
        if (held) /* what the validation data measured is what the model does */
            assert_close(report.validation, mean, 1e-12);
        knap_model_free(loaded);
        knap_model_free(model);
    }
    unlink(path);
    knap_data_free(data);
    knap_data_free(held_out);
}

static void a_single_policy_is_refused(void **unused)
{
    static const int results[] = {KNAP_RESULT_LAST, KNAP_RESULT_AVERAGE, KNAP_RESULT_BEST};
    knap_data *data = make_data(6, 5);
    knap_settings settings;
    knap_model *model = NULL;
    knap_error problem;
    (void)unused;
    knap_settings_init(&settings);
    settings.epochs = 1;
    settings.decode = KNAP_DECODE_MBR;
    for (size_t i = 0; i < 3; i++) {
        settings.result = results[i];
        assert_int_equal(knap_train(data, NULL, &settings, 1, NULL, &model, NULL, &problem), KNAP_USAGE);
        assert_non_null(strstr(problem.message, "decode mbr needs result mixture"));
    }
    settings.result = KNAP_RESULT_AUTO;
    settings.keep = 1;
    assert_int_equal(knap_train(data, NULL, &settings, 1, NULL, &model, NULL, &problem), KNAP_USAGE);
    assert_non_null(strstr(problem.message, "several policies"));
    assert_null(model);
    settings.decode = KNAP_DECODE_GREEDY;
    assert_ok(knap_train(data, NULL, &settings, 1, NULL, &model, NULL, error));
    assert_int_equal(knap_model_set_decode(model, "mbr", &problem), KNAP_USAGE);
    assert_non_null(strstr(problem.message, "setting decode=mbr or result=mixture"));
    assert_int_equal(knap_model_settings(model)->decode, KNAP_DECODE_GREEDY);
    knap_model_free(model);
    settings.keep = 4;
    settings.result = KNAP_RESULT_MIXTURE;
    assert_ok(knap_train(data, NULL, &settings, 1, NULL, &model, NULL, error));
    assert_ok(knap_model_set_decode(model, "mbr", error));
    assert_int_equal(knap_model_settings(model)->decode, KNAP_DECODE_MBR);
    knap_model_free(model);
    knap_data_free(data);
}

typedef struct packing {
    const knap_model *model;
    const knap_instance *instance;
} packing;

static knap_status pack(const knap_allocator *allocator, void *context)
{
    const packing *work = context;
    knap_run run = {.allocator = allocator, .jobs = 1};
    knap_list list = {.allocator = allocator};
    double score[ITEMS];
    knap_status status = knap_model_pack(work->model, work->instance, 1, &run, &list, score, NULL);
    knap_list_free(&list);
    return status;
}

static void packing_survives_without_memory(void **unused)
{
    knap_data *data;
    knap_rng rng;
    (void)unused;
    knap_rng_seed(&rng, 7);
    assert_ok(knap_data_new(NULL, &data, error));
    packing work = {.instance = make_instance(data, &rng, WHOLE)};
    knap_model *model = make_model(data, &rng, 1, 5, 1);
    work.model = model;
    assert_true(survives(pack, &work) > 15);
    knap_model_free(model);
    knap_data_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(levels_equal_all_pairs),
                                       cmocka_unit_test(mixtures_agree_as_all_pairs_do),
                                       cmocka_unit_test(agreement_of_equals_is_their_list),
                                       cmocka_unit_test(training_keeps_the_mixture),
                                       cmocka_unit_test(a_single_policy_is_refused),
                                       cmocka_unit_test(packing_survives_without_memory)};
    return cmocka_run_group_tests_name("mixture", tests, NULL, NULL);
}
