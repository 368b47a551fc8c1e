/* summarize/stories.h - clusters read into stories, in parallel. */
#ifndef KNAP_SUMMARIZE_STORIES_H
#define KNAP_SUMMARIZE_STORIES_H

#include "summarize/story.h"

/* What is read, and how. */
typedef struct kn_reading {
    const knap_cluster *const *cluster; /* [count] */
    size_t count;
    const char *language;   /* of all clusters; NULL: guessed for each */
    const char *exceptions; /* irregular forms for ROUGE's stemmer; NULL: none */
    const knap_text_settings *settings;
    const knap_idf *idf;
    const char *idf_language; /* stories in other languages do not use `idf`; "": all use it */
} kn_reading;

typedef struct kn_stories {
    const knap_allocator *allocator;
    kn_story *story; /* [count] */
    size_t count;
} kn_stories;

/* Free in any case. */
knap_status kn_stories_read(kn_stories *stories, const kn_reading *reading, const knap_run *run, knap_error *error);
void kn_stories_free(kn_stories *stories);

#endif
