/* number.c - numbers as text in the C locale.
 *
 * Most numbers take a fast path that does not use the locale. A decimal of at most 15 digits and a power
 * of ten up to 10^22 are both exact doubles, so one multiplication or division rounds once, as strtod does
 * (Clinger 1990). A hex float of at most 53 bits is exact. Everything else goes to strtod. */
#include "base/number.h"
#include "base/ascii.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* glibc and musl return a static object for "C": no memory is allocated. Where it fails, the caller's
 * locale stays. */
kn_c_locale kn_c_locale_begin(void)
{
    kn_c_locale locale = {.mine = newlocale(LC_ALL_MASK, "C", (locale_t)0)};
    locale.callers = uselocale(locale.mine);
    return locale;
}

void kn_c_locale_end(kn_c_locale locale)
{
    if (!locale.mine)
        return;
    uselocale(locale.callers);
    freelocale(locale.mine);
}

int kn_print_list(char *text, size_t size, const char *format, va_list arguments)
{
    kn_c_locale locale = kn_c_locale_begin();
    int length = vsnprintf(text, size, format, arguments);
    kn_c_locale_end(locale);
    return length;
}

int kn_print(char *text, size_t size, const char *format, ...)
{
    va_list arguments;
    int length;
    va_start(arguments, format);
    length = kn_print_list(text, size, format, arguments);
    va_end(arguments);
    return length;
}

typedef struct number {
    const char *at;    /* behind what was read */
    uint64_t mantissa; /* its digits */
    int digits;        /* significant ones */
    int exponent;      /* of the base */
} number;

enum { LARGEST_EXPONENT = 5000 };

/* 1 + the value of each digit; 0: no digit. */
static const unsigned char DIGIT[256] = {
    ['0'] = 1,  ['1'] = 2,  ['2'] = 3,  ['3'] = 4,  ['4'] = 5,  ['5'] = 6,  ['6'] = 7,  ['7'] = 8,
    ['8'] = 9,  ['9'] = 10, ['a'] = 11, ['b'] = 12, ['c'] = 13, ['d'] = 14, ['e'] = 15, ['f'] = 16,
    ['A'] = 11, ['B'] = 12, ['C'] = 13, ['D'] = 14, ['E'] = 15, ['F'] = 16};

/* Digits in a row. Returns how many; stops where there are more than `most` significant ones. */
static inline int read_run(number *self, unsigned base, int most)
{
    const char *begin = self->at;
    unsigned value;
    while ((value = DIGIT[(unsigned char)*self->at] - 1u) < base && self->digits <= most) {
        self->mantissa = self->mantissa * base + value;
        self->digits += self->mantissa != 0;
        self->at++;
    }
    return (int)(self->at - begin);
}

/* Digits with or without a point. Returns false where there are none, or more than `most` significant ones. */
static inline bool read_digits(number *self, unsigned base, int most)
{
    int whole = read_run(self, base, most), part = 0;
    if (*self->at == '.') {
        self->at++;
        part = read_run(self, base, most);
    }
    self->exponent = -part;
    return whole + part > 0 && self->digits <= most;
}

/* "e-5" or "p+3"; nothing where no digit follows. Returns false where the fast path cannot represent the number. */
static bool read_exponent(number *self, char letter, int *exponent)
{
    const char *at = self->at + 1; /* past the end of the text, unless the letter is there */
    bool negative;
    int value = 0;
    *exponent = 0;
    if (kn_ascii_lower(*self->at) != letter)
        return true;
    negative = *at == '-';
    at += *at == '-' || *at == '+';
    if (!kn_ascii_digit(*at))
        return true;
    for (; kn_ascii_digit(*at); at++)
        if ((value = value * 10 + (*at - '0')) > LARGEST_EXPONENT)
            return false;
    *exponent = negative ? -value : value;
    self->at = at;
    return true;
}

static bool read_hex(number *self, double *value)
{
    int power;
    self->at += 2;
    if (!read_digits(self, 16, 14) || self->mantissa >> 53 || !read_exponent(self, 'p', &power))
        return false;
    power += 4 * self->exponent;
    if (power > -900 && power < 900) { /* the power of two and the product are exact */
        uint64_t bits = (uint64_t)(power + 1023) << 52;
        double factor;
        memcpy(&factor, &bits, sizeof factor);
        *value = (double)self->mantissa * factor;
        return true;
    }
    *value = ldexp((double)self->mantissa, power);
    return isfinite(*value);
}

static bool read_decimal(number *self, double *value)
{
    static const double tens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                  1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    int power;
    if (!read_digits(self, 10, 15) || !read_exponent(self, 'e', &power))
        return false;
    power += self->exponent;
    if (power < -22 || power > 22)
        return false;
    *value = power < 0 ? (double)self->mantissa / tens[-power] : (double)self->mantissa * tens[power];
    return true;
}

double kn_parse_number(const char *text, char **end)
{
    const char *at = text;
    number self = {.mantissa = 0};
    double value;
    bool negative;
    while (kn_ascii_space(*at))
        at++;
    negative = *at == '-';
    self.at = at + (*at == '-' || *at == '+');
    if (self.at[0] == '0' && kn_ascii_lower(self.at[1]) == 'x' ? read_hex(&self, &value)
                                                               : read_decimal(&self, &value)) {
        value = negative ? -value : value;
    } else {
        kn_c_locale locale = kn_c_locale_begin();
        char *stop;
        value = strtod(text, &stop);
        kn_c_locale_end(locale);
        self.at = stop;
    }
    if (end)
        *end = (char *)(uintptr_t)self.at;
    return value;
}
