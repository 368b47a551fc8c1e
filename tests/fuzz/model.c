/* model.c - bytes of a model file -> model -> lists and summaries. The checksum is repaired, so that all of the file is read.
 *
 * Input: the file without its last line. */
#include "fuzz.h"
#include "base/memory.h"
#include "base/symbols.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static knap_corpus *corpus;

int LLVMFuzzerInitialize(int *count, char ***argument)
{
    static const char cluster[] =
        "{\"id\":\"x\",\"documents\":[\"Storm hits Orsine\\n\\nA storm hit Orsine on Monday. Two boats sank in the "
        "harbour. Mayor Anna Lee said that nobody was hurt.\",\"The ferry did not leave. It rained for two days, and "
        "Mrs. Lee closed the pier. The boats were raised on Friday.\"],\"references\":[\"A storm sank two boats in "
        "Orsine.\"]}\n";
    const char *path = fuzz_file(1, cluster, sizeof cluster - 1);
    (void)count, (void)argument;
    CHECK(!knap_corpus_open(&path, 1, NULL, NULL, &corpus, NULL));
    return 0;
}

/* Saved, loaded and saved again, a model has the same bytes. */
static void check_round_trip(const knap_model *model)
{
    knap_error error = {0};
    const char *path = fuzz_new_path();
    knap_status status = knap_model_save(model, path, &error);
    knap_model *again;
    size_t length, length_again;
    CHECK_ERROR(status, &error);
    if (status)
        fuzz_failed(error.message, __FILE__, __LINE__);
    char *bytes = fuzz_read(path, &length);
    CHECK(!knap_model_parse(bytes, length, "again", NULL, &again, &error));
    CHECK(!knap_model_save(again, path, &error));
    char *bytes_again = fuzz_read(path, &length_again);
    CHECK(length == length_again && memcmp(bytes, bytes_again, length) == 0);
    knap_model_free(again);
    free(bytes);
    free(bytes_again);
}

/* The features that the model knows, as the file names them. */
static void add_features(knap_data *data, const char *bytes)
{
    for (const char *at = strstr(bytes, "\nfeature "); at; at = strstr(at + 1, "\nfeature ")) {
        char name[600];
        size_t length = 0, number;
        for (const char *from = at + 9; *from && *from != '\n' && *from != ' ' && length + 1 < sizeof name; length++) {
            unsigned byte = 0;
            if (*from == '%' && from[1] && sscanf(from + 1, "%2x", &byte) == 1 && byte) {
                name[length] = (char)byte;
                from += 3;
            } else {
                name[length] = *from++;
            }
        }
        name[length] = 0;
        if (knap_data_feature(data, strcmp(name, "%") ? name : "", &number, NULL))
            return;
    }
}

static void add_instance(knap_data *data)
{
    knap_instance *instance;
    size_t width = knap_data_feature_count(data);
    double *feature = calloc(width + 1, sizeof *feature), vector[3] = {1, 0.5, 0}, worth[2] = {0.5, 0.25};
    CHECK(feature && !knap_data_add(data, "x", 7, 0, &instance, NULL));
    for (size_t i = 0; i < 5; i++) {
        uint32_t concepts[2] = {(uint32_t)(i % 3), 3};
        double amounts[2] = {1, 2};
        for (size_t j = 0; j < width; j++)
            feature[j] = (double)((i * 7 + j * 3) % 11) / 3 - 1;
        vector[2] = (double)i;
        knap_item item = {.cost = 1 + (double)i,
                          .feature = width ? feature : NULL,
                          .vector = vector,
                          .vector_count = 3,
                          .concept_id = concepts,
                          .amount = amounts,
                          .concept_count = 2};
        CHECK(!knap_instance_add(instance, &item, NULL));
    }
    for (uint32_t i = 0; i < 4; i++)
        CHECK(!knap_instance_expect(instance, i, worth, 2, NULL));
    CHECK(!knap_instance_target(instance, 1, 1, NULL) && !knap_instance_target(instance, 3, 4, NULL));
    CHECK(!knap_instance_set_reward(instance, knap_reward_find("coverage"), NULL, NULL));
    CHECK(!knap_instance_set_mass(instance, 5, NULL));
    free(feature);
}

static void use(const knap_model *model, const char *bytes)
{
    knap_data *data;
    knap_error error = {0};
    knap_list list = KNAP_LIST_INIT;
    size_t columns = knap_model_columns(model);
    CHECK(columns < 1 << 20 && knap_model_settings(model));
    for (size_t i = 0; i < columns; i++)
        CHECK(knap_model_column(model, i) && isfinite(knap_model_weight(model, 0, 0, i)) &&
              isfinite(knap_model_deviation(model, i)));
    CHECK(!knap_data_new(NULL, &data, &error));
    add_features(data, bytes);
    add_instance(data);
    knap_status status = knap_model_match(model, data, true, &error);
    CHECK_ERROR(status, &error);
    if (!status && columns < 4096) {
        status = knap_model_pack(model, knap_data_at(data, 0), 1, NULL, &list, NULL, &error);
        CHECK_ERROR(status, &error);
        if (!status) {
            double *row = calloc(list.count * columns + 1, sizeof *row);
            fuzz_check_list(knap_data_at(data, 0), &list);
            CHECK(row && !knap_model_explain(model, knap_data_at(data, 0), 1, &list, row, &error));
            free(row);
        }
    }
    knap_list_free(&list);
    knap_data_free(data);
}

static void summarize(const char *path)
{
    const knap_cluster *cluster = knap_corpus_cluster(corpus, 0);
    knap_summarizer *summarizer;
    knap_material *material;
    knap_error error = {0};
    knap_list list = KNAP_LIST_INIT;
    knap_status status = knap_summarizer_load(path, NULL, &summarizer, &error);
    CHECK_ERROR(status, &error);
    if (status)
        return;
    knap_text_input input = {.cluster = &cluster, .clusters = 1, .budget = {100, KNAP_BYTES, NULL}};
    status = knap_material_new(summarizer, &input, NULL, &material, &error);
    CHECK_ERROR(status, &error);
    if (!status) {
        const knap_instance *instance = knap_data_at(knap_material_data(material), 0);
        status = knap_model_pack(knap_summarizer_model(summarizer), instance, 0, NULL, &list, NULL, &error);
        CHECK_ERROR(status, &error);
        if (!status)
            fuzz_check_list(instance, &list);
        knap_list_free(&list);
        knap_material_free(material);
    }
    knap_summarizer_free(summarizer);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    kn_text text = {0};
    knap_model *model;
    knap_error error = {0};
    if (length == 0 || length > 1 << 18)
        return 0;
    kn_text_add(&text, (const char *)bytes, length);
    if (text.bytes[text.length - 1] != '\n')
        kn_text_byte(&text, '\n');
    kn_text_format(&text, "checksum %016llx\n", (unsigned long long)kn_hash(KN_HASH_START, text.bytes, text.length));
    CHECK(!text.failed);
    knap_status status = knap_model_parse(text.bytes, text.length, "fuzz", NULL, &model, &error);
    CHECK_ERROR(status, &error);
    if (!status) {
        check_round_trip(model);
        use(model, text.bytes);
        knap_model_free(model);
        summarize(fuzz_file(0, text.bytes, text.length));
    }
    kn_text_free(&text);
    return 0;
}
