/* tools.c - the language and the ROUGE scorer that a thread reads with. English words are ROUGE-1.5.5's own; those of other
 * languages, whose letters it would drop, are ICU's and Snowball's. */
#include "summarize/tools.h"

#include <string.h>

knap_status kn_tools_open(kn_tools *tools, const char *language, const knap_text_settings *settings,
                          const char *exceptions, const knap_allocator *allocator, knap_error *error)
{
    knap_rouge_options options;
    bool english = strcmp(language, "en") == 0;
    knap_status status;
    *tools = (kn_tools){.allocator = allocator, .pieces = english, .stem = settings->stem};
    knap_rouge_options_init(&options);
    options.ngrams = 1;
    options.lcs = 0;
    options.stem = settings->stem;
    status = knap_language_open(language, allocator, &tools->language, error);
    if (!status)
        status = knap_rouge_new(&options, allocator, &tools->rouge, error);
    if (!status && english && settings->stem && exceptions)
        status = knap_rouge_add_exceptions(tools->rouge, exceptions, error);
    if (!status && !english)
        status = knap_rouge_set_language(tools->rouge, language, error);
    if (status)
        kn_tools_close(tools);
    return status;
}

void kn_tools_close(kn_tools *tools)
{
    knap_rouge_free(tools->rouge);
    knap_language_close(tools->language);
    tools->rouge = NULL;
    tools->language = NULL;
}
