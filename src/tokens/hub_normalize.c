/* hub_normalize.c - the normalizers of a tokenizer.json. BertNormalizer and Sequence become the steps that they stand for. */
#include "base/utf8.h"
#include "base/error.h"
#include "tokens/classes.h"
#include "tokens/hub.h"

#include <string.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uset.h>
#include <unicode/ustring.h>

/* ---- Reading ---- */

/* The normalization form of a step, for the characters of Unicode 9: the tables of Hugging Face's library end there. */
static bool open_form(kn_normalizer *normalizer, kn_change *step)
{
    static const UChar pattern[] = {'[', ':', 'A', 'g', 'e', '=', '9', '.', '0', ':', ']', 0};
    UErrorCode code = U_ZERO_ERROR;
    const UNormalizer2 *form = step->kind == KN_NFC    ? unorm2_getNFCInstance(&code)
                               : step->kind == KN_NFD  ? unorm2_getNFDInstance(&code)
                               : step->kind == KN_NFKC ? unorm2_getNFKCInstance(&code)
                                                       : unorm2_getNFKDInstance(&code);
    if (!normalizer->unicode_9) {
        normalizer->unicode_9 = uset_openPattern(pattern, -1, &code);
        if (U_SUCCESS(code))
            uset_freeze(normalizer->unicode_9);
    }
    if (U_SUCCESS(code))
        step->form = unorm2_openFiltered(form, normalizer->unicode_9, &code);
    return U_SUCCESS(code);
}

static knap_status add_step(const kn_hub_file *file, kn_normalizer *normalizer, kn_change step)
{
    if (!KN_ROOM(file->allocator, normalizer->step, normalizer->count + 1))
        return kn_no_memory(file->error);
    if (step.kind <= KN_NFKD && !open_form(normalizer, &step))
        return kn_no_memory(file->error);
    normalizer->step[normalizer->count++] = step;
    return KNAP_OK;
}

static knap_status read_bert(const kn_hub_file *file, const json_t *json, kn_normalizer *normalizer)
{
    static const char *const known[] = {"type",          "clean_text", "handle_chinese_chars",
                                        "strip_accents", "lowercase",  NULL};
    const char *where = "normalizer BertNormalizer";
    const json_t *accents = json_object_get(json, "strip_accents");
    bool clean = true, chinese = true, lower = true, strip = true;
    knap_status status = kn_hub_members(file, where, json, known);
    if (!status)
        status = kn_hub_flag(file, where, json, "clean_text", true, &clean);
    if (!status)
        status = kn_hub_flag(file, where, json, "handle_chinese_chars", true, &chinese);
    if (!status)
        status = kn_hub_flag(file, where, json, "lowercase", true, &lower);
    strip = lower; /* null means: where lowercase is set */
    if (!status && accents && !json_is_null(accents))
        status = kn_hub_flag(file, where, json, "strip_accents", true, &strip);
    const struct {
        bool wanted;
        kn_change_kind kind;
    } steps[] = {{clean, KN_CLEAN},
                 {chinese, KN_SPACE_IDEOGRAPHS},
                 {strip, KN_NFD},
                 {strip, KN_STRIP_NONSPACE},
                 {lower, KN_LOWERCASE}};
    for (size_t i = 0; i < sizeof steps / sizeof *steps && !status; i++)
        if (steps[i].wanted)
            status = add_step(file, normalizer, (kn_change){.kind = steps[i].kind});
    return status;
}

static knap_status copy_string(const kn_hub_file *file, const json_t *json, const char **text, size_t *length)
{
    *length = json_string_length(json);
    *text = kn_arena_text(file->arena, json_string_value(json), *length);
    return *text ? KNAP_OK : kn_no_memory(file->error);
}

static knap_status read_text_step(const kn_hub_file *file, const json_t *json, kn_normalizer *normalizer, bool replace)
{
    static const char *const known[] = {"type", "prepend", "pattern", "content", NULL};
    const char *where = replace ? "normalizer Replace" : "normalizer Prepend";
    kn_change step = {.kind = replace ? KN_REPLACE : KN_PREPEND};
    const json_t *text = NULL;
    knap_status status = kn_hub_members(file, where, json, known);
    if (!status)
        status = kn_hub_string(file, where, json, replace ? "content" : "prepend", &text);
    if (!status && !text)
        status = kn_hub_refuse(file, where, "it has no text");
    if (!status)
        status = copy_string(file, text, &step.text, &step.length);
    if (!status && replace)
        status = kn_hub_pattern(file, where, json_object_get(json, "pattern"), &step.pattern);
    if (!status && (status = add_step(file, normalizer, step)))
        kn_pattern_free(&step.pattern);
    return status;
}

static knap_status read_strip(const kn_hub_file *file, const json_t *json, kn_normalizer *normalizer)
{
    static const char *const known[] = {"type", "strip_left", "strip_right", NULL};
    const char *where = "normalizer Strip";
    kn_change step = {.kind = KN_STRIP};
    knap_status status = kn_hub_members(file, where, json, known);
    if (!status)
        status = kn_hub_flag(file, where, json, "strip_left", true, &step.left);
    if (!status)
        status = kn_hub_flag(file, where, json, "strip_right", true, &step.right);
    return status ? status : add_step(file, normalizer, step);
}

static knap_status read_one(const kn_hub_file *file, const json_t *json, kn_normalizer *normalizer, int depth)
{
    static const char *const plain_members[] = {"type", NULL}, *const sequence_members[] = {"type", "normalizers",
                                                                                            NULL};
    static const struct {
        const char *type;
        kn_change_kind kind;
    } plain[] = {{"NFC", KN_NFC},
                 {"NFD", KN_NFD},
                 {"NFKC", KN_NFKC},
                 {"NFKD", KN_NFKD},
                 {"Lowercase", KN_LOWERCASE},
                 {"StripAccents", KN_STRIP_MARKS}};
    const char *type = json_string_value(json_object_get(json, "type"));
    knap_status status = KNAP_OK;
    if (!type || depth > 16)
        return kn_hub_refuse(file, "normalizer", "expected an object with a type");
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (strcmp(type, plain[i].type) == 0) {
            status = kn_hub_members(file, "normalizer", json, plain_members);
            return status ? status : add_step(file, normalizer, (kn_change){.kind = plain[i].kind});
        }
    if (strcmp(type, "BertNormalizer") == 0)
        return read_bert(file, json, normalizer);
    if (strcmp(type, "Prepend") == 0 || strcmp(type, "Replace") == 0)
        return read_text_step(file, json, normalizer, type[0] == 'R');
    if (strcmp(type, "Strip") == 0)
        return read_strip(file, json, normalizer);
    const json_t *list = json_object_get(json, "normalizers");
    if (strcmp(type, "Sequence") != 0 || !json_is_array(list))
        return kn_hub_refuse(file, "normalizer", "the type '%.100s' is not supported", type);
    status = kn_hub_members(file, "normalizer Sequence", json, sequence_members);
    for (size_t i = 0; i < json_array_size(list) && !status; i++)
        status = read_one(file, json_array_get(list, i), normalizer, depth + 1);
    return status;
}

knap_status kn_normalizer_read(const kn_hub_file *file, const json_t *json, kn_normalizer *normalizer)
{
    return !json || json_is_null(json) ? KNAP_OK : read_one(file, json, normalizer, 0);
}

void kn_normalizer_free(kn_normalizer *normalizer, const knap_allocator *allocator)
{
    for (size_t i = 0; i < normalizer->count; i++) {
        kn_pattern_free(&normalizer->step[i].pattern);
        unorm2_close(normalizer->step[i].form);
    }
    uset_close(normalizer->unicode_9);
    KN_RELEASE(allocator, normalizer->step);
}

/* ---- Steps ---- */

static void put_code(kn_text *out, int32_t code)
{
    char bytes[4];
    kn_text_add(out, bytes, kn_utf8_write(code, bytes));
}

/* Cc, Cf, Co or Cs by Unicode 8. */
static bool is_control(int32_t code)
{
    return code != '\t' && code != '\n' && code != '\r' &&
           kn_old_category(code, 8) & (U_GC_CC_MASK | U_GC_CF_MASK | U_GC_CO_MASK | U_GC_CS_MASK);
}

/* The lower case of letters that are newer than ICU's tables. */
static int32_t later_lower(int32_t code)
{
    static const int32_t pairs[][2] = {{0x1C89, 0x1C8A}, {0xA7CB, 0x264},  {0xA7CC, 0xA7CD}, {0xA7CE, 0xA7CF},
                                       {0xA7D2, 0xA7D3}, {0xA7D4, 0xA7D5}, {0xA7DA, 0xA7DB}, {0xA7DC, 0x19B}};
    if (code >= 0x10D50 && code <= 0x10D65)
        return code + 0x20;
    if (code >= 0x16EA0 && code <= 0x16EB8)
        return code + 0x1B;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (pairs[i][0] == code)
            return pairs[i][1];
    return code;
}

static int32_t lower(int32_t code)
{
    int32_t made = u_tolower(code);
    return made == code && code >= 0x1C89 ? later_lower(code) : made;
}

static bool is_ideograph(int32_t code)
{
    return (code >= 0x4E00 && code <= 0x9FFF) || (code >= 0x3400 && code <= 0x4DBF) ||
           (code >= 0x20000 && code <= 0x2A6DF) || (code >= 0x2A700 && code <= 0x2B73F) ||
           (code >= 0x2B740 && code <= 0x2B81F) || (code >= 0x2B920 && code <= 0x2CEAF) ||
           (code >= 0xF900 && code <= 0xFAFF) || (code >= 0x2F800 && code <= 0x2FA1F);
}

static void change_code(kn_change_kind kind, int32_t code, kn_text *out)
{
    switch (kind) {
    case KN_LOWERCASE:
        put_code(out, code == 0x130 ? 'i' : lower(code));
        if (code == 0x130) /* the only character whose lower case is two, wherever it stands */
            put_code(out, 0x307);
        break;
    case KN_STRIP_MARKS:
        if (!(kn_old_category(code, 9) & U_GC_M_MASK))
            put_code(out, code);
        break;
    case KN_STRIP_NONSPACE:
        if (!(kn_old_category(code, 8) & U_GC_MN_MASK))
            put_code(out, code);
        break;
    case KN_CLEAN:
        if (code != 0 && code != 0xFFFD && !is_control(code))
            put_code(out, u_isUWhiteSpace(code) ? ' ' : code);
        break;
    default: /* KN_SPACE_IDEOGRAPHS */
        if (is_ideograph(code))
            put_code(out, ' ');
        put_code(out, code);
        if (is_ideograph(code))
            put_code(out, ' ');
    }
}

static bool all_ascii(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (text[i] & 0x80)
            return false;
    return true;
}

static bool room_for_units(kn_scratch *scratch, size_t which, size_t need)
{
    return KN_ROOM(scratch->allocator, scratch->unit[which], need);
}

/* Normalization form C, D, KC or KD. */
static knap_status compose(const UNormalizer2 *form, kn_scratch *scratch, const char *text, size_t length, kn_text *out,
                           knap_error *error)
{
    UErrorCode code = U_ZERO_ERROR;
    int32_t units = 0, made = 0, bytes = 0;
    size_t need = length + 1;
    if (!room_for_units(scratch, 0, length + 1))
        return kn_no_memory(error);
    u_strFromUTF8(scratch->unit[0], (int32_t)length + 1, &units, text, (int32_t)length, &code);
    for (int attempt = 0; attempt < 2 && U_SUCCESS(code);
         attempt++) { /* the first one may find out how much is needed */
        if (!room_for_units(scratch, 1, need))
            return kn_no_memory(error);
        made = unorm2_normalize(form, scratch->unit[0], units, scratch->unit[1], (int32_t)need, &code);
        if (code != U_BUFFER_OVERFLOW_ERROR)
            break;
        code = U_ZERO_ERROR;
        need = (size_t)made + 1;
    }
    if (U_FAILURE(code))
        return code == U_MEMORY_ALLOCATION_ERROR
                   ? kn_no_memory(error)
                   : kn_fail(error, KNAP_BAD_INPUT, "ICU cannot normalize the text: %s", u_errorName(code));
    size_t room = (size_t)made * 3 + 1;
    out->length = 0;
    if (!kn_text_room(out, room))
        return kn_no_memory(error);
    u_strToUTF8(out->bytes, (int32_t)room, &bytes, scratch->unit[1], made, &code);
    if (U_FAILURE(code))
        return kn_fail(error, KNAP_BAD_INPUT, "ICU cannot normalize the text: %s", u_errorName(code));
    out->length = (size_t)bytes;
    return KNAP_OK;
}

static knap_status replace(const kn_change *step, const char *text, size_t length, kn_text *out, knap_error *error)
{
    kn_search search;
    size_t at = 0, begin, end;
    knap_status status = kn_search_begin(&search, &step->pattern, error);
    if (!status)
        status = kn_search_text(&search, text, length, error);
    while (!status && at < length && !(status = kn_search_next(&search, at, &begin, &end, error))) {
        kn_text_add(out, text + at, begin - at);
        if (begin < length)
            kn_text_add(out, step->text, step->length);
        at = end;
    }
    kn_search_end(&search);
    return status;
}

static void strip(const kn_change *step, const char *text, size_t length, kn_text *out)
{
    const unsigned char *bytes = (const unsigned char *)text;
    size_t begin = 0, end = length;
    for (size_t next = 0; step->left && next < end; begin = next)
        if (!u_isUWhiteSpace(kn_code_next(bytes, &next)))
            break;
    for (size_t back = end; step->right && back > begin; end = back)
        if (!u_isUWhiteSpace(kn_code_previous(bytes, &back)))
            break;
    kn_text_add(out, text + begin, end - begin);
}

static knap_status change(const kn_change *step, kn_scratch *scratch, const char *text, size_t length, kn_text *out,
                          knap_error *error)
{
    switch (step->kind) {
    case KN_NFC:
    case KN_NFD:
    case KN_NFKC:
    case KN_NFKD:
        return compose(step->form, scratch, text, length, out, error);
    case KN_PREPEND:
        kn_text_add(out, step->text, step->length);
        kn_text_add(out, text, length);
        return KNAP_OK;
    case KN_REPLACE:
        return replace(step, text, length, out, error);
    case KN_STRIP:
        strip(step, text, length, out);
        return KNAP_OK;
    default:
        for (size_t at = 0; at < length;)
            change_code(step->kind, kn_code_next((const unsigned char *)text, &at), out);
        return KNAP_OK;
    }
}

/* Whether a step leaves ASCII text as it is. */
static bool keeps_ascii(kn_change_kind kind)
{
    return kind <= KN_NFKD || kind == KN_STRIP_MARKS || kind == KN_STRIP_NONSPACE || kind == KN_SPACE_IDEOGRAPHS;
}

knap_status kn_normalize(const kn_normalizer *normalizer, kn_scratch *scratch, const char *text, size_t length,
                         const char **result, size_t *made, knap_error *error)
{
    size_t which = 0;
    for (size_t i = 0; i < normalizer->count && length > 0; i++) {
        const kn_change *step = &normalizer->step[i];
        kn_text *out = &scratch->buffer[which];
        if (keeps_ascii(step->kind) && all_ascii(text, length))
            continue;
        out->length = 0;
        knap_status status = change(step, scratch, text, length, out, error);
        if (!status && out->failed)
            status = kn_no_memory(error);
        out->failed = false;
        if (status)
            return status;
        if (out->length > INT32_MAX / 4)
            return kn_fail(error, KNAP_BAD_INPUT, "the normalized text has more than 512 MB");
        text = out->length ? out->bytes : "";
        length = out->length;
        which = !which;
    }
    *result = text;
    *made = length;
    return KNAP_OK;
}

knap_status kn_compose(kn_scratch *scratch, const char *text, size_t length, const char **result, size_t *made,
                       knap_error *error)
{
    UErrorCode code = U_ZERO_ERROR;
    const UNormalizer2 *form = unorm2_getNFCInstance(&code);
    kn_text *out = &scratch->buffer[0];
    knap_status status = KNAP_OK;
    *result = text;
    *made = length;
    if (all_ascii(text, length))
        return KNAP_OK;
    out->length = 0;
    status = U_SUCCESS(code) ? compose(form, scratch, text, length, out, error) : kn_no_memory(error);
    if (!status && out->failed)
        status = kn_no_memory(error);
    out->failed = false;
    *result = out->length ? out->bytes : "";
    *made = out->length;
    return status;
}
