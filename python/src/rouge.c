/* rouge.c - pairs of predictions and references, scored as ROUGE-1.5.5 does. */
#include "pyknap.h"

#include <stdlib.h>
#include <string.h>

/* Lists of texts, each (a list of) str. The strings stay owned by the lists. */

static knap_status add_text(knap_rouge_set *set, const char *topic, bool peer, knap_rouge_format format,
                            PyObject *string, knap_error *error)
{
    Py_ssize_t length;
    const char *bytes = PyUnicode_AsUTF8AndSize(string, &length);
    knap_rouge_segment *segment;
    knap_rouge_text text;
    knap_status status;
    if (!bytes)
        return KNAP_USAGE; /* with an exception */
    status = knap_rouge_split(format, bytes, (size_t)length, NULL, &segment, &text.count, error);
    if (status)
        return status;
    text.segment = segment;
    status = peer ? knap_rouge_set_add_peer(set, topic, "prediction", &text, error)
                  : knap_rouge_set_add_reference(set, topic, &text, error);
    knap_rouge_segments_free(segment, text.count, NULL);
    return status;
}

/* Pair number i is topic i + 1. */
static bool add_pairs(knap_rouge_set *set, PyObject *predictions, PyObject *references, knap_rouge_format format)
{
    Py_ssize_t count = PyList_Size(predictions);
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *refs = PyList_GetItem(references, i);
        char topic[32];
        knap_error error = {.status = KNAP_OK};
        knap_status status;
        snprintf(topic, sizeof topic, "%zd", i + 1);
        status = add_text(set, topic, true, format, PyList_GetItem(predictions, i), &error);
        for (Py_ssize_t k = 0; !status && k < PyList_Size(refs); k++)
            status = add_text(set, topic, false, format, PyList_GetItem(refs, k), &error);
        if (status) {
            if (!PyErr_Occurred())
                py_fail(&error);
            return false;
        }
    }
    return !PyErr_Occurred();
}

/* mean, low and high, each of recall, precision and F. */
static PyObject *average(const knap_rouge_average *from)
{
    return Py_BuildValue("((ddd)(ddd)(ddd))", from->mean[0], from->mean[1], from->mean[2], from->low[0], from->low[1],
                         from->low[2], from->high[0], from->high[1], from->high[2]);
}

/* The scores of each pair, in the order given: bytes of doubles [pairs][measures][recall, precision, F]. */
static PyObject *all_scores(const knap_rouge_set *set, size_t measures)
{
    size_t count = knap_rouge_set_count(set, 0), size = count * measures * 3 * sizeof(double);
    double *row = malloc(size + 1);
    PyObject *made;
    if (!row)
        return PyErr_NoMemory();
    for (size_t i = 0; i < count; i++) {
        const knap_rouge_score *score = knap_rouge_set_scores(set, 0, i);
        /* the name is "TOPIC.SYSTEM", and the topic its number */
        double *to = row + (strtoul(knap_rouge_set_name(set, 0, i), NULL, 10) - 1) * measures * 3;
        for (size_t m = 0; m < measures; m++) {
            *to++ = score[m].recall;
            *to++ = score[m].precision;
            *to++ = score[m].f;
        }
    }
    made = PyBytes_FromStringAndSize((const char *)row, (Py_ssize_t)size);
    free(row);
    return made;
}

/* The language whose words are counted; NULL means the script's words. Without one, and where those would leave out most letters, it is
 * guessed as for "auto", and *unseen becomes the share of these letters, as in `knap rouge`. */
static const char *choose_language(const knap_rouge_set *set, const char *language, double *unseen)
{
    double share;
    if (language)
        return strcmp(language, "auto") == 0 ? knap_rouge_set_guess(set) : language;
    share = knap_rouge_set_unseen(set);
    if (share <= 0.5)
        return NULL;
    *unseen = share;
    return knap_rouge_set_guess(set);
}

/* rouge(predictions, references, options, format, language or None, scores, jobs, progress):
 * names of the measures, their averages, the scores of all pairs or None, the language or None, and the share of the letters that made
 * it be chosen or 0. */
static PyObject *rouge(PyObject *module, PyObject *args)
{
    PyObject *predictions, *references, *pairs, *progress, *names = NULL, *averages = NULL, *scores = NULL;
    const char *format, *language;
    int with_scores;
    Py_ssize_t jobs;
    knap_rouge_options options;
    knap_rouge *scorer = NULL;
    knap_rouge_set *set = NULL;
    knap_error error = {.status = KNAP_OK};
    double unseen = 0;
    py_run run;
    bool good;
    (void)module;
    knap_rouge_options_init(&options);
    if (!PyArg_ParseTuple(args, "OOOszpnO", &predictions, &references, &pairs, &format, &language, &with_scores, &jobs,
                          &progress) ||
        !py_settings(pairs, knap_rouge_options_table(), &options, NULL))
        return NULL;
    if (knap_rouge_new(&options, NULL, &scorer, &error) || knap_rouge_set_new(scorer, &set, &error)) {
        knap_rouge_free(scorer);
        return py_fail(&error);
    }
    good = add_pairs(set, predictions, references, (knap_rouge_format)knap_rouge_format_find(format));
    if (good) {
        knap_status status = KNAP_OK;
        py_run_begin(&run, progress, (size_t)jobs);
        language = choose_language(set, language, &unseen);
        if (language)
            status = knap_rouge_set_language(scorer, language, &error);
        if (!status)
            status = knap_rouge_set_evaluate(set, &run.run, &error);
        good = py_run_done(&run, status, &error);
    }
    if (good) {
        size_t measures = knap_rouge_measure_count(scorer);
        names = PyList_New(0);
        averages = PyList_New(0);
        for (size_t m = 0; names && averages && m < measures; m++) {
            PyObject *name = PyUnicode_FromString(knap_rouge_measure_name(scorer, m));
            PyObject *mean = average(knap_rouge_set_average(set, 0, m));
            if (!name || !mean || PyList_Append(names, name) || PyList_Append(averages, mean))
                Py_CLEAR(names);
            Py_XDECREF(name);
            Py_XDECREF(mean);
        }
        if (with_scores) {
            scores = all_scores(set, measures);
        } else {
            scores = Py_None;
            Py_INCREF(scores);
        }
    }
    knap_rouge_set_free(set);
    knap_rouge_free(scorer);
    if (good && names && averages && scores)
        return Py_BuildValue("(NNNzd)", names, averages, scores, language, unseen);
    Py_XDECREF(names);
    Py_XDECREF(averages);
    Py_XDECREF(scores);
    return NULL;
}

PyMethodDef py_rouge_methods[] = {{"rouge", rouge, METH_VARARGS, NULL}, {NULL, NULL, 0, NULL}};
