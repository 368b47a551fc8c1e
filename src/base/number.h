/* base/number.h - numbers as text, the same in every locale: the decimal point is always '.'.
 *
 * Files, settings and messages go through these calls. strtod and printf follow the locale that the program has set and
 * must not be used for them. */
#pragma once

#include "knap/base.h"

#include <locale.h>
#include <stdarg.h>

/* What strtod does in the C locale: decimal and hex floats, "inf", "nan", leading white space. *end is the first byte that is
 * not part of the number, `text` itself where there is none; `end` may be NULL. Correctly rounded. */
double kn_parse_number(const char *text, char **end);

/* Whether a number can be a weight of a model: finite, and so far below the largest double that sums of products with features,
 * which go up to 1e30, are finite too. */
static inline bool kn_is_weight(double value)
{
    return value >= -1e100 && value <= 1e100;
}

/* snprintf and vsnprintf in the C locale. */
int kn_print(char *text, size_t size, const char *format, ...) KNAP_PRINTF(3, 4);
int kn_print_list(char *text, size_t size, const char *format, va_list arguments) KNAP_PRINTF(3, 0);

/* The C locale for the calling thread, between begin and end: for libraries that read and write numbers by the locale, such as
 * jansson. */
typedef struct kn_c_locale {
    locale_t mine, callers;
} kn_c_locale;

kn_c_locale kn_c_locale_begin(void);
void kn_c_locale_end(kn_c_locale locale);
