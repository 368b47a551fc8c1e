/* check.c - arguments that several calls have. */
#include "summarize/check.h"
#include "base/error.h"

#include <math.h>

static knap_status check_cluster(const knap_cluster *cluster, size_t number, knap_error *error)
{
    if (!cluster)
        return kn_fail(error, KNAP_USAGE, "cluster %zu is NULL", number);
    if (!cluster->documents || !cluster->document)
        return kn_fail(error, KNAP_USAGE, "cluster %zu has no documents", number);
    if (cluster->references && !cluster->reference)
        return kn_fail(error, KNAP_USAGE, "the references of cluster %zu are NULL", number);
    for (size_t i = 0; i < cluster->documents; i++)
        if (!cluster->document[i])
            return kn_fail(error, KNAP_USAGE, "document %zu of cluster %zu is NULL", i, number);
    for (size_t i = 0; i < cluster->references; i++)
        if (!cluster->reference[i])
            return kn_fail(error, KNAP_USAGE, "reference %zu of cluster %zu is NULL", i, number);
    return KNAP_OK;
}

knap_status kn_check_clusters(const knap_cluster *const *cluster, size_t count, knap_error *error)
{
    knap_status status = KNAP_OK;
    if (count && !cluster)
        return kn_fail(error, KNAP_USAGE, "there are %zu clusters, but their array is NULL", count);
    for (size_t i = 0; !status && i < count; i++)
        status = check_cluster(cluster[i], i, error);
    return status;
}

knap_status kn_check_budget(const knap_budget *budget, knap_error *error)
{
    if (budget->unit != KNAP_BYTES && budget->unit != KNAP_WORDS && budget->unit != KNAP_CHARACTERS &&
        budget->unit != KNAP_SENTENCES && budget->unit != KNAP_PERCENT && budget->unit != KNAP_TOKENS)
        return kn_fail(error, KNAP_USAGE,
                       "the unit of the budget is none of KNAP_BYTES, KNAP_WORDS, KNAP_CHARACTERS, KNAP_SENTENCES, "
                       "KNAP_PERCENT, KNAP_TOKENS");
    if (budget->unit == KNAP_TOKENS && !budget->tokenizer)
        return kn_fail(error, KNAP_USAGE, "a budget in tokens needs a tokenizer to count them with");
    if (budget->unit == KNAP_PERCENT && !(budget->amount >= 0 && budget->amount <= 100))
        return kn_fail(error, KNAP_USAGE, "the budget is not a percentage from 0 to 100");
    if (!isfinite(budget->amount) || budget->amount < 0 || budget->amount > 1e12 ||
        (budget->amount != floor(budget->amount) && budget->unit != KNAP_PERCENT))
        return kn_fail(error, KNAP_USAGE, "the budget is not a whole number from 0 to 1e12");
    return KNAP_OK;
}
