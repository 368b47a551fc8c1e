/* compress.c - the best sentences of a passage that does not fit, chosen by the summarizer. */
#include "passages/context.h"
#include "base/error.h"

#include <math.h>
#include <string.h>

static const char GAP[] = " ... ";

/* The spans of the first `count` picks in the order of the text. Sentences with nothing but white space between them are one span. */
static void order_spans(const knap_material *material, const knap_list *list, size_t count, const char *text,
                        kn_excerpt *cut)
{
    cut->count = 0;
    for (size_t i = 0; i < count; i++) {
        const knap_sentence *sentence = knap_material_item(material, 0, list->item[i]).sentence;
        size_t at = cut->count++;
        for (; at > 0 && cut->span[at - 1].begin > sentence->source_begin; at--)
            cut->span[at] = cut->span[at - 1];
        cut->span[at] = (knap_span){sentence->source_begin, sentence->source_end};
    }
    for (size_t i = 0, all = cut->count, last = cut->count = 0; i < all; i++) {
        const knap_span *next = &cut->span[i];
        if (i > 0 && cut->span[last].end + strspn(text + cut->span[last].end, " \t\r\n") >= next->begin) {
            cut->span[last].end = next->end;
            continue;
        }
        last = cut->count++;
        cut->span[last] = *next;
    }
}

static void write_spans(const kn_excerpt *cut, const char *text, kn_text *out)
{
    out->length = 0;
    for (size_t i = 0; i < cut->count; i++) {
        kn_text_add(out, GAP, i ? sizeof GAP - 1 : 0);
        kn_text_add(out, text + cut->span[i].begin, cut->span[i].end - cut->span[i].begin);
    }
}

/* Takes the picks while the passage fits: all of them, then all but the last, and so on. */
static knap_status fit_picks(knap_context *self, const knap_instance *instance, const knap_material *material,
                             const knap_list *list, double room, kn_arena *arena, kn_excerpt *cut, char **shorter,
                             knap_error *error)
{
    const char *text = knap_instance_item_text(instance, cut->item);
    kn_text words = {.allocator = self->allocator};
    knap_status status = KNAP_OK;
    bool fits = false;
    for (size_t count = list->count; !status && !fits && count > 0; count--) {
        double cost = 0;
        order_spans(material, list, count, text, cut);
        write_spans(cut, text, &words);
        knap_cited cited = {.number = instance->count,
                            .item = &cut->item,
                            .items = 1,
                            .text = words.failed ? "" : words.bytes,
                            .length = words.length};
        self->scratch.length = 0;
        kn_text_add(&self->scratch, kn_render_between(self), strlen(kn_render_between(self)));
        kn_render_passage(self, instance, &cited, &self->scratch);
        status = words.failed || self->scratch.failed
                     ? kn_no_memory(error)
                     : kn_context_count(self, self->scratch.bytes, self->scratch.length, &cost, error);
        fits = !status && cost <= room;
    }
    cut->count = fits ? cut->count : 0;
    if (!status && fits && !(*shorter = kn_arena_text(arena, words.bytes, words.length)))
        status = kn_no_memory(error);
    kn_text_free(&words);
    return status;
}

static knap_status summarize(knap_context *self, const knap_instance *instance, knap_document *document, double room,
                             kn_arena *arena, kn_excerpt *cut, char **shorter, knap_error *error)
{
    const knap_run run = {.allocator = self->allocator, .jobs = 1};
    const knap_cluster cluster = {.id = "", .document = &document, .documents = 1}, *clusters = &cluster;
    knap_text_input input = {.cluster = &clusters, .clusters = 1, .query = knap_instance_query(instance)};
    size_t length;
    knap_material *material = NULL;
    knap_list list = {.allocator = self->allocator};
    knap_status status;
    knap_document_text(document, &length);
    input.budget =
        (knap_budget){.amount = fmax(1, floor((double)length * room / instance->cost[cut->item])), .unit = KNAP_BYTES};
    status = knap_material_new(self->summarizer, &input, &run, &material, error);
    if (!status)
        status = knap_model_pack(knap_summarizer_model(self->summarizer), knap_data_at(knap_material_data(material), 0),
                                 1, &run, &list, NULL, error);
    cut->span = status ? NULL : kn_arena_room(arena, list.count + 1, sizeof *cut->span);
    if (!status)
        status = cut->span ? fit_picks(self, instance, material, &list, room, arena, cut, shorter, error)
                           : kn_no_memory(error);
    knap_list_free(&list);
    knap_material_free(material);
    return status;
}

knap_status kn_compress(knap_context *self, const knap_instance *instance, size_t item, double room, kn_arena *arena,
                        kn_excerpt *cut, char **shorter, knap_error *error)
{
    const char *text = knap_instance_item_text(instance, item);
    knap_document *document = NULL;
    knap_status status = KNAP_OK;
    *cut = (kn_excerpt){.item = item};
    if (!text || !*text || !(room > 0))
        return KNAP_OK;
    if (!self->summarizer && !(status = knap_summarizer_embedded(self->allocator, &self->summarizer, error)))
        status = knap_summarizer_set_trim(self->summarizer, "none", error); /* spans are whole sentences */
    if (!status)
        status = knap_document_new(NULL, text, strlen(text), "UTF-8", self->allocator, &document, error);
    if (!status)
        status = summarize(self, instance, document, room, arena, cut, shorter, error);
    knap_document_free(document);
    return status == KNAP_BAD_INPUT ? KNAP_OK : status; /* what is not text has no sentences */
}
