/* jsonl_log.c - a list that was shown, in JSON: "shown": [ids], "reward": number, "propensity": probability;
 * "clicks": [ids] and "chances": [numbers] can stand for the last two. */
#include "io/jsonl.h"
#include "base/error.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The names are kept until the items are known. */
knap_status kn_read_shown(knap_reader *reader, const char *member, kn_symbols *ids, knap_error *error)
{
    kn_json_walk walk;
    kn_slice name;
    knap_status status = KNAP_OK;
    for (kn_json_enter(&reader->json, &walk, '['); !status && kn_json_element(&reader->json, &walk);) {
        size_t before = ids->count;
        if ((status = kn_read_name(reader, member, &name, error)))
            return status;
        if (kn_symbols_add(ids, name.bytes, name.length) == KN_NO_SYMBOL)
            return kn_no_memory(error);
        if (ids->count == before)
            return kn_fail(error, KNAP_BAD_INPUT, "\"%s\" has '%.*s' twice", member,
                           (int)(name.length < 60 ? name.length : 60), name.bytes);
    }
    return status;
}

knap_status kn_read_chances(knap_reader *reader, knap_error *error)
{
    kn_json_walk walk;
    bool integer;
    for (kn_json_enter(&reader->json, &walk, '['); kn_json_element(&reader->json, &walk);) {
        if (!KN_ROOM(reader->allocator, reader->chance, reader->chances + 1))
            return kn_no_memory(error);
        if (!kn_json_number(&reader->json, &reader->chance[reader->chances++], &integer))
            return kn_json_error(reader, error);
    }
    return KNAP_OK;
}

static knap_status find_item(const kn_symbols *names, const char *member, const kn_symbols *ids, size_t at,
                             uint32_t *item, knap_error *error)
{
    *item = kn_symbols_find(names, ids->name[at], ids->length[at]);
    return *item != KN_NO_SYMBOL
               ? KNAP_OK
               : kn_fail(error, KNAP_BAD_INPUT, "\"%s\" names '%.60s', which no item is called", member, ids->name[at]);
}

static bool is_given(const knap_reader *reader, kn_field field)
{
    return reader->given & 1u << (field - KN_ITEM_FIELDS);
}

/* Whether the parts of a log are all there, or none is. */
static knap_status check(const knap_reader *reader, const knap_instance *instance, knap_error *error)
{
    bool reward = !isnan(reader->log_reward), propensity = !isnan(reader->propensity);
    bool shown = is_given(reader, KN_SHOWN), clicks = is_given(reader, KN_CLICKS);
    bool chances = is_given(reader, KN_CHANCES);
    if (reward && !shown)
        return kn_fail(error, KNAP_BAD_INPUT,
                       "\"reward\" is a number, so it needs \"shown\", the items of the list that "
                       "earned it, and \"propensity\"");
    if (!shown && (propensity || clicks || chances))
        return kn_fail(error, KNAP_BAD_INPUT, "\"%s\" needs \"shown\", the items of the list, and \"reward\"",
                       propensity ? "propensity"
                       : clicks   ? "clicks"
                                  : "chances");
    if (shown && !reward && !clicks)
        return kn_fail(error, KNAP_BAD_INPUT,
                       "\"shown\" needs \"reward\", the number that the list earned, or \"clicks\"");
    if (shown && reward && clicks && reader->log_reward != (double)reader->clicked.count)
        return kn_fail(error, KNAP_BAD_INPUT,
                       "\"reward\" is %g, and \"clicks\" has %zu items: give one of them, or the same number",
                       reader->log_reward, reader->clicked.count);
    if (shown && !propensity && !chances)
        return kn_fail(
            error, KNAP_BAD_INPUT,
            "\"shown\" needs \"propensity\", the probability with which this list was shown; 1 if no other "
            "could have been; or \"chances\"");
    if (chances && reader->chances != knap_instance_count(instance))
        return kn_fail(error, KNAP_BAD_INPUT, "\"chances\" has %zu numbers for %zu items: expected one for each item",
                       reader->chances, knap_instance_count(instance));
    return KNAP_OK;
}

/* The items of the log by their names, and which of them were clicked. */
static knap_status resolve(const knap_reader *reader, const kn_symbols *names, size_t *item, double *gain,
                           knap_error *error)
{
    knap_status status = KNAP_OK;
    uint32_t found;
    for (size_t i = 0; !status && i < reader->shown.count; i++) {
        status = find_item(names, "shown", &reader->shown, i, &found, error);
        item[i] = found;
        gain[i] = 0;
    }
    for (size_t i = 0; !status && i < reader->clicked.count; i++) {
        size_t place = 0;
        status = find_item(names, "clicks", &reader->clicked, i, &found, error);
        while (!status && place < reader->shown.count && item[place] != found)
            place++;
        if (!status && place == reader->shown.count)
            status = kn_fail(error, KNAP_BAD_INPUT, "\"clicks\" names '%.60s', which is not in \"shown\"",
                             reader->clicked.name[i]);
        if (!status)
            gain[place] = 1;
    }
    return status;
}

knap_status kn_resolve_log(knap_reader *reader, knap_instance *instance, knap_error *error)
{
    knap_log log = {.count = reader->shown.count,
                    .reward = isnan(reader->log_reward) ? (double)reader->clicked.count : reader->log_reward,
                    .propensity = isnan(reader->propensity) ? 0 : reader->propensity,
                    .chance = is_given(reader, KN_CHANCES) ? reader->chance : NULL};
    kn_symbols names;
    size_t *item;
    double *gain;
    knap_status status = check(reader, instance, error);
    if (status || !is_given(reader, KN_SHOWN))
        return status;
    kn_symbols_begin(&names, reader->allocator);
    item = kn_new(reader->allocator, log.count, sizeof *item);
    gain = kn_new(reader->allocator, log.count, sizeof *gain);
    log.item = item;
    log.gain = is_given(reader, KN_CLICKS) ? gain : NULL;
    status = item && gain ? kn_name_items(instance, "shown", &names, error) : kn_no_memory(error);
    if (!status)
        status = resolve(reader, &names, item, gain, error);
    if (!status)
        status = knap_instance_set_log(instance, &log, error);
    kn_free(reader->allocator, item, log.count, sizeof *item);
    kn_free(reader->allocator, gain, log.count, sizeof *gain);
    kn_symbols_free(&names);
    return status;
}
