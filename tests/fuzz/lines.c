/* lines.c - lines on pages, made from the fuzzer's bytes -> order of columns, running heads, kinds, blocks. This is all that knap does
 * with a PDF itself; the target `pdf` reads PDF files with poppler, which takes fifty times as long.
 *
 * Input: lines, each with five bytes (page and height, left, top, width, kind of numbers) and a text that ends with a line feed.
 * Every letter of a line that is kept is in a block, but for the marks of items and notes. */
#include "fuzz.h"
#include "base/memory.h"
#include "formats/pdf_lines.h"
#include "text/utf8.h"

#include <math.h>
#include <string.h>

enum { MOST_LINES = 200, LONGEST_MARK = 6 };

int LLVMFuzzerInitialize(int *count, char ***argument)
{
    (void)count, (void)argument;
    return 0;
}

/* Coordinates that a damaged PDF may have. */
static double coordinate(uint8_t byte, uint8_t kind)
{
    static const double odd[] = {0, -1e300, 1e300, NAN, INFINITY, -INFINITY, 1e-300, -1};
    return kind % 32 == 31 && byte < 128 ? odd[byte % 8] : 3.0 * byte;
}

/* Adds a line of valid UTF-8: a byte that is not ASCII stands for a letter of two bytes, as if the text were Latin-1. */
static void put_line(kn_pdf_text *pages, kn_pdf_line *line, fuzz_bytes *bytes)
{
    uint8_t first = fuzz_byte(bytes), left = fuzz_byte(bytes), top = fuzz_byte(bytes), width = fuzz_byte(bytes);
    uint8_t kind = fuzz_byte(bytes), byte;
    size_t page = pages->lines ? line[-1].page : 0;
    *line = (kn_pdf_line){.page = page + (first >> 6 == 3), .begin = pages->text.length, .height = 6 + first % 16};
    line->size = line->height;
    line->fixed = kind % 8 == 7;
    line->bold = kind % 8 == 6;
    line->x1 = coordinate(left, kind);
    line->x2 = line->x1 + coordinate(width, kind);
    line->y1 = coordinate(top, kind);
    line->y2 = line->y1 + (kind % 32 == 30 ? coordinate(width, kind) : line->height);
    while (bytes->at < bytes->end && (byte = fuzz_byte(bytes)) != '\n') {
        char letter[2] = {(char)(0xC0 | byte >> 6), (char)(0x80 | (byte & 0x3F))};
        if (byte >= 0x80)
            kn_text_add(&pages->text, letter, 2);
        else if (byte)
            kn_text_byte(&pages->text, (char)byte);
    }
    line->end = pages->text.length;
    pages->lines += line->end > line->begin;
}

/* Letters and digits; white space, hyphens and control characters may go or change where lines are joined. */
static size_t letters_of(const char *text, size_t begin, size_t end)
{
    size_t count = 0;
    for (size_t i = begin; i < end; i++)
        count += (unsigned char)text[i] < 0x80 &&
                 strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", text[i]);
    return count;
}

static void check_paragraphs(const kn_extract *extract, size_t letters, size_t lines)
{
    kn_structure structure = kn_extract_structure(extract);
    const char *text = extract->text.bytes ? extract->text.bytes : "";
    size_t length = extract->text.length, at = 0;
    CHECK(!extract->failed && kn_utf8_all_valid(text, length));
    for (size_t i = 0; i < structure.blocks; i++) {
        const kn_block *block = &structure.block[i];
        CHECK(block->begin >= at && block->begin < block->end && block->end <= length);
        CHECK(kn_skip_space(text, at, block->begin) == block->begin);
        at = block->end;
    }
    CHECK(structure.blocks == 0 || kn_skip_space(text, at, length) == length);
    /* the marks of items and notes are left out: "12)", "(iv)" */
    CHECK(letters_of(text, 0, length) <= letters && letters - letters_of(text, 0, length) <= LONGEST_MARK * lines);
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t length)
{
    fuzz_bytes bytes = {input, input + length};
    kn_pdf_line line[MOST_LINES + 1];
    kn_pdf_text pages = {.line = line, .title = ""};
    kn_extract extract;
    size_t letters = 0;
    while (bytes.at < bytes.end && pages.lines < MOST_LINES)
        put_line(&pages, &line[pages.lines], &bytes);
    CHECK(!pages.text.failed);
    kn_symbols_begin(&pages.outline, NULL);
    if (pages.lines) {
        CHECK(kn_pdf_measure(&pages) && kn_pdf_drop_heads(&pages) && kn_pdf_order(&pages));
        for (size_t i = 0; i < pages.lines; i++)
            letters += letters_of(pages.text.bytes, line[i].begin, line[i].end);
        kn_extract_begin(&extract, NULL);
        kn_pdf_kinds(&pages);
        kn_pdf_blocks(&pages, &extract);
        check_paragraphs(&extract, letters, pages.lines);
        kn_extract_free(&extract);
    }
    kn_symbols_free(&pages.outline);
    kn_text_free(&pages.text);
    return 0;
}
