/* summarize/supersede.h - finds sentences that are outdated: a later document gives another figure for the
 * same thing, or reports as done what the sentence announces. */
#pragma once

#include "summarize/story.h"

/* Sets `superseded` of each line. A document whose day is not known neither supersedes nor is superseded. */
knap_status kn_supersede(kn_story *story, knap_error *error);
