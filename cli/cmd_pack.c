/* cmd_pack.c - knap pack: the best list of each instance, by a model or a named system. */
#include "cli.h"

#include <stdio.h>
#include <stdlib.h>

static void show_systems(const void *context)
{
    (void)context;
    cli_show_title("Systems ('knap pack --system NAME --help' shows the settings of one)");
    for (size_t i = 0; knap_systems()[i]; i++)
        cli_show_row(knap_systems()[i]->name, 18, knap_systems()[i]->help, "");
}

/* The end of --help: the settings of the system that is named. */
static void show_settings(const void *context)
{
    const cli_packing *packing = context;
    const knap_system *system = packing->system ? knap_system_find(packing->system) : NULL;
    void *params;
    if (!system || !system->params)
        return;
    params = cli_new(1, system->params_size);
    knap_system_init(system, params);
    printf("\nSettings of %s, for --set:\n", system->name);
    if (cli_set_params(system, &packing->set, params) == CLI_DONE)
        for (const knap_param *param = system->params; param->name; param++)
            cli_show_param(param, params, false);
    if (system->grid)
        printf("\nGrid of --tune: %s\n", system->grid);
    free(params);
}

static const cli_example EXAMPLES[] = {
    {"knap pack examples/passages.jsonl", "Pick lists without a model: relevance first, then novelty"},
    {"head -n 4 examples/passages.jsonl | knap train - -o context.knap\nknap pack -m context.knap --text "
     "examples/passages.jsonl",
     "Train a model on instances with a reward, and pack with it"},
    {"knap pack -s mmr --set lambda=0.5 -b 60 --json examples/passages.jsonl",
     "Pack by maximal marginal relevance, and print JSON"},
    {"knap pack --cost words --format markdown --merge examples/passages.jsonl",
     "Print one text of the passages for a prompt, with numbers to cite"},
    {"knap pack -s dpp -t examples/passages.jsonl examples/passages.jsonl", "Train a system and pack with it at once"},
    {NULL, NULL}};

static int run(int argc, char **argv)
{
    cli_packing packing = {.reading = cli_reading_init(), .seed = 1};
    const cli_option options[] = {
        {"model", 'm', CLI_TEXT, &packing.model, "MODEL", "Pack with a model made by 'knap train'"},
        {"system", 's', CLI_TEXT, &packing.system, "NAME", "Pack with a system instead of a model [relevance]"},
        {"set", 0, CLI_TEXTS, &packing.set, "NAME=VALUE", "Change a setting of the system; may be repeated"},
        {"budget", 'b', CLI_REAL, &packing.reading.budget, "W", "Set the budget of every instance [the data's]"},
        {"json", 0, CLI_FLAG, &packing.json, NULL, "Print one JSON object per instance"},
        {"text", 0, CLI_FLAG, &packing.text, NULL, "Print the texts of the picked items"},
        {"keep-order", 0, CLI_FLAG, &packing.keep_order, NULL, "Print the items in the order of the input"},
        {"explain", 0, CLI_FLAG, &packing.explain, NULL, "Print why the other items are left out, too"},
        {"search-time", 0, CLI_REAL, &packing.search_time, "SECONDS",
         "Stop improving lists after this time; 0 means never"},
        CLI_JOBS_OPTION(&packing.jobs),
        {"quiet", 'q', CLI_FLAG, &packing.reading.quiet, NULL, "Print errors only, not the mean reward"},
        CLI_MORE_OPTIONS,
        {"train", 't', CLI_TEXT, &packing.train, "FILE", "Train the system, or --tune it, on this file"},
        {"tune", 0, CLI_FLAG, &packing.tune, NULL, "Choose the system's settings on the training data"},
        {"grid", 'g', CLI_TEXT, &packing.grid, "GRID", "Let --tune try these values: \"lambda=1,2 r=0,0.3\""},
        {"seed", 0, CLI_COUNT, &packing.seed, "N", "Seed the random choices of mixtures and systems"},
        {"unbuffered", 0, CLI_FLAG, &packing.unbuffered, NULL, "Answer each instance before the next one is read"},
        CLI_READING_OPTIONS(packing.reading),
        {NULL, 0, CLI_FLAG, NULL, NULL, NULL}};
    const cli_table tables[] = {CLI_PASSAGES_TABLE(packing.reading),
                                {"Context", knap_context_table(), &packing.context, NULL},
                                {NULL, NULL, NULL, NULL}};
    static const cli_topic topics[] = {{"systems", show_systems}, {"fields", cli_show_fields}, {NULL, NULL}};
    cli_line line = {.command = &cmd_pack,
                     .options = options,
                     .tables = tables,
                     .topics = topics,
                     .notes = CLI_INSTANCE_NOTES,
                     .show = show_settings,
                     .examples = EXAMPLES,
                     .context = &packing};
    int status = cli_parse(&line, argc, argv);
    if (status != CLI_DONE)
        return status;
    if (packing.json && packing.text)
        return cli_say(CLI_USAGE, "--json and --text cannot be given together");
    if (packing.keep_order && packing.context.order)
        return cli_say(CLI_USAGE, "--keep-order and --order cannot be given together");
    bool makes = packing.context.format || packing.context.merge || packing.context.compress;
    if (packing.text && makes)
        return cli_say(CLI_USAGE, "--text cannot be given together with --format, --merge and --compress");
    if (packing.explain && !packing.json && (packing.text || makes))
        return cli_say(CLI_USAGE, "--explain of texts needs --json");
    if ((status = cli_check_reading(&packing.reading)))
        return status;
    packing.reading.keep = packing.json;
    packing.file = (const char *const *)line.operand;
    packing.files = line.operands;
    return cli_pack(&packing);
}

const cli_command cmd_pack = {"pack", "[-m MODEL | --system NAME] [FILE...] [OPTION...]",
                              "Pick a list of items that fits the budget, for each instance of the input", run};
