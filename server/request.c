/* request.c - what the endpoints do with a request: read its JSON, run the library within limits, answer. */
#include "server.h"

#include <stdlib.h>
#include <string.h>

/* ---- Progress and limits ---- */

static bool is_late(void *context)
{
    request *self = context;
    return atomic_load_explicit(&self->account.cancelled, memory_order_relaxed);
}

static int tell(void *context, const knap_progress *progress)
{
    request *self = context;
    request_progress(self, strcmp(progress->stage, "read") == 0 ? "reading" : "packing", progress->fraction);
    return is_late(self);
}

knap_run request_run(request *self)
{
    return (knap_run){.allocator = &self->account.allocator,
                      .jobs = 1,
                      .progress = tell,
                      .context = self,
                      .hurry = is_late,
                      .hurry_context = self};
}

/* Makes cli_add succeed, which must not jump out of a call of the library, with a lock held. */
static bool make_room(cli_buffer *buffer, size_t length)
{
    size_t capacity = buffer->length + length;
    char *grown = buffer->capacity < capacity ? realloc(buffer->bytes, capacity) : NULL;
    if (grown) {
        buffer->bytes = grown;
        buffer->capacity = capacity;
    }
    return buffer->capacity >= capacity;
}

void request_progress(request *self, const char *stage, double fraction)
{
    char event[160];
    double now;
    int length;
    if (!self->events || (now = cli_seconds()) - self->told < 0.1)
        return;
    length = snprintf(event, sizeof event, "event: progress\ndata: {\"stage\":\"%s\",\"fraction\":%.3f}\n\n", stage,
                      fraction);
    pthread_mutex_lock(&self->lock);
    self->told = now;
    if (!self->ended && make_room(&self->stream, (size_t)length))
        cli_add(&self->stream, event, (size_t)length);
    pthread_mutex_unlock(&self->lock);
    http_resume(self, false);
}

bool request_late(const request *self, fault *wrong)
{
    return fault_set(wrong, 503, NULL,
                     "the request took longer than the %g seconds that the server allows: send less, or start the "
                     "server with a higher --max-time",
                     self->server->settings->max_time);
}

bool request_exceeded(request *self)
{
    const serve_settings *settings = self->server->settings;
    if (atomic_load(&self->account.cancelled))
        return request_late(self, &self->wrong);
    if (atomic_load(&self->account.refused))
        return fault_set(
            &self->wrong, 413, NULL,
            "the request needs more than the %.0f MiB of memory that the server allows: send less, or start "
            "the server with a higher --max-memory",
            (double)settings->max_memory / (1024 * 1024));
    return fault_set(&self->wrong, 503, NULL, "the server has no memory left: try again later");
}

bool request_fail(request *self, const knap_error *error, const char *member, int bad_input)
{
    int status = error->status == KNAP_USAGE ? 400 : bad_input;
    if (error->status == KNAP_NO_MEMORY || error->status == KNAP_CANCELLED || atomic_load(&self->account.cancelled))
        return request_exceeded(self);
    fault_set(&self->wrong, status, member, "%s", error->message);
    snprintf(self->wrong.file, sizeof self->wrong.file, "%s", error->file);
    self->wrong.line = error->line;
    return false;
}

bool request_check(request *self, const knap_param *table, const void *settings)
{
    for (; table->name; table++) {
        const knap_param one[] = {*table, {.name = NULL}};
        char member[64];
        knap_error error;
        if (!knap_params_check(one, settings, &error))
            continue;
        snprintf(member, sizeof member, "%s", table->name);
        for (char *at = member; (at = strchr(at, '-'));)
            *at = '_';
        return request_fail(self, &error, member, 400);
    }
    return true;
}

void request_write(request *self)
{
    request_progress(self, "writing", 1);
    self->account.lifted = true;
}

void request_answer(request *self, json_t *object)
{
    char *text = cli_json_format(object, 15);
    cli_add_text(&self->out, text);
    cli_add(&self->out, "\n", 1);
    free(text);
}

/* ---- Reading ---- */

/* Whether the members that the route needs are there. */
static bool check_required(request *self, const json_t *object)
{
    for (const char *at = self->route->required; at && *at;) {
        size_t length = strcspn(at, ",");
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        if (!json_object_get(object, name))
            return fault_set(&self->wrong, 400, name, "this member is required");
        at += length + (at[length] == ',');
    }
    return true;
}

static bool add_query(request *self, json_t *object)
{
    for (const variable *at = self->query; at; at = at->next) {
        if (json_object_get(object, at->name))
            return fault_set(&self->wrong, 400, at->name, "this member is given twice");
        if (!members_add_text(self->route->members, object, at->name, at->value, &self->wrong))
            return false;
    }
    return true;
}

/* Whether an object has items, under one of their names. */
static bool has_items(const json_t *object)
{
    const knap_field *items = NULL;
    for (size_t i = 0; knap_field_at(i); i++)
        if (strcmp(knap_field_at(i)->name, "items") == 0)
            items = knap_field_at(i);
    for (const char *at = items->others; *at;) {
        char name[32];
        size_t length = strcspn(at, " ");
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        if (json_object_get(object, name))
            return true;
        at += length + (at[length] == ' ');
    }
    return json_object_get(object, items->name) != NULL;
}

/* An instance as the body: the members that are not in the table become the member that has an instance. */
static bool gather_instance(request *self, json_t *object)
{
    const char *name;
    json_t *value, *instance;
    void *next;
    bool done = true;
    if (!self->route->instance || !has_items(object))
        return true;
    instance = json_object();
    json_object_foreach_safe(object, next, name, value)
    {
        if (!members_has(self->route->members, name))
            done = done && json_object_set(instance, name, value) == 0 && json_object_del(object, name) == 0;
    }
    if (json_object_get(object, self->route->instance)) {
        json_decref(instance);
        return fault_set(&self->wrong, 400, self->route->instance, "the request has items of its own beside this");
    }
    done = json_object_set_new(object, self->route->instance, instance) == 0 && done;
    return done || request_fail(self, &(knap_error){.status = KNAP_NO_MEMORY}, NULL, 400);
}

/* The JSON object of the part `request`, which is taken out of the parts; an empty object without one. */
static json_t *take_request_part(request *self, part *parts, size_t *count)
{
    json_t *object = NULL;
    for (size_t i = 0; i < *count; i++) {
        if (strcmp(parts[i].name, "request") != 0)
            continue;
        if (object) {
            json_decref(object);
            fault_set(&self->wrong, 400, "request", "there is more than one part with this name");
            return NULL;
        }
        if (!(object = members_parse(parts[i].bytes, parts[i].length, &self->wrong)))
            return NULL;
        memmove(parts + i, parts + i + 1, (*count - i - 1) * sizeof *parts);
        (*count)--;
        i--;
    }
    return object ? object : json_object();
}

static json_t *read_object(request *self, part **parts, size_t *count)
{
    if (strcmp(self->type, "application/json") == 0)
        return members_parse(self->body, self->length, &self->wrong);
    if (strcmp(self->type, "multipart/form-data") == 0)
        return multipart_read(self, parts, count, &self->wrong) ? take_request_part(self, *parts, count) : NULL;
    return json_object();
}

json_t *request_read(request *self, void *into, part **parts, size_t *count)
{
    json_t *object;
    *parts = NULL;
    *count = 0;
    object = read_object(self, parts, count);
    if (object && gather_instance(self, object) && add_query(self, object) &&
        members_read(self->route->members, object, into, &self->wrong) &&
        (*count || strcmp(self->type, "application/json") != 0 || check_required(self, object)))
        return object;
    request_exceeded(self); /* where nothing else is wrong */
    json_decref(object);
    free(*parts);
    *parts = NULL;
    *count = 0;
    return NULL;
}
