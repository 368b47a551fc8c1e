/* sentences.c - the ends of sentences: what ICU proposes, and a layer of ours that knows news.
 *
 * ICU breaks after "Gen." and "U.S." before a capital, and does not break before a number. So every full
 * stop, question or exclamation mark is looked at here, with the word before and the character behind it; ICU
 * decides on the marks of other scripts. Everything is decided within a paragraph, moving forward only. */
#include "text/sentences.h"
#include "text/utf8.h"
#include "base/error.h"

#include <string.h>

#include <unicode/uchar.h>

enum { LONGEST_TOKEN = 40, ELLIPSIS = 0x2026 };

typedef struct splitter {
    knap_language *language;
    const char *text;
    size_t begin, end; /* the paragraph */
    size_t sentence;   /* where the current sentence begins */
    bool casual, failed;
    bool quote;            /* inside a quotation */
    bool words;            /* the current sentence has words, not only punctuation */
    size_t proposal, unit; /* ICU's next boundary: byte behind its last character, UTF-16 unit */
    size_t proposal_byte;  /* the boundary itself */
} splitter;

/* A run of terminators, with the closing quotes and brackets after it. */
typedef struct mark {
    size_t token;   /* where the word before begins */
    size_t begin;   /* the first terminator */
    size_t run_end; /* after the last terminator */
    size_t end;     /* behind closing quotes and brackets */
    size_t next;    /* the next character that is no space, or the end of the paragraph */
    bool ellipsis;  /* more than one full stop */
    bool strong;    /* has a ? or ! */
    bool quote_closed;
    bool proposed; /* ICU breaks here too */
} mark;

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

static bool is_strong(int32_t code)
{
    return code == '!' || code == '?' || code == 0x61F || code == 0x964 || code == 0x965;
}

static bool is_stop(int32_t code)
{
    return code == '.' || code == ELLIPSIS || is_strong(code);
}

static bool is_wordy(int32_t code)
{
    return code >= 0 &&
           (u_isalnum(code) || u_charType(code) == U_NON_SPACING_MARK || u_charType(code) == U_COMBINING_SPACING_MARK);
}

/* ---- Finding the next mark ---- */

/* Hebrew's mark of an abbreviation, before the last letter of a word. */
static bool is_gershayim(const splitter *s, size_t at)
{
    size_t after = at + 1;
    if (!is_wordy(kn_utf8_before(s->text, s->begin, at)) || !is_wordy(kn_utf8_at(s->text, after, s->end)))
        return false;
    kn_utf8_next(s->text, &after, s->end);
    return !is_wordy(kn_utf8_at(s->text, after, s->end));
}

/* Keeps track of quotations; moves over one character. */
static int32_t step(splitter *s, size_t *at)
{
    size_t start = *at;
    int32_t code = kn_utf8_next(s->text, at, s->end);
    s->words = s->words || is_wordy(code);
    if (code == '"') {
        if (!is_gershayim(s, start))
            s->quote = !s->quote;
    } else if (code == 0x201C || code == 0xAB || code == 0x201E) {
        s->quote = true;
    } else if (code == 0x201D || code == 0xBB) {
        s->quote = false;
    } else if ((code == '`' || code == '\'') && *at < s->end && s->text[*at] == (char)code) {
        s->quote = code == '`';
    }
    return code;
}

/* Full stops with spaces between them are one ellipsis: ". . ." */
static bool spaced_dots(const splitter *s, size_t at)
{
    return at + 1 < s->end && s->text[at] == ' ' && s->text[at + 1] == '.';
}

static void find_run(splitter *s, mark *m)
{
    size_t at = m->begin, dots = 0;
    while (at < s->end) {
        int32_t code = kn_utf8_at(s->text, at, s->end);
        if (code == '.' || code == ELLIPSIS) {
            dots += code == '.' ? 1 : 2;
            step(s, &at);
            if (spaced_dots(s, at) && (dots > 1 || spaced_dots(s, at + 2)))
                at++;
        } else if (is_strong(code)) {
            m->strong = true;
            step(s, &at);
        } else {
            break;
        }
    }
    m->run_end = at;
    m->ellipsis = dots > 1;
}

static bool is_footnote(const splitter *s, size_t at, size_t *after)
{
    size_t i = at + 1;
    while (i < s->end && i - at < 5 && s->text[i] >= '0' && s->text[i] <= '9')
        i++;
    *after = i + 1;
    return i > at + 1 && i < s->end && s->text[i] == ']';
}

static bool closes_here(const splitter *s, size_t at, int32_t code)
{
    size_t after = at;
    int32_t next;
    kn_utf8_next(s->text, &after, s->end);
    next = kn_utf8_at(s->text, after, s->end);
    switch (code) {
    case ')':
    case ']':
    case '}':
    case 0x201D:
    case 0xBB:
    case 0x203A:
        return true;
    case '"':
        return s->quote || next < 0 || kn_is_space(next);
    case '\'':
    case 0x2019:
        return !is_wordy(next);
    default:
        return false;
    }
}

static void find_closers(splitter *s, mark *m)
{
    size_t at = m->run_end;
    while (at < s->end) {
        size_t after;
        int32_t code = kn_utf8_at(s->text, at, s->end);
        if (code == '[' && is_footnote(s, at, &after)) {
            at = after;
            continue;
        }
        if (kn_is_space(code)) {
            /* French sets a space before », and some write one before a closing ". */
            size_t quote = kn_skip_space(s->text, at, s->end);
            int32_t behind = kn_utf8_at(s->text, quote, s->end);
            bool apart = behind == '"' && s->quote &&
                         (quote + 1 >= s->end || kn_is_space(kn_utf8_at(s->text, quote + 1, s->end)));
            if (behind != 0xBB && !apart)
                break;
            at = quote;
            continue;
        }
        if (!closes_here(s, at, code))
            break;
        m->quote_closed =
            m->quote_closed || code == '"' || code == 0x201D || code == 0xBB || code == '\'' || code == 0x2019;
        step(s, &at);
    }
    m->end = at;
}

/* The next mark from *at on; false at the end of the paragraph. */
static bool next_mark(splitter *s, size_t *at, mark *m)
{
    while (*at < s->end) {
        size_t start = *at;
        size_t low = start > s->begin + LONGEST_TOKEN ? start - LONGEST_TOKEN : s->begin;
        if (!is_stop(step(s, at)))
            continue;
        *m = (mark){.begin = start, .token = start};
        find_run(s, m);
        find_closers(s, m);
        m->next = kn_skip_space(s->text, m->end, s->end);
        while (m->token > low) {
            size_t previous = m->token;
            int32_t code = kn_utf8_previous(s->text, s->begin, &previous);
            if (!is_wordy(code) && code != '.' && code != '"' && code != '\'' && code != 0x2019)
                break;
            m->token = previous;
        }
        *at = m->end;
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

/* The word at `at`, quotes, brackets, dashes and "[...]" before it left out. */
static void next_word(const splitter *s, size_t at, size_t *begin, size_t *end)
{
    size_t limit = s->end - at > LONGEST_TOKEN ? at + LONGEST_TOKEN : s->end;
    while (at < limit && !is_wordy(kn_utf8_at(s->text, at, s->end)))
        kn_utf8_next(s->text, &at, s->end);
    *begin = at;
    while (at < s->end && at - *begin < LONGEST_TOKEN) {
        int32_t code = kn_utf8_at(s->text, at, s->end);
        if (!is_wordy(code) && code != '\'' && code != 0x2019)
            break;
        kn_utf8_next(s->text, &at, s->end);
    }
    *end = at;
}

/* What follows begins with a word that opens sentences, not names: "The", "In", "Police". */
static bool opener_follows(splitter *s, const mark *m)
{
    size_t begin, end;
    next_word(s, m->next, &begin, &end);
    if (end - begin == 1 && end < s->end && s->text[end] == '.')
        return false; /* the next initial: "M. A. Smith" */
    return u_isupper(kn_utf8_at(s->text, begin, end)) &&
           (kn_language_class(s->language, s->text + begin, end - begin, &s->failed) & (KN_STOP | KN_OPENER));
}

/* After "8 p.m.": a weekday, a month or a time zone goes on. */
static bool time_goes_on(splitter *s, const mark *m)
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

static size_t count_characters(const char *text, size_t begin, size_t end)
{
    size_t count = 0;
    while (begin < end) {
        kn_utf8_next(text, &begin, end);
        count++;
    }
    return count;
}

/* A single letter that is not lower case. */
static bool is_initial(const splitter *s, const mark *m, size_t token)
{
    int32_t code = kn_utf8_at(s->text, token, m->begin);
    return code >= 0 && u_isalpha(code) && !u_islower(code) && count_characters(s->text, token, m->begin) == 1;
}

/* The full stop belongs to an abbreviation and the sentence goes on. */
static bool abbreviation_goes_on(splitter *s, const mark *m, bool digit)
{
    size_t token = m->token;
    unsigned class;
    while (token < m->begin && strchr("\"'.", s->text[token]))
        token++;
    if (token == m->begin)
        return false;
    class = kn_language_class(s->language, s->text + token, m->begin - token, &s->failed);
    if (m->quote_closed)
        return (class & KN_TITLE) && !opener_follows(s, m);
    if ((class & KN_NUMBERED) && digit)
        return true;
    if (class & KN_TITLE)
        return true;
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
static bool ordinal_goes_on(splitter *s, const mark *m, bool digit)
{
    size_t begin, end;
    if (m->token == m->begin || !is_digits(s->text, m->token, m->begin))
        return false;
    if (m->token == s->sentence && m->begin - m->token <= 3)
        return true;
    if (!s->language->lexicon->ordinal_stop || m->begin - m->token > 2)
        return false;
    next_word(s, m->next, &begin, &end);
    return digit || (kn_language_class(s->language, s->text + begin, end - begin, &s->failed) & KN_MONTH);
}

/* A full stop followed by a lower-case word ends a sentence only in casual writing, and after a plain word.
 */
static bool casual_stop(splitter *s, const mark *m)
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

/* "the shelf.It was": a space was left out. Not so in names of hosts and files. */
static bool space_forgotten(const splitter *s, const mark *m)
{
    size_t at = m->end, letters = 0;
    if (m->begin - m->token < 2 || m->ellipsis)
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
static bool speaker_follows(splitter *s, const mark *m)
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

static bool ends_sentence(splitter *s, const mark *m)
{
    size_t word, word_end;
    int32_t first = kn_utf8_at(s->text, m->next, s->end), letter;
    bool digit, opened;
    if (m->next == s->end || !s->words)
        return false; /* the paragraph's end is added by the caller */
    if (m->next == m->end)
        return (m->quote_closed && m->proposed && (u_isupper(first) || first == '"' || first == 0x201C)) ||
               space_forgotten(s, m) || (m->proposed && m->strong && u_isupper(first));
    if (strchr(",;:%&/", first < 0x80 ? (int)first : ',') && first < 0x80)
        return false;
    next_word(s, m->next, &word, &word_end);
    letter = kn_utf8_at(s->text, word, s->end);
    digit = letter >= 0 && u_isdigit(letter);
    opened = word > m->next;
    if (letter >= 0 && u_islower(letter))
        return !opened && casual_stop(s, m);
    if (m->ellipsis && !m->strong)
        return letter >= 0 && (u_isupper(letter) || m->proposed);
    if (m->strong)
        return !speaker_follows(s, m);
    return !abbreviation_goes_on(s, m, digit && !opened) && !ordinal_goes_on(s, m, digit && !opened);
}

/* ---- ICU's proposals ---- */

/* Moves to ICU's next boundary behind `after`. */
static void next_proposal(splitter *s, size_t after)
{
    while (s->proposal <= after && s->proposal < s->end) {
        int32_t boundary = ubrk_next(s->language->sentences);
        if (boundary == UBRK_DONE) {
            s->proposal = s->end;
            return;
        }
        while (s->unit < (size_t)boundary)
            s->unit += kn_utf8_next(s->text, &s->proposal_byte, s->end) >= 0x10000 ? 2 : 1;
        s->proposal = kn_trim_space(s->text, s->begin, s->proposal_byte);
    }
}

/* ICU also breaks at full stops of other scripts, which are not in our list. */
static bool is_foreign_end(const splitter *s, size_t at)
{
    size_t back = at;
    while (back > s->begin) {
        int32_t code = kn_utf8_previous(s->text, s->begin, &back);
        if (is_stop(code))
            return false;
        if (u_hasBinaryProperty(code, UCHAR_S_TERM) || code == ';' || code == 0x37E)
            return true;
        if (is_wordy(code) || at - back > 16)
            return false;
    }
    return false;
}

static bool add_cut(kn_cuts *cuts, splitter *s, size_t end)
{
    kn_cut *grown = kn_grow(cuts->allocator, cuts->cut, &cuts->capacity, cuts->count + 1, sizeof *grown);
    if (!grown)
        return false;
    cuts->cut = grown;
    grown[cuts->count++] = (kn_cut){end, s->quote};
    s->words = false;
    s->sentence = kn_skip_space(s->text, end, s->end);
    return true;
}

static bool find_cuts(kn_cuts *cuts, splitter *s)
{
    size_t at = s->begin;
    mark m;
    while (next_mark(s, &at, &m)) {
        next_proposal(s, s->begin);
        while (s->proposal < m.end) {
            if (s->proposal > s->sentence && is_foreign_end(s, s->proposal) && !add_cut(cuts, s, s->proposal))
                return false;
            next_proposal(s, s->proposal);
        }
        m.proposed = s->proposal == m.end;
        if (ends_sentence(s, &m) && !add_cut(cuts, s, m.end))
            return false;
    }
    next_proposal(s, s->begin);
    while (s->proposal < s->end) {
        if (s->proposal > s->sentence && is_foreign_end(s, s->proposal) && !add_cut(cuts, s, s->proposal))
            return false;
        next_proposal(s, s->proposal);
    }
    return add_cut(cuts, s, s->end);
}

knap_status kn_cuts_find(kn_cuts *cuts, knap_language *language, const char *text, size_t begin, size_t end,
                         bool casual, knap_error *error)
{
    splitter s = {.language = language,
                  .text = text,
                  .begin = begin,
                  .end = end,
                  .sentence = begin,
                  .casual = casual,
                  .proposal = begin,
                  .proposal_byte = begin};
    UErrorCode problem = U_ZERO_ERROR;
    size_t units = kn_language_units(language, text + begin, end - begin, true);
    if (units == SIZE_MAX)
        return kn_no_memory(error);
    ubrk_setText(language->sentences, language->unit, (int32_t)units, &problem);
    if (U_FAILURE(problem))
        return kn_fail(error, KNAP_NO_MEMORY, "ICU cannot take the text: %s", u_errorName(problem));
    if (!find_cuts(cuts, &s) || s.failed)
        return kn_no_memory(error);
    return KNAP_OK;
}

void kn_cuts_free(kn_cuts *cuts)
{
    kn_free(cuts->allocator, cuts->cut, cuts->capacity, sizeof *cuts->cut);
    *cuts = (kn_cuts){.allocator = cuts->allocator};
}
