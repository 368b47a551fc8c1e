/* stem.c - finds stems, with a cache. */
#include "text/stem.h"
#include "text/czech.h"

#include <string.h>

#include <libstemmer.h>

enum { LARGEST_CACHE = 1 << 16 }; /* stems kept */

bool kn_stemmer_begin(kn_stemmer *stemmer, const char *snowball, bool czech, const knap_allocator *allocator)
{
    *stemmer = (kn_stemmer){.allocator = allocator, .czech = czech};
    kn_symbols_begin(&stemmer->cache, allocator);
    if (snowball)
        stemmer->snowball = sb_stemmer_new(snowball, "UTF_8");
    return !snowball || stemmer->snowball;
}

bool kn_stemmer_exists(const char *snowball)
{
    for (const char **name = sb_stemmer_list(); *name; name++)
        if (strcmp(*name, snowball) == 0)
            return true;
    return false;
}

void kn_stemmer_free(kn_stemmer *stemmer)
{
    sb_stemmer_delete(stemmer->snowball);
    kn_symbols_free(&stemmer->cache);
    KN_RELEASE(stemmer->allocator, stemmer->stem);
}

static void forget(kn_stemmer *self)
{
    kn_symbols_free(&self->cache);
    kn_symbols_begin(&self->cache, self->allocator);
}

kn_stem *kn_stemmer_find(kn_stemmer *self, const char *folded, size_t length)
{
    kn_symbols *cache = &self->cache;
    size_t known = cache->count;
    uint32_t symbol;
    if (known >= LARGEST_CACHE) {
        forget(self);
        known = 0;
    }
    if (!KN_ROOM(self->allocator, self->stem, known + 1))
        return NULL;
    symbol = kn_symbols_add(cache, folded, length);
    if (symbol == KN_NO_SYMBOL)
        return NULL;
    if (symbol == known) {
        const char *text = folded;
        if (self->snowball) {
            const sb_symbol *found = sb_stemmer_stem(self->snowball, (const sb_symbol *)text, (int)length);
            if (!found) { /* memory is out */
                forget(self);
                return NULL;
            }
            /* An empty stem would merge all such words. */
            if (sb_stemmer_length(self->snowball) > 0) {
                text = (const char *)found;
                length = (size_t)sb_stemmer_length(self->snowball);
            }
        } else if (self->czech) {
            length = kn_czech_stem(text, length);
        }
        self->stem[symbol] = (kn_stem){.text = kn_arena_text(&cache->arena, text, length), .length = (uint32_t)length};
        /* After a failure an entry may be without a stem: clear the cache. */
        if (!self->stem[symbol].text) {
            forget(self);
            return NULL;
        }
    }
    return &self->stem[symbol];
}
