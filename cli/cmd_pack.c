/* cmd_pack.c - knap pack: the best list of each instance, by a model or a named system. */
#include "cli.h"

#include <math.h>
#include <stdio.h>

/* The systems, for the end of --help. */
static const char *system_notes(char *text, size_t size)
{
    size_t used = (size_t)snprintf(text, size, "Systems:\n");
    for (size_t i = 0; knap_systems()[i] && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "  %-16s %s\n", knap_systems()[i]->name,
                                 knap_systems()[i]->help);
    return text;
}

static int run(int argc, char **argv)
{
    cli_packing packing = {.budget = NAN, .seed = 1};
    const cli_option options[] = {
        {"model", 'm', CLI_TEXT, &packing.model, "MODEL", "pack with a model of 'knap train'"},
        {"system", 's', CLI_TEXT, &packing.system, "NAME", "or with a system; without both: mmr"},
        {"budget", 'b', CLI_REAL, &packing.budget, "W", "budget of every instance; else the data's"},
        {"json", 0, CLI_FLAG, &packing.json, NULL, "a JSON object an instance"},
        {"text", 't', CLI_FLAG, &packing.text, NULL, "the texts of the items picked"},
        {"seed", 0, CLI_COUNT, &packing.seed, "N", "of mixtures and of system random"},
        {"jobs", 'j', CLI_COUNT, &packing.jobs, "N", "threads; 0: one a processor"},
        {"quiet", 'q', CLI_FLAG, &packing.quiet, NULL, "no mean reward on stderr"},
        {NULL, 0, CLI_FLAG, NULL, NULL, NULL}};
    char notes[1024];
    cli_line line = {.command = &cmd_pack, .options = options, .notes = system_notes(notes, sizeof notes)};
    int status = cli_parse(&line, argc, argv);
    if (status != CLI_DONE)
        return status;
    if (packing.json && packing.text)
        return cli_say(CLI_USAGE, "--json and --text exclude each other");
    packing.file = (const char *const *)line.operand;
    packing.files = line.operands;
    return cli_pack(&packing);
}

const cli_command cmd_pack = {"pack", "[-m MODEL | --system NAME] [FILE...] [OPTION...]",
                              "Pick a list that fits the budget for each instance of the files or standard input", run};
