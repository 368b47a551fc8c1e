/* greedykl.c - KLSum (Haghighi and Vanderwende 2009): the list whose word distribution Q is nearest to that
 * of all items, P, by KL(P || Q), grown greedily.
 *
 * With Q(w) = (c_w + delta) / (N + delta V), KL = const - sum_w P(w) log(c_w + delta) + log(N + delta V): an
 * item changes only the terms of its own words. What its words are worth only shrinks as the list grows, and what its length costs,
 * log(1 + length / N), is the same for all items of a length. So an item whose words were worth too little for its length when it was
 * looked at last is not looked at again. */
#include "systems/systems.h"
#include "base/elementary.h"
#include "base/heap.h"
#include "base/sort.h"

#include <math.h>

typedef struct params {
    double smoothing;
} params;

static const knap_param table[] = {{"smoothing", KNAP_PARAM_REAL, offsetof(params, smoothing), 0.1, 1e-9, 1e6, NULL,
                                    "Count a word that the list lacks as N"},
                                   KN_PARAM_END};

typedef struct kl {
    const knap_instance *instance;
    unsigned char *keep; /* [concepts] */
    double *share;       /* [concepts] P */
    double *count;       /* [concepts] c, with the smoothing in it */
    double total;        /* N + delta V */
    double *length;      /* [n] words of an item */
    kn_heap_entry *heap; /* [n] by length: items with what their words were worth, a heap for each length */
    kn_heap_entry *seen; /* [n] items of the current heap that were looked at in this step */
    struct same *same;   /* [lengths] */
    size_t lengths;
    kn_open open;
} kl;

/* The items of one length, or of nearly one. */
typedef struct same {
    double length; /* the least */
    size_t first, count;
} same;

static const double NEARLY = 1 + 1.0 / 64; /* lengths up to 64 words have heaps of their own */
static const double SLACK = 1e-9;          /* more than any rounding error */

static void begin(kl *self, double smoothing)
{
    const kn_rows *rows = &self->instance->concept;
    double all = 0;
    for (size_t s = 0; s < self->instance->count; s++)
        for (size_t i = rows->start[s]; i < rows->start[s + 1]; i++)
            if (self->keep[rows->id[i]]) {
                self->share[rows->id[i]] += rows->value[i];
                self->length[s] += rows->value[i];
                all += rows->value[i];
            }
    for (size_t w = 0; w < rows->width; w++)
        if (self->share[w] > 0) {
            self->share[w] /= all;
            self->count[w] = smoothing;
            self->total += smoothing;
        }
}

static double cost_of_length(const kl *self, double length)
{
    return kn_log((self->total + length) / self->total);
}

/* KL of the list with the item less KL of the list; *worth is what its words take from it. */
static double change(const kl *self, size_t item, double *worth)
{
    const kn_rows *rows = &self->instance->concept;
    double sum = cost_of_length(self, self->length[item]);
    *worth = 0;
    for (size_t i = rows->start[item]; i < rows->start[item + 1]; i++) {
        uint32_t w = rows->id[i];
        if (self->keep[w] && rows->value[i] > 0) {
            double term = self->share[w] * kn_log(1 + rows->value[i] / self->count[w]);
            sum -= term;
            *worth += term;
        }
    }
    return sum;
}

static void take(kl *self, size_t item)
{
    const kn_rows *rows = &self->instance->concept;
    for (size_t i = rows->start[item]; i < rows->start[item + 1]; i++)
        if (self->keep[rows->id[i]])
            self->count[rows->id[i]] += rows->value[i];
    self->total += self->length[item];
}

/* Groups the items that have words by their length. */
static void group(kl *self, uint32_t *order, uint64_t *scratch)
{
    size_t n = self->instance->count, count = 0;
    kn_order(self->length, n, order, scratch);
    for (size_t i = 0; i < n; i++) {
        double length = self->length[order[i]];
        if (!(length > 0))
            continue;
        if (!self->lengths || length > NEARLY * self->same[self->lengths - 1].length)
            self->same[self->lengths++] = (same){.length = length, .first = count};
        self->heap[count++] = (kn_heap_entry){INFINITY, order[i]}; /* not looked at yet: a heap as it is */
        self->same[self->lengths - 1].count++;
    }
}

typedef struct pick {
    double change;
    size_t item; /* SIZE_MAX: none */
} pick;

/* Looks at the items of a length that can change KL by as little as the best one so far. */
static void look(kl *self, same *all, pick *best, same **from)
{
    kn_heap_entry *heap = self->heap + all->first;
    double cost = cost_of_length(self, all->length);
    size_t seen = 0;
    while (all->count && cost - heap[0].key <= best->change + SLACK * (fabs(best->change) + cost)) {
        kn_heap_entry entry = kn_heap_pop(heap, all->count--);
        double here;
        if (!kn_is_open(&self->open, entry.id))
            continue; /* the list only grows: what is closed stays closed */
        here = change(self, entry.id, &entry.key);
        self->seen[seen++] = entry;
        if (here < best->change || (here == best->change && entry.id < best->item)) {
            *best = (pick){here, entry.id};
            *from = all;
        }
    }
    while (seen > 0)
        kn_heap_push(heap, all->count++, self->seen[--seen]);
}

static knap_status grow(kl *self, knap_list *list, knap_error *error)
{
    knap_status status = kn_begin_list(&self->open, self->instance, self->instance->data->allocator, list, error);
    same *last = self->same;
    for (size_t i = 0; i < list->count; i++)
        take(self, list->item[i]);
    while (!status && self->lengths) {
        pick best = {INFINITY, SIZE_MAX};
        same *from = last;
        look(self, last, &best, &from); /* where the last one was, the next one is likely to be */
        for (size_t l = 0; l < self->lengths; l++)
            if (&self->same[l] != last)
                look(self, &self->same[l], &best, &from);
        if (best.item == SIZE_MAX)
            break;
        last = from;
        take(self, best.item);
        status = kn_open_take(&self->open, best.item, list, error);
    }
    kn_open_free(&self->open);
    return status;
}

static knap_status run(const knap_task *task, knap_list *list, double *score, knap_error *error)
{
    const params *settings = task->params;
    const knap_instance *instance = task->instance;
    kn_arena arena = {.allocator = instance->data->allocator};
    size_t n = instance->count, width = instance->concept.width;
    kl self = {.instance = instance};
    uint64_t *scratch;
    uint32_t *order;
    knap_status status = kn_need_concepts(instance, "greedykl", error);
    (void)score;
    if (status)
        return status;
    self.keep = kn_arena_new(&arena, width, 1);
    self.share = kn_arena_new(&arena, 2 * width, sizeof *self.share);
    self.length = kn_arena_new(&arena, n, sizeof *self.length);
    self.heap = kn_arena_room(&arena, n, sizeof *self.heap);
    self.seen = kn_arena_room(&arena, n, sizeof *self.seen);
    self.same = kn_arena_new(&arena, n, sizeof *self.same);
    order = kn_arena_room(&arena, n, sizeof *order);
    scratch = kn_arena_room(&arena, kn_order_scratch(n), sizeof *scratch);
    if (self.keep && self.share && self.length && self.heap && self.seen && self.same && order && scratch) {
        self.count = self.share + width;
        kn_concepts_of(instance, KN_CONTENT_WORDS, self.keep);
        begin(&self, settings->smoothing);
        group(&self, order, scratch);
        status = grow(&self, list, error);
    } else {
        status = kn_no_memory(error);
    }
    kn_arena_free(&arena);
    return status;
}

const knap_system kn_system_greedykl = {.name = "greedykl",
                                        .help = "KLSum: nearest to the distribution of all words",
                                        .params = table,
                                        .params_size = sizeof(params),
                                        .grid = "smoothing=0.001,0.01,0.1,1",
                                        .words = true,
                                        .ignores = KNAP_PART_FEATURES | KNAP_PART_EXPECTED,
                                        .run = run};
