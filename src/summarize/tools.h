/* summarize/tools.h - what one thread needs to read text in one language. */
#pragma once

#include "rouge/inner.h"
#include "summarize/inner.h"
#include "text/lexicon.h"
#include "text/vocabulary.h"

#include <stdatomic.h>
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

/* Words that the stories of several readings share, one reading after the other. The last owner frees them. */
typedef struct kn_common_words {
    kn_vocabulary vocabulary;
    atomic_size_t owners; /* the languages that they were read with, and readings */
} kn_common_words;

void kn_common_words_drop(kn_common_words *words);

/* The tools of the languages that one thread has met, and the words. */
struct knap_languages {
    const knap_allocator *allocator;
    kn_tools tools[KN_LANGUAGE_COUNT]; /* [count] */
    size_t count;
    kn_common_words *words; /* described by these tools; NULL: none yet */
};

/* Begins a reading: closes tools of other settings or exceptions. Returns the words for the reading, which drops them when its
 * stories are freed; NULL where memory is out. */
kn_common_words *kn_languages_begin(knap_languages *languages, const knap_text_settings *settings,
                                    const char *exceptions);
/* Finds the tools of a language, which are opened when they are first needed, with the settings that the reading has begun with. */
knap_status kn_languages_find(knap_languages *languages, const char *language, const knap_text_settings *settings,
                              const char *exceptions, const kn_tools **tools, knap_error *error);
/* Closes all tools, and drops the words. */
void kn_languages_close(knap_languages *languages);
