/* prepare.c - the oracle's lists and the columns' deviations.
 *
 * A ranking can only use how a column differs between the candidates of one position, so the deviation is
 * measured from the mean of each position. Instances are processed in parallel in blocks and summed in
 * order. */
#include "core/prepare.h"
#include "core/swap.h"
#include "core/flaws.h"
#include "base/error.h"
#include "base/kernels.h"
#include "base/parallel.h"

#include <math.h>
#include <string.h>

enum { LEAST_BLOCK = 64, MOST_BLOCK = 1024, BLOCK_ITEMS = 1 << 14 };

/* The exponent r of the cost for views with expected gains; 1 was no better and no worse, see docs/RESULTS.md. */
static const double EXPECTED_R = 0.7;

typedef struct worker_state {
    kn_walk walk;
    double *mean;         /* [width] a growing array */
    double *partial;      /* [pieces][width] the same */
    char apart[KN_APART]; /* from the next thread's */
} worker_state;

typedef struct preparation {
    kn_prepared *prepared;
    const knap_data *data;
    kn_views views;
    const knap_penalties *penalties;
    const size_t *number; /* the place of each instance in the sums; NULL: its index */
    kn_sums *sums;        /* NULL: added up from the first to the last */
    size_t first, block;
    worker_state *worker;
    double *leaf; /* [block][width + KN_PREPARED_SUMS] */
    double value; /* sum of the oracle's rewards so far */
} preparation;

static double *leaf_of(const preparation *work, size_t index)
{
    return work->leaf + index * (work->prepared->width + KN_PREPARED_SUMS);
}

/* Sums over the rows of candidates, in pieces whose sums are added in order. */
typedef struct summing {
    const kn_walk *walk;
    const double *mean; /* [width] NULL: sums of the columns; otherwise of their squared distances from it */
    double *sum;        /* [pieces][width] */
} summing;

KN_VECTOR static void add_rows(const kn_walk *walk, size_t begin, size_t end, double *restrict sum)
{
    size_t width = walk->view.width;
    for (size_t c = begin; c < end; c++) {
        const float *row = kn_view_row(&walk->view, walk->candidate[c]);
        for (size_t i = 0; i < width; i++)
            sum[i] += (double)row[i];
    }
}

KN_VECTOR static void add_squares(const kn_walk *walk, size_t begin, size_t end, const double *restrict mean,
                                  double *restrict sum)
{
    size_t width = walk->view.width;
    for (size_t c = begin; c < end; c++) {
        const float *row = kn_view_row(&walk->view, walk->candidate[c]);
        for (size_t i = 0; i < width; i++)
            sum[i] += ((double)row[i] - mean[i]) * ((double)row[i] - mean[i]);
    }
}

static void sum_piece(void *context, size_t piece, size_t worker)
{
    const summing *work = context;
    size_t begin = piece * KN_PIECE, end = kn_piece_end(piece, work->walk->candidates);
    double *sum = work->sum + piece * work->walk->view.width;
    (void)worker;
    if (work->mean)
        add_squares(work->walk, begin, end, work->mean, sum);
    else
        add_rows(work->walk, begin, end, sum);
}

/* Adds to sum[width]. A single piece is summed there. */
static void sum_rows(const kn_walk *walk, const double *mean, double *partial, double *sum)
{
    size_t pieces = kn_pieces(walk->candidates), width = walk->view.width;
    summing work = {.walk = walk, .mean = mean, .sum = pieces > 1 ? partial : sum};
    if (pieces > 1)
        memset(partial, 0, pieces * width * sizeof *partial);
    kn_parallel_for(walk->jobs, pieces, sum_piece, &work);
    for (size_t piece = 0; pieces > 1 && piece < pieces; piece++)
        for (size_t i = 0; i < width; i++)
            sum[i] += partial[piece * width + i];
}

/* Adds the squared distances of the candidates' views from their mean. */
static bool add_position(worker_state *worker, double *leaf)
{
    const kn_walk *walk = &worker->walk;
    size_t width = walk->view.width;
    double *mean;
    if (!KN_ROOM(walk->allocator, worker->mean, width) ||
        !KN_ROOM(walk->allocator, worker->partial, kn_pieces(walk->candidates) * width))
        return false;
    mean = worker->mean;
    memset(mean, 0, width * sizeof *mean);
    sum_rows(walk, NULL, worker->partial, mean);
    for (size_t i = 0; i < width; i++)
        mean[i] /= (double)walk->candidates;
    sum_rows(walk, mean, worker->partial, leaf);
    leaf[width + KN_PREPARED_COUNT] += (double)walk->candidates;
    return true;
}

static knap_status prepare_one(void *context, size_t index, size_t worker, knap_error *error)
{
    const preparation *work = context;
    double *leaf = leaf_of(work, index), *sums = leaf + work->prepared->width;
    kn_walk *walk = &work->worker[worker].walk;
    const knap_instance *instance = work->data->instance[work->first + index];
    knap_list *list = &work->prepared->oracle[work->first + index];
    knap_status status = knap_greedy(instance, KNAP_GREEDY_BENEFIT, list, error);
    if (!status)
        status = knap_list_value(instance, list, &sums[KN_PREPARED_VALUE], error);
    work->prepared->reached[work->first + index] = sums[KN_PREPARED_VALUE];
    work->prepared->limit[work->first + index] = 1;
    if (!status && instance->reward->submodular)
        status = knap_upper_bound(instance, list, &work->prepared->limit[work->first + index], error);
    if (!status && work->views.parts & kn_view_expected_parts())
        status = kn_fair_price(instance, work->penalties, &sums[KN_PREPARED_PRICE], error);
    if (!status)
        status = kn_walk_begin(walk, instance, work->views, error);
    for (size_t i = walk->pinned; !status && i < list->count; i++) {
        if (!add_position(&work->worker[worker], leaf))
            status = kn_no_memory(error);
        else
            status = kn_walk_push(walk, list->item[i], error);
    }
    return status;
}

/* Adds the sums of an instance of the block. */
static knap_status add_leaf(preparation *work, size_t index, knap_error *error)
{
    kn_prepared *prepared = work->prepared;
    const double *leaf = leaf_of(work, index), *sums = leaf + prepared->width;
    size_t place = work->first + index;
    work->value += sums[KN_PREPARED_VALUE];
    if (work->sums)
        return kn_sums_push(work->sums, (kn_sums_node){.first = work->number ? work->number[place] : place}, leaf,
                            error);
    prepared->candidates += sums[KN_PREPARED_COUNT];
    prepared->value += sums[KN_PREPARED_VALUE] / (double)prepared->count;
    prepared->lambda += sums[KN_PREPARED_PRICE] / (double)prepared->count;
    for (size_t j = 0; j < prepared->width; j++)
        prepared->deviation[j] += leaf[j];
    return KNAP_OK;
}

/* How many instances are prepared together: many where the first ones are small, so that threads seldom wait for each other;
 * otherwise few, so that progress is reported often. */
static size_t block_size(const knap_data *data)
{
    size_t items = 1, sample = data->count < LEAST_BLOCK ? data->count : LEAST_BLOCK, size;
    for (size_t i = 0; i < sample; i++)
        items += data->instance[i]->count;
    size = sample * BLOCK_ITEMS / items;
    return size < LEAST_BLOCK ? LEAST_BLOCK : size > MOST_BLOCK ? MOST_BLOCK : size;
}

static knap_status run_blocks(preparation *work, const knap_run *run, knap_error *error)
{
    kn_prepared *prepared = work->prepared;
    size_t count = work->data->count;
    knap_status status = KNAP_OK;
    for (; !status && work->first < count; work->first += work->block) {
        size_t left = count - work->first, here = left < work->block ? left : work->block;
        memset(work->leaf, 0, here * (prepared->width + KN_PREPARED_SUMS) * sizeof *work->leaf);
        status = kn_parallel_try(run->jobs, here, prepare_one, work, error);
        for (size_t i = 0; i < here && !status; i++)
            status = add_leaf(work, i, error);
        if (!status && run->progress) {
            size_t done = work->first + here;
            knap_progress progress = {
                .fraction = (double)done / (double)count, .reward = work->value / (double)done, .stage = "oracle"};
            if (run->progress(run->context, &progress))
                status = kn_fail(error, KNAP_CANCELLED, "cancelled");
        }
    }
    return status;
}

knap_status kn_prepared_begin(kn_prepared *prepared, size_t count, size_t width, const knap_settings *settings,
                              const knap_allocator *allocator, knap_error *error)
{
    *prepared = (kn_prepared){.allocator = allocator, .count = count, .width = width};
    prepared->r = settings->views & kn_view_expected_parts() ? EXPECTED_R : 1;
    prepared->oracle = kn_new(allocator, count, sizeof *prepared->oracle);
    prepared->reached = kn_new(allocator, count, sizeof *prepared->reached);
    prepared->limit = kn_new(allocator, count, sizeof *prepared->limit);
    prepared->deviation = kn_new(allocator, width, sizeof *prepared->deviation);
    if (!prepared->oracle || !prepared->reached || !prepared->limit || !prepared->deviation)
        return kn_no_memory(error);
    for (size_t i = 0; i < count; i++)
        prepared->oracle[i].allocator = allocator;
    return KNAP_OK;
}

knap_status kn_prepare_share(kn_prepared *prepared, const knap_data *data, const size_t *number,
                             const knap_settings *settings, const knap_run *run, kn_sums *sums, knap_error *error)
{
    const knap_allocator *allocator = run->allocator;
    size_t width = kn_view_width(settings->views, data->features.count, kn_flaw_columns(data)),
           workers = kn_workers(run->jobs), block = block_size(data), leaves = block * (width + KN_PREPARED_SUMS);
    preparation work = {.prepared = prepared,
                        .data = data,
                        .views = kn_views_of(settings),
                        .penalties = &settings->penalties,
                        .number = number,
                        .block = block,
                        .sums = sums};
    knap_status status = kn_prepared_begin(prepared, data->count, width, settings, allocator, error);
    work.worker = kn_new(allocator, workers, sizeof *work.worker);
    work.leaf = kn_new(allocator, leaves, sizeof *work.leaf);
    if (sums)
        sums->width = width + KN_PREPARED_SUMS;
    if (!status && (!work.worker || !work.leaf))
        status = kn_no_memory(error);
    if (!status) {
        for (size_t i = 0; i < workers; i++)
            work.worker[i].walk = (kn_walk){.allocator = allocator, .jobs = data->count == 1 ? run->jobs : 1};
        status = run_blocks(&work, run, error);
        for (size_t i = 0; i < workers; i++) {
            kn_walk_free(&work.worker[i].walk);
            KN_RELEASE(allocator, work.worker[i].mean);
            KN_RELEASE(allocator, work.worker[i].partial);
        }
    }
    kn_free(allocator, work.worker, workers, sizeof *work.worker);
    kn_free(allocator, work.leaf, leaves, sizeof *work.leaf);
    return status;
}

/* From sums of squares to deviations. */
static void finish_deviations(kn_prepared *prepared)
{
    for (size_t i = 0; i < prepared->width; i++)
        prepared->deviation[i] = prepared->candidates > 0 ? sqrt(prepared->deviation[i] / prepared->candidates) : 0;
}

knap_status kn_prepared_finish(kn_prepared *prepared, const kn_sums *sums, size_t count, knap_error *error)
{
    size_t width = prepared->width;
    double *total = kn_new(prepared->allocator, width + KN_PREPARED_SUMS, sizeof *total);
    knap_status status;
    if (!total)
        return kn_no_memory(error);
    if (!(status = kn_sums_total(sums, count, total, error))) {
        memcpy(prepared->deviation, total, width * sizeof *total);
        prepared->candidates = total[width + KN_PREPARED_COUNT];
        prepared->value = total[width + KN_PREPARED_VALUE] / (double)count;
        prepared->lambda = total[width + KN_PREPARED_PRICE] / (double)count;
        finish_deviations(prepared);
    }
    kn_free(prepared->allocator, total, width + KN_PREPARED_SUMS, sizeof *total);
    return status;
}

knap_status kn_prepare(kn_prepared *prepared, const knap_data *data, const knap_settings *settings, const knap_run *run,
                       knap_error *error)
{
    kn_sums sums = {.allocator = run->allocator};
    bool online = settings->batch == 1;
    knap_status status = kn_prepare_share(prepared, data, NULL, settings, run, online ? NULL : &sums, error);
    if (!status && online)
        finish_deviations(prepared);
    else if (!status)
        status = kn_prepared_finish(prepared, &sums, data->count, error);
    kn_sums_free(&sums);
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
