/* summarize/centrality.h - how central each sentence of a story is. */
#pragma once

#include "summarize/story.h"

/* Sets the mean cosine and the LexRank of every line, from the vectors.
 * In a story of one document also sets how central the line is to it: the mean of its words' share of the centroid (that of the
 * line with most is 1), of how early it stands and of its cosine to the first line. What follows the point of a document and
 * goes on about it is what readers of a single document want next. */
knap_status kn_story_centrality(kn_story *story, knap_error *error);
