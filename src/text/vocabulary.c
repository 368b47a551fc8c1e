/* vocabulary.c - numbers names for streams. */
#include "text/vocabulary.h"

void kn_name_list_free(kn_name_list *names, const knap_allocator *allocator)
{
    KN_RELEASE(allocator, names->name);
    KN_RELEASE(allocator, names->length);
    *names = (kn_name_list){.name = NULL};
}

void kn_vocabulary_begin(kn_vocabulary *vocabulary, const knap_allocator *allocator)
{
    *vocabulary = (kn_vocabulary){.allocator = allocator};
    kn_symbols_begin(&vocabulary->form.all, allocator);
    kn_symbols_begin(&vocabulary->stem.all, allocator);
    kn_symbols_begin(&vocabulary->token.all, allocator);
}

static void numbering_free(kn_numbering *numbering, const knap_allocator *allocator)
{
    kn_symbols_free(&numbering->all);
    KN_RELEASE(allocator, numbering->local);
}

void kn_vocabulary_free(kn_vocabulary *vocabulary)
{
    const knap_allocator *allocator = vocabulary->allocator;
    for (size_t i = 0; i < vocabulary->shelves; i++) {
        kn_symbols_free(&vocabulary->shelf[i]->written);
        KN_RELEASE(allocator, vocabulary->shelf[i]->entry);
        kn_free(allocator, vocabulary->shelf[i], 1, sizeof **vocabulary->shelf);
    }
    KN_RELEASE(allocator, vocabulary->shelf);
    numbering_free(&vocabulary->form, allocator);
    numbering_free(&vocabulary->stem, allocator);
    numbering_free(&vocabulary->token, allocator);
    vocabulary->shelves = 0;
}

kn_shelf *kn_vocabulary_shelf(kn_vocabulary *vocabulary, const struct kn_lexicon *language)
{
    kn_shelf *made;
    for (size_t i = 0; i < vocabulary->shelves; i++)
        if (vocabulary->shelf[i]->language == language)
            return vocabulary->shelf[i];
    if (!KN_ROOM(vocabulary->allocator, vocabulary->shelf, vocabulary->shelves + 1) ||
        !(made = kn_new(vocabulary->allocator, 1, sizeof *made)))
        return NULL;
    made->language = language;
    kn_symbols_begin(&made->written, vocabulary->allocator);
    vocabulary->shelf[vocabulary->shelves++] = made;
    return made;
}

uint32_t kn_numbering_add(kn_numbering *numbering, const char *name, size_t length)
{
    size_t known = numbering->all.count;
    uint32_t symbol;
    if (!KN_ROOM(numbering->all.arena.allocator, numbering->local, known + 1))
        return KN_NO_SYMBOL;
    symbol = kn_symbols_add(&numbering->all, name, length);
    if (symbol == known)
        numbering->local[symbol].stream = 0;
    return symbol;
}

uint32_t kn_numbering_append(kn_numbering *numbering, uint32_t symbol, uint32_t stream, kn_name_list *names)
{
    const knap_allocator *allocator = numbering->all.arena.allocator;
    size_t count = names->count;
    if (count >= KN_NO_SYMBOL - 1 || !KN_ROOM(allocator, names->name, count + 1) ||
        !KN_ROOM(allocator, names->length, count + 1))
        return KN_NO_SYMBOL;
    names->name[count] = numbering->all.name[symbol];
    names->length[count] = numbering->all.length[symbol];
    numbering->local[symbol] = (struct kn_local){stream, (uint32_t)count};
    names->count++;
    return (uint32_t)count;
}
