/* cmd_oracle.c - knap oracle: the greedy lists with full knowledge of the reward. */
#include "cli.h"

#include <math.h>

static const cli_example EXAMPLES[] = {
    {"knap oracle examples/passages.jsonl", "Print the greedy lists of someone who knows the reward"},
    {"knap oracle --rule gain --budget 60 --text examples/passages.jsonl",
     "Pick by gain alone, with another budget, and print texts"},
    {NULL, NULL}};

static int run(int argc, char **argv)
{
    cli_packing packing = {.reading = cli_reading_init(), .seed = 1};
    static const char *const rules[] = {"better", "benefit", "gain", NULL};
    static const char *const systems[] = {"oracle", "oracle-benefit", "oracle-gain"};
    const char *rule = rules[0];
    int chosen;
    const cli_option options[] = {
        {"rule", 0, CLI_TEXT, &rule, "NAME", "Pick by benefit (gain / cost), by gain, or take the better list"},
        {"budget", 'b', CLI_REAL, &packing.reading.budget, "W", "Set the budget of every instance [the data's]"},
        {"json", 0, CLI_FLAG, &packing.json, NULL, "Print one JSON object per instance"},
        {"text", 0, CLI_FLAG, &packing.text, NULL, "Print the texts of the picked items"},
        CLI_JOBS_OPTION(&packing.jobs),
        {"quiet", 'q', CLI_FLAG, &packing.reading.quiet, NULL, "Print errors only, not the mean reward"},
        CLI_MORE_OPTIONS,
        {"unbuffered", 0, CLI_FLAG, &packing.unbuffered, NULL, "Answer each instance before the next one is read"},
        CLI_READING_OPTIONS(packing.reading),
        {NULL, 0, CLI_FLAG, NULL, NULL, NULL}};
    const cli_values values[] = {{"rule", rules}, {NULL, NULL}};
    cli_line line = {.command = &cmd_oracle,
                     .options = options,
                     .notes = CLI_INSTANCE_NOTES,
                     .examples = EXAMPLES,
                     .values = values};
    int status = cli_parse(&line, argc, argv);
    if (status)
        return status;
    if (packing.json && packing.text)
        return cli_say(CLI_USAGE, "--json and --text cannot be given together");
    if ((status = cli_check_reading(&packing.reading)))
        return status;
    if ((chosen = cli_choose("--rule", rule, rules)) < 0)
        return CLI_USAGE;
    packing.system = systems[chosen];
    packing.reading.keep = packing.json;
    packing.file = (const char *const *)line.operand;
    packing.files = line.operands;
    return cli_pack(&packing);
}

const cli_command cmd_oracle = {"oracle", "[FILE...] [OPTION...]",
                                "Pick lists greedily by the true reward, which the instances must have", run};
