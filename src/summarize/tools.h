/* summarize/tools.h - what one thread needs to read text in one language. */
#ifndef KNAP_SUMMARIZE_TOOLS_H
#define KNAP_SUMMARIZE_TOOLS_H

#include "knap/rouge.h"
#include "knap/summarize.h"

typedef struct kn_tools {
    const knap_allocator *allocator;
    knap_language *language;
    knap_rouge *rouge;
} kn_tools;

knap_status kn_tools_open(kn_tools *tools, const char *language, const knap_text_settings *settings,
                          const char *exceptions, const knap_allocator *allocator, knap_error *error);
void kn_tools_close(kn_tools *tools);

#endif
