/* choose_test.c - clusters from memory, sentences that are pinned, banned or excluded, and the rating of all items. */
#include "failing.h"

#include "inner.h"

#include <math.h>

static const char FIRST[] =
    "Pier closes for repairs\n\n"
    "The council of Port Averill voted on Monday to close the old ferry pier for repairs until spring.\n"
    "Divers had found that eleven of its forty wooden piles were hollow and could give way in a storm.\n"
    "Why did nobody look before the storm of last winter?\n";
static const char SECOND[] =
    "<html><body><p>Ferry passengers will board at the Customs House until spring while the old pier is repaired.</p>"
    "<p>The repairs will cost about two million crowns, the harbor master told the council on Monday evening.</p>"
    "</body></html>";

static const knap_file FILES[] = {
    {.name = "first", .bytes = FIRST, .length = sizeof FIRST - 1, .text = true},
    {.name = "empty", .bytes = "", .length = 0, .text = true},
    {.name = "again", .bytes = FIRST, .length = sizeof FIRST - 1},
    {.name = "page", .bytes = SECOND, .length = sizeof SECOND - 1},
    {.name = "ref", .bytes = "Pier closed.", .length = 12, .text = true, .reference = true}};
enum { FILE_COUNT = sizeof FILES / sizeof *FILES };

/* The cluster of the files as material, with a budget of sentences. */
typedef struct fixture {
    knap_corpus *corpus;
    const knap_cluster *cluster;
    knap_summarizer *summarizer;
    knap_material *material;
    knap_instance *instance;
} fixture;

static knap_status begin(fixture *self, double sentences, const knap_allocator *allocator, knap_error *error)
{
    knap_run run = {.allocator = allocator, .jobs = 1};
    knap_status status;
    *self = (fixture){.corpus = NULL};
    status = knap_corpus_open_bytes("pier", FILES, FILE_COUNT, NULL, allocator, &self->corpus, error);
    self->cluster = knap_corpus_cluster(self->corpus, 0);
    if (!status)
        status = knap_summarizer_embedded(allocator, &self->summarizer, error);
    if (!status)
        status = knap_material_new(self->summarizer,
                                   &(knap_text_input){.cluster = &self->cluster,
                                                      .clusters = 1,
                                                      .language = "en",
                                                      .budget = {sentences, KNAP_SENTENCES, NULL}},
                                   &run, &self->material, error);
    if (!status)
        self->instance = knap_data_at(knap_material_data(self->material), 0);
    return status;
}

static void end(fixture *self)
{
    knap_material_free(self->material);
    knap_summarizer_free(self->summarizer);
    knap_corpus_close(self->corpus);
}

static fixture open_fixture(double sentences)
{
    fixture made;
    knap_error error = {.status = KNAP_OK};
    if (begin(&made, sentences, NULL, &error))
        fail_msg("%s", error.message);
    return made;
}

/* ---- Clusters from memory ---- */

static void reads_files_from_memory(void **state)
{
    fixture self = open_fixture(2);
    size_t notes;
    (void)state;
    assert_int_equal(knap_corpus_clusters(self.corpus), 1);
    assert_string_equal(self.cluster->id, "pier");
    assert_int_equal(self.cluster->documents, 2); /* the empty one and the repeated one are left out */
    assert_int_equal(self.cluster->references, 1);
    assert_string_equal(knap_document_name(self.cluster->document[0]), "first");
    assert_string_equal(knap_document_name(self.cluster->document[1]), "page");
    assert_null(strstr(knap_document_text(self.cluster->document[1], NULL), "<p>"));
    assert_int_equal(knap_corpus_file_of(self.corpus, 0), 0);
    assert_int_equal(knap_corpus_file_of(self.corpus, 1), 3);
    assert_true(knap_corpus_file_of(self.corpus, 2) == SIZE_MAX);
    assert_true(knap_corpus_file_of(NULL, 0) == SIZE_MAX);
    assert_non_null(knap_corpus_notes(self.corpus, &notes));
    assert_int_equal(notes, 2);
    end(&self);
}

static void text_is_not_recognised(void **state)
{
    knap_file file = {.name = "a.html", .bytes = SECOND, .length = sizeof SECOND - 1, .text = true};
    knap_corpus *corpus;
    (void)state;
    assert_int_equal(knap_corpus_open_bytes("x", &file, 1, NULL, NULL, &corpus, NULL), KNAP_OK);
    assert_string_equal(knap_document_text(knap_corpus_cluster(corpus, 0)->document[0], NULL), SECOND);
    knap_corpus_close(corpus);
}

static void refuses_bad_files(void **state)
{
    static const char broken[] = "%PDF-1.4 no more of it";
    knap_file file[2] = {{.name = "b.pdf", .bytes = broken, .length = sizeof broken - 1},
                         {.name = "t", .bytes = FIRST, .length = sizeof FIRST - 1}};
    knap_corpus_options skip = {.skip_bad = true};
    knap_corpus *corpus = (knap_corpus *)&file;
    knap_error error = {.status = KNAP_OK};
    (void)state;
    assert_int_equal(knap_corpus_open_bytes("x", file, 2, NULL, NULL, &corpus, &error), KNAP_BAD_INPUT);
    assert_null(corpus);
    assert_string_equal(error.file, "b.pdf");
    assert_int_equal(knap_corpus_open_bytes("x", file, 2, &skip, NULL, &corpus, &error), KNAP_OK);
    assert_int_equal(knap_corpus_file_of(corpus, 0), 1);
    knap_corpus_close(corpus);
    assert_int_equal(knap_corpus_open_bytes("x", file, 0, NULL, NULL, &corpus, &error), KNAP_BAD_INPUT);
    assert_int_equal(knap_corpus_open_bytes(NULL, file, 1, NULL, NULL, &corpus, &error), KNAP_USAGE);
    assert_int_equal(knap_corpus_open_bytes("x", NULL, 1, NULL, NULL, &corpus, &error), KNAP_USAGE);
    assert_int_equal(knap_corpus_open_bytes("x", file, 1, NULL, NULL, NULL, &error), KNAP_USAGE);
    file[0].name = NULL;
    assert_int_equal(knap_corpus_open_bytes("x", file, 1, NULL, NULL, &corpus, &error), KNAP_USAGE);
}

/* ---- Sentences ---- */

static void finds_all_sentences(void **state)
{
    fixture self = open_fixture(2);
    size_t count;
    unsigned flaws;
    const knap_sentence *sentence = knap_material_document(self.material, 0, 0, &count);
    (void)state;
    assert_int_equal(count, 4);
    assert_true(sentence[0].flags & KNAP_SENTENCE_HEADING);
    assert_int_equal(knap_material_exclusion(self.material, 0, 0, 0, &flaws), KNAP_EXCLUDED_FURNITURE);
    assert_int_equal(knap_material_exclusion(self.material, 0, 0, 1, &flaws), KNAP_EXCLUDED_NOT);
    assert_int_equal(flaws, 0);
    assert_int_equal(knap_material_exclusion(self.material, 0, 0, 3, &flaws), KNAP_EXCLUDED_FLAWED);
    assert_string_equal(knap_param_find(knap_text_settings_table(), "filter")->choices[3], "questions");
    assert_int_equal(flaws, 1 << 3);
    assert_int_equal(knap_material_exclusion(self.material, 0, 0, 99, NULL), KNAP_EXCLUDED_FURNITURE);
    assert_int_equal(knap_material_exclusion(NULL, 0, 0, 0, NULL), KNAP_EXCLUDED_FURNITURE);
    assert_null(knap_material_document(self.material, 0, 2, &count));
    assert_null(knap_material_document(self.material, 1, 0, &count));
    assert_null(knap_material_document(NULL, 0, 0, NULL));
    end(&self);
}

/* Whether a form of the sentence is in the list. */
static bool has(const fixture *self, const knap_list *list, size_t document, size_t sentence)
{
    for (size_t i = 0; i < list->count; i++) {
        knap_candidate candidate = knap_material_item(self->material, 0, list->item[i]);
        if (candidate.document == document && candidate.sentence->position == sentence)
            return true;
    }
    return false;
}

static void check_list(fixture *self, size_t document, size_t sentence, bool wanted)
{
    knap_packed packed;
    assert_int_equal(knap_pack_all(knap_summarizer_model(self->summarizer), knap_material_data(self->material), 1, NULL,
                                   &packed, NULL),
                     KNAP_OK);
    assert_true(packed.list.cost <= knap_instance_budget(self->instance));
    assert_true(has(self, &packed.list, document, sentence) == wanted);
    knap_packed_free(&packed, 1);
}

/* Every sentence that may be picked, pinned and then banned, with a budget of one and of two. */
static void pins_and_bans_each_sentence(void **state)
{
    (void)state;
    for (double budget = 1; budget <= 2; budget++) {
        fixture self = open_fixture(budget);
        for (size_t document = 0; document < 2; document++) {
            size_t count;
            knap_material_document(self.material, 0, document, &count);
            for (size_t sentence = 0; sentence < count; sentence++) {
                bool free = !knap_material_exclusion(self.material, 0, document, sentence, NULL);
                knap_error error = {.status = KNAP_OK};
                knap_status status =
                    knap_material_choose(self.material, 0, document, sentence, KNAP_CHOICE_PIN, &error);
                assert_int_equal(status, free ? KNAP_OK : KNAP_BAD_INPUT);
                assert_int_equal(knap_material_choice(self.material, 0, document, sentence),
                                 free ? KNAP_CHOICE_PIN : KNAP_CHOICE_FREE);
                if (free)
                    check_list(&self, document, sentence, true);
                assert_int_equal(knap_material_choose(self.material, 0, document, sentence, KNAP_CHOICE_BAN, &error),
                                 KNAP_OK);
                assert_int_equal(knap_material_choice(self.material, 0, document, sentence),
                                 free ? KNAP_CHOICE_BAN : KNAP_CHOICE_FREE);
                check_list(&self, document, sentence, false);
                assert_int_equal(knap_material_choose(self.material, 0, document, sentence, KNAP_CHOICE_FREE, &error),
                                 KNAP_OK);
                assert_int_equal(knap_material_choice(self.material, 0, document, sentence), KNAP_CHOICE_FREE);
                for (size_t i = 0; i < knap_instance_count(self.instance); i++)
                    assert_int_equal(knap_instance_choice(self.instance, i), KNAP_CHOICE_FREE);
            }
        }
        end(&self);
    }
}

static void refuses_other_sentences(void **state)
{
    fixture self = open_fixture(1);
    knap_error error = {.status = KNAP_OK};
    (void)state;
    assert_int_equal(knap_material_choose(self.material, 0, 2, 0, KNAP_CHOICE_PIN, &error), KNAP_USAGE);
    assert_non_null(strstr(error.message, "no document 2"));
    assert_int_equal(knap_material_choose(self.material, 0, 0, 4, KNAP_CHOICE_BAN, &error), KNAP_USAGE);
    assert_int_equal(knap_material_choose(self.material, 1, 0, 0, KNAP_CHOICE_PIN, &error), KNAP_USAGE);
    assert_int_equal(knap_material_choose(NULL, 0, 0, 0, KNAP_CHOICE_PIN, &error), KNAP_USAGE);
    assert_int_equal(knap_material_choose(self.material, 0, 0, 1, (knap_choice)9, &error), KNAP_USAGE);
    assert_int_equal(knap_material_choice(self.material, 0, 2, 0), KNAP_CHOICE_FREE);
    assert_int_equal(knap_material_choice(self.material, 0, 0, 4), KNAP_CHOICE_FREE);
    assert_int_equal(knap_material_choice(NULL, 0, 0, 0), KNAP_CHOICE_FREE);
    /* pins that exceed the budget are found when the list is packed */
    assert_int_equal(knap_material_choose(self.material, 0, 0, 1, KNAP_CHOICE_PIN, &error), KNAP_OK);
    assert_int_equal(knap_material_choose(self.material, 0, 0, 2, KNAP_CHOICE_PIN, &error), KNAP_OK);
    knap_packed packed;
    assert_int_equal(knap_pack_all(knap_summarizer_model(self.summarizer), knap_material_data(self.material), 1, NULL,
                                   &packed, &error),
                     KNAP_BAD_INPUT);
    knap_packed_free(&packed, 1);
    end(&self);
}

/* ---- Ratings ---- */

/* The greedy list begins with the item of the highest rating, and has its score; the columns explain it. */
static void ratings_are_those_of_the_first_pick(void **state)
{
    (void)state;
    for (int pinned = 0; pinned < 2; pinned++) {
        fixture self = open_fixture(3);
        size_t count = knap_instance_count(self.instance), columns, best = 0;
        double *score, *row, *scores, *reason;
        knap_list list = KNAP_LIST_INIT;
        knap_error error = {.status = KNAP_OK};
        const knap_model *model = knap_summarizer_model(self.summarizer);
        assert_int_equal(knap_summarizer_set_decode(self.summarizer, "greedy", &error), KNAP_OK);
        if (pinned)
            assert_int_equal(knap_material_choose(self.material, 0, 0, 2, KNAP_CHOICE_PIN, &error), KNAP_OK);
        columns = knap_model_columns(model);
        score = calloc(count, sizeof *score);
        scores = calloc(count, sizeof *scores);
        row = calloc(columns, sizeof *row);
        reason = calloc(count * columns, sizeof *reason);
        assert_int_equal(knap_model_rate(model, self.instance, 1, score, NULL, 0, NULL, &error), KNAP_OK);
        for (size_t i = 0; i < count; i++) {
            assert_true(isnan(score[i]) || knap_instance_choice(self.instance, i) == KNAP_CHOICE_FREE);
            if (!isnan(score[i]) && (isnan(score[best]) || score[i] > score[best]))
                best = i;
        }
        assert_int_equal(knap_model_pack(model, self.instance, 1, NULL, &list, scores, &error), KNAP_OK);
        assert_true(list.count > (size_t)pinned);
        assert_int_equal(list.item[pinned], best);
        assert_true(scores[pinned] == score[best]);
        assert_int_equal(knap_model_rate(model, self.instance, 1, NULL, &best, 1, row, &error), KNAP_OK);
        assert_int_equal(knap_model_explain(model, self.instance, 1, &list, reason, &error), KNAP_OK);
        for (size_t i = 0; i < columns; i++)
            if (fabs(row[i] - reason[(size_t)pinned * columns + i]) > 1e-9)
                fail_msg("column %zu: %.17g, not %.17g", i, row[i], reason[(size_t)pinned * columns + i]);
        knap_list_free(&list);
        free(score);
        free(scores);
        free(row);
        free(reason);
        end(&self);
    }
}

static void refuses_to_rate(void **state)
{
    fixture self = open_fixture(1);
    const knap_model *model = knap_summarizer_model(self.summarizer);
    knap_model *lead;
    size_t item = knap_instance_count(self.instance);
    double row[1];
    knap_error error = {.status = KNAP_OK};
    (void)state;
    assert_int_equal(knap_model_rate(NULL, self.instance, 1, row, NULL, 0, NULL, &error), KNAP_USAGE);
    assert_int_equal(knap_model_rate(model, NULL, 1, row, NULL, 0, NULL, &error), KNAP_USAGE);
    assert_int_equal(knap_model_rate(model, self.instance, 1, NULL, &item, 1, row, &error), KNAP_USAGE);
    assert_int_equal(knap_model_rate(model, self.instance, 1, NULL, NULL, 1, row, &error), KNAP_USAGE);
    assert_int_equal(knap_system_fit(knap_system_find("lead"), NULL, NULL, NULL, &lead, &error), KNAP_OK);
    assert_int_equal(knap_model_rate(lead, self.instance, 1, row, NULL, 0, NULL, &error), KNAP_USAGE);
    knap_model_free(lead);
    end(&self);
}

/* ---- Languages that stay open ---- */

/* The summary of the cluster, in a language and with settings of the text. */
static char *summary_of(const fixture *self, const knap_summarizer *summarizer, const char *language,
                        knap_languages *languages, size_t *length)
{
    knap_material *material;
    knap_packed packed;
    char *text;
    assert_int_equal(knap_material_new(summarizer,
                                       &(knap_text_input){.cluster = &self->cluster,
                                                          .clusters = 1,
                                                          .language = language,
                                                          .budget = {2, KNAP_SENTENCES, NULL},
                                                          .languages = languages},
                                       NULL, &material, NULL),
                     KNAP_OK);
    assert_int_equal(
        knap_pack_all(knap_summarizer_model(summarizer), knap_material_data(material), 1, NULL, &packed, NULL),
        KNAP_OK);
    assert_int_equal(knap_summary_text(material, 0, &packed.list, KNAP_ORDER_DEPEND, &text, length, NULL), KNAP_OK);
    knap_packed_free(&packed, 1);
    knap_material_free(material);
    return text;
}

/* Summaries are the same with languages that stay open, whatever was read before with them. */
static void open_languages_change_nothing(void **state)
{
    static const char *const codes[] = {"en", "de", "en", "fr", "und", "de", NULL, "en"};
    fixture self = open_fixture(2);
    knap_languages *languages;
    knap_summarizer *other; /* does not stem its words */
    (void)state;
    assert_int_equal(knap_languages_new(NULL, &languages, NULL), KNAP_OK);
    assert_int_equal(knap_languages_new(NULL, NULL, NULL), KNAP_USAGE);
    assert_int_equal(knap_summarizer_embedded(NULL, &other, NULL), KNAP_OK);
    assert_int_equal(knap_summarizer_set_rouge(other, NULL), KNAP_OK);
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        const knap_summarizer *summarizer = i % 3 ? self.summarizer : other;
        size_t length, other_length;
        char *kept = summary_of(&self, summarizer, codes[i], languages, &length);
        char *fresh = summary_of(&self, summarizer, codes[i], NULL, &other_length);
        assert_string_equal(kept, fresh);
        knap_text_free(NULL, kept);
        knap_text_free(NULL, fresh);
    }
    knap_summarizer_free(other);
    knap_languages_free(languages);
    knap_languages_free(NULL);
    end(&self);
}

/* ---- Memory ---- */

static knap_status open_only(const knap_allocator *allocator, void *context)
{
    knap_corpus *corpus;
    knap_status status = knap_corpus_open_bytes("pier", FILES, FILE_COUNT, NULL, allocator, &corpus, NULL);
    (void)context;
    knap_corpus_close(corpus);
    return status;
}

static knap_status open_languages(const knap_allocator *allocator, void *context)
{
    const fixture *given = context;
    knap_run run = {.allocator = allocator, .jobs = 1};
    knap_languages *languages;
    knap_material *material = NULL;
    knap_status status = knap_languages_new(allocator, &languages, NULL);
    for (int i = 0; !status && i < 2; i++) {
        status = knap_material_new(given->summarizer,
                                   &(knap_text_input){.cluster = &given->cluster,
                                                      .clusters = 1,
                                                      .language = i ? "de" : "en",
                                                      .budget = {2, KNAP_SENTENCES, NULL},
                                                      .languages = languages},
                                   &run, &material, NULL);
        knap_material_free(material);
    }
    knap_languages_free(languages);
    return status;
}

/* The summarizer and the cluster are made once, without failures. */
static knap_status choose_and_rate(const knap_allocator *allocator, void *context)
{
    const fixture *given = context;
    knap_run run = {.allocator = allocator, .jobs = 1};
    knap_material *material = NULL;
    const knap_model *model = knap_summarizer_model(given->summarizer);
    size_t item = 0, columns = knap_model_columns(model);
    double score[32], *row = calloc(columns, sizeof *row);
    knap_status status = knap_material_new(
        given->summarizer,
        &(knap_text_input){
            .cluster = &given->cluster, .clusters = 1, .language = "en", .budget = {2, KNAP_SENTENCES, NULL}},
        &run, &material, NULL);
    if (!status)
        status = knap_material_choose(material, 0, 0, 1, KNAP_CHOICE_PIN, NULL);
    if (!status)
        status = knap_model_rate(model, knap_data_at(knap_material_data(material), 0), 1, score, &item, 1, row, NULL);
    knap_material_free(material);
    free(row);
    return status;
}

static void survives_without_memory(void **state)
{
    fixture self = open_fixture(2);
    (void)state;
    assert_true(survives(open_only, NULL) > 10);
    assert_true(survives(choose_and_rate, &self) > 100);
    assert_true(survives(open_languages, &self) > 100);
    end(&self);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_files_from_memory),
        cmocka_unit_test(text_is_not_recognised),
        cmocka_unit_test(refuses_bad_files),
        cmocka_unit_test(finds_all_sentences),
        cmocka_unit_test(pins_and_bans_each_sentence),
        cmocka_unit_test(refuses_other_sentences),
        cmocka_unit_test(ratings_are_those_of_the_first_pick),
        cmocka_unit_test(refuses_to_rate),
        cmocka_unit_test(open_languages_change_nothing),
        cmocka_unit_test(survives_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
