/* slate.c - weights of logged lists that match a policy's list in part. The items of a list were drawn by known chances (core/draws.h).
 *
 *     items    sum over s in L of [m_s + [s in S] (g_s - m_s) / P(s in S)]
 *              Li, Abbasi-Yadkori, Kveton et al. 2018; right if what an item earns does not depend on the other items
 *     slate    m(L) + w (r - m(S)),  w = 1_L^T Gamma^-1 1_S,  Gamma_ab = P(a in S and b in S)
 *              pseudoinverse, Swaminathan, Krishnamurthy, Agarwal et al. 2017; right if the reward is a sum over the items
 *     cascade  sum over places i of w_{i-1} m_{L_i} + w_i (g_{S_i} - m_{S_i}),
 *              w_i = prod over j <= i of [L_j = S_j] / P(S_j | S_1 .. S_{j-1}),  w_0 = 1
 *              McInerney, Brost, Chandar et al. 2020, Kiyohara et al. 2022; right if what an item earns depends on it and on those above
 *
 * m_s is the part of item s in the model of the reward, plus an equal part of its constant; it lowers the variance and adds no bias. */
#include "logs/logs.h"
#include "core/draws.h"
#include "base/dense.h"
#include "base/error.h"

#include <string.h>

knap_status kn_slate_begin(kn_slate *self, size_t items, size_t longest, const knap_allocator *allocator,
                           knap_error *error)
{
    self->allocator = allocator;
    self->size = items * items + items * 4 + 3 * longest;
    self->room = kn_new(allocator, self->size, sizeof *self->room);
    if (!self->room)
        return kn_no_memory(error);
    self->factor = self->room;
    self->share = self->factor + items * items;
    self->chance = self->share + items;
    self->solved = self->chance + items;
    self->scratch = self->solved + items; /* [items + 3 longest] */
    return KNAP_OK;
}

void kn_slate_free(kn_slate *self)
{
    kn_free(self->allocator, self->room, self->size, sizeof *self->room);
}

/* Whether the shares at hand are those of the log: logging policies often draw all lists alike. */
static bool is_known(const kn_slate *self, const knap_log *log, size_t n)
{
    return self->known && self->items == n && self->shown == log->count &&
           memcmp(self->chance, log->chance, n * sizeof *self->chance) == 0;
}

/* The shares of the items, and the factor of those of pairs. Items that are never drawn get a 1 on the diagonal. */
static knap_status find_shares(kn_slate *self, const knap_log *log, size_t n, knap_error *error)
{
    size_t possible = 0;
    for (size_t s = 0; s < n; s++)
        possible += log->chance[s] > 0;
    memcpy(self->chance, log->chance, n * sizeof *self->chance);
    self->items = n;
    self->shown = log->count;
    self->known = true;
    self->all = possible <= log->count; /* every list that could be shown is this one */
    if (self->all || log->count == 0) {
        for (size_t s = 0; s < n; s++)
            self->share[s] = log->count && log->chance[s] > 0 ? 1 : 0;
        return KNAP_OK;
    }
    kn_draw_shares(log->chance, n, log->count, self->factor, self->scratch);
    for (size_t s = 0; s < n; s++) {
        self->share[s] = self->factor[s * n + s];
        if (log->chance[s] == 0)
            self->factor[s * n + s] = 1;
    }
    return kn_dense_factor(self->factor, n)
               ? KNAP_OK
               : kn_fail(error, KNAP_BAD_INPUT,
                         "the chances of a logged list differ too much for the estimate per slate: leave them out and "
                         "give the propensity");
}

knap_status kn_slate_look(kn_slate *self, const knap_instance *instance, knap_error *error)
{
    const knap_log *log = instance->log;
    knap_status status = is_known(self, log, instance->count) ? KNAP_OK
                                                              : find_shares(self, log, instance->count, error);
    if (status || self->all || log->count == 0)
        return status;
    memset(self->solved, 0, instance->count * sizeof *self->solved);
    for (size_t i = 0; i < log->count; i++)
        self->solved[log->item[i]] = 1;
    kn_log_solve(self->factor, self->solved, instance->count);
    return KNAP_OK;
}

double kn_slate_weight(const kn_slate *self, const knap_log *log, const knap_list *list, bool same)
{
    double sum = 0;
    if (self->all || log->count == 0)
        return same;
    for (size_t i = 0; i < list->count; i++)
        sum += log->chance[list->item[i]] > 0 ? self->solved[list->item[i]] : 0;
    return sum;
}

double kn_slate_share(const kn_slate *self, size_t item)
{
    return self->share[item];
}

/* Given the items, the list or its reverse was drawn; D, the gains summed by place, has opposite signs in both. Weighted by the probability of
 * the other one it is 0 in the mean if places do not matter, whatever the chances. */
double kn_slate_place(const kn_slate *self, const knap_log *log)
{
    double middle = ((double)log->count - 1) / 2, sum = 0, order = 1, reverse = 1, left = 0, back;
    for (size_t s = 0; s < self->items; s++)
        left += log->chance[s];
    back = left;
    for (size_t i = 0; i < log->count; i++) { /* the chances of the items themselves are the same in both */
        sum += log->gain[i] * ((double)i - middle);
        order *= left;
        reverse *= back;
        left -= log->chance[log->item[i]];
        back -= log->chance[log->item[log->count - 1 - i]];
    }
    return sum * order / (order + reverse); /* P is 1 / order, up to a factor */
}

double kn_cascade_step(const kn_slate *self, const knap_log *log, size_t place)
{
    double left = 0;
    for (size_t s = 0; s < self->items; s++)
        left += log->chance[s];
    for (size_t i = 0; i < place; i++)
        left -= log->chance[log->item[i]];
    return left / log->chance[log->item[place]];
}
