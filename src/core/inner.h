/* core/inner.h - what knap's own programs and other layers use of this layer beyond knap/core.h: flaws, terms, sources and
 * duplicates of items, examples, settings to try, sections of models, majority. */
#pragma once

#include "base/inner.h"
#include "knap/core.h"

/* ---- Instances ---- */

size_t knap_data_feature_count(const knap_data *data);
const char *knap_data_feature_name(const knap_data *data, size_t feature);

/* The same for a kind of flaw: what an item has that a list should not show, however much it is worth. At
 * most KNAP_MOST_FLAWS. */
enum { KNAP_MOST_FLAWS = 30 };
knap_status knap_data_flaw(knap_data *data, const char *name, size_t *flaw, knap_error *error);
size_t knap_data_flaw_count(const knap_data *data);
const char *knap_data_flaw_name(const knap_data *data, size_t flaw);

/* Removes the instance added last; does nothing where there is none. */
void knap_data_drop_last(knap_data *data);
knap_status knap_instance_set_id(knap_instance *instance, const char *id, knap_error *error);

/* A NULL `text` removes the text. */
knap_status knap_instance_set_text(knap_instance *instance, size_t item, const char *text, knap_error *error);
/* The JSON object that an item, or an instance, was read from, for the caller's own use: copied, not checked. */
knap_status knap_instance_set_item_source(knap_instance *instance, size_t item, const char *json,
                                          size_t length, knap_error *error);
knap_status knap_instance_set_source(knap_instance *instance, const char *json, size_t length,
                                     knap_error *error);

/* The flaws of an item: bit i for kind i of the data. Replaces the earlier call for this item. */
knap_status knap_instance_set_flaws(knap_instance *instance, size_t item, uint32_t flaws, knap_error *error);
/* The item depends on another one, `on`, without which it should not be in a list; KNAP_NO_ITEM: on
 * something that is not an item, so it is always unsupported. The order of the list does not matter. Both
 * items must exist. */
#define KNAP_NO_ITEM SIZE_MAX
knap_status knap_instance_set_support(knap_instance *instance, size_t item, size_t on, knap_error *error);

knap_choice knap_instance_choice(const knap_instance *instance, size_t item);

const char *knap_instance_query(const knap_instance *instance); /* or NULL */
/* The item repeats what another item, `of`, says: it is banned, and the two are linked for the output. */
knap_status knap_instance_set_duplicate(knap_instance *instance, size_t item, size_t of, knap_error *error);
/* The item that it repeats, or KNAP_NO_ITEM. */
size_t knap_instance_duplicate(const knap_instance *instance, size_t item);
size_t knap_instance_group_limit(const knap_instance *instance); /* 0: any number */

/* An item introduces a term (a name in full), or needs it (the name alone): a list that has an item which
 * needs a term, and none that introduces it, costs its reader knap_penalties.term times `weight` expected
 * hits. An item that needs a term which no item introduces has this cost in every list. Terms are the
 * caller's numbers, from 0, below 2^24. */
knap_status knap_instance_introduce(knap_instance *instance, size_t item, uint32_t term, knap_error *error);
knap_status knap_instance_need(knap_instance *instance, size_t item, uint32_t term, double weight,
                               knap_error *error);

/* Adds to what an item costs its reader in every list, knap_penalties.term times `hits` expected hits: from -1e6 to 1e6. Below 0
 * it is what the item is worth beyond its concepts. */
knap_status knap_instance_charge(knap_instance *instance, size_t item, double hits, knap_error *error);

size_t knap_instance_line(const knap_instance *instance);
double knap_instance_worth(const knap_instance *instance, size_t item);
size_t knap_instance_group(const knap_instance *instance, size_t item);            /* 0: unknown */
size_t knap_instance_alternative(const knap_instance *instance, size_t item);      /* 0: none */
double knap_instance_useful(const knap_instance *instance, size_t item);           /* NaN: no label */
double knap_instance_position(const knap_instance *instance, size_t item);         /* NaN: not given */
double knap_instance_date(const knap_instance *instance, size_t item);             /* NaN: not given */
const char *knap_instance_group_name(const knap_instance *instance, size_t item);  /* or NULL */
const char *knap_instance_item_source(const knap_instance *instance, size_t item); /* or NULL */
const char *knap_instance_source(const knap_instance *instance);                   /* or NULL */
/* How many features the rows of knap_instance_features have: the first of the data's. Features that were added to the data after
 * the last item of the instance are 0 and not in the rows, until knap_model_match or knap_train. */
size_t knap_instance_feature_count(const knap_instance *instance);

const char *knap_instance_answer(const knap_instance *instance); /* or NULL */

/* NULL where there is none. It belongs to the instance. */
const knap_log *knap_instance_log(const knap_instance *instance);

/* ---- Lists ---- */

void knap_list_clear(knap_list *list);

/* The flaws of an item in the context of a list: its own, and KNAP_FLAW_UNSUPPORTED where the item that it
 * depends on is not in the list. */
#define KNAP_FLAW_UNSUPPORTED (UINT32_C(1) << 31)
uint32_t knap_list_flaws(const knap_instance *instance, const knap_list *list, size_t item);

/* A number in *bound that no list of the instance exceeds in reward, whatever the system. It is computed
 * from the prefixes of `list` (at most about 64 of them) and costs one gain of every item for each. Every
 * list gives a valid bound; good lists give low ones, and the smallest of several is valid too.
 * docs/ALGORITHMS.md has the proof. KNAP_USAGE where the instance has no budget, no reward, or one that is
 * not submodular. */
knap_status knap_upper_bound(const knap_instance *instance, const knap_list *list, double *bound,
                             knap_error *error);

/* Exchanges items of a list for others while its expected F, 2 (sum_w H_w - penalties) / (mass of the list
 * + the instance's mass), rises: each item in turn, then pairs, is taken out and the room filled again by
 * expected gain less penalties. The list never exceeds the budget, never gets a lower F, unless `fill`
 * asks for more items, and never becomes empty. Where nothing is expected of the instance's concepts, the
 * list stays as it is. `penalties` may be NULL: none. After a failure the list is valid, but may be
 * another. */
knap_status knap_swap(const knap_instance *instance, const knap_penalties *penalties, knap_list *list,
                      knap_error *error);
/* The expected F of a list, 0 where nothing is expected. */
knap_status knap_expected_f(const knap_instance *instance, const knap_penalties *penalties,
                            const knap_list *list, double *value, knap_error *error);

/* ---- Training ---- */

/* KNAP_USAGE where a setting is out of range, or settings do not go together: decode mbr is for a mixture. knap_train
 * checks too. */
knap_status knap_settings_check(const knap_settings *settings, knap_error *error);
/* The settings worth trying around `base` when there are validation data, `base` first: steps and reductions,
 * except for fields whose row of the table is `fixed` (NULL: none). Fills grid[most] and returns how many. */
size_t knap_settings_grid(const knap_settings *base, const unsigned char *fixed, knap_settings *grid,
                          size_t most);

/* The parts of views that the data can fill, as bits of knap_settings.views. knap_train leaves out all others. */
unsigned knap_data_views(const knap_data *data);

/* The identity that a checkpoint was written with, 0-terminated. Free it with knap_text_free and the allocator. */
knap_status knap_checkpoint_identity(const char *path, const knap_allocator *allocator, char **identity,
                                     size_t *length, knap_error *error);

/* A training example: one position of a list. What it points to is valid during the call only. */
typedef struct knap_example {
    const knap_instance *instance;
    size_t position;           /* in the list, from 0 */
    size_t count;              /* candidates: the items that the list may still take */
    size_t width;              /* columns of a view */
    const float *view;         /* the view of candidate c is view + candidate[c] * width */
    const uint32_t *candidate; /* [count] items */
    const double *benefit;     /* [count] */
    double weight;             /* of the position */
    const char *const *column; /* [width] names, as knap_model_column */
    const double *scale;       /* [width] what learners multiply the columns by */
} knap_example;
/* Gets each example. A return other than 0 ends knap_examples with KNAP_CANCELLED. */
typedef int (*knap_example_fn)(void *context, const knap_example *example);
/* Calls `callback` with the examples that the setting `guided` trains on in its first epoch: the positions of the greedy oracle's
 * list of each instance, in the order of the data. They are what other learners need. `data` has rewards. `run` may be NULL. */
knap_status knap_examples(knap_data *data, const knap_settings *settings, const knap_run *run,
                          knap_example_fn callback, void *context, knap_error *error);

/* ---- Models ---- */

/* Text of the caller's own that goes with the model and into its file, under a name without white space:
 * what a domain needs to make instances. Copied; replaces the section of that name. Lines end in LF. */
knap_status knap_model_set_section(knap_model *model, const char *name, const char *text, size_t length,
                                   knap_error *error);
/* The section's text, the model's, 0-terminated; NULL where there is none. `length` may be NULL. */
const char *knap_model_section(const knap_model *model, const char *name, size_t *length);

/* The penalties of the swap search. What the policy has learned stays: a model whose views have the part
 * similarity keeps its pair_threshold, and another one is KNAP_USAGE, as are values out of range. */
knap_status knap_model_set_penalties(knap_model *model, const knap_penalties *penalties, knap_error *error);
size_t knap_model_positions(const knap_model *model); /* policies h_1..h_k; 1 for SCP */
size_t knap_model_iterates(const knap_model *model);  /* policies in the mixture; 1 otherwise */
/* The deviation of a column over the training lists: weight times this compares columns of any unit. */
double knap_model_deviation(const knap_model *model, size_t column);

/* How the policy rates the items as the next pick after the pinned ones. score[knap_instance_count], may be NULL, gets the score of
 * each item, NaN for one that cannot be picked then: banned, pinned, an alternative of a pinned one, or without room. For each of
 * item[items], row[items][knap_model_columns] gets what each column contributes to its lead over the mean of the candidates, as in
 * knap_model_explain, and zeros for one that cannot be picked. */
knap_status knap_model_rate(const knap_model *model, const knap_instance *instance, uint64_t draw,
                            double *score, const size_t *item, size_t items, double *row, knap_error *error);

/* ---- Randomized Weighted Majority over a finite class ---- */

/* A policy of a finite class: the next item for a list so far, among those not in it that fit, or the count
 * of items for none. */
typedef struct knap_expert {
    size_t (*pick)(void *context, const knap_instance *instance, const knap_list *so_far);
    void *context;
} knap_expert;

typedef struct knap_majority knap_majority;

/* `eta` > 0: weights shrink by exp(-eta loss). Free with knap_majority_free. */
knap_status knap_majority_new(size_t experts, double eta, const knap_allocator *allocator,
                              knap_majority **majority, knap_error *error);
void knap_majority_free(knap_majority *majority);
double knap_majority_share(const knap_majority *majority, size_t expert); /* its probability */
size_t knap_majority_draw(const knap_majority *majority, knap_rng *rng);
void knap_majority_update(knap_majority *majority, const double *loss /* [experts] */);
/* A round of Algorithm 1 over the class: draws an expert, builds its list, and fills loss[experts] with each
 * expert's cost-sensitive loss on the list's examples, sum_i w_i (max_s b(s) - b(pick)), but does not update.
 */
knap_status knap_majority_round(const knap_majority *majority, const knap_expert *expert,
                                const knap_instance *instance, knap_rng *rng, size_t *drawn, knap_list *list,
                                double *loss, knap_error *error);
