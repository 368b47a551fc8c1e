/* stories.c - many clusters at once: each thread keeps the tools of the languages it has met. */
#include "summarize/summarizer.h"
#include "base/error.h"
#include "base/parallel.h"

#include <string.h>

enum { MOST_LANGUAGES = 8 };

typedef struct reader {
    kn_tools tools[MOST_LANGUAGES];
    size_t count;
} reader;

typedef struct reading {
    kn_story *story;
    const knap_cluster *const *cluster;
    const char *language, *exceptions, *idf_language;
    const knap_idf *idf;
    const knap_text_settings *settings;
    const knap_allocator *allocator;
    reader *reader;      /* [workers] */
    knap_status *status; /* [clusters] */
    knap_error *error;
} reading;

/* The worker's tools for the language, opened when first needed. */
static knap_status tools_for(const reading *work, reader *mine, const char *language, const kn_tools **tools,
                             knap_error *error)
{
    knap_status status;
    for (size_t i = 0; i < mine->count; i++)
        if (strcmp(knap_language_code(mine->tools[i].language), language) == 0) {
            *tools = &mine->tools[i];
            return KNAP_OK;
        }
    if (mine->count == MOST_LANGUAGES)
        return kn_fail(error, KNAP_USAGE, "more than %d languages at once", (int)MOST_LANGUAGES);
    status =
        kn_tools_open(&mine->tools[mine->count], language, work->settings, work->exceptions, work->allocator, error);
    if (!status)
        *tools = &mine->tools[mine->count++];
    return status;
}

static void read_one(void *context, size_t index, size_t worker)
{
    const reading *work = context;
    const knap_cluster *cluster = work->cluster[index];
    const char *language = work->language ? work->language : knap_cluster_language(cluster);
    const kn_tools *tools = NULL;
    const knap_idf *idf = !work->idf_language[0] || strcmp(work->idf_language, language) == 0 ? work->idf : NULL;
    knap_status status = tools_for(work, &work->reader[worker], language, &tools, &work->error[index]);
    if (!status)
        status = kn_story_read(&work->story[index], cluster, tools, idf, work->settings, &work->error[index]);
    work->status[index] = status;
}

knap_status kn_stories_read(kn_story *story, const knap_cluster *const *cluster, size_t count, const char *language,
                            const char *exceptions, const knap_idf *idf, const char *idf_language,
                            const knap_text_settings *settings, const knap_run *run, knap_error *error)
{
    const knap_allocator *allocator = run->allocator;
    size_t workers = kn_workers(run->jobs);
    reading work = {.story = story,
                    .cluster = cluster,
                    .language = language,
                    .exceptions = exceptions,
                    .idf_language = idf_language,
                    .idf = idf,
                    .settings = settings,
                    .allocator = allocator};
    knap_status status = KNAP_OK;
    for (size_t i = 0; i < count; i++)
        story[i] = (kn_story){.allocator = allocator};
    work.reader = kn_new(allocator, workers, sizeof *work.reader);
    work.status = kn_new(allocator, count, sizeof *work.status);
    work.error = kn_new(allocator, count, sizeof *work.error);
    if (!work.reader || !work.status || !work.error)
        status = kn_no_memory(error);
    else
        kn_parallel_for(run->jobs, count, read_one, &work);
    for (size_t i = 0; !status && i < count; i++)
        if ((status = work.status[i]) && error)
            *error = work.error[i];
    for (size_t i = 0; work.reader && i < workers; i++)
        for (size_t j = 0; j < work.reader[i].count; j++)
            kn_tools_close(&work.reader[i].tools[j]);
    kn_free(allocator, work.reader, workers, sizeof *work.reader);
    kn_free(allocator, work.status, count, sizeof *work.status);
    kn_free(allocator, work.error, count, sizeof *work.error);
    return status;
}
