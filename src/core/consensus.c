/* consensus.c - the list that agrees most with all of many lists.
 *
 * The agreement of lists y and z is the ROUGE-1 F of one against the other, 2 overlap / (|y| + |z|), where
 * the overlap is counted in words, sum_w min(y_w, z_w). Words are the instance's concepts other than pairs;
 * where it has none, each item is a word of its own. For lists y of one length, let B_w(m) be the sum of 2 /
 * (|y| + |z|) over the lists z that hold w at least m times. Then
 *
 *     sum_z agreement(y, z) = sum_w sum_{m <= y_w} B_w(m),
 *
 * so that thousands of lists cost one pass over their words for each length that occurs, never all pairs. */
#include "core/consensus.h"
#include "base/error.h"
#include "base/sort.h"

#include <math.h>
#include <string.h>

/* Words, in whole numbers, of the items that any list holds. */
typedef struct words {
    uint32_t *row; /* [items of the instance] the item's row, from 1; 0: no list holds it */
    size_t rows;
    size_t *start;   /* [rows + 1] */
    uint32_t *id;    /* [start[rows]] */
    uint32_t *times; /* [start[rows]] */
    size_t width;    /* ids are below */
} words;

typedef struct counting {
    const knap_instance *instance;
    const kn_vote *vote;
    size_t votes;
    kn_arena arena;
    words words;
    size_t *level;    /* [width + 1] where a word's levels start */
    double *weighted; /* [level[width]] B, then its sum up to each level */
    uint32_t *held;   /* [width] counts of the current list */
    double *length;   /* [votes] words of each list */
    uint32_t *order;  /* [votes] the lists by length */
} counting;

/* ---- Words ---- */

static bool is_word(const knap_instance *instance, size_t entry)
{
    const kn_rows *rows = &instance->concept;
    return kn_is_word(instance, rows->id[entry]) && rows->value[entry] > 0;
}

static bool has_words(const knap_instance *instance)
{
    for (size_t e = 0; instance->count && e < instance->concept.start[instance->count]; e++)
        if (is_word(instance, e))
            return true;
    return false;
}

/* Amounts in whole numbers: as they are, or in sixteenths where any is a fraction. */
static double unit_of(const knap_instance *instance)
{
    const kn_rows *rows = &instance->concept;
    for (size_t e = 0; e < rows->start[instance->count]; e++)
        if (rows->value[e] != floor(rows->value[e]))
            return 16;
    return 1;
}

/* Numbers the items that any list holds; how many concepts they have in all. */
static size_t number_items(counting *self)
{
    const size_t *start = self->instance->concept.start;
    size_t entries = 0;
    for (size_t v = 0; v < self->votes; v++)
        for (size_t i = 0; i < self->vote[v].count; i++) {
            size_t item = self->vote[v].item[i];
            if (self->words.row[item])
                continue;
            self->words.row[item] = (uint32_t)++self->words.rows;
            entries += start[item + 1] - start[item];
        }
    return entries;
}

static void fill_row(const counting *self, size_t item, size_t at, double unit)
{
    const kn_rows *rows = &self->instance->concept;
    const words *w = &self->words;
    for (size_t e = rows->start[item]; e < rows->start[item + 1]; e++)
        if (is_word(self->instance, e)) {
            w->id[at] = rows->id[e];
            w->times[at++] = (uint32_t)fmin(1000, ceil(rows->value[e] * unit));
        }
    w->start[w->row[item]] = at;
}

/* Rows come up for the first time in the order of their numbers. */
static void fill_words(const counting *self, int has)
{
    const words *w = &self->words;
    double unit = has ? unit_of(self->instance) : 1;
    size_t filled = 0;
    for (size_t v = 0; v < self->votes; v++)
        for (size_t i = 0; i < self->vote[v].count; i++) {
            size_t item = self->vote[v].item[i];
            if (w->row[item] <= filled)
                continue;
            if (has) {
                fill_row(self, item, w->start[filled], unit);
            } else {
                w->id[filled] = (uint32_t)filled;
                w->times[filled] = 1;
                w->start[filled + 1] = filled + 1;
            }
            filled++;
        }
}

static bool make_words(counting *self)
{
    words *w = &self->words;
    int has = has_words(self->instance);
    size_t entries;
    if (!(w->row = kn_arena_new(&self->arena, self->instance->count, sizeof *w->row)))
        return false;
    entries = number_items(self);
    entries = has ? entries : w->rows;
    w->width = has ? self->instance->concept.width : w->rows;
    w->start = kn_arena_new(&self->arena, w->rows + 1, sizeof *w->start);
    w->id = kn_arena_new(&self->arena, entries, sizeof *w->id);
    w->times = kn_arena_new(&self->arena, entries, sizeof *w->times);
    if (!w->start || !w->id || !w->times)
        return false;
    fill_words(self, has);
    return true;
}

/* ---- Levels ---- */

/* A word has as many levels as all items of the lists together hold it. */
static bool make_levels(counting *self)
{
    const words *w = &self->words;
    self->level = kn_arena_new(&self->arena, w->width + 1, sizeof *self->level);
    self->held = kn_arena_new(&self->arena, w->width, sizeof *self->held);
    if (!self->level || !self->held)
        return false;
    for (size_t e = 0; e < w->start[w->rows]; e++)
        self->level[w->id[e] + 1] += w->times[e];
    for (size_t word = 0; word < w->width; word++)
        self->level[word + 1] += self->level[word];
    self->weighted = kn_arena_new(&self->arena, self->level[w->width], sizeof *self->weighted);
    return self->weighted != NULL;
}

/* The words of item i of a list: entries [start, *end). */
static size_t words_of(const counting *self, const kn_vote *vote, size_t i, size_t *end)
{
    uint32_t row = self->words.row[vote->item[i]];
    *end = self->words.start[row];
    return self->words.start[row - 1];
}

/* The lengths of the lists, and the lists in the order of their lengths. */
static bool make_order(counting *self)
{
    const words *w = &self->words;
    uint64_t *scratch = kn_arena_new(&self->arena, kn_order_scratch(self->votes), sizeof *scratch);
    size_t end;
    self->length = kn_arena_new(&self->arena, self->votes, sizeof *self->length);
    self->order = kn_arena_new(&self->arena, self->votes, sizeof *self->order);
    if (!scratch || !self->length || !self->order)
        return false;
    for (size_t v = 0; v < self->votes; v++)
        for (size_t i = 0; i < self->vote[v].count; i++)
            for (size_t e = words_of(self, &self->vote[v], i, &end); e < end; e++)
                self->length[v] += w->times[e];
    kn_order(self->length, self->votes, self->order, scratch);
    return true;
}

/* ---- Agreement ---- */

/* Adds a list's weight to the levels of its words. */
static void count_list(counting *self, const kn_vote *vote, double weight)
{
    const words *w = &self->words;
    size_t e, end;
    for (size_t i = 0; i < vote->count; i++)
        for (e = words_of(self, vote, i, &end); e < end; e++)
            for (uint32_t t = 0; t < w->times[e]; t++)
                self->weighted[self->level[w->id[e]] + self->held[w->id[e]]++] += weight;
    for (size_t i = 0; i < vote->count; i++)
        for (e = words_of(self, vote, i, &end); e < end; e++)
            self->held[w->id[e]] = 0;
}

/* B for lists of `length` words. */
static void count_lists(counting *self, double length)
{
    memset(self->weighted, 0, self->level[self->words.width] * sizeof *self->weighted);
    for (size_t v = 0; v < self->votes; v++)
        if (self->length[v] > 0)
            count_list(self, &self->vote[v], 2 * self->vote[v].times / (length + self->length[v]));
    for (size_t word = 0; word < self->words.width; word++)
        for (size_t at = self->level[word] + 1; at < self->level[word + 1]; at++)
            self->weighted[at] += self->weighted[at - 1];
}

static double agreement_of(counting *self, const kn_vote *vote)
{
    const words *w = &self->words;
    double sum = 0;
    size_t e, end;
    for (size_t i = 0; i < vote->count; i++)
        for (e = words_of(self, vote, i, &end); e < end; e++)
            self->held[w->id[e]] += w->times[e];
    for (size_t i = 0; i < vote->count; i++)
        for (e = words_of(self, vote, i, &end); e < end; e++) {
            uint32_t held = self->held[w->id[e]];
            if (!held)
                continue; /* counted at its first occurrence in the list */
            sum += self->weighted[self->level[w->id[e]] + held - 1];
            self->held[w->id[e]] = 0;
        }
    return sum;
}

static size_t best_list(counting *self, double *agreement)
{
    size_t best = 0;
    double highest = -1;
    for (size_t i = 0; i < self->votes; i++) {
        size_t v = self->order[i];
        if (i == 0 || self->length[v] > self->length[self->order[i - 1]])
            count_lists(self, self->length[v]);
        agreement[v] = agreement_of(self, &self->vote[v]);
    }
    for (size_t v = 0; v < self->votes; v++)
        if (agreement[v] > highest * (1 + 1e-12)) { /* so that rounding does not decide between equals */
            highest = agreement[v];
            best = v;
        }
    return best;
}

knap_status kn_consensus(const knap_instance *instance, const kn_vote *vote, size_t votes,
                         const knap_allocator *allocator, double *agreement, size_t *best, knap_error *error)
{
    counting self = {.instance = instance, .vote = vote, .votes = votes, .arena = {.allocator = allocator}};
    double *own = agreement ? agreement : kn_arena_new(&self.arena, votes, sizeof *own);
    knap_status status =
        own && make_words(&self) && make_levels(&self) && make_order(&self) ? KNAP_OK : kn_no_memory(error);
    *best = status ? 0 : best_list(&self, own);
    kn_arena_free(&self.arena);
    return status;
}
