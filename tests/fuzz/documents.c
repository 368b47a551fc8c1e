/* documents.c - bytes of a file of documents (JSONL clusters, SGML, HTML, ...) -> corpus -> summary.
 *
 * Input: a byte for the budget, a byte of options, then the file. The corpus that is written as JSONL and read again is the
 * same corpus. */
#include "fuzz.h"
#include "text/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TEXT = 4000, ONE_OF = 4 }; /* longer clusters are not summarized; of the inputs one of ONE_OF is */

static knap_summarizer *summarizer;

int LLVMFuzzerInitialize(int *count, char ***argument)
{
    (void)count, (void)argument;
    CHECK(!knap_summarizer_embedded(NULL, &summarizer, NULL));
    return 0;
}

static bool same_text(const knap_document *a, const knap_document *b)
{
    size_t length_a, length_b;
    const char *text_a = knap_document_text(a, &length_a), *text_b = knap_document_text(b, &length_b);
    return length_a == length_b && memcmp(text_a, text_b, length_a) == 0;
}

static void check_round_trip(const knap_corpus *corpus)
{
    char *bytes = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&bytes, &length);
    knap_error error = {0};
    knap_corpus *again;
    CHECK(out && !knap_corpus_write_jsonl(corpus, out, &error));
    fclose(out);
    const char *path = fuzz_file(1, bytes, length);
    if (knap_corpus_open(&path, 1, NULL, NULL, &again, &error))
        fuzz_failed(error.message, __FILE__, __LINE__);
    CHECK(knap_corpus_clusters(again) == knap_corpus_clusters(corpus));
    for (size_t i = 0; i < knap_corpus_clusters(corpus); i++) {
        const knap_cluster *a = knap_corpus_cluster(corpus, i), *b = knap_corpus_cluster(again, i);
        CHECK(a->documents == b->documents && a->references == b->references);
        for (size_t j = 0; j < a->documents; j++)
            CHECK(same_text(a->document[j], b->document[j]));
        for (size_t j = 0; j < a->references; j++)
            CHECK(same_text(a->reference[j], b->reference[j]));
    }
    knap_corpus_close(again);
    free(bytes);
}

static size_t measure(const char *text, size_t length, knap_unit unit)
{
    size_t count = 0, at = 0;
    bool word = false;
    if (unit == KNAP_BYTES)
        return length;
    while (at < length) {
        int32_t code = kn_utf8_next(text, &at, length);
        bool space = kn_is_space(code);
        if (unit == KNAP_CHARACTERS)
            count++;
        else if (unit == KNAP_SENTENCES)
            count += code == '\n';
        else
            count += !space && !word;
        word = !space;
    }
    return count;
}

static void summarize(const knap_cluster *cluster, knap_budget budget, knap_order order)
{
    knap_text_input input = {.cluster = &cluster, .clusters = 1, .budget = budget};
    knap_material *material;
    knap_error error = {0};
    knap_list list = KNAP_LIST_INIT;
    char *text;
    size_t length;
    knap_status status = knap_material_new(summarizer, &input, NULL, &material, &error);
    CHECK_ERROR(status, &error);
    if (status)
        return;
    const knap_instance *instance = knap_data_at(knap_material_data(material), 0);
    status = knap_model_pack(knap_summarizer_model(summarizer), instance, 0, NULL, &list, NULL, &error);
    CHECK_ERROR(status, &error);
    if (!status) {
        fuzz_check_list(instance, &list);
        CHECK(!knap_summary_text(material, 0, &list, order, &text, &length, &error));
        CHECK(kn_utf8_all_valid(text, length));
        CHECK((double)measure(text, length, budget.unit) <= budget.amount);
        knap_text_free(NULL, text);
    }
    knap_list_free(&list);
    knap_material_free(material);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static const knap_unit units[] = {KNAP_BYTES, KNAP_WORDS, KNAP_CHARACTERS, KNAP_SENTENCES};
    knap_corpus_options options = {0};
    knap_error error = {0};
    knap_corpus *corpus;
    const char *path;
    if (length < 2 || length > 1 << 15)
        return 0;
    path = fuzz_file(0, bytes + 2, length - 2);
    options.each = bytes[1] & 1;
    options.encoding = bytes[1] & 2 ? "latin1" : NULL;
    knap_status status = knap_corpus_open(&path, 1, &options, NULL, &corpus, &error);
    CHECK_ERROR(status, &error);
    if (status) {
        CHECK(!corpus);
        return 0;
    }
    check_round_trip(corpus);
    for (size_t i = 0; i < knap_corpus_clusters(corpus) && i < 2 && fuzz_is_chosen(bytes, length, ONE_OF); i++) {
        const knap_cluster *cluster = knap_corpus_cluster(corpus, i);
        size_t total = 0;
        CHECK(cluster->documents > 0);
        for (size_t j = 0; j < cluster->documents; j++) {
            size_t size;
            knap_document_text(cluster->document[j], &size);
            total += size;
        }
        if (total <= MOST_TEXT)
            summarize(cluster, (knap_budget){1 + bytes[0] / 4 * (bytes[0] & 1 ? 4 : 1), units[bytes[0] & 3], NULL},
                      (knap_order)(bytes[1] >> 2 & 1 ? KNAP_ORDER_SOURCE : KNAP_ORDER_DEPEND));
    }
    knap_corpus_close(corpus);
    return 0;
}
