/* day.c - see day.h. It knows no month names: dates of machines are written in digits. */
#include "io/day.h"
#include "base/ascii.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* Takes exactly `digits` digits; -1 where there are fewer. */
static int take(const char **at, const char *end, int digits)
{
    int value = 0;
    if (end - *at < digits)
        return -1;
    for (int i = 0; i < digits; i++) {
        if (!kn_ascii_digit((*at)[i]))
            return -1;
        value = 10 * value + ((*at)[i] - '0');
    }
    *at += digits;
    return value;
}

static bool skip(const char **at, const char *end, const char *any)
{
    bool is = *at < end && **at && strchr(any, **at);
    *at += is;
    return is;
}

/* Days since 1970 of a day of the Gregorian calendar; NaN where there is no such day. */
static double day_of(int year, int month, int day)
{
    static const int length[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    int y = year - 1, days = day - 1;
    if (year < 1 || month < 1 || month > 12 || day < 1 || day > length[month - 1] + (leap && month == 2))
        return NAN;
    for (int m = 1; m < month; m++)
        days += length[m - 1] + (leap && m == 2);
    return 365.0 * y + y / 4 - y / 100 + y / 400 + days - 719162;
}

/* The time of day and its zone, in days; NaN where it is something else. */
static double time_of(const char *at, const char *end)
{
    int hour = take(&at, end, 2), minute = skip(&at, end, ":") ? take(&at, end, 2) : -1, second = 0, zone = 0;
    double part = 0, scale = 1;
    if (hour < 0 || hour > 23 || minute < 0 || minute > 59)
        return NAN;
    if (skip(&at, end, ":") && ((second = take(&at, end, 2)) < 0 || second > 60))
        return NAN;
    if (skip(&at, end, ".,"))
        while (at < end && kn_ascii_digit(*at))
            part += (*at++ - '0') * (scale /= 10);
    if (!skip(&at, end, "Zz") && at < end) {
        int sign = *at == '-' ? -1 : 1;
        int hours = skip(&at, end, "+-") ? take(&at, end, 2) : -1;
        skip(&at, end, ":");
        int minutes = at < end ? take(&at, end, 2) : 0;
        if (hours < 0 || hours > 18 || minutes < 0 || minutes > 59)
            return NAN;
        zone = sign * (60 * hours + minutes);
    }
    return at == end ? (60.0 * (60 * hour + minute - zone) + second + part) / 86400 : NAN;
}

double kn_day_of_text(const char *text, size_t length)
{
    const char *at = text, *end = text + length;
    int year = take(&at, end, 4), month = 1, day = 1;
    bool dashes;
    if (year < 0)
        return NAN;
    if (at == end)
        return day_of(year, 1, 1);
    dashes = skip(&at, end, "-/");
    month = take(&at, end, 2);
    if (at == end && dashes)
        return day_of(year, month, 1);
    if (dashes && !skip(&at, end, "-/"))
        return NAN;
    day = take(&at, end, 2);
    if (at == end)
        return day_of(year, month, day);
    return skip(&at, end, "Tt ") ? day_of(year, month, day) + time_of(at, end) : NAN;
}

double kn_day_of_number(double number)
{
    bool whole = number == floor(number);
    if (whole && number >= 1000 && number <= 2999)
        return day_of((int)number, 1, 1);
    if (whole && number >= 10000101 && number <= 29991231)
        return day_of((int)number / 10000, (int)number / 100 % 100, (int)number % 100);
    return number / (fabs(number) > 1e11 ? 86400e3 : 86400);
}
