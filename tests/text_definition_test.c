/* text_definition_test.c - UTF-8 against all code points, and rules of decoding and splitting that each text here shows alone. */
#include "text_check.h"

#include "text/utf8.h"

/* ---- UTF-8 ---- */

/* The definition: the bytes are the shortest form of a code point up to 10FFFF that is no surrogate. */
static size_t valid_by_definition(const unsigned char *b, size_t left)
{
    uint32_t code = 0;
    size_t length = b[0] < 0x80 ? 1 : b[0] >= 0xC0 && b[0] < 0xE0 ? 2 : b[0] >= 0xE0 && b[0] < 0xF0 ? 3 : 4;
    if (b[0] < 0x80)
        return 1;
    if (b[0] < 0xC0 || b[0] > 0xF7 || left < length)
        return 0;
    code = b[0] & (0xFFu >> (length + 1));
    for (size_t i = 1; i < length; i++) {
        if ((b[i] & 0xC0) != 0x80)
            return 0;
        code = code << 6 | (b[i] & 0x3F);
    }
    if (code > 0x10FFFF || (code >= 0xD800 && code < 0xE000) ||
        code < (length == 2   ? 0x80u
                : length == 3 ? 0x800u
                              : 0x10000u))
        return 0;
    return length;
}

static void sequences_are_valid_by_definition(void **state)
{
    static const unsigned char tail[] = {0x00, 0x7F, 0x80, 0x9F, 0xBF, 0xC0, 0xFF};
    (void)state;
    for (unsigned a = 0; a < 256; a++)
        for (unsigned b = 0; b < 256; b++)
            for (size_t c = 0; c < sizeof tail; c++)
                for (size_t d = 0; d < sizeof tail; d++)
                    for (size_t left = 1; left <= 4; left++) {
                        unsigned char bytes[4] = {(unsigned char)a, (unsigned char)b, tail[c], tail[d]};
                        assert_int_equal(kn_utf8_valid(bytes, left), valid_by_definition(bytes, left));
                    }
    for (int32_t code = 0; code <= 0x10FFFF; code++) {
        char bytes[4];
        size_t size = kn_utf8_write(code, bytes), at = 0;
        bool surrogate = code >= 0xD800 && code < 0xE000;
        assert_int_equal(valid_by_definition((unsigned char *)bytes, size), surrogate ? 0 : size);
        if (!surrogate)
            assert_int_equal(kn_utf8_next(bytes, &at, size), code);
    }
}

/* A byte order mark says UTF-8: one wrong byte behind it is repaired, and the encoding stays what the mark says. */
static void a_mark_says_utf8(void **state)
{
    static const char bytes[] = "\xEF\xBB\xBF"
                                "caf\xE9 au lait";
    knap_document *document;
    (void)state;
    assert_ok(knap_document_new("x", bytes, sizeof bytes - 1, NULL, NULL, &document, error));
    assert_string_equal(knap_document_encoding(document), "UTF-8");
    assert_string_equal(knap_document_text(document, NULL), "caf\xC3\xA9 au lait");
    assert_int_equal(knap_document_repaired(document), 1);
    knap_document_free(document);
}

/* ---- Sentences ---- */

typedef struct split {
    knap_document *document;
    knap_language *language;
    knap_sentences *sentences;
    const knap_sentence *sentence;
    size_t count;
} split;

static split split_text(const char *language, const char *text)
{
    split made;
    assert_ok(knap_document_new("x", text, strlen(text), NULL, NULL, &made.document, error));
    assert_ok(knap_language_open(language, NULL, &made.language, error));
    assert_ok(knap_document_split(made.document, made.language, NULL, &made.sentences, error));
    made.sentence = knap_sentences_list(made.sentences, &made.count);
    return made;
}

static void split_free(split *made)
{
    knap_sentences_free(made->sentences);
    knap_language_close(made->language);
    knap_document_free(made->document);
}

/* What a summary would show of sentence i. */
static const char *shown(const split *made, size_t i)
{
    static char text[1024];
    assert_true(i < made->count);
    knap_sentence_text(made->document, &made->sentence[i], text, sizeof text);
    return text;
}

/* The mark inside an abbreviation (tsade he gershayim lamed) is no quotation mark: nothing here is in a quotation. */
static void gershayim_opens_no_quotation(void **state)
{
    split made = split_text("he", "\xD7\xA6\xD7\x94\"\xD7\x9C \xD7\x94\xD7\x95\xD7\x93\xD7\x99\xD7\xA2 "
                                  "\xD7\x94\xD7\x99\xD7\x95\xD7\x9D. \xD7\x94\xD7\x95\xD7\x90 "
                                  "\xD7\x94\xD7\x9C\xD7\x9A \xD7\x94\xD7\x91\xD7\x99\xD7\xAA\xD7\x94.");
    (void)state;
    assert_int_equal(made.count, 2);
    for (size_t i = 0; i < made.count; i++)
        assert_false(made.sentence[i].flags & (KNAP_SENTENCE_IN_QUOTE | KNAP_SENTENCE_OPEN_QUOTE));
    split_free(&made);
}

/* A single stop before a capital letter, without a space, ends a sentence; an ellipsis does not. */
static void an_ellipsis_without_space_goes_on(void **state)
{
    split one = split_text("en", "The cup fell off the shelf.It was the last of them."),
          two = split_text("en", "The cup fell off the shelf...It was the last of them.");
    (void)state;
    assert_int_equal(one.count, 2);
    assert_int_equal(two.count, 1);
    split_free(&one);
    split_free(&two);
}

/* A dateline stands before a sentence. What goes on in lower case behind the dash is the middle of one. */
static void a_dateline_is_followed_by_a_sentence(void **state)
{
    split dated = split_text("en", "LONDON (AP) -- The talks ended without a result on Friday."),
          plain = split_text("en", "LONDON (AP) -- and not Paris -- was the place of the talks on Friday.");
    (void)state;
    assert_string_equal(shown(&dated, 0), "The talks ended without a result on Friday.");
    assert_string_equal(shown(&plain, 0), "LONDON (AP) -- and not Paris -- was the place of the talks on Friday.");
    assert_false(plain.sentence[0].flags & KNAP_SENTENCE_DATELINE);
    split_free(&dated);
    split_free(&plain);
}

/* A short line in capitals without a full stop is a slug; one of more than eight words is a sentence of the story. */
static void a_slug_is_short(void **state)
{
    split made = split_text("en", "Storm over the coast\n\nThe storm reached the coast on Friday night.\n\n"
                                  "STORM OVER COAST\n\n"
                                  "NO ONE IN THE OLD TOWN WAS HURT BY THE STORM\n\n"
                                  "The harbour was closed until noon on Saturday.\n");
    size_t slugs = 0, stories = 0;
    (void)state;
    for (size_t i = 0; i < made.count; i++) {
        int slug = (made.sentence[i].flags & KNAP_SENTENCE_SLUG) != 0;
        if (strcmp(shown(&made, i), "STORM OVER COAST") == 0) {
            assert_true(slug);
            slugs++;
        } else if (strncmp(shown(&made, i), "NO ONE", 6) == 0) {
            assert_false(slug);
            stories++;
        }
    }
    assert_int_equal(slugs, 1);
    assert_int_equal(stories, 1);
    split_free(&made);
}

/* In a list each line is one, even if it lacks its full stop and the next one begins in lower case. */
static void lines_of_a_list_stand_alone(void **state)
{
    split made = split_text("en", "The room was clean and the bed was soft.\n"
                                  "The breakfast had fresh bread and fruit.\n"
                                  "Staff at the desk were always friendly.\n"
                                  "parking costs too much for one night\n"
                                  "the pool was closed for the whole week.\n"
                                  "We would stay here again any time.\n"
                                  "The lift was slow in the morning.\n"
                                  "The view of the harbour is lovely.\n");
    (void)state;
    assert_int_equal(made.count, 8);
    assert_string_equal(shown(&made, 3), "parking costs too much for one night");
    split_free(&made);
}

/* A wrapped line that begins with a number and a full stop goes on with the line before, which is full and has not ended. */
static void a_wrapped_line_is_no_item_of_a_list(void **state)
{
    split made = split_text("en", "The council of the town met for the whole of Tuesday night\n"
                                  "and voted to close the bridge over the river on November\n"
                                  "12. Trucks will have to take the long way round the hills\n"
                                  "until the stone arches have been repaired, which can take\n"
                                  "several months and cost more than nine million crowns, as\n"
                                  "the engineers of the district wrote in their last report.\n");
    (void)state;
    for (size_t i = 0; i < made.count; i++)
        assert_int_equal(made.sentence[i].paragraph, 0);
    split_free(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sequences_are_valid_by_definition),    cmocka_unit_test(a_mark_says_utf8),
        cmocka_unit_test(gershayim_opens_no_quotation),         cmocka_unit_test(an_ellipsis_without_space_goes_on),
        cmocka_unit_test(a_dateline_is_followed_by_a_sentence), cmocka_unit_test(a_slug_is_short),
        cmocka_unit_test(lines_of_a_list_stand_alone),          cmocka_unit_test(a_wrapped_line_is_no_item_of_a_list),
    };
    return cmocka_run_group_tests_name("text definition", tests, NULL, NULL);
}
