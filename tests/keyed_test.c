/* keyed_test.c - no choice of names fills a few places of a table only; numbers are given in the order of first occurrence. */
#include "check.h"

#include "base/keyed.h"
#include "base/numbers.h"
#include "base/symbols.h"

enum { NAMES = 4000, PLACES = 1 << 14, FEW = 16, LETTERS = 7 };

/* A hash without a key, which anybody can compute: that of the tables before they had one. */
static uint32_t known_hash(const char *name)
{
    uint64_t head = (uint64_t)LETTERS << 56, hash = UINT64_C(0x9e3779b97f4a7c15);
    for (size_t i = 0; i < LETTERS; i++)
        head |= (uint64_t)(unsigned char)name[i] << 8 * i;
    hash = (hash ^ head) * UINT64_C(0xbf58476d1ce4e5b9);
    hash = (hash ^ hash >> 29) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)(hash ^ hash >> 32);
}

static void write_name(uint64_t number, char *name)
{
    for (size_t i = 0; i < LETTERS; i++, number /= 26)
        name[i] = (char)('a' + number % 26);
    name[LETTERS] = 0;
}

/* The largest distance of a name from the place that its hash asks for. */
static size_t farthest(const kn_symbols *symbols)
{
    size_t most = 0;
    for (size_t at = 0; at < symbols->slots; at++)
        if (symbols->slot[at].symbol) {
            size_t far = (at - symbols->slot[at].hash) & (symbols->slots - 1);
            most = far > most ? far : most;
        }
    return most;
}

static void chosen_names_spread(void **state)
{
    kn_symbols symbols;
    char name[LETTERS + 1];
    size_t count = 0;
    (void)state;
    kn_symbols_begin(&symbols, NULL);
    for (uint64_t i = 0; count < NAMES; i++) {
        write_name(i, name);
        if (known_hash(name) % PLACES < FEW)
            assert_int_equal(kn_symbols_add(&symbols, name, LETTERS), count++);
    }
    if (farthest(&symbols) > 200) /* of random places in a half full table it is about 30 */
        fail_msg("a name is %zu places from its own", farthest(&symbols));
    for (size_t i = 0; i < NAMES; i++)
        assert_int_equal(kn_symbols_find(&symbols, symbols.name[i], LETTERS), i);
    kn_symbols_free(&symbols);
}

/* Names of sixteen bytes that collide in a hash of products and shifts, whatever its start: see the changes of two bits. */
static void changes_that_cancel(void **state)
{
    uint64_t key = kn_hash_key();
    size_t same = 0;
    (void)state;
    for (uint64_t i = 0; i < 1000; i++) {
        uint64_t one[2] = {i * UINT64_C(0x123456789abcdef), ~i}, two[2] = {one[0] ^ UINT64_C(1) << 63, one[1]};
        two[1] ^= UINT64_C(1) << 63 | UINT64_C(1) << 34;
        same += kn_hash_bytes(key, (const char *)one, 16) == kn_hash_bytes(key, (const char *)two, 16);
    }
    assert_int_equal(same, 0);
}

static void the_key_stays(void **state)
{
    (void)state;
    assert_int_equal(kn_hash_key(), kn_hash_key());
    assert_int_equal(kn_hash_bytes(7, "abcdefgh", 8), kn_hash_bytes(7, "abcdefgh", 8));
    assert_int_not_equal(kn_hash_bytes(7, "abcdefgh", 8), kn_hash_bytes(8, "abcdefgh", 8));
    assert_int_not_equal(kn_hash_bytes(7, "abcdefg", 7), kn_hash_bytes(7, "abcdefg\0", 8));
}

/* Against a search through all keys: many come again, and some are those of an empty slot or of no number. */
static void numbers_by_first_occurrence(void **state)
{
    enum { KEYS = 3000 };
    kn_numbers numbers;
    uint64_t key[KEYS], random = 1;
    size_t count = 0;
    (void)state;
    kn_numbers_begin(&numbers, NULL, 4);
    assert_int_equal(kn_numbers_find(&numbers, 0), KN_NO_NUMBER);
    for (size_t i = 0; i < 2 * KEYS; i++) {
        uint64_t wanted = (random = random * UINT64_C(6364136223846793005) + 1) >> 33;
        size_t at = 0;
        wanted = i < 2 ? (i ? UINT64_MAX : 0) : wanted % KEYS << (wanted % 3 * 20);
        while (at < count && key[at] != wanted)
            at++;
        assert_int_equal(kn_numbers_find(&numbers, wanted), at < count ? at : KN_NO_NUMBER);
        assert_int_equal(kn_numbers_add(&numbers, wanted), at);
        if (at == count)
            key[count++] = wanted;
        assert_int_equal(numbers.count, count);
    }
    assert_true(count > KEYS / 2 && numbers.slots >= 2 * count);
    kn_numbers_free(&numbers);
    assert_int_equal(kn_numbers_find(&numbers, key[0]), KN_NO_NUMBER);
    kn_numbers_free(&numbers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(chosen_names_spread), cmocka_unit_test(changes_that_cancel),
                                       cmocka_unit_test(the_key_stays), cmocka_unit_test(numbers_by_first_occurrence)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
