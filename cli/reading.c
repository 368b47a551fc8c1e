/* reading.c - how the commands read instances: budgets, names of members, notes about what was not used. */
#include "cli.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_MESSAGES = 20 /* about instances or rows that are skipped */ };

/* The name before the '=' of one "NAME=MEMBER". */
static int check_mapped(const char *text, size_t length)
{
    const char *equals = memchr(text, '=', length);
    size_t name = equals ? (size_t)(equals - text) : length;
    cli_suggestion near;
    char hint[128];
    if (!equals || name == 0 || name + 1 == length)
        return cli_say(CLI_USAGE, "--map: '%.*s' is not NAME=MEMBER, such as cost=len", (int)length, text);
    cli_suggest_begin(&near, text, name);
    for (size_t i = 0; knap_field_at(i); i++) {
        const char *field = knap_field_at(i)->name;
        if (strlen(field) == name && memcmp(field, text, name) == 0)
            return CLI_DONE;
        cli_suggest_try(&near, field, strlen(field));
    }
    cli_suggest_text(&near, "", hint, sizeof hint);
    return cli_say(CLI_USAGE, "--map: unknown field '%.*s'%s%s 'knap help pack fields' lists the fields", (int)name,
                   text, hint, hint[0] ? "" : ":");
}

knap_status cli_open_tokenizer(const char *name, const knap_tokenizer **tokenizer, knap_error *error)
{
    static knap_tokenizer *opened; /* a large vocabulary takes a second to read */
    const char *const *scheme = knap_tokenizer_schemes();
    knap_status status = KNAP_OK;
    if (!opened) {
        while (*scheme && (strncmp(*scheme, name, strlen(*scheme)) != 0 || name[strlen(*scheme)] != ':'))
            scheme++;
        status =
            knap_tokenizer_open(*scheme ? name + strlen(*scheme) + 1 : name, *scheme, cli_allocator(), &opened, error);
    }
    *tokenizer = opened;
    return status;
}

knap_status cli_parse_budget(const char *text, const char *tokenizer, knap_budget *budget, knap_error *error)
{
    knap_status status = text ? knap_budget_parse(text, budget, error) : KNAP_OK;
    if (status || budget->unit != KNAP_TOKENS)
        return status;
    if (tokenizer)
        return cli_open_tokenizer(tokenizer, &budget->tokenizer, error);
    return kn_fail(error, KNAP_USAGE, "a budget in tokens needs a vocabulary: --tokenizer FILE");
}

knap_status cli_meter(const cli_reading *reading, const knap_meter **meter, knap_error *error)
{
    static knap_meter *made; /* the options are the same for all files */
    const knap_tokenizer *tokenizer = NULL;
    knap_status status = KNAP_OK;
    int unit = reading->tokenizer ? KNAP_METER_TOKENS : KNAP_METER_GIVEN;
    for (int i = 0; reading->cost && knap_meter_units()[i]; i++)
        if (strcmp(knap_meter_units()[i], reading->cost) == 0)
            unit = i;
    if (!made && unit == KNAP_METER_TOKENS)
        status = cli_open_tokenizer(reading->tokenizer, &tokenizer, error);
    if (!made && !status && (unit != KNAP_METER_GIVEN || reading->per_item != 0))
        status = knap_meter_new((knap_meter_unit)unit, tokenizer, reading->per_item, cli_allocator(), &made, error);
    *meter = made;
    return status;
}

/* The vectors of the options, which are read once and stay open; NULL: none. */
static knap_status open_vectors(const cli_reading *reading, const knap_embeddings **vectors, knap_error *error)
{
    static knap_embeddings *opened;
    knap_status status = KNAP_OK;
    if (reading->vectors && !opened)
        status = knap_embeddings_open(reading->vectors, cli_allocator(), &opened, error);
    *vectors = opened;
    return status;
}

static int check_cost(const cli_reading *reading)
{
    if (!(reading->per_item >= 0 && reading->per_item <= 1e12))
        return cli_say(CLI_USAGE, "--per-item %g: expected a number from 0 to 1e12", reading->per_item);
    if (reading->cost && cli_choose("--cost", reading->cost, knap_meter_units()) < 0)
        return CLI_USAGE;
    bool tokens = reading->cost && strcmp(reading->cost, "tokens") == 0;
    if (tokens && !reading->tokenizer)
        return cli_say(CLI_USAGE, "--cost tokens needs a vocabulary: --tokenizer FILE");
    if (reading->cost && !tokens && reading->tokenizer)
        return cli_say(CLI_USAGE, "--cost %s needs no --tokenizer", reading->cost);
    return CLI_DONE;
}

int cli_check_reading(const cli_reading *reading)
{
    int status = check_cost(reading);
    for (const char *at = reading->map; at && !status; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
        status = check_mapped(at, strcspn(at, ","));
    return status;
}

void cli_show_fields(const void *context)
{
    (void)context;
    cli_show_title("Fields of items and instances, and the names that are understood");
    cli_show_text("If several are present, the first is taken; --map NAME=MEMBER names another. Objects called node, "
                  "document, _source, payload, metadata and meta are searched too.\n");
    for (size_t i = 0; knap_field_at(i); i++) {
        const knap_field *field = knap_field_at(i);
        char help[256];
        snprintf(help, sizeof help, "%s%s%s", field->help, field->others[0] ? "; also: " : "", field->others);
        cli_show_row(field->name, 14, help, "");
    }
}

/* A line or row that is skipped. */
static void tell_skipped(void *context, const knap_error *error)
{
    static size_t told;
    (void)context;
    if (told++ < MOST_MESSAGES)
        cli_fail(error);
}

knap_status cli_open_reader(const char *path, const cli_reading *reading, knap_reader **reader, knap_error *error)
{
    knap_reader_options options = {.map = reading->map, .by = reading->by, .keep = reading->keep};
    options.bad = reading->skip_bad ? tell_skipped : NULL;
    knap_status status = cli_meter(reading, &options.meter, error);
    *reader = NULL;
    if (!status)
        status = open_vectors(reading, &options.vectors, error);
    if (!status)
        status = knap_reader_open(path, cli_allocator(), reader, error);
    if (!status && (status = knap_reader_configure(*reader, &options, error))) {
        knap_reader_close(*reader);
        *reader = NULL;
    }
    return status;
}

static bool is_distance(const char *name)
{
    return strcmp(name, "distance") == 0 || strcmp(name, "_distance") == 0;
}

static int by_count(const void *a, const void *b)
{
    const knap_member *one = a, *other = b;
    if (one->count != other->count)
        return one->count < other->count ? 1 : -1;
    return strcmp(one->name, other->name);
}

void cli_close_reader(knap_reader *reader, const cli_reading *reading)
{
    enum { MOST_NAMES = 12 };
    size_t count;
    const knap_member *members = knap_reader_unused(reader, &count);
    knap_member *unused = cli_new(count ? count : 1, sizeof *unused);
    const char *distance = NULL;
    if (count)
        memcpy(unused, members, count * sizeof *unused);
    qsort(unused, count, sizeof *unused, by_count); /* the order of appearance depends on the threads */
    if (count && !reading->quiet) {
        fprintf(stderr, "knap: not used:");
        for (size_t i = 0; i < count && i < MOST_NAMES; i++) {
            fprintf(stderr, "%s \"%s\" (%zu)", i ? "," : "", unused[i].name, unused[i].count);
            distance = is_distance(unused[i].name) ? unused[i].name : distance;
        }
        if (count > MOST_NAMES)
            fprintf(stderr, " and %zu other members", count - MOST_NAMES);
        if (distance)
            fprintf(stderr, "; if a smaller %s is better, use it with --map score=-%s\n", distance, distance);
        else
            fprintf(stderr, "; to use a member, say what it is with --map, such as --map cost=%s\n", unused[0].name);
    }
    free(unused);
    knap_reader_close(reader);
}

static knap_status no_budget(const knap_instance *instance, knap_error *error)
{
    const char *id = knap_instance_id(instance);
    *error = (knap_error){.status = KNAP_BAD_INPUT, .line = knap_instance_line(instance)};
    snprintf(error->message, sizeof error->message,
             "%s%.80s%s has no budget: add \"budget\" to it, or give all instances one with --budget W",
             id ? "instance '" : "the instance", id ? id : "", id ? "'" : "");
    return KNAP_BAD_INPUT;
}

knap_status cli_set_budget(knap_data *data, double budget, knap_error *error)
{
    knap_status status = KNAP_OK;
    for (size_t i = 0; !status && i < knap_data_count(data); i++) {
        knap_instance *instance = knap_data_at(data, i);
        if (!isnan(budget))
            status = knap_instance_set_budget(instance, budget, error);
        else if (isnan(knap_instance_budget(instance)))
            status = no_budget(instance, error);
    }
    return status;
}

/* Names an instance that is wrong and skipped. */
static void tell_bad(void *context, const knap_error *error)
{
    size_t *skipped = context;
    if ((*skipped)++ < MOST_MESSAGES)
        cli_fail(error);
}

/* Reads all instances that are right; names those that are wrong, where they may be skipped. */
static knap_status read_all(knap_reader *reader, const cli_reading *reading, knap_data *data, knap_error *error)
{
    knap_run run = cli_run(reading->jobs);
    size_t skipped = 0;
    knap_status status =
        knap_reader_read_many(reader, 0, &run, reading->skip_bad ? tell_bad : NULL, &skipped, data, NULL, error);
    if (skipped)
        cli_say(CLI_FAILED, "%zu instances were bad and skipped", skipped);
    return status;
}

knap_status cli_read_file(const char *path, const cli_reading *reading, knap_data *data, bool *absent_is_zero,
                          knap_error *error)
{
    knap_reader *reader;
    size_t before = knap_data_count(data);
    knap_status status = cli_open_reader(path, reading, &reader, error);
    if (status)
        return status;
    status = read_all(reader, reading, data, error);
    *absent_is_zero = knap_reader_absent_is_zero(reader);
    cli_close_reader(reader, reading);
    if (!status && knap_data_count(data) == before) {
        snprintf(error->message, sizeof error->message, "no instances in this file");
        snprintf(error->file, sizeof error->file, "%s", path);
        error->line = 0;
        error->status = status = KNAP_BAD_INPUT;
    }
    if (!status && (status = cli_set_budget(data, reading->budget, error)) && !error->file[0])
        snprintf(error->file, sizeof error->file, "%s", path);
    return status;
}

cli_reading cli_reading_init(void)
{
    cli_reading reading = {.budget = NAN};
    knap_passages_init(&reading.passages);
    return reading;
}

knap_status cli_complete(knap_data *data, const cli_reading *reading, size_t jobs, knap_error *error)
{
    knap_run run = cli_run(jobs);
    return knap_passages_complete_all(&reading->passages, NULL, data, &run, NULL, error);
}
