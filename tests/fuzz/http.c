/* http.c - requests to `knap serve`: bytes -> a request -> the server's handlers, queue, worker and endpoints -> the checks of an answer.
 *
 * Input: a request as http.h describes it. The libraries of the server are the real ones, except for libmicrohttpd (http_fake.c).
 * "X-Token: 1" makes the server ask for a token, "X-Memory: N" sets the limit of the request's memory, and "X-Late: N" ends its time at
 * the Nth allocation of the library. Every answer has a status of the documentation (never 500), headers that keep
 * browsers from interpreting it, and a body that is valid JSON: an error with a message, or lists within their budgets. Afterwards
 * nothing of the request is left: no memory (libFuzzer's leak check), no borrowed model, no bytes of bodies. */
#include "http.h"
#include "http_mutate.h"
#include "server.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double MOST_TIME = 0.5; /* seconds */
static const char TOKEN[] = "a token of sixteen bytes";
static server self;
static serve_settings settings;

/* The file of a model for items. */
static const char *train_model(void)
{
    static const char instance[] =
        "{\"id\":1,\"budget\":3,\"items\":[{\"cost\":1,\"covers\":{\"a\":1},\"features\":{\"f\":1}},{\"cost\":2,"
        "\"covers\":{\"b\":1},\"features\":{\"f\":3}},{\"cost\":1,\"covers\":{\"a\":1,\"b\":2},\"features\":{\"f\":2}}]"
        ","
        "\"reward\":{\"kind\":\"coverage\",\"targets\":{\"a\":1,\"b\":1}}}\n";
    const char *path = fuzz_new_path();
    knap_settings how;
    knap_reader *reader;
    knap_model *trained;
    knap_data *data;
    knap_settings_init(&how);
    CHECK(!knap_data_new(NULL, &data, NULL));
    CHECK(!knap_reader_open(fuzz_file(0, instance, sizeof instance - 1), NULL, &reader, NULL));
    CHECK(!knap_reader_read(reader, 0, data, NULL, NULL));
    CHECK(!knap_train(data, NULL, &how, 1, NULL, &trained, NULL, NULL));
    CHECK(!knap_model_save(trained, path, NULL));
    knap_model_free(trained);
    knap_reader_close(reader);
    knap_data_free(data);
    return path;
}

static bool all_limits; /* KNAP_FUZZ_LIMITS is set: see run_limits */

int LLVMFuzzerInitialize(int *count, char ***argument)
{
    static char named[128];
    (void)count, (void)argument;
    all_limits = getenv("KNAP_FUZZ_LIMITS") != NULL;
    settings = (serve_settings){.jobs = 0,
                                .queue = 4,
                                .connections = 4,
                                .max_body = 6000,
                                .max_items = 1000,
                                .max_memory = 64 << 20,
                                .max_time = MOST_TIME,
                                .idle_timeout = 30};
    settings.models = (cli_texts){.text = {named}, .count = 1};
    cli_check_memory();
    snprintf(named, sizeof named, "items=%s", train_model());
    self = (server){.settings = &settings, .loopback = true, .started = cli_seconds()};
    pthread_mutex_init(&self.log_lock, NULL);
    self.log = fopen("/dev/null", "w");
    self.counters = cli_new(routes_count + 1, sizeof *self.counters);
    CHECK(self.log && models_open(&self.models, &settings.models) == CLI_DONE);
    strcpy(self.token, TOKEN);
    fake_server = &self;
    CHECK(work_begin(&self) && http_open(&self, -1, 0));
    return 0;
}

/* ---- Answers ---- */

static json_t *parse(const char *text, size_t length)
{
    json_error_t error;
    json_t *made = json_loadb(text, length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
    if (!made)
        fprintf(stderr, "not JSON: line %d, column %d: %s: %.*s\n", error.line, error.column, error.text,
                (int)(length < 3000 ? length : 3000), text);
    CHECK(made);
    return made;
}

static void check_error(const json_t *object, unsigned status)
{
    const json_t *error = json_object_get(object, "error"), *member = json_object_get(error, "member");
    CHECK(json_object_size(object) == 1);
    CHECK(json_integer_value(json_object_get(error, "status")) == status);
    CHECK(json_string_length(json_object_get(error, "message")) > 10);
    CHECK(!member || json_string_length(member) > 0);
}

/* A cost is within its budget. */
static void check_cost(const json_t *object, const char *budget_name)
{
    const json_t *cost = json_object_get(object, "cost"), *budget = json_object_get(object, budget_name);
    if (json_is_number(cost) && json_is_number(budget))
        CHECK(json_number_value(cost) <= json_number_value(budget) * (1 + 1e-12) ||
              json_array_size(json_object_get(object, "items")) == 0);
}

static void check_result(json_t *object)
{
    json_t *lists = json_object_get(object, "lists");
    CHECK(json_is_object(object));
    for (size_t i = 0; i < json_array_size(lists); i++)
        check_cost(json_array_get(lists, i), "budget");
    if (json_object_get(object, "summary")) {
        CHECK(json_is_string(json_object_get(object, "summary")));
        CHECK(json_is_array(json_object_get(object, "sentences")));
        check_cost(object, "budget_amount");
    }
}

/* A JSON object per line. */
static void check_lines(const fake_answer *answer)
{
    const char *at = answer->body, *end;
    for (; (end = strchr(at, '\n')); at = end + 1) {
        json_t *object = parse(at, (size_t)(end - at));
        CHECK(json_is_object(object));
        check_cost(object, "budget");
        json_decref(object);
    }
    CHECK(*at == 0 && at == answer->body + answer->length);
}

/* Events: progress, then a result or an error. */
static void check_events(const fake_answer *answer)
{
    char *copy = strdup(answer->body), *rest = copy, *event;
    bool ended = false;
    CHECK(copy && answer->length >= 2 && strcmp(copy + answer->length - 2, "\n\n") == 0);
    while ((event = strstr(rest, "\n\n"))) {
        char name[16] = "", *line, *text = calloc(1, answer->length + 1);
        *event = 0;
        CHECK(text && !ended && sscanf(rest, "event: %15s", name) == 1);
        strsep(&rest, "\n");
        while ((line = strsep(&rest, "\n"))) {
            CHECK(strncmp(line, "data: ", 6) == 0);
            strcat(strcat(text, line + 6), "\n");
        }
        rest = event + 2;
        CHECK(strcmp(name, "progress") == 0 || strcmp(name, "result") == 0 || strcmp(name, "error") == 0);
        ended = strcmp(name, "progress") != 0;
        if (strcmp(name, "result") == 0) {
            fake_answer lines = {.body = text, .length = strlen(text)};
            check_lines(&lines);
        } else {
            json_t *object = parse(text, strlen(text));
            if (ended)
                check_error(object,
                            (unsigned)json_integer_value(json_object_get(json_object_get(object, "error"), "status")));
            json_decref(object);
        }
        free(text);
    }
    CHECK(ended);
    free(copy);
}

static void check_answer(const fake_answer *answer, double seconds, bool late)
{
    static const unsigned known[] = {200, 204, 400, 401, 403, 404, 405, 413, 415, 422};
    const char *type = fake_find(answer, "Content-Type"), *policy = fake_find(answer, "Content-Security-Policy");
    bool found = answer->status == 503 && (late || seconds > MOST_TIME);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        found |= answer->status == known[i];
    if (!found)
        fprintf(stderr, "status %u: %s\n", answer->status, answer->body);
    CHECK(found);
    CHECK(strcmp(fake_find(answer, "X-Content-Type-Options"), "nosniff") == 0);
    CHECK(policy && strncmp(policy, "default-src 'none'", 18) == 0);
    CHECK(fake_find(answer, "Cache-Control"));
    if (answer->status == 204) {
        CHECK(answer->length == 0 && !type);
    } else if (strcmp(type, "application/json") == 0) {
        json_t *object = parse(answer->body, answer->length);
        if (answer->status >= 400)
            check_error(object, answer->status);
        else
            check_result(object);
        json_decref(object);
    } else {
        CHECK(answer->status == 200);
        if (strcmp(type, "application/x-ndjson") == 0)
            check_lines(answer);
        else if (strcmp(type, "text/event-stream") == 0)
            check_events(answer);
        else
            CHECK(strcmp(type, "text/html; charset=utf-8") == 0 ||
                  strcmp(type, "text/plain; version=0.0.4; charset=utf-8") == 0);
    }
}

/* ---- What is left ---- */

static void check_left(void)
{
    CHECK(atomic_load(&self.pending) == 0);
    CHECK(atomic_load(&self.buffered) == 0);
    CHECK(atomic_load(&self.connections) == 0);
    for (size_t i = 0; i < models_count(self.models); i++) {
        model *borrowed = models_acquire(self.models, models_name(self.models, i));
        CHECK(atomic_load(&borrowed->users) == 2);
        models_release(borrowed);
    }
}

/* ---- Limits ---- */

static knap_allocator within;                         /* of the request */
static size_t late_after, forced_memory, forced_late; /* forced: by run_limits; 0: not */
static request *limited;

/* Counts the allocations of the library; from the last one on the request is late. */
static void *count_down(void *context, void *old, size_t old_size, size_t new_size)
{
    if (new_size > old_size && late_after && --late_after == 0)
        atomic_store(&limited->account.cancelled, true);
    return within.resize(context, old, old_size, new_size);
}

void fake_begun(void *state, const uint8_t *bytes, size_t length)
{
    const char *memory = fake_request_header(bytes, length, "X-Memory");
    const char *late = fake_request_header(bytes, length, "X-Late");
    limited = state;
    if (memory)
        limited->account.most = strtoul(memory, NULL, 10) + 1;
    late_after = late ? strtoul(late, NULL, 10) + 1 : 0;
    if (forced_memory)
        limited->account.most = forced_memory;
    if (forced_late)
        late_after = forced_late;
    within = limited->account.allocator;
    limited->account.allocator.resize = count_down;
}

/* Returns the status of the answer; 0 for none. */
static unsigned run_one(const uint8_t *bytes, size_t length)
{
    fake_answer answer;
    unsigned status;
    double begun = cli_seconds();
    self.token_length = fake_request_header(bytes, length, "X-Token") ? sizeof TOKEN - 1 : 0;
    if (!fake_send(bytes, length, &answer))
        return 0;
    if (!answer.closed)
        check_answer(&answer, cli_seconds() - begun, forced_late || fake_request_header(bytes, length, "X-Late"));
    status = answer.closed ? 0 : answer.status;
    fake_free(&answer);
    check_left();
    return status;
}

/* Runs a request, whose status is `plain`, with every limit of memory, in steps, and with its time over at every allocation, until it is served. */
static void run_limits(const uint8_t *bytes, size_t length, unsigned plain)
{
    size_t runs = 0;
    unsigned status = 0;
    bool events = fake_request_header(bytes, length, "Accept"); /* then the status is 200 in any case */
    for (forced_memory = 1; forced_memory < settings.max_memory; forced_memory += 1 + forced_memory / 256, runs++)
        if ((status = run_one(bytes, length)) != 413 && !events)
            break;
    CHECK(status == plain || events); /* no limit makes another error */
    forced_memory = 0;
    for (forced_late = 1; forced_late < 1 << 20; forced_late += 1 + forced_late / 256, runs++)
        if ((status = run_one(bytes, length)) != 503 && (!events || late_after))
            break;
    CHECK(status == plain || events);
    forced_late = 0;
    fprintf(stderr, "%zu limits\n", runs);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    unsigned status = run_one(bytes, length);
    if (all_limits)
        run_limits(bytes, length, status);
    return 0;
}
