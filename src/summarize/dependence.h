/* summarize/dependence.h - finds sentences that refer to the text before them. */
#pragma once

#include "summarize/story.h"

/* Sets `speaks` and `points_back` of every line, from its words. */
void kn_dependence_mark(kn_story *story);
