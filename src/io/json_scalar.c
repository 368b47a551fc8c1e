/* json_scalar.c - strings and numbers of JSON, eight bytes at a time where that helps. Numbers are correctly rounded and do
 * not depend on the locale. */
#include "io/json.h"
#include "base/number.h"
#include "text/utf8.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <string.h>

/* ---- Strings ---- */

#define EACH(byte) (UINT64_C(0x0101010101010101) * (byte))

/* The number of bytes, 0 to 8, that are plain: ASCII, no control character, no quote, no backslash. */
static unsigned plain_bytes(const char *at)
{
    uint64_t word, quote, slash, special;
    memcpy(&word, at, 8);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    quote = word ^ EACH('"');
    slash = word ^ EACH('\\');
    /* A byte's high bit is set where the byte is special; borrows reach only bytes above a special one. */
    special = ((quote - EACH(1)) | (slash - EACH(1)) | (word - EACH(0x20)) | word) & EACH(0x80);
    return special ? (unsigned)__builtin_ctzll(special) / 8 : 8;
}

static const char *const BAD_STRING = "a control character or invalid UTF-8 in a string";

/* Passes plain bytes and UTF-8; stops at a quote, a backslash or what is wrong. */
static const char *pass_plain(const char *at)
{
    for (;;) {
        size_t count = plain_bytes(at);
        at += count;
        if (count == 8)
            continue;
        if ((unsigned char)*at < 0x80 || !(count = kn_utf8_valid((const unsigned char *)at, 4)))
            return at;
        at += count;
    }
}

/* The value of four hexadecimal digits, or -1. */
static int hex4(const char *at)
{
    int value = 0;
    for (int i = 0; i < 4; i++) {
        char c = at[i];
        int digit = c >= '0' && c <= '9'   ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                           : -1;
        if (digit < 0)
            return -1;
        value = value * 16 + digit;
    }
    return value;
}

/* Decodes \uXXXX, perhaps a pair of them, behind the 'u'. Returns the bytes written, 0 where it is wrong. */
static size_t decode_unicode(kn_json *json, char *to)
{
    int code = hex4(json->at);
    if (code > 0)
        json->at += 4;
    if (code >= 0xD800 && code <= 0xDBFF) {
        int low = json->at[0] == '\\' && json->at[1] == 'u' ? hex4(json->at + 2) : -1;
        if (low < 0xDC00 || low > 0xDFFF)
            return 0;
        json->at += 6;
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    } else if (code <= 0 || (code >= 0xDC00 && code <= 0xDFFF)) {
        return 0; /* no text has a 0 in it */
    }
    return kn_utf8_write(code, to);
}

/* Where the string that starts here ends, its closing quote; `end` where it does not. */
static const char *closing_quote(const char *at, const char *end)
{
    while (at < end && *at != '"')
        at += *at == '\\' ? 2 : 1;
    return at < end ? at : end;
}

/* Decodes one escape; `json->at` is at its backslash. Returns the bytes written to `to`, 0 where it is wrong. */
static size_t decode_escape(kn_json *json, char *to)
{
    static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    const char *name;
    char c = json->at[1];
    if (c == 'u') {
        const char *from = json->at;
        size_t written;
        json->at += 2;
        written = decode_unicode(json, to);
        if (!written && memchr(from, 0, 12) && json->end - from < 12)
            json->at = json->end;
        return written;
    }
    if (!c && json->at + 1 == json->end)
        json->at = json->end;
    if (!c || !(name = strchr(names, c)))
        return 0;
    to[0] = values[name - names];
    json->at += 2;
    return 1;
}

/* A string with escapes, which are decoded; `start` is its first byte, `json->at` its first backslash. */
static bool decode_string(kn_json *json, const char *start, kn_slice *string)
{
    const char *stop = closing_quote(json->at, json->end);
    size_t length = 0;
    char *to;
    if (stop == json->end && !json->last)
        json->at = json->end;
    to = kn_arena_room(&json->decoded, (size_t)(stop - start) + 4, 1);
    if (!to) {
        json->no_memory = true;
        return kn_json_fail(json, "out of memory");
    }
    memcpy(to, start, (size_t)(json->at - start));
    length = (size_t)(json->at - start);
    while (*json->at == '\\') {
        const char *next;
        size_t written = decode_escape(json, to + length);
        if (!written)
            return kn_json_fail(json, "an invalid escape in a string");
        length += written;
        next = pass_plain(json->at);
        memcpy(to + length, json->at, (size_t)(next - json->at));
        length += (size_t)(next - json->at);
        json->at = next;
    }
    if (*json->at != '"')
        return kn_json_fail(json, BAD_STRING);
    json->at++;
    *string = (kn_slice){to, length};
    return true;
}

bool kn_json_string(kn_json *json, kn_slice *string)
{
    const char *start;
    if (!kn_json_expect(json, '"'))
        return false;
    start = json->at;
    json->at = pass_plain(start);
    if (*json->at == '"') {
        *string = (kn_slice){start, (size_t)(json->at - start)};
        json->at++;
        return true;
    }
    if (*json->at == '\\')
        return decode_string(json, start, string);
    if ((unsigned char)*json->at >= 0x80 && json->end - json->at < 4)
        json->at = json->end; /* perhaps a sequence that more bytes complete */
    return kn_json_fail(json, BAD_STRING);
}

/* ---- Numbers ---- */

#ifdef __SIZEOF_INT128__
/* 5 to the power of 0..27, the last one below 2^64. */
static const uint64_t FIVES[] = {UINT64_C(1),
                                 UINT64_C(5),
                                 UINT64_C(25),
                                 UINT64_C(125),
                                 UINT64_C(625),
                                 UINT64_C(3125),
                                 UINT64_C(15625),
                                 UINT64_C(78125),
                                 UINT64_C(390625),
                                 UINT64_C(1953125),
                                 UINT64_C(9765625),
                                 UINT64_C(48828125),
                                 UINT64_C(244140625),
                                 UINT64_C(1220703125),
                                 UINT64_C(6103515625),
                                 UINT64_C(30517578125),
                                 UINT64_C(152587890625),
                                 UINT64_C(762939453125),
                                 UINT64_C(3814697265625),
                                 UINT64_C(19073486328125),
                                 UINT64_C(95367431640625),
                                 UINT64_C(476837158203125),
                                 UINT64_C(2384185791015625),
                                 UINT64_C(11920928955078125),
                                 UINT64_C(59604644775390625),
                                 UINT64_C(298023223876953125),
                                 UINT64_C(1490116119384765625),
                                 UINT64_C(7450580596923828125)};
enum { MOST_FIVES = 27 };

#if FLT_EVAL_METHOD == 0
/* The powers of 10 that a double has exactly. */
static const double TENS[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                              1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
enum { MOST_EXACT = 22 };
#endif

/* mantissa * 2^exponent, where `more` says that the true value is a little above; the mantissa has its top bit set. */
static double rounded(uint64_t mantissa, int exponent, bool more)
{
    uint64_t kept = mantissa >> 11, rest = mantissa & 0x7FF;
    if (rest > 0x400 || (rest == 0x400 && (more || (kept & 1))))
        kept++;
    return ldexp((double)kept, exponent + 11);
}

bool kn_decimal(uint64_t digits, int exponent, double *value)
{
    __extension__ typedef unsigned __int128 wide;
    if (exponent > MOST_FIVES || exponent < -MOST_FIVES)
        return false;
    if (digits == 0) {
        *value = 0;
        return true;
    }
#if FLT_EVAL_METHOD == 0
    /* Both numbers are exact, so that one division or product rounds correctly (Clinger 1990). */
    if (digits <= UINT64_C(1) << 53 && exponent >= -MOST_EXACT && exponent <= MOST_EXACT) {
        *value = exponent < 0 ? (double)digits / TENS[-exponent] : (double)digits * TENS[exponent];
        return true;
    }
#endif
    if (exponent >= 0) {
        wide product = (wide)digits * FIVES[exponent];
        uint64_t high = (uint64_t)(product >> 64), low = (uint64_t)product;
        int shift = high ? __builtin_clzll(high) : 64 + __builtin_clzll(low);
        product <<= shift;
        *value = rounded((uint64_t)(product >> 64), exponent + 64 - shift, (uint64_t)product != 0);
    } else {
        uint64_t divisor = FIVES[-exponent], quotient;
        int up = __builtin_clzll(digits), down = __builtin_clzll(divisor);
        wide dividend = (wide)(digits << up) << 63;
        divisor <<= down;
        quotient = (uint64_t)(dividend / divisor); /* from 2^62 to 2^64 */
        up += 63 - down;
        wide rest = dividend - (wide)quotient * divisor;
        if (!(quotient >> 63)) { /* one more bit */
            rest <<= 1;
            quotient = quotient << 1 | (rest >= divisor);
            rest = rest >= divisor ? rest - divisor : rest;
            up++;
        }
        *value = rounded(quotient, exponent - up, rest != 0);
    }
    return true;
}
#else /* 32-bit machines: the C library's strtod, which rounds as exactly, reads all numbers */
bool kn_decimal(uint64_t digits, int exponent, double *value)
{
    (void)exponent;
    *value = 0;
    return digits == 0;
}
#endif

/* Takes digits into *value, of which at most 19 count in *significant. Returns how many there were. */
static size_t take_digits(kn_json *json, uint64_t *value, unsigned *significant)
{
    const char *start = json->at;
    for (unsigned digit; (digit = (unsigned)(unsigned char)*json->at - '0') < 10; json->at++) {
        if (*significant < 20) {
            *value = *value * 10 + digit;
            *significant += *value != 0;
        }
    }
    return (size_t)(json->at - start);
}

/* The number's bytes by strtod: many digits, or far powers of ten. */
static bool by_library(kn_json *json, const char *start, double *value)
{
    char few[64], *text = few, *stop;
    size_t length = (size_t)(json->at - start);
    if (length >= sizeof few && !(text = kn_arena_room(&json->decoded, length + 1, 1))) {
        json->no_memory = true;
        return kn_json_fail(json, "out of memory");
    }
    memcpy(text, start, length);
    text[length] = 0;
    *value = kn_parse_number(text, &stop);
    return isfinite(*value) || kn_json_fail(json, "a number that is too large");
}

static bool whole_number(kn_json *json, const char *start, uint64_t digits, unsigned significant, double *value)
{
    bool negative = *start == '-';
    if (significant > 19 || digits > (uint64_t)INT64_MAX + negative)
        return kn_json_fail(json, "a whole number that does not fit 64 bits");
    *value = digits <= INT64_MAX ? (double)(int64_t)digits : 9223372036854775808.0;
    if (negative && digits)
        *value = -*value;
    return true;
}

/* The exponent behind 'e'; false where it has no digits. Far values are cut off. */
static bool take_exponent(kn_json *json, int *exponent)
{
    bool negative = *++json->at == '-';
    int read = 0;
    if (negative || *json->at == '+')
        json->at++;
    if (*json->at < '0' || *json->at > '9')
        return false;
    for (; *json->at >= '0' && *json->at <= '9'; json->at++)
        read = read < 100000 ? read * 10 + (*json->at - '0') : read;
    *exponent += negative ? -read : read;
    return true;
}

bool kn_json_number(kn_json *json, double *value, bool *integer)
{
    const char *start;
    uint64_t digits = 0;
    unsigned significant = 0;
    int exponent = 0;
    kn_json_peek(json);
    start = json->at;
    json->at += *json->at == '-';
    if (*json->at == '0')
        json->at++;
    else if (!take_digits(json, &digits, &significant))
        return kn_json_fail(json, "expected a value");
    if (*json->at >= '0' && *json->at <= '9')
        return kn_json_fail(json, "a number that starts with 0");
    *integer = true;
    if (*json->at == '.') {
        size_t count;
        json->at++;
        count = take_digits(json, &digits, &significant);
        if (!count)
            return kn_json_fail(json, "a number that ends with a point");
        *integer = false;
        exponent = count < 100000 ? -(int)count : -100000;
    }
    if (*json->at == 'e' || *json->at == 'E') {
        *integer = false;
        if (!take_exponent(json, &exponent))
            return kn_json_fail(json, "a number without digits in its exponent");
    }
    if (json->at == json->end && !json->last)
        return kn_json_fail(json, "");
    if (*integer)
        return whole_number(json, start, digits, significant, value);
    if (significant > 19 || !kn_decimal(digits, exponent, value))
        return by_library(json, start, value);
    if (*start == '-')
        *value = -*value;
    return true;
}
