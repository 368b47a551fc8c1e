/* notebook.c - notebooks of Jupyter: JSON with a list of cells. Cells of Markdown are read as such, those of code are code; what code
 * printed is left out. */
#include "formats/notebook.h"
#include "formats/markdown.h"
#include "formats/name.h"
#include "base/error.h"

#include <string.h>

#include <jansson.h>

enum { HEAD = 8192 };

/* The source of a cell: a text, or a list of lines. */
static void join_source(const json_t *source, kn_text *text)
{
    size_t i;
    json_t *line;
    text->length = 0;
    if (json_is_string(source))
        kn_text_add(text, json_string_value(source), json_string_length(source));
    json_array_foreach(source, i, line) if (json_is_string(line))
        kn_text_add(text, json_string_value(line), json_string_length(line));
}

static knap_status read_cell(const kn_source *source, const json_t *cell, kn_text *text, kn_extract *extract,
                             knap_error *error)
{
    const char *type = json_string_value(json_object_get(cell, "cell_type"));
    const json_t *lines = json_object_get(cell, "source");
    kn_source inner = *source;
    if (!type)
        return KNAP_OK;
    join_source(lines ? lines : json_object_get(cell, "input"), text);
    if (text->failed)
        return kn_no_memory(error);
    if (!text->length)
        return KNAP_OK;
    inner.bytes = text->bytes;
    inner.length = text->length;
    if (strcmp(type, "markdown") == 0)
        return kn_markdown_extract(&inner, extract, error);
    if (strcmp(type, "code") == 0)
        kn_extract_block(extract, text->bytes, text->length, KNAP_BLOCK_CODE, 0);
    else if (strcmp(type, "heading") == 0) {
        json_int_t level = json_integer_value(json_object_get(cell, "level"));
        kn_extract_block(extract, text->bytes, text->length, KNAP_BLOCK_HEADING,
                         level > 0 && level < 7 ? (unsigned)level : 1);
    }
    return KNAP_OK;
}

static knap_status extract_notebook(const kn_source *source, kn_extract *extract, knap_error *error)
{
    json_error_t problem;
    json_t *book = json_loadb(source->bytes, source->length, 0, &problem), *cells, *cell;
    kn_text text = {.allocator = source->allocator};
    knap_status status = KNAP_OK;
    size_t i;
    if (!book && json_error_code(&problem) == json_error_out_of_memory)
        return kn_no_memory(error);
    if (!book)
        return kn_fail_at(error, KNAP_BAD_INPUT, source->name, (size_t)problem.line, "this notebook is damaged: %s",
                          problem.text);
    cells = json_object_get(book, "cells");
    if (!cells) /* before version 4 */
        cells = json_object_get(json_array_get(json_object_get(book, "worksheets"), 0), "cells");
    json_array_foreach(cells, i, cell) if (!status) status = read_cell(source, cell, &text, extract, error);
    kn_text_free(&text);
    json_decref(book);
    return status;
}

knap_status kn_notebook_read(const kn_source *source, const kn_output *output, knap_error *error)
{
    return kn_format_extract(source, output, extract_notebook, error);
}

bool kn_notebook_is(const char *name, const char *text, size_t length)
{
    size_t head = length < HEAD ? length : HEAD, at = 0;
    static const char mark[] = "\"cell_type\"";
    while (at < head && strchr(" \t\r\n", text[at]) && text[at])
        at++;
    if (at == head || text[at] != '{')
        return false;
    if (kn_name_ends(name, "ipynb"))
        return true;
    for (const char *found = text + at, *end = text + head; (found = memchr(found, '"', (size_t)(end - found))) != NULL;
         found++)
        if ((size_t)(end - found) >= sizeof mark && memcmp(found, mark, sizeof mark - 1) == 0)
            return true;
    return false;
}
