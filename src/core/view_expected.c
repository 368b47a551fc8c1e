/* view_expected.c - what an item is expected to add to the list, by the worth of its concepts.
 *
 * expected-gain: g expected gain, of content g', with q^2 for q g2; n the item's mass, l its cost over the budget. No price of
 * length is built in: with n/l and n/sqrt l beside g/l and g/sqrt l a policy can weigh g - lambda n for any lambda.
 * bigram-coverage: the worth of its pairs that the list does not have. */
#include "core/view.h"

#include <math.h>

static const char *const GAINS[] = {"gain",           "mass",         "cost",      "gain/cost",
                                    "gain/sqrt-cost", "mass/cost",    "mass/sqrt", "content/cost",
                                    "content",        "squares/cost", "squares"};
static const char *const PAIRS[] = {"bigrams/cost", "bigrams"};

enum { GAIN_COLUMNS = sizeof GAINS / sizeof *GAINS, PAIR_COLUMNS = sizeof PAIRS / sizeof *PAIRS };

static double cost_share(const knap_instance *instance, size_t item)
{
    return instance->cost[item] / (instance->budget > 0 ? instance->budget : 1);
}

static void gain_start(const kn_view *view, size_t candidate, float *column)
{
    const double *gain = kn_expected_gain(&view->expected, candidate);
    double cost = cost_share(view->instance, candidate), root = sqrt(cost), mass = view->expected.mass[candidate];
    column[0] = (float)gain[KN_SUM_ALL];
    column[1] = (float)mass;
    column[2] = (float)cost;
    column[3] = (float)(gain[KN_SUM_ALL] / cost);
    column[4] = (float)(gain[KN_SUM_ALL] / root);
    column[5] = (float)(mass / cost);
    column[6] = (float)(mass / root);
    column[7] = (float)(gain[KN_SUM_CONTENT] / cost);
    column[8] = (float)gain[KN_SUM_CONTENT];
    column[9] = (float)(gain[KN_SUM_SQUARES] / cost);
    column[10] = (float)gain[KN_SUM_SQUARES];
}

static void gain_update(const kn_view *view, size_t item, size_t candidate, float *column)
{
    (void)item;
    gain_start(view, candidate, column);
}

static void pair_start(const kn_view *view, size_t candidate, float *column)
{
    double gain = kn_expected_gain(&view->expected, candidate)[KN_SUM_PAIRS];
    column[0] = (float)(gain / cost_share(view->instance, candidate));
    column[1] = (float)gain;
}

static void pair_update(const kn_view *view, size_t item, size_t candidate, float *column)
{
    (void)item;
    pair_start(view, candidate, column);
}

const kn_view_part kn_view_expected_gain = {.help = "what the item is expected to add, against its cost and mass",
                                            .needs_expected = true,
                                            .local = true,
                                            .prefix = "expected:",
                                            .name = GAINS,
                                            .columns = GAIN_COLUMNS,
                                            .start = gain_start,
                                            .update = gain_update};

const kn_view_part kn_view_bigram_coverage = {.help = "worth of the pairs that the list does not have yet",
                                              .needs_expected = true,
                                              .local = true,
                                              .prefix = "expected:",
                                              .name = PAIRS,
                                              .columns = PAIR_COLUMNS,
                                              .start = pair_start,
                                              .update = pair_update};
