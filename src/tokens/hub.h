/* tokens/hub.h - a tokenizer.json of Hugging Face: the steps that the file names, in the order in which a text passes them.
 *
 *     text -> added tokens cut out -> normalizers -> normalized added tokens cut out -> pre-tokenizers -> pieces -> model -> ids
 */
#pragma once

#include "base/symbols.h"
#include "tokens/pattern.h"
#include "tokens/tokenizer.h"

#include <jansson.h>

/* Where a reader of the file stands. */
typedef struct kn_hub_file {
    const char *name;
    const knap_allocator *allocator;
    kn_arena *arena; /* for what lives as long as the tokenizer */
    knap_error *error;
    unsigned stand_in; /* the character that stands for NUL in keys; 0: none does */
} kn_hub_file;

/* The error for what is not supported or wrong: "WHERE: ..." */
knap_status kn_hub_refuse(const kn_hub_file *file, const char *where, const char *format, ...) KNAP_PRINTF(3, 4);
/* Fails for a member of `object` that is not in the list `known`, which ends with NULL: a member that is not understood might
 * change the tokens. */
knap_status kn_hub_members(const kn_hub_file *file, const char *where, const json_t *object, const char *const *known);
/* A member that is true, false or absent (then `absent`). */
knap_status kn_hub_flag(const kn_hub_file *file, const char *where, const json_t *object, const char *member,
                        bool absent, bool *value);
/* The string of a member, or NULL where it is absent or null. */
knap_status kn_hub_string(const kn_hub_file *file, const char *where, const json_t *object, const char *member,
                          const json_t **value);
/* The ids of the members of the object `vocab`. */
knap_status kn_hub_vocabulary(const kn_hub_file *file, const json_t *vocab, kn_symbols *names, uint32_t **id);
/* A pattern {"String": ...} or {"Regex": ...}. */
knap_status kn_hub_pattern(const kn_hub_file *file, const char *where, const json_t *value, kn_pattern *pattern);

/* ---- Tekken (ranks.c) ---- */

/* Whether the file is Mistral's: {"config": {"pattern": ...}, "vocab": [{"rank": 0, "token_bytes": BASE64}, ...]}. */
bool kn_is_tekken(const json_t *json);
knap_status kn_tekken_open(knap_tokenizer *tokenizer, const char *name, const json_t *json, knap_error *error);

/* ---- Normalizers ---- */

typedef enum kn_change_kind {
    KN_NFC,
    KN_NFD,
    KN_NFKC,
    KN_NFKD,
    KN_LOWERCASE,
    KN_STRIP_MARKS,    /* StripAccents: all combining marks */
    KN_STRIP_NONSPACE, /* BERT's strip_accents, after NFD */
    KN_STRIP,
    KN_PREPEND,
    KN_REPLACE,
    KN_CLEAN,           /* BERT's clean_text */
    KN_SPACE_IDEOGRAPHS /* BERT's handle_chinese_chars */
} kn_change_kind;

typedef struct kn_change {
    kn_change_kind kind;
    void *form;         /* of NFC to NFKD: ICU's UNormalizer2 */
    bool left, right;   /* of Strip */
    kn_pattern pattern; /* of Replace */
    const char *text;   /* of Prepend and Replace */
    size_t length;
} kn_change;

typedef struct kn_normalizer {
    kn_change *step; /* [count] */
    size_t count;
    void *unicode_9; /* ICU's USet of the characters of Unicode 9, which `form` changes */
} kn_normalizer;

knap_status kn_normalizer_read(const kn_hub_file *file, const json_t *json, kn_normalizer *normalizer);
void kn_normalizer_free(kn_normalizer *normalizer, const knap_allocator *allocator);
/* Sets *result, *made to the text after all steps: `text` itself or a buffer of the scratch memory. */
knap_status kn_normalize(const kn_normalizer *normalizer, kn_scratch *scratch, const char *text, size_t length,
                         const char **result, size_t *made, knap_error *error);

/* ---- Pre-tokenizers ---- */

typedef enum kn_behavior {
    KN_REMOVED,
    KN_ISOLATED,
    KN_MERGED_WITH_PREVIOUS,
    KN_MERGED_WITH_NEXT,
    KN_CONTIGUOUS
} kn_behavior;

/* Whether a character is a match of its own. */
typedef bool kn_is_match(int32_t code);

typedef struct kn_cut {
    kn_is_match *match; /* NULL: `pattern` */
    kn_pattern pattern;
    kn_behavior behavior;
    bool invert;
    bool none;          /* does not cut: only adds a prefix or replaces spaces */
    bool prefix_first;  /* `prefix` only at the start of the text */
    const char *prefix; /* put before each piece that does not begin with it; NULL: none */
    const char *space;  /* what each space becomes; NULL: it stays */
} kn_cut;

typedef struct kn_cutter {
    kn_cut *step; /* [count] */
    size_t count;
    bool byte_level; /* the model sees bytes, written as characters */
} kn_cutter;

knap_status kn_cutter_read(const kn_hub_file *file, const json_t *json, kn_cutter *cutter);
void kn_cutter_free(kn_cutter *cutter, const knap_allocator *allocator);
/* Cuts a part of the text into pieces; sets *bytes to the text that they are ranges of. `first`: the part begins the text. */
knap_status kn_cut_pieces(const kn_cutter *cutter, kn_scratch *scratch, const char *text, size_t length, bool first,
                          const char **bytes, const kn_text_pieces **pieces, knap_error *error);

/* ---- Added tokens ---- */

typedef struct kn_added {
    uint32_t id;
    bool single_word, left_strip, right_strip;
} kn_added;

/* Added tokens that are looked for in the same text. */
typedef struct kn_added_set {
    kn_symbols content;
    kn_added *token; /* [content.count] */
    size_t *length;  /* [lengths] the different lengths of tokens, the longest first */
    size_t lengths;
    bool starts[256]; /* whether a token begins with the byte */
} kn_added_set;

void kn_added_begin(kn_added_set *set, const knap_allocator *allocator);
void kn_added_free(kn_added_set *set);
knap_status kn_added_add(kn_added_set *set, const char *content, size_t length, kn_added token, knap_error *error);
/* The next token at or after `at`: sets [*begin, *end), the stripped white space included, and returns it; NULL if there is none.
 * `done` is the end of the token before. */
const kn_added *kn_added_find(const kn_added_set *set, const char *text, size_t length, size_t at, size_t done,
                              size_t *begin, size_t *end);

/* ---- Models ---- */

typedef struct kn_hub_model {
    knap_status (*encode)(const void *model, kn_merger *merger, const char *piece, size_t length, kn_sink *sink,
                          knap_error *error);
    void (*close)(void *model, const knap_allocator *allocator);
    const char *name;
    void *model;
    const kn_symbols *names; /* the tokens */
    const uint32_t *id;      /* [names->count] */
} kn_hub_model;

knap_status kn_bpe_read(const kn_hub_file *file, const json_t *json, bool byte_level, kn_hub_model *model);
knap_status kn_wordpiece_read(const kn_hub_file *file, const json_t *json, kn_hub_model *model);
