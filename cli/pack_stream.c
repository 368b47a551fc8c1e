/* pack_stream.c - a file of instances, packed by several threads: each takes the next lines, reads and packs them and hands
 * over what is to be written. The thread that completes the next batch in order writes it, and those after it that are
 * finished; the others go on. Reading, packing and writing overlap, the order is kept, and memory does not grow with the
 * file: there is a fixed number of batches. */
#include "pack_batch.h"
#include "packing.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    BLOCK = 1 << 16,   /* bytes of lines that a thread takes */
    BATCH = 256,       /* instances that a thread reads where they are not lines */
    AHEAD = 4,         /* batches per thread: one in hand, the others wait to be written */
    SHARE = 1 << 22,   /* bytes of lines that a process of mpirun takes */
    MOST_MESSAGES = 20 /* about bad lines */
};

typedef struct pipeline pipeline;

/* A thread and what it has in hand. */
typedef struct worker {
    pipeline *flow;
    pthread_t thread;
    knap_reader *part;
    knap_data *data;
    knap_passages *passages; /* completes instances from texts; serves one thread */
    knap_context *context;   /* makes texts of lists, or puts them in order; NULL: lists stay as they are */
    cli_batch *now;
    double *score;
    size_t score_capacity;
} worker;

struct pipeline {
    cli_session *session;
    const char *path;
    knap_reader *reader;
    bool by_lines, ended;
    bool divided;       /* the processes of mpirun have different lines */
    cli_buffer kept;    /* what the first process is to write, of the others */
    size_t jobs, limit; /* threads for one instance; instances in a batch */
    size_t tickets, turn;
    cli_batch *batches;   /* [most] */
    cli_batch **unused;   /* [unuseds] batches that a thread may take */
    cli_batch **finished; /* [most] by ticket modulo most; NULL: not finished */
    size_t most, unuseds;
    bool busy;          /* a thread writes */
    knap_status status; /* of the file */
    knap_error error;
    pthread_mutex_t reading, writing; /* the second one: of the batches */
    pthread_cond_t returned;          /* a batch is unused again */
};

/* ---- Reading ---- */

static bool is_bad_record(const knap_error *error)
{
    return error->status == KNAP_BAD_INPUT;
}

/* Reads up to `limit` instances (0: all that the reader has); those that are wrong are remembered. */
static void read_batch(worker *self, knap_reader *reader, size_t limit)
{
    knap_error error = {.status = KNAP_OK};
    size_t added;
    while (knap_reader_read(reader, limit ? limit - knap_data_count(self->data) : 0, self->data, &added, &error)) {
        if (!is_bad_record(&error) || !knap_reader_resume(reader)) {
            self->now->status = error.status;
            self->now->error = error;
            return;
        }
        cli_batch_add_bad(self->now, knap_data_count(self->data) + self->now->bads, &error);
        if (limit && knap_data_count(self->data) + self->now->bads >= limit)
            return;
    }
}

/* Takes the next instances of the file; false where there are none. One thread at a time. */
static bool take(worker *self)
{
    pipeline *flow = self->flow;
    bool any = true;
    knap_data_clear(self->data);
    cli_batch_clear(self->now);
    if (flow->ended)
        return false;
    self->now->first = knap_reader_instances(flow->reader);
    if (flow->by_lines && flow->limit == 0) {
        self->now->status = knap_reader_take(flow->reader, BLOCK, self->part, &any, &self->now->error);
        if (!self->now->status && any && knap_reader_instances(flow->reader) == self->now->first)
            read_batch(self, flow->reader, 1); /* a line that is too long for a block, or blank lines */
    } else {
        read_batch(self, flow->reader, flow->limit ? flow->limit : BATCH);
        any = knap_data_count(self->data) + self->now->bads > 0;
    }
    flow->ended = !any || self->now->status;
    self->now->ticket = flow->tickets;
    flow->tickets += any || self->now->status;
    return any || self->now->status;
}

/* ---- Packing ---- */

static knap_status pack_instance(worker *self, knap_instance *instance, uint64_t draw, knap_packed *packed,
                                 knap_error *error)
{
    cli_session *session = self->flow->session;
    knap_run run = session->run;
    bool scores = knap_model_system(session->model)->scores;
    run.jobs = self->flow->jobs;
    size_t count = knap_instance_count(instance);
    knap_status status;
    if (scores && count > self->score_capacity) {
        self->score_capacity = 2 * count;
        self->score = cli_grow(self->score, self->score_capacity, sizeof *self->score);
    }
    packed->score = scores ? self->score : NULL;
    packed->reward = NAN;
    status = self->context ? knap_context_pack(self->context, session->model, instance, draw, &run, &packed->list,
                                               packed->score, error)
                           : knap_model_pack(session->model, instance, draw, &run, &packed->list, packed->score, error);
    if (!status && knap_instance_reward(instance) && !knap_context_cuts(self->context))
        status = knap_list_value(instance, &packed->list, &packed->reward, error);
    return status;
}

/* An instance that cannot be packed, such as one without a budget, is a bad one too. */
static void pack_record(worker *self, size_t index, size_t number)
{
    cli_session *session = self->flow->session;
    const cli_packing *packing = session->packing;
    knap_instance *instance = knap_data_at(self->data, index);
    knap_packed packed = {.list = {.allocator = cli_allocator()}};
    cli_pick pick = {.model = session->model, .instance = instance, .packed = &packed, .number = number};
    knap_error error = {.status = KNAP_OK};
    knap_status status;
    pick.draw = packing->seed * 1000003 + number;
    pick.context = knap_context_makes(self->context) ? self->context : NULL;
    status = pack_instance(self, instance, pick.draw, &packed, &error);
    if (!status) {
        if (packing->keep_order)
            cli_sort_picks(&packed);
        cli_print_pick(&self->now->out, packing, &pick);
        cli_batch_add_reward(self->now, packed.reward);
    } else if (is_bad_record(&error)) {
        error.line = error.line ? error.line : knap_instance_line(instance);
        if (!packing->reading.skip_bad)
            cli_print_bad(&self->now->out, packing, number, &error);
        cli_batch_add_bad(self->now, number - self->now->first - session->done, &error);
    } else {
        self->now->status = status;
        self->now->error = error;
    }
    knap_list_free(&packed.list);
}

/* Makes the instances ready: budgets, what texts can complete, then the order of the features that the model has. */
static knap_status prepare(worker *self, knap_error *error)
{
    pipeline *flow = self->flow;
    const cli_packing *packing = flow->session->packing;
    knap_status status = cli_set_budget(self->data, packing->reading.budget, error);
    for (size_t i = 0; !status && i < knap_data_count(self->data); i++) {
        knap_completion done = {0}, placed = {0};
        if (self->context &&
            (status = knap_context_prepare(self->context, knap_data_at(self->data, i), &placed, error)))
            break;
        status = knap_passages_complete(self->passages, knap_data_at(self->data, i), &done, error);
        self->now->duplicates += done.duplicates;
        for (int m = 0; m < KNAP_MISSINGS; m++)
            self->now->missing[m] += done.missing[m] + placed.missing[m];
    }
    if (!status && knap_data_count(self->data) > 0)
        status = knap_model_match(flow->session->model, self->data, knap_reader_absent_is_zero(flow->reader), error);
    return status;
}

/* Packs the batch and prints it into self->now->out. */
static void pack_batch(worker *self)
{
    pipeline *flow = self->flow;
    cli_session *session = flow->session;
    const cli_packing *packing = session->packing;
    size_t count = knap_data_count(self->data), bads = self->now->bads, bad = 0, index = 0;
    knap_error error = {.status = KNAP_OK};
    knap_status status = prepare(self, &error);
    if (status) {
        self->now->status = status;
        self->now->error = error;
        return;
    }
    for (size_t place = 0; place < count + bads; place++) {
        size_t number = session->done + self->now->first + place;
        if (bad < bads && self->now->bad_at[bad] == place) {
            if (!packing->reading.skip_bad)
                cli_print_bad(&self->now->out, packing, number, &self->now->bad[bad]);
            bad++;
        } else {
            pack_record(self, index++, number);
        }
    }
}

/* ---- Writing ---- */

static void name_file(knap_error *error, const char *path)
{
    if (error->status != KNAP_NO_MEMORY && !error->file[0])
        snprintf(error->file, sizeof error->file, "%s", path ? path : "standard input");
}

static void tell_bad(pipeline *flow, knap_error *error)
{
    cli_session *session = flow->session;
    name_file(error, flow->path);
    if (session->bad < MOST_MESSAGES)
        cli_fail(error);
    else if (session->bad == MOST_MESSAGES)
        cli_say(CLI_FAILED, "further bad instances are counted, not named");
    session->bad++;
}

/* ---- Several processes ---- */

/* The process that packs a batch. Where the processes have different lines, each packs all that it has. Otherwise all of them read
 * the whole file, and batch i is packed by process i mod size. */
static size_t owner(const pipeline *flow, const cli_batch *now)
{
    return flow->divided ? cli_rank() : cli_team() ? now->ticket % cli_team()->size : 0;
}

/* Sends the batches that were kept to the first process. */
static void send_kept(pipeline *flow)
{
    cli_team_send(flow->kept.bytes ? flow->kept.bytes : "", flow->kept.length);
    flow->kept.length = 0;
}

/* Lets the first process have a batch of this one: at once, or with the others of its lines. */
static void hand_over(pipeline *flow, const cli_batch *now)
{
    cli_batch_put(&flow->kept, now);
    if (!flow->divided)
        send_kept(flow);
}

static void receive_batch(cli_batch *now, size_t rank)
{
    size_t length;
    char *bytes = cli_team_receive(rank, &length);
    cli_parcel from = {.at = bytes, .left = length};
    cli_batch_take(&from, now);
    free(bytes);
}

/* Writes a batch; those before it were written. One thread at a time. */
static void write_batch(pipeline *flow, cli_batch *now)
{
    cli_session *session = flow->session;
    if (cli_rank() == 0 && owner(flow, now) > 0 && !flow->status)
        receive_batch(now, owner(flow, now));
    else if (cli_rank() > 0 && owner(flow, now) == cli_rank() && !flow->status)
        hand_over(flow, now);
    if (cli_rank() > 0) {
        flow->status = owner(flow, now) == cli_rank() ? now->status : flow->status;
        flow->error = now->error;
    } else if (!flow->status) {
        if (now->out.length)
            fwrite(now->out.bytes, 1, now->out.length, stdout);
        if (session->packing->unbuffered)
            fflush(stdout);
        cli_batch_sort_bad(now);
        for (size_t i = 0; i < now->bads; i++)
            tell_bad(flow, &now->bad[i]);
        for (size_t i = 0; i < now->rewards; i++)
            session->reward += now->reward[i];
        session->measured += now->rewards;
        session->duplicates += now->duplicates;
        for (int m = 0; m < KNAP_MISSINGS; m++)
            session->missing[m] += now->missing[m];
        flow->status = now->status;
        flow->error = now->error;
    }
    if (flow->status) { /* nothing further is written, so nothing further is taken */
        pthread_mutex_lock(&flow->reading);
        flow->ended = true;
        pthread_mutex_unlock(&flow->reading);
    }
}

/* ---- Batches ---- */

static void begin_batches(pipeline *flow, size_t count)
{
    flow->most = flow->unuseds = count;
    flow->batches = cli_new(count, sizeof *flow->batches);
    flow->unused = cli_new(count, sizeof(cli_batch *));
    flow->finished = cli_new(count, sizeof(cli_batch *));
    for (size_t i = 0; i < count; i++)
        flow->unused[i] = &flow->batches[i];
}

static void end_batches(pipeline *flow)
{
    for (size_t i = 0; i < flow->most; i++) {
        cli_batch_free(&flow->batches[i]);
    }
    free(flow->batches);
    free(flow->unused);
    free(flow->finished);
}

/* Waits for a batch that is unused. A thread has one before it takes a ticket, so that the batch whose turn it is comes. */
static cli_batch *get_batch(pipeline *flow)
{
    cli_batch *got;
    pthread_mutex_lock(&flow->writing);
    while (flow->unuseds == 0)
        pthread_cond_wait(&flow->returned, &flow->writing);
    got = flow->unused[--flow->unuseds];
    pthread_mutex_unlock(&flow->writing);
    return got;
}

static void return_batch(pipeline *flow, cli_batch *now)
{
    flow->unused[flow->unuseds++] = now;
    pthread_cond_signal(&flow->returned);
}

/* Hands over a batch, and writes those whose turn it is unless another thread does. */
static void finish_batch(pipeline *flow, cli_batch *now)
{
    pthread_mutex_lock(&flow->writing);
    flow->finished[now->ticket % flow->most] = now;
    while (!flow->busy && (now = flow->finished[flow->turn % flow->most])) {
        flow->finished[flow->turn % flow->most] = NULL;
        flow->busy = true;
        pthread_mutex_unlock(&flow->writing);
        write_batch(flow, now);
        pthread_mutex_lock(&flow->writing);
        flow->busy = false;
        flow->turn++;
        return_batch(flow, now);
    }
    pthread_mutex_unlock(&flow->writing);
}

/* ---- Threads ---- */

/* Takes, reads, packs and hands over one batch. False at the end of the file, and after an error. */
static bool work_once(worker *self)
{
    pipeline *flow = self->flow;
    bool any, failed;
    self->now = get_batch(flow);
    pthread_mutex_lock(&flow->reading);
    any = take(self);
    pthread_mutex_unlock(&flow->reading);
    if (!any) {
        pthread_mutex_lock(&flow->writing);
        return_batch(flow, self->now);
        pthread_mutex_unlock(&flow->writing);
        return false;
    }
    if (owner(flow, self->now) == cli_rank()) {
        if (self->part && !self->now->status && knap_data_count(self->data) + self->now->bads == 0)
            read_batch(self, self->part, 0);
        pack_batch(self);
    }
    failed = self->now->status != KNAP_OK;
    finish_batch(flow, self->now);
    return !failed;
}

static void *work(void *context)
{
    while (work_once(context))
        ;
    return NULL;
}

static knap_status begin_worker(worker *self, pipeline *flow, const knap_data *like, knap_error *error)
{
    knap_passages_settings passages = flow->session->packing->reading.passages;
    knap_status status;
    size_t number;
    *self = (worker){.flow = flow};
    status = knap_data_new(cli_allocator(), &self->data, error);
    for (size_t i = 0; !status && like && i < knap_data_feature_count(like); i++)
        status = knap_data_feature(self->data, knap_data_feature_name(like, i), &number, error);
    if (!status)
        status = knap_passages_new(&passages, flow->session->model, cli_allocator(), &self->passages, error);
    const knap_context_settings *context = &flow->session->packing->context;
    const knap_meter *meter;
    if (!status && (context->format || context->merge || context->compress || context->order) &&
        !(status = cli_meter(&flow->session->packing->reading, &meter, error)))
        status = knap_context_new(context, meter, cli_allocator(), &self->context, error);
    if (!status && flow->by_lines)
        status = knap_reader_part(flow->reader, &self->part, error);
    return status;
}

static void end_worker(worker *self)
{
    if (self->part)
        knap_reader_join(self->flow->reader, self->part, NULL);
    knap_reader_close(self->part);
    knap_passages_free(self->passages);
    knap_context_free(self->context);
    knap_data_free(self->data);
    free(self->score);
}

/* The first instance alone: it says which features there are, and whether lines are instances. */
static knap_status first_instance(pipeline *flow, worker *self, knap_error *error)
{
    knap_status status = begin_worker(self, flow, NULL, error);
    if (status)
        return status;
    flow->limit = 1;
    while (work_once(self) && !flow->status && knap_data_count(self->data) == 0)
        ;
    flow->by_lines = knap_reader_by_lines(flow->reader);
    return KNAP_OK;
}

/* The number of batches that a file can have; SIZE_MAX where its size is not known. */
static size_t most_batches(const char *path)
{
    struct stat about;
    bool known = (path && strcmp(path, "-") != 0 ? stat(path, &about) : fstat(STDIN_FILENO, &about)) == 0;
    return known && S_ISREG(about.st_mode) ? (size_t)about.st_size / BLOCK + 1 : SIZE_MAX;
}

static knap_status pack_rest(pipeline *flow, const knap_data *like, knap_error *error)
{
    const cli_packing *packing = flow->session->packing;
    size_t threads = packing->unbuffered ? 1 : cli_threads(packing->jobs, most_batches(flow->path)), begun = 0;
    size_t running = 0;
    worker *workers = cli_new(threads, sizeof *workers);
    knap_status status = KNAP_OK;
    flow->limit = packing->unbuffered ? 1 : 0;
    flow->jobs = 1;
    end_batches(flow);
    begin_batches(flow, threads * AHEAD);
    while (!status && begun < threads)
        status = begin_worker(&workers[begun++], flow, like, error);
    for (; !status && running + 1 < threads; running++)
        if (pthread_create(&workers[running].thread, NULL, work, &workers[running]))
            break;
    if (!status)
        work(&workers[threads - 1]);
    for (size_t i = 0; i < running; i++)
        pthread_join(workers[i].thread, NULL);
    for (size_t i = 0; i < begun; i++)
        end_worker(&workers[i]);
    free(workers);
    return status;
}

/* Tells the first process how many instances there are up to the end of this process's lines, and gives it the batches. */
static void send_share(pipeline *flow, size_t done)
{
    cli_buffer count = {.bytes = NULL};
    cli_put_count(&count, done);
    cli_team_send(count.bytes, count.length);
    free(count.bytes);
    send_kept(flow);
}

/* Writes the batches of the other processes, in the order of their ranks, up to one that ends the reading. */
static void write_others(pipeline *flow, size_t *done)
{
    cli_batch now = {.bads = 0};
    for (size_t rank = 1; rank < cli_team()->size && !flow->status; rank++) {
        size_t length;
        char *count = cli_team_receive(rank, &length);
        *done = (size_t)cli_take_count(&(cli_parcel){.at = count, .left = length});
        free(count);
        char *bytes = cli_team_receive(rank, &length);
        cli_parcel from = {.at = bytes, .left = length};
        while (from.left && !flow->status) {
            cli_batch_take(&from, &now);
            write_batch(flow, &now);
        }
        free(bytes);
    }
    cli_batch_free(&now);
}

/* Packs a file whose lines the processes of mpirun divide: each takes about SHARE bytes in turn. After an error that ends the
 * reading the first process ends all; the others wait for that in the next exchange. */
static knap_status pack_shares(pipeline *flow, const knap_data *like, size_t *done, knap_error *error)
{
    knap_status status = KNAP_OK;
    bool any;
    flow->divided = true;
    while (!(cli_rank() == 0 && flow->status)) {
        status = knap_reader_divide(flow->reader, SHARE, cli_team(), &any, error);
        *done = knap_reader_instances(flow->reader);
        if (status || !any)
            break;
        flow->ended = flow->status != KNAP_OK;
        if ((status = pack_rest(flow, like, error)))
            break;
        *done = knap_reader_instances(flow->reader);
        if (cli_rank() == 0)
            write_others(flow, done);
        else
            send_share(flow, *done);
    }
    return status;
}

knap_status cli_pack_file(cli_session *session, const char *path, knap_error *error)
{
    pipeline flow = {.session = session, .path = path, .jobs = session->packing->jobs};
    worker first = {.flow = &flow};
    size_t done;
    knap_status status = cli_open_reader(path, &session->packing->reading, &flow.reader, error);
    if (status)
        return status;
    pthread_mutex_init(&flow.reading, NULL);
    pthread_mutex_init(&flow.writing, NULL);
    pthread_cond_init(&flow.returned, NULL);
    begin_batches(&flow, 1);
    status = first_instance(&flow, &first, error);
    done = knap_reader_instances(flow.reader);
    if (!status && !flow.status && !flow.ended && cli_team() && knap_reader_divisible(flow.reader)) {
        status = pack_shares(&flow, first.data, &done, error);
    } else if (!status && !flow.status && !flow.ended) {
        status = pack_rest(&flow, first.data, error);
        done = knap_reader_instances(flow.reader);
    }
    end_worker(&first);
    end_batches(&flow);
    pthread_cond_destroy(&flow.returned);
    pthread_mutex_destroy(&flow.reading);
    pthread_mutex_destroy(&flow.writing);
    session->done += done;
    free(flow.kept.bytes);
    cli_close_reader(flow.reader, &session->packing->reading);
    if (!status && flow.status) {
        *error = flow.error;
        status = flow.status;
        name_file(error, path);
    }
    return status;
}
