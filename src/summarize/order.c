/* order.c - the order of a summary's sentences. It uses the picked sentences and the cluster; never the
 * references or the scores.
 *
 * Order `depend`. Sentences of one document stay in its order, older documents come first. A sentence
 * presupposes what precedes it in its own document (Okazaki, Matsuo and Ishizuka 2004): if a picked
 * sentence of another document says that, it comes first, with all picks before it. A dependent sentence
 * directly follows the one before it if both were picked. */
#include "summarize/material.h"
#include "summarize/names.h"
#include "base/error.h"
#include "base/sort.h"

/* From this cosine on, two lines are taken to say the same. At 0.5 two of the four French summaries that
 * it changed read worse, at 0.6 none of two; how often summaries agree with the references' order hardly
 * changes from 0.4 to 0.6. */
static const double TELLS = 0.6;

/* Of a summary of thousands of sentences from as many documents, what they presuppose is not looked for: every sentence would be
 * compared with every document. */
enum { MOST_TOLD = 1 << 20 };

/* A summary opens with the oldest sentence whose self-containedness is at least this share of the best. */
static const double ENOUGH = 0.7;

static const knap_order_row ROWS[] = {
    [KNAP_ORDER_DEPEND] = {"depend", "by the documents' dates; what a sentence presupposes before it"},
    [KNAP_ORDER_SOURCE] = {"source", "as the documents are named"},
    [KNAP_ORDER_PICKED] = {"picked", "the first choice first"},
    {NULL, NULL}};

const knap_order_row *knap_orders(void)
{
    return ROWS;
}

/* ---- What is ordered ---- */

typedef struct pick {
    size_t line;   /* in the story */
    size_t row;    /* the line, or its trimmed form */
    size_t number; /* in the list */
} pick;

/* The picks of one document. */
typedef struct block {
    size_t document;
    uint32_t day;
    size_t begin, end; /* of its picks */
    size_t next;       /* the first that is not placed */
    size_t visit;      /* the last search that visited it */
} block;

typedef struct ordering {
    const kn_story *story;
    kn_arena arena;
    pick *pick; /* [picks] in the order of the documents */
    size_t picks;
    block *block; /* [blocks] the oldest first */
    size_t blocks;
    /* [blocks][picks] the line of the block's document that tells what a pick does; SIZE_MAX: none. NULL: there are too many. */
    size_t *told;
    size_t *place;
    size_t placed;
} ordering;

static bool item_after(const void *context, uint32_t a, uint32_t b)
{
    const knap_list *list = context;
    return list->item[a] > list->item[b] || (list->item[a] == list->item[b] && a > b);
}

/* Numbers in the list by rising item: items are in the order of the documents. */
static bool sort_as_sources(const knap_list *list, size_t *place, kn_arena *arena)
{
    uint32_t *order = kn_arena_room(arena, list->count, sizeof *order);
    for (size_t i = 0; order && i < list->count; i++)
        order[i] = (uint32_t)i;
    if (order)
        kn_sort_by(order, list->count, item_after, list);
    for (size_t i = 0; order && i < list->count; i++)
        place[i] = order[i];
    return order != NULL;
}

static bool block_after(const void *context, uint32_t a, uint32_t b)
{
    const block *blocks = context;
    return blocks[a].day > blocks[b].day || (blocks[a].day == blocks[b].day && a > b);
}

/* The oldest first; those of one day by name. */
static bool sort_blocks(ordering *self)
{
    uint32_t *order = kn_arena_room(&self->arena, self->blocks, sizeof *order);
    block *sorted = kn_arena_room(&self->arena, self->blocks, sizeof *sorted);
    if (!order || !sorted)
        return false;
    for (size_t i = 0; i < self->blocks; i++)
        order[i] = (uint32_t)i;
    kn_sort_by(order, self->blocks, block_after, self->block);
    for (size_t i = 0; i < self->blocks; i++)
        sorted[i] = self->block[order[i]];
    self->block = sorted;
    return true;
}

static knap_status make_blocks(ordering *self, const knap_material *material, size_t cluster, const knap_list *list,
                               knap_error *error)
{
    const kn_story *from = &material->story[cluster];
    size_t *order = self->place; /* free until the first sentence is placed */
    self->pick = kn_arena_new(&self->arena, list->count, sizeof *self->pick);
    self->block = kn_arena_new(&self->arena, list->count, sizeof *self->block);
    if (!self->pick || !self->block || !sort_as_sources(list, order, &self->arena))
        return kn_no_memory(error);
    for (; self->picks < list->count; self->picks++) {
        size_t at = self->picks, row = material->line[cluster][list->item[order[at]]];
        size_t document = self->story->line[row].document;
        self->pick[at] = (pick){self->story->line[row].place, row, order[at]};
        if (!self->blocks || self->block[self->blocks - 1].document != document)
            self->block[self->blocks++] = (block){document, from->day[document], at, at, at, 0};
        self->block[self->blocks - 1].end++;
    }
    return sort_blocks(self) ? KNAP_OK : kn_no_memory(error);
}

/* ---- What a sentence presupposes ---- */

/* The line among [begin, end) that is most like the one whose vector is spread out in `spread`, if it tells the same. */
static size_t find_telling(const kn_story *story, size_t begin, size_t end, const double *spread)
{
    double best = 0;
    size_t found = SIZE_MAX;
    for (size_t i = begin; i < end; i++) {
        const uint32_t *id;
        const double *value;
        size_t count = knap_vectors_row(story->vectors, i, &id, &value);
        double cosine = 0;
        for (size_t j = 0; j < count; j++)
            cosine += value[j] * spread[id[j]];
        if (cosine > best) {
            best = cosine;
            found = i;
        }
    }
    return best >= TELLS ? found : SIZE_MAX;
}

/* The lines of a block's document. */
static void find_lines(const ordering *self, const block *here, size_t *begin, size_t *end)
{
    const kn_story *story = self->story;
    *begin = *end = self->pick[here->begin].line;
    while (*begin > 0 && story->line[*begin - 1].document == here->document)
        --*begin;
    while (*end < story->lines && story->line[*end].document == here->document)
        ++*end;
}

/* What the document of each other block tells of a pick. */
static void find_told_of(ordering *self, size_t p, double *spread)
{
    const uint32_t *id;
    const double *value;
    size_t count = knap_vectors_row(self->story->vectors, self->pick[p].line, &id, &value);
    for (size_t j = 0; j < count; j++)
        spread[id[j]] = value[j];
    for (size_t b = 0; b < self->blocks; b++) {
        const block *here = &self->block[b];
        size_t begin, end, *told = &self->told[b * self->picks + p];
        *told = SIZE_MAX;
        if (p >= here->begin && p < here->end)
            continue;
        find_lines(self, here, &begin, &end);
        *told = find_telling(self->story, begin, end, spread);
    }
    for (size_t j = 0; j < count; j++)
        spread[id[j]] = 0;
}

static knap_status find_told(ordering *self, knap_error *error)
{
    double *spread;
    if (self->blocks > MOST_TOLD / self->picks)
        return KNAP_OK;
    spread = kn_arena_new(&self->arena, knap_vectors_columns(self->story->vectors), sizeof *spread);
    self->told = kn_arena_new(&self->arena, self->blocks * self->picks, sizeof *self->told);
    if (!self->told || !spread)
        return kn_no_memory(error);
    for (size_t p = 0; p < self->picks; p++)
        find_told_of(self, p, spread);
    return KNAP_OK;
}

/* ---- Placing ---- */

/* Whether line `a` introduces a name that line `b` needs. */
static bool introduces(const kn_story *story, size_t a, size_t b)
{
    size_t i, j, end = kn_names_of(story, a, &i), last = kn_names_of(story, b, &j);
    for (; i < end; i++)
        for (size_t k = j; story->name[i].introduces && k < last; k++)
            if (!story->name[k].introduces && story->name[k].word == story->name[i].word)
                return true;
    return false;
}

/* A block with a pick yet to be placed that tells what the next of block `b` presupposes, or introduces a
 * name that it needs, not yet visited in this search. */
static size_t find_needed(const ordering *self, size_t b, size_t visit)
{
    const size_t *told = self->told + b * self->picks;
    size_t line = self->pick[self->block[b].next].line;
    for (size_t other = 0; other < self->blocks; other++)
        for (size_t p = self->block[other].next; p < self->block[other].end; p++)
            if (other != b && self->block[other].visit != visit &&
                (told[p] < line || introduces(self->story, self->pick[p].row, self->pick[self->block[b].next].row)))
                return other;
    return SIZE_MAX;
}

/* Places the next pick of a block, and the dependent ones after it. */
static void place_next(ordering *self, block *from)
{
    const kn_story_line *line = self->story->line;
    do
        self->place[self->placed++] = self->pick[from->next++].number;
    while (from->next < from->end && line[self->pick[from->next].row].points_back &&
           self->pick[from->next].line == self->pick[from->next - 1].line + 1);
}

/* How well the first pick of a block opens a summary. Where documents begin otherwise than summaries, as reviews do, it also
 * matters that the sentence is about what all the others are about. */
static double opening(const ordering *self, size_t b)
{
    const pick *first = &self->pick[self->block[b].begin];
    const kn_story_line *line = &self->story->line[first->row];
    if (line->points_back)
        return 0;
    return self->story->leads ? line->standalone : line->standalone * self->story->line[first->line].similarity;
}

/* Where a summary begins: in the oldest block whose first sentence opens it about as well as that of any other. Where documents
 * begin otherwise than summaries, their age does not matter. */
static size_t first_block(const ordering *self)
{
    double enough = self->story->leads ? ENOUGH : 1;
    size_t best = 0, b = 0;
    for (size_t i = 1; i < self->blocks; i++)
        if (opening(self, i) > opening(self, best))
            best = i;
    while (b < best && opening(self, b) < enough * opening(self, best))
        b++;
    return b;
}

/* Goes from the oldest block to the block that its next sentence presupposes, and so on, until nothing
 * more is presupposed or a block would be visited twice; then places a sentence. */
static void place_all(ordering *self)
{
    size_t oldest = 0; /* the blocks before it are placed */
    for (size_t visit = 1; self->placed < self->picks; visit++) {
        size_t at = self->placed ? 0 : first_block(self), needed;
        at = at > oldest ? at : oldest;
        while (self->block[at].next == self->block[at].end)
            at++;
        oldest = self->placed ? at : 0;
        self->block[at].visit = visit;
        while (self->told && (needed = find_needed(self, at, visit)) != SIZE_MAX) {
            at = needed;
            self->block[at].visit = visit;
        }
        place_next(self, &self->block[at]);
    }
}

static knap_status order_by_need(const knap_material *material, size_t cluster, const knap_list *list, size_t *place,
                                 knap_error *error)
{
    ordering self = {.story = &material->story[cluster], .arena = {.allocator = material->allocator}, .place = place};
    knap_status status = list->count ? make_blocks(&self, material, cluster, list, error) : KNAP_OK;
    if (!status && list->count)
        status = find_told(&self, error);
    if (!status)
        place_all(&self);
    kn_arena_free(&self.arena);
    return status;
}

knap_status knap_summary_order(const knap_material *material, size_t cluster, const knap_list *list, knap_order order,
                               size_t *place, knap_error *error)
{
    KN_REQUIRE(place);
    KN_REQUIRE(material);
    KN_REQUIRE(list);
    if (cluster >= material->count)
        return kn_fail(error, KNAP_USAGE, "there is no cluster %zu: the material has %zu", cluster, material->count);
    if (order < KNAP_ORDER_DEPEND || order > KNAP_ORDER_PICKED)
        return kn_fail(error, KNAP_USAGE, "%d is no knap_order", (int)order);
    for (size_t i = 0; i < list->count; i++)
        if (list->item[i] >= knap_instance_count(knap_data_at(material->data, cluster)))
            return kn_fail(error, KNAP_USAGE, "the list has item %zu, which the cluster does not have", list->item[i]);
    if (order == KNAP_ORDER_DEPEND)
        return order_by_need(material, cluster, list, place, error);
    if (order == KNAP_ORDER_SOURCE) {
        kn_arena arena = {.allocator = material->allocator};
        bool sorted = sort_as_sources(list, place, &arena);
        kn_arena_free(&arena);
        if (!sorted)
            return kn_no_memory(error);
    }
    for (size_t i = 0; order == KNAP_ORDER_PICKED && i < list->count; i++)
        place[i] = i;
    return KNAP_OK;
}
