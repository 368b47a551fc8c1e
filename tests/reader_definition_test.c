/* reader_definition_test.c - what docs/FORMATS.md says of both formats of instances, one rule per test. */
#include "check.h"

#include "inner.h"

#include <unistd.h>

static knap_status read_text(const char *text, knap_data **data, knap_error *problem)
{
    char path[] = "/tmp/knap-reader-XXXXXX";
    int number = mkstemp(path);
    knap_reader *reader;
    knap_status status;
    size_t added;
    assert_true(number >= 0);
    assert_int_equal(write(number, text, strlen(text)), (ssize_t)strlen(text));
    close(number);
    assert_ok(knap_data_new(NULL, data, error));
    assert_ok(knap_reader_open(path, NULL, &reader, error));
    status = knap_reader_read(reader, 0, *data, &added, problem);
    knap_reader_close(reader);
    unlink(path);
    return status;
}

/* A feature that a line names twice is the sum of both; one that it does not name is 0. */
static void features_named_twice_add_up(void **state)
{
    knap_data *data;
    const knap_instance *instance;
    (void)state;
    assert_ok(read_text("0.5 1 3 e|qf a:2 b:1 a:0.5\n0.1 1 2 e|qf b:4\n", &data, error));
    instance = knap_data_at(data, 0);
    assert_true(knap_instance_features(instance, 0)[0] == 2.5F && knap_instance_features(instance, 0)[1] == 1);
    assert_true(knap_instance_features(instance, 1)[0] == 0 && knap_instance_features(instance, 1)[1] == 4);
    knap_data_free(data);
}

/* "value" is another name of "p": what an item is worth by itself. */
static void value_is_the_worth(void **state)
{
    knap_data *data;
    (void)state;
    assert_ok(read_text("{\"items\":[{\"cost\":1,\"value\":7},{\"cost\":1,\"p\":0.25},{\"cost\":1}]}", &data, error));
    assert_true(knap_instance_worth(knap_data_at(data, 0), 0) == 7);
    assert_true(knap_instance_worth(knap_data_at(data, 0), 1) == 0.25);
    assert_true(knap_instance_worth(knap_data_at(data, 0), 2) == 0);
    knap_data_free(data);
}

/* A message names the line that is wrong, also within an item of several lines. */
static void errors_name_their_line(void **state)
{
    knap_data *data;
    knap_error problem;
    (void)state;
    assert_int_equal(
        read_text("{\"items\":[\n {\"cost\":1},\n {\"cost\":2,\n  \"p\":\n  0.5 0.5}\n]}\n", &data, &problem),
        KNAP_BAD_INPUT);
    assert_int_equal(problem.line, 5);
    knap_data_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(features_named_twice_add_up),
        cmocka_unit_test(value_is_the_worth),
        cmocka_unit_test(errors_name_their_line),
    };
    return cmocka_run_group_tests_name("reader definition", tests, NULL, NULL);
}
