/* cmd_train.c - knap train: instances in, model out. */
#include "team.h"
#include "train_report.h"
#include "train_team.h"

#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SETTINGS = 64, MOST_PARAMS = 64 };

/* Adds the features of `from` that `to` does not have. */
static knap_status share_features(const knap_data *from, knap_data *to, knap_error *error)
{
    size_t number;
    for (size_t i = 0; i < knap_data_feature_count(from); i++) {
        knap_status status = knap_data_feature(to, knap_data_feature_name(from, i), &number, error);
        if (status)
            return status;
    }
    return KNAP_OK;
}

static void tell(const knap_model *model, const knap_report *report, size_t instances, const char *path, bool json)
{
    const knap_param *table = knap_settings_table();
    const knap_settings *settings = knap_model_settings(model);
    char value[128];
    if (json) {
        json_t *object = json_object(), *chosen = json_object(), *choice;
        cli_json_put(object, "model", cli_json_string(path));
        cli_json_put(object, "instances", cli_json_count(instances));
        cli_json_put(object, "columns", cli_json_count(knap_model_columns(model)));
        cli_json_put(object, "reward", cli_json_real(report->reward));
        cli_json_put(object, "regret", cli_json_real(report->regret));
        cli_json_put(object, "bound", cli_json_real(report->bound));
        cli_json_put(object, "oracle", cli_json_real(report->oracle));
        cli_json_put(object, "tried", cli_json_count(report->tried));
        if (!isnan(report->validation))
            cli_json_put(object, "validation", cli_json_real(report->validation));
        if ((choice = cli_json_choice(model)))
            cli_json_put(object, "choice", choice);
        for (const knap_param *param = table; param->name; param++)
            cli_json_put(chosen, param->name,
                         cli_json_string(knap_param_format(param, settings, 0, value, sizeof value)));
        cli_json_put(object, "settings", chosen);
        cli_json_print(object);
        return;
    }
    fprintf(stderr, "trained on %zu instance%s, %zu columns: reward %.4f in the last epoch, oracle %.4f, regret %.4f\n",
            instances, instances == 1 ? "" : "s", knap_model_columns(model), report->reward, report->oracle,
            report->regret);
    if (!isnan(report->bound))
        fprintf(stderr, "Theorem 1 with this regret: a reward of at least %.4f on the training data\n",
                fmax(report->bound, 0));
    if (!isnan(report->validation)) {
        fprintf(stderr, "held out: reward %.4f, the best of %zu setting%s with", report->validation, report->tried,
                report->tried == 1 ? "" : "s");
        static const char *const chosen[] = {"result", "reduction", "eta"};
        for (int i = 0; i < 3; i++)
            fprintf(stderr, " --%s %s", chosen[i],
                    knap_param_format(knap_param_find(table, chosen[i]), settings, 0, value, sizeof value));
        fputc('\n', stderr);
    }
    cli_print_choice(stderr, model);
    fprintf(stderr, "model: %s\n", path);
}

typedef struct training {
    const char *output, *validate, *budget, *exceptions;
    cli_documents documents;
    cli_reading reading;
    size_t jobs;
    bool json;
    knap_settings settings;
    knap_text_settings text;
    unsigned char given[MOST_PARAMS];
    unsigned char text_given[MOST_PARAMS];
    bool max_rouge;
    knap_logs_settings logs;
    cli_checkpoint checkpoint;
    train_report report;
} training;

static void describe_table(FILE *page, const knap_param *table, const void *settings)
{
    char value[256];
    for (const knap_param *param = table; param->name; param++)
        fprintf(page, "%s %s\n", param->name, knap_param_format(param, settings, true, value, sizeof value));
}

static const char *or_none(const char *text)
{
    return text ? text : "none";
}

/* All that decides the model, one fact per line; free() it. */
static char *describe(const training *self, const knap_settings *base, uint64_t data, uint64_t held_out)
{
    const cli_reading *reading = &self->reading;
    const char *exceptions = self->exceptions;
    char *text = NULL;
    size_t length = 0;
    FILE *page = cli_page(&text, &length);
    fprintf(page, "knap %s\ntraining-data %016" PRIx64 "\nvalidation-data %016" PRIx64 "\n", knap_version(), data,
            held_out);
    fprintf(page, "budget %s\nmax-rouge %s\nlanguage %s\nencoding %s\n", or_none(self->budget),
            self->max_rouge ? "yes" : "no", or_none(self->documents.language), or_none(self->documents.encoding));
    fprintf(page, "map %s\nby %s\ncost %s\nper-item %a\nclip %a\n", or_none(reading->map), or_none(reading->by),
            or_none(reading->cost), reading->per_item, self->logs.clip);
    fprintf(page, "tokenizer %016" PRIx64 "\nexceptions %016" PRIx64 "\n",
            reading->tokenizer ? cli_digest_file(knap_hash(0, NULL, 0), reading->tokenizer) : 0,
            exceptions ? cli_digest_exceptions(exceptions) : 0);
    describe_table(page, knap_settings_table(), base);
    describe_table(page, knap_text_settings_table(), &self->text);
    describe_table(page, knap_passages_table(), &reading->passages);
    cli_page_end(page, &text);
    return text;
}

static uint64_t digest_clusters(const knap_cluster *const *cluster, size_t count)
{
    uint64_t digest = knap_hash(0, NULL, 0);
    for (size_t i = 0; i < count; i++)
        digest = cli_digest_cluster(digest, cluster[i]);
    return digest;
}

/* Whether this process trains on all data: it is alone, or the first one of mpirun, and the others have nothing to do. */
static bool trains_alone(const training *self)
{
    if (cli_team() && cli_rank() == 0 && !self->documents.quiet)
        cli_say(CLI_DONE,
                "note: this training needs all data in one process, so the other processes of mpirun do not take "
                "part: docs/CLUSTERS.md says which trainings are divided");
    if (cli_rank() > 0) { /* a signal is for the first process, which keeps its state and then ends all */
        signal(SIGINT, SIG_IGN);
        signal(SIGTERM, SIG_IGN);
    }
    return cli_rank() == 0;
}

/* ---- On documents ---- */

static knap_status train_documents(training *self, char **operand, int operands, knap_error *error)
{
    knap_corpus *corpus = NULL, *held_out = NULL;
    const knap_cluster *const *train = NULL, *const *validate = NULL;
    knap_summarizer *summarizer = NULL;
    knap_settings grid[MOST_SETTINGS], base = self->settings;
    knap_run run = cli_run(self->jobs);
    knap_report report;
    cli_progress progress;
    knap_training_set set = {.language = self->documents.language};
    size_t count = 1;
    char *path = (char *)(size_t)self->validate;
    knap_status status;
    if (!trains_alone(self))
        return KNAP_OK;
    status = cli_parse_budget(self->budget ? self->budget : "665b", self->reading.tokenizer, &set.budget, error);
    if (!status)
        status = cli_open_corpus(operand, operands, &self->documents, &corpus, &train, error);
    if (!status && self->validate)
        status = cli_open_corpus(&path, 1, &self->documents, &held_out, &validate, error);
    knap_settings_suit_documents(knap_corpus_clusters(corpus), self->max_rouge, self->given, &base);
    grid[0] = base;
    if (self->validate)
        count = knap_settings_grid(&base, self->given, grid, MOST_SETTINGS);
    cli_progress_attach(&progress, &run, self->documents.quiet);
    if (!status) {
        set.train = train;
        set.trains = knap_corpus_clusters(corpus);
        set.validate = validate;
        set.validates = held_out ? knap_corpus_clusters(held_out) : 0;
        set.exceptions = cli_exceptions(self->exceptions, self->text.stem, self->documents.quiet);
    }
    if (!status && self->checkpoint.file.path)
        status = cli_checkpoint_attach(
            &self->checkpoint,
            describe(self, &base, digest_clusters(train, set.trains), digest_clusters(validate, set.validates)), &run,
            error);
    train_report_attach(&self->report, base.epochs, &run);
    if (!status)
        status = knap_summarizer_train(&set, &self->text, grid, count, &run, &summarizer, &report, error);
    cli_checkpoint_end(&self->checkpoint);
    cli_progress_end(&progress);
    if (!status)
        status = knap_summarizer_save(summarizer, self->output, error);
    if (!status)
        status = train_report_write(&self->report, set.trains, &report,
                                    knap_model_settings(knap_summarizer_model(summarizer)), error);
    if (!status && (self->json || !self->documents.quiet))
        tell(knap_summarizer_model(summarizer), &report, set.trains, self->output, self->json);
    knap_summarizer_free(summarizer);
    free((void *)(size_t)train);
    free((void *)(size_t)validate);
    knap_corpus_close(corpus);
    knap_corpus_close(held_out);
    return status;
}

/* ---- On instances ---- */

/* The number that --budget has; KNAP_USAGE for others. */
static knap_status parse_budget(const training *self, double *budget, knap_error *error)
{
    char *end;
    *budget = NAN;
    if (!self->budget)
        return KNAP_OK;
    *budget = strtod(self->budget, &end);
    if (end != self->budget && !*end && *budget >= 0)
        return KNAP_OK;
    return kn_fail(error, KNAP_USAGE, "--budget: '%.60s' is not a number of at least 0, which is what instances need",
                   self->budget);
}

/* Saves and reports a model: the first process does. */
static knap_status finish(const training *self, const knap_model *model, const knap_report *report, size_t instances,
                          knap_error *error)
{
    knap_status status = cli_rank() == 0 ? knap_model_save(model, self->output, error) : KNAP_OK;
    if (!status && cli_rank() == 0 && (self->json || !self->documents.quiet))
        tell(model, report, instances, self->output, self->json);
    if (!status)
        cli_team_drop_notes();
    return status;
}

/* Trains in the processes of mpirun, each with its own instances, where that is possible; *done says whether it was. */
static knap_status train_divided(const training *self, const cli_reading *reading, char **file, int files, bool *done,
                                 knap_error *error)
{
    const knap_param *views = knap_param_find(knap_settings_table(), "views");
    knap_model *model = NULL;
    knap_run run = cli_run(self->jobs);
    cli_lesson lesson = {.file = file,
                         .files = files,
                         .reading = reading,
                         .settings = &self->settings,
                         .views_given = self->given[views - knap_settings_table()],
                         .run = &run};
    knap_report report;
    size_t instances;
    cli_progress progress;
    knap_status status;
    *done = false;
    if (!cli_team() || self->validate || self->checkpoint.file.path || self->report.path)
        return KNAP_OK;
    cli_progress_attach(&progress, &run, self->documents.quiet);
    status = cli_train_divided(&lesson, &model, &report, &instances, error);
    cli_progress_end(&progress);
    *done = model != NULL;
    if (!status && model)
        status = finish(self, model, &report, instances, error);
    knap_model_free(model);
    return status;
}

static knap_status train_instances(training *self, char **file, int files, knap_error *error)
{
    cli_reading reading = self->reading;
    knap_data *data = NULL, *held_out = NULL;
    knap_model *model = NULL;
    knap_settings grid[MOST_SETTINGS], base;
    knap_run run = cli_run(self->jobs);
    knap_report report;
    cli_progress progress;
    size_t count = 1;
    bool absent_is_zero = false, done = false;
    knap_status status;
    reading.quiet = self->documents.quiet;
    reading.skip_bad = self->documents.skip_bad;
    reading.jobs = self->jobs;
    status = parse_budget(self, &reading.budget, error);
    if (!status)
        status = train_divided(self, &reading, file, files, &done, error);
    if (status || done || !trains_alone(self))
        return status;
    status = knap_data_new(cli_allocator(), &data, error);
    for (int i = 0; !status && i < files; i++)
        status = cli_read_file(file[i], &reading, data, &absent_is_zero, error);
    base = self->settings;
    if (!status)
        knap_settings_suit_instances(data, self->given, &base);
    grid[0] = base;
    if (!status && self->validate) {
        count = knap_settings_grid(&base, self->given, grid, MOST_SETTINGS);
        status = knap_data_new(cli_allocator(), &held_out, error);
        if (!status)
            status = share_features(data, held_out, error);
        if (!status)
            status = cli_read_file(self->validate, &reading, held_out, &absent_is_zero, error);
        if (!status && absent_is_zero)
            status = share_features(held_out, data, error);
    }
    if (!status)
        status = cli_label_training(data, &self->logs, self->jobs, reading.quiet, error);
    if (!status && held_out)
        status = cli_label_training(held_out, &self->logs, self->jobs, reading.quiet, error);
    cli_progress_attach(&progress, &run, self->documents.quiet);
    if (!status && self->checkpoint.file.path) {
        uint64_t digest = knap_hash(0, NULL, 0);
        for (int i = 0; i < files; i++) /* standard input is in the library's digest only */
            digest = cli_digest_file(digest, file[i]);
        status = cli_checkpoint_attach(
            &self->checkpoint,
            describe(self, &base, digest, self->validate ? cli_digest_file(knap_hash(0, NULL, 0), self->validate) : 0),
            &run, error);
    }
    train_report_attach(&self->report, base.epochs, &run);
    if (!status)
        status = knap_passages_train(data, held_out, &reading.passages, grid, count, &run, &model, &report, error);
    cli_checkpoint_end(&self->checkpoint);
    cli_progress_end(&progress);
    if (!status)
        status = finish(self, model, &report, knap_data_count(data), error);
    if (!status)
        status = train_report_write(&self->report, knap_data_count(data), &report, knap_model_settings(model), error);
    knap_model_free(model);
    cli_leave_data(held_out);
    cli_leave_data(data);
    return status;
}

static const cli_example EXAMPLES[] = {
    {"knap train sample -o news.knap --budget 100w", "Train on clusters of documents with references"},
    {"knap train examples/answers.jsonl -o p.knap --validate examples/answers.jsonl",
     "Train on instances, with the policy chosen on others (here the same)"},
    {"knap train examples/passages.jsonl -o c.knap --method conseqopt --positions 3",
     "Train one policy per position instead of one for all"},
    {NULL, NULL}};

static int run(int argc, char **argv)
{
    training self = {.output = NULL};
    const cli_option options[] = {
        {"output", 'o', CLI_TEXT, &self.output, "MODEL", "Write the model to this file (required)"},
        {"validate", 0, CLI_TEXT, &self.validate, "DATA", "Choose settings and policy on these held-out data"},
        {"budget", 'b', CLI_TEXT, &self.budget, "LENGTH",
         "Set the budget: for documents 665b bytes, 250w words or 600c characters [665b]; for instances a number [the "
         "data's]"},
        {"max-rouge", 0, CLI_FLAG, &self.max_rouge, NULL, "Train for ROUGE-1 alone; documents only [for readers]"},
        {"report", 0, CLI_TEXT, &self.report.path, "FILE", "Write regret, bound and reward by round as a page"},
        {"json", 0, CLI_FLAG, &self.json, NULL, "Print the report as JSON on stdout"},
        CLI_JOBS_OPTION(&self.jobs),
        {"quiet", 'q', CLI_FLAG, &self.documents.quiet, NULL, "Print errors only: no progress, no report"},
        CLI_MORE_OPTIONS,
        CLI_COST_OPTIONS(self.reading),
        CLI_TEXT_OPTIONS(self.documents),
        CLI_EXCEPTIONS_OPTION(&self.exceptions),
        CLI_CLIP_OPTION(&self.logs.clip),
        CLI_CHECKPOINT_OPTIONS(self.checkpoint),
        {NULL, 0, CLI_FLAG, NULL, NULL, NULL}};
    const cli_table tables[] = {{"Settings", knap_settings_table(), &self.settings, self.given},
                                {"Text", knap_text_settings_table(), &self.text, self.text_given},
                                CLI_PASSAGES_TABLE(self.reading),
                                {NULL, NULL, NULL, NULL}};
    static const char notes[] =
        "DATA are instances (JSONL or the text format of SCP_ListPrediction) or clusters of documents with "
        "references; '-' reads instances from standard input. Training on documents uses the settings of the "
        "system reader, which are for people who read summaries.\n";
    cli_line line = {.command = &cmd_train, .options = options, .tables = tables, .notes = notes, .examples = EXAMPLES};
    knap_error error;
    int status;
    knap_settings_init(&self.settings);
    knap_logs_init(&self.logs);
    knap_text_settings_init(&self.text);
    self.reading = cli_reading_init();
    status = cli_parse(&line, argc, argv);
    if (status != CLI_DONE)
        return status;
    if (line.operands == 0)
        return cli_say(CLI_USAGE,
                       "train needs DATA: files of instances, clusters of documents, or - for standard input");
    if (!self.output || !self.output[0])
        return cli_say(CLI_USAGE, "train needs -o MODEL, the file that the model is written to");
    char *held_out = (char *)(size_t)self.validate;
    if ((status = cli_keep_inputs(self.output, line.operand, line.operands)) ||
        (held_out && (status = cli_keep_inputs(self.output, &held_out, 1))))
        return status;
    if ((status = train_report_check(&self.report, self.output, held_out != NULL, self.checkpoint.resume != NULL)) ||
        (self.report.path && (status = cli_keep_inputs(self.report.path, line.operand, line.operands))))
        return status;
    if ((status = cli_check_reading(&self.reading)))
        return status;
    if ((status = cli_checkpoint_check(&self.checkpoint)))
        return status;
    if (self.max_rouge)
        cli_text_for_rouge(&self.text, self.text_given);
    if (cli_is_corpus(line.operand, line.operands) && (self.reading.cost || self.reading.per_item != 0))
        return cli_say(CLI_USAGE, "--cost and --per-item are for instances: the unit of --budget is that of documents");
    cli_team_advise("no model was written: start the same command again");
    if (cli_is_corpus(line.operand, line.operands))
        return train_documents(&self, line.operand, line.operands, &error)
                   ? cli_checkpoint_fail(&self.checkpoint, &error)
                   : CLI_DONE;
    return train_instances(&self, line.operand, line.operands, &error) ? cli_checkpoint_fail(&self.checkpoint, &error)
                                                                       : CLI_DONE;
}

const cli_command cmd_train = {"train", "DATA... -o MODEL [OPTION...]",
                               "Train a model on instances with a reward, or on clusters with references", run};
