/* cursor.c - reads numbers and words from the text of a model's section. */
#include "base/cursor.h"
#include "base/ascii.h"
#include "base/number.h"

#include <string.h>

double kn_cursor_number(kn_cursor *cursor)
{
    char *end;
    double value;
    if (cursor->bad)
        return 0;
    value = kn_parse_number(cursor->at, &end);
    if (end == cursor->at || !kn_is_weight(value))
        cursor->bad = true;
    cursor->at = end;
    return cursor->bad ? 0 : value;
}

size_t kn_cursor_count(kn_cursor *cursor)
{
    const char *at = cursor->at + (*cursor->at == ' ');
    size_t count = 0;
    double value;
    for (; !cursor->bad && kn_ascii_digit(*at) && count < 1000000; at++)
        count = count * 10 + (size_t)(*at - '0');
    if (!cursor->bad && at > cursor->at && kn_ascii_digit(at[-1]) && (*at == ' ' || *at == '\n')) {
        cursor->at = at;
        return count;
    }
    value = kn_cursor_number(cursor); /* written in another way, or not a number */
    if (!(value >= 0 && value < 1e9) || value != (double)(size_t)value)
        cursor->bad = true;
    return cursor->bad ? 0 : (size_t)value;
}

void kn_cursor_skip(kn_cursor *cursor, const char *expected)
{
    size_t length = strlen(expected);
    if (cursor->bad || strncmp(cursor->at, expected, length) != 0)
        cursor->bad = true;
    else
        cursor->at += length;
}

const char *kn_cursor_rest(kn_cursor *cursor, size_t *length)
{
    const char *begin = cursor->at + 1;
    *length = 0;
    if (cursor->bad || *cursor->at != ' ') {
        cursor->bad = true;
        return NULL;
    }
    *length = strcspn(begin, "\n");
    cursor->bad = *length == 0;
    cursor->at = begin + *length;
    kn_cursor_skip(cursor, "\n");
    return begin;
}
