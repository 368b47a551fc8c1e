/* view_quality.c - (1) q(s): the static features as they are. */
#include "core/view.h"

#include <stdio.h>
#include <string.h>

static size_t width(size_t features)
{
    return features;
}

static void label(const char *feature, char *text, size_t size)
{
    snprintf(text, size, "%s", feature);
}

static void start(const kn_view *view, size_t candidate, float *column)
{
    const knap_instance *instance = view->instance;
    memcpy(column, instance->feature + candidate * instance->width, instance->width * sizeof *column);
}

const kn_view_part kn_view_quality = {.help = "the static features", .width = width, .label = label, .start = start};
