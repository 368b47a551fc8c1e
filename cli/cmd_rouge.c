/* cmd_rouge.c - knap rouge: score summaries against references, as ROUGE-1.5.5 does. */
#include "rouge.h"
#include "team.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct request {
    knap_rouge_options options;
    const char *refs, *input, *list, *format, *exceptions, *stopwords, *data, *compare, *language, *rouge;
    cli_measures measures; /* of --rouge; none: all that the options give */
    bool all, each, stop, json, quiet, script;
    int format_of_texts; /* a knap_rouge_format */
    size_t seed, jobs;
    char **operand; /* [operands] */
    int operands;
} request;

/* ---- Word lists ---- */

static bool exists(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0;
}

static bool is_folder(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

/* The path of `name` in ROUGE-1.5.5's data folder, named by -e or by the script's environment variable; or NULL. */
static const char *in_data(const request *ask, const char *name, char *path, size_t size)
{
    const char *folder = ask->data ? ask->data : getenv("ROUGE_EVAL_HOME");
    if (!folder)
        return NULL;
    snprintf(path, size, "%s/%s", folder, name);
    return exists(path) ? path : NULL;
}

static int load_words(const request *ask, knap_rouge *rouge)
{
    char path[4096];
    const char *file;
    knap_error error;
    if (ask->language && strcmp(ask->language, "auto") != 0) {
        if (knap_rouge_set_language(rouge, ask->language, &error))
            return cli_fail(&error);
    } else if (!ask->language && ask->options.stem) {
        file = ask->exceptions ? ask->exceptions : in_data(ask, "WordNet-2.0-Exceptions", path, sizeof path);
        file = cli_exceptions(file, true, ask->quiet);
        if (file && knap_rouge_add_exceptions(rouge, file, &error))
            return cli_fail(&error);
    }
    if (ask->stop || ask->stopwords) {
        file = ask->stopwords ? ask->stopwords : in_data(ask, "smart_common_words.txt", path, sizeof path);
        if (!file)
            return cli_say(CLI_USAGE, "-s needs --stopwords FILE, or -e FOLDER with smart_common_words.txt");
        if (knap_rouge_add_stopwords(rouge, file, &error))
            return cli_fail(&error);
    }
    return CLI_DONE;
}

/* ---- Input ---- */

/* An evaluation in one file: a configuration of ROUGE-1.5.5 or JSONL. "-" is JSONL on standard input. */
static bool is_evaluation(const char *path, knap_content *content)
{
    knap_error error;
    *content = KNAP_CONTENT_EVALUATION;
    if (strcmp(path, "-") == 0)
        return true;
    return !is_folder(path) && !knap_recognise(path, content, &error) && *content != KNAP_CONTENT_TEXT;
}

/* The folder of summaries; for an output folder of `knap experiment` that is the one inside. */
static const char *peers_folder(const char *path, char *inner, size_t size)
{
    snprintf(inner, size, "%s/experiment.txt", path);
    if (!exists(inner))
        return path;
    snprintf(inner, size, "%s/summaries", path);
    return is_folder(inner) ? inner : path;
}

static knap_status read_peers(const request *ask, knap_rouge_set *set, int peers, const char *refs, knap_error *error)
{
    knap_status status = KNAP_OK;
    char inner[4096];
    for (int i = 0; !status && i < peers; i++) {
        const char *peer = peers_folder(ask->operand[i], inner, sizeof inner);
        status = knap_rouge_read_peers(set, &peer, 1, refs, (knap_rouge_format)ask->format_of_texts, error);
    }
    return status;
}

static int read_input(const request *ask, knap_rouge_set *set)
{
    knap_rouge_format format = (knap_rouge_format)ask->format_of_texts;
    const char *first = ask->operands ? ask->operand[0] : "-";
    const char *second = ask->operands > 1 ? ask->operand[1] : NULL;
    knap_content content;
    knap_status status;
    knap_error error;
    if (ask->list) {
        if (ask->operands < 1 || ask->operands > 2)
            return cli_say(CLI_USAGE, "--list takes the file of the list and at most the name of a system");
        status = knap_rouge_read_list(set, first, second ? second : "X", format, &error);
    } else if (ask->refs) {
        if (!ask->operands)
            return cli_say(CLI_USAGE, "--refs needs at least one summary or folder of summaries");
        status = read_peers(ask, set, ask->operands, ask->refs, &error);
    } else if (ask->operands <= 2 && is_evaluation(first, &content)) {
        if (content == KNAP_CONTENT_CONFIG)
            status = knap_rouge_read_config(set, first, second, &error);
        else if (second)
            return cli_say(CLI_USAGE, "%s: JSONL names its systems itself: leave '%s' out", first, second);
        else
            status = cli_team() ? knap_rouge_divide_jsonl(set, first, cli_team(), &error)
                                : knap_rouge_read_jsonl(set, first, &error);
    } else if (ask->operands == 2) {
        status = read_peers(ask, set, 1, second, &error);
    } else if (ask->operands == 1 && !exists(first)) {
        return cli_say(CLI_FAILED, "%s: cannot open: %s", first, strerror(ENOENT));
    } else {
        return cli_say(CLI_USAGE,
                       "give PEER REFERENCE (files or folders), PEER... --refs DIR, a configuration, or JSONL");
    }
    return status ? cli_fail(&error) : CLI_DONE;
}

/* A system may lack summaries of some topics, but not without a warning. */
static void warn_of_gaps(const knap_rouge_set *set)
{
    size_t topics = knap_rouge_set_topic_count(set);
    for (size_t s = 0; s < knap_rouge_set_system_count(set); s++) {
        size_t missing = 0, first = topics;
        for (size_t t = 0; t < topics; t++)
            if (!knap_rouge_set_has(set, t, s)) {
                first = missing++ ? first : t;
            }
        if (missing)
            cli_say(CLI_DONE, "warning: system %s has no summary for %zu of %zu topics, the first %s",
                    knap_rouge_set_system(set, s), missing, topics, knap_rouge_set_topic(set, first));
    }
}

/* ---- Output ---- */

/* --compare A,B: names may contain commas, so each comma is tried. */
static int find_pair(const knap_rouge_set *set, const char *pair, size_t *a, size_t *b)
{
    size_t systems = knap_rouge_set_system_count(set);
    char name[1024];
    for (const char *comma = strchr(pair, ','); comma; comma = strchr(comma + 1, ',')) {
        snprintf(name, sizeof name, "%.*s", (int)(comma - pair), pair);
        *a = knap_rouge_set_find_system(set, name);
        *b = knap_rouge_set_find_system(set, comma + 1);
        if (*a < systems && *b < systems)
            return CLI_DONE;
    }
    return cli_say(CLI_FAILED, "--compare: '%s' are not two of the systems", pair);
}

static int print_results(const request *ask, const knap_rouge_set *set)
{
    rouge_report report = {.set = set, .rouge = knap_rouge_set_scorer(set), .each = ask->each};
    size_t a = 0, b = 0;
    knap_error error;
    if (ask->compare && find_pair(set, ask->compare, &a, &b))
        return CLI_FAILED;
    for (size_t i = 0; i < ask->measures.count; i++)
        report.measure[report.measures++] = cli_find_measure(report.rouge, ask->measures.name[i]);
    for (size_t i = 0; !ask->rouge && i < knap_rouge_measure_count(report.rouge) && i < CLI_MOST_MEASURES; i++)
        report.measure[report.measures++] = i;
    for (size_t s = 0; ask->json && s < knap_rouge_set_system_count(set); s++)
        cli_json_print(rouge_json(&report, s));
    if (!ask->json && ask->script)
        rouge_print_script(&report);
    else if (!ask->json)
        rouge_print_table(&report);
    if (ask->compare && rouge_print_comparison(&report, a, b, ask->seed, ask->json, &error))
        return cli_fail(&error);
    return CLI_DONE;
}

/* --lang auto, also where the script's words would leave out most of the text. */
static int choose_language(const request *ask, const knap_rouge_set *set, knap_rouge *rouge)
{
    double unseen = 0;
    const char *code;
    bool automatic = ask->language && strcmp(ask->language, "auto") == 0;
    knap_error error;
    if (!automatic && (ask->language || ask->script))
        return CLI_DONE;
    if (!automatic && (unseen = knap_rouge_set_unseen(set)) <= 0.5)
        return CLI_DONE;
    code = knap_rouge_set_guess(set);
    if (!automatic && !ask->quiet)
        cli_say(CLI_DONE,
                "note: %.0f%% of the letters of the references are not ASCII, which ROUGE-1.5.5's words leave out; "
                "using --lang auto",
                100 * unseen);
    if (!ask->quiet)
        cli_say(CLI_DONE, "note: language of the references: %s%s", code,
                strcmp(code, "und") == 0 ? " (not recognised; words of ICU, without stems)" : "");
    return knap_rouge_set_language(rouge, code, &error) ? cli_fail(&error) : CLI_DONE;
}

static int evaluate(const request *ask, knap_rouge *rouge)
{
    knap_rouge_set *set;
    knap_error error;
    int status;
    if (knap_rouge_set_new(rouge, &set, &error))
        return cli_fail(&error);
    status = read_input(ask, set);
    if (!status && knap_rouge_set_system_count(set) == 0)
        status = cli_say(CLI_FAILED, "no summary to evaluate");
    if (!status)
        status = choose_language(ask, set, rouge);
    if (!status) {
        if (!ask->quiet)
            warn_of_gaps(set);
        if (knap_rouge_set_evaluate(set, &(knap_run){.jobs = ask->jobs, .team = cli_team()}, &error))
            status = cli_fail(&error);
    }
    if (!status && cli_rank() == 0)
        status = print_results(ask, set);
    if (!status)
        cli_team_drop_notes();
    knap_rouge_set_free(set);
    return status;
}

static int score(const request *ask)
{
    knap_rouge *rouge;
    knap_error error;
    int status;
    if (knap_rouge_new(&ask->options, cli_allocator(), &rouge, &error))
        return cli_fail(&error);
    status = load_words(ask, rouge);
    if (!status)
        status = evaluate(ask, rouge);
    knap_rouge_free(rouge);
    return status;
}

/* ---- The command line ---- */

static void show_letters(const void *context)
{
    static const char *const rows[][2] = {{"-a -v", "no effect"},
                                          {"-b N, -l N", "--max-bytes N, --max-words N"},
                                          {"-c N, -r N", "--confidence N, --samples N"},
                                          {"-d", "--each"},
                                          {"-e DIR, -s", "--data DIR, --stop"},
                                          {"-f A|B", "--formula average|best"},
                                          {"-m", "--stem"},
                                          {"-n N, -x", "--ngrams N, --no-lcs"},
                                          {"-p ALPHA", "--alpha ALPHA"},
                                          {"-t 0|1|2", "--unit summary|token|counts"},
                                          {"-w W", "--weight W"},
                                          {"-z FORMAT", "--list FORMAT"},
                                          {"-2 GAP [-u|-U]", "--skip s|su|both --gap GAP; a GAP of -1 is --any-gap"}};
    (void)context;
    cli_show_title("Short options of ROUGE-1.5.5, which may be bundled (-dan4)");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cli_show_row(rows[i][0], 18, rows[i][1], "");
    cli_show_text("Without -n, --format rouge measures ROUGE-L only, as the script does.\n");
}

static const char NOTES[] =
    "PEER is a summary, a folder of one system's summaries, a folder of such folders, or the output folder of 'knap "
    "experiment'; REFERENCE is a file or a folder. CONFIG is a configuration of ROUGE-1.5.5, JSONL an evaluation "
    "(docs/ROUGE.md). Stemming, limits of length and the like: 'knap help rouge measures'. "
    "ROUGE-1.5.5's short options work too: 'knap help rouge script'.\n";

static const cli_example EXAMPLES[] = {
    {"knap summarize sample -b 100w -o summaries --quiet\nknap rouge summaries --refs sample",
     "Score a folder of summaries against the references of clusters"},
    {"knap rouge summaries --refs sample --rouge 1,2,SU4 --stem --json",
     "Measure others, with stemming, and print JSON"},
    {"cd summaries\nknap rouge westmere-recount.txt ../sample/westmere-recount/refs --format rouge",
     "Print the lines of the ROUGE-1.5.5 script for one summary"},
    {NULL, NULL}};

/* Measures by --rouge, or by the script's options; without both ROUGE-1, ROUGE-2 and ROUGE-L, but for --format rouge
 * what the script measures. */
static int choose_measures(request *ask, const knap_param *table, const unsigned char *given)
{
    static const char *const others[] = {"ngrams", "lcs", "weight", "skip", "gap", "any-gap"};
    bool set = given[knap_param_find(table, "ngrams") - table];
    for (size_t i = 0; ask->rouge && i < sizeof others / sizeof *others; i++)
        if (given[knap_param_find(table, others[i]) - table])
            return cli_say(CLI_USAGE, "--rouge and --%s cannot be given together", others[i]);
    if (ask->rouge)
        return cli_choose_measures(ask->rouge, &ask->options, &ask->measures);
    if (!set && (ask->json || !ask->script))
        ask->options.ngrams = 2;
    return CLI_DONE;
}

static int parse(request *ask, int argc, char **argv)
{
    static const char *const formats[] = {"table", "rouge", NULL};
    static const char *const inputs[] = {"SPL", "SEE", "ISI", "PLAIN", NULL};
    const cli_option options[] = {
        {"refs", 0, CLI_TEXT, &ask->refs, "DIR", "Read the references from this folder or file"},
        {"rouge", 0, CLI_TEXT, &ask->rouge, "NAMES", "Measure these: 1 to 9, L, W1.2, S4, SU4 [1,2,L]"},
        {"each", 0, CLI_FLAG, &ask->each, NULL, "Print the scores of every summary too (script: -d)"},
        {"format", 0, CLI_TEXT, &ask->format, "NAME", "Print a table, or rouge: the script's lines"},
        {"json", 0, CLI_FLAG, &ask->json, NULL, "Print one JSON object per system"},
        {"compare", 0, CLI_TEXT, &ask->compare, "A,B", "Test the difference between two systems"},
        {"lang", 0, CLI_TEXT, &ask->language, "CODE",
         "Use words of this language; auto guesses it [ASCII, as the script]"},
        CLI_JOBS_OPTION(&ask->jobs),
        {"quiet", 'q', CLI_FLAG, &ask->quiet, NULL, "Print errors only, no warnings"},
        CLI_MORE_OPTIONS,
        {"input", 0, CLI_TEXT, &ask->input, "FORMAT", "Read texts as SPL (one segment per line), SEE, ISI or PLAIN"},
        {"list", 0, CLI_TEXT, &ask->list, "FORMAT", "Read a list: per line a summary and its references (script: -z)"},
        CLI_EXCEPTIONS_OPTION(&ask->exceptions),
        {"stopwords", 0, CLI_TEXT, &ask->stopwords, "FILE", "Leave out these words, one per line"},
        {"stop", 0, CLI_FLAG, &ask->stop, NULL, "Leave out the stop words of --data (script: -s)"},
        {"data", 0, CLI_TEXT, &ask->data, "DIR", "Use this data folder of the script (script: -e)"},
        {"all", 0, CLI_FLAG, &ask->all, NULL, "Accepted for compatibility; has no effect (script: -a)"},
        {"seed", 0, CLI_COUNT, &ask->seed, "N", "Seed the tests of --compare"},
        {NULL, 0, CLI_FLAG, NULL, NULL, NULL}};
    unsigned char given[32] = {0};
    const knap_param *table = knap_rouge_options_table();
    const cli_table tables[] = {{"Measures", table, &ask->options, given}, {NULL, NULL, NULL, NULL}};
    static const cli_topic topics[] = {{"script", show_letters}, {NULL, NULL}};
    const cli_values values[] = {{"format", formats}, {"input", inputs}, {"list", inputs}, {NULL, NULL}};
    cli_line line = {.command = &cmd_rouge,
                     .options = options,
                     .tables = tables,
                     .topics = topics,
                     .notes = NOTES,
                     .examples = EXAMPLES,
                     .values = values};
    int chosen, status = cli_parse(&line, argc, argv);
    if (status)
        return status;
    if ((chosen = cli_choose("--format", ask->format, formats)) < 0)
        return CLI_USAGE;
    ask->script = chosen == 1;
    ask->format_of_texts = knap_rouge_format_find(ask->list ? ask->list : ask->input);
    if (ask->format_of_texts < 0) {
        cli_choose(ask->list ? "--list" : "--input", ask->list ? ask->list : ask->input, inputs);
        return CLI_USAGE;
    }
    ask->operand = line.operand;
    ask->operands = line.operands;
    return choose_measures(ask, table, given);
}

static int run(int argc, char **argv)
{
    request ask = {.input = "SPL", .format = "table", .seed = 1};
    rouge_arguments arguments = {NULL, NULL, 0, 0};
    int status = rouge_translate(argc, argv, &arguments);
    knap_rouge_options_init(&ask.options);
    if (!status)
        status = parse(&ask, arguments.argc, arguments.argv);
    if (!status)
        status = score(&ask);
    rouge_arguments_free(&arguments);
    return status;
}

const cli_command cmd_rouge = {"rouge", "(PEER REFERENCE | PEER... --refs DIR | CONFIG [SYSTEM] | JSONL) [OPTION...]",
                               "Score summaries against references, with ROUGE-1.5.5's exact figures", run};
