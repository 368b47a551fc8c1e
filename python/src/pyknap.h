/* pyknap.h - the extension module knap._knap: the C library for Python, through the limited API and knap's public headers.
 *
 * The Python package checks and converts arguments; these functions are called by it alone. They release the GIL around the
 * library's work. */
#pragma once

#define Py_LIMITED_API 0x03090000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "inner.h"

#include <stdbool.h>

/* Exported by every CPython since 3.3 with this signature; in the limited API since 3.10. */
#if Py_LIMITED_API < 0x030A0000
PyAPI_FUNC(const char *) PyUnicode_AsUTF8AndSize(PyObject *unicode, Py_ssize_t *size);
#endif

/* ---- Errors ---- */

/* Sets the exception for an error of the library; returns NULL. */
PyObject *py_fail(const knap_error *error);
/* Sets a UsageError with a message of PyUnicode_FromFormat; returns NULL. */
PyObject *py_usage(const char *format, ...);
/* The exception object for it, a new reference. */
PyObject *py_exception(const knap_error *error);
/* Tables of settings: sequences of strings "name=value". False with an exception where one is wrong. */
bool py_settings(PyObject *pairs, const knap_param *table, void *settings, unsigned char *given);
/* A dict of the settings as text. */
PyObject *py_settings_dict(const knap_param *table, const void *settings);

/* ---- Long work ---- */

/* A run whose progress goes to a Python callable, and that ends where the callable or a signal handler raises. */
typedef struct py_run {
    knap_run run;
    PyObject *progress;    /* called with fraction, stage, reward; NULL: none; borrowed */
    PyThreadState *thread; /* while the GIL is released */
    double told;           /* when progress was reported last */
    bool failed;           /* an exception is set */
    const bool *stop[2];   /* where one is true the work ends; each may be NULL */
} py_run;

/* Releases the GIL. `progress` is None or a callable. */
void py_run_begin(py_run *self, PyObject *progress, size_t jobs);
/* Takes the GIL back. Returns false where an exception is set. */
bool py_run_end(py_run *self);
/* The same, and sets an exception for `status`. */
bool py_run_done(py_run *self, knap_status status, const knap_error *error);

/* ---- Objects ---- */

/* Objects of the library in capsules of these names; NULL with an exception for anything else. */
#define PY_MODEL "knap.model"
#define PY_DATA "knap.data"
#define PY_SUMMARIZER "knap.summarizer"
#define PY_CLUSTERS "knap.clusters"
#define PY_TOKENIZER "knap.tokenizer"

typedef struct py_data {
    knap_data *data;
    PyObject *owner; /* keeps borrowed arrays and rewards alive; may be NULL */
    struct py_rewards *rewards;
    bool absent_is_zero; /* of the format that it was read from */
} py_data;

knap_model *py_model(PyObject *capsule);
PyObject *py_model_new(knap_model *model);
py_data *py_data_of(PyObject *capsule);

/* ---- Python objects as JSON ---- */

typedef struct py_json {
    char *bytes;
    size_t length, capacity;
    struct py_key *keys; /* names of members as JSON, by the address of their string */
} py_json;

/* Appends a value as JSON. False with an exception where it has no JSON form. */
bool py_json_add(py_json *json, PyObject *value);
bool py_json_raw(py_json *json, const char *bytes, size_t length);
void py_json_free(py_json *json);
size_t py_json_real(double value, char *text /* [32] */);

/* ---- Plain instances, without JSON ---- */

/* What the members of a dict mean, by the address of their name, and room for the numbers of an item; start from {0}. */
typedef struct py_names {
    struct py_name *slot;
    const knap_data *like; /* whose features every item has */
    PyObject **key;        /* [features of like] the name as it was seen last */
    size_t *place;         /* [features of like] their numbers in the data that are filled */
    double *feature, *vector;
    size_t vector_room;
} py_names;

/* Prepares for data that get instances; false where memory is out. */
bool py_plain_begin(py_names *names, const knap_data *like, knap_data *data);
/* Adds an instance that has an id, a budget and items with nothing but id, cost, score, text, a dict of features and a vector that
 * is a list or has a method `tolist`, all of the plain types. Returns false, and changes nothing, for any other instance and
 * where the library refuses one: the reader then says what is wrong. */
bool py_plain_add(py_names *names, PyObject *instance, knap_data *data);
void py_names_free(py_names *names);

/* ---- How instances are read ---- */

typedef struct py_reading {
    const char *map, *by; /* may be NULL */
    double budget;        /* NaN: the data's */
    knap_meter *meter;
    knap_passages_settings passages;
} py_reading;

/* From (map, by, budget, cost unit, tokenizer, per item, passages settings). False with an exception. */
bool py_reading_begin(py_reading *self, PyObject *options);
void py_reading_end(py_reading *self);
knap_status py_open_bytes(const py_reading *reading, const char *bytes, size_t length, knap_reader **reader,
                          knap_error *error);
knap_status py_set_budget(knap_data *data, double budget, knap_error *error);

/* ---- Pins and bans ---- */

typedef struct py_choice {
    size_t document, number; /* a sentence of a document; items have no document */
    knap_choice choice;
    const char *argument; /* "pins" or "bans", for messages */
    size_t at;            /* its place in the argument */
} py_choice;

typedef struct py_choices {
    py_choice *choice;
    size_t count;
} py_choices;

/* From two lists of tuples (document, number), whose numbers are not negative. False with an exception. */
bool py_choices_begin(py_choices *self, PyObject *pins, PyObject *bans);
void py_choices_end(py_choices *self);
/* Apply them to an instance, or to the first cluster. An error names the argument; something that is pinned and banned is one. */
knap_status py_choose_items(const py_choices *self, knap_instance *instance, knap_error *error);
knap_status py_choose_sentences(const py_choices *self, knap_material *material, knap_error *error);

/* ---- Functions of the module, one table per file ---- */

extern PyMethodDef py_model_methods[], py_data_methods[], py_pack_methods[], py_rouge_methods[], py_summarize_methods[],
    py_train_methods[], py_batch_methods[], py_tokens_methods[];

/* Gives every instance the reward of a Python callable. */
typedef struct py_rewards py_rewards;
py_rewards *py_rewards_new(PyObject *callable, PyObject *instances, bool submodular);
bool py_rewards_set(py_rewards *self, knap_data *data);
/* Restores the exception of a call that failed; true where there is one. */
bool py_rewards_raise(py_rewards *self);
/* Becomes true when a call fails; NULL for NULL. */
const bool *py_rewards_failed(const py_rewards *self);
void py_rewards_free(py_rewards *self);
