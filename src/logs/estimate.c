/* estimate.c - what a policy would have earned, from logs of another one.
 *
 *     IPS    1/n sum_i w_i r_i                         Horvitz and Thompson 1952
 *     SNIPS  sum_i w_i r_i / sum_i w_i                 Swaminathan and Joachims 2015
 *     DR     1/n sum_i [ m(L_i) + w_i (r_i - m(S_i)) ] Dudik, Langford and Li 2011
 *
 * with S_i the list shown, L_i that of the policy, m the model of the reward, and w_i = 1/p_i where L_i and S_i have the same
 * items, 0 otherwise. */
#include "logs/logs.h"
#include "base/error.h"
#include "base/sort.h"

#include <math.h>

/* What one instance contributes. */
typedef struct term {
    double weight, weighted, model, dr; /* w, w r, m(L), the bracket of DR */
} term;

typedef struct estimation {
    const knap_data *data;
    knap_logs_settings settings;
    const knap_allocator *allocator;
    term *term;           /* [count] */
    unsigned char *shown; /* [items] scratch, all 0 */
    double *sample;       /* [4][samples] */
    uint32_t *order;      /* [samples] */
    uint64_t *scratch;
} estimation;

static bool same_items(estimation *self, const knap_log *log, const knap_list *list)
{
    size_t common = 0;
    for (size_t i = 0; i < log->count; i++)
        self->shown[log->item[i]] = 1;
    for (size_t i = 0; i < list->count; i++)
        common += self->shown[list->item[i]];
    for (size_t i = 0; i < log->count; i++)
        self->shown[log->item[i]] = 0;
    return common == log->count && common == list->count;
}

static void fill_terms(estimation *self, kn_log_model *model, const knap_packed *packed, knap_logs_report *report)
{
    double weights = 0, squares = 0;
    for (size_t i = 0; i < self->data->count; i++) {
        const knap_instance *instance = self->data->instance[i];
        const knap_log *log = instance->log;
        const knap_list *list = &packed[i].list;
        term *mine = &self->term[i];
        double shown;
        kn_log_model_look(model, instance);
        shown = kn_log_model_list(model, instance, log->item, log->count, i % KN_LOG_FOLDS);
        mine->model = kn_log_model_list(model, instance, list->item, list->count, i % KN_LOG_FOLDS);
        mine->weight = 0;
        if (same_items(self, log, list)) {
            mine->weight = kn_log_weight(log, &self->settings);
            report->matched++;
            report->clipped += mine->weight < 1 / log->propensity;
        }
        mine->weighted = mine->weight * log->reward;
        mine->dr = mine->model + mine->weight * (log->reward - shown);
        weights += mine->weight;
        squares += mine->weight * mine->weight;
        report->logged += log->reward / (double)self->data->count;
    }
    report->lists = self->data->count;
    report->effective = squares > 0 ? weights * weights / squares : 0;
    report->holds = report->matched >= KNAP_LEAST_MATCHED && report->effective >= KNAP_LEAST_EFFECTIVE &&
                    report->clipped * KNAP_CLIPPED_ONE_IN <= report->matched;
}

/* The four estimates from the sums over n terms. */
static void settle(const term *sum, size_t n, double value[4])
{
    value[0] = sum->weighted / (double)n;
    value[1] = sum->weight > 0 ? sum->weighted / sum->weight : NAN;
    value[2] = sum->model / (double)n;
    value[3] = sum->dr / (double)n;
}

static void add(term *sum, const term *more)
{
    sum->weight += more->weight;
    sum->weighted += more->weighted;
    sum->model += more->model;
    sum->dr += more->dr;
}

/* The percentile interval of the resamples where the estimate was defined. */
static void interval(estimation *self, double *sample, knap_estimate *estimate)
{
    size_t count = 0, outside;
    for (size_t s = 0; s < self->settings.samples; s++)
        if (!isnan(sample[s]))
            sample[count++] = sample[s];
    if (count == 0)
        return;
    outside = (size_t)((double)count * (100 - self->settings.confidence) / 200);
    if (outside * 2 >= count)
        outside = (count - 1) / 2;
    kn_order(sample, count, self->order, self->scratch);
    estimate->low = sample[self->order[outside]];
    estimate->high = sample[self->order[count - 1 - outside]];
}

static void estimate_values(const estimation *self, knap_estimate *const estimate[4])
{
    double value[4];
    term all = {0, 0, 0, 0};
    for (size_t i = 0; i < self->data->count; i++)
        add(&all, &self->term[i]);
    settle(&all, self->data->count, value);
    for (int e = 0; e < 4; e++)
        *estimate[e] = (knap_estimate){value[e], NAN, NAN};
}

static void resample(estimation *self, knap_estimate *const estimate[4])
{
    size_t n = self->data->count, samples = self->settings.samples;
    knap_rng rng;
    double value[4];
    knap_rng_seed(&rng, self->settings.seed);
    for (size_t s = 0; s < samples; s++) {
        term sum = {0, 0, 0, 0};
        for (size_t i = 0; i < n; i++)
            add(&sum, &self->term[knap_rng_below(&rng, n)]);
        settle(&sum, n, value);
        for (int e = 0; e < 4; e++)
            self->sample[(size_t)e * samples + s] = value[e];
    }
    for (int e = 0; e < 4; e++)
        interval(self, self->sample + (size_t)e * samples, estimate[e]);
}

static knap_status check_lists(const knap_data *data, const knap_packed *packed, knap_error *error)
{
    knap_status status = kn_logs_check(data, error);
    for (size_t i = 0; !status && i < data->count; i++)
        status = kn_check_distinct(data->instance[i], &packed[i].list, error);
    return status;
}

static knap_status estimate(estimation *self, const knap_packed *packed, knap_logs_report *report, knap_error *error)
{
    knap_estimate *const estimates[] = {&report->ips, &report->snips, &report->model, &report->dr};
    kn_log_model model;
    knap_status status = kn_log_model_fit(&model, self->data, &self->settings, self->allocator, error);
    if (!status) {
        fill_terms(self, &model, packed, report);
        estimate_values(self, estimates);
        if (report->holds)
            resample(self, estimates);
    }
    kn_log_model_free(&model);
    return status;
}

knap_status knap_logs_estimate(const knap_data *data, const knap_packed *packed, const knap_logs_settings *settings,
                               const knap_run *run, knap_logs_report *report, double *terms, knap_error *error)
{
    KN_REQUIRE(data);
    KN_REQUIRE(packed || !data->count);
    KN_REQUIRE(report);
    estimation self = {.data = data, .allocator = run ? run->allocator : NULL};
    size_t items = 0, samples;
    knap_status status = kn_logs_settings(settings, &self.settings, error);
    *report = (knap_logs_report){0};
    if (status || (status = check_lists(data, packed, error)))
        return status;
    for (size_t i = 0; i < data->count; i++)
        items = data->instance[i]->count > items ? data->instance[i]->count : items;
    samples = self.settings.samples;
    self.term = kn_new(self.allocator, data->count, sizeof *self.term);
    self.shown = kn_new(self.allocator, items, 1);
    self.sample = kn_new(self.allocator, 4 * samples, sizeof *self.sample);
    self.order = kn_new(self.allocator, samples, sizeof *self.order);
    self.scratch = kn_new(self.allocator, kn_order_scratch(samples), sizeof *self.scratch);
    status = self.term && self.shown && self.sample && self.order && self.scratch
                 ? estimate(&self, packed, report, error)
                 : kn_no_memory(error);
    for (size_t i = 0; !status && terms && i < data->count; i++)
        terms[i] = self.term[i].dr;
    kn_free(self.allocator, self.term, data->count, sizeof *self.term);
    kn_free(self.allocator, self.shown, items, 1);
    kn_free(self.allocator, self.sample, 4 * samples, sizeof *self.sample);
    kn_free(self.allocator, self.order, samples, sizeof *self.order);
    kn_free(self.allocator, self.scratch, kn_order_scratch(samples), sizeof *self.scratch);
    return status;
}
