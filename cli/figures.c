/* figures.c - the head of pages with figures, and training as a curve. No script, no external resources. */
#include "figures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void cli_figure_head(FILE *file, const char *title)
{
    fprintf(file,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>%s</title>\n<style>\n"
            "body{margin:0;font:15px/1.5 system-ui,sans-serif;color:#1d2433;background:#f4f5f8}\n"
            "main{max-width:60rem;margin:0 auto;padding:1rem}h1{font-size:1.4rem}h2{font-size:1.1rem;margin:1.6rem 0 "
            ".6rem}\n"
            ".card{background:#fff;border:1px solid #dde1ea;border-radius:.5rem;padding:.8rem;overflow-x:auto}\n"
            "table{border-collapse:collapse;width:100%%;font-variant-numeric:tabular-nums}th,td{padding:.25rem "
            ".6rem;text-align:right;"
            "white-space:nowrap}\n"
            "th:first-child,td:first-child{text-align:left}thead th{border-bottom:2px solid #dde1ea}tbody "
            "tr:nth-child(even){background:#"
            "f8f9fb}\n"
            "tr.own td:first-child{font-weight:600}svg{width:100%%;height:auto;display:block}svg text{font:13px "
            "system-ui,sans-serif;fill:#"
            "1d2433}\n"
            ".soft{color:#5b6478;font-size:.88rem}.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax("
            "17rem,1fr));"
            "gap:1rem}\n"
            "</style>\n</head>\n<body>\n<main>\n<h1>%s</h1>\n",
            title, title);
}

void cli_figure_text(FILE *file, const char *text)
{
    for (; *text; text++)
        if (*text == '&' || *text == '<' || *text == '>' || *text == '"')
            fprintf(file, "&#%d;", *text);
        else
            fputc(*text, file);
}

/* ---- Curves ---- */

size_t cli_curve_step(size_t epochs)
{
    return (epochs + CLI_MOST_POINTS - 1) / CLI_MOST_POINTS;
}

void cli_curve_hear(cli_curve *curve, size_t epochs, const knap_progress *news)
{
    double step = (double)cli_curve_step(epochs);
    if (strcmp(news->stage, "oracle") == 0)
        curve->oracle = news->reward;
    while (strcmp(news->stage, "train") == 0 && epochs && curve->points < CLI_MOST_POINTS &&
           news->fraction * (double)epochs >= step * (double)(curve->points + 1) - 1e-9) {
        curve->reward[curve->points] = news->reward;
        curve->bound[curve->points] = news->bound;
        curve->regret[curve->points++] = news->regret;
    }
}

static void write_line(FILE *file, const double *value, size_t count, double top, const char *stroke, const char *dash)
{
    fprintf(file, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" stroke-dasharray=\"%s\" points=\"", stroke,
            dash);
    for (size_t i = 0; i < count; i++)
        fprintf(file, "%.1f,%.1f ", 60 + 330.0 * (double)i / (double)(count > 1 ? count - 1 : 1),
                250 - 230 * fmax(0, value[i]) / top);
    fprintf(file, "\"/>\n");
}

static void write_legend(FILE *file)
{
    static const struct {
        const char *colour, *name;
        int x;
    } part[] = {{"#9aa3b5", "oracle", 60},
                {"#2563a8", "reward", 130},
                {"#b3382c", "regret", 205},
                {"#3d7a46", "Theorem 1", 275}};
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        fprintf(file,
                "<rect x=\"%d\" y=\"287\" width=\"12\" height=\"4\" fill=\"%s\"/><text x=\"%d\" y=\"294\">%s</text>\n",
                part[i].x, part[i].colour, part[i].x + 17, part[i].name);
}

void cli_figure_curve(FILE *file, const cli_curve *curve, size_t epochs, const char *name, const char *measure)
{
    double oracle[CLI_MOST_POINTS], most = fmax(curve->oracle, 0.01), top, step;
    for (size_t i = 0; i < curve->points; i++) {
        oracle[i] = curve->oracle;
        most = fmax(most, fmax(curve->reward[i], curve->regret[i]));
    }
    step = cli_axis_step(most);
    top = ceil(most * 1.02 / step) * step;
    fprintf(file, "<div class=\"card\"><svg viewBox=\"0 0 410 330\" role=\"img\" aria-label=\"learning curve of ");
    cli_figure_text(file, name);
    fprintf(file, "\">\n<text x=\"60\" y=\"14\">");
    cli_figure_text(file, name);
    fprintf(file, "</text>\n");
    for (double y = 0; y <= top + step / 2; y += step)
        fprintf(file,
                "<line x1=\"60\" x2=\"390\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#e4e7ee\"/><text x=\"54\" y=\"%.1f\" "
                "text-anchor=\"end\">%g</text>\n",
                250 - 230 * y / top, 250 - 230 * y / top, 254 - 230 * y / top, y);
    write_line(file, oracle, curve->points, top, "#9aa3b5", "2 3");
    write_line(file, curve->reward, curve->points, top, "#2563a8", "");
    write_line(file, curve->regret, curve->points, top, "#b3382c", "");
    if (!isnan(curve->bound[0]))
        write_line(file, curve->bound, curve->points, top, "#3d7a46", "6 4");
    fprintf(
        file,
        "<text x=\"60\" y=\"268\">%zu</text><text x=\"390\" y=\"268\" text-anchor=\"end\">%zu</text><text x=\"225\" "
        "y=\"268\" text-anchor=\"middle\">epoch</text>\n",
        cli_curve_step(epochs), curve->points * cli_curve_step(epochs));
    write_legend(file);
    fprintf(file, "<text x=\"60\" y=\"318\">%s</text>\n</svg></div>\n", measure);
}
