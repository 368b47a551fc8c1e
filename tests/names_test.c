/* names_test.c - which lines introduce a name and which need it, on texts whose right answer is plain; then every use that is
 * found against the definition, on the sample. */
#include "failing.h"
#include "stories.h"

#include "summarize/names.h"

/* The uses of a story as "LINE+WORD" where a line introduces a name, "LINE-WORD" where it needs it. */
static void assert_names(const char *language, const char *text, const char *expected)
{
    own_story self;
    char found[512] = "";
    own_story_open(&self, language, &text, 1);
    for (size_t i = 0; i < self.story->names; i++) {
        const kn_name_use *use = &self.story->name[i];
        size_t used = strlen(found);
        snprintf(found + used, sizeof found - used, "%s%u%c%s", used ? " " : "", use->line, use->introduces ? '+' : '-',
                 self.story->word.name[use->word]);
    }
    own_story_close(&self);
    assert_string_equal(found, expected);
}

static void full_names_introduce_and_bare_ones_need(void **state)
{
    (void)state;
    assert_names("en",
                 "The new dam was opened by Premier Anna Voss in the rain on Monday.\n"
                 "The crowd on the river cheered when Voss spoke about the cost of it.\n",
                 "0+voss 1-voss");
    /* a first word alone is a name if it is one elsewhere */
    assert_names("en",
                 "The new dam was opened by Premier Anna Voss in the rain on Monday.\n"
                 "Voss spoke about the cost of it and then went home to her garden.\n"
                 "Rain fell on the river and on the crowd that waited for the buses.\n",
                 "0+voss 1-voss");
    /* never in full, or never bare: there is nothing to need */
    assert_names("en",
                 "The crowd on the river cheered when Voss spoke about the cost of it.\n"
                 "Reporters asked Voss about the rain, and she told them about the wind.\n",
                 "");
    assert_names("en",
                 "The new dam was opened by Premier Anna Voss in the rain on Monday.\n"
                 "Later on the same day Anna Voss spoke about the cost of it.\n",
                 "");
    /* a function word with a capital is no part of a name */
    assert_names("en",
                 "The new dam was opened in the rain on Monday. The Dam was full by the evening of the same day.\n"
                 "People said that Dam was the wrong word for what they had seen that day.\n",
                 "");
}

/* Each line uses a name in one way once, in full and bare if it has both. */
static void a_line_uses_a_name_once(void **state)
{
    (void)state;
    assert_names("en",
                 "The new dam was opened by Premier Anna Voss, and they say that Anna Voss was wet with rain.\n"
                 "The crowd cheered when Voss spoke and was quiet when Voss asked them for silence.\n"
                 "When Premier Anna Voss had left they said that Voss was brave to come at all.\n",
                 "0+voss 1-voss 2+voss 2-voss");
}

static void capitals_of_nouns_are_no_names(void **state)
{
    (void)state;
    /* as in German: the same text with every noun capitalised */
    assert_names("und",
                 "The new Dam was opened by Premier Anna Voss in the Rain on Monday.\n"
                 "The Crowd on the River cheered when Voss spoke about the Cost of the Dam.\n"
                 "The Mayor of the Town gave Flowers and Bread to the Guests of the Evening.\n",
                 "");
    assert_names("und",
                 "the new dam was opened by premier anna voss in the rain on monday\n"
                 "the crowd on the river cheered when voss spoke about the cost of the dam\n",
                 "");
    assert_names("hi", "राज्य के मुख्यमंत्री ने सोमवार को नए बांध का उद्घाटन किया और लोगों से बात की।\n", "");
}

/* ---- The definition, on the sample ---- */

static bool is_capital(const kn_story *story, size_t token)
{
    return story->tokens.flags[token] & KN_TOKEN_CAPITAL && !story->stop[story->tokens.id[token]];
}

/* Whether a run of capitals that ends in the word is in the line: one of several words, or one alone. */
static bool has_run(const kn_story *story, size_t line, uint32_t word, bool full)
{
    size_t begin = story->tokens.start[line], end = story->tokens.start[line + 1];
    for (size_t i = begin; i < end; i++)
        if (story->tokens.id[i] == word && is_capital(story, i) && !(i + 1 < end && is_capital(story, i + 1)) &&
            full == (i > begin && is_capital(story, i - 1)))
            return true;
    return false;
}

static void the_samples_names_are_by_definition(void **state)
{
    const char *path = "sample";
    const knap_cluster *cluster[16];
    knap_corpus *corpus;
    kn_stories stories;
    size_t uses = 0;
    (void)state;
    assert_ok(knap_corpus_open(&path, 1, NULL, NULL, &corpus, error));
    for (size_t i = 0; i < knap_corpus_clusters(corpus); i++)
        cluster[i] = knap_corpus_cluster(corpus, i);
    assert_int_equal(own_read(&stories, cluster, knap_corpus_clusters(corpus), "en", NULL), KNAP_OK);
    for (size_t s = 0; s < stories.count; s++) {
        const kn_story *story = &stories.story[s];
        for (uint32_t word = 0; word < story->word.count; word++) {
            bool full = false, bare = false;
            for (size_t line = 0; line < story->lines; line++) {
                full |= has_run(story, line, word, true);
                bare |= has_run(story, line, word, false);
            }
            for (size_t line = 0; line < story->lines; line++) {
                size_t begin, end = kn_names_of(story, line, &begin), found[2] = {0, 0};
                for (size_t i = begin; i < end; i++)
                    if (story->name[i].word == word)
                        found[story->name[i].introduces]++;
                assert_int_equal(found[1], full && bare && has_run(story, line, word, true));
                assert_int_equal(found[0], full && bare && has_run(story, line, word, false));
                uses += found[0] + found[1];
            }
        }
        for (size_t i = 1; i < story->names; i++)
            assert_true(story->name[i - 1].line <= story->name[i].line);
    }
    assert_true(uses > 50);
    kn_stories_free(&stories);
    knap_corpus_close(corpus);
}

/* ---- Memory ---- */

static knap_status read_names(const knap_allocator *allocator, void *context)
{
    static const char *const text[] = {
        "2005-01-08\n\nThe new dam was opened by Premier Anna Voss in the rain on Monday.\n"
        "The crowd of 40 people will cheer when Voss speaks at the dam on Friday.\n",
        "2005-01-10\n\nThe crowd of 90 people cheered when Voss spoke at the dam on Friday.\n"};
    own_cluster own;
    const knap_cluster *pointer[] = {&own.cluster};
    kn_stories stories = {.allocator = allocator};
    knap_status status = own_open(&own, text, 2, allocator);
    if (!status)
        status = own_read(&stories, pointer, 1, "en", allocator);
    if (!status) {
        assert_int_equal(stories.story[0].names, 3);
        assert_true(stories.story[0].line[1].superseded);
    }
    kn_stories_free(&stories);
    own_close(&own);
    (void)context;
    return status;
}

static void reading_survives(void **state)
{
    (void)state;
    assert_true(survives(read_names, NULL) > 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(full_names_introduce_and_bare_ones_need), cmocka_unit_test(a_line_uses_a_name_once),
        cmocka_unit_test(capitals_of_nouns_are_no_names), cmocka_unit_test(the_samples_names_are_by_definition),
        cmocka_unit_test(reading_survives)};
    return cmocka_run_group_tests_name("names", tests, NULL, NULL);
}
