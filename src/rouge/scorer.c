/* scorer.c - the options, their validation, and the measures that they select. */
#include "rouge/scorer.h"

#include "base/error.h"
#include "base/number.h"

#include <stdio.h>

static const char *const SKIPS[] = {"none", "s", "su", "both", NULL};
static const char *const FORMULAS[] = {"average", "best", NULL};
static const char *const UNITS[] = {"summary", "token", "counts", NULL};

#define FIELD(name) offsetof(knap_rouge_options, name)

static const knap_param TABLE[] = {
    {"ngrams", KNAP_PARAM_COUNT, FIELD(ngrams), 0, 0, KN_ROUGE_MAX_N, NULL, "Measure ROUGE-1 to ROUGE-N"},
    {"lcs", KNAP_PARAM_FLAG, FIELD(lcs), 1, 0, 1, NULL, "Measure ROUGE-L, the union of longest common subsequences"},
    {"weight", KNAP_PARAM_REAL, FIELD(weight), 0, 0, 100, NULL, "Measure ROUGE-W with this weight; 0 means not at all"},
    {"skip", KNAP_PARAM_CHOICE, FIELD(skip), 0, 0, 3, SKIPS,
     "Measure skip bigrams: ROUGE-S, ROUGE-SU (with single words), or both"},
    {"gap", KNAP_PARAM_COUNT, FIELD(gap), 4, 0, 1e9, NULL, "Allow up to N words within a skip bigram"},
    {"any-gap", KNAP_PARAM_FLAG, FIELD(any_gap), 0, 0, 1, NULL, "Allow any number of words within a skip bigram"},
    {"stem", KNAP_PARAM_FLAG, FIELD(stem), 0, 0, 1, NULL, "Stem the words"},
    {"max-bytes", KNAP_PARAM_COUNT, FIELD(bytes), 0, 0, 1e15, NULL,
     "Read only the first N bytes of each text; 0 means all"},
    {"max-words", KNAP_PARAM_COUNT, FIELD(words), 0, 0, 1e15, NULL,
     "Read only the first N words of each text; 0 means all"},
    {"formula", KNAP_PARAM_CHOICE, FIELD(formula), 0, 0, 1, FORMULAS,
     "Sum over several references, or take the best one"},
    {"alpha", KNAP_PARAM_REAL, FIELD(alpha), 0.5, 0, 1, NULL, "Set the share of precision in F"},
    {"unit", KNAP_PARAM_CHOICE, FIELD(unit), 0, 0, 2, UNITS, "Choose what an average is taken over"},
    {"confidence", KNAP_PARAM_REAL, FIELD(confidence), 95, 0, 100, NULL,
     "Set the confidence of the intervals, in per cent"},
    {"samples", KNAP_PARAM_COUNT, FIELD(samples), 1000, 1, 1e6, NULL, "Draw N bootstrap samples"},
    {"lead", KNAP_PARAM_COUNT, FIELD(lead), 0, 0, 1e15, NULL,
     "Read only the first N segments of each summary; 0 means all"},
    {NULL, KNAP_PARAM_COUNT, 0, 0, 0, 0, NULL, NULL}};

const knap_param *knap_rouge_options_table(void)
{
    return TABLE;
}

void knap_rouge_options_init(knap_rouge_options *options)
{
    if (!options)
        return;
    knap_params_init(TABLE, options);
}

static knap_status check(const knap_rouge_options *options, knap_error *error)
{
    knap_status status = knap_params_check(TABLE, options, error);
    if (status)
        return status;
    if (options->bytes && options->words)
        return kn_fail(error, KNAP_USAGE, "a limit is in bytes or in words: give only one of them");
    if (!options->ngrams && !options->lcs && !(options->weight > 0) && options->skip == KNAP_ROUGE_NO_SKIP)
        return kn_fail(error, KNAP_USAGE, "the options select no measure: turn on at least one");
    return KNAP_OK;
}

static kn_rouge_measure *add_measure(knap_rouge *rouge, kn_rouge_kind kind, size_t n)
{
    kn_rouge_measure *measure = &rouge->measure[rouge->measures++];
    measure->kind = kind;
    measure->n = n;
    return measure;
}

static void name_skip(const knap_rouge_options *options, const char *kind, char *name, size_t size)
{
    if (options->any_gap)
        snprintf(name, size, "ROUGE-%s*", kind);
    else
        snprintf(name, size, "ROUGE-%s%zu", kind, options->gap);
}

static void list_measures(knap_rouge *rouge)
{
    const knap_rouge_options *options = &rouge->options;
    kn_rouge_measure *measure;
    for (size_t n = 1; n <= options->ngrams; n++) {
        measure = add_measure(rouge, KN_ROUGE_N, n);
        snprintf(measure->name, sizeof measure->name, "ROUGE-%zu", n);
    }
    if (options->lcs) {
        measure = add_measure(rouge, KN_ROUGE_L, 0);
        snprintf(measure->name, sizeof measure->name, "ROUGE-L");
    }
    if (options->weight > 0) {
        measure = add_measure(rouge, KN_ROUGE_W, 0);
        kn_print(measure->name, sizeof measure->name, "ROUGE-W-%.15g", options->weight);
    }
    if (options->skip == KNAP_ROUGE_S || options->skip == KNAP_ROUGE_S_AND_SU) {
        measure = add_measure(rouge, KN_ROUGE_S, 0);
        name_skip(options, "S", measure->name, sizeof measure->name);
    }
    if (options->skip == KNAP_ROUGE_SU || options->skip == KNAP_ROUGE_S_AND_SU) {
        measure = add_measure(rouge, KN_ROUGE_SU, 0);
        name_skip(options, "SU", measure->name, sizeof measure->name);
    }
}

void kn_rouge_take_tokenizer(knap_rouge *rouge, knap_rouge_tokenizer tokenizer, void *context,
                             void (*release)(void *context))
{
    if (rouge->tokenizer_free)
        rouge->tokenizer_free(rouge->tokenizer_context);
    rouge->tokenizer = tokenizer;
    rouge->tokenizer_context = context;
    rouge->tokenizer_free = release;
}

knap_status knap_rouge_new(const knap_rouge_options *options, const knap_allocator *allocator, knap_rouge **rouge,
                           knap_error *error)
{
    KN_REQUIRE(rouge);
    *rouge = NULL;
    KN_REQUIRE(options);
    knap_rouge *made;
    knap_status status = check(options, error);
    if (status)
        return status;
    made = kn_new(allocator, 1, sizeof *made);
    if (!made)
        return kn_no_memory(error);
    made->allocator = allocator;
    made->options = *options;
    kn_symbols_begin(&made->form, allocator);
    kn_symbols_begin(&made->bases, allocator);
    kn_symbols_begin(&made->stopword, allocator);
    list_measures(made);
    *rouge = made;
    return KNAP_OK;
}

knap_status kn_rouge_check_text(const knap_rouge_text *text, knap_error *error)
{
    if (!text || (text->count && !text->segment))
        return kn_fail(error, KNAP_USAGE, "a text of ROUGE is NULL or has no segments");
    for (size_t i = 0; i < text->count; i++)
        if (text->segment[i].length && !text->segment[i].bytes)
            return kn_fail(error, KNAP_USAGE, "segment %zu of a text has a length but no bytes", i);
    return KNAP_OK;
}

void knap_rouge_free(knap_rouge *rouge)
{
    if (!rouge)
        return;
    kn_rouge_take_tokenizer(rouge, NULL, NULL, NULL);
    kn_symbols_free(&rouge->form);
    kn_symbols_free(&rouge->bases);
    kn_symbols_free(&rouge->stopword);
    KN_RELEASE(rouge->allocator, rouge->base);
    kn_free(rouge->allocator, rouge, 1, sizeof *rouge);
}

const knap_rouge_options *knap_rouge_get_options(const knap_rouge *rouge)
{
    if (!rouge)
        return NULL;
    return &rouge->options;
}

const knap_allocator *knap_rouge_allocator(const knap_rouge *rouge)
{
    if (!rouge)
        return NULL;
    return rouge->allocator;
}

size_t knap_rouge_measure_count(const knap_rouge *rouge)
{
    if (!rouge)
        return 0;
    return rouge->measures;
}

const char *knap_rouge_measure_name(const knap_rouge *rouge, size_t measure)
{
    if (!rouge || measure >= rouge->measures)
        return NULL;
    return rouge->measure[measure].name;
}

void knap_rouge_set_tokenizer(knap_rouge *rouge, knap_rouge_tokenizer tokenizer, void *context)
{
    if (!rouge)
        return;
    kn_rouge_take_tokenizer(rouge, tokenizer, context, NULL);
}

bool kn_rouge_needs_lcs(const knap_rouge *rouge)
{
    return rouge->options.lcs || rouge->options.weight > 0;
}
