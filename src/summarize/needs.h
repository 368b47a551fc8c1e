/* summarize/needs.h - what a sentence needs of the others in a summary, as terms of an instance
 * (knap_instance_need): names to be introduced, the sentence before it unless it stands alone; and, if it
 * is superseded, a term that nothing introduces. */
#ifndef KNAP_SUMMARIZE_NEEDS_H
#define KNAP_SUMMARIZE_NEEDS_H

#include "summarize/story.h"

/* What an unmet need costs, in expected hits. */
typedef struct kn_need_prices {
    double name, before, superseded;
} kn_need_prices;

/* Tells the instance what the item, which is a line of the story, introduces and needs. */
knap_status kn_needs_add(const kn_story *story, const kn_need_prices *price, size_t line, knap_instance *instance,
                         size_t item, knap_error *error);

#endif
