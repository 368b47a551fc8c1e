/* io/corpus.h - a corpus while it is read: clusters, documents (duplicates counted once), notes. */
#pragma once

#include "io/inner.h"
#include "base/file.h"
#include "base/symbols.h"
#include "formats/apart.h"
#include "text/document.h"

#include <stdbool.h>

typedef struct kn_cluster {
    knap_cluster cluster; /* what the caller sees */
    kn_symbols seen;      /* hashes of the documents' texts */
    size_t *seen_at;      /* [seen.count] the document of each */
    const char *source;   /* the folder or file it came from, for messages */
    size_t skipped;       /* files of it that could not be read */
    /* Where the processes of a team have read different clusters: */
    uint64_t bytes; /* of its files */
    size_t owner;   /* the process that has its documents */
    size_t counted; /* the number of its documents there */
    size_t step;    /* of the plan, for a cluster in JSON */
    bool numbered;  /* it has no id of its own: its place in the corpus is the id */
} kn_cluster;

typedef struct kn_plan kn_plan;

/* A file of a models folder, to be matched when all clusters are known. */
typedef struct kn_model {
    const char *path;
    const char *key; /* the cluster's number in the form of kn_model_key */
} kn_model;

struct knap_corpus {
    const knap_allocator *allocator;
    kn_arena arena; /* strings, and the clusters themselves */
    const char *encoding;
    const struct kn_file_format *format; /* that all documents are in; NULL: recognised for each */
    size_t models_length;
    FILE *input;
    bool each, skip_bad;     /* as in knap_corpus_options */
    const knap_run *run;     /* the same; NULL: none */
    double fraction;         /* of the paths that were read */
    kn_pause asks;           /* what `pause` points to */
    const kn_pause *pause;   /* NULL without a run that has a progress function */
    const knap_apart *apart; /* as in knap_corpus_options, with the limits of its readers */
    kn_apart_limits limits;
    kn_cluster **cluster;
    size_t clusters;
    knap_note *note;
    size_t notes;
    size_t encoding_note; /* 1 + the last note of KNAP_NOTE_ENCODING; 0: none */
    kn_model *model;
    size_t models;
    size_t skipped;    /* files that could not be read */
    kn_cluster *loose; /* the cluster of plain files that were given by name */
    /* [files] in the arena: the documents that there were after each file of knap_corpus_open_bytes */
    size_t *file_end;
    size_t files;
    kn_plan *plan;         /* NULL: files are read where they are found */
    const knap_team *team; /* whose processes have read different clusters; NULL: this one has all documents */
};

knap_status kn_corpus_cluster(knap_corpus *corpus, const char *id, const char *source, kn_cluster **cluster,
                              knap_error *error);
/* Adds a document, or leaves it out with a note if it has no text or is a duplicate. Takes ownership of
 * `document`. */
knap_status kn_corpus_document(knap_corpus *corpus, kn_cluster *cluster, knap_document *document, bool reference,
                               knap_error *error);
/* Adds a document of UTF-8 text that needs no decoding. */
knap_status kn_corpus_text(knap_corpus *corpus, kn_cluster *cluster, const knap_file *file, const char *id,
                           knap_error *error);
knap_status kn_corpus_note(knap_corpus *corpus, knap_error *error, knap_note_kind kind, const char *file,
                           const char *format, ...) KNAP_PRINTF(5, 6);
/* After a failure to read a file of a cluster: notes it, with `status` and `problem`, and returns KNAP_OK.
 * Returns `status`, with the problem in `error`, where it is not the file's fault. `cluster` may be NULL. */
knap_status kn_corpus_skip(knap_corpus *corpus, kn_cluster *cluster, const char *file, knap_status status,
                           const knap_error *problem, knap_error *error);
/* Removes the cluster at `index`. */
void kn_corpus_remove(knap_corpus *corpus, size_t index);
/* Notes a file that is not UTF-8, once per file. */
knap_status kn_corpus_note_encoding(knap_corpus *corpus, const char *file, const kn_decoded *decoded,
                                    knap_error *error);
