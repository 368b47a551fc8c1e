/* estimate.c - what a policy would have earned, from logs of another one.
 *
 *     IPS    1/n sum_i w_i r_i                         Horvitz and Thompson 1952
 *     SNIPS  sum_i w_i r_i / sum_i w_i                 Swaminathan and Joachims 2015
 *     DR     1/n sum_i [ m(L_i) + w_i (r_i - m(S_i)) ] Dudik, Langford and Li 2011
 *
 * with S_i the list shown, L_i that of the policy, m the model of the reward, and w_i = 1/p_i where L_i and S_i have the same
 * items, 0 otherwise. The estimates from lists that match in part are in slate.c. */
#include "logs/logs.h"
#include "base/error.h"
#include "base/sort.h"

#include <math.h>

/* What one instance contributes. */
typedef struct term {
    double weight, weighted, model, dr; /* w, w r, m(L), the bracket of DR */
    double part[KN_PARTS];
} term;

/* Sums over the weights of an estimate from parts. */
typedef struct tally {
    double weights, squares;
    size_t matched;
} tally;

enum { ESTIMATES = 4 + KN_PARTS };

typedef struct estimation {
    const knap_data *data;
    knap_logs_settings settings;
    const knap_allocator *allocator;
    term *term;           /* [count] */
    unsigned char *shown; /* [items] scratch, all 0 */
    kn_slate slate;
    bool chances, gains;   /* all logs have them */
    bool longer;           /* a list of the policy is longer than the one shown */
    tally tally[KN_PARTS], place; /* `place` of kn_slate_place */
    double *sample;       /* [ESTIMATES][samples] */
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

static void count_weight(tally *self, double weight)
{
    self->weights += weight;
    self->squares += weight * weight;
    self->matched += weight != 0;
}

/* sum over s in L of [m_s + [s in S] (g_s - m_s) / P(s in S)] */
static double by_item(estimation *self, const kn_log_model *model, const knap_instance *instance, const knap_list *list,
                      size_t fold)
{
    const knap_log *log = instance->log;
    double sum = 0, weight = 0;
    for (size_t i = 0; i < list->count; i++)
        self->shown[list->item[i]] = 1;
    for (size_t i = 0; i < list->count; i++)
        sum += kn_log_model_share(model, instance, list->item[i], fold);
    for (size_t i = 0; i < log->count; i++)
        if (self->shown[log->item[i]]) {
            double share = kn_slate_share(&self->slate, log->item[i]);
            sum += (log->gain[i] - kn_log_model_share(model, instance, log->item[i], fold)) / share;
            weight += 1 / share;
        }
    for (size_t i = 0; i < list->count; i++)
        self->shown[list->item[i]] = 0;
    count_weight(&self->tally[KN_PART_ITEMS], weight);
    return sum;
}

/* sum over places i of w_{i-1} m_{L_i} + w_i (g_{S_i} - m_{S_i}) */
static double by_cascade(estimation *self, const kn_log_model *model, const knap_instance *instance,
                         const knap_list *list, size_t fold)
{
    const knap_log *log = instance->log;
    double sum = 0, weight = 1;
    for (size_t i = 0; weight > 0 && i < list->count && i < log->count; i++) {
        double predicted = kn_log_model_share(model, instance, list->item[i], fold);
        sum += weight * predicted;
        weight *= list->item[i] == log->item[i] ? kn_cascade_step(&self->slate, log, i) : 0;
        sum += weight * (log->gain[i] - predicted);
    }
    self->longer = self->longer || list->count > log->count;
    count_weight(&self->tally[KN_PART_CASCADE], weight);
    return sum;
}

/* m(L) + w (r - m(S)) */
static double by_slate(estimation *self, const kn_log_model *model, const knap_instance *instance,
                       const knap_list *list, bool same, size_t fold)
{
    const knap_log *log = instance->log;
    double weight = kn_slate_weight(&self->slate, log, list, same), sum = weight * log->reward;
    for (size_t i = 0; i < list->count; i++)
        sum += kn_log_model_share(model, instance, list->item[i], fold);
    for (size_t i = 0; i < log->count; i++)
        sum -= weight * kn_log_model_share(model, instance, log->item[i], fold);
    count_weight(&self->tally[KN_PART_SLATE], weight);
    return sum;
}

static knap_status fill_parts(estimation *self, const kn_log_model *model, const knap_instance *instance,
                              const knap_list *list, bool same, size_t fold, double part[KN_PARTS],
                              knap_logs_report *report, knap_error *error)
{
    bool possible = true;
    knap_status status;
    for (int p = 0; p < KN_PARTS; p++)
        part[p] = NAN;
    if (!self->chances)
        return KNAP_OK;
    if ((status = kn_slate_look(&self->slate, instance, error)))
        return status;
    for (size_t i = 0; i < list->count; i++)
        possible = possible && instance->log->chance[list->item[i]] > 0;
    report->unsupported += !possible;
    part[KN_PART_SLATE] = by_slate(self, model, instance, list, same, fold);
    if (self->gains) {
        count_weight(&self->place, kn_slate_place(&self->slate, instance->log));
        part[KN_PART_ITEMS] = by_item(self, model, instance, list, fold);
        part[KN_PART_CASCADE] = by_cascade(self, model, instance, list, fold);
    }
    return KNAP_OK;
}

static double effective_of(double weights, double squares)
{
    return squares > 0 ? weights * weights / squares : 0;
}

/* How many standard errors the effect of places is from 0. */
static double place_effect(const tally *self, size_t count)
{
    double mean = self->weights / (double)count, variance = self->squares / (double)count - mean * mean;
    return variance > 0 ? mean / sqrt(variance / (double)count) : 0;
}

/* What is known of the weights of the estimates from parts, and whether their intervals hold. */
static void settle_parts(estimation *self, knap_partial *const partial[KN_PARTS], knap_logs_report *report)
{
    report->place = self->chances && self->gains ? place_effect(&self->place, self->data->count) : NAN;
    for (int p = 0; p < KN_PARTS; p++) {
        const tally *sums = &self->tally[p];
        *partial[p] = (knap_partial){.matched = sums->matched, .effective = effective_of(sums->weights, sums->squares)};
        partial[p]->holds = self->chances && (self->gains || p == KN_PART_SLATE) && !report->unsupported &&
                            (p == KN_PART_CASCADE ? !self->longer : !(fabs(report->place) > KNAP_MOST_PLACE)) && sums->matched >= KNAP_LEAST_MATCHED &&
                            partial[p]->effective >= KNAP_LEAST_EFFECTIVE;
    }
    for (size_t i = 0; self->longer && i < self->data->count; i++)
        self->term[i].part[KN_PART_CASCADE] = NAN;
}

static knap_status fill_terms(estimation *self, kn_log_model *model, const knap_packed *packed,
                              knap_logs_report *report, knap_error *error)
{
    double weights = 0, squares = 0;
    knap_status status = KNAP_OK;
    for (size_t i = 0; !status && i < self->data->count; i++) {
        const knap_instance *instance = self->data->instance[i];
        const knap_log *log = instance->log;
        const knap_list *list = &packed[i].list;
        term *mine = &self->term[i];
        double shown;
        bool same = same_items(self, log, list);
        kn_log_model_look(model, instance);
        shown = kn_log_model_list(model, instance, log->item, log->count, i % KN_LOG_FOLDS);
        mine->model = kn_log_model_list(model, instance, list->item, list->count, i % KN_LOG_FOLDS);
        mine->weight = 0;
        status = fill_parts(self, model, instance, list, same, i % KN_LOG_FOLDS, mine->part, report, error);
        if (same) {
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
    report->effective = effective_of(weights, squares);
    report->holds = report->matched >= KNAP_LEAST_MATCHED && report->effective >= KNAP_LEAST_EFFECTIVE &&
                    report->clipped * KNAP_CLIPPED_ONE_IN <= report->matched;
    return status;
}

/* The estimates from the sums over n terms. */
static void settle(const term *sum, size_t n, double value[ESTIMATES])
{
    value[0] = sum->weighted / (double)n;
    value[1] = sum->weight > 0 ? sum->weighted / sum->weight : NAN;
    value[2] = sum->model / (double)n;
    value[3] = sum->dr / (double)n;
    for (int p = 0; p < KN_PARTS; p++)
        value[4 + p] = sum->part[p] / (double)n;
}

static void add(term *sum, const term *more)
{
    sum->weight += more->weight;
    sum->weighted += more->weighted;
    sum->model += more->model;
    sum->dr += more->dr;
    for (int p = 0; p < KN_PARTS; p++)
        sum->part[p] += more->part[p];
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

static void estimate_values(const estimation *self, knap_estimate *const estimate[ESTIMATES])
{
    double value[ESTIMATES];
    term all = {.weight = 0};
    for (size_t i = 0; i < self->data->count; i++)
        add(&all, &self->term[i]);
    settle(&all, self->data->count, value);
    for (int e = 0; e < ESTIMATES; e++)
        *estimate[e] = (knap_estimate){value[e], NAN, NAN};
}

static void resample(estimation *self, const bool holds[ESTIMATES], knap_estimate *const estimate[ESTIMATES])
{
    size_t n = self->data->count, samples = self->settings.samples;
    knap_rng rng;
    double value[ESTIMATES];
    knap_rng_seed(&rng, self->settings.seed);
    for (size_t s = 0; s < samples; s++) {
        term sum = {.weight = 0};
        for (size_t i = 0; i < n; i++)
            add(&sum, &self->term[knap_rng_below(&rng, n)]);
        settle(&sum, n, value);
        for (int e = 0; e < ESTIMATES; e++)
            self->sample[(size_t)e * samples + s] = value[e];
    }
    for (int e = 0; e < ESTIMATES; e++)
        if (holds[e])
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
    knap_partial *const partial[] = {&report->items, &report->slate, &report->cascade};
    knap_estimate *const estimates[] = {&report->ips,
                                        &report->snips,
                                        &report->model,
                                        &report->dr,
                                        &report->items.estimate,
                                        &report->slate.estimate,
                                        &report->cascade.estimate};
    kn_log_model model;
    knap_status status = kn_log_model_fit(&model, self->data, &self->settings, self->allocator, error);
    if (!status)
        status = fill_terms(self, &model, packed, report, error);
    if (!status) {
        settle_parts(self, partial, report);
        const bool list = report->holds, holds[] = {list,
                                                    list,
                                                    list,
                                                    list,
                                                    report->items.holds,
                                                    report->slate.holds,
                                                    report->cascade.holds};
        estimate_values(self, estimates);
        if (list || report->items.holds || report->slate.holds || report->cascade.holds)
            resample(self, holds, estimates);
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
    size_t items = 0, longest = 0, samples;
    knap_status status = kn_logs_settings(settings, &self.settings, error);
    *report = (knap_logs_report){0};
    if (status || (status = check_lists(data, packed, error)))
        return status;
    self.chances = self.gains = true;
    for (size_t i = 0; i < data->count; i++) {
        const knap_log *log = data->instance[i]->log;
        items = data->instance[i]->count > items ? data->instance[i]->count : items;
        longest = log->count > longest ? log->count : longest;
        self.chances = self.chances && log->chance;
        self.gains = self.gains && log->gain;
    }
    samples = self.settings.samples;
    self.term = kn_new(self.allocator, data->count, sizeof *self.term);
    self.shown = kn_new(self.allocator, items, 1);
    self.sample = kn_new(self.allocator, ESTIMATES * samples, sizeof *self.sample);
    self.order = kn_new(self.allocator, samples, sizeof *self.order);
    self.scratch = kn_new(self.allocator, kn_order_scratch(samples), sizeof *self.scratch);
    status = self.term && self.shown && self.sample && self.order && self.scratch ? KNAP_OK : kn_no_memory(error);
    if (!status && self.chances)
        status = kn_slate_begin(&self.slate, items, longest, self.allocator, error);
    if (!status)
        status = estimate(&self, packed, report, error);
    kn_slate_free(&self.slate);
    for (size_t i = 0; !status && terms && i < data->count; i++)
        terms[i] = self.term[i].dr;
    kn_free(self.allocator, self.term, data->count, sizeof *self.term);
    kn_free(self.allocator, self.shown, items, 1);
    kn_free(self.allocator, self.sample, ESTIMATES * samples, sizeof *self.sample);
    kn_free(self.allocator, self.order, samples, sizeof *self.order);
    kn_free(self.allocator, self.scratch, kn_order_scratch(samples), sizeof *self.scratch);
    return status;
}
