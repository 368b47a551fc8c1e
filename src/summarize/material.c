/* material.c - makes instances of stories: an item is a candidate sentence, its words are concepts, its
 * tf-idf is its vector. */
#include "summarize/material.h"
#include "summarize/concepts.h"
#include "summarize/flaws.h"
#include "base/error.h"
#include "base/parallel.h"
#include "base/sort.h"

#include <math.h>

/* The tokens of a line with its line end, at the start of a text or after another line, whichever is more: SentencePiece and Llama
 * 2 put a space before a text, so that its first word can be another token. */
static knap_status count_tokens(const kn_story_line *line, const knap_tokenizer *tokenizer, kn_text *scratch,
                                double *cost, knap_error *error)
{
    size_t first, next = 0, before = 0;
    scratch->length = 0;
    kn_text_byte(scratch, '\n');
    kn_text_add(scratch, line->text, line->length);
    kn_text_byte(scratch, '\n');
    if (scratch->failed)
        return kn_no_memory(error);
    knap_status status = knap_tokenizer_count(tokenizer, scratch->bytes + 1, scratch->length - 1, &first, error);
    if (!status)
        status = knap_tokenizer_count(tokenizer, scratch->bytes, scratch->length, &next, error);
    if (!status)
        status = knap_tokenizer_count(tokenizer, "\n", 1, &before, error);
    if (next > before && next - before > first)
        first = next - before;
    *cost = first > 0 ? (double)first : 1;
    return status;
}

static double cost_of(const kn_story_line *line, knap_unit unit)
{
    switch (unit) {
    case KNAP_WORDS:
        return line->words > 0 ? (double)line->words : 1;
    case KNAP_CHARACTERS:
    case KNAP_PERCENT:
        return (double)line->characters + 1;
    case KNAP_SENTENCES:
        return 1;
    default:
        return (double)line->length + 1; /* with the line end */
    }
}

static size_t count_features(const kn_material_parts *parts)
{
    return parts->quality ? kn_quality_count(parts->quality) : 0;
}

static size_t count_candidates(const kn_story *story)
{
    size_t count = 0;
    for (size_t i = 0; i < kn_story_rows(story); i++)
        count += story->line[i].candidate;
    return count;
}

/* The budget of one story, in the unit of its items' costs. */
static double budget_of(const kn_story *story, const knap_budget *budget)
{
    double characters = 0;
    if (budget->unit != KNAP_PERCENT)
        return budget->amount;
    for (size_t i = 0; i < story->lines; i++)
        characters += (double)story->line[i].characters + 1;
    return floor(budget->amount / 100 * characters);
}

/* The words of a line, then its bigrams, whose numbers follow those of all words. `id` and `amount` have
 * room for both. */
static size_t list_concepts(const kn_story *story, const kn_counts *words, const kn_counts *pairs, size_t line,
                            uint32_t *id, double *amount)
{
    size_t count = 0;
    for (size_t i = words->start[line]; i < words->start[line + 1]; i++)
        if (kn_story_rewards(story, words->id[i])) {
            id[count] = words->id[i];
            amount[count++] = words->count[i];
        }
    for (size_t i = pairs->start[line]; i < pairs->start[line + 1]; i++, count++) {
        id[count] = (uint32_t)story->word.count + pairs->id[i];
        amount[count] = pairs->count[i];
    }
    return count;
}

/* Marks each concept as a word, a function word or a bigram. */
static knap_status mark_concepts(const kn_story *story, knap_instance *instance, knap_error *error)
{
    knap_status status = KNAP_OK;
    size_t words = story->word.count;
    /* the last one first, so that the table grows once */
    for (size_t i = words + story->bigram.numbers.count; !status && i-- > 0;)
        status = knap_instance_mark(instance, (uint32_t)i,
                                    i >= words       ? KNAP_CONCEPT_BIGRAM
                                    : story->stop[i] ? KNAP_CONCEPT_STOP
                                                     : KNAP_CONCEPT_WORD,
                                    error);
    return status;
}

/* The state of add_items. */
typedef struct adding {
    knap_material *material;
    const kn_story *story;
    const kn_material_parts *parts;
    knap_instance *instance;
    kn_need_prices price;
    size_t number;  /* of the story */
    size_t items;   /* added so far */
    uint32_t *item; /* [rows] the item of a line or trimmed form, NO_ITEM for none */
    uint32_t *id;   /* scratch for concepts, as many as any row has */
    double *amount;
    kn_counts words, pairs; /* those of the story, each row by rising number */
    kn_text text;           /* scratch for counting tokens */
} adding;

#define NO_ITEM UINT32_MAX

/* The item of the line before, itself or its first trimmed form. */
static size_t item_before(const adding *self, const kn_story_line *line)
{
    const kn_story_line *before = line->place > 0 ? &self->story->line[line->place - 1] : NULL;
    if (!before || before->document != line->document)
        return KNAP_NO_ITEM;
    if (self->item[before->place] != NO_ITEM)
        return self->item[before->place];
    for (size_t row = before->form; row < before->form + before->forms; row++)
        if (self->item[row] != NO_ITEM)
            return self->item[row];
    return KNAP_NO_ITEM;
}

/* Adds the flaws of an item, numbered as in kn_flaw_names. A dependent line depends on the one before it
 * in its document. */
static knap_status add_flaws(const adding *self, const kn_story_line *line, size_t item, knap_error *error)
{
    knap_status status = KNAP_OK;
    uint32_t flaws = 0;
    /* the data's flaws are those of the table without DEPENDENT */
    for (size_t flaw = 0, bit = 0; flaw < KN_FLAW_COUNT; flaw++)
        if (flaw != KN_FLAW_NUMBER_DEPENDENT)
            flaws |= (line->flaws >> flaw & 1u) << bit++;
    status = knap_instance_set_flaws(self->instance, item, flaws, error);
    if (status || !(line->flaws & KN_FLAW_DEPENDENT))
        return status;
    return knap_instance_set_support(self->instance, item, item_before(self, line), error);
}

/* Adds a line or a trimmed form, with the features and the vector of its line. */
static knap_status add_item(adding *self, size_t row, const double *feature, knap_error *error)
{
    const kn_story *story = self->story;
    const kn_story_line *line = &story->line[row];
    const kn_story_line *whole = &story->line[line->place];
    size_t item = self->items;
    bool title = row && row == story->title;
    knap_item made = {.cost = cost_of(line, self->parts->budget.unit),
                      .feature = feature,
                      .group = line->document + 1,
                      .alternative = title                                           ? 0
                                     : whole->same && self->parts->needs.outcome > 0 ? whole->same
                                     : whole->forms                                  ? line->place + 1
                                                                                     : 0};
    knap_status status = KNAP_OK;
    if (self->parts->budget.unit == KNAP_TOKENS)
        status = count_tokens(line, self->parts->budget.tokenizer, &self->text, &made.cost, error);
    if (status)
        return status;
    made.vector_count = knap_vectors_row(story->vectors, line->place, &made.vector_id, &made.vector);
    if (!title)
        made.concept_count = list_concepts(story, &self->words, &self->pairs, row, self->id, self->amount);
    made.concept_id = self->id;
    made.amount = self->amount;
    self->material->line[self->number][item] = (uint32_t)row;
    self->item[row] = (uint32_t)item;
    self->items++;
    status = knap_instance_add(self->instance, &made, error);
    if (!status)
        status = add_flaws(self, line, item, error);
    return status ? status : kn_needs_add(story, &self->price, row, self->instance, item, error);
}

/* A title takes at most this share of a budget, and none that counts sentences. */
static const double TITLE_SHARE = 0.2;

static bool takes_title(const kn_story *story, const kn_material_parts *parts)
{
    const kn_story_line *title = story->title ? &story->line[story->title] : NULL;
    return title && title->candidate && !story->asked && parts->prediction && parts->needs.point > 0 &&
           parts->budget.unit != KNAP_SENTENCES && parts->budget.unit != KNAP_TOKENS &&
           cost_of(title, parts->budget.unit) <= TITLE_SHARE * budget_of(story, &parts->budget);
}

/* The mean length of the lines that may be picked; 0 if there are none. */
static double mean_length(const kn_story *story)
{
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < story->lines; i++)
        if (story->line[i].candidate) {
            sum += (double)story->line[i].length;
            count++;
        }
    return count ? sum / (double)count : 0;
}

/* A line whose point is this far below the best is a detail. Summaries of 100 words that are filled have F 0.374 against
 * descriptions of the same thing, those without details 0.419: see scripts/points.py. The second is for texts without details. */
static const double FAR_BELOW = -3.25, FAR_BELOW_FILLED = -2.5;

/* As many words of a budget may stay empty for want of sentences that are no details, but not more than this share of it. */
static const double EMPTY_WORDS = 95, EMPTY_SHARE = 0.9;

/* How much of the budget is filled with details too, in the unit of costs. A summary with a number of sentences is filled. */
static double least_room(const kn_story *story, const knap_budget *budget)
{
    double room = budget_of(story, budget), cost = 0, words = 0;
    if (budget->unit == KNAP_SENTENCES || !kn_story_has_details(story))
        return room;
    for (size_t i = 0; i < story->lines; i++) {
        cost += cost_of(&story->line[i], budget->unit);
        words += (double)story->line[i].words;
    }
    return room - fmin(EMPTY_SHARE * room, words > 0 ? EMPTY_WORDS * cost / words : 0);
}

/* The point below which lines of a single document with sections are details; -INFINITY for others. */
static knap_status find_far(const kn_story *story, const knap_budget *budget, kn_arena *arena, double *far,
                            knap_error *error)
{
    double *point, room = least_room(story, budget);
    uint64_t *scratch;
    uint32_t *order;
    *far = -INFINITY;
    if (story->documents != 1 || !kn_story_has_sections(story))
        return KNAP_OK;
    point = kn_arena_room(arena, story->lines, sizeof *point);
    scratch = kn_arena_room(arena, kn_order_scratch(story->lines), sizeof *scratch);
    order = kn_arena_room(arena, story->lines, sizeof *order);
    if (!point || !scratch || !order)
        return kn_no_memory(error);
    for (size_t i = 0; i < story->lines; i++)
        point[i] = story->line[i].featured ? story->line[i].point : -INFINITY;
    kn_order(point, story->lines, order, scratch);
    for (size_t i = story->lines; i-- > 0 && room > 0;) {
        room -= cost_of(&story->line[order[i]], budget->unit);
        *far = fmin(kn_story_has_details(story) ? FAR_BELOW : FAR_BELOW_FILLED, point[order[i]]);
    }
    return KNAP_OK;
}

/* The concepts of the row that has the most. */
static size_t most_concepts(const kn_story *story)
{
    size_t most = 0;
    for (size_t i = 0; i < kn_story_rows(story); i++) {
        size_t here =
            story->counts.start[i + 1] - story->counts.start[i] + story->pairs.start[i + 1] - story->pairs.start[i];
        most = here > most ? here : most;
    }
    return most;
}

/* Adds the candidates in the order of the documents, trimmed forms after their line. */
static knap_status add_items(knap_material *material, size_t number, const kn_material_parts *parts,
                             knap_instance *instance, const double *feature, knap_error *error)
{
    const kn_story *story = &material->story[number];
    kn_arena arena = {.allocator = material->allocator};
    adding self = {.material = material, .story = story, .parts = parts, .instance = instance, .number = number};
    size_t most = most_concepts(story), rows = kn_story_rows(story), width = count_features(parts);
    knap_status status = KNAP_OK;
    self.text.allocator = material->allocator;
    self.price =
        parts->prediction ? kn_need_prices_scale(&parts->needs, story, &parts->prediction[number]) : parts->needs;
    self.price.length = parts->budget.unit == KNAP_SENTENCES ? 0 : mean_length(story);
    self.item = kn_arena_new(&arena, rows, sizeof *self.item);
    self.id = kn_arena_new(&arena, most, sizeof *self.id);
    self.amount = kn_arena_new(&arena, most, sizeof *self.amount);
    if (!self.item || !self.id || !self.amount ||
        !kn_counts_sort(&story->counts, story->word.count, &arena, &self.words) ||
        !kn_counts_sort(&story->pairs, story->bigram.numbers.count, &arena, &self.pairs))
        status = kn_no_memory(error);
    if (!status)
        status = find_far(story, &parts->budget, &arena, &self.price.far, error);
    for (size_t i = 0; !status && i < rows; i++)
        self.item[i] = NO_ITEM;
    if (!status && takes_title(story, parts))
        status = add_item(&self, story->title, feature, error);
    for (size_t i = 0; !status && i < story->lines; i++) {
        const kn_story_line *line = &story->line[i];
        if (!line->featured)
            continue;
        if (line->candidate)
            status = add_item(&self, i, feature, error);
        for (size_t row = line->form; !status && row < line->form + line->forms; row++)
            if (story->line[row].candidate)
                status = add_item(&self, row, feature, error);
        feature += width;
    }
    kn_text_free(&self.text);
    kn_arena_free(&arena);
    return status ? status : mark_concepts(story, instance, error);
}

/* Sets the expected worth of words, and the expected length of a reference: for training its own. */
static knap_status add_predictions(const knap_material *self, size_t number, const kn_material_parts *parts,
                                   knap_instance *instance, knap_error *error)
{
    const kn_story *story = &self->story[number];
    size_t references = story->references.rows;
    double length = parts->length;
    knap_status status = kn_concepts_expect(instance, story, &parts->prediction[number], error);
    if (length == 0 && references)
        length = self->reference[number].total / (double)references;
    return status ? status : knap_instance_set_mass(instance, length, error);
}

/* An empty instance for each story. */
static knap_status add_instances(knap_material *self, const kn_material_parts *parts, knap_error *error)
{
    knap_instance *unused;
    knap_status status = KNAP_OK;
    for (size_t i = 0; !status && i < self->count; i++)
        status = knap_data_add(self->data, parts->cluster[i]->id, budget_of(&self->story[i], &parts->budget), 0,
                               &unused, error);
    return status;
}

static knap_status fill_instance(knap_material *self, size_t number, const kn_material_parts *parts, knap_error *error)
{
    const kn_story *story = &self->story[number];
    size_t items = count_candidates(story), width = count_features(parts);
    double *feature = kn_new(self->allocator, items * width, sizeof *feature);
    knap_instance *instance = knap_data_at(self->data, number);
    knap_status status = KNAP_OK;
    self->line[number] = kn_new(self->allocator, kn_story_rows(story), sizeof **self->line);
    if (!feature || !self->line[number])
        status = kn_no_memory(error);
    else if (parts->quality)
        status = kn_quality_values(parts->quality, story, feature, error);
    if (!status)
        status = add_items(self, number, parts, instance, feature, error);
    if (!status)
        status = kn_reference_counts_make(&self->reference[number], story, error);
    if (!status && self->reference[number].total > 0)
        status = knap_instance_set_reward(instance, &kn_reward_rouge, &self->reference[number], error);
    if (!status && parts->prediction)
        status = add_predictions(self, number, parts, instance, error);
    kn_free(self->allocator, feature, items * width, sizeof *feature);
    return status;
}

/* The names of features and flaws, as the instances number them. */
static knap_status add_names(knap_material *self, const kn_quality *quality, knap_error *error)
{
    knap_status status = knap_data_new(self->allocator, &self->data, error);
    for (size_t i = 0, number; !status && quality && i < kn_quality_count(quality); i++) {
        char name[64];
        kn_quality_name(quality, i, name, sizeof name);
        status = knap_data_feature(self->data, name, &number, error);
    }
    for (size_t flaw = 0, number; !status && flaw < KN_FLAW_COUNT; flaw++)
        if (flaw != KN_FLAW_NUMBER_DEPENDENT)
            status = knap_data_flaw(self->data, kn_flaw_names[flaw], &number, error);
    return status;
}

typedef struct making {
    knap_material *material;
    const kn_material_parts *parts;
} making;

static knap_status make_one(void *context, size_t index, size_t worker, knap_error *error)
{
    const making *self = context;
    knap_status status = fill_instance(self->material, index, self->parts, error);
    (void)worker;
    kn_story_forget_words(&self->material->story[index]); /* the next instances use the memory */
    return status;
}

knap_status kn_material_make(kn_stories *stories, const kn_material_parts *parts, const knap_run *run,
                             knap_material **material, knap_error *error)
{
    const knap_allocator *allocator = stories->allocator;
    knap_material *self = kn_new(allocator, 1, sizeof *self);
    knap_status status;
    *material = NULL;
    if (!self)
        return kn_no_memory(error);
    *self = (knap_material){.allocator = allocator,
                            .count = stories->count,
                            .stories = *stories,
                            .story = stories->story,
                            .min_words = parts->text->min_words,
                            .filter = parts->text->filter};
    *stories = (kn_stories){.allocator = allocator};
    self->reference = kn_new(allocator, self->count, sizeof *self->reference);
    self->line = kn_new(allocator, self->count, sizeof *self->line);
    status = self->reference && self->line ? add_names(self, parts->quality, error) : kn_no_memory(error);
    if (!status)
        status = add_instances(self, parts, error);
    if (!status)
        status = kn_parallel_try(run->jobs, self->count, make_one, &(making){self, parts}, error);
    if (status)
        knap_material_free(self);
    else
        *material = self;
    return status;
}

void knap_material_free(knap_material *material)
{
    const knap_allocator *allocator;
    if (!material)
        return;
    allocator = material->allocator;
    knap_data_free(material->data);
    for (size_t i = 0; i < material->count; i++) {
        if (material->line)
            kn_free(allocator, material->line[i], kn_story_rows(&material->story[i]), sizeof **material->line);
        if (material->reference)
            kn_reference_counts_free(&material->reference[i]);
    }
    kn_free(allocator, material->reference, material->count, sizeof *material->reference);
    kn_free(allocator, material->line, material->count, sizeof *material->line);
    kn_stories_free(&material->stories);
    kn_free(allocator, material, 1, sizeof *material);
}

knap_data *knap_material_data(const knap_material *material)
{
    if (!material)
        return NULL;
    return material->data;
}

const char *knap_material_language(const knap_material *material, size_t cluster)
{
    if (!material || cluster >= material->count)
        return NULL;
    return material->story[cluster].language;
}

size_t knap_material_sentences(const knap_material *material, size_t cluster)
{
    if (!material || cluster >= material->count)
        return 0;
    return material->story[cluster].lines;
}

knap_candidate knap_material_item(const knap_material *material, size_t cluster, size_t item)
{
    if (!material || cluster >= material->count || item >= knap_instance_count(knap_data_at(material->data, cluster)))
        return (knap_candidate){0};
    const kn_story_line *line = &material->story[cluster].line[material->line[cluster][item]];
    return (knap_candidate){.document = line->document,
                            .sentence = line->sentence,
                            .text = line->text,
                            .length = line->length,
                            .words = line->words,
                            .characters = line->characters,
                            .standalone = line->standalone,
                            .style = line->style,
                            .superseded = line->superseded,
                            .cut = line->cut,
                            .cuts = line->cuts};
}
