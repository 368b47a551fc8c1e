/* models.c - the references of DUC and TAC: one folder for all clusters, the cluster in the file's name. */
#include "io/models.h"
#include "io/document_file.h"
#include "base/error.h"
#include "base/ascii.h"

#include <string.h>

/* Splits NAME into its five fields; 0 unless there are exactly those of CLUSTER.M.LENGTH.TYPE.LETTER. */
static const char *last_field(const char *name, size_t *length)
{
    const char *dot = strchr(name, '.');
    size_t digits;
    if (!dot || dot == name || (dot[1] != 'M' && dot[1] != 'm') || dot[2] != '.')
        return NULL;
    dot += 3;
    digits = strspn(dot, "0123456789");
    if (digits == 0 || digits > 6 || dot[digits] != '.')
        return NULL;
    *length = 0;
    for (size_t i = 0; i < digits; i++)
        *length = *length * 10 + (size_t)(dot[i] - '0');
    dot += digits + 1;
    if (!(kn_ascii_letter(dot[0]) || kn_ascii_digit(dot[0])) || dot[1] != '.')
        return NULL;
    return dot + 2;
}

bool kn_is_model_name(const char *name, size_t *length)
{
    const char *letter = last_field(name, length);
    return letter && kn_ascii_letter(letter[0]) &&
           (letter[1] == 0 || kn_ascii_same(letter + 1, ".txt") || kn_ascii_same(letter + 1, ".html"));
}

bool kn_is_peer_name(const char *name)
{
    size_t length;
    const char *system = last_field(name, &length);
    return system && system[0] && strspn(system, "0123456789") == strlen(system);
}

/* d30001t, D30001 and D30001T are one cluster, D0801A-B and D0801-B another: the name in lower case up to its
 * first full stop, without the letter that follows the number. */
static const char *model_key(kn_arena *arena, const char *name)
{
    size_t length = strcspn(name, "."), kept = 0;
    char *key = kn_arena_new(arena, length + 1, 1);
    for (size_t i = 0; key && i < length; i++) {
        bool suffix =
            i > 0 && kn_ascii_letter(name[i]) && kn_ascii_digit(name[i - 1]) && (i + 1 == length || name[i + 1] == '-');
        if (!suffix)
            key[kept++] = kn_ascii_lower(name[i]);
    }
    if (key)
        key[kept] = 0;
    return key;
}

knap_status kn_corpus_model(knap_corpus *corpus, const char *path, const char *name, knap_error *error)
{
    size_t length = 0;
    const char *key;
    if (kn_is_model_name(name, &length) && corpus->models_length && length != corpus->models_length)
        return KNAP_OK;
    key = model_key(&corpus->arena, name);
    if (!key || !KN_ROOM(corpus->allocator, corpus->model, corpus->models + 1))
        return kn_no_memory(error);
    corpus->model[corpus->models++] = (kn_model){path, key};
    return KNAP_OK;
}

static knap_status match_cluster(knap_corpus *corpus, kn_cluster *cluster, const kn_symbols *keys, const size_t *first,
                                 const size_t *next, knap_error *error)
{
    const char *id = cluster->cluster.id;
    const char *key = model_key(&corpus->arena, strrchr(id, '/') ? strrchr(id, '/') + 1 : id);
    uint32_t symbol;
    knap_status status = KNAP_OK;
    if (!key)
        return kn_no_memory(error);
    symbol = kn_symbols_find(keys, key, strlen(key));
    if (symbol == KN_NO_SYMBOL)
        return cluster->cluster.references ? KNAP_OK
                                           : kn_corpus_note(corpus, error, KNAP_NOTE_UNMATCHED, cluster->source,
                                                            "no reference for cluster '%s' in the models folder", id);
    for (size_t i = first[symbol]; !status && i != SIZE_MAX; i = next[i])
        status = kn_corpus_file(corpus, cluster, corpus->model[i].path, true, error);
    return status;
}

knap_status kn_corpus_match_models(knap_corpus *corpus, knap_error *error)
{
    kn_symbols keys;
    knap_status status = KNAP_OK;
    size_t *first, *next;
    if (corpus->models == 0)
        return KNAP_OK;
    kn_symbols_begin(&keys, corpus->allocator);
    first = kn_new(corpus->allocator, corpus->models, sizeof *first);
    next = kn_new(corpus->allocator, corpus->models, sizeof *next);
    /* Goes from the last to the first, so that each chain is in the order of reading. */
    for (size_t i = corpus->models; !status && i-- > 0;) {
        size_t known = keys.count;
        uint32_t symbol =
            first && next ? kn_symbols_add(&keys, corpus->model[i].key, strlen(corpus->model[i].key)) : KN_NO_SYMBOL;
        if (symbol == KN_NO_SYMBOL) {
            status = kn_no_memory(error);
        } else {
            next[i] = symbol == known ? SIZE_MAX : first[symbol];
            first[symbol] = i;
        }
    }
    for (size_t i = 0; !status && i < corpus->clusters; i++)
        status = match_cluster(corpus, corpus->cluster[i], &keys, first, next, error);
    kn_symbols_free(&keys);
    kn_free(corpus->allocator, first, corpus->models, sizeof *first);
    kn_free(corpus->allocator, next, corpus->models, sizeof *next);
    return status;
}
