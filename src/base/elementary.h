/* base/elementary.h - exp and log with the same bits on every machine.
 *
 * Those of the C library differ in the last bit from machine to machine: glibc has a version with multiply-add and one without on
 * x86-64 alone. Where a result decides what is written to a file, these are used. By additions, multiplications and divisions alone;
 * to one unit in the last place. */
#pragma once

/* e^x. 0 below -745.2, infinity above 709.8. */
double kn_exp(double x);
/* e^x - 1, also where x is small. */
double kn_expm1(double x);
/* The natural logarithm of x > 0; -infinity for 0, NaN below. */
double kn_log(double x);
/* log(1 + x) for x > -1, also where x is small. */
double kn_log1p(double x);
/* x^y for x >= 0, to two units in the last place where |y ln x| < 64. For y = 1, 2 and 1/2 it is x, x * x and sqrt(x). Otherwise NaN
 * for x < 0. */
double kn_pow(double x, double y);
