/* Costs from texts: bytes, characters, words and tokens, an amount for each item, and readers that set costs. */
#include "failing.h"
#include "io/inner.h"
#include "tokens_data.h"

static const char *const texts[] = {"The ferry did not sail.", "Caf\xC3\xA9 \xE4\xB8\xAD\xE6\x96\x87", "",
                                    "\xE2\x80\x94"};

static knap_data *make_data(knap_instance **instance)
{
    knap_data *data;
    assert_ok(knap_data_new(NULL, &data, error));
    assert_ok(knap_data_add(data, "x", 10, 0, instance, error));
    for (size_t i = 0; i < 4; i++)
        assert_ok(knap_instance_add(*instance, &(knap_item){.cost = NAN, .text = texts[i]}, error));
    return data;
}

static void check(knap_meter_unit unit, const knap_tokenizer *tokenizer, double per_item, const double *expected)
{
    knap_instance *instance;
    knap_meter *meter;
    knap_data *data = make_data(&instance);
    assert_ok(knap_meter_new(unit, tokenizer, per_item, NULL, &meter, error));
    assert_ok(knap_meter_apply(meter, instance, error));
    for (size_t i = 0; i < 4; i++)
        assert_close(knap_instance_cost(instance, i), expected[i], 0);
    knap_meter_free(meter);
    knap_data_free(data);
}

static void units_count_what_they_say(void **state)
{
    (void)state;
    check(KNAP_METER_BYTES, NULL, 0, (double[]){23, 12, 1, 3}); /* a cost is at least 1 */
    check(KNAP_METER_CHARACTERS, NULL, 0, (double[]){23, 7, 1, 1});
    check(KNAP_METER_WORDS, NULL, 0, (double[]){5, 2, 1, 1});
    check(KNAP_METER_BYTES, NULL, 2.5, (double[]){25.5, 14.5, 2.5, 5.5});
    knap_tokenizer *tokenizer = open_vocabulary("small.cl100k_base.tiktoken");
    double tokens[4];
    for (size_t i = 0; i < 4; i++) {
        size_t count;
        assert_ok(knap_tokenizer_count(tokenizer, texts[i], strlen(texts[i]), &count, error));
        tokens[i] = (double)count + 7;
    }
    assert_true(tokens[0] > 9);
    check(KNAP_METER_TOKENS, tokenizer, 7, tokens);
    knap_tokenizer_close(tokenizer);
}

static void given_costs_get_the_amount_per_item(void **state)
{
    (void)state;
    knap_instance *instance;
    knap_meter *meter;
    knap_data *data = make_data(&instance);
    knap_error problem;
    assert_ok(knap_meter_new(KNAP_METER_GIVEN, NULL, 3, NULL, &meter, error));
    assert_int_equal(knap_meter_apply(meter, instance, &problem), KNAP_BAD_INPUT); /* the items have no costs */
    assert_non_null(strstr(problem.message, "no cost"));
    for (size_t i = 0; i < 4; i++)
        assert_ok(knap_instance_set_cost(instance, i, 2, error));
    assert_ok(knap_meter_apply(meter, instance, error));
    assert_close(knap_instance_cost(instance, 3), 5, 0);
    knap_meter_free(meter);
    knap_data_free(data);
}

static void wrong_use_is_reported(void **state)
{
    (void)state;
    knap_meter *meter = (knap_meter *)&meter;
    knap_instance *instance;
    knap_error problem;
    size_t count;
    assert_int_equal(knap_meter_new(KNAP_METER_TOKENS, NULL, 0, NULL, &meter, &problem), KNAP_USAGE);
    assert_null(meter);
    assert_int_equal(knap_meter_new((knap_meter_unit)9, NULL, 0, NULL, &meter, &problem), KNAP_USAGE);
    assert_int_equal(knap_meter_new(KNAP_METER_BYTES, NULL, -1, NULL, &meter, &problem), KNAP_USAGE);
    assert_int_equal(knap_meter_new(KNAP_METER_BYTES, NULL, NAN, NULL, &meter, &problem), KNAP_USAGE);
    assert_ok(knap_meter_new(KNAP_METER_BYTES, NULL, 0, NULL, &meter, error));
    assert_int_equal(knap_meter_count(meter, NULL, 3, &count, &problem), KNAP_USAGE);
    assert_int_equal(knap_meter_apply(meter, NULL, &problem), KNAP_USAGE);
    knap_data *data = make_data(&instance);
    assert_ok(knap_instance_add(instance, &(knap_item){.cost = NAN, .id = "silent"}, error));
    assert_int_equal(knap_meter_apply(meter, instance, &problem), KNAP_BAD_INPUT);
    assert_non_null(strstr(problem.message, "item 'silent' has no text"));
    knap_data_free(data);
    knap_meter_free(meter);
    knap_meter_free(NULL);
    assert_int_equal(knap_meter_unit_of(NULL), KNAP_METER_GIVEN);
}

static knap_status use(const knap_allocator *allocator, void *context)
{
    knap_meter *meter;
    size_t count;
    (void)context;
    knap_status status = knap_meter_new(KNAP_METER_WORDS, NULL, 0, allocator, &meter, NULL);
    if (!status)
        status = knap_meter_count(meter, texts[0], strlen(texts[0]), &count, NULL);
    knap_meter_free(meter);
    return status;
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    assert_true(survives(use, NULL) > 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_count_what_they_say),
        cmocka_unit_test(given_costs_get_the_amount_per_item),
        cmocka_unit_test(wrong_use_is_reported),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
