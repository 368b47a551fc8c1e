/* relevance_test.c - the system relevance: its objective by its definition, its bound by brute force, and what users are promised:
 * the best passage is in the list, scales of scores do not matter, the order of the input stands among equals. */
#include "failing.h"
#include "random.h"

#include "core/evidence.h"
#include "core/relevant.h"
#include "core/view.h"
#include "systems/systems.h"

enum { ITEMS = 10, WORDS = 14, KINDS = 3 };

/* Items with scores of any sign, costs from 1 to 6, groups, and vectors: sparse, dense with negative numbers, or none. */
static knap_instance *scored_items(knap_data *data, knap_rng *rng, size_t count, double budget, int kind)
{
    knap_instance *instance;
    assert_ok(knap_data_add(data, NULL, budget, 0, &instance, error));
    for (size_t s = 0; s < count; s++) {
        uint32_t word[WORDS];
        double value[WORDS];
        size_t used = 0;
        for (uint32_t w = 0; w < WORDS; w++)
            if (kind == 1 || knap_rng_uniform(rng) < 0.3) {
                word[used] = w;
                value[used++] = kind == 1 ? knap_rng_uniform(rng) - 0.5 : 1 + (double)knap_rng_below(rng, 3);
            }
        knap_item item = {.cost = 1 + (double)knap_rng_below(rng, 6),
                          .vector = kind == 2 || used == 0 ? NULL : value,
                          .vector_id = kind == 0 ? word : NULL,
                          .vector_count = kind == 2 ? 0 : used,
                          .group = knap_rng_below(rng, 4)};
        assert_ok(knap_instance_add(instance, &item, error));
        assert_ok(knap_instance_set_score(instance, s, 20 * knap_rng_uniform(rng) - 10, error));
    }
    return instance;
}

static void begin(kn_relevant *self, const knap_instance *instance)
{
    bool leads;
    *self = (kn_relevant){.allocator = NULL};
    assert_ok(kn_relevant_begin(self, instance, 1, 0.3, &leads, error));
    assert_true(leads);
}

/* F by its definition. */
static double value_of(const kn_relevant *self, unsigned list)
{
    const knap_instance *instance = self->instance;
    size_t width = instance->vector.width;
    double modular = 0, most[2 * WORDS] = {0}, covered = 0;
    for (size_t s = 0; s < instance->count; s++) {
        double worth = self->relevance[s] * instance->cost[s];
        size_t first = instance->vector.start[s], end = instance->vector.start[s + 1];
        if (!(list & 1u << s))
            continue;
        modular += worth;
        if (first == end)
            covered += worth;
        for (size_t i = first; i < end; i++) {
            double part = instance->vector.value[i] * instance->inverse_norm[s];
            size_t d = instance->vector.id ? instance->vector.id[i] : i - first;
            d += part < 0 ? width : 0;
            most[d] = fmax(most[d], worth * part * part);
        }
    }
    for (size_t d = 0; d < 2 * width; d++)
        covered += most[d];
    return (1 - self->novelty) * modular + self->novelty * covered;
}

static void objective_is_as_defined_monotone_and_submodular(void **state)
{
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 1);
    for (int trial = 0; trial < 150; trial++) {
        knap_data *data;
        kn_relevant self;
        double before[ITEMS];
        unsigned list = 0;
        assert_ok(knap_data_new(NULL, &data, error));
        begin(&self, scored_items(data, &rng, ITEMS, 20, trial % KINDS));
        for (size_t s = 0; s < ITEMS; s++) {
            before[s] = INFINITY;
            assert_true(self.relevance[s] >= 0 && self.relevance[s] <= 1);
            assert_close(kn_relevant_gain(&self, s), self.relevance[s] * self.instance->cost[s], 1e-9);
        }
        for (size_t m = 0; m < ITEMS; m++) {
            for (size_t s = m; s < ITEMS; s++) {
                double gain = kn_relevant_gain(&self, s);
                assert_true(gain >= 0 && gain <= before[s] + 1e-12);
                assert_close(gain, value_of(&self, list | 1u << s) - value_of(&self, list), 1e-9);
                before[s] = gain;
            }
            kn_relevant_push(&self, m);
            list |= 1u << m;
            assert_close(self.value, value_of(&self, list), 1e-9);
        }
        kn_relevant_end(&self);
        knap_data_free(data);
    }
}

static knap_status pack(const knap_instance *instance, const char *settings, const knap_run *run, knap_list *list,
                        knap_error *why)
{
    const knap_system *system = knap_system_find("relevance");
    double params[8];
    knap_model *model;
    knap_status status;
    assert_true(system->params_size <= sizeof params);
    knap_system_init(system, params);
    for (size_t length; settings && *settings; settings += length + (settings[length] == ' ')) {
        length = strcspn(settings, " ");
        assert_ok(knap_system_set(system, settings, length, params, error));
    }
    status = knap_system_fit(system, params, NULL, run, &model, why);
    if (status)
        return status;
    list->allocator = run ? run->allocator : NULL;
    status = knap_model_pack(model, instance, 1, run, list, NULL, why);
    knap_model_free(model);
    return status;
}

/* The item of the highest score that fits; of equals the first. */
static size_t best_item(const knap_instance *instance)
{
    size_t best = instance->count;
    for (size_t s = 0; s < instance->count; s++)
        if (instance->cost[s] <= instance->budget &&
            (best == instance->count || instance->score[s] > instance->score[best]))
            best = s;
    return best;
}

/* With P the first item, W' the room beside it and c the largest cost of another item that fits there:
 * F(L) - F(P) >= (1 - exp(-(1 - c/W'))) (F(O) - F(P)) for every list O that has P. The first item is the best one that fits. */
static void lists_keep_the_bound_and_the_best_item(void **state)
{
    knap_rng rng;
    double ratio = 0;
    enum { TRIALS = 90 };
    (void)state;
    knap_rng_seed(&rng, 2);
    for (int trial = 0; trial < TRIALS; trial++) {
        knap_data *data;
        knap_list list = KNAP_LIST_INIT;
        kn_relevant self;
        unsigned bits = 0;
        double most = 0, value, room, largest = 0, first;
        assert_ok(knap_data_new(NULL, &data, error));
        knap_instance *instance = scored_items(data, &rng, ITEMS, 2 + (double)knap_rng_below(&rng, 16), trial % KINDS);
        size_t best = best_item(instance);
        assert_ok(pack(instance, NULL, NULL, &list, error));
        begin(&self, instance);
        for (size_t i = 0; i < list.count; i++)
            bits |= 1u << list.item[i];
        assert_true(best == ITEMS ? list.count == 0 : list.item[0] == best);
        assert_true(list.cost <= instance->budget);
        for (unsigned other = 0; other < 1u << ITEMS; other++) {
            double cost = 0;
            for (size_t s = 0; s < ITEMS; s++)
                cost += other & 1u << s ? instance->cost[s] : 0;
            if (cost <= instance->budget && best < ITEMS && other & 1u << best)
                most = fmax(most, value_of(&self, other));
        }
        value = value_of(&self, bits);
        room = instance->budget - (best < ITEMS ? instance->cost[best] : 0);
        for (size_t s = 0; s < ITEMS; s++)
            largest = s != best && instance->cost[s] <= room ? fmax(largest, instance->cost[s]) : largest;
        first = best < ITEMS ? value_of(&self, 1u << best) : 0;
        assert_true(value <= most + 1e-9);
        assert_true(room == 0 || value - first >= (1 - exp(-(1 - largest / room))) * (most - first) - 1e-9);
        ratio += most > 0 ? value / most : 1;
        kn_relevant_end(&self);
        knap_list_free(&list);
        knap_data_free(data);
    }
    assert_true(ratio / TRIALS > 0.95);
}

static bool same_lists(const knap_list *a, const knap_list *b)
{
    return a->count == b->count && memcmp(a->item, b->item, a->count * sizeof *a->item) == 0;
}

/* Without evidence and novelty the list is that of top-k: items by falling score, each that fits. */
static void relevance_alone_is_top_k(void **state)
{
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 5);
    for (int trial = 0; trial < 60; trial++) {
        knap_data *data;
        knap_list list = KNAP_LIST_INIT, top = KNAP_LIST_INIT;
        double score[ITEMS];
        assert_ok(knap_data_new(NULL, &data, error));
        knap_instance *instance = scored_items(data, &rng, ITEMS, 12, trial % KINDS);
        for (size_t s = 0; s < ITEMS; s++)
            score[s] = instance->score[s];
        assert_ok(kn_pick_by_score(instance, score, 1, &top, error));
        assert_ok(pack(instance, "evidence=0 novelty=0", NULL, &list, error));
        assert_true(same_lists(&list, &top));
        knap_list_free(&list);
        knap_list_free(&top);
        knap_data_free(data);
    }
}

/* Powers of two keep the bits of the scores, so that lists must be the same. */
static void scales_of_scores_do_not_matter(void **state)
{
    static const double factor[] = {1, 1024, 1.0 / 1024, 1}, summand[] = {128, 0, 0, -128};
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 3);
    for (int trial = 0; trial < 60; trial++) {
        knap_data *data;
        knap_list list = KNAP_LIST_INIT, other = KNAP_LIST_INIT;
        double score[ITEMS];
        assert_ok(knap_data_new(NULL, &data, error));
        knap_instance *instance = scored_items(data, &rng, ITEMS, 14, trial % KINDS);
        for (size_t s = 0; s < ITEMS; s++) {
            score[s] = (double)knap_rng_below(&rng, 4096) / 1024;
            assert_ok(knap_instance_set_score(instance, s, score[s], error));
        }
        assert_ok(pack(instance, NULL, NULL, &list, error));
        for (size_t way = 0; way < sizeof factor / sizeof *factor; way++) {
            for (size_t s = 0; s < ITEMS; s++)
                assert_ok(knap_instance_set_score(instance, s, score[s] * factor[way] + summand[way], error));
            knap_list_clear(&other);
            assert_ok(pack(instance, NULL, NULL, &other, error));
            assert_true(same_lists(&list, &other));
        }
        knap_list_free(&list);
        knap_list_free(&other);
        knap_data_free(data);
    }
}

/* Equal scores, equal costs, nothing else known: the order of the input. */
static void the_order_of_the_input_stands(void **state)
{
    knap_data *data;
    knap_instance *instance;
    knap_list list = KNAP_LIST_INIT;
    (void)state;
    assert_ok(knap_data_new(NULL, &data, error));
    assert_ok(knap_data_add(data, NULL, 5, 0, &instance, error));
    for (size_t s = 0; s < 8; s++) {
        assert_ok(knap_instance_add(instance, &(knap_item){.cost = 1}, error));
        assert_ok(knap_instance_set_score(instance, s, -0.5, error));
    }
    assert_ok(pack(instance, NULL, NULL, &list, error));
    assert_int_equal(list.count, 5);
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(list.item[i], i);
    knap_list_free(&list);
    knap_data_free(data);
}

/* The evidence of three items of one source and two of none, by hand. */
static void evidence_by_hand(void **state)
{
    enum { COUNT = 5 };
    static const double score[] = {8, 4, 0, 6, 2},
                        x[COUNT][3] = {{1, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 1, 0}, {0, 0, 1}};
    static const size_t group[] = {1, 1, 1, 0, 0};
    /* the nearest: 1 of 0, 0 of 1, 3 of 2, 2 of 3, none of 4, with z 0.5, 1, 0.75, 0 */
    static const double z[] = {1, 0.5, 0, 0.75, 0.25}, near[] = {0.5, 1, 0.75, 0, 0}, repeats[] = {0, 1, 1, 0, 0};
    static const double source[] = {1, 1, 1, (0.75 - 0.25) / 0.75, 0}, others[] = {1, 1, 1, (0.75 - 0.25) / 1.25, 0};
    double evidence[COUNT * KN_EVIDENCES];
    kn_arena arena = {.allocator = NULL};
    knap_data *data;
    knap_instance *instance;
    (void)state;
    assert_ok(knap_data_new(NULL, &data, error));
    assert_ok(knap_data_add(data, NULL, 5, 0, &instance, error));
    for (size_t s = 0; s < COUNT; s++) {
        knap_item item = {.cost = 1, .vector = x[s], .vector_count = 3, .group = group[s]};
        assert_ok(knap_instance_add(instance, &item, error));
        assert_ok(knap_instance_set_score(instance, s, score[s], error));
    }
    assert_true(kn_evidence(instance, &arena, evidence));
    for (size_t s = 0; s < COUNT; s++) {
        const double *of = evidence + s * KN_EVIDENCES;
        assert_close(of[KN_EVIDENCE_SCORE], z[s], 1e-12);
        assert_close(of[KN_EVIDENCE_MATCH], 0, 0);
        assert_close(of[KN_EVIDENCE_NEAR], near[s], 1e-12);
        assert_close(of[KN_EVIDENCE_SOURCE], source[s], 1e-12);
        assert_close(of[KN_EVIDENCE_OTHERS], others[s], 1e-12);
        assert_close(of[KN_EVIDENCE_REPEATS], repeats[s], 1e-12);
    }
    kn_arena_free(&arena);
    knap_data_free(data);
}

/* 1 / distance of two items of a group that are up to three positions apart, else 0. */
static double nearness(const knap_instance *instance, size_t a, size_t b)
{
    double distance = fabs(knap_instance_position(instance, a) - knap_instance_position(instance, b));
    bool together = instance->group && instance->group[a] && instance->group[a] == instance->group[b];
    return together && distance >= 1 && distance <= 3 ? 1 / distance : 0;
}

/* Scored items of three sources at different positions there; some have no position, some no source. */
static knap_instance *placed_items(knap_data *data, knap_rng *rng)
{
    knap_instance *instance = scored_items(data, rng, ITEMS, 12, 0);
    double place[4] = {0};
    for (size_t s = 0; s < ITEMS; s++) {
        size_t group = knap_rng_below(rng, 4);
        place[group] += 1 + (double)knap_rng_below(rng, 3);
        assert_ok(knap_instance_set_group(instance, s, group, error));
        if (knap_rng_below(rng, 6))
            assert_ok(knap_instance_set_position(instance, s, place[group], error));
    }
    return instance;
}

/* The weights of relevant.h, with the correlation by its definition. Words of the query that say the same as the scores have the weight of
 * these, and twice as much if they say something else. */
static void relevance_weighs_what_is_new(void **state)
{
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 9);
    for (int trial = 0; trial < 60; trial++) {
        double evidence[ITEMS * KN_EVIDENCES], zm = 0, zz = 0, mm = 0, c;
        kn_arena arena = {.allocator = NULL};
        knap_data *data;
        kn_relevant self;
        assert_ok(knap_data_new(NULL, &data, error));
        knap_instance *instance = placed_items(data, &rng);
        for (size_t s = 0; s < ITEMS; s++) /* the scores, random numbers, the opposite of the scores, none */
            assert_ok(kn_item_number(instance, &instance->match, s,
                                     trial % 4 == 0   ? 3 * instance->score[s] + 40
                                     : trial % 4 == 1 ? knap_rng_uniform(&rng)
                                     : trial % 4 == 2 ? 10 - instance->score[s]
                                                      : 1,
                                     error));
        begin(&self, instance);
        assert_true(kn_evidence(instance, &arena, evidence));
        for (size_t a = 0; a < ITEMS; a++)
            for (size_t b = 0; b < ITEMS; b++) { /* over all pairs: no means are needed */
                double z = evidence[a * KN_EVIDENCES] - evidence[b * KN_EVIDENCES];
                double m = evidence[a * KN_EVIDENCES + 1] - evidence[b * KN_EVIDENCES + 1];
                zz += z * z;
                mm += m * m;
                zm += z * m;
            }
        c = mm > 0 ? fmax(0, zm / sqrt(zz * mm)) : 1;
        if (trial % 2 == 0)
            assert_close(c, trial % 4 == 0, 1e-9);
        for (size_t s = 0; s < ITEMS; s++) {
            const double *of = evidence + s * KN_EVIDENCES;
            double sum = of[KN_EVIDENCE_SCORE] + (2 - c) * of[KN_EVIDENCE_MATCH] + 0.2 * of[KN_EVIDENCE_NEAR] +
                         0.2 * of[KN_EVIDENCE_SOURCE] + 0.3 * of[KN_EVIDENCE_OTHERS] + of[KN_EVIDENCE_BESIDE];
            assert_close(self.relevance[s], sum / (4.7 - c), 1e-9);
        }
        kn_relevant_end(&self);
        kn_arena_free(&arena);
        knap_data_free(data);
    }
}

/* Evidence of neighbours against the definition; the view's columns, kept as the list grows, against the objective and the list. */
static void neighbours_are_as_defined(void **state)
{
    knap_rng rng;
    kn_views views = {.parts = kn_view_score_parts(), .pair_threshold = 1};
    (void)state;
    knap_rng_seed(&rng, 8);
    for (int trial = 0; trial < 100; trial++) {
        kn_arena arena = {.allocator = NULL};
        kn_view view = {.allocator = NULL};
        kn_relevant self;
        double evidence[ITEMS * KN_EVIDENCES], nearest[ITEMS] = {0};
        bool seen[ITEMS] = {false};
        uint32_t candidate[ITEMS];
        size_t candidates = ITEMS, gain;
        knap_data *data;
        assert_ok(knap_data_new(NULL, &data, error));
        knap_instance *instance = placed_items(data, &rng);
        assert_true(kn_evidence(instance, &arena, evidence));
        for (size_t s = 0; s < ITEMS; s++) {
            double beside = 0, position = knap_instance_position(instance, s);
            for (size_t o = 0; o < ITEMS; o++)
                beside = fmax(beside, evidence[o * KN_EVIDENCES] * nearness(instance, s, o));
            assert_close(evidence[s * KN_EVIDENCES + KN_EVIDENCE_BESIDE], beside, 1e-12);
            assert_close(evidence[s * KN_EVIDENCES + KN_EVIDENCE_EARLY], isnan(position) ? 0 : 1 / (1 + position),
                         1e-12);
            candidate[s] = (uint32_t)s;
        }
        begin(&self, instance);
        assert_ok(kn_view_begin(&view, instance, views, 1, error));
        gain = view.width - 3; /* the last part */
        while (candidates > 0) {
            size_t at = knap_rng_below(&rng, candidates), item = candidate[at];
            for (size_t c = 0; c < candidates; c++) {
                const float *row = kn_view_row(&view, candidate[c]) + gain;
                assert_close(row[0], kn_relevant_gain(&self, candidate[c]) / instance->cost[candidate[c]], 1e-6);
                assert_close(row[1], nearest[candidate[c]], 1e-6);
                assert_close(row[2], seen[candidate[c]], 0);
            }
            memmove(candidate + at, candidate + at + 1, (--candidates - at) * sizeof *candidate);
            for (size_t s = 0; s < ITEMS; s++) {
                nearest[s] = fmax(nearest[s], nearness(instance, s, item));
                seen[s] =
                    seen[s] || (instance->group && instance->group[s] && instance->group[s] == instance->group[item]);
            }
            kn_relevant_push(&self, item);
            assert_ok(kn_view_push(&view, item, candidate, candidates, 1, NULL, NULL, error));
        }
        kn_view_free(&view);
        kn_relevant_end(&self);
        kn_arena_free(&arena);
        knap_data_free(data);
    }
}

static knap_status scenario(const knap_allocator *allocator, void *context)
{
    knap_run run = {.jobs = 1, .allocator = allocator};
    knap_list list = {.allocator = allocator};
    knap_error why;
    knap_status status = pack(context, NULL, &run, &list, &why);
    knap_list_free(&list);
    return status;
}

static void survives_failing_memory(void **state)
{
    knap_rng rng;
    knap_data *data;
    (void)state;
    knap_rng_seed(&rng, 4);
    assert_ok(knap_data_new(NULL, &data, error));
    assert_true(survives(scenario, scored_items(data, &rng, ITEMS, 12, 0)) >= 5);
    knap_data_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(objective_is_as_defined_monotone_and_submodular),
        cmocka_unit_test(lists_keep_the_bound_and_the_best_item),
        cmocka_unit_test(relevance_alone_is_top_k),
        cmocka_unit_test(scales_of_scores_do_not_matter),
        cmocka_unit_test(the_order_of_the_input_stands),
        cmocka_unit_test(evidence_by_hand),
        cmocka_unit_test(neighbours_are_as_defined),
        cmocka_unit_test(relevance_weighs_what_is_new),
        cmocka_unit_test(survives_failing_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
