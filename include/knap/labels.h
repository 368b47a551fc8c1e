/* knap/labels.h - rewards from what people can label: answers in plain text, and useful items.
 *
 *     answer -> its content words and pairs of words -> those that items contain -> reward `coverage`
 *     items labelled with knap_instance_set_useful -> reward `useful`
 *
 * Lists that were shown are another kind of label: knap/logs.h. */
#ifndef KNAP_LABELS_H
#define KNAP_LABELS_H

#include "knap/core.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct knap_labels_report {
    size_t answers; /* instances that got a reward from their answer */
    size_t missed;  /* of these, answers that share no word with any item: every list has the reward 0 */
    size_t useful;  /* instances that got the reward `useful` */
} knap_labels_report;

/* Gives instances that have labels and no reward a reward; others stay as they are.
 *
 * With an answer (knap_instance_set_answer) the reward is `coverage`. The concepts are the stems of the answer's words
 * other than function words, and the pairs of stems that follow each other there; an item covers those that its text has. Each
 * counts by its inverse document frequency over the items of the instance, ln((n + 1) / (count + 1/2)), divided by the largest.
 * What no item has is left out, so that a list with all items has the reward 1. The language is that of answer and items together
 * (knap_language_guess). Concepts are marked KNAP_CONCEPT_ANSWER: systems do not see them.
 *
 * Without an answer, and with an item that has a label of usefulness, the reward is `useful`.
 *
 * `report` and `run` may be NULL. */
KNAP_API knap_status knap_labels_apply(knap_data *data, const knap_run *run, knap_labels_report *report,
                                       knap_error *error);

#ifdef __cplusplus
}
#endif

#endif
