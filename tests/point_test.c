/* point_test.c - which sentences of a single document say what it is about: the features by their definition, and that the likeliest
 * sentence has the point 0. */
#include "check.h"

#include "inner.h"
#include "summarize/point.h"
#include "summarize/stories.h"
#include "summarize/summarizer_use.h"

static knap_summarizer *summarizer;

static int begin(void **state)
{
    (void)state;
    return knap_summarizer_embedded(NULL, &summarizer, NULL);
}

static int end(void **state)
{
    (void)state;
    knap_summarizer_free(summarizer);
    return 0;
}

typedef struct reading {
    knap_document *document[2];
    knap_cluster cluster;
    kn_stories stories;
    double *x;  /* [lines][KN_POINT_COUNT] */
    bool *part; /* [lines] */
} reading;

static void open_reading(reading *self, const char *name, const char *text, size_t documents)
{
    static const knap_run run = KNAP_RUN_INIT;
    const knap_cluster *one = &self->cluster;
    knap_text_input input = {.cluster = &one, .clusters = 1, .language = "en", .budget = {100, KNAP_WORDS}};
    *self = (reading){.cluster = {.id = "x", .document = self->document, .documents = documents}};
    for (size_t d = 0; d < documents; d++)
        assert_ok(knap_document_new(name, text, strlen(text), NULL, NULL, &self->document[d], error));
    assert_ok(kn_summarizer_read(summarizer, &input, false, &run, &self->stories, error));
    assert_ok(kn_stories_weigh(&self->stories, summarizer->idf, summarizer->language, &run, error));
    assert_ok(kn_stories_rank(&self->stories, &run, error));
    self->x = malloc((self->stories.story->lines * KN_POINT_COUNT + 1) * sizeof *self->x);
    self->part = malloc(self->stories.story->lines + 1);
    assert_ok(kn_points_read(self->stories.story, self->x, self->part, error));
}

static void close_reading(reading *self)
{
    free(self->x);
    free(self->part);
    kn_stories_free(&self->stories);
    for (size_t d = 0; d < self->cluster.documents; d++)
        knap_document_free(self->document[d]);
}

/* A feature of the line that begins with `start`. */
static double feature(const reading *self, const char *start, size_t number)
{
    const kn_story *story = self->stories.story;
    for (size_t i = 0; i < story->lines; i++)
        if (strncmp(story->line[i].text, start, strlen(start)) == 0)
            return self->x[i * KN_POINT_COUNT + number];
    fail_msg("no line begins with \"%s\"", start);
    return 0;
}

static const char MANUAL[] =
    "Weirkeeper\n"
    "==========\n\n"
    "The license of this program describes that there is no warranty, and copyright is kept.\n\n"
    "Weirkeeper is a program that opens and closes the gates of small weirs by the river.\n"
    "It reads the gauges of the river every minute and moves the gates when the water rises.\n\n"
    "Installation\n"
    "------------\n\n"
    "If the compiler is installed, see the example below in the directory /usr/src/weir_keeper.\n"
    "Please send patches and reports of bugs to the mailing list of the authors.\n\n"
    "Conclusions\n"
    "-----------\n\n"
    "This program saved the keepers forty walks at night in three winters on the Ostrey.\n";

static void features_follow_their_definition(void **state)
{
    static const struct {
        const char *line;
        size_t feature;
        double value;
    } expected[] = {
        {"The license", KN_POINT_PLACE, 0},    {"The license", KN_POINT_FIRST, 1},
        {"The license", KN_POINT_LEGAL, 3}, /* license, warranty, copyright */
        {"The license", KN_POINT_SAYS, 1},     {"The license", KN_POINT_NAME, 0},
        {"The license", KN_POINT_PREAMBLE, 1}, {"The license", KN_POINT_SECTION_FIRST, 1},
        {"Weirkeeper is", KN_POINT_FIRST, 0},  {"Weirkeeper is", KN_POINT_SHARE, 1.0 / 4},
        {"Weirkeeper is", KN_POINT_SAYS, 1}, /* "is a" */
        {"Weirkeeper is", KN_POINT_NAME, 1},   {"Weirkeeper is", KN_POINT_NAME_SAYS, 1},
        {"Weirkeeper is", KN_POINT_TITLE, 1},  {"Weirkeeper is", KN_POINT_SECTION_FIRST, 0},
        {"It reads", KN_POINT_SAYS, 1}, /* "reads" */
        {"It reads", KN_POINT_BACK, 1},        {"It reads", KN_POINT_ITSELF, 0},
        {"It reads", KN_POINT_TITLE, 0},       {"If the", KN_POINT_PREAMBLE, 0},
        {"If the", KN_POINT_SECTION_FIRST, 1}, {"If the", KN_POINT_CONDITION, 1},
        {"If the", KN_POINT_SETUP, 3},   /* compiler, installed, directory */
        {"If the", KN_POINT_POINTER, 3}, /* see, example, below */
        {"If the", KN_POINT_MARKS, 4.0 / 90},  {"Please", KN_POINT_COMMAND, 1},
        {"Please", KN_POINT_CONTACT, 3}, /* at most */
        {"Please", KN_POINT_SPEAKS, 0},
        {"This program", KN_POINT_BACK, 1},
        {"This program", KN_POINT_ITSELF, 1},
        {"This program", KN_POINT_MAIN, 0},
        {"It reads", KN_POINT_SHORT, 0},
        {"It reads", KN_POINT_FIGURES, 0},
        {"Please", KN_POINT_PLAIN, 6.0 / 14}, /* and of to the of the */
        {"Please", KN_POINT_DETAIL, 0},
        {"Please", KN_POINT_PAST, 0},
    };
    reading own;
    (void)state;
    open_reading(&own, "weir.rst", MANUAL, 1);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        double value = feature(&own, expected[i].line, expected[i].feature);
        if (fabs(value - expected[i].value) > 1e-9)
            fail_msg("%s of \"%s\": %g instead of %g", kn_point_names[expected[i].feature], expected[i].line, value,
                     expected[i].value);
    }
    close_reading(&own);
}

/* No point is above 0, that of the definition is 0, and that of the licence is far below. */
static void the_definition_is_the_likeliest(void **state)
{
    reading own;
    (void)state;
    open_reading(&own, "weir.rst", MANUAL, 1);
    const kn_story *story = own.stories.story;
    for (size_t i = 0; i < story->lines; i++) {
        assert_true(story->line[i].point <= 0);
        assert_int_equal(story->line[i].point > -INFINITY, story->line[i].section != KN_SECTION_ASIDE);
        assert_int_equal(story->line[i].point == 0, strncmp(story->line[i].text, "Weirkeeper is", 13) == 0);
        if (strncmp(story->line[i].text, "The license", 11) == 0)
            assert_true(story->line[i].point < -1);
    }
    close_reading(&own);
}

static void several_documents_have_no_points(void **state)
{
    reading own;
    (void)state;
    open_reading(&own, "weir.rst", MANUAL, 2);
    for (size_t i = 0; i < own.stories.story->lines; i++)
        assert_true(own.stories.story->line[i].point == 0);
    close_reading(&own);
}

/* A short sentence may be picked if it opens a document, or begins with the name of its subject. */
static void definitions_may_be_short(void **state)
{
    static const char text[] = "Weirkeeper\n==========\n\nA keeper of small weirs.\n\n"
                               "It opens and closes the gates of small weirs by the level of the river.\n\n"
                               "It has three modes.\n\nWeirkeeper opens the gates.\n\nWeirs on rivers are old.\n";
    reading own;
    size_t seen = 0;
    (void)state;
    open_reading(&own, "weir.rst", text, 1);
    for (size_t i = 0; i < own.stories.story->lines; i++) {
        const kn_story_line *line = &own.stories.story->line[i];
        seen += line->featured && line->words < 8;
        assert_true(line->words >= 8 || line->featured == (i == 0 || line->names || (i < 3 && !line->points_back)));
    }
    assert_int_equal(seen, 2);
    close_reading(&own);
}

/* The title as a row, or "" if it may not be picked. */
static const char *title_of(reading *self, const char *name, const char *text)
{
    open_reading(self, name, text, 1);
    const kn_story *story = self->stories.story;
    return story->title && story->line[story->title].candidate ? story->line[story->title].text : "";
}

/* A title that no likely sentence repeats can open the summary; names of sections, of pages and pieces of titles cannot. */
static void titles_open_summaries(void **state)
{
    static const char body[] = "\n==========================\n\nThe gates of small weirs open and close by the level of the river.\n\n"
                               "Use\n---\n\nThe keeper turns the wheel of each gate in the morning and at night.\n";
    static const struct {
        const char *head, *title;
    } expected[] = {{"A guide for keepers", "A guide for keepers."},
                    {"2.1. A guide for keepers:", "A guide for keepers."},
                    {"News of keepers -*- outline -*-", "News of keepers."},
                    {"A guide for keepers\n===================\n\nBy an old one", "A guide for keepers."},
                    {"A guide for keepers\n===================\n\nA guide for keepers", "A guide for keepers."},
                    {"Gates of weirs", ""}, /* the first sentence has the words */
                    {"Introduction", ""},
                    {"A guide for the", ""},
                    {"KEEPER(1)", ""},
                    {"http://keepers.example/guide", ""},
                    {"The GNU/Keeper FAQ", "The GNU/Keeper FAQ."},
                    {"1 2 3 4 5 a", ""}};
    (void)state;
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        char text[512];
        reading own;
        snprintf(text, sizeof text, "%s%s", expected[i].head, body);
        assert_string_equal(title_of(&own, "weir.rst", text), expected[i].title);
        close_reading(&own);
    }
}

/* Words of options, of versions, of the past, and an opening remark. */
static void details_have_their_words(void **state)
{
    static const char text[] = "Weirkeeper\n==========\n\nNote that the default value of the option is ignored unless the gate is shut by hand.\n\n"
                               "The older version was removed since the gates were too slow for the river.\n\n"
                               "As shown above the gates of small weirs open and close by the river.\n";
    reading own;
    (void)state;
    open_reading(&own, "weir.rst", text, 1);
    assert_true(feature(&own, "Note", KN_POINT_DETAIL) == 3); /* default value option ignored unless: at most 3 */
    assert_true(feature(&own, "Note", KN_POINT_NOTE) == 1 && feature(&own, "Note", KN_POINT_PAST) == 0);
    assert_true(feature(&own, "The older", KN_POINT_CHANGE) == 3); /* older version removed since */
    assert_true(feature(&own, "Note", KN_POINT_CONTEXT) == 0 && feature(&own, "As shown", KN_POINT_CONTEXT) == 1);
    assert_true(feature(&own, "The older", KN_POINT_PAST) == 1 && feature(&own, "The older", KN_POINT_NOTE) == 0);
    close_reading(&own);
}

static double point_of(const reading *self, const char *start)
{
    const kn_story *story = self->stories.story;
    for (size_t i = 0; i < story->lines; i++)
        if (strncmp(story->line[i].text, start, strlen(start)) == 0)
            return story->line[i].point;
    fail_msg("no line begins with \"%s\"", start);
    return 0;
}

/* The same sentences as one paragraph and as two: the last one is lower by 1.5 if it is not in the paragraph of the definition. If
 * the definition is alone in its paragraph, the next likely paragraph is not lower. */
static void other_paragraphs_are_less_likely(void **state)
{
    static const char form[] =
        "Weirkeeper\n==========\n\nWeirkeeper is a program that opens and closes the gates of small weirs by the river."
        "%sIt reads the gauges of the river every minute and moves the gates when the water rises."
        "%sThe gauges of the river have batteries for the night.\n\nUse\n---\n\nTurn the wheel of each gate at night.\n";
    char one[600], two[600], three[600];
    reading whole, last, each;
    (void)state;
    snprintf(one, sizeof one, form, " ", " ");
    snprintf(two, sizeof two, form, " ", "\n\n");
    snprintf(three, sizeof three, form, "\n\n", "\n\n");
    open_reading(&whole, "weir.rst", one, 1);
    open_reading(&last, "weir.rst", two, 1);
    open_reading(&each, "weir.rst", three, 1);
    assert_true(fabs(point_of(&last, "The gauges") - (point_of(&whole, "The gauges") - 1.5)) < 1e-9);
    assert_true(fabs(point_of(&last, "It reads") - point_of(&whole, "It reads")) < 1e-9);
    assert_true(fabs(point_of(&each, "It reads") - point_of(&whole, "It reads")) < 1e-9);
    assert_true(fabs(point_of(&each, "The gauges") - point_of(&last, "The gauges")) < 1e-9);
    assert_true(kn_story_has_details(whole.stories.story));
    close_reading(&each);
    close_reading(&last);
    close_reading(&whole);
}

/* A short sentence that names two of licences, addresses and other places takes no part, unless the document is about them. */
static void boilerplate_takes_no_part(void **state)
{
    static const char text[] = "Weirkeeper\n==========\n\nSee the end of this text for the license of the weirs.\n\n"
                               "Small weirs open and close their gates by the level of the river.\n\nGauges tell the level of the river at night.\n\n"
                               "Keepers turn the wheels of the gates by hand in the morning.\n\nMills\n-----\n\nThe mills need the water of the river in summer.\n\n%s";
    char mail[900];
    reading own;
    (void)state;
    snprintf(mail, sizeof mail, text, "Report bugs of the gates to the mailing list of the keepers.\n");
    open_reading(&own, "weir.rst", mail, 1);
    assert_true(point_of(&own, "See the end") == -INFINITY && point_of(&own, "Report bugs") == -INFINITY);
    assert_true(point_of(&own, "The mills") > -INFINITY);
    close_reading(&own);
    snprintf(mail, sizeof mail, text, "Report bugs of the gates to the mailing list of the keepers.\n\nThe authors answer mail of the weirs.\n");
    open_reading(&own, "weir.rst", mail, 1); /* two of seven sentences are about mail */
    assert_true(point_of(&own, "See the end") == -INFINITY && point_of(&own, "Report bugs") > -INFINITY);
    close_reading(&own);
}

/* A sentence that presents the document is likelier than one that does not, and one that refers to what cannot be picked is less likely. */
static void documents_present_themselves(void **state)
{
    static const char form[] = "Weirs\n=====\n\nThe gates of small weirs by the river %s\n\nSuch gates were made of oak by the carpenters of the Ostrey.\n\n"
                               "In this %s the gates of small weirs by the river are made of oak by the carpenters.\n\n"
                               "Use\n---\n\nTurn the wheels at night.\n";
    char text[500];
    static const char weak[] = "Weirs\n=====\n\nSmall weirs are a kind of dam that holds the water of small rivers back for the mills.\n\n"
                               "Small weirs hold the water of rivers back in summer.\n\nIn this %s 12 of 34 wheels turn.\n\nUse\n---\n\nTurn the wheels at night.\n";
    double lost, present;
    reading own;
    (void)state;
    snprintf(text, sizeof text, weak, "valley");
    open_reading(&own, "weir.rst", text, 1);
    present = point_of(&own, "In this");
    close_reading(&own);
    snprintf(text, sizeof text, weak, "section");
    open_reading(&own, "weir.rst", text, 1);
    assert_true(point_of(&own, "In this") > present + 1);
    close_reading(&own);
    snprintf(text, sizeof text, form, "look like this:", "section");
    open_reading(&own, "weir.rst", text, 1);
    lost = point_of(&own, "Such gates") - point_of(&own, "In this");
    present = point_of(&own, "In this");
    close_reading(&own);
    snprintf(text, sizeof text, form, "look like this and are old.", "village");
    open_reading(&own, "weir.rst", text, 1);
    assert_true(lost < point_of(&own, "Such gates") - point_of(&own, "In this") - 1);
    assert_true(present == 0 && point_of(&own, "In this") < 0);
    present = point_of(&own, "In this");
    close_reading(&own);
    snprintf(text, sizeof text, form, "look like this and are old.", "village below");
    open_reading(&own, "weir.rst", text, 1);
    assert_true(point_of(&own, "In this") < present - 1);
    close_reading(&own);
}

#define WEIGHT_OF(id, name, weight, plain) weight,
#define PLAIN_OF(id, name, weight, plain) plain,

/* The points of two lines differ by the sum of their weighted features. */
static void assert_fitted(const reading *self, const char *a, const char *b, bool details)
{
    static const double weight[][KN_POINT_COUNT] = {{KN_POINTS(PLAIN_OF)}, {KN_POINTS(WEIGHT_OF)}};
    double expected = 0;
    for (size_t f = 0; f < KN_POINT_COUNT; f++)
        expected += weight[details][f] * (feature(self, a, f) - feature(self, b, f));
    assert_true(fabs(point_of(self, a) - point_of(self, b) - expected) < 1e-9);
}

/* Texts with details and others have weights of their own. Definitions far below the beginning earn nothing for it. */
static void points_are_fitted(void **state)
{
    static const char plain[] = "The keepers of the Ostrey turn the wheels of the gates by hand at night in winter and in summer.\n\n"
                                "Small weirs open and close their gates by the river.\n";
    char text[1200];
    size_t at = (size_t)snprintf(text, sizeof text, "Weirkeeper\n==========\n\nWeirkeeper is a program that opens the gates of small weirs.\n\nUse\n---\n\n");
    reading own;
    (void)state;
    open_reading(&own, "a.txt", plain, 1);
    assert_fitted(&own, "The keepers", "Small weirs", false);
    close_reading(&own);
    for (int i = 0; i < 10; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, "Gate number %d opens by the level of the river at night.\n\n", i);
    snprintf(text + at, sizeof text - at, "Weirkeeper is a program for the keepers of old mills at night.\n");
    open_reading(&own, "weir.rst", text, 1);
    assert_fitted(&own, "Weirkeeper is a program for", "Gate number 3", true);
    close_reading(&own);
}

/* More sentences tell of the past than have technical words. */
static void a_story_has_no_details(void **state)
{
    static const char text[] = "The old weir\n============\n\nThe keeper was alone with the river for three winters on the Ostrey.\n\n"
                               "Morning\n-------\n\nThe water had risen by a foot, and the gates were open.\n";
    reading own;
    (void)state;
    open_reading(&own, "weir.rst", text, 1);
    assert_true(own.stories.story->narrative);
    assert_false(kn_story_has_details(own.stories.story));
    close_reading(&own);
}

/* In a licence the permission and the condition are the point, not the meaning of its words. */
static void licences_make_their_point_by_clauses(void **state)
{
    static const char text[] =
        "\"Licence\" shall mean the terms of this license for the use of the weirs and of their gates.\n\n"
        "\"Keeper\" shall mean the owner of the copyright who grants the license of the weirs and of their gates.\n\n"
        "The owner hereby grants you a license to copy and to share the plans of the weirs and of their gates.\n\n"
        "The copyright notice must be included in all copies of the plans of the weirs and of their gates.\n";
    reading own;
    (void)state;
    open_reading(&own, "LICENSE", text, 1);
    assert_true(own.stories.story->licence);
    assert_true(point_of(&own, "The owner") > point_of(&own, "\"Licence\"") + 1);
    assert_true(point_of(&own, "The copyright") > point_of(&own, "\"Keeper\"") + 1);
    close_reading(&own);
    open_reading(&own, "weir.rst", MANUAL, 1);
    assert_false(own.stories.story->licence);
    close_reading(&own);
}

/* A file whose name says that it lists changes: its entries become sentences, and the first are the newest. */
static void the_newest_changes_are_the_point(void **state)
{
    static const char text[] = "Weirkeeper 2.0\n--------------\n\n* open all the gates of a weir at once (#12)\n* report the level of the river by mail\n\n"
                               "Weirkeeper 1.0\n--------------\n\n* close the gates when the river is low\n* count the walks of the keepers at night\n";
    reading own, other;
    (void)state;
    open_reading(&own, "CHANGES.txt", text, 1);
    assert_true(own.stories.story->log);
    assert_true(point_of(&own, "Open all the gates of a weir at once (#12).") > point_of(&own, "Count the walks of the keepers at night."));
    for (size_t i = 0; i < own.stories.story->lines; i++)
        assert_int_equal(own.stories.story->line[i].candidate, own.stories.story->line[i].sentence->block == KNAP_BLOCK_ITEM);
    open_reading(&other, "changeable.txt", text, 1);
    assert_false(other.stories.story->log);
    close_reading(&other);
    close_reading(&own);
}

/* A definition that introduces code with a colon can be picked; another sentence that does cannot. */
static void definitions_may_end_in_a_colon(void **state)
{
    static const char text[] = "Weirkeeper is a program that opens the gates of small weirs by the river:\n\n    weirkeeper --open all\n\n"
                               "To close the gates again by hand at any time of the day use this:\n\n    weirkeeper --close all\n\n"
                               "The gates move when the water of the river rises in the winter.\n";
    reading own;
    (void)state;
    open_reading(&own, "weir.md", text, 1);
    const kn_story_line *line = own.stories.story->line;
    assert_int_equal(own.stories.story->lines, 3);
    assert_string_equal(line[0].text, "Weirkeeper is a program that opens the gates of small weirs by the river.");
    assert_true(line[0].candidate);
    assert_false(line[1].candidate);
    assert_true(line[2].candidate);
    close_reading(&own);
}

/* The first line below the title is a sentence without its full stop, unless it is mostly names. */
static void the_line_below_the_title_needs_no_stop(void **state)
{
    static const char *const lines[] = {"Promise of the keeper for small weirs", "Promise of Keeper Ann Brook And Sons"};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        char text[512];
        reading own;
        snprintf(text, sizeof text, "Weirkeeper\n==========\n\n%s\n\nThe gates of small weirs open and close by the level of the river.\n\n"
                 "The keeper turns the wheel of each gate in the morning and at night.\n", lines[i]);
        open_reading(&own, "weir.rst", text, 1);
        assert_int_equal(own.stories.story->line[0].candidate, i == 0);
        assert_int_equal(own.stories.story->line[0].ended, i == 0);
        close_reading(&own);
    }
}

/* Of a dialogue, nearly all of whose sentences are short, short ones can be picked; of another text with a few short ones they cannot. */
static void dialogues_are_short(void **state)
{
    static const char start[] = "He came down to the river before the sun was up. ",
                      end[] = "Open the old gate. Close the new one now. The river is too high. ";
    static const char full[] = "The keeper of the weirs moved the gates when the river rose. ";
    (void)state;
    for (int other = 0; other < 2; other++) {
        char text[1024];
        reading own;
        snprintf(text, sizeof text, "%s%s%sWait for me there. The keeper is gone. Nobody will find us. We go at night. Turn the big wheel.\n",
                 start, other ? full : "", end);
        open_reading(&own, "weir.txt", text, 1);
        const kn_story *story = own.stories.story;
        assert_int_equal(story->line[story->lines - 1].words < 8, 1);
        assert_int_equal(story->line[story->lines - 1].candidate, !other);
        close_reading(&own);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(features_follow_their_definition), cmocka_unit_test(the_definition_is_the_likeliest),
        cmocka_unit_test(several_documents_have_no_points), cmocka_unit_test(definitions_may_be_short),
        cmocka_unit_test(titles_open_summaries),            cmocka_unit_test(licences_make_their_point_by_clauses),
        cmocka_unit_test(details_have_their_words),
        cmocka_unit_test(points_are_fitted), cmocka_unit_test(boilerplate_takes_no_part), cmocka_unit_test(documents_present_themselves),
        cmocka_unit_test(other_paragraphs_are_less_likely), cmocka_unit_test(a_story_has_no_details),
        cmocka_unit_test(the_newest_changes_are_the_point), cmocka_unit_test(definitions_may_end_in_a_colon),
        cmocka_unit_test(the_line_below_the_title_needs_no_stop), cmocka_unit_test(dialogues_are_short)};
    return cmocka_run_group_tests_name("point", tests, begin, end);
}
