/* read_many_test.c - reading by several threads gives the instances, the flaws and the errors of one thread. */
#include "check.h"

#include "failing.h"
#include "inner.h"
#include "core/instance.h"

#include <pthread.h>
#include <unistd.h>

static char path[] = "/tmp/knap-test-XXXXXX";

enum { MANY = 3000, LONG_LINE = 5 << 20 /* longer than what is held in memory as a line */ };

/* What a line of the test file is. */
typedef enum kind { RIGHT, NO_COST, NOT_JSON, NO_FEATURE, BLANK, LONG, NEW_FLAW } kind;

static void write_line(FILE *file, size_t number, kind what)
{
    if (what == BLANK) {
        fputs(number % 2 ? "\n" : "  \t\n", file);
        return;
    }
    if (what == NOT_JSON) {
        fprintf(file, "{\"id\":\"n%zu\",\"items\":[{\"cost\":1,,\n", number);
        return;
    }
    fprintf(file, "{\"id\":\"n%zu\",\"budget\":%zu,\"items\":[", number, 5 + number % 7);
    for (size_t i = 0; i < 1 + number % 5; i++)
        fprintf(file, "%s{\"id\":\"i%zu\",%s\"features\":{\"a\":%zu%s},\"flaws\":[\"f%zu\"]}", i ? "," : "", i,
                what == NO_COST && i == 0 ? "" : "\"cost\":2,", number + i,
                what == NO_FEATURE && i == 0 ? "" : ",\"b\":0.25", (number / 400 + i) % 7);
    if (what == NEW_FLAW)
        fprintf(file, ",{\"cost\":1,\"features\":{\"a\":1,\"b\":1},\"flaws\":[\"new%zu\"]}", number);
    if (what == LONG)
        fprintf(file, ",{\"cost\":1,\"features\":{\"a\":1,\"b\":1},\"text\":\"%0*d\"}", LONG_LINE, 0);
    fputs("]}\n", file);
}

/* A file whose lines are right, except those that `kinds` names by number. */
typedef struct odd {
    size_t number;
    kind what;
} odd;

static void write_file(const odd *odds, size_t count)
{
    FILE *file = fopen(path, "w");
    size_t next = 0;
    for (size_t i = 0; i < MANY; i++) {
        kind what = RIGHT;
        if (next < count && odds[next].number == i)
            what = odds[next++].what;
        write_line(file, i, what);
    }
    fclose(file);
}

/* The result of a reading, as text: errors, instances, flaws. */
typedef struct record {
    kn_text text;
    size_t bads;
} record;

static void on_bad(void *context, const knap_error *problem)
{
    record *self = context;
    self->bads++;
    kn_text_format(&self->text, "bad %zu: %s\n", problem->line, problem->message);
}

static void describe(record *self, const knap_data *data)
{
    for (size_t i = 0; i < knap_data_count(data); i++) {
        const knap_instance *instance = knap_data_at(data, i);
        assert_ptr_equal(instance->data, data);
        kn_text_format(&self->text, "%s %zu %g:", knap_instance_id(instance), knap_instance_line(instance),
                       knap_instance_budget(instance));
        for (size_t s = 0; s < knap_instance_count(instance); s++)
            kn_text_format(&self->text, " %g,%g,%x", (double)knap_instance_features(instance, s)[0],
                           knap_instance_cost(instance, s), instance->flaw_rows > s ? instance->flaws[s] : 0);
        kn_text_format(&self->text, "\n");
    }
    for (size_t i = 0; i < knap_data_flaw_count(data); i++)
        kn_text_format(&self->text, "flaw %s\n", knap_data_flaw_name(data, i));
}

static knap_error problem_here, *const error_here = &problem_here;

static knap_status read_with(size_t jobs, bool skip, size_t limit, const knap_allocator *allocator, record *self,
                             knap_error *problem)
{
    knap_run run = KNAP_RUN_INIT;
    knap_data *data = NULL;
    knap_reader *reader = NULL;
    size_t added, all = 0;
    knap_status status = knap_data_new(allocator, &data, problem);
    run.jobs = jobs;
    run.allocator = allocator;
    if (!status)
        status = knap_reader_open(path, allocator, &reader, problem);
    do {
        added = 0;
        if (!status)
            status = knap_reader_read_many(reader, limit, &run, skip ? on_bad : NULL, self, data, &added, problem);
        all += added;
    } while (!status && limit && added > 0);
    if (status != KNAP_NO_MEMORY) {
        assert_int_equal(all, knap_data_count(data));
        describe(self, data);
        kn_text_format(&self->text, "status %d", (int)status);
        if (status)
            kn_text_format(&self->text, " %s:%zu: %s", problem->file, problem->line, problem->message);
        kn_text_format(&self->text, "\nread on: %d\n", knap_reader_instances(reader) > 0);
    }
    if (status)
        assert_int_not_equal(knap_reader_read(reader, 1, data, NULL, error_here), KNAP_OK);
    knap_reader_close(reader);
    knap_data_free(data);
    return status;
}

/* Reads the file in all ways; each must give what one thread gives. Returns the number of bad instances. */
static size_t same_for_all(bool skip, knap_status expected)
{
    static const size_t jobs[] = {2, 3, 8}, limits[] = {0, 100};
    record one = {.bads = 0};
    size_t bads;
    assert_int_equal(read_with(1, skip, 0, NULL, &one, error_here), expected);
    for (size_t l = 0; l < 2; l++)
        for (size_t i = 0; i < 3; i++) {
            record other = {.bads = 0};
            if (limits[l] && skip)
                continue; /* messages and instances come in turn */
            assert_int_equal(read_with(jobs[i], skip, limits[l], NULL, &other, error_here), expected);
            assert_string_equal(other.text.bytes, one.text.bytes);
            kn_text_free(&other.text);
        }
    bads = one.bads;
    kn_text_free(&one.text);
    return bads;
}

static void right_instances(void **state)
{
    static const odd blank[] = {{5, BLANK}, {6, BLANK}, {700, BLANK}, {2999, BLANK}};
    (void)state;
    write_file(NULL, 0);
    assert_int_equal(same_for_all(false, KNAP_OK), 0);
    write_file(blank, 4);
    assert_int_equal(same_for_all(false, KNAP_OK), 0);
}

static void long_lines(void **state)
{
    static const odd lines[] = {{2, LONG}, {1500, LONG}};
    (void)state;
    write_file(lines, 2);
    assert_int_equal(same_for_all(false, KNAP_OK), 0);
}

static void wrong_instances(void **state)
{
    static const odd lines[] = {{900, NO_COST}, {901, NOT_JSON}, {902, BLANK}, {2000, NO_FEATURE}, {2998, NOT_JSON}};
    static const odd first[] = {{0, NO_COST}, {1, BLANK}, {3, NOT_JSON}};
    (void)state;
    write_file(lines, 5);
    assert_int_equal(same_for_all(false, KNAP_BAD_INPUT), 0);
    assert_int_equal(same_for_all(true, KNAP_OK), 4);
    write_file(first, 3);
    assert_int_equal(same_for_all(false, KNAP_BAD_INPUT), 0);
    assert_int_equal(same_for_all(true, KNAP_OK), 2);
}

/* There are at most 32 kinds of flaws: the instance with the next one is wrong, whichever thread reads it. */
static void too_many_flaws(void **state)
{
    odd lines[40];
    (void)state;
    for (size_t i = 0; i < 40; i++)
        lines[i] = (odd){50 + 70 * i, NEW_FLAW};
    write_file(lines, 40);
    assert_int_equal(same_for_all(false, KNAP_BAD_INPUT), 0);
    assert_true(same_for_all(true, KNAP_OK) >= 8);
}

static int stop_at_once(void *context, const knap_progress *news)
{
    size_t *calls = context;
    assert_true(news->fraction >= 0 && news->fraction <= 1);
    assert_string_equal(news->stage, "read");
    return ++*calls == 2; /* the second call is made even where the other thread reads all blocks */
}

static void can_be_cancelled(void **state)
{
    (void)state;
    write_file(NULL, 0);
    for (size_t jobs = 1; jobs <= 2; jobs++) {
        size_t calls = 0;
        knap_run run = {.jobs = jobs, .progress = stop_at_once, .context = &calls};
        knap_data *data;
        knap_reader *reader;
        assert_ok(knap_data_new(NULL, &data, error));
        assert_ok(knap_reader_open(path, NULL, &reader, error));
        assert_int_equal(knap_reader_read_many(reader, 0, &run, NULL, NULL, data, NULL, error_here), KNAP_CANCELLED);
        assert_int_equal(calls, 2);
        assert_true(jobs > 1 || knap_data_count(data) < MANY);
        knap_reader_close(reader);
        knap_data_free(data);
    }
}

/* ---- Memory ---- */

typedef struct locked {
    failing counter;
    pthread_mutex_t lock;
} locked;

static void *locked_resize(void *context, void *old, size_t old_size, size_t new_size)
{
    locked *self = context;
    void *made;
    pthread_mutex_lock(&self->lock);
    made = failing_resize(&self->counter, old, old_size, new_size);
    pthread_mutex_unlock(&self->lock);
    return made;
}

/* With two threads it depends on chance which allocation is the nth, so a sample of n is tried. */
static void survives_without_memory(void **state)
{
    (void)state;
    write_file(NULL, 0);
    for (size_t n = 1;; n += 1 + n / 8) {
        locked memory = {.counter = {.fail_at = n}, .lock = PTHREAD_MUTEX_INITIALIZER};
        knap_allocator allocator = {locked_resize, &memory};
        record got = {.bads = 0};
        knap_status status = read_with(2, false, 0, &allocator, &got, error_here);
        kn_text_free(&got.text);
        assert_int_equal(memory.counter.bytes, 0);
        if (!status) {
            assert_true(memory.counter.calls < n || n > 1000);
            break;
        }
        assert_int_equal(status, KNAP_NO_MEMORY);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(right_instances),  cmocka_unit_test(long_lines),
                                       cmocka_unit_test(wrong_instances),  cmocka_unit_test(too_many_flaws),
                                       cmocka_unit_test(can_be_cancelled), cmocka_unit_test(survives_without_memory)};
    int status, file = mkstemp(path);
    if (file < 0)
        return 1;
    close(file);
    status = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    return status;
}
