/* extract.c - collects the blocks that a format's reader writes: white space is collapsed, hyphenated
 * words are joined. */
#include "formats/extract.h"
#include "text/layout.h"
#include "text/marks.h"
#include "text/shapes.h"
#include "text/utf8.h"

#include <string.h>

#include <unicode/uchar.h>

enum { PROSE_WORDS = 12, POINT_WORDS = 4, LONGEST_LIST = 200, IDEOGRAPHIC_STOP = 0x3002 };

void kn_extract_begin(kn_extract *extract, const knap_allocator *allocator)
{
    *extract = (kn_extract){.text = {.allocator = allocator}};
    kn_symbols_begin(&extract->speakers, allocator);
}

void kn_extract_free(kn_extract *extract)
{
    KN_RELEASE(extract->text.allocator, extract->block);
    kn_text_free(&extract->text);
    kn_symbols_free(&extract->speakers);
}

void kn_extract_clear(kn_extract *extract)
{
    extract->text.length = extract->blocks = extract->begin = extract->listed = extract->number = extract->letter = 0;
    extract->space = extract->cut = extract->punctuated = extract->entries = false;
    extract->date = 0;
    extract->look = 0;
}

size_t kn_extract_open(const kn_extract *extract)
{
    return extract->text.length - extract->begin;
}

static bool is_blank(int32_t code)
{
    return code <= ' ' || code == 0x7F ||
           (code >= 0x80 && (code == 0xFEFF || code == 0xFFFC || code == 0x200B || kn_is_space(code)));
}

/* A word divided at a line end is joined: "com-" and "mittee". A hyphen before a capital or a digit is kept. */
static void join_lines(kn_extract *extract, int32_t next)
{
    extract->cut = false;
    if (u_islower(next))
        extract->text.length--;
}

/* The end of the run of characters from `at` on that are neither white space nor control characters. */
static size_t end_of_run(const char *text, size_t at, size_t length)
{
    while (at < length) {
        unsigned char byte = (unsigned char)text[at];
        size_t next = at;
        if (byte <= ' ' || byte == 0x7F)
            return at;
        if (byte < 0x80) {
            at++;
            continue;
        }
        /* C2 80..C2 AD has NEL, the no-break space and the soft hyphen; E1..E3 and EF have the other spaces */
        if (byte == 0xC2 || (byte >= 0xE1 && byte <= 0xE3) || byte == 0xEF) {
            int32_t code = kn_utf8_next(text, &next, length);
            if (is_blank(code) || code == 0xAD)
                return at;
            at = next;
        } else {
            kn_utf8_next(text, &at, length);
        }
    }
    return length;
}

void kn_extract_add(kn_extract *extract, const char *text, size_t length)
{
    for (size_t at = 0; at < length;) {
        size_t end = end_of_run(text, at, length);
        if (end > at) {
            if (extract->cut)
                join_lines(extract, kn_utf8_at(text, at, length));
            else if (extract->space && kn_extract_open(extract))
                kn_text_byte(&extract->text, ' ');
            extract->space = false;
            kn_text_add(&extract->text, text + at, end - at);
            at = end;
        }
        while (at < length) {
            size_t next = at;
            int32_t code = kn_utf8_next(text, &next, length);
            if (code != 0xAD && !is_blank(code))
                break;
            extract->space |= code != 0xAD && code != 0x200B && code != 0xFEFF && (code >= ' ' || kn_is_space(code));
            at = next;
        }
    }
}

void kn_extract_line(kn_extract *extract)
{
    const char *text = extract->text.bytes + extract->begin;
    size_t open = kn_extract_open(extract), before = open - 1;
    if (open > 1 && !extract->space && text[open - 1] == '-' && u_islower(kn_utf8_before(text, 0, before)))
        extract->cut = true;
    else
        extract->space = true;
}

static const char *find_speaker(kn_extract *extract, const char *speaker)
{
    uint32_t symbol = speaker && speaker[0] ? kn_symbols_add(&extract->speakers, speaker, strlen(speaker)) : 0;
    if (!speaker || !speaker[0])
        return NULL;
    if (symbol == KN_NO_SYMBOL) {
        extract->failed = true;
        return NULL;
    }
    return extract->speakers.name[symbol];
}

static void end_block(kn_extract *extract, knap_block kind, unsigned level, const char *speaker)
{
    size_t end = extract->text.length;
    extract->space = extract->cut = false;
    extract->failed |= extract->text.failed;
    if (end == extract->begin || extract->failed)
        return;
    extract->listed = 0;
    if (!KN_ROOM(extract->text.allocator, extract->block, extract->blocks + 1)) {
        extract->failed = true;
        return;
    }
    extract->block[extract->blocks++] = (kn_block){extract->begin, end, kind, level, find_speaker(extract, speaker), extract->look};
    extract->look = 0;
    kn_text_add(&extract->text, "\n\n", 2);
    extract->begin = extract->text.length;
    extract->failed |= extract->text.failed;
}

void kn_extract_end(kn_extract *extract, knap_block kind, unsigned level)
{
    end_block(extract, kind, level, NULL);
}

void kn_extract_end_speech(kn_extract *extract, const char *speaker)
{
    end_block(extract, KNAP_BLOCK_PARAGRAPH, 0, speaker);
}

void kn_extract_end_said(kn_extract *extract, knap_block kind, unsigned level, const char *speaker)
{
    end_block(extract, kind, level, speaker);
}

void kn_extract_drop(kn_extract *extract)
{
    extract->text.length = extract->begin;
    extract->space = extract->cut = false;
}

void kn_extract_block(kn_extract *extract, const char *text, size_t length, knap_block kind, unsigned level)
{
    kn_extract_end(extract, KNAP_BLOCK_PARAGRAPH, 0);
    kn_extract_add(extract, text, length);
    kn_extract_end(extract, kind, level);
}

/* Other texts begin with a bullet, a number or a letter too: a number counts if it follows that of an item, or is the first; a letter
 * if it is a small one, too. */
static bool is_item(const kn_extract *extract, const char *text, const kn_item_mark *mark)
{
    if (mark->kind == KN_MARK_BULLET)
        return (unsigned char)text[0] >= 0x80 || text[0] == '*' || text[0] == '-';
    if (mark->kind >= KN_MARK_LETTER)
        return (mark->value == 1 || mark->value == extract->letter + 1) &&
               u_islower(text[mark->kind == KN_MARK_LETTER_ROUND]);
    return mark->kind != KN_MARK_NONE && (mark->value == 1 || mark->value == extract->number + 1);
}

bool kn_extract_take_mark(kn_extract *extract)
{
    char *text = extract->text.bytes + extract->begin;
    size_t open = kn_extract_open(extract);
    kn_item_mark mark = open ? kn_find_mark(text, 0, open) : (kn_item_mark){.kind = KN_MARK_NONE};
    if (!is_item(extract, text, &mark))
        return false;
    if (mark.kind >= KN_MARK_LETTER)
        extract->letter = mark.value;
    else if (mark.kind != KN_MARK_BULLET)
        extract->number = mark.value;
    memmove(text, text + mark.text, open - mark.text);
    extract->text.length -= mark.text;
    return true;
}

bool kn_has_words(const char *text, size_t length, size_t least)
{
    size_t words = 0, letters = 0;
    bool inside = false;
    for (size_t i = 0; i < length; i++) {
        words += !inside && text[i] != ' ';
        inside = text[i] != ' ';
        letters += (unsigned char)text[i] >= 0xC0;
    }
    return words >= least || letters >= 3 * least;
}

bool kn_is_prose(const char *text, size_t length)
{
    return kn_has_words(text, length, PROSE_WORDS);
}

/* ---- Points of slides ---- */

/* A first word of small letters only gets a capital: not "iPod" or "x86". */
static void add_capital(kn_extract *extract)
{
    const char *text = extract->text.bytes + extract->begin;
    size_t open = kn_extract_open(extract), at = 0, first;
    int32_t code = kn_utf8_next(text, &at, open), next = code;
    char bytes[4];
    first = at;
    while (at < open && u_islower(next))
        next = kn_utf8_next(text, &at, open);
    if (u_islower(code) && (u_islower(next) || next == ' ' || next == ',' || next == ':') &&
        kn_utf8_write(u_totitle(code), bytes) == first)
        memcpy(extract->text.bytes + extract->begin, bytes, first);
}

/* Thai, Lao, Tibetan and Khmer are written without. */
static bool has_no_stops(int32_t code)
{
    return (code >= 0xE00 && code < 0x1000) || (code >= 0x1780 && code < 0x1800);
}

/* An ideograph, or a mark of the same width: a bracket, a long vowel. */
static bool is_wide(int32_t code)
{
    return kn_is_ideograph(code) || (code >= 0x3000 && code < 0x3100) || (code >= 0xFF00 && code < 0xFFF0);
}

static void add_full_stop(kn_extract *extract)
{
    size_t end = extract->text.length;
    int32_t last = kn_utf8_before(extract->text.bytes, extract->begin, end);
    char bytes[4];
    if (last == ',' || last == ';')
        extract->text.length--;
    if (!has_no_stops(last))
        kn_text_add(&extract->text, bytes, kn_utf8_write(is_wide(last) ? IDEOGRAPHIC_STOP : '.', bytes));
}

/* Appends the open block to the list of labels before it; false where there is none, or it is long enough. */
static bool join_list(kn_extract *extract)
{
    size_t open = kn_extract_open(extract), begin = extract->listed ? extract->block[extract->blocks - 1].begin : 0;
    char *text = extract->text.bytes;
    if (!extract->listed || extract->listed - begin + open > LONGEST_LIST)
        return false;
    memmove(text + extract->listed + 2, text + extract->begin, open);
    memcpy(text + extract->listed, ", ", 2);
    extract->text.length = extract->listed + 2 + open;
    extract->begin = begin;
    extract->blocks--;
    return true;
}

void kn_extract_end_point(kn_extract *extract, knap_block kind, unsigned level, const char *speaker)
{
    const char *text = extract->text.bytes;
    size_t begin = extract->begin, end = extract->text.length;
    kn_shape shape = end > begin ? kn_shape_of(text, begin, end) : KN_SHAPE_TEXT;
    bool label = end > begin && !kn_has_words(text + begin, end - begin, POINT_WORDS);
    if (shape != KN_SHAPE_TEXT)
        kind = shape == KN_SHAPE_CODE    ? KNAP_BLOCK_CODE
               : shape == KN_SHAPE_TABLE ? KNAP_BLOCK_TABLE
                                         : KNAP_BLOCK_FURNITURE;
    if (shape != KN_SHAPE_TEXT || end == begin || text[end - 1] == ':' || kn_ends_sentence(text, begin, end)) {
        end_block(extract, kind, level, speaker);
        return;
    }
    if (!label || !join_list(extract))
        add_capital(extract);
    end = extract->text.length;
    add_full_stop(extract);
    extract->punctuated = true;
    end_block(extract, label ? KNAP_BLOCK_CAPTION : kind, label ? 0 : level, speaker);
    extract->listed = label && !extract->failed ? end : 0;
}

static bool is_prose_kind(knap_block kind)
{
    return kind == KNAP_BLOCK_PARAGRAPH || kind == KNAP_BLOCK_ITEM || kind == KNAP_BLOCK_QUOTE;
}

void kn_extract_settle_points(kn_extract *extract)
{
    for (size_t i = 0; i < extract->blocks; i++)
        if (is_prose_kind(extract->block[i].kind))
            return;
    for (size_t i = 0; i < extract->blocks; i++)
        if (extract->block[i].kind == KNAP_BLOCK_CAPTION)
            extract->block[i].kind = KNAP_BLOCK_PARAGRAPH;
}

bool kn_extract_has_points(const kn_extract *extract)
{
    bool found = false;
    for (size_t i = 0; i < extract->blocks; i++) {
        const kn_block *block = &extract->block[i];
        if (is_prose_kind(block->kind) && kn_ends_sentence(extract->text.bytes, block->begin, block->end))
            return false;
        found = found || is_prose_kind(block->kind);
    }
    return found;
}

void kn_extract_add_points(kn_extract *extract, const kn_extract *document)
{
    for (size_t i = 0; i < document->blocks; i++) {
        const kn_block *block = &document->block[i];
        kn_extract_add(extract, document->text.bytes + block->begin, block->end - block->begin);
        if (is_prose_kind(block->kind))
            kn_extract_end_point(extract, block->kind, block->level, block->speaker);
        else
            end_block(extract, block->kind, block->level, block->speaker);
    }
    extract->date = document->date;
    extract->entries = document->entries;
    kn_extract_settle_points(extract);
}

kn_structure kn_extract_structure(const kn_extract *extract)
{
    return (kn_structure){extract->block, extract->blocks, extract->date, extract->punctuated, extract->entries};
}
