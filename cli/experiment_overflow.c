/* experiment_overflow.c - summaries whose last sentence may pass the budget and is cut, as the summaries of DUC were.
 *
 * Systems know budgets, not cuts. So they pack into a budget that has room for one more item, whichever it is. The items up to the
 * first that passes the true budget are those that the system would have picked without a look at what fits. */
#include "experiment.h"

#include <stdlib.h>
#include <string.h>

/* The highest cost of an item. */
static double longest(const knap_instance *instance)
{
    double most = 0;
    for (size_t s = 0; s < knap_instance_count(instance); s++)
        most = knap_instance_cost(instance, s) > most ? knap_instance_cost(instance, s) : most;
    return most;
}

knap_status exp_overflow_budgets(knap_data *data, knap_error *error)
{
    knap_status status = KNAP_OK;
    for (size_t i = 0; !status && i < knap_data_count(data); i++) {
        knap_instance *instance = knap_data_at(data, i);
        status = knap_instance_set_budget(instance, knap_instance_budget(instance) + longest(instance), error);
    }
    return status;
}

/* How many bytes of a text make up a share of it, without half a character. */
static size_t part_of(const char *text, size_t length, double share)
{
    size_t end = (size_t)((double)length * share);
    while (end > 0 && end < length && ((unsigned char)text[end] & 0xC0) == 0x80)
        end--;
    return end < length ? end : length;
}

knap_status exp_overflow_text(const knap_material *material, size_t cluster, knap_list *list, knap_order order,
                              char **text, knap_error *error)
{
    const knap_instance *instance = knap_data_at(knap_material_data(material), cluster);
    double budget = knap_instance_budget(instance) - longest(instance), spent = 0;
    size_t whole = 0, length = 0, part;
    char *made = NULL;
    knap_status status;
    while (whole < list->count && spent + knap_instance_cost(instance, list->item[whole]) <= budget)
        spent += knap_instance_cost(instance, list->item[whole++]);
    list->count = whole < list->count ? whole + 1 : whole;
    knap_list fits = *list;
    fits.count = whole;
    status = knap_summary_text(material, cluster, &fits, order, &made, &length, error);
    if (status)
        return status;
    *text = cli_new(length + 1, 1);
    memcpy(*text, made, length);
    knap_text_free(cli_allocator(), made);
    if (whole < list->count) {
        knap_candidate last = knap_material_item(material, cluster, list->item[whole]);
        part = part_of(last.text, last.length, (budget - spent) / knap_instance_cost(instance, list->item[whole]));
        char *longer = cli_format("%s%.*s\n", *text, (int)part, last.text);
        free(*text);
        *text = longer;
    }
    return KNAP_OK;
}
