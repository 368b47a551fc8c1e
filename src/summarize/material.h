/* summarize/material.h - stories as instances. */
#ifndef KNAP_SUMMARIZE_MATERIAL_H
#define KNAP_SUMMARIZE_MATERIAL_H

#include "summarize/concepts.h"
#include "summarize/reward.h"
#include "summarize/summarizer.h"

struct knap_material {
    const knap_allocator *allocator;
    size_t count;
    kn_story *story;             /* [count] */
    kn_reference_counts *wanted; /* [count] */
    uint32_t **line;             /* [count][items] the line behind each item */
    knap_data *data;
    const knap_cluster *const *cluster; /* the caller's */
};

/* Makes the material of stories already read, which it takes over. prediction[count] is what is expected of their words, NULL:
 * nothing; `length` what is expected of a reference's, 0: as long as the cluster's own are. Free in any case. */
knap_status kn_material_make(knap_material **material, kn_story *story, const knap_cluster *const *cluster,
                             size_t count, const kn_predictions *prediction, double length, const kn_quality *quality,
                             const knap_budget *budget, const knap_allocator *allocator, knap_error *error);

#endif
