/* options.c - reads a command line by the command's tables. */
#include "cli.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int cli_say(int status, const char *format, ...)
{
    va_list arguments;
    cli_progress_clear();
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
    if (error->status == KNAP_NO_MEMORY)
        return cli_no_memory();
    return cli_say(error->status == KNAP_USAGE ? CLI_USAGE : CLI_FAILED, "%s",
                   knap_error_text(error, text, sizeof text));
}

/* ---- Names ---- */

/* The option behind `option`: those of the command, then those of every command. NULL at the end. */
static const cli_option *next_option(const cli_line *line, const cli_option *option)
{
    option = option ? option + 1 : line->options;
    if (!option->name && !line->own_limits && option != &cli_guards[CLI_GUARDS])
        option = cli_guards;
    return option->name ? option : NULL;
}

const cli_option *cli_find_option(const cli_line *line, const char *name)
{
    const cli_option *option = NULL;
    while ((option = next_option(line, option)))
        if (strcmp(option->name, name) == 0)
            return option;
    return NULL;
}

/* A search for a long name: exact, or the only one that it begins. */
typedef struct search {
    const char *word;
    size_t length;
    cli_target exact, begun;
    bool is_exact;
    size_t matches;
    char names[256]; /* of those that it begins */
    cli_suggestion near;
} search;

static void try_name(void *context, const char *name, const cli_target *found)
{
    search *self = context;
    size_t length = strlen(name), used = strlen(self->names);
    if (length >= self->length && memcmp(name, self->word, self->length) == 0) {
        if (length == self->length) {
            self->exact = *found;
            self->is_exact = true;
        }
        self->matches++;
        self->begun = *found;
        snprintf(self->names + used, sizeof self->names - used, "%s--%s", used ? ", " : "", name);
    }
}

void cli_each_name(const cli_line *line, void (*visit)(void *context, const char *name, const cli_target *found),
                   void *context)
{
    char no[64];
    cli_target found = {.option = NULL};
    for (const cli_option *option = NULL; (option = next_option(line, option));) {
        found = (cli_target){.option = option};
        if (option->value)
            visit(context, option->name, &found);
    }
    for (const cli_table *table = line->tables; table && table->params; table++)
        for (const knap_param *param = table->params; param->name; param++) {
            if (cli_find_option(line, param->name))
                continue;
            found = (cli_target){.table = table, .param = param};
            visit(context, param->name, &found);
            if (param->type == KNAP_PARAM_FLAG) {
                snprintf(no, sizeof no, "no-%s", param->name);
                found.off = true;
                visit(context, no, &found);
            }
        }
    found = (cli_target){.option = NULL};
    visit(context, "help", &found);
}

static void suggest_name(void *context, const char *name, const cli_target *found)
{
    search *self = context;
    (void)found;
    if (strncmp(name, "no-", 3) != 0 || strncmp(self->word, "no-", 3) == 0)
        cli_suggest_try(&self->near, name, strlen(name));
}

/* Finds what the long option `argument` ("--NAME" or "--NAME=VALUE") names; a target of NULLs is --help. */
static int find_long(const cli_line *line, const char *argument, cli_target *found)
{
    search self = {.word = argument + 2, .length = strcspn(argument + 2, "=")};
    char hint[128];
    cli_each_name(line, try_name, &self);
    if (self.is_exact || self.matches == 1) {
        *found = self.is_exact ? self.exact : self.begun;
        return CLI_DONE;
    }
    if (self.matches > 1)
        return cli_say(CLI_USAGE, "option '%.*s' is ambiguous: it may be %s", (int)self.length + 2, argument,
                       self.names);
    cli_suggest_begin(&self.near, self.word, self.length);
    cli_each_name(line, suggest_name, &self);
    cli_suggest_text(&self.near, "--", hint, sizeof hint);
    return cli_say(CLI_USAGE, "unknown option '%.*s'%s%s 'knap help %s' lists the options", (int)self.length + 2,
                   argument, hint, hint[0] ? "" : ":", line->command->name);
}

bool cli_find_target(const cli_line *line, const char *word, cli_target *found)
{
    if (word[0] != '-' || !word[1])
        return false;
    if (word[1] == '-') {
        search self = {.word = word + 2, .length = strcspn(word + 2, "=")};
        cli_each_name(line, try_name, &self);
        *found = self.is_exact ? self.exact : self.begun;
        return self.is_exact || self.matches == 1;
    }
    for (const cli_option *option = line->options; option->name; option++)
        if (option->letter == word[1]) {
            *found = (cli_target){.option = option};
            return true;
        }
    return false;
}

bool cli_takes_value(const cli_target *target)
{
    return target->option ? target->option->type != CLI_FLAG : target->param && target->param->type != KNAP_PARAM_FLAG;
}

static int find_letter(const cli_line *line, char letter, cli_target *found)
{
    const char word[] = {'-', letter, 0};
    if (letter != '-' && cli_find_target(line, word, found))
        return CLI_DONE;
    return cli_say(CLI_USAGE, "unknown option '-%c': 'knap help %s' lists the options", letter, line->command->name);
}

/* ---- Values ---- */

/* A number of bytes: "500M", "2G", "1000000". The units are powers of 1024. */
static int set_size(const cli_option *option, const char *text)
{
    static const char units[] = "KMGT";
    char *end;
    double number = strtod(text, &end);
    const char *unit = *end ? strchr(units, *end >= 'a' ? *end - 'a' + 'A' : *end) : NULL;
    for (const char *at = units; unit && at <= unit; at++)
        number *= 1024;
    if (end == text || (*end && !unit) || (unit && end[1]) || !(number >= 0 && number <= 9007199254740992.0))
        return cli_say(CLI_USAGE, "--%s: '%s' is not a size, such as 500M or 2G", option->name, text);
    *(size_t *)option->value = (size_t)ceil(number);
    return CLI_DONE;
}

static int set_option(const cli_option *option, const char *text)
{
    char *end;
    double number;
    if (option->type == CLI_SIZE)
        return set_size(option, text);
    if (!text[0] && strcmp(option->name, "output") == 0)
        return cli_say(CLI_USAGE, "--output: the name of the file or folder is empty: give one");
    if (option->type == CLI_TEXT) {
        *(const char **)option->value = text;
        return CLI_DONE;
    }
    if (option->type == CLI_TEXTS) {
        cli_texts *texts = option->value;
        if (texts->count == CLI_MOST_TEXTS)
            return cli_say(CLI_USAGE, "--%s: given more than %d times", option->name, (int)CLI_MOST_TEXTS);
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

/* The choice or the group of choices nearest to the first part of `text` that is neither. */
static void suggest_choice(const knap_param *param, const char *text, cli_suggestion *near)
{
    bool set = param->type == KNAP_PARAM_SET;
    cli_suggest_begin(near, text, 0);
    for (const char *at = text; param->choices && at;) {
        size_t length = set ? strcspn(at, ",") : strlen(at);
        bool known = false;
        cli_suggest_begin(near, at, length);
        for (int pass = 0; pass < 1 + set; pass++) {
            const char *const *name = param->choices;
            for (int i = 0; i < pass; name++) /* a NULL ends the choices, and the groups follow */
                i += !*name;
            for (; *name; name++) {
                size_t size = strcspn(*name, "=");
                known = known || (size == length && memcmp(*name, at, length) == 0);
                cli_suggest_try(near, *name, size);
            }
        }
        if (!known)
            return;
        at = at[length] ? at + length + 1 : NULL;
    }
    cli_suggest_begin(near, text, 0);
}

static int set_param(const cli_table *table, const knap_param *param, const char *text)
{
    knap_error error;
    cli_suggestion near;
    char hint[128];
    if (knap_param_parse(param, table->settings, text, &error)) {
        suggest_choice(param, text, &near);
        return cli_say(CLI_USAGE, "--%s%s", error.message, cli_suggest_text(&near, "", hint, sizeof hint));
    }
    if (table->given)
        table->given[param - table->params] = 1;
    return CLI_DONE;
}

/* A row of yes or no: --NAME, --no-NAME, --NAME=yes, --NAME=no. */
static int set_flag(const cli_target *found, const char *value, const char *next)
{
    const char *name = found->param->name;
    if (found->off && value)
        return cli_say(CLI_USAGE, "--no-%s takes no value", name);
    if (!value && next && (strcmp(next, "yes") == 0 || strcmp(next, "no") == 0))
        return cli_say(CLI_USAGE, "--%s takes no value of its own: write --%s%s (or ./%s for a file of that name)",
                       name, next[0] == 'n' ? "no-" : "", name, next);
    return set_param(found->table, found->param, value ? value : found->off ? "no" : "yes");
}

/* ---- The line ---- */

/* One argument that begins with a dash. `next` is the argument behind it, or NULL; *taken says whether it was used.
 * *help gets the topic where help is asked for, "" for the main text. */
static int read_argument(cli_line *line, char *argument, char *next, bool *taken, const char **help)
{
    bool is_long = argument[1] == '-';
    const char *value = NULL;
    cli_target found = {.option = NULL};
    int status = is_long ? find_long(line, argument, &found) : CLI_DONE;
    if (!is_long && argument[1] != 'h')
        status = find_letter(line, argument[1], &found);
    if (status)
        return status;
    if (is_long && strchr(argument, '='))
        value = strchr(argument, '=') + 1;
    else if (!is_long && argument[2])
        value = argument + 2;
    if (!found.option && !found.param) {
        *help = value ? value : "";
        return CLI_DONE;
    }
    if (found.param && found.param->type == KNAP_PARAM_FLAG)
        return set_flag(&found, value, next);
    if (found.option && found.option->type == CLI_FLAG) {
        if (value)
            return cli_say(CLI_USAGE, "--%s takes no value", found.option->name);
        *(bool *)found.option->value = true;
        return CLI_DONE;
    }
    if (!value) {
        if (!next)
            return cli_say(CLI_USAGE, "%s needs a value", argument);
        value = next;
        *taken = true;
    }
    return found.option ? set_option(found.option, value) : set_param(found.table, found.param, value);
}

int cli_parse(cli_line *line, int argc, char **argv)
{
    bool only_operands = false;
    const char *help = NULL;
    if (cli_is_completing())
        return cli_complete_line(line, argc, argv);
    line->operand = argv + 1;
    line->operands = 0;
    for (int i = 1; i < argc; i++) {
        char *argument = argv[i];
        bool taken = false;
        int status;
        if (only_operands || argument[0] != '-' || argument[1] == 0) {
            line->operand[line->operands++] = argument;
            continue;
        }
        if (strcmp(argument, "--") == 0) {
            only_operands = true;
            continue;
        }
        status = read_argument(line, argument, i + 1 < argc ? argv[i + 1] : NULL, &taken, &help);
        if (status)
            return status;
        i += taken;
    }
    return help ? cli_show_help(line, help[0] ? help : NULL) : cli_guard();
}
