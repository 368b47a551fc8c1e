/* document.c - a document: its decoded text and its names. It does not change after it was made. */
#include "text/date.h"
#include "text/document.h"
#include "base/error.h"

#include <string.h>

knap_status kn_document_of(const char *name, const char *id, kn_decoded *decoded, const knap_allocator *allocator,
                           knap_document **document, knap_error *error)
{
    knap_document *made = kn_new(allocator, 1, sizeof *made);
    if (!made)
        return kn_no_memory(error);
    made->allocator = made->arena.allocator = allocator;
    made->arena.first = 256; /* there may be hundreds of thousands of short ones */
    made->name = kn_arena_text(&made->arena, name ? name : "", name ? strlen(name) : 0);
    made->id = kn_arena_text(&made->arena, id ? id : "", id ? strlen(id) : 0);
    if (!made->name || !made->id ||
        !kn_joins_find(&made->joins, &made->arena, decoded->mapped.text.bytes, decoded->mapped.text.length)) {
        knap_document_free(made);
        return kn_no_memory(error);
    }
    made->decoded = *decoded;
    *document = made;
    return KNAP_OK;
}

/* The copy of a speaker's name; one copy for paragraphs in a row with the same speaker. */
static const char *copy_speaker(knap_document *document, const kn_block *from, size_t i, const kn_block *copied)
{
    if (i > 0 && from[i - 1].speaker == from[i].speaker)
        return copied[i - 1].speaker;
    return kn_arena_text(&document->arena, from[i].speaker, strlen(from[i].speaker));
}

knap_status kn_document_set_structure(knap_document *document, const kn_structure *structure, knap_error *error)
{
    kn_block *block = kn_arena_new(&document->arena, structure->blocks, sizeof *block);
    if (!block)
        return kn_no_memory(error);
    for (size_t i = 0; i < structure->blocks; i++) {
        block[i] = structure->block[i];
        if (block[i].speaker && !(block[i].speaker = copy_speaker(document, structure->block, i, block)))
            return kn_no_memory(error);
    }
    document->structure = (kn_structure){block, structure->blocks, structure->date, structure->punctuated,
                                         structure->entries};
    return KNAP_OK;
}

knap_status knap_document_new(const char *name, const char *bytes, size_t length, const char *encoding,
                              const knap_allocator *allocator, knap_document **document, knap_error *error)
{
    KN_REQUIRE(document);
    *document = NULL;
    if (length)
        KN_REQUIRE(bytes);
    kn_decoded decoded;
    knap_status status = kn_decode(name, bytes, length, encoding, allocator, &decoded, error);
    if (status)
        return status;
    status = kn_document_of(name, NULL, &decoded, allocator, document, error);
    if (status)
        kn_mapped_free(&decoded.mapped);
    return status;
}

void knap_document_free(knap_document *document)
{
    if (!document)
        return;
    kn_mapped_free(&document->decoded.mapped);
    kn_arena_free(&document->arena);
    kn_free(document->allocator, document, 1, sizeof *document);
}

const char *knap_document_name(const knap_document *document)
{
    if (!document)
        return NULL;
    return document->name;
}

const char *knap_document_id(const knap_document *document)
{
    if (!document)
        return NULL;
    return document->id;
}

const char *knap_document_speaker(const knap_document *document, size_t at)
{
    size_t low = 0, high = document ? document->structure.blocks : 0;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (document->structure.block[middle].end <= at)
            low = middle + 1;
        else
            high = middle;
    }
    if (!document || low == document->structure.blocks || document->structure.block[low].begin > at)
        return NULL;
    return document->structure.block[low].speaker;
}

bool knap_document_punctuated(const knap_document *document)
{
    return document && document->structure.punctuated;
}

bool kn_document_entries(const knap_document *document)
{
    return document->structure.entries;
}

uint32_t kn_document_named_date(const knap_document *document)
{
    uint32_t named = kn_date_of_name(document->id);
    return named ? named : kn_date_of_name(document->name);
}

const char *knap_document_text(const knap_document *document, size_t *length)
{
    if (length)
        *length = 0;
    if (!document)
        return NULL;
    if (length)
        *length = document->decoded.mapped.text.length;
    return document->decoded.mapped.text.bytes;
}

const char *knap_document_encoding(const knap_document *document)
{
    if (!document)
        return NULL;
    return document->decoded.encoding;
}

size_t knap_document_repaired(const knap_document *document)
{
    if (!document)
        return 0;
    return document->decoded.repaired;
}

void knap_document_source(const knap_document *document, size_t begin, size_t end, size_t *source_begin,
                          size_t *source_end)
{
    size_t length, from = 0, to = 0;
    if (knap_document_text(document, &length))
        kn_mapped_source(&document->decoded.mapped, begin < length ? begin : length, end < length ? end : length, &from,
                         &to);
    if (source_begin)
        *source_begin = from;
    if (source_end)
        *source_end = to;
}
