/* summarize/names.h - names that a reader must be introduced to: "Premier Anna Voss" introduces "Voss", a
 * sentence with "Voss" alone needs it. Names are found by their capitals, without lists; so this works for
 * languages that write names, and not other nouns, with capitals. */
#pragma once

#include "summarize/story.h"

/* Finds the names of the story: story->name[names], by rising line. */
knap_status kn_names_find(kn_story *story, knap_error *error);
/* The uses of names by a line: story->name[*begin] .. story->name[end - 1]; returns end. */
size_t kn_names_of(const kn_story *story, size_t line, size_t *begin);
