/* formats_samples.h - small files of every format, made in memory, with the text that must come out of them. */
#pragma once

#include "text_check.h"

typedef struct bytes {
    unsigned char data[1 << 16];
    size_t length;
} bytes;

static inline void put_bytes_of(bytes *to, const void *from, size_t length)
{
    assert_true(to->length + length <= sizeof to->data);
    memcpy(to->data + to->length, from, length);
    to->length += length;
}

static inline void put_text(bytes *to, const char *text)
{
    put_bytes_of(to, text, strlen(text));
}

static inline void put_number(bytes *to, unsigned long value, int size)
{
    for (int i = 0; i < size; i++, value >>= 8)
        put_bytes_of(to, &(unsigned char){(unsigned char)(value & 255)}, 1);
}

static inline unsigned long crc32_of(const void *data, size_t length)
{
    const unsigned char *at = data;
    unsigned long crc = 0xFFFFFFFFu;
    for (size_t i = 0; i < length; i++) {
        crc ^= at[i];
        for (int k = 0; k < 8; k++)
            crc = crc & 1 ? (crc >> 1) ^ 0xEDB88320u : crc >> 1;
    }
    return crc ^ 0xFFFFFFFFu;
}

/* ---- Archives ---- */

typedef struct entry {
    const char *name, *text;
} entry;

/* A zip archive without compression. */
static inline void put_zip(bytes *to, const entry *list, size_t count)
{
    size_t begin[16], directory;
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(list[i].text);
        begin[i] = to->length;
        put_bytes_of(to, "PK\3\4\12\0\0\0\0\0\0\0\41\0", 14);
        put_number(to, crc32_of(list[i].text, length), 4);
        put_number(to, length, 4);
        put_number(to, length, 4);
        put_number(to, strlen(list[i].name), 2);
        put_number(to, 0, 2);
        put_text(to, list[i].name);
        put_text(to, list[i].text);
    }
    directory = to->length;
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(list[i].text);
        put_bytes_of(to, "PK\1\2\12\0\12\0\0\0\0\0\0\0\41\0", 16);
        put_number(to, crc32_of(list[i].text, length), 4);
        put_number(to, length, 4);
        put_number(to, length, 4);
        put_number(to, strlen(list[i].name), 2);
        put_number(to, 0, 12);
        put_number(to, begin[i], 4);
        put_text(to, list[i].name);
    }
    put_bytes_of(to, "PK\5\6\0\0\0\0", 8);
    put_number(to, count, 2);
    put_number(to, count, 2);
    put_number(to, to->length - 12 - directory, 4);
    put_number(to, directory, 4);
    put_number(to, 0, 2);
}

static inline void put_gzip(bytes *to, const char *text)
{
    size_t length = strlen(text);
    put_bytes_of(to, "\37\213\10\0\0\0\0\0\0\377\1", 11);
    put_number(to, length, 2);
    put_number(to, ~length, 2);
    put_text(to, text);
    put_number(to, crc32_of(text, length), 4);
    put_number(to, length, 4);
}

static inline void put_zstd(bytes *to, const char *text)
{
    size_t length = strlen(text);
    assert_true(length < 256);
    put_bytes_of(to, "\50\265\57\375\40", 5);
    put_number(to, length, 1);
    put_number(to, length << 3 | 1, 3);
    put_text(to, text);
}

/* ---- PDF ---- */

typedef struct pdf_line {
    int x, y, size;
    const char *text;
    char style; /* 'f': in a font of fixed width; 'b': bold; 'r': running upwards */
} pdf_line;

/* The titles of an outline, the objects from `first` on, in the object before them. */
static inline size_t put_outline(bytes *to, const char *const *titles, size_t first, size_t *offset)
{
    char text[512];
    size_t count = 0;
    while (titles[count])
        count++;
    offset[first] = to->length;
    snprintf(text, sizeof text, "%zu 0 obj\n<< /Type /Outlines /First %zu 0 R /Last %zu 0 R /Count %zu >>\nendobj\n",
             first, first + 1, first + count, count);
    put_text(to, text);
    for (size_t i = 0; i < count; i++) {
        offset[first + 1 + i] = to->length;
        snprintf(text, sizeof text, "%zu 0 obj\n<< /Title (%s) /Parent %zu 0 R ", first + 1 + i, titles[i], first);
        put_text(to, text);
        if (i + 1 < count) {
            snprintf(text, sizeof text, "/Next %zu 0 R ", first + 2 + i);
            put_text(to, text);
        }
        put_text(to, ">>\nendobj\n");
    }
    return count + 1;
}

/* A PDF of pages with lines of text at places; a line with text NULL ends a page. `titles` are those of the outline, up to NULL;
 * NULL for a PDF without one. */
static inline void put_pdf_with(bytes *to, const pdf_line *line, size_t count, const char *const *titles)
{
    size_t offset[128], objects = 5, pages = 0, xref;
    char text[512], kids[256] = "";
    static char stream[8192];
    stream[0] = 0;
    put_text(to, "%PDF-1.4\n");
    offset[1] = to->length;
    put_text(to, titles ? "1 0 obj\n<< /Type /Catalog /Pages 2 0 R /Outlines 6 0 R >>\nendobj\n"
                        : "1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n");
    offset[3] = to->length;
    put_text(to, "3 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>\nendobj\n");
    offset[4] = to->length;
    put_text(to, "4 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>\nendobj\n");
    offset[5] = to->length;
    put_text(to, "5 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Times-Bold >>\nendobj\n");
    if (titles)
        objects += put_outline(to, titles, 6, offset);
    for (size_t i = 0; i < count; i++) {
        if (line[i].text) {
            snprintf(text, sizeof text, "BT /F%d %d Tf %s %d %d Tm (%s) Tj ET\n",
                     line[i].style == 'f'   ? 2
                     : line[i].style == 'b' ? 3
                                            : 1,
                     line[i].size, line[i].style == 'r' ? "0 1 -1 0" : "1 0 0 1", line[i].x, line[i].y, line[i].text);
            assert_true(strlen(stream) + strlen(text) < sizeof stream);
            strcat(stream, text);
            continue;
        }
        offset[++objects] = to->length;
        snprintf(text, sizeof text, "%zu 0 obj\n<< /Length %zu >>\nstream\n", objects, strlen(stream));
        put_text(to, text);
        put_text(to, stream);
        put_text(to, "endstream\nendobj\n");
        stream[0] = 0;
        offset[++objects] = to->length;
        snprintf(
            text, sizeof text,
            "%zu 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents %zu 0 R /Resources << /Font << "
            "/F1 3 0 R /F2 4 0 R /F3 5 0 R >> >> >>\nendobj\n",
            objects, objects - 1);
        put_text(to, text);
        snprintf(text, sizeof text, "%zu 0 R ", objects);
        strcat(kids, text);
        pages++;
    }
    offset[2] = to->length;
    snprintf(text, sizeof text, "2 0 obj\n<< /Type /Pages /Count %zu /Kids [%s] >>\nendobj\n", pages, kids);
    put_text(to, text);
    offset[++objects] = to->length;
    snprintf(text, sizeof text, "%zu 0 obj\n<< /CreationDate (D:20260314120000Z) >>\nendobj\n", objects);
    put_text(to, text);
    xref = to->length;
    snprintf(text, sizeof text, "xref\n0 %zu\n0000000000 65535 f \n", objects + 1);
    put_text(to, text);
    for (size_t i = 1; i <= objects; i++) {
        snprintf(text, sizeof text, "%010zu 00000 n \n", offset[i]);
        put_text(to, text);
    }
    snprintf(text, sizeof text, "trailer << /Size %zu /Root 1 0 R /Info %zu 0 R >>\nstartxref\n%zu\n%%%%EOF\n",
             objects + 1, objects, xref);
    put_text(to, text);
}

static inline void put_pdf(bytes *to, const pdf_line *line, size_t count)
{
    put_pdf_with(to, line, count, NULL);
}

/* Two columns on two pages, with a running head, page numbers, divided words and a heading in the second column. */
static inline void make_pdf(bytes *to)
{
    static const pdf_line lines[] = {
        {72, 760, 9, "Journal of Tides, volume 7", 0},
        {150, 720, 20, "The tides of Orsine", 0},
        {72, 680, 11, "The water in the bay of Orsine rises", 0},
        {72, 667, 11, "by nine metres twice a day, which the inter-", 0},
        {72, 654, 11, "national commission has confirmed.", 0},
        {86, 641, 11, "Nobody had measured it before the", 0},
        {72, 628, 11, "spring of that year, because the gauges", 0},
        {72, 615, 11, "were broken or had been stolen.", 0},
        {320, 680, 11, "The second column begins here and it", 0},
        {320, 667, 11, "goes on about the harbour wall and the", 0},
        {320, 654, 11, "long-term plans for the ferry.", 0},
        {320, 628, 14, "Methods", 0},
        {320, 602, 11, "We lowered a stick into the water every", 0},
        {320, 589, 11, "hour and read off the mark. The readings", 0},
        {300, 40, 9, "1", 0},
        {0, 0, 0, NULL, 0},
        {72, 760, 9, "Journal of Tides, volume 7", 0},
        {72, 720, 11, "were written into a book by two people.", 0},
        {72, 707, 11, "Later the book was lost at sea.", 0},
        {300, 40, 9, "2", 0},
        {0, 0, 0, NULL, 0},
    };
    put_pdf(to, lines, sizeof lines / sizeof *lines);
}

/* ---- Office ---- */

#define WORD "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\""

static inline void make_docx(bytes *to)
{
    static const entry list[] = {
        {"[Content_Types].xml", "<Types/>"},
        {"word/document.xml",
         "<?xml version=\"1.0\" encoding=\"UTF-8\"?><w:document " WORD "><w:body>"
         "<w:p><w:pPr><w:pStyle w:val=\"berschrift1\"/></w:pPr><w:r><w:t>Der Deich</w:t></w:r></w:p>"
         "<w:p><w:pPr><w:pStyle w:val=\"Verzeichnis1\"/></w:pPr><w:r><w:t>Der Deich 3</w:t></w:r></w:p>"
         "<w:p><w:r><w:t xml:space=\"preserve\">The dike was "
         "</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>built</w:t></w:r>"
         "<w:r><w:t xml:space=\"preserve\"> in 1904 &amp; repaired twice.</w:t></w:r><w:del><w:r><w:delText>Gone."
         "</w:delText></w:r></w:del></w:p>"
         "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>Year</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>1904</w:t></w:r></w:p></"
         "w:tc>"
         "</w:tr></w:tbl>"
         "<w:p><w:r><w:t>It is\xC2\xA0"
         "high.</w:t></w:r><w:r><w:br/><w:t>Sheep keep the grass short.</w:t></w:r></w:p>"
         "</w:body></w:document>"},
        {"word/styles.xml",
         "<?xml version=\"1.0\"?><w:styles " WORD ">"
         "<w:style w:type=\"paragraph\" w:styleId=\"berschrift1\"><w:name w:val=\"heading 1\"/></w:style>"
         "<w:style w:type=\"paragraph\" w:styleId=\"Verzeichnis1\"><w:name w:val=\"toc 1\"/></w:style>"
         "</w:styles>"},
        {"docProps/core.xml", "<?xml version=\"1.0\"?><c:coreProperties xmlns:c=\"c\" xmlns:d=\"d\">"
                              "<d:created>2025-05-06T10:00:00Z</d:created></c:coreProperties>"},
    };
    put_zip(to, list, sizeof list / sizeof *list);
}

static inline void make_odt(bytes *to)
{
    static const entry list[] = {
        {"mimetype", "application/vnd.oasis.opendocument.text"},
        {"content.xml", "<?xml version=\"1.0\"?><o:document-content xmlns:o=\"o\" xmlns:t=\"t\"><o:body><o:text>"
                        "<t:tracked-changes><t:p>Deleted.</t:p></t:tracked-changes><t:h>The ferry</t:h>"
                        "<t:p>The ferry<t:s/>leaves at nine<t:note><t:p>A note.</t:p></t:note>.</t:p>"
                        "<t:list><t:list-item><t:p>Bring a coat.</t:p></t:list-item></t:list>"
                        "</o:text></o:body></o:document-content>"},
        {"meta.xml", "<?xml version=\"1.0\"?><o:document-meta xmlns:o=\"o\" xmlns:m=\"m\">"
                     "<m:creation-date>2024-12-31T08:00:00</m:creation-date></o:document-meta>"},
    };
    put_zip(to, list, sizeof list / sizeof *list);
}

#define SLIDE "xmlns:a=\"a\" xmlns:p=\"p\" xmlns:r=\"r\""

/* Two slides, the second file first, with notes, a table and a page number. */
static inline void make_pptx(bytes *to)
{
    static const entry list[] = {
        {"[Content_Types].xml", "<Types/>"},
        {"ppt/slides/slide1.xml",
         "<p:sld " SLIDE
         "><p:sp><p:nvPr><p:ph type=\"title\"/></p:nvPr><a:p><a:r><a:t>Why it turns</a:t></a:r></a:p></p:sp>"
         "<p:sp><p:nvPr><p:ph idx=\"1\"/></p:nvPr><a:p><a:r><a:t>Wind drives it.</a:t></a:r></a:p><a:p><a:pPr "
         "lvl=\"1\"/><a:r>"
         "<a:t>from the "
         "west and north,</a:t></a:r></a:p><a:p><a:r><a:t>Four sails</a:t></a:r></a:p><a:p><a:r><a:t>two "
         "stones</a:t></a:r></a:p></p:sp><p:sp><a:p><a:r><a:t>Reads:</a:t></a:r></a:p></"
         "p:sp><p:graphicFrame><a:tbl><a:tc><a:p><a:r><a:t>9</a:t></a:r></a:p></a:tc></a:tbl>"
         "</p:graphicFrame><p:sp><p:nvPr><p:ph "
         "type=\"sldNum\"/></p:nvPr><a:p><a:fld><a:t>2</a:t></a:fld></a:p></p:sp></p:sld>"},
        {"ppt/slides/slide2.xml",
         "<p:sld " SLIDE "><p:sp><p:nvPr><p:ph type=\"ctrTitle\"/></p:nvPr><a:p><a:r><a:t>The mill</a:t></a:r>"
         "</a:p></p:sp></p:sld>"},
        {"ppt/slides/_rels/slide1.xml.rels",
         "<Relationships><Relationship Id=\"rId1\" Target=\"../notesSlides/notesSlide1.xml\"/></Relationships>"},
        {"ppt/notesSlides/notesSlide1.xml",
         "<p:notes " SLIDE "><p:sp><p:nvPr><p:ph type=\"body\"/></p:nvPr><a:p><a:r><a:t>Say it "
         "slowly.</a:t></a:r></a:p></p:sp></p:notes>"},
        {"ppt/presentation.xml",
         "<p:presentation " SLIDE "><p:sldIdLst><p:sldId id=\"256\" r:id=\"rId3\"/><p:sldId id=\"257\" "
         "r:id=\"rId2\"/></p:sldIdLst></p:presentation>"},
        {"ppt/_rels/presentation.xml.rels",
         "<Relationships><Relationship Id=\"rId2\" Target=\"slides/slide1.xml\"/><Relationship Id=\"rId3\" "
         "Target=\"slides/slide2.xml\"/></Relationships>"},
    };
    put_zip(to, list, sizeof list / sizeof *list);
}

/* The spine has another order than the archive, and a page of navigation. */
#define EPUB(folder)                                                                                                   \
    {                                                                                                                  \
        {folder "mimetype", "application/epub+zip"},                                                                   \
            {folder "META-INF/container.xml",                                                                          \
             "<container><rootfiles><rootfile full-path=\"book/a.opf\"/></rootfiles></container>"},                    \
            {folder "book/two.xhtml",                                                                                  \
             "<html><body><h2>Two</h2><p>The second chapter tells how the mill burnt down one night in May.</p>"       \
             "</body></html>"},                                                                                        \
            {folder "book/text/one.xhtml",                                                                             \
             "<html><body><h2>One</h2><p>The first chapter tells how the mill was built by two brothers.</p>"          \
             "</body></html>"},                                                                                        \
            {folder "book/nav.xhtml",                                                                                  \
             "<html><body><p>The first chapter and the second chapter of this book are listed here for "               \
             "you.</p></body></html>"},                                                                                \
            {folder "book/a.opf",                                                                                      \
             "<package xmlns:d=\"d\"><metadata><d:title>The "                                                          \
             "mill</d:title><d:date>2026-02-03</d:date></metadata><manifest>"                                          \
             "<item id=\"b\" href=\"two.xhtml\"/><item id=\"a\" href=\"text/one.xhtml\"/><item id=\"n\" "              \
             "href=\"nav.xhtml\" "                                                                                     \
             "properties=\"nav\"/></manifest><spine><itemref idref=\"n\"/><itemref idref=\"a\"/><itemref "             \
             "idref=\"b\"/></spine></package>"},                                                                       \
    }

static inline void make_epub(bytes *to)
{
    static const entry list[] = EPUB("");
    put_zip(to, list, sizeof list / sizeof *list);
}

/* The folder of the book was packed, not the files in it. */
static inline void make_epub_in_folder(bytes *to)
{
    static const entry list[] = EPUB("mill/");
    put_zip(to, list, sizeof list / sizeof *list);
}

/* Lists, a caption, a footnote, a cell of prose, and styles that are based on others. */
static inline void make_blocks_docx(bytes *to)
{
    static const entry list[] = {
        {"[Content_Types].xml", "<Types/>"},
        {"word/document.xml",
         "<w:document " WORD "><w:body><w:p><w:pPr><w:pStyle w:val=\"Own\"/></w:pPr><w:r><w:t>Part</w:t></w:r></w:p>"
         "<w:p><w:pPr><w:numPr><w:ilvl w:val=\"1\"/><w:numId w:val=\"3\"/></w:numPr></w:pPr><w:r><w:t>Inner "
         "point.</w:t></w:r></w:p>"
         "<w:p><w:pPr><w:pStyle w:val=\"Cap\"/></w:pPr><w:r><w:t>Figure 1</w:t></w:r></w:p>"
         "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>Name</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>This cell of the form "
         "holds a whole "
         "sentence of prose that people wrote there.</w:t></w:r></w:p></w:tc></w:tr></w:tbl><w:p><m:oMathPara "
         "xmlns:m=\"m\"><m:t>a+b</m:t></m:oMathPara></w:p></w:body></w:document>"},
        {"word/styles.xml",
         "<w:styles " WORD "><w:style w:styleId=\"H2\"><w:name w:val=\"heading 2\"/></w:style><w:style "
         "w:styleId=\"Own\"><w:name w:val=\"My style\"/><w:basedOn w:val=\"H2\"/></w:style><w:style "
         "w:styleId=\"Cap\"><w:name w:val=\"caption\"/></w:style></w:styles>"},
        {"word/footnotes.xml",
         "<w:footnotes " WORD "><w:footnote><w:p><w:r><w:t>A footnote.</w:t></w:r></w:p></w:footnote></w:footnotes>"},
    };
    put_zip(to, list, sizeof list / sizeof *list);
}

#define BLOCKS_ODT                                                                                                     \
    "<o:document-content xmlns:o=\"o\" xmlns:t=\"t\" xmlns:s=\"s\"><s:style s:name=\"P1\" "                            \
    "s:parent-style-name=\"Title\"/>"                                                                                  \
    "<t:p t:style-name=\"P1\">The ferry</t:p><t:h "                                                                    \
    "t:outline-level=\"3\">Deep</t:h><t:list><t:list-item><t:p>One.</t:p><t:list>"                                     \
    "<t:list-item><t:p>Inner.</t:p></t:list-item></t:list></t:list-item></t:list><t:p>It "                             \
    "goes<t:note><t:note-citation>1"                                                                                   \
    "</t:note-citation><t:p>The note.</t:p></t:note> "                                                                 \
    "on.</t:p><t:table><t:p>Cell</t:p></t:table></o:document-content>"

static inline void make_blocks_odt(bytes *to)
{
    static const entry list[] = {{"mimetype", "application/vnd.oasis.opendocument.text"}, {"content.xml", BLOCKS_ODT}};
    put_zip(to, list, sizeof list / sizeof *list);
}

/* The same, packed again by a program that sorts the parts by name. */
static inline void make_sorted_odt(bytes *to)
{
    static const entry list[] = {{"META-INF/manifest.xml", "<manifest/>"},
                                 {"content.xml", BLOCKS_ODT},
                                 {"mimetype", "application/vnd.oasis.opendocument.text"},
                                 {"styles.xml", "<styles/>"}};
    put_zip(to, list, sizeof list / sizeof *list);
}

/* Headings that are only seen by the look of their letters: of a style, of the default style, of a run. */
static inline void make_looks_docx(bytes *to)
{
    static const entry list[] = {
        {"[Content_Types].xml", "<Types/>"},
        {"word/document.xml",
         "<w:document " WORD "><w:body><w:p><w:pPr><w:pStyle w:val=\"Big\"/></w:pPr><w:r><w:t>Old mills</w:t></w:r></w:p>"
         "<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>Wheel</w:t></w:r></w:p>"
         "<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>Turns</w:t></w:r><w:r><w:rPr><w:b w:val=\"0\"/></w:rPr><w:t> all day, every day of "
         "the year.</w:t></w:r></w:p><w:p><w:pPr><w:rPr><w:b/></w:rPr></w:pPr><w:r><w:rPr><w:sz w:val=\"25\"/></w:rPr><w:t>Plain "
         "words</w:t></w:r></w:p>"
         "<w:p><w:r><w:rPr><w:sz w:val=\"30\"/></w:rPr><w:t>Stone</w:t></w:r></w:p><w:p><w:r><w:t>It grinds.</w:t></w:r></w:p>"
         "</w:body></w:document>"},
        {"word/styles.xml",
         "<w:styles " WORD "><w:docDefaults><w:sz w:val=\"20\"/></w:docDefaults><w:style w:type=\"paragraph\" w:default=\"1\" "
         "w:styleId=\"N\"><w:name w:val=\"Normal\"/><w:sz w:val=\"24\"/></w:style><w:style w:type=\"paragraph\" "
         "w:styleId=\"Big\"><w:name w:val=\"Big\"/><w:basedOn w:val=\"N\"/><w:sz w:val=\"40\"/></w:style></w:styles>"},
    };
    put_zip(to, list, sizeof list / sizeof *list);
}

/* The same in Open Document, where styles.xml has the style of the title; and the title of the file. */
static inline void make_looks_odt(bytes *to)
{
    static const entry list[] = {
        {"mimetype", "application/vnd.oasis.opendocument.text"},
        {"styles.xml", "<o:d xmlns:o=\"o\" xmlns:s=\"s\" xmlns:f=\"f\"><s:style s:name=\"Own\"><s:text-properties "
                       "f:font-size=\"20pt\"/></s:style><s:page><s:text-properties f:font-size=\"50pt\"/></s:page></o:d>"},
        {"content.xml",
         "<o:d xmlns:o=\"o\" xmlns:t=\"t\" xmlns:s=\"s\" xmlns:f=\"f\"><s:style s:name=\"P1\" s:parent-style-name=\"Own\"/>"
         "<s:style s:name=\"P2\"><s:text-properties f:font-size=\"12pt\"/></s:style><s:style s:name=\"T1\"><s:text-properties "
         "f:font-weight=\"bold\"/></s:style><t:p t:style-name=\"P2\">The mill stands by the brook.</t:p><t:p "
         "t:style-name=\"P1\">Old mills</t:p><t:p t:style-name=\"P2\"><t:span t:style-name=\"T1\">Wheel</t:span></t:p>"
         "<t:p t:style-name=\"P2\"><t:span t:style-name=\"T1\">All</t:span> of it turns.</t:p></o:d>"},
        {"meta.xml", "<o:d xmlns:o=\"o\" xmlns:d=\"d\"><d:title>A mill by the brook</d:title></o:d>"},
    };
    put_zip(to, list, sizeof list / sizeof *list);
}

static inline void make_xlsx(bytes *to)
{
    static const entry list[] = {{"[Content_Types].xml", "<Types/>"}, {"xl/workbook.xml", "<workbook/>"}};
    put_zip(to, list, sizeof list / sizeof *list);
}

static inline void make_rtf(bytes *to)
{
    put_text(to,
             "{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0 Times New Roman;}}{\\colortbl;\\red0\\green0\\blue0;}\n"
             "{\\info{\\title A title}{\\creatim\\yr2024\\mo3\\dy5\\hr8}}{\\*\\generator Writer;}\n"
             "{\\header Page head\\par}\\pard\\outlinelevel0 The caf\\'e9\\par\n"
             "\\pard It opens at {\\b seven} and \\u8220?never\\u8221? closes\\emdash almost.\\par\n"
             "Coffee costs two \\{small\\} coins{\\footnote A note.}.\\par}");
}

/* ---- Text formats ---- */

static inline void make_markdown(bytes *to)
{
    put_text(
        to,
        "---\ntitle: The walk\ndate: 2026-02-03\n---\n# Heading one\n\nSome *text* with a [link](http://x.example/) "
        "and `code`. ![map](a.png)\n\n- first item\n- second **bold** item\n  goes on\n\n```c\nint x;\n```\n\n"
        "| a | b |\n|---|---|\n| 1 | 2 |\n\n<div>raw</div>\n\nTea &amp; cake, the end.\n");
}

static inline void make_rss(bytes *to)
{
    put_text(to,
             "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><rss><channel><item><title>Caf\xE9</title><pubDate>Tue, "
             "10 Feb 2026 04:00:00 "
             "GMT</pubDate><description>It opens &lt;b&gt;soon&lt;/b&gt;.</description></item></channel></rss>");
}

static inline void make_srt(bytes *to)
{
    put_text(
        to,
        "1\r\n00:00:01,000 --> 00:00:03,000\r\n<i>Good evening and</i>\r\n\r\n2\r\n00:00:03,200 --> 00:00:05,000\r\n"
        "welcome to the show.\r\n\r\n3\r\n00:00:05,100 --> 00:00:08,000\r\nANNA: Thank you.\r\n[applause]\r\n\r\n"
        "4\r\n00:00:20,000 --> 00:00:22,000\r\n- It rains.\r\n- It does not.\r\n");
}

static inline void make_vtt(bytes *to)
{
    put_text(
        to, "WEBVTT\n\nNOTE made by hand\n\n1\n00:01.000 --> 00:04.000 align:left\n<v Anna Lee>The boat <b>leaves</b>\n"
            "at nine.\n\n00:04.500 --> 00:06.000\n<v Bo>Which boat?\n");
}

static inline void make_transcript(bytes *to)
{
    put_text(to, "[00:00:04] Anna Lee: Good evening. The boat is late.\n[00:00:09] Bo: Which boat do you mean?\n"
                 "[00:01:12] Bo: I see.\n");
}

static inline void make_html(bytes *to)
{
    put_text(to,
             "<!DOCTYPE html><html><head><title>Mill burns | News</title><script>var text = 1;</script></head><body>"
             "<nav><a href=\"/\">Home</a> <a href=\"/b\">Local</a></nav><h1>Mill burns</h1>"
             "<time datetime=\"2026-04-05T10:00\">Sunday</time>"
             "<p>The old mill at the river burnt down on Sunday night, and nobody was hurt in the fire.</p>"
             "<p>It had been empty for ten years &amp; was to be sold.</p><footer>About us</footer></body></html>");
}

static inline void make_latin1_html(bytes *to)
{
    put_text(to, "<html><head><meta http-equiv=\"Content-Type\" content=\"text/html; charset=iso-8859-7\"><title>");
    put_bytes_of(to, "\xC1\xE8\xDE\xED\xE1", 5);
    put_text(to, "</title></head><body><p>");
    put_bytes_of(to, "\xC7 \xC1\xE8\xDE\xED\xE1 \xE5\xDF\xED\xE1\xE9 \xEC\xE5\xE3\xDC\xEB\xE7.", 21);
    put_text(to, "</p></body></html>");
}

static inline void make_mail(bytes *to)
{
    put_text(
        to,
        "Received: from a by b; Tue, 9 Jun 2026 10:02:12 +0200\r\nFrom: Anna Lee <anna@example.org>\r\nTo: "
        "bo@example.org\r\n"
        "Subject: Re: =?utf-8?q?B=C3=A5t_trip?=\r\nDate: Tue, 9 Jun 2026 10:02:11 +0200\r\nMessage-ID: "
        "<1@example.org>\r\n"
        "MIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=\"b\"\r\n\r\n--b\r\n"
        "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nHi Bo,\r\n\r\n"
        "the boat leaves at nine on Saturday from the old pier, so please be there=\r\n half an hour early.\r\n\r\n"
        "On Monday, Bo <bo@example.org> wrote:\r\n> When does the boat leave?\r\n> Bo\r\n\r\nIt costs 20 "
        "=E2=82=AC.\r\n--=20\r\n"
        "Anna Lee\r\nHarbour office\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>html</p>\r\n--b--\r\n");
}

static inline void make_html_mail(bytes *to)
{
    put_text(
        to,
        "From: Bo <bo@example.org>\nTo: anna@example.org\nSubject: Pier\nDate: Wed, 10 Jun 2026 09:00:00 +0000\n"
        "Message-ID: <2@example.org>\nContent-Type: text/html; charset=iso-8859-1\n\n"
        "<html><body><p>The pier is closed until noon because of the \xFC"
        "berraschend high water.</p>"
        "<blockquote class=\"gmail_quote\"><p>The boat leaves at nine on Saturday from the old pier.</p></blockquote>"
        "</body></html>\n");
}

static inline void make_mbox(bytes *to)
{
    put_text(
        to, "From a@example.org Tue Jun  9 10:02:11 2026\nFrom: a@example.org\nSubject: One\nDate: Tue, 9 Jun 2026 "
            "10:02:11 +0200\n"
            "Message-ID: <1@x>\n\nThe first message has this sentence.\n\nFrom a@example.org Wed Jun 10 10:02:11 2026\n"
            "From: a@example.org\nSubject: Two\nDate: Wed, 10 Jun 2026 10:02:11 +0200\nMessage-ID: <2@x>\n\n"
            ">From here on it is the second message.\n");
}

static inline void make_zip(bytes *to)
{
    static const entry list[] = {
        {"one.txt", "Plain text one is here.\n"},
        {"page.html",
         "<html><body><p>A page in an archive with enough words to be a paragraph of it.</p></body></html>"},
        {".hidden", "Not this."}};
    put_zip(to, list, sizeof list / sizeof *list);
}

static inline void make_gzip(bytes *to)
{
    put_gzip(to, "# Title\n\nSome text in a *compressed* file.\n");
}

static inline void make_zstd(bytes *to)
{
    put_zstd(to, "<DOC><DOCNO>A1</DOCNO><TEXT>An old story in SGML.</TEXT></DOC>");
}

static inline void make_plain(bytes *to)
{
    put_text(to, "The mill burnt down.\n\nNobody was hurt, the fire brigade said.\n");
}

typedef struct sample {
    const char *name;
    void (*make)(bytes *to);
    const char *text;    /* of all documents, with "|" after each */
    uint32_t date;       /* of the first */
    const char *heading; /* the first sentence that is a heading; NULL: none */
} sample;

static const sample samples[] = {
    {"a.pdf", make_pdf,
     "The tides of Orsine\n\nThe water in the bay of Orsine rises by nine metres twice a day, which the international "
     "commission "
     "has confirmed.\n\nNobody had measured it before the spring of that year, because the gauges were broken or had "
     "been "
     "stolen.\n\nThe second column begins here and it goes on about the harbour wall and the long-term plans for the "
     "ferry.\n\nMethods\n\nWe lowered a stick into the water every hour and read off the mark. The readings were "
     "written into a book "
     "by two people. Later the book was lost at sea.\n\n|",
     20260314, "The tides of Orsine"},
    {"a.docx", make_docx,
     "Der Deich\n\nThe dike was built in 1904 & repaired twice.\n\nYear\n\n1904\n\nIt is high. Sheep keep the grass "
     "short.\n\n|",
     20250506, "Der Deich"},
    {"a.odt", make_odt, "The ferry\n\nThe ferry leaves at nine.\n\nBring a coat.\n\nA note.\n\n|", 20241231,
     "The ferry"},
    {"a.pptx", make_pptx,
     "The mill\n\nWhy it turns\n\nWind drives it.\n\nFrom the west and north.\n\nFour sails, two "
     "stones.\n\nReads:\n\n9\n\nSay it slowly.\n\n|",
     0, "The mill"},
    {"a.epub", make_epub,
     "The mill\n\nThe first chapter and the second chapter of this book are listed here for you.\n\nOne\n\nThe first "
     "chapter tells how "
     "the mill was built by two brothers.\n\nTwo\n\nThe second chapter tells how the mill burnt down one night in "
     "May.\n\n|",
     20260203, "The mill"},
    {"a.rtf", make_rtf,
     "The caf\xC3\xA9\n\nIt opens at seven and \xE2\x80\x9Cnever\xE2\x80\x9D closes\xE2\x80\x94"
     "almost.\n\nCoffee costs two {small} "
     "coins.\n\nA note.\n\n|",
     20240305, "The caf\xC3\xA9"},
    {"a.md", make_markdown,
     "The walk\n\nHeading one\n\nSome text with a link and code.\n\nfirst item\n\nsecond bold item goes on\n\nint "
     "x;\n\na "
     "| b\n\n1 | 2\n\nraw\n\nTea & cake, the end.\n\n|",
     20260203, "The walk"},
    {"a.rss", make_rss, "Caf\xC3\xA9: It opens soon.\n\nCaf\xC3\xA9\n\nIt opens soon.\n\n|", 20260210, "Caf\xC3\xA9"},
    {"a.srt", make_srt, "Good evening and welcome to the show.\n\nThank you.\n\nIt rains.\n\nIt does not.\n\n|", 0,
     NULL},
    {"a.vtt", make_vtt, "The boat leaves at nine.\n\nWhich boat?\n\n|", 0, NULL},
    {"talk.txt", make_transcript, "Good evening. The boat is late.\n\nWhich boat do you mean?\n\nI see.\n\n|", 0, NULL},
    {"a.html", make_html,
     "Mill burns\n\nThe old mill at the river burnt down on Sunday night, and nobody was hurt in the fire.\n\nIt had "
     "been empty for "
     "ten years & was to be sold.\n\n|",
     20260405, "Mill burns"},
    {"greek.html", make_latin1_html,
     "\xCE\x91\xCE\xB8\xCE\xAE\xCE\xBD\xCE\xB1\n\n\xCE\x97 \xCE\x91\xCE\xB8\xCE\xAE\xCE\xBD\xCE\xB1 "
     "\xCE\xB5\xCE\xAF\xCE\xBD\xCE\xB1\xCE\xB9 \xCE\xBC\xCE\xB5\xCE\xB3\xCE\xAC\xCE\xBB\xCE\xB7.\n\n|",
     0, "\xCE\x91\xCE\xB8\xCE\xAE\xCE\xBD\xCE\xB1"},
    {"a.eml", make_mail,
     "B\xC3\xA5t trip\n\nHi Bo,\n\nthe boat leaves at nine on Saturday from the old pier, so please be there half an "
     "hour "
     "early.\n\nIt costs 20 \xE2\x82\xAC.\n\n|",
     20260609, "B\xC3\xA5t trip"},
    {"b.eml", make_html_mail,
     "Pier\n\nThe pier is closed until noon because of the \xC3\xBC"
     "berraschend high water.\n\n|",
     20260610, "Pier"},
    {"a.mbox", make_mbox,
     "One\n\nThe first message has this sentence.\n\n|Two\n\nFrom here on it is the second message.\n\n|", 20260609,
     "One"},
    {"a.zip", make_zip,
     "Plain text one is here.\n|A page in an archive with enough words to be a paragraph of it.\n\n|", 0, NULL},
    {"a.md.gz", make_gzip, "Title\n\nSome text in a compressed file.\n\n|", 0, "Title"},
    {"a.sgml.zst", make_zstd, "An old story in SGML.|", 0, NULL},
    {"a.txt", make_plain, "The mill burnt down.\n\nNobody was hurt, the fire brigade said.\n|", 0, NULL},
};
enum { SAMPLES = sizeof samples / sizeof *samples };
