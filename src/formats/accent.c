/* accent.c - letters with accents, composed by ICU. */
#include "formats/accent.h"
#include "base/utf8.h"

#include <unicode/unorm2.h>

size_t kn_accented(int base, char mark, char bytes[8])
{
    static const struct {
        char mark;
        int32_t combining;
    } known[] = {{'\'', 0x301}, {'`', 0x300}, {'^', 0x302}, {'"', 0x308}, {':', 0x308}, {'~', 0x303},
                 {',', 0x327},  {'=', 0x304}, {'.', 0x307}, {'u', 0x306}, {'v', 0x30C}, {'H', 0x30B},
                 {'c', 0x327},  {'k', 0x328}, {'r', 0x30A}, {'d', 0x323}, {'b', 0x331}};
    UErrorCode code = U_ZERO_ERROR;
    const UNormalizer2 *composer = unorm2_getNFCInstance(&code);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].mark == mark) {
            UChar32 whole = U_SUCCESS(code) ? unorm2_composePair(composer, base, known[i].combining) : -1;
            size_t size = kn_utf8_write(whole > 0 ? whole : base, bytes);
            return whole > 0 ? size : size + kn_utf8_write(known[i].combining, bytes + size);
        }
    return 0;
}
