/* leads_test.c - which of the first sentences of documents tell how a story ended, and which tell the same event. */
#include "stories.h"

static void open_ranked(own_story *self, const char *const *text, size_t count)
{
    const knap_run run = {.jobs = 1};
    own_story_open(self, "en", text, count);
    assert_ok(kn_stories_rank(&self->stories, &run, error));
}

#define STRIKE "The crews of the Belport ferries stopped work over pay in the harbor of Belport on Monday."
#define TALKS "The crews of the Belport ferries met the owners of the ferries in the harbor of Belport for talks."
#define END "The crews of the Belport ferries ended the strike in the harbor of Belport after a raise of pay."
#define PLAN "The crews of the Belport ferries will end the strike in the harbor of Belport after a raise of pay."
#define ASIDE "A gray cat sat on the warm roof of an old yellow van and looked at nothing at all."

/* The newest document tells it, unless its first lines announce something, are about something else or stand later in it. */
static void the_newest_lead_is_the_outcome(void **unused)
{
    static const struct {
        const char *last;
        bool expected;
    } rows[] = {{"2005-01-14\n\n" END "\n", true},
                {"2005-01-14\n\n" PLAN "\n", false},
                {"2005-01-14\n\n" ASIDE "\n", false},
                {"2005-01-14\n\n" ASIDE "\n" ASIDE "\n" END "\n", false},
                {"2005-01-01\n\n" END "\n", false}};
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *const text[] = {"2005-01-08\n\n" STRIKE "\n", "2005-01-09\n\n" TALKS "\n",
                                    "2005-01-10\n\n" TALKS "\n", "2005-01-12\n\n" PLAN "\n", rows[i].last};
        own_story self;
        bool any = false;
        open_ranked(&self, text, 5);
        for (size_t line = 4; line < self.story->lines; line++)
            any = any || self.story->line[line].outcome;
        if (any != rows[i].expected)
            fail_msg("row %zu: %s", i, rows[i].last);
        assert_true(self.story->ends || !any);
        assert_false(self.story->line[0].outcome || self.story->line[1].outcome);
        own_story_close(&self);
    }
}

/* Two documents are no story with an end. */
static void two_documents_have_no_outcome(void **unused)
{
    own_story self;
    (void)unused;
    open_ranked(&self, (const char *const[]){"2005-01-08\n\n" STRIKE "\n", "2005-01-14\n\n" END "\n"}, 2);
    assert_false(self.story->ends || self.story->line[1].outcome);
    own_story_close(&self);
}

/* Nearly identical leads of one day or the next have one number; those of another week, or of the same document, have not. */
static void equal_leads_are_one_event(void **unused)
{
    static const struct {
        const char *day;
        bool expected;
    } rows[] = {{"2005-01-08", true}, {"2005-01-09", true}, {"2005-01-07", true}, {"2005-01-18", false}};
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char other[256];
        snprintf(other, sizeof other, "%s\n\n%s\n", rows[i].day,
                 "The crews of the Belport ferries stopped work over pay in the harbor of Belport, police said.");
        const char *const text[] = {"2005-01-08\n\n" STRIKE "\n" STRIKE "\n", other, "2005-01-20\n\n" ASIDE "\n"};
        own_story self;
        open_ranked(&self, text, 3);
        const kn_story_line *line = self.story->line;
        assert_int_equal(line[2].same, rows[i].expected ? 1 : 0);
        assert_int_equal(line[0].same, rows[i].expected ? 1 : 0);
        assert_int_equal(line[1].same, 0);
        assert_int_equal(line[3].same, 0);
        own_story_close(&self);
    }
}

/* The first line of a document that shares no word with the others teases; other lines do not. */
static void an_opening_about_nothing_teases(void **unused)
{
    static const char *const text[] = {
        "2005-01-08\n\n" STRIKE "\nTwo clouds drifted slowly over seven very green hills.\n",
        "2005-01-09\n\n" TALKS "\n", "2005-01-10\n\n" ASIDE "\n" END "\n", "2005-01-12\n\n" PLAN "\n"};
    own_story self;
    (void)unused;
    open_ranked(&self, text, 4);
    assert_int_equal(self.story->lines, 6);
    for (size_t i = 0; i < 6; i++)
        if (i == 3)
            assert_true(self.story->line[i].teaser > 0.2);
        else
            assert_true(self.story->line[i].teaser == 0);
    own_story_close(&self);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_newest_lead_is_the_outcome),
        cmocka_unit_test(two_documents_have_no_outcome),
        cmocka_unit_test(equal_leads_are_one_event),
        cmocka_unit_test(an_opening_about_nothing_teases),
    };
    return cmocka_run_group_tests_name("leads", tests, NULL, NULL);
}
