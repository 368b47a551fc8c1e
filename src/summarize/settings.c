/* settings.c - the settings of text, their defaults and ranges. */
#include "summarize/flaws.h"
#include "summarize/quality.h"
#include "summarize/word_features.h"

#include <string.h>

static const char *const reward_names[] = {"rouge-1", "content", NULL};
static const char *const trim_names[] = {"none", "safe", "clauses", NULL};
static const char *const idf_names[] = {"documents", "sentences", NULL};

static const knap_param TABLE[] = {
    {"reward", KNAP_PARAM_CHOICE, offsetof(knap_text_settings, reward), KNAP_TEXT_CONTENT, 0, 1, reward_names,
     "Reward all words of a summary, or content words"},
    {"stem", KNAP_PARAM_FLAG, offsetof(knap_text_settings, stem), 0, 0, 1, NULL,
     "Count words by their stems in the reward"},
    {"idf", KNAP_PARAM_CHOICE, offsetof(knap_text_settings, idf), KNAP_TEXT_IDF_DOCUMENTS, 0, 1, idf_names,
     "Weigh words in vectors by training documents or own sentences"},
    {"stop", KNAP_PARAM_FLAG, offsetof(knap_text_settings, stop), 0, 0, 1, NULL, "Keep function words in vectors"},
    {"min-words", KNAP_PARAM_COUNT, offsetof(knap_text_settings, min_words), 8, 1, 1000, NULL,
     "Do not pick sentences of fewer words"},
    {"bins", KNAP_PARAM_COUNT, offsetof(knap_text_settings, bins), 5, 1, KN_MOST_BINS, NULL,
     "Cut features into N quantiles"},
    {"words", KNAP_PARAM_SET, offsetof(knap_text_settings, words), KN_ALL_WORD_GROUPS, 0, 0, kn_word_group_names,
     "Choose what the word model looks at"},
    {"word-l2", KNAP_PARAM_REAL, offsetof(knap_text_settings, word_l2), 6, 1e-6, 1e9, NULL,
     "Set the regularisation of the word model"},
    {"name-penalty", KNAP_PARAM_REAL, offsetof(knap_text_settings, name_penalty), 0.5, 0, 1e6, NULL,
     "Penalise a name that no sentence introduces in full"},
    {"standalone-penalty", KNAP_PARAM_REAL, offsetof(knap_text_settings, standalone_penalty), 2, 0, 1e6, NULL,
     "Penalise a sentence that needs the one before it"},
    {"style-penalty", KNAP_PARAM_REAL, offsetof(knap_text_settings, style_penalty), 1.5, 0, 1e6, NULL,
     "Penalise a sentence that is not written as references are"},
    {"superseded-penalty", KNAP_PARAM_REAL, offsetof(knap_text_settings, superseded_penalty), 1.5, 0, 1e6, NULL,
     "Penalise a sentence that a later document supersedes"},
    {"teaser-penalty", KNAP_PARAM_REAL, offsetof(knap_text_settings, teaser_penalty), 4, 0, 1e6, NULL,
     "Penalise the opening of a document that tells nothing of the story"},
    {"outcome-penalty", KNAP_PARAM_REAL, offsetof(knap_text_settings, outcome_penalty), 1, 0, 1e6, NULL,
     "Penalise sentences if none tells how the story ended"},
    {"point-bonus", KNAP_PARAM_REAL, offsetof(knap_text_settings, point_bonus), 5, 0, 1e6, NULL,
     "Favour sentences that say what a single document is about"},
    {"trim", KNAP_PARAM_CHOICE, offsetof(knap_text_settings, trim), KNAP_TRIM_CLAUSES, 0, 2, trim_names,
     "Offer sentences without \"But\" and brackets, or clauses too"},
    {"filter", KNAP_PARAM_SET, offsetof(knap_text_settings, filter), KN_FLAW_DEFAULT_FILTER, 0, 0, kn_flaw_names,
     "Never pick sentences of these kinds"},
    {NULL, KNAP_PARAM_COUNT, 0, 0, 0, 0, NULL, NULL}};

const knap_param *knap_text_settings_table(void)
{
    return TABLE;
}

void knap_text_settings_init(knap_text_settings *settings)
{
    if (!settings)
        return;
    knap_params_init(TABLE, settings);
}

void knap_text_settings_for_rouge(knap_text_settings *settings)
{
    if (!settings)
        return;
    settings->reward = KNAP_TEXT_ROUGE_1;
    settings->trim = KNAP_TRIM_NONE;
    settings->words &= ~(unsigned)KN_GROUP_DATES; /* no gain in ROUGE-1: see docs/RESULTS.md */
    settings->name_penalty = settings->standalone_penalty = settings->style_penalty = 0;
    settings->superseded_penalty = settings->teaser_penalty = settings->outcome_penalty = 0;
    settings->point_bonus = 0;
    settings->filter = KN_FLAW_QUOTES | KN_FLAW_CAPITALS | KN_FLAW_FRAGMENT;
}

/* What the systems of the paper have for sentences, by cross-validation: docs/PAPER.md. All of them have vectors by sentences with
 * function words. Theorem 1 is for r = 1, the paper's benefit; a little less picks longer sentences. */
static const struct {
    const char *system, *preset;
} PAPER[] = {{"submod", NULL},  {"submod2011", NULL},   {"dpp", NULL},
             {"dpp-mbr", NULL}, {"conseqopt", "r=0.9"}, {"scp", "r=0.9"}};
enum { PAPER_SYSTEMS = sizeof PAPER / sizeof *PAPER };

/* Its row, or PAPER_SYSTEMS. */
static size_t find_paper(const char *system)
{
    size_t at = 0;
    while (at < PAPER_SYSTEMS && !(system && strcmp(system, PAPER[at].system) == 0))
        at++;
    return at;
}

void knap_text_settings_for_system(knap_text_settings *settings, const char *system)
{
    if (!settings || find_paper(system) == PAPER_SYSTEMS)
        return;
    settings->idf = KNAP_TEXT_IDF_SENTENCES;
    settings->stop = true;
}

const char *knap_text_preset(const char *system)
{
    size_t at = find_paper(system);
    return at < PAPER_SYSTEMS ? PAPER[at].preset : NULL;
}
