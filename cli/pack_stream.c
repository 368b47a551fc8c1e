/* pack_stream.c - a file of instances, packed by several threads: this one takes lines and writes what was made of them, the others
 * read and pack them. The order is kept, and memory does not grow with the file: there is a fixed number of batches. */
#include "pack_batch.h"
#include "packing.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    BLOCK = 1 << 16,   /* bytes of lines that a thread takes */
    BATCH = 256,       /* instances that a thread reads where they are not lines */
    AHEAD = 3,         /* batches per thread: one in hand, the others wait to be packed or written */
    SHARE = 1 << 22,   /* bytes of lines that a process of mpirun takes */
    MOST_MESSAGES = 20 /* about bad lines */
};

typedef struct stream {
    cli_session *session;
    const char *path;
    knap_reader *reader;
    knap_packer_options options;
    knap_run run; /* of one batch */
    bool by_lines, ended;
    bool divided;    /* the processes of mpirun have different lines */
    cli_buffer kept; /* what the first process is to write, of the others */
    size_t limit;    /* instances in a batch; 0: as many as fit */
    size_t tickets;
    cli_batch *batch; /* [batches] batch i of the pipeline is at i % batches */
    size_t batches;
    knap_packer **packer; /* [packers] of the threads */
    size_t packers;
    knap_status status; /* of the file */
    knap_error error;
} stream;

/* ---- Reading ---- */

/* Takes the next instances of the file; false where there are none. */
static bool take(void *context, size_t index)
{
    stream *flow = context;
    cli_batch *now = &flow->batch[index % flow->batches];
    bool any = true;
    cli_batch_clear(now);
    knap_records_clear(now->records);
    if (flow->ended)
        return false;
    now->first = knap_reader_instances(flow->reader);
    if (now->part) {
        now->status = knap_reader_take(flow->reader, BLOCK, now->part, &any, &now->error);
        if (!now->status && any && knap_reader_instances(flow->reader) == now->first) /* a long line, or blank lines */
            now->status = knap_records_read(now->records, flow->reader, 1, &now->error);
    } else {
        now->status = knap_records_read(now->records, flow->reader, flow->limit, &now->error);
        any = now->records->count > 0;
    }
    flow->ended = !any || now->status;
    now->ticket = flow->tickets;
    flow->tickets += any || now->status;
    return any || now->status;
}

/* ---- Packing ---- */

/* The process that packs a batch. If the processes have different lines, each packs all that it has. Otherwise all of them read
 * the whole file, and batch i is packed by process i mod size. */
static size_t owner(const stream *flow, const cli_batch *now)
{
    return flow->divided ? cli_rank() : cli_team() ? now->ticket % cli_team()->size : 0;
}

static void fail_batch(cli_batch *now, const knap_error *error)
{
    now->status = error->status;
    now->error = *error;
}

/* Packs a batch and prints it into now->out. */
static void work(void *context, size_t index, size_t worker)
{
    stream *flow = context;
    cli_batch *now = &flow->batch[index % flow->batches];
    knap_records *records = now->records;
    const cli_packing *packing = flow->session->packing;
    size_t first = flow->session->done + now->first;
    knap_error error;
    if (owner(flow, now) != cli_rank())
        return;
    if (now->part && !now->status && !records->count)
        now->status = knap_records_read(records, now->part, 0, &now->error);
    if (cli_set_budget(records->data, packing->reading.budget, &error) ||
        knap_packer_pack(flow->packer[worker], records, first, &flow->run, &error)) {
        fail_batch(now, &error);
        return;
    }
    now->duplicates = records->done.duplicates;
    memcpy(now->missing, records->done.missing, sizeof now->missing);
    for (size_t i = 0; i < records->count; i++) {
        const knap_answer *answer = &records->answer[i];
        if (!answer->error) {
            cli_print_answer(&now->out, packing, flow->session->model, answer);
            cli_batch_add_reward(now, answer->packed.reward);
        } else if (answer->error->status == KNAP_BAD_INPUT) { /* such as an instance without a budget */
            if (!packing->reading.skip_bad)
                cli_print_bad(&now->out, packing, answer->number, answer->error);
            cli_batch_add_bad(now, answer->error);
        } else if (!now->status) {
            fail_batch(now, answer->error);
        }
    }
}

/* ---- Writing ---- */

static void tell_bad(stream *flow, knap_error *error)
{
    cli_session *session = flow->session;
    cli_name_input(error, flow->path);
    if (session->bad < MOST_MESSAGES)
        cli_fail(error);
    else if (session->bad == MOST_MESSAGES)
        cli_say(CLI_FAILED, "further bad instances are counted, not named");
    session->bad++;
}

/* ---- Several processes ---- */

/* Sends the batches that were kept to the first process. */
static void send_kept(stream *flow)
{
    cli_team_send(flow->kept.bytes ? flow->kept.bytes : "", flow->kept.length);
    flow->kept.length = 0;
}

/* Lets the first process have a batch of this one: at once, or with the others of its lines. */
static void hand_over(stream *flow, const cli_batch *now)
{
    cli_batch_put(&flow->kept, now);
    if (!flow->divided)
        send_kept(flow);
}

static void receive_batch(cli_batch *now, size_t rank)
{
    size_t length;
    char *bytes = cli_team_receive(rank, &length);
    cli_parcel from = {bytes, length};
    cli_batch_take(&from, now);
    free(bytes);
}

/* Writes a batch; those before it were written. */
static void write_batch(stream *flow, cli_batch *now)
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
}

static bool use(void *context, size_t index)
{
    stream *flow = context;
    write_batch(flow, &flow->batch[index % flow->batches]);
    flow->ended |= flow->status != KNAP_OK;
    return !flow->status;
}

/* ---- Threads ---- */

static void end_threads(stream *flow)
{
    for (size_t i = 0; i < flow->batches; i++) {
        if (flow->batch[i].part)
            knap_reader_join(flow->reader, flow->batch[i].part, NULL);
        cli_batch_free(&flow->batch[i]);
    }
    for (size_t i = 0; i < flow->packers; i++)
        knap_packer_free(flow->packer[i]);
    free(flow->batch);
    free(flow->packer);
    flow->batches = flow->packers = 0;
}

/* Makes what `threads` threads need. `like` has the features of the first instance. */
static knap_status begin_threads(stream *flow, size_t threads, const knap_data *like, knap_error *error)
{
    knap_status status = KNAP_OK;
    flow->batches = threads > 1 ? threads * AHEAD : 1;
    flow->packers = threads;
    flow->batch = cli_new(flow->batches, sizeof *flow->batch);
    flow->packer = cli_new(threads, sizeof(knap_packer *));
    for (size_t i = 0; !status && i < flow->packers; i++)
        status = knap_packer_new(&flow->options, cli_allocator(), &flow->packer[i], error);
    for (size_t i = 0; !status && i < flow->batches; i++) {
        status = knap_records_new(like, cli_allocator(), &flow->batch[i].records, error);
        if (!status && flow->by_lines && !flow->limit)
            status = knap_reader_part(flow->reader, &flow->batch[i].part, error);
    }
    return status;
}

/* The number of batches that a file can have; SIZE_MAX where its size is not known. */
static size_t most_batches(const char *path)
{
    struct stat about;
    bool known = (path && strcmp(path, "-") != 0 ? stat(path, &about) : fstat(STDIN_FILENO, &about)) == 0;
    return known && S_ISREG(about.st_mode) ? (size_t)about.st_size / BLOCK + 1 : SIZE_MAX;
}

static knap_status pack_rest(stream *flow, const knap_data *like, knap_error *error)
{
    const cli_packing *packing = flow->session->packing;
    size_t threads = packing->unbuffered ? 1 : cli_threads(packing->jobs, most_batches(flow->path));
    knap_status status;
    flow->limit = packing->unbuffered ? 1 : flow->by_lines ? 0 : BATCH;
    flow->run.jobs = 1;
    status = begin_threads(flow, threads, like, error);
    if (!status)
        status =
            knap_pipeline_run(&(knap_pipeline){threads, flow->batches, flow, take, work, use}, cli_allocator(), error);
    end_threads(flow);
    return status;
}

/* Tells the first process how many instances there are up to the end of this process's lines, and gives it the batches. */
static void send_share(stream *flow, size_t done)
{
    cli_buffer count = {.bytes = NULL};
    cli_put_count(&count, done);
    cli_team_send(count.bytes, count.length);
    free(count.bytes);
    send_kept(flow);
}

/* Writes the batches of the other processes, in the order of their ranks, up to one that ends the reading. */
static void write_others(stream *flow, size_t *done)
{
    cli_batch now = {.bads = 0};
    for (size_t rank = 1; rank < cli_team()->size && !flow->status; rank++) {
        size_t length;
        char *count = cli_team_receive(rank, &length);
        *done = (size_t)cli_take_count(&(cli_parcel){count, length});
        free(count);
        char *bytes = cli_team_receive(rank, &length);
        cli_parcel from = {bytes, length};
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
static knap_status pack_shares(stream *flow, const knap_data *like, size_t *done, knap_error *error)
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

/* Packs the first instance alone, which says whether lines are instances. *names gets the features. */
static knap_status pack_first(stream *flow, knap_records **names, knap_error *error)
{
    knap_status status;
    flow->limit = 1;
    if (!(status = begin_threads(flow, 1, NULL, error))) {
        knap_data *data = flow->batch[0].records->data;
        do {
            if (!take(flow, 0))
                break;
            work(flow, 0, 0);
        } while (use(flow, 0) && knap_data_count(data) == 0);
        flow->by_lines = knap_reader_by_lines(flow->reader);
        status = knap_records_new(data, cli_allocator(), names, error);
    }
    end_threads(flow);
    return status;
}

knap_status cli_pack_file(cli_session *session, const char *path, knap_error *error)
{
    const cli_packing *packing = session->packing;
    stream flow = {.session = session, .path = path, .run = session->run};
    knap_records *names = NULL;
    size_t done = 0;
    knap_status status = cli_open_reader(path, &packing->reading, &flow.reader, error);
    if (status)
        return status;
    knap_packer_options_init(&flow.options);
    flow.options.model = session->model;
    flow.options.seed = packing->seed;
    flow.options.keep_order = packing->keep_order;
    flow.options.reasons = packing->explain;
    flow.options.passages = packing->reading.passages;
    flow.options.context = packing->context;
    status = cli_meter(&packing->reading, &flow.options.meter, error);
    if (!status)
        status = pack_first(&flow, &names, error);
    done = knap_reader_instances(flow.reader);
    if (!status && !flow.status && !flow.ended && cli_team() && knap_reader_divisible(flow.reader)) {
        status = pack_shares(&flow, names->data, &done, error);
    } else if (!status && !flow.status && !flow.ended) {
        status = pack_rest(&flow, names->data, error);
        done = knap_reader_instances(flow.reader);
    }
    knap_records_free(names);
    session->done += done;
    free(flow.kept.bytes);
    cli_close_reader(flow.reader, &packing->reading);
    if (!status && flow.status) {
        *error = flow.error;
        status = flow.status;
        cli_name_input(error, path);
    }
    return status;
}
