/* supersede.c - finds sentences that report an outdated state of a fact. A line is superseded if a line of a later document is
 * similar to it, shares a name with it, and either gives another figure for the same thing ("80,000 dead", "120,000 dead") or
 * reports as done what the line announces ("will vote", "voted").
 *
 * Two lines are compared only if they have a rare stem in common. They are found through lists of lines by stem, so the work grows
 * with the number of vector entries, as in LexRank. */
#include "summarize/supersede.h"
#include "base/error.h"
#include "text/lexicon.h"
#include "text/utf8.h"

#include <string.h>

/* The smallest cosine at which two lines may report the same fact; tuned on the sample's clusters, see docs/RESULTS.md. */
static const double ALIKE = 0.3;
/* Limits: figures per line; letters of the word that says what a figure counts; lines compared per stem. */
enum { MOST_FIGURES = 8, KEY = 5, MOST_LINES = 200 };

/* A number, and the first letters of the word after it that says what it counts. */
typedef struct figure {
    char key[KEY * 4];
    size_t key_length;
    double value;
} figure;

/* A word in lower case; its first KEY letters are key_size bytes. */
typedef struct word {
    char text[64];
    size_t size, letters, key_size;
} word;

typedef struct figures {
    figure figure[MOST_FIGURES];
    size_t count;
} figures;

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

/* The number at text[*at], which may have points or commas between its digits; moves *at past it. */
static double read_number(const char *text, size_t length, size_t *at)
{
    double value = 0, unit = 1;
    bool decimals = false;
    for (; *at < length; ++*at) {
        char byte = text[*at];
        if (is_digit(byte)) {
            value = decimals ? value + (unit /= 10) * (byte - '0') : value * 10 + (byte - '0');
            continue;
        }
        if ((byte != ',' && byte != '.') || *at + 1 >= length || !is_digit(text[*at + 1]))
            break;
        /* a separator before exactly three digits groups them; any other starts the decimals */
        decimals = !(*at + 3 < length && is_digit(text[*at + 2]) && is_digit(text[*at + 3]) &&
                     (*at + 4 >= length || !is_digit(text[*at + 4])));
    }
    return value;
}

/* The word at text[*at]: ASCII letters in lower case, marks and digits left out; moves *at past it. */
static void read_word(const char *text, size_t length, size_t *at, word *read)
{
    *read = (word){.size = 0};
    while (*at < length && text[*at] == ' ')
        ++*at;
    for (; *at < length && text[*at] != ' '; ++*at) {
        char byte = text[*at];
        bool letter = (unsigned char)byte >= 0x80 || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
        if (!letter || read->size == sizeof read->text)
            continue;
        read->text[read->size++] = byte >= 'A' && byte <= 'Z' ? (char)(byte + 32) : byte;
        read->letters += ((unsigned char)byte & 0xC0) != 0x80;
        read->key_size = read->letters <= KEY ? read->size : read->key_size;
    }
}

/* The function words of the story. False when memory is out. */
static bool list_stops(const kn_story *story, kn_symbols *stops)
{
    for (size_t w = 0; w < story->word.count; w++)
        if (story->stop[w] && kn_symbols_add(stops, story->word.name[w], story->word.length[w]) == KN_NO_SYMBOL)
            return false;
    return true;
}

/* Sets what the figure counts: the first content word among the three after `at`. Words such as "million" directly after the
 * number multiply it. */
static void read_counted(const kn_story *story, const kn_symbols *stops, const char *text, size_t length, size_t at,
                         figure *read)
{
    word next;
    double magnitude;
    size_t after = at;
    read->key_length = 0;
    for (;; at = after) {
        read_word(text, length, &after, &next);
        magnitude = kn_magnitude(story->language, next.text, next.size);
        if (magnitude == 1)
            break;
        read->value *= magnitude;
    }
    for (int words = 0; words < 3 && at < length && read->key_length == 0; words++) {
        read_word(text, length, &at, &next);
        if (next.letters < 3 || kn_symbols_find(stops, next.text, next.size) != KN_NO_SYMBOL)
            continue;
        memcpy(read->key, next.text, next.key_size);
        read->key_length = next.key_size;
    }
}

static void find_figures(const kn_story *story, const kn_symbols *stops, const kn_story_line *line, figures *found)
{
    bool any = false;
    found->count = 0;
    for (size_t i = 0; i < line->length; i++)
        any |= is_digit(line->text[i]);
    for (size_t i = 0; any && i < line->length && found->count < MOST_FIGURES;) {
        figure *here = &found->figure[found->count];
        if (!is_digit(line->text[i])) {
            i++;
            continue;
        }
        here->value = read_number(line->text, line->length, &i);
        read_counted(story, stops, line->text, line->length, i, here);
        found->count += here->key_length > 0;
    }
}

/* Whether both lines give figures for the same thing, and no two of those figures are equal. */
static bool differ(const figures *a, const figures *b)
{
    bool other = false;
    for (size_t i = 0; i < a->count; i++)
        for (size_t j = 0; j < b->count; j++) {
            const figure *x = &a->figure[i], *y = &b->figure[j];
            if (x->key_length != y->key_length || memcmp(x->key, y->key, x->key_length) != 0)
                continue;
            if (x->value == y->value)
                return false;
            other = true;
        }
    return other;
}

/* Whether the lines have a capitalised word in common that is not the first word of line a. */
static bool share_name(const kn_story *story, size_t a, size_t b)
{
    const kn_tokens *tokens = &story->tokens;
    for (size_t i = tokens->start[a] + 1; i < tokens->start[a + 1]; i++)
        for (size_t j = tokens->start[b]; tokens->flags[i] & KN_TOKEN_CAPITAL && j < tokens->start[b + 1]; j++)
            if (tokens->id[j] == tokens->id[i] && tokens->flags[j] & KN_TOKEN_CAPITAL && !story->stop[tokens->id[i]])
                return true;
    return false;
}

/* Lines by stem: those with stem c are line[start[c]] .. line[start[c+1]-1]; the ones with figures come first, up to figures[c]. */
typedef struct postings {
    size_t *start;   /* [stems + 1] */
    size_t *figures; /* [stems] */
    uint32_t *line;  /* [entries] */
} postings;

/* Puts the lines with figures, or the others, behind those of each stem that are there. */
static void place_lines(const kn_story *story, const figures *found, bool with, postings *made)
{
    const uint32_t *id;
    const double *value;
    for (size_t i = 0; i < story->lines; i++) {
        size_t count = (found[i].count > 0) == with ? knap_vectors_row(story->vectors, i, &id, &value) : 0;
        for (size_t j = 0; j < count; j++)
            made->line[made->start[id[j] + 1]++] = (uint32_t)i;
    }
}

static bool make_postings(const kn_story *story, const figures *found, kn_arena *arena, postings *made)
{
    size_t columns = knap_vectors_columns(story->vectors), total = 0;
    const uint32_t *id;
    const double *value;
    made->start = kn_arena_new(arena, columns + 2, sizeof *made->start);
    made->figures = kn_arena_room(arena, columns, sizeof *made->figures);
    if (!made->start || !made->figures)
        return false;
    for (size_t i = 0; i < story->lines; i++) {
        size_t count = knap_vectors_row(story->vectors, i, &id, &value);
        total += count;
        for (size_t j = 0; j < count; j++)
            made->start[id[j] + 2]++;
    }
    for (size_t c = 0; c < columns; c++)
        made->start[c + 2] += made->start[c + 1];
    made->line = kn_arena_room(arena, total, sizeof *made->line);
    if (!made->line)
        return false;
    place_lines(story, found, true, made);
    if (columns)
        memcpy(made->figures, made->start + 1, columns * sizeof *made->figures);
    place_lines(story, found, false, made);
    return true;
}

/* Whether line `b`, of a later document, reports the present state of what line `a` reports. */
static bool supersedes(const kn_story *story, size_t a, size_t b, const figures *found)
{
    const kn_story_line *early = &story->line[a], *late = &story->line[b];
    if (!differ(&found[a], &found[b]) && !(early->future && !late->future))
        return false;
    return knap_vectors_cosine(story->vectors, a, b) >= ALIKE && share_name(story, a, b);
}

/* Finds out whether a line is superseded. Of a line that announces nothing, only a line with other figures reports a later state.
 * seen[] is 1 + the line that each was last compared with. */
static bool is_superseded(const kn_story *story, size_t line, const figures *found, const postings *by_stem,
                          uint32_t *seen)
{
    const uint32_t *day = story->day, *id;
    const double *value;
    const kn_story_line *here = &story->line[line];
    size_t count = knap_vectors_row(story->vectors, line, &id, &value);
    for (size_t j = 0; j < count; j++) {
        size_t begin = by_stem->start[id[j]], all = by_stem->start[id[j] + 1];
        size_t end = here->future ? all : by_stem->figures[id[j]];
        for (size_t k = begin; all - begin <= MOST_LINES && k < end; k++) {
            uint32_t other = by_stem->line[k];
            if (seen[other] == line + 1 || day[story->line[other].document] <= day[here->document])
                continue;
            seen[other] = (uint32_t)line + 1;
            if (supersedes(story, line, other, found))
                return true;
        }
    }
    return false;
}

knap_status kn_supersede(kn_story *story, knap_error *error)
{
    kn_arena arena = {.allocator = story->allocator};
    postings by_stem;
    kn_symbols stops;
    figures *found = kn_arena_room(&arena, story->lines, sizeof *found);
    uint32_t *seen = kn_arena_new(&arena, story->lines, sizeof *seen);
    bool ok = found && seen;
    kn_symbols_begin(&stops, story->allocator);
    ok = ok && list_stops(story, &stops);
    for (size_t i = 0; ok && i < story->lines; i++)
        find_figures(story, &stops, &story->line[i], &found[i]);
    ok = ok && make_postings(story, found, &arena, &by_stem);
    for (size_t i = 0; ok && i < story->lines; i++)
        if (story->day[story->line[i].document] != 0 && (found[i].count > 0 || story->line[i].future))
            story->line[i].superseded = is_superseded(story, i, found, &by_stem, seen);
    kn_symbols_free(&stops);
    kn_arena_free(&arena);
    return ok ? KNAP_OK : kn_no_memory(error);
}
