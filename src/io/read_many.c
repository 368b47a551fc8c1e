/* read_many.c - instances of an input, read by several threads.
 *
 * The first instance is read alone: it decides the features and shows whether each line is an instance. Then each thread takes
 * a block of lines, under a lock, and reads it into data of its own. At the end the instances of the blocks are put together
 * in the order of the input, so that the data and the errors are those of one thread. */
#include "io/format.h"
#include "core/instance.h"
#include "base/error.h"
#include "base/parallel.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>

enum { BLOCK = 1 << 16 }; /* bytes of lines that a thread takes */
enum { FEW = 64 };        /* instances between two calls of progress */

/* An instance that is wrong. */
typedef struct bad_one {
    size_t place; /* the number of right instances of the block before it */
    knap_error error;
} bad_one;

/* What the lines of one block hold. */
typedef struct block {
    knap_instance **instance; /* [count] */
    size_t count;
    bad_one *bad; /* [bads] a growing array */
    size_t bads;
    kn_symbols flaws; /* in the order of the block */
} block;

typedef struct reading {
    knap_reader *reader;
    knap_data *data;
    const knap_run *run;
    void (*bad)(void *context, const knap_error *error);
    void *context;
    pthread_mutex_t lock; /* of what follows and of the reader's stream */
    block *block;         /* [blocks] a growing array */
    size_t blocks, most;  /* no block is taken after `most` instances of the reader */
    bool ended;           /* no further block is taken */
    size_t failed;        /* the first block whose reading ended with an error; SIZE_MAX: none */
    knap_error error;     /* of that block */
} reading;

/* ---- One block ---- */

static bool can_skip(const reading *self, const knap_error *error)
{
    return self->bad && error->status == KNAP_BAD_INPUT;
}

static bool add_bad(const reading *self, block *made, const knap_error *error)
{
    if (!KN_ROOM(self->data->allocator, made->bad, made->bads + 1))
        return false;
    made->bad[made->bads++] = (bad_one){made->count, *error};
    return true;
}

/* Reads up to `limit` instances (0: all that `from` has). Wrong ones are remembered where they can be skipped. */
static knap_status read_block(const reading *self, knap_reader *from, size_t limit, knap_data *into, block *made,
                              knap_error *error)
{
    knap_status status;
    while ((status = knap_reader_read(from, limit, into, NULL, error)) && can_skip(self, error) &&
           knap_reader_resume(from)) {
        made->count = into->count;
        if (!add_bad(self, made, error))
            return kn_no_memory(error);
        if (limit)
            return KNAP_OK;
    }
    return status;
}

/* Moves what was read from the thread's data to the block. */
static void move_out(const reading *self, knap_data *from, block *made)
{
    made->instance = from->instance;
    made->count = from->count;
    made->flaws = from->flaws;
    for (size_t i = 0; i < made->count; i++)
        made->instance[i]->data = self->data;
    from->instance = NULL;
    from->count = 0;
    kn_symbols_begin(&from->flaws, from->allocator);
}

/* Takes the next lines; *number becomes that of their block. A line that is too long for a block is read here. The caller
 * has the lock. */
static bool take(reading *self, knap_reader *part, knap_data *into, block *made, size_t *number, knap_error *error)
{
    const knap_allocator *allocator = self->data->allocator;
    size_t before = knap_reader_instances(self->reader);
    bool any = false;
    if (self->ended || before >= self->most)
        return false;
    error->status = knap_reader_take(self->reader, BLOCK, part, &any, error);
    if (!error->status && any && knap_reader_instances(self->reader) == before)
        error->status = read_block(self, self->reader, 1, into, made, error);
    if (!any && !error->status)
        self->ended = true;
    else if (!KN_ROOM(allocator, self->block, self->blocks + 1))
        error->status = kn_no_memory(error);
    if (error->status)
        self->ended = true;
    if (self->ended && !error->status)
        return false;
    *number = self->blocks;
    if (kn_array_capacity(self->block) > self->blocks)
        self->block[self->blocks++] = (block){.flaws = {.arena = {.allocator = allocator}}};
    return true;
}

static void put_back(reading *self, size_t number, const block *made, const knap_error *error)
{
    pthread_mutex_lock(&self->lock);
    if (number < self->blocks)
        self->block[number] = *made;
    if (error->status) {
        self->ended = true;
        if (number < self->failed) {
            self->failed = number;
            self->error = *error;
        }
    }
    pthread_mutex_unlock(&self->lock);
}

static bool is_cancelled(const reading *self, knap_error *error)
{
    knap_status status = kn_report(self->run, "read", kn_stream_fraction(&self->reader->stream), error);
    if (status)
        error->status = status;
    return status;
}

/* ---- Threads ---- */

static knap_status read_blocks(reading *self, knap_reader *part, knap_data *into, size_t worker)
{
    knap_error error = {.status = KNAP_OK};
    for (;;) {
        block made = {.flaws = {.arena = {.allocator = self->data->allocator}}};
        size_t number = SIZE_MAX;
        bool any;
        pthread_mutex_lock(&self->lock);
        any = take(self, part, into, &made, &number, &error);
        pthread_mutex_unlock(&self->lock);
        if (!any)
            return KNAP_OK;
        if (worker == 0 && !error.status)
            is_cancelled(self, &error);
        if (!error.status && into->count + made.bads == 0)
            error.status = read_block(self, part, 0, into, &made, &error);
        move_out(self, into, &made);
        put_back(self, number, &made, &error);
        if (error.status)
            return error.status;
    }
}

static void work(void *context, size_t index, size_t worker)
{
    reading *self = context;
    const knap_allocator *allocator = self->data->allocator;
    knap_error error = {.status = KNAP_OK};
    static const block nothing = {.instance = NULL};
    knap_reader *part = NULL;
    knap_data *into = NULL;
    knap_status status = knap_data_new(allocator, &into, &error);
    (void)index;
    if (!status && !kn_symbols_copy(&into->features, &self->data->features))
        status = kn_no_memory(&error);
    if (!status)
        status = knap_reader_part(self->reader, &part, &error);
    if (status)
        put_back(self, SIZE_MAX - 1, &nothing, &error);
    else
        read_blocks(self, part, into, worker);
    pthread_mutex_lock(&self->lock);
    if (part)
        knap_reader_join(self->reader, part, NULL);
    pthread_mutex_unlock(&self->lock);
    knap_reader_close(part);
    knap_data_free(into);
}

/* ---- Putting the blocks together ---- */

/* The data's numbers of the block's flaws; KN_NO_SYMBOL where there are too many. */
static knap_status number_flaws(reading *self, const block *from, uint32_t *number, knap_error *error)
{
    for (size_t i = 0; i < from->flaws.count; i++) {
        size_t flaw;
        knap_status status = knap_data_flaw(self->data, from->flaws.name[i], &flaw, error);
        number[i] = status ? KN_NO_SYMBOL : (uint32_t)flaw;
        if (status && status != KNAP_BAD_INPUT)
            return status;
    }
    return KNAP_OK;
}

/* Gives the items of an instance the data's flaws. Fails where one has a flaw too many, as reading it would have. */
static knap_status renumber(const reading *self, const block *from, knap_instance *instance, const uint32_t *number,
                            knap_error *error)
{
    for (size_t s = 0; s < instance->flaw_rows; s++) {
        uint32_t flaws = 0;
        for (size_t i = 0; i < from->flaws.count; i++) {
            if (!(instance->flaws[s] >> i & 1))
                continue;
            if (number[i] == KN_NO_SYMBOL) {
                kn_fail(error, KNAP_BAD_INPUT, "item %zu: too many kinds of flaws at '%.60s': there are at most %d", s,
                        from->flaws.name[i], (int)KNAP_MOST_FLAWS);
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
static knap_status append(reading *self, block *from, size_t *added, knap_error *error)
{
    knap_data *data = self->data;
    uint32_t number[KNAP_MOST_FLAWS];
    size_t bad = 0;
    knap_status status = number_flaws(self, from, number, error);
    for (size_t i = 0; !status && i <= from->count; i++) {
        for (; bad < from->bads && from->bad[bad].place == i; bad++)
            self->bad(self->context, &from->bad[bad].error);
        if (i == from->count)
            break;
        status = from->flaws.count ? renumber(self, from, from->instance[i], number, error) : KNAP_OK;
        data->instance[data->count++] = from->instance[i];
        from->instance[i] = NULL;
        if (!status) {
            ++*added;
            continue;
        }
        knap_data_drop_last(data);
        if (can_skip(self, error)) {
            self->bad(self->context, error);
            status = KNAP_OK;
        }
    }
    return status;
}

/* knap_data_add keeps room for all instances among the spare ones, too. */
static bool make_room(knap_data *data, size_t more)
{
    size_t need = data->count + more;
    return KN_ROOM(data->allocator, data->instance, need) && KN_ROOM(data->allocator, data->spare, need + data->spares);
}

static knap_status join(reading *self, size_t *added, knap_error *error)
{
    size_t count = 0, blocks = self->failed < self->blocks ? self->failed + 1 : self->blocks;
    knap_status status = KNAP_OK;
    for (size_t i = 0; i < blocks; i++)
        count += self->block[i].count;
    if (self->failed == SIZE_MAX - 1) /* a thread could not begin */
        status = KNAP_NO_MEMORY;
    else if (!make_room(self->data, count))
        status = kn_no_memory(error);
    for (size_t i = 0; !status && i < blocks; i++)
        status = append(self, &self->block[i], added, error);
    if (self->failed != SIZE_MAX && (!status || self->failed == SIZE_MAX - 1)) {
        *error = self->error;
        status = error->status;
    }
    return status;
}

static void free_block(const reading *self, block *from)
{
    const knap_allocator *allocator = self->data->allocator;
    for (size_t i = 0; i < from->count; i++)
        kn_instance_free(from->instance[i]);
    KN_RELEASE(allocator, from->instance);
    KN_RELEASE(allocator, from->bad);
    kn_symbols_free(&from->flaws);
}

static knap_status read_parallel(reading *self, size_t workers, size_t *added, knap_error *error)
{
    knap_status status;
    pthread_mutex_init(&self->lock, NULL);
    kn_parallel_for(workers, workers, work, self);
    if (self->failed == SIZE_MAX && is_cancelled(self, &self->error))
        self->failed = self->blocks;
    self->data->jobs = workers;
    status = join(self, added, error);
    for (size_t i = 0; i < self->blocks; i++)
        free_block(self, &self->block[i]);
    KN_RELEASE(self->data->allocator, self->block);
    self->block = NULL;
    self->blocks = 0;
    pthread_mutex_destroy(&self->lock);
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
    reading self = {.reader = reader, .data = data, .bad = bad, .context = context, .failed = SIZE_MAX};
    knap_error place = {.status = KNAP_OK};
    size_t unused, workers;
    knap_status status;
    error = error ? error : &place;
    added = added ? added : &unused;
    *added = 0;
    KN_REQUIRE(reader);
    KN_REQUIRE(data);
    self.run = run ? run : &plain;
    workers = kn_workers(self.run->jobs);
    if (workers > 1 && !reader->decided) {
        status = read_some(&self, 1, added, error);
        if (status || *added == 0 || *added == limit)
            return status;
    }
    if (workers > 1 && knap_reader_by_lines(reader)) {
        do { /* again where all instances of these blocks were wrong */
            self.most = limit ? knap_reader_instances(reader) + limit : SIZE_MAX;
            status = read_parallel(&self, workers, added, error);
        } while (!status && *added == 0 && !self.ended);
        return status;
    }
    return read_some(&self, limit, added, error);
}
