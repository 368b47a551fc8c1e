/* rst_inline.c - the text of a paragraph of reStructuredText without its marks. A mark opens at the start of a word and closes at the end
 * of one; a mark that is not closed is text. */
#include "formats/rst_inline.h"
#include "base/ascii.h"
#include "text/utf8.h"

#include <stdlib.h>
#include <string.h>

/* A mark that is not closed within so many bytes is text, so that the time stays linear. */
enum { LONGEST_SPAN = 2000, LONGEST_ROLE = 60, DEEPEST = 4 };

typedef struct span {
    const char *text;
    size_t at, length;
    kn_extract *extract;
    const kn_rst_names *names;
    int depth; /* of spans inside each other */
} span;

static void add_inline(span *self);

int kn_rst_compare_names(const void *a, const void *b)
{
    const kn_rst_substitution *one = a, *other = b;
    size_t shorter = one->name_length < other->name_length ? one->name_length : other->name_length;
    int order = memcmp(one->name, other->name, shorter);
    return order ? order : (one->name_length > other->name_length) - (one->name_length < other->name_length);
}

static bool is_word(char byte)
{
    return kn_ascii_letter(byte) || kn_ascii_digit(byte) || (unsigned char)byte >= 0x80;
}

/* Where `mark` closes a span whose text begins at `from`; 0 where it does not. */
static size_t find_close(const span *self, size_t from, const char *mark, size_t size)
{
    size_t end = self->length - from > LONGEST_SPAN ? from + LONGEST_SPAN : self->length;
    if (from >= self->length || kn_ascii_space(self->text[from]))
        return 0;
    for (size_t at = from + 1; at + size <= end; at++) {
        if (self->text[at] == '\\' && size == 1)
            at++;
        else if (memcmp(self->text + at, mark, size) == 0 && !kn_ascii_space(self->text[at - 1]) &&
                 (at + size == self->length || !is_word(self->text[at + size])))
            return at;
    }
    return 0;
}

/* "text <target>" gives text, "~a.b.c" the last part, "!name" the name. */
static void add_reference(span *self, const char *text, size_t length, bool role)
{
    const char *open = length && text[length - 1] == '>' ? memchr(text, '<', length) : NULL;
    if (open && open > text && (role || open[-1] == ' ')) {
        length = (size_t)(open - text) - (open[-1] == ' ');
    } else if (open == text) {
        text++;
        length -= 2;
    } else if (role && length > 1 && text[0] == '~') {
        for (size_t at = length; at > 1; at--)
            if (text[at - 1] == '.') {
                text += at - 1;
                length -= at - 1;
                break;
            }
        text++;
        length--;
    } else if (role && length > 1 && text[0] == '!') {
        text++;
        length--;
    }
    for (size_t begin = 0, at = 0; at <= length; at++)
        if (at == length || text[at] == '\\') {
            kn_extract_add(self->extract, text + begin, at - begin);
            begin = at + 1;
        }
}

/* "`text`" with what may stand behind it: "_", "__" or ":role:". */
static bool read_interpreted(span *self, bool role)
{
    size_t close = find_close(self, self->at + 1, "`", 1);
    if (!close)
        return false;
    add_reference(self, self->text + self->at + 1, close - self->at - 1, role);
    self->at = close + 1;
    while (self->at < self->length && self->text[self->at] == '_')
        self->at++;
    return true;
}

/* ":role:`text`" or ":domain:role:`text`". */
static bool read_role(span *self)
{
    size_t at = self->at + 1, begin = self->at;
    while (at < self->length && at - begin < LONGEST_ROLE &&
           (is_word(self->text[at]) || strchr("-_+.:", self->text[at])) && self->text[at])
        at++;
    if (at == begin + 1 || at >= self->length || self->text[at] != '`' || self->text[at - 1] != ':')
        return false;
    self->at = at;
    if (read_interpreted(self, true))
        return true;
    self->at = begin;
    return false;
}

static bool read_marked(span *self, const char *mark)
{
    size_t size = strlen(mark), close = find_close(self, self->at + size, mark, size);
    if (!close)
        return false;
    if (mark[0] == '`' || self->depth >= DEEPEST) {
        kn_extract_add(self->extract, self->text + self->at + size, close - self->at - size);
    } else {
        span inner = *self;
        inner.text = self->text + self->at + size;
        inner.length = close - self->at - size;
        inner.at = 0;
        inner.depth++;
        add_inline(&inner);
    }
    self->at = close + size;
    return true;
}

static bool read_substitution(span *self)
{
    size_t close = find_close(self, self->at + 1, "|", 1);
    kn_rst_substitution key, *found;
    if (!close)
        return false;
    key = (kn_rst_substitution){.name = self->text + self->at + 1, .name_length = close - self->at - 1};
    found = self->names->count ? bsearch(&key, self->names->list, self->names->count, sizeof key, kn_rst_compare_names)
                               : NULL;
    if (found && self->depth < DEEPEST) {
        span inner = *self;
        inner.text = found->text;
        inner.length = found->text_length;
        inner.at = 0;
        inner.depth++;
        add_inline(&inner);
    } else if (!found) {
        kn_extract_add(self->extract, key.name, key.name_length);
    }
    self->at = close + 1;
    while (self->at < self->length && self->text[self->at] == '_')
        self->at++;
    return true;
}

/* "[1]_", "[#note]_", "[Knuth84]_". */
static bool read_footnote_mark(span *self)
{
    size_t at = self->at + 1;
    while (at < self->length && at - self->at < LONGEST_ROLE &&
           (is_word(self->text[at]) || strchr("#*-_. ", self->text[at])) && self->text[at])
        at++;
    if (at + 1 >= self->length || self->text[at] != ']' || self->text[at + 1] != '_')
        return false;
    self->at = at + 2;
    if (self->at < self->length && strchr(".,;:)", self->text[self->at]))
        self->extract->space = false; /* of "old [1]_." */
    return true;
}

/* "name_" is a link where a word ends. */
static bool is_link_end(const span *self)
{
    size_t after = self->at + 1;
    after += after < self->length && self->text[after] == '_';
    return self->at > 0 && is_word(self->text[self->at - 1]) &&
           (after >= self->length ||
            (!is_word(self->text[after]) && self->text[after] != '_' && self->text[after] != '('));
}

static bool read_mark(span *self)
{
    const char *text = self->text + self->at;
    size_t left = self->length - self->at;
    bool opens = self->at == 0 || !is_word(text[-1]);
    if (text[0] == '\\') {
        size_t next = self->at + 1;
        if (left > 1)
            kn_utf8_next(self->text, &next, self->length);
        if (left > 1 && !kn_ascii_space(text[1]))
            kn_extract_add(self->extract, text + 1, next - self->at - 1);
        self->at = next;
        return true;
    }
    if (text[0] == '_' && left > 1 && text[1] == '`' && opens) {
        self->at++;
        if (read_interpreted(self, false))
            return true;
        self->at--;
        return false;
    }
    if (text[0] == '_' && is_link_end(self)) {
        self->at += left > 1 && text[1] == '_' ? 2 : 1;
        return true;
    }
    if (!opens)
        return false;
    switch (text[0]) {
    case '`':
        return left > 1 && text[1] == '`' ? read_marked(self, "``") : read_interpreted(self, false);
    case ':':
        return read_role(self);
    case '*':
        return left > 1 && text[1] == '*' ? read_marked(self, "**") : read_marked(self, "*");
    case '|':
        return read_substitution(self);
    case '[':
        return read_footnote_mark(self);
    default:
        return false;
    }
}

static void add_inline(span *self)
{
    size_t begin = self->at;
    while (self->at < self->length) {
        size_t mark = self->at;
        kn_extract *extract = self->extract;
        if (!strchr("\\`:*|[_", self->text[mark]) || !self->text[mark]) {
            self->at++;
            continue;
        }
        kn_extract_add(extract, self->text + begin, mark - begin);
        begin = mark;
        if (read_mark(self))
            begin = self->at;
        else
            self->at++;
    }
    kn_extract_add(self->extract, self->text + begin, self->at - begin);
}

void kn_rst_inline(kn_extract *extract, const kn_rst_names *names, const char *text, size_t length)
{
    span self = {.text = text, .length = length, .extract = extract, .names = names};
    add_inline(&self);
}
