/* summarize.c - summarizers, and clusters of documents from memory and from files. */
#include "pyknap.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Clusters ---- */

typedef struct clusters {
    knap_corpus *corpus;
    const knap_cluster **cluster; /* [count] */
    size_t count;
} clusters;

/* After many clusters, the free memory of the C library goes back to the system, which it would otherwise keep. */
static void free_clusters(clusters *self)
{
    enum { MANY = 256 };
    bool many = self->count >= MANY;
    free(self->cluster);
    knap_corpus_close(self->corpus);
    free(self);
#ifdef __GLIBC__
    if (many)
        malloc_trim(0);
#else
    (void)many;
#endif
}

static void end_clusters(PyObject *capsule)
{
    free_clusters(PyCapsule_GetPointer(capsule, PY_CLUSTERS));
}

static PyObject *wrap_corpus(knap_corpus *corpus)
{
    clusters *self = calloc(1, sizeof *self);
    PyObject *capsule;
    if (!self) {
        knap_corpus_close(corpus);
        return PyErr_NoMemory();
    }
    self->corpus = corpus;
    self->count = knap_corpus_clusters(corpus);
    self->cluster = calloc(self->count + 1, sizeof *self->cluster);
    for (size_t i = 0; self->cluster && i < self->count; i++)
        self->cluster[i] = knap_corpus_cluster(corpus, i);
    capsule = self->cluster ? PyCapsule_New(self, PY_CLUSTERS, end_clusters) : PyErr_NoMemory();
    if (!capsule)
        free_clusters(self);
    return capsule;
}

/* Reads clusters until a signal handler raises. NULL with an exception. */
static knap_corpus *open_corpus(const char *const *path, size_t count, knap_corpus_options *options)
{
    knap_corpus *corpus = NULL;
    knap_error error = {.status = KNAP_OK};
    knap_status status;
    py_run run;
    py_run_begin(&run, Py_None, 1);
    options->run = &run.run;
    status = knap_corpus_open(path, count, options, NULL, &corpus, &error);
    if (options->input && strcmp(error.file, "standard input") == 0)
        snprintf(error.file, sizeof error.file, "texts");
    return py_run_done(&run, status, &error) ? corpus : NULL;
}

/* clusters_list(list): dicts with "id", "documents" and perhaps "references", as in JSONL. */
static PyObject *clusters_list(PyObject *module, PyObject *list)
{
    static const char *const standard[] = {"-"};
    py_json json = {.bytes = NULL};
    knap_corpus *corpus;
    knap_corpus_options options = {.encoding = NULL};
    Py_ssize_t count = PyList_Size(list);
    (void)module;
    for (Py_ssize_t i = 0; i < count; i++)
        if (!py_json_add(&json, PyList_GetItem(list, i)) || !py_json_raw(&json, "\n", 1)) {
            py_json_free(&json);
            return NULL;
        }
    options.input = count > 0 ? fmemopen(json.bytes, json.length, "rb") : NULL;
    if (!options.input) {
        py_json_free(&json);
        return count < 0 ? NULL : py_usage("there is no text to summarize");
    }
    corpus = open_corpus(standard, 1, &options);
    fclose(options.input);
    py_json_free(&json);
    return corpus ? wrap_corpus(corpus) : NULL;
}

/* clusters_paths(paths as bytes, encoding or None, format or None, each) */
static PyObject *clusters_paths(PyObject *module, PyObject *args)
{
    PyObject *list;
    int each;
    const char **path;
    knap_corpus *corpus;
    knap_corpus_options options = {.encoding = NULL};
    Py_ssize_t count;
    (void)module;
    if (!PyArg_ParseTuple(args, "Ozzp", &list, &options.encoding, &options.format, &each) ||
        (count = PyList_Size(list)) < 0)
        return NULL;
    path = calloc((size_t)count + 1, sizeof *path);
    if (!path)
        return PyErr_NoMemory();
    for (Py_ssize_t i = 0; i < count; i++)
        if (!(path[i] = PyBytes_AsString(PyList_GetItem(list, i)))) {
            free(path);
            return NULL;
        }
    options.each = each;
    corpus = open_corpus(path, (size_t)count, &options);
    free(path);
    return corpus ? wrap_corpus(corpus) : NULL;
}

static PyObject *clusters_count(PyObject *module, PyObject *capsule)
{
    clusters *self = PyCapsule_GetPointer(capsule, PY_CLUSTERS);
    (void)module;
    return self ? PyLong_FromSize_t(self->count) : NULL;
}

/* clusters_skipped(clusters): (file, message) of each file that could not be read. */
static PyObject *clusters_skipped(PyObject *module, PyObject *capsule)
{
    clusters *self = PyCapsule_GetPointer(capsule, PY_CLUSTERS);
    size_t count = 0;
    const knap_note *note;
    PyObject *list;
    (void)module;
    if (!self)
        return NULL;
    note = knap_corpus_notes(self->corpus, &count);
    list = PyList_New(0);
    for (size_t i = 0; list && i < count; i++) {
        PyObject *row;
        if (note[i].kind != KNAP_NOTE_UNREADABLE)
            continue;
        row =
            Py_BuildValue("(NN)", PyUnicode_DecodeFSDefault(note[i].file), PyUnicode_DecodeFSDefault(note[i].message));
        if (!row || PyList_Append(list, row))
            Py_CLEAR(list);
        Py_XDECREF(row);
    }
    return list;
}

static PyObject *text_of(const knap_document *document)
{
    size_t length;
    const char *text = knap_document_text(document, &length);
    return PyUnicode_DecodeUTF8(text, (Py_ssize_t)length, "replace");
}

static const char *name_of(const knap_document *document)
{
    return knap_document_id(document)[0] ? knap_document_id(document) : knap_document_name(document);
}

/* clusters_documents(clusters, cluster): (name, text) of each document. */
static PyObject *clusters_documents(PyObject *module, PyObject *args)
{
    PyObject *capsule, *list;
    Py_ssize_t index;
    clusters *self;
    (void)module;
    if (!PyArg_ParseTuple(args, "On", &capsule, &index) || !(self = PyCapsule_GetPointer(capsule, PY_CLUSTERS)))
        return NULL;
    list = PyList_New(0);
    for (size_t i = 0; list && (size_t)index < self->count && i < self->cluster[index]->documents; i++) {
        const knap_document *document = self->cluster[index]->document[i];
        PyObject *row = Py_BuildValue("(NN)", PyUnicode_DecodeFSDefault(name_of(document)), text_of(document));
        if (!row || PyList_Append(list, row))
            Py_CLEAR(list);
        Py_XDECREF(row);
    }
    return list;
}

/* ---- Summarizers ---- */

/* Languages that stay open from one call with one thread to the next: the context of the capsule. Whoever holds the GIL may take them; a
 * second thread opens its own. */
typedef struct spare {
    knap_languages *languages; /* NULL: taken, or not opened yet */
    size_t calls;              /* since they were opened */
} spare;

static knap_languages *take_languages(PyObject *capsule)
{
    spare *self = PyCapsule_GetContext(capsule);
    knap_languages *languages = self->languages;
    self->languages = NULL;
    if (!languages)
        knap_languages_new(NULL, &languages, NULL); /* NULL without memory: they are then opened for the call */
    return languages;
}

/* They are opened anew now and then, because they keep every word that they met. */
static void give_languages(PyObject *capsule, knap_languages *languages)
{
    enum { MOST_CALLS = 1000 };
    spare *self = PyCapsule_GetContext(capsule);
    if (self->languages || ++self->calls > MOST_CALLS) {
        knap_languages_free(languages);
        self->calls = self->languages ? self->calls : 0;
        return;
    }
    self->languages = languages;
}

static void free_summarizer(knap_summarizer *self, spare *languages)
{
    if (languages)
        knap_languages_free(languages->languages);
    free(languages);
    knap_summarizer_free(self);
}

static void end_summarizer(PyObject *capsule)
{
    free_summarizer(PyCapsule_GetPointer(capsule, PY_SUMMARIZER), PyCapsule_GetContext(capsule));
}

static PyObject *wrap(knap_summarizer *self)
{
    spare *languages = calloc(1, sizeof *languages);
    PyObject *capsule = languages ? PyCapsule_New(self, PY_SUMMARIZER, end_summarizer) : PyErr_NoMemory();
    if (!capsule)
        free_summarizer(self, languages);
    else
        PyCapsule_SetContext(capsule, languages);
    return capsule;
}

/* summarizer_parse(bytes or None, name): None is the model that comes with the library. */
static PyObject *parse(PyObject *module, PyObject *args)
{
    const char *bytes, *name;
    Py_ssize_t length;
    knap_summarizer *self;
    knap_error error = {.status = KNAP_OK};
    knap_status status;
    (void)module;
    if (!PyArg_ParseTuple(args, "z#s", &bytes, &length, &name))
        return NULL;
    Py_BEGIN_ALLOW_THREADS status = bytes ? knap_summarizer_parse(bytes, (size_t)length, name, NULL, &self, &error)
                                          : knap_summarizer_embedded(NULL, &self, &error);
    Py_END_ALLOW_THREADS return status ? py_fail(&error) : wrap(self);
}

static PyObject *load(PyObject *module, PyObject *args)
{
    PyObject *path;
    knap_summarizer *self;
    knap_error error = {.status = KNAP_OK};
    knap_status status;
    (void)module;
    if (!PyArg_ParseTuple(args, "O&", PyUnicode_FSConverter, &path))
        return NULL;
    Py_BEGIN_ALLOW_THREADS status = knap_summarizer_load(PyBytes_AsString(path), NULL, &self, &error);
    Py_END_ALLOW_THREADS Py_DECREF(path);
    return status ? py_fail(&error) : wrap(self);
}

static PyObject *write_bytes(PyObject *module, PyObject *capsule)
{
    knap_summarizer *self = PyCapsule_GetPointer(capsule, PY_SUMMARIZER);
    knap_error error = {.status = KNAP_OK};
    PyObject *made;
    char *text;
    size_t length;
    (void)module;
    if (!self)
        return NULL;
    if (knap_model_write(knap_summarizer_model(self), &text, &length, &error))
        return py_fail(&error);
    made = PyBytes_FromStringAndSize(text, (Py_ssize_t)length);
    knap_text_free(NULL, text);
    return made;
}

static PyObject *save(PyObject *module, PyObject *args)
{
    PyObject *capsule, *path;
    knap_summarizer *self;
    knap_error error = {.status = KNAP_OK};
    knap_status status = KNAP_OK;
    (void)module;
    if (!PyArg_ParseTuple(args, "OO&", &capsule, PyUnicode_FSConverter, &path))
        return NULL;
    self = PyCapsule_GetPointer(capsule, PY_SUMMARIZER);
    Py_BEGIN_ALLOW_THREADS if (self) status = knap_summarizer_save(self, PyBytes_AsString(path), &error);
    Py_END_ALLOW_THREADS Py_DECREF(path);
    if (!self || status)
        return status ? py_fail(&error) : NULL;
    Py_RETURN_NONE;
}

/* summarizer_set(summarizer, max_rouge, trim or None, filter or None, decode or None) */
static PyObject *set(PyObject *module, PyObject *args)
{
    PyObject *capsule;
    int max_rouge;
    const char *trim, *filter, *decode;
    knap_summarizer *self;
    knap_error error = {.status = KNAP_OK};
    (void)module;
    if (!PyArg_ParseTuple(args, "Opzzz", &capsule, &max_rouge, &trim, &filter, &decode) ||
        !(self = PyCapsule_GetPointer(capsule, PY_SUMMARIZER)))
        return NULL;
    if ((max_rouge && knap_summarizer_set_rouge(self, &error)) ||
        (trim && knap_summarizer_set_trim(self, trim, &error)) ||
        (filter && knap_summarizer_set_filter(self, filter, &error)) ||
        (decode && knap_summarizer_set_decode(self, decode, &error)))
        return py_fail(&error);
    Py_RETURN_NONE;
}

/* summarizer_info(summarizer): the budget it was trained for, settings of text and of training, columns. */
static PyObject *info(PyObject *module, PyObject *capsule)
{
    knap_summarizer *self = PyCapsule_GetPointer(capsule, PY_SUMMARIZER);
    knap_budget budget;
    char text[64];
    (void)module;
    if (!self)
        return NULL;
    budget = knap_summarizer_budget(self);
    return Py_BuildValue("(sNNn)", knap_budget_format(&budget, text, sizeof text),
                         py_settings_dict(knap_text_settings_table(), knap_summarizer_text(self)),
                         py_settings_dict(knap_settings_table(), knap_model_settings(knap_summarizer_model(self))),
                         (Py_ssize_t)knap_model_columns(knap_summarizer_model(self)));
}

/* ---- Training ---- */

static bool parse_budget(const char *text, PyObject *tokenizer, knap_budget *budget)
{
    knap_error error = {.status = KNAP_USAGE};
    if (text && knap_budget_parse(text, budget, &error)) {
        py_fail(&error);
        return false;
    }
    if (budget->unit != KNAP_TOKENS)
        return true;
    if (tokenizer == Py_None) {
        py_usage("a budget in tokens needs a vocabulary: tokenizer=FILE");
        return false;
    }
    budget->tokenizer = PyCapsule_GetPointer(tokenizer, PY_TOKENIZER);
    return budget->tokenizer != NULL;
}

/* summarizer_train(clusters, validate or None, budget, tokenizer, language, settings, text settings, max_rouge, jobs, progress):
 * the summarizer and (reward, regret, bound, oracle, validation, tried). */
static PyObject *train(PyObject *module, PyObject *args)
{
    enum { MOST = 64, ROWS = 256 };
    PyObject *given_clusters, *held_out, *tokenizer, *pairs, *text_pairs, *progress;
    const char *budget, *language;
    int max_rouge;
    Py_ssize_t jobs;
    clusters *on, *validate = NULL;
    knap_training_set set = {.train = NULL};
    knap_settings settings[MOST];
    knap_text_settings text;
    unsigned char given[ROWS] = {0};
    size_t count = 1;
    knap_summarizer *self = NULL;
    knap_report report;
    knap_error error = {.status = KNAP_OK};
    knap_status status;
    py_run run;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOsOzOOpnO", &given_clusters, &held_out, &budget, &tokenizer, &language, &pairs,
                          &text_pairs, &max_rouge, &jobs, &progress) ||
        !(on = PyCapsule_GetPointer(given_clusters, PY_CLUSTERS)) ||
        (held_out != Py_None && !(validate = PyCapsule_GetPointer(held_out, PY_CLUSTERS))) ||
        !parse_budget(budget, tokenizer, &set.budget))
        return NULL;
    knap_settings_init(&settings[0]);
    knap_text_settings_init(&text);
    if (max_rouge)
        knap_text_settings_for_rouge(&text);
    if (!py_settings(pairs, knap_settings_table(), &settings[0], given) ||
        !py_settings(text_pairs, knap_text_settings_table(), &text, NULL))
        return NULL;
    knap_settings_suit_documents(on->count, max_rouge, given, &settings[0]);
    if (validate) {
        knap_settings base = settings[0];
        count = knap_settings_grid(&base, given, settings, MOST);
    }
    set.train = on->cluster;
    set.trains = on->count;
    set.validate = validate ? validate->cluster : NULL;
    set.validates = validate ? validate->count : 0;
    set.language = language;
    py_run_begin(&run, progress, (size_t)jobs);
    status = knap_summarizer_train(&set, &text, settings, count, &run.run, &self, &report, &error);
    if (!py_run_done(&run, status, &error)) {
        knap_summarizer_free(self);
        return NULL;
    }
    return Py_BuildValue("(N(dddddn))", wrap(self), report.reward, report.regret, report.bound, report.oracle,
                         report.validation, (Py_ssize_t)report.tried);
}

/* ---- Summaries ---- */

typedef struct work {
    const knap_cluster *const *cluster; /* [count] */
    size_t count;
    const knap_material *material;
    const knap_packed *packed;
    knap_order order;
} work;

/* Characters in the first `bytes` bytes of UTF-8. */
static Py_ssize_t characters(const char *text, size_t bytes)
{
    Py_ssize_t count = 0;
    for (size_t i = 0; i < bytes; i++)
        count += ((unsigned char)text[i] & 0xC0) != 0x80;
    return count;
}

static bool put(PyObject *dict, const char *name, PyObject *value)
{
    bool good = value && PyDict_SetItemString(dict, name, value) == 0;
    Py_XDECREF(value);
    return good;
}

static PyObject *flaw_names(const work *self, size_t cluster, const knap_instance *instance, size_t item)
{
    const knap_data *data = knap_material_data(self->material);
    uint32_t flaws = knap_list_flaws(instance, &self->packed[cluster].list, item);
    PyObject *list = PyList_New(0);
    for (size_t f = 0; list && f <= knap_data_flaw_count(data); f++) {
        bool last = f == knap_data_flaw_count(data);
        uint32_t bit = last ? KNAP_FLAW_UNSUPPORTED : UINT32_C(1) << f;
        PyObject *name;
        if (!(flaws & bit))
            continue;
        name = PyUnicode_FromString(last ? "unsupported" : knap_data_flaw_name(data, f));
        if (!name || PyList_Append(list, name))
            Py_CLEAR(list);
        Py_XDECREF(name);
    }
    return list;
}

/* The place of a sentence is given in characters of the document's text, as Python counts. */
static PyObject *sentence(const work *self, size_t cluster, size_t pick)
{
    const knap_packed *packed = &self->packed[cluster];
    size_t item = packed->list.item[pick];
    knap_candidate candidate = knap_material_item(self->material, cluster, item);
    const knap_document *document = self->cluster[cluster]->document[candidate.document];
    const knap_instance *instance = knap_data_at(knap_material_data(self->material), cluster);
    const char *text = knap_document_text(document, NULL);
    const char *speaker = knap_document_speaker(document, candidate.sentence->begin);
    PyObject *dict = PyDict_New();
    if (dict && put(dict, "text", PyUnicode_DecodeUTF8(candidate.text, (Py_ssize_t)candidate.length, "replace")) &&
        put(dict, "document", PyUnicode_DecodeFSDefault(name_of(document))) &&
        put(dict, "source", PyLong_FromSize_t(candidate.document)) &&
        put(dict, "begin", PyLong_FromSsize_t(characters(text, candidate.sentence->body))) &&
        put(dict, "end", PyLong_FromSsize_t(characters(text, candidate.sentence->end))) &&
        put(dict, "position", PyLong_FromSize_t(candidate.sentence->position)) &&
        put(dict, "picked", PyLong_FromSize_t(pick)) &&
        put(dict, "cost", PyFloat_FromDouble(knap_instance_cost(instance, item))) &&
        put(dict, "trimmed", PyBool_FromLong(candidate.cuts > 0)) &&
        put(dict, "flaws", flaw_names(self, cluster, instance, item)) &&
        (!speaker || put(dict, "speaker", PyUnicode_FromString(speaker))) &&
        (!packed->score || put(dict, "score", PyFloat_FromDouble(packed->score[pick]))))
        return dict;
    Py_XDECREF(dict);
    return NULL;
}

static PyObject *sentences(const work *self, size_t cluster)
{
    const knap_list *list = &self->packed[cluster].list;
    size_t *place = calloc(list->count + 1, sizeof *place);
    knap_error error = {.status = KNAP_OK};
    PyObject *made;
    if (!place)
        return PyErr_NoMemory();
    if (knap_summary_order(self->material, cluster, list, self->order, place, &error)) {
        free(place);
        return py_fail(&error);
    }
    made = PyList_New(0);
    for (size_t i = 0; made && i < list->count; i++) {
        PyObject *one = sentence(self, cluster, place[i]);
        if (!one || PyList_Append(made, one))
            Py_CLEAR(made);
        Py_XDECREF(one);
    }
    free(place);
    return made;
}

/* The cost of the shortest sentence if none was picked, and infinity if there is none; nan otherwise. */
static double least_cost(const work *self, size_t cluster)
{
    const knap_instance *instance = knap_data_at(knap_material_data(self->material), cluster);
    double least = INFINITY;
    if (self->packed[cluster].list.count)
        return NAN;
    for (size_t i = 0; i < knap_instance_count(instance); i++)
        least = fmin(least, knap_instance_cost(instance, i));
    return least;
}

/* (id, language, text, cost, sentences, recall or nan, cost of the shortest sentence if none fits or nan) */
static PyObject *summary(const work *self, size_t cluster)
{
    const knap_packed *packed = &self->packed[cluster];
    knap_error error = {.status = KNAP_OK};
    char *text = NULL;
    size_t length;
    double recall = NAN;
    PyObject *made;
    if (knap_summary_text(self->material, cluster, &packed->list, self->order, &text, &length, &error))
        return py_fail(&error);
    if (self->cluster[cluster]->references)
        knap_material_recall(self->material, cluster, &packed->list, &recall, NULL);
    made = Py_BuildValue("(NsNdNdd)", PyUnicode_DecodeFSDefault(self->cluster[cluster]->id),
                         knap_material_language(self->material, cluster),
                         PyUnicode_DecodeUTF8(text, (Py_ssize_t)length, "replace"), packed->list.cost,
                         sentences(self, cluster), recall, least_cost(self, cluster));
    knap_text_free(NULL, text);
    return made;
}

static bool find_order(const char *name, knap_order *order)
{
    for (const knap_order_row *row = knap_orders(); row->name; row++)
        if (strcmp(row->name, name) == 0) {
            *order = (knap_order)(row - knap_orders());
            return true;
        }
    py_usage("there is no order '%s': expected depend, source or picked", name);
    return false;
}

static PyObject *all_summaries(const work *self)
{
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && i < self->count; i++) {
        PyObject *one = summary(self, i);
        if (!one || PyList_Append(list, one))
            Py_CLEAR(list);
        Py_XDECREF(one);
    }
    return list;
}

/* What a call of summarize makes and frees. */
typedef struct making {
    knap_summarizer *summarizer;
    const knap_system *system; /* NULL: the summarizer's model picks */
    knap_text_input input;
    py_choices choices;
    knap_material *material;
    knap_model *fitted;
    knap_packed *packed; /* [input.clusters] */
    uint64_t seed;
} making;

static knap_status make_lists(making *self, const knap_run *run, knap_error *error)
{
    const knap_model *model = knap_summarizer_model(self->summarizer);
    knap_status status = knap_material_new(self->summarizer, &self->input, run, &self->material, error);
    if (!status)
        status = py_choose_sentences(&self->choices, self->material, error);
    if (!status && self->system) {
        status = knap_system_fit(self->system, NULL, NULL, run, &self->fitted, error);
        model = self->fitted;
    }
    if (!status)
        status = knap_model_match(model, knap_material_data(self->material), false, error);
    if (!status)
        status = knap_pack_all(model, knap_material_data(self->material), self->seed, run, self->packed, error);
    return status;
}

static void end_making(making *self)
{
    if (self->packed)
        knap_packed_free(self->packed, self->input.clusters);
    free(self->packed);
    py_choices_end(&self->choices);
    knap_model_free(self->fitted);
    knap_material_free(self->material);
}

static bool find_system(const char *name, making *self)
{
    if (!name)
        return true;
    self->system = knap_system_find(name);
    if (!self->system)
        py_usage("there is no system '%s': see knap.systems()", name);
    else if (self->system->fit)
        py_usage("system %s needs training: use knap.experiment", name);
    else {
        self->input.ignores = self->system->ignores;
        self->input.system = self->system->name;
    }
    return !PyErr_Occurred();
}

/* summarize(summarizer, clusters, budget or None, tokenizer, language, order, system or None, query or None, pins, bans, jobs, seed,
 * first, count, progress): the budget, and a tuple for each of the `count` clusters from number `first` on. */
static PyObject *summarize(PyObject *module, PyObject *args)
{
    PyObject *capsule, *given, *tokenizer, *pins, *bans, *progress, *list = NULL;
    const char *budget, *order, *name;
    char budget_text[64];
    Py_ssize_t jobs, seed, first, count;
    making self = {.summarizer = NULL};
    knap_error error = {.status = KNAP_OK};
    knap_status status;
    clusters *on;
    work made;
    py_run run;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOzOzszzOOnnnnO", &capsule, &given, &budget, &tokenizer, &self.input.language, &order,
                          &name, &self.input.query, &pins, &bans, &jobs, &seed, &first, &count, &progress) ||
        !(self.summarizer = PyCapsule_GetPointer(capsule, PY_SUMMARIZER)) ||
        !(on = PyCapsule_GetPointer(given, PY_CLUSTERS)) || !find_order(order, &made.order))
        return NULL;
    self.input.cluster = on->cluster + first;
    self.input.clusters = (size_t)count;
    self.seed = (uint64_t)(seed + first);
    self.input.budget = knap_summarizer_budget(self.summarizer);
    if (!parse_budget(budget, tokenizer, &self.input.budget) || !find_system(name, &self) ||
        !py_choices_begin(&self.choices, pins, bans))
        return NULL;
    if (!(self.packed = calloc(self.input.clusters + 1, sizeof *self.packed))) {
        end_making(&self);
        return PyErr_NoMemory();
    }
    if (jobs == 1)
        self.input.languages = take_languages(capsule);
    py_run_begin(&run, progress, (size_t)jobs);
    status = make_lists(&self, &run.run, &error);
    if (py_run_done(&run, status, &error)) {
        made = (work){.cluster = self.input.cluster,
                      .count = self.input.clusters,
                      .material = self.material,
                      .packed = self.packed,
                      .order = made.order};
        list = all_summaries(&made);
    }
    end_making(&self);
    if (self.input.languages)
        give_languages(capsule, self.input.languages);
    return list ? Py_BuildValue("(sN)", knap_budget_format(&self.input.budget, budget_text, sizeof budget_text), list)
                : NULL;
}

PyMethodDef py_summarize_methods[] = {{"clusters_list", clusters_list, METH_O, NULL},
                                      {"clusters_paths", clusters_paths, METH_VARARGS, NULL},
                                      {"clusters_count", clusters_count, METH_O, NULL},
                                      {"clusters_skipped", clusters_skipped, METH_O, NULL},
                                      {"clusters_documents", clusters_documents, METH_VARARGS, NULL},
                                      {"summarizer_parse", parse, METH_VARARGS, NULL},
                                      {"summarizer_load", load, METH_VARARGS, NULL},
                                      {"summarizer_write", write_bytes, METH_O, NULL},
                                      {"summarizer_save", save, METH_VARARGS, NULL},
                                      {"summarizer_set", set, METH_VARARGS, NULL},
                                      {"summarizer_info", info, METH_O, NULL},
                                      {"summarizer_train", train, METH_VARARGS, NULL},
                                      {"summarize", summarize, METH_VARARGS, NULL},
                                      {NULL, NULL, 0, NULL}};
