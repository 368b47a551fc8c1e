/* render.c - the text of a context: each format is a row of marks and a way to write one passage. */
#include "passages/context.h"
#include "base/quote.h"

#include <string.h>

static const struct marks {
    const char *open, *between, *close;
} table[] = {[KNAP_FORMAT_NONE] = {"", "\n\n", ""},
             [KNAP_FORMAT_TEXT] = {"", "\n\n", ""},
             [KNAP_FORMAT_MARKDOWN] = {"", "\n\n", ""},
             [KNAP_FORMAT_XML] = {"<context>\n", "\n", "\n</context>"},
             [KNAP_FORMAT_JSON] = {"[", ",\n", "]"}};

const char *kn_render_between(const knap_context *self)
{
    return table[self->settings.format].between;
}

knap_status kn_context_count(const knap_context *self, const char *text, size_t length, double *count,
                             knap_error *error)
{
    size_t counted;
    knap_status status = knap_meter_count(self->meter, text, length, &counted, error);
    *count = (double)counted;
    return status;
}

static void add(kn_text *out, const char *text)
{
    kn_text_add(out, text, strlen(text));
}

/* The characters that mean something in XML, and control characters, which it does not have, as spaces. */
static void add_xml(kn_text *out, const char *text, size_t length, bool quoted)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)text[i];
        if (byte == '&' || byte == '<' || byte == '>')
            add(out, byte == '&' ? "&amp;" : byte == '<' ? "&lt;" : "&gt;");
        else if (byte == '"' && quoted)
            add(out, "&quot;");
        else
            kn_text_byte(out, byte < 32 && byte != '\n' && byte != '\t' ? ' ' : (char)byte);
    }
}

static const char *id_of(const knap_instance *instance, size_t item)
{
    return knap_instance_item_id(instance, item);
}

/* The ids of the items, with ", " between them. Items without an id are left out. */
static void add_ids(kn_text *out, const knap_instance *instance, const knap_cited *cited, bool xml)
{
    bool any = false;
    for (size_t i = 0; i < cited->items; i++) {
        const char *id = id_of(instance, cited->item[i]);
        if (!id)
            continue;
        if (any)
            add(out, ", ");
        any = true;
        if (xml)
            add_xml(out, id, strlen(id), true);
        else
            add(out, id);
    }
}

static bool has_ids(const knap_instance *instance, const knap_cited *cited)
{
    for (size_t i = 0; i < cited->items; i++)
        if (id_of(instance, cited->item[i]))
            return true;
    return false;
}

/* A heading is one line. */
static void add_markdown(kn_text *out, const knap_instance *instance, const knap_cited *cited, const char *source)
{
    size_t start;
    kn_text_format(out, "### [%zu]", cited->number);
    start = out->length;
    if (source || has_ids(instance, cited))
        add(out, " ");
    if (source)
        add(out, source);
    else
        add_ids(out, instance, cited, false);
    for (size_t i = start; !out->failed && i < out->length; i++)
        if (out->bytes[i] == '\n' || out->bytes[i] == '\r')
            out->bytes[i] = ' ';
    add(out, "\n\n");
    kn_text_add(out, cited->text, cited->length);
}

static void add_element(kn_text *out, const knap_instance *instance, const knap_cited *cited, const char *source)
{
    kn_text_format(out, "<passage n=\"%zu\"", cited->number);
    if (has_ids(instance, cited)) {
        add(out, " id=\"");
        add_ids(out, instance, cited, true);
        add(out, "\"");
    }
    if (source) {
        add(out, " source=\"");
        add_xml(out, source, strlen(source), true);
        add(out, "\"");
    }
    add(out, ">\n");
    add_xml(out, cited->text, cited->length, false);
    add(out, "\n</passage>");
}

static void add_object(kn_text *out, const knap_instance *instance, const knap_cited *cited, const char *source)
{
    bool any = false;
    kn_text_format(out, "{\"n\":%zu", cited->number);
    for (size_t i = 0; i < cited->items; i++) {
        const char *id = id_of(instance, cited->item[i]);
        if (!id)
            continue;
        add(out, any ? "," : ",\"ids\":[");
        any = true;
        kn_text_quote(out, id, strlen(id));
    }
    add(out, any ? "]" : "");
    if (source) {
        add(out, ",\"source\":");
        kn_text_quote(out, source, strlen(source));
    }
    add(out, ",\"text\":");
    kn_text_quote(out, cited->text, cited->length);
    add(out, "}");
}

void kn_render_passage(const knap_context *self, const knap_instance *instance, const knap_cited *cited, kn_text *out)
{
    const char *source = knap_instance_group_name(instance, cited->item[0]);
    if (self->settings.format == KNAP_FORMAT_MARKDOWN)
        add_markdown(out, instance, cited, source);
    else if (self->settings.format == KNAP_FORMAT_XML)
        add_element(out, instance, cited, source);
    else if (self->settings.format == KNAP_FORMAT_JSON)
        add_object(out, instance, cited, source);
    else
        kn_text_add(out, cited->text, cited->length);
}

void kn_render(const knap_context *self, const knap_instance *instance, kn_text *out)
{
    const struct marks *marks = &table[self->settings.format];
    out->length = 0;
    add(out, marks->open);
    for (size_t i = 0; i < self->count; i++) {
        add(out, i ? marks->between : "");
        kn_render_passage(self, instance, &self->cited[i], out);
    }
    add(out, marks->close);
}

/* The length of the longest end of `text` that `more` begins with, by the failure function of `more` (Knuth, Morris and Pratt). */
static size_t overlap(const kn_text *text, const char *more, size_t length, size_t *fail)
{
    size_t matched = 0, first = text->length > length ? text->length - length : 0;
    fail[0] = 0;
    for (size_t i = 1; i < length; i++) {
        size_t k = fail[i - 1];
        while (k > 0 && more[i] != more[k])
            k = fail[k - 1];
        fail[i] = k + (more[i] == more[k]);
    }
    for (size_t i = first; i < text->length; i++) {
        while (matched > 0 && (matched == length || text->bytes[i] != more[matched]))
            matched = fail[matched - 1];
        matched += text->bytes[i] == more[matched];
    }
    return matched;
}

bool kn_join_texts(kn_arena *arena, kn_text *text, const char *more, size_t length)
{
    enum { LEAST = 8 }; /* bytes; a shorter match is chance */
    size_t *fail = kn_arena_room(arena, length + 1, sizeof *fail), shared;
    if (!fail)
        return false;
    shared = length ? overlap(text, more, length, fail) : 0;
    if (shared < LEAST) {
        shared = 0;
        kn_text_byte(text, '\n');
    }
    kn_text_add(text, more + shared, length - shared);
    return !text->failed;
}
