/* summarize/dependence.h - finds sentences that refer to the text before them. */
#ifndef KNAP_SUMMARIZE_DEPENDENCE_H
#define KNAP_SUMMARIZE_DEPENDENCE_H

#include "summarize/story.h"

/* Sets `speaks` and `points_back` of every line, from its words. */
void kn_dependence_mark(kn_story *story);

#endif
