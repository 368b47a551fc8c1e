/* eights_test.c - eight bytes at a time against one byte at a time. */
#include "check.h"

#include "base/eights.h"
#include "rouge/inner.h"

#include <ctype.h>

enum { TRIALS = 20000 };

/* Eight random bytes, of ASCII only where `ascii` is true. */
static uint64_t random_eight(knap_rng *rng, char *bytes, bool ascii)
{
    for (int i = 0; i < 8; i++)
        bytes[i] = (char)knap_rng_below(rng, ascii ? 128 : 256);
    return kn_eight_at(bytes);
}

static void marks_are_those_of_the_bytes(void **state)
{
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 1);
    for (int trial = 0; trial < TRIALS; trial++) {
        char bytes[8], marks[8];
        unsigned char wanted = (unsigned char)knap_rng_below(&rng, 256),
                      least = (unsigned char)knap_rng_below(&rng, 128);
        uint64_t eight = random_eight(&rng, bytes, trial % 2), letters = kn_eight_letters(eight);
        uint64_t equal = kn_eight_equal(eight, wanted);
        size_t count = 0, below = 0, beyond = 0;
        memcpy(marks, &equal, 8);
        for (int i = 0; i < 8; i++) {
            assert_int_equal((unsigned char)marks[i], (unsigned char)bytes[i] == wanted ? 0x80 : 0);
            count += (unsigned char)bytes[i] == wanted;
            below += (unsigned char)bytes[i] < least;
            beyond += (unsigned char)bytes[i] >= 0x80;
        }
        assert_int_equal(kn_eight_count(equal), count);
        assert_int_equal(kn_eight_has(eight, wanted) != 0, count > 0);
        assert_int_equal(kn_eight_below(eight, least) != 0, below > 0);
        assert_int_equal(kn_eight_from(eight, least), !below && !beyond);
        memcpy(marks, &letters, 8);
        for (int i = 0; i < 8; i++)
            assert_int_equal((unsigned char)marks[i], isalpha((unsigned char)bytes[i]) ? 0x80 : 0);
        for (size_t first = 0; letters && first <= kn_eight_first(letters); first++)
            assert_int_equal(marks[first] != 0, first == kn_eight_first(letters));
    }
}

/* The share of letters beyond ASCII in references of random bytes and Cyrillic letters. */
static void unseen_letters_are_counted(void **state)
{
    knap_rouge_options options;
    knap_rouge *rouge;
    knap_rng rng;
    (void)state;
    knap_rouge_options_init(&options);
    assert_ok(knap_rouge_new(&options, NULL, &rouge, error));
    knap_rng_seed(&rng, 2);
    for (int trial = 0; trial < 300; trial++) {
        char text[200];
        size_t length = 0, plain = 0, others = 0, most = knap_rng_below(&rng, 190);
        knap_rouge_set *set;
        while (length < most)
            if (knap_rng_below(&rng, 12)) {
                text[length] = (char)knap_rng_below(&rng, 128);
                plain += isalpha((unsigned char)text[length]) != 0;
                length++;
            } else {
                memcpy(text + length, "\xd0\xb6", 2);
                others++;
                length += 2;
            }
        assert_ok(knap_rouge_set_new(rouge, &set, error));
        assert_ok(
            knap_rouge_set_add_reference(set, "t", &(knap_rouge_text){&(knap_rouge_segment){text, length}, 1}, error));
        assert_close(knap_rouge_set_unseen(set), plain + others ? (double)others / (double)(plain + others) : 0, 0);
        knap_rouge_set_free(set);
    }
    knap_rouge_free(rouge);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(marks_are_those_of_the_bytes),
        cmocka_unit_test(unseen_letters_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
