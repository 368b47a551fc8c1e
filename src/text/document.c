/* document.c - a document: decoded text, its paragraphs, its sentences. */
#include "text/date.h"
#include "text/document.h"
#include "text/layout.h"
#include "text/sentences.h"
#include "text/utf8.h"
#include "base/error.h"

#include <string.h>

#include <unicode/uchar.h>

knap_status kn_document_of(const char *name, const char *id, kn_decoded *decoded, const knap_allocator *allocator,
                           knap_document **document, knap_error *error)
{
    knap_document *made = kn_new(allocator, 1, sizeof *made);
    if (!made)
        return kn_no_memory(error);
    made->allocator = made->arena.allocator = allocator;
    made->name = kn_arena_text(&made->arena, name ? name : "", name ? strlen(name) : 0);
    made->id = kn_arena_text(&made->arena, id ? id : "", id ? strlen(id) : 0);
    if (!made->name || !made->id) {
        knap_document_free(made);
        return kn_no_memory(error);
    }
    made->decoded = *decoded;
    *document = made;
    return KNAP_OK;
}

knap_status knap_document_open(const char *name, const char *bytes, size_t length, const char *encoding,
                               const knap_allocator *allocator, knap_document **document, knap_error *error)
{
    kn_decoded decoded;
    knap_status status = kn_decode(name, bytes, length, encoding, allocator, &decoded, error);
    if (status != KNAP_OK)
        return status;
    status = kn_document_of(name, NULL, &decoded, allocator, document, error);
    if (status != KNAP_OK)
        kn_mapped_free(&decoded.mapped);
    return status;
}

void knap_document_free(knap_document *document)
{
    if (!document)
        return;
    kn_mapped_free(&document->decoded.mapped);
    kn_free(document->allocator, document->sentence, document->sentence_capacity, sizeof *document->sentence);
    kn_arena_free(&document->arena);
    kn_free(document->allocator, document, 1, sizeof *document);
}

const char *knap_document_name(const knap_document *document)
{
    return document->name;
}

const char *knap_document_id(const knap_document *document)
{
    return document->id;
}

uint32_t knap_document_date(const knap_document *document)
{
    uint32_t named = document->date ? document->date : kn_date_of_name(document->id);
    return named ? named : kn_date_of_name(document->name);
}

const char *knap_document_text(const knap_document *document, size_t *length)
{
    if (length)
        *length = document->decoded.mapped.text.length;
    return document->decoded.mapped.text.bytes;
}

const char *knap_document_encoding(const knap_document *document)
{
    return document->decoded.encoding;
}

size_t knap_document_repaired(const knap_document *document)
{
    return document->decoded.repaired;
}

void knap_document_source(const knap_document *document, size_t begin, size_t end, size_t *source_begin,
                          size_t *source_end)
{
    kn_mapped_source(&document->decoded.mapped, begin, end, source_begin, source_end);
}

const knap_sentence *knap_document_sentences(const knap_document *document, size_t *count)
{
    *count = document->sentences;
    return document->sentence;
}

/* ---- Splitting ---- */

static unsigned flags_of(const char *text, size_t begin, size_t end)
{
    unsigned flags = kn_ends_sentence(text, begin, end) ? 0 : KNAP_SENTENCE_UNFINISHED;
    size_t upper = 0, letters = 0;
    for (size_t at = begin; at < end;) {
        int32_t code = kn_utf8_next(text, &at, end);
        if (u_islower(code))
            return flags;
        upper += u_isupper(code) != 0;
        letters += u_isalpha(code) != 0;
    }
    return upper && upper * 2 > letters ? flags | KNAP_SENTENCE_CAPITALS : flags;
}

/* Commas and the like that a sentence begins with belong to nothing before it. */
static size_t skip_strays(const char *text, size_t begin, size_t end)
{
    size_t at = begin;
    while (at < end) {
        size_t next = at;
        int32_t code = kn_utf8_next(text, &next, end);
        if (!kn_is_space(code) && code != ',' && code != ';' && code != ':' && code != 0x60C && code != 0x61B)
            return at;
        at = next;
    }
    return begin;
}

static bool add_sentence(knap_document *document, size_t begin, size_t end, const kn_paragraph *paragraph,
                         size_t number, unsigned quotes)
{
    const knap_sentence *last = document->sentences ? &document->sentence[document->sentences - 1] : NULL;
    knap_sentence sentence = {.begin = begin, .end = end, .body = begin, .paragraph = number};
    knap_sentence *grown = kn_grow(document->allocator, document->sentence, &document->sentence_capacity,
                                   document->sentences + 1, sizeof *grown);
    if (!grown)
        return false;
    if (last) {
        last = grown + (document->sentences - 1);
        sentence.story_position = last->story_position + !(last->flags & KNAP_SENTENCE_FURNITURE);
    }
    document->sentence = grown;
    sentence.position = document->sentences;
    sentence.flags = flags_of(document->decoded.mapped.text.bytes, begin, end) | quotes |
                     (paragraph->flags & ~(unsigned)KNAP_SENTENCE_DATELINE);
    if (paragraph->body > begin && paragraph->body < end) {
        sentence.body = paragraph->body;
        sentence.flags |= KNAP_SENTENCE_DATELINE;
    }
    sentence.body = skip_strays(document->decoded.mapped.text.bytes, sentence.body, end);
    kn_mapped_source(&document->decoded.mapped, begin, end, &sentence.source_begin, &sentence.source_end);
    grown[document->sentences++] = sentence;
    return true;
}

static knap_status split_paragraph(knap_document *document, knap_language *language, const kn_paragraph *paragraph,
                                   size_t number, bool casual, kn_cuts *cuts, knap_error *error)
{
    const char *text = document->decoded.mapped.text.bytes;
    size_t begin = paragraph->begin;
    bool quote = false;
    knap_status status;
    cuts->count = 0;
    if (paragraph->flags & KNAP_SENTENCE_FURNITURE) /* a headline is one, whatever it says */
        return add_sentence(document, begin, paragraph->end, paragraph, number, 0) ? KNAP_OK : kn_no_memory(error);
    status = kn_cuts_find(cuts, language, text, paragraph->body, paragraph->end, casual, error);
    for (size_t i = 0; status == KNAP_OK && i < cuts->count; i++) {
        unsigned quotes =
            (quote ? KNAP_SENTENCE_IN_QUOTE : 0u) | (cuts->cut[i].open_quote ? KNAP_SENTENCE_OPEN_QUOTE : 0u);
        quote = cuts->cut[i].open_quote;
        if (!add_sentence(document, begin, cuts->cut[i].end, paragraph, number, quotes))
            return kn_no_memory(error);
        begin = kn_skip_space(text, cuts->cut[i].end, paragraph->end);
    }
    return status;
}

knap_status knap_document_split(knap_document *document, knap_language *language, knap_error *error)
{
    const char *text = document->decoded.mapped.text.bytes;
    size_t length = document->decoded.mapped.text.length;
    kn_cuts cuts = {.allocator = document->allocator};
    kn_layout layout;
    knap_status status = KNAP_OK;
    if (document->split_in && strcmp(document->split_in, knap_language_code(language)) == 0)
        return KNAP_OK;
    document->split_in = NULL;
    document->sentences = 0;
    document->date = 0;
    if (!kn_layout_find(&layout, language, text, length, document->allocator) ||
        !kn_headings_find(&layout, language, text)) {
        status = kn_no_memory(error);
    } else {
        bool casual = kn_is_casual(language, text, length);
        document->date = layout.date;
        for (size_t i = 0; status == KNAP_OK && i < layout.paragraphs; i++)
            status = split_paragraph(document, language, &layout.paragraph[i], i, casual, &cuts, error);
    }
    if (status != KNAP_OK)
        document->sentences = 0;
    else
        document->split_in = knap_language_code(language);
    kn_cuts_free(&cuts);
    kn_layout_free(&layout);
    return status;
}

size_t knap_sentence_text(const knap_document *document, const knap_sentence *sentence, char *text, size_t size)
{
    const char *from = document->decoded.mapped.text.bytes;
    size_t length = 0, at = sentence->body;
    while (at < sentence->end) {
        size_t start = at;
        int32_t code = kn_utf8_next(from, &at, sentence->end);
        bool space = kn_is_space(code);
        size_t bytes = space ? 1 : at - start;
        if (space)
            at = kn_skip_space(from, at, sentence->end);
        if (length + bytes < size)
            memcpy(text + length, space ? " " : from + start, bytes);
        else if (length < size)
            memset(text + length, 0, size - length); /* a character that does not fit is not cut */
        length += bytes;
    }
    if (size)
        text[length < size ? length : size - 1] = 0;
    return length;
}
