/* trim.c - finds parts of a sentence that can be cut safely. The words are in the lexicon; without them,
 * only the cuts that need no words are made. */
#include "text/trim.h"
#include "text/utf8.h"

#include <string.h>
#include <unicode/uchar.h>

/* A sentence is not cut to fewer words than this, and no bracket longer than this many bytes is taken for
 * an aside. */
enum { LEAST_WORDS = 6, LONGEST_ASIDE = 160 };

typedef struct trimming {
    const char *text;
    size_t length;
    knap_cut *cut;
    size_t count;
} trimming;

static bool is_quote(int32_t code)
{
    return code == '"' || code == 0x201C || code == 0x201D || code == 0x201E || code == 0xAB || code == 0xBB;
}

/* Whether text[at..] starts with the phrase; after a cut its first letter may be lower case where the
 * phrase has a capital. */
static bool starts_with(const trimming *self, size_t at, const char *phrase, size_t size)
{
    size_t i = at, j = 0;
    if (at + size > self->length)
        return false;
    if (at == 0 || size == 0)
        return memcmp(self->text + at, phrase, size) == 0;
    int32_t written = kn_utf8_next(self->text, &i, self->length), wanted = kn_utf8_next(phrase, &j, size);
    return (written == wanted || u_toupper(written) == wanted) && i - at == j &&
           memcmp(self->text + i, phrase + j, size - j) == 0;
}

/* Whether text[at..] begins with one of the phrases of `list`, which are separated by bars, followed by
 * `behind`. *end is the place after both. */
static bool matches(const trimming *self, size_t at, const char *list, const char *behind, size_t *end)
{
    while (list && *list) {
        size_t size = strcspn(list, "|"), more = strlen(behind);
        if (at + size + more <= self->length && starts_with(self, at, list, size) &&
            memcmp(self->text + at + size, behind, more) == 0) {
            *end = at + size + more;
            return true;
        }
        list += size + (list[size] == '|');
    }
    return false;
}

static void add_cut(trimming *self, size_t begin, size_t end)
{
    if (self->count < KN_MOST_CUTS)
        self->cut[self->count++] = (knap_cut){begin, end};
}

/* The end of the word that begins at `at`, and what it is made of. */
static size_t word_end(const trimming *self, size_t at, bool *capitals, size_t *letters)
{
    *capitals = true;
    *letters = 0;
    while (at < self->length && self->text[at] != ' ') {
        int32_t code = kn_utf8_next(self->text, &at, self->length);
        *letters += u_isalpha(code) != 0;
        *capitals &= !u_islower(code);
    }
    return at;
}

/* "PRIMARY FINDING The drug ..." -> "The drug ...": two or more words in capitals before one that begins
 * with a capital and goes on in lower case. An abbreviation or two may be a subject ("NASA ESA
 * officials"), so one of them must have five letters. */
static size_t skip_heading(const trimming *self, size_t begin)
{
    size_t at = begin, words = 0, longest = 0;
    for (;;) {
        bool capitals;
        size_t letters, end = word_end(self, at, &capitals, &letters);
        if (end >= self->length)
            return begin;
        if (!capitals || letters < 2) {
            size_t next = at;
            int32_t first = kn_utf8_next(self->text, &next, self->length);
            return words >= 2 && longest >= 5 && u_isupper(first) ? at : begin;
        }
        words++;
        longest = letters > longest ? letters : longest;
        at = end + 1;
    }
}

/* "But the dam held." -> "The dam held."; "However, it rained." */
static size_t skip_connective(const trimming *self, const kn_lexicon *lexicon, size_t at)
{
    size_t end, unused;
    if (matches(self, at, lexicon->set_apart, ", ", &end))
        return end;
    if (matches(self, at, lexicon->connectives, " ", &end) && !matches(self, end, lexicon->bound, " ", &unused))
        return matches(self, at, lexicon->connectives, ", ", &unused) ? unused : end;
    return at;
}

/* The start of ", he said" before the full stop that ends the text, if nothing is quoted; else its length. */
static size_t find_attribution(const trimming *self, const kn_lexicon *lexicon)
{
    size_t stop = self->length - 1, found = self->length, end;
    if (self->length < 2 || self->text[stop] != '.')
        return found;
    for (size_t i = 0; i < self->length;) {
        size_t at = i;
        if (is_quote(kn_utf8_next(self->text, &i, self->length)))
            return self->length;
        if (self->text[at] == ',' &&
            matches(self, at + 1 + (self->text[at + 1] == ' '), lexicon->attributions, ".", &end) &&
            end == self->length)
            found = at;
    }
    return found;
}

/* Brackets with a space before them, closed before the text ends, without others or quotation marks inside. */
static void cut_asides(trimming *self, size_t begin, size_t end)
{
    for (size_t i = begin + 2; i < end; i++) { /* a letter comes first */
        size_t close = i;
        bool plain = true;
        if (self->text[i] != '(' || self->text[i - 1] != ' ')
            continue;
        for (close = i + 1; close < end && self->text[close] != ')' && plain;) {
            int32_t code = kn_utf8_next(self->text, &close, end);
            plain = code != '(' && !is_quote(code);
        }
        if (plain && close < end && close - i < LONGEST_ASIDE)
            add_cut(self, i - 1, close + 1);
        i = close;
    }
}

static size_t count_words(const trimming *self)
{
    size_t words = 0, cut = 0;
    for (size_t i = 0; i < self->length; i++) {
        while (cut < self->count && i >= self->cut[cut].end)
            cut++;
        if (cut < self->count && i >= self->cut[cut].begin)
            continue;
        words += self->text[i] != ' ' && (i == 0 || self->text[i - 1] == ' ');
    }
    return words;
}

size_t kn_trim_find(const kn_lexicon *lexicon, const char *text, size_t length, knap_cut *cut)
{
    trimming self = {text, length, cut, 0};
    size_t begin = 0, last, end;
    do {
        last = begin;
        begin = skip_connective(&self, lexicon, skip_heading(&self, begin));
    } while (begin > last);
    end = find_attribution(&self, lexicon);
    if (begin > 0)
        add_cut(&self, 0, begin);
    cut_asides(&self, begin, end);
    if (end < length && self.count < KN_MOST_CUTS)
        add_cut(&self, end, length - 1);
    return self.count && count_words(&self) >= LEAST_WORDS ? self.count : 0;
}

size_t kn_trim_apply(const char *text, size_t length, const knap_cut *cut, size_t count, char *made)
{
    size_t size = 0, at = 0;
    if (count && cut[0].begin == 0) {
        at = cut[0].end;
        if (at < length)
            size = kn_utf8_write(u_toupper(kn_utf8_next(text, &at, length)), made);
        cut++;
        count--;
    }
    for (; count; cut++, count--) {
        memcpy(made + size, text + at, cut->begin - at);
        size += cut->begin - at;
        at = cut->end;
    }
    memcpy(made + size, text + at, length - at);
    return size + length - at;
}

enum { MOST_PHRASES = 32 };

/* Phrases that are separated by bars. */
typedef struct phrases {
    const char *text[MOST_PHRASES];
    size_t size[MOST_PHRASES], count;
    bool first[256]; /* bytes that a phrase begins with */
} phrases;

static void list_phrases(const char *list, phrases *made)
{
    memset(made, 0, sizeof *made);
    while (*list && made->count < MOST_PHRASES) {
        size_t size = strcspn(list, "|");
        made->text[made->count] = list;
        made->size[made->count++] = size;
        made->first[(unsigned char)*list] = true;
        list += size + (list[size] == '|');
    }
}

bool kn_tells_future(const kn_lexicon *lexicon, const char *text, size_t length)
{
    const char *end = text + length;
    phrases will;
    if (!lexicon->future)
        return false;
    list_phrases(lexicon->future, &will);
    while ((text = memchr(text, ' ', (size_t)(end - text))) != NULL && ++text < end) {
        for (size_t i = 0; will.first[(unsigned char)*text] && i < will.count; i++) {
            size_t size = will.size[i];
            if ((size_t)(end - text) > size && (text[size] == ' ' || text[size] == '.') &&
                memcmp(text, will.text[i], size) == 0)
                return true;
        }
    }
    return false;
}
