/* cld2.cc - calls CLD2 (Compact Language Detector 2). In C++ because CLD2 has no interface for C. */
#include "text/cld2.h"

#include <cstdio> /* CLD2's header needs it and does not include it */
#include <cld2/public/compact_lang_det.h>
#include <cld2/public/encodings.h>

const char *kn_cld2_language(const char *utf8, int length, bool *reliable, int *share)
{
    const CLD2::CLDHints none = {NULL, NULL, CLD2::UNKNOWN_ENCODING, CLD2::UNKNOWN_LANGUAGE};
    CLD2::Language three[3];
    int percent[3], bytes = 0;
    double score[3];
    bool sure = false;
    CLD2::Language found = CLD2::ExtDetectLanguageSummary(utf8, length, true, &none, CLD2::kCLDFlagBestEffort, three,
                                                          percent, score, NULL, &bytes, &sure);
    *reliable = sure;
    *share = found == three[0] ? percent[0] : 0;
    return found == CLD2::UNKNOWN_LANGUAGE ? NULL : CLD2::LanguageCode(found);
}
