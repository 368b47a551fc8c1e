/* corpus_write.c - a corpus as JSONL, and as folders with docs/ and refs/. */
#include "io/corpus.h"
#include "io/folders.h"
#include "base/error.h"
#include "base/file.h"
#include "base/names.h"
#include "base/quote.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* ---- JSON ---- */

static void write_string(FILE *out, const char *text, size_t length)
{
    char escape[8] = "\"";
    putc('"', out);
    while (escape[0]) {
        size_t plain = kn_quote_plain(text, length, escape);
        fwrite(text, 1, plain, out);
        fputs(escape, out);
        text += plain + (plain < length);
        length -= plain + (plain < length);
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

/* `path` names the file in messages; NULL for a stream of the caller. */
static knap_status write_jsonl(const knap_corpus *corpus, FILE *out, const char *path, knap_error *error)
{
    for (size_t i = 0; i < corpus->clusters; i++) {
        const knap_cluster *cluster = &corpus->cluster[i]->cluster;
        fputs("{\"id\":", out);
        write_string(out, cluster->id, strlen(cluster->id));
        write_list(out, "documents", cluster->document, cluster->documents);
        write_list(out, "references", cluster->reference, cluster->references);
        fputs("}\n", out);
    }
    if (fflush(out) != 0 || ferror(out))
        return kn_fail_at(error, KNAP_IO, path, 0, "cannot write%s: %s", path ? " here" : "", strerror(errno));
    return KNAP_OK;
}

knap_status knap_corpus_write_jsonl(const knap_corpus *corpus, FILE *out, knap_error *error)
{
    if (!corpus || !out)
        return kn_fail(error, KNAP_USAGE, "knap_corpus_write_jsonl: corpus and out must not be NULL");
    return write_jsonl(corpus, out, NULL, error);
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
    return kn_file_end(&file, write_jsonl(corpus, file.file, path, error), error);
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

/* The file of a document: its id, or the name of the file it was in. */
static const char *plain_name(const knap_document *document)
{
    const char *slash = strrchr(document->name, '/');
    if (document->id[0])
        return document->id;
    return slash ? slash + 1 : strcmp(document->name, "-") == 0 ? "stdin" : document->name;
}

/* The name of a document's file, without its folder; with `width`, after its number in so many digits. */
static void add_file_name(kn_text *to, const knap_document *document, size_t number, int width)
{
    if (width)
        kn_text_format(to, "%0*zu-", width, number);
    kn_safe_name(to, plain_name(document), '_');
    if (document->id[0])
        kn_text_format(to, ".txt");
}

/* Documents are read back in the order of the names of their files. Sets *rise where the names are in that order already, and
 * so differ. Returns false when memory is out. */
static bool names_rise(knap_document *const *document, size_t count, const knap_allocator *allocator, bool *rise)
{
    kn_text name[2] = {{.allocator = allocator}, {.allocator = allocator}};
    bool done;
    *rise = true;
    for (size_t i = 0; *rise && i < count; i++) {
        kn_text *mine = &name[i % 2], *before = &name[1 - i % 2];
        mine->length = 0;
        add_file_name(mine, document[i], 0, 0);
        *rise = !mine->failed && (i == 0 || strcmp(before->bytes, mine->bytes) < 0);
    }
    done = !name[0].failed && !name[1].failed;
    kn_text_free(&name[0]);
    kn_text_free(&name[1]);
    return done;
}

/* The digits of the largest of `count` numbers, at least 4. */
static int digits_of(size_t count)
{
    int digits = 1;
    for (; count >= 10; count /= 10)
        digits++;
    return digits < 4 ? 4 : digits;
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
    bool rise;
    knap_status status = names_rise(document, count, arena->allocator, &rise) ? KNAP_OK : kn_no_memory(error);
    if (!status && count)
        status = make_folders(folder, arena, error);
    for (size_t i = 0; !status && i < count; i++) {
        kn_text path = {.allocator = arena->allocator};
        kn_text_format(&path, "%s/", folder);
        add_file_name(&path, document[i], i + 1, rise ? 0 : digits_of(count));
        status = path.failed ? kn_no_memory(error) : save_document(document[i], path.bytes, arena->allocator, error);
        kn_text_free(&path);
    }
    return status;
}

static knap_status save_cluster(const knap_cluster *cluster, const char *folder, kn_arena *arena, knap_error *error)
{
    const char *docs = kn_join_path(arena, folder, "docs"), *refs = kn_join_path(arena, folder, "refs");
    knap_status status = docs && refs ? KNAP_OK : kn_no_memory(error);
    if (!status)
        status = save_list(docs, cluster->document, cluster->documents, arena, error);
    if (!status)
        status = save_list(refs, cluster->reference, cluster->references, arena, error);
    return status;
}

/* ---- Names of folders ---- */

static bool is_reserved(const char *part, size_t length)
{
    return length == 4 && (memcmp(part, "docs", 4) == 0 || memcmp(part, "refs", 4) == 0);
}

/* Whether folders in folders would be read as something else: a cluster inside the folder of another one is not looked for, and docs
 * and refs are names of the layout. */
static knap_status find_conflict(const knap_corpus *corpus, bool *found, knap_error *error)
{
    kn_symbols ids;
    bool failed = false;
    kn_symbols_begin(&ids, corpus->allocator);
    *found = false;
    for (size_t i = 0; !failed && i < corpus->clusters; i++) {
        const char *id = corpus->cluster[i]->cluster.id;
        failed = kn_symbols_add(&ids, id, strlen(id)) == KN_NO_SYMBOL;
    }
    for (size_t i = 0; !failed && !*found && i < corpus->clusters; i++) {
        const char *id = corpus->cluster[i]->cluster.id, *part = id;
        for (const char *slash = id; !*found && slash && *slash; part = slash ? slash + 1 : NULL) {
            slash = strchr(part, '/');
            *found = is_reserved(part, slash ? (size_t)(slash - part) : strlen(part)) ||
                     (slash && kn_symbols_find(&ids, id, (size_t)(slash - id)) != KN_NO_SYMBOL);
        }
    }
    kn_symbols_free(&ids);
    return failed ? kn_no_memory(error) : KNAP_OK;
}

knap_status knap_corpus_save_folder(const knap_corpus *corpus, const char *folder, knap_error *error)
{
    knap_names *names;
    knap_status status;
    if (!corpus || !folder || !folder[0])
        return kn_fail(error, KNAP_USAGE, "knap_corpus_save_folder: corpus and folder must not be NULL or empty");
    bool flat = false;
    status = find_conflict(corpus, &flat, error);
    names = NULL;
    if (!status)
        status = knap_names_new(corpus->allocator, &names, error);
    kn_arena arena = {.allocator = corpus->allocator};
    for (size_t i = 0; !status && i < corpus->clusters; i++) {
        const knap_cluster *cluster = &corpus->cluster[i]->cluster;
        const char *name, *path;
        status = knap_names_add(names, cluster->id, flat ? '_' : '/',
                                is_reserved(cluster->id, strlen(cluster->id)) ? "_" : "", &name, NULL, error);
        if (status)
            break;
        path = kn_join_path(&arena, folder, name);
        status = path ? save_cluster(cluster, path, &arena, error) : kn_no_memory(error);
    }
    knap_names_free(names);
    kn_arena_free(&arena);
    return status;
}
