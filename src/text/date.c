/* date.c - reading dates, in words and in digits. */
#include "text/date.h"
#include "text/utf8.h"

#include <string.h>

#include <unicode/uchar.h>

enum { LONGEST_DATE = 120, FIRST_YEAR = 1900, LAST_YEAR = 2099 };

typedef struct date_parts {
    unsigned year, month, day; /* the first of each; 0: none yet */
    bool month_word;           /* which may be of more than one month */
    bool weekday, whole;       /* whole: 2005-01-08 */
    bool stranger;             /* the first word does not belong to a date: a place, or an error */
    size_t words;
} date_parts;

static uint32_t day_of(const date_parts *date)
{
    bool known = date->year && date->month >= 1 && date->month <= 12 && date->day <= 31;
    return known ? date->year * 10000 + date->month * 100 + date->day : 0;
}

static bool is_date_separator(int32_t code)
{
    return kn_is_space(code) || code == ',' || code == '.' || code == '/' || code == 0x60C || code == 0x200B ||
           code == '-' || code == '(' || code == ')' || code == 0x200F || code == 0x200E;
}

/* 2005/01/08, 8.1.2005, 2005-01-08: three groups of digits, one of them a year. If the year is last, the
 * day is first, except in English dates with slashes. */
static size_t numeric_date(const knap_language *language, const char *text, size_t begin, size_t end, date_parts *date)
{
    unsigned group[3] = {0};
    size_t groups = 0, at = begin, year = 3;
    while (groups < 3) {
        size_t digits = 0;
        for (; at < end && text[at] >= '0' && text[at] <= '9' && digits < 5; at++, digits++)
            group[groups] = group[groups] * 10 + (unsigned)(text[at] - '0');
        if (digits == 0 || digits > 4 || digits == 3)
            return begin;
        year = digits == 4 ? groups : year;
        if (++groups < 3 && (at >= end || !strchr("/-.", text[at++])))
            return begin;
    }
    if (year == 3)
        return begin;
    bool month_first = strcmp(language->lexicon->code, "en") == 0 && memchr(text + begin, '/', at - begin);
    size_t month = year == 2 && month_first ? 0 : 1;
    *date = (date_parts){.year = group[year], .month = group[month], .day = group[3 - year - month], .whole = true};
    return at;
}

/* Digits in any script, with a short tail of letters such as "1er" or "8th" or, in Hebrew, a letter before.
 */
static bool number_part(const char *word, size_t length, date_parts *date)
{
    size_t digits = 0, letters = 0;
    unsigned value = 0;
    bool colon = memchr(word, ':', length) != NULL;
    for (size_t at = 0; at < length;) {
        int32_t code = kn_utf8_next(word, &at, length);
        int digit = u_charDigitValue(code);
        if (digit >= 0 && digits < 5) {
            value = value * 10 + (unsigned)digit;
            digits++;
        } else if (u_isalpha(code) && letters < 3) {
            letters++;
        } else if (code != ':') {
            return false;
        }
    }
    if (digits == 4 && letters == 0 && !colon && value >= 1000 && value < 3000)
        date->year = date->year ? date->year : value;
    else if (digits >= 1 && digits <= 2 && value >= 1 && value <= 31)
        date->day = date->day ? date->day : value;
    else
        return digits > 0 && colon; /* a time */
    return true;
}

/* Adds what a word says about a date; false if it is no word of a date. */
static bool date_word(knap_language *language, const char *word, size_t length, date_parts *date, bool *failed)
{
    unsigned class = kn_language_any_class(language, word, length, failed);
    if (!(class & (KN_MONTH | KN_DAY | KN_DATED)) && strcmp(language->lexicon->code, "he") == 0 && length > 4) {
        size_t rest = 0; /* in, of, the: one letter before the word */
        kn_utf8_next(word, &rest, length);
        word += rest;
        length -= rest;
        class = kn_language_any_class(language, word, length, failed);
    }
    date->words++;
    if (class & KN_MONTH && !date->month)
        date->month = kn_language_month(language, word, length, failed);
    date->month_word = date->month_word || (class & KN_MONTH);
    date->weekday = date->weekday || (class & KN_DAY);
    return (class & (KN_MONTH | KN_DAY | KN_DATED)) || number_part(word, length, date);
}

/* Whether the words met make a date. */
static bool is_date(const date_parts *date)
{
    return (date->whole || (date->month_word && (date->year || (date->day && date->weekday)))) &&
           !(date->stranger && !date->day);
}

size_t kn_date_prefix(knap_language *language, const char *text, size_t begin, size_t end, uint32_t *day, bool *failed)
{
    date_parts date = {0};
    size_t at = numeric_date(language, text, begin, end, &date), last = at, limit;
    limit = end - begin > LONGEST_DATE ? begin + LONGEST_DATE : end;
    while (at < limit) {
        size_t word = at, next;
        while (word < end && is_date_separator(kn_utf8_at(text, word, end)))
            kn_utf8_next(text, &word, end);
        for (next = word; next < end && !is_date_separator(kn_utf8_at(text, next, end));)
            kn_utf8_next(text, &next, end);
        if (next == word) {
            last = end;
            break;
        }
        if (next - word > 40)
            break;
        if (!date_word(language, text + word, next - word, &date, failed)) {
            if (date.words > 1)
                break;
            date.stranger = true;
        }
        at = last = next;
    }
    if (!is_date(&date))
        return begin;
    while (last < end && is_date_separator(kn_utf8_at(text, last, end)))
        kn_utf8_next(text, &last, end);
    /* A sentence may begin with a date; it then goes on in lower case, or has no weekday before. */
    if (last < end &&
        (date.whole || date.stranger || !date.weekday || !date.year || u_islower(kn_utf8_at(text, last, end))))
        return begin;
    if (day)
        *day = day_of(&date);
    return last;
}

/* ---- Names ---- */

/* The day that 20041001 or 2004-10-01 (2004_10_01, 2004.10.01) at the start of `text` names. */
static uint32_t day_at(const char *text)
{
    static const size_t digits[] = {4, 2, 2};
    unsigned part[3] = {0};
    bool apart = strspn(text, "0123456789") == 4;
    date_parts date;
    for (size_t i = 0; i < 3; i++) {
        if (i > 0 && apart && !(*text && strchr("-_.", *text++)))
            return 0;
        for (size_t k = 0; k < digits[i]; k++, text++) {
            if (*text < '0' || *text > '9')
                return 0;
            part[i] = part[i] * 10 + (unsigned)(*text - '0');
        }
    }
    date = (date_parts){.year = part[0], .month = part[1], .day = part[2]};
    if ((*text >= '0' && *text <= '9') || part[0] < FIRST_YEAR || part[0] > LAST_YEAR || !part[2])
        return 0;
    return day_of(&date);
}

uint32_t kn_date_of_name(const char *name)
{
    const char *slash = strrchr(name, '/');
    for (const char *at = slash ? slash + 1 : name; *at; at++) {
        uint32_t day = at == name || at[-1] < '0' || at[-1] > '9' ? day_at(at) : 0;
        if (day)
            return day;
    }
    return 0;
}
