/* route_pack.c - /v1/pack: instances in, lists out, as `knap pack --json` prints them. */
#include "packs.h"
#include "systems.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROW(type, field, help)                                                                                         \
    {                                                                                                                  \
#field, type, offsetof(pack_ask, field), help, NULL                                                            \
    }
#define JSON(field, help, schema)                                                                                      \
    {                                                                                                                  \
#field, MEMBER_JSON, offsetof(pack_ask, field), help, schema                                                   \
    }
#define PASSAGES(type, field, help)                                                                                    \
    {                                                                                                                  \
#field, type, offsetof(pack_ask, passages.field), help, NULL                                                   \
    }

#define NUMBERS "{\"type\":\"array\",\"items\":{\"type\":\"integer\",\"minimum\":0}}"
#define INSTANCE                                                                                                       \
    "{\"type\":\"object\",\"required\":[\"items\"],\"properties\":{\"id\":{\"type\":[\"string\",\"number\"]},"         \
    "\"budget\":{\"type\":\"number\"},\"query\":{\"type\":\"string\"},\"items\":{\"type\":\"array\",\"items\":{"       \
    "\"type\":\"object\"}}}}"

const member_row pack_members[] = {
    JSON(instance, "An instance, as `knap pack` reads it", INSTANCE),
    JSON(instances, "Several instances", "{\"type\":\"array\",\"items\":" INSTANCE "}"),
    ROW(MEMBER_TEXT, text, "Instances or items as JSONL, CSV or TSV, as a file for `knap pack`"),
    ROW(MEMBER_REAL, budget, "The budget of every instance [the data's]"),
    ROW(MEMBER_TEXT, model, "The name of a model of /v1/models that is for items"),
    ROW(MEMBER_TEXT, system, "A system that packs instead of a model [relevance]"),
    JSON(set, "Settings of the system", "{\"type\":\"object\"}"),
    ROW(MEMBER_COUNT, seed, "Seeds the random choices of mixtures and systems [1]"),
    ROW(MEMBER_FLAG, keep_order, "Put the items into the order of the input"),
    ROW(MEMBER_TEXT, map, "Other names of members: cost=len,text=body"),
    ROW(MEMBER_TEXT, by, "Group items by this member"),
    ROW(MEMBER_TEXT, cost, "Count costs in texts: bytes, chars, words or tokens"),
    ROW(MEMBER_REAL, per_item, "Add this to the cost of each item"),
    PASSAGES(MEMBER_REAL, duplicates, "Leave out texts that are so similar to others, from 0 to 1; 0: none"),
    PASSAGES(MEMBER_REAL, min_score, "Leave out items of a lower score"),
    PASSAGES(MEMBER_REAL, min_ratio, "Leave out items below this share of the way from the lowest to the best score"),
    ROW(MEMBER_TEXT, half_life, "Halve the relevance of an item for each such age: 30d, 12h, 2w, 1y"),
    ROW(MEMBER_TEXT, format, "Add the passages as one text: text, markdown, xml or json"),
    ROW(MEMBER_TEXT, order, "Put items in this order: picked, relevance, source or edges"),
    {"merge", MEMBER_FLAG, offsetof(pack_ask, context.merge),
     "Join picked items of a group whose positions follow each other", NULL},
    {"compress", MEMBER_FLAG, offsetof(pack_ask, context.compress), "Cut items that do not fit to their best sentences",
     NULL},
    PASSAGES(MEMBER_COUNT, per_group, "Take at most so many items of a group; 0: any number"),
    PASSAGES(MEMBER_COUNT, max_items, "Take at most so many items; 0: any number"),
    JSON(pins, "Numbers of items that must be in the list", NUMBERS),
    JSON(bans, "Numbers of items that must not be in the list", NUMBERS),
    JSON(curve, "Add the value over these budgets, or over so many of them",
         "{\"oneOf\":[{\"type\":\"integer\",\"minimum\":1,\"maximum\":200},{\"type\":\"array\",\"maxItems\":200,"
         "\"items\":{\"type\":\"number\",\"minimum\":0}}]}"),
    ROW(MEMBER_COUNT, bigger, "Say what so many bigger budgets would add"),
    ROW(MEMBER_FLAG, explain, "Add all items of the first instance, and why they were left out"),
    {NULL, MEMBER_TEXT, 0, NULL, NULL}};

/* ---- Reading ---- */

static bool dump(pack_work *self, const json_t *instance, const char *member)
{
    char *line;
    if (!json_is_object(instance))
        return fault_set(&self->request->wrong, 400, member, "expected an object, got %s", members_kind(instance));
    line = json_dumps(instance, JSON_COMPACT | JSON_REAL_PRECISION(17));
    if (!line)
        return request_fail(self->request, &(knap_error){.status = KNAP_NO_MEMORY}, NULL, 400);
    cli_add_text(&self->input, line);
    cli_add(&self->input, "\n", 1);
    cli_give_back(line);
    return true;
}

/* The bytes that the reader gets. */
static bool find_input(pack_work *self)
{
    request *of = self->request;
    const pack_ask *ask = &self->ask;
    int given = (ask->instance != NULL) + (ask->instances != NULL) + (ask->text != NULL);
    bool is_file = strcmp(of->type, "application/json") != 0;
    if (is_file && given)
        return fault_set(&of->wrong, 400, ask->text ? "text" : "instance", "the items are in the body already");
    if (is_file) {
        bool multipart = strcmp(of->type, "multipart/form-data") == 0;
        if (multipart && (self->part_count != 1 || strcmp(self->parts[0].name, "items") != 0))
            return fault_set(&of->wrong, 400, "items", "expected one part items, and at most one part request");
        self->bytes = multipart ? self->parts[0].bytes : of->body;
        self->length = multipart ? self->parts[0].length : of->length;
        return true;
    }
    if (given != 1)
        return fault_set(&of->wrong, 400, "instance", "expected one of \"instance\", \"instances\" and \"text\"");
    if (ask->instances && !json_is_array(ask->instances))
        return fault_set(&of->wrong, 400, "instances", "expected an array, got %s", members_kind(ask->instances));
    if (ask->instance && !dump(self, ask->instance, "instance"))
        return false;
    for (size_t i = 0; i < json_array_size(ask->instances); i++) {
        char member[48];
        snprintf(member, sizeof member, "instances[%zu]", i);
        if (!dump(self, json_array_get(ask->instances, i), member))
            return false;
    }
    self->bytes = ask->text ? ask->text : self->input.bytes;
    self->length = ask->text ? strlen(ask->text) : self->input.length;
    return true;
}

static bool open_meter(pack_work *self)
{
    const pack_ask *ask = &self->ask;
    request *of = self->request;
    int unit = KNAP_METER_GIVEN;
    knap_error error;
    if (!(ask->per_item >= 0 && ask->per_item <= 1e12))
        return fault_set(&of->wrong, 400, "per_item", "expected a number from 0 to 1e12");
    if (ask->cost) {
        for (unit = 0; knap_meter_units()[unit] && strcmp(knap_meter_units()[unit], ask->cost) != 0;)
            unit++;
        if (!knap_meter_units()[unit])
            return fault_set(&of->wrong, 400, "cost", "expected given, bytes, chars, words or tokens");
        if (unit == KNAP_METER_TOKENS && !of->server->tokenizer)
            return fault_set(
                &of->wrong, 400, "cost",
                "the server has no vocabulary to count tokens: use words, or start it with --tokenizer FILE");
    }
    if (unit == KNAP_METER_GIVEN && ask->per_item == 0)
        return true;
    if (knap_meter_new((knap_meter_unit)unit, of->server->tokenizer, ask->per_item, &of->account.allocator,
                       &self->meter, &error))
        return request_fail(of, &error, "cost", 400);
    return true;
}

/* The member that has the instance of a line: each has a line of its own. NULL: the body is a file. */
static const char *member_of(const pack_work *self, size_t line, char *room, size_t size)
{
    const pack_ask *ask = &self->ask;
    snprintf(room, size, line ? "instances[%zu]" : "instances", line - 1);
    return ask->instances ? room : ask->instance ? "instance" : ask->text ? "text" : NULL;
}

/* Sets the fault for an error that has the line of an instance. */
static bool fail_at_line(pack_work *self, const knap_error *error, const char *member, int bad_input)
{
    request_fail(self->request, error, member, bad_input);
    if (!self->ask.text && strcmp(self->request->type, "application/json") == 0)
        self->request->wrong.line = 0; /* the client sent no lines */
    return false;
}

static bool fail_to_read(pack_work *self, const knap_error *error)
{
    char room[48];
    return fail_at_line(self, error, member_of(self, error->line, room, sizeof room), 400);
}

/* Reads all records; after PACK_MOST_BAD wrong ones, the next one is the fault. */
static bool read_records(pack_work *self)
{
    const knap_records *records = self->records;
    knap_error error;
    size_t before, bads = 0;
    do {
        before = records->count;
        if (knap_records_read(self->records, self->reader, PACK_MOST_BAD, &error))
            return fail_to_read(self, &error);
        for (size_t i = before; i < records->count; i++)
            if (records->answer[i].error && bads++ == PACK_MOST_BAD)
                return fail_to_read(self, records->answer[i].error);
    } while (records->count > before);
    return true;
}

static bool read_all(pack_work *self)
{
    const pack_ask *ask = &self->ask;
    request *of = self->request;
    const knap_allocator *allocator = &of->account.allocator;
    char room[48];
    size_t items = 0;
    knap_reader_options options = {.map = ask->map, .by = ask->by, .keep = true, .meter = self->meter};
    knap_error error;
    knap_status status = knap_reader_open_bytes("items", self->length ? self->bytes : "", self->length, allocator,
                                                &self->reader, &error);
    if (status)
        return fail_to_read(self, &error);
    if (knap_reader_configure(self->reader, &options, &error))
        return request_fail(of, &error, ask->map ? "map" : "by", 400);
    if (knap_records_new(NULL, allocator, &self->records, &error))
        return request_fail(of, &error, NULL, 400);
    self->data = self->records->data;
    if (!read_records(self))
        return false;
    if (knap_data_count(self->data) == 0)
        return self->records->count ? fail_to_read(self, self->records->answer[0].error)
                                    : fault_set(&of->wrong, 400, member_of(self, 0, room, sizeof room),
                                                "there are no instances in the input");
    for (size_t i = 0; i < knap_data_count(self->data); i++)
        items += knap_instance_count(knap_data_at(self->data, i));
    if (items > of->server->settings->max_items)
        return fault_set(
            &of->wrong, 413, NULL,
            "there are more than the %zu items that the server allows: send less, or start the server with a "
            "higher --max-items",
            of->server->settings->max_items);
    return true;
}

/* ---- Packing ---- */

static bool choose_model(pack_work *self)
{
    const pack_ask *ask = &self->ask;
    request *of = self->request;
    if (ask->model && ask->system)
        return fault_set(&of->wrong, 400, "system", "\"model\" and \"system\" cannot be given together");
    if (ask->model && ask->set)
        return fault_set(&of->wrong, 400, "set", "settings need a system: a model is trained already");
    if (!ask->model) {
        const knap_system *system = system_find(of, ask->system ? ask->system : knap_systems()[0]->name);
        if (!system || !system_fit(of, system, ask->set, &self->fitted))
            return false;
        self->packs = self->fitted;
        return true;
    }
    self->model = models_acquire(of->server->models, ask->model);
    if (!self->model)
        return fault_set(&of->wrong, 400, "model", "there is no model '%.60s'; GET /v1/models lists the models",
                         ask->model);
    self->packs = self->model->items;
    return self->packs ||
           fault_set(&of->wrong, 400, "model", "this model is for documents, not for items: use /v1/summarize");
}

static bool choose(pack_work *self, const json_t *numbers, const char *name, knap_choice choice)
{
    request *of = self->request;
    knap_instance *first = knap_data_at(self->data, 0);
    char member[48];
    if (!numbers)
        return true;
    if (!json_is_array(numbers))
        return fault_set(&of->wrong, 400, name, "expected an array, got %s", members_kind(numbers));
    if (self->records->count != 1)
        return fault_set(&of->wrong, 422, name, "there are several instances: send one, or mark items in the data");
    for (size_t i = 0; i < json_array_size(numbers); i++) {
        const json_t *number = json_array_get(numbers, i);
        knap_error error;
        snprintf(member, sizeof member, "%s[%zu]", name, i);
        if (!json_is_integer(number) || json_integer_value(number) < 0 ||
            (size_t)json_integer_value(number) >= knap_instance_count(first))
            return fault_set(&of->wrong, 400, member, "expected the number of an item, from 0 to %zu",
                             knap_instance_count(first) ? knap_instance_count(first) - 1 : 0);
        size_t item = (size_t)json_integer_value(number);
        if (knap_instance_choice(first, item) && knap_instance_choice(first, item) != choice)
            return fault_set(&of->wrong, 400, member, "this item is %s too: remove the pin or the ban",
                             choice == KNAP_CHOICE_BAN ? "pinned" : "banned");
        if (knap_instance_set_choice(first, item, choice, &error))
            return request_fail(of, &error, member, 422);
    }
    return true;
}

static bool set_budgets(pack_work *self)
{
    request *of = self->request;
    knap_error error;
    for (size_t i = 0; i < knap_data_count(self->data); i++) {
        knap_instance *instance = knap_data_at(self->data, i);
        if (!isnan(self->ask.budget) && knap_instance_set_budget(instance, self->ask.budget, &error))
            return request_fail(of, &error, "budget", 400);
        if (isnan(knap_instance_budget(instance)))
            return fault_set(&of->wrong, 400, "budget",
                             "instance %zu has no budget: add \"budget\" to it or to the request", i);
    }
    return true;
}

/* Settings that a request has as text. */
static bool read_settings(pack_work *self)
{
    pack_ask *ask = &self->ask;
    const struct {
        const char *member, *text;
        const knap_param *param;
        void *into;
    } row[] = {{"half_life", ask->half_life, knap_param_find(knap_passages_table(), "half-life"), &ask->passages},
               {"format", ask->format, knap_param_find(knap_context_table(), "format"), &ask->context},
               {"order", ask->order, knap_param_find(knap_context_table(), "order"), &ask->context}};
    knap_error error;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        if (row[i].text && knap_param_parse(row[i].param, row[i].into, row[i].text, &error))
            return request_fail(self->request, &error, row[i].member, 400);
    if (ask->keep_order && ask->context.order)
        return fault_set(&self->request->wrong, 400, "order", "\"keep_order\" and \"order\" cannot be given together");
    return request_check(self->request, knap_passages_table(), &ask->passages);
}

static bool open_packer(pack_work *self)
{
    const pack_ask *ask = &self->ask;
    request *of = self->request;
    knap_error error;
    const knap_packer_options options = {.model = self->packs,
                                         .meter = self->meter,
                                         .budget = NAN,
                                         .seed = ask->seed,
                                         .keep_order = ask->keep_order,
                                         .passages = ask->passages,
                                         .context = ask->context};
    if (!knap_packer_new(&options, &of->account.allocator, &self->packer, &error))
        return true;
    return request_fail(of, &error, ask->context.compress ? "compress" : "format", 400);
}

static bool pack_all(pack_work *self)
{
    const knap_records *records = self->records;
    request *of = self->request;
    knap_run run = request_run(of);
    knap_error error;
    if (knap_packer_pack(self->packer, self->records, 0, &run, &error))
        return records->context_failed
                   ? request_fail(of, &error, self->ask.context.compress ? "compress" : "format", 400)
                   : request_fail(of, &error, NULL, 422);
    for (size_t i = 0; i < records->count; i++) {
        const knap_answer *answer = &records->answer[i];
        if (answer->instance && answer->error && (records->count == 1 || answer->error->status != KNAP_BAD_INPUT))
            return fail_at_line(self, answer->error, self->ask.pins ? "pins" : NULL, 422);
    }
    return true;
}

/* ---- The answer ---- */

/* Prints all lists, those of wrong instances as errors; `end` follows each but the last. */
static void print_lists(pack_work *self, cli_buffer *out, const char *end)
{
    const cli_packing packing = {.json = true};
    for (size_t i = 0; i < self->records->count; i++) {
        const knap_answer *answer = &self->records->answer[i];
        if (i > 0)
            cli_add_text(out, end);
        if (answer->error)
            cli_print_bad(out, &packing, i, answer->error);
        else
            cli_print_answer(out, &packing, self->packs, answer);
        out->length--; /* the line end */
    }
}

static void add_member(cli_buffer *out, const char *name, json_t *value)
{
    char *text = cli_json_format(value, 15);
    cli_add_text(out, ",\"");
    cli_add_text(out, name);
    cli_add_text(out, "\":");
    cli_add_text(out, text);
    free(text);
}

static json_t *json_unused(pack_work *self)
{
    size_t count;
    const knap_member *unused = knap_reader_unused(self->reader, &count);
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++) {
        json_t *object = json_object();
        cli_json_put(object, "name", cli_json_string(unused[i].name));
        cli_json_put(object, "count", cli_json_count(unused[i].count));
        cli_json_add(array, object);
    }
    return array;
}

static json_t *json_errors(const pack_work *self)
{
    json_t *array = json_array();
    for (size_t i = 0; i < self->records->count; i++) {
        const knap_error *error = self->records->answer[i].error;
        json_t *object;
        if (!error)
            continue;
        object = json_object();
        cli_json_put(object, "line", cli_json_count(error->line));
        cli_json_put(object, "message", cli_json_string(error->message));
        cli_json_add(array, object);
    }
    return array;
}

/* What the user should know: settings that had nothing to work on. */
static json_t *json_notes(const pack_work *self)
{
    json_t *array = json_array();
    for (int m = 0; m < KNAP_MISSINGS; m++)
        if (self->records->done.missing[m])
            cli_json_add(array, cli_json_string(knap_missing_text((knap_missing)m)));
    return array;
}

static void answer(pack_work *self)
{
    request *of = self->request;
    cli_buffer *out = &of->out;
    request_write(of);
    if (strcmp(of->type, "application/x-ndjson") == 0 || strcmp(of->type, "application/jsonl") == 0) {
        of->out_type = "application/x-ndjson";
        print_lists(self, out, "\n");
        cli_add(out, "\n", 1);
        return;
    }
    cli_add_text(out, "{\"lists\":[");
    print_lists(self, out, ",");
    cli_add(out, "]", 1);
    add_member(out, "unused", json_unused(self));
    add_member(out, "notes", json_notes(self));
    self->errors = json_errors(self);
    if (json_array_size(self->errors))
        add_member(out, "errors", json_incref(self->errors));
    if (self->all)
        add_member(out, "all", json_incref(self->all));
    if (self->value_of) {
        cli_add_text(out, ",\"value_of\":");
        cli_add_json_string(out, self->value_of);
    }
    if (self->curve)
        add_member(out, "curve", json_incref(self->curve));
    if (self->bigger)
        add_member(out, "bigger", json_incref(self->bigger));
    cli_add(out, "}\n", 2);
}

static void end(pack_work *self)
{
    knap_packer_free(self->packer);
    knap_records_free(self->records);
    free(self->input.bytes);
    json_decref(self->all);
    json_decref(self->curve);
    json_decref(self->bigger);
    json_decref(self->errors);
    knap_reader_close(self->reader);
    knap_meter_free(self->meter);
    knap_model_free(self->fitted);
    models_release(self->model);
    free(self->parts);
    json_decref(self->root);
}

void route_pack(request *asked)
{
    pack_work self = {.request = asked, .ask = {.budget = NAN, .seed = 1}};
    knap_passages_init(&self.ask.passages);
    knap_context_init(&self.ask.context);
    self.root = request_read(asked, &self.ask, &self.parts, &self.part_count);
    if (self.root && choose_model(&self) && read_settings(&self) && find_input(&self) && open_meter(&self) &&
        read_all(&self) && set_budgets(&self) && choose(&self, self.ask.pins, "pins", KNAP_CHOICE_PIN) &&
        choose(&self, self.ask.bans, "bans", KNAP_CHOICE_BAN) && open_packer(&self) && pack_all(&self) &&
        packs_explain(&self))
        answer(&self);
    end(&self);
}
