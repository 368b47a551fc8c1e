/* summarize/query.h - how much of a question each sentence speaks of. */
#pragma once

#include "summarize/story.h"

/* Sets `answers` of the lines and their trimmed forms: the cosine of their tf-idf vector and the query's, over the largest one. The
 * weight of a word is that of the story: ln((N + 1) / (n + 1/2)) where n of its N lines have it. The query has each of its words
 * once; function words do not count. Lines below a third of the largest one are no longer candidates, unless no line has a word of the query. */
knap_status kn_query_mark(kn_story *story, knap_language *language, const char *query, knap_error *error);
