/* formats.c - the table of formats. A format that could be taken for another stands before it. */
#include "formats/formats.h"
#include "formats/html.h"
#include "formats/markdown.h"
#include "formats/subtitles.h"

#include <stddef.h>

static const kn_file_format formats[] = {
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
