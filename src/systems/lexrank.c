/* lexrank.c - LexRank (Erkan and Radev 2004): the stationary distribution of a random walk over similar items
 * with random jumps; items are then picked by rank, without redundant ones.
 *
 *     p_j = jump / n + (1 - jump) sum_i p_i w_ij / sum_k w_ik
 *
 * Continuous LexRank (threshold 0) never makes the matrix: with unit vectors in the rows of V, w = V V^T
 * and a step is two sparse products. Above 0 the graph has an edge, of weight 1, where the cosine exceeds
 * the threshold, and is stored. */
#include "systems/systems.h"
#include "base/power.h"

#include <string.h>

enum { MOST_STEPS = 500 };
static const double ENOUGH = 1e-10;

typedef struct params {
    double threshold, jump, redundancy;
} params;

static const knap_param table[] = {
    {"threshold", KNAP_PARAM_REAL, offsetof(params, threshold), 0, 0, 1, NULL,
     "Make an edge if the cosine is above N; 0: weigh edges by it"},
    {"jump", KNAP_PARAM_REAL, offsetof(params, jump), 0.15, 0, 1, NULL, "Set the probability of a jump"},
    {"redundancy", KNAP_PARAM_REAL, offsetof(params, redundancy), 0.5, 0, 1, NULL,
     "Pick no item with a cosine above this to a picked one"},
    KN_PARAM_END};

typedef struct walk {
    const knap_instance *instance;
    double *degree, *gram; /* [n] each */
    double *scratch;       /* [dimensions] */
    uint32_t *all;         /* [n] */
    size_t *start;         /* [n + 1] edges of each item; NULL: continuous */
    uint32_t *edge;
} walk;

static knap_status store_edges(walk *self, double threshold, knap_error *error)
{
    size_t n = self->instance->count;
    const knap_allocator *allocator = self->instance->data->allocator;
    self->start = kn_new(allocator, n + 1, sizeof *self->start);
    if (!self->start)
        return kn_no_memory(error);
    for (size_t s = 0; s < n; s++) {
        size_t count = self->start[s];
        if (!KN_ROOM(allocator, self->edge, count + n))
            return kn_no_memory(error);
        kn_gram_row(self->instance, s, self->all, n, self->gram, self->scratch);
        for (size_t j = 0; j < n; j++)
            if (j == s || self->gram[j] > threshold)
                self->edge[count++] = (uint32_t)j;
        self->start[s + 1] = count;
        self->degree[s] = (double)(count - self->start[s]);
    }
    return KNAP_OK;
}

/* product = W share */
static void multiply(void *context, const double *share, double *product)
{
    walk *self = context;
    const knap_instance *instance = self->instance;
    const kn_rows *rows = &instance->vector;
    size_t n = instance->count;
    if (self->start) {
        for (size_t s = 0; s < n; s++) {
            double sum = 0;
            for (size_t e = self->start[s]; e < self->start[s + 1]; e++)
                sum += share[self->edge[e]];
            product[s] = sum;
        }
        return;
    }
    memset(self->scratch, 0, rows->width * sizeof *self->scratch);
    for (size_t s = 0; s < n; s++)
        for (size_t i = rows->start[s]; i < rows->start[s + 1]; i++)
            self->scratch[rows->id ? rows->id[i] : i - rows->start[s]] +=
                rows->value[i] * instance->inverse_norm[s] * share[s];
    for (size_t s = 0; s < n; s++)
        product[s] = instance->inverse_norm[s] > 0
                         ? kn_vector_dot(instance, s, self->scratch) * instance->inverse_norm[s]
                         : share[s]; /* similar only to itself */
}

/* The degrees, and the edges where they are stored. `ones` has room for n numbers. */
static knap_status begin(walk *self, double threshold, double *ones, knap_error *error)
{
    for (size_t s = 0; s < self->instance->count; s++) {
        self->all[s] = (uint32_t)s;
        ones[s] = 1;
    }
    if (threshold > 0 || !kn_vectors_nonnegative(self->instance)) {
        knap_status status = kn_check_compared(self->instance, "lexrank with a threshold or negative vectors", error);
        return status ? status : store_edges(self, threshold, error);
    }
    multiply(self, ones, self->degree);
    return KNAP_OK;
}

knap_status kn_lexrank(const knap_instance *instance, double threshold, double jump, double *rank, knap_error *error)
{
    const knap_allocator *allocator = instance->data->allocator;
    size_t n = instance->count, width = instance->vector.width;
    walk self = {.instance = instance};
    knap_status status = KNAP_OK;
    double *numbers = kn_new(allocator, (2 + KN_POWER_SCRATCH) * n, sizeof *numbers);
    self.scratch = kn_new(allocator, width, sizeof *self.scratch);
    self.all = kn_new(allocator, n, sizeof *self.all);
    if (!numbers || !self.scratch || !self.all)
        status = kn_no_memory(error);
    if (!status) {
        self.degree = numbers;
        self.gram = numbers + n;
        status = begin(&self, threshold, numbers + 2 * n, error);
    }
    if (!status) {
        kn_power power = {.count = n,
                          .degree = self.degree,
                          .jump = jump,
                          .enough = ENOUGH,
                          .most_steps = MOST_STEPS,
                          .multiply = multiply,
                          .context = &self};
        kn_power_rank(&power, rank, numbers + 2 * n);
    }
    kn_free(allocator, numbers, (2 + KN_POWER_SCRATCH) * n, sizeof *numbers);
    kn_free(allocator, self.scratch, width, sizeof *self.scratch);
    kn_free(allocator, self.all, n, sizeof *self.all);
    kn_free(allocator, self.start, n + 1, sizeof *self.start);
    KN_RELEASE(allocator, self.edge);
    return status;
}

static knap_status run(const knap_task *task, knap_list *list, double *score, knap_error *error)
{
    const params *settings = task->params;
    const knap_instance *instance = task->instance;
    const knap_allocator *allocator = instance->data->allocator;
    double *rank = kn_new(allocator, instance->count, sizeof *rank);
    knap_status status =
        rank ? kn_lexrank(instance, settings->threshold, settings->jump, rank, error) : kn_no_memory(error);
    (void)score;
    if (!status)
        status = kn_pick_by_score(instance, rank, settings->redundancy, list, error);
    kn_free(allocator, rank, instance->count, sizeof *rank);
    return status;
}

const knap_system kn_system_lexrank = {.name = "lexrank",
                                       .help = "LexRank: a random walk over similarities",
                                       .params = table,
                                       .params_size = sizeof(params),
                                       .grid = "threshold=0,0.1,0.2 redundancy=0.3,0.5,0.7,1",
                                       .ignores = KNAP_PART_FEATURES | KNAP_PART_EXPECTED,
                                       .run = run};
