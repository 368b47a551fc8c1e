/* words_test.c - the word model: its gradient against differences, its predictions of a cluster without
 * that cluster's references, its file. */
#include "check.h"

#include "inner.h"
#include "summarize/flaws.h"
#include "summarize/centrality.h"
#include "summarize/stories.h"
#include "summarize/story_read.h"
#include "summarize/word_fit.h"
#include "summarize/word_model.h"

typedef struct reading {
    knap_corpus *corpus;
    const knap_cluster **cluster;
    kn_stories stories;
    kn_story *story; /* those of `stories` */
    size_t count;
} reading;

static reading read_sample(void)
{
    const char *path = "sample";
    reading made;
    knap_text_settings settings;
    knap_run run = {.jobs = 2};
    knap_text_settings_init(&settings);
    assert_ok(knap_corpus_open(&path, 1, NULL, NULL, &made.corpus, error));
    made.count = knap_corpus_clusters(made.corpus);
    made.cluster = calloc(made.count, sizeof *made.cluster);
    for (size_t i = 0; i < made.count; i++)
        made.cluster[i] = knap_corpus_cluster(made.corpus, i);
    kn_reading what = {.cluster = made.cluster, .count = made.count, .language = "en", .settings = &settings};
    assert_ok(kn_stories_read(&made.stories, &what, &run, error));
    assert_ok(kn_stories_weigh(&made.stories, NULL, "", &run, error));
    assert_ok(kn_stories_rank(&made.stories, &run, error));
    made.story = made.stories.story;
    assert_true(made.count >= 2);
    return made;
}

static void free_reading(reading *made)
{
    kn_stories_free(&made->stories);
    free(made->cluster);
    knap_corpus_close(made->corpus);
}

/* Reads the only cluster of `clusters` into a story. */
static kn_story read_only(const knap_cluster *const *clusters, const char *language, const knap_text_settings *settings)
{
    kn_tools tools;
    kn_story story = {.leads = true};
    assert_ok(kn_tools_open(&tools, language, settings, NULL, NULL, error));
    assert_ok(kn_story_read(&story, clusters[0], &tools, NULL, settings, false, NULL, error));
    assert_ok(kn_story_weigh(&story, NULL, error));
    assert_ok(kn_story_centrality(&story, error));
    kn_tools_close(&tools);
    return story;
}

static void gradient_equals_differences(void **state)
{
    static const size_t low[] = {1, 2, 3}, high[] = {1, 2, 12};
    enum { INDICATORS = 3 };
    reading sample = read_sample();
    kn_background background;
    kn_word_table *table = calloc(sample.count, sizeof *table);
    uint32_t **own = calloc(sample.count, sizeof *own);
    unsigned char *fold = calloc(sample.count, 1);
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 1);
    kn_background_begin(&background, NULL);
    for (size_t i = 0; i < sample.count; i++)
        assert_true(kn_background_add(&background, &sample.story[i]));
    for (size_t i = 0; i < sample.count; i++) {
        assert_ok(kn_word_table_make(&table[i], &sample.story[i], &background, 1, error));
        own[i] = calloc(table[i].count, sizeof **own);
        for (size_t row = 0; row < table[i].count; row++)
            own[i][row] = row % 4 < INDICATORS ? (uint32_t)(row % 4) : KN_NO_SYMBOL;
        fold[i] = (unsigned char)i;
    }
    for (size_t fit = 0; fit < 3; fit++) {
        kn_word_problem problem = {.table = table,
                                   .own = (const uint32_t *const *)own,
                                   .fold = fold,
                                   .tables = sample.count,
                                   .indicators = INDICATORS,
                                   .low = low[fit],
                                   .high = high[fit],
                                   .l2 = 2,
                                   .left_out = 0};
        size_t size = kn_word_weights(INDICATORS, low[fit], high[fit]);
        kn_word_rows rows;
        double *weight = calloc(size, sizeof *weight), *gradient = calloc(size, sizeof *gradient),
               *unused = calloc(size, sizeof *unused);
        for (size_t i = 0; i < size; i++)
            weight[i] = 0.3 * knap_rng_normal(&rng);
        assert_true(kn_word_rows_make(&rows, &problem, NULL));
        kn_word_loss(&rows, weight, gradient);
        for (size_t i = 0; i < size; i++) {
            double kept = weight[i], up, down, h = 1e-5;
            weight[i] = kept + h;
            up = kn_word_loss(&rows, weight, unused);
            weight[i] = kept - h;
            down = kn_word_loss(&rows, weight, unused);
            weight[i] = kept;
            assert_close(gradient[i], (up - down) / (2 * h), 1e-5);
        }
        kn_word_rows_free(&rows, NULL);
        free(weight);
        free(gradient);
        free(unused);
    }
    for (size_t i = 0; i < sample.count; i++) {
        kn_word_table_free(&table[i]);
        free(own[i]);
    }
    free(table);
    free(own);
    free(fold);
    kn_background_free(&background);
    free_reading(&sample);
}

/* Fits, returns the worths expected of story 0's words, and frees all else. */
static kn_predictions fit_first(reading *sample, size_t jobs, kn_word_model *model)
{
    knap_run run = {.jobs = jobs};
    kn_predictions *prediction = calloc(sample->count, sizeof *prediction), first;
    knap_text_settings settings;
    knap_text_settings_init(&settings);
    assert_ok(kn_word_model_fit(model, &settings, sample->story, sample->count, prediction, &run, error));
    for (size_t i = 1; i < sample->count; i++)
        kn_predictions_free(&prediction[i]);
    first = prediction[0];
    free(prediction);
    return first;
}

static bool same(const kn_predictions *a, const kn_predictions *b)
{
    return a->words == b->words && memcmp(a->start, b->start, (a->words + 1) * sizeof *a->start) == 0 &&
           memcmp(a->q, b->q, a->start[a->words] * sizeof *a->q) == 0;
}

static void forget_references(kn_story *story)
{
    for (size_t i = 0; i < story->references.start[story->references.rows]; i++)
        story->references.count[i] = 0;
}

/* What is expected of a cluster for training never sees its own references, and does see those of others. */
static void expectations_are_out_of_fold(void **state)
{
    reading sample = read_sample();
    kn_word_model model;
    kn_predictions before, again, blind, other;
    (void)state;
    before = fit_first(&sample, 1, &model);
    kn_word_model_free(&model);
    again = fit_first(&sample, 3, &model);
    kn_word_model_free(&model);
    assert_true(same(&before, &again));
    for (size_t w = 0; w < before.words; w++)
        for (size_t k = before.start[w]; k < before.start[w + 1]; k++) {
            assert_true(before.q[k] >= 0 && before.q[k] <= 1);
            assert_true(k == before.start[w] || before.q[k] <= before.q[k - 1]);
        }
    forget_references(&sample.story[0]);
    blind = fit_first(&sample, 1, &model);
    kn_word_model_free(&model);
    assert_true(same(&before, &blind));
    forget_references(&sample.story[1]);
    other = fit_first(&sample, 1, &model);
    kn_word_model_free(&model);
    assert_false(same(&before, &other));
    kn_predictions_free(&before);
    kn_predictions_free(&again);
    kn_predictions_free(&blind);
    kn_predictions_free(&other);
    free_reading(&sample);
}

/* What is read is what was written, and expects the same; every damaged file is refused. */
static void files_come_back(void **state)
{
    reading sample = read_sample();
    kn_word_model model, loaded;
    kn_text text = {.allocator = NULL}, again = {.allocator = NULL};
    knap_run run = {.jobs = 1};
    kn_predictions first = fit_first(&sample, 1, &model), a, b;
    (void)state;
    kn_word_model_write(&model, &text);
    assert_ok(kn_word_model_read(&loaded, text.bytes, "m", NULL, error));
    kn_word_model_write(&loaded, &again);
    assert_string_equal(text.bytes, again.bytes);
    assert_ok(kn_word_model_predict(&model, NULL, sample.story, 1, &a, &run, error));
    assert_ok(kn_word_model_predict(&loaded, NULL, sample.story, 1, &b, &run, error));
    assert_true(same(&a, &b));
    kn_word_model_free(&loaded);
    for (size_t cut = 0; cut < text.length; cut += 1 + text.length / 200) {
        char kept = text.bytes[cut];
        text.bytes[cut] = 0;
        assert_int_equal(kn_word_model_read(&loaded, text.bytes, "m", NULL, NULL), KNAP_BAD_MODEL);
        text.bytes[cut] = kept;
    }
    kn_predictions_free(&a);
    kn_predictions_free(&b);
    kn_predictions_free(&first);
    kn_word_model_free(&model);
    kn_text_free(&text);
    kn_text_free(&again);
    free_reading(&sample);
}

/* Rows are numbers of a sensible size, tokens are those counted, and function words are known. */
static void features_are_of_one_size(void **state)
{
    reading sample = read_sample();
    kn_background background;
    (void)state;
    kn_background_begin(&background, NULL);
    for (size_t i = 0; i < sample.count; i++)
        assert_true(kn_background_add(&background, &sample.story[i]));
    for (size_t i = 0; i < sample.count; i++) {
        const kn_story *story = &sample.story[i];
        size_t the = 0;
        kn_word_table table;
        assert_ok(kn_word_table_make(&table, story, &background, 1, error));
        while (the < story->word.count && strcmp(story->word.name[the], "the") != 0)
            the++;
        assert_true(the < story->word.count && story->stop[the]);
        for (size_t j = 0; j < table.count * KN_WORD_FEATURES; j++)
            assert_true(fabs((double)table.feature[j]) < 15);
        for (size_t line = 0; line < story->lines; line++) {
            double words = 0;
            for (size_t j = story->counts.start[line]; j < story->counts.start[line + 1]; j++)
                words += story->counts.count[j];
            assert_true(words == (double)(story->tokens.start[line + 1] - story->tokens.start[line]));
        }
        kn_word_table_free(&table);
    }
    kn_background_free(&background);
    free_reading(&sample);
}

/* A model that does not look at a group of features has no weights for them, and expects the same of
 * tables that have them. */
static void groups_are_left_out(void **state)
{
    reading sample = read_sample();
    knap_text_settings settings;
    knap_run run = {.jobs = 1};
    kn_predictions *prediction = calloc(sample.count, sizeof *prediction);
    kn_word_model model;
    size_t lead = 0, used = 0;
    (void)state;
    while (strcmp(kn_word_feature_names[lead], "lead") != 0)
        lead++;
    knap_text_settings_init(&settings);
    assert_ok(knap_param_parse(knap_param_find(knap_text_settings_table(), "words"), &settings, "lead", error));
    assert_ok(kn_word_model_fit(&model, &settings, sample.story, sample.count, prediction, &run, error));
    assert_int_equal(model.indicator.count, 0);
    for (size_t i = 0; i < 2 * KN_WORD_FEATURES; i++) {
        used += model.weight[0][i] != 0;
        if (i != 0 && (i < lead || i >= lead + 8))
            assert_true(model.weight[0][i] == 0);
    }
    assert_true(used > 5);
    for (size_t i = 0; i < sample.count; i++)
        kn_predictions_free(&prediction[i]);
    free(prediction);
    kn_word_model_free(&model);
    free_reading(&sample);
}

/* A headline is no line of the story, and its words are known to be in it. */
static void headlines_are_seen(void **state)
{
    static const char text[] =
        "Ferry pier closes\n\nThe council of Port Averill voted on Monday to close the old pier.\n\n"
        "Divers had found that eleven of the forty wooden piles were hollow and weak.\n";
    knap_document *document;
    knap_cluster cluster = {"one", &document, NULL, 1, 0};
    const knap_cluster *clusters[] = {&cluster};
    knap_text_settings settings;
    kn_story story;
    kn_background background;
    kn_word_table table;
    size_t title = 0, found = 0;
    (void)state;
    while (strcmp(kn_word_feature_names[title], "title>=1") != 0)
        title++;
    knap_text_settings_init(&settings);
    kn_background_begin(&background, NULL);
    assert_ok(knap_document_new("a", text, strlen(text), NULL, NULL, &document, error));
    story = read_only(clusters, "en", &settings);
    assert_ok(kn_word_table_make(&table, &story, &background, 0, error));
    assert_int_equal(story.lines, 2);
    for (size_t row = 0; row < table.count; row++)
        if (table.feature[row * KN_WORD_FEATURES + title] > 0) {
            assert_string_equal(story.word.name[table.word[row]], "pier");
            found++;
        }
    assert_int_equal(found, 1); /* "ferry" and "closes" are in no sentence, so nothing is expected of them */
    kn_word_table_free(&table);
    kn_background_free(&background);
    kn_story_free(&story);
    knap_document_free(document);
}

/* Reads a text as the one document of a cluster; free both. */
static kn_story read_story(const char *text, const char *language, unsigned filter, knap_document **document)
{
    static knap_cluster cluster = {"one", NULL, NULL, 1, 0};
    const knap_cluster *clusters[] = {&cluster};
    knap_text_settings settings;
    knap_text_settings_init(&settings);
    settings.filter = filter;
    assert_ok(knap_document_new("a", text, strlen(text), NULL, NULL, document, error));
    cluster.document = document;
    return read_only(clusters, language, &settings);
}

static size_t candidates(const char *text, unsigned filter)
{
    knap_document *document;
    kn_story story = read_story(text, "en", filter, &document);
    size_t count = 0;
    for (size_t i = 0; i < story.lines; i++)
        count += story.line[i].candidate != 0;
    kn_story_free(&story);
    knap_document_free(document);
    return count;
}

/* Questions and dependent sentences are left out, but not where a third of all lines say I or you. */
static void what_leans_is_left_out(void **state)
{
    static const char news[] = "The council of Port Averill voted on Monday to close the old ferry pier.\n"
                               "But it will open again for all passengers in the early spring of next year.\n"
                               "Divers had found that eleven of the forty wooden piles were hollow and weak.\n"
                               "Why did nobody look at the piles in all of the years before this one?\n"
                               "Ferry passengers will board at the Customs House while the pier is closed.\n"
                               "Repairs will cost about two million crowns and take until the spring, officials say.\n";
    static const char review[] = "It works well and the battery lasts for a very long time each day.\n"
                                 "They sent me the wrong size of the cable with it the very first time.\n"
                                 "The screen is bright and clear and easy to read even in the sun.\n";
    (void)state;
    assert_int_equal(candidates(news, 0), 6);
    assert_int_equal(candidates(news, KN_FLAW_QUESTION | KN_FLAW_DEPENDENT), 4);
    assert_int_equal(candidates(news, KN_FLAW_QUESTION), 5);
    assert_int_equal(candidates("If he had voted, the pier would have been open all winter.\n"
                                "In their view the wooden piles are as good as they ever were.\n"
                                "In our view the wooden piles are as good as they were in May.\n"
                                "In the view of the port the wooden piles are as good as new.\n"
                                "(Two of the piles had been sold to the museum by mistake in May.)\n"
                                "\"There are forty piles under the pier in this harbour,\" he said.\n"
                                "\"There are nine piles beside the pier in this harbour,\" the mayor said.\n"
                                "If divers are right, eleven of the forty piles are hollow and weak.\n"
                                "Ferry passengers will board at the Customs House until the spring.\n"
                                "Repairs will cost about two million crowns and take until the spring.\n",
                                KN_FLAW_DEPENDENT),
                     6);
    assert_int_equal(candidates(review, 0), 3);
    assert_int_equal(candidates(review, KN_FLAW_DEPENDENT), 3);
}

/* Each kind is marked in its language, and kinds that a source has throughout are not. */
static void flaws_are_marked(void **state)
{
    static const struct {
        const char *language, *text;
        unsigned flaws[5];
    } table[] = {
        {"en",
         "The old ferry pier is closed for the winter.\nSo it will stay.\nWho knew of it before the divers came?\n"
         "\"Nobody here asked for a new pier?\"\nOfficials say repairs begin in the early spring.",
         {0, KN_FLAW_DEPENDENT, KN_FLAW_QUESTION, KN_FLAW_QUESTION, 0}},
        {"en",
         "ALL FERRIES WERE STOPPED AT NOON ON MONDAY.\nThe old pier is closed for the winter\nThe divers came back.\n"
         "Repairs begin in the spring.\nThe port pays for it.",
         {KN_FLAW_CAPITALS, KN_FLAW_FRAGMENT, 0, 0, 0}},
        {"en",
         "The old pier is closed for the winter of this year\n\nThe divers came back to the harbour on Monday\n\n"
         "Repairs of the pier will begin in the spring\n\nThe port will pay for all of the repairs\n\nThe council met.",
         {KN_FLAW_FRAGMENT, KN_FLAW_FRAGMENT, KN_FLAW_FRAGMENT, KN_FLAW_FRAGMENT, 0}},
        {"en",
         "The old pier is closed for the winter of this year\n\nThe divers came back to the harbour on Monday\n\n"
         "Repairs of the pier will begin in the spring\n\nThe port will pay for all of the repairs\n\nThe council met",
         {0, 0, 0, 0, 0}},
        {"en",
         "It was closed when we came.\nThey told us on Monday.\nThe port pays for it.\nRepairs begin in spring.\n"
         "The council met.",
         {0, 0, 0, 0, 0}},
        {"fr",
         "Le vieux port est fermé pour tout l'hiver.\nCependant le conseil paiera.\nQui le savait avant lundi ?\n"
         "Les travaux commencent au printemps.\nLa ville a voté.",
         {0, KN_FLAW_DEPENDENT, KN_FLAW_QUESTION, 0, 0}},
        {"el",
         "Το παλιό λιμάνι έκλεισε τη Δευτέρα.\nΩστόσο το συμβούλιο θα πληρώσει.\nΠοιος το ήξερε πριν;\n"
         "Τα έργα αρχίζουν την άνοιξη.\nΗ πόλη ψήφισε.",
         {0, KN_FLAW_DEPENDENT, KN_FLAW_FRAGMENT | KN_FLAW_QUESTION, 0, 0}},
        {"cs",
         "Starý přístav je na zimu zavřený.\nPřesto rada zaplatí.\nKdo to věděl před pondělím?\n"
         "Práce začnou na jaře.\nMěsto hlasovalo.",
         {0, KN_FLAW_DEPENDENT, KN_FLAW_QUESTION, 0, 0}},
        {"ar",
         "أغلق الميناء القديم يوم الاثنين.\nلكن المجلس سيدفع.\nمن كان يعلم؟\nتبدأ الأعمال في الربيع.\nصوتت المدينة.",
         {0, KN_FLAW_DEPENDENT, KN_FLAW_QUESTION, 0, 0}},
        {"he",
         "הנמל הישן נסגר ביום שני.\nאבל המועצה תשלם.\nמי ידע על כך?\nהעבודות יתחילו באביב.\nהעיר הצביעה.",
         {0, KN_FLAW_DEPENDENT, KN_FLAW_QUESTION, 0, 0}},
        {"hi",
         "पुराना बंदरगाह सोमवार को बंद हुआ।\nलेकिन परिषद पैसा देगी।\nयह किसने सोचा था?\nकाम वसंत में शुरू होगा।\nशहर ने मतदान किया।\n"
         "मेयर ने बात की।\nनगर खुश है।\nलोग आए।\nबारिश हुई।",
         {0, KN_FLAW_DEPENDENT, KN_FLAW_DEPENDENT | KN_FLAW_QUESTION, 0, 0}},
    };
    (void)state;
    for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
        knap_document *document;
        kn_story story = read_story(table[k].text, table[k].language, 0, &document);
        for (size_t i = 0; i < 5; i++)
            if (i >= story.lines || story.line[i].flaws != table[k].flaws[i])
                fail_msg("%s text %zu: line %zu has the flaws %x, not %x", table[k].language, k, i,
                         i < story.lines ? story.line[i].flaws : 0, table[k].flaws[i]);
        kn_story_free(&story);
        knap_document_free(document);
    }
}

/* Cross-validation is the same with any number of threads, and its F is in [0,1]. */
static void tuning_is_the_same_with_any_jobs(void **state)
{
    const char *path = "sample";
    knap_corpus *corpus;
    const knap_cluster *cluster[16];
    knap_training_set set = {.train = cluster, .language = "en", .budget = {100, KNAP_WORDS}};
    knap_settings settings[2];
    knap_text_settings text;
    double mean[2][2];
    knap_run run = {.jobs = 1};
    knap_error problem;
    (void)state;
    knap_text_settings_init(&text);
    assert_ok(knap_corpus_open(&path, 1, NULL, NULL, &corpus, error));
    for (; set.trains < knap_corpus_clusters(corpus); set.trains++)
        cluster[set.trains] = knap_corpus_cluster(corpus, set.trains);
    for (int i = 0; i < 2; i++) {
        knap_settings_init(&settings[i]);
        settings[i].epochs = 2;
        settings[i].views = i ? 0x30 : 0x0f;
        settings[i].decode = i;
    }
    for (int i = 0; i < 2; i++) {
        run.jobs = i ? 3 : 1;
        assert_ok(knap_summarizer_tune(&set, &text, settings, 2, 3, &run, mean[i], error));
    }
    assert_memory_equal(mean[0], mean[1], sizeof mean[0]);
    assert_true(mean[0][0] > 0.2 && mean[0][0] < 1 && mean[0][1] > 0.2 && mean[0][1] < 1);
    assert_int_equal(knap_summarizer_tune(&set, &text, settings, 2, 1, &run, mean[0], &problem), KNAP_USAGE);
    knap_corpus_close(corpus);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(gradient_equals_differences),
                                       cmocka_unit_test(expectations_are_out_of_fold),
                                       cmocka_unit_test(files_come_back),
                                       cmocka_unit_test(features_are_of_one_size),
                                       cmocka_unit_test(groups_are_left_out),
                                       cmocka_unit_test(headlines_are_seen),
                                       cmocka_unit_test(what_leans_is_left_out),
                                       cmocka_unit_test(flaws_are_marked),
                                       cmocka_unit_test(tuning_is_the_same_with_any_jobs)};
    return cmocka_run_group_tests_name("words", tests, NULL, NULL);
}
