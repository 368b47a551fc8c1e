/* batch.c - the three calls of training in batches, for knap.spark: tasks and sums are bytes. */
#include "pyknap.h"

#include <stdlib.h>

#define PY_SHARE "knap.share"
#define PY_TRAINER "knap.trainer"

typedef struct share {
    knap_share *share;
    PyObject *data; /* must outlive the share */
} share;

static void end_share(PyObject *capsule)
{
    share *self = PyCapsule_GetPointer(capsule, PY_SHARE);
    knap_share_free(self->share);
    Py_DECREF(self->data);
    free(self);
}

static void end_trainer(PyObject *capsule)
{
    knap_trainer_free(PyCapsule_GetPointer(capsule, PY_TRAINER));
}

/* `views` are those that the data of all shares together can fill. */
static bool read_settings(PyObject *pairs, unsigned views, knap_settings *settings)
{
    knap_settings_init(settings);
    if (!py_settings(pairs, knap_settings_table(), settings, NULL))
        return false;
    settings->views &= views;
    return true;
}

/* Takes the sums over. */
static PyObject *bytes_of(knap_sums *sums)
{
    const char *bytes;
    size_t length;
    knap_error error = {.status = KNAP_OK};
    PyObject *made = NULL;
    if (knap_sums_format(sums, &bytes, &length, &error))
        py_fail(&error);
    else
        made = PyBytes_FromStringAndSize(bytes, (Py_ssize_t)length);
    knap_sums_free(sums);
    return made;
}

/* share(data, numbers, settings, views): prepares the instances, whose numbers among all are given. */
static PyObject *new_share(PyObject *module, PyObject *args)
{
    PyObject *data, *list, *pairs, *capsule;
    py_data *given;
    size_t *number, count;
    unsigned views;
    knap_settings settings;
    knap_error error = {.status = KNAP_OK};
    knap_status status;
    py_run run;
    share *self;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOI", &data, &list, &pairs, &views) || !(given = py_data_of(data)) ||
        !read_settings(pairs, views, &settings))
        return NULL;
    count = knap_data_count(given->data);
    if ((size_t)PyList_Size(list) != count)
        return py_usage("%zd numbers for %zu instances", PyList_Size(list), count);
    self = calloc(1, sizeof *self);
    number = calloc(count + 1, sizeof *number);
    for (size_t i = 0; number && i < count; i++)
        number[i] = PyLong_AsSize_t(PyList_GetItem(list, (Py_ssize_t)i));
    if (!self || !number || PyErr_Occurred()) {
        free(self);
        free(number);
        return PyErr_Occurred() ? NULL : PyErr_NoMemory();
    }
    py_run_begin(&run, Py_None, 1);
    status = knap_share_new(given->data, number, &settings, &run.run, &self->share, &error);
    free(number);
    if (!py_run_done(&run, status, &error)) {
        knap_share_free(self->share);
        free(self);
        return NULL;
    }
    Py_INCREF(data);
    self->data = data;
    capsule = PyCapsule_New(self, PY_SHARE, end_share);
    if (!capsule) {
        knap_share_free(self->share);
        Py_DECREF(data);
        free(self);
    }
    return capsule;
}

/* share_sums(share, task or None): bytes of the gradient, or of what the trainer needs before it begins. */
static PyObject *share_sums(PyObject *module, PyObject *args)
{
    PyObject *capsule;
    const char *task;
    Py_ssize_t length;
    share *self;
    knap_sums *sums = NULL;
    knap_error error = {.status = KNAP_OK};
    knap_status status;
    py_run run;
    (void)module;
    if (!PyArg_ParseTuple(args, "Oz#", &capsule, &task, &length) || !(self = PyCapsule_GetPointer(capsule, PY_SHARE)))
        return NULL;
    py_run_begin(&run, Py_None, 1);
    status = task ? knap_share_gradient(self->share, task, (size_t)length, &run.run, &sums, &error)
                  : knap_share_prepare(self->share, &sums, &error);
    if (py_run_done(&run, status, &error))
        return bytes_of(sums);
    knap_sums_free(sums);
    return NULL;
}

/* Parses and merges a list of bytes. */
static knap_sums *merge_all(PyObject *list)
{
    knap_sums *sums = NULL;
    knap_error error = {.status = KNAP_OK};
    for (Py_ssize_t i = 0; i < PyList_Size(list); i++) {
        char *bytes;
        Py_ssize_t length;
        knap_sums *one = NULL;
        knap_status status;
        if (PyBytes_AsStringAndSize(PyList_GetItem(list, i), &bytes, &length)) {
            knap_sums_free(sums);
            return NULL;
        }
        status = knap_sums_parse(bytes, (size_t)length, NULL, &one, &error);
        if (!status && sums)
            status = knap_sums_merge(sums, one, &error);
        if (status) {
            knap_sums_free(one);
            knap_sums_free(sums);
            py_fail(&error);
            return NULL;
        }
        if (sums)
            knap_sums_free(one);
        else
            sums = one;
    }
    if (!sums)
        py_usage("there are no sums to merge");
    return sums;
}

static PyObject *merge(PyObject *module, PyObject *list)
{
    knap_sums *sums = merge_all(list);
    (void)module;
    return sums ? bytes_of(sums) : NULL;
}

/* trainer(data with the names, instances, settings, views, list of prepared sums) */
static PyObject *new_trainer(PyObject *module, PyObject *args)
{
    PyObject *names, *pairs, *list, *capsule;
    Py_ssize_t instances;
    unsigned views;
    py_data *data;
    knap_settings settings;
    knap_trainer *trainer = NULL;
    knap_sums *sums;
    knap_error error = {.status = KNAP_OK};
    knap_status status;
    (void)module;
    if (!PyArg_ParseTuple(args, "OnOIO", &names, &instances, &pairs, &views, &list) || !(data = py_data_of(names)) ||
        !read_settings(pairs, views, &settings) || !(sums = merge_all(list)))
        return NULL;
    status = knap_trainer_new(data->data, (size_t)instances, &settings, sums, NULL, &trainer, &error);
    knap_sums_free(sums);
    if (status)
        return py_fail(&error);
    capsule = PyCapsule_New(trainer, PY_TRAINER, end_trainer);
    if (!capsule)
        knap_trainer_free(trainer);
    return capsule;
}

/* trainer_task(trainer): bytes, empty when training is complete. */
static PyObject *task_of(PyObject *module, PyObject *capsule)
{
    knap_trainer *trainer = PyCapsule_GetPointer(capsule, PY_TRAINER);
    const char *bytes;
    size_t length;
    knap_error error = {.status = KNAP_OK};
    (void)module;
    if (!trainer)
        return NULL;
    if (knap_trainer_task(trainer, &bytes, &length, &error))
        return py_fail(&error);
    return PyBytes_FromStringAndSize(bytes, (Py_ssize_t)length);
}

/* trainer_step(trainer, list of sums): the fraction that is done and the reward so far. */
static PyObject *step(PyObject *module, PyObject *args)
{
    PyObject *capsule, *list;
    knap_trainer *trainer;
    knap_sums *sums;
    knap_progress progress;
    knap_error error = {.status = KNAP_OK};
    knap_status status;
    (void)module;
    if (!PyArg_ParseTuple(args, "OO", &capsule, &list) || !(trainer = PyCapsule_GetPointer(capsule, PY_TRAINER)) ||
        !(sums = merge_all(list)))
        return NULL;
    status = knap_trainer_step(trainer, sums, &error);
    knap_sums_free(sums);
    if (!status)
        status = knap_trainer_progress(trainer, &progress, &error);
    return status ? py_fail(&error) : Py_BuildValue("(dd)", progress.fraction, progress.reward);
}

static PyObject *model_of(PyObject *module, PyObject *capsule)
{
    knap_trainer *trainer = PyCapsule_GetPointer(capsule, PY_TRAINER);
    knap_model *model;
    knap_report report;
    knap_error error = {.status = KNAP_OK};
    (void)module;
    if (!trainer)
        return NULL;
    if (knap_trainer_model(trainer, &model, &report, &error))
        return py_fail(&error);
    return Py_BuildValue("(N(dddddn))", py_model_new(model), report.reward, report.regret, report.bound, report.oracle,
                         report.validation, (Py_ssize_t)report.tried);
}

/* data_views(data): the parts of views that it can fill, as bits. */
static PyObject *views_of(PyObject *module, PyObject *capsule)
{
    py_data *self = py_data_of(capsule);
    (void)module;
    return self ? PyLong_FromUnsignedLong(knap_data_views(self->data)) : NULL;
}

/* data_label(data): rewards from answers and from useful items. Returns whether all instances have a reward now. */
static PyObject *label(PyObject *module, PyObject *capsule)
{
    py_data *self = py_data_of(capsule);
    knap_error error = {.status = KNAP_OK};
    bool all = true;
    (void)module;
    if (!self)
        return NULL;
    if (knap_labels_apply(self->data, NULL, NULL, &error))
        return py_fail(&error);
    for (size_t i = 0; i < knap_data_count(self->data); i++)
        all = all && knap_instance_reward(knap_data_at(self->data, i));
    return PyBool_FromLong(all);
}

PyMethodDef py_batch_methods[] = {
    {"data_views", views_of, METH_O, NULL},    {"data_label", label, METH_O, NULL},
    {"share", new_share, METH_VARARGS, NULL},  {"share_sums", share_sums, METH_VARARGS, NULL},
    {"sums_merge", merge, METH_O, NULL},       {"trainer", new_trainer, METH_VARARGS, NULL},
    {"trainer_task", task_of, METH_O, NULL},   {"trainer_step", step, METH_VARARGS, NULL},
    {"trainer_model", model_of, METH_O, NULL}, {NULL, NULL, 0, NULL}};
