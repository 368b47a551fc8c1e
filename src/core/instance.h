/* core/instance.h - an instance's parts as arrays. Systems, rewards and views read these, never text. */
#pragma once

#include "core/inner.h"
#include "base/symbols.h"

/* Rows of (id, value) pairs of varying length, ids rising within a row. */
typedef struct kn_rows {
    size_t *start; /* [count + 1] */
    uint32_t *id;  /* [start[count]]; NULL where all rows are dense and of one width */
    double *value; /* [start[count]] */
    size_t width;  /* dense: numbers in a row; sparse: largest id + 1 */
} kn_rows;

/* H_w(c), and the same with q^2 for q. */
typedef struct kn_worth {
    double sum, squares;
} kn_worth;

/* The place of a concept's sums H_w(0) .. H_w(count) in worth_sum. */
typedef struct kn_expectation {
    size_t first, count;
} kn_expectation;

typedef struct kn_target {
    uint32_t concept_id;
    double cap;
} kn_target;

/* An item introduces a term, or needs it to be introduced. */
typedef struct kn_term_use {
    uint32_t item, term;
    bool introduces;
    double weight; /* of a need, in expected hits */
} kn_term_use;

enum { KN_MOST_TERMS = 1 << 24 };

/* The parts of an item's first text that its text is made of now. */
typedef struct kn_excerpt {
    struct kn_excerpt *next;
    size_t item, count;
    knap_span *span; /* [count] */
} kn_excerpt;

struct knap_instance {
    knap_data *data;
    char *id;             /* NULL: none */
    char *source;         /* NULL: none; see knap_instance_set_source */
    char *query;          /* NULL: none */
    double *query_vector; /* [query_width] NULL: none */
    size_t query_width;
    size_t line;
    double budget; /* NaN: none given */
    size_t count;
    double *cost;          /* [count] */
    double *worth;         /* [count] */
    kn_term_use *term_use; /* [term_uses] */
    size_t term_uses, terms;
    double *charge; /* [charge_rows] what each item costs in every list, in expected hits; 0 above */
    size_t charge_rows;
    float *feature;       /* [count][width] */
    double *inverse_norm; /* [count] 1 / |vector|, 0 where there is none */
    char **item_id;       /* [count] each may be NULL; NULL where no item has one */
    char **item_text;     /* [count] the same */
    char **item_source;   /* [count] the same */
    double *score;        /* [count] how relevant the item is by the data; NaN: not given; NULL where no item has one */
    double *match;        /* [count] BM25 of the query's words in its text; NaN or NULL: not known */
    double *shared;       /* [count] the same for the share of the query's words, by idf, and for the rarest of them */
    double *rarest;
    double *evidence;     /* what kn_evidence finds, while kn_keep_evidence keeps it; NULL: not kept */
    double *useful;       /* [count] how useful the item is by its label; NaN: not given; NULL where no item has one */
    double *position;     /* [count] the same for its place in its group, and for its date, in days since 1970 */
    double *date;
    size_t uncosted; /* items whose cost is NaN, to be set before packing */
    kn_rows vector, concept;
    size_t *group;     /* [count] documents from 1, 0: unknown; NULL where no item has one */
    char **group_name; /* the name of group g at g - 1, or NULL; NULL where no group has one */
    uint32_t
        *alternative;    /* [count] groups of which a list has at most one item, 0: none; NULL where no item has one */
    size_t alternatives; /* the largest group */
    /* [duplicate_rows] the item that each repeats, UINT32_MAX: none; the items above repeat none */
    uint32_t *duplicate_of;
    size_t duplicate_rows;
    uint32_t *group_slot; /* [group_rows] the groups as numbers 1 .. group_slots, 0: none; where group_limit is not 0 */
    size_t group_rows, group_slots;
    size_t group_limit; /* a list has at most so many items of a group; 0: any number */
    size_t item_limit;  /* a list has at most so many items; 0: any number */
    unsigned char
        *choice; /* [choice_rows] knap_choice of each item, and above KN_CHOICE why it is banned; free above */
    size_t choice_rows, pins; /* `pins` of them are pinned */
    unsigned char *kind;      /* [kinds] knap_concept of each concept below `kinds`, plain above */
    size_t kinds;
    kn_expectation *expect; /* [expects] of the concepts below; of those above nothing is expected */
    kn_worth *worth_sum;    /* [worths] */
    size_t expects, worths;
    size_t predicted;  /* 1 + the first concept that a model of passages added; 0: none did */
    uint32_t *flaws;   /* [flaw_rows] bits of each item's kinds; the items above have none */
    uint32_t *support; /* [support_rows] the item that each depends on, or KN_NO_SUPPORT, KN_SUPPORT_OUTSIDE */
    size_t flaw_rows, support_rows;
    double mass;       /* of a list that would earn the whole reward; 0: unknown */
    kn_target *target; /* [targets] */
    size_t targets, width;
    const knap_reward *reward;
    const void *reward_context;
    const knap_log *log; /* in the arena, as the answer is; NULL: none */
    const char *answer;
    kn_excerpt *cut;   /* items whose texts were cut, in the arena */
    kn_arena arena;    /* ids and texts */
    unsigned borrowed; /* KN_BORROWED_...: arrays of the caller; see core/borrow.h */
};

enum { KN_BORROWED_COST = 1, KN_BORROWED_FEATURE = 2, KN_BORROWED_VECTOR = 4 };

struct knap_data {
    const knap_allocator *allocator;
    kn_symbols features, flaws;
    size_t flaw_columns;      /* see kn_flaw_columns; SIZE_MAX: all */
    knap_instance **instance; /* [count] */
    size_t count;
    knap_instance **spare; /* [spares] empty instances, to be used again */
    size_t spares;
    size_t jobs; /* threads that free the instances: as many as have read them; 0 means 1 */
};

/* What a concept was marked as, a knap_concept. */
static inline unsigned kn_concept_kind(const knap_instance *instance, uint32_t concept_id)
{
    return concept_id < instance->kinds ? instance->kind[concept_id] : KNAP_CONCEPT_PLAIN;
}

/* The largest cost or budget. Above this, sums of costs lose whole units. */
#define KN_LARGEST_COST 1e15
/* The largest amount of any other number of an item, and the number above the largest id. */
#define KN_LARGEST_VALUE 1e30
#define KN_LARGEST_ID (UINT32_C(1) << 28)

/* Whether a concept counts as a word of the item: neither a pair of words nor an answer. */
static inline bool kn_is_word(const knap_instance *instance, uint32_t concept_id)
{
    unsigned kind = kn_concept_kind(instance, concept_id);
    return kind != KNAP_CONCEPT_BIGRAM && kind != KNAP_CONCEPT_ANSWER;
}

/* Whether any item of the instance, or of any instance of the data, has a similarity vector. */
bool kn_instance_has_vectors(const knap_instance *instance);
bool kn_data_has_vectors(const knap_data *data);
/* Frees an instance that is in no data; NULL is allowed. */
void kn_instance_free(knap_instance *instance);
/* Widens the feature rows of every instance to the number of features of the data. */
knap_status kn_data_widen(knap_data *data, knap_error *error);
/* gram[c] = cosine(item, candidate[c]), or cosine(item, c) where `candidate` is NULL. `scratch` has room for
 * instance->vector.width numbers, all 0, and is left so. */
void kn_gram_row(const knap_instance *instance, size_t item, const uint32_t *candidate, size_t candidates, double *gram,
                 double *scratch);
/* The same on `jobs` threads. */
void kn_gram_row_jobs(const knap_instance *instance, size_t item, const uint32_t *candidate, size_t candidates,
                      double *gram, double *scratch, size_t jobs);
/* The items by dimension, of an instance with sparse vectors: item[start[d]] .. item[start[d + 1] - 1], rising. For who wants many rows:
 * only items that share a dimension are looked at. */
typedef struct kn_gram_index {
    size_t *start; /* [dimensions + 2] */
    uint32_t *item;
    double *value;
} kn_gram_index;
/* False when memory is out. */
bool kn_gram_index_make(kn_gram_index *index, const knap_instance *instance, kn_arena *arena);
/* gram[count]: the bits of kn_gram_row, whose terms are added in the same order. */
void kn_gram_index_row(const kn_gram_index *index, const knap_instance *instance, size_t item, double *gram);
/* Adds the products of the item's vector and those of all items to sum[count]. */
void kn_gram_index_add(const kn_gram_index *index, const knap_instance *instance, size_t item, double *sum);
/* KNAP_USAGE where a list is not one of the instance's items; kn_check_distinct: or has an item twice. */
knap_status kn_check_list(const knap_instance *instance, const knap_list *list, knap_error *error);
knap_status kn_check_distinct(const knap_instance *instance, const knap_list *list, knap_error *error);
/* KNAP_BAD_INPUT unless there is a budget and all items have costs. */
knap_status kn_instance_ready(const knap_instance *instance, knap_error *error);
/* "instance 'a'" or "instance 3", with " (line 7)" where known, for messages. */
const char *kn_instance_label(const knap_instance *instance, char *text, size_t size);
