/* language.c - ROUGE's tokens in other languages: ICU's words and Snowball's stems instead of ASCII and Porter.
 *
 * A knap_language serves one thread at a time, a scorer many: a pool hands one to each call. */
#include "rouge/scorer.h"

#include "base/error.h"
#include "knap/text.h"
#include "text/utf8.h"

#include <pthread.h>
#include <string.h>

enum { MOST_IDLE = 64 };

struct kn_rouge_language {
    const knap_allocator *allocator;
    char code[16];
    int stem;
    pthread_mutex_t lock;
    knap_language *idle[MOST_IDLE];
    size_t count;
};

static knap_language *borrow(kn_rouge_language *pool)
{
    knap_language *language = NULL;
    pthread_mutex_lock(&pool->lock);
    if (pool->count)
        language = pool->idle[--pool->count];
    pthread_mutex_unlock(&pool->lock);
    if (!language && knap_language_open(pool->code, pool->allocator, &language, NULL))
        return NULL;
    return language;
}

static void give_back(kn_rouge_language *pool, knap_language *language)
{
    pthread_mutex_lock(&pool->lock);
    if (pool->count < MOST_IDLE) {
        pool->idle[pool->count++] = language;
        language = NULL;
    }
    pthread_mutex_unlock(&pool->lock);
    knap_language_close(language);
}

typedef struct emission {
    knap_rouge_emit emit;
    void *sink;
    int result;
} emission;

static int pass_on(void *context, const knap_word *word)
{
    emission *to = context;
    to->result = to->emit(to->sink, word->folded, word->folded_length, word->stem, word->stem_length);
    return to->result;
}

/* Whether the text is UTF-8 throughout. With `copy`, what is not (a character cut by a limit, say) becomes spaces. */
static int check(const char *bytes, size_t length, char *copy)
{
    int valid = 1;
    for (size_t i = 0; i < length;) {
        size_t step = kn_utf8_valid((const unsigned char *)bytes + i, length - i);
        if (copy && step)
            memcpy(copy + i, bytes + i, step);
        if (copy && !step)
            copy[i] = ' ';
        valid &= step > 0;
        i += step ? step : 1;
    }
    return valid;
}

static int tokenize(void *context, const char *bytes, size_t length, knap_rouge_emit emit, void *sink)
{
    kn_rouge_language *pool = context;
    emission to = {emit, sink, 0};
    knap_language *language = borrow(pool);
    char *copy = NULL;
    knap_status status;
    if (!language)
        return -1;
    if (!check(bytes, length, NULL)) {
        copy = kn_new(pool->allocator, length, 1);
        if (!copy) {
            give_back(pool, language);
            return -1;
        }
        check(bytes, length, copy);
    }
    status = knap_language_words(language, copy ? copy : bytes, length, pool->stem ? 0 : KNAP_WORDS_NO_STEM, pass_on,
                                 &to, NULL);
    kn_free(pool->allocator, copy, length, 1);
    give_back(pool, language);
    return status == KNAP_OK ? 0 : to.result ? to.result : -1;
}

void kn_rouge_language_free(kn_rouge_language *pool)
{
    if (!pool)
        return;
    while (pool->count)
        knap_language_close(pool->idle[--pool->count]);
    pthread_mutex_destroy(&pool->lock);
    kn_free(pool->allocator, pool, 1, sizeof *pool);
}

knap_status knap_rouge_set_language(knap_rouge *rouge, const char *code, knap_error *error)
{
    knap_language *first;
    kn_rouge_language *pool;
    knap_status status = knap_language_open(code, rouge->allocator, &first, error);
    if (status)
        return status;
    pool = kn_new(rouge->allocator, 1, sizeof *pool);
    if (!pool) {
        knap_language_close(first);
        return kn_no_memory(error);
    }
    pool->allocator = rouge->allocator;
    pool->stem = rouge->options.stem;
    memcpy(pool->code, code, strlen(code) + 1); /* a code that opened is short */
    pthread_mutex_init(&pool->lock, NULL);
    pool->idle[pool->count++] = first;
    kn_rouge_language_free(rouge->language);
    rouge->language = pool;
    knap_rouge_set_tokenizer(rouge, tokenize, pool);
    return KNAP_OK;
}
