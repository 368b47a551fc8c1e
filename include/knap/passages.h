/* knap/passages.h - instances whose items are texts: computes what the data do not give.
 *
 *     texts -> words -> vectors, scores, near-duplicates -> instance, ready for any system
 *     texts + answers -> worths of words + policy -> model
 *
 * Document frequencies are those of the instance itself. The rules for arguments, failures and threads are in knap/base.h. */
#ifndef KNAP_PASSAGES_H
#define KNAP_PASSAGES_H

#include "knap/core.h"
#include "knap/io.h"

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
    size_t max_items; /* a list has at most so many items; 0: any number */
    bool words;       /* items without concepts get the words and pairs of words of their texts */
    unsigned ignores; /* knap_part: no vectors are made where the system that will pack ignores KNAP_PART_VECTORS */
} knap_passages_settings;

/* The names, ranges, defaults and help of the settings. */
KNAP_API const knap_param *knap_passages_table(void);
KNAP_API void knap_passages_init(knap_passages_settings *settings);

/* What a setting works on, and the instances of a completion do not have. */
typedef enum knap_missing {
    KNAP_MISSING_GROUP, /* per_group: no item has a group */
    KNAP_MISSING_DATE,  /* half_life: no item has a date */
    KNAP_MISSING_SCORE, /* min_score, min_ratio, half_life: no item has a score, and none could be computed */
    KNAP_MISSING_PLACE, /* merge: no item has a group and a position; knap_context_prepare finds it */
    KNAP_MISSING_ABOVE, /* min_score: all scores are lower */
    KNAP_MISSINGS
} knap_missing;

/* What was computed for an instance. */
typedef struct knap_completion {
    size_t vectors;                /* items that got a vector */
    size_t scores;                 /* items that got a score */
    size_t duplicates;             /* items that repeat another one and are banned: see knap_instance_duplicate */
    size_t missing[KNAP_MISSINGS]; /* instances in which a setting had nothing to work on */
} knap_completion;

/* Completes all instances of `data` on run->jobs threads; `run` may be NULL. `settings` and `model` are as in knap_passages_new.
 * `done` (may be NULL) gets the sums. */
KNAP_API knap_status knap_passages_complete_all(const knap_passages_settings *settings, const knap_model *model,
                                                knap_data *data, const knap_run *run, knap_completion *done,
                                                knap_error *error);

/* ---- Why an item is not in a list ---- */

typedef enum knap_reason {
    KNAP_REASON_PICKED,      /* it is in the list */
    KNAP_REASON_DUPLICATE,   /* it repeats another item: knap_instance_duplicate */
    KNAP_REASON_MIN_SCORE,   /* its score is below min_score */
    KNAP_REASON_MIN_RATIO,   /* its relevance is below min_ratio */
    KNAP_REASON_BANNED,      /* the caller banned it */
    KNAP_REASON_TOO_LONG,    /* it costs more than the whole budget */
    KNAP_REASON_ALTERNATIVE, /* the list has an alternative of it */
    KNAP_REASON_PER_GROUP,   /* the list has as many items of its group as it may have */
    KNAP_REASON_MAX_ITEMS,   /* the list has as many items as it may have */
    KNAP_REASON_NO_ROOM,     /* it costs more than the list leaves of the budget */
    KNAP_REASON_LOWER,       /* it would fit, and the system did not want it */
    KNAP_REASONS
} knap_reason;

/* The name of a reason as JSON has it, such as "no-room"; static, NULL for other values. */
KNAP_API const char *knap_reason_name(knap_reason reason);
/* Finds reason[count] of all items of a complete instance for a list that was packed; `cost` is what the list takes of the budget. */
KNAP_API knap_status knap_reasons_find(const knap_instance *instance, const knap_list *list, double cost,
                                       knap_reason *reason, knap_error *error);

/* ---- Contexts ---- */

typedef enum knap_context_format {
    KNAP_FORMAT_NONE, /* no context is made, unless passages are merged or cut: then as KNAP_FORMAT_TEXT */
    KNAP_FORMAT_TEXT, /* the passages, with an empty line between them */
    KNAP_FORMAT_MARKDOWN,
    KNAP_FORMAT_XML,
    KNAP_FORMAT_JSON
} knap_context_format;

typedef enum knap_context_order {
    KNAP_CONTEXT_PICKED,    /* the order of the picks */
    KNAP_CONTEXT_RELEVANCE, /* falling scores */
    KNAP_CONTEXT_SOURCE,    /* by group and position */
    KNAP_CONTEXT_EDGES      /* the best first, the next best last, and the worst in the middle */
} knap_context_order;

typedef struct knap_context_settings {
    knap_context_format format;
    bool
        merge; /* picked items of a group whose positions follow each other become one passage; what two texts share is there once */
    bool compress; /* an item that does not fit is cut to its best sentences */
    knap_context_order order;
} knap_context_settings;

KNAP_API void knap_context_init(knap_context_settings *settings);

/* Packs instances and makes a text of each list, for a prompt. Serves one thread at a time. */
typedef struct knap_context knap_context;

/* `meter` counts the text, and must outlive the context. NULL, or a meter of given costs: separators and headers are not counted, and
 * nothing can be cut (KNAP_USAGE). A meter that adds an amount to each item is KNAP_USAGE too: headers are counted as they are. Free with
 * knap_context_free. */
KNAP_API knap_status knap_context_new(const knap_context_settings *settings, const knap_meter *meter,
                                      const knap_allocator *allocator, knap_context **context, knap_error *error);
KNAP_API void knap_context_free(knap_context *context);
/* Sets the costs of items to those of their passages in the context. With `compress`, the texts of items that cost more than the
 * budget become their best sentences, up to half of the budget, or all of it where no sentence fits in half. Call it before knap_passages_complete. `done`
 * may be NULL; `missing` of it is added to. */
KNAP_API knap_status knap_context_prepare(knap_context *context, knap_instance *instance, knap_completion *done,
                                          knap_error *error);
/* As knap_model_pack, and makes the context of the list. Where the text is counted, it never exceeds the budget, and what merging
 * saves is used for further items; list->cost is the count of the text. The list is in the order of the context. */
KNAP_API knap_status knap_context_pack(knap_context *context, const knap_model *model, knap_instance *instance,
                                       uint64_t draw, const knap_run *run, knap_list *list, double *score,
                                       knap_error *error);

/* A passage of the context made last. What it points to is valid until the next call with the context or the instance. */
typedef struct knap_cited {
    size_t number;      /* its number in the context, from 1 */
    const size_t *item; /* [items] what it consists of, in order */
    size_t items;
    const char *text; /* [length] */
    size_t length;
    const knap_span
        *span; /* [spans] of a passage that was cut: bytes of the text that the item had; none: it is whole */
    size_t spans;
} knap_cited;

/* The passage at `index`; NULL past the last. */
KNAP_API const knap_cited *knap_context_at(const knap_context *context, size_t index);
/* The text, which ends with a 0 and belongs to the context; `length` may be NULL. "" where none is made. */
KNAP_API const char *knap_context_text(const knap_context *context, size_t *length);

/* Trains as knap_train does, on instances that were not completed: completes them, learns which words answers consist of, and
 * trains a policy that sees what each item is expected to add. `passages` may be NULL: the defaults. Where no instance has texts it
 * does what knap_train does. A policy of instances with scores is compared with system relevance: in cross-validation, or on `validate`.
 * Where it is no better, the model packs with that system (KNAP_DECODE_RELEVANCE); knap_model_set_decode brings the policy back. The section
 * "choice" of the model, and the report, have the two mean rewards. The model can be saved; to pack with it, complete instances with it. */
KNAP_API knap_status knap_passages_train(knap_data *train, knap_data *validate, const knap_passages_settings *passages,
                                         const knap_settings *settings, size_t count, const knap_run *run,
                                         knap_model **model, knap_report *report, knap_error *error);

#ifdef __cplusplus
}
#endif

#endif
