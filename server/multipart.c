/* multipart.c - the parts of a body of multipart/form-data (RFC 7578). Names of files are labels: no path is opened. */
#define _GNU_SOURCE /* memmem */
#include "server.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST_PARTS = 10000, MOST_HEADER = 4096 };

typedef struct cursor {
    const char *at, *end;
} cursor;

static const char *find(cursor from, const char *what, size_t length)
{
    return memmem(from.at, (size_t)(from.end - from.at), what, length);
}

/* The value of a parameter of a header: name="value" or name=value. */
static bool read_parameter(const char *header, size_t length, const char *name, char *value, size_t size)
{
    size_t name_length = strlen(name);
    for (size_t i = 0; i + name_length + 1 < length; i++) {
        size_t at = i + name_length + 1, used = 0;
        bool quoted;
        if ((i > 0 && header[i - 1] != ' ' && header[i - 1] != ';' && header[i - 1] != '\t') ||
            strncasecmp(header + i, name, name_length) != 0 || header[i + name_length] != '=')
            continue;
        quoted = at < length && header[at] == '"';
        at += quoted;
        for (; at < length && (quoted ? header[at] != '"' : header[at] != ';' && header[at] != ' '); at++) {
            if (quoted && header[at] == '\\' && at + 1 < length && (header[at + 1] == '"' || header[at + 1] == '\\'))
                at++;
            if (used + 1 < size)
                value[used++] = header[at];
        }
        value[used] = 0;
        return true;
    }
    return false;
}

static void read_header(part *into, const char *line, size_t length)
{
    static const char disposition[] = "content-disposition:", type[] = "content-type:";
    if (length > sizeof disposition - 1 && strncasecmp(line, disposition, sizeof disposition - 1) == 0) {
        read_parameter(line, length, "name", into->name, sizeof into->name);
        read_parameter(line, length, "filename", into->file, sizeof into->file);
    } else if (length > sizeof type - 1 && strncasecmp(line, type, sizeof type - 1) == 0) {
        line += sizeof type - 1;
        length -= sizeof type - 1;
        while (length && *line == ' ')
            line++, length--;
        snprintf(into->type, sizeof into->type, "%.*s", (int)strcspn(line, ";\r\n"), line);
    }
}

/* The headers of a part; the cursor moves behind the empty line that ends them. */
static bool read_headers(part *into, cursor *from, fault *wrong)
{
    const char *first = from->at;
    for (;;) {
        const char *end = find(*from, "\r\n", 2);
        if (!end || end - first > MOST_HEADER)
            return fault_set(wrong, 400, NULL, "multipart body: a part's headers do not end within %d bytes",
                             (int)MOST_HEADER);
        if (end == from->at) {
            from->at += 2;
            break;
        }
        read_header(into, from->at, (size_t)(end - from->at));
        from->at = end + 2;
    }
    if (!into->name[0])
        return fault_set(wrong, 400, NULL,
                         "multipart body: a part has no name: expected Content-Disposition: form-data; name=...");
    return true;
}

bool multipart_read(const request *self, part **parts, size_t *count, fault *wrong)
{
    char mark[sizeof self->boundary + 8];
    size_t length = (size_t)snprintf(mark, sizeof mark, "\r\n--%s", self->boundary), capacity = 0;
    cursor from = {self->body, self->body + self->length};
    const char *next;
    *parts = NULL;
    *count = 0;
    if (!self->boundary[0] || !self->length)
        return fault_set(wrong, 400, NULL, "multipart body: %s",
                         self->length ? "the content type has no boundary" : "the body is empty");
    /* the first mark has no line end before it where there is nothing ahead of it */
    next = (size_t)(from.end - from.at) >= length - 2 && memcmp(from.at, mark + 2, length - 2) == 0
               ? from.at - 2
               : find(from, mark, length);
    while (next) {
        part made = {.bytes = NULL};
        from.at = next + length;
        if (from.end - from.at >= 2 && memcmp(from.at, "--", 2) == 0)
            return true;
        while (from.at < from.end && (*from.at == ' ' || *from.at == '\t'))
            from.at++;
        if (from.end - from.at < 2 || memcmp(from.at, "\r\n", 2) != 0)
            break;
        from.at += 2;
        if (!read_headers(&made, &from, wrong))
            break;
        /* the line end that ends the headers can be that of the next mark: the part is empty */
        next = from.at - 2 + length <= from.end && memcmp(from.at - 2, mark, length) == 0 ? from.at - 2
                                                                                          : find(from, mark, length);
        if (!next)
            break;
        made.bytes = from.at;
        made.length = next > from.at ? (size_t)(next - from.at) : 0;
        if (*count == MOST_PARTS) {
            fault_set(wrong, 413, NULL, "multipart body: more than %d parts", (int)MOST_PARTS);
            break;
        }
        if (*count == capacity) {
            capacity = 2 * capacity + 16;
            *parts = cli_grow(*parts, capacity, sizeof **parts);
        }
        (*parts)[(*count)++] = made;
    }
    free(*parts);
    *parts = NULL;
    *count = 0;
    return fault_set(wrong, 400, NULL,
                     "multipart body: it is cut off, or its boundary is not that of the content type");
}
