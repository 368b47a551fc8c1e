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
                            .slopes = {.allocator = allocator, .rank = {.allocator = allocator}}};
    learner->eta = settings->eta > 0 ? settings->eta : learner->kind->eta;
    learner->weight = kn_new(allocator, width, sizeof *learner->weight);
    learner->state = kn_new(allocator, learner->kind->state_size, 1);
    if (!learner->weight || !learner->state)
        return false;
    return learner->kind->begin ? learner->kind->begin(learner) : true;
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
    kn_slopes_free(&learner->slopes);
}

void kn_slopes_free(kn_slopes *slopes)
{
    KN_RELEASE(slopes->allocator, slopes->score);
    KN_RELEASE(slopes->allocator, slopes->slope);
    KN_RELEASE(slopes->allocator, slopes->partial);
    kn_rank_free(&slopes->rank);
}

typedef struct piecework {
    const kn_example *example;
    const double *policy, *slope;
    double *score;
    double *partial; /* [pieces][width] */
} piecework;

KN_VECTOR static void score_piece(void *context, size_t piece, size_t worker)
{
    const piecework *work = context;
    (void)worker;
    for (size_t c = piece * KN_PIECE; c < kn_piece_end(piece, work->example->count); c++)
        work->score[c] = kn_dot(work->policy, kn_example_row(work->example, c), work->example->width);
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

bool kn_slopes_make(kn_slopes *slopes, const kn_reduction *reduction, const double *policy, const kn_example *example,
                    double *loss, double *mass)
{
    piecework work = {.example = example, .policy = policy};
    if (!KN_ROOM(slopes->allocator, slopes->score, example->count) ||
        !KN_ROOM(slopes->allocator, slopes->slope, example->count))
        return false;
    work.score = slopes->score;
    kn_parallel_for(example->jobs, kn_pieces(example->count), score_piece, &work);
    return reduction->slope(example, slopes->score, slopes->slope, loss, mass, &slopes->rank);
}

bool kn_slopes_gradient(kn_slopes *slopes, const kn_example *example, const double *slope,
                        const double *inverse_deviation, double *sum)
{
    size_t pieces = kn_pieces(example->count), width = example->width;
    piecework work = {.example = example, .slope = slope};
    if (!KN_ROOM(slopes->allocator, slopes->partial, pieces * width))
        return false;
    work.partial = slopes->partial;
    kn_parallel_for(example->jobs, pieces, gradient_piece, &work);
    for (size_t piece = 0; piece < pieces; piece++)
        for (size_t i = 0; i < width; i++)
            sum[i] += work.partial[piece * width + i] * inverse_deviation[i];
    return true;
}

bool kn_learner_slope(kn_learner *learner, const kn_example *example, double *loss, double *mass)
{
    return kn_slopes_make(&learner->slopes, learner->reduction, learner->policy, example, loss, mass);
}

bool kn_learner_gradient(kn_learner *learner, const kn_example *example, const double *slope, double *sum)
{
    return kn_slopes_gradient(&learner->slopes, example, slope, learner->inverse_deviation, sum);
}

void kn_learner_changed(kn_learner *learner)
{
    for (size_t i = 0; i < learner->width; i++)
        learner->policy[i] = learner->weight[i] * learner->inverse_deviation[i];
}

bool kn_learner_keep(kn_learner *learner, kn_archive *archive)
{
    kn_archive_reals(archive, learner->weight, learner->width);
    kn_archive_reals(archive, learner->policy, learner->width);
    kn_archive_sizes(archive, &learner->rounds, 1);
    return learner->kind->keep ? learner->kind->keep(learner, archive) : true;
}
