/* text/ranges.h - where the words of a text are: ICU's answers, found without ICU where that is certain. */
#ifndef KNAP_TEXT_RANGES_H
#define KNAP_TEXT_RANGES_H

#include "text/language.h"

/* Called with the bytes [begin, end) of a piece between two boundaries that has a letter or a digit; `number` says whether ICU
 * calls it a number. A status other than KNAP_OK ends the walk, which returns it. */
typedef knap_status (*kn_range_fn)(void *context, size_t begin, size_t end, bool number, knap_error *error);

/* Gives the words of valid UTF-8, in their order. */
knap_status kn_word_ranges(knap_language *language, const char *utf8, size_t length, kn_range_fn give, void *context,
                           knap_error *error);
/* The same by ICU alone: what the other is proved against. */
knap_status kn_word_ranges_icu(knap_language *language, const char *utf8, size_t length, kn_range_fn give,
                               void *context, knap_error *error);

#endif
