/* surface_test.c - the models of a sentence's surface: self-containedness tells first sentences from later ones on stories that it
 * has not seen, style those of references from those of documents; the scores of a story, and the reliability, are those of
 * models that were fitted without the story; the lines of a model file. */
#include "failing.h"
#include "stories.h"

#include "summarize/surface.h"

enum { STORIES = 4, DOCUMENTS = 4, SENTENCES = 5, LINES = DOCUMENTS * SENTENCES, MOST_TEXT = 4096, MOST_LINES = 2048 };

/* ---- Raw scores ---- */

static const double RANGE = 64;

/* With quantiles on a line from -RANGE to RANGE a share is (score + RANGE) / (2 RANGE). */
static void make_linear(kn_surface *model)
{
    for (size_t i = 0; i < KN_SURFACE_QUANTILES; i++)
        model->quantile[i] = RANGE * (2 * (double)i / (KN_SURFACE_QUANTILES - 1) - 1);
}

/* The scores of all lines of a story by a linear model; first sentences are scored as if they were later ones. */
static void score_lines(const kn_surface *model, kn_story *story, double *score)
{
    const knap_sentence **own = calloc(story->lines, sizeof *own);
    knap_sentence *copy = calloc(story->lines, sizeof *copy);
    assert_true(own && copy);
    for (size_t i = 0; i < story->lines; i++) {
        own[i] = story->line[i].sentence;
        copy[i] = *own[i];
        copy[i].story_position = 1;
        story->line[i].sentence = &copy[i];
    }
    assert_ok(kn_surface_score((const kn_surface *const[]){model}, 1, story, error));
    for (size_t i = 0; i < story->lines; i++) {
        story->line[i].sentence = own[i];
        score[i] = (story->line[i].standalone * 2 - 1) * RANGE;
        assert_true(fabs(score[i]) < RANGE);
    }
    free(own);
    free(copy);
}

/* How often a first sentence has a higher score than a later one by more than `margin`; what is within counts `tie`. */
static double area(const double *score, const bool *first, size_t count, double margin, double tie)
{
    double above = 0, pairs = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count; j++)
            if (first[i] && !first[j]) {
                above += score[i] > score[j] + margin ? 1 : score[i] >= score[j] - margin ? tie : 0;
                pairs++;
            }
    return above / pairs;
}

static bool is_first(const kn_story_line *line)
{
    return line->sentence->story_position == 0;
}

/* ---- The sample ---- */

/* Each cluster scored by a model of the five others. */
static void unseen_first_sentences_are_told(void **state)
{
    const char *path = "sample";
    const knap_cluster *cluster[OWN_STORIES];
    knap_corpus *corpus;
    knap_run run = {.jobs = 1};
    static double score[MOST_LINES];
    static bool first[MOST_LINES];
    size_t clusters, lines = 0;
    double found;
    (void)state;
    assert_ok(knap_corpus_open(&path, 1, NULL, NULL, &corpus, error));
    clusters = knap_corpus_clusters(corpus);
    for (size_t held = 0; held < clusters; held++) {
        kn_stories stories;
        kn_surface model;
        for (size_t i = 0; i < clusters; i++)
            cluster[i] = knap_corpus_cluster(corpus, (held + 1 + i) % clusters);
        assert_int_equal(own_read(&stories, cluster, clusters, "en", NULL), KNAP_OK);
        assert_ok(kn_surface_fit(&model, KN_STANDALONE, stories.story, NULL, clusters - 1, &run, error));
        assert_true(model.reliability >= 0.5 && model.reliability <= 1);
        make_linear(&model);
        kn_story *story = &stories.story[clusters - 1];
        assert_true(lines + story->lines <= MOST_LINES);
        score_lines(&model, story, score + lines);
        for (size_t i = 0; i < story->lines; i++)
            first[lines++] = is_first(&story->line[i]);
        kn_surface_free(&model);
        kn_stories_free(&stories);
    }
    found = area(score, first, lines, 0, 0.5);
    print_message("%zu sentences, AUC %.3f\n", lines, found);
    assert_true(found >= 0.75);
    knap_corpus_close(corpus);
}

/* ---- Out of fold ---- */

/* Every story has the same words, which come in the same order, and as many first and later sentences, so that the model of a
 * fold is exactly that of the other stories alone: same common words, same weights of the classes. */
#define ALL_WORDS                                                                                                      \
    "All the people of Belport and Carrow know why Mayor Anna Voss and Premier John Reed announced on Monday that "    \
    "the "                                                                                                             \
    "old dam or ferry or bridge would close but she said he was not so sure it had been full for years.\n"

static void write_document(char *text, knap_rng *rng, bool fixed)
{
    static const char *const who[] = {"Mayor Anna Voss", "Premier John Reed", "Anna Voss", "Reed"};
    static const char *const what[] = {"dam", "ferry", "bridge", "old dam"};
    static const char *const where[] = {"Belport", "Carrow"};
#define ANY(list) list[knap_rng_below(rng, sizeof list / sizeof *list)]
    text[0] = 0;
    if (fixed)
        strcat(text, "All the people of Belport and Carrow know why.\n" ALL_WORDS);
    for (size_t s = fixed ? 2 : 0; s < SENTENCES; s++) {
        /* one sentence of five looks like one of the other kind */
        bool first = (s == 0) == (knap_rng_below(rng, 5) > 0);
        if (first)
            sprintf(text + strlen(text), "%s of %s announced on Monday that the %s of %s would close.\n", ANY(who),
                    ANY(where), ANY(what), ANY(where));
        else
            sprintf(text + strlen(text), "%s said that it had been %s for years but %s was not sure.\n",
                    knap_rng_below(rng, 2) ? "She" : "But he", knap_rng_below(rng, 2) ? "full" : "old",
                    knap_rng_below(rng, 2) ? "she" : "Reed");
    }
}

typedef struct fixture {
    char text[STORIES][DOCUMENTS][MOST_TEXT];
    own_cluster own[STORIES];
    const knap_cluster *cluster[STORIES];
} fixture;

static void open_fixture(fixture *self, size_t seed)
{
    knap_rng rng;
    knap_rng_seed(&rng, seed);
    for (size_t s = 0; s < STORIES; s++) {
        const char *text[DOCUMENTS];
        for (size_t d = 0; d < DOCUMENTS; d++) {
            write_document(self->text[s][d], &rng, d == 0);
            text[d] = self->text[s][d];
        }
        assert_int_equal(own_open(&self->own[s], text, DOCUMENTS, NULL), KNAP_OK);
        self->cluster[s] = &self->own[s].cluster;
    }
}

static void close_fixture(fixture *self)
{
    for (size_t s = 0; s < STORIES; s++)
        own_close(&self->own[s]);
}

/* The share of a score by the definition: 0 below the first quantile, 1 from the last on, a straight line between. */
static double share_of(const kn_surface *model, double score)
{
    const double *q = model->quantile;
    double share = score >= q[0] ? 0 : -1;
    for (size_t i = 0; i + 1 < KN_SURFACE_QUANTILES; i++)
        if (q[i] < q[i + 1] && score >= q[i])
            share = ((double)i + fmin(1, (score - q[i]) / (q[i + 1] - q[i]))) / (KN_SURFACE_QUANTILES - 1);
    return share < 0 ? 0 : score >= q[KN_SURFACE_QUANTILES - 1] ? 1 : share;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void scores_are_out_of_fold(void **state)
{
    static fixture self;
    knap_run run = {.jobs = 1};
    (void)state;
    for (size_t seed = 1; seed <= 5; seed++) {
        kn_stories all;
        kn_surface model;
        double score[STORIES * LINES], firsts[STORIES * DOCUMENTS];
        bool first[STORIES * LINES];
        double lowest, highest;
        size_t later = 0, between = 0, count = 0;
        open_fixture(&self, seed);
        assert_int_equal(own_read(&all, self.cluster, STORIES, "en", NULL), KNAP_OK);
        assert_ok(kn_surface_fit(&model, KN_STANDALONE, all.story, NULL, STORIES, &run, error));
        assert_non_null(model.weight);
        for (size_t held = 0; held < STORIES; held++) {
            const knap_cluster *others[STORIES];
            kn_stories stories;
            kn_surface without;
            size_t n = 0;
            for (size_t s = 0; s < STORIES; s++)
                if (s != held)
                    others[n++] = self.cluster[s];
            others[n] = self.cluster[held];
            assert_int_equal(own_read(&stories, others, STORIES, "en", NULL), KNAP_OK);
            assert_int_equal(stories.story[STORIES - 1].lines, LINES);
            assert_ok(kn_surface_fit(&without, KN_STANDALONE, stories.story, NULL, STORIES - 1, &run, error));
            assert_int_equal(without.word.count, model.word.count);
            make_linear(&without);
            score_lines(&without, &stories.story[STORIES - 1], score + held * LINES);
            kn_surface_free(&without);
            kn_stories_free(&stories);
        }
        for (size_t i = 0; i < STORIES * LINES; i++) {
            first[i] = is_first(&all.story[i / LINES].line[i % LINES]);
            if (first[i])
                firsts[count++] = score[i];
        }
        assert_int_equal(count, STORIES * DOCUMENTS);
        qsort(firsts, count, sizeof *firsts, compare);
        for (size_t i = 0; i < KN_SURFACE_QUANTILES; i++)
            assert_close(model.quantile[i], firsts[i * (count - 1) / (KN_SURFACE_QUANTILES - 1)], 1e-9);
        for (size_t i = 0; i < STORIES * LINES; i++) {
            double share = all.story[i / LINES].line[i % LINES].standalone;
            if (first[i])
                assert_true(share == 1);
            else
                /* the share jumps where two quantiles are one, and the scores were rounded */
                assert_true(share >= share_of(&model, score[i] - 1e-9) - 1e-9 &&
                            share <= share_of(&model, score[i] + 1e-9) + 1e-9);
            later += !first[i];
            between += share > 0 && share < 1;
        }
        assert_true(later == STORIES * (LINES - DOCUMENTS) && between > 10);
        /* ties up to rounding may count as anything */
        lowest = area(score, first, STORIES * LINES, 1e-9, 0);
        highest = area(score, first, STORIES * LINES, 1e-9, 1);
        assert_true(model.reliability >= 2 * lowest - 1 - 1e-9 && model.reliability <= 2 * highest - 1 + 1e-9);
        assert_true(highest - lowest < 0.05);
        assert_true(model.reliability > 0.1 && model.reliability < 1);
        kn_surface_free(&model);
        kn_stories_free(&all);
        close_fixture(&self);
    }
}

/* One story, or documents of one sentence: there is nothing to learn, and every sentence stands alone. */
static void nothing_to_learn_is_no_model(void **state)
{
    static fixture self;
    static const char *const one[] = {"The old dam of Belport would close on Monday, the mayor said.\n"};
    knap_run run = {.jobs = 1};
    kn_stories stories;
    kn_surface model;
    own_cluster own[2];
    const knap_cluster *cluster[] = {&own[0].cluster, &own[1].cluster};
    (void)state;
    open_fixture(&self, 1);
    assert_int_equal(own_read(&stories, self.cluster, 1, "en", NULL), KNAP_OK);
    assert_ok(kn_surface_fit(&model, KN_STANDALONE, stories.story, NULL, 1, &run, error));
    assert_null(model.weight);
    assert_ok(kn_surface_score((const kn_surface *const[]){&model}, 1, stories.story, error));
    for (size_t i = 0; i < stories.story[0].lines; i++)
        assert_true(stories.story[0].line[i].standalone == 1);
    kn_surface_free(&model);
    kn_stories_free(&stories);
    close_fixture(&self);
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(own_open(&own[i], one, 1, NULL), KNAP_OK);
    assert_int_equal(own_read(&stories, cluster, 2, "en", NULL), KNAP_OK);
    assert_ok(kn_surface_fit(&model, KN_STANDALONE, stories.story, NULL, 2, &run, error));
    assert_null(model.weight);
    kn_surface_free(&model);
    kn_stories_free(&stories);
    own_close(&own[0]);
    own_close(&own[1]);
}

/* ---- The file ---- */

static void assert_damaged(const char *text, const char *what)
{
    kn_surface model;
    knap_error problem = {.status = KNAP_OK};
    kn_surface_begin(&model, KN_STANDALONE, NULL);
    if (kn_surface_read(&model, text, "m.knap", "self-containedness", &problem) != KNAP_BAD_MODEL)
        fail_msg("%s: not refused", what);
    assert_non_null(strstr(problem.message, "self-containedness"));
    assert_string_equal(problem.file, "m.knap");
    assert_null(model.weight);
}

/* The text with the first occurrence of `from` replaced. */
static char *replaced(const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    char *made = malloc(strlen(text) + strlen(to) + 1);
    assert_true(at && made);
    sprintf(made, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    return made;
}

static void assert_damaged_by(const char *text, const char *from, const char *to)
{
    char *made = replaced(text, from, to);
    assert_damaged(made, to);
    free(made);
}

static void files_come_back(void **state)
{
    static fixture self;
    knap_run run = {.jobs = 1};
    kn_stories stories;
    kn_surface model, back;
    kn_text text = {.allocator = NULL}, again = {.allocator = NULL};
    char *cut, line[256], doubled[512], count[32], more[32];
    const char *words;
    (void)state;
    open_fixture(&self, 1);
    assert_int_equal(own_read(&stories, self.cluster, STORIES, "en", NULL), KNAP_OK);
    assert_ok(kn_surface_fit(&model, KN_STANDALONE, stories.story, NULL, STORIES, &run, error));
    kn_surface_write(&model, &text);
    kn_surface_begin(&back, KN_STANDALONE, NULL);
    assert_ok(kn_surface_read(&back, text.bytes, "m.knap", "self-containedness", error));
    kn_surface_write(&back, &again);
    assert_string_equal(text.bytes, again.bytes);
    for (size_t s = 0; s < STORIES; s++) {
        double shares[LINES];
        assert_ok(kn_surface_score((const kn_surface *const[]){&model}, 1, &stories.story[s], error));
        for (size_t i = 0; i < LINES; i++)
            shares[i] = stories.story[s].line[i].standalone;
        assert_ok(kn_surface_score((const kn_surface *const[]){&back}, 1, &stories.story[s], error));
        for (size_t i = 0; i < LINES; i++)
            assert_true(shares[i] == stories.story[s].line[i].standalone);
    }
    /* cut short anywhere */
    cut = strdup(text.bytes);
    for (size_t length = strlen(cut); length-- > 0;) {
        cut[length] = 0;
        assert_damaged(cut, "cut short");
    }
    free(cut);
    /* counts, numbers, names */
    snprintf(count, sizeof count, "words %zu\n", model.word.count);
    snprintf(more, sizeof more, "words %zu\n", model.word.count + 1);
    assert_damaged_by(text.bytes, count, more);
    snprintf(more, sizeof more, "words %zu\n", model.word.count - 1);
    assert_damaged_by(text.bytes, count, more);
    assert_damaged_by(text.bytes, count, "words -1\n");
    assert_damaged_by(text.bytes, count, "words 1e8\n");
    assert_damaged_by(text.bytes, "features 18", "features 17");
    assert_damaged_by(text.bytes, "features 18", "features 19");
    assert_damaged_by(text.bytes, "full-names", "fuller-names");
    assert_damaged_by(text.bytes, "reliability 0x", "reliability nan 0x");
    assert_damaged_by(text.bytes, "reliability 0x", "reliability -0x");
    assert_damaged_by(text.bytes, "quantiles ", "quantiles nan ");
    assert_damaged_by(text.bytes, "quantiles ", "quantiles 0x1p+9 "); /* falling, and one too many */
    assert_damaged_by(text.bytes, "\nfeatures", "\n\nfeatures");
    /* a word that comes twice, and one that is empty */
    words = strstr(text.bytes, count) + strlen(count);
    snprintf(line, sizeof line, "%.*s\n", (int)strcspn(words, "\n"), words);
    snprintf(doubled, sizeof doubled, "%s%s", line, line);
    assert_damaged_by(text.bytes, line, doubled);
    snprintf(more, sizeof more, "words %zu\n", model.word.count + 1);
    cut = replaced(text.bytes, count, more);
    assert_damaged_by(cut, line, doubled);
    free(cut);
    assert_damaged_by(text.bytes, strrchr(line, ' '), " \n");
    /* numbers that are none */
    snprintf(doubled, sizeof doubled, "nan%s", strchr(line, ' '));
    assert_damaged_by(text.bytes, line, doubled);
    snprintf(doubled, sizeof doubled, "inf%s", strchr(line, ' '));
    assert_damaged_by(text.bytes, line, doubled);
    kn_text_free(&text);
    kn_text_free(&again);
    kn_surface_free(&model);
    kn_surface_free(&back);
    kn_stories_free(&stories);
    close_fixture(&self);
}

/* ---- Style ---- */

/* Documents say "I" in four sentences of five; references never do. A story that was not fitted to is told by that. */
static void style_is_that_of_references(void **state)
{
    enum { REVIEWS = 5, OPINIONS = 10 };
    static const char *const thing[] = {"table", "chair", "lamp", "desk", "shelf"};
    static const char *const praise[] = {"sturdy", "cheap", "well made", "easy to build"};
    static char text[REVIEWS][4096], summary[REVIEWS][4096];
    own_cluster own[REVIEWS], sums[REVIEWS];
    const knap_cluster *cluster[REVIEWS], *reference[REVIEWS];
    knap_run run = {.jobs = 1};
    kn_stories stories, references;
    kn_surface model;
    knap_rng own_rng, *rng = &own_rng;
    size_t plain = 0, personal = 0;
    double highest = 0, lowest = 1; /* of the sentences that say I, and of the others */
    (void)state;
    knap_rng_seed(rng, 3);
    for (size_t s = 0; s < REVIEWS; s++) {
        const char *texts[1] = {text[s]}, *summaries[1] = {summary[s]};
        text[s][0] = summary[s][0] = 0;
        for (size_t i = 0; i < OPINIONS; i++) {
            sprintf(text[s] + strlen(text[s]), "%s %s is %s and looks good in the room.\n",
                    i % 5 ? "I bought it for my son and the" : "The", thing[s], ANY(praise));
            sprintf(summary[s] + strlen(summary[s]), "The %s is %s and looks good in the room.\n", thing[s],
                    ANY(praise));
        }
        assert_int_equal(own_open(&own[s], texts, 1, NULL), KNAP_OK);
        assert_int_equal(own_open(&sums[s], summaries, 1, NULL), KNAP_OK);
        cluster[s] = &own[s].cluster;
        reference[s] = &sums[s].cluster;
    }
    assert_int_equal(own_read(&stories, cluster, REVIEWS, "en", NULL), KNAP_OK);
    assert_int_equal(own_read(&references, reference, REVIEWS, "en", NULL), KNAP_OK);
    assert_ok(kn_surface_fit(&model, KN_STYLE, stories.story, references.story, REVIEWS - 1, &run, error));
    assert_true(model.reliability > 0.7);
    assert_ok(kn_surface_score((const kn_surface *const[]){&model}, 1, &stories.story[REVIEWS - 1], error));
    for (size_t s = 0; s < REVIEWS; s++) /* the last story is one that the model has not seen */
        for (size_t i = 0; i < stories.story[s].lines; i++) {
            const kn_story_line *line = &stories.story[s].line[i];
            bool says_i = strstr(line->text, "I bought") != NULL;
            plain += !says_i;
            personal += says_i;
            if (says_i)
                highest = fmax(highest, line->style);
            else
                lowest = fmin(lowest, line->style);
            assert_true(line->standalone == 1); /* of which nothing was learned */
        }
    assert_true(highest < lowest);
    assert_int_equal(plain, REVIEWS * OPINIONS / 5);
    assert_int_equal(personal, REVIEWS * OPINIONS * 4 / 5);
    kn_surface_free(&model);
    kn_stories_free(&stories);
    kn_stories_free(&references);
    for (size_t s = 0; s < REVIEWS; s++) {
        own_close(&own[s]);
        own_close(&sums[s]);
    }
}

/* ---- What references confirm ---- */

enum { PRODUCTS = 6, CUSTOMERS = 4 };

typedef struct shop {
    char text[PRODUCTS][CUSTOMERS][1024], summary[PRODUCTS][CUSTOMERS][1024];
    own_cluster own[PRODUCTS], sums[PRODUCTS];
    const knap_cluster *cluster[PRODUCTS], *reference[PRODUCTS];
} shop;

/* Every document begins with the customer; every reference begins with the product, or with the customer too. */
static void open_shop(shop *self, bool alike)
{
    static const char *const thing[] = {"table", "chair", "lamp", "desk", "shelf", "stool"};
    for (size_t s = 0; s < PRODUCTS; s++) {
        const char *text[CUSTOMERS], *summary[CUSTOMERS];
        for (size_t c = 0; c < CUSTOMERS; c++) {
            sprintf(self->text[s][c],
                    "I bought this %s for my room last year.\nThe legs are %s and easy to build.\nThey look good with "
                    "all of it.\n",
                    thing[s], c % 2 ? "sturdy" : "cheap");
            sprintf(self->summary[s][c],
                    alike ? "I bought this %s for my room last year.\nI bought this for my son.\n"
                          : "The %s is good for all.\nThey look good with all of it.\nThey are easy to build.\nThey "
                            "look good.\n",
                    thing[s]);
            text[c] = self->text[s][c];
            summary[c] = self->summary[s][c];
        }
        assert_int_equal(own_open(&self->own[s], text, CUSTOMERS, NULL), KNAP_OK);
        assert_int_equal(own_open(&self->sums[s], summary, CUSTOMERS, NULL), KNAP_OK);
        self->cluster[s] = &self->own[s].cluster;
        self->reference[s] = &self->sums[s].cluster;
    }
}

static void close_shop(shop *self)
{
    for (size_t s = 0; s < PRODUCTS; s++) {
        own_close(&self->own[s]);
        own_close(&self->sums[s]);
    }
}

/* References that begin as documents do leave the model as it is. Where they do not, it is learned from them: it has no
 * reliability, so that nothing is penalised by it, and puts what opens a reference first. */
static void references_confirm_what_stands_alone(void **state)
{
    static shop self;
    knap_run run = {.jobs = 1};
    (void)state;
    for (int alike = 0; alike < 2; alike++) {
        kn_stories stories, references;
        kn_surface model;
        kn_text before = {.bytes = NULL}, after = {.bytes = NULL};
        open_shop(&self, alike);
        assert_int_equal(own_read(&stories, self.cluster, PRODUCTS, "en", NULL), KNAP_OK);
        assert_int_equal(own_read(&references, self.reference, PRODUCTS, "en", NULL), KNAP_OK);
        assert_ok(kn_surface_fit(&model, KN_STANDALONE, stories.story, NULL, PRODUCTS, &run, error));
        assert_true(model.reliability > 0.9);
        kn_surface_write(&model, &before);
        assert_ok(kn_surface_confirm(&model, stories.story, references.story, PRODUCTS, &run, error));
        kn_surface_write(&model, &after);
        assert_int_equal(strcmp(before.bytes, after.bytes) == 0, alike);
        assert_true(alike ? model.reliability > 0.9 : model.reliability == 0);
        assert_non_null(model.weight);
        for (size_t s = 0; s < PRODUCTS; s++) {
            kn_story_line *line = stories.story[s].line, *told = references.story[s].line;
            assert_true(alike ? line[0].standalone > line[1].standalone : line[0].standalone < 1);
            if (alike)
                continue;
            assert_ok(kn_surface_score((const kn_surface *const[]){&model}, 1, &references.story[s], error));
            assert_true(told[0].standalone > told[1].standalone && told[0].standalone > told[2].standalone);
        }
        kn_text_free(&before);
        kn_text_free(&after);
        kn_surface_free(&model);
        kn_stories_free(&stories);
        kn_stories_free(&references);
        close_shop(&self);
    }
}

/* ---- Memory ---- */

static knap_status fit_and_score(const knap_allocator *allocator, void *context)
{
    static const char *const texts[2][2] = {
        {"Mayor Anna Voss of Belport announced on Monday that the old dam would close.\nShe said that it had been "
         "full.\n",
         "The old ferry of Belport stopped on Monday in a storm.\nBut he said it had been so for years.\n"},
        {"Premier John Reed of Carrow opened the old bridge on Monday.\nHe said that it had been closed for years.\n",
         "A storm in Carrow closed the old bridge on Monday.\nIt had been so for years, she said.\n"}};
    own_cluster own[2] = {{.cluster = {.documents = 0}}, {.cluster = {.documents = 0}}};
    const knap_cluster *cluster[] = {&own[0].cluster, &own[1].cluster};
    knap_run run = {.allocator = allocator, .jobs = 1};
    kn_stories stories = {.allocator = allocator};
    kn_surface model, back;
    kn_text text = {.allocator = allocator};
    knap_status status = own_open(&own[0], texts[0], 2, allocator);
    (void)context;
    kn_surface_begin(&model, KN_STANDALONE, allocator);
    kn_surface_begin(&back, KN_STANDALONE, allocator);
    if (!status)
        status = own_open(&own[1], texts[1], 2, allocator);
    if (!status)
        status = own_read(&stories, cluster, 2, "en", allocator);
    if (!status)
        status = kn_surface_fit(&model, KN_STANDALONE, stories.story, NULL, 2, &run, NULL);
    if (!status) {
        kn_surface_write(&model, &text);
        status = text.failed ? KNAP_NO_MEMORY : kn_surface_read(&back, text.bytes, "m", "style", NULL);
    }
    if (!status)
        status = kn_surface_score((const kn_surface *const[]){&back}, 1, &stories.story[0], NULL);
    if (!status)
        status = kn_surface_confirm(&model, &stories.story[0], &stories.story[1], 1, &run, NULL);
    kn_text_free(&text);
    kn_surface_free(&model);
    kn_surface_free(&back);
    kn_stories_free(&stories);
    own_close(&own[0]);
    own_close(&own[1]);
    return status;
}

static void fitting_survives(void **state)
{
    (void)state;
    assert_true(survives(fit_and_score, NULL) > 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(unseen_first_sentences_are_told),
                                       cmocka_unit_test(scores_are_out_of_fold),
                                       cmocka_unit_test(nothing_to_learn_is_no_model),
                                       cmocka_unit_test(files_come_back),
                                       cmocka_unit_test(style_is_that_of_references),
                                       cmocka_unit_test(references_confirm_what_stands_alone),
                                       cmocka_unit_test(fitting_survives)};
    return cmocka_run_group_tests_name("surface", tests, NULL, NULL);
}
