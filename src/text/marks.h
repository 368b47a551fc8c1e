/* text/marks.h - the marks that may end a sentence, with the word before and the closing quotes and brackets behind them. */
#pragma once

#include "text/language.h"

/* A paragraph while it is split. */
typedef struct kn_splitter {
    knap_language *language;
    const char *text;
    size_t begin, end; /* the paragraph */
    size_t sentence;   /* where the current sentence begins */
    bool casual, failed;
    int32_t quote;         /* the mark that opened the quotation that the text is in; 0: in none */
    bool words;            /* the current sentence has words, not only punctuation */
    bool asked;            /* ICU has the paragraph: see proposals.h */
    size_t proposal, unit; /* ICU's next boundary: byte behind its last character, UTF-16 unit */
    size_t proposal_byte;  /* the boundary itself */
} kn_splitter;

/* A run of terminators, with the closing quotes and brackets after it. */
typedef struct kn_mark {
    size_t token;   /* where the word before begins */
    size_t begin;   /* the first terminator */
    size_t run_end; /* after the last terminator */
    size_t end;     /* behind closing quotes and brackets */
    size_t next;    /* the next character that is no space, or the end of the paragraph */
    bool ellipsis;  /* more than one full stop */
    bool strong;    /* a question or exclamation mark, or a mark that is no part of a word: not a full stop */
    bool wide;      /* of Chinese or Japanese: no space follows */
    bool quote_closed, bracket_closed, title_closed;
} kn_mark;

/* The next mark from *at on, which is moved behind it; false at the end of the paragraph. */
bool kn_next_mark(kn_splitter *s, size_t *at, kn_mark *m);
/* A mark that kn_next_mark finds. */
bool kn_is_stop(int32_t code);
/* A letter, a digit or a mark that combines with one. */
bool kn_is_wordy(int32_t code);
/* A character of Chinese or Japanese, which are written without spaces. */
static inline bool kn_is_ideograph(int32_t code)
{
    return code >= 0x2E80 && (code < 0xA4D0 || (code >= 0xF900 && code < 0xFB00) || code >= 0x20000);
}
