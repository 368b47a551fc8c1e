/* text/lexicon.h - the word lists of each language; words are separated by spaces. */
#pragma once

#include <stddef.h>
#include <stdbool.h>

typedef enum kn_ordinals {
    KN_ORDINALS_NONE,
    KN_ORDINALS_DATES, /* an ordinal before a month or another number: "8. ledna" */
    KN_ORDINALS_ALL    /* an ordinal before any word that opens no sentence: "der 2. Weltkrieg" */
} kn_ordinals;

/* A list that is NULL is empty. */
typedef struct kn_lexicon {
    const char *code;
    const char *stemmer;  /* Snowball's name, or NULL */
    const char *stop;     /* function words without pronouns */
    const char *pronouns; /* personal pronouns; stop words too */
    /* Words other than function words that, with a capital, begin a sentence rather than a name. */
    const char *openers;
    /* Words that point back where they open a sentence: pronouns of the third person, demonstratives, connectives. */
    const char *back;
    const char *speakers; /* who speaks and who is spoken to: I, my, we, you */
    /* Abbreviations without their last full stop. One listed with a capital must have it ("Sat" but not
     * "sat"). */
    const char *titles;   /* something always follows: Gen, Dr, approx */
    const char *numbered; /* an abbreviation only before a number: No, p, fig */
    const char *endings;  /* the sentence goes on before a capital, unless an opener follows: Inc, Jr, St */
    const char *finals;   /* a capital begins the next sentence: usw, etc, т.д */
    const char *suffixes; /* ends of compounds that are cut short: str for Bahnhofstr */
    const char *hours;    /* a.m, p.m: a weekday or a time zone may follow */
    /* Full and short names, in the forms that stand in dates, with bars between the months; behind the
     * last bar, if there are twelve, words of more than one month. */
    const char *months;
    const char *days;
    const char *dated;   /* other words of a date line */
    const char *bylines; /* the first word of a byline */
    const char *speech;  /* after a quotation that ends in ? or !: "..." NAME said */
    const char *elided;  /* what stands before an apostrophe as a word of its own: l' d' qu' */
    /* What may be cut from a sentence out of its context, with a bar between phrases; see trim.h. */
    const char *connectives;  /* cut where they open a sentence: But */
    const char *bound;        /* words that a connective is not cut before: "But for the rain, ..." */
    const char *set_apart;    /* cut where they open a sentence with a comma behind them: However, */
    const char *attributions; /* cut at the end of a sentence without quotation marks: ", he said." */
    const char *future;       /* words that announce future events, with a bar between phrases: will */
    /* Words that multiply the number before them, with a bar between the powers: 10^3, 10^6, 10^9, 10^12. */
    const char *magnitudes;
    /* In languages whose sentences end with a space (Thai): words that continue the sentence after a space. */
    const char *joints;
    kn_ordinals ordinals; /* what a full stop behind a number may mean */
    bool spaced;          /* abbreviations may have spaces inside: "z. B." is listed as z.B */
    bool unspaced;        /* no spaces between words: zh, ja, th */
} kn_lexicon;

/* All languages but "und", by their ISO 639-1 codes. Each has a row `kn_lexicon_CODE`. */
/* clang-format off */
#define KN_LANGUAGES(X)                                                                                                \
    X(en) X(fr) X(cs) X(el) X(hi) X(ar) X(he) X(de) X(es) X(it) X(pt) X(nl) X(sv) X(da) X(nb) X(fi) X(pl) X(ru) X(uk)  \
    X(tr) X(ro) X(hu) X(fa) X(bn) X(zh) X(ja) X(ko) X(th) X(vi) X(id)
/* clang-format on */
#define KN_DECLARE(code) extern const kn_lexicon kn_lexicon_##code;
KN_LANGUAGES(KN_DECLARE)
#define KN_ONE_MORE(code) +1
enum { KN_LANGUAGE_COUNT = KN_LANGUAGES(KN_ONE_MORE) + 1 }; /* "und" included */

/* The language of a code, or NULL. */
const kn_lexicon *kn_lexicon_find(const char *code);
/* A word in lower case is among the function words of the language. */
bool kn_is_function_word(const char *language, const char *word, size_t length);
/* Whether the word opens sentences as a connective, in capitals or not: "but", "so", "however". */
bool kn_is_connective(const char *language, const char *word, size_t length);
/* What a word in lower case multiplies the number before it by: 1000 for "thousand"; 1 for any other word. */
double kn_magnitude(const char *language, const char *word, size_t length);
