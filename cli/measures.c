/* measures.c - a list of ROUGE measures, "1,2,L,SU4", as a scorer's options. */
#include "cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char KNOWN[] = "1 to 9, L, W1.2 (any weight), S4, SU4 (any gap, or *)";

/* S4, SU4, S*, SU*: a scorer has one gap, and S, SU or both. */
static bool read_skip(const char *name, knap_rouge_options *options, char *text, size_t size)
{
    bool units = name[1] == 'U', any;
    const char *gap = name + 1 + units;
    char *end = (char *)(size_t)gap;
    unsigned long number = 0;
    knap_rouge_skip skip = units ? KNAP_ROUGE_SU : KNAP_ROUGE_S;
    any = strcmp(gap, "*") == 0;
    if (!any)
        number = strtoul(gap, &end, 10);
    if (!any && (end == gap || *end || gap[0] == '-' || gap[0] == '+' || number > 1000000))
        return false;
    if (options->skip != KNAP_ROUGE_NO_SKIP && (any != (bool)options->any_gap || (!any && options->gap != number)))
        return false;
    if (options->skip != KNAP_ROUGE_NO_SKIP && options->skip != skip)
        skip = KNAP_ROUGE_S_AND_SU;
    options->skip = skip;
    options->any_gap = any;
    options->gap = any ? options->gap : (size_t)number;
    if (any)
        snprintf(text, size, "ROUGE-S%s*", units ? "U" : "");
    else
        snprintf(text, size, "ROUGE-S%s%lu", units ? "U" : "", number);
    return true;
}

/* One name of the list, with its 0: what the scorer must measure, and what the scorer calls it. */
static bool read_name(const char *name, knap_rouge_options *options, char *text, size_t size)
{
    char *end;
    double weight;
    if (name[0] >= '1' && name[0] <= '9' && !name[1]) {
        size_t n = (size_t)(name[0] - '0');
        options->ngrams = n > options->ngrams ? n : options->ngrams;
        snprintf(text, size, "ROUGE-%s", name);
        return true;
    }
    if (strcmp(name, "L") == 0) {
        options->lcs = 1;
        snprintf(text, size, "ROUGE-L");
        return true;
    }
    if (name[0] == 'W') {
        weight = strtod(name + 1 + (name[1] == '-'), &end);
        if (*end || !(weight > 0 && weight <= 100) || (options->weight > 0 && options->weight != weight))
            return false;
        options->weight = weight;
        snprintf(text, size, "ROUGE-W-%.15g", weight);
        return true;
    }
    return name[0] == 'S' && read_skip(name, options, text, size);
}

bool cli_read_measures(const char *names, knap_rouge_options *options, cli_measures *measures, knap_error *error)
{
    *error = (knap_error){.status = KNAP_USAGE};
    options->ngrams = 0;
    options->lcs = 0;
    options->weight = 0;
    options->skip = KNAP_ROUGE_NO_SKIP;
    measures->count = 0;
    while (*names) {
        size_t length = strcspn(names, ",");
        char name[16], *text = measures->name[measures->count < CLI_MOST_MEASURES ? measures->count : 0];
        snprintf(name, sizeof name, "%.*s", (int)(length < 100 ? length : 100), names);
        if (measures->count == CLI_MOST_MEASURES) {
            snprintf(error->message, sizeof error->message, "more than %d measures", (int)CLI_MOST_MEASURES);
            return false;
        }
        if (length >= sizeof name || !read_name(name, options, text, sizeof *measures->name)) {
            snprintf(error->message, sizeof error->message,
                     "'%.*s' cannot be measured here: use %s, with one weight and one gap",
                     (int)(length < 100 ? length : 100), names, KNOWN);
            return false;
        }
        for (size_t i = 0; i < measures->count; i++)
            if (strcmp(measures->name[i], text) == 0) {
                snprintf(error->message, sizeof error->message, "'%s' is listed twice", name);
                return false;
            }
        measures->count++;
        names += length + (names[length] == ',');
    }
    snprintf(error->message, sizeof error->message, "no measure is listed");
    return measures->count > 0;
}

int cli_choose_measures(const char *names, knap_rouge_options *options, cli_measures *measures)
{
    knap_error error;
    return cli_read_measures(names, options, measures, &error) ? CLI_DONE
                                                               : cli_say(CLI_USAGE, "--rouge: %s", error.message);
}

size_t cli_find_measure(const knap_rouge *rouge, const char *name)
{
    size_t measure = 0;
    while (measure < knap_rouge_measure_count(rouge) && strcmp(knap_rouge_measure_name(rouge, measure), name) != 0)
        measure++;
    return measure;
}
