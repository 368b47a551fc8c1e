/* passages/passages.h - completing an instance, step by step. */
#pragma once

#include "passages/inner.h"
#include "passages/worths.h"
#include "text/languages.h"

struct knap_passages {
    const knap_allocator *allocator;
    knap_passages_settings settings;
    kn_open_languages languages;
    kn_texts texts;       /* of the instance completed last */
    kn_worth_model model; /* without weights: there is none */
};

/* Why completion banned an item; knap_instance_choice has no more than that it did. */
typedef enum kn_cause { KN_CAUSE_NONE, KN_CAUSE_SCORE, KN_CAUSE_RATIO } kn_cause;
/* Bans an item that is free. */
knap_status kn_exclude(knap_instance *instance, size_t item, kn_cause cause, knap_error *error);

/* Reads the texts of an instance. False in *any where it has none. */
knap_status kn_passages_read(knap_passages *passages, const knap_instance *instance, bool pairs, bool *any,
                             knap_error *error);
/* Vectors, scores, limits and duplicates of the instance that was read; the limits only where it has no `texts`. */
knap_status kn_passages_fill(knap_passages *passages, knap_instance *instance, bool texts, knap_completion *done,
                             knap_error *error);
/* The words and pairs of the texts become concepts of the instance, expected to be worth what the table says. Concepts that the
 * instance had become answers. */
knap_status kn_passages_expect(const kn_texts *texts, const kn_worth_table *table, knap_instance *instance,
                               knap_error *error);
