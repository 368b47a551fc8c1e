/* rouge_script.c - ROUGE-1.5.5's command line. Its letters can be bundled and their values attached, as in
 * "-dan4", and "-2 -1" is a value; so they are translated into long options before the line is read. */
#include "rouge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct letter {
    char name;
    bool takes_value;
    const char *option; /* the long option; NULL: see special() */
} letter;

static const letter LETTERS[] = {{'a', 0, "--all"},
                                 {'b', 1, "--max-bytes="},
                                 {'c', 1, "--confidence="},
                                 {'d', 0, "--each"},
                                 {'e', 1, "--data="},
                                 {'f', 1, NULL},
                                 {'h', 0, "--help"},
                                 {'H', 0, "--help"},
                                 {'j', 1, "--jobs="},
                                 {'l', 1, "--max-words="},
                                 {'m', 0, "--stem"},
                                 {'n', 1, "--ngrams="},
                                 {'p', 1, "--alpha="},
                                 {'q', 0, "--quiet"},
                                 {'r', 1, "--samples="},
                                 {'s', 0, "--stop"},
                                 {'t', 1, NULL},
                                 {'u', 0, NULL},
                                 {'U', 0, NULL},
                                 {'v', 0, ""},
                                 {'w', 1, NULL},
                                 {'x', 0, "--no-lcs"},
                                 {'z', 1, "--list="},
                                 {'2', 1, NULL},
                                 {0, 0, NULL}};

/* What -2, -u and -U mean together. */
typedef struct skips {
    const char *gap;
    bool with_words, both;
} skips;

/* Adds the argument `option` followed by `value`. */
static int add(rouge_arguments *to, const char *option, const char *value)
{
    size_t size = strlen(option) + strlen(value) + 1;
    char *text;
    if ((size_t)to->argc + 1 >= to->capacity) {
        to->capacity = to->capacity ? to->capacity * 2 : 32;
        to->text = cli_grow(to->text, to->capacity, sizeof *to->text);
    }
    text = cli_new(size, 1);
    snprintf(text, size, "%s%s", option, value);
    to->text[to->argc++] = text;
    to->text[to->argc] = NULL;
    return CLI_DONE;
}

static int special(rouge_arguments *to, char name, const char *value, skips *skip)
{
    static const char *const units[] = {"--unit=summary", "--unit=token", "--unit=counts"};
    switch (name) {
    case 'f':
        if (strcmp(value, "A") != 0 && strcmp(value, "B") != 0)
            return cli_say(CLI_USAGE, "-f: '%s' is neither A (all references) nor B (the best one)", value);
        return add(to, value[0] == 'A' ? "--formula=average" : "--formula=best", "");
    case 't':
        if (strlen(value) != 1 || value[0] < '0' || value[0] > '2')
            return cli_say(CLI_USAGE, "-t: '%s' is none of 0, 1 and 2", value);
        return add(to, units[value[0] - '0'], "");
    case 'w':
        if (strtod(value, NULL) <= 0)
            return cli_say(CLI_USAGE, "-w: '%s' is not a weight above 0", value);
        return add(to, "--weight=", value);
    case 'u':
        skip->with_words = true;
        return CLI_DONE;
    case 'U':
        skip->both = true;
        return CLI_DONE;
    default:
        skip->gap = value;
        return CLI_DONE;
    }
}

/* One argument "-xyz"; *next is the argument behind it, set to NULL if it was taken as a value. */
static int translate_letters(rouge_arguments *to, const char *argument, const char **next, skips *skip)
{
    for (const char *at = argument + 1; *at; at++) {
        const letter *row = LETTERS;
        const char *value = "";
        int status;
        while (row->name && row->name != *at)
            row++;
        if (!row->name)
            return cli_say(CLI_USAGE, "unknown option '-%c': 'knap help rouge' lists the options%s", *at,
                           *at == '3' ? " (basic elements are not supported)" : "");
        if (row->takes_value) {
            value = at[1] ? at + 1 : *next;
            if (!value)
                return cli_say(CLI_USAGE, "-%c needs a value", *at);
            if (value == *next)
                *next = NULL;
        }
        if (!row->option)
            status = special(to, row->name, value, skip);
        else
            status = *row->option ? add(to, row->option, value) : CLI_DONE;
        if (status || row->takes_value)
            return status;
    }
    return CLI_DONE;
}

static int add_skips(rouge_arguments *to, const skips *skip)
{
    int status;
    if (!skip->gap)
        return CLI_DONE;
    status = add(to, skip->both && !skip->with_words ? "--skip=both" : skip->with_words ? "--skip=su" : "--skip=s", "");
    if (status)
        return status;
    return skip->gap[0] == '-' ? add(to, "--any-gap", "") : add(to, "--gap=", skip->gap);
}

int rouge_translate(int argc, char **argv, rouge_arguments *arguments)
{
    skips skip = {NULL, false, false};
    rouge_arguments rest = {NULL, NULL, 0, 0};
    int status = CLI_DONE;
    bool only_operands = false;
    for (int i = 1; !status && i < argc; i++) {
        const char *argument = argv[i], *next = i + 1 < argc ? argv[i + 1] : NULL, *left = next;
        if (only_operands || argument[0] != '-' || !argument[1] || argument[1] == '-')
            status = add(&rest, argument, "");
        else
            status = translate_letters(&rest, argument, &left, &skip);
        only_operands = only_operands || strcmp(argument, "--") == 0;
        i += next && !left;
    }
    if (!status)
        status = add(arguments, argv[0], "");
    if (!status)
        status = add_skips(arguments, &skip);
    for (int i = 0; !status && i < rest.argc; i++)
        status = add(arguments, rest.text[i], "");
    rouge_arguments_free(&rest);
    if (status)
        return status;
    arguments->argv = cli_new(arguments->capacity, sizeof *arguments->argv);
    memcpy(arguments->argv, arguments->text, ((size_t)arguments->argc + 1) * sizeof *arguments->argv);
    return CLI_DONE;
}

void rouge_arguments_free(rouge_arguments *arguments)
{
    for (int i = 0; i < arguments->argc; i++)
        free(arguments->text[i]);
    free(arguments->text);
    free(arguments->argv);
    *arguments = (rouge_arguments){NULL, NULL, 0, 0};
}
