/* tools.c - the language and the ROUGE scorer that a thread reads with. English words are ROUGE-1.5.5's own; those of other
 * languages, whose letters it would drop, are ICU's and Snowball's. */
#include "summarize/tools.h"
#include "base/error.h"
#include "base/memory.h"

#include <string.h>

void kn_tools_close(kn_tools *tools)
{
    knap_rouge_free(tools->rouge);
    knap_language_close(tools->language);
    tools->rouge = NULL;
    tools->language = NULL;
}

static uint64_t digest(const char *exceptions)
{
    return exceptions ? knap_hash(0, exceptions, strlen(exceptions)) : 0;
}

knap_status kn_tools_open(kn_tools *tools, const char *language, const knap_text_settings *settings,
                          const char *exceptions, const knap_allocator *allocator, knap_error *error)
{
    knap_rouge_options options;
    bool english = strcmp(language, "en") == 0;
    knap_status status;
    *tools =
        (kn_tools){.allocator = allocator, .pieces = english, .stem = settings->stem, .exceptions = digest(exceptions)};
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

/* ---- Words ---- */

void kn_common_words_drop(kn_common_words *words)
{
    const knap_allocator *allocator;
    if (!words || atomic_fetch_sub(&words->owners, 1) > 1)
        return;
    allocator = words->vocabulary.allocator;
    kn_vocabulary_free(&words->vocabulary);
    kn_free(allocator, words, 1, sizeof *words);
}

/* ---- Languages ---- */

knap_status kn_languages_find(knap_languages *languages, const char *language, const knap_text_settings *settings,
                              const char *exceptions, const kn_tools **tools, knap_error *error)
{
    size_t at = 0;
    knap_status status = KNAP_OK;
    while (at < languages->count && strcmp(knap_language_code(languages->tools[at].language), language) != 0)
        at++;
    *tools = &languages->tools[at];
    if (at == languages->count) {
        status = kn_tools_open(&languages->tools[at], language, settings, exceptions, languages->allocator, error);
        languages->count += !status;
    }
    return status;
}

/* Words are described by tools: they go where tools are closed. */
void kn_languages_close(knap_languages *languages)
{
    kn_common_words_drop(languages->words);
    languages->words = NULL;
    for (size_t i = 0; i < languages->count; i++)
        kn_tools_close(&languages->tools[i]);
    languages->count = 0;
}

kn_common_words *kn_languages_begin(knap_languages *languages, const knap_text_settings *settings,
                                    const char *exceptions)
{
    const kn_tools *any = &languages->tools[0];
    if (languages->count && (any->stem != settings->stem || any->exceptions != digest(exceptions)))
        kn_languages_close(languages);
    if (languages->words && kn_vocabulary_is_large(&languages->words->vocabulary)) {
        kn_common_words_drop(languages->words);
        languages->words = NULL;
    }
    if (!languages->words) {
        languages->words = kn_new(languages->allocator, 1, sizeof *languages->words);
        if (!languages->words)
            return NULL;
        kn_vocabulary_begin(&languages->words->vocabulary, languages->allocator);
        atomic_init(&languages->words->owners, 1);
    }
    atomic_fetch_add(&languages->words->owners, 1);
    return languages->words;
}

knap_status knap_languages_new(const knap_allocator *allocator, knap_languages **languages, knap_error *error)
{
    KN_REQUIRE(languages);
    *languages = kn_new(allocator, 1, sizeof **languages);
    if (!*languages)
        return kn_no_memory(error);
    (*languages)->allocator = allocator;
    return KNAP_OK;
}

void knap_languages_free(knap_languages *languages)
{
    if (!languages)
        return;
    kn_languages_close(languages);
    kn_free(languages->allocator, languages, 1, sizeof *languages);
}
