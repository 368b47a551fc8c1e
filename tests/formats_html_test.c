/* formats_html_test.c - the article of a page without its furniture, over pages in the shape of real ones. In the pages, comments
 * mark what belongs to the article; the reader never sees them. Code and tables inside it count as neither. */
#define _GNU_SOURCE /* strcasestr */
#include "text_check.h"

#include "formats/formats.h"
#include "formats/html.h"

#include <ctype.h>
#include <strings.h>

enum { MOST_WORDS = 4000, MOST_PAGES = 64 };

typedef struct words {
    char *word[MOST_WORDS];
    size_t count;
} words;

static void add_word(words *to, const char *word, size_t length)
{
    assert_true(to->count < MOST_WORDS);
    to->word[to->count] = strndup(word, length);
    assert_non_null(to->word[to->count++]);
}

static void free_words(words *of)
{
    for (size_t i = 0; i < of->count; i++)
        free(of->word[i]);
    of->count = 0;
}

/* Words are runs of letters and digits, or of bytes that are not ASCII. */
static void split_words(words *to, const char *text, size_t length)
{
    for (size_t at = 0, begin; at < length;) {
        while (at < length && !(isalnum((unsigned char)text[at]) || (unsigned char)text[at] >= 0x80))
            at++;
        for (begin = at; at < length && (isalnum((unsigned char)text[at]) || (unsigned char)text[at] >= 0x80);)
            at++;
        if (at > begin)
            add_word(to, text + begin, at - begin);
    }
}

static bool take_word(words *from, const char *word)
{
    for (size_t i = 0; i < from->count; i++)
        if (strcmp(from->word[i], word) == 0) {
            free(from->word[i]);
            from->word[i] = from->word[--from->count];
            return true;
        }
    return false;
}

static bool begins(const char *at, const char *word)
{
    return strncasecmp(at, word, strlen(word)) == 0;
}

/* Where an element with this closing tag ends. */
static const char *after(const char *at, const char *close)
{
    const char *end = strcasestr(at, close);
    return end ? end + strlen(close) : at + strlen(at);
}

/* The visible words of a page: those of the article, and all others. */
static void read_truth(const char *page, words *article, words *furniture)
{
    bool inside = false;
    const char *at = strcasestr(page, "</head>") ? strcasestr(page, "</head>") : strcasestr(page, "<body");
    char *text = calloc(1, strlen(page) + 8);
    size_t length = 0;
    for (; *at;) {
        if (begins(at, "<!--A-->") || begins(at, "<!--/A-->")) {
            split_words(inside ? article : furniture, text, length);
            length = 0;
            inside = at[4] == 'A';
            at = strchr(at, '>') + 1;
        } else if (begins(at, "<pre") && inside) {
            at = after(at, "</pre>");
        } else if (begins(at, "<script") || begins(at, "<style") || begins(at, "<button")) {
            at = after(at, begins(at, "<script") ? "</script>" : begins(at, "<style") ? "</style>" : "</button>");
        } else if (*at == '<') {
            static const char *const flowing[] = {"<b>",  "</b>",  "<a ",    "</a>", "<em",
                                                  "</em", "<code", "</code", "<i>",  "</i>"};
            bool flows = false;
            for (size_t i = 0; i < sizeof flowing / sizeof *flowing; i++)
                flows = flows || begins(at, flowing[i]);
            if (!flows || begins(at, "<a ") || begins(at, "</a>"))
                text[length++] = ' ';
            at = strchr(at, '>') + 1;
        } else if (begins(at, "&amp;") || begins(at, "&gt;") || begins(at, "&mdash;") || begins(at, "&#8211;")) {
            text[length++] = ' ';
            at = strchr(at, ';') + 1;
        } else {
            text[length++] = *at++;
        }
    }
    split_words(inside ? article : furniture, text, length);
    free(text);
}

static char *read_page(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, 1 << 16);
    assert_non_null(file);
    *length = fread(text, 1, (1 << 16) - 1, file);
    fclose(file);
    return text;
}

/* Code, tables and captions are kept, but marked so that nothing is picked from them. */
static bool is_running_text(knap_block kind)
{
    return kind != KNAP_BLOCK_CODE && kind != KNAP_BLOCK_TABLE && kind != KNAP_BLOCK_CAPTION;
}

static knap_status keep_words(void *context, const kn_extract *extract, const char *id, knap_error *error)
{
    (void)error;
    assert_string_equal(id, "");
    for (size_t i = 0; i < extract->blocks; i++)
        if (is_running_text(extract->block[i].kind))
            split_words(context, extract->text.bytes + extract->block[i].begin,
                        extract->block[i].end - extract->block[i].begin);
    if (getenv("SHOW"))
        printf("%.*s----\n", (int)extract->text.length, extract->text.bytes);
    return KNAP_OK;
}

typedef struct score {
    size_t article, kept, furniture, leaked;
} score;

static void measure(const char *name, score *total)
{
    words article = {.count = 0}, furniture = {.count = 0}, got = {.count = 0};
    char path[512];
    size_t length, kept = 0, leaked = 0;
    char *page;
    kn_source source = {.name = path};
    kn_output output = {&got, keep_words, NULL};
    knap_error error = {.status = KNAP_OK};
    score one;
    snprintf(path, sizeof path, "tests/data/html/%s", name);
    page = read_page(path, &length);
    assert_true(kn_html_is(path, page, length));
    read_truth(page, &article, &furniture);
    source.bytes = page;
    source.length = length;
    assert_int_equal(kn_html_read(&source, &output, &error), KNAP_OK);
    one = (score){.article = article.count, .furniture = furniture.count};
    for (size_t i = 0; i < got.count; i++) {
        if (take_word(&article, got.word[i]))
            kept++;
        else {
            leaked++;
            if (getenv("SHOW"))
                printf("  leaked: %s\n", got.word[i]);
        }
    }
    for (size_t i = 0; getenv("SHOW") && i < article.count; i++)
        printf("  lost: %s\n", article.word[i]);
    printf("%-26s article %4zu kept %6.2f%%  furniture %4zu leaked %6.2f%%\n", name, one.article,
           100.0 * (double)kept / (double)one.article, one.furniture, 100.0 * (double)leaked / (double)one.furniture);
    total->article += one.article;
    total->furniture += one.furniture;
    total->kept += kept;
    total->leaked += leaked;
    free(page);
    free_words(&article);
    free_words(&furniture);
    free_words(&got);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void keeps_articles_and_drops_furniture(void **state)
{
    static char name[MOST_PAGES][256];
    DIR *folder = opendir("tests/data/html");
    struct dirent *entry;
    size_t count = 0;
    score total = {0};
    (void)state;
    assert_non_null(folder);
    while ((entry = readdir(folder)) != NULL)
        if (strstr(entry->d_name, ".html") && count < MOST_PAGES)
            snprintf(name[count++], sizeof *name, "%s", entry->d_name);
    closedir(folder);
    assert_true(count >= 20);
    qsort(name, count, sizeof *name, compare_names);
    for (size_t i = 0; i < count; i++)
        measure(name[i], &total);
    printf("%-26s article %4zu kept %6.2f%%  furniture %4zu leaked %6.2f%%\n", "all", total.article,
           100.0 * (double)total.kept / (double)total.article, total.furniture,
           100.0 * (double)total.leaked / (double)total.furniture);
    assert_true(total.kept * 100 >= total.article * 98);
    assert_true(total.leaked * 100 <= total.furniture * 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(keeps_articles_and_drops_furniture)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
