/* cmd_pack.c - knap pack: the best list of each instance, by a model or a named system. */
#include "cli.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* The end of --help: the systems, or the settings of the one that is named. */
static void show_systems(const void *context)
{
    const cli_packing *packing = context;
    const knap_system *system = packing->system ? knap_system_find(packing->system) : NULL;
    if (!system || !system->params) {
        printf("\nSystems ('--system NAME --help' shows the settings of one):\n");
        for (size_t i = 0; knap_systems()[i]; i++)
            printf("  %-16s %s\n", knap_systems()[i]->name, knap_systems()[i]->help);
        return;
    }
    void *params = calloc(1, system->params_size);
    if (!params)
        return;
    knap_system_init(system, params);
    printf("\nSettings of %s, for --set:\n", system->name);
    if (cli_set_params(system, &packing->set, params) == CLI_DONE)
        for (const knap_param *param = system->params; param->name; param++)
            cli_show_param(param, params, 0);
    if (system->grid)
        printf("\n--tune tries %s\n", system->grid);
    free(params);
}

static int run(int argc, char **argv)
{
    cli_packing packing = {.budget = NAN, .seed = 1};
    const cli_option options[] = {
        {"model", 'm', CLI_TEXT, &packing.model, "MODEL", "pack with a model of 'knap train'"},
        {"system", 's', CLI_TEXT, &packing.system, "NAME", "or with a system; without both: mmr"},
        {"set", 0, CLI_TEXTS, &packing.set, "NAME=VALUE", "a setting of the system; may come again"},
        {"train", 'T', CLI_TEXT, &packing.train, "FILE", "training data, for systems that learn or --tune"},
        {"tune", 0, CLI_FLAG, &packing.tune, NULL, "search the system's settings on the training data"},
        {"grid", 0, CLI_TEXT, &packing.grid, "GRID", "what --tune tries: \"lambda=1,2 r=0,0.3\""},
        {"budget", 'b', CLI_REAL, &packing.budget, "W", "budget of every instance; else the data's"},
        {"json", 0, CLI_FLAG, &packing.json, NULL, "a JSON object an instance"},
        {"text", 't', CLI_FLAG, &packing.text, NULL, "the texts of the items picked"},
        {"seed", 0, CLI_COUNT, &packing.seed, "N", "of mixtures and of systems that draw"},
        {"jobs", 'j', CLI_COUNT, &packing.jobs, "N", "threads; 0: one a processor"},
        {"quiet", 'q', CLI_FLAG, &packing.quiet, NULL, "no mean reward on stderr"},
        {NULL, 0, CLI_FLAG, NULL, NULL, NULL}};
    cli_line line = {.command = &cmd_pack, .options = options, .show = show_systems, .context = &packing};
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
