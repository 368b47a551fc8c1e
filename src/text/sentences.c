/* sentences.c - finds the ends of sentences: ICU's proposals, corrected by rules for news text.
 *
 * ICU breaks after "Gen." and "U.S." before a capital, and does not break before a number. So the rules
 * here examine every full stop, question mark and exclamation mark, with the word before and the character
 * after it; ICU decides about the marks of other scripts. Each decision uses only the current paragraph,
 * in one forward pass. */
#include "text/sentences.h"
#include "text/marks.h"
#include "text/proposals.h"
#include "text/utf8.h"
#include "base/error.h"

#include <string.h>

#include <unicode/uchar.h>

enum { LONGEST_TOKEN = 40 };

bool kn_is_casual(const knap_language *language, const char *text, size_t length)
{
    if (strcmp(language->lexicon->code, "en") != 0)
        return false;
    for (const char *at = text; (at = memchr(at, 'i', length - (size_t)(at - text))) != NULL; at++) {
        size_t i = (size_t)(at - text);
        bool word_before = i > 0 && text[i - 1] != ' ' && text[i - 1] != '\n';
        if (!word_before && i + 1 < length && (text[i + 1] == ' ' || text[i + 1] == '\''))
            return true;
    }
    return false;
}

/* ---- Deciding ---- */

static bool is_digits(const char *text, size_t begin, size_t end)
{
    while (begin < end && u_isdigit(kn_utf8_at(text, begin, end)))
        kn_utf8_next(text, &begin, end);
    return begin == end;
}

/* The word at `at`, without the quotes, brackets, dashes and "[...]" before it. */
static void next_word(const kn_splitter *s, size_t at, size_t *begin, size_t *end)
{
    size_t limit = s->end - at > LONGEST_TOKEN ? at + LONGEST_TOKEN : s->end;
    while (at < limit && !kn_is_wordy(kn_utf8_at(s->text, at, s->end)))
        kn_utf8_next(s->text, &at, s->end);
    *begin = at;
    while (at < s->end && at - *begin < LONGEST_TOKEN) {
        int32_t code = kn_utf8_at(s->text, at, s->end);
        if (!kn_is_wordy(code) && code != '\'' && code != 0x2019)
            break;
        kn_utf8_next(s->text, &at, s->end);
    }
    *end = at;
}

static size_t count_characters(const char *text, size_t begin, size_t end)
{
    size_t count = 0;
    while (begin < end) {
        kn_utf8_next(text, &begin, end);
        count++;
    }
    return count;
}

/* Whether the next word begins sentences rather than names: "The", "In", "Police". */
static bool opener_follows(kn_splitter *s, const kn_mark *m)
{
    size_t begin, end;
    next_word(s, m->next, &begin, &end);
    if (end < s->end && s->text[end] == '.' && count_characters(s->text, begin, end) == 1)
        return false; /* the next initial: "M. A. Smith" */
    return u_isupper(kn_utf8_at(s->text, begin, end)) &&
           (kn_language_class(s->language, s->text + begin, end - begin, &s->failed) & (KN_STOP | KN_OPENER));
}

/* After "8 p.m." the sentence goes on before a weekday, a month or a time zone. */
static bool time_goes_on(kn_splitter *s, const kn_mark *m)
{
    static const char *const zones[] = {"Eastern", "Central", "Pacific", "Mountain", "Greenwich",
                                        "Moscow",  "China",   "Local",   "British",  "Australian",
                                        "Western", "Japan",   "Indian",  "Standard"};
    size_t begin, end, at;
    bool capitals = true;
    next_word(s, m->next, &begin, &end);
    for (size_t i = 0; i < sizeof zones / sizeof *zones; i++)
        if (end - begin == strlen(zones[i]) && memcmp(s->text + begin, zones[i], end - begin) == 0)
            return true;
    for (at = begin; at < end;)
        capitals = u_isupper(kn_utf8_next(s->text, &at, end)) && capitals;
    return (capitals && end - begin > 1) ||
           (kn_language_class(s->language, s->text + begin, end - begin, &s->failed) & (KN_DAY | KN_MONTH));
}

/* Letters with full stops between them, such as U.S or e.g; single letters are not. */
static bool is_dotted(const char *text, size_t begin, size_t end)
{
    bool letter = true, dotted = false;
    while (begin < end) {
        int32_t code = kn_utf8_next(text, &begin, end);
        if (letter ? !u_isalpha(code) : code != '.')
            return false;
        dotted = dotted || code == '.';
        letter = !letter;
    }
    return dotted && !letter;
}

/* A capital and consonants, no vowel: Spc, Sgt, Brg. Common to Latin scripts only. */
static bool is_clipped(const char *text, size_t begin, size_t end)
{
    if (end - begin < 2 || end - begin > 5 || text[begin] < 'A' || text[begin] > 'Z')
        return false;
    for (size_t i = begin; i < end; i++) {
        if (strchr("AEIOUYaeiouy", text[i]) || (i > begin && (text[i] < 'a' || text[i] > 'z')))
            return false;
    }
    return true;
}

/* A single letter that is not lower case. */
static bool is_initial(const kn_splitter *s, const kn_mark *m, size_t token)
{
    int32_t code = kn_utf8_at(s->text, token, m->begin);
    return code >= 0 && u_isalpha(code) && !u_islower(code) && count_characters(s->text, token, m->begin) == 1;
}

/* ---- Abbreviations with spaces inside: "z. B." is listed as z.B ---- */

enum { MOST_PIECES = 4, LONGEST_PIECE = 12 };

/* Moves *at to the start of the piece that ends at the full stop before it; false if there is none. */
static bool piece_before(const kn_splitter *s, size_t *at)
{
    size_t stop = kn_trim_space(s->text, s->sentence, *at), begin;
    if (stop == *at || stop <= s->sentence || s->text[stop - 1] != '.')
        return false;
    for (begin = stop - 1; begin > s->sentence && stop - begin < LONGEST_PIECE;) {
        size_t previous = begin;
        if (!kn_is_wordy(kn_utf8_previous(s->text, s->sentence, &previous)))
            break;
        begin = previous;
    }
    *at = begin;
    return begin + 1 < stop;
}

/* Moves *at past the piece that begins there and ends with a full stop; false if there is none. */
static bool piece_after(const kn_splitter *s, size_t *at)
{
    size_t end = *at;
    while (end < s->end && end - *at < LONGEST_PIECE && kn_is_wordy(kn_utf8_at(s->text, end, s->end)))
        kn_utf8_next(s->text, &end, s->end);
    if (end == *at || end >= s->end || s->text[end] != '.')
        return false;
    *at = end + 1;
    return true;
}

/* The classes of text [begin, end) without its spaces, if it is an abbreviation. */
static unsigned joined_class(kn_splitter *s, size_t begin, size_t end)
{
    char joined[MOST_PIECES * (LONGEST_PIECE + 4) + 1];
    size_t length = 0;
    for (size_t at = begin; at < end && length < sizeof joined; at++)
        if (!kn_is_space(kn_utf8_at(s->text, at, end)) && (unsigned char)s->text[at] != 0xA0)
            joined[length++] = s->text[at];
    return kn_language_class(s->language, joined, length, &s->failed) & KN_ABBREVIATION;
}

/* Looks for an abbreviation of several pieces around the full stop at m->begin, whose word begins at
 * `token`. Returns KN_TITLE where more of its pieces follow, else the classes of what ends here; 0: there
 * is none. */
static unsigned spaced_class(kn_splitter *s, const kn_mark *m, size_t token)
{
    size_t start[MOST_PIECES], starts = 0, after = m->begin + 1;
    for (size_t at = token; starts < MOST_PIECES;) {
        start[starts++] = at;
        if (!piece_before(s, &at))
            break;
    }
    for (size_t ends = 0; ends < MOST_PIECES - 1; ends++) {
        unsigned class;
        size_t piece = kn_skip_space(s->text, after, s->end);
        if (piece == after || !piece_after(s, &piece))
            break;
        after = piece;
        for (size_t i = 0; i < starts; i++)
            if ((class = joined_class(s, start[i], after - 1)) != 0)
                return KN_TITLE;
    }
    for (size_t i = starts; i > 1; i--) {
        unsigned class = joined_class(s, start[i - 1], m->begin);
        if (class)
            return class;
    }
    return 0;
}

/* Whether the word has an ending that the language abbreviates: "Bahnhofstr." */
static bool ends_short(const kn_splitter *s, size_t token, size_t end)
{
    const char *list = s->language->lexicon->suffixes;
    while (list && *list) {
        size_t length = strcspn(list, " ");
        if (end - token > length && memcmp(s->text + end - length, list, length) == 0)
            return true;
        list += length + (list[length] == ' ');
    }
    return false;
}

/* The start of the word without quotes and an elided article (l'art. 5). */
static size_t skip_prefix(kn_splitter *s, const kn_mark *m)
{
    size_t token = m->token;
    while (token < m->begin && strchr("\"'.", s->text[token]))
        token++;
    if (!s->language->lexicon->elided)
        return token;
    for (size_t at = token; at < m->begin;) {
        size_t start = at;
        int32_t code = kn_utf8_next(s->text, &at, m->begin);
        if ((code == '\'' || code == KN_RIGHT_QUOTE) &&
            (kn_language_class(s->language, s->text + token, start - token, &s->failed) & KN_ELIDED))
            return at;
    }
    return token;
}

/* The classes of the abbreviation that a full stop ends. */
static unsigned abbreviation_class(kn_splitter *s, const kn_mark *m, size_t token)
{
    unsigned class = s->language->lexicon->spaced ? spaced_class(s, m, token) : 0;
    if (class)
        return class;
    class = kn_language_class(s->language, s->text + token, m->begin - token, &s->failed);
    return ends_short(s, token, m->begin) ? class | KN_TITLE : class;
}

/* In a script without capitals, a letter after a number is a unit or an era, not a title: "632 م." */
static bool is_unit(const kn_splitter *s, const kn_mark *m, size_t token)
{
    int32_t code = kn_utf8_at(s->text, token, m->begin), before;
    size_t space = kn_trim_space(s->text, s->begin, token);
    before = space < token ? kn_utf8_before(s->text, s->begin, space) : -1;
    return code >= 0x250 && !u_isupper(code) && !u_islower(code) && before >= 0 && u_isdigit(before) &&
           count_characters(s->text, token, m->begin) == 1;
}

/* Whether the full stop belongs to an abbreviation and the sentence goes on. `number` is true for "(2009)" too. */
static bool abbreviation_goes_on(kn_splitter *s, const kn_mark *m, bool digit, bool number)
{
    size_t token = skip_prefix(s, m);
    unsigned class;
    if (token == m->begin)
        return false;
    class = abbreviation_class(s, m, token);
    if (m->quote_closed)
        return (class & KN_TITLE) && !opener_follows(s, m);
    if ((class & KN_NUMBERED) && number)
        return true;
    if (class & KN_FINAL)
        return false;
    if (class & KN_TITLE)
        return !is_unit(s, m, token);
    if (class & (KN_MONTH | KN_DAY))
        return digit;
    if (class & KN_HOUR)
        return !digit && time_goes_on(s, m);
    if ((class & KN_ENDING) || is_dotted(s->text, token, m->begin))
        return !opener_follows(s, m);
    if (is_clipped(s->text, token, m->begin))
        return !opener_follows(s, m);
    return is_initial(s, m, token) && !opener_follows(s, m);
}

/* "8. ledna", and "1. First item" at the start of a sentence. */
static bool ordinal_goes_on(kn_splitter *s, const kn_mark *m, bool digit)
{
    size_t begin, end;
    if (m->token == m->begin || !is_digits(s->text, m->token, m->begin))
        return false;
    if (m->token == s->sentence && m->begin - m->token <= 3)
        return true;
    if (s->language->lexicon->ordinals == KN_ORDINALS_NONE || m->begin - m->token > 2)
        return false;
    next_word(s, m->next, &begin, &end);
    if (s->language->lexicon->ordinals == KN_ORDINALS_ALL && !opener_follows(s, m))
        return true;
    return digit || (kn_language_class(s->language, s->text + begin, end - begin, &s->failed) & KN_MONTH);
}

/* A full stop before a lower-case word ends a sentence only in informal writing and after an ordinary word.
 */
static bool casual_stop(kn_splitter *s, const kn_mark *m)
{
    if (!s->casual || m->end != m->run_end)
        return false;
    if (m->strong || m->ellipsis)
        return true;
    for (size_t i = m->token; i < m->begin; i++)
        if (s->text[i] < 'a' || s->text[i] > 'z')
            return false;
    return m->begin - m->token >= 3 &&
           !(kn_language_class(s->language, s->text + m->token, m->begin - m->token, &s->failed) & KN_ABBREVIATION);
}

/* "the shelf.It was": the space is missing. Names of hosts, files and in programs, "_engine.Result", do not match. */
static bool space_forgotten(const kn_splitter *s, const kn_mark *m)
{
    size_t at = m->end, letters = 0;
    if (m->begin - m->token < 2 || m->ellipsis || (m->token > s->begin && s->text[m->token - 1] == '_'))
        return false;
    for (size_t i = m->token; i < m->begin; i++)
        if (s->text[i] == '.' || !u_islower(kn_utf8_at(s->text, m->begin - 1, m->begin)))
            return false;
    if (!u_isupper(kn_utf8_at(s->text, at, s->end)))
        return false;
    while (at < s->end && u_isalpha(kn_utf8_at(s->text, at, s->end))) {
        kn_utf8_next(s->text, &at, s->end);
        letters++;
    }
    if (letters == 1 && s->text[at - 1] != 'I' && s->text[at - 1] != 'A')
        return false;
    return at >= s->end || s->text[at] == ' ' || s->text[at] == ',' || s->text[at] == '\'';
}

/* "Who goes there?" Warren P. Stroud asked: up to three words of a name, then a verb of speech. */
static bool speaker_follows(kn_splitter *s, const kn_mark *m)
{
    size_t begin, end, at = m->next;
    if (!m->quote_closed || !s->language->lexicon->speech || opener_follows(s, m))
        return false;
    for (size_t words = 0; words < 4; words++) {
        next_word(s, at, &begin, &end);
        if (words > 0 && u_islower(kn_utf8_at(s->text, begin, s->end)))
            return kn_language_class(s->language, s->text + begin, end - begin, &s->failed) & KN_SPEECH;
        if (!u_isupper(kn_utf8_at(s->text, begin, s->end)) || begin > at + 2)
            return false;
        at = end;
    }
    return false;
}

/* The same in a script without capitals: a verb of speech among the next few words. Without spaces, each
 * character counts as a word. */
static bool verb_follows(kn_splitter *s, const kn_mark *m)
{
    enum { MOST_WORDS = 3, MOST_IDEOGRAPHS = 6 };
    size_t at = m->next, words = 0;
    if (!m->quote_closed || !s->language->lexicon->speech)
        return false;
    while (at < s->end) {
        size_t begin = at, most;
        int32_t code = kn_utf8_at(s->text, at, s->end);
        if (!kn_is_wordy(code))
            return false;
        most = kn_is_ideograph(code) ? MOST_IDEOGRAPHS : MOST_WORDS;
        if (words++ == most)
            return false;
        do
            kn_utf8_next(s->text, &at, s->end);
        while (at < s->end && !kn_is_ideograph(code) && kn_is_wordy(kn_utf8_at(s->text, at, s->end)));
        if (kn_language_class(s->language, s->text + begin, at - begin, &s->failed) & KN_SPEECH)
            return true;
        at = kn_skip_space(s->text, at, s->end);
    }
    return false;
}

/* A full stop of a script without capitals. A quoted statement that goes on before "he said" ends in a comma. */
static bool is_statement(int32_t code)
{
    return code == 0x3002 || code == 0x964 || code == 0x965 || code == 0x6D4;
}

/* A mark that a letter of a script without capitals follows. */
static bool ends_caseless(kn_splitter *s, const kn_mark *m, bool digit)
{
    int32_t first = kn_utf8_at(s->text, s->sentence, s->end);
    size_t word, word_end;
    if (m->title_closed || (m->bracket_closed && !m->strong && m->token < m->begin && first != '(' && first != 0xFF08))
        return false;
    if (m->strong)
        return is_statement(kn_utf8_at(s->text, m->begin, s->end)) || !verb_follows(s, m);
    if (m->ellipsis) { /* a connective continues the sentence, a demonstrative does not */
        unsigned class;
        next_word(s, m->next, &word, &word_end);
        class = kn_language_class(s->language, s->text + word, word_end - word, &s->failed);
        return (m->bracket_closed || !(class & KN_BACK) || (class & KN_PRONOUN)) && kn_is_proposed(s, m);
    }
    return !abbreviation_goes_on(s, m, digit, digit) && !ordinal_goes_on(s, m, digit);
}

/* Whether a mark that no space follows ends a sentence. */
static bool ends_unspaced(kn_splitter *s, const kn_mark *m, int32_t first)
{
    if (m->wide || (m->strong && kn_is_ideograph(first)))
        return ends_caseless(s, m, false);
    return (m->quote_closed && (u_isupper(first) || first == '"' || first == 0x201C) && kn_is_proposed(s, m)) ||
           space_forgotten(s, m) || (m->strong && u_isupper(first) && kn_is_proposed(s, m));
}

static bool ends_sentence(kn_splitter *s, const kn_mark *m)
{
    size_t word, word_end;
    int32_t first = kn_utf8_at(s->text, m->next, s->end), letter;
    bool digit, opened;
    if (m->next == s->end || !s->words)
        return false; /* the paragraph's end is added by the caller */
    if (m->next == m->end)
        return ends_unspaced(s, m, first);
    if (strchr(",;:%&/", first < 0x80 ? (int)first : ',') && first < 0x80)
        return false;
    next_word(s, m->next, &word, &word_end);
    letter = kn_utf8_at(s->text, word, s->end);
    digit = letter >= 0 && u_isdigit(letter);
    opened = word > m->next;
    if (letter >= 0x250 && u_isalpha(letter) && !u_isupper(letter) && !u_islower(letter))
        return ends_caseless(s, m, false);
    if (letter >= 0 && u_islower(letter))
        return !opened && casual_stop(s, m);
    if (m->ellipsis && !m->strong)
        return letter >= 0 && (u_isupper(letter) || kn_is_proposed(s, m));
    if (m->strong)
        return !speaker_follows(s, m);
    return !abbreviation_goes_on(s, m, digit && !opened, digit && (!opened || first == '(' || first == '[')) &&
           !ordinal_goes_on(s, m, digit && !opened);
}

/* ---- ICU's proposals ---- */

/* ICU also breaks at full stops of other scripts, which are not in our list. */
static bool is_foreign_end(const kn_splitter *s, size_t at)
{
    size_t back = at;
    while (back > s->begin) {
        int32_t code = kn_utf8_previous(s->text, s->begin, &back);
        if (kn_is_stop(code))
            return false;
        if (u_hasBinaryProperty(code, UCHAR_S_TERM) || code == ';' || code == 0x37E)
            return true;
        if (kn_is_wordy(code) || at - back > 16)
            return false;
    }
    return false;
}

/* Whether a word of the list begins at `at`. */
static bool begins_with(const kn_splitter *s, const char *list, size_t at)
{
    while (*list) {
        size_t length = strcspn(list, " ");
        if (s->end - at >= length && memcmp(s->text + at, list, length) == 0)
            return true;
        list += length + (list[length] == ' ');
    }
    return false;
}

static bool append_cut(kn_cuts *cuts, kn_splitter *s, size_t end)
{
    if (!KN_ROOM(cuts->allocator, cuts->cut, cuts->count + 1))
        return false;
    cuts->cut[cuts->count++] = (kn_sentence_end){end, s->quote != 0};
    s->words = false;
    s->sentence = kn_skip_space(s->text, end, s->end);
    return true;
}

/* In a language whose sentences end with a space: the cuts before `end`. Phrases are spaced too, so a
 * sentence has at least LEAST letters, and what follows neither goes on with it nor is a number. */
static bool cut_at_spaces(kn_cuts *cuts, kn_splitter *s, size_t end)
{
    enum { LEAST = 40 };
    const char *joints = s->language->lexicon->joints;
    size_t letters = 0, left;
    for (size_t at = s->sentence; at < end;) {
        size_t start = at;
        int32_t code = kn_utf8_next(s->text, &at, end);
        letters += u_isalpha(code) ? 1 : 0;
        if (!kn_is_space(code) || letters < LEAST)
            continue;
        at = kn_skip_space(s->text, at, end);
        code = kn_utf8_at(s->text, at, end);
        left = end - at;
        if (code < 0x250 || !u_isalpha(code) || begins_with(s, joints, at) || left < LEAST)
            continue;
        if (!append_cut(cuts, s, start))
            return false;
        letters = 0;
    }
    return true;
}

static bool add_cut(kn_cuts *cuts, kn_splitter *s, size_t end)
{
    return (!s->language->lexicon->joints || cut_at_spaces(cuts, s, end)) && append_cut(cuts, s, end);
}

/* Cuts where ICU breaks at the marks of other scripts, before `end`. */
static bool cut_foreign(kn_cuts *cuts, kn_splitter *s, size_t end)
{
    kn_next_proposal(s, s->begin);
    while (s->proposal < end) {
        if (s->proposal > s->sentence && is_foreign_end(s, s->proposal) && !add_cut(cuts, s, s->proposal))
            return false;
        kn_next_proposal(s, s->proposal);
    }
    return true;
}

static bool find_cuts(kn_cuts *cuts, kn_splitter *s)
{
    bool latin = kn_is_latin_only(s);
    size_t at = s->begin;
    kn_mark m;
    while (kn_next_mark(s, &at, &m))
        if ((!latin && !cut_foreign(cuts, s, m.end)) || (ends_sentence(s, &m) && !add_cut(cuts, s, m.end)))
            return false;
    return (latin || cut_foreign(cuts, s, s->end)) && add_cut(cuts, s, s->end);
}

knap_status kn_cuts_find(kn_cuts *cuts, knap_language *language, const char *text, size_t begin, size_t end,
                         bool casual, knap_error *error)
{
    kn_splitter s = {.language = language,
                     .text = text,
                     .begin = begin,
                     .end = end,
                     .sentence = begin,
                     .casual = casual,
                     .proposal = begin,
                     .proposal_byte = begin};
    return find_cuts(cuts, &s) && !s.failed ? KNAP_OK : kn_no_memory(error);
}

void kn_cuts_free(kn_cuts *cuts)
{
    KN_RELEASE(cuts->allocator, cuts->cut);
    *cuts = (kn_cuts){.allocator = cuts->allocator};
}
