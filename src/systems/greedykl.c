/* greedykl.c - KLSum (Haghighi and Vanderwende 2009): the list whose word distribution Q is nearest to that
 * of all items, P, by KL(P || Q), grown greedily.
 *
 * With Q(w) = (c_w + delta) / (N + delta V), KL = const - sum_w P(w) log(c_w + delta) + log(N + delta V): an
 * item changes only the terms of its own words, so a step costs the words of the candidates. */
#include "systems/systems.h"
#include "base/elementary.h"

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
    kn_open open;
} kl;

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

/* KL of the list with the item less KL of the list. */
static double change(const kl *self, size_t item)
{
    const kn_rows *rows = &self->instance->concept;
    double sum = kn_log((self->total + self->length[item]) / self->total);
    for (size_t i = rows->start[item]; i < rows->start[item + 1]; i++) {
        uint32_t w = rows->id[i];
        if (self->keep[w] && rows->value[i] > 0)
            sum -= self->share[w] * kn_log(1 + rows->value[i] / self->count[w]);
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

static knap_status grow(kl *self, knap_list *list, knap_error *error)
{
    size_t n = self->instance->count;
    knap_status status = kn_begin_list(&self->open, self->instance, self->instance->data->allocator, list, error);
    for (size_t i = 0; i < list->count; i++)
        take(self, list->item[i]);
    while (!status) {
        size_t best = n;
        double lowest = INFINITY;
        for (size_t s = 0; s < n; s++)
            if (self->length[s] > 0 && kn_is_open(&self->open, s)) {
                double here = change(self, s);
                if (here < lowest) {
                    lowest = here;
                    best = s;
                }
            }
        if (best == n)
            break;
        take(self, best);
        status = kn_open_take(&self->open, best, list, error);
    }
    kn_open_free(&self->open);
    return status;
}

static knap_status run(const knap_task *task, knap_list *list, double *score, knap_error *error)
{
    const params *settings = task->params;
    const knap_instance *instance = task->instance;
    const knap_allocator *allocator = instance->data->allocator;
    size_t n = instance->count, width = instance->concept.width;
    kl self = {.instance = instance};
    knap_status status = kn_need_concepts(instance, "greedykl", error);
    (void)score;
    if (status)
        return status;
    self.keep = kn_new(allocator, width, 1);
    self.share = kn_new(allocator, 2 * width, sizeof *self.share);
    self.length = kn_new(allocator, n, sizeof *self.length);
    if (self.keep && self.share && self.length) {
        self.count = self.share + width;
        kn_concepts_of(instance, KN_CONTENT_WORDS, self.keep);
        begin(&self, settings->smoothing);
        status = grow(&self, list, error);
    } else {
        status = kn_no_memory(error);
    }
    kn_free(allocator, self.keep, width, 1);
    kn_free(allocator, self.share, 2 * width, sizeof *self.share);
    kn_free(allocator, self.length, n, sizeof *self.length);
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
