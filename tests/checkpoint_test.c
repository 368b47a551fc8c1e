/* checkpoint_test.c - a training that is cancelled anywhere and resumed gives the bits of one that was not; checkpoints of other
 * data, other settings, or with a changed byte are refused. */
#include "random.h"
#include "failing.h"

#include "core/learner.h"
#include "text/inner.h"

#include <unistd.h>

enum { COUNT = 9, ITEMS = 8 };

static knap_error said;
static char path[64];

static knap_data *make_data(uint64_t seed, size_t count)
{
    knap_rng rng;
    knap_data *data;
    knap_rng_seed(&rng, seed);
    assert_ok(knap_data_new(NULL, &data, error));
    for (size_t i = 0; i < count; i++)
        random_instance(data, &rng, ITEMS, 20, "coverage", 0);
    return data;
}

static knap_settings settings_of(int learner)
{
    knap_settings settings;
    knap_settings_init(&settings);
    settings.learner = learner;
    settings.epochs = 4;
    settings.keep = 3;
    settings.l2 = learner == KNAP_LEARNER_AGGREGATE; /* solved in a few steps */
    return settings;
}

static void assert_same(const knap_model *a, const knap_model *b)
{
    assert_int_equal(knap_model_iterates(a), knap_model_iterates(b));
    for (size_t i = 0; i < knap_model_iterates(a); i++)
        for (size_t p = 0; p < knap_model_positions(a); p++)
            for (size_t c = 0; c < knap_model_columns(a); c++) {
                double x = knap_model_weight(a, i, p, c), y = knap_model_weight(b, i, p, c);
                assert_memory_equal(&x, &y, sizeof x);
            }
}

/* Cancels at the nth report of the stage that is named. */
typedef struct stop {
    const char *stage;
    size_t left;
} stop;

static int count_down(void *context, const knap_progress *news)
{
    stop *self = context;
    return strcmp(news->stage, self->stage) == 0 && self->left > 0 && --self->left == 0;
}

static knap_status train(knap_data *data, knap_data *validate, const knap_settings *settings, size_t count, size_t jobs,
                         stop *at, const knap_checkpoint *checkpoint, knap_model **model, knap_report *report)
{
    knap_run run = {.jobs = jobs, .progress = at ? count_down : NULL, .context = at, .checkpoint = checkpoint};
    return knap_train(data, validate, settings, count, &run, model, report, &said);
}

/* Every learner, stopped after every round, twice. */
static void resuming_changes_nothing(void **state)
{
    (void)state;
    for (int learner = 0; kn_learner_names[learner]; learner++)
        for (size_t round = 1; round<4 * COUNT; round += learner> 1 ? 7 : 3) {
            knap_settings settings = settings_of(learner);
            knap_checkpoint checkpoint = {.path = path, .identity = "one\ntwo\n"};
            knap_data *data = make_data(1, COUNT);
            knap_model *whole, *model;
            knap_report reports[2];
            stop at = {"train", round};
            settings.method = round % 2 ? KNAP_METHOD_SCP : KNAP_METHOD_CONSEQOPT;
            settings.result = round % 3 ? KNAP_RESULT_AUTO : KNAP_RESULT_MIXTURE;
            settings.batch = learner <= KNAP_LEARNER_OGD && round % 4 == 0 ? 2 : 1;
            settings.guided = round % 5 == 0;
            assert_int_equal(train(data, NULL, &settings, 1, 1, NULL, NULL, &whole, &reports[0]), KNAP_OK);
            if (train(data, NULL, &settings, 1, 1, &at, &checkpoint, &model, NULL) == KNAP_OK) {
                assert_true(settings.batch > 1); /* there were fewer rounds */
                knap_model_free(model);
            } else {
                assert_null(model);
                checkpoint.resume = true;
                at.left = 2;
                assert_int_equal(train(data, NULL, &settings, 1, 1, &at, &checkpoint, &model, NULL),
                                 settings.batch == 1 && round + 2 > 4 * COUNT ? KNAP_OK : KNAP_CANCELLED);
                knap_model_free(model);
                assert_int_equal(train(data, NULL, &settings, 1, 2, NULL, &checkpoint, &model, &reports[1]), KNAP_OK);
                assert_same(whole, model);
                assert_memory_equal(&reports[0], &reports[1], sizeof reports[0]);
                knap_model_free(model);
            }
            knap_model_free(whole);
            knap_data_free(data);
        }
}

/* Several settings, in parallel, with validation; stopped in every stage. */
static void grids_resume(void **state)
{
    knap_data *data = make_data(1, COUNT), *validate = make_data(2, COUNT);
    knap_settings base = settings_of(KNAP_LEARNER_ADAGRAD), grid[16];
    size_t count = knap_settings_grid(&base, NULL, grid, 16);
    knap_model *whole, *model;
    (void)state;
    assert_int_equal(train(data, validate, grid, count, 1, NULL, NULL, &whole, NULL), KNAP_OK);
    for (size_t jobs = 1; jobs <= 2; jobs++)
        for (size_t round = 1; round < 60; round += 13) {
            knap_checkpoint checkpoint = {.path = path};
            stop at = {round == 1 ? "oracle" : "train", round};
            /* with two threads the one that reports may run too few rounds to be stopped */
            if (train(data, validate, grid, count, jobs, &at, &checkpoint, &model, NULL) == KNAP_OK) {
                assert_true(jobs == 2 && round > 1);
                knap_model_free(model);
                continue;
            }
            assert_int_equal(said.status, KNAP_CANCELLED);
            checkpoint.resume = true;
            assert_int_equal(train(data, validate, grid, count, 3 - jobs, NULL, &checkpoint, &model, NULL), KNAP_OK);
            assert_same(whole, model);
            knap_model_free(model);
        }
    knap_model_free(whole);
    knap_data_free(data);
    knap_data_free(validate);
}

/* Written after each epoch; what is left after the end has all of it. */
static void epochs_are_written(void **state)
{
    knap_data *data = make_data(3, COUNT);
    knap_settings settings = settings_of(KNAP_LEARNER_ADAGRAD);
    knap_checkpoint checkpoint = {.path = path, .identity = "line\n", .epochs = 1};
    knap_model *model[2];
    char *identity;
    size_t length;
    (void)state;
    unlink(path);
    assert_int_equal(train(data, NULL, &settings, 1, 1, NULL, &checkpoint, &model[0], NULL), KNAP_OK);
    assert_ok(knap_checkpoint_identity(path, NULL, &identity, &length, error));
    assert_string_equal(identity, "line\n");
    knap_text_free(NULL, identity);
    checkpoint.resume = true;
    assert_int_equal(train(data, NULL, &settings, 1, 1, NULL, &checkpoint, &model[1], NULL), KNAP_OK);
    assert_same(model[0], model[1]);
    knap_model_free(model[0]);
    knap_model_free(model[1]);
    knap_data_free(data);
}

static void others_are_refused(void **state)
{
    knap_data *data = make_data(3, COUNT), *other = make_data(4, COUNT);
    knap_settings settings = settings_of(KNAP_LEARNER_ADAGRAD), changed = settings;
    knap_checkpoint checkpoint = {.path = path, .epochs = 1};
    knap_model *model;
    FILE *file;
    static char bytes[1 << 16];
    size_t length;
    (void)state;
    assert_int_equal(train(data, NULL, &settings, 1, 1, NULL, &checkpoint, &model, NULL), KNAP_OK);
    knap_model_free(model);
    checkpoint.resume = true;
    assert_int_equal(train(other, NULL, &settings, 1, 1, NULL, &checkpoint, &model, NULL), KNAP_BAD_INPUT);
    assert_non_null(strstr(said.message, "other data, other settings"));
    changed.eta = 0.1;
    assert_int_equal(train(data, NULL, &changed, 1, 1, NULL, &checkpoint, &model, NULL), KNAP_BAD_INPUT);
    file = fopen(path, "rb");
    length = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    assert_true(length > 100 && length < sizeof bytes);
    for (size_t cut = 0; cut < length; cut += 97) {
        bytes[cut] ^= 1;
        assert_ok(knap_write_file(path, bytes, length, NULL, error));
        assert_int_equal(train(data, NULL, &settings, 1, 1, NULL, &checkpoint, &model, NULL), KNAP_BAD_INPUT);
        bytes[cut] ^= 1;
        assert_ok(knap_write_file(path, bytes, cut, NULL, error));
        assert_int_equal(train(data, NULL, &settings, 1, 1, NULL, &checkpoint, &model, NULL), KNAP_BAD_INPUT);
    }
    unlink(path);
    assert_int_equal(train(data, NULL, &settings, 1, 1, NULL, &checkpoint, &model, NULL), KNAP_IO);
    knap_data_free(data);
    knap_data_free(other);
}

static knap_status stop_and_resume(const knap_allocator *allocator, void *context)
{
    knap_settings settings = settings_of(KNAP_LEARNER_AGGREGATE);
    knap_checkpoint checkpoint = {.path = path};
    stop at = {"train", 1};
    knap_run run = {
        .allocator = allocator, .jobs = 1, .progress = count_down, .context = &at, .checkpoint = &checkpoint};
    knap_model *model;
    knap_status status;
    settings.epochs = 2;
    status = knap_train(context, NULL, &settings, 1, &run, &model, NULL, &said);
    if (status != KNAP_CANCELLED)
        return status;
    checkpoint.resume = true;
    status = knap_train(context, NULL, &settings, 1, &run, &model, NULL, &said);
    knap_model_free(model);
    return status;
}

static void survives_failing_allocations(void **state)
{
    knap_data *data = make_data(5, 1);
    (void)state;
    print_message("%zu allocations\n", survives(stop_and_resume, data));
    unlink(path);
    knap_data_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(resuming_changes_nothing),     cmocka_unit_test(grids_resume),
        cmocka_unit_test(epochs_are_written),           cmocka_unit_test(others_are_refused),
        cmocka_unit_test(survives_failing_allocations),
    };
    snprintf(path, sizeof path, "/tmp/knap-checkpoint-%ld", (long)getpid());
    return cmocka_run_group_tests(tests, NULL, NULL);
}
