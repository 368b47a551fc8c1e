/* cli/judge.h - what the files of `knap judge` share.
 *
 *     folders of summaries -> judge_set -> judge_plan (pairs, sides, parts) -> sheets, page, answers, key
 *     key + answers -> judge_ballot -> judge_tally (preference, interval, sign test, agreement) -> text, JSON, HTML
 */
#pragma once

#include "cli.h"

#include <stdbool.h>
#include <stdio.h>

/* ---- Memory: judge_memory.c ---- */

/* All memory of one run, freed at once. A call that finds no memory ends the program with a message. */
typedef kn_arena judge_memory;

void *judge_new(judge_memory *memory, size_t count, size_t size); /* zeroed */
/* Returns `array`, moved where needed, with room for one more than `count` elements. */
void *judge_grow(judge_memory *memory, void *array, size_t count, size_t size);
char *judge_copy(judge_memory *memory, const char *text, size_t length);
char *judge_format(judge_memory *memory, const char *format, ...) KNAP_PRINTF(2, 3);

/* The bytes of a file with a 0 behind them. */
knap_status judge_read_file(judge_memory *memory, const char *path, char **bytes, size_t *length, knap_error *error);

/* Ends a page of cli_page and writes it to `path`, whole or not at all. Frees the text. */
knap_status judge_close_text(FILE *file, char **text, const size_t *length, const char *path, knap_error *error);

void judge_write_json(FILE *file, const char *text); /* with quotes; safe inside <script> */

/* ---- Names: judge_names.c ---- */

/* The name of a topic from the name of a file: without folders and the extension of a text file. */
char *judge_stem(judge_memory *memory, const char *path);
/* Finds for each of `names` the topic of the same name: at[i] is its index, or `topics` for none. Names are compared
 * without case; where that finds less, without what all names of one side have in common ("M000.english.ID1" is M000),
 * and then by their first letters and digits ("D30001.M.100.T.17" is d30001t). *partly says that one of these was used.
 * Returns how many were found. */
size_t judge_match(judge_memory *memory, const char *const *names, size_t count, const char *const *topic,
                   size_t topics, size_t *at, bool *partly);

/* ---- Summaries: judge_read.c ---- */

typedef struct judge_topic {
    const char *name;
    const char **ref; /* [refs] */
    size_t refs;
    const char **doc; /* [docs] */
    size_t docs;
} judge_topic;

typedef struct judge_system {
    const char *name;
    const char **text; /* [topics of the set] one line of UTF-8; NULL where there is no summary */
} judge_system;

typedef struct judge_set {
    judge_memory *memory;
    judge_topic *topic; /* [topics] */
    size_t topics;
    judge_system *system; /* [systems] the first is ours */
    size_t systems;
    size_t first_operand; /* how many systems the first operand held */
} judge_set;

typedef struct judge_limits {
    size_t words, bytes; /* 0: no limit */
} judge_limits;

/* Reads the folders. Prints notes about missing topics to stderr, unless quiet. */
knap_status judge_read_systems(judge_set *set, char **folder, int folders, const judge_limits *limits, bool quiet,
                               knap_error *error);
/* Adds the references of the dataset to the topics, or with `documents` its documents. */
knap_status judge_read_dataset(judge_set *set, const char *path, bool documents, bool quiet, knap_error *error);

/* ---- Pairs: judge_plan.c ---- */

typedef struct judge_pair {
    size_t topic, first, second; /* in the set */
    bool swapped;                /* the first system is B */
    bool same;                   /* both texts are the same: a tie that nobody reads */
    size_t part;                 /* 1..parts; 0: every part has it */
    const char *id;
} judge_pair;

typedef struct judge_plan {
    const judge_set *set;
    judge_pair *pair; /* [pairs] those to be read in their order, then the ties */
    size_t pairs, to_read;
    size_t parts;
    uint64_t seed;
    char digest[17]; /* of the key */
    char *key;       /* the key's file */
} judge_plan;

typedef struct judge_plan_options {
    size_t seed, topics, parts, overlap;
    bool all_pairs;
} judge_plan_options;

knap_status judge_make_plan(judge_plan *plan, const judge_set *set, const judge_plan_options *options,
                            knap_error *error);
/* How often a topic comes on one sheet at most. */
size_t judge_most_of_a_topic(const judge_plan *plan);
/* The 64-bit FNV-1a hash of a text in 16 hexadecimal digits. */
void judge_digest(const char *text, size_t length, char digest[17]);

/* ---- What a judge gets: judge_sheet.c ---- */

/* Writes the sheet, the page and the template of answers of one part into the folder. */
knap_status judge_write_part(const judge_plan *plan, size_t part, const char *folder, bool quiet, knap_error *error);
/* Writes the key; fails where another key is there. */
knap_status judge_write_key(const judge_plan *plan, judge_memory *memory, const char *path, knap_error *error);

/* ---- Answers: judge_ballot.c ---- */

enum { JUDGE_QUESTIONS = 3 }; /* content, reading, overall */
enum { JUDGE_OVERALL = 2 };
extern const char *const judge_question[JUDGE_QUESTIONS];

typedef struct judge_answer {
    size_t pair, judge;
    char value[JUDGE_QUESTIONS]; /* 'A', 'B', 'T'; 0: not answered */
    const char *reason;
    const char *file;
    size_t line;
} judge_answer;

typedef struct judge_row {
    const char *id;
    size_t topic, first, second; /* indices into the names below */
    bool swapped, same;
} judge_row;

/* A key with all answers to it. */
typedef struct judge_ballot {
    judge_memory *memory;
    const char *digest;
    judge_row *row; /* [rows] */
    size_t rows;
    const char **topic, **system, **judge; /* names */
    size_t topics, systems, judges;
    judge_answer *answer; /* [answers] */
    size_t answers;
} judge_ballot;

knap_status judge_read_key(judge_ballot *ballot, const char *path, knap_error *error);
knap_status judge_read_answers(judge_ballot *ballot, const char *path, knap_error *error);

/* ---- Statistics: judge_stats.c ---- */

/* The two-sided exact sign test: how likely `wins` against `losses` or a more uneven result is for a fair coin. */
double judge_sign_test(size_t wins, size_t losses);
/* Wilson's 95% interval for a share of n (which need not be whole). */
void judge_wilson(double share, double n, double *low, double *high);
/* How many independent scores the `count` scores are worth, since those of one topic go together: count over the
 * design effect of the topics, which is at least 1. The number of topics where all scores are equal. */
double judge_effective(const double *score, const size_t *topic, size_t count, size_t topics);
/* Krippendorff's alpha for three nominal values. counts[u][v]: how often unit u was given value v. *share is the share
 * of agreeing pairs of judges, *units how many units have at least two judges. NaN where it is undefined. */
double judge_alpha(const size_t (*counts)[3], size_t n, double *share, size_t *units);

/* ---- Results: judge_tally.c ---- */

typedef struct judge_result {
    size_t pairs, wins, ties, losses; /* of pairs */
    size_t same;                      /* ties because the texts are the same */
    size_t topics, topics_won, topics_lost;
    double share, low, high, p; /* NaN where there is nothing */
} judge_result;

/* One line of a table: a system against a rival, or against all (rival == systems). */
typedef struct judge_line {
    size_t system, rival, topic; /* topic == topics: all */
    judge_result result[JUDGE_QUESTIONS];
} judge_line;

typedef struct judge_agreement {
    size_t units; /* pairs of summaries that several judged */
    double share, alpha;
    double side; /* the share of A among the answers that are not ties */
} judge_agreement;

typedef struct judge_tally {
    const judge_ballot *ballot;
    judge_line *total, *rival, *topic;
    size_t totals, rivals, topics;
    judge_agreement agreement[JUDGE_QUESTIONS];
    size_t to_read, read, same; /* pairs: on the sheets, with an answer, identical */
    size_t incomplete;          /* answers without all three values */
} judge_tally;

void judge_count(judge_tally *tally, const judge_ballot *ballot);
/* 1 for the row's first system, 0.5 for a tie, 0. */
double judge_value(const judge_row *row, char answer);

/* ---- Reports: judge_print.c, judge_report.c ---- */

void judge_print_text(const judge_tally *tally);
void judge_print_json(const judge_tally *tally);
knap_status judge_write_report(const judge_tally *tally, const char *path, knap_error *error);
/* Whether the answer says that the system that is reported on lost overall. */
bool judge_is_loss(const judge_tally *tally, const judge_answer *answer);
