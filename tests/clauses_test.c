/* clauses_test.c - which clauses are cut, in four languages; what keeps its source or its clause; and what holds of any text: forms
 * are the union of their cuts, in order, apart, valid and long enough. */
#include "check.h"

#include "text/trim.h"
#include "text/utf8.h"

enum { MOST_TEXT = 1024 };

static const char *const CODES[] = {"en", "de", "fr", "es", "it"};
enum { LANGUAGES = sizeof CODES / sizeof *CODES };
static kn_trimmer trimmers[LANGUAGES];

static int open_trimmers(void **state)
{
    (void)state;
    for (size_t i = 0; i < LANGUAGES; i++)
        assert_true(kn_trimmer_begin(&trimmers[i], kn_lexicon_find(CODES[i]), NULL));
    return 0;
}

static int free_trimmers(void **state)
{
    (void)state;
    for (size_t i = 0; i < LANGUAGES; i++)
        kn_trimmer_free(&trimmers[i]);
    return 0;
}

static const kn_trimmer *trimmer_of(const char *code)
{
    size_t i = 0;
    while (strcmp(CODES[i], code) != 0)
        i++;
    return &trimmers[i];
}

/* `marked` has brackets around each clause that must be found. */
static void check(const char *code, const char *marked)
{
    char text[MOST_TEXT], found[MOST_TEXT];
    size_t length = 0, size = 0, at = 0, count;
    knap_cut cut[KN_MOST_CLAUSES];
    for (const char *c = marked; *c; c++)
        if (*c != '[' && *c != ']')
            text[length++] = *c;
    count = kn_clauses_find(&trimmer_of(code)->clauses, text, length, cut);
    for (size_t i = 0; i <= count; i++) {
        size_t until = i < count ? cut[i].begin : length, end = i < count ? cut[i].end : length;
        size += (size_t)snprintf(found + size, sizeof found - size, "%.*s", (int)(until - at), text + at);
        if (i < count)
            size += (size_t)snprintf(found + size, sizeof found - size, "[%.*s]", (int)(end - until), text + until);
        at = end;
    }
    assert_string_equal(found, marked);
}

static void clauses_are_found(void **state)
{
    static const char *const english[] = {
        "The old dam on the river burst on Monday[, officials said Thursday].",
        "Two of the men were found in the cellar[, said police].",
        "A bridge near the town fell on Monday[, according to the local newspaper (a daily)].",
        "On Monday, a bridge near the old town fell[ according to police].",
        "[According to police, ]the old bridge near the town fell on Monday.",
        "The bridge[, police said,] fell into the river near the old town.",
        "Ann Smith[, who was born in Oslo, Norway,] won the race on the river.",
        "They rebuilt the dam near the town[, which was damaged in the flood].",
        "Ann Smith[, the mayor of the town,] opened the dam on the river.",
        "The dam on the river was opened by Ann Smith[, the mayor].",
        "Ann Smith[, 45,] opened the old dam on the river.",
        "The men found Ann Smith[, 45], who was alive, in the cellar.",
        "The flood hit three towns on the river[, killing 12 people].",
        "The mayor left the meeting in anger[, saying that the dam was old].",
        "[After a night of heavy rain, ]the old dam on the river burst.",
        "In May, Ann Smith[, who was born in Oslo,] won the race on the river.",
        "\"The dam held,\" said Ann Smith[, who works on the river].",
    };
    (void)state;
    for (size_t i = 0; i < sizeof english / sizeof *english; i++)
        check("en", english[i]);
    check("de", "Der alte Damm am Fluss ist am Montag gebrochen[, teilte die Polizei mit].");
    check("de", "Der alte Damm am Fluss ist am Montag gebrochen[, wie die Polizei mitteilte].");
    check("fr", "Le vieux barrage du village a cédé lundi matin[, a indiqué la police].");
    check("fr", "[Selon la police, ]le vieux barrage du village a cédé lundi matin.");
    check("fr", "Le barrage[, qui date de 1920,] a cédé lundi matin dans le village.");
    check("fr", "Anne Petit[, 45 ans,] a ouvert le vieux barrage du village.");
    check("es", "La vieja presa del pueblo cedió el lunes[, informó la policía].");
    check("es", "[Según la policía, ]la vieja presa del pueblo cedió el lunes.");
    check("es", "La presa[, que data de 1920,] cedió el lunes en el pueblo.");
    check("es", "Ana Ruiz[, de 45 años,] abrió la vieja presa del pueblo.");
}

static void sources_and_conditions_are_kept(void **state)
{
    static const char *const kept[] = {
        /* opinions, forecasts, negations, accusations and quotations keep their source */
        "The vote will lead to unrest in the old town, officials said.",
        "The vote won't lead to unrest in the old town, officials said.",
        "The old dam near the town was not damaged, officials said.",
        "The man was accused of theft in the old town, police said.",
        "It was the worst flood in the history of the town, officials said.",
        "The \"old\" dam near the town burst on Monday, officials said.",
        "The old dam near the town burst on Monday, the rebels said.",
        "The old dam near the town burst on Monday, officials claimed.",
        "According to the party, the vote in the town was fair.",
        /* clauses that negate, accuse or make a condition */
        "They approved the plan for the dam, which was never signed.",
        "The man, who is accused of theft, left the town on Monday.",
        "If the rain goes on, the old dam near the town bursts.",
        /* lists, and clauses whose end is not certain */
        "The men, who came from Oslo, Bergen and Narvik, and their wives left.",
        "They saw the race in New York, the Bahamas and old London.",
        "In New York, the police found two men in a cellar.",
        "The mayor, Ann Smith, who was born in Oslo, said the dam was old.",
        "The 15 men, who were held by the guards on Monday are free.",
        "They are among the few nations, including Canada, which opposed the dam.",
        "The goals came in minutes 12, 45, and 60 of the match.",
        /* a subject, half of a verb, a main clause, a condition */
        "When this hurdle is taken, adding the old dam would be easy.",
        "If the rain goes on for days, closing the gates of the dam helps.",
        "The state was, with a last effort, rousing the people of the town.",
        "In addition to the Orrin Dam, a set of gates is built, intended to help.",
        "This column has the number of the dam, where a value is needed.",
        /* a time, a list or a pronoun before or in the main clause */
        "After the war, the old dam near the town was rebuilt.",
        "After a night of heavy rain, they left the dam on the river.",
        "After talks with Smith, the mayor praised his work on the dam.",
        /* too little would be left, or no verb */
        "The dam burst, police said.", "The old dam near the river, which burst on Monday.",
        /* no full stop */
        "The old dam on the river burst on Monday, officials said Thursday"};
    (void)state;
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        check("en", kept[i]);
    check("de", "Der alte Damm am Fluss sei am Montag gebrochen, teilte die Polizei mit.");
    check("de", "Der Mann, der die Bank am Markt überfiel, wurde am Montag gefasst.");
    check("de",
          "Anna Schmidt, die in Oslo geboren ist, wurde am Montag zur Chefin gewählt."); /* it may say which one */
    check("fr", "Le vieux barrage du village aurait cédé lundi matin, a indiqué la police.");
    check("es", "La vieja presa del pueblo podría ceder el lunes, informó la policía.");
    check("fr", "Il a remis à leur chef, le capitaine Paul Petit, la médaille du village.");
    check("it", "La vecchia diga, che data dal 1920, ha ceduto lunedì nel paese.");
}

/* ---- Any text ---- */

/* Marks the bytes that the cuts leave out. */
static void mark(const knap_cut *cut, size_t count, bool *out)
{
    for (size_t i = 0; i < count; i++)
        for (size_t at = cut[i].begin; at < cut[i].end; at++)
            out[at] = true;
}

/* The forms of any text: the safe cuts, then each clause and all of them with the safe cuts, by brute force. */
static size_t check_forms(const kn_trimmer *trimmer, const char *text)
{
    size_t length = strlen(text), next = 0;
    knap_cut safe[KN_MOST_CUTS], clause[KN_MOST_CLAUSES];
    kn_form form[KN_MOST_FORMS];
    size_t safes = kn_trim_find(trimmer, text, length, safe),
           found = kn_clauses_find(&trimmer->clauses, text, length, clause);
    size_t forms = kn_trim_forms(trimmer, text, length, true, form);
    assert_true(forms <= KN_MOST_FORMS);
    for (size_t i = 0; i < found; i++) {
        assert_true(clause[i].begin < clause[i].end && clause[i].end <= length &&
                    (i == 0 || clause[i - 1].end <= clause[i].begin));
        assert_true((text[clause[i].begin] & 0xC0) != 0x80);
    }
    if (safes)
        assert_memory_equal(form[next++].cut, safe, safes * sizeof *safe);
    for (size_t subset = found > 1 ? 0 : found; found && subset <= found; subset++) {
        bool expected[MOST_TEXT] = {false}, made[MOST_TEXT] = {false};
        size_t words = 0;
        mark(safe, safes, expected);
        for (size_t i = 0; i < found; i++)
            if (i == subset || subset == found)
                mark(&clause[i], 1, expected);
        for (size_t i = 0; i < length; i++)
            words += !expected[i] && text[i] != ' ' && (i == 0 || text[i - 1] == ' ');
        if (words < 6)
            continue;
        assert_true(next < forms);
        mark(form[next].cut, form[next].count, made);
        assert_memory_equal(made, expected, length);
        for (size_t i = 1; i < form[next].count; i++)
            assert_true(form[next].cut[i - 1].end <= form[next].cut[i].begin);
        next++;
    }
    assert_int_equal(next, forms);
    assert_int_equal(kn_trim_forms(trimmer, text, length, false, form), safes > 0);
    return found;
}

static void forms_are_unions_of_cuts(void **state)
{
    static const char *const parts[] = {"But ",
                                        "(a dam) ",
                                        "Ann Smith, ",
                                        "45, ",
                                        "who was ",
                                        "which ",
                                        "the mayor, ",
                                        "the ",
                                        "said ",
                                        "officials said",
                                        "police ",
                                        ", ",
                                        "according to ",
                                        "held ",
                                        "burst ",
                                        "killing 12 ",
                                        "After ",
                                        "rain, ",
                                        "\"",
                                        "not ",
                                        "and ",
                                        "Paul ",
                                        "was ",
                                        "(",
                                        ") ",
                                        "qui ",
                                        "selon la police ",
                                        "\xc3\xa9t\xc3\xa9, ",
                                        "old ",
                                        "river ",
                                        "\xf0\x9f\x98\x80 ",
                                        "a, ",
                                        ", he said",
                                        "que "};
    knap_rng rng;
    size_t clauses = 0;
    (void)state;
    knap_rng_seed(&rng, 11);
    for (int round = 0; round < 20000; round++) {
        char text[MOST_TEXT] = "The dam ";
        size_t count = knap_rng_below(&rng, 25);
        for (size_t i = 0; i < count; i++)
            strcat(text, parts[knap_rng_below(&rng, sizeof parts / sizeof *parts)]);
        strcat(text, knap_rng_below(&rng, 8) ? "days." : "days");
        clauses += check_forms(&trimmers[knap_rng_below(&rng, LANGUAGES)], text);
    }
    assert_true(clauses > 100);
}

static void long_and_empty_texts(void **state)
{
    char text[MOST_TEXT] = "";
    knap_cut cut[KN_MOST_CLAUSES];
    (void)state;
    assert_int_equal(kn_clauses_find(&trimmers[0].clauses, "", 0, cut), 0);
    assert_int_equal(kn_clauses_find(&trimmers[0].clauses, ".", 1, cut), 0);
    for (size_t i = 0; i < 120; i++)
        strcat(text, "dam, ");
    strcat(text, "police said.");
    assert_int_equal(kn_clauses_find(&trimmers[0].clauses, text, strlen(text), cut), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clauses_are_found), cmocka_unit_test(sources_and_conditions_are_kept),
        cmocka_unit_test(forms_are_unions_of_cuts), cmocka_unit_test(long_and_empty_texts)};
    return cmocka_run_group_tests_name("clauses", tests, open_trimmers, free_trimmers);
}
