/* main.c - knap: the commands' table. */
#include "cli.h"

#include <stdio.h>
#include <string.h>

static const cli_command *const commands[] = {&cmd_summarize, &cmd_experiment, &cmd_train,   &cmd_tune,
                                              &cmd_pack,      &cmd_oracle,     &cmd_inspect, &cmd_convert,
                                              &cmd_rouge,     &cmd_judge,      NULL};

static void usage(FILE *file)
{
    fprintf(file, "knap %s: learn to pick the best list of items that fits a budget\n\nUsage: knap COMMAND ...\n\n",
            knap_version());
    for (size_t i = 0; commands[i]; i++)
        fprintf(file, "  %-10s %s\n", commands[i]->name, commands[i]->summary);
    fprintf(file, "\n'knap COMMAND --help' tells more; 'knap --version' the version.\n");
}

int main(int argc, char **argv)
{
    int status;
    if (argc < 2) {
        usage(stderr);
        return CLI_USAGE;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("knap %s\n", knap_version());
        return CLI_DONE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0) {
        usage(stdout);
        return CLI_DONE;
    }
    for (size_t i = 0; commands[i]; i++)
        if (strcmp(commands[i]->name, argv[1]) == 0) {
            status = commands[i]->run(argc - 1, argv + 1);
            if (fflush(stdout) != 0 || ferror(stdout))
                return cli_say(CLI_FAILED, "cannot write to standard output");
            return status == CLI_HELP ? CLI_DONE : status;
        }
    return cli_say(CLI_USAGE, "unknown command '%s': 'knap --help' lists them", argv[1]);
}
