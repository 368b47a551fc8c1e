/* read_many.c - instances of an input, read by several threads.
 *
 * The first instance is read alone: it decides the features and shows whether each line is an instance. Then each thread reads
 * blocks of lines into data of their own, whose instances are put together in the order of the input, so that the data and the
 * errors are those of one thread. */
#include "io/format.h"
#include "core/instance.h"
#include "base/error.h"
#include "base/parallel.h"

#include <stdio.h>

enum { BLOCK = 1 << 16 }; /* bytes of lines that a thread takes */
enum { FEW = 64 };        /* instances between two calls of progress */
enum { AHEAD = 3 };       /* blocks per thread: one in hand, the others wait to be read or put together */

/* An instance that is wrong. */
typedef struct bad_one {
    size_t place; /* the number of right instances of the block before it */
    knap_error error;
} bad_one;

/* The lines of one block, and what they hold. */
typedef struct block {
    knap_reader *part;
    knap_data *data;
    bad_one *bad; /* [bads] a growing array */
    size_t bads;
    knap_error error; /* that ends the reading */
} block;

typedef struct reading {
    knap_reader *reader;
    knap_data *data;
    const knap_run *run;
    void (*bad)(void *context, const knap_error *error);
    void *context;
    block *block;                /* [blocks] that of piece i is at i % blocks */
    size_t blocks, most, *added; /* no block is taken after `most` instances of the reader */
    bool ended;                  /* no further block is taken */
    knap_error error;
} reading;

/* ---- One block ---- */

static bool can_skip(const reading *self, const knap_error *error)
{
    return self->bad && error->status == KNAP_BAD_INPUT;
}

/* Reads up to `limit` instances (0: all that `from` has). Wrong ones are remembered where they can be skipped. */
static knap_status read_block(const reading *self, knap_reader *from, size_t limit, block *made, knap_error *error)
{
    knap_status status;
    while ((status = knap_reader_read(from, limit, made->data, NULL, error)) && can_skip(self, error) &&
           knap_reader_resume(from)) {
        if (!KN_ROOM(self->data->allocator, made->bad, made->bads + 1))
            return kn_no_memory(error);
        made->bad[made->bads++] = (bad_one){made->data->count, *error};
        if (limit)
            return KNAP_OK;
    }
    return status;
}

static bool is_cancelled(const reading *self, knap_error *error)
{
    knap_status status = kn_report(self->run, "read", kn_stream_fraction(&self->reader->stream), error);
    if (status)
        error->status = status;
    return status;
}

/* Takes the next lines. A line that is too long for a block is read here. */
static bool take(void *context, size_t index)
{
    reading *self = context;
    block *made = &self->block[index % self->blocks];
    knap_error *error = &made->error;
    size_t before = knap_reader_instances(self->reader);
    bool any = false;
    if (self->ended || before >= self->most)
        return false;
    made->bads = 0;
    error->status = KNAP_OK;
    if (!is_cancelled(self, error))
        error->status = knap_reader_take(self->reader, BLOCK, made->part, &any, error);
    if (!error->status && any && knap_reader_instances(self->reader) == before)
        error->status = read_block(self, self->reader, 1, made, error);
    self->ended = !any || error->status;
    return any || error->status;
}

static void work(void *context, size_t index, size_t worker)
{
    const reading *self = context;
    block *made = &self->block[index % self->blocks];
    (void)worker;
    if (!made->error.status && made->data->count + made->bads == 0)
        made->error.status = read_block(self, made->part, 0, made, &made->error);
}

/* ---- Putting the blocks together ---- */

/* The data's numbers of the block's flaws; KN_NO_SYMBOL where there are too many. */
static knap_status number_flaws(reading *self, const kn_symbols *flaws, uint32_t *number, knap_error *error)
{
    for (size_t i = 0; i < flaws->count; i++) {
        size_t flaw;
        knap_status status = knap_data_flaw(self->data, flaws->name[i], &flaw, error);
        number[i] = status ? KN_NO_SYMBOL : (uint32_t)flaw;
        if (status && status != KNAP_BAD_INPUT)
            return status;
    }
    return KNAP_OK;
}

/* Gives the items of an instance the data's flaws. Fails where one has a flaw too many, as reading it would have. */
static knap_status renumber(const reading *self, const kn_symbols *names, knap_instance *instance,
                            const uint32_t *number, knap_error *error)
{
    for (size_t s = 0; s < instance->flaw_rows; s++) {
        uint32_t flaws = 0;
        for (size_t i = 0; i < names->count; i++) {
            if (!(instance->flaws[s] >> i & 1))
                continue;
            if (number[i] == KN_NO_SYMBOL) {
                kn_fail(error, KNAP_BAD_INPUT, "item %zu: too many kinds of flaws at '%.60s': there are at most %d", s,
                        names->name[i], (int)KNAP_MOST_FLAWS);
                kn_reader_failed_at(self->reader, instance->line, error);
                return KNAP_BAD_INPUT;
            }
            flaws |= UINT32_C(1) << number[i];
        }
        instance->flaws[s] = flaws;
    }
    return KNAP_OK;
}

/* Adds the instances of a block to the data, which have room for them, and names those that are wrong. The instances that
 * were added are no longer the block's. */
static knap_status append(reading *self, block *from, knap_error *error)
{
    knap_data *data = self->data, *of = from->data;
    uint32_t number[KNAP_MOST_FLAWS];
    size_t bad = 0, at = 0, count = of->count;
    knap_status status = number_flaws(self, &of->flaws, number, error);
    while (!status) {
        for (; bad < from->bads && from->bad[bad].place == at; bad++)
            self->bad(self->context, &from->bad[bad].error);
        if (at == count)
            break;
        data->instance[data->count++] = of->instance[at];
        of->instance[at]->data = data;
        status = of->flaws.count ? renumber(self, &of->flaws, of->instance[at], number, error) : KNAP_OK;
        at++;
        if (!status) {
            ++*self->added;
            continue;
        }
        knap_data_drop_last(data);
        if (can_skip(self, error)) {
            self->bad(self->context, error);
            status = KNAP_OK;
        }
    }
    of->count -= at;
    if (of->count) /* there may be no array */
        memmove(of->instance, of->instance + at, of->count * sizeof *of->instance);
    return status;
}

/* knap_data_add keeps room for all instances among the spare ones, too. */
static bool make_room(knap_data *data, size_t more)
{
    size_t need = data->count + more;
    return KN_ROOM(data->allocator, data->instance, need) && KN_ROOM(data->allocator, data->spare, need + data->spares);
}

static bool use(void *context, size_t index)
{
    reading *self = context;
    block *made = &self->block[index % self->blocks];
    knap_error *error = &self->error;
    knap_status status = make_room(self->data, made->data->count) ? append(self, made, error) : kn_no_memory(error);
    kn_symbols_free(&made->data->flaws);
    kn_symbols_begin(&made->data->flaws, self->data->allocator);
    if (!status && (status = made->error.status))
        *error = made->error;
    error->status = status;
    return !status;
}

static knap_status begin_blocks(reading *self, size_t workers, knap_error *error)
{
    const knap_allocator *allocator = self->data->allocator;
    knap_status status = KNAP_OK;
    self->blocks = workers * AHEAD;
    if (!(self->block = kn_new(allocator, self->blocks, sizeof *self->block)))
        return kn_no_memory(error);
    for (size_t i = 0; !status && i < self->blocks; i++) {
        block *made = &self->block[i];
        status = knap_data_new(allocator, &made->data, error);
        if (!status && !kn_symbols_copy(&made->data->features, &self->data->features))
            status = kn_no_memory(error);
        if (!status)
            status = knap_reader_part(self->reader, &made->part, error);
    }
    return status;
}

static void end_blocks(reading *self)
{
    for (size_t i = 0; self->block && i < self->blocks; i++) {
        if (self->block[i].part)
            knap_reader_join(self->reader, self->block[i].part, NULL);
        knap_reader_close(self->block[i].part);
        knap_data_free(self->block[i].data);
        KN_RELEASE(self->data->allocator, self->block[i].bad);
    }
    kn_free(self->data->allocator, self->block, self->blocks, sizeof *self->block);
}

static knap_status read_parallel(reading *self, size_t workers, knap_error *error)
{
    knap_status status = begin_blocks(self, workers, error);
    self->error.status = KNAP_OK;
    if (!status)
        status = knap_pipeline_run(&(knap_pipeline){workers, self->blocks, self, take, work, use},
                                   self->data->allocator, error);
    if (!status && (self->error.status || is_cancelled(self, &self->error))) {
        *error = self->error;
        status = error->status;
    }
    end_blocks(self);
    self->data->jobs = workers;
    self->reader->broken = status != KNAP_OK;
    self->reader->resumable = false;
    return status;
}

/* ---- One thread ---- */

/* Reads up to `limit` instances, `limit` 0: all. */
static knap_status read_some(reading *self, size_t limit, size_t *added, knap_error *error)
{
    for (;;) {
        size_t here, want = limit && limit - *added < FEW ? limit - *added : FEW;
        knap_status status = knap_reader_read(self->reader, want, self->data, &here, error);
        *added += here;
        if (status && can_skip(self, error) && knap_reader_resume(self->reader))
            self->bad(self->context, error);
        else if (status || here < want || is_cancelled(self, error))
            return status ? status : here < want ? KNAP_OK : error->status;
        if (limit && *added >= limit)
            return KNAP_OK;
    }
}

knap_status knap_reader_read_many(knap_reader *reader, size_t limit, const knap_run *run,
                                  void (*bad)(void *context, const knap_error *error), void *context, knap_data *data,
                                  size_t *added, knap_error *error)
{
    static const knap_run plain = KNAP_RUN_INIT;
    reading self = {.reader = reader, .data = data, .bad = bad, .context = context};
    knap_error place = {.status = KNAP_OK};
    size_t unused, workers;
    knap_status status;
    error = error ? error : &place;
    added = added ? added : &unused;
    *added = 0;
    KN_REQUIRE(reader);
    KN_REQUIRE(data);
    self.run = run ? run : &plain;
    self.added = added;
    workers = kn_workers(self.run->jobs);
    if (workers > 1 && !reader->decided) {
        status = read_some(&self, 1, added, error);
        if (status || *added == 0 || *added == limit)
            return status;
    }
    if (workers > 1 && knap_reader_by_lines(reader)) {
        do { /* again where all instances of these blocks were wrong */
            self.most = limit ? knap_reader_instances(reader) + limit : SIZE_MAX;
            status = read_parallel(&self, workers, error);
        } while (!status && *added == 0 && !self.ended);
        return status;
    }
    return read_some(&self, limit, added, error);
}
