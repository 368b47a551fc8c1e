/* joins.c - decides, for each hyphen at a line end, whether it divides a word or belongs to it. The text's own vocabulary decides;
 * no list of words is needed, so it works in every language that divides words with a hyphen. */
#include "text/joins.h"
#include "text/marks.h"
#include "text/utf8.h"
#include "base/symbols.h"

#include <stdbool.h>
#include <string.h>

#include <unicode/uchar.h>

enum { HYPHEN = 0x2010, SOFT_HYPHEN = 0xAD, LONGEST = 60 };

/* A hyphen at a line end between two parts of what may be one word. */
typedef struct divided {
    size_t left, hyphen, after, right,
        end; /* text [left, hyphen) and [right, end) are the parts; the hyphen ends at `after` */
    uint32_t whole, hyphened, first, second; /* its forms among the keys */
} divided;

typedef struct search {
    const char *text;
    size_t length;
    const knap_allocator *allocator;
    divided *word; /* [count] */
    size_t count;
    kn_symbols keys; /* forms that decide, in lower case */
    bool *seen;      /* [keys.count] the text has the form outside of divided words */
} search;

bool kn_is_hyphen(int32_t code)
{
    return code == '-' || code == HYPHEN || code == SOFT_HYPHEN;
}

/* ---- Finding divided words ---- */

static size_t part_before(const char *text, size_t at)
{
    size_t begin = at;
    while (begin > 0 && at - begin < LONGEST) {
        size_t previous = begin;
        if (!kn_is_wordy(kn_utf8_previous(text, 0, &previous)))
            break;
        begin = previous;
    }
    return begin;
}

static size_t part_after(const char *text, size_t at, size_t length)
{
    size_t end = at;
    while (end < length && end - at < LONGEST && kn_is_wordy(kn_utf8_at(text, end, length)))
        kn_utf8_next(text, &end, length);
    return end;
}

/* The word that the line end at `at` divides; false if there is none. */
static bool divides(const char *text, size_t length, size_t at, divided *word)
{
    size_t after = at > 0 && text[at - 1] == '\r' ? at - 1 : at, hyphen = after;
    if (after == 0 || !kn_is_hyphen(kn_utf8_previous(text, 0, &hyphen)))
        return false;
    *word = (divided){.hyphen = hyphen, .after = after, .left = part_before(text, hyphen), .right = at + 1};
    while (word->right < length && (text[word->right] == ' ' || text[word->right] == '\t'))
        word->right++;
    word->end = part_after(text, word->right, length);
    return word->left < hyphen && word->end > word->right;
}

static bool find_divided(search *self)
{
    const char *at = self->text, *end = at + self->length;
    while (at < end && (at = memchr(at, '\n', (size_t)(end - at))) != NULL) {
        divided word;
        size_t place = (size_t)(at++ - self->text);
        if (!divides(self->text, self->length, place, &word))
            continue;
        if (!KN_ROOM(self->allocator, self->word, self->count + 1))
            return false;
        self->word[self->count++] = word;
    }
    return true;
}

/* ---- Their forms in the text ---- */

/* Appends text [begin, end) in lower case, hyphens as '-', to `form`, which has room. */
static size_t add_lower(char *form, size_t used, const char *text, size_t begin, size_t end)
{
    while (begin < end) {
        int32_t code = kn_utf8_next(text, &begin, end);
        used += kn_utf8_write(kn_is_hyphen(code) ? '-' : u_tolower(code), form + used);
    }
    return used;
}

static bool add_keys(search *self, divided *word)
{
    char form[2 * (2 * LONGEST + 8)]; /* a letter may take a byte more in lower case */
    size_t first = add_lower(form, 0, self->text, word->left, word->hyphen), whole;
    word->first = kn_symbols_add(&self->keys, form, first);
    whole = add_lower(form, first, self->text, word->right, word->end);
    word->second = kn_symbols_add(&self->keys, form + first, whole - first);
    word->whole = kn_symbols_add(&self->keys, form, whole);
    form[first] = '-';
    whole = add_lower(form, first + 1, self->text, word->right, word->end);
    word->hyphened = kn_symbols_add(&self->keys, form, whole);
    return word->first != KN_NO_SYMBOL && word->second != KN_NO_SYMBOL && word->whole != KN_NO_SYMBOL &&
           word->hyphened != KN_NO_SYMBOL;
}

static void see(search *self, size_t begin, size_t end)
{
    char form[4 * LONGEST + 8];
    uint32_t key;
    if (end - begin > 2 * LONGEST)
        return;
    key = kn_symbols_find(&self->keys, form, add_lower(form, 0, self->text, begin, end));
    if (key != KN_NO_SYMBOL)
        self->seen[key] = true;
}

/* Sees the word that begins at `begin`, and each pair of its parts. Returns where it ends. */
static size_t see_word(search *self, size_t begin)
{
    size_t before = begin, at = begin;
    for (;;) {
        size_t part = at, after;
        while (at < self->length && kn_is_wordy(kn_utf8_at(self->text, at, self->length)))
            kn_utf8_next(self->text, &at, self->length);
        see(self, part, at);
        if (before < part)
            see(self, before, at);
        after = at;
        if (at >= self->length || !kn_is_hyphen(kn_utf8_next(self->text, &after, self->length)) ||
            !kn_is_wordy(kn_utf8_at(self->text, after, self->length)))
            return at;
        before = part;
        at = after;
    }
}

/* Marks the forms that the text has, divided words left out. */
static void see_text(search *self)
{
    size_t next = 0;
    for (size_t at = 0; at < self->length;) {
        if (next < self->count && at >= self->word[next].left) {
            if (at < self->word[next].end)
                at = self->word[next].end;
            next++;
        } else if (kn_is_wordy(kn_utf8_at(self->text, at, self->length))) {
            at = see_word(self, at);
        } else {
            kn_utf8_next(self->text, &at, self->length);
        }
    }
}

/* ---- Deciding ---- */

/* "two- and three-storey": the hyphen stands for what follows the other word. */
static bool is_conjunction(const char *text, size_t begin, size_t end)
{
    static const char *const words[] = {"and", "or", "und", "oder", "bzw", "et", "ou", "y", "en", "of", "och", "og"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (end - begin == strlen(words[i]) && memcmp(text + begin, words[i], end - begin) == 0)
            return true;
    return false;
}

/* Whether the parts are written as one word. */
static bool is_whole(const search *self, const divided *word)
{
    int32_t before = kn_utf8_before(self->text, 0, word->hyphen), next = kn_utf8_at(self->text, word->right, word->end);
    if (self->seen[word->hyphened])
        return false;
    if (self->seen[word->whole] || kn_utf8_at(self->text, word->hyphen, word->after) == SOFT_HYPHEN)
        return true;
    if (!u_isalpha(before) || !u_isalpha(next) || (u_isupper(next) && !u_isupper(before)))
        return false;
    return !(self->seen[word->first] && self->seen[word->second]);
}

static size_t write_gaps(const search *self, kn_gap *gap)
{
    size_t count = 0;
    for (size_t i = 0; i < self->count; i++) {
        const divided *word = &self->word[i];
        bool known = self->seen[word->whole] || self->seen[word->hyphened];
        if (!known && is_conjunction(self->text, word->right, word->end))
            continue;
        gap[count++] = (kn_gap){is_whole(self, word) ? word->hyphen : word->after, word->right};
    }
    return count;
}

static bool decide(search *self, kn_joins *joins, kn_arena *arena)
{
    kn_gap *gap;
    for (size_t i = 0; i < self->count; i++)
        if (!add_keys(self, &self->word[i]))
            return false;
    self->seen = kn_new(self->allocator, self->keys.count, sizeof *self->seen);
    gap = kn_arena_room(arena, self->count, sizeof *gap);
    if (!self->seen || !gap)
        return false;
    see_text(self);
    *joins = (kn_joins){gap, write_gaps(self, gap)};
    return true;
}

bool kn_joins_find(kn_joins *joins, kn_arena *arena, const char *text, size_t length)
{
    search self = {.text = text, .length = length, .allocator = arena->allocator};
    bool found;
    *joins = (kn_joins){0};
    kn_symbols_begin(&self.keys, self.allocator);
    found = find_divided(&self) && (self.count == 0 || decide(&self, joins, arena));
    kn_free(self.allocator, self.seen, self.keys.count, sizeof *self.seen);
    KN_RELEASE(self.allocator, self.word);
    kn_symbols_free(&self.keys);
    return found;
}

size_t kn_joins_before(const kn_joins *joins, size_t at)
{
    size_t low = 0, high = joins->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (joins->gap[middle].begin < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
