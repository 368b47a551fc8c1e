/* text/lexicon.h - what we know of each language's words: lists of our own making, space-separated. */
#ifndef KNAP_TEXT_LEXICON_H
#define KNAP_TEXT_LEXICON_H

#include <stddef.h>
#include <stdbool.h>

typedef struct kn_lexicon {
    const char *code;
    const char *stemmer;  /* Snowball's name, or NULL */
    const char *stop;     /* function words, pronouns not among them */
    const char *pronouns; /* personal pronouns; stop words too */
    /* Words other than function words that, with a capital, begin a sentence rather than a name. */
    const char *openers;
    /* Words that point back where they open a sentence: pronouns of the third person, demonstratives, connectives. */
    const char *back;
    const char *speakers; /* who speaks and who is spoken to: I, my, we, you */
    /* Abbreviations without their last full stop. One listed with a capital must have it ("Sat" but not
     * "sat"). */
    const char *titles;   /* something always follows: Gen, Dr, approx */
    const char *numbered; /* a number follows, or it is none: No, p, fig */
    const char *endings;  /* may end a sentence: Inc, Jr, St */
    const char *hours;    /* a.m, p.m: a weekday or a time zone may follow */
    /* Full and short names, in the forms that stand in dates, with bars between the months; behind the last bar, if there
     * are twelve, words of more than one month. */
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
    const char *future;       /* words that tell of what is to come, with a bar between phrases: will */
    bool ordinal_stop;   /* "8. ledna": a full stop makes an ordinal */
} kn_lexicon;

/* The languages, ending in one without a code. The last but that is "und". */
extern const kn_lexicon kn_lexicons[];

/* The language of a code, or NULL. */
const kn_lexicon *kn_lexicon_find(const char *code);
/* A word in lower case is among the function words of the language. */
bool kn_is_function_word(const char *language, const char *word, size_t length);

#endif
