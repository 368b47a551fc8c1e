/* rows.c - vectors and concepts of all items at once. */
#include "core/rows.h"
#include "base/error.h"
#include "base/sort.h"

#include <math.h>
#include <string.h>

void kn_rows_free(const knap_allocator *allocator, kn_rows *rows)
{
    KN_RELEASE(allocator, rows->start);
    KN_RELEASE(allocator, rows->id);
    KN_RELEASE(allocator, rows->value);
    *rows = (kn_rows){0};
}

bool kn_rows_room(const knap_allocator *allocator, kn_rows *rows, size_t count, size_t entries)
{
    return KN_ROOM(allocator, rows->start, count + 1) && KN_ROOM(allocator, rows->id, entries + 1) &&
           KN_ROOM(allocator, rows->value, entries + 1);
}

void kn_instance_take_vectors(knap_instance *instance, kn_rows *rows)
{
    if (instance->borrowed & KN_BORROWED_VECTOR)
        instance->vector.value = NULL;
    instance->borrowed &= ~(unsigned)KN_BORROWED_VECTOR;
    kn_rows_free(instance->data->allocator, &instance->vector);
    instance->vector = *rows;
    *rows = (kn_rows){0};
    for (size_t s = 0; s < instance->count; s++) {
        double squares = 0;
        for (size_t i = instance->vector.start[s]; i < instance->vector.start[s + 1]; i++)
            squares += instance->vector.value[i] * instance->vector.value[i];
        instance->inverse_norm[s] = squares > 0 ? 1 / sqrt(squares) : 0;
    }
}

knap_status kn_instance_add_concepts(knap_instance *instance, uint32_t first, const size_t *start, const uint32_t *id,
                                     const float *times, knap_error *error)
{
    const knap_allocator *allocator = instance->data->allocator;
    const kn_rows *old = &instance->concept;
    size_t n = instance->count, entries = old->start[n] + start[n], at = 0;
    kn_rows made = {.width = old->width > first ? old->width : first};
    if (!kn_rows_room(allocator, &made, n, entries)) {
        kn_rows_free(allocator, &made);
        return kn_no_memory(error);
    }
    for (size_t s = 0; s < n; s++) {
        size_t count = old->start[s + 1] - old->start[s], before;
        made.start[s] = at;
        if (count) {
            memcpy(made.id + at, old->id + old->start[s], count * sizeof *made.id);
            memcpy(made.value + at, old->value + old->start[s], count * sizeof *made.value);
        }
        before = at += count;
        for (size_t i = start[s]; i < start[s + 1]; i++) {
            made.id[at] = first + id[i];
            made.value[at++] = times ? times[i] : 1;
            made.width = first + id[i] >= made.width ? (size_t)first + id[i] + 1 : made.width;
        }
        kn_sort_row(made.id + before, made.value + before, at - before);
    }
    made.start[n] = at;
    kn_rows_free(allocator, &instance->concept);
    instance->concept = made;
    return KNAP_OK;
}
