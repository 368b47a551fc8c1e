/* divide.c - the lines of a file, divided among the processes of a team. */
#include "io/divide.h"
#include "io/stream.h"
#include "base/error.h"
#include "base/team.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PIECE = 1 << 16 /* bytes that are read at once behind the range */ };

void kn_division_free(kn_division *division)
{
    kn_own_lines_free(&division->lines);
    if (division->owned && division->file >= 0)
        close(division->file);
}

bool kn_file_size(int file, uint64_t *size)
{
    struct stat about;
    if (file < 0 || fstat(file, &about) != 0 || !S_ISREG(about.st_mode))
        return false;
    *size = (uint64_t)about.st_size;
    return true;
}

/* Appends up to `count` bytes from `at` on; fewer only at the end of the file. */
static knap_status read_bytes(int file, const char *path, uint64_t at, size_t count, kn_text *text, knap_error *error)
{
    if (!kn_text_room(text, count))
        return kn_no_memory(error);
    while (count > 0) {
        ssize_t got = pread(file, text->bytes + text->length, count, (off_t)at);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return kn_fail_at(error, KNAP_IO, path, 0, "cannot read on: %s", strerror(errno));
        if (got == 0)
            break;
        text->length += (size_t)got;
        at += (uint64_t)got;
        count -= (size_t)got;
    }
    text->bytes[text->length] = 0;
    return KNAP_OK;
}

/* Reads on from `at` until the last line is complete. */
static knap_status end_line(int file, const char *path, uint64_t at, kn_text *text, knap_error *error)
{
    while (text->length && text->bytes[text->length - 1] != '\n') {
        size_t before = text->length;
        char *end;
        knap_status status = read_bytes(file, path, at, PIECE, text, error);
        if (status || text->length == before)
            return status;
        at += text->length - before;
        if ((end = memchr(text->bytes + before, '\n', text->length - before))) {
            text->length = (size_t)(end + 1 - text->bytes);
            *(end + 1) = 0;
        }
    }
    return KNAP_OK;
}

static void count(kn_own_lines *lines)
{
    const char *at = lines->text.bytes + lines->begin, *end = lines->text.bytes + lines->text.length, *stop;
    for (; at < end; at = stop + 1) {
        stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop ? stop : end;
        lines->lines++;
        lines->records += !kn_is_blank(at, stop);
    }
}

knap_status kn_lines_read(int file, const char *path, uint64_t origin, uint64_t begin, uint64_t end,
                          kn_own_lines *lines, knap_error *error)
{
    uint64_t from = begin > origin ? begin - 1 : begin; /* with the LF before the first line */
    size_t wanted = (size_t)(end - from);
    kn_text *text = &lines->text;
    char *first = NULL;
    knap_status status;
    text->length = lines->begin = lines->lines = lines->records = 0;
    if (end - from > SIZE_MAX / 4)
        return kn_no_memory(error);
    if (begin >= end)
        return KNAP_OK;
    if ((status = read_bytes(file, path, from, wanted, text, error)))
        return status;
    if (from < begin) { /* a LF that is the last byte begins a line of the next range */
        first = text->length ? memchr(text->bytes, '\n', text->length - (text->length == wanted)) : NULL;
        lines->begin = first ? (size_t)(first + 1 - text->bytes) : text->length;
    }
    if (from < begin && !first)
        return KNAP_OK;
    status = text->length < wanted ? KNAP_OK : end_line(file, path, from + text->length, text, error);
    if (!status)
        count(lines);
    return status;
}

knap_status kn_lines_divide(int file, const char *path, uint64_t origin, uint64_t begin, uint64_t end,
                            const knap_team *team, kn_own_lines *lines, knap_error *error)
{
    kn_text mine = {.allocator = lines->text.allocator};
    kn_messages all;
    knap_status status = kn_lines_read(file, path, origin, begin + kn_team_first(team, team->rank, end - begin),
                                       begin + kn_team_first(team, team->rank + 1, end - begin), lines, error);
    if (status)
        return status;
    kn_put_count(&mine, lines->lines);
    kn_put_count(&mine, lines->records);
    status = kn_team_share(team, &mine, &all, error);
    lines->lines_before = lines->records_before = lines->lines_of_all = lines->records_of_all = 0;
    for (size_t rank = 0; !status && rank < team->size; rank++) {
        kn_bytes from = kn_message(&all, rank);
        if (rank == team->rank) {
            lines->lines_before = lines->lines_of_all;
            lines->records_before = lines->records_of_all;
        }
        lines->lines_of_all += (size_t)kn_take_count(&from);
        lines->records_of_all += (size_t)kn_take_count(&from);
        if (from.bad || from.left)
            status = kn_team_disagrees(error);
    }
    kn_text_free(&mine);
    return status;
}
