/* text_words_test.c - words, stems, stop words, guessing the language. */
#include "text_check.h"

static char listed[4096];

/* "folded/stem" and a letter for each flag. */
static int list_word(void *context, const knap_word *word)
{
    const char *text = context;
    size_t used = strlen(listed);
    assert_true(word->begin < word->end);
    assert_int_equal(strlen(word->folded), word->folded_length);
    assert_int_equal(strlen(word->stem), word->stem_length);
    (void)text;
    snprintf(listed + used, sizeof listed - used, "%s%s/%s%s%s%s%s", used ? " " : "", word->folded, word->stem,
             word->flags & KNAP_WORD_STOP ? ":s" : "", word->flags & KNAP_WORD_PRONOUN ? ":p" : "",
             word->flags & KNAP_WORD_NUMBER ? ":n" : "", word->flags & KNAP_WORD_CAPITAL ? ":c" : "");
    return 0;
}

static const char *words_of(const char *code, const char *text, unsigned flags)
{
    char *copy = strdup(text); /* of its own size, so that reading past it shows */
    knap_language *language;
    listed[0] = 0;
    assert_ok(knap_language_open(code, NULL, &language, error));
    assert_ok(knap_language_words(language, copy, strlen(copy), flags, list_word, copy, error));
    knap_language_close(language);
    free(copy);
    return listed;
}

static void english_words(void **state)
{
    (void)state;
    assert_string_equal(words_of("en", "The dogs' running, 3.5 -- He said: \"U.S. voters!\"", 0),
                        "the/the:s:c dogs/dog running/run 3.5/3.5:n he/he:s:p:c said/said u.s/u.s:c voters/voter");
    assert_string_equal(words_of("en", "Don\xE2\x80\x99t _ x_z we've", 0), "don't/don't:s:c x_z/x_z we've/we'v:s:p");
    assert_string_equal(words_of("en",
                                 "The \xEF\xAC\x81nal C\xC3\x89L\xC3\x88"
                                 "BRE",
                                 KNAP_WORDS_NO_STOP),
                        "final/final célèbre/célèbre:c");
    assert_string_equal(words_of("en", "Running dogs", KNAP_WORDS_NO_STEM), "running/running:c dogs/dogs");
    assert_string_equal(words_of("en", "", 0), "");
    assert_string_equal(words_of("en", " .,! ", 0), "");
}

static void words_of_other_languages(void **state)
{
    (void)state;
    assert_string_equal(words_of("fr", "L'homme qu’il a vu aujourd'hui", 0),
                        "l/l:s:c homme/homm qu/qu:s il/il:s:p a/a:s vu/vu aujourd'hui/aujourd'hui");
    assert_string_equal(words_of("cs", "Volebního volebnímu volební v Praze", KNAP_WORDS_NO_STOP),
                        "volebního/volebn:c volebnímu/volebn volební/volebn praze/praz:c");
    assert_string_equal(words_of("el", "Ο ΠΡΩΘΥΠΟΥΡΓΟΣ", KNAP_WORDS_NO_STOP), "πρωθυπουργοσ/πρωθυπουργ:c");
    assert_non_null(strstr(words_of("hi", "लड़कों ने किताबें पढ़ीं", 0), "ने/"));
    assert_non_null(strstr(words_of("ar", "الكتاب في البيت", 0), "في/في:s"));
    assert_string_equal(words_of("he", "ראש ממשלת ארה\"ב", 0), "ראש/ראש ממשלת/ממשלת ארה\"ב/ארה\"ב");
}

static void languages_are_guessed(void **state)
{
    static const struct {
        const char *text, *code;
    } cases[] = {{"The cat sat on the mat and it was not amused by any of this.", "en"},
                 {"Le chat est sur la table et il ne veut pas en descendre.", "fr"},
                 {"Kočka je na stole a nechce se z něj hnout, protože je to její místo.", "cs"},
                 {"Η γάτα είναι πάνω στο τραπέζι.", "el"},
                 {"बिल्ली मेज पर है।", "hi"},
                 {"القطة على الطاولة", "ar"},
                 {"החתול על השולחן", "he"},
                 {"Кошка на столе", "ru"},
                 {"", "en"},
                 {"word", "en"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(knap_language_guess(cases[i].text, strlen(cases[i].text)), cases[i].code);
}

static const char *folder_language;
static size_t guessed, guessed_right;

static void guess_file(const char *path)
{
    size_t length, text_length;
    char *bytes = read_whole(path, &length);
    knap_document *document;
    const char *text;
    assert_ok(knap_document_new(path, bytes, length, NULL, NULL, &document, error));
    text = knap_document_text(document, &text_length);
    guessed++;
    guessed_right += strcmp(knap_language_guess(text, text_length), folder_language) == 0;
    knap_document_free(document);
    free(bytes);
}

static void shared_languages_are_guessed(void **state)
{
    static const char *const folders[][2] = {{"english", "en"}, {"french", "fr"}, {"czech", "cs"}, {"greek", "el"},
                                             {"hindi", "hi"},   {"arabic", "ar"}, {"hebrew", "he"}};
    (void)state;
    need_shared_data();
    guessed = guessed_right = 0;
    for (size_t i = 0; i < 7; i++) {
        char path[256];
        snprintf(path, sizeof path, SHARED_DATA "multiling2011/%s", folders[i][0]);
        folder_language = folders[i][1];
        visit_files(path, guess_file);
    }
    print_message("%zu of %zu files guessed right\n", guessed_right, guessed);
    assert_int_equal(guessed_right, guessed);
}

/* Pieces of 200 characters of a text, cut where it happens to be. */
static void guess_pieces(const char *text, size_t length, const char *code, size_t *pieces, size_t *right)
{
    enum { PIECE = 200 };
    for (size_t at = 0; at < length;) {
        size_t begin = at, characters = 0;
        const char *guess;
        while (at < length && characters < PIECE) {
            characters += ((unsigned char)text[at] & 0xC0) != 0x80;
            at++;
        }
        while (at < length && ((unsigned char)text[at] & 0xC0) == 0x80)
            at++;
        if (characters < PIECE)
            break;
        guess = knap_language_guess(text + begin, at - begin);
        ++*pieces;
        *right += strcmp(guess, code) == 0;
        if (strcmp(guess, code) != 0)
            print_message("%s taken for %s: %.60s\n", code, guess, text + begin);
    }
}

static size_t pieces, pieces_right;

static void guess_pieces_of_file(const char *path)
{
    size_t length, text_length;
    char *bytes = read_whole(path, &length);
    knap_document *document;
    const char *text;
    assert_ok(knap_document_new(path, bytes, length, NULL, NULL, &document, error));
    text = knap_document_text(document, &text_length);
    guess_pieces(text, text_length, folder_language, &pieces, &pieces_right);
    knap_document_free(document);
    free(bytes);
}

static void pieces_of_shared_texts_are_guessed(void **state)
{
    static const char *const folders[][2] = {{"english", "en"}, {"french", "fr"}, {"czech", "cs"}, {"greek", "el"},
                                             {"hindi", "hi"},   {"arabic", "ar"}, {"hebrew", "he"}};
    (void)state;
    need_shared_data();
    pieces = pieces_right = 0;
    for (size_t i = 0; i < 7; i++) {
        char path[256];
        snprintf(path, sizeof path, SHARED_DATA "multiling2011/%s", folders[i][0]);
        folder_language = folders[i][1];
        visit_files(path, guess_pieces_of_file);
    }
    print_message("%zu of %zu pieces of 200 characters guessed right\n", pieces_right, pieces);
    assert_true((double)pieces_right >= 0.99 * (double)pieces);
}

/* Paragraphs in all languages (tests/data/languages.txt): whole, and in pieces of 200 characters. */
static void own_paragraphs_are_guessed(void **state)
{
    size_t length, languages = 0, count = 0, right = 0;
    char *text = read_whole("tests/data/languages.txt", &length);
    (void)state;
    assert_non_null(text);
    for (char *line = text, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        char *tab = strchr(line, '\t');
        *end = 0;
        if (*line == '#')
            continue;
        assert_non_null(tab);
        *tab = 0;
        assert_string_equal(knap_language_guess(tab + 1, strlen(tab + 1)), line);
        guess_pieces(tab + 1, strlen(tab + 1), line, &count, &right);
        languages++;
    }
    free(text);
    assert_int_equal(languages, 30);
    assert_true(count >= 30);
    assert_int_equal(right, count);
}

static void unknown_language(void **state)
{
    knap_language *language;
    knap_error error;
    (void)state;
    assert_int_equal(knap_language_open("xx", NULL, &language, &error), KNAP_USAGE);
    assert_non_null(strstr(error.message, "'xx'"));
    for (const char *const *code = knap_language_codes(); *code; code++) {
        assert_int_equal(knap_language_open(*code, NULL, &language, &error), KNAP_OK);
        assert_string_equal(knap_language_code(language), *code);
        knap_language_close(language);
    }
}

static int stop_at_second(void *context, const knap_word *word)
{
    (void)word;
    return ++*(int *)context == 2;
}

static void a_callback_can_stop(void **state)
{
    knap_language *language;
    knap_error error;
    int seen = 0;
    (void)state;
    assert_int_equal(knap_language_open("en", NULL, &language, &error), KNAP_OK);
    assert_int_equal(knap_language_words(language, "one two three", 13, 0, stop_at_second, &seen, &error),
                     KNAP_CANCELLED);
    assert_int_equal(seen, 2);
    knap_language_close(language);
}

static void many_different_words(void **state)
{
    knap_language *language;
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 5);
    assert_ok(knap_language_open("en", NULL, &language, error));
    for (size_t i = 0; i < 100000; i++) { /* more than the stems that are kept */
        char word[32];
        int length = snprintf(word, sizeof word, "w%xing", (unsigned)knap_rng_next(&rng));
        int seen = -10;
        assert_ok(knap_language_words(language, word, (size_t)length, 0, stop_at_second, &seen, error));
    }
    knap_language_close(language);
}

static int ignore_word(void *context, const knap_word *word)
{
    (void)context;
    (void)word;
    return 0;
}

static knap_status walk_words(const knap_allocator *allocator)
{
    static const char text[] = "L'été, les étés; qu’il VU running dogs 3.5 ﬁn.";
    knap_language *language;
    knap_error error;
    knap_status status = knap_language_open("fr", allocator, &language, &error);
    if (status != KNAP_OK)
        return status;
    status = knap_language_words(language, text, sizeof text - 1, 0, ignore_word, NULL, &error);
    knap_language_close(language);
    return status;
}

static void failing_allocations(void **state)
{
    (void)state;
    assert_true(fail_each_allocation(walk_words) > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(english_words),
                                       cmocka_unit_test(words_of_other_languages),
                                       cmocka_unit_test(languages_are_guessed),
                                       cmocka_unit_test(shared_languages_are_guessed),
                                       cmocka_unit_test(pieces_of_shared_texts_are_guessed),
                                       cmocka_unit_test(own_paragraphs_are_guessed),
                                       cmocka_unit_test(unknown_language),
                                       cmocka_unit_test(a_callback_can_stop),
                                       cmocka_unit_test(many_different_words),
                                       cmocka_unit_test(failing_allocations)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
