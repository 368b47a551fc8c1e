/* overstrike.c - removes the backspaces with which printed pages made bold and underlined letters. What it leaves has none that it
 * would remove: a text that is read again is the same. */
#include "text/overstrike.h"
#include "text/utf8.h"

#include <string.h>

/* Something is printed there. */
static bool is_printed(int32_t code)
{
    return code > ' ' && code != 0x7F && !kn_is_space(code);
}

/* Copies the text to `clean` without what is struck over. */
static void copy_printed(kn_mapped *clean, const kn_mapped *from)
{
    const char *text = from->text.bytes;
    size_t length = from->text.length, last = 0, last_end = 0; /* the last character, which may be struck over yet */
    for (size_t at = 0; at < length;) {
        size_t start = at, next;
        int32_t code = kn_utf8_next(text, &at, length), over = kn_utf8_at(text, at, length);
        if (code == '\b' && is_printed(over) && last < last_end && is_printed(kn_utf8_at(text, last, last_end))) {
            next = at;
            kn_utf8_next(text, &next, length);
            if (over != '_') { /* a line below leaves the letter */
                last = at;
                last_end = next;
            }
            at = next;
            continue;
        }
        kn_mapped_copy(clean, from, last, last_end);
        last = start;
        last_end = at;
    }
    kn_mapped_copy(clean, from, last, last_end);
}

void kn_overstrike_remove(kn_mapped *mapped)
{
    kn_mapped clean;
    if (mapped->text.length == 0 || !memchr(mapped->text.bytes, '\b', mapped->text.length))
        return;
    kn_mapped_begin(&clean, mapped->text.allocator);
    copy_printed(&clean, mapped);
    kn_mapped_free(mapped);
    *mapped = clean;
}
