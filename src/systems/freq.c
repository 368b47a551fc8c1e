/* freq.c - SumBasic (Nenkova and Vanderwende 2005): prefers items of frequent words; words that are in the
 * list already count less. Each step picks, among the items with the most probable word, the one with the
 * highest mean probability; then p(w) becomes p(w)^2 for its words. */
#include "systems/systems.h"

#include <math.h>

typedef struct freq {
    const knap_instance *instance;
    unsigned char *keep;     /* [concepts] */
    double *share;           /* [concepts] p(w) */
    unsigned char *wordless; /* [n] */
    kn_open open;
} freq;

static void begin(freq *self)
{
    const kn_rows *rows = &self->instance->concept;
    double all = 0;
    for (size_t s = 0; s < self->instance->count; s++) {
        self->wordless[s] = 1;
        for (size_t i = rows->start[s]; i < rows->start[s + 1]; i++)
            if (self->keep[rows->id[i]] && rows->value[i] > 0) {
                self->share[rows->id[i]] += rows->value[i];
                all += rows->value[i];
                self->wordless[s] = 0;
            }
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

static size_t best_item(const freq *self)
{
    size_t n = self->instance->count, best = n;
    double highest_top = -1, highest = 0;
    for (size_t s = 0; s < n; s++) {
        double top, weight;
        if (self->wordless[s] || !kn_is_open(&self->open, s))
            continue;
        weight = weigh(self, s, &top);
        if (top > highest_top || (top == highest_top && weight > highest)) {
            highest_top = top;
            highest = weight;
            best = s;
        }
    }
    return best;
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
    self.wordless = kn_new(allocator, n, 1);
    if (self.keep && self.share && self.wordless) {
        kn_concepts_of(instance, KN_CONTENT_WORDS, self.keep);
        begin(&self);
        status = grow(&self, list, error);
    } else {
        status = kn_no_memory(error);
    }
    kn_free(allocator, self.keep, width, 1);
    kn_free(allocator, self.share, width, sizeof *self.share);
    kn_free(allocator, self.wordless, n, 1);
    return status;
}

const knap_system kn_system_freq = {.name = "freq",
                                    .help = "SumBasic: frequent words, each counting less after use",
                                    .words = true,
                                    .ignores = KNAP_PART_FEATURES | KNAP_PART_EXPECTED,
                                    .run = run};
