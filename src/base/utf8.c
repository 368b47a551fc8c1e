/* utf8.c - which bytes are UTF-8. */
#include "base/utf8.h"
#include "base/eights.h"

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
    for (size_t at = kn_ascii_end(text, 0, length, 0), step; at < length; at = kn_ascii_end(text, at + step, length, 0))
        if (!(step = kn_utf8_valid((const unsigned char *)text + at, length - at)))
            return false;
    return true;
}
