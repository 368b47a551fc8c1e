/* cross.c - see cross.h. */
#include "core/cross.h"
#include "base/error.h"
#include "base/parallel.h"

/* ---- One policy ---- */

typedef struct comparing {
    const knap_data *data;
    const kn_policy *policy;
    const knap_allocator *allocator;
    double *value; /* [count] */
} comparing;

static knap_status value_of(void *context, size_t index, size_t worker, knap_error *error)
{
    const comparing *work = context;
    knap_run run = {.allocator = work->allocator, .jobs = 1};
    knap_task task = {.params = &work->policy->settings,
                      .state = (void *)(size_t)work->policy,
                      .instance = work->data->instance[index],
                      .draw = index,
                      .run = &run};
    knap_list list = {.allocator = work->allocator};
    knap_status status = kn_policy_run(&task, &list, NULL, error);
    (void)worker;
    if (!status)
        status = knap_list_value(task.instance, &list, &work->value[index], error);
    knap_list_free(&list);
    return status;
}

static knap_status mean_value(comparing *work, size_t jobs, double *mean, knap_error *error)
{
    knap_status status = kn_parallel_try(jobs, work->data->count, value_of, work, error);
    *mean = 0;
    for (size_t i = 0; !status && i < work->data->count; i++)
        *mean += work->value[i] / (double)work->data->count;
    return status;
}

knap_status kn_compare(const knap_data *data, kn_policy *policy, const knap_run *run, kn_choice *choice,
                       knap_error *error)
{
    comparing work = {.data = data, .policy = policy, .allocator = run->allocator};
    int decode = policy->settings.decode;
    knap_status status;
    choice->folds = 0;
    work.value = kn_new(run->allocator, data->count, sizeof *work.value);
    status = work.value ? mean_value(&work, run->jobs, &choice->learned, error) : kn_no_memory(error);
    policy->settings.decode = KNAP_DECODE_RELEVANCE;
    if (!status)
        status = mean_value(&work, run->jobs, &choice->untrained, error);
    policy->settings.decode = decode;
    kn_free(run->allocator, work.value, data->count, sizeof *work.value);
    return status;
}

/* ---- Folds ---- */

typedef struct crossing {
    const knap_data *data;
    const knap_settings *settings;
    const knap_run *run;
    size_t folds;
    kn_choice choice[KN_CROSS_FOLDS];
} crossing;

/* Training tells how far it is; here that is a part of the comparison. */
static int tell(void *context, const knap_progress *news)
{
    const knap_run *run = context;
    knap_progress progress = *news;
    progress.stage = "compare";
    return run->progress(run->context, &progress);
}

/* The instances of the fold, or all others, in `part`, whose array has room for all. */
static void divide(const knap_data *data, size_t folds, size_t fold, bool inside, knap_data *part)
{
    part->count = 0;
    for (size_t i = 0; i < data->count; i++)
        if ((i % folds == fold) == inside)
            part->instance[part->count++] = data->instance[i];
}

static knap_status run_fold(void *context, size_t fold, size_t worker, knap_error *error)
{
    crossing *work = context;
    knap_run run = {.allocator = work->run->allocator, .jobs = 1};
    knap_data part = *work->data;
    kn_policy *policy = NULL;
    knap_status status;
    if (work->run->progress && worker == 0) { /* from the caller's thread only */
        run.progress = tell;
        run.context = (void *)(size_t)work->run;
    }
    part.instance = kn_new(run.allocator, work->data->count, sizeof *part.instance);
    if (!part.instance)
        return kn_no_memory(error);
    divide(work->data, work->folds, fold, false, &part);
    status = kn_select_policy(&part, NULL, work->settings, 1, &run, &policy, NULL, error);
    divide(work->data, work->folds, fold, true, &part);
    if (!status)
        status = kn_compare(&part, policy, &run, &work->choice[fold], error);
    kn_policy_free(policy);
    kn_free(run.allocator, part.instance, work->data->count, sizeof *part.instance);
    return status;
}

knap_status kn_cross_validate(const knap_data *data, const knap_settings *settings, const knap_run *run,
                              kn_choice *choice, knap_error *error)
{
    crossing work = {.data = data, .settings = settings, .run = run};
    knap_status status;
    work.folds = data->count < KN_CROSS_FOLDS ? data->count : KN_CROSS_FOLDS;
    status = kn_parallel_try(run->jobs, work.folds, run_fold, &work, error);
    *choice = (kn_choice){.folds = work.folds};
    for (size_t fold = 0; !status && fold < work.folds; fold++) {
        double share =
            (double)((data->count - fold + work.folds - 1) / work.folds) / (double)data->count; /* of the instances */
        choice->learned += share * work.choice[fold].learned;
        choice->untrained += share * work.choice[fold].untrained;
    }
    return status;
}
