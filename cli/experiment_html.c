/* experiment_html.c - one self-contained page: the table, bars with intervals, learning curves, clusters
 * against clusters, all as inline SVG. No script, no external resources; on a phone the figures shrink and
 * the table scrolls. */
#include "experiment.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char HEAD[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>knap "
    "experiment</title>\n<style>\n"
    "body{margin:0;font:15px/1.5 system-ui,sans-serif;color:#1d2433;background:#f4f5f8}\n"
    "main{max-width:60rem;margin:0 auto;padding:1rem}h1{font-size:1.4rem}h2{font-size:1.1rem;margin:1.6rem 0 .6rem}\n"
    ".card{background:#fff;border:1px solid #dde1ea;border-radius:.5rem;padding:.8rem;overflow-x:auto}\n"
    "table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}th,td{padding:.25rem "
    ".6rem;text-align:right;"
    "white-space:nowrap}\n"
    "th:first-child,td:first-child{text-align:left}thead th{border-bottom:2px solid #dde1ea}tbody "
    "tr:nth-child(even){background:#"
    "f8f9fb}\n"
    "tr.own td:first-child{font-weight:600}svg{width:100%;height:auto;display:block}svg text{font:13px "
    "system-ui,sans-serif;fill:#"
    "1d2433}\n"
    ".soft{color:#5b6478;font-size:.88rem}.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(17rem,1fr));"
    "gap:1rem}\n"
    "</style>\n</head>\n<body>\n<main>\n<h1>knap experiment</h1>\n";

static const char *colour(const experiment *self, size_t system)
{
    static const char *const colours[] = {[EXP_OURS] = "#2563a8", [EXP_ORACLE] = "#9aa3b5", [EXP_RIVAL] = "#c98a2b"};
    return colours[exp_family_of(self->system[system].system)];
}

static void escape(FILE *file, const char *text)
{
    for (; *text; text++)
        if (*text == '&' || *text == '<' || *text == '>' || *text == '"')
            fprintf(file, "&#%d;", *text);
        else
            fputc(*text, file);
}

/* ---- The table ---- */

static void write_table(FILE *file, const experiment *self, size_t measure)
{
    fprintf(file,
            "<h2>%s</h2>\n<div class=\"card\"><table><thead><tr><th>system</th><th>F</th><th>P</th><th>R</th>"
            "<th>95%% of F</th><th>p</th><th>time</th>%s</tr></thead><tbody>\n",
            self->measures.name[measure], self->paper ? "<th>paper&#39;s F, P, R</th>" : "");
    for (size_t s = 0; s < self->systems; s++) {
        const exp_row *row = exp_row_of(self, s, measure);
        const double *figure;
        double seconds = 0;
        for (size_t i = 0; i < self->system[s].seeds; i++)
            seconds += self->system[s].seconds[i];
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
        fprintf(file, "</td><td>%.1f s</td>", seconds);
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

static void write_line(FILE *file, const double *value, size_t count, double top, const char *stroke, const char *dash)
{
    fprintf(file, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" stroke-dasharray=\"%s\" points=\"", stroke,
            dash);
    for (size_t i = 0; i < count; i++)
        fprintf(file, "%.1f,%.1f ", 60 + 330.0 * (double)i / (double)(count > 1 ? count - 1 : 1),
                250 - 230 * fmax(0, value[i]) / top);
    fprintf(file, "\"/>\n");
}

static void write_curve(FILE *file, const exp_system *system)
{
    const exp_curve *curve = &system->curve;
    double oracle[EXP_MOST_EPOCHS], top, step;
    for (size_t i = 0; i < curve->epochs; i++)
        oracle[i] = curve->oracle;
    step = cli_axis_step(fmax(curve->oracle, 0.01));
    top = ceil(curve->oracle * 1.02 / step) * step;
    fprintf(file,
            "<div class=\"card\"><svg viewBox=\"0 0 410 330\" role=\"img\" aria-label=\"learning curve of %s\">\n<text "
            "x=\"60\" "
            "y=\"14\">%s</text>\n",
            system->name, system->name);
    for (double y = 0; y <= top + step / 2; y += step)
        fprintf(file,
                "<line x1=\"60\" x2=\"390\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#e4e7ee\"/><text x=\"54\" y=\"%.1f\" "
                "text-anchor=\"end\">%g</text>\n",
                250 - 230 * y / top, 250 - 230 * y / top, 254 - 230 * y / top, y);
    write_line(file, oracle, curve->epochs, top, "#9aa3b5", "2 3");
    write_line(file, curve->reward, curve->epochs, top, "#2563a8", "");
    write_line(file, curve->regret, curve->epochs, top, "#b3382c", "");
    if (!isnan(curve->bound[0]))
        write_line(file, curve->bound, curve->epochs, top, "#3d7a46", "6 4");
    fprintf(file,
            "<text x=\"60\" y=\"268\">1</text><text x=\"390\" y=\"268\" text-anchor=\"end\">%zu</text><text x=\"225\" "
            "y=\"268\" "
            "text-anchor=\"middle\">epoch</text>\n",
            curve->epochs);
    static const char *const names[][3] = {{"#9aa3b5", "oracle", "60"},
                                           {"#2563a8", "reward", "130"},
                                           {"#b3382c", "regret", "205"},
                                           {"#3d7a46", "Theorem 1", "275"}};
    for (int i = 0; i < 4; i++)
        fprintf(file,
                "<rect x=\"%s\" y=\"287\" width=\"12\" height=\"4\" fill=\"%s\"/><text x=\"%d\" y=\"294\">%s</text>\n",
                names[i][2], names[i][0], atoi(names[i][2]) + 17, names[i][1]);
    fprintf(file, "<text x=\"60\" y=\"318\">mean ROUGE-1 recall on the training clusters</text>\n</svg></div>\n");
}

static void write_curves(FILE *file, const experiment *self)
{
    bool any = false;
    for (size_t s = 0; s < self->systems; s++)
        any |= self->system[s].curve.epochs > 0;
    if (!any)
        return;
    fprintf(file, "<h2>Learning</h2>\n<p class=\"soft\">First seed, mean over the folds. Regret is the reward "
                  "that the picks lost against the best choice in each position. The dashed line is what Theorem 1 "
                  "guarantees with this regret; the reward is never below it.</p>\n<div class=\"pair\">\n");
    for (size_t s = 0; s < self->systems; s++)
        if (self->system[s].curve.epochs > 0)
            write_curve(file, &self->system[s]);
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
        escape(file, self->test[t]->id);
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
    fputs(HEAD, file);
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
