/* sources.c - the documents of a summary with the places of their sentences, and what was left out and why. */
#include "sources.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* From this cosine on, a sentence that was left out is said to repeat a chosen one. */
static const double SIMILAR = 0.5;

static const knap_instance *instance_of(const summarize_work *self)
{
    return knap_data_at(knap_material_data(self->material), 0);
}

/* ---- What was left out ---- */

static bool is_picked(const summarize_work *self, size_t item)
{
    return self->twin[item] == item;
}

/* Finds for each item the picked one that it is most similar to; for a picked one, itself. */
static void find_twins(summarize_work *self)
{
    const knap_instance *instance = instance_of(self);
    const knap_list *list = &self->packed.list;
    size_t count = knap_instance_count(instance);
    for (size_t i = 0; i < count && !cli_cancelled(); i++) {
        self->twin[i] = KNAP_NO_ITEM;
        for (size_t k = 0; k < list->count; k++) {
            double cosine = knap_instance_similarity(instance, i, list->item[k]);
            if (cosine > self->nearest[i]) {
                self->nearest[i] = cosine;
                self->twin[i] = list->item[k];
            }
        }
    }
    for (size_t k = 0; k < list->count; k++)
        self->twin[list->item[k]] = list->item[k];
}

/* Whether two items are forms of one sentence. */
static bool same_sentence(const summarize_work *self, size_t a, size_t b)
{
    return knap_material_item(self->material, 0, a).sentence == knap_material_item(self->material, 0, b).sentence;
}

/* Whether an item, the first form of its sentence, or another form is picked. */
static bool is_chosen(const summarize_work *self, size_t item, size_t *end)
{
    size_t count = knap_instance_count(instance_of(self));
    bool chosen = is_picked(self, item);
    for (*end = item + 1; *end < count && same_sentence(self, item, *end); (*end)++)
        chosen |= is_picked(self, *end);
    return chosen;
}

typedef struct ranked {
    double score;
    size_t item;
} ranked;

static int by_score(const void *a, const void *b)
{
    const ranked *one = a, *other = b;
    if (one->score != other->score)
        return one->score > other->score ? -1 : 1;
    return one->item < other->item ? -1 : one->item > other->item;
}

/* The sentences that were left out, best first. Without scores, in the order of the documents. */
static void find_best(summarize_work *self)
{
    const knap_instance *instance = instance_of(self);
    size_t count = knap_instance_count(instance), end, ranks = 0;
    ranked *rank = cli_new(count, sizeof *rank);
    for (size_t i = 0; i < count; i = end) {
        double score = self->score && !isnan(self->score[i]) ? self->score[i] : -INFINITY;
        if (!is_chosen(self, i, &end) && knap_instance_choice(instance, i) == KNAP_CHOICE_FREE)
            rank[ranks++] = (ranked){score, i};
    }
    qsort(rank, ranks, sizeof *rank, by_score);
    self->bests = ranks < self->ask.candidates ? ranks : self->ask.candidates;
    self->best = cli_new(self->bests, sizeof *self->best);
    for (size_t i = 0; i < self->bests; i++)
        self->best[i] = rank[i].item;
    free(rank);
}

bool sources_find(summarize_work *self)
{
    const knap_instance *instance = instance_of(self);
    size_t count = knap_instance_count(instance), columns = self->system ? 0 : knap_model_columns(self->packs);
    knap_error error;
    knap_status status = KNAP_OK;
    if (!self->ask.explain && !self->ask.sources)
        return true;
    self->nearest = cli_new(count, sizeof *self->nearest);
    self->twin = cli_new(count, sizeof *self->twin);
    find_twins(self);
    if (cli_cancelled())
        return false;
    if (columns) {
        self->score = cli_new(count, sizeof *self->score);
        status = knap_model_rate(self->packs, instance, self->ask.seed, self->score, NULL, 0, NULL, &error);
    }
    if (!status && self->ask.explain) {
        find_best(self);
        if (columns && self->bests) {
            self->row = cli_new(self->bests * columns, sizeof *self->row);
            status = knap_model_rate(self->packs, instance, self->ask.seed, NULL, self->best, self->bests, self->row,
                                     &error);
        }
    }
    return status ? request_fail(self->request, &error, NULL, 422) : true;
}

void sources_end(summarize_work *self)
{
    free(self->score);
    free(self->nearest);
    free(self->twin);
    free(self->best);
    free(self->row);
}

/* ---- Reasons ---- */

static const char *unit_name(const summarize_work *self)
{
    switch (self->budget.unit) {
    case KNAP_WORDS:
        return "words";
    case KNAP_SENTENCES:
        return "sentences";
    case KNAP_CHARACTERS:
    case KNAP_PERCENT:
        return "characters";
    case KNAP_TOKENS:
        return "tokens";
    default:
        return "bytes";
    }
}

static json_t *reason(const char *code, char *text)
{
    json_t *object = json_object();
    cli_json_put(object, "code", cli_json_string(code));
    cli_json_put(object, "text", cli_json_string(text));
    free(text);
    return object;
}

static void put_place(const summarize_work *self, json_t *object, size_t item)
{
    knap_candidate candidate = knap_material_item(self->material, 0, item);
    cli_json_put(object, "document", cli_json_count(candidate.document));
    cli_json_put(object, "sentence", cli_json_count(candidate.sentence->position));
}

/* Adds the chosen sentence that the item is most similar to. */
static void put_twin(const summarize_work *self, json_t *object, size_t item)
{
    put_place(self, object, self->twin[item]);
    cli_json_put(object, "similarity", cli_json_real(self->nearest[item]));
}

/* Why a candidate is not in the summary. */
static json_t *json_reason(const summarize_work *self, size_t item)
{
    const knap_instance *instance = instance_of(self);
    double cost = knap_instance_cost(instance, item), budget = knap_instance_budget(instance);
    double left = budget - self->packed.list.cost;
    const char *unit = unit_name(self);
    json_t *made, *similar;
    if (knap_instance_choice(instance, item) == KNAP_CHOICE_BAN)
        return reason("banned", cli_format("You excluded this sentence."));
    if (cost > budget)
        return reason("too-long",
                      cli_format("It costs %.0f %s, more than the whole budget of %.0f.", cost, unit, budget));
    if (self->twin[item] != KNAP_NO_ITEM && self->nearest[item] >= SIMILAR) {
        made = reason("similar", cli_format("It says much the same as a chosen sentence."));
        put_twin(self, made, item);
        return made;
    }
    made = cost > left ? reason("no-room", cli_format("It costs %.0f %s, and %.0f are left.", cost, unit, left))
                       : reason("lower", cli_format("Other sentences add more."));
    if (self->twin[item] != KNAP_NO_ITEM) {
        similar = json_object();
        put_twin(self, similar, item);
        cli_json_put(made, "similar", similar);
    }
    return made;
}

static const char *furniture_name(const knap_sentence *sentence)
{
    return sentence->flags & KNAP_SENTENCE_HEADING  ? "heading"
           : sentence->flags & KNAP_SENTENCE_DATE   ? "date"
           : sentence->flags & KNAP_SENTENCE_BYLINE ? "byline"
           : sentence->flags & KNAP_SENTENCE_SLUG   ? "slug"
                                                    : "sentence";
}

/* Why a sentence is no candidate. */
static json_t *json_exclusion(const summarize_work *self, size_t document, const knap_sentence *sentence)
{
    const char *const *names = knap_param_find(knap_text_settings_table(), "filter")->choices;
    unsigned flaws;
    json_t *made, *list;
    switch (knap_material_exclusion(self->material, 0, document, sentence->position, &flaws)) {
    case KNAP_EXCLUDED_SHORT:
        return reason("short", cli_format("It is too short to be picked."));
    case KNAP_EXCLUDED_REPEATED:
        return reason("repeated", cli_format("An earlier sentence has the same text."));
    case KNAP_EXCLUDED_FLAWED:
        made = reason("flawed", cli_format("It would not read well in a summary."));
        list = json_array();
        for (size_t i = 0; names[i]; i++)
            if (flaws >> i & 1)
                cli_json_add(list, cli_json_string(names[i]));
        cli_json_put(made, "flaws", list);
        return made;
    default:
        return reason(furniture_name(sentence), cli_format("It is not a sentence of the story."));
    }
}

/* ---- Documents ---- */

/* Counts the UTF-16 units of a text up to a byte, going on from the last call. */
typedef struct counter16 {
    const char *text;
    size_t at, units;
} counter16;

static size_t count16(counter16 *self, size_t to)
{
    for (; self->at < to; self->at++) {
        unsigned char byte = (unsigned char)self->text[self->at];
        self->units += (byte & 0xC0) != 0x80; /* the first byte of a character */
        self->units += byte >= 0xF0;          /* beyond the basic plane: two units */
    }
    return self->units;
}

static json_t *pair(size_t begin, size_t end)
{
    json_t *array = json_array();
    cli_json_add(array, cli_json_count(begin));
    cli_json_add(array, cli_json_count(end));
    return array;
}

static void put_score(const summarize_work *self, json_t *object, size_t item)
{
    if (self->score && !isnan(self->score[item]))
        cli_json_put(object, "score", cli_json_real(self->score[item]));
}

/* The state of a sentence. *item is the first item that may be of it, and is moved behind its items. */
static void put_state(const summarize_work *self, json_t *object, size_t document, const knap_sentence *sentence,
                      size_t *item)
{
    const knap_instance *instance = instance_of(self);
    size_t count = knap_instance_count(instance), first = *item;
    knap_candidate candidate = knap_material_item(self->material, 0, first);
    bool chosen;
    if (first >= count || candidate.document != document || candidate.sentence->position != sentence->position) {
        cli_json_put(object, "state", cli_json_string("never"));
        cli_json_put(object, "reason", json_exclusion(self, document, sentence));
        return;
    }
    chosen = is_chosen(self, first, item);
    bool pinned = false;
    for (size_t i = first; i < *item; i++)
        pinned |= knap_instance_choice(instance, i) == KNAP_CHOICE_PIN;
    cli_json_put(object, "state",
                 cli_json_string(pinned                                                     ? "pinned"
                                 : chosen                                                   ? "picked"
                                 : knap_instance_choice(instance, first) == KNAP_CHOICE_BAN ? "banned"
                                                                                            : "left"));
    cli_json_put(object, "cost", cli_json_real(knap_instance_cost(instance, first)));
    put_score(self, object, first);
    if (!chosen)
        cli_json_put(object, "reason", json_reason(self, first));
}

static json_t *json_document(const summarize_work *self, size_t number, size_t *item)
{
    const knap_document *document = self->cluster->document[number];
    size_t length, count;
    const char *text = knap_document_text(document, &length);
    const knap_sentence *sentence = knap_material_document(self->material, 0, number, &count);
    json_t *object = json_object(), *sentences = json_array();
    counter16 units = {.text = text};
    cli_json_put(object, "name", cli_json_string(knap_document_name(document)));
    cli_json_put(object, "id", cli_json_string(knap_document_id(document)));
    cli_json_put(object, "input", cli_json_count(knap_corpus_file_of(self->corpus, number)));
    cli_json_put(object, "text", cli_json_text(text, length));
    for (size_t i = 0; i < count; i++) {
        json_t *made = json_object();
        size_t begin = count16(&units, sentence[i].body);
        cli_json_put(made, "sentence", cli_json_count(sentence[i].position));
        cli_json_put(made, "utf16", pair(begin, count16(&units, sentence[i].end)));
        cli_json_put(made, "bytes", pair(sentence[i].body, sentence[i].end));
        cli_json_put(made, "paragraph", cli_json_count(sentence[i].paragraph));
        cli_json_put(made, "kind", cli_json_string(furniture_name(&sentence[i])));
        put_state(self, made, number, &sentence[i], item);
        cli_json_add(sentences, made);
    }
    cli_json_put(object, "sentences", sentences);
    return object;
}

/* ---- The answer ---- */

static json_t *json_candidate(const summarize_work *self, size_t rank)
{
    const knap_instance *instance = instance_of(self);
    size_t item = self->best[rank];
    knap_candidate candidate = knap_material_item(self->material, 0, item);
    json_t *object = json_object();
    put_place(self, object, item);
    cli_json_put(object, "text", cli_json_text(candidate.text, candidate.length));
    cli_json_put(object, "cost", cli_json_real(knap_instance_cost(instance, item)));
    put_score(self, object, item);
    if (self->row && !isnan(self->score[item]))
        cli_json_put(object, "why", cli_json_reasons(self->packs, self->row + rank * knap_model_columns(self->packs)));
    cli_json_put(object, "flaws", cli_json_flaws(knap_material_data(self->material), 0, &self->packed.list, item));
    cli_json_put(object, "reason", json_reason(self, item));
    return object;
}

static json_t *json_places(const summarize_work *self)
{
    const knap_list *list = &self->packed.list;
    json_t *array = json_array();
    for (size_t i = 0; i < list->count; i++) {
        size_t item = list->item[self->place[i]];
        json_t *object = json_object();
        put_place(self, object, item);
        cli_json_put(object, "pinned", json_boolean(knap_instance_choice(instance_of(self), item) == KNAP_CHOICE_PIN));
        cli_json_add(array, object);
    }
    return array;
}

static json_t *json_notes(const summarize_work *self)
{
    json_t *array = json_array();
    size_t count;
    const knap_note *note = knap_corpus_notes(self->corpus, &count);
    for (size_t i = 0; i < count; i++) {
        json_t *object = json_object();
        cli_json_put(object, "file", cli_json_string(note[i].file));
        cli_json_put(object, "message", cli_json_string(note[i].message));
        cli_json_add(array, object);
    }
    return array;
}

void sources_write(const summarize_work *self, json_t *object)
{
    json_t *array;
    size_t item = 0;
    if (!self->ask.explain && !self->ask.sources)
        return;
    cli_json_put(object, "places", json_places(self));
    cli_json_put(object, "budget_amount", cli_json_real(knap_instance_budget(instance_of(self))));
    cli_json_put(object, "budget_unit", cli_json_string(unit_name(self)));
    cli_json_put(object, "notes", json_notes(self));
    if (self->ask.sources) {
        array = json_array();
        for (size_t i = 0; i < self->cluster->documents; i++)
            cli_json_add(array, json_document(self, i, &item));
        cli_json_put(object, "documents", array);
    }
    if (self->ask.explain) {
        array = json_array();
        for (size_t i = 0; i < self->bests; i++)
            cli_json_add(array, json_candidate(self, i));
        cli_json_put(object, "candidates", array);
    }
}
