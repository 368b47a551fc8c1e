/* systems/inner.h - what knap's own programs and other layers use of this layer beyond knap/systems.h: settings that suit
 * data, members of system majority. */
#pragma once

#include "core/inner.h"
#include "knap/systems.h"

/* What lists of a system with these params do not depend on: its `ignores`, and for trained policies KNAP_PART_EXPECTED where no
 * setting looks at expected worths. NULL: the system's own settings. */
unsigned knap_system_ignores(const knap_system *system, const void *params);

/* Changes settings of training to those that suit the data. Fields whose row of knap_settings_table is `given` (NULL: none) stay.
 * For instances with texts, unless the views are given: the policy sees what the words of an item are expected to be worth, and its
 * lists are improved by swaps. With scores, or a query that makes them, it sees the score and its evidence (view part score), similarity and
 * the features instead. For
 * others nothing changes. For documents: the settings of the system reader or, with `max_rouge`,
 * scp-swap; `clusters` is the number of clusters to train on. */
void knap_settings_suit_instances(const knap_data *data, const unsigned char *given, knap_settings *settings);
void knap_settings_suit_documents(size_t clusters, bool max_rouge, const unsigned char *given,
                                  knap_settings *settings);

/* nearest[i]: the place of the item before list->item[i] that is most similar to it, the first of equals; i if no cosine is above 0. */
knap_status knap_list_nearest(const knap_instance *instance, const knap_list *list, size_t *nearest,
                              knap_error *error);

/* What a model of system majority has learned; losses are per round. A member's loss in a round is sum_i w_i (max_s b(s) - b(pick)) over
 * the positions of the list of the member that was drawn. */
typedef struct knap_majority_report {
    size_t members, rounds;
    double loss;   /* of the members drawn */
    double regret; /* that loss less the loss of the best single member */
} knap_majority_report;

typedef struct knap_majority_member {
    const knap_system *system;
    double share; /* mean probability of being drawn */
    double loss;
} knap_majority_member;

/* Return 0, and leave the report alone, where the model is of another system or has no such member (from 0). */
bool knap_model_majority(const knap_model *model, knap_majority_report *report);
bool knap_model_member(const knap_model *model, size_t member, knap_majority_member *report);
