/* names.c - full and bare names. A name is the last word of a run of two or more capitalised words that
 * also occurs alone. */
#include "summarize/names.h"
#include "base/error.h"

/* If more than this share of the words after the first are capitalised, as in German, capitals do not
 * indicate names. */
static const double MOST_CAPITALS = 0.3;

enum { FULL = 1, BARE = 2 };

typedef struct finding {
    kn_story *story;
    unsigned char *seen; /* [words] FULL, BARE */
    bool failed;
} finding;

static bool is_capital(const kn_story *story, size_t token)
{
    return story->tokens.flags[token] & KN_TOKEN_CAPITAL && !story->stop[story->tokens.id[token]];
}

static bool capitals_mean_names(const kn_story *story)
{
    size_t words = 0, capitals = 0;
    for (size_t line = 0; line < story->lines; line++)
        for (size_t i = story->tokens.start[line] + 1; i < story->tokens.start[line + 1]; i++) {
            words++;
            capitals += is_capital(story, i);
        }
    return (double)capitals <= MOST_CAPITALS * (double)words;
}

/* Reports the last word of each run of capitalised words in a line, and whether the run has several words. */
static void each_name(finding *self, size_t line, void (*use)(finding *self, size_t line, uint32_t word, int how))
{
    const kn_story *story = self->story;
    size_t begin = story->tokens.start[line], end = story->tokens.start[line + 1], run = 0;
    for (size_t i = begin; i <= end; i++) {
        if (i < end && is_capital(story, i)) {
            run++;
            continue;
        }
        if (run)
            use(self, line, story->tokens.id[i - 1], run > 1 ? FULL : BARE);
        run = 0;
    }
}

static void note(finding *self, size_t line, uint32_t word, int how)
{
    (void)line;
    self->seen[word] |= (unsigned char)how;
}

static void add(finding *self, size_t line, uint32_t word, int how)
{
    kn_story *story = self->story;
    if (self->seen[word] != (FULL | BARE) || self->failed)
        return;
    for (size_t i = story->names; i-- > 0 && story->name[i].line == line;)
        if (story->name[i].word == word && story->name[i].introduces == (how == FULL))
            return; /* each use of a name by a line is recorded once */
    self->failed = !KN_ROOM(story->allocator, story->name, story->names + 1);
    if (self->failed)
        return;
    story->name[story->names++] = (kn_name_use){(uint32_t)line, word, how == FULL};
}

knap_status kn_names_find(kn_story *story, knap_error *error)
{
    finding self = {.story = story};
    if (!capitals_mean_names(story))
        return KNAP_OK;
    self.seen = kn_new(story->allocator, story->word.count, 1);
    if (!self.seen)
        return kn_no_memory(error);
    for (size_t line = 0; line < story->lines; line++)
        each_name(&self, line, note);
    for (size_t line = 0; line < kn_story_rows(story); line++)
        each_name(&self, line, add);
    kn_free(story->allocator, self.seen, story->word.count, 1);
    return self.failed ? kn_no_memory(error) : KNAP_OK;
}

size_t kn_names_of(const kn_story *story, size_t line, size_t *begin)
{
    size_t low = 0, high = story->names, end;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (story->name[middle].line < line)
            low = middle + 1;
        else
            high = middle;
    }
    for (end = *begin = low; end < story->names && story->name[end].line == line; end++)
        ;
    return end;
}
