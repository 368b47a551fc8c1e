/* cli/cli.h - what the commands share: options, messages, the progress bar. A new command is one cmd_*.c and
 * one row in main.c. Results go to stdout, everything else to stderr; exit status 0 done, 1 failed on the
 * data, 2 wrong usage. */
#ifndef KNAP_CLI_H
#define KNAP_CLI_H

#include "knap/knap.h"

#include <stddef.h>

enum { CLI_DONE = 0, CLI_FAILED = 1, CLI_USAGE = 2, CLI_HELP = -1 };

typedef struct cli_command {
    const char *name;
    const char *usage;                 /* what follows `knap NAME` */
    const char *summary;               /* one line */
    int (*run)(int argc, char **argv); /* argv[0] is the command's name */
} cli_command;

extern const cli_command cmd_experiment, cmd_summarize, cmd_convert, cmd_train, cmd_tune, cmd_pack, cmd_oracle,
    cmd_inspect, cmd_rouge, cmd_judge;

/* An option of a command. The value already in place is the default; --help shows it as it then stands. */
typedef enum cli_type { CLI_FLAG, CLI_TEXT, CLI_TEXTS, CLI_COUNT, CLI_REAL } cli_type;

/* The values of an option that may come several times. */
enum { CLI_MOST_TEXTS = 64 };
typedef struct cli_texts {
    const char *text[CLI_MOST_TEXTS];
    int count;
} cli_texts;

typedef struct cli_option {
    const char *name; /* after the two dashes; NULL ends a table */
    char letter;      /* after one dash, or 0 */
    cli_type type;
    void *value;          /* int, const char *, cli_texts, size_t, double */
    const char *argument; /* what to call its value in --help */
    const char *help;
} cli_option;

/* A table of settings whose rows are options. */
typedef struct cli_table {
    const char *title;
    const knap_param *params;
    void *settings;
    unsigned char *given; /* [rows of params] 1 where the line sets it; may be NULL */
} cli_table;

/* All that a command line can say. */
typedef struct cli_line {
    const cli_command *command;
    const cli_option *options;
    const cli_table *tables;           /* settings that are options too, ending in a row of NULLs; NULL: none */
    const char *notes;                 /* shown at the end of --help; may be NULL */
    void (*show)(const void *context); /* the same, when the options are known; may be NULL */
    const void *context;
    char **operand; /* [operands], within argv */
    int operands;
} cli_line;

/* Reads the arguments; operands are moved to the front. Returns CLI_DONE to go on, CLI_HELP when --help was
 * shown, CLI_USAGE after a message. */
int cli_parse(cli_line *line, int argc, char **argv);

/* "knap: ..." on stderr. Returns `status`. */
int cli_say(int status, const char *format, ...) KNAP_PRINTF(2, 3);
/* The same for an error of the library: CLI_USAGE for KNAP_USAGE, CLI_FAILED otherwise. */
int cli_fail(const knap_error *error);

/* A progress bar on stderr where that is a terminal, nothing elsewhere. Its address is the context of `run`.
 */
typedef struct cli_progress {
    int shown;
    double last; /* seconds */
    double start;
    const char *stage;
} cli_progress;

void cli_progress_attach(cli_progress *progress, knap_run *run, int quiet);
void cli_progress_end(cli_progress *progress);

/* `knap pack` and `knap oracle` after their options are read. */
typedef struct cli_packing {
    const char *model, *system, *train, *grid;
    int tune;
    cli_texts set;           /* name=value of the system's settings */
    const char *const *file; /* [files]; none: standard input */
    int files;
    double budget; /* NaN: the data's */
    size_t seed, jobs;
    int json, text, quiet;
} cli_packing;

int cli_pack(const cli_packing *packing);

/* The exception lists of ROUGE's stemmer where `stem` asks for one: `given`, or WordNet's where Debian's wordnet-base or $WNSEARCHDIR has them, or
 * NULL after saying so once. */
const char *cli_exceptions(const char *given, int stem);

/* How clusters of documents are read. */
typedef struct cli_documents {
    const char *encoding, *models, *language;
    int quiet;
} cli_documents;

/* Rows of an option table that fill it. */
#define CLI_DOCUMENT_OPTIONS(documents)                                                                                \
    {"encoding", 0, CLI_TEXT, &(documents).encoding, "NAME", "of the documents; else recognised for each"},            \
    {                                                                                                                  \
        "models", 0, CLI_TEXT, &(documents).models, "DIR", "folder of DUC/TAC references; else looked for"             \
    }
/* The same with their language. */
#define CLI_TEXT_OPTIONS(documents)                                                                                    \
    {"lang", 'l', CLI_TEXT, &(documents).language, "CODE", "of the documents; else guessed for each cluster"},         \
        CLI_DOCUMENT_OPTIONS(documents)

/* Whether the operands are clusters of documents (a folder, JSONL with "documents") rather than instances. */
int cli_is_corpus(char **operand, int operands);
/* Opens the clusters and says on stderr what the user should know of them. */
knap_status cli_open_corpus(char **operand, int operands, const cli_documents *documents, knap_corpus **corpus,
                            const knap_cluster *const **clusters, knap_error *error);

/* The sentences never picked where ROUGE alone counts: those that are not whole. */
#define CLI_ROUGE_FILTER "whole"
/* What documents are trained with where the command line does not say (`given` by the rows of knap_settings_table): views of what
 * is expected, where there are clusters enough to expect by (0: not known yet), a price for what reads ill, the swap search. */
void cli_document_defaults(knap_settings *settings, const unsigned char *given, size_t clusters);
/* The same as a line of --help, in `text`. */
const char *cli_document_notes(char *text, size_t size);

/* Writes a file whole or not at all: to a temporary one beside it that is then renamed. "-" is standard output. */
knap_status cli_write_file(const char *path, const char *bytes, size_t length, knap_error *error);
/* Writes one self-contained page with the sources beside each summary. */
knap_status cli_write_html(const char *path, const knap_material *material, const knap_cluster *const *cluster,
                           const knap_packed *packed, size_t count, knap_order order, knap_error *error);

/* One line of --help a setting, with the value in force; `dashes` where it is an option of its own. */
void cli_show_param(const knap_param *param, const void *settings, int dashes);
/* Reads all instances of a file into `data`; none is an error. */
knap_status cli_read_file(const char *path, double budget, knap_data *data, int *absent_is_zero, knap_error *error);

/* A system, its settings and its training data, as the line names them: cli/system.c. */
int cli_find_system(const char *name, const knap_system **system);
/* Puts "name=value,name=value" into the params of the system. */
int cli_set_params(const knap_system *system, const cli_texts *set, void *params);
/* Sets the budget of every instance that the caller gives one for (NaN: leaves the data's). */
knap_status cli_set_budget(knap_data *data, double budget, knap_error *error);

#endif
