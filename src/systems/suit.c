/* suit.c - the settings of training that suit what is learned from. */
#include "systems/systems.h"
#include "core/item.h"
#include "core/view.h"

#include <string.h>

/* From so many instances with texts on, the worths of words tell more than the features of the items. */
enum { ENOUGH_TEXTS = 20 };

/* Takes over the settings of a system, except those that are given and the one named `except`. */
static void take_over(const char *system, const unsigned char *given, const char *except, knap_settings *settings)
{
    const knap_param *table = knap_settings_table();
    knap_settings goal = *settings; /* the table of a system may have fewer rows: `method` is not in it */
    knap_system_init(knap_system_find(system), &goal);
    for (const knap_param *param = table; param->name; param++)
        if (!(given && given[param - table]) && !(except && strcmp(param->name, except) == 0))
            knap_param_copy(param, settings, &goal);
}

/* The part of views that has this name, as a bit. */
static unsigned view_named(const char *name)
{
    unsigned part = 0;
    while (strcmp(kn_view_part_names[part], name) != 0)
        part++;
    return 1u << part;
}

/* Whether items have scores, or get them from a query. */
static bool will_have_scores(const knap_data *data)
{
    bool query = false;
    for (size_t i = 0; !query && i < data->count; i++)
        query = knap_instance_query(data->instance[i]) != NULL;
    return query || kn_data_has_scores(data);
}

void knap_settings_suit_instances(const knap_data *data, const unsigned char *given, knap_settings *settings)
{
    size_t texts = 0, views = (size_t)(knap_param_find(knap_settings_table(), "views") - knap_settings_table());
    if (!data || !settings)
        return;
    for (size_t i = 0; i < data->count; i++)
        texts += knap_instance_item_text(data->instance[i], 0) != NULL;
    if (texts == 0 || (texts < ENOUGH_TEXTS && data->features.count > 0) || (given && given[views]))
        return;
    if (will_have_scores(data))
        settings->views =
            kn_view_score_parts() | view_named("similarity") | (data->features.count ? view_named("quality") : 0);
    else
        take_over("scp-swap", given, "method", settings);
}

void knap_settings_suit_documents(size_t clusters, bool max_rouge, const unsigned char *given, knap_settings *settings)
{
    if (!settings)
        return;
    /* word statistics of one cluster do not apply to others */
    take_over(max_rouge ? "scp-swap" : "reader", given, clusters == 1 ? "views" : NULL, settings);
}
