/* formats_limits_test.c - files whose parts would make a library take the square of their length, or memory without end. */
#include "text_check.h"

#include "formats/tags.h"
#include "io/inner.h"

static char *repeat(const char *before, const char *piece, size_t count, const char *after)
{
    size_t length = strlen(piece);
    char *made = malloc(strlen(before) + count * length + strlen(after) + 1), *at = made;
    assert_non_null(made);
    at = stpcpy(at, before);
    for (size_t i = 0; i < count; i++, at += length)
        memcpy(at, piece, length);
    strcpy(at, after);
    return made;
}

static knap_status check_tags(char *page)
{
    knap_error error;
    knap_status status = kn_tags_check("a.html", page, strlen(page), &error);
    if (status)
        assert_non_null(strstr(error.message, "attributes"));
    free(page);
    return status;
}

static void counts_attributes(void **state)
{
    enum { MOST = KN_MOST_ATTRIBUTES };
    (void)state;
    assert_int_equal(check_tags(repeat("<p ", "a=1 ", MOST, ">x</p>")), KNAP_OK);
    assert_int_equal(check_tags(repeat("<p ", "a=1 ", MOST + 1, ">x</p>")), KNAP_BAD_INPUT);
    assert_int_equal(check_tags(repeat("<p ", "a ", MOST + 1, ">x</p>")), KNAP_BAD_INPUT);
    assert_int_equal(check_tags(repeat("<p ", "a='>' ", MOST + 1, ">x</p>")), KNAP_BAD_INPUT);
    assert_int_equal(check_tags(repeat("<p ", "a=\"b c\" ", MOST, ">x</p>")), KNAP_OK);
    assert_int_equal(check_tags(repeat("", "<p a=1 b='2'>x</p>", 5000, "")), KNAP_OK);
    /* what is not a tag */
    assert_int_equal(check_tags(repeat("<p>a < b ", "word ", 5000, "</p>")), KNAP_OK);
    assert_int_equal(check_tags(repeat("<!-- <p ", "word ", 5000, "--><p>x</p>")), KNAP_OK);
    assert_int_equal(check_tags(repeat("<script>if (a <b ", "word ", 5000, "</script><p>x</p>")), KNAP_OK);
    assert_int_equal(check_tags(repeat("<style>a <b ", "word ", 5000, "</style><p>x</p>")), KNAP_OK);
    assert_int_equal(check_tags(repeat("<script>1</script><p ", "a=1 ", 5000, ">x</p>")), KNAP_BAD_INPUT);
    /* tags that do not end */
    assert_int_equal(check_tags(repeat("<p a='", "b ", 5000, "")), KNAP_OK);
    assert_int_equal(check_tags(repeat("<p a", "", 0, "")), KNAP_OK);
    assert_int_equal(check_tags(repeat("<", "", 0, "")), KNAP_OK);
}

/* The text of a Markdown file. */
static char *markdown_text(char *page)
{
    knap_file file = {.name = "a.md", .bytes = page, .length = strlen(page)};
    knap_corpus *corpus;
    size_t length;
    char *copy;
    assert_ok(knap_corpus_open_bytes("c", &file, 1, NULL, NULL, &corpus, error));
    const char *text = knap_document_text(knap_corpus_cluster(corpus, 0)->document[0], &length);
    copy = strndup(text, length);
    knap_corpus_close(corpus);
    free(page);
    return copy;
}

/* Links are links, whatever the length of their definitions; what is no definition keeps its text. */
static void shortens_targets(void **state)
{
    static const char *const definition[][2] = {
        {"http://x/", ""}, {"<http://x/ ", ">"}, {"http://x/ \"", "\""}, {"http://x/ '", "'"}, {"http://x/\n  (", ")"}};
    (void)state;
    for (size_t i = 0; i < sizeof definition / sizeof *definition; i++)
        for (size_t ends = 0; ends < 2; ends++) {
            char before[128], after[64];
            snprintf(before, sizeof before, "# Title\n\nThe [bridge] was closed on Monday morning.\n\n[bridge]: %s",
                     definition[i][0]);
            snprintf(after, sizeof after, "%s%s", definition[i][1], ends ? "\n\nIt is open again." : "");
            char *small = markdown_text(repeat(before, "y\xC3\xA9", 3, after));
            char *large = markdown_text(repeat(before, "y\xC3\xA9", 30000, after));
            assert_string_equal(large, small);
            assert_null(strchr(large, '['));
            free(small);
            free(large);
        }
    char *prose = markdown_text(repeat("# Title\n\nAs [Smith] wrote [1]: the ", "bridge ", 2000, "was closed.\n"));
    assert_true(strlen(prose) > 14000);
    free(prose);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(counts_attributes), cmocka_unit_test(shortens_targets)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
