/* text_ranges_test.c - words found without ICU are ICU's: over random texts of difficult characters in all languages, over the
 * sample and, where it is there, over all of the shared data. The same for sentences that are cut without asking ICU. */
#define _XOPEN_SOURCE 700 /* nftw */
#include "check.h"

#include "text/inner.h"
#include "text/language.h"
#include "text/marks.h"
#include "text/proposals.h"
#include "text/ranges.h"
#include "text/utf8.h"

#include <ftw.h>
#include <unistd.h>

typedef struct found {
    size_t count, capacity;
    struct {
        size_t begin, end;
        bool number;
    } * range;
} found;

static knap_status keep(void *context, size_t begin, size_t end, bool number, knap_error *error)
{
    found *self = context;
    (void)error;
    if (self->count == self->capacity) {
        self->capacity = self->capacity * 2 + 64;
        self->range = realloc(self->range, self->capacity * sizeof *self->range);
        assert_non_null(self->range);
    }
    self->range[self->count].begin = begin;
    self->range[self->count].end = end;
    self->range[self->count++].number = number;
    return KNAP_OK;
}

static int one_more(void *context, const knap_word *word)
{
    (void)word;
    ++*(size_t *)context;
    return 0;
}

static void compare(knap_language *language, const char *text, size_t length)
{
    static found ours, icu;
    size_t given = 0, counted = 0;
    assert_ok(knap_language_words(language, text, length, KNAP_WORDS_NO_STEM, one_more, &given, error));
    assert_ok(kn_language_count(language, text, length, &counted, error));
    assert_int_equal(counted, given);
    ours.count = icu.count = 0;
    assert_ok(kn_word_ranges(language, text, length, keep, &ours, error));
    assert_ok(kn_word_ranges_icu(language, text, length, keep, &icu, error));
    for (size_t i = 0; i < ours.count || i < icu.count; i++)
        if (i >= ours.count || i >= icu.count || ours.range[i].begin != icu.range[i].begin ||
            ours.range[i].end != icu.range[i].end || ours.range[i].number != icu.range[i].number) {
            size_t at = i < icu.count ? icu.range[i].begin : ours.range[i].begin;
            size_t from = at > 30 ? at - 30 : 0, size = length - from < 80 ? length - from : 80;
            fail_msg("%s: word %zu differs in '%.*s' (ours %zu-%zu%s, ICU %zu-%zu%s)", knap_language_code(language), i,
                     (int)size, text + from, i < ours.count ? ours.range[i].begin : 0,
                     i < ours.count ? ours.range[i].end : 0, i < ours.count && ours.range[i].number ? " number" : "",
                     i < icu.count ? icu.range[i].begin : 0, i < icu.count ? icu.range[i].end : 0,
                     i < icu.count && icu.range[i].number ? " number" : "");
        }
}

/* ---- Random texts ---- */

/* What the rules tell apart: letters and digits of several scripts, marks, joiners, spaces, controls, quotation marks. */
static const int32_t DIFFICULT[] = {
    'a',    'Z',    '1',    '0',    ' ',    ' ',    ' ',    '.',    ',',    ';',     ':',     '\'',   '"',    '_',
    '@',    '-',    '\t',   '\n',   '\r',   '(',    '/',    '%',    '&',    0xAD,    0xA0,    0xB7,   0xAA,   0xB5,
    0xD7,   0xE9,   0x130,  0x1C0,  0x24F,  0x2BC,  0x2C2,  0x300,  0x308,  0x345,   0x387,   0x3B1,  0x430,  0x483,
    0x55A,  0x561,  0x58A,  0x5D0,  0x5F3,  0x5F4,  0x60C,  0x61F,  0x627,  0x64B,   0x661,   0x66B,  0x66C,  0x6DD,
    0x915,  0x93F,  0x94D,  0x964,  0x967,  0xE01,  0xE31,  0x1680, 0x17B4, 0x180E,  0x2003,  0x200B, 0x200D, 0x200E,
    0x2018, 0x2019, 0x201C, 0x2013, 0x2024, 0x2026, 0x2027, 0x2028, 0x202F, 0x203F,  0x2060,  0x2160, 0x24B6, 0x3000,
    0x3042, 0x30AB, 0x30FC, 0x4E00, 0xAC00, 0xFE33, 0xFF0E, 0xFF21, 0xFF11, 0x1F600, 0x1F1E6, 0x1D7CE};
enum { DIFFICULTS = sizeof DIFFICULT / sizeof *DIFFICULT, LONGEST = 40 };

/* Mostly ASCII, or mostly not; sometimes any character at all. */
static size_t random_text(knap_rng *rng, char *text)
{
    size_t length = 0, count = knap_rng_below(rng, LONGEST), width = knap_rng_below(rng, 3);
    for (size_t i = 0; i < count; i++) {
        int32_t code = DIFFICULT[knap_rng_below(rng, width == 0 ? 23 : DIFFICULTS)];
        if (width == 2 && knap_rng_below(rng, 4) > 0)
            code = " abc 12."[knap_rng_below(rng, 8)];
        else if (knap_rng_below(rng, 40) == 0)
            code = (int32_t)(1 + knap_rng_below(rng, 0xD7FF));
        length += kn_utf8_write(code, text + length);
    }
    return length;
}

static void random_words_are_icus(void **state)
{
    knap_rng rng;
    char text[4 * LONGEST];
    (void)state;
    knap_rng_seed(&rng, 14);
    for (const char *const *code = knap_language_codes(); *code; code++) {
        knap_language *language;
        assert_ok(knap_language_open(*code, NULL, &language, error));
        for (int round = 0; round < 4000; round++)
            compare(language, text, random_text(&rng, text));
        knap_language_close(language);
    }
}

/* All pairs and triples of ASCII characters with a letter, a digit and a space around them. */
static void ascii_words_are_icus(void **state)
{
    static const char around[] = "a1 ";
    knap_language *language;
    (void)state;
    assert_ok(knap_language_open("en", NULL, &language, error));
    for (int a = 1; a < 128; a++)
        for (int b = 1; b < 128; b++)
            for (int i = 0; i < 9; i++) {
                char text[] = {around[i / 3], (char)a, (char)b, around[i % 3]};
                compare(language, text, sizeof text);
            }
    knap_language_close(language);
}

/* ---- Sentences ---- */

/* In a paragraph that is called Latin, ICU breaks only behind a mark that kn_next_mark finds. */
static void check_proposals(knap_language *language, const char *text, size_t length)
{
    size_t begin = kn_skip_space(text, 0, length), end = kn_trim_space(text, begin, length), at = begin;
    kn_splitter s = {.language = language, .text = text, .begin = begin, .end = end, .proposal = begin};
    kn_splitter marks = {.language = language, .text = text, .begin = begin, .end = end};
    kn_mark mark = {.end = begin};
    bool more = true;
    s.proposal_byte = begin;
    if (begin == end || !kn_is_latin_only(&s))
        return;
    for (kn_next_proposal(&s, begin); s.proposal < end; kn_next_proposal(&s, s.proposal)) {
        size_t back = s.proposal;
        bool stop = false;
        while (more && mark.end < s.proposal)
            more = kn_next_mark(&marks, &at, &mark);
        while (!stop && back > begin && !kn_is_wordy(kn_utf8_before(text, begin, back)))
            stop = kn_is_stop(kn_utf8_previous(text, begin, &back));
        if (!stop)
            fail_msg("%s: ICU breaks at %zu of '%.*s'", knap_language_code(language), s.proposal, (int)length, text);
    }
}

static void latin_proposals_are_at_marks(void **state)
{
    static const int32_t latin[] = {'a',  'B',  'c',  '1',  ' ',  ' ',  '.',    '.',    '!',    '?',
                                    '"',  '\'', ')',  '(',  ',',  ';',  ':',    '\n',   '\r',   0xE9,
                                    0xC9, 0xA0, 0xAB, 0xBB, 0x85, 0xAD, 0x2019, 0x201C, 0x201D, 0x2014};
    knap_rng rng;
    char text[4 * LONGEST];
    size_t stops = 0;
    (void)state;
    knap_rng_seed(&rng, 15);
    for (const char *const *code = knap_language_codes(); *code; code++) {
        knap_language *language;
        assert_ok(knap_language_open(*code, NULL, &language, error));
        for (int round = 0; round < 2000; round++) {
            size_t length = 0, count = knap_rng_below(&rng, LONGEST);
            for (size_t i = 0; i < count; i++)
                length += kn_utf8_write(latin[knap_rng_below(&rng, sizeof latin / sizeof *latin)], text + length);
            check_proposals(language, text, length);
            stops += count;
        }
        knap_language_close(language);
    }
    assert_true(stops > 0);
}

/* ---- Files ---- */

static knap_language *by_name(const char *path)
{
    static const char *const names[][2] = {{"arabic", "ar"}, {"czech", "cs"}, {"french", "fr"}, {"greek", "el"},
                                           {"hebrew", "he"}, {"hindi", "hi"}, {"", "en"}};
    static knap_language *open[7];
    size_t i = 0;
    while (names[i][0][0] && !strstr(path, names[i][0]))
        i++;
    if (!open[i])
        assert_ok(knap_language_open(names[i][1], NULL, &open[i], error));
    return open[i];
}

static size_t files;

/* Compares one file; those that are no text are left out. */
static int read_file(const char *path, const struct stat *about, int type, struct FTW *place)
{
    knap_document *document;
    knap_language *language = by_name(path);
    size_t length;
    const char *text;
    char *bytes;
    FILE *file;
    knap_status status;
    (void)place;
    if (type != FTW_F || about->st_size == 0 || !(file = fopen(path, "rb")))
        return 0;
    bytes = malloc((size_t)about->st_size);
    length = fread(bytes, 1, (size_t)about->st_size, file);
    fclose(file);
    status = knap_document_new("file", bytes, length, NULL, NULL, &document, NULL);
    free(bytes);
    if (status)
        return 0;
    text = knap_document_text(document, &length);
    compare(language, text, length);
    for (const char *at = text; at < text + length;) {
        const char *end = memchr(at, '\n', length - (size_t)(at - text));
        end = end ? end : text + length;
        check_proposals(language, at, (size_t)(end - at));
        at = end + 1;
    }
    files++;
    knap_document_free(document);
    return 0;
}

static void words_of_files_are_icus(void **state)
{
    (void)state;
    nftw("sample", read_file, 16, FTW_PHYS);
    assert_true(files > 10);
    if (access("../shared/data", R_OK) != 0)
        printf("../shared/data is absent\n");
    nftw("../shared/data", read_file, 16, FTW_PHYS);
    printf("%zu files compared\n", files);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_words_are_icus),
        cmocka_unit_test(ascii_words_are_icus),
        cmocka_unit_test(latin_proposals_are_at_marks),
        cmocka_unit_test(words_of_files_are_icus),
    };
    return cmocka_run_group_tests_name("text_ranges", tests, NULL, NULL);
}
