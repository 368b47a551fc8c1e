/* stories.c - reads many clusters in parallel; each thread keeps the tools of the languages it has met. */
#include "summarize/stories.h"
#include "summarize/query.h"
#include "summarize/centrality.h"
#include "summarize/leads.h"
#include "summarize/point.h"
#include "summarize/story_read.h"
#include "base/error.h"
#include "base/parallel.h"
#include "text/cluster.h"

#include <string.h>

typedef struct reader {
    knap_languages own;
    knap_languages *languages; /* `own`, or the caller's */
    kn_common_words *words;
} reader;

typedef struct reading {
    const kn_reading *what;
    kn_story *story; /* [clusters] */
    const knap_allocator *allocator;
    const knap_idf *idf;
    const char *idf_language;
    reader *reader; /* [workers] */
} reading;

static knap_status tools_for(const reading *work, reader *mine, const char *language, const kn_tools **tools,
                             knap_error *error)
{
    return kn_languages_find(mine->languages, language, work->what->settings, work->what->exceptions, tools, error);
}

/* Reads a cluster with the tools of its language, each document in its own language. */
static knap_status read_mixed(const reading *work, reader *mine, size_t index, const char **code,
                              knap_language **language, knap_error *error)
{
    const kn_reading *what = work->what;
    const knap_cluster *cluster = what->cluster[index];
    const char *most = what->language ? what->language : kn_cluster_languages(cluster, code);
    const kn_tools *tools = NULL;
    knap_status status = KNAP_OK;
    for (size_t d = 0; !status && d < cluster->documents; d++) {
        status = tools_for(work, mine, what->language ? what->language : code[d], &tools, error);
        language[d] = status ? NULL : tools->language;
    }
    if (!status)
        status = tools_for(work, mine, most, &tools, error);
    if (!status)
        status = kn_story_read(&work->story[index], cluster, tools, language, what->settings, what->frequencies,
                               &mine->words->vocabulary, error);
    if (!status && what->query)
        status = kn_query_mark(&work->story[index], tools->language, what->query, error);
    return status;
}

static knap_status read_one(void *context, size_t index, size_t worker, knap_error *error)
{
    const reading *work = context;
    size_t documents = work->what->cluster[index]->documents;
    const char **code = kn_new(work->allocator, documents, sizeof *code);
    knap_language **language = kn_new(work->allocator, documents, sizeof *language);
    knap_status status =
        code && language ? read_mixed(work, &work->reader[worker], index, code, language, error) : kn_no_memory(error);
    kn_free(work->allocator, code, documents, sizeof *code);
    kn_free(work->allocator, language, documents, sizeof *language);
    return status;
}

static knap_status weigh_one(void *context, size_t index, size_t worker, knap_error *error)
{
    const reading *work = context;
    kn_story *story = &work->story[index];
    bool weighted = !work->idf_language[0] || strcmp(work->idf_language, story->language) == 0;
    (void)worker;
    return kn_story_weigh(story, weighted ? work->idf : NULL, error);
}

static knap_status begin_readers(kn_stories *stories, reading *work, size_t count, knap_error *error)
{
    const kn_reading *what = work->what;
    for (size_t i = 0; i < count; i++) {
        reader *one = &work->reader[i];
        one->own.allocator = work->allocator;
        one->languages = what->languages && count == 1 ? what->languages : &one->own;
        stories->words[i] = one->words = kn_languages_begin(one->languages, what->settings, what->exceptions);
        if (!one->words)
            return kn_no_memory(error);
    }
    return KNAP_OK;
}

knap_status kn_stories_read(kn_stories *stories, const kn_reading *what, const knap_run *run, knap_error *error)
{
    const knap_allocator *allocator = run->allocator;
    size_t workers = kn_workers(run->jobs), count = what->count;
    reading work = {.what = what, .allocator = allocator};
    knap_status status;
    *stories = (kn_stories){.allocator = allocator, .count = count};
    stories->story = work.story = kn_new(allocator, count, sizeof *work.story);
    if (!stories->story)
        return kn_no_memory(error);
    for (size_t i = 0; i < count; i++)
        work.story[i] = (kn_story){.allocator = allocator, .leads = true};
    work.reader = kn_new(allocator, workers, sizeof *work.reader);
    stories->words = kn_new(allocator, workers, sizeof(kn_common_words *));
    stories->readers = stories->words ? workers : 0;
    status = work.reader && stories->words ? begin_readers(stories, &work, workers, error) : kn_no_memory(error);
    if (!status)
        status = kn_parallel_run(run, "read", count, read_one, &work, error);
    for (size_t i = 0; work.reader && i < workers; i++)
        kn_languages_close(&work.reader[i].own);
    if (status && what->languages) /* a word may be described in part */
        kn_languages_close(what->languages);
    kn_free(allocator, work.reader, workers, sizeof *work.reader);
    return status;
}

knap_status kn_stories_weigh(kn_stories *stories, const knap_idf *idf, const char *language, const knap_run *run,
                             knap_error *error)
{
    reading work = {.story = stories->story, .allocator = stories->allocator, .idf = idf, .idf_language = language};
    return kn_parallel_try(run->jobs, stories->count, weigh_one, &work, error);
}

static knap_status rank_one(void *context, size_t index, size_t worker, knap_error *error)
{
    const kn_stories *stories = context;
    (void)worker;
    knap_status status = kn_story_centrality(&stories->story[index], error);
    if (!status)
        status = kn_leads_compare(&stories->story[index], error);
    return status ? status : kn_points_mark(&stories->story[index], error);
}

knap_status kn_stories_rank(kn_stories *stories, const knap_run *run, knap_error *error)
{
    return kn_parallel_try(run->jobs, stories->count, rank_one, stories, error);
}

knap_status kn_stories_count_documents(const kn_stories *stories, knap_idf *idf, knap_error *error)
{
    knap_status status = KNAP_OK;
    for (size_t i = 0; !status && i < stories->count; i++)
        status = kn_story_count_documents(&stories->story[i], idf, error);
    return status;
}

void kn_stories_free(kn_stories *stories)
{
    for (size_t i = 0; stories->story && i < stories->count; i++)
        kn_story_free(&stories->story[i]);
    kn_free(stories->allocator, stories->story, stories->count, sizeof *stories->story);
    for (size_t i = 0; i < stories->readers; i++)
        kn_common_words_drop(stories->words[i]);
    kn_free(stories->allocator, stories->words, stories->readers, sizeof(kn_common_words *));
    *stories = (kn_stories){.allocator = stories->allocator};
}
