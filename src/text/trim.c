/* trim.c - finds parts of a sentence that can be cut safely. The words are in the lexicon; without them,
 * only the cuts that need no words are made. */
#include "text/trim.h"
#include "text/utf8.h"
#include "base/ascii.h"

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

/* Whether text[at..] begins with one of the phrases, followed by `behind`. *end is the place after both. */
static bool matches(const trimming *self, size_t at, const kn_phrases *list, const char *behind, size_t *end)
{
    unsigned char first = at < self->length ? (unsigned char)self->text[at] : 0;
    size_t more = strlen(behind);
    /* a small ASCII letter may be a capital of the phrase; so may any other letter */
    if (first < 0x80 && !list->first[first] && !list->first[(unsigned char)kn_ascii_upper((char)first)])
        return false;
    for (size_t i = 0; i < list->count; i++) {
        const kn_phrase *phrase = &list->phrase[i];
        if (at + phrase->size + more <= self->length && starts_with(self, at, phrase->text, phrase->size) &&
            memcmp(self->text + at + phrase->size, behind, more) == 0) {
            *end = at + phrase->size + more;
            return true;
        }
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
static size_t skip_connective(const trimming *self, const kn_trimmer *trimmer, size_t at)
{
    size_t end, unused;
    if (matches(self, at, &trimmer->set_apart, ", ", &end))
        return end;
    if (matches(self, at, &trimmer->connectives, " ", &end) && !matches(self, end, &trimmer->bound, " ", &unused))
        return matches(self, at, &trimmer->connectives, ", ", &unused) ? unused : end;
    return at;
}

static bool has_quote(const trimming *self)
{
    for (size_t i = 0; i < self->length;)
        if (is_quote(kn_utf8_next(self->text, &i, self->length)))
            return true;
    return false;
}

/* The start of ", he said" before the full stop that ends the text, if nothing is quoted; else its length. No phrase has a comma. */
static size_t find_attribution(const trimming *self, const kn_trimmer *trimmer)
{
    const char *text = self->text;
    size_t comma = self->length, end;
    if (self->length < 2 || text[self->length - 1] != '.')
        return self->length;
    while (comma > 0 && text[comma - 1] != ',')
        comma--;
    if (comma == 0 || !matches(self, comma + (text[comma] == ' '), &trimmer->attributions, ".", &end) ||
        end != self->length || has_quote(self))
        return self->length;
    return comma - 1;
}

/* Brackets with a space before them, closed before the text ends, without others or quotation marks inside. */
static void cut_asides(trimming *self, size_t begin, size_t end)
{
    const char *bracket;
    for (size_t i = begin + 2; i < end; i++) { /* a letter comes first */
        size_t close;
        bool plain = true;
        if (!(bracket = memchr(self->text + i, '(', end - i)))
            return;
        i = (size_t)(bracket - self->text);
        if (self->text[i - 1] != ' ')
            continue;
        for (close = i + 1; close < end && self->text[close] != ')' && plain;) {
            int32_t code = kn_utf8_next(self->text, &close, end);
            plain = code != '(' && !is_quote(code);
        }
        if (plain && close < end && close - i < LONGEST_ASIDE) /* ", (the wall)," leaves one comma */
            add_cut(self,
                    i - (self->text[i - 2] == ',' && close + 1 < end && strchr(",.", self->text[close + 1]) ? 2 : 1),
                    close + 1);
        i = close;
    }
}

/* How many words the cuts leave. */
static size_t count_words(const char *text, size_t length, const knap_cut *cut, size_t count)
{
    size_t words = 0, at = 0;
    for (size_t i = 0; i < length; i++) {
        while (at < count && i >= cut[at].end)
            at++;
        if (at < count && i >= cut[at].begin)
            continue;
        words += text[i] != ' ' && (i == 0 || text[i - 1] == ' ');
    }
    return words;
}

size_t kn_trim_find(const kn_trimmer *trimmer, const char *text, size_t length, knap_cut *cut)
{
    trimming self = {text, length, cut, 0};
    size_t begin = 0, last, end;
    do {
        last = begin;
        begin = skip_connective(&self, trimmer, skip_heading(&self, begin));
    } while (begin > last);
    end = find_attribution(&self, trimmer);
    if (begin > 0)
        add_cut(&self, 0, begin);
    cut_asides(&self, begin, end);
    if (end < length && self.count < KN_MOST_CUTS)
        add_cut(&self, end, length - 1);
    return self.count && count_words(text, length, cut, self.count) >= LEAST_WORDS ? self.count : 0;
}

/* Adds a cut to a form: cuts that it touches become one with it. */
static void join_cut(kn_form *form, knap_cut more)
{
    size_t first = 0, last;
    while (first < form->count && form->cut[first].end < more.begin)
        first++;
    for (last = first; last < form->count && form->cut[last].begin <= more.end; last++) {
        more.begin = form->cut[last].begin < more.begin ? form->cut[last].begin : more.begin;
        more.end = form->cut[last].end > more.end ? form->cut[last].end : more.end;
    }
    memmove(form->cut + first + 1, form->cut + last, (form->count - last) * sizeof *form->cut);
    form->cut[first] = more;
    form->count = form->count - (last - first) + 1;
}

size_t kn_trim_forms(const kn_trimmer *trimmer, const char *text, size_t length, bool clauses, kn_form *form)
{
    knap_cut clause[KN_MOST_CLAUSES];
    kn_form safe = {.count = 0};
    size_t found = clauses ? kn_clauses_find(&trimmer->clauses, text, length, clause) : 0, forms = 0;
    safe.count = kn_trim_find(trimmer, text, length, safe.cut);
    if (safe.count)
        form[forms++] = safe;
    for (size_t i = found > 1 ? 0 : found; i <= found; i++) { /* the last round cuts all of them */
        kn_form *made = &form[forms];
        *made = safe;
        for (size_t j = 0; j < found; j++)
            if (i == j || i == found)
                join_cut(made, clause[j]);
        forms += found && count_words(text, length, made->cut, made->count) >= LEAST_WORDS;
    }
    return forms;
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

bool kn_tells_future(const kn_trimmer *trimmer, const char *text, size_t at, size_t length)
{
    const kn_phrases *will = &trimmer->future;
    if (at == 0 || text[at - 1] != ' ' || !will->first[(unsigned char)text[at]])
        return false;
    for (size_t i = 0; i < will->count; i++) {
        size_t size = will->phrase[i].size;
        if (will->phrase[i].text[0] == text[at] && length - at > size &&
            memcmp(text + at, will->phrase[i].text, size) == 0 && (text[at + size] == ' ' || text[at + size] == '.'))
            return true;
    }
    return false;
}

/* ---- Phrases ---- */

/* `list` has a bar between phrases; NULL: none. */
static bool list_phrases(kn_phrases *made, const char *list, const knap_allocator *allocator)
{
    while (list && *list) {
        size_t size = strcspn(list, "|");
        if (!KN_ROOM(allocator, made->phrase, made->count + 1))
            return false;
        made->phrase[made->count++] = (kn_phrase){list, size};
        made->first[(unsigned char)*list] = true;
        list += size + (list[size] == '|');
    }
    return true;
}

bool kn_trimmer_begin(kn_trimmer *trimmer, const kn_lexicon *lexicon, const knap_allocator *allocator)
{
    *trimmer = (kn_trimmer){.allocator = allocator};
    return list_phrases(&trimmer->connectives, lexicon->connectives, allocator) &&
           list_phrases(&trimmer->bound, lexicon->bound, allocator) &&
           list_phrases(&trimmer->set_apart, lexicon->set_apart, allocator) &&
           list_phrases(&trimmer->attributions, lexicon->attributions, allocator) &&
           list_phrases(&trimmer->future, lexicon->future, allocator) &&
           kn_clauses_begin(&trimmer->clauses, lexicon->code, allocator);
}

void kn_trimmer_free(kn_trimmer *trimmer)
{
    KN_RELEASE(trimmer->allocator, trimmer->connectives.phrase);
    KN_RELEASE(trimmer->allocator, trimmer->bound.phrase);
    KN_RELEASE(trimmer->allocator, trimmer->set_apart.phrase);
    KN_RELEASE(trimmer->allocator, trimmer->attributions.phrase);
    KN_RELEASE(trimmer->allocator, trimmer->future.phrase);
    kn_clauses_free(&trimmer->clauses);
}
