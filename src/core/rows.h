/* core/rows.h - vectors and concepts that are made for all items at once, after the items were added. */
#pragma once

#include "core/instance.h"

/* The items' similarity vectors become `rows`, sparse and sorted by id, whose memory the instance takes over; made with the
 * instance's allocator. Replaces what was there. */
void kn_instance_take_vectors(knap_instance *instance, kn_rows *rows);
/* Every item covers further concepts, times[i] of each or 1 where `times` is NULL: id[start[s]] .. id[start[s+1]-1] of item s. Their numbers are `first` + id; those
 * that the items have already are below `first`. */
knap_status kn_instance_add_concepts(knap_instance *instance, uint32_t first, const size_t *start, const uint32_t *id,
                                     const float *times, knap_error *error);
/* Room for so many rows and entries; false when memory is out. */
bool kn_rows_room(const knap_allocator *allocator, kn_rows *rows, size_t count, size_t entries);
void kn_rows_free(const knap_allocator *allocator, kn_rows *rows);
