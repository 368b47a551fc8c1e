/* rouge_print.c - the results of `knap rouge`: as ROUGE-1.5.5 prints them, as a table, as JSON. */
#include "rouge.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char PARTS[] = "RPF";
static const char *const PART_NAMES[] = {"recall", "precision", "f"};

/* ---- ROUGE-1.5.5's lines ---- */

static void print_each(const knap_rouge_set *set, size_t system, size_t measure)
{
    const knap_rouge *rouge = knap_rouge_set_scorer(set);
    const char *name = knap_rouge_set_system(set, system), *of = knap_rouge_measure_name(rouge, measure);
    puts(".............................................");
    for (size_t i = 0; i < knap_rouge_set_count(set, system); i++) {
        const knap_rouge_score *score = &knap_rouge_set_scores(set, system, i)[measure];
        printf("%s %s Eval %s ", name, of, knap_rouge_set_name(set, system, i));
        if (knap_rouge_get_options(rouge)->unit == KNAP_ROUGE_BY_SUMMARY)
            printf("R:%.5f P:%.5f F:%.5f\n", score->recall, score->precision, score->f);
        else
            printf("R:%.15g P:%.15g F:%.15g\n", score->reference_count, score->peer_count, score->hits);
    }
}

static void print_measure(const knap_rouge_set *set, size_t system, size_t measure)
{
    const knap_rouge *rouge = knap_rouge_set_scorer(set);
    const knap_rouge_options *options = knap_rouge_get_options(rouge);
    const knap_rouge_average *average = knap_rouge_set_average(set, system, measure);
    const char *name = knap_rouge_set_system(set, system), *of = knap_rouge_measure_name(rouge, measure);
    puts("---------------------------------------------");
    if (options->unit == KNAP_ROUGE_COUNTS) {
        printf("%s %s M_count: %.0f P_count: %.0f H_count: %.0f\n", name, of, floor(average->reference_count),
               floor(average->peer_count), floor(average->hits));
        return;
    }
    for (int part = 0; part < 3; part++)
        printf("%s %s Average_%c: %.5f (%.15g%%-conf.int. %.5f - %.5f)\n", name, of, PARTS[part], average->mean[part],
               options->confidence, average->low[part], average->high[part]);
}

void rouge_print_script(const rouge_report *report)
{
    for (size_t s = 0; s < knap_rouge_set_system_count(report->set); s++)
        for (size_t m = 0; m < report->measures; m++) {
            print_measure(report->set, s, report->measure[m]);
            if (report->each)
                print_each(report->set, s, report->measure[m]);
        }
}

/* ---- A table ---- */

static int widest_name(const knap_rouge_set *set, bool each)
{
    size_t widest = 6;
    for (size_t s = 0; s < knap_rouge_set_system_count(set); s++) {
        size_t length = strlen(knap_rouge_set_system(set, s));
        widest = length > widest ? length : widest;
        for (size_t i = 0; each && i < knap_rouge_set_count(set, s); i++) {
            length = strlen(knap_rouge_set_name(set, s, i)) + 2;
            widest = length > widest ? length : widest;
        }
    }
    return (int)(widest < 60 ? widest : 60);
}

static void print_counts(const knap_rouge_average *average)
{
    printf("  references %.15g, summaries %.15g, hits %.15g\n", average->reference_count, average->peer_count,
           average->hits);
}

void rouge_print_table(const rouge_report *report)
{
    const knap_rouge_set *set = report->set;
    const knap_rouge_options *options = knap_rouge_get_options(report->rouge);
    int width = widest_name(set, report->each);
    printf("%-*s  %-12s %8s %8s %8s  F, %g%% interval\n", width, "system", "measure", "R", "P", "F",
           options->confidence);
    for (size_t s = 0; s < knap_rouge_set_system_count(set); s++)
        for (size_t i = 0; i < report->measures; i++) {
            size_t m = report->measure[i];
            const knap_rouge_average *average = knap_rouge_set_average(set, s, m);
            printf("%-*s  %-12s", width, knap_rouge_set_system(set, s), knap_rouge_measure_name(report->rouge, m));
            if (options->unit == KNAP_ROUGE_COUNTS)
                print_counts(average);
            else
                printf(" %8.5f %8.5f %8.5f  %.5f - %.5f\n", average->mean[0], average->mean[1], average->mean[2],
                       average->low[2], average->high[2]);
            for (size_t k = 0; report->each && k < knap_rouge_set_count(set, s); k++) {
                const knap_rouge_score *score = &knap_rouge_set_scores(set, s, k)[m];
                printf("  %-*s  %-12s %8.5f %8.5f %8.5f\n", width - 2, knap_rouge_set_name(set, s, k),
                       knap_rouge_measure_name(report->rouge, m), score->recall, score->precision, score->f);
            }
        }
}

/* ---- JSON ---- */

static json_t *json_average(const knap_rouge_average *average, bool counts)
{
    json_t *object = json_object();
    for (int part = 0; !counts && part < 3; part++) {
        json_t *of_part = json_object();
        cli_json_put(of_part, "mean", cli_json_real(average->mean[part]));
        cli_json_put(of_part, "low", cli_json_real(average->low[part]));
        cli_json_put(of_part, "high", cli_json_real(average->high[part]));
        cli_json_put(object, PART_NAMES[part], of_part);
    }
    cli_json_put(object, "references", cli_json_real(average->reference_count));
    cli_json_put(object, "peer", cli_json_real(average->peer_count));
    cli_json_put(object, "hits", cli_json_real(average->hits));
    return object;
}

static json_t *json_each(const rouge_report *report, size_t system)
{
    json_t *list = json_array();
    for (size_t i = 0; i < knap_rouge_set_count(report->set, system); i++) {
        json_t *object = json_object(), *scores = json_object();
        cli_json_put(object, "id", cli_json_string(knap_rouge_set_name(report->set, system, i)));
        for (size_t m = 0; m < report->measures; m++) {
            const knap_rouge_score *score = &knap_rouge_set_scores(report->set, system, i)[report->measure[m]];
            json_t *of_measure = json_object();
            cli_json_put(of_measure, "recall", cli_json_real(score->recall));
            cli_json_put(of_measure, "precision", cli_json_real(score->precision));
            cli_json_put(of_measure, "f", cli_json_real(score->f));
            cli_json_put(scores, knap_rouge_measure_name(report->rouge, report->measure[m]), of_measure);
        }
        cli_json_put(object, "scores", scores);
        cli_json_add(list, object);
    }
    return list;
}

json_t *rouge_json(const rouge_report *report, size_t system)
{
    const knap_rouge_set *set = report->set;
    bool counts = knap_rouge_get_options(report->rouge)->unit == KNAP_ROUGE_COUNTS;
    json_t *object = json_object(), *averages = json_object();
    cli_json_put(object, "system", cli_json_string(knap_rouge_set_system(set, system)));
    cli_json_put(object, "summaries", cli_json_count(knap_rouge_set_count(set, system)));
    for (size_t m = 0; m < report->measures; m++)
        cli_json_put(averages, knap_rouge_measure_name(report->rouge, report->measure[m]),
                     json_average(knap_rouge_set_average(set, system, report->measure[m]), counts));
    cli_json_put(object, "averages", averages);
    if (report->each)
        cli_json_put(object, "each", json_each(report, system));
    return object;
}

/* ---- Two systems ---- */

json_t *rouge_comparison_json(const rouge_report *report, size_t a, size_t b, size_t measure, int part,
                              const knap_rouge_comparison *result)
{
    json_t *object = json_object();
    cli_json_put(object, "a", cli_json_string(knap_rouge_set_system(report->set, a)));
    cli_json_put(object, "b", cli_json_string(knap_rouge_set_system(report->set, b)));
    cli_json_put(object, "measure", cli_json_string(knap_rouge_measure_name(report->rouge, measure)));
    cli_json_put(object, "part", cli_json_string(PART_NAMES[part]));
    cli_json_put(object, "topics", cli_json_count(result->topics));
    cli_json_put(object, "mean_a", cli_json_real(result->mean_a));
    cli_json_put(object, "mean_b", cli_json_real(result->mean_b));
    cli_json_put(object, "difference", cli_json_real(result->difference));
    cli_json_put(object, "low", cli_json_real(result->low));
    cli_json_put(object, "high", cli_json_real(result->high));
    cli_json_put(object, "p_bootstrap", cli_json_real(result->p_bootstrap));
    cli_json_put(object, "p_randomization", cli_json_real(result->p_randomization));
    return object;
}

knap_status rouge_print_comparison(const rouge_report *report, size_t a, size_t b, uint64_t seed, bool json,
                                   knap_error *error)
{
    const knap_rouge_set *set = report->set;
    knap_rouge_comparison result;
    for (size_t i = 0; i < report->measures; i++)
        for (int part = 0; part < 3; part++) {
            size_t m = report->measure[i];
            knap_status status = knap_rouge_set_compare(set, a, b, m, part, seed, &result, error);
            if (status)
                return status;
            if (json) {
                cli_json_print(rouge_comparison_json(report, a, b, m, part, &result));
                continue;
            }
            if (i == 0 && part == 0)
                printf("\n%s - %s over %zu topics; p by bootstrap and by randomisation\n"
                       "%-12s   %10s  %-20s %9s %9s\n",
                       knap_rouge_set_system(set, a), knap_rouge_set_system(set, b), result.topics, "measure",
                       "difference", "interval", "p boot", "p rand");
            printf("%-12s %c  %+9.5f  %+8.5f - %+8.5f %10.4f %9.4f\n", knap_rouge_measure_name(report->rouge, m),
                   PARTS[part], result.difference, result.low, result.high, result.p_bootstrap, result.p_randomization);
        }
    return KNAP_OK;
}
