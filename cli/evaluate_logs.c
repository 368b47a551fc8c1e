/* evaluate_logs.c - knap evaluate on logs: what each system would have earned, from lists that another policy showed. */
#include "evaluate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct estimates {
    knap_logs_report report;
    double *term; /* [instances] contributions to dr */
} estimates;

static json_t *json_estimate(const knap_estimate *estimate)
{
    json_t *object = json_object();
    cli_json_put(object, "value", cli_json_real(estimate->value));
    cli_json_put(object, "low", cli_json_real(estimate->low));
    cli_json_put(object, "high", cli_json_real(estimate->high));
    return object;
}

/* The estimates from lists that match in part, in the order of their tables. */
enum { PARTS = 3 };
static const char *const PART_NAMES[PARTS] = {"items", "slate", "cascade"};
static const char *const PART_RULES[PARTS] = {"what an item earns does not depend on the other items, nor on its place",
                                              "the reward of a list is a sum over its items, in any order",
                                              "what an item earns depends on it and on the items above it"};

static const knap_partial *part_of(const knap_logs_report *report, int part)
{
    return part == 0 ? &report->items : part == 1 ? &report->slate : &report->cascade;
}

static json_t *json_part(const knap_partial *part)
{
    json_t *object = json_estimate(&part->estimate);
    cli_json_put(object, "matched", cli_json_count(part->matched));
    cli_json_put(object, "effective", cli_json_real(part->effective));
    cli_json_put(object, "holds", json_boolean(part->holds));
    return object;
}

static void print_json(const evaluation *self, const estimates *all, const knap_logs_settings *settings)
{
    json_t *object = json_object(), *systems = json_array();
    cli_json_put(object, "logs", cli_json_count(all[0].report.lists));
    cli_json_put(object, "logged", cli_json_real(all[0].report.logged));
    cli_json_put(object, "clip", cli_json_real(settings->clip));
    for (size_t s = 0; s < self->systems; s++) {
        const knap_logs_report *report = &all[s].report;
        json_t *of = json_object();
        cli_json_put(of, "name", cli_json_string(self->system[s].name));
        cli_json_put(of, "matched", cli_json_count(report->matched));
        cli_json_put(of, "clipped", cli_json_count(report->clipped));
        cli_json_put(of, "effective", cli_json_real(report->effective));
        cli_json_put(of, "holds", json_boolean(report->holds));
        cli_json_put(of, "ips", json_estimate(&report->ips));
        cli_json_put(of, "snips", json_estimate(&report->snips));
        cli_json_put(of, "model", json_estimate(&report->model));
        cli_json_put(of, "dr", json_estimate(&report->dr));
        for (int p = 0; p < PARTS; p++)
            if (!isnan(part_of(report, p)->estimate.value))
                cli_json_put(of, PART_NAMES[p], json_part(part_of(report, p)));
        if (!isnan(report->place))
            cli_json_put(of, "place", cli_json_real(report->place));
        if (report->unsupported)
            cli_json_put(of, "unsupported", cli_json_count(report->unsupported));
        cli_json_add(systems, of);
    }
    cli_json_put(object, "systems", systems);
    cli_json_print(object);
}

static void print_value(double value)
{
    if (isnan(value))
        printf(" %8s", "-");
    else
        printf(" %8.4f", value);
}

static void print_differences(const evaluation *self, const estimates *all, int width)
{
    knap_rouge_comparison against;
    knap_error error;
    printf("\n%-*s %8s  %-18s %8s\n", width, "difference", "DR", "95% interval", "p");
    for (size_t s = 0; s < self->systems; s++) {
        if (s == self->base)
            continue;
        if (!all[s].report.holds || !all[self->base].report.holds) {
            printf("%-*s %+8.4f  %-18s %8s\n", width, self->system[s].name,
                   all[s].report.dr.value - all[self->base].report.dr.value, "-", "-");
            continue;
        }
        knap_status status = knap_rouge_compare(all[s].term, all[self->base].term, all[s].report.lists, EV_SAMPLES, 95,
                                                1, cli_allocator(), &against, &error);
        cli_need_memory(status);
        if (!status)
            printf("%-*s %+8.4f  [%+.4f, %+.4f] %8.4f\n", width, self->system[s].name, against.difference, against.low,
                   against.high, against.p_randomization);
    }
    printf("from %s; p: approximate randomisation over instances.\n", self->system[self->base].name);
}

/* A line per system and estimate, where the logs tell the chances of the items. */
static void print_parts(const evaluation *self, const estimates *all, int width)
{
    bool any = false;
    for (size_t s = 0; s < self->systems; s++)
        for (int p = 0; p < PARTS; p++) {
            const knap_partial *part = part_of(&all[s].report, p);
            if (isnan(part->estimate.value))
                continue;
            if (!any)
                printf("\n%-*s %-8s %8s %9s %8s  %s\n", width, "in part", "", "matched", "effective", "estimate",
                       "95% interval");
            any = true;
            printf("%-*s %-8s %8zu %9.1f", width, self->system[s].name, PART_NAMES[p], part->matched, part->effective);
            print_value(part->estimate.value);
            if (part->holds)
                printf("  [%.4f, %.4f]\n", part->estimate.low, part->estimate.high);
            else
                printf("  -\n");
        }
    for (int p = 0; any && p < PARTS; p++)
        if (!isnan(part_of(&all[0].report, p)->estimate.value))
            printf("%s is right if %s.\n", PART_NAMES[p], PART_RULES[p]);
}

/* Why systems have no interval, on stderr. */
static void tell_few(const evaluation *self, const estimates *all)
{
    for (size_t s = 0; s < self->systems; s++) {
        const knap_logs_report *report = &all[s].report;
        if (!report->holds)
            fprintf(stderr,
                    "knap: %s: no interval: %zu of %zu logged lists match (%.1f effective, %zu clipped); it needs %d "
                    "matches, %d effective, and at most one clipped weight in %d\n",
                    self->system[s].name, report->matched, report->lists, report->effective, report->clipped,
                    KNAP_LEAST_MATCHED, KNAP_LEAST_EFFECTIVE, KNAP_CLIPPED_ONE_IN);
        if (report->unsupported)
            fprintf(stderr,
                    "knap: %s: items, slate and cascade have no interval: %zu of its lists have an item whose chance "
                    "was 0, so the log cannot tell what it earns\n",
                    self->system[s].name, report->unsupported);
    }
    if (fabs(all[0].report.place) > KNAP_MOST_PLACE)
        fprintf(stderr,
                "knap: items and slate have no interval: items earn %s at later places (%.1f standard errors), so the "
                "order of a list matters\n",
                all[0].report.place > 0 ? "more" : "less", fabs(all[0].report.place));
}

static void print_table(const evaluation *self, const estimates *all, const knap_logs_settings *settings)
{
    size_t width = strlen("difference");
    for (size_t s = 0; s < self->systems; s++)
        width = strlen(self->system[s].name) > width ? strlen(self->system[s].name) : width;
    printf("%zu logged list%s, mean reward %.4f as shown; ", all[0].report.lists, all[0].report.lists == 1 ? "" : "s",
           all[0].report.logged);
    if (settings->clip > 0)
        printf("weights clipped at %g\n", settings->clip);
    else
        printf("weights not clipped\n");
    printf("%-*s %8s %9s %8s %8s %8s %8s  %s\n", (int)width, "", "matched", "effective", "IPS", "SNIPS", "model", "DR",
           "95% of DR");
    for (size_t s = 0; s < self->systems; s++) {
        const knap_logs_report *report = &all[s].report;
        printf("%-*s %8zu %9.1f", (int)width, self->system[s].name, report->matched, report->effective);
        print_value(report->ips.value);
        print_value(report->snips.value);
        print_value(report->model.value);
        print_value(report->dr.value);
        if (report->holds)
            printf("  [%.4f, %.4f]\n", report->dr.low, report->dr.high);
        else
            printf("  -\n");
    }
    print_parts(self, all, (int)width);
    if (self->systems > 1)
        print_differences(self, all, (int)width);
}

knap_status ev_evaluate_logs(const evaluation *self, knap_data *data, const knap_logs_settings *settings,
                             uint64_t first_draw, const knap_run *run, bool json, knap_error *error)
{
    size_t count = knap_data_count(data);
    estimates *all = cli_new(self->systems, sizeof *all);
    knap_packed *packed = cli_new(count, sizeof *packed);
    knap_status status = KNAP_OK;
    for (size_t i = 0; !status && i < self->systems; i++) {
        size_t s = self->order[i];
        const knap_model *model = self->system[s].model;
        all[s].term = cli_new(count, sizeof *all[s].term);
        status = ev_prepare(&self->system[s], data, run->jobs, error);
        if (!status)
            status = knap_model_match(model, data, false, error);
        if (!status)
            status = knap_pack_all(model, data, first_draw, run, packed, error);
        if (!status)
            status = knap_logs_estimate(data, packed, settings, run, &all[s].report, all[s].term, error);
        knap_packed_free(packed, count);
        memset(packed, 0, count * sizeof *packed);
    }
    if (!status && json)
        print_json(self, all, settings);
    else if (!status)
        print_table(self, all, settings);
    if (!status)
        tell_few(self, all);
    for (size_t s = 0; s < self->systems; s++)
        free(all[s].term);
    free(packed);
    free(all);
    return status;
}
