/* evaluate.c - the mean reward of policies over instances, in parallel, summed in the order of the instances.
 */
#include "core/evaluate.h"
#include "core/flaws.h"
#include "core/item.h"
#include "base/error.h"
#include "base/parallel.h"


knap_status kn_check_rewards(const knap_data *data, knap_error *error)
{
    char label[160];
    knap_status status;
    for (size_t i = 0; i < data->count; i++) {
        const knap_instance *instance = data->instance[i];
        if (instance->count == 0)
            return kn_fail(error, KNAP_BAD_INPUT, "%s has no items", kn_instance_label(instance, label, sizeof label));
        if ((status = kn_instance_ready(instance, error)))
            return status;
        if (!instance->reward)
            return kn_fail(error, KNAP_BAD_INPUT, "%s has no reward to learn from or to measure: add \"reward\"",
                           kn_instance_label(instance, label, sizeof label));
    }
    return KNAP_OK;
}

typedef struct worker_state {
    kn_walk walk;
    knap_list list;
} worker_state;

typedef struct evaluation {
    const knap_data *data;
    const kn_mixture *mixture;
    worker_state *worker;
    double *value; /* [instances] */
} evaluation;

static knap_status evaluate_one(void *context, size_t index, size_t worker, knap_error *error)
{
    const evaluation *work = context;
    worker_state *mine = &work->worker[worker];
    const knap_instance *instance = work->data->instance[index];
    size_t iterate;
    knap_status status =
        kn_mixture_list(work->mixture, &mine->walk, instance, index, &mine->list, NULL, &iterate, error);
    return status ? status : knap_list_value(instance, &mine->list, &work->value[index], error);
}

knap_status kn_evaluate(const knap_data *data, const kn_mixture *mixture, const knap_run *run, double *mean,
                        knap_error *error)
{
    size_t workers = kn_workers(run->jobs);
    knap_status status = KNAP_OK;
    evaluation work = {.data = data, .mixture = mixture};
    work.worker = kn_new(run->allocator, workers, sizeof *work.worker);
    work.value = kn_new(run->allocator, data->count, sizeof *work.value);
    if (!work.worker || !work.value) {
        status = kn_no_memory(error);
    } else {
        for (size_t i = 0; i < workers; i++) {
            work.worker[i].walk = (kn_walk){.allocator = run->allocator, .jobs = 1};
            work.worker[i].list.allocator = run->allocator;
        }
        status = kn_parallel_try(run->jobs, data->count, evaluate_one, &work, error);
    }
    for (size_t i = 0; work.worker && work.value && i < workers; i++) {
        kn_walk_free(&work.worker[i].walk);
        knap_list_free(&work.worker[i].list);
    }
    *mean = 0;
    for (size_t i = 0; !status && i < data->count; i++)
        *mean += work.value[i] / (double)data->count;
    kn_free(run->allocator, work.worker, workers, sizeof *work.worker);
    kn_free(run->allocator, work.value, data->count, sizeof *work.value);
    return status;
}
