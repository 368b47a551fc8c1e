/* cld2_stub.cc - stands for CLD2 where Debian has no package of it (big-endian machines). It recognises no language, so that texts
 * get the usual language of their script. For the tests of `make portability` only. */
#include <cstdio>
#include <cld2/public/compact_lang_det.h>
#include <cld2/public/encodings.h>

namespace CLD2 {
Language ExtDetectLanguageSummary(const char *, int, bool, const CLDHints *, int, Language *three, int *percent,
                                  double *score, ResultChunkVector *, int *bytes, bool *reliable)
{
    for (int i = 0; i < 3; i++) {
        three[i] = UNKNOWN_LANGUAGE;
        percent[i] = 0;
        score[i] = 0;
    }
    *bytes = 0;
    *reliable = false;
    return UNKNOWN_LANGUAGE;
}
const char *LanguageCode(Language)
{
    return "un";
}
} // namespace CLD2
