/* reader_divide.c - a file of instances, read by several processes: each has the lines that begin in its range of the bytes. */
#include "io/format.h"
#include "base/error.h"
#include "base/team.h"

#include <unistd.h>

bool knap_reader_divisible(const knap_reader *reader)
{
    uint64_t size;
    return knap_reader_by_lines(reader) && !reader->broken &&
           (reader->division.begun || kn_file_size(reader->stream.file, &size));
}

/* Forgets the members that were not used. */
static void forget_unused(knap_reader *reader)
{
    size_t count;
    knap_reader_unused(reader, &count);
    for (size_t i = 0; i < count; i++)
        reader->unused[i].count = 0;
}

/* The lines that are not read yet are divided. All processes have read those before; the first one counts what they had. */
static knap_status begin(knap_reader *reader, const knap_team *team, knap_error *error)
{
    kn_division *division = &reader->division;
    kn_stream *stream = &reader->stream;
    off_t at = lseek(stream->file, 0, SEEK_CUR);
    if (at < 0 || !kn_file_size(stream->file, &division->size))
        return kn_fail_at(error, KNAP_IO, stream->path, 0, "cannot find the place in this file");
    division->begun = true;
    division->owned = stream->owned;
    division->origin = division->at = (uint64_t)at - (stream->filled - stream->at);
    division->line = stream->line;
    division->instances = reader->instances;
    division->file = kn_stream_turn(stream, NULL, 0, stream->line);
    if (team->rank > 0)
        forget_unused(reader);
    return KNAP_OK;
}

/* All processes get the members that were not used by any. */
static knap_status share_unused(knap_reader *reader, const knap_team *team, knap_error *error)
{
    kn_text mine = {.allocator = reader->allocator};
    kn_messages all;
    size_t count;
    const knap_member *unused = knap_reader_unused(reader, &count);
    knap_status status;
    kn_put_count(&mine, count);
    for (size_t i = 0; i < count; i++) {
        kn_put_count(&mine, unused[i].count);
        kn_put_name(&mine, unused[i].name);
    }
    status = kn_team_share(team, &mine, &all, error);
    for (size_t rank = 0; !status && rank < team->size; rank++) {
        kn_bytes from = kn_message(&all, rank);
        size_t members = rank == team->rank ? 0 : kn_take_size(&from, from.left);
        for (size_t i = 0; !status && i < members; i++) {
            size_t times = (size_t)kn_take_count(&from);
            const char *name = kn_take_name(&from);
            if (!name)
                status = kn_team_disagrees(error);
            else if (times)
                status = kn_reader_unused(reader, name, times, error);
        }
    }
    kn_text_free(&mine);
    return status;
}

/* The bytes that all processes take together, so that the parts of all rounds have the same size. */
static uint64_t bytes_of_round(const kn_division *division, size_t bytes, size_t processes)
{
    uint64_t left = division->size - division->at, most = (uint64_t)bytes * processes;
    uint64_t rounds = left / most + (left % most > 0);
    return left / rounds + (left % rounds > 0);
}

knap_status knap_reader_divide(knap_reader *reader, size_t bytes, const knap_team *team, bool *any, knap_error *error)
{
    kn_division *division;
    kn_own_lines *lines;
    uint64_t end;
    knap_status status = KNAP_OK;
    KN_REQUIRE(any);
    *any = false;
    KN_REQUIRE(reader);
    KN_REQUIRE(team);
    if (!knap_reader_divisible(reader) || bytes == 0 || bytes > KNAP_MOST_DIVIDED)
        return kn_fail(error, KNAP_USAGE, "knap_reader_divide: the input cannot be divided into parts of this size");
    division = &reader->division;
    lines = &division->lines;
    if (!division->begun && (status = begin(reader, team, error)))
        return status;
    if (division->at >= division->size) {
        kn_stream_turn(&reader->stream, NULL, 0, division->line);
        reader->instances = division->instances;
        return share_unused(reader, team, error);
    }
    end = division->at + bytes_of_round(division, bytes, team->size);
    status =
        kn_lines_divide(division->file, reader->stream.path, division->origin, division->at, end, team, lines, error);
    if (status)
        return status;
    kn_stream_turn(&reader->stream, lines->text.bytes ? lines->text.bytes + lines->begin : NULL,
                   lines->text.length - lines->begin, division->line + lines->lines_before);
    reader->instances = division->instances + lines->records_before;
    division->at = end;
    division->line += lines->lines_of_all;
    division->instances += lines->records_of_all;
    *any = true;
    return KNAP_OK;
}
