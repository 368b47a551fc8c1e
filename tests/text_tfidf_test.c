/* text_tfidf_test.c - document frequencies and the vectors weighted by them. */
#include "text_check.h"
#include "idf.h"

#include "text/vectors.h"

static knap_idf *idf_of(const char *const *documents, size_t count)
{
    knap_language *language;
    knap_idf *idf;
    assert_ok(knap_language_open("en", NULL, &language, error));
    assert_ok(knap_idf_new(NULL, &idf, error));
    for (size_t i = 0; i < count; i++) {
        knap_document *document;
        assert_ok(knap_document_new(NULL, documents[i], strlen(documents[i]), NULL, NULL, &document, error));
        assert_ok(idf_add(idf, document, language, error));
        knap_document_free(document);
    }
    knap_language_close(language);
    return idf;
}

static const char *const documents[] = {"The dog barks. Dogs bark!", "A dog and a cat.", "Cats sleep, dogs sleep.",
                                        "Rain."};

static void documents_are_counted_once(void **state)
{
    knap_idf *idf = idf_of(documents, 4);
    (void)state;
    assert_int_equal(knap_idf_documents(idf), 4);
    assert_int_equal(knap_idf_words(idf), 5); /* dog bark cat sleep rain; no function words */
    assert_int_equal(knap_idf_count(idf, "dog", 3), 3);
    assert_int_equal(knap_idf_count(idf, "bark", 4), 1);
    assert_int_equal(knap_idf_count(idf, "the", 3), 0);
    assert_close(knap_idf_weight(idf, "dog", 3), log(5 / 3.5), 1e-15);
    assert_close(knap_idf_weight(idf, "zebra", 5), log(5 / 0.5), 1e-15); /* never seen: finite, and the most */
    assert_close(knap_idf_weight(NULL, "dog", 3), 1, 0);
    knap_idf_free(idf);
}

static char *written(const knap_idf *idf, size_t *length)
{
    char *text;
    assert_ok(knap_idf_write(idf, NULL, &text, length, error));
    return text;
}

static void order_does_not_matter(void **state)
{
    static const char *const back[] = {"Rain.", "Cats sleep, dogs sleep.", "A dog and a cat.",
                                       "The dog barks. Dogs bark!"};
    knap_idf *one = idf_of(documents, 4), *other = idf_of(back, 4);
    size_t length;
    char *one_text = written(one, &length), *other_text = written(other, &length);
    (void)state;
    assert_string_equal(one_text, other_text);
    assert_string_equal(one_text, "idf 4 5\n1 bark\n2 cat\n3 dog\n1 rain\n1 sleep\n");
    knap_text_free(NULL, one_text);
    knap_text_free(NULL, other_text);
    knap_idf_free(one);
    knap_idf_free(other);
}

static void tables_are_read_back(void **state)
{
    knap_idf *idf = idf_of(documents, 4), *back;
    size_t length, used, again;
    char *text = written(idf, &length), *twice;
    (void)state;
    assert_ok(knap_idf_read(text, length, "model", 1, NULL, &back, &used, error));
    assert_int_equal(used, length);
    twice = written(back, &again);
    assert_string_equal(text, twice);
    assert_int_equal(knap_idf_count(back, "dog", 3), 3);
    knap_text_free(NULL, twice);
    knap_text_free(NULL, text);
    assert_ok(knap_idf_prune(idf, 2, error));
    assert_int_equal(knap_idf_count(idf, "bark", 4), 0);
    assert_int_equal(knap_idf_count(idf, "dog", 3), 3);
    text = written(idf, &length);
    assert_string_equal(text, "idf 4 2\n2 cat\n3 dog\n");
    knap_text_free(NULL, text);
    knap_idf_free(back);
    knap_idf_free(idf);
}

static void damaged_tables_are_refused(void **state)
{
    static const char *const bad[] = {"",
                                      "idf",
                                      "idf 4",
                                      "idf 4 1",
                                      "idf 4 1\n",
                                      "idf 4 1\n2",
                                      "idf 4 1\n2 ",
                                      "idf 4 1\n2 \n",
                                      "idf 4 1\n2 dog",
                                      "idf 4 1\n5 dog\n",
                                      "idf 4 2\n2 dog\n2 dog\n",
                                      "idf x 1\n2 dog\n",
                                      "idf 4 1\nx dog\n",
                                      "idf 99999999999999999999 1\n",
                                      "idf 4 999999999999\n1 a\n"};
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        knap_idf *idf;
        knap_error error;
        size_t used;
        assert_int_equal(knap_idf_read(bad[i], strlen(bad[i]), "m", 7, NULL, &idf, &used, &error), KNAP_BAD_MODEL);
        assert_true(error.line >= 7);
        assert_string_equal(error.file, "m");
    }
}

static void vectors_have_length_one(void **state)
{
    knap_idf *idf = idf_of(documents, 4);
    knap_language *language;
    knap_vectors *vectors;
    const uint32_t *column;
    const double *value;
    double dog = log(5 / 3.5), cat = log(5 / 2.5), length = sqrt(4 * dog * dog + cat * cat);
    (void)state;
    assert_ok(knap_language_open("en", NULL, &language, error));
    assert_ok(knap_vectors_new(idf, NULL, &vectors, error));
    assert_ok(knap_vectors_add(vectors, language, "cat", 3, error));
    assert_ok(knap_vectors_add(vectors, language, "Dogs and a cat and the dog", 26, error));
    assert_ok(knap_vectors_add(vectors, language, "the of", 6, error));
    assert_ok(knap_vectors_add(vectors, language, "zebra dog", 9, error));
    assert_int_equal(knap_vectors_rows(vectors), 4);
    assert_int_equal(knap_vectors_columns(vectors), 3);
    assert_int_equal(knap_vectors_row(vectors, 1, &column, &value), 2);
    assert_string_equal(knap_vectors_column(vectors, column[0]), "cat");
    assert_close(value[0], cat / length, 1e-15);
    assert_close(value[1], 2 * dog / length, 1e-15);
    assert_int_equal(knap_vectors_row(vectors, 2, &column, &value), 0);
    assert_close(knap_vectors_cosine(vectors, 0, 1), cat / length, 1e-15);
    assert_close(knap_vectors_cosine(vectors, 1, 1), 1, 1e-15);
    assert_close(knap_vectors_cosine(vectors, 0, 2), 0, 0);
    assert_close(knap_vectors_cosine(vectors, 0, 3), 0, 0);
    knap_vectors_free(vectors);
    knap_language_close(language);
    knap_idf_free(idf);
}

/* With function words, each of the words has a column; rows that were added before have none of them. */
static void vectors_can_keep_function_words(void **state)
{
    knap_language *language;
    knap_vectors *vectors;
    const uint32_t *column;
    const double *value;
    (void)state;
    assert_ok(knap_language_open("en", NULL, &language, error));
    assert_ok(knap_vectors_new(NULL, NULL, &vectors, error));
    assert_ok(knap_vectors_add(vectors, language, "the cat", 7, error));
    kn_vectors_keep_stop(vectors, true);
    assert_ok(knap_vectors_add(vectors, language, "the cat and the dog", 19, error));
    assert_int_equal(knap_vectors_row(vectors, 0, &column, &value), 1);
    assert_int_equal(knap_vectors_row(vectors, 1, &column, &value), 4);
    for (size_t i = 0; i < 4; i++) /* "the" is there twice: 2 / sqrt(4 + 1 + 1 + 1) */
        assert_close(value[i], (strcmp(knap_vectors_column(vectors, column[i]), "the") == 0 ? 2 : 1) / sqrt(7), 1e-15);
    kn_vectors_keep_stop(vectors, false);
    assert_ok(knap_vectors_add(vectors, language, "the of and", 10, error));
    assert_int_equal(knap_vectors_row(vectors, 2, &column, &value), 0);
    knap_vectors_free(vectors);
    knap_language_close(language);
}

static void columns_rise(void **state)
{
    knap_language *language;
    knap_vectors *vectors;
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 6);
    assert_ok(knap_language_open("en", NULL, &language, error));
    assert_ok(knap_vectors_new(NULL, NULL, &vectors, error));
    for (size_t row = 0; row < 200; row++) {
        char text[1024] = "";
        const uint32_t *column;
        const double *value;
        size_t count, words = (size_t)knap_rng_below(&rng, 60);
        double squares = 0;
        for (size_t i = 0; i < words; i++)
            snprintf(text + strlen(text), sizeof text - strlen(text), "w%u ", (unsigned)knap_rng_below(&rng, 100));
        assert_ok(knap_vectors_add(vectors, language, text, strlen(text), error));
        count = knap_vectors_row(vectors, row, &column, &value);
        for (size_t i = 0; i < count; i++) {
            assert_true(i == 0 || column[i - 1] < column[i]);
            squares += value[i] * value[i];
        }
        assert_close(squares, words ? 1 : 0, 1e-12);
    }
    knap_vectors_free(vectors);
    knap_language_close(language);
}

static knap_status count_and_weigh(const knap_allocator *allocator)
{
    knap_language *language = NULL;
    knap_document *document = NULL;
    knap_idf *idf = NULL, *back = NULL;
    knap_vectors *vectors = NULL;
    char *text = NULL;
    size_t length = 0, used;
    knap_error error;
    knap_status status = knap_language_open("en", allocator, &language, &error);
    if (status == KNAP_OK)
        status = knap_document_new("d", documents[2], strlen(documents[2]), NULL, allocator, &document, &error);
    if (status == KNAP_OK)
        status = knap_idf_new(allocator, &idf, &error);
    if (status == KNAP_OK)
        status = idf_add(idf, document, language, &error);
    if (status == KNAP_OK)
        status = knap_idf_write(idf, allocator, &text, &length, &error);
    if (status == KNAP_OK)
        status = knap_idf_read(text, length, "m", 1, allocator, &back, &used, &error);
    if (status == KNAP_OK)
        status = knap_vectors_new(back, allocator, &vectors, &error);
    if (status == KNAP_OK)
        status = knap_vectors_add(vectors, language, documents[2], strlen(documents[2]), &error);
    knap_vectors_free(vectors);
    knap_text_free(allocator, text);
    knap_idf_free(back);
    knap_idf_free(idf);
    knap_document_free(document);
    knap_language_close(language);
    return status;
}

static void failing_allocations(void **state)
{
    (void)state;
    assert_true(fail_each_allocation(count_and_weigh) > 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(documents_are_counted_once),
                                       cmocka_unit_test(order_does_not_matter),
                                       cmocka_unit_test(tables_are_read_back),
                                       cmocka_unit_test(damaged_tables_are_refused),
                                       cmocka_unit_test(vectors_have_length_one),
                                       cmocka_unit_test(vectors_can_keep_function_words),
                                       cmocka_unit_test(columns_rise),
                                       cmocka_unit_test(failing_allocations)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
