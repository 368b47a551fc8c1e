/* io/documents.h - what the readers of documents share: the corpus as it grows, files, folders. */
#ifndef KNAP_IO_DOCUMENTS_H
#define KNAP_IO_DOCUMENTS_H

#include "knap/io.h"
#include "base/symbols.h"
#include "text/document.h"

typedef struct kn_cluster {
    knap_cluster cluster; /* what the caller sees */
    size_t document_capacity, reference_capacity;
    kn_symbols seen; /* hashes of the documents' texts */
    size_t *seen_at; /* [seen.count] the document of each */
    size_t seen_capacity;
    const char *source; /* the folder or file it came from, for messages */
} kn_cluster;

/* A file of a models folder, to be matched when all clusters are known. */
typedef struct kn_model {
    const char *path;
    const char *key; /* the cluster's number in the form of kn_model_key */
} kn_model;

struct knap_corpus {
    const knap_allocator *allocator;
    kn_arena arena; /* strings, and the clusters themselves */
    const char *encoding;
    size_t models_length;
    FILE *input;
    kn_cluster **cluster;
    size_t clusters, cluster_capacity;
    knap_note *note;
    size_t notes, note_capacity;
    kn_model *model;
    size_t models, model_capacity;
    kn_cluster *loose; /* the one of plain files given by name */
};

/* ---- The corpus as it grows (documents.c) ---- */

knap_status kn_corpus_cluster(knap_corpus *corpus, const char *id, const char *source, kn_cluster **cluster,
                              knap_error *error);
/* Adds a document, or leaves it out with a note if it has no text or is there already. Takes `document` over.
 */
knap_status kn_corpus_document(knap_corpus *corpus, kn_cluster *cluster, knap_document *document, bool reference,
                               knap_error *error);
/* Reads what stands at a path that the caller named: a folder, a file of clusters, a file of the loose
 * cluster. */
knap_status kn_corpus_path(knap_corpus *corpus, const char *path, knap_error *error);
/* Reads the file at `path`, as one document or more. */
knap_status kn_corpus_file(knap_corpus *corpus, kn_cluster *cluster, const char *path, bool reference,
                           knap_error *error);
/* The same for bytes that were read. */
knap_status kn_corpus_bytes(knap_corpus *corpus, kn_cluster *cluster, const char *name, const kn_text *bytes,
                            bool reference, knap_error *error);
knap_status kn_corpus_note(knap_corpus *corpus, knap_error *error, knap_note_kind kind, const char *file,
                           const char *format, ...) KNAP_PRINTF(5, 6);

/* ---- Files and folders (folders.c) ---- */

typedef struct kn_entry {
    const char *name;
    bool folder; /* or else a regular file */
} kn_entry;

typedef struct kn_folder {
    kn_arena arena;
    kn_entry *entry; /* [count] by rising name; hidden ones and what is neither file nor folder left out */
    size_t count, capacity;
    size_t files;
} kn_folder;

/* Free with kn_folder_free in any case. */
knap_status kn_folder_list(kn_folder *folder, const char *path, const knap_allocator *allocator, knap_error *error);
void kn_folder_free(kn_folder *folder);
bool kn_is_folder(const char *path);
/* FOLDER/NAME in the corpus's arena; NULL when memory is out. */
const char *kn_join_path(kn_arena *arena, const char *folder, const char *name);

/* ---- Layouts (layouts.c) ---- */

knap_status kn_corpus_folder(knap_corpus *corpus, const char *path, knap_error *error);

/* ---- DUC and TAC (duc.c, models.c) ---- */

bool kn_is_sgml(const char *text, size_t length);
/* The documents of an SGML file, their texts cut out of it. */
knap_status kn_sgml_documents(knap_corpus *corpus, kn_cluster *cluster, const char *name, const kn_decoded *decoded,
                              bool reference, knap_error *error);
/* "D30001.M.100.T.A": cluster, M, length, type, letter. *length gets the number. */
bool kn_is_model_name(const char *name, size_t *length);
/* The name of a system's summary, D30001.M.100.T.17, which no reader wants. */
bool kn_is_peer_name(const char *name);
knap_status kn_corpus_model(knap_corpus *corpus, const char *path, const char *name, knap_error *error);
/* Reads the models folder that the options name. */
knap_status kn_corpus_models_folder(knap_corpus *corpus, const char *path, knap_error *error);
/* Gives the models found to the clusters they belong to. */
knap_status kn_corpus_match_models(knap_corpus *corpus, knap_error *error);

/* ---- JSON (documents_json.c) ---- */

bool kn_is_json_corpus(const char *name, const char *text, size_t length);
knap_status kn_json_clusters(knap_corpus *corpus, const char *name, const kn_decoded *decoded, knap_error *error);

#endif
