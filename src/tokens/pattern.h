/* tokens/pattern.h - what is searched for in text: a string, or a regular expression. Well-known expressions are matched by hand
 * (split.h), others by ICU where they mean the same there as in the expressions of Hugging Face's library (Oniguruma). */
#pragma once

#include "base/library.h"
#include "base/memory.h"
#include "tokens/split.h"

#include <unicode/uregex.h>

/* The functions of ICU's library for regular expressions, which is loaded when a tokenizer needs it: the rest of knap uses
 * ICU's other library only. */
#define KN_REGEX_FUNCTIONS(X)                                                                                          \
    X(uregex_open)                                                                                                     \
    X(uregex_close)                                                                                                    \
    X(uregex_clone) X(uregex_setUText) X(uregex_find64) X(uregex_findNext) X(uregex_start64) X(uregex_end64)           \
        X(uregex_setTimeLimit)
typedef struct kn_regex_library {
    KN_REGEX_FUNCTIONS(KN_FUNCTION_FIELD)
} kn_regex_library;

typedef struct kn_pattern {
    const char *literal; /* of `length` bytes; NULL: an expression */
    size_t length;
    kn_token_splitter *splitter; /* NULL: `regex` */
    URegularExpression *regex;
    kn_regex_library icu; /* where there is a `regex` */
} kn_pattern;

/* Compiles an expression. `problem` gets what is not supported in it, for KNAP_BAD_INPUT. */
knap_status kn_pattern_compile(kn_pattern *pattern, const char *expression, size_t length,
                               const knap_allocator *allocator, char *problem, size_t size);
void kn_pattern_free(kn_pattern *pattern);

/* A search through one text. */
typedef struct kn_search {
    const kn_pattern *pattern;
    const char *text;
    size_t length;
    URegularExpression *regex; /* this search's own */
    UText *utext;
} kn_search;

knap_status kn_search_begin(kn_search *search, const kn_pattern *pattern, knap_error *error);
/* The text that is searched next. */
knap_status kn_search_text(kn_search *search, const char *text, size_t length, knap_error *error);
/* Finds the next match at or after `from`; *begin is the length of the text if there is none. */
knap_status kn_search_next(kn_search *search, size_t from, size_t *begin, size_t *end, knap_error *error);
void kn_search_end(kn_search *search);
