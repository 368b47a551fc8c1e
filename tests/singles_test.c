/* singles_test.c - the word model of single documents: which models have it, and that it is what predicts for one document. */
#include "check.h"

#include "inner.h"
#include "core/instance.h"
#include "core/expected.h"
#include "summarize/summarizer_use.h"

enum { CLUSTERS = 6 };

static knap_corpus *corpus;
static const knap_cluster *cluster[CLUSTERS];
static knap_cluster alone[CLUSTERS]; /* the first document of each */
static const knap_cluster *single[CLUSTERS];

static int begin(void **state)
{
    const char *path = "sample";
    (void)state;
    if (knap_corpus_open(&path, 1, NULL, NULL, &corpus, NULL) || knap_corpus_clusters(corpus) != CLUSTERS)
        return 1;
    for (size_t i = 0; i < CLUSTERS; i++) {
        cluster[i] = knap_corpus_cluster(corpus, i);
        alone[i] = *cluster[i];
        alone[i].documents = 1;
        single[i] = &alone[i];
    }
    return 0;
}

static int end(void **state)
{
    (void)state;
    knap_corpus_close(corpus);
    return 0;
}

static knap_summarizer *train(const knap_cluster *const *clusters, size_t count, knap_text_reward reward)
{
    knap_training_set set = {.train = clusters, .trains = count, .language = "en", .budget = {665, KNAP_BYTES}};
    knap_text_settings text;
    knap_settings settings;
    knap_summarizer *made;
    knap_text_settings_init(&text);
    knap_settings_init(&settings);
    text.reward = reward;
    settings.epochs = 1;
    settings.decode = KNAP_DECODE_SWAP;
    assert_ok(knap_summarizer_train(&set, &text, &settings, 1, NULL, &made, NULL, error));
    return made;
}

static bool has_section(const knap_summarizer *summarizer, const char *name)
{
    return knap_model_section(knap_summarizer_model(summarizer), name, NULL) != NULL;
}

static void clusters_of_several_documents_teach_it(void **state)
{
    knap_summarizer *several = train(cluster, 3, KNAP_TEXT_CONTENT), *one = train(single, 3, KNAP_TEXT_CONTENT);
    (void)state;
    assert_true(has_section(several, "word-model") && has_section(several, "word-model-single"));
    assert_true(has_section(one, "word-model") && !has_section(one, "word-model-single"));
    /* one cluster of several documents among single ones is enough */
    const knap_cluster *mixed[] = {single[0], cluster[1], single[2]};
    knap_summarizer *some = train(mixed, 3, KNAP_TEXT_CONTENT);
    assert_true(has_section(some, "word-model-single"));
    knap_summarizer_free(some);
    knap_summarizer_free(several);
    knap_summarizer_free(one);
}

/* The worths of the words of a cluster's instance are those of one of the two word models. */
static void assert_predicted_by(const knap_summarizer *summarizer, const kn_word_model *model,
                                const knap_cluster *const *clusters)
{
    knap_run run = {.jobs = 1};
    knap_text_input input = {.cluster = clusters, .clusters = 1, .language = "en", .budget = {665, KNAP_BYTES}};
    knap_material *material;
    kn_predictions expected;
    size_t worths = 0;
    assert_ok(knap_material_new(summarizer, &input, &run, &material, error));
    const kn_story *story = &material->story[0];
    const knap_instance *instance = knap_data_at(knap_material_data(material), 0);
    assert_ok(kn_word_model_predict(model, NULL, story, 1, &expected, &run, error));
    for (uint32_t word = 0; word < story->word.count; word++) {
        double sum = 0;
        for (size_t i = expected.start[word]; i < expected.start[word + 1]; i++) {
            double before = kn_worth_of(instance, word, (double)(i - expected.start[word]));
            sum += expected.q[i];
            assert_close(kn_worth_of(instance, word, (double)(i - expected.start[word] + 1)) - before,
                         kn_story_rewards(story, word) ? expected.q[i] : 0, 1e-6);
        }
        worths += sum > 0;
    }
    assert_true(worths > 50);
    kn_predictions_free(&expected);
    knap_material_free(material);
}

static void one_document_is_predicted_by_it(void **state)
{
    knap_summarizer *several = train(cluster, 3, KNAP_TEXT_CONTENT), *one = train(single, 3, KNAP_TEXT_CONTENT);
    (void)state;
    /* the two models differ */
    assert_true(several->words.weight[0][0] != several->single.weight[0][0]);
    assert_predicted_by(several, &several->single, single + 4);
    assert_predicted_by(several, &several->words, cluster + 4);
    assert_predicted_by(one, &one->words, single + 4);
    knap_summarizer_free(several);
    knap_summarizer_free(one);
}

/* Saved and loaded again, it predicts the same. */
static void it_comes_back(void **state)
{
    char path[] = "/tmp/knap-singles-XXXXXX";
    knap_summarizer *several = train(cluster, 2, KNAP_TEXT_ROUGE_1), *back;
    (void)state;
    assert_true(mkstemp(path) >= 0);
    assert_ok(knap_summarizer_save(several, path, error));
    assert_ok(knap_summarizer_load(path, NULL, &back, error));
    assert_non_null(back->single.weight[0]);
    assert_predicted_by(back, &back->single, single + 4);
    assert_predicted_by(back, &several->single, single + 4);
    remove(path);
    knap_summarizer_free(back);
    knap_summarizer_free(several);
}

/* ---- What says what a document is about ---- */

enum { SENTENCES = 40 };

/* bonus[i]: what item i costs less in every list for its point, in a cluster of SENTENCES sentences a document. */
static knap_material *find_bonuses(knap_summarizer *summarizer, const knap_cluster *one, double *bonus)
{
    knap_text_input input = {.cluster = &one, .clusters = 1, .language = "en", .budget = {30, KNAP_WORDS}};
    knap_material *with, *without;
    summarizer->text.point_bonus = 12;
    assert_ok(knap_material_new(summarizer, &input, NULL, &with, error));
    summarizer->text.point_bonus = 0;
    assert_ok(knap_material_new(summarizer, &input, NULL, &without, error));
    const knap_instance *a = knap_data_at(with->data, 0), *b = knap_data_at(without->data, 0);
    assert_int_equal(a->count, b->count);
    assert_true(a->count >= SENTENCES);
    for (size_t i = 0; i < SENTENCES; i++)
        bonus[i] = b->charge[i] - a->charge[i];
    knap_material_free(without);
    return with;
}

static void write_sentences(char *text, const char *before)
{
    text[0] = 0;
    for (int i = 0; i < SENTENCES; i++)
        sprintf(text + strlen(text), "%sThe old ferry %02d of Belport sank near Carrow %s.\n", before, 10 + i,
                i % 2 ? "today" : "on the day of the flood");
}

/* The bonuses of a single document grow with the points and lengths of its lines, from 0 at 4 below the best. In several documents there are none. */
static void points_earn_in_single_documents(void **state)
{
    knap_summarizer *summarizer = train(cluster, 3, KNAP_TEXT_CONTENT);
    char text[SENTENCES * 128];
    double bonus[SENTENCES];
    (void)state;
    assert_true(summarizer->standalone.reliability > 0);
    write_sentences(text, "");
    for (size_t documents = 1; documents < 3; documents++) {
        knap_document *document[2];
        knap_cluster own = {.id = "own", .document = document, .documents = documents};
        for (size_t d = 0; d < documents; d++)
            assert_ok(knap_document_new("x.txt", text, strlen(text), NULL, NULL, &document[d], error));
        knap_material *material = find_bonuses(summarizer, &own, bonus);
        const kn_story_line *line = material->story[0].line;
        double most = 0;
        for (size_t i = 0; i < SENTENCES; i++)
            most = line[i].point == 0 ? bonus[i] / (double)line[i].length : most;
        assert_true(documents == 1 ? most > 0.001 : most == 0);
        for (size_t i = 0; i < SENTENCES; i++)
            assert_close(bonus[i], most * (double)line[i].length * fmax(0, 1 + line[i].point / 4), 1e-9);
        knap_material_free(material);
        for (size_t d = 0; d < documents; d++)
            knap_document_free(document[d]);
    }
    knap_summarizer_free(summarizer);
}

/* A conversation makes its point anywhere: there the bonus grows with how central a line is. */
static void central_lines_earn_in_conversations(void **state)
{
    char name[] = "/tmp/knap-talk-XXXXXX", text[SENTENCES * 128];
    const char *path = name;
    knap_summarizer *summarizer = train(cluster, 3, KNAP_TEXT_CONTENT);
    double bonus[SENTENCES];
    knap_corpus *talk;
    (void)state;
    FILE *file = fdopen(mkstemp(name), "w");
    write_sentences(text, "[00:00:04] Anna: ");
    memcpy(strstr(strstr(text, "Anna") + 4, "Anna"), "Bert", 4); /* two speakers make a conversation */
    assert_true(file && fputs(text, file) >= 0 && fclose(file) == 0);
    assert_ok(knap_corpus_open(&path, 1, NULL, NULL, &talk, error));
    knap_material *material = find_bonuses(summarizer, knap_corpus_cluster(talk, 0), bonus);
    const kn_story_line *line = material->story[0].line;
    assert_int_equal(material->story[0].documents, 1);
    assert_true(material->story[0].spoken && bonus[0] > 0);
    for (size_t i = 0; i < SENTENCES; i++)
        assert_close(bonus[i] * line[0].central * (double)line[0].length,
                     bonus[0] * line[i].central * (double)line[i].length, 1e-9);
    knap_material_free(material);
    knap_corpus_close(talk);
    remove(name);
    knap_summarizer_free(summarizer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clusters_of_several_documents_teach_it), cmocka_unit_test(one_document_is_predicted_by_it),
        cmocka_unit_test(it_comes_back), cmocka_unit_test(points_earn_in_single_documents),
        cmocka_unit_test(central_lines_earn_in_conversations)};
    return cmocka_run_group_tests_name("singles", tests, begin, end);
}
