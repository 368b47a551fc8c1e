/* passages/worths.h - how likely is each word, and each pair of words, part of what a list should say?
 *
 *     words of the texts + relevance of the items -> features of a word -> logistic regression -> expected worth
 *
 * In training the answers say which words they are: a word stands for a fact to the degree that the items with the word are the
 * items that cover the fact. */
#pragma once

#include "passages/texts.h"

/* One row per word and pair of the instance's texts that some relevant item has. */
typedef struct kn_worth_table {
    const knap_allocator *allocator;
    size_t rows, features;
    uint32_t *concept_id; /* [rows] a word below `words`, a pair from there on */
    float *feature;       /* [rows][features] */
    uint32_t *own[2]; /* [rows] the stem, or the two of a pair; `words` of an indicator table are looked up by name */
    float *label;     /* [rows] from 0 to 1, in training */
    double *worth;    /* [rows] predicted */
    size_t words;     /* of the texts */
    kn_symbols stem;  /* the stems of the rows: `own` are its numbers */
    kn_arena arena;
} kn_worth_table;

/* The features of all words of an instance. `user` static features of the items, the first ones, are looked at too. */
knap_status kn_worth_features(kn_worth_table *table, const kn_texts *texts, const knap_instance *instance, size_t user,
                              knap_error *error);
/* The labels of the rows, from the instance's reward. */
knap_status kn_worth_labels(kn_worth_table *table, const kn_texts *texts, const knap_instance *instance,
                            knap_error *error);
void kn_worth_table_free(kn_worth_table *table);

/* Features of a row for so many static features of the items; the name of one. */
size_t kn_worth_width(size_t user);

typedef struct kn_worth_model {
    const knap_allocator *allocator;
    size_t user;       /* static features of the items that words have a share of */
    size_t features;   /* kn_worth_width(user) */
    double *weight;    /* [2 * features] of words, then of pairs; NULL: there is no model */
    kn_symbols own;    /* words that several instances of the training data have */
    double *indicator; /* [own.count] their own weights */
} kn_worth_model;

/* Fits the model to tables with labels whose fold is not `left_out`. */
knap_status kn_worth_fit(kn_worth_model *model, const kn_worth_table *table, const unsigned char *fold, size_t count,
                         unsigned char left_out, size_t user, knap_error *error);
/* table->worth of all rows. */
knap_status kn_worth_predict(const kn_worth_model *model, kn_worth_table *table, knap_error *error);
void kn_worth_model_free(kn_worth_model *model);

void kn_worth_model_write(const kn_worth_model *model, kn_text *text);
/* KNAP_BAD_MODEL if the lines are damaged. */
knap_status kn_worth_model_read(kn_worth_model *model, const char *text, const knap_allocator *allocator,
                                knap_error *error);
