/* text/date.h - finds the date of a document: on a line of its own, before the story, or in a name. Days
 * are YYYYMMDD, so that the later is the larger; 0 is none. */
#pragma once

#include "text/language.h"

/* Where the text goes on after a date such as "Saturday, March 26, 2005"; `begin` if there is none, `end`
 * if there is nothing else. *day, if not NULL, gets the day, 0 where the year or the month is not told. */
size_t kn_date_prefix(knap_language *language, const char *text, size_t begin, size_t end, uint32_t *day, bool *failed);

/* The day in the name of a file or document, such as APW19981016.0240 or 2004-10-01-talks.txt; folders are
 * ignored. */
uint32_t kn_date_of_name(const char *name);
