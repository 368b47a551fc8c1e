/* train.c - policies learned from instances with rewards. */
#include "pyknap.h"

#include <string.h>

enum { MOST = 64, ROWS = 256 };

/* Rewards from labels: answers, useful items, lists that were shown. */
static knap_status label(knap_data *data, const knap_run *run, knap_error *error)
{
    knap_status status = knap_labels_apply(data, run, NULL, error);
    if (!status && knap_logs_only(data))
        status = knap_logs_learn(data, NULL, run, error);
    return status;
}

/* set_reward(data, callable, instances, submodular) */
static PyObject *set_reward(PyObject *module, PyObject *args)
{
    PyObject *capsule, *callable, *instances;
    int submodular;
    py_data *self;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOp", &capsule, &callable, &instances, &submodular) || !(self = py_data_of(capsule)))
        return NULL;
    if (self->rewards) {
        py_usage("the data have such a reward already");
        return NULL;
    }
    self->rewards = py_rewards_new(callable, instances, submodular);
    if (!self->rewards || !py_rewards_set(self->rewards, self->data))
        return NULL;
    Py_RETURN_NONE;
}

/* set_kind(data, name): a built-in reward for every instance. */
static PyObject *set_kind(PyObject *module, PyObject *args)
{
    PyObject *capsule;
    const char *name;
    const knap_reward *kind;
    knap_error error = {.status = KNAP_OK};
    py_data *self;
    (void)module;
    if (!PyArg_ParseTuple(args, "Os", &capsule, &name) || !(self = py_data_of(capsule)))
        return NULL;
    kind = knap_reward_find(name);
    if (!kind)
        return py_usage("there is no reward '%s': expected coverage, success, facility, modular, useful, expected "
                        "or a callable",
                        name);
    for (size_t i = 0; i < knap_data_count(self->data); i++)
        if (knap_instance_set_reward(knap_data_at(self->data, i), kind, NULL, &error))
            return py_fail(&error);
    Py_RETURN_NONE;
}

/* train(data, validate or None, settings, passages settings, jobs, progress): the model and its report. */
static PyObject *train(PyObject *module, PyObject *args)
{
    PyObject *capsule, *held_out, *pairs, *passage_pairs, *progress;
    Py_ssize_t jobs;
    py_data *self, *validate = NULL;
    knap_settings settings[MOST];
    knap_passages_settings passages;
    unsigned char given[ROWS] = {0};
    size_t count = 1;
    knap_model *model = NULL;
    knap_report report;
    knap_error error = {.status = KNAP_OK};
    knap_status status;
    py_run run;
    bool good;
    (void)module;
    knap_settings_init(&settings[0]);
    knap_passages_init(&passages);
    if (!PyArg_ParseTuple(args, "OOOOnO", &capsule, &held_out, &pairs, &passage_pairs, &jobs, &progress) ||
        !(self = py_data_of(capsule)) || (held_out != Py_None && !(validate = py_data_of(held_out))) ||
        !py_settings(pairs, knap_settings_table(), &settings[0], given) ||
        !py_settings(passage_pairs, knap_passages_table(), &passages, NULL))
        return NULL;
    knap_settings_suit_instances(self->data, given, &settings[0]);
    if (validate) {
        knap_settings base = settings[0];
        count = knap_settings_grid(&base, given, settings, MOST);
    }
    py_run_begin(&run, progress, (size_t)jobs);
    run.stop[0] = py_rewards_failed(self->rewards);
    run.stop[1] = validate ? py_rewards_failed(validate->rewards) : NULL;
    status = label(self->data, &run.run, &error);
    if (!status && validate)
        status = label(validate->data, &run.run, &error);
    if (!status)
        status = knap_passages_train(self->data, validate ? validate->data : NULL, &passages, settings, count, &run.run,
                                     &model, &report, &error);
    good = py_run_end(&run);
    if (good && (py_rewards_raise(self->rewards) || (validate && py_rewards_raise(validate->rewards))))
        good = false;
    else if (good && status)
        good = py_fail(&error);
    if (!good) {
        knap_model_free(model);
        return NULL;
    }
    return Py_BuildValue("(N(dddddnddn))", py_model_new(model), report.reward, report.regret, report.bound,
                         report.oracle, report.validation, (Py_ssize_t)report.tried, report.learned, report.untrained,
                         (Py_ssize_t)report.folds);
}

PyMethodDef py_train_methods[] = {{"set_reward", set_reward, METH_VARARGS, NULL},
                                  {"set_kind", set_kind, METH_VARARGS, NULL},
                                  {"train", train, METH_VARARGS, NULL},
                                  {NULL, NULL, 0, NULL}};
