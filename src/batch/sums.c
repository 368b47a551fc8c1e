/* sums.c - the public form of sums. */
#include "batch/batch.h"
#include "base/error.h"

knap_status kn_new_sums(const knap_allocator *allocator, uint64_t digest, size_t width, knap_sums **sums,
                        knap_error *error)
{
    if (!(*sums = kn_new(allocator, 1, sizeof **sums)))
        return kn_no_memory(error);
    (*sums)->sums = (kn_sums){.allocator = allocator, .digest = digest, .width = width};
    (*sums)->bytes.allocator = allocator;
    return KNAP_OK;
}

knap_status knap_sums_merge(knap_sums *into, const knap_sums *from, knap_error *error)
{
    KN_REQUIRE(into);
    KN_REQUIRE(from);
    return kn_sums_merge(&into->sums, &from->sums, error);
}

knap_status knap_sums_format(knap_sums *sums, const char **bytes, size_t *length, knap_error *error)
{
    KN_REQUIRE(bytes);
    KN_REQUIRE(length);
    *bytes = NULL;
    *length = 0;
    KN_REQUIRE(sums);
    sums->bytes.length = 0;
    sums->bytes.failed = false;
    kn_sums_write(&sums->sums, &sums->bytes);
    if (sums->bytes.failed)
        return kn_no_memory(error);
    *bytes = sums->bytes.bytes;
    *length = sums->bytes.length;
    return KNAP_OK;
}

knap_status knap_sums_parse(const char *bytes, size_t length, const knap_allocator *allocator, knap_sums **sums,
                            knap_error *error)
{
    knap_status status;
    KN_REQUIRE(sums);
    *sums = NULL;
    KN_REQUIRE(bytes);
    status = kn_new_sums(allocator, 0, 0, sums, error);
    if (!status && (status = kn_sums_read(&(*sums)->sums, bytes, length, error))) {
        knap_sums_free(*sums);
        *sums = NULL;
    }
    return status;
}

void knap_sums_free(knap_sums *sums)
{
    const knap_allocator *allocator;
    if (!sums)
        return;
    allocator = sums->sums.allocator;
    kn_sums_free(&sums->sums);
    kn_text_free(&sums->bytes);
    kn_free(allocator, sums, 1, sizeof *sums);
}
