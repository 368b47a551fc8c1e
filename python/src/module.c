/* module.c - the module, its errors, and what long work shares. */
#include "pyknap.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>
#include <time.h>

/* ---- Errors ---- */

/* An exception of the package, from knap._errors.make of the interpreter that runs: no reference to it may outlive a
 * subinterpreter. Takes the references to message and file, which may be NULL with an exception. */
static PyObject *make(knap_status status, PyObject *message, PyObject *file, size_t line)
{
    PyObject *errors = file && message ? PyImport_ImportModule("knap._errors") : NULL, *made = NULL;
    if (errors)
        made = PyObject_CallMethod(errors, "make", "iOOn", (int)status, message, file, (Py_ssize_t)line);
    Py_XDECREF(errors);
    Py_XDECREF(file);
    Py_XDECREF(message);
    return made;
}

static PyObject *raise(PyObject *made)
{
    if (made) {
        PyErr_SetObject((PyObject *)Py_TYPE(made), made);
        Py_DECREF(made);
    }
    return NULL;
}

PyObject *py_exception(const knap_error *error)
{
    if (error->status == KNAP_NO_MEMORY)
        return PyObject_CallFunction(PyExc_MemoryError, NULL);
    /* A path need not be UTF-8. */
    return make(error->status, PyUnicode_DecodeUTF8(error->message, (Py_ssize_t)strlen(error->message), "replace"),
                PyUnicode_DecodeFSDefault(error->file), error->line);
}

PyObject *py_fail(const knap_error *error)
{
    return raise(py_exception(error));
}

PyObject *py_usage(const char *format, ...)
{
    PyObject *message;
    va_list arguments;
    va_start(arguments, format);
    message = PyUnicode_FromFormatV(format, arguments);
    va_end(arguments);
    return raise(make(KNAP_USAGE, message, PyUnicode_FromString(""), 0));
}

/* ---- Settings ---- */

static bool set_one(PyObject *pair, const knap_param *table, void *settings, unsigned char *given)
{
    const char *text = PyUnicode_AsUTF8AndSize(pair, NULL), *equals = text ? strchr(text, '=') : NULL;
    char name[64];
    const knap_param *param;
    knap_error error = {.status = KNAP_USAGE};
    if (!text)
        return false;
    snprintf(name, sizeof name, "%.*s", equals ? (int)(equals - text) : 0, text);
    param = knap_param_find(table, name);
    if (!param) {
        snprintf(error.message, sizeof error.message, "there is no setting '%.60s'", name);
        return py_fail(&error);
    }
    if (knap_param_parse(param, settings, equals + 1, &error))
        return py_fail(&error);
    if (given)
        given[param - table] = 1;
    return true;
}

bool py_settings(PyObject *pairs, const knap_param *table, void *settings, unsigned char *given)
{
    Py_ssize_t count = PySequence_Size(pairs);
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *pair = PySequence_GetItem(pairs, i);
        bool done = pair && set_one(pair, table, settings, given);
        Py_XDECREF(pair);
        if (!done)
            return false;
    }
    return count >= 0;
}

PyObject *py_settings_dict(const knap_param *table, const void *settings)
{
    PyObject *dict = PyDict_New();
    char value[256];
    for (const knap_param *param = table; dict && param && param->name; param++) {
        PyObject *text = PyUnicode_FromString(knap_param_format(param, settings, false, value, sizeof value));
        if (!text || PyDict_SetItemString(dict, param->name, text))
            Py_CLEAR(dict);
        Py_XDECREF(text);
    }
    return dict;
}

/* A table as a list of (name, default, help). */
static PyObject *describe(const knap_param *table, const void *settings)
{
    PyObject *list = PyList_New(0);
    char value[256];
    for (const knap_param *param = table; list && param && param->name; param++) {
        PyObject *row = Py_BuildValue("(sss)", param->name,
                                      knap_param_format(param, settings, false, value, sizeof value), param->help);
        if (!row || PyList_Append(list, row))
            Py_CLEAR(list);
        Py_XDECREF(row);
    }
    return list;
}

/* table(name): the settings of "train", "text", "rouge", "passages" or "context". */
static PyObject *table(PyObject *module, PyObject *name)
{
    const char *which = PyUnicode_AsUTF8AndSize(name, NULL);
    knap_settings settings;
    knap_text_settings text;
    knap_rouge_options rouge;
    knap_passages_settings passages;
    knap_context_settings context;
    (void)module;
    if (!which)
        return NULL;
    knap_settings_init(&settings);
    knap_text_settings_init(&text);
    knap_rouge_options_init(&rouge);
    knap_passages_init(&passages);
    knap_context_init(&context);
    if (strcmp(which, "train") == 0)
        return describe(knap_settings_table(), &settings);
    if (strcmp(which, "text") == 0)
        return describe(knap_text_settings_table(), &text);
    if (strcmp(which, "rouge") == 0)
        return describe(knap_rouge_options_table(), &rouge);
    if (strcmp(which, "context") == 0)
        return describe(knap_context_table(), &context);
    return describe(knap_passages_table(), &passages);
}

/* systems(): (name, help, trained) of each system. */
static PyObject *systems(PyObject *module, PyObject *unused)
{
    PyObject *list = PyList_New(0);
    (void)module;
    (void)unused;
    for (size_t i = 0; list && knap_systems()[i]; i++) {
        const knap_system *system = knap_systems()[i];
        PyObject *row = Py_BuildValue("(ssi)", system->name, system->help, system->fit != NULL);
        if (!row || PyList_Append(list, row))
            Py_CLEAR(list);
        Py_XDECREF(row);
    }
    return list;
}

/* ---- Long work ---- */

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static bool report(py_run *self, const knap_progress *progress)
{
    PyObject *result;
    if (PyErr_CheckSignals())
        return false;
    if (!self->progress)
        return true;
    result = PyObject_CallFunction(self->progress, "dsd", progress->fraction, progress->stage ? progress->stage : "",
                                   progress->reward);
    Py_XDECREF(result);
    return result != NULL;
}

/* Called in the thread that began the run, without the GIL. */
static int tell(void *context, const knap_progress *progress)
{
    py_run *self = context;
    double now = seconds();
    if (self->failed || (self->stop[0] && *self->stop[0]) || (self->stop[1] && *self->stop[1]))
        return 1;
    if (now - self->told < 0.05 && progress->fraction < 1)
        return 0;
    self->told = now;
    PyEval_RestoreThread(self->thread);
    self->failed = !report(self, progress);
    self->thread = PyEval_SaveThread();
    return self->failed;
}

void py_run_begin(py_run *self, PyObject *progress, size_t jobs)
{
    *self = (py_run){.run = {.jobs = jobs, .progress = tell}, .progress = progress == Py_None ? NULL : progress};
    self->run.context = self;
    self->thread = PyEval_SaveThread();
}

bool py_run_end(py_run *self)
{
    PyEval_RestoreThread(self->thread);
    return !self->failed;
}

bool py_run_done(py_run *self, knap_status status, const knap_error *error)
{
    if (!py_run_end(self))
        return false;
    if (status)
        py_fail(error);
    return !status;
}

/* ---- The module ---- */

static PyObject *version(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    return PyUnicode_FromString(knap_version());
}

static PyObject *threads(PyObject *module, PyObject *jobs)
{
    Py_ssize_t number = PyLong_AsSsize_t(jobs);
    (void)module;
    return PyErr_Occurred() ? NULL : PyLong_FromSize_t(knap_threads((size_t)number));
}

static PyMethodDef own_methods[] = {{"table", table, METH_O, NULL},
                                    {"systems", systems, METH_NOARGS, NULL},
                                    {"threads", threads, METH_O, NULL},
                                    {"version", version, METH_NOARGS, NULL},
                                    {NULL, NULL, 0, NULL}};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, .m_name = "knap._knap",
                                        .m_doc = "The C library knap. Use the package knap.", .m_size = -1};

PyMODINIT_FUNC PyInit__knap(void);
PyMODINIT_FUNC PyInit__knap(void)
{
    PyMethodDef *tables[] = {own_methods,      py_model_methods, py_data_methods,
                             py_pack_methods,  py_rouge_methods, py_summarize_methods,
                             py_train_methods, py_batch_methods, py_tokens_methods};
    PyObject *module = PyModule_Create(&definition);
    for (size_t i = 0; module && i < sizeof tables / sizeof *tables; i++)
        if (PyModule_AddFunctions(module, tables[i]))
            Py_CLEAR(module);
    return module;
}
