/* supersede.c - the latest state of a fact. A line is superseded if a line of a later document is like it, shares a name
 * with it, and either tells another figure of the same thing ("80,000 dead", "120,000 dead") or tells as done what it tells as to come
 * ("will vote", "voted").
 *
 * Two lines are compared only if they have a rare stem in common, through the lists of lines by stem, so the work grows with the
 * entries of the vectors, as LexRank's does. */
#include "summarize/supersede.h"
#include "base/error.h"
#include "text/utf8.h"

#include <string.h>

/* From this cosine on two lines may tell of the same fact; set on the sample's clusters, see docs/RESULTS.md. */
static const double ALIKE = 0.3;
/* Figures of a line that are looked at; letters of the word that says what a figure counts; lines by a stem that are compared. */
enum { MOST_FIGURES = 8, KEY = 5, MOST_LINES = 200 };

/* A number, and the beginning of the word behind it that says what it counts. */
typedef struct figure {
    char key[KEY * 4];
    size_t key_length;
    double value;
} figure;

typedef struct figures {
    figure figure[MOST_FIGURES];
    size_t count;
} figures;

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

/* The number at text[*at], with points or commas between its digits; *at moves behind it. */
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
        /* a separator before three digits groups them, any other begins the decimals */
        decimals = !(*at + 3 < length && is_digit(text[*at + 2]) && is_digit(text[*at + 3]) &&
                     (*at + 4 >= length || !is_digit(text[*at + 4])));
    }
    return value;
}

/* The first letters of the next content word among the three behind `at`, in lower case where it is ASCII. */
static size_t read_key(const kn_story *story, const char *text, size_t length, size_t at, char *key)
{
    for (int words = 0; words < 3 && at < length; words++) {
        char word[64];
        size_t size = 0, letters = 0, kept = 0;
        uint32_t symbol;
        while (at < length && text[at] == ' ')
            at++;
        for (; at < length && text[at] != ' '; at++) {
            char byte = text[at];
            bool letter = (unsigned char)byte >= 0x80 || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
            if (!letter || size == sizeof word)
                continue;
            word[size++] = byte >= 'A' && byte <= 'Z' ? (char)(byte + 32) : byte;
            letters += ((unsigned char)byte & 0xC0) != 0x80;
            kept = letters <= KEY ? size : kept;
        }
        symbol = kn_symbols_find(&story->word, word, size);
        if (letters < 3 || (symbol != KN_NO_SYMBOL && story->stop[symbol]))
            continue;
        memcpy(key, word, kept);
        return kept;
    }
    return 0;
}

static void find_figures(const kn_story *story, const kn_line *line, figures *found)
{
    found->count = 0;
    for (size_t i = 0; i < line->length && found->count < MOST_FIGURES;) {
        figure *here = &found->figure[found->count];
        if (!is_digit(line->text[i])) {
            i++;
            continue;
        }
        here->value = read_number(line->text, line->length, &i);
        here->key_length = read_key(story, line->text, line->length, i, here->key);
        found->count += here->key_length > 0;
    }
}

/* Whether both tell a figure of the same thing, and not one such figure is the same. */
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

/* Whether the lines have a capitalised word in common, beyond their first words. */
static bool share_name(const kn_story *story, size_t a, size_t b)
{
    const kn_tokens *tokens = &story->tokens;
    for (size_t i = tokens->start[a] + 1; i < tokens->start[a + 1]; i++)
        for (size_t j = tokens->start[b]; tokens->flags[i] & KN_TOKEN_CAPITAL && j < tokens->start[b + 1]; j++)
            if (tokens->id[j] == tokens->id[i] && tokens->flags[j] & KN_TOKEN_CAPITAL && !story->stop[tokens->id[i]])
                return true;
    return false;
}

/* Lines by stem: those of stem c are line[start[c]] .. line[start[c+1]-1]. */
typedef struct postings {
    size_t *start;
    uint32_t *line;
} postings;

static bool make_postings(const kn_story *story, kn_arena *arena, postings *made)
{
    size_t columns = knap_vectors_columns(story->vectors), total = 0;
    const uint32_t *id;
    const double *value;
    made->start = kn_arena_new(arena, columns + 2, sizeof *made->start);
    if (!made->start)
        return false;
    memset(made->start, 0, (columns + 2) * sizeof *made->start);
    for (size_t i = 0; i < story->lines; i++) {
        size_t count = knap_vectors_row(story->vectors, i, &id, &value);
        total += count;
        for (size_t j = 0; j < count; j++)
            made->start[id[j] + 2]++;
    }
    for (size_t c = 0; c < columns; c++)
        made->start[c + 2] += made->start[c + 1];
    made->line = kn_arena_new(arena, total, sizeof *made->line);
    for (size_t i = 0; made->line && i < story->lines; i++) {
        size_t count = knap_vectors_row(story->vectors, i, &id, &value);
        for (size_t j = 0; j < count; j++)
            made->line[made->start[id[j] + 1]++] = (uint32_t)i;
    }
    return made->line != NULL;
}

/* Whether line `b` of a later document tells what line `a` tells, as it stands now. */
static bool supersedes(const kn_story *story, size_t a, size_t b, const figures *found)
{
    const kn_line *early = &story->line[a], *late = &story->line[b];
    if (!differ(&found[a], &found[b]) && !(early->future && !late->future))
        return false;
    return knap_vectors_cosine(story->vectors, a, b) >= ALIKE && share_name(story, a, b);
}

knap_status kn_supersede(kn_story *story, knap_error *error)
{
    const uint32_t *day = story->day;
    kn_arena arena = {.allocator = story->allocator};
    postings by_stem;
    figures *found = kn_arena_new(&arena, story->lines, sizeof *found);
    uint32_t *seen = kn_arena_new(&arena, story->lines, sizeof *seen); /* 1 + the line it was last compared with */
    bool ok = found && seen && make_postings(story, &arena, &by_stem);
    for (size_t i = 0; ok && i < story->lines; i++) {
        find_figures(story, &story->line[i], &found[i]);
        seen[i] = 0;
    }
    for (size_t i = 0; ok && i < story->lines; i++) {
        kn_line *line = &story->line[i];
        const uint32_t *id;
        const double *value;
        size_t count = knap_vectors_row(story->vectors, i, &id, &value);
        if (day[line->document] == 0 || (found[i].count == 0 && !line->future))
            continue;
        for (size_t j = 0; j < count && !line->superseded; j++) {
            size_t begin = by_stem.start[id[j]], end = by_stem.start[id[j] + 1];
            for (size_t k = begin; end - begin <= MOST_LINES && k < end && !line->superseded; k++) {
                uint32_t other = by_stem.line[k];
                if (seen[other] == i + 1 || day[story->line[other].document] <= day[line->document])
                    continue;
                seen[other] = (uint32_t)i + 1;
                line->superseded = supersedes(story, i, other, found);
            }
        }
    }
    kn_arena_free(&arena);
    return ok ? KNAP_OK : kn_no_memory(error);
}
