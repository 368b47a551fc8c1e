/* csv.c - items in the rows of a CSV or TSV file with a header, by libcsv. A row becomes a JSON object, which is read as a line
 * of JSON is: names, groups and errors are the same. */
#include "io/csv.h"
#include "io/jsonl.h"
#include "io/passages.h"
#include "base/error.h"
#include "base/quote.h"

#include <csv.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

typedef struct cell {
    size_t start, length; /* in kn_csv.bytes */
    bool given;           /* not empty */
} cell;

typedef struct column {
    kn_slice name;
    unsigned types; /* of its field; 0: none */
    bool feature;   /* "features.NAME" */
} column;

struct kn_csv {
    const knap_allocator *allocator;
    struct csv_parser parser;
    kn_text bytes; /* of the cells */
    cell *cell;    /* [cells] */
    size_t cells;
    kn_text header; /* the names */
    column *column; /* [columns] */
    size_t columns;
    kn_text row; /* as JSON */
    size_t line; /* the row's first */
    char separator;
    bool complete, failed, ready, ended;
};

static void on_cell(void *bytes, size_t length, void *context)
{
    kn_csv *self = context;
    if (!KN_ROOM(self->allocator, self->cell, self->cells + 1)) {
        self->failed = true;
        return;
    }
    self->cell[self->cells++] = (cell){self->bytes.length, length, bytes != NULL && length > 0};
    kn_text_add(&self->bytes, bytes ? bytes : "", length);
}

static void on_row(int end, void *context)
{
    (void)end;
    ((kn_csv *)context)->complete = true;
}

void kn_csv_free(kn_csv *self)
{
    if (!self)
        return;
    csv_free(&self->parser);
    kn_text_free(&self->bytes);
    kn_text_free(&self->header);
    kn_text_free(&self->row);
    KN_RELEASE(self->allocator, self->cell);
    KN_RELEASE(self->allocator, self->column);
    kn_free(self->allocator, self, 1, sizeof *self);
}

/* Tab-separated files often have quotes that mean nothing. */
static int begin_parser(kn_csv *self)
{
    int status = csv_init(&self->parser, (unsigned char)(CSV_EMPTY_IS_NULL |
                                                         (self->separator == '\t' ? 0 : CSV_STRICT | CSV_STRICT_FINI)));
    if (!status && self->separator)
        csv_set_delim(&self->parser, (unsigned char)self->separator);
    return status;
}

/* Reads lines until a row is complete: a quoted cell may have several. */
static kn_read read_cells(knap_reader *reader, knap_error *error)
{
    kn_csv *self = reader->csv;
    kn_stream *stream = &reader->stream;
    self->cells = self->bytes.length = 0;
    self->complete = self->failed = false;
    self->line = stream->line;
    while (!self->complete) {
        size_t length = 0, left;
        unsigned char *from, *end;
        if (kn_stream_peek(stream) == EOF) {
            if (self->ended)
                return KN_READ_END;
            self->ended = true;
            if (csv_fini(&self->parser, on_cell, on_row, self)) {
                kn_fail_at(error, KNAP_BAD_INPUT, stream->path, self->line,
                           "a quote that is opened here is not closed");
                return KN_READ_FAILED;
            }
            if (!self->complete)
                return KN_READ_END;
            break;
        }
        if (self->cells == 0 && self->bytes.length == 0)
            self->line = stream->line;
        from = stream->buffer + stream->at;
        left = stream->filled - stream->at;
        end = memchr(from, '\n', left);
        length = end ? (size_t)(end - from) + 1 : left;
        bool parsed = csv_parse(&self->parser, from, length, on_cell, on_row, self) == length;
        stream->at += length;
        if (!parsed) {
            kn_fail_at(error, KNAP_BAD_INPUT, stream->path, stream->line,
                       "a quote inside a cell: write it twice, and put quotes around the cell");
            stream->line += end != NULL;
            csv_free(&self->parser);
            begin_parser(self); /* allocates nothing */
            return KN_READ_FAILED;
        }
        stream->line += end != NULL;
    }
    if (self->failed || self->bytes.failed) {
        kn_no_memory(error);
        return KN_READ_FAILED;
    }
    return KN_READ_ONE;
}

static char separator_of(const char *bytes, size_t length)
{
    return memchr(bytes, '\t', length) ? '\t' : memchr(bytes, ',', length) ? ',' : memchr(bytes, ';', length) ? ';' : 0;
}

/* Whether the first line looks like a header: it has separators and a name that is known. */
bool kn_csv_recognise(knap_reader *reader)
{
    kn_stream *stream = &reader->stream;
    size_t length;
    unsigned char *end = NULL;
    char separator;
    while (stream->filled - stream->at < KN_LONG_LINE &&
           !(end = memchr(stream->buffer + stream->at, '\n', stream->filled - stream->at)) && kn_stream_more(stream))
        ;
    length = end ? (size_t)(end - stream->buffer) - stream->at : stream->filled - stream->at;
    const char *at = (const char *)stream->buffer + stream->at, *stop = at + length;
    separator = separator_of(at, length);
    while (at < stop) {
        const char *next = separator ? memchr(at, separator, (size_t)(stop - at)) : NULL;
        size_t size = (size_t)((next ? next : stop) - at);
        while (size && (at[0] == '"' || at[0] == ' '))
            at++, size--;
        while (size && strchr("\" \r", at[size - 1]))
            size--;
        if (size && kn_item_meaning(&reader->fields, "", 0, 0, at, size).field < KN_ITEM_FIELDS)
            return true;
        at = next ? next + 1 : stop;
    }
    return false;
}

static knap_status begin(knap_reader *reader, knap_error *error)
{
    kn_csv *self = kn_new(reader->allocator, 1, sizeof *self);
    kn_stream *stream = &reader->stream;
    char separator;
    if (!self)
        return kn_no_memory(error);
    self->allocator = self->bytes.allocator = self->header.allocator = self->row.allocator = reader->allocator;
    const unsigned char *end = memchr(stream->buffer + stream->at, '\n', stream->filled - stream->at);
    separator = separator_of((char *)stream->buffer + stream->at,
                             end ? (size_t)(end - stream->buffer) - stream->at : stream->filled - stream->at);
    self->separator = separator;
    if (begin_parser(self)) {
        kn_free(reader->allocator, self, 1, sizeof *self);
        return kn_no_memory(error);
    }
    reader->csv = self;
    return KNAP_OK;
}

static knap_status read_header(knap_reader *reader, knap_error *error)
{
    static const char prefix[] = "features.";
    kn_csv *self = reader->csv;
    kn_read read = read_cells(reader, error);
    if (read != KN_READ_ONE)
        return read == KN_READ_END ? KNAP_OK : error->status;
    kn_text_add(&self->header, self->bytes.bytes, self->bytes.length);
    if (!KN_ROOM(self->allocator, self->column, self->cells) || self->header.failed)
        return kn_no_memory(error);
    for (self->columns = 0; self->columns < self->cells; self->columns++) {
        column *made = &self->column[self->columns];
        kn_field field;
        *made =
            (column){.name = {self->header.bytes + self->cell[self->columns].start, self->cell[self->columns].length}};
        field = kn_item_meaning(&reader->fields, "", 0, 0, made->name.bytes, made->name.length).field;
        made->types = field < KN_ITEM_FIELDS ? kn_field_types(field) : 0;
        made->feature =
            made->name.length > sizeof prefix - 1 && memcmp(made->name.bytes, prefix, sizeof prefix - 1) == 0;
        if (made->feature) {
            made->name.bytes += sizeof prefix - 1;
            made->name.length -= sizeof prefix - 1;
        }
    }
    return KNAP_OK;
}

/* ---- A row as JSON ---- */

static bool is_word(const char *bytes, size_t length, const char *word)
{
    return strlen(word) == length && strncasecmp(bytes, word, length) == 0;
}

/* Whether the cell is a whole value of JSON that starts with one of `starts`. */
static bool is_json(knap_reader *reader, const char *bytes, size_t length, const char *starts)
{
    kn_text *text = &reader->text;
    if (!length || !strchr(starts, bytes[0]))
        return false;
    text->length = 0;
    kn_text_add(text, bytes, length);
    if (!kn_json_pad(text))
        return false;
    kn_json_start(&reader->json, text->bytes, length, true, 1);
    return kn_json_skip(&reader->json) && !kn_json_peek(&reader->json) && reader->json.ended;
}

/* The cell as its column's field needs it; what does not fit is a string, of which the field says that it is wrong. */
static void add_value(knap_reader *reader, unsigned types, const char *bytes, size_t length)
{
    kn_text *row = &reader->csv->row;
    if (types & KN_BOOLEAN) {
        bool yes = is_word(bytes, length, "true") || is_word(bytes, length, "yes"),
             no = is_word(bytes, length, "false") || is_word(bytes, length, "no");
        if (!(types & KN_NUMBER)) {
            yes = yes || is_word(bytes, length, "1");
            no = no || is_word(bytes, length, "0");
        }
        if (yes || no) {
            kn_text_add(row, yes ? "true" : "false", yes ? 4 : 5);
            return;
        }
    }
    bool number = (types & KN_NUMBER) && (!(types & KN_STRING) || (types & KN_ARRAY));
    if ((number && is_json(reader, bytes, length, "-0123456789")) ||
        ((types & (KN_ARRAY | KN_OBJECT)) && is_json(reader, bytes, length, "[{")))
        kn_text_add(row, bytes, length);
    else
        kn_text_quote(row, bytes, length);
}

/* Adds "NAME": VALUE for the cells of features, or for all others. */
static void add_cells(knap_reader *reader, bool features)
{
    kn_csv *self = reader->csv;
    bool any = false;
    for (size_t i = 0; i < self->columns; i++) {
        const cell *here = &self->cell[i];
        const column *of = &self->column[i];
        if (of->feature != features || !here->given)
            continue;
        if (any)
            kn_text_byte(&self->row, ',');
        any = true;
        kn_text_quote(&self->row, of->name.bytes, of->name.length);
        kn_text_byte(&self->row, ':');
        add_value(reader, features ? KN_NUMBER : of->types, self->bytes.bytes + here->start, here->length);
    }
}

static knap_status make_row(knap_reader *reader, knap_error *error)
{
    kn_csv *self = reader->csv;
    bool features = false, others = false;
    if (self->cells != self->columns)
        return kn_fail(error, KNAP_BAD_INPUT, "the row has %zu cells and the header %zu", self->cells, self->columns);
    for (size_t i = 0; i < self->columns; i++) {
        features = features || (self->column[i].feature && self->cell[i].given);
        others = others || (!self->column[i].feature && self->cell[i].given);
    }
    self->row.length = 0;
    kn_text_byte(&self->row, '{');
    add_cells(reader, false);
    if (features) {
        kn_text_add(&self->row, others ? ",\"features\":{" : "\"features\":{", others ? 13 : 12);
        add_cells(reader, true);
        kn_text_byte(&self->row, '}');
    }
    kn_text_byte(&self->row, '}');
    return !kn_json_pad(&self->row) || reader->text.failed ? kn_no_memory(error) : KNAP_OK;
}

static kn_read next_row(knap_reader *reader, knap_error *error)
{
    kn_csv *self = reader->csv;
    if (!self->ready) {
        kn_read read = read_cells(reader, error);
        reader->json.line = self->line;
        if (read != KN_READ_ONE)
            return read;
        if (make_row(reader, error)) {
            reader->json.line = self->line;
            return KN_READ_FAILED;
        }
        self->ready = true;
    }
    kn_json_start(&reader->json, self->row.bytes, self->row.length, true, self->line);
    return KN_READ_ONE;
}

static void take_row(knap_reader *reader)
{
    reader->csv->ready = false;
}

static kn_read read(knap_reader *reader, knap_data *data, knap_error *error)
{
    static const kn_rows_from rows = {next_row, take_row};
    knap_status status = KNAP_OK;
    if (!reader->csv && !(status = begin(reader, error)))
        status = read_header(reader, error);
    if (status)
        return kn_reader_failed_at(reader, reader->stream.line, error);
    return kn_read_passages(reader, data, &rows, error);
}

const kn_format kn_format_csv = {.name = "CSV", .absent_is_zero = false, .read = read};
