/* stories.h - texts of a test's own, read into stories. */
#pragma once

#include "check.h"

#include "inner.h"
#include "summarize/stories.h"

enum { OWN_DOCUMENTS = 8, OWN_STORIES = 8 };

/* A cluster of documents without references. */
typedef struct own_cluster {
    knap_document *document[OWN_DOCUMENTS];
    knap_cluster cluster;
} own_cluster;

/* Close it in any case. */
static inline knap_status own_open(own_cluster *self, const char *const *text, size_t count,
                                   const knap_allocator *allocator)
{
    knap_status status = KNAP_OK;
    *self = (own_cluster){.cluster = {.id = "own", .documents = count}};
    self->cluster.document = self->document;
    assert_true(count <= OWN_DOCUMENTS);
    for (size_t i = 0; !status && i < count; i++)
        status = knap_document_new("own.txt", text[i], strlen(text[i]), NULL, allocator, &self->document[i], NULL);
    return status;
}

static inline void own_close(own_cluster *self)
{
    for (size_t i = 0; i < self->cluster.documents; i++)
        knap_document_free(self->document[i]);
}

/* Reads and weighs the clusters, without document frequencies. Free the stories in any case. */
static inline knap_status own_read(kn_stories *stories, const knap_cluster *const *cluster, size_t count,
                                   const char *language, const knap_allocator *allocator)
{
    knap_text_settings settings;
    knap_run run = {.allocator = allocator, .jobs = 1};
    knap_status status;
    knap_text_settings_init(&settings);
    status = kn_stories_read(
        stories, &(kn_reading){.cluster = cluster, .count = count, .language = language, .settings = &settings}, &run,
        NULL);
    return status ? status : kn_stories_weigh(stories, NULL, language, &run, NULL);
}

/* One cluster read into one story. */
typedef struct own_story {
    own_cluster cluster;
    kn_stories stories;
    kn_story *story;
} own_story;

static inline void own_story_open(own_story *self, const char *language, const char *const *text, size_t count)
{
    const knap_cluster *pointer[1];
    assert_int_equal(own_open(&self->cluster, text, count, NULL), KNAP_OK);
    pointer[0] = &self->cluster.cluster;
    assert_int_equal(own_read(&self->stories, pointer, 1, language, NULL), KNAP_OK);
    self->story = self->stories.story;
}

static inline void own_story_close(own_story *self)
{
    kn_stories_free(&self->stories);
    own_close(&self->cluster);
}
