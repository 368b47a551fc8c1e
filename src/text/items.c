/* items.c - decides which items of a list may be picked alone. An item completes the text that introduces its list, so it is a
 * sentence of its own only if it is written as one and nothing introduces it. */
#include "text/layout.h"
#include "text/utf8.h"

#include <string.h>

#include <unicode/uchar.h>

enum { DEEPEST = 8, FULLWIDTH_COLON = 0xFF1A };

static bool ends_in_colon(const char *text, const kn_paragraph *paragraph)
{
    int32_t last = kn_utf8_before(text, paragraph->begin, paragraph->end);
    return last == ':' || last == FULLWIDTH_COLON;
}

/* Three dots or more: text that goes on elsewhere. */
static bool is_ellipsis(int32_t code, const char *text, size_t begin, size_t end)
{
    return code == 0x2026 || (end - begin >= 3 && memcmp(text + begin, "...", 3) == 0);
}

static bool begins_with_dots(const char *text, size_t begin, size_t end)
{
    return is_ellipsis(kn_utf8_at(text, begin, end), text, begin, end);
}

/* The text introduces what follows with an ellipsis, as with a colon: "Then run..." before a command. */
static bool leads(const char *text, const kn_paragraph *paragraph, const kn_paragraph *next)
{
    size_t end = paragraph->end, last = end - paragraph->begin >= 3 ? end - 3 : paragraph->begin;
    return (next->kind == KNAP_BLOCK_CODE || next->kind == KNAP_BLOCK_ITEM || next->kind == KNAP_BLOCK_TABLE) &&
           is_ellipsis(kn_utf8_before(text, paragraph->begin, end), text, last, end);
}

static unsigned depth_of(const kn_paragraph *item)
{
    return item->level < DEEPEST ? item->level : DEEPEST - 1;
}

void kn_items_settle(kn_layout *layout, const char *text)
{
    bool introduced[DEEPEST] = {false}; /* by a colon: the list at each depth */
    for (size_t i = 0; i < layout->paragraphs; i++) {
        kn_paragraph *item = &layout->paragraph[i];
        const kn_paragraph *before = i ? item - 1 : NULL;
        unsigned depth = depth_of(item);
        item->leads = i + 1 < layout->paragraphs && leads(text, item, item + 1);
        if (item->kind != KNAP_BLOCK_ITEM)
            continue;
        if (!before || before->kind != KNAP_BLOCK_ITEM)
            for (unsigned d = 0; d < DEEPEST; d++)
                introduced[d] = before && ends_in_colon(text, before);
        else if (depth > depth_of(before))
            introduced[depth] = introduced[depth_of(before)] || ends_in_colon(text, before);
        size_t start = item->body; /* behind the term that the item explains */
        if (start == item->begin && !layout->given)
            start = kn_find_mark(text, item->begin, item->end).text;
        if (introduced[depth] || !kn_ends_sentence(text, item->begin, item->end) ||
            u_islower(kn_utf8_at(text, start, item->end)) || begins_with_dots(text, start, item->end))
            item->flags |= KNAP_SENTENCE_ASIDE;
        else
            item->body = start; /* a sentence is shown without the mark of its item */
    }
}
