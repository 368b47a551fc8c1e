/* licences.c - finds the words of licences, which stand in documents of every format and never say what a document is about. */
#include "text/licences.h"
#include "text/utf8.h"

#include <stdbool.h>
#include <string.h>

enum { FOUND = 1 << 30 }; /* a flag of sentences until it is known whether the document is a licence */

/* Text [begin, end) begins with the phrase; a line may end at any of its spaces. */
static bool has_phrase(const char *text, size_t begin, size_t end, const char *phrase)
{
    for (; *phrase; phrase++) {
        if (begin >= end || (*phrase == ' ' ? text[begin] != ' ' && text[begin] != '\n' : text[begin] != *phrase))
            return false;
        begin = *phrase == ' ' ? kn_skip_space(text, begin, end) : begin + 1;
    }
    return true;
}

/* Text [begin, end) has one of the phrases. Each is looked for by a mark or letter of it that is rare; those with the same one are
 * looked for together. */
static bool has_phrase_inside(const char *text, size_t begin, size_t end)
{
    static const struct {
        char rare;
        const char *before, *from; /* the parts of the phrase before the rare one and from it on */
    } known[] = {{'/', "and", "/or modify"},          {';', "free software", "; you can"},
                 {':', "free software", ": you can"}, {'Y', "AN", "Y WARRANTY"},
                 {'Y', "AN", "Y KIND, EITHER"},       {'v', "abo", "ve copyright notice"},
                 {'g', "est un lo", "giciel libre"},  {'w', "es soft", "ware libre"},
                 {'w', " soft", "ware libero"},       {'S', "freie ", "Software"},
                 {'c', "is li", "censed under"},      {'c', "are li", "censed under"},
                 {'b', "distri", "buted under the"},  {'b', "redistri", "bute this document"},
                 {'G', "under the ", "GNU "},         {0, "", ""}};
    for (size_t first = 0, next = 0; known[first].rare; first = next) {
        const char *at = text + begin;
        while (known[next].rare == known[first].rare)
            next++;
        for (; (at = memchr(at, known[first].rare, (size_t)(text + end - at))) != NULL; at++)
            for (size_t i = first, before; i < next; i++)
                if ((size_t)(at - text) - begin >= (before = strlen(known[i].before)) &&
                    memcmp(at - before, known[i].before, before) == 0 &&
                    has_phrase(text, (size_t)(at - text), end, known[i].from))
                    return true;
    }
    return false;
}

static bool is_licence(const char *text, size_t begin, size_t end)
{
    static const char *const heads[] = {"You should have received a copy of the",
                                        "Permission is hereby granted",
                                        "Permission is granted to copy",
                                        "Permission is granted to make",
                                        "Permission to use, copy, modify",
                                        "The above copyright notice and this",
                                        "Redistribution and use in source and binary",
                                        "THE SOFTWARE IS PROVIDED",
                                        "THIS SOFTWARE IS PROVIDED",
                                        "Licensed under the Apache License",
                                        "Unless required by applicable law",
                                        "On Debian systems, the complete text",
                                        "This work is licensed under",
                                        "Copying and distribution of this file"};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        if (heads[i][0] == text[begin] && has_phrase(text, begin, end, heads[i]))
            return true;
    return has_phrase_inside(text, begin, end);
}

void kn_licences_mark(const char *text, knap_sentence *sentence, size_t count)
{
    size_t licence = 0, prose = 0;
    for (size_t i = 0; i < count; i++) {
        knap_sentence *one = &sentence[i];
        bool goes_on = i && one[-1].paragraph == one->paragraph && (one[-1].flags & FOUND);
        if (one->flags & KNAP_SENTENCE_FURNITURE && one->block != KNAP_BLOCK_ITEM)
            continue;
        prose += one->end - one->begin;
        if (goes_on || is_licence(text, one->body, one->end)) {
            one->flags |= FOUND;
            licence += one->end - one->begin;
        }
    }
    for (size_t i = 0; licence && i < count; i++) {
        knap_sentence *one = &sentence[i];
        if ((one->flags & FOUND) && licence * 3 < prose) {
            one->flags |= KNAP_SENTENCE_ASIDE;
            one->block = KNAP_BLOCK_FURNITURE;
            one->level = 0;
        }
        one->flags &= ~(unsigned)FOUND;
    }
}
