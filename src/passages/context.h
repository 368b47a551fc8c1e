/* passages/context.h - the parts of a context: packing and order (context.c), its text (render.c), cuts (compress.c). */
#pragma once

#include "passages/passages.h"
#include "summarize/inner.h"

struct knap_context {
    const knap_allocator *allocator;
    knap_context_settings settings;
    const knap_meter *meter; /* NULL: costs are as given */
    knap_meter *own_meter;   /* a meter that threads cannot share */
    knap_summarizer *summarizer;
    kn_arena arena; /* of the passages */
    knap_cited *cited;
    size_t count, cuts;
    kn_text text, scratch;
    kn_excerpt *cut; /* [late] items that were cut after the list was packed; in `cut_arena` */
    char **shorter;  /* [late] their texts */
    size_t late;
    kn_arena cut_arena;
};

enum { KN_MOST_LATE = 8 };

/* Writes one passage, without separators. */
void kn_render_passage(const knap_context *self, const knap_instance *instance, const knap_cited *cited, kn_text *out);
/* Writes the passages with what stands before, between and after them. */
void kn_render(const knap_context *self, const knap_instance *instance, kn_text *out);
/* What stands between two passages. */
const char *kn_render_between(const knap_context *self);

/* Adds text two to text one; what the end of one and the beginning of the other share is there once. `arena` gives scratch. */
bool kn_join_texts(kn_arena *arena, kn_text *text, const char *more, size_t length);

/* The count of a text by the meter. */
knap_status kn_context_count(const knap_context *self, const char *text, size_t length, double *count,
                             knap_error *error);
/* Cuts the text of an item to its best sentences, so that its passage counts at most `room`. *cut has no spans where none fits. `text`
 * and the spans are in `arena`. */
knap_status kn_compress(knap_context *self, const knap_instance *instance, size_t item, double room, kn_arena *arena,
                        kn_excerpt *cut, char **text, knap_error *error);
