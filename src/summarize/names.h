/* summarize/names.h - names that a reader must be introduced to: "Premier Anna Voss" introduces "Voss", a sentence with "Voss" alone
 * needs it. Found by capitals, without lists, so in languages whose script has capitals and keeps them for names. */
#ifndef KNAP_SUMMARIZE_NAMES_H
#define KNAP_SUMMARIZE_NAMES_H

#include "summarize/story.h"

/* Finds the names of the story: story->name[names], by rising line. */
knap_status kn_names_find(kn_story *story, knap_error *error);
/* The uses of names by a line: story->name[*begin] .. story->name[end - 1]; returns end. */
size_t kn_names_of(const kn_story *story, size_t line, size_t *begin);

#endif
