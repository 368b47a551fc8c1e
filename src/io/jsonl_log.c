/* jsonl_log.c - a list that was shown, in JSON: "shown": [ids], "reward": number, "propensity": probability. */
#include "io/jsonl.h"
#include "base/error.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The names are kept until the items are known. */
knap_status kn_read_shown(knap_reader *reader, knap_error *error)
{
    kn_walk walk;
    kn_slice name;
    knap_status status = KNAP_OK;
    for (kn_json_enter(&reader->json, &walk, '['); !status && kn_json_element(&reader->json, &walk);) {
        size_t before = reader->shown.count;
        if ((status = kn_read_name(reader, "shown", &name, error)))
            return status;
        if (kn_symbols_add(&reader->shown, name.bytes, name.length) == KN_NO_SYMBOL)
            return kn_no_memory(error);
        if (reader->shown.count == before)
            return kn_fail(error, KNAP_BAD_INPUT, "\"shown\" has '%.*s' twice",
                           (int)(name.length < 60 ? name.length : 60), name.bytes);
    }
    return status;
}

static knap_status find_item(const kn_symbols *names, const kn_symbols *shown, size_t at, size_t *item,
                             knap_error *error)
{
    uint32_t symbol = kn_symbols_find(names, shown->name[at], shown->length[at]);
    if (symbol == KN_NO_SYMBOL)
        return kn_fail(error, KNAP_BAD_INPUT, "\"shown\" names '%.60s', which no item is called", shown->name[at]);
    *item = symbol;
    return KNAP_OK;
}

/* Whether the parts of a log are all there, or none is. */
static knap_status check(const knap_reader *reader, bool shown, knap_error *error)
{
    bool reward = !isnan(reader->log_reward), propensity = !isnan(reader->propensity);
    if (reward && !shown)
        return kn_fail(error, KNAP_BAD_INPUT,
                       "\"reward\" is a number, so it needs \"shown\", the items of the list that "
                       "earned it, and \"propensity\"");
    if (!shown && propensity)
        return kn_fail(error, KNAP_BAD_INPUT, "\"propensity\" needs \"shown\", the items of the list, and \"reward\"");
    if (shown && !reward)
        return kn_fail(error, KNAP_BAD_INPUT, "\"shown\" needs \"reward\", the number that the list earned");
    if (shown && !propensity)
        return kn_fail(
            error, KNAP_BAD_INPUT,
            "\"shown\" needs \"propensity\", the probability with which this list was shown; 1 where no other "
            "could have been");
    return KNAP_OK;
}

knap_status kn_resolve_log(knap_reader *reader, knap_instance *instance, knap_error *error)
{
    bool shown = reader->given & 1u << (KN_SHOWN - KN_ITEM_FIELDS);
    knap_log log = {.count = reader->shown.count, .reward = reader->log_reward, .propensity = reader->propensity};
    kn_symbols names;
    size_t *item;
    knap_status status = check(reader, shown, error);
    if (status || !shown)
        return status;
    kn_symbols_begin(&names, reader->allocator);
    item = kn_new(reader->allocator, log.count, sizeof *item);
    log.item = item;
    status = item ? kn_name_items(instance, "shown", &names, error) : kn_no_memory(error);
    for (size_t i = 0; !status && i < log.count; i++)
        status = find_item(&names, &reader->shown, i, &item[i], error);
    if (!status)
        status = knap_instance_set_log(instance, &log, error);
    kn_free(reader->allocator, item, log.count, sizeof *item);
    kn_symbols_free(&names);
    return status;
}
