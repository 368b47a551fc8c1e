/* experiment_score.c - ROUGE of every summary, means and deviations over seeds, intervals and paired tests over clusters. */
#include "experiment.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 10000 };

double exp_cluster_f(const experiment *self, size_t system, size_t test, size_t measure)
{
    size_t seeds = self->system[system].seeds;
    double sum = 0;
    for (size_t seed = 0; seed < seeds; seed++)
        sum += exp_score_of(self, system, seed, test, measure)->f;
    return sum / (double)seeds;
}

/* A scorer for the measures asked for. */
static knap_status make_scorer(const experiment *self, const char *language, bool stem, knap_rouge **rouge,
                               knap_error *error)
{
    knap_rouge_options options = self->rouge;
    knap_status status;
    options.stem = stem;
    status = knap_rouge_new(&options, cli_allocator(), rouge, error);
    if (!status && strcmp(language, "en") != 0)
        status = knap_rouge_set_language(*rouge, language, error);
    else if (!status && stem && self->exceptions)
        status = knap_rouge_add_exceptions(*rouge, self->exceptions, error);
    return status;
}

typedef struct segments {
    knap_rouge_segment *segment;
    size_t count;
} segments;

/* Prepares the references of a cluster. */
static knap_status prepare(const knap_rouge *rouge, const knap_cluster *cluster, knap_rouge_refs **refs,
                           knap_error *error)
{
    segments *split = cli_new(cluster->references, sizeof *split);
    knap_rouge_text *text = cli_new(cluster->references, sizeof *text);
    knap_status status = KNAP_OK;
    for (size_t r = 0; !status && r < cluster->references; r++) {
        size_t length;
        const char *bytes = knap_document_text(cluster->reference[r], &length);
        status =
            knap_rouge_split(KNAP_ROUGE_SPL, bytes, length, cli_allocator(), &split[r].segment, &split[r].count, error);
        text[r] = (knap_rouge_text){split[r].segment, split[r].count};
    }
    if (!status)
        status = knap_rouge_refs_new(rouge, text, cluster->references, refs, error);
    for (size_t r = 0; r < cluster->references; r++)
        if (split[r].segment)
            knap_rouge_segments_free(split[r].segment, split[r].count, cli_allocator());
    free(split);
    free(text);
    return status;
}

/* Scores all summaries of one test cluster, in the measures that count stems or in the others. */
static knap_status score_cluster(experiment *self, const knap_rouge *rouge, bool stem, size_t test, knap_error *error)
{
    char name[32];
    knap_rouge_refs *refs = NULL;
    knap_rouge_score *score = cli_new(knap_rouge_measure_count(rouge), sizeof *score);
    knap_status status = prepare(rouge, self->test[test], &refs, error);
    for (size_t s = 0; !status && s < self->systems; s++)
        for (size_t seed = 0; !status && seed < self->system[s].seeds; seed++) {
            size_t at = exp_at(self, s, seed, test);
            const char *summary = self->summary[at];
            segments split = {NULL, 0};
            status = knap_rouge_split(KNAP_ROUGE_SPL, summary, strlen(summary), cli_allocator(), &split.segment,
                                      &split.count, error);
            knap_rouge_text peer = {split.segment, split.count};
            if (!status)
                status = knap_rouge_refs_score(refs, &peer, score, error);
            if (split.segment)
                knap_rouge_segments_free(split.segment, split.count, cli_allocator());
            for (size_t m = 0; !status && m < self->measures.count; m++) {
                if (exp_measure_stem(self, m, name) != stem)
                    continue;
                const knap_rouge_score *found = &score[cli_find_measure(rouge, name)];
                self->score[at * self->measures.count + m] =
                    (exp_score){100 * found->f, 100 * found->precision, 100 * found->recall};
            }
        }
    knap_rouge_refs_free(refs);
    free(score);
    return status;
}

/* Mean and deviation over the seeds of the mean over the clusters. */
static void fill_means(const experiment *self, size_t system, size_t measure, exp_row *row)
{
    size_t seeds = self->system[system].seeds;
    for (int part = 0; part < 3; part++) {
        double sum = 0, squares = 0;
        for (size_t seed = 0; seed < seeds; seed++) {
            double mean = 0;
            for (size_t t = 0; t < self->tests; t++) {
                const exp_score *score = exp_score_of(self, system, seed, t, measure);
                mean += (part == 0 ? score->f : part == 1 ? score->p : score->r) / (double)self->tests;
            }
            sum += mean;
            squares += mean * mean;
        }
        row->mean[part] = sum / (double)seeds;
        double variance = seeds > 1 ? (squares - sum * sum / (double)seeds) / (double)(seeds - 1) : 0;
        row->deviation[part] = variance > 0 ? sqrt(variance) : 0;
    }
}

exp_family exp_family_of(const knap_system *system)
{
    static const struct {
        const char *start;
        exp_family family;
    } names[] = {{"scp", EXP_OURS},
                 {"conseqopt", EXP_OURS},
                 {"expected", EXP_OURS},
                 {"reader", EXP_OURS},
                 {"oracle", EXP_ORACLE}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(system->name, names[i].start, strlen(names[i].start)) == 0)
            return names[i].family;
    return EXP_RIVAL;
}

/* The system of --against; else the rival with the best F; else the first system that is not an oracle; all of those with
 * `overflow`, or of those without. */
static size_t find_baseline(const experiment *self, bool overflow)
{
    size_t found = self->systems;
    for (size_t s = 0; s < self->systems; s++)
        if (self->system[s].overflow == overflow && exp_family_of(self->system[s].system) == EXP_RIVAL &&
            (found == self->systems || exp_row_of(self, s, 0)->mean[0] > exp_row_of(self, found, 0)->mean[0]))
            found = s;
    for (size_t s = 0; s < self->systems && found == self->systems; s++)
        if (self->system[s].overflow == overflow && exp_family_of(self->system[s].system) != EXP_ORACLE)
            found = s;
    return found;
}

static void find_baselines(experiment *self)
{
    for (int overflow = 0; overflow < 2; overflow++)
        self->baseline[overflow] = self->against < self->systems ? self->against : find_baseline(self, overflow);
}

char *exp_rivals(const experiment *self)
{
    size_t first = self->baseline[0] < self->systems ? self->baseline[0] : self->baseline[1], other = self->baseline[1];
    bool best = self->against == self->systems && exp_family_of(self->system[first].system) == EXP_RIVAL;
    const char *why = !best                                     ? ""
                      : other < self->systems && other != first ? ", the best of the rivals of each kind"
                                                                : ", the best of the rivals";
    return other < self->systems && other != first
               ? cli_format("%s and %s%s", self->system[first].name, self->system[other].name, why)
               : cli_format("%s%s", self->system[first].name, why);
}

/* The interval of a system's mean F, and its difference from the baseline's. */
static knap_status compare(const experiment *self, size_t system, size_t measure, exp_row *row, double *mine,
                           double *other, knap_error *error)
{
    knap_rouge_comparison comparison;
    knap_status status;
    for (size_t t = 0; t < self->tests; t++) {
        mine[t] = exp_cluster_f(self, system, t, measure);
        other[t] = 0;
    }
    status = knap_rouge_compare(mine, other, self->tests, SAMPLES, 95, 1, cli_allocator(), &comparison, error);
    row->low = comparison.low;
    row->high = comparison.high;
    row->p_value = NAN;
    if (status || exp_baseline_of(self, system) == self->systems || exp_baseline_of(self, system) == system)
        return status;
    for (size_t t = 0; t < self->tests; t++)
        other[t] = exp_cluster_f(self, exp_baseline_of(self, system), t, measure);
    status = knap_rouge_compare(mine, other, self->tests, SAMPLES, 95, 1, cli_allocator(), &comparison, error);
    row->p_value = comparison.p_randomization;
    return status;
}

/* Scores all summaries in the measures that count stems, or in the others. */
static knap_status score_all(experiment *self, bool stem, knap_error *error)
{
    knap_rouge *rouge = NULL;
    char language[16] = "";
    knap_status status = KNAP_OK;
    for (size_t t = 0; !status && t < self->tests; t++) {
        const char *code = self->language ? self->language : knap_cluster_language(self->test[t]);
        if (strcmp(code, language) != 0) {
            knap_rouge_free(rouge);
            rouge = NULL;
            snprintf(language, sizeof language, "%s", code);
            status = make_scorer(self, code, stem, &rouge, error);
        }
        if (!status)
            status = score_cluster(self, rouge, stem, t, error);
    }
    knap_rouge_free(rouge);
    return status;
}

knap_status exp_evaluate(experiment *self, knap_error *error)
{
    size_t scores = self->systems * self->seeds * self->tests * self->measures.count;
    double *mine = cli_new(self->tests, sizeof *mine), *other = cli_new(self->tests, sizeof *other);
    knap_status status = KNAP_OK;
    char unused[32];
    self->score = cli_new(scores, sizeof *self->score);
    self->row = cli_new(self->systems * self->measures.count, sizeof *self->row);
    for (int stem = 0; !status && stem < 2; stem++) /* the last measure counts stems if any does, the first if all do */
        if (stem ? exp_measure_stem(self, self->measures.count - 1, unused) : !exp_measure_stem(self, 0, unused))
            status = score_all(self, stem, error);
    for (size_t s = 0; !status && s < self->systems; s++)
        for (size_t m = 0; m < self->measures.count; m++)
            fill_means(self, s, m, &self->row[s * self->measures.count + m]);
    if (!status)
        find_baselines(self);
    for (size_t s = 0; !status && s < self->systems; s++)
        for (size_t m = 0; !status && m < self->measures.count; m++)
            status = compare(self, s, m, &self->row[s * self->measures.count + m], mine, other, error);
    free(mine);
    free(other);
    return status;
}
