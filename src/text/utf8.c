/* utf8.c - validates, writes and steps through UTF-8. */
#include "text/utf8.h"

#include <unicode/uchar.h>

size_t kn_utf8_valid(const unsigned char *bytes, size_t left)
{
    unsigned char lead = bytes[0];
    unsigned char low = 0x80, high = 0xBF; /* what the second byte may be: no overlong forms, no surrogates */
    size_t length = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
    if (length <= 1)
        return length;
    if (lead == 0xE0)
        low = 0xA0;
    else if (lead == 0xED)
        high = 0x9F;
    else if (lead == 0xF0)
        low = 0x90;
    else if (lead == 0xF4)
        high = 0x8F;
    if (left < length || bytes[1] < low || bytes[1] > high)
        return 0;
    for (size_t i = 2; i < length; i++)
        if ((bytes[i] & 0xC0) != 0x80)
            return 0;
    return length;
}

bool kn_utf8_all_valid(const char *text, size_t length)
{
    for (size_t at = 0, step; at < length; at += step)
        if (!(step = kn_utf8_valid((const unsigned char *)text + at, length - at)))
            return false;
    return true;
}

size_t kn_utf8_write(int32_t code, char *bytes)
{
    if (code < 0x80) {
        bytes[0] = (char)code;
        return 1;
    }
    if (code < 0x800) {
        bytes[0] = (char)(0xC0 | code >> 6);
        bytes[1] = (char)(0x80 | (code & 0x3F));
        return 2;
    }
    if (code < 0x10000) {
        bytes[0] = (char)(0xE0 | code >> 12);
        bytes[1] = (char)(0x80 | (code >> 6 & 0x3F));
        bytes[2] = (char)(0x80 | (code & 0x3F));
        return 3;
    }
    bytes[0] = (char)(0xF0 | code >> 18);
    bytes[1] = (char)(0x80 | (code >> 12 & 0x3F));
    bytes[2] = (char)(0x80 | (code >> 6 & 0x3F));
    bytes[3] = (char)(0x80 | (code & 0x3F));
    return 4;
}

bool kn_is_wide_space(int32_t code)
{
    return u_isUWhiteSpace(code);
}

size_t kn_skip_space(const char *text, size_t at, size_t end)
{
    while (at < end) {
        size_t next = at;
        if (!kn_is_space(kn_utf8_next(text, &next, end)))
            break;
        at = next;
    }
    return at;
}

size_t kn_trim_space(const char *text, size_t begin, size_t at)
{
    while (at > begin) {
        size_t previous = at;
        if (!kn_is_space(kn_utf8_previous(text, begin, &previous)))
            break;
        at = previous;
    }
    return at;
}
