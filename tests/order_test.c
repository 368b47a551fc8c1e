/* order_test.c - the orders of a summary's sentences: what must hold of any list of any cluster, and one
 * cluster whose right order is plain. */
#include "check.h"

#include "inner.h"
#include "summarize/material.h"

enum { MOST_DOCUMENTS = 8, MOST_TEXT = 8192, MOST_PICKS = 128 };
static const double TELLS = 0.6; /* as docs/ALGORITHMS.md has it */

/* A cluster of texts of our own, with its material. */
typedef struct fixture {
    knap_document *document[MOST_DOCUMENTS];
    knap_cluster cluster;
    const knap_cluster *clusters[1];
    knap_summarizer *summarizer;
    knap_material *material;
} fixture;

static void open_fixture(fixture *self, const char *const *text, size_t count)
{
    knap_budget budget = {2000, KNAP_BYTES, NULL};
    knap_run run = {.jobs = 1};
    *self = (fixture){.cluster = {.id = "own", .documents = count}};
    self->cluster.document = self->document;
    self->clusters[0] = &self->cluster;
    for (size_t i = 0; i < count; i++)
        assert_ok(knap_document_new("x.txt", text[i], strlen(text[i]), NULL, NULL, &self->document[i], error));
    assert_ok(knap_summarizer_embedded(NULL, &self->summarizer, error));
    assert_ok(knap_summarizer_set_trim(self->summarizer, "none", error));
    assert_ok(knap_summarizer_set_filter(self->summarizer, "whole", error));
    assert_ok(knap_material_new(
        self->summarizer,
        &(knap_text_input){.cluster = self->clusters, .clusters = 1, .language = "en", .budget = budget}, &run,
        &self->material, error));
}

static void close_fixture(fixture *self)
{
    knap_material_free(self->material);
    knap_summarizer_free(self->summarizer);
    for (size_t i = 0; i < self->cluster.documents; i++)
        knap_document_free(self->document[i]);
}

/* ---- What must hold ---- */

typedef struct ordered {
    const kn_story *story;
    size_t count;
    size_t item[MOST_PICKS], line[MOST_PICKS]; /* as the summary shows them */
} ordered;

static ordered order_items(const knap_material *material, size_t cluster, size_t *item, size_t count, knap_order order)
{
    knap_list list = {.item = item, .count = count};
    ordered made = {.story = &material->story[cluster], .count = count};
    size_t place[MOST_PICKS];
    int seen[MOST_PICKS] = {0};
    assert_true(count <= MOST_PICKS);
    assert_ok(knap_summary_order(material, cluster, &list, order, place, error));
    for (size_t i = 0; i < count; i++) {
        assert_true(place[i] < count && !seen[place[i]]); /* a permutation */
        seen[place[i]] = 1;
        made.item[i] = item[place[i]];
        made.line[i] = material->line[cluster][item[place[i]]];
    }
    return made;
}

static size_t document_of(const ordered *made, size_t i)
{
    return made->story->line[made->line[i]].document;
}

/* In its document: a title is a row behind all lines. */
static size_t position_of(const ordered *made, size_t i)
{
    return made->story->line[made->line[i]].sentence->position;
}

static void documents_keep_their_order(const ordered *made)
{
    for (size_t i = 0; i < made->count; i++)
        for (size_t j = i + 1; j < made->count; j++)
            assert_true(document_of(made, i) != document_of(made, j) || position_of(made, i) < position_of(made, j));
}

static size_t dependents_follow(const ordered *made)
{
    size_t met = 0;
    for (size_t i = 0; i < made->count; i++)
        for (size_t j = 0; j < made->count; j++)
            if (made->line[j] == made->line[i] + 1 && document_of(made, i) == document_of(made, j) &&
                made->story->line[made->line[j]].points_back) {
                assert_int_equal(j, i + 1);
                met++;
            }
    return met;
}

/* Whether the sentence at i presupposes the one at j: the line of i's document that is most like j is
 * alike enough and stands before i. */
static int presupposes(const ordered *made, size_t i, size_t j)
{
    double best = 0;
    size_t told = SIZE_MAX;
    if (document_of(made, i) == document_of(made, j))
        return 0;
    /* or needs a name that it introduces */
    for (size_t a = 0; a < made->story->names; a++)
        for (size_t b = 0; b < made->story->names; b++) {
            const kn_name_use *need = &made->story->name[a], *full = &made->story->name[b];
            if (need->line == made->line[i] && full->line == made->line[j] && need->word == full->word &&
                !need->introduces && full->introduces)
                return 1;
        }
    for (size_t line = 0; line < made->story->lines; line++)
        if (made->story->line[line].document == document_of(made, i)) {
            double cosine = knap_vectors_cosine(made->story->vectors, line, made->line[j]);
            told = cosine > best ? line : told;
            best = cosine > best ? cosine : best;
        }
    return best >= TELLS && told < made->line[i];
}

typedef int wants[MOST_DOCUMENTS][MOST_DOCUMENTS];

/* The documents' next sentences from place `from` on want one another: document a wants b if its next
 * presupposes one of b that is yet to come. */
static void find_wants(const ordered *made, const unsigned char *presupposed, size_t from, wants want)
{
    int met[MOST_DOCUMENTS] = {0};
    memset(want, 0, sizeof(wants));
    for (size_t a = from; a < made->count; a++)
        if (!met[document_of(made, a)]++)
            for (size_t b = from; b < made->count; b++)
                want[document_of(made, a)][document_of(made, b)] |= presupposed[a * made->count + b];
}

/* A placed sentence presupposes nothing that is not placed, except in a circle, where every order breaks a
 * rule. Returns how often a document waits for a later one. */
static size_t wants_are_met(const ordered *made)
{
    unsigned char presupposed[MOST_PICKS * MOST_PICKS];
    size_t waited = 0, documents = made->story->documents;
    assert_true(documents <= MOST_DOCUMENTS);
    for (size_t i = 0; i < made->count * made->count; i++)
        presupposed[i] = (unsigned char)presupposes(made, i / made->count, i % made->count);
    for (size_t i = 0; i < made->count; i++) {
        size_t here = document_of(made, i);
        bool led = i > 0 && made->line[i] == made->line[i - 1] + 1 && made->story->line[made->line[i]].points_back;
        wants direct, reach;
        find_wants(made, presupposed, i, direct);
        memcpy(reach, direct, sizeof reach);
        for (size_t k = 0; k < documents; k++)
            for (size_t a = 0; a < documents; a++)
                for (size_t b = 0; b < documents; b++)
                    reach[a][b] |= reach[a][k] && reach[k][b];
        for (size_t a = 0; a < documents; a++) {
            assert_true(led || !direct[here][a] || reach[a][here]);
            waited += reach[a][here] && !reach[here][a] && a < here;
        }
    }
    return waited;
}

static void shuffle(size_t *item, size_t count, knap_rng *rng)
{
    for (size_t i = count; i > 1; i--) {
        size_t other = (size_t)knap_rng_below(rng, i), moved = item[i - 1];
        item[i - 1] = item[other];
        item[other] = moved;
    }
}

typedef struct seen {
    size_t lists, dependent, waited, differ;
} seen;

/* Tries `rounds` random lists of a cluster. */
static void try_cluster(const knap_material *material, size_t cluster, int rounds, knap_rng *rng, seen *total)
{
    size_t items = knap_instance_count(knap_data_at(knap_material_data(material), cluster));
    for (int round = 0; round < rounds; round++) {
        size_t item[MOST_PICKS], count = 0, limit = 1 + (size_t)knap_rng_below(rng, 3);
        for (size_t i = 0; i < items && count < MOST_PICKS; i++)
            if (knap_rng_below(rng, 3) < limit)
                item[count++] = i;
        shuffle(item, count, rng);
        ordered picked = order_items(material, cluster, item, count, KNAP_ORDER_PICKED);
        assert_memory_equal(picked.item, item, count * sizeof *item);
        ordered source = order_items(material, cluster, item, count, KNAP_ORDER_SOURCE);
        for (size_t i = 1; i < count; i++)
            assert_true(source.item[i - 1] < source.item[i]);
        ordered depend = order_items(material, cluster, item, count, KNAP_ORDER_DEPEND);
        documents_keep_their_order(&depend);
        total->dependent += dependents_follow(&depend);
        total->waited += wants_are_met(&depend);
        total->differ += memcmp(depend.item, source.item, count * sizeof *item) != 0;
        total->lists++;
        /* it matters what was picked, not in which order */
        shuffle(item, count, rng);
        ordered again = order_items(material, cluster, item, count, KNAP_ORDER_DEPEND);
        assert_memory_equal(again.item, depend.item, count * sizeof *item);
        again = order_items(material, cluster, item, count, KNAP_ORDER_SOURCE);
        assert_memory_equal(again.item, source.item, count * sizeof *item);
    }
}

static void sample_lists_are_in_order(void **state)
{
    const char *path = "sample";
    const knap_cluster *clusters[16];
    knap_corpus *corpus;
    knap_summarizer *summarizer;
    knap_material *material;
    knap_budget budget = {665, KNAP_BYTES, NULL};
    knap_run run = {.jobs = 1};
    knap_rng rng;
    seen total = {0};
    (void)state;
    knap_rng_seed(&rng, 7);
    assert_ok(knap_corpus_open(&path, 1, NULL, NULL, &corpus, error));
    assert_true(knap_corpus_clusters(corpus) <= 16);
    for (size_t i = 0; i < knap_corpus_clusters(corpus); i++)
        clusters[i] = knap_corpus_cluster(corpus, i);
    assert_ok(knap_summarizer_embedded(NULL, &summarizer, error));
    assert_ok(knap_summarizer_set_trim(summarizer, "none", error));
    assert_ok(knap_summarizer_set_filter(summarizer, "whole", error));
    assert_ok(knap_material_new(
        summarizer, &(knap_text_input){.cluster = clusters, .clusters = knap_corpus_clusters(corpus), .budget = budget},
        &run, &material, error));
    for (size_t i = 0; i < knap_corpus_clusters(corpus); i++)
        try_cluster(material, i, 10, &rng, &total);
    assert_true(total.dependent > 10);
    knap_material_free(material);
    knap_summarizer_free(summarizer);
    knap_corpus_close(corpus);
}

/* A document of sentences made of few words, so that many are similar; some depend on the one before. Two
 * of three documents have a date. */
static void write_document(char *text, knap_rng *rng)
{
    static const char *const words[] = {"boat", "pier",  "storm", "mayor", "bridge", "school", "fire", "river",
                                        "dog",  "train", "court", "union", "bank",   "lake",   "snow", "tower"};
    static const char *const months[] = {"January", "March", "June", "October"};
    size_t used = 0;
    if (knap_rng_below(rng, 3))
        used += (size_t)sprintf(text, "A headline\n\n%s %d, 20%02d\n\n", months[knap_rng_below(rng, 4)],
                                1 + (int)knap_rng_below(rng, 9), 10 + (int)knap_rng_below(rng, 2));
    for (size_t s = 3 + knap_rng_below(rng, 6); s > 0; s--) {
        used += (size_t)sprintf(text + used, "%s", knap_rng_below(rng, 3) ? "The old" : "But the");
        for (size_t w = 5 + knap_rng_below(rng, 4); w > 0; w--)
            used += (size_t)sprintf(text + used, " %s and", words[knap_rng_below(rng, 6) + 2 * knap_rng_below(rng, 6)]);
        used += (size_t)sprintf(text + used, " %s were seen again. ", words[knap_rng_below(rng, 16)]);
    }
}

static void random_lists_are_in_order(void **state)
{
    static char text[MOST_DOCUMENTS][MOST_TEXT];
    const char *texts[MOST_DOCUMENTS];
    knap_rng rng;
    seen total = {0};
    (void)state;
    knap_rng_seed(&rng, 3);
    for (int round = 0; round < 60; round++) {
        size_t count = 1 + (size_t)knap_rng_below(&rng, 6);
        fixture self;
        for (size_t i = 0; i < count; i++) {
            write_document(text[i], &rng);
            texts[i] = text[i];
        }
        open_fixture(&self, texts, count);
        try_cluster(self.material, 0, 6, &rng, &total);
        close_fixture(&self);
    }
    print_message("%zu lists: %zu dependent sentences follow, %zu waited for, %zu not as the sources\n", total.lists,
                  total.dependent, total.waited, total.differ);
    assert_true(total.dependent > 100 && total.waited > 100 && total.differ > 100);
}

/* ---- By hand ---- */

/* All sentences of a cluster in the order wanted, by the first word of each. */
static void assert_order(const char *const *text, size_t count, knap_order order, const char *wanted)
{
    fixture self;
    size_t item[MOST_PICKS], items;
    char found[512] = "";
    open_fixture(&self, text, count);
    items = knap_instance_count(knap_data_at(knap_material_data(self.material), 0));
    for (size_t i = 0; i < items; i++)
        item[i] = items - 1 - i;
    ordered made = order_items(self.material, 0, item, items, order);
    for (size_t i = 0; i < items; i++) {
        const char *words = made.story->line[made.line[i]].text;
        size_t used = strlen(found);
        snprintf(found + used, sizeof found - used, "%s%.*s", used ? " " : "", (int)strcspn(words, " "), words);
    }
    close_fixture(&self);
    assert_string_equal(found, wanted);
}

#define FIRST "Ferries stopped at noon because the harbour pilots of Averill walked out over pay.\n"
#define LATER "Pilots voted on Friday to end their walkout and ferries sail again from Averill.\n"
#define TOLD "Harbour pilots of Averill walked out over pay and the ferries stopped at noon.\n"
#define AFTER "Hotels on the islands counted nine hundred guests without a bed that same night.\n"
#define DEPENDS "They slept in the school and the church hall until a navy ship arrived.\n"

static void older_documents_come_first(void **state)
{
    static const char *const dated[] = {"Back to work\n\nMay 9, 2011\n\n" LATER, "Walkout\n\nMay 2, 2011\n\n" FIRST};
    static const char *const undated[] = {LATER, FIRST};
    static const char *const one_day[] = {"Back\n\nMay 2, 2011\n\n" LATER, "Walkout\n\nMay 2, 2011\n\n" FIRST};
    (void)state;
    assert_order(dated, 2, KNAP_ORDER_SOURCE, "Pilots Ferries");
    assert_order(dated, 2, KNAP_ORDER_PICKED, "Ferries Pilots"); /* picked from the last to the first */
    assert_order(dated, 2, KNAP_ORDER_DEPEND, "Ferries Pilots");
    assert_order(undated, 2, KNAP_ORDER_DEPEND, "Pilots Ferries");
    assert_order(one_day, 2, KNAP_ORDER_DEPEND, "Pilots Ferries");
}

static void undated_documents_stay_with_the_one_before(void **state)
{
    static const char *const middle[] = {"Back\n\nMay 9, 2011\n\n" LATER, AFTER, "Walkout\n\nMay 2, 2011\n\n" FIRST};
    static const char *const opening[] = {AFTER, "Back\n\nMay 9, 2011\n\n" LATER, "Walkout\n\nMay 2, 2011\n\n" FIRST};
    (void)state;
    assert_order(middle, 3, KNAP_ORDER_DEPEND, "Ferries Pilots Hotels");
    assert_order(opening, 3, KNAP_ORDER_DEPEND, "Ferries Hotels Pilots");
}

/* The hotels are full because of the walkout, which their document tells before; so does another, and it
 * comes before them. */
static void what_is_presupposed_comes_first(void **state)
{
    static const char *const texts[] = {"Ferries of Averill stopped as harbour pilots walked.\n" AFTER DEPENDS, LATER,
                                        FIRST};
    static const char *const both[] = {TOLD AFTER DEPENDS, FIRST LATER};
    (void)state;
    assert_order(texts, 3, KNAP_ORDER_SOURCE, "Ferries Hotels They Pilots Ferries");
    assert_order(texts, 3, KNAP_ORDER_DEPEND, "Ferries Ferries Hotels They Pilots");
    assert_order(both, 2, KNAP_ORDER_DEPEND, "Harbour Ferries Hotels They Pilots");
}

/* Each document begins with what the other ends with: no order satisfies both. The search must still end. */
static void circles_are_cut_at_the_oldest(void **state)
{
    static const char *const texts[] = {FIRST AFTER, AFTER FIRST};
    static const char *const near[] = {
        TOLD AFTER, "Nine hundred guests of hotels on the islands had no bed the same night.\n" FIRST};
    (void)state;
    assert_order(texts, 2, KNAP_ORDER_DEPEND, "Ferries Hotels"); /* word for word: no candidates twice */
    assert_order(near, 2, KNAP_ORDER_DEPEND, "Harbour Nine Ferries Hotels");
}

/* "They slept" says nothing to who has read nothing yet. */
static void no_summary_begins_by_pointing_back(void **state)
{
    static const char *const texts[] = {DEPENDS, LATER, FIRST};
    static const char *const alone[] = {DEPENDS AFTER};
    (void)state;
    assert_order(texts, 3, KNAP_ORDER_SOURCE, "They Pilots Ferries");
    assert_order(texts, 3, KNAP_ORDER_DEPEND, "Pilots They Ferries");
    assert_order(alone, 1, KNAP_ORDER_DEPEND, "They Hotels"); /* a document keeps its own order */
}

#define BARE "On Tuesday the crowd at the gate waited until Voss had told them about wages.\n"
#define FULL "The talks in the town were opened by Premier Anna Voss in the rain.\n"

/* "Voss" comes after "Premier Anna Voss", though its document is older. */
static void full_names_come_before_bare_ones(void **state)
{
    static const char *const texts[] = {"Talks\n\nMay 2, 2011\n\n" BARE, "Talks\n\nMay 9, 2011\n\n" FULL};
    static const char *const other[] = {"Talks\n\nMay 2, 2011\n\n" BARE,
                                        "Talks\n\nMay 9, 2011\n\nThe talks in the town were opened by a judge.\n"};
    (void)state;
    assert_order(texts, 2, KNAP_ORDER_SOURCE, "On The");
    assert_order(texts, 2, KNAP_ORDER_DEPEND, "The On");
    assert_order(other, 2, KNAP_ORDER_DEPEND, "On The");
}

/* The summary opens in the oldest block whose first sentence stands alone at least 0.7 times as well as
 * the best; what is presupposed by that sentence may still come before it. */
static void summaries_open_with_what_stands_alone(void **state)
{
    static const char *const texts[] = {"Walkout\n\nMay 2, 2011\n\n" FIRST, "Back\n\nMay 5, 2011\n\n" AFTER,
                                        "Back\n\nMay 9, 2011\n\n" BARE};
    static const double shares[][3] = {{1, 1, 1},      {0.2, 0.9, 1},   {0.2, 0.6, 1}, {0.69, 0.2, 1},
                                       {0.71, 0.2, 1}, {0.5, 0.4, 0.7}, {0, 0, 0},     {0.1, 0.1, 0.1}};
    static const char *const opener[] = {"Ferries", "Hotels", "On", "On", "Ferries", "Ferries", "Ferries", "Ferries"};
    fixture self;
    size_t item[] = {0, 1, 2};
    (void)state;
    open_fixture(&self, texts, 3);
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
        ordered made;
        for (size_t line = 0; line < 3; line++)
            self.material->story[0].line[line].standalone = shares[i][line];
        made = order_items(self.material, 0, item, 3, KNAP_ORDER_DEPEND);
        assert_int_equal(strncmp(made.story->line[made.line[0]].text, opener[i], strlen(opener[i])), 0);
        /* the others as the dates have them */
        assert_true(made.line[1] < made.line[2]);
        /* a sentence that points back never opens while another can */
        self.material->story[0].line[made.line[0]].points_back = true;
        ordered again = order_items(self.material, 0, item, 3, KNAP_ORDER_DEPEND);
        if (shares[i][2] > 0)
            assert_true(again.line[0] != made.line[0]);
        self.material->story[0].line[made.line[0]].points_back = false;
    }
    close_fixture(&self);
}

/* Where documents begin otherwise than summaries, the best opener is the one that stands alone and is most like all the others,
 * however old it is. */
static void reviews_open_with_what_all_are_about(void **state)
{
    static const char *const texts[] = {"Walkout\n\nMay 2, 2011\n\n" FIRST, "Back\n\nMay 5, 2011\n\n" AFTER,
                                        "Back\n\nMay 9, 2011\n\n" BARE};
    static const double standalone[][3] = {{0.9, 0.5, 1}, {0.9, 0.5, 1}, {0.4, 0.9, 0.5}, {1, 1, 1}};
    static const double similarity[][3] = {{0.3, 0.3, 0.3}, {0.3, 0.6, 0.2}, {0.3, 0.2, 0.2}, {0.1, 0.1, 0.1}};
    static const size_t opener[] = {2, 1, 1, 0};
    fixture self;
    size_t item[] = {0, 1, 2};
    (void)state;
    open_fixture(&self, texts, 3);
    self.material->story[0].leads = false;
    for (size_t i = 0; i < sizeof opener / sizeof *opener; i++) {
        for (size_t line = 0; line < 3; line++) {
            self.material->story[0].line[line].standalone = standalone[i][line];
            self.material->story[0].line[line].similarity = similarity[i][line];
        }
        ordered made = order_items(self.material, 0, item, 3, KNAP_ORDER_DEPEND);
        assert_int_equal(made.line[0], opener[i]);
        assert_true(made.line[1] < made.line[2]);
    }
    close_fixture(&self);
}

static void orders_have_names(void **state)
{
    const knap_order_row *row = knap_orders();
    (void)state;
    assert_string_equal(row[KNAP_ORDER_DEPEND].name, "depend");
    assert_string_equal(row[KNAP_ORDER_SOURCE].name, "source");
    assert_string_equal(row[KNAP_ORDER_PICKED].name, "picked");
    assert_null(row[KNAP_ORDER_PICKED + 1].name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sample_lists_are_in_order),
        cmocka_unit_test(random_lists_are_in_order),
        cmocka_unit_test(older_documents_come_first),
        cmocka_unit_test(undated_documents_stay_with_the_one_before),
        cmocka_unit_test(what_is_presupposed_comes_first),
        cmocka_unit_test(circles_are_cut_at_the_oldest),
        cmocka_unit_test(no_summary_begins_by_pointing_back),
        cmocka_unit_test(full_names_come_before_bare_ones),
        cmocka_unit_test(summaries_open_with_what_stands_alone),
        cmocka_unit_test(reviews_open_with_what_all_are_about),
        cmocka_unit_test(orders_have_names),
    };
    return cmocka_run_group_tests_name("order", tests, NULL, NULL);
}
