/* reader.c - recognises the format of a stream and reads instance after instance. */
#include "io/format.h"
#include "base/error.h"

#include <stdio.h>
#include <string.h>

knap_status knap_reader_open(const char *path, const knap_allocator *allocator, knap_reader **reader, knap_error *error)
{
    knap_reader *made;
    knap_status status;
    if (!reader)
        return kn_fail(error, KNAP_USAGE, "knap_reader_open: reader must not be NULL");
    *reader = NULL;
    made = kn_new(allocator, 1, sizeof *made);
    if (!made)
        return kn_no_memory(error);
    made->allocator = allocator;
    made->text.allocator = made->name.allocator = made->names.allocator = allocator;
    made->fields.allocator = allocator;
    kn_symbols_begin(&made->unused_names, allocator);
    kn_symbols_begin(&made->groups, allocator);
    kn_symbols_begin(&made->dimensions, allocator);
    kn_symbols_begin(&made->alternatives, allocator);
    kn_symbols_begin(&made->terms, allocator);
    kn_symbols_begin(&made->concepts, allocator);
    if (path) {
        made->path_size = strlen(path) + 1;
        made->path = kn_new(allocator, made->path_size, 1);
        if (!made->path) {
            knap_reader_close(made);
            return kn_no_memory(error);
        }
        memcpy(made->path, path, made->path_size);
    }
    status = kn_stream_open(&made->stream, made->path, allocator, error);
    if (status)
        knap_reader_close(made);
    else
        *reader = made;
    return status;
}

void knap_reader_close(knap_reader *reader)
{
    const knap_allocator *allocator;
    if (!reader)
        return;
    allocator = reader->allocator;
    kn_stream_close(&reader->stream);
    kn_text_free(&reader->text);
    kn_text_free(&reader->name);
    kn_text_free(&reader->names);
    kn_fields_free(&reader->fields);
    kn_symbols_free(&reader->unused_names);
    KN_RELEASE(allocator, reader->unused);
    kn_symbols_free(&reader->groups);
    kn_symbols_free(&reader->dimensions);
    kn_symbols_free(&reader->alternatives);
    kn_symbols_free(&reader->terms);
    kn_symbols_free(&reader->concepts);
    kn_free(allocator, reader->feature, reader->feature_capacity, sizeof *reader->feature);
    kn_free(allocator, reader->value, reader->value_capacity, sizeof *reader->value);
    kn_free(allocator, reader->id, reader->id_capacity, sizeof *reader->id);
    kn_free(allocator, reader->after, reader->after_capacity, sizeof *reader->after);
    kn_free(allocator, reader->path, reader->path_size, 1);
    kn_free(allocator, reader, 1, sizeof *reader);
}

knap_status knap_reader_configure(knap_reader *reader, const knap_reader_options *options, knap_error *error)
{
    KN_REQUIRE(reader);
    KN_REQUIRE(options);
    if (reader->format)
        return kn_fail(error, KNAP_USAGE, "knap_reader_configure: the reader has begun to read");
    reader->meter = options->meter;
    reader->cost_later = options->cost_later || knap_meter_unit_of(options->meter) != KNAP_METER_GIVEN;
    kn_fields_free(&reader->fields);
    return kn_fields_begin(&reader->fields, options->map, reader->allocator, error);
}

const knap_member *knap_reader_unused(const knap_reader *reader, size_t *count)
{
    *count = reader ? reader->unused_names.count : 0;
    return reader ? reader->unused : NULL;
}

bool knap_reader_absent_is_zero(const knap_reader *reader)
{
    return reader && reader->format && reader->format->absent_is_zero;
}

/* JSONL begins with '{', the text format with a number. A byte order mark and blank lines before it are skipped. */
static knap_status recognise(knap_reader *reader, knap_error *error)
{
    kn_stream *stream = &reader->stream;
    int byte = kn_stream_peek(stream);
    if (byte == 0xEF) {
        static const int mark[] = {0xEF, 0xBB, 0xBF};
        for (int i = 0; i < 3 && kn_stream_peek(stream) == mark[i]; i++)
            kn_stream_take(stream);
    }
    while ((byte = kn_stream_peek(stream)) == ' ' || byte == '\n' || byte == '\r' || byte == '\t')
        kn_stream_take(stream);
    if (byte == '{')
        reader->format = &kn_format_jsonl;
    else if ((byte >= '0' && byte <= '9') || byte == '.' || byte == '-' || byte == '+')
        reader->format = &kn_format_scp;
    else if (byte != EOF)
        return kn_fail_at(error, KNAP_BAD_INPUT, stream->path, stream->line,
                          "this is neither JSONL (a '{' opens each instance) nor the text format of SCP_ListPrediction "
                          "(a number opens each item)");
    return KNAP_OK;
}

/* Sets the costs of the instance that was read last; drops it where that fails. */
static knap_status set_costs(const knap_reader *reader, knap_data *data, knap_error *error)
{
    knap_instance *instance = knap_data_at(data, knap_data_count(data) - 1);
    knap_status status = reader->meter ? knap_meter_apply(reader->meter, instance, error) : KNAP_OK;
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
    while (!status && reader->format && (limit == 0 || *added < limit)) {
        kn_read read = reader->format->read(reader, data, error);
        if (read == KN_READ_END)
            break;
        status = read == KN_READ_FAILED ? error->status : set_costs(reader, data, error);
        if (!status)
            (*added)++;
        reader->instances++;
    }
    if (!status && reader->stream.failed)
        status = kn_fail_at(error, KNAP_IO, reader->stream.path, reader->stream.line, "cannot read on: %s",
                            strerror(reader->stream.failed));
    reader->broken = status != KNAP_OK;
    return status;
}
