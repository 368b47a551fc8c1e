/* model.c - models: systems that need no training, and model files. */
#include "pyknap.h"

#include <stdlib.h>

static void end_model(PyObject *capsule)
{
    knap_model_free(PyCapsule_GetPointer(capsule, PY_MODEL));
}

PyObject *py_model_new(knap_model *model)
{
    PyObject *capsule = PyCapsule_New(model, PY_MODEL, end_model);
    if (!capsule)
        knap_model_free(model);
    return capsule;
}

knap_model *py_model(PyObject *capsule)
{
    return PyCapsule_GetPointer(capsule, PY_MODEL);
}

/* system(name, settings, data or None, jobs, progress): a model of a system, fitted where it needs that. */
static PyObject *fit(PyObject *module, PyObject *args)
{
    const char *name;
    PyObject *pairs, *train, *progress;
    Py_ssize_t jobs;
    const knap_system *system;
    knap_model *model = NULL;
    knap_error error = {.status = KNAP_OK};
    knap_status status;
    py_data *data = NULL;
    py_run run;
    void *params;
    (void)module;
    if (!PyArg_ParseTuple(args, "sOOnO", &name, &pairs, &train, &jobs, &progress))
        return NULL;
    system = knap_system_find(name);
    if (!system)
        return py_usage("there is no system '%s': see knap.systems()", name);
    if (train != Py_None && !(data = py_data_of(train)))
        return NULL;
    if (system->fit && !data)
        return py_usage("system %s needs training: use knap.Policy.train", name);
    params = calloc(1, system->params_size + 1);
    if (!params)
        return PyErr_NoMemory();
    knap_system_init(system, params);
    for (Py_ssize_t i = 0; i < PyList_Size(pairs); i++) {
        Py_ssize_t length = 0;
        const char *pair = PyUnicode_AsUTF8AndSize(PyList_GetItem(pairs, i), &length);
        if (!pair || knap_system_set(system, pair, (size_t)length, params, &error)) {
            free(params);
            return pair ? py_fail(&error) : NULL;
        }
    }
    py_run_begin(&run, progress, (size_t)jobs);
    status = knap_system_fit(system, params, data ? data->data : NULL, &run.run, &model, &error);
    free(params);
    return py_run_done(&run, status, &error) ? py_model_new(model) : NULL;
}

static PyObject *load(PyObject *module, PyObject *args)
{
    PyObject *path;
    knap_model *model;
    knap_error error = {.status = KNAP_OK};
    knap_status status;
    (void)module;
    if (!PyArg_ParseTuple(args, "O&", PyUnicode_FSConverter, &path))
        return NULL;
    Py_BEGIN_ALLOW_THREADS status = knap_model_load(PyBytes_AsString(path), NULL, &model, &error);
    Py_END_ALLOW_THREADS Py_DECREF(path);
    return status ? py_fail(&error) : py_model_new(model);
}

/* parse(bytes, name) */
static PyObject *parse(PyObject *module, PyObject *args)
{
    const char *bytes, *name;
    Py_ssize_t length;
    knap_model *model;
    knap_error error = {.status = KNAP_OK};
    (void)module;
    if (!PyArg_ParseTuple(args, "y#s", &bytes, &length, &name))
        return NULL;
    return knap_model_parse(bytes, (size_t)length, name, NULL, &model, &error) ? py_fail(&error) : py_model_new(model);
}

static PyObject *save(PyObject *module, PyObject *args)
{
    PyObject *capsule, *path;
    knap_model *model;
    knap_error error = {.status = KNAP_OK};
    knap_status status;
    (void)module;
    if (!PyArg_ParseTuple(args, "OO&", &capsule, PyUnicode_FSConverter, &path))
        return NULL;
    model = py_model(capsule);
    if (!model) {
        Py_DECREF(path);
        return NULL;
    }
    Py_BEGIN_ALLOW_THREADS status = knap_model_save(model, PyBytes_AsString(path), &error);
    Py_END_ALLOW_THREADS Py_DECREF(path);
    if (status)
        return py_fail(&error);
    Py_RETURN_NONE;
}

static PyObject *write_bytes(PyObject *module, PyObject *capsule)
{
    knap_model *model = py_model(capsule);
    knap_error error = {.status = KNAP_OK};
    PyObject *made;
    char *text;
    size_t length;
    (void)module;
    if (!model)
        return NULL;
    if (knap_model_write(model, &text, &length, &error))
        return py_fail(&error);
    made = PyBytes_FromStringAndSize(text, (Py_ssize_t)length);
    knap_text_free(NULL, text);
    return made;
}

/* Weights [iterates][positions][columns] as nested lists. */
static PyObject *weights(const knap_model *model)
{
    PyObject *all = PyList_New(0);
    for (size_t i = 0; all && i < knap_model_iterates(model); i++)
        for (size_t p = 0; all && p < knap_model_positions(model); p++) {
            PyObject *row = PyList_New((Py_ssize_t)knap_model_columns(model));
            for (size_t c = 0; row && c < knap_model_columns(model); c++)
                PyList_SetItem(row, (Py_ssize_t)c, PyFloat_FromDouble(knap_model_weight(model, i, p, c)));
            if (!row || PyList_Append(all, row))
                Py_CLEAR(all);
            Py_XDECREF(row);
        }
    return all;
}

/* info(model): system, settings or None, columns, weights, deviations. */
static PyObject *info(PyObject *module, PyObject *capsule)
{
    knap_model *model = py_model(capsule);
    PyObject *columns, *deviations, *settings;
    (void)module;
    if (!model)
        return NULL;
    columns = PyList_New(0);
    deviations = PyList_New(0);
    for (size_t c = 0; columns && deviations && c < knap_model_columns(model); c++) {
        PyObject *name = PyUnicode_FromString(knap_model_column(model, c));
        PyObject *deviation = PyFloat_FromDouble(knap_model_deviation(model, c));
        if (!name || !deviation || PyList_Append(columns, name) || PyList_Append(deviations, deviation))
            Py_CLEAR(columns);
        Py_XDECREF(name);
        Py_XDECREF(deviation);
    }
    if (knap_model_settings(model)) {
        settings = py_settings_dict(knap_settings_table(), knap_model_settings(model));
    } else {
        settings = Py_None;
        Py_INCREF(settings);
    }
    return Py_BuildValue("(sNNNN)", knap_model_system(model)->name, settings, columns, weights(model), deviations);
}

PyMethodDef py_model_methods[] = {{"system", fit, METH_VARARGS, NULL},
                                  {"model_load", load, METH_VARARGS, NULL},
                                  {"model_parse", parse, METH_VARARGS, NULL},
                                  {"model_save", save, METH_VARARGS, NULL},
                                  {"model_write", write_bytes, METH_O, NULL},
                                  {"model_info", info, METH_O, NULL},
                                  {NULL, NULL, 0, NULL}};
