/* view_quality.c - (1) q(s): the static features as they are. */
#include "core/view.h"

#include <string.h>

static void start(const kn_view *view, size_t candidate, float *column)
{
    const knap_instance *instance = view->instance;
    memcpy(column, instance->feature + candidate * instance->width, instance->width * sizeof *column);
}

const kn_view_part kn_view_quality = {.help = "the static features", .prefix = "", .start = start};
