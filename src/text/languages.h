/* text/languages.h - languages that are opened when a text in them comes, and stay open. */
#pragma once

#include "text/language.h"

/* All zero at first; one thread at a time. */
typedef struct kn_open_languages {
    knap_language *language[KN_LANGUAGE_COUNT]; /* by their place in knap_language_codes */
} kn_open_languages;

/* The beginnings of texts, by which their language is guessed. */
typedef struct kn_sample {
    char bytes[4096];
    size_t used;
} kn_sample;

/* Adds as much of a text, which may be NULL, as fits, without cutting a character. */
void kn_sample_add(kn_sample *sample, const char *text);
static inline bool kn_sample_full(const kn_sample *sample)
{
    return sample->used + 1 >= sizeof sample->bytes;
}

/* The language that the sample is in. */
knap_status kn_open_language(kn_open_languages *languages, const kn_sample *sample, const knap_allocator *allocator,
                             knap_language **language, knap_error *error);
void kn_open_languages_close(kn_open_languages *languages);
