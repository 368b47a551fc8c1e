/* day_test.c - dates of items: every day of four centuries against the calendar of the C library, times and zones, and what is no date. */
#define _DEFAULT_SOURCE
#include "check.h"
#include "io/day.h"

#include <time.h>

static double day(const char *text)
{
    return kn_day_of_text(text, strlen(text));
}

static void days_follow_each_other(void **state)
{
    time_t first = -(time_t)86400 * 25567; /* 1900-01-01 */
    (void)state;
    for (int i = 0; i < 146097 + 400; i++) {
        time_t at = first + (time_t)86400 * i;
        struct tm now;
        char text[32];
        assert_non_null(gmtime_r(&at, &now));
        strftime(text, sizeof text, "%Y-%m-%d", &now);
        assert_close(day(text), i - 25567, 0);
        strftime(text, sizeof text, "%Y%m%d", &now);
        assert_close(day(text), i - 25567, 0);
        assert_close(kn_day_of_number(atof(text)), i - 25567, 0);
    }
}

static void times_and_zones(void **state)
{
    (void)state;
    assert_close(day("1970-01-02T12:00"), 1.5, 0);
    assert_close(day("1970-01-02 06:00:00Z"), 1.25, 0);
    assert_close(day("1970-01-02T06:00:00.000+06:00"), 1, 0);
    assert_close(day("1970-01-01T18:00:00-0600"), 1, 0);
    assert_close(day("1970-01-01T00:00:43.2"), 43.2 / 86400, 1e-12);
    assert_close(day("1971"), 365, 0);
    assert_close(day("1970-02"), 31, 0);
    assert_close(day("1970/02/01"), 31, 0);
    assert_close(kn_day_of_number(1971), 365, 0);
    assert_close(kn_day_of_number(86400.0 * 20000), 20000, 0);
    assert_close(kn_day_of_number(86400e3 * 20000), 20000, 0);
}

static void what_is_no_date(void **state)
{
    static const char *const wrong[] = {
        "",           "May 3",         "2023-02-29",       "1900-02-29",         "2024-13-01",
        "2024-1-1",   "2024-05-31T",   "2024-05-31T25:00", "2024-05-31x",        "0000-01-01",
        "2024-00-10", "2024-05-31T10", "2024-05-31T10:61", "2024-05-31T10:00+99"};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_true(isnan(day(wrong[i])));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(days_follow_each_other), cmocka_unit_test(times_and_zones),
                                       cmocka_unit_test(what_is_no_date)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
