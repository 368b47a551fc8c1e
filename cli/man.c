/* man.c - man pages, made from the same tables as --help, in roff with the macros of man(7). */
#include "help.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char DOCUMENTS[] = "The files are in the folder of the documents, such as /usr/local/share/doc/knap.";

/* ---- roff ---- */

/* Adds text so that roff prints it as it is. A line of roff may begin at any word. */
static void escape(cli_buffer *to, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if ((text[i] == '.' || text[i] == '\'') && (i == 0 || text[i - 1] == ' '))
            cli_add_text(to, "\\&");
        if (text[i] == '\\')
            cli_add_text(to, "\\e");
        else if (text[i] == '-')
            cli_add_text(to, "\\-");
        else
            cli_add(to, text + i, 1);
    }
}

/* Prints a paragraph in lines of at most 80 bytes. */
static void print_text(const char *text)
{
    cli_buffer roff = {.bytes = NULL};
    size_t length = strlen(text);
    while (length && text[length - 1] == '\n')
        length--;
    escape(&roff, text, length);
    cli_add(&roff, "", 1);
    cli_wrap(stdout, 0, 0, roff.bytes);
    putchar('\n');
    free(roff.bytes);
}

/* Prints one line of text. */
static void print_line(const char *before, const char *text, const char *after)
{
    cli_buffer roff = {.bytes = NULL};
    escape(&roff, text, strlen(text));
    cli_add(&roff, "", 1);
    printf("%s%s%s\n", before, roff.bytes, after);
    free(roff.bytes);
}

/* The head of a row: options and names bold, the names of values italic. */
static void print_head(const char *head)
{
    cli_buffer roff = {.bytes = NULL};
    bool options;
    head += strspn(head, " ");
    options = head[0] == '-';
    while (*head) {
        size_t length = strcspn(head, " ,|"), between;
        if (length) {
            cli_add_text(&roff, !options || head[0] == '-' ? "\\fB" : "\\fI");
            escape(&roff, head, length);
            cli_add_text(&roff, "\\fR");
        }
        head += length;
        between = strspn(head, " ,|");
        cli_add(&roff, head, between);
        head += between;
    }
    cli_add(&roff, "", 1);
    printf(".TP\n%s\n", roff.bytes);
    free(roff.bytes);
}

/* ---- The form ---- */

static bool after_title; /* a paragraph macro does nothing there, and checkers warn of it */

static void man_title(const char *title)
{
    print_line(".SS \"", title, "\"");
    after_title = true;
}

static void man_text(const char *text)
{
    if (!after_title)
        puts(".PP");
    print_text(text);
    after_title = false;
}

static void man_row(const char *head, size_t column, const char *text)
{
    (void)column;
    print_head(head);
    print_text(text);
    after_title = false;
}

static void man_example(const char *command, const char *what)
{
    char *text = cli_format("%s:", what);
    man_text(text);
    free(text);
    puts(".PP\n.RS 4\n.nf");
    while (*command) {
        size_t length = strcspn(command, "\n");
        char *line = cli_copy(command, length);
        print_line("", line, "");
        free(line);
        command += length + (command[length] == '\n');
    }
    puts(".fi\n.RE");
}

/* ---- Pages ---- */

/* The name of a page: knap-judge. */
static char *page_name(const char *command)
{
    return command[0] ? cli_format("knap-%s", command) : cli_format("knap");
}

static void begin_page(const char *command, const char *summary)
{
    char *name = page_name(command), *line;
    printf(".\\\" Made by 'knap help --man'. Do not edit.\n.TH ");
    for (const char *at = name; *at; at++)
        printf(*at == '-' ? "\\-" : "%c", toupper((unsigned char)*at));
    printf(" 1 %s \"knap %s\" \"User Commands\"\n.SH NAME\n", KNAP_DATE, knap_version());
    line = cli_format("%s - %c%s", name, tolower((unsigned char)summary[0]), summary + 1);
    print_text(line);
    free(line);
    free(name);
}

static void synopsis(const cli_command *command)
{
    char *name = cli_format("knap %s", command->name);
    print_line("\\fB", name, "\\fR");
    print_text(command->usage);
    free(name);
}

static void exit_status(void)
{
    puts(".SH \"EXIT STATUS\"");
    man_row("0", 0, "Success.");
    man_row("1", 0, "The data or a file is wrong, or could not be read or written.");
    man_row("2", 0, "The command line is wrong.");
    man_row("3", 0, "A limit of --max-memory or --max-time was reached.");
}

static void options(const cli_line *line)
{
    help_options(line);
    help_help(line);
    help_more_options(line);
    for (const cli_table *table = line->tables; table && table->params; table++)
        help_table(line, table);
}

static void description(const cli_line *line)
{
    char *summary = cli_format("%s.", line->command->summary);
    print_text(summary);
    free(summary);
    if (line->notes)
        man_text(line->notes);
}

/* A part of another page: "knap judge sheet" on that of knap judge. */
static void subcommand_page(const cli_line *line)
{
    char *title = cli_format("knap %s", line->command->name);
    man_title(title);
    free(title);
    after_title = false;
    synopsis(line->command);
    puts(".PP");
    description(line);
    help_options(line);
}

static int man_page(const cli_line *line, const char *topic)
{
    (void)topic;
    if (strchr(line->command->name, ' ')) {
        subcommand_page(line);
        return CLI_HELP;
    }
    begin_page(line->command->name, line->command->summary);
    puts(".SH SYNOPSIS");
    synopsis(line->command);
    puts(".SH DESCRIPTION");
    description(line);
    puts(".SH OPTIONS");
    options(line);
    for (const cli_topic *part = line->topics; part && part->name; part++)
        part->show(line->context);
    if (line->examples) {
        puts(".SH EXAMPLES");
        print_text(DOCUMENTS);
        help_examples(line);
    }
    exit_status();
    puts(".SH \"SEE ALSO\"\n.BR knap (1)");
    return CLI_HELP;
}

const help_form man_form = {man_title, man_text, man_row, man_example, man_page};

static void see_also(const cli_command *const *commands)
{
    puts(".SH \"SEE ALSO\"");
    for (size_t i = 0; commands[i]; i++) {
        char *name = page_name(commands[i]->name);
        print_line(".BR ", name, commands[i + 1] ? " (1)," : " (1)");
        free(name);
    }
}

void man_top(const cli_command *const *commands)
{
    static const cli_example examples[] = {
        {"knap summarize sample/averill-ferry-strike --budget 100w", "Summarize eight news stories in 100 words"},
        {"knap pack examples/passages.jsonl", "Pick the passages that fit a budget of tokens"},
        {"knap train sample -o news.knap --budget 100w\nknap summarize sample/westmere-recount -m news.knap",
         "Train a model on clusters with references, and use it"},
        {NULL, NULL}};
    begin_page("", "Learn to pick the best list of items that fits a budget");
    puts(".SH SYNOPSIS\n\\fBknap\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR...]\n.br\n\\fBknap help\\fR [\\fICOMMAND\\fR "
         "[\\fITOPIC\\fR]]\n.SH DESCRIPTION");
    print_text("knap picks the best list of items that fits a budget: the sentences of a summary, the passages for the "
               "context window of a language model, the ads on a page. It learns from examples how to choose, and it "
               "contains a model that summarizes text without any setup.");
    man_text("Results go to standard output, everything else to standard error. The same data and seed give the same "
             "result, with any number of threads.");
    puts(".SH COMMANDS");
    for (size_t i = 0; commands[i]; i++) {
        char *name = page_name(commands[i]->name), *text = cli_format("%s.", commands[i]->summary);
        print_line(".TP\n.BR ", name, " (1)");
        print_text(text);
        free(name);
        free(text);
    }
    puts(".SH OPTIONS");
    man_row("-h, --help", 0, "List the commands. With a command, 'knap help COMMAND TOPIC' shows more.");
    man_row("-V, --version", 0, "Print the version.");
    puts(".SH EXAMPLES");
    print_text(DOCUMENTS);
    help_examples(&(cli_line){.examples = examples});
    exit_status();
    puts(".SH ENVIRONMENT");
    man_row("OMP_NUM_THREADS", 0, "Number of threads if --jobs is 0.");
    man_row("WNSEARCHDIR", 0, "Folder of WordNet's exception lists, which stemming as ROUGE-1.5.5 does needs.");
    see_also(commands);
}
