/* batch_test.c - training in batches: the same bits for any number of threads, any division of the data among processes and any
 * order of merging; a batch of equal instances is the paper's step; the mean of gradients is the mean; the bound holds. */
#include "random.h"
#include "failing.h"

#include "core/sums.h"
#include "batch/inner.h"

static knap_error said;

enum { COUNT = 37, ITEMS = 12 };

static knap_settings settings_of(size_t batch)
{
    knap_settings settings;
    knap_settings_init(&settings);
    settings.epochs = 3;
    settings.keep = 4;
    settings.batch = batch;
    return settings;
}

static knap_data *random_data(uint64_t seed, size_t count)
{
    static const char *const kinds[] = {"coverage", "success", "facility", "modular"};
    knap_rng rng;
    knap_data *data;
    knap_rng_seed(&rng, seed);
    assert_ok(knap_data_new(NULL, &data, error));
    for (size_t i = 0; i < count; i++)
        random_instance(data, &rng, 1 + (size_t)knap_rng_below(&rng, ITEMS), 20, kinds[seed % 4], 1);
    return data;
}

static knap_model *train(knap_data *data, const knap_settings *settings, size_t jobs, knap_report *report)
{
    knap_model *model;
    knap_run run = {.jobs = jobs};
    assert_ok(knap_train(data, NULL, settings, 1, &run, &model, report, error));
    return model;
}

/* The same weights, bit by bit. */
static void assert_same(const knap_model *a, const knap_model *b)
{
    assert_int_equal(knap_model_columns(a), knap_model_columns(b));
    assert_int_equal(knap_model_iterates(a), knap_model_iterates(b));
    for (size_t i = 0; i < knap_model_iterates(a); i++)
        for (size_t p = 0; p < knap_model_positions(a); p++)
            for (size_t c = 0; c < knap_model_columns(a); c++) {
                double x = knap_model_weight(a, i, p, c), y = knap_model_weight(b, i, p, c);
                double u = knap_model_deviation(a, c), v = knap_model_deviation(b, c);
                assert_memory_equal(&x, &y, sizeof x);
                assert_memory_equal(&u, &v, sizeof u);
            }
}

/* ---- What a step is ---- */

/* 2^k equal instances in one batch: their mean gradient is that of one of them, to the last bit. So training is that of one
 * instance in batches of 1, which train_definition_test compares with Algorithm 1 written out. */
static void equal_instances_are_one(void **state)
{
    (void)state;
    for (int learner = KNAP_LEARNER_ADAGRAD; learner <= KNAP_LEARNER_OGD; learner++)
        for (size_t copies = 2; copies <= 16; copies *= 2)
            for (uint64_t seed = 1; seed <= 4; seed++) {
                knap_data *one, *many;
                knap_rng rng;
                knap_report report[2];
                knap_settings settings = settings_of(1);
                knap_model *model[2];
                settings.learner = learner;
                settings.epochs = 7;
                settings.method = seed % 2 ? KNAP_METHOD_SCP : KNAP_METHOD_CONSEQOPT;
                assert_ok(knap_data_new(NULL, &one, error));
                assert_ok(knap_data_new(NULL, &many, error));
                knap_rng_seed(&rng, seed);
                random_instance(one, &rng, ITEMS, 25, "coverage", 0);
                for (size_t i = 0; i < copies; i++) {
                    knap_rng_seed(&rng, seed);
                    random_instance(many, &rng, ITEMS, 25, "coverage", 0);
                }
                model[0] = train(one, &settings, 1, &report[0]);
                settings.batch = copies;
                model[1] = train(many, &settings, 1, &report[1]);
                assert_same(model[0], model[1]);
                assert_close(report[0].regret, report[1].regret, 0);
                assert_close(report[0].reward, report[1].reward, 0);
                knap_model_free(model[0]);
                knap_model_free(model[1]);
                knap_data_free(one);
                knap_data_free(many);
            }
}

/* One epoch of one batch with ogd: the weights are -eta times the mean of the gradients at 0, so they are the mean of the weights
 * that each instance alone leads to. */
static void step_follows_the_mean(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 8; seed++) {
        knap_settings settings = settings_of(COUNT);
        knap_data *data = random_data(seed, COUNT);
        knap_model *all;
        double mean[64] = {0};
        size_t columns;
        settings.learner = KNAP_LEARNER_OGD;
        settings.result = KNAP_RESULT_LAST;
        settings.epochs = 1;
        settings.standardize = false;
        settings.views = 1; /* the static features: they do not differ between runs */
        all = train(data, &settings, 1, NULL);
        columns = knap_model_columns(all);
        for (size_t i = 0; i < COUNT; i++) {
            static const char *const kinds[] = {"coverage", "success", "facility", "modular"};
            knap_data *one;
            knap_rng rng;
            knap_model *model;
            knap_rng_seed(&rng, seed);
            assert_ok(knap_data_new(NULL, &one, error));
            for (size_t j = 0; j <= i; j++) {
                if (j > 0)
                    knap_data_drop_last(one);
                random_instance(one, &rng, 1 + (size_t)knap_rng_below(&rng, ITEMS), 20, kinds[seed % 4], 1);
            }
            settings.batch = 1;
            model = train(one, &settings, 1, NULL);
            for (size_t c = 0; c < columns; c++)
                mean[c] += knap_model_weight(model, 0, 0, c) / COUNT;
            knap_model_free(model);
            knap_data_free(one);
        }
        for (size_t c = 0; c < columns; c++)
            assert_close(knap_model_weight(all, 0, 0, c), mean[c], 1e-12);
        knap_model_free(all);
        knap_data_free(data);
    }
}

/* ---- Threads ---- */

static void threads_decide_nothing(void **state)
{
    static const size_t batches[] = {2, 5, 16, 300, 1000};
    (void)state;
    for (size_t b = 0; b < sizeof batches / sizeof *batches; b++)
        for (uint64_t seed = 0; seed < 4; seed++) {
            knap_settings settings = settings_of(batches[b]);
            knap_data *data = random_data(seed, b < 3 ? COUNT : 700);
            knap_report report[3];
            knap_model *model[3];
            settings.guided = seed == 1;
            settings.result = seed == 2 ? KNAP_RESULT_MIXTURE : KNAP_RESULT_AUTO;
            settings.method = seed == 3 ? KNAP_METHOD_CONSEQOPT : KNAP_METHOD_SCP;
            for (size_t i = 0; i < 3; i++)
                model[i] = train(data, &settings, i == 0 ? 1 : i == 1 ? 2 : 8, &report[i]);
            assert_same(model[0], model[1]);
            assert_same(model[0], model[2]);
            assert_memory_equal(&report[0], &report[1], sizeof report[0]);
            for (size_t i = 0; i < 3; i++)
                knap_model_free(model[i]);
            knap_data_free(data);
        }
}

/* ---- The bound of Theorem 1 ---- */

static void bound_holds(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 120; seed++) {
        knap_settings settings = settings_of(2 + seed % 9);
        knap_data *data = random_data(seed, 3 + seed % 20);
        knap_report report;
        settings.epochs = 1 + seed % 3;
        knap_model_free(train(data, &settings, 1, &report));
        assert_true(report.bound <= report.reward + 1e-12);
        assert_true(report.regret >= 0 && report.regret <= 1);
        knap_data_free(data);
    }
}

/* Batches learn: on the planted problem the regret falls far below that of the first policy. */
static void regret_falls(void **state)
{
    knap_rng rng;
    knap_data *data;
    knap_settings settings = settings_of(8);
    knap_report first, last;
    (void)state;
    knap_rng_seed(&rng, 5);
    assert_ok(knap_data_new(NULL, &data, error));
    for (size_t i = 0; i < 160; i++)
        planted_instance(data, &rng, 30);
    settings.epochs = 1;
    settings.batch = 160; /* one step: all lists are those of the policy 0 */
    knap_model_free(train(data, &settings, 1, &first));
    settings.epochs = 20;
    settings.batch = 8;
    knap_model_free(train(data, &settings, 1, &last));
    print_message("regret %.4f at first, %.4f in the last epoch\n", first.regret, last.regret);
    assert_true(last.regret < 0.2 * first.regret);
    knap_data_free(data);
}

/* ---- Learners that need each example ---- */

static void others_are_refused(void **state)
{
    knap_data *data = random_data(1, 4);
    (void)state;
    for (int learner = KNAP_LEARNER_VW; learner <= KNAP_LEARNER_AGGREGATE; learner++) {
        knap_settings settings = settings_of(2);
        knap_model *model;
        settings.learner = learner;
        assert_int_equal(knap_train(data, NULL, &settings, 1, NULL, &model, NULL, &said), KNAP_USAGE);
        assert_non_null(strstr(said.message, "batch must be 1"));
    }
    knap_data_free(data);
}

/* ---- Sums ---- */

static kn_sums leaves(knap_rng *rng, const double *value, const unsigned char *owner, unsigned char mine, size_t count)
{
    kn_sums sums = {.width = 1};
    (void)rng;
    for (size_t i = 0; i < count; i++)
        if (owner[i] == mine)
            assert_ok(kn_sums_push(&sums, (kn_sums_node){.first = i}, &value[i], error));
    return sums;
}

/* Any division, merged in any order: the same bytes. */
static void sums_do_not_depend_on_the_division(void **state)
{
    enum { MOST = 200 };
    double value[MOST], total, expected = 0;
    unsigned char owner[MOST];
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 9);
    for (int round = 0; round < 300; round++) {
        size_t count = 1 + (size_t)knap_rng_below(&rng, MOST), parts = 1 + (size_t)knap_rng_below(&rng, 7);
        bool runs = knap_rng_below(&rng, 2);
        kn_sums all, part[7];
        kn_text first = {.allocator = NULL}, second = {.allocator = NULL};
        memset(owner, 0, sizeof owner);
        for (size_t i = 0; i < count; i++)
            value[i] = knap_rng_normal(&rng) * pow(10, (double)knap_rng_below(&rng, 12));
        all = leaves(&rng, value, owner, 0, count);
        assert_true(all.count <= 8); /* log2 of 200 */
        assert_ok(kn_sums_total(&all, count, &expected, error));
        for (size_t i = 0; i < count; i++)
            owner[i] = (unsigned char)(runs ? i * parts / count : knap_rng_below(&rng, parts));
        for (size_t p = 0; p < parts; p++)
            part[p] = leaves(&rng, value, owner, (unsigned char)p, count);
        for (size_t left = parts; left > 1; left--) { /* two random parts become one */
            size_t a = (size_t)knap_rng_below(&rng, left), b = (size_t)knap_rng_below(&rng, left - 1);
            kn_sums swap = part[a];
            part[a] = part[left - 1];
            part[left - 1] = swap;
            assert_ok(kn_sums_merge(&part[b], &part[left - 1], error));
            kn_sums_free(&part[left - 1]);
        }
        assert_ok(kn_sums_total(&part[0], count, &total, error));
        assert_memory_equal(&total, &expected, sizeof total);
        kn_sums_write(&all, &first);
        kn_sums_write(&part[0], &second);
        assert_int_equal(first.length, second.length);
        assert_memory_equal(first.bytes, second.bytes, first.length);
        kn_text_free(&first);
        kn_text_free(&second);
        kn_sums_free(&all);
        kn_sums_free(&part[0]);
    }
}

static void wrong_sums_are_refused(void **state)
{
    double value[4] = {1, 2, 3, 4}, total;
    unsigned char owner[4] = {0, 1, 0, 0};
    kn_sums some = leaves(NULL, value, owner, 0, 4), other = leaves(NULL, value, owner, 1, 4), read = {.width = 0};
    kn_text bytes = {.allocator = NULL};
    (void)state;
    assert_int_equal(kn_sums_total(&some, 4, &total, &said), KNAP_BAD_INPUT);
    assert_non_null(strstr(said.message, "place 1 of 4 of the batch is missing"));
    assert_ok(kn_sums_merge(&some, &other, error));
    assert_int_equal(kn_sums_merge(&some, &other, &said), KNAP_USAGE);
    assert_non_null(strstr(said.message, "in two of the sums"));
    assert_ok(kn_sums_total(&some, 4, &total, error));
    assert_close(total, 10, 0);
    assert_int_equal(kn_sums_total(&some, 3, &total, &said), KNAP_BAD_INPUT);
    other.digest = 1;
    assert_int_equal(kn_sums_merge(&some, &other, &said), KNAP_USAGE);
    kn_sums_write(&some, &bytes);
    for (size_t i = 0; i < bytes.length; i++) { /* every byte counts, and every length */
        bytes.bytes[i] ^= 4;
        assert_int_equal(kn_sums_read(&read, bytes.bytes, bytes.length, &said), KNAP_BAD_INPUT);
        bytes.bytes[i] ^= 4;
        assert_int_equal(kn_sums_read(&read, bytes.bytes, i, &said), KNAP_BAD_INPUT);
    }
    assert_ok(kn_sums_read(&read, bytes.bytes, bytes.length, error));
    kn_sums_free(&read);
    kn_text_free(&bytes);
    kn_sums_free(&some);
    kn_sums_free(&other);
}

/* ---- Shares and the trainer ---- */

enum { MOST_PARTS = 5 };

typedef struct cluster {
    knap_data *data[MOST_PARTS];
    size_t number[MOST_PARTS][COUNT];
    knap_share *share[MOST_PARTS];
    size_t parts;
} cluster;

/* The instances of random_data, each in a random part. */
static void divide(cluster *self, uint64_t seed, size_t parts, knap_rng *choice)
{
    static const char *const kinds[] = {"coverage", "success", "facility", "modular"};
    knap_rng rng;
    knap_rng_seed(&rng, seed);
    self->parts = parts;
    for (size_t p = 0; p < parts; p++) {
        assert_ok(knap_data_new(NULL, &self->data[p], error));
        name_features(self->data[p], RANDOM_FEATURES);
    }
    for (size_t i = 0; i < COUNT; i++) {
        size_t p = (size_t)knap_rng_below(choice, parts);
        self->number[p][knap_data_count(self->data[p])] = i;
        random_instance(self->data[p], &rng, 1 + (size_t)knap_rng_below(&rng, ITEMS), 20, kinds[seed % 4], 1);
    }
}

/* Through bytes, as between processes. */
static void send(knap_sums *sums, knap_sums **into)
{
    const char *bytes;
    size_t length;
    knap_sums *received;
    assert_ok(knap_sums_format(sums, &bytes, &length, error));
    assert_ok(knap_sums_parse(bytes, length, NULL, &received, error));
    knap_sums_free(sums);
    if (*into) {
        assert_ok(knap_sums_merge(*into, received, error));
        knap_sums_free(received);
    } else {
        *into = received;
    }
}

static knap_model *train_cluster(cluster *self, const knap_settings *settings, knap_report *report)
{
    knap_sums *all = NULL, *mine;
    knap_trainer *trainer;
    knap_model *model;
    const char *task;
    size_t length;
    for (size_t p = self->parts; p-- > 0;) {
        assert_ok(knap_share_new(self->data[p], self->number[p], settings, NULL, &self->share[p], error));
        assert_ok(knap_share_prepare(self->share[p], &mine, error));
        send(mine, &all);
    }
    assert_ok(knap_trainer_new(self->data[0], COUNT, settings, all, NULL, &trainer, error));
    knap_sums_free(all);
    assert_int_equal(knap_trainer_model(trainer, &model, NULL, &said), KNAP_USAGE);
    for (;;) {
        assert_ok(knap_trainer_task(trainer, &task, &length, error));
        if (length == 0)
            break;
        all = NULL;
        for (size_t p = 0; p < self->parts; p++) {
            assert_ok(knap_share_gradient(self->share[p], task, length, NULL, &mine, error));
            send(mine, &all);
            if (p == 0 && self->parts > 1 && knap_data_count(self->data[1]) > 5 && settings->batch > COUNT) {
                assert_int_equal(knap_trainer_step(trainer, all, &said), KNAP_BAD_INPUT); /* a worker is missing */
                assert_ok(knap_trainer_task(trainer, &task, &length, error));
            }
        }
        assert_ok(knap_trainer_step(trainer, all, error));
        knap_sums_free(all);
    }
    assert_ok(knap_trainer_model(trainer, &model, report, error));
    knap_trainer_free(trainer);
    for (size_t p = 0; p < self->parts; p++) {
        knap_share_free(self->share[p]);
        knap_data_free(self->data[p]);
    }
    return model;
}

static void shares_train_the_same_model(void **state)
{
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 21);
    for (int round = 0; round < 24; round++) {
        uint64_t seed = knap_rng_below(&rng, 8);
        knap_settings settings = settings_of(2 + (size_t)knap_rng_below(&rng, 40));
        knap_data *data = random_data(seed, COUNT);
        knap_report report[2];
        cluster parts;
        knap_model *whole, *divided;
        settings.guided = round % 3 == 0;
        settings.method = round % 4 == 1 ? KNAP_METHOD_CONSEQOPT : KNAP_METHOD_SCP;
        settings.result = round % 5 == 0 ? KNAP_RESULT_MIXTURE : round % 5 == 1 ? KNAP_RESULT_LAST : KNAP_RESULT_AUTO;
        settings.learner = round % 2 ? KNAP_LEARNER_OGD : KNAP_LEARNER_ADAGRAD;
        settings.views = knap_data_views(data) & settings.views;
        whole = train(data, &settings, 2, &report[0]);
        divide(&parts, seed, 1 + (size_t)knap_rng_below(&rng, MOST_PARTS), &rng);
        divided = train_cluster(&parts, &settings, &report[1]);
        assert_same(whole, divided);
        assert_close(report[0].regret, report[1].regret, 0);
        assert_close(report[0].oracle, report[1].oracle, 0);
        knap_model_free(whole);
        knap_model_free(divided);
        knap_data_free(data);
    }
}

static void misuse_is_named(void **state)
{
    knap_data *data = random_data(1, 6), *other;
    knap_settings settings = settings_of(3), changed = settings;
    size_t falling[] = {0, 1, 2, 4, 3, 5}, length, feature;
    knap_share *share = NULL, *wrong;
    knap_sums *sums = NULL, *bad = NULL;
    knap_trainer *trainer = NULL;
    const char *task;
    (void)state;
    changed.batch = 1;
    assert_int_equal(knap_share_new(data, NULL, &changed, NULL, &share, &said), KNAP_USAGE);
    assert_int_equal(knap_share_new(data, falling, &settings, NULL, &share, &said), KNAP_USAGE);
    assert_int_equal(knap_share_new(NULL, NULL, &settings, NULL, &share, &said), KNAP_USAGE);
    assert_ok(knap_share_new(data, NULL, &settings, NULL, &share, error));
    assert_ok(knap_share_prepare(share, &sums, error));
    assert_int_equal(knap_trainer_new(data, 7, &settings, sums, NULL, &trainer, &said), KNAP_BAD_INPUT);
    assert_int_equal(knap_trainer_new(data, 0, &settings, sums, NULL, &trainer, &said), KNAP_BAD_INPUT);
    changed = settings;
    changed.seed++;
    assert_int_equal(knap_trainer_new(data, 6, &changed, sums, NULL, &trainer, &said), KNAP_USAGE);
    changed = settings;
    changed.result = KNAP_RESULT_BEST;
    assert_int_equal(knap_trainer_new(data, 6, &changed, sums, NULL, &trainer, &said), KNAP_USAGE);
    assert_ok(knap_trainer_new(data, 6, &settings, sums, NULL, &trainer, error));
    assert_int_equal(knap_trainer_step(trainer, sums, &said), KNAP_USAGE); /* no task yet */
    assert_ok(knap_trainer_task(trainer, &task, &length, error));
    assert_int_equal(knap_trainer_step(trainer, sums, &said), KNAP_USAGE); /* the sums of the preparation */
    assert_int_equal(knap_share_gradient(share, task, length - 1, NULL, &bad, &said), KNAP_BAD_INPUT);
    assert_null(bad);
    assert_ok(knap_data_new(NULL, &other, error));
    assert_ok(knap_data_feature(other, "another", &feature, error));
    assert_ok(knap_share_new(other, NULL, &settings, NULL, &wrong, error)); /* no instances: an empty share */
    assert_int_equal(knap_share_gradient(wrong, task, length, NULL, &bad, &said), KNAP_USAGE);
    knap_share_free(wrong);
    knap_data_free(other);
    knap_sums_free(sums);
    knap_trainer_free(trainer);
    knap_share_free(share);
    knap_data_free(data);
    knap_share_free(NULL);
    knap_trainer_free(NULL);
    knap_sums_free(NULL);
}

static knap_status train_with(const knap_allocator *allocator, void *context)
{
    knap_settings settings = settings_of(4);
    knap_data *data = context;
    knap_run run = {.allocator = allocator, .jobs = 1};
    knap_share *share = NULL;
    knap_sums *sums = NULL, *copy = NULL, *gradient;
    knap_trainer *trainer = NULL;
    knap_model *model = NULL;
    const char *bytes;
    size_t length;
    knap_status status = knap_share_new(data, NULL, &settings, &run, &share, &said);
    settings.epochs = 1;
    if (!status)
        status = knap_share_prepare(share, &sums, &said);
    if (!status)
        status = knap_sums_format(sums, &bytes, &length, &said);
    if (!status)
        status = knap_sums_parse(bytes, length, allocator, &copy, &said);
    settings.epochs = 3;
    if (!status)
        status = knap_trainer_new(data, knap_data_count(data), &settings, copy, allocator, &trainer, &said);
    while (!status && !(status = knap_trainer_task(trainer, &bytes, &length, &said)) && length) {
        status = knap_share_gradient(share, bytes, length, &run, &gradient, &said);
        if (!status)
            status = knap_trainer_step(trainer, gradient, &said);
        knap_sums_free(gradient);
    }
    if (!status)
        status = knap_trainer_model(trainer, &model, NULL, &said);
    knap_model_free(model);
    knap_trainer_free(trainer);
    knap_sums_free(sums);
    knap_sums_free(copy);
    knap_share_free(share);
    return status;
}

static void survives_failing_allocations(void **state)
{
    knap_data *data = random_data(2, 6);
    (void)state;
    print_message("%zu allocations\n", survives(train_with, data));
    knap_data_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_instances_are_one),
        cmocka_unit_test(step_follows_the_mean),
        cmocka_unit_test(threads_decide_nothing),
        cmocka_unit_test(bound_holds),
        cmocka_unit_test(regret_falls),
        cmocka_unit_test(others_are_refused),
        cmocka_unit_test(sums_do_not_depend_on_the_division),
        cmocka_unit_test(wrong_sums_are_refused),
        cmocka_unit_test(shares_train_the_same_model),
        cmocka_unit_test(misuse_is_named),
        cmocka_unit_test(survives_failing_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
