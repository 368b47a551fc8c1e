/* model_test.c - model files: damaged in every way, and never half-written. */
#include "random.h"

#include "core/model.h"
#include "core/scp.h"

#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

static char path[] = "/tmp/knap-test-XXXXXX";

static knap_model *small_model(void)
{
    knap_data *data;
    knap_rng rng;
    knap_settings settings;
    knap_model *model;
    knap_rng_seed(&rng, 1);
    knap_settings_init(&settings);
    settings.epochs = 1;
    assert_ok(knap_data_new(NULL, &data, error));
    size_t feature;
    assert_ok(knap_data_feature(data, "with space, % and \n", &feature, error));
    assert_ok(knap_data_feature(data, "", &feature, error));
    assert_ok(knap_data_feature(data, "volume", &feature, error)); /* named like a column of another part */
    assert_ok(knap_data_feature(data, "\xc3\xa9t\xc3\xa9", &feature, error));
    assert_ok(knap_data_feature(data, "f", &feature, error));
    random_instance(data, &rng, 10, 20, "coverage", 1);
    assert_ok(knap_train(data, NULL, &settings, 1, NULL, &model, NULL, error));
    knap_data_free(data);
    return model;
}

static size_t slurp(char *bytes, size_t size)
{
    FILE *file = fopen(path, "rb");
    size_t length = fread(bytes, 1, size, file);
    fclose(file);
    return length;
}

static void spill(const char *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    fclose(file);
}

static void names_and_weights_come_back(void **state)
{
    knap_model *model = small_model(), *loaded;
    (void)state;
    assert_ok(knap_model_save(model, path, error));
    assert_ok(knap_model_load(path, NULL, &loaded, error));
    assert_int_equal(knap_model_columns(loaded), knap_model_columns(model));
    for (size_t i = 0; i < model->features.count; i++)
        assert_string_equal(loaded->features.name[i], model->features.name[i]);
    for (size_t i = 0; i < knap_model_columns(model); i++) {
        assert_string_equal(knap_model_column(loaded, i), knap_model_column(model, i));
        assert_true(knap_model_weight(loaded, 0, 0, i) == knap_model_weight(model, 0, 0, i));
        assert_true(knap_model_deviation(loaded, i) == knap_model_deviation(model, i));
    }
    for (const knap_param *param = knap_settings_table(); param->name; param++) {
        char before[128], after[128];
        assert_string_equal(knap_param_format(param, knap_model_settings(loaded), 1, after, sizeof after),
                            knap_param_format(param, knap_model_settings(model), 1, before, sizeof before));
    }
    knap_model_free(loaded);
    knap_model_free(model);
}

static void every_altered_byte_is_noticed(void **state)
{
    static char good[1 << 16], bad[1 << 16];
    knap_model *model = small_model(), *loaded;
    knap_error problem;
    size_t length;
    (void)state;
    assert_ok(knap_model_save(model, path, error));
    length = slurp(good, sizeof good);
    for (size_t i = 0; i < length; i++) {
        memcpy(bad, good, length);
        bad[i] ^= (char)(1 << i % 8);
        spill(bad, length);
        assert_int_equal(knap_model_load(path, NULL, &loaded, &problem), KNAP_BAD_MODEL);
        assert_null(loaded);
        assert_string_equal(problem.file, path);
    }
    for (size_t i = 0; i < length; i++) { /* truncated anywhere */
        spill(good, i);
        assert_int_equal(knap_model_load(path, NULL, &loaded, &problem), KNAP_BAD_MODEL);
    }
    knap_model_free(model);
}

/* A content that is wrong under a right checksum: made by hand, so it must be parsed with care. */
static void wrong_contents_are_refused(void **state)
{
    static const char *const wrong[][2] = {
        {"features 5", "features 4"},        {"features 5", "features 99999999999999999999"},
        {"weights 1 1 ", "weights 0 1 "},    {"weights 1 1 ", "weights 1000000 1000000 "},
        {"set epochs 1", "set epochs x"},    {"set views quality", "set views qual"},
        {"set seed ", "sit seed "},          {"column f ", "column g "},
        {"column volume ", "column volum "}, {"feature f", "feature %zz"},
        {"feature f", "feature volume"},     {"version ", "versio "}};
    static char good[1 << 16], bad[1 << 17];
    knap_model *model = small_model(), *loaded;
    knap_error problem;
    (void)state;
    assert_ok(knap_model_save(model, path, error));
    size_t length = slurp(good, sizeof good - 1);
    good[length] = 0;
    *strstr(good, "checksum ") = 0;
    for (size_t i = 0; i <= sizeof wrong / sizeof *wrong; i++) {
        /* at last, a number so large that scores would overflow */
        bool number = i == sizeof wrong / sizeof *wrong;
        const char *from = number ? "column f " : wrong[i][0], *to = number ? "column f 1e308" : wrong[i][1];
        char *at = strstr(good, from), *rest;
        assert_non_null(at);
        rest = number ? strchr(at + strlen(from), ' ') : at + strlen(from);
        int made = snprintf(bad, sizeof bad, "%.*s%s%s", (int)(at - good), good, to, rest);
        snprintf(bad + made, sizeof bad - (size_t)made, "checksum %016llx\n",
                 (unsigned long long)kn_hash(KN_HASH_START, bad, (size_t)made));
        spill(bad, strlen(bad));
        assert_int_equal(knap_model_load(path, NULL, &loaded, &problem), KNAP_BAD_MODEL);
        assert_true(problem.line > 0);
    }
    knap_model_free(model);
}

static void saving_is_all_or_nothing(void **state)
{
    knap_model *model = small_model(), *loaded;
    knap_error problem;
    char folder[] = "/tmp/knap-test-XXXXXX", inside[64];
    (void)state;
    assert_int_equal(knap_model_save(model, "/nonexistent/model", &problem), KNAP_IO);
    assert_string_equal(problem.file, "/nonexistent/model");
    /* a target that cannot be replaced keeps what it had, and no temporary file is left */
    assert_non_null(mkdtemp(folder));
    snprintf(inside, sizeof inside, "%s/model", folder);
    assert_int_equal(mkdir(inside, 0777), 0);
    assert_int_equal(knap_model_save(model, inside, &problem), KNAP_IO);
    assert_int_equal(rmdir(inside), 0);
    assert_int_equal(rmdir(folder), 0); /* fails if anything is left in it */
    assert_int_equal(knap_model_load("/nonexistent/model", NULL, &loaded, &problem), KNAP_IO);
    assert_null(loaded);
    knap_model_free(model);
}

static void features_must_be_the_models(void **state)
{
    knap_model *model = small_model();
    knap_data *data;
    knap_rng rng;
    knap_error problem;
    size_t feature;
    (void)state;
    knap_rng_seed(&rng, 1);
    assert_ok(knap_data_new(NULL, &data, error));
    random_instance(data, &rng, 5, 10, NULL, 1); /* f0..f4: five, but others */
    assert_int_equal(knap_model_match(model, data, 0, &problem), KNAP_BAD_MODEL);
    assert_non_null(strstr(problem.message, "do not have"));
    assert_int_equal(knap_model_match(model, data, 1, &problem), KNAP_BAD_MODEL);
    assert_non_null(strstr(problem.message, "none of the model's"));
    knap_list list = {.allocator = NULL};
    assert_int_equal(knap_model_pack(model, knap_data_at(data, 0), 0, NULL, &list, NULL, &problem), KNAP_USAGE);
    knap_data_free(data);

    /* the same names in another order, with one more: refused where all must be there, mapped where absence
     * is zero */
    assert_ok(knap_data_new(NULL, &data, error));
    for (size_t i = model->features.count; i-- > 0;)
        assert_ok(knap_data_feature(data, model->features.name[i], &feature, error));
    assert_ok(knap_data_feature(data, "extra", &feature, error));
    knap_instance *instance;
    double values[] = {4, 3, 2, 1, 0, 9};
    knap_item item = {.cost = 1, .feature = values};
    assert_ok(knap_data_add(data, NULL, 3, 0, &instance, error));
    assert_ok(knap_instance_add(instance, &item, error));
    assert_ok(knap_instance_add(instance, &item, error));
    assert_int_equal(knap_model_match(model, data, 0, &problem), KNAP_BAD_MODEL);
    assert_non_null(strstr(problem.message, "'extra'"));
    assert_ok(knap_model_match(model, data, 1, error));
    for (size_t s = 0; s < 2; s++)
        for (size_t i = 0; i < 5; i++)
            assert_true(knap_instance_features(instance, s)[i] == (float)i);
    assert_ok(knap_model_pack(model, instance, 0, NULL, &list, NULL, error));
    assert_int_equal(list.count, 2);
    knap_list_free(&list);
    knap_data_free(data);
    knap_model_free(model);
}

static int make_path(void **state)
{
    int file = mkstemp(path);
    (void)state;
    return file < 0 || close(file);
}

static int remove_path(void **state)
{
    (void)state;
    return unlink(path);
}

/* The writer refuses what the reader would refuse, and leaves the file that is there. */
static void a_model_that_is_not_finite_is_not_written(void **state)
{
    static const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, 1e308, -1e101};
    knap_model *model = small_model(), *loaded;
    kn_policy *policy = (kn_policy *)(size_t)kn_model_policy(model);
    (void)state;
    assert_ok(knap_model_save(model, path, error));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        for (int part = 0; part < 2; part++) {
            double *place = part ? &policy->deviation[policy->width - 1] : &policy->weight[0], old = *place;
            *place = bad[i];
            assert_int_equal(knap_model_save(model, path, NULL), KNAP_BAD_MODEL);
            *place = old;
            assert_ok(knap_model_load(path, NULL, &loaded, error));
            knap_model_free(loaded);
        }
    knap_model_free(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_model_that_is_not_finite_is_not_written),
        cmocka_unit_test(names_and_weights_come_back),
        cmocka_unit_test(every_altered_byte_is_noticed),
        cmocka_unit_test(wrong_contents_are_refused),
        cmocka_unit_test(saving_is_all_or_nothing),
        cmocka_unit_test(features_must_be_the_models),
    };
    return cmocka_run_group_tests_name("model", tests, make_path, remove_path);
}
