/* knap/logs.h - learning from lists that were shown, and estimating what another policy would have earned.
 *
 *     logs (list shown, reward, propensity) -> model of the reward -> worths of items -> knap_train
 *     logs + lists of a policy -> estimates of its reward, with intervals
 *
 * A log tells the reward of one list only: the one that was shown. Inverse propensity weights make up for what the logging policy
 * preferred; a model of the reward makes up for their variance. docs/ALGORITHMS.md, "Learning from logs". */
#ifndef KNAP_LOGS_H
#define KNAP_LOGS_H

#include "knap/systems.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct knap_logs_settings {
    double clip;    /* largest weight 1/propensity; 0: none is clipped. Clipping lowers the variance and adds a bias */
    double l2;      /* of the model of the reward, in observations; above 0 */
    size_t samples; /* bootstrap resamples */
    double confidence; /* of the intervals, per cent */
    size_t seed;       /* of the resamples */
} knap_logs_settings;

KNAP_API void knap_logs_init(knap_logs_settings *settings);

typedef struct knap_estimate {
    double value, low, high; /* NaN where it is not defined; low and high also where knap_logs_report.holds is false */
} knap_estimate;

/* Intervals are given where at least so many lists match, they are as precise as so many equal weights, and no more than one in
 * so many has a clipped weight: with fewer lists a bootstrap does not see the rare large weights, and clipping is a bias. */
enum { KNAP_LEAST_MATCHED = 30, KNAP_LEAST_EFFECTIVE = 15, KNAP_CLIPPED_ONE_IN = 20 };
/* The estimates per item and per slate have no intervals where the effect of places is further from 0 than so many standard errors. */
enum { KNAP_MOST_PLACE = 2 };

/* An estimate from lists that match in part, for logs that tell by which chances the items were drawn (knap_log.chance). */
typedef struct knap_partial {
    knap_estimate estimate; /* NaN where the logs do not have what it needs */
    size_t matched;         /* lists of a weight other than 0; for the cascade, those that match in all places */
    double effective;       /* as below, of its weights; for the cascade, of the last place */
    bool holds;             /* whether there is an interval */
} knap_partial;

typedef struct knap_logs_report {
    size_t lists;        /* logged lists */
    size_t matched;      /* of these, for how many the policy has the same items */
    size_t clipped;      /* of these, how many weights were clipped */
    double effective;    /* (sum of weights)^2 / sum of squared weights: so many equal weights would be as precise */
    bool holds;          /* whether there are intervals */
    double logged;       /* mean reward of the lists shown: the value of the logging policy */
    knap_estimate ips;   /* mean of weight * reward */
    knap_estimate snips; /* the same, divided by the mean weight; undefined where nothing matched */
    knap_estimate model; /* mean of what the model of the reward predicts for the policy's lists */
    knap_estimate dr;    /* doubly robust: the model, corrected by weight * (reward - model) where lists match */
    knap_partial items;  /* per item: right if what an item earns does not depend on the others. Needs knap_log.gain too */
    knap_partial slate;  /* per slate (pseudoinverse): right if the reward of a list is a sum over its items */
    knap_partial cascade; /* right if what an item earns depends on it and the items above it. Needs gains and lists that are not longer */
    /* By how many standard errors items earn more (above 0) or less at later places than at earlier ones; NaN without gains. items and slate
     * take the order of a list for irrelevant. */
    double place;
    size_t unsupported; /* lists of the policy with an item that is never drawn: the estimates above then have no intervals */
} knap_logs_report;

/* Estimates the reward that a policy, which made packed[i].list for instance i, would have earned. Every instance must have a
 * log. The model of the reward is linear in the sums of the items' features, scores and costs, and is fitted without the fold of
 * five that an instance is in, so that ips and dr have no bias where propensities are right and nothing is clipped. items, slate and cascade need
 * chances of all instances; without them their values are NaN.
 * `term` (may be NULL) gets the contribution of each instance to dr: term[knap_data_count(data)], for paired comparisons.
 * `settings` and `run` may be NULL. */
KNAP_API knap_status knap_logs_estimate(const knap_data *data, const knap_packed *packed,
                                        const knap_logs_settings *settings, const knap_run *run,
                                        knap_logs_report *report, double *term, knap_error *error);

/* Gives every instance of `data`, all of which must have logs, worths of the items and reward `modular`, so that knap_train learns
 * from them. The worth of an item is its part in the model of the reward, fitted with weights 1/propensity over all logs; items of
 * the list shown also get their share of the residual times the weight over the mean weight (self-normalised doubly robust).
 * Worths below 0 become 0. */
KNAP_API knap_status knap_logs_learn(knap_data *data, const knap_logs_settings *settings, const knap_run *run,
                                     knap_error *error);

#ifdef __cplusplus
}
#endif

#endif
