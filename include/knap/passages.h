/* knap/passages.h - instances whose items are texts: computes what the data do not give.
 *
 *     texts -> words -> vectors, scores, near-duplicates -> instance, ready for any system
 *     texts + answers -> worths of words + policy -> model
 *
 * Document frequencies are those of the instance itself. The rules for arguments, failures and threads are in knap/base.h. */
#ifndef KNAP_PASSAGES_H
#define KNAP_PASSAGES_H

#include "knap/core.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct knap_passages_settings {
    /* Two texts are near-duplicates from this Jaccard similarity of their pairs of adjacent words on; 0: none are. */
    double duplicates;
    double min_score; /* items of a lower score are banned, unless they are pinned; -1e30: none are */
    /* Items of a lower relevance are banned, unless they are pinned. The relevance is (score - lowest) / (highest - lowest), so that
     * neither a summand nor a factor of all scores matters; 0: none are. */
    double min_ratio;
    /* Days in which the relevance of an item halves, by its date; 0: dates do not matter. The relevance times
     * 2^(-(newest date - date) / half_life) takes the place of the score. An item without a date counts as new. */
    double half_life;
    size_t per_group; /* a list has at most so many items of a group; 0: any number */
    bool words;       /* items without concepts get the words and pairs of words of their texts */
    unsigned ignores; /* knap_part: no vectors are made where the system that will pack ignores KNAP_PART_VECTORS */
} knap_passages_settings;

/* The names, ranges, defaults and help of the settings. */
KNAP_API const knap_param *knap_passages_table(void);
KNAP_API void knap_passages_init(knap_passages_settings *settings);

/* What completes instances. It keeps languages and memory from one instance to the next and serves one thread at a time. */
typedef struct knap_passages knap_passages;

/* `settings` may be NULL: the defaults. `model` may be NULL. Otherwise instances are made for its system: `words` and `ignores` are
 * those of the system, and where knap_passages_train made the model, instances get what its policy looks at. It must outlive
 * *passages. Free with knap_passages_free. */
KNAP_API knap_status knap_passages_new(const knap_passages_settings *settings, const knap_model *model,
                                       const knap_allocator *allocator, knap_passages **passages, knap_error *error);
KNAP_API void knap_passages_free(knap_passages *passages);

/* What a setting works on, and the instances of a completion do not have. */
typedef enum knap_missing {
    KNAP_MISSING_GROUP, /* per_group: no item has a group */
    KNAP_MISSING_DATE,  /* half_life: no item has a date */
    KNAP_MISSING_SCORE, /* min_score, min_ratio, half_life: no item has a score, and none could be computed */
    KNAP_MISSINGS
} knap_missing;
/* What to tell the user: "per-group has no effect: ..."; static, NULL for other values. */
KNAP_API const char *knap_missing_text(knap_missing missing);

/* What was computed for an instance. */
typedef struct knap_completion {
    size_t vectors;    /* items that got a vector */
    size_t scores;     /* items that got a score */
    size_t duplicates; /* items that repeat another one and are banned: see knap_instance_duplicate */
    size_t missing[KNAP_MISSINGS]; /* instances in which a setting had nothing to work on */
} knap_completion;

/* Computes from the texts of the items what the instance does not have:
 * - vectors: tf-idf of the words other than function words, where no item has a vector;
 * - scores: the cosine to the query's vector, where no item has a score and the instance has a query;
 * - near-duplicates: of each group the item of the highest score that fits the budget is kept, the cheapest of equals, and the others
 *   are banned. Texts with different numbers are never duplicates. Pinned items are kept in any case;
 * - with `words`, the words and pairs of adjacent words as concepts, where no item has concepts other than answers;
 * - with a model of knap_passages_train, the expected worths of words.
 * Applies the limits of the settings, also to instances without texts. Items need costs. Call it once per instance. `done` may be NULL. */
KNAP_API knap_status knap_passages_complete(knap_passages *passages, knap_instance *instance, knap_completion *done,
                                            knap_error *error);

/* Completes all instances of `data` on run->jobs threads; `run` may be NULL. `settings` and `model` are as in knap_passages_new.
 * `done` (may be NULL) gets the sums. */
KNAP_API knap_status knap_passages_complete_all(const knap_passages_settings *settings, const knap_model *model,
                                                knap_data *data, const knap_run *run, knap_completion *done,
                                                knap_error *error);

/* The instances of `data`, which were completed without a model, or with another one, get what the system of `model` looks at: words
 * where it reads concepts, and worths of words where knap_passages_train made the model. Systems that read concepts then see other
 * words: pack with these before. */
KNAP_API knap_status knap_passages_predict_all(const knap_model *model, knap_data *data, const knap_run *run,
                                               knap_error *error);

/* Trains as knap_train does, on instances that were not completed: completes them, learns which words answers consist of, and
 * trains a policy that sees what each item is expected to add. `passages` may be NULL: the defaults. Where no instance has texts it
 * does what knap_train does. The model can be saved; to pack with it, complete instances with it. */
KNAP_API knap_status knap_passages_train(knap_data *train, knap_data *validate, const knap_passages_settings *passages,
                                         const knap_settings *settings, size_t count, const knap_run *run,
                                         knap_model **model, knap_report *report, knap_error *error);

#ifdef __cplusplus
}
#endif

#endif
