/* calls_test.c - the calls of knap/calls.h: places of sentences, lists within the budget, ROUGE by counting, options by size. */
#include "failing.h"

#include "inner.h"

static const char *const TEXTS[] = {
    "Pier closes for repairs\n\n"
    "MALL, Oct 3 - The council of Port Averill voted on Monday to close the old ferry pier for repairs until spring.\n"
    "Divers had found that eleven of its forty\nwooden piles were hollow and could give way in a storm.\n",
    "", /* no document, but its number counts */
    "Ferry passengers will board at the Customs House until spring while the old pier is repaired. "
    "The repairs will cost about two million crowns, the harbor master told the council on Monday evening.\n"};
enum { COUNT = sizeof TEXTS / sizeof *TEXTS };

/* Whether `shown` is bytes [begin, end) of `source` with each run of white space one space. */
static bool is_there(const char *source, size_t begin, size_t end, const char *shown)
{
    while (begin < end && *shown) {
        if (*shown == ' ') {
            if (!strchr(" \n", source[begin]))
                return false;
            begin += strspn(source + begin, " \n");
        } else if (source[begin++] != *shown) {
            return false;
        }
        shown++;
    }
    return begin == end && !*shown;
}

static void sentences_have_places(void **state)
{
    knap_summarizer *summarizer;
    (void)state;
    assert_ok(knap_summarizer_embedded(NULL, &summarizer, error));
    assert_ok(knap_summarizer_set_trim(summarizer, "none", error));
    for (int budget = 1; budget <= 4; budget++) {
        knap_summarize_options options = {.size = sizeof options, .summarizer = summarizer};
        knap_summary *summary;
        char joined[2048] = "", text[16];
        double cost = 0;
        snprintf(text, sizeof text, "%ds", budget);
        options.order = budget % 2 ? KNAP_ORDER_SOURCE : KNAP_ORDER_DEPEND;
        assert_ok(knap_summarize_texts(TEXTS, COUNT, text, &options, &summary, error));
        assert_int_equal(summary->count, budget);
        assert_string_equal(summary->language, "en");
        for (size_t i = 0; i < summary->count; i++) {
            const knap_summary_sentence *sentence = &summary->sentence[i];
            assert_true(sentence->source == 0 || sentence->source == 2);
            assert_true(is_there(TEXTS[sentence->source], sentence->begin, sentence->end, sentence->text));
            cost += sentence->cost;
            strcat(strcat(joined, sentence->text), "\n");
        }
        assert_string_equal(joined, summary->text);
        assert_close(cost, summary->cost, 1e-12);
        assert_true(cost <= budget);
        knap_summary_free(summary);
    }
    knap_summarizer_free(summarizer);
    knap_summary_free(NULL);
}

/* NULL, zeros and the defaults that are written out give the same summary; a query another one. */
static void zeros_are_the_defaults(void **state)
{
    knap_summarize_options zeros = {0}, query = {.query = "What will the repairs cost?", .language = "en"};
    const knap_summarize_options *tried[] = {NULL, &zeros, &query};
    knap_summary *summary[3];
    (void)state;
    for (int i = 0; i < 3; i++)
        assert_ok(knap_summarize_texts(TEXTS, COUNT, "1s", tried[i], &summary[i], error));
    assert_string_equal(summary[0]->text, summary[1]->text);
    assert_non_null(strstr(summary[2]->text, "crowns"));
    for (int i = 0; i < 3; i++)
        knap_summary_free(summary[i]);
}

/* Options of a program that was built with an older, shorter struct: later fields are not read. */
static void size_says_what_there_is(void **state)
{
    knap_passage passage = {"a", "Snow fell.", 1, 2};
    knap_pack_options options = {.system = "no such system", .query = "snow"};
    knap_list list = KNAP_LIST_INIT;
    knap_error error;
    (void)state;
    options.size = offsetof(knap_pack_options, system);
    assert_int_equal(knap_pack_texts(&passage, 1, 5, &options, &list, &error), KNAP_OK);
    options.size = 0;
    assert_int_equal(knap_pack_texts(&passage, 1, 5, &options, &list, &error), KNAP_USAGE);
    assert_non_null(strstr(error.message, "no such system"));
    options.size = sizeof options + 1;
    assert_int_equal(knap_pack_texts(&passage, 1, 5, &options, &list, &error), KNAP_USAGE);
    assert_non_null(strstr(error.message, "options.size"));
    options.size = 1;
    assert_int_equal(knap_pack_texts(&passage, 1, 5, &options, &list, &error), KNAP_USAGE);
    knap_list_free(&list);
}

static knap_passage random_passage(knap_rng *rng, char *text, size_t size)
{
    static const char *const WORD[] = {"snow", "train", "bridge", "mayor", "river", "storm", "crown", "ferry"};
    knap_passage passage = {.text = text, .score = 0.1 + knap_rng_uniform(rng)};
    *text = 0;
    for (uint64_t i = 3 + knap_rng_below(rng, 6); i > 0; i--)
        snprintf(text + strlen(text), size - strlen(text), "%s ", WORD[knap_rng_below(rng, 8)]);
    passage.cost = 1 + (double)knap_rng_below(rng, 9);
    return passage;
}

/* Lists are within the budget, with given costs and with counted words, have no item twice, and leave room for no item that the
 * system would take: of unrelated texts that all fit, all are picked. */
static void lists_fit(void **state)
{
    enum { MOST = 12, LENGTH = 128 };
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 8);
    for (int round = 0; round < 60; round++) {
        char text[MOST][LENGTH];
        knap_passage passage[MOST];
        knap_pack_options words = {.unit = KNAP_METER_WORDS};
        knap_list list = KNAP_LIST_INIT;
        size_t count = 1 + knap_rng_below(&rng, MOST);
        double budget = (double)knap_rng_below(&rng, 30), cost = 0;
        for (size_t i = 0; i < count; i++)
            passage[i] = random_passage(&rng, text[i], LENGTH);
        assert_ok(knap_pack_texts(passage, count, budget, NULL, &list, error));
        for (size_t i = 0; i < list.count; i++) {
            cost += passage[list.item[i]].cost;
            for (size_t k = 0; k < i; k++)
                assert_int_not_equal(list.item[i], list.item[k]);
        }
        assert_close(cost, list.cost, 1e-12);
        assert_true(cost <= budget);
        assert_ok(knap_pack_texts(passage, count, budget, &words, &list, error));
        cost = 0;
        for (size_t i = 0; i < list.count; i++)
            for (const char *at = passage[list.item[i]].text; (at = strchr(at, ' ')); at++)
                cost++;
        assert_close(cost, list.cost, 1e-12);
        assert_true(cost <= budget);
        knap_list_free(&list);
    }
}

/* Scores decide; without scores the query does; near-duplicates are left out unless the settings keep them. */
static void scores_and_queries(void **state)
{
    knap_passage passage[] = {{NULL, "Rain fell on the hills.", 0.2, 1},
                              {NULL, "The mayor opened a bridge over the river.", 0.9, 1},
                              {NULL, "The mayor opened a bridge over the river.", 0.8, 1}};
    knap_passages_settings keep;
    knap_pack_options options = {.query = "rain on hills"};
    knap_list list = KNAP_LIST_INIT;
    (void)state;
    assert_ok(knap_pack_texts(passage, 3, 1, NULL, &list, error));
    assert_int_equal(list.item[0], 1);
    assert_ok(knap_pack_texts(passage, 3, 9, NULL, &list, error));
    assert_int_equal(list.count, 2);
    knap_passages_init(&keep);
    keep.duplicates = 0;
    options.settings = &keep;
    options.system = "lead";
    assert_ok(knap_pack_texts(passage, 3, 9, &options, &list, error));
    assert_int_equal(list.count, 3);
    options.system = NULL;
    for (int i = 0; i < 3; i++)
        passage[i].score = 0;
    assert_ok(knap_pack_texts(passage, 3, 1, &options, &list, error));
    assert_int_equal(list.item[0], 0);
    knap_list_free(&list);
}

/* ROUGE-1 of texts of one-letter words is what counting gives. */
static void rouge_by_counting(void **state)
{
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 3);
    for (int round = 0; round < 40; round++) {
        char text[2][64] = {"", ""};
        size_t count[2][4] = {{0}}, total[2] = {0, 0}, hits = 0;
        const char *reference = text[1];
        knap_rouge_scores scores;
        for (int t = 0; t < 2; t++)
            for (total[t] = 0; total[t] < 3 + (size_t)(round % 9); total[t]++) {
                size_t w = knap_rng_below(&rng, 4);
                count[t][w]++;
                strcat(text[t], (const char *const[]){"ax ", "by ", "cz ", "dw "}[w]);
            }
        for (int w = 0; w < 4; w++)
            hits += count[0][w] < count[1][w] ? count[0][w] : count[1][w];
        assert_ok(knap_rouge_texts(text[0], &reference, 1, NULL, &scores, error));
        assert_close(scores.rouge_1.recall, (double)hits / (double)total[1], 1e-5);
        assert_close(scores.rouge_1.precision, (double)hits / (double)total[0], 1e-5);
        assert_true(scores.rouge_l.recall <= scores.rouge_1.recall && scores.rouge_2.f <= 1);
        assert_ok(knap_rouge_texts(text[1], &reference, 1, NULL, &scores, error));
        assert_close(scores.rouge_1.f + scores.rouge_2.f + scores.rouge_l.f, 3, 1e-12);
    }
}

static void rouge_options(void **state)
{
    const char *english = "Mayors opened bridges today.", *russian = "Мост открыли вчера вечером.";
    knap_rouge_scores plain, stemmed, cut;
    (void)state;
    assert_ok(knap_rouge_texts("The mayor opens a bridge.", &english, 1, NULL, &plain, error));
    assert_ok(knap_rouge_texts("The mayor opens a bridge.", &english, 1, &(knap_rouge_texts_options){.stem = true},
                               &stemmed, error));
    assert_true(plain.rouge_1.recall == 0 && stemmed.rouge_1.recall == 0.75);
    assert_ok(knap_rouge_texts("Bridges today mayors", &english, 1, &(knap_rouge_texts_options){.words = 3}, &plain, error));
    assert_ok(knap_rouge_texts("Bridges today mayors", &english, 1, &(knap_rouge_texts_options){.words = 1}, &cut, error));
    assert_true(plain.rouge_1.hits == 2 && cut.rouge_1.hits == 0); /* of references the same number of words is read */
    assert_ok(knap_rouge_texts(russian, &russian, 1, NULL, &plain, error)); /* not a letter of it is ASCII */
    assert_true(plain.rouge_1.f == 1);
}

static void wrong_arguments(void **state)
{
    knap_passage free_of_cost = {"a", "Snow fell.", 1, 0};
    const char *empty = " \n";
    knap_summary *summary;
    knap_model *model;
    knap_list list = KNAP_LIST_INIT;
    knap_rouge_scores scores;
    knap_error error;
    (void)state;
    assert_int_equal(knap_summarize_texts(NULL, 0, "5s", NULL, &summary, &error), KNAP_USAGE);
    assert_null(summary);
    assert_int_equal(knap_summarize_texts(&empty, 1, "5s", NULL, &summary, &error), KNAP_BAD_INPUT);
    assert_int_equal(knap_summarize_texts(TEXTS, COUNT, "5", NULL, &summary, &error), KNAP_USAGE);
    assert_int_equal(knap_summarize_texts(TEXTS, COUNT, "5t", NULL, &summary, &error), KNAP_USAGE);
    assert_non_null(strstr(error.message, "tokenizer"));
    assert_int_equal(knap_pack_texts(&free_of_cost, 1, 5, NULL, &list, &error), KNAP_USAGE);
    assert_non_null(strstr(error.message, "options.unit"));
    assert_int_equal(knap_pack_texts(&free_of_cost, 1, NAN, NULL, &list, &error), KNAP_USAGE);
    assert_int_equal(
        knap_pack_texts(&free_of_cost, 1, 5, &(knap_pack_options){.unit = KNAP_METER_TOKENS}, &list, &error),
        KNAP_USAGE);
    assert_int_equal(knap_pack_texts(&free_of_cost, 1, 5, &(knap_pack_options){.system = "scp"}, &list, &error),
                     KNAP_USAGE);
    assert_int_equal(knap_rouge_texts("a", NULL, 0, NULL, &scores, &error), KNAP_USAGE);
    assert_int_equal(knap_train_file("tests/data/none.jsonl", NULL, &model, &error), KNAP_IO);
    assert_null(model);
    for (int i = 0; i < 3; i++) {
        static const char *const SETTINGS[] = {"epochs", "epoch=3", "epochs=many"};
        knap_train_options options = {.settings = SETTINGS[i]};
        assert_int_equal(knap_train_file("examples/answers.jsonl", &options, &model, &error), KNAP_USAGE);
    }
    assert_int_equal(knap_train_file("examples/answers.jsonl", &(knap_train_options){.budget = "9w"}, &model, &error),
                     KNAP_USAGE);
}

static knap_status all_calls(const knap_allocator *allocator, void *context)
{
    knap_run run = {.allocator = allocator, .jobs = 1};
    knap_passage passage[] = {{"a", "Snow fell on the hills.", 0.9, 3}, {"b", "Trains ran late.", 0.5, 2}};
    knap_summary *summary = NULL;
    knap_list list = {.allocator = allocator};
    knap_status status;
    knap_summarizer *summarizer = context;
    status = knap_summarize_texts(TEXTS, COUNT, "2s",
                                  &(knap_summarize_options){.summarizer = summarizer, .language = "en", .run = &run},
                                  &summary, NULL);
    if (!status)
        status = knap_pack_texts(passage, 2, 4, &(knap_pack_options){.run = &run}, &list, NULL);
    knap_summary_free(summary);
    knap_list_free(&list);
    return status;
}

static void memory_runs_out(void **state)
{
    knap_summarizer *summarizer;
    (void)state;
    assert_ok(knap_summarizer_embedded(NULL, &summarizer, error));
    assert_true(survives(all_calls, summarizer) > 50);
    knap_summarizer_free(summarizer);
}

static void settings_reach_training(void **state)
{
    knap_report report;
    knap_train_options options = {.settings = "epochs=2 learner=ogd", .report = &report, .budget = "30"};
    knap_model *model;
    (void)state;
    assert_ok(knap_train_file("examples/answers.jsonl", &options, &model, error));
    assert_int_equal(knap_model_settings(model)->epochs, 2);
    assert_int_equal(knap_model_settings(model)->learner, KNAP_LEARNER_OGD);
    assert_true(report.tried == 1 && isnan(report.validation));
    knap_model_free(model);
    options.validate = "examples/answers.jsonl";
    assert_ok(knap_train_file("examples/answers.jsonl", &options, &model, error));
    assert_true(report.tried > 1 && report.validation >= 0);
    assert_int_equal(knap_model_settings(model)->learner, KNAP_LEARNER_OGD); /* what is given is not tried otherwise */
    knap_model_free(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sentences_have_places),   cmocka_unit_test(zeros_are_the_defaults),
        cmocka_unit_test(size_says_what_there_is), cmocka_unit_test(lists_fit),
        cmocka_unit_test(scores_and_queries),      cmocka_unit_test(rouge_by_counting),
        cmocka_unit_test(rouge_options),           cmocka_unit_test(wrong_arguments),
        cmocka_unit_test(memory_runs_out),         cmocka_unit_test(settings_reach_training),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
