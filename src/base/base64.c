/* base64.c - see base64.h. */
#include "base/base64.h"
#include "base/ascii.h"

#include <stdint.h>

static int base64_value(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (kn_ascii_digit(c))
        return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

size_t kn_base64_decode(const char *text, size_t length, char *bytes)
{
    size_t made = 0;
    if (length == 0 || length % 4)
        return 0;
    for (size_t i = 0; i < length; i += 4) {
        size_t padding = i + 4 < length ? 0 : text[i + 3] != '=' ? 0 : text[i + 2] != '=' ? 1 : 2;
        uint32_t bits = 0;
        for (size_t k = 0; k < 4; k++) {
            int value = k >= 4 - padding ? 0 : base64_value(text[i + k]);
            if (value < 0)
                return 0;
            bits = bits << 6 | (uint32_t)value;
        }
        for (size_t k = 0; k < 3 - padding; k++)
            bytes[made++] = (char)(bits >> (16 - 8 * k));
    }
    return made;
}
