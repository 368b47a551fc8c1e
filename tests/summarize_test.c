/* summarize_test.c - from documents to summaries: features, reward, budgets, offsets, over the sample and, where it is there,
 * all of the shared data. */
#include "check.h"

#include "inner.h"
#include "core/expected.h"
#include "core/instance.h"
#include "core/model.h"
#include "core/walk.h"
#include "summarize/summarizer_use.h"

#include <dirent.h>
#include <unistd.h>

static const char SHARED[] = "../shared/data";

static knap_corpus *open_corpus(const char *path, const knap_cluster ***clusters, size_t *count)
{
    knap_corpus *corpus;
    assert_ok(knap_corpus_open(&path, 1, NULL, NULL, &corpus, error));
    *count = knap_corpus_clusters(corpus);
    *clusters = calloc(*count, sizeof **clusters);
    for (size_t i = 0; i < *count; i++)
        (*clusters)[i] = knap_corpus_cluster(corpus, i);
    return corpus;
}

static knap_summarizer *embedded(void)
{
    knap_summarizer *summarizer;
    assert_ok(knap_summarizer_embedded(NULL, &summarizer, error));
    return summarizer;
}

static knap_material *make(const knap_summarizer *summarizer, const knap_cluster *const *clusters, size_t count,
                           const char *budget)
{
    knap_budget parsed;
    knap_material *material;
    knap_run run = {.jobs = 2};
    assert_ok(knap_budget_parse(budget, &parsed, error));
    assert_ok(knap_material_new(summarizer,
                                &(knap_text_input){.cluster = clusters, .clusters = count, .budget = parsed}, &run,
                                &material, error));
    return material;
}

/* ---- Budgets ---- */

static void budgets_are_read_and_written(void **state)
{
    static const char *const wrong[] = {"",    "b",    "-1",   "1.5",     "665x", "665bb", "nan", "1e99",
                                        "665", "101%", "2.5w", "5 lines", "w5",   "5 s s", " "};
    static const char *const right[][2] = {{"665 b", "665b"},          {"100 words", "100w"}, {"5s", "5s"},
                                           {"1 Sentence", "1s"},       {"10%", "10%"},        {"2.5 %", "2.5%"},
                                           {"600 characters", "600c"}, {"12 percent", "12%"}};
    knap_budget budget;
    knap_error problem;
    char text[32];
    (void)state;
    assert_ok(knap_budget_parse("665b", &budget, error));
    assert_string_equal(knap_budget_format(&budget, text, sizeof text), "665b");
    assert_ok(knap_budget_parse("250w", &budget, error));
    assert_true(budget.amount == 250 && budget.unit == KNAP_WORDS);
    assert_ok(knap_budget_parse("0c", &budget, error));
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        assert_ok(knap_budget_parse(right[i][0], &budget, error));
        assert_string_equal(knap_budget_format(&budget, text, sizeof text), right[i][1]);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(knap_budget_parse(wrong[i], &budget, &problem), KNAP_USAGE);
}

/* ---- Material ---- */

/* Leaves out of a sentence what the item leaves out, the last cut first, and gives the rest its capital. */
static void leave_out(char *text, const knap_candidate *item)
{
    for (size_t i = item->cuts; i-- > 0;)
        memmove(text + item->cut[i].begin, text + item->cut[i].end, strlen(text + item->cut[i].end) + 1);
    if (item->cuts && item->cut[0].begin == 0 && text[0] >= 'a' && text[0] <= 'z')
        text[0] = (char)(text[0] - 32);
}

/* Material in a second language on the same clusters splits their documents otherwise. What the first one points to stays. */
static void materials_in_two_languages_share_clusters(void **state)
{
    const knap_cluster **clusters;
    size_t count, items, unlike = 0;
    knap_corpus *corpus = open_corpus("sample", &clusters, &count);
    knap_summarizer *summarizer = embedded();
    knap_material *first = make(summarizer, clusters, count, "665b"), *second;
    knap_budget budget = {665, KNAP_BYTES, NULL};
    knap_run run = {.jobs = 2};
    (void)state;
    assert_ok(knap_material_new(
        summarizer, &(knap_text_input){.cluster = clusters, .clusters = count, .language = "hi", .budget = budget},
        &run, &second, error));
    for (size_t k = 0; k < count; k++) {
        items = knap_instance_count(knap_data_at(knap_material_data(first), k));
        unlike += knap_material_sentences(first, k) != knap_material_sentences(second, k);
        for (size_t i = 0; i < items; i++) {
            char text[4096];
            knap_candidate item = knap_material_item(first, k, i);
            assert_true(item.sentence->end - item.sentence->begin < sizeof text);
            knap_sentence_text(clusters[k]->document[item.document], item.sentence, text, sizeof text);
            leave_out(text, &item);
            assert_string_equal(text, item.text);
        }
    }
    assert_true(unlike > 0);
    knap_material_free(second);
    knap_material_free(first);
    knap_summarizer_free(summarizer);
    knap_corpus_close(corpus);
    free(clusters);
}

/* ---- Features ---- */

static void centralities_equal_the_dense_matrix(void **state)
{
    const knap_cluster **clusters;
    size_t count;
    knap_corpus *corpus = open_corpus("sample", &clusters, &count);
    knap_summarizer *summarizer = embedded();
    knap_material *material = make(summarizer, clusters, count, "665b");
    (void)state;
    for (size_t k = 0; k < count; k++) {
        const kn_story *story = &material->story[k];
        size_t n = story->lines;
        double *cosine = malloc(n * n * sizeof *cosine), *sum = calloc(n, sizeof *sum), *p = malloc(n * sizeof *p),
               *next = malloc(n * sizeof *next);
        for (size_t i = 0; i < n; i++) {
            double mean = 0;
            for (size_t j = 0; j < n; j++) {
                cosine[i * n + j] = knap_vectors_cosine(story->vectors, i, j);
                sum[i] += cosine[i * n + j];
                mean += i == j ? 0 : cosine[i * n + j] / (double)(n - 1);
            }
            assert_close(story->line[i].similarity, mean, 1e-12);
            p[i] = 1 / (double)n;
        }
        for (int step = 0; step < 300; step++) {
            for (size_t j = 0; j < n; j++) {
                next[j] = 0.15 / (double)n;
                for (size_t i = 0; i < n; i++)
                    next[j] += 0.85 * p[i] * (sum[i] > 0 ? cosine[i * n + j] / sum[i] : 1 / (double)n);
            }
            memcpy(p, next, n * sizeof *p);
        }
        for (size_t i = 0; i < n; i++)
            assert_close(story->line[i].lexrank, p[i] * (double)n, 1e-8);
        free(cosine);
        free(sum);
        free(p);
        free(next);
    }
    knap_material_free(material);
    knap_summarizer_free(summarizer);
    knap_corpus_close(corpus);
    free(clusters);
}

/* Shares are in [0,1]; of each group of indicators exactly one is set. */
static void features_are_what_they_are_called(void **state)
{
    const knap_cluster **clusters;
    size_t count;
    knap_corpus *corpus = open_corpus("sample", &clusters, &count);
    knap_summarizer *summarizer = embedded();
    knap_material *material = make(summarizer, clusters, count, "665b");
    const knap_data *data = knap_material_data(material);
    size_t features = knap_data_feature_count(data);
    (void)state;
    assert_int_equal(features, 41);
    for (size_t k = 0; k < count; k++) {
        const knap_instance *instance = knap_data_at(data, k);
        for (size_t s = 0; s < knap_instance_count(instance); s++) {
            const float *value = knap_instance_features(instance, s);
            knap_candidate candidate = knap_material_item(material, k, s);
            double indicators = 0;
            for (size_t f = 0; f < features; f++) {
                const char *name = knap_data_feature_name(data, f);
                assert_true(value[f] >= 0 && value[f] <= 1);
                if (strchr(name, ':'))
                    indicators += (double)value[f];
                if (strcmp(name, "constant") == 0)
                    assert_true(value[f] == 1);
                if (strcmp(name, "position:1") == 0)
                    assert_int_equal(value[f] == 1, candidate.sentence->story_position == 0);
                if (strcmp(name, "position:later") == 0)
                    assert_int_equal(value[f] == 1, candidate.sentence->story_position >= 5);
            }
            /* position; four measures over the training data; two within the cluster */
            assert_true(indicators == 7);
            assert_true(knap_instance_cost(instance, s) == (double)candidate.length + 1);
            assert_true(candidate.words >= 8);
            assert_false(candidate.sentence->flags & KNAP_SENTENCE_FURNITURE);
        }
    }
    knap_material_free(material);
    knap_summarizer_free(summarizer);
    knap_corpus_close(corpus);
    free(clusters);
}

/* ---- The reward is ROUGE-1 recall ---- */

static double rouge_recall(const knap_cluster *cluster, const char *text, size_t length, int stem)
{
    knap_rouge_options options;
    knap_rouge *rouge;
    knap_rouge_refs *refs;
    knap_rouge_score score[8];
    knap_rouge_segment *segment, *reference[16];
    knap_rouge_text peer, references[16];
    size_t count;
    knap_rouge_options_init(&options);
    options.ngrams = 1;
    options.lcs = 0;
    options.stem = stem;
    assert_ok(knap_rouge_new(&options, NULL, &rouge, error));
    for (size_t r = 0; r < cluster->references; r++) {
        size_t bytes;
        const char *whole = knap_document_text(cluster->reference[r], &bytes);
        assert_ok(knap_rouge_split(KNAP_ROUGE_SPL, whole, bytes, NULL, &reference[r], &references[r].count, error));
        references[r].segment = reference[r];
    }
    assert_ok(knap_rouge_split(KNAP_ROUGE_SPL, text, length, NULL, &segment, &count, error));
    peer = (knap_rouge_text){segment, count};
    assert_ok(knap_rouge_refs_new(rouge, references, cluster->references, &refs, error));
    assert_ok(knap_rouge_refs_score(refs, &peer, score, error));
    knap_rouge_refs_free(refs);
    knap_rouge_segments_free(segment, count, NULL);
    for (size_t r = 0; r < cluster->references; r++)
        knap_rouge_segments_free(reference[r], references[r].count, NULL);
    knap_rouge_free(rouge);
    return score[0].hits / score[0].reference_count;
}

static void check_reward(const char *path, int stem, int reward)
{
    const knap_cluster **clusters;
    size_t count;
    knap_corpus *corpus = open_corpus(path, &clusters, &count);
    knap_summarizer *summarizer = embedded();
    assert_ok(knap_summarizer_set_rouge(summarizer, error));
    summarizer->text.stem = stem;
    summarizer->text.reward = reward;
    knap_material *material = make(summarizer, clusters, count, "1000b");
    knap_packed *packed = calloc(count, sizeof *packed);
    knap_run run = {.jobs = 2};
    static const char *const systems[] = {"random", "lead", "oracle"};
    for (int s = 0; s < 3; s++) {
        knap_model *model;
        assert_ok(knap_system_fit(knap_system_find(systems[s]), NULL, NULL, &run, &model, error));
        assert_ok(knap_pack_all(model, knap_material_data(material), 1, &run, packed, error));
        knap_model_free(model);
        for (size_t k = 0; k < count; k++) {
            char *text;
            size_t length;
            double expected, recall;
            assert_ok(knap_summary_text(material, k, &packed[k].list, KNAP_ORDER_SOURCE, &text, &length, error));
            expected = rouge_recall(clusters[k], text, length, stem);
            if (reward == KNAP_TEXT_ROUGE_1)
                assert_close(packed[k].reward, expected, 1e-12);
            else
                assert_true(fabs(packed[k].reward - expected) > 1e-6); /* of content words alone */
            assert_ok(knap_material_recall(material, k, &packed[k].list, &recall, error));
            assert_close(recall, expected, 1e-12);
            knap_text_free(NULL, text);
        }
        knap_packed_free(packed, count);
    }
    free(packed);
    knap_material_free(material);
    knap_summarizer_free(summarizer);
    knap_corpus_close(corpus);
    free(clusters);
}

static void reward_equals_rouge(void **state)
{
    char path[256];
    (void)state;
    check_reward("sample", 0, KNAP_TEXT_ROUGE_1);
    check_reward("sample", 1, KNAP_TEXT_ROUGE_1);
    check_reward("sample", 0, KNAP_TEXT_CONTENT);
    snprintf(path, sizeof path, "%s/multiling2011/english", SHARED);
    if (access(path, R_OK) == 0)
        check_reward(path, 0, KNAP_TEXT_ROUGE_1);
}

/* ---- Budgets are kept, offsets cut ---- */

/* The bytes of a file. */
static char *slurp(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    char *bytes;
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    *length = (size_t)ftell(file);
    rewind(file);
    bytes = malloc(*length + 1);
    assert_int_equal(fread(bytes, 1, *length, file), *length);
    fclose(file);
    return bytes;
}

/* What the source range of a candidate holds is the sentence, up to white space. Files that are UTF-8 only. */
static void check_offsets(const knap_cluster *cluster, knap_candidate candidate)
{
    const knap_document *document = cluster->document[candidate.document];
    size_t begin, end, length, at = 0;
    char *bytes;
    if (strcmp(knap_document_encoding(document), "UTF-8") != 0 || knap_document_repaired(document) || candidate.cuts)
        return; /* trimmed sentences: see leave_out */
    knap_document_source(document, candidate.sentence->body, candidate.sentence->end, &begin, &end);
    bytes = slurp(knap_document_name(document), &length);
    assert_true(begin < end && end <= length);
    for (size_t i = begin; i < end; i++) {
        if (strchr(" \t\r\n", bytes[i])) {
            if (candidate.text[at] == ' ' && at > 0 && candidate.text[at - 1] != ' ')
                at++;
            continue;
        }
        if (candidate.text[at] == ' ') /* a run of other white space, such as U+00A0, became one space */
            at++;
        if (candidate.text[at] == bytes[i])
            at++;
        else if ((unsigned char)bytes[i] < 0x80)
            fail_msg("%s: bytes %zu to %zu do not hold '%s'", knap_document_name(document), begin, end, candidate.text);
    }
    assert_true(at + 2 >= candidate.length);
    free(bytes);
}

/* Every budget from 1 to 3000 is tried on some cluster, in bytes, words and characters. */
static void check_set(const knap_summarizer *summarizer, const char *path, size_t *next)
{
    static const char units[] = "bwc";
    const knap_cluster **clusters;
    size_t count;
    knap_corpus *corpus = open_corpus(path, &clusters, &count);
    for (int u = 0; u < 3; u++) {
        char budget[8] = {'1', units[u], 0};
        knap_material *material = make(summarizer, clusters, count, budget);
        for (size_t k = 0; k < count; k++) {
            knap_instance *instance = knap_data_at(knap_material_data(material), k);
            knap_list list = {.allocator = NULL};
            for (int round = 0; round < 6; round++, ++*next) {
                double limit = (double)(*next * 7919 % 3000 + 1), words = 0, characters = 0;
                char *text;
                size_t length;
                assert_ok(knap_instance_set_budget(instance, limit, error));
                assert_ok(knap_model_pack(knap_summarizer_model(summarizer), instance, 0, NULL, &list, NULL, error));
                assert_ok(knap_summary_text(material, k, &list, KNAP_ORDER_SOURCE, &text, &length, error));
                for (size_t i = 0; i < length; i++) {
                    characters += ((unsigned char)text[i] & 0xC0) != 0x80;
                    words += !strchr(" \n", text[i]) && (i == 0 || strchr(" \n", text[i - 1]));
                }
                assert_true((units[u] == 'b' ? (double)length : units[u] == 'w' ? words : characters) <= limit);
                for (size_t i = 0; u == 0 && round == 0 && i < list.count; i++)
                    check_offsets(clusters[k], knap_material_item(material, k, list.item[i]));
                knap_text_free(NULL, text);
            }
            knap_list_free(&list);
        }
        knap_material_free(material);
    }
    knap_corpus_close(corpus);
    free(clusters);
}

static void summaries_keep_every_budget(void **state)
{
    static const char *const sets[] = {
        "multiling2011/arabic", "multiling2011/czech",  "multiling2011/english", "multiling2011/french",
        "multiling2011/greek",  "multiling2011/hebrew", "multiling2011/hindi",   "opinosis",
        "fewsum/yelp-test",     "fewsum/amazon-test"};
    knap_summarizer *summarizer = embedded();
    size_t next = 0, absent = 0;
    (void)state;
    check_set(summarizer, "sample", &next);
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        char path[256];
        snprintf(path, sizeof path, "%s/%s", SHARED, sets[i]);
        if (access(path, R_OK) == 0)
            check_set(summarizer, path, &next);
        else
            absent++;
    }
    print_message("%zu summaries checked; %zu of the shared sets absent\n", next, absent);
    knap_summarizer_free(summarizer);
}

/* ---- Training ---- */

static knap_summarizer *train_sample(const knap_cluster *const *clusters, size_t count, size_t jobs)
{
    knap_training_set set = {.train = clusters, .trains = count, .budget = {665, KNAP_BYTES, NULL}};
    knap_text_settings text;
    knap_settings settings;
    knap_summarizer *summarizer;
    knap_run run = {.jobs = jobs};
    knap_text_settings_init(&text);
    knap_settings_init(&settings);
    settings.epochs = 5;
    assert_ok(knap_summarizer_train(&set, &text, &settings, 1, &run, &summarizer, NULL, error));
    return summarizer;
}

static void training_is_the_same_with_any_jobs_and_comes_back(void **state)
{
    char paths[3][32] = {"/tmp/knap-test-XXXXXX", "/tmp/knap-test-XXXXXX", "/tmp/knap-test-XXXXXX"};
    const knap_cluster **clusters;
    size_t count, length[3];
    knap_corpus *corpus = open_corpus("sample", &clusters, &count);
    knap_summarizer *loaded;
    char *bytes[3];
    (void)state;
    for (int i = 0; i < 3; i++)
        close(mkstemp(paths[i]));
    for (size_t jobs = 1; jobs <= 2; jobs++) {
        knap_summarizer *summarizer = train_sample(clusters, count, jobs);
        assert_ok(knap_summarizer_save(summarizer, paths[jobs - 1], error));
        knap_summarizer_free(summarizer);
    }
    assert_ok(knap_summarizer_load(paths[0], NULL, &loaded, error));
    assert_ok(knap_summarizer_save(loaded, paths[2], error));
    for (int i = 0; i < 3; i++) {
        bytes[i] = slurp(paths[i], &length[i]);
        unlink(paths[i]);
    }
    for (int i = 1; i < 3; i++) {
        assert_int_equal(length[i], length[0]);
        assert_memory_equal(bytes[i], bytes[0], length[0]);
    }
    /* the loaded one makes the instances that training saw */
    knap_summarizer *again = train_sample(clusters, count, 1);
    knap_material *a = make(again, clusters, count, "665b"), *b = make(loaded, clusters, count, "665b");
    for (size_t k = 0; k < count; k++) {
        const knap_instance *x = knap_data_at(knap_material_data(a), k), *y = knap_data_at(knap_material_data(b), k);
        assert_int_equal(knap_instance_count(x), knap_instance_count(y));
        assert_memory_equal(x->feature, y->feature, x->count * x->width * sizeof *x->feature);
        assert_memory_equal(x->vector.value, y->vector.value, x->vector.start[x->count] * sizeof *x->vector.value);
    }
    knap_material_free(a);
    knap_material_free(b);
    knap_summarizer_free(again);
    knap_summarizer_free(loaded);
    knap_corpus_close(corpus);
    free(clusters);
    for (int i = 0; i < 3; i++)
        free(bytes[i]);
}

/* Contributions add up to the lead over the mean candidate. */
static void explanations_add_up(void **state)
{
    const knap_cluster **clusters;
    size_t count;
    knap_corpus *corpus = open_corpus("sample", &clusters, &count);
    knap_summarizer *summarizer = embedded();
    const knap_model *model = knap_summarizer_model(summarizer);
    knap_material *material = make(summarizer, clusters, count, "665b");
    const knap_instance *instance = knap_data_at(knap_material_data(material), 0);
    size_t width = knap_model_columns(model), n = knap_instance_count(instance);
    double *score = malloc(n * sizeof *score), *row, mean = 0, sum = 0;
    knap_list list = {.allocator = NULL};
    kn_walk walk = {.allocator = NULL, .jobs = 1};
    (void)state;
    assert_ok(knap_model_pack(model, instance, 0, NULL, &list, score, error));
    row = malloc(list.count * width * sizeof *row);
    assert_ok(knap_model_explain(model, instance, 0, &list, row, error));
    assert_ok(kn_walk_begin(&walk, instance, kn_views_of(knap_model_settings(model)), error));
    kn_walk_score(&walk, kn_policy_weights(kn_model_policy(model), 0));
    for (size_t c = 0; c < walk.candidates; c++)
        mean += walk.score[c] / (double)walk.candidates;
    for (size_t j = 0; j < width; j++)
        sum += row[j];
    assert_close(sum, score[0] - mean, 1e-6);
    kn_walk_free(&walk);
    knap_list_free(&list);
    free(score);
    free(row);
    knap_material_free(material);
    knap_summarizer_free(summarizer);
    knap_corpus_close(corpus);
    free(clusters);
}

/* Material without what a system ignores gives the same lists; its instances have no such parts. */
static void ignored_parts_do_not_matter(void **state)
{
    enum { MOST = 16 };
    const knap_cluster **clusters;
    size_t count, systems = 0;
    knap_corpus *corpus = open_corpus("sample", &clusters, &count);
    knap_summarizer *summarizer = embedded();
    knap_budget budget = {665, KNAP_BYTES, NULL};
    knap_material *full = make(summarizer, clusters, count, "665b");
    (void)state;
    assert_true(count <= MOST);
    for (size_t k = 0; knap_systems()[k]; k++) {
        const knap_system *system = knap_systems()[k];
        knap_text_input input = {.cluster = clusters, .clusters = count, .budget = budget, .ignores = system->ignores};
        knap_material *material;
        knap_model *model;
        knap_packed with[MOST], without[MOST];
        if (system->fit || !system->ignores)
            continue;
        systems++;
        assert_ok(knap_material_new(summarizer, &input, NULL, &material, error));
        assert_int_equal(knap_data_feature_count(knap_material_data(material)) == 0,
                         (system->ignores & KNAP_PART_FEATURES) != 0);
        assert_int_equal(kn_data_expects(knap_material_data(material)), !(system->ignores & KNAP_PART_EXPECTED));
        assert_ok(knap_system_fit(system, NULL, NULL, NULL, &model, error));
        assert_ok(knap_pack_all(model, knap_material_data(full), 3, NULL, with, error));
        assert_ok(knap_pack_all(model, knap_material_data(material), 3, NULL, without, error));
        for (size_t i = 0; i < count; i++)
            if (with[i].list.count != without[i].list.count ||
                memcmp(with[i].list.item, without[i].list.item, with[i].list.count * sizeof(size_t)) != 0)
                fail_msg("%s picks others for cluster %zu", system->name, i);
        knap_packed_free(with, count);
        knap_packed_free(without, count);
        knap_model_free(model);
        knap_material_free(material);
    }
    assert_true(systems >= 12);
    knap_material_free(full);
    knap_summarizer_free(summarizer);
    knap_corpus_close(corpus);
    free(clusters);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(budgets_are_read_and_written),
        cmocka_unit_test(materials_in_two_languages_share_clusters),
        cmocka_unit_test(centralities_equal_the_dense_matrix),
        cmocka_unit_test(features_are_what_they_are_called),
        cmocka_unit_test(reward_equals_rouge),
        cmocka_unit_test(summaries_keep_every_budget),
        cmocka_unit_test(training_is_the_same_with_any_jobs_and_comes_back),
        cmocka_unit_test(explanations_add_up),
        cmocka_unit_test(ignored_parts_do_not_matter),
    };
    return cmocka_run_group_tests_name("summarize", tests, NULL, NULL);
}
