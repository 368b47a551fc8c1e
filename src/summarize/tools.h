/* summarize/tools.h - what one thread needs to read text in one language. */
#ifndef KNAP_SUMMARIZE_TOOLS_H
#define KNAP_SUMMARIZE_TOOLS_H

#include "knap/rouge.h"
#include "knap/summarize.h"

#include <stdbool.h>

typedef struct kn_tools {
    const knap_allocator *allocator;
    knap_language *language;
    knap_rouge *rouge;
    bool pieces; /* ROUGE's words are pieces of the language's words: see tokens.h */
    bool stem;   /* ROUGE's words count by their stems */
} kn_tools;

knap_status kn_tools_open(kn_tools *tools, const char *language, const knap_text_settings *settings,
                          const char *exceptions, const knap_allocator *allocator, knap_error *error);
void kn_tools_close(kn_tools *tools);

#endif
