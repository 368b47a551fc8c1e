/* view_quality.c - (1) q(s): the static features as they are. */
#include "core/view.h"

#include <string.h>

static size_t width(size_t features)
{
    return features;
}

static void label(size_t column, const char *feature, kn_text *text)
{
    (void)column;
    kn_text_format(text, "%s", feature);
}

static void start(const kn_view *view, size_t candidate, float *column)
{
    const knap_instance *instance = view->instance;
    memcpy(column, instance->feature + candidate * instance->width, instance->width * sizeof *column);
}

const kn_view_part kn_view_quality = {.help = "the static features", .width = width, .label = label, .start = start};
