/* centroid.c - MEAD (Radev, Jing, Styś and Tam 2004): picks items with many words of the centroid, early in
 * their document, and similar to its first item.
 *
 *     score = centroid * C / max C + position * (1 - place / length of the document) + first * cos(s, first)
 *
 * Differs: each part is in [0,1], and redundancy is a bound on the cosine, not a penalty. Where the items'
 * documents are not known (group 0), only C counts. */
#include "systems/systems.h"

#include <math.h>

typedef struct params {
    double centroid, position, first, redundancy;
} params;

static const knap_param table[] = {
    {"centroid", KNAP_PARAM_REAL, offsetof(params, centroid), 1, 0, 1e6, NULL, "Weigh centroid words"},
    {"position", KNAP_PARAM_REAL, offsetof(params, position), 1, 0, 1e6, NULL,
     "Weigh an early position in the document"},
    {"first", KNAP_PARAM_REAL, offsetof(params, first), 1, 0, 1e6, NULL,
     "Weigh the similarity to the document's first item"},
    {"redundancy", KNAP_PARAM_REAL, offsetof(params, redundancy), 0.5, 0, 1, NULL,
     "Pick no item with a cosine above this to a picked one"},
    KN_PARAM_END};

/* C of every item: the sum over its dimensions of the mean vector's value there, over the largest. */
static void centroid_scores(const knap_instance *instance, double *centroid, double *score)
{
    const kn_rows *rows = &instance->vector;
    double largest = 0;
    for (size_t s = 0; s < instance->count; s++)
        for (size_t i = rows->start[s]; i < rows->start[s + 1]; i++)
            centroid[rows->id ? rows->id[i] : i - rows->start[s]] += rows->value[i];
    for (size_t s = 0; s < instance->count; s++) {
        score[s] = 0;
        for (size_t i = rows->start[s]; i < rows->start[s + 1]; i++)
            if (rows->value[i] != 0)
                score[s] += centroid[rows->id ? rows->id[i] : i - rows->start[s]];
        largest = fmax(largest, score[s]);
    }
    for (size_t s = 0; largest > 0 && s < instance->count; s++)
        score[s] /= largest;
}

/* Items of a document are adjacent, in its order. */
static void document_scores(const knap_instance *instance, const params *settings, double *score)
{
    size_t n = instance->count;
    for (size_t first = 0, end; first < n; first = end) {
        for (end = first + 1; end < n && instance->group[end] == instance->group[first];)
            end++;
        for (size_t s = first; instance->group[first] > 0 && s < end; s++)
            score[s] += settings->position * (1 - (double)(s - first) / (double)(end - first)) +
                        settings->first * knap_instance_similarity(instance, s, first);
    }
}

static knap_status run(const knap_task *task, knap_list *list, double *score, knap_error *error)
{
    const params *settings = task->params;
    const knap_instance *instance = task->instance;
    const knap_allocator *allocator = instance->data->allocator;
    size_t n = instance->count, width = instance->vector.width;
    double *sum = kn_new(allocator, n, sizeof *sum), *centroid = kn_new(allocator, width, sizeof *centroid);
    knap_status status = sum && centroid ? KNAP_OK : kn_no_memory(error);
    (void)score;
    if (!status) {
        centroid_scores(instance, centroid, sum);
        for (size_t s = 0; s < n; s++)
            sum[s] *= settings->centroid;
        if (instance->group)
            document_scores(instance, settings, sum);
        status = kn_pick_by_score(instance, sum, settings->redundancy, list, error);
    }
    kn_free(allocator, sum, n, sizeof *sum);
    kn_free(allocator, centroid, width, sizeof *centroid);
    return status;
}

const knap_system kn_system_centroid = {.name = "centroid",
                                        .help = "MEAD: centroid words, position, similarity to the first item",
                                        .params = table,
                                        .params_size = sizeof(params),
                                        .grid = "position=0,0.5,1,2 redundancy=0.3,0.5,0.7,1",
                                        .ignores = KNAP_PART_FEATURES | KNAP_PART_EXPECTED,
                                        .run = run};
