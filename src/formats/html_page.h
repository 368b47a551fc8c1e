/* formats/html_page.h - an HTML page as blocks of text in a tree of elements.
 *
 *     bytes -> libxml2's events -> elements and blocks (html.c) -> the blocks of the article (html_article.c) -> text */
#pragma once

#include "formats/extract.h"

typedef enum kn_tag_kind {
    KN_TAG_INLINE,    /* inline: span, em, and unknown names */
    KN_TAG_LINK,      /* a */
    KN_TAG_CONTAINER, /* div, section, table, ... */
    KN_TAG_ARTICLE,   /* article */
    KN_TAG_MAIN,      /* main */
    KN_TAG_PARAGRAPH, /* p, blockquote, dd */
    KN_TAG_HEADING,   /* h1 to h6 */
    KN_TAG_ITEM,      /* li, dt */
    KN_TAG_CELL,      /* td, th */
    KN_TAG_PRE,       /* pre */
    KN_TAG_ASIDE,     /* nav, footer, aside and others that hold no part of an article */
    KN_TAG_HEADER,    /* header: aside, unless it is an article's */
    KN_TAG_BREAK,     /* br, hr */
    KN_TAG_SKIP,      /* script, style, button, ...: no text of the page */
    KN_TAG_TITLE,     /* title */
    KN_TAG_META,      /* meta */
    KN_TAG_TIME       /* time */
} kn_tag_kind;

typedef struct kn_tag {
    const char *name;
    kn_tag_kind kind;
    unsigned level; /* of a heading */
} kn_tag;

/* The row of an element's name; unknown names are inline. */
const kn_tag *kn_tag_find(const char *name);

enum {
    KN_NODE_ASIDE = 1,      /* furniture by its tag, role, class or id */
    KN_NODE_COMMENT = 2,    /* comments of readers, by class or id */
    KN_NODE_STORY = 4,      /* named as the article, by class or id */
    KN_NODE_SMALL = 8,      /* furniture by class or id, unless it holds paragraphs: sections around an advertisement */
    KN_NODE_REFERENCE = 16, /* a list of references, by class or id */
    KN_NODE_CAPTION = 32,   /* of a figure or table, by its tag */
    KN_NODE_TABLE = 64,     /* table */
    KN_NODE_HEADERS = 128   /* a table with headers of columns or rows */
};

/* What the words of a class or id attribute say; a sum of KN_NODE_... */
unsigned kn_class_flags(const char *value);

/* An element that breaks the flow of text. */
typedef struct kn_html_node {
    uint32_t parent; /* a lower index; the first is its own */
    uint32_t look;   /* hash of name and class, 0 without class: elements that repeat on a page have the same */
    uint8_t kind;    /* kn_tag_kind */
    uint8_t flags;   /* KN_NODE_... */
} kn_html_node;

/* A run of text between two such elements. */
typedef struct kn_html_block {
    size_t begin, end; /* in the page's text */
    size_t link_bytes; /* inside links */
    uint32_t node;
    uint32_t words;
    uint8_t kind;  /* that of the nearest element that is not just a container */
    uint8_t level; /* of a heading */
    uint8_t lists; /* open around it */
    bool quote;    /* inside blockquote */
    bool prose;    /* is text rather than labels and links */
    uint8_t apart; /* KN_NODE_REFERENCE or KN_NODE_CAPTION: kept, but no part of the running text */
    bool keep;
} kn_html_block;

typedef struct kn_page {
    kn_text text; /* of all blocks, white space collapsed */
    kn_html_node *node;
    size_t nodes;
    kn_html_block *block;
    size_t blocks;
    kn_text title;
    uint32_t date;
    bool failed;
} kn_page;

/* Writes the page to `tamed` with at most 256 attributes per tag; leaves it empty where no tag has more. */
void kn_html_tame(const char *bytes, size_t length, kn_text *tamed);

/* Sets `keep` of the blocks that belong to the article; false when memory is out. */
bool kn_article_find(kn_page *page);
