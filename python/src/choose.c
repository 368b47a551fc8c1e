/* choose.c - pins and bans that are given as arguments: of items by their numbers, of sentences by document and number. */
#include "pyknap.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static bool add(py_choices *self, PyObject *list, const char *argument, knap_choice choice)
{
    Py_ssize_t count = PyList_Size(list);
    for (Py_ssize_t i = 0; i < count; i++) {
        py_choice *made = &self->choice[self->count];
        Py_ssize_t document, number;
        if (!PyArg_ParseTuple(PyList_GetItem(list, i), "nn", &document, &number))
            return false;
        *made = (py_choice){(size_t)document, (size_t)number, choice, argument, (size_t)i};
        self->count++;
    }
    return count >= 0;
}

bool py_choices_begin(py_choices *self, PyObject *pins, PyObject *bans)
{
    *self = (py_choices){.count = 0};
    if (PyList_Size(pins) < 0 || PyList_Size(bans) < 0)
        return false;
    self->choice = calloc((size_t)(PyList_Size(pins) + PyList_Size(bans)) + 1, sizeof *self->choice);
    if (!self->choice) {
        PyErr_NoMemory();
        return false;
    }
    if (add(self, pins, "pins", KNAP_CHOICE_PIN) && add(self, bans, "bans", KNAP_CHOICE_BAN))
        return true;
    py_choices_end(self);
    return false;
}

void py_choices_end(py_choices *self)
{
    free(self->choice);
    *self = (py_choices){.count = 0};
}

/* An error that begins with the argument. */
KNAP_PRINTF(4, 5)
static knap_status refuse(const py_choice *one, knap_status status, knap_error *error, const char *format, ...)
{
    int length;
    va_list arguments;
    *error = (knap_error){.status = status};
    length = snprintf(error->message, sizeof error->message, "%s[%zu]: ", one->argument, one->at);
    va_start(arguments, format);
    vsnprintf(error->message + length, sizeof error->message - (size_t)length, format, arguments);
    va_end(arguments);
    return status;
}

/* What stands against a choice, for messages. */
static const char *other(const py_choice *one)
{
    return one->choice == KNAP_CHOICE_BAN ? "pinned" : "banned";
}

knap_status py_choose_items(const py_choices *self, knap_instance *instance, knap_error *error)
{
    size_t count = knap_instance_count(instance);
    knap_status status = KNAP_OK;
    for (size_t i = 0; !status && i < self->count; i++) {
        const py_choice *one = &self->choice[i];
        knap_choice before = knap_instance_choice(instance, one->number);
        if (one->number >= count)
            return refuse(one, KNAP_USAGE, error, "there is no item %zu: expected a number from 0 to %zu", one->number,
                          count ? count - 1 : 0);
        if (before && before != one->choice)
            return refuse(one, KNAP_USAGE, error, "item %zu is %s too: remove the pin or the ban", one->number,
                          other(one));
        status = knap_instance_set_choice(instance, one->number, one->choice, error);
    }
    return status;
}

knap_status py_choose_sentences(const py_choices *self, knap_material *material, knap_error *error)
{
    for (size_t i = 0; i < self->count; i++) {
        const py_choice *one = &self->choice[i];
        knap_error problem = {.status = KNAP_OK};
        knap_choice before = knap_material_choice(material, 0, one->document, one->number);
        if (before && before != one->choice)
            return refuse(one, KNAP_USAGE, error, "sentence %zu of document %zu is %s too: remove the pin or the ban",
                          one->number, one->document, other(one));
        if (knap_material_choose(material, 0, one->document, one->number, one->choice, &problem))
            return refuse(one, problem.status, error, "%s", problem.message);
    }
    return KNAP_OK;
}
