/* utf8.c - white space in UTF-8. */
#include "text/utf8.h"

#include <unicode/uchar.h>

bool kn_is_wide_space(int32_t code)
{
    return u_isUWhiteSpace(code);
}

size_t kn_skip_space(const char *text, size_t at, size_t end)
{
    while (at < end) {
        size_t next = at;
        if ((signed char)text[at] > ' ')
            break;
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
