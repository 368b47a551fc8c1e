/* cmd_rouge.c - knap rouge: score summaries against references, as ROUGE-1.5.5 does. */
#include "rouge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct request {
    knap_rouge_options options;
    const char *refs, *input, *list, *format, *exceptions, *stopwords, *data, *compare, *language;
    int all, each, stop, json;
    size_t seed, jobs;
    char **operand; /* [operands] */
    int operands;
} request;

/* ---- Word lists ---- */

static int exists(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0;
}

static int is_folder(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

/* `name` in ROUGE-1.5.5's data folder, if the caller has one: -e, or its environment variable. */
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
    if (ask->language) {
        if (knap_rouge_set_language(rouge, ask->language, &error) != KNAP_OK)
            return cli_fail(&error);
    } else if (ask->options.stem) {
        file = ask->exceptions ? ask->exceptions : in_data(ask, "WordNet-2.0-Exceptions", path, sizeof path);
        file = cli_exceptions(file, 1);
        if (file && knap_rouge_add_exceptions(rouge, file, &error) != KNAP_OK)
            return cli_fail(&error);
    }
    if (ask->stop || ask->stopwords) {
        file = ask->stopwords ? ask->stopwords : in_data(ask, "smart_common_words.txt", path, sizeof path);
        if (!file)
            return cli_say(CLI_USAGE, "-s needs --stopwords FILE, or -e FOLDER with smart_common_words.txt");
        if (knap_rouge_add_stopwords(rouge, file, &error) != KNAP_OK)
            return cli_fail(&error);
    }
    return CLI_DONE;
}

/* ---- Input ---- */

/* The first byte of a file that is no white space, after a byte order mark; EOF for none. */
static int first_byte(const char *path)
{
    FILE *file = fopen(path, "rb");
    int byte;
    if (!file)
        return EOF;
    do
        byte = getc(file);
    while (byte == ' ' || (byte >= '\t' && byte <= '\r') || byte == 0xef || byte == 0xbb || byte == 0xbf);
    fclose(file);
    return byte;
}

/* An XML configuration or JSONL, told apart by how they begin; "-" is JSONL. */
static knap_status read_file(const request *ask, knap_rouge_set *set, knap_error *error)
{
    const char *path = ask->operands ? ask->operand[0] : "-";
    if (strcmp(path, "-") != 0 && first_byte(path) == '<')
        return knap_rouge_read_config(set, path, ask->operands > 1 ? ask->operand[1] : NULL, error);
    return knap_rouge_read_jsonl(set, path, error);
}

static int read_input(const request *ask, knap_rouge_set *set)
{
    const char *const *operand = (const char *const *)ask->operand;
    knap_status status;
    knap_error error;
    int format = knap_rouge_format_find(ask->list ? ask->list : ask->input);
    if (format < 0)
        return cli_say(CLI_USAGE, "'%s' is none of SPL, SEE, ISI and PLAIN", ask->list ? ask->list : ask->input);
    if (ask->list) {
        if (ask->operands < 1 || ask->operands > 2)
            return cli_say(CLI_USAGE, "--list takes the list's file and at most a system's name");
        status = knap_rouge_read_list(set, operand[0], ask->operands > 1 ? operand[1] : "X", (knap_rouge_format)format,
                                      &error);
    } else if (ask->refs) {
        if (!ask->operands)
            return cli_say(CLI_USAGE, "--refs needs at least one summary or folder of summaries");
        status =
            knap_rouge_read_peers(set, operand, (size_t)ask->operands, ask->refs, (knap_rouge_format)format, &error);
    } else if (ask->operands == 2 && is_folder(operand[0])) {
        status = knap_rouge_read_peers(set, operand, 1, operand[1], (knap_rouge_format)format, &error);
    } else if (ask->operands <= 1 + !ask->all && !(ask->operands && is_folder(operand[0]))) {
        status = read_file(ask, set, &error);
    } else {
        return cli_say(CLI_USAGE, "give a configuration, a JSONL file, two folders, or summaries and --refs FOLDER");
    }
    return status == KNAP_OK ? CLI_DONE : cli_fail(&error);
}

/* A system need not have a summary of every topic, but should not lack one unnoticed. */
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

/* --compare A,B: the names may hold commas, so every one is tried. */
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
    size_t a = 0, b = 0;
    knap_error error;
    if (ask->compare && find_pair(set, ask->compare, &a, &b) != CLI_DONE)
        return CLI_FAILED;
    if (ask->json)
        rouge_print_json(set, ask->each);
    else if (strcmp(ask->format, "rouge") == 0)
        rouge_print_script(set, ask->each);
    else
        rouge_print_table(set, ask->each);
    if (ask->compare && rouge_print_comparison(set, a, b, ask->seed, ask->json, &error) != KNAP_OK)
        return cli_fail(&error);
    return CLI_DONE;
}

static int evaluate(const request *ask, const knap_rouge *rouge)
{
    knap_rouge_set *set;
    knap_error error;
    int status;
    if (knap_rouge_set_new(rouge, &set, &error) != KNAP_OK)
        return cli_fail(&error);
    status = read_input(ask, set);
    if (status == CLI_DONE && knap_rouge_set_system_count(set) == 0)
        status = cli_say(CLI_FAILED, "there is no summary to evaluate");
    if (status == CLI_DONE) {
        warn_of_gaps(set);
        if (knap_rouge_set_evaluate(set, ask->jobs, &error) != KNAP_OK)
            status = cli_fail(&error);
    }
    if (status == CLI_DONE)
        status = print_results(ask, set);
    knap_rouge_set_free(set);
    return status;
}

static int score(const request *ask)
{
    knap_rouge *rouge;
    knap_error error;
    int status;
    if (knap_rouge_new(&ask->options, NULL, &rouge, &error) != KNAP_OK)
        return cli_fail(&error);
    status = load_words(ask, rouge);
    if (status == CLI_DONE)
        status = evaluate(ask, rouge);
    knap_rouge_free(rouge);
    return status;
}

/* ---- The command line ---- */

static const char NOTES[] = "Input: a configuration of ROUGE-1.5.5 (XML; a second operand picks one system), "
                            "a JSONL file or standard input,\n"
                            "two folders (PEERS REFS), or summaries and --refs. Limits count as in the "
                            "script: bytes (-b) or words (-l).\n"
                            "Its short options work: -a -b N -c N -d -e DIR -f A|B -l N -m -n N -p ALPHA -r "
                            "N -s -t 0|1|2 -u -U -w W -x -z FORMAT\n"
                            "-2 GAP (-1: any). Without -n ROUGE-1 and ROUGE-2 are measured, with --format "
                            "rouge neither, as the script has it.\n";

static int parse(request *ask, int argc, char **argv)
{
    const cli_option options[] = {
        {"refs", 0, CLI_TEXT, &ask->refs, "DIR", "the references: a folder, or one file"},
        {"input", 0, CLI_TEXT, &ask->input, "FORMAT", "of texts in folders: SPL (a segment a line), SEE, ISI, PLAIN"},
        {"list", 0, CLI_TEXT, &ask->list, "FORMAT", "[-z] the operand lists a summary and its references a line"},
        {"all", 0, CLI_FLAG, &ask->all, NULL, "[-a] all systems, which is so in any case"},
        {"each", 0, CLI_FLAG, &ask->each, NULL, "[-d] show every summary's scores too"},
        {"format", 0, CLI_TEXT, &ask->format, "NAME", "table, or rouge: what the script prints"},
        {"json", 0, CLI_FLAG, &ask->json, NULL, "a JSON object a system"},
        {"compare", 0, CLI_TEXT, &ask->compare, "A,B", "paired tests between two systems"},
        {"exceptions", 0, CLI_TEXT, &ask->exceptions, "PATH",
         "irregular forms: a table, or a folder of WordNet's .exc files"},
        {"stopwords", 0, CLI_TEXT, &ask->stopwords, "FILE", "leave out these words, one a line"},
        {"stop", 0, CLI_FLAG, &ask->stop, NULL, "[-s] leave out those of the data folder"},
        {"data", 0, CLI_TEXT, &ask->data, "DIR", "[-e] the script's data folder; else $ROUGE_EVAL_HOME"},
        {"lang", 0, CLI_TEXT, &ask->language, "CODE", "words by ICU and Snowball; else the script's, ASCII only"},
        {"seed", 0, CLI_COUNT, &ask->seed, "N", "of the paired tests"},
        {"jobs", 0, CLI_COUNT, &ask->jobs, "N", "[-j] threads; 0: one a processor"},
        {NULL, 0, CLI_FLAG, NULL, NULL, NULL}};
    unsigned char given[32] = {0};
    const knap_param *table = knap_rouge_options_table();
    const cli_table tables[] = {{"Measures", table, &ask->options, given}, {NULL, NULL, NULL, NULL}};
    cli_line line = {.command = &cmd_rouge, .options = options, .tables = tables, .notes = NOTES};
    int status = cli_parse(&line, argc, argv);
    if (status != CLI_DONE)
        return status;
    if (strcmp(ask->format, "table") != 0 && strcmp(ask->format, "rouge") != 0)
        return cli_say(CLI_USAGE, "--format: '%s' is neither table nor rouge", ask->format);
    if (!given[knap_param_find(table, "ngrams") - table] && (ask->json || strcmp(ask->format, "rouge") != 0))
        ask->options.ngrams = 2;
    ask->operand = line.operand;
    ask->operands = line.operands;
    return CLI_DONE;
}

static int run(int argc, char **argv)
{
    request ask = {.input = "SPL", .format = "table", .seed = 1};
    rouge_arguments arguments = {NULL, NULL, 0, 0};
    int status = rouge_translate(argc, argv, &arguments);
    knap_rouge_options_init(&ask.options);
    if (status == CLI_DONE)
        status = parse(&ask, arguments.argc, arguments.argv);
    if (status == CLI_DONE)
        status = score(&ask);
    rouge_arguments_free(&arguments);
    return status;
}

const cli_command cmd_rouge = {"rouge", "(CONFIG [SYSTEM] | JSONL | PEERS REFS | PEER... --refs DIR) [OPTION...]",
                               "Score summaries against references, to the last digit as ROUGE-1.5.5 does", run};
