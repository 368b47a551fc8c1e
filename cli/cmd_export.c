/* cmd_export.c - knap export: training examples for other learners. */
#include "cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PARAMS = 64 };

/* What is written, and where. */
typedef struct exporting {
    FILE *out;
    bool rows;
    char **name; /* [width] names of the columns that Vowpal Wabbit can read */
    size_t width;
    cli_buffer line;
    size_t lines;
} exporting;

/* A name without the bytes that have a meaning in Vowpal Wabbit's format. */
static char *safe_name(const char *name)
{
    size_t length = strlen(name);
    char *made = cli_new(length + 1, 1);
    for (size_t i = 0; i < length; i++)
        made[i] = strchr(":| \t\r\n", name[i]) ? '_' : name[i];
    return made;
}

static void name_columns(exporting *self, const knap_example *example)
{
    if (self->name)
        return;
    self->width = example->width;
    self->name = cli_new(self->width, sizeof *self->name);
    for (size_t i = 0; i < self->width; i++)
        self->name[i] = safe_name(example->column[i]);
}

/* "LABEL IMPORTANCE |v NAME:VALUE...", where the values are those of `up` less those of `down`, scaled. */
static void write_line(exporting *self, const knap_example *example, double label, double importance, const float *up,
                       const float *down)
{
    cli_buffer *line = &self->line;
    line->length = 0;
    cli_add_number(line, label);
    cli_add_text(line, " ");
    cli_add_number(line, importance);
    cli_add_text(line, " |v");
    for (size_t i = 0; i < example->width; i++) {
        double value = ((double)up[i] - (down ? (double)down[i] : 0)) * example->scale[i];
        if (value == 0)
            continue;
        cli_add_text(line, " ");
        cli_add_text(line, self->name[i]);
        cli_add_text(line, ":");
        cli_add_number(line, value);
    }
    cli_add_text(line, "\n");
    fwrite(line->bytes, 1, line->length, self->out);
    self->lines++;
}

/* The pairs of candidates with different benefits, as `--learner vw-pairs` takes them; or one line per candidate. */
static int write_example(void *context, const knap_example *example)
{
    exporting *self = context;
    name_columns(self, example);
    for (size_t a = 0; a < example->count; a++) {
        const float *up = example->view + example->candidate[a] * example->width;
        if (self->rows)
            write_line(self, example, example->benefit[a], example->weight, up, NULL);
        for (size_t b = 0; !self->rows && b < example->count; b++) {
            double difference = example->benefit[a] - example->benefit[b];
            if (difference > 0 && example->weight * difference > 0)
                write_line(self, example, 1, example->weight * difference, up,
                           example->view + example->candidate[b] * example->width);
        }
    }
    return ferror(self->out);
}

static int write_all(exporting *self, const cli_reading *reading, const char *path, const knap_settings *settings,
                     size_t jobs)
{
    knap_data *data = NULL;
    knap_run run = cli_run(jobs);
    bool absent_is_zero;
    knap_error error = {.status = KNAP_OK};
    knap_status status = knap_data_new(cli_allocator(), &data, &error);
    if (!status)
        status = cli_read_file(path, reading, data, &absent_is_zero, &error);
    if (!status)
        status = cli_complete(data, reading, jobs, &error);
    if (!status)
        status = cli_label(data, jobs, reading->quiet, &error);
    if (!status)
        status = knap_examples(data, settings, &run, write_example, self, &error);
    cli_leave_data(data);
    return status ? cli_fail(&error) : CLI_DONE;
}

static const cli_example EXAMPLES[] = {
    {"knap export examples/ads.jsonl -o pairs.vw", "Write pairs of candidates for Vowpal Wabbit"},
    {"knap export examples/ads.jsonl --rows -o rows.vw", "Write one line per candidate, for regression"},
    {NULL, NULL}};

static int run(int argc, char **argv)
{
    static const char *const formats[] = {"vw", NULL};
    cli_reading reading = cli_reading_init();
    const char *format = formats[0], *output = NULL;
    unsigned char given[MOST_PARAMS] = {0};
    exporting self = {.out = stdout};
    knap_settings settings;
    size_t jobs = 0;
    const cli_option options[] = {
        {"format", 0, CLI_TEXT, &format, "NAME", "Write this format: vw, Vowpal Wabbit's lines"},
        {"rows", 0, CLI_FLAG, &self.rows, NULL,
         "Write one line per candidate, for regression, not pairs of candidates"},
        {"output", 'o', CLI_TEXT, &output, "FILE", "Write to this file [standard output]"},
        {"budget", 'b', CLI_REAL, &reading.budget, "W", "Set the budget of every instance [the data's]"},
        CLI_JOBS_OPTION(&jobs),
        {"quiet", 'q', CLI_FLAG, &reading.quiet, NULL, "Print errors only"},
        CLI_MORE_OPTIONS,
        CLI_READING_OPTIONS(reading),
        {NULL, 0, CLI_FLAG, NULL, NULL, NULL}};
    const cli_table tables[] = {
        {"Training", knap_settings_table(), &settings, given}, CLI_PASSAGES_TABLE(reading), {NULL, NULL, NULL, NULL}};
    const cli_values values[] = {{"format", formats}, {NULL, NULL}};
    cli_line line = {.command = &cmd_export,
                     .options = options,
                     .tables = tables,
                     .notes = CLI_INSTANCE_NOTES,
                     .examples = EXAMPLES,
                     .values = values};
    int status;
    knap_settings_init(&settings);
    if ((status = cli_parse(&line, argc, argv)) || (status = cli_check_reading(&reading)))
        return status;
    if (cli_choose("--format", format, formats) < 0)
        return CLI_USAGE;
    if (line.operands > 1)
        return cli_say(CLI_USAGE, "export reads one file of instances");
    if (output && !(self.out = fopen(output, "w")))
        return cli_say(CLI_FAILED, "%s: cannot write it", output);
    reading.jobs = jobs;
    status = write_all(&self, &reading, line.operands ? line.operand[0] : NULL, &settings, jobs);
    if (output && fclose(self.out) && !status)
        status = cli_say(CLI_FAILED, "%s: cannot write it", output);
    if (!status && !reading.quiet)
        cli_say(CLI_DONE, "%zu %s", self.lines, self.rows ? "rows" : "pairs");
    for (size_t i = 0; i < self.width; i++)
        free(self.name[i]);
    free(self.name);
    free(self.line.bytes);
    return status;
}

const cli_command cmd_export = {"export", "[FILE] [OPTION...]",
                                "Write training examples for other learners, such as Vowpal Wabbit", run};
