/* vectors.c - sparse tf-idf vectors of unit length, row by row. */
#include "knap/text.h"
#include "base/error.h"
#include "base/symbols.h"

#include <math.h>
#include <stdbool.h>

struct knap_vectors {
    const knap_allocator *allocator;
    const knap_idf *idf;
    kn_symbols stems;
    double *weight; /* [stems.count] idf of each */
    size_t *place;  /* [stems.count] 1 + where the stem stands in the row at hand, if that is behind its start */
    size_t *start;  /* [rows + 1] */
    uint32_t *column;
    double *value;            /* [start[rows]] */
    knap_word_counts *counts; /* [rows] */
    size_t counts_capacity;
    size_t weight_capacity, place_capacity, start_capacity, column_capacity, value_capacity;
    size_t rows, entries; /* entries: of the finished rows and the one at hand */
};

knap_status knap_vectors_new(const knap_idf *idf, const knap_allocator *allocator, knap_vectors **vectors,
                             knap_error *error)
{
    knap_vectors *made = kn_new(allocator, 1, sizeof *made);
    if (!made)
        return kn_no_memory(error);
    made->allocator = allocator;
    made->idf = idf;
    kn_symbols_begin(&made->stems, allocator);
    made->start = kn_grow(allocator, NULL, &made->start_capacity, 1, sizeof *made->start);
    if (!made->start) {
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
    kn_symbols_free(&vectors->stems);
    kn_free(allocator, vectors->weight, vectors->weight_capacity, sizeof *vectors->weight);
    kn_free(allocator, vectors->place, vectors->place_capacity, sizeof *vectors->place);
    kn_free(allocator, vectors->start, vectors->start_capacity, sizeof *vectors->start);
    kn_free(allocator, vectors->column, vectors->column_capacity, sizeof *vectors->column);
    kn_free(allocator, vectors->value, vectors->value_capacity, sizeof *vectors->value);
    kn_free(allocator, vectors->counts, vectors->counts_capacity, sizeof *vectors->counts);
    kn_free(allocator, vectors, 1, sizeof *vectors);
}

/* Room for one more stem and one more entry. */
static bool reserve(knap_vectors *v)
{
    double *weight = kn_grow(v->allocator, v->weight, &v->weight_capacity, v->stems.count + 1, sizeof *weight);
    size_t *place =
        weight ? kn_grow(v->allocator, v->place, &v->place_capacity, v->stems.count + 1, sizeof *place) : NULL;
    uint32_t *column =
        place ? kn_grow(v->allocator, v->column, &v->column_capacity, v->entries + 1, sizeof *column) : NULL;
    double *value = column ? kn_grow(v->allocator, v->value, &v->value_capacity, v->entries + 1, sizeof *value) : NULL;
    v->weight = weight ? weight : v->weight;
    v->place = place ? place : v->place;
    v->column = column ? column : v->column;
    v->value = value ? value : v->value;
    return value != NULL;
}

typedef struct telling {
    knap_vectors *vectors;
    knap_word_fn also;
    void *context;
    bool cancelled;
} telling;

static int count_stem(void *context, const knap_word *word)
{
    telling *self = context;
    knap_vectors *v = self->vectors;
    size_t known = v->stems.count, start = v->start[v->rows];
    uint32_t symbol;
    if (self->also && self->also(self->context, word)) {
        self->cancelled = true;
        return 1;
    }
    v->counts[v->rows].words++;
    v->counts[v->rows].pronouns += (word->flags & KNAP_WORD_PRONOUN) != 0;
    if (word->flags & KNAP_WORD_STOP)
        return 0;
    if (!reserve(v))
        return 1;
    symbol = kn_symbols_add(&v->stems, word->stem, word->stem_length);
    if (symbol == KN_NO_SYMBOL)
        return 1;
    if (symbol == known) {
        v->weight[symbol] = knap_idf_weight(v->idf, word->stem, word->stem_length);
        v->place[symbol] = 0;
    }
    if (v->place[symbol] <= start || v->place[symbol] > v->entries || v->column[v->place[symbol] - 1] != symbol) {
        v->column[v->entries] = symbol;
        v->value[v->entries] = 0;
        v->place[symbol] = ++v->entries;
    }
    v->value[v->place[symbol] - 1] += 1;
    return 0;
}

/* By rising column. Most rows have some twenty entries, mostly in order already; heapsort keeps the others
 * linear enough. */
static void sift(uint32_t *column, double *value, size_t root, size_t count)
{
    uint32_t top = column[root];
    double top_value = value[root];
    for (;;) {
        size_t child = 2 * root + 1;
        if (child >= count)
            break;
        child += child + 1 < count && column[child + 1] > column[child];
        if (column[child] <= top)
            break;
        column[root] = column[child];
        value[root] = value[child];
        root = child;
    }
    column[root] = top;
    value[root] = top_value;
}

static void sort_row(uint32_t *column, double *value, size_t count)
{
    size_t i = 1;
    while (i < count && column[i - 1] < column[i])
        i++;
    if (i >= count)
        return;
    for (i = count / 2; i-- > 0;)
        sift(column, value, i, count);
    for (i = count; i-- > 1;) {
        uint32_t last = column[i];
        double last_value = value[i];
        column[i] = column[0];
        value[i] = value[0];
        column[0] = last;
        value[0] = last_value;
        sift(column, value, 0, i);
    }
}

knap_status knap_vectors_add(knap_vectors *vectors, knap_language *language, const char *utf8, size_t length,
                             knap_word_fn also, void *context, knap_error *error)
{
    telling self = {vectors, also, context, false};
    size_t begin = vectors->start[vectors->rows];
    double squares = 0;
    knap_status status;
    size_t *start =
        kn_grow(vectors->allocator, vectors->start, &vectors->start_capacity, vectors->rows + 2, sizeof *start);
    if (!start)
        return kn_no_memory(error);
    vectors->start = start;
    knap_word_counts *counts =
        kn_grow(vectors->allocator, vectors->counts, &vectors->counts_capacity, vectors->rows + 1, sizeof *counts);
    if (!counts)
        return kn_no_memory(error);
    vectors->counts = counts;
    counts[vectors->rows] = (knap_word_counts){0, 0};
    status = knap_language_words(language, utf8, length, 0, count_stem, &self, error);
    if (status != KNAP_OK) {
        vectors->entries = begin;
        return status == KNAP_CANCELLED && !self.cancelled ? kn_no_memory(error) : status;
    }
    sort_row(vectors->column + begin, vectors->value + begin, vectors->entries - begin);
    for (size_t i = begin; i < vectors->entries; i++) {
        vectors->value[i] *= vectors->weight[vectors->column[i]];
        squares += vectors->value[i] * vectors->value[i];
    }
    for (size_t i = begin; squares > 0 && i < vectors->entries; i++)
        vectors->value[i] /= sqrt(squares);
    start[++vectors->rows] = vectors->entries;
    return KNAP_OK;
}

size_t knap_vectors_rows(const knap_vectors *vectors)
{
    return vectors->rows;
}

size_t knap_vectors_columns(const knap_vectors *vectors)
{
    return vectors->stems.count;
}

const char *knap_vectors_column(const knap_vectors *vectors, size_t column)
{
    return vectors->stems.name[column];
}

size_t knap_vectors_row(const knap_vectors *vectors, size_t row, const uint32_t **column, const double **value)
{
    *column = vectors->column + vectors->start[row];
    *value = vectors->value + vectors->start[row];
    return vectors->start[row + 1] - vectors->start[row];
}

knap_word_counts knap_vectors_counts(const knap_vectors *vectors, size_t row)
{
    return vectors->counts[row];
}

double knap_vectors_cosine(const knap_vectors *vectors, size_t a, size_t b)
{
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
