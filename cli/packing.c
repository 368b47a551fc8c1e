/* packing.c - knap pack: the model, then one file after the other. */
#include "packing.h"
#include "team.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void cli_name_input(knap_error *error, const char *path)
{
    if (error->status != KNAP_NO_MEMORY && !error->file[0])
        snprintf(error->file, sizeof error->file, "%s", path ? path : "standard input");
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
static knap_status fit_system(cli_session *self, const knap_system *system, void *params, knap_error *error)
{
    const cli_packing *packing = self->packing;
    knap_data *train = NULL;
    cli_progress progress;
    bool absent_is_zero;
    double best;
    knap_status status = KNAP_OK;
    cli_reading reading = packing->reading;
    reading.jobs = packing->jobs;
    reading.passages.words = system->words;
    if (packing->train && !(status = knap_data_new(cli_allocator(), &train, error)))
        status = cli_read_file(packing->train, &reading, train, &absent_is_zero, error);
    if (!status && train)
        status = cli_complete(train, &reading, packing->jobs, error);
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
        cli_name_input(error, packing->train);
    knap_data_free(train);
    return status;
}

/* The model of the session. Returns an exit status. */
static int make_model(cli_session *self)
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
        status = knap_model_load(packing->model, cli_allocator(), &self->model, &error);
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

/* Notes at the end; returns an exit status. */
static int tell(const cli_session *self, knap_status status, const knap_error *error)
{
    const cli_reading *reading = &self->packing->reading;
    if (self->measured && !reading->quiet)
        fprintf(stderr, "mean reward %.4f over %zu instance%s\n", self->reward / (double)self->measured, self->measured,
                self->measured == 1 ? "" : "s");
    if (self->duplicates && !reading->quiet)
        fprintf(stderr,
                "%zu item%s left out: near-duplicates of others (--duplicates 0 keeps them, --json names them)\n",
                self->duplicates, self->duplicates == 1 ? "" : "s");
    for (int m = 0; m < KNAP_MISSINGS && !reading->quiet; m++)
        if (self->missing[m])
            fprintf(stderr, "knap: in %zu of %zu instances, %s\n", self->missing[m], self->done,
                    knap_missing_text((knap_missing)m));
    if (self->bad)
        cli_say(CLI_FAILED, "%zu of %zu instances %s", self->bad, self->done,
                reading->skip_bad ? "were bad and skipped" : "were bad; --skip-bad leaves them out and exits with 0");
    if (!status && self->done == 0)
        cli_say(CLI_DONE, "no instances in the input");
    if (status)
        return cli_fail(error);
    return self->bad && !reading->skip_bad ? CLI_FAILED : CLI_DONE;
}

/* Whether --search-time is over; `context` is the time at which it is. */
static bool is_late(void *context)
{
    const double *deadline = context;
    return cli_seconds() >= *deadline;
}

int cli_pack(const cli_packing *packing)
{
    cli_session self = {.packing = packing, .run = cli_run(packing->jobs)};
    double deadline = cli_seconds() + packing->search_time;
    knap_error error = {.status = KNAP_OK};
    int usage = make_model(&self);
    knap_status status = KNAP_OK;
    if (packing->search_time > 0) {
        self.run.hurry = is_late;
        self.run.hurry_context = &deadline;
    }
    if (usage == CLI_DONE) {
        cli_team_drop_notes();
        if (cli_team() && (packing->files == 0 || (packing->files == 1 && strcmp(packing->file[0], "-") == 0))) {
            knap_model_free(self.model);
            return cli_say(CLI_USAGE, "mpirun gives standard input to one process only: name a file that all can read");
        }
        if (packing->files == 0)
            status = cli_pack_file(&self, NULL, &error);
        for (int i = 0; !status && i < packing->files; i++)
            status = cli_pack_file(&self, packing->file[i], &error);
        fflush(stdout);
        if (!status)
            cli_team_drop_notes();
        usage = status || cli_rank() == 0 ? tell(&self, status, &error) : CLI_DONE;
        if (!status)
            cli_team_collect();
    }
    knap_model_free(self.model);
    return usage;
}
