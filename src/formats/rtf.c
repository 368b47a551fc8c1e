/* rtf.c - Rich Text Format: groups in braces, control words such as \par, characters as \'e4 in a code page or \u228.
 *
 * Text of destinations that are not the document (fonts, styles, pictures, headers, fields' instructions) is left out; footnotes
 * follow the text. */
#include "formats/rtf.h"
#include "formats/looks.h"
#include "base/ascii.h"
#include "base/error.h"
#include "text/decode.h"
#include "text/utf8.h"

#include <stdio.h>
#include <string.h>

enum { DEEPEST = 1000, LONGEST_WORD = 32, USUAL_SIZE = 24, MOST_FONTS = 1024 };

typedef struct group {
    bool skip;         /* text in it is left out */
    unsigned fallback; /* characters that stand for a \u, for programs that do not know it */
    bool note;         /* text in it is that of a footnote */
    unsigned heading;  /* its level; 0: none */
    unsigned item;     /* the level of a list item; 0: none */
    unsigned size;     /* of letters, in half points */
    bool bold;
    bool title;    /* text in it is the title that the file names */
    unsigned page; /* the code page of its font; 0: that of the file */
} group;

typedef struct reader {
    const kn_source *source;
    const char *at, *end;
    kn_extract extract;
    kn_extract notes; /* footnotes, which follow the text */
    kn_extract title; /* of the file */
    kn_text pending;  /* bytes in the code page */
    group *open;      /* [depth + 1] */
    size_t depth;
    unsigned page;
    unsigned *font_page; /* [fonts] 0: that of the file */
    size_t font;         /* the last that was named */
    size_t ignore;   /* characters still to be left out after a \u */
    int32_t high;    /* the first half of a surrogate pair; 0: none */
    bool first_word; /* of the group: it may name a destination */
    bool table;
    unsigned year, month, day;
} reader;

static const char *const skipped[] = {
    "annotation", "author",   "bkmkend", "bkmkstart",   "colortbl",  "comment",    "company",   "creatim",  "doccomm",
    "fldinst",    "fonttbl",  "footer",  "footerf",     "footerl",   "footerr",    "generator", "header",   "headerf",
    "headerl",    "headerr",  "info",    "keywords",    "listtable", "nonshppict", "object",    "operator", "pict",
    "private",    "revtbl",   "rxe",     "stylesheet",  "subject",   "tc",         "themedata", "txe",      "xe",
    "listtext",   "pntext",   "NeXTGraphic", NULL};

static kn_extract *target(reader *self)
{
    const group *here = &self->open[self->depth];
    return here->title ? &self->title : here->note ? &self->notes : &self->extract;
}

static void add_code(reader *self, int32_t code)
{
    char bytes[4];
    kn_extract_add_look(target(self), bytes, kn_utf8_write(code, bytes), self->open[self->depth].size,
                        self->open[self->depth].bold);
}

/* Decodes what was written in the code page. Bytes that it does not have are read as Windows-1252. */
static void flush(reader *self)
{
    char encoding[32];
    kn_decoded decoded;
    const kn_text *bytes = &self->pending;
    knap_status status;
    if (bytes->length == 0)
        return;
    snprintf(encoding, sizeof encoding, "windows-%u",
             self->open[self->depth].page ? self->open[self->depth].page : self->page);
    status = kn_decode("", bytes->bytes, bytes->length, encoding, bytes->allocator, &decoded, NULL);
    if (status && status != KNAP_NO_MEMORY)
        status = kn_decode("", bytes->bytes, bytes->length, "windows-1252", bytes->allocator, &decoded, NULL);
    if (status) {
        self->extract.failed |= status == KNAP_NO_MEMORY;
    } else {
        kn_extract_add_look(target(self), decoded.mapped.text.bytes, decoded.mapped.text.length,
                            self->open[self->depth].size, self->open[self->depth].bold);
        kn_mapped_free(&decoded.mapped);
    }
    self->pending.length = 0;
}

static void end_paragraph(reader *self)
{
    kn_extract *extract = &self->extract;
    const group *here = &self->open[self->depth];
    flush(self);
    if (here->note)
        kn_extract_end(&self->notes, KNAP_BLOCK_NOTE, 0);
    else if (self->table && !kn_is_prose(extract->text.bytes + extract->begin, kn_extract_open(extract)))
        kn_extract_end(extract, KNAP_BLOCK_TABLE, 0);
    else if (here->heading)
        kn_extract_end(extract, KNAP_BLOCK_HEADING, here->heading);
    else if (kn_extract_take_mark(extract) || here->item)
        kn_extract_end(extract, KNAP_BLOCK_ITEM, here->item ? here->item : 1);
    else
        kn_extract_end(extract, KNAP_BLOCK_PARAGRAPH, 0);
}

static void add_notes(reader *self)
{
    for (size_t i = 0; i < self->notes.blocks; i++) {
        const kn_block *note = &self->notes.block[i];
        kn_extract_block(&self->extract, self->notes.text.bytes + note->begin, note->end - note->begin, KNAP_BLOCK_NOTE,
                         0);
    }
    self->extract.failed |= self->notes.failed;
}

static void add_byte(reader *self, char byte)
{
    if (self->ignore > 0)
        self->ignore--;
    else if (!self->open[self->depth].skip && byte)
        kn_text_byte(&self->pending, byte);
}

static void add_unicode(reader *self, long value)
{
    int32_t code = (int32_t)(value < 0 ? value + 65536 : value);
    self->ignore = self->open[self->depth].fallback;
    if (self->open[self->depth].skip)
        return;
    flush(self);
    if (code >= 0xD800 && code < 0xDC00) {
        self->high = code;
        return;
    }
    if (code >= 0xDC00 && code < 0xE000) {
        code = self->high ? 0x10000 + ((self->high - 0xD800) << 10) + (code - 0xDC00) : 0;
        self->high = 0;
    }
    if (code > 0 && code <= 0x10FFFF)
        add_code(self, code);
}

static bool is_skipped(const char *word)
{
    for (const char *const *name = skipped; *name; name++)
        if (strcmp(*name, word) == 0)
            return true;
    return false;
}

/* Control words that stand for a character. */
static bool add_named(reader *self, const char *word)
{
    static const struct {
        const char *word;
        int32_t code;
    } known[] = {{"emdash", 0x2014},    {"endash", 0x2013},    {"lquote", 0x2018}, {"rquote", 0x2019},
                 {"ldblquote", 0x201C}, {"rdblquote", 0x201D}, {"bullet", 0x2022}, {"tab", ' '},
                 {"line", ' '},         {"emspace", ' '},      {"enspace", ' '}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].word, word) == 0) {
            flush(self);
            if (!self->open[self->depth].skip)
                add_code(self, known[i].code);
            return true;
        }
    return false;
}

static void read_date(reader *self, const char *word, long value)
{
    /* the first of \yr, \mo, \dy is that of \creatim, which writers put before \revtim */
    unsigned number = value > 0 && value < 10000 ? (unsigned)value : 0;
    unsigned *to = strcmp(word, "yr") == 0 ? &self->year : strcmp(word, "mo") == 0 ? &self->month : &self->day;
    if (*to == 0)
        *to = number;
}

/* The code page of a character set of fonts; 0: none of its own. */
static unsigned page_of(long charset)
{
    static const struct {
        short charset, page;
    } known[] = {{128, 932},  {129, 949},  {134, 936},  {136, 950},  {161, 1253}, {162, 1254}, {163, 1258},
                 {177, 1255}, {178, 1256}, {186, 1257}, {204, 1251}, {222, 874},  {238, 1250}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].charset == charset)
            return (unsigned)known[i].page;
    return 0;
}

/* \f and \fcharset: in the table of fonts they say which code page a font has, in the text which font comes next. */
static bool set_font(reader *self, const char *word, long value)
{
    group *here = &self->open[self->depth];
    bool font = strcmp(word, "f") == 0 && value >= 0 && value < MOST_FONTS;
    if (!font && strcmp(word, "fcharset") != 0)
        return false;
    if (font)
        self->font = (size_t)value;
    if (!font && here->skip && !KN_ZEROED_ROOM(self->source->allocator, self->font_page, MOST_FONTS))
        self->extract.failed = true;
    else if (!font && here->skip)
        self->font_page[self->font] = page_of(value);
    if (font && !here->skip && self->font_page) {
        flush(self);
        here->page = self->font_page[self->font];
    }
    return true;
}

/* The look of letters: \fs, \b and \plain. */
static bool set_look(reader *self, const char *word, bool has_value, long value)
{
    group *here = &self->open[self->depth];
    bool bold = strcmp(word, "b") == 0, size = strcmp(word, "fs") == 0 && value > 0 && value < 2000;
    if (!bold && !size && strcmp(word, "plain") != 0)
        return false;
    flush(self);
    here->bold = bold ? !has_value || value : size && here->bold;
    here->size = size ? (unsigned)value : bold ? here->size : USUAL_SIZE;
    return true;
}

static void act(reader *self, const char *word, bool has_value, long value)
{
    group *here = &self->open[self->depth];
    if (self->first_word && is_skipped(word))
        here->skip = true;
    else if (self->first_word && strcmp(word, "title") == 0) {
        flush(self);
        here->title = true;
        here->skip = false;
    }
    else if (self->first_word && strcmp(word, "footnote") == 0) {
        flush(self); /* still the text before it: the note begins with this group */
        here->note = true;
    } else if (strcmp(word, "u") == 0 && has_value)
        add_unicode(self, value);
    else if (strcmp(word, "uc") == 0)
        here->fallback = value >= 0 && value < 16 ? (unsigned)value : 1;
    else if (strcmp(word, "ansicpg") == 0)
        self->page = value > 0 && value < 100000 ? (unsigned)value : 1252;
    else if (strcmp(word, "yr") == 0 || strcmp(word, "mo") == 0 || strcmp(word, "dy") == 0)
        read_date(self, word, value);
    else if (set_font(self, word, value) || here->skip || here->title || add_named(self, word) || set_look(self, word, has_value, value))
        return;
    else if (strcmp(word, "par") == 0 || strcmp(word, "sect") == 0 || strcmp(word, "page") == 0 ||
             strcmp(word, "cell") == 0 || strcmp(word, "row") == 0)
        end_paragraph(self);
    else if (strcmp(word, "pard") == 0)
        self->table = false, here->heading = here->item = 0;
    else if (strcmp(word, "intbl") == 0)
        self->table = true;
    else if (strcmp(word, "outlinelevel") == 0)
        here->heading = !has_value || value < 0 ? 1 : value < 9 ? (unsigned)value + 1 : 0;
    else if (strcmp(word, "ls") == 0 || strcmp(word, "ilvl") == 0)
        here->item = strcmp(word, "ilvl") == 0 && value > 0 && value < 9 ? (unsigned)value + 1
                     : here->item                                        ? here->item
                                                                         : 1;
}

/* Skips the bytes of \bin. */
static void skip_binary(reader *self, long value)
{
    size_t left = (size_t)(self->end - self->at), count = value > 0 ? (size_t)value : 0;
    self->at += count < left ? count : left;
}

static void read_word(reader *self)
{
    char word[LONGEST_WORD + 1];
    size_t length = 0;
    long value = 0;
    bool negative, has_value;
    while (self->at < self->end && kn_ascii_letter(*self->at)) {
        if (length < LONGEST_WORD)
            word[length++] = *self->at;
        self->at++;
    }
    word[length] = 0;
    negative = self->at + 1 < self->end && *self->at == '-' && kn_ascii_digit(self->at[1]);
    self->at += negative;
    has_value = self->at < self->end && kn_ascii_digit(*self->at);
    for (; self->at < self->end && kn_ascii_digit(*self->at); self->at++)
        value = value < 100000000 ? value * 10 + (*self->at - '0') : value;
    if (self->at < self->end && *self->at == ' ')
        self->at++;
    if (strcmp(word, "bin") == 0)
        skip_binary(self, value);
    else
        act(self, word, has_value, negative ? -value : value);
    self->first_word = false;
}

static int hex_digit(char byte)
{
    char lower = kn_ascii_lower(byte);
    return kn_ascii_digit(byte) ? byte - '0' : lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/* Reads what follows a backslash. */
static void read_control(reader *self)
{
    char byte;
    if (self->at >= self->end)
        return;
    if (kn_ascii_letter(*self->at)) {
        read_word(self);
        return;
    }
    byte = *self->at++;
    if (byte == '\'' && self->end - self->at >= 2) {
        int high = hex_digit(self->at[0]), low = hex_digit(self->at[1]);
        self->at += 2;
        if (high >= 0 && low >= 0)
            add_byte(self, (char)(high * 16 + low));
    } else if (byte == '*') {
        self->open[self->depth].skip = true; /* a destination that a reader may not know */
    } else if (byte == '~') {
        add_byte(self, ' ');
    } else if (byte == '_') {
        add_byte(self, '-');
    } else if (byte == '\\' || byte == '{' || byte == '}') {
        add_byte(self, byte);
    } else if ((byte == '\n' || byte == '\r') && !self->open[self->depth].skip) {
        end_paragraph(self);
    }
}

static knap_status open_group(reader *self, knap_error *error)
{
    if (!KN_ROOM(self->source->allocator, self->open, self->depth + 2))
        return kn_no_memory(error);
    if (self->depth >= DEEPEST)
        return kn_fail_at(error, KNAP_BAD_INPUT, self->source->name, 0, "more than %d groups inside each other",
                          DEEPEST);
    self->open[self->depth + 1] = self->open[self->depth];
    self->depth++;
    self->first_word = true;
    return KNAP_OK;
}

static knap_status read_all(reader *self, knap_error *error)
{
    knap_status status = KNAP_OK;
    while (!status && self->at < self->end) {
        char byte = *self->at++;
        if (byte == '{') {
            status = open_group(self, error);
        } else if (byte == '}') {
            const group *here = &self->open[self->depth], *outer = here - (self->depth > 0);
            if (here->note && !outer->note)
                end_paragraph(self);
            if (here->size != outer->size || here->bold != outer->bold || here->title != outer->title ||
                here->page != outer->page)
                flush(self);
            if (self->depth > 0 && --self->depth == 0)
                break;
            self->ignore = 0;
        } else if (byte == '\\') {
            read_control(self);
        } else if (byte != '\n' && byte != '\r') {
            add_byte(self, byte);
            self->first_word = false;
        }
    }
    if (!status) {
        end_paragraph(self);
        kn_extract_end(&self->extract, KNAP_BLOCK_PARAGRAPH, 0); /* the text around a footnote that is not closed */
        kn_extract_settle_looks(&self->extract, self->title.text.bytes ? self->title.text.bytes : "",
                                self->title.text.length);
        add_notes(self);
    }
    return status;
}

knap_status kn_rtf_read(const kn_source *source, const kn_output *output, knap_error *error)
{
    reader self = {.source = source,
                   .at = source->bytes,
                   .end = source->bytes + source->length,
                   .pending = {.allocator = source->allocator},
                   .page = 1252};
    knap_status status = KNAP_OK;
    kn_extract_begin(&self.extract, source->allocator);
    kn_extract_begin(&self.notes, source->allocator);
    kn_extract_begin(&self.title, source->allocator);
    if (KN_ROOM(source->allocator, self.open, 8)) {
        self.open[0] = (group){.fallback = 1, .size = USUAL_SIZE};
        status = read_all(&self, error);
    }
    if (!status && self.year && self.month >= 1 && self.month <= 12 && self.day >= 1 && self.day <= 31)
        self.extract.date = self.year * 10000 + self.month * 100 + self.day;
    if (!status && (!self.open || self.extract.failed || self.title.text.failed || self.pending.failed))
        status = kn_no_memory(error);
    if (!status && self.depth > 0 && self.extract.blocks == 0)
        status = kn_fail_at(error, KNAP_BAD_INPUT, source->name, 0, "the RTF file ends before its text");
    if (!status)
        status = output->document(output->context, &self.extract, "", error);
    KN_RELEASE(source->allocator, self.open);
    KN_RELEASE(source->allocator, self.font_page);
    kn_text_free(&self.pending);
    kn_extract_free(&self.extract);
    kn_extract_free(&self.notes);
    kn_extract_free(&self.title);
    return status;
}

bool kn_rtf_is(const char *name, const char *bytes, size_t length)
{
    (void)name;
    return length >= 6 && memcmp(bytes, "{\\rtf", 5) == 0;
}
