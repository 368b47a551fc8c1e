/* cmd_summarize.c - knap summarize: the line. */
#include "summarize_run.h"
#include "team.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_ORDERS = 16 };

static const cli_example EXAMPLES[] = {
    {"knap summarize sample/averill-ferry-strike --budget 100w", "Summarize a cluster of documents in 100 words"},
    {"cat sample/skarra-salmon-virus/docs/*.txt | knap summarize - -b 10%",
     "Summarize text from a pipe to a tenth of its length"},
    {"knap summarize sample/orrin-dam-flood/docs/01*.txt -n 3 --bullets",
     "Summarize one file in three sentences, as a list"},
    {"knap summarize sample/westmere-recount --query \"the sealed box\" -n 2",
     "Summarize what the documents say about a question"},
    {"knap summarize sample/orrin-dam-flood --sections -n 2", "Print an outline of the documents"},
    {"knap summarize sample/westmere-recount --explain", "Print why each sentence was picked"},
    {"knap summarize sample -o summaries --html page.html --quiet",
     "Write one file per summary, and a page with the sources beside them"},
    {"knap summarize sample/westmere-recount -b 60w --pin 0:2 --ban 3:2",
     "Have one sentence in the summary, and keep another one out"},
    {"knap summarize sample/orrin-dam-flood --system lexrank -b 3s",
     "Use another system, with a budget of three sentences"},
    {NULL, NULL}};

static void show_orders(const void *context)
{
    (void)context;
    cli_show_title("Orders of the sentences, for --order");
    for (const knap_order_row *row = knap_orders(); row->name; row++)
        cli_show_row(row->name, 14, row->help, "");
}

static int find_order(const char *name, knap_order *order)
{
    const char *names[MOST_ORDERS + 1] = {NULL};
    int chosen;
    for (int i = 0; i < MOST_ORDERS && knap_orders()[i].name; i++)
        names[i] = knap_orders()[i].name;
    chosen = cli_choose("--order", name, names);
    *order = (knap_order)(chosen < 0 ? 0 : chosen);
    return chosen < 0 ? CLI_USAGE : CLI_DONE;
}

static void show_filters(const void *context)
{
    static const char *const rows[][2] = {{"quotes", "half of a quotation"},
                                          {"capitals", "written in capitals"},
                                          {"fragments", "not a complete sentence"},
                                          {"questions", "a question"},
                                          {"dependent", "starts with a word that refers to the sentence before"},
                                          {"whole", "the first three"},
                                          {"all", "all of the above"},
                                          {"none", "pick any sentence"}};
    (void)context;
    cli_show_title("Sentences never picked, for --filter (several: a,b)");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cli_show_row(rows[i][0], 14, rows[i][1], "");
}

static void show_choices(const void *context)
{
    (void)context;
    cli_show_title("Sentences that must or must not be in the summary, for --pin and --ban");
    cli_show_text(
        "DOC is the number of a document, from 0, or the name of its file; SENTENCE is the number of the sentence in "
        "it, from 0, which --json prints as \"position\". Headings, dates and bylines are counted but cannot be "
        "picked. "
        "If a sentence can be trimmed, --pin takes its shortest form and --ban excludes all forms. The summary is "
        "completed around the pinned sentences; they must fit the budget. There must be one cluster.\n");
}

/* Whether standard input is a pipe or a file, rather than a terminal or nothing. */
static bool is_piped(void)
{
    struct stat about;
    return fstat(0, &about) == 0 && (S_ISFIFO(about.st_mode) || S_ISREG(about.st_mode) || S_ISSOCK(about.st_mode));
}

/* Makes --sentences and --words a budget, in text[size]. */
static int find_length(cli_summarizing *ask, size_t sentences, size_t words, char *text, size_t size)
{
    if ((ask->budget != NULL) + (sentences > 0) + (words > 0) > 1)
        return cli_say(CLI_USAGE, "--budget, --sentences and --words each set the length: give one of them");
    snprintf(text, size, "%zu%c", sentences ? sentences : words, sentences ? 's' : 'w');
    if (sentences || words)
        ask->budget = text;
    return CLI_DONE;
}

static int run(int argc, char **argv)
{
    static char dash[] = "-", *standard_input[] = {dash, NULL};
    const char *system = NULL, *order = knap_orders()->name;
    size_t sentences = 0, words = 0;
    bool sections = false;
    char length[32];
    cli_summarizing ask = {.seed = 1, .changes = CLI_NO_CHANGES};
    const cli_option options[] = {
        {"model", 'm', CLI_TEXT, &ask.model, "MODEL", "Use a model of 'knap train' [the embedded one]"},
        {"system", 's', CLI_TEXT, &system, "NAME", "Use a system instead; 'knap help pack systems'"},
        {"budget", 'b', CLI_TEXT, &ask.budget, "LENGTH", "Set the length: 250w, 5s, 10% [665b: about 100 words]"},
        {"sentences", 'n', CLI_COUNT, &sentences, "N", "Write at most N sentences; 0 means by --budget"},
        {"words", 'w', CLI_COUNT, &words, "N", "Write at most N words; 0 means by --budget"},
        {"query", 0, CLI_TEXT, &ask.query, "TEXT", "Summarize what the documents say about this"},
        {"explain", 'e', CLI_FLAG, &ask.explain, NULL, "Print why each sentence was picked"},
        {"bullets", 0, CLI_FLAG, &ask.bullets, NULL, "Print the sentences as a list"},
        {"json", 0, CLI_FLAG, &ask.json, NULL, "Print one JSON object per cluster, with offsets"},
        {"html", 0, CLI_TEXT, &ask.html, "FILE", "Write a page with the sources, and no text"},
        {"output", 'o', CLI_TEXT, &ask.output, "DIR", "Write each summary to DIR/ID.txt"},
        {"each", 0, CLI_FLAG, &ask.documents.each, NULL, "Summarize each file by itself"},
        CLI_JOBS_OPTION(&ask.jobs),
        {"quiet", 'q', CLI_FLAG, &ask.documents.quiet, NULL, "Print errors only on stderr"},
        CLI_MORE_OPTIONS,
        {"sections", 0, CLI_FLAG, &sections, NULL, "Print an outline: each heading with its best sentences (-n, 1)"},
        {"decode", 0, CLI_TEXT, &ask.changes.decode, "NAME", "Search by greedy, swap or mbr [the model's]"},
        {"filter", 0, CLI_TEXT, &ask.changes.filter, "NAMES", "Never pick such sentences [the model's]"},
        {"order", 0, CLI_TEXT, &order, "NAME", "Order the sentences this way"},
        {"markdown", 0, CLI_FLAG, &ask.markdown, NULL, "Print them as a list in Markdown"},
        CLI_TOKENIZER_OPTION(&ask.tokenizer),
        {"pin", 0, CLI_TEXTS, &ask.pins, "DOC:SENTENCE", "Have this sentence in the summary; may be repeated"},
        {"ban", 0, CLI_TEXTS, &ask.bans, "DOC:SENTENCE", "Keep this sentence out of the summary; may be repeated"},
        {"readability-penalty", 0, CLI_REAL, &ask.changes.readability_penalty, "N",
         "Penalise awkward sentences in the swap search [the model's]"},
        {"trim", 0, CLI_TEXT, &ask.changes.trim, "NAME", "Shorten sentences: none, safe or clauses [the model's]"},
        {"max-rouge", 0, CLI_FLAG, &ask.changes.max_rouge, NULL, "Pick for ROUGE-1 alone, without regard to readers"},
        {"train", 't', CLI_TEXT, &ask.train, "CLUSTERS", "Train the system on these clusters"},
        CLI_TEXT_OPTIONS(ask.documents),
        CLI_EXCEPTIONS_OPTION(&ask.exceptions),
        {"seed", 0, CLI_COUNT, &ask.seed, "N", "Seed the random choices of mixtures and systems"},
        {NULL, 0, CLI_FLAG, NULL, NULL, NULL}};
    static const cli_topic topics[] = {
        {"orders", show_orders}, {"filters", show_filters}, {"choices", show_choices}, {NULL, NULL}};
    cli_line line = {.command = &cmd_summarize,
                     .options = options,
                     .topics = topics,
                     .notes = CLI_CLUSTER_NOTES,
                     .examples = EXAMPLES};
    cli_fill_heap();
    int status = cli_parse(&line, argc, argv);
    if (status)
        return status;
    if (line.operands == 0 && !is_piped())
        return cli_say(CLI_USAGE, "summarize needs CLUSTERS: files, folders, or - for standard input");
    if (line.operands == 0) {
        line.operand = standard_input;
        line.operands = 1;
    }
    if (sections && (ask.json || ask.html || ask.output || ask.explain || system || words || ask.budget))
        return cli_say(
            CLI_USAGE,
            "--sections prints an outline as text: of the options for length and output, give --sentences only");
    if (sections) {
        ask.sections = sentences ? sentences : 1;
        sentences = 0;
    }
    if ((status = find_length(&ask, sentences, words, length, sizeof length)))
        return status;
    if ((status = find_order(order, &ask.order)))
        return status;
    if (system && (status = cli_find_system(system, &ask.system)))
        return status;
    if (ask.system && ask.system->fit && !ask.train)
        return cli_say(CLI_USAGE, "system %s needs training: give clusters with --train", system);
    if (ask.train && !(ask.system && ask.system->fit))
        return cli_say(CLI_USAGE, "--train needs a --system that is trained");
    if ((ask.pins.count || ask.bans.count) && cli_team())
        return cli_say(CLI_USAGE, "--pin and --ban choose sentences of one cluster: leave mpirun out");
    if (ask.output && mkdir(ask.output, 0777) != 0 && errno != EEXIST)
        return cli_say(CLI_FAILED, "%s: cannot make this folder: %s", ask.output, strerror(errno));
    return cli_summarize(&ask, line.operand, line.operands);
}

const cli_command cmd_summarize = {"summarize", "CLUSTERS... [-m MODEL] [-b 665b] [OPTION...]",
                                   "Summarize documents within a budget", run};
