/* cmd_convert.c - knap convert: clusters in any layout to JSONL or to folders. */
#include "cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int run(int argc, char **argv)
{
    cli_documents documents = {NULL, NULL, NULL, 0};
    const char *output = NULL, *to = "jsonl";
    const cli_option options[] = {
        {"to", 't', CLI_TEXT, &to, "LAYOUT", "jsonl, or folder: ID/docs and ID/refs"},
        {"output", 'o', CLI_TEXT, &output, "PATH", "file or folder to write; jsonl without it: standard output"},
        CLI_DOCUMENT_OPTIONS(documents),
        {"quiet", 'q', CLI_FLAG, &documents.quiet, NULL, "no notes on stderr"},
        {NULL, 0, CLI_FLAG, NULL, NULL, NULL}};
    cli_line line = {.command = &cmd_convert, .options = options};
    knap_corpus *corpus = NULL;
    const knap_cluster *const *clusters = NULL;
    knap_error error;
    knap_status done;
    int folder, status = cli_parse(&line, argc, argv);
    if (status != CLI_DONE)
        return status;
    folder = strcmp(to, "folder") == 0;
    if (!folder && strcmp(to, "jsonl") != 0)
        return cli_say(CLI_USAGE, "--to: '%s' is neither jsonl nor folder", to);
    if (line.operands == 0)
        return cli_say(CLI_USAGE, "convert needs CLUSTERS: folders or files");
    if (folder && !output)
        return cli_say(CLI_USAGE, "--to folder needs -o FOLDER");
    done = cli_open_corpus(line.operand, line.operands, &documents, &corpus, &clusters, &error);
    if (!done && folder)
        done = knap_corpus_save_folder(corpus, output, &error);
    else if (!done && output)
        done = knap_corpus_save_jsonl(corpus, output, &error);
    else if (!done)
        done = knap_corpus_write_jsonl(corpus, stdout, &error);
    free((void *)(size_t)clusters);
    knap_corpus_free(corpus);
    return done ? cli_fail(&error) : CLI_DONE;
}

const cli_command cmd_convert = {"convert", "CLUSTERS... [--to jsonl|folder] [-o PATH]",
                                 "Turn clusters in any layout, DUC and TAC's too, into JSONL or folders", run};
