/* json_test.c - the JSON scanner against jansson: the same inputs are accepted, and all values are equal, numbers bit for
 * bit; whether the bytes come at once or in pieces. */
#include "check.h"

#include "base/number.h"
#include "io/json.h"

#include <glob.h>
#include <jansson.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

/* A value of the scanner as jansson's tree; NULL after a problem. */
static json_t *tree(kn_json *json)
{
    kn_json_walk walk;
    kn_slice slice;
    double number;
    bool integer;
    int literal;
    json_t *made = NULL, *part;
    const char *start;
    switch (kn_json_peek(json)) {
    case '{':
        made = json_object();
        for (kn_json_enter(json, &walk, '{'); kn_json_member(json, &walk, &slice);) {
            if (!(part = tree(json)))
                break;
            assert_int_equal(json_object_setn_new(made, slice.bytes, slice.length, part), 0);
        }
        break;
    case '[':
        made = json_array();
        for (kn_json_enter(json, &walk, '['); kn_json_element(json, &walk);) {
            if (!(part = tree(json)))
                break;
            json_array_append_new(made, part);
        }
        break;
    case '"':
        made = kn_json_string(json, &slice) ? json_stringn(slice.bytes, slice.length) : NULL;
        break;
    case 't':
    case 'f':
    case 'n':
        made = !kn_json_literal(json, &literal) ? NULL : literal < 0 ? json_null() : json_boolean(literal);
        break;
    default:
        start = json->at;
        if (kn_json_number(json, &number, &integer))
            made = integer ? json_integer(strtoll(start, NULL, 10)) : json_real(number);
        if (made && integer)
            assert_true((double)json_integer_value(made) == number);
    }
    if (json->problem) {
        json_decref(made);
        return NULL;
    }
    return made;
}

static bool same(const json_t *a, const json_t *b)
{
    const char *key;
    json_t *value;
    if (json_typeof(a) != json_typeof(b))
        return false;
    switch (json_typeof(a)) {
    case JSON_REAL: {
        double one = json_real_value(a), other = json_real_value(b);
        return memcmp(&one, &other, sizeof one) == 0;
    }
    case JSON_ARRAY:
        for (size_t i = 0; i < json_array_size(a); i++)
            if (!same(json_array_get(a, i), json_array_get(b, i)))
                return false;
        return json_array_size(a) == json_array_size(b);
    case JSON_OBJECT:
        json_object_foreach((json_t *)(uintptr_t)a, key,
                            value) if (!json_object_get(b, key) || !same(value, json_object_get(b, key))) return false;
        return json_object_size(a) == json_object_size(b);
    default:
        return json_equal(a, b);
    }
}

/* Reads `bytes` both ways. Returns whether they were accepted. */
static bool compare(kn_json *json, const char *bytes, size_t length)
{
    char *padded = calloc(1, length + KN_JSON_PADDING);
    json_error_t wrong;
    json_t *expected = json_loadb(bytes, length, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, &wrong), *got;
    memcpy(padded, bytes, length);
    kn_json_start(json, padded, length, true, 1);
    got = tree(json);
    if (got && (kn_json_peek(json) || !json->ended)) {
        json_decref(got);
        got = NULL;
    }
    if (!got != !expected)
        fail_msg("%.*s: jansson says %s, the scanner %s", (int)(length < 300 ? length : 300), bytes,
                 expected ? "yes" : wrong.text,
                 got             ? "yes"
                 : json->problem ? json->problem
                                 : "more");
    if (got && !same(got, expected))
        fail_msg("%.*s: other values", (int)(length < 300 ? length : 300), bytes);
    /* skipping accepts the same */
    kn_json_start(json, padded, length, true, 1);
    kn_json_skip(json);
    assert_int_equal(!json->problem && !kn_json_peek(json) && json->ended, got != NULL);
    /* fewer bytes of what is right are never called wrong, only too few */
    for (size_t cut = 0; got && cut < length && length < 200; cut++) {
        char last = padded[cut];
        char *part = calloc(1, cut + KN_JSON_PADDING);
        memcpy(part, padded, cut);
        kn_json_start(json, part, cut, false, 1);
        kn_json_skip(json);
        if (json->problem && !json->short_of_bytes)
            fail_msg("%.*s: %s", (int)cut, bytes, json->problem);
        (void)last;
        free(part);
    }
    json_decref(expected);
    json_decref(got);
    free(padded);
    kn_arena_clear(&json->decoded);
    return got != NULL;
}

static void cases(void **state)
{
    static const char *const texts[] = {"",
                                        "0",
                                        "-0",
                                        "-0.0",
                                        "1.5",
                                        "01",
                                        "-",
                                        "1.",
                                        ".5",
                                        "1e",
                                        "1e5",
                                        "1E+05",
                                        "1e-400",
                                        "1e400",
                                        "-1e400",
                                        "9223372036854775807",
                                        "9223372036854775808",
                                        "-9223372036854775808",
                                        "-9223372036854775809",
                                        "123456789012345678901234567890",
                                        "0.1234567890123456789012345678901234567890",
                                        "1.7976931348623157e308",
                                        "2.2250738585072011e-308",
                                        "4.9e-324",
                                        "9007199254740993.0",
                                        "9007199254740992.5",
                                        "0.500000000000000166533453693773481063544750213623046875",
                                        "1e22",
                                        "1e23",
                                        "8.5e-28",
                                        "true",
                                        "tru",
                                        "nul",
                                        "null",
                                        "falsey",
                                        "[true1]",
                                        "[1 2]",
                                        "[1,]",
                                        "[,1]",
                                        "[]",
                                        "{}",
                                        "{\"a\":1,}",
                                        "{\"a\"}",
                                        "{\"a\":}",
                                        "{a:1}",
                                        "{\"a\":1 \"b\":2}",
                                        "{\"a\":1,\"a\":2}",
                                        "{\"a\":1,\"\\u0061\":2}",
                                        "{\"\":1}",
                                        "[[[[1]]]]",
                                        "\"\\u0000\"",
                                        "\"\\ud83d\\ude00\"",
                                        "\"\\ud83d\"",
                                        "\"\\ude00\"",
                                        "\"\\ud83d\\u0041\"",
                                        "\"\\u12\"",
                                        "\"\\x\"",
                                        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
                                        "\"\x01\"",
                                        "\"a\nb\"",
                                        "\"\x7f\"",
                                        "\"\xc3\xa9\"",
                                        "\"\xc0\x80\"",
                                        "\"\xed\xa0\x80\"",
                                        "\"\xf4\x90\x80\x80\"",
                                        "\"\xf0\x9f\x98\x80\"",
                                        "\"\xe2\x82\"",
                                        "\"\xff\"",
                                        "\"abc",
                                        "\"abc\\",
                                        " \t\r\n1 ",
                                        "1 x",
                                        "\v1",
                                        "{\"a\":[1,2,{\"b\":\"c\\u00e9d\"}],\"d\":null}"};
    kn_json json;
    (void)state;
    kn_json_begin(&json, NULL);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        compare(&json, texts[i], strlen(texts[i]));
    compare(&json, "[1,\0002]", 6);
    compare(&json, "\"a\0b\"", 5);
    for (size_t depth = 2040; depth < 2052; depth++)
        for (int scalar = 0; scalar < 2; scalar++) {
            char *deep = malloc(2 * depth + 2);
            memset(deep, '[', depth);
            deep[depth] = '1';
            memset(deep + depth + (size_t)scalar, ']', depth);
            compare(&json, deep, 2 * depth + (size_t)scalar);
            free(deep);
        }
    for (int count = 20; count < 60; count++) {
        /* an object of many members, with and without the first one again */
        char many[2000] = "{\"k0\":0";
        size_t used = 7;
        for (int i = 1; i < count; i++)
            used += (size_t)snprintf(many + used, sizeof many - used, ",\"k%d\":%d", i, i);
        snprintf(many + used, sizeof many - used, "}");
        assert_true(compare(&json, many, used + 1));
        used += (size_t)snprintf(many + used, sizeof many - used, ",\"k%d\":1}", count / 2);
        assert_false(compare(&json, many, used));
    }
    kn_json_free(&json);
}

/* Numbers of every length and size against strtod. */
static void numbers(void **state)
{
    knap_rng rng;
    kn_json json;
    (void)state;
    knap_rng_seed(&rng, 7);
    kn_json_begin(&json, NULL);
    for (int round = 0; round < 400000; round++) {
        char text[80];
        size_t used = 0, digits = 1 + (size_t)knap_rng_below(&rng, 24),
               point = (size_t)knap_rng_below(&rng, digits + 1);
        double value, expected;
        bool integer;
        if (round % 3 == 0) {
            /* the shortest text of a random double, or all 17 digits: what programs write */
            double scale = ldexp((double)knap_rng_below(&rng, UINT64_C(1) << 53), (int)knap_rng_below(&rng, 120) - 110);
            used = (size_t)snprintf(text, sizeof text, round % 2 ? "%.17g" : "%.9g", scale);
            if (!strpbrk(text, ".e"))
                used += (size_t)snprintf(text + used, sizeof text - used, ".0");
        } else {
            for (size_t i = 0; i < digits; i++) {
                if (i == point && i > 0)
                    text[used++] = '.';
                text[used++] = (char)('0' + knap_rng_below(&rng, 10));
                if (used == 1 && text[0] == '0')
                    text[0] = '3';
            }
            used += (size_t)snprintf(text + used, sizeof text - used, "e%d", (int)knap_rng_below(&rng, 70) - 40);
        }
        memset(text + used, 0, KN_JSON_PADDING);
        kn_json_start(&json, text, used, true, 1);
        expected = kn_parse_number(text, NULL);
        if (!kn_json_number(&json, &value, &integer) || memcmp(&value, &expected, sizeof value) != 0)
            fail_msg("%s: %a instead of %a", text, value, expected);
    }
    kn_json_free(&json);
}

/* Halfway between two doubles, and one digit beside it. */
static void ties(void **state)
{
    kn_json json;
    (void)state;
    kn_json_begin(&json, NULL);
    for (uint64_t i = 0; i < 2000; i++)
        for (int delta = -1; delta <= 1; delta++) {
            char text[64] = "";
            double value, expected;
            bool integer;
            /* 2^53 + odd: a tie between neighbours, as 16 digits and a fraction */
            snprintf(text, sizeof text, "%llu.%d", (unsigned long long)((UINT64_C(1) << 53) + 2 * i + (delta >= 0)),
                     delta ? 1 : 0);
            kn_json_start(&json, text, strlen(text), true, 1);
            expected = kn_parse_number(text, NULL);
            assert_true(kn_json_number(&json, &value, &integer));
            assert_memory_equal(&value, &expected, sizeof value);
        }
    kn_json_free(&json);
}

/* Every file of JSON in the repository, and mutations of their lines. */
static void mutations(void **state)
{
    static const char bytes[] = "{}[],:\"\\0123456789.eE+-tfnul \n\r\t\x01\x80\xc3\xe2\xf0/u";
    static const char *const patterns[] = {"examples/*.jsonl", "tests/data/*.jsonl", "sample/*.json*"};
    size_t accepted = 0, refused = 0;
    kn_json json;
    knap_rng rng;
    glob_t files = {0};
    (void)state;
    knap_rng_seed(&rng, 11);
    kn_json_begin(&json, NULL);
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
        glob(patterns[i], i ? GLOB_APPEND : 0, NULL, &files);
    assert_true(files.gl_pathc > 0);
    for (size_t f = 0; f < files.gl_pathc; f++) {
        FILE *file = fopen(files.gl_pathv[f], "rb");
        char *line = NULL;
        size_t capacity = 0;
        ssize_t length;
        while ((length = getline(&line, &capacity, file)) > 0) {
            compare(&json, line, (size_t)length);
            for (int round = 0; round < 60; round++) {
                size_t from = (size_t)knap_rng_below(&rng, (uint64_t)length), size = (size_t)length - from;
                char *changed;
                size = size > 400 ? 1 + (size_t)knap_rng_below(&rng, 400) : size;
                from = round % 2 ? 0 : from;
                changed = malloc(size);
                memcpy(changed, line + from, size);
                for (size_t change = 0; change < 1 + (size_t)knap_rng_below(&rng, 3); change++)
                    changed[knap_rng_below(&rng, size)] = bytes[knap_rng_below(&rng, sizeof bytes - 1)];
                if (compare(&json, changed, size))
                    accepted++;
                else
                    refused++;
                free(changed);
            }
        }
        free(line);
        fclose(file);
    }
    globfree(&files);
    kn_json_free(&json);
    assert_true(refused > 100);
}

/* Random JSON that is nearly right. */
static void grammar(void **state)
{
    static const char *const tokens[] = {"{",     "}",     "[",   "]",       ",",    ":",
                                         "\"a\"", "\"b\"", "1",   "-2.5e-3", "true", "\"\\u00e9x\"",
                                         "null",  " ",     "0.1", "\"\""};
    size_t accepted = 0;
    kn_json json;
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 5);
    kn_json_begin(&json, NULL);
    for (int round = 0; round < 300000; round++) {
        char text[256] = "";
        size_t count = 1 + (size_t)knap_rng_below(&rng, 12);
        for (size_t i = 0; i < count; i++)
            strcat(text, tokens[knap_rng_below(&rng, sizeof tokens / sizeof *tokens)]);
        accepted += compare(&json, text, strlen(text));
    }
    kn_json_free(&json);
    assert_true(accepted > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(cases), cmocka_unit_test(numbers), cmocka_unit_test(ties),
                                       cmocka_unit_test(mutations), cmocka_unit_test(grammar)};
    return cmocka_run_group_tests_name("json", tests, NULL, NULL);
}
