/* bound.c - a certified upper bound on the reward of every list of an instance.
 *
 * For a monotone submodular f and any list A that holds the pinned items P, the best list O has
 *
 *     f(O) <= f(A + O) <= f(A) + sum over s in O - A of gain(s|A) <= f(A) + K(A),
 *
 * where K(A) is the best sum of gains that items outside A can have within the budget that P leaves. K is
 * a knapsack with fixed gains, which is relaxed: items are taken by gain / cost, and the one that no
 * longer fits (the break item b) in part. The relaxed sum is tightened by Martello and Toth's bound (1990,
 * section 2.3.1): O either has b, or it has not. Of alternatives at most one is taken: their steps are the
 * upper convex hull of (cost, gain), which solves the relaxation exactly (Sinha and Zoltners 1979). Any A
 * gives a bound. Here A runs through prefixes of lists; the list of all items gives f(everything). */
#include "core/bound.h"
#include "core/open.h"
#include "base/error.h"
#include "base/sort.h"

#include <math.h>

/* Of a longer list only this many prefixes are examined, evenly spaced. */
enum { MOST_PREFIXES = 64 };

enum { FIRST_BLOCK = 512 }; /* bytes; malloc has a cache of blocks up to 1 kB, and most instances are small */

knap_status kn_room_begin(kn_room *room, const knap_instance *instance, knap_error *error)
{
    size_t n = instance->count;
    room->arena.allocator = room->allocator;
    room->arena.first = FIRST_BLOCK;
    kn_arena_clear(&room->arena);
    room->cost = kn_arena_room(&room->arena, n, sizeof *room->cost);
    room->gain = kn_arena_room(&room->arena, n, sizeof *room->gain);
    room->ratio = kn_arena_room(&room->arena, n, sizeof *room->ratio);
    room->order = kn_arena_room(&room->arena, n, sizeof *room->order);
    room->member = kn_arena_room(&room->arena, n, sizeof *room->member);
    room->scratch = kn_arena_room(&room->arena, kn_order_scratch(n), sizeof *room->scratch);
    return room->cost && room->gain && room->ratio && room->order && room->member && room->scratch
               ? KNAP_OK
               : kn_no_memory(error);
}

void kn_room_free(kn_room *room)
{
    kn_arena_free(&room->arena);
}

static void add_step(kn_room *room, double cost, double gain)
{
    room->cost[room->count] = cost;
    room->gain[room->count] = gain;
    room->ratio[room->count++] = gain / cost;
}

typedef struct offers {
    const knap_instance *instance;
    const double *gain;
} offers;

/* Sorts by group of alternatives, then by rising cost, then by falling gain. */
static bool comes_after(const void *context, uint32_t a, uint32_t b)
{
    const offers *self = context;
    uint32_t group_a = kn_item_alternative(self->instance, a), group_b = kn_item_alternative(self->instance, b);
    double cost_a = self->instance->cost[a], cost_b = self->instance->cost[b];
    if (group_a != group_b)
        return group_a > group_b;
    if (cost_a != cost_b)
        return cost_a > cost_b;
    if (self->gain[a] != self->gain[b])
        return self->gain[a] < self->gain[b];
    return a > b;
}

/* Adds the steps of one group of alternatives: the upper hull of the points (cost, gain), from (0, 0) on.
 * The corners of the hull so far replace the members that were read. */
static void add_group(kn_room *room, const offers *from, uint32_t *member, size_t count)
{
    const double *cost = from->instance->cost, *gain = from->gain;
    size_t corners = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t next = member[i];
        while (corners > 0) {
            uint32_t last = member[corners - 1];
            double cost_before = corners > 1 ? cost[member[corners - 2]] : 0;
            double gain_before = corners > 1 ? gain[member[corners - 2]] : 0;
            /* `last` stays where it lies above the line from the corner before it to `next`. */
            if ((gain[last] - gain_before) * (cost[next] - cost_before) >
                (gain[next] - gain_before) * (cost[last] - cost_before))
                break;
            corners--;
        }
        if (corners == 0 || gain[next] > gain[member[corners - 1]])
            member[corners++] = next;
    }
    for (size_t i = 0; i < corners; i++)
        add_step(room, cost[member[i]] - (i ? cost[member[i - 1]] : 0),
                 gain[member[i]] - (i ? gain[member[i - 1]] : 0));
}

static void list_steps(kn_room *room, const offers *from, double budget)
{
    const knap_instance *instance = from->instance;
    size_t members = 0, first = 0;
    room->count = 0;
    for (size_t s = 0; s < instance->count; s++) {
        if (!(from->gain[s] > 0 && instance->cost[s] <= budget))
            continue;
        if (kn_item_alternative(instance, s))
            room->member[members++] = (uint32_t)s;
        else
            add_step(room, instance->cost[s], from->gain[s]);
    }
    kn_sort_by(room->member, members, comes_after, from);
    for (size_t i = 1; i <= members; i++)
        if (i == members ||
            kn_item_alternative(instance, room->member[i]) != kn_item_alternative(instance, room->member[first])) {
            add_group(room, from, room->member + first, i - first);
            first = i;
        }
}

double kn_room_most(kn_room *room, const knap_instance *instance, const double *gain, double budget)
{
    offers from = {instance, gain};
    double sum = 0, left = budget;
    list_steps(room, &from, budget);
    kn_order(room->ratio, room->count, room->order, room->scratch);
    for (size_t i = room->count; i-- > 0;) {
        uint32_t step = room->order[i];
        if (room->cost[step] <= left) {
            sum += room->gain[step];
            left -= room->cost[step];
            continue;
        }
        if (instance->alternatives)
            return sum + left * room->ratio[step];
        /* Without the break item, the rest is filled at the next ratio. With it, items of at least the
         * previous ratio are removed. */
        double without = sum + (i > 0 ? left * room->ratio[room->order[i - 1]] : 0), with = 0;
        if (i + 1 < room->count)
            with = sum + room->gain[step] - (room->cost[step] - left) * room->ratio[room->order[i + 1]];
        return fmax(with, without);
    }
    return sum;
}

/* One list under construction: f(A), and the gains of the others. */
typedef struct prefix {
    const knap_instance *instance;
    void *state;
    double *gain;         /* [count] */
    unsigned char *taken; /* [count] */
    double budget;        /* the budget without the pinned items */
    kn_room room;
} prefix;

static double bound_here(prefix *self)
{
    const knap_instance *instance = self->instance;
    for (size_t s = 0; s < instance->count; s++)
        self->gain[s] = self->taken[s] || kn_is_banned(instance, s) ? 0 : instance->reward->gain(self->state, s);
    return instance->reward->value(self->state) + kn_room_most(&self->room, instance, self->gain, self->budget);
}

static void take(prefix *self, size_t item)
{
    self->taken[item] = 1;
    self->instance->reward->push(self->state, item);
}

static double best_bound(prefix *self, const knap_list *list)
{
    const knap_instance *instance = self->instance;
    size_t step = list->count / MOST_PREFIXES + 1;
    double least;
    for (size_t s = 0; s < instance->choice_rows; s++)
        if (kn_is_pinned(instance, s)) {
            take(self, s);
            self->budget -= instance->cost[s];
        }
    least = bound_here(self);
    for (size_t i = 0; i < list->count; i++) {
        if (!self->taken[list->item[i]])
            take(self, list->item[i]);
        if ((list->count - 1 - i) % step == 0)
            least = fmin(least, bound_here(self));
    }
    for (size_t s = 0; s < instance->count; s++)
        if (!self->taken[s] && !kn_is_banned(instance, s) && instance->cost[s] <= self->budget)
            take(self, s);
    return fmin(least, instance->reward->value(self->state));
}

knap_status knap_upper_bound(const knap_instance *instance, const knap_list *list, double *bound, knap_error *error)
{
    KN_REQUIRE(bound);
    *bound = INFINITY;
    const knap_allocator *allocator = list ? list->allocator : NULL;
    knap_status status = kn_check_list(instance, list, error);
    if (status)
        return status;
    if (!instance->reward)
        return kn_fail(error, KNAP_USAGE, "an upper bound needs a reward, and the instance has none");
    if (isnan(instance->budget))
        return kn_fail(error, KNAP_USAGE, "an upper bound needs a budget, and the instance has none");
    if (!instance->reward->submodular)
        return kn_fail(error, KNAP_USAGE, "an upper bound needs a submodular reward, and '%s' is not",
                       instance->reward->name);
    prefix self = {.instance = instance, .budget = instance->budget, .room = {.allocator = allocator}};
    self.gain = kn_new(allocator, instance->count, sizeof *self.gain);
    self.taken = kn_new(allocator, instance->count, 1);
    status = self.gain && self.taken ? kn_room_begin(&self.room, instance, error) : kn_no_memory(error);
    if (!status && !(status = instance->reward->begin(instance, instance->reward_context, &self.state, error))) {
        *bound = best_bound(&self, list);
        instance->reward->end(self.state);
    }
    kn_room_free(&self.room);
    kn_free(allocator, self.gain, instance->count, sizeof *self.gain);
    kn_free(allocator, self.taken, instance->count, 1);
    return status;
}
