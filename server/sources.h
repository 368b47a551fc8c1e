/* server/sources.h - what the answer of /v1/summarize adds to that of the command: sources, and what was left out and why. */
#pragma once

#include "summarize.h"

/* Finds scores, reasons and runners-up, where the request asks for them. */
bool sources_find(summarize_work *self);
/* Adds them to the answer. */
void sources_write(const summarize_work *self, json_t *object);
void sources_end(summarize_work *self);
