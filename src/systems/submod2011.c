/* submod2011.c - Lin and Bilmes 2011, "A class of submodular functions for document summarization": coverage
 * that saturates, and a reward for items of many clusters. Not in the table of Zhou et al. 2013, whose SubMod is submod.c.
 * Rows of similarities are computed on demand, and lazy evaluation needs few. Similarities below 0 count as 0, which keeps F monotone. */
#include "systems/submod.h"

#include <math.h>
#include <string.h>

typedef struct params {
    double a, lambda, clusters, r;
} params;

static const knap_param table[] = {
    {"a", KNAP_PARAM_REAL, offsetof(params, a), 5, 0, 1e9, NULL, "Let coverage saturate at alpha = N / items"},
    {"lambda", KNAP_PARAM_REAL, offsetof(params, lambda), 6, 0, 1e6, NULL, "Weigh diversity"},
    {"clusters", KNAP_PARAM_REAL, offsetof(params, clusters), 0.2, 0, 1, NULL,
     "Make clusters of this share of the items"},
    {"r", KNAP_PARAM_REAL, offsetof(params, r), 0.3, 0, 10, NULL, "Divide the gains by cost^N"},
    KN_PARAM_END};

static void row(const kn_cover *cover, size_t item)
{
    kn_gram_row(cover->instance, item, cover->open, cover->opens, cover->gram, cover->scratch);
}

static double gain(void *state, size_t item)
{
    const kn_cover *cover = state;
    double coverage = 0, cluster = cover->rewarded[cover->cluster[item]];
    row(cover, item);
    for (size_t c = 0; c < cover->opens; c++) {
        double room = cover->cap[cover->open[c]] - cover->covered[cover->open[c]];
        if (cover->gram[c] > 0)
            coverage += cover->gram[c] < room ? cover->gram[c] : room;
    }
    return coverage + cover->lambda * (sqrt(cluster + cover->single[item]) - sqrt(cluster));
}

static void push(void *state, size_t item)
{
    kn_cover *cover = state;
    size_t left = 0;
    row(cover, item);
    for (size_t c = 0; c < cover->opens; c++) {
        uint32_t i = cover->open[c];
        if (cover->gram[c] > 0)
            cover->covered[i] += cover->gram[c];
        if (cover->cap[i] > cover->covered[i])
            cover->open[left++] = i;
    }
    cover->opens = left;
    cover->rewarded[cover->cluster[item]] += cover->single[item];
}

const kn_objective kn_cover_objective = {gain, push, 1};
const kn_objective kn_cover_objective_plain = {gain, push, 0};

/* single[s]: the similarities of an item to all, itself included. */
static void sum_rows(kn_cover *cover)
{
    const knap_instance *instance = cover->instance;
    size_t n = instance->count;
    bool linear = kn_vectors_nonnegative(instance);
    for (size_t s = 0; s < n; s++)
        cover->open[s] = (uint32_t)s;
    cover->opens = n;
    if (linear)
        kn_centre(instance, cover->scratch);
    for (size_t s = 0; s < n; s++) {
        double sum = 0;
        if (linear && instance->inverse_norm[s] > 0) {
            sum = kn_vector_dot(instance, s, cover->scratch) * instance->inverse_norm[s];
        } else if (linear) {
            sum = 1; /* similar only to itself */
        } else {
            row(cover, s);
            for (size_t i = 0; i < n; i++)
                sum += cover->gram[i] > 0 ? cover->gram[i] : 0;
        }
        cover->single[s] = sum;
    }
    if (linear)
        memset(cover->scratch, 0, instance->vector.width * sizeof *cover->scratch);
}

knap_status kn_cover_begin(kn_cover *cover, const knap_instance *instance, double alpha, double lambda, double share,
                           uint64_t seed, knap_error *error)
{
    const knap_allocator *allocator = instance->data->allocator;
    size_t n = instance->count, clusters = (size_t)ceil(share * (double)n);
    knap_status status;
    *cover = (kn_cover){.instance = instance, .lambda = lambda};
    cover->cap = kn_new(allocator, 5 * n, sizeof *cover->cap);
    cover->scratch = kn_new(allocator, instance->vector.width, sizeof *cover->scratch);
    cover->open = kn_new(allocator, 2 * n, sizeof *cover->open);
    if (!cover->cap || !cover->scratch || !cover->open) {
        kn_cover_end(cover);
        return kn_no_memory(error);
    }
    cover->covered = cover->cap + n;
    cover->single = cover->cap + 2 * n;
    cover->rewarded = cover->cap + 3 * n;
    cover->gram = cover->cap + 4 * n;
    cover->cluster = cover->open + n;
    sum_rows(cover);
    for (size_t s = 0; s < n; s++) {
        cover->cap[s] = alpha * cover->single[s];
        cover->single[s] /= (double)n;
    }
    status = lambda > 0 ? kn_kmeans(instance, clusters, seed, cover->cluster, error) : KNAP_OK;
    if (status)
        kn_cover_end(cover);
    return status;
}

void kn_cover_end(kn_cover *cover)
{
    const knap_allocator *allocator = cover->instance->data->allocator;
    size_t n = cover->instance->count;
    kn_free(allocator, cover->cap, 5 * n, sizeof *cover->cap);
    kn_free(allocator, cover->scratch, cover->instance->vector.width, sizeof *cover->scratch);
    kn_free(allocator, cover->open, 2 * n, sizeof *cover->open);
    cover->cap = cover->scratch = NULL;
    cover->open = NULL;
}

static knap_status run(const knap_task *task, knap_list *list, double *score, knap_error *error)
{
    const params *settings = task->params;
    const knap_instance *instance = task->instance;
    double alpha = fmin(1, settings->a / (double)instance->count);
    kn_cover cover;
    knap_status status = kn_check_compared(instance, "submod2011", error);
    if (!status)
        status = kn_cover_begin(&cover, instance, alpha, settings->lambda, settings->clusters, task->draw, error);
    (void)score;
    if (status)
        return status;
    status = kn_modified_greedy(&kn_cover_objective, &cover, instance, settings->r, list, error);
    kn_cover_end(&cover);
    return status;
}

const knap_system kn_system_submod2011 = {.name = "submod2011",
                                          .help = "Lin and Bilmes 2011: coverage and diversity of clusters",
                                          .params = table,
                                          .params_size = sizeof(params),
                                          .grid = "a=3,5,10 lambda=0,2,6 r=0,0.3",
                                          .random = true,
                                          .ignores = KNAP_PART_FEATURES | KNAP_PART_EXPECTED,
                                          .run = run};
