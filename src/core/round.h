/* core/round.h - one instance of a round of Algorithm 1: its list by the current policy, and an example of each position.
 *
 *     list L_t by pi_t -> weights w_i -> the list once more, position by position -> example -> sink */
#pragma once

#include "core/learner.h"
#include "core/prepare.h"
#include "base/parallel.h"

/* What all instances of a round share. Threads only read it. */
typedef struct kn_course {
    const knap_data *data;
    const kn_prepared *prepared;
    const knap_settings *settings; /* views and penalties count here */
    kn_benefit benefit;
    const kn_reduction *reduction;
    size_t width, positions;
    const double *policy;            /* [positions][width] */
    const double *inverse_deviation; /* [width] */
    bool guided;                     /* the lists are the oracle's, not the policy's */
} kn_course;

/* What a round reports, as sums over its lists: see knap_report. */
enum { KN_TALLY_REWARD, KN_TALLY_LOSS, KN_TALLY_REGRET, KN_TALLY_BOUND, KN_TALLIES };

/* Scratch memory of one thread. Start from zeros and kn_round_begin. */
typedef struct kn_round {
    const knap_allocator *allocator;
    size_t jobs; /* threads for one instance */
    kn_walk walk;
    kn_penalty penalty; /* of the list, in shares */
    knap_list list;
    double *benefit, *gain; /* [candidates] */
    double *weight;         /* [positions of the list] */
    kn_arena scratch;       /* of these three */
    kn_slopes slopes;
    char apart[KN_APART]; /* from the next thread's */
} kn_round;

void kn_round_begin(kn_round *round, size_t jobs, const knap_allocator *allocator);
void kn_round_free(kn_round *round);

/* Gets the example of a position of the list; `position` is below course->positions. Returns false when memory is out. */
typedef bool (*kn_example_sink)(void *context, size_t position, const kn_example *example);

/* Makes the list of instance `number` and gives its examples to `sink`. Adds what it reports to tally[KN_TALLIES]. */
knap_status kn_round_examples(kn_round *round, const kn_course *course, size_t number, kn_example_sink sink,
                              void *context, double *tally, knap_error *error);
/* The same with the gradients of all examples: leaf[positions * width + KN_TALLIES] = their sum, then the tally. */
knap_status kn_round_gradient(kn_round *round, const kn_course *course, size_t number, double *leaf, knap_error *error);
