/* text_sentences_test.c - where sentences end: the hard cases by name, then what must hold for any text. */
#include "text_check.h"

#include "text/utf8.h"

/* The sentences of `text`, one a line as a summary shows them, furniture with its flags before it. */
static char *split_to_lines(const char *code, const char *text)
{
    static char lines[1 << 16];
    knap_language *language;
    knap_document *document;
    const knap_sentence *sentence;
    knap_sentences *split;
    size_t count, used = 0;
    assert_ok(knap_language_open(code, NULL, &language, error));
    assert_ok(knap_document_new("test", text, strlen(text), NULL, NULL, &document, error));
    assert_ok(knap_document_split(document, language, NULL, &split, error));
    sentence = knap_sentences_list(split, &count);
    for (size_t i = 0; i < count; i++) {
        if (sentence[i].flags & KNAP_SENTENCE_HEADING)
            used += (size_t)sprintf(lines + used, "H:");
        if (sentence[i].flags & KNAP_SENTENCE_DATE)
            used += (size_t)sprintf(lines + used, "D:");
        if (sentence[i].flags & KNAP_SENTENCE_BYLINE)
            used += (size_t)sprintf(lines + used, "B:");
        if (sentence[i].flags & KNAP_SENTENCE_SLUG)
            used += (size_t)sprintf(lines + used, "S:");
        used += knap_sentence_text(document, &sentence[i], lines + used, sizeof lines - used);
        lines[used++] = '\n';
    }
    lines[used ? used - 1 : 0] = 0;
    knap_sentences_free(split);
    knap_document_free(document);
    knap_language_close(language);
    return lines;
}

#define SPLITS(code, text, lines) assert_string_equal(split_to_lines(code, text), lines)

static void countries_and_acronyms(void **state)
{
    (void)state;
    SPLITS("en", "The U.S. Senate met. It voted.", "The U.S. Senate met.\nIt voted.");
    SPLITS("en", "He left the U.S. The trip was long.", "He left the U.S.\nThe trip was long.");
    SPLITS("en", "Talks in Washington, D.C. In May they failed.", "Talks in Washington, D.C.\nIn May they failed.");
    SPLITS("en", "The U.N. Security Council and U.K. officials agreed.",
           "The U.N. Security Council and U.K. officials agreed.");
    SPLITS("en", "\"We stay in the U.S.\" Smith left.", "\"We stay in the U.S.\"\nSmith left.");
}

static void titles_and_ranks(void **state)
{
    (void)state;
    SPLITS("en", "Maj. Gen. Robert D. Kessler met Lt. Col. Weaver. Gen. Rettick agreed.",
           "Maj. Gen. Robert D. Kessler met Lt. Col. Weaver.\nGen. Rettick agreed.");
    SPLITS("en", "Mr. Voss met Dr. Okell, Sen. Gray, Rep. Li, Gov. Halloran and Spc. Hale.",
           "Mr. Voss met Dr. Okell, Sen. Gray, Rep. Li, Gov. Halloran and Spc. Hale.");
    SPLITS("en", "Cmdr. Boyle (ret.), of the navy, spoke. Prof. Eide did not.",
           "Cmdr. Boyle (ret.), of the navy, spoke.\nProf. Eide did not.");
}

static void initials(void **state)
{
    (void)state;
    SPLITS("en", "J. R. Smith and M. A. Farquharson met George W. Bush. They talked.",
           "J. R. Smith and M. A. Farquharson met George W. Bush.\nThey talked.");
    SPLITS("en", "They chose plan B. It failed.", "They chose plan B.\nIt failed.");
}

static void companies_and_saints(void **state)
{
    (void)state;
    SPLITS("en", "Lines Inc. said so. The ferry St. Columb sank off Quay St. The crew swam.",
           "Lines Inc. said so.\nThe ferry St. Columb sank off Quay St.\nThe crew swam.");
    SPLITS("en", "Havdur Ltd., of Skarra, sued Bros. Corp. It won.",
           "Havdur Ltd., of Skarra, sued Bros. Corp.\nIt won.");
}

static void dates_and_hours(void **state)
{
    (void)state;
    SPLITS("en", "On Oct. 13 it rained. In Sept. The sun shone.", "On Oct. 13 it rained.\nIn Sept.\nThe sun shone.");
    SPLITS("en", "They leave at 4 a.m. Monday. It ended at 5 a.m. By 6 p.m. all slept.",
           "They leave at 4 a.m. Monday.\nIt ended at 5 a.m.\nBy 6 p.m. all slept.");
    SPLITS("en",
           "They met at 7:30 P.M. China Standard Time. At 9 p.m. BST it closed. It shut at 3 p.m. Dolores "
           "Quint left.",
           "They met at 7:30 P.M. China Standard Time.\nAt 9 p.m. BST it closed.\nIt shut at 3 p.m.\nDolores "
           "Quint left.");
}

static void numbers(void **state)
{
    (void)state;
    SPLITS("en", "It rose 3.5 percent to $2.3 million. Local No. 9 won. He said no. 15 people died.",
           "It rose 3.5 percent to $2.3 million.\nLocal No. 9 won.\nHe said no. 15 people died.");
    SPLITS("en", "It reached 5.5. In 1984. 2,000 fled at 07.15.20 UTC.",
           "It reached 5.5.\nIn 1984.\n2,000 fled at 07.15.20 UTC.");
    SPLITS("en", "1. First we eat. 2. Then we sleep.", "1. First we eat.\n2. Then we sleep.");
}

static void ellipses(void **state)
{
    (void)state;
    SPLITS("en", "It could be worse ... it could be two. So it goes... We wait.",
           "It could be worse ... it could be two.\nSo it goes...\nWe wait.");
    SPLITS("en",
           "\xE2\x80\x9C"
           "A start\xE2\x80\xA6 and I mean a start.\xE2\x80\x9D They laughed. . . . Then they left.",
           "\xE2\x80\x9C"
           "A start\xE2\x80\xA6 and I mean a start.\xE2\x80\x9D\nThey laughed. . . .\nThen they left.");
    SPLITS("en", "\"[...] Perhaps the mayor [...] and his aides knew,\" he said. It fell [...] I know.",
           "\"[...] Perhaps the mayor [...] and his aides knew,\" he said.\nIt fell [...]\nI know.");
}

static void quotations(void **state)
{
    (void)state;
    SPLITS("en", "\"It's slow. It's ugly. It works.\" They cheered.",
           "\"It's slow.\nIt's ugly.\nIt works.\"\nThey cheered.");
    SPLITS("en", "\"Who goes there?\" he asked. \"Me!\" she said.", "\"Who goes there?\" he asked.\n\"Me!\" she said.");
    SPLITS("en", "\"Afraid of what?\" Warren P. Stroud told us. \"Why?\" The man said no.",
           "\"Afraid of what?\" Warren P. Stroud told us.\n\"Why?\"\nThe man said no.");
    SPLITS("en", "'You see? He didn't need it.' One of them left.",
           "'You see?\nHe didn't need it.'\nOne of them left.");
    SPLITS("en", "``We won,'' he said. ``We did.'' She left.", "``We won,'' he said.\n``We did.''\nShe left.");
    SPLITS("en", "(Two had gone. One stayed.) The rest slept.", "(Two had gone.\nOne stayed.)\nThe rest slept.");
    SPLITS("en", "\"We are done. \" He left.", "\"We are done. \"\nHe left.");
    SPLITS("en", "\"The dam is breaking!,\" he shouted.", "\"The dam is breaking!,\" he shouted.");
    SPLITS("fr", "Il a dit : \xC2\xAB Je pars. \xC2\xBB Elle reste.",
           "Il a dit : \xC2\xAB Je pars. \xC2\xBB\nElle reste.");
}

static void quotation_flags(void **state)
{
    static const char text[] = "\"It's slow. It's ugly. It works,\" he said. They cheered.";
    static const unsigned flags[] = {KNAP_SENTENCE_OPEN_QUOTE, KNAP_SENTENCE_OPEN_QUOTE | KNAP_SENTENCE_IN_QUOTE,
                                     KNAP_SENTENCE_IN_QUOTE, 0};
    knap_language *language;
    knap_document *document;
    const knap_sentence *sentence;
    knap_sentences *split;
    size_t count;
    (void)state;
    assert_ok(knap_language_open("en", NULL, &language, error));
    assert_ok(knap_document_new(NULL, text, strlen(text), NULL, NULL, &document, error));
    assert_ok(knap_document_split(document, language, NULL, &split, error));
    sentence = knap_sentences_list(split, &count);
    assert_int_equal(count, 4);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(sentence[i].flags, flags[i]);
    knap_sentences_free(split);
    knap_document_free(document);
    knap_language_close(language);
}

static void casual_writing(void **state)
{
    (void)state;
    SPLITS("en", "i like this pot! quick, easy to clean. happy.", "i like this pot!\nquick, easy to clean.\nhappy.");
    SPLITS("en", "The clock stood on the shelf.It was cheap.", "The clock stood on the shelf.\nIt was cheap.");
    SPLITS("en", "See www.example.com. The Yahoo! site and Where To? magazine agree.",
           "See www.example.com.\nThe Yahoo! site and Where To? magazine agree.");
}

static void other_languages(void **state)
{
    (void)state;
    SPLITS("fr", "M. Bush et Mme Royal, etc. Le 8 janv. 2005, J. Chirac partit.",
           "M. Bush et Mme Royal, etc.\nLe 8 janv. 2005, J. Chirac partit.");
    SPLITS("cs",
           "Dne 8. ledna 2005 p\xC5\x99i\xC5\xA1"
           "el nap\xC5\x99. Nov\xC3\xA1k. Bylo to 7. 1. 2005.",
           "Dne 8. ledna 2005 p\xC5\x99i\xC5\xA1"
           "el nap\xC5\x99. Nov\xC3\xA1k.\nBylo to 7. 1. 2005.");
    SPLITS("el", "Τι είναι αυτό; Είναι ο κ. Παπάς. Ναι.", "Τι είναι αυτό;\nΕίναι ο κ. Παπάς.\nΝαι.");
    SPLITS("hi", "यह एक है। वह दो है। यू. के. में तीन हैं. चार.", "यह एक है।\nवह दो है।\nयू. के. में तीन हैं.\nचार.");
    SPLITS("ar", "هل جاء؟ جاء جورج دبليو. بوش. ثم ذهب.", "هل جاء؟\nجاء جورج دبليو. بوش.\nثم ذهب.");
    SPLITS("he", "זה ארה\"ב. הוא אמר: \"כן.\" והלך.", "זה ארה\"ב.\nהוא אמר: \"כן.\"\nוהלך.");
    SPLITS("und", "これは一つ。これは二つ。", "これは一つ。\nこれは二つ。");
}

static void headlines_dates_bylines(void **state)
{
    (void)state;
    SPLITS("en", "Ferry talks fail in the U.S.\nSaturday, March 3, 2018\n\nBy Nils Abernethy\n\nThey met. They left.",
           "H:Ferry talks fail in the U.S.\nD:Saturday, March 3, 2018\nB:By Nils Abernethy\nThey met.\nThey "
           "left.");
    SPLITS("en", "A headline without a stop\n\nThe story is here. It goes on.",
           "H:A headline without a stop\nThe story is "
           "here.\nIt goes on.");
    SPLITS("en", "Storm\n\nSaturday, March 26, 2005 Trees fell.", "H:Storm\nTrees fell.");
    SPLITS("en", "The storm came.\n\nSTORY CAN END HERE\n\nIt went.",
           "The storm came.\nS:STORY CAN END HERE\nIt went.");
    SPLITS("en", "March 26, 2005 was a day of rain. It ended.", "March 26, 2005 was a day of rain.\nIt ended.");
    SPLITS("he", "כותרת\nיום חמישי, ה-19 במאי, 2005\nזה הסיפור.", "H:כותרת\nD:יום חמישי, ה-19 במאי, 2005\nזה הסיפור.");
}

static void datelines(void **state)
{
    (void)state;
    SPLITS("en", "LONDON (AP) _ Police said so.", "Police said so.");
    SPLITS("en", "PHNOM PENH, Cambodia (AP) -- Voters won.", "Voters won.");
    SPLITS("en", "ORRIN DAM, Oct. 13 (Continental Press) -- Rock fell.", "Rock fell.");
    SPLITS("en", "TEXAS, US \xE2\x80\x93 A court met.", "A court met.");
    SPLITS("en", "ALDERTON -- The court ruled.", "The court ruled.");
    SPLITS("en", "Berlin (dpa) - \"Ja,\" sagte er.", "\"Ja,\" sagte er.");
    SPLITS("en", "ETA - the group - struck.", "ETA - the group - struck.");
    SPLITS("en", "IBM -- The maker of computers.", "IBM -- The maker of computers.");
    SPLITS("en", "The mayor (a doctor) -- He knew.", "The mayor (a doctor) -- He knew.");
}

static void lines_and_paragraphs(void **state)
{
    (void)state;
    /* Broken at a width: lines join. */
    SPLITS("en",
           "The company said on Monday that the plan to\nsail with three deckhands would be put off. It\n"
           "would come back to the talks when the union\nagreed to meet in the city of Port Averill. "
           "Mr.\nStroud "
           "left.\n",
           "The company said on Monday that the plan to sail with three deckhands would be put off.\nIt "
           "would come back to "
           "the talks when the union agreed to meet in the city of Port Averill.\nMr. Stroud left.");
    /* One sentence a line. */
    SPLITS("en",
           ", and it rings loudly .\r\n but we like its hands .\r\nIt wakes me up at six .\r\nGood .\r\n0 of 5 "
           "stars !\r\n",
           "and it rings loudly .\nbut we like its hands .\nIt wakes me up at six .\nGood .\n0 of 5 stars !");
    /* Lists. */
    SPLITS("en", "Sold:\n    * Apples - 120\n    * Pears - 4,000\n", "Sold:\n* Apples - 120\n* Pears - 4,000");
}

static void small_documents(void **state)
{
    (void)state;
    SPLITS("en", "", "");
    SPLITS("en", " \r\n\t\n", "");
    SPLITS("en", "word", "word");
    SPLITS("en", ".", "S:.");
    SPLITS("en", "...", "S:...");
    SPLITS("en", "\xEF\xBB\xBFHello there.", "Hello there.");
}

/* As snprintf: the whole length, never half a character, always a 0. */
static void texts_are_cut_to_size(void **state)
{
    static const char text[] = "Caf\xC3\xA9  and\r\n tea.";
    static const char shown[] = "Caf\xC3\xA9 and tea.";
    knap_language *language;
    knap_document *document;
    const knap_sentence *sentence;
    knap_sentences *split;
    size_t count;
    (void)state;
    assert_ok(knap_language_open("en", NULL, &language, error));
    assert_ok(knap_document_new(NULL, text, strlen(text), NULL, NULL, &document, error));
    assert_ok(knap_document_split(document, language, NULL, &split, error));
    sentence = knap_sentences_list(split, &count);
    assert_int_equal(count, 1);
    for (size_t size = 0; size < 20; size++) {
        char buffer[32];
        memset(buffer, 'x', sizeof buffer);
        assert_int_equal(knap_sentence_text(document, sentence, buffer, size), strlen(shown));
        assert_int_equal(buffer[size], 'x');
        if (size > 0) {
            assert_true(strlen(buffer) < size);
            assert_memory_equal(buffer, shown, strlen(buffer));
            assert_true(((unsigned char)shown[strlen(buffer)] & 0xC0) != 0x80);
        }
    }
    knap_sentences_free(split);
    knap_document_free(document);
    knap_language_close(language);
}

/* ---- What must hold for any text ---- */

/* Everything between two places is white space. */
static void check_gap(const char *name, const char *text, size_t begin, size_t end)
{
    if (kn_skip_space(text, begin, end) != end)
        fail_msg("%s: byte %zu is in no sentence", name, kn_skip_space(text, begin, end));
}

/* Sentences are in order, apart, trimmed, hold all but white space, and map back into the source. */
static void check_document(const char *name, const char *bytes, size_t length, const char *code)
{
    knap_language *language;
    knap_document *document;
    const knap_sentence *sentence;
    knap_sentences *split;
    size_t count, text_length, at = 0, source_at = 0;
    const char *text;
    knap_error problem;
    if (knap_document_new(name, bytes, length, NULL, NULL, &document, &problem) != KNAP_OK) {
        assert_int_equal(problem.status, KNAP_BAD_INPUT);
        return;
    }
    text = knap_document_text(document, &text_length);
    assert_ok(knap_language_open(code ? code : knap_language_guess(text, text_length), NULL, &language, error));
    assert_ok(knap_document_split(document, language, NULL, &split, error));
    sentence = knap_sentences_list(split, &count);
    for (size_t i = 0; i < count; i++) {
        const knap_sentence *s = &sentence[i];
        knap_document *cut;
        size_t cut_length;
        const char *cut_text;
        assert_true(s->begin < s->end && s->end <= text_length && s->body >= s->begin && s->body < s->end);
        assert_true(at <= s->begin);
        check_gap(name, text, at, s->begin);
        assert_int_equal(kn_skip_space(text, s->begin, s->end), s->begin);
        assert_int_equal(kn_trim_space(text, s->begin, s->end), s->end);
        at = s->end;
        assert_int_equal(s->position, i);
        assert_true(s->source_begin >= source_at && s->source_end > s->source_begin && s->source_end <= length);
        source_at = s->source_end;
        /* The bytes cut out of the file, decoded the same way, are the sentence. */
        assert_ok(knap_document_new(
            name, bytes + s->source_begin, s->source_end - s->source_begin,
            strcmp(knap_document_encoding(document), "UTF-8") == 0 ? NULL : knap_document_encoding(document), NULL,
            &cut, error));
        cut_text = knap_document_text(cut, &cut_length);
        if (knap_document_repaired(document) == 0 || strcmp(knap_document_encoding(document), "UTF-8") != 0) {
            assert_int_equal(cut_length, s->end - s->begin);
            assert_memory_equal(cut_text, text + s->begin, cut_length);
        }
        knap_document_free(cut);
    }
    check_gap(name, text, at, text_length);
    knap_language_close(language);
    knap_sentences_free(split);
    knap_document_free(document);
}

static size_t files_visited;

static void check_file(const char *path)
{
    size_t length;
    char *bytes = read_whole(path, &length);
    assert_non_null(bytes);
    check_document(path, bytes, length, NULL);
    free(bytes);
    files_visited++;
}

static void shared_data_is_cut_exactly(void **state)
{
    (void)state;
    need_shared_data();
    visit_files("../shared/data", check_file);
    print_message("%zu files\n", files_visited);
    assert_true(files_visited > 2000);
}

/* The text with its lines broken at 72 columns; paragraphs indented or, for `indent` 0, a blank line between
 * them. */
static char *wrap_lines(const char *text, int indent)
{
    char *wrapped = malloc(3 * strlen(text) + 64);
    size_t used = 0, column = 0;
    for (const char *at = text + strspn(text, " \t\r\n"); *at;) {
        size_t word = strcspn(at, " \t\r\n"), space = strspn(at + word, " \t\r\n");
        if (column == 0) {
            used += (size_t)sprintf(wrapped + used, "%*s", indent, "");
            column = (size_t)indent;
        } else if (column + 1 + word > 72) {
            wrapped[used++] = '\n';
            column = 0;
        } else {
            wrapped[used++] = ' ';
            column++;
        }
        memcpy(wrapped + used, at, word);
        used += word;
        column += word;
        if (memchr(at + word, '\n', space)) {
            used += (size_t)sprintf(wrapped + used, "%s", indent ? "\n" : "\n\n");
            column = 0;
        }
        at += word + space;
    }
    wrapped[used] = 0;
    return wrapped;
}

static size_t wrapped_files, wrapped_same;

static void check_wrapped(const char *path)
{
    size_t length;
    char *bytes = read_whole(path, &length), *flat;
    assert_non_null(bytes);
    flat = strdup(split_to_lines("en", bytes));
    for (int indent = 0; indent <= 3; indent += 3) {
        char *wrapped = wrap_lines(bytes, indent);
        wrapped_files++;
        wrapped_same += strcmp(flat, split_to_lines("en", wrapped)) == 0;
        free(wrapped);
    }
    free(flat);
    free(bytes);
}

/* Breaking lines at a width changes no sentence. Lists whose items have no full stop cannot be told from
 * running text once that is done, hence not quite all. */
static void wrapped_news_splits_as_before(void **state)
{
    (void)state;
    need_shared_data();
    for (int topic = 0; topic < 10; topic++) {
        char path[256];
        snprintf(path, sizeof path, SHARED_DATA "multiling2011/english/M00%d/docs", topic);
        visit_files(path, check_wrapped);
    }
    print_message("%zu of %zu files\n", wrapped_same, wrapped_files);
    assert_true(wrapped_files == 200 && wrapped_same >= 190);
}

static void random_texts_are_cut_exactly(void **state)
{
    static const char *const pieces[] = {".",
                                         "!",
                                         "?",
                                         "...",
                                         " ",
                                         " ",
                                         " ",
                                         "\n",
                                         "\r\n",
                                         "\"",
                                         "'",
                                         ")",
                                         "(",
                                         "U.S",
                                         "Mr",
                                         "A",
                                         "the",
                                         "The",
                                         "he",
                                         "5",
                                         "-",
                                         "--",
                                         "[",
                                         "]",
                                         "No",
                                         ",",
                                         "p.m",
                                         "\t",
                                         "\n\n",
                                         "_",
                                         "\xC3\xA9",
                                         "\xE2\x80\x9C",
                                         "\xE2\x80\x9D",
                                         "\xE2\x80\xA6",
                                         "\xE0\xA5\xA4",
                                         "\xD8\x9F",
                                         "\xC2\xBB",
                                         "\xC2\xA0",
                                         "May",
                                         "2005",
                                         "Monday",
                                         "LONDON",
                                         "``",
                                         "''",
                                         ";",
                                         "\xF0\x9F\x98\x80",
                                         "By",
                                         "i"};
    static const char *const codes[] = {"en", "fr", "cs", "el", "hi", "ar", "he", "und"};
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 7);
    for (size_t round = 0; round < 4000; round++) {
        char text[2048];
        size_t length = 0, count = (size_t)knap_rng_below(&rng, 120);
        for (size_t i = 0; i < count; i++) {
            const char *piece = pieces[knap_rng_below(&rng, sizeof pieces / sizeof *pieces)];
            memcpy(text + length, piece, strlen(piece));
            length += strlen(piece);
        }
        check_document("random", text, length, codes[round % 8]);
    }
}

static void random_bytes_do_no_harm(void **state)
{
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 8);
    for (size_t round = 0; round < 2000; round++) {
        char bytes[256];
        size_t length = (size_t)knap_rng_below(&rng, sizeof bytes);
        for (size_t i = 0; i < length; i++)
            bytes[i] = (char)(round % 2 ? knap_rng_below(&rng, 256) : 0x20 + knap_rng_below(&rng, 224));
        check_document("random", bytes, length, "en");
    }
}

static void a_line_of_100_megabytes(void **state)
{
    static const char sentence[] = "The U.S. Senate met at 5 p.m. Monday and voted, 52 to 48, for the bill. ";
    size_t size = 100u << 20, count;
    char *bytes = malloc(size);
    knap_language *language;
    knap_document *document;
    const knap_sentence *found;
    knap_sentences *split;
    (void)state;
    assert_non_null(bytes);
    for (size_t i = 0; i < size; i++)
        bytes[i] = sentence[i % (sizeof sentence - 1)];
    assert_ok(knap_language_open("en", NULL, &language, error));
    assert_ok(knap_document_new("long", bytes, size, NULL, NULL, &document, error));
    assert_ok(knap_document_split(document, language, NULL, &split, error));
    found = knap_sentences_list(split, &count);
    assert_int_equal(count, size / (sizeof sentence - 1) + 1);
    assert_int_equal(found[1].end - found[1].begin, sizeof sentence - 2);
    knap_sentences_free(split);
    knap_document_free(document);
    /* And one that is a single word. */
    memset(bytes, 'x', size);
    assert_ok(knap_document_new("word", bytes, size, NULL, NULL, &document, error));
    assert_ok(knap_document_split(document, language, NULL, &split, error));
    knap_sentences_list(split, &count);
    assert_int_equal(count, 1);
    knap_sentences_free(split);
    knap_document_free(document);
    knap_language_close(language);
    free(bytes);
}

static knap_status open_and_split(const knap_allocator *allocator)
{
    static const char text[] =
        "Title\nSaturday, March 3, 2018\n\nPARIS (AP) -- L'\xE9t\xE9 est l\xE0. M. A. Smith said \"no.\"\n"
        "\nThe U.S. Gen. Rettick left at 5 p.m. Monday. It's 3 p.m. Then... We go.\n";
    knap_language *language = NULL;
    knap_document *document = NULL;
    knap_sentences *split = NULL;
    knap_error error;
    knap_status status = knap_language_open("en", allocator, &language, &error);
    if (status == KNAP_OK)
        status = knap_document_new("test", text, sizeof text - 1, NULL, allocator, &document, &error);
    if (status == KNAP_OK)
        status = knap_document_split(document, language, allocator, &split, &error);
    knap_sentences_free(split);
    knap_document_free(document);
    knap_language_close(language);
    return status;
}

static void failing_allocations(void **state)
{
    (void)state;
    assert_true(fail_each_allocation(open_and_split) > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(countries_and_acronyms),
                                       cmocka_unit_test(titles_and_ranks),
                                       cmocka_unit_test(initials),
                                       cmocka_unit_test(companies_and_saints),
                                       cmocka_unit_test(dates_and_hours),
                                       cmocka_unit_test(numbers),
                                       cmocka_unit_test(ellipses),
                                       cmocka_unit_test(quotations),
                                       cmocka_unit_test(quotation_flags),
                                       cmocka_unit_test(casual_writing),
                                       cmocka_unit_test(other_languages),
                                       cmocka_unit_test(headlines_dates_bylines),
                                       cmocka_unit_test(datelines),
                                       cmocka_unit_test(lines_and_paragraphs),
                                       cmocka_unit_test(small_documents),
                                       cmocka_unit_test(texts_are_cut_to_size),
                                       cmocka_unit_test(shared_data_is_cut_exactly),
                                       cmocka_unit_test(wrapped_news_splits_as_before),
                                       cmocka_unit_test(random_texts_are_cut_exactly),
                                       cmocka_unit_test(random_bytes_do_no_harm),
                                       cmocka_unit_test(a_line_of_100_megabytes),
                                       cmocka_unit_test(failing_allocations)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
