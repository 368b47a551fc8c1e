/* text_fragments_test.c - which sentences are pieces of one, or no prose. */
#include "text_check.h"

/* Whole sentences, between which each case is put. */
static const char BEFORE[] = "The ferry to the islands (see above) did not sail on Tuesday.";
static const char AFTER[] = "Nobody knows when it will sail again.";

/* How many of the sentences of `text` are fragments; *count is the number of all. */
static size_t fragments_of(const char *code, const char *name, const char *text, size_t *count)
{
    knap_language *language;
    knap_document *document;
    knap_sentences *split;
    size_t found = 0;
    assert_ok(knap_language_open(code, NULL, &language, error));
    assert_ok(knap_document_new(name, text, strlen(text), NULL, NULL, &document, error));
    assert_ok(knap_document_split(document, language, NULL, &split, error));
    const knap_sentence *sentence = knap_sentences_list(split, count);
    for (size_t i = 0; i < *count; i++)
        found += (sentence[i].flags & KNAP_SENTENCE_FRAGMENT) != 0;
    knap_sentences_free(split);
    knap_document_free(document);
    knap_language_close(language);
    return found;
}

/* The sentence, as a paragraph between two others of a file `knapsack.txt`, is a fragment. */
static bool is_fragment(const char *code, const char *sentence)
{
    char text[2000];
    size_t count, found;
    snprintf(text, sizeof text, "%s\n\n%s\n\n%s\n", BEFORE, sentence, AFTER);
    found = fragments_of(code, "knapsack.txt", text, &count);
    if (count != 3)
        fail_msg("%zu sentences: %s", count, sentence);
    return found == 1;
}

static void whole_sentences(void **state)
{
    static const char *const whole[][2] = {
        {"en", "The captain (who had been there before) said so."},
        {"en", "\"The ramp is not safe,\" she said."},
        {"en", "iPhones were lost."},
        {"en", "printf(3) writes to the standard output."},
        {"en", "git-bisect finds the change by halves."},
        {"en", "utf8 is an encoding."},
        {"en", "knapsack picks the best list."},
        {"en", "ferry is a name that the first line has."},
        {"en", "'ls' prints the names of files."},
        {"en", "There are two ways: a) by boat, and b) by air."},
        {"en", "That was fun :-) and we laughed."},
        {"en", "See /etc/passwd and the option --verbose for more about it."},
        {"en", "It prints the name of the machine (same as uname -m)."},
        {"en", "Others [12] have shown that the ramp is safe [3]."},
        {"en", "In 1999 it was 5 of 12 men."},
        {"en", "He won 6-4, 6-3 in the final on Sunday."},
        {"en", "Write to the address someone@example.org about it."},
        {"en", "It is written in C/C++ and runs on TCP/IP networks."},
        {"nl", "'s Avonds vaart de boot niet."},
        {"de", "Über die Brücke fährt niemand."},
        {"ja", "この船は火曜日に出なかった。"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        if (is_fragment(whole[i][0], whole[i][1]))
            fail_msg("a fragment: %s", whole[i][1]);
}

static void pieces(void **state)
{
    static const char *const piece[][2] = {
        {"en", "which will notice any change of the files."},
        {"en", "tests were restored on Monday."},
        {"en", "(and so on, as they said."},
        {"en", "i.e. the second of the boats."},
        {"en", ", and the crew agreed with her."},
        {"en", "| The captain of the boat agreed."},
        {"en", "#12 was closed by the engineer."},
        {"en", "It is the theoretical value (see equation 3 of the paper."},
        {"en", "It was safe for all of them), and she agreed."},
        {"en", "Call it as [first, the second of them."},
        {"en", "It is a good idea to use a [[!mailbox ]] there."},
        {"en", "They are [:alnum:], [:alpha:], [:blank:] and [:digit:]."},
        {"en", "Set x_1 = y_2 + z_3 by sum(a_1, b_2)."},
        {"en", "Files are /etc/a /etc/b /usr/c --all -v."},
        {"en", "Rates 12 14 15 20 33 of men."},
        {"en", "These are the devices: br-------- of a user."},
        {"en", "Then ..... the end of it."},
        {"ru", "который не вышел в море во вторник."},
    };
    (void)state;
    for (size_t i = 0; i < sizeof piece / sizeof *piece; i++)
        if (!is_fragment(piece[i][0], piece[i][1]))
            fail_msg("no fragment: %s", piece[i][1]);
}

/* Wherever a paragraph is cut before a word in lower case, what follows the cut is a fragment. */
static void rests_of_sentences(void **state)
{
    static const char sentence[] = "Captain Ida Holm said on Monday that two bolts of the old ramp were missing.";
    char rest[200];
    (void)state;
    for (const char *at = strchr(sentence, ' '); at; at = strchr(at + 1, ' ')) {
        snprintf(rest, sizeof rest, "%s", at + 1);
        assert_int_equal(is_fragment("en", rest), at[1] >= 'a' && at[1] <= 'z');
    }
}

/* A text that is written in lower case has no other sentences. */
static void a_habit_is_no_flaw(void **state)
{
    size_t count;
    (void)state;
    assert_int_equal(fragments_of("en", "t", "we left early.\n\nthey came late.\n\nnobody was there.\n", &count), 0);
    assert_int_equal(count, 3);
    assert_int_equal(fragments_of("en", "t", "We left early.\n\nThey came late.\n\nnobody was there.\n", &count), 1);
    assert_int_equal(fragments_of("en", "t", "welcome to us.\n\nThey came late.\n\nNobody was there.\n", &count), 0);
}

static void what_is_no_prose_is_not_judged(void **state)
{
    size_t count;
    (void)state;
    assert_int_equal(
        fragments_of("en", "t", "The Boat\n========\n\nIt left.\n\n    $ ./run (a\n    $ ./run (b\n", &count), 0);
    assert_true(count >= 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_sentences),
        cmocka_unit_test(pieces),
        cmocka_unit_test(rests_of_sentences),
        cmocka_unit_test(a_habit_is_no_flaw),
        cmocka_unit_test(what_is_no_prose_is_not_judged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
