/* reward_useful.c - f(L) = sum over useful things of those that L has, by their grades, over the sum of all.
 *
 * A useful thing is a labelled item (knap_instance_set_useful) with its grade. Near-duplicates of an item stand for the same
 * thing: a list that has one of them has it, and a second one gains nothing. An item without a label counts as not useful. */
#include "core/rewards.h"
#include "core/item.h"
#include "base/error.h"

#include <math.h>

typedef struct useful {
    const knap_instance *instance;
    double *left; /* [count] of the item that stands for a thing: its grade while the list does not have it, then 0 */
    double total, sum;
} useful;

/* The item that stands for what an item says. */
static size_t thing_of(const knap_instance *instance, size_t item)
{
    size_t of = knap_instance_duplicate(instance, item);
    return of == KNAP_NO_ITEM ? item : of;
}

static knap_status check(const knap_instance *instance, const void *context, knap_error *error)
{
    (void)context;
    for (size_t i = 0; i < instance->count; i++)
        if (!isnan(knap_instance_useful(instance, i)))
            return KNAP_OK;
    return kn_fail(error, KNAP_BAD_INPUT, "reward 'useful' needs items with \"useful\": true or false, or a grade");
}

static knap_status begin(const knap_instance *instance, const void *context, void **state, knap_error *error)
{
    const knap_allocator *allocator = instance->data->allocator;
    useful *made = kn_new(allocator, 1, sizeof *made);
    (void)context;
    if (!made)
        return kn_no_memory(error);
    made->instance = instance;
    made->left = kn_new(allocator, instance->count, sizeof *made->left);
    if (!made->left) {
        kn_free(allocator, made, 1, sizeof *made);
        return kn_no_memory(error);
    }
    for (size_t i = 0; i < instance->count; i++) { /* a thing has the largest grade of its items */
        double *left = &made->left[thing_of(instance, i)], grade = knap_instance_useful(instance, i);
        if (grade > *left) {
            made->total += grade - *left;
            *left = grade;
        }
    }
    if (made->total == 0)
        made->total = 1; /* nothing is useful: f is 0 everywhere */
    *state = made;
    return KNAP_OK;
}

static double gain(void *state, size_t item)
{
    const useful *self = state;
    return self->left[thing_of(self->instance, item)] / self->total;
}

static void push(void *state, size_t item)
{
    useful *self = state;
    double *left = &self->left[thing_of(self->instance, item)];
    self->sum += *left;
    *left = 0;
}

static double value(const void *state)
{
    const useful *self = state;
    return self->sum / self->total;
}

static void end(void *state)
{
    useful *self = state;
    const knap_instance *instance = self->instance;
    kn_free(instance->data->allocator, self->left, instance->count, sizeof *self->left);
    kn_free(instance->data->allocator, self, 1, sizeof *self);
}

const knap_reward kn_reward_useful = {.name = "useful",
                                      .help = "the grades of the useful items, near-duplicates once, over all grades",
                                      .submodular = true,
                                      .check = check,
                                      .begin = begin,
                                      .gain = gain,
                                      .push = push,
                                      .value = value,
                                      .end = end};
