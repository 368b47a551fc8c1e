/* feed.c - feeds in RSS or Atom. A feed is a document: its title and description, a list of its items, the newest first, and the items.
 * The title of an item is a heading, its content or else its description is read as a piece of HTML. */
#include "formats/feed.h"
#include "formats/entity.h"
#include "formats/fragment.h"
#include "formats/xml.h"
#include "base/ascii.h"
#include "base/error.h"
#include "text/date.h"
#include "text/lines.h"
#include "text/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD = 4096, TITLE_WORDS = 4, LONGEST_LEAD = 300, SHORTEST_LEAD = 12 };

/* What was read of an item: blocks of `items`. */
typedef struct item {
    size_t first, end; /* its title, if it has one, comes first */
    size_t number;
    uint32_t date;
} item;

typedef struct reader {
    const kn_source *source;
    kn_extract extract;
    kn_extract items;                             /* all items, in the order of the file */
    kn_text name, about, title, summary, content; /* of the feed; of the open item */
    item *item;                                   /* [count] */
    size_t count;
    kn_text *open; /* where text goes; NULL: nowhere */
    size_t inside; /* open elements inside the open one: XHTML */
    char date[64];
    bool in_item, in_date;
    bool aside; /* inside the picture or the form of the feed, which have titles too */
    bool whole; /* the feed is closed */
} reader;

static bool is(const char *name, const char *other)
{
    return strcmp(name, other) == 0;
}

static bool is_aside(const char *name)
{
    return is(name, "image") || is(name, "textinput") || is(name, "textInput") || is(name, "author");
}

static void add_markup(kn_text *to, const char *open, const char *name)
{
    kn_text_add(to, open, strlen(open));
    kn_text_add(to, name, strlen(name));
    kn_text_byte(to, '>');
}

/* The text of the feed that an element outside of items is; the first one of a kind counts. */
static kn_text *text_of_feed(reader *self, const char *name)
{
    kn_text *text = is(name, "title")                                                        ? &self->name
                    : is(name, "description") || is(name, "subtitle") || is(name, "tagline") ? &self->about
                                                                                             : NULL;
    return text && !text->length && !self->aside ? text : NULL;
}

static void start(void *context, const char *name, const kn_xml_attributes *attributes)
{
    reader *self = context;
    (void)attributes;
    if (is(name, "item") || is(name, "entry")) {
        self->in_item = true;
        self->open = NULL;
        self->inside = 0;
        self->title.length = self->summary.length = self->content.length = 0;
        self->date[0] = 0;
    } else if (self->open) {
        self->inside++;
        add_markup(self->open, "<", name);
    } else if (self->in_item) {
        self->open = is(name, "title")                                ? &self->title
                     : is(name, "description") || is(name, "summary") ? &self->summary
                     : is(name, "encoded") || is(name, "content")     ? &self->content
                                                                      : NULL;
        self->in_date =
            !self->date[0] && (is(name, "pubDate") || is(name, "published") || is(name, "updated") || is(name, "date"));
    } else {
        self->aside = self->aside || is_aside(name);
        self->open = text_of_feed(self, name);
    }
}

static void add_text(void *context, const char *text, size_t length)
{
    reader *self = context;
    size_t used = strlen(self->date);
    if (self->open && self->inside) /* of XHTML, where "&lt;" is text: marked again */
        for (size_t i = 0; i < length; i++)
            if (text[i] == '<')
                kn_text_add(self->open, "&lt;", 4);
            else
                kn_text_byte(self->open, text[i]);
    else if (self->open)
        kn_text_add(self->open, text, length);
    if (self->in_date && used + length < sizeof self->date) {
        memcpy(self->date + used, text, length);
        self->date[used + length] = 0;
    }
}

static void add_html(kn_extract *extract, const kn_text *html, unsigned heading)
{
    kn_fragment fragment = {.extract = extract, .heading = heading};
    kn_fragment_add(&fragment, html->bytes ? html->bytes : "", html->length);
    if (heading)
        kn_extract_end(extract, KNAP_BLOCK_HEADING, heading);
    else
        kn_fragment_close(&fragment);
}

/* The day of "Tue, 10 Jun 2003 04:00:00 GMT". */
static uint32_t day_of_mail(const char *text)
{
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    const char *comma = strchr(text, ','), *found;
    unsigned day, year;
    char month[4];
    if (sscanf(comma ? comma + 1 : text, "%2u %3s %4u", &day, month, &year) != 3 || strlen(month) != 3 || day < 1 ||
        day > 31)
        return 0;
    found = strstr(months, month);
    return found && (found - months) % 3 == 0 && year > 1900 && year < 10000 /* "%u" reads "-1" too */
               ? year * 10000 + (uint32_t)((found - months) / 3 + 1) * 100 + day
               : 0;
}

static void end_item(reader *self)
{
    uint32_t date = kn_date_of_name(self->date);
    item *made;
    if (!KN_ROOM(self->source->allocator, self->item, self->count + 1)) {
        self->items.failed = true;
        return;
    }
    made = &self->item[self->count];
    *made = (item){.first = self->items.blocks, .number = self->count, .date = date ? date : day_of_mail(self->date)};
    add_html(&self->items, &self->title, 2);
    add_html(&self->items, self->content.length ? &self->content : &self->summary, 0);
    made->end = self->items.blocks;
    self->count += made->end > made->first;
}

static void end(void *context, const char *name)
{
    reader *self = context;
    if (self->inside) {
        self->inside--;
        add_markup(self->open, "</", name);
        return;
    }
    self->open = NULL;
    self->in_date = false;
    if (self->in_item && (is(name, "item") || is(name, "entry"))) {
        self->in_item = false;
        end_item(self);
    } else if (is_aside(name)) {
        self->aside = false;
    }
    self->whole = self->whole || is(name, "rss") || is(name, "feed") || is(name, "RDF");
}

/* ---- The document ---- */

static int compare_items(const void *a, const void *b)
{
    const item *x = a, *y = b;
    return x->date != y->date ? (x->date < y->date) - (x->date > y->date)
                              : (x->number > y->number) - (x->number < y->number);
}

/* The newest first, if all items have a date; else as they are, which most often is the same. */
static void sort_items(reader *self)
{
    for (size_t i = 0; i < self->count; i++)
        if (!self->item[i].date)
            return;
    if (self->count)
        qsort(self->item, self->count, sizeof *self->item, compare_items);
}

/* Where the first sentence of text [begin, end) ends; `begin` if it is too long or too short to tell. */
static size_t end_of_lead(const char *text, size_t begin, size_t end)
{
    for (size_t at = begin + SHORTEST_LEAD; at <= end && at - begin <= LONGEST_LEAD; at++)
        if ((at == end || text[at] == ' ' || (unsigned char)text[at] >= 0xE0) &&
            ((unsigned char)text[at] & 0xC0) != 0x80 && kn_ends_sentence(text, begin, at) &&
            !kn_ascii_digit(text[at - 2])) /* "13. August" */
            return at;
    return begin;
}

/* Adds what an item tells as an item of a list: its title, and the first sentence if the title is short. */
static void add_entry(reader *self, const item *of)
{
    const char *text = self->items.text.bytes;
    const kn_block *block = &self->items.block[of->first], *end = &self->items.block[of->end];
    kn_extract *extract = &self->extract;
    bool titled = block->kind == KNAP_BLOCK_HEADING, ended = false;
    if (titled) {
        kn_extract_add(extract, text + block->begin, block->end - block->begin);
        ended = kn_ends_sentence(text, block->begin, block->end) || text[block->end - 1] == ':';
        block++;
    }
    if (!titled || !kn_has_words(extract->text.bytes + extract->begin, kn_extract_open(extract), TITLE_WORDS)) {
        while (block < end && block->kind != KNAP_BLOCK_PARAGRAPH)
            block++;
        if (block < end) {
            size_t stop = end_of_lead(text, block->begin, block->end);
            if (stop > block->begin && titled)
                kn_extract_add(extract, ended ? " " : ": ", ended ? 1 : 2);
            kn_extract_add(extract, text + block->begin, stop - block->begin);
        }
    }
    kn_extract_end_point(extract, KNAP_BLOCK_ITEM, 1, NULL);
}

static void add_item(reader *self, const item *of)
{
    const char *text = self->items.text.bytes;
    for (size_t i = of->first; i < of->end; i++) {
        const kn_block *block = &self->items.block[i];
        unsigned level = block->level + (i > of->first && block->kind == KNAP_BLOCK_HEADING ? 2 : 0);
        kn_extract_block(&self->extract, text + block->begin, block->end - block->begin, block->kind, level);
    }
}

/* What the feed is, a list of its items, and the items. */
static void make_document(reader *self)
{
    kn_extract *extract = &self->extract;
    size_t about;
    sort_items(self);
    add_html(extract, &self->name, 1);
    kn_fragment_add(&(kn_fragment){.extract = extract}, self->about.bytes ? self->about.bytes : "", self->about.length);
    kn_extract_end_point(extract, KNAP_BLOCK_PARAGRAPH, 0, NULL);
    extract->listed = 0; /* short titles become a list, which is not part of the description */
    about = extract->blocks;
    for (size_t i = 0; i < self->count; i++)
        add_entry(self, &self->item[i]);
    for (size_t i = 0; i < extract->blocks; i++)
        if (extract->block[i].kind == KNAP_BLOCK_CAPTION) {
            extract->block[i].kind = i < about ? KNAP_BLOCK_PARAGRAPH : KNAP_BLOCK_ITEM;
            extract->block[i].level = i >= about;
        }
    for (size_t i = 0; i < self->count; i++)
        add_item(self, &self->item[i]);
    extract->entries = true;
    extract->date = self->count ? self->item[0].date : 0;
    extract->failed |= self->items.failed || self->name.failed || self->about.failed || self->title.failed ||
                       self->summary.failed || self->content.failed;
}

/* One of the five references that XML knows. */
static bool is_of_xml(const char *text, size_t length)
{
    static const char *const known[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (length == strlen(known[i]) && memcmp(text, known[i], length) == 0)
            return true;
    return false;
}

/* Appends the feed with "&" written as XML wants it: writers forget it in addresses, and use the names of HTML. */
static void tame(const kn_source *source, kn_text *to)
{
    const char *at = source->bytes, *end = at + source->length, *next;
    for (; (next = memchr(at, '&', (size_t)(end - at))) != NULL; at = next) {
        size_t length = kn_entity_length(next, (size_t)(end - next)), size;
        char bytes[4];
        kn_text_add(to, at, (size_t)(next - at));
        size = length ? kn_entity(next, length, bytes) : 0;
        if (length && (next[1] == '#' || is_of_xml(next, length))) {
            kn_text_add(to, next, length);
        } else if (size) { /* by its number: the feed may be in any encoding */
            kn_text_format(to, "&#%d;", (int)kn_utf8_at(bytes, 0, size));
        } else {
            kn_text_add(to, "&amp;", 5);
            length = 1;
        }
        next += length;
    }
    kn_text_add(to, at, (size_t)(end - at));
}

static knap_status parse(reader *self, knap_error *error)
{
    static const kn_xml_events events = {start, end, add_text};
    const kn_source *source = self->source;
    kn_text tamed = {.allocator = source->allocator};
    knap_status status;
    if (memchr(source->bytes, 0, source->length)) /* UTF-16 */
        kn_text_add(&tamed, source->bytes, source->length);
    else
        tame(source, &tamed);
    status = tamed.failed ? kn_no_memory(error)
                          : kn_xml_parse(source, tamed.bytes, tamed.length, &events, self, "the feed", error);
    kn_text_free(&tamed);
    return status == KNAP_BAD_INPUT && self->whole ? KNAP_OK : status; /* what follows the feed is no part of it */
}

knap_status kn_feed_read(const kn_source *source, const kn_output *output, knap_error *error)
{
    kn_text empty = {.allocator = source->allocator};
    reader self = {.source = source, .name = empty, .about = empty, .title = empty, .summary = empty, .content = empty};
    knap_status status;
    kn_extract_begin(&self.extract, source->allocator);
    kn_extract_begin(&self.items, source->allocator);
    status = parse(&self, error);
    if (!status && self.count == 0 && !self.items.failed)
        status = kn_fail_at(error, KNAP_BAD_INPUT, source->name, 0, "a feed without items");
    if (!status)
        make_document(&self);
    if (!status && self.extract.failed)
        status = kn_no_memory(error);
    if (!status)
        status = output->document(output->context, &self.extract, "", error);
    kn_extract_free(&self.extract);
    kn_extract_free(&self.items);
    KN_RELEASE(source->allocator, self.item);
    kn_text_free(&self.name);
    kn_text_free(&self.about);
    kn_text_free(&self.title);
    kn_text_free(&self.summary);
    kn_text_free(&self.content);
    return status;
}

bool kn_feed_is(const char *name, const char *bytes, size_t length)
{
    static const char *const tags[] = {"<rss", "<feed", "<rdf:RDF"};
    const char *at = bytes, *end = bytes + (length < HEAD ? length : HEAD);
    (void)name;
    while ((at = memchr(at, '<', (size_t)(end - at))) != NULL) {
        for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
            if ((size_t)(end - at) > strlen(tags[i]) && memcmp(at, tags[i], strlen(tags[i])) == 0)
                return kn_ascii_space(at[strlen(tags[i])]) || at[strlen(tags[i])] == '>';
        if (at + 1 < end && at[1] != '?' && at[1] != '!')
            return false;
        at++;
    }
    return false;
}
