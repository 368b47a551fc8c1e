/* plain.c - instances that have only the usual members, straight into the library: no JSON is written and read. */
#include "pyknap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum field { OTHER, ID, COST, SCORE, TEXT, BUDGET, ITEMS, FEATURES, VECTOR, FIELDS } field;

enum { SLOTS = 64 };

typedef struct py_name {
    PyObject *name; /* a strong reference, so that its address stays its own */
    field field;
} py_name;

void py_names_free(py_names *names)
{
    for (size_t i = 0; names->slot && i < SLOTS; i++)
        Py_XDECREF(names->slot[i].name);
    for (size_t i = 0; names->key && i < knap_data_feature_count(names->like); i++)
        Py_XDECREF(names->key[i]);
    free(names->slot);
    free(names->key);
    free(names->place);
    free(names->feature);
    free(names->vector);
    *names = (py_names){.slot = NULL};
}

bool py_plain_begin(py_names *names, const knap_data *like, knap_data *data)
{
    size_t count = knap_data_feature_count(like);
    if (!names->key) {
        names->like = like;
        names->key = calloc(count + 1, sizeof *names->key);
        names->place = calloc(count + 1, sizeof *names->place);
        names->feature = calloc(count + 1, sizeof *names->feature);
    }
    if (!names->key || !names->place || !names->feature)
        return false;
    for (size_t i = 0; i < count; i++) /* a model may have put the features into another order */
        if (knap_data_feature(data, knap_data_feature_name(like, i), &names->place[i], NULL))
            return false;
    return true;
}

static field meaning(PyObject *name)
{
    static const char *const known[FIELDS] = {"",       "id",    "cost",     "score", "text",
                                              "budget", "items", "features", "vector"};
    for (int i = 1; i < FIELDS; i++)
        if (PyUnicode_CompareWithASCIIString(name, known[i]) == 0)
            return (field)i;
    return OTHER;
}

static field field_of(py_names *names, PyObject *name)
{
    size_t address = (size_t)name >> 4;
    py_name *slot;
    if (!names->slot && !(names->slot = calloc(SLOTS, sizeof *names->slot)))
        return OTHER;
    slot = &names->slot[(address ^ (address >> 6)) % SLOTS];
    if (slot->name != name) {
        if (Py_TYPE(name) != &PyUnicode_Type) /* a class of the caller may run code when a name is let go */
            return OTHER;
        Py_INCREF(name);
        Py_XDECREF(slot->name);
        *slot = (py_name){name, meaning(name)};
    }
    return slot->field;
}

/* A finite number of Python's own types; bool is not one. */
static bool number(PyObject *value, double *to)
{
    if (Py_TYPE(value) == &PyFloat_Type) {
        *to = PyFloat_AsDouble(value);
    } else if (Py_TYPE(value) == &PyLong_Type) {
        int overflow;
        long long whole = PyLong_AsLongLongAndOverflow(value, &overflow);
        if (overflow)
            return false;
        *to = (double)whole;
    } else {
        return false;
    }
    return isfinite(*to);
}

/* A str without a 0 character. */
static bool text(PyObject *value, const char **to)
{
    Py_ssize_t length;
    if (Py_TYPE(value) != &PyUnicode_Type)
        return false;
    *to = PyUnicode_AsUTF8AndSize(value, &length);
    if (!*to)
        PyErr_Clear();
    return *to && strlen(*to) == (size_t)length;
}

/* The number of a feature; most often it is the next one. */
static bool find_feature(py_names *names, PyObject *name, size_t guess, size_t *feature)
{
    size_t count = knap_data_feature_count(names->like);
    for (size_t k = 0; k < count; k++) {
        size_t i = (guess + k) % count;
        if (names->key[i] != name) {
            const char *bytes;
            if (!text(name, &bytes) || strcmp(bytes, knap_data_feature_name(names->like, i)) != 0)
                continue;
            Py_INCREF(name);
            Py_XDECREF(names->key[i]);
            names->key[i] = name;
        }
        *feature = i;
        return true;
    }
    return false;
}

/* A dict of exactly the features that there are. */
static bool features(py_names *names, PyObject *dict)
{
    Py_ssize_t at = 0;
    PyObject *name, *value;
    size_t place = 0, feature;
    if (Py_TYPE(dict) != &PyDict_Type || (size_t)PyDict_Size(dict) != knap_data_feature_count(names->like))
        return false;
    for (; PyDict_Next(dict, &at, &name, &value); place++)
        if (!find_feature(names, name, place, &feature) || !number(value, &names->feature[names->place[feature]]))
            return false;
    return true;
}

static bool list_of_numbers(py_names *names, PyObject *list, knap_item *item)
{
    Py_ssize_t count = PyList_Size(list);
    if (count <= 0)
        return false;
    if ((size_t)count > names->vector_room) {
        double *grown = realloc(names->vector, (size_t)count * sizeof *grown);
        if (!grown)
            return false;
        names->vector = grown;
        names->vector_room = (size_t)count;
    }
    for (Py_ssize_t i = 0; i < count; i++)
        if (!number(PyList_GetItem(list, i), &names->vector[i]))
            return false;
    item->vector = names->vector;
    item->vector_count = (size_t)count;
    return true;
}

/* An array. Its method is code of the caller: nothing that it may change is borrowed here. */
static bool array(py_names *names, PyObject *value, knap_item *item)
{
    PyObject *list = PyObject_CallMethod(value, "tolist", NULL);
    bool good;
    if (!list)
        PyErr_Clear();
    good = list && Py_TYPE(list) == &PyList_Type && list_of_numbers(names, list, item);
    Py_XDECREF(list);
    return good;
}

typedef struct members {
    knap_item item;
    double score;
    PyObject *id, *text, *vector; /* strong references: the dict may change while `vector` is asked for its numbers */
} members;

static void keep(PyObject **to, PyObject *value)
{
    Py_INCREF(value);
    *to = value;
}

/* Runs no code of the caller. */
static bool read_members(py_names *names, PyObject *dict, members *made)
{
    Py_ssize_t at = 0;
    PyObject *name, *value;
    while (PyDict_Next(dict, &at, &name, &value)) {
        bool good = false;
        switch (field_of(names, name)) {
        case ID:
            good = text(value, &made->item.id);
            keep(&made->id, value);
            break;
        case COST:
            good = number(value, &made->item.cost);
            break;
        case SCORE:
            good = number(value, &made->score);
            break;
        case TEXT:
            good = text(value, &made->item.text);
            keep(&made->text, value);
            break;
        case FEATURES:
            good = features(names, value);
            made->item.feature = names->feature;
            break;
        case VECTOR:
            good = true;
            keep(&made->vector, value);
            break;
        default:
            break;
        }
        if (!good)
            return false;
    }
    return true;
}

static bool add_members(py_names *names, members *made, knap_instance *instance)
{
    PyObject *vector = made->vector;
    if (knap_data_feature_count(names->like) > 0 && !made->item.feature)
        return false;
    if (vector && !(Py_TYPE(vector) == &PyList_Type ? list_of_numbers(names, vector, &made->item)
                                                    : array(names, vector, &made->item)))
        return false;
    return !isnan(made->item.cost) && !knap_instance_add(instance, &made->item, NULL) &&
           (isnan(made->score) ||
            !knap_instance_set_score(instance, knap_instance_count(instance) - 1, made->score, NULL));
}

static bool add_item(py_names *names, PyObject *dict, knap_instance *instance)
{
    members made = {.item = {.cost = NAN}, .score = NAN};
    bool good =
        Py_TYPE(dict) == &PyDict_Type && read_members(names, dict, &made) && add_members(names, &made, instance);
    Py_XDECREF(made.id);
    Py_XDECREF(made.text);
    Py_XDECREF(made.vector);
    return good;
}

bool py_plain_add(py_names *names, PyObject *dict, knap_data *data)
{
    const char *id = NULL;
    double budget = NAN;
    PyObject *items = NULL, *name, *value;
    Py_ssize_t at = 0;
    knap_instance *instance;
    bool good = dict && Py_TYPE(dict) == &PyDict_Type;
    if (!dict) /* of a list that became shorter */
        PyErr_Clear();
    while (good && PyDict_Next(dict, &at, &name, &value)) {
        field is = field_of(names, name);
        good = is == ID       ? text(value, &id)
               : is == BUDGET ? number(value, &budget)
               : is == ITEMS  ? Py_TYPE(value) == &PyList_Type
                              : false;
        if (is == ITEMS)
            items = value;
    }
    if (!good || !items || PyList_Size(items) == 0 ||
        knap_data_add(data, id, budget, knap_data_count(data) + 1, &instance, NULL))
        return false;
    Py_INCREF(items); /* arrays of items may change the instance */
    for (Py_ssize_t i = 0; good && i < PyList_Size(items); i++)
        good = add_item(names, PyList_GetItem(items, i), instance);
    Py_DECREF(items);
    if (!good)
        knap_data_drop_last(data);
    return good;
}
