/* summarize/sections.h - where in a structured document a sentence stands: in the abstract or introduction, in a conclusion, or in a
 * section about installation, licences and the like; and whether it says what the document is about. */
#pragma once

#include "summarize/story.h"

/* Sets section, under, names and defines of the lines of a story of one document, and its title. */
knap_status kn_sections_mark(kn_story *story, const knap_cluster *cluster, knap_error *error);
