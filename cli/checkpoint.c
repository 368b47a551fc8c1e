/* checkpoint.c - knap train --checkpoint and --resume: when the state is written, what it belongs to, and the signals that stop a
 * training. */
#include "team.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

/* The signal that asked the training to stop; 0: none. */
static volatile sig_atomic_t asked;
static const int signals[] = {SIGINT, SIGTERM};
enum { SIGNALS = sizeof signals / sizeof *signals };
static struct sigaction before[SIGNALS];

/* A second signal ends the program as usual. */
static void on_signal(int number)
{
    asked = number;
    if (cli_team())
        cli_team_warn();
}

static void watch_signals(void)
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < SIGNALS; i++) {
        sigaction(signals[i], NULL, &before[i]);
        if (before[i].sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
    }
}

static int watch(void *context, const knap_progress *news)
{
    cli_checkpoint *self = context;
    if (asked)
        return 1;
    return self->progress ? self->progress(self->context, news) : 0;
}

/* "10e" or "60s". */
static bool read_period(const char *text, knap_checkpoint *file)
{
    char *end;
    double value = strtod(text, &end);
    if (end == text || !(value > 0) || value > 1e9 || (end[0] != 'e' && end[0] != 's') || end[1])
        return false;
    file->epochs = end[0] == 'e' ? (size_t)value : 0;
    file->seconds = end[0] == 's' ? value : 0;
    return end[0] == 's' || (double)file->epochs == value;
}

int cli_checkpoint_check(cli_checkpoint *self)
{
    if (self->resume && self->path && strcmp(self->resume, self->path) != 0)
        return cli_say(CLI_USAGE,
                       "--resume and --checkpoint name different files: the training goes on in the one that "
                       "it is resumed from, so leave --checkpoint out");
    self->file.path = self->resume ? self->resume : self->path;
    self->file.resume = self->resume != NULL;
    if (self->every && !self->file.path)
        return cli_say(CLI_USAGE, "--checkpoint-every needs --checkpoint FILE");
    if (self->file.path && !self->file.path[0])
        return cli_say(CLI_USAGE, "--checkpoint needs the name of a file");
    if (!read_period(self->every ? self->every : "60s", &self->file))
        return cli_say(CLI_USAGE, "--checkpoint-every: '%.60s' is not a number of epochs (5e) or seconds (60s)",
                       self->every);
    return CLI_DONE;
}

static knap_status compare(const cli_checkpoint *self, knap_error *error)
{
    char *found;
    size_t length;
    knap_status status = knap_checkpoint_identity(self->file.path, cli_allocator(), &found, &length, error);
    if (status)
        return status;
    if (strcmp(found, self->identity) != 0) {
        cli_difference at = cli_first_difference(found, self->identity);
        *error = (knap_error){.status = status = KNAP_BAD_INPUT};
        snprintf(error->file, sizeof error->file, "%s", self->file.path);
        snprintf(error->message, sizeof error->message,
                 "this checkpoint belongs to another training: it has '%.*s', this run has '%.*s'. Give the data and "
                 "options that it was made with, or train without --resume",
                 at.had < 120 ? at.had : 120, at.found, at.wants < 120 ? at.wants : 120, at.wanted);
    }
    knap_text_free(cli_allocator(), found);
    return status;
}

knap_status cli_checkpoint_attach(cli_checkpoint *self, char *identity, knap_run *run, knap_error *error)
{
    knap_status status;
    self->file.identity = self->identity = identity;
    if (self->resume && (status = compare(self, error)))
        return status;
    self->progress = run->progress;
    self->context = run->context;
    run->progress = watch;
    run->context = self;
    run->checkpoint = &self->file;
    self->watching = true;
    if (cli_team()) {
        char *text = cli_format("the training is kept in %s as of its last writing: start the same command with "
                                "--resume %s",
                                self->file.path, self->file.path);
        cli_team_advise(text);
        free(text);
    }
    watch_signals();
    return KNAP_OK;
}

void cli_checkpoint_end(cli_checkpoint *self)
{
    for (int i = 0; self->watching && i < SIGNALS; i++)
        sigaction(signals[i], &before[i], NULL);
    self->watching = false;
    free(self->identity);
    self->identity = NULL;
}

int cli_checkpoint_fail(const cli_checkpoint *self, const knap_error *error)
{
    if (error->status != KNAP_CANCELLED || !asked)
        return cli_fail(error);
    return cli_say(CLI_STOPPED,
                   "stopped by %s; no model was written. The training is kept in %s: go on with the same command and "
                   "--resume %s",
                   asked == SIGINT ? "SIGINT" : "SIGTERM", self->file.path, self->file.path);
}
