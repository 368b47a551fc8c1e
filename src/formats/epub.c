/* epub.c - books in EPUB: XHTML pages in a zip archive.
 *
 *     META-INF/container.xml -> the package file -> its spine, the pages in their order -> html.c
 *
 * Navigation, covers and pages about rights are furniture. */
#include "formats/epub.h"
#include "formats/html.h"
#include "formats/name.h"
#include "formats/parts.h"
#include "formats/xml.h"
#include "base/error.h"
#include "text/date.h"
#include "text/decode.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST_NAME = 400 };

typedef struct reader {
    const kn_source *source;
    kn_parts parts;
    kn_extract *extract;
    kn_symbols ids;   /* of the pages */
    kn_text names;    /* of their files, 0-terminated */
    size_t *name;     /* [ids.count] where each begins */
    bool *navigation; /* [ids.count] */
    kn_symbols spine; /* ids in the order of the book */
    kn_text title;
    char package[LONGEST_NAME];
    char date[40];
    bool in_title, in_date;
} reader;

bool kn_epub_is(const char *name, const char *bytes, size_t length)
{
    (void)name;
    return length > 64 && memcmp(bytes, "PK\3\4", 4) == 0 && kn_zip_has(bytes, length, "META-INF/container.xml");
}

static bool is_wanted(const char *name)
{
    return kn_name_ends(name, "opf xhtml html htm xml");
}

static bool is(const char *name, const char *other)
{
    return strcmp(name, other) == 0;
}

/* ---- The package ---- */

static void start_container(void *context, const char *name, const kn_xml_attributes *attributes)
{
    reader *self = context;
    if (is(name, "rootfile") && !self->package[0])
        kn_xml_value(attributes, "full-path", self->package, sizeof self->package);
}

static void add_page(reader *self, const kn_xml_attributes *attributes)
{
    char id[100], target[LONGEST_NAME], properties[100];
    size_t at;
    uint32_t number;
    kn_xml_value(attributes, "id", id, sizeof id);
    kn_xml_value(attributes, "href", target, sizeof target);
    kn_xml_value(attributes, "properties", properties, sizeof properties);
    if (kn_symbols_find(&self->ids, id, strlen(id)) != KN_NO_SYMBOL)
        return;
    number = kn_symbols_add(&self->ids, id, strlen(id));
    if (number == KN_NO_SYMBOL || !KN_ROOM(self->source->allocator, self->name, number + 1) ||
        !KN_ROOM(self->source->allocator, self->navigation, number + 1)) {
        self->extract->failed = true;
        return;
    }
    at = self->names.length;
    kn_text_add(&self->names, target, strlen(target) + 1);
    self->name[number] = at;
    self->navigation[number] = strstr(properties, "nav") != NULL;
}

static void start_package(void *context, const char *name, const kn_xml_attributes *attributes)
{
    reader *self = context;
    char value[100];
    if (self->extract->failed)
        return;
    self->in_title = is(name, "title") && self->title.length == 0;
    self->in_date = is(name, "date") && !self->date[0];
    if (is(name, "item")) {
        add_page(self, attributes);
    } else if (is(name, "itemref") && !is(kn_xml_value(attributes, "linear", value, sizeof value), "no")) {
        kn_xml_value(attributes, "idref", value, sizeof value);
        self->extract->failed |= kn_symbols_add(&self->spine, value, strlen(value)) == KN_NO_SYMBOL;
    }
}

static void end_package(void *context, const char *name)
{
    reader *self = context;
    (void)name;
    self->in_title = self->in_date = false;
}

static void text_package(void *context, const char *text, size_t length)
{
    reader *self = context;
    size_t used = strlen(self->date);
    if (self->in_title)
        kn_text_add(&self->title, text, length);
    if (self->in_date && used + length < sizeof self->date) {
        memcpy(self->date + used, text, length);
        self->date[used + length] = 0;
    }
}

/* ---- Pages ---- */

/* Pages that are not part of the text, by the name of their file. */
static bool is_furniture(const char *name)
{
    static const char *const words[] = {"nav",   "toc",      "contents",  "cover",     "copyright",
                                        "licen", "colophon", "titlepage", "title_page"};
    const char *slash = strrchr(name, '/');
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(slash ? slash + 1 : name, words[i]))
            return true;
    return false;
}

static knap_status read_page(reader *self, const char *name, bool furniture, knap_error *error)
{
    kn_extract *extract = self->extract;
    size_t first = extract->blocks, length;
    const char *bytes = kn_parts_find(&self->parts, name, &length);
    kn_source page = *self->source;
    kn_decoded decoded;
    knap_status status;
    if (!bytes || !length)
        return KNAP_OK;
    status = kn_decode(self->source->name, bytes, length, NULL, self->source->allocator, &decoded, error);
    if (status)
        return status;
    page.bytes = decoded.mapped.text.bytes;
    page.length = decoded.mapped.text.length;
    status = page.length ? kn_html_extract(&page, extract, error) : KNAP_OK;
    kn_mapped_free(&decoded.mapped);
    for (size_t i = first; (furniture || is_furniture(name)) && i < extract->blocks; i++)
        extract->block[i].kind = KNAP_BLOCK_FURNITURE;
    return status;
}

/* The name of the container; some programs pack the folder of a book, not the files in it. */
static const char *container_name(const kn_parts *parts)
{
    static const char name[] = "META-INF/container.xml";
    for (size_t i = 0; i < parts->names.count; i++) {
        size_t length = parts->names.length[i], size = sizeof name - 1;
        if (length >= size && strcmp(parts->names.name[i] + length - size, name) == 0)
            return parts->names.name[i];
    }
    return name;
}

static knap_status parse(reader *self, const char *name, const kn_xml_events *events, const char *part,
                         knap_error *error)
{
    size_t length;
    const char *bytes = kn_parts_find(&self->parts, name, &length);
    knap_status status =
        bytes ? kn_xml_parse(self->source, bytes, length, events, self, part, error)
              : kn_fail_at(error, KNAP_BAD_INPUT, self->source->name, 0, "%s is missing in this book", part);
    return !status && self->extract->failed ? kn_no_memory(error) : status;
}

static knap_status read_book(reader *self, knap_error *error)
{
    static const kn_xml_events container = {.start = start_container};
    static const kn_xml_events package = {start_package, end_package, text_package};
    char name[2 * LONGEST_NAME], path[2 * LONGEST_NAME], root[LONGEST_NAME + 4];
    knap_status status = kn_parts_read(&self->parts, self->source, is_wanted, error);
    const char *found = status ? "" : container_name(&self->parts);
    if (!status)
        status = parse(self, found, &container, "the container", error);
    snprintf(root, sizeof root, "../%s", self->package);
    kn_parts_resolve(found, root, path, sizeof path);
    if (!status)
        status = parse(self, path, &package, "the package", error);
    if (!status && (self->names.failed || self->title.failed))
        status = kn_no_memory(error);
    if (status)
        return status;
    kn_extract_block(self->extract, self->title.bytes ? self->title.bytes : "", self->title.length, KNAP_BLOCK_HEADING,
                     1);
    for (size_t i = 0; !status && i < self->spine.count; i++) {
        uint32_t number = kn_symbols_find(&self->ids, self->spine.name[i], self->spine.length[i]);
        if (number != KN_NO_SYMBOL)
            status = read_page(self, kn_parts_resolve(path, self->names.bytes + self->name[number], name, sizeof name),
                               self->navigation[number], error);
    }
    self->extract->date = kn_date_of_name(self->date);
    return status;
}

static knap_status extract_epub(const kn_source *source, kn_extract *extract, knap_error *error)
{
    reader self = {.source = source,
                   .extract = extract,
                   .names = {.allocator = source->allocator},
                   .title = {.allocator = source->allocator}};
    knap_status status;
    kn_symbols_begin(&self.ids, source->allocator);
    kn_symbols_begin(&self.spine, source->allocator);
    status = read_book(&self, error);
    kn_parts_free(&self.parts);
    kn_symbols_free(&self.ids);
    kn_symbols_free(&self.spine);
    kn_text_free(&self.names);
    kn_text_free(&self.title);
    KN_RELEASE(source->allocator, self.name);
    KN_RELEASE(source->allocator, self.navigation);
    return status;
}

knap_status kn_epub_read(const kn_source *source, const kn_output *output, knap_error *error)
{
    return kn_format_extract(source, output, extract_epub, error);
}
