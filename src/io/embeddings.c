/* embeddings.c - vectors in a file of numpy: a header in Python's notation, then the numbers. */
#include "io/inner.h"
#include "base/error.h"
#include "base/file.h"
#include "io/embeddings.h"

#include <stdlib.h>
#include <string.h>

struct knap_embeddings {
    const knap_allocator *allocator;
    kn_text bytes; /* of the file */
    const char *first;
    size_t count, width, size; /* `size` of a number: 4 or 8 */
};

static uint64_t take(const char *bytes, size_t size)
{
    uint64_t value = 0;
    for (size_t i = size; i-- > 0;)
        value = value << 8 | (unsigned char)bytes[i];
    return value;
}

static double take_float(const char *bytes)
{
    uint32_t bits = (uint32_t)take(bytes, 4);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

void kn_take_floats(const char *bytes, size_t count, double *value)
{
    for (size_t i = 0; i < count; i++)
        value[i] = take_float(bytes + 4 * i);
}

/* What follows "'name':" in the header, without spaces; "" where it is absent. */
static const char *entry(const char *header, const char *name)
{
    const char *at = strstr(header, name);
    if (!at)
        return "";
    at += strlen(name);
    return at + strspn(at, "': ");
}

/* "(1000, 384), ..." */
static bool read_shape(knap_embeddings *self, const char *shape)
{
    char *end;
    if (*shape != '(')
        return false;
    self->count = strtoull(shape + 1, &end, 10);
    if (*end != ',')
        return false;
    self->width = strtoull(end + 1, &end, 10);
    return *end == ')' && self->width > 0 && self->count > 0;
}

static const char *read_header(knap_embeddings *self)
{
    const char *bytes = self->bytes.bytes;
    size_t length = self->bytes.length, size, start;
    char header[4096];
    if (length < 12 || memcmp(bytes, "\x93NUMPY", 6) != 0)
        return "this is not a file of numpy: save the vectors with numpy.save";
    start = bytes[6] == 1 ? 10 : 12;
    size = (size_t)take(bytes + 8, start - 8);
    if (size >= sizeof header || size > length - start)
        return "its header is damaged";
    memcpy(header, bytes + start, size);
    header[size] = 0;
    self->size = strncmp(entry(header, "'descr'"), "<f4", 3) == 0   ? 4
                 : strncmp(entry(header, "'descr'"), "<f8", 3) == 0 ? 8
                                                                    : 0;
    if (!self->size)
        return "its numbers are neither <f4 nor <f8: save it with .astype('float32')";
    if (strncmp(entry(header, "'fortran_order'"), "False", 5) != 0)
        return "its numbers are in columns: save numpy.ascontiguousarray of it";
    if (!read_shape(self, entry(header, "'shape'")))
        return "it is not an array of two dimensions with rows";
    self->first = bytes + start + size;
    if (self->count > (length - start - size) / self->size / self->width)
        return "it ends before its last row";
    return NULL;
}

knap_status knap_embeddings_open(const char *path, const knap_allocator *allocator, knap_embeddings **vectors,
                                 knap_error *error)
{
    knap_embeddings *made;
    const char *wrong;
    knap_status status;
    KN_REQUIRE(vectors);
    *vectors = NULL;
    KN_REQUIRE(path);
    made = kn_new(allocator, 1, sizeof *made);
    if (!made)
        return kn_no_memory(error);
    made->allocator = made->bytes.allocator = allocator;
    status = kn_read_file(path, NULL, &made->bytes, error);
    if (!status && (wrong = read_header(made)))
        status = kn_fail_at(error, KNAP_BAD_INPUT, path, 0, "%s", wrong);
    if (status)
        knap_embeddings_close(made);
    else
        *vectors = made;
    return status;
}

void knap_embeddings_close(knap_embeddings *vectors)
{
    if (!vectors)
        return;
    kn_text_free(&vectors->bytes);
    kn_free(vectors->allocator, vectors, 1, sizeof *vectors);
}

size_t knap_embeddings_count(const knap_embeddings *vectors)
{
    return vectors ? vectors->count : 0;
}

size_t knap_embeddings_width(const knap_embeddings *vectors)
{
    return vectors ? vectors->width : 0;
}

void knap_embeddings_row(const knap_embeddings *vectors, size_t row, double *value)
{
    if (!vectors || row >= vectors->count || !value)
        return;
    const char *at = vectors->first + row * vectors->width * vectors->size;
    if (vectors->size == 4) {
        kn_take_floats(at, vectors->width, value);
        return;
    }
    for (size_t i = 0; i < vectors->width; i++) {
        uint64_t bits = take(at + 8 * i, 8);
        memcpy(&value[i], &bits, sizeof bits);
    }
}
