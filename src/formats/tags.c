/* tags.c - counts the attributes of tags. */
#include "formats/tags.h"
#include "base/ascii.h"
#include "base/error.h"

#include <string.h>

typedef struct scan {
    const char *at, *end;
} scan;

static bool starts(const scan *self, const char *word)
{
    size_t length = strlen(word);
    return (size_t)(self->end - self->at) >= length && kn_ascii_same_start(self->at, word, length);
}

/* Goes to the next place where `word` begins, or to the end. */
static void go_to(scan *self, const char *word)
{
    while (self->at < self->end && !starts(self, word)) {
        const char *next = memchr(self->at + 1, word[0], (size_t)(self->end - self->at) - 1);
        self->at = next ? next : self->end;
    }
}

static bool ends_name(char byte)
{
    return kn_ascii_space(byte) || byte == '=' || byte == '>' || byte == '/';
}

/* The value after a '=', if there is one. */
static void pass_value(scan *self)
{
    while (self->at < self->end && kn_ascii_space(*self->at))
        self->at++;
    if (self->at < self->end && (*self->at == '"' || *self->at == '\'')) {
        const char *close = memchr(self->at + 1, *self->at, (size_t)(self->end - self->at) - 1);
        self->at = close ? close + 1 : self->end;
        return;
    }
    while (self->at < self->end && !kn_ascii_space(*self->at) && *self->at != '>')
        self->at++;
}

/* Passes a tag from its name on; returns the number of its attributes. */
static size_t pass_tag(scan *self)
{
    size_t count = 0;
    while (self->at < self->end && !ends_name(*self->at))
        self->at++;
    while (self->at < self->end && *self->at != '>') {
        if (*self->at == '=') {
            self->at++;
            pass_value(self);
        } else if (ends_name(*self->at)) {
            self->at++;
        } else {
            count++;
            while (self->at < self->end && !ends_name(*self->at))
                self->at++;
        }
    }
    return count;
}

knap_status kn_tags_check(const char *name, const char *bytes, size_t length, knap_error *error)
{
    scan self = {bytes, bytes + length};
    for (go_to(&self, "<"); self.at < self.end; go_to(&self, "<")) {
        bool script = starts(&self, "<script"), style = starts(&self, "<style");
        if (starts(&self, "<!--")) {
            go_to(&self, "-->");
            continue;
        }
        self.at++;
        if (self.at < self.end && kn_ascii_letter(*self.at) && pass_tag(&self) > KN_MOST_ATTRIBUTES)
            return kn_fail_at(error, KNAP_BAD_INPUT, name, 0,
                              "a tag with more than %d attributes: not a file that people write",
                              (int)KN_MOST_ATTRIBUTES);
        if (script || style)
            go_to(&self, script ? "</script" : "</style");
    }
    return KNAP_OK;
}
