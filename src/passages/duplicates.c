/* duplicates.c - near-duplicates by a set-similarity join with prefix filter (Chaudhuri, Ganti, Kaushik 2006; Xiao and others
 * 2008).
 *
 * Let the shingles of all items be ordered, the rarest first. Two sets of which Jaccard's similarity is at least t share a shingle
 * among the first n - ceil(t n) + 1 of each. So only these are indexed, and most of them are rare. The result is exact, where
 * minhash would miss some. Items are compared with the first item of each group, which keeps the work small where thousands of
 * items are alike. */
#include "passages/duplicates.h"
#include "base/error.h"
#include "core/item.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* An item is compared with so many others at most. Reached only where hundreds of items share their rarest shingles and are no
 * duplicates of each other. */
enum { MOST_COMPARED = 256, LEAST_SLOTS = 1 << 10, MOST_SLOTS = 1 << 22, FEW = 96 };
static const uint32_t NONE = UINT32_MAX;

typedef struct posting {
    uint32_t item, next;
} posting;

typedef struct join {
    const kn_texts *texts;
    double threshold;
    uint32_t *often;   /* [slots] items with a shingle of the slot */
    uint32_t *head;    /* [slots] the last posting of the slot */
    size_t slots;      /* a power of two */
    posting *posting;  /* [postings] */
    uint32_t *seen;    /* [items] 1 + the item that was compared with it last */
    uint32_t *leader;  /* [items] the first item of its group */
    uint64_t *key;     /* [longest] scratch */
    uint32_t *ordered; /* [longest] the same */
    size_t postings;
} join;

static size_t slot_of(const join *self, uint32_t shingle)
{
    return shingle & (self->slots - 1);
}

static size_t size_of(const join *self, size_t item)
{
    return self->texts->shingle.start[item + 1] - self->texts->shingle.start[item];
}

static const uint32_t *shingles_of(const join *self, size_t item)
{
    return self->texts->shingle.id + self->texts->shingle.start[item];
}

static int by_key(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Puts the `least` lowest keys first, in order; insertion is the fastest way for the few shingles of a passage. */
static void sort_keys(uint64_t *key, size_t count, size_t least)
{
    if (count > FEW) {
        qsort(key, count, sizeof *key, by_key);
        return;
    }
    for (size_t i = 1; i < count; i++) {
        uint64_t here = key[i];
        size_t j = i < least ? i : least;
        if (j == least && key[--j] <= here)
            continue;
        for (; j > 0 && key[j - 1] > here; j--)
            key[j] = key[j - 1];
        key[j] = here;
    }
}

/* The rarest shingles of an item, in `ordered`; returns how many. */
static size_t prefix_of(join *self, size_t item)
{
    const uint32_t *shingle = shingles_of(self, item);
    size_t count = size_of(self, item), length;
    for (size_t i = 0; i < count; i++)
        self->key[i] = (uint64_t)self->often[slot_of(self, shingle[i])] << 32 | shingle[i];
    length = count - (size_t)ceil(self->threshold * (double)count - 1e-9) + 1;
    length = length < count ? length : count;
    sort_keys(self->key, count, length);
    for (size_t i = 0; i < length; i++)
        self->ordered[i] = (uint32_t)self->key[i];
    return length;
}

/* Whether the two have so many shingles in common. */
static bool are_alike(const join *self, size_t a, size_t b)
{
    const uint32_t *x = shingles_of(self, a), *y = shingles_of(self, b);
    size_t n = size_of(self, a), m = size_of(self, b), i = 0, j = 0, common = 0;
    if (self->texts->numbers[a] != self->texts->numbers[b] || (double)n < self->threshold * (double)m ||
        (double)m < self->threshold * (double)n)
        return false;
    while (i < n && j < m) {
        if (x[i] == y[j]) {
            common++;
            i++;
            j++;
        } else if (x[i] < y[j])
            i++;
        else
            j++;
    }
    return (double)common >= self->threshold * (double)(n + m - common) - 1e-9;
}

/* The first item of a group that the item belongs to, or the item itself. */
static uint32_t find_leader(join *self, size_t item, size_t prefix)
{
    size_t compared = 0;
    for (size_t i = 0; i < prefix; i++)
        for (uint32_t p = self->head[slot_of(self, self->ordered[i])]; p != NONE; p = self->posting[p].next) {
            uint32_t other = self->posting[p].item;
            if (self->seen[other] == item + 1)
                continue;
            self->seen[other] = (uint32_t)item + 1;
            if (are_alike(self, item, other))
                return other;
            if (++compared == MOST_COMPARED)
                return (uint32_t)item;
        }
    return (uint32_t)item;
}

static bool index_item(join *self, size_t item, size_t prefix)
{
    if (!KN_ROOM(self->texts->allocator, self->posting, self->postings + prefix))
        return false;
    for (size_t i = 0; i < prefix; i++) {
        size_t slot = slot_of(self, self->ordered[i]);
        self->posting[self->postings] = (posting){(uint32_t)item, self->head[slot]};
        self->head[slot] = (uint32_t)self->postings++;
    }
    return true;
}

static bool join_begin(join *self)
{
    const knap_allocator *allocator = self->texts->allocator;
    const kn_sets *sets = &self->texts->shingle;
    size_t n = self->texts->items, longest = 0, all = sets->start[n];
    self->slots = LEAST_SLOTS;
    while (self->slots < all && self->slots < MOST_SLOTS)
        self->slots *= 2;
    for (size_t s = 0; s < n; s++)
        longest = size_of(self, s) > longest ? size_of(self, s) : longest;
    self->often = kn_new(allocator, self->slots, sizeof *self->often);
    self->head = kn_new(allocator, self->slots, sizeof *self->head);
    self->seen = kn_new(allocator, n, sizeof *self->seen);
    self->leader = kn_new(allocator, n, sizeof *self->leader);
    if (!self->often || !self->head || !self->seen || !self->leader || !KN_ROOM(allocator, self->key, longest + 1) ||
        !KN_ROOM(allocator, self->ordered, longest + 1))
        return false;
    memset(self->head, 0xff, self->slots * sizeof *self->head);
    for (size_t i = 0; i < all; i++)
        self->often[slot_of(self, sets->id[i])]++;
    return true;
}

static void join_end(join *self)
{
    const knap_allocator *allocator = self->texts->allocator;
    size_t n = self->texts->items;
    kn_free(allocator, self->often, self->slots, sizeof *self->often);
    kn_free(allocator, self->head, self->slots, sizeof *self->head);
    kn_free(allocator, self->seen, n, sizeof *self->seen);
    kn_free(allocator, self->leader, n, sizeof *self->leader);
    KN_RELEASE(allocator, self->key);
    KN_RELEASE(allocator, self->ordered);
    KN_RELEASE(allocator, self->posting);
}

/* leader[item] of all items that are not banned. */
static bool join_all(join *self, const knap_instance *instance)
{
    for (size_t s = 0; s < instance->count; s++) {
        size_t prefix;
        self->leader[s] = (uint32_t)s;
        if (size_of(self, s) == 0 || knap_instance_choice(instance, s) == KNAP_CHOICE_BAN)
            continue;
        prefix = prefix_of(self, s);
        self->leader[s] = find_leader(self, s, prefix);
        if (self->leader[s] == s && !index_item(self, s, prefix))
            return false;
    }
    return true;
}

/* Whether item `a` is kept rather than `b`: one that is pinned, one that fits, the more relevant, the cheaper. */
static bool is_better(const knap_instance *instance, const double *relevance, size_t a, size_t b)
{
    bool pin_a = knap_instance_choice(instance, a) == KNAP_CHOICE_PIN;
    bool pin_b = knap_instance_choice(instance, b) == KNAP_CHOICE_PIN;
    bool out_a = instance->cost[a] > instance->budget, out_b = instance->cost[b] > instance->budget;
    if (pin_a != pin_b)
        return pin_a;
    if (out_a != out_b)
        return out_b;
    if (relevance && relevance[a] != relevance[b])
        return relevance[a] > relevance[b];
    return instance->cost[a] < instance->cost[b];
}

/* Bans all items of a group except the best. `best` is scratch for all items. */
static knap_status keep_best(const join *self, knap_instance *instance, const double *relevance, uint32_t *best,
                             size_t *found, knap_error *error)
{
    knap_status status = KNAP_OK;
    for (size_t s = 0; s < instance->count; s++) {
        uint32_t leader = self->leader[s];
        if (leader == s || is_better(instance, relevance, s, best[leader]))
            best[leader] = (uint32_t)s;
    }
    for (size_t s = 0; !status && s < instance->count; s++) {
        size_t kept = best[self->leader[s]];
        if (kept == s || knap_instance_choice(instance, s) != KNAP_CHOICE_FREE)
            continue;
        status = knap_instance_set_duplicate(instance, s, kept, error);
        ++*found;
    }
    return status;
}

knap_status kn_find_duplicates(const kn_texts *texts, knap_instance *instance, double threshold, size_t *found,
                               knap_error *error)
{
    join self = {.texts = texts, .threshold = threshold};
    size_t n = instance->count;
    double *relevance = kn_new(texts->allocator, n, sizeof *relevance);
    uint32_t *best = kn_new(texts->allocator, n, sizeof *best);
    knap_status status;
    *found = 0;
    if (relevance && best && join_begin(&self) && join_all(&self, instance))
        status = keep_best(&self, instance, kn_relevance(instance, relevance) ? relevance : NULL, best, found, error);
    else
        status = kn_no_memory(error);
    join_end(&self);
    kn_free(texts->allocator, relevance, n, sizeof *relevance);
    kn_free(texts->allocator, best, n, sizeof *best);
    return status;
}
