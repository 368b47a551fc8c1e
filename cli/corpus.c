/* corpus.c - clusters of documents on the command line. */
#include "team.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Where Debian's wordnet-base puts WordNet's exception lists. */
static const char WORDNET[] = "/usr/share/wordnet";

const char *cli_exceptions(const char *given, bool stem, bool quiet)
{
    const char *wordnet = getenv("WNSEARCHDIR"); /* WordNet's own programs read it too */
    if (!stem) {
        if (given && !quiet)
            cli_say(CLI_DONE, "--exceptions has no effect: words are not stemmed");
        return NULL;
    }
    if (given)
        return given;
    wordnet = wordnet ? wordnet : WORDNET;
    if (access(wordnet, R_OK) == 0)
        return wordnet;
    if (!quiet)
        cli_say(CLI_DONE,
                "no WordNet exception lists in %s: irregular forms are stemmed by rule; for ROUGE-1.5.5's "
                "figures install Debian's wordnet-base or give --exceptions PATH",
                wordnet);
    return NULL;
}

bool cli_is_corpus(char **operand, int operands)
{
    struct stat info;
    knap_content content;
    knap_error error;
    for (int i = 0; i < operands; i++)
        if (stat(operand[i], &info) == 0 &&
            (S_ISDIR(info.st_mode) || (S_ISREG(info.st_mode) && !knap_recognise(operand[i], &content, &error) &&
                                       content == KNAP_CONTENT_CLUSTERS)))
            return true;
    return false;
}

/* Files were skipped, and the exit status must show it. */
static bool skipped;

bool cli_files_skipped(void)
{
    return skipped;
}

static void print_notes(const knap_corpus *corpus, const cli_documents *documents)
{
    size_t count;
    const knap_note *note = knap_corpus_notes(corpus, &count);
    for (size_t i = 0; i < count; i++) {
        bool bad = note[i].kind == KNAP_NOTE_UNREADABLE;
        if (bad || !documents->quiet)
            cli_say(CLI_DONE, "%s: %s", note[i].file, note[i].message);
        skipped |= bad && !documents->skip_bad;
    }
}

/* knap does not use the network. */
static knap_status refuse_url(const char *operand, knap_error *error)
{
    *error = (knap_error){.status = KNAP_USAGE};
    snprintf(error->message, sizeof error->message,
             "knap reads files, not addresses. Fetch the page first:\n    curl -s '%s' | knap summarize -", operand);
    return KNAP_USAGE;
}

knap_status cli_open_corpus(char **operand, int operands, const cli_documents *documents, knap_corpus **corpus,
                            const knap_cluster *const **clusters, knap_error *error)
{
    const knap_run run = {.jobs = 1, .team = cli_team()};
    knap_corpus_options options = {.encoding = documents->encoding,
                                   .format = documents->format,
                                   .models = documents->refs,
                                   .each = documents->each,
                                   .skip_bad = documents->skip_bad || documents->each,
                                   .run = documents->divide ? &run : NULL};
    size_t count;
    const knap_cluster **list;
    knap_status status;
    for (int i = 0; i < operands; i++)
        if ((strncmp(operand[i], "http://", 7) == 0 || strncmp(operand[i], "https://", 8) == 0) &&
            access(operand[i], F_OK) != 0)
            return refuse_url(operand[i], error);
    cli_limit_apart(&options);
    status = knap_corpus_open((const char *const *)operand, (size_t)operands, &options, cli_allocator(), corpus, error);
    if (status == KNAP_NO_MEMORY)
        cli_memory_refused();
    if (status)
        return status;
    print_notes(*corpus, documents);
    count = knap_corpus_clusters(*corpus);
    list = cli_new(count, sizeof *list);
    for (size_t i = 0; i < count; i++)
        list[i] = knap_corpus_cluster(*corpus, i);
    *clusters = list;
    return KNAP_OK;
}

void cli_text_for_rouge(knap_text_settings *text, const unsigned char *given)
{
    const knap_param *table = knap_text_settings_table();
    knap_text_settings rouge = *text;
    knap_text_settings_for_rouge(&rouge);
    for (const knap_param *param = table; param->name; param++)
        if (!given[param - table])
            knap_param_copy(param, text, &rouge);
}
