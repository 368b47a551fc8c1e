/* options.c - reading a command line from the command's tables, and --help from the same tables. */
#include "cli.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int cli_say(int status, const char *format, ...)
{
    va_list arguments;
    fputs("knap: ", stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    return status;
}

int cli_fail(const knap_error *error)
{
    char text[1024];
    return cli_say(error->status == KNAP_USAGE ? CLI_USAGE : CLI_FAILED, "%s",
                   knap_error_text(error, text, sizeof text));
}

/* ---- help ---- */

enum { WIDEST = 118 };

static void show_option(const cli_option *option)
{
    char head[64], value[64] = "";
    snprintf(head, sizeof head, "%c%c%s --%s%s%s", option->letter ? '-' : ' ', option->letter ? option->letter : ' ',
             option->letter ? "," : " ", option->name, option->argument ? " " : "",
             option->argument ? option->argument : "");
    if (option->type == CLI_TEXT && *(const char **)option->value)
        snprintf(value, sizeof value, " (%s)", *(const char **)option->value);
    else if (option->type == CLI_COUNT)
        snprintf(value, sizeof value, " (%zu)", *(size_t *)option->value);
    else if (option->type == CLI_REAL && !isnan(*(double *)option->value))
        snprintf(value, sizeof value, " (%g)", *(double *)option->value);
    printf("  %-24s %s%s\n", head, option->help, value);
}

void cli_show_param(const knap_param *param, const void *settings, int dashes)
{
    char head[64], value[128];
    const char *kind = param->type == KNAP_PARAM_FLAG     ? "YES|NO"
                       : param->type == KNAP_PARAM_CHOICE ? "NAME"
                       : param->type == KNAP_PARAM_SET    ? "NAMES"
                                                          : "N";
    size_t count = 0, used = 0;
    char choices[256] = "";
    while (param->choices && param->choices[count])
        count++;
    knap_param_format(param, settings, 0, value, sizeof value);
    snprintf(head, sizeof head, dashes ? "    --%s %s" : "%s=%s", param->name, kind);
    for (size_t i = 0; i < count && used < sizeof choices; i++)
        used += (size_t)snprintf(choices + used, sizeof choices - used, "%s%s", i ? ", " : "", param->choices[i]);
    printf("  %-24s %s", head, param->help);
    if (count && used + strlen(param->help) + strlen(value) + 32 > WIDEST)
        printf(" (%s):\n  %-24s   %s\n", value, "", choices);
    else if (count)
        printf(": %s (%s)\n", choices, value);
    else
        printf(" (%s)\n", value);
}

static const cli_option *find_option(const cli_line *line, const char *name, size_t length, char letter)
{
    for (const cli_option *option = line->options; option->name; option++)
        if (letter ? option->letter == letter : strlen(option->name) == length && !memcmp(option->name, name, length))
            return option;
    return NULL;
}

static void show_help(const cli_line *line)
{
    printf("Usage: knap %s %s\n%s.\n\n", line->command->name, line->command->usage, line->command->summary);
    for (const cli_option *option = line->options; option->name; option++)
        show_option(option);
    printf("  %-24s %s\n", "-h, --help", "this text, with the defaults in force in brackets");
    for (const cli_table *table = line->tables; table && table->params; table++) {
        printf("\n%s:\n", table->title);
        for (const knap_param *param = table->params; param->name; param++)
            if (!find_option(line, param->name, strlen(param->name), 0))
                cli_show_param(param, table->settings, 1);
    }
    if (line->notes)
        printf("\n%s", line->notes);
    if (line->show)
        line->show(line->context);
}

/* ---- Reading ---- */

static int set_option(const cli_option *option, const char *text)
{
    char *end;
    double number;
    if (option->type == CLI_TEXT) {
        *(const char **)option->value = text;
        return CLI_DONE;
    }
    if (option->type == CLI_TEXTS) {
        cli_texts *texts = option->value;
        if (texts->count == CLI_MOST_TEXTS)
            return cli_say(CLI_USAGE, "--%s comes too often", option->name);
        texts->text[texts->count++] = text;
        return CLI_DONE;
    }
    number = strtod(text, &end);
    if (end == text || *end || !isfinite(number) || number < 0 ||
        (option->type == CLI_COUNT && (number != floor(number) || number > 9007199254740992.0)))
        return cli_say(CLI_USAGE, "--%s: '%s' is not a %snumber of at least 0", option->name, text,
                       option->type == CLI_COUNT ? "whole " : "");
    if (option->type == CLI_COUNT)
        *(size_t *)option->value = (size_t)number;
    else
        *(double *)option->value = number;
    return CLI_DONE;
}

static int set_param(const cli_table *table, const knap_param *param, const char *text)
{
    knap_error error;
    if (knap_param_parse(param, table->settings, text, &error))
        return cli_say(CLI_USAGE, "--%s", error.message);
    if (table->given)
        table->given[param - table->params] = 1;
    return CLI_DONE;
}

/* The table with a setting of that name, and the setting. */
static const cli_table *find_param(const cli_line *line, const char *name, const knap_param **param)
{
    for (const cli_table *table = line->tables; table && table->params; table++)
        if ((*param = knap_param_find(table->params, name)))
            return table;
    return NULL;
}

/* One argument that begins with a dash. `next` is the argument behind it, or NULL; *taken says whether it was
 * used. */
static int read_argument(cli_line *line, char *argument, char *next, int *taken)
{
    int is_long = argument[1] == '-';
    const char *name = argument + 2, *value = NULL;
    size_t length = is_long ? strcspn(name, "=") : 0;
    const cli_option *option = find_option(line, name, length, is_long ? 0 : argument[1]);
    const knap_param *param = NULL;
    const cli_table *table = NULL;
    char word[64];
    if (is_long && name[length] == '=')
        value = name + length + 1;
    else if (!is_long && argument[2])
        value = argument + 2;
    snprintf(word, sizeof word, "%.*s", (int)length, name);
    if (option && option->type == CLI_FLAG) {
        if (value)
            return cli_say(CLI_USAGE, "--%s takes no value", option->name);
        *(int *)option->value = 1;
        return CLI_DONE;
    }
    if (!option && is_long)
        table = find_param(line, word, &param);
    if (!option && !param)
        return cli_say(CLI_USAGE, "unknown option '%s': 'knap %s --help' lists them", argument, line->command->name);
    if (!value) {
        if (!next)
            return cli_say(CLI_USAGE, "%s needs a value", argument);
        value = next;
        *taken = 1;
    }
    return option ? set_option(option, value) : set_param(table, param, value);
}

int cli_parse(cli_line *line, int argc, char **argv)
{
    int help = 0, only_operands = 0;
    line->operand = argv + 1;
    line->operands = 0;
    for (int i = 1; i < argc; i++) {
        char *argument = argv[i];
        int taken = 0, status;
        if (only_operands || argument[0] != '-' || argument[1] == 0) {
            line->operand[line->operands++] = argument;
            continue;
        }
        if (strcmp(argument, "--") == 0) {
            only_operands = 1;
            continue;
        }
        if (strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0) {
            help = 1;
            continue;
        }
        status = read_argument(line, argument, i + 1 < argc ? argv[i + 1] : NULL, &taken);
        if (status != CLI_DONE)
            return status;
        i += taken;
    }
    if (help) {
        show_help(line);
        return CLI_HELP;
    }
    return CLI_DONE;
}
