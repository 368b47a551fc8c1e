/* documents.c - the documents and references of a request: texts of its JSON, then files of a multipart body in any format. */
#include "documents.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_MEMORY = 8 << 20 };        /* bytes of a process that reads a file */
static const double LEAST_TIME = 0.001; /* seconds */

static knap_file *next_file(summarize_work *self, const char *name, const char *kind, size_t number, bool reference)
{
    knap_file *file = &self->file[self->files];
    char *made = self->names[self->files++];
    snprintf(made, sizeof *self->names, "%s %zu", kind, number + 1);
    *file = (knap_file){.name = name && *name ? name : made, .reference = reference};
    return file;
}

/* A text, or an object {"name", "text"}. */
static bool add_text(summarize_work *self, const json_t *value, const char *list, size_t index, bool reference)
{
    const json_t *text = json_is_object(value) ? json_object_get(value, "text") : value;
    const json_t *name = json_is_object(value) ? json_object_get(value, "name") : NULL;
    size_t known = (text ? (size_t)1 : 0) + (name ? (size_t)1 : 0);
    char member[64];
    knap_file *file;
    snprintf(member, sizeof member, "%s[%zu]%s", list, index, json_is_object(value) ? ".text" : "");
    if (!json_is_string(text))
        return fault_set(&self->request->wrong, 400, member, "expected a string, got %s",
                         text ? members_kind(text) : "nothing");
    snprintf(member, sizeof member, "%s[%zu].name", list, index);
    if (name && !json_is_string(name))
        return fault_set(&self->request->wrong, 400, member, "expected a string, got %s", members_kind(name));
    snprintf(member, sizeof member, "%s[%zu]", list, index);
    if (json_is_object(value) && json_object_size(value) != known)
        return fault_set(&self->request->wrong, 400, member, "expected the members \"name\" and \"text\" only");
    file = next_file(self, json_string_value(name), reference ? "reference" : "document", index, reference);
    file->bytes = json_string_value(text);
    file->length = json_string_length(text);
    file->text = reference || !self->ask.format;
    return true;
}

static bool add_list(summarize_work *self, const json_t *values, const char *list, bool reference)
{
    if (values && !json_is_array(values))
        return fault_set(&self->request->wrong, 400, list, "expected an array, got %s", members_kind(values));
    for (size_t i = 0; i < json_array_size(values); i++)
        if (!add_text(self, json_array_get(values, i), list, i, reference))
            return false;
    return true;
}

static bool add_parts(summarize_work *self)
{
    for (size_t i = 0; i < self->part_count; i++) {
        const part *given = &self->parts[i];
        bool reference = strcmp(given->name, "references") == 0;
        knap_file *file;
        if (!reference && strcmp(given->name, "documents") != 0)
            return fault_set(&self->request->wrong, 400, given->name,
                             "a part has this name; expected documents, references or request");
        file = next_file(self, given->file, reference ? "reference" : "document", i, reference);
        file->bytes = given->bytes;
        file->length = given->length;
    }
    return true;
}

static void note_reader(void *context, long process)
{
    work_reads(context, process);
}

/* Reads the documents, those in foreign formats in a process that has what is left of the request's memory and time. */
static bool open_corpus(summarize_work *self)
{
    request *of = self->request;
    size_t used = atomic_load(&of->account.used), most = of->account.most;
    const knap_run run = request_run(of);
    knap_corpus_options options = {.run = &run,
                                   .format = self->ask.format,
                                   .apart = of->server->apart,
                                   .apart_memory = most > used + LEAST_MEMORY ? most - used : LEAST_MEMORY,
                                   .apart_seconds = fmax(of->deadline - cli_seconds(), LEAST_TIME),
                                   .apart_reads = note_reader,
                                   .apart_context = of};
    knap_error error;
    knap_status status = knap_corpus_open_bytes(self->ask.id ? self->ask.id : "1", self->file, self->files, &options,
                                                &of->account.allocator, &self->corpus, &error);
    if (status == KNAP_CANCELLED)
        atomic_store(&of->account.cancelled, true);
    else if (status == KNAP_NO_MEMORY && !atomic_load(&of->account.cancelled))
        atomic_store(&of->account.refused, true);
    return status ? request_fail(of, &error, status == KNAP_USAGE && self->ask.format ? "format" : NULL, 422) : true;
}

bool documents_read(summarize_work *self)
{
    request *of = self->request;
    const summarize_ask *ask = &self->ask;
    size_t most = json_array_size(ask->documents) + json_array_size(ask->references) + self->part_count;
    size_t documents = 0;
    if (most > of->server->settings->max_items)
        return fault_set(&of->wrong, 413, "documents", "there are more than the %zu documents that the server allows",
                         of->server->settings->max_items);
    self->file = cli_new(most, sizeof *self->file);
    self->names = cli_new(most, sizeof *self->names);
    if (!add_list(self, ask->documents, "documents", false) || !add_list(self, ask->references, "references", true) ||
        !add_parts(self))
        return false;
    for (size_t i = 0; i < self->files; i++)
        documents += !self->file[i].reference;
    if (documents == 0)
        return fault_set(&of->wrong, 400, "documents", "there is no document: send at least one");
    if (!open_corpus(self))
        return false;
    self->cluster = knap_corpus_cluster(self->corpus, 0);
    return true;
}
