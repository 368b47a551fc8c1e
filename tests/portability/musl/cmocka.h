/* cmocka.h - stands for cmocka where it is not built for the C library: the checks that the tests of the lower layers use. A check that
 * fails prints where it is, and its test program ends with status 1. */
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int (*CMFixtureFunction)(void **state);
struct CMUnitTest {
    const char *name;
    void (*test)(void **state);
    CMFixtureFunction setup, teardown;
};

static jmp_buf cmocka_test; /* where a test that fails or is skipped goes on */

#define cmocka_unit_test(f) {#f, f, NULL, NULL}
#define cmocka_unit_test_setup_teardown(f, begin, end) {#f, f, begin, end}
#define CMOCKA_CHECK(holds, ...)                                                                                       \
    do {                                                                                                               \
        if (!(holds)) {                                                                                                \
            printf("%s:%d: ", __FILE__, __LINE__);                                                                     \
            printf(__VA_ARGS__);                                                                                       \
            puts("");                                                                                                  \
            longjmp(cmocka_test, 1);                                                                                   \
        }                                                                                                              \
    } while (0)
#define assert_true(x) CMOCKA_CHECK(x, "%s", #x)
#define assert_false(x) CMOCKA_CHECK(!(x), "not %s", #x)
#define assert_null(x) CMOCKA_CHECK((x) == NULL, "%s is not NULL", #x)
#define assert_non_null(x) CMOCKA_CHECK((x) != NULL, "%s is NULL", #x)
#define assert_ptr_equal(a, b) CMOCKA_CHECK((const void *)(a) == (const void *)(b), "%s != %s", #a, #b)
#define assert_ptr_not_equal(a, b) CMOCKA_CHECK((const void *)(a) != (const void *)(b), "%s == %s", #a, #b)
#define assert_int_equal(a, b) CMOCKA_CHECK((long long)(a) == (long long)(b), "%s != %s", #a, #b)
#define assert_int_not_equal(a, b) CMOCKA_CHECK((long long)(a) != (long long)(b), "%s == %s", #a, #b)
#define assert_in_range(x, least, most)                                                                                \
    CMOCKA_CHECK((long long)(x) >= (long long)(least) && (long long)(x) <= (long long)(most), "%s out of range", #x)
#define assert_float_equal(a, b, epsilon) CMOCKA_CHECK(fabs((double)(a) - (double)(b)) <= (epsilon), "%s != %s", #a, #b)
#define assert_string_equal(a, b) CMOCKA_CHECK(strcmp(a, b) == 0, "\"%s\" != \"%s\"", (const char *)(a), (const char *)(b))
#define assert_string_not_equal(a, b) CMOCKA_CHECK(strcmp(a, b) != 0, "%s == %s", #a, #b)
#define assert_memory_equal(a, b, size) CMOCKA_CHECK(memcmp(a, b, size) == 0, "%s and %s differ", #a, #b)
#define assert_memory_not_equal(a, b, size) CMOCKA_CHECK(memcmp(a, b, size) != 0, "%s and %s are the same", #a, #b)
#define fail_msg(...) CMOCKA_CHECK(0, __VA_ARGS__)
#define fail() CMOCKA_CHECK(0, "failed")
#define _skip(file, line) longjmp(cmocka_test, 2)
#define print_message printf

static inline int _cmocka_run_group_tests(const char *name, const struct CMUnitTest *tests, size_t count,
                                          CMFixtureFunction setup, CMFixtureFunction teardown)
{
    static void *shared;
    static volatile int failed, ran;
    if (setup && setup(&shared))
        return 1;
    for (size_t i = 0; i < count; i++) {
        void *own = shared;
        volatile int how;
        if (tests[i].setup && tests[i].setup(&own))
            return 1;
        how = setjmp(cmocka_test);
        if (how == 0)
            tests[i].test(&own);
        if (how == 1) {
            printf("FAILED %s\n", tests[i].name);
            failed++;
        }
        ran += how == 0;
        if (tests[i].teardown)
            tests[i].teardown(&own);
    }
    if (teardown)
        teardown(&shared);
    printf("%s: %d of %zu passed\n", name, ran, count);
    return failed;
}
