/* html_tags.c - the meaning of the names of HTML elements, classes and ids. */
#include "formats/html_page.h"
#include "base/ascii.h"

#include <stdlib.h>
#include <string.h>

/* By name. */
static const kn_tag tags[] = {
    {"a", KN_TAG_LINK, 0},           {"address", KN_TAG_ASIDE, 0},     {"article", KN_TAG_ARTICLE, 0},
    {"aside", KN_TAG_ASIDE, 0},      {"audio", KN_TAG_SKIP, 0},        {"blockquote", KN_TAG_PARAGRAPH, 0},
    {"body", KN_TAG_CONTAINER, 0},   {"br", KN_TAG_BREAK, 0},          {"button", KN_TAG_SKIP, 0},
    {"canvas", KN_TAG_SKIP, 0},      {"caption", KN_TAG_ASIDE, 0},     {"center", KN_TAG_CONTAINER, 0},
    {"dd", KN_TAG_PARAGRAPH, 0},     {"details", KN_TAG_CONTAINER, 0}, {"dialog", KN_TAG_ASIDE, 0},
    {"dir", KN_TAG_CONTAINER, 0},    {"div", KN_TAG_CONTAINER, 0},     {"dl", KN_TAG_CONTAINER, 0},
    {"dt", KN_TAG_ITEM, 0},          {"embed", KN_TAG_SKIP, 0},        {"fieldset", KN_TAG_CONTAINER, 0},
    {"figcaption", KN_TAG_ASIDE, 0}, {"figure", KN_TAG_CONTAINER, 0},  {"footer", KN_TAG_ASIDE, 0},
    {"form", KN_TAG_CONTAINER, 0},   {"h1", KN_TAG_HEADING, 1},        {"h2", KN_TAG_HEADING, 2},
    {"h3", KN_TAG_HEADING, 3},       {"h4", KN_TAG_HEADING, 4},        {"h5", KN_TAG_HEADING, 5},
    {"h6", KN_TAG_HEADING, 6},       {"header", KN_TAG_HEADER, 0},     {"hgroup", KN_TAG_CONTAINER, 0},
    {"hr", KN_TAG_BREAK, 0},         {"html", KN_TAG_CONTAINER, 0},    {"iframe", KN_TAG_SKIP, 0},
    {"label", KN_TAG_SKIP, 0},       {"legend", KN_TAG_SKIP, 0},       {"li", KN_TAG_ITEM, 0},
    {"main", KN_TAG_MAIN, 0},        {"map", KN_TAG_SKIP, 0},          {"math", KN_TAG_SKIP, 0},
    {"menu", KN_TAG_ASIDE, 0},       {"meta", KN_TAG_META, 0},         {"nav", KN_TAG_ASIDE, 0},
    {"noscript", KN_TAG_SKIP, 0},    {"object", KN_TAG_SKIP, 0},       {"ol", KN_TAG_CONTAINER, 0},
    {"option", KN_TAG_SKIP, 0},      {"p", KN_TAG_PARAGRAPH, 0},       {"pre", KN_TAG_PRE, 0},
    {"rp", KN_TAG_SKIP, 0},          {"rt", KN_TAG_SKIP, 0},           {"rtc", KN_TAG_SKIP, 0},
    {"script", KN_TAG_SKIP, 0},      {"section", KN_TAG_CONTAINER, 0}, {"select", KN_TAG_SKIP, 0},
    {"style", KN_TAG_SKIP, 0},       {"summary", KN_TAG_PARAGRAPH, 0}, {"svg", KN_TAG_SKIP, 0},
    {"table", KN_TAG_CONTAINER, 0},  {"tbody", KN_TAG_CONTAINER, 0},   {"td", KN_TAG_CELL, 0},
    {"template", KN_TAG_SKIP, 0},    {"textarea", KN_TAG_SKIP, 0},     {"tfoot", KN_TAG_CONTAINER, 0},
    {"th", KN_TAG_CELL, 0},          {"thead", KN_TAG_CONTAINER, 0},   {"time", KN_TAG_TIME, 0},
    {"title", KN_TAG_TITLE, 0},      {"tr", KN_TAG_CONTAINER, 0},      {"ul", KN_TAG_CONTAINER, 0},
    {"video", KN_TAG_SKIP, 0},
};
static const kn_tag unknown = {"", KN_TAG_INLINE, 0};

static int compare_tags(const void *name, const void *row)
{
    return strcmp(name, ((const kn_tag *)row)->name);
}

const kn_tag *kn_tag_find(const char *name)
{
    const kn_tag *found = bsearch(name, tags, sizeof tags / sizeof *tags, sizeof *tags, compare_tags);
    return found ? found : &unknown;
}

/* ---- Classes and ids ---- */

typedef struct word {
    const char *name;
    unsigned flags;
} word;

/* By name. */
static const word words[] = {
    {"ad", KN_NODE_SMALL},
    {"ads", KN_NODE_SMALL},
    {"advert", KN_NODE_SMALL},
    {"ambox", KN_NODE_ASIDE},
    {"article", KN_NODE_STORY},
    {"avatar", KN_NODE_ASIDE},
    {"banner", KN_NODE_SMALL},
    {"bio", KN_NODE_ASIDE},
    {"caption", KN_NODE_ASIDE},
    {"catlinks", KN_NODE_ASIDE},
    {"comentarios", KN_NODE_COMMENT},
    {"consent", KN_NODE_ASIDE},
    {"copyright", KN_NODE_ASIDE},
    {"editsection", KN_NODE_ASIDE},
    {"entry", KN_NODE_STORY},
    {"feedback", KN_NODE_SMALL},
    {"gdpr", KN_NODE_ASIDE},
    {"hatnote", KN_NODE_ASIDE},
    {"hentry", KN_NODE_STORY},
    {"infobox", KN_NODE_ASIDE},
    {"login", KN_NODE_ASIDE},
    {"masthead", KN_NODE_ASIDE},
    {"menu", KN_NODE_ASIDE},
    {"modal", KN_NODE_ASIDE},
    {"nav", KN_NODE_ASIDE},
    {"navbar", KN_NODE_ASIDE},
    {"navbox", KN_NODE_ASIDE},
    {"navigation", KN_NODE_ASIDE},
    {"noprint", KN_NODE_ASIDE},
    {"outbrain", KN_NODE_ASIDE},
    {"pager", KN_NODE_ASIDE},
    {"pagination", KN_NODE_ASIDE},
    {"paywall", KN_NODE_ASIDE},
    {"popup", KN_NODE_ASIDE},
    {"post", KN_NODE_STORY},
    {"promo", KN_NODE_SMALL},
    {"pullquote", KN_NODE_ASIDE},
    {"quote", KN_NODE_SMALL},
    {"reactions", KN_NODE_COMMENT},
    {"refbegin", KN_NODE_REFERENCE},
    {"references", KN_NODE_REFERENCE},
    {"reflist", KN_NODE_REFERENCE},
    {"replies", KN_NODE_COMMENT},
    {"reply", KN_NODE_COMMENT},
    {"respond", KN_NODE_COMMENT},
    {"share", KN_NODE_SMALL},
    {"sharing", KN_NODE_SMALL},
    {"signature", KN_NODE_ASIDE},
    {"signup", KN_NODE_ASIDE},
    {"skip", KN_NODE_SMALL},
    {"story", KN_NODE_STORY},
    {"taboola", KN_NODE_ASIDE},
    {"tags", KN_NODE_SMALL},
    {"thumbcaption", KN_NODE_ASIDE},
    {"toc", KN_NODE_ASIDE},
    {"toolbar", KN_NODE_ASIDE},
    {"topbar", KN_NODE_ASIDE},
    {"widget", KN_NODE_SMALL},
};

enum { LONGEST_WORD = 16 };

static int compare_words(const void *name, const void *row)
{
    return strcmp(name, ((const word *)row)->name);
}

/* Words that others begin with: relatedposts, commentsection. */
static const word stems[] = {
    {"advert", KN_NODE_ASIDE},      {"breadcrumb", KN_NODE_ASIDE}, {"comment", KN_NODE_COMMENT},
    {"cookie", KN_NODE_ASIDE},      {"disqus", KN_NODE_COMMENT},   {"footer", KN_NODE_ASIDE},
    {"kommentar", KN_NODE_COMMENT}, {"newsletter", KN_NODE_ASIDE}, {"popular", KN_NODE_ASIDE},
    {"recommend", KN_NODE_ASIDE},   {"related", KN_NODE_ASIDE},    {"sidebar", KN_NODE_ASIDE},
    {"social", KN_NODE_SMALL},      {"sponsor", KN_NODE_ASIDE},    {"subscri", KN_NODE_ASIDE},
    {"trending", KN_NODE_ASIDE},
};

static unsigned word_flags(const char *name)
{
    const word *found = bsearch(name, words, sizeof words / sizeof *words, sizeof *words, compare_words);
    for (size_t i = 0; !found && i < sizeof stems / sizeof *stems; i++)
        if (stems[i].name[0] == name[0] && strncmp(name, stems[i].name, strlen(stems[i].name)) == 0)
            found = &stems[i];
    return found ? found->flags : 0;
}

unsigned kn_class_flags(const char *value)
{
    char name[LONGEST_WORD + 1];
    unsigned flags = 0;
    while (*value) {
        size_t size = 0;
        bool capital = false;
        for (; kn_ascii_letter(*value); value++) {
            bool upper = *value >= 'A' && *value <= 'Z';
            if (upper && size && !capital)
                break; /* siteFooter is two words */
            capital = upper;
            if (size < LONGEST_WORD)
                name[size++] = kn_ascii_lower(*value);
        }
        name[size] = 0;
        if (size > 1)
            flags |= word_flags(name);
        if (size == 0)
            value++;
    }
    return flags;
}
