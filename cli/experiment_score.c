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
static knap_status make_scorer(const experiment *self, const char *language, knap_rouge **rouge, knap_error *error)
{
    knap_rouge_options options = self->rouge;
    knap_status status;
    options.stem = self->text.stem;
    status = knap_rouge_new(&options, cli_allocator(), rouge, error);
    if (!status && strcmp(language, "en") != 0)
        status = knap_rouge_set_language(*rouge, language, error);
    else if (!status && self->text.stem && self->exceptions)
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

/* Scores all summaries of one test cluster. */
static knap_status score_cluster(experiment *self, const knap_rouge *rouge, size_t test, knap_error *error)
{
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
                const knap_rouge_score *found = &score[cli_find_measure(rouge, self->measures.name[m])];
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

/* The system of --against; else the rival with the best F; else the first system that is not an oracle. */
static void find_baseline(experiment *self)
{
    self->baseline = self->against;
    if (self->baseline < self->systems)
        return;
    for (size_t s = 0; s < self->systems; s++)
        if (exp_family_of(self->system[s].system) == EXP_RIVAL &&
            (self->baseline == self->systems ||
             exp_row_of(self, s, 0)->mean[0] > exp_row_of(self, self->baseline, 0)->mean[0]))
            self->baseline = s;
    for (size_t s = 0; s < self->systems && self->baseline == self->systems; s++)
        if (exp_family_of(self->system[s].system) != EXP_ORACLE)
            self->baseline = s;
}

const char *exp_why(const experiment *self)
{
    return self->against == self->systems && exp_family_of(self->system[self->baseline].system) == EXP_RIVAL
               ? ", the best of the rivals"
               : "";
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
    if (status || self->baseline == self->systems || self->baseline == system)
        return status;
    for (size_t t = 0; t < self->tests; t++)
        other[t] = exp_cluster_f(self, self->baseline, t, measure);
    status = knap_rouge_compare(mine, other, self->tests, SAMPLES, 95, 1, cli_allocator(), &comparison, error);
    row->p_value = comparison.p_randomization;
    return status;
}

knap_status exp_evaluate(experiment *self, knap_error *error)
{
    size_t scores = self->systems * self->seeds * self->tests * self->measures.count;
    double *mine = cli_new(self->tests, sizeof *mine), *other = cli_new(self->tests, sizeof *other);
    knap_rouge *rouge = NULL;
    char language[16] = "";
    knap_status status = KNAP_OK;
    self->score = cli_new(scores, sizeof *self->score);
    self->row = cli_new(self->systems * self->measures.count, sizeof *self->row);
    for (size_t t = 0; !status && t < self->tests; t++) {
        const char *code = self->language ? self->language : knap_cluster_language(self->test[t]);
        if (strcmp(code, language) != 0) {
            knap_rouge_free(rouge);
            rouge = NULL;
            snprintf(language, sizeof language, "%s", code);
            status = make_scorer(self, code, &rouge, error);
        }
        if (!status)
            status = score_cluster(self, rouge, t, error);
    }
    knap_rouge_free(rouge);
    for (size_t s = 0; !status && s < self->systems; s++)
        for (size_t m = 0; m < self->measures.count; m++)
            fill_means(self, s, m, &self->row[s * self->measures.count + m]);
    if (!status)
        find_baseline(self);
    for (size_t s = 0; !status && s < self->systems; s++)
        for (size_t m = 0; !status && m < self->measures.count; m++)
            status = compare(self, s, m, &self->row[s * self->measures.count + m], mine, other, error);
    free(mine);
    free(other);
    return status;
}
