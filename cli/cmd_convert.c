/* cmd_convert.c - knap convert: clusters of documents to JSONL or to folders. */
#include "cli.h"

#include <stdio.h>
#include <stdlib.h>

static const cli_example EXAMPLES[] = {
    {"knap convert sample -o sample.jsonl", "Write clusters as JSONL"},
    {"knap convert sample.jsonl --to folder -o clusters", "Write them as folders with docs/ and refs/"},
    {NULL, NULL}};

static int run(int argc, char **argv)
{
    static const char *const layouts[] = {"jsonl", "folder", NULL};
    cli_documents documents = {.quiet = false};
    const char *output = NULL, *to = layouts[0];
    const cli_option options[] = {
        {"to", 0, CLI_TEXT, &to, "LAYOUT", "Write jsonl, or a folder with ID/docs and ID/refs"},
        {"output", 'o', CLI_TEXT, &output, "PATH", "Write to this file or folder [standard output]"},
        CLI_DOCUMENT_OPTIONS(documents),
        {"quiet", 'q', CLI_FLAG, &documents.quiet, NULL, "Print errors only"},
        {NULL, 0, CLI_FLAG, NULL, NULL, NULL}};
    const cli_values values[] = {{"to", layouts}, {NULL, NULL}};
    cli_line line = {.command = &cmd_convert,
                     .options = options,
                     .notes = CLI_CLUSTER_NOTES,
                     .examples = EXAMPLES,
                     .values = values};
    knap_corpus *corpus = NULL;
    const knap_cluster *const *clusters = NULL;
    knap_error error;
    knap_status done;
    int folder, status = cli_parse(&line, argc, argv);
    if (status)
        return status;
    if ((folder = cli_choose("--to", to, layouts)) < 0)
        return CLI_USAGE;
    if (line.operands == 0)
        return cli_say(CLI_USAGE, "convert needs CLUSTERS: folders or files");
    if (folder && !output)
        return cli_say(CLI_USAGE, "--to folder needs -o FOLDER");
    done = cli_open_corpus(line.operand, line.operands, &documents, &corpus, &clusters, &error);
    if (!done && folder) {
        /* prints notes; the library makes the same names */
        cli_names names = cli_name_clusters(clusters, knap_corpus_clusters(corpus), '/', "", documents.quiet);
        cli_names_free(&names);
        done = knap_corpus_save_folder(corpus, output, &error);
    } else if (!done && output)
        done = knap_corpus_save_jsonl(corpus, output, &error);
    else if (!done)
        done = knap_corpus_write_jsonl(corpus, stdout, &error);
    free((void *)(size_t)clusters);
    knap_corpus_close(corpus);
    return done ? cli_fail(&error) : CLI_DONE;
}

const cli_command cmd_convert = {"convert", "CLUSTERS... [--to jsonl|folder] [-o PATH]",
                                 "Convert clusters of documents to JSONL or to folders", run};
