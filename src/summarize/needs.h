/* summarize/needs.h - what a sentence costs its reader. What it needs of the others in a summary are terms of the instance
 * (knap_instance_need): names to be introduced, the sentence before it unless it stands alone. What it costs in every summary is
 * a charge (knap_instance_charge): it is not written as references are, or a later state supersedes it; a sentence
 * that says what a single document is about costs less. */
#pragma once

#include "summarize/story.h"
#include "summarize/word_model.h"

/* Prices in expected hits; before they are scaled to a story, `point` is a multiple of what its best sentence earns. */
typedef struct kn_need_prices {
    double name, before;      /* of a need that is not met */
    double teaser;            /* of the first line of a document that tells nothing of the story */
    double outcome;           /* of a line of a list that does not tell how the story ended */
    double style, superseded; /* of a line that is not written as references are at all, or that is superseded */
    double point;             /* a bonus for the line that says best what a single document is about, if it has the mean length */
    double length;            /* mean of the lines that may be picked; 0: all cost the same */
    double far;               /* lines whose point is below this are details that must not fill the room that is left */
} kn_need_prices;

/* The prices for a story whose words are expected to be worth `predictions`: where even its best sentence earns less than a
 * typical one of news, as in short reviews, those of needs, of superseded lines and of points are lower in proportion. In a
 * single document needs cost more: its sentences refer to each other. */
kn_need_prices kn_need_prices_scale(const kn_need_prices *price, const kn_story *story,
                                    const kn_predictions *predictions);

/* Tells the instance what the item, which is a line of the story, introduces and needs. */
knap_status kn_needs_add(const kn_story *story, const kn_need_prices *price, size_t line, knap_instance *instance,
                         size_t item, knap_error *error);
