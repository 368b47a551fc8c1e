/* summarize_memory_test.c - training and summarizing survive a failing allocator, without a leak. */
#include "failing.h"

#include "inner.h"

static const char *const TEXTS[] = {
    "The council of Port Averill voted on Monday to close the old ferry pier for repairs until spring.\n"
    "Divers had found that eleven of its forty wooden piles were hollow and could give way in a storm.\n",
    "Ferry passengers will board at the Customs House until spring while the old pier is being repaired.\n"
    "The repairs will cost about two million crowns, the harbor master told the council on Monday evening.\n"};
static const char REFERENCE[] =
    "The council closed the old ferry pier for repairs until spring after divers found hollow piles.\n";

static knap_status train_and_summarize(const knap_allocator *allocator, void *context)
{
    knap_document *document[2] = {NULL, NULL}, *reference = NULL;
    knap_cluster cluster = {"pier", document, &reference, 2, 1};
    const knap_cluster *clusters[] = {&cluster, &cluster}; /* two, so that words can be expected */
    knap_training_set set = {.train = clusters, .trains = 2, .language = "en", .budget = {250, KNAP_BYTES}};
    knap_run run = {.allocator = allocator, .jobs = 1};
    knap_settings settings;
    knap_text_settings text;
    knap_summarizer *summarizer = NULL;
    knap_material *material = NULL;
    knap_packed packed = {.list = {.allocator = allocator}};
    char *summary = NULL;
    size_t length = 0;
    double recall;
    knap_status status = KNAP_OK;
    (void)context;
    knap_settings_init(&settings);
    settings.epochs = 1;
    settings.decode = 1;
    knap_text_settings_init(&text);
    for (int i = 0; !status && i < 2; i++)
        status = knap_document_new("a", TEXTS[i], strlen(TEXTS[i]), NULL, allocator, &document[i], NULL);
    if (!status)
        status = knap_document_new("r", REFERENCE, strlen(REFERENCE), NULL, allocator, &reference, NULL);
    if (!status)
        status = knap_summarizer_train(&set, &text, &settings, 1, &run, &summarizer, NULL, NULL);
    if (!status)
        status = knap_material_new(
            summarizer, &(knap_text_input){.cluster = clusters, .clusters = 1, .language = "en", .budget = set.budget},
            &run, &material, NULL);
    if (!status) {
        status = knap_pack_all(knap_summarizer_model(summarizer), knap_material_data(material), 1, &run, &packed, NULL);
        if (!status)
            status = knap_material_recall(material, 0, &packed.list, &recall, NULL);
        if (!status)
            status = knap_summary_text(material, 0, &packed.list, KNAP_ORDER_DEPEND, &summary, &length, NULL);
        if (summary)
            knap_text_free(allocator, summary);
        knap_packed_free(&packed, 1);
    }
    knap_material_free(material);
    knap_summarizer_free(summarizer);
    knap_document_free(document[0]);
    knap_document_free(document[1]);
    knap_document_free(reference);
    return status;
}

static void summarizing_survives(void **state)
{
    (void)state;
    assert_true(survives(train_and_summarize, NULL) > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(summarizing_survives)};
    return cmocka_run_group_tests_name("summarize_memory", tests, NULL, NULL);
}
