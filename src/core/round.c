/* round.c - from an instance and a policy to examples and gradients: Algorithm 1, lines 3 to 6.
 *
 * SCP and CONSEQOPT differ only in which learner an example goes to: SCP has one for all positions, CONSEQOPT
 * one for each of the first k - 1 and one for all later ones. */
#include "core/round.h"
#include "core/follow.h"
#include "core/regret.h"
#include "base/error.h"

#include <math.h>
#include <string.h>

void kn_round_begin(kn_round *round, size_t jobs, const knap_allocator *allocator)
{
    *round = (kn_round){.allocator = allocator,
                        .jobs = jobs,
                        .walk = {.allocator = allocator, .jobs = jobs},
                        .penalty = {.allocator = allocator},
                        .list = {.allocator = allocator},
                        .scratch = {.allocator = allocator},
                        .slopes = {.allocator = allocator, .rank = {.allocator = allocator}}};
}

void kn_round_free(kn_round *round)
{
    kn_walk_free(&round->walk);
    kn_penalty_free(&round->penalty);
    knap_list_free(&round->list);
    kn_arena_free(&round->scratch);
    kn_slopes_free(&round->slopes);
}

static uint64_t mix(uint64_t x)
{
    knap_rng rng;
    knap_rng_seed(&rng, x);
    return rng.state[0];
}

/* Room for the list's weights and the candidates' benefits. */
static bool make_room(kn_round *self, const knap_instance *instance, const knap_list *list)
{
    kn_arena_clear(&self->scratch);
    self->benefit = kn_arena_room(&self->scratch, instance->count, sizeof *self->benefit);
    self->gain = kn_arena_room(&self->scratch, instance->count, sizeof *self->gain);
    self->weight = kn_arena_room(&self->scratch, list->count, sizeof *self->weight);
    return self->benefit && self->gain && self->weight;
}

/* Goes through the list again and makes an example of each position. The tally gets the list's reward, its loss against the
 * greedy choice in the benefit that is learned, sum_i w_i (max_s b - b(s_i)), its regret and bound. */
static knap_status learn_list(kn_round *self, const kn_course *course, size_t number, const knap_list *list,
                              kn_example_sink sink, void *context, double *tally, knap_error *error)
{
    const knap_instance *instance = course->data->instance[number];
    kn_walk *walk = &self->walk;
    uint64_t key = mix(number);
    double loss = 0;
    kn_regret regret;
    void *state;
    knap_status status;
    if (!make_room(self, instance, list) ||
        !kn_penalty_begin(&self->penalty, instance, &course->settings->penalties, KN_IN_SHARES))
        return kn_no_memory(error);
    kn_example_weights(instance, list, self->weight);
    if ((status = kn_walk_begin(walk, instance, kn_views_of(course->settings), error)))
        return status;
    if ((status = instance->reward->begin(instance, instance->reward_context, &state, error)))
        return status;
    for (size_t i = 0; i < walk->pinned; i++) { /* nothing to learn: there was no choice */
        instance->reward->push(state, list->item[i]);
        kn_penalty_push(&self->penalty, list->item[i]);
        key += mix(~(uint64_t)list->item[i]);
    }
    regret = kn_regret_begin(course->prepared->limit[number], instance->reward->value(state));
    for (size_t i = walk->pinned; !status && i < list->count; i++) {
        size_t item = list->item[i], position = i < course->positions ? i : course->positions - 1;
        double best = kn_example_benefits(&course->benefit, instance, state, &self->penalty, walk->candidate,
                                          walk->candidates, self->benefit, self->gain);
        double mine = kn_example_benefit(&course->benefit, instance, state, &self->penalty, item);
        kn_example example = {.count = walk->candidates,
                              .width = course->width,
                              .row = walk->view.row,
                              .index = walk->candidate,
                              .benefit = self->benefit,
                              .weight = self->weight[i],
                              .key = key,
                              .jobs = self->jobs};
        loss += self->weight[i] * (best - mine);
        kn_regret_pick(&regret, walk, state, self->gain, item, self->weight[i]);
        if (!sink(context, position, &example))
            status = kn_no_memory(error);
        instance->reward->push(state, item);
        kn_penalty_push(&self->penalty, item);
        key += mix(~(uint64_t)item);
        if (!status)
            status = kn_walk_push(walk, item, error);
    }
    tally[KN_TALLY_REWARD] += instance->reward->value(state);
    tally[KN_TALLY_LOSS] += loss;
    tally[KN_TALLY_REGRET] += regret.lost;
    tally[KN_TALLY_BOUND] +=
        instance->reward->submodular ? kn_regret_bound(&regret, course->prepared->reached[number]) : NAN;
    instance->reward->end(state);
    return status;
}

knap_status kn_round_examples(kn_round *round, const kn_course *course, size_t number, kn_example_sink sink,
                              void *context, double *tally, knap_error *error)
{
    const knap_list *list = &round->list;
    knap_status status = KNAP_OK;
    if (course->guided)
        list = &course->prepared->oracle[number];
    else
        status = kn_walk_policy(&round->walk, course->data->instance[number], kn_views_of(course->settings),
                                course->policy, course->positions, &round->list, NULL, error);
    return status ? status : learn_list(round, course, number, list, sink, context, tally, error);
}

typedef struct gradient_sink {
    kn_round *round;
    const kn_course *course;
    double *leaf;
} gradient_sink;

static bool add_gradient(void *context, size_t position, const kn_example *example)
{
    const gradient_sink *self = context;
    const kn_course *course = self->course;
    kn_slopes *slopes = &self->round->slopes;
    double loss, mass;
    return kn_slopes_make(slopes, course->reduction, course->policy + position * course->width, example, &loss,
                          &mass) &&
           kn_slopes_gradient(slopes, example, slopes->slope, course->inverse_deviation,
                              self->leaf + position * course->width);
}

knap_status kn_round_gradient(kn_round *round, const kn_course *course, size_t number, double *leaf, knap_error *error)
{
    gradient_sink sink = {round, course, leaf};
    size_t size = course->positions * course->width;
    memset(leaf, 0, (size + KN_TALLIES) * sizeof *leaf);
    return kn_round_examples(round, course, number, add_gradient, &sink, leaf + size, error);
}
