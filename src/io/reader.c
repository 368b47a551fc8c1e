/* reader.c - recognises the format of a stream and reads instance after instance. */
#include "io/meter.h"
#include "io/csv.h"
#include "base/error.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* A reader without a stream. */
static knap_status make(const char *path, const knap_allocator *allocator, knap_reader **reader, knap_error *error)
{
    knap_reader *made = kn_new(allocator, 1, sizeof *made);
    if (!made)
        return kn_no_memory(error);
    made->allocator = made->fields.allocator = allocator;
    made->stream.file = -1;
    made->division.file = -1;
    kn_own_lines_begin(&made->division.lines, allocator);
    made->text.allocator = made->name.allocator = made->names.allocator = made->source.allocator =
        made->group.allocator = allocator;
    kn_numbers_begin(&made->groups_seen, allocator, 64);
    kn_json_begin(&made->json, allocator);
    kn_symbols_begin(&made->paths, allocator);
    kn_symbols_begin(&made->unused_names, allocator);
    kn_symbols_begin(&made->groups, allocator);
    kn_symbols_begin(&made->dimensions, allocator);
    kn_symbols_begin(&made->alternatives, allocator);
    kn_symbols_begin(&made->terms, allocator);
    kn_symbols_begin(&made->shown, allocator);
    kn_symbols_begin(&made->clicked, allocator);
    kn_symbols_begin(&made->concepts, allocator);
    if (path) {
        made->path_size = strlen(path) + 1;
        made->path = kn_new(allocator, made->path_size, 1);
        if (!made->path) {
            made->path_size = 0;
            knap_reader_close(made);
            return kn_no_memory(error);
        }
        memcpy(made->path, path, made->path_size);
    }
    *reader = made;
    return KNAP_OK;
}

knap_status knap_reader_open(const char *path, const knap_allocator *allocator, knap_reader **reader, knap_error *error)
{
    knap_status status;
    if (!reader)
        return kn_fail(error, KNAP_USAGE, "knap_reader_open: reader must not be NULL");
    *reader = NULL;
    if ((status = make(path, allocator, reader, error)))
        return status;
    if ((status = kn_stream_open(&(*reader)->stream, (*reader)->path, allocator, error))) {
        knap_reader_close(*reader);
        *reader = NULL;
    }
    return status;
}

knap_status knap_reader_open_bytes(const char *name, const char *bytes, size_t length, const knap_allocator *allocator,
                                   knap_reader **reader, knap_error *error)
{
    knap_status status;
    KN_REQUIRE(reader);
    *reader = NULL;
    KN_REQUIRE(name);
    KN_REQUIRE(bytes || !length);
    if ((status = make(name, allocator, reader, error)))
        return status;
    status = kn_stream_empty(&(*reader)->stream, (*reader)->path, allocator, error);
    if (!status)
        status = kn_stream_fill(&(*reader)->stream, bytes, length, error);
    if (status) {
        knap_reader_close(*reader);
        *reader = NULL;
    }
    return status;
}

knap_status knap_reader_part(const knap_reader *of, knap_reader **reader, knap_error *error)
{
    knap_status status;
    KN_REQUIRE(reader);
    *reader = NULL;
    KN_REQUIRE(of);
    if ((status = make(of->path, of->allocator, reader, error)))
        return status;
    status = kn_stream_empty(&(*reader)->stream, of->stream.path, of->allocator, error);
    if (!status)
        status = knap_reader_configure(*reader, &of->options, error);
    if (!status)
        status = kn_meter_copy(of->options.meter, of->allocator, &(*reader)->own_meter, error);
    if (!status)
        return KNAP_OK;
    knap_reader_close(*reader);
    *reader = NULL;
    return status;
}

void knap_reader_close(knap_reader *reader)
{
    const knap_allocator *allocator;
    if (!reader)
        return;
    allocator = reader->allocator;
    kn_stream_close(&reader->stream);
    kn_division_free(&reader->division);
    kn_json_free(&reader->json);
    kn_text_free(&reader->text);
    kn_text_free(&reader->name);
    kn_text_free(&reader->names);
    kn_text_free(&reader->source);
    kn_text_free(&reader->group);
    kn_csv_free(reader->csv);
    knap_meter_free(reader->own_meter);
    kn_numbers_free(&reader->groups_seen);
    kn_fields_free(&reader->fields);
    kn_symbols_free(&reader->paths);
    kn_symbols_free(&reader->unused_names);
    kn_symbols_free(&reader->groups);
    kn_symbols_free(&reader->dimensions);
    kn_symbols_free(&reader->alternatives);
    kn_symbols_free(&reader->terms);
    kn_symbols_free(&reader->shown);
    kn_symbols_free(&reader->clicked);
    KN_RELEASE(allocator, reader->chance);
    kn_symbols_free(&reader->concepts);
    KN_RELEASE(allocator, reader->unused);
    KN_RELEASE(allocator, reader->known);
    KN_RELEASE(allocator, reader->pending);
    KN_RELEASE(allocator, reader->feature);
    KN_RELEASE(allocator, reader->feature_stamp);
    KN_RELEASE(allocator, reader->value);
    KN_RELEASE(allocator, reader->id);
    KN_RELEASE(allocator, reader->amount);
    KN_RELEASE(allocator, reader->concept_id);
    KN_RELEASE(allocator, reader->after);
    kn_free(allocator, reader->path, reader->path_size, 1);
    kn_free(allocator, reader, 1, sizeof *reader);
}

knap_status knap_reader_configure(knap_reader *reader, const knap_reader_options *options, knap_error *error)
{
    knap_status status;
    KN_REQUIRE(reader);
    KN_REQUIRE(options);
    if (reader->format)
        return kn_fail(error, KNAP_USAGE, "knap_reader_configure: the reader has begun to read");
    kn_fields made;
    if ((status = kn_fields_begin(&made, options->map, options->by, reader->allocator, error))) {
        kn_fields_free(&made);
        return status;
    }
    kn_fields_free(&reader->fields);
    reader->fields = made;
    reader->options = *options;
    reader->options.cost_later = options->cost_later || knap_meter_unit_of(options->meter) != KNAP_METER_GIVEN;
    reader->options.map = reader->fields.whole;
    reader->options.by = reader->fields.by;
    return KNAP_OK;
}

/* ---- Members that are not used ---- */

const knap_member *knap_reader_unused(knap_reader *reader, size_t *count)
{
    if (!reader || kn_reader_count_unused(reader, NULL)) {
        *count = 0;
        return NULL;
    }
    *count = reader->unused_names.count;
    return reader->unused;
}

knap_status knap_reader_join(knap_reader *reader, knap_reader *part, knap_error *error)
{
    const knap_member *unused;
    size_t count;
    knap_status status = KNAP_OK;
    KN_REQUIRE(reader);
    KN_REQUIRE(part);
    unused = knap_reader_unused(part, &count);
    for (size_t i = 0; !status && i < count; i++)
        status = kn_reader_unused(reader, unused[i].name, unused[i].count, error);
    return status;
}

/* ---- Lines ---- */

bool knap_reader_by_lines(const knap_reader *reader)
{
    return reader && reader->layout == KN_LAYOUT_LINES;
}

bool knap_reader_resume(knap_reader *reader)
{
    if (!reader || !reader->broken || !reader->resumable)
        return false;
    reader->broken = false;
    return true;
}

knap_status knap_reader_take(knap_reader *reader, size_t bytes, knap_reader *part, bool *any, knap_error *error)
{
    size_t lines;
    KN_REQUIRE(any);
    *any = false;
    KN_REQUIRE(reader);
    KN_REQUIRE(part);
    if (!knap_reader_by_lines(reader) || part->stream.file >= 0)
        return kn_fail(error, KNAP_USAGE, "knap_reader_take: not lines, or not a part");
    part->format = reader->format;
    part->layout = reader->layout;
    part->broken = false;
    part->instances = reader->instances;
    part->decided = true; /* by the first instance, which the data have the features of */
    *any = kn_stream_lines(&reader->stream, bytes, &part->stream, &lines);
    reader->instances += lines;
    if (reader->stream.failed == ENOMEM)
        return kn_no_memory(error);
    if (reader->stream.failed)
        return kn_fail_at(error, KNAP_IO, reader->stream.path, reader->stream.line, "cannot read on: %s",
                          strerror(reader->stream.failed));
    return KNAP_OK;
}

size_t knap_reader_instances(const knap_reader *reader)
{
    return reader ? reader->instances : 0;
}

bool knap_reader_absent_is_zero(const knap_reader *reader)
{
    return reader && reader->format && reader->format->absent_is_zero;
}

/* JSONL begins with '{', the text format with a number. A byte order mark and blank lines before are passed
 * over. */
static knap_status recognise(knap_reader *reader, knap_error *error)
{
    kn_stream *stream = &reader->stream;
    int byte = kn_stream_peek(stream);
    if (reader->options.lines) {
        reader->format = &kn_format_jsonl;
        reader->layout = KN_LAYOUT_LINES;
        return KNAP_OK;
    }
    if (byte == 0xEF) {
        static const int mark[] = {0xEF, 0xBB, 0xBF};
        for (int i = 0; i < 3 && kn_stream_peek(stream) == mark[i]; i++)
            kn_stream_take(stream);
    }
    while ((byte = kn_stream_peek(stream)) == ' ' || byte == '\n' || byte == '\r' || byte == '\t')
        kn_stream_take(stream);
    if (byte == '{' || byte == '[')
        reader->format = &kn_format_jsonl;
    else if ((byte >= '0' && byte <= '9') || byte == '.' || byte == '-' || byte == '+')
        reader->format = &kn_format_scp;
    else if (byte != EOF && kn_csv_recognise(reader))
        reader->format = &kn_format_csv;
    else if (byte != EOF)
        return kn_fail_at(
            error, KNAP_BAD_INPUT, stream->path, stream->line,
            "this is neither JSONL (each line starts with '{'), nor CSV or TSV with a header that names a "
            "field such as text, nor the text format of SCP_ListPrediction (a number opens each item)");
    return KNAP_OK;
}

/* Sets the costs of the instance that was read last; drops it where that fails. */
static knap_status set_costs(const knap_reader *reader, knap_data *data, knap_error *error)
{
    const knap_meter *meter = reader->own_meter ? reader->own_meter : reader->options.meter;
    knap_instance *instance = knap_data_at(data, knap_data_count(data) - 1);
    knap_status status = meter ? knap_meter_apply(meter, instance, error) : KNAP_OK;
    if (status) {
        kn_reader_failed_at(reader, knap_instance_line(instance), error);
        knap_data_drop_last(data);
    }
    return status;
}

knap_status knap_reader_read(knap_reader *reader, size_t limit, knap_data *data, size_t *added, knap_error *error)
{
    knap_error place;
    knap_status status = KNAP_OK;
    size_t unused;
    error = error ? error : &place;
    error->file[0] = 0;
    error->line = 0;
    added = added ? added : &unused;
    *added = 0;
    if (!reader || !data)
        return kn_fail(error, KNAP_USAGE, "knap_reader_read: reader and data must not be NULL");
    if (reader->broken)
        return kn_fail(error, KNAP_USAGE, "knap_reader_read: the reader failed before and cannot read on");
    if (!reader->format)
        status = recognise(reader, error);
    reader->resumable = false;
    reader->numbered = 0; /* the features may have been put into another order */
    while (!status && reader->format && (limit == 0 || *added < limit)) {
        kn_read read = reader->format->read(reader, data, error);
        if (read == KN_READ_END)
            break;
        status = read == KN_READ_FAILED ? error->status : set_costs(reader, data, error);
        reader->decided |= !status;
        if (!status)
            (*added)++;
        else if (read == KN_READ_ONE)
            reader->resumable = status == KNAP_BAD_INPUT && reader->layout == KN_LAYOUT_LINES;
        reader->instances++;
    }
    if (!status && reader->stream.failed == ENOMEM)
        status = kn_no_memory(error);
    else if (!status && reader->stream.failed)
        status = kn_fail_at(error, KNAP_IO, reader->stream.path, reader->stream.line, "cannot read on: %s",
                            strerror(reader->stream.failed));
    reader->broken = status != KNAP_OK;
    return status;
}
