/* server/scores.h - ROUGE for requests. */
#pragma once

#include "rouge.h"
#include "server.h"

typedef struct scoring {
    knap_rouge *rouge;
    knap_rouge_set *set;
    rouge_report report;
} scoring;

/* Begins to measure `names` ("1,2,L"; NULL: those of the options) with an empty set. */
bool scoring_begin(request *self, scoring *work, const char *names, knap_rouge_options *options);
/* Adds a text, one segment per line, as a reference or, with a system, as its summary. */
bool scoring_add(request *self, scoring *work, const char *topic, const char *system, const char *text, size_t length);
/* Scores all. `language` may be NULL: words of ROUGE-1.5.5, or of the language where most letters are not ASCII. */
bool scoring_run(request *self, scoring *work, const char *language);
void scoring_end(scoring *work);
