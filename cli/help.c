/* help.c - the text of --help, made from a command's tables and wrapped to 80 columns. man.c makes man pages of them. */
#include "help.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
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

/* ---- The form for a terminal ---- */

static void text_title(const char *title)
{
    printf("%s:\n", title);
}

static void text_text(const char *text)
{
    cli_wrap(stdout, 0, 0, text);
}

static void text_row(const char *head, size_t column, const char *text)
{
    size_t used = (size_t)printf("  %s", head);
    if (used + 1 > column) {
        putchar('\n');
        used = 0;
    }
    printf("%*s", (int)(column - used), "");
    cli_wrap(stdout, column, column, text);
    putchar('\n');
}

static void text_example(const char *command, const char *what)
{
    while (*command) { /* a line each */
        size_t length = strcspn(command, "\n");
        printf("  %.*s\n", (int)length, command);
        command += length + (command[length] == '\n');
    }
    printf("      ");
    cli_wrap(stdout, 6, 6, what);
    putchar('\n');
}

static int text_page(const cli_line *line, const char *name);

static const help_form text_form = {text_title, text_text, text_row, text_example, text_page};
static const help_form *form = &text_form;

void help_set_form(const help_form *chosen)
{
    form = chosen;
}

/* ---- Rows ---- */

void cli_show_title(const char *title)
{
    form->title(title);
}

void cli_show_text(const char *text)
{
    form->text(text);
}

void cli_show_row(const char *head, size_t column, const char *help, const char *value)
{
    /* the current value replaces a default that the help text names */
    const char *bracket = value[0] ? strrchr(help, '[') : NULL;
    size_t length =
        bracket && bracket > help && bracket[strlen(bracket) - 1] == ']' ? (size_t)(bracket - help) - 1 : strlen(help);
    char *text = value[0] ? cli_format("%.*s [%s]", (int)length, help, value) : cli_format("%s", help);
    form->row(head, column, text);
    free(text);
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
    for (size_t i = 0; param->type != KNAP_PARAM_REAL && param->choices && param->choices[i] && used < sizeof help; i++)
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
static const cli_option *first_more(const cli_line *line)
{
    const cli_option *option = line->options;
    while (option->name && option->value)
        option++;
    return option->name ? option + 1 : option;
}

void help_each_topic(const cli_line *line, void (*visit)(void *context, const char *topic), void *context)
{
    char name[32];
    visit(context, "more");
    for (const cli_table *table = line->tables; table && table->params; table++) {
        lower(name, sizeof name, table->title);
        visit(context, name);
    }
    for (const cli_topic *topic = line->topics; topic && topic->name; topic++)
        visit(context, topic->name);
    if (line->examples)
        visit(context, "examples");
    visit(context, "all");
}

typedef struct topic_list {
    char text[256];
    size_t used;
} topic_list;

static void add_topic(void *context, const char *topic)
{
    topic_list *list = context;
    if (list->used < sizeof list->text)
        list->used += (size_t)snprintf(list->text + list->used, sizeof list->text - list->used, "%s%s",
                                       list->used ? ", " : "", topic);
}

/* ---- Parts of a text ---- */

void help_options(const cli_line *line)
{
    for (const cli_option *option = line->options; option->name && option->value; option++)
        show_option(option);
}

void help_more_options(const cli_line *line)
{
    cli_show_title("More options");
    for (const cli_option *option = first_more(line); option->name; option++)
        show_option(option);
    for (const cli_option *option = cli_guards; option->name && !line->own_limits; option++)
        show_option(option);
}

void help_help(const cli_line *line)
{
    topic_list topics = {.used = 0};
    char help[512];
    help_each_topic(line, add_topic, &topics);
    snprintf(help, sizeof help, "Show this text, or a topic: %s", topics.text);
    cli_show_row("-h, --help[=TOPIC]", COLUMN, help, "");
}

void help_table(const cli_line *line, const cli_table *table)
{
    cli_show_title(table->title);
    for (const knap_param *param = table->params; param->name; param++)
        if (!cli_find_option(line, param->name))
            cli_show_param(param, table->settings, true);
}

void help_examples(const cli_line *line)
{
    for (const cli_example *example = line->examples; example && example->command; example++)
        form->example(example->command, example->what);
}

/* ---- The text ---- */

static void show_main(const cli_line *line)
{
    size_t indent = strlen("Usage: knap ") + strlen(line->command->name) + 1;
    printf("Usage: knap %s ", line->command->name);
    cli_wrap(stdout, indent, indent, line->command->usage);
    putchar('\n');
    cli_wrap(stdout, 0, 0, line->command->summary);
    printf(".\n\n");
    help_options(line);
    help_help(line);
    if (line->notes) {
        putchar('\n');
        cli_show_text(line->notes);
    }
    if (line->show)
        line->show(line->context);
}

/* Shows the parts whose topic is `name`, or all; returns whether there is any. */
static bool show_topics(const cli_line *line, const char *name)
{
    bool all = strcmp(name, "all") == 0, found = all;
    if (all || strcmp(name, "more") == 0) {
        fputs(all ? "\n" : "", stdout);
        help_more_options(line);
        found = true;
    }
    for (const cli_table *table = line->tables; table && table->params; table++)
        if (all || is_topic(table->title, name)) {
            fputs(all ? "\n" : "", stdout);
            help_table(line, table);
            found = true;
        }
    for (const cli_topic *topic = line->topics; topic && topic->name; topic++)
        if (all || strcmp(topic->name, name) == 0) {
            fputs(all ? "\n" : "", stdout);
            topic->show(line->context);
            found = true;
        }
    if (line->examples && (all || strcmp(name, "examples") == 0)) {
        fputs(all ? "\n" : "", stdout);
        cli_show_title("Examples, in the folder that has examples/ and sample/");
        help_examples(line);
        found = true;
    }
    return found;
}

static int text_page(const cli_line *line, const char *name)
{
    topic_list topics = {.used = 0};
    if (!name || strcmp(name, "all") == 0)
        show_main(line);
    if (!name || show_topics(line, name))
        return CLI_HELP;
    help_each_topic(line, add_topic, &topics);
    return cli_say(CLI_USAGE, "'knap help %s' has no topic '%s': the topics are %s", line->command->name, name,
                   topics.text);
}

int cli_show_help(const cli_line *line, const char *name)
{
    return form->page(line, name);
}
