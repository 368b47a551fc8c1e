/* looks.c - titles, headings and contents of documents whose writers made them by hand. In doubt, a paragraph is left as it is. */
#include "formats/looks.h"
#include "base/ascii.h"
#include "text/lines.h"
#include "text/utf8.h"

#include <string.h>

#include <unicode/uchar.h>

enum {
    LONGEST_HEADING = 120,
    HEADING_WORDS = 14,
    TITLE_BLOCKS = 3,
    LEAST_ENTRIES = 4,
    MOST_LOOKS = 8,
    LOOK_LEVEL = 4,
    MOST_SHOWN = 400
};

void kn_extract_add_look(kn_extract *extract, const char *text, size_t length, unsigned size, bool bold)
{
    size_t before = kn_extract_open(extract);
    unsigned look = (size < 2000 ? size : 2000) * 2 + bold, size_now;
    kn_extract_add(extract, text, length);
    if (kn_extract_open(extract) == before)
        return;
    size_now = extract->look / 2 < look / 2 ? extract->look / 2 : look / 2;
    extract->look = before ? size_now * 2 + (extract->look & look & 1) : look;
}

static bool is_text(knap_block kind)
{
    return kind == KNAP_BLOCK_PARAGRAPH || kind == KNAP_BLOCK_ITEM || kind == KNAP_BLOCK_QUOTE;
}

static size_t count_words(const char *text, size_t length)
{
    size_t words = length > 0;
    for (size_t i = 0; i < length; i++)
        words += text[i] == ' ';
    return words;
}

/* Has the text the word, whatever the case of its ASCII letters? */
static bool has_word(const char *text, size_t size, const char *word, size_t length)
{
    for (size_t at = 0; at + length <= size; at++)
        if (kn_ascii_lower(text[at]) == kn_ascii_lower(word[0]) && kn_ascii_same_start(text + at, word, length))
            return true;
    return false;
}

/* A few words without an end, most of them letters. */
static bool is_short(const kn_extract *extract, const kn_block *block)
{
    const char *text = extract->text.bytes;
    size_t length = block->end - block->begin, letters = 0;
    if (length > LONGEST_HEADING || count_words(text + block->begin, length) > HEADING_WORDS ||
        strchr(",;", text[block->end - 1]) || kn_ends_sentence(text, block->begin, block->end))
        return false;
    for (size_t at = block->begin; at < block->end;)
        letters += u_isalpha(kn_utf8_next(text, &at, block->end)) != 0;
    return letters > 1 && letters * 4 > length && !memchr(text + block->begin, '@', length) &&
           !has_word(text + block->begin, length, "://", 3);
}

/* ---- Contents ---- */

/* "Installation 12": behind a space or dots. */
static bool is_entry(const kn_extract *extract, const kn_block *block)
{
    const char *text = extract->text.bytes;
    size_t at = block->end;
    while (at > block->begin && kn_ascii_digit(text[at - 1]))
        at--;
    return (is_text(block->kind) || block->kind == KNAP_BLOCK_HEADING) &&
           block->end - block->begin <= LONGEST_HEADING && at < block->end && block->end - at < 5 &&
           at > block->begin + 2 && (text[at - 1] == ' ' || text[at - 1] == '.');
}

static void settle_contents(kn_extract *extract)
{
    for (size_t i = 0, end; i < extract->blocks; i = end + 1) {
        for (end = i; end < extract->blocks && is_entry(extract, &extract->block[end]); end++)
            ;
        if (end - i < LEAST_ENTRIES)
            continue;
        if (i && is_text(extract->block[i - 1].kind) && is_short(extract, &extract->block[i - 1]))
            i--; /* "Contents" */
        for (; i < end; i++)
            extract->block[i].kind = KNAP_BLOCK_FURNITURE;
    }
}

/* ---- Headings ---- */

/* The look of most of the text; texts of several sentences count before others. */
static unsigned body_look(const kn_extract *extract)
{
    unsigned look[MOST_LOOKS];
    size_t bytes[MOST_LOOKS] = {0}, looks = 0, best = 0;
    for (size_t i = 0; i < extract->blocks; i++) {
        const kn_block *block = &extract->block[i];
        size_t at = 0, length = block->end - block->begin;
        if (!is_text(block->kind))
            continue;
        while (at < looks && look[at] != block->look)
            at++;
        if (at == MOST_LOOKS)
            continue;
        look[at] = block->look;
        looks += at == looks;
        bytes[at] += kn_ends_sentence(extract->text.bytes, block->begin, block->end) ? 4 * length : length;
        best = bytes[at] > bytes[best] ? at : best;
    }
    return looks ? look[best] : 0;
}

static bool stands_out(unsigned look, unsigned body)
{
    unsigned size = look / 2, size_body = body / 2;
    return size * 20 >= size_body * 23 ? size > size_body : look & 1 && !(body & 1) && size >= size_body;
}

/* The level of a heading: larger letters are above smaller ones. */
static unsigned level_of(unsigned look, const unsigned *looks, size_t count)
{
    unsigned level = 1;
    for (size_t i = 0; i < count; i++)
        level += looks[i] > look;
    return level;
}

static void settle_headings(kn_extract *extract)
{
    unsigned body = body_look(extract), looks[MOST_LOOKS];
    size_t count = 0, bytes = 0, all = 0;
    bool marked = false;
    for (size_t i = 0; i < extract->blocks; i++) {
        kn_block *block = &extract->block[i];
        bool found =
            (block->kind == KNAP_BLOCK_PARAGRAPH || (block->kind == KNAP_BLOCK_ITEM && block->look / 2 > body / 2)) &&
            stands_out(block->look, body) && is_short(extract, block) && i + 1 < extract->blocks;
        size_t at = 0;
        marked = marked || block->kind == KNAP_BLOCK_HEADING;
        all += is_text(block->kind) ? block->end - block->begin : 0;
        if (!found) {
            block->look = 0;
            continue;
        }
        bytes += block->end - block->begin;
        while (at < count && looks[at] != block->look)
            at++;
        if (at == count && count < MOST_LOOKS)
            looks[count++] = block->look;
    }
    for (size_t i = 0; i < extract->blocks && bytes * 3 <= all; i++)
        if (extract->block[i].look) {
            extract->block[i].kind = KNAP_BLOCK_HEADING;
            extract->block[i].level =
                (marked && i >= TITLE_BLOCKS) || extract->text.bytes[extract->block[i].end - 1] == ':'
                    ? LOOK_LEVEL
                    : level_of(extract->block[i].look, looks, count);
        }
}

/* ---- Forms ---- */

/* A document of cells without a sentence. */
static bool is_form(const kn_extract *extract)
{
    size_t cells = 0;
    for (size_t i = 0; i < extract->blocks; i++) {
        const kn_block *block = &extract->block[i];
        if (is_text(block->kind) && kn_ends_sentence(extract->text.bytes, block->begin, block->end))
            return false;
        cells += block->kind == KNAP_BLOCK_TABLE;
    }
    return cells >= LEAST_ENTRIES;
}

/* A cell that can be a label: words, most of them letters. */
static bool is_label(const kn_extract *extract, const kn_block *block)
{
    size_t letters = 0, characters = 0;
    for (size_t at = block->begin; at < block->end; characters++)
        letters += u_isalpha(kn_utf8_next(extract->text.bytes, &at, block->end)) != 0;
    return block->kind == KNAP_BLOCK_TABLE && letters > 1 && letters * 2 >= characters;
}

static void add_label(kn_extract *form, const char *text, size_t length)
{
    while (length && strchr(": ", text[length - 1]))
        length--;
    kn_extract_add(form, text, length);
    kn_extract_end_point(form, KNAP_BLOCK_PARAGRAPH, 0, NULL);
    if (form->blocks && form->block[form->blocks - 1].kind == KNAP_BLOCK_CAPTION)
        form->block[form->blocks - 1].kind = KNAP_BLOCK_PARAGRAPH;
}

/* The labels of a form say what it asks for: the first ones become lists, "Name, Phone, Date." Other cells follow. */
static void settle_form(kn_extract *extract)
{
    kn_extract form;
    size_t shown = 0, last = 0; /* the last label that is shown */
    if (!is_form(extract))
        return;
    kn_extract_begin(&form, extract->text.allocator);
    form.date = extract->date;
    for (size_t i = 0; i < extract->blocks; i++) {
        const kn_block *block = &extract->block[i];
        const char *text = extract->text.bytes + block->begin;
        if (block->kind != KNAP_BLOCK_TABLE) {
            kn_extract_block(&form, text, block->end - block->begin, block->kind, block->level);
        } else if (shown < MOST_SHOWN && is_label(extract, block)) {
            add_label(&form, text, block->end - block->begin);
            shown += block->end - block->begin;
            last = i;
        }
    }
    for (size_t i = 0; i < extract->blocks; i++) {
        const kn_block *block = &extract->block[i];
        if (block->kind == KNAP_BLOCK_TABLE && (i > last || !is_label(extract, block)))
            kn_extract_block(&form, extract->text.bytes + block->begin, block->end - block->begin, block->kind, 0);
    }
    kn_extract_free(extract);
    *extract = form;
}

/* ---- The title ---- */

/* Two words or more, no name of a file; half of the words that are no small ones are in the text. */
static bool fits(const kn_extract *extract, const char *title, size_t length)
{
    size_t words = 0, known = 0;
    if (length > LONGEST_HEADING || count_words(title, length) < 2 || count_words(title, length) > HEADING_WORDS)
        return false;
    for (size_t at = 0, end; at < length; at = end + 1) {
        for (end = at; end < length && title[end] != ' '; end++)
            if (strchr("/\\_<>{}=@", title[end]) ||
                (title[end] == '.' && end + 1 < length && kn_ascii_letter(title[end + 1])))
                return false;
        if (end - at > 3) {
            words++;
            known += has_word(extract->text.bytes, extract->text.length, title + at, end - at);
        }
    }
    return words && known * 2 >= words + 1;
}

static void put_first(kn_extract *extract, const char *title, size_t length)
{
    kn_extract with;
    kn_extract_begin(&with, extract->text.allocator);
    kn_extract_block(&with, title, length, KNAP_BLOCK_HEADING, 1);
    kn_text_add(&extract->text, with.text.bytes ? with.text.bytes : "", with.text.length);
    if (with.failed || !with.blocks || extract->text.failed ||
        !KN_ROOM(extract->text.allocator, extract->block, extract->blocks + 1)) {
        extract->failed = true;
    } else {
        size_t moved = with.text.length;
        memmove(extract->text.bytes + moved, extract->text.bytes, extract->text.length - moved);
        memcpy(extract->text.bytes, with.text.bytes, moved);
        memmove(extract->block + 1, extract->block, extract->blocks * sizeof *extract->block);
        extract->block[0] = with.block[0];
        for (size_t i = 1; i <= extract->blocks; i++) {
            extract->block[i].begin += moved;
            extract->block[i].end += moved;
        }
        extract->blocks++;
        extract->begin += moved;
    }
    kn_extract_free(&with);
}

/* A title of two lines, "Manual for" and "Mills", which are two paragraphs of the same look. */
static void join_title(kn_extract *extract)
{
    char *text = extract->text.bytes;
    kn_block *first = extract->block;
    while (extract->blocks > 1 && first[1].kind == KNAP_BLOCK_HEADING && first[1].level == first->level &&
           first[1].end - first->begin <= LONGEST_HEADING) {
        size_t at = first->end;
        while (at > first->begin && text[at - 1] != ' ')
            at--;
        if (!u_islower(kn_utf8_at(text, at, first->end)) && !u_islower(kn_utf8_at(text, first[1].begin, first[1].end)))
            return;
        memmove(text + first->end, text + first[1].begin - 1, extract->text.length - (first[1].begin - 1));
        text[first->end] = ' ';
        for (size_t i = 1; i < extract->blocks; i++) {
            extract->block[i].begin -= 1;
            extract->block[i].end -= 1;
        }
        extract->text.length--;
        extract->begin--;
        first->end = first[1].end;
        extract->blocks--;
        memmove(first + 1, first + 2, (extract->blocks - 1) * sizeof *first);
    }
}

/* Chapters are below the title, though writers use the first level for both. */
static void settle_levels(kn_extract *extract)
{
    bool chapters = false;
    if (extract->block[0].kind != KNAP_BLOCK_HEADING || extract->block[0].level != 1)
        return;
    for (size_t i = 1; i < extract->blocks; i++)
        chapters = chapters || (extract->block[i].kind == KNAP_BLOCK_HEADING && extract->block[i].level == 1);
    for (size_t i = 1; chapters && i < extract->blocks; i++)
        extract->block[i].level += extract->block[i].kind == KNAP_BLOCK_HEADING;
}

/* The document begins with a heading, or has one behind a line or two that are no sentences and that the title of the file does not
 * have. */
static bool has_title(const kn_extract *extract, const char *title, size_t length)
{
    const kn_block *first = extract->block;
    for (size_t i = 0; i < extract->blocks && i < TITLE_BLOCKS; i++)
        if (is_text(first[i].kind) && !is_short(extract, &first[i]))
            return false;
        else if (first[i].kind == KNAP_BLOCK_HEADING)
            return i == 0 || !has_word(title, length, extract->text.bytes + first->begin, first->end - first->begin);
    return false;
}

/* The place of the only heading above all others that were found by their look; its lines before it are names and places. 0: none. */
static size_t late_title(const kn_extract *extract)
{
    size_t found = 0, count = 0;
    for (size_t i = 0; i < extract->blocks; i++)
        if (extract->block[i].kind == KNAP_BLOCK_HEADING && extract->block[i].level == 1) {
            found = i;
            count++;
        }
    for (size_t i = 0; i < found; i++)
        if (!is_short(extract, &extract->block[i]) && extract->block[i].kind != KNAP_BLOCK_TABLE)
            return 0;
    return count == 1 && found < TITLE_BLOCKS + 2 && extract->block[found].look ? found : 0;
}

/* "Ann Miller, Bo Baker": who wrote it. */
static bool is_names(const char *text, const kn_block *block)
{
    if (!memchr(text + block->begin, ',', block->end - block->begin))
        return false;
    for (size_t at = block->begin; at < block->end; at++)
        if ((at == block->begin || text[at - 1] == ' ') && !u_isupper(kn_utf8_at(text, at, block->end)))
            return false;
    return true;
}

void kn_extract_settle_looks(kn_extract *extract, const char *title, size_t length)
{
    size_t late;
    kn_block *first = extract->block;
    if (extract->failed || !extract->blocks)
        return;
    settle_contents(extract);
    settle_headings(extract);
    settle_form(extract);
    first = extract->block;
    if (extract->failed || !extract->blocks)
        return;
    late = late_title(extract);
    for (size_t i = 0; i < late; i++)
        first[i].kind = KNAP_BLOCK_FURNITURE;
    if (late)
        return;
    if (!has_title(extract, title, length) && fits(extract, title, length)) {
        put_first(extract, title, length);
    } else if (extract->blocks > 2 && first->kind == KNAP_BLOCK_PARAGRAPH && is_short(extract, first) &&
               extract->text.bytes[first->end - 1] != ':' && !kn_extract_has_points(extract)) {
        first->kind = is_names(extract->text.bytes, first) ? KNAP_BLOCK_FURNITURE : KNAP_BLOCK_HEADING;
        first->level = first->kind == KNAP_BLOCK_HEADING;
    }
    if (!extract->failed) {
        join_title(extract);
        settle_levels(extract);
    }
}
