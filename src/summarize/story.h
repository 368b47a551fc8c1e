/* summarize/story.h - a cluster as the features see it: its sentences, their vectors, words and centralities, and what the
 * references say. */
#ifndef KNAP_SUMMARIZE_STORY_H
#define KNAP_SUMMARIZE_STORY_H

#include "knap/rouge.h"
#include "knap/summarize.h"
#include "base/symbols.h"

/* What reads ill in a summary, in the order of kn_flaw_names. All but dependent are flaws of the line itself; a line that leans
 * reads well behind the one before it. */
enum {
    KN_FLAW_QUOTES = 1,
    KN_FLAW_CAPITALS = 2,
    KN_FLAW_FRAGMENT = 4,
    KN_FLAW_QUESTION = 8,
    KN_FLAW_DEPENDENT = 16,
    KN_FLAW_ALL = 31
};
extern const char *const kn_flaw_names[]; /* as the choices of a knap_param, with a name for several */

typedef struct kn_line {
    size_t document;
    const knap_sentence *sentence; /* the story's */
    const char *text;
    size_t length, words, characters; /* words: what white space separates */
    size_t pronouns;
    double similarity; /* mean cosine to the other sentences */
    double lexrank;    /* times the number of sentences: 1 on average */
    int speaks;        /* of who speaks or is spoken to */
    int points_back;   /* to what was said before it: see words.c */
    unsigned flaws;    /* KN_FLAW_..., as far as they count in this story */
    int candidate;
} kn_line;

/* Counts of words by line: row i is id[start[i]] .. id[start[i+1]-1]. */
typedef struct kn_counts {
    size_t *start;
    uint32_t *id;
    double *count;
    size_t start_capacity, id_capacity, count_capacity, rows;
    double *seen; /* [ids] counts of the row under way, zeros between rows */
    size_t seen_capacity;
} kn_counts;

/* What is known of one occurrence of a word. */
enum {
    KN_TOKEN_CAPITAL = 1,
    KN_TOKEN_ED = 2, /* how the form ends, where it is written in Latin letters */
    KN_TOKEN_ING = 4,
    KN_TOKEN_LY = 8,
    KN_TOKEN_S = 16
};

/* Words in their order: those of line i are start[i] .. start[i+1]-1. */
typedef struct kn_tokens {
    size_t *start;
    uint32_t *id;
    unsigned char *flags;
    size_t count, start_capacity, id_capacity, flags_capacity;
} kn_tokens;

/* The words of the line under way as the language has them. */
typedef struct kn_form {
    size_t begin, length; /* in `bytes` */
    unsigned flags;
} kn_form;

typedef struct kn_forms {
    kn_text bytes; /* the folded words, one behind the other */
    kn_form *form; /* [count] */
    size_t count, capacity;
    size_t at, used; /* the word that the last token was of, and how much of it */
} kn_forms;

typedef struct kn_story {
    const knap_allocator *allocator;
    const char *language;
    kn_arena arena;
    knap_sentences **split; /* [documents] */
    kn_line *line;          /* [lines] all sentences but furniture, in the order of the documents */
    size_t lines, line_capacity, documents;
    knap_vectors *vectors; /* [lines] tf-idf */
    kn_symbols word;       /* ROUGE's words, of lines and references */
    unsigned char *stop;   /* [words] 1 for function words */
    size_t stop_capacity;
    kn_symbols bigram;    /* of two words that are not both function words: their numbers, 8 bytes */
    kn_counts counts;     /* [lines] words */
    kn_counts pairs;      /* [lines] bigrams */
    kn_counts titles;     /* [headlines] words */
    kn_counts references; /* [references] */
    kn_tokens tokens;     /* [lines] */
    kn_forms forms;
} kn_story;

/* What one thread needs to read text in one language. */
typedef struct kn_tools {
    const knap_allocator *allocator;
    knap_language *language;
    knap_rouge *rouge;
} kn_tools;

/* Counts of the next row: begin, add each occurrence, end. 0 when memory is out. */
int kn_counts_begin(kn_counts *counts, const knap_allocator *allocator);
int kn_counts_add(kn_counts *counts, uint32_t id, const knap_allocator *allocator);
void kn_counts_end(kn_counts *counts);
void kn_counts_free(kn_counts *counts, const knap_allocator *allocator);

knap_status kn_tools_open(kn_tools *tools, const char *language, const knap_text_settings *settings,
                          const char *exceptions, const knap_allocator *allocator, knap_error *error);
void kn_tools_close(kn_tools *tools);

/* Reads a cluster. `story` is zero-initialised with an allocator; free in any case. */
knap_status kn_story_read(kn_story *story, const knap_cluster *cluster, const kn_tools *tools, const knap_idf *idf,
                          const knap_text_settings *settings, knap_error *error);
void kn_story_free(kn_story *story);

/* Mean cosine and LexRank of every line, from the vectors. */
knap_status kn_story_centrality(kn_story *story, knap_error *error);

#endif
