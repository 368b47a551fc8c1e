/* cmd_judge.c - knap judge: blind sheets of pairs of summaries, and the score of the answers. */
#include "judge.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- knap judge sheet ---- */

typedef struct sheet_request {
    const char *output, *refs, *docs, *key, *part;
    judge_plan_options plan;
    judge_limits limits;
    bool all_pairs, quiet;
    size_t only; /* the part to write; 0: all */
    char **folder;
    int folders;
} sheet_request;

static const char SHEET_NOTES[] =
    "OURS and RIVAL are folders with a file per topic, or folders of such folders. The files written are sheet.txt, "
    "sheet.html and answers.tsv for the judges (sheet-1.txt and so on with --parts) and key.tsv, which no judge may "
    "see. White space is the same in all summaries. Pairs of identical texts are left out and count as ties.\n";

static int run_sheet(int argc, char **argv);
static int run_score(int argc, char **argv);

static const cli_command sheet_command = {"judge sheet", "OURS RIVAL... -o FOLDER [OPTION...]",
                                          "Write blind sheets: pairs of summaries in random order", run_sheet};
static const cli_command score_command = {"judge score", "KEY ANSWERS... [OPTION...]",
                                          "Score the answers to blind sheets", run_score};

/* --part I/N */
static int read_part(sheet_request *ask)
{
    char *end;
    unsigned long part, parts;
    if (!ask->part)
        return CLI_DONE;
    part = strtoul(ask->part, &end, 10);
    parts = *end == '/' ? strtoul(end + 1, &end, 10) : 0;
    if (*end || part < 1 || part > parts)
        return cli_say(CLI_USAGE, "--part: '%s' is not I/N with I from 1 to N", ask->part);
    if (ask->plan.parts != 1 && ask->plan.parts != parts)
        return cli_say(CLI_USAGE, "--part %s and --parts %zu contradict each other", ask->part, ask->plan.parts);
    ask->only = part;
    ask->plan.parts = parts;
    return CLI_DONE;
}

static int parse_sheet(sheet_request *ask, int argc, char **argv)
{
    const cli_option options[] = {
        {"output", 'o', CLI_TEXT, &ask->output, "DIR", "Write the sheets and the key to this folder (required)"},
        {"key", 0, CLI_TEXT, &ask->key, "FILE", "Write the key here instead of DIR/key.tsv"},
        {"refs", 0, CLI_TEXT, &ask->refs, "DATASET", "Show the references of these clusters"},
        {"docs", 0, CLI_TEXT, &ask->docs, "DATASET", "Show the documents of these clusters"},
        {"topics", 0, CLI_COUNT, &ask->plan.topics, "N", "Take only N topics, drawn at random; 0 means all"},
        {"all-pairs", 0, CLI_FLAG, &ask->all_pairs, NULL, "Pair every system with every other"},
        {"parts", 0, CLI_COUNT, &ask->plan.parts, "N", "Split the pairs among N judges"},
        {"part", 0, CLI_TEXT, &ask->part, "I/N", "Write only sheet I of N"},
        {"overlap", 0, CLI_COUNT, &ask->plan.overlap, "K", "Put K pairs on every judge's sheet"},
        {"max-words", 0, CLI_COUNT, &ask->limits.words, "N", "Cut all summaries to N words; 0 means no limit"},
        {"max-bytes", 0, CLI_COUNT, &ask->limits.bytes, "N", "Cut all summaries to N bytes; 0 means no limit"},
        {"seed", 0, CLI_COUNT, &ask->plan.seed, "N", "Seed the random order; keep it from the judges"},
        {"quiet", 'q', CLI_FLAG, &ask->quiet, NULL, "Print no notes to stderr"},
        {NULL, 0, CLI_FLAG, NULL, NULL, NULL}};
    cli_line line = {.command = &sheet_command, .options = options, .notes = SHEET_NOTES};
    int status = cli_parse(&line, argc, argv);
    if (!status)
        status = read_part(ask);
    if (status)
        return status;
    ask->plan.all_pairs = ask->all_pairs;
    ask->folder = line.operand;
    ask->folders = line.operands;
    if (!line.operands)
        return cli_say(CLI_USAGE, "judge sheet needs folders of summaries: OURS RIVAL...");
    if (!ask->output)
        return cli_say(CLI_USAGE, "judge sheet needs -o FOLDER");
    if (!ask->plan.parts)
        return cli_say(CLI_USAGE, "--parts: '0' is out of range: expected a whole number of at least 1");
    if (ask->plan.overlap && ask->plan.parts == 1)
        return cli_say(CLI_USAGE, "--overlap needs --parts: with one sheet, all pairs are in it already");
    return CLI_DONE;
}

static knap_status read_set(const sheet_request *ask, judge_set *set, knap_error *error)
{
    bool quiet = ask->quiet;
    knap_status status = judge_read_systems(set, ask->folder, ask->folders, &ask->limits, quiet, error);
    if (!status && set->systems < 2)
        status = kn_fail_at(error, KNAP_BAD_INPUT, ask->folder[0], 0,
                            "there is one system only: give the folder of a rival too");
    if (!status && set->first_operand > 1 && !ask->all_pairs)
        status = kn_fail_at(error, KNAP_BAD_INPUT, ask->folder[0], 0,
                            "%zu systems are in the first folder: name the folder of one, or use --all-pairs",
                            set->first_operand);
    if (!status && ask->refs)
        status = judge_read_dataset(set, ask->refs, false, quiet, error);
    if (!status && ask->docs)
        status = judge_read_dataset(set, ask->docs, true, quiet, error);
    return status;
}

/* A text that comes often on one sheet may be recognised. */
static void note_repeats(const judge_plan *plan)
{
    size_t most = judge_most_of_a_topic(plan);
    if (most > 2)
        cli_say(CLI_DONE,
                "note: a topic comes up to %zu times on a sheet, and a judge may recognise the text that comes each "
                "time: split the pairs among more judges (--parts)",
                most);
}

static knap_status write_sheets(const sheet_request *ask, judge_memory *memory, const judge_plan *plan,
                                knap_error *error)
{
    const char *key = ask->key ? ask->key : judge_format(memory, "%s/key.tsv", ask->output);
    knap_status status = KNAP_OK;
    if (mkdir(ask->output, 0777) != 0 && errno != EEXIST)
        return kn_fail_at(error, KNAP_BAD_INPUT, ask->output, 0, "cannot make this folder: %s", strerror(errno));
    status = judge_write_key(plan, memory, key, error);
    for (size_t part = 1; !status && part <= plan->parts; part++)
        if (!ask->only || ask->only == part)
            status = judge_write_part(plan, part, ask->output, ask->quiet, error);
    if (!status && !ask->quiet)
        note_repeats(plan);
    if (!status && !ask->quiet)
        cli_say(CLI_DONE,
                "%zu pairs to read, %zu pairs of identical texts; the key is %s: keep it away from the judges",
                plan->to_read, plan->pairs - plan->to_read, key);
    return status;
}

static int run_sheet(int argc, char **argv)
{
    sheet_request ask = {.plan = {.seed = 1, .parts = 1}};
    judge_memory memory = {.allocator = NULL};
    judge_set set = {.memory = &memory};
    judge_plan plan;
    knap_error error;
    knap_status status;
    int parsed = parse_sheet(&ask, argc, argv);
    if (parsed)
        return parsed;
    status = read_set(&ask, &set, &error);
    if (!status)
        status = judge_make_plan(&plan, &set, &ask.plan, &error);
    if (!status)
        status = write_sheets(&ask, &memory, &plan, &error);
    kn_arena_free(&memory);
    return status ? cli_fail(&error) : CLI_DONE;
}

/* ---- knap judge score ---- */

static const char SCORE_NOTES[] =
    "ANSWERS are filled in copies of answers.tsv or exports of sheet.html, one judge each. If several judges "
    "answered a pair, their mean counts. Pairs without an answer are left out; pairs of identical texts are ties.\n";

static int run_score(int argc, char **argv)
{
    const char *html = NULL;
    bool json = false;
    const cli_option options[] = {{"json", 0, CLI_FLAG, &json, NULL, "Print one JSON object"},
                                  {"html", 0, CLI_TEXT, &html, "FILE", "Write a report as one page too"},
                                  {NULL, 0, CLI_FLAG, NULL, NULL, NULL}};
    cli_line line = {.command = &score_command, .options = options, .notes = SCORE_NOTES};
    judge_memory memory = {.allocator = NULL};
    judge_ballot ballot = {.memory = &memory};
    judge_tally tally;
    knap_error error;
    knap_status status;
    int parsed = cli_parse(&line, argc, argv);
    if (parsed)
        return parsed;
    if (line.operands < 2)
        return cli_say(CLI_USAGE, "judge score needs the KEY and at least one file of ANSWERS");
    status = judge_read_key(&ballot, line.operand[0], &error);
    for (int i = 1; !status && i < line.operands; i++)
        status = judge_read_answers(&ballot, line.operand[i], &error);
    if (!status) {
        judge_count(&tally, &ballot);
        if (html)
            status = judge_write_report(&tally, html, &error);
    }
    if (!status && json)
        judge_print_json(&tally);
    else if (!status && !(html && strcmp(html, "-") == 0))
        judge_print_text(&tally);
    kn_arena_free(&memory);
    return status ? cli_fail(&error) : CLI_DONE;
}

/* ---- knap judge ---- */

static const char NOTES[] = "'knap help judge sheet' and 'knap help judge score' list the options of each.\n";

static void show_sheet(const void *context)
{
    char sheet[] = "sheet", help[] = "--help", *arguments[] = {sheet, help, NULL};
    (void)context;
    run_sheet(2, arguments);
}

static void show_score(const void *context)
{
    char score[] = "score", help[] = "--help", *arguments[] = {score, help, NULL};
    (void)context;
    run_score(2, arguments);
}

static const cli_example EXAMPLES[] = {
    {"knap summarize sample -b 100w -o ours --quiet\nknap summarize sample -b 100w --system lead -o lead --quiet\nknap "
     "judge sheet ours lead -o sheets --docs sample",
     "Write blind sheets that compare two systems"},
    {"awk '/^P/ { $0 = $1 \"\\tA\\tB\\tT\" } { print }' sheets/answers.tsv >filled.tsv\n"
     "knap judge score sheets/key.tsv filled.tsv",
     "Fill in the answers (here the same for all pairs) and score them"},
    {NULL, NULL}};

static int run(int argc, char **argv)
{
    static const cli_topic topics[] = {{"sheet", show_sheet}, {"score", show_score}, {NULL, NULL}};
    const cli_option options[] = {{NULL, 0, CLI_FLAG, NULL, NULL, NULL}};
    static const char *const subcommands[] = {"sheet", "score", NULL};
    cli_line line = {.command = &cmd_judge,
                     .options = options,
                     .topics = topics,
                     .notes = NOTES,
                     .examples = EXAMPLES,
                     .subcommands = subcommands};
    int status;
    if (argc > 1 && strcmp(argv[1], "sheet") == 0)
        return run_sheet(argc - 1, argv + 1);
    if (argc > 1 && strcmp(argv[1], "score") == 0)
        return run_score(argc - 1, argv + 1);
    status = cli_parse(&line, argc, argv);
    if (status)
        return status;
    return line.operands ? cli_say(CLI_USAGE, "judge: '%s' is neither sheet nor score", line.operand[0])
                         : cli_say(CLI_USAGE, "judge needs sheet or score: see 'knap help judge'");
}

const cli_command cmd_judge = {"judge", "(sheet OURS RIVAL... -o FOLDER | score KEY ANSWERS...) [OPTION...]",
                               "Write blind sheets of pairs of summaries, and score what judges answer", run};
