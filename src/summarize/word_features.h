/* summarize/word_features.h - a cluster's words as the word model sees them. */
#ifndef KNAP_SUMMARIZE_WORD_FEATURES_H
#define KNAP_SUMMARIZE_WORD_FEATURES_H

#include "summarize/word_background.h"

enum { KN_WORD_FEATURES = 57, KN_SLOPED_FEATURES = 7 };
extern const char *const kn_word_feature_names[KN_WORD_FEATURES];

/* What a word model may look at besides the constant: features in groups, the same once more for function words alone, and
 * common words themselves. A setting's set of names. */
enum {
    KN_WORD_GROUPS = 9,
    KN_ALL_WORD_GROUPS = (1 << KN_WORD_GROUPS) - 1,
    KN_GROUP_FUNCTION = 128,
    KN_GROUP_INDICATORS = 256
};
extern const char *const kn_word_group_names[];

/* The words of a story that its documents have. */
typedef struct kn_word_table {
    const knap_allocator *allocator;
    size_t count, room;
    uint32_t *word;       /* [count] the story's number */
    uint32_t *times;      /* [count] occurrences */
    unsigned char *stop;  /* [count] */
    float *feature;       /* [count][KN_WORD_FEATURES] */
    size_t references;    /* 0: unknown */
    size_t *target_start; /* [count + 1] */
    float *target;        /* share of the references with the word at least k times, k = 1, 2, ... */
} kn_word_table;

/* `own`: the story's own documents are part of the background, and are taken out of it. Free in any case. */
knap_status kn_word_table_make(kn_word_table *table, const kn_story *story, const kn_background *background, int own,
                               knap_error *error);
/* Takes from the table what is not in `groups`. */
void kn_word_table_forget(kn_word_table *table, unsigned groups);
void kn_word_table_free(kn_word_table *table);

#endif
