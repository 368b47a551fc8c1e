/* buffer.c - growing text: JSON and numbers without a tree, for output that is written often. */
#include "cli.h"
#include "base/quote.h"
#include "base/utf8.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void cli_add(cli_buffer *buffer, const char *bytes, size_t length)
{
    kn_text_add(buffer, bytes, length);
    cli_need_memory(buffer->failed ? KNAP_NO_MEMORY : KNAP_OK);
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
    size_t length = strlen(text);
    char *repaired = kn_utf8_all_valid(text, length) ? NULL : cli_repair(text, &length);
    kn_text_quote(buffer, repaired ? repaired : text, length);
    cli_need_memory(buffer->failed ? KNAP_NO_MEMORY : KNAP_OK);
    free(repaired);
}
