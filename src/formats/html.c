/* html.c - reads HTML pages: turns libxml2's events into elements and blocks of text, and the blocks of
 * the article into paragraphs. */
#include "formats/html.h"
#include "formats/html_page.h"
#include "formats/tags.h"
#include "formats/xml_errors.h"
#include "base/ascii.h"
#include "base/error.h"
#include "text/date.h"
#include "text/utf8.h"

#include <string.h>

#include <libxml/HTMLparser.h>

#define FUNCTIONS(X) X(htmlNewParserCtxt) X(htmlCtxtReadMemory) X(htmlFreeParserCtxt) X(xmlStopParser) X(xmlFreeDoc)
typedef struct libxml2 {
    FUNCTIONS(KN_FUNCTION_FIELD)
} libxml2;

/* Deeper pages are refused: libxml2 searches all open elements for each closing tag that matches none. */
enum { DEEPEST = 2000, CACHE = 64, LONGEST_TITLE = 300, LONGEST_CITATION = 12 };

typedef struct open_element {
    const kn_tag *tag;
    uint32_t node; /* the node that encloses it */
    bool raised, list, quote, link;
    size_t begin;      /* of the text inside a raised element */
    size_t link_bytes; /* before it */
} open_element;

typedef struct reader {
    const knap_allocator *allocator;
    libxml2 libxml2;
    htmlParserCtxtPtr parser;
    kn_page page;
    open_element *open; /* [depth] */
    size_t depth;
    size_t skip, links, pre, lists, quotes; /* open elements of these kinds */
    uint32_t node;                          /* that text belongs to */
    size_t begin;                           /* of the open block */
    size_t link_bytes;                      /* of the open block */
    size_t breaks;                          /* br elements in a row */
    bool space;                             /* white space came last */
    bool in_title, deep;
    const xmlChar *known_name[CACHE]; /* names that were met, by the address that libxml2 keeps them at */
    const kn_tag *known_tag[CACHE];
} reader;

/* ---- Text ---- */

static uint32_t count_words(const char *text, size_t length)
{
    uint32_t words = length > 0;
    size_t wide = 0;
    for (size_t i = 0; i < length; i++) {
        words += text[i] == ' ';
        wide += (unsigned char)text[i] >= 0xE3 && (unsigned char)text[i] <= 0xED;
    }
    return words + (uint32_t)(wide / 2); /* scripts without spaces */
}

static bool is_inline(kn_tag_kind kind)
{
    return kind == KN_TAG_INLINE || kind == KN_TAG_LINK || kind == KN_TAG_TIME || kind == KN_TAG_META ||
           kind == KN_TAG_BREAK || kind == KN_TAG_TITLE || kind == KN_TAG_SKIP;
}

/* The nearest enclosing element that determines the kind of the text. */
static const kn_tag *kind_of_text(const reader *self)
{
    for (size_t i = self->depth; i-- > 0;) {
        const kn_tag *tag = self->open[i].tag;
        if (!is_inline(tag->kind))
            return tag;
    }
    return NULL;
}

static void end_block(reader *self)
{
    kn_page *page = &self->page;
    size_t end = page->text.length;
    self->space = false;
    self->breaks = 0;
    if (end > self->begin) {
        const kn_tag *tag = kind_of_text(self);
        if (!KN_ROOM(self->allocator, page->block, page->blocks + 1)) {
            page->failed = true;
            return;
        }
        page->block[page->blocks++] =
            (kn_html_block){.begin = self->begin,
                            .end = end,
                            .link_bytes = self->link_bytes,
                            .node = self->node,
                            .words = count_words(page->text.bytes + self->begin, end - self->begin),
                            .kind = (uint8_t)(self->pre ? KN_TAG_PRE
                                              : tag     ? tag->kind
                                                        : KN_TAG_CONTAINER),
                            .level = (uint8_t)(tag ? tag->level : 0),
                            .lists = (uint8_t)(self->lists < 255 ? self->lists : 255),
                            .quote = self->quotes > 0};
    }
    self->begin = end;
    self->link_bytes = 0;
}

/* Appends text with runs of ASCII white space collapsed; kn_extract_add handles other white space. */
static void add_text(reader *self, const char *text, size_t length)
{
    kn_text *to = &self->page.text;
    size_t before = to->length;
    for (size_t at = 0; at < length;) {
        size_t end = at;
        while (end < length && !kn_ascii_space(text[end]))
            end++;
        if (end > at) {
            if (self->space && to->length > self->begin)
                kn_text_byte(to, ' ');
            self->space = false;
            self->breaks = 0;
            kn_text_add(to, text + at, end - at);
        }
        for (at = end; at < length && kn_ascii_space(text[at]); at++)
            self->space = true;
    }
    if (self->links)
        self->link_bytes += to->length - before;
}

/* In pre, empty lines divide paragraphs. */
static void add_lines(reader *self, const char *text, size_t length)
{
    for (size_t at = 0; at < length;) {
        const char *newline = memchr(text + at, '\n', length - at);
        size_t end = newline ? (size_t)(newline - text) : length;
        size_t first = at;
        while (first < end && kn_ascii_space(text[first]))
            first++;
        if (first == end && newline && self->breaks++)
            end_block(self);
        add_text(self, text + at, end - at);
        if (newline) {
            self->space = true;
            self->breaks = self->breaks ? self->breaks : 1;
        }
        at = end + 1;
    }
}

static void characters(void *context, const xmlChar *bytes, int length)
{
    reader *self = context;
    const char *text = (const char *)bytes;
    if (self->in_title && self->page.title.length < LONGEST_TITLE)
        kn_text_add(&self->page.title, text, (size_t)length);
    if (self->in_title || self->skip)
        return;
    if (self->pre)
        add_lines(self, text, (size_t)length);
    else
        add_text(self, text, (size_t)length);
}

/* ---- Elements ---- */

static const kn_tag *find_tag(reader *self, const xmlChar *name)
{
    size_t slot = (size_t)name / 8 % CACHE;
    if (self->known_name[slot] != name) {
        self->known_name[slot] = name;
        self->known_tag[slot] = kn_tag_find((const char *)name);
    }
    return self->known_tag[slot];
}

static const char *attribute(const xmlChar **list, const char *name)
{
    for (; list && list[0]; list += 2)
        if (strcmp((const char *)list[0], name) == 0)
            return list[1] ? (const char *)list[1] : "";
    return NULL;
}

static void read_meta(reader *self, const xmlChar **list)
{
    static const char *const names[] = {"article:published_time", "date",       "dc.date",     "dc.date.issued",
                                        "dcterms.created",        "pubdate",    "publishdate", "datepublished",
                                        "parsely-pub-date",       "og:pubdate", NULL};
    const char *property = attribute(list, "property"), *name = attribute(list, "name"), *content;
    name = property ? property : name ? name : attribute(list, "itemprop");
    content = attribute(list, "content");
    for (size_t i = 0; name && content && !self->page.date && names[i]; i++)
        if (kn_ascii_same(name, names[i]))
            self->page.date = kn_date_of_name(content);
}

static bool is_hidden(const xmlChar **list)
{
    for (; list && list[0]; list += 2) {
        const char *name = (const char *)list[0], *value = list[1] ? (const char *)list[1] : "";
        if (strcmp(name, "hidden") == 0 || (strcmp(name, "aria-hidden") == 0 && strcmp(value, "true") == 0))
            return true;
        if (strcmp(name, "style") == 0 && (strstr(value, "display:none") || strstr(value, "display: none")))
            return true;
    }
    return false;
}

static unsigned role_flags(const char *role)
{
    static const char *const asides[] = {"navigation", "banner", "contentinfo", "complementary", "search",
                                         "dialog",     "menu",   "alert",       "alertdialog",   "menubar"};
    for (size_t i = 0; i < sizeof asides / sizeof *asides; i++)
        if (kn_ascii_same(role, asides[i]))
            return KN_NODE_ASIDE;
    return 0;
}

static bool inside_article(const reader *self)
{
    for (size_t i = self->depth; i-- > 0;)
        if (self->open[i].tag->kind == KN_TAG_ARTICLE || self->open[i].tag->kind == KN_TAG_MAIN)
            return true;
    return false;
}

static bool is_caption(const char *name)
{
    return strcmp(name, "figcaption") == 0 || strcmp(name, "caption") == 0;
}

static void open_node(reader *self, const kn_tag *tag, const xmlChar **list)
{
    kn_page *page = &self->page;
    kn_html_node made = {.parent = self->node, .kind = (uint8_t)tag->kind};
    uint64_t look = kn_hash(KN_HASH_START, tag->name, strlen(tag->name));
    unsigned flags = is_caption(tag->name) ? KN_NODE_CAPTION : tag->kind == KN_TAG_ASIDE ? KN_NODE_ASIDE : 0;
    bool classes = false;
    if (strcmp(tag->name, "table") == 0)
        flags |= KN_NODE_TABLE;
    if (!KN_ROOM(self->allocator, page->node, page->nodes + 1)) {
        page->failed = true;
        return;
    }
    if (tag->kind == KN_TAG_HEADER && !inside_article(self))
        flags |= KN_NODE_ASIDE;
    for (; list && list[0]; list += 2) {
        const char *name = (const char *)list[0], *value = list[1] ? (const char *)list[1] : "";
        if (strcmp(name, "class") == 0) {
            classes = true;
            look = kn_hash(look, value, strlen(value));
            flags |= kn_class_flags(value);
        } else if (strcmp(name, "id") == 0) {
            flags |= kn_class_flags(value);
        } else if (strcmp(name, "role") == 0) {
            flags |= role_flags(value);
            if (kn_ascii_same(value, "main"))
                made.kind = KN_TAG_MAIN;
        }
    }
    if (tag->kind == KN_TAG_ARTICLE || tag->kind == KN_TAG_MAIN || strcmp(tag->name, "body") == 0 ||
        strcmp(tag->name, "html") == 0)
        flags &= (unsigned)~(KN_NODE_ASIDE | KN_NODE_COMMENT);
    made.look = classes ? (uint32_t)(look ^ look >> 32) : 0;
    made.flags = (uint8_t)flags;
    page->node[page->nodes] = made;
    self->node = (uint32_t)page->nodes++;
}

static void read_break(reader *self, const kn_tag *tag)
{
    if (tag->name[0] == 'h' || self->breaks)
        end_block(self); /* a rule, or two line ends */
    self->space = true;
    self->breaks++;
}

/* Marks of wikis inside the text: links to edit a section or to its address, and the page of a citation. */
static bool is_wiki_mark(const char *name, const xmlChar **list)
{
    const char *classes = attribute(list, "class");
    return classes && ((strcmp(name, "a") == 0 && strstr(classes, "headerlink")) ||
                       (strcmp(name, "span") == 0 && strstr(classes, "editsection")) ||
                       (strcmp(name, "sup") == 0 && (strstr(classes, "reference") || strstr(classes, "noprint"))));
}

static bool is_list(const char *name)
{
    return strcmp(name, "ul") == 0 || strcmp(name, "ol") == 0 || strcmp(name, "dl") == 0 || strcmp(name, "dir") == 0;
}

/* Removes the text of a raised element if it is the number of a citation: "[14]". */
static void drop_citation(reader *self, const open_element *top)
{
    kn_text *text = &self->page.text;
    size_t begin = top->begin, length = text->length;
    bool space;
    if (begin < self->begin || begin >= length || length - begin > LONGEST_CITATION + 1)
        return;
    space = text->bytes[begin] == ' ';
    if (text->bytes[begin + space] == '[' && text->bytes[length - 1] == ']') {
        text->length = begin;
        self->space = space;
        self->link_bytes = top->link_bytes;
    }
}

/* An anchor is not a link; nor is a heading that links to itself. */
static bool leads_away(const reader *self, const char *address)
{
    const kn_tag *tag = kind_of_text(self);
    return address && !(address[0] == '#' && tag && tag->kind == KN_TAG_HEADING);
}

/* Marks the table around a header of a column or row. */
static void mark_table(reader *self)
{
    for (size_t i = self->depth; i-- > 1;)
        if (strcmp(self->open[i - 1].tag->name, "table") == 0) {
            self->page.node[self->open[i].node].flags |= KN_NODE_HEADERS;
            return;
        }
}

static void start_element(void *context, const xmlChar *name, const xmlChar **list)
{
    reader *self = context;
    const kn_tag *tag = find_tag(self, name);
    bool room = KN_ROOM(self->allocator, self->open, self->depth + 1);
    if (!room || self->depth >= DEEPEST) {
        self->page.failed |= !room;
        self->deep |= self->depth >= DEEPEST;
        self->libxml2.xmlStopParser(self->parser);
        return;
    }
    if (self->skip || tag->kind == KN_TAG_SKIP ||
        (list && (is_hidden(list) || is_wiki_mark((const char *)name, list)))) {
        self->skip++;
    } else if (!is_inline(tag->kind)) {
        open_element made = {.tag = tag, .node = self->node, .list = is_list(tag->name)};
        made.quote = strcmp(tag->name, "blockquote") == 0;
        end_block(self);
        self->open[self->depth++] = made;
        open_node(self, tag, list);
        if (strcmp(tag->name, "th") == 0)
            mark_table(self);
        self->pre += tag->kind == KN_TAG_PRE;
        self->lists += made.list;
        self->quotes += made.quote;
        return;
    }
    self->open[self->depth++] = (open_element){.tag = tag,
                                               .node = self->node,
                                               .raised = strcmp((const char *)name, "sup") == 0,
                                               .begin = self->page.text.length,
                                               .link_bytes = self->link_bytes};
    self->open[self->depth - 1].link = tag->kind == KN_TAG_LINK && leads_away(self, attribute(list, "href"));
    self->links += self->open[self->depth - 1].link;
    self->in_title |= tag->kind == KN_TAG_TITLE && !self->skip && !self->page.title.length;
    if (tag->kind == KN_TAG_META)
        read_meta(self, list);
    else if (tag->kind == KN_TAG_BREAK && !self->skip)
        read_break(self, tag);
    else if (tag->kind == KN_TAG_TIME && !self->page.date && attribute(list, "datetime"))
        self->page.date = kn_date_of_name(attribute(list, "datetime"));
}

static void end_element(void *context, const xmlChar *name)
{
    reader *self = context;
    open_element top;
    (void)name;
    if (self->depth == 0)
        return;
    top = self->open[self->depth - 1];
    self->links -= top.link;
    if (top.tag->kind == KN_TAG_TITLE)
        self->in_title = false;
    if (self->skip) {
        self->skip--;
    } else if (!is_inline(top.tag->kind)) {
        end_block(self);
        self->pre -= top.tag->kind == KN_TAG_PRE && self->pre;
        self->lists -= top.list;
        self->quotes -= top.quote;
        self->node = top.node;
    } else if (top.raised) {
        drop_citation(self, &top);
    }
    self->depth--;
}

/* ---- The page ---- */

/* `bytes` is what is parsed in place of the source, where it is not empty. */
static knap_status parse(reader *self, const kn_source *source, const kn_text *bytes, knap_error *error)
{
    static const char *const names[] = {FUNCTIONS(KN_FUNCTION_NAME)};
    htmlSAXHandler events = {.startElement = start_element,
                             .endElement = end_element,
                             .characters = characters,
                             .ignorableWhitespace = characters,
                             .cdataBlock = NULL};
    htmlParserCtxtPtr parser;
    kn_xml_errors errors;
    bool no_memory;
    knap_status status = kn_tags_check(source->name, bytes->length ? bytes->bytes : source->bytes,
                                       bytes->length ? bytes->length : source->length, error);
    if (!status)
        status = kn_library_load(source, KNAP_LIBXML2, names, sizeof names / sizeof *names, &self->libxml2, error);
    if (!status)
        status = kn_xml_errors_begin(&errors, source, error);
    if (status)
        return status;
    parser = self->libxml2.htmlNewParserCtxt();
    if (!parser) {
        kn_xml_errors_end(&errors);
        return kn_no_memory(error);
    }
    memcpy(parser->sax, &events, sizeof events);
    parser->userData = self;
    self->parser = parser;
    self->libxml2.htmlCtxtReadMemory(parser, bytes->length ? bytes->bytes : source->bytes,
                                     (int)(bytes->length ? bytes->length : source->length), NULL, "UTF-8",
                                     HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET);
    no_memory = parser->errNo == XML_ERR_NO_MEMORY;
    if (parser->myDoc)
        self->libxml2.xmlFreeDoc(parser->myDoc);
    self->libxml2.htmlFreeParserCtxt(parser);
    no_memory |= kn_xml_errors_end(&errors);
    end_block(self);
    if (no_memory || self->page.failed || self->page.text.failed || self->page.title.failed)
        return kn_no_memory(error);
    if (self->deep)
        return kn_fail_at(error, KNAP_BAD_INPUT, source->name, 0,
                          "more than %d elements inside each other: not a page that people write", DEEPEST);
    return KNAP_OK;
}

/* The title without the name of the site after it: "Bridge closed | The Herald". */
static size_t title_length(const char *title, size_t length)
{
    static const char *const marks[] = {" | ", " - ", " \xE2\x80\x93 ", " \xE2\x80\x94 ", " \xC2\xB7 ", " :: "};
    for (size_t i = 0; title && i < sizeof marks / sizeof *marks; i++) {
        const char *found = strstr(title, marks[i]);
        if (found && (size_t)(found - title) * 3 > length)
            return (size_t)(found - title);
    }
    return length;
}

/* Whether a heading is the end of the title: "Bridge closed | The Herald". */
static bool names_site(const kn_page *page, const kn_html_block *heading)
{
    size_t size = heading->end - heading->begin, length = page->title.length;
    while (length > 0 && kn_ascii_space(page->title.bytes[length - 1]))
        length--;
    return size < length &&
           kn_ascii_same_start(page->title.bytes + length - size, page->text.bytes + heading->begin, size);
}

/* The page's headline, where the article's blocks have none: its first h1, or its title. */
static void add_headline(const kn_page *page, kn_extract *extract)
{
    const kn_html_block *first = NULL;
    for (size_t i = 0; i < page->blocks; i++) {
        const kn_html_block *block = &page->block[i];
        if (block->keep && block->kind == KN_TAG_HEADING && block->level <= 2)
            return;
        if (!first && block->level == 1)
            first = block;
        if (block->keep && block->prose)
            break;
    }
    if (first && !names_site(page, first))
        kn_extract_block(extract, page->text.bytes + first->begin, first->end - first->begin, KNAP_BLOCK_HEADING, 1);
    else
        kn_extract_block(extract, page->title.bytes, title_length(page->title.bytes, page->title.length),
                         KNAP_BLOCK_HEADING, 1);
}

static knap_block block_kind(const kn_html_block *block)
{
    if (block->apart)
        return block->apart == KN_NODE_CAPTION ? KNAP_BLOCK_CAPTION : KNAP_BLOCK_REFERENCE;
    if (block->kind == KN_TAG_HEADING)
        return KNAP_BLOCK_HEADING;
    if (block->kind == KN_TAG_CELL && !block->prose)
        return KNAP_BLOCK_TABLE;
    if (block->kind == KN_TAG_PRE)
        return KNAP_BLOCK_CODE;
    if (block->kind == KN_TAG_ITEM)
        return KNAP_BLOCK_ITEM;
    return block->quote ? KNAP_BLOCK_QUOTE : KNAP_BLOCK_PARAGRAPH;
}

/* Whether the next block is a cell of the same row. */
static bool row_goes_on(const kn_page *page, size_t i)
{
    const kn_html_block *block = &page->block[i];
    return i + 1 < page->blocks && block[1].keep && block_kind(&block[1]) == KNAP_BLOCK_TABLE &&
           page->node[block[1].node].parent == page->node[block->node].parent;
}

static void write_article(const kn_page *page, kn_extract *extract)
{
    add_headline(page, extract);
    for (size_t i = 0; i < page->blocks; i++) {
        const kn_html_block *block = &page->block[i];
        knap_block kind = block_kind(block);
        if (block->keep && kind == KNAP_BLOCK_TABLE) {
            kn_extract_add(extract, page->text.bytes + block->begin, block->end - block->begin);
            if (row_goes_on(page, i))
                kn_extract_add(extract, " | ", 3);
            else
                kn_extract_end(extract, KNAP_BLOCK_TABLE, 0);
        } else if (block->keep)
            kn_extract_block(extract, page->text.bytes + block->begin, block->end - block->begin, kind,
                             kind == KNAP_BLOCK_HEADING                    ? block->level
                             : kind == KNAP_BLOCK_ITEM && block->lists > 1 ? block->lists
                                                                           : kind == KNAP_BLOCK_ITEM);
    }
    if (!extract->date)
        extract->date = page->date;
}

knap_status kn_html_extract(const kn_source *source, kn_extract *extract, knap_error *error)
{
    reader self = {.allocator = source->allocator,
                   .page = {.text = {.allocator = source->allocator}, .title = {.allocator = source->allocator}}};
    kn_text tamed = {.allocator = source->allocator};
    knap_status status;
    kn_html_tame(source->bytes, source->length, &tamed);
    status = tamed.failed ? kn_no_memory(error) : parse(&self, source, &tamed, error);
    kn_text_free(&tamed);
    if (!status && !kn_article_find(&self.page))
        status = kn_no_memory(error);
    if (!status)
        write_article(&self.page, extract);
    if (!status && extract->failed)
        status = kn_no_memory(error);
    KN_RELEASE(self.allocator, self.page.node);
    KN_RELEASE(self.allocator, self.page.block);
    KN_RELEASE(self.allocator, self.open);
    kn_text_free(&self.page.text);
    kn_text_free(&self.page.title);
    return status;
}

knap_status kn_html_read(const kn_source *source, const kn_output *output, knap_error *error)
{
    kn_extract extract;
    knap_status status;
    kn_extract_begin(&extract, source->allocator);
    status = kn_html_extract(source, &extract, error);
    if (!status)
        status = output->document(output->context, &extract, "", error);
    kn_extract_free(&extract);
    return status;
}
