/* decode.c - decodes the bytes of a file to UTF-8. */
#include "text/decode.h"
#include "text/codepages.h"
#include "text/multibyte.h"
#include "text/manual.h"
#include "text/overstrike.h"
#include "text/utf8.h"
#include "base/eights.h"
#include "base/error.h"
#include "base/ascii.h"

#include <stdio.h>
#include <string.h>

#include <unicode/ucnv.h>
#include <unicode/ucnv_err.h>

static size_t line_of(const char *bytes, size_t at)
{
    size_t line = 1;
    for (size_t i = 0; i < at; i++)
        line += bytes[i] == '\n';
    return line;
}

/* Whether the bytes are not text: a 0 byte, or too many control bytes. DEL does not count: JSON has it unescaped, and what is
 * written as JSON must be readable. */
static knap_status refuse_binary(const char *name, const char *bytes, size_t length, knap_error *error)
{
    const char *zero = length ? memchr(bytes, 0, length) : NULL;
    size_t controls = 0;
    if (zero)
        return kn_fail_at(error, KNAP_BAD_INPUT, name, 0,
                          "not a text file: byte %zu is 0 (for UTF-16 or UTF-32 without a byte order mark, name the "
                          "encoding)",
                          (size_t)(zero - bytes));
    for (size_t i = 0; i < length; i++) {
        unsigned char byte;
        while (length - i > 8 && !kn_eight_below(kn_eight_at(bytes + i), 0x20))
            i += 8;
        byte = (unsigned char)bytes[i];
        controls += byte < 0x20 && !(byte >= '\b' && byte <= '\r') && byte != 0x1B && byte != 0x1A;
    }
    if (controls > 3 && controls > length / 20)
        return kn_fail_at(error, KNAP_BAD_INPUT, name, 0,
                          "not a text file: %zu of its %zu bytes are control characters", controls, length);
    return KNAP_OK;
}

/* Bytes that begin no valid sequence, and the valid sequences of more than one byte. */
static void count_sequences(const unsigned char *bytes, size_t length, size_t *invalid, size_t *valid,
                            size_t *first_invalid)
{
    *invalid = *valid = 0;
    *first_invalid = length;
    for (size_t i = 0; (i = kn_ascii_end((const char *)bytes, i, length, 0)) < length;) {
        size_t step = kn_utf8_valid(bytes + i, length - i);
        *valid += step > 1;
        if (step == 0) {
            if ((*invalid)++ == 0)
                *first_invalid = i;
            step = 1;
        }
        i += step;
    }
}

/* Bytes of a code page; with `keep_utf8`, only those that are not UTF-8. */
static void decode_page(kn_mapped *mapped, const char *bytes, size_t begin, size_t length, const kn_codepage *page,
                        bool keep_utf8)
{
    const unsigned char *unsigned_bytes = (const unsigned char *)bytes;
    for (size_t i = begin; i < length;) {
        size_t start = i, step;
        char written[4];
        while (i < length && (step = unsigned_bytes[i] < 0x80 ? 1
                                     : keep_utf8              ? kn_utf8_valid(unsigned_bytes + i, length - i)
                                                              : 0) != 0)
            i += step;
        kn_mapped_add(mapped, bytes + start, i - start, 1, start, 1);
        if (i < length) {
            unsigned char byte = unsigned_bytes[i];
            size_t size = kn_utf8_write(page->code[byte - 0x80], written);
            kn_mapped_add(mapped, written, size, size, i, 1);
            i++;
        }
    }
}

/* Decodes a text whose encoding was guessed: a wrong byte becomes U+FFFD. */
static bool decode_guessed(kn_decoded *decoded, const char *bytes, size_t length, const char *encoding)
{
    UErrorCode code = U_ZERO_ERROR;
    UConverter *converter = ucnv_open(encoding, &code);
    const char *at = bytes, *end = bytes + length;
    if (U_FAILURE(code))
        return false;
    while (at < end) {
        const char *start = at;
        char written[4];
        size_t size;
        int32_t character;
        code = U_ZERO_ERROR;
        character = ucnv_getNextUChar(converter, &at, end, &code);
        if (U_FAILURE(code) && at == start)
            at++;
        size = kn_utf8_write(U_FAILURE(code) ? 0xFFFD : character, written);
        kn_mapped_add(&decoded->mapped, written, size, size, (size_t)(start - bytes), (size_t)(at - start));
    }
    ucnv_close(converter);
    snprintf(decoded->encoding, sizeof decoded->encoding, "%s", encoding);
    return true;
}

static knap_status decode_utf8(const char *name, const char *bytes, size_t length, bool strict, kn_decoded *decoded,
                               knap_error *error)
{
    size_t mark = length >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    size_t invalid, valid, first_invalid;
    knap_status status = refuse_binary(name, bytes, length, error);
    if (status)
        return status;
    count_sequences((const unsigned char *)bytes, length, &invalid, &valid, &first_invalid);
    snprintf(decoded->encoding, sizeof decoded->encoding, "UTF-8");
    if (invalid == 0) {
        kn_mapped_add(&decoded->mapped, bytes + mark, length - mark, 1, mark, 1);
    } else if (strict) {
        return kn_fail_at(error, KNAP_BAD_INPUT, name, line_of(bytes, first_invalid), "byte %zu is not valid UTF-8",
                          first_invalid);
    } else {
        bool mostly_utf8 = mark || valid > invalid;
        const char *multibyte = mostly_utf8 ? NULL : kn_multibyte_guess((const unsigned char *)bytes, length);
        kn_codepage page;
        kn_codepage_western(&page);
        if (!multibyte || !decode_guessed(decoded, bytes, length, multibyte)) {
            if (!mostly_utf8) {
                kn_codepage_guess(&page, (const unsigned char *)bytes, length);
                snprintf(decoded->encoding, sizeof decoded->encoding, "%s", page.name);
            }
            decode_page(&decoded->mapped, bytes, mark, length, &page, mostly_utf8);
        }
        decoded->repaired = mostly_utf8 ? invalid : 0;
        for (size_t i = 0; !mostly_utf8 && i < length; i++)
            decoded->repaired += (unsigned char)bytes[i] >= 0x80;
    }
    return KNAP_OK;
}

/* Some of ICU's tables exchange SUB, FS and DEL, as IBM's machines did; files do not mean that. */
static int32_t keep_control(unsigned char byte, int32_t character)
{
    static const char exchanged[] = {0x1A, 0x1C, 0x7F};
    return character < 0x80 && memchr(exchanged, byte, sizeof exchanged) &&
                   memchr(exchanged, (int)character, sizeof exchanged)
               ? byte
               : character;
}

static knap_status decode_characters(UConverter *converter, const char *name, const char *bytes, size_t length,
                                     kn_decoded *decoded, knap_error *error)
{
    const char *at = bytes, *end = bytes + length;
    UErrorCode code = U_ZERO_ERROR;
    const char *canonical = ucnv_getName(converter, &code), *known = ucnv_getStandardName(canonical, "MIME", &code);
    ucnv_setToUCallBack(converter, UCNV_TO_U_CALLBACK_STOP, NULL, NULL, NULL, &code);
    snprintf(decoded->encoding, sizeof decoded->encoding, "%s", known ? known : canonical);
    while (U_SUCCESS(code) && at < end) {
        const char *start = at;
        char written[4];
        size_t size;
        int32_t character = ucnv_getNextUChar(converter, &at, end, &code);
        if (code == U_INDEX_OUTOFBOUNDS_ERROR)
            return KNAP_OK; /* what was left held no character */
        if (U_FAILURE(code))
            return kn_fail_at(error, code == U_MEMORY_ALLOCATION_ERROR ? KNAP_NO_MEMORY : KNAP_BAD_INPUT, name,
                              line_of(bytes, (size_t)(start - bytes)), "byte %zu is not valid %s",
                              (size_t)(start - bytes), decoded->encoding);
        if (character == 0)
            return kn_fail_at(error, KNAP_BAD_INPUT, name, 0, "not a text file in %s: the character at byte %zu is 0",
                              decoded->encoding, (size_t)(start - bytes));
        if (character == 0xFEFF && decoded->mapped.text.length == 0)
            continue;
        if (at - start == 1)
            character = keep_control((unsigned char)*start, character);
        size = kn_utf8_write(character, written);
        kn_mapped_add(&decoded->mapped, written, size, size, (size_t)(start - bytes), (size_t)(at - start));
    }
    return U_SUCCESS(code) ? KNAP_OK
                           : kn_fail_at(error, KNAP_BAD_INPUT, name, 0, "cannot decode: %s", u_errorName(code));
}

static knap_status decode_named(const char *name, const char *bytes, size_t length, const char *encoding,
                                kn_decoded *decoded, knap_error *error)
{
    UErrorCode code = U_ZERO_ERROR;
    UConverter *converter = ucnv_open(encoding, &code);
    knap_status status;
    if (code == U_MEMORY_ALLOCATION_ERROR)
        return kn_no_memory(error);
    if (U_FAILURE(code))
        return kn_fail(error, KNAP_USAGE,
                       "no encoding is called '%s'; try one like utf-8, windows-1252, iso-8859-2 or utf-16le",
                       encoding);
    status = decode_characters(converter, name, bytes, length, decoded, error);
    ucnv_close(converter);
    return status;
}

/* The encoding that a byte order mark other than UTF-8's announces, or NULL. */
static const char *marked_encoding(const char *bytes, size_t length)
{
    if (length >= 4 && length % 4 == 0 && memcmp(bytes, "\xFF\xFE\0\0", 4) == 0)
        return "UTF-32LE";
    if (length >= 4 && length % 4 == 0 && memcmp(bytes, "\0\0\xFE\xFF", 4) == 0)
        return "UTF-32BE";
    if (length >= 2 && length % 2 == 0 && memcmp(bytes, "\xFF\xFE", 2) == 0)
        return "UTF-16LE";
    if (length >= 2 && length % 2 == 0 && memcmp(bytes, "\xFE\xFF", 2) == 0)
        return "UTF-16BE";
    return NULL;
}

/* The longest file: ICU counts in 32 bits, and a byte may become three. */
#define LONGEST ((size_t)INT32_MAX / 4)

knap_status kn_decode(const char *name, const char *bytes, size_t length, const char *encoding,
                      const knap_allocator *allocator, kn_decoded *decoded, knap_error *error)
{
    const char *marked = encoding ? NULL : marked_encoding(bytes, length);
    knap_status status;
    *decoded = (kn_decoded){.repaired = 0};
    if (length > LONGEST)
        return kn_fail_at(error, KNAP_BAD_INPUT, name, 0, "%zu bytes; a document may have at most %zu", length,
                          LONGEST);
    kn_mapped_begin(&decoded->mapped, allocator);
    if (marked || (encoding && !kn_ascii_same(encoding, "utf-8") && !kn_ascii_same(encoding, "utf8")))
        status = decode_named(name, bytes, length, marked ? marked : encoding, decoded, error);
    else
        status = decode_utf8(name, bytes, length, encoding != NULL, decoded, error);
    if (!status && !decoded->mapped.text.failed)
        kn_overstrike_remove(&decoded->mapped);
    if (!status && !decoded->mapped.text.failed)
        kn_manual_settle(&decoded->mapped);
    if (!status && decoded->mapped.text.failed)
        status = kn_no_memory(error);
    if (status)
        kn_mapped_free(&decoded->mapped);
    return status;
}
