/* summarize/centrality.h - how central each sentence of a story is. */
#ifndef KNAP_SUMMARIZE_CENTRALITY_H
#define KNAP_SUMMARIZE_CENTRALITY_H

#include "summarize/story.h"

/* Sets the mean cosine and the LexRank of every line, from the vectors. */
knap_status kn_story_centrality(kn_story *story, knap_error *error);

#endif
