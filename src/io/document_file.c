/* document_file.c - the documents of one file: its format is recognised by content, then by name.
 *
 *     bytes -> a format for bytes (PDF, archives, mail, ...)
 *           -> decoded -> a format for text (HTML, Markdown, ...), SGML, or plain text */
#include "io/document_file.h"
#include "io/sgml.h"
#include "base/error.h"
#include "base/file.h"
#include "formats/archive.h"
#include "formats/formats.h"
#include "formats/html.h"
#include "text/utf8.h"

#include <stdio.h>
#include <string.h>

/* Archives inside archives, and bytes that a file may expand to. */
enum { DEEPEST = 4 };
static const size_t MOST_BYTES = (size_t)256 << 20;

typedef struct reading {
    knap_corpus *corpus;
    kn_cluster *cluster;
    const char *name;  /* of the file that holds all others, for the documents */
    const char *id;    /* of the file inside it that is read; "" for the file itself */
    const char *shown; /* for messages, and to recognise the format: the name, and the file inside it */
    bool reference;
    size_t depth;
    size_t *left; /* bytes that all files inside the outer one may still have */
} reading;

static knap_status read_bytes(const reading *self, const char *bytes, size_t length, knap_error *error);

/* ---- What a format's reader gives ---- */

static knap_status add_text(const reading *self, const kn_extract *extract, const char *id, knap_error *error)
{
    knap_corpus *corpus = self->corpus;
    kn_structure structure = kn_extract_structure(extract);
    kn_decoded decoded = {.encoding = "UTF-8"};
    kn_text full = {.allocator = corpus->allocator};
    knap_document *document = NULL;
    knap_status status;
    kn_text_format(&full, "%s%s%s", self->id, self->id[0] && id[0] ? "/" : "", id);
    kn_mapped_begin(&decoded.mapped, corpus->allocator);
    kn_mapped_add(&decoded.mapped, extract->text.bytes ? extract->text.bytes : "", extract->text.length, 1, 0, 1);
    status = full.failed || decoded.mapped.text.failed
                 ? kn_no_memory(error)
                 : kn_document_of(self->name, full.bytes, &decoded, corpus->allocator, &document, error);
    kn_text_free(&full);
    if (status) {
        kn_mapped_free(&decoded.mapped);
        return status;
    }
    status = kn_document_set_structure(document, &structure, error);
    if (status) {
        knap_document_free(document);
        return status;
    }
    return kn_corpus_document(corpus, self->cluster, document, self->reference, error);
}

static knap_status add_document(void *context, const kn_extract *extract, const char *id, knap_error *error)
{
    const reading *self = context;
    kn_extract points;
    knap_status status;
    if (self->reference || extract->punctuated || !kn_extract_has_points(extract))
        return add_text(self, extract, id, error);
    kn_extract_begin(&points, self->corpus->allocator);
    kn_extract_add_points(&points, extract);
    status = points.failed ? kn_no_memory(error) : add_text(self, &points, id, error);
    kn_extract_free(&points);
    return status;
}

/* A file inside an archive. Its path in the archive is the id of its documents. */
static knap_status add_file(void *context, const char *name, const char *bytes, size_t length, knap_error *error)
{
    const reading *outer = context;
    reading inner = *outer;
    knap_error problem = {.status = KNAP_OK};
    kn_text shown = {.allocator = outer->corpus->allocator};
    knap_status status;
    if (outer->depth == DEEPEST)
        return kn_fail_at(error, KNAP_BAD_INPUT, outer->name, 0, "archives more than %d deep", DEEPEST);
    if (length > *outer->left)
        return kn_fail_at(error, KNAP_BAD_INPUT, outer->name, 0, "it expands to more than %zu bytes", MOST_BYTES);
    *outer->left -= length;
    inner.depth++;
    if (!name[0])
        return read_bytes(&inner, bytes, length, error);
    kn_text_format(&shown, "%s/%s", outer->shown, name);
    inner.id = name;
    inner.shown = shown.bytes;
    status = shown.failed ? kn_no_memory(&problem) : read_bytes(&inner, bytes, length, &problem);
    if (status)
        status = kn_corpus_skip(outer->corpus, outer->cluster, name, status, &problem, error);
    kn_text_free(&shown);
    return status;
}

static knap_status read_format(const reading *self, const kn_file_format *format, const char *bytes, size_t length,
                               knap_error *error)
{
    reading copy = *self;
    kn_output output = {&copy, add_document, add_file};
    const knap_corpus *corpus = self->corpus;
    size_t most = MOST_BYTES >> (2 * self->depth);
    kn_source source = {.name = self->shown,
                        .bytes = bytes,
                        .length = length,
                        .allocator = corpus->allocator,
                        .most = most < *self->left ? most : *self->left,
                        .pause = corpus->pause};
    return corpus->apart && format->foreign
               ? kn_apart_read((const kn_apart *)corpus->apart, format, &source, &corpus->limits, &output, error)
               : format->read(&source, &output, error);
}

/* ---- Text ---- */

/* Decodes with the encoding that was asked for, else with the one that the file declares if it is not
 * UTF-8, else with the one that the bytes suggest. */
static knap_status decode(const reading *self, const char *bytes, size_t length, kn_decoded *decoded, knap_error *error)
{
    const knap_corpus *corpus = self->corpus;
    char named[48];
    if (!corpus->encoding && length && bytes[0] != (char)0xFF && bytes[0] != (char)0xFE &&
        kn_declared_encoding(bytes, length, named, sizeof named) && !kn_utf8_all_valid(bytes, length)) {
        knap_status status = kn_decode(self->shown, bytes, length, named, corpus->allocator, decoded, NULL);
        if (!status)
            return KNAP_OK;
        if (status == KNAP_NO_MEMORY)
            return kn_no_memory(error);
    }
    return kn_decode(self->shown, bytes, length, corpus->encoding, corpus->allocator, decoded, error);
}

static knap_status read_text(const reading *self, kn_decoded *decoded, knap_error *error)
{
    knap_corpus *corpus = self->corpus;
    const kn_text *text = &decoded->mapped.text;
    const kn_file_format *format = corpus->format ? (corpus->format->read ? corpus->format : NULL)
                                   : text->length ? kn_format_find(self->shown, text->bytes, text->length, true)
                                                  : NULL;
    knap_document *document;
    knap_status status;
    if (format || (!corpus->format && kn_is_sgml(text->bytes, text->length))) {
        status = format ? read_format(self, format, text->bytes, text->length, error)
                        : kn_sgml_documents(corpus, self->cluster, self->name, decoded, self->reference, error);
        if (!status && format)
            status = kn_corpus_note_encoding(corpus, self->name, decoded, error);
        kn_mapped_free(&decoded->mapped);
        return status;
    }
    status = kn_document_of(self->name, self->id, decoded, corpus->allocator, &document, error);
    if (status) {
        kn_mapped_free(&decoded->mapped);
        return status;
    }
    return kn_corpus_document(corpus, self->cluster, document, self->reference, error);
}

/* A page of HTML with 0 bytes, which browsers pass over: decodes a copy with spaces in their place. */
static knap_status decode_without_zeros(const reading *self, const char *bytes, size_t length, kn_decoded *decoded,
                                        knap_error *error)
{
    char *copy = kn_new_room(self->corpus->allocator, length, 1);
    knap_status status;
    if (!copy)
        return kn_no_memory(error);
    for (size_t i = 0; i < length; i++)
        copy[i] = bytes[i] ? bytes[i] : ' ';
    status = decode(self, copy, length, decoded, error);
    kn_free(self->corpus->allocator, copy, length, 1);
    return status;
}

static knap_status read_bytes(const reading *self, const char *bytes, size_t length, knap_error *error)
{
    const kn_file_format *format = length ? kn_format_find(self->shown, bytes, length, false) : NULL,
                         *forced = self->corpus->format;
    kn_decoded decoded;
    knap_status status;
    if (forced && length && !kn_archive_is(self->shown, bytes, length))
        format = forced->decoded ? NULL : forced;
    if (format)
        return read_format(self, format, bytes, length, error);
    if (length && kn_html_is(self->shown, bytes, length) && memchr(bytes, 0, length))
        status = decode_without_zeros(self, bytes, length, &decoded, error);
    else
        status = decode(self, bytes, length, &decoded, error);
    return status ? status : read_text(self, &decoded, error);
}

knap_status kn_corpus_bytes(knap_corpus *corpus, kn_cluster *cluster, const char *name, const kn_text *bytes,
                            bool reference, knap_error *error)
{
    size_t left = MOST_BYTES;
    reading self = {.corpus = corpus,
                    .cluster = cluster,
                    .name = name,
                    .id = "",
                    .shown = name,
                    .reference = reference,
                    .left = &left};
    return read_bytes(&self, bytes->bytes, bytes->length, error);
}

knap_status kn_corpus_file(knap_corpus *corpus, kn_cluster *cluster, const char *path, bool reference,
                           knap_error *error)
{
    kn_text bytes = {.allocator = corpus->allocator};
    knap_status status = kn_read_file(path, corpus->pause, &bytes, error);
    if (!status)
        status = kn_corpus_bytes(corpus, cluster, path, &bytes, reference, error);
    kn_text_free(&bytes);
    return status;
}
