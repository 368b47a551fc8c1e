/* formats.c - the table of formats. Where two could match, the more specific one is first. */
#include "formats/formats.h"
#include "formats/archive.h"
#include "formats/asciidoc.h"
#include "formats/code.h"
#include "formats/epub.h"
#include "formats/feed.h"
#include "formats/html.h"
#include "formats/latex.h"
#include "formats/mail.h"
#include "formats/markdown.h"
#include "formats/notebook.h"
#include "formats/office.h"
#include "formats/org.h"
#include "formats/pdf.h"
#include "formats/roff.h"
#include "formats/rst.h"
#include "formats/rtf.h"
#include "formats/subtitles.h"
#include "base/ascii.h"

#include <stdio.h>
#include <string.h>

static const kn_file_format formats[] = {
    {"PDF", "pdf", false, kn_pdf_is, kn_pdf_read, true},
    {"EPUB", "epub", false, kn_epub_is, kn_epub_read, true},
    {"an office file", "office", false, kn_office_is, kn_office_read, true},
    {"an archive", NULL, false, kn_archive_is, kn_archive_read, true},
    {"a feed", "feed", false, kn_feed_is, kn_feed_read, true},
    {"RTF", "rtf", false, kn_rtf_is, kn_rtf_read, false},
    {"e-mail", "mail", false, kn_mail_is, kn_mail_read, true},
    {"a notebook", "notebook", true, kn_notebook_is, kn_notebook_read, true},
    {"Markdown", "markdown", true, kn_markdown_named, kn_markdown_read, true},
    {"a manual page", "man", true, kn_roff_is, kn_roff_read, false},
    {"source code", NULL, true, kn_code_named, kn_code_refuse, false},
    {"AsciiDoc", "asciidoc", true, kn_asciidoc_is, kn_asciidoc_read, false},
    {"Org", "org", true, kn_org_is, kn_org_read, false},
    {"LaTeX", "latex", true, kn_latex_is, kn_latex_read, false},
    {"HTML", "html", true, kn_html_is, kn_html_read, true},
    {"subtitles", "subtitles", true, kn_subtitles_is, kn_subtitles_read, false},
    {"a transcript", "transcript", true, kn_transcript_is, kn_transcript_read, false},
    {"reStructuredText", "rst", true, kn_rst_is, kn_rst_read, false},
    {"Markdown", "markdown", true, kn_markdown_is, kn_markdown_read, true},
    {"source code", NULL, true, kn_code_is, kn_code_refuse, false},
    /* only where they are asked for */
    {"comments of source code", "comments", true, NULL, kn_comments_read, false},
    {"plain text", "text", true, NULL, NULL, false},
};

size_t kn_format_number(const kn_file_format *format)
{
    return (size_t)(format - formats);
}

const kn_file_format *kn_format_at(size_t number)
{
    return number < sizeof formats / sizeof *formats ? &formats[number] : NULL;
}

const kn_file_format *kn_format_find(const char *name, const char *bytes, size_t length, bool decoded)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (formats[i].decoded == decoded && formats[i].is && formats[i].is(name, bytes, length))
            return &formats[i];
    return NULL;
}

const kn_file_format *kn_format_named(const char *option)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (formats[i].option && strcmp(formats[i].option, option) == 0)
            return &formats[i];
    return NULL;
}

const char *kn_format_names(char *names, size_t size)
{
    size_t used = 0;
    names[0] = 0;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        const char *option = formats[i].option;
        if (!option || kn_format_named(option) != &formats[i] || used + strlen(option) + 3 > size)
            continue; /* Markdown has two rows */
        used += (size_t)snprintf(names + used, size - used, "%s%s", used ? ", " : "", option);
    }
    return names;
}

bool kn_declared_encoding(const char *bytes, size_t length, char *encoding, size_t size)
{
    static const char mark[] = "coding:";
    size_t head = length < 200 ? length : 200, used = 0;
    if (kn_html_encoding(bytes, length, encoding, size))
        return true;
    for (size_t at = 0; at + sizeof mark < head; at++) {
        if (memcmp(bytes + at, mark, sizeof mark - 1) != 0)
            continue;
        for (at += sizeof mark - 1; at < head && bytes[at] == ' ';)
            at++;
        while (at < head && used + 1 < size &&
               (kn_ascii_letter(bytes[at]) || kn_ascii_digit(bytes[at]) || strchr("-_", bytes[at])))
            encoding[used++] = bytes[at++];
        encoding[used] = 0;
        return used > 0;
    }
    return false;
}
