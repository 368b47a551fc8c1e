/* words.c - the word lists: irregular forms, which replace the stemmer's result, and stop words. */
#include "rouge/scorer.h"

#include "base/error.h"
#include "rouge/file.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* A line of a file in memory, without its end ("\n" or "\r\n"). */
typedef struct line {
    const char *bytes;
    size_t length, number;
} line;

static bool next_line(const kn_text *text, size_t *at, line *found)
{
    const char *start = text->bytes + *at, *end;
    if (*at >= text->length)
        return false;
    end = memchr(start, '\n', text->length - *at);
    found->bytes = start;
    found->length = end ? (size_t)(end - start) : text->length - *at;
    found->number++;
    *at += found->length + 1;
    if (found->length > 0 && start[found->length - 1] == '\r')
        found->length--;
    return true;
}

static knap_status add_exception(knap_rouge *rouge, const char *form, size_t form_length, const char *base,
                                 size_t base_length, knap_error *error)
{
    uint32_t form_symbol, base_symbol;
    if (!KN_ROOM(rouge->allocator, rouge->base, rouge->form.count + 1))
        return kn_no_memory(error);
    base_symbol = kn_symbols_add(&rouge->bases, base, base_length);
    if (base_symbol == KN_NO_SYMBOL)
        return kn_no_memory(error);
    form_symbol = kn_symbols_add(&rouge->form, form, form_length);
    if (form_symbol == KN_NO_SYMBOL)
        return kn_no_memory(error);
    rouge->base[form_symbol] = base_symbol;
    return KNAP_OK;
}

/* Lines "form<separator>base"; anything after a second separator (WordNet's alternative bases) is ignored. */
static knap_status read_exceptions(knap_rouge *rouge, const char *path, char separator, knap_error *error)
{
    kn_text text = {rouge->allocator, NULL, 0, 0, 0};
    line found = {NULL, 0, 0};
    size_t at = 0;
    knap_status status = kn_rouge_read_file(path, &text, error);
    while (!status && next_line(&text, &at, &found)) {
        const char *end = found.bytes + found.length, *tab, *stop;
        if (found.length == 0)
            continue;
        tab = memchr(found.bytes, separator, found.length);
        if (!tab || tab == found.bytes || tab + 1 == end) {
            status = kn_fail_at(error, KNAP_BAD_INPUT, path, found.number, "expected a form, a %s and its base",
                                separator == '\t' ? "tab" : "space");
            break;
        }
        stop = memchr(tab + 1, separator, (size_t)(end - tab - 1));
        status = add_exception(rouge, found.bytes, (size_t)(tab - found.bytes), tab + 1,
                               (size_t)((stop ? stop : end) - tab - 1), error);
    }
    kn_text_free(&text);
    return status;
}

static knap_status read_wordnet(knap_rouge *rouge, const char *folder, knap_error *error)
{
    /* The order in which ROUGE-1.5.5's database was filled: the verb's "is -> be" is kept, not the noun's. */
    static const char *const names[] = {"adj.exc", "adv.exc", "noun.exc", "verb.exc"};
    size_t found = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct stat about;
        kn_text path = {rouge->allocator, NULL, 0, 0, 0};
        knap_status status = KNAP_OK;
        kn_text_format(&path, "%s/%s", folder, names[i]);
        if (path.failed)
            status = kn_no_memory(error);
        else if (stat(path.bytes, &about) == 0) {
            status = read_exceptions(rouge, path.bytes, ' ', error);
            found++;
        }
        kn_text_free(&path);
        if (status)
            return status;
    }
    if (!found)
        return kn_fail_at(error, KNAP_IO, folder, 0, "no adj.exc, adv.exc, noun.exc or verb.exc in this folder");
    return KNAP_OK;
}

knap_status knap_rouge_add_exceptions(knap_rouge *rouge, const char *path, knap_error *error)
{
    KN_REQUIRE(rouge);
    KN_REQUIRE(path);
    struct stat about;
    size_t forms = rouge->form.count, bases = rouge->bases.count;
    uint32_t *before = kn_new(rouge->allocator, forms, sizeof *before);
    knap_status status;
    if (!before)
        return kn_no_memory(error);
    if (forms)
        memcpy(before, rouge->base, forms * sizeof *before);
    status = stat(path, &about) == 0 && S_ISDIR(about.st_mode) ? read_wordnet(rouge, path, error)
                                                               : read_exceptions(rouge, path, '\t', error);
    if (status) {
        kn_symbols_cut(&rouge->form, forms);
        kn_symbols_cut(&rouge->bases, bases);
        if (forms)
            memcpy(rouge->base, before, forms * sizeof *before);
    }
    kn_free(rouge->allocator, before, forms, sizeof *before);
    return status;
}

size_t knap_rouge_exception_count(const knap_rouge *rouge)
{
    if (!rouge)
        return 0;
    return rouge->form.count;
}

knap_status knap_rouge_add_stopwords(knap_rouge *rouge, const char *path, knap_error *error)
{
    KN_REQUIRE(rouge);
    KN_REQUIRE(path);
    kn_text text = {rouge->allocator, NULL, 0, 0, 0};
    line found = {NULL, 0, 0};
    size_t at = 0, before = rouge->stopword.count;
    knap_status status = kn_rouge_read_file(path, &text, error);
    while (!status && next_line(&text, &at, &found))
        if (found.length > 0 && kn_symbols_add(&rouge->stopword, found.bytes, found.length) == KN_NO_SYMBOL)
            status = kn_no_memory(error);
    if (status)
        kn_symbols_cut(&rouge->stopword, before);
    kn_text_free(&text);
    return status;
}

size_t knap_rouge_stopword_count(const knap_rouge *rouge)
{
    if (!rouge)
        return 0;
    return rouge->stopword.count;
}
