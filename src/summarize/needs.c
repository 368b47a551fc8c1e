/* needs.c - the terms of a sentence. Names have the numbers of their words. After them there is one term
 * per line, which that line introduces and the next line of its document needs. The last term is never
 * introduced. */
#include "summarize/needs.h"
#include "summarize/names.h"

knap_status kn_needs_add(const kn_story *story, const kn_need_prices *price, size_t line, knap_instance *instance,
                         size_t item, knap_error *error)
{
    const kn_line *here = &story->line[line];
    size_t place = here->place;
    uint32_t first_line = (uint32_t)story->word.count, never = first_line + (uint32_t)story->lines;
    size_t begin, end = kn_names_of(story, line, &begin);
    knap_status status = knap_instance_introduce(instance, item, first_line + (uint32_t)place, error);
    for (size_t i = begin; !status && i < end; i++)
        status = story->name[i].introduces
                     ? knap_instance_introduce(instance, item, story->name[i].word, error)
                     : knap_instance_need(instance, item, story->name[i].word, price->name, error);
    if (!status && here->standalone < 1) {
        bool has_before = place > 0 && story->line[place - 1].document == here->document;
        status = knap_instance_need(instance, item, has_before ? first_line + (uint32_t)place - 1 : never,
                                    price->before * (1 - here->standalone), error);
    }
    if (!status && here->superseded)
        status = knap_instance_need(instance, item, never, price->superseded, error);
    return status;
}
