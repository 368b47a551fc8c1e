/* point_test.c - which sentences of a single document say what it is about: the features by their definition, and that the likeliest
 * sentence has the point 0. */
#include "check.h"

#include "knap/knap.h"
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
    "The license of this program says that there is no warranty, and copyright is kept.\n\n"
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
        {"The license", KN_POINT_SAYS, 0},     {"The license", KN_POINT_NAME, 0},
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
        {"Please", KN_POINT_SPEAKS, 0},        {"This program", KN_POINT_BACK, 1},
        {"This program", KN_POINT_ITSELF, 1},  {"This program", KN_POINT_MAIN, 0},
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
                               "It has three modes.\n\nWeirkeeper opens the gates.\n\nWeirs are old.\n";
    reading own;
    size_t seen = 0;
    (void)state;
    open_reading(&own, "weir.rst", text, 1);
    for (size_t i = 0; i < own.stories.story->lines; i++) {
        const kn_story_line *line = &own.stories.story->line[i];
        seen += line->featured && line->words < 8;
        assert_true(line->words >= 8 || line->featured == (i == 0 || line->names));
    }
    assert_int_equal(seen, 2);
    close_reading(&own);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(features_follow_their_definition), cmocka_unit_test(the_definition_is_the_likeliest),
        cmocka_unit_test(several_documents_have_no_points), cmocka_unit_test(definitions_may_be_short)};
    return cmocka_run_group_tests_name("point", tests, begin, end);
}
