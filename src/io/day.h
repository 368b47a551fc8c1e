/* io/day.h - dates of items as days since 1970. */
#pragma once

#include <stddef.h>

/* "2024-05-31", "20240531", "2024-05-31T14:05:09.5+02:00", "2024-05-31 14:05Z", "2024-05", "2024"; a time without a zone is UTC. NaN for
 * any other text. */
double kn_day_of_text(const char *text, size_t length);
/* 2024, 20240531, or seconds or milliseconds since 1970. */
double kn_day_of_number(double number);
