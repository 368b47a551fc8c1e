/* rouge_print.c - the results of `knap rouge`: as ROUGE-1.5.5 prints them, as a table, as JSON. */
#include "rouge.h"

#include <jansson.h>
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

void rouge_print_script(const knap_rouge_set *set, int each)
{
    for (size_t s = 0; s < knap_rouge_set_system_count(set); s++)
        for (size_t m = 0; m < knap_rouge_measure_count(knap_rouge_set_scorer(set)); m++) {
            print_measure(set, s, m);
            if (each)
                print_each(set, s, m);
        }
}

/* ---- A table ---- */

static int widest_name(const knap_rouge_set *set, int each)
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

void rouge_print_table(const knap_rouge_set *set, int each)
{
    const knap_rouge *rouge = knap_rouge_set_scorer(set);
    const knap_rouge_options *options = knap_rouge_get_options(rouge);
    int width = widest_name(set, each);
    printf("%-*s  %-12s %8s %8s %8s  F, %g%% interval\n", width, "system", "measure", "R", "P", "F",
           options->confidence);
    for (size_t s = 0; s < knap_rouge_set_system_count(set); s++)
        for (size_t m = 0; m < knap_rouge_measure_count(rouge); m++) {
            const knap_rouge_average *average = knap_rouge_set_average(set, s, m);
            printf("%-*s  %-12s", width, knap_rouge_set_system(set, s), knap_rouge_measure_name(rouge, m));
            if (options->unit == KNAP_ROUGE_COUNTS)
                print_counts(average);
            else
                printf(" %8.5f %8.5f %8.5f  %.5f - %.5f\n", average->mean[0], average->mean[1], average->mean[2],
                       average->low[2], average->high[2]);
            for (size_t i = 0; each && i < knap_rouge_set_count(set, s); i++) {
                const knap_rouge_score *score = &knap_rouge_set_scores(set, s, i)[m];
                printf("  %-*s  %-12s %8.5f %8.5f %8.5f\n", width - 2, knap_rouge_set_name(set, s, i),
                       knap_rouge_measure_name(rouge, m), score->recall, score->precision, score->f);
            }
        }
}

/* ---- JSON ---- */

/* Names come from files as they are; one that is not UTF-8 cannot be in JSON. */
static json_t *json_name(const char *name)
{
    json_t *string = json_string(name);
    return string ? string : json_string("(not UTF-8)");
}

static json_t *json_average(const knap_rouge_average *average, int counts)
{
    json_t *object = json_object();
    for (int part = 0; !counts && part < 3; part++)
        json_object_set_new(object, PART_NAMES[part],
                            json_pack("{s:f, s:f, s:f}", "mean", average->mean[part], "low", average->low[part], "high",
                                      average->high[part]));
    json_object_set_new(object, "references", json_real(average->reference_count));
    json_object_set_new(object, "peer", json_real(average->peer_count));
    json_object_set_new(object, "hits", json_real(average->hits));
    return object;
}

static json_t *json_each(const knap_rouge_set *set, size_t system)
{
    const knap_rouge *rouge = knap_rouge_set_scorer(set);
    json_t *list = json_array();
    for (size_t i = 0; i < knap_rouge_set_count(set, system); i++) {
        json_t *object = json_object(), *scores = json_object();
        json_object_set_new(object, "id", json_name(knap_rouge_set_name(set, system, i)));
        for (size_t m = 0; m < knap_rouge_measure_count(rouge); m++) {
            const knap_rouge_score *score = &knap_rouge_set_scores(set, system, i)[m];
            json_object_set_new(
                scores, knap_rouge_measure_name(rouge, m),
                json_pack("{s:f, s:f, s:f}", "recall", score->recall, "precision", score->precision, "f", score->f));
        }
        json_object_set_new(object, "scores", scores);
        json_array_append_new(list, object);
    }
    return list;
}

static void print_object(json_t *object)
{
    json_dumpf(object, stdout, JSON_COMPACT | JSON_REAL_PRECISION(15));
    putchar('\n');
    json_decref(object);
}

void rouge_print_json(const knap_rouge_set *set, int each)
{
    const knap_rouge *rouge = knap_rouge_set_scorer(set);
    int counts = knap_rouge_get_options(rouge)->unit == KNAP_ROUGE_COUNTS;
    for (size_t s = 0; s < knap_rouge_set_system_count(set); s++) {
        json_t *object = json_object(), *averages = json_object();
        json_object_set_new(object, "system", json_name(knap_rouge_set_system(set, s)));
        json_object_set_new(object, "summaries", json_integer((json_int_t)knap_rouge_set_count(set, s)));
        for (size_t m = 0; m < knap_rouge_measure_count(rouge); m++)
            json_object_set_new(averages, knap_rouge_measure_name(rouge, m),
                                json_average(knap_rouge_set_average(set, s, m), counts));
        json_object_set_new(object, "averages", averages);
        if (each)
            json_object_set_new(object, "each", json_each(set, s));
        print_object(object);
    }
}

/* ---- Two systems ---- */

static void print_comparison_json(const knap_rouge_set *set, size_t a, size_t b, size_t measure, int part,
                                  const knap_rouge_comparison *result)
{
    const knap_rouge *rouge = knap_rouge_set_scorer(set);
    json_t *object = json_object();
    json_object_set_new(object, "a", json_name(knap_rouge_set_system(set, a)));
    json_object_set_new(object, "b", json_name(knap_rouge_set_system(set, b)));
    json_object_set_new(object, "measure", json_string(knap_rouge_measure_name(rouge, measure)));
    json_object_set_new(object, "part", json_string(PART_NAMES[part]));
    json_object_set_new(object, "topics", json_integer((json_int_t)result->topics));
    json_object_set_new(object, "mean_a", json_real(result->mean_a));
    json_object_set_new(object, "mean_b", json_real(result->mean_b));
    json_object_set_new(object, "difference", json_real(result->difference));
    json_object_set_new(object, "low", json_real(result->low));
    json_object_set_new(object, "high", json_real(result->high));
    json_object_set_new(object, "p_bootstrap", json_real(result->p_bootstrap));
    json_object_set_new(object, "p_randomization", json_real(result->p_randomization));
    print_object(object);
}

knap_status rouge_print_comparison(const knap_rouge_set *set, size_t a, size_t b, uint64_t seed, int json,
                                   knap_error *error)
{
    const knap_rouge *rouge = knap_rouge_set_scorer(set);
    knap_rouge_comparison result;
    for (size_t m = 0; m < knap_rouge_measure_count(rouge); m++)
        for (int part = 0; part < 3; part++) {
            knap_status status = knap_rouge_set_compare(set, a, b, m, part, seed, &result, error);
            if (status != KNAP_OK)
                return status;
            if (json) {
                print_comparison_json(set, a, b, m, part, &result);
                continue;
            }
            if (m == 0 && part == 0)
                printf("\n%s - %s over %zu topics\n%-12s %4s %9s  %g%% interval of the difference  p, "
                       "bootstrap  p, "
                       "randomisation\n",
                       knap_rouge_set_system(set, a), knap_rouge_set_system(set, b), result.topics, "measure", "",
                       "difference", knap_rouge_get_options(rouge)->confidence);
            printf("%-12s %4c  %+9.5f  %+8.5f - %+8.5f %27.4f %16.4f\n", knap_rouge_measure_name(rouge, m), PARTS[part],
                   result.difference, result.low, result.high, result.p_bootstrap, result.p_randomization);
        }
    return KNAP_OK;
}
