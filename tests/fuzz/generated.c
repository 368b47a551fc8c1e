/* generated.c - valid instances, made from the fuzzer's bytes -> JSONL -> read back -> trained on -> model file -> lists.
 *
 * Plain bytes seldom become valid instances with names that collide, deep nesting or odd numbers. Here every input does. What is
 * read back is what was written; a model that is saved and loaded packs the same lists. */
#include "fuzz.h"
#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_INSTANCES = 3, MOST_ITEMS = 7, MOST_FEATURES = 5, NAMES = 24, LONG = 520 };
enum { TRAINED = 4, CONVERGED = 64 }; /* of so many inputs one is trained on, and by any learner */

static char names[NAMES][LONG + 3];

int LLVMFuzzerInitialize(int *count, char ***argument)
{
    static const char *const short_names[] = {"volume", "volume#2", "volume#2#2", "quality", "quality:a", "a",   "a#2",
                                              "a-2",    "a/b",      "a-b",        "é",       "a%20b",     "a b", "%",
                                              "\x01",   "\"\\",     "documents",  "items",   "1",         "01",  "-1"};
    size_t shorts = sizeof short_names / sizeof *short_names;
    (void)count, (void)argument;
    for (size_t i = 0; i < shorts; i++)
        strcpy(names[i], short_names[i]);
    for (size_t i = shorts; i < NAMES; i++) { /* they differ behind 500 equal bytes */
        memset(names[i], 'x', LONG);
        names[i][LONG] = (char)('0' + (char)i);
    }
    return 0;
}

/* What an instance was made of, to compare with what is read. */
typedef struct original {
    size_t items, features, name[MOST_FEATURES];
    double budget, cost[MOST_ITEMS], feature[MOST_ITEMS][MOST_FEATURES];
    const char *id[MOST_ITEMS];
} original;

static void put_string(kn_text *to, const char *text)
{
    kn_text_byte(to, '"');
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == '"' || *text == '\\')
            kn_text_format(to, "\\u%04x", (unsigned)*text);
        else
            kn_text_byte(to, *text);
    kn_text_byte(to, '"');
}

static double number(fuzz_bytes *bytes)
{
    static const double odd[] = {0, -0.0, 1, 1e-300, 1e-12, 0.1, 3, 1e6, 1e12, 123456789.123};
    size_t kind = fuzz_below(bytes, 24);
    return kind < sizeof odd / sizeof *odd ? odd[kind] : (double)fuzz_below(bytes, 256) / 16;
}

static void put_nested(kn_text *to, size_t depth)
{
    for (size_t i = 0; i < depth; i++)
        kn_text_add(to, i & 1 ? "{\"a\":" : "[", i & 1 ? 5 : 1);
    kn_text_byte(to, '0');
    for (size_t i = depth; i-- > 0;)
        kn_text_byte(to, i & 1 ? '}' : ']');
}

static void put_item(kn_text *to, fuzz_bytes *bytes, original *made, unsigned parts)
{
    size_t i = made->items++;
    made->cost[i] = fabs(number(bytes)) + 0.001;
    made->id[i] = names[fuzz_below(bytes, NAMES)];
    kn_text_format(to, "%s{\"cost\":%.17g,\"id\":", i ? "," : "", made->cost[i]);
    put_string(to, made->id[i]);
    kn_text_format(to, ",\"features\":{");
    for (size_t j = 0; j < made->features; j++) {
        made->feature[i][j] = number(bytes);
        kn_text_format(to, j ? "," : "");
        put_string(to, names[made->name[j]]);
        kn_text_format(to, ":%.17g", made->feature[i][j]);
    }
    kn_text_format(to, "}");
    if (parts & 1)
        kn_text_format(to, ",\"vector\":[%.17g,%.17g,%.17g]", number(bytes), number(bytes), number(bytes));
    kn_text_format(to, ",\"covers\":{");
    for (size_t j = 0, count = fuzz_below(bytes, 4); j < count; j++)
        kn_text_format(to, "%s\"c%zu\":%zu", j ? "," : "", 3 * j + fuzz_below(bytes, 3), 1 + fuzz_below(bytes, 3));
    kn_text_format(to, "},\"p\":%.3f", (double)fuzz_below(bytes, 11) / 10);
    if (parts & 2)
        kn_text_format(to, ",\"group\":%zu", 1 + fuzz_below(bytes, 3));
    if (parts & 4)
        kn_text_format(to, ",\"text\":\"word%zu and word%zu\"", fuzz_below(bytes, 5), fuzz_below(bytes, 5));
    kn_text_format(to, "}");
}

static void put_instance(kn_text *to, fuzz_bytes *bytes, original *made, unsigned parts)
{
    static const char *const rewards[] = {"\"modular\"", "\"success\"", "\"facility\"",
                                          "{\"kind\":\"coverage\",\"targets\":{\"c0\":1,\"c1\":2,\"c4\":1.5}}"};
    made->budget = fabs(number(bytes)) + (double)fuzz_below(bytes, 8);
    kn_text_format(to, "{\"id\":");
    put_string(to, names[fuzz_below(bytes, NAMES)]);
    kn_text_format(to, ",\"budget\":%.17g,\"extra\":", made->budget);
    put_nested(to, parts & 8 ? fuzz_below(bytes, 256) : 0);
    kn_text_format(to, ",\"items\":[");
    for (size_t i = 0, count = 1 + fuzz_below(bytes, MOST_ITEMS); i < count; i++)
        put_item(to, bytes, made, parts);
    size_t reward = parts >> 4 & 3;
    if (reward == 2 && !(parts & 1))
        reward = 3;
    kn_text_format(to, "],\"reward\":%s%s%s}\n", reward == 3 ? "" : "{\"kind\":", rewards[reward],
                   reward == 3 ? "" : "}");
}

static void compare(const knap_data *data, const original *made, size_t count)
{
    CHECK(knap_data_count(data) == count);
    for (size_t k = 0; k < count; k++) {
        const knap_instance *instance = knap_data_at(data, k);
        CHECK(knap_instance_count(instance) == made[k].items && knap_instance_budget(instance) == made[k].budget);
        for (size_t i = 0; i < made[k].items; i++) {
            const float *feature = knap_instance_features(instance, i);
            CHECK(knap_instance_cost(instance, i) == made[k].cost[i]);
            CHECK(strcmp(knap_instance_item_id(instance, i), made[k].id[i]) == 0);
            for (size_t j = 0; j < made[k].features; j++)
                CHECK(feature[j] == (float)made[k].feature[i][j]);
        }
    }
}

/* `converge`: the learner may be `aggregate`, which solves to convergence. */
static knap_settings settings_of(fuzz_bytes *bytes, bool converge)
{
    knap_settings settings;
    const knap_param *views = knap_param_find(knap_settings_table(), "views");
    size_t parts = 0;
    knap_settings_init(&settings);
    while (views->choices[parts])
        parts++;
    settings.method = (int)fuzz_below(bytes, 2);
    settings.reduction = (int)fuzz_below(bytes, 3);
    settings.learner = (int)fuzz_below(bytes, KNAP_LEARNER_AGGREGATE + (converge ? 1 : 0));
    settings.result = (int)fuzz_below(bytes, 5);
    settings.views = 1 + (unsigned)fuzz_below(bytes, (size_t)1 << parts);
    settings.views &= (1u << parts) - 1;
    settings.views |= settings.views == 0;
    settings.epochs = 1 + fuzz_below(bytes, 2);
    settings.positions = 1 + fuzz_below(bytes, 3);
    settings.guided = fuzz_below(bytes, 2);
    settings.decode = (int)fuzz_below(bytes, 3);
    settings.keep = 1 + fuzz_below(bytes, 3);
    /* With its default penalty, `aggregate` takes a hundred times as long. */
    settings.l2 = fuzz_below(bytes, 16) == 15 ? 0 : 1;
    settings.penalties.item = (double)fuzz_below(bytes, 3);
    return settings;
}

/* The columns of a model have different names. */
static void check_columns(const knap_model *model)
{
    for (size_t i = 0; i < knap_model_columns(model); i++)
        for (size_t j = 0; j < i; j++)
            CHECK(strcmp(knap_model_column(model, i), knap_model_column(model, j)) != 0);
}

static void pack_both(const knap_model *model, const knap_model *again, const knap_data *data)
{
    for (size_t i = 0; i < knap_data_count(data); i++) {
        const knap_instance *instance = knap_data_at(data, i);
        knap_list list = KNAP_LIST_INIT, other = KNAP_LIST_INIT;
        knap_error error = {0};
        knap_status status = knap_model_pack(model, instance, i, NULL, &list, NULL, &error);
        CHECK_ERROR(status, &error);
        CHECK(knap_model_pack(again, instance, i, NULL, &other, NULL, &error) == status);
        if (!status) {
            fuzz_check_list(instance, &list);
            CHECK(list.count == other.count &&
                  (!list.count || memcmp(list.item, other.item, list.count * sizeof *list.item) == 0));
        }
        knap_list_free(&list);
        knap_list_free(&other);
    }
}

static void train(knap_data *data, fuzz_bytes *bytes, bool converge)
{
    knap_settings settings = settings_of(bytes, converge);
    knap_model *model, *again;
    knap_report report;
    knap_error error = {0};
    size_t length;
    knap_status status = knap_train(data, settings.result == KNAP_RESULT_BEST ? data : NULL, &settings, 1, NULL, &model,
                                    &report, &error);
    CHECK_ERROR(status, &error);
    if (status) {
        CHECK(!model);
        return;
    }
    CHECK(report.reward >= 0 && report.reward <= 1 + 1e-9);
    check_columns(model);
    const char *path = fuzz_new_path();
    if (knap_model_save(model, path, &error))
        fuzz_failed(error.message, __FILE__, __LINE__);
    char *file = fuzz_read(path, &length);
    CHECK(!knap_model_parse(file, length, "again", NULL, &again, &error));
    CHECK(!knap_model_match(again, data, false, &error));
    pack_both(model, again, data);
    knap_model_free(again);
    knap_model_free(model);
    free(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t length)
{
    fuzz_bytes bytes = {input, input + length};
    original made[MOST_INSTANCES] = {0};
    kn_text text = {0};
    knap_data *data;
    knap_reader *reader;
    knap_error error = {0};
    unsigned parts = fuzz_byte(&bytes), system = fuzz_byte(&bytes);
    size_t count = 1 + fuzz_below(&bytes, MOST_INSTANCES), features = fuzz_below(&bytes, MOST_FEATURES + 1);
    size_t first = fuzz_below(&bytes, NAMES), step = 1 + 2 * fuzz_below(&bytes, 3); /* distinct names */
    step = step == 3 ? 1 : step;
    for (size_t i = 0; i < count; i++) {
        made[i].features = features;
        for (size_t j = 0; j < features; j++)
            made[i].name[j] = (first + j * step) % NAMES;
        put_instance(&text, &bytes, &made[i], parts);
    }
    CHECK(!text.failed);
    CHECK(!knap_data_new(NULL, &data, &error));
    CHECK(!knap_reader_open(fuzz_file(0, text.bytes, text.length), NULL, &reader, &error));
    knap_status status = knap_reader_read(reader, 0, data, NULL, &error);
    CHECK_ERROR(status, &error);
    if (!status) {
        compare(data, made, count);
        fuzz_pack(data, system, 64);
        if (fuzz_is_chosen(input, length, TRAINED))
            train(data, &bytes, fuzz_is_chosen(input, length, CONVERGED));
    }
    knap_reader_close(reader);
    knap_data_free(data);
    kn_text_free(&text);
    return 0;
}
