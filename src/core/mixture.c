/* mixture.c - from several policies to one list: drawn, or the one of minimum Bayes risk. */
#include "core/mixture.h"
#include "core/follow.h"
#include "core/consensus.h"
#include "base/error.h"

size_t kn_mixture_draw(const kn_mixture *self, uint64_t draw)
{
    knap_rng rng;
    if (self->iterates == 1)
        return 0;
    knap_rng_seed(&rng, draw ^ (uint64_t)self->seed << 32);
    return (size_t)knap_rng_below(&rng, self->iterates);
}

/* ---- The lists of all policies ---- */

typedef struct voter {
    knap_list list; /* as far as it is known */
    bool follows;   /* its list begins like the current one */
    bool done;      /* its list is its leader's */
} voter;

typedef struct council {
    const kn_mixture *mixture;
    kn_walk *walk;
    voter *member;  /* [iterates] */
    kn_vote *vote;  /* [iterates] lists that differ */
    size_t *leader; /* [iterates] the policy of each of them */
    size_t votes;
} council;

/* The policy's next item, given that its list is the walk's. */
static knap_status pick(const council *self, size_t policy, knap_error *error)
{
    const kn_mixture *mixture = self->mixture;
    knap_list *list = &self->member[policy].list;
    kn_walk_score(self->walk,
                  kn_policy_at(kn_mixture_policy(mixture, policy), mixture->positions, list->count, mixture->width));
    return knap_list_push(list, self->walk->instance, self->walk->candidate[kn_walk_best(self->walk)], error);
}

/* Builds the leader's list and, at the same time, the lists of the policies below it that pick the same
 * items. For the others it finds the first item in which they differ. So views are computed once for each
 * distinct list, and a policy scores each of its positions once. */
static knap_status lead(council *self, const knap_instance *instance, size_t leader, knap_error *error)
{
    voter *member = self->member;
    knap_status status = kn_walk_begin(self->walk, instance, self->mixture->views, error);
    kn_vote *vote = &self->vote[self->votes];
    for (size_t p = 0; p <= leader; p++)
        member[p].follows = !member[p].done;
    for (size_t step = self->walk->pinned; !status && self->walk->candidates; step++) {
        for (size_t p = 0; !status && p <= leader; p++)
            if (member[p].follows && member[p].list.count == step)
                status = pick(self, p, error);
        for (size_t p = 0; !status && p < leader; p++)
            if (member[p].follows)
                member[p].follows = member[p].list.item[step] == member[leader].list.item[step];
        if (!status)
            status = kn_walk_push(self->walk, member[leader].list.item[step], error);
    }
    *vote = (kn_vote){.item = member[leader].list.item, .count = member[leader].list.count};
    for (size_t p = 0; p <= leader; p++)
        if (member[p].follows) {
            member[p].done = 1;
            vote->times++;
        }
    self->leader[self->votes++] = leader;
    return status;
}

/* The policies are leaders from the last to the first: among lists of equal agreement the first is chosen,
 * and later policies have learned from more examples. */
static knap_status ask_all(council *self, const knap_instance *instance, size_t *iterate, knap_error *error)
{
    knap_status status = KNAP_OK;
    size_t best = 0;
    for (size_t p = self->mixture->iterates; !status && p-- > 0;)
        if (!self->member[p].done)
            status = lead(self, instance, p, error);
    if (!status)
        status = kn_consensus(instance, self->vote, self->votes, self->walk->allocator, NULL, &best, error);
    if (!status)
        *iterate = self->leader[best];
    return status;
}

static knap_status agree(const kn_mixture *mixture, kn_walk *walk, const knap_instance *instance, knap_list *list,
                         size_t *iterate, knap_error *error)
{
    const knap_allocator *allocator = walk->allocator;
    size_t count = mixture->iterates;
    council self = {.mixture = mixture, .walk = walk};
    knap_status status = KNAP_OK;
    self.member = kn_new(allocator, count, sizeof *self.member);
    self.vote = kn_new(allocator, count, sizeof *self.vote);
    self.leader = kn_new(allocator, count, sizeof *self.leader);
    if (!self.member || !self.vote || !self.leader)
        status = kn_no_memory(error);
    for (size_t p = 0; !status && p < count; p++) {
        self.member[p].list.allocator = allocator;
        for (size_t s = 0; !status && self.member[p].list.count < instance->pins; s++)
            if (kn_is_pinned(instance, s))
                status = knap_list_push(&self.member[p].list, instance, s, error);
    }
    if (!status)
        status = ask_all(&self, instance, iterate, error);
    for (size_t i = 0; !status && i < self.member[*iterate].list.count; i++)
        status = knap_list_push(list, instance, self.member[*iterate].list.item[i], error);
    for (size_t p = 0; self.member && p < count; p++)
        knap_list_free(&self.member[p].list);
    kn_free(allocator, self.member, count, sizeof *self.member);
    kn_free(allocator, self.vote, count, sizeof *self.vote);
    kn_free(allocator, self.leader, count, sizeof *self.leader);
    return status;
}

knap_status kn_mixture_list(const kn_mixture *mixture, kn_walk *walk, const knap_instance *instance, uint64_t draw,
                            knap_list *list, double *score, size_t *iterate, knap_error *error)
{
    knap_status status;
    if (mixture->iterates == 1 || !mixture->consensus) {
        *iterate = kn_mixture_draw(mixture, draw);
        return kn_walk_policy(walk, instance, mixture->views, kn_mixture_policy(mixture, *iterate), mixture->positions,
                              list, score, error);
    }
    knap_list_clear(list);
    status = agree(mixture, walk, instance, list, iterate, error);
    if (!status && score)
        status = kn_walk_scores(walk, instance, mixture->views, kn_mixture_policy(mixture, *iterate),
                                mixture->positions, list, score, error);
    return status;
}
