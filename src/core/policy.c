/* policy.c - policies in memory: creation, making lists, explaining them. */
#include "core/policy.h"
#include "core/follow.h"
#include "core/relevant.h"
#include "core/settings.h"
#include "core/swap.h"
#include "base/error.h"

#include <math.h>

void kn_policy_free(kn_policy *policy)
{
    const knap_allocator *allocator;
    if (!policy)
        return;
    allocator = policy->allocator;
    kn_free(allocator, policy->weight, policy->iterates * policy->positions * policy->width, sizeof *policy->weight);
    kn_free(allocator, policy->deviation, policy->width, sizeof *policy->deviation);
    kn_symbols_free(&policy->flaws);
    kn_symbols_free(&policy->column);
    kn_free(allocator, policy, 1, sizeof *policy);
}

void kn_policy_end(void *policy)
{
    kn_policy_free(policy);
}

static bool copy_names(kn_policy *policy, const kn_symbols *features, const kn_symbols *flaws)
{
    kn_text label = {.allocator = policy->allocator};
    bool done = true;
    if (kn_policy_sees_flaws(policy) && !kn_symbols_copy(&policy->flaws, flaws))
        return false;
    for (size_t i = 0; done && i < policy->width; i++) {
        label.length = 0;
        kn_view_label(policy->settings.views, i, features, flaws, &label);
        /* A feature may have the name of another part's column. */
        done = kn_symbols_add_unique(&policy->column, &label, label.length, "#", i) != KN_NO_SYMBOL;
    }
    kn_text_free(&label);
    return done;
}

knap_status kn_policy_new(const knap_settings *settings, const kn_symbols *features, const kn_symbols *flaws,
                          size_t positions, size_t iterates, const knap_allocator *allocator, kn_policy **policy,
                          knap_error *error)
{
    kn_policy *made = kn_new(allocator, 1, sizeof *made);
    if (!made)
        return kn_no_memory(error);
    made->allocator = allocator;
    made->settings = *settings;
    kn_symbols_begin(&made->flaws, allocator);
    kn_symbols_begin(&made->column, allocator);
    made->width = kn_view_width(settings->views, features->count, flaws->count);
    made->positions = positions;
    made->iterates = iterates;
    made->weight = kn_new(allocator, iterates * positions * made->width, sizeof *made->weight);
    made->deviation = kn_new(allocator, made->width, sizeof *made->deviation);
    if (!made->weight || !made->deviation || !copy_names(made, features, flaws)) {
        kn_policy_free(made);
        return kn_no_memory(error);
    }
    *policy = made;
    return KNAP_OK;
}

kn_mixture kn_policy_mixture(const kn_policy *policy)
{
    return (kn_mixture){.views = kn_views_of(&policy->settings),
                        .weight = policy->weight,
                        .iterates = policy->iterates,
                        .positions = policy->positions,
                        .width = policy->width,
                        .seed = policy->settings.seed,
                        .consensus = policy->settings.decode == KNAP_DECODE_MBR};
}

knap_status kn_policy_run(const knap_task *task, knap_list *list, double *score, knap_error *error)
{
    const kn_policy *policy = task->state;
    const knap_instance *instance = task->instance;
    bool relevant = false, swap = policy->settings.decode == KNAP_DECODE_SWAP;
    kn_walk walk = {.allocator = task->run->allocator, .jobs = task->run->jobs, .first = swap};
    kn_mixture mixture = kn_policy_mixture(policy);
    size_t iterate = kn_mixture_draw(&mixture, task->draw);
    knap_status status = KNAP_OK;
    if (policy->settings.decode == KNAP_DECODE_RELEVANCE && instance->score)
        status = kn_pick_relevant(instance, KN_RELEVANT_EVIDENCE, KN_RELEVANT_NOVELTY, walk.allocator, &relevant, list,
                                  error);
    if (!status && !relevant)
        status = kn_mixture_list(&mixture, &walk, instance, task->draw, list, score, &iterate, error);
    if (!status && swap)
        status = kn_swap(instance, &policy->settings.penalties, task->run, list, error);
    walk.first = false;
    if (!status && (swap || relevant) && score)
        status = kn_walk_scores(&walk, instance, mixture.views, kn_mixture_policy(&mixture, iterate), mixture.positions,
                                list, score, error);
    kn_walk_free(&walk);
    return status;
}

/* The policy that made the model's list. With decode mbr the lists of all policies are needed to find it. */
static knap_status find_policy(const kn_mixture *mixture, kn_walk *walk, const knap_instance *instance, uint64_t draw,
                               const double **weight, knap_error *error)
{
    knap_list list = {.allocator = walk->allocator};
    size_t iterate = 0;
    knap_status status = KNAP_OK;
    if (mixture->consensus)
        status = kn_mixture_list(mixture, walk, instance, draw, &list, NULL, &iterate, error);
    else
        iterate = kn_mixture_draw(mixture, draw);
    *weight = kn_mixture_policy(mixture, iterate);
    knap_list_free(&list);
    return status;
}

static knap_status check_list(const knap_instance *instance, const knap_list *list, knap_error *error)
{
    kn_open open = {.allocator = instance->data->allocator};
    knap_status status = kn_open_begin(&open, instance, error);
    if (!status)
        status = kn_open_list(&open, list, error);
    kn_open_free(&open);
    return status;
}

knap_status kn_policy_explain(const kn_policy *policy, const knap_instance *instance, uint64_t draw,
                              const knap_list *list, double *row, knap_error *error)
{
    kn_walk walk = {.allocator = instance->data->allocator, .jobs = 1};
    kn_mixture mixture = kn_policy_mixture(policy);
    const double *weight;
    size_t width = policy->width;
    knap_status status = find_policy(&mixture, &walk, instance, draw, &weight, error);
    if (!status)
        status = kn_walk_begin(&walk, instance, mixture.views, error);
    if (!status)
        status = check_list(instance, list, error);
    for (size_t i = 0; !status && i < walk.pinned; i++, row += width) /* pinned: no score */
        for (size_t j = 0; j < width; j++)
            row[j] = 0;
    for (size_t i = walk.pinned; !status && i < list->count; i++, row += width) {
        const double *h = kn_policy_at(weight, mixture.positions, i, width);
        const float *mine = kn_view_row(&walk.view, list->item[i]);
        for (size_t j = 0; j < width; j++)
            row[j] = (double)mine[j];
        for (size_t c = 0; c < walk.candidates; c++) {
            const float *other = kn_view_row(&walk.view, walk.candidate[c]);
            for (size_t j = 0; j < width; j++)
                row[j] -= (double)other[j] / (double)walk.candidates;
        }
        for (size_t j = 0; j < width; j++)
            row[j] *= h[j];
        status = kn_walk_push(&walk, list->item[i], error);
    }
    kn_walk_free(&walk);
    return status;
}

/* What each column contributes to the lead of items over the mean of the candidates. */
static knap_status rate_columns(const kn_walk *walk, const double *h, size_t width, const size_t *item, size_t items,
                                double *row, knap_error *error)
{
    const knap_allocator *allocator = walk->allocator;
    double *mean = kn_new(allocator, width, sizeof *mean);
    if (!mean)
        return kn_no_memory(error);
    for (size_t c = 0; c < walk->candidates; c++) {
        const float *view = kn_view_row(&walk->view, walk->candidate[c]);
        for (size_t j = 0; j < width; j++)
            mean[j] += (double)view[j] / (double)walk->candidates;
    }
    for (size_t i = 0; i < items; i++, row += width) {
        const float *view = kn_view_row(&walk->view, item[i]);
        bool open = kn_is_open(&walk->open, item[i]);
        for (size_t j = 0; j < width; j++)
            row[j] = open ? h[j] * ((double)view[j] - mean[j]) : 0;
    }
    kn_free(allocator, mean, width, sizeof *mean);
    return KNAP_OK;
}

knap_status kn_policy_rate(const kn_policy *policy, const knap_instance *instance, uint64_t draw, double *score,
                           const size_t *item, size_t items, double *row, knap_error *error)
{
    kn_walk walk = {.allocator = instance->data->allocator, .jobs = 1};
    kn_mixture mixture = kn_policy_mixture(policy);
    const double *weight;
    knap_status status = find_policy(&mixture, &walk, instance, draw, &weight, error);
    if (!status)
        status = kn_walk_begin(&walk, instance, mixture.views, error);
    if (!status) {
        const double *h = kn_policy_at(weight, mixture.positions, walk.pinned, policy->width);
        kn_walk_score(&walk, h);
        for (size_t i = 0; score && i < instance->count; i++)
            score[i] = NAN;
        for (size_t c = 0; score && c < walk.candidates; c++)
            score[walk.candidate[c]] = walk.score[c];
        if (items)
            status = rate_columns(&walk, h, policy->width, item, items, row, error);
    }
    kn_walk_free(&walk);
    return status;
}
