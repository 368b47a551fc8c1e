/* summarize/material.h - stories as instances. */
#pragma once

#include "summarize/needs.h"
#include "summarize/quality.h"
#include "summarize/reward.h"
#include "summarize/stories.h"
#include "summarize/word_model.h"

struct knap_material {
    const knap_allocator *allocator;
    size_t count;
    kn_stories stories;
    kn_story *story;                /* [count] those of `stories` */
    kn_reference_counts *reference; /* [count] */
    uint32_t **line;                /* [count][items] the line of each item */
    knap_data *data;
    size_t min_words; /* of the text settings: why a line is no candidate */
    unsigned filter;
};

/* What instances are made of, besides the stories. */
typedef struct kn_material_parts {
    const knap_cluster *const *cluster; /* [count] the clusters of the stories */
    const kn_predictions *prediction;   /* [count] expected worths of their words; NULL: none */
    double length;                      /* expected length of a reference in words; 0: that of the cluster's own */
    const kn_quality *quality;          /* NULL: no features */
    const knap_text_settings *text;
    kn_need_prices needs;
    knap_budget budget;
} kn_material_parts;

/* Makes an instance of each story, on run->jobs threads. The material takes the stories over: `stories` is empty afterwards. After a failure
 * *material is NULL. */
knap_status kn_material_make(kn_stories *stories, const kn_material_parts *parts, const knap_run *run,
                             knap_material **material, knap_error *error);
