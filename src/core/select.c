/* select.c - from training runs to one policy: which settings, and which of a run's policies.
 *
 * Without validation data there is one run and its average (of a learner that converges: its last; with decode mbr:
 * its mixture) is returned. With them each run offers what its result setting allows, and the highest mean
 * reward on the validation data wins. */
#include "core/evaluate.h"
#include "core/flaws.h"
#include "core/item.h"
#include "core/select.h"
#include "core/match.h"
#include "core/settings.h"
#include "core/train.h"
#include "base/error.h"
#include "base/parallel.h"

#include <math.h>
#include <string.h>

typedef struct candidate {
    int result;
    const double *weight;
    size_t iterates;
} candidate;

typedef struct trial {
    kn_policy *policy; /* NULL where the training diverged */
    knap_report report;
    knap_error why; /* the error of that */
} trial;

typedef struct selection {
    const knap_data *train, *validate;
    const knap_settings *settings; /* [count] */
    const kn_prepared *prepared;
    const knap_run *run;
    size_t count;
    trial *trial;              /* [count] */
    kn_checkpoint *checkpoint; /* or NULL */
    size_t slot;               /* of the first trial */
} selection;

/* The candidate policies of a run, at most 3 + keep. Of equal ones the first is preferred. */
static size_t list_candidates(const kn_training *training, int result, candidate *list)
{
    size_t count = 0;
    bool any = result == KNAP_RESULT_AUTO;
    if (any || result == KNAP_RESULT_AVERAGE)
        list[count++] = (candidate){KNAP_RESULT_AVERAGE, training->average, 1};
    if (any || result == KNAP_RESULT_LAST)
        list[count++] = (candidate){KNAP_RESULT_LAST, training->policy, 1};
    if (any || result == KNAP_RESULT_BEST)
        for (size_t i = 0; i < training->kept; i++)
            list[count++] = (candidate){KNAP_RESULT_BEST, training->iterate + i * training->size, 1};
    if (any || result == KNAP_RESULT_MIXTURE)
        list[count++] = (candidate){KNAP_RESULT_MIXTURE, training->iterate, training->kept};
    return count;
}

/* The best of the candidates by mean reward on `data`. */
static knap_status choose(const kn_training *training, const candidate *list, size_t count, const knap_data *data,
                          const knap_run *run, candidate *chosen, double *value, knap_error *error)
{
    *value = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        double mean;
        kn_mixture mixture = {.views = kn_views_of(&training->settings),
                              .weight = list[i].weight,
                              .iterates = list[i].iterates,
                              .positions = training->positions,
                              .width = training->width,
                              .seed = training->settings.seed,
                              .consensus = training->settings.decode == KNAP_DECODE_MBR};
        knap_status status = kn_evaluate(data, &mixture, run, &mean, error);
        if (status)
            return status;
        if (!isfinite(mean))
            return kn_fail(error, KNAP_BAD_INPUT,
                           "the mean reward of the validation data is %g: rewards are finite numbers", mean);
        if (mean > *value) {
            *value = mean;
            *chosen = list[i];
        }
    }
    return KNAP_OK;
}

static knap_status make_policy(const selection *work, const kn_training *training, const knap_run *run, trial *mine,
                               knap_error *error)
{
    const knap_allocator *allocator = work->run->allocator;
    size_t most = 3 + training->keep, count;
    candidate *list = kn_new(allocator, most, sizeof *list), chosen = {0, NULL, 0};
    knap_settings settings = training->settings;
    knap_status status = KNAP_OK;
    if (!list)
        return kn_no_memory(error);
    if (!work->validate && settings.result == KNAP_RESULT_AUTO)
        settings.result = training->learner[0].kind->converges ? KNAP_RESULT_LAST : KNAP_RESULT_AVERAGE;
    count = list_candidates(training, settings.result, list);
    mine->report.validation = NAN;
    if (work->validate)
        status = choose(training, list, count, work->validate, run, &chosen, &mine->report.validation, error);
    else if (count > 1) {
        double unused;
        status = choose(training, list, count, work->train, run, &chosen, &unused, error);
    } else
        chosen = list[0];
    settings.result = chosen.result;
    if (!status)
        status = kn_policy_new(&settings, &work->train->features, &work->train->flaws, training->positions,
                               chosen.iterates, allocator, &mine->policy, error);
    if (!status) {
        memcpy(mine->policy->weight, chosen.weight, chosen.iterates * training->size * sizeof *chosen.weight);
        memcpy(mine->policy->deviation, work->prepared->deviation, training->width * sizeof *chosen.weight);
    }
    kn_free(allocator, list, most, sizeof *list);
    return status;
}

static knap_status run_trial(void *context, size_t index, size_t worker, knap_error *error)
{
    const selection *work = context;
    trial *mine = &work->trial[index];
    knap_run run = *work->run;
    kn_training training;
    knap_status status;
    if (work->count > 1) /* the trials run in parallel */
        run.jobs = 1;
    if (worker > 0)
        run.progress = NULL; /* progress is reported from the caller's thread only */
    status = kn_training_run(&training, work->train, &work->settings[index], work->prepared, &run, work->checkpoint,
                             work->slot + index, error);
    kn_training_report(&training, &mine->report);
    mine->report.oracle = work->prepared->value;
    mine->report.tried = work->count;
    mine->report.learned = mine->report.untrained = NAN;
    mine->report.folds = 0;
    if (!status)
        status = make_policy(work, &training, &run, mine, error);
    if (status && training.diverged) { /* other settings may not */
        if (error)
            mine->why = *error;
        status = KNAP_OK;
    }
    kn_training_free(&training);
    return status;
}

/* Settings that share their views, their penalties and the shape of their sums share what is prepared, so each group is prepared and run
 * on its own. */
static knap_status run_group(selection *work, knap_error *error)
{
    kn_prepared prepared;
    knap_status status = kn_prepare(&prepared, work->train, &work->settings[0], work->run, error);
    work->prepared = &prepared;
    if (!status)
        status = kn_parallel_try(work->run->jobs, work->count, run_trial, work, error);
    kn_prepared_free(&prepared);
    return status;
}

unsigned knap_data_views(const knap_data *data)
{
    unsigned views = data ? kn_view_all_parts() : 0;
    if (data && !kn_data_has_vectors(data))
        views &= ~kn_view_vector_parts();
    if (data && !kn_data_expects(data))
        views &= ~kn_view_expected_parts();
    if (data && !kn_data_has_scores(data))
        views &= ~kn_view_score_parts();
    if (data && !kn_data_has_flaws(data))
        views &= ~kn_view_flaw_parts();
    return views;
}

knap_status kn_possible_settings(const knap_data *train, const knap_settings *settings, knap_settings *possible,
                                 knap_error *error)
{
    knap_status status = knap_settings_check(settings, error);
    if (status)
        return status;
    *possible = *settings;
    if (settings->decode == KNAP_DECODE_MBR)
        possible->result = KNAP_RESULT_MIXTURE;
    possible->views &= knap_data_views(train);
    /* flaws and similarity say nothing about the worth of an item */
    if (kn_view_width(possible->views, train->features.count, kn_flaw_columns(train)) == 0 ||
        ((settings->views & ~possible->views) && !(possible->views & ~kn_view_context_parts())))
        return kn_fail(error, KNAP_BAD_INPUT, "there is nothing to learn from: %s%s",
                       train->features.count ? "these data cannot fill the views asked for"
                                             : "the items have no features",
                       train->features.count || kn_data_has_vectors(train) ? "" : " and no vectors");
    return KNAP_OK;
}

static knap_status check_arguments(knap_data *train, knap_data *validate, size_t count, knap_error *error)
{
    knap_status status;
    if (count == 0 || (count > 1 && !validate))
        return kn_fail(error, KNAP_USAGE, "choosing among %zu settings needs validation data", count);
    if (train->count == 0 || (validate && validate->count == 0))
        return kn_fail(error, KNAP_BAD_INPUT, "there are no instances to %s",
                       train->count ? "validate on" : "train on");
    if (train->flaw_columns != SIZE_MAX) /* forget an earlier match; threads that share the data must not write */
        train->flaw_columns = SIZE_MAX;
    if ((status = kn_data_widen(train, error)) || (validate && (status = kn_data_widen(validate, error))))
        return status;
    if ((status = kn_check_rewards(train, error)) || (validate && (status = kn_check_rewards(validate, error))))
        return status;
    if (validate && validate->features.count != train->features.count)
        return kn_fail(error, KNAP_BAD_INPUT, "the validation data have %zu features, the training data %zu",
                       validate->features.count, train->features.count);
    for (size_t i = 0; validate && i < train->features.count; i++)
        if (strcmp(train->features.name[i], validate->features.name[i]) != 0)
            return kn_fail(error, KNAP_BAD_INPUT,
                           "feature %zu is '%.80s' in the training data and '%.80s' in the "
                           "validation data",
                           i, train->features.name[i], validate->features.name[i]);
    return validate ? kn_data_match(validate, &train->features, false, &train->flaws, error) : KNAP_OK;
}

knap_status kn_select_policy(knap_data *train, knap_data *validate, const knap_settings *settings, size_t count,
                             const knap_run *run, kn_policy **policy, knap_report *report, knap_error *error)
{
    static const knap_run plain = {.jobs = 1};
    const knap_allocator *allocator;
    kn_checkpoint checkpoint = {.count = 0};
    knap_settings *possible;
    trial *trials;
    size_t best = SIZE_MAX;
    knap_status status = check_arguments(train, validate, count, error);
    *policy = NULL;
    if (status)
        return status;
    run = run ? run : &plain;
    allocator = run->allocator;
    possible = kn_new(allocator, count, sizeof *possible);
    trials = kn_new(allocator, count, sizeof *trials);
    if (!possible || !trials)
        status = kn_no_memory(error);
    for (size_t i = 0; !status && i < count; i++)
        status = kn_possible_settings(train, &settings[i], &possible[i], error);
    if (!status && run->checkpoint)
        status = kn_checkpoint_begin(&checkpoint, run->checkpoint, train, validate, possible, count, allocator, error);
    for (size_t i = 0, same; !status && i < count; i += same) {
        selection work = {.train = train,
                          .validate = validate,
                          .settings = possible + i,
                          .run = run,
                          .trial = trials + i,
                          .checkpoint = run->checkpoint ? &checkpoint : NULL,
                          .slot = i};
        for (same = 1; i + same < count && possible[i + same].views == possible[i].views &&
                       (possible[i + same].batch == 1) == (possible[i].batch == 1) &&
                       kn_penalties_equal(&possible[i + same].penalties, &possible[i].penalties);
             same++)
            ;
        work.count = same;
        status = run_group(&work, error);
    }
    if (status == KNAP_CANCELLED && run->checkpoint && !checkpoint.stopped) {
        knap_status written = kn_checkpoint_write(&checkpoint, error); /* cancelled before or after a training */
        status = written ? written : status;
    }
    if (run->checkpoint && checkpoint.ask)
        kn_checkpoint_free(&checkpoint);
    for (size_t i = 0; !status && i < count; i++)
        if (trials[i].policy && (best == SIZE_MAX || trials[i].report.validation > trials[best].report.validation))
            best = i;
    if (!status && best == SIZE_MAX) {
        status = KNAP_BAD_INPUT;
        if (error)
            *error = trials[0].why;
    }
    if (!status) {
        *policy = trials[best].policy;
        trials[best].policy = NULL;
        trials[best].report.tried = count;
        if (report)
            *report = trials[best].report;
    }
    for (size_t i = 0; trials && i < count; i++)
        kn_policy_free(trials[i].policy);
    kn_free(allocator, possible, count, sizeof *possible);
    kn_free(allocator, trials, count, sizeof *trials);
    return status;
}
