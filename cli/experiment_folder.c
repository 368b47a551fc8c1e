/* experiment_folder.c - whose results an output folder has: experiment.txt there names all that decides the summaries, with
 * digests of the data. A run goes on from what an earlier one left only where all of it agrees. */
#include "experiment.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static uint64_t add_text(uint64_t digest, const char *text)
{
    return knap_hash(digest, text, strlen(text) + 1);
}

/* Adds what a file contains; nothing where there is no such file, or it is not a regular one. A file that cannot be read ends the
 * program: without it the digest would be another, and the next run would refuse to go on. */
static uint64_t add_file(uint64_t digest, const char *path)
{
    char piece[1 << 14];
    size_t got;
    struct stat about;
    FILE *file;
    bool failed;
    if (stat(path, &about) != 0 ? errno == ENOENT || errno == ENOTDIR : !S_ISREG(about.st_mode))
        return digest;
    file = fopen(path, "rb");
    while (file && (got = fread(piece, 1, sizeof piece, file)) > 0)
        digest = knap_hash(digest, piece, got);
    failed = !file || ferror(file);
    if (failed)
        exit(cli_say(CLI_FAILED, "%s: cannot read: %s", path, strerror(errno)));
    fclose(file);
    return digest;
}

/* Documents: their names without folders, their ids, their texts as decoded, and the files that they come from. */
static uint64_t add_documents(uint64_t digest, knap_document *const *document, size_t count)
{
    const char *before = "";
    digest = knap_hash(digest, &count, sizeof count);
    for (size_t i = 0; i < count; i++) {
        const char *name = knap_document_name(document[i]), *slash = strrchr(name, '/');
        digest = add_text(digest, slash ? slash + 1 : name);
        digest = add_text(digest, knap_document_id(document[i]));
        digest = add_text(digest, knap_document_text(document[i], NULL));
        if (strcmp(name, before) != 0)
            digest = add_file(digest, name);
        before = name;
    }
    return digest;
}

static uint64_t add_cluster(uint64_t digest, const knap_cluster *cluster)
{
    digest = add_text(digest, cluster->id);
    digest = add_documents(digest, cluster->document, cluster->documents);
    return add_documents(digest, cluster->reference, cluster->references);
}

/* The exceptions of stemming: a file, or the files that are read of a folder of WordNet. */
static uint64_t digest_exceptions(const char *path)
{
    static const char *const names[] = {"adj.exc", "adv.exc", "noun.exc", "verb.exc"};
    uint64_t digest = add_file(knap_hash(0, NULL, 0), path);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *inner = cli_format("%s/%s", path, names[i]);
        digest = add_file(add_text(digest, names[i]), inner);
        free(inner);
    }
    return digest;
}

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
        digest = add_cluster(digest, self->test[i]);
    fprintf(page, "test-data %016" PRIx64 "\n", digest);
    digest = knap_hash(0, NULL, 0);
    for (size_t f = 0; f < self->folds; f++)
        for (size_t i = 0; i < self->fold[f].trains; i++)
            digest = add_cluster(digest, self->fold[f].train[i]);
    fprintf(page, "training-data %016" PRIx64 "\n", digest);
    fprintf(page, "budget %s\n", knap_budget_format(&self->budget, value, sizeof value));
    fprintf(page, "tokenizer %016" PRIx64 "\n", tokenizer ? add_file(knap_hash(0, NULL, 0), tokenizer) : 0);
    fprintf(page, "exceptions %016" PRIx64 "\n", self->exceptions ? digest_exceptions(self->exceptions) : 0);
    fprintf(page, "tune %s\nlanguage %s\n", self->tune ? "yes" : "no", self->language ? self->language : "guessed");
    for (const knap_param *param = table; param->name; param++) /* reader has its own values of those not given */
        fprintf(page, "%s %s%s\n", param->name, knap_param_format(param, &self->text, 0, value, sizeof value),
                self->text_given[param - table] ? " (given)" : "");
    cli_page_end(page, &text);
    return text;
}

/* Says which line of experiment.txt differs first. */
static int refuse(const char *out, const char *found, const char *wanted)
{
    size_t had, wants;
    for (;;) {
        had = strcspn(found, "\n");
        wants = strcspn(wanted, "\n");
        if (had != wants || memcmp(found, wanted, had) != 0 || !found[had] || !wanted[wants])
            break;
        found += had + 1;
        wanted += wants + 1;
    }
    return cli_say(CLI_FAILED,
                   "%s: this folder has the results of another experiment: experiment.txt there has '%.*s', this run "
                   "has '%.*s'. Choose another folder, or delete this one",
                   out, (int)(had < 200 ? had : 200), found, (int)(wants < 200 ? wants : 200), wanted);
}

int exp_claim_folder(const experiment *self, const char *tokenizer)
{
    char *path, *wanted, *found;
    int status = CLI_DONE;
    knap_error error;
    if (mkdir(self->out, 0777) != 0 && errno != EEXIST)
        return cli_say(CLI_FAILED, "%s: cannot make this folder: %s", self->out, strerror(errno));
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
