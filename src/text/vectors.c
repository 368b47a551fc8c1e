/* vectors.c - sparse tf-idf vectors of unit length, row by row. */
#include "text/vectors.h"
#include "text/utf8.h"
#include "base/error.h"
#include "base/sort.h"

#include <math.h>
#include <string.h>

struct knap_vectors {
    const knap_allocator *allocator;
    const knap_idf *idf;
    bool stop;           /* rows have function words */
    kn_word_stream own;  /* the text of the current row, where rows are added by text */
    uint32_t *column_of; /* [known] 1 + the column of each stem of the stream; 0: none yet */
    size_t known;
    uint32_t *stem_of; /* [columns] the stem's number in the stream */
    double *weight;    /* [columns] idf of each */
    size_t *place;     /* [columns] 1 + the entry of the column in the current row, if that is behind its start */
    size_t *start;     /* [rows + 1] */
    uint32_t *column;
    double *value;                 /* [start[rows]] */
    size_t columns, rows, entries; /* entries: of the finished rows and the current one */
};

knap_status knap_vectors_new(const knap_idf *idf, const knap_allocator *allocator, knap_vectors **vectors,
                             knap_error *error)
{
    KN_REQUIRE(vectors);
    *vectors = NULL;
    knap_vectors *made = kn_new(allocator, 1, sizeof *made);
    if (!made)
        return kn_no_memory(error);
    made->allocator = allocator;
    made->idf = idf;
    kn_stream_begin(&made->own, NULL, allocator);
    if (!KN_ROOM(allocator, made->start, 1)) {
        knap_vectors_free(made);
        return kn_no_memory(error);
    }
    made->start[0] = 0;
    *vectors = made;
    return KNAP_OK;
}

void knap_vectors_free(knap_vectors *vectors)
{
    const knap_allocator *allocator;
    if (!vectors)
        return;
    allocator = vectors->allocator;
    KN_RELEASE(allocator, vectors->stem_of);
    kn_stream_free(&vectors->own);
    KN_RELEASE(allocator, vectors->column_of);
    KN_RELEASE(allocator, vectors->weight);
    KN_RELEASE(allocator, vectors->place);
    KN_RELEASE(allocator, vectors->start);
    KN_RELEASE(allocator, vectors->column);
    KN_RELEASE(allocator, vectors->value);
    kn_free(allocator, vectors, 1, sizeof *vectors);
}

/* Room in column_of for all stems of the stream. */
static bool know_stems(knap_vectors *v, const kn_word_stream *stream)
{
    size_t count = stream->stem.count;
    if (!KN_ROOM(v->allocator, v->column_of, count + 1))
        return false;
    if (count > v->known)
        memset(v->column_of + v->known, 0, (count - v->known) * sizeof *v->column_of);
    v->known = count > v->known ? count : v->known;
    return true;
}

/* Adds the column of a stem that no row has had. */
static bool add_column(knap_vectors *v, const kn_word_stream *stream, uint32_t stem)
{
    if (!KN_ROOM(v->allocator, v->weight, v->columns + 1) || !KN_ROOM(v->allocator, v->place, v->columns + 1) ||
        !KN_ROOM(v->allocator, v->stem_of, v->columns + 1))
        return false;
    v->weight[v->columns] = knap_idf_weight(v->idf, stream->stem.name[stem], stream->stem.length[stem]);
    v->place[v->columns] = 0;
    v->stem_of[v->columns] = stem;
    v->column_of[stem] = (uint32_t)++v->columns;
    return true;
}

static bool count_stem(knap_vectors *v, const kn_word_stream *stream, uint32_t stem)
{
    size_t start = v->start[v->rows], *place;
    uint32_t column;
    if (!v->column_of[stem] && !add_column(v, stream, stem))
        return false;
    column = v->column_of[stem] - 1;
    place = &v->place[column];
    if (*place <= start || *place > v->entries || v->column[*place - 1] != column) {
        if (!KN_ROOM(v->allocator, v->column, v->entries + 1) || !KN_ROOM(v->allocator, v->value, v->entries + 1))
            return false;
        v->column[v->entries] = column;
        v->value[v->entries] = 0;
        *place = ++v->entries;
    }
    v->value[*place - 1] += 1;
    return true;
}

void kn_vectors_keep_stop(knap_vectors *vectors, bool stop)
{
    vectors->stop = stop;
}

knap_status kn_vectors_add_words(knap_vectors *vectors, const kn_word_stream *stream, size_t first, size_t end,
                                 knap_error *error)
{
    size_t begin = vectors->start[vectors->rows];
    double squares = 0;
    if (!KN_ROOM(vectors->allocator, vectors->start, vectors->rows + 2) || !know_stems(vectors, stream))
        return kn_no_memory(error);
    for (size_t i = first; i < end; i++)
        if (kn_vectors_take(&stream->word[i], vectors->stop) && !count_stem(vectors, stream, stream->word[i].stem)) {
            vectors->entries = begin;
            return kn_no_memory(error);
        }
    kn_sort_row(vectors->column + begin, vectors->value + begin, vectors->entries - begin);
    for (size_t i = begin; i < vectors->entries; i++) {
        vectors->value[i] *= vectors->weight[vectors->column[i]];
        squares += vectors->value[i] * vectors->value[i];
    }
    for (size_t i = begin; squares > 0 && i < vectors->entries; i++)
        vectors->value[i] /= sqrt(squares);
    vectors->start[++vectors->rows] = vectors->entries;
    return KNAP_OK;
}

knap_status knap_vectors_add(knap_vectors *vectors, knap_language *language, const char *utf8, size_t length,
                             knap_error *error)
{
    KN_REQUIRE(vectors);
    KN_REQUIRE(language);
    if (length)
        KN_REQUIRE(utf8);
    knap_status status;
    if (!kn_utf8_all_valid(utf8, length))
        return kn_fail(error, KNAP_USAGE, "the text is not valid UTF-8");
    vectors->own.count = 0;
    status = kn_stream_read(&vectors->own, language, utf8, length, error);
    return status ? status : kn_vectors_add_words(vectors, &vectors->own, 0, vectors->own.count, error);
}

size_t knap_vectors_rows(const knap_vectors *vectors)
{
    if (!vectors)
        return 0;
    return vectors->rows;
}

size_t knap_vectors_columns(const knap_vectors *vectors)
{
    if (!vectors)
        return 0;
    return vectors->columns;
}

const char *knap_vectors_column(const knap_vectors *vectors, size_t column)
{
    if (!vectors || column >= vectors->columns)
        return NULL;
    return vectors->own.stem.name[vectors->stem_of[column]];
}

size_t knap_vectors_row(const knap_vectors *vectors, size_t row, const uint32_t **column, const double **value)
{
    bool there = vectors && row < vectors->rows;
    if (column)
        *column = there ? vectors->column + vectors->start[row] : NULL;
    if (value)
        *value = there ? vectors->value + vectors->start[row] : NULL;
    return there ? vectors->start[row + 1] - vectors->start[row] : 0;
}

double knap_vectors_cosine(const knap_vectors *vectors, size_t a, size_t b)
{
    if (!vectors || a >= vectors->rows || b >= vectors->rows)
        return NAN;
    const uint32_t *a_column, *b_column;
    const double *a_value, *b_value;
    size_t a_count = knap_vectors_row(vectors, a, &a_column, &a_value);
    size_t b_count = knap_vectors_row(vectors, b, &b_column, &b_value);
    double sum = 0;
    for (size_t i = 0, j = 0; i < a_count && j < b_count;) {
        if (a_column[i] == b_column[j])
            sum += a_value[i++] * b_value[j++];
        else if (a_column[i] < b_column[j])
            i++;
        else
            j++;
    }
    return sum;
}
