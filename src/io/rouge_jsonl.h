/* io/rouge_jsonl.h - lines of an evaluation in JSONL, and what the processes that read them together tell each other. */
#pragma once

#include "io/inner.h"
#include "base/symbols.h"

/* The topics that came with references, and the digest of these. */
typedef struct kn_rouge_seen {
    kn_symbols topic;
    uint64_t *digest; /* [topics] */
} kn_rouge_seen;

void kn_rouge_seen_begin(kn_rouge_seen *seen, const knap_allocator *allocator);
void kn_rouge_seen_free(kn_rouge_seen *seen);
/* A topic that comes again must come with the same references: `count` of them, with this digest. `had` is the number of those that
 * the set has. `path` and `line` are for the error. */
knap_status kn_rouge_check_references(kn_rouge_seen *seen, const char *topic, uint64_t digest, size_t had, size_t count,
                                      const char *path, size_t line, knap_error *error);

/* An outline is what lines do to a set, without the texts: of each event its kind, the number of the line and the topic (a count of
 * bytes and the bytes, with a 0), then: */
typedef enum kn_rouge_event {
    KN_ROUGE_REFERENCES, /* their digest and their number */
    KN_ROUGE_PEER,       /* its system, written as the topic is */
    KN_ROUGE_ERROR       /* its message instead of a topic; nothing follows */
} kn_rouge_event;
void kn_rouge_outline(kn_text *to, kn_rouge_event event, size_t line, const char *name);

/* Reads the lines that begin at byte `begin` of the text into a set, and changes their ends to 0. `before` is the number of lines
 * before them. The outline may be NULL. */
knap_status kn_rouge_lines(knap_rouge_set *set, const char *path, kn_text *text, size_t begin, size_t before,
                           kn_text *outline, knap_error *error);
