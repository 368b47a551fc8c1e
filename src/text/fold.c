/* fold.c - folds words with ICU; ASCII without it. */
#include "text/fold.h"

#include <unicode/ustring.h>

enum { DOTTED_I = 0x130, DOTLESS_I = 0x131 };

void kn_folding_begin(kn_folding *folding, const knap_allocator *allocator, UErrorCode *problem)
{
    *folding = (kn_folding){.folded = {.allocator = allocator}};
    folding->rules = unorm2_getNFKCCasefoldInstance(problem);
}

void kn_folding_free(kn_folding *folding)
{
    KN_RELEASE(folding->folded.allocator, folding->unit);
    kn_text_free(&folding->folded);
}

static bool fold_ascii(kn_text *folded, const char *utf8, size_t length)
{
    folded->length = 0;
    if (!kn_text_room(folded, length))
        return false;
    for (size_t i = 0; i < length; i++)
        folded->bytes[i] = (char)(utf8[i] >= 'A' && utf8[i] <= 'Z' ? utf8[i] + 32 : utf8[i]);
    folded->bytes[length] = 0;
    folded->length = length;
    return true;
}

/* Room in `unit` for the word in UTF-16, followed by its folded form. One character becomes at most 18. */
static bool reserve(kn_folding *self, size_t room)
{
    return KN_ROOM(self->folded.allocator, self->unit, room);
}

static bool fold_any(kn_folding *self, const char *utf8, size_t length)
{
    kn_text *folded = &self->folded;
    UErrorCode problem = U_ZERO_ERROR;
    int32_t units = 0, folded_units, bytes = 0;
    if (!reserve(self, 3 * length + 64))
        return false;
    u_strFromUTF8WithSub(self->unit, (int32_t)length, &units, utf8, (int32_t)length, 0xFFFD, NULL, &problem);
    for (int32_t i = 0; i < units; i++)
        if (self->unit[i] == KN_RIGHT_QUOTE)
            self->unit[i] = '\'';
        else if (self->turkish && self->unit[i] == 'I')
            self->unit[i] = DOTLESS_I;
        else if (self->turkish && self->unit[i] == DOTTED_I)
            self->unit[i] = 'i';
    folded_units =
        unorm2_normalize(self->rules, self->unit, units, self->unit + length, (int32_t)(2 * length + 64), &problem);
    if (problem == U_BUFFER_OVERFLOW_ERROR) {
        problem = U_ZERO_ERROR;
        if (!reserve(self, length + (size_t)folded_units + 1))
            return false;
        folded_units =
            unorm2_normalize(self->rules, self->unit, units, self->unit + length, folded_units + 1, &problem);
    }
    folded->length = 0;
    if (!kn_text_room(folded, 3 * (size_t)folded_units) || U_FAILURE(problem))
        return false;
    u_strToUTF8WithSub(folded->bytes, 3 * folded_units + 1, &bytes, self->unit + length, folded_units, 0xFFFD, NULL,
                       &problem);
    folded->length = (size_t)bytes;
    return U_SUCCESS(problem);
}

bool kn_fold(kn_folding *self, const char *utf8, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)utf8[i] >= 0x80 || (utf8[i] == 'I' && self->turkish))
            return fold_any(self, utf8, length);
    return fold_ascii(&self->folded, utf8, length);
}
