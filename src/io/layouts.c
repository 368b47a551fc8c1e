/* layouts.c - recognises the layout of a folder and reads its files into clusters. */
#include "io/layouts.h"
#include "io/clusters_json.h"
#include "io/document_file.h"
#include "io/folders.h"
#include "io/models.h"
#include "io/plan.h"
#include "base/error.h"

#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DEEPEST = 16 };

typedef struct folder_walk {
    knap_corpus *corpus;
    size_t depth;
    struct stat above[DEEPEST]; /* [depth] the folders that it is in */
} folder_walk;

static knap_status read_folder(folder_walk *walk, const char *path, const char *id, knap_error *error);

/* The last part of a path; for "." the name of the working folder. NULL when memory is out. */
static const char *base_name(knap_corpus *corpus, const char *path)
{
    char here[PATH_MAX];
    size_t length, begin;
    if (path[strspn(path, "./")] == 0)
        path = strspn(path, "./") < 3 && !strstr(path, "..") && getcwd(here, sizeof here) && here[1] ? here : "cluster";
    length = strlen(path);
    while (length > 1 && path[length - 1] == '/')
        length--;
    begin = length;
    while (begin > 0 && path[begin - 1] != '/')
        begin--;
    return kn_arena_text(&corpus->arena, path + begin, length - begin);
}

/* Reads one document of a folder. Where that is not possible, the file is skipped. */
static knap_status read_document(knap_corpus *corpus, kn_cluster *cluster, const char *file, bool reference,
                                 knap_error *error)
{
    knap_error problem = {.status = KNAP_OK};
    knap_status status = KNAP_OK;
    if (corpus->each)
        status = kn_corpus_cluster(corpus, file, file, &cluster, &problem);
    if (!status && corpus->plan)
        return kn_plan_file(corpus, cluster, file, reference, error);
    if (!status)
        status = kn_corpus_file(corpus, cluster, file, reference, &problem);
    return status ? kn_corpus_skip(corpus, cluster, file, status, &problem, error) : KNAP_OK;
}

/* Reads all files of a folder into one cluster, or each into its own cluster. */
static knap_status read_files(knap_corpus *corpus, kn_cluster *cluster, const char *path, bool reference,
                              knap_error *error)
{
    kn_folder folder;
    knap_status status = kn_folder_list(&folder, path, corpus->allocator, error);
    for (size_t i = 0; !status && i < folder.count; i++) {
        const char *file = kn_join_path(&corpus->arena, path, folder.entry[i].name);
        if (!file)
            status = kn_no_memory(error);
        else if (folder.entry[i].folder)
            status = kn_corpus_note(corpus, error, KNAP_NOTE_IGNORED, file, "a folder among the documents: ignored");
        else
            status = read_document(corpus, cluster, file, reference, error);
    }
    kn_folder_free(&folder);
    return status;
}

static knap_status read_cluster(knap_corpus *corpus, const char *path, const char *id, const char *docs,
                                const char *refs, knap_error *error)
{
    kn_cluster *cluster = NULL;
    const char *name = id[0] ? id : base_name(corpus, path);
    knap_status status = name ? KNAP_OK : kn_no_memory(error);
    if (!status && !corpus->each)
        status = kn_corpus_cluster(corpus, name, path, &cluster, error);
    if (!status)
        status = read_files(corpus, cluster, docs, false, error);
    if (!status && refs && !corpus->each)
        status = read_files(corpus, cluster, refs, true, error);
    return status;
}

static const kn_entry *find_folder(const kn_folder *folder, const char *name)
{
    for (size_t i = 0; i < folder->count; i++)
        if (folder->entry[i].folder && strcmp(folder->entry[i].name, name) == 0)
            return &folder->entry[i];
    return NULL;
}

/* Whether most files of the folder have such a name; a README may be among them. */
static bool most_files(const kn_folder *folder, bool (*is)(const char *name, size_t *length))
{
    size_t length, such = 0;
    for (size_t i = 0; i < folder->count; i++)
        such += !folder->entry[i].folder && is(folder->entry[i].name, &length);
    return such * 2 > folder->files;
}

static bool is_model_or_peer(const char *name, size_t *length)
{
    return kn_is_model_name(name, length) || kn_is_peer_name(name);
}

static bool is_jsonl(const char *name, size_t *length)
{
    const char *dot = strrchr(name, '.');
    *length = 0;
    return dot && (strcmp(dot, ".jsonl") == 0 || strcmp(dot, ".ndjson") == 0);
}

/* Reads one file of clusters. A file that cannot be read is skipped. */
static knap_status read_jsonl_file(knap_corpus *corpus, const char *file, knap_error *error)
{
    knap_error problem = {.status = KNAP_OK};
    knap_status status;
    if (corpus->plan)
        return kn_plan_file(corpus, NULL, file, false, error);
    status = kn_json_file(corpus, file, &problem);
    return status ? kn_corpus_skip(corpus, NULL, file, status, &problem, error) : KNAP_OK;
}

/* Reads a folder of files of clusters. */
static knap_status read_jsonl_files(knap_corpus *corpus, const char *path, const kn_folder *folder, knap_error *error)
{
    knap_status status = KNAP_OK;
    for (size_t i = 0; !status && i < folder->count; i++) {
        const char *file = kn_join_path(&corpus->arena, path, folder->entry[i].name);
        size_t length;
        if (!file)
            status = kn_no_memory(error);
        else if (!folder->entry[i].folder && is_jsonl(file, &length))
            status = read_jsonl_file(corpus, file, error);
        else
            status = kn_corpus_note(corpus, error, KNAP_NOTE_IGNORED, file, "beside files of clusters: ignored");
    }
    return status;
}

static knap_status read_models(knap_corpus *corpus, const char *path, const kn_folder *folder, knap_error *error)
{
    knap_status status = KNAP_OK;
    for (size_t i = 0; !status && i < folder->count; i++) {
        const char *file;
        size_t length;
        if (folder->entry[i].folder || !kn_is_model_name(folder->entry[i].name, &length))
            continue;
        file = kn_join_path(&corpus->arena, path, folder->entry[i].name);
        status = file ? kn_corpus_model(corpus, file, folder->entry[i].name, error) : kn_no_memory(error);
    }
    return status;
}

knap_status kn_corpus_models_folder(knap_corpus *corpus, const char *path, knap_error *error)
{
    kn_folder folder;
    size_t before = corpus->models;
    knap_status status = kn_folder_list(&folder, path, corpus->allocator, error);
    if (!status)
        status = read_models(corpus, path, &folder, error);
    if (!status && corpus->models == before)
        status = kn_fail_at(error, KNAP_BAD_INPUT, path, 0, "no file in it has a name like D30001.M.100.T.A");
    kn_folder_free(&folder);
    return status;
}

/* Reads a folder of folders. Files beside the folders belong to no cluster. */
static knap_status read_folders(folder_walk *walk, const char *path, const char *id, const kn_folder *folder,
                                knap_error *error)
{
    knap_corpus *corpus = walk->corpus;
    knap_status status = KNAP_OK;
    for (size_t i = 0; !status && i < folder->count; i++) {
        const char *name = folder->entry[i].name;
        const char *inner = kn_join_path(&corpus->arena, path, name);
        const char *inner_id = id[0] ? kn_join_path(&corpus->arena, id, name) : name;
        if (!inner || !inner_id)
            status = kn_no_memory(error);
        else if (folder->entry[i].folder)
            status = read_folder(walk, inner, inner_id, error);
        else
            status =
                kn_corpus_note(corpus, error, KNAP_NOTE_IGNORED, inner, "a file beside folders of documents: ignored");
    }
    return status;
}

/* docs/ of the DUC layout holds the folders of the clusters, and the references are beside it. */
static knap_status read_duc_root(folder_walk *walk, const char *path, const char *docs, const kn_folder *inner,
                                 const kn_folder *folder, knap_error *error)
{
    knap_status status = read_folders(walk, docs, "", inner, error);
    for (size_t i = 0; !status && i < folder->count; i++) {
        const char *beside;
        if (!folder->entry[i].folder || strcmp(folder->entry[i].name, "docs") == 0)
            continue;
        beside = kn_join_path(&walk->corpus->arena, path, folder->entry[i].name);
        status = beside ? read_folder(walk, beside, folder->entry[i].name, error) : kn_no_memory(error);
    }
    return status;
}

static knap_status read_with_docs(folder_walk *walk, const char *path, const char *id, const kn_folder *folder,
                                  knap_error *error)
{
    knap_corpus *corpus = walk->corpus;
    const char *docs = kn_join_path(&corpus->arena, path, "docs");
    const char *refs = find_folder(folder, "refs") ? kn_join_path(&corpus->arena, path, "refs") : NULL;
    kn_folder inner;
    knap_status status;
    if (!docs || (find_folder(folder, "refs") && !refs))
        return kn_no_memory(error);
    knap_error problem = {.status = KNAP_OK};
    status = kn_folder_list(&inner, docs, corpus->allocator, &problem);
    if (status) {
        kn_folder_free(&inner);
        if (walk->depth > 1 && !corpus->plan)
            return kn_corpus_skip(corpus, NULL, docs, status, &problem, error);
        return kn_fail_at(error, status, docs, 0, "%s", problem.message);
    }
    if (inner.files == 0 && inner.count > 0)
        status = read_duc_root(walk, path, docs, &inner, folder, error);
    else
        status = read_cluster(corpus, path, id, docs, refs, error);
    kn_folder_free(&inner);
    return status;
}

static knap_status read_listed(folder_walk *walk, const char *path, const char *id, const kn_folder *folder,
                               knap_error *error)
{
    knap_corpus *corpus = walk->corpus;
    if (find_folder(folder, "docs"))
        return read_with_docs(walk, path, id, folder, error);
    if (most_files(folder, is_model_or_peer))
        return read_models(corpus, path, folder, error);
    if (most_files(folder, is_jsonl))
        return read_jsonl_files(corpus, path, folder, error);
    if (folder->files < folder->count)
        return read_folders(walk, path, id, folder, error);
    if (folder->files == 0)
        return KNAP_OK; /* allowed inside other folders; alone it is an error of knap_corpus_open */
    return read_cluster(corpus, path, id, path, NULL, error);
}

/* Whether the folder is one of those that it is in: a link leads back. Otherwise it is noted as one of them. */
static bool leads_back(folder_walk *walk, const char *path)
{
    struct stat *here = &walk->above[walk->depth];
    if (stat(path, here) != 0)
        memset(here, 0, sizeof *here); /* to list it will fail */
    for (size_t i = 0; here->st_ino && i < walk->depth; i++)
        if (walk->above[i].st_ino == here->st_ino && walk->above[i].st_dev == here->st_dev)
            return true;
    return false;
}

/* Reads a folder. One inside another that cannot be listed is skipped, as a file is. */
static knap_status read_folder(folder_walk *walk, const char *path, const char *id, knap_error *error)
{
    knap_corpus *corpus = walk->corpus;
    knap_error problem = {.status = KNAP_OK};
    kn_folder folder;
    knap_status status;
    if (walk->depth == DEEPEST)
        return kn_fail_at(error, KNAP_BAD_INPUT, path, 0, "folders more than %d deep", DEEPEST);
    if (leads_back(walk, path))
        return kn_corpus_note(corpus, error, KNAP_NOTE_IGNORED, path, "a link to a folder that it is in: ignored");
    walk->depth++;
    status = kn_folder_list(&folder, path, corpus->allocator, &problem);
    if (status && walk->depth > 1 && !corpus->plan)
        status = kn_corpus_skip(corpus, NULL, path, status, &problem, error);
    else if (status && error)
        *error = problem;
    else if (!status)
        status = read_listed(walk, path, id, &folder, error);
    kn_folder_free(&folder);
    walk->depth--;
    return status;
}

/* DUC's models/ is beside the folder of clusters, or beside the cluster. */
static knap_status read_models_beside(knap_corpus *corpus, const char *path, knap_error *error)
{
    const char *beside = kn_join_path(&corpus->arena, path, "../models");
    kn_folder folder;
    knap_status status;
    if (!beside)
        return kn_no_memory(error);
    if (!kn_is_folder(beside))
        return KNAP_OK;
    status = kn_folder_list(&folder, beside, corpus->allocator, error);
    if (!status && most_files(&folder, is_model_or_peer))
        status = read_models(corpus, beside, &folder, error);
    kn_folder_free(&folder);
    return status;
}

knap_status kn_corpus_folder(knap_corpus *corpus, const char *path, knap_error *error)
{
    folder_walk from = {.corpus = corpus};
    size_t clusters = corpus->clusters, models = corpus->models, skipped = corpus->skipped;
    size_t steps = corpus->plan ? corpus->plan->steps : 0;
    knap_status status = read_folder(&from, path, "", error);
    if (!status && corpus->clusters == clusters && corpus->models == models && corpus->skipped == skipped &&
        !(corpus->plan && corpus->plan->steps > steps))
        return kn_fail_at(error, KNAP_BAD_INPUT, path, 0, "no documents in this folder");
    if (!status && corpus->models == models)
        status = read_models_beside(corpus, path, error);
    return status;
}
