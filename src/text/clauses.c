/* clauses.c - finds clauses that can be cut. A sentence is a row of words, some with a comma behind them; a clause is what stands
 * between two commas, behind the last one or before the first one. */
#include "text/clauses.h"
#include "text/utf8.h"
#include "base/ascii.h"

#include <string.h>
#include <unicode/uchar.h>

/* A longer sentence is not cut; a longer clause is none; a description of one word or two is left alone. */
enum { MOST_WORDS = 96, MOST_CLAUSE = 24, MOST_SOURCE = 14, MOST_SCENE = 16, LEAST_LEFT = 6 };

#define HAS(word, class) ((word).classes >> KN_CLAUSE_##class & 1u)
#define BIT(class) (1u << KN_CLAUSE_##class)

typedef struct word {
    size_t begin, end; /* in the text, with marks */
    uint32_t classes;
    bool capital, number, comma; /* comma: behind it */
    bool ing;                    /* ends as participles do */
    bool odd;                    /* has a mark that is neither a comma, a bracket nor part of a word: a dash, a colon */
    size_t quotes;               /* quotation marks before it and in it */
} word;

typedef struct search {
    const kn_clauses *clauses;
    const char *text;
    size_t length;
    word word[MOST_WORDS];
    size_t count;
    knap_cut *cut;
    size_t cuts;
} search;

/* ---- Words ---- */

static bool ends_with(const char *text, size_t length, const char *ending, size_t size)
{
    return length > size + 2 && memcmp(text + length - size, ending, size) == 0;
}

/* The classes of a word in lower case. */
static uint32_t classify(const kn_clauses *clauses, const char *text, size_t length)
{
    uint32_t symbol = kn_symbols_find(&clauses->known, text, length);
    uint32_t found = symbol == KN_NO_SYMBOL ? 0 : clauses->class[symbol];
    if (found & (BIT(VERB) | BIT(NO_VERB)))
        return found;
    for (size_t i = 0; i < clauses->endings; i++)
        if (ends_with(text, length, clauses->ending[i], strcspn(clauses->ending[i], " ")))
            return found | BIT(VERB);
    return found;
}

static bool is_quote(int32_t code)
{
    return code == '"' || code == '`' || (code >= 0x2018 && code <= 0x201F && code != 0x2019) || code == 0xAB ||
           code == 0xBB;
}

/* Reads text[begin..end), a word with its marks. */
static void read_word(const search *self, size_t begin, size_t end, word *made)
{
    char lower[64];
    size_t size = 0, at = begin, letters = 0, digits = 0;
    while (at < end) {
        size_t from = at;
        if (kn_ascii_letter(self->text[at])) { /* most of them */
            char small = kn_ascii_lower(self->text[at]);
            made->capital = made->capital || (letters == 0 && small != self->text[at]);
            letters++;
            at++;
            if (size + 4 < sizeof lower)
                lower[size++] = small;
            continue;
        }
        int32_t code = kn_utf8_next(self->text, &at, end);
        if (is_quote(code) || (code == '\'' && (from == begin || at == end || self->text[at] == '\''))) {
            made->quotes++;
            made->odd = true;
        } else if (code == ',' && at == end)
            made->comma = true;
        else if (u_isalpha(code) || code == 0x2019 || code == '\'' || code == '-') {
            made->capital = made->capital || (letters == 0 && u_isupper(code));
            letters += u_isalpha(code) != 0;
            if (size + 4 < sizeof lower)
                size += kn_utf8_write(u_tolower(code), lower + size);
        } else if (u_isdigit(code))
            digits++;
        else if (!strchr(".%$/()", code < 128 ? (int)code : '#') && !(code == ',' && digits))
            made->odd = true;
    }
    made->odd = made->odd || letters + digits == 0;
    made->number = digits > 0 && letters == 0;
    made->classes = classify(self->clauses, lower, size);
    made->ing = ends_with(lower, size, "ing", 3) && !(made->classes & (BIT(NO_VERB) | BIT(ACCORDING)));
}

/* Finds the words of the text without its full stop. False if there are too many or too few, or empty ones. */
static bool find_words(search *self)
{
    size_t end = self->length - 1;
    for (size_t at = 0; at < end;) {
        const char *space = memchr(self->text + at, ' ', end - at);
        size_t next = space ? (size_t)(space - self->text) : end;
        if (next == at || self->count == MOST_WORDS)
            return false;
        self->word[self->count++] = (word){.begin = at, .end = next};
        at = next + 1;
    }
    return self->count > LEAST_LEFT;
}

/* Reads the words first..last; whether one of them may open a clause or name a source. */
static bool read_words(search *self, size_t first, size_t last)
{
    const uint32_t opens = BIT(RELATIVE) | BIT(PARTICIPLE) | BIT(ACCORDING) | BIT(SOURCE) | BIT(SCENE) | BIT(AGE);
    bool any = false;
    for (size_t i = first; i <= last; i++) {
        word *made = &self->word[i];
        read_word(self, made->begin, made->end, made);
        any = any || (made->classes & opens) ||
              (i > first && self->word[i - 1].comma && (HAS(*made, ARTICLE) || made->number || made->ing));
    }
    return any;
}

/* Reads all words. False if nothing can be cut, which the words behind the first comma and the first word tell. */
static bool read_all(search *self)
{
    size_t comma = 0;
    if (!find_words(self))
        return false;
    while (comma + 1 < self->count && self->text[self->word[comma].end - 1] != ',')
        comma++;
    bool any = read_words(self, comma, self->count - 1);
    if (comma > 0)
        any = read_words(self, 0, 0) || any;
    if (!any)
        return false;
    if (comma > 1)
        read_words(self, 1, comma - 1);
    for (size_t i = 1; i < self->count; i++)
        self->word[i].quotes += self->word[i - 1].quotes;
    return true;
}

/* ---- Clauses ---- */

/* Whether a word of first..last has one of the classes. */
static bool any(const search *self, size_t first, size_t last, uint32_t classes)
{
    for (size_t i = first; i <= last && i < self->count; i++)
        if (self->word[i].classes & classes)
            return true;
    return false;
}

/* Whether the words can go together: no mark that joins them to others, whole brackets, not in a quotation. */
static bool is_plain(const search *self, size_t first, size_t last)
{
    size_t open = 0;
    for (size_t i = first; i <= last; i++)
        if (self->word[i].odd)
            return false;
    for (size_t i = self->word[first].begin; i < self->word[last].end; i++) {
        if (self->text[i] == ')' && open-- == 0)
            return false;
        open += self->text[i] == '(';
    }
    return open == 0 && self->word[first].quotes % 2 == 0;
}

/* The last word before the next comma, or the last one. */
static size_t comma_from(const search *self, size_t at)
{
    while (at + 1 < self->count && !self->word[at].comma)
        at++;
    return at;
}

/* Whether the main clause goes on at the word: a verb that is no part of a list, and none behind a later comma, which could be
 * the verb of the main clause. */
static bool goes_on(const search *self, size_t at)
{
    const word *w = self->word;
    if (at >= self->count || w[at].capital || !HAS(w[at], VERB) || w[at].comma ||
        (at + 1 < self->count && HAS(w[at + 1], JOIN)))
        return false;
    for (size_t i = at; i + 1 < self->count; i++)
        if (w[i].comma && HAS(w[i + 1], VERB) && !HAS(w[i + 1], SAYS))
            return false;
    return true;
}

/* The rest must have a verb, and enough words. */
static bool leaves_a_sentence(const search *self, size_t first, size_t last)
{
    size_t left = self->count - (last - first + 1);
    return left >= LEAST_LEFT &&
           ((first > 0 && any(self, 0, first - 1, BIT(VERB))) || any(self, last + 1, self->count, BIT(VERB)));
}

/* Adds the words first..last as a cut, with the commas around them that are no longer needed. */
static bool cut(search *self, size_t first, size_t last, bool keep_comma)
{
    const word *w = self->word;
    size_t begin = first ? w[first - 1].end - w[first - 1].comma : 0;
    size_t end = last + 1 == self->count ? self->length - 1 : first == 0 ? w[last + 1].begin : w[last].end - keep_comma;
    if (self->cuts && begin < self->cut[self->cuts - 1].end) /* the comma before it is gone */
        return false;
    if (self->cuts == KN_MOST_CLAUSES || !is_plain(self, first, last) || !leaves_a_sentence(self, first, last))
        return false;
    self->cut[self->cuts++] = (knap_cut){begin, end};
    return true;
}

/* Whether the words first..last say who reported the rest: ", officials said Thursday", ", according to police". */
static bool is_source(const search *self, size_t first, size_t last)
{
    const word *w = self->word;
    size_t says = first;
    if (last - first >= MOST_SOURCE || HAS(w[first], JOIN) || !any(self, first, last, BIT(SOURCE)) ||
        any(self, first, last, BIT(KEEP) | BIT(OPINION) | BIT(RELATIVE)))
        return false;
    for (size_t i = first; i <= last; i++)
        if (HAS(w[i], VERB) && !HAS(w[i], SAYS) && !HAS(w[i], SOURCE))
            return false;
    if (HAS(w[first], ACCORDING) || HAS(w[first], SAYS))
        return true;
    while (says <= last && !HAS(w[says], SAYS))
        says++;
    for (size_t i = says + 1; i <= last; i++)
        if (!HAS(w[i], TAIL))
            return false;
    return says <= last;
}

/* Whether the words other than first..last are a fact: no modal verb, no negation, no judgement, no accusation. */
static bool is_fact(const search *self, size_t first, size_t last)
{
    uint32_t judges = BIT(KEEP) | BIT(OPINION);
    return self->word[self->count - 1].quotes == 0 && !(first > 0 && any(self, 0, first - 1, judges)) &&
           !any(self, last + 1, self->count, judges);
}

/* Whether a name ends before the word: two capitalised words. */
static bool is_behind_name(const search *self, size_t at)
{
    const word *w = self->word;
    return at >= 2 && w[at - 1].capital && w[at - 2].capital && !w[at - 2].comma && !HAS(w[at - 2], ARTICLE) &&
           !HAS(w[at - 2], SCENE);
}

/* The last word of the clause that begins at `first` and after which the main clause goes on or nothing follows; 0 if there is none.
 * Further commas are passed if a name without a verb is between them: "who lives in Paris, France, ...". */
static size_t clause_end(const search *self, size_t first)
{
    for (size_t last = comma_from(self, first); last - first < MOST_CLAUSE; last = comma_from(self, last + 1)) {
        if (last + 1 == self->count || goes_on(self, last + 1))
            return last;
        if (!self->word[last + 1].capital || any(self, last + 1, comma_from(self, last + 1), BIT(VERB) | BIT(JOIN)))
            return 0;
    }
    return 0;
}

/* Whether there is an earlier comma that may need the one behind the clause: "The mayor, Ann Smith, 45, said ...". One behind words
 * that open a sentence does not: "In May, Ann Smith, 45, said ...". */
static bool is_behind_aside(const search *self, size_t first)
{
    const word *w = self->word;
    size_t before = 0;
    for (size_t i = 0; i + 1 < first; i++)
        before += w[i].comma;
    return before > (HAS(w[0], LEADS) ? 1u : 0u);
}

/* Whether an object follows a participle: "killing 12 people", not "falling debris". */
static bool is_object(const search *self, size_t at)
{
    return self->word[at].number || HAS(self->word[at], ARTICLE) || HAS(self->word[at], OBJECT);
}

/* Whether the words before are an aside: then the clause may be about what stands before it. */
static bool follows_aside(const search *self, size_t first)
{
    size_t at = first - 1;
    while (at > 0 && !self->word[at - 1].comma)
        at--;
    return at > 0 && !self->word[at].capital && !any(self, at, first - 1, BIT(VERB));
}

/* Whether there are two auxiliary verbs without a word between them that opens a clause: a comma is missing, and the second one is
 * the main clause's. */
static bool has_two_verbs(const search *self, size_t first, size_t last)
{
    bool seen = false;
    for (size_t i = first + 1; i <= last; i++) {
        if (HAS(self->word[i], AUXILIARY) && seen && !HAS(self->word[i - 1], AUXILIARY))
            return true;
        seen = HAS(self->word[i], AUXILIARY) ||
               (seen && !(self->word[i].classes & (BIT(JOIN) | BIT(RELATIVE) | BIT(OPENS) | BIT(ACCORDING))));
    }
    return false;
}

/* Whether a comma stands behind an auxiliary verb: its other part follows later. "He was, in the end, telling ..." */
static bool breaks_off(const search *self, size_t first)
{
    for (size_t i = 0; i < first; i++)
        if (self->word[i].comma && HAS(self->word[i], AUXILIARY) && !self->word[i].capital)
            return true;
    return false;
}

/* Whether a participle is a subject: an auxiliary verb follows and no word before it opens a clause. "Adding it would be ..." */
static bool has_own_verb(const search *self, size_t first, size_t last)
{
    for (size_t i = first; i <= last && !(self->word[i].classes & (BIT(OPENS) | BIT(RELATIVE) | BIT(PRONOUN))); i++)
        if (HAS(self->word[i], AUXILIARY))
            return true;
    return false;
}

/* Whether the words before are no main clause: "If it rains, ...". */
static bool is_subordinate(const search *self, size_t first)
{
    return (self->word[0].classes & (BIT(OPENS) | BIT(SCENE) | BIT(LEADS) | BIT(KEEP))) &&
           comma_from(self, 0) + 1 == first;
}

/* ", who was born in Norway," ", speaking on condition of anonymity," ", the mayor of the town," */
static size_t find_aside(const search *self, size_t first)
{
    const word *w = self->word;
    bool relative = HAS(w[first], RELATIVE) && (!HAS(w[first], PLACE) || w[first - 1].capital);
    bool describes = HAS(w[first], ARTICLE) && first + 1 < self->count && !w[first + 1].capital &&
                     is_behind_name(self, first) && !HAS(w[0], SCENE) && !HAS(w[0], ACCORDING);
    bool participle =
        HAS(w[first], PARTICIPLE) || (w[first].ing && first + 1 < self->count && is_object(self, first + 1));
    size_t last = relative || describes || participle ? clause_end(self, first) : 0;
    bool ends = last + 1 == self->count;
    if (last < first + 1 || any(self, first, last, BIT(KEEP)) || breaks_off(self, first) ||
        ((!ends || describes) && is_behind_aside(self, first)))
        return 0;
    if (describes && (any(self, first, last, BIT(RELATIVE) | BIT(AUXILIARY)) ||
                      (ends && any(self, first, last, BIT(VERB) | BIT(JOIN)))))
        return 0;
    if (participle && (has_own_verb(self, first, last) || is_subordinate(self, first)))
        return 0;
    return relative && ends && (has_two_verbs(self, first, last) || follows_aside(self, first)) ? 0 : last;
}

/* The last word of an age behind a name: ", 45,". */
static size_t find_age(const search *self, size_t first)
{
    const word *w = self->word;
    size_t at = first;
    while (at < self->count && HAS(w[at], AGE) && !w[at].comma)
        at++;
    if (at + 1 >= self->count || !w[at].number || w[at].end - w[at].begin - w[at].comma > 2 || !w[first - 1].capital ||
        HAS(w[first - 1], TIME))
        return 0;
    while (at + 2 < self->count && !w[at].comma && HAS(w[at + 1], AGE))
        at++;
    if (!w[at].comma || w[at + 1].capital)
        return 0;
    return goes_on(self, at + 1) ? (is_behind_aside(self, first) ? 0 : at)
                                 : (w[at + 1].classes & (BIT(ARTICLE) | BIT(RELATIVE) | BIT(OBJECT)) ? at : 0);
}

/* Cuts a scene or a source before the main clause, which must begin with its subject. Returns where the rest begins. */
static size_t cut_opening(search *self)
{
    const word *w = self->word;
    size_t last = comma_from(self, 0), next = last + 1, until;
    bool source = HAS(w[0], ACCORDING) && is_source(self, 0, last) && is_fact(self, 0, last);
    if (next >= self->count || !any(self, next, until = comma_from(self, next), BIT(VERB)) || HAS(w[next], VERB))
        return 0;
    if (!source && (!HAS(w[0], SCENE) || last >= MOST_SCENE || last < 2 || !is_fact(self, 0, last) ||
                    any(self, 0, last, BIT(TIME) | BIT(KEEP)) || any(self, next, self->count, BIT(PRONOUN))))
        return 0;
    for (size_t i = 0; i <= last; i++)
        if (w[i].number)
            return 0;
    if ((HAS(w[next], ARTICLE) || (w[next].capital && !HAS(w[next], PRONOUN))) &&
        !any(self, next, until, BIT(RELATIVE)))
        return cut(self, 0, last, false) ? next : 0;
    return 0;
}

static void cut_clauses(search *self, size_t begin)
{
    const word *w = self->word;
    for (size_t i = begin + 1; i < self->count; i++) {
        size_t last;
        if (!w[i - 1].comma) { /* "... according to police." */
            if (HAS(w[i], ACCORDING) && comma_from(self, i) + 1 == self->count && is_source(self, i, self->count - 1) &&
                is_fact(self, i, self->count - 1))
                cut(self, i, self->count - 1, false);
            continue;
        }
        last = comma_from(self, i);
        if (is_source(self, i, last) && is_fact(self, i, last) && cut(self, i, last, false))
            i = last;
        else if ((last = find_age(self, i)) > 0 && cut(self, i, last, !HAS(w[last + 1], VERB)))
            i = last;
        else if ((last = find_aside(self, i)) > 0 && cut(self, i, last, false))
            i = last;
    }
}

size_t kn_clauses_find(const kn_clauses *clauses, const char *text, size_t length, knap_cut cut[KN_MOST_CLAUSES])
{
    search self; /* its words are set as they are read */
    self.clauses = clauses;
    self.text = text;
    self.length = length;
    self.cut = cut;
    self.count = self.cuts = 0;
    if (!clauses->words || length < 2 || text[length - 1] != '.' || !memchr(text, ',', length) || !read_all(&self))
        return 0;
    cut_clauses(&self, cut_opening(&self));
    return self.cuts;
}

/* ---- The words of a language ---- */

static bool add_list(kn_clauses *clauses, const char *list, uint32_t class)
{
    while (list && *list) {
        size_t size = strcspn(list, " "), known = clauses->known.count;
        uint32_t symbol = kn_symbols_add(&clauses->known, list, size);
        if (*list == '-' && clauses->endings < KN_MOST_ENDINGS)
            clauses->ending[clauses->endings++] = list + 1;
        if (symbol == KN_NO_SYMBOL || !KN_ROOM(clauses->known.arena.allocator, clauses->class, clauses->known.count))
            return false;
        clauses->class[symbol] = (symbol < known ? clauses->class[symbol] : 0) | class;
        list += size + (list[size] == ' ');
    }
    return true;
}

bool kn_clauses_begin(kn_clauses *clauses, const char *code, const knap_allocator *allocator)
{
    const kn_clause_words *row = kn_clause_table;
    bool ok = true;
    *clauses = (kn_clauses){0};
    kn_symbols_begin(&clauses->known, allocator);
    while (row->code && strcmp(row->code, code) != 0)
        row++;
    if (!row->code)
        return true;
    clauses->words = row;
    for (size_t i = 0; ok && i < KN_CLAUSE_CLASSES; i++)
        ok = add_list(clauses, row->list[i], 1u << i);
    return ok;
}

void kn_clauses_free(kn_clauses *clauses)
{
    KN_RELEASE(clauses->known.arena.allocator, clauses->class);
    kn_symbols_free(&clauses->known);
}
