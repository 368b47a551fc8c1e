/* quote.c - the characters that strings of JSON escape. */
#include "base/quote.h"

#include <stdio.h>

size_t kn_quote_plain(const char *bytes, size_t length, char escape[8])
{
    size_t plain = 0;
    escape[0] = 0;
    while (plain < length && (unsigned char)bytes[plain] >= ' ' && bytes[plain] != '"' && bytes[plain] != '\\')
        plain++;
    if (plain == length)
        return plain;
    if (bytes[plain] == '"' || bytes[plain] == '\\')
        snprintf(escape, 8, "\\%c", bytes[plain]);
    else if (bytes[plain] >= '\b' && bytes[plain] <= '\r' && bytes[plain] != '\v')
        snprintf(escape, 8, "\\%c", "btn.fr"[bytes[plain] - '\b']);
    else
        snprintf(escape, 8, "\\u%04X", (unsigned)(unsigned char)bytes[plain]);
    return plain;
}

void kn_text_quote(kn_text *text, const char *bytes, size_t length)
{
    char escape[8] = "\"";
    kn_text_byte(text, '"');
    while (escape[0]) {
        size_t plain = kn_quote_plain(bytes, length, escape);
        kn_text_add(text, bytes, plain);
        kn_text_add(text, escape, strlen(escape));
        bytes += plain + (plain < length);
        length -= plain + (plain < length);
    }
    kn_text_byte(text, '"');
}

void kn_text_json(kn_text *text, const char *json, size_t length)
{
    size_t start = text->length;
    kn_text_add(text, json, length);
    for (size_t i = start; i < text->length; i++)
        if (text->bytes[i] == '\n' || text->bytes[i] == '\r')
            text->bytes[i] = ' ';
}
