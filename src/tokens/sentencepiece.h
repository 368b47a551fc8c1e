/* tokens/sentencepiece.h - a model of SentencePiece: what its file holds, and the steps of a text.
 *
 *     text -> rules of the file, spaces as symbols -> pieces by unigram scores, merges, words or characters -> ids */
#pragma once

#include "base/symbols.h"
#include "tokens/tokenizer.h"

typedef enum kn_piece_type { KN_NORMAL = 1, KN_UNKNOWN, KN_CONTROL, KN_USER_DEFINED, KN_UNUSED, KN_BYTE } kn_piece_type;
typedef enum kn_model_type { KN_UNIGRAM = 1, KN_MERGES, KN_WORDS, KN_CHARACTERS } kn_model_type;

/* A set of keys by their bytes. Node 0 is the root; the table holds the next node for a node and a byte. */
typedef struct kn_key_slot {
    uint32_t from; /* node << 8 | byte */
    uint32_t to;   /* 0: the slot is free */
} kn_key_slot;

typedef struct kn_keys {
    kn_key_slot *slot; /* [slots], a power of two */
    size_t slots;
    uint32_t *symbol; /* [nodes] the symbol of the key that ends here, or KN_NO_SYMBOL */
    size_t nodes;
} kn_keys;

/* How text is rewritten before it is cut: a double array (Darts) of the longest prefixes, and their replacements. */
typedef struct kn_rules {
    uint32_t *unit; /* [count] NULL: no rules */
    size_t count;
    char *texts; /* the replacements, each ends with a 0 byte */
    size_t length;
    enum { KN_PLAIN, KN_PLAIN_BEFORE_ASCII, KN_LOOKED_UP } ascii[128]; /* whether a character may begin a prefix */
} kn_rules;

typedef struct kn_piece_model {
    const knap_allocator *allocator;
    kn_model_type type;
    bool prefix, suffix, trim,
        escape;    /* a space in front or behind is added, outer ones are cut, and all are symbols */
    bool fallback; /* unknown characters are bytes */
    bool apart;    /* no piece has a space behind another character: words are encoded one by one */
    kn_rules rules;
    kn_symbols name;    /* all pieces; one text may be that of a piece and of a reserved one */
    uint32_t *id;       /* [name.count] of the piece that is not reserved, or KN_NO_RANK */
    uint32_t *reserved; /* [name.count] the id of a piece that is: control, unknown, byte; or KN_NO_RANK */
    uint32_t *rank;     /* [name.count] of merges: 0 for the highest score */
    float *score;       /* [name.count] */
    bool *defined;      /* [name.count] defined by the user: never divided */
    bool *unused;       /* [name.count] */
    kn_keys keys;       /* of unigram models: the pieces that are not reserved */
    kn_keys users;      /* the pieces that the user defined */
    bool user[256];     /* whether one of these begins with the byte */
    float least, most;  /* of the scores of normal pieces */
    uint32_t unknown, byte[256];
    size_t count;
} kn_piece_model;

/* The place of a node and a byte, or the free place where it would be. */
static inline size_t kn_keys_slot(const kn_keys *keys, uint32_t from)
{
    size_t at = (size_t)((from * UINT64_C(0x9E3779B97F4A7C15)) >> 32) & (keys->slots - 1);
    while (keys->slot[at].to && keys->slot[at].from != from)
        at = (at + 1) & (keys->slots - 1);
    return at;
}

/* The next node; 0 if no key goes on with this byte. */
static inline uint32_t kn_keys_next(const kn_keys *keys, uint32_t node, unsigned char byte)
{
    return keys->slot[kn_keys_slot(keys, node << 8 | byte)].to;
}

knap_status kn_sentencepiece_encode(const knap_tokenizer *tokenizer, kn_scratch *scratch, const char *text,
                                    size_t length, kn_sink *sink, knap_error *error);
/* Fills rules.ascii. */
void kn_rules_look(kn_rules *rules);
