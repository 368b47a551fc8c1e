/* passages/inner.h - what knap's own programs and other layers use of this layer beyond knap/passages.h: completion of one
 * instance, reasons in words. */
#pragma once

#include "io/inner.h"
#include "knap/passages.h"
#include "systems/inner.h"

/* What completes instances. It keeps languages and memory from one instance to the next and serves one thread at a time. */
typedef struct knap_passages knap_passages;

/* `settings` may be NULL: the defaults. `model` may be NULL. Otherwise instances are made for its system: `words` and `ignores` are
 * those of the system, and where knap_passages_train made the model, instances get what its policy looks at. It must outlive
 * *passages. Free with knap_passages_free. */
knap_status knap_passages_new(const knap_passages_settings *settings, const knap_model *model,
                              const knap_allocator *allocator, knap_passages **passages, knap_error *error);
void knap_passages_free(knap_passages *passages);

/* What to tell the user: "per-group has no effect: ..."; static, NULL for other values. */
const char *knap_missing_text(knap_missing missing);

/* Computes from the texts of the items what the instance does not have:
 * - vectors: tf-idf of the words other than function words, where no item has a vector;
 * - scores, where no item has one: the cosine of the item's vector and the one of knap_instance_set_query_vector; otherwise, where the
 *   instance has a query, the cosine of both as tf-idf vectors;
 * - near-duplicates: of each group the item of the highest score that fits the budget is kept, the cheapest of equals, and the others
 *   are banned. Texts with different numbers are never duplicates. Pinned items are kept in any case;
 * - with `words`, the words and pairs of adjacent words as concepts, where no item has concepts other than answers;
 * - with a model of knap_passages_train, the expected worths of words.
 * Applies the limits of the settings, also to instances without texts. Items need costs. Call it once per instance. `done` may be NULL. */
knap_status knap_passages_complete(knap_passages *passages, knap_instance *instance, knap_completion *done,
                                   knap_error *error);

/* The instances of `data`, which were completed without a model, or with another one, get what the system of `model` looks at: words
 * where it reads concepts, and worths of words where knap_passages_train made the model. Systems that read concepts then see other
 * words: pack with these before. */
knap_status knap_passages_predict_all(const knap_model *model, knap_data *data, const knap_run *run,
                                      knap_error *error);

/* ---- Why an item is not in a list ---- */

/* Writes a sentence about the reason of an item into text[size], such as "It costs 12, and 5 is left."; returns `text`. */
const char *knap_reason_text(const knap_instance *instance, double cost, size_t item, knap_reason reason,
                             char *text, size_t size);

/* ---- Contexts ---- */

const knap_param *knap_context_table(void);

/* Whether it makes a text. */
bool knap_context_makes(const knap_context *context);

/* How many passages of it are cut. The reward of such a list is not known. */
size_t knap_context_cuts(const knap_context *context);
