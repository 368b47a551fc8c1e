/* text_decode_test.c - bytes to text and back: encodings recognised, encodings named, binary files refused.
 */
#include "text_check.h"

#include <unicode/ucnv.h>

static knap_document *open_bytes(const char *bytes, size_t length, const char *encoding)
{
    knap_document *document = NULL;
    assert_ok(knap_document_new("test", bytes, length, encoding, NULL, &document, error));
    return document;
}

static void decodes_to(const char *bytes, size_t length, const char *encoding, const char *text, const char *found)
{
    knap_document *document = open_bytes(bytes, length, encoding);
    assert_string_equal(knap_document_text(document, NULL), text);
    assert_string_equal(knap_document_encoding(document), found);
    knap_document_free(document);
}

#define DECODES(bytes, encoding, text, found) decodes_to(bytes, sizeof bytes - 1, encoding, text, found)

static void encodings_are_recognised(void **state)
{
    (void)state;
    DECODES("plain", NULL, "plain", "UTF-8");
    DECODES("caf\xC3\xA9", NULL, "caf\xC3\xA9", "UTF-8");
    DECODES("\xEF\xBB\xBF"
            "caf\xC3\xA9",
            NULL, "caf\xC3\xA9", "UTF-8");
    DECODES("it\x92s \x80"
            "5",
            NULL,
            "it\xE2\x80\x99s \xE2\x82\xAC"
            "5",
            "windows-1252");
    DECODES("caf\xE9 d\xE9j\xE0 \x81", NULL, "caf\xC3\xA9 d\xC3\xA9j\xC3\xA0 \xC2\x81", "windows-1252");
    DECODES("\xFF\xFEh\0i\0", NULL, "hi", "UTF-16LE");
    DECODES("\xFE\xFF\0h\0i", NULL, "hi", "UTF-16BE");
    DECODES("\xFF\xFE\0\0h\0\0\0", NULL, "h", "UTF-32LE");
    DECODES("p\xF8i t\xEDm, \x9E"
            "e kter\xFD by m\xECl \xFAl",
            NULL, "při tím, že který by měl úl", "windows-1250");
    DECODES("", NULL, "", "UTF-8");
    DECODES("\xEF\xBB\xBF", NULL, "", "UTF-8");
}

static void a_bad_byte_in_utf8_is_repaired(void **state)
{
    static const char bytes[] = "\xC3\xA9t\xC3\xA9 \xC3\xA0 \x93la\x94 \xC3\xAEle de R\xC3\xA9, \xC3\xA7"
                                "a va";
    knap_document *document = open_bytes(bytes, sizeof bytes - 1, NULL);
    (void)state;
    assert_string_equal(knap_document_text(document, NULL), "été à “la” île de Ré, ça va");
    assert_string_equal(knap_document_encoding(document), "UTF-8");
    assert_int_equal(knap_document_repaired(document), 2);
    knap_document_free(document);
}

static void encodings_can_be_named(void **state)
{
    knap_document *document = NULL;
    knap_error error;
    (void)state;
    DECODES("\xE1\xE2", "iso-8859-7", "αβ", "ISO-8859-7");
    DECODES("h\0i\0", "utf-16le", "hi", "UTF-16LE");
    DECODES("\xC3\xA9", "latin1", "Ã©", "ISO-8859-1");
    assert_int_equal(knap_document_new("f", "ab\nc\xE9", 5, "UTF-8", NULL, &document, &error), KNAP_BAD_INPUT);
    assert_int_equal(error.line, 2);
    assert_string_equal(error.file, "f");
    assert_string_equal(error.message, "byte 4 is not valid UTF-8");
    assert_int_equal(knap_document_new("f", "a\n\x82", 3, "shift_jis", NULL, &document, &error), KNAP_BAD_INPUT);
    assert_int_equal(error.line, 2);
    assert_int_equal(knap_document_new("f", "x", 1, "klingon-8", NULL, &document, &error), KNAP_USAGE);
    assert_non_null(strstr(error.message, "klingon-8"));
}

static void binary_files_are_refused(void **state)
{
    static const char *const files[] = {"\x89PNG\r\n\x1A\n\0\0\0\rIHDR", "abc\0def",
                                        "\x1F\x8B\x08\x01\x02\x03\x04\x05\x06"};
    static const size_t lengths[] = {16, 7, 9};
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        knap_document *document = NULL;
        knap_error error;
        assert_int_equal(knap_document_new("x.png", files[i], lengths[i], NULL, NULL, &document, &error),
                         KNAP_BAD_INPUT);
        assert_non_null(strstr(error.message, "not a text file"));
        assert_string_equal(error.file, "x.png");
    }
}

/* Every range of the text, and the bytes it says it came from: encoding the one gives the other. */
static void check_ranges(const char *bytes, size_t length, const char *encoding)
{
    knap_document *document = open_bytes(bytes, length, encoding);
    size_t text_length;
    const char *text = knap_document_text(document, &text_length);
    UErrorCode problem = U_ZERO_ERROR;
    UConverter *converter = ucnv_open(knap_document_encoding(document), &problem);
    size_t previous = 0;
    assert_true(U_SUCCESS(problem));
    for (size_t at = 0; at < text_length;) {
        size_t next = at + 1, begin, end;
        char encoded[64];
        UChar unit[4];
        int32_t units, written;
        while (next < text_length && ((unsigned char)text[next] & 0xC0) == 0x80)
            next++;
        knap_document_source(document, at, next, &begin, &end);
        assert_true(begin >= previous && end > begin && end <= length);
        u_strFromUTF8(unit, 4, &units, text + at, (int32_t)(next - at), &problem);
        written = ucnv_fromUChars(converter, encoded, sizeof encoded, unit, units, &problem);
        assert_true(U_SUCCESS(problem));
        assert_int_equal(written, end - begin);
        assert_memory_equal(encoded, bytes + begin, end - begin);
        previous = end;
        at = next;
    }
    ucnv_close(converter);
    knap_document_free(document);
}

static void offsets_lead_back_to_the_bytes(void **state)
{
    static const struct {
        const char *encoding;
        int32_t highest;
    } cases[] = {{"UTF-8", 0x10FFFF},  {"windows-1252", 0xFF}, {"UTF-16LE", 0x10FFFF}, {"UTF-16BE", 0xFFFF},
                 {"iso-8859-1", 0xFF}, {"UTF-32LE", 0x10FFFF}, {"windows-1251", 0x44F}};
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 3);
    for (size_t round = 0; round < 700; round++) {
        const char *encoding = cases[round % 7].encoding;
        UErrorCode problem = U_ZERO_ERROR;
        UConverter *converter = ucnv_open(encoding, &problem);
        UChar unit[200];
        char bytes[1024];
        int32_t units = 0, length;
        while (units < 150) {
            int32_t low = round % 7 == 6 && knap_rng_below(&rng, 2) ? 0x410 : 0x20;
            int32_t code = low + (int32_t)knap_rng_below(
                                     &rng, (uint64_t)(knap_rng_below(&rng, 2) ? 60 : cases[round % 7].highest - low));
            if ((code >= 0x7F && code < 0xA1) || (code >= 0xD800 && code < 0xE000) || code == 0xFEFF ||
                (round % 7 == 6 && code >= 0x7F && code < 0x410))
                code = 'x';
            if (code < 0x10000) {
                unit[units++] = (UChar)code;
            } else {
                unit[units++] = (UChar)(0xD7C0 + (code >> 10));
                unit[units++] = (UChar)(0xDC00 | (code & 0x3FF));
            }
        }
        length = ucnv_fromUChars(converter, bytes, sizeof bytes, unit, units, &problem);
        ucnv_close(converter);
        assert_true(U_SUCCESS(problem));
        check_ranges(bytes, (size_t)length, encoding);
    }
}

static void nothing_is_dropped(void **state)
{
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 4);
    for (size_t round = 0; round < 2000; round++) {
        char bytes[200];
        size_t length = 1 + (size_t)knap_rng_below(&rng, sizeof bytes - 1), text_length, covered = 0;
        knap_document *document;
        for (size_t i = 0; i < length; i++)
            bytes[i] = (char)(knap_rng_below(&rng, 4) ? 'a' + (int)knap_rng_below(&rng, 26)
                                                      : 0x80 + (int)knap_rng_below(&rng, 128));
        if (length > 1 && ((unsigned char)bytes[0] >= 0xEF))
            bytes[0] = 'x';
        document = open_bytes(bytes, length, NULL);
        knap_document_text(document, &text_length);
        for (size_t at = 0; at < text_length;) {
            const char *text = knap_document_text(document, NULL);
            size_t next = at + 1, begin, end;
            while (next < text_length && ((unsigned char)text[next] & 0xC0) == 0x80)
                next++;
            knap_document_source(document, at, next, &begin, &end);
            assert_int_equal(begin, covered);
            covered = end;
            at = next;
        }
        assert_int_equal(covered, length);
        knap_document_free(document);
    }
}

static knap_status decode_all(const knap_allocator *allocator)
{
    static const struct {
        const char *bytes;
        size_t length;
        const char *encoding;
    } cases[] = {{"caf\xC3\xA9", 5, NULL},
                 {"caf\xE9 d\xE9j\xE0", 9, NULL},
                 {"\xFF\xFEh\0i\0", 6, NULL},
                 {"\xE1", 1, "iso-8859-7"}};
    for (size_t i = 0; i < 4; i++) {
        knap_document *document;
        knap_error error;
        knap_status status =
            knap_document_new("test", cases[i].bytes, cases[i].length, cases[i].encoding, allocator, &document, &error);
        if (status != KNAP_OK)
            return status;
        knap_document_free(document);
    }
    return KNAP_OK;
}

static void failing_allocations(void **state)
{
    (void)state;
    assert_true(fail_each_allocation(decode_all) > 8);
}

/* Texts of some 200 to 500 bytes, encoded and read back without a name. */
static void guesses_encodings(void **state)
{
    static const struct {
        const char *encoding, *text;
    } cases[] = {
        {"windows-1251",
         "Вода в заливе поднимается на девять метров два раза в день. Это больше, чем в любом другом заливе "
         "на этом берегу, и поэтому гавань высыхает на два часа, прежде чем вода вернётся."},
        {"KOI8-R",
         "Вода в заливе поднимается на девять метров два раза в день. Это больше, чем в любом другом заливе на "
         "этом берегу, и поэтому гавань высыхает на два часа, прежде чем вода вернётся."},
        {"Shift_JIS",
         "湾の水は一日に二回、九メートル上がります。これはこの海岸のどの湾よりも高いので、港は水が戻るまで二時間の間"
         "乾いています。その春まで誰もそれを測ったことがありませんでした。"},
        {"EUC-JP", "湾の水は一日に二回、九メートル上がります。これはこの海岸のどの湾よりも高いので、港は水が戻るまで二"
                   "時間の間乾いて"
                   "います。その春まで誰もそれを測ったことがありませんでした。"},
        {"windows-949",
         "만의 물은 하루에 두 번 구 미터 올라옵니다. 이 해안의 다른 어떤 만보다 높기 때문에 항구는 물이 돌아올 "
         "때까지 두 시간 동안 마릅니다. 그 봄까지 아무도 그것을 재지 않았습니다."},
        {"Big5", "海灣的水每天兩次上升九公尺，比這個海岸的任何其他海灣都要高，所以港口在水回來以前會乾涸兩個小時。在那"
                 "個春天以前沒有"
                 "人測量過它，因為儀器壞了或者被偷走了。"},
        {"GB18030", "海湾的水每天两次上升九米，比这个海岸的任何其他海湾都要高，所以港口在水回来以前会干涸两个小时。在那"
                    "个春天以前没"
                    "有人测量过它，因为仪器坏了或者被偷走了。"},
        {"windows-1250",
         "Voda v zálivu stoupá dvakrát denně o devět metrů, což je více než v kterémkoli jiném zálivu na tomto "
         "pobřeží, a přístav proto na dvě hodiny vyschne, než se voda vrátí."},
        {"ISO-8859-2",
         "Woda w zatoce podnosi się dwa razy dziennie o dziewięć metrów, co jest więcej niż w każdej innej zatoce "
         "na tym wybrzeżu, więc port wysycha na dwie godziny, zanim woda powróci. Żeglarze śpią."},
        {"windows-1254",
         "Körfezdeki su günde iki kez dokuz metre yükselir. Bu, kıyıdaki diğer bütün körfezlerden daha yüksektir ve "
         "bu yüzden liman, su geri dönmeden önce iki saat boyunca kurur. Şimdiye kadar kimse ölçmemişti."},
        {"windows-1253",
         "Το νερό στον κόλπο ανεβαίνει εννέα μέτρα δύο φορές την ημέρα. Αυτό είναι περισσότερο από κάθε άλλο κόλπο "
         "της ακτής, και το λιμάνι στεγνώνει για δύο ώρες πριν να γυρίσει το νερό."},
        {"windows-1252",
         "L'eau de la baie monte de neuf mètres deux fois par jour. C'est plus élevé que dans toutes les autres "
         "baies de la côte, et le port est à sec pendant deux heures, avant que l'eau ne soit revenue."},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char bytes[2048];
        UErrorCode code = U_ZERO_ERROR;
        int32_t length = ucnv_convert(cases[i].encoding, "UTF-8", bytes, sizeof bytes, cases[i].text, -1, &code);
        knap_document *document;
        assert_true(U_SUCCESS(code));
        assert_ok(knap_document_new("a.txt", bytes, (size_t)length, NULL, NULL, &document, error));
        if (strcmp(knap_document_text(document, NULL), cases[i].text) != 0)
            fail_msg("%s was read as %s", cases[i].encoding, knap_document_encoding(document));
        assert_true(knap_document_repaired(document) > 0);
        knap_document_free(document);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(guesses_encodings),
                                       cmocka_unit_test(encodings_are_recognised),
                                       cmocka_unit_test(a_bad_byte_in_utf8_is_repaired),
                                       cmocka_unit_test(encodings_can_be_named),
                                       cmocka_unit_test(binary_files_are_refused),
                                       cmocka_unit_test(offsets_lead_back_to_the_bytes),
                                       cmocka_unit_test(nothing_is_dropped),
                                       cmocka_unit_test(failing_allocations)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
