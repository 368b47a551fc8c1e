/* corpus.c - adds clusters, documents and notes to a corpus; a document that occurs twice is counted once. */
#include "io/corpus.h"
#include "io/plan.h"
#include "base/error.h"
#include "base/file.h"
#include "base/team.h"
#include "text/utf8.h"

#include <stdarg.h>
#include <string.h>
#include <stdio.h>

/* ---- Clusters and notes ---- */

static char *copy_text(knap_corpus *corpus, const char *text)
{
    return kn_arena_text(&corpus->arena, text, strlen(text));
}

knap_status kn_corpus_cluster(knap_corpus *corpus, const char *id, const char *source, kn_cluster **cluster,
                              knap_error *error)
{
    kn_cluster *made = kn_arena_new(&corpus->arena, 1, sizeof *made);
    if (!made || !KN_ROOM(corpus->allocator, corpus->cluster, corpus->clusters + 1))
        return kn_no_memory(error);
    kn_symbols_begin(&made->seen, corpus->allocator);
    made->cluster.id = copy_text(corpus, id);
    made->source = copy_text(corpus, source);
    if (!made->cluster.id || !made->source)
        return kn_no_memory(error);
    corpus->cluster[corpus->clusters++] = made;
    *cluster = made;
    return KNAP_OK;
}

knap_status kn_corpus_note(knap_corpus *corpus, knap_error *error, knap_note_kind kind, const char *file,
                           const char *format, ...)
{
    char message[1024];
    va_list arguments;
    if (!KN_ROOM(corpus->allocator, corpus->note, corpus->notes + 1))
        return kn_no_memory(error);
    if (corpus->plan) {
        if (!KN_ROOM(corpus->allocator, corpus->plan->place, corpus->notes + 1))
            return kn_no_memory(error);
        corpus->plan->place[corpus->notes] = corpus->plan->now;
    }
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    corpus->note[corpus->notes] = (knap_note){kind, copy_text(corpus, file), copy_text(corpus, message)};
    if (!corpus->note[corpus->notes].file || !corpus->note[corpus->notes].message)
        return kn_no_memory(error);
    corpus->notes++;
    return KNAP_OK;
}

knap_status kn_corpus_skip(knap_corpus *corpus, kn_cluster *cluster, const char *file, knap_status status,
                           const knap_error *problem, knap_error *error)
{
    if (status != KNAP_BAD_INPUT && status != KNAP_IO) {
        if (error)
            *error = *problem;
        return status;
    }
    corpus->skipped++;
    if (cluster)
        cluster->skipped++;
    if (problem->file[0])
        file = problem->file;
    if (problem->line)
        return kn_corpus_note(corpus, error, KNAP_NOTE_UNREADABLE, file, "skipped: line %zu: %s", problem->line,
                              problem->message);
    return kn_corpus_note(corpus, error, KNAP_NOTE_UNREADABLE, file, "skipped: %s", problem->message);
}

/* ---- Documents ---- */

/* News agencies send a story again with a different end. Two documents are duplicates if their first
 * OPENING characters are equal, not counting white space, and these are at least an eighth of the shorter
 * document (more than a letterhead). */
enum { OPENING = 400, LETTERHEAD = 8 };

/* Duplicates have the same hash. */
static uint64_t opening_hash(const knap_document *document)
{
    size_t length, at = 0, characters = 0;
    const char *text = knap_document_text(document, &length);
    uint64_t hash = KN_HASH_START;
    for (at = kn_skip_space(text, 0, length); at < length && characters < OPENING;
         at = kn_skip_space(text, at, length)) {
        size_t begin = at;
        kn_utf8_next(text, &at, length);
        hash = kn_hash(hash, text + begin, at - begin);
        characters++;
    }
    return hash;
}

static bool are_twins(const knap_document *a, const knap_document *b)
{
    size_t a_length, b_length, agree = 0;
    const char *a_text = knap_document_text(a, &a_length), *b_text = knap_document_text(b, &b_length);
    size_t i = kn_skip_space(a_text, 0, a_length), j = kn_skip_space(b_text, 0, b_length);
    size_t shorter = a_length < b_length ? a_length : b_length;
    for (; i < a_length && j < b_length; agree++) {
        size_t i_next = i, j_next = j;
        if (kn_utf8_next(a_text, &i_next, a_length) != kn_utf8_next(b_text, &j_next, b_length))
            return agree >= OPENING && i * LETTERHEAD >= shorter;
        i = kn_skip_space(a_text, i_next, a_length);
        j = kn_skip_space(b_text, j_next, b_length);
    }
    return (i == a_length && j == b_length) || (agree >= OPENING && i * LETTERHEAD >= shorter);
}

/* An earlier document of the cluster that this one repeats, or NULL; remembers this one otherwise. */
static knap_status find_twin(knap_corpus *corpus, kn_cluster *cluster, const knap_document *document,
                             const knap_document **twin, knap_error *error)
{
    uint64_t hash = opening_hash(document);
    size_t known = cluster->seen.count;
    uint32_t symbol;
    *twin = NULL;
    if (!KN_ROOM(corpus->allocator, cluster->seen_at, known + 1))
        return kn_no_memory(error);
    symbol = kn_symbols_add(&cluster->seen, (const char *)&hash, sizeof hash);
    if (symbol == KN_NO_SYMBOL)
        return kn_no_memory(error);
    if (symbol == known)
        cluster->seen_at[symbol] = cluster->cluster.documents;
    else if (are_twins(document, cluster->cluster.document[cluster->seen_at[symbol]]))
        *twin = cluster->cluster.document[cluster->seen_at[symbol]];
    return KNAP_OK;
}

knap_status kn_corpus_note_encoding(knap_corpus *corpus, const char *file, const kn_decoded *decoded, knap_error *error)
{
    if (decoded->repaired == 0)
        return KNAP_OK;
    /* one note per file: files are read one after the other */
    if (corpus->encoding_note && strcmp(corpus->note[corpus->encoding_note - 1].file, file) == 0)
        return KNAP_OK;
    corpus->encoding_note = corpus->notes + 1;
    if (strcmp(decoded->encoding, "UTF-8") != 0)
        return kn_corpus_note(corpus, error, KNAP_NOTE_ENCODING, file, "not UTF-8: read as %s", decoded->encoding);
    return kn_corpus_note(corpus, error, KNAP_NOTE_ENCODING, file,
                          "%zu bytes that are not UTF-8 were read as windows-1252", decoded->repaired);
}

/* Adds the notes about a document. *left_out says that it must not be added. */
static knap_status examine(knap_corpus *corpus, kn_cluster *cluster, const knap_document *document, bool reference,
                           bool *left_out, knap_error *error)
{
    const knap_document *twin = NULL;
    knap_status status;
    size_t length;
    const char *text = knap_document_text(document, &length);
    *left_out = true;
    if (kn_skip_space(text, 0, length) == length)
        return kn_corpus_note(corpus, error, KNAP_NOTE_EMPTY, document->name, "%s%s%sno text: left out", document->id,
                              document->id[0] ? ": " : "", reference ? "a reference with " : "");
    status = reference ? KNAP_OK : find_twin(corpus, cluster, document, &twin, error);
    if (!status && twin)
        return kn_corpus_note(corpus, error, KNAP_NOTE_DUPLICATE, document->name,
                              "%s%sthe same text as %s%s%s, or its opening: counted once", document->id,
                              document->id[0] ? ": " : "", twin->name, twin->id[0] ? " " : "", twin->id);
    *left_out = false;
    return !status ? kn_corpus_note_encoding(corpus, document->name, &document->decoded, error) : status;
}

knap_status kn_corpus_document(knap_corpus *corpus, kn_cluster *cluster, knap_document *document, bool reference,
                               knap_error *error)
{
    knap_cluster *open = &cluster->cluster;
    knap_document ***list = reference ? &open->reference : &open->document;
    size_t *count = reference ? &open->references : &open->documents;
    bool left_out = true;
    knap_status status = kn_pause_ask(corpus->pause, error);
    if (!status)
        status = examine(corpus, cluster, document, reference, &left_out, error);
    if (!status && !left_out && !KN_ROOM(corpus->allocator, *list, *count + 1))
        status = kn_no_memory(error);
    if (status || left_out) {
        knap_document_free(document);
        return status;
    }
    (*list)[(*count)++] = document;
    return KNAP_OK;
}

knap_status kn_corpus_text(knap_corpus *corpus, kn_cluster *cluster, const knap_file *file, const char *id,
                           knap_error *error)
{
    kn_decoded decoded = {.encoding = "UTF-8"};
    knap_document *document;
    knap_status status;
    kn_mapped_begin(&decoded.mapped, corpus->allocator);
    kn_mapped_add(&decoded.mapped, file->bytes, file->length, 1, 0, 1);
    status = decoded.mapped.text.failed ? kn_no_memory(error)
                                        : kn_document_of(file->name, id, &decoded, corpus->allocator, &document, error);
    if (status) {
        kn_mapped_free(&decoded.mapped);
        return status;
    }
    return kn_corpus_document(corpus, cluster, document, file->reference, error);
}

static void free_documents(const knap_corpus *corpus, knap_document **document, size_t count)
{
    for (size_t i = 0; i < count; i++)
        knap_document_free(document[i]);
    KN_RELEASE(corpus->allocator, document);
}

static void free_cluster(const knap_corpus *corpus, kn_cluster *cluster)
{
    free_documents(corpus, cluster->cluster.document, cluster->cluster.documents);
    free_documents(corpus, cluster->cluster.reference, cluster->cluster.references);
    kn_symbols_free(&cluster->seen);
    KN_RELEASE(corpus->allocator, cluster->seen_at);
}

void kn_corpus_remove(knap_corpus *corpus, size_t index)
{
    free_cluster(corpus, corpus->cluster[index]);
    corpus->clusters--;
    for (size_t i = index; i < corpus->clusters; i++)
        corpus->cluster[i] = corpus->cluster[i + 1];
}

void knap_corpus_close(knap_corpus *corpus)
{
    if (!corpus)
        return;
    for (size_t i = 0; i < corpus->clusters; i++)
        free_cluster(corpus, corpus->cluster[i]);
    KN_RELEASE(corpus->allocator, corpus->cluster);
    KN_RELEASE(corpus->allocator, corpus->note);
    KN_RELEASE(corpus->allocator, corpus->model);
    kn_plan_end(corpus);
    kn_arena_free(&corpus->arena);
    kn_free(corpus->allocator, corpus, 1, sizeof *corpus);
}

size_t knap_corpus_clusters(const knap_corpus *corpus)
{
    return corpus ? corpus->clusters : 0;
}

const knap_cluster *knap_corpus_cluster(const knap_corpus *corpus, size_t index)
{
    return corpus && index < corpus->clusters ? &corpus->cluster[index]->cluster : NULL;
}

void knap_corpus_share(const knap_corpus *corpus, const knap_team *team, size_t *first, size_t *count)
{
    size_t total = knap_corpus_clusters(corpus);
    *first = 0;
    *count = total;
    if (!corpus || !team)
        return;
    if (!corpus->team) {
        *first = (size_t)kn_team_first(team, team->rank, total);
        *count = (size_t)kn_team_first(team, team->rank + 1, total) - *first;
        return;
    }
    while (*first < total && corpus->cluster[*first]->owner < team->rank)
        ++*first;
    *count = 0;
    while (*first + *count < total && corpus->cluster[*first + *count]->owner == team->rank)
        ++*count;
}

const knap_note *knap_corpus_notes(const knap_corpus *corpus, size_t *count)
{
    if (count)
        *count = corpus ? corpus->notes : 0;
    return corpus ? corpus->note : NULL;
}
