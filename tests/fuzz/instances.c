/* instances.c - bytes of a file of instances (JSON, CSV, TSV or the text format of SCP_ListPrediction) -> lists.
 *
 * Input: a byte of reader options, a byte for the system, then the file. */
#include "fuzz.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

int LLVMFuzzerInitialize(int *count, char ***argument)
{
    (void)count, (void)argument;
    return 0;
}

static void skip_bad(void *context, const knap_error *error)
{
    ++*(size_t *)context;
    CHECK(error->message[0]);
}

/* Texts stay within what was read, and every number is one that the header allows. */
static void check_instance(const knap_data *data, const knap_instance *instance)
{
    for (size_t i = 0; i < knap_instance_count(instance); i++) {
        double cost = knap_instance_cost(instance, i), score = knap_instance_score(instance, i);
        const float *feature = knap_instance_features(instance, i);
        CHECK(isnan(cost) || (cost > 0 && isfinite(cost)));
        CHECK(!isinf(score));
        CHECK(knap_instance_feature_count(instance) <= knap_data_feature_count(data));
        for (size_t j = 0; j < knap_instance_feature_count(instance); j++)
            CHECK(isfinite(feature[j]));
    }
    for (size_t i = 0; i + 1 < knap_instance_count(instance) && i < 4; i++) {
        double similarity = knap_instance_similarity(instance, i, i + 1);
        CHECK(similarity >= -1 - 1e-6 && similarity <= 1 + 1e-6);
    }
}

static bool read_all(const char *path, unsigned options, knap_data *data, size_t *skipped)
{
    static const char *const maps[] = {NULL, "score=-distance", "text=metadata.body,cost=len", "id=a.b"};
    knap_reader *reader;
    knap_error error = {0};
    knap_reader_options how = {.map = maps[options >> 1 & 3],
                               .cost_later = options >> 3 & 1,
                               .keep = options & 1,
                               .by = options >> 4 & 1 ? "id" : NULL,
                               .bad = options >> 5 & 1 ? skip_bad : NULL,
                               .context = skipped};
    knap_meter *meter = NULL;
    knap_status status = knap_reader_open(path, NULL, &reader, &error);
    CHECK(!status);
    if (options >> 6 & 1)
        CHECK(!knap_meter_new(KNAP_METER_CHARACTERS, NULL, 1, NULL, &meter, &error));
    how.meter = meter;
    status = knap_reader_configure(reader, &how, &error);
    while (!status) {
        size_t added;
        status = knap_reader_read(reader, 1, data, &added, &error);
        CHECK_ERROR(status, &error);
        if (status && knap_reader_resume(reader) && options >> 7)
            status = KNAP_OK;
        else if (!status && !added)
            break;
    }
    knap_reader_close(reader);
    knap_meter_free(meter);
    return !status;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    knap_data *data;
    knap_error error = {0};
    size_t skipped = 0;
    if (length < 2 || length > 1 << 16)
        return 0;
    CHECK(!knap_data_new(NULL, &data, &error));
    read_all(fuzz_file(0, bytes + 2, length - 2), bytes[0], data, &skipped);
    for (size_t i = 0; i < knap_data_count(data); i++)
        check_instance(data, knap_data_at(data, i));
    if (bytes[1] & 128) {
        knap_status status = knap_labels_apply(data, NULL, NULL, &error);
        CHECK_ERROR(status, &error);
        if (!status)
            status = knap_passages_complete_all(NULL, NULL, data, NULL, NULL, &error);
        CHECK_ERROR(status, &error);
    }
    fuzz_pack(data, bytes[1] & 127, 64);
    knap_data_free(data);
    return 0;
}
