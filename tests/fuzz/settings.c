/* settings.c - texts of settings, budgets, grids and options of systems. What was parsed is in range, and written and parsed
 * again it is the same.
 *
 * Input: a byte for the table, a byte for the row, then the text. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

static knap_data *data;

int LLVMFuzzerInitialize(int *count, char ***argument)
{
    static const char instance[] =
        "{\"id\":1,\"budget\":3,\"items\":[{\"cost\":1,\"vector\":[1,0],\"covers\":{\"a\":1}},{\"cost\":2,\"vector\":"
        "[1,1],\"covers\":{\"b\":1}},{\"cost\":1,\"vector\":[0,1],\"covers\":{\"a\":1,\"b\":2}}],\"reward\":{\"kind\":"
        "\"coverage\",\"targets\":{\"a\":1,\"b\":1}}}\n";
    knap_reader *reader;
    (void)count, (void)argument;
    CHECK(!knap_data_new(NULL, &data, NULL));
    CHECK(!knap_reader_open(fuzz_file(0, instance, sizeof instance - 1), NULL, &reader, NULL));
    CHECK(!knap_reader_read(reader, 0, data, NULL, NULL));
    knap_reader_close(reader);
    return 0;
}

static void check_param(const knap_param *table, size_t row, size_t size, const char *text)
{
    size_t rows = 0;
    char *settings = calloc(1, size), *again = calloc(1, size), exact[512], exact_again[512];
    knap_error error = {0};
    CHECK(settings && again);
    while (table[rows].name)
        rows++;
    const knap_param *param = &table[row % rows];
    knap_params_init(table, settings);
    memcpy(again, settings, size);
    CHECK(!knap_params_check(table, settings, &error));
    knap_status status = knap_param_parse(param, settings, text, &error);
    CHECK_ERROR(status, &error);
    if (status) {
        CHECK(status == KNAP_USAGE);
    } else {
        CHECK(!knap_params_check(table, settings, &error));
        knap_param_format(param, settings, true, exact, sizeof exact);
        CHECK(!knap_param_parse(param, again, exact, &error));
        knap_param_format(param, again, true, exact_again, sizeof exact_again);
        CHECK(strcmp(exact, exact_again) == 0 && memcmp(settings, again, size) == 0);
        knap_param_format(param, settings, false, exact, sizeof exact);
        CHECK(exact[0] && strcmp(exact, "?") != 0);
    }
    free(settings);
    free(again);
}

static void check_budget(const char *text)
{
    knap_budget budget, again;
    knap_error error = {0};
    char written[64];
    knap_status status = knap_budget_parse(text, &budget, &error);
    CHECK_ERROR(status, &error);
    if (status)
        return;
    CHECK(budget.amount >= 0 && budget.amount <= 1e12);
    knap_budget_format(&budget, written, sizeof written);
    CHECK(!knap_budget_parse(written, &again, &error) && again.unit == budget.unit && again.amount == budget.amount);
}

static void check_system(size_t number, const char *text)
{
    const knap_system *const *systems = knap_systems();
    size_t count = 0;
    knap_error error = {0};
    double best;
    while (systems[count])
        count++;
    const knap_system *system = systems[number % count];
    char *params = calloc(1, system->params_size + 1);
    CHECK(params);
    knap_system_init(system, params);
    knap_status status = knap_system_set(system, text, strlen(text), params, &error);
    CHECK_ERROR(status, &error);
    if (!status && system->params)
        CHECK(!knap_params_check(system->params, params, &error));
    if (!system->fit && strcmp(system->name, "ilp") != 0 && strlen(text) < 200) {
        knap_system_init(system, params);
        status = knap_system_tune(system, text, data, NULL, params, &best, &error);
        CHECK_ERROR(status, &error);
        CHECK(status || (best >= 0 && best <= 1 + 1e-9));
        CHECK(status || !system->params || !knap_params_check(system->params, params, &error));
    }
    free(params);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    const struct {
        const knap_param *table;
        size_t size;
    } tables[] = {{knap_settings_table(), sizeof(knap_settings)},
                  {knap_text_settings_table(), sizeof(knap_text_settings)},
                  {knap_rouge_options_table(), sizeof(knap_rouge_options)},
                  {knap_passages_table(), sizeof(knap_passages_settings)},
                  {knap_logs_table(), sizeof(knap_logs_settings)}};
    char *text;
    if (length < 2 || length > 1000)
        return 0;
    text = malloc(length - 1);
    CHECK(text);
    memcpy(text, bytes + 2, length - 2);
    text[length - 2] = 0;
    if (bytes[0] % 7 < 5)
        check_param(tables[bytes[0] % 7].table, bytes[1], tables[bytes[0] % 7].size, text);
    else if (bytes[0] % 7 == 5)
        check_budget(text);
    else
        check_system(bytes[1], text);
    free(text);
    return 0;
}
