/* text.c - bytes of a text -> document -> sentences, words, document frequencies. No text is lost.
 *
 * Input: a byte for the language, a byte for the encoding, then the text. */
#include "fuzz.h"
#include "../idf.h"
#include "text/utf8.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_LANGUAGES = 64 };
static knap_language *languages[MOST_LANGUAGES];

int LLVMFuzzerInitialize(int *count, char ***argument)
{
    (void)count, (void)argument;
    return 0;
}

static knap_language *language_of(size_t number, const char *text, size_t length)
{
    const char *const *codes = knap_language_codes();
    size_t count = 0, chosen = 0;
    while (codes[count])
        count++;
    CHECK(count <= MOST_LANGUAGES);
    chosen = number % (count + 1);
    if (chosen == count) {
        const char *guess = knap_language_guess(text, length);
        for (chosen = 0; codes[chosen] && strcmp(codes[chosen], guess) != 0;)
            chosen++;
        CHECK(chosen < count); /* a guess is a known language */
    }
    if (!languages[chosen])
        CHECK(!knap_language_open(codes[chosen], NULL, &languages[chosen], NULL));
    return languages[chosen];
}

/* All of [from, to) is white space. */
static void check_space(const char *text, size_t from, size_t to)
{
    CHECK(kn_skip_space(text, from, to) == to);
}

static void check_sentence(const knap_document *document, const knap_sentence *sentence, size_t source)
{
    size_t size = knap_sentence_text(document, sentence, NULL, 0), last = 0;
    char *text = malloc(size + 1);
    CHECK(text && knap_sentence_text(document, sentence, text, size + 1) == size && strlen(text) == size);
    CHECK(kn_utf8_all_valid(text, size));
    CHECK(sentence->begin < sentence->end && sentence->begin <= sentence->body && sentence->body <= sentence->end);
    CHECK(sentence->source_begin <= sentence->source_end && sentence->source_end <= source);
    for (size_t i = 0; i <= size; i += 1 + size / 16) { /* some places: each takes time in proportion to the sentence */
        size_t at = knap_sentence_offset(document, sentence, i);
        CHECK(at >= sentence->body && at <= sentence->end && at >= last);
        last = at;
    }
    free(text);
}

static void check_sentences(const knap_document *document, const knap_sentences *sentences, size_t source)
{
    size_t count, length, at = 0;
    const char *text = knap_document_text(document, &length);
    const knap_sentence *list = knap_sentences_list(sentences, &count);
    for (size_t i = 0; i < count; i++) {
        CHECK(list[i].begin >= at && list[i].end <= length);
        check_space(text, at, list[i].begin);
        CHECK(list[i].position == i && (i == 0 || list[i].paragraph >= list[i - 1].paragraph));
        check_sentence(document, &list[i], source);
        at = list[i].end;
    }
    check_space(text, at, length);
}

typedef struct seen_words {
    const char *text;
    size_t length, end, count;
} seen_words;

static int see_word(void *context, const knap_word *word)
{
    seen_words *seen = context;
    CHECK(word->begin >= seen->end && word->begin < word->end && word->end <= seen->length);
    CHECK(kn_utf8_all_valid(word->folded, word->folded_length) && word->folded[word->folded_length] == 0);
    CHECK(kn_utf8_all_valid(word->stem, word->stem_length) && word->stem[word->stem_length] == 0);
    seen->end = word->end;
    seen->count++;
    return 0;
}

/* A table that is written and read again is the same table. */
static void check_frequencies(const knap_document *document, knap_language *language)
{
    knap_idf *idf, *again;
    char *text, *text_again;
    size_t length, length_again, used;
    knap_error error = {0};
    CHECK(!knap_idf_new(NULL, &idf, &error) && !idf_add(idf, document, language, &error));
    CHECK(!knap_idf_write(idf, NULL, &text, &length, &error));
    if (knap_idf_read(text, length, "idf", 1, NULL, &again, &used, &error))
        fuzz_failed(error.message, __FILE__, __LINE__);
    CHECK(used == length && knap_idf_words(again) == knap_idf_words(idf));
    CHECK(!knap_idf_write(again, NULL, &text_again, &length_again, &error));
    CHECK(length == length_again && memcmp(text, text_again, length) == 0);
    knap_text_free(NULL, text);
    knap_text_free(NULL, text_again);
    knap_idf_free(idf);
    knap_idf_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static const char *const encodings[] = {NULL,       NULL,           NULL,      "latin1",    "utf-8",
                                            "utf-16le", "windows-1251", "gb18030", "shift_jis", "iso-8859-7"};
    knap_document *document;
    knap_sentences *sentences;
    knap_language *language;
    knap_error error = {0};
    seen_words seen = {0};
    size_t size;
    if (length < 2 || length > 1 << 14)
        return 0;
    knap_status status =
        knap_document_new("2004-10-01.txt", (const char *)bytes + 2, length - 2,
                          encodings[bytes[1] % (sizeof encodings / sizeof *encodings)], NULL, &document, &error);
    CHECK_ERROR(status, &error);
    if (status) {
        CHECK(!document);
        return 0;
    }
    seen.text = knap_document_text(document, &size);
    seen.length = size;
    CHECK(kn_utf8_all_valid(seen.text, size) && seen.text[size] == 0);
    language = language_of(bytes[0], seen.text, size);
    CHECK(!knap_document_split(document, language, NULL, &sentences, &error));
    check_sentences(document, sentences, length - 2);
    CHECK(!knap_language_words(language, seen.text, size, 0, see_word, &seen, &error));
    CHECK(seen.count <= size);
    check_frequencies(document, language);
    knap_sentences_free(sentences);
    knap_document_free(document);
    return 0;
}
