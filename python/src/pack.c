/* pack.c - packs a list of Python instances. The calling thread, which holds the GIL, writes blocks of instances as JSON; other
 * threads read and pack the blocks without it; the calling thread makes Python objects of their lists, in order. */
#include "pyknap.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1 << 17 }; /* bytes of JSON */

/* A copy of the context of a list. */
typedef struct py_context {
    char *text; /* [length] NULL: none was made */
    size_t length;
    size_t *cited; /* [numbers] for each passage: items, their numbers, spans, their bounds, the length of its text */
    size_t numbers, passages;
    char *texts; /* those of the passages, one after the other */
} py_context;

/* The list of one instance, or what is wrong with it. */
typedef struct result {
    knap_packed packed;
    double budget;
    size_t *duplicate; /* [2 * duplicates] items that were left out, and what they repeat */
    size_t duplicates;
    py_context context;
    knap_reason *reason; /* [items] NULL: not asked for */
    size_t items;
    knap_error *error; /* NULL: none */
} result;

typedef struct block {
    struct block *next;
    py_json json;
    knap_data *data; /* plain instances, where all of the block are plain; otherwise NULL */
    size_t first, count;
    result *result;    /* [count] */
    bool done, failed; /* failed: memory is out */
} block;

typedef struct packing {
    const knap_model *model;
    const py_reading *reading;
    const knap_data *like; /* its features come first in all data */
    py_choices choices;    /* of the only instance */
    size_t seed, jobs;     /* jobs: threads for one instance */
    knap_context_settings context;
    bool arranged, explain; /* a context is made, or lists are put in order; reasons are kept */
    size_t missing[KNAP_MISSINGS];
    bool cancelled, closed;
    block *first, *last; /* blocks that nobody has taken, oldest first */
    pthread_mutex_t lock;
    pthread_cond_t given, finished;
} packing;

/* What a thread keeps from block to block. */
typedef struct worker {
    packing *work;
    knap_data *data;
    knap_passages *passages;
    knap_context *context; /* NULL: lists stay as they are */
    double *score;
    size_t score_capacity;
} worker;

/* ---- Blocks ---- */

static void free_results(block *self)
{
    for (size_t i = 0; self->result && i < self->count; i++) {
        knap_list_free(&self->result[i].packed.list);
        free(self->result[i].packed.score);
        free(self->result[i].duplicate);
        free(self->result[i].context.text);
        free(self->result[i].context.cited);
        free(self->result[i].context.texts);
        free(self->result[i].reason);
        free(self->result[i].error);
    }
    free(self->result);
    self->result = NULL;
}

static void free_block(block *self)
{
    free_results(self);
    py_json_free(&self->json);
    knap_data_free(self->data);
    free(self);
}

static void set_error(block *self, size_t at, const knap_error *error)
{
    result *bad = &self->result[at];
    if (!(bad->error = malloc(sizeof *bad->error))) {
        self->failed = true;
        return;
    }
    *bad->error = *error;
    bad->error->line = self->first + at + 1;
    if (!error->file[0])
        snprintf(bad->error->file, sizeof bad->error->file, "instances");
}

/* Reads the block's instances into the worker's data. slot[i] is the place in the block of the data's instance i. */
static void read_block(worker *self, block *on, size_t *slot)
{
    knap_reader *reader;
    knap_error error = {.status = KNAP_OK};
    size_t bads = 0, done = 0;
    if (py_open_bytes(self->work->reading, on->json.bytes, on->json.length, &reader, &error)) {
        on->failed = true;
        return;
    }
    for (;;) {
        knap_status status = knap_reader_read(reader, 0, self->data, NULL, &error);
        for (; done < knap_data_count(self->data); done++)
            slot[done] = done + bads;
        if (!status)
            break;
        if (status == KNAP_NO_MEMORY || done + bads >= on->count) {
            on->failed = true;
            break;
        }
        set_error(on, done + bads++, &error);
        if (!knap_reader_resume(reader)) {
            while (done + bads < on->count)
                set_error(on, done + bads++, &error);
            break;
        }
    }
    knap_reader_close(reader);
}

static bool keep_duplicates(const knap_instance *instance, result *to)
{
    size_t n = knap_instance_count(instance), count = 0;
    for (size_t s = 0; s < n; s++)
        count += knap_instance_duplicate(instance, s) != KNAP_NO_ITEM;
    if (!count)
        return true;
    to->duplicate = malloc(2 * count * sizeof *to->duplicate);
    for (size_t s = 0; to->duplicate && s < n; s++)
        if (knap_instance_duplicate(instance, s) != KNAP_NO_ITEM) {
            to->duplicate[2 * to->duplicates] = s;
            to->duplicate[2 * to->duplicates++ + 1] = knap_instance_duplicate(instance, s);
        }
    return to->duplicate != NULL;
}

static bool keep_context(const knap_context *context, py_context *to)
{
    size_t length = 0, at = 0;
    const char *text = knap_context_text(context, &to->length);
    const knap_cited *cited;
    for (size_t i = 0; (cited = knap_context_at(context, i)); i++) {
        to->numbers += cited->items + 2 * cited->spans + 3;
        length += cited->length;
    }
    to->text = malloc(to->length + 1);
    to->cited = malloc((to->numbers + 1) * sizeof *to->cited);
    to->texts = malloc(length + 1);
    if (!to->text || !to->cited || !to->texts)
        return false;
    memcpy(to->text, text, to->length);
    length = 0;
    for (; (cited = knap_context_at(context, to->passages)); to->passages++) {
        to->cited[at++] = cited->items;
        for (size_t i = 0; i < cited->items; i++)
            to->cited[at++] = cited->item[i];
        to->cited[at++] = cited->spans;
        for (size_t i = 0; i < cited->spans; i++) {
            to->cited[at++] = cited->span[i].begin;
            to->cited[at++] = cited->span[i].end;
        }
        to->cited[at++] = cited->length;
        memcpy(to->texts + length, cited->text, cited->length);
        length += cited->length;
    }
    return true;
}

static knap_status keep_reasons(const knap_instance *instance, result *to, knap_error *error)
{
    to->items = knap_instance_count(instance);
    to->reason = malloc((to->items + 1) * sizeof *to->reason);
    return to->reason ? knap_reasons_find(instance, &to->packed.list, to->packed.list.cost, to->reason, error)
                      : KNAP_NO_MEMORY;
}

static knap_status pack_one(worker *self, knap_instance *instance, uint64_t draw, result *to, knap_error *error)
{
    const packing *work = self->work;
    knap_run run = {.jobs = work->jobs};
    size_t count = knap_instance_count(instance);
    bool scores = knap_model_system(work->model)->scores;
    knap_status status = KNAP_OK;
    if (scores && count > self->score_capacity) {
        free(self->score);
        self->score_capacity = 2 * count;
        self->score = malloc(self->score_capacity * sizeof *self->score);
        if (!self->score) {
            self->score_capacity = 0;
            status = KNAP_NO_MEMORY;
        }
    }
    if (!status)
        status = self->context ? knap_context_pack(self->context, work->model, instance, draw, &run, &to->packed.list,
                                                   scores ? self->score : NULL, error)
                               : knap_model_pack(work->model, instance, draw, &run, &to->packed.list,
                                                 scores ? self->score : NULL, error);
    if (!status && knap_context_makes(self->context) && !keep_context(self->context, &to->context))
        status = KNAP_NO_MEMORY;
    if (!status && work->explain)
        status = keep_reasons(instance, to, error);
    if (!status && knap_instance_reward(instance) && !knap_context_cuts(self->context))
        status = knap_list_value(instance, &to->packed.list, &to->packed.reward, error);
    if (!status && scores && to->packed.list.count) {
        size_t bytes = to->packed.list.count * sizeof *to->packed.score;
        to->packed.score = malloc(bytes);
        if (to->packed.score)
            memcpy(to->packed.score, self->score, bytes);
        else
            status = KNAP_NO_MEMORY;
    }
    if (!status && !keep_duplicates(instance, to))
        status = KNAP_NO_MEMORY;
    to->budget = knap_instance_budget(instance);
    return status;
}

/* What the library needs before it packs. An error is one of the whole block: the model does not belong to the data. */
static knap_status prepare(worker *self, knap_data *data, knap_error *error)
{
    knap_status status = py_set_budget(data, self->work->reading->budget, error);
    if (!status && knap_data_count(data))
        status = py_choose_items(&self->work->choices, knap_data_at(data, 0), error);
    for (size_t i = 0; !status && i < knap_data_count(data); i++) {
        knap_completion done = {0}, placed = {0};
        if (self->context && (status = knap_context_prepare(self->context, knap_data_at(data, i), &placed, error)))
            break;
        status = knap_passages_complete(self->passages, knap_data_at(data, i), &done, error);
        pthread_mutex_lock(&self->work->lock);
        for (int m = 0; m < KNAP_MISSINGS; m++)
            self->work->missing[m] += done.missing[m] + placed.missing[m];
        pthread_mutex_unlock(&self->work->lock);
    }
    if (!status && knap_data_count(data))
        status = knap_model_match(self->work->model, data, false, error);
    return status;
}

static void pack_block(worker *self, block *on)
{
    size_t *slot = malloc(on->count * sizeof *slot);
    knap_data *data = on->data ? on->data : self->data;
    knap_error error = {.status = KNAP_OK};
    knap_status status;
    knap_data_clear(self->data);
    on->result = calloc(on->count, sizeof *on->result);
    if (!slot || !on->result) {
        on->failed = true;
        free(slot);
        return;
    }
    for (size_t i = 0; i < on->count; i++) {
        on->result[i].packed.reward = NAN;
        slot[i] = i;
    }
    if (!on->data)
        read_block(self, on, slot);
    status = on->failed ? KNAP_NO_MEMORY : prepare(self, data, &error);
    for (size_t i = 0; i < knap_data_count(data) && !on->failed; i++) {
        result *to = &on->result[slot[i]];
        size_t number = on->first + slot[i];
        knap_status one = status;
        if (!one)
            one = pack_one(self, knap_data_at(data, i), self->work->seed * 1000003 + number, to, &error);
        if (one == KNAP_NO_MEMORY)
            on->failed = true;
        else if (one)
            set_error(on, slot[i], &error);
    }
    free(slot);
}

/* ---- Threads ---- */

static bool begin_worker(worker *self, packing *work)
{
    knap_passages_settings passages = work->reading->passages;
    size_t feature;
    knap_error error;
    *self = (worker){.work = work};
    if (knap_data_new(NULL, &self->data, &error) ||
        knap_passages_new(&passages, work->model, NULL, &self->passages, &error) ||
        (work->arranged && knap_context_new(&work->context, work->reading->meter, NULL, &self->context, &error)))
        return false;
    for (size_t i = 0; work->like && i < knap_data_feature_count(work->like); i++)
        if (knap_data_feature(self->data, knap_data_feature_name(work->like, i), &feature, &error))
            return false;
    return true;
}

static void end_worker(worker *self)
{
    knap_passages_free(self->passages);
    knap_context_free(self->context);
    knap_data_free(self->data);
    free(self->score);
}

/* Takes blocks until there are no more. */
static void *work_on(void *context)
{
    packing *work = context;
    worker self;
    bool begun = begin_worker(&self, work);
    pthread_mutex_lock(&work->lock);
    for (;;) {
        block *on;
        while (!work->first && !work->closed)
            pthread_cond_wait(&work->given, &work->lock);
        if (!(on = work->first))
            break;
        work->first = on->next;
        if (!work->first)
            work->last = NULL;
        pthread_mutex_unlock(&work->lock);
        if (begun)
            pack_block(&self, on);
        pthread_mutex_lock(&work->lock);
        on->failed |= !begun;
        on->done = true;
        pthread_cond_signal(&work->finished);
    }
    pthread_mutex_unlock(&work->lock);
    end_worker(&self);
    return NULL;
}

/* ---- Python objects ---- */

static PyObject *numbers(const size_t *value, size_t count)
{
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (size_t i = 0; list && i < count; i++)
        PyList_SetItem(list, (Py_ssize_t)i, PyLong_FromSize_t(value[i]));
    return list;
}

static PyObject *reals(const double *value, size_t count)
{
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (size_t i = 0; list && i < count; i++)
        PyList_SetItem(list, (Py_ssize_t)i, PyFloat_FromDouble(value[i]));
    return list;
}

static PyObject *none(void)
{
    Py_INCREF(Py_None);
    return Py_None;
}

/* [(indices, text, spans or None), ...] */
static PyObject *make_passages(const py_context *from)
{
    PyObject *list = PyList_New(0);
    size_t at = 0, byte = 0;
    for (size_t i = 0; list && i < from->passages; i++) {
        size_t items = from->cited[at], spans = from->cited[at + 1 + items], *span = &from->cited[at + 2 + items];
        size_t length = span[2 * spans];
        PyObject *made = Py_BuildValue("(Ns#N)", numbers(&from->cited[at + 1], items), from->texts + byte,
                                       (Py_ssize_t)length, spans ? numbers(span, 2 * spans) : none());
        if (!made || PyList_Append(list, made))
            Py_CLEAR(list);
        Py_XDECREF(made);
        at += items + 2 * spans + 3;
        byte += length;
    }
    return list;
}

static PyObject *make_reasons(const result *from)
{
    PyObject *list = PyList_New((Py_ssize_t)from->items);
    for (size_t i = 0; list && i < from->items; i++)
        PyList_SetItem(list, (Py_ssize_t)i, PyUnicode_FromString(knap_reason_name(from->reason[i])));
    return list;
}

/* (indices, cost, budget, reward or None, scores or None, duplicates or None, context or None, passages or None, reasons or None) */
static PyObject *make_tuple(const knap_packed *packed, double budget, const result *from)
{
    const py_context *context = from && from->context.text ? &from->context : NULL;
    PyObject *part[] = {numbers(packed->list.item, packed->list.count),
                        PyFloat_FromDouble(packed->list.cost),
                        PyFloat_FromDouble(budget),
                        isnan(packed->reward) ? none() : PyFloat_FromDouble(packed->reward),
                        packed->score ? reals(packed->score, packed->list.count) : none(),
                        from && from->duplicates ? numbers(from->duplicate, 2 * from->duplicates) : none(),
                        context ? PyUnicode_FromStringAndSize(context->text, (Py_ssize_t)context->length) : none(),
                        context ? make_passages(context) : none(),
                        from && from->reason ? make_reasons(from) : none()};
    enum { PARTS = sizeof part / sizeof *part };
    PyObject *tuple = PyTuple_New(PARTS);
    for (Py_ssize_t i = 0; i < PARTS; i++) {
        if (!part[i])
            Py_CLEAR(tuple);
        if (tuple)
            PyTuple_SetItem(tuple, i, part[i]);
        else
            Py_XDECREF(part[i]);
    }
    return tuple;
}

/* Appends the lists of a finished block. */
static bool convert(const block *self, PyObject *list)
{
    if (self->failed) {
        PyErr_NoMemory();
        return false;
    }
    for (size_t i = 0; i < self->count; i++) {
        const result *from = &self->result[i];
        PyObject *made = from->error ? py_exception(from->error) : make_tuple(&from->packed, from->budget, from);
        int bad = !made || PyList_Append(list, made);
        Py_XDECREF(made);
        if (bad)
            return false;
    }
    return true;
}

/* ---- The call ---- */

/* What the calling thread keeps from block to block. */
typedef struct spare {
    py_json json;
    py_names names;
    knap_data *data[4];
    size_t datas;
    bool plain; /* try plain instances: there are no names to map and no costs to count */
    const knap_data *like;
} spare;

/* Takes plain instances into the block, up to PLAIN of them; false where one is not plain. */
static bool take_plain(block *made, PyObject *instances, size_t count, spare *kept)
{
    enum { PLAIN = 512 };
    made->data = kept->datas ? kept->data[--kept->datas] : NULL;
    if (!made->data && knap_data_new(NULL, &made->data, NULL))
        return false;
    bool ready = py_plain_begin(&kept->names, kept->like, made->data);
    while (ready && made->count < PLAIN && made->first + made->count < count) {
        PyObject *instance = PyList_GetItem(instances, (Py_ssize_t)(made->first + made->count));
        if (!py_plain_add(&kept->names, instance, made->data))
            break;
        made->count++;
    }
    if (made->count)
        return true;
    knap_data_free(made->data);
    made->data = NULL;
    return false;
}

static block *make_block(PyObject *instances, size_t first, size_t count, spare *kept)
{
    block *made = calloc(1, sizeof *made);
    bool good = made != NULL;
    if (!made) {
        PyErr_NoMemory();
        return NULL;
    }
    made->first = first;
    if (kept->plain && take_plain(made, instances, count, kept))
        return made;
    kept->plain = false;     /* what follows is probably not plain either */
    made->json = kept->json; /* keeps the names of members from block to block */
    kept->json = (py_json){.bytes = NULL};
    made->json.length = 0;
    while (good && first + made->count < count && made->json.length < BLOCK) {
        PyObject *instance = PyList_GetItem(instances, (Py_ssize_t)(first + made->count));
        good = instance && py_json_add(&made->json, instance) && py_json_raw(&made->json, "\n", 1);
        made->count += good;
    }
    if (good) {
        kept->json.keys = made->json.keys; /* used with the GIL only */
        made->json.keys = NULL;
        return made;
    }
    free_block(made);
    return NULL;
}

/* Takes the memory of a block that is done, for the next ones. */
static void recycle(block *done, spare *kept)
{
    if (!kept->json.bytes && done->json.bytes) {
        kept->json.bytes = done->json.bytes;
        kept->json.capacity = done->json.capacity;
        done->json.bytes = NULL;
    }
    if (done->data && kept->datas < sizeof kept->data / sizeof *kept->data) {
        knap_data_clear(done->data);
        kept->data[kept->datas++] = done->data;
        done->data = NULL;
    }
    free_block(done);
}

static void free_spare(spare *kept)
{
    py_json_free(&kept->json);
    py_names_free(&kept->names);
    while (kept->datas)
        knap_data_free(kept->data[--kept->datas]);
}

static void give(packing *work, block *on)
{
    pthread_mutex_lock(&work->lock);
    if (work->last)
        work->last->next = on;
    else
        work->first = on;
    work->last = on;
    pthread_cond_signal(&work->given);
    pthread_mutex_unlock(&work->lock);
}

/* Waits until the block is done. `self` is the calling thread's worker where there are no others. */
static void finish(packing *work, block *on, worker *self)
{
    Py_BEGIN_ALLOW_THREADS if (self)
    {
        pack_block(self, on);
    }
    else
    {
        pthread_mutex_lock(&work->lock);
        while (!on->done)
            pthread_cond_wait(&work->finished, &work->lock);
        pthread_mutex_unlock(&work->lock);
    }
    Py_END_ALLOW_THREADS
}

/* A queue of blocks that were given and not converted, oldest first. */
enum { QUEUE = 64 };

static bool tell(PyObject *progress, size_t done, size_t count)
{
    PyObject *answer;
    if (PyErr_CheckSignals())
        return false;
    if (progress == Py_None)
        return true;
    answer = PyObject_CallFunction(progress, "dsd", (double)done / (double)count, "pack", NAN);
    Py_XDECREF(answer);
    return answer != NULL;
}

static bool flow(packing *work, PyObject *instances, size_t threads, worker *self, PyObject *progress, PyObject *list)
{
    size_t count = (size_t)PyList_Size(instances), given = 0, waiting = 0, begin = 0, converted = 0;
    size_t most = self ? 1 : threads + 2 < QUEUE ? threads + 2 : QUEUE;
    block *queue[QUEUE];
    spare kept = {.plain = !work->reading->map && !work->reading->meter, .like = work->like};
    bool good = true;
    while (good && converted < count) {
        block *oldest;
        while (good && given < count && waiting < most) {
            block *made = make_block(instances, given, count, &kept);
            if (!(good = made != NULL))
                break;
            given += made->count;
            queue[(begin + waiting++) % QUEUE] = made;
            if (!self)
                give(work, made);
        }
        if (!waiting)
            break;
        oldest = queue[begin % QUEUE];
        finish(work, oldest, self);
        begin++;
        waiting--;
        good = good && convert(oldest, list) && tell(progress, converted += oldest->count, count);
        recycle(oldest, &kept);
    }
    for (; waiting; begin++, waiting--) { /* after an exception */
        if (!self)
            finish(work, queue[begin % QUEUE], NULL);
        free_block(queue[begin % QUEUE]);
    }
    free_spare(&kept);
    return good;
}

/* The features of the first instance that can be read come first in the data of all threads. */
static knap_data *first_features(PyObject *instances, const py_reading *reading)
{
    knap_data *data = NULL;
    knap_error error;
    py_json json = {.bytes = NULL};
    if (knap_data_new(NULL, &data, &error)) {
        PyErr_NoMemory();
        return NULL;
    }
    for (Py_ssize_t i = 0; i < PyList_Size(instances) && knap_data_count(data) == 0; i++) {
        knap_reader *reader;
        json.length = 0;
        if (!py_json_add(&json, PyList_GetItem(instances, i))) {
            knap_data_free(data);
            data = NULL;
            break;
        }
        if (!py_open_bytes(reading, json.bytes, json.length, &reader, &error)) {
            knap_reader_read(reader, 1, data, NULL, &error);
            knap_reader_close(reader);
        }
    }
    py_json_free(&json);
    return data;
}

static PyObject *run_threads(packing *work, PyObject *instances, size_t threads, PyObject *progress)
{
    PyObject *list = PyList_New(0);
    pthread_t *thread = calloc(threads, sizeof *thread);
    size_t running = 0;
    worker self;
    bool good = list && thread;
    if (good && threads > 1)
        while (running < threads && pthread_create(&thread[running], NULL, work_on, work) == 0)
            running++;
    if (good && running == 0) {
        if (begin_worker(&self, work))
            good = flow(work, instances, 1, &self, progress, list);
        else
            good = PyErr_NoMemory();
        end_worker(&self);
    } else if (good) {
        good = flow(work, instances, running, NULL, progress, list);
    }
    pthread_mutex_lock(&work->lock);
    work->closed = true;
    pthread_cond_broadcast(&work->given);
    pthread_mutex_unlock(&work->lock);
    Py_BEGIN_ALLOW_THREADS for (size_t i = 0; i < running; i++) pthread_join(thread[i], NULL);
    Py_END_ALLOW_THREADS free(thread);
    if (!good)
        Py_CLEAR(list);
    return list;
}

/* Reads the settings of contexts, and makes one, so that an error is raised before anything is packed. */
static bool read_context(packing *work, PyObject *pairs)
{
    knap_context *tried = NULL;
    knap_error error = {.status = KNAP_OK};
    knap_context_init(&work->context);
    if (!py_settings(pairs, knap_context_table(), &work->context, NULL))
        return false;
    work->arranged = work->context.format || work->context.merge || work->context.compress || work->context.order;
    if (knap_context_new(&work->context, work->reading->meter, NULL, &tried, &error))
        return py_fail(&error) != NULL;
    knap_context_free(tried);
    return true;
}

static bool warn_missing(const packing *work)
{
    for (int m = 0; m < KNAP_MISSINGS; m++)
        if (work->missing[m] && PyErr_WarnEx(PyExc_UserWarning, knap_missing_text((knap_missing)m), 3))
            return false;
    return true;
}

/* pack_list(model, instances, reading, pins, bans, jobs, seed, progress, context settings, explain): for each instance a tuple or an
 * exception object. */
static PyObject *pack_list(PyObject *module, PyObject *args)
{
    PyObject *capsule, *instances, *options, *pins, *bans, *progress, *context, *list = NULL;
    Py_ssize_t jobs, seed, count;
    int explain;
    py_reading reading;
    packing work = {.jobs = 1};
    knap_data *like;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOOOnnOOp", &capsule, &instances, &options, &pins, &bans, &jobs, &seed, &progress,
                          &context, &explain))
        return NULL;
    if (!(work.model = py_model(capsule)) || (count = PyList_Size(instances)) < 0 ||
        !py_choices_begin(&work.choices, pins, bans))
        return NULL;
    if (!py_reading_begin(&reading, options)) {
        py_choices_end(&work.choices);
        return NULL;
    }
    jobs = (Py_ssize_t)knap_threads((size_t)jobs);
    if (knap_meter_unit_of(reading.meter) == KNAP_METER_WORDS)
        jobs = 1; /* a meter of words serves one thread */
    if (count == 1) {
        work.jobs = (size_t)jobs;
        jobs = 1;
    }
    work.reading = &reading;
    work.seed = (size_t)seed;
    work.explain = explain;
    work.like = like = read_context(&work, context) ? first_features(instances, &reading) : NULL;
    pthread_mutex_init(&work.lock, NULL);
    pthread_cond_init(&work.given, NULL);
    pthread_cond_init(&work.finished, NULL);
    if (like)
        list = run_threads(&work, instances, (size_t)jobs, progress);
    if (list && !warn_missing(&work))
        Py_CLEAR(list);
    pthread_cond_destroy(&work.finished);
    pthread_cond_destroy(&work.given);
    pthread_mutex_destroy(&work.lock);
    knap_data_free(like);
    py_reading_end(&reading);
    py_choices_end(&work.choices);
    return list;
}

/* pack_data(model, data, passages settings, pins, bans, jobs, seed, progress): the same for data, whose instances are all good. */
static PyObject *pack_data(PyObject *module, PyObject *args)
{
    PyObject *capsule, *owner, *pairs, *pins, *bans, *progress, *list = NULL;
    py_choices choices;
    Py_ssize_t jobs, seed;
    knap_model *model;
    knap_passages_settings passages;
    py_data *data;
    py_run run;
    knap_error error = {.status = KNAP_OK};
    knap_status status;
    knap_packed *packed;
    size_t count;
    (void)module;
    knap_passages_init(&passages);
    if (!PyArg_ParseTuple(args, "OOOOOnnO", &capsule, &owner, &pairs, &pins, &bans, &jobs, &seed, &progress))
        return NULL;
    if (!(model = py_model(capsule)) || !(data = py_data_of(owner)) ||
        !py_settings(pairs, knap_passages_table(), &passages, NULL))
        return NULL;
    count = knap_data_count(data->data);
    if (!py_choices_begin(&choices, pins, bans))
        return NULL;
    if (!(packed = calloc(count + 1, sizeof *packed))) {
        py_choices_end(&choices);
        return PyErr_NoMemory();
    }
    py_run_begin(&run, progress, (size_t)jobs);
    status = count ? py_choose_items(&choices, knap_data_at(data->data, 0), &error) : KNAP_OK;
    if (!status)
        status = knap_passages_complete_all(&passages, model, data->data, &run.run, NULL, &error);
    if (!status)
        status = knap_model_match(model, data->data, data->absent_is_zero, &error);
    if (!status)
        status = knap_pack_all(model, data->data, (uint64_t)seed * 1000003, &run.run, packed, &error);
    if (py_run_done(&run, status, &error) && !py_rewards_raise(data->rewards) && (list = PyList_New(0))) {
        for (size_t i = 0; list && i < count; i++) {
            PyObject *made = make_tuple(&packed[i], knap_instance_budget(knap_data_at(data->data, i)), NULL);
            if (!made || PyList_Append(list, made))
                Py_CLEAR(list);
            Py_XDECREF(made);
        }
    }
    knap_packed_free(packed, count);
    free(packed);
    py_choices_end(&choices);
    return list;
}

PyMethodDef py_pack_methods[] = {
    {"pack_list", pack_list, METH_VARARGS, NULL}, {"pack_data", pack_data, METH_VARARGS, NULL}, {NULL, NULL, 0, NULL}};
