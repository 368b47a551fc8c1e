/* api_misuse_text_test.c - every public function of text.h, rouge.h and summarize.h with bad values: NULL, NaN, numbers and enums
 * out of range, calls in the wrong order. Each must fail with KNAP_USAGE and say what is wrong, or return NULL, 0 or NaN, and
 * leave its out-parameters empty. Nothing may crash: the test runs under the sanitizers too. */
#include "check.h"

#include "inner.h"

#include <math.h>

static knap_error told;

/* The call fails with KNAP_USAGE and a message that contains `word`. */
#define assert_usage(call, word)                                                                                       \
    do {                                                                                                               \
        told = (knap_error){.status = KNAP_OK};                                                                        \
        knap_status refused_ = (call);                                                                                 \
        if (refused_ != KNAP_USAGE || told.status != KNAP_USAGE || !strstr(told.message, word))                        \
            fail_msg("%s: status %d, expected KNAP_USAGE with '%s': %s", #call, (int)refused_, word, told.message);    \
        assert_null(strstr(told.message, "--")); /* the library knows no options */                                    \
    } while (0)

static const char TEXT[] = "The council of Port Averill voted on Monday to close the old ferry pier.\n"
                           "Divers had found that eleven of the forty wooden piles were hollow and weak.\n";

/* ---- text.h ---- */

static int count_word(void *context, const knap_word *word)
{
    (void)word;
    ++*(size_t *)context;
    return 0;
}

static void languages(void **state)
{
    knap_language *language = (knap_language *)&told;
    size_t words = 0;
    (void)state;
    assert_usage(knap_language_open("en", NULL, NULL, &told), "language");
    assert_usage(knap_language_open(NULL, NULL, &language, &told), "code");
    assert_null(language);
    language = (knap_language *)&told;
    assert_usage(knap_language_open("xx", NULL, &language, &told), "xx");
    assert_null(language);
    assert_int_equal(knap_language_open("xx", NULL, &language, NULL), KNAP_USAGE);
    assert_null(knap_language_code(NULL));
    assert_non_null(knap_language_codes());
    assert_string_equal(knap_language_guess(NULL, 10), "und");
    /* bytes that are not valid UTF-8, on which CLD2 alone crashes */
    assert_non_null(knap_language_guess("restatusstati\xf6\xc5"
                                        "dthatYMo\xc7\xaais",
                                        27));
    knap_language_close(NULL);
    assert_ok(knap_language_open("en", NULL, &language, error));
    assert_usage(knap_language_words(NULL, "a", 1, 0, count_word, &words, &told), "language");
    assert_usage(knap_language_words(language, NULL, 1, 0, count_word, &words, &told), "utf8");
    assert_usage(knap_language_words(language, "a", 1, 0, NULL, NULL, &told), "callback");
    assert_usage(knap_language_words(language, "a", 1, 64, count_word, &words, &told), "flags");
    assert_usage(knap_language_words(language, "a\xff", 2, 0, count_word, &words, &told), "UTF-8");
    assert_ok(knap_language_words(language, NULL, 0, 0, count_word, &words, error));
    assert_int_equal(words, 0);
    assert_null(knap_cluster_language(NULL));
    knap_language_close(language);
}

static void documents(void **state)
{
    knap_document *document = (knap_document *)&told;
    knap_sentences *sentences = (knap_sentences *)&told;
    knap_language *language;
    knap_sentence beyond = {.begin = 0, .end = 1u << 20, .body = 0};
    size_t length = 7, from = 7, to = 7;
    char text[16] = "x";
    (void)state;
    assert_usage(knap_document_new("a", TEXT, 1, NULL, NULL, NULL, &told), "document");
    assert_usage(knap_document_new("a", NULL, 1, NULL, NULL, &document, &told), "bytes");
    assert_null(document);
    assert_usage(knap_document_new("a", TEXT, 1, "no-such-encoding", NULL, &document, &told), "no-such-encoding");
    assert_null(document);
    assert_null(knap_document_name(NULL));
    assert_null(knap_document_id(NULL));
    assert_null(knap_document_encoding(NULL));
    assert_null(knap_document_text(NULL, &length));
    assert_int_equal(length, 0);
    assert_int_equal(knap_document_repaired(NULL), 0);
    knap_document_source(NULL, 0, 1, &from, &to);
    assert_true(from == 0 && to == 0);
    knap_document_free(NULL);
    assert_ok(knap_document_new(NULL, TEXT, strlen(TEXT), NULL, NULL, &document, error));
    assert_ok(knap_language_open("en", NULL, &language, error));
    knap_document_source(document, 5, 1u << 20, &from, &to);
    assert_true(from == 5 && to == strlen(TEXT));
    knap_document_source(document, 5, 6, NULL, NULL);
    assert_usage(knap_document_split(document, language, NULL, NULL, &told), "sentences");
    assert_usage(knap_document_split(NULL, language, NULL, &sentences, &told), "document");
    assert_null(sentences);
    assert_usage(knap_document_split(document, NULL, NULL, &sentences, &told), "language");
    assert_null(knap_sentences_list(NULL, &length));
    assert_int_equal(length, 0);
    assert_int_equal(knap_sentences_date(NULL), 0);
    knap_sentences_free(NULL);
    assert_ok(knap_document_split(document, language, NULL, &sentences, error));
    assert_non_null(knap_sentences_list(sentences, NULL));
    assert_int_equal(knap_sentence_text(document, &beyond, text, sizeof text), 0);
    assert_string_equal(text, "");
    assert_int_equal(knap_sentence_text(NULL, knap_sentences_list(sentences, NULL), text, sizeof text), 0);
    assert_int_equal(knap_sentence_text(document, NULL, text, sizeof text), 0);
    assert_true(knap_sentence_text(document, knap_sentences_list(sentences, NULL), NULL, 10) > 10);
    knap_sentences_free(sentences);
    knap_language_close(language);
    knap_document_free(document);
}

static void frequencies(void **state)
{
    knap_idf *idf = (knap_idf *)&told, *other = (knap_idf *)&told;
    char *text = (char *)&told;
    size_t length = 7, used = 7;
    (void)state;
    assert_usage(knap_idf_new(NULL, NULL, &told), "idf");
    assert_usage(knap_idf_word(NULL, "a", 1, &told), "idf");
    assert_usage(knap_idf_prune(NULL, 2, &told), "idf");
    knap_idf_document(NULL);
    knap_idf_free(NULL);
    assert_int_equal(knap_idf_documents(NULL) + knap_idf_words(NULL) + knap_idf_count(NULL, "a", 1), 0);
    assert_true(knap_idf_weight(NULL, "a", 1) == 1);
    assert_true(isnan(knap_idf_weight(NULL, NULL, 1)));
    assert_ok(knap_idf_new(NULL, &idf, error));
    assert_usage(knap_idf_word(idf, NULL, 1, &told), "stem");
    assert_usage(knap_idf_word(idf, "a\nb", 3, &told), "line end");
    assert_usage(knap_idf_word(idf, "", 0, &told), "empty");
    assert_usage(knap_idf_write(idf, NULL, NULL, &length, &told), "text");
    assert_usage(knap_idf_write(idf, NULL, &text, NULL, &told), "length");
    assert_null(text);
    assert_usage(knap_idf_write(NULL, NULL, &text, &length, &told), "idf");
    assert_true(text == NULL && length == 0);
    assert_usage(knap_idf_read("idf 0 0\n", 8, "m", 1, NULL, NULL, &used, &told), "idf");
    assert_usage(knap_idf_read(NULL, 8, "m", 1, NULL, &other, &used, &told), "text");
    assert_true(other == NULL && used == 0);
    assert_int_equal(knap_idf_read("idf", 3, NULL, 1, NULL, &other, &used, &told), KNAP_BAD_MODEL);
    assert_null(other);
    knap_text_free(NULL, NULL);
    knap_idf_free(idf);
}

static void vectors(void **state)
{
    knap_vectors *made;
    knap_language *language;
    const uint32_t *column = (const uint32_t *)&told;
    const double *value = (const double *)&told;
    (void)state;
    assert_usage(knap_vectors_new(NULL, NULL, NULL, &told), "vectors");
    assert_ok(knap_vectors_new(NULL, NULL, &made, error));
    assert_ok(knap_language_open("en", NULL, &language, error));
    assert_usage(knap_vectors_add(NULL, language, "a", 1, &told), "vectors");
    assert_usage(knap_vectors_add(made, NULL, "a", 1, &told), "language");
    assert_usage(knap_vectors_add(made, language, NULL, 1, &told), "utf8");
    assert_usage(knap_vectors_add(made, language, "\xc3", 1, &told), "UTF-8");
    assert_int_equal(knap_vectors_rows(made), 0);
    assert_int_equal(knap_vectors_rows(NULL) + knap_vectors_columns(NULL), 0);
    assert_null(knap_vectors_column(made, 0));
    assert_null(knap_vectors_column(NULL, 0));
    assert_int_equal(knap_vectors_row(made, 0, &column, &value), 0);
    assert_true(!column && !value);
    assert_int_equal(knap_vectors_row(NULL, 0, NULL, NULL), 0);
    assert_true(isnan(knap_vectors_cosine(made, 0, 0)));
    assert_ok(knap_vectors_add(made, language, "ferry", 5, error));
    assert_true(isnan(knap_vectors_cosine(made, 0, 1)));
    knap_vectors_free(NULL);
    knap_vectors_free(made);
    knap_language_close(language);
}

/* ---- rouge.h ---- */

static int ignore_token(void *sink, const char *word, size_t word_length, const char *stem, size_t stem_length)
{
    (void)sink, (void)word, (void)word_length, (void)stem, (void)stem_length;
    return 0;
}

static void scorers(void **state)
{
    knap_rouge *rouge = (knap_rouge *)&told;
    knap_rouge_options options;
    knap_rouge_segment *segment = (knap_rouge_segment *)&told;
    size_t count = 7;
    (void)state;
    knap_rouge_options_init(NULL);
    knap_rouge_options_init(&options);
    assert_usage(knap_rouge_new(&options, NULL, NULL, &told), "rouge");
    assert_usage(knap_rouge_new(NULL, NULL, &rouge, &told), "options");
    assert_null(rouge);
    options.alpha = NAN;
    assert_usage(knap_rouge_new(&options, NULL, &rouge, &told), "alpha");
    options.alpha = 0.5;
    options.skip = 17;
    assert_usage(knap_rouge_new(&options, NULL, &rouge, &told), "skip");
    options.skip = -1;
    assert_usage(knap_rouge_new(&options, NULL, &rouge, &told), "skip");
    options.skip = 0;
    options.samples = 0;
    assert_usage(knap_rouge_new(&options, NULL, &rouge, &told), "samples");
    knap_rouge_options_init(&options);
    options.lcs = 0;
    assert_usage(knap_rouge_new(&options, NULL, &rouge, &told), "measure");
    assert_null(rouge);
    options.ngrams = 2;
    assert_ok(knap_rouge_new(&options, NULL, &rouge, error));
    assert_true(!knap_rouge_get_options(NULL) && !knap_rouge_allocator(NULL) && !knap_rouge_measure_name(NULL, 0));
    assert_int_equal(knap_rouge_measure_count(NULL), 0);
    assert_null(knap_rouge_measure_name(rouge, 2));
    assert_usage(knap_rouge_add_exceptions(NULL, "x", &told), "rouge");
    assert_usage(knap_rouge_add_exceptions(rouge, NULL, &told), "path");
    assert_int_equal(knap_rouge_add_exceptions(rouge, "no/such/file", &told), KNAP_IO);
    assert_usage(knap_rouge_add_stopwords(NULL, "x", &told), "rouge");
    assert_usage(knap_rouge_add_stopwords(rouge, NULL, &told), "path");
    assert_int_equal(knap_rouge_exception_count(NULL) + knap_rouge_stopword_count(NULL), 0);
    assert_usage(knap_rouge_set_language(NULL, "en", &told), "rouge");
    assert_usage(knap_rouge_set_language(rouge, NULL, &told), "code");
    assert_usage(knap_rouge_set_language(rouge, "xx", &told), "xx");
    knap_rouge_set_tokenizer(NULL, NULL, NULL);
    assert_int_equal(knap_rouge_tokens(NULL, "a", 1, ignore_token, NULL), -1);
    assert_int_equal(knap_rouge_tokens(rouge, NULL, 1, ignore_token, NULL), -1);
    assert_int_equal(knap_rouge_tokens(rouge, "a", 1, NULL, NULL), -1);
    assert_int_equal(knap_rouge_format_find(NULL), -1);
    assert_usage(knap_rouge_split(KNAP_ROUGE_SPL, "a", 1, NULL, NULL, &count, &told), "segment");
    assert_usage(knap_rouge_split(KNAP_ROUGE_SPL, NULL, 1, NULL, &segment, &count, &told), "bytes");
    assert_true(segment == NULL && count == 0);
    assert_usage(knap_rouge_split((knap_rouge_format)9, "a", 1, NULL, &segment, &count, &told), "9");
    knap_rouge_segments_free(NULL, 0, NULL);
    knap_rouge_free(NULL);
    knap_rouge_free(rouge);
}

static void scores(void **state)
{
    knap_rouge *rouge;
    knap_rouge_options options;
    knap_rouge_refs *refs = (knap_rouge_refs *)&told;
    knap_rouge_segment segment = {"a b c", 5}, broken = {NULL, 5};
    knap_rouge_text good = {&segment, 1}, bad = {&broken, 1}, none = {NULL, 1};
    knap_rouge_score score[9];
    (void)state;
    knap_rouge_options_init(&options);
    assert_ok(knap_rouge_new(&options, NULL, &rouge, error));
    assert_usage(knap_rouge_refs_new(rouge, &good, 1, NULL, &told), "refs");
    assert_usage(knap_rouge_refs_new(NULL, &good, 1, &refs, &told), "rouge");
    assert_null(refs);
    assert_usage(knap_rouge_refs_new(rouge, NULL, 1, &refs, &told), "reference");
    assert_usage(knap_rouge_refs_new(rouge, &bad, 1, &refs, &told), "segment 0");
    assert_usage(knap_rouge_refs_new(rouge, &none, 1, &refs, &told), "segments");
    assert_null(refs);
    assert_ok(knap_rouge_refs_new(rouge, &good, 1, &refs, error));
    assert_usage(knap_rouge_refs_score(NULL, &good, score, &told), "refs");
    assert_usage(knap_rouge_refs_score(refs, NULL, score, &told), "NULL");
    assert_usage(knap_rouge_refs_score(refs, &bad, score, &told), "segment 0");
    assert_usage(knap_rouge_refs_score(refs, &good, NULL, &told), "score");
    knap_rouge_refs_free(NULL);
    knap_rouge_refs_free(refs);
    knap_rouge_free(rouge);
}

static void sets(void **state)
{
    knap_rouge *rouge;
    knap_rouge_options options;
    knap_rouge_set *set = (knap_rouge_set *)&told;
    knap_rouge_segment segment = {"a b c", 5};
    knap_rouge_text text = {&segment, 1}, none = {NULL, 1};
    knap_rouge_comparison comparison;
    double a[] = {0.5, 0.25}, bad[] = {NAN, 1};
    (void)state;
    knap_rouge_options_init(&options);
    assert_ok(knap_rouge_new(&options, NULL, &rouge, error));
    assert_usage(knap_rouge_set_new(rouge, NULL, &told), "set");
    assert_usage(knap_rouge_set_new(NULL, &set, &told), "rouge");
    assert_null(set);
    assert_ok(knap_rouge_set_new(rouge, &set, error));
    assert_usage(knap_rouge_set_add_reference(NULL, "t", &text, &told), "set");
    assert_usage(knap_rouge_set_add_reference(set, NULL, &text, &told), "topic");
    assert_usage(knap_rouge_set_add_reference(set, "t", &none, &told), "segments");
    assert_usage(knap_rouge_set_add_peer(set, "t", NULL, &text, &told), "system");
    assert_usage(knap_rouge_set_add_peer(set, "t", "s", NULL, &told), "NULL");
    assert_int_equal(knap_rouge_set_topic_count(set) + knap_rouge_set_system_count(set), 0);
    assert_usage(knap_rouge_set_evaluate(NULL, NULL, &told), "set");
    /* before the evaluation, and out of range */
    assert_ok(knap_rouge_set_add_reference(set, "t", &text, error));
    assert_ok(knap_rouge_set_add_peer(set, "t", "s", &text, error));
    assert_null(knap_rouge_set_average(set, 0, 0));
    assert_null(knap_rouge_set_scores(set, 0, 0));
    assert_null(knap_rouge_set_name(set, 0, 0));
    assert_usage(knap_rouge_set_compare(set, 0, 0, 0, 0, 1, &comparison, &told), "compare");
    assert_ok(knap_rouge_set_evaluate(set, NULL, error));
    assert_non_null(knap_rouge_set_average(set, 0, 0));
    assert_null(knap_rouge_set_average(set, 1, 0));
    assert_null(knap_rouge_set_average(set, 0, 99));
    assert_null(knap_rouge_set_scores(set, 0, 1));
    assert_null(knap_rouge_set_name(set, 1, 0));
    assert_null(knap_rouge_set_topic(set, 1));
    assert_null(knap_rouge_set_system(set, 1));
    assert_int_equal(knap_rouge_set_reference_count(set, 1), 0);
    assert_int_equal(knap_rouge_set_find_topic(set, NULL), 1);
    assert_int_equal(knap_rouge_set_find_system(set, NULL), 1);
    assert_int_equal(knap_rouge_set_has(set, 1, 0) + knap_rouge_set_has(set, 0, 1) + knap_rouge_set_has(NULL, 0, 0), 0);
    assert_usage(knap_rouge_set_compare(NULL, 0, 0, 0, 0, 1, &comparison, &told), "set");
    assert_usage(knap_rouge_set_compare(set, 0, 0, 0, 3, 1, &comparison, &told), "part");
    assert_usage(knap_rouge_set_compare(set, 0, 0, 0, 0, 1, NULL, &told), "comparison");
    /* no set at all */
    assert_true(!knap_rouge_set_scorer(NULL) && !knap_rouge_set_topic(NULL, 0) && !knap_rouge_set_system(NULL, 0));
    assert_true(!knap_rouge_set_average(NULL, 0, 0) && !knap_rouge_set_scores(NULL, 0, 0) &&
                !knap_rouge_set_name(NULL, 0, 0));
    assert_int_equal(knap_rouge_set_topic_count(NULL) + knap_rouge_set_system_count(NULL) +
                         knap_rouge_set_count(NULL, 0) + knap_rouge_set_find_topic(NULL, "t") +
                         knap_rouge_set_find_system(NULL, "s") + knap_rouge_set_reference_count(NULL, 0),
                     0);
    /* pairs */
    assert_usage(knap_rouge_compare(NULL, a, 2, 10, 95, 1, NULL, &comparison, &told), "'a'");
    assert_usage(knap_rouge_compare(a, NULL, 2, 10, 95, 1, NULL, &comparison, &told), "'b'");
    assert_usage(knap_rouge_compare(a, a, 2, 10, 95, 1, NULL, NULL, &told), "comparison");
    assert_usage(knap_rouge_compare(a, a, 2, 0, 95, 1, NULL, &comparison, &told), "samples");
    assert_usage(knap_rouge_compare(a, a, 2, 10, NAN, 1, NULL, &comparison, &told), "confidence");
    assert_usage(knap_rouge_compare(a, bad, 2, 10, 95, 1, NULL, &comparison, &told), "finite");
    assert_int_equal(comparison.topics, 0);
    knap_rouge_set_free(NULL);
    knap_rouge_set_free(set);
    knap_rouge_free(rouge);
}

/* ---- summarize.h ---- */

static void budgets_and_settings(void **state)
{
    knap_budget budget = {5, KNAP_WORDS, NULL};
    char text[32] = "x";
    (void)state;
    assert_usage(knap_budget_parse("665b", NULL, &told), "budget");
    assert_usage(knap_budget_parse(NULL, &budget, &told), "text");
    assert_true(budget.amount == 0 && budget.unit == KNAP_BYTES);
    assert_usage(knap_budget_parse("665x", &budget, &told), "665x");
    assert_string_equal(knap_budget_format(NULL, text, sizeof text), "");
    assert_null(knap_budget_format(&budget, NULL, 0));
    knap_text_settings_init(NULL);
    assert_non_null(knap_text_settings_table());
    assert_non_null(knap_orders());
}

typedef struct fixture {
    knap_document *document, *reference;
    knap_cluster cluster;
    const knap_cluster *clusters[2];
    knap_summarizer *summarizer;
    knap_text_settings text;
    knap_settings settings;
    knap_training_set set;
    knap_text_input input;
} fixture;

static void open_fixture(fixture *self)
{
    memset(self, 0, sizeof *self);
    assert_ok(knap_document_new("a", TEXT, strlen(TEXT), NULL, NULL, &self->document, error));
    assert_ok(knap_document_new("r", TEXT, strlen(TEXT), NULL, NULL, &self->reference, error));
    self->cluster = (knap_cluster){"one", &self->document, &self->reference, 1, 1};
    self->clusters[0] = self->clusters[1] = &self->cluster;
    assert_ok(knap_summarizer_embedded(NULL, &self->summarizer, error));
    knap_text_settings_init(&self->text);
    knap_settings_init(&self->settings);
    self->settings.epochs = 1;
    self->set =
        (knap_training_set){.train = self->clusters, .trains = 2, .language = "en", .budget = {665, KNAP_BYTES, NULL}};
    self->input = (knap_text_input){
        .cluster = self->clusters, .clusters = 1, .language = "en", .budget = {665, KNAP_BYTES, NULL}};
}

static void close_fixture(fixture *self)
{
    knap_summarizer_free(self->summarizer);
    knap_document_free(self->document);
    knap_document_free(self->reference);
}

static void training(void **state)
{
    fixture self;
    knap_summarizer *made = (knap_summarizer *)&told;
    knap_material *material = (knap_material *)&told;
    knap_cluster empty = {"none", NULL, NULL, 0, 0};
    const knap_cluster *broken[] = {&empty, NULL};
    double mean;
    (void)state;
    open_fixture(&self);
    assert_usage(knap_summarizer_fit(&self.set, &self.text, NULL, NULL, NULL, &told), "summarizer");
    assert_usage(knap_summarizer_fit(NULL, &self.text, NULL, &made, &material, &told), "set");
    assert_true(!made && !material);
    assert_usage(knap_summarizer_fit(&self.set, NULL, NULL, &made, NULL, &told), "text");
    assert_usage(knap_summarizer_train(&self.set, &self.text, NULL, 1, NULL, &made, NULL, &told), "settings");
    assert_usage(knap_summarizer_train(&self.set, &self.text, &self.settings, 1, NULL, NULL, NULL, &told),
                 "summarizer");
    self.text.bins = 0;
    assert_usage(knap_summarizer_fit(&self.set, &self.text, NULL, &made, NULL, &told), "bins");
    self.text.bins = 1000;
    assert_usage(knap_summarizer_train(&self.set, &self.text, &self.settings, 1, NULL, &made, NULL, &told), "bins");
    self.text.bins = 5;
    self.text.word_l2 = NAN;
    assert_usage(knap_summarizer_fit(&self.set, &self.text, NULL, &made, NULL, &told), "word-l2");
    knap_text_settings_init(&self.text);
    self.text.filter = 1u << 30;
    assert_usage(knap_summarizer_fit(&self.set, &self.text, NULL, &made, NULL, &told), "filter");
    knap_text_settings_init(&self.text);
    self.settings.learner = 99;
    assert_usage(knap_summarizer_train(&self.set, &self.text, &self.settings, 1, NULL, &made, NULL, &told), "learner");
    knap_settings_init(&self.settings);
    self.set.budget.amount = NAN;
    assert_usage(knap_summarizer_fit(&self.set, &self.text, NULL, &made, NULL, &told), "budget");
    self.set.budget = (knap_budget){665, (knap_unit)'z', NULL};
    assert_usage(knap_summarizer_fit(&self.set, &self.text, NULL, &made, NULL, &told), "unit");
    self.set.budget.unit = KNAP_BYTES;
    self.set.train = broken;
    assert_usage(knap_summarizer_fit(&self.set, &self.text, NULL, &made, NULL, &told), "documents");
    broken[0] = NULL;
    assert_usage(knap_summarizer_fit(&self.set, &self.text, NULL, &made, NULL, &told), "NULL");
    self.set.train = NULL;
    assert_usage(knap_summarizer_fit(&self.set, &self.text, NULL, &made, NULL, &told), "NULL");
    self.set.trains = 0;
    assert_usage(knap_summarizer_train(&self.set, &self.text, &self.settings, 1, NULL, &made, NULL, &told),
                 "no clusters");
    self.set.train = self.clusters;
    self.set.trains = 2;
    self.set.language = "xx";
    assert_usage(knap_summarizer_fit(&self.set, &self.text, NULL, &made, NULL, &told), "xx");
    self.set.language = "en";
    assert_null(made);
    assert_usage(knap_summarizer_tune(NULL, &self.text, &self.settings, 1, 2, NULL, &mean, &told), "set");
    assert_usage(knap_summarizer_tune(&self.set, NULL, &self.settings, 1, 2, NULL, &mean, &told), "text");
    assert_usage(knap_summarizer_tune(&self.set, &self.text, NULL, 1, 2, NULL, &mean, &told), "settings");
    assert_usage(knap_summarizer_tune(&self.set, &self.text, &self.settings, 1, 2, NULL, NULL, &told), "mean");
    assert_usage(knap_summarizer_tune(&self.set, &self.text, &self.settings, 1, 1, NULL, &mean, &told), "two folds");
    /* fitted, not trained */
    assert_ok(knap_summarizer_fit(&self.set, &self.text, NULL, &made, NULL, error));
    assert_null(knap_summarizer_model(made));
    assert_usage(knap_summarizer_save(made, "x", &told), "no model");
    assert_usage(knap_summarizer_set_decode(made, "swap", &told), "no model");
    assert_usage(knap_summarizer_set_penalties(made, &self.settings.penalties, &told), "no model");
    knap_summarizer_free(made);
    close_fixture(&self);
}

static void summarizers(void **state)
{
    fixture self;
    knap_summarizer *made = (knap_summarizer *)&told;
    (void)state;
    open_fixture(&self);
    assert_usage(knap_summarizer_load(NULL, NULL, &made, &told), "path");
    assert_null(made);
    assert_usage(knap_summarizer_load("x", NULL, NULL, &told), "summarizer");
    assert_int_equal(knap_summarizer_load("no/such/file", NULL, &made, &told), KNAP_IO);
    assert_usage(knap_summarizer_embedded(NULL, NULL, &told), "summarizer");
    assert_usage(knap_summarizer_save(NULL, "x", &told), "summarizer");
    assert_usage(knap_summarizer_save(self.summarizer, NULL, &told), "path");
    assert_usage(knap_summarizer_set_decode(NULL, "swap", &told), "summarizer");
    assert_usage(knap_summarizer_set_decode(self.summarizer, "best", &told), "best");
    assert_usage(knap_summarizer_set_filter(NULL, "none", &told), "summarizer");
    assert_usage(knap_summarizer_set_filter(self.summarizer, NULL, &told), "names");
    assert_usage(knap_summarizer_set_filter(self.summarizer, "nothing", &told), "nothing");
    assert_usage(knap_summarizer_set_penalties(NULL, &self.settings.penalties, &told), "summarizer");
    assert_usage(knap_summarizer_set_penalties(self.summarizer, NULL, &told), "penalties");
    self.settings.penalties.readability = NAN;
    assert_int_not_equal(knap_summarizer_set_penalties(self.summarizer, &self.settings.penalties, &told), KNAP_OK);
    assert_null(knap_summarizer_model(NULL));
    assert_null(knap_summarizer_text(NULL));
    assert_true(knap_summarizer_budget(NULL).amount == 0);
    knap_summarizer_free(NULL);
    close_fixture(&self);
}

static void materials(void **state)
{
    fixture self;
    knap_material *material = (knap_material *)&told;
    size_t stray = 1000, place[1], length = 7;
    knap_list list = {.item = &stray, .count = 1, .capacity = 1};
    char *text = (char *)&told;
    double value = 7;
    (void)state;
    open_fixture(&self);
    assert_usage(knap_material_new(self.summarizer, &self.input, NULL, NULL, &told), "material");
    assert_usage(knap_material_new(NULL, &self.input, NULL, &material, &told), "summarizer");
    assert_null(material);
    assert_usage(knap_material_new(self.summarizer, NULL, NULL, &material, &told), "input");
    self.input.budget.amount = -1;
    assert_usage(knap_material_new(self.summarizer, &self.input, NULL, &material, &told), "budget");
    self.input.budget = (knap_budget){665, KNAP_BYTES, NULL};
    self.input.cluster = NULL;
    assert_usage(knap_material_new(self.summarizer, &self.input, NULL, &material, &told), "NULL");
    self.input.cluster = self.clusters;
    self.input.language = "xx";
    assert_usage(knap_material_new(self.summarizer, &self.input, NULL, &material, &told), "xx");
    assert_null(material);
    self.input.language = NULL;
    self.input.ignores = 64;
    assert_usage(knap_material_new(self.summarizer, &self.input, NULL, &material, &told), "ignores");
    self.input.ignores = 0;
    assert_ok(knap_material_new(self.summarizer, &self.input, NULL, &material, error));
    assert_true(!knap_material_data(NULL) && !knap_material_language(NULL, 0) && !knap_material_language(material, 1));
    assert_int_equal(knap_material_sentences(NULL, 0) + knap_material_sentences(material, 1), 0);
    assert_null(knap_material_item(NULL, 0, 0).text);
    assert_null(knap_material_item(material, 1, 0).text);
    assert_null(knap_material_item(material, 0, stray).text);
    assert_usage(knap_material_recall(NULL, 0, &list, &value, &told), "material");
    assert_true(isnan(value));
    assert_usage(knap_material_recall(material, 1, &list, &value, &told), "cluster 1");
    assert_usage(knap_material_recall(material, 0, NULL, &value, &told), "list");
    assert_usage(knap_material_recall(material, 0, &list, NULL, &told), "value");
    assert_usage(knap_material_f(NULL, 0, &list, &value, &told), "material");
    assert_true(isnan(value));
    assert_usage(knap_material_f(material, 1, &list, &value, &told), "cluster 1");
    assert_usage(knap_material_f(material, 0, NULL, &value, &told), "list");
    assert_usage(knap_material_f(material, 0, &list, NULL, &told), "value");
    assert_int_not_equal(knap_material_f(material, 0, &list, &value, &told), KNAP_OK);
    assert_usage(knap_summary_order(NULL, 0, &list, KNAP_ORDER_SOURCE, place, &told), "material");
    assert_usage(knap_summary_order(material, 0, NULL, KNAP_ORDER_SOURCE, place, &told), "list");
    assert_usage(knap_summary_order(material, 0, &list, KNAP_ORDER_SOURCE, NULL, &told), "place");
    assert_usage(knap_summary_order(material, 0, &list, KNAP_ORDER_SOURCE, place, &told), "1000");
    assert_usage(knap_summary_order(material, 9, &list, KNAP_ORDER_SOURCE, place, &told), "cluster 9");
    stray = 0;
    assert_usage(knap_summary_order(material, 0, &list, (knap_order)9, place, &told), "9");
    assert_usage(knap_summary_text(NULL, 0, &list, KNAP_ORDER_SOURCE, &text, &length, &told), "material");
    assert_true(text == NULL && length == 0);
    assert_usage(knap_summary_text(material, 0, NULL, KNAP_ORDER_SOURCE, &text, &length, &told), "list");
    assert_usage(knap_summary_text(material, 0, &list, KNAP_ORDER_SOURCE, NULL, &length, &told), "text");
    assert_usage(knap_summary_text(material, 0, &list, (knap_order)-1, &text, &length, &told), "knap_order");
    assert_usage(knap_summary_text(material, 3, &list, KNAP_ORDER_SOURCE, &text, &length, &told), "cluster 3");
    stray = 77;
    assert_usage(knap_summary_text(material, 0, &list, KNAP_ORDER_SOURCE, &text, &length, &told), "77");
    assert_true(text == NULL && length == 0);
    knap_material_free(NULL);
    knap_material_free(material);
    close_fixture(&self);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(languages),   cmocka_unit_test(documents),
                                       cmocka_unit_test(frequencies), cmocka_unit_test(vectors),
                                       cmocka_unit_test(scorers),     cmocka_unit_test(scores),
                                       cmocka_unit_test(sets),        cmocka_unit_test(budgets_and_settings),
                                       cmocka_unit_test(training),    cmocka_unit_test(summarizers),
                                       cmocka_unit_test(materials)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
