/* supersede_test.c - which sentences a later document supersedes: figures of the same thing, plans that became facts; and what is
 * left alone. Each row has an earlier and a later document of one sentence. */
#include "stories.h"

#include "text/lexicon.h"

typedef struct row {
    const char *early, *late;
    bool expected;
} row;

#define OLD "2005-01-08\n\n"
#define NEW "2005-01-10\n\n"

/* Whether the sentence of the first document is superseded; that of the second never is. */
static void check(const char *const *text, bool expected)
{
    own_story self;
    own_story_open(&self, "en", text, 2);
    assert_int_equal(self.story->lines, 2);
    if (self.story->line[0].superseded != expected)
        fail_msg("%s superseded: %s\n%s", expected ? "not" : "wrongly", text[0], text[1]);
    assert_false(self.story->line[1].superseded);
    own_story_close(&self);
}

static void check_rows(const row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char early[512], late[512];
        snprintf(early, sizeof early, OLD "%s\n", rows[i].early);
        snprintf(late, sizeof late, NEW "%s\n", rows[i].late);
        check((const char *const[]){early, late}, rows[i].expected);
        /* the same documents in the other order: dates decide, not names */
        own_story self;
        own_story_open(&self, "en", (const char *const[]){late, early}, 2);
        assert_false(self.story->line[0].superseded);
        assert_int_equal(self.story->line[1].superseded, rows[i].expected);
        own_story_close(&self);
    }
}

static void another_figure_of_the_same_thing(void **state)
{
    static const row rows[] = {
        {"The storm in Belport left 80 people dead and many houses without a roof.",
         "The storm in Belport left 120 people dead and many houses without a roof.", true},
        {"The storm in Belport left 80 people dead and many houses without a roof.",
         "The storm in Belport left 80 people dead and many houses without a roof, officials said.", false},
        /* another thing is counted */
        {"The storm in Belport left 80 people dead and many houses without a roof.",
         "The storm in Belport left 120 trees down and many houses without a roof.", false},
        /* one figure of the same thing is the same: the line is still true */
        {"The storm in Belport left 80 people dead and 20 people missing in their houses.",
         "The storm in Belport left 80 people dead and 35 people missing in their houses.", false},
        /* no name in common */
        {"The storm in Belport left 80 people dead and many houses without a roof.",
         "The storm in Carrow left 120 people dead and many houses without a roof.", false},
        /* not alike */
        {"The storm in Belport left 80 people dead and many houses without a roof.",
         "The council of Belport pays 120 people a pension for their years in the mines.", false},
        {"The storm in Belport left many people dead and many houses without a roof.",
         "The storm in Belport left most people dead and most houses without a roof.", false}};
    (void)state;
    check_rows(rows, sizeof rows / sizeof *rows);
}

static void numbers_have_separators(void **state)
{
    static const char *const same[][2] = {{"1,204", "1.204"},       {"1,204", "1204"},     {"3.5", "3,5"},
                                          {"1,204,000", "1204000"}, {"1,204.5", "1204.5"}, {"0.50", "0.5"}};
    static const char *const other[][2] = {{"1,204", "1,310"}, {"1.204", "1.2045"}, {"3.5", "35"},
                                           {"3.5", "4.1"},     {"1,204", "1,2"},    {"12,04", "1204"}};
    char early[256], late[256];
    row rows[2];
    (void)state;
    for (size_t i = 0; i < 6; i++)
        for (size_t differ = 0; differ < 2; differ++) {
            const char *const *pair = differ ? other[i] : same[i];
            snprintf(early, sizeof early, "The storm in Belport left %s people without a roof or a bed.", pair[0]);
            snprintf(late, sizeof late, "The storm in Belport left %s people without a roof or a bed.", pair[1]);
            rows[0] = (row){early, late, differ};
            check_rows(rows, 1);
        }
    rows[0] = (row){"The storm in Belport cost the town 3.5 million crowns in lost trade alone.",
                    "The storm in Belport cost the town 4.1 million crowns in lost trade alone.", true};
    rows[1] = (row){"The storm in Belport cost the town 3.5 million crowns in lost trade alone.",
                    "The storm in Belport cost the town 3.5 million crowns in lost trade, they say.", false};
    check_rows(rows, 2);
}

/* A word such as "million" belongs to the number: it is not what is counted. */
static void magnitudes_are_part_of_the_number(void **state)
{
    static const row rows[] = {{"The storm in Belport cost the town 3.5 million crowns in the storm's first night.",
                                "The storm in Belport cost the town 4.1 million trees in the storm's first night.",
                                false},
                               {"The storm in Belport cost the town 900 thousand crowns in lost trade alone.",
                                "The storm in Belport cost the town 1.2 million crowns in lost trade alone.", true},
                               {"The storm in Belport cost the town 80 thousand crowns in lost trade alone.",
                                "The storm in Belport cost the town 80,000 crowns in lost trade alone.", false},
                               {"The storm in Belport cost the town 2 million crowns in lost trade alone.",
                                "The storm in Belport cost the town 2 billion crowns in lost trade alone.", true}};
    (void)state;
    check_rows(rows, sizeof rows / sizeof *rows);
    assert_true(kn_magnitude("en", "million", 7) == 1e6 && kn_magnitude("es", "billones", 8) == 1e12);
    assert_true(kn_magnitude("en", "mill", 4) == 1 && kn_magnitude("en", "", 0) == 1 &&
                kn_magnitude("th", "mil", 3) == 1);
}

static void plans_become_facts(void **state)
{
    static const row rows[] = {
        {"The council of Belport will vote on the new bridge over the river Orrin.",
         "The council of Belport voted for the new bridge over the river Orrin.", true},
        {"The council of Belport is expected to vote on the new bridge over the river Orrin.",
         "The council of Belport voted for the new bridge over the river Orrin.", true},
        {"The council of Belport will vote on the new bridge over the river Orrin.",
         "The council of Belport will vote next week on the new bridge over the river Orrin.", false},
        {"The council of Belport voted on the new bridge over the river Orrin.",
         "The council of Belport will vote again on the new bridge over the river Orrin.", false},
        {"The council of Belport will vote on the new bridge over the river Orrin.",
         "The council of Carrow voted for the new bridge over the river there.", false},
        /* a willow is not a will */
        {"The council of Belport kept the willow at the new bridge over the river Orrin.",
         "The council of Belport kept the willows at the new bridge over the river Orrin.", false}};
    (void)state;
    check_rows(rows, sizeof rows / sizeof *rows);
}

static void dates_are_needed(void **state)
{
#define EARLY "The storm in Belport left 80 people dead and many houses without a roof.\n"
#define LATE "The storm in Belport left 120 people dead and many houses without a roof.\n"
    (void)state;
    check((const char *const[]){OLD EARLY, NEW LATE}, true);
    check((const char *const[]){EARLY, LATE}, false);
    check((const char *const[]){OLD EARLY, LATE}, false);
    check((const char *const[]){EARLY, NEW LATE}, false);
    check((const char *const[]){OLD EARLY, OLD LATE}, false);
    /* nor within one document */
    own_story self;
    own_story_open(&self, "en", (const char *const[]){OLD EARLY LATE}, 1);
    assert_int_equal(self.story->lines, 2);
    assert_false(self.story->line[0].superseded || self.story->line[1].superseded);
    own_story_close(&self);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(another_figure_of_the_same_thing),
                                       cmocka_unit_test(numbers_have_separators), cmocka_unit_test(plans_become_facts),
                                       cmocka_unit_test(magnitudes_are_part_of_the_number),
                                       cmocka_unit_test(dates_are_needed)};
    return cmocka_run_group_tests_name("supersede", tests, NULL, NULL);
}
