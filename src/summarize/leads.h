/* summarize/leads.h - what the first sentences of several documents tell: how the story ended, and the same as those of others. */
#pragma once

#include "summarize/story.h"

/* Of a story of at least three documents, sets
 * - `ends` of the story and `outcome` of the lines and their trimmed forms: among the first of one of the newest documents, about what
 *   the documents are about, neither superseded nor announcing anything;
 * - `teaser` of their first lines, by how unlike the other sentences they are;
 * - `same` of the lines: among the first of two documents and nearly identical. At most one of them is picked.
 * Needs vectors, `similarity` and `superseded`. */
knap_status kn_leads_compare(kn_story *story, knap_error *error);
