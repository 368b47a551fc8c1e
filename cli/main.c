/* main.c - knap: the table of commands. */
#include "help.h"
#include "team.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const cli_command *const commands[] = {&cmd_summarize, &cmd_experiment, &cmd_train,      &cmd_tune,   &cmd_pack,
                                              &cmd_evaluate,  &cmd_inspect,    &cmd_convert,    &cmd_export, &cmd_rouge,
                                              &cmd_judge,     &cmd_serve,      &cmd_completion, NULL};

/* Commands whose work the processes of mpirun divide. The others are run by the first process alone. */
static const cli_command *const divided[] = {&cmd_summarize, &cmd_experiment, &cmd_train, &cmd_pack, &cmd_rouge, NULL};

static int run_command(const cli_command *command, int argc, char **argv)
{
    bool divides = false;
    for (size_t i = 0; divided[i]; i++)
        divides |= divided[i] == command;
    if (divides || !cli_team())
        return command->run(argc, argv);
    if (cli_rank() > 0)
        return CLI_DONE;
    cli_say(CLI_DONE, "note: knap %s is run by one process: the processes of mpirun do not divide it", command->name);
    return command->run(argc, argv);
}

static void show_usage(FILE *file)
{
    fprintf(file,
            "knap %s: learn to pick the best list of items that fits a budget\n\n"
            "Usage: knap COMMAND [OPTION...]\n\n",
            knap_version());
    for (size_t i = 0; commands[i]; i++) {
        fprintf(file, "  %-11s ", commands[i]->name);
        cli_wrap(file, 14, 14, commands[i]->summary);
        fputc('\n', file);
    }
    fputs("\n'knap help COMMAND' describes a command; 'knap -V' prints the version.\n", file);
}

static const cli_command *find_command(const char *name)
{
    cli_suggestion near;
    char hint[128];
    cli_suggest_begin(&near, name, strlen(name));
    for (size_t i = 0; commands[i]; i++) {
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
        cli_suggest_try(&near, commands[i]->name, strlen(commands[i]->name));
    }
    cli_suggest_text(&near, "", hint, sizeof hint);
    cli_say(CLI_USAGE, "unknown command '%s'%s%s 'knap help' lists the commands", name, hint, hint[0] ? "" : ":");
    return NULL;
}

/* knap help --man [COMMAND]: the source of a man page */
static int man(const char *name)
{
    const cli_command *command;
    char help_option[] = "--help=all", *arguments[] = {NULL, help_option, NULL};
    help_set_form(&man_form);
    if (!name) {
        man_top(commands);
        return CLI_DONE;
    }
    if (!(command = find_command(name)))
        return CLI_USAGE;
    arguments[0] = (char *)(size_t)command->name;
    return command->run(2, arguments);
}

/* knap help [COMMAND [TOPIC]] */
static int help(int argc, char **argv)
{
    const cli_command *command;
    char option[64], *arguments[] = {NULL, option, NULL};
    if (argc < 2) {
        show_usage(stdout);
        return CLI_DONE;
    }
    if (strcmp(argv[1], "--man") == 0)
        return man(argc > 2 ? argv[2] : NULL);
    if (!(command = find_command(argv[1])))
        return CLI_USAGE;
    snprintf(option, sizeof option, argc > 2 ? "--help=%s" : "--help", argc > 2 ? argv[2] : "");
    arguments[0] = argv[1];
    return command->run(2, arguments);
}

static int run(int argc, char **argv)
{
    const cli_command *command;
    if (cli_rank() > 0 && (argc < 2 || argv[1][0] == '-' || strcmp(argv[1], "help") == 0))
        return CLI_DONE;
    if (argc < 2) {
        show_usage(stderr);
        return CLI_USAGE;
    }
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
        printf("knap %s\n", knap_version());
        return CLI_DONE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0)
        return help(argc - 1, argv + 1);
    if (strcmp(argv[1], "__complete") == 0)
        return cli_complete_words(commands, argc - 2, argv + 2);
    command = find_command(argv[1]);
    return command ? run_command(command, argc - 1, argv + 1) : CLI_USAGE;
}

/* The final exit status of a command that succeeded. */
static int final_status(int status)
{
    if (status || !cli_files_skipped())
        return status;
    return cli_say(CLI_FAILED, "some files could not be read; with --skip-bad that is not an error");
}

/* If one of the three standard streams is closed, the next opened file would take its descriptor and
 * receive its output. So the descriptor is filled with a file on which reading standard input, or writing
 * to the others, fails. */
static void fill_closed_streams(void)
{
    for (int number = 0; number < 3; number++)
        if (fcntl(number, F_GETFD) < 0 && open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY) != number)
            _exit(CLI_FAILED);
}

int main(int argc, char **argv)
{
    int status;
    bool written;
    fill_closed_streams();
    cli_guard_terminal();
    cli_check_memory();
    status = cli_team_begin();
    if (status == CLI_DONE)
        status = run(argc, argv);
    if (status == CLI_DONE)
        cli_team_collect();
    status = cli_team_end(final_status(status));
    errno = 0;
    written = !ferror(stdout);
    if (fclose(stdout) != 0 || !written)
        return cli_say(CLI_FAILED, errno ? "cannot write to standard output: %s" : "cannot write to standard output%s",
                       errno ? strerror(errno) : "");
    return status == CLI_HELP ? CLI_DONE : status;
}
