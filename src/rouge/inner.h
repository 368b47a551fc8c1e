/* rouge/inner.h - what knap's own programs and other layers use of this layer beyond knap/rouge.h: formats of texts,
 * tokenizers, exceptions, topics and scores of a set. */
#pragma once

#include "base/inner.h"
#include "knap/rouge.h"

/* ---- Options ---- */

const knap_param *knap_rouge_options_table(void);

/* ---- Texts ---- */

typedef enum knap_rouge_format {
    KNAP_ROUGE_SPL,  /* one segment per line; empty lines are skipped */
    KNAP_ROUGE_SEE,  /* SEE's HTML: <a name="1">[1]</a> <a href="#1" id=1>text</a> */
    KNAP_ROUGE_ISI,  /* <S SNTNO="1">text</S> */
    KNAP_ROUGE_PLAIN /* running text, one segment */
} knap_rouge_format;

/* The format with the name SPL, SEE, ISI or PLAIN, in upper or lower case; -1 for other names. */
int knap_rouge_format_find(const char *name);
/* Finds the segments of a file's bytes. They point into `bytes`; *segment is an array of *count that the
 * caller gives back with knap_rouge_segments_free and the same allocator and count. */
knap_status knap_rouge_split(knap_rouge_format format, const char *bytes, size_t length,
                             const knap_allocator *allocator, knap_rouge_segment **segment, size_t *count,
                             knap_error *error);
void knap_rouge_segments_free(knap_rouge_segment *segment, size_t count, const knap_allocator *allocator);

/* ---- The scorer ---- */

const knap_rouge_options *knap_rouge_get_options(const knap_rouge *rouge);
const knap_allocator *knap_rouge_allocator(const knap_rouge *rouge);

/* Adds irregular forms, which are not stemmed but replaced by their base: from a file of lines "form TAB base", or from a folder
 * with at least one of WordNet's adj.exc, adv.exc, noun.exc and verb.exc. If a form has two bases, the later one is used. */
knap_status knap_rouge_add_exceptions(knap_rouge *rouge, const char *path, knap_error *error);
size_t knap_rouge_exception_count(const knap_rouge *rouge);
/* Adds stop words, which are left out, from a file with one word per line. */
knap_status knap_rouge_add_stopwords(knap_rouge *rouge, const char *path, knap_error *error);
size_t knap_rouge_stopword_count(const knap_rouge *rouge);

/* Takes one word and what is counted for it (its stem, or the word again); both are the tokenizer's and are
 * copied. A return other than 0 asks the tokenizer to stop and to return that number. */
typedef int (*knap_rouge_emit)(void *sink, const char *word, size_t word_length, const char *stem, size_t stem_length);
/* Hands the words of a segment to `emit` in their order. Returns 0, or what emit returned, or -1 when memory
 * is out. Called from several threads at once. A byte limit can cut a segment within a character. */
typedef int (*knap_rouge_tokenizer)(void *context, const char *bytes, size_t length, knap_rouge_emit emit, void *sink);
/* Uses this tokenizer instead of ROUGE-1.5.5's; NULL restores that one. Stop words are still left out; stems and irregular
 * forms are up to the tokenizer. `context` must outlive the scorer. */
void knap_rouge_set_tokenizer(knap_rouge *rouge, knap_rouge_tokenizer tokenizer, void *context);
/* Hands the tokens of a segment, as they are counted, to `emit`; stop words are left out. Returns what a
 * tokenizer does. */
int knap_rouge_tokens(const knap_rouge *rouge, const char *bytes, size_t length, knap_rouge_emit emit,
                      void *sink);

/* ---- Whole evaluations ---- */

const knap_rouge *knap_rouge_set_scorer(const knap_rouge_set *set);

/* The share of the letters of the references that ROUGE-1.5.5's words, which are ASCII, leave out. */
double knap_rouge_set_unseen(const knap_rouge_set *set);
/* Guesses the language of most of the references, for knap_rouge_set_language; a static string, "und" for a set without
 * references. */
const char *knap_rouge_set_guess(const knap_rouge_set *set);
/* Topics in the order of their first mention. */
size_t knap_rouge_set_topic_count(const knap_rouge_set *set);
const char *knap_rouge_set_topic(const knap_rouge_set *set, size_t topic);
/* The topic of that name; knap_rouge_set_topic_count for none. */
size_t knap_rouge_set_find_topic(const knap_rouge_set *set, const char *name);
size_t knap_rouge_set_reference_count(const knap_rouge_set *set, size_t topic);
/* The system of that name; knap_rouge_set_system_count for none. */
size_t knap_rouge_set_find_system(const knap_rouge_set *set, const char *name);
/* Whether the system has a summary for the topic. */
bool knap_rouge_set_has(const knap_rouge_set *set, size_t topic, size_t system);

/* After knap_rouge_set_evaluate: the summaries of a system in the script's order, their names "TOPIC.SYSTEM",
 * and their scores [measures]. */
size_t knap_rouge_set_count(const knap_rouge_set *set, size_t system);
const char *knap_rouge_set_name(const knap_rouge_set *set, size_t system, size_t index);
const knap_rouge_score *knap_rouge_set_scores(const knap_rouge_set *set, size_t system, size_t index);
