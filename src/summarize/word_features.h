/* summarize/word_features.h - a cluster's words as the word model sees them. */
#pragma once

#include "summarize/word_background.h"
#include "summarize/word_rows.h"

#define KN_WORD_COUNT(name, group, value) +1
#define KN_GROUP_NUMBER(id, name) KN_GROUP_NUMBER_##id,
#define KN_GROUP_BIT(id, name) KN_GROUP_##id = 1 << KN_GROUP_NUMBER_##id,

enum { KN_WORD_FEATURES = 0 KN_WORD_ROWS(KN_WORD_COUNT), KN_SLOPED_FEATURES = 7 };
extern const char *const kn_word_feature_names[KN_WORD_FEATURES];

enum { KN_WORD_GROUP_ROWS(KN_GROUP_NUMBER) KN_WORD_GROUPS };
/* Sets of groups, as a setting has them. */
enum { KN_WORD_GROUP_ROWS(KN_GROUP_BIT) KN_ALL_WORD_GROUPS = (1 << KN_WORD_GROUPS) - 1, KN_GROUP_ALWAYS = 0 };
extern const char *const kn_word_group_names[];

enum { KN_MOST_TIMES = 12 }; /* occurrences of a word in a reference that are predicted */

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

/* Fills the table. With `own` the story's own documents are part of the background, and are not counted. Free in any case. */
knap_status kn_word_table_make(kn_word_table *table, const kn_story *story, const kn_background *background, bool own,
                               knap_error *error);
/* Sets the features of all groups that are not in `groups` to 0. */
void kn_word_table_forget(kn_word_table *table, unsigned groups);
void kn_word_table_free(kn_word_table *table);
