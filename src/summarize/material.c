/* material.c - from stories to instances: an item a candidate, its words as concepts, its tf-idf as vector. */
#include "summarize/material.h"
#include "base/error.h"

#include <math.h>
#include <string.h>

static double cost_of(const kn_line *line, knap_unit unit)
{
    switch (unit) {
    case KNAP_WORDS:
        return line->words > 0 ? (double)line->words : 1;
    case KNAP_CHARACTERS:
        return (double)line->characters + 1;
    default:
        return (double)line->length + 1; /* with the line end behind it */
    }
}

static size_t count_candidates(const kn_story *story)
{
    size_t count = 0;
    for (size_t i = 0; i < story->lines; i++)
        count += story->line[i].candidate != 0;
    return count;
}

/* The words of a line, then its bigrams numbered behind all words. Scratch has room for both. */
static size_t list_concepts(const kn_story *story, size_t line, uint32_t *id, double *amount)
{
    const kn_counts *words = &story->counts, *pairs = &story->pairs;
    size_t count = 0;
    for (size_t i = words->start[line]; i < words->start[line + 1]; i++, count++) {
        id[count] = words->id[i];
        amount[count] = words->count[i];
    }
    for (size_t i = pairs->start[line]; i < pairs->start[line + 1]; i++, count++) {
        id[count] = (uint32_t)story->word.count + pairs->id[i];
        amount[count] = pairs->count[i];
    }
    return count;
}

/* Says of each concept what it is. */
static knap_status mark_concepts(const kn_story *story, knap_instance *instance, knap_error *error)
{
    knap_status status = KNAP_OK;
    size_t words = story->word.count;
    /* the last one first, so that the table is made once */
    for (size_t i = words + story->bigram.count; !status && i-- > 0;)
        status = knap_instance_mark(instance, (uint32_t)i,
                                    i >= words       ? KNAP_CONCEPT_BIGRAM
                                    : story->stop[i] ? KNAP_CONCEPT_STOP
                                                     : KNAP_CONCEPT_WORD,
                                    error);
    return status;
}

/* What is wrong with an item, kinds being numbered as in the story. A line that leans does so on the one before it in its
 * document, which is the item before it if it is one at all. */
static knap_status add_flaws(const kn_story *story, size_t line, knap_instance *instance, size_t item,
                             knap_error *error)
{
    const kn_line *here = &story->line[line], *before = line > 0 ? here - 1 : NULL;
    knap_status status = knap_instance_set_flaws(instance, item, here->flaws & ~(unsigned)KN_FLAW_DEPENDENT, error);
    if (status || !(here->flaws & KN_FLAW_DEPENDENT))
        return status;
    if (!before || before->document != here->document || !before->candidate)
        return knap_instance_set_support(instance, item, KNAP_NO_ITEM, error);
    return knap_instance_set_support(instance, item, item - 1, error);
}

static knap_status add_items(knap_material *self, size_t number, knap_instance *instance, const double *feature,
                             size_t width, knap_unit unit, knap_error *error)
{
    const kn_story *story = &self->story[number];
    size_t item = 0, most = 0;
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
        knap_item made = {.cost = cost_of(line, unit), .feature = feature + item * width, .group = line->document + 1};
        if (!line->candidate)
            continue;
        made.vector_count = knap_vectors_row(story->vectors, i, &made.vector_id, &made.vector);
        made.concept_count = list_concepts(story, i, id, amount);
        made.concept_id = id;
        made.amount = amount;
        self->line[number][item] = (uint32_t)i;
        status = knap_instance_add(instance, &made, error);
        if (!status)
            status = add_flaws(story, i, instance, item++, error);
    }
    kn_free(self->allocator, id, most, sizeof *id);
    kn_free(self->allocator, amount, most, sizeof *amount);
    return status ? status : mark_concepts(story, instance, error);
}

/* What is expected of the words, and the length to expect of a reference: for training its own. */
static knap_status add_hopes(const knap_material *self, size_t number, knap_instance *instance,
                             const kn_predictions *predictions, double length, knap_error *error)
{
    const kn_story *story = &self->story[number];
    size_t references = story->references.rows;
    knap_status status = kn_concepts_expect(instance, story, predictions, error);
    if (length == 0 && references)
        length = self->wanted[number].total / (double)references;
    return status ? status : knap_instance_set_mass(instance, length, error);
}

static knap_status add_instance(knap_material *self, size_t number, const kn_quality *quality,
                                const knap_budget *budget, const kn_predictions *predictions, double length,
                                knap_error *error)
{
    const kn_story *story = &self->story[number];
    size_t items = count_candidates(story), width = kn_quality_count(quality);
    double *feature = kn_new(self->allocator, items * width, sizeof *feature);
    knap_instance *instance;
    knap_status status;
    self->line[number] = kn_new(self->allocator, story->lines, sizeof **self->line);
    if (!feature || !self->line[number])
        status = kn_no_memory(error);
    else
        status = kn_quality_values(quality, story, feature, error);
    if (!status)
        status = knap_data_add(self->data, self->cluster[number]->id, budget->amount, 0, &instance, error);
    if (!status)
        status = add_items(self, number, instance, feature, width, budget->unit, error);
    if (!status)
        status = kn_reference_counts_make(&self->wanted[number], story, error);
    if (!status && self->wanted[number].total > 0)
        status = knap_instance_set_reward(instance, &kn_reward_rouge, &self->wanted[number], error);
    if (!status && predictions)
        status = add_hopes(self, number, instance, predictions, length, error);
    kn_free(self->allocator, feature, items * width, sizeof *feature);
    return status;
}

knap_status kn_material_make(knap_material **material, kn_story *story, const knap_cluster *const *cluster,
                             size_t count, const kn_predictions *prediction, double length, const kn_quality *quality,
                             const knap_budget *budget, const knap_allocator *allocator, knap_error *error)
{
    knap_material *self = kn_new(allocator, 1, sizeof *self);
    knap_status status = KNAP_OK;
    *material = self;
    if (!self)
        return kn_no_memory(error);
    *self = (knap_material){.allocator = allocator, .count = count, .story = story, .cluster = cluster};
    self->wanted = kn_new(allocator, count, sizeof *self->wanted);
    self->line = kn_new(allocator, count, sizeof *self->line);
    if (!self->wanted || !self->line)
        status = kn_no_memory(error);
    if (!status)
        status = knap_data_new(allocator, &self->data, error);
    for (size_t i = 0; !status && i < kn_quality_count(quality); i++) {
        char name[64];
        size_t number;
        kn_quality_name(quality, i, name, sizeof name);
        status = knap_data_feature(self->data, name, &number, error);
    }
    for (size_t i = 0, flaw; !status && 1u << i < KN_FLAW_DEPENDENT; i++)
        status = knap_data_flaw(self->data, kn_flaw_names[i], &flaw, error);
    for (size_t i = 0; !status && i < count; i++)
        status = add_instance(self, i, quality, budget, prediction ? &prediction[i] : NULL, length, error);
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
        if (material->wanted)
            kn_reference_counts_free(&material->wanted[i]);
        kn_story_free(&material->story[i]);
    }
    kn_free(allocator, material->wanted, material->count, sizeof *material->wanted);
    kn_free(allocator, material->line, material->count, sizeof *material->line);
    kn_free(allocator, material->story, material->count, sizeof *material->story);
    kn_free(allocator, material, 1, sizeof *material);
}

knap_status knap_material_new(const knap_summarizer *summarizer, const knap_cluster *const *cluster, size_t count,
                              const char *language, const char *exceptions, const knap_budget *budget,
                              const knap_run *run, knap_material **material, knap_error *error)
{
    kn_story *story = kn_new(run->allocator, count, sizeof *story);
    knap_status status;
    *material = NULL;
    if (!story)
        return kn_no_memory(error);
    status = kn_stories_read(story, cluster, count, language, exceptions, summarizer->idf, summarizer->language,
                             &summarizer->text, run, error);
    status = kn_summarizer_material(summarizer, story, cluster, count, NULL, budget, run, status, material, error);
    if (!status && summarizer->model)
        status = knap_model_match(summarizer->model, (*material)->data, 0, error);
    if (status) {
        knap_material_free(*material);
        *material = NULL;
    }
    return status;
}

knap_data *knap_material_data(const knap_material *material)
{
    return material->data;
}

const char *knap_material_language(const knap_material *material, size_t cluster)
{
    return material->story[cluster].language;
}

size_t knap_material_sentences(const knap_material *material, size_t cluster)
{
    return material->story[cluster].lines;
}

knap_candidate knap_material_item(const knap_material *material, size_t cluster, size_t item)
{
    const kn_line *line = &material->story[cluster].line[material->line[cluster][item]];
    return (knap_candidate){.document = line->document,
                            .sentence = line->sentence,
                            .text = line->text,
                            .length = line->length,
                            .words = line->words,
                            .characters = line->characters};
}

/* ---- Summaries ---- */

/* The sentences one a line, into room enough. */
static void write_lines(const knap_material *material, size_t cluster, const knap_list *list, const size_t *place,
                        char *text)
{
    for (size_t i = 0; i < list->count; i++) {
        knap_candidate candidate = knap_material_item(material, cluster, list->item[place[i]]);
        memcpy(text, candidate.text, candidate.length);
        text += candidate.length;
        *text++ = '\n';
    }
}

knap_status knap_summary_text(const knap_material *material, size_t cluster, const knap_list *list, knap_order order,
                              char **text, size_t *length, knap_error *error)
{
    const knap_allocator *allocator = material->allocator;
    size_t *place = kn_new(allocator, list->count, sizeof *place);
    size_t total = 0;
    knap_status status = place ? knap_summary_order(material, cluster, list, order, place, error) : kn_no_memory(error);
    for (size_t i = 0; i < list->count; i++)
        total += knap_material_item(material, cluster, list->item[i]).length + 1;
    *text = status ? NULL : kn_new(allocator, total + 1, 1);
    *length = total;
    if (*text)
        write_lines(material, cluster, list, place, *text);
    else if (!status)
        status = kn_no_memory(error);
    kn_free(allocator, place, list->count, sizeof *place);
    return status;
}
