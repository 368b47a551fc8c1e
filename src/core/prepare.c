/* prepare.c - the oracle's lists and the columns' deviations.
 *
 * A ranking can only use how a column differs between the candidates of one position, so the deviation is
 * measured from the mean of each position. Instances are processed in parallel in blocks and summed in
 * order. */
#include "core/prepare.h"
#include "core/swap.h"
#include "core/flaws.h"
#include "base/error.h"
#include "base/parallel.h"

#include <math.h>
#include <string.h>

enum { BLOCK = 64 };

/* The exponent r of the cost for views with expected gains; 1 was no better and no worse, see docs/RESULTS.md. */
static const double EXPECTED_R = 0.7;

typedef struct worker_state {
    kn_walk walk;
    double *mean; /* [width] */
} worker_state;

typedef struct result {
    double *squares; /* [width] */
    double count, value, price;
} result;

typedef struct preparation {
    kn_prepared *prepared;
    const knap_data *data;
    kn_views views;
    const knap_penalties *penalties;
    size_t first;
    worker_state *worker;
    result *result; /* [BLOCK] */
} preparation;

/* Adds the squared distances of the candidates' views from their mean. */
static void add_position(const kn_walk *walk, double *mean, result *sums)
{
    size_t width = walk->view.width;
    memset(mean, 0, width * sizeof *mean);
    for (size_t c = 0; c < walk->candidates; c++) {
        const float *row = kn_view_row(&walk->view, walk->candidate[c]);
        for (size_t i = 0; i < width; i++)
            mean[i] += (double)row[i];
    }
    for (size_t i = 0; i < width; i++)
        mean[i] /= (double)walk->candidates;
    for (size_t c = 0; c < walk->candidates; c++) {
        const float *row = kn_view_row(&walk->view, walk->candidate[c]);
        for (size_t i = 0; i < width; i++)
            sums->squares[i] += ((double)row[i] - mean[i]) * ((double)row[i] - mean[i]);
    }
    sums->count += (double)walk->candidates;
}

static knap_status prepare_one(void *context, size_t index, size_t worker, knap_error *error)
{
    const preparation *work = context;
    result *mine = &work->result[index];
    kn_walk *walk = &work->worker[worker].walk;
    const knap_instance *instance = work->data->instance[work->first + index];
    knap_list *list = &work->prepared->oracle[work->first + index];
    knap_status status = knap_greedy(instance, KNAP_GREEDY_BENEFIT, list, error);
    if (!status)
        status = knap_list_value(instance, list, &mine->value, error);
    work->prepared->reached[work->first + index] = mine->value;
    work->prepared->limit[work->first + index] = 1;
    if (!status && instance->reward->submodular)
        status = knap_upper_bound(instance, list, &work->prepared->limit[work->first + index], error);
    if (!status && work->views.parts & kn_view_expected_parts())
        status = kn_fair_price(instance, work->penalties, &mine->price, error);
    if (!status)
        status = kn_walk_begin(walk, instance, work->views, error);
    for (size_t i = walk->pinned; !status && i < list->count; i++) {
        add_position(walk, work->worker[worker].mean, mine);
        status = kn_walk_push(walk, list->item[i], error);
    }
    return status;
}

static knap_status run_blocks(preparation *work, const knap_run *run, double *count, knap_error *error)
{
    kn_prepared *prepared = work->prepared;
    knap_status status = KNAP_OK;
    for (work->first = 0; !status && work->first < prepared->count; work->first += BLOCK) {
        size_t left = prepared->count - work->first, here = left < BLOCK ? left : BLOCK;
        for (size_t i = 0; i < here; i++) {
            work->result[i].count = work->result[i].value = work->result[i].price = 0;
            memset(work->result[i].squares, 0, prepared->width * sizeof(double));
        }
        status = kn_parallel_try(run->jobs, here, prepare_one, work, error);
        for (size_t i = 0; i < here && !status; i++) {
            *count += work->result[i].count;
            prepared->value += work->result[i].value / (double)prepared->count;
            prepared->lambda += work->result[i].price / (double)prepared->count;
            for (size_t j = 0; j < prepared->width; j++)
                prepared->deviation[j] += work->result[i].squares[j];
        }
        if (!status && run->progress) {
            knap_progress progress = {.fraction = (double)(work->first + here) / (double)prepared->count,
                                      .reward =
                                          prepared->value * (double)prepared->count / (double)(work->first + here),
                                      .stage = "oracle"};
            if (run->progress(run->context, &progress))
                status = kn_fail(error, KNAP_CANCELLED, "cancelled");
        }
    }
    return status;
}

knap_status kn_prepare(kn_prepared *prepared, const knap_data *data, const knap_settings *settings, const knap_run *run,
                       knap_error *error)
{
    const knap_allocator *allocator = run->allocator;
    size_t width = kn_view_width(settings->views, data->features.count, kn_flaw_columns(data)),
           workers = kn_workers(run->jobs);
    preparation work = {
        .prepared = prepared, .data = data, .views = kn_views_of(settings), .penalties = &settings->penalties};
    double count = 0, *squares, *means;
    knap_status status = KNAP_OK;
    *prepared = (kn_prepared){.allocator = allocator, .count = data->count, .width = width};
    prepared->r = settings->views & kn_view_expected_parts() ? EXPECTED_R : 1;
    prepared->oracle = kn_new(allocator, data->count, sizeof *prepared->oracle);
    prepared->reached = kn_new(allocator, data->count, sizeof *prepared->reached);
    prepared->limit = kn_new(allocator, data->count, sizeof *prepared->limit);
    prepared->deviation = kn_new(allocator, width, sizeof *prepared->deviation);
    work.worker = kn_new(allocator, workers, sizeof *work.worker);
    work.result = kn_new(allocator, BLOCK, sizeof *work.result);
    squares = kn_new(allocator, BLOCK * width, sizeof *squares);
    means = kn_new(allocator, workers * width, sizeof *means);
    if (!prepared->oracle || !prepared->reached || !prepared->limit || !prepared->deviation || !work.worker ||
        !work.result || !squares || !means) {
        status = kn_no_memory(error);
    } else {
        for (size_t i = 0; i < data->count; i++)
            prepared->oracle[i].allocator = allocator;
        for (size_t i = 0; i < BLOCK; i++)
            work.result[i].squares = squares + i * width;
        for (size_t i = 0; i < workers; i++) {
            work.worker[i].walk = (kn_walk){.allocator = allocator, .jobs = data->count == 1 ? run->jobs : 1};
            work.worker[i].mean = means + i * width;
        }
        status = run_blocks(&work, run, &count, error);
        for (size_t i = 0; i < workers; i++)
            kn_walk_free(&work.worker[i].walk);
    }
    for (size_t i = 0; !status && i < width; i++)
        prepared->deviation[i] = count > 0 ? sqrt(prepared->deviation[i] / count) : 0;
    kn_free(allocator, work.worker, workers, sizeof *work.worker);
    kn_free(allocator, work.result, BLOCK, sizeof *work.result);
    kn_free(allocator, squares, BLOCK * width, sizeof *squares);
    kn_free(allocator, means, workers * width, sizeof *means);
    return status;
}

void kn_prepared_free(kn_prepared *prepared)
{
    for (size_t i = 0; prepared->oracle && i < prepared->count; i++)
        knap_list_free(&prepared->oracle[i]);
    kn_free(prepared->allocator, prepared->oracle, prepared->count, sizeof *prepared->oracle);
    kn_free(prepared->allocator, prepared->reached, prepared->count, sizeof *prepared->reached);
    kn_free(prepared->allocator, prepared->limit, prepared->count, sizeof *prepared->limit);
    kn_free(prepared->allocator, prepared->deviation, prepared->width, sizeof *prepared->deviation);
}
