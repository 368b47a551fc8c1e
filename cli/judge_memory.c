/* judge_memory.c - memory, files and escaped text for `knap judge`. */
#include "judge.h"
#include "base/file.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static void *check_memory(void *made)
{
    cli_need_memory(made ? KNAP_OK : KNAP_NO_MEMORY);
    return made;
}

void *judge_new(judge_memory *memory, size_t count, size_t size)
{
    return check_memory(kn_arena_new(memory, count, size));
}

void *judge_grow(judge_memory *memory, void *array, size_t count, size_t size)
{
    void *grown;
    if (count & (count - 1)) /* the room is always a power of two */
        return array;
    grown = judge_new(memory, count ? 2 * count : 1, size);
    if (count)
        memcpy(grown, array, count * size);
    return grown;
}

char *judge_copy(judge_memory *memory, const char *text, size_t length)
{
    return check_memory(kn_arena_text(memory, text, length));
}

char *judge_format(judge_memory *memory, const char *format, ...)
{
    va_list arguments;
    int length;
    char *text;
    va_start(arguments, format);
    length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    text = judge_new(memory, (size_t)length + 1, 1);
    va_start(arguments, format);
    vsnprintf(text, (size_t)length + 1, format, arguments);
    va_end(arguments);
    return text;
}

knap_status judge_read_file(judge_memory *memory, const char *path, char **bytes, size_t *length, knap_error *error)
{
    kn_text text = {.allocator = NULL};
    knap_status status = kn_read_file(path, NULL, &text, error);
    cli_need_memory(status);
    *length = text.length;
    *bytes = status ? NULL : judge_copy(memory, text.bytes ? text.bytes : "", text.length);
    kn_text_free(&text);
    return status;
}

knap_status judge_close_text(FILE *file, char **text, const size_t *length, const char *path, knap_error *error)
{
    knap_status status;
    cli_page_end(file, text);
    status = cli_write_file(path, *text, *length, error);
    free(*text);
    *text = NULL;
    return status;
}

void judge_write_json(FILE *file, const char *text)
{
    cli_buffer quoted = {.bytes = NULL};
    cli_add_json_string(&quoted, text);
    for (const char *at = quoted.bytes; *at; at++)
        if (*at == '<' || *at == '>' || *at == '&' || *at == 0x7f)
            fprintf(file, "\\u%04x", (unsigned)*at);
        else
            fputc(*at, file);
    free(quoted.bytes);
}
