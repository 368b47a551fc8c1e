/* route_summarize.c - /v1/summarize: documents in, a summary out, as `knap summarize --json` prints it. */
#include "documents.h"
#include "scores.h"
#include "sources.h"
#include "systems.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROW(type, field, help)                                                                                         \
    {                                                                                                                  \
#field, type, offsetof(summarize_ask, field), help, NULL                                                       \
    }
#define JSON(field, help, schema)                                                                                      \
    {                                                                                                                  \
#field, MEMBER_JSON, offsetof(summarize_ask, field), help, schema                                              \
    }
#define CHANGE(type, field, help)                                                                                      \
    {                                                                                                                  \
#field, type, offsetof(summarize_ask, changes.field), help, NULL                                               \
    }

#define TEXTS                                                                                                          \
    "{\"type\":\"array\",\"items\":{\"oneOf\":[{\"type\":\"string\"},{\"type\":\"object\",\"required\":[\"text\"],"    \
    "\"additionalProperties\":false,\"properties\":{\"name\":{\"type\":\"string\"},\"text\":{\"type\":\"string\"}}}]}" \
    "}"
#define PLACES                                                                                                         \
    "{\"type\":\"array\",\"items\":{\"type\":\"object\",\"required\":[\"document\",\"sentence\"],"                     \
    "\"additionalProperties\":false,\"properties\":{\"document\":{\"type\":\"integer\",\"minimum\":0},"                \
    "\"sentence\":{\"type\":\"integer\",\"minimum\":0}}}}"

const member_row summarize_members[] = {
    JSON(documents, "The documents: texts, or objects with a name and a text", TEXTS),
    JSON(references, "Reference summaries", TEXTS),
    ROW(MEMBER_TEXT, id, "The id of the cluster in the answer"),
    ROW(MEMBER_TEXT, budget, "How long the summary may be: 250w, 5s, 10%, 665b, 600c, 1000t (tokens) [the model's]"),
    ROW(MEMBER_TEXT, query, "What the summary is to be about [what the documents are about]"),
    ROW(MEMBER_TEXT, model, "The name of a model of /v1/models [the first]"),
    ROW(MEMBER_TEXT, system, "A system that picks instead of the model"),
    JSON(set, "Settings of the system", "{\"type\":\"object\"}"),
    ROW(MEMBER_TEXT, language, "The language of the documents [guessed]"),
    ROW(MEMBER_TEXT, format,
        "The format of all documents, texts included: html, markdown, rst, pdf and others [recognised; text]"),
    ROW(MEMBER_TEXT, order, "The order of the sentences: a name of /v1/models"),
    CHANGE(MEMBER_TEXT, decode, "How to search: greedy, swap or mbr [the model's]"),
    CHANGE(MEMBER_TEXT, filter, "Sentences that are never picked [the model's]"),
    CHANGE(MEMBER_REAL, readability_penalty, "The penalty of awkward sentences in the swap search [the model's]"),
    CHANGE(MEMBER_FLAG, max_rouge, "Pick for ROUGE-1 alone, without regard to readers"),
    ROW(MEMBER_FLAG, trim, "Offer sentences trimmed too [true]"),
    ROW(MEMBER_COUNT, seed, "Seeds the random choices of mixtures and systems [1]"),
    JSON(pins, "Sentences that must be in the summary", PLACES),
    JSON(bans, "Sentences that must not be in the summary", PLACES),
    ROW(MEMBER_TEXT, rouge, "With references: the measures to score the summary by, such as 1,2,L"),
    ROW(MEMBER_FLAG, explain, "Say why sentences were picked, and which were left out and why"),
    ROW(MEMBER_COUNT, candidates, "How many of those that were left out `candidates` lists [40]"),
    ROW(MEMBER_FLAG, sources, "Add the texts of the documents with the places of their sentences"),
    {NULL, MEMBER_TEXT, 0, NULL, NULL}};

/* ---- What picks ---- */

/* Applies one change after the other, so that a fault can name the member. */
static bool adjust(summarize_work *self)
{
    const cli_changes *all = &self->ask.changes;
    const cli_changes each[] = {{.readability_penalty = NAN, .max_rouge = all->max_rouge, .no_trim = !self->ask.trim},
                                {.readability_penalty = NAN, .filter = all->filter},
                                {.readability_penalty = all->readability_penalty},
                                {.readability_penalty = NAN, .decode = all->decode}};
    static const char *const names[] = {"max_rouge", "filter", "readability_penalty", "decode"};
    knap_error error;
    for (size_t i = 0; i < sizeof each / sizeof *each; i++)
        if (cli_adjust(self->own, &each[i], &error))
            return request_fail(self->request, &error, names[i], 400);
    return true;
}

/* The summarizer: the shared one or, where the request changes it, a copy. */
static bool open_summarizer(summarize_work *self)
{
    const summarize_ask *ask = &self->ask;
    const cli_changes *changes = &ask->changes;
    request *of = self->request;
    knap_error error;
    self->model = models_acquire(of->server->models, ask->model);
    if (!self->model)
        return fault_set(&of->wrong, 400, "model", "there is no model '%.60s'; GET /v1/models lists the models",
                         ask->model);
    self->summarizer = self->model->summarizer;
    if (!self->summarizer)
        return fault_set(&of->wrong, 400, "model", "this model is for items, not for documents: use /v1/pack");
    if (!changes->decode && !changes->filter && !changes->max_rouge && ask->trim && isnan(changes->readability_penalty))
        return true;
    if (knap_summarizer_variant(self->summarizer, &of->account.allocator, &self->own, &error))
        return request_fail(of, &error, NULL, 422);
    self->summarizer = self->own;
    return adjust(self);
}

static bool choose_order(summarize_work *self)
{
    const knap_order_row *row = knap_orders();
    for (int i = 0; row[i].name; i++)
        if (!self->ask.order || strcmp(row[i].name, self->ask.order) == 0) {
            self->order = (knap_order)i;
            return true;
        }
    return fault_set(&self->request->wrong, 400, "order", "there is no order '%.60s'; GET /v1/models lists the orders",
                     self->ask.order);
}

static bool choose_budget(summarize_work *self)
{
    knap_error error;
    self->budget = knap_summarizer_budget(self->summarizer);
    if (self->ask.budget && knap_budget_parse(self->ask.budget, &self->budget, &error))
        return request_fail(self->request, &error, "budget", 400);
    if (self->budget.unit == KNAP_TOKENS && !(self->budget.tokenizer = self->request->server->tokenizer))
        return fault_set(&self->request->wrong, 400, "budget",
                         "the server has no vocabulary to count tokens: use 250w, 5s, 10%%, 665b or 600c, or start it "
                         "with --tokenizer FILE");
    return true;
}

static bool choose_system(summarize_work *self)
{
    if (!self->ask.system) {
        self->packs = knap_summarizer_model(self->summarizer);
        return !self->ask.set ||
               fault_set(&self->request->wrong, 400, "set", "settings need a system: name it in \"system\"");
    }
    self->system = system_find(self->request, self->ask.system);
    if (!self->system || !system_fit(self->request, self->system, self->ask.set, &self->fitted))
        return false;
    self->packs = self->fitted;
    return true;
}

/* ---- Pins and bans ---- */

static bool choose(summarize_work *self, const json_t *places, const char *name, knap_choice choice)
{
    request *of = self->request;
    char member[64];
    if (places && !json_is_array(places))
        return fault_set(&of->wrong, 400, name, "expected an array, got %s", members_kind(places));
    for (size_t i = 0; i < json_array_size(places); i++) {
        const json_t *place = json_array_get(places, i);
        const json_t *document = json_object_get(place, "document"), *sentence = json_object_get(place, "sentence");
        knap_error error;
        snprintf(member, sizeof member, "%s[%zu]", name, i);
        if (!json_is_object(place) || json_object_size(place) != 2 || !json_is_integer(document) ||
            !json_is_integer(sentence) || json_integer_value(document) < 0 || json_integer_value(sentence) < 0)
            return fault_set(&of->wrong, 400, member,
                             "expected {\"document\": N, \"sentence\": N} with numbers from 0");
        size_t of_document = (size_t)json_integer_value(document), number = (size_t)json_integer_value(sentence);
        if (choice == KNAP_CHOICE_BAN &&
            knap_material_choice(self->material, 0, of_document, number) == KNAP_CHOICE_PIN)
            return fault_set(&of->wrong, 400, member, "\"pins\" has this sentence too: remove it from one of them");
        if (knap_material_choose(self->material, 0, of_document, number, choice, &error))
            return request_fail(of, &error, member, 422);
    }
    return true;
}

/* ---- Packing ---- */

static bool pack(summarize_work *self)
{
    request *of = self->request;
    knap_run run = request_run(of);
    knap_error error;
    knap_status status = knap_material_new(
        self->summarizer,
        &(knap_text_input){.cluster = &self->cluster,
                           .clusters = 1,
                           .language = self->ask.language,
                           .exceptions = cli_exceptions(NULL, knap_summarizer_text(self->summarizer)->stem, true),
                           .budget = self->budget,
                           .query = self->ask.query,
                           .ignores = self->system ? self->system->ignores : 0,
                           .system = self->system ? self->system->name : NULL,
                           .languages = of->languages},
        &run, &self->material, &error);
    if (status)
        return request_fail(of, &error, error.status == KNAP_USAGE && self->ask.language ? "language" : NULL, 422);
    if (knap_instance_count(knap_data_at(knap_material_data(self->material), 0)) > of->server->settings->max_items)
        return fault_set(
            &of->wrong, 413, "documents",
            "there are more than the %zu sentences that the server allows: send less, or start the server with "
            "a higher --max-items",
            of->server->settings->max_items);
    if (!choose(self, self->ask.pins, "pins", KNAP_CHOICE_PIN) ||
        !choose(self, self->ask.bans, "bans", KNAP_CHOICE_BAN))
        return false;
    request_progress(of, "packing", 0);
    status = knap_model_match(self->packs, knap_material_data(self->material), 0, &error);
    if (!status)
        status =
            knap_pack_all(self->packs, knap_material_data(self->material), self->ask.seed, &run, &self->packed, &error);
    if (!status && !isnan(self->packed.reward)) /* the reward may be another one */
        status = knap_material_recall(self->material, 0, &self->packed.list, &self->packed.reward, &error);
    return status ? request_fail(of, &error, self->ask.pins ? "pins" : NULL, 422) : true;
}

/* ---- The answer ---- */

/* The ROUGE scores of the summary. */
static bool score(summarize_work *self)
{
    request *of = self->request;
    knap_rouge_options options;
    bool good;
    if (!self->ask.rouge)
        return true;
    if (self->cluster->references == 0)
        return fault_set(&of->wrong, 400, "rouge", "scores need \"references\"");
    knap_rouge_options_init(&options);
    good = scoring_begin(of, &self->scores, self->ask.rouge, &options) &&
           scoring_add(of, &self->scores, "1", "1", self->text, self->length);
    for (size_t i = 0; good && i < self->cluster->references; i++) {
        size_t length;
        const char *text = knap_document_text(self->cluster->reference[i], &length);
        good = scoring_add(of, &self->scores, "1", NULL, text, length);
    }
    return good && scoring_run(of, &self->scores, NULL);
}

static json_t *json_scores(const scoring *work)
{
    json_t *object = json_object();
    const knap_rouge_score *scores = knap_rouge_set_scores(work->set, 0, 0);
    for (size_t i = 0; i < work->report.measures; i++) {
        const knap_rouge_score *score = &scores[work->report.measure[i]];
        json_t *measure = json_object();
        cli_json_put(measure, "recall", cli_json_real(score->recall));
        cli_json_put(measure, "precision", cli_json_real(score->precision));
        cli_json_put(measure, "f", cli_json_real(score->f));
        cli_json_put(object, knap_rouge_measure_name(work->rouge, work->report.measure[i]), measure);
    }
    return object;
}

/* The text and the order of the summary, and why each sentence was picked. */
static bool write_summary(summarize_work *self)
{
    request *of = self->request;
    const knap_list *list = &self->packed.list;
    const knap_instance *instance = knap_data_at(knap_material_data(self->material), 0);
    knap_error error;
    knap_status status = knap_summary_text(self->material, 0, list, self->order, &self->text, &self->length, &error);
    self->place = cli_new(list->count, sizeof *self->place);
    if (!status)
        status = knap_summary_order(self->material, 0, list, self->order, self->place, &error);
    if (!status && self->ask.explain && !self->system) {
        self->reason = cli_new(list->count * knap_model_columns(self->packs), sizeof *self->reason);
        status = knap_model_explain(self->packs, instance, self->ask.seed, list, self->reason, &error);
    }
    return status ? request_fail(of, &error, NULL, 422) : true;
}

static void answer(summarize_work *self)
{
    json_t *object;
    request_write(self->request);
    object = cli_summary_json(&(cli_summary){.material = self->material,
                                             .cluster = self->cluster,
                                             .packed = &self->packed,
                                             .model = self->packs,
                                             .reason = self->reason,
                                             .budget = &self->budget,
                                             .text = self->text,
                                             .length = self->length,
                                             .place = self->place});
    sources_write(self, object);
    if (self->scores.set)
        cli_json_put(object, "rouge", json_scores(&self->scores));
    request_answer(self->request, object);
}

static void end(summarize_work *self)
{
    scoring_end(&self->scores);
    sources_end(self);
    if (self->text)
        knap_text_free(&self->request->account.allocator, self->text, self->length);
    free(self->place);
    free(self->reason);
    knap_packed_free(&self->packed, 1);
    knap_material_free(self->material);
    knap_corpus_close(self->corpus);
    knap_model_free(self->fitted);
    knap_summarizer_free(self->own);
    models_release(self->model);
    free(self->file);
    free(self->names);
    free(self->parts);
    json_decref(self->root);
}

void route_summarize(request *asked)
{
    summarize_work self = {.request = asked,
                           .ask = {.changes = CLI_NO_CHANGES, .trim = true, .seed = 1, .candidates = 40},
                           .packed = {.list = {.allocator = &asked->account.allocator}}};
    self.root = request_read(asked, &self.ask, &self.parts, &self.part_count);
    if (self.root && open_summarizer(&self) && choose_order(&self) && choose_budget(&self) && choose_system(&self) &&
        documents_read(&self) && pack(&self) && write_summary(&self) && score(&self) && sources_find(&self))
        answer(&self);
    end(&self);
}
