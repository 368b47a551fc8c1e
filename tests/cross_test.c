/* cross_test.c - policies of scored items are compared with system relevance, fold by fold, and the better one packs. */
#include "failing.h"
#include "random.h"

#include "core/cross.h"
#include "core/evidence.h"
#include "core/model.h"
#include "passages/inner.h"
#include "systems/inner.h"

enum { ITEMS = 8 };

/* What an item is worth: its score, the first feature that the policy sees, or a share of both. With a share of both, the second
 * feature is worth something else in each question, so that what is learned depends on the questions. */
static void add_question(knap_data *data, knap_rng *rng, double of_score)
{
    knap_instance *instance;
    double own = of_score == 0.5 ? 2 * knap_rng_uniform(rng) - 1 : 0;
    assert_ok(knap_data_add(data, NULL, 6, 0, &instance, error));
    for (size_t s = 0; s < ITEMS; s++) {
        double score = knap_rng_uniform(rng), feature[] = {knap_rng_uniform(rng), knap_rng_uniform(rng)};
        knap_item item = {.cost = 1 + (double)knap_rng_below(rng, 3), .feature = feature};
        item.worth = (of_score * score + (1 - of_score) * feature[0] + fabs(own) + own * feature[1]) * item.cost;
        assert_ok(knap_instance_add(instance, &item, error));
        assert_ok(knap_instance_set_score(instance, s, score, error));
    }
    assert_ok(knap_instance_set_reward(instance, knap_reward_find("modular"), NULL, error));
}

static knap_data *make_data(uint64_t seed, size_t count, size_t step, size_t skip, double of_score)
{
    knap_data *data, *unused;
    knap_rng rng;
    size_t feature;
    knap_rng_seed(&rng, seed);
    assert_ok(knap_data_new(NULL, &data, error));
    assert_ok(knap_data_new(NULL, &unused, error));
    for (int f = 0; f < 2; f++) {
        assert_ok(knap_data_feature(data, f ? "g" : "f", &feature, error));
        assert_ok(knap_data_feature(unused, f ? "g" : "f", &feature, error));
    }
    for (size_t i = 0; i < count; i++) /* all draws are made, so that a part of the data is the same as in the whole */
        add_question(step == 0 || (skip < step ? i % step != skip : i % step == skip - step) ? data : unused, &rng,
                     of_score);
    knap_data_free(unused);
    return data;
}

static double packed_mean(const knap_model *model, knap_data *data, double *sum)
{
    size_t count = knap_data_count(data);
    knap_packed *packed = calloc(count, sizeof *packed);
    assert_ok(knap_model_match(model, data, false, error));
    assert_ok(knap_pack_all(model, data, 0, NULL, packed, error));
    for (size_t i = 0; i < count; i++)
        *sum += packed[i].reward;
    knap_packed_free(packed, count);
    free(packed);
    return *sum;
}

static knap_model *untrained(void)
{
    knap_model *model;
    assert_ok(knap_system_fit(knap_system_find("relevance"), NULL, NULL, NULL, &model, error));
    return model;
}

/* The definition: train on the others, pack the fold, with public calls on copies of the data. */
static void folds_by_definition(void **state)
{
    static const size_t counts[] = {2, 3, 11, 26};
    (void)state;
    for (size_t c = 0; c < 4; c++) {
        size_t count = counts[c], folds = count < 5 ? count : 5;
        knap_data *all = make_data(31 + c, count, 0, 0, 0.5);
        knap_run run = {.jobs = 1 + c % 2};
        double learned = 0, plain = 0;
        knap_settings settings;
        kn_choice choice;
        knap_settings_init(&settings);
        settings.epochs = 3;
        settings.views = 1;
        for (size_t fold = 0; fold < folds; fold++) {
            knap_data *others = make_data(31 + c, count, folds, fold, 0.5),
                      *held = make_data(31 + c, count, folds, folds + fold, 0.5);
            knap_model *policy, *relevance = untrained();
            assert_int_equal(knap_data_count(others) + knap_data_count(held), count);
            assert_ok(knap_train(others, NULL, &settings, 1, NULL, &policy, NULL, error));
            packed_mean(policy, held, &learned);
            packed_mean(relevance, held, &plain);
            knap_model_free(policy);
            knap_model_free(relevance);
            knap_data_free(others);
            knap_data_free(held);
        }
        assert_ok(kn_data_widen(all, error));
        assert_ok(kn_cross_validate(all, &settings, &run, &choice, error));
        assert_int_equal(choice.folds, folds);
        assert_close(choice.learned, learned / (double)count, 1e-12);
        assert_close(choice.untrained, plain / (double)count, 1e-12);
        knap_data_free(all);
    }
}

/* Lists of `model` on new data, and of system relevance: whether all are the same. */
static bool packs_like_relevance(const knap_model *model)
{
    knap_data *data = make_data(77, 40, 0, 0, 0.5);
    knap_model *relevance = untrained();
    knap_packed mine[40], other[40];
    bool same = true;
    assert_ok(knap_model_match(model, data, false, error));
    assert_ok(knap_pack_all(model, data, 0, NULL, mine, error));
    assert_ok(knap_pack_all(relevance, data, 0, NULL, other, error));
    for (size_t i = 0; i < 40; i++)
        same = same && mine[i].list.count == other[i].list.count &&
               memcmp(mine[i].list.item, other[i].list.item, mine[i].list.count * sizeof *mine[i].list.item) == 0;
    knap_packed_free(mine, 40);
    knap_packed_free(other, 40);
    knap_model_free(relevance);
    knap_data_free(data);
    return same;
}

/* Where the score says all and the policy sees a feature that says nothing, the model packs with system relevance, also after it was
 * saved; where the feature says all, the policy packs. With validation data these decide. */
static void the_better_one_packs(void **state)
{
    (void)state;
    for (int held = 0; held < 2; held++)
        for (int useful = 0; useful < 2; useful++) {
            knap_data *train = make_data(5, 30, 0, 0, useful ? 0 : 1),
                      *validate = held ? make_data(6, 20, 0, 0, useful ? 0 : 1) : NULL;
            knap_settings settings;
            knap_model *model, *again;
            knap_report report;
            char *bytes;
            size_t length;
            knap_settings_init(&settings);
            settings.views = 1;
            assert_ok(knap_passages_train(train, validate, NULL, &settings, 1, NULL, &model, &report, error));
            assert_true((report.learned > report.untrained) == useful);
            assert_int_equal(report.folds, held ? 0 : 5);
            assert_int_equal(knap_model_settings(model)->decode, useful ? KNAP_DECODE_GREEDY : KNAP_DECODE_RELEVANCE);
            assert_true(packs_like_relevance(model) == !useful);
            assert_non_null(strstr(knap_model_section(model, "choice", NULL), held ? "folds 0\n" : "folds 5\n"));
            assert_ok(knap_model_write(model, &bytes, &length, error));
            assert_ok(knap_model_parse(bytes, length, "model", NULL, &again, error));
            assert_true(packs_like_relevance(again) == !useful);
            assert_ok(knap_model_set_decode(again, "greedy", error)); /* the policy is still there */
            assert_false(packs_like_relevance(again));
            assert_null(knap_data_at(train, 0)->evidence); /* which belongs to the training */
            knap_text_free(NULL, bytes);
            knap_model_free(again);
            knap_model_free(model);
            knap_data_free(train);
            knap_data_free(validate);
        }
}

/* An instance without scores is packed by the policy, and one instance is not compared with anything. */
static void what_is_not_compared(void **state)
{
    knap_data *train = make_data(5, 1, 0, 0, 1), *many = make_data(5, 30, 0, 0, 1), *bare = make_data(9, 20, 0, 0, 0);
    knap_settings settings;
    knap_model *model, *policy;
    knap_report report;
    (void)state;
    knap_settings_init(&settings);
    settings.views = 1;
    assert_ok(knap_passages_train(train, NULL, NULL, &settings, 1, NULL, &model, &report, error));
    assert_true(isnan(report.learned) && isnan(report.untrained));
    assert_null(knap_model_section(model, "choice", NULL));
    assert_int_equal(knap_model_settings(model)->decode, KNAP_DECODE_GREEDY);
    knap_model_free(model);
    assert_ok(knap_passages_train(many, NULL, NULL, &settings, 1, NULL, &model, NULL, error));
    assert_ok(knap_train(many, NULL, &settings, 1, NULL, &policy, &report, error));
    assert_true(isnan(report.learned));
    assert_int_equal(knap_model_settings(model)->decode, KNAP_DECODE_RELEVANCE);
    for (size_t i = 0; i < 20; i++)
        for (size_t s = 0; s < ITEMS; s++)
            assert_ok(knap_instance_set_score(knap_data_at(bare, i), s, NAN, error));
    assert_ok(knap_model_match(model, bare, false, error));
    for (size_t i = 0; i < 20; i++) {
        knap_list mine = {.allocator = NULL}, other = {.allocator = NULL};
        assert_ok(knap_model_pack(model, knap_data_at(bare, i), i, NULL, &mine, NULL, error));
        assert_ok(knap_model_pack(policy, knap_data_at(bare, i), i, NULL, &other, NULL, error));
        assert_int_equal(mine.count, other.count);
        assert_memory_equal(mine.item, other.item, mine.count * sizeof *mine.item);
        knap_list_free(&mine);
        knap_list_free(&other);
    }
    knap_model_free(model);
    knap_model_free(policy);
    knap_data_free(train);
    knap_data_free(many);
    knap_data_free(bare);
}

/* Evidence that is kept is the evidence. */
static void kept_evidence_is_the_same(void **state)
{
    knap_data *data = make_data(12, 10, 0, 0, 0.5);
    (void)state;
    for (size_t i = 0; i < 10; i++) {
        knap_instance *instance = knap_data_at(data, i);
        double fresh[ITEMS * KN_EVIDENCES], kept[ITEMS * KN_EVIDENCES];
        kn_arena arena = {.allocator = NULL};
        assert_true(kn_evidence(instance, &arena, fresh));
        assert_ok(kn_keep_evidence(instance, error));
        assert_non_null(instance->evidence);
        assert_true(kn_evidence(instance, &arena, kept));
        assert_memory_equal(fresh, kept, sizeof fresh);
        kn_forget_evidence(instance);
        assert_null(instance->evidence);
        kn_arena_free(&arena);
    }
    knap_data_free(data);
}

static knap_status scenario(const knap_allocator *allocator, void *context)
{
    knap_run run = {.allocator = allocator, .jobs = 1};
    knap_settings settings;
    knap_model *model;
    knap_error why;
    knap_status status;
    knap_settings_init(&settings);
    settings.views = 1;
    settings.epochs = 1;
    status = knap_passages_train(context, NULL, NULL, &settings, 1, &run, &model, NULL, &why);
    assert_true(!status == (model != NULL));
    assert_null(knap_data_at(context, 0)->evidence);
    knap_model_free(model);
    return status;
}

static void comparing_survives_failing_memory(void **state)
{
    knap_data *data = make_data(3, 4, 0, 0, 0.5);
    (void)state;
    assert_true(survives(scenario, data) >= 30);
    knap_data_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(folds_by_definition),
        cmocka_unit_test(the_better_one_packs),
        cmocka_unit_test(what_is_not_compared),
        cmocka_unit_test(kept_evidence_is_the_same),
        cmocka_unit_test(comparing_survives_failing_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
