/* view_distance.c - (4) min over l in L of |q(s) - q(l)|, feature by feature; 0 for the empty list. */
#include "core/view.h"
#include "base/kernels.h"

#include <math.h>
#include <string.h>

static void start(const kn_view *view, size_t candidate, float *column)
{
    (void)candidate;
    memset(column, 0, view->instance->width * sizeof *column);
}

KN_VECTOR static void update(const kn_view *view, size_t item, size_t candidate, float *column)
{
    const knap_instance *instance = view->instance;
    const float *mine = kn_view_features(view, candidate);
    const float *picked = instance->feature + item * instance->width;
    float *restrict least = column;
    if (view->picked == 1)
        for (size_t i = 0; i < instance->width; i++)
            least[i] = fabsf(mine[i] - picked[i]);
    else
        for (size_t i = 0; i < instance->width; i++) {
            float distance = fabsf(mine[i] - picked[i]);
            least[i] = distance < least[i] ? distance : least[i];
        }
}

const kn_view_part kn_view_min_distance = {.help = "distance to the nearest item of the list, by feature",
                                           .fades = KN_FADES_EACH,
                                           .prefix = "min-distance:",
                                           .start = start,
                                           .update = update};
