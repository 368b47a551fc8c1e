/* classes.c - the classes of characters, by ICU. */
#include "tokens/classes.h"

#include <unicode/uchar.h>

#define LOW (KN_LETTER | KN_LOWER)
#define UP (KN_LETTER | KN_UPPER)

const uint8_t kn_ascii_class[128] = {
    ['\t'] = KN_SPACE,
    ['\n'] = KN_SPACE | KN_NEWLINE,
    ['\v'] = KN_SPACE,
    ['\f'] = KN_SPACE,
    ['\r'] = KN_SPACE | KN_NEWLINE,
    [' '] = KN_SPACE,
    ['0'] = KN_NUMERAL,
    ['1'] = KN_NUMERAL,
    ['2'] = KN_NUMERAL,
    ['3'] = KN_NUMERAL,
    ['4'] = KN_NUMERAL,
    ['5'] = KN_NUMERAL,
    ['6'] = KN_NUMERAL,
    ['7'] = KN_NUMERAL,
    ['8'] = KN_NUMERAL,
    ['9'] = KN_NUMERAL,
    ['A'] = UP,
    ['B'] = UP,
    ['C'] = UP,
    ['D'] = UP,
    ['E'] = UP,
    ['F'] = UP,
    ['G'] = UP,
    ['H'] = UP,
    ['I'] = UP,
    ['J'] = UP,
    ['K'] = UP,
    ['L'] = UP,
    ['M'] = UP,
    ['N'] = UP,
    ['O'] = UP,
    ['P'] = UP,
    ['Q'] = UP,
    ['R'] = UP,
    ['S'] = UP,
    ['T'] = UP,
    ['U'] = UP,
    ['V'] = UP,
    ['W'] = UP,
    ['X'] = UP,
    ['Y'] = UP,
    ['Z'] = UP,
    ['a'] = LOW,
    ['b'] = LOW,
    ['c'] = LOW,
    ['d'] = LOW,
    ['e'] = LOW,
    ['f'] = LOW,
    ['g'] = LOW,
    ['h'] = LOW,
    ['i'] = LOW,
    ['j'] = LOW,
    ['k'] = LOW,
    ['l'] = LOW,
    ['m'] = LOW,
    ['n'] = LOW,
    ['o'] = LOW,
    ['p'] = LOW,
    ['q'] = LOW,
    ['r'] = LOW,
    ['s'] = LOW,
    ['t'] = LOW,
    ['u'] = LOW,
    ['v'] = LOW,
    ['w'] = LOW,
    ['x'] = LOW,
    ['y'] = LOW,
    ['z'] = LOW,
};

static const uint8_t category_class[U_CHAR_CATEGORY_COUNT] = {
    [U_UPPERCASE_LETTER] = UP,
    [U_TITLECASE_LETTER] = UP,
    [U_LOWERCASE_LETTER] = LOW,
    [U_MODIFIER_LETTER] = UP | LOW,
    [U_OTHER_LETTER] = UP | LOW,
    [U_NON_SPACING_MARK] = KN_UPPER | KN_LOWER,
    [U_ENCLOSING_MARK] = KN_UPPER | KN_LOWER,
    [U_COMBINING_SPACING_MARK] = KN_UPPER | KN_LOWER,
    [U_DECIMAL_DIGIT_NUMBER] = KN_NUMERAL,
    [U_LETTER_NUMBER] = KN_NUMERAL,
    [U_OTHER_NUMBER] = KN_NUMERAL,
    [U_SPACE_SEPARATOR] = KN_SPACE, /* all of Zs, Zl and Zp are White_Space */
    [U_LINE_SEPARATOR] = KN_SPACE,
    [U_PARAGRAPH_SEPARATOR] = KN_SPACE,
};

enum {
    LU = U_UPPERCASE_LETTER,
    LL = U_LOWERCASE_LETTER,
    LM = U_MODIFIER_LETTER,
    LO = U_OTHER_LETTER,
    MN = U_NON_SPACING_MARK,
    MC = U_COMBINING_SPACING_MARK,
    ND = U_DECIMAL_DIGIT_NUMBER,
    PD = U_DASH_PUNCTUATION,
    PO = U_OTHER_PUNCTUATION,
    SM = U_MATH_SYMBOL,
    SO = U_OTHER_SYMBOL
};

/* clang-format off */
static const kn_category_range later[] = {
    {0x897, 0x897, MN}, {0x1B4E, 0x1B4F, PO}, {0x1B7F, 0x1B7F, PO}, {0x1C89, 0x1C89, LU}, {0x1C8A, 0x1C8A, LL},
    {0x2427, 0x2429, SO}, {0x2FFC, 0x2FFF, SO}, {0x31E4, 0x31E5, SO}, {0x31EF, 0x31EF, SO},
    {0xA7CB, 0xA7CC, LU}, {0xA7CD, 0xA7CD, LL}, {0xA7DA, 0xA7DA, LU}, {0xA7DB, 0xA7DB, LL},
    {0xA7DC, 0xA7DC, LU}, {0x105C0, 0x105F3, LO}, {0x10D40, 0x10D49, ND}, {0x10D4A, 0x10D4D, LO},
    {0x10D4E, 0x10D4E, LM}, {0x10D4F, 0x10D4F, LO}, {0x10D50, 0x10D65, LU}, {0x10D69, 0x10D6D, MN},
    {0x10D6E, 0x10D6E, PD}, {0x10D6F, 0x10D6F, LM}, {0x10D70, 0x10D85, LL}, {0x10D8E, 0x10D8F, SM},
    {0x10EC2, 0x10EC4, LO}, {0x10EFC, 0x10EFC, MN}, {0x11380, 0x11389, LO}, {0x1138B, 0x1138B, LO},
    {0x1138E, 0x1138E, LO}, {0x11390, 0x113B5, LO}, {0x113B7, 0x113B7, LO}, {0x113B8, 0x113BA, MC},
    {0x113BB, 0x113C0, MN}, {0x113C2, 0x113C2, MC}, {0x113C5, 0x113C5, MC}, {0x113C7, 0x113CA, MC},
    {0x113CC, 0x113CD, MC}, {0x113CE, 0x113CE, MN}, {0x113CF, 0x113CF, MC}, {0x113D0, 0x113D0, MN},
    {0x113D1, 0x113D1, LO}, {0x113D2, 0x113D2, MN}, {0x113D3, 0x113D3, LO}, {0x113D4, 0x113D5, PO},
    {0x113D7, 0x113D8, PO}, {0x113E1, 0x113E2, MN}, {0x116D0, 0x116E3, ND}, {0x11BC0, 0x11BE0, LO},
    {0x11BE1, 0x11BE1, PO}, {0x11BF0, 0x11BF9, ND}, {0x11F5A, 0x11F5A, MN}, {0x13460, 0x143FA, LO},
    {0x16100, 0x1611D, LO}, {0x1611E, 0x16129, MN}, {0x1612A, 0x1612C, MC}, {0x1612D, 0x1612F, MN},
    {0x16130, 0x16139, ND}, {0x16D40, 0x16D42, LM}, {0x16D43, 0x16D6A, LO}, {0x16D6B, 0x16D6C, LM},
    {0x16D6D, 0x16D6F, PO}, {0x16D70, 0x16D79, ND}, {0x18CFF, 0x18CFF, LO}, {0x1CC00, 0x1CCEF, SO},
    {0x1CCF0, 0x1CCF9, ND}, {0x1CD00, 0x1CEB3, SO}, {0x1E5D0, 0x1E5ED, LO}, {0x1E5EE, 0x1E5EF, MN},
    {0x1E5F0, 0x1E5F0, LO}, {0x1E5F1, 0x1E5FA, ND}, {0x1E5FF, 0x1E5FF, PO}, {0x1F8B2, 0x1F8BB, SO},
    {0x1F8C0, 0x1F8C1, SO}, {0x1FA89, 0x1FA89, SO}, {0x1FA8F, 0x1FA8F, SO}, {0x1FABE, 0x1FABE, SO},
    {0x1FAC6, 0x1FAC6, SO}, {0x1FADC, 0x1FADC, SO}, {0x1FADF, 0x1FADF, SO}, {0x1FAE9, 0x1FAE9, SO},
    {0x1FBCB, 0x1FBEF, SO}, {0x2EBF0, 0x2EE5D, LO},
};
/* clang-format on */

const kn_category_range *kn_later_categories(size_t *count)
{
    *count = sizeof later / sizeof *later;
    return later;
}

unsigned kn_category(int32_t code)
{
    unsigned category = (unsigned)u_charType(code);
    size_t low = 0, high = sizeof later / sizeof *later;
    if (category != U_UNASSIGNED)
        return category;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (later[middle].end < code)
            low = middle + 1;
        else
            high = middle;
    }
    return low < sizeof later / sizeof *later && later[low].begin <= code ? later[low].category : U_UNASSIGNED;
}

uint32_t kn_old_category(int32_t code, int version)
{
    UVersionInfo age;
    uint32_t mask = U_GET_GC_MASK(code);
    if (code < 0x80)
        return mask;
    u_charAge(code, age);
    if (age[0] > version || mask == U_GC_CN_MASK)
        return 0;
    switch (code) { /* those whose category changed since Unicode 8 */
    case 0x166D:
    case 0x111C9:
        return U_GC_PO_MASK;
    case 0x1734:
        return U_GC_MN_MASK;
    case 0x1885:
    case 0x1886:
        return version < 9 ? U_GC_LO_MASK : mask;
    case 0xA9BD:
    case 0x1CF2:
    case 0x1CF3:
        return U_GC_MC_MASK;
    default:
        return mask;
    }
}

unsigned kn_wide_class(int32_t code)
{
    return code == 0x85 ? KN_SPACE : category_class[kn_category(code)];
}
