/* results.c - reading a set, and comparing two of its systems. */
#include "rouge/set.h"

#include "base/error.h"

#include <string.h>

const knap_rouge *knap_rouge_set_scorer(const knap_rouge_set *set)
{
    if (!set)
        return NULL;
    return set->rouge;
}

size_t knap_rouge_set_topic_count(const knap_rouge_set *set)
{
    if (!set)
        return 0;
    return set->topics.count;
}

const char *knap_rouge_set_topic(const knap_rouge_set *set, size_t topic)
{
    if (!set || topic >= set->topics.count)
        return NULL;
    return set->topics.name[topic];
}

size_t knap_rouge_set_find_topic(const knap_rouge_set *set, const char *name)
{
    if (!set || !name)
        return knap_rouge_set_topic_count(set);
    uint32_t topic = kn_symbols_find(&set->topics, name, strlen(name));
    return topic == KN_NO_SYMBOL ? set->topics.count : topic;
}

size_t knap_rouge_set_reference_count(const knap_rouge_set *set, size_t topic)
{
    if (!set || topic >= set->topics.count)
        return 0;
    return set->topic[topic].references;
}

size_t knap_rouge_set_system_count(const knap_rouge_set *set)
{
    if (!set)
        return 0;
    return set->systems.count;
}

/* The number a system was added under. */
static uint32_t system_number(const knap_rouge_set *set, size_t system)
{
    return (uint32_t)(system < set->ranked ? set->rank[system] : system);
}

const char *knap_rouge_set_system(const knap_rouge_set *set, size_t system)
{
    if (!set || system >= set->systems.count)
        return NULL;
    return set->systems.name[system_number(set, system)];
}

size_t knap_rouge_set_find_system(const knap_rouge_set *set, const char *name)
{
    if (!set || !name)
        return knap_rouge_set_system_count(set);
    size_t system = 0;
    while (system < set->systems.count && strcmp(knap_rouge_set_system(set, system), name) != 0)
        system++;
    return system;
}

bool knap_rouge_set_has(const knap_rouge_set *set, size_t topic, size_t system)
{
    if (!set || topic >= set->topics.count || system >= set->systems.count)
        return false;
    return kn_grams_find(&set->pairs, (uint32_t)topic, system_number(set, system)) != KN_NO_GRAM;
}

size_t knap_rouge_set_count(const knap_rouge_set *set, size_t system)
{
    if (!set)
        return 0;
    return system < set->ranked ? set->start[system + 1] - set->start[system] : 0;
}

const char *knap_rouge_set_name(const knap_rouge_set *set, size_t system, size_t index)
{
    if (index >= knap_rouge_set_count(set, system))
        return NULL;
    return set->peer[set->order[set->start[system] + index]].name;
}

const knap_rouge_score *knap_rouge_set_scores(const knap_rouge_set *set, size_t system, size_t index)
{
    if (index >= knap_rouge_set_count(set, system))
        return NULL;
    return set->score + set->order[set->start[system] + index] * set->rouge->measures;
}

const knap_rouge_average *knap_rouge_set_average(const knap_rouge_set *set, size_t system, size_t measure)
{
    if (!set || system >= set->ranked || measure >= set->rouge->measures)
        return NULL;
    return &set->average[system * set->rouge->measures + measure];
}

static double part_of(const knap_rouge_score *score, int part)
{
    return part == 0 ? score->recall : part == 1 ? score->precision : score->f;
}

knap_status knap_rouge_set_compare(const knap_rouge_set *set, size_t system_a, size_t system_b, size_t measure,
                                   int part, uint64_t seed, knap_rouge_comparison *comparison, knap_error *error)
{
    KN_REQUIRE(comparison);
    *comparison = (knap_rouge_comparison){0};
    KN_REQUIRE(set);
    const knap_rouge *rouge = set->rouge;
    size_t topics = set->topics.count, count = 0;
    double *pairs;
    knap_status status;
    if (system_a >= set->ranked || system_b >= set->ranked || measure >= rouge->measures || part < 0 || part > 2)
        return kn_fail(error, KNAP_USAGE, "compare: no such system, measure or part in the evaluated set");
    pairs = kn_new(rouge->allocator, 2 * topics, sizeof *pairs);
    if (!pairs)
        return kn_no_memory(error);
    for (size_t t = 0; t < topics; t++) {
        uint32_t a = kn_grams_find(&set->pairs, (uint32_t)t, system_number(set, system_a));
        uint32_t b = kn_grams_find(&set->pairs, (uint32_t)t, system_number(set, system_b));
        if (a >= set->scored || b >= set->scored)
            continue;
        pairs[count] = part_of(&set->score[a * rouge->measures + measure], part);
        pairs[topics + count] = part_of(&set->score[b * rouge->measures + measure], part);
        count++;
    }
    status = knap_rouge_compare(pairs, pairs + topics, count, rouge->options.samples, rouge->options.confidence, seed,
                                rouge->allocator, comparison, error);
    kn_free(rouge->allocator, pairs, 2 * topics, sizeof *pairs);
    return status;
}
