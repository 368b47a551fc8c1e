/* learner.c - what the learners share: beginning, scores, slopes, gradients. */
#include "core/learner.h"
#include "base/kernels.h"
#include "base/parallel.h"

#include <string.h>

bool kn_learner_begin(kn_learner *learner, const kn_learner_kind *kind, const knap_settings *settings, size_t width,
                      const double *inverse_deviation, double *policy, const knap_allocator *allocator)
{
    *learner = (kn_learner){.kind = kind,
                            .reduction = kn_reduction_at(settings->reduction),
                            .allocator = allocator,
                            .width = width,
                            .l2 = settings->l2,
                            .inverse_deviation = inverse_deviation,
                            .policy = policy,
                            .rank = {.allocator = allocator}};
    learner->eta = settings->eta > 0 ? settings->eta : learner->kind->eta;
    learner->weight = kn_new(allocator, width, sizeof *learner->weight);
    learner->gradient = kn_new(allocator, width, sizeof *learner->gradient);
    learner->state = kn_new(allocator, learner->kind->state_size, 1);
    if (!learner->weight || !learner->gradient || !learner->state)
        return false;
    return learner->kind->begin ? learner->kind->begin(learner) : 1;
}

void kn_learner_free(kn_learner *learner)
{
    const knap_allocator *allocator = learner->allocator;
    if (!learner->kind)
        return;
    if (learner->kind->end && learner->state)
        learner->kind->end(learner);
    kn_free(allocator, learner->state, learner->kind->state_size, 1);
    kn_free(allocator, learner->weight, learner->width, sizeof *learner->weight);
    kn_free(allocator, learner->gradient, learner->width, sizeof *learner->gradient);
    KN_RELEASE(allocator, learner->score);
    KN_RELEASE(allocator, learner->slope);
    KN_RELEASE(allocator, learner->partial);
    kn_rank_free(&learner->rank);
}

typedef struct piecework {
    const kn_learner *learner;
    const kn_example *example;
    const double *slope;
    double *partial; /* [pieces][width] */
} piecework;

KN_VECTOR static void score_piece(void *context, size_t piece, size_t worker)
{
    const piecework *work = context;
    (void)worker;
    for (size_t c = piece * KN_PIECE; c < kn_piece_end(piece, work->example->count); c++)
        work->learner->score[c] = kn_dot(work->learner->policy, kn_example_row(work->example, c), work->example->width);
}

KN_VECTOR static void gradient_piece(void *context, size_t piece, size_t worker)
{
    const piecework *work = context;
    size_t width = work->example->width;
    double *sum = work->partial + piece * width;
    (void)worker;
    memset(sum, 0, width * sizeof *sum);
    for (size_t c = piece * KN_PIECE; c < kn_piece_end(piece, work->example->count); c++)
        if (work->slope[c] != 0)
            kn_add(sum, work->slope[c], kn_example_row(work->example, c), width);
}

bool kn_learner_slope(kn_learner *learner, const kn_example *example, double *loss, double *mass)
{
    piecework work = {.learner = learner, .example = example};
    if (!KN_ROOM(learner->allocator, learner->score, example->count) ||
        !KN_ROOM(learner->allocator, learner->slope, example->count))
        return false;
    kn_parallel_for(example->jobs, kn_pieces(example->count), score_piece, &work);
    return learner->reduction->slope(example, learner->score, learner->slope, loss, mass, &learner->rank);
}

bool kn_learner_gradient(kn_learner *learner, const kn_example *example, const double *slope, double *sum)
{
    size_t pieces = kn_pieces(example->count), width = learner->width;
    piecework work = {.learner = learner, .example = example, .slope = slope};
    if (!KN_ROOM(learner->allocator, learner->partial, pieces * width))
        return false;
    work.partial = learner->partial;
    kn_parallel_for(example->jobs, pieces, gradient_piece, &work);
    for (size_t piece = 0; piece < pieces; piece++)
        for (size_t i = 0; i < width; i++)
            sum[i] += work.partial[piece * width + i] * learner->inverse_deviation[i];
    return true;
}

void kn_learner_changed(kn_learner *learner)
{
    for (size_t i = 0; i < learner->width; i++)
        learner->policy[i] = learner->weight[i] * learner->inverse_deviation[i];
}
