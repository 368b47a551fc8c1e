/* check.h - what every test program includes: cmocka in its required order, and a seeded loop. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/inner.h"

/* A program whose tests were all skipped ends with the status that CTest reports as skipped (SKIP_RETURN_CODE); one that
 * skipped some of them says how many. A test that is skipped prints the reason first. */
enum { CHECK_SKIPPED = 77 };
static size_t check_skips;

#undef skip
#define skip()                                                                                                         \
    do {                                                                                                               \
        check_skips++;                                                                                                 \
        _skip(__FILE__, __LINE__);                                                                                     \
    } while (0)

static inline int check_result(int failed, size_t tests)
{
    if (check_skips)
        print_message("%zu of %zu tests skipped\n", check_skips, tests);
    return !failed && check_skips == tests ? CHECK_SKIPPED : failed;
}

#undef cmocka_run_group_tests_name
#define cmocka_run_group_tests_name(name, tests, setup, teardown)                                                      \
    check_result(_cmocka_run_group_tests((name), (tests), sizeof(tests) / sizeof *(tests), (setup), (teardown)),       \
                 sizeof(tests) / sizeof *(tests))
#undef cmocka_run_group_tests
#define cmocka_run_group_tests(tests, setup, teardown) cmocka_run_group_tests_name(#tests, tests, setup, teardown)

/* Fails with both numbers when |a - b| > tolerance * max(1, |a|, |b|). */
#define assert_close(a, b, tolerance)                                                                                  \
    do {                                                                                                               \
        double left_ = (a), right_ = (b), scale_ = fmax(1, fmax(fabs(left_), fabs(right_)));                           \
        if (!(fabs(left_ - right_) <= (tolerance)*scale_))                                                             \
            fail_msg("%s = %.17g, %s = %.17g", #a, left_, #b, right_);                                                 \
    } while (0)

/* A call that must succeed, with `error` standing for its last argument; prints the library's own message
 * when it does not. */
#define assert_ok(call)                                                                                                \
    do {                                                                                                               \
        knap_error error_ = {KNAP_OK, 0, "", ""}, *error = &error_;                                                    \
        if ((call) != KNAP_OK)                                                                                         \
            fail_msg("%s: %s:%zu: %s", #call, error_.file, error_.line, error_.message);                               \
        (void)error;                                                                                                   \
    } while (0)
