/* reward.c - a reward that is a Python callable: f(instance, indices) -> number from 0 to 1.
 *
 * The library asks for gains without the GIL and from several threads; each call takes the GIL. An exception is kept, stands for
 * the gain 0, and is raised when the library returns. */
#include "pyknap.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct context {
    struct py_rewards *all;
    PyObject *instance;
} context;

struct py_rewards {
    PyObject *callable, *instances; /* strong */
    knap_reward reward;
    context *context;               /* [count] */
    PyObject *type, *value, *trace; /* the first exception; changed with the GIL */
    bool failed;
};

typedef struct state {
    const context *of;
    size_t *item; /* [count] the list so far */
    size_t count, capacity;
    double value;
    /* f(L + item) that was asked for last: push often follows. */
    size_t asked;
    double answer;
} state;

static void keep_exception(py_rewards *self)
{
    if (self->failed) {
        PyErr_Clear();
        return;
    }
    PyErr_Fetch(&self->type, &self->value, &self->trace);
    self->failed = true;
}

/* f of the list so far and one more item. */
static double value_with(const state *self, size_t item)
{
    py_rewards *all = self->of->all;
    PyGILState_STATE gil;
    PyObject *list, *result;
    double value = NAN;
    if (all->failed)
        return self->value;
    gil = PyGILState_Ensure();
    list = PyList_New((Py_ssize_t)self->count + 1);
    for (size_t i = 0; list && i <= self->count; i++)
        PyList_SetItem(list, (Py_ssize_t)i, PyLong_FromSize_t(i < self->count ? self->item[i] : item));
    result = list ? PyObject_CallFunctionObjArgs(all->callable, self->of->instance, list, NULL) : NULL;
    if (result)
        value = PyFloat_AsDouble(result);
    if (result && !PyErr_Occurred() && !(value >= 0 && value <= 1))
        py_usage("the reward of items %R is %R: expected a number from 0 to 1", list, result);
    if (PyErr_Occurred()) {
        keep_exception(all);
        value = self->value;
    }
    Py_XDECREF(list);
    Py_XDECREF(result);
    PyGILState_Release(gil);
    return value;
}

static knap_status begin(const knap_instance *instance, const void *of, void **made, knap_error *error)
{
    state *self = calloc(1, sizeof *self);
    (void)error;
    if (self)
        *self = (state){.of = of, .capacity = knap_instance_count(instance) + 1, .asked = SIZE_MAX};
    if (self && !(self->item = calloc(self->capacity, sizeof *self->item))) {
        free(self);
        self = NULL;
    }
    *made = self;
    return self ? KNAP_OK : KNAP_NO_MEMORY;
}

static double gain(void *made, size_t item)
{
    state *self = made;
    self->answer = value_with(self, item);
    self->asked = item;
    return self->answer - self->value;
}

static void push(void *made, size_t item)
{
    state *self = made;
    double value = self->asked == item ? self->answer : value_with(self, item);
    if (self->count < self->capacity)
        self->item[self->count++] = item;
    self->value = value;
    self->asked = SIZE_MAX;
}

static double value(const void *made)
{
    return ((const state *)made)->value;
}

static void end(void *made)
{
    state *self = made;
    if (self)
        free(self->item);
    free(self);
}

py_rewards *py_rewards_new(PyObject *callable, PyObject *instances, bool submodular)
{
    py_rewards *self = calloc(1, sizeof *self);
    Py_ssize_t count = PyList_Size(instances);
    if (self)
        self->context = calloc((size_t)count + 1, sizeof *self->context);
    if (!self || !self->context) {
        free(self);
        PyErr_NoMemory();
        return NULL;
    }
    Py_INCREF(callable);
    Py_INCREF(instances);
    self->callable = callable;
    self->instances = instances;
    self->reward = (knap_reward){.name = "python",
                                 .help = "a Python callable",
                                 .submodular = submodular,
                                 .begin = begin,
                                 .gain = gain,
                                 .push = push,
                                 .value = value,
                                 .end = end};
    for (Py_ssize_t i = 0; i < count; i++)
        self->context[i] = (context){.all = self, .instance = PyList_GetItem(instances, i)};
    return self;
}

bool py_rewards_set(py_rewards *self, knap_data *data)
{
    knap_error error = {.status = KNAP_OK};
    if ((size_t)PyList_Size(self->instances) != knap_data_count(data)) {
        py_usage("the reward has another number of instances than the data");
        return false;
    }
    for (size_t i = 0; i < knap_data_count(data); i++)
        if (knap_instance_set_reward(knap_data_at(data, i), &self->reward, &self->context[i], &error)) {
            py_fail(&error);
            return false;
        }
    return true;
}

bool py_rewards_raise(py_rewards *self)
{
    if (!self || !self->failed)
        return false;
    PyErr_Restore(self->type, self->value, self->trace);
    self->type = self->value = self->trace = NULL;
    return true;
}

const bool *py_rewards_failed(const py_rewards *self)
{
    return self ? &self->failed : NULL;
}

void py_rewards_free(py_rewards *self)
{
    if (!self)
        return;
    Py_XDECREF(self->type);
    Py_XDECREF(self->value);
    Py_XDECREF(self->trace);
    Py_XDECREF(self->callable);
    Py_XDECREF(self->instances);
    free(self->context);
    free(self);
}
