/* evaluate_svg.c - mean reward over budgets as a picture: a line and a 95% band per system, the oracle, the bound. */
#include "evaluate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The picture, in pixels. Names stand to the right of the last points. */
static const double LEFT = 64, TOP = 44, HEIGHT = 320, LINE = 17;
enum { PLOT = 520, MOST_LINES = EV_MOST_SYSTEMS + 2 };

/* Okabe and Ito's colours, which colour-blind people can tell apart, without the yellow. */
static const char *const colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00"};
static const char *const dashes[] = {"", "8 3", "2 3", "8 3 2 3"}; /* when the colours begin again */
enum { COLOURS = sizeof colours / sizeof *colours, DASHES = sizeof dashes / sizeof *dashes };

typedef struct curve {
    const char *name, *colour, *dash;
    bool band;
    ev_mean mean[EV_MOST_BUDGETS];
    double label; /* y of its name */
} curve;

typedef struct chart {
    const evaluation *of;
    curve curve[MOST_LINES];
    size_t curves;
    double low, high, step; /* of the y axis */
    bool logarithmic;       /* the x axis */
} chart;

static double x_of(const chart *self, size_t budget)
{
    const ev_budget *all = self->of->budget;
    double least = all[0].amount, most = all[0].amount, at = all[budget].amount;
    for (size_t b = 1; b < self->of->budgets; b++) {
        least = fmin(least, all[b].amount);
        most = fmax(most, all[b].amount);
    }
    if (self->logarithmic)
        least = log(least), most = log(most), at = log(at);
    return most > least ? LEFT + 16 + (PLOT - 32) * (at - least) / (most - least) : LEFT + PLOT / 2.0;
}

static double y_of(const chart *self, double value)
{
    return TOP + HEIGHT * (self->high - value) / (self->high - self->low);
}

static void choose_axes(chart *self)
{
    double least = INFINITY, most = -INFINITY, small = INFINITY, large = 0;
    for (size_t c = 0; c < self->curves; c++)
        for (size_t b = 0; b < self->of->budgets; b++) {
            const ev_mean *mean = &self->curve[c].mean[b];
            least = fmin(least, self->curve[c].band ? mean->low : mean->mean);
            most = fmax(most, self->curve[c].band ? mean->high : mean->mean);
            small = fmin(small, self->of->budget[b].amount);
            large = fmax(large, self->of->budget[b].amount);
        }
    if (!(most > least))
        most = least + 0.1;
    self->step = cli_axis_step(most - least);
    self->low = floor(least / self->step) * self->step;
    self->high = ceil(most / self->step) * self->step;
    self->logarithmic = large > 8 * small;
}

static void add_curve(chart *self, const char *name, const char *colour, const char *dash, bool band)
{
    self->curve[self->curves++] = (curve){.name = name, .colour = colour, .dash = dash, .band = band};
}

static void collect(chart *self)
{
    const evaluation *of = self->of;
    for (size_t s = 0; s < of->systems; s++) {
        add_curve(self, of->system[s].name, colours[s % COLOURS], dashes[s / COLOURS % DASHES], true);
        for (size_t b = 0; b < of->budgets; b++)
            self->curve[s].mean[b] = ev_mean_of(of, b, s, EV_REWARD);
    }
    add_curve(self, "greedy oracle", "#555555", "5 4", false);
    for (size_t b = 0; b < of->budgets; b++)
        self->curve[self->curves - 1].mean[b] = ev_limit_mean(of, b, EV_ORACLE);
    add_curve(self, "upper bound", "#999999", "1 4", false);
    for (size_t b = 0; b < of->budgets; b++)
        self->curve[self->curves - 1].mean[b] = ev_limit_mean(of, b, EV_BOUND);
    if (self->curve[self->curves - 1].mean[0].count == 0)
        self->curves--; /* a reward without a bound */
}

/* The budget that is drawn last: names stand beside its points. */
static size_t last_budget(const chart *self)
{
    size_t last = 0;
    for (size_t b = 1; b < self->of->budgets; b++)
        if (self->of->budget[b].amount > self->of->budget[last].amount)
            last = b;
    return last;
}

/* Names are at the heights of the last points, moved apart so that they do not overlap. */
static void place_labels(chart *self)
{
    size_t order[MOST_LINES], last = last_budget(self);
    double bottom = TOP - LINE, over;
    for (size_t c = 0; c < self->curves; c++) {
        size_t at = c;
        self->curve[c].label = y_of(self, self->curve[c].mean[last].mean);
        for (; at > 0 && self->curve[order[at - 1]].label > self->curve[c].label; at--)
            order[at] = order[at - 1];
        order[at] = c;
    }
    for (size_t i = 0; i < self->curves; i++) {
        curve *here = &self->curve[order[i]];
        here->label = fmax(here->label, bottom + LINE);
        bottom = here->label;
    }
    over = bottom - (TOP + HEIGHT);
    for (size_t i = self->curves; over > 0 && i-- > 0;) {
        curve *here = &self->curve[order[i]];
        here->label = fmin(here->label, bottom - over);
        bottom = here->label - LINE + over;
    }
}

static void write_text(FILE *file, const char *text)
{
    for (; *text; text++)
        if (*text == '&')
            fputs("&amp;", file);
        else if (*text == '<')
            fputs("&lt;", file);
        else if ((unsigned char)*text >= ' ')
            fputc(*text, file);
}

static void write_axes(FILE *file, const chart *self)
{
    char text[64];
    double base = TOP + HEIGHT;
    for (double y = self->low; y <= self->high + self->step / 2; y += self->step)
        fprintf(file,
                "<line x1=\"%.0f\" x2=\"%.0f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#e0e3e8\"/><text x=\"%.0f\" y=\"%.1f\" "
                "text-anchor=\"end\">%g</text>\n",
                LEFT, LEFT + PLOT, y_of(self, y), y_of(self, y), LEFT - 8, y_of(self, y) + 4.5,
                fabs(y) < self->step / 1e6 ? 0 : y);
    for (size_t b = 0; b < self->of->budgets; b++)
        fprintf(file,
                "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#777\"/><text x=\"%.1f\" y=\"%.1f\" "
                "text-anchor=\"middle\">%s</text>\n",
                x_of(self, b), x_of(self, b), base, base + 5, x_of(self, b), base + 20,
                ev_budget_text(&self->of->budget[b], text, sizeof text));
    fprintf(file, "<line x1=\"%.0f\" x2=\"%.0f\" y1=\"%.0f\" y2=\"%.0f\" stroke=\"#777\"/>\n", LEFT, LEFT + PLOT, base,
            base);
    fprintf(file, "<text x=\"%.0f\" y=\"%.0f\" text-anchor=\"middle\">%s%s</text>\n", LEFT + PLOT / 2.0, base + 42,
            self->of->budget[0].share ? "budget, as a share of that of the data" : "budget",
            self->logarithmic ? " (logarithmic)" : "");
    fprintf(file,
            "<text x=\"18\" y=\"%.0f\" text-anchor=\"middle\" transform=\"rotate(-90 18 %.0f)\">mean reward</text>\n",
            TOP + HEIGHT / 2, TOP + HEIGHT / 2);
}

/* The budgets of a curve from left to right. */
static size_t by_budget(const chart *self, size_t order[EV_MOST_BUDGETS])
{
    size_t count = self->of->budgets;
    for (size_t b = 0; b < count; b++) {
        size_t at = b;
        for (; at > 0 && self->of->budget[order[at - 1]].amount > self->of->budget[b].amount; at--)
            order[at] = order[at - 1];
        order[at] = b;
    }
    return count;
}

static void write_band(FILE *file, const chart *self, const curve *here)
{
    size_t order[EV_MOST_BUDGETS], count = by_budget(self, order);
    fprintf(file, "<polygon fill=\"%s\" fill-opacity=\"0.13\" points=\"", here->colour);
    for (size_t i = 0; i < count; i++)
        fprintf(file, "%.1f,%.1f ", x_of(self, order[i]), y_of(self, here->mean[order[i]].high));
    for (size_t i = count; i-- > 0;)
        fprintf(file, "%.1f,%.1f ", x_of(self, order[i]), y_of(self, here->mean[order[i]].low));
    fprintf(file, "\"/>\n");
}

static void write_curve(FILE *file, const chart *self, const curve *here)
{
    size_t order[EV_MOST_BUDGETS], count = by_budget(self, order), last = last_budget(self);
    fprintf(file, "<g stroke=\"%s\"><polyline fill=\"none\" stroke-width=\"2\" stroke-dasharray=\"%s\" points=\"",
            here->colour, here->dash);
    for (size_t i = 0; i < count; i++)
        fprintf(file, "%.1f,%.1f ", x_of(self, order[i]), y_of(self, here->mean[order[i]].mean));
    fprintf(file, "\"/>\n");
    for (size_t b = 0; here->band && b < count; b++)
        fprintf(file,
                "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"%s\"><title>%.4f [%.4f, %.4f]</title></circle>\n",
                x_of(self, b), y_of(self, here->mean[b].mean), here->colour, here->mean[b].mean, here->mean[b].low,
                here->mean[b].high);
    fprintf(file, "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" stroke-width=\"0.8\"/></g>\n",
            x_of(self, last) + 5, LEFT + PLOT + 14, y_of(self, here->mean[last].mean), here->label);
    fprintf(file, "<text x=\"%.0f\" y=\"%.1f\" fill=\"%s\">", LEFT + PLOT + 18, here->label + 4.5, here->colour);
    write_text(file, here->name);
    fprintf(file, "</text>\n");
}

knap_status ev_write_curve(const evaluation *of, const char *path, knap_error *error)
{
    chart *self = cli_new(1, sizeof *self);
    size_t widest = 0, length;
    char *page;
    FILE *file = cli_page(&page, &length);
    knap_status status;
    self->of = of;
    collect(self);
    choose_axes(self);
    place_labels(self);
    for (size_t c = 0; c < self->curves; c++)
        widest = strlen(self->curve[c].name) > widest ? strlen(self->curve[c].name) : widest;
    double width = LEFT + PLOT + 30 + 7.6 * (double)widest, height = TOP + HEIGHT + 58;
    double lowest = height;
    for (size_t c = 0; c < self->curves; c++)
        lowest = fmax(lowest, self->curve[c].label + LINE);
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\" "
            "font-family=\"Helvetica, Arial, sans-serif\" font-size=\"13\" fill=\"#222\" role=\"img\" "
            "aria-label=\"Mean reward over budgets\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
            width, lowest, width, lowest);
    fprintf(file,
            "<text x=\"%.0f\" y=\"24\" font-size=\"15\">Mean reward over %zu instance%s; bands are 95%% "
            "intervals</text>\n",
            LEFT, of->count, of->count == 1 ? "" : "s");
    write_axes(file, self);
    for (size_t c = 0; c < self->curves; c++)
        if (self->curve[c].band)
            write_band(file, self, &self->curve[c]);
    for (size_t c = self->curves; c-- > 0;)
        write_curve(file, self, &self->curve[c]);
    fprintf(file, "</svg>\n");
    cli_page_end(file, &page);
    status = cli_write_file(path, page, length, error);
    free(page);
    free(self);
    return status;
}
