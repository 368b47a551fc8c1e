/* judge_read.c - folders of summaries, references and documents into one set of topics and systems. */
#include "judge.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- Texts ---- */

/* The code point at `at`, and its length; the text is valid UTF-8. */
static unsigned code_point(const unsigned char *at, size_t *length)
{
    *length = *at < 0x80 ? 1 : *at < 0xe0 ? 2 : *at < 0xf0 ? 3 : 4;
    switch (*length) {
    case 1:
        return *at;
    case 2:
        return (at[0] & 0x1fu) << 6 | (at[1] & 0x3fu);
    case 3:
        return (at[0] & 0x0fu) << 12 | (at[1] & 0x3fu) << 6 | (at[2] & 0x3fu);
    default:
        return (at[0] & 0x07u) << 18 | (at[1] & 0x3fu) << 12 | (at[2] & 0x3fu) << 6 | (at[3] & 0x3fu);
    }
}

static bool is_space(unsigned code)
{
    return code <= 0x20 || (code >= 0x7f && code <= 0xa0) || code == 0x1680 || (code >= 0x2000 && code <= 0x200a) ||
           code == 0x2028 || code == 0x2029 || code == 0x202f || code == 0x205f || code == 0x3000;
}

/* Invisible characters that do not separate words: soft hyphens, byte order marks. */
static bool is_invisible(unsigned code)
{
    return code == 0xad || code == 0x200b || code == 0x2060 || code == 0xfeff;
}

/* The text as one line: each run of white space is one space, so that the layout does not reveal the system. */
static char *flatten(judge_memory *memory, const char *text, size_t length, const judge_limits *limits)
{
    char *flat = judge_new(memory, length + 1, 1);
    size_t used = 0, words = 0, size;
    bool space = true;
    for (size_t at = 0; at < length; at += size) {
        unsigned code = code_point((const unsigned char *)text + at, &size);
        if (is_invisible(code))
            continue;
        if (is_space(code)) {
            space = true;
            continue;
        }
        if (space && limits->words && words == limits->words)
            break;
        if (limits->bytes && used + (space && used) + size > limits->bytes)
            break;
        if (space && used)
            flat[used++] = ' ';
        words += space;
        space = false;
        memcpy(flat + used, text + at, size);
        used += size;
    }
    flat[used] = 0;
    return flat;
}

static const judge_limits NO_LIMITS;

static knap_status read_text(judge_memory *memory, const char *path, const judge_limits *limits, const char **text,
                             knap_error *error)
{
    judge_memory scratch = {.allocator = NULL}; /* of the file, whose text is copied */
    knap_document *document = NULL;
    char *bytes;
    size_t length;
    knap_status status = judge_read_file(&scratch, path, &bytes, &length, error);
    if (!status)
        status = knap_document_new(path, bytes, length, NULL, cli_allocator(), &document, error);
    if (!status) {
        const char *decoded = knap_document_text(document, &length);
        *text = flatten(memory, decoded, length, limits);
    }
    knap_document_free(document);
    kn_arena_free(&scratch);
    return status;
}

/* ---- Folders ---- */

typedef struct listing {
    const char **file, **folder; /* names, in order */
    size_t files, folders;
} listing;

static int by_name(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

static bool ends_with(const char *name, const char *ending)
{
    size_t length = strlen(name), end = strlen(ending);
    return length >= end && strcmp(name + length - end, ending) == 0;
}

/* Hidden files and the markers of `knap experiment` are left out. */
static knap_status list_folder(judge_memory *memory, const char *path, listing *list, knap_error *error)
{
    DIR *folder = opendir(path);
    struct dirent *entry;
    *list = (listing){NULL, NULL, 0, 0};
    if (!folder)
        return kn_fail_at(error, KNAP_BAD_INPUT, path, 0, "cannot open this folder: %s", strerror(errno));
    while ((entry = readdir(folder))) {
        const char *name = judge_copy(memory, entry->d_name, strlen(entry->d_name));
        struct stat about;
        if (name[0] == '.' || stat(judge_format(memory, "%s/%s", path, name), &about) != 0)
            continue;
        if (S_ISDIR(about.st_mode)) {
            list->folder = judge_grow(memory, list->folder, list->folders, sizeof *list->folder);
            list->folder[list->folders++] = name;
        } else if (S_ISREG(about.st_mode) && !ends_with(name, ".done")) {
            list->file = judge_grow(memory, list->file, list->files, sizeof *list->file);
            list->file[list->files++] = name;
        }
    }
    closedir(folder);
    if (list->files)
        qsort(list->file, list->files, sizeof *list->file, by_name);
    if (list->folders)
        qsort(list->folder, list->folders, sizeof *list->folder, by_name);
    return KNAP_OK;
}

/* A name as tables and pages can hold it: UTF-8 without control characters. */
static char *clean_name(judge_memory *memory, const char *name)
{
    knap_document *document;
    knap_error error;
    char *clean;
    if (knap_document_new(name, name, strlen(name), NULL, cli_allocator(), &document, &error)) {
        clean = judge_copy(memory, name, strlen(name));
    } else {
        clean = judge_copy(memory, knap_document_text(document, NULL), strlen(knap_document_text(document, NULL)));
        knap_document_free(document);
    }
    for (char *at = clean; *at; at++)
        if ((unsigned char)*at < 0x20)
            *at = '_';
    return clean;
}

/* A system's files before the topics are known. */
typedef struct source {
    const char *name, *operand;
    const char **path, **stem; /* [files] */
    size_t files;
} source;

typedef struct sources {
    source *list;
    size_t count;
} sources;

enum { DEEPEST = 8 };

/* A topic has one file: "t1.txt" beside "t1.md" is ambiguous. */
static knap_status check_stems(judge_memory *memory, const char *path, const source *from, knap_error *error)
{
    const char **sorted = judge_new(memory, from->files, sizeof *sorted);
    memcpy(sorted, from->stem, from->files * sizeof *sorted);
    qsort(sorted, from->files, sizeof *sorted, by_name);
    for (size_t i = 1; i < from->files; i++)
        if (strcmp(sorted[i - 1], sorted[i]) == 0)
            return kn_fail_at(error, KNAP_BAD_INPUT, path, 0, "two files are about topic '%.80s': keep one of them",
                              sorted[i]);
    return KNAP_OK;
}

/* Adds the systems at `path`: the folder itself where it holds files, or else those in its folders. `name`
 * is what the system is called. */
static knap_status find_systems(judge_memory *memory, const char *operand, const char *path, const char *name,
                                int depth, sources *found, knap_error *error)
{
    listing list;
    knap_status status = list_folder(memory, path, &list, error);
    if (status)
        return status;
    for (size_t i = 0; i < list.folders; i++)
        if (depth == 0 && strcmp(list.folder[i], "summaries") == 0) /* the out folder of `knap experiment` */
            return find_systems(memory, operand, judge_format(memory, "%s/summaries", path), "", 1, found, error);
    if (list.files) {
        source *new;
        found->list = judge_grow(memory, found->list, found->count, sizeof *found->list);
        new = &found->list[found->count++];
        *new = (source){.name = name, .operand = operand, .files = list.files};
        new->path = judge_new(memory, list.files, sizeof *new->path);
        new->stem = judge_new(memory, list.files, sizeof *new->stem);
        for (size_t i = 0; i < list.files; i++) {
            new->path[i] = judge_format(memory, "%s/%s", path, list.file[i]);
            new->stem[i] = clean_name(memory, judge_stem(memory, list.file[i]));
        }
        return check_stems(memory, path, new, error);
    }
    if (!list.folders || depth == DEEPEST)
        return kn_fail_at(error, KNAP_BAD_INPUT, path, 0,
                          "there are no summaries in this folder: a file per topic is expected");
    for (size_t i = 0; !status && i < list.folders; i++) {
        const char *deeper = list.folder[i];
        if (list.folders == 1 && *name) /* SYSTEM/1 */
            deeper = name;
        else if (depth && *name)
            deeper = judge_format(memory, "%s/%s", name, list.folder[i]);
        status = find_systems(memory, operand, judge_format(memory, "%s/%s", path, list.folder[i]), deeper, depth + 1,
                              found, error);
    }
    return status;
}

/* The last part of a path, without slashes at its end. */
static char *base_name(judge_memory *memory, const char *path)
{
    size_t end = strlen(path), begin;
    while (end > 1 && path[end - 1] == '/')
        end--;
    for (begin = end; begin > 0 && path[begin - 1] != '/';)
        begin--;
    return judge_copy(memory, path + begin, end - begin);
}

/* Systems with the same name are called by the path that was given. Characters that a table cannot hold
 * are removed from names. */
static knap_status name_systems(judge_memory *memory, sources *found, knap_error *error)
{
    const char **old = judge_new(memory, found->count, sizeof *old);
    for (size_t i = 0; i < found->count; i++)
        old[i] = found->list[i].name;
    for (size_t i = 0; i < found->count; i++)
        for (size_t j = 0; j < found->count; j++)
            if (j != i && strcmp(old[i], old[j]) == 0) {
                const source *self = &found->list[i];
                bool whole = strcmp(base_name(memory, self->operand), self->name) == 0;
                found->list[i].name = whole ? self->operand : judge_format(memory, "%s/%s", self->operand, self->name);
                break;
            }
    for (size_t i = 0; i < found->count; i++) {
        char *name = clean_name(memory, found->list[i].name);
        found->list[i].name = name;
        for (size_t j = 0; j < i; j++)
            if (strcmp(found->list[j].name, name) == 0)
                return kn_fail_at(error, KNAP_BAD_INPUT, name, 0, "this folder was given twice: name each system once");
    }
    return KNAP_OK;
}

/* ---- Topics ---- */

static const char **topic_names(const judge_set *set)
{
    const char **names = judge_new(set->memory, set->topics + 1, sizeof *names);
    for (size_t i = 0; i < set->topics; i++)
        names[i] = set->topic[i].name;
    return names;
}

static void add_topic(judge_set *set, const char *name)
{
    set->topic = judge_grow(set->memory, set->topic, set->topics, sizeof *set->topic);
    set->topic[set->topics++] = (judge_topic){.name = name};
}

/* Where each file's text goes; files of topics that are new become topics. */
static knap_status place_files(judge_set *set, const source *from, size_t *at, bool quiet, knap_error *error)
{
    bool partly;
    size_t known = set->topics;
    size_t found = judge_match(set->memory, from->stem, from->files, topic_names(set), known, at, &partly);
    if (known && !found)
        return kn_fail_at(error, KNAP_BAD_INPUT, from->operand, 0,
                          "%s has no topic in common with the systems before it: its files are named like '%.80s', "
                          "theirs like '%.80s'",
                          from->name, from->stem[0], set->topic[0].name);
    if (partly && !quiet)
        for (size_t i = 0; i < from->files; i++)
            if (at[i] < known) {
                cli_say(CLI_DONE, "note: %s: topics are matched by part of their names: '%s' is topic '%s'", from->name,
                        from->stem[i], set->topic[at[i]].name);
                break;
            }
    for (size_t i = 0; i < from->files; i++)
        if (at[i] == known) {
            at[i] = set->topics;
            add_topic(set, from->stem[i]);
        }
    return KNAP_OK;
}

enum { MOST_NAMES = 8 };

/* Names the topics that a system lacks. */
static void note_gaps(const judge_set *set, const judge_system *system)
{
    size_t missing = 0;
    char names[512] = "";
    for (size_t t = 0; t < set->topics; t++) {
        size_t used = strlen(names);
        if (!system->text[t] && missing++ < MOST_NAMES)
            snprintf(names + used, sizeof names - used, "%s%s", used ? ", " : "", set->topic[t].name);
        if (system->text[t] && !*system->text[t])
            cli_say(CLI_DONE, "note: %s: the summary of topic %s is empty", system->name, set->topic[t].name);
    }
    if (missing)
        cli_say(CLI_DONE, "note: %s has no summary of %zu of %zu topics: %s%s", system->name, missing, set->topics,
                names, missing > MOST_NAMES ? ", ..." : "");
}

knap_status judge_read_systems(judge_set *set, char **folder, int folders, const judge_limits *limits, bool quiet,
                               knap_error *error)
{
    judge_memory *memory = set->memory;
    sources found = {NULL, 0};
    size_t **at;
    knap_status status = KNAP_OK;
    for (int i = 0; !status && i < folders; i++) {
        status = find_systems(memory, folder[i], folder[i], base_name(memory, folder[i]), 0, &found, error);
        if (i == 0)
            set->first_operand = found.count;
    }
    if (!status)
        status = name_systems(memory, &found, error);
    if (status)
        return status;
    at = judge_new(memory, found.count, sizeof *at);
    for (size_t s = 0; !status && s < found.count; s++) {
        at[s] = judge_new(memory, found.list[s].files, sizeof **at);
        status = place_files(set, &found.list[s], at[s], quiet, error);
    }
    set->system = judge_new(memory, found.count, sizeof *set->system);
    set->systems = status ? 0 : found.count;
    for (size_t s = 0; !status && s < set->systems; s++) {
        const source *from = &found.list[s];
        set->system[s].name = from->name;
        set->system[s].text = judge_new(memory, set->topics, sizeof *set->system[s].text);
        for (size_t i = 0; !status && i < from->files; i++)
            status = read_text(memory, from->path[i], limits, &set->system[s].text[at[s][i]], error);
        if (!status && !quiet)
            note_gaps(set, &set->system[s]);
    }
    return status;
}

/* ---- References and documents ---- */

static void add_text(judge_memory *memory, const char ***list, size_t *count, const char *text)
{
    *list = judge_grow(memory, (void *)(size_t)*list, *count, sizeof **list);
    (*list)[(*count)++] = text;
}

/* The paragraphs of a document stay as they are. */
static void add_document(judge_set *set, judge_topic *topic, const knap_document *document)
{
    size_t length;
    const char *text = knap_document_text(document, &length);
    add_text(set->memory, &topic->doc, &topic->docs, judge_copy(set->memory, text, length));
}

static size_t add_references(judge_set *set, judge_topic *topic, const knap_cluster *cluster)
{
    for (size_t i = 0; i < cluster->references; i++) {
        size_t length;
        const char *text = knap_document_text(cluster->reference[i], &length);
        add_text(set->memory, &topic->ref, &topic->refs, flatten(set->memory, text, length, &NO_LIMITS));
    }
    return cluster->references;
}

/* A file of a folder may be a topic of its own: single documents. */
static size_t add_single_documents(judge_set *set, const knap_corpus *corpus)
{
    size_t count = 0, found = 0, clusters = knap_corpus_clusters(corpus), *at;
    const knap_document **document = NULL;
    const char **stem = NULL;
    bool partly;
    for (size_t c = 0; c < clusters; c++) {
        const knap_cluster *cluster = knap_corpus_cluster(corpus, c);
        for (size_t d = 0; d < cluster->documents; d++, count++) {
            document = judge_grow(set->memory, (void *)(size_t)document, count, sizeof *document);
            stem = judge_grow(set->memory, (void *)(size_t)stem, count, sizeof *stem);
            document[count] = cluster->document[d];
            stem[count] = judge_stem(set->memory, knap_document_name(cluster->document[d]));
        }
    }
    at = judge_new(set->memory, count + 1, sizeof *at);
    found = judge_match(set->memory, stem, count, topic_names(set), set->topics, at, &partly);
    for (size_t i = 0; i < count; i++)
        if (at[i] < set->topics)
            add_document(set, &set->topic[at[i]], document[i]);
    return found;
}

static size_t add_clusters(judge_set *set, const knap_corpus *corpus, bool documents, size_t *texts)
{
    size_t clusters = knap_corpus_clusters(corpus), found;
    size_t *at = judge_new(set->memory, clusters + 1, sizeof *at);
    const char **ids = judge_new(set->memory, clusters + 1, sizeof *ids);
    bool partly;
    for (size_t c = 0; c < clusters; c++)
        ids[c] = knap_corpus_cluster(corpus, c)->id;
    found = judge_match(set->memory, ids, clusters, topic_names(set), set->topics, at, &partly);
    for (size_t c = 0; c < clusters; c++) {
        const knap_cluster *cluster = knap_corpus_cluster(corpus, c);
        if (at[c] == set->topics)
            continue;
        if (!documents)
            *texts += add_references(set, &set->topic[at[c]], cluster);
        for (size_t d = 0; documents && d < cluster->documents; d++, ++*texts)
            add_document(set, &set->topic[at[c]], cluster->document[d]);
    }
    return found;
}

knap_status judge_read_dataset(judge_set *set, const char *path, bool documents, bool quiet, knap_error *error)
{
    knap_corpus *corpus;
    size_t found, texts = 0, without = 0;
    knap_corpus_options options = {.apart = NULL};
    knap_status status;
    cli_limit_apart(&options);
    status = knap_corpus_open(&path, 1, &options, cli_allocator(), &corpus, error);
    if (status)
        return status;
    found = add_clusters(set, corpus, documents, &texts);
    if (documents && !found)
        texts = found = add_single_documents(set, corpus);
    if (!found)
        status = kn_fail_at(error, KNAP_BAD_INPUT, path, 0,
                            "no cluster has the name of a topic: clusters are named like '%.80s', "
                            "topics like '%.80s'",
                            knap_corpus_cluster(corpus, 0)->id, set->topic[0].name);
    else if (!texts)
        status = kn_fail_at(error, KNAP_BAD_INPUT, path, 0,
                            "the clusters have no references: a folder refs/ beside docs/ is expected");
    knap_corpus_close(corpus);
    for (size_t t = 0; t < set->topics; t++)
        without += documents ? !set->topic[t].docs : !set->topic[t].refs;
    if (!status && without && !quiet)
        cli_say(CLI_DONE, "note: %s has no %s of %zu of %zu topics", path, documents ? "documents" : "references",
                without, set->topics);
    return status;
}
