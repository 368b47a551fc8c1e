/* summarize_definition_test.c - vectors, quality features, flaws and the words' background against their definitions, counted again. */
#include "failing.h"

#include "inner.h"
#include "core/expected.h"
#include "core/flaws.h"
#include "core/model.h"
#include "summarize/material.h"
#include "summarize/embedded.h"
#include "summarize/word_features.h"
#include "summarize/word_fit.h"

enum { CLUSTERS = 6, BINS = 5 };

static knap_corpus *corpus;
static const knap_cluster *cluster[CLUSTERS];
static knap_summarizer *summarizer;

static int begin(void **state)
{
    const char *path = "sample";
    (void)state;
    if (knap_corpus_open(&path, 1, NULL, NULL, &corpus, NULL) || knap_corpus_clusters(corpus) != CLUSTERS)
        return 1;
    for (size_t i = 0; i < CLUSTERS; i++)
        cluster[i] = knap_corpus_cluster(corpus, i);
    return knap_summarizer_embedded(NULL, &summarizer, NULL) != KNAP_OK ||
           knap_summarizer_set_trim(summarizer, "none", NULL) != KNAP_OK;
}

static int end(void **state)
{
    (void)state;
    knap_summarizer_free(summarizer);
    knap_corpus_close(corpus);
    return 0;
}

static knap_material *material_within(const char *budget, const knap_cluster *const *clusters, size_t count)
{
    knap_text_input input = {.cluster = clusters, .clusters = count, .language = "en"};
    knap_material *material;
    knap_run run = {.jobs = 1};
    assert_ok(knap_budget_parse(budget, &input.budget, error));
    assert_ok(knap_material_new(summarizer, &input, &run, &material, error));
    return material;
}

static knap_material *material_of(const knap_cluster *const *clusters, size_t count)
{
    return material_within("665b", clusters, count);
}

/* ---- Costs and masses ---- */

static size_t count_spaced(const char *text)
{
    size_t count = 0;
    for (size_t i = 0; text[i]; i++)
        count += text[i] != ' ' && (i == 0 || text[i - 1] == ' ');
    return count;
}

/* A sentence costs its words; its characters and one for the line end; its bytes and one. */
static void costs_are_in_the_budgets_unit(void **state)
{
    static const char *const budgets[] = {"100w", "600c", "665b"};
    (void)state;
    for (size_t b = 0; b < 3; b++) {
        knap_material *material = material_within(budgets[b], cluster, 1);
        const knap_instance *instance = knap_data_at(knap_material_data(material), 0);
        for (size_t s = 0; s < knap_instance_count(instance); s++) {
            const char *text = knap_material_item(material, 0, s).text;
            size_t length = strlen(text), characters = 0;
            for (size_t i = 0; i < length; i++)
                characters += ((unsigned char)text[i] & 0xC0) != 0x80;
            assert_true(knap_instance_cost(instance, s) == (double)(b == 0   ? count_spaced(text)
                                                                    : b == 1 ? characters + 1
                                                                             : length + 1));
        }
        knap_material_free(material);
    }
}

/* In material to train on, the mass of an instance is the mean length of its cluster's references in content words, and a bigram is worth
 * the squared share of the documents that have it, if at least two do. */
static void masses_and_bigrams_are_of_the_own_cluster(void **state)
{
    knap_training_set set = {.train = cluster, .trains = CLUSTERS, .language = "en"};
    knap_text_settings text;
    knap_run run = {.jobs = 1};
    knap_summarizer *fitted;
    knap_material *material;
    (void)state;
    knap_text_settings_init(&text);
    assert_ok(knap_budget_parse("665b", &set.budget, error));
    assert_ok(knap_summarizer_fit(&set, &text, &run, &fitted, &material, error));
    for (size_t k = 0; k < CLUSTERS; k++) {
        const kn_story *story = &material->story[k];
        const knap_instance *instance = knap_data_at(knap_material_data(material), k);
        const kn_counts *references = &story->references, *pairs = &story->pairs;
        double words = 0, shared = 0;
        for (size_t i = 0; i < references->start[references->rows]; i++)
            words += story->stop[references->id[i]] ? 0 : references->count[i]; /* the reward is `content` */
        assert_close(instance->mass, words / (double)cluster[k]->references, 1e-12);
        assert_close(instance->reward->whole(instance->reward_context), instance->mass, 1e-12);
        for (uint32_t pair = 0; pair < story->bigram.numbers.count; pair += 5) {
            double documents = 0;
            for (size_t d = 0; d < story->documents; d++) {
                bool has = false;
                for (size_t line = 0; line < story->lines; line++)
                    for (size_t i = pairs->start[line]; i < pairs->start[line + 1]; i++)
                        has |= story->line[line].document == d && pairs->id[i] == pair;
                documents += has;
            }
            documents = documents >= 2 ? documents / (double)story->documents : 0;
            assert_close(kn_worth_of(instance, (uint32_t)story->word.count + pair, 1), documents * documents, 1e-12);
            shared += documents;
        }
        assert_true(shared > 0);
    }
    knap_material_free(material);
    knap_summarizer_free(fitted);
}

/* ---- Vectors ---- */

enum { MOST_STEMS = 2000, MOST_LINES = 200 };

/* How often each line of a story has each stem, counted from the texts. */
typedef struct recount {
    char stem[MOST_STEMS][40];
    size_t stems, lines;
    double times[MOST_LINES][MOST_STEMS];
} recount;

typedef struct line_words {
    recount *counted;
    bool stop;
} line_words;

static int count_word(void *context, const knap_word *word)
{
    line_words *self = context;
    recount *counted = self->counted;
    size_t at = 0;
    if (word->flags & KNAP_WORD_STOP && !self->stop)
        return 0;
    while (at < counted->stems && !(strlen(counted->stem[at]) == word->stem_length &&
                                    memcmp(counted->stem[at], word->stem, word->stem_length) == 0))
        at++;
    if (at == counted->stems) {
        assert_true(counted->stems < MOST_STEMS && word->stem_length < sizeof counted->stem[0]);
        memcpy(counted->stem[counted->stems++], word->stem, word->stem_length);
    }
    counted->times[counted->lines][at]++;
    return 0;
}

/* The cosine of two lines whose words weigh ln((N + 1) / (n + 1/2)), n of the N lines having the word. */
static double recounted_cosine(const recount *counted, size_t a, size_t b)
{
    double dot = 0, squares[2] = {0, 0};
    for (size_t w = 0; w < counted->stems; w++) {
        double having = 0, weight;
        for (size_t i = 0; i < counted->lines; i++)
            having += counted->times[i][w] > 0;
        weight = log(((double)counted->lines + 1) / (having + 0.5));
        dot += weight * weight * counted->times[a][w] * counted->times[b][w];
        squares[0] += weight * weight * counted->times[a][w] * counted->times[a][w];
        squares[1] += weight * weight * counted->times[b][w] * counted->times[b][w];
    }
    return squares[0] > 0 && squares[1] > 0 ? dot / sqrt(squares[0] * squares[1]) : 0;
}

static knap_material *fit_vectors(int idf, bool stop, knap_summarizer **fitted)
{
    knap_training_set set = {.train = cluster, .trains = CLUSTERS, .language = "en", .ignores = KNAP_PART_EXPECTED};
    knap_text_settings text;
    knap_material *material;
    knap_text_settings_init(&text);
    text.idf = idf;
    text.stop = stop;
    assert_ok(knap_budget_parse("665b", &set.budget, error));
    assert_ok(knap_summarizer_fit(&set, &text, NULL, fitted, &material, error));
    assert_false(kn_data_expects(knap_material_data(material)));
    return material;
}

static void words_weigh_by_the_sentences_of_the_cluster(void **state)
{
    recount *counted = calloc(1, sizeof *counted);
    knap_language *language;
    (void)state;
    assert_non_null(counted);
    assert_ok(knap_language_open("en", NULL, &language, error));
    for (int stop = 0; stop < 2; stop++) {
        knap_summarizer *fitted;
        knap_material *material = fit_vectors(KNAP_TEXT_IDF_SENTENCES, stop, &fitted);
        const kn_story *story = &material->story[1];
        memset(counted, 0, sizeof *counted);
        for (; counted->lines < story->lines; counted->lines++) {
            line_words words = {counted, stop};
            const kn_story_line *line = &story->line[counted->lines];
            assert_true(counted->lines < MOST_LINES);
            assert_ok(knap_language_words(language, line->text, line->length, 0, count_word, &words, error));
        }
        for (size_t i = 0; i < story->lines; i++)
            for (size_t j = i; j < story->lines; j += 3)
                assert_close(knap_vectors_cosine(story->vectors, i, j), recounted_cosine(counted, i, j), 1e-12);
        knap_material_free(material);
        knap_summarizer_free(fitted);
    }
    knap_language_close(language);
    free(counted);
}

/* Document frequencies count the words that vectors have: a word that is not counted would weigh most of all. */
static void frequencies_and_vectors_have_the_same_words(void **state)
{
    (void)state;
    for (int stop = 0; stop < 2; stop++) {
        knap_summarizer *fitted;
        knap_material *material = fit_vectors(KNAP_TEXT_IDF_DOCUMENTS, stop, &fitted);
        const uint32_t *column;
        const double *value;
        size_t documents = knap_idf_documents(fitted->idf), with = knap_idf_count(fitted->idf, "the", 3), longest = 0;
        assert_true(stop ? with > documents / 2 : with == 0);
        for (size_t i = 0; i < material->story[0].lines; i++) {
            size_t count = knap_vectors_row(material->story[0].vectors, i, &column, &value);
            longest = count > longest ? count : longest;
            assert_true(count <= material->story[0].line[i].words + 5);
        }
        assert_true(longest > 5);
        knap_material_free(material);
        knap_summarizer_free(fitted);
    }
}

/* The systems of the paper have vectors of their own, in material for them and in no other. */
static void systems_have_their_vectors(void **state)
{
    knap_text_input input = {.cluster = cluster, .clusters = 1, .language = "en"};
    knap_text_settings text;
    knap_material *plain, *same, *own;
    (void)state;
    assert_ok(knap_budget_parse("665b", &input.budget, error));
    assert_ok(knap_material_new(summarizer, &input, NULL, &plain, error));
    input.system = "lexrank";
    assert_ok(knap_material_new(summarizer, &input, NULL, &same, error));
    input.system = "submod";
    assert_ok(knap_material_new(summarizer, &input, NULL, &own, error));
    assert_true(knap_vectors_cosine(plain->story[0].vectors, 0, 1) ==
                knap_vectors_cosine(same->story[0].vectors, 0, 1));
    assert_true(knap_vectors_columns(own->story[0].vectors) > knap_vectors_columns(plain->story[0].vectors));
    knap_material_free(plain);
    knap_material_free(same);
    knap_material_free(own);
    knap_text_settings_init(&text);
    knap_text_settings_for_system(&text, "reader");
    knap_text_settings_for_system(&text, NULL);
    assert_true(text.idf == KNAP_TEXT_IDF_DOCUMENTS && !text.stop);
    knap_text_settings_for_system(&text, "scp");
    assert_true(text.idf == KNAP_TEXT_IDF_SENTENCES && text.stop);
    assert_string_equal(knap_text_preset("conseqopt"), "r=0.9");
    assert_null(knap_text_preset("submod"));
    assert_null(knap_text_preset("scp-swap"));
}

/* ---- The oracle ---- */

/* The first pick of the oracle has the highest F per root of its cost, with the mean length of the references of the cluster, which
 * is not the length that is expected of references in general. */
static void the_oracle_knows_the_length_of_references(void **state)
{
    knap_material *material = material_of(cluster, CLUSTERS);
    knap_model *model;
    knap_packed packed[CLUSTERS];
    (void)state;
    assert_ok(knap_system_fit(knap_system_find("oracle"), NULL, NULL, NULL, &model, error));
    assert_ok(knap_pack_all(model, knap_material_data(material), 0, NULL, packed, error));
    for (size_t k = 0; k < CLUSTERS; k++) {
        const knap_instance *instance = knap_data_at(knap_material_data(material), k);
        double whole = instance->reward->whole(instance->reward_context), best = 0, first = 0;
        assert_true(fabs(whole - instance->mass) > 1e-6);
        for (size_t s = 0; s < knap_instance_count(instance); s++) {
            knap_list one = KNAP_LIST_INIT;
            double recall, f;
            assert_ok(knap_list_push(&one, instance, s, error));
            assert_ok(knap_list_value(instance, &one, &recall, error));
            f = 2 * recall / (1 + kn_item_mass(instance, s) / whole) / sqrt(knap_instance_cost(instance, s));
            best = fmax(best, f);
            first = s == packed[k].list.item[0] ? f : first;
            knap_list_free(&one);
        }
        assert_close(first, best, 1e-12);
    }
    knap_packed_free(packed, CLUSTERS);
    knap_model_free(model);
    knap_material_free(material);
}

/* ---- Quality features ---- */

static int rising(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static size_t feature_named(const kn_quality *quality, const char *name)
{
    char text[64];
    for (size_t i = 0; i < kn_quality_count(quality); i++) {
        kn_quality_name(quality, i, text, sizeof text);
        if (strcmp(text, name) == 0)
            return i;
    }
    fail_msg("no feature is called %s", name);
    return 0;
}

/* The bin of a value is how many of the quantiles are not above it, equal ones included. Pronouns are whole numbers, mostly 0
 * or 1, so that most of them are ties; lengths have some. */
static void values_are_binned_by_quantile(void **state)
{
    static const char *const measures[] = {"length", "pronouns"};
    knap_material *material = material_of(cluster, CLUSTERS);
    kn_quality quality;
    double *all = malloc(4000 * sizeof *all);
    (void)state;
    assert_ok(kn_quality_fit(&quality, BINS, material->story, CLUSTERS, NULL, error));
    for (size_t m = 0; m < 2; m++) {
        size_t count = 0, ties = 0;
        for (size_t k = 0; k < CLUSTERS; k++)
            for (size_t i = 0; i < material->story[k].lines; i++) {
                const kn_story_line *line = &material->story[k].line[i];
                if (line->candidate)
                    all[count++] = (double)(m ? line->pronouns : line->length);
            }
        assert_in_range(count, 100, 4000);
        qsort(all, count, sizeof *all, rising);
        for (size_t k = 0; k < CLUSTERS; k++) {
            const kn_story *story = &material->story[k];
            size_t width = kn_quality_count(&quality), row = 0;
            double *value = malloc(story->lines * width * sizeof *value);
            assert_ok(kn_quality_values(&quality, story, value, error));
            for (size_t i = 0; i < story->lines; i++) {
                double own = (double)(m ? story->line[i].pronouns : story->line[i].length);
                size_t bin = 0;
                if (!story->line[i].candidate)
                    continue;
                for (size_t b = 1; b < BINS; b++) {
                    bin += all[b * count / BINS] <= own;
                    ties += all[b * count / BINS] == own;
                }
                for (size_t b = 0; b < BINS; b++) {
                    char name[64];
                    snprintf(name, sizeof name, "%s:%zu/%d", measures[m], b + 1, (int)BINS);
                    assert_true(value[row * width + feature_named(&quality, name)] == (b == bin));
                }
                assert_close(value[row * width + feature_named(&quality, measures[m])],
                             (own - all[0]) / (all[count - 1] - all[0]), 1e-12);
                row++;
            }
            free(value);
        }
        assert_true(ties > 0);
    }
    free(all);
    knap_material_free(material);
}

/* ---- Sentences that depend on others ---- */

/* A sentence depends on the one before it in its own document; the first of a document depends on nothing that is an item, and so
 * does one whose predecessor is no item. */
static void dependence_ends_with_the_document(void **state)
{
    static const char *const text[] = {"The council of Tarn voted on Monday to close the old bridge over the river.\n"
                                       "But it will keep the narrow footpath beside the water open for the summer.\n"
                                       "Repairs to the stone arches are expected to cost nine million crowns.\n",
                                       "But he said the traders of the lower town had never been asked about it.\n"
                                       "The market square has lost half of its visitors since the first closure.\n"
                                       "Too short.\n"
                                       "He said the shops along the quay would not survive another quiet winter.\n"};
    static const int dependent[] = {0, 1, 0, 1, 0, 1};
    static const size_t on[] = {0, 0, 0, KNAP_NO_ITEM, 0, KNAP_NO_ITEM};
    knap_document *document[2];
    knap_cluster own = {.id = "tarn", .document = document, .documents = 2};
    const knap_cluster *list = &own;
    const knap_instance *instance;
    knap_material *material;
    (void)state;
    for (size_t d = 0; d < 2; d++)
        assert_ok(knap_document_new(d ? "b.txt" : "a.txt", text[d], strlen(text[d]), NULL, NULL, &document[d], error));
    material = material_of(&list, 1);
    instance = knap_data_at(knap_material_data(material), 0);
    assert_int_equal(knap_instance_count(instance), 6);
    for (size_t s = 0; s < 6; s++) {
        uint32_t expected = !dependent[s]           ? KN_NO_SUPPORT
                            : on[s] == KNAP_NO_ITEM ? KN_SUPPORT_OUTSIDE
                                                    : (uint32_t)on[s];
        assert_int_equal(kn_item_support(instance, s), expected);
    }
    knap_material_free(material);
    for (size_t d = 0; d < 2; d++)
        knap_document_free(document[d]);
}

/* ---- What other clusters say of a word ---- */

static int story_has(const kn_story *story, size_t document, const char *word)
{
    for (size_t line = 0; line < story->lines; line++)
        for (size_t i = story->counts.start[line]; i < story->counts.start[line + 1]; i++)
            if ((document == SIZE_MAX || story->line[line].document == document) &&
                strcmp(story->word.name[story->counts.id[i]], word) == 0)
                return 1;
    return 0;
}

static size_t word_feature(const char *name)
{
    for (size_t i = 0; i < KN_WORD_FEATURES; i++)
        if (strcmp(kn_word_feature_names[i], name) == 0)
            return i;
    fail_msg("no feature of a word is called %s", name);
    return 0;
}

/* icf = ln((clusters + 1) / (clusters with the word + 1/2)) / 4 and idf the same over documents, / 7, where the background is of
 * the other clusters alone. A word that a single document has counts as one that none has. */
static void background_leaves_out_the_own_cluster(void **state)
{
    knap_material *material = material_of(cluster, CLUSTERS);
    kn_background background;
    kn_word_table table;
    size_t checked = 0, icf = word_feature("icf"), idf = word_feature("idf");
    (void)state;
    kn_background_begin(&background, NULL);
    for (size_t k = 0; k < CLUSTERS; k++)
        assert_true(kn_background_add(&background, &material->story[k]));
    assert_ok(kn_word_table_make(&table, &material->story[0], &background, 1, error));
    for (size_t row = 0; row < table.count; row += 7) {
        const char *word = material->story[0].word.name[table.word[row]];
        double documents = 0, clusters = 0, own = 0, all = 0;
        for (size_t k = 0; k < CLUSTERS; k++) {
            clusters += k > 0 && story_has(&material->story[k], SIZE_MAX, word);
            for (size_t d = 0; d < material->story[k].documents; d++) {
                int has = story_has(&material->story[k], d, word);
                documents += k > 0 && has;
                own += k == 0 && has;
                all += k > 0;
            }
        }
        if (documents + own < 2)
            documents = clusters = 0;
        checked += clusters > 0;
        assert_close((double)table.feature[row * KN_WORD_FEATURES + icf],
                     log((CLUSTERS - 1 + 1) / (clusters + 0.5)) / 4, 1e-6);
        assert_close((double)table.feature[row * KN_WORD_FEATURES + idf], log((all + 1) / (documents + 0.5)) / 7, 1e-6);
    }
    assert_true(checked > 10);
    kn_word_table_free(&table);
    kn_background_free(&background);
    knap_material_free(material);
}

/* The target of the k-th occurrence of a word is the share of the references that have it at least k times. */
static void targets_are_shares_of_the_references(void **state)
{
    knap_material *material = material_of(cluster, CLUSTERS);
    const kn_story *story = &material->story[0];
    kn_background background;
    kn_word_table table;
    double sum = 0;
    (void)state;
    kn_background_begin(&background, NULL);
    assert_ok(kn_word_table_make(&table, story, &background, 0, error));
    assert_int_equal(table.references, cluster[0]->references);
    for (size_t row = 0; row < table.count; row++)
        for (size_t k = 1; k <= table.times[row]; k++) {
            double have = 0;
            for (size_t r = 0; r < story->references.rows; r++)
                for (size_t i = story->references.start[r]; i < story->references.start[r + 1]; i++)
                    have += story->references.id[i] == table.word[row] && story->references.count[i] >= (double)k;
            assert_close((double)table.target[table.target_start[row] + k - 1], have / (double)cluster[0]->references,
                         1e-6);
            sum += have;
        }
    assert_true(sum > 50);
    kn_word_table_free(&table);
    kn_background_free(&background);
    knap_material_free(material);
}

/* Both tables have the same words in the same order, and the embedded one finds all of its own and no other. */
static void compare_tables(const kn_symbols *file, const kn_symbols *embedded)
{
    assert_int_equal(file->count, embedded->count);
    for (size_t i = 0; i < file->count; i++) {
        char other[256];
        assert_string_equal(file->name[i], embedded->name[i]);
        assert_int_equal(kn_symbols_find(embedded, file->name[i], file->length[i]), i);
        snprintf(other, sizeof other, "%sq", file->name[i]);
        assert_int_equal(kn_symbols_find(embedded, other, strlen(other)), kn_symbols_find(file, other, strlen(other)));
    }
}

static void compare_words(const kn_word_model *file, const kn_word_model *embedded)
{
    const kn_background *a = &file->background, *b = &embedded->background;
    for (size_t fit = 0; fit < KN_WORD_FITS; fit++)
        assert_memory_equal(file->weight[fit], embedded->weight[fit],
                            kn_word_weights(file->indicator.count, fit, fit < 2 ? fit : fit + 1) * sizeof(double));
    assert_memory_equal(file->length, embedded->length, sizeof file->length);
    assert_memory_equal(a->documents, b->documents, a->word.count * sizeof *a->documents);
    assert_memory_equal(a->clusters, b->clusters, a->word.count * sizeof *a->clusters);
    assert_int_equal(a->all_documents, b->all_documents);
    assert_int_equal(a->all_clusters, b->all_clusters);
}

static void compare_surfaces(const kn_surface *file, const kn_surface *embedded)
{
    assert_int_equal(file->kind, embedded->kind);
    assert_memory_equal(file->weight, embedded->weight, kn_surface_weights(file) * sizeof *file->weight);
    assert_memory_equal(&file->reliability, &embedded->reliability, sizeof file->reliability);
    assert_memory_equal(file->quantile, embedded->quantile, sizeof file->quantile);
}

/* The embedded model consists of constants that the build has made of its file: all of them are those that the file has. */
static void the_embedded_model_is_whole(void **state)
{
    knap_summarizer *file, *embedded;
    kn_symbols *ours[KN_EMBEDDED_TABLES], *theirs[KN_EMBEDDED_TABLES];
    char *bytes[2];
    size_t length[2];
    (void)state;
    assert_ok(knap_summarizer_load("models/default.knap", NULL, &file, error));
    assert_ok(knap_summarizer_embedded(NULL, &embedded, error));
    kn_embedded_tables(file, file->idf, ours);
    kn_embedded_tables(embedded, embedded->idf, theirs);
    for (size_t i = 0; i < KN_EMBEDDED_TABLES; i++)
        compare_tables(ours[i], theirs[i]);
    compare_words(&file->words, &embedded->words);
    compare_words(&file->single, &embedded->single);
    compare_surfaces(&file->standalone, &embedded->standalone);
    compare_surfaces(&file->style, &embedded->style);
    assert_int_equal(file->idf->documents, embedded->idf->documents);
    assert_memory_equal(file->idf->count, embedded->idf->count, file->idf->stems.count * sizeof *file->idf->count);
    assert_memory_equal(&file->quality, &embedded->quality, sizeof file->quality);
    assert_ok(knap_model_write(file->model, &bytes[0], &length[0], error));
    assert_ok(knap_model_write(embedded->model, &bytes[1], &length[1], error));
    assert_int_equal(length[0], length[1]);
    assert_memory_equal(bytes[0], bytes[1], length[0]);
    for (size_t i = 0; i < 2; i++)
        knap_text_free(NULL, bytes[i]);
    knap_summarizer_free(file);
    /* a section of the embedded model can be replaced */
    assert_ok(knap_model_set_section(embedded->model, "style", "other\n", 6, error));
    assert_string_equal(knap_model_section(embedded->model, "style", NULL), "other\n");
    knap_summarizer_free(embedded);
}

static knap_status open_embedded(const knap_allocator *allocator, void *context)
{
    knap_summarizer *embedded;
    knap_status status = knap_summarizer_embedded(allocator, &embedded, NULL);
    (void)context;
    knap_summarizer_free(embedded);
    return status;
}

static void the_embedded_model_survives_failures(void **state)
{
    (void)state;
    assert_true(survives(open_embedded, NULL) > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(costs_are_in_the_budgets_unit),
        cmocka_unit_test(masses_and_bigrams_are_of_the_own_cluster),
        cmocka_unit_test(words_weigh_by_the_sentences_of_the_cluster),
        cmocka_unit_test(frequencies_and_vectors_have_the_same_words),
        cmocka_unit_test(systems_have_their_vectors),
        cmocka_unit_test(the_oracle_knows_the_length_of_references),
        cmocka_unit_test(targets_are_shares_of_the_references),
        cmocka_unit_test(values_are_binned_by_quantile),
        cmocka_unit_test(dependence_ends_with_the_document),
        cmocka_unit_test(background_leaves_out_the_own_cluster),
        cmocka_unit_test(the_embedded_model_is_whole),
        cmocka_unit_test(the_embedded_model_survives_failures),
    };
    return cmocka_run_group_tests_name("summarize definition", tests, begin, end);
}
