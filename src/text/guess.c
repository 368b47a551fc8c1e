/* guess.c - the language that a text is in: what CLD2 recognises, or the script where that is too little. */
#include "text/lexicon.h"
#include "text/cld2.h"
#include "text/utf8.h"
#include "text/inner.h"

#include <string.h>

#include <unicode/uchar.h>
#include <unicode/uscript.h>

/* CLD2 sees the first FIRST_SAMPLE bytes. Where it is not sure of those, or where not NEARLY_ALL percent of them are in one
 * language, it sees SHORT_SAMPLE bytes, and then SAMPLE bytes. With fewer than FEW_LETTERS letters it is no better than the
 * script. */
enum { FIRST_SAMPLE = 256, NEARLY_ALL = 98, SHORT_SAMPLE = 768, SAMPLE = 4096, FEW_LETTERS = 24, MANY_LETTERS = 200 };

/* The language that most texts in a script are in. */
static const struct {
    UScriptCode script;
    const char *code;
    bool only; /* other languages of the script are rare */
} scripts[] = {{USCRIPT_LATIN, "en", false},   {USCRIPT_GREEK, "el", true},    {USCRIPT_DEVANAGARI, "hi", false},
               {USCRIPT_ARABIC, "ar", false},  {USCRIPT_HEBREW, "he", true},   {USCRIPT_CYRILLIC, "ru", false},
               {USCRIPT_BENGALI, "bn", false}, {USCRIPT_THAI, "th", true},     {USCRIPT_HANGUL, "ko", true},
               {USCRIPT_HIRAGANA, "ja", true}, {USCRIPT_KATAKANA, "ja", true}, {USCRIPT_HAN, "zh", false}};
enum { SCRIPTS = sizeof scripts / sizeof *scripts, HIRAGANA = 9, KATAKANA = 10, HAN = 11 };

typedef struct sample {
    char text[SAMPLE + 1]; /* the start of the text; control characters and invalid bytes are spaces */
    size_t length;
    bool whole;         /* it is all of the text */
    size_t letters;     /* of any script */
    size_t of[SCRIPTS]; /* letters of each script */
} sample;

static void count_letter(sample *self, int32_t code)
{
    UErrorCode problem = U_ZERO_ERROR;
    UScriptCode script;
    self->letters++;
    if (code < 0x250) {
        self->of[0]++;
        return;
    }
    script = uscript_getScript(code, &problem);
    for (size_t i = 0; i < SCRIPTS; i++)
        if (scripts[i].script == script)
            self->of[i]++;
}

/* Takes at most `most` bytes, up to SAMPLE. */
static void take_sample(sample *self, const char *utf8, size_t length, size_t most)
{
    size_t at = 0;
    self->length = self->letters = 0;
    self->whole = true;
    memset(self->of, 0, sizeof self->of);
    while (at < length) {
        size_t start = at;
        if (utf8[at] >= ' ' && utf8[at] < 0x7F && self->length < most) {
            bool letter = (utf8[at] | 32) >= 'a' && (utf8[at] | 32) <= 'z';
            self->letters += letter;
            self->of[0] += letter;
            self->text[self->length++] = utf8[at++];
            continue;
        }
        size_t size = (unsigned char)utf8[at] < 0x80 ? 1 : kn_utf8_valid((const unsigned char *)utf8 + at, length - at);
        int32_t code = size ? kn_utf8_at(utf8, at, length) : ' ';
        at += size ? size : 1;
        if (self->length + (at - start) > most) {
            self->whole = false;
            break;
        }
        if (code < 0x80 ? (code | 32) >= 'a' && (code | 32) <= 'z' : u_isalpha(code))
            count_letter(self, code);
        /* CLD2 reads beyond its tables where the text is not valid UTF-8 */
        if (!size || code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0xFFFD || (code & 0xFFFE) == 0xFFFE) {
            self->text[self->length++] = ' ';
        } else {
            memcpy(self->text + self->length, utf8 + start, at - start);
            self->length += at - start;
        }
    }
    self->text[self->length] = 0;
}

/* The script of the most letters. Kana among Chinese characters are Japanese. */
static size_t find_script(const sample *self)
{
    size_t best = 0, kana = self->of[HIRAGANA] + self->of[KATAKANA];
    for (size_t i = 1; i < SCRIPTS; i++)
        if (self->of[i] > self->of[best])
            best = i;
    return best == HAN && kana * 10 > self->of[HAN] ? HIRAGANA : best;
}

/* The language of knap's that a code of CLD2's stands for; NULL: none. */
static const char *own_code(const char *code)
{
    static const char *const others[][2] = {{"iw", "he"}, {"no", "nb"},      {"nn", "nb"}, {"in", "id"},
                                            {"ms", "id"}, {"zh-Hant", "zh"}, {"bh", "hi"}};
    const kn_lexicon *row;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(code, others[i][0]) == 0)
            code = others[i][1];
    row = kn_lexicon_find(code);
    return row ? row->code : NULL;
}

/* The language by the first `most` bytes of the text. *sure tells whether more text would not change it: the text ends there, or
 * CLD2 is sure and at least `least` percent are in the language. */
static const char *guess_start(const char *utf8, size_t length, size_t most, int least, bool *sure)
{
    sample text;
    bool reliable = false, known;
    int share = 0;
    const char *found, *code;
    size_t script;
    take_sample(&text, utf8, length, most);
    script = find_script(&text);
    known = text.of[script] * 2 >= text.letters;
    *sure = text.whole || (known && scripts[script].only && most > FIRST_SAMPLE);
    if (known && (scripts[script].only || text.letters < FEW_LETTERS))
        return scripts[script].code;
    found = kn_cld2_language(text.text, (int)text.length, &reliable, &share);
    code = found ? own_code(found) : NULL;
    *sure = *sure || (code && reliable && share >= least);
    if (code && (reliable || text.letters < MANY_LETTERS))
        return code;
    return known && !(found && reliable) && text.letters < MANY_LETTERS ? scripts[script].code : "und";
}

const char *knap_language_guess(const char *utf8, size_t length)
{
    bool sure = true;
    const char *code;
    if (!utf8)
        return "und";
    code = guess_start(utf8, length, FIRST_SAMPLE, NEARLY_ALL, &sure);
    if (!sure)
        code = guess_start(utf8, length, SHORT_SAMPLE, 0, &sure);
    return sure ? code : guess_start(utf8, length, SAMPLE, 0, &sure);
}
