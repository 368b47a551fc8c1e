/* text_date_test.c - the day of a document: from its date line, in every language, or from its name. */
#include "text_check.h"

#include "text/date.h"

static uint32_t day_of_text(knap_language *language, const char *name, const char *text)
{
    knap_document *document;
    knap_sentences *split;
    uint32_t day;
    assert_ok(knap_document_new(name, text, strlen(text), NULL, NULL, &document, error));
    assert_ok(knap_document_split(document, language, NULL, &split, error));
    day = knap_sentences_date(split);
    knap_sentences_free(split);
    knap_document_free(document);
    return day;
}

/* The months as date lines write them, in their order. */
static const struct {
    const char *code, *line; /* %d is the day, %s the month */
    const char *month[12];
} languages[] = {
    {"en",
     "Sunday, %2$s %1$d, 2015",
     {"January", "February", "March", "April", "May", "June", "July", "August", "Sept.", "Oct.", "Nov.", "December"}},
    {"fr",
     "dimanche %1$d %2$s 2015",
     {"janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre",
      "décembre"}},
    {"cs",
     "neděle, %1$d. %2$s 2015",
     {"ledna", "února", "března", "dubna", "května", "června", "července", "srpna", "září", "října", "listopadu",
      "prosince"}},
    {"el",
     "Κυριακή, %1$d %2$s 2015",
     {"Ιανουαρίου", "Φεβρουαρίου", "Μαρτίου", "Απριλίου", "Μαΐου", "Ιουνίου", "Ιουλίου", "Αυγούστου", "Σεπτεμβρίου",
      "Οκτωβρίου", "Νοεμβρίου", "Δεκεμβρίου"}},
    {"hi",
     "रविवार, %1$d %2$s 2015",
     {"जनवरी", "फरवरी", "मार्च", "अप्रैल", "मई", "जून", "जुलाई", "अगस्त", "सितंबर", "अक्टूबर", "नवंबर", "दिसंबर"}},
    {"ar",
     "الأحد %1$d %2$s 2015",
     {"يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو", "يوليو", "أغسطس", "سبتمبر", "أكتوبر", "نوفمبر", "ديسمبر"}},
    {"he",
     "יום ראשון, %1$d ב%2$s 2015",
     {"ינואר", "פברואר", "מרץ", "אפריל", "מאי", "יוני", "יולי", "אוגוסט", "ספטמבר", "אוקטובר", "נובמבר", "דצמבר"}}};

static void every_day_of_the_year_in_every_language(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++) {
        knap_language *language;
        assert_ok(knap_language_open(languages[i].code, NULL, &language, error));
        for (unsigned month = 1; month <= 12; month++)
            for (int day = 1; day <= 28; day += 3) {
                char line[256], text[512];
                uint32_t found;
                snprintf(line, sizeof line, languages[i].line, day, languages[i].month[month - 1]);
                snprintf(text, sizeof text, "X Y\n\n%s\n\nA b c d e f g h.\n", line);
                found = day_of_text(language, "x.txt", text);
                if (found != 20150000 + month * 100 + (unsigned)day)
                    fail_msg("%s: '%s' is read as %u", languages[i].code, line, found);
            }
        knap_language_close(language);
    }
}

static void digits_and_what_is_no_date(void **state)
{
    static const struct {
        const char *code, *line;
        uint32_t day;
    } cases[] = {{"en", "2005/01/08", 20050108},
                 {"en", "2005-01-08", 20050108},
                 {"en", "01/08/2005", 20050108}, /* strokes in English: the month first */
                 {"en", "8.1.2005", 20050108},
                 {"fr", "08/01/2005", 20050108},
                 {"cs", "8.1.2005", 20050108},
                 {"en", "Saturday, January 8, 2005 12:30", 20050108},
                 {"en", "12:30 Saturday, January 8, 2005", 20050108},
                 {"en", "January 2005", 20050100},
                 {"en", "Saturday, January 8", 0}, /* of which year? */
                 {"hi", "बुधवार, जनवरी १३, २०१०", 20100113},
                 {"en", "The first sentence of the story stands here.", 0}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        knap_language *language;
        char text[512];
        uint32_t found;
        assert_ok(knap_language_open(cases[i].code, NULL, &language, error));
        snprintf(text, sizeof text, "A headline\n\n%s\n\nThe boat sank off the pier in the night.\n", cases[i].line);
        found = day_of_text(language, "x.txt", text);
        if (found != cases[i].day)
            fail_msg("'%s' is read as %u", cases[i].line, found);
        knap_language_close(language);
    }
}

static void days_in_names(void **state)
{
    static const struct {
        const char *name;
        uint32_t day;
    } cases[] = {{"APW19981016.0240", 19981016},
                 {"XIN_ENG_20041001.0042", 20041001},
                 {"news/2004-10-01-talks.txt", 20041001},
                 {"2004_10_01.txt", 20041001},
                 {"20041001/talks.txt", 0}, /* a folder's name says nothing of its files */
                 {"120041001", 0},
                 {"200410011", 0},
                 {"20041301", 0},
                 {"2004-1001", 0},
                 {"20041000", 0},
                 {"18041001", 0},
                 {"2004", 0},
                 {"2004-10-", 0},
                 {"M0001.txt", 0},
                 {"", 0}};
    knap_language *language;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (kn_date_of_name(cases[i].name) != cases[i].day)
            fail_msg("'%s' is read as %u", cases[i].name, kn_date_of_name(cases[i].name));
    /* what the text says goes before what the name says */
    assert_ok(knap_language_open("en", NULL, &language, error));
    assert_int_equal(day_of_text(language, "20041001.txt", "Headline\n\nMay 2, 2005\n\nThe boat sank in the night.\n"),
                     20050502);
    assert_int_equal(day_of_text(language, "20041001.txt", "The boat sank in the night.\n"), 20041001);
    knap_language_close(language);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_day_of_the_year_in_every_language),
                                       cmocka_unit_test(digits_and_what_is_no_date), cmocka_unit_test(days_in_names)};
    return cmocka_run_group_tests_name("text_date", tests, NULL, NULL);
}
