/* summarize/story_read.h - from a cluster to a story. */
#ifndef KNAP_SUMMARIZE_STORY_READ_H
#define KNAP_SUMMARIZE_STORY_READ_H

#include "summarize/story.h"
#include "summarize/tools.h"

/* Reads a cluster. `story` is zero-initialised with an allocator; free in any case. */
knap_status kn_story_read(kn_story *story, const knap_cluster *cluster, const kn_tools *tools, const knap_idf *idf,
                          const knap_text_settings *settings, knap_error *error);
#endif
