/* formats/formats.h - files in a format other than plain text: how they are recognised, and their text.
 *
 *     bytes -> format, by content, then by name -> text with paragraphs, headings, speakers and a date
 *
 * A format is one file and one row of the table in formats.c. A library that only one format needs is used by that file
 * alone and may be left out of the build; the row stays, and its reader reports what is missing. */
#pragma once

#include "formats/extract.h"
#include "base/file.h"

#include <stdbool.h>

/* A file as a reader gets it. */
typedef struct kn_source {
    const char *name; /* for messages, and to recognise the format */
    const char *bytes;
    size_t length;
    const knap_allocator *allocator;
    size_t most;           /* bytes that a compressed file may expand to */
    const kn_pause *pause; /* to be asked while much is read; may be NULL */
} kn_source;

/* Where a reader puts what it finds. Both calls may be made any number of times; a status other than KNAP_OK ends the
 * reading. */
typedef struct kn_output {
    void *context;
    /* A document. `id` tells the documents of a file apart; "" where there is only one. Leaves `extract` to the caller. */
    knap_status (*document)(void *context, const kn_extract *extract, const char *id, knap_error *error);
    /* A file inside the file, in a format that is still to be recognised. */
    knap_status (*file)(void *context, const char *name, const char *bytes, size_t length, knap_error *error);
} kn_output;

typedef struct kn_file_format {
    const char *name;   /* as messages print it */
    const char *option; /* the value of --format that forces it; NULL: it cannot be forced */
    bool decoded;       /* `is` and `read` get UTF-8 text; otherwise the bytes of the file */
    /* Whether the content is of this format. Looks at a bounded number of bytes. */
    bool (*is)(const char *name, const char *bytes, size_t length);
    knap_status (*read)(const kn_source *source, const kn_output *output, knap_error *error);
    bool foreign; /* a library of others parses it: see formats/apart.h */
} kn_file_format;

/* The place of a format in the table, and the format there; NULL where there is none. */
size_t kn_format_number(const kn_file_format *format);
const kn_file_format *kn_format_at(size_t number);

/* The format of a file, or NULL where it is none of them. `decoded` selects the rows for text, to be asked after the rows
 * for bytes. */
const kn_file_format *kn_format_find(const char *name, const char *bytes, size_t length, bool decoded);

/* The format that a value of --format forces, or NULL: there is none of that name. "text" is plain text, whose row has no reader. */
const kn_file_format *kn_format_named(const char *option);

/* Writes all values of --format to names[size], with commas between them. */
const char *kn_format_names(char *names, size_t size);

/* Reads a file that is one document: `fill` writes it to the extract. */
knap_status kn_format_extract(const kn_source *source, const kn_output *output,
                              knap_status (*fill)(const kn_source *source, kn_extract *extract, knap_error *error),
                              knap_error *error);

/* The encoding that a file names in its first bytes: an HTML page, or a comment for editors such as "-*- coding: latin-1 -*-".
 * Written to encoding[size]; false where there is none. */
bool kn_declared_encoding(const char *bytes, size_t length, char *encoding, size_t size);

/* The encoding that an HTML page names in its first bytes, written to encoding[size]; false where there is none. */
bool kn_html_encoding(const char *bytes, size_t length, char *encoding, size_t size);
