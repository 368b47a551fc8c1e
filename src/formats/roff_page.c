/* roff_page.c - paragraphs, items and sections of a manual page, which the requests of man and of mdoc write. */
#include "formats/roff_page.h"
#include "base/ascii.h"
#include "text/layout.h"
#include "text/manual.h"
#include "text/utf8.h"

#include <string.h>

/* ---- Paragraphs ---- */

/* Adds the text of a paragraph; in the first section, what the page is about becomes a sentence. */
static void add_paragraph(kn_roff *page, const char *text, size_t length)
{
    size_t dash, behind;
    length = kn_trim_space(text, 0, length);
    if (page->sections != 1 || !kn_manual_dash(text, 0, length, &dash, &behind)) {
        kn_extract_add(page->extract, text, length);
        return;
    }
    const char *stop = kn_manual_stop(text, 0, length);
    kn_extract_add(page->extract, text, dash);
    kn_extract_add(page->extract, KN_EN_DASH, strlen(KN_EN_DASH));
    kn_extract_add(page->extract, text + behind, length - behind);
    kn_extract_add(page->extract, stop, strlen(stop));
}

void kn_roff_end_paragraph(kn_roff *page)
{
    bool command = page->raw.length > 2 && memcmp(page->raw.bytes, "$ ", 2) == 0;
    knap_block kind = page->verbatim || command               ? KNAP_BLOCK_CODE
                      : page->section != KNAP_BLOCK_PARAGRAPH ? page->section
                      : page->body_level                      ? KNAP_BLOCK_ITEM
                                                              : KNAP_BLOCK_PARAGRAPH;
    add_paragraph(page, page->raw.bytes ? page->raw.bytes : "", page->raw.length);
    page->extract->failed |= page->raw.failed || page->line.failed;
    page->raw.length = 0;
    page->joined = page->continued = false;
    kn_extract_end(page->extract, kind, kind == KNAP_BLOCK_ITEM ? page->body_level : 0);
}

/* The tag of an item: "-f FILE:". */
void kn_roff_add_tag(kn_roff *page, const char *text, size_t length, unsigned level)
{
    knap_block kind = page->section == KNAP_BLOCK_PARAGRAPH ? KNAP_BLOCK_ITEM : page->section;
    kn_extract_add(page->extract, text, length);
    if (length && !strchr(":.", text[length - 1]))
        kn_extract_add(page->extract, ":", 1);
    kn_extract_end(page->extract, kind, kind == KNAP_BLOCK_ITEM ? level : 0);
}

void kn_roff_add(kn_roff *page, const char *text, size_t length)
{
    bool joined = page->joined;
    size_t first = 0;
    while (first < length && text[first] == ' ')
        first++;
    if (first == length)
        return;
    page->joined = page->continued;
    page->continued = false;
    if (page->tag_level) {
        unsigned level = page->tag_level;
        page->tag_level = 0;
        kn_roff_add_tag(page, text + first, length - first, level);
    } else if (joined) {
        kn_text_add(&page->raw, text, length);
    } else {
        kn_join_line(&page->raw, text, length);
    }
}

/* Pages made from DocBook write an item as a paragraph with its tag and an indented part behind it. */
void kn_roff_begin_indented(kn_roff *page)
{
    const char *text = page->raw.bytes;
    size_t length = page->raw.length;
    if (length && !page->verbatim && page->body_level == page->base_level && text[length - 1] != ':' &&
        !kn_ends_sentence(text, 0, length)) {
        page->raw.length = 0;
        kn_roff_add_tag(page, text, length, page->base_level + 1);
        page->body_level = page->base_level + 2;
    }
    kn_roff_indent(page);
}

void kn_roff_indent(kn_roff *page)
{
    kn_roff_end_paragraph(page);
    if (page->depth < KN_ROFF_DEEPEST)
        page->base[page->depth] = page->base_level;
    page->depth++;
    page->base_level = page->body_level;
}

void kn_roff_unindent(kn_roff *page)
{
    kn_roff_end_paragraph(page);
    page->depth -= page->depth > 0;
    page->base_level = page->depth < KN_ROFF_DEEPEST ? page->base[page->depth] : 0;
    page->body_level = page->base_level;
}

/* ---- Sections ---- */

/* Sections that are not about the subject of the page. */
static knap_block kind_of_section(const char *title, size_t length)
{
    static const char *const synopsis[] = {"SYNOPSIS", "SYNTAX", "USAGE SUMMARY"};
    static const char *const furniture[] = {"AUTHOR",
                                            "COPYRIGHT",
                                            "COLOPHON",
                                            "SEE ALSO",
                                            "REPORTING BUGS",
                                            "LICENSE",
                                            "LICENCE",
                                            "AUTEUR",
                                            "AUTOR",
                                            "AUTORE",
                                            "TRADUC",
                                            "TRADUZIONE",
                                            "TRANSLATION",
                                            "\xC3\x9C"
                                            "BERSETZUNG",
                                            "URHEBERRECHT",
                                            "SIEHE AUCH",
                                            "VOIR AUSSI",
                                            "DROITS D",
                                            "FEHLER MELDEN",
                                            "SIGNALER",
                                            "INFORMAR DE",
                                            "V\xC3\x89"
                                            "ASE TAMBI\xC3\x89N",
                                            "VEDERE ANCHE",
                                            "T\xC5\x81"
                                            "UMACZENIE",
                                            "\xD0\x90\xD0\x92\xD0\xA2\xD0\x9E\xD0\xA0",
                                            "\xD0\x9F\xD0\x95\xD0\xA0\xD0\x95\xD0\x92\xD0\x9E\xD0\x94",
                                            "\xE8\x91\x97\xE8\x80\x85",
                                            "\xE7\xBF\xBB\xE8\xA8\xB3",
                                            "UPPHOVSR",
                                            "OPHAVSRET",
                                            "FORFATTER",
                                            "SZERZ\xC5\x90",
                                            "AVAILABILITY"};
    for (size_t i = 0; i < sizeof synopsis / sizeof *synopsis; i++)
        if (length == strlen(synopsis[i]) && kn_ascii_same_start(title, synopsis[i], length))
            return KNAP_BLOCK_CODE;
    for (size_t i = 0; i < sizeof furniture / sizeof *furniture; i++)
        if (length >= strlen(furniture[i]) && kn_ascii_same_start(title, furniture[i], strlen(furniture[i])))
            return KNAP_BLOCK_FURNITURE;
    return KNAP_BLOCK_PARAGRAPH;
}

/* The second section is the synopsis in any language, where no sentence of it ends. */
void kn_roff_end_section(kn_roff *page)
{
    kn_extract *extract = page->extract;
    kn_roff_end_paragraph(page);
    page->verbatim = page->table = false;
    page->depth = 0;
    page->base_level = page->body_level = page->tag_level = 0;
    if (page->sections != 2)
        return;
    for (size_t i = page->section_block; i < extract->blocks; i++)
        if (kn_ends_sentence(extract->text.bytes, extract->block[i].begin, extract->block[i].end))
            return;
    for (size_t i = page->section_block; i < extract->blocks; i++)
        if (extract->block[i].kind != KNAP_BLOCK_HEADING) {
            extract->block[i].kind = KNAP_BLOCK_CODE;
            extract->block[i].level = 0;
        }
}

void kn_roff_section(kn_roff *page, const char *title, size_t length, unsigned level)
{
    if (level == 2) {
        kn_roff_end_section(page);
        page->sections++;
        page->section = kind_of_section(title, length);
    } else {
        kn_roff_end_paragraph(page);
        page->depth = 0;
        page->base_level = page->body_level = page->tag_level = 0;
    }
    kn_extract_block(page->extract, title, length, KNAP_BLOCK_HEADING, level);
    page->section_block = level == 2 ? page->extract->blocks : page->section_block;
}

void kn_roff_title(kn_roff *page, const char *name, size_t length, const char *part, size_t part_length)
{
    page->line.length = 0;
    kn_roff_text(page, name, length, &page->line);
    kn_extract_add(page->extract, page->line.bytes ? page->line.bytes : "", page->line.length);
    if (length && part_length) {
        kn_extract_add(page->extract, "(", 1);
        kn_extract_add(page->extract, part, part_length);
        kn_extract_add(page->extract, ")", 1);
    }
    kn_extract_end(page->extract, KNAP_BLOCK_HEADING, 1);
}
