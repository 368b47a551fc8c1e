/* The hand-written matchers of src/tokens/split.c against their regular expressions, run by ICU. */
#include "check.h"
#include "base/utf8.h"
#include "tokens/classes.h"
#include "tokens/split.h"

#include <unicode/uregex.h>
#include <unicode/ustring.h>

static const char *const pieces[] = {"'s",
                                     "'T",
                                     "'re",
                                     "'VE",
                                     "'m",
                                     "'lL",
                                     "'d",
                                     "'\xC5\xBF",
                                     "'",
                                     " ",
                                     "  ",
                                     "\n",
                                     "\r",
                                     "\r\n",
                                     "\t",
                                     "\v",
                                     "/",
                                     "a",
                                     "B",
                                     "ab",
                                     "AB",
                                     "1",
                                     "12",
                                     "345678",
                                     ".",
                                     "!?",
                                     "\xC2\xA0",
                                     "\xC2\x85",
                                     "\xE3\x80\x80",
                                     "\xCC\x81",
                                     "\xE3\x81\x82",
                                     "\xCA\xB0",
                                     "\xC7\x85",
                                     "\xC2\xBD",
                                     "\xF0\x9F\x98\x80",
                                     "\xE2\x80\x8D",
                                     "\xE0\xA4\x95\xE0\xA4\xBE",
                                     "\xD8\xA7",
                                     "\xE4\xB8\xAD",
                                     "\xF0\x9D\x90\x80",
                                     "\xE2\x85\xA7",
                                     "_",
                                     "\x7F",
                                     "\x01"};

/* A random text: pieces that the expressions tell apart, and code points of any kind. */
static size_t random_text(knap_rng *rng, char *text)
{
    size_t length = 0, parts = 1 + knap_rng_below(rng, 14);
    for (size_t i = 0; i < parts; i++)
        if (knap_rng_below(rng, 5)) {
            const char *piece = pieces[knap_rng_below(rng, sizeof pieces / sizeof *pieces)];
            memcpy(text + length, piece, strlen(piece));
            length += strlen(piece);
        } else {
            int32_t code = (int32_t)(1 + knap_rng_below(rng, knap_rng_below(rng, 3) ? 0x2FFF : 0x10FFFF));
            length += code >= 0xD800 && code <= 0xDFFF ? 0 : kn_utf8_write(code, text + length);
        }
    return length;
}

/* Every match of the expression must be a piece of the matcher, in the same order and without gaps. */
static void compare(URegularExpression *regex, kn_token_splitter *splitter, const char *text, size_t length)
{
    UErrorCode code = U_ZERO_ERROR;
    UChar units[256];
    int32_t count = 0;
    size_t at = 0;
    u_strFromUTF8(units, 256, &count, text, (int32_t)length, &code);
    uregex_setText(regex, units, count, &code);
    assert_true(U_SUCCESS(code));
    while (uregex_findNext(regex, &code)) {
        int32_t begin = 0, bytes = 0;
        u_strToUTF8(NULL, 0, &begin, units, uregex_start(regex, 0, &code), &(UErrorCode){U_ZERO_ERROR});
        u_strToUTF8(NULL, 0, &bytes, units, uregex_end(regex, 0, &code), &(UErrorCode){U_ZERO_ERROR});
        assert_true(at < length);
        size_t end = splitter((const unsigned char *)text, at, length);
        if ((size_t)begin != at || (size_t)bytes != end)
            fail_msg("'%.*s': the expression matches [%d, %d), the matcher [%zu, %zu)", (int)length, text, begin, bytes,
                     at, end);
        at = end;
    }
    assert_int_equal(at, length);
}

static void prove(const char *expression, kn_token_splitter *splitter)
{
    UErrorCode code = U_ZERO_ERROR;
    UChar pattern[1000];
    knap_rng rng;
    u_charsToUChars(expression, pattern, (int32_t)strlen(expression) + 1);
    URegularExpression *regex = uregex_open(pattern, -1, 0, NULL, &code);
    assert_true(U_SUCCESS(code));
    knap_rng_seed(&rng, 1);
    for (int i = 0; i < 30000; i++) {
        char text[256];
        size_t length = random_text(&rng, text);
        bool known = true; /* ICU's expressions know nothing newer than ICU */
        for (size_t at = 0; at < length;) {
            int32_t point = kn_code_next((const unsigned char *)text, &at);
            known = known && kn_category(point) == (unsigned)u_charType(point);
        }
        if (known)
            compare(regex, splitter, text, length);
    }
    uregex_close(regex);
}

static const char gpt2[] = "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+";
static const char llama3[] =
    "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+"
    "[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
static const char qwen[] = "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+"
                           "[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
/* tiktoken's own forms; its $ is the end of the text, which ICU writes \z */
static const char r50k[] = "'(?:[sdmt]|ll|ve|re)| ?\\p{L}++| ?\\p{N}++| ?[^\\s\\p{L}\\p{N}]++|\\s++\\z|\\s+(?!\\S)|\\s";
static const char cl100k[] = "'(?i:[sdmt]|ll|ve|re)|[^\\r\\n\\p{L}\\p{N}]?+\\p{L}++|\\p{N}{1,3}+| ?[^\\s\\p{L}\\p{N}]++"
                             "[\\r\\n]*+|\\s++\\z|\\s*[\\r\\n]|\\s+(?!\\S)|\\s";
#define UPPER "[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]"
#define LOWER "[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]"
static const char tekken[] =
    "[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]*[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]+|"
    "[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]+[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]*|"
    "\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
static const char o200k[] =
    "[^\\r\\n\\p{L}\\p{N}]?" UPPER "*" LOWER "+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\\r\\n\\p{L}\\p{N}]?" UPPER "+" LOWER
    "*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";

static void matchers_equal_their_expressions(void **state)
{
    (void)state;
    prove(gpt2, kn_split_gpt2);
    prove(r50k, kn_split_gpt2);
    prove(cl100k, kn_split_cl100k);
    prove(llama3, kn_split_llama3);
    prove(qwen, kn_split_qwen);
    prove(o200k, kn_split_o200k);
    prove(tekken, kn_split_tekken);
}

static void expressions_of_files_are_known(void **state)
{
    (void)state;
    assert_ptr_equal(kn_splitter_of(gpt2), kn_split_gpt2);
    assert_ptr_equal(kn_splitter_of(llama3), kn_split_llama3);
    assert_ptr_equal(kn_splitter_of(qwen), kn_split_qwen);
    assert_ptr_equal(kn_splitter_of(o200k), kn_split_o200k);
    assert_ptr_equal(kn_splitter_of(tekken), kn_split_tekken);
    assert_null(kn_splitter_of("\\s+"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matchers_equal_their_expressions),
        cmocka_unit_test(expressions_of_files_are_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
