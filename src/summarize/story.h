/* summarize/story.h - a cluster as the features use it: its sentences, their vectors, words and
 * centralities, and what the references say. */
#pragma once

#include "summarize/inner.h"
#include "summarize/bigrams.h"
#include "summarize/counts.h"
#include "text/word_stream.h"
#include "text/trim.h"

/* The section of a structured document that a line is in. */
typedef enum kn_section_kind {
    KN_SECTION_OTHER,
    KN_SECTION_MAIN, /* abstract, introduction, description: what the document is about */
    KN_SECTION_END,  /* conclusions, results, decisions */
    KN_SECTION_ASIDE /* installation, licence, thanks, history: about the document or its use */
} kn_section_kind;

typedef struct kn_story_line {
    size_t document;
    const knap_sentence *sentence; /* the story's */
    const char *text;
    size_t length, words, characters; /* words: what spaces separate, or ICU in languages without spaces */
    size_t first_word, end_word;      /* its words in the story's stream */
    size_t pronouns;
    double similarity;       /* mean cosine to the other sentences */
    double lexrank;          /* times the number of sentences: 1 on average */
    double central;          /* in a single document: from 0 to 1, see centrality.h; 0 in others */
    double standalone;       /* share of documents whose first sentence looks no more self-contained; see surface.h */
    double answers;          /* how near it is to the query, over the nearest; 0 without a query: see query.h */
    double style;            /* share of reference sentences that look no more like one */
    kn_section_kind section; /* of a single document with headings; see sections.h */
    size_t under;            /* headings before it in a single document, without its title */
    bool names;              /* begins with the name of a single document's subject: its title's first word, or its file's */
    double point;            /* how likely it says what a single document is about: from -INFINITY to 0; see point.h */
    bool defines;            /* says what the document's title is: "X is a ..." */
    bool ended;              /* a full stop stands for the colon of a definition, or at the end of an item: it is no piece */
    bool repeats;            /* an earlier line, or it has no word that counts */
    bool begun;              /* an item that begins in lower case is shown with a capital, or without the files that it begins with */
    bool future;             /* announces future events */
    bool superseded;         /* by a line of a later document: see supersede.h */
    double teaser;           /* from 0 to 1: opens a document and is unlike the others; see leads.h */
    bool outcome;            /* tells how the story ended: see leads.h */
    size_t same;             /* 1 + the first line that is nearly identical to it; 0: there are no others. See leads.h */
    bool speaks;             /* has a word for the speaker or the listener: I, you */
    bool points_back;        /* refers to what was said before it: see dependence.c */
    unsigned flaws;          /* KN_FLAW_..., those that count in this story */
    bool candidate;          /* may be picked */
    bool featured;           /* it or a trimmed form of it may be picked */
    size_t place;            /* its own number; of a trimmed form, that of the line it is a form of */
    size_t form, forms;      /* the number of its first trimmed form, behind which the others stand, and how many it has */
    knap_cut *cut;           /* [cuts] bytes of that line's text that a trimmed form leaves out */
    size_t cuts;
} kn_story_line;

/* What is known of one occurrence of a word. */
enum {
    KN_TOKEN_CAPITAL = 1,
    KN_TOKEN_ED = 2, /* how the form ends, where it is written in Latin letters */
    KN_TOKEN_ING = 4,
    KN_TOKEN_LY = 8,
    KN_TOKEN_S = 16,
    KN_TOKEN_PRONOUN = 32, /* a personal pronoun */
    KN_TOKEN_STOP = 64     /* a function word; in the notes of the vocabulary alone */
};

/* ROUGE's words in their order: those of line i are start[i] .. start[i+1]-1. */
typedef struct kn_tokens {
    size_t *start;
    uint32_t *id;
    unsigned char *flags;
    size_t count;
} kn_tokens;

/* A line introduces a name, in full, or needs it to be introduced: see names.h. */
typedef struct kn_name_use {
    uint32_t line, word;
    bool introduces;
} kn_name_use;

typedef struct kn_story {
    const knap_allocator *allocator;
    const char *language;
    bool content;      /* function words earn nothing: the reward `content` */
    bool by_sentences; /* words weigh in vectors by the lines that have them, not by training documents */
    bool keeps_stop;   /* vectors have function words, and document frequencies count them */
    kn_arena arena;
    knap_sentences **split; /* [documents] */
    uint32_t *day;       /* [documents] YYYYMMDD; 0: not known. One without takes the day of the one named before it */
    double *recency;     /* [documents] 0 for the oldest day, 1 for the newest; 1/2 where there is only one */
    kn_story_line *line; /* [lines] all sentences but furniture, in the order of the documents */
    size_t lines, documents;
    bool asked;   /* there is a query, and lines answer it */
    bool licence; /* a single document whose sentences are mostly about a licence */
    bool narrative; /* a single document that tells a story: no manual */
    bool log;     /* a single document that lists changes, the newest first */
    bool spoken;  /* the documents name several speakers: it is a conversation */
    const char *speaker; /* the last who is named, while it is read; NULL: none */
    bool ends;    /* a line that may be picked tells how it ended */
    bool leads;   /* documents begin as summaries do; false where references show that they do not */
    size_t forms; /* trimmed forms of lines, which stand behind all lines in `line`, `counts`, `pairs` and `tokens` */
    const knap_sentence *heading; /* the title of a single document; NULL: it has none that says something */
    size_t title; /* the row of the title, the last of the forms: it may open the summary if no sentence has its words; 0: none */
    kn_word_stream stream;       /* the words of the documents, furniture included, in their order */
    size_t *document_start; /* [documents + 1] where the words of each document begin in the stream */
    knap_idf *frequencies;  /* how many lines have each stem, with by_sentences; NULL until kn_story_weigh */
    knap_vectors *vectors;  /* [lines] tf-idf; NULL until kn_story_weigh */
    kn_name_list word;      /* ROUGE's words, of lines and references */
    unsigned char *stop;    /* [words] 1 for function words */
    kn_bigrams bigram;      /* of two words that are not both function words */
    kn_counts counts;       /* [lines] words */
    kn_counts pairs;        /* [lines] bigrams */
    kn_counts titles;       /* [headlines] words */
    kn_counts references;   /* [references] */
    kn_tokens tokens;       /* [lines] */
    kn_name_use *name;      /* [names] by rising line */
    size_t names;
} kn_story;

/* Whether a word counts in the reward. */
static inline bool kn_story_rewards(const kn_story *story, uint32_t word)
{
    return !(story->content && story->stop[word]);
}

/* Lines at the start of a document that may define its subject. */
enum { KN_FIRST_LINES = 3 };

/* The fewest words that a line must have to be picked: half of min_words for the first lines of a single document, for those that
 * begin with the name of its subject, because definitions are often short, and for the entries of a list of changes. */
static inline size_t kn_line_min_words(const kn_story *story, const kn_story_line *line, size_t min_words)
{
    bool first = line->place < KN_FIRST_LINES && !line->points_back && line->sentence->block == KNAP_BLOCK_PARAGRAPH;
    bool entry = story->log && line->ended && line->place &&
                 line->sentence->paragraph != story->line[line->place - 1].sentence->paragraph;
    bool may_define = (line->place == 0 || line->names || first || entry) && line->sentence->block != KNAP_BLOCK_QUOTE;
    return story->documents == 1 && may_define ? min_words / 2 : min_words;
}

/* Whether a single document has headings below its title, or entries as a list of changes has. */
static inline bool kn_story_has_sections(const kn_story *story)
{
    return story->log || (story->lines > 0 && story->line[story->lines - 1].under > 0);
}

/* Whether what is not likely to say what a single document is about is a detail: not in stories, and not in licences and lists of
 * changes, which are nothing but details. */
static inline bool kn_story_has_details(const kn_story *story)
{
    return kn_story_has_sections(story) && !story->log && !story->licence && !story->narrative;
}

/* Lines and their trimmed forms: what a summary may be made of. Statistics are of lines alone. */
static inline size_t kn_story_rows(const kn_story *story)
{
    return story->lines + story->forms;
}

void kn_story_free(kn_story *story);
/* Frees the stream, which only what is read from the text is made from. */
void kn_story_forget_words(kn_story *story);
/* The share of the documents that have each bigram into share[story->bigram.numbers.count]; 0 for those in one
 * document only. False when memory is out. */
bool kn_pair_shares(const kn_story *story, double *share);
