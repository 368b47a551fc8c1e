/* axis.c - the axes of figures. */
#include "cli.h"

#include <math.h>

double cli_axis_step(double range)
{
    double power = pow(10, floor(log10(range / 5))), rest = range / 5 / power;
    return power * (rest < 1.5 ? 1 : rest < 3.5 ? 2 : rest < 7.5 ? 5 : 10);
}
