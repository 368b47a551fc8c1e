/* checkpoint.c - the file of a checkpoint:
 *
 *     "knapckp1" identity-length identity digest count (state-length state)... hash
 *
 * All numbers are 64 bits, little-endian. */
#include "core/checkpoint.h"
#include "core/instance.h"
#include "core/settings.h"
#include "base/bytes.h"
#include "base/error.h"
#include "base/file.h"
#include "base/symbols.h"

#include <time.h>

static const char MAGIC[8] = "knapckp1";

/* ---- What a checkpoint belongs to ---- */

static uint64_t add_rows(uint64_t digest, const kn_rows *rows, size_t count)
{
    size_t values = rows->start ? rows->start[count] : 0;
    digest = kn_hash(digest, rows->start, rows->start ? (count + 1) * sizeof *rows->start : 0);
    digest = kn_hash(digest, rows->id, rows->id ? values * sizeof *rows->id : 0);
    return kn_hash(digest, rows->value, values * sizeof *rows->value);
}

static uint64_t add_data(uint64_t digest, const knap_data *data)
{
    digest = kn_hash(digest, &data->count, sizeof data->count);
    for (size_t i = 0; i < data->features.count; i++)
        digest = kn_hash(digest, data->features.name[i], data->features.length[i] + 1);
    for (size_t i = 0; i < data->count; i++) {
        const knap_instance *instance = data->instance[i];
        size_t count = instance->count;
        digest = kn_hash(digest, &count, sizeof count);
        digest = kn_hash(digest, &instance->budget, sizeof instance->budget);
        digest = kn_hash(digest, instance->cost, count * sizeof *instance->cost);
        digest = kn_hash(digest, instance->worth, count * sizeof *instance->worth);
        digest = kn_hash(digest, instance->feature, count * instance->width * sizeof *instance->feature);
        digest = add_rows(add_rows(digest, &instance->vector, count), &instance->concept, count);
        for (size_t t = 0; t < instance->targets; t++) {
            digest = kn_hash(digest, &instance->target[t].concept_id, sizeof instance->target[t].concept_id);
            digest = kn_hash(digest, &instance->target[t].cap, sizeof instance->target[t].cap);
        }
        digest = kn_hash(digest, instance->reward->name, strlen(instance->reward->name) + 1);
    }
    return digest;
}

static uint64_t digest_of(const knap_data *train, const knap_data *validate, const knap_settings *settings,
                          size_t count)
{
    uint64_t digest = kn_hash(KN_HASH_START, knap_version(), strlen(knap_version()) + 1);
    char value[256];
    for (size_t i = 0; i < count; i++)
        for (const knap_param *param = kn_settings_rows; param->name; param++) {
            knap_param_format(param, &settings[i], true, value, sizeof value);
            digest = kn_hash(digest, value, strlen(value) + 1);
        }
    digest = add_data(digest, train);
    return validate ? add_data(digest, validate) : digest;
}

/* ---- Reading ---- */

static knap_status damaged(const char *path, knap_error *error)
{
    return kn_fail_at(error, KNAP_BAD_INPUT, path, 0,
                      "this is not a checkpoint of knap train, or it is damaged: train without --resume");
}

/* Opens the bytes of a file behind the magic, without the hash at their end. */
static knap_status open_file(const char *path, kn_text *bytes, kn_bytes *from, knap_error *error)
{
    knap_status status = kn_read_file(path, NULL, bytes, error);
    kn_bytes sum;
    if (status)
        return status;
    if (bytes->length < 16 || memcmp(bytes->bytes, MAGIC, sizeof MAGIC) != 0)
        return damaged(path, error);
    sum = (kn_bytes){.at = bytes->bytes + bytes->length - 8, .left = 8};
    if (kn_take_count(&sum) != kn_hash(KN_HASH_START, bytes->bytes, bytes->length - 8))
        return damaged(path, error);
    *from = (kn_bytes){.at = bytes->bytes + 8, .left = bytes->length - 16};
    return KNAP_OK;
}

knap_status knap_checkpoint_identity(const char *path, const knap_allocator *allocator, char **identity, size_t *length,
                                     knap_error *error)
{
    kn_text bytes = {.allocator = allocator};
    kn_bytes from;
    const char *text;
    knap_status status;
    KN_REQUIRE(identity);
    *identity = NULL;
    KN_REQUIRE(length);
    *length = 0;
    KN_REQUIRE(path);
    status = open_file(path, &bytes, &from, error);
    if (!status) {
        *length = kn_take_size(&from, from.left);
        text = kn_take(&from, *length);
        if (!text)
            status = damaged(path, error);
        else if (!(*identity = kn_caller_text(allocator, text, *length)))
            status = kn_no_memory(error);
    }
    if (status)
        *length = 0;
    kn_text_free(&bytes);
    return status;
}

static knap_status read_states(kn_checkpoint *self, kn_bytes *from, knap_error *error)
{
    const char *path = self->ask->path;
    kn_take(from, kn_take_size(from, from->left)); /* the identity is the caller's */
    if (kn_take_count(from) != self->digest && !from->bad)
        return kn_fail_at(
            error, KNAP_BAD_INPUT, path, 0,
            "this checkpoint belongs to other data, other settings or another version of knap: give those "
            "it was made with, or train without --resume");
    if (kn_take_size(from, self->count) != self->count)
        return damaged(path, error);
    for (size_t i = 0; i < self->count; i++) {
        size_t length = kn_take_size(from, from->left);
        const char *state = kn_take(from, length);
        if (!state)
            return damaged(path, error);
        kn_text_add(&self->state[i], state, length);
        if (self->state[i].failed)
            return kn_no_memory(error);
    }
    return from->left ? damaged(path, error) : KNAP_OK;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

knap_status kn_checkpoint_begin(kn_checkpoint *self, const knap_checkpoint *ask, const knap_data *train,
                                const knap_data *validate, const knap_settings *settings, size_t count,
                                const knap_allocator *allocator, knap_error *error)
{
    kn_text bytes = {.allocator = allocator};
    kn_bytes from;
    knap_status status;
    *self = (kn_checkpoint){.ask = ask, .allocator = allocator, .count = count, .written = now()};
    pthread_mutex_init(&self->lock, NULL);
    self->state = kn_new(allocator, count, sizeof *self->state);
    self->epoch = kn_new(allocator, count, sizeof *self->epoch);
    if (!self->state || !self->epoch)
        return kn_no_memory(error);
    for (size_t i = 0; i < count; i++)
        self->state[i].allocator = allocator;
    self->digest = digest_of(train, validate, settings, count);
    if (!ask->resume)
        return KNAP_OK;
    status = open_file(ask->path, &bytes, &from, error);
    if (!status)
        status = read_states(self, &from, error);
    kn_text_free(&bytes);
    return status;
}

void kn_checkpoint_free(kn_checkpoint *self)
{
    for (size_t i = 0; self->state && i < self->count; i++)
        kn_text_free(&self->state[i]);
    kn_free(self->allocator, self->state, self->count, sizeof *self->state);
    kn_free(self->allocator, self->epoch, self->count, sizeof *self->epoch);
    pthread_mutex_destroy(&self->lock);
}

/* ---- Writing ---- */

bool kn_checkpoint_due(kn_checkpoint *self, size_t slot, size_t epochs)
{
    bool due;
    pthread_mutex_lock(&self->lock);
    due = (self->ask->epochs && epochs >= self->epoch[slot] + self->ask->epochs) ||
          (self->ask->seconds > 0 && now() - self->written >= self->ask->seconds);
    pthread_mutex_unlock(&self->lock);
    return due;
}

static knap_status write_file(kn_checkpoint *self, knap_error *error)
{
    const char *identity = self->ask->identity ? self->ask->identity : "";
    kn_text bytes = {.allocator = self->allocator};
    knap_status status;
    kn_text_add(&bytes, MAGIC, sizeof MAGIC);
    kn_put_count(&bytes, strlen(identity));
    kn_text_add(&bytes, identity, strlen(identity));
    kn_put_count(&bytes, self->digest);
    kn_put_count(&bytes, self->count);
    for (size_t i = 0; i < self->count; i++) {
        kn_put_count(&bytes, self->state[i].length);
        kn_text_add(&bytes, self->state[i].bytes ? self->state[i].bytes : "", self->state[i].length);
    }
    kn_put_count(&bytes, bytes.failed ? 0 : kn_hash(KN_HASH_START, bytes.bytes, bytes.length));
    status = bytes.failed ? kn_no_memory(error)
                          : kn_write_durable(self->ask->path, bytes.bytes, bytes.length, self->allocator, error);
    self->written = now();
    kn_text_free(&bytes);
    return status;
}

knap_status kn_checkpoint_write(kn_checkpoint *self, knap_error *error)
{
    knap_status status;
    pthread_mutex_lock(&self->lock);
    status = write_file(self, error);
    pthread_mutex_unlock(&self->lock);
    return status;
}

knap_status kn_checkpoint_put(kn_checkpoint *self, size_t slot, size_t epochs, kn_text *bytes, bool quiet,
                              knap_error *error)
{
    knap_status status = KNAP_OK;
    kn_text before;
    pthread_mutex_lock(&self->lock);
    before = self->state[slot];
    self->state[slot] = *bytes;
    self->epoch[slot] = epochs;
    *bytes = before;
    bytes->length = 0;
    if (!quiet)
        status = write_file(self, error);
    pthread_mutex_unlock(&self->lock);
    return status;
}

bool kn_checkpoint_stopped(kn_checkpoint *self)
{
    bool stopped;
    pthread_mutex_lock(&self->lock);
    stopped = self->stopped;
    pthread_mutex_unlock(&self->lock);
    return stopped;
}

void kn_checkpoint_stop(kn_checkpoint *self)
{
    pthread_mutex_lock(&self->lock);
    self->stopped = true;
    pthread_mutex_unlock(&self->lock);
}
