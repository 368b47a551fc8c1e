/* text_blocks_test.c - the blocks of plain text: what a line end means however a text is wrapped, and which lines are no prose. */
#include "text_check.h"

#include "text/document.h"

/* ---- Splitting ---- */

/* The sentences of `text`, one a line: the kind of its block and the level where there is one, "x" where it is never picked, then what
 * a summary shows. With `bare`, only what a summary shows. */
static char *split_document(const char *code, knap_document *document, bool bare)
{
    static char lines[1 << 16];
    knap_language *language;
    knap_sentences *split;
    size_t count, used = 0;
    assert_ok(knap_language_open(code, NULL, &language, error));
    assert_ok(knap_document_split(document, language, NULL, &split, error));
    const knap_sentence *sentence = knap_sentences_list(split, &count);
    lines[0] = 0;
    for (size_t i = 0; i < count; i++) {
        const knap_sentence *s = &sentence[i];
        if (!bare) {
            used += (size_t)sprintf(lines + used, "%s", knap_block_name(s->block));
            if (s->level)
                used += (size_t)sprintf(lines + used, " %u", s->level);
            used += (size_t)sprintf(lines + used, "%s: ", s->flags & KNAP_SENTENCE_ASIDE ? " x" : "");
        }
        used += knap_sentence_text(document, s, lines + used, sizeof lines - used);
        lines[used++] = '\n';
    }
    lines[used ? used - 1 : 0] = 0;
    knap_sentences_free(split);
    knap_document_free(document);
    knap_language_close(language);
    return lines;
}

static char *split_lines(const char *code, const char *text, bool bare)
{
    knap_document *document;
    assert_ok(knap_document_new("test", text, strlen(text), NULL, NULL, &document, error));
    return split_document(code, document, bare);
}

/* The same for blocks that a format gives: a kind and a text, alternating, up to NULL. */
static char *split_given(const char *const *block)
{
    kn_block given[16];
    kn_structure structure = {.block = given};
    kn_decoded decoded = {.encoding = "UTF-8"};
    knap_document *document;
    kn_mapped_begin(&decoded.mapped, NULL);
    for (; block[0]; block += 2) {
        size_t begin = decoded.mapped.text.length, length = strlen(block[1]);
        kn_block *next = &given[structure.blocks++];
        *next = (kn_block){.begin = begin, .end = begin + length};
        while (strcmp(knap_block_name(next->kind), block[0]) != 0)
            next->kind++;
        kn_mapped_add(&decoded.mapped, block[1], length, 1, 0, 1);
        kn_mapped_add(&decoded.mapped, "\n\n", 2, 1, 0, 1);
    }
    assert_ok(kn_document_of("test", "", &decoded, NULL, &document, error));
    assert_ok(kn_document_set_structure(document, &structure, error));
    return split_document("en", document, false);
}

#define BLOCKS(text, lines) assert_string_equal(split_lines("en", text, false), lines)
#define SHOWN(code, text, lines) assert_string_equal(split_lines(code, text, true), lines)

/* ---- Wrapped text ---- */

static const char STORY[] =
    "The ferry between Port Averill and the outer islands did not sail on Tuesday, because the crew of the Gannet Star "
    "had refused to load it. Captain Ida Holm said that the ramp was not safe (i.e. two of its bolts were missing). "
    "The company sent Mr. Nils Abernethy, an engineer, who looked at the ramp for an hour and agreed with her. "
    "Nobody knows when the boat will sail again, but the Averill Harbour Board hopes that new bolts, e.g. from the "
    "yard at Skarra, arrive on Friday. Until then the Post Office flies letters to the islands.";

static const char STORY_SENTENCES[] =
    "The ferry between Port Averill and the outer islands did not sail on Tuesday, because the crew of the Gannet Star "
    "had refused to load it.\n"
    "Captain Ida Holm said that the ramp was not safe (i.e. two of its bolts were missing).\n"
    "The company sent Mr. Nils Abernethy, an engineer, who looked at the ramp for an hour and agreed with her.\n"
    "Nobody knows when the boat will sail again, but the Averill Harbour Board hopes that new bolts, e.g. from the "
    "yard at Skarra, arrive on Friday.\n"
    "Until then the Post Office flies letters to the islands.";

/* How a paragraph is written. */
typedef struct manner {
    size_t width, first, rest; /* columns; indents of the first line and of the others */
    size_t ragged;             /* a line may end up to so many columns before the width */
    const char *mark;          /* before the first word */
} manner;

static char *write_paragraph(const char *text, const manner *how, knap_rng *rng)
{
    static char wrapped[1 << 14];
    size_t used = (size_t)sprintf(wrapped, "%*s%s", (int)how->first, "", how->mark), column = used;
    size_t most = how->width - (how->ragged ? knap_rng_below(rng, how->ragged + 1) : 0);
    bool start = true;
    for (const char *at = text; *at;) {
        size_t word = strcspn(at, " ");
        if (!start && column + 1 + word > most) {
            used += (size_t)sprintf(wrapped + used, "\n%*s", (int)how->rest, "");
            column = how->rest;
            most = how->width - (how->ragged ? knap_rng_below(rng, how->ragged + 1) : 0);
            start = true;
        }
        used += (size_t)sprintf(wrapped + used, "%s%.*s", start ? "" : " ", (int)word, at);
        column += word + !start;
        start = false;
        at += word + (at[word] == ' ');
    }
    sprintf(wrapped + used, "\n");
    return wrapped;
}

/* However the paragraph is wrapped, its sentences are the same. */
static void wrapping_changes_no_sentence(void **state)
{
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 1);
    for (size_t width = 40; width <= 120; width++)
        for (size_t indent = 0; indent <= 8; indent += 4)
            for (size_t hanging = 0; hanging <= 4; hanging += 4) {
                manner how = {width, indent, indent + hanging, 0, ""};
                SHOWN("en", write_paragraph(STORY, &how, &rng), STORY_SENTENCES);
                how = (manner){width, indent + hanging, indent, 0, ""};
                SHOWN("en", write_paragraph(STORY, &how, &rng), STORY_SENTENCES);
            }
}

/* Ragged lines: each ends up to a quarter before the width. */
static void ragged_lines_change_no_sentence(void **state)
{
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 2);
    for (int round = 0; round < 20; round++)
        for (size_t width = 48; width <= 100; width += 4)
            for (size_t indent = 0; indent <= 6; indent += 3) {
                manner how = {width, indent, indent, width / 4, ""};
                SHOWN("en", write_paragraph(STORY, &how, &rng), STORY_SENTENCES);
            }
}

/* Two items of a list, hanging or not: each is whole, and shown without its mark. */
static void items_are_whole_at_any_width(void **state)
{
    static const struct {
        const char *first, *second;
        size_t hanging;
    } marks[] = {{"1. ", "2. ", 3}, {"(a) ", "(b) ", 4}, {"* ", "* ", 2},
                 {"- ", "- ", 2},   {"o ", "o ", 2},     {"+ ", "+ ", 2},
                 {"1) ", "2) ", 3}, {"a. ", "b. ", 3},   {"\xE2\x80\xA2 ", "\xE2\x80\xA2 ", 2}};
    static const char other[] =
        "Skarra has built ships for two hundred years, and its yard makes bolts of every size that "
        "the boats of the outer islands need in winter.";
    knap_rng rng;
    char text[1 << 13], wanted[1 << 12];
    (void)state;
    knap_rng_seed(&rng, 3);
    snprintf(wanted, sizeof wanted, "%s\n%s", STORY_SENTENCES, other);
    for (size_t m = 0; m < sizeof marks / sizeof *marks; m++)
        for (size_t width = 44; width <= 100; width += 8)
            for (size_t indent = 0; indent <= 4; indent += 2)
                for (int blank = 0; blank < 2; blank++) {
                    size_t rest = indent + marks[m].hanging;
                    manner how = {width, indent, rest, 0, marks[m].first};
                    size_t used = (size_t)snprintf(text, sizeof text, "%s%s", write_paragraph(STORY, &how, &rng),
                                                   blank ? "\n" : "");
                    how.mark = marks[m].second;
                    snprintf(text + used, sizeof text - used, "%s", write_paragraph(other, &how, &rng));
                    SHOWN("en", text, wanted);
                }
}

static void line_ends_that_are_no_ends(void **state)
{
    (void)state;
    SHOWN("en",
          "The suite is made of several programs. There are\n"
          "Valgrind-like tools that\n"
          "find errors of memory, e.g.\n"
          "Leaks, and tools that count.\n"
          "See the manual of Dr.\n"
          "Holm for the rest of them.\n",
          "The suite is made of several programs.\n"
          "There are Valgrind-like tools that find errors of memory, e.g. Leaks, and tools that count.\n"
          "See the manual of Dr. Holm for the rest of them.");
    SHOWN(
        "en",
        "The lamps of the boats are made on the island of Skarra by the\n"
        "Harbour Board, which has done so for a hundred years, and by the\n"
        "Gannet yard. The oil comes from the\n"
        "South in barrels that two men can carry, and it burns for a week.\n",
        "The lamps of the boats are made on the island of Skarra by the Harbour Board, which has done so for a hundred "
        "years, and by the Gannet yard.\n"
        "The oil comes from the South in barrels that two men can carry, and it burns for a week.");
    BLOCKS("You may copy and use this work, with or without changes, under these\nconditions:\n"
           "1. Copies of the text must keep the above\n"
           "   notice, this list of conditions and the\n"
           "   name of its writer.\n"
           "2. Copies in print must show the same\n"
           "   notice on their first page.\n",
           "paragraph: You may copy and use this work, with or without changes, under these conditions:\n"
           "item 1 x: 1. Copies of the text must keep the above notice, this list of conditions and the name of its "
           "writer.\n"
           "item 1 x: 2. Copies in print must show the same notice on their first page.");
}

/* ---- Divided words ---- */

static void divided_words_are_joined(void **state)
{
    (void)state;
    SHOWN("en", "The long discus-\nsion ended at noon.", "The long discussion ended at noon.");
    SHOWN("en", "The long discus\xE2\x80\x90\n   sion ended at noon.", "The long discussion ended at noon.");
    SHOWN("en", "A well-known man met a well-\nknown woman.", "A well-known man met a well-known woman.");
    SHOWN("en", "They re-sign it and do not resign. He must re-\nsign it.",
          "They re-sign it and do not resign.\nHe must re-sign it.");
    SHOWN("en", "The user was friendly, and so was the user-\nfriendly program.",
          "The user was friendly, and so was the user-friendly program.");
    SHOWN("en", "It was in UTF-\n8 and by Jean-\r\n\tPaul.", "It was in UTF-8 and by Jean-Paul.");
    SHOWN("en", "They built two-\nand three-storey houses.", "They built two- and three-storey houses.");
    SHOWN("en", "Two words -\none dash.", "Two words - one dash.");
    /* The whole word elsewhere decides, even if its parts are words too. */
    SHOWN("en", "To get a forum together was to forget. He will for-\nget it, for we get it.",
          "To get a forum together was to forget.\nHe will forget it, for we get it.");
}

/* Bytes of what is shown come from the bytes of the text that they are. */
static void offsets_skip_what_is_not_shown(void **state)
{
    static const char text[] = "The discus-\n  sion of a well-\nknown case was long.";
    knap_language *language;
    knap_document *document;
    knap_sentences *split;
    size_t count, begin, end;
    char shown[128];
    (void)state;
    assert_ok(knap_language_open("en", NULL, &language, error));
    assert_ok(knap_document_new("test", text, strlen(text), NULL, NULL, &document, error));
    assert_ok(knap_document_split(document, language, NULL, &split, error));
    const knap_sentence *sentence = knap_sentences_list(split, &count);
    assert_int_equal(count, 1);
    knap_sentence_text(document, sentence, shown, sizeof shown);
    assert_string_equal(shown, "The discussion of a wellknown case was long.");
    for (size_t i = 0; shown[i]; i++) {
        size_t at = knap_sentence_offset(document, sentence, i);
        at += strcspn(text + at, "-") == 0 ? 1 + strspn(text + at + 1, " \n") : 0;
        assert_int_equal(text[at] == '\n' ? ' ' : text[at], shown[i]);
    }
    knap_document_source(document, sentence->begin, sentence->end, &begin, &end);
    assert_int_equal(begin, 0);
    assert_int_equal(end, strlen(text));
    knap_sentences_free(split);
    knap_document_free(document);
    knap_language_close(language);
}

static void lines_of_ideographs_have_no_space_between(void **state)
{
    (void)state;
    SHOWN("ja",
          "港の船は火曜日に出なかったので島の人々はみな困っ\n"
          "ていた。船長は渡し板が安全でないと言って荷物を積\n"
          "むことを断ったからだ。会社は技師を送り、技師は一\n"
          "時間ほど板を見てから船長の言うとおりだと認めた。\n"
          "新しい釘は金曜日に届くはずである。\n",
          "港の船は火曜日に出なかったので島の人々はみな困っていた。\n船長は渡し板が安全でないと言って荷物を積むことを断"
          "ったからだ。\n会社は技師を送り、技師は一時間ほど板を見てから船長の言うとおりだと認めた。\n新しい釘は金曜日に"
          "届くはずである。");
    SHOWN("zh", "渡轮 星期二没有开航。", "渡轮 星期二没有开航。"); /* a space inside a line is the writer's */
}

static void overstrikes_are_removed(void **state)
{
    static const char text[] = "N\bNA\bAM\bME\bE is _\bo_\bn_\be word.";
    knap_document *document;
    size_t begin, end;
    (void)state;
    assert_ok(knap_document_new("test", text, strlen(text), NULL, NULL, &document, error));
    assert_string_equal(knap_document_text(document, NULL), "NAME is one word.");
    knap_document_source(document, 8, 11, &begin, &end); /* "one" */
    assert_int_equal(text[begin], 'o');
    assert_int_equal(text[end - 1], 'e');
    knap_document_free(document);
    assert_ok(knap_document_new("test", "o\b_n\b_e\b_", 9, NULL, NULL, &document, error));
    assert_string_equal(knap_document_text(document, NULL), "one");
    knap_document_free(document);
    assert_ok(knap_document_new("test", "a\b\bb \b\b c\b_\bd", 13, NULL, NULL, &document, error));
    assert_string_equal(knap_document_text(document, NULL), "a\b\bb \b\b d");
    knap_document_free(document);
}

/* ---- Kinds ---- */

static void headings_by_their_marks(void **state)
{
    (void)state;
    BLOCKS(
        "Sailing in winter\n"
        "=================\n\n"
        "The boats of the outer islands sail in winter, too, although the sea is\n"
        "rough and the days are short for those who steer them.\n\n"
        "What the crew needs\n"
        "-------------------\n\n"
        "Warm coats and dry gloves are needed by all of the crew, and the captain\n"
        "needs a lamp as well.\n\n"
        "2.1 Lamps and their oil\n\n"
        "A lamp burns for ten hours with the oil that the yard at Skarra sells to\n"
        "the boats in autumn.\n\n"
        "RULES OF THE HARBOUR\n\n"
        "Nobody sails alone when the flag on the tower of the harbour is red, and\n"
        "nobody sails at night.\n\n"
        "When the flag is red\n\n"
        "The flag is red in a storm, and the keeper of the tower takes it down as\n"
        "soon as the wind has gone.\n",
        "heading 1: Sailing in winter\nfurniture: =================\n"
        "paragraph: The boats of the outer islands sail in winter, too, although the sea is rough and the days are "
        "short for those who steer them.\n"
        "heading 2: What the crew needs\nfurniture: -------------------\n"
        "paragraph: Warm coats and dry gloves are needed by all of the crew, and the captain needs a lamp as well.\n"
        "heading 2: 2.1 Lamps and their oil\n"
        "paragraph: A lamp burns for ten hours with the oil that the yard at Skarra sells to the boats in autumn.\n"
        "heading 1: RULES OF THE HARBOUR\n"
        "paragraph: Nobody sails alone when the flag on the tower of the harbour is red, and nobody sails at night.\n"
        "heading 2: When the flag is red\n"
        "paragraph: The flag is red in a storm, and the keeper of the tower takes it down as soon as the wind has "
        "gone.");
}

static void lists_have_levels(void **state)
{
    (void)state;
    BLOCKS("The keeper of the tower has many duties in a storm. He must do these,\nand a few others:\n\n"
           "  * Lower the flag.\n"
           "    - Fold it.\n"
           "    - Keep it dry.\n"
           "  * Light the lamp.\n\n"
           "The following rules hold in winter. They were made long ago by the board\nof the harbour.\n\n"
           "1. No boat sails alone. It must\n   wait for another.\n"
           "2. The crew wears coats.\n   (a) Coats are yellow.\n   (b) Gloves are not needed by those who\n"
           "       steer the boat.\n",
           "paragraph: The keeper of the tower has many duties in a storm.\n"
           "paragraph: He must do these, and a few others:\n"
           "item 1 x: * Lower the flag.\nitem 2 x: - Fold it.\nitem 2 x: - Keep it dry.\nitem 1 x: * Light the lamp.\n"
           "paragraph: The following rules hold in winter.\n"
           "paragraph: They were made long ago by the board of the harbour.\n"
           "item 1: No boat sails alone.\nitem 1: It must wait for another.\n"
           "item 1: The crew wears coats.\nitem 2: Coats are yellow.\n"
           "item 2: Gloves are not needed by those who steer the boat.");
}

/* An item that is written in lower case or has no end cannot stand alone. */
static void items_that_are_no_sentences_stay_out(void **state)
{
    (void)state;
    BLOCKS("- repair the ramp before the winter comes.\n- Ask for new bolts\n- The yard at Skarra answered us.\n",
           "item 1 x: - repair the ramp before the winter comes.\nitem 1 x: - Ask for new bolts\n"
           "item 1: The yard at Skarra answered us.");
}

static void code_tables_and_patches_are_no_prose(void **state)
{
    (void)state;
    BLOCKS("To build the lamp you need a compiler and the tools that come with every\nsystem. Type this and wait for a "
           "minute:\n\n"
           "    ./configure --prefix=/opt/lamp\n    make install\n\n"
           "The lamp then needs a file of settings, which has one line for each hour\nof the day.\n\n"
           "    lamp on\n    lamp off\n\n"
           "hour      oil       light\n06        12        no\n18        40        yes\n\n"
           "int light(int hour)\n{\n    return hour > 18 && oil->left;\n}\n\n"
           "+-------+-----+\n| month | oil |\n+-------+-----+\n| May   |  12 |\n+-------+-----+\n",
           "paragraph: To build the lamp you need a compiler and the tools that come with every system.\n"
           "paragraph: Type this and wait for a minute:\n"
           "code x: ./configure --prefix=/opt/lamp make install\n"
           "paragraph: The lamp then needs a file of settings, which has one line for each hour of the day.\n"
           "code x: lamp on lamp off\n"
           "table x: hour oil light 06 12 no 18 40 yes\n"
           "code x: int light(int hour) { return hour > 18 && oil->left; }\n"
           "table x: +-------+-----+ | month | oil | +-------+-----+ | May | 12 | +-------+-----+");
    BLOCKS("The patch below makes the lamp burn longer. It was tested for a week on two\nboats of the islands.\n\n"
           "--- a/lamp.c\n+++ b/lamp.c\n@@ -1,3 +1,3 @@\n The first line stays.\n-The old line burns.\n+The new line "
           "burns "
           "longer.\n\n"
           "Thanks to the crew of the boat for their help with this, and for the oil.\n",
           "paragraph: The patch below makes the lamp burn longer.\n"
           "paragraph: It was tested for a week on two boats of the islands.\n"
           "code x: --- a/lamp.c +++ b/lamp.c @@ -1,3 +1,3 @@ The first line stays. -The old line burns. +The new line "
           "burns longer.\n"
           "paragraph: Thanks to the crew of the boat for their help with this, and for the oil.");
}

static void manual_pages(void **state)
{
    (void)state;
    BLOCKS("LAMP(1)                       Harbour Commands                       LAMP(1)\n\n"
           "NAME\n       lamp - light the lamp of a boat\n\n"
           "SYNOPSIS\n       lamp [options] boat ...\n\n"
           "DESCRIPTION\n"
           "       Lamp  lights  the  lamps of the boats that are named. A lamp burns until the\n"
           "       oil of its boat is used up, or until the morning comes.  It is not a matter of discus\xE2\x80\x90\n"
           "       sion whether a lamp is lit.\n\n"
           "       -a, --all\n              Light the lamps of all boats.\n\n"
           "       LAMP_OIL\n              The oil that is used by the lamps of the harbour.\n\n"
           "       no oil    The oil of the boat is used up, and the lamp does not burn for the\n"
           "                 rest of the night.\n\n"
           "SEE ALSO\n       The harbour has a page as well.\n\n"
           "Harbour 1.2                        May 2024                          LAMP(1)\n",
           "furniture x: LAMP(1) Harbour Commands LAMP(1)\n"
           "heading 1: NAME\nparagraph: lamp \xE2\x80\x93 light the lamp of a boat.\n"
           "heading 1: SYNOPSIS\ncode x: lamp [options] boat ...\n"
           "heading 1: DESCRIPTION\n"
           "paragraph: Lamp lights the lamps of the boats that are named.\n"
           "paragraph: A lamp burns until the oil of its boat is used up, or until the morning comes.\n"
           "paragraph: It is not a matter of discussion whether a lamp is lit.\n"
           "item 1 x: -a, --all\nitem 1 x: Light the lamps of all boats.\n"
           "furniture: LAMP_OIL\nparagraph: The oil that is used by the lamps of the harbour.\n"
           "item 1: The oil of the boat is used up, and the lamp does not burn for the rest of the night.\n"
           "heading 1: SEE ALSO\nreference x: The harbour has a page as well.\n"
           "furniture x: Harbour 1.2 May 2024 LAMP(1)");
}

/* The line that says what a page is about, in any language and with any dash, and where it came from. */
static void manual_pages_say_what_they_are_about(void **state)
{
    static const char *const lines[][2] = {
        {"lamp - light a lamp", "lamp \xE2\x80\x93 light a lamp."},
        {"lamp, lamps -- light lamps!", "lamp, lamps \xE2\x80\x93 light lamps!"},
        {"lamp-1 \xE2\x80\x94 light a\n       lamp - or two", "lamp-1 \xE2\x80\x93 light a lamp - or two."},
        {"lamp - \xE7\x81\xAF", "lamp \xE2\x80\x93 \xE7\x81\xAF\xE3\x80\x82"},
        {"lamp-light", "lamp-light"},
        {"- light", "- light"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char page[400], shown[400], again[400];
        knap_document *document;
        size_t length, begin, end;
        snprintf(page, sizeof page,
                 "LAMP(1)      Harbour      LAMP(1)\n\nN\xC3\x89V\n       %s\n\nUSE\n       lamp - b\n", lines[i][0]);
        snprintf(shown, sizeof shown, "\n%s\n", lines[i][1]);
        assert_non_null(strstr(split_lines("en", page, true), shown));
        assert_ok(knap_document_new("t", page, strlen(page), NULL, NULL, &document, error));
        snprintf(again, sizeof again, "%s", knap_document_text(document, &length));
        for (size_t at = 0; at <= length; at++) /* the same text maps to the same bytes */
            if ((knap_document_source(document, at, at + 1, &begin, &end), end == begin + 1) && again[at] > 0)
                assert_int_equal(again[at], page[begin]);
        knap_document_source(document, 0, length, &begin, &end);
        assert_int_equal(begin, 0);
        assert_int_equal(end, strlen(page));
        knap_document_free(document);
        assert_ok(knap_document_new("t", again, strlen(again), NULL, NULL, &document, error));
        assert_string_equal(knap_document_text(document, NULL), again); /* read again, it is the same */
        knap_document_free(document);
    }
    SHOWN("en", "The lamp was lit.\n\nNAME\n       lamp - light a lamp\n",
          "The lamp was lit.\nNAME\nlamp - light a lamp");
}

/* A sentence that the end of a page cuts in two is shown in no half. */
static void pages_of_a_standard(void **state)
{
    (void)state;
    BLOCKS("Harbour Working Group                                          I. Holm\n"
           "Request for Comments: 12                                      Standard\n\n"
           "Table of Contents\n\n   1. Lamps . . . . . . . . . . . . . . . . . . . . . 2\n"
           "   2. Oil . . . . . . . . . . . . . . . . . . . . . . 7\n\n"
           "1. Lamps\n\n"
           "   A lamp is lit in the evening by the keeper of the tower. Its light is\n"
           "   seen from all boats which are near enough to the\n\n\n"
           "Holm                     Standards Track                     [Page 1]\n\f\n"
           "Standard 12                   Lamps                          May 2024\n\n\n"
           "   harbour of the island. It burns until the morning comes, and the crew\n"
           "   of each boat looks at it.\n",
           "table x: Harbour Working Group I. Holm Request for Comments: 12 Standard\n"
           "heading 2: Table of Contents\n"
           "furniture x: 1. Lamps . . . . . . . . . . . . . . . . . . . . . 2 2. Oil . . . . . . . . . . . . . . . . . "
           ". . . . . 7\n"
           "heading 1: 1. Lamps\n"
           "paragraph: A lamp is lit in the evening by the keeper of the tower.\n"
           "paragraph: Its light is seen from all boats which are near enough to the\n"
           "furniture x: Holm Standards Track [Page 1]\n"
           "furniture x: Standard 12 Lamps May 2024\n"
           "paragraph x: harbour of the island.\n"
           "paragraph: It burns until the morning comes, and the crew of each boat looks at it.");
}

static void what_is_around_a_text(void **state)
{
    (void)state;
    BLOCKS(
        "From: Ida Holm <ida@example.org>\nSubject: the lamp\nDate: Mon, 6 May 2024 10:00:00 +0000\n\n"
        "The lamp of the boat is broken, and nobody on the island knows how such a\nlamp can be repaired.\n\n"
        "> Is the lamp of the boat still\n> broken?\n\n"
        "Copyright (C) 2024 Ida Holm, of the Gannet\nStar and other boats.\n\n"
        "2024-05-06  Ida Holm  <ida@example.org>\n\n"
        "lamp (1.2-1) unstable; urgency=low\n\n"
        " -- Ida Holm <ida@example.org>  Mon, 06 May 2024 10:00:00 +0000\n\n"
        "This lamp is free software; you can redistribute it under the terms of a\nlicence that is not here.\n\n"
        "The keeper of the tower has promised to look at it as soon as the wind is\n"
        "weaker than it has been in the whole of this cold month.\n\n"
        "He will come with his own boat, which has two lamps, and he will leave us\none of them for the winter.\n",
        "furniture x: From: Ida Holm <ida@example.org> Subject: the lamp Date: Mon, 6 May 2024 10:00:00 +0000\n"
        "paragraph: The lamp of the boat is broken, and nobody on the island knows how such a lamp can be repaired.\n"
        "quote x: > Is the lamp of the boat still > broken?\n"
        "furniture x: Copyright (C) 2024 Ida Holm, of the Gannet Star and other boats.\n"
        "furniture x: 2024-05-06 Ida Holm <ida@example.org>\n"
        "furniture x: lamp (1.2-1) unstable; urgency=low\n"
        "furniture x: -- Ida Holm <ida@example.org> Mon, 06 May 2024 10:00:00 +0000\n"
        "furniture x: This lamp is free software; you can redistribute it under the terms of a licence that is not "
        "here.\n"
        "paragraph: The keeper of the tower has promised to look at it as soon as the wind is weaker than it has been "
        "in the whole of this cold month.\n"
        "paragraph: He will come with his own boat, which has two lamps, and he will leave us one of them for the "
        "winter.");
    BLOCKS("The Project Gutenberg eBook of The Lamp\n\nThis eBook is for the use of anyone anywhere.\n\n"
           "*** START OF THE PROJECT GUTENBERG EBOOK THE LAMP ***\n\nIt was a dark night on the sea.\n\n"
           "*** END OF THE PROJECT GUTENBERG EBOOK THE LAMP ***\n\nUpdated editions will replace the previous one.\n",
           "furniture x: The Project Gutenberg eBook of The Lamp\n"
           "furniture x: This eBook is for the use of anyone anywhere.\n"
           "furniture x: *** START OF THE PROJECT GUTENBERG EBOOK THE LAMP ***\n"
           "paragraph: It was a dark night on the sea.\n"
           "furniture x: *** END OF THE PROJECT GUTENBERG EBOOK THE LAMP ***\n"
           "furniture x: Updated editions will replace the previous one.");
}

/* A licence that is the text itself stays. */
static void a_licence_is_read_where_it_is_the_text(void **state)
{
    (void)state;
    BLOCKS(
        "Permission is hereby granted to all who have a copy of the lamp to use it as\nthey like, and to give it to "
        "others "
        "who want it.\n\nThe lamp must not be sold to those who have no boat, whatever the price that\nthey want to "
        "pay "
        "for it.\n",
        "paragraph: Permission is hereby granted to all who have a copy of the lamp to use it as they like, and to "
        "give "
        "it to others who want it.\n"
        "paragraph: The lamp must not be sold to those who have no boat, whatever the price that they want to pay for "
        "it.");
}

/* Where the words of a licence stand in a document that is about something else, they and what follows them in their paragraph are not
 * picked. */
static void licences_are_around_the_text(void **state)
{
    static const char *const words[] = {"Permission is hereby granted to all who have a copy.",
                                        "It is free software; you can give it to others.",
                                        "It is free software: you can give it to others.",
                                        "You can redistribute it and/or\nmodify it as you like.",
                                        "There is NO WARRANTY, and it comes WITHOUT ANY WARRANTY of the keeper.",
                                        "Copies must retain the above copyright\nnotice and this text."};
    char text[2000], wanted[100];
    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        snprintf(text, sizeof text, "%s\n\nThe lamp burns oil. %s It is not sold.\n", STORY, words[i]);
        snprintf(wanted, sizeof wanted, "\nparagraph: The lamp burns oil.\nfurniture x: %.12s", words[i]);
        if (!strstr(split_lines("en", text, false), wanted))
            fail_msg("%s", split_lines("en", text, false));
        assert_non_null(strstr(split_lines("en", text, false), "\nfurniture x: It is not sold."));
    }
    snprintf(text, sizeof text,
             "The lamp burns oil and/or wax. A notice of copyright is above it. You can free software.\n\n%s\n", STORY);
    assert_null(strstr(split_lines("en", text, false), "furniture"));
}

/* ---- One language ---- */

/* ---- Blocks that a format gives ---- */

#define PROSE                                                                                                          \
    "paragraph",                                                                                                       \
        "The wheel of the old mill at the river turns day and night, and nobody in the village knows who built it or " \
        "who grinds the oats that the farmers bring on Mondays, though many have asked for it over the years.",        \
        "paragraph",                                                                                                   \
        "Its stones were cut on the island in the north and came over the sea in two boats, of which one sank with "   \
        "all that it had, so that the miller had to wait for another year before he could begin to grind at last."

static void expect_given(const char *const *blocks, const char *end)
{
    const char *lines = split_given(blocks);
    if (strlen(lines) < strlen(end) || strcmp(lines + strlen(lines) - strlen(end), end) != 0)
        fail_msg("%s\ninstead of ... %s", lines, end);
}

#define GIVEN(end, ...) expect_given((const char *const[]){__VA_ARGS__, NULL, NULL}, end)

static void formats_do_not_mark_everything(void **state)
{
    (void)state;
    GIVEN("code x: grind(oats, 2);", "paragraph", "grind(oats, 2);");
    GIVEN("code x: Dear {{title}} {{name}}, the {{thing}} is ready.", "paragraph",
          "Dear {{title}} {{name}}, the {{thing}} is ready.");
    GIVEN("paragraph: Write {{name}} for the name of the miller.", "paragraph",
          "Write {{name}} for the name of the miller.");
    GIVEN("code x: Mill = {wheel | [stone]} \"x\" {oat}.", "paragraph", "Mill = {wheel | [stone]} \"x\" {oat}.");
    GIVEN("code x: http://mill.example/a", "paragraph", "http://mill.example/a");
    GIVEN("paragraph: See http://mill.example/a for more.", "paragraph", "See http://mill.example/a for more.");
    GIVEN("table x: <20% b. 20%-40% c. 60-80%", "paragraph", "<20% b. 20%-40% c. 60-80%");
    GIVEN("paragraph: It is the _engine.Result here.", "paragraph", "It is the _engine.Result here.");
    GIVEN("furniture x: Copyright (C) 2026 Ann Miller", PROSE, "paragraph", "Copyright (C) 2026 Ann Miller");
    GIVEN("furniture x: You can redistribute it and/or modify it as you like.", PROSE, "paragraph",
          "You can redistribute it and/or modify it as you like.");
    GIVEN("furniture x: This manual is licensed under the FDL.", PROSE, "quote",
          "This manual is licensed under the FDL.");
    GIVEN("furniture x: Ce manuel est un logiciel libre; vous pouvez le redistribuer.", PROSE, "paragraph",
          "Ce manuel est un logiciel libre; vous pouvez le redistribuer.");
    GIVEN("paragraph: Ann was licensed to grind oats.", PROSE, "paragraph", "Ann was licensed to grind oats.");
    GIVEN("paragraph: This manual is licensed under the FDL.", "paragraph", "This manual is licensed under the FDL.");
    GIVEN("furniture x: The end matter is here.", PROSE, "paragraph", "*** END OF THE BOOK ***", "paragraph",
          "The end matter is here.");
}

/* Three dots say that something follows or came before, as a colon does. */
static void dots_introduce_lists_and_code(void **state)
{
    static const char *const block[] = {
        "paragraph", "It is easy. Then run...", "code", "make", "paragraph", "It ran...", "paragraph", "And so on.",
        "item",      "...as a mill.",           NULL};
    knap_document *document;
    const knap_sentence *sentence;
    knap_sentences *split;
    knap_language *language;
    size_t count;
    (void)state;
    assert_string_equal(split_given(block), "paragraph: It is easy.\nparagraph: Then run...\ncode x: make\nparagraph: "
                                            "It ran...\nparagraph: And so on.\nitem x: ...as a mill.");
    assert_ok(knap_language_open("en", NULL, &language, error));
    assert_ok(knap_document_new("test", "It is easy. Then run...\n\n  $ make all\n\nIt ran...\n\nAnd so on.\n", 58,
                                NULL, NULL, &document, error));
    assert_ok(knap_document_split(document, language, NULL, &split, error));
    sentence = knap_sentences_list(split, &count);
    assert_int_equal(count, 5);
    assert_false(sentence[0].flags & KNAP_SENTENCE_UNFINISHED);
    assert_true(sentence[1].flags & KNAP_SENTENCE_UNFINISHED);
    assert_false(sentence[3].flags & KNAP_SENTENCE_UNFINISHED);
    knap_sentences_free(split);
    knap_document_free(document);
    knap_language_close(language);
}

static void a_document_has_one_language(void **state)
{
    static const char german[] = "Die F\xC3\xA4hre zwischen dem Hafen und den \xC3\xA4u\xC3\x9F"
                                 "eren Inseln ist am Dienstag nicht gefahren, weil die Mannschaft sich geweigert hat.";
    static const char english[] =
        "The ferry between the harbour and the outer islands did not sail on Tuesday, because the crew "
        "of the boat had refused to load it.";
    char text[1024], wanted[1024];
    (void)state;
    snprintf(text, sizeof text, "%s\n\n%s\n\n%s\n", german, english, german);
    snprintf(wanted, sizeof wanted, "paragraph: %s\nparagraph x: %s\nparagraph: %s", german, english, german);
    assert_string_equal(split_lines("de", text, false), wanted);
    snprintf(text, sizeof text, "%s\n\n%s\n\n%s\n", english, german, english);
    snprintf(wanted, sizeof wanted, "paragraph: %s\nparagraph x: %s\nparagraph: %s", english, german, english);
    assert_string_equal(split_lines("en", text, false), wanted);
    /* Nothing is left out of a document that is in the other language. */
    snprintf(wanted, sizeof wanted, "paragraph: %s", english);
    assert_string_equal(split_lines("de", english, false), wanted);
}

/* ---- Any size, any failure ---- */

static void long_and_narrow_texts(void **state)
{
    enum { LINES = 300000 };
    static const char *const pieces[] = {"a\n",     "a-\n",   "1. a\n", "\b",    "   a    b\n",
                                         "* a\n\n", "x: y\n", "@@ -\n", "A\n=\n"};
    char *text = malloc(LINES * 16);
    (void)state;
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        knap_language *language;
        knap_document *document;
        knap_sentences *split;
        size_t length = strlen(pieces[i]), count;
        for (size_t n = 0; n < LINES; n++)
            memcpy(text + n * length, pieces[i], length);
        assert_ok(knap_language_open("en", NULL, &language, error));
        assert_ok(knap_document_new("test", text, LINES * length, NULL, NULL, &document, error));
        assert_ok(knap_document_split(document, language, NULL, &split, error));
        assert_non_null(knap_sentences_list(split, &count));
        assert_true(count > 0 && count <= 2 * (size_t)LINES);
        knap_sentences_free(split);
        knap_document_free(document);
        knap_language_close(language);
    }
    free(text);
}

static knap_status open_and_split(const knap_allocator *allocator)
{
    static const char text[] =
        "T\bTitle\n=====\n\nThe long discus-\nsion of the well-\nknown case was not\nended.\n\n1. One.\n2. Two.\n\n"
        "    int a = b;\n    int c;\n\nA  b    c\nd  e    f\n";
    knap_language *language = NULL;
    knap_document *document = NULL;
    knap_sentences *split = NULL;
    knap_error failure;
    knap_status status = knap_language_open("en", allocator, &language, &failure);
    if (status == KNAP_OK)
        status = knap_document_new("test", text, sizeof text - 1, NULL, allocator, &document, &failure);
    if (status == KNAP_OK)
        status = knap_document_split(document, language, allocator, &split, &failure);
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
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrapping_changes_no_sentence),
        cmocka_unit_test(ragged_lines_change_no_sentence),
        cmocka_unit_test(items_are_whole_at_any_width),
        cmocka_unit_test(line_ends_that_are_no_ends),
        cmocka_unit_test(divided_words_are_joined),
        cmocka_unit_test(offsets_skip_what_is_not_shown),
        cmocka_unit_test(lines_of_ideographs_have_no_space_between),
        cmocka_unit_test(overstrikes_are_removed),
        cmocka_unit_test(headings_by_their_marks),
        cmocka_unit_test(lists_have_levels),
        cmocka_unit_test(items_that_are_no_sentences_stay_out),
        cmocka_unit_test(code_tables_and_patches_are_no_prose),
        cmocka_unit_test(manual_pages),
        cmocka_unit_test(manual_pages_say_what_they_are_about),
        cmocka_unit_test(pages_of_a_standard),
        cmocka_unit_test(what_is_around_a_text),
        cmocka_unit_test(a_licence_is_read_where_it_is_the_text),
        cmocka_unit_test(licences_are_around_the_text),
        cmocka_unit_test(formats_do_not_mark_everything),
        cmocka_unit_test(dots_introduce_lists_and_code),
        cmocka_unit_test(a_document_has_one_language),
        cmocka_unit_test(long_and_narrow_texts),
        cmocka_unit_test(failing_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
