/* help.h - the parts of a command's help that its text (help.c) and its man page (man.c) share. */
#pragma once

#include "cli.h"

/* How help is written: as text for a terminal, or as the source of a man page. */
typedef struct help_form {
    void (*title)(const char *title);                               /* of a group of rows */
    void (*text)(const char *text);                                 /* a paragraph */
    void (*row)(const char *head, size_t column, const char *text); /* texts start at `column` in a terminal */
    void (*example)(const char *command, const char *what);
    int (*page)(const cli_line *line, const char *topic);
} help_form;

/* Writes all help in this form from now on. */
void help_set_form(const help_form *form);

/* Rows of the options that the main text shows; then those behind CLI_MORE_OPTIONS and those of every command. */
void help_options(const cli_line *line);
void help_more_options(const cli_line *line);
/* The row of --help. */
void help_help(const cli_line *line);
void help_table(const cli_line *line, const cli_table *table);
void help_examples(const cli_line *line);

/* Calls `visit` with each topic of the command, "all" last. */
void help_each_topic(const cli_line *line, void (*visit)(void *context, const char *topic), void *context);

/* man.c: the page of the whole program, and the form that writes the page of a command. */
void man_top(const cli_command *const *commands);
extern const help_form man_form;
