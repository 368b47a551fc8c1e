/* knap/core.h - the engine: learn to pack the best list of items into a budget. It knows nothing of text.
 *
 *     packing:    instance -> view -> policy -> list
 *     training:   instance + reward -> greedy -> example -> reduction -> learner -> policy -> model
 *
 * An instance is n items with costs, static features, optionally similarity vectors and concepts, a budget
 * and, on training data, a reward. A list is the items in the order they were picked; its cost never exceeds
 * the budget.
 *
 * Threads: see knap/base.h. A knap_data and its instances are one object. Packing does not change a model
 * or an instance: any number of threads may pack with one model. */
#ifndef KNAP_CORE_H
#define KNAP_CORE_H

#include "knap/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Instances ---- */

typedef struct knap_data knap_data;         /* instances that share their features' names */
typedef struct knap_instance knap_instance; /* owned by its knap_data */

/* Makes an empty data set in *data; free it with knap_data_free. `allocator` may be NULL. */
KNAP_API knap_status knap_data_new(const knap_allocator *allocator, knap_data **data, knap_error *error);
KNAP_API void knap_data_free(knap_data *data);
/* Removes the instances and keeps the names of features and flaws: for reading a long stream in pieces. */
KNAP_API void knap_data_clear(knap_data *data);

/* Adds a static feature and returns its number in *feature (the old number if the name is known). Items added
 * before have 0 there. Names are copied. */
KNAP_API knap_status knap_data_feature(knap_data *data, const char *name, size_t *feature, knap_error *error);

KNAP_API size_t knap_data_count(const knap_data *data);
KNAP_API knap_instance *knap_data_at(const knap_data *data, size_t index);

/* Bytes [begin, end) of a text. */
typedef struct knap_span {
    size_t begin, end;
} knap_span;

/* What an item is made of; everything is copied. Start from KNAP_ITEM_INIT and set what there is. */
typedef struct knap_item {
    double cost;               /* > 0; NaN: set with knap_instance_set_cost before packing */
    const char *id;            /* NULL: the item's number stands for it */
    const char *text;          /* what the item says, for the caller's own use; may be NULL */
    const double *feature;     /* one number for each feature of the data; NULL if there are none */
    const double *vector;      /* [vector_count] similarity vector, NULL if there is none */
    const uint32_t *vector_id; /* [vector_count] distinct dimensions of a sparse vector; NULL: dense */
    size_t vector_count;
    const uint32_t *concept_id; /* [concept_count] distinct concepts covered, the caller's numbers from 0 */
    const double *amount;       /* [concept_count] how much of each, >= 0 */
    size_t concept_count;
    double worth; /* success: the probability p; modular: the value */
    size_t group; /* the number of its document, from 1; 0: unknown */
    /* The number of its group of alternatives, from 1, of which a list has at most one item; 0: it has no
     * alternatives. */
    size_t alternative;
} knap_item;
/* clang-format off */
#define KNAP_ITEM_INIT {0}
/* clang-format on */

/* The kind of a concept, for systems that distinguish them. */
typedef enum knap_concept {
    KNAP_CONCEPT_PLAIN, /* unknown; treated as a content word */
    KNAP_CONCEPT_WORD,
    KNAP_CONCEPT_STOP, /* a word without a meaning of its own: "the" */
    KNAP_CONCEPT_BIGRAM,
    KNAP_CONCEPT_ANSWER /* known in training only: rewards read it, systems and views do not */
} knap_concept;

/* Adds an instance; `id` may be NULL (its number), `line` is where it was read, 0 if nowhere. */
KNAP_API knap_status knap_data_add(knap_data *data, const char *id, double budget, size_t line,
                                   knap_instance **instance, knap_error *error);

/* Items as arrays, one row per item. Start from {0} and set what there is. */
typedef struct knap_arrays {
    size_t count;
    const double *cost;   /* [count] above 0; borrowed */
    const float *feature; /* [count][features of the data]; borrowed; NULL: all are 0 */
    const double *vector; /* [count][vector_width] dense similarity vectors; borrowed; NULL: there are none */
    size_t vector_width;
    const double *worth; /* [count]; copied; NULL: all are 0 */
    const double *score; /* [count] NaN: not given; copied; NULL: there are none */
    const size_t *group; /* [count] from 1, 0: unknown; copied; NULL: unknown */
} knap_arrays;
/* Adds an instance whose items are the rows of arrays. Numbers are checked as knap_instance_add does. Arrays marked as borrowed are
 * not copied: they must stay as they are until the data are cleared or freed, and the library does not write to them. A call that
 * changes costs, features or vectors of such an instance copies them first. */
KNAP_API knap_status knap_data_add_arrays(knap_data *data, const char *id, double budget, const knap_arrays *arrays,
                                          knap_instance **instance, knap_error *error);
KNAP_API knap_status knap_instance_add(knap_instance *instance, const knap_item *item, knap_error *error);
/* Budget >= 0 and finite; NaN stands for "none given yet". */
KNAP_API knap_status knap_instance_set_budget(knap_instance *instance, double budget, knap_error *error);
/* Reward `coverage`: how much of a concept counts, > 0. */
KNAP_API knap_status knap_instance_target(knap_instance *instance, uint32_t concept_id, double cap, knap_error *error);
/* Sets the kind of a concept; the last call wins. */
KNAP_API knap_status knap_instance_mark(knap_instance *instance, uint32_t concept_id, knap_concept kind,
                                        knap_error *error);

/* What is expected of a concept where the true reward is not known: its c-th occurrence is worth
 * worth[c-1], which never rises, and nothing beyond `count`. Pairs (KNAP_CONCEPT_BIGRAM) are summed apart
 * from all others. Replaces the earlier call for this concept. */
KNAP_API knap_status knap_instance_expect(knap_instance *instance, uint32_t concept_id, const double *worth,
                                          size_t count, knap_error *error);
/* The mass of a list that would earn the whole reward, in the unit of the concepts' amounts: the length of
 * a reference. 0: unknown; then costs take the place of masses, and the budget that of this mass. */
KNAP_API knap_status knap_instance_set_mass(knap_instance *instance, double mass, knap_error *error);

/* What the data say about an item that was added. Each call replaces the earlier one for this item. Texts
 * are copied. `cost` must be above 0. `score` says how relevant the item is: more is better, and any scale
 * will do; NaN: unknown. `useful` labels an item for training: 1 for one that was cited or clicked, 0 for
 * one that was not, other numbers from 0 for grades; NaN: no label. `group` counts from 1; 0: unknown. `position` counts the
 * items of a group in their order, and `days` is a date as days since 1970; NaN: unknown. */
KNAP_API knap_status knap_instance_set_cost(knap_instance *instance, size_t item, double cost, knap_error *error);
KNAP_API knap_status knap_instance_set_score(knap_instance *instance, size_t item, double score, knap_error *error);
KNAP_API knap_status knap_instance_set_useful(knap_instance *instance, size_t item, double useful, knap_error *error);
KNAP_API knap_status knap_instance_set_group(knap_instance *instance, size_t item, size_t group, knap_error *error);
KNAP_API knap_status knap_instance_set_position(knap_instance *instance, size_t item, double position,
                                                knap_error *error);
KNAP_API knap_status knap_instance_set_date(knap_instance *instance, size_t item, double days, knap_error *error);

/* What the caller has decided about an item: a pinned item is in every list, a banned one in none, and the
 * system finishes the list. The pinned items come first in it, in the order of their numbers. Packing
 * fails with KNAP_BAD_INPUT where they exceed the budget or two of them are alternatives. */
typedef enum knap_choice { KNAP_CHOICE_FREE, KNAP_CHOICE_PIN, KNAP_CHOICE_BAN } knap_choice;
KNAP_API knap_status knap_instance_set_choice(knap_instance *instance, size_t item, knap_choice choice,
                                              knap_error *error);

/* The query that the items answer, copied; NULL: none. knap/passages.h computes scores from it where the data have none. */
KNAP_API knap_status knap_instance_set_query(knap_instance *instance, const char *query, knap_error *error);
/* The vector of the query, copied; a count of 0: none. Where no item has a score, knap/passages.h takes the cosine of this and the item's
 * vector as its score. */
KNAP_API knap_status knap_instance_set_query_vector(knap_instance *instance, const double *vector, size_t count,
                                                    knap_error *error);
/* A list has at most `most` items of each group; 0: any number. It holds for the items that are there at the time of the call.
 * Pinned items count, and packing fails with KNAP_BAD_INPUT where too many items of a group are pinned. */
KNAP_API knap_status knap_instance_limit_groups(knap_instance *instance, size_t most, knap_error *error);
/* A list has at most `most` items; 0: any number. Packing fails with KNAP_BAD_INPUT where more are pinned. */
KNAP_API knap_status knap_instance_limit_items(knap_instance *instance, size_t most, knap_error *error);

KNAP_API const char *knap_instance_id(const knap_instance *instance); /* NULL where it has none */
KNAP_API double knap_instance_budget(const knap_instance *instance);
KNAP_API size_t knap_instance_count(const knap_instance *instance);
KNAP_API double knap_instance_cost(const knap_instance *instance, size_t item);
KNAP_API const char *knap_instance_item_id(const knap_instance *instance, size_t item);     /* or NULL */
KNAP_API const char *knap_instance_item_text(const knap_instance *instance, size_t item);   /* or NULL */
KNAP_API double knap_instance_score(const knap_instance *instance, size_t item);            /* NaN: not given */
/* The static features of an item, in the order of the data, valid until the instance changes. */
KNAP_API const float *knap_instance_features(const knap_instance *instance, size_t item);
/* Cosine of two items' vectors in [-1,1]; 1 for an item with itself, 0 where one has no vector. */
KNAP_API double knap_instance_similarity(const knap_instance *instance, size_t a, size_t b);

/* The answer that people gave to the instance's question, for training: knap/labels.h makes a reward of it. Copied; NULL removes
 * it. */
KNAP_API knap_status knap_instance_set_answer(knap_instance *instance, const char *answer, knap_error *error);

/* A list that was shown for an instance, what it earned, and the probability with which it was shown: for learning from logs and
 * evaluating on them (knap/logs.h). The order of the items does not matter. */
typedef struct knap_log {
    const size_t *item; /* [count] distinct items */
    size_t count;
    double reward; /* finite, on any scale */
    double
        propensity; /* of this list among all that could have been shown: above 0, at most 1; 0: computed from the chances */
    /* [items of the instance] the items were drawn one after another, without replacement, each in proportion to its chance, in the order
     * of `item`. From 0 to 1e30, above 0 for items that were shown. NULL: not known. */
    const double *chance;
    const double *gain; /* [count] what each item earned; the reward is their sum. NULL: not known */
} knap_log;
/* The log is copied and replaces an earlier one. KNAP_BAD_INPUT where it is not as described. */
KNAP_API knap_status knap_instance_set_log(knap_instance *instance, const knap_log *log, knap_error *error);

/* ---- Rewards ---- */

/* A reward f: monotone, f(empty) = 0, values in [0,1]. A kind is this table; a new kind is one file and one
 * row. `context` is what knap_instance_set_reward was given. The state belongs to one list under
 * construction; several states of one instance are used by several threads at once. */
typedef struct knap_reward {
    const char *name;
    const char *help;
    bool submodular;  /* gains only shrink as the list grows: allows lazy evaluation */
    bool reads_worth; /* an item's worth is what it measures, so no system may look at it */
    /* Checks that the instance has what this kind needs. May be NULL. */
    knap_status (*check)(const knap_instance *instance, const void *context, knap_error *error);
    knap_status (*begin)(const knap_instance *instance, const void *context, void **state, knap_error *error);
    double (*gain)(void *state, size_t item); /* f(L + item) - f(L) */
    void (*push)(void *state, size_t item);   /* L becomes L + item */
    double (*value)(const void *state);       /* f(L) */
    void (*end)(void *state);
    /* The mass of a list that would earn the whole reward, as knap_instance_set_mass would be told by one who knows the reward; NULL:
     * not known. Oracles use it. */
    double (*whole)(const void *context);
} knap_reward;

/* The built-in kinds, a NULL-terminated array: coverage, success, facility, modular, useful, expected. */
KNAP_API const knap_reward *const *knap_rewards(void);
KNAP_API const knap_reward *knap_reward_find(const char *name); /* or NULL */
/* Both `reward` and `context` must outlive the instance. Built-in kinds take a NULL context. */
KNAP_API knap_status knap_instance_set_reward(knap_instance *instance, const knap_reward *reward, const void *context,
                                              knap_error *error);
KNAP_API const knap_reward *knap_instance_reward(const knap_instance *instance); /* or NULL */
/* The allocator of the instance, for rewards of the caller's own. */
KNAP_API const knap_allocator *knap_instance_allocator(const knap_instance *instance);

/* ---- Lists ---- */

/* Items in the order they were picked. Start from KNAP_LIST_INIT, set `allocator` if you have one, and
 * free with knap_list_free. Calls that fill a list empty it first. */
typedef struct knap_list {
    const knap_allocator *allocator;
    size_t *item; /* [count] */
    size_t count, capacity;
    double cost;
    bool stopped; /* knap_swap, or a system that uses it, ended before it had tried all exchanges */
} knap_list;
/* clang-format off */
#define KNAP_LIST_INIT {NULL, NULL, 0, 0, 0, false}
/* clang-format on */

KNAP_API knap_status knap_list_push(knap_list *list, const knap_instance *instance, size_t item, knap_error *error);
KNAP_API void knap_list_free(knap_list *list);
/* f(list) in *value; the instance must have a reward. */
KNAP_API knap_status knap_list_value(const knap_instance *instance, const knap_list *list, double *value,
                                     knap_error *error);

/* The greedy list with full knowledge of the reward. Stops when nothing fits or nothing gains. The better
 * of the two lists has at least 1/2 (1 - 1/e) of the best value that any list has (Khuller, Moss, Naor
 * 1999). Where items have alternatives KNAP_GREEDY_BETTER tries more lists and has at least 3/16 of the
 * best (docs/ALGORITHMS.md). Both for monotone submodular rewards; with pinned items both hold for what is
 * added to them. */
typedef enum knap_greedy_rule {
    KNAP_GREEDY_BENEFIT, /* gain / cost */
    KNAP_GREEDY_GAIN,
    KNAP_GREEDY_BETTER /* the best of these lists */
} knap_greedy_rule;

KNAP_API knap_status knap_greedy(const knap_instance *instance, knap_greedy_rule rule, knap_list *list,
                                 knap_error *error);

/* What a list costs its reader, in expected hits (the unit of the concepts' amounts):
 *     readability * (mass of its flawed items) + item * |L|
 *     + term * (weights of terms that its items need and none introduces, charges of its items)
 *     + pair * sum over its pairs of max(0, cosine - pair_threshold)
 * All are at least 0, and 0 means no penalty. In the benefit of training the same hits are shares of the
 * reward: they are divided by the instance's mass or, where that is 0, by its budget. */
typedef struct knap_penalties {
    double readability, item, term, pair;
    double pair_threshold; /* 0 to 1 */
    double beta;           /* of the expected F_beta: how much more recall counts than precision; 0 counts as 1 */
    double fill;           /* share of the budget, 0 to 1, that the swap search fills even if that lowers the F */
} knap_penalties;
/* clang-format off */
#define KNAP_NO_PENALTIES {0, 0, 0, 0, 0, 1, 0}
/* clang-format on */

/* ---- Systems and models ---- */

/* One instance to be packed. */
typedef struct knap_task {
    const void *params; /* the system's, complete */
    const void *state;  /* what `fit` made; NULL where there is nothing to train */
    const knap_instance *instance;
    uint64_t draw;       /* seed of this instance, for systems with random choices */
    const knap_run *run; /* never NULL */
} knap_task;

/* Parts of an instance that a system may ignore. Whoever makes instances for such a system alone can leave
 * them out. */
typedef enum knap_part {
    KNAP_PART_FEATURES = 1,
    KNAP_PART_EXPECTED = 2, /* what knap_instance_expect and knap_instance_set_mass set */
    KNAP_PART_VECTORS = 4
} knap_part;

typedef struct knap_system {
    const char *name;
    const char *help;
    const knap_param *params; /* its settings, with the values of its paper as defaults; NULL: none */
    size_t params_size;       /* of the struct that `params` describes */
    const char *preset; /* where it differs from the defaults of `params`: "views=all decode=swap"; NULL: nowhere */
    const char *grid;   /* what knap_system_tune tries: "lambda=1,2,4 r=0,0.3"; NULL: nothing of its own */
    bool random;        /* its lists depend on the seed */
    bool scores;        /* `run` fills `score` */
    bool words;         /* it reads concepts: texts without any become their words (knap/passages.h) */
    bool whole;         /* it chooses a list as a whole: the order of the items does not say which came first */
    unsigned ignores;   /* knap_part: its lists are the same without them; 0: it may read everything */
    /* Learns from `train`, which has rewards; NULL: there is nothing to train. */
    knap_status (*fit)(knap_data *train, const void *params, const knap_run *run, void **state, knap_error *error);
    /* Fills *list, which is empty; score[instance's items] gets the score of each picked item. */
    knap_status (*run)(const knap_task *task, knap_list *list, double *score, knap_error *error);
    void (*end)(void *state);
} knap_system;

/* A system that is ready to pack: the system, its params and what it learned. knap_train and
 * knap_system_fit (knap/systems.h) make one. Free with knap_model_free. */
typedef struct knap_model knap_model;

/* ---- Training ---- */

/* The choices of the settings; their names are in the table. */
typedef enum knap_method { KNAP_METHOD_SCP, KNAP_METHOD_CONSEQOPT } knap_method;
typedef enum knap_reduction {
    KNAP_REDUCTION_RANK,    /* every better item ahead of every worse one */
    KNAP_REDUCTION_REGRESS, /* the score predicts the benefit */
    KNAP_REDUCTION_CLASSIFY /* the best item ahead of all others */
} knap_reduction;
typedef enum knap_learner {
    KNAP_LEARNER_ADAGRAD,
    KNAP_LEARNER_OGD,
    KNAP_LEARNER_VW,       /* Vowpal Wabbit's default update, on whole examples */
    KNAP_LEARNER_VW_PAIRS, /* the same, on one pair at a time */
    KNAP_LEARNER_AGGREGATE /* keeps all examples and solves for the weights */
} knap_learner;
typedef enum knap_result {
    KNAP_RESULT_AUTO, /* chosen on the validation data; the average without them */
    KNAP_RESULT_LAST,
    KNAP_RESULT_AVERAGE,
    KNAP_RESULT_BEST,   /* the best single policy on the validation data */
    KNAP_RESULT_MIXTURE /* all kept policies, one drawn for each instance */
} knap_result;
typedef enum knap_decode {
    KNAP_DECODE_GREEDY, /* as picked */
    KNAP_DECODE_SWAP,   /* improved by exchanging items while its expected F rises */
    KNAP_DECODE_MBR,    /* of the lists of a mixture, the one that agrees most with all */
    /* The list of system relevance, with its defaults, for instances with scores; others as picked. knap_passages_train sets it where
     * the policy was no better than that. */
    KNAP_DECODE_RELEVANCE
} knap_decode;

/* What is trained, stored with the model. Fill with knap_settings_init; the table knows each field's name,
 * range, default and help. */
typedef struct knap_settings {
    knap_method method;
    knap_reduction reduction;
    knap_learner learner;
    knap_result result;
    unsigned views; /* bit i for the i-th choice of the table's row "views" */
    size_t epochs;
    double eta; /* 0: the learner's own */
    double l2;
    size_t positions;
    bool guided;
    bool standardize;
    double lambda; /* < 0: by the views */
    double r;      /* < 0: by the views */
    knap_penalties penalties;
    knap_decode decode;
    size_t keep;
    size_t seed;
    size_t batch; /* instances whose lists are built with one policy; 1: the paper's */
} knap_settings;

KNAP_API const knap_param *knap_settings_table(void);
KNAP_API void knap_settings_init(knap_settings *settings);

/* What training saw. */
typedef struct knap_report {
    double reward; /* mean over the last epoch's lists */
    /* Mean over the last epoch's lists of the reward that their picks lost against the best choice in each position: from 0, all
     * picks were the best by gain / cost, to the best possible reward. docs/ALGORITHMS.md defines it. */
    double regret;
    /* By Theorem 1 that regret means that the reward of these lists is at least this, in the mean; it may be below 0. NaN where a
     * reward is not submodular. */
    double bound;
    double loss;   /* the same loss in the benefit that was learned, with its penalties and powers, and in its unit */
    double oracle; /* mean of the greedy oracle by benefit on the training data */
    double validation; /* mean held-out reward of what was returned; NaN without validation data */
    size_t tried;      /* settings tried */
    /* Of knap_passages_train: mean rewards of the policy and of system relevance on instances that the policy was not trained on, in
     * so many folds of the training data; 0 folds: on the validation data. NaN where they were not compared. */
    double learned, untrained;
    size_t folds;
} knap_report;

/* The file in which training keeps its state (knap_run.checkpoint), so that it can go on after it was stopped and then gives the
 * same model as without the stop. The file is written to the disk as a whole and then replaces the one before. It is also
 * written when the progress callback cancels the training. Preparations before the training are made again. */
typedef struct knap_checkpoint {
    const char *path;
    const char *identity; /* kept in the file for the caller: lines that tell what was trained on; may be NULL */
    size_t epochs;        /* write after every so many passes; 0: not by passes */
    double seconds;       /* write when so many seconds have passed; 0: not by time */
    /* Begin with the state in the file. KNAP_BAD_INPUT where it belongs to other data, other settings or another version. */
    bool resume;
} knap_checkpoint;

/* Trains on `train` (Algorithm 1) with each of the `count` settings and returns the model with the highest
 * mean reward on `validate`. Without validation data (NULL) `count` must be 1. With result `auto`,
 * validation data also choose among last, average, best and mixture; with decode mbr it is the mixture.
 * Both sets must name the same features in the same order. Free *model with knap_model_free. `run` and
 * `report` may be NULL. With a batch above 1 the threads divide each batch; knap/batch.h is for several processes. */
KNAP_API knap_status knap_train(knap_data *train, knap_data *validate, const knap_settings *settings, size_t count,
                                const knap_run *run, knap_model **model, knap_report *report, knap_error *error);

/* ---- Models ---- */

KNAP_API void knap_model_free(knap_model *model);
KNAP_API const knap_system *knap_model_system(const knap_model *model);

/* Rearranges the data's features to the order of the training data. KNAP_BAD_MODEL if the features are not
 * the same. With `absent_is_zero`, for sparse formats, features that the data lack are 0. Call it before
 * knap_model_pack. It does nothing for systems that were not trained. */
KNAP_API knap_status knap_model_match(const knap_model *model, knap_data *data, bool absent_is_zero, knap_error *error);
/* The model's list for an instance of matched data, in *list. `draw` seeds what is random, for instance
 * the choice of a policy of a mixture: the same number gives the same list. `score`, if not NULL, gets the
 * score of each picked item where the system scores what it picks; it must have room for
 * knap_instance_count numbers. Thread-safe for different lists. */
KNAP_API knap_status knap_model_pack(const knap_model *model, const knap_instance *instance, uint64_t draw,
                                     const knap_run *run, knap_list *list, double *score, knap_error *error);

/* Models that hold a trained policy (knap_train, and the systems scp, conseqopt, scp-*) can be saved,
 * loaded, asked for their weights and changed in how they decode. For models of other systems these calls
 * fail with KNAP_USAGE, or return NULL or 0. */

/* Writes to a temporary file beside `path` and renames it: the file is complete or absent. */
KNAP_API knap_status knap_model_save(const knap_model *model, const char *path, knap_error *error);
KNAP_API knap_status knap_model_load(const char *path, const knap_allocator *allocator, knap_model **model,
                                     knap_error *error);
/* A model from a file's bytes in memory; `name` stands for the file in messages. */
KNAP_API knap_status knap_model_parse(const char *bytes, size_t length, const char *name,
                                      const knap_allocator *allocator, knap_model **model, knap_error *error);

/* The bytes that knap_model_save writes, 0-terminated. Free them with knap_text_free and the model's allocator. */
KNAP_API knap_status knap_model_write(const knap_model *model, char **text, size_t *length, knap_error *error);

/* How lists are made of what the policies prefer: "greedy"; "swap", improved by exchanges; "mbr", of the lists of
 * all policies of a mixture the one that agrees most with all of them. KNAP_USAGE for anything else, and
 * for "mbr" with a single policy. */
KNAP_API knap_status knap_model_set_decode(knap_model *model, const char *name, knap_error *error);
KNAP_API const knap_settings *knap_model_settings(const knap_model *model);
KNAP_API size_t knap_model_columns(const knap_model *model); /* features of a view */
KNAP_API const char *knap_model_column(const knap_model *model, size_t column);
KNAP_API double knap_model_weight(const knap_model *model, size_t iterate, size_t position, size_t column);

/* Why knap_model_pack picked a list: for each of its items, `row` gets what each column contributed to its
 * lead, weight times the column's distance from the mean of the candidates it was picked from.
 * row[list->count][knap_model_columns]. */
KNAP_API knap_status knap_model_explain(const knap_model *model, const knap_instance *instance, uint64_t draw,
                                        const knap_list *list, double *row, knap_error *error);

#ifdef __cplusplus
}
#endif

#endif
