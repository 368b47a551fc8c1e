/* logs_test.c - learning from logs and evaluating on them, in a simulation whose truth is known.
 *
 * An instance has six items of cost 1 and a budget of 2, so that a list is one of 15 pairs. The expected reward of a pair is
 * 0.1 + 0.35 (sum of their qualities) + 0.1 (product of both), which is not linear; the reward observed is 0 or 1. The logging policy
 * prefers items by a feature that has nothing to do with the reward. */
#include "failing.h"
#include "random.h"

#include "core/instance.h"
#include "logs/inner.h"

enum { ITEMS = 6, PAIRS = 15, SAMPLES = 400 };

typedef struct world {
    knap_data *data;
    knap_packed *packed; /* [count] lists of the policy that is evaluated: the two items of the highest quality */
    size_t count;
    double truth;   /* the policy's mean expected reward on these instances */
    double logging; /* the same of the logging policy */
} world;

static void pair_at(size_t number, size_t pair[2])
{
    for (size_t a = 0; a < ITEMS; a++)
        for (size_t b = a + 1; b < ITEMS; b++)
            if (number-- == 0) {
                pair[0] = a;
                pair[1] = b;
                return;
            }
}

static double expected(const double quality[ITEMS], const size_t pair[2])
{
    double a = quality[pair[0]], b = quality[pair[1]];
    return 0.1 + 0.35 * (a + b) + 0.1 * a * b;
}

/* Whether every other instance has its costs and its budget in units ten times smaller. */
static bool mixed_units;

/* One instance; `wrong` multiplies the propensities that are logged. */
static void add_log(world *self, knap_rng *rng, size_t number, double wrong)
{
    double quality[ITEMS], share[PAIRS], sum = 0, lot;
    size_t pair[2], chosen = 0, best = 0, second = 1;
    knap_instance *instance;
    double unit = mixed_units && number % 2 ? 10 : 1;
    assert_ok(knap_data_add(self->data, NULL, 2 * unit, 0, &instance, error));
    for (size_t i = 0; i < ITEMS; i++) {
        double bias = knap_rng_uniform(rng), feature[] = {quality[i] = knap_rng_uniform(rng), bias};
        assert_ok(knap_instance_add(instance, &(knap_item){.cost = unit, .feature = feature}, error));
        if (i > 0 && quality[i] > quality[best]) {
            second = best;
            best = i;
        } else if (i > 0 && (i == 1 || quality[i] > quality[second])) {
            second = i;
        }
    }
    for (size_t p = 0; p < PAIRS; p++) {
        pair_at(p, pair);
        share[p] = exp(
            2 * (double)(knap_instance_features(instance, pair[0])[1] + knap_instance_features(instance, pair[1])[1]));
        sum += share[p];
    }
    lot = knap_rng_uniform(rng) * sum;
    while (chosen + 1 < PAIRS && (lot -= share[chosen]) >= 0)
        chosen++;
    for (size_t p = 0; p < PAIRS; p++) {
        pair_at(p, pair);
        self->logging += share[p] / sum * expected(quality, pair) / (double)self->count;
    }
    pair_at(chosen, pair);
    knap_log log = {.item = pair,
                    .count = 2,
                    .reward = knap_rng_uniform(rng) < expected(quality, pair),
                    .propensity = share[chosen] / sum * wrong};
    assert_ok(knap_instance_set_log(instance, &log, error));
    assert_ok(knap_list_push(&self->packed[number].list, instance, best, error));
    assert_ok(knap_list_push(&self->packed[number].list, instance, second, error));
    self->truth += expected(quality, (size_t[]){best, second}) / (double)self->count;
}

static world make_world(uint64_t seed, size_t count, double wrong)
{
    world self = {.count = count};
    knap_rng rng;
    size_t feature;
    knap_rng_seed(&rng, seed);
    assert_ok(knap_data_new(NULL, &self.data, error));
    assert_ok(knap_data_feature(self.data, "quality", &feature, error));
    assert_ok(knap_data_feature(self.data, "bias", &feature, error));
    self.packed = calloc(count, sizeof *self.packed);
    for (size_t i = 0; i < count; i++)
        add_log(&self, &rng, i, wrong);
    return self;
}

static void end_world(world *self)
{
    knap_packed_free(self->packed, self->count);
    free(self->packed);
    knap_data_free(self->data);
}

/* Mean error of an estimator over the seeds, its deviation, and how often its interval has the truth. */
typedef struct record {
    double sum, squares;
    size_t inside, intervals, count;
} record;

static void note(record *self, const knap_estimate *estimate, double truth)
{
    self->sum += estimate->value - truth;
    self->squares += (estimate->value - truth) * (estimate->value - truth);
    self->inside += estimate->low <= truth && truth <= estimate->high;
    self->intervals += isnan(estimate->low) ? 0 : 1;
    self->count++;
}

static double mean_error(const record *self)
{
    return self->sum / (double)self->count;
}

static double deviation(const record *self)
{
    return sqrt(self->squares / (double)self->count - mean_error(self) * mean_error(self));
}

/* Of the intervals that were given. */
static double share_inside(const record *self)
{
    return (double)self->inside / (double)self->intervals;
}

static void estimates_have_no_bias(void **state)
{
    enum { SEEDS = 300 };
    knap_logs_settings settings;
    record ips = {0}, snips = {0}, dr = {0};
    (void)state;
    knap_logs_init(&settings);
    settings.clip = 0;
    settings.samples = SAMPLES;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        world self = make_world(9000 + seed, 600, 1);
        knap_logs_report report;
        assert_ok(knap_logs_estimate(self.data, self.packed, &settings, NULL, &report, NULL, error));
        assert_int_equal(report.lists, 600);
        assert_int_equal(report.clipped, 0);
        assert_true(report.matched > 10 && report.effective > 1 && report.effective <= (double)report.matched + 1e-9);
        note(&ips, &report.ips, self.truth);
        note(&snips, &report.snips, self.truth);
        note(&dr, &report.dr, self.truth);
        end_world(&self);
    }
    print_message(
        "mean error, deviation, coverage of 95%%: IPS %+.4f %.4f %.3f, SNIPS %+.4f %.4f %.3f, DR %+.4f %.4f %.3f\n",
        mean_error(&ips), deviation(&ips), share_inside(&ips), mean_error(&snips), deviation(&snips),
        share_inside(&snips), mean_error(&dr), deviation(&dr), share_inside(&dr));
    /* 3 standard errors of the mean; SNIPS has a bias of the order of 1/n */
    assert_true(fabs(mean_error(&ips)) < 3 * deviation(&ips) / sqrt(SEEDS));
    assert_true(fabs(mean_error(&dr)) < 3 * deviation(&dr) / sqrt(SEEDS));
    assert_true(fabs(mean_error(&snips)) < 0.01);
    assert_true(deviation(&snips) < deviation(&ips) && deviation(&dr) < deviation(&ips));
    assert_true(ips.intervals > SEEDS / 2 && snips.intervals == ips.intervals && dr.intervals == ips.intervals);
    assert_true(share_inside(&ips) >= 0.9 && share_inside(&snips) >= 0.9 && share_inside(&dr) >= 0.9);
}

/* Wrong propensities: IPS is off by their factor, SNIPS does not care for a common factor, and DR is saved by the model. */
/* Logs of 3000 lists of 4 out of 20 items, all lists alike likely: a list matches once in 4845 times. */
static void few_matches_have_no_interval(void **state)
{
    enum { MANY = 20, SHOWN = 4, LISTS = 3000 };
    knap_packed *packed = calloc(LISTS, sizeof *packed);
    knap_logs_report report;
    knap_data *data;
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 12);
    assert_ok(knap_data_new(NULL, &data, error));
    for (size_t i = 0; i < LISTS; i++) {
        knap_instance *instance;
        size_t shown[SHOWN], item = 0;
        assert_ok(knap_data_add(data, NULL, SHOWN, 0, &instance, error));
        for (size_t s = 0; s < MANY; s++)
            assert_ok(knap_instance_add(instance, &(knap_item){.cost = 1}, error));
        for (size_t k = 0; k < SHOWN; item++)
            if (knap_rng_below(&rng, MANY - item) < SHOWN - k)
                shown[k++] = item;
        knap_log log = {.item = shown, .count = SHOWN, .reward = shown[0] == 0 ? 1 : 0, .propensity = 1 / 4845.0};
        assert_ok(knap_instance_set_log(instance, &log, error));
        for (size_t s = 0; s < SHOWN; s++)
            assert_ok(knap_list_push(&packed[i].list, instance, s, error));
    }
    assert_ok(knap_logs_estimate(data, packed, NULL, NULL, &report, NULL, error));
    assert_true(report.matched < KNAP_LEAST_MATCHED && !report.holds);
    assert_true(isnan(report.dr.low) && isnan(report.dr.high) && isnan(report.ips.low) && isnan(report.model.low));
    assert_true(isfinite(report.dr.value));
    knap_packed_free(packed, LISTS);
    free(packed);
    knap_data_free(data);
}

/* Weights that are clipped in more than one of twenty matches are a bias, however many lists match. */
static void clipped_weights_have_no_interval(void **state)
{
    knap_logs_settings settings;
    knap_logs_report report;
    world self = make_world(77, 2000, 1);
    (void)state;
    knap_logs_init(&settings);
    settings.samples = SAMPLES;
    settings.clip = 0;
    assert_ok(knap_logs_estimate(self.data, self.packed, &settings, NULL, &report, NULL, error));
    assert_true(report.holds && report.dr.low < report.dr.value && report.dr.value < report.dr.high);
    settings.clip = 5;
    assert_ok(knap_logs_estimate(self.data, self.packed, &settings, NULL, &report, NULL, error));
    assert_true(report.matched >= KNAP_LEAST_MATCHED && !report.holds && isnan(report.dr.low));
    end_world(&self);
}

static void each_estimator_fails_in_its_own_way(void **state)
{
    enum { SEEDS = 100 };
    knap_logs_settings settings;
    record ips = {0}, snips = {0}, dr = {0}, clipped = {0};
    (void)state;
    knap_logs_init(&settings);
    settings.samples = 1;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        world self = make_world(700 + seed, 600, 0.5);
        knap_logs_report report;
        settings.clip = 0;
        assert_ok(knap_logs_estimate(self.data, self.packed, &settings, NULL, &report, NULL, error));
        note(&ips, &report.ips, self.truth);
        note(&snips, &report.snips, self.truth);
        note(&dr, &report.dr, self.truth);
        settings.clip = 5; /* nearly every weight */
        assert_ok(knap_logs_estimate(self.data, self.packed, &settings, NULL, &report, NULL, error));
        assert_true(report.clipped > report.matched / 2);
        note(&clipped, &report.ips, self.truth);
        end_world(&self);
    }
    assert_true(mean_error(&ips) > 0.3); /* twice the truth */
    assert_true(fabs(mean_error(&snips)) < 0.02);
    assert_true(fabs(mean_error(&dr)) < 0.05);
    assert_true(mean_error(&clipped) < -0.3 && deviation(&clipped) < deviation(&ips));
}

/* By hand: two instances of two items, the first matched. Clip none. */
static void estimates_by_hand(void **state)
{
    knap_data *data;
    knap_packed packed[2] = {{.list = {.allocator = NULL}}, {.list = {.allocator = NULL}}};
    knap_logs_settings settings;
    knap_logs_report report;
    double reward[] = {3, 1}, propensity[] = {0.25, 0.5}, term[2];
    size_t shown[] = {1, 0};
    (void)state;
    knap_logs_init(&settings);
    settings.clip = 0;
    assert_ok(knap_data_new(NULL, &data, error));
    for (size_t i = 0; i < 2; i++) {
        knap_instance *instance;
        assert_ok(knap_data_add(data, NULL, 2, 0, &instance, error));
        for (size_t s = 0; s < 2; s++)
            assert_ok(knap_instance_add(instance, &(knap_item){.cost = 1}, error));
        knap_log log = {.item = shown, .count = 2 - i, .reward = reward[i], .propensity = propensity[i]};
        assert_ok(knap_instance_set_log(instance, &log, error));
        for (size_t s = 0; s < 2 - i; s++) /* the same items in another order; for the second instance the other item */
            assert_ok(knap_list_push(&packed[i].list, instance, s, error));
    }
    assert_ok(knap_logs_estimate(data, packed, &settings, NULL, &report, term, error));
    assert_int_equal(report.matched, 1);
    assert_close(report.ips.value, 4 * 3 / 2.0, 1e-12);
    assert_close(report.snips.value, 3, 1e-12);
    assert_close(report.logged, 2, 1e-12);
    assert_close(report.effective, 1, 1e-12);
    assert_close(report.dr.value, (term[0] + term[1]) / 2, 1e-12);
    settings.clip = 3;
    assert_ok(knap_logs_estimate(data, packed, &settings, NULL, &report, NULL, error));
    assert_close(report.ips.value, 3 * 3 / 2.0, 1e-12);
    assert_int_equal(report.clipped, 1);
    knap_packed_free(packed, 2);
    knap_data_free(data);
}

/* Worse logs, better policy: what is learned is near the best policy, and far above the logging policy, on new instances. */
static void learned_policy_beats_the_logging_policy(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 5; seed++) {
        world logs = make_world(40 + seed, 2000, 1), fresh = make_world(1040 + seed, 500, 1);
        knap_settings settings;
        knap_model *model;
        double value = 0;
        knap_settings_init(&settings);
        assert_ok(knap_logs_learn(logs.data, NULL, NULL, error));
        assert_ok(knap_train(logs.data, NULL, &settings, 1, NULL, &model, NULL, error));
        for (size_t i = 0; i < fresh.count; i++) {
            const knap_instance *instance = knap_data_at(fresh.data, i);
            knap_list list = {.allocator = NULL};
            double quality[ITEMS];
            for (size_t s = 0; s < ITEMS; s++)
                quality[s] = (double)knap_instance_features(instance, s)[0];
            assert_ok(knap_model_pack(model, instance, i, NULL, &list, NULL, error));
            assert_int_equal(list.count, 2);
            value += expected(quality, list.item) / (double)fresh.count;
            knap_list_free(&list);
        }
        print_message("logging policy %.4f, learned %.4f, best %.4f\n", fresh.logging, value, fresh.truth);
        assert_true(value > fresh.logging + 0.8 * (fresh.truth - fresh.logging));
        knap_model_free(model);
        end_world(&logs);
        end_world(&fresh);
    }
}

static void logs_are_checked(void **state)
{
    static const double wrong[] = {0, -0.1, 1.0001, NAN, INFINITY};
    knap_data *data;
    knap_instance *instance;
    knap_error why;
    knap_logs_report report;
    knap_packed packed = {.list = {.allocator = NULL}};
    knap_logs_settings settings;
    size_t twice[] = {0, 0}, far[] = {7};
    (void)state;
    assert_ok(knap_data_new(NULL, &data, error));
    assert_int_equal(knap_logs_learn(data, NULL, NULL, &why), KNAP_BAD_INPUT);
    assert_ok(knap_data_add(data, "q3", 2, 5, &instance, error));
    assert_ok(knap_instance_add(instance, &(knap_item){.cost = 1}, error));
    assert_null(knap_instance_log(instance));
    assert_int_equal(knap_logs_learn(data, NULL, NULL, &why), KNAP_BAD_INPUT);
    assert_non_null(strstr(why.message, "instance 'q3' (line 5) has no log"));
    assert_int_equal(knap_logs_estimate(data, &packed, NULL, NULL, &report, NULL, &why), KNAP_BAD_INPUT);
    for (size_t i = 0; i < 5; i++) {
        knap_log log = {.reward = 1, .propensity = wrong[i]};
        assert_int_equal(knap_instance_set_log(instance, &log, &why), KNAP_BAD_INPUT);
        assert_non_null(strstr(why.message, "propensity"));
    }
    assert_int_equal(knap_instance_set_log(instance, &(knap_log){.reward = NAN, .propensity = 1}, &why),
                     KNAP_BAD_INPUT);
    assert_int_equal(knap_instance_set_log(instance, &(knap_log){.item = twice, .count = 2, .propensity = 1}, &why),
                     KNAP_BAD_INPUT);
    assert_int_equal(knap_instance_set_log(instance, &(knap_log){.item = far, .count = 1, .propensity = 1}, &why),
                     KNAP_BAD_INPUT);
    assert_int_equal(why.status, KNAP_BAD_INPUT);
    assert_int_equal(knap_instance_set_log(instance, NULL, &why), KNAP_USAGE);
    assert_ok(knap_instance_set_log(instance, &(knap_log){.reward = 2, .propensity = 1}, error));
    assert_close(knap_instance_log(instance)->reward, 2, 0);
    knap_logs_init(&settings);
    settings.clip = -1;
    assert_int_equal(knap_logs_estimate(data, &packed, &settings, NULL, &report, NULL, &why), KNAP_USAGE);
    assert_ok(knap_logs_estimate(data, &packed, NULL, NULL, &report, NULL, error));
    assert_int_equal(report.matched, 1); /* both lists are empty */
    knap_data_free(data);
}

static knap_status scenario(const knap_allocator *allocator, void *context)
{
    world *self = context;
    knap_run run = {.allocator = allocator, .jobs = 1};
    knap_logs_settings settings;
    knap_logs_report report;
    knap_error why;
    knap_status status;
    knap_logs_init(&settings);
    settings.samples = 10;
    status = knap_logs_estimate(self->data, self->packed, &settings, &run, &report, NULL, &why);
    return status ? status : knap_logs_learn(self->data, &settings, &run, &why);
}

static void logs_survive_failing_memory(void **state)
{
    world self = make_world(3, 20, 1);
    (void)state;
    assert_true(survives(scenario, &self) >= 10);
    end_world(&self);
}

/* A list that has the logged items and one more is another list. */
static void a_longer_list_is_another_list(void **state)
{
    world self = make_world(5, 10, 1);
    knap_logs_settings settings;
    knap_logs_report report;
    (void)state;
    knap_logs_init(&settings);
    settings.samples = 1;
    for (size_t i = 0; i < self.count; i++) {
        const knap_instance *instance = knap_data_at(self.data, i);
        knap_list *list = &self.packed[i].list;
        knap_list_clear(list);
        for (size_t s = 0; s < 2; s++)
            assert_ok(knap_list_push(list, instance, instance->log->item[s], error));
    }
    assert_ok(knap_logs_estimate(self.data, self.packed, &settings, NULL, &report, NULL, error));
    assert_int_equal(report.matched, self.count);
    for (size_t i = 0; i < self.count; i++) {
        const knap_instance *instance = knap_data_at(self.data, i);
        size_t more = 0;
        while (more == instance->log->item[0] || more == instance->log->item[1])
            more++;
        assert_ok(knap_list_push(&self.packed[i].list, instance, more, error));
    }
    assert_ok(knap_logs_estimate(self.data, self.packed, &settings, NULL, &report, NULL, error));
    assert_int_equal(report.matched, 0);
    end_world(&self);
}

/* The model that judges an instance has not seen its log: another reward changes nothing where the lists differ. And costs count as
 * shares of the budget: the unit of an instance changes nothing. */
static void the_model_knows_neither_its_own_log_nor_units(void **state)
{
    enum { COUNT = 60 };
    double plain[COUNT], other[COUNT], unit[COUNT];
    knap_logs_settings settings;
    knap_logs_report report;
    (void)state;
    knap_logs_init(&settings);
    settings.samples = 1;
    world self = make_world(8, COUNT, 1);
    assert_ok(knap_logs_estimate(self.data, self.packed, &settings, NULL, &report, plain, error));
    assert_true(report.matched < COUNT);
    for (size_t i = 0; i < COUNT; i++) {
        knap_instance *instance = knap_data_at(self.data, i);
        knap_log log = *instance->log;
        size_t item[] = {log.item[0], log.item[1]};
        bool matched = item[0] + item[1] == self.packed[i].list.item[0] + self.packed[i].list.item[1];
        knap_log changed = {.item = item, .count = 2, .reward = log.reward + 1, .propensity = log.propensity},
                 back = {.item = item, .count = 2, .reward = log.reward, .propensity = log.propensity};
        if (matched)
            continue;
        assert_ok(knap_instance_set_log(instance, &changed, error));
        assert_ok(knap_logs_estimate(self.data, self.packed, &settings, NULL, &report, other, error));
        assert_close(other[i], plain[i], 1e-9);
        assert_ok(knap_instance_set_log(instance, &back, error));
    }
    end_world(&self);
    mixed_units = true;
    self = make_world(8, COUNT, 1);
    mixed_units = false;
    assert_ok(knap_logs_estimate(self.data, self.packed, &settings, NULL, &report, unit, error));
    for (size_t i = 0; i < COUNT; i++)
        assert_close(unit[i], plain[i], 1e-9);
    end_world(&self);
}

/* What a list earned beyond the model is divided among its items: of two equal instances, one that earned 1 more has items that
 * are worth 1/2 more each. */
static void the_residual_is_divided(void **state)
{
    knap_data *data;
    knap_instance *instance[4];
    size_t shown[] = {0, 1}, feature;
    (void)state;
    assert_ok(knap_data_new(NULL, &data, error));
    assert_ok(knap_data_feature(data, "f", &feature, error));
    for (size_t i = 0; i < 4; i++) {
        knap_log log = {.item = shown, .count = 2, .reward = 5 + (double)i, .propensity = 0.5};
        assert_ok(knap_data_add(data, NULL, 3, 0, &instance[i], error));
        for (size_t s = 0; s < 3; s++) {
            double value = (double)s;
            assert_ok(knap_instance_add(instance[i], &(knap_item){.cost = 1, .feature = &value}, error));
        }
        assert_ok(knap_instance_set_log(instance[i], &log, error));
    }
    assert_ok(knap_logs_learn(data, NULL, NULL, error));
    /* the two that earned more than the mean: worths below 0 become 0 */
    assert_true(instance[2]->worth[0] > 0 && instance[2]->worth[1] > 0);
    for (size_t s = 0; s < 3; s++)
        assert_close(instance[3]->worth[s] - instance[2]->worth[s], s < 2 ? 0.5 : 0, 1e-9);
    knap_data_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(estimates_have_no_bias),
        cmocka_unit_test(few_matches_have_no_interval),
        cmocka_unit_test(clipped_weights_have_no_interval),
        cmocka_unit_test(each_estimator_fails_in_its_own_way),
        cmocka_unit_test(estimates_by_hand),
        cmocka_unit_test(learned_policy_beats_the_logging_policy),
        cmocka_unit_test(logs_are_checked),
        cmocka_unit_test(logs_survive_failing_memory),
        cmocka_unit_test(a_longer_list_is_another_list),
        cmocka_unit_test(the_model_knows_neither_its_own_log_nor_units),
        cmocka_unit_test(the_residual_is_divided),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
