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

static int digit_value(char digit, int base)
{
    if (kn_ascii_digit(digit))
        return digit - '0';
    digit = kn_ascii_lower(digit);
    return base == 16 && digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : 99;
}

/* Digits with or without a point. Returns false where there are none, or more than `most` significant ones. */
static bool read_digits(number *self, int base, int most)
{
    bool point = false, any = false;
    for (;; self->at++) {
        int value = digit_value(*self->at, base);
        if (*self->at == '.' && !point) {
            point = true;
            continue;
        }
        if (value >= base)
            return any;
        any = true;
        if (self->mantissa || value)
            self->digits++;
        if (self->digits > most)
            return false;
        self->mantissa = self->mantissa * (unsigned)base + (unsigned)value;
        self->exponent -= point;
    }
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
    *value = ldexp((double)self->mantissa, 4 * self->exponent + power);
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
