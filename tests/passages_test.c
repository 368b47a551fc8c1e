/* passages_test.c - instances with texts: vectors and scores against the definitions, near-duplicates against brute force, limits,
 * training on texts, and models that are saved and loaded. */
#include "failing.h"
#include "core/instance.h"
#include "passages/worths.h"
#include "inner.h"

#include <unistd.h>

static knap_instance *add_texts(knap_data *data, const char *query, double budget, const char *const *text,
                                size_t count)
{
    knap_instance *instance;
    assert_ok(knap_data_add(data, "x", budget, 0, &instance, error));
    if (query)
        assert_ok(knap_instance_set_query(instance, query, error));
    for (size_t i = 0; i < count; i++) {
        knap_item item = {.cost = 10, .text = text[i]};
        assert_ok(knap_instance_add(instance, &item, error));
    }
    return instance;
}

static knap_completion complete(knap_instance *instance, const knap_passages_settings *settings)
{
    knap_passages *passages;
    knap_completion done;
    assert_ok(knap_passages_new(settings, NULL, NULL, &passages, error));
    assert_ok(knap_passages_complete(passages, instance, &done, error));
    knap_passages_free(passages);
    return done;
}

/* ---- Vectors and scores ---- */

static const char *const BRIDGE[] = {"The bridge cracked in June.", "Engineers repaired the bridge.",
                                     "The school opened a library.", "A library has books and books."};

static void test_vectors_and_scores_are_tf_idf(void **state)
{
    /* stems by hand: the words other than function words, how often, and in how many of the four texts each is */
    double cracked = log(5 / 1.5), bridge = log(5 / 2.5), june = log(5 / 1.5), books = 2 * log(5 / 1.5);
    double library = log(5 / 2.5), engineers = log(5 / 1.5), repaired = log(5 / 1.5);
    double first = sqrt(cracked * cracked + bridge * bridge + june * june);
    double second = sqrt(engineers * engineers + repaired * repaired + bridge * bridge);
    double fourth = sqrt(library * library + books * books);
    knap_data *data;
    knap_completion done;
    (void)state;
    assert_ok(knap_data_new(NULL, &data, error));
    knap_instance *instance = add_texts(data, "When did the bridge crack?", 20, BRIDGE, 4);
    done = complete(instance, NULL);
    assert_int_equal(done.vectors, 4);
    assert_int_equal(done.scores, 4);
    assert_int_equal(done.duplicates, 0);
    assert_close(knap_instance_similarity(instance, 0, 1), bridge * bridge / (first * second), 1e-6);
    assert_close(knap_instance_similarity(instance, 0, 2), 0, 1e-12);
    assert_true(knap_instance_similarity(instance, 2, 3) > 0);
    assert_close(knap_instance_similarity(instance, 2, 3) * fourth,
                 library * library / sqrt(library * library + 2 * june * june), 1e-6);
    /* the query has the words bridge and crack once each */
    double query = sqrt(bridge * bridge + cracked * cracked);
    assert_close(knap_instance_score(instance, 0), (bridge * bridge + cracked * cracked) / (first * query), 1e-6);
    assert_close(knap_instance_score(instance, 1), bridge * bridge / (second * query), 1e-6);
    assert_close(knap_instance_score(instance, 3), 0, 1e-12);
    knap_data_free(data);
}

/* What was read before does not matter: words, also those of other languages, are remembered from instance to instance. */
static void test_instances_do_not_depend_on_those_before(void **state)
{
    static const char *const words[] = {"bridge", "Bridge", "bridges", "2005", "sommes",
                                        "l'eau",  "die",    "Brücken", "most", "cracked"};
    knap_rng rng;
    knap_passages *passages;
    (void)state;
    knap_rng_seed(&rng, 5);
    assert_ok(knap_passages_new(NULL, NULL, NULL, &passages, error));
    for (int round = 0; round < 40; round++) {
        char made[6][200] = {{0}};
        const char *text[6];
        knap_data *data;
        knap_instance *instance[2];
        knap_completion done;
        for (size_t i = 0; i < 6; i++) {
            for (size_t j = 0; j < 12; j++)
                strcat(strcat(made[i], words[knap_rng_below(&rng, sizeof words / sizeof *words)]), " ");
            text[i] = made[i];
        }
        assert_ok(knap_data_new(NULL, &data, error));
        for (size_t k = 0; k < 2; k++)
            instance[k] = add_texts(data, "Which bridges cracked in 2005?", 20, text, 6);
        complete(instance[0], NULL);
        assert_ok(knap_passages_complete(passages, instance[1], &done, error));
        for (size_t i = 0; i < 6; i++) {
            assert_true(knap_instance_score(instance[0], i) == knap_instance_score(instance[1], i));
            for (size_t j = 0; j < 6; j++)
                assert_true(knap_instance_similarity(instance[0], i, j) == knap_instance_similarity(instance[1], i, j));
        }
        knap_data_free(data);
    }
    knap_passages_free(passages);
}

static void test_vector_of_the_query_makes_scores(void **state)
{
    static const double query[] = {3, 4, 0}, vector[][3] = {{6, 8, 0}, {0, 0, 2}, {4, -3, 0}, {1, 0, 0}, {0, 0, 0}};
    static const double cosine[] = {1, 0, 0, 0.6};
    (void)state;
    for (int given = 0; given < 2; given++) {
        knap_data *data;
        knap_instance *instance;
        knap_completion done;
        knap_passages *passages;
        knap_error why;
        assert_ok(knap_data_new(NULL, &data, error));
        assert_ok(knap_passages_new(NULL, NULL, NULL, &passages, error));
        assert_ok(knap_data_add(data, NULL, 9, 1, &instance, error));
        for (size_t s = 0; s < 5; s++)
            assert_ok(
                knap_instance_add(instance, &(knap_item){.cost = 1, .vector = vector[s], .vector_count = 3}, error));
        if (given)
            assert_ok(knap_instance_set_score(instance, 2, 7, error));
        assert_ok(knap_instance_set_query_vector(instance, query, 3, error));
        assert_ok(knap_passages_complete(passages, instance, &done, error));
        assert_int_equal(done.scores, given ? 0 : 4);
        for (size_t s = 0; s < 4 && !given; s++)
            assert_close(knap_instance_score(instance, s), cosine[s], 1e-12);
        assert_true(isnan(knap_instance_score(instance, 4)));
        assert_ok(knap_instance_set_query_vector(instance, query, 2, error));
        if (!given)
            assert_ok(knap_passages_complete(passages, instance, &done, error)); /* there are scores now */
        knap_data_clear(data);
        assert_ok(knap_data_add(data, NULL, 9, 1, &instance, error));
        assert_ok(knap_instance_add(instance, &(knap_item){.cost = 1, .vector = vector[0], .vector_count = 3}, error));
        assert_ok(knap_instance_set_query_vector(instance, query, 2, error));
        assert_int_equal(knap_passages_complete(passages, instance, &done, &why), KNAP_BAD_INPUT);
        assert_non_null(strstr(why.message, "the query's vector has 2 numbers, and those of the items 3"));
        knap_passages_free(passages);
        knap_data_free(data);
    }
}

static void test_what_the_data_give_is_kept(void **state)
{
    knap_data *data;
    double vector[] = {1, 2};
    knap_item item = {.cost = 1, .text = "One vector.", .vector = vector, .vector_count = 2};
    knap_instance *instance;
    knap_completion done;
    (void)state;
    assert_ok(knap_data_new(NULL, &data, error));
    assert_ok(knap_data_add(data, NULL, 3, 0, &instance, error));
    assert_ok(knap_instance_set_query(instance, "vector", error));
    assert_ok(knap_instance_add(instance, &item, error));
    item.text = "Another vector.";
    assert_ok(knap_instance_add(instance, &item, error));
    assert_ok(knap_instance_set_score(instance, 1, 0.25, error));
    done = complete(instance, NULL);
    assert_int_equal(done.vectors + done.scores + done.duplicates, 0);
    assert_close(knap_instance_similarity(instance, 0, 1), 1, 1e-12);
    assert_true(isnan(knap_instance_score(instance, 0)));
    assert_close(knap_instance_score(instance, 1), 0.25, 0);
    knap_data_free(data);
}

/* ---- Near-duplicates ---- */

enum { WORDS = 40, LONGEST = 14 };

/* Words of letters that no language takes for function words or changes: "xaq", "xbq" ... */
static void write_text(const unsigned char *word, size_t count, char *text, size_t size)
{
    size_t used = 0;
    text[0] = 0;
    for (size_t i = 0; i < count; i++)
        used +=
            (size_t)snprintf(text + used, size - used, "%sx%c%cq", i ? " " : "", 'a' + word[i] / 8, 'a' + word[i] % 8);
}

/* Jaccard's similarity of the sets of adjacent words. */
static double jaccard(const unsigned char *a, size_t n, const unsigned char *b, size_t m)
{
    static unsigned char in[2][WORDS][WORDS];
    double both = 0, any = 0;
    memset(in, 0, sizeof in);
    for (size_t i = 0; i + 1 < n; i++)
        in[0][a[i]][a[i + 1]] = 1;
    for (size_t i = 0; i + 1 < m; i++)
        in[1][b[i]][b[i + 1]] = 1;
    for (size_t i = 0; i < WORDS; i++)
        for (size_t j = 0; j < WORDS; j++) {
            both += in[0][i][j] && in[1][i][j];
            any += in[0][i][j] || in[1][i][j];
        }
    return both / any;
}

/* The groups by brute force: each text joins the group of an earlier text that leads one and is alike, or leads a new one. */
static void test_duplicates_against_brute_force(void **state)
{
    enum { N = 60 };
    knap_rng rng;
    size_t repeats = 0;
    (void)state;
    knap_rng_seed(&rng, 1);
    for (int trial = 0; trial < 40; trial++) {
        static unsigned char word[N][LONGEST];
        size_t length[N], several = 0;
        bool leads[N];
        char text[N][LONGEST * 5 + 1];
        const char *texts[N];
        knap_data *data;
        for (size_t s = 0; s < N; s++) {
            size_t like = knap_rng_below(&rng, 2) && s ? knap_rng_below(&rng, s) : N;
            length[s] = like < N ? length[like] : 2 + knap_rng_below(&rng, LONGEST - 1);
            for (size_t i = 0; i < length[s]; i++)
                word[s][i] =
                    like < N && knap_rng_below(&rng, 12) ? word[like][i] : (unsigned char)knap_rng_below(&rng, WORDS);
            write_text(word[s], length[s], text[s], sizeof text[s]);
            texts[s] = text[s];
        }
        assert_ok(knap_data_new(NULL, &data, error));
        knap_instance *instance = add_texts(data, NULL, 50, texts, N);
        complete(instance, NULL);
        for (size_t s = 0; s < N; s++) {
            size_t alike = 0, leader = N, of = knap_instance_duplicate(instance, s);
            for (size_t t = 0; t < s; t++)
                if (leads[t] && jaccard(word[s], length[s], word[t], length[t]) >= 0.5 - 1e-9) {
                    alike++;
                    leader = t;
                }
            leads[s] = alike == 0;
            several += alike > 1;
            /* all costs are equal and there are no scores: the first of a group is kept */
            if (alike == 0)
                assert_int_equal(of, KNAP_NO_ITEM);
            else if (alike == 1)
                assert_int_equal(of, leader);
            else
                assert_true(of < s && leads[of] && jaccard(word[s], length[s], word[of], length[of]) >= 0.5 - 1e-9);
            assert_int_equal(knap_instance_choice(instance, s), alike ? KNAP_CHOICE_BAN : KNAP_CHOICE_FREE);
            repeats += alike > 0;
        }
        knap_data_free(data);
    }
    assert_true(repeats > 100);
}

static void test_the_best_duplicate_is_kept(void **state)
{
    static const char *const text[] = {"The new bridge over the river Orrin opened on Monday to all traffic.",
                                       "The new bridge over the river Orrin opened on Monday to all traffic!",
                                       "the new bridge over the river Orrin opened on Monday to all traffic",
                                       "The new bridge over the river Orrin opened on 12 May to all traffic.",
                                       "The new bridge over the river Orrin opened on 13 May to all traffic.",
                                       "Nothing else is known."};
    static const size_t kept[] = {2, 2, KNAP_NO_ITEM, KNAP_NO_ITEM, KNAP_NO_ITEM, KNAP_NO_ITEM};
    knap_passages_settings settings;
    knap_data *data;
    knap_completion done;
    (void)state;
    knap_passages_init(&settings);
    settings.duplicates = 0.5;
    for (int pinned = 0; pinned < 3; pinned++) {
        assert_ok(knap_data_new(NULL, &data, error));
        knap_instance *instance = add_texts(data, NULL, 50, text, 6);
        assert_ok(knap_instance_set_score(instance, 2, 0.9, error));
        assert_ok(knap_instance_set_score(instance, 1, 0.5, error));
        if (pinned) /* a pinned duplicate is kept, whatever its score; a banned item is nobody's duplicate */
            assert_ok(knap_instance_set_choice(instance, 0, pinned == 1 ? KNAP_CHOICE_PIN : KNAP_CHOICE_BAN, error));
        done = complete(instance, &settings);
        assert_int_equal(done.duplicates, pinned == 2 ? 1 : 2);
        for (size_t s = 0; s < 6; s++) {
            size_t of = kept[s];
            if (pinned == 1 && s < 3)
                of = s == 0 ? KNAP_NO_ITEM : 0;
            if (pinned == 2 && s == 0)
                of = KNAP_NO_ITEM;
            assert_int_equal(knap_instance_duplicate(instance, s), of);
        }
        knap_data_free(data);
    }
    settings.duplicates = 0;
    assert_ok(knap_data_new(NULL, &data, error));
    assert_int_equal(complete(add_texts(data, NULL, 50, text, 6), &settings).duplicates, 0);
    knap_data_free(data);
}

/* ---- Limits ---- */

static void test_limits(void **state)
{
    knap_passages_settings settings;
    knap_data *data;
    (void)state;
    knap_passages_init(&settings);
    settings.min_score = 0.5;
    settings.per_group = 3;
    assert_ok(knap_data_new(NULL, &data, error));
    knap_instance *instance = add_texts(data, NULL, 50, BRIDGE, 4);
    for (size_t s = 0; s < 4; s++) {
        assert_ok(knap_instance_set_group(instance, s, 1 + s / 2, error));
        if (s < 3)
            assert_ok(knap_instance_set_score(instance, s, 0.4 + 0.1 * (double)s, error));
    }
    complete(instance, &settings);
    assert_int_equal(knap_instance_choice(instance, 0), KNAP_CHOICE_BAN);
    for (size_t s = 1; s < 4; s++) /* an item without a score is not below it */
        assert_int_equal(knap_instance_choice(instance, s), KNAP_CHOICE_FREE);
    assert_int_equal(knap_instance_group_limit(instance), 3);
    knap_data_free(data);
}

static void test_wrong_text_is_an_error(void **state)
{
    static const char *const text[] = {"good", "bad \xff byte"};
    knap_data *data;
    knap_passages *passages;
    knap_error why;
    (void)state;
    assert_ok(knap_data_new(NULL, &data, error));
    knap_instance *instance = add_texts(data, NULL, 50, text, 2);
    assert_ok(knap_passages_new(NULL, NULL, NULL, &passages, error));
    assert_int_equal(knap_passages_complete(passages, instance, NULL, &why), KNAP_BAD_INPUT);
    assert_non_null(strstr(why.message, "item 1"));
    knap_passages_free(passages);
    knap_data_free(data);
}

/* ---- Training ---- */

/* Questions about towns: the facts are what happened where; the words of a fact are in several passages. */
static void add_question(knap_data *data, knap_rng *rng, bool answers)
{
    static const char *const fact[] = {"flooded", "elected", "burned", "celebrated", "protested"};
    static const char *const noise[] = {"grey", "quiet", "window", "table", "yellow", "paper", "stone", "garden"};
    knap_instance *instance;
    double one = 1;
    assert_ok(knap_data_add(data, NULL, 30, 0, &instance, error));
    for (size_t i = 0; i < 24; i++) {
        uint32_t which = (uint32_t)knap_rng_below(rng, 5);
        bool says = knap_rng_below(rng, 2);
        char text[200];
        snprintf(text, sizeof text, "The %s town %s near a %s %zu.", noise[knap_rng_below(rng, 8)],
                 says ? fact[which] : noise[knap_rng_below(rng, 8)], noise[knap_rng_below(rng, 8)], i);
        knap_item item = {
            .cost = 6, .text = text, .concept_id = &which, .amount = &one, .concept_count = answers && says ? 1 : 0};
        assert_ok(knap_instance_add(instance, &item, error));
        assert_ok(knap_instance_set_score(instance, i, knap_rng_uniform(rng), error));
    }
    for (uint32_t c = 0; answers && c < 5; c++)
        assert_ok(knap_instance_target(instance, c, 1, error));
    if (answers)
        assert_ok(knap_instance_set_reward(instance, knap_reward_find("coverage"), NULL, error));
}

static knap_data *questions(uint64_t seed, size_t count, bool answers)
{
    knap_rng rng;
    knap_data *data;
    knap_rng_seed(&rng, seed);
    assert_ok(knap_data_new(NULL, &data, error));
    for (size_t i = 0; i < count; i++)
        add_question(data, &rng, answers);
    return data;
}

static double mean_reward(const knap_model *model, knap_data *data)
{
    knap_packed packed[16];
    double sum = 0;
    size_t count = knap_data_count(data);
    assert_ok(knap_model_match(model, data, false, error));
    assert_ok(knap_pack_all(model, data, 1, NULL, packed, error));
    for (size_t i = 0; i < count; i++)
        sum += packed[i].reward;
    knap_packed_free(packed, count);
    return sum / (double)count;
}

/* What a word is worth carries over to new questions, and is nothing that the answers of the test data tell. */
static void test_training_learns_which_words_count(void **state)
{
    knap_data *train = questions(1, 12, true), *test = questions(2, 12, true), *plain = questions(2, 12, false);
    knap_data *other = questions(2, 12, true);
    knap_settings settings;
    knap_model *model, *loaded, *cover, *oracle;
    char path[] = "/tmp/passages_testXXXXXX";
    int file = mkstemp(path);
    double reward;
    (void)state;
    assert_true(file >= 0);
    close(file);
    knap_settings_init(&settings);
    assert_ok(knap_param_parse(knap_param_find(knap_settings_table(), "views"), &settings, "expected", error));
    assert_ok(knap_passages_train(train, NULL, NULL, &settings, 1, NULL, &model, NULL, error));
    assert_ok(knap_passages_complete_all(NULL, model, test, NULL, NULL, error));
    reward = mean_reward(model, test);
    assert_ok(knap_passages_complete_all(NULL, NULL, other, NULL, NULL, error));
    assert_ok(knap_system_fit(knap_system_find("cover"), NULL, NULL, NULL, &cover, error));
    assert_ok(knap_system_fit(knap_system_find("oracle"), NULL, NULL, NULL, &oracle, error));
    print_message("trained %.3f, oracle %.3f, cover %.3f\n", reward, mean_reward(oracle, other),
                  mean_reward(cover, other));
    assert_true(reward > 0.95 * mean_reward(oracle, other));
    assert_true(reward > 1.1 * mean_reward(cover, other));
    /* saved, loaded, and without the answers: the same lists */
    assert_ok(knap_model_save(model, path, error));
    assert_ok(knap_model_load(path, NULL, &loaded, error));
    assert_ok(knap_passages_complete_all(NULL, loaded, plain, NULL, NULL, error));
    assert_ok(knap_model_match(loaded, plain, false, error));
    for (size_t i = 0; i < 12; i++) {
        knap_list one = KNAP_LIST_INIT, two = KNAP_LIST_INIT;
        assert_ok(knap_model_pack(model, knap_data_at(test, i), 1, NULL, &one, NULL, error));
        assert_ok(knap_model_pack(loaded, knap_data_at(plain, i), 1, NULL, &two, NULL, error));
        assert_int_equal(one.count, two.count);
        assert_memory_equal(one.item, two.item, one.count * sizeof *one.item);
        knap_list_free(&one);
        knap_list_free(&two);
    }
    unlink(path);
    knap_model_free(model);
    knap_model_free(loaded);
    knap_model_free(cover);
    knap_model_free(oracle);
    knap_data_free(train);
    knap_data_free(test);
    knap_data_free(plain);
    knap_data_free(other);
}

static void test_damaged_sections_are_refused(void **state)
{
    static const char *const bad[] = {
        "", "words", "words 0 3\n", "words 0 999999999\n", "words 900000000 4\n", "words 0 44\n0x1p+0\n"};
    kn_worth_model model;
    knap_error why;
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(kn_worth_model_read(&model, bad[i], NULL, &why), KNAP_BAD_MODEL);
        assert_non_null(strstr(why.message, "passages"));
    }
}

/* ---- Memory ---- */

static knap_status complete_scenario(const knap_allocator *allocator, void *context)
{
    knap_data *data = NULL;
    knap_instance *instance = NULL;
    knap_passages *passages = NULL;
    knap_status status = knap_data_new(allocator, &data, NULL);
    (void)context;
    if (!status)
        status = knap_data_add(data, "x", 20, 0, &instance, NULL);
    if (!status)
        status = knap_instance_set_query(instance, "bridge", NULL);
    for (size_t i = 0; !status && i < 8; i++) {
        knap_item item = {.cost = 10, .text = BRIDGE[i % 4], .group = i};
        status = knap_instance_add(instance, &item, NULL);
    }
    if (!status)
        status = knap_passages_new(&(knap_passages_settings){.duplicates = 0.7, .per_group = 2}, NULL, allocator,
                                   &passages, NULL);
    if (!status)
        status = knap_passages_complete(passages, instance, NULL, NULL);
    knap_passages_free(passages);
    knap_data_free(data);
    return status;
}

static knap_status add_small_question(knap_data *data, size_t number)
{
    static const double one = 1, feature = 0.5;
    knap_instance *instance;
    knap_status status = knap_data_add(data, NULL, 20, 0, &instance, NULL);
    for (size_t i = 0; !status && i < 5; i++) {
        uint32_t fact = (uint32_t)i % 2;
        knap_item item = {.cost = 10, .text = BRIDGE[(i + number) % 4], .feature = &feature};
        item.concept_id = &fact;
        item.amount = &one;
        item.concept_count = i < 3;
        if (!(status = knap_instance_add(instance, &item, NULL)))
            status = knap_instance_set_score(instance, i, 0.1 * (double)i, NULL);
    }
    for (uint32_t c = 0; !status && c < 2; c++)
        status = knap_instance_target(instance, c, 1, NULL);
    return status ? status : knap_instance_set_reward(instance, knap_reward_find("coverage"), NULL, NULL);
}

static knap_status train_scenario(const knap_allocator *allocator, void *context)
{
    knap_data *data = NULL;
    knap_model *model = NULL;
    knap_passages *passages = NULL;
    knap_run run = {.allocator = allocator, .jobs = 1};
    size_t feature;
    knap_status status = knap_data_new(allocator, &data, NULL);
    if (!status)
        status = knap_data_feature(data, "f", &feature, NULL);
    for (size_t i = 0; !status && i < 3; i++)
        status = add_small_question(data, i);
    if (!status)
        status = knap_passages_train(data, NULL, NULL, context, 1, &run, &model, NULL, NULL);
    if (!status)
        status = knap_passages_new(NULL, model, allocator, &passages, NULL);
    if (!status)
        status = add_small_question(data, 3);
    if (!status)
        status = knap_passages_complete(passages, knap_data_at(data, 3), NULL, NULL);
    knap_passages_free(passages);
    knap_model_free(model);
    knap_data_free(data);
    return status;
}

static void test_every_allocation_may_fail(void **state)
{
    knap_settings settings;
    (void)state;
    assert_true(survives(complete_scenario, NULL) > 30);
    knap_settings_init(&settings);
    settings.epochs = 1;
    assert_ok(knap_param_parse(knap_param_find(knap_settings_table(), "views"), &settings, "expected", error));
    assert_true(survives(train_scenario, &settings) > 100);
}

/* Vectors that no system will look at are not made, and the texts are not read unless near-duplicates are asked for. */
static void ignored_vectors_are_not_made(void **state)
{
    (void)state;
    for (unsigned ignores = 0; ignores <= KNAP_PART_VECTORS; ignores += KNAP_PART_VECTORS)
        for (int duplicates = 0; duplicates < 2; duplicates++) {
            knap_passages_settings settings = {
                .duplicates = duplicates ? 0.7 : 0, .min_score = -1e30, .ignores = ignores};
            knap_data *data;
            knap_instance *instance;
            knap_passages *passages;
            knap_completion done;
            assert_ok(knap_data_new(NULL, &data, error));
            assert_ok(knap_data_add(data, "x", 20, 0, &instance, error));
            for (size_t i = 0; i < 8; i++) {
                knap_item item = {.cost = 10, .text = BRIDGE[i % 4]};
                assert_ok(knap_instance_add(instance, &item, error));
            }
            assert_ok(knap_passages_new(&settings, NULL, NULL, &passages, error));
            assert_ok(knap_passages_complete(passages, instance, &done, error));
            assert_int_equal(done.vectors, ignores ? 0 : 8);
            assert_int_equal(done.duplicates > 0, duplicates);
            knap_passages_free(passages);
            knap_data_free(data);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_vectors_and_scores_are_tf_idf),
                                       cmocka_unit_test(test_vector_of_the_query_makes_scores),
                                       cmocka_unit_test(test_what_the_data_give_is_kept),
                                       cmocka_unit_test(test_duplicates_against_brute_force),
                                       cmocka_unit_test(test_the_best_duplicate_is_kept),
                                       cmocka_unit_test(test_limits),
                                       cmocka_unit_test(test_wrong_text_is_an_error),
                                       cmocka_unit_test(test_training_learns_which_words_count),
                                       cmocka_unit_test(test_damaged_sections_are_refused),
                                       cmocka_unit_test(test_every_allocation_may_fail),
                                       cmocka_unit_test(ignored_vectors_are_not_made),
                                       cmocka_unit_test(test_instances_do_not_depend_on_those_before)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
