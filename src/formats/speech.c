/* speech.c - cuts speech that has no punctuation into pieces of the length of sentences. It knows nothing of grammar: people pause
 * and use connectives where a sentence ends. */
#include "formats/speech.h"
#include "text/lexicon.h"
#include "text/marks.h"
#include "text/utf8.h"

#include <string.h>

#include <unicode/uchar.h>

/* Words per full stop above which text counts as unpunctuated, and the fewest words that tell. */
enum { WORDS_PER_STOP = 60, FEWEST_WORDS = 40 };
/* Words of a piece from which it may end at a pause, before a connective, at the end of a caption, and anywhere. */
enum { AT_PAUSE = 6, AT_CONNECTIVE = 12, AT_CAPTION = 28, ANYWHERE = 45 };

static bool is_break(char byte)
{
    return byte == ' ' || byte == KN_CAPTION_END || byte == KN_PAUSE;
}

/* Chinese and Japanese have no spaces between words: there two characters count as a word. */
static size_t words_of(const char *text, size_t begin, size_t end)
{
    size_t ideographs = 0;
    for (size_t at = begin; at < end;)
        ideographs += kn_is_ideograph(kn_utf8_next(text, &at, end));
    return ideographs > 2 ? ideographs / 2 : end > begin;
}

bool kn_is_unpunctuated(const char *text, size_t length)
{
    size_t words = 0, stops = 0;
    for (size_t at = 0; at < length;) {
        size_t begin = at, last;
        int32_t code;
        while (at < length && !is_break(text[at]))
            at++;
        words += words_of(text, begin, at);
        last = at;
        code = at > begin ? kn_utf8_previous(text, begin, &last) : ' ';
        stops += code == '.' || code == '!' || code == '?' || code == 0x2026 || code == 0x3002 || code == 0x964 ||
                 code == 0x61F || code == 0x6D4 || code == 0xFF01 || code == 0xFF1F;
        at += at < length;
    }
    return words >= FEWEST_WORDS && stops * WORDS_PER_STOP < words;
}

/* Whether a piece of so many words ends before the word that begins at `next`, between which and the word before stand the breaks
 * text[from..next). */
static bool ends_piece(const char *language, const char *text, size_t from, size_t next, size_t end, size_t words)
{
    bool pause = memchr(text + from, KN_PAUSE, next - from), caption = memchr(text + from, KN_CAPTION_END, next - from);
    size_t word = next;
    while (word < end && !is_break(text[word]))
        word++;
    return words >= ANYWHERE || (pause && words >= AT_PAUSE) || (caption && words >= AT_CAPTION) ||
           (words >= AT_CONNECTIVE && kn_is_connective(language, text + next, word - next));
}

static void begin_piece(kn_extract *extract, const char *text, size_t *at, size_t end)
{
    char bytes[4];
    int32_t code = kn_utf8_next(text, at, end);
    kn_extract_add(extract, bytes, kn_utf8_write(u_totitle(code), bytes));
}

/* Whether the text so far ends in Chinese or Japanese. */
static bool ends_ideographic(const kn_extract *extract)
{
    size_t at = extract->text.length, open = kn_extract_open(extract);
    return open && kn_is_ideograph(kn_utf8_previous(extract->text.bytes, at - open, &at));
}

static void end_piece(kn_extract *extract)
{
    size_t open = kn_extract_open(extract);
    char last = open ? extract->text.bytes[extract->text.length - 1] : '.';
    if (ends_ideographic(extract)) {
        kn_extract_add(extract, "\u3002", 3);
        return;
    }
    if (last == ',' || last == ';' || last == ':' || last == '-')
        extract->text.length--;
    if (last != '.' && last != '!' && last != '?')
        kn_extract_add(extract, ".", 1);
    kn_extract_add(extract, " ", 1);
}

void kn_speech_add(kn_extract *extract, const char *language, const char *text, size_t length)
{
    size_t words = 0, at = 0;
    while (at < length && is_break(text[at]))
        at++;
    while (at < length) {
        size_t begin = at, end = at, next;
        while (end < length && !is_break(text[end]))
            end++;
        if (words == 0)
            begin_piece(extract, text, &at, end);
        kn_extract_add(extract, text + at, end - at);
        words += words_of(text, begin, end);
        for (next = end; next < length && is_break(text[next]);)
            next++;
        if (next == length || ends_piece(language, text, end, next, length, words)) {
            end_piece(extract);
            words = 0;
        } else if (ends_ideographic(extract) && kn_is_ideograph(kn_utf8_at(text, next, length))) {
            kn_extract_add(extract, "\uFF0C", 3); /* a comma stands for the pause */
        } else {
            kn_extract_add(extract, " ", 1);
        }
        at = next;
    }
}

static bool is_east_asian(int32_t code)
{
    return kn_is_ideograph(code) || (code >= 0xFF00 && code < 0xFF66); /* with marks of full width */
}

void kn_speech_join(kn_extract *extract, const char *text, size_t length)
{
    for (size_t at = 0, next; at < length; at = next) {
        size_t end = at;
        while (end < length && !is_break(text[end]))
            end++;
        for (next = end; next < length && is_break(text[next]);)
            next++;
        kn_extract_add(extract, text + at, end - at);
        size_t last = end;
        int32_t before = end > at ? kn_utf8_previous(text, at, &last) : 0;
        int32_t after = next < length ? kn_utf8_at(text, next, length) : 0;
        if (!is_east_asian(before) || !is_east_asian(after))
            kn_extract_add(extract, text + end, next - end);
        else if (memchr(text + end, ' ', next - end) && u_isalpha(before) && u_isalpha(after))
            kn_extract_add(extract, "\uFF0C", 3);
    }
}
