/* tokens.c - tokenizers: vocabulary files, and Python callables that count.
 *
 * The library counts without the GIL and from several threads; each call of a callable takes the GIL. */
#include "pyknap.h"

#include <stdio.h>
#include <string.h>

/* The context of the capsule is the callable; NULL for a vocabulary. */
static void end_tokenizer(PyObject *capsule)
{
    PyObject *callable = PyCapsule_GetContext(capsule);
    knap_tokenizer_close(PyCapsule_GetPointer(capsule, PY_TOKENIZER));
    Py_XDECREF(callable);
}

static PyObject *wrap(knap_tokenizer *tokenizer, PyObject *callable)
{
    PyObject *capsule = PyCapsule_New(tokenizer, PY_TOKENIZER, end_tokenizer);
    if (!capsule) {
        knap_tokenizer_close(tokenizer);
        return NULL;
    }
    Py_XINCREF(callable);
    PyCapsule_SetContext(capsule, callable);
    return capsule;
}

/* tokenizer(path, scheme or None) */
static PyObject *open_tokenizer(PyObject *module, PyObject *args)
{
    PyObject *path;
    const char *scheme;
    knap_tokenizer *tokenizer;
    knap_error error = {.status = KNAP_OK};
    knap_status status;
    (void)module;
    if (!PyArg_ParseTuple(args, "O&z", PyUnicode_FSConverter, &path, &scheme))
        return NULL;
    Py_BEGIN_ALLOW_THREADS status = knap_tokenizer_open(PyBytes_AsString(path), scheme, NULL, &tokenizer, &error);
    Py_END_ALLOW_THREADS Py_DECREF(path);
    return status ? py_fail(&error) : wrap(tokenizer, NULL);
}

/* The exception that is set becomes the error of the library's call, which ends. */
static knap_status take_exception(knap_error *error)
{
    bool stop = PyErr_ExceptionMatches(PyExc_KeyboardInterrupt);
    PyObject *type, *value, *trace, *text;
    const char *bytes = NULL;
    PyErr_Fetch(&type, &value, &trace);
    text = value ? PyObject_Str(value) : NULL;
    if (text)
        bytes = PyUnicode_AsUTF8AndSize(text, NULL);
    PyErr_Clear();
    error->status = stop ? KNAP_CANCELLED : KNAP_USAGE;
    snprintf(error->message, sizeof error->message, "the function that counts tokens failed: %s", bytes ? bytes : "?");
    Py_XDECREF(text);
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(trace);
    return error->status;
}

static knap_status count_tokens(void *callable, const char *text, size_t length, size_t *count, knap_error *error)
{
    knap_error place;
    PyGILState_STATE gil = PyGILState_Ensure();
    PyObject *string = PyUnicode_DecodeUTF8(text, (Py_ssize_t)length, "replace");
    PyObject *result = string ? PyObject_CallFunctionObjArgs(callable, string, NULL) : NULL;
    Py_ssize_t number = result ? PyNumber_AsSsize_t(result, PyExc_OverflowError) : -1;
    knap_status status = KNAP_OK;
    if (result && !PyErr_Occurred() && number < 0)
        PyErr_Format(PyExc_ValueError, "it returned %R: expected a number from 0", result);
    if (PyErr_Occurred())
        status = take_exception(error ? error : &place);
    else
        *count = (size_t)number;
    Py_XDECREF(result);
    Py_XDECREF(string);
    PyGILState_Release(gil);
    return status;
}

/* counter(callable): a tokenizer that asks callable(str) for the number of tokens. */
static PyObject *counter(PyObject *module, PyObject *callable)
{
    knap_tokenizer *tokenizer;
    knap_error error = {.status = KNAP_OK};
    (void)module;
    return knap_tokenizer_open_function(count_tokens, callable, NULL, &tokenizer, &error) ? py_fail(&error)
                                                                                          : wrap(tokenizer, callable);
}

PyMethodDef py_tokens_methods[] = {
    {"tokenizer", open_tokenizer, METH_VARARGS, NULL}, {"counter", counter, METH_O, NULL}, {NULL, NULL, 0, NULL}};
