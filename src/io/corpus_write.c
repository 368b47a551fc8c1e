/* corpus_write.c - a corpus as JSONL, and as folders with docs/ and refs/. */
#include "io/corpus.h"
#include "io/folders.h"
#include "base/error.h"
#include "base/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* ---- JSON ---- */

static void write_string(FILE *out, const char *text, size_t length)
{
    size_t begin = 0;
    putc('"', out);
    for (size_t i = 0; i <= length; i++) {
        unsigned char byte = i < length ? (unsigned char)text[i] : '"';
        if (i < length && byte >= 0x20 && byte != '"' && byte != '\\')
            continue;
        fwrite(text + begin, 1, i - begin, out);
        begin = i + 1;
        if (i == length)
            break;
        if (byte == '"' || byte == '\\')
            fprintf(out, "\\%c", byte);
        else if (byte == '\n')
            fputs("\\n", out);
        else
            fprintf(out, "\\u%04x", byte);
    }
    putc('"', out);
}

static void write_list(FILE *out, const char *name, knap_document *const *document, size_t count)
{
    fprintf(out, ",\"%s\":[", name);
    for (size_t i = 0; i < count; i++) {
        size_t length;
        const char *text = knap_document_text(document[i], &length);
        if (i)
            putc(',', out);
        write_string(out, text, length);
    }
    putc(']', out);
}

knap_status knap_corpus_write_jsonl(const knap_corpus *corpus, FILE *out, knap_error *error)
{
    if (!corpus || !out)
        return kn_fail(error, KNAP_USAGE, "knap_corpus_write_jsonl: corpus and out must not be NULL");
    for (size_t i = 0; i < corpus->clusters; i++) {
        const knap_cluster *cluster = &corpus->cluster[i]->cluster;
        fputs("{\"id\":", out);
        write_string(out, cluster->id, strlen(cluster->id));
        write_list(out, "documents", cluster->document, cluster->documents);
        write_list(out, "references", cluster->reference, cluster->references);
        fputs("}\n", out);
    }
    if (fflush(out) != 0 || ferror(out))
        return kn_fail(error, KNAP_IO, "cannot write: %s", strerror(errno));
    return KNAP_OK;
}

knap_status knap_corpus_save_jsonl(const knap_corpus *corpus, const char *path, knap_error *error)
{
    kn_new_file file;
    knap_status status;
    if (!corpus || !path)
        return kn_fail(error, KNAP_USAGE, "knap_corpus_save_jsonl: corpus and path must not be NULL");
    status = kn_file_begin(&file, path, corpus->allocator, error);
    if (status)
        return status;
    return kn_file_end(&file, knap_corpus_write_jsonl(corpus, file.file, error), error);
}

/* ---- Folders ---- */

static knap_status make_folders(const char *path, kn_arena *arena, knap_error *error)
{
    char *part = kn_arena_text(arena, path, strlen(path));
    if (!part)
        return kn_no_memory(error);
    for (size_t i = 1;; i++) {
        char here = part[i];
        if (here != '/' && here != 0)
            continue;
        part[i] = 0;
        if (mkdir(part, 0777) != 0 && errno != EEXIST)
            return kn_fail_at(error, KNAP_IO, part, 0, "cannot make the folder: %s", strerror(errno));
        if (here == 0)
            return kn_is_folder(path) ? KNAP_OK : kn_fail_at(error, KNAP_IO, path, 0, "not a folder");
        part[i] = here;
    }
}

/* A name that is safe as one part of a path. */
static void add_safe(kn_text *to, const char *name, bool slashes)
{
    bool start = true;
    for (; *name; name++) {
        unsigned char byte = (unsigned char)*name;
        bool keep = byte >= 0x20 && byte != 0x7F && (byte != '/' || (slashes && !start && name[1])) && byte != '\\' &&
                    !(start && byte == '.');
        kn_text_add(to, keep ? name : "_", 1);
        start = byte == '/';
    }
}

/* The file of a document: its id, or the name of the file it was in. */
static const char *plain_name(const knap_document *document)
{
    const char *slash = strrchr(document->name, '/');
    if (document->id[0])
        return document->id;
    return slash ? slash + 1 : strcmp(document->name, "-") == 0 ? "stdin" : document->name;
}

/* Documents are read back in the order of their names. Whether they are in that order already. */
static bool names_rise(knap_document *const *document, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (strcmp(plain_name(document[i - 1]), plain_name(document[i])) >= 0)
            return false;
    return true;
}

static knap_status save_document(const knap_document *document, const char *path, const knap_allocator *allocator,
                                 knap_error *error)
{
    kn_new_file file;
    size_t length;
    const char *text = knap_document_text(document, &length);
    knap_status status = kn_file_begin(&file, path, allocator, error);
    if (status)
        return status;
    fwrite(text, 1, length, file.file);
    return kn_file_end(&file, KNAP_OK, error);
}

static knap_status save_list(const char *folder, knap_document *const *document, size_t count, kn_arena *arena,
                             knap_error *error)
{
    bool rise = names_rise(document, count);
    knap_status status = count ? make_folders(folder, arena, error) : KNAP_OK;
    for (size_t i = 0; !status && i < count; i++) {
        kn_text path = {.allocator = arena->allocator};
        kn_text_format(&path, "%s/", folder);
        if (!rise)
            kn_text_format(&path, "%04zu-", i + 1);
        add_safe(&path, plain_name(document[i]), false);
        if (document[i]->id[0])
            kn_text_format(&path, ".txt");
        status = path.failed ? kn_no_memory(error) : save_document(document[i], path.bytes, arena->allocator, error);
        kn_text_free(&path);
    }
    return status;
}

/* FOLDER/ID; if an earlier cluster has the same id, a number is added. */
static const char *cluster_folder(const knap_corpus *corpus, size_t index, const char *folder, kn_symbols *used)
{
    kn_text path = {.allocator = corpus->allocator};
    const char *kept = NULL;
    size_t known;
    kn_text_format(&path, "%s/", folder);
    add_safe(&path, corpus->cluster[index]->cluster.id, true);
    if (corpus->cluster[index]->cluster.id[0] == 0)
        kn_text_format(&path, "%zu", index + 1);
    known = used->count;
    if (!path.failed && kn_symbols_add(used, path.bytes, path.length) != known) {
        kn_text_format(&path, "-%zu", index + 1);
        if (!path.failed && kn_symbols_add(used, path.bytes, path.length) == KN_NO_SYMBOL)
            path.failed = 1;
    }
    if (!path.failed)
        kept = kn_arena_text(&used->arena, path.bytes, path.length);
    kn_text_free(&path);
    return kept;
}

knap_status knap_corpus_save_folder(const knap_corpus *corpus, const char *folder, knap_error *error)
{
    kn_symbols used;
    knap_status status = KNAP_OK;
    if (!corpus || !folder || !folder[0])
        return kn_fail(error, KNAP_USAGE, "knap_corpus_save_folder: corpus and folder must not be NULL or empty");
    kn_symbols_begin(&used, corpus->allocator);
    for (size_t i = 0; !status && i < corpus->clusters; i++) {
        const knap_cluster *cluster = &corpus->cluster[i]->cluster;
        const char *path = cluster_folder(corpus, i, folder, &used);
        const char *docs = path ? kn_join_path(&used.arena, path, "docs") : NULL;
        const char *refs = path ? kn_join_path(&used.arena, path, "refs") : NULL;
        if (!docs || !refs)
            status = kn_no_memory(error);
        if (!status)
            status = save_list(docs, cluster->document, cluster->documents, &used.arena, error);
        if (!status)
            status = save_list(refs, cluster->reference, cluster->references, &used.arena, error);
    }
    kn_symbols_free(&used);
    return status;
}
