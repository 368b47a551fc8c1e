/* text/ranges.h - where the words of a text are: ICU's answers, found without ICU where that is certain. */
#pragma once

#include "text/language.h"

/* Gives the pieces between two boundaries that have a letter or a digit, of valid UTF-8, in their order. */
knap_status kn_word_ranges(knap_language *language, const char *utf8, size_t length, kn_range_fn give, void *context,
                           knap_error *error);
/* The same by ICU alone: what the other is proved against. */
knap_status kn_word_ranges_icu(knap_language *language, const char *utf8, size_t length, kn_range_fn give,
                               void *context, knap_error *error);
