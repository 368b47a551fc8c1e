/* packing.c - what pack and oracle share: instances in, lists out, one batch at a time. */
#include "cli.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 256 };

typedef struct session {
    const cli_packing *packing;
    knap_model *model;
    knap_data *data;
    knap_run run;
    size_t done, measured;
    size_t duplicates; /* items that were left out because they repeat others */
    double reward;     /* sum */
} session;

/* ---- Output ---- */

static json_t *json_number_of(double value)
{
    if (value == floor(value) && fabs(value) < 9e15)
        return json_integer((json_int_t)value);
    return cli_json_real(value);
}

static json_t *json_id(const char *id, size_t number)
{
    return id ? cli_json_string(id) : cli_json_count(number);
}

/* [{"item": what repeats another item and was left out, "of": that item}], or NULL where there is none. */
static json_t *json_duplicates(const knap_instance *instance)
{
    json_t *list = NULL;
    for (size_t s = 0; s < knap_instance_count(instance); s++) {
        size_t of = knap_instance_duplicate(instance, s);
        json_t *one;
        if (of == KNAP_NO_ITEM)
            continue;
        one = json_object();
        cli_json_put(one, "item", json_id(knap_instance_item_id(instance, s), s));
        cli_json_put(one, "of", json_id(knap_instance_item_id(instance, of), of));
        list = list ? list : json_array();
        cli_json_add(list, one);
    }
    return list;
}

static void print_json(const knap_instance *instance, const knap_packed *packed, size_t number)
{
    json_t *object = json_object(), *items = json_array(), *indices = json_array(), *scores = json_array();
    json_t *duplicates = json_duplicates(instance);
    cli_json_put(object, "id", json_id(knap_instance_id(instance), number));
    for (size_t i = 0; i < packed->list.count; i++) {
        size_t item = packed->list.item[i];
        cli_json_add(items, json_id(knap_instance_item_id(instance, item), item));
        cli_json_add(indices, cli_json_count(item));
        if (packed->score)
            cli_json_add(scores, cli_json_real(packed->score[i]));
    }
    cli_json_put(object, "items", items);
    cli_json_put(object, "indices", indices);
    if (packed->score)
        cli_json_put(object, "scores", scores);
    else
        json_decref(scores);
    cli_json_put(object, "cost", json_number_of(packed->list.cost));
    cli_json_put(object, "budget", json_number_of(knap_instance_budget(instance)));
    if (!isnan(packed->reward))
        cli_json_put(object, "reward", cli_json_real(packed->reward));
    if (duplicates)
        cli_json_put(object, "duplicates", duplicates);
    cli_json_print(object);
}

/* One line per item: the instance, the item, its cost. Without ids their numbers from 0. */
static void print_lines(const knap_instance *instance, const knap_packed *packed, size_t number)
{
    for (size_t i = 0; i < packed->list.count; i++) {
        size_t item = packed->list.item[i];
        const char *id = knap_instance_id(instance), *item_id = knap_instance_item_id(instance, item);
        if (id)
            printf("%s\t", id);
        else
            printf("%zu\t", number);
        if (item_id)
            printf("%s\t%.15g\n", item_id, knap_instance_cost(instance, item));
        else
            printf("%zu\t%.15g\n", item, knap_instance_cost(instance, item));
    }
}

/* The texts of the items, with a blank line between instances. */
static void print_texts(const knap_instance *instance, const knap_packed *packed, size_t number)
{
    if (number > 0)
        putchar('\n');
    for (size_t i = 0; i < packed->list.count; i++) {
        const char *text = knap_instance_item_text(instance, packed->list.item[i]);
        if (text)
            printf("%s\n", text);
    }
}

/* --keep-order: the items of a list in the order of the input. */
static void sort_list(knap_packed *packed)
{
    size_t *item = packed->list.item;
    for (size_t i = 1; i < packed->list.count; i++)
        for (size_t j = i; j > 0 && item[j] < item[j - 1]; j--) {
            size_t other = item[j];
            item[j] = item[j - 1];
            item[j - 1] = other;
            if (packed->score) {
                double score = packed->score[j];
                packed->score[j] = packed->score[j - 1];
                packed->score[j - 1] = score;
            }
        }
}

/* ---- Batches ---- */

/* Whether --max-time is over; `context` is the time at which it is. */
static bool is_late(void *context)
{
    const double *deadline = context;
    return cli_seconds() >= *deadline;
}

static knap_status pack_batch(session *self, knap_error *error)
{
    const cli_packing *packing = self->packing;
    size_t count = knap_data_count(self->data);
    knap_packed *packed = cli_new(count, sizeof *packed);
    knap_status status =
        knap_pack_all(self->model, self->data, packing->seed * 1000003 + self->done, &self->run, packed, error);
    for (size_t i = 0; !status && i < count; i++) {
        const knap_instance *instance = knap_data_at(self->data, i);
        if (packing->keep_order)
            sort_list(&packed[i]);
        if (packing->json)
            print_json(instance, &packed[i], self->done + i);
        else if (packing->text)
            print_texts(instance, &packed[i], self->done + i);
        else
            print_lines(instance, &packed[i], self->done + i);
        if (!isnan(packed[i].reward)) {
            self->reward += packed[i].reward;
            self->measured++;
        }
    }
    knap_packed_free(packed, count);
    free(packed);
    self->done += count;
    return status;
}

/* Adds the file's name to an error that has the line only. */
static void name_file(knap_error *error, const char *path)
{
    if (error->status != KNAP_NO_MEMORY && !error->file[0])
        snprintf(error->file, sizeof error->file, "%s", path ? path : "standard input");
}

/* What the data do not give is computed from the texts. */
static knap_status complete_batch(session *self, knap_error *error)
{
    knap_status status = cli_complete(self->data, &self->packing->reading, self->model, self->packing->jobs, error);
    for (size_t i = 0; !status && i < knap_data_count(self->data); i++)
        for (size_t s = 0; s < knap_instance_count(knap_data_at(self->data, i)); s++)
            self->duplicates += knap_instance_duplicate(knap_data_at(self->data, i), s) != KNAP_NO_ITEM;
    return status;
}

static knap_status pack_file(session *self, const char *path, knap_error *error)
{
    knap_reader *reader;
    knap_error read_error = {.status = KNAP_OK};
    knap_status status = cli_open_reader(path, &self->packing->reading, &reader, error), read = KNAP_OK;
    size_t added = 1;
    if (status)
        return status;
    while (!status && !read && added > 0) {
        knap_data_clear(self->data);
        read = knap_reader_read(reader, BATCH, self->data, &added, &read_error);
        error->file[0] = 0;
        error->line = 0;
        status = cli_set_budget(self->data, self->packing->reading.budget, error);
        if (!status && added > 0)
            status = complete_batch(self, error);
        if (!status && added > 0)
            status = knap_model_match(self->model, self->data, knap_reader_absent_is_zero(reader), error);
        /* The instances before a wrong one are packed all the same. */
        if (!status && added > 0)
            status = pack_batch(self, error);
    }
    cli_close_reader(reader, &self->packing->reading);
    if (status) {
        name_file(error, path);
    } else if (read) {
        *error = read_error;
        status = read;
    }
    return status;
}

/* ---- The system ---- */

/* Options that contradict each other. */
static int check_line(const cli_packing *packing, const knap_system *system)
{
    if (packing->model && packing->system)
        return cli_say(CLI_USAGE, "--model and --system cannot be given together");
    if (packing->model && (packing->train || packing->set.count || packing->tune))
        return cli_say(CLI_USAGE, "--train, --set and --tune need --system: a model is trained already");
    if (system && system->fit && !packing->train)
        return cli_say(CLI_USAGE, "system %s needs training: give training data with --train FILE", system->name);
    if (system && packing->tune && !packing->train)
        return cli_say(CLI_USAGE, "--tune needs training data: --train FILE");
    if (system && !system->fit && packing->train && !packing->tune)
        return cli_say(CLI_USAGE, "system %s needs no training: --train needs --tune", system->name);
    return CLI_DONE;
}

static void tell_tuned(const knap_system *system, const void *params, double best)
{
    char value[128];
    fprintf(stderr, "tuned: mean reward %.4f with --set ", best);
    for (const knap_param *param = system->params; param->name; param++)
        fprintf(stderr, "%s%s=%s", param == system->params ? "" : ",", param->name,
                knap_param_format(param, params, 0, value, sizeof value));
    fputc('\n', stderr);
}

/* The regret of system majority, and its members. */
static void tell_majority(const knap_model *model)
{
    knap_majority_report report;
    knap_majority_member member;
    if (!knap_model_majority(model, &report))
        return;
    fprintf(stderr, "majority: regret %.4f and loss %.4f per round, %zu rounds\n", report.regret, report.loss,
            report.rounds);
    for (size_t m = 0; knap_model_member(model, m, &member); m++)
        fprintf(stderr, "  %-14s share %.4f, loss %.4f\n", member.system->name, member.share, member.loss);
}

/* Reads the training data, tunes with --tune, and fits. */
static knap_status fit_system(session *self, const knap_system *system, void *params, knap_error *error)
{
    const cli_packing *packing = self->packing;
    knap_data *train = NULL;
    cli_progress progress;
    bool absent_is_zero;
    double best;
    knap_status status = KNAP_OK;
    if (packing->train && !(status = knap_data_new(NULL, &train, error)))
        status = cli_read_file(packing->train, &packing->reading, train, &absent_is_zero, error);
    if (!status && train)
        status = cli_complete(train, &packing->reading, NULL, packing->jobs, error);
    cli_progress_attach(&progress, &self->run, packing->reading.quiet);
    if (!status && packing->tune) {
        status = knap_system_tune(system, packing->grid, train, &self->run, params, &best, error);
        if (!status && !packing->reading.quiet)
            tell_tuned(system, params, best);
    }
    if (!status)
        status = knap_system_fit(system, params, train, &self->run, &self->model, error);
    cli_progress_end(&progress);
    self->run.progress = NULL;
    if (!status && !packing->reading.quiet)
        tell_majority(self->model);
    if (status && packing->train && status != KNAP_USAGE)
        name_file(error, packing->train);
    knap_data_free(train);
    return status;
}

/* The model of the session. Returns an exit status. */
static int make_model(session *self)
{
    const cli_packing *packing = self->packing;
    const knap_system *system = NULL;
    void *params = NULL;
    knap_error error = {.status = KNAP_OK};
    knap_status status;
    int usage;
    if (!packing->model &&
        (usage = cli_find_system(packing->system ? packing->system : knap_systems()[0]->name, &system)))
        return usage;
    if ((usage = check_line(packing, system)))
        return usage;
    if (packing->model) {
        status = knap_model_load(packing->model, NULL, &self->model, &error);
        return status ? cli_fail(&error) : CLI_DONE;
    }
    params = cli_new(1, system->params_size);
    knap_system_init(system, params);
    usage = cli_set_params(system, &packing->set, params);
    if (usage == CLI_DONE && fit_system(self, system, params, &error))
        usage = cli_fail(&error);
    free(params);
    return usage;
}

int cli_pack(const cli_packing *packing)
{
    session self = {.packing = packing, .run = {.jobs = packing->jobs}};
    double deadline = cli_seconds() + packing->max_time;
    knap_error error = {.status = KNAP_OK};
    int usage = make_model(&self);
    knap_status status;
    if (usage != CLI_DONE) {
        knap_model_free(self.model);
        return usage;
    }
    if (packing->max_time > 0) {
        self.run.hurry = is_late;
        self.run.hurry_context = &deadline;
    }
    status = knap_data_new(NULL, &self.data, &error);
    if (!status && packing->files == 0)
        status = pack_file(&self, NULL, &error);
    for (int i = 0; !status && i < packing->files; i++)
        status = pack_file(&self, packing->file[i], &error);
    fflush(stdout);
    if (self.measured && !packing->reading.quiet)
        fprintf(stderr, "mean reward %.4f over %zu instance%s\n", self.reward / (double)self.measured, self.measured,
                self.measured == 1 ? "" : "s");
    if (self.duplicates && !packing->reading.quiet)
        fprintf(stderr,
                "%zu item%s left out: near-duplicates of others (--duplicates 0 keeps them, --json names them)\n",
                self.duplicates, self.duplicates == 1 ? "" : "s");
    if (!status && self.done == 0)
        cli_say(CLI_DONE, "no instances in the input");
    knap_model_free(self.model);
    knap_data_free(self.data);
    return status ? cli_fail(&error) : CLI_DONE;
}
