/* rows.c - prints what scripts/points.py fits weights to: for every sentence of the files that takes part, the file, the
 * numbers of its section and paragraph, its words, the features of src/summarize/point.h and the text, separated by tabs. The first line names them. */
#include "inner.h"
#include "summarize/point.h"
#include "summarize/stories.h"
#include "summarize/summarizer_use.h"

#include <stdio.h>

static knap_status print_story(const char *file, const kn_story *story, knap_error *error)
{
    size_t size = story->lines * KN_POINT_COUNT;
    double *feature = kn_new(NULL, size, sizeof *feature);
    bool *part = kn_new(NULL, story->lines, sizeof *part);
    knap_status status = feature && part ? kn_points_read(story, feature, part, error) : KNAP_NO_MEMORY;
    for (size_t i = 0; !status && i < story->lines; i++) {
        if (!part[i])
            continue;
        printf("%s\t%zu\t%zu\t%zu", file, story->line[i].under, story->line[i].sentence->paragraph, story->line[i].words);
        for (size_t f = 0; f < KN_POINT_COUNT; f++)
            printf("\t%.6g", feature[i * KN_POINT_COUNT + f]);
        printf("\t%.*s\n", (int)story->line[i].length, story->line[i].text);
    }
    kn_free(NULL, feature, size, sizeof *feature);
    kn_free(NULL, part, story->lines, sizeof *part);
    return status;
}

static knap_status print_file(const char *file, const knap_summarizer *summarizer, knap_error *error)
{
    static const knap_run run = KNAP_RUN_INIT;
    knap_corpus *corpus = NULL;
    kn_stories stories = {.story = NULL};
    knap_status status = knap_corpus_open(&file, 1, NULL, NULL, &corpus, error);
    const knap_cluster *cluster = status ? NULL : knap_corpus_cluster(corpus, 0);
    knap_text_input input = {.cluster = &cluster, .clusters = 1, .budget = {100, KNAP_WORDS}};
    if (!status)
        status = kn_summarizer_read(summarizer, &input, false, &run, &stories, error);
    if (!status)
        status = kn_stories_weigh(&stories, summarizer->idf, summarizer->language, &run, error);
    if (!status)
        status = kn_stories_rank(&stories, &run, error);
    if (!status)
        status = print_story(file, &stories.story[0], error);
    kn_stories_free(&stories);
    knap_corpus_close(corpus);
    return status;
}

int main(int argc, char **argv)
{
    knap_error error = {KNAP_OK, 0, "", ""};
    knap_summarizer *summarizer = NULL;
    char message[1024];
    if (knap_summarizer_embedded(NULL, &summarizer, &error))
        return fprintf(stderr, "%s\n", knap_error_text(&error, message, sizeof message)), 1;
    printf("file\tsection\tparagraph\twords");
    for (size_t f = 0; f < KN_POINT_COUNT; f++)
        printf("\t%s", kn_point_names[f]);
    printf("\ttext\n");
    for (int i = 1; i < argc; i++)
        if (print_file(argv[i], summarizer, &error))
            fprintf(stderr, "%s\n", knap_error_text(&error, message, sizeof message));
    knap_summarizer_free(summarizer);
    return 0;
}
