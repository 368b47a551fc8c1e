/* help.c - the text of --help, made from a command's tables and wrapped to 80 columns. */
#include "cli.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { WIDTH = 80, COLUMN = 27 };

size_t cli_wrap(FILE *file, size_t column, size_t indent, const char *text)
{
    while (*text) {
        size_t length = strcspn(text, " \n");
        if (length && column > indent && column + length > WIDTH) {
            fprintf(file, "\n%*s", (int)indent, "");
            column = indent;
        }
        fwrite(text, 1, length, file);
        for (size_t i = 0; i < length; i++)
            column += ((unsigned char)text[i] & 0xC0) != 0x80; /* a character of UTF-8, not a byte */
        text += length;
        if (*text == '\n') {
            fputc('\n', file);
            column = 0;
            text++;
        } else if (*text == ' ') {
            size_t next = strcspn(text + 1, " \n");
            if (column + 1 + next <= WIDTH) {
                fputc(' ', file);
                column++;
            } else {
                fprintf(file, "\n%*s", (int)indent, "");
                column = indent;
            }
            text++;
        }
    }
    return column;
}

void cli_show_row(const char *head, size_t column, const char *help, const char *value)
{
    char text[2048];
    const char *bracket;
    size_t length, used = (size_t)printf("  %s", head);
    if (used + 1 > column) {
        putchar('\n');
        used = 0;
    }
    printf("%*s", (int)(column - used), "");
    /* the current value replaces a default that the help text names */
    bracket = value[0] ? strrchr(help, '[') : NULL;
    length =
        bracket && bracket > help && bracket[strlen(bracket) - 1] == ']' ? (size_t)(bracket - help) - 1 : strlen(help);
    snprintf(text, sizeof text, value[0] ? "%.*s [%s]" : "%.*s%s", (int)length, help, value);
    cli_wrap(stdout, column, column, text);
    putchar('\n');
}

static void show_option(const cli_option *option)
{
    char head[64], value[64] = "";
    snprintf(head, sizeof head, "%c%c%s --%s%s%s", option->letter ? '-' : ' ', option->letter ? option->letter : ' ',
             option->letter ? "," : " ", option->name, option->argument ? " " : "",
             option->argument ? option->argument : "");
    if (option->type == CLI_TEXT && *(const char **)option->value && strlen(*(const char **)option->value) < 32)
        snprintf(value, sizeof value, "%s", *(const char **)option->value);
    else if (option->type == CLI_COUNT || option->type == CLI_SIZE)
        snprintf(value, sizeof value, "%zu", *(size_t *)option->value);
    else if (option->type == CLI_REAL && !isnan(*(double *)option->value))
        snprintf(value, sizeof value, "%g", *(double *)option->value);
    cli_show_row(head, COLUMN, option->help, value);
}

void cli_show_param(const knap_param *param, const void *settings, bool dashes)
{
    static const char *const kinds[] = {[KNAP_PARAM_COUNT] = "N",
                                        [KNAP_PARAM_REAL] = "N",
                                        [KNAP_PARAM_FLAG] = "yes|no",
                                        [KNAP_PARAM_CHOICE] = "NAME",
                                        [KNAP_PARAM_SET] = "NAMES"};
    char head[64], value[128], help[1024];
    size_t used = (size_t)snprintf(help, sizeof help, "%s", param->help);
    knap_param_format(param, settings, 0, value, sizeof value);
    if (!dashes)
        snprintf(head, sizeof head, "%s=%s", param->name, kinds[param->type]);
    else if (param->type == KNAP_PARAM_FLAG)
        snprintf(head, sizeof head, "    --[no-]%s", param->name);
    else
        snprintf(head, sizeof head, "    --%s %s", param->name, kinds[param->type]);
    for (size_t i = 0; param->choices && param->choices[i] && used < sizeof help; i++)
        used += (size_t)snprintf(help + used, sizeof help - used, "%s%s", i ? ", " : ": ", param->choices[i]);
    cli_show_row(head, COLUMN, help, value);
}

/* ---- Topics: the tables of settings by their titles, and what the command adds ---- */

static bool is_topic(const char *title, const char *name)
{
    while (*title && tolower((unsigned char)*title) == *name) {
        title++;
        name++;
    }
    return *title == *name;
}

static void lower(char *name, size_t size, const char *title)
{
    size_t i = 0;
    for (; title[i] && i + 1 < size; i++)
        name[i] = (char)tolower((unsigned char)title[i]);
    name[i] = 0;
}

/* The row behind CLI_MORE_OPTIONS, or the end of the table. The options of every command follow. */
static const cli_option *more_options(const cli_line *line)
{
    const cli_option *option = line->options;
    while (option->name && option->value)
        option++;
    return option->name ? option + 1 : option;
}

static const char *topic_names(const cli_line *line, char *text, size_t size)
{
    size_t used = (size_t)snprintf(text, size, "more, ");
    char name[32];
    for (const cli_table *table = line->tables; table && table->params && used < size; table++) {
        lower(name, sizeof name, table->title);
        used += (size_t)snprintf(text + used, size - used, "%s, ", name);
    }
    for (const cli_topic *topic = line->topics; topic && topic->name && used < size; topic++)
        used += (size_t)snprintf(text + used, size - used, "%s, ", topic->name);
    if (used < size)
        snprintf(text + used, size - used, "all");
    return text;
}

static void show_table(const cli_line *line, const cli_table *table)
{
    printf("%s:\n", table->title);
    for (const knap_param *param = table->params; param->name; param++)
        if (!cli_find_option(line, param->name))
            cli_show_param(param, table->settings, true);
}

static void show_main(const cli_line *line)
{
    char topics[256], help[512];
    size_t indent = strlen("Usage: knap ") + strlen(line->command->name) + 1;
    printf("Usage: knap %s ", line->command->name);
    cli_wrap(stdout, indent, indent, line->command->usage);
    putchar('\n');
    cli_wrap(stdout, 0, 0, line->command->summary);
    printf(".\n\n");
    for (const cli_option *option = line->options; option->name && option->value; option++)
        show_option(option);
    snprintf(help, sizeof help, "Show this text, or a topic: %s", topic_names(line, topics, sizeof topics));
    cli_show_row("-h, --help[=TOPIC]", COLUMN, help, "");
    if (line->notes) {
        putchar('\n');
        cli_wrap(stdout, 0, 0, line->notes);
    }
    if (line->show)
        line->show(line->context);
}

int cli_show_help(const cli_line *line, const char *name)
{
    bool all = name && strcmp(name, "all") == 0, found = !name || all;
    char topics[256];
    if (found)
        show_main(line);
    if (all || (name && strcmp(name, "more") == 0)) {
        printf("%sMore options:\n", all ? "\n" : "");
        for (const cli_option *option = more_options(line); option->name; option++)
            show_option(option);
        for (const cli_option *option = cli_guards; option->name; option++)
            show_option(option);
        found = true;
    }
    for (const cli_table *table = line->tables; name && table && table->params; table++)
        if (all || is_topic(table->title, name)) {
            if (all)
                putchar('\n');
            show_table(line, table);
            found = true;
        }
    for (const cli_topic *topic = line->topics; name && topic && topic->name; topic++)
        if (all || strcmp(topic->name, name) == 0) {
            if (all)
                putchar('\n');
            topic->show(line->context);
            found = true;
        }
    if (found)
        return CLI_HELP;
    return cli_say(CLI_USAGE, "'knap help %s' has no topic '%s': the topics are %s", line->command->name, name,
                   topic_names(line, topics, sizeof topics));
}
