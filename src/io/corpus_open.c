/* corpus_open.c - opens the files and folders that the caller names. */
#include "io/clusters_json.h"
#include "io/corpus_divide.h"
#include "io/document_file.h"
#include "io/folders.h"
#include "io/layouts.h"
#include "io/models.h"
#include "io/plan.h"
#include "io/recognise.h"
#include "base/error.h"
#include "formats/formats.h"
#include "base/file.h"
#include "base/parallel.h"
#include "base/team.h"

#include <math.h>
#include <string.h>
#include <sys/stat.h>

/* The id of a cluster of files given by name: the first one's name without its folder and its ending. */
static knap_status loose_cluster(knap_corpus *corpus, const char *name, knap_error *error)
{
    const char *base = strrchr(name, '/') ? strrchr(name, '/') + 1 : name;
    const char *dot = strrchr(base, '.');
    size_t length = dot && dot > base ? (size_t)(dot - base) : strlen(base);
    const char *id = strcmp(name, "-") == 0 ? "stdin" : kn_arena_text(&corpus->arena, base, length);
    if (corpus->loose && !corpus->each)
        return KNAP_OK;
    if (corpus->each && strcmp(name, "-") != 0)
        id = name;
    return id ? kn_corpus_cluster(corpus, id, name, &corpus->loose, error) : kn_no_memory(error);
}

static knap_status open_bytes(knap_corpus *corpus, const char *name, const kn_text *bytes, knap_error *error)
{
    knap_status status;
    if (kn_is_json_corpus(name, bytes->bytes, bytes->length))
        return kn_json_clusters(corpus, name, bytes, error);
    status = loose_cluster(corpus, name, error);
    return status ? status : kn_corpus_bytes(corpus, corpus->loose, name, bytes, false, error);
}

/* Adds the file at `path` to the plan. Only its first bytes are read. */
static knap_status plan_path(knap_corpus *corpus, const char *path, knap_error *error)
{
    knap_content content;
    knap_status status;
    struct stat about;
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode))
        return kn_fail_at(error, KNAP_IO, path, 0, "not a regular file");
    if ((status = knap_recognise(path, &content, error)))
        return status;
    if (content == KNAP_CONTENT_CLUSTERS || kn_is_json_corpus(path, "", 0))
        return kn_plan_file(corpus, NULL, path, false, error);
    status = loose_cluster(corpus, path, error);
    return status ? status : kn_plan_file(corpus, corpus->loose, path, false, error);
}

/* Reads the folder, the file of clusters or the file of the loose cluster at `path`. */
static knap_status read_path(knap_corpus *corpus, const char *path, knap_error *error)
{
    kn_text bytes = {.allocator = corpus->allocator};
    knap_status status;
    if (strcmp(path, "-") != 0 && kn_is_folder(path))
        return kn_corpus_folder(corpus, path, error);
    if (corpus->plan)
        return plan_path(corpus, path, error);
    if (strcmp(path, "-") == 0)
        status = kn_read_stream(corpus->input ? corpus->input : stdin, path, corpus->pause, &bytes, error);
    else
        status = kn_read_file(path, corpus->pause, &bytes, error);
    if (!status)
        status = open_bytes(corpus, path, &bytes, error);
    kn_text_free(&bytes);
    return status;
}

/* The same, but a path that cannot be read is skipped where the options ask for that. */
static knap_status open_path(knap_corpus *corpus, const char *path, knap_error *error)
{
    knap_error problem = {.status = KNAP_OK};
    knap_status status;
    if (!corpus->skip_bad || corpus->plan)
        return read_path(corpus, path, error);
    status = read_path(corpus, path, &problem);
    return status ? kn_corpus_skip(corpus, NULL, path, status, &problem, error) : KNAP_OK;
}

/* Fails with the first note about a file that was skipped, where there is one: then nothing was left to read. */
static knap_status nothing_read(const knap_corpus *corpus, const char *path, knap_error *error)
{
    for (size_t i = 0; i < corpus->notes; i++)
        if (corpus->note[i].kind == KNAP_NOTE_UNREADABLE)
            return kn_fail_at(error, KNAP_BAD_INPUT, corpus->note[i].file, 0, "%s; no other document in %s",
                              corpus->note[i].message, path);
    return kn_fail_at(error, KNAP_BAD_INPUT, path, 0, "no documents in it");
}

/* A cluster without text is an error, unless it has none because its files were skipped: then it is left out. */
static knap_status check_clusters(knap_corpus *corpus, const char *first_path, knap_error *error)
{
    for (size_t i = corpus->clusters; i-- > 0;) {
        const kn_cluster *cluster = corpus->cluster[i];
        if (corpus->team ? cluster->counted : cluster->cluster.documents)
            continue;
        if (!cluster->skipped && !corpus->each && !corpus->skip_bad)
            return kn_fail_at(error, KNAP_BAD_INPUT, cluster->source, 0, "cluster '%s' has no document with any text",
                              cluster->cluster.id);
        kn_corpus_remove(corpus, i);
    }
    return corpus->clusters ? KNAP_OK : nothing_read(corpus, first_path, error);
}

static knap_status ask(void *context, knap_error *error)
{
    const knap_corpus *corpus = context;
    return kn_report(corpus->run, "read", corpus->fraction, error);
}

/* An empty corpus. */
static knap_status make(const knap_corpus_options *options, const knap_allocator *allocator, knap_corpus **corpus,
                        knap_error *error)
{
    knap_corpus *made;
    char known[300];
    *corpus = NULL;
    if (options && options->format && !kn_format_named(options->format))
        return kn_fail(error, KNAP_USAGE, "'%s' is not a format: give one of %s", options->format,
                       kn_format_names(known, sizeof known));
    made = *corpus = kn_new(allocator, 1, sizeof *made);
    if (!made)
        return kn_no_memory(error);
    made->allocator = made->arena.allocator = allocator;
    made->encoding = options ? options->encoding : NULL;
    made->format = options && options->format ? kn_format_named(options->format) : NULL;
    made->models_length = options ? options->models_length : 0;
    made->input = options ? options->input : NULL;
    made->each = options && options->each;
    made->skip_bad = options && options->skip_bad;
    made->run = options ? options->run : NULL;
    made->apart = options ? options->apart : NULL;
    made->limits = (kn_apart_limits){
        .memory = options ? options->apart_memory : 0,
        .deadline = options && options->apart_seconds > 0 ? kn_apart_now() + options->apart_seconds : INFINITY,
        .reads = options ? options->apart_reads : NULL,
        .context = options ? options->apart_context : NULL};
    made->asks = (kn_pause){ask, made};
    made->pause = made->run && made->run->progress ? &made->asks : NULL;
    return KNAP_OK;
}

/* Reads, or plans to read, what is at the paths. */
static knap_status open_paths(knap_corpus *corpus, const char *const *paths, size_t count,
                              const knap_corpus_options *options, knap_error *error)
{
    knap_status status = KNAP_OK;
    for (size_t i = 0; !status && i < count; i++) {
        status = open_path(corpus, paths[i], error);
        corpus->fraction = (double)(i + 1) / (double)count;
    }
    if (!status && options && options->models)
        status = kn_corpus_models_folder(corpus, options->models, error);
    return status;
}

/* Reads the corpus together with the other processes of the team. *divided is false where all of them must read all of it: where
 * something is wrong, and where references are matched with clusters by their names. */
static knap_status open_divided(knap_corpus *corpus, const char *const *paths, size_t count,
                                const knap_corpus_options *options, bool *divided, knap_error *error)
{
    knap_status status = kn_plan_begin(corpus, options->run->team, error), planned;
    *divided = false;
    if (status)
        return status;
    planned = open_paths(corpus, paths, count, options, error);
    if (planned && planned != KNAP_BAD_INPUT && planned != KNAP_IO)
        return planned;
    if (!planned && corpus->models)
        planned = KNAP_USAGE;
    status = kn_corpus_agree(corpus, planned, divided, error);
    if (!status && *divided)
        status = kn_corpus_divide(corpus, divided, error);
    kn_plan_end(corpus);
    return status;
}

knap_status knap_corpus_open(const char *const *paths, size_t count, const knap_corpus_options *options,
                             const knap_allocator *allocator, knap_corpus **corpus, knap_error *error)
{
    knap_corpus *made = NULL;
    knap_status status;
    bool divided = false;
    if (!corpus)
        return kn_fail(error, KNAP_USAGE, "knap_corpus_open: corpus must not be NULL");
    *corpus = NULL;
    for (size_t i = 0; i < count; i++)
        if (!paths || !paths[i])
            return kn_fail(error, KNAP_USAGE, "knap_corpus_open: path %zu must not be NULL", i);
    if (count == 0)
        return kn_fail(error, KNAP_USAGE, "no file or folder to read");
    status = make(options, allocator, &made, error);
    if (!status && options && options->run && kn_run_team(options->run)) {
        status = open_divided(made, paths, count, options, &divided, error);
        if (!status && !divided) {
            knap_corpus_close(made);
            status = make(options, allocator, &made, error);
        }
    }
    if (!status && !divided)
        status = open_paths(made, paths, count, options, error);
    if (!status && !divided)
        status = kn_corpus_match_models(made, error);
    if (!status)
        status = check_clusters(made, paths[0], error);
    if (!status)
        *corpus = made;
    else
        knap_corpus_close(made);
    return status;
}

/* ---- Files in memory ---- */

static knap_status add_file(knap_corpus *corpus, kn_cluster *cluster, const knap_file *file, knap_error *error)
{
    kn_text bytes = {.bytes = (char *)(size_t)(file->length ? file->bytes : ""), .length = file->length};
    knap_error problem = {.status = KNAP_OK};
    knap_status status;
    if (file->text)
        return kn_corpus_text(corpus, cluster, file, "", error);
    status = kn_corpus_bytes(corpus, cluster, file->name, &bytes, file->reference, &problem);
    if (status && corpus->skip_bad)
        return kn_corpus_skip(corpus, cluster, file->name, status, &problem, error);
    if (status && error)
        *error = problem;
    return status;
}

knap_status knap_corpus_open_bytes(const char *id, const knap_file *file, size_t count,
                                   const knap_corpus_options *options, const knap_allocator *allocator,
                                   knap_corpus **corpus, knap_error *error)
{
    knap_corpus *made;
    kn_cluster *cluster = NULL;
    knap_status status;
    KN_REQUIRE(corpus);
    *corpus = NULL;
    KN_REQUIRE(id);
    KN_REQUIRE(file || !count);
    for (size_t i = 0; i < count; i++)
        if (!file[i].name || (!file[i].bytes && file[i].length))
            return kn_fail(error, KNAP_USAGE, "knap_corpus_open_bytes: file %zu needs a name and bytes", i);
    if ((status = make(options, allocator, &made, error)))
        return status;
    made->each = false;
    made->file_end = kn_arena_new(&made->arena, count, sizeof *made->file_end);
    status = made->file_end ? kn_corpus_cluster(made, id, id, &cluster, error) : kn_no_memory(error);
    for (size_t i = 0; !status && i < count; i++) {
        status = add_file(made, cluster, &file[i], error);
        made->file_end[made->files++] = cluster->cluster.documents;
        made->fraction = (double)(i + 1) / (double)count;
    }
    if (!status)
        status = check_clusters(made, id, error);
    if (!status)
        *corpus = made;
    else
        knap_corpus_close(made);
    return status;
}

size_t knap_corpus_file_of(const knap_corpus *corpus, size_t document)
{
    for (size_t i = 0; corpus && i < corpus->files; i++)
        if (document < corpus->file_end[i])
            return i;
    return SIZE_MAX;
}
