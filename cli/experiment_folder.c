/* experiment_folder.c - whose results an output folder has: experiment.txt there names all that decides the summaries, with
 * digests of the data. A run goes on from what an earlier one left only where all of it agrees. */
#include "experiment.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>

/* All that decides the summaries, one fact per line; free() it. */
static char *describe(const experiment *self, const char *tokenizer)
{
    char *text = NULL, value[256];
    size_t length = 0;
    const knap_param *table = knap_text_settings_table();
    FILE *page = cli_page(&text, &length);
    uint64_t digest = knap_hash(0, NULL, 0);
    fprintf(page, "knap %s\nfolds %zu\nclusters %zu\n", knap_version(), self->folds, self->tests);
    for (size_t i = 0; i < self->tests; i++)
        digest = cli_digest_cluster(digest, self->test[i]);
    fprintf(page, "test-data %016" PRIx64 "\n", digest);
    digest = knap_hash(0, NULL, 0);
    for (size_t f = 0; f < self->folds; f++)
        for (size_t i = 0; i < self->fold[f].trains; i++)
            digest = cli_digest_cluster(digest, self->fold[f].train[i]);
    fprintf(page, "training-data %016" PRIx64 "\n", digest);
    fprintf(page, "budget %s\n", knap_budget_format(&self->budget, value, sizeof value));
    fprintf(page, "tokenizer %016" PRIx64 "\n", tokenizer ? cli_digest_file(knap_hash(0, NULL, 0), tokenizer) : 0);
    fprintf(page, "exceptions %016" PRIx64 "\n", self->exceptions ? cli_digest_exceptions(self->exceptions) : 0);
    fprintf(page, "tune %s\noverflow %s\nlanguage %s\n", self->tune ? "yes" : "no", self->overflow ? "yes" : "no",
            self->language ? self->language : "guessed");
    for (const knap_param *param = table; param->name; param++) /* reader has its own values of those not given */
        fprintf(page, "%s %s%s\n", param->name, knap_param_format(param, &self->text, 0, value, sizeof value),
                self->text_given[param - table] ? " (given)" : "");
    cli_page_end(page, &text);
    return text;
}

/* Says which line of experiment.txt differs first. */
static int refuse(const char *out, const char *found, const char *wanted)
{
    cli_difference at = cli_first_difference(found, wanted);
    return cli_say(CLI_FAILED,
                   "%s: this folder has the results of another experiment: experiment.txt there has '%.*s', this run "
                   "has '%.*s'. Choose another folder, or delete this one",
                   out, at.had, at.found, at.wants, at.wanted);
}

void exp_identify(experiment *self, const char *tokenizer)
{
    char *text = describe(self, tokenizer);
    self->identity = knap_hash(0, text, strlen(text));
    free(text);
}

/* Keeps other runs out of the folder until the program ends. Where the file system has no locks, nothing does. */
static int lock_folder(const char *out)
{
    char *path = cli_format("%s/.lock", out);
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666), status = CLI_DONE;
    if (file >= 0 && flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        status =
            cli_say(CLI_FAILED, "%s: another run works in this folder: wait until it ends, or choose another", out);
    free(path);
    return status;
}

int exp_claim_folder(const experiment *self, const char *tokenizer)
{
    char *path, *wanted, *found;
    int status = CLI_DONE;
    knap_error error;
    if (mkdir(self->out, 0777) != 0 && errno != EEXIST)
        return cli_say(CLI_FAILED, "%s: cannot make this folder: %s", self->out, strerror(errno));
    if (lock_folder(self->out))
        return CLI_FAILED;
    path = cli_format("%s/experiment.txt", self->out);
    wanted = describe(self, tokenizer);
    found = cli_read_text(path);
    if (found && strcmp(found, wanted) != 0)
        status = refuse(self->out, found, wanted);
    else if (!found && cli_write_file(path, wanted, strlen(wanted), &error))
        status = cli_fail(&error);
    free(found);
    free(wanted);
    free(path);
    return status;
}
