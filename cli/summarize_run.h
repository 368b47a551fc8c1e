/* cli/summarize_run.h - what knap summarize does, as its line asks for it. */
#pragma once

#include "summary.h"

typedef struct cli_summarizing {
    const char *model, *budget, *query, *tokenizer, *html, *output, *exceptions, *train;
    const knap_system *system; /* NULL: the summarizer's model */
    knap_order order;
    cli_changes changes;
    cli_texts pins, bans; /* DOCUMENT:SENTENCE */
    cli_documents documents;
    size_t seed, jobs;
    size_t sections; /* sentences below each heading of an outline; 0: a summary */
    bool json, explain, bullets, markdown;
} cli_summarizing;

/* Summarizes the clusters that the operands name. Returns an exit status. */
int cli_summarize(const cli_summarizing *ask, char **operand, int operands);
