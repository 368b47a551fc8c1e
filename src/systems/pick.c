/* pick.c - shared by systems that pick by a score: the order, the redundancy rule, the centre of all vectors.
 */
#include "systems/systems.h"
#include "base/sort.h"

#include <math.h>

/* An entry of the vector of an item of the list. */
struct kn_near_link {
    double value;
    uint32_t item, next; /* `next` is an older one of the same dimension */
    uint32_t place;      /* of the item in the list */
};

bool kn_near_begin(kn_near *self, const knap_instance *instance)
{
    const kn_rows *rows = &instance->vector;
    kn_arena *arena = &self->arena;
    size_t n = instance->count;
    *self = (kn_near){.instance = instance, .arena = {.allocator = instance->data->allocator}};
    self->link = kn_arena_room(arena, rows->id ? rows->start[n] : 0, sizeof *self->link);
    self->head = kn_arena_new(arena, rows->id ? rows->width : 0, sizeof *self->head);
    self->picked = kn_arena_room(arena, n, sizeof *self->picked);
    self->asked = kn_arena_new(arena, n, sizeof *self->asked);
    self->seen = kn_arena_new(arena, n, sizeof *self->seen);
    self->sum = kn_arena_new(arena, n, sizeof *self->sum);
    self->item = kn_arena_room(arena, n, sizeof *self->item);
    self->cosine = kn_arena_room(arena, n, sizeof *self->cosine);
    return self->link && self->head && self->picked && self->asked && self->seen && self->sum && self->item &&
           self->cosine;
}

void kn_near_take(kn_near *self, size_t item)
{
    const kn_rows *rows = &self->instance->vector;
    for (size_t i = rows->start[item]; rows->id && i < rows->start[item + 1]; i++) {
        uint32_t *head = &self->head[rows->id[i]];
        self->link[self->links] = (struct kn_near_link){rows->value[i], (uint32_t)item, *head, (uint32_t)self->picks};
        *head = (uint32_t)++self->links;
    }
    self->picked[self->picks++] = (uint32_t)item;
}

/* Adds the products of one dimension. */
static void add_products(kn_near *self, uint32_t dimension, double value, uint32_t since)
{
    const struct kn_near_link *link;
    for (uint32_t at = self->head[dimension]; at && (link = &self->link[at - 1])->place >= since; at = link->next) {
        if (self->seen[link->item] != self->question) {
            self->seen[link->item] = self->question;
            self->sum[link->item] = 0;
            self->item[self->count++] = link->item;
        }
        self->sum[link->item] += value * link->value;
    }
}

void kn_near_ask(kn_near *self, size_t item)
{
    const knap_instance *instance = self->instance;
    const kn_rows *rows = &instance->vector;
    uint32_t since = self->asked[item];
    self->asked[item] = (uint32_t)self->picks;
    self->count = 0;
    self->question++;
    if (instance->inverse_norm[item] == 0)
        return;
    for (size_t i = rows->start[item]; rows->id && i < rows->start[item + 1]; i++)
        add_products(self, rows->id[i], rows->value[i], since);
    for (size_t i = 0; i < self->count;
         i++) { /* in the order of kn_gram_row of the other item, which has the same bits */
        double cosine = self->sum[self->item[i]] * instance->inverse_norm[self->item[i]] * instance->inverse_norm[item];
        self->cosine[i] = fmax(-1, fmin(1, cosine));
    }
    for (size_t i = since; !rows->id && i < self->picks; i++) {
        self->item[self->count] = self->picked[i];
        self->cosine[self->count++] = knap_instance_similarity(instance, self->picked[i], item);
    }
}

knap_status knap_list_nearest(const knap_instance *instance, const knap_list *list, size_t *nearest, knap_error *error)
{
    kn_near near;
    bool made = kn_near_begin(&near, instance);
    uint32_t *place = made ? kn_arena_room(&near.arena, instance->count, sizeof *place) : NULL;
    for (size_t i = 0; place && i < list->count; i++) {
        size_t item = list->item[i];
        double most = 0;
        nearest[i] = i;
        kn_near_ask(&near, item);
        for (size_t k = 0; k < near.count; k++) {
            double cosine = knap_instance_similarity(instance, near.item[k], item);
            if (cosine > most || (cosine == most && cosine > 0 && place[near.item[k]] < nearest[i])) {
                most = cosine;
                nearest[i] = place[near.item[k]];
            }
        }
        kn_near_take(&near, item);
        place[item] = (uint32_t)i;
    }
    kn_arena_free(&near.arena);
    return place ? KNAP_OK : kn_no_memory(error);
}

knap_status kn_begin_list(kn_open *open, const knap_instance *instance, const knap_allocator *allocator,
                          knap_list *list, knap_error *error)
{
    knap_status status;
    open->allocator = allocator;
    status = kn_open_begin(open, instance, error);
    return status ? status : kn_open_pins(open, list, error);
}

typedef struct picking {
    double *key; /* [n] */
    uint64_t *sort;
    uint32_t *order; /* [n] */
    kn_near near;
} picking;

static bool is_redundant(kn_near *near, size_t item, double redundancy)
{
    bool found = false;
    kn_near_ask(near, item);
    for (size_t i = 0; i < near->count; i++)
        found = found || near->cosine[i] > redundancy;
    return found;
}

static knap_status picking_begin(picking *self, const knap_instance *instance, const double *score, knap_error *error)
{
    size_t n = instance->count;
    kn_arena *arena = &self->near.arena;
    bool made = kn_near_begin(&self->near, instance);
    self->key = made ? kn_arena_room(arena, n, sizeof *self->key) : NULL;
    self->sort = made ? kn_arena_room(arena, kn_order_scratch(n), sizeof *self->sort) : NULL;
    self->order = made ? kn_arena_room(arena, n, sizeof *self->order) : NULL;
    if (!self->key || !self->sort || !self->order)
        return kn_no_memory(error);
    for (size_t s = 0; s < n; s++)
        self->key[s] = -score[s];
    kn_order(self->key, n, self->order, self->sort);
    return KNAP_OK;
}

knap_status kn_pick_by_score(const knap_instance *instance, const double *score, double redundancy, knap_list *list,
                             knap_error *error)
{
    picking self;
    kn_open open = {.allocator = NULL};
    knap_status status = picking_begin(&self, instance, score, error);
    if (!status)
        status = kn_begin_list(&open, instance, instance->data->allocator, list, error);
    for (size_t i = 0; !status && i < list->count; i++)
        kn_near_take(&self.near, list->item[i]);
    for (size_t i = 0; !status && i < instance->count; i++) {
        size_t s = self.order[i];
        if (!kn_is_open(&open, s) || (redundancy < 1 && is_redundant(&self.near, s, redundancy)))
            continue;
        status = kn_open_take(&open, s, list, error);
        kn_near_take(&self.near, s);
    }
    kn_open_free(&open);
    kn_arena_free(&self.near.arena);
    return status;
}

void kn_centre(const knap_instance *instance, double *centre)
{
    const kn_rows *rows = &instance->vector;
    for (size_t s = 0; s < instance->count; s++)
        for (size_t i = rows->start[s]; i < rows->start[s + 1]; i++)
            centre[rows->id ? rows->id[i] : i - rows->start[s]] += rows->value[i] * instance->inverse_norm[s];
}

double kn_vector_dot(const knap_instance *instance, size_t item, const double *dense)
{
    const kn_rows *rows = &instance->vector;
    double sum = 0;
    for (size_t i = rows->start[item]; i < rows->start[item + 1]; i++)
        sum += rows->value[i] * dense[rows->id ? rows->id[i] : i - rows->start[item]];
    return sum;
}

bool kn_vectors_nonnegative(const knap_instance *instance)
{
    for (size_t i = 0; i < instance->vector.start[instance->count]; i++)
        if (instance->vector.value[i] < 0)
            return false;
    return true;
}

knap_status kn_check_compared(const knap_instance *instance, const char *system, knap_error *error)
{
    if (instance->count <= KN_MOST_COMPARED)
        return KNAP_OK;
    return kn_fail(error, KNAP_BAD_INPUT,
                   "%zu items: %s compares all pairs of items and takes at most %d; use system cover or mmr, or fewer "
                   "items",
                   instance->count, system, (int)KN_MOST_COMPARED);
}
