/* summarize/story_read.h - from a cluster to a story. */
#pragma once

#include "summarize/story.h"
#include "summarize/tools.h"

/* Reads a cluster: everything but what needs document frequencies. `language`[documents] is that of each document; NULL: all are
 * in the tools' language. With `all` also words that are in no line and no headline, for kn_story_count_documents. Stories may
 * share a vocabulary, which is used with the same tools and lives as long as they do; NULL: the story has its own. `story` is
 * zero-initialised with an allocator; free in any case. */
knap_status kn_story_read(kn_story *story, const knap_cluster *cluster, const kn_tools *tools,
                          knap_language *const *language, const knap_text_settings *settings, bool all,
                          kn_vocabulary *vocabulary, knap_error *error);
/* Makes the vectors of a story that was read, and finds superseded lines. */
knap_status kn_story_weigh(kn_story *story, const knap_idf *idf, knap_error *error);
/* Adds the documents of a story that was read with `all` to the table of document frequencies. */
knap_status kn_story_count_documents(const kn_story *story, knap_idf *idf, knap_error *error);
