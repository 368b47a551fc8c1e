/* freq.c - SumBasic (Nenkova and Vanderwende 2005): prefers items of frequent words; words that are in the
 * list already count less. Each step picks, among the items with the most probable word, the one with the
 * highest mean probability; then p(w) becomes p(w)^2 for its words. Probabilities only shrink, so what an item had before is a bound of
 * what it has, and only the items that can be the next one are weighed again. */
#include "systems/systems.h"

#include <math.h>

/* An item with the largest and the mean probability of its words, when it was weighed. */
typedef struct weighed {
    double top, mean;
    uint32_t item;
} weighed;

typedef struct freq {
    const knap_instance *instance;
    unsigned char *keep; /* [concepts] */
    double *share;       /* [concepts] p(w) */
    weighed *heap;       /* [count] items with words, the best one on top */
    size_t count;
    kn_open open;
} freq;

static bool above(const weighed *a, const weighed *b)
{
    if (a->top != b->top)
        return a->top > b->top;
    return a->mean > b->mean || (a->mean == b->mean && a->item < b->item);
}

static void sink(freq *self, size_t at)
{
    weighed *heap = self->heap, moving = heap[at];
    for (size_t child; (child = 2 * at + 1) < self->count; at = child) {
        child += child + 1 < self->count && above(&heap[child + 1], &heap[child]);
        if (!above(&heap[child], &moving))
            break;
        heap[at] = heap[child];
    }
    heap[at] = moving;
}

static void begin(freq *self)
{
    const kn_rows *rows = &self->instance->concept;
    double all = 0;
    for (size_t s = 0; s < self->instance->count; s++) {
        bool any = false;
        for (size_t i = rows->start[s]; i < rows->start[s + 1]; i++)
            if (self->keep[rows->id[i]] && rows->value[i] > 0) {
                self->share[rows->id[i]] += rows->value[i];
                all += rows->value[i];
                any = true;
            }
        if (any)
            self->heap[self->count++] = (weighed){INFINITY, INFINITY, (uint32_t)s}; /* not weighed yet */
    }
    for (size_t w = 0; all > 0 && w < rows->width; w++)
        self->share[w] /= all;
}

/* The mean probability of an item's words, and in *top the largest. */
static double weigh(const freq *self, size_t item, double *top)
{
    const kn_rows *rows = &self->instance->concept;
    double sum = 0, words = 0;
    *top = 0;
    for (size_t i = rows->start[item]; i < rows->start[item + 1]; i++) {
        double share = self->share[rows->id[i]];
        if (!self->keep[rows->id[i]] || !(rows->value[i] > 0))
            continue;
        sum += rows->value[i] * share;
        words += rows->value[i];
        *top = fmax(*top, share);
    }
    return sum / words;
}

/* The best open item, which leaves the heap; the number of items if there is none. */
static size_t best_item(freq *self)
{
    while (self->count > 0) {
        weighed *best = &self->heap[0];
        bool is_open = kn_is_open(&self->open, best->item), again = false;
        if (is_open) {
            double top, mean = weigh(self, best->item, &top);
            again = top < best->top || mean < best->mean;
            best->top = top;
            best->mean = mean;
        }
        if (!again) {
            size_t item = best->item;
            *best = self->heap[--self->count];
            if (self->count)
                sink(self, 0);
            if (is_open)
                return item;
        } else {
            sink(self, 0);
        }
    }
    return self->instance->count;
}

static void count_down(freq *self, size_t item)
{
    const kn_rows *rows = &self->instance->concept;
    for (size_t i = rows->start[item]; i < rows->start[item + 1]; i++)
        if (rows->value[i] > 0)
            self->share[rows->id[i]] *= self->share[rows->id[i]];
}

static knap_status grow(freq *self, knap_list *list, knap_error *error)
{
    knap_status status = kn_begin_list(&self->open, self->instance, self->instance->data->allocator, list, error);
    size_t item;
    for (size_t i = 0; i < list->count; i++)
        count_down(self, list->item[i]);
    while (!status && (item = best_item(self)) < self->instance->count) {
        count_down(self, item);
        status = kn_open_take(&self->open, item, list, error);
    }
    kn_open_free(&self->open);
    return status;
}

static knap_status run(const knap_task *task, knap_list *list, double *score, knap_error *error)
{
    const knap_instance *instance = task->instance;
    const knap_allocator *allocator = instance->data->allocator;
    size_t n = instance->count, width = instance->concept.width;
    freq self = {.instance = instance};
    knap_status status = kn_need_concepts(instance, "freq", error);
    (void)score;
    if (status)
        return status;
    self.keep = kn_new(allocator, width, 1);
    self.share = kn_new(allocator, width, sizeof *self.share);
    self.heap = kn_new(allocator, n, sizeof *self.heap);
    if (self.keep && self.share && self.heap) {
        kn_concepts_of(instance, KN_CONTENT_WORDS, self.keep);
        begin(&self);
        status = grow(&self, list, error);
    } else {
        status = kn_no_memory(error);
    }
    kn_free(allocator, self.keep, width, 1);
    kn_free(allocator, self.share, width, sizeof *self.share);
    kn_free(allocator, self.heap, n, sizeof *self.heap);
    return status;
}

const knap_system kn_system_freq = {.name = "freq",
                                    .help = "SumBasic: frequent words, each counting less after use",
                                    .words = true,
                                    .ignores = KNAP_PART_FEATURES | KNAP_PART_EXPECTED,
                                    .run = run};
