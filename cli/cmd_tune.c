/* cmd_tune.c - knap tune: settings by cross-validation on training clusters, then a model of all of them. */
#include "cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TRIALS = 256, MOST_PARAMS = 64 };

/* Searched one after the other, each starting from the best settings so far. */
static const struct {
    const char *name, *grid;
} named[] = {{"views", "views=expected,all,paper"},
             {"benefit", "lambda=-1,0 r=0.7,1,0.5"},
             {"learner", "eta=0.05,0.0125,0.2 epochs=20,6"},
             {"decode", "decode=swap,greedy,mbr"}};
static const char ALL_GRIDS[] = "views,benefit,learner,decode";

typedef struct tuning {
    const char *output, *budget, *tokenizer, *exceptions, *grid;
    cli_documents documents;
    size_t jobs, folds;
    bool json;
    knap_settings settings;
    knap_text_settings text;
    unsigned char given[MOST_PARAMS];
} tuning;

/* Multiplies the trials by the values of "NAME=VALUE,VALUE"; settings given on the command line stay as they are. */
static int add_axis(const tuning *self, char *axis, knap_settings *trial, size_t *count)
{
    const knap_param *table = knap_settings_table(), *param;
    char *values = strchr(axis, '='), *save = NULL;
    size_t before = *count, made = 0;
    knap_settings *old;
    knap_error error;
    if (!values)
        return cli_say(
            CLI_USAGE,
            "--grid: '%s' is neither the name of a grid (views, benefit, learner, decode) nor NAME=VALUE,...", axis);
    *values++ = 0;
    if (!(param = knap_param_find(table, axis)))
        return cli_say(CLI_USAGE, "--grid: there is no setting '%s'", axis);
    if (self->given[param - table])
        return CLI_DONE;
    old = cli_new(before, sizeof *old);
    memcpy(old, trial, before * sizeof *old);
    for (char *value = strtok_r(values, ",", &save); value; value = strtok_r(NULL, ",", &save))
        for (size_t i = 0; i < before; i++) {
            if (made == MOST_TRIALS) {
                free(old);
                return cli_say(CLI_USAGE, "--grid: more than %d combinations of values: search fewer at once",
                               (int)MOST_TRIALS);
            }
            trial[made] = old[i];
            if (knap_param_parse(param, &trial[made++], value, &error)) {
                free(old);
                return cli_say(CLI_USAGE, "--grid: %s", error.message);
            }
        }
    free(old);
    *count = made;
    return CLI_DONE;
}

/* Keeps the trials of a named grid that are possible with the settings given: mbr needs a mixture. */
static size_t leave_possible(knap_settings *trial, size_t count)
{
    size_t kept = 0;
    knap_error unused;
    for (size_t i = 0; i < count; i++)
        if (!knap_settings_check(&trial[i], &unused))
            trial[kept++] = trial[i];
    return kept;
}

/* The trials of a grid around `base`. */
static int make_trials(const tuning *self, const knap_settings *base, const char *grid, knap_settings *trial,
                       size_t *count)
{
    char *text, *save = NULL;
    int status = CLI_DONE;
    bool is_named = false;
    for (size_t i = 0; !is_named && i < sizeof named / sizeof *named; i++)
        if (strcmp(grid, named[i].name) == 0) {
            grid = named[i].grid;
            is_named = true;
        }
    text = cli_copy(grid, strlen(grid));
    trial[0] = *base;
    *count = 1;
    for (char *axis = strtok_r(text, " ", &save); !status && axis; axis = strtok_r(NULL, " ", &save))
        status = add_axis(self, axis, trial, count);
    free(text);
    if (!status && is_named)
        *count = leave_possible(trial, *count);
    return status;
}

/* Prints the settings that differ from `base`, on stderr or as JSON. */
static void tell(const tuning *self, const knap_settings *base, const knap_settings *trial, double f)
{
    char value[128], other[128];
    json_t *object = self->json ? json_object() : NULL;
    if (!self->json && !self->documents.quiet)
        fprintf(stderr, "  F %.4f ", f);
    for (const knap_param *param = knap_settings_table(); param->name; param++) {
        knap_param_format(param, trial, 0, value, sizeof value);
        knap_param_format(param, base, 0, other, sizeof other);
        if (object)
            cli_json_put(object, param->name, cli_json_string(value));
        else if (!self->documents.quiet && strcmp(value, other) != 0)
            fprintf(stderr, " --%s %s", param->name, value);
    }
    if (object) {
        cli_json_put(object, "f", cli_json_real(f));
        cli_json_print(object);
    } else if (!self->documents.quiet) {
        fputc('\n', stderr);
    }
}

/* Searches one grid around *base and stores the best settings there. */
static int search(const tuning *self, const knap_training_set *set, const char *grid, knap_settings *base)
{
    static knap_settings trial[MOST_TRIALS];
    double mean[MOST_TRIALS];
    size_t count, best = 0;
    knap_run run = cli_run(self->jobs);
    cli_progress progress;
    knap_error error;
    knap_settings start = *base;
    int status = make_trials(self, base, grid, trial, &count);
    if (status || count < 2)
        return status;
    cli_progress_attach(&progress, &run, self->documents.quiet);
    knap_status done = knap_summarizer_tune(set, &self->text, trial, count, self->folds, &run, mean, &error);
    cli_progress_end(&progress);
    if (done)
        return cli_fail(&error);
    if (!self->json && !self->documents.quiet)
        fprintf(stderr, "%s\n", grid);
    for (size_t i = 0; i < count; i++) {
        tell(self, &start, &trial[i], mean[i]);
        best = mean[i] > mean[best] ? i : best;
    }
    *base = trial[best];
    return CLI_DONE;
}

static int tune(const tuning *self, char **operand, int operands)
{
    knap_corpus *corpus = NULL;
    const knap_cluster *const *clusters = NULL;
    knap_training_set set = {.language = self->documents.language};
    knap_settings base = self->settings;
    knap_summarizer *summarizer = NULL;
    knap_run run = cli_run(self->jobs);
    knap_error error;
    char *grids = cli_copy(self->grid, strlen(self->grid)), *save = NULL;
    const char *between = strchr(self->grid, '=') ? ";" : ",;"; /* a comma too, where there are names only */
    int result = CLI_DONE;
    knap_status status = cli_parse_budget(self->budget, self->tokenizer, &set.budget, &error);
    if (!status)
        status = cli_open_corpus(operand, operands, &self->documents, &corpus, &clusters, &error);
    if (!status) {
        set.train = clusters;
        set.trains = knap_corpus_clusters(corpus);
        set.exceptions = cli_exceptions(self->exceptions, self->text.stem, self->documents.quiet);
        for (char *grid = strtok_r(grids, between, &save); !result && grid; grid = strtok_r(NULL, between, &save))
            result = search(self, &set, grid, &base);
        if (!result)
            status = knap_summarizer_train(&set, &self->text, &base, 1, &run, &summarizer, NULL, &error);
        if (!result && !status)
            status = knap_summarizer_save(summarizer, self->output, &error);
        if (!result && !status && !self->documents.quiet)
            fprintf(stderr, "model: %s\n", self->output);
    }
    knap_summarizer_free(summarizer);
    free(grids);
    free((void *)(size_t)clusters);
    knap_corpus_close(corpus);
    return status ? cli_fail(&error) : result;
}

static const cli_example EXAMPLES[] = {{"knap tune sample -o tuned.knap -b 100w --folds 3 --grid 'views; r=0.7,1'",
                                        "Choose views, then the power of the cost, in three folds"},
                                       {NULL, NULL}};

static int run(int argc, char **argv)
{
    tuning self = {.budget = "665b", .grid = ALL_GRIDS, .folds = 5};
    const cli_option options[] = {
        {"output", 'o', CLI_TEXT, &self.output, "MODEL", "Write the model to this file (required)"},
        {"grid", 'g', CLI_TEXT, &self.grid, "GRID", "Try these settings, see below"},
        {"folds", 'k', CLI_COUNT, &self.folds, "K", "Cut the clusters into K folds, each held out once"},
        {"budget", 'b', CLI_TEXT, &self.budget, "LENGTH", "Set the budget: 665b bytes, 250w words, 600c, 5s, 10%"},
        CLI_TOKENIZER_OPTION(&self.tokenizer),
        {"json", 0, CLI_FLAG, &self.json, NULL, "Print one JSON object per trial on stdout"},
        CLI_JOBS_OPTION(&self.jobs),
        {"quiet", 'q', CLI_FLAG, &self.documents.quiet, NULL, "Print errors only: no progress, no report"},
        CLI_MORE_OPTIONS,
        CLI_TEXT_OPTIONS(self.documents),
        CLI_EXCEPTIONS_OPTION(&self.exceptions),
        {NULL, 0, CLI_FLAG, NULL, NULL, NULL}};
    const cli_table tables[] = {{"Settings", knap_settings_table(), &self.settings, self.given},
                                {"Text", knap_text_settings_table(), &self.text, NULL},
                                {NULL, NULL, NULL, NULL}};
    static const char *grids[sizeof named / sizeof *named + 1];
    static const cli_values values[] = {{"grid", grids}, {NULL, NULL}};
    cli_line line = {
        .command = &cmd_tune,
        .options = options,
        .tables = tables,
        .examples = EXAMPLES,
        .values = values,
        .notes = "GRID names grids that are searched one after the other (views, benefit, learner, decode), or lists "
                 "values: 'r=0.7,1 lambda=-1,0; eta=0.05,0.2'. Settings given as options are not changed. A trial's "
                 "score is ROUGE-1 F on held-out clusters.\n"};
    int status;
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        grids[i] = named[i].name;
    knap_settings_init(&self.settings);
    knap_settings_suit_documents(0, true, self.given, &self.settings);
    knap_text_settings_init(&self.text);
    knap_text_settings_for_rouge(&self.text);
    status = cli_parse(&line, argc, argv);
    if (status)
        return status;
    if (line.operands == 0)
        return cli_say(CLI_USAGE, "tune needs CLUSTERS with references");
    if (!self.output || !self.output[0])
        return cli_say(CLI_USAGE, "tune needs -o MODEL, the file that the model is written to");
    if ((status = cli_keep_inputs(self.output, line.operand, line.operands)))
        return status;
    return tune(&self, line.operand, line.operands);
}

const cli_command cmd_tune = {"tune", "CLUSTERS... -o MODEL [OPTION...]",
                              "Choose settings by cross-validation on clusters, then train with them", run};
