/* feed.c - feeds in RSS or Atom. Each item is a document: its title is a heading, its content or else its description is read as a
 * piece of HTML. */
#include "formats/feed.h"
#include "formats/fragment.h"
#include "formats/xml.h"
#include "base/ascii.h"
#include "base/error.h"
#include "text/date.h"

#include <stdio.h>
#include <string.h>

enum { HEAD = 4096 };

typedef struct reader {
    const kn_source *source;
    const kn_output *output;
    kn_extract extract;
    kn_text title, summary, content;
    kn_text *open; /* where text goes; NULL: nowhere */
    size_t inside; /* open elements inside the open one: XHTML */
    char date[64];
    bool in_item, in_date;
    size_t items;
    knap_status status;
    knap_error *error;
} reader;

static bool is(const char *name, const char *other)
{
    return strcmp(name, other) == 0;
}

static void add_markup(kn_text *to, const char *open, const char *name)
{
    kn_text_add(to, open, strlen(open));
    kn_text_add(to, name, strlen(name));
    kn_text_byte(to, '>');
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

static void add_html(kn_extract *extract, const kn_text *html)
{
    kn_fragment fragment = {.extract = extract};
    kn_fragment_add(&fragment, html->bytes ? html->bytes : "", html->length);
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
    char id[24];
    kn_fragment title = {.extract = &self->extract, .heading = 1};
    uint32_t date = kn_date_of_name(self->date);
    kn_extract_clear(&self->extract);
    kn_fragment_add(&title, self->title.bytes ? self->title.bytes : "", self->title.length);
    kn_extract_end(&self->extract, KNAP_BLOCK_HEADING, 1);
    add_html(&self->extract, self->content.length ? &self->content : &self->summary);
    self->extract.date = date ? date : day_of_mail(self->date);
    self->extract.failed |= self->title.failed || self->summary.failed || self->content.failed;
    if (self->extract.failed)
        self->status = kn_no_memory(self->error);
    if (self->status || self->extract.blocks == 0)
        return;
    snprintf(id, sizeof id, "%zu", ++self->items);
    self->status = self->output->document(self->output->context, &self->extract, id, self->error);
}

static void end(void *context, const char *name)
{
    reader *self = context;
    if (self->status)
        return;
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
    }
}

knap_status kn_feed_read(const kn_source *source, const kn_output *output, knap_error *error)
{
    static const kn_xml_events events = {start, end, add_text};
    reader self = {.source = source,
                   .output = output,
                   .title = {.allocator = source->allocator},
                   .summary = {.allocator = source->allocator},
                   .content = {.allocator = source->allocator},
                   .error = error};
    knap_error problem;
    knap_status status;
    kn_extract_begin(&self.extract, source->allocator);
    status = kn_xml_parse(source, source->bytes, source->length, &events, &self, "the feed", &problem);
    if (self.status)
        status = self.status; /* that of the receiver, whose message is in `error` */
    else if (status && error)
        *error = problem;
    if (!status && self.items == 0)
        status = kn_fail_at(error, KNAP_BAD_INPUT, source->name, 0, "a feed without items");
    kn_extract_free(&self.extract);
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
