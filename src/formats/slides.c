/* slides.c - slides of .pptx. The presentation lists the ids of its slides; its relations say which files they are. */
#include "formats/slides.h"
#include "formats/xml.h"
#include "base/error.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST_NAME = 200 };

typedef struct reader {
    const kn_source *source;
    const kn_parts *parts;
    kn_extract *extract;
    kn_symbols ids, targets; /* of the relations that are read */
    kn_symbols slides;       /* ids in their order */
    char notes[LONGEST_NAME];
    knap_block kind; /* of the open shape */
    unsigned level;  /* of the open paragraph */
    bool first, in_text, is_notes, skip, table;
} reader;

bool kn_slides_part(const char *name)
{
    return strncmp(name, "ppt/slides/", 11) == 0 || strncmp(name, "ppt/notesSlides/notes", 21) == 0 ||
           strcmp(name, "ppt/presentation.xml") == 0 || strcmp(name, "ppt/_rels/presentation.xml.rels") == 0;
}

static bool is(const char *name, const char *other)
{
    return strcmp(name, other) == 0;
}

/* ---- The order of the slides ---- */

/* Ids and targets are numbered alike: a target that is the same again gets a mark. */
static void start_relation(void *context, const char *name, const kn_xml_attributes *attributes)
{
    reader *self = context;
    char id[64], target[LONGEST_NAME];
    kn_text unique = {.allocator = self->source->allocator};
    if (!is(name, "Relationship"))
        return;
    kn_xml_value(attributes, "Id", id, sizeof id);
    kn_xml_value(attributes, "Target", target, sizeof target);
    if (strstr(target, "notesSlides/"))
        snprintf(self->notes, sizeof self->notes, "%s", target);
    kn_text_add(&unique, target, strlen(target));
    if (kn_symbols_find(&self->ids, id, strlen(id)) == KN_NO_SYMBOL)
        self->extract->failed |= kn_symbols_add(&self->ids, id, strlen(id)) == KN_NO_SYMBOL ||
                                 kn_symbols_add_unique(&self->targets, &unique, unique.length, "#", 2) == KN_NO_SYMBOL;
    kn_text_free(&unique);
}

static void start_list(void *context, const char *name, const kn_xml_attributes *attributes)
{
    reader *self = context;
    const unsigned char **list = attributes->list;
    if (!is(name, "sldId"))
        return;
    for (int i = 0; i < attributes->count; i++, list += 5) /* r:id, not the number in id */
        if (is((const char *)list[0], "id") && list[1])
            self->extract->failed |=
                kn_symbols_add(&self->slides, (const char *)list[3], (size_t)(list[4] - list[3])) == KN_NO_SYMBOL;
}

/* ---- Slides ---- */

static void end_paragraph(reader *self)
{
    knap_block kind = self->table ? KNAP_BLOCK_TABLE : self->is_notes ? KNAP_BLOCK_PARAGRAPH : self->kind;
    if (self->skip)
        kn_extract_drop(self->extract);
    else if (kind == KNAP_BLOCK_HEADING || kind == KNAP_BLOCK_TABLE)
        kn_extract_end(self->extract, kind, kind == KNAP_BLOCK_TABLE ? 0 : self->first ? 1 : 2);
    else
        kn_extract_end_point(self->extract, kind, kind == KNAP_BLOCK_ITEM ? self->level : 0, NULL);
    self->level = 1;
}

static void start_slide(void *context, const char *name, const kn_xml_attributes *attributes)
{
    reader *self = context;
    char value[32];
    if (is(name, "sp") || is(name, "graphicFrame")) {
        self->kind = KNAP_BLOCK_PARAGRAPH;
        self->skip = self->is_notes;
    } else if (is(name, "ph")) {
        kn_xml_value(attributes, "type", value, sizeof value);
        self->kind = is(value, "title") || is(value, "ctrTitle") ? KNAP_BLOCK_HEADING
                     : is(value, "subTitle") || is(value, "tx")  ? KNAP_BLOCK_PARAGRAPH
                                                                 : KNAP_BLOCK_ITEM;
        self->skip = self->is_notes ? !is(value, "body")
                                    : is(value, "sldNum") || is(value, "ftr") || is(value, "dt") || is(value, "hdr");
    } else if (is(name, "pPr")) {
        kn_xml_value(attributes, "lvl", value, sizeof value);
        self->level = value[0] >= '1' && value[0] <= '9' ? (unsigned)(value[0] - '0') + 1 : 1;
    } else if (is(name, "tbl")) {
        self->table = true;
    } else if (is(name, "t")) {
        self->in_text = true;
    } else if (is(name, "br") || is(name, "tab")) {
        kn_extract_add(self->extract, " ", 1);
    }
}

static void end_slide(void *context, const char *name)
{
    reader *self = context;
    if (is(name, "t")) {
        self->in_text = false;
    } else if (is(name, "p")) {
        end_paragraph(self);
    } else if (is(name, "tbl")) {
        self->table = false;
    }
}

static void add_text(void *context, const char *text, size_t length)
{
    reader *self = context;
    if (self->in_text)
        kn_extract_add(self->extract, text, length);
}

/* ---- The file ---- */

static knap_status parse(reader *self, const char *name, const kn_xml_events *events, knap_error *error)
{
    size_t length;
    const char *bytes = kn_parts_find(self->parts, name, &length);
    knap_status status = kn_xml_parse(self->source, bytes, length, events, self, name, error);
    return !status && self->extract->failed ? kn_no_memory(error) : status;
}

/* A slide, and its notes where it has some. */
static knap_status read_slide(reader *self, const char *name, knap_error *error)
{
    static const kn_xml_events events = {start_slide, end_slide, add_text};
    static const kn_xml_events relations = {.start = start_relation};
    const char *base = strrchr(name, '/');
    char path[2 * LONGEST_NAME];
    knap_status status;
    self->level = 1;
    self->table = self->skip = self->in_text = false;
    status = parse(self, name, &events, error);
    self->notes[0] = 0;
    snprintf(path, sizeof path, "ppt/slides/_rels/%s.rels", base ? base + 1 : name);
    if (!status)
        status = parse(self, path, &relations, error);
    if (!status && self->notes[0]) {
        self->is_notes = true;
        status = parse(self, kn_parts_resolve("ppt/slides/", self->notes, path, sizeof path), &events, error);
        self->is_notes = false;
    }
    self->first = false;
    return status;
}

static knap_status read_slides(reader *self, knap_error *error)
{
    static const kn_xml_events relations = {.start = start_relation};
    static const kn_xml_events list = {.start = start_list};
    char name[2 * LONGEST_NAME];
    knap_status status = parse(self, "ppt/_rels/presentation.xml.rels", &relations, error);
    size_t known = self->targets.count;
    if (!status)
        status = parse(self, "ppt/presentation.xml", &list, error);
    for (size_t i = 0; !status && i < self->slides.count; i++) {
        uint32_t number = kn_symbols_find(&self->ids, self->slides.name[i], self->slides.length[i]);
        if (number != KN_NO_SYMBOL && number < known)
            status = read_slide(self, kn_parts_resolve("ppt/", self->targets.name[number], name, sizeof name), error);
    }
    return status;
}

knap_status kn_slides_read(const kn_source *source, const kn_parts *parts, kn_extract *extract, knap_error *error)
{
    reader self = {.source = source, .parts = parts, .extract = extract, .first = true};
    knap_status status;
    kn_symbols_begin(&self.ids, source->allocator);
    kn_symbols_begin(&self.targets, source->allocator);
    kn_symbols_begin(&self.slides, source->allocator);
    status = read_slides(&self, error);
    kn_extract_end(extract, KNAP_BLOCK_PARAGRAPH, 0);
    kn_extract_settle_points(extract);
    kn_symbols_free(&self.ids);
    kn_symbols_free(&self.targets);
    kn_symbols_free(&self.slides);
    return status;
}
