/* trim_test.c - what is cut from a sentence, rule by rule in every language that has it; what must not be cut; and what holds of any
 * text: cuts in order and inside, valid UTF-8, nothing more to cut afterwards. */
#include "check.h"

#include "text/trim.h"
#include "text/utf8.h"

enum { MOST_TEXT = 1024 };

#define CODE(code) #code,
static const char *const CODES[] = {KN_LANGUAGES(CODE) "und", NULL};

static const kn_lexicon *lexicon_of(const char *code)
{
    const kn_lexicon *lexicon = kn_lexicon_find(code);
    assert_non_null(lexicon);
    return lexicon;
}

/* The trimmers of the languages, made when first used. */
static kn_trimmer trimmers[sizeof CODES / sizeof *CODES];

static const kn_trimmer *trimmer_of(const char *code)
{
    size_t i = 0;
    while (strcmp(CODES[i], code) != 0)
        i++;
    if (!trimmers[i].connectives.count && !trimmers[i].future.count) {
        kn_trimmer_free(&trimmers[i]);
        assert_true(kn_trimmer_begin(&trimmers[i], lexicon_of(code), NULL));
    }
    return &trimmers[i];
}

static int free_trimmers(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof trimmers / sizeof *trimmers; i++)
        kn_trimmer_free(&trimmers[i]);
    return 0;
}

static bool is_valid(const char *text, size_t length)
{
    for (size_t at = 0; at < length;)
        if (kn_utf8_next(text, &at, length) < 0)
            return false;
    return true;
}

/* Writes the trimmed sentence into made[MOST_TEXT]; checks what must hold of any. Returns the number of cuts. */
static size_t trim(const kn_trimmer *trimmer, const char *text, char *made)
{
    knap_cut cut[KN_MOST_CUTS];
    size_t length = strlen(text), count = kn_trim_find(trimmer, text, length, cut), left = length, size;
    assert_true(count <= KN_MOST_CUTS && length + 4 < MOST_TEXT);
    for (size_t i = 0; i < count; i++) {
        assert_true(cut[i].begin < cut[i].end && cut[i].end <= length);
        assert_true(i == 0 || cut[i - 1].end <= cut[i].begin);
        assert_true((text[cut[i].begin] & 0xC0) != 0x80);
        assert_true(cut[i].end == length || (text[cut[i].end] & 0xC0) != 0x80);
        left -= cut[i].end - cut[i].begin;
    }
    memset(made, '#', MOST_TEXT);
    size = kn_trim_apply(text, length, cut, count, made);
    assert_true(size <= left + 3); /* the capital may be longer than the small letter */
    assert_true(made[length + 4] == '#');
    assert_true(is_valid(made, size));
    made[size] = 0;
    if (count == 0)
        assert_string_equal(made, text);
    return count;
}

static void assert_trimmed(const char *code, const char *text, const char *expected)
{
    char made[MOST_TEXT], again[MOST_TEXT];
    trim(trimmer_of(code), text, made);
    if (strcmp(made, expected) != 0)
        fail_msg("%s: '%s' became '%s', not '%s'", code, text, made, expected);
    assert_int_equal(trim(trimmer_of(code), made, again), 0);
}

/* ---- The rules ---- */

/* A sentence of the language, long enough whatever is cut, without its capital, and with it. */
typedef struct body {
    const char *code, *small, *capital;
} body;

static const body BODIES[] = {
    {"en", "the old dam held for three more days", "The old dam held for three more days"},
    {"fr", "le vieux barrage a tenu trois jours de plus", "Le vieux barrage a tenu trois jours de plus"},
    {"cs", "stará hráz vydržela ještě další tři dny", "Stará hráz vydržela ještě další tři dny"},
    {"el", "το παλιό φράγμα άντεξε τρεις ακόμη ημέρες", "Το παλιό φράγμα άντεξε τρεις ακόμη ημέρες"},
    {"hi", "पुराना बांध तीन और दिन तक टिका रहा", "पुराना बांध तीन और दिन तक टिका रहा"},
    {"de", "der alte Damm hielt noch drei weitere Tage", "Der alte Damm hielt noch drei weitere Tage"},
    {"nl", "de oude dam hield het nog drie dagen", "De oude dam hield het nog drie dagen"},
    {"sv", "den gamla dammen höll i tre dagar till", "Den gamla dammen höll i tre dagar till"},
    {"da", "den gamle dæmning holdt i tre dage til", "Den gamle dæmning holdt i tre dage til"},
    {"nb", "den gamle demningen holdt i tre dager til", "Den gamle demningen holdt i tre dager til"},
    {"es", "la vieja presa aguantó otros tres días", "La vieja presa aguantó otros tres días"},
    {"it", "la vecchia diga ha tenuto altri tre giorni", "La vecchia diga ha tenuto altri tre giorni"},
    {"pt", "a velha barragem aguentou mais três dias", "A velha barragem aguentou mais três dias"},
    {"pl", "stara tama wytrzymała jeszcze kolejne trzy dni", "Stara tama wytrzymała jeszcze kolejne trzy dni"},
    {"ru", "старая плотина продержалась ещё целых три дня", "Старая плотина продержалась ещё целых три дня"}};

/* Calls check(body, phrase) for each phrase of a list. */
static size_t each_phrase(const body *of, const char *list, void (*check)(const body *, const char *))
{
    size_t count = 0;
    while (list && *list) {
        size_t size = strcspn(list, "|");
        char phrase[128];
        snprintf(phrase, sizeof phrase, "%.*s", (int)size, list);
        check(of, phrase);
        count++;
        list += size + (list[size] == '|');
    }
    return count;
}

static void check_connective(const body *of, const char *phrase)
{
    char text[256], expected[256];
    snprintf(text, sizeof text, "%s %s.", phrase, of->small);
    snprintf(expected, sizeof expected, "%s.", of->capital);
    assert_trimmed(of->code, text, expected);
    snprintf(text, sizeof text, "%s%s.", phrase, of->small); /* a word that begins so is another word */
    assert_trimmed(of->code, text, text);
}

static void check_set_apart(const body *of, const char *phrase)
{
    char text[256], expected[256];
    snprintf(text, sizeof text, "%s, %s.", phrase, of->small);
    snprintf(expected, sizeof expected, "%s.", of->capital);
    assert_trimmed(of->code, text, expected);
}

static void check_attribution(const body *of, const char *phrase)
{
    char text[256], expected[256];
    snprintf(text, sizeof text, "%s, %s.", of->capital, phrase);
    snprintf(expected, sizeof expected, "%s.", of->capital);
    assert_trimmed(of->code, text, expected);
    /* who said it belongs to a quotation */
    snprintf(text, sizeof text, "\"%s\", %s.", of->capital, phrase);
    assert_trimmed(of->code, text, text);
    snprintf(text, sizeof text, "\xe2\x80\x9c%s\xe2\x80\x9d, %s.", of->capital, phrase);
    assert_trimmed(of->code, text, text);
    snprintf(text, sizeof text, "\xc2\xab%s\xc2\xbb, %s.", of->capital, phrase);
    assert_trimmed(of->code, text, text);
}

static void check_bound(const body *of, const char *phrase)
{
    const char *list = lexicon_of(of->code)->connectives;
    char text[256];
    snprintf(text, sizeof text, "%.*s %s %s.", (int)strcspn(list, "|"), list, phrase, of->small);
    assert_trimmed(of->code, text, text);
}

static bool tells_future(const kn_trimmer *trimmer, const char *text)
{
    bool found = false;
    for (size_t at = 0, length = strlen(text); at < length; at++)
        found |= kn_tells_future(trimmer, text, at, length);
    return found;
}

static void check_future(const body *of, const char *phrase)
{
    const kn_trimmer *trimmer = trimmer_of(of->code);
    char text[256];
    snprintf(text, sizeof text, "%s %s %s.", of->capital, phrase, of->small);
    assert_true(tells_future(trimmer, text));
    snprintf(text, sizeof text, "%s %s.", of->capital, phrase);
    assert_true(tells_future(trimmer, text));
    snprintf(text, sizeof text, "%s %sx %s.", of->capital, phrase, of->small);
    assert_false(tells_future(trimmer, text));
    snprintf(text, sizeof text, "%s x%s.", of->capital, phrase);
    assert_false(tells_future(trimmer, text));
}

static void every_rule_in_every_language(void **state)
{
    size_t connectives = 0, set_apart = 0, attributions = 0, bound = 0, future = 0, languages = 0;
    (void)state;
    for (const char *const *code = CODES; *code; code++) {
        const kn_lexicon *lexicon = lexicon_of(*code);
        const body *of = NULL;
        for (size_t i = 0; i < sizeof BODIES / sizeof *BODIES; i++)
            of = strcmp(BODIES[i].code, lexicon->code) == 0 ? &BODIES[i] : of;
        /* a language with rules must have a sentence here */
        assert_true(of || !(lexicon->connectives || lexicon->set_apart || lexicon->attributions || lexicon->future));
        if (!of)
            continue;
        languages++;
        connectives += each_phrase(of, lexicon->connectives, check_connective);
        set_apart += each_phrase(of, lexicon->set_apart, check_set_apart);
        attributions += each_phrase(of, lexicon->attributions, check_attribution);
        bound += each_phrase(of, lexicon->bound, check_bound);
        future += each_phrase(of, lexicon->future, check_future);
    }
    assert_int_equal(languages, sizeof BODIES / sizeof *BODIES);
    assert_true(connectives >= 15 && set_apart >= 40 && attributions >= 30 && bound >= 20 && future >= 15);
}

static void asides_and_headings(void **state)
{
    (void)state;
    for (const char *const *code = CODES; *code; code++) {
        assert_trimmed(*code, "Zora (zora) dela (dela) v brodu na reki vsak dan.",
                       "Zora dela v brodu na reki vsak dan.");
        assert_trimmed(*code, "Zora dela v brodu na reki vsak dan (zora).", "Zora dela v brodu na reki vsak dan.");
        assert_trimmed(*code, "PRIMARY FINDING Zora dela v brodu na reki vsak dan.",
                       "Zora dela v brodu na reki vsak dan.");
    }
    assert_trimmed("en", "The old dam, (the wall), held for three more days.",
                   "The old dam, held for three more days.");
    assert_trimmed("en", "It held for three days at the dam, (the wall).", "It held for three days at the dam.");
    assert_trimmed("en", "KEY RESULTS But the drug (a pill) helped most of the old patients, he said.",
                   "The drug helped most of the old patients.");
    assert_trimmed("en", "But however, meanwhile, the old dam held for three days.",
                   "The old dam held for three days.");
    assert_trimmed("en", "And, in fact, the old dam held for three days.", "The old dam held for three days.");
    assert_trimmed("fr", "Mais en effet, \xc3\xa9trangement le vieux barrage a tenu trois jours.",
                   "\xc3\x89trangement le vieux barrage a tenu trois jours.");
}

static void what_must_not_be_cut(void **state)
{
    static const char *const kept[] = {
        "But for the rain, the old dam would have held for days.", "And so the old dam held for three more days.",
        "Butter from the old dam road sold for three crowns.", "However hard it rained, the old dam held for days.",
        "Also known as the wall, the old dam held for days.", "\"The old dam held for three more days,\" he said.",
        "The old dam \"held for three more days,\" he said.", "The old dam held, he said, for three more days.",
        "The old dam held for three more days, the mayor said.", "The old dam held for three days, as he said.",
        /* too little would be left: five words */
        "But the old dam held on.", "The old dam held on, he said.", "The old (and grey) dam held on.",
        /* brackets that are no asides */
        "The old dam (\"the wall\") held for three more days.",
        "The old dam (\xe2\x80\x9cthe wall\xe2\x80\x9d) held for three more days.",
        "(The old dam held for three more days and nights.)", "The old dam's function f(x) held for three more days.",
        "The old dam (which held for three more days and nights.",
        /* abbreviations may be a subject */
        "NASA ESA Officials met at the old dam for three days.",
        "PRIMARY Officials met at the old dam for three more days.",
        "NASA officials met at the old dam for three more days.",
        "ALL WORDS HERE ARE WRITTEN IN CAPITALS AND NOTHING FOLLOWS", ""};
    (void)state;
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        assert_trimmed("en", kept[i], kept[i]);
}

/* Six words are enough, five are not; counted by brute force for each number of words. */
static void enough_must_be_left(void **state)
{
    (void)state;
    for (size_t words = 1; words < 12; words++) {
        char text[256] = "But", left[256] = "", made[MOST_TEXT];
        for (size_t i = 0; i < words; i++) {
            strcat(text, " dam");
            strcat(left, i ? " dam" : "Dam");
        }
        strcat(text, ".");
        strcat(left, ".");
        assert_int_equal(trim(trimmer_of("en"), text, made), words >= 6);
        assert_string_equal(made, words >= 6 ? left : text);
    }
}

/* ---- Any text ---- */

/* Parts that the rules look for, in random order: what is found must be inside, in order, and valid. */
static void random_parts_are_cut_cleanly(void **state)
{
    static const char *const parts[] = {"But ",
                                        "However, ",
                                        "But, ",
                                        "(",
                                        ")",
                                        " (a dam) ",
                                        ", he said.",
                                        ", he said",
                                        "\"",
                                        "\xe2\x80\x9c",
                                        "PRIMARY ",
                                        "FINDING ",
                                        "The ",
                                        "the ",
                                        ".",
                                        ",",
                                        " ",
                                        "\xc3\xa9t\xc3\xa9 ",
                                        "\xce\xb1\xce\xbb\xce\xbb\xce\xac ",
                                        "\xf0\x9f\x98\x80 ",
                                        "old ",
                                        "dam ",
                                        "held ",
                                        "Mais ",
                                        "\xce\x91\xce\xbb\xce\xbb\xce\xac ",
                                        "\xc9\x90 ",
                                        "days "};
    knap_rng rng;
    size_t cuts = 0;
    (void)state;
    knap_rng_seed(&rng, 5);
    for (int round = 0; round < 30000; round++) {
        char text[MOST_TEXT] = "", made[MOST_TEXT];
        size_t count = knap_rng_below(&rng, 30);
        const kn_trimmer *trimmer = trimmer_of(BODIES[knap_rng_below(&rng, sizeof BODIES / sizeof *BODIES)].code);
        for (size_t i = 0; i < count; i++)
            strcat(text, parts[knap_rng_below(&rng, sizeof parts / sizeof *parts)]);
        cuts += trim(trimmer, text, made);
        tells_future(trimmer, text);
    }
    assert_true(cuts > 1000);
}

/* Random characters of one to four bytes, most of them ASCII. */
static void random_text_is_cut_cleanly(void **state)
{
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 6);
    for (int round = 0; round < 30000; round++) {
        char text[MOST_TEXT], made[MOST_TEXT];
        size_t length = 0, count = knap_rng_below(&rng, 120);
        for (size_t i = 0; i < count; i++) {
            static const int32_t most[] = {0x7F, 0x7F, 0x7F, 0x7FF, 0xD7FF, 0x10FFFF};
            int32_t code = 1 + (int32_t)knap_rng_below(&rng, (size_t)most[knap_rng_below(&rng, 6)]);
            if (code >= 0xD800 && code <= 0xDFFF)
                code = ' ';
            length += kn_utf8_write(knap_rng_below(&rng, 4) ? code : ' ', text + length);
        }
        text[length] = 0;
        trim(trimmer_of(BODIES[knap_rng_below(&rng, sizeof BODIES / sizeof *BODIES)].code), text, made);
    }
}

/* Sentences out of all that can be cut: what is left has nothing more to cut. */
static void trimming_twice_is_trimming_once(void **state)
{
    static const char *const openings[] = {
        "", "But ", "However, ", "But however, ", "And, ", "And yet, in fact, ", "Still, "};
    knap_rng rng;
    size_t cut = 0;
    (void)state;
    knap_rng_seed(&rng, 7);
    for (int round = 0; round < 3000; round++) {
        char text[MOST_TEXT], made[MOST_TEXT], again[MOST_TEXT];
        size_t count;
        snprintf(text, sizeof text, "%s%sthe old%s dam held%s for three more%s days%s.",
                 knap_rng_below(&rng, 4) ? "" : "PRIMARY FINDING ", openings[knap_rng_below(&rng, 7)],
                 knap_rng_below(&rng, 2) ? " (and grey)" : "", knap_rng_below(&rng, 2) ? " (barely) (so far)" : "",
                 knap_rng_below(&rng, 2) ? " (or four)" : "", knap_rng_below(&rng, 2) ? ", she said" : "");
        count = trim(trimmer_of("en"), text, made);
        cut += count > 0;
        if (trim(trimmer_of("en"), made, again) > 0)
            fail_msg("'%s' became '%s', then '%s'", text, made, again);
    }
    assert_true(cut > 2000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rule_in_every_language),   cmocka_unit_test(asides_and_headings),
        cmocka_unit_test(what_must_not_be_cut),           cmocka_unit_test(enough_must_be_left),
        cmocka_unit_test(random_parts_are_cut_cleanly),   cmocka_unit_test(random_text_is_cut_cleanly),
        cmocka_unit_test(trimming_twice_is_trimming_once)};
    return cmocka_run_group_tests_name("trim", tests, NULL, free_trimmers);
}
