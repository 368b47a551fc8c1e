/* text/clauses.h - finds clauses of a sentence that can be cut without changing what the rest says: who reported it, relative and
 * participial clauses, descriptions and ages behind names, scenes before the main clause. Knows words and commas, no grammar: in
 * doubt nothing is cut. The words of a language are a row of clause_words.c; other languages have no such cuts. */
#pragma once

#include "knap/text.h"
#include "base/symbols.h"

enum { KN_MOST_CLAUSES = 3, KN_MOST_ENDINGS = 16 /* of verbs */ };

/* What a word may be; each class is a list of the table. */
typedef enum kn_clause_class {
    KN_CLAUSE_RELATIVE,   /* opens a relative clause behind a comma */
    KN_CLAUSE_PLACE,      /* a relative word that opens such a clause only behind a name */
    KN_CLAUSE_PARTICIPLE, /* opens a participial clause behind a comma */
    KN_CLAUSE_ARTICLE,    /* opens a description behind a name, or a subject */
    KN_CLAUSE_SCENE,      /* opens a sentence with what happens around it */
    KN_CLAUSE_ACCORDING,  /* opens the name of a source */
    KN_CLAUSE_SOURCE,     /* who reports facts and takes no side */
    KN_CLAUSE_SAYS,       /* a verb that reports and does not judge */
    KN_CLAUSE_TAIL,       /* may follow such a verb: days, "reporters" */
    KN_CLAUSE_VERB, /* a finite verb, which goes on with a main clause; with a hyphen first: an ending of such verbs */
    KN_CLAUSE_NO_VERB,   /* has the ending of a verb or a participle and is none */
    KN_CLAUSE_JOIN,      /* joins the parts of a list */
    KN_CLAUSE_KEEP,      /* negates, makes a condition, accuses: a clause with it is not cut */
    KN_CLAUSE_OPINION,   /* a modal verb or a judgement: a sentence with it keeps its source */
    KN_CLAUSE_PRONOUN,   /* may refer to what a scene names */
    KN_CLAUSE_TIME,      /* a scene with it tells when, and is not cut */
    KN_CLAUSE_OBJECT,    /* may follow a participle that opens a clause */
    KN_CLAUSE_AUXILIARY, /* a finite auxiliary verb */
    KN_CLAUSE_OPENS,     /* opens a clause with a verb of its own */
    KN_CLAUSE_LEADS,     /* opens what stands before a main clause, with a comma */
    KN_CLAUSE_AGE,       /* stands beside the number of an age */
    KN_CLAUSE_CLASSES
} kn_clause_class;

typedef struct kn_clause_words {
    const char *code;                    /* of the language */
    const char *list[KN_CLAUSE_CLASSES]; /* words in lower case with spaces between them, or NULL */
} kn_clause_words;

/* The table ends with a row without code. */
extern const kn_clause_words kn_clause_table[];

/* The words of one language by their classes. */
typedef struct kn_clauses {
    const kn_clause_words *words; /* NULL: no clauses are cut */
    kn_symbols known;
    uint32_t *class;                     /* [known.count] bits of kn_clause_class */
    const char *ending[KN_MOST_ENDINGS]; /* [endings] in the list of verbs, without the hyphen */
    size_t endings;
} kn_clauses;

/* False when memory is out; it is to be freed in any case. */
bool kn_clauses_begin(kn_clauses *clauses, const char *code, const knap_allocator *allocator);
void kn_clauses_free(kn_clauses *clauses);

/* Finds clauses of a sentence, valid UTF-8 with single spaces, each of which can be cut whether or not the others are: cut[count],
 * in order; two may touch. */
size_t kn_clauses_find(const kn_clauses *clauses, const char *text, size_t length, knap_cut cut[KN_MOST_CLAUSES]);
