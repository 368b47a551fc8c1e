/* plain.c - instances that have only the usual members, straight into the library: no JSON is written and read. */
#include "pyknap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum field { OTHER, ID, COST, SCORE, TEXT, BUDGET, ITEMS } field;

enum { SLOTS = 64 };

typedef struct py_name {
    PyObject *name; /* a strong reference, so that its address stays its own */
    field field;
} py_name;

void py_names_free(py_names *names)
{
    for (size_t i = 0; names->slot && i < SLOTS; i++)
        Py_XDECREF(names->slot[i].name);
    free(names->slot);
    names->slot = NULL;
}

static field meaning(PyObject *name)
{
    static const char *const known[] = {"", "id", "cost", "score", "text", "budget", "items"};
    for (int i = 1; i < 7; i++)
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
        if (!PyUnicode_Check(name))
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

static bool add_item(py_names *names, PyObject *dict, knap_instance *instance)
{
    knap_item item = {.cost = NAN};
    double score = NAN;
    Py_ssize_t at = 0;
    PyObject *name, *value;
    if (Py_TYPE(dict) != &PyDict_Type)
        return false;
    while (PyDict_Next(dict, &at, &name, &value)) {
        bool good = false;
        switch (field_of(names, name)) {
        case ID:
            good = text(value, &item.id);
            break;
        case COST:
            good = number(value, &item.cost);
            break;
        case SCORE:
            good = number(value, &score);
            break;
        case TEXT:
            good = text(value, &item.text);
            break;
        default:
            break;
        }
        if (!good)
            return false;
    }
    return !isnan(item.cost) && !knap_instance_add(instance, &item, NULL) &&
           (isnan(score) || !knap_instance_set_score(instance, knap_instance_count(instance) - 1, score, NULL));
}

bool py_plain_add(py_names *names, PyObject *dict, knap_data *data)
{
    const char *id = NULL;
    double budget = NAN;
    PyObject *items = NULL, *name, *value;
    Py_ssize_t at = 0;
    knap_instance *instance;
    bool good = Py_TYPE(dict) == &PyDict_Type;
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
    for (Py_ssize_t i = 0; good && i < PyList_Size(items); i++)
        good = add_item(names, PyList_GetItem(items, i), instance);
    if (!good)
        knap_data_drop_last(data);
    return good;
}
