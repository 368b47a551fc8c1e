/* random.h - random instances for property tests. */
#pragma once

#include "check.h"
#include "core/inner.h"

enum { RANDOM_CONCEPTS = 12, RANDOM_DIMENSIONS = 8, RANDOM_FEATURES = 5 };

static inline void name_features(knap_data *data, size_t count)
{
    char name[16];
    size_t feature;
    for (size_t i = 0; i < count; i++) {
        snprintf(name, sizeof name, "f%zu", i);
        assert_ok(knap_data_feature(data, name, &feature, error));
    }
}

/* An instance of n items with everything: features, vectors (sparse or dense), concepts, worth. Costs are
 * whole numbers from 1 to 10; some items repeat the vector of the one before. */
static inline knap_instance *random_instance(knap_data *data, knap_rng *rng, size_t n, double budget, const char *kind,
                                             int sparse)
{
    knap_instance *instance;
    double vector[RANDOM_DIMENSIONS] = {0}, feature[RANDOM_FEATURES], amount[RANDOM_CONCEPTS];
    uint32_t dimension[RANDOM_DIMENSIONS], concept_id[RANDOM_CONCEPTS];
    if (knap_data_feature_count(data) == 0)
        name_features(data, RANDOM_FEATURES);
    assert_ok(knap_data_add(data, NULL, budget, 0, &instance, error));
    for (size_t i = 0; i < n; i++) {
        knap_item item = {.cost = 1 + (double)knap_rng_below(rng, 10), .worth = knap_rng_uniform(rng)};
        size_t concepts = 0;
        for (size_t f = 0; f < RANDOM_FEATURES; f++)
            feature[f] = knap_rng_normal(rng);
        if (i == 0 || knap_rng_below(rng, 4) > 0)
            for (size_t d = 0; d < RANDOM_DIMENSIONS; d++)
                vector[d] = sparse && knap_rng_below(rng, 2) ? 0 : knap_rng_uniform(rng);
        for (uint32_t d = 0; d < RANDOM_DIMENSIONS; d++)
            dimension[d] = d;
        for (uint32_t c = 0; c < RANDOM_CONCEPTS; c++)
            if (knap_rng_below(rng, 3) == 0) {
                concept_id[concepts] = c;
                amount[concepts++] = knap_rng_uniform(rng) * 2;
            }
        item.feature = feature;
        item.vector = vector;
        item.vector_id = sparse ? dimension : NULL;
        item.vector_count = RANDOM_DIMENSIONS;
        item.concept_id = concept_id;
        item.amount = amount;
        item.concept_count = concepts;
        assert_ok(knap_instance_add(instance, &item, error));
    }
    for (uint32_t c = 0; c < RANDOM_CONCEPTS; c++)
        assert_ok(knap_instance_target(instance, c, 0.5 + knap_rng_uniform(rng) * 3, error));
    if (kind)
        assert_ok(knap_instance_set_reward(instance, knap_reward_find(kind), NULL, error));
    return instance;
}

/* A problem that a policy with list views can solve and one without cannot: items belong to topics, any one
 * item of a topic covers it whole, so benefit = volume * rate exactly. */
static inline void planted_instance(knap_data *data, knap_rng *rng, size_t n)
{
    enum { TOPICS = 12 };
    static const char *const names[] = {"rate", "relevance", "cost", "noise"};
    double relevance[TOPICS];
    knap_instance *instance;
    size_t feature;
    if (knap_data_feature_count(data) == 0)
        for (size_t i = 0; i < 4; i++)
            assert_ok(knap_data_feature(data, names[i], &feature, error));
    assert_ok(knap_data_add(data, NULL, 25, 0, &instance, error));
    for (uint32_t t = 0; t < TOPICS; t++)
        relevance[t] = 0.1 + 0.9 * knap_rng_uniform(rng);
    for (size_t i = 0; i < n; i++) {
        uint32_t topic = (uint32_t)knap_rng_below(rng, TOPICS);
        double cost = 2 + (double)knap_rng_below(rng, 9), one = 1;
        double features[] = {relevance[topic] / cost, relevance[topic], cost, knap_rng_uniform(rng)};
        knap_item item = {.cost = cost,
                          .feature = features,
                          .vector = &one,
                          .vector_id = &topic,
                          .vector_count = 1,
                          .concept_id = &topic,
                          .amount = &relevance[topic],
                          .concept_count = 1};
        assert_ok(knap_instance_add(instance, &item, error));
    }
    for (uint32_t t = 0; t < TOPICS; t++)
        assert_ok(knap_instance_target(instance, t, relevance[t], error));
    assert_ok(knap_instance_set_reward(instance, knap_reward_find("coverage"), NULL, error));
}
