/* cmd_experiment.c - knap experiment: the paper's table, on any data. */
#include "experiment.h"
#include "team.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* In the order of the paper's table, then other systems in use. */
static const char DEFAULT_SYSTEMS[] =
    "submod,submod2011,dpp,dpp-mbr,conseqopt,scp,scp-expected,scp-mbr,scp-swap,reader,oracle,mmr,"
    "lexrank,centroid,greedykl,freq,ilp,lead,random";

typedef struct request {
    const char *train, *test, *systems, *against, *budget, *tokenizer, *rouge, *out, *exceptions;
    cli_documents documents;
    size_t folds, seeds, jobs;
    bool tune, json, overflow, paper;
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
    self->fold = cli_new(1, sizeof *self->fold);
    self->test = cli_new(tests, sizeof *self->test);
    self->fold->train = cli_new(trains, sizeof *train);
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
        return cli_say(CLI_USAGE, "--folds: %zu is not from 2 to %zu, the number of clusters", folds, count);
    self->folds = folds;
    self->tests = count;
    self->fold = cli_new(folds, sizeof *self->fold);
    self->test = cli_new(count, sizeof *self->test);
    for (size_t f = 0; f < folds; f++) {
        exp_fold *fold = &self->fold[f];
        fold->first = at;
        fold->train = cli_new(count, sizeof *fold->train);
        for (size_t i = 0; i < count; i++)
            if (i % folds == f)
                self->test[at++] = cluster[i];
            else
                fold->train[fold->trains++] = cluster[i];
        fold->count = at - fold->first;
    }
    return CLI_DONE;
}

/* ---- Systems ---- */

/* Gives a system its text settings: those of the command line, else its own. The system reader has those for readers. */
static void set_text(const experiment *self, exp_system *made)
{
    const knap_param *table = knap_text_settings_table();
    made->text = self->text;
    if (strcmp(made->system->name, "reader") == 0)
        knap_text_settings_init(&made->text);
    knap_text_settings_for_system(&made->text, made->system->name);
    for (const knap_param *param = table; param->name; param++)
        if (self->text_given[param - table])
            knap_param_copy(param, &made->text, &self->text);
}

static const knap_param *find_setting(const knap_param *table, const char *text)
{
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(text, "="), text);
    return table ? knap_param_find(table, name) : NULL;
}

static bool is_text_setting(const knap_system *system, const char *text)
{
    return !find_setting(system->params, text) && find_setting(knap_text_settings_table(), text);
}

static int set_text_setting(const char *text, knap_text_settings *settings)
{
    knap_error error;
    const char *value = text + strcspn(text, "=");
    return knap_param_parse(find_setting(knap_text_settings_table(), text), settings, *value ? value + 1 : "", &error)
               ? cli_say(CLI_USAGE, "%s", error.message)
               : CLI_DONE;
}

/* Reads "overflow=yes"; false where the text is another setting. */
static bool read_overflow(const char *text, exp_system *made, int *status)
{
    static const char name[] = "overflow=";
    const char *value = text + sizeof name - 1;
    if (strncmp(text, name, sizeof name - 1) != 0)
        return false;
    made->overflow = strcmp(value, "yes") == 0;
    if (!made->overflow && strcmp(value, "no") != 0)
        *status = cli_say(CLI_USAGE, "overflow: '%s' is neither yes nor no", value);
    return true;
}

/* NAME or NAME:SETTING=VALUE:..., with + between the values of a set. Settings are those of the system or of text. */
static int add_system(experiment *self, const char *text, size_t length)
{
    exp_system *made = &self->system[self->systems];
    cli_texts set = {.count = 0};
    char *name, *rest;
    int status;
    if (self->systems == EXP_MOST_SYSTEMS)
        return cli_say(CLI_USAGE, "more than %d systems at once", (int)EXP_MOST_SYSTEMS);
    made->name = cli_copy(text, length);
    name = cli_copy(text, length);
    self->systems++;
    for (size_t i = 0; i + 1 < self->systems; i++)
        if (strcmp(self->system[i].name, name) == 0) {
            free(name);
            return cli_say(CLI_USAGE, "--systems: '%s' is listed twice", made->name);
        }
    if ((rest = strchr(name, ':')))
        *rest++ = 0;
    status = cli_find_system(name, &made->system);
    if (!status) {
        made->params = cli_text_params(made->system);
        made->seconds = cli_new(self->seeds, sizeof *made->seconds);
        made->seeds = made->system->random ? self->seeds : 1;
        made->overflow = self->overflow;
        set_text(self, made);
    }
    for (char *at = rest, *next; !status && at; at = next) {
        if ((next = strchr(at, ':')))
            *next++ = 0;
        if (read_overflow(at, made, &status))
            continue;
        for (char *plus = at; (plus = strchr(plus, '+'));)
            *plus = ',';
        set = (cli_texts){.text = {at}, .count = 1};
        status = is_text_setting(made->system, at) ? set_text_setting(at, &made->text)
                                                   : cli_set_params(made->system, &set, made->params);
    }
    free(name);
    if (!status && made->system->whole)
        made->overflow = false; /* no item is the last that was picked */
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
    return status || self->systems ? status : cli_say(CLI_USAGE, "--systems: no system is listed");
}

/* The system that the others are compared with: the one of --against, else found by its scores. */
static int choose_rival(experiment *self, const char *name)
{
    self->against = self->systems;
    for (size_t i = 0; name && i < self->systems; i++)
        if (strcmp(self->system[i].name, name) == 0)
            self->against = i;
    if (name && self->against == self->systems)
        return cli_say(CLI_USAGE, "--against: '%s' is not one of the systems that are run", name);
    return CLI_DONE;
}

static int write_out(const experiment *self)
{
    char *json = exp_json(self, true), *scores = cli_format("%s/scores.json", self->out);
    char *csv = cli_format("%s/scores.csv", self->out), *page = cli_format("%s/report.html", self->out);
    knap_error error;
    knap_status status = cli_write_file(scores, json, strlen(json), &error);
    if (!status)
        status = exp_write_csv(self, csv, &error);
    if (!status)
        status = exp_write_html(self, page, &error);
    free(json);
    free(scores);
    free(csv);
    free(page);
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
        exp_identify(self, ask->tokenizer);
    if (!status && self->out && cli_rank() == 0)
        status = exp_claim_folder(self, ask->tokenizer);
    if (status)
        return status;
    if (self->out)
        cli_team_advise("finished tasks are kept: start the same command again, and it goes on");
    if (exp_run(self, &error) || (cli_rank() == 0 && exp_evaluate(self, &error)))
        return cli_fail(&error);
    cli_team_drop_notes();
    if (cli_rank() > 0)
        return CLI_DONE;
    if (ask->json) {
        char *json = exp_json(self, false);
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
    knap_corpus_close(train);
    knap_corpus_close(test);
    return status;
}

static const char NOTES[] =
    "CLUSTERS is a folder of clusters with docs/ and refs/, JSONL, or DUC/TAC data. 'knap help pack systems' lists the "
    "systems. Words are not stemmed unless --stem is given.\n";

static const cli_example EXAMPLES[] = {
    {"knap experiment --train sample --folds 3 -b 100w -s lead,lexrank,submod", "Compare three systems in three folds"},
    {"knap experiment --train sample -k 3 --seeds 1 -s scp,scp:views=all:r=1 -o out",
     "Compare settings of a system with its defaults, and keep the summaries"},
    {NULL, NULL}};

static int run(int argc, char **argv)
{
    request ask = {.budget = "665b", .rouge = "1", .seeds = 5};
    experiment self = {.folds = 0};
    const cli_option options[] = {
        {"train", 't', CLI_TEXT, &ask.train, "CLUSTERS", "Train on these clusters, or cut them into folds"},
        {"test", 0, CLI_TEXT, &ask.test, "CLUSTERS", "Test on these clusters [folds of --train]"},
        {"folds", 'k', CLI_COUNT, &ask.folds, "K", "Cut into K folds; 0 means 10 or one per cluster"},
        {"systems", 's', CLI_TEXT, &ask.systems, "NAMES", "Run these: scp,lead,scp:views=all:r=1 [most]"},
        {"seeds", 0, CLI_COUNT, &ask.seeds, "N", "Run systems that have random choices N times"},
        {"budget", 'b', CLI_TEXT, &ask.budget, "LENGTH", "Set the budget: 665b bytes, 250w words, 600c, 5s, 10%"},
        CLI_TOKENIZER_OPTION(&ask.tokenizer),
        {"rouge", 0, CLI_TEXT, &ask.rouge, "NAMES", "Measure these: 1 to 9, L, W1.2, S4, SU4"},
        {"paper", 0, CLI_FLAG, &ask.paper, NULL, "Run the paper's table, with the paper's figures beside"},
        {"output", 'o', CLI_TEXT, &ask.out, "DIR", "Keep summaries, scores and report.html; resume a run"},
        {"json", 0, CLI_FLAG, &ask.json, NULL, "Print one JSON object instead of the table"},
        CLI_JOBS_OPTION(&ask.jobs),
        {"quiet", 'q', CLI_FLAG, &ask.documents.quiet, NULL, "Print errors only: no progress, no notes"},
        CLI_MORE_OPTIONS,
        {"against", 0, CLI_TEXT, &ask.against, "NAME", "Test differences from this system [best rival]"},
        {"tune", 0, CLI_FLAG, &ask.tune, NULL, "Choose settings of untrained systems by grid"},
        {"overflow", 0, CLI_FLAG, &ask.overflow, NULL, "Let the last sentence pass the budget, and cut it"},
        CLI_TEXT_OPTIONS(ask.documents),
        CLI_EXCEPTIONS_OPTION(&ask.exceptions),
        {NULL, 0, CLI_FLAG, NULL, NULL, NULL}};
    const cli_table tables[] = {{"Text", knap_text_settings_table(), &self.text, self.text_given},
                                {NULL, NULL, NULL, NULL}};
    cli_line line = {
        .command = &cmd_experiment, .options = options, .tables = tables, .notes = NOTES, .examples = EXAMPLES};
    knap_error error;
    int status;
    knap_text_settings_init(&self.text);
    knap_rouge_options_init(&self.rouge);
    /* systems are compared by ROUGE; the system reader has text settings of its own */
    knap_text_settings_for_rouge(&self.text);
    status = cli_parse(&line, argc, argv);
    if (status)
        return status;
    if (line.operands == 1 && !ask.train)
        ask.train = line.operand[0];
    else if (line.operands)
        return cli_say(CLI_USAGE, "experiment takes clusters with --train and --test only");
    if (!ask.train)
        return cli_say(CLI_USAGE, "experiment needs --train CLUSTERS");
    if (ask.seeds == 0)
        return cli_say(CLI_USAGE, "--seeds: at least 1 is needed");
    if (cli_parse_budget(ask.budget, ask.tokenizer, &self.budget, &error))
        return cli_fail(&error);
    self.exceptions = cli_exceptions(ask.exceptions, self.text.stem, ask.documents.quiet);
    self.language = ask.documents.language;
    self.jobs = ask.jobs;
    self.tune = ask.tune;
    self.overflow = ask.overflow;
    self.paper = ask.paper;
    if (!ask.systems)
        ask.systems = ask.paper ? EXP_PAPER_SYSTEMS : DEFAULT_SYSTEMS;
    self.seeds = ask.seeds;
    self.quiet = ask.documents.quiet;
    self.out = ask.out;
    if ((status = choose_systems(&self, ask.systems)) || (status = choose_rival(&self, ask.against)) ||
        (status = cli_choose_measures(ask.rouge, &self.rouge, &self.measures))) {
        exp_free(&self);
        return status;
    }
    if (ask.paper && !self.text.stem)
        exp_measure_stems(&self);
    return open_and_run(&self, &ask);
}

const cli_command cmd_experiment = {"experiment", "--train CLUSTERS [--test CLUSTERS | --folds K] [OPTION...]",
                                    "Train and run systems on clusters, and print a table of their ROUGE scores", run};
