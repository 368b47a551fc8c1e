/* summarize/supersede.h - which sentences tell of a state that a later document tells again with another figure, or tell as
 * planned what a later document tells as done. */
#ifndef KNAP_SUMMARIZE_SUPERSEDE_H
#define KNAP_SUMMARIZE_SUPERSEDE_H

#include "summarize/story.h"

/* Sets `superseded` of each line. day[story->documents] are the documents' days, YYYYMMDD; 0: not known, which neither
 * supersedes nor is superseded. */
knap_status kn_supersede(kn_story *story, const uint32_t *day, knap_error *error);

#endif
