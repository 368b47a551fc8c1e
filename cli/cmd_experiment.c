/* cmd_experiment.c - knap experiment: the paper's table, on any data. */
#include "experiment.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The order of the paper's table, then what users would otherwise pick. */
static const char DEFAULT_SYSTEMS[] =
    "submod,submod2011,dpp,dpp-mbr,conseqopt,scp,scp-expected,scp-mbr,scp-swap,oracle,mmr,"
    "lexrank,centroid,greedykl,freq,ilp,lead,random";

typedef struct request {
    const char *train, *test, *systems, *against, *budget, *rouge, *out, *exceptions;
    cli_documents documents;
    size_t folds, seeds, jobs;
    int stem, no_stem, tune, json;
} request;

/* ---- Sets and folds ---- */

static int with_references(const knap_cluster *const *cluster, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (cluster[i]->references == 0)
            return cli_say(CLI_FAILED, "cluster '%s' has no references: put them into its refs folder", cluster[i]->id);
    return CLI_DONE;
}

/* One fold: train on one set, test on another. */
static int two_sets(experiment *self, const knap_cluster *const *train, size_t trains, const knap_cluster *const *test,
                    size_t tests)
{
    self->folds = 1;
    self->tests = tests;
    self->fold = calloc(1, sizeof *self->fold);
    self->test = calloc(tests + 1, sizeof *self->test);
    if (!self->fold || !self->test || !(self->fold->train = calloc(trains + 1, sizeof *train)))
        return cli_say(CLI_FAILED, "out of memory");
    memcpy(self->fold->train, train, trains * sizeof *train);
    memcpy(self->test, test, tests * sizeof *test);
    self->fold->trains = trains;
    self->fold->count = tests;
    return CLI_DONE;
}

/* K folds of one set: cluster i is tested in fold i mod K, so that a sorted set is spread evenly. */
static int cut_folds(experiment *self, const knap_cluster *const *cluster, size_t count, size_t folds)
{
    size_t at = 0;
    if (folds == 0)
        folds = count < 10 ? count : 10;
    if (folds < 2 || folds > count)
        return cli_say(CLI_USAGE, "--folds: %zu is not from 2 to the %zu clusters there are", folds, count);
    self->folds = folds;
    self->tests = count;
    self->fold = calloc(folds, sizeof *self->fold);
    self->test = calloc(count + 1, sizeof *self->test);
    if (!self->fold || !self->test)
        return cli_say(CLI_FAILED, "out of memory");
    for (size_t f = 0; f < folds; f++) {
        exp_fold *fold = &self->fold[f];
        fold->first = at;
        if (!(fold->train = calloc(count + 1, sizeof *fold->train)))
            return cli_say(CLI_FAILED, "out of memory");
        for (size_t i = 0; i < count; i++)
            if (i % folds == f)
                self->test[at++] = cluster[i];
            else
                fold->train[fold->trains++] = cluster[i];
        fold->count = at - fold->first;
    }
    return CLI_DONE;
}

/* ---- What is asked for ---- */

/* NAME or NAME:SETTING=VALUE:..., in which + stands between the values of a set. */
static int add_system(experiment *self, const char *text, size_t length)
{
    exp_system *made = &self->system[self->systems];
    cli_texts set = {.count = 0};
    char *name, *rest;
    int status;
    if (self->systems == EXP_MOST_SYSTEMS)
        return cli_say(CLI_USAGE, "more than %d systems at once", (int)EXP_MOST_SYSTEMS);
    if (!(made->name = strndup(text, length)) || !(name = strndup(text, length)))
        return cli_say(CLI_FAILED, "out of memory");
    self->systems++;
    for (size_t i = 0; i + 1 < self->systems; i++)
        if (strcmp(self->system[i].name, name) == 0) {
            free(name);
            return cli_say(CLI_USAGE, "system '%s' is named twice", made->name);
        }
    if ((rest = strchr(name, ':')))
        *rest++ = 0;
    status = cli_find_system(name, &made->system);
    if (!status && (!(made->params = calloc(1, made->system->params_size + 1)) ||
                    !(made->seconds = calloc(self->seeds, sizeof *made->seconds))))
        status = cli_say(CLI_FAILED, "out of memory");
    if (!status) {
        made->seeds = made->system->random ? self->seeds : 1;
        knap_system_init(made->system, made->params);
    }
    for (char *at = rest, *next; !status && at; at = next) {
        if ((next = strchr(at, ':')))
            *next++ = 0;
        for (char *plus = at; (plus = strchr(plus, '+'));)
            *plus = ',';
        set = (cli_texts){.text = {at}, .count = 1};
        status = cli_set_params(made->system, &set, made->params);
    }
    free(name);
    return status;
}

static int choose_systems(experiment *self, const char *names)
{
    int status = CLI_DONE;
    while (!status && *names) {
        size_t length = strcspn(names, ",");
        status = add_system(self, names, length);
        names += length + (names[length] == ',');
    }
    return status || self->systems ? status : cli_say(CLI_USAGE, "--systems names none");
}

/* The system that the others are compared with: the one that is named, else found by its scores. */
static int choose_rival(experiment *self, const char *name)
{
    self->against = self->systems;
    for (size_t i = 0; name && i < self->systems; i++)
        if (strcmp(self->system[i].name, name) == 0)
            self->against = i;
    if (name && self->against == self->systems)
        return cli_say(CLI_USAGE, "--against: '%s' is none of the systems that are run", name);
    return CLI_DONE;
}

static int choose_measures(experiment *self, const char *names)
{
    static const char *const known[] = {"1", "2", "L", "SU4"};
    while (*names) {
        size_t length = strcspn(names, ","), i = 0;
        while (i < 4 && (strlen(known[i]) != length || memcmp(known[i], names, length) != 0))
            i++;
        if (i == 4 || self->measures == EXP_MOST_MEASURES)
            return cli_say(CLI_USAGE, "--rouge: '%s' is not a list of 1, 2, L, SU4", names);
        snprintf(self->measure[self->measures++], sizeof *self->measure, "ROUGE-%s", known[i]);
        names += length + (names[length] == ',');
    }
    return self->measures ? CLI_DONE : cli_say(CLI_USAGE, "--rouge names no measure");
}

/* The out folder belongs to one experiment: what decides its summaries stands in a file there. */
static int claim_folder(const experiment *self, const request *ask)
{
    char path[4096], wanted[8192], found[8192] = "", value[256];
    size_t used;
    FILE *file;
    knap_error error;
    if (mkdir(self->out, 0777) != 0 && errno != EEXIST)
        return cli_say(CLI_FAILED, "%s: cannot make this folder: %s", self->out, strerror(errno));
    snprintf(path, sizeof path, "%s/experiment.txt", self->out);
    used = (size_t)snprintf(wanted, sizeof wanted,
                            "knap %s\ntrain %s\ntest %s\nfolds %zu\nbudget %s\ntune %s\nlanguage %s\nclusters %zu\n",
                            knap_version(), ask->train, ask->test ? ask->test : "", self->folds,
                            knap_budget_format(&self->budget, value, sizeof value), self->tune ? "yes" : "no",
                            self->language ? self->language : "guessed", self->tests);
    for (const knap_param *param = knap_text_settings_table(); param->name && used < sizeof wanted; param++)
        used += (size_t)snprintf(wanted + used, sizeof wanted - used, "%s %s\n", param->name,
                                 knap_param_format(param, &self->text, 0, value, sizeof value));
    file = fopen(path, "rb");
    if (file) {
        found[fread(found, 1, sizeof found - 1, file)] = 0;
        fclose(file);
        if (strcmp(found, wanted) != 0)
            return cli_say(CLI_FAILED,
                           "%s: this folder holds another experiment (see experiment.txt there): name another",
                           self->out);
        return CLI_DONE;
    }
    return cli_write_file(path, wanted, strlen(wanted), &error) ? cli_fail(&error) : CLI_DONE;
}

static int write_out(const experiment *self)
{
    char path[4096], *json = exp_json(self, 1);
    knap_error error;
    knap_status status;
    if (!json)
        return cli_say(CLI_FAILED, "out of memory");
    snprintf(path, sizeof path, "%s/scores.json", self->out);
    status = cli_write_file(path, json, strlen(json), &error);
    free(json);
    snprintf(path, sizeof path, "%s/scores.csv", self->out);
    if (!status)
        status = exp_write_csv(self, path, &error);
    snprintf(path, sizeof path, "%s/report.html", self->out);
    if (!status)
        status = exp_write_html(self, path, &error);
    return status ? cli_fail(&error) : CLI_DONE;
}

/* ---- Running ---- */

static int run_experiment(experiment *self, const request *ask, const knap_cluster *const *train, size_t trains,
                          const knap_cluster *const *test, size_t tests)
{
    knap_error error = {.status = KNAP_OK};
    int status = with_references(train, trains);
    if (!status && test)
        status = with_references(test, tests);
    if (!status)
        status = test ? two_sets(self, train, trains, test, tests) : cut_folds(self, train, trains, ask->folds);
    if (!status && self->out)
        status = claim_folder(self, ask);
    if (status)
        return status;
    if (exp_run(self, &error) || exp_evaluate(self, &error))
        return cli_fail(&error);
    if (ask->json) {
        char *json = exp_json(self, 0);
        if (json)
            puts(json);
        free(json);
    } else {
        exp_print_table(self);
    }
    return self->out ? write_out(self) : CLI_DONE;
}

static int open_and_run(experiment *self, const request *ask)
{
    knap_corpus *train = NULL, *test = NULL;
    const knap_cluster *const *train_list = NULL, *const *test_list = NULL;
    char *train_path = (char *)(size_t)ask->train, *test_path = (char *)(size_t)ask->test;
    knap_error error;
    int status;
    if (cli_open_corpus(&train_path, 1, &ask->documents, &train, &train_list, &error) ||
        (test_path && cli_open_corpus(&test_path, 1, &ask->documents, &test, &test_list, &error)))
        status = cli_fail(&error);
    else
        status = run_experiment(self, ask, train_list, knap_corpus_clusters(train), test_list,
                                test ? knap_corpus_clusters(test) : 0);
    exp_free(self);
    free((void *)(size_t)train_list);
    free((void *)(size_t)test_list);
    knap_corpus_free(train);
    knap_corpus_free(test);
    return status;
}

static int run(int argc, char **argv)
{
    request ask = {.systems = DEFAULT_SYSTEMS, .budget = "665b", .rouge = "1", .seeds = 5};
    experiment self = {.folds = 0};
    const cli_option options[] = {
        {"train", 't', CLI_TEXT, &ask.train, "SET", "clusters to train on, or to cut into folds"},
        {"test", 'T', CLI_TEXT, &ask.test, "SET", "clusters to test on; without it: folds"},
        {"folds", 'k', CLI_COUNT, &ask.folds, "K",
         "folds of the training set where there is no test set; 0: 10, or one a cluster"},
        {"systems", 's', CLI_TEXT, &ask.systems, "NAMES", "comma-separated; with settings: scp:views=all:r=1"},
        {"against", 'a', CLI_TEXT, &ask.against, "NAME", "the system that p is against; else the best rival"},
        {"seeds", 'n', CLI_COUNT, &ask.seeds, "N", "runs of systems with something random in them"},
        {"budget", 'b', CLI_TEXT, &ask.budget, "LENGTH", "665b bytes, 250w words, 600c characters"},
        {"rouge", 'r', CLI_TEXT, &ask.rouge, "NAMES", "measures: 1, 2, L, SU4, comma-separated"},
        {"stem", 0, CLI_FLAG, &ask.stem, NULL, "words count by their stems, in the reward and the scorer"},
        {"no-stem", 0, CLI_FLAG, &ask.no_stem, NULL, "as they are, like the paper's table; the default"},
        {"tune", 0, CLI_FLAG, &ask.tune, NULL,
         "choose untrained systems' settings on the training clusters, by their grids"},
        {"out", 'o', CLI_TEXT, &ask.out, "DIR", "keep summaries, scores and report.html; an interrupted run goes on"},
        CLI_TEXT_OPTIONS(ask.documents),
        {"exceptions", 0, CLI_TEXT, &ask.exceptions, "PATH", "with --stem: irregular forms; else WordNet's"},
        {"json", 0, CLI_FLAG, &ask.json, NULL, "one JSON object instead of the table"},
        {"jobs", 'j', CLI_COUNT, &ask.jobs, "N", "threads; 0: one a processor"},
        {"quiet", 'q', CLI_FLAG, &ask.documents.quiet, NULL, "no progress, no notes"},
        {NULL, 0, CLI_FLAG, NULL, NULL, NULL}};
    const cli_table tables[] = {{"Text", knap_text_settings_table(), &self.text, NULL}, {NULL, NULL, NULL, NULL}};
    cli_line line = {.command = &cmd_experiment, .options = options, .tables = tables};
    knap_error error;
    int status;
    knap_text_settings_init(&self.text);
    /* a comparison by ROUGE: what a reader would leave out may be picked */
    (void)knap_param_parse(knap_param_find(knap_text_settings_table(), "filter"), &self.text, CLI_ROUGE_FILTER, &error);
    status = cli_parse(&line, argc, argv);
    if (status != CLI_DONE)
        return status;
    if (line.operands == 1 && !ask.train)
        ask.train = line.operand[0];
    else if (line.operands)
        return cli_say(CLI_USAGE, "experiment takes its sets with --train and --test");
    if (!ask.train)
        return cli_say(CLI_USAGE, "experiment needs --train SET");
    if (ask.seeds == 0)
        return cli_say(CLI_USAGE, "--seeds: there must be at least one");
    if (ask.stem && ask.no_stem)
        return cli_say(CLI_USAGE, "--stem and --no-stem exclude each other");
    if (knap_budget_parse(ask.budget, &self.budget, &error))
        return cli_fail(&error);
    self.text.stem = ask.stem;
    self.exceptions = cli_exceptions(ask.exceptions, ask.stem);
    self.language = ask.documents.language;
    self.jobs = ask.jobs;
    self.tune = ask.tune;
    self.seeds = ask.seeds;
    self.quiet = ask.documents.quiet;
    self.out = ask.out;
    if ((status = choose_systems(&self, ask.systems)) || (status = choose_rival(&self, ask.against)) ||
        (status = choose_measures(&self, ask.rouge))) {
        exp_free(&self);
        return status;
    }
    return open_and_run(&self, &ask);
}

const cli_command cmd_experiment = {"experiment", "--train SET [--test SET | --folds K] [OPTION...]",
                                    "Train and run every system, and print the paper's table", run};
