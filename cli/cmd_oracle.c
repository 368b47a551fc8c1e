/* cmd_oracle.c - knap oracle: the greedy lists with full knowledge of the reward. */
#include "cli.h"

#include <math.h>
#include <string.h>

static int run(int argc, char **argv)
{
    cli_packing packing = {.budget = NAN, .seed = 1};
    const char *rule = "better";
    const cli_option options[] = {
        {"rule", 'r', CLI_TEXT, &rule, "NAME", "benefit (gain / cost), gain, or the better list"},
        {"budget", 'b', CLI_REAL, &packing.budget, "W", "budget of every instance; else the data's"},
        {"json", 0, CLI_FLAG, &packing.json, NULL, "a JSON object an instance"},
        {"text", 't', CLI_FLAG, &packing.text, NULL, "the texts of the items picked"},
        {"jobs", 'j', CLI_COUNT, &packing.jobs, "N", "threads; 0: one a processor"},
        {"quiet", 'q', CLI_FLAG, &packing.quiet, NULL, "no mean reward on stderr"},
        {NULL, 0, CLI_FLAG, NULL, NULL, NULL}};
    cli_line line = {.command = &cmd_oracle, .options = options};
    int status = cli_parse(&line, argc, argv);
    if (status != CLI_DONE)
        return status;
    if (packing.json && packing.text)
        return cli_say(CLI_USAGE, "--json and --text exclude each other");
    if (strcmp(rule, "benefit") == 0)
        packing.system = "oracle-benefit";
    else if (strcmp(rule, "gain") == 0)
        packing.system = "oracle-gain";
    else if (strcmp(rule, "better") == 0)
        packing.system = "oracle";
    else
        return cli_say(CLI_USAGE, "--rule: '%s' is not one of benefit, gain, better", rule);
    packing.file = (const char *const *)line.operand;
    packing.files = line.operands;
    return cli_pack(&packing);
}

const cli_command cmd_oracle = {"oracle", "[FILE...] [OPTION...]",
                                "Pick greedily by the true reward, which the instances must carry", run};
