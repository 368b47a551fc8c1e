/* cmd_evaluate.c - knap evaluate: compares the lists of models and systems with the best possible. */
#include "evaluate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 256 };

typedef struct job {
    cli_texts models, systems;
    const char *train, *base, *budgets, *curve;
    cli_reading reading;
    size_t seed;
    bool each, json;
    bool logged; /* the instances have logs and no rewards; all of them are kept in `data` */
    knap_logs_settings logs;
    knap_run run;
    knap_data *data;
    evaluation results;
} job;

/* ---- Budgets ---- */

/* "100,200,400" or "50%,100%". */
static int read_budgets(job *self)
{
    evaluation *results = &self->results;
    const char *at = self->budgets;
    results->budgets = 1;
    results->budget[0] = (ev_budget){self->reading.budget, false};
    if (!at)
        return self->curve ? cli_say(CLI_USAGE, "--curve needs --budgets: 100,200,400 or 50%%,100%%,200%%") : CLI_DONE;
    if (!isnan(self->reading.budget))
        return cli_say(CLI_USAGE, "--budget and --budgets cannot be given together");
    for (results->budgets = 0; at; results->budgets++) {
        char *end;
        double amount = strtod(at, &end);
        bool share = *end == '%';
        if (results->budgets == EV_MOST_BUDGETS)
            return cli_say(CLI_USAGE, "--budgets: at most %d budgets", EV_MOST_BUDGETS);
        if (end == at || !(amount > 0 && isfinite(amount)) || (end[share] && end[share] != ','))
            return cli_say(CLI_USAGE, "--budgets: '%.*s' is not a number above 0, or such a number with %%",
                           (int)strcspn(at, ","), at);
        if (results->budgets && share != results->budget[0].share)
            return cli_say(CLI_USAGE, "--budgets: give all budgets as costs or all as percentages");
        results->budget[results->budgets] = (ev_budget){share ? amount / 100 : amount, share};
        at = end[share] ? end + share + 1 : NULL;
    }
    return CLI_DONE;
}

static knap_status set_budget(const job *self, const ev_budget *budget, const double *own, knap_error *error)
{
    knap_status status = KNAP_OK;
    for (size_t i = 0; !status && !isnan(budget->amount) && i < knap_data_count(self->data); i++)
        status =
            knap_instance_set_budget(knap_data_at(self->data, i), budget->amount * (budget->share ? own[i] : 1), error);
    return status;
}

/* ---- Systems ---- */

static int add_model(job *self, const char *path)
{
    ev_system *system = &self->results.system[self->results.systems];
    knap_error error;
    *system = (ev_system){.name = path};
    if (knap_model_load(path, cli_allocator(), &system->model, &error))
        return cli_fail(&error);
    self->results.systems++;
    return CLI_DONE;
}

/* "mmr" or "mmr:lambda=0.3:..." */
static int add_system(job *self, const char *text)
{
    ev_system *made = &self->results.system[self->results.systems];
    char *name = cli_copy(text, strlen(text)), *part = name;
    const knap_system *system;
    cli_texts set = {{NULL}, 0};
    knap_data *train = NULL;
    knap_error error;
    cli_reading reading = self->reading;
    bool absent_is_zero;
    void *params = NULL;
    int status;
    while ((part = strchr(part, ':')) && set.count < CLI_MOST_TEXTS) {
        *part++ = 0;
        set.text[set.count++] = part;
    }
    status = cli_find_system(name, &system);
    *made = (ev_system){.name = text};
    if (status == CLI_DONE && system->fit && !self->train)
        status = cli_say(CLI_USAGE, "system %s needs training: give training data with --train FILE", system->name);
    if (status == CLI_DONE) {
        reading.passages.words = system->words;
        params = cli_new(1, system->params_size);
        knap_system_init(system, params);
        status = cli_set_params(system, &set, params);
    }
    if (status == CLI_DONE && system->fit &&
        (knap_data_new(cli_allocator(), &train, &error) ||
         cli_read_file(self->train, &self->reading, train, &absent_is_zero, &error) ||
         cli_label_training(train, &self->logs, self->run.jobs, self->reading.quiet, &error) ||
         cli_complete(train, &reading, self->run.jobs, &error)))
        status = cli_fail(&error);
    if (status == CLI_DONE && knap_system_fit(system, params, train, &self->run, &made->model, &error))
        status = cli_fail(&error);
    knap_data_free(train);
    free(params);
    free(name);
    self->results.systems += status == CLI_DONE;
    return status;
}

/* What a model adds to the instances before it packs: nothing, the words of texts without concepts, or their worths. */
static int adds(const knap_model *model)
{
    return knap_model_section(model, "passages", NULL) ? 2 : knap_model_system(model)->words;
}

/* Those that see the data as they are come first. */
static void order_systems(evaluation *results)
{
    size_t placed = 0;
    for (int kind = 0; kind <= 2; kind++)
        for (size_t s = 0; s < results->systems; s++)
            if (adds(results->system[s].model) == kind)
                results->order[placed++] = s;
}

static int make_systems(job *self)
{
    evaluation *results = &self->results;
    int status = CLI_DONE;
    if (self->models.count + self->systems.count > EV_MOST_SYSTEMS)
        return cli_say(CLI_USAGE, "evaluate compares at most %d models and systems", EV_MOST_SYSTEMS);
    if (self->models.count + self->systems.count == 0)
        self->systems.text[self->systems.count++] = knap_systems()[0]->name;
    for (int i = 0; status == CLI_DONE && i < self->models.count; i++)
        status = add_model(self, self->models.text[i]);
    for (int i = 0; status == CLI_DONE && i < self->systems.count; i++)
        status = add_system(self, self->systems.text[i]);
    order_systems(results);
    if (status != CLI_DONE || !self->base)
        return status;
    while (results->base < results->systems && strcmp(results->system[results->base].name, self->base) != 0)
        results->base++;
    if (results->base == results->systems)
        return cli_say(CLI_USAGE, "--base: '%s' is none of the models and systems of this command", self->base);
    return CLI_DONE;
}

/* ---- Batches ---- */

static void make_room(evaluation *results, size_t count)
{
    if (count <= results->capacity)
        return;
    results->capacity = count + results->capacity;
    for (size_t b = 0; b < results->budgets; b++) {
        results->limits[b] = cli_grow(results->limits[b], results->capacity, sizeof **results->limits);
        for (size_t s = 0; s < results->systems; s++)
            results->measures[b][s] = cli_grow(results->measures[b][s], results->capacity, sizeof(knap_measures));
    }
}

/* The bound of an instance is the smallest that any list gave. */
static void lower_bounds(knap_limits *limits, const knap_measures *measures, size_t count)
{
    for (size_t i = 0; i < count; i++)
        limits[i].bound = fmin(limits[i].bound, measures[i].bound);
}

knap_status ev_prepare(const ev_system *system, knap_data *data, size_t jobs, knap_error *error)
{
    knap_run run = cli_run(jobs);
    return adds(system->model) == 0 ? KNAP_OK : knap_passages_predict_all(system->model, data, &run, error);
}

/* The measures of one system at one budget, which the instances have. */
static knap_status evaluate_budget(job *self, size_t budget, size_t system, knap_error *error)
{
    evaluation *results = &self->results;
    size_t count = knap_data_count(self->data), done = results->count;
    knap_measures *measures = results->measures[budget][system] + done;
    knap_packed *packed = cli_new(count, sizeof *packed);
    knap_status status = knap_pack_all(results->system[system].model, self->data, knap_draw(self->seed, done),
                                       &self->run, packed, error);
    if (!status)
        status = knap_evaluate_lists(self->data, packed, true, &self->run, measures, error);
    if (!status)
        lower_bounds(results->limits[budget] + done, measures, count);
    knap_packed_free(packed, count);
    free(packed);
    return status;
}

/* The measures of all systems at all budgets: plain systems first, because a model of passages changes the instances. */
static knap_status evaluate_systems(job *self, const double *own, bool absent_is_zero, knap_error *error)
{
    evaluation *results = &self->results;
    knap_status status = KNAP_OK;
    for (size_t i = 0; !status && i < results->systems; i++) {
        const ev_system *system = &results->system[results->order[i]];
        status = ev_prepare(system, self->data, self->run.jobs, error);
        if (!status)
            status = knap_model_match(system->model, self->data, absent_is_zero, error);
        for (size_t b = 0; !status && b < results->budgets; b++) {
            status = set_budget(self, &results->budget[b], own, error);
            if (!status)
                status = evaluate_budget(self, b, results->order[i], error);
        }
    }
    return status;
}

static knap_status evaluate_batch(job *self, bool absent_is_zero, knap_error *error)
{
    evaluation *results = &self->results;
    size_t count = knap_data_count(self->data);
    double *own = cli_new(count, sizeof *own);
    knap_status status = KNAP_OK;
    make_room(results, results->count + count);
    for (size_t i = 0; i < count; i++)
        own[i] = knap_instance_budget(knap_data_at(self->data, i));
    status = cli_label(self->data, self->run.jobs, self->reading.quiet, error);
    for (size_t b = 0; !status && b < results->budgets; b++) {
        status = set_budget(self, &results->budget[b], own, error);
        if (!status)
            status = knap_evaluate_limits(self->data, &self->run, results->limits[b] + results->count, error);
    }
    if (!status)
        status = evaluate_systems(self, own, absent_is_zero, error);
    for (size_t b = 0; !status && b < results->budgets; b++) {
        status = set_budget(self, &results->budget[b], own, error);
        for (size_t i = 0; !status && self->each && i < count; i++) {
            const knap_instance *instance = knap_data_at(self->data, i);
            ev_print_each(results, b, results->count + i, knap_instance_id(instance), knap_instance_budget(instance),
                          self->json);
        }
    }
    if (!status)
        results->count += count;
    free(own);
    return status;
}

/* Whether these are logs: the first instance of all has one, and no reward. */
static bool has_logs(const job *self)
{
    const knap_instance *first = knap_data_at(self->data, 0);
    return self->logged || (self->results.count == 0 && knap_instance_log(first) && !knap_instance_reward(first));
}

static void tell_bad(void *context, const knap_error *error)
{
    (void)context;
    cli_fail(error);
}

static knap_status evaluate_file(job *self, const char *path, knap_error *error)
{
    knap_run run = cli_run(self->run.jobs);
    knap_reader *reader;
    size_t added = 1;
    knap_status status = cli_open_reader(path, &self->reading, &reader, error);
    if (status)
        return status;
    while (!status && added > 0) {
        knap_error problem = {.status = KNAP_OK};
        if (!self->logged)
            knap_data_clear(self->data);
        knap_status wrong = knap_reader_read_many(reader, BATCH, &run, self->reading.skip_bad ? tell_bad : NULL, NULL,
                                                  self->data, &added, &problem);
        self->logged = added > 0 ? has_logs(self) : self->logged;
        if (added > 0 && !self->logged)
            status = cli_complete(self->data, &self->reading, self->run.jobs, error);
        if (!status && added > 0 && !self->logged) {
            status = evaluate_batch(self, knap_reader_absent_is_zero(reader), error);
            if (status && status != KNAP_NO_MEMORY && !error->file[0])
                snprintf(error->file, sizeof error->file, "%s", path ? path : "standard input");
        }
        if (!status && wrong) { /* after the instances before it, so that the output does not depend on the threads */
            *error = problem;
            status = wrong;
        }
    }
    cli_close_reader(reader, &self->reading);
    return status;
}

/* ---- The command ---- */

static int report(job *self)
{
    knap_error error;
    if (self->results.count == 0)
        return cli_say(CLI_FAILED, "no instances in the input");
    if (self->each && !self->json)
        putchar('\n');
    if (self->json)
        ev_print_json(&self->results);
    else
        ev_print_table(&self->results);
    if (self->curve && ev_write_curve(&self->results, self->curve, &error))
        return cli_fail(&error);
    return CLI_DONE;
}

static int evaluate_logs(job *self)
{
    knap_error error = {.status = KNAP_OK};
    knap_status status;
    if (self->budgets || self->each)
        return cli_say(CLI_USAGE, "--budgets and --each need rewards: a log tells the reward of one list only");
    status = cli_set_budget(self->data, self->reading.budget, &error);
    if (!status)
        status = cli_complete(self->data, &self->reading, self->run.jobs, &error);
    if (!status)
        status = ev_evaluate_logs(&self->results, self->data, &self->logs, knap_draw(self->seed, 0), &self->run, self->json,
                                  &error);
    return status ? cli_fail(&error) : CLI_DONE;
}

static int evaluate_all(job *self, char **file, int files)
{
    knap_error error = {.status = KNAP_OK};
    knap_status status = knap_data_new(cli_allocator(), &self->data, &error);
    if (!status && files == 0)
        status = evaluate_file(self, NULL, &error);
    for (int i = 0; !status && i < files; i++)
        status = evaluate_file(self, file[i], &error);
    int done = status ? cli_fail(&error) : self->logged ? evaluate_logs(self) : report(self);
    cli_leave_data(self->data);
    return done;
}

static void free_results(evaluation *results)
{
    for (size_t s = 0; s < results->systems; s++)
        knap_model_free(results->system[s].model);
    for (size_t b = 0; b < results->budgets; b++) {
        free(results->limits[b]);
        for (size_t s = 0; s < results->systems; s++)
            free(results->measures[b][s]);
    }
}

static const cli_example EXAMPLES[] = {{"knap evaluate --system mmr --system ilp --base mmr examples/passages.jsonl",
                                        "Compare two systems, with the differences from the first"},
                                       {"knap evaluate -s mmr --budgets 16,32,64 --curve c.svg examples/passages.jsonl",
                                        "Draw the mean reward over budgets"},
                                       {NULL, NULL}};

static int run(int argc, char **argv)
{
    job *self = cli_new(1, sizeof *self);
    int status;
    self->reading = cli_reading_init();
    self->seed = 1;
    knap_logs_init(&self->logs);
    const cli_option options[] = {
        {"model", 'm', CLI_TEXTS, &self->models, "MODEL", "Evaluate a model; may be repeated"},
        {"system", 's', CLI_TEXTS, &self->systems, "NAME",
         "Evaluate a system, NAME or NAME:setting=value:...; may be repeated"},
        {"train", 't', CLI_TEXT, &self->train, "FILE", "Train the systems that need it on this file"},
        {"base", 0, CLI_TEXT, &self->base, "NAME", "Take differences from this model or system [the first]"},
        {"budget", 'b', CLI_REAL, &self->reading.budget, "W", "Set the budget of every instance [the data's]"},
        {"budgets", 0, CLI_TEXT, &self->budgets, "LIST", "Evaluate at each budget: 100,200 or 50%,100% of the data's"},
        {"curve", 0, CLI_TEXT, &self->curve, "FILE", "Draw the mean reward over --budgets to an SVG file"},
        {"each", 0, CLI_FLAG, &self->each, NULL, "Print the figures of each instance too"},
        {"json", 0, CLI_FLAG, &self->json, NULL, "Print JSON"},
        CLI_JOBS_OPTION(&self->run.jobs),
        CLI_MORE_OPTIONS,
        {"seed", 0, CLI_COUNT, &self->seed, "N", "Seed the random choices of mixtures and systems"},
        CLI_CLIP_OPTION(&self->logs.clip),
        CLI_READING_OPTIONS(self->reading),
        {NULL, 0, CLI_FLAG, NULL, NULL, NULL}};
    cli_line line = {.command = &cmd_evaluate,
                     .options = options,
                     .examples = EXAMPLES,
                     .notes =
                         "Columns: gap, the reward of the greedy oracle less that of the system; proven, the share of "
                         "the best possible reward that the system is proven to reach; coverage, the mean "
                         "share covered of each target concept; used, the share of the budget spent; first, the share of the "
                         "lists that have the item of the highest score. top-k takes what fits in the order of the "
                         "scores.\n"};
    status = cli_parse(&line, argc, argv);
    self->run.allocator = cli_allocator();
    self->reading.jobs = self->run.jobs;
    if (status == CLI_DONE)
        status = cli_check_reading(&self->reading);
    if (status == CLI_DONE)
        status = read_budgets(self);
    if (status == CLI_DONE)
        status = make_systems(self);
    if (status == CLI_DONE)
        status = evaluate_all(self, line.operand, line.operands);
    free_results(&self->results);
    free(self);
    return status;
}

const cli_command cmd_evaluate = {"evaluate", "[-m MODEL | --system NAME]... [FILE...] [OPTION...]",
                                  "Measure lists against the greedy oracle and a proven upper bound", run};
