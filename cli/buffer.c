/* buffer.c - growing text: JSON and numbers without a tree, for output that is written often. */
#include "cli.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void cli_add(cli_buffer *buffer, const char *bytes, size_t length)
{
    if (buffer->capacity - buffer->length < length) {
        size_t capacity = 2 * buffer->capacity + length + 256;
        buffer->bytes = cli_grow(buffer->bytes, capacity, 1);
        buffer->capacity = capacity;
    }
    if (length > 0) /* an empty buffer has no bytes to copy to */
        memcpy(buffer->bytes + buffer->length, bytes, length);
    buffer->length += length;
}

void cli_add_text(cli_buffer *buffer, const char *text)
{
    cli_add(buffer, text, strlen(text));
}

void cli_add_count(cli_buffer *buffer, size_t value)
{
    char digits[24], *at = digits + sizeof digits;
    do
        *--at = (char)('0' + value % 10);
    while (value /= 10);
    cli_add(buffer, at, (size_t)(digits + sizeof digits - at));
}

void cli_add_number(cli_buffer *buffer, double value)
{
    char text[40];
    if (value >= 0 && value < 1e15 && value == floor(value)) {
        cli_add_count(buffer, (size_t)value);
        return;
    }
    cli_add(buffer, text, (size_t)snprintf(text, sizeof text, "%.15g", value));
}

void cli_add_json_number(cli_buffer *buffer, double value)
{
    if (isfinite(value))
        cli_add_number(buffer, value);
    else
        cli_add(buffer, "null", 4);
}

/* As jansson writes it: a real number has a point or an exponent. */
void cli_add_json_real(cli_buffer *buffer, double value)
{
    size_t start = buffer->length;
    cli_add_json_number(buffer, value);
    if (isfinite(value) && !memchr(buffer->bytes + start, '.', buffer->length - start) &&
        !memchr(buffer->bytes + start, 'e', buffer->length - start))
        cli_add(buffer, ".0", 2);
}

void cli_add_json_string(cli_buffer *buffer, const char *text)
{
    static const char names[] = "btnvfr";
    cli_add(buffer, "\"", 1);
    while (*text) {
        size_t plain = 0, size;
        char escape[8];
        while ((unsigned char)text[plain] >= ' ' && (unsigned char)text[plain] < 0x80 && text[plain] != '"' &&
               text[plain] != '\\')
            plain++;
        cli_add(buffer, text, plain);
        text += plain;
        if (!*text)
            break;
        if ((unsigned char)*text >= 0x80) {
            size = cli_character(text, strlen(text));
            cli_add(buffer, size ? text : "\xEF\xBF\xBD", size ? size : 3);
            text += size ? size : 1;
            continue;
        }
        if (*text == '"' || *text == '\\')
            snprintf(escape, sizeof escape, "\\%c", *text);
        else if (*text >= '\b' && *text <= '\r' && *text != '\v')
            snprintf(escape, sizeof escape, "\\%c", names[*text - '\b']);
        else
            snprintf(escape, sizeof escape, "\\u%04X", (unsigned)(unsigned char)*text);
        cli_add_text(buffer, escape);
        text++;
    }
    cli_add(buffer, "\"", 1);
}
