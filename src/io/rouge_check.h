/* io/rouge_check.h - the arguments that all readers of evaluations take. */
#pragma once

#include "io/inner.h"
#include "base/error.h"

static inline knap_status kn_rouge_check_read(const char *call, const knap_rouge_set *set, const char *path,
                                              knap_rouge_format format, knap_error *error)
{
    if (!set || !path)
        return kn_fail(error, KNAP_USAGE, "%s: set and path must not be NULL", call);
    if ((int)format < KNAP_ROUGE_SPL || format > KNAP_ROUGE_PLAIN)
        return kn_fail(error, KNAP_USAGE, "%s: %d is not a knap_rouge_format", call, (int)format);
    return KNAP_OK;
}
