/* experiment_print.c - the table on a terminal, as JSON and as CSV. */
#include "experiment.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double seconds_of(const exp_system *system)
{
    double sum = 0;
    for (size_t i = 0; i < system->seeds; i++)
        sum += system->seconds[i];
    return sum;
}

static void print_number(double mean, double deviation, size_t seeds)
{
    if (seeds > 1)
        printf(" %6.2f ± %4.2f", mean, deviation);
    else
        printf(" %6.2f       ", mean);
}

size_t exp_name_width(const experiment *self)
{
    size_t width = 11;
    for (size_t s = 0; s < self->systems; s++)
        if (strlen(self->system[s].name) > width)
            width = strlen(self->system[s].name);
    return width;
}

const char *exp_stems(const experiment *self)
{
    return self->text.stem ? "stemmed" : self->paper ? "unstemmed and stemmed" : "unstemmed";
}

bool exp_has_baseline(const experiment *self)
{
    return self->baseline[0] < self->systems || self->baseline[1] < self->systems;
}

void exp_print_table(const experiment *self)
{
    char budget[32];
    int width = (int)exp_name_width(self);
    printf("%zu test clusters, %zu fold%s, %s, %s\n", self->tests, self->folds, self->folds == 1 ? "" : "s",
           knap_budget_format(&self->budget, budget, sizeof budget), exp_stems(self));
    for (size_t m = 0; m < self->measures.count; m++) {
        printf("\n%-*s %13s %13s %13s  %-16s %7s %8s%s\n", width, self->measures.name[m], "F      ", "P      ",
               "R      ", "95% of F", "p", "time", self->paper ? "   paper's F, P, R" : "");
        for (size_t s = 0; s < self->systems; s++) {
            const exp_row *row = exp_row_of(self, s, m);
            const double *figure;
            printf("%-*s", width, self->system[s].name);
            for (int part = 0; part < 3; part++)
                print_number(row->mean[part], row->deviation[part], self->system[s].seeds);
            printf("  [%5.2f, %5.2f]  ", row->low, row->high);
            if (s == exp_baseline_of(self, s))
                printf("%8s", "base");
            else if (isnan(row->p_value))
                printf("%8s", "");
            else
                printf("%8.4f", row->p_value);
            printf(" %6.1f s", seconds_of(&self->system[s]));
            if (self->paper && (figure = exp_paper_figures(self, s)))
                printf("   %5.2f %5.2f %5.2f", figure[0], figure[1], figure[2]);
            putchar('\n');
        }
    }
    if (exp_has_baseline(self)) {
        char *rivals = exp_rivals(self);
        printf("\np: approximate randomisation over clusters against %s.\n", rivals);
        free(rivals);
    }
}

/* "ROUGE-SU4" as "rougesu4", "ROUGE-1 stemmed" as "rouge1_stemmed". */
static const char *key_of(const char *measure, char *key, size_t size)
{
    size_t used = 0;
    for (; *measure && used + 1 < size; measure++)
        if (*measure != '-')
            key[used++] = (char)(*measure >= 'A' && *measure <= 'Z' ? *measure - 'A' + 'a'
                                 : *measure == ' '                  ? '_'
                                                                    : *measure);
    key[used] = 0;
    return key;
}

static json_t *json_row(const exp_row *row)
{
    static const char *const names[] = {"f", "p", "r"}, *const deviations[] = {"f_sd", "p_sd", "r_sd"};
    json_t *object = json_object();
    for (int part = 0; part < 3; part++)
        cli_json_put(object, names[part], cli_json_real(row->mean[part]));
    for (int part = 0; part < 3; part++)
        cli_json_put(object, deviations[part], cli_json_real(row->deviation[part]));
    cli_json_put(object, "f_low", cli_json_real(row->low));
    cli_json_put(object, "f_high", cli_json_real(row->high));
    cli_json_put(object, "p_value", cli_json_real(row->p_value));
    return object;
}

static json_t *json_figures(const double *figure)
{
    json_t *object = json_object();
    cli_json_put(object, "f", cli_json_real(figure[0]));
    cli_json_put(object, "p", cli_json_real(figure[1]));
    cli_json_put(object, "r", cli_json_real(figure[2]));
    return object;
}

static json_t *json_clusters(const experiment *self, size_t system)
{
    json_t *list = json_array();
    for (size_t seed = 0; seed < self->system[system].seeds; seed++)
        for (size_t t = 0; t < self->tests; t++)
            for (size_t m = 0; m < self->measures.count; m++) {
                const exp_score *score = exp_score_of(self, system, seed, t, m);
                json_t *object = json_object();
                cli_json_put(object, "seed", cli_json_count(seed + 1));
                cli_json_put(object, "cluster", cli_json_string(self->test[t]->id));
                cli_json_put(object, "measure", cli_json_string(self->measures.name[m]));
                cli_json_put(object, "f", cli_json_real(score->f));
                cli_json_put(object, "p", cli_json_real(score->p));
                cli_json_put(object, "r", cli_json_real(score->r));
                cli_json_add(list, object);
            }
    return list;
}

char *exp_json(const experiment *self, bool clusters)
{
    json_t *object = json_object(), *list = json_array();
    char budget[32], key[32];
    for (size_t s = 0; s < self->systems; s++) {
        json_t *system = json_object();
        cli_json_put(system, "system", cli_json_string(self->system[s].name));
        for (size_t m = 0; m < self->measures.count; m++)
            cli_json_put(system, key_of(self->measures.name[m], key, sizeof key), json_row(exp_row_of(self, s, m)));
        if (self->paper && exp_paper_figures(self, s))
            cli_json_put(system, "paper", json_figures(exp_paper_figures(self, s)));
        if (self->system[s].overflow)
            cli_json_put(system, "overflow", json_true());
        cli_json_put(system, "seeds", cli_json_count(self->system[s].seeds));
        cli_json_put(system, "sentences", cli_json_real(self->system[s].sentences / (double)self->system[s].seeds));
        cli_json_put(system, "flawed", cli_json_real(self->system[s].flawed / (double)self->system[s].seeds));
        if (clusters)
            cli_json_put(system, "clusters", json_clusters(self, s));
        else
            cli_json_put(system, "seconds", cli_json_real(seconds_of(&self->system[s])));
        cli_json_add(list, system);
    }
    cli_json_put(object, "systems", list);
    cli_json_put(object, "budget", cli_json_string(knap_budget_format(&self->budget, budget, sizeof budget)));
    cli_json_put(object, "stem", json_boolean(self->text.stem));
    cli_json_put(object, "folds", cli_json_count(self->folds));
    cli_json_put(object, "clusters", cli_json_count(self->tests));
    if (self->baseline[0] < self->systems)
        cli_json_put(object, "baseline", cli_json_string(self->system[self->baseline[0]].name));
    if (self->baseline[1] < self->systems && self->baseline[1] != self->baseline[0])
        cli_json_put(object, "overflow_baseline", cli_json_string(self->system[self->baseline[1]].name));
    return cli_json_format(object, 12);
}

/* A field of CSV, quoted where it must be. */
static void write_field(FILE *file, const char *text)
{
    if (!strpbrk(text, ",\"\n")) {
        fputs(text, file);
        return;
    }
    fputc('"', file);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', file);
        fputc(*text, file);
    }
    fputc('"', file);
}

knap_status exp_write_csv(const experiment *self, const char *path, knap_error *error)
{
    char *text = NULL;
    size_t length = 0;
    FILE *file = cli_page(&text, &length);
    knap_status status;
    fputs("system,seed,cluster,measure,f,p,r\n", file);
    for (size_t s = 0; s < self->systems; s++)
        for (size_t seed = 0; seed < self->system[s].seeds; seed++)
            for (size_t t = 0; t < self->tests; t++)
                for (size_t m = 0; m < self->measures.count; m++) {
                    const exp_score *score = exp_score_of(self, s, seed, t, m);
                    fprintf(file, "%s,%zu,", self->system[s].name, seed + 1);
                    write_field(file, self->test[t]->id);
                    fprintf(file, ",%s,%.3f,%.3f,%.3f\n", self->measures.name[m], score->f, score->p, score->r);
                }
    cli_page_end(file, &text);
    status = cli_write_file(path, text, length, error);
    free(text);
    return status;
}
