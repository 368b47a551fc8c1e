/* budget.c - 665b, 250w, 600c. */
#include "knap/summarize.h"
#include "base/error.h"
#include "base/number.h"

#include <math.h>
#include <string.h>

knap_status knap_budget_parse(const char *text, knap_budget *budget, knap_error *error)
{
    KN_REQUIRE(budget);
    *budget = (knap_budget){0, KNAP_BYTES};
    KN_REQUIRE(text);
    char *end;
    double amount = kn_parse_number(text, &end);
    char unit = *end ? *end : 'b';
    if (end == text || !isfinite(amount) || amount < 0 || amount > 1e12 || amount != floor(amount) ||
        (*end && end[1]) || !strchr("bwc", unit))
        return kn_fail(error, KNAP_USAGE,
                       "'%s' is not a length: write 665 or 665b for bytes, 250w for words, 600c for characters", text);
    budget->amount = amount;
    budget->unit = (knap_unit)unit;
    return KNAP_OK;
}

const char *knap_budget_format(const knap_budget *budget, char *text, size_t size)
{
    if (!text || !size)
        return text;
    text[0] = 0;
    if (!budget)
        return text;
    kn_print(text, size, "%.0f%c", budget->amount, (char)budget->unit);
    return text;
}
