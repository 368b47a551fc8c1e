/* hub_cut.c - the pre-tokenizers of a tokenizer.json: they cut the normalized text into the pieces that the model sees. */
#include "base/error.h"
#include "tokens/classes.h"
#include "tokens/hub.h"

#include <string.h>
#include <unicode/uchar.h>

/* ---- Characters ---- */

static bool is_space(int32_t code)
{
    return u_isUWhiteSpace(code);
}

static bool is_number(int32_t code)
{
    if ((code >= 0x11DE0 && code <= 0x11DE9) || (code >= 0x16FF4 && code <= 0x16FF6))
        return true; /* of Unicode 17: this test of Hugging Face's library is that of its compiler, not of its expressions */
    return (code < 0x80 ? kn_ascii_class[code] : kn_wide_class(code)) & KN_NUMERAL;
}

static bool is_punctuation(int32_t code)
{
    if (code < 0x80)
        return code > ' ' && code < 127 && !(kn_ascii_class[code] & (KN_LETTER | KN_NUMERAL));
    return kn_old_category(code, 8) & U_GC_P_MASK;
}

/* ---- Reading ---- */

static knap_status add_step(const kn_hub_file *file, kn_cutter *cutter, kn_cut step)
{
    if (!KN_ROOM(file->allocator, cutter->step, cutter->count + 1)) {
        kn_pattern_free(&step.pattern);
        return kn_no_memory(file->error);
    }
    cutter->step[cutter->count++] = step;
    return KNAP_OK;
}

static knap_status read_behavior(const kn_hub_file *file, const char *where, const json_t *json, kn_behavior absent,
                                 kn_behavior *behavior)
{
    static const char *const names[] = {"Removed", "Isolated", "MergedWithPrevious", "MergedWithNext", "Contiguous"};
    const json_t *value = NULL;
    knap_status status = kn_hub_string(file, where, json, "behavior", &value);
    *behavior = absent;
    if (status || !value)
        return status;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], json_string_value(value)) == 0) {
            *behavior = (kn_behavior)i;
            return KNAP_OK;
        }
    return kn_hub_refuse(file, where, "the behavior '%.100s' is not supported", json_string_value(value));
}

static knap_status read_byte_level(const kn_hub_file *file, const json_t *json, kn_cutter *cutter)
{
    static const char *const known[] = {"type", "add_prefix_space", "trim_offsets", "use_regex", NULL};
    const char *where = "pre_tokenizer ByteLevel";
    bool prefix = true, regex = true;
    knap_status status = kn_hub_members(file, where, json, known);
    if (!status)
        status = kn_hub_flag(file, where, json, "add_prefix_space", true, &prefix);
    if (!status)
        status = kn_hub_flag(file, where, json, "use_regex", true, &regex);
    kn_cut step = {.behavior = KN_ISOLATED, .none = !regex, .prefix = prefix ? " " : NULL};
    if (!status && (regex || prefix)) {
        step.pattern.splitter = kn_split_gpt2;
        status = add_step(file, cutter, step);
    }
    cutter->byte_level = true;
    return status;
}

static knap_status read_split(const kn_hub_file *file, const json_t *json, kn_cutter *cutter)
{
    static const char *const known[] = {"type", "pattern", "behavior", "invert", NULL};
    const char *where = "pre_tokenizer Split";
    kn_cut step = {.behavior = KN_ISOLATED};
    knap_status status = kn_hub_members(file, where, json, known);
    if (!status && !json_is_string(json_object_get(json, "behavior")))
        status = kn_hub_refuse(file, where, "it has no behavior");
    if (!status)
        status = read_behavior(file, where, json, KN_ISOLATED, &step.behavior);
    if (!status)
        status = kn_hub_flag(file, where, json, "invert", false, &step.invert);
    if (!status)
        status = kn_hub_pattern(file, where, json_object_get(json, "pattern"), &step.pattern);
    return status ? status : add_step(file, cutter, step);
}

static knap_status read_digits(const kn_hub_file *file, const json_t *json, kn_cutter *cutter)
{
    static const char *const known[] = {"type", "individual_digits", NULL};
    bool individual = false;
    knap_status status = kn_hub_members(file, "pre_tokenizer Digits", json, known);
    if (!status)
        status = kn_hub_flag(file, "pre_tokenizer Digits", json, "individual_digits", false, &individual);
    kn_cut step = {.match = is_number, .behavior = individual ? KN_ISOLATED : KN_CONTIGUOUS};
    return status ? status : add_step(file, cutter, step);
}

static knap_status read_punctuation(const kn_hub_file *file, const json_t *json, kn_cutter *cutter)
{
    static const char *const known[] = {"type", "behavior", NULL};
    kn_cut step = {.match = is_punctuation};
    knap_status status = kn_hub_members(file, "pre_tokenizer Punctuation", json, known);
    if (!status)
        status = read_behavior(file, "pre_tokenizer Punctuation", json, KN_ISOLATED, &step.behavior);
    return status ? status : add_step(file, cutter, step);
}

static knap_status read_bert(const kn_hub_file *file, const json_t *json, kn_cutter *cutter)
{
    static const char *const known[] = {"type", NULL};
    knap_status status = kn_hub_members(file, "pre_tokenizer BertPreTokenizer", json, known);
    if (!status)
        status = add_step(file, cutter, (kn_cut){.match = is_space, .behavior = KN_REMOVED});
    return status ? status : add_step(file, cutter, (kn_cut){.match = is_punctuation, .behavior = KN_ISOLATED});
}

static knap_status read_spaces(const kn_hub_file *file, const json_t *json, kn_cutter *cutter)
{
    static const char *const known[] = {"type", NULL};
    knap_status status = kn_hub_members(file, "pre_tokenizer WhitespaceSplit", json, known);
    return status ? status : add_step(file, cutter, (kn_cut){.match = is_space, .behavior = KN_REMOVED});
}

static knap_status read_metaspace(const kn_hub_file *file, const json_t *json, kn_cutter *cutter)
{
    static const char *const known[] = {"type",    "replacement", "prepend_scheme", "split", "add_prefix_space",
                                        "str_rep", NULL};
    const char *where = "pre_tokenizer Metaspace";
    const json_t *replacement = NULL, *scheme = NULL;
    kn_cut step = {.behavior = KN_MERGED_WITH_NEXT};
    bool cuts = true, prefix = true;
    knap_status status = kn_hub_members(file, where, json, known);
    if (!status)
        status = kn_hub_string(file, where, json, "replacement", &replacement);
    if (!status)
        status = kn_hub_string(file, where, json, "prepend_scheme", &scheme);
    if (!status)
        status = kn_hub_flag(file, where, json, "split", true, &cuts);
    if (!status)
        status = kn_hub_flag(file, where, json, "add_prefix_space", true, &prefix);
    if (!status && (!replacement || json_string_length(replacement) == 0))
        status = kn_hub_refuse(file, where, "it has no replacement");
    if (status)
        return status;
    const char *how = scheme ? json_string_value(scheme) : prefix ? "always" : "never";
    if (strcmp(how, "always") != 0 && strcmp(how, "first") != 0 && strcmp(how, "never") != 0)
        return kn_hub_refuse(file, where, "the prepend_scheme '%.100s' is not supported", how);
    if (scheme && !prefix && strcmp(how, "never") != 0)
        return kn_hub_refuse(file, where, "add_prefix_space contradicts prepend_scheme");
    step.space = kn_arena_text(file->arena, json_string_value(replacement), json_string_length(replacement));
    if (!step.space)
        return kn_no_memory(file->error);
    step.prefix = strcmp(how, "never") == 0 ? NULL : step.space;
    step.prefix_first = strcmp(how, "first") == 0;
    step.none = !cuts;
    step.pattern.literal = step.space;
    step.pattern.length = strlen(step.space);
    return add_step(file, cutter, step);
}

static knap_status read_one(const kn_hub_file *file, const json_t *json, kn_cutter *cutter, int depth)
{
    static const char *const sequence_members[] = {"type", "pretokenizers", NULL};
    static const struct {
        const char *type;
        knap_status (*read)(const kn_hub_file *file, const json_t *json, kn_cutter *cutter);
    } types[] = {{"ByteLevel", read_byte_level},    {"Split", read_split},         {"Digits", read_digits},
                 {"Punctuation", read_punctuation}, {"Metaspace", read_metaspace}, {"BertPreTokenizer", read_bert},
                 {"WhitespaceSplit", read_spaces}};
    const char *type = json_string_value(json_object_get(json, "type"));
    const json_t *list = json_object_get(json, "pretokenizers");
    if (!type || depth > 16)
        return kn_hub_refuse(file, "pre_tokenizer", "expected an object with a type");
    if (cutter->byte_level)
        return kn_hub_refuse(file, "pre_tokenizer", "'%.100s' after ByteLevel is not supported", type);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(type, types[i].type) == 0)
            return types[i].read(file, json, cutter);
    if (strcmp(type, "Sequence") != 0 || !json_is_array(list))
        return kn_hub_refuse(file, "pre_tokenizer", "the type '%.100s' is not supported", type);
    knap_status status = kn_hub_members(file, "pre_tokenizer Sequence", json, sequence_members);
    for (size_t i = 0; i < json_array_size(list) && !status; i++)
        status = read_one(file, json_array_get(list, i), cutter, depth + 1);
    return status;
}

knap_status kn_cutter_read(const kn_hub_file *file, const json_t *json, kn_cutter *cutter)
{
    return !json || json_is_null(json) ? KNAP_OK : read_one(file, json, cutter, 0);
}

void kn_cutter_free(kn_cutter *cutter, const knap_allocator *allocator)
{
    for (size_t i = 0; i < cutter->count; i++)
        kn_pattern_free(&cutter->step[i].pattern);
    KN_RELEASE(allocator, cutter->step);
}

/* ---- Cutting ---- */

/* Matches and what is between them come in their order; the behavior decides which become pieces. */
typedef struct pen {
    const knap_allocator *allocator;
    kn_text_pieces *out;
    kn_behavior behavior;
    bool invert;
    bool before;      /* whether the last part was a match */
    size_t first;     /* pieces of `out` before those of the present piece */
    kn_range pending; /* a match that waits for the next part; empty: none */
    bool failed;
} pen;

static void put_piece(pen *self, size_t begin, size_t end)
{
    if (begin == end)
        return;
    if (!KN_ROOM(self->allocator, self->out->range, self->out->count + 1)) {
        self->failed = true;
        return;
    }
    self->out->range[self->out->count++] = (kn_range){begin, end};
}

static void extend_or_put(pen *self, bool extend, size_t begin, size_t end)
{
    if (extend && self->out->count > self->first)
        self->out->range[self->out->count - 1].end = end;
    else
        put_piece(self, begin, end);
}

static void put_part(pen *self, size_t begin, size_t end, bool match)
{
    if (begin == end)
        return;
    match = match != self->invert;
    switch (self->behavior) {
    case KN_REMOVED:
        if (!match)
            put_piece(self, begin, end);
        break;
    case KN_ISOLATED:
        put_piece(self, begin, end);
        break;
    case KN_MERGED_WITH_PREVIOUS:
        extend_or_put(self, match && !self->before, begin, end);
        break;
    case KN_CONTIGUOUS:
        extend_or_put(self, match == self->before, begin, end);
        break;
    case KN_MERGED_WITH_NEXT:
        if (match) {
            put_piece(self, self->pending.begin, self->pending.end);
            self->pending = (kn_range){begin, end};
        } else {
            bool waits = self->pending.end > self->pending.begin;
            put_piece(self, waits ? self->pending.begin : begin, end);
            self->pending = (kn_range){0, 0};
        }
        break;
    }
    self->before = match;
}

static knap_status cut_by_pattern(pen *self, kn_search *search, const char *text, kn_range piece, knap_error *error)
{
    size_t at = 0, length = piece.end - piece.begin, begin, end;
    knap_status status = kn_search_text(search, text + piece.begin, length, error);
    while (!status && at < length && !(status = kn_search_next(search, at, &begin, &end, error))) {
        put_part(self, piece.begin + at, piece.begin + begin, false);
        put_part(self, piece.begin + begin, piece.begin + end, true);
        at = end;
    }
    return status;
}

static void cut_by_character(pen *self, kn_is_match *match, const char *text, kn_range piece)
{
    size_t rest = piece.begin;
    for (size_t at = piece.begin; at < piece.end;) {
        size_t begin = at;
        if (match(kn_code_next((const unsigned char *)text, &at))) {
            put_part(self, rest, begin, false);
            put_part(self, begin, at, true);
            rest = at;
        }
    }
    put_part(self, rest, piece.end, false);
}

static knap_status cut_all(const kn_cut *step, const knap_allocator *allocator, const char *text,
                           const kn_text_pieces *in, kn_text_pieces *out, knap_error *error)
{
    pen self = {.allocator = allocator, .out = out, .behavior = step->behavior, .invert = step->invert};
    kn_search search;
    knap_status status = kn_search_begin(&search, &step->pattern, error);
    out->count = 0;
    for (size_t i = 0; i < in->count && !status && !self.failed; i++) {
        self.before = false;
        self.first = out->count;
        if (step->match)
            cut_by_character(&self, step->match, text, in->range[i]);
        else
            status = cut_by_pattern(&self, &search, text, in->range[i], error);
        put_piece(&self, self.pending.begin, self.pending.end);
        self.pending = (kn_range){0, 0};
    }
    kn_search_end(&search);
    return status ? status : self.failed ? kn_no_memory(error) : KNAP_OK;
}

/* Adds the prefix and replaces spaces, into `out`; the ranges become those of the new text. */
static void rewrite(const kn_cut *step, const char *text, kn_text_pieces *pieces, bool first, kn_text *out)
{
    size_t prefix = step->prefix ? strlen(step->prefix) : 0, space = step->space ? strlen(step->space) : 0;
    out->length = 0;
    for (size_t i = 0; i < pieces->count; i++) {
        kn_range *piece = &pieces->range[i];
        size_t begin = out->length, at = piece->begin;
        bool wanted = prefix && (!step->prefix_first || (first && i == 0));
        bool has = piece->end - at >= prefix && prefix && memcmp(text + at, step->prefix, prefix) == 0;
        if (wanted && !has && !(space && text[at] == ' '))
            kn_text_add(out, step->prefix, prefix);
        while (at < piece->end) {
            const char *found = space ? memchr(text + at, ' ', piece->end - at) : NULL;
            size_t stop = found ? (size_t)(found - text) : piece->end;
            kn_text_add(out, text + at, stop - at);
            if (found)
                kn_text_add(out, step->space, space);
            at = found ? stop + 1 : stop;
        }
        *piece = (kn_range){begin, out->length};
    }
}

knap_status kn_cut_pieces(const kn_cutter *cutter, kn_scratch *scratch, const char *text, size_t length, bool first,
                          const char **bytes, const kn_text_pieces **pieces, knap_error *error)
{
    size_t which = 0, buffer = 0;
    pen start = {.allocator = scratch->allocator, .out = &scratch->pieces[0]};
    scratch->pieces[0].count = 0;
    put_piece(&start, 0, length);
    if (start.failed)
        return kn_no_memory(error);
    for (size_t i = 0; i < cutter->count; i++) {
        const kn_cut *step = &cutter->step[i];
        if (step->prefix || step->space) {
            kn_text *out = &scratch->cut[buffer];
            rewrite(step, text, &scratch->pieces[which], first, out);
            bool failed = out->failed;
            out->failed = false;
            if (failed)
                return kn_no_memory(error);
            text = out->length ? out->bytes : text;
            buffer = !buffer;
        }
        if (step->none)
            continue;
        knap_status status =
            cut_all(step, scratch->allocator, text, &scratch->pieces[which], &scratch->pieces[!which], error);
        if (status)
            return status;
        which = !which;
    }
    *bytes = text;
    *pieces = &scratch->pieces[which];
    return KNAP_OK;
}
