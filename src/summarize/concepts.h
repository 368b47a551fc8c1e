/* summarize/concepts.h - a story's words and pairs of words as the concepts of an instance: words by their numbers, pairs
 * behind them. */
#ifndef KNAP_SUMMARIZE_CONCEPTS_H
#define KNAP_SUMMARIZE_CONCEPTS_H

#include "summarize/word_model.h"

/* One line's concepts at a time. Zero-initialise it with an allocator. */
typedef struct kn_concept_row {
    const knap_allocator *allocator;
    uint32_t *id;
    double *amount;
    size_t count, id_capacity, amount_capacity;
} kn_concept_row;

/* 0 when memory is out. */
int kn_concepts_of_line(kn_concept_row *row, const kn_story *story, size_t line);
void kn_concept_row_free(kn_concept_row *row);

/* Says what the concepts are and what is expected of them: of a word what the model does, of a pair the square of the share of
 * documents that have it. */
knap_status kn_concepts_expect(knap_instance *instance, const kn_story *story, const kn_hopes *hopes, knap_error *error);

#endif
