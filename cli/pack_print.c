/* pack_print.c - the lists of knap pack as lines, texts or JSON. */
#include "packing.h"
#include "summary.h"

#include <math.h>
#include <stdlib.h>

/* ---- Lines and texts ---- */

/* A cell of a row: tabs and line ends of an id become spaces. */
static void add_cell(cli_buffer *out, const char *id, size_t number)
{
    size_t start = out->length;
    if (!id) {
        cli_add_count(out, number);
        return;
    }
    cli_add_text(out, id);
    for (size_t i = start; i < out->length; i++)
        if (out->bytes[i] == '\t' || out->bytes[i] == '\n' || out->bytes[i] == '\r')
            out->bytes[i] = ' ';
}

/* One line: the instance, the item, its cost. Without ids their numbers from 0. */
static void print_line(cli_buffer *out, const knap_answer *pick, size_t item)
{
    add_cell(out, knap_instance_id(pick->instance), pick->number);
    cli_add(out, "\t", 1);
    add_cell(out, knap_instance_item_id(pick->instance, item), item);
    cli_add(out, "\t", 1);
    cli_add_number(out, knap_instance_cost(pick->instance, item));
}

static void print_lines(cli_buffer *out, const knap_answer *pick)
{
    const knap_list *list = &pick->packed.list;
    for (size_t i = 0; i < list->count; i++) {
        print_line(out, pick, list->item[i]);
        cli_add_text(out, pick->reason ? "\tpicked\n" : "\n");
    }
}

/* ---- Why items are out ---- */

static const char *reason_text(const knap_answer *pick, size_t item, char *text, size_t size)
{
    return knap_reason_text(pick->instance, pick->packed.list.cost, item, pick->reason[item], text, size);
}

static void print_left(cli_buffer *out, const knap_answer *pick)
{
    char text[160];
    for (size_t s = 0; s < knap_instance_count(pick->instance); s++) {
        if (pick->reason[s] == KNAP_REASON_PICKED)
            continue;
        print_line(out, pick, s);
        cli_add(out, "\t", 1);
        cli_add_text(out, knap_reason_name(pick->reason[s]));
        cli_add(out, "\t", 1);
        cli_add_text(out, reason_text(pick, s, text, sizeof text));
        cli_add(out, "\n", 1);
    }
}

/* The texts of the items. */
static void print_texts(cli_buffer *out, const knap_instance *instance, const knap_packed *packed)
{
    for (size_t i = 0; i < packed->list.count; i++) {
        const char *text = knap_instance_item_text(instance, packed->list.item[i]);
        if (text) {
            cli_add_text(out, text);
            cli_add(out, "\n", 1);
        }
    }
}

/* ---- JSON ---- */

static void add_id(cli_buffer *out, const char *id, size_t number)
{
    if (id)
        cli_add_json_string(out, id);
    else
        cli_add_count(out, number);
}

/* The columns that contributed most to the lead of a pick over the other candidates. */
static void add_columns(cli_buffer *out, const knap_model *model, const double *row)
{
    size_t shown[CLI_REASONS], count = cli_reasons(model, row, shown);
    cli_add_text(out, ",\"columns\":{");
    for (size_t i = 0; i < count; i++) {
        cli_add(out, ",", i > 0);
        cli_add_json_string(out, knap_model_column(model, shown[i]));
        cli_add(out, ":", 1);
        cli_add_json_real(out, row[shown[i]]);
    }
    cli_add(out, "}", 1);
}

/* The item before it in the list that is most similar to it. */
static void add_nearest(cli_buffer *out, const knap_instance *instance, size_t item, size_t nearest)
{
    cli_add_text(out, ",\"similarity\":");
    cli_add_json_real(out, knap_instance_similarity(instance, nearest, item));
    cli_add_text(out, ",\"nearest\":");
    add_id(out, knap_instance_item_id(instance, nearest), nearest);
}

/* One object per picked item: what the data have, and why it was picked. */
static void add_picked(cli_buffer *out, const knap_model *model, const knap_answer *pick, size_t place, size_t nearest,
                       const double *row)
{
    const knap_instance *instance = pick->instance;
    const knap_list *list = &pick->packed.list;
    size_t item = list->item[place];
    const char *source = knap_instance_item_source(instance, item), *text = knap_instance_item_text(instance, item);
    double score = knap_instance_score(instance, item);
    cli_add_text(out, "{\"id\":");
    add_id(out, knap_instance_item_id(instance, item), item);
    cli_add_text(out, ",\"cost\":");
    cli_add_json_number(out, knap_instance_cost(instance, item));
    if (!isnan(score)) {
        cli_add_text(out, ",\"relevance\":");
        cli_add_json_real(out, score);
    }
    if (nearest != place)
        add_nearest(out, instance, item, list->item[nearest]);
    if (row)
        add_columns(out, model, row);
    if (source) {
        cli_add_text(out, ",\"item\":");
        cli_add_text(out, source);
    } else if (text) {
        cli_add_text(out, ",\"text\":");
        cli_add_json_string(out, text);
    }
    cli_add(out, "}", 1);
}

/* The items that repeat others and were left out. */
static void add_duplicates(cli_buffer *out, const knap_instance *instance)
{
    bool any = false;
    for (size_t s = 0; s < knap_instance_count(instance); s++) {
        size_t of = knap_instance_duplicate(instance, s);
        if (of == KNAP_NO_ITEM)
            continue;
        cli_add_text(out, any ? ",{\"item\":" : ",\"duplicates\":[{\"item\":");
        any = true;
        add_id(out, knap_instance_item_id(instance, s), s);
        cli_add_text(out, ",\"of\":");
        add_id(out, knap_instance_item_id(instance, of), of);
        cli_add(out, "}", 1);
    }
    if (any)
        cli_add(out, "]", 1);
}

static void add_all_picked(cli_buffer *out, const knap_model *model, const knap_answer *pick)
{
    const knap_list *list = &pick->packed.list;
    size_t columns = knap_model_columns(model);
    double *row = columns && list->count ? cli_new(list->count * columns, sizeof *row) : NULL;
    knap_status status = row ? knap_model_explain(model, pick->instance, pick->draw, list, row, NULL) : KNAP_OK;
    size_t *nearest = cli_new(list->count, sizeof *nearest);
    cli_need_memory(status);
    cli_need_memory(knap_list_nearest(pick->instance, list, nearest, NULL));
    if (status) {
        free(row);
        row = NULL;
    }
    cli_add_text(out, ",\"picked\":[");
    for (size_t i = 0; i < list->count && !cli_cancelled(); i++) {
        cli_add(out, ",", i > 0);
        add_picked(out, model, pick, i, nearest[i], row ? row + i * columns : NULL);
    }
    cli_add(out, "]", 1);
    free(nearest);
    free(row);
}

static void add_left(cli_buffer *out, const knap_answer *pick)
{
    const knap_instance *instance = pick->instance;
    const char *before = ",\"left\":[";
    char text[160];
    for (size_t s = 0; s < knap_instance_count(instance) && !cli_cancelled(); s++) {
        size_t of = knap_instance_duplicate(instance, s);
        if (pick->reason[s] == KNAP_REASON_PICKED)
            continue;
        cli_add_text(out, before);
        before = ",";
        cli_add_text(out, "{\"item\":");
        add_id(out, knap_instance_item_id(instance, s), s);
        cli_add_text(out, ",\"index\":");
        cli_add_count(out, s);
        cli_add_text(out, ",\"reason\":");
        cli_add_json_string(out, knap_reason_name(pick->reason[s]));
        if (of != KNAP_NO_ITEM) {
            cli_add_text(out, ",\"of\":");
            add_id(out, knap_instance_item_id(instance, of), of);
        }
        cli_add_text(out, ",\"text\":");
        cli_add_json_string(out, reason_text(pick, s, text, sizeof text));
        cli_add(out, "}", 1);
    }
    cli_add_text(out, before[1] ? ",\"left\":[]" : "]");
}

/* A passage of the context: its number, its items, and the bytes that are left of an item that was cut. */
static void add_cited(cli_buffer *out, const knap_instance *instance, const knap_cited *cited)
{
    cli_add_text(out, "{\"n\":");
    cli_add_count(out, cited->number);
    for (size_t i = 0; i < cited->items; i++) {
        cli_add_text(out, i ? "," : ",\"items\":[");
        add_id(out, knap_instance_item_id(instance, cited->item[i]), cited->item[i]);
    }
    for (size_t i = 0; i < cited->items; i++) {
        cli_add_text(out, i ? "," : "],\"indices\":[");
        cli_add_count(out, cited->item[i]);
    }
    cli_add(out, "]", 1);
    for (size_t i = 0; i < cited->spans; i++) {
        cli_add_text(out, i ? "],[" : ",\"spans\":[[");
        cli_add_count(out, cited->span[i].begin);
        cli_add(out, ",", 1);
        cli_add_count(out, cited->span[i].end);
    }
    cli_add_text(out, cited->spans ? "]],\"text\":" : ",\"text\":");
    cli_add_json_string(out, cited->text);
    cli_add(out, "}", 1);
}

static void add_context(cli_buffer *out, const knap_answer *pick)
{
    cli_add_text(out, ",\"context\":");
    cli_add_json_string(out, pick->context);
    cli_add_text(out, ",\"passages\":[");
    for (size_t i = 0; i < pick->passages; i++) {
        cli_add(out, ",", i > 0);
        add_cited(out, pick->instance, &pick->passage[i]);
    }
    cli_add(out, "]", 1);
}

static void print_json(cli_buffer *out, const knap_model *model, const knap_answer *pick)
{
    const knap_instance *instance = pick->instance;
    const knap_packed *packed = &pick->packed;
    const knap_list *list = &packed->list;
    const char *source = knap_instance_source(instance);
    cli_add_text(out, "{\"id\":");
    add_id(out, knap_instance_id(instance), pick->number);
    cli_add_text(out, ",\"items\":[");
    for (size_t i = 0; i < list->count; i++) {
        cli_add(out, ",", i > 0);
        add_id(out, knap_instance_item_id(instance, list->item[i]), list->item[i]);
    }
    cli_add_text(out, "],\"indices\":[");
    for (size_t i = 0; i < list->count; i++) {
        cli_add(out, ",", i > 0);
        cli_add_count(out, list->item[i]);
    }
    for (size_t i = 0; packed->score && i <= list->count; i++) {
        cli_add_text(out, i == 0 ? "],\"scores\":[" : i < list->count ? "," : "");
        if (i < list->count)
            cli_add_json_real(out, packed->score[i]);
    }
    cli_add_text(out, "],\"cost\":");
    cli_add_json_number(out, list->cost);
    cli_add_text(out, ",\"budget\":");
    cli_add_json_number(out, knap_instance_budget(instance));
    if (!isnan(packed->reward)) {
        cli_add_text(out, ",\"reward\":");
        cli_add_json_real(out, packed->reward);
    }
    add_duplicates(out, instance);
    if (pick->context)
        add_context(out, pick);
    if (pick->reason)
        add_left(out, pick);
    add_all_picked(out, model, pick);
    if (source) {
        cli_add_text(out, ",\"input\":{");
        cli_add_text(out, source);
        cli_add(out, "}", 1);
    }
    cli_add(out, "}\n", 2);
}

void cli_print_answer(cli_buffer *out, const cli_packing *packing, const knap_model *model, const knap_answer *pick)
{
    if (!packing->json && (packing->text || pick->context) && pick->number > 0)
        cli_add(out, "\n", 1);
    if (packing->json) {
        print_json(out, model, pick);
    } else if (packing->text) {
        print_texts(out, pick->instance, &pick->packed);
    } else if (pick->context) {
        cli_add(out, pick->context, pick->length);
        cli_add(out, "\n", 1);
    } else {
        print_lines(out, pick);
        if (pick->reason)
            print_left(out, pick);
    }
}

void cli_print_bad(cli_buffer *out, const cli_packing *packing, size_t number, const knap_error *error)
{
    if (packing->text && number > 0)
        cli_add(out, "\n", 1);
    if (!packing->json)
        return;
    cli_add_text(out, "{\"id\":null,\"items\":[],\"error\":");
    cli_add_json_string(out, error->message);
    cli_add_text(out, ",\"line\":");
    cli_add_count(out, error->line);
    cli_add(out, "}\n", 2);
}
