/* data.c - instances from Python objects, arrays and files. */
#include "pyknap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- How instances are read ---- */

void py_reading_end(py_reading *self)
{
    knap_meter_free(self->meter);
    self->meter = NULL;
}

bool py_reading_begin(py_reading *self, PyObject *options)
{
    int unit;
    double per_item;
    PyObject *tokenizer, *pairs;
    knap_tokenizer *opened = NULL;
    knap_error error = {.status = KNAP_OK};
    *self = (py_reading){.budget = NAN};
    knap_passages_init(&self->passages);
    if (!PyArg_ParseTuple(options, "zzdiOdO", &self->map, &self->by, &self->budget, &unit, &tokenizer, &per_item,
                          &pairs) ||
        !py_settings(pairs, knap_passages_table(), &self->passages, NULL))
        return false;
    if (tokenizer != Py_None && !(opened = PyCapsule_GetPointer(tokenizer, PY_TOKENIZER)))
        return false;
    if ((unit != KNAP_METER_GIVEN || per_item != 0) &&
        knap_meter_new((knap_meter_unit)unit, opened, per_item, NULL, &self->meter, &error)) {
        py_fail(&error);
        return false;
    }
    return true;
}

/* `lines`: what py_json writes, one instance per line. */
static knap_status configure(const py_reading *reading, bool lines, knap_status status, knap_reader **reader,
                             knap_error *error)
{
    knap_reader_options options = {.map = reading->map, .by = reading->by, .meter = reading->meter, .lines = lines};
    if (!status && (status = knap_reader_configure(*reader, &options, error))) {
        knap_reader_close(*reader);
        *reader = NULL;
    }
    return status;
}

knap_status py_open_bytes(const py_reading *reading, const char *bytes, size_t length, knap_reader **reader,
                          knap_error *error)
{
    return configure(reading, true, knap_reader_open_bytes("instances", bytes, length, NULL, reader, error), reader,
                     error);
}

knap_status py_set_budget(knap_data *data, double budget, knap_error *error)
{
    knap_status status = KNAP_OK;
    for (size_t i = 0; !isnan(budget) && !status && i < knap_data_count(data); i++)
        status = knap_instance_set_budget(knap_data_at(data, i), budget, error);
    return status;
}

/* ---- Data ---- */

static void free_data(py_data *self)
{
    knap_data_free(self->data);
    py_rewards_free(self->rewards);
    Py_XDECREF(self->owner);
    free(self);
}

static void end_data(PyObject *capsule)
{
    free_data(PyCapsule_GetPointer(capsule, PY_DATA));
}

py_data *py_data_of(PyObject *capsule)
{
    return PyCapsule_GetPointer(capsule, PY_DATA);
}

static py_data *new_data(PyObject *owner)
{
    py_data *self = calloc(1, sizeof *self);
    knap_error error;
    if (!self || knap_data_new(NULL, &self->data, &error)) {
        free(self);
        PyErr_NoMemory();
        return NULL;
    }
    Py_XINCREF(owner);
    self->owner = owner;
    return self;
}

static PyObject *wrap(py_data *self)
{
    PyObject *capsule = PyCapsule_New(self, PY_DATA, end_data);
    if (!capsule)
        free_data(self);
    return capsule;
}

/* Reads what is in the buffer; `first` is the number of its first instance. */
static bool flush(py_data *self, const py_reading *reading, py_json *json, size_t first)
{
    knap_reader *reader;
    knap_error error = {.status = KNAP_OK};
    knap_status status;
    Py_BEGIN_ALLOW_THREADS status = py_open_bytes(reading, json->bytes, json->length, &reader, &error);
    if (!status)
        status = knap_reader_read(reader, 0, self->data, NULL, &error);
    knap_reader_close(reader);
    Py_END_ALLOW_THREADS json->length = 0;
    error.line += error.line ? first : 0;
    if (status)
        py_fail(&error);
    return !status;
}

/* Adds a list of instances to the data. */
static bool read_list(py_data *self, const py_reading *reading, PyObject *list)
{
    enum { BLOCK = 1 << 20 };
    py_json json = {.bytes = NULL};
    Py_ssize_t count = PyList_Size(list), first = 0;
    bool good = count >= 0;
    for (Py_ssize_t i = 0; good && i < count; i++) {
        good = py_json_add(&json, PyList_GetItem(list, i)) && py_json_raw(&json, "\n", 1);
        if (good && (json.length > BLOCK || i + 1 == count)) {
            good = flush(self, reading, &json, (size_t)first) && !PyErr_CheckSignals();
            first = i + 1;
        }
    }
    py_json_free(&json);
    return good;
}

static knap_status share_features(const knap_data *from, knap_data *to, knap_error *error)
{
    knap_status status = KNAP_OK;
    size_t feature;
    for (size_t i = 0; !status && i < knap_data_feature_count(from); i++)
        status = knap_data_feature(to, knap_data_feature_name(from, i), &feature, error);
    return status;
}

/* data_list(instances, reading, like): `like` is data whose features come first, or None. */
static PyObject *data_list(PyObject *module, PyObject *args)
{
    PyObject *list, *options, *like;
    py_reading reading;
    py_data *self, *model = NULL;
    knap_error error = {.status = KNAP_OK};
    bool good;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOO", &list, &options, &like) || (like != Py_None && !(model = py_data_of(like))) ||
        !py_reading_begin(&reading, options))
        return NULL;
    self = new_data(NULL);
    good = self != NULL;
    if (good && model && share_features(model->data, self->data, &error))
        good = py_fail(&error);
    good = good && read_list(self, &reading, list);
    if (good && py_set_budget(self->data, reading.budget, &error))
        good = py_fail(&error);
    py_reading_end(&reading);
    if (good)
        return wrap(self);
    if (self)
        free_data(self);
    return NULL;
}

/* data_file(path, reading, like, jobs) */
static PyObject *data_file(PyObject *module, PyObject *args)
{
    PyObject *path, *options, *like;
    Py_ssize_t jobs;
    py_run run;
    bool good;
    py_reading reading;
    py_data *self, *model = NULL;
    knap_reader *reader = NULL;
    knap_error error = {.status = KNAP_OK};
    knap_status status;
    (void)module;
    if (!PyArg_ParseTuple(args, "O&OOn", PyUnicode_FSConverter, &path, &options, &like, &jobs))
        return NULL;
    if ((like != Py_None && !(model = py_data_of(like))) || !py_reading_begin(&reading, options)) {
        Py_DECREF(path);
        return NULL;
    }
    self = new_data(NULL);
    if (!self) {
        Py_DECREF(path);
        py_reading_end(&reading);
        return NULL;
    }
    py_run_begin(&run, Py_None, (size_t)jobs);
    status = model ? share_features(model->data, self->data, &error) : KNAP_OK;
    if (!status)
        status = configure(&reading, false, knap_reader_open(PyBytes_AsString(path), NULL, &reader, &error), &reader,
                           &error);
    if (!status)
        status = knap_reader_read_many(reader, 0, &run.run, NULL, NULL, self->data, NULL, &error);
    self->absent_is_zero = knap_reader_absent_is_zero(reader);
    knap_reader_close(reader);
    if (!status)
        status = py_set_budget(self->data, reading.budget, &error);
    good = py_run_done(&run, status, &error);
    Py_DECREF(path);
    py_reading_end(&reading);
    if (good)
        return wrap(self);
    free_data(self);
    return NULL;
}

/* ---- Arrays ---- */

/* The address of an array; 0 stands for none. */
static const void *address(PyObject *number)
{
    return PyLong_AsVoidPtr(number);
}

/* Pins and bans of the items of instance `number`, from 1: an array of bytes each or NULL. */
static knap_status mark(knap_instance *instance, size_t number, const unsigned char *pin, const unsigned char *ban,
                        knap_error *error)
{
    knap_status status = KNAP_OK;
    for (size_t i = 0; !status && (pin || ban) && i < knap_instance_count(instance); i++) {
        bool pinned = pin && pin[i], banned = ban && ban[i];
        if (pinned && banned) {
            *error = (knap_error){.status = KNAP_BAD_INPUT, .file = "instances", .line = number};
            snprintf(error->message, sizeof error->message,
                     "item %zu is pinned and banned: remove it from 'pin' or 'ban'", i);
            return KNAP_BAD_INPUT;
        }
        if (pinned || banned)
            status = knap_instance_set_choice(instance, i, pinned ? KNAP_CHOICE_PIN : KNAP_CHOICE_BAN, error);
    }
    return status;
}

static bool add_arrays(py_data *self, PyObject *row)
{
    const char *id;
    double budget;
    Py_ssize_t count, width;
    PyObject *cost, *feature, *vector, *worth, *score, *group, *pin, *ban;
    knap_instance *instance;
    knap_error error = {.status = KNAP_OK};
    knap_arrays arrays = {.count = 0};
    if (!PyArg_ParseTuple(row, "zdnOOOnOOOOO", &id, &budget, &count, &cost, &feature, &vector, &width, &worth, &score,
                          &group, &pin, &ban))
        return false;
    arrays.count = (size_t)count;
    arrays.cost = address(cost);
    arrays.feature = address(feature);
    arrays.vector = address(vector);
    arrays.vector_width = (size_t)width;
    arrays.worth = address(worth);
    arrays.score = address(score);
    arrays.group = address(group);
    const unsigned char *pinned = address(pin), *banned = address(ban);
    if (PyErr_Occurred())
        return false;
    if (knap_data_add_arrays(self->data, id, budget, &arrays, &instance, &error) ||
        mark(instance, knap_data_count(self->data), pinned, banned, &error)) {
        py_fail(&error);
        return false;
    }
    return true;
}

/* data_arrays(rows, feature names, owner): rows of (id, budget, count, then addresses of arrays, which `owner` keeps alive). */
static PyObject *data_arrays(PyObject *module, PyObject *args)
{
    PyObject *rows, *names, *owner;
    py_data *self;
    bool good = true;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOO", &rows, &names, &owner) || !(self = new_data(owner)))
        return NULL;
    for (Py_ssize_t i = 0; good && i < PyList_Size(names); i++) {
        const char *name = PyUnicode_AsUTF8AndSize(PyList_GetItem(names, i), NULL);
        knap_error error = {.status = KNAP_OK};
        size_t feature;
        good = name != NULL;
        if (good && knap_data_feature(self->data, name, &feature, &error))
            good = py_fail(&error);
    }
    for (Py_ssize_t i = 0; good && i < PyList_Size(rows); i++)
        good = add_arrays(self, PyList_GetItem(rows, i));
    if (good)
        return wrap(self);
    free_data(self);
    return NULL;
}

/* data_info(data): the number of instances and the names of features. */
static PyObject *data_info(PyObject *module, PyObject *capsule)
{
    py_data *self = py_data_of(capsule);
    PyObject *names;
    (void)module;
    if (!self)
        return NULL;
    names = PyList_New(0);
    for (size_t i = 0; names && i < knap_data_feature_count(self->data); i++) {
        PyObject *name = PyUnicode_FromString(knap_data_feature_name(self->data, i));
        if (!name || PyList_Append(names, name))
            Py_CLEAR(names);
        Py_XDECREF(name);
    }
    return Py_BuildValue("(nN)", (Py_ssize_t)knap_data_count(self->data), names);
}

/* real(number): as JSON, for tests. */
static PyObject *real(PyObject *module, PyObject *number)
{
    char text[40];
    double value = PyFloat_AsDouble(number);
    (void)module;
    if (PyErr_Occurred())
        return NULL;
    return PyUnicode_FromStringAndSize(text, (Py_ssize_t)py_json_real(value, text));
}

/* json(value): bytes, for tests. */
static PyObject *to_json(PyObject *module, PyObject *value)
{
    py_json json = {.bytes = NULL};
    PyObject *made = py_json_add(&json, value) ? PyBytes_FromStringAndSize(json.bytes, (Py_ssize_t)json.length) : NULL;
    (void)module;
    py_json_free(&json);
    return made;
}

PyMethodDef py_data_methods[] = {{"data_list", data_list, METH_VARARGS, NULL},
                                 {"data_file", data_file, METH_VARARGS, NULL},
                                 {"data_arrays", data_arrays, METH_VARARGS, NULL},
                                 {"data_info", data_info, METH_O, NULL},
                                 {"json", to_json, METH_O, NULL},
                                 {"real", real, METH_O, NULL},
                                 {NULL, NULL, 0, NULL}};
