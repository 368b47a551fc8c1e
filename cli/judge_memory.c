/* judge_memory.c - memory, files and escaped text for `knap judge`. */
#include "judge.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct judge_block {
    struct judge_block *before;
    max_align_t bytes[];
} judge_block;

static void *check_memory(void *memory)
{
    if (!memory)
        exit(cli_say(CLI_FAILED, "out of memory"));
    return memory;
}

void *judge_new(judge_memory *memory, size_t count, size_t size)
{
    judge_block *block;
    if (count > (SIZE_MAX - sizeof *block) / (size ? size : 1))
        check_memory(NULL);
    block = check_memory(calloc(1, sizeof *block + count * size));
    block->before = memory->last;
    memory->last = block;
    return block->bytes;
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
    char *copy = judge_new(memory, length + 1, 1);
    memcpy(copy, text, length);
    return copy;
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

void judge_free(judge_memory *memory)
{
    while (memory->last) {
        judge_block *block = memory->last;
        memory->last = block->before;
        free(block);
    }
}

knap_status judge_wrong(knap_error *error, const char *path, size_t line, const char *format, ...)
{
    va_list arguments;
    *error = (knap_error){.status = KNAP_BAD_INPUT, .line = line};
    snprintf(error->file, sizeof error->file, "%s", path);
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    return error->status;
}

knap_status judge_read_file(judge_memory *memory, const char *path, char **bytes, size_t *length, knap_error *error)
{
    struct stat about;
    FILE *file;
    size_t room = 65536;
    if (stat(path, &about) == 0 && S_ISDIR(about.st_mode))
        return judge_wrong(error, path, 0, "this is a folder; a file is needed");
    file = fopen(path, "rb");
    if (!file)
        return judge_wrong(error, path, 0, "cannot open it: %s", strerror(errno));
    *bytes = judge_new(memory, room, 1);
    *length = 0;
    for (size_t got; (got = fread(*bytes + *length, 1, room - *length - 1, file)) > 0;) {
        *length += got;
        if (*length == room - 1) {
            char *grown = judge_new(memory, 2 * room, 1);
            memcpy(grown, *bytes, *length);
            *bytes = grown;
            room *= 2;
        }
    }
    if (ferror(file)) {
        judge_wrong(error, path, 0, "cannot read it: %s", strerror(errno));
        fclose(file);
        return KNAP_BAD_INPUT;
    }
    fclose(file);
    (*bytes)[*length] = 0;
    return KNAP_OK;
}

FILE *judge_open_text(char **text, size_t *length)
{
    return cli_page(text, length);
}

void judge_end_text(FILE *file, char *const *text)
{
    bool failed = ferror(file);
    failed |= fclose(file) != 0;
    if (failed || !*text) /* glibc reports no error where the text could not be made */
        check_memory(NULL);
}

knap_status judge_close_text(FILE *file, char **text, const size_t *length, const char *path, knap_error *error)
{
    knap_status status;
    judge_end_text(file, text);
    status = cli_write_file(path, *text, *length, error);
    free(*text);
    *text = NULL;
    return status;
}

void judge_write_json(FILE *file, const char *text)
{
    fputc('"', file);
    for (; *text; text++) {
        unsigned char byte = (unsigned char)*text;
        if (byte == '"' || byte == '\\')
            fprintf(file, "\\%c", byte);
        else if (byte == '\n')
            fputs("\\n", file);
        else if (byte < 0x20 || byte == '<' || byte == '>' || byte == '&' || byte == 0x7f)
            fprintf(file, "\\u%04x", byte);
        else
            fputc(byte, file);
    }
    fputc('"', file);
}

void judge_write_html(FILE *file, const char *text)
{
    for (; *text; text++)
        if (*text == '&' || *text == '<' || *text == '>' || *text == '"')
            fprintf(file, "&#%d;", *text);
        else
            fputc(*text, file);
}
