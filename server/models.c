/* models.c - the models by name. A request borrows the model that is there when it begins; a reload puts another one in its place, and
 * the old one is freed when its last borrower gives it back. */
#include "server.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct entry {
    char *name;
    const char *path; /* NULL: the embedded summarizer */
    model *now;
} entry;

struct models {
    pthread_mutex_t lock;
    entry *entry; /* [count] the first is the default */
    size_t count;
};

/* ---- One model ---- */

static void free_model(model *self)
{
    if (!self)
        return;
    knap_summarizer_free(self->summarizer);
    knap_model_free(self->items);
    free(self);
}

static bool is_of_documents(const knap_model *items)
{
    return knap_model_section(items, "summarize", NULL) != NULL;
}

/* Reads a model: of documents, or of items. */
static knap_status load(const entry *of, model **made, knap_error *error)
{
    model *self = cli_new(1, sizeof *self);
    knap_status status;
    self->name = of->name;
    atomic_store(&self->users, 1);
    if (!of->path) {
        status = knap_summarizer_embedded(NULL, &self->summarizer, error);
    } else {
        status = knap_model_load(of->path, NULL, &self->items, error);
        if (!status && is_of_documents(self->items)) {
            status = knap_summarizer_take(self->items, of->path, &self->summarizer, error);
            self->items = NULL;
        }
    }
    *made = status ? NULL : self;
    if (status)
        free_model(self);
    return status;
}

model *models_acquire(models *self, const char *name)
{
    model *found = NULL;
    pthread_mutex_lock(&self->lock);
    for (size_t i = 0; i < self->count && !found; i++)
        if (!name || strcmp(self->entry[i].name, name) == 0)
            found = self->entry[i].now;
    if (found)
        atomic_fetch_add(&found->users, 1);
    pthread_mutex_unlock(&self->lock);
    return found;
}

void models_release(model *borrowed)
{
    if (borrowed && atomic_fetch_sub(&borrowed->users, 1) == 1)
        free_model(borrowed);
}

/* ---- All of them ---- */

/* Splits NAME=FILE; a FILE alone is the default. */
static int add_entry(models *self, const char *text)
{
    const char *equals = strchr(text, '=');
    size_t length = equals ? (size_t)(equals - text) : 0;
    char *name = equals ? cli_copy(text, length) : cli_copy("default", 7);
    for (size_t i = 0; i < length; i++)
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.", text[i]))
            length = 0;
    if ((equals && !length) || !(equals ? equals + 1 : text)[0]) {
        free(name);
        return cli_say(CLI_USAGE, "--model %s: expected NAME=FILE, the name of letters, digits, '-', '_' and '.'",
                       text);
    }
    for (size_t i = 0; i < self->count; i++)
        if (strcmp(self->entry[i].name, name) == 0) {
            if (self->entry[i].path) {
                cli_say(CLI_USAGE, "--model: two models have the name '%s'", name);
                free(name);
                return CLI_USAGE;
            }
            self->entry[i].path = equals ? equals + 1 : text;
            free(name);
            return CLI_DONE;
        }
    self->entry = cli_grow(self->entry, self->count + 1, sizeof *self->entry);
    self->entry[self->count++] = (entry){.name = name, .path = equals ? equals + 1 : text};
    return CLI_DONE;
}

int models_open(models **opened, const cli_texts *files)
{
    models *self = *opened = cli_new(1, sizeof *self);
    knap_error error = {.status = KNAP_OK};
    int status = CLI_DONE;
    pthread_mutex_init(&self->lock, NULL);
    self->entry = cli_new(1, sizeof *self->entry);
    self->entry[self->count++].name = cli_copy("default", 7);
    for (int i = 0; !status && i < files->count; i++)
        status = add_entry(self, files->text[i]);
    for (size_t i = 0; !status && i < self->count; i++)
        if (load(&self->entry[i], &self->entry[i].now, &error))
            status = cli_fail(&error);
    return status;
}

void models_close(models *self)
{
    for (size_t i = 0; self && i < self->count; i++) {
        models_release(self->entry[i].now);
        free(self->entry[i].name);
    }
    if (self)
        free(self->entry);
    free(self);
}

/* A pipe or a device may never end, and signals would wait for it. */
static bool is_file(const char *path, knap_error *error)
{
    struct stat about;
    if (stat(path, &about) == 0 && S_ISREG(about.st_mode))
        return true;
    *error = (knap_error){.status = KNAP_IO};
    snprintf(error->file, sizeof error->file, "%s", path);
    snprintf(error->message, sizeof error->message, "it is not a file, which a model that is read again must be");
    return false;
}

void models_reload(models *self, server *of)
{
    for (size_t i = 0; i < self->count; i++) {
        knap_error error = {.status = KNAP_OK};
        model *made, *old;
        char text[1024];
        if (!self->entry[i].path)
            continue;
        if (!is_file(self->entry[i].path, &error) || load(&self->entry[i], &made, &error)) {
            atomic_fetch_add(&of->reload_errors, 1);
            log_event(of, "the model could not be read again; the old one stays",
                      knap_error_text(&error, text, sizeof text));
            continue;
        }
        pthread_mutex_lock(&self->lock);
        old = self->entry[i].now;
        self->entry[i].now = made;
        pthread_mutex_unlock(&self->lock);
        models_release(old);
        atomic_fetch_add(&of->reloads, 1);
        log_event(of, "a model was read again", self->entry[i].name);
    }
}

size_t models_count(const models *self)
{
    return self->count;
}

const char *models_name(const models *self, size_t index)
{
    return self->entry[index].name;
}
