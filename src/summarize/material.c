/* material.c - from stories to instances: an item is a candidate; its words are concepts, its tf-idf is its vector. */
#include "summarize/material.h"
#include "summarize/concepts.h"
#include "summarize/flaws.h"
#include "base/error.h"

#include <math.h>

static double cost_of(const kn_line *line, knap_unit unit)
{
    switch (unit) {
    case KNAP_WORDS:
        return line->words > 0 ? (double)line->words : 1;
    case KNAP_CHARACTERS:
        return (double)line->characters + 1;
    default:
        return (double)line->length + 1; /* with the line end */
    }
}

static size_t count_candidates(const kn_story *story)
{
    size_t count = 0;
    for (size_t i = 0; i < story->lines; i++)
        count += story->line[i].candidate;
    return count;
}

/* The words of a line, then its bigrams, whose numbers follow those of all words. `id` and `amount` have room for both. */
static size_t list_concepts(const kn_story *story, size_t line, uint32_t *id, double *amount)
{
    const kn_counts *words = &story->counts, *pairs = &story->pairs;
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
    for (size_t i = words + story->bigram.count; !status && i-- > 0;)
        status = knap_instance_mark(instance, (uint32_t)i,
                                    i >= words       ? KNAP_CONCEPT_BIGRAM
                                    : story->stop[i] ? KNAP_CONCEPT_STOP
                                                     : KNAP_CONCEPT_WORD,
                                    error);
    return status;
}

/* Adds the flaws of an item, numbered as in kn_flaw_names. A dependent line depends on the one before it in its document,
 * which is the item before it if it is an item at all. */
static knap_status add_flaws(const kn_story *story, size_t line, knap_instance *instance, size_t item,
                             knap_error *error)
{
    const kn_line *here = &story->line[line], *before = line > 0 ? here - 1 : NULL;
    knap_status status = KNAP_OK;
    uint32_t flaws = 0;
    /* the data's flaws are those of the table without DEPENDENT */
    for (size_t flaw = 0, bit = 0; flaw < KN_FLAW_COUNT; flaw++)
        if (flaw != KN_FLAW_NUMBER_DEPENDENT)
            flaws |= (here->flaws >> flaw & 1u) << bit++;
    status = knap_instance_set_flaws(instance, item, flaws, error);
    if (status || !(here->flaws & KN_FLAW_DEPENDENT))
        return status;
    if (!before || before->document != here->document || !before->candidate)
        return knap_instance_set_support(instance, item, KNAP_NO_ITEM, error);
    return knap_instance_set_support(instance, item, item - 1, error);
}

static knap_status add_items(knap_material *self, size_t number, const kn_material_parts *parts,
                             knap_instance *instance, const double *feature, knap_error *error)
{
    const kn_story *story = &self->story[number];
    size_t item = 0, most = 0, width = kn_quality_count(parts->quality);
    uint32_t *id;
    double *amount;
    knap_status status = KNAP_OK;
    for (size_t i = 0; i < story->lines; i++) {
        size_t here =
            story->counts.start[i + 1] - story->counts.start[i] + story->pairs.start[i + 1] - story->pairs.start[i];
        most = here > most ? here : most;
    }
    id = kn_new(self->allocator, most, sizeof *id);
    amount = kn_new(self->allocator, most, sizeof *amount);
    if (!id || !amount)
        status = kn_no_memory(error);
    for (size_t i = 0; !status && i < story->lines; i++) {
        const kn_line *line = &story->line[i];
        knap_item made = {
            .cost = cost_of(line, parts->budget.unit), .feature = feature + item * width, .group = line->document + 1};
        if (!line->candidate)
            continue;
        made.vector_count = knap_vectors_row(story->vectors, i, &made.vector_id, &made.vector);
        made.concept_count = list_concepts(story, i, id, amount);
        made.concept_id = id;
        made.amount = amount;
        self->line[number][item] = (uint32_t)i;
        status = knap_instance_add(instance, &made, error);
        if (!status)
            status = add_flaws(story, i, instance, item, error);
        if (!status)
            status = kn_needs_add(story, &parts->needs, i, instance, item++, error);
    }
    kn_free(self->allocator, id, most, sizeof *id);
    kn_free(self->allocator, amount, most, sizeof *amount);
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

static knap_status add_instance(knap_material *self, size_t number, const kn_material_parts *parts, knap_error *error)
{
    const kn_story *story = &self->story[number];
    size_t items = count_candidates(story), width = kn_quality_count(parts->quality);
    double *feature = kn_new(self->allocator, items * width, sizeof *feature);
    knap_instance *instance = NULL;
    knap_status status;
    self->line[number] = kn_new(self->allocator, story->lines, sizeof **self->line);
    if (!feature || !self->line[number])
        status = kn_no_memory(error);
    else
        status = kn_quality_values(parts->quality, story, feature, error);
    if (!status)
        status = knap_data_add(self->data, parts->cluster[number]->id, parts->budget.amount, 0, &instance, error);
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
    for (size_t i = 0, number; !status && i < kn_quality_count(quality); i++) {
        char name[64];
        kn_quality_name(quality, i, name, sizeof name);
        status = knap_data_feature(self->data, name, &number, error);
    }
    for (size_t flaw = 0, number; !status && flaw < KN_FLAW_COUNT; flaw++)
        if (flaw != KN_FLAW_NUMBER_DEPENDENT)
            status = knap_data_flaw(self->data, kn_flaw_names[flaw], &number, error);
    return status;
}

knap_status kn_material_make(kn_stories *stories, const kn_material_parts *parts, knap_material **material,
                             knap_error *error)
{
    const knap_allocator *allocator = stories->allocator;
    knap_material *self = kn_new(allocator, 1, sizeof *self);
    knap_status status;
    *material = NULL;
    if (!self)
        return kn_no_memory(error);
    *self =
        (knap_material){.allocator = allocator, .count = stories->count, .stories = *stories, .story = stories->story};
    *stories = (kn_stories){.allocator = allocator};
    self->reference = kn_new(allocator, self->count, sizeof *self->reference);
    self->line = kn_new(allocator, self->count, sizeof *self->line);
    status = self->reference && self->line ? add_names(self, parts->quality, error) : kn_no_memory(error);
    for (size_t i = 0; !status && i < self->count; i++)
        status = add_instance(self, i, parts, error);
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
            kn_free(allocator, material->line[i], material->story[i].lines, sizeof **material->line);
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
    const kn_line *line = &material->story[cluster].line[material->line[cluster][item]];
    return (knap_candidate){.document = line->document,
                            .sentence = line->sentence,
                            .text = line->text,
                            .length = line->length,
                            .words = line->words,
                            .characters = line->characters,
                            .standalone = line->standalone,
                            .superseded = line->superseded};
}

knap_status knap_material_f(const knap_material *material, size_t cluster, const knap_list *list, double *value,
                            knap_error *error)
{
    KN_REQUIRE(value);
    *value = NAN;
    KN_REQUIRE(material);
    KN_REQUIRE(list);
    if (cluster >= material->count)
        return kn_fail(error, KNAP_USAGE, "there is no cluster %zu: the material has %zu", cluster, material->count);
    const knap_instance *instance = knap_data_at(material->data, cluster);
    const kn_story *story = &material->story[cluster];
    const kn_reference_counts *reference = &material->reference[cluster];
    double words = 0;
    knap_status status;
    if (!(reference->total > 0))
        return kn_fail(error, KNAP_USAGE, "cluster '%.100s' has no references to measure by",
                       knap_instance_id(instance));
    status = knap_list_value(instance, list, value, error);
    if (status)
        return status;
    for (size_t i = 0; i < list->count; i++) {
        uint32_t line = material->line[cluster][list->item[i]];
        for (size_t j = story->counts.start[line]; j < story->counts.start[line + 1]; j++)
            words += story->counts.count[j];
    }
    *value *= 2 / (1 + words * (double)story->references.rows / reference->total);
    return status;
}
