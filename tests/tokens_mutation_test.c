/* Readers of vocabulary files, fed with files that are damaged at random: each gives a tokenizer that works, or an error with a
 * message. Run under the sanitizers, this finds what reads or writes where it must not. */
#include "tokens_data.h"

enum { MUTATIONS = 1000 };

/* Changes, removes, repeats or inserts some bytes. */
static size_t damage(knap_rng *rng, char *bytes, size_t length, size_t room)
{
    static const char *const words[] = {"null",    "{}",   "[]",  "-1",    "\"\"", "true", "1e9", "4294967295",
                                        "\\u0000", "\xFF", "BPE", "Split", "\n",   " ",    "=",   "\"a b\""};
    size_t times = 1 + knap_rng_below(rng, 4);
    while (times-- && length > 0) {
        size_t at = knap_rng_below(rng, length), size = 1 + knap_rng_below(rng, 20);
        size = size > length - at ? length - at : size;
        switch (knap_rng_below(rng, 5)) {
        case 0:
            bytes[at] = (char)knap_rng_below(rng, 256);
            break;
        case 1:
            memmove(bytes + at, bytes + at + size, length - at - size);
            length -= size;
            break;
        case 2:
            if (length + size <= room) {
                memmove(bytes + at + size, bytes + at, length - at);
                length += size;
            }
            break;
        case 3:
            length = at;
            break;
        default: {
            const char *word = words[knap_rng_below(rng, sizeof words / sizeof *words)];
            if (length + strlen(word) <= room) {
                memmove(bytes + at + strlen(word), bytes + at, length - at);
                memcpy(bytes + at, word, strlen(word));
                length += strlen(word);
            }
        }
        }
    }
    return length;
}

static size_t try_file(const char *name, const char *bytes, size_t length)
{
    static const char text[] = "Caf\xC3\xA9 isn't 12345 \xE4\xB8\xAD\n\n <mask> [ENT] \xCC\x81qqq a<|endoftext|>";
    knap_tokenizer *tokenizer;
    knap_error error = {0};
    size_t count;
    knap_status status = knap_tokenizer_parse(name, bytes, length, NULL, NULL, &tokenizer, &error);
    if (status) {
        assert_null(tokenizer);
        assert_true(error.message[0]);
        return 0;
    }
    status = knap_tokenizer_count(tokenizer, text, strlen(text), &count, &error);
    assert_true(!status || error.message[0]); /* an expression that matches the empty text is found here */
    knap_tokenizer_close(tokenizer);
    return 1;
}

static void damaged_files_do_no_harm(void **state)
{
    (void)state;
    knap_rng rng;
    knap_rng_seed(&rng, 9);
    for (size_t i = 0; i < VOCABULARIES; i++) {
        size_t length, opened = 0;
        char *bytes = read_bytes(vocabularies[i], &length), *copy = malloc(length + 200);
        for (int k = 0; k < MUTATIONS; k++) {
            memcpy(copy, bytes, length);
            size_t damaged = damage(&rng, copy, length, length + 200);
            char *exact = malloc(damaged ? damaged : 1); /* so that reading past the end is found */
            memcpy(exact, copy, damaged);
            opened += try_file(vocabularies[i], exact, damaged);
            free(exact);
        }
        assert_true(opened < MUTATIONS);
        assert_true(opened > 0 || strstr(vocabularies[i], ".model")); /* there may be no library for models */
        free(copy);
        free(bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(damaged_files_do_no_harm)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
