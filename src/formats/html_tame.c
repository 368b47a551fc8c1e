/* html_tame.c - cuts tags with more attributes than people write. libxml2 compares each attribute of a tag with all before it, so
 * that the time would grow with the square of their number. */
#include "formats/html_page.h"
#include "base/ascii.h"

#include <string.h>

enum { MOST_ATTRIBUTES = 256 };

typedef struct scan {
    const char *at, *end;
    const char *cut; /* where the attributes begin that are too many; NULL: none are */
} scan;

/* Moves past the next occurrence of `mark`, or to the end. */
static void skip_past(scan *self, const char *mark)
{
    size_t length = strlen(mark);
    while ((size_t)(self->end - self->at) >= length) {
        const char *found = memchr(self->at, mark[0], (size_t)(self->end - self->at) - length + 1);
        if (!found)
            break;
        self->at = found + 1;
        if (kn_ascii_same_start(found, mark, length)) {
            self->at = found + length;
            return;
        }
    }
    self->at = self->end;
}

static bool ends_name(char byte)
{
    return kn_ascii_space(byte) || byte == '=' || byte == '>' || byte == '/';
}

static void skip_spaces(scan *self)
{
    while (self->at < self->end && kn_ascii_space(*self->at))
        self->at++;
}

static void skip_value(scan *self)
{
    char quote;
    self->at++;
    skip_spaces(self);
    if (self->at == self->end)
        return;
    quote = *self->at;
    if (quote == '"' || quote == '\'') {
        const char *close = memchr(self->at + 1, quote, (size_t)(self->end - self->at) - 1);
        self->at = close ? close + 1 : self->end;
        return;
    }
    while (self->at < self->end && !kn_ascii_space(*self->at) && *self->at != '>')
        self->at++;
}

/* Moves to the '>' of a tag, from behind its name. */
static void skip_attributes(scan *self)
{
    size_t count = 0;
    self->cut = NULL;
    for (;;) {
        while (self->at < self->end && (kn_ascii_space(*self->at) || *self->at == '/'))
            self->at++;
        if (self->at == self->end || *self->at == '>')
            return;
        if (++count == MOST_ATTRIBUTES + 1)
            self->cut = self->at;
        do
            self->at++;
        while (self->at < self->end && !ends_name(*self->at));
        skip_spaces(self);
        if (self->at < self->end && *self->at == '=')
            skip_value(self);
    }
}

void kn_html_tame(const char *bytes, size_t length, kn_text *tamed)
{
    scan self = {.at = bytes, .end = bytes + length};
    const char *copied = bytes;
    while (self.at < self.end && (self.at = memchr(self.at, '<', (size_t)(self.end - self.at))) != NULL) {
        const char *name = ++self.at;
        size_t size;
        if (self.end - name >= 3 && memcmp(name, "!--", 3) == 0) {
            skip_past(&self, "-->");
            continue;
        }
        while (self.at < self.end && kn_ascii_letter(*self.at))
            self.at++;
        size = (size_t)(self.at - name);
        if (size == 0)
            continue;
        skip_attributes(&self);
        if (self.cut) {
            kn_text_add(tamed, copied, (size_t)(self.cut - copied));
            copied = self.at;
        }
        if (size == 6 && kn_ascii_same_start(name, "script", size))
            skip_past(&self, "</script");
        else if (size == 5 && kn_ascii_same_start(name, "style", size))
            skip_past(&self, "</style");
    }
    if (copied > bytes)
        kn_text_add(tamed, copied, (size_t)(bytes + length - copied));
}
