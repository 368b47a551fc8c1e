/* proposals.c - asks ICU where sentences end. A paragraph is handed to ICU when the first answer is needed. */
#include "text/proposals.h"
#include "text/utf8.h"
#include "base/eights.h"

#include <string.h>

/* By the rules of Unicode (UAX 29, SB4 to SB11) a sentence ends behind a full stop, a question or exclamation mark, or a line end,
 * which kn_language_units replaces by a space. Up to U+024F, and among hyphens, dashes and quotation marks, there are no others.
 * Only Greek has a rule of its own: it ends questions with a semicolon. */
bool kn_is_latin_only(const kn_splitter *s)
{
    const unsigned char *text = (const unsigned char *)s->text;
    if (strcmp(s->language->lexicon->code, "el") == 0)
        return false;
    for (size_t i = s->begin; (i = kn_ascii_end(s->text, i, s->end, 0)) < s->end; i++) {
        if (text[i] >= 0xC2 && text[i] <= 0xC9)
            i++;
        else if (text[i] == 0xE2 && i + 2 < s->end && text[i + 1] == 0x80 && text[i + 2] >= 0x90 && text[i + 2] <= 0xA2)
            i += 2; /* U+2010 to U+2022 */
        else
            return false;
    }
    return true;
}

static bool begin(kn_splitter *s)
{
    UErrorCode problem = U_ZERO_ERROR;
    size_t units = kn_language_units(s->language, s->text + s->begin, s->end - s->begin, true);
    s->asked = true;
    if (units != SIZE_MAX)
        ubrk_setText(s->language->sentences, s->language->unit, (int32_t)units, &problem);
    return units != SIZE_MAX && U_SUCCESS(problem);
}

void kn_next_proposal(kn_splitter *s, size_t after)
{
    if (!s->asked && !begin(s))
        s->failed = true;
    if (s->failed)
        s->proposal = s->end;
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

bool kn_is_proposed(kn_splitter *s, const kn_mark *m)
{
    kn_next_proposal(s, s->begin);
    while (s->proposal < m->end)
        kn_next_proposal(s, s->proposal);
    return s->proposal == m->end;
}
