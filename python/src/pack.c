/* pack.c - packs a list of Python instances. The calling thread writes blocks of instances as JSON, and makes Python objects of their
 * lists, in order, with the GIL; other threads read and pack the blocks without it. */
#include "pyknap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1 << 17 /* bytes of JSON */, PLAIN = 512 /* instances that need no JSON */ };

typedef struct block {
    py_json json;
    bool plain; /* the records have the instances; otherwise they are read from the JSON */
    knap_records *records;
    size_t first, count;
    knap_status status; /* of all instances that have no error of their own */
    knap_error error;
} block;

typedef struct packing {
    PyObject *instances, *progress, *list;
    PyThreadState *thread; /* of the caller, while the GIL is released */
    const py_reading *reading;
    knap_packer_options options;
    knap_run run;
    py_choices choices;   /* of the only instance */
    knap_data *like;      /* its features come first in all data */
    block *block;         /* [blocks] */
    knap_packer **packer; /* [threads] */
    size_t blocks, threads, given, converted, missing[KNAP_MISSINGS];
    py_names names;
    struct py_key *keys; /* names of members as JSON, from block to block */
    bool plain;          /* try plain instances: there are no names to map and no costs to count */
    bool failed;         /* an exception is set */
} packing;

/* ---- Blocks ---- */

/* Takes plain instances into the block; false if the next one is not plain. */
static bool take_plain(packing *work, block *made, size_t total)
{
    if (!py_plain_begin(&work->names, work->like, made->records->data))
        return false;
    while (made->count < PLAIN && made->first + made->count < total &&
           py_plain_add(&work->names, PyList_GetItem(work->instances, (Py_ssize_t)(made->first + made->count)),
                        made->records->data))
        made->count++;
    return made->count > 0;
}

static bool take_json(packing *work, block *made, size_t total)
{
    bool good = true;
    made->json.length = 0;
    made->json.keys = work->keys; /* used with the GIL only */
    while (good && made->first + made->count < total && made->json.length < BLOCK) {
        PyObject *instance = PyList_GetItem(work->instances, (Py_ssize_t)(made->first + made->count));
        good = instance && py_json_add(&made->json, instance) && py_json_raw(&made->json, "\n", 1);
        made->count += good;
    }
    work->keys = made->json.keys;
    made->json.keys = NULL;
    return good;
}

static bool take(void *context, size_t index)
{
    packing *work = context;
    block *made = &work->block[index % work->blocks];
    bool any = false;
    PyEval_RestoreThread(work->thread);
    size_t total = (size_t)PyList_Size(work->instances);
    knap_records_clear(made->records);
    made->first = work->given;
    made->count = 0;
    made->status = KNAP_OK;
    made->error = (knap_error){.status = KNAP_BAD_INPUT, .message = "the instance could not be read"};
    if (work->given < total && !work->failed) {
        made->plain = work->plain && take_plain(work, made, total);
        work->plain = made->plain; /* what follows is probably not plain either */
        work->failed = !made->plain && !take_json(work, made, total);
        work->given += made->count;
        any = !work->failed;
    }
    work->thread = PyEval_SaveThread();
    return any;
}

static knap_status read_block(const packing *work, block *on, knap_error *error)
{
    knap_reader *reader;
    knap_status status = py_open_bytes(work->reading, on->json.bytes, on->json.length, &reader, error);
    if (status)
        return status;
    status = knap_records_read(on->records, reader, 0, error);
    knap_reader_close(reader);
    return status;
}

static void pack_block(void *context, size_t index, size_t worker)
{
    const packing *work = context;
    block *on = &work->block[index % work->blocks];
    knap_data *data = on->records->data;
    if (!on->plain)
        on->status = read_block(work, on, &on->error);
    if (!on->status && knap_data_count(data))
        on->status = py_choose_items(&work->choices, knap_data_at(data, 0), &on->error);
    if (!on->status)
        on->status = knap_packer_pack(work->packer[worker], on->records, on->first, &work->run, &on->error);
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
static PyObject *make_passages(const knap_answer *from)
{
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && i < from->passages; i++) {
        const knap_cited *cited = &from->passage[i];
        PyObject *spans = cited->spans ? PyList_New(0) : none();
        for (size_t k = 0; spans && k < 2 * cited->spans; k++) {
            PyObject *bound = PyLong_FromSize_t(k % 2 ? cited->span[k / 2].end : cited->span[k / 2].begin);
            if (!bound || PyList_Append(spans, bound))
                Py_CLEAR(spans);
            Py_XDECREF(bound);
        }
        PyObject *made =
            Py_BuildValue("(Ns#N)", numbers(cited->item, cited->items), cited->text, (Py_ssize_t)cited->length, spans);
        if (!made || PyList_Append(list, made))
            Py_CLEAR(list);
        Py_XDECREF(made);
    }
    return list;
}

static PyObject *make_reasons(const knap_answer *from)
{
    size_t items = knap_instance_count(from->instance);
    PyObject *list = PyList_New((Py_ssize_t)items);
    for (size_t i = 0; list && i < items; i++)
        PyList_SetItem(list, (Py_ssize_t)i, PyUnicode_FromString(knap_reason_name(from->reason[i])));
    return list;
}

/* [item that was left out, what it repeats, ...] or None */
static PyObject *make_duplicates(const knap_instance *instance)
{
    PyObject *list = NULL;
    for (size_t s = 0; s < knap_instance_count(instance); s++) {
        size_t pair[] = {s, knap_instance_duplicate(instance, s)};
        if (pair[1] == KNAP_NO_ITEM)
            continue;
        list = list ? list : PyList_New(0);
        for (int i = 0; list && i < 2; i++) {
            PyObject *number = PyLong_FromSize_t(pair[i]);
            if (!number || PyList_Append(list, number))
                Py_CLEAR(list);
            Py_XDECREF(number);
        }
        if (!list)
            return NULL;
    }
    return list ? list : none();
}

/* (indices, cost, budget, reward or None, scores or None, duplicates or None, context or None, passages or None, reasons or None) */
static PyObject *make_tuple(const knap_packed *packed, const knap_instance *instance, const knap_answer *from)
{
    bool context = from && from->context;
    PyObject *part[] = {numbers(packed->list.item, packed->list.count),
                        PyFloat_FromDouble(packed->list.cost),
                        PyFloat_FromDouble(knap_instance_budget(instance)),
                        isnan(packed->reward) ? none() : PyFloat_FromDouble(packed->reward),
                        packed->score && packed->list.count ? reals(packed->score, packed->list.count) : none(),
                        from ? make_duplicates(instance) : none(),
                        context ? PyUnicode_FromStringAndSize(from->context, (Py_ssize_t)from->length) : none(),
                        context ? make_passages(from) : none(),
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

/* What is wrong with the instance at `at` of a block; NULL: it has a list. */
static const knap_error *error_of(const block *self, size_t at)
{
    if (at < self->records->count && self->records->answer[at].error)
        return self->records->answer[at].error;
    return self->status || at >= self->records->count ? &self->error : NULL;
}

static PyObject *make_error(const knap_error *error, size_t number)
{
    knap_error named = *error;
    named.line = number + 1;
    if (!named.file[0])
        snprintf(named.file, sizeof named.file, "instances");
    return py_exception(&named);
}

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

/* Appends the lists of a block, and the exceptions of instances without one. */
static bool convert(packing *work, const block *from)
{
    if (from->status == KNAP_NO_MEMORY)
        return PyErr_NoMemory() != NULL;
    for (int m = 0; m < KNAP_MISSINGS; m++)
        work->missing[m] += from->records->done.missing[m];
    for (size_t i = 0; i < from->count; i++) {
        const knap_answer *answer = &from->records->answer[i];
        const knap_error *error = error_of(from, i);
        PyObject *made =
            error ? make_error(error, from->first + i) : make_tuple(&answer->packed, answer->instance, answer);
        int bad = !made || PyList_Append(work->list, made);
        Py_XDECREF(made);
        if (bad)
            return false;
    }
    work->converted += from->count;
    return tell(work->progress, work->converted, (size_t)PyList_Size(work->instances));
}

static bool use(void *context, size_t index)
{
    packing *work = context;
    PyEval_RestoreThread(work->thread);
    work->failed = work->failed || !convert(work, &work->block[index % work->blocks]);
    work->thread = PyEval_SaveThread();
    return !work->failed;
}

/* ---- The call ---- */

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

static bool begin_threads(packing *work, size_t threads)
{
    knap_error error = {.status = KNAP_OK};
    knap_status status = KNAP_OK;
    work->block = calloc(threads + 2, sizeof *work->block);
    work->packer = calloc(threads, sizeof(knap_packer *));
    if (!work->block || !work->packer)
        return PyErr_NoMemory() != NULL;
    work->blocks = threads > 1 ? threads + 2 : 1;
    for (work->threads = 0; !status && work->threads < threads; work->threads++)
        status = knap_packer_new(&work->options, NULL, &work->packer[work->threads], &error);
    for (size_t i = 0; !status && i < work->blocks; i++)
        status = knap_records_new(work->like, NULL, &work->block[i].records, &error);
    return status ? py_fail(&error) != NULL : true;
}

static void end_packing(packing *work)
{
    for (size_t i = 0; i < work->blocks; i++) {
        knap_records_free(work->block[i].records);
        py_json_free(&work->block[i].json);
    }
    for (size_t i = 0; i < work->threads; i++)
        knap_packer_free(work->packer[i]);
    free(work->block);
    free(work->packer);
    py_json_free(&(py_json){.keys = work->keys});
    py_names_free(&work->names);
    knap_data_free(work->like);
    py_choices_end(&work->choices);
}

static bool warn_missing(const packing *work)
{
    for (int m = 0; m < KNAP_MISSINGS; m++)
        if (work->missing[m] && PyErr_WarnEx(PyExc_UserWarning, knap_missing_text((knap_missing)m), 3))
            return false;
    return true;
}

static bool run_threads(packing *work, size_t threads)
{
    knap_error error = {.status = KNAP_OK};
    knap_status status;
    if (!begin_threads(work, threads) || !(work->list = PyList_New(0)))
        return false;
    work->thread = PyEval_SaveThread();
    status = knap_pipeline_run(&(knap_pipeline){threads, work->blocks, work, take, pack_block, use}, NULL, &error);
    PyEval_RestoreThread(work->thread);
    if (status && !work->failed)
        py_fail(&error);
    return !status && !work->failed && warn_missing(work);
}

/* pack_list(model, instances, reading, pins, bans, jobs, seed, progress, context settings, explain): for each instance a tuple or an
 * exception object. */
static PyObject *pack_list(PyObject *module, PyObject *args)
{
    PyObject *capsule, *options, *pins, *bans, *context;
    Py_ssize_t jobs, seed, count;
    int explain;
    py_reading reading;
    packing work = {.run = KNAP_RUN_INIT};
    (void)module;
    knap_packer_options_init(&work.options);
    if (!PyArg_ParseTuple(args, "OOOOOnnOOp", &capsule, &work.instances, &options, &pins, &bans, &jobs, &seed,
                          &work.progress, &context, &explain))
        return NULL;
    if (!(work.options.model = py_model(capsule)) || (count = PyList_Size(work.instances)) < 0 ||
        !py_settings(context, knap_context_table(), &work.options.context, NULL) ||
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
        work.run.jobs = (size_t)jobs;
        jobs = 1;
    }
    work.reading = &reading;
    work.plain = !reading.map && !reading.meter;
    work.options.meter = reading.meter;
    work.options.budget = reading.budget;
    work.options.passages = reading.passages;
    work.options.seed = (uint64_t)seed;
    work.options.reasons = explain;
    work.like = first_features(work.instances, &reading);
    if (!work.like || !run_threads(&work, (size_t)jobs))
        Py_CLEAR(work.list);
    end_packing(&work);
    py_reading_end(&reading);
    return work.list;
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
        status = knap_pack_all(model, data->data, knap_draw((uint64_t)seed, 0), &run.run, packed, &error);
    if (py_run_done(&run, status, &error) && !py_rewards_raise(data->rewards) && (list = PyList_New(0))) {
        for (size_t i = 0; list && i < count; i++) {
            PyObject *made = make_tuple(&packed[i], knap_data_at(data->data, i), NULL);
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
