/* tfidf.c - document frequencies: the number of documents that contain each stem. */
#include "text/tfidf.h"
#include "text/inner.h"
#include "base/elementary.h"
#include "base/error.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Document frequencies ---- */

knap_status knap_idf_new(const knap_allocator *allocator, knap_idf **idf, knap_error *error)
{
    KN_REQUIRE(idf);
    *idf = NULL;
    knap_idf *made = kn_new(allocator, 1, sizeof *made);
    if (!made)
        return kn_no_memory(error);
    made->allocator = allocator;
    kn_symbols_begin(&made->stems, allocator);
    *idf = made;
    return KNAP_OK;
}

void knap_idf_free(knap_idf *idf)
{
    if (!idf)
        return;
    kn_symbols_free(&idf->stems);
    KN_RELEASE(idf->allocator, idf->count);
    KN_RELEASE(idf->allocator, idf->last);
    kn_free(idf->allocator, idf, 1, sizeof *idf);
}

void knap_idf_document(knap_idf *idf)
{
    if (!idf)
        return;
    idf->documents++;
}

/* The number of a stem, new with a count of 0; KN_NO_SYMBOL when memory is out. */
static uint32_t find_or_add(knap_idf *idf, const char *stem, size_t length)
{
    size_t known = idf->stems.count;
    uint32_t symbol;
    if (!KN_ROOM(idf->allocator, idf->count, known + 1) || !KN_ROOM(idf->allocator, idf->last, known + 1))
        return KN_NO_SYMBOL;
    symbol = kn_symbols_add(&idf->stems, stem, length);
    if (symbol == known)
        idf->count[symbol] = idf->last[symbol] = 0;
    return symbol;
}

knap_status knap_idf_word(knap_idf *idf, const char *stem, size_t length, knap_error *error)
{
    KN_REQUIRE(idf);
    KN_REQUIRE(stem);
    uint32_t symbol;
    /* It could not be written as a line. */
    if (length == 0 || memchr(stem, '\n', length))
        return kn_fail(error, KNAP_USAGE, "a stem is empty or has a line end in it");
    symbol = find_or_add(idf, stem, length);
    if (symbol == KN_NO_SYMBOL)
        return kn_no_memory(error);
    if (idf->documents == 0)
        idf->documents = 1;
    idf->count[symbol] += idf->last[symbol] != idf->documents;
    idf->last[symbol] = idf->documents;
    return KNAP_OK;
}

knap_status knap_idf_prune(knap_idf *idf, size_t least, knap_error *error)
{
    KN_REQUIRE(idf);
    size_t kept = 0;
    kn_symbols stems;
    kn_symbols_begin(&stems, idf->allocator);
    for (size_t i = 0; i < idf->stems.count; i++)
        if (idf->count[i] >= least &&
            kn_symbols_add(&stems, idf->stems.name[i], idf->stems.length[i]) == KN_NO_SYMBOL) {
            kn_symbols_free(&stems);
            return kn_no_memory(error);
        }
    for (size_t i = 0; i < idf->stems.count; i++)
        if (idf->count[i] >= least) {
            idf->count[kept] = idf->count[i];
            idf->last[kept++] = idf->last[i];
        }
    kn_symbols_free(&idf->stems);
    idf->stems = stems;
    return KNAP_OK;
}

size_t knap_idf_documents(const knap_idf *idf)
{
    if (!idf)
        return 0;
    return idf->documents;
}

size_t knap_idf_words(const knap_idf *idf)
{
    if (!idf)
        return 0;
    return idf->stems.count;
}

size_t knap_idf_count(const knap_idf *idf, const char *stem, size_t length)
{
    if (!idf || !stem)
        return 0;
    uint32_t symbol = idf->stems.slots ? kn_symbols_find(&idf->stems, stem, length) : KN_NO_SYMBOL;
    return symbol == KN_NO_SYMBOL ? 0 : idf->count[symbol];
}

double knap_idf_weight(const knap_idf *idf, const char *stem, size_t length)
{
    if (!stem)
        return NAN;
    if (!idf || idf->documents == 0)
        return 1;
    return kn_log(((double)idf->documents + 1) / ((double)knap_idf_count(idf, stem, length) + 0.5));
}

/* ---- As text lines ---- */

typedef struct idf_entry {
    const char *stem;
    size_t length, count;
} idf_entry;

static int by_stem(const void *a, const void *b)
{
    const idf_entry *x = a, *y = b;
    int order = memcmp(x->stem, y->stem, x->length < y->length ? x->length : y->length);
    return order ? order : x->length < y->length ? -1 : x->length > y->length;
}

knap_status knap_idf_write(const knap_idf *idf, const knap_allocator *allocator, char **text, size_t *length,
                           knap_error *error)
{
    KN_REQUIRE(text);
    *text = NULL;
    KN_REQUIRE(length);
    *length = 0;
    KN_REQUIRE(idf);
    kn_text lines = {.allocator = allocator};
    size_t kept = idf->stems.count;
    idf_entry *entry = kn_new(allocator, idf->stems.count, sizeof *entry);
    if (!entry)
        return kn_no_memory(error);
    for (size_t i = 0; i < idf->stems.count; i++)
        entry[i] = (idf_entry){idf->stems.name[i], idf->stems.length[i], idf->count[i]};
    qsort(entry, kept, sizeof *entry, by_stem);
    kn_text_format(&lines, "idf %zu %zu\n", idf->documents, kept);
    for (size_t i = 0; i < kept; i++) {
        kn_text_format(&lines, "%zu ", entry[i].count);
        kn_text_add(&lines, entry[i].stem, entry[i].length);
        kn_text_add(&lines, "\n", 1);
    }
    kn_free(allocator, entry, idf->stems.count, sizeof *entry);
    *text = lines.failed ? NULL : kn_caller_text(allocator, lines.bytes, lines.length);
    *length = *text ? lines.length : 0;
    kn_text_free(&lines);
    return *text ? KNAP_OK : kn_no_memory(error);
}

/* Reads digits and the byte `behind` after them; false if there are no digits, too many, or the byte is another. */
static bool read_count(const char *text, size_t length, size_t *at, char behind, size_t *count)
{
    size_t digits = 0;
    *count = 0;
    while (*at < length && text[*at] >= '0' && text[*at] <= '9' && digits++ < 15)
        *count = *count * 10 + (size_t)(text[(*at)++] - '0');
    return digits > 0 && *at < length && text[(*at)++] == behind;
}

static knap_status read_lines(knap_idf *idf, const char *text, size_t length, const char *file, size_t line,
                              size_t *used, knap_error *error)
{
    size_t at = 4, words, count;
    if (length < 4 || memcmp(text, "idf ", 4) != 0 || !read_count(text, length, &at, ' ', &idf->documents) ||
        !read_count(text, length, &at, '\n', &words))
        return kn_fail_at(error, KNAP_BAD_MODEL, file, line, "expected 'idf DOCUMENTS WORDS'");
    if (words <= length && !kn_symbols_reserve(&idf->stems, words))
        return kn_no_memory(error);
    for (size_t i = 0; i < words; i++) {
        const char *end;
        size_t stem;
        uint32_t symbol;
        line++;
        if (!read_count(text, length, &at, ' ', &count) || !(end = memchr(text + at, '\n', length - at)) ||
            end == text + at)
            return kn_fail_at(error, KNAP_BAD_MODEL, file, line, "expected 'COUNT STEM', stem %zu of %zu", i + 1,
                              words);
        stem = at;
        at = (size_t)(end - text) + 1;
        if (count > idf->documents)
            return kn_fail_at(error, KNAP_BAD_MODEL, file, line, "a stem in %zu of %zu documents", count,
                              idf->documents);
        symbol = find_or_add(idf, text + stem, (size_t)(end - text) - stem);
        if (symbol == KN_NO_SYMBOL)
            return kn_no_memory(error);
        if (symbol != i)
            return kn_fail_at(error, KNAP_BAD_MODEL, file, line, "the same stem again");
        idf->count[symbol] = count;
    }
    *used = at;
    return KNAP_OK;
}

knap_status knap_idf_read(const char *text, size_t length, const char *file, size_t line,
                          const knap_allocator *allocator, knap_idf **idf, size_t *used, knap_error *error)
{
    KN_REQUIRE(idf);
    *idf = NULL;
    KN_REQUIRE(used);
    *used = 0;
    if (length)
        KN_REQUIRE(text);
    knap_idf *made;
    knap_status status = knap_idf_new(allocator, &made, error);
    if (status)
        return status;
    status = read_lines(made, text, length, file, line, used, error);
    if (status)
        knap_idf_free(made);
    else
        *idf = made;
    return status;
}
