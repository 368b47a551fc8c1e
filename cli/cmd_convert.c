/* cmd_convert.c - knap convert: clusters of documents to JSONL, to folders, or to text with its blocks marked. */
#include "blocks.h"

#include <stdio.h>
#include <stdlib.h>

static const cli_example EXAMPLES[] = {
    {"knap convert sample -o sample.jsonl", "Write clusters as JSONL"},
    {"knap convert sample.jsonl --to folder -o clusters", "Write them as folders with docs/ and refs/"},
    {"knap convert sample/orrin-dam-flood --to text",
     "Show what a document is made of: headings, paragraphs, lists, code"},
    {NULL, NULL}};

/* Writes the blocks of all documents to `path`, or to standard output. */
static knap_status write_blocks(const knap_corpus *corpus, const knap_cluster *const *clusters,
                                const cli_documents *documents, bool json, const char *path, knap_error *error)
{
    char *text;
    size_t length;
    FILE *page = cli_page(&text, &length);
    knap_status status =
        cli_write_blocks(page, clusters, knap_corpus_clusters(corpus), documents->language, json, error);
    cli_page_end(page, &text);
    if (!status && path)
        status = cli_write_file(path, text, length, error);
    else if (!status)
        fwrite(text, 1, length, stdout);
    free(text);
    return status;
}

static int run(int argc, char **argv)
{
    static const char *const layouts[] = {"jsonl", "folder", "text", NULL};
    enum { JSONL, FOLDER, TEXT };
    cli_documents documents = {.quiet = false};
    const char *output = NULL, *to = layouts[JSONL];
    bool json = false;
    const cli_option options[] = {
        {"to", 0, CLI_TEXT, &to, "LAYOUT",
         "Write jsonl, a folder with ID/docs and ID/refs, or text with its blocks marked"},
        {"json", 0, CLI_FLAG, &json, NULL, "Write the blocks of each document as a JSON object; implies --to text"},
        {"output", 'o', CLI_TEXT, &output, "PATH", "Write to this file or folder [standard output]"},
        CLI_TEXT_OPTIONS(documents),
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
    int layout, status = cli_parse(&line, argc, argv);
    if (status)
        return status;
    if ((layout = cli_choose("--to", to, layouts)) < 0)
        return CLI_USAGE;
    if (json && layout == FOLDER)
        return cli_say(CLI_USAGE, "--json writes blocks, not folders: leave out --to folder or --json");
    layout = json ? TEXT : layout;
    if (line.operands == 0)
        return cli_say(CLI_USAGE, "convert needs CLUSTERS: folders or files");
    if (layout == FOLDER && !output)
        return cli_say(CLI_USAGE, "--to folder needs -o FOLDER");
    done = cli_open_corpus(line.operand, line.operands, &documents, &corpus, &clusters, &error);
    if (!done && layout == TEXT)
        done = write_blocks(corpus, clusters, &documents, json, output, &error);
    else if (!done && layout == FOLDER) {
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

const cli_command cmd_convert = {"convert", "CLUSTERS... [--to jsonl|folder|text] [-o PATH]",
                                 "Convert clusters of documents to JSONL, folders or text", run};
