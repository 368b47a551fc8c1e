/* summarize/supersede.h - which sentences tell of a state that a later document tells again with another figure, or tell as
 * planned what a later document tells as done. */
#ifndef KNAP_SUMMARIZE_SUPERSEDE_H
#define KNAP_SUMMARIZE_SUPERSEDE_H

#include "summarize/story.h"

/* Sets `superseded` of each line. A document whose day is not known neither supersedes nor is superseded. */
knap_status kn_supersede(kn_story *story, knap_error *error);

#endif
