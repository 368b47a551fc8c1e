/* cli/cli.h - what the commands share: options, help, messages, memory, JSON, the progress bar. A new command is one
 * cmd_*.c and one row in main.c. Results go to stdout, everything else to stderr. Exit status: 0 done, 1 failed on the
 * data, 2 wrong usage, 3 a limit of --max-memory or --max-time was reached, 4 a training was stopped and can go on.
 *
 * One letter and one name mean the same in all commands:
 *     -b --budget   -g --grid    -h --help     -j --jobs   -k --folds     -l --lang   -m --model
 *     -o --output   -q --quiet   -s --system   -t --train  (knap rouge also takes the letters of the script)
 */
#pragma once

#include "base/error.h"
#include "base/memory.h"
#include "inner.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { CLI_DONE = 0, CLI_FAILED = 1, CLI_USAGE = 2, CLI_LIMIT = 3, CLI_STOPPED = 4, CLI_HELP = -1 };

typedef struct cli_command {
    const char *name;
    const char *usage;                 /* what follows `knap NAME` */
    const char *summary;               /* one line */
    int (*run)(int argc, char **argv); /* argv[0] is the command's name */
} cli_command;

extern const cli_command cmd_experiment, cmd_summarize, cmd_convert, cmd_train, cmd_tune, cmd_pack, cmd_inspect,
    cmd_rouge, cmd_judge, cmd_evaluate, cmd_export, cmd_serve, cmd_completion;

/* An option of a command. The value already in place is the default; --help shows the value in force. */
typedef enum cli_type { CLI_FLAG, CLI_TEXT, CLI_TEXTS, CLI_COUNT, CLI_SIZE, CLI_REAL } cli_type;

/* The values of an option that may come several times. */
enum { CLI_MOST_TEXTS = 64 };
typedef struct cli_texts {
    const char *text[CLI_MOST_TEXTS];
    int count;
} cli_texts;

typedef struct cli_option {
    const char *name; /* after the two dashes; NULL ends a table, "-" is CLI_MORE_OPTIONS */
    char letter;      /* after one dash, or 0 */
    cli_type type;
    void *value;          /* bool, const char *, cli_texts, size_t, size_t, double */
    const char *argument; /* what to call its value in --help */
    const char *help;     /* a sentence: verb, object, what happens without the option */
} cli_option;

/* A table of settings whose rows are options; a row of yes or no is --NAME and --no-NAME. */
typedef struct cli_table {
    const char *title; /* one word; in lower case the topic of 'knap help COMMAND TOPIC' that shows the rows */
    const knap_param *params;
    void *settings;
    unsigned char *given; /* [rows of params] 1 where the line sets it; may be NULL */
} cli_table;

/* A further text of 'knap help COMMAND TOPIC'. */
typedef struct cli_topic {
    const char *name; /* NULL ends the list */
    void (*show)(const void *context);
} cli_topic;

/* A command line that runs in a folder with examples/ and sample/, and what it does. Tests run all of them. */
typedef struct cli_example {
    const char *command; /* several are separated by line ends; NULL ends a list */
    const char *what;    /* without a full stop */
} cli_example;

/* The values that an option of type CLI_TEXT may have, for completions. Options that mean the same in all commands are
 * in complete.c. */
typedef struct cli_values {
    const char *option; /* NULL ends a list */
    const char *const *names;
} cli_values;

/* What a command line may hold. */
typedef struct cli_line {
    const cli_command *command;
    const cli_option *options;
    const cli_table *tables;           /* settings that are options too, ending in a row of NULLs; NULL: none */
    const cli_topic *topics;           /* NULL: none */
    const char *notes;                 /* shown at the end of --help, wrapped; may be NULL */
    void (*show)(const void *context); /* shows more after the notes; may be NULL */
    const void *context;
    const cli_example *examples;    /* topic "examples"; NULL: none */
    const cli_values *values;       /* NULL: none */
    const char *const *subcommands; /* NULL: none */
    bool own_limits;                /* --max-memory and --max-time are the command's own options */
    char **operand;                 /* [operands], within argv */
    int operands;
} cli_line;

/* Reads the arguments; operands are moved to the front. A long option may be abbreviated as long as one option only
 * begins that way. Returns CLI_DONE to go on, CLI_HELP when help was shown, CLI_USAGE after a message. */
int cli_parse(cli_line *line, int argc, char **argv);
/* The option of that exact name, or NULL. */
const cli_option *cli_find_option(const cli_line *line, const char *name);

/* What an option on the line means: an option, or a row of a table. Both are NULL for --help. */
typedef struct cli_target {
    const cli_option *option;
    const cli_table *table;
    const knap_param *param;
    bool off; /* --no-NAME */
} cli_target;

/* Finds what "--NAME", "--NAME=VALUE" or "-LETTER" means, without a message; false where it means nothing. */
bool cli_find_target(const cli_line *line, const char *word, cli_target *found);
/* Whether a value follows in the next word. */
bool cli_takes_value(const cli_target *target);
/* Calls `visit` with every long name that the line may have. */
void cli_each_name(const cli_line *line, void (*visit)(void *context, const char *name, const cli_target *found),
                   void *context);

/* "knap: ..." on stderr. Returns `status`. */
int cli_say(int status, const char *format, ...) KNAP_PRINTF(2, 3);
/* The same for an error of the library: CLI_USAGE for KNAP_USAGE, cli_no_memory for KNAP_NO_MEMORY, otherwise CLI_FAILED. */
int cli_fail(const knap_error *error);

/* ---- Limits (guard.c) ---- */

/* The options of every command, and a row of NULLs. */
enum { CLI_GUARDS = 2 };
extern const cli_option cli_guards[CLI_GUARDS + 1];
/* Starts to watch the limits that the options set. cli_parse does it. */
int cli_guard(void);

/* What one request of `knap serve` may use. Allocations of its thread, and those of the library with `allocator`, fail when they
 * would exceed the limit, and all fail after it was cancelled: so every call of the library ends soon, with KNAP_NO_MEMORY. */
typedef struct cli_account {
    size_t most; /* bytes; 0: no limit */
    atomic_size_t used;
    atomic_bool refused;   /* an allocation would have passed the limit */
    atomic_bool cancelled; /* by another thread: the time is over */
    bool lifted;           /* the limits hold no longer: the answer is written */
    jmp_buf *recover;      /* where the thread goes on when the machine has no memory; NULL: the program ends */
    knap_allocator allocator;
} cli_account;
void cli_account_begin(cli_account *account, size_t most);
/* Makes this thread allocate from `account`; NULL: from the program's own. */
void cli_use_account(cli_account *account);
cli_account *cli_account_in_use(void);
/* Whether the request that this thread works on was cancelled: long loops end then, and what they made is not used. */
bool cli_cancelled(void);
/* What the library allocates with: NULL, or an allocator that keeps to --max-memory or to the thread's account. Valid after
 * cli_parse. */
const knap_allocator *cli_allocator(void);
/* A run with that allocator. */
knap_run cli_run(size_t jobs);
/* Memory within the limit; NULL where there is none. cli_give_back frees it. */
void *cli_take(size_t size);
void cli_give_back(void *taken);
/* Lets files in foreign formats be read within --max-memory and --max-time, by a process of their own. */
void cli_limit_apart(knap_corpus_options *options);
/* To be called where that process had no memory left: the limit of --max-memory is reached. */
void cli_memory_refused(void);
/* Says that memory is out and why. Returns CLI_LIMIT or CLI_FAILED. */
int cli_no_memory(void);
/* The number of threads for --jobs and as many pieces of work. */
size_t cli_threads(size_t jobs, size_t work);
/* Keeps control characters of data from stdout and stderr where they are terminals (terminal.c). */
void cli_guard_terminal(void);

/* ---- Help (help.c) ---- */

/* Shows the main text, or the topic of that name. */
int cli_show_help(const cli_line *line, const char *topic);
/* Writes `text` from `column` on, wrapped to 80 columns with later lines indented. Returns the column reached. */
size_t cli_wrap(FILE *file, size_t column, size_t indent, const char *text);
/* The title of a group of entries, and a paragraph that ends with a line end. */
void cli_show_title(const char *title);
void cli_show_text(const char *text);
/* One entry of help: `head`, then from `column` on `help` and, unless empty, the value in force in brackets. */
void cli_show_row(const char *head, size_t column, const char *help, const char *value);
/* The entry of a setting; `dashes` where it is an option. */
void cli_show_param(const knap_param *param, const void *settings, bool dashes);

/* ---- Completion (complete.c) ---- */

/* `knap __complete WORD...`, which the scripts in completions/ call: prints what the last word may become. The first
 * line is "words", "files" or "folders"; with "words", each further line is a word, a tab and its description. */
int cli_complete_words(const cli_command *const *commands, int words, char **word);
/* Whether completions are asked for: cli_parse then calls cli_complete_line instead of reading the line. */
bool cli_is_completing(void);
int cli_complete_line(const cli_line *line, int argc, char **argv);

/* ---- Did you mean (suggest.c) ---- */

typedef struct cli_suggestion {
    const char *word; /* what was typed */
    size_t length;
    char name[64]; /* the nearest so far; empty for none near enough */
    size_t distance;
} cli_suggestion;

void cli_suggest_begin(cli_suggestion *self, const char *word, size_t length);
/* Keeps `name` if it is nearer than those before. */
void cli_suggest_try(cli_suggestion *self, const char *name, size_t length);
/* "; did you mean 'BEFORE NAME'?" in `text`, or "". Returns `text`. */
const char *cli_suggest_text(const cli_suggestion *self, const char *before, char *text, size_t size);
/* The index of `text` in a NULL-terminated list; -1 after a message that names the option and the list. */
int cli_choose(const char *option, const char *text, const char *const *names);

/* ---- Memory and JSON (memory.c): none of these fail; where memory is out, the program ends with status 1 ---- */

void cli_check_memory(void);              /* makes jansson's own allocations do the same */
void cli_need_memory(knap_status status); /* does the same for KNAP_NO_MEMORY */
void *cli_new(size_t count, size_t size); /* zeroed; free() it */
void *cli_grow(void *array, size_t count, size_t size);
char *cli_copy(const char *text, size_t length);
/* Gets the memory that a summary of one cluster takes from the system at once, if it can. */
void cli_fill_heap(void);
/* For data that a command needs until its end: they are left to the kernel, because freeing a million instances takes a second. */
void cli_leave_data(knap_data *data);
/* printf to a text of its own; free() it. */
char *cli_format(const char *format, ...) KNAP_PRINTF(1, 2);
/* A file in memory; *page and *length are set by cli_page_end, which gets the same `page`, and the caller frees *page. */
FILE *cli_page(char **page, size_t *length);
void cli_page_end(FILE *file, char *const *page);

/* The text with U+FFFD in place of bytes that are not UTF-8, and *length its length; free() it. */
char *cli_repair(const char *text, size_t *length);
json_t *cli_json_text(const char *text, size_t length); /* bytes that are not UTF-8 become U+FFFD */
json_t *cli_json_string(const char *text);
json_t *cli_json_real(double value); /* null for what is not finite */
json_t *cli_json_count(size_t value);
/* Both take `value` over. */
void cli_json_put(json_t *object, const char *key, json_t *value);
void cli_json_add(json_t *array, json_t *value);
enum { CLI_JSON_DIGITS = 15 }; /* of the numbers that cli_json_print prints */
/* Both take `object` over. */
char *cli_json_format(json_t *object, int precision); /* free() it */
void cli_json_print(json_t *object);                  /* one line on stdout */

/* ---- Output that is written often (buffer.c) ---- */

typedef kn_text cli_buffer; /* without an allocator; free() its bytes */

void cli_add(cli_buffer *buffer, const char *bytes, size_t length);
void cli_add_text(cli_buffer *buffer, const char *text);
void cli_add_count(cli_buffer *buffer, size_t value);
void cli_add_number(cli_buffer *buffer, double value);      /* 15 digits */
void cli_add_json_number(cli_buffer *buffer, double value); /* null for what is not finite */
void cli_add_json_real(cli_buffer *buffer, double value);   /* the same, with a point or an exponent */
void cli_add_json_string(cli_buffer *buffer, const char *text);

/* ---- What results were made from (identity.c) ---- */

/* Adds what a file contains to a digest; nothing where there is no such file, or it is not a regular one. A file that cannot be
 * read ends the program: without it the digest would be another, and the next run would refuse to go on. */
uint64_t cli_digest_file(uint64_t digest, const char *path);
uint64_t cli_digest_cluster(uint64_t digest, const knap_cluster *cluster);
/* Of exceptions of stemming: a file, or the files that are read of a folder of WordNet. */
uint64_t cli_digest_exceptions(const char *path);

/* The first lines in which two texts differ, cut for a message. */
typedef struct cli_difference {
    const char *found, *wanted;
    int had, wants; /* their lengths */
} cli_difference;
cli_difference cli_first_difference(const char *found, const char *wanted);

/* ---- Checkpoints of a training (checkpoint.c) ---- */

typedef struct cli_checkpoint {
    const char *path, *resume, *every; /* of the options */
    knap_checkpoint file;
    char *identity;
    knap_progress_fn progress; /* the bar's */
    void *context;
    bool watching;
} cli_checkpoint;

#define CLI_CHECKPOINT_OPTIONS(checkpoint)                                                                             \
    {"checkpoint", 0, CLI_TEXT, &(checkpoint).path, "FILE", "Keep the state of the training in this file"},            \
        {"checkpoint-every",  0,   CLI_TEXT,                                                                           \
         &(checkpoint).every, "N", "Write it every 5e epochs or 60s seconds, and when stopped by Ctrl-C [60s]"},       \
    {                                                                                                                  \
        "resume", 0, CLI_TEXT, &(checkpoint).resume, "FILE", "Go on with the training kept in this file"               \
    }

/* Checks the options; returns CLI_DONE, or CLI_USAGE after a message. */
int cli_checkpoint_check(cli_checkpoint *self);
/* Takes `identity`, lines that tell what is trained on, and lets the run keep its state, after cli_progress_attach. SIGINT and
 * SIGTERM stop the training from now on. Fails where --resume names a checkpoint of another training. */
knap_status cli_checkpoint_attach(cli_checkpoint *self, char *identity, knap_run *run, knap_error *error);
/* Before cli_progress_end, in any case. */
void cli_checkpoint_end(cli_checkpoint *self);
/* cli_fail, or the message of a training that was stopped. */
int cli_checkpoint_fail(const cli_checkpoint *self, const knap_error *error);

/* ---- Progress (progress.c) ---- */

/* A progress bar on stderr where that is a terminal other than TERM=dumb. Its address is the context of `run`. One at
 * a time. */
typedef struct cli_progress {
    bool shown, watching;
    double last; /* seconds */
    double start;
    const char *stage;
} cli_progress;

void cli_progress_attach(cli_progress *progress, knap_run *run, bool quiet);
void cli_progress_end(cli_progress *progress);
/* Clears the bar's line before a message. */
void cli_progress_clear(void);

/* How instances are read (reading.c). */
typedef struct cli_reading {
    double budget;                /* NaN: the data's */
    const char *map;              /* "cost=len,text=body"; NULL: the usual names */
    const char *cost, *tokenizer; /* of cli_meter; NULL: the data's costs */
    double per_item;
    const char *vectors; /* a .npy file; NULL: none */
    const char *by;      /* one item per line: the member that names its instance */
    bool keep;           /* keep the JSON of items for the output */
    bool skip_bad;       /* instances that are wrong do not end the reading or change the exit status */
    bool quiet;
    size_t jobs; /* threads that read; 0: one per CPU */
    knap_passages_settings passages;
} cli_reading;

/* The defaults. */
cli_reading cli_reading_init(void);

/* Rows of an option table that fill it. */
#define CLI_TOKENIZER_OPTION(path)                                                                                     \
    {                                                                                                                  \
        "tokenizer", 0, CLI_TEXT, (path), "FILE", "Count tokens by this vocabulary, or by SCHEME:FILE"                 \
    }
#define CLI_COST_OPTIONS(reading)                                                                                      \
    {"map", 0, CLI_TEXT, &(reading).map, "NAME=MEMBER", "Read fields from other members: cost=len,text=body"},         \
        {"by", 0, CLI_TEXT, &(reading).by, "MEMBER", "Group items, one per line, by this member"},                     \
        {"cost", 0, CLI_TEXT, &(reading).cost, "UNIT", "Count costs in texts: bytes, chars, words, tokens"},           \
        {"vectors", 0, CLI_TEXT, &(reading).vectors, "FILE", "Read the vectors of items from rows of a .npy file"},    \
        CLI_TOKENIZER_OPTION(&(reading).tokenizer),                                                                    \
    {                                                                                                                  \
        "per-item", 0, CLI_REAL, &(reading).per_item, "N", "Add N to the cost of each item, for separators"            \
    }
/* The same with --skip-bad. */
#define CLI_READING_OPTIONS(reading)                                                                                   \
    CLI_COST_OPTIONS(reading),                                                                                         \
    {                                                                                                                  \
        "skip-bad", 0, CLI_FLAG, &(reading).skip_bad, NULL, "Skip instances that are wrong and exit with 0"            \
    }
/* The row of a command's tables for what is done with passages. */
#define CLI_PASSAGES_TABLE(reading)                                                                                    \
    {                                                                                                                  \
        "Passages", knap_passages_table(), &(reading).passages, NULL                                                   \
    }

/* Topic "fields" of help. */
void cli_show_fields(const void *context);
/* Checks what the options say; returns CLI_DONE, or CLI_USAGE after a message. */
int cli_check_reading(const cli_reading *reading);
knap_status cli_open_reader(const char *path, const cli_reading *reading, knap_reader **reader, knap_error *error);
/* Names the members that were not used on stderr, unless quiet, and closes the reader. */
void cli_close_reader(knap_reader *reader, const cli_reading *reading);
/* Reads all instances of a file into `data`; none is an error. */
knap_status cli_read_file(const char *path, const cli_reading *reading, knap_data *data, bool *absent_is_zero,
                          knap_error *error);
/* What sets the costs of the items that are read, by the options; NULL: the costs stay as they are. It stays open. */
knap_status cli_meter(const cli_reading *reading, const knap_meter **meter, knap_error *error);
/* The tokenizer that --tokenizer names, "FILE" or "SCHEME:FILE"; it is opened once and stays open. */
knap_status cli_open_tokenizer(const char *name, const knap_tokenizer **tokenizer, knap_error *error);
/* Reads a budget of text and, for one in tokens, opens the tokenizer. A NULL `text` keeps the budget. */
knap_status cli_parse_budget(const char *text, const char *tokenizer, knap_budget *budget, knap_error *error);
/* Completes instances (knap/passages.h). `model` may be NULL. */
knap_status cli_complete(knap_data *data, const cli_reading *reading, size_t jobs, knap_error *error);
/* Gives instances with labels a reward (knap/labels.h). */
knap_status cli_label(knap_data *data, size_t jobs, bool quiet, knap_error *error);
/* The same for training data, and estimates rewards where all instances have logs only (knap/logs.h). */
knap_status cli_label_training(knap_data *data, const knap_logs_settings *settings, size_t jobs, bool quiet,
                               knap_error *error);
#define CLI_CLIP_OPTION(clip)                                                                                          \
    {                                                                                                                  \
        "clip", 0, CLI_REAL, (clip), "W", "Clip the weights 1/propensity of logged lists at W; 0 means none"           \
    }
/* Sets the budget of every instance unless it is NaN. */
knap_status cli_set_budget(knap_data *data, double budget, knap_error *error);

/* `knap pack` after its options are read. */
typedef struct cli_packing {
    const char *model, *system, *train, *grid;
    bool tune;
    cli_texts set;           /* name=value of the system's settings */
    const char *const *file; /* [files]; none: standard input */
    int files;
    cli_reading reading;
    size_t seed, jobs;
    bool json, text, keep_order, explain;
    knap_context_settings context;
    double search_time; /* seconds; 0: any */
    bool unbuffered;    /* answer each instance before the next one is read */
} cli_packing;

int cli_pack(const cli_packing *packing);
/* Seconds of a clock that never goes back. */
double cli_seconds(void);

/* The exception lists of ROUGE's stemmer where words are stemmed: `given`, or WordNet's in $WNSEARCHDIR or where
 * Debian's wordnet-base puts them. NULL, after a note on stderr, where there are none. */
const char *cli_exceptions(const char *given, bool stem, bool quiet);

/* How clusters of documents are read. */
typedef struct cli_documents {
    const char *encoding, *format, *refs, *language;
    bool quiet;
    bool each;     /* each file is a cluster of its own */
    bool skip_bad; /* files that cannot be read do not change the exit status */
    bool divide;   /* the processes of mpirun each read the documents of their own clusters */
} cli_documents;

/* Rows of an option table that fill it. */
#define CLI_DOCUMENT_OPTIONS(documents)                                                                                \
    {"encoding", 0, CLI_TEXT, &(documents).encoding, "NAME", "Read documents in this encoding [detected for each]"},   \
        {"format",                                                                                                     \
         0,                                                                                                            \
         CLI_TEXT,                                                                                                     \
         &(documents).format,                                                                                          \
         "NAME",                                                                                                       \
         "Read documents as text, html, markdown, rst, man, latex, asciidoc, org, notebook, pdf, office, epub, rtf, "  \
         "mail, feed, "                                                                                                \
         "subtitles, transcript or comments [recognised for each]"},                                                   \
        {"skip-bad", 0, CLI_FLAG, &(documents).skip_bad, NULL, "Exit with 0 even if files could not be read"},         \
    {                                                                                                                  \
        "refs", 0, CLI_TEXT, &(documents).refs, "DIR", "Read DUC/TAC references from here [searched for]"              \
    }
/* The same with the documents' language. */
#define CLI_TEXT_OPTIONS(documents)                                                                                    \
    {"lang", 'l', CLI_TEXT, &(documents).language, "CODE", "Set the documents' language [guessed per cluster]"},       \
        CLI_DOCUMENT_OPTIONS(documents)
/* Notes of --help on what a command reads. */
#define CLI_CLUSTER_NOTES                                                                                              \
    "CLUSTERS are folders with docs/ and perhaps refs/, folders of such folders, files (all of them together are one " \
    "cluster), JSONL, or DUC/TAC data. Files may be text, HTML, Markdown, PDF, .docx, .odt, .rtf, mail, subtitles or " \
    "archives of them. '-' reads standard input.\n"
#define CLI_INSTANCE_NOTES                                                                                             \
    "FILE holds instances or, one per line, items, as JSONL, CSV, TSV or in the text format of SCP_ListPrediction. "   \
    "Without a FILE, standard input is read.\n"
/* The options behind this row are shown by 'knap help COMMAND more' only. */
#define CLI_MORE_OPTIONS                                                                                               \
    {                                                                                                                  \
        "-", 0, CLI_FLAG, NULL, NULL, NULL                                                                             \
    }
/* Rows that read the same in every command. */
#define CLI_JOBS_OPTION(jobs)                                                                                          \
    {                                                                                                                  \
        "jobs", 'j', CLI_COUNT, (jobs), "N", "Use N threads; 0 means one per CPU"                                      \
    }
#define CLI_EXCEPTIONS_OPTION(path)                                                                                    \
    {                                                                                                                  \
        "exceptions", 0, CLI_TEXT, (path), "PATH", "Read irregular forms to stem from here [WordNet's]"                \
    }

/* Whether the operands are clusters of documents (a folder, JSONL with "documents") rather than instances. */
bool cli_is_corpus(char **operand, int operands);
/* A file name for each cluster (names.c), made from its id by knap_names_add. A note on stderr names those that had to be
 * numbered. */
typedef struct cli_names {
    knap_names *names;
    const char **name; /* [clusters] */
} cli_names;
cli_names cli_name_clusters(const knap_cluster *const *cluster, size_t count, char slash, const char *ending,
                            bool quiet);
void cli_names_free(cli_names *names);

/* Opens the clusters and prints the notes about them on stderr. */
/* Whether a file was skipped without --skip-bad; the command then ends with CLI_FAILED. */
bool cli_files_skipped(void);
/* Prints notes; names each file that was skipped. A URL is an error that names the command to use. */
knap_status cli_open_corpus(char **operand, int operands, const cli_documents *documents, knap_corpus **corpus,
                            const knap_cluster *const **clusters, knap_error *error);

/* The same for text settings with max_rouge: knap_text_settings_for_rouge. */
void cli_text_for_rouge(knap_text_settings *text, const unsigned char *given);

/* ---- Measures (measures.c) ---- */

enum { CLI_MOST_MEASURES = 16 };
typedef struct cli_measures {
    char name[CLI_MOST_MEASURES][32]; /* as the scorer calls them: "ROUGE-1" */
    size_t count;
} cli_measures;

/* Reads "1,2,L,SU4" into the names and into the options of a scorer that measures all of them. */
int cli_choose_measures(const char *names, knap_rouge_options *options, cli_measures *measures);
/* The same without a message on stderr: false, with the message in `error`, where the names are wrong. */
bool cli_read_measures(const char *names, knap_rouge_options *options, cli_measures *measures, knap_error *error);
/* The scorer's number of a measure; knap_rouge_measure_count(rouge) for none. */
size_t cli_find_measure(const knap_rouge *rouge, const char *name);

/* Writes a complete file or none: a temporary file beside it is renamed at the end. "-" is standard output. */
knap_status cli_write_file(const char *path, const char *bytes, size_t length, knap_error *error);
/* Refuses, with a message, an output that is one of the input files. */
int cli_keep_inputs(const char *output, char **operand, int operands);
/* A whole file with a 0 behind it, to be freed; NULL where it cannot be read. */
char *cli_read_text(const char *path);
/* The distance of the marks of an axis: 1, 2 or 5 times a power of ten that divides `range` into about five (axis.c). */
double cli_axis_step(double range);
/* Adds the part of a page for cluster `number` of the material, which is number `of_all` in the page (html.c): the sources beside its
 * summary. */
knap_status cli_html_cluster(cli_buffer *page, const knap_material *material, size_t number,
                             const knap_cluster *cluster, size_t of_all, const knap_packed *packed, knap_order order,
                             knap_error *error);
/* Writes one self-contained page with these parts. */
knap_status cli_write_html(const char *path, const char *parts, size_t length, knap_error *error);

/* A system, and its settings, as the line names them (system.c). */
/* How a trained policy compared with the untrained system: as an object, NULL where it was not compared; as lines. */
json_t *cli_json_choice(const knap_model *model);
void cli_print_choice(FILE *to, const knap_model *model);
int cli_find_system(const char *name, const knap_system **system);
/* Puts "name=value,name=value" into the params of the system. */
int cli_set_params(const knap_system *system, const cli_texts *set, void *params);
/* The params of a system for sentences: its own, then knap_text_preset. Free with free(). */
void *cli_text_params(const knap_system *system);
