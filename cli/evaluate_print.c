/* evaluate_print.c - the results of knap evaluate as tables and as JSON. */
#include "evaluate.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Tables ---- */

static int name_width(const evaluation *self)
{
    size_t width = strlen("greedy oracle");
    for (size_t s = 0; s < self->systems; s++)
        if (strlen(self->system[s].name) > width)
            width = strlen(self->system[s].name);
    return (int)width;
}

static void print_part(const char *format, double value, int width)
{
    if (isnan(value))
        printf(" %*s", width, "-");
    else
        printf(format, value);
}

static void print_interval(const ev_mean *mean, bool sign)
{
    if (mean->count > 1)
        printf(sign ? "  [%+.4f, %+.4f]" : "  [%.4f, %.4f]", mean->low, mean->high);
    else
        printf("  %*s", sign ? 18 : 16, "");
}

static void print_limits(const evaluation *self, size_t budget, int width)
{
    for (int limit = 0; limit < EV_LIMITS; limit++) {
        ev_mean mean = ev_limit_mean(self, budget, (ev_limit)limit);
        if (mean.count == 0)
            continue;
        printf("%-*s %7.4f", width, ev_limit_titles[limit], mean.mean);
        print_interval(&mean, false);
        putchar('\n');
    }
}

static void print_differences(const evaluation *self, size_t budget, int width)
{
    printf("\n%-*s %7s  %-18s %8s\n", width, "difference", "reward", "95% interval", "p");
    for (size_t s = 0; s < self->systems; s++) {
        ev_mean difference;
        if (s == self->base)
            continue;
        difference = ev_difference(self, budget, s);
        printf("%-*s %+7.4f", width, self->system[s].name, difference.mean);
        print_interval(&difference, true);
        printf(" %8.4f\n", difference.p);
    }
    printf("from %s; p: approximate randomisation over instances.\n", self->system[self->base].name);
}

static void print_budget(const evaluation *self, size_t budget)
{
    int width = name_width(self);
    bool ranked = ev_limit_mean(self, budget, EV_TOP_K).count > 0;
    printf("%-*s %7s  %-16s %7s %6s %8s %6s %6s%s\n", width, "", "reward", "95% interval", "gap", "proven", "coverage",
           "used", "items", ranked ? "  first" : "");
    for (size_t s = 0; s < self->systems; s++) {
        ev_mean reward = ev_mean_of(self, budget, s, EV_REWARD);
        printf("%-*s %7.4f", width, self->system[s].name, reward.mean);
        print_interval(&reward, false);
        print_part(" %7.4f", ev_mean_of(self, budget, s, EV_GAP).mean, 7);
        print_part(" %5.1f%%", 100 * ev_mean_of(self, budget, s, EV_PROVEN).mean, 6);
        print_part(" %8.4f", ev_mean_of(self, budget, s, EV_COVERAGE).mean, 8);
        print_part(" %5.1f%%", 100 * ev_mean_of(self, budget, s, EV_USED).mean, 6);
        print_part(" %6.2f", ev_mean_of(self, budget, s, EV_ITEMS).mean, 6);
        if (ranked)
            print_part(" %5.1f%%", 100 * ev_mean_of(self, budget, s, EV_FIRST).mean, 6);
        putchar('\n');
    }
    print_limits(self, budget, width);
    if (self->systems > 1)
        print_differences(self, budget, width);
}

void ev_print_table(const evaluation *self)
{
    char text[64];
    for (size_t b = 0; b < self->budgets; b++) {
        if (b)
            putchar('\n');
        if (isnan(self->budget[b].amount))
            printf("%zu instance%s\n", self->count, self->count == 1 ? "" : "s");
        else
            printf("%zu instance%s, budget %s\n", self->count, self->count == 1 ? "" : "s",
                   ev_budget_text(&self->budget[b], text, sizeof text));
        print_budget(self, b);
    }
}

/* ---- JSON ---- */

static json_t *json_mean(const ev_mean *mean)
{
    json_t *object = json_object();
    cli_json_put(object, "mean", cli_json_real(mean->mean));
    cli_json_put(object, "low", cli_json_real(mean->low));
    cli_json_put(object, "high", cli_json_real(mean->high));
    return object;
}

static json_t *json_amount(double value)
{
    return value == floor(value) && fabs(value) < 9e15 ? json_integer((json_int_t)value) : cli_json_real(value);
}

static json_t *json_system(const evaluation *self, size_t budget, size_t system)
{
    json_t *object = json_object();
    cli_json_put(object, "name", cli_json_string(self->system[system].name));
    for (int quantity = 0; quantity < EV_QUANTITIES; quantity++) {
        ev_mean mean = ev_mean_of(self, budget, system, (ev_quantity)quantity);
        if (mean.count)
            cli_json_put(object, ev_quantity_names[quantity], json_mean(&mean));
    }
    if (system != self->base) {
        ev_mean difference = ev_difference(self, budget, system);
        json_t *against = json_mean(&difference);
        cli_json_put(against, "from", cli_json_string(self->system[self->base].name));
        cli_json_put(against, "p", cli_json_real(difference.p));
        cli_json_put(object, "difference", against);
    }
    return object;
}

static void put_budget(json_t *object, const ev_budget *budget)
{
    if (!isnan(budget->amount))
        cli_json_put(object, budget->share ? "budget_share" : "budget", json_amount(budget->amount));
}

void ev_print_json(const evaluation *self)
{
    for (size_t b = 0; b < self->budgets; b++) {
        json_t *object = json_object(), *systems = json_array();
        cli_json_put(object, "instances", cli_json_count(self->count));
        put_budget(object, &self->budget[b]);
        for (int limit = 0; limit < EV_LIMITS; limit++) {
            ev_mean mean = ev_limit_mean(self, b, (ev_limit)limit);
            if (mean.count)
                cli_json_put(object, ev_limit_names[limit], json_mean(&mean));
        }
        for (size_t s = 0; s < self->systems; s++)
            cli_json_add(systems, json_system(self, b, s));
        cli_json_put(object, "systems", systems);
        cli_json_print(object);
    }
}

/* ---- Each instance ---- */

static void print_each_json(const evaluation *self, size_t budget, size_t instance, const char *id, double amount)
{
    json_t *object = json_object(), *systems = json_object();
    cli_json_put(object, "id", id ? cli_json_string(id) : cli_json_count(instance));
    cli_json_put(object, "budget", json_amount(amount));
    for (int limit = 0; limit < EV_LIMITS; limit++) {
        double value = ev_limit_value(self, budget, instance, (ev_limit)limit);
        if (!isnan(value))
            cli_json_put(object, ev_limit_names[limit], cli_json_real(value));
    }
    for (size_t s = 0; s < self->systems; s++) {
        json_t *of = json_object();
        for (int quantity = 0; quantity < EV_QUANTITIES; quantity++) {
            double value = ev_value(self, budget, s, instance, (ev_quantity)quantity);
            if (!isnan(value))
                cli_json_put(of, ev_quantity_names[quantity], cli_json_real(value));
        }
        cli_json_put(systems, self->system[s].name, of);
    }
    cli_json_put(object, "systems", systems);
    cli_json_print(object);
}

void ev_print_each(const evaluation *self, size_t budget, size_t instance, const char *id, double amount, bool json)
{
    char number[32];
    if (json) {
        print_each_json(self, budget, instance, id, amount);
        return;
    }
    if (instance == 0 && budget == 0)
        printf("instance\tbudget\tsystem\treward\toracle\tbound\tcoverage\tcost\titems\n");
    snprintf(number, sizeof number, "%zu", instance);
    for (size_t s = 0; s < self->systems; s++) {
        const knap_measures *measures = &self->measures[budget][s][instance];
        printf("%s\t%.15g\t%s\t%.6f\t%.6f\t%.6f\t", id ? id : number, amount, self->system[s].name, measures->reward,
               self->limits[budget][instance].oracle, self->limits[budget][instance].bound);
        if (isnan(measures->coverage))
            printf("-");
        else
            printf("%.6f", measures->coverage);
        printf("\t%.15g\t%zu\n", measures->cost, measures->items);
    }
}
