/* Tokenizers: the tokens of the original programs, refused files, threads, memory, long texts. */
#include "base/parallel.h"
#include "base/symbols.h"
#include "failing.h"
#include "tokens/merge.h"
#include "tokens_data.h"

#include <jansson.h>

/* ---- Against the originals ---- */

static size_t from_hex(const char *hex, char *bytes)
{
    size_t length = strlen(hex) / 2;
    for (size_t i = 0; i < length; i++) {
        unsigned value = 0;
        sscanf(hex + 2 * i, "%2x", &value);
        bytes[i] = (char)value;
    }
    return length;
}

static void hash_ids(const uint32_t *id, size_t count, char *text, size_t size)
{
    uint64_t hash = KN_HASH_START;
    for (size_t i = 0; i < count; i++) {
        unsigned char bytes[4] = {(unsigned char)id[i], (unsigned char)(id[i] >> 8), (unsigned char)(id[i] >> 16),
                                  (unsigned char)(id[i] >> 24)};
        hash = kn_hash(hash, bytes, 4);
    }
    snprintf(text, size, "%016llx", (unsigned long long)hash);
}

static void compare_golden(const char *name, const knap_tokenizer *tokenizer, const json_t *texts, const json_t *golden)
{
    static uint32_t id[100000];
    assert_int_equal(json_array_size(golden), json_array_size(texts));
    for (size_t i = 0; i < json_array_size(texts); i++) {
        char bytes[10000], hash[20];
        size_t length = from_hex(json_string_value(json_array_get(texts, i)), bytes), count, counted;
        const json_t *expected = json_array_get(golden, i);
        assert_ok(knap_tokenizer_encode(tokenizer, bytes, length, id, 100000, &count, error));
        assert_ok(knap_tokenizer_count(tokenizer, bytes, length, &counted, error));
        assert_int_equal(counted, count);
        hash_ids(id, count, hash, sizeof hash);
        if (count != (size_t)json_integer_value(json_array_get(expected, 0)) ||
            strcmp(hash, json_string_value(json_array_get(expected, 1))) != 0)
            fail_msg("%s, text %zu: %zu tokens, the original has %lld, or other ids", name, i, count,
                     (long long)json_integer_value(json_array_get(expected, 0)));
    }
}

static void originals_give_the_same(void **state)
{
    (void)state;
    json_t *golden = json_load_file("tests/data/tokens/golden.json", 0, NULL);
    assert_non_null(golden);
    for (size_t i = 0; i < VOCABULARIES; i++) {
        knap_tokenizer *tokenizer = open_vocabulary(vocabularies[i]);
        if (tokenizer)
            compare_golden(vocabularies[i], tokenizer, json_object_get(golden, "texts"),
                           json_object_get(json_object_get(golden, "tokens"), vocabularies[i]));
        knap_tokenizer_close(tokenizer);
    }
    json_decref(golden);
}

/* ---- The merge, against its definition ---- */

/* A random table of merges of ids below 12. */
typedef struct table {
    uint32_t rank[12][12], id[12][12];
} table;

static uint32_t find(const void *context, const kn_unit *left, const kn_unit *right, uint32_t *id)
{
    const table *self = context;
    *id = self->id[left->id][right->id];
    return self->rank[left->id][right->id];
}

/* One merge at a time: the lowest rank, the leftmost. */
static size_t merge_slowly(const table *self, uint32_t *unit, size_t count)
{
    for (;;) {
        size_t best = count;
        for (size_t i = 0; i + 1 < count; i++)
            if (self->rank[unit[i]][unit[i + 1]] != KN_NO_RANK &&
                (best == count || self->rank[unit[i]][unit[i + 1]] < self->rank[unit[best]][unit[best + 1]]))
                best = i;
        if (best == count)
            return count;
        unit[best] = self->id[unit[best]][unit[best + 1]];
        memmove(unit + best + 1, unit + best + 2, (count - best - 2) * sizeof *unit);
        count--;
    }
}

static void merges_follow_their_definition(void **state)
{
    (void)state;
    knap_rng rng;
    kn_merger merger;
    assert_true(kn_merger_begin(&merger, NULL));
    knap_rng_seed(&rng, 3);
    for (int round = 0; round < 3000; round++) {
        table self;
        uint32_t unit[300];
        size_t count = 1 + knap_rng_below(&rng, round % 2 ? 300 : 40);
        for (size_t i = 0; i < 12; i++)
            for (size_t k = 0; k < 12; k++) {
                self.rank[i][k] = knap_rng_below(&rng, 3) ? KN_NO_RANK : (uint32_t)knap_rng_below(&rng, 40);
                self.id[i][k] = (uint32_t)knap_rng_below(&rng, 12);
            }
        assert_true(kn_merger_clear(&merger, count));
        for (size_t i = 0; i < count; i++) {
            unit[i] = (uint32_t)knap_rng_below(&rng, 4);
            kn_merger_add(&merger, (uint32_t)i, (uint32_t)i + 1, unit[i]);
        }
        assert_true(kn_merger_run(&merger, find, &self));
        size_t expected = merge_slowly(&self, unit, count), end = 0;
        assert_int_equal(merger.count, expected);
        for (size_t i = 0; i < expected; i++) {
            assert_int_equal(merger.unit[i].id, unit[i]);
            assert_int_equal(merger.unit[i].begin, end); /* the units cover the piece */
            end = merger.unit[i].end;
        }
        assert_int_equal(end, count);
    }
    kn_merger_end(&merger);
}

/* ---- Texts ---- */

static void long_runs_are_not_quadratic(void **state)
{
    (void)state;
    size_t length = 1000000, count;
    char *text = malloc(length);
    memset(text, 'a', length);
    for (size_t i = 0; i < VOCABULARIES; i++) { /* a quadratic merge would take hours */
        knap_tokenizer *tokenizer = open_vocabulary(vocabularies[i]);
        if (tokenizer) {
            assert_ok(knap_tokenizer_count(tokenizer, text, length, &count, error));
            assert_true(count > 0 && count <= length + 1);
        }
        knap_tokenizer_close(tokenizer);
    }
    free(text);
}

static void invalid_bytes_count_as_replacement_characters(void **state)
{
    (void)state;
    static const struct {
        const char *invalid, *valid;
    } pairs[] = {{"a\xFF", "a\xEF\xBF\xBD"},
                 {"\xE2\x82", "\xEF\xBF\xBD"},                             /* a truncated sequence is one character */
                 {"\xC0\x80", "\xEF\xBF\xBD\xEF\xBF\xBD"},                 /* too long */
                 {"\xED\xA0\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"}, /* a surrogate */
                 {"x\x80y", "x\xEF\xBF\xBDy"}};
    for (size_t k = 0; k < VOCABULARIES; k++) {
        knap_tokenizer *tokenizer = open_vocabulary(vocabularies[k]);
        for (size_t i = 0; tokenizer && i < sizeof pairs / sizeof *pairs; i++) {
            uint32_t a[40], b[40];
            size_t many, expected;
            assert_ok(
                knap_tokenizer_encode(tokenizer, pairs[i].invalid, strlen(pairs[i].invalid), a, 40, &many, error));
            assert_ok(
                knap_tokenizer_encode(tokenizer, pairs[i].valid, strlen(pairs[i].valid), b, 40, &expected, error));
            assert_int_equal(many, expected);
            assert_memory_equal(a, b, many * sizeof *a);
        }
        knap_tokenizer_close(tokenizer);
    }
}

static void ids_beyond_the_capacity_are_counted(void **state)
{
    (void)state;
    knap_tokenizer *tokenizer = open_vocabulary("gpt2.json");
    uint32_t all[100], few[3] = {0, 0, 99};
    size_t count, again;
    const char text[] = "The ferry did not sail.";
    assert_ok(knap_tokenizer_encode(tokenizer, text, strlen(text), all, 100, &count, error));
    assert_ok(knap_tokenizer_encode(tokenizer, text, strlen(text), few, 2, &again, error));
    assert_true(count > 3);
    assert_int_equal(count, again);
    assert_memory_equal(all, few, 2 * sizeof *all);
    assert_int_equal(few[2], 99);
    assert_ok(knap_tokenizer_count(tokenizer, NULL, 0, &count, error));
    assert_int_equal(count, 0);
    knap_tokenizer_close(tokenizer);
}

/* ---- What the golden texts reach too rarely ---- */

static size_t count_with(const char *json, const char *text)
{
    knap_tokenizer *tokenizer;
    size_t count;
    assert_ok(knap_tokenizer_parse("t.json", json, strlen(json), NULL, NULL, &tokenizer, error));
    assert_ok(knap_tokenizer_count(tokenizer, text, strlen(text), &count, error));
    knap_tokenizer_close(tokenizer);
    return count;
}

#define UNKNOWN_BPE(fuse)                                                                                              \
    "{\"model\":{\"type\":\"BPE\",\"vocab\":{\"<unk>\":0,\"a\":1},\"merges\":[],\"unk_token\":\"<unk>\",\"fuse_"       \
    "unk\":" fuse "}}"

static void unknown_characters(void **state)
{
    (void)state;
    static const char wordpiece[] =
        "{\"model\":{\"type\":\"WordPiece\",\"vocab\":{\"[UNK]\":0,\"a\":1,\"##a\":2},\"unk_token\":\"[UNK]\","
        "\"continuing_subword_prefix\":\"##\",\"max_input_chars_per_word\":3}}";
    assert_int_equal(count_with(UNKNOWN_BPE("false"), "bba"), 3);
    assert_int_equal(count_with(UNKNOWN_BPE("true"), "bba"), 2);
    assert_int_equal(count_with(wordpiece, "aaa"), 3);
    assert_int_equal(count_with(wordpiece, "aaaa"), 1); /* too long: unknown */
    assert_int_equal(count_with(wordpiece, "ab"), 1);
}

/* Hugging Face's tables of marks are those of Unicode 9. */
static void marks_newer_than_the_tables_stay(void **state)
{
    (void)state;
    knap_tokenizer *tokenizer = open_vocabulary("accents.json");
    uint32_t plain, accent, newer;
    size_t count;
    assert_ok(knap_tokenizer_encode(tokenizer, "a", 1, &plain, 1, &count, error));
    assert_ok(knap_tokenizer_encode(tokenizer, "a\xCC\x81", 3, &accent, 1, &count, error));
    assert_ok(knap_tokenizer_encode(tokenizer, "a\xDF\xBD", 3, &newer, 1, &count, error)); /* U+07FD, of Unicode 11 */
    assert_int_equal(plain, accent);
    assert_int_not_equal(plain, newer);
    knap_tokenizer_close(tokenizer);
}

/* ---- Threads ---- */

typedef struct crowd {
    const knap_tokenizer *tokenizer;
    size_t count[400];
} crowd;

static void count_one(void *context, size_t index, size_t worker)
{
    crowd *self = context;
    char text[100];
    (void)worker;
    int length =
        snprintf(text, sizeof text, "Sentence %zu of %zu, caf\xC3\xA9 number %zu!", index % 50, index % 7, index % 13);
    assert_int_equal(knap_tokenizer_count(self->tokenizer, text, (size_t)length, &self->count[index], NULL), KNAP_OK);
}

static void threads_share_a_tokenizer(void **state)
{
    (void)state;
    for (size_t i = 0; i < VOCABULARIES; i++) {
        static crowd one, many;
        one.tokenizer = many.tokenizer = open_vocabulary(vocabularies[i]);
        if (one.tokenizer) {
            kn_parallel_for(8, 400, count_one, &many);
            kn_parallel_for(1, 400, count_one, &one);
            assert_memory_equal(one.count, many.count, sizeof one.count);
        }
        knap_tokenizer_close((knap_tokenizer *)one.tokenizer);
    }
}

/* ---- Functions of the caller ---- */

/* Counts bytes; fails at '!'. */
static knap_status count_bytes(void *context, const char *text, size_t length, size_t *count, knap_error *error)
{
    ++*(size_t *)context;
    *count = length;
    if (!memchr(text, '!', length))
        return KNAP_OK;
    snprintf(error->message, sizeof error->message, "no '!' here");
    return error->status = KNAP_USAGE;
}

static knap_status make_counter(const knap_allocator *allocator, void *calls)
{
    knap_tokenizer *tokenizer = NULL;
    size_t count = 0;
    knap_status status = knap_tokenizer_open_function(count_bytes, calls, allocator, &tokenizer, NULL);
    if (!status)
        status = knap_tokenizer_count(tokenizer, "five\xFF", 5, &count, NULL);
    if (!status)
        assert_int_equal(count, 7); /* the invalid byte became U+FFFD */
    knap_tokenizer_close(tokenizer);
    return status;
}

static void a_function_counts_tokens(void **state)
{
    knap_tokenizer *tokenizer;
    knap_error error = {0};
    size_t calls = 0, count = 9;
    uint32_t id[4];
    (void)state;
    assert_int_equal(knap_tokenizer_open_function(count_bytes, &calls, NULL, &tokenizer, &error), KNAP_OK);
    assert_int_equal(knap_tokenizer_count(tokenizer, "seven b", 7, &count, &error), KNAP_OK);
    assert_int_equal(count, 7);
    assert_int_equal(knap_tokenizer_count(tokenizer, NULL, 0, &count, &error), KNAP_OK);
    assert_int_equal(count, 0);
    assert_int_equal(calls, 1); /* an empty text has no tokens */
    assert_int_equal(knap_tokenizer_count(tokenizer, "a!", 2, &count, &error), KNAP_USAGE);
    assert_string_equal(error.message, "no '!' here");
    assert_int_equal(count, 0);
    assert_int_equal(knap_tokenizer_encode(tokenizer, "ab", 2, id, 4, &count, &error), KNAP_USAGE);
    assert_non_null(strstr(error.message, "has no ids"));
    assert_string_equal(knap_tokenizer_kind(tokenizer), "function");
    assert_int_equal(knap_tokenizer_size(tokenizer), 0);
    knap_tokenizer_close(tokenizer);
    assert_int_equal(knap_tokenizer_open_function(NULL, NULL, NULL, &tokenizer, &error), KNAP_USAGE);
    assert_null(tokenizer);
    assert_true(survives(make_counter, &calls) > 2);
}

/* ---- Errors ---- */

static void refuses(const char *name, const char *bytes, const char *scheme, knap_status status, const char *message)
{
    knap_tokenizer *tokenizer = (knap_tokenizer *)&tokenizer;
    knap_error error = {0};
    assert_int_equal(knap_tokenizer_parse(name, bytes, strlen(bytes), scheme, NULL, &tokenizer, &error), status);
    assert_null(tokenizer);
    if (!strstr(error.message, message))
        fail_msg("'%s' does not say '%s'", error.message, message);
}

static void bad_files_are_named(void **state)
{
    (void)state;
    refuses("x", "", NULL, KNAP_BAD_INPUT, "empty");
    refuses("x", "hello", NULL, KNAP_BAD_INPUT, "no vocabulary file");
    refuses("x.tiktoken", "IQ== 0\n", NULL, KNAP_USAGE, "cl100k_base");
    refuses("x.tiktoken", "IQ== 0\n", "cl10k", KNAP_USAGE, "'cl10k' is not a scheme");
    refuses("cl100k_base.tiktoken", "IQ== 0\n", NULL, KNAP_BAD_INPUT, "no token for the byte 0");
    refuses("cl100k_base.tiktoken", "IQ== 0\nI!== 1\n", NULL, KNAP_BAD_INPUT, "base64");
    refuses("cl100k_base.tiktoken", "IQ== 0\nIQ== 1\n", NULL, KNAP_BAD_INPUT, "there twice");
    refuses("cl100k_base.tiktoken", "IQ== 0\nIg== 0\n", NULL, KNAP_BAD_INPUT, "two tokens have the rank 0");
    refuses("cl100k_base.tiktoken", "IQ== 0\nIg== 4294967295\n", NULL, KNAP_BAD_INPUT, "rank");
    refuses("t.json", "{", NULL, KNAP_BAD_INPUT, "not valid JSON");
    refuses("t.json", "{}", NULL, KNAP_BAD_INPUT, "'model'");
    refuses("t.json", "{\"model\":{}}", "gpt2", KNAP_USAGE, "leave the scheme out");
    refuses("\n.model", "\n\x01\x02garbage", NULL, KNAP_BAD_INPUT, "SentencePiece");
}

/* ---- Tekken ---- */

#define TEKKEN_PATTERN                                                                                                 \
    "[^\\\\r\\\\n\\\\p{L}\\\\p{N}]?[\\\\p{Lu}\\\\p{Lt}\\\\p{Lm}\\\\p{Lo}\\\\p{M}]*[\\\\p{Ll}\\\\p{Lm}\\\\p{Lo}\\\\p{"  \
    "M}]+|"                                                                                                            \
    "[^\\\\r\\\\n\\\\p{L}\\\\p{N}]?[\\\\p{Lu}\\\\p{Lt}\\\\p{Lm}\\\\p{Lo}\\\\p{M}]+[\\\\p{Ll}\\\\p{Lm}\\\\p{Lo}\\\\p{"  \
    "M}]*|"                                                                                                            \
    "\\\\p{N}| ?[^\\\\s\\\\p{L}\\\\p{N}]+[\\\\r\\\\n/]*|\\\\s*[\\\\r\\\\n]+|\\\\s+(?!\\\\S)|\\\\s+"

/* A file with all bytes, "aa" and "aaa", of which `size` - `special` tokens count. */
static void write_tekken(kn_text *file, const char *pattern, int size, int special)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    kn_text_format(file,
                   "{\"config\":{\"pattern\":\"%s\",\"default_vocab_size\":%d,"
                   "\"default_num_special_tokens\":%d},\"vocab\":[",
                   pattern, size, special);
    for (int i = 0; i < 256; i++)
        kn_text_format(file, "{\"rank\":%d,\"token_bytes\":\"%c%c==\",\"token_str\":null},", i, digits[i >> 2],
                       digits[(i & 3) << 4]);
    kn_text_format(file, "{\"rank\":256,\"token_bytes\":\"YWE=\"},{\"rank\":257,\"token_bytes\":\"YWFh\"}]}");
}

static void tekken_counts(int size, const char *text, size_t expected, uint32_t last)
{
    kn_text file = {0};
    knap_tokenizer *tokenizer;
    uint32_t id[20];
    size_t count;
    write_tekken(&file, TEKKEN_PATTERN, size, 1000);
    assert_ok(knap_tokenizer_parse("tekken.json", file.bytes, file.length, NULL, NULL, &tokenizer, error));
    assert_string_equal(knap_tokenizer_kind(tokenizer), "tekken");
    assert_ok(knap_tokenizer_encode(tokenizer, text, strlen(text), id, 20, &count, error));
    assert_int_equal(count, expected);
    assert_int_equal(id[count - 1], last);
    knap_tokenizer_close(tokenizer);
    kn_text_free(&file);
}

static void tekken_is_read(void **state)
{
    kn_text file = {0};
    (void)state;
    tekken_counts(1258, "aaa", 1, 1257);
    tekken_counts(1257, "aaa", 2, 1000 + 'a'); /* the last token is cut off: special ones take its place */
    tekken_counts(1258, "12 aa", 4, 1256);     /* a digit is a piece */
    write_tekken(&file, TEKKEN_PATTERN, 1300, 1000);
    refuses("t.json", file.bytes, NULL, KNAP_BAD_INPUT, "do not fit 258 tokens");
    file.length = 0;
    write_tekken(&file, "x+", 1258, 1000);
    refuses("t.json", file.bytes, NULL, KNAP_BAD_INPUT, "'x+' is not supported");
    kn_text_free(&file);
}

/* ---- A model of SentencePiece, made here ---- */

static void add_field(kn_text *to, int number, const char *bytes, size_t length)
{
    size_t left = length;
    kn_text_byte(to, number << 3 | 2);
    for (; left >= 0x80; left >>= 7)
        kn_text_byte(to, (int)(left & 0x7F) | 0x80);
    kn_text_byte(to, (int)left);
    kn_text_add(to, bytes, length);
}

static void add_piece(kn_text *to, const char *text, int type)
{
    kn_text piece = {0};
    add_field(&piece, 1, text, strlen(text));
    kn_text_byte(&piece, 3 << 3);
    kn_text_byte(&piece, type);
    add_field(to, 1, piece.bytes, piece.length);
    kn_text_free(&piece);
}

/* Rules as a double array: "A" becomes "a", "AB" becomes " ". */
static void add_rules(kn_text *to)
{
    enum { UNITS = 1024, ROOT = 256, A = ROOT ^ 'A', A_ENDS = 600, AB = A_ENDS ^ 'B', AB_ENDS = 800, LEAF = 0x100 };
    uint32_t unit[UNITS] = {[0] = ROOT << 10,
                            [A] = 'A' | LEAF | (A ^ A_ENDS) << 10,
                            [A_ENDS] = 0x80000000u,
                            [AB] = 'B' | LEAF | (AB ^ AB_ENDS) << 10,
                            [AB_ENDS] = 0x80000002u};
    kn_text rules = {0}, normalizer = {0};
    for (size_t i = 0; i < 4; i++)
        kn_text_byte(&rules, (int)((4u * UNITS) >> 8 * i & 0xFF));
    for (size_t u = 0; u < UNITS; u++)
        for (size_t i = 0; i < 4; i++)
            kn_text_byte(&rules, (int)(unit[u] >> 8 * i & 0xFF));
    kn_text_add(&rules, "a\0 ", 4); /* with the 0 byte at the end */
    add_field(&normalizer, 2, rules.bytes, rules.length);
    add_field(to, 3, normalizer.bytes, normalizer.length);
    kn_text_free(&rules);
    kn_text_free(&normalizer);
}

/* The ids of a text, by a model of this type: 0 unknown, 1 the space, 2 a, 3 the user's cd, 4 the space with a. */
static void pieces_are(int type, const char *text, const char *expected)
{
    kn_text file = {0};
    knap_tokenizer *tokenizer;
    uint32_t id[20];
    size_t count;
    char found[100] = "";
    const char trainer[] = {3 << 3, (char)type};
    add_piece(&file, "<unk>", 2);
    add_piece(&file, "\xE2\x96\x81", 1);
    add_piece(&file, "a", 1);
    add_piece(&file, "cd", 4);
    add_piece(&file,
              "\xE2\x96\x81"
              "a",
              1);
    add_field(&file, 2, trainer, sizeof trainer);
    add_rules(&file);
    assert_ok(knap_tokenizer_parse("x.model", file.bytes, file.length, NULL, NULL, &tokenizer, error));
    assert_ok(knap_tokenizer_encode(tokenizer, text, strlen(text), id, 20, &count, error));
    for (size_t i = 0; i < count; i++)
        snprintf(found + strlen(found), sizeof found - strlen(found), " %u", id[i]);
    assert_string_equal(found, expected);
    knap_tokenizer_close(tokenizer);
    kn_text_free(&file);
}

static void pieces_follow_rules_symbols_and_types(void **state)
{
    (void)state;
    for (int type = 1; type <= 2; type++) { /* unigram, merges */
        pieces_are(type, "a", " 4");
        pieces_are(type, "A", " 4");
        pieces_are(type, "  aABA  ", " 4 4");
        pieces_are(type, "axyza", " 4 0 2"); /* a run of unknown ones */
        pieces_are(type, "acda", " 4 3 2");
        pieces_are(type, "   ", "");
    }
    pieces_are(3, "a aa", " 4 0");
    pieces_are(4, "a cdx", " 1 2 1 3 0");
}

/* A tokenizer.json with one member replaced. */
static void refuses_part(const char *member, const char *value, const char *message)
{
    const char *names[] = {"normalizer", "pre_tokenizer", "added_tokens", "model", "extra"};
    const char *usual[] = {"null", "null", "[]", "{\"type\":\"BPE\",\"vocab\":{\"a\":0},\"merges\":[]}", "null"};
    char text[2000] = "{\"version\":\"1.0\"";
    for (size_t i = 0; i < 5; i++)
        if (strcmp(names[i], member) == 0 || i < 4)
            snprintf(text + strlen(text), sizeof text - strlen(text), ",\"%s\":%s", names[i],
                     strcmp(names[i], member) == 0 ? value : usual[i]);
    strcat(text, "}");
    refuses("t.json", text, NULL, KNAP_BAD_INPUT, message);
}

static void what_is_not_supported_is_named(void **state)
{
    (void)state;
    refuses_part("extra", "1", "'extra' is not supported");
    refuses_part("normalizer", "{\"type\":\"Precompiled\",\"precompiled_charsmap\":\"\"}", "'Precompiled'");
    refuses_part("normalizer", "{\"type\":\"NFC\",\"more\":1}", "'more'");
    refuses_part("normalizer", "{\"type\":\"Replace\",\"pattern\":{\"Regex\":\"a.\"},\"content\":\"\"}", "'.'");
    refuses_part("normalizer", "[]", "type");
    refuses_part("pre_tokenizer", "{\"type\":\"UnicodeScripts\"}", "'UnicodeScripts'");
    refuses_part("pre_tokenizer",
                 "{\"type\":\"Sequence\",\"pretokenizers\":[{\"type\":\"ByteLevel\",\"add_prefix_space\":false},"
                 "{\"type\":\"Digits\",\"individual_digits\":true}]}",
                 "after ByteLevel");
    refuses_part("pre_tokenizer",
                 "{\"type\":\"Split\",\"pattern\":{\"Regex\":\"\\\\w+\"},\"behavior\":\"Isolated\",\"invert\":false}",
                 "escape");
    refuses_part("pre_tokenizer",
                 "{\"type\":\"Split\",\"pattern\":{\"Regex\":\"(?<=a)b\"},\"behavior\":\"Isolated\",\"invert\":false}",
                 "group");
    refuses_part("pre_tokenizer", "{\"type\":\"Split\",\"pattern\":{\"String\":\"a\"},\"behavior\":\"Odd\"}", "'Odd'");
    refuses_part("added_tokens", "[{\"id\":1}]", "without content");
    refuses_part("added_tokens", "[{\"id\":-1,\"content\":\"a\"}]", "without content or id");
    refuses_part("model", "{\"type\":\"Unigram\",\"vocab\":[]}", "'Unigram'");
    refuses_part("model", "{\"type\":\"BPE\",\"vocab\":{\"a\":0},\"merges\":[\"a b\"]}", "merge 0");
    refuses_part("model", "{\"type\":\"BPE\",\"vocab\":{\"a\":0},\"merges\":[],\"dropout\":0.1}", "dropout");
    refuses_part("model", "{\"type\":\"BPE\",\"vocab\":{\"a\":\"x\"},\"merges\":[]}", "'a' is not a number");
    refuses_part("model", "{\"type\":\"BPE\",\"vocab\":{\"a\":0},\"merges\":[],\"unk_token\":\"u\"}", "unk_token");
    refuses_part("model", "{\"type\":\"WordPiece\",\"vocab\":{\"a\":0}}", "max_input_chars_per_word");
}

static void wrong_arguments_are_reported(void **state)
{
    (void)state;
    knap_tokenizer *tokenizer = NULL;
    size_t count = 7;
    assert_int_equal(knap_tokenizer_open(NULL, NULL, NULL, &tokenizer, NULL), KNAP_USAGE);
    assert_int_equal(knap_tokenizer_open("tests/data/tokens/none.json", NULL, NULL, &tokenizer, NULL), KNAP_IO);
    assert_int_equal(knap_tokenizer_parse("x", NULL, 3, NULL, NULL, &tokenizer, NULL), KNAP_USAGE);
    assert_int_equal(knap_tokenizer_count(NULL, "a", 1, &count, NULL), KNAP_USAGE);
    assert_int_equal(count, 0);
    tokenizer = open_vocabulary("gpt2.json");
    assert_int_equal(knap_tokenizer_count(tokenizer, NULL, 1, &count, NULL), KNAP_USAGE);
    assert_int_equal(knap_tokenizer_encode(tokenizer, "a", 1, NULL, 1, &count, NULL), KNAP_USAGE);
    assert_string_equal(knap_tokenizer_kind(tokenizer), "BPE");
    assert_int_equal(knap_tokenizer_size(tokenizer), 500);
    assert_null(knap_tokenizer_kind(NULL));
    assert_int_equal(knap_tokenizer_size(NULL), 0);
    knap_tokenizer_close(tokenizer);
    knap_tokenizer_close(NULL);
}

/* ---- Memory ---- */

static knap_status use(const knap_allocator *allocator, void *context)
{
    static char text[3000] = "Caf\xC3\xA9 \xFF 12345 isn't <mask> [ENT] \xE4\xB8\xAD";
    char path[200];
    knap_tokenizer *tokenizer;
    size_t count;
    memset(text + strlen(text), 'q', sizeof text - 1 - strlen(text));
    snprintf(path, sizeof path, "tests/data/tokens/%s", (const char *)context);
    knap_status status = knap_tokenizer_open(path, NULL, allocator, &tokenizer, NULL);
    if (!status)
        status = knap_tokenizer_count(tokenizer, text, sizeof text - 1, &count, NULL);
    knap_tokenizer_close(tokenizer);
    return status;
}

static size_t ids_of(const char *file, const char *bytes, const char *scheme, const char *text, size_t length,
                     uint32_t *id)
{
    knap_tokenizer *tokenizer;
    size_t count;
    if (bytes)
        assert_ok(knap_tokenizer_parse(file, bytes, strlen(bytes), scheme, NULL, &tokenizer, error));
    else
        assert_ok(knap_tokenizer_open(file, scheme, NULL, &tokenizer, error));
    assert_ok(knap_tokenizer_encode(tokenizer, text, length, id, 32, &count, error));
    knap_tokenizer_close(tokenizer);
    assert_true(count <= 32);
    return count;
}

/* Qwen's program brings a text into the form NFC; tiktoken does not. */
static void qwen_composes(void **state)
{
    static const char ranks[] = "tests/data/tokens/small.cl100k_base.tiktoken";
    static const char *const pairs[][2] = {{"e\xCC\x81t", "\xC3\xA9t"},
                                           {"\xE1\x84\x92\xE1\x85\xA1\xE1\x86\xAB", "\xED\x95\x9C"},
                                           {"A\xCC\x8A x", "\xC3\x85 x"},
                                           {"\xE2\x84\xAB", "\xC3\x85"}};
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        uint32_t id[4][32];
        size_t count[4];
        for (size_t k = 0; k < 4; k++)
            count[k] =
                ids_of(ranks, NULL, k < 2 ? "qwen" : "cl100k_base", pairs[i][k % 2], strlen(pairs[i][k % 2]), id[k]);
        assert_int_equal(count[0], count[1]);
        assert_memory_equal(id[0], id[1], count[0] * sizeof **id);
        assert_true(count[2] != count[3] || memcmp(id[2], id[3], count[2] * sizeof **id) != 0);
    }
}

/* jansson refuses keys with a NUL character, which the vocabulary of internlm2 has. */
static void keys_may_have_a_nul(void **state)
{
    static const char file[] =
        "{\"version\":\"1.0\",\"added_tokens\":[],\"normalizer\":null,\"pre_tokenizer\":null,\"model\":{\"type\":"
        "\"BPE\",\"vocab\":"
        "{\"a\":0, \"\\u0000\" "
        ":1,\"a\\u0000\":2,\"\\\\\":3,\"u\":4,\"0\":5,\"\\\\u\":6,\"\\ufDD0\":7,\"\xEF\xB7\x91\":8},"
        "\"merges\":[\"a \\u0000\",[\"\\\\\",\"u\"]]}}";
    static const char text[] = "a\0\0a\\u0\xEF\xB7\x90\xEF\xB7\x91";
    static const uint32_t expected[] = {2, 1, 0, 6, 5, 7, 8};
    uint32_t id[32];
    (void)state;
    assert_int_equal(ids_of("nul.json", file, NULL, text, sizeof text - 1, id), 7);
    assert_memory_equal(id, expected, sizeof expected);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    static const char *const names[] = {
        "small.cl100k_base.tiktoken", "roberta.json", "merged.json", "metaspace.json", "fallback.json",
        "bert_uncased.json"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_true(survives(use, (void *)names[i]) > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(originals_give_the_same),
        cmocka_unit_test(pieces_follow_rules_symbols_and_types),
        cmocka_unit_test(tekken_is_read),
        cmocka_unit_test(merges_follow_their_definition),
        cmocka_unit_test(long_runs_are_not_quadratic),
        cmocka_unit_test(invalid_bytes_count_as_replacement_characters),
        cmocka_unit_test(ids_beyond_the_capacity_are_counted),
        cmocka_unit_test(unknown_characters),
        cmocka_unit_test(marks_newer_than_the_tables_stay),
        cmocka_unit_test(threads_share_a_tokenizer),
        cmocka_unit_test(a_function_counts_tokens),
        cmocka_unit_test(bad_files_are_named),
        cmocka_unit_test(what_is_not_supported_is_named),
        cmocka_unit_test(wrong_arguments_are_reported),
        cmocka_unit_test(qwen_composes),
        cmocka_unit_test(keys_may_have_a_nul),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
