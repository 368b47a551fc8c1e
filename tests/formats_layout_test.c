/* formats_layout_test.c - the kinds of the blocks of PDFs and pages: what is not running text is never taken for it. */
#include "formats_samples.h"

#include "io/inner.h"
#include "text/document.h"

static bytes file;
static char shown[1 << 16];

/* The blocks of a file as lines "kind level| text". */
static const char *encoding; /* of the files; NULL: detected */

static const char *blocks_of(const char *name)
{
    knap_corpus_options options = {.encoding = encoding};
    knap_file input = {.name = name, .bytes = (const char *)file.data, .length = file.length};
    knap_corpus *corpus;
    const knap_cluster *cluster;
    size_t used = 0;
    knap_error error = {.status = KNAP_OK};
    if (knap_corpus_open_bytes("test", &input, 1, &options, NULL, &corpus, &error)) {
        if (strstr(error.message, "built without"))
            skip();
        fail_msg("%s: %s", name, error.message);
    }
    cluster = knap_corpus_cluster(corpus, 0);
    assert_int_equal(cluster->documents, 1);
    for (size_t i = 0; i < cluster->document[0]->structure.blocks; i++) {
        const kn_block *block = &cluster->document[0]->structure.block[i];
        const char *text = knap_document_text(cluster->document[0], NULL);
        used += (size_t)snprintf(shown + used, sizeof shown - used, "%s%u| %.*s\n", knap_block_name(block->kind),
                                 block->level, (int)(block->end - block->begin), text + block->begin);
        assert_true(used < sizeof shown);
    }
    knap_corpus_close(corpus);
    return shown;
}

#define HAS(text)                                                                                                      \
    do {                                                                                                               \
        if (!strstr(shown, text))                                                                                      \
            fail_msg("no '%s' in:\n%s", text, shown);                                                                  \
    } while (0)
#define LACKS(text)                                                                                                    \
    do {                                                                                                               \
        if (strstr(shown, text))                                                                                       \
            fail_msg("'%s' is in:\n%s", text, shown);                                                                  \
    } while (0)

static void show_pdf(const pdf_line *line, size_t count, const char *const *titles)
{
    file.length = 0;
    put_pdf_with(&file, line, count, titles);
    blocks_of("a.pdf");
}

#define SHOW_PDF(lines, titles) show_pdf(lines, sizeof lines / sizeof *lines, titles)
#define END_OF_PAGE                                                                                                    \
    {                                                                                                                  \
        0, 0, 0, NULL, 0                                                                                               \
    }

/* Paragraphs of running text, so that the size of most text is 11. */
#define PROSE(y)                                                                                                       \
    {72, y, 11, "The water in the bay of Orsine rises by nine metres twice a day, which is more than in any", 0},      \
        {72, y - 13, 11, "other bay of the coast, and the harbour falls dry for two hours before the water returns.",  \
         0},                                                                                                           \
    {                                                                                                                  \
        72, y - 26, 11, "Nobody had measured it before that spring.", 0                                                \
    }

static void contents_and_index_are_furniture(void **state)
{
    static const pdf_line lines[] = {
        {72, 720, 20, "A manual of tides", 'b'},
        {72, 690, 14, "Contents", 'b'},
        {72, 660, 11, "1 Gauges . . . . . . . . . . . . . . . . . . . . 3", 0},
        {72, 645, 11, "1.1 Sticks in the mud . . . . . . . . . . . . . . 7", 0},
        {72, 630, 11, "2 Harbours ........................ 12", 0},
        END_OF_PAGE,
        {72, 720, 11, "Preface vii", 0},
        {72, 705, 11, "Gauges and sticks 3", 0},
        {72, 690, 11, "The moon and the sun 7", 0},
        {72, 675, 11, "Ferries in the bay 12", 0},
        {72, 660, 11, "Mills of the coast 24", 0},
        {72, 645, 11, "What is left to do 31", 0},
        END_OF_PAGE,
        PROSE(720),
        PROSE(660),
        PROSE(600),
        END_OF_PAGE,
        {72, 720, 16, "Index", 'b'},
        {72, 690, 11, "boat, 3, 7", 0},
        {72, 677, 11, "gauge, see stick and the other instruments of the harbour.", 0},
        END_OF_PAGE,
    };
    (void)state;
    SHOW_PDF(lines, NULL);
    HAS("heading1| A manual of tides\n");
    HAS("furniture0| 1.1 Sticks in the mud");
    HAS("furniture0| 2 Harbours");
    HAS("furniture0| The moon and the sun 7\n");
    HAS("furniture0| Preface vii\n");
    HAS("gauge, see stick");
    LACKS("paragraph0| boat");
    HAS("paragraph0| The water in the bay of Orsine rises by nine metres");
    LACKS("paragraph0| 1");
    LACKS("paragraph0| Mills");
}

static void papers_have_parts(void **state)
{
    static const pdf_line lines[] = {
        {30, 300, 20, "arXiv:2601.01234v1 [cs.XX] 1 Jan 2026", 'r'},
        {72, 740, 18, "On the tides of Orsine", 'b'},
        {72, 715, 12, "Anna Berg and Bo Lund", 0},
        {72, 700, 11, "University of Orsine, anna@example.org", 0},
        {72, 670, 11, "Abstract. We measure the tides of a bay with a stick and find that they are higher than", 0},
        {72, 657, 11, "those of any other bay of the coast.", 0},
        {72, 630, 14, "1 Introduction", 'b'},
        PROSE(610),
        {72, 560, 11, "if (water > wall) raise();", 'f'},
        {72, 547, 11, "else wait(hours);", 'f'},
        PROSE(520),
        {72, 470, 9, "Figure 3: The harbour at low water, seen from the old mill.", 0},
        {72, 440, 11, "The readings were written into a book by two people, and the committee of the har-", 0},
        {72, 90, 8, "1 The stick was made of oak and had marks at every inch, which we converted.", 0},
        END_OF_PAGE,
        {72, 740, 11, "bour kept it for many years, until the long-", 0},
        {72, 727, 11, "term plan of the ferry was given up.", 0},
        PROSE(700),
        {72, 640, 11, "A harbour needs a long-term plan, and so does a bay with tides as high as these are.", 0},
        {72, 600, 14, "References", 'b'},
        {72, 580, 11, "Berg, A. The measurement of water. Journal of Tides, 2019. A very good paper on sticks.", 0},
        {72, 550, 11, "Lund, B. Sticks and their marks. Gannet Press, 2021.", 0},
        {72, 510, 14, "A Tables of readings", 'b'},
        PROSE(490),
        END_OF_PAGE,
    };
    (void)state;
    SHOW_PDF(lines, NULL);
    LACKS("arXiv");
    HAS("heading1| On the tides of Orsine\n");
    HAS("furniture0| Anna Berg and Bo Lund");
    LACKS("paragraph0| University");
    HAS("heading2| Abstract\nparagraph0| We measure the tides of a bay");
    HAS("heading2| 1 Introduction\nparagraph0| The water");
    HAS("code0| if (water > wall) raise(); else wait(hours);\n");
    HAS("caption0| Figure 3: The harbour at low water, seen from the old mill.\n");
    HAS("note0| 1 The stick was made of oak");
    HAS("committee of the harbour kept it for many years, until the long-term plan of the ferry was given up.\n");
    HAS("heading2| References\nreference0| Berg, A.");
    HAS("reference0| Lund, B.");
    HAS("A Tables of readings\nparagraph0| The water");
}

static void outlines_give_levels(void **state)
{
    static const char *const titles[] = {"Gauges of the old harbour", "Nothing more", NULL};
    static const pdf_line lines[] = {
        PROSE(720), {72, 670, 11, "Gauges of the old harbour", 0},
        PROSE(640), {72, 590, 11, "Nobody knows", 0},
        PROSE(570), END_OF_PAGE,
    };
    (void)state;
    SHOW_PDF(lines, titles);
    HAS("heading2| Gauges of the old harbour\n");
    LACKS("heading2| Nobody");
}

/* Lines as real files have them: a number apart from its title, points of plots, small capitals, the same caption twice, a note
 * whose number is raised, paths and capitals over line ends, keywords and notices. */
static void pages_of_manuals_are_read(void **state)
{
    static const pdf_line lines[] = {
        {72, 740, 18, "Gauges for the bay", 'b'},
        {72, 715, 12, "Anna Berg, Department of Tides and Gauges, University of Orsine, Averill.", 0},
        {72, 690, 11, "This manual says how a gauge is read and what the readings of it are good for.", 0},
        {72, 660, 14, "1", 'b'},
        {100, 660, 14, "First steps", 'b'},
        PROSE(640),
        {72, 600, 11, "Keywords: bay, harbour, gauge, the moon and the sun.", 0},
        {72, 570, 11, "The Orsine Workgroup, version three of this manual, printed in the spring of the year", 0},
        {72, 557, 11, "with the help of many readers, Copyright (c) 2026 Anna Berg.", 0},
        {72, 520, 11, "The readings of all gauges of the harbour and of the bay are files in the folder /var/", 0},
        {72, 507, 11, "gauges of the computer.", 0},
        {72, 480, 14, "W", 0},
        {86, 480, 10, "ORKING GROUPS for other gauges are those of the towns, of the villages, and of the HAR-", 0},
        {72, 467, 10, "BOURS AND BAYS of the coast, each of which has a short name of its own for the MIME-", 0},
        {72, 454, 10, "Type of the files.", 0},
        {72, 440, 11, "1: Read the gauge at the time of the high water and write the reading into the book.", 0},
        {72, 112, 5, "3", 0},
        {76, 109, 8, "Ask the people of the harbour for a copy of the book.", 0},
        {72, 100, 5, "4", 0},
        {76, 97, 8, "Nobody has asked for one yet.", 0},
        END_OF_PAGE,
        {72, 750, 11, "Figure 1: Readings of the gauge at the old mill, in metres above the", 0},
        {72, 737, 11, "mean of all years since the first of them.", 0},
        PROSE(700),
        PROSE(650),
        END_OF_PAGE,
        {72, 750, 11, "Figure 2: Readings of the gauge at the old mill, in metres above the", 0},
        {72, 737, 11, "wall that protects the harbour from the water.", 0},
        PROSE(700),
        PROSE(650),
        END_OF_PAGE,
    };
    (void)state;
    SHOW_PDF(lines, NULL);
    HAS("furniture0| Anna Berg, Department of Tides and Gauges, University of Orsine, Averill.\n");
    HAS("paragraph0| This manual says how a gauge is read");
    HAS("heading2| 1 First steps\nparagraph0| The water");
    HAS("furniture0| Keywords: bay");
    LACKS("paragraph0| The Orsine Workgroup");
    HAS("/var/gauges of the computer.\n");
    HAS("paragraph0| WORKING GROUPS for other gauges are those of the towns, of the villages, and of the HARBOURS AND");
    HAS("for the MIME-Type of the files.");
    HAS("item1| Read the gauge at the time");
    HAS("note0| 3 Ask the people of the harbour for a copy of the book.\nnote0| 4 Nobody has asked");
    HAS("caption0| Figure 1: Readings of the gauge at the old mill, in metres above the mean of all years");
    HAS("caption0| Figure 2: Readings of the gauge at the old mill, in metres above the wall");
}

/* A figure of many points in a large font does not change the size of most text, nor do its labels make columns. */
static void plots_are_not_text(void **state)
{
    static pdf_line lines[60];
    static const pdf_line prose[] = {{72, 740, 18, "Gauges for the bay", 'b'}, PROSE(700), PROSE(640), PROSE(580)};
    size_t count = sizeof prose / sizeof *prose;
    (void)state;
    memcpy(lines, prose, sizeof prose);
    for (int i = 0; i < 40; i++)
        lines[count++] = (pdf_line){72 + i % 2 * 300, 500 - i * 10, 6,
                                    "+ + + + + + + + + + + + + + + + + + + + + + + + + + + + + +", 0};
    lines[count++] = (pdf_line){72, 540, 11, "What the people of the harbour say", 0};
    lines[count++] = (pdf_line)END_OF_PAGE;
    show_pdf(lines, count, NULL);
    HAS("paragraph0| The water in the bay of Orsine rises by nine metres twice a day, which is more than in any other "
        "bay");
    HAS("paragraph0| What the people");
    LACKS("heading2| The water");
    LACKS("heading2| Nobody");
}

/* The place that the fewest lines cross divides the columns, not the first that a quarter of them may cross. */
static void columns_are_read_one_after_the_other(void **state)
{
    static const pdf_line lines[] = {
        {72, 700, 11, "Fold the screens of the cable", 0},
        {72, 687, 11, "back over the gland and fasten", 0},
        {72, 674, 11, "the clamp of the screen there.", 0},
        {72, 661, 11, "A cable that is too thick for the gland needs a ring", 0},
        {72, 648, 11, "of another size, which the shop of the harbour has.", 0},
        {230, 700, 9, "the gland of the", 0},
        {230, 690, 9, "smallest of them", 0},
        {230, 680, 9, "in the drawing", 0},
        {380, 700, 11, "The torque of the nuts is the", 0},
        {380, 687, 11, "largest that a nut can bear in", 0},
        {380, 674, 11, "the case of the thickest cable", 0},
        {380, 661, 11, "and of the usual weather of the", 0},
        {380, 648, 11, "coast in the winter.", 0},
        END_OF_PAGE,
    };
    (void)state;
    SHOW_PDF(lines, NULL);
    HAS("for the gland needs a ring of another size, which the shop of the harbour has.");
    HAS("The torque of the nuts is the largest that a nut can bear in the case of the thickest cable and of the usual");
}

static void show_html(const char *page)
{
    file.length = 0;
    put_text(&file, page);
    blocks_of("a.html");
}

#define LONG_TEXT "The old gauges of the harbour were broken or had been stolen long before the ferry came to the bay."

static void wikis_keep_their_first_paragraph(void **state)
{
    (void)state;
    show_html(
        "<!doctype html><html><head><title>Orsine</title></head><body><h1>Orsine</h1><table class=\"infobox\">"
        "<tr><td>Population of the town and of the villages around it, by the last count of the county 211"
        "</td></tr></table><p><b>Orsine</b> is a <a href=\"a\">town on the northern coast</a> of <a href=\"b\">the "
        "county of Gannet</a> in <a href=\"c\">Averill</a>.<sup class=\"reference\"><a href=\"#1\">[1]</a></sup>"
        "<sup class=\"reference nowrap\">: 301</sup></p><h2>History<span class=\"mw-editsection\">[edit]</span></h2>"
        "<p>" LONG_TEXT "<sup><a href=\"#2\">[14]</a></sup></p><p>" LONG_TEXT "</p>"
        "<ol class=\"references\"><li>The measurement of water, a very long title of a book of the town by A. Berg, "
        "2019.</li></ol></body></html>");
    HAS("heading1| Orsine\nparagraph0| Orsine is a town on the northern coast of the county of Gannet in Averill.\n");
    HAS("heading2| History\nparagraph0| " LONG_TEXT "\n");
    LACKS("[14]");
    LACKS("301");
    LACKS("Population");
    HAS("reference0| The measurement of water");
    LACKS("paragraph0| The measurement");
}

static void tables_and_captions_have_kinds(void **state)
{
    (void)state;
    show_html("<html><body><h1>Tides</h1><p>" LONG_TEXT
              "</p><figure><img src=\"a\"><figcaption>The harbour at low water, seen "
              "from the old mill by a boy.</figcaption></figure><table><caption>Levels</caption><tr><th>Day<th>Feet"
              "<tr><td>Monday<td>12</table><p>" LONG_TEXT "</p>"
              "<table><tr><td>rolf_77, 42 posts<td>" LONG_TEXT "</table></body></html>");
    HAS("caption0| The harbour at low water");
    HAS("caption0| Levels\ntable0| Day | Feet\ntable0| Monday | 12\n");
    LACKS("rolf_77"); /* this table places text on the page */
    HAS("table0| Monday | 12\nparagraph0| The old gauges");
}

#define TEASER(n)                                                                                                      \
    "<div><h3><a href=\"/" n "\">Another story of " n " goats</a></h3><span>Tuesday</span><p>Goats were seen on the "  \
    "roof of the town hall, and nobody knows who let them in.</p></div>"

static void other_articles_are_left_out(void **state)
{
    (void)state;
    show_html("<html><head><title>Gauges stolen | The Herald</title></head><body><h1>The Herald</h1><div><p>" LONG_TEXT
              "</p><p>" LONG_TEXT "</p><p>" LONG_TEXT "</p><p>" LONG_TEXT "</p><p>" LONG_TEXT
              "</p></div><div>" TEASER("two") TEASER("six") TEASER("ten") "</div></body></html>");
    HAS("heading1| Gauges stolen\nparagraph0| The old gauges");
    LACKS("Goats");
    LACKS("goats");
    show_html("<html><body><div><p>" LONG_TEXT "</p><p>" LONG_TEXT
              "</p></div><div class=\"relatedposts\"><p>Goats. " LONG_TEXT "</p></div></body></html>");
    LACKS("Goats");
    show_html("<html><body><div>" TEASER("two") TEASER("six") TEASER("ten") "</div></body></html>");
    HAS("Goats were seen"); /* a page of teasers has nothing else */
    show_html("<html><body><article><h1>Tides</h1><p>" LONG_TEXT
              "</p><h2><a href=\"b\">More about goats and roofs</a></h2>"
              "<p>" LONG_TEXT "</p><h2><a href=\"#c\">Gauges</a></h2><p>" LONG_TEXT "</p></article></body></html>");
    LACKS("goats");
    HAS("heading2| Gauges\n");
}

/* A class may name what most of the text has in common, and lines of speech are short. */
static void text_that_looks_like_furniture_is_kept(void **state)
{
    (void)state;
    show_html("<html><body><article><h1>Tides</h1><p>" LONG_TEXT "</p><p class=\"paywall\">One. " LONG_TEXT "</p>"
              "<p class=\"paywall\">Two. " LONG_TEXT "</p><p class=\"paywall\">Three. " LONG_TEXT
              "</p></article></body></html>");
    HAS("paragraph0| One. The old");
    HAS("paragraph0| Three. The old");
    show_html("<html><body><article><h1>Tides</h1><div><div>" LONG_TEXT
              "</div></div><div><div>They both took one.</div></div>"
              "<div><div>" LONG_TEXT
              "</div></div><div>First of all.<br><br>Then the end came.</div></article></body></html>");
    HAS("paragraph0| They both took one.\n");
    HAS("paragraph0| Then the end came.\n");
    show_html("<html><body><article><h1>Tides</h1><p>\xC2\xA9 The Herald. " LONG_TEXT " " LONG_TEXT "</p><p>" LONG_TEXT
              "</p>"
              "<p>\xC2\xA9 2026 The Herald, all of the pictures too.</p></article></body></html>");
    HAS("paragraph0| \xC2\xA9 The Herald. The old gauges");
    LACKS("2026");
    show_html("<html><body><div class=\"post\"><div><p>Before the story comes a short paragraph in a box.</p></div>"
              "<div class=\"x\"><p>" LONG_TEXT "</p><p>" LONG_TEXT "</p></div></div></body></html>");
    HAS("paragraph0| Before the story");
}

static void blocks_of_pages_have_kinds(void **state)
{
    (void)state;
    show_html(
        "<html><body><article><h1>Tides</h1><p>" LONG_TEXT " The <ruby>tide<rp>(</rp><rt>taido</rt><rp>)</rp></ruby> "
        "is high.</p><blockquote><p>" LONG_TEXT "</p></blockquote><pre>make install</pre><ul><li>Boats lie in the "
        "mud.<ul><li>Some of them sink.</li></ul></li></ul><p>We use cookies to give you the best experience.</p>"
        "<p>" LONG_TEXT "</p></article></body></html>");
    HAS("heading1| Tides\n");
    HAS("The tide is high.\n");
    HAS("quote0| The old gauges");
    HAS("code0| make install\n");
    HAS("item1| Boats lie in the mud.\nitem2| Some of them sink.\n");
    LACKS("cookies");
}

static void pages_may_begin_with_anything(void **state)
{
    static const char page[] =
        "<br />\n<b>Warning</b>: mysql_connect() failed on line <b>7</b><br />\n<!DOCTYPE html>\n"
        "<html>\n<head><title>T</title></head><body><h1>Tides</h1><p>" LONG_TEXT "</p>"
        "<script type=\"text/template\"><div>{{ name }} of the template has many words in it, so "
        "that it looks like prose.</div></script></body></html>";
    (void)state;
    show_html(page);
    HAS("heading1| Tides\nparagraph0| The old gauges");
    LACKS("mysql");
    LACKS("template");
    file.data[strstr((const char *)file.data, "gauges") - (const char *)file.data - 1] = 0;
    blocks_of("a.html");
    HAS("paragraph0| The old gauges");
    encoding = "utf-8";
    blocks_of("a.html");
    encoding = NULL;
    HAS("paragraph0| The old gauges");
}

/* libxml2 compares each attribute with all others of its tag: the number of attributes that reach it is bounded. */
static void many_attributes_are_cut(void **state)
{
    static char page[1 << 15];
    size_t used = (size_t)snprintf(page, sizeof page, "<html><body><p");
    (void)state;
    for (int i = 0; i < 3000; i++)
        used += (size_t)snprintf(page + used, sizeof page - used, " a%d=1", i);
    snprintf(page + used, sizeof page - used,
             " style=\"display:none\">" LONG_TEXT "</p><p title='>'>" LONG_TEXT "</p>");
    show_html(page);
    HAS("paragraph0| The old gauges"); /* the attribute that hides it is beyond the limit */
    LACKS("a299");
}

static void names_of_encodings_are_wide(void **state)
{
    (void)state;
    show_html("<html><head><meta charset=\"iso-8859-1\"></head><body><p>The \x93gauges\x94 of the harbour were broken "
              "or had been stolen long before the ferry came.</p></body></html>");
    HAS("\xE2\x80\x9Cgauges\xE2\x80\x9D");
    show_html("<?xml version=\"1.0\" encoding=\"windows-1251\"?><html><body><p>\xC2\xEE\xE4\xE0 "
              "the gauges of the harbour were broken or had been stolen long before the ferry came.</p></body></html>");
    HAS("\xD0\x92\xD0\xBE\xD0\xB4\xD0\xB0 the gauges");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(contents_and_index_are_furniture),
                                       cmocka_unit_test(papers_have_parts),
                                       cmocka_unit_test(outlines_give_levels),
                                       cmocka_unit_test(pages_of_manuals_are_read),
                                       cmocka_unit_test(plots_are_not_text),
                                       cmocka_unit_test(columns_are_read_one_after_the_other),
                                       cmocka_unit_test(wikis_keep_their_first_paragraph),
                                       cmocka_unit_test(tables_and_captions_have_kinds),
                                       cmocka_unit_test(other_articles_are_left_out),
                                       cmocka_unit_test(text_that_looks_like_furniture_is_kept),
                                       cmocka_unit_test(blocks_of_pages_have_kinds),
                                       cmocka_unit_test(pages_may_begin_with_anything),
                                       cmocka_unit_test(many_attributes_are_cut),
                                       cmocka_unit_test(names_of_encodings_are_wide)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
