/* arrays_test.c - what bindings build on: borrowed arrays, bytes as input, models as bytes, loops that can be cancelled. */
#include "failing.h"
#include "random.h"
#include "inner.h"

enum { ITEMS = 20, WIDTH = 6, FEATURES = 3 };

typedef struct table {
    double cost[ITEMS], vector[ITEMS][WIDTH], score[ITEMS], worth[ITEMS];
    float feature[ITEMS][FEATURES];
    size_t group[ITEMS];
} table;

static void fill(table *self)
{
    knap_rng rng;
    knap_rng_seed(&rng, 7);
    for (size_t s = 0; s < ITEMS; s++) {
        self->cost[s] = 1 + (double)knap_rng_below(&rng, 9);
        self->score[s] = knap_rng_uniform(&rng);
        self->worth[s] = knap_rng_uniform(&rng);
        self->group[s] = 1 + s % 4;
        for (size_t i = 0; i < WIDTH; i++)
            self->vector[s][i] = knap_rng_normal(&rng);
        for (size_t i = 0; i < FEATURES; i++)
            self->feature[s][i] = (float)knap_rng_normal(&rng);
    }
}

static knap_arrays arrays_of(const table *self)
{
    return (knap_arrays){.count = ITEMS,
                         .cost = self->cost,
                         .feature = self->feature[0],
                         .vector = self->vector[0],
                         .vector_width = WIDTH,
                         .worth = self->worth,
                         .score = self->score,
                         .group = self->group};
}

/* The same items, added one by one. */
static knap_instance *add_items(knap_data *data, const table *self, double budget)
{
    knap_instance *instance;
    assert_ok(knap_data_add(data, NULL, budget, 0, &instance, error));
    for (size_t s = 0; s < ITEMS; s++) {
        double feature[FEATURES];
        for (size_t i = 0; i < FEATURES; i++)
            feature[i] = (double)self->feature[s][i];
        assert_ok(knap_instance_add(instance,
                                    &(knap_item){.cost = self->cost[s],
                                                 .feature = feature,
                                                 .vector = self->vector[s],
                                                 .vector_count = WIDTH,
                                                 .worth = self->worth[s],
                                                 .group = self->group[s]},
                                    error));
        assert_ok(knap_instance_set_score(instance, s, self->score[s], error));
    }
    return instance;
}

/* Systems that need no training pick the same from borrowed arrays as from copied items, and leaves the arrays alone. */
static void borrowed_arrays_pack_as_items_do(void **state)
{
    table numbers, before;
    knap_arrays arrays = arrays_of(&numbers);
    knap_data *data;
    knap_instance *borrowed;
    static const char *const names[] = {"cover", "mmr", "lexrank", "centroid", "submod", "submod2011", "lead"};
    (void)state;
    memset(&numbers, 0, sizeof numbers);
    fill(&numbers);
    before = numbers;
    assert_ok(knap_data_new(NULL, &data, error));
    name_features(data, FEATURES);
    assert_ok(knap_data_add_arrays(data, "a", 25, &arrays, &borrowed, error));
    add_items(data, &numbers, 25);
    assert_ptr_equal(knap_instance_features(borrowed, 0), numbers.feature[0]); /* not copied */
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        knap_model *model;
        knap_list list[2] = {KNAP_LIST_INIT, KNAP_LIST_INIT};
        assert_ok(knap_system_fit(knap_system_find(names[i]), NULL, NULL, NULL, &model, error));
        for (size_t k = 0; k < 2; k++)
            assert_ok(knap_model_pack(model, knap_data_at(data, k), 1, NULL, &list[k], NULL, error));
        assert_true(list[0].count > 0);
        assert_int_equal(list[0].count, list[1].count);
        assert_memory_equal(list[0].item, list[1].item, list[0].count * sizeof *list[0].item);
        for (size_t k = 0; k < 2; k++)
            knap_list_free(&list[k]);
        knap_model_free(model);
    }
    assert_memory_equal(&before, &numbers, sizeof numbers);
    knap_data_free(data);
}

/* A change of the instance copies the arrays first. */
static void changes_leave_borrowed_arrays_alone(void **state)
{
    table numbers, before;
    knap_arrays arrays = arrays_of(&numbers);
    knap_data *data;
    knap_instance *instance;
    size_t feature;
    double row[FEATURES + 1] = {1, 2, 3, 4}, vector[WIDTH] = {1};
    (void)state;
    memset(&numbers, 0, sizeof numbers);
    fill(&numbers);
    before = numbers;
    assert_ok(knap_data_new(NULL, &data, error));
    name_features(data, FEATURES);
    assert_ok(knap_data_add_arrays(data, NULL, 25, &arrays, &instance, error));
    assert_ok(knap_instance_set_cost(instance, 3, 99, error));
    assert_int_equal(knap_instance_cost(instance, 3), 99);
    assert_ok(knap_data_add_arrays(data, NULL, 25, &arrays, &instance, error));
    assert_ok(knap_data_feature(data, "more", &feature, error));
    assert_ok(knap_instance_add(
        instance, &(knap_item){.cost = 5, .feature = row, .vector = vector, .vector_count = WIDTH}, error));
    assert_int_equal(knap_instance_count(instance), ITEMS + 1);
    assert_true(knap_instance_features(instance, ITEMS)[3] == 4);
    assert_true(knap_instance_features(instance, 2)[1] == numbers.feature[2][1]);
    assert_memory_equal(&before, &numbers, sizeof numbers);
    knap_data_clear(data); /* keeps the instances for their next use */
    arrays.feature = NULL;
    assert_ok(knap_data_add_arrays(data, NULL, 25, &arrays, &instance, error));
    assert_true(knap_instance_features(instance, 1)[0] == 0);
    assert_ok(knap_instance_set_cost(instance, 3, 99, error)); /* features that are the instance's own stay */
    for (size_t i = 0; i < ITEMS; i++)
        for (size_t f = 0; f < FEATURES; f++)
            assert_true(knap_instance_features(instance, i)[f] == 0);
    knap_data_free(data);
}

static void wrong_numbers_are_named(void **state)
{
    table numbers;
    knap_arrays arrays = arrays_of(&numbers);
    knap_data *data;
    knap_instance *instance;
    knap_error told;
    (void)state;
    fill(&numbers);
    assert_ok(knap_data_new(NULL, &data, error));
    name_features(data, FEATURES);
    numbers.cost[4] = -1;
    assert_int_equal(knap_data_add_arrays(data, NULL, 25, &arrays, &instance, &told), KNAP_BAD_INPUT);
    assert_non_null(strstr(told.message, "item 4"));
    numbers.cost[4] = 1;
    numbers.vector[7][2] = NAN;
    assert_int_equal(knap_data_add_arrays(data, NULL, 25, &arrays, &instance, &told), KNAP_BAD_INPUT);
    assert_non_null(strstr(told.message, "item 7"));
    numbers.vector[7][2] = 0;
    numbers.feature[9][1] = INFINITY;
    assert_int_equal(knap_data_add_arrays(data, NULL, 25, &arrays, &instance, &told), KNAP_BAD_INPUT);
    assert_non_null(strstr(told.message, "item 9: feature 'f1'"));
    numbers.feature[9][1] = 0;
    arrays.vector_width = 0;
    assert_int_equal(knap_data_add_arrays(data, NULL, 25, &arrays, &instance, &told), KNAP_USAGE);
    assert_null(instance);
    assert_int_equal(knap_data_count(data), 0);
    knap_data_free(data);
}

static knap_status use_arrays(const knap_allocator *allocator, void *context)
{
    knap_arrays arrays = arrays_of(context);
    knap_data *data;
    knap_instance *instance;
    size_t feature;
    knap_status status = knap_data_new(allocator, &data, NULL);
    for (size_t i = 0; !status && i < FEATURES; i++)
        status = knap_data_feature(data, i == 0 ? "a" : i == 1 ? "b" : "c", &feature, NULL);
    if (!status)
        status = knap_data_add_arrays(data, "id", 25, &arrays, &instance, NULL);
    if (!status)
        status = knap_instance_set_cost(instance, 0, 2, NULL);
    knap_data_free(data);
    return status;
}

static void arrays_survive_failing_memory(void **state)
{
    table numbers;
    (void)state;
    fill(&numbers);
    assert_true(survives(use_arrays, &numbers) > 8);
}

/* ---- Bytes as input, models as bytes ---- */

static const char LINES[] = "{\"budget\": 3, \"items\": [{\"cost\": 1, \"features\": [2], \"p\": 0.5}, "
                            "{\"cost\": 2, \"features\": [1], \"p\": 0.7}], \"reward\": {\"kind\": \"success\"}}\n"
                            "{\"budget\": 2, \"items\": [{\"cost\": 1, \"features\": [4], \"p\": 0.9}], "
                            "\"reward\": {\"kind\": \"success\"}}\n";

static knap_status read_bytes(const char *bytes, const knap_allocator *allocator, knap_data *data, knap_error *error)
{
    knap_reader *reader;
    knap_status status = knap_reader_open_bytes("lines", bytes, strlen(bytes), allocator, &reader, error);
    if (!status)
        status = knap_reader_read(reader, 0, data, NULL, error);
    knap_reader_close(reader);
    return status;
}

static void bytes_are_read_as_a_file_is(void **state)
{
    knap_data *data;
    knap_error told;
    (void)state;
    assert_ok(knap_data_new(NULL, &data, error));
    assert_ok(read_bytes(LINES, NULL, data, error));
    assert_int_equal(knap_data_count(data), 2);
    assert_true(knap_instance_features(knap_data_at(data, 1), 0)[0] == 4);
    knap_data_free(data);
    assert_ok(knap_data_new(NULL, &data, error));
    assert_int_equal(read_bytes("{\"items\": [{\"cost\": 1}]}\n{\"items\": 3}\n", NULL, data, &told), KNAP_BAD_INPUT);
    assert_string_equal(told.file, "lines");
    assert_int_equal(told.line, 2);
    knap_data_free(data);
}

/* With the option `lines` the first line does not decide what the others are. */
static void lines_are_instances_whatever_comes_first(void **state)
{
    static const char *const first[] = {"{\"cost\": 1}", "3", "null", "[]", "a,b", "", "{"};
    static const knap_reader_options options = {.lines = true};
    (void)state;
    for (size_t i = 0; i < sizeof first / sizeof *first; i++) {
        char bytes[512];
        knap_reader *reader;
        knap_data *data;
        knap_error told;
        size_t added, blank = first[i][0] == 0;
        snprintf(bytes, sizeof bytes, "%s\n%s", first[i], LINES);
        assert_ok(knap_data_new(NULL, &data, error));
        assert_ok(knap_reader_open_bytes("lines", bytes, strlen(bytes), NULL, &reader, error));
        assert_ok(knap_reader_configure(reader, &options, error));
        if (!blank) {
            assert_int_equal(knap_reader_read(reader, 0, data, &added, &told), KNAP_BAD_INPUT);
            assert_int_equal(told.line, 1);
            assert_true(knap_reader_resume(reader));
        }
        assert_ok(knap_reader_read(reader, 0, data, &added, error));
        assert_int_equal(added, 2);
        knap_reader_close(reader);
        knap_data_free(data);
    }
}

static void empty_bytes_have_no_instances(void **state)
{
    knap_data *data;
    (void)state;
    assert_ok(knap_data_new(NULL, &data, error));
    assert_ok(read_bytes("", NULL, data, error));
    assert_int_equal(knap_data_count(data), 0);
    knap_data_free(data);
}

static knap_status write_and_parse(const knap_allocator *allocator, void *context)
{
    knap_data *data;
    knap_model *model = NULL, *again = NULL;
    knap_settings settings;
    char *bytes = NULL, *twice = NULL;
    size_t length = 0, lengths = 0;
    knap_run run = {.allocator = allocator, .jobs = 1};
    knap_status status = knap_data_new(allocator, &data, NULL);
    (void)context;
    knap_settings_init(&settings);
    if (!status)
        status = read_bytes(LINES, allocator, data, NULL);
    if (!status)
        status = knap_train(data, NULL, &settings, 1, &run, &model, NULL, NULL);
    if (!status)
        status = knap_model_write(model, &bytes, &length, NULL);
    if (!status)
        status = knap_model_parse(bytes, length, "bytes", allocator, &again, NULL);
    if (!status)
        status = knap_model_write(again, &twice, &lengths, NULL);
    if (!status) {
        assert_int_equal(length, lengths);
        assert_memory_equal(bytes, twice, length);
    }
    if (bytes)
        knap_text_free(allocator, bytes);
    if (twice)
        knap_text_free(allocator, twice);
    knap_model_free(again);
    knap_model_free(model);
    knap_data_free(data);
    return status;
}

static void models_go_through_bytes(void **state)
{
    (void)state;
    assert_true(survives(write_and_parse, NULL) > 20);
}

/* ---- Cancelling ---- */

typedef struct stopping {
    size_t calls, after;
} stopping;

static int stop_after(void *context, const knap_progress *progress)
{
    stopping *self = context;
    assert_true(progress->fraction > 0 && progress->fraction <= 1);
    return ++self->calls >= self->after;
}

static void packing_can_be_cancelled(void **state)
{
    table numbers;
    knap_data *data;
    knap_model *model;
    knap_packed packed[50];
    (void)state;
    fill(&numbers);
    assert_ok(knap_data_new(NULL, &data, error));
    name_features(data, FEATURES);
    for (size_t i = 0; i < 50; i++)
        add_items(data, &numbers, 25);
    assert_ok(knap_system_fit(knap_system_find("cover"), NULL, NULL, NULL, &model, error));
    for (size_t jobs = 1; jobs <= 3; jobs += 2) {
        stopping stop = {.after = 1};
        knap_run run = {.jobs = jobs, .progress = stop_after, .context = &stop};
        /* With several threads the others may be done before the one that reports gets its first instance. */
        knap_status status = knap_pack_all(model, data, 1, &run, packed, NULL);
        assert_int_equal(status, stop.calls ? KNAP_CANCELLED : KNAP_OK);
        assert_true(jobs > 1 || stop.calls == 1);
        knap_packed_free(packed, 50);
        stop = (stopping){.after = SIZE_MAX};
        assert_ok(knap_pack_all(model, data, 1, &run, packed, error));
        assert_true(jobs > 1 || stop.calls == 50);
        knap_packed_free(packed, 50);
    }
    knap_model_free(model);
    knap_data_free(data);
}

/* Scores summaries of some topics, and cancels that at each question in turn. */
static void check_cancelled_scores(size_t topics, size_t questions)
{
    knap_rouge_options options;
    knap_rouge *rouge;
    knap_rouge_set *set;
    knap_rouge_segment segment = {"the cat sat", 11};
    knap_rouge_text text = {&segment, 1};
    stopping stop = {.after = SIZE_MAX};
    knap_run run = {.jobs = 1, .progress = stop_after, .context = &stop};
    knap_rouge_options_init(&options);
    assert_ok(knap_rouge_new(&options, NULL, &rouge, error));
    assert_ok(knap_rouge_set_new(rouge, &set, error));
    for (size_t i = 0; i < topics; i++) {
        char topic[24];
        snprintf(topic, sizeof topic, "%zu", i);
        assert_ok(knap_rouge_set_add_reference(set, topic, &text, error));
        assert_ok(knap_rouge_set_add_peer(set, topic, "s", &text, error));
    }
    for (size_t after = 1; after <= questions; after++) {
        stop = (stopping){.after = after};
        assert_int_equal(knap_rouge_set_evaluate(set, &run, NULL), KNAP_CANCELLED);
        assert_int_equal(stop.calls, after);
    }
    stop = (stopping){.after = SIZE_MAX};
    assert_ok(knap_rouge_set_evaluate(set, &run, error)); /* can be done after all */
    assert_true(knap_rouge_set_average(set, 0, 0)->mean[0] == 1);
    assert_int_equal(stop.calls, questions);
    knap_rouge_set_free(set);
    knap_rouge_free(rouge);
}

static void scoring_can_be_cancelled(void **state)
{
    (void)state;
    check_cancelled_scores(5, 5 + 5 + 1); /* references, summaries, the system */
    check_cancelled_scores(9, 9 + 1);     /* many topics, each with its summaries */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(borrowed_arrays_pack_as_items_do), cmocka_unit_test(changes_leave_borrowed_arrays_alone),
        cmocka_unit_test(wrong_numbers_are_named),          cmocka_unit_test(arrays_survive_failing_memory),
        cmocka_unit_test(bytes_are_read_as_a_file_is),      cmocka_unit_test(lines_are_instances_whatever_comes_first),
        cmocka_unit_test(empty_bytes_have_no_instances),    cmocka_unit_test(models_go_through_bytes),
        cmocka_unit_test(packing_can_be_cancelled),         cmocka_unit_test(scoring_can_be_cancelled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
