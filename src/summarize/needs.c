/* needs.c - the terms of a sentence, and what it costs in every summary. Names are numbered as words; behind them there is a term
 * for each line, which that line introduces and the next one of its document needs. */
#include "summarize/needs.h"
#include "summarize/names.h"

#include <math.h>

/* What the best sentence of a news story is expected to earn, in hits. */
static const double TYPICAL_BEST = 8;

/* Sentences of one document refer to each other far more than those of several: what they miss costs more, a name above all. */
static const double SINGLE_FACTOR = 6, SINGLE_NAME_FACTOR = 6;

static double hits_of(const kn_story *story, size_t line, const kn_predictions *predictions)
{
    const kn_counts *words = &story->counts;
    double hits = 0;
    for (size_t i = words->start[line]; i < words->start[line + 1]; i++) {
        size_t word = words->id[i], start = predictions->start[word], count = predictions->start[word + 1] - start;
        for (size_t k = 0; kn_story_rewards(story, words->id[i]) && k < count && k < words->count[i]; k++)
            hits += predictions->q[start + k];
    }
    return hits;
}

/* A text without sections, such as a news story, tells something in every sentence: there the words matter more than the point. */
static const double PLAIN_FACTOR = 1.0 / 3;

kn_need_prices kn_need_prices_scale(const kn_need_prices *price, const kn_story *story,
                                    const kn_predictions *predictions)
{
    bool single = story->documents == 1;
    double best = 0, scale;
    for (size_t i = 0; i < story->lines; i++)
        if (story->line[i].candidate)
            best = fmax(best, hits_of(story, i, predictions));
    scale = fmin(1, best / TYPICAL_BEST);
    return (kn_need_prices){.name = price->name * scale * (single ? SINGLE_NAME_FACTOR : 1),
                            .before = price->before * scale * (single ? SINGLE_FACTOR : 1),
                            .style = price->style,
                            .superseded = price->superseded * scale,
                            .outcome = price->outcome * scale,
                            .teaser = price->teaser * scale,
                            .point = price->point * best * (kn_story_has_sections(story) ? 1 : PLAIN_FACTOR)};
}

/* A line without the "But" that it begins with: the word is missed where the line before is in the list. */
static const double OPENING_CHARGE = 0.25;

/* A line whose point is this far below the best earns nothing for it. */
static const double POINT_SPAN = 4;

/* The part of the point that a line of a single document loses if it refers to the line before it, which is not in the list. */
static const double BACK_SHARE = 0.5;

/* What the line earns for saying what a single document is about: a part of the price that grows with its point and with what
 * it costs. A conversation makes its point anywhere: there it is how central the line is. */
static double point_bonus(const kn_story *story, const kn_need_prices *price, size_t line)
{
    const kn_story_line *whole = &story->line[story->line[line].place];
    double cost = price->length > 0 ? (double)story->line[line].length / price->length : 1;
    if (story->documents != 1 || story->asked)
        return 0;
    return price->point * cost *
           (story->spoken                ? whole->central
            : whole->point < price->far ? -1
                                        : fmax(0, 1 + whole->point / POINT_SPAN));
}

/* What a title earns over the line of the same length that says best what the document is about. */
static const double TITLE_FACTOR = 2;

static double title_bonus(const kn_story *story, const kn_need_prices *price)
{
    double cost = price->length > 0 ? (double)story->line[story->title].length / price->length : 1;
    return TITLE_FACTOR * price->point * cost;
}

/* What the line earns for answering a query as well as any line does, in hits: what the best sentence of a story earns, twice. */
static const double ANSWER_BONUS = 16;

/* What the line costs in every list. */
static double charge_of(const kn_story *story, const kn_need_prices *price, size_t line)
{
    const kn_story_line *here = &story->line[line];
    double charge = price->style * (1 - here->style) - point_bonus(story, price, line);
    if (here->superseded)
        charge += price->superseded;
    charge += price->teaser * here->teaser;
    charge -= ANSWER_BONUS * here->answers;
    if (story->leads && here->cuts && here->cut[0].begin == 0)
        charge += OPENING_CHARGE;
    return charge;
}

knap_status kn_needs_add(const kn_story *story, const kn_need_prices *price, size_t line, knap_instance *instance,
                         size_t item, knap_error *error)
{
    const kn_story_line *here = &story->line[line];
    size_t place = here->place;
    uint32_t first_line = (uint32_t)story->word.count, never = first_line + (uint32_t)story->lines;
    size_t begin, end = kn_names_of(story, line, &begin);
    bool title = line && line == story->title;
    knap_status status =
        title ? KNAP_OK : knap_instance_introduce(instance, item, first_line + (uint32_t)place, error);
    for (size_t i = begin; !status && i < end; i++)
        status = story->name[i].introduces
                     ? knap_instance_introduce(instance, item, story->name[i].word, error)
                     : knap_instance_need(instance, item, story->name[i].word, title ? 0 : price->name, error);
    if (title)
        return status ? status : knap_instance_charge(instance, item, -title_bonus(story, price), error);
    if (!status && here->standalone < 1 && !story->line[place].defines) {
        bool has_before = place > 0 && story->line[place - 1].document == here->document;
        double back = has_before && here->points_back ? fmax(0, BACK_SHARE * point_bonus(story, price, line)) : 0;
        status = knap_instance_need(instance, item, has_before ? first_line + (uint32_t)place - 1 : never,
                                    price->before * (1 - here->standalone) + back, error);
    }
    if (!status && price->outcome > 0 && story->ends)
        status = here->outcome ? knap_instance_introduce(instance, item, never + 1, error)
                               : knap_instance_need(instance, item, never + 1, price->outcome, error);
    return status ? status : knap_instance_charge(instance, item, charge_of(story, price, line), error);
}
