/* languages.c - open languages by their codes. */
#include "text/languages.h"

#include <string.h>

void kn_sample_add(kn_sample *sample, const char *text)
{
    size_t room = sizeof sample->bytes - sample->used - 1, length = text ? strlen(text) : 0;
    if (length > room)
        for (length = room; length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80;)
            length--;
    if (length)
        memcpy(sample->bytes + sample->used, text, length);
    sample->bytes[sample->used + length] = '\n';
    sample->used += length + 1;
}

knap_status kn_open_language(kn_open_languages *languages, const kn_sample *sample, const knap_allocator *allocator,
                             knap_language **language, knap_error *error)
{
    const char *code = knap_language_guess(sample->bytes, sample->used);
    size_t at = 0;
    knap_status status = KNAP_OK;
    while (strcmp(knap_language_codes()[at], code) != 0)
        at++;
    if (!languages->language[at])
        status = knap_language_open(code, allocator, &languages->language[at], error);
    *language = languages->language[at];
    return status;
}

void kn_open_languages_close(kn_open_languages *languages)
{
    for (size_t i = 0; i < KN_LANGUAGE_COUNT; i++)
        knap_language_close(languages->language[i]);
}
