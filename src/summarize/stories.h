/* summarize/stories.h - clusters read into stories, in parallel. */
#pragma once

#include "summarize/story.h"
#include "summarize/tools.h"

/* What is read, and how. */
typedef struct kn_reading {
    const knap_cluster *const *cluster; /* [count] */
    size_t count;
    const char *language;   /* of all clusters; NULL: guessed for each */
    const char *exceptions; /* irregular forms for ROUGE's stemmer; NULL: none */
    const char *query;      /* what the summary is about; NULL: what the cluster is about */
    const knap_text_settings *settings;
    knap_languages *languages; /* of the caller, for one thread; NULL: opened for this reading */
    bool frequencies;          /* also read what only document frequencies need: datelines, bylines, slugs */
} kn_reading;

typedef struct kn_stories {
    const knap_allocator *allocator;
    kn_story *story; /* [count] */
    size_t count;
    kn_common_words **words; /* [readers] of all stories, one per thread that read them */
    size_t readers;
} kn_stories;

/* Reads the clusters, in parallel: everything but what needs document frequencies. Free in any case. */
knap_status kn_stories_read(kn_stories *stories, const kn_reading *reading, const knap_run *run, knap_error *error);
/* Makes the vectors of the stories, in parallel, and finds superseded lines. Stories in another language than `language` do not use
 * `idf`; "": all use it. */
knap_status kn_stories_weigh(kn_stories *stories, const knap_idf *idf, const char *language, const knap_run *run,
                             knap_error *error);
/* Makes the centralities of the lines, in parallel, for features and word models; after kn_stories_weigh. */
knap_status kn_stories_rank(kn_stories *stories, const knap_run *run, knap_error *error);
/* Counts in how many documents of the stories, read with `frequencies`, each stem is. */
knap_status kn_stories_count_documents(const kn_stories *stories, knap_idf *idf, knap_error *error);
void kn_stories_free(kn_stories *stories);
