/* summarize_texts.c - texts in, summary with the places of its sentences out. */
#include "base/memory.h"
#include "calls/options.h"
#include "io/inner.h"
#include "knap/calls.h"
#include "summarize/inner.h"

#include <stdio.h>
#include <string.h>

/* A summary and what it points to. */
typedef struct made {
    knap_summary summary; /* first: the caller's pointer is that of the whole */
    const knap_allocator *allocator;
    char *text;
    size_t length;
    knap_summary_sentence *sentence; /* [summary.count] */
    char *line;                      /* [length + 1] the text with a 0 after each sentence */
} made;

/* What is open during the call. */
typedef struct work {
    knap_summarize_options options;
    knap_run run;
    knap_budget budget;
    knap_corpus *corpus;
    knap_summarizer *loaded;
    knap_material *material;
    knap_packed packed;
} work;

static knap_status open_texts(const char *const *text, size_t count, work *self, knap_error *error)
{
    const knap_allocator *allocator = self->run.allocator;
    knap_corpus_options reading = {.run = &self->run};
    knap_file *file = kn_new(allocator, count, sizeof *file);
    char(*name)[32] = kn_new(allocator, count, sizeof *name);
    knap_status status = file && name ? KNAP_OK : kn_no_memory(error);
    for (size_t i = 0; !status && i < count; i++) {
        snprintf(name[i], sizeof name[i], "text %zu", i);
        file[i] = (knap_file){.name = name[i], .bytes = text[i], .length = strlen(text[i]), .text = true};
    }
    if (!status)
        status = knap_corpus_open_bytes("texts", file, count, &reading, allocator, &self->corpus, error);
    kn_free(allocator, file, count, sizeof *file);
    kn_free(allocator, name, count, sizeof *name);
    return status;
}

/* Makes the list of the summary. */
static knap_status pack(work *self, knap_error *error)
{
    const knap_summarize_options *options = &self->options;
    const knap_cluster *cluster = knap_corpus_cluster(self->corpus, 0);
    const knap_summarizer *summarizer = options->summarizer ? options->summarizer : self->loaded;
    knap_text_input input = {.cluster = &cluster,
                             .clusters = 1,
                             .language = options->language,
                             .query = options->query,
                             .budget = self->budget};
    knap_status status = knap_material_new(summarizer, &input, &self->run, &self->material, error);
    if (!status)
        status = knap_pack_all(knap_summarizer_model(summarizer), knap_material_data(self->material), 1, &self->run,
                               &self->packed, error);
    return status;
}

/* Fills the sentences of the summary, in their order. */
static void place_sentences(const work *self, const size_t *place, made *into)
{
    const knap_list *list = &self->packed.list;
    const knap_cluster *cluster = knap_corpus_cluster(self->corpus, 0);
    const knap_instance *instance = knap_data_at(knap_material_data(self->material), 0);
    char *at = into->line;
    memcpy(into->line, into->text, into->length);
    for (size_t i = 0; i < list->count; i++) {
        size_t item = list->item[place[i]];
        knap_candidate candidate = knap_material_item(self->material, 0, item);
        knap_summary_sentence *sentence = &into->sentence[i];
        *sentence = (knap_summary_sentence){.text = at,
                                            .source = knap_corpus_file_of(self->corpus, candidate.document),
                                            .cost = knap_instance_cost(instance, item)};
        knap_document_source(cluster->document[candidate.document], candidate.sentence->body, candidate.sentence->end,
                             &sentence->begin, &sentence->end);
        at += candidate.length;
        *at++ = 0;
    }
}

static knap_status make_summary(const work *self, made *into, knap_error *error)
{
    const knap_allocator *allocator = self->run.allocator;
    const knap_list *list = &self->packed.list;
    size_t *place = kn_new(allocator, list->count, sizeof *place);
    knap_status status = place ? knap_summary_order(self->material, 0, list, self->options.order, place, error)
                               : kn_no_memory(error);
    if (!status)
        status = knap_summary_text(self->material, 0, list, self->options.order, &into->text, &into->length, error);
    if (!status) {
        into->summary = (knap_summary){.text = into->text,
                                       .count = list->count,
                                       .cost = list->cost,
                                       .language = knap_material_language(self->material, 0)};
        into->summary.sentence = into->sentence = kn_new(allocator, list->count, sizeof *into->sentence);
        into->line = kn_new(allocator, into->length + 1, 1);
        if (into->sentence && into->line)
            place_sentences(self, place, into);
        else
            status = kn_no_memory(error);
    }
    kn_free(allocator, place, list->count, sizeof *place);
    return status;
}

static knap_status begin(const char *budget, work *self, knap_error *error)
{
    const knap_summarizer *summarizer = self->options.summarizer;
    knap_status status = KNAP_OK;
    if (!summarizer) {
        status = knap_summarizer_embedded(self->run.allocator, &self->loaded, error);
        summarizer = self->loaded;
    } else if (!knap_summarizer_model(summarizer)) {
        status = kn_fail(error, KNAP_USAGE, "options.summarizer was fitted, not trained: it has no model");
    }
    if (status)
        return status;
    self->budget = knap_summarizer_budget(summarizer);
    if (budget && (status = knap_budget_parse(budget, &self->budget, error)))
        return status;
    if (self->budget.unit == KNAP_TOKENS && !self->options.tokenizer)
        return kn_fail(error, KNAP_USAGE, "a budget in tokens needs options.tokenizer");
    self->budget.tokenizer = self->budget.unit == KNAP_TOKENS ? self->options.tokenizer : NULL;
    return KNAP_OK;
}

knap_status knap_summarize_texts(const char *const *text, size_t count, const char *budget,
                                 const knap_summarize_options *options, knap_summary **summary, knap_error *error)
{
    work self = {.corpus = NULL};
    made *into = NULL;
    knap_status status;
    KN_REQUIRE(summary);
    *summary = NULL;
    KN_REQUIRE(text || !count);
    for (size_t i = 0; i < count; i++)
        KN_REQUIRE(text[i]);
    if (!count)
        return kn_fail(error, KNAP_USAGE, "there is no text to summarize");
    if ((status = kn_options(options, &self.options, sizeof self.options, error)))
        return status;
    self.run = kn_options_run(self.options.run);
    self.packed.list.allocator = self.run.allocator;
    status = begin(budget, &self, error);
    if (!status)
        status = open_texts(text, count, &self, error);
    if (!status)
        status = pack(&self, error);
    if (!status && !(into = kn_new(self.run.allocator, 1, sizeof *into)))
        status = kn_no_memory(error);
    if (!status) {
        into->allocator = self.run.allocator;
        *summary = &into->summary;
        status = make_summary(&self, into, error);
    }
    if (status) {
        knap_summary_free(*summary);
        *summary = NULL;
    }
    knap_packed_free(&self.packed, 1);
    knap_material_free(self.material);
    knap_summarizer_free(self.loaded);
    knap_corpus_close(self.corpus);
    return status;
}

void knap_summary_free(knap_summary *summary)
{
    made *into = (made *)(void *)summary;
    if (!into)
        return;
    kn_free(into->allocator, into->sentence, into->summary.count, sizeof *into->sentence);
    kn_free(into->allocator, into->line, into->length + 1, 1);
    knap_text_free(into->allocator, into->text);
    kn_free(into->allocator, into, 1, sizeof *into);
}
