/* cli/figures.h - what pages with figures share: their head, escaped text, and training as a curve. */
#pragma once

#include "cli.h"

#include <stdio.h>

enum { CLI_MOST_POINTS = 200 };

/* Training: the running means of reward and regret, the bound of Theorem 1, and the mean reward of the oracle. */
typedef struct cli_curve {
    size_t points; /* 0: training reported nothing */
    double reward[CLI_MOST_POINTS], regret[CLI_MOST_POINTS], bound[CLI_MOST_POINTS], oracle;
} cli_curve;

/* The epochs between two points of a curve of so many. */
size_t cli_curve_step(size_t epochs);
/* Adds what training of so many epochs reports: a point after every cli_curve_step epochs. */
void cli_curve_hear(cli_curve *curve, size_t epochs, const knap_progress *news);

/* The page up to its heading; "</main>\n</body>\n</html>\n" ends it. */
void cli_figure_head(FILE *file, const char *title);
void cli_figure_text(FILE *file, const char *text);
/* A card with the curve; `measure` tells what the reward is. */
void cli_figure_curve(FILE *file, const cli_curve *curve, size_t epochs, const char *name, const char *measure);
