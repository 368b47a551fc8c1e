/* io/json.h - walks over JSON in memory without building a tree. Accepts what jansson accepts with JSON_REJECT_DUPLICATES:
 * strings are valid UTF-8 without NUL, whole numbers fit 64 bits, real numbers do not overflow, at most 2048 levels.
 *
 * The bytes must be followed by KN_JSON_PADDING bytes of 0. A call that fails sets `problem`; after that all calls fail. */
#pragma once

#include "base/memory.h"

#include <stdint.h>

enum { KN_JSON_PADDING = 16, KN_JSON_DEPTH = 2048 };

/* Bytes that are not followed by a 0. */
typedef struct kn_slice {
    const char *bytes;
    size_t length;
} kn_slice;

typedef struct kn_json {
    const char *at, *end;
    bool last;           /* no bytes follow `end` */
    bool ended;          /* the problem is that the bytes end too early */
    bool short_of_bytes; /* the same, and more bytes may follow */
    bool no_memory;
    const char *problem; /* NULL: none */
    size_t line;         /* of `at` */
    unsigned depth;
    kn_arena decoded; /* strings with escapes; cleared by the caller */
    kn_slice *key;    /* [keys] of the objects that are open */
    size_t keys;
    uint32_t *slot; /* scratch: a table of keys */
} kn_json;

/* Puts the padding behind a text; its length stays. False where memory is out. */
bool kn_json_pad(kn_text *text);
void kn_json_begin(kn_json *json, const knap_allocator *allocator);
void kn_json_free(kn_json *json);
/* Starts to read `bytes`; the line of the first byte is given. */
void kn_json_start(kn_json *json, const char *bytes, size_t length, bool last, size_t line);
/* Sets the problem and returns false. */
bool kn_json_fail(kn_json *json, const char *problem);
/* Fails because the byte `wanted` was expected. */
bool kn_json_lacks(kn_json *json, char wanted);

/* Passes white space. Returns the byte behind it, which starts a value if it is one of {["-0123456789tfn; 0 at the end, where
 * the problem is set. */
int kn_json_peek(kn_json *json);
/* Takes the byte `wanted` behind white space, or fails. */
bool kn_json_expect(kn_json *json, char wanted);

/* An object or list that is being walked over. */
typedef struct kn_json_walk {
    size_t first_key; /* in kn_json.key */
    bool any;         /* an element was there */
    bool unchecked;   /* the caller looks for members that come twice */
} kn_json_walk;

/* Enters '{' or '['. */
bool kn_json_enter(kn_json *json, kn_json_walk *walk, char opening);
/* The next member's name, with its ':' taken; false at the end, which is taken, and after a problem. */
bool kn_json_member(kn_json *json, kn_json_walk *walk, kn_slice *name);
/* Whether there is another element; otherwise the end is taken. */
bool kn_json_element(kn_json *json, kn_json_walk *walk);

/* These take a value of their kind or fail. A string's bytes stay valid until the bytes or `decoded` change. */
bool kn_json_string(kn_json *json, kn_slice *string);
bool kn_json_number(kn_json *json, double *value, bool *integer);
/* "true", "false" or "null": 1, 0, -1. */
bool kn_json_literal(kn_json *json, int *value);
/* Passes over a value of any kind and checks it. */
bool kn_json_skip(kn_json *json);

/* `digits` times 10 to the power of `exponent`, correctly rounded; false where it is left to kn_parse_number. */
bool kn_decimal(uint64_t digits, int exponent, double *value);
