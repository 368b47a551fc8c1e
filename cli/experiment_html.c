/* experiment_html.c - one self-contained page: the table, bars with intervals, learning curves, clusters
 * against clusters, all as inline SVG. No script, no external resources; on a phone the figures shrink and
 * the table scrolls. */
#include "experiment.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *colour(const experiment *self, size_t system)
{
    static const char *const colours[] = {[EXP_OURS] = "#2563a8", [EXP_ORACLE] = "#9aa3b5", [EXP_RIVAL] = "#c98a2b"};
    return colours[exp_family_of(self->system[system].system)];
}

/* ---- The table ---- */

static void write_table(FILE *file, const experiment *self, size_t measure)
{
    fprintf(file,
            "<h2>%s</h2>\n<div class=\"card\"><table><thead><tr><th>system</th><th>F</th><th>P</th><th>R</th>"
            "<th>95%% of F</th><th>p</th>%s</tr></thead><tbody>\n",
            self->measures.name[measure], self->paper ? "<th>paper&#39;s F, P, R</th>" : "");
    for (size_t s = 0; s < self->systems; s++) {
        const exp_row *row = exp_row_of(self, s, measure);
        const double *figure;
        fprintf(file, "<tr%s><td>%s</td>", exp_family_of(self->system[s].system) == EXP_OURS ? " class=\"own\"" : "",
                self->system[s].name);
        for (int part = 0; part < 3; part++) {
            fprintf(file, "<td>%.2f", row->mean[part]);
            if (self->system[s].seeds > 1)
                fprintf(file, " ± %.2f", row->deviation[part]);
            fprintf(file, "</td>");
        }
        fprintf(file, "<td>%.2f – %.2f</td><td>", row->low, row->high);
        if (s == exp_baseline_of(self, s))
            fprintf(file, "base");
        else if (!isnan(row->p_value))
            fprintf(file, "%.4f", row->p_value);
        fprintf(file, "</td>");
        if (self->paper && (figure = exp_paper_figures(self, s)))
            fprintf(file, "<td>%.2f, %.2f, %.2f</td>", figure[0], figure[1], figure[2]);
        fprintf(file, "</tr>\n");
    }
    fprintf(file, "</tbody></table></div>\n");
}

/* ---- Bars ---- */

static void write_bars(FILE *file, const experiment *self, size_t measure)
{
    const double left = 26 + 7.2 * (double)exp_name_width(self), right = left + 329, row_height = 26;
    double most = 1, height = 50 + row_height * (double)self->systems, step;
    for (size_t s = 0; s < self->systems; s++)
        most = fmax(most, exp_row_of(self, s, measure)->high);
    step = cli_axis_step(most);
    most = ceil(most / step) * step;
    fprintf(file,
            "<div class=\"card\"><svg viewBox=\"0 0 %.0f %.0f\" style=\"max-width:38rem\" role=\"img\" aria-label=\"%s "
            "F of each system\">\n",
            right + 15, height, self->measures.name[measure]);
    for (double x = 0; x <= most + step / 2; x += step) {
        double at = left + (right - left) * x / most;
        fprintf(file,
                "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"8\" y2=\"%.1f\" stroke=\"#e4e7ee\"/><text x=\"%.1f\" y=\"%.1f\" "
                "text-anchor=\"middle\">%g</text>\n",
                at, at, height - 40, at, height - 24, x);
    }
    for (size_t s = 0; s < self->systems; s++) {
        const exp_row *row = exp_row_of(self, s, measure);
        double y = 10 + row_height * (double)s, scale = (right - left) / most, middle = y + row_height / 2;
        fprintf(file,
                "<text x=\"%.0f\" y=\"%.1f\" text-anchor=\"end\">%s</text><rect x=\"%.0f\" y=\"%.1f\" width=\"%.1f\" "
                "height=\"%.1f\" fill=\"%s\"/><line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#1d2433\" "
                "stroke-width=\"1.6\"/>\n",
                left - 8, middle + 4, self->system[s].name, left, y + 4, row->mean[0] * scale, row_height - 8,
                colour(self, s), left + row->low * scale, left + row->high * scale, middle, middle);
    }
    fprintf(file,
            "<text x=\"%.0f\" y=\"%.1f\" text-anchor=\"middle\">%s F, per cent, with 95%% interval over "
            "clusters</text>\n</svg></div>\n",
            (left + right) / 2, height - 6, self->measures.name[measure]);
}

/* ---- Learning curves ---- */

static void write_curves(FILE *file, const experiment *self)
{
    bool any = false;
    for (size_t s = 0; s < self->systems; s++)
        any |= self->system[s].curve.points > 0;
    if (!any)
        return;
    fprintf(file, "<h2>Learning</h2>\n<p class=\"soft\">First seed, mean over the folds. Regret is the reward "
                  "that the picks lost against the best choice in each position. The dashed line is what Theorem 1 "
                  "guarantees with this regret; the reward is never below it.</p>\n<div class=\"pair\">\n");
    for (size_t s = 0; s < self->systems; s++)
        if (self->system[s].curve.points > 0)
            cli_figure_curve(file, &self->system[s].curve, self->system[s].curve.points, self->system[s].name,
                             "mean ROUGE-1 recall on the training clusters");
    fprintf(file, "</div>\n");
}

/* ---- Clusters ---- */

static void write_scatter(FILE *file, const experiment *self, size_t system, size_t against)
{
    double low = 100, high = 0, step;
    for (size_t t = 0; t < self->tests; t++) {
        double x = exp_cluster_f(self, against, t, 0), y = exp_cluster_f(self, system, t, 0);
        low = fmin(low, fmin(x, y));
        high = fmax(high, fmax(x, y));
    }
    step = cli_axis_step(fmax(high - low, 1));
    low = floor(low / step) * step;
    high = ceil(high / step) * step;
    fprintf(file,
            "<div class=\"card\"><svg viewBox=\"0 0 360 350\" role=\"img\" aria-label=\"%s against %s by cluster\">\n",
            self->system[system].name, self->system[against].name);
    for (double v = low; v <= high + step / 2; v += step) {
        double x = 55 + 285 * (v - low) / (high - low), y = 290 - 280 * (v - low) / (high - low);
        fprintf(
            file,
            "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"10\" y2=\"290\" stroke=\"#eef0f4\"/><line x1=\"55\" x2=\"340\" "
            "y1=\"%.1f\" "
            "y2=\"%.1f\" stroke=\"#eef0f4\"/><text x=\"%.1f\" y=\"308\" text-anchor=\"middle\">%g</text><text x=\"49\" "
            "y=\"%.1f\" text-anchor=\"end\">%g</text>\n",
            x, x, y, y, x, v, y + 4, v);
    }
    fprintf(file, "<line x1=\"55\" y1=\"290\" x2=\"340\" y2=\"10\" stroke=\"#9aa3b5\"/>\n");
    for (size_t t = 0; t < self->tests; t++) {
        double x = exp_cluster_f(self, against, t, 0), y = exp_cluster_f(self, system, t, 0);
        fprintf(file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.6\" fill=\"%s\" fill-opacity=\".65\"><title>",
                55 + 285 * (x - low) / (high - low), 290 - 280 * (y - low) / (high - low), colour(self, system));
        cli_figure_text(file, self->test[t]->id);
        fprintf(file, ": %.2f, %.2f</title></circle>\n", x, y);
    }
    fprintf(
        file,
        "<text x=\"197\" y=\"332\" text-anchor=\"middle\">%s</text><text transform=\"translate(14 150) rotate(-90)\" "
        "text-anchor=\"middle\">%s</text>\n</svg></div>\n",
        self->system[against].name, self->system[system].name);
}

static void write_scatters(FILE *file, const experiment *self)
{
    char *rivals;
    if (!exp_has_baseline(self))
        return;
    rivals = exp_rivals(self);
    fprintf(file,
            "<h2>Cluster by cluster</h2>\n<p class=\"soft\">%s F of each test cluster, against %s. Above "
            "the line the system is better.</p>\n<div class=\"pair\">\n",
            self->measures.name[0], rivals);
    free(rivals);
    for (size_t s = 0; s < self->systems; s++)
        if (exp_baseline_of(self, s) < self->systems && s != exp_baseline_of(self, s))
            write_scatter(file, self, s, exp_baseline_of(self, s));
    fprintf(file, "</div>\n");
}

knap_status exp_write_html(const experiment *self, const char *path, knap_error *error)
{
    char *page = NULL, budget[32];
    size_t length = 0;
    FILE *file = cli_page(&page, &length);
    knap_status status;
    cli_figure_head(file, "knap experiment");
    fprintf(file,
            "<p class=\"soft\">%zu test clusters, %zu fold%s, %s, %s, up to %zu seeds; knap %s. F, P and R in per "
            "cent: mean over the "
            "clusters, then mean ± deviation over the seeds.</p>\n",
            self->tests, self->folds, self->folds == 1 ? "" : "s",
            knap_budget_format(&self->budget, budget, sizeof budget), exp_stems(self), self->seeds, knap_version());
    for (size_t m = 0; m < self->measures.count; m++) {
        write_table(file, self, m);
        write_bars(file, self, m);
    }
    write_curves(file, self);
    write_scatters(file, self);
    fputs("</main>\n</body>\n</html>\n", file);
    cli_page_end(file, &page);
    status = cli_write_file(path, page, length, error);
    free(page);
    return status;
}
