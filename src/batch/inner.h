/* batch/inner.h - training in batches by processes that each have a part of the data, as those of a cluster do.
 *
 * The trainer has three calls: the gradient of a piece of a batch, the merge of two sums, the step. A piece is whatever part of a
 * batch a process has. The sums are taken in the shape of a fixed tree, so the model has the same bytes however the data are
 * divided, and the same as those of knap_train with the same settings and run->jobs of any number.
 *
 *     every worker                                     the driver
 *     knap_share_new(its instances)
 *     knap_share_prepare -> sums          -> merge ->  knap_trainer_new
 *                                                      repeat knap_trainer_task -> bytes; none are left at the end
 *     knap_share_gradient(task) -> sums   -> merge ->  knap_trainer_step
 *                                                      knap_trainer_model -> model
 *
 * Tasks and sums are bytes that mean the same on every machine (little-endian, with a checksum): they can be sent and stored.
 * Sums may be merged anywhere and in any order, for instance in a tree of processes. The calls refuse sums that do not belong
 * together, and a step refuses sums in which an instance is missing or comes twice: a worker that was lost cannot change a model
 * unnoticed. Its share is then made again from the same instances, and the same task is given to it.
 *
 * All processes must have the same version of knap, the same settings, and data with the same names of features and flaws in the
 * same order, which knap_data_feature and knap_data_flaw set. Only learners that take one step per batch can be used: adagrad and
 * ogd. The batch must be above 1: a batch of 1 has nothing to divide, so use knap_train.
 *
 * Threads: see knap/base.h. */
#pragma once

#include "core/inner.h"

/* ---- Sums ---- */

typedef struct knap_sums knap_sums; /* free with knap_sums_free */

/* `into` becomes the sum of both; `from` stays as it is. After a failure `into` is as it was. */
knap_status knap_sums_merge(knap_sums *into, const knap_sums *from, knap_error *error);
/* The bytes of sums, and back. *bytes belongs to the sums and is valid until they change. `allocator` may be NULL. */
knap_status knap_sums_format(knap_sums *sums, const char **bytes, size_t *length, knap_error *error);
knap_status knap_sums_parse(const char *bytes, size_t length, const knap_allocator *allocator,
                            knap_sums **sums, knap_error *error);
void knap_sums_free(knap_sums *sums);

/* ---- Workers ---- */

/* The instances that a process has. */
typedef struct knap_share knap_share;

/* Prepares the instances of `data` for training: their greedy lists, upper bounds, and how much each column of the views varies.
 * number[count of data] is the number of each instance among all that are trained on, from 0 and rising; NULL: 0, 1, 2... The
 * data may be empty. They must outlive the share and must not change. `settings` are those of the trainer; their views must be
 * possible with the data of all shares together (knap_data_views of each, joined by |). `run` may be NULL. */
knap_status knap_share_new(knap_data *data, const size_t *number, const knap_settings *settings,
                           const knap_run *run, knap_share **share, knap_error *error);
/* What the trainer needs to know of the instances before it begins. */
knap_status knap_share_prepare(const knap_share *share, knap_sums **sums, knap_error *error);
/* The sum of the gradients of those instances of a task's batch that the share has; perhaps none. Uses the threads of `run`. */
knap_status knap_share_gradient(const knap_share *share, const char *task, size_t length, const knap_run *run,
                                knap_sums **sums, knap_error *error);
void knap_share_free(knap_share *share);

/* ---- The driver ---- */

/* The policy, the learner and the order of the instances, without the instances. */
typedef struct knap_trainer knap_trainer;

/* `names` has the names of features and flaws; its instances are not looked at. `instances` is the number of all instances;
 * `prepared` are the merged sums of knap_share_prepare of all shares. KNAP_USAGE for settings that cannot be used (see above), and
 * for result best, which needs instances to compare policies on. Both may be freed after the call. */
knap_status knap_trainer_new(const knap_data *names, size_t instances, const knap_settings *settings,
                             const knap_sums *prepared, const knap_allocator *allocator,
                             knap_trainer **trainer, knap_error *error);
/* The policy and the numbers of the instances of the next batch, for knap_share_gradient. *length is 0 when training is complete.
 * *bytes belongs to the trainer and is valid until the next call with it. Before a step the same task is returned again. */
knap_status knap_trainer_task(knap_trainer *trainer, const char **bytes, size_t *length, knap_error *error);
/* The step, given the merged sums of all shares for the current task. KNAP_BAD_INPUT where instances are missing, and where training
 * diverges; the trainer is then as before, or of no further use. */
knap_status knap_trainer_step(knap_trainer *trainer, const knap_sums *sums, knap_error *error);
/* How much is done and what the lists of the epoch under way earn. */
knap_status knap_trainer_progress(const knap_trainer *trainer, knap_progress *progress, knap_error *error);
/* The model, once training is complete; KNAP_USAGE before. Free it with knap_model_free. `report` may be NULL. */
knap_status knap_trainer_model(const knap_trainer *trainer, knap_model **model, knap_report *report,
                               knap_error *error);
void knap_trainer_free(knap_trainer *trainer);
