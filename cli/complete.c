/* complete.c - completions of a command line, from the tables of the commands. The scripts in completions/ know nothing
 * of knap: they call `knap __complete` with the words up to the cursor. */
#include "help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_completing;
static bool has_printed_kind;
static size_t bare; /* bytes to leave out at the start of each word: "--help=" in `knap help COMMAND TOPIC` */

bool cli_is_completing(void)
{
    return is_completing;
}

/* ---- Output ---- */

static void print_kind(const char *kind)
{
    if (!has_printed_kind)
        puts(kind);
    has_printed_kind = true;
}

/* The word to complete: `text` follows kept[kept_length] in memory. Candidates keep that: an option's name, or the
 * earlier members of a list. */
typedef struct unfinished {
    const char *kept;
    size_t kept_length;
    const char *text;
} unfinished;

/* Prints name[length], followed by `after`, if it begins as the word does. */
static void offer(const unfinished *word, const char *name, size_t length, const char *after, const char *what)
{
    size_t typed = strlen(word->text), first = strcspn(what, "\n");
    char *full;
    if (typed > length || memcmp(name, word->text, typed) != 0)
        return;
    full = cli_format("%.*s%.*s%s", (int)word->kept_length, word->kept, (int)length, name, after);
    print_kind("words");
    printf("%s\t%.*s\n", strlen(full) > bare ? full + bare : full, (int)first, what);
    free(full);
}

static void offer_name(const unfinished *word, const char *name, const char *what)
{
    offer(word, name, strlen(name), "", what);
}

static void offer_names(const unfinished *word, const char *const *names)
{
    for (; *names; names++)
        offer(word, *names, strcspn(*names, "="), "", "");
}

/* In a comma-separated list, only the last member is completed. */
static unfinished last_member(const unfinished *word)
{
    const char *comma = strrchr(word->text, ',');
    unfinished last = *word;
    if (comma) {
        last.kept_length += (size_t)(comma + 1 - word->text);
        last.text = comma + 1;
    }
    return last;
}

/* ---- Values ---- */

static void offer_param(const unfinished *word, const knap_param *param)
{
    static const char *const flags[] = {"yes", "no", NULL};
    const char *const *groups = param->choices;
    unfinished last = last_member(word);
    if (param->type == KNAP_PARAM_FLAG)
        offer_names(word, flags);
    else if (param->type == KNAP_PARAM_CHOICE)
        offer_names(word, param->choices);
    if (param->type != KNAP_PARAM_SET)
        return;
    offer_names(&last, param->choices);
    while (*groups)
        groups++;
    offer_names(&last, groups + 1);
    offer_name(&last, "all", "");
    offer_name(&last, "none", "");
}

static void offer_systems(const unfinished *word)
{
    unfinished last = last_member(word);
    for (size_t i = 0; knap_systems()[i]; i++)
        offer_name(&last, knap_systems()[i]->name, knap_systems()[i]->help);
}

static void offer_orders(const unfinished *word)
{
    for (const knap_order_row *row = knap_orders(); row->name; row++)
        offer_name(word, row->name, row->help);
}

static void offer_fields(const unfinished *word)
{
    unfinished last = last_member(word);
    for (size_t i = 0; knap_field_at(i); i++)
        offer(&last, knap_field_at(i)->name, strlen(knap_field_at(i)->name), "=", knap_field_at(i)->help);
}

static void offer_languages(const unfinished *word)
{
    offer_names(word, knap_language_codes());
}

static void offer_units(const unfinished *word)
{
    offer_names(word, knap_meter_units() + 1); /* the first is KNAP_METER_GIVEN */
}

static void offer_measures(const unfinished *word)
{
    static const char *const names[] = {"1", "2", "3", "4", "L", "W1.2", "S4", "SU4", NULL};
    unfinished last = last_member(word);
    offer_names(&last, names);
}

static void offer_decodes(const unfinished *word)
{
    offer_param(word, knap_param_find(knap_settings_table(), "decode"));
}

static void offer_filters(const unfinished *word)
{
    offer_param(word, knap_param_find(knap_text_settings_table(), "filter"));
}

static void offer_trims(const unfinished *word)
{
    offer_param(word, knap_param_find(knap_text_settings_table(), "trim"));
}

static void offer_encodings(const unfinished *word)
{
    static const char *const names[] = {"UTF-8",     "UTF-16", "windows-1252", "windows-1251", "ISO-8859-1", "KOI8-R",
                                        "Shift_JIS", "EUC-JP", "EUC-KR",       "GB18030",      "Big5",       NULL};
    offer_names(word, names);
}

static void offer_formats(const unfinished *word)
{
    static const char *const names[] = {"text", "html",      "markdown",   "rst",      "man",  "latex", "asciidoc",
                                        "org",  "notebook",  "pdf",        "office",   "epub", "rtf",   "mail",
                                        "feed", "subtitles", "transcript", "comments", NULL};
    offer_names(word, names);
}

/* The values of options that mean the same in all commands. */
static const struct {
    const char *option;
    void (*offer)(const unfinished *word);
} COMMON[] = {{"system", offer_systems}, {"systems", offer_systems}, {"against", offer_systems},
              {"base", offer_systems},   {"order", offer_orders},    {"lang", offer_languages},
              {"cost", offer_units},     {"rouge", offer_measures},  {"decode", offer_decodes},
              {"filter", offer_filters}, {"trim", offer_trims},      {"encoding", offer_encodings},
              {"format", offer_formats}, {"map", offer_fields}};

/* The value of --system on the line, or the default. */
static const knap_system *line_system(const cli_line *line, int words, char **word)
{
    const knap_system *system = knap_systems()[0];
    for (int i = 1; i + 1 < words; i++) {
        cli_target found = {.option = NULL};
        const char *equals = strchr(word[i], '=');
        if (cli_find_target(line, word[i], &found) && found.option && strcmp(found.option->name, "system") == 0)
            system = knap_system_find(equals ? equals + 1 : word[i + 1]);
    }
    return system;
}

/* --set NAME=VALUE of the system. */
static void offer_settings(const knap_system *system, const unfinished *word)
{
    const char *equals = strchr(word->text, '=');
    for (const knap_param *param = system ? system->params : NULL; param && param->name; param++) {
        size_t length = strlen(param->name);
        if (!equals) {
            offer(word, param->name, length, "=", param->help);
        } else if (length == (size_t)(equals - word->text) && memcmp(param->name, word->text, length) == 0) {
            unfinished value = {word->kept, (size_t)(equals + 1 - word->kept), equals + 1};
            offer_param(&value, param);
        }
    }
}

static bool is_one_of(const char *name, const char *const *names)
{
    while (*names && strcmp(*names, name) != 0)
        names++;
    return *names;
}

/* Offers the value of an option; for the name of a file, the shell does it. */
static void offer_value(const cli_line *line, int words, char **word, const cli_option *option, const unfinished *value)
{
    static const char *const files[] = {"FILE", "MODEL", "DATA", "CLUSTERS", "PATH", "DATASET", NULL};
    for (const cli_values *row = line->values; row && row->option; row++)
        if (strcmp(row->option, option->name) == 0) {
            unfinished last = last_member(value);
            offer_names(&last, row->names);
            return;
        }
    if (strcmp(option->name, "set") == 0)
        offer_settings(line_system(line, words, word), value);
    for (size_t i = 0; i < sizeof COMMON / sizeof *COMMON; i++)
        if (strcmp(COMMON[i].option, option->name) == 0)
            COMMON[i].offer(value);
    if (option->type != CLI_TEXT && option->type != CLI_TEXTS)
        return;
    if (strcmp(option->argument, "DIR") == 0)
        print_kind("folders");
    else if (is_one_of(option->argument, files))
        print_kind("files");
}

/* ---- Names ---- */

static void offer_topic(void *context, const char *topic)
{
    offer_name(context, topic, "");
}

static void offer_option(void *context, const char *name, const cli_target *found)
{
    const char *what = found->option ? found->option->help : found->param ? found->param->help : "Show help";
    char *text = cli_format("%s%s", found->off ? "Turn off: " : "", what);
    offer_name(context, name, text);
    free(text);
}

/* What a word may become that stands where an option or an operand may. */
static void offer_word(const cli_line *line, const char *word)
{
    unfinished name = {"--", 2, word + 2};
    unfinished whole = {word, 0, word};
    if (word[0] == '-') {
        if (word[1] == '-' || !word[1]) {
            name.text = word[1] ? word + 2 : "";
            cli_each_name(line, offer_option, &name);
        }
        return;
    }
    if (line->subcommands)
        offer_names(&whole, line->subcommands);
    else
        print_kind("files");
}

int cli_complete_line(const cli_line *line, int argc, char **argv)
{
    const char *last = argv[argc - 1], *equals = strchr(last, '=');
    cli_target found = {.option = NULL};
    bool only_operands = false, is_value = false;
    unfinished value = {last, 0, last};
    for (int i = 1; i + 1 < argc; i++) {
        only_operands = only_operands || (!is_value && strcmp(argv[i], "--") == 0);
        is_value = !is_value && !only_operands && cli_find_target(line, argv[i], &found) && cli_takes_value(&found) &&
                   (argv[i][1] == '-' ? !strchr(argv[i], '=') : !argv[i][2]);
    }
    if (only_operands) {
        print_kind("files");
    } else if (!is_value && equals && strncmp(last, "--", 2) == 0 && cli_find_target(line, last, &found)) {
        value = (unfinished){last, (size_t)(equals + 1 - last), equals + 1};
        is_value = found.option || found.param;
        if (!is_value)
            help_each_topic(line, offer_topic, &value);
    } else if (!is_value) {
        offer_word(line, last);
    }
    if (is_value && found.param)
        offer_param(&value, found.param);
    else if (is_value)
        offer_value(line, argc, argv, found.option, &value);
    print_kind("words");
    return CLI_HELP;
}

/* ---- The whole line ---- */

static void offer_commands(const cli_command *const *commands, const char *word, bool options)
{
    unfinished whole = {word, 0, word};
    for (size_t i = 0; commands[i]; i++)
        offer_name(&whole, commands[i]->name, commands[i]->summary);
    if (options) {
        offer_name(&whole, "help", "Show the help of a command");
        offer_name(&whole, "--help", "List the commands");
        offer_name(&whole, "--version", "Print the version");
    }
    print_kind("words");
}

int cli_complete_words(const cli_command *const *commands, int words, char **word)
{
    bool topics = words == 3 && strcmp(word[0], "help") == 0;
    char *option = NULL, *arguments[] = {NULL, NULL, NULL};
    int status = CLI_DONE;
    if (words < 2) {
        offer_commands(commands, words ? word[0] : "", true);
        return CLI_DONE;
    }
    if (words == 2 && strcmp(word[0], "help") == 0) {
        offer_commands(commands, word[1], false);
        return CLI_DONE;
    }
    for (size_t i = 0; commands[i]; i++) {
        if (strcmp(commands[i]->name, word[topics ? 1 : 0]) != 0)
            continue;
        is_completing = true;
        if (topics) {
            option = cli_format("--help=%s", word[2]);
            bare = strlen("--help=");
            arguments[0] = word[1];
            arguments[1] = option;
        }
        status = commands[i]->run(topics ? 2 : words, topics ? arguments : word);
    }
    free(option);
    print_kind("words");
    return status == CLI_HELP ? CLI_DONE : status;
}
