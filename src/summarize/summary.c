/* summary.c - the text of a summary. */
#include "summarize/material.h"
#include "base/error.h"

#include <string.h>

/* Writes one sentence per line; `text` has room for all. */
static void write_lines(const knap_material *material, size_t cluster, const knap_list *list, const size_t *place,
                        char *text)
{
    for (size_t i = 0; i < list->count; i++) {
        knap_candidate candidate = knap_material_item(material, cluster, list->item[place[i]]);
        memcpy(text, candidate.text, candidate.length);
        text += candidate.length;
        *text++ = '\n';
    }
}

knap_status knap_summary_text(const knap_material *material, size_t cluster, const knap_list *list, knap_order order,
                              char **text, size_t *length, knap_error *error)
{
    KN_REQUIRE(text);
    *text = NULL;
    KN_REQUIRE(length);
    *length = 0;
    KN_REQUIRE(material);
    KN_REQUIRE(list);
    const knap_allocator *allocator = material->allocator;
    size_t *place = kn_new(allocator, list->count, sizeof *place);
    size_t total = 0;
    knap_status status = place ? knap_summary_order(material, cluster, list, order, place, error) : kn_no_memory(error);
    for (size_t i = 0; !status && i < list->count; i++)
        total += knap_material_item(material, cluster, list->item[i]).length + 1;
    *text = status ? NULL : kn_caller_text(allocator, NULL, total);
    if (*text) {
        write_lines(material, cluster, list, place, *text);
        *length = total;
    } else if (!status) {
        status = kn_no_memory(error);
    }
    kn_free(allocator, place, list->count, sizeof *place);
    return status;
}
