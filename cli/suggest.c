/* suggest.c - "did you mean": the known name that is nearest to a mistyped one. */
#include "cli.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST = 48 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Edits that turn `a` into `b`: insert, delete or replace a byte, swap two neighbours (optimal string alignment). */
static size_t edit_distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    size_t row[3][LONGEST + 1];
    size_t *before = row[0], *last = row[1], *now = row[2];
    for (size_t j = 0; j <= b_length; j++)
        last[j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        size_t *oldest = before;
        now[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            now[j] = least(least(last[j], now[j - 1]) + 1, last[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = least(now[j], before[j - 2] + 1);
        }
        before = last;
        last = now;
        now = oldest;
    }
    return last[b_length];
}

void cli_suggest_begin(cli_suggestion *self, const char *word, size_t length)
{
    *self = (cli_suggestion){.word = word, .length = length};
}

void cli_suggest_try(cli_suggestion *self, const char *name, size_t length)
{
    size_t distance;
    if (self->length == 0 || self->length > LONGEST || length == 0 || length > LONGEST)
        return;
    distance = edit_distance(self->word, self->length, name, length);
    /* one edit in three bytes at the most, and never all of a short name */
    if (distance > (self->length + 2) / 3 || distance >= length || (self->name[0] && distance >= self->distance))
        return;
    snprintf(self->name, sizeof self->name, "%.*s", (int)length, name);
    self->distance = distance;
}

const char *cli_suggest_text(const cli_suggestion *self, const char *before, char *text, size_t size)
{
    text[0] = 0;
    if (self->name[0])
        snprintf(text, size, "; did you mean '%s%s'?", before, self->name);
    return text;
}

int cli_choose(const char *option, const char *text, const char *const *names)
{
    char list[512] = "", hint[128];
    size_t used = 0;
    cli_suggestion near;
    cli_suggest_begin(&near, text, strlen(text));
    for (int i = 0; names[i]; i++) {
        if (strcmp(names[i], text) == 0)
            return i;
        cli_suggest_try(&near, names[i], strlen(names[i]));
        if (used < sizeof list)
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", names[i]);
    }
    cli_say(CLI_USAGE, "%s: '%s' is not one of %s%s", option, text, list,
            cli_suggest_text(&near, "", hint, sizeof hint));
    return -1;
}
