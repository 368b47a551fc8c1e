/* growth_svg.c - a figure of growth: one small chart per layer, time per unit against size, both logarithmic. A flat line is
 * linear time. The dashed line is the limit. */
#include "paths.h"

#include <math.h>
#include <string.h>

enum { WIDTH = 300, HEIGHT = 220, ACROSS = 3, LEFT = 58, RIGHT = 16, TOP = 34, BOTTOM = 40, MOST_LAYERS = 16 };

static const char *const colours[] = {"#1f6feb", "#d9480f", "#2b8a3e", "#862e9c", "#0b7285"};

/* One layer's chart. */
typedef struct chart {
    const char *layer;
    double x, y;        /* its corner */
    double low, high;   /* log10 of time per unit */
    double first, last; /* log10 of size */
} chart;

static double per_unit(const growth *of, size_t i)
{
    return of->seconds[i] * 1e6 / (double)of->path->size[i];
}

static double limit_per_unit(const growth *of, size_t i)
{
    return of->limit[i] * 1e6 / (double)of->path->size[i];
}

static double across(const chart *in, double size)
{
    return in->x + LEFT + (log10(size) - in->first) / (in->last - in->first) * (WIDTH - LEFT - RIGHT);
}

static double down(const chart *in, double value)
{
    return in->y + HEIGHT - BOTTOM - (log10(value) - in->low) / (in->high - in->low) * (HEIGHT - TOP - BOTTOM);
}

static void widen(chart *in, double value)
{
    if (value > 0 && isfinite(value)) {
        in->low = fmin(in->low, floor(log10(value)));
        in->high = fmax(in->high, ceil(log10(value)));
    }
}

static chart make_chart(const char *layer, size_t number, const growth *of, size_t count)
{
    chart made = {.layer = layer, .low = INFINITY, .high = -INFINITY, .first = INFINITY, .last = -INFINITY};
    made.x = (double)(number % ACROSS * WIDTH);
    made.y = 44 + (double)(number / ACROSS * HEIGHT);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; strcmp(of[i].path->layer, layer) == 0 && k < SIZES; k++) {
            widen(&made, per_unit(&of[i], k));
            widen(&made, limit_per_unit(&of[i], k));
            made.first = fmin(made.first, log10((double)of[i].path->size[k]));
            made.last = fmax(made.last, log10((double)of[i].path->size[k]));
        }
    if (made.high <= made.low)
        made.high = made.low + 1;
    return made;
}

/* "0.001", "10", "10^5" */
static const char *power(int exponent, char *text, size_t size)
{
    if (exponent >= 5)
        snprintf(text, size, "10<tspan dy=\"-4\" font-size=\"8\">%d</tspan>", exponent);
    else if (exponent >= 0)
        snprintf(text, size, "%.0f", pow(10, exponent));
    else
        snprintf(text, size, "%.*f", -exponent, pow(10, exponent));
    return text;
}

static void draw_axes(FILE *out, const chart *in, const char *unit)
{
    char text[80];
    double bottom = in->y + HEIGHT - BOTTOM, right = in->x + WIDTH - RIGHT;
    fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" font-weight=\"bold\" font-size=\"12\">%s</text>\n", in->x + LEFT,
            in->y + 16, in->layer);
    fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" fill=\"#555\">\xc2\xb5s per %s, by the number of them</text>\n",
            in->x + LEFT, in->y + 29, unit);
    for (double e = in->low; e <= in->high; e++) {
        double y = down(in, pow(10, e));
        fprintf(out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/>\n", in->x + LEFT, y,
                right, y);
        fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\" fill=\"#555\">%s</text>\n", in->x + LEFT - 5,
                y + 4, power((int)e, text, sizeof text));
    }
    for (double e = ceil(in->first); e <= in->last; e++)
        fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" fill=\"#555\">%s</text>\n",
                across(in, pow(10, e)), bottom + 15, power((int)e, text, sizeof text));
    fprintf(out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#888\"/>\n", in->x + LEFT, bottom,
            right, bottom);
}

static void draw_line(FILE *out, const chart *in, const growth *of, bool limit, const char *colour)
{
    fprintf(out, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"%s\"%s points=\"", colour, limit ? "1" : "2",
            limit ? " stroke-dasharray=\"3 3\"" : "");
    for (size_t k = 0; k < SIZES; k++)
        fprintf(out, "%.1f,%.1f ", across(in, (double)of->path->size[k]),
                down(in, limit ? limit_per_unit(of, k) : per_unit(of, k)));
    fprintf(out, "\"/>\n");
}

static void draw_chart(FILE *out, const chart *in, const growth *of, size_t count)
{
    size_t drawn = 0;
    const char *unit = "";
    for (size_t i = 0; i < count; i++)
        if (strcmp(of[i].path->layer, in->layer) == 0)
            unit = of[i].path->unit;
    draw_axes(out, in, unit);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(of[i].path->layer, in->layer) != 0)
            continue;
        const char *colour = colours[drawn % (sizeof colours / sizeof *colours)];
        draw_line(out, in, &of[i], false, colour);
        if (isfinite(of[i].limit[0]))
            draw_line(out, in, &of[i], true, colour);
        fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" fill=\"%s\" font-weight=\"bold\">%s</text>\n",
                in->x + LEFT + (double)drawn * 62, in->y + HEIGHT - 8, colour, of[i].path->name);
        drawn++;
    }
}

bool draw_growth(const char *file, const growth *of, size_t count)
{
    const char *layer[MOST_LAYERS];
    size_t layers = 0;
    FILE *out = fopen(file, "w");
    if (!out)
        return false;
    for (size_t i = 0; i < count; i++) {
        bool known = false;
        for (size_t k = 0; k < layers; k++)
            known |= strcmp(layer[k], of[i].path->layer) == 0;
        if (!known && layers < MOST_LAYERS)
            layer[layers++] = of[i].path->layer;
    }
    int width = ACROSS * WIDTH, height = 44 + (int)((layers + ACROSS - 1) / ACROSS) * HEIGHT;
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
            "font-family=\"sans-serif\" font-size=\"10\">\n<rect width=\"%d\" height=\"%d\" fill=\"white\"/>\n",
            width, height, width, height, width, height);
    fprintf(out,
            "<text x=\"12\" y=\"20\" font-size=\"14\" font-weight=\"bold\">Time per unit as inputs grow</text>\n"
            "<text x=\"12\" y=\"36\" fill=\"#555\">One chart per layer. A flat line is linear time. Dashed: the limit "
            "of the machine for the same work.</text>\n");
    for (size_t k = 0; k < layers; k++) {
        chart made = make_chart(layer[k], k, of, count);
        draw_chart(out, &made, of, count);
    }
    fprintf(out, "</svg>\n");
    return fclose(out) == 0;
}
