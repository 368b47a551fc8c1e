/* train.c - Algorithm 1: construct a list with the current policy, make an example of each of its positions,
 * update.
 *
 *     list L_t by pi_t -> weights w_i -> the list once more, position by position -> example -> learner
 *
 * SCP and CONSEQOPT differ only in which learner an example goes to: SCP has one for all positions, CONSEQOPT
 * one for each of the first k - 1 and one for all later ones. */
#include "core/train.h"
#include "core/evaluate.h"
#include "core/regret.h"
#include "core/settings.h"
#include "base/error.h"

#include <math.h>
#include <string.h>

static knap_status train_begin(kn_training *self, const knap_data *data, const knap_settings *settings,
                               const kn_prepared *prepared, const knap_run *run, knap_error *error)
{
    const knap_allocator *allocator = run->allocator;
    size_t width = prepared->width, positions = settings->method == KNAP_METHOD_SCP ? 1 : settings->positions;
    *self = (kn_training){.data = data,
                          .settings = *settings,
                          .prepared = prepared,
                          .run = run,
                          .width = width,
                          .positions = positions,
                          .size = width * positions,
                          .walk = {.allocator = allocator, .jobs = run->jobs},
                          .penalty = {.allocator = allocator},
                          .list = {.allocator = allocator}};
    self->rounds = settings->epochs * data->count;
    self->keep = settings->keep < self->rounds ? settings->keep : self->rounds;
    knap_rng_seed(&self->rng, settings->seed);
    self->learner = kn_new(allocator, positions, sizeof *self->learner);
    self->policy = kn_new(allocator, self->size, sizeof *self->policy);
    self->average = kn_new(allocator, self->size, sizeof *self->average);
    self->iterate = kn_new(allocator, self->keep * self->size, sizeof *self->iterate);
    self->inverse_deviation = kn_new(allocator, width, sizeof *self->inverse_deviation);
    self->order = kn_new(allocator, data->count, sizeof *self->order);
    if (!self->learner || !self->policy || !self->average || !self->iterate || !self->inverse_deviation || !self->order)
        return kn_no_memory(error);
    for (size_t i = 0; i < width; i++) {
        double deviation = prepared->deviation[i];
        self->inverse_deviation[i] = deviation > 0 ? (settings->standardize ? 1 / deviation : 1) : 0;
    }
    for (size_t i = 0; i < data->count; i++)
        self->order[i] = i;
    for (size_t i = 0; i < positions; i++)
        if (!kn_learner_begin(&self->learner[i], kn_learner_at(settings->learner), settings, width,
                              self->inverse_deviation, self->policy + i * width, allocator))
            return kn_no_memory(error);
    self->settings.eta = self->learner[0].eta;
    self->settings.lambda = settings->lambda < 0 ? prepared->lambda : settings->lambda;
    self->settings.r = settings->r < 0 ? prepared->r : settings->r;
    self->benefit_kind = (kn_benefit){self->settings.lambda, self->settings.r};
    return KNAP_OK;
}

void kn_training_free(kn_training *self)
{
    const knap_allocator *allocator = self->run->allocator;
    for (size_t i = 0; self->learner && i < self->positions; i++)
        kn_learner_free(&self->learner[i]);
    kn_free(allocator, self->learner, self->positions, sizeof *self->learner);
    kn_free(allocator, self->policy, self->size, sizeof *self->policy);
    kn_free(allocator, self->average, self->size, sizeof *self->average);
    kn_free(allocator, self->iterate, self->keep * self->size, sizeof *self->iterate);
    kn_free(allocator, self->inverse_deviation, self->width, sizeof *self->inverse_deviation);
    kn_free(allocator, self->order, self->data->count, sizeof *self->order);
    kn_arena_free(&self->scratch);
    knap_list_free(&self->list);
    kn_walk_free(&self->walk);
    kn_penalty_free(&self->penalty);
}

static uint64_t mix(uint64_t x)
{
    knap_rng rng;
    knap_rng_seed(&rng, x);
    return rng.state[0];
}

/* Room for the list's weights and the candidates' benefits. */
static bool make_room(kn_training *self, const knap_instance *instance, const knap_list *list)
{
    self->scratch.allocator = self->run->allocator;
    kn_arena_clear(&self->scratch);
    self->benefit = kn_arena_room(&self->scratch, instance->count, sizeof *self->benefit);
    self->gain = kn_arena_room(&self->scratch, instance->count, sizeof *self->gain);
    self->weight = kn_arena_room(&self->scratch, list->count, sizeof *self->weight);
    return self->benefit && self->gain && self->weight;
}

/* Goes through the list again: makes an example of each position and gives it to the position's learner.
 * Adds the list's reward, its loss against the greedy choice in the benefit that is learned, sum_i w_i
 * (max_s b - b(s_i)), and its regret to the epoch's. */
static knap_status learn_list(kn_training *self, size_t number, const knap_list *list, knap_error *error)
{
    const knap_instance *instance = self->data->instance[number];
    kn_walk *walk = &self->walk;
    uint64_t key = mix(number);
    kn_regret regret;
    void *state;
    knap_status status;
    if (!make_room(self, instance, list) ||
        !kn_penalty_begin(&self->penalty, instance, &self->settings.penalties, KN_IN_SHARES))
        return kn_no_memory(error);
    kn_example_weights(instance, list, self->weight);
    if ((status = kn_walk_begin(walk, instance, kn_views_of(&self->settings), error)))
        return status;
    if ((status = instance->reward->begin(instance, instance->reward_context, &state, error)))
        return status;
    for (size_t i = 0; i < walk->pinned; i++) { /* nothing to learn: there was no choice */
        instance->reward->push(state, list->item[i]);
        kn_penalty_push(&self->penalty, list->item[i]);
        key += mix(~(uint64_t)list->item[i]);
    }
    regret = kn_regret_begin(self->prepared->limit[number], instance->reward->value(state));
    for (size_t i = walk->pinned; !status && i < list->count; i++) {
        size_t item = list->item[i], position = i < self->positions ? i : self->positions - 1;
        double best = kn_example_benefits(&self->benefit_kind, instance, state, &self->penalty, walk->candidate,
                                          walk->candidates, self->benefit, self->gain);
        double mine = kn_example_benefit(&self->benefit_kind, instance, state, &self->penalty, item);
        kn_example example = {.count = walk->candidates,
                              .width = self->width,
                              .row = walk->view.row,
                              .index = walk->candidate,
                              .benefit = self->benefit,
                              .weight = self->weight[i],
                              .key = key,
                              .jobs = self->run->jobs};
        self->loss += self->weight[i] * (best - mine);
        kn_regret_pick(&regret, walk, state, self->gain, item, self->weight[i]);
        if (!self->learner[position].kind->add(&self->learner[position], &example))
            status = kn_no_memory(error);
        instance->reward->push(state, item);
        kn_penalty_push(&self->penalty, item);
        key += mix(~(uint64_t)item);
        if (!status)
            status = kn_walk_push(walk, item, error);
    }
    self->reward += instance->reward->value(state);
    self->regret += regret.lost;
    self->bound += instance->reward->submodular ? kn_regret_bound(&regret, self->prepared->reached[number]) : NAN;
    instance->reward->end(state);
    return status;
}

/* After round t: the average of the policies of the last two thirds of the epochs, and the policies that are
 * kept. */
static void remember(kn_training *self, size_t epoch, size_t round)
{
    if (epoch >= self->settings.epochs / 3) {
        self->averaged++;
        for (size_t i = 0; i < self->size; i++)
            self->average[i] += (self->policy[i] - self->average[i]) / (double)self->averaged;
    }
    if ((round + 1) * self->keep / self->rounds > self->kept) {
        memcpy(self->iterate + self->kept * self->size, self->policy, self->size * sizeof *self->policy);
        self->kept++;
    }
}

/* Fails where the weights after a round are no longer finite. */
static knap_status check_weights(kn_training *self, size_t epoch, size_t round, knap_error *error)
{
    for (size_t i = 0; i < self->size && !self->diverged; i++)
        self->diverged = !isfinite(self->policy[i]) || !isfinite(self->average[i]);
    if (!self->diverged)
        return KNAP_OK;
    return kn_fail(error, KNAP_BAD_INPUT,
                   "training diverged: in epoch %zu, round %zu of %zu, weights grew past the largest number. Lower "
                   "--eta (%g)%s, or use --learner adagrad; no model was written",
                   epoch + 1, round + 1, self->rounds, self->settings.eta,
                   self->settings.l2 > 0        ? " or --l2"
                   : self->settings.standardize ? ""
                                                : ", or leave --no-standardize out");
}

static knap_status tell(const kn_training *self, size_t round, size_t seen, knap_error *error)
{
    knap_progress progress = {.fraction = (double)(round + 1) / (double)self->rounds,
                              .reward = self->reward / (double)seen,
                              .regret = self->regret / (double)seen,
                              .bound = self->bound / (double)seen,
                              .stage = "train"};
    if (self->run->progress && self->run->progress(self->run->context, &progress))
        return kn_fail(error, KNAP_CANCELLED, "cancelled");
    return KNAP_OK;
}

static knap_status train_round(kn_training *self, size_t epoch, size_t number, knap_error *error)
{
    const knap_list *list = &self->list;
    knap_status status = KNAP_OK;
    if (self->settings.guided && epoch == 0)
        list = &self->prepared->oracle[number];
    else
        status = kn_walk_policy(&self->walk, self->data->instance[number], kn_views_of(&self->settings), self->policy,
                                self->positions, &self->list, NULL, error);
    if (!status)
        status = learn_list(self, number, list, error);
    for (size_t i = 0; !status && i < self->positions; i++)
        if (self->learner[i].kind->round_end && !self->learner[i].kind->round_end(&self->learner[i]))
            status = kn_no_memory(error);
    return status;
}

knap_status kn_training_run(kn_training *self, const knap_data *data, const knap_settings *settings,
                            const kn_prepared *prepared, const knap_run *run, knap_error *error)
{
    size_t count = data->count;
    knap_status status = train_begin(self, data, settings, prepared, run, error);
    for (size_t epoch = 0; !status && epoch < settings->epochs; epoch++) {
        self->reward = self->loss = self->regret = self->bound = 0;
        for (size_t i = count; i > 1; i--) {
            size_t j = (size_t)knap_rng_below(&self->rng, i), swap = self->order[i - 1];
            self->order[i - 1] = self->order[j];
            self->order[j] = swap;
        }
        for (size_t i = 0; !status && i < count; i++) {
            status = train_round(self, epoch, self->order[i], error);
            if (!status && i + 1 == count)
                for (size_t p = 0; !status && p < self->positions; p++)
                    if (self->learner[p].kind->epoch_end && !self->learner[p].kind->epoch_end(&self->learner[p]))
                        status = kn_no_memory(error);
            remember(self, epoch, epoch * count + i);
            if (!status)
                status = check_weights(self, epoch, epoch * count + i, error);
            if (!status)
                status = tell(self, epoch * count + i, i + 1, error);
        }
    }
    self->reward /= (double)count;
    self->loss /= (double)count;
    self->regret /= (double)count;
    self->bound /= (double)count;
    return status;
}
