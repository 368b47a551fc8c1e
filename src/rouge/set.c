/* set.c - the texts of a whole evaluation: topics with references, systems with summaries. */
#include "rouge/set.h"

#include "base/error.h"
#include "rouge/score.h"

#include <string.h>

knap_status knap_rouge_set_new(const knap_rouge *rouge, knap_rouge_set **set, knap_error *error)
{
    KN_REQUIRE(set);
    *set = NULL;
    KN_REQUIRE(rouge);
    knap_rouge_set *made = kn_new(rouge->allocator, 1, sizeof *made);
    if (!made)
        return kn_no_memory(error);
    made->rouge = rouge;
    made->arena.allocator = rouge->allocator;
    kn_symbols_begin(&made->topics, rouge->allocator);
    kn_symbols_begin(&made->systems, rouge->allocator);
    if (!kn_grams_begin(&made->pairs, rouge->allocator, 1)) {
        knap_rouge_set_free(made);
        return kn_no_memory(error);
    }
    *set = made;
    return KNAP_OK;
}

void kn_rouge_set_forget(knap_rouge_set *set)
{
    const knap_allocator *allocator = set->rouge->allocator;
    size_t measures = set->rouge->measures;
    kn_free(allocator, set->score, set->scored * measures, sizeof *set->score);
    kn_free(allocator, set->order, set->scored, sizeof *set->order);
    kn_free(allocator, set->start, set->ranked + 1, sizeof *set->start);
    kn_free(allocator, set->rank, set->ranked, sizeof *set->rank);
    kn_free(allocator, set->average, set->ranked * measures, sizeof *set->average);
    set->score = NULL;
    set->order = NULL;
    set->start = NULL;
    set->rank = NULL;
    set->average = NULL;
    set->scored = set->ranked = 0;
}

void knap_rouge_set_free(knap_rouge_set *set)
{
    const knap_allocator *allocator;
    if (!set)
        return;
    allocator = set->rouge->allocator;
    kn_rouge_set_forget(set);
    for (size_t t = 0; t < kn_array_capacity(set->topic) && t < set->topics.count; t++)
        KN_RELEASE(allocator, set->topic[t].reference);
    KN_RELEASE(allocator, set->topic);
    KN_RELEASE(allocator, set->peer);
    kn_grams_free(&set->pairs);
    kn_symbols_free(&set->topics);
    kn_symbols_free(&set->systems);
    kn_arena_free(&set->arena);
    knap_rouge_set_free(set->own);
    kn_free(allocator, set, 1, sizeof *set);
}

/* ---- Filling ---- */

static bool copy_text(knap_rouge_set *set, const knap_rouge_text *text, knap_rouge_text *copy)
{
    knap_rouge_segment *segment = kn_arena_new(&set->arena, text->count, sizeof *segment);
    if (!segment)
        return false;
    for (size_t i = 0; i < text->count; i++) {
        segment[i].length = text->segment[i].length;
        segment[i].bytes = kn_arena_text(&set->arena, text->segment[i].bytes, segment[i].length);
        if (!segment[i].bytes)
            return false;
    }
    *copy = (knap_rouge_text){segment, text->count};
    return true;
}

uint32_t kn_rouge_set_topic(knap_rouge_set *set, const char *name)
{
    size_t before = set->topics.count;
    uint32_t topic;
    if (!KN_ROOM(set->rouge->allocator, set->topic, before + 1))
        return KN_NO_SYMBOL;
    topic = kn_symbols_add(&set->topics, name, strlen(name));
    if (set->topics.count > before)
        memset(&set->topic[before], 0, sizeof set->topic[before]);
    return topic;
}

static knap_status refuse(knap_error *error)
{
    return kn_fail(error, KNAP_USAGE, "nothing can be added to a set that is divided among processes");
}

knap_status knap_rouge_set_add_reference(knap_rouge_set *set, const char *topic, const knap_rouge_text *text,
                                         knap_error *error)
{
    KN_REQUIRE(set);
    KN_REQUIRE(topic);
    if (kn_rouge_check_text(text, error))
        return KNAP_USAGE;
    if (set->team)
        return refuse(error);
    size_t before = set->topics.count;
    knap_rouge_text copy;
    uint32_t number = copy_text(set, text, &copy) ? kn_rouge_set_topic(set, topic) : KN_NO_SYMBOL;
    kn_rouge_topic *to;
    if (number == KN_NO_SYMBOL)
        return kn_no_memory(error);
    to = &set->topic[number];
    if (!KN_ROOM(set->rouge->allocator, to->reference, to->references + 1)) {
        kn_symbols_cut(&set->topics, before);
        return kn_no_memory(error);
    }
    to->reference[to->references++] = copy;
    return KNAP_OK;
}

static const char *peer_name(knap_rouge_set *set, const char *topic, const char *system)
{
    size_t topic_length = strlen(topic), system_length = strlen(system);
    char *name = kn_arena_new(&set->arena, topic_length + system_length + 2, 1);
    if (name) {
        memcpy(name, topic, topic_length);
        name[topic_length] = '.';
        memcpy(name + topic_length + 1, system, system_length);
    }
    return name;
}

static knap_status place(knap_rouge_set *set, const char *topic, const char *system, const knap_rouge_text *text,
                         knap_error *error)
{
    uint32_t topic_number = kn_rouge_set_topic(set, topic);
    uint32_t system_number = kn_symbols_add(&set->systems, system, strlen(system));
    kn_rouge_peer made;
    if (topic_number == KN_NO_SYMBOL || system_number == KN_NO_SYMBOL)
        return kn_no_memory(error);
    if (kn_grams_find(&set->pairs, topic_number, system_number) != KN_NO_GRAM)
        return kn_fail(error, KNAP_BAD_INPUT, "system %s has two summaries for topic %s", system, topic);
    if (!KN_ROOM(set->rouge->allocator, set->peer, set->peers + 1))
        return kn_no_memory(error);
    made.topic = topic_number;
    made.system = system_number;
    made.name = peer_name(set, topic, system);
    made.text = *text;
    if (!made.name)
        return kn_no_memory(error);
    /* Pairs are numbered in the order they come, as the set->peer are. */
    if (kn_grams_add(&set->pairs, topic_number, system_number, 0) == KN_NO_GRAM)
        return kn_no_memory(error);
    set->peer[set->peers++] = made;
    return KNAP_OK;
}

knap_status kn_rouge_set_place(knap_rouge_set *set, const char *topic, const char *system, const knap_rouge_text *text,
                               knap_error *error)
{
    size_t topics = set->topics.count, systems = set->systems.count;
    knap_status status = place(set, topic, system, text, error);
    if (status) {
        kn_symbols_cut(&set->topics, topics);
        kn_symbols_cut(&set->systems, systems);
    }
    return status;
}

knap_status knap_rouge_set_add_peer(knap_rouge_set *set, const char *topic, const char *system,
                                    const knap_rouge_text *text, knap_error *error)
{
    knap_rouge_text copy;
    KN_REQUIRE(set);
    KN_REQUIRE(topic);
    KN_REQUIRE(system);
    if (kn_rouge_check_text(text, error))
        return KNAP_USAGE;
    if (set->team)
        return refuse(error);
    return copy_text(set, text, &copy) ? kn_rouge_set_place(set, topic, system, &copy, error) : kn_no_memory(error);
}
