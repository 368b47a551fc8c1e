/* expected.c - the expected worth of a list, kept by concept: when an item is added or removed, only the items that
 * share a concept with it change. */
#include "core/expected.h"
#include "base/sort.h"

#include <math.h>
#include <string.h>

bool kn_instance_expects(const knap_instance *instance)
{
    return instance->worths > 0;
}

bool kn_data_expects(const knap_data *data)
{
    for (size_t i = 0; i < data->count; i++)
        if (kn_instance_expects(data->instance[i]))
            return true;
    return false;
}

double kn_item_mass(const knap_instance *instance, size_t item)
{
    const kn_rows *rows = &instance->concept;
    double mass = 0;
    for (size_t i = rows->start[item]; i < rows->start[item + 1]; i++)
        if (kn_is_word(instance, rows->id[i]))
            mass += rows->value[i];
    return mass;
}

double kn_item_share(const knap_instance *instance, size_t item)
{
    if (instance->mass > 0)
        return kn_item_mass(instance, item) / instance->mass;
    return instance->budget > 0 ? instance->cost[item] / instance->budget : 0;
}

double kn_hit_share(const knap_instance *instance)
{
    double whole = instance->mass > 0 ? instance->mass : instance->budget;
    return whole > 0 ? 1 / whole : 0;
}

/* The sums H_w at 0, 1, 2...; NULL where nothing is expected of the concept. */
static const kn_worth *worths_of(const knap_instance *instance, uint32_t concept_id, size_t *count)
{
    if (concept_id >= instance->expects || instance->expect[concept_id].count == 0)
        return NULL;
    *count = instance->expect[concept_id].count;
    return instance->worth_sum + instance->expect[concept_id].first;
}

static kn_worth worth_at(const kn_worth *sum, size_t count, double amount)
{
    size_t whole;
    double part;
    if (amount >= (double)count)
        return sum[count];
    whole = (size_t)amount;
    part = amount - (double)whole;
    if (part == 0)
        return sum[whole];
    return (kn_worth){sum[whole].sum + part * (sum[whole + 1].sum - sum[whole].sum),
                      sum[whole].squares + part * (sum[whole + 1].squares - sum[whole].squares)};
}

double kn_worth_of(const knap_instance *instance, uint32_t concept_id, double amount)
{
    size_t count;
    const kn_worth *sum = worths_of(instance, concept_id, &count);
    return sum ? worth_at(sum, count, amount).sum : 0;
}

static void add(double *sums, unsigned kind, double sum, double squares)
{
    if (kind == KNAP_CONCEPT_BIGRAM) {
        sums[KN_SUM_PAIRS] += sum;
        return;
    }
    sums[KN_SUM_ALL] += sum;
    sums[KN_SUM_SQUARES] += squares;
    if (kind != KNAP_CONCEPT_STOP)
        sums[KN_SUM_CONTENT] += sum;
}

/* ---- The items by concept ---- */

static bool make_room(kn_expected *self, size_t entries)
{
    size_t n = self->instance->count, concepts = self->instance->concept.width;
    kn_arena *arena = &self->arena;
    self->have = kn_arena_new(arena, concepts, sizeof *self->have);
    self->gain = kn_arena_new(arena, n * self->sums, sizeof *self->gain);
    self->mass = kn_arena_room(arena, n, sizeof *self->mass);
    self->start = kn_arena_new(arena, concepts + 2, sizeof *self->start);
    self->single = self->sums == 1 ? kn_arena_room(arena, concepts, sizeof *self->single) : self->start;
    self->item = kn_arena_room(arena, entries, sizeof *self->item);
    self->amount = kn_arena_room(arena, entries, sizeof *self->amount);
    return self->have && self->gain && self->mass && self->start && self->single && self->item && self->amount;
}

/* The rows of the instance without concepts of which nothing is expected, and without pairs. Whether all amounts are whole. The items
 * by rising cost. */
static bool sift_rows(kn_expected *self)
{
    const knap_instance *instance = self->instance;
    const kn_rows *rows = &instance->concept;
    size_t n = instance->count, count = 0, worths;
    size_t *start = kn_arena_room(&self->arena, n + 1, sizeof *start);
    uint32_t *id = kn_arena_room(&self->arena, rows->start[n], sizeof *id);
    double *value = kn_arena_room(&self->arena, rows->start[n], sizeof *value);
    uint64_t *scratch = kn_arena_room(&self->arena, kn_order_scratch(n), sizeof *scratch);
    self->by_cost = kn_arena_room(&self->arena, n, sizeof *self->by_cost);
    if (!start || !id || !value || !scratch || !self->by_cost)
        return false;
    kn_order(instance->cost, n, self->by_cost, scratch);
    self->whole = true;
    for (size_t s = 0; s < n; s++) {
        start[s] = count;
        for (size_t i = rows->start[s]; i < rows->start[s + 1]; i++)
            if (kn_concept_kind(instance, rows->id[i]) != KNAP_CONCEPT_BIGRAM &&
                worths_of(instance, rows->id[i], &worths)) {
                id[count] = rows->id[i];
                value[count++] = rows->value[i];
                self->whole &= rows->value[i] == floor(rows->value[i]);
            }
    }
    start[n] = count;
    self->row_start = start;
    self->row_id = id;
    self->row_value = value;
    return true;
}

/* Puts the items with the amount 1, or all others, behind those of each concept that are there. */
static void place_items(kn_expected *self, bool ones, bool others)
{
    size_t n = self->instance->count, *start = self->start;
    for (size_t k = 0; k < n; k++) {
        size_t s = self->sums == 1 ? self->by_cost[k] : k;
        for (size_t i = self->row_start[s]; i < self->row_start[s + 1]; i++)
            if (self->row_value[i] == 1 ? ones : others) {
                size_t at = start[self->row_id[i] + 1]++;
                self->item[at] = (uint32_t)s;
                self->amount[at] = self->row_value[i];
            }
    }
}

/* A counting sort of the rows by concept. */
static void index_items(kn_expected *self)
{
    size_t n = self->instance->count, concepts = self->instance->concept.width, *start = self->start;
    for (size_t i = 0; i < self->row_start[n]; i++)
        start[self->row_id[i] + 2]++;
    for (size_t w = 1; w < concepts + 1; w++)
        start[w + 1] += start[w];
    place_items(self, true, self->sums > 1);
    if (self->sums > 1)
        return;
    for (size_t w = 0; w < concepts; w++)
        self->single[w] = start[w + 1];
    place_items(self, false, true);
}

static void add_to_item(kn_expected *self, size_t item, unsigned kind, double sum, double squares)
{
    if (self->sums == 1)
        self->gain[item] += sum;
    else
        add(self->gain + item * KN_SUMS, kind, sum, squares);
}

static bool begin(kn_expected *self, const knap_instance *instance, size_t sums)
{
    const kn_rows *rows = &instance->concept;
    size_t n = instance->count;
    self->instance = instance;
    self->sums = sums;
    self->row_start = rows->start;
    self->row_id = rows->id;
    self->row_value = rows->value;
    self->arena.allocator = self->allocator;
    kn_arena_clear(&self->arena);
    if ((n > 0 && sums == 1 && !sift_rows(self)) || !make_room(self, n ? self->row_start[n] : 0))
        return false;
    memset(self->value, 0, sizeof self->value);
    self->list_mass = 0;
    self->room = INFINITY;
    if (n == 0)
        return true;
    index_items(self);
    for (size_t s = 0; s < n; s++) {
        self->mass[s] = kn_item_mass(instance, s);
        for (size_t i = self->row_start[s]; i < self->row_start[s + 1]; i++) {
            size_t count;
            const kn_worth *sum = worths_of(instance, self->row_id[i], &count);
            if (sum) {
                kn_worth worth = worth_at(sum, count, self->row_value[i]);
                add_to_item(self, s, kn_concept_kind(instance, self->row_id[i]), worth.sum, worth.squares);
            }
        }
    }
    return true;
}

bool kn_expected_begin(kn_expected *self, const knap_instance *instance)
{
    return begin(self, instance, KN_SUMS);
}

bool kn_expected_begin_all(kn_expected *self, const knap_instance *instance)
{
    return begin(self, instance, 1);
}

/* H_w of an amount. */
static inline double sum_at(const kn_expected *self, const kn_worth *sum, size_t count, double amount)
{
    if (self->whole)
        return sum[amount < (double)count ? (size_t)amount : count].sum;
    return worth_at(sum, count, amount).sum;
}

/* As move_concept where KN_SUM_ALL alone is kept, of a concept of which something is expected. Items that cost more than `room`
 * are left as they are. */
static void move_all(kn_expected *self, uint32_t concept_id, double old, double now, bool gains)
{
    const kn_expectation *expect = &self->instance->expect[concept_id];
    const kn_worth *sum = self->instance->worth_sum + expect->first;
    size_t count = expect->count, i = self->start[concept_id], ones = self->single[concept_id];
    const double *cost = self->instance->cost, room = self->room;
    double before, after, change, amount = 1;
    if (old >= (double)count && now >= (double)count)
        return;
    before = sum_at(self, sum, count, old);
    after = sum_at(self, sum, count, now);
    self->value[KN_SUM_ALL] += after - before;
    if (!gains)
        return;
    change = (sum_at(self, sum, count, now + 1) - after) - (sum_at(self, sum, count, old + 1) - before);
    for (; i < ones && cost[self->item[i]] <= room; i++)
        self->gain[self->item[i]] += change;
    for (i = ones; i < self->start[concept_id + 1] && cost[self->item[i]] <= room; i++) {
        if (self->amount[i] != amount) {
            amount = self->amount[i];
            change =
                (sum_at(self, sum, count, now + amount) - after) - (sum_at(self, sum, count, old + amount) - before);
        }
        self->gain[self->item[i]] += change;
    }
}

/* The list's amount of a concept goes from `old` to `now`: updates what each item with this concept would
 * add. Most amounts are equal, so the last change is cached. */
static void move_concept(kn_expected *self, uint32_t concept_id, double old, double now)
{
    const knap_instance *instance = self->instance;
    size_t count;
    const kn_worth *sum = worths_of(instance, concept_id, &count);
    unsigned kind = kn_concept_kind(instance, concept_id);
    kn_worth before, after, change = {0, 0};
    double amount = -1;
    if (!sum || (old >= (double)count && now >= (double)count))
        return;
    before = worth_at(sum, count, old);
    after = worth_at(sum, count, now);
    add(self->value, kind, after.sum - before.sum, after.squares - before.squares);
    for (size_t i = self->start[concept_id]; i < self->start[concept_id + 1]; i++) {
        if (self->amount[i] != amount) {
            kn_worth then, next;
            amount = self->amount[i];
            then = worth_at(sum, count, old + amount);
            next = worth_at(sum, count, now + amount);
            change.sum = (next.sum - after.sum) - (then.sum - before.sum);
            change.squares = (next.squares - after.squares) - (then.squares - before.squares);
        }
        add(self->gain + self->item[i] * KN_SUMS, kind, change.sum, change.squares);
    }
}

/* The amount after `more` is added. Amounts that are not whole numbers leave rounding errors. */
static double amount_after(double have, double more)
{
    return have + more > 0 ? have + more : 0;
}

static void move(kn_expected *self, size_t item, double sign, bool gains)
{
    for (size_t i = self->row_start[item]; i < self->row_start[item + 1]; i++) {
        double *have = &self->have[self->row_id[i]], now = amount_after(*have, sign * self->row_value[i]);
        if (self->sums == 1)
            move_all(self, self->row_id[i], *have, now, gains);
        else
            move_concept(self, self->row_id[i], *have, now);
        *have = now;
    }
    self->list_mass += sign * self->mass[item];
}

bool kn_expected_moves(const kn_expected *self, uint32_t concept_id)
{
    size_t count;
    return worths_of(self->instance, concept_id, &count) && self->have[concept_id] < (double)count;
}

void kn_expected_push(kn_expected *self, size_t item)
{
    move(self, item, 1, true);
}

void kn_expected_push_last(kn_expected *self, size_t item)
{
    move(self, item, 1, false);
}

void kn_expected_pop(kn_expected *self, size_t item)
{
    move(self, item, -1, true);
}

void kn_expected_keep(const kn_expected *self, double *kept)
{
    kept[0] = self->value[KN_SUM_ALL];
    kept[1] = self->list_mass;
    memcpy(kept + 2, self->gain, self->instance->count * self->sums * sizeof *kept);
}

void kn_expected_restore(kn_expected *self, const double *kept)
{
    self->value[KN_SUM_ALL] = kept[0];
    self->list_mass = kept[1];
    memcpy(self->gain, kept + 2, self->instance->count * self->sums * sizeof *kept);
}

void kn_expected_count(kn_expected *self, size_t item, double sign)
{
    for (size_t i = self->row_start[item]; i < self->row_start[item + 1]; i++) {
        double *have = &self->have[self->row_id[i]];
        *have = amount_after(*have, sign * self->row_value[i]);
    }
}

void kn_expected_free(kn_expected *self)
{
    kn_arena_free(&self->arena);
    *self = (kn_expected){.allocator = self->allocator};
}
