/* budget.c - how long a summary may be: 665b, 250w, 600c, 5s, 10%, 1000t, and in words: "100 words". */
#include "summarize/inner.h"
#include "base/ascii.h"
#include "base/error.h"
#include "base/number.h"

#include <math.h>
#include <string.h>

static const struct {
    knap_unit unit;
    const char *names[5];
} units[] = {{KNAP_BYTES, {"b", "byte", "bytes", NULL}},
             {KNAP_WORDS, {"w", "word", "words", NULL}},
             {KNAP_CHARACTERS, {"c", "char", "chars", "character", "characters"}},
             {KNAP_SENTENCES, {"s", "sentence", "sentences", NULL}},
             {KNAP_PERCENT, {"%", "percent", NULL}},
             {KNAP_TOKENS, {"t", "token", "tokens", NULL}}};

static bool find_unit(const char *name, knap_unit *unit)
{
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        for (size_t k = 0; k < sizeof units[i].names / sizeof *units[i].names && units[i].names[k]; k++)
            if (kn_ascii_same(units[i].names[k], name)) {
                *unit = units[i].unit;
                return true;
            }
    return false;
}

knap_status knap_budget_parse(const char *text, knap_budget *budget, knap_error *error)
{
    KN_REQUIRE(budget);
    *budget = (knap_budget){.unit = KNAP_BYTES};
    KN_REQUIRE(text);
    char *end;
    double amount = kn_parse_number(text, &end);
    knap_unit unit = KNAP_BYTES;
    bool number = end != text && isfinite(amount) && amount >= 0 && amount <= 1e12, known;
    while (*end == ' ')
        end++;
    known = find_unit(end, &unit);
    if (number && known && unit == KNAP_PERCENT)
        number = amount <= 100;
    else if (number)
        number = amount == floor(amount);
    if (number && !*end)
        return kn_fail(error, KNAP_USAGE,
                       "'%s' has no unit: write %.0fw for words, %.0fs for sentences, %.0fb for bytes, %.0fc for "
                       "characters, %.0ft for tokens, or 10%% for a tenth of the text",
                       text, amount, amount, amount, amount, amount);
    if (!number || !known)
        return kn_fail(error, KNAP_USAGE,
                       "'%s' is not a length: write 250w for words, 5s for sentences, 665b for bytes, 600c for "
                       "characters, 1000t for tokens, or 10%% for a tenth of the text",
                       text);
    budget->amount = amount;
    budget->unit = unit;
    return KNAP_OK;
}

const char *knap_budget_format(const knap_budget *budget, char *text, size_t size)
{
    if (!text || !size)
        return text;
    text[0] = 0;
    if (!budget)
        return text;
    kn_print(text, size, "%.10g%c", budget->amount, (char)budget->unit);
    if (kn_parse_number(text, NULL) != budget->amount) /* ten digits are not all of them */
        kn_print(text, size, "%.17g%c", budget->amount, (char)budget->unit);
    return text;
}
