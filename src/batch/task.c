/* task.c - the bytes of tasks, and what all processes of a training must agree on. */
#include "batch/batch.h"
#include "core/settings.h"
#include "base/error.h"
#include "base/symbols.h"

static const char MAGIC[8] = "knaptsk1";

knap_status kn_check_batch(const knap_settings *settings, knap_error *error)
{
    knap_status status = knap_settings_check(settings, error);
    if (!status && settings->batch == 1)
        return kn_fail(error, KNAP_USAGE,
                       "batch must be above 1: lists that are learned from one at a time cannot be divided");
    return status;
}

static uint64_t add_names(uint64_t digest, const kn_symbols *names)
{
    for (size_t i = 0; i < names->count; i++)
        digest = kn_hash(digest, names->name[i], names->length[i] + 1);
    return kn_hash(digest, "", 1);
}

uint64_t kn_batch_digest(const knap_data *names, const knap_settings *settings)
{
    uint64_t digest = kn_hash(KN_HASH_START, knap_version(), strlen(knap_version()) + 1);
    char value[256];
    for (const knap_param *param = kn_settings_rows; param->name; param++) {
        knap_param_format(param, settings, true, value, sizeof value);
        digest = kn_hash(digest, value, strlen(value) + 1);
    }
    return add_names(add_names(digest, &names->features), &names->flaws);
}

void kn_task_write(uint64_t digest, const kn_course *course, const size_t *number, size_t count, kn_text *bytes)
{
    bytes->length = 0;
    kn_text_add(bytes, MAGIC, sizeof MAGIC);
    kn_put_count(bytes, digest);
    kn_put_count(bytes, course->guided);
    kn_put_real(bytes, course->benefit.lambda);
    kn_put_real(bytes, course->benefit.r);
    kn_put_count(bytes, course->positions);
    kn_put_count(bytes, course->width);
    kn_put_reals(bytes, course->inverse_deviation, course->width);
    kn_put_reals(bytes, course->policy, course->positions * course->width);
    kn_put_count(bytes, count);
    for (size_t i = 0; i < count; i++)
        kn_put_count(bytes, number[i]);
    kn_put_count(bytes, bytes->failed ? 0 : kn_hash(KN_HASH_START, bytes->bytes, bytes->length));
}

static knap_status read_parts(kn_task *task, kn_bytes *from, knap_error *error)
{
    size_t most = from->left / 8;
    task->digest = kn_take_count(from);
    task->guided = kn_take_count(from) != 0;
    task->benefit.lambda = kn_take_real(from);
    task->benefit.r = kn_take_real(from);
    task->positions = kn_take_size(from, most);
    task->width = kn_take_size(from, most);
    if (from->bad || task->positions == 0 || task->width > most / task->positions) {
        from->bad = true;
        return KNAP_OK;
    }
    task->inverse_deviation = kn_arena_new(&task->arena, task->width, sizeof(double));
    task->policy = kn_arena_new(&task->arena, task->positions * task->width, sizeof(double));
    if (!task->inverse_deviation || !task->policy)
        return kn_no_memory(error);
    kn_take_reals(from, task->inverse_deviation, task->width);
    kn_take_reals(from, task->policy, task->positions * task->width);
    task->count = kn_take_size(from, most);
    if (!(task->number = kn_arena_new(&task->arena, task->count, sizeof *task->number)))
        return kn_no_memory(error);
    for (size_t i = 0; i < task->count; i++)
        task->number[i] = kn_take_size(from, SIZE_MAX - 1);
    return KNAP_OK;
}

knap_status kn_task_read(kn_task *task, const char *bytes, size_t length, const knap_allocator *allocator,
                         knap_error *error)
{
    kn_bytes from = {.at = bytes, .left = length};
    const char *magic = kn_take(&from, sizeof MAGIC);
    knap_status status = KNAP_OK;
    task->arena.allocator = allocator;
    if (!magic || memcmp(magic, MAGIC, sizeof MAGIC) != 0 || from.left < 8)
        from.bad = true;
    if (!from.bad) {
        kn_bytes sum = {.at = bytes + length - 8, .left = 8};
        from.left -= 8;
        from.bad = kn_take_count(&sum) != kn_hash(KN_HASH_START, bytes, length - 8);
    }
    if (!from.bad)
        status = read_parts(task, &from, error);
    if (!status && (from.bad || from.left))
        status = kn_fail(error, KNAP_BAD_INPUT, "these bytes are not a task that knap wrote, or they are damaged");
    return status;
}
