/* formats.c - the table of formats. Where two could match, the more specific one is first. */
#include "formats/formats.h"
#include "formats/archive.h"
#include "formats/html.h"
#include "formats/mail.h"
#include "formats/markdown.h"
#include "formats/office.h"
#include "formats/pdf.h"
#include "formats/rtf.h"
#include "formats/subtitles.h"

#include <stddef.h>

static const kn_file_format formats[] = {
    {"PDF", false, kn_pdf_is, kn_pdf_read},
    {"an office file", false, kn_office_is, kn_office_read},
    {"an archive", false, kn_archive_is, kn_archive_read},
    {"RTF", false, kn_rtf_is, kn_rtf_read},
    {"e-mail", false, kn_mail_is, kn_mail_read},
    {"HTML", true, kn_html_is, kn_html_read},
    {"subtitles", true, kn_subtitles_is, kn_subtitles_read},
    {"a transcript", true, kn_transcript_is, kn_transcript_read},
    {"Markdown", true, kn_markdown_is, kn_markdown_read},
};

const kn_file_format *kn_format_find(const char *name, const char *bytes, size_t length, bool decoded)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (formats[i].decoded == decoded && formats[i].is(name, bytes, length))
            return &formats[i];
    return NULL;
}
