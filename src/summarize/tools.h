/* summarize/tools.h - what one thread needs to read text in one language. */
#ifndef KNAP_SUMMARIZE_TOOLS_H
#define KNAP_SUMMARIZE_TOOLS_H

#include "knap/rouge.h"
#include "knap/summarize.h"
#include "text/lexicon.h"

#include <stdbool.h>

typedef struct kn_tools {
    const knap_allocator *allocator;
    knap_language *language;
    knap_rouge *rouge;
    bool pieces;         /* ROUGE's words are pieces of the language's words: see tokens.h */
    bool stem;           /* ROUGE's words count by their stems */
    uint64_t exceptions; /* a digest of the path of its irregular forms; 0: none */
} kn_tools;

knap_status kn_tools_open(kn_tools *tools, const char *language, const knap_text_settings *settings,
                          const char *exceptions, const knap_allocator *allocator, knap_error *error);
void kn_tools_close(kn_tools *tools);

/* The tools of the languages that one thread has met. */
struct knap_languages {
    const knap_allocator *allocator;
    kn_tools tools[KN_LANGUAGE_COUNT]; /* [count] */
    size_t count;
};

/* Finds the tools of a language, which are opened when they are first needed. They are valid until the next call with other
 * settings or exceptions. */
knap_status kn_languages_find(knap_languages *languages, const char *language, const knap_text_settings *settings,
                              const char *exceptions, const kn_tools **tools, knap_error *error);
/* Closes all tools. */
void kn_languages_close(knap_languages *languages);

#endif
