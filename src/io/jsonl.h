/* io/jsonl.h - instances in JSON: values, items, instances, layouts, each in its own file. */
#pragma once

#include "io/format.h"

/* ---- Values (jsonl_values.c) ---- */

/* The problem of reader->json as an error. */
knap_status kn_json_error(const knap_reader *reader, knap_error *error);
/* The type of the next value, one of KN_STRING and so on; 0 after a problem. */
unsigned kn_json_type(kn_json *json);
/* A string, or a whole number as its digits; fails with a message that names `member`. */
knap_status kn_read_name(knap_reader *reader, const char *member, kn_slice *name, knap_error *error);
/* An object of names and numbers into `id` and `value` from 0, as symbols of `names`. `what` names it in messages. */
knap_status kn_read_named(knap_reader *reader, const char *what, kn_symbols *names, bool concepts, size_t *count,
                          knap_error *error);
/* Row `row` of the file of vectors into reader->value. */
knap_status kn_take_row(knap_reader *reader, double row, size_t *count, knap_error *error);
knap_status kn_read_vector(knap_reader *reader, bool *dense, size_t *count, knap_error *error);
/* Features into reader->feature. The first item of all says which features there are. */
knap_status kn_read_features(knap_reader *reader, knap_data *data, bool first, knap_error *error);
/* Fails where a feature is missing: reader->feature_stamp differs from `stamp`. */
knap_status kn_check_features(knap_reader *reader, const knap_data *data, knap_error *error);

/* ---- Items (jsonl_item.c) ---- */

/* Reads the next value as an item of the instance. Where items are grouped, `other` is not NULL, and *other says whether the
 * item belongs to another group than those before; then it is not added. Changes the instance only where all bytes of the item are there. */
knap_status kn_read_item(knap_reader *reader, knap_data *data, knap_instance *instance, bool *other, knap_error *error);
/* The number of a member in reader->known. `parent` is its container, or KN_NO_SYMBOL. `place` counts the members. */
knap_status kn_find_member(knap_reader *reader, uint32_t parent, unsigned depth, const kn_slice *name, size_t place,
                           uint32_t *member, knap_error *error);
/* The numbers of the items by what names them: an id, or the number. Fails where two have the same name, which `member` uses. */
knap_status kn_name_items(const knap_instance *instance, const char *member, kn_symbols *names, knap_error *error);
/* Gives the items that come "after" others the item they depend on. */
knap_status kn_resolve_after(knap_reader *reader, knap_instance *instance, knap_error *error);

/* ---- A list that was shown (jsonl_log.c) ---- */

/* Reads the ids of "shown" or "clicks", and the numbers of "chances". */
knap_status kn_read_shown(knap_reader *reader, const char *member, kn_symbols *ids, knap_error *error);
knap_status kn_read_chances(knap_reader *reader, knap_error *error);
/* Gives the instance the log that its members describe; none where it has none. */
knap_status kn_resolve_log(knap_reader *reader, knap_instance *instance, knap_error *error);

/* ---- Instances (jsonl_instance.c) ---- */

/* Reads the value of a member that is not the items. */
knap_status kn_read_instance_member(knap_reader *reader, knap_instance *instance, const kn_slice *name,
                                    kn_meaning meaning, const knap_reward **kind, knap_error *error);
