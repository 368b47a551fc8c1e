/* view_volume.c - (2) det G_{L+s} and (3) det G_{L+s} * q(s): squared volumes spanned by the list's unit
 * vectors. */
#include "core/view.h"
#include "base/kernels.h"

static const char *const NAMES[] = {"volume"};

static void volume_start(const kn_view *view, size_t candidate, float *column)
{
    column[0] = (float)kn_view_volume_of(view, candidate);
}

static void volume_update(const kn_view *view, size_t item, size_t candidate, float *column)
{
    (void)item;
    volume_start(view, candidate, column);
}

KN_VECTOR static void product_start(const kn_view *view, size_t candidate, float *column)
{
    const knap_instance *instance = view->instance;
    const float *quality = kn_view_features(view, candidate);
    float volume = (float)kn_view_volume_of(view, candidate);
    float *restrict product = column;
    for (size_t i = 0; i < instance->width; i++)
        product[i] = volume * quality[i];
}

static void product_update(const kn_view *view, size_t item, size_t candidate, float *column)
{
    (void)item;
    product_start(view, candidate, column);
}

const kn_view_part kn_view_volume = {.help = "det of the list's Gram matrix with the item",
                                     .needs_volume = true,
                                     .fades = KN_FADES_TOGETHER,
                                     .prefix = "",
                                     .name = NAMES,
                                     .columns = 1,
                                     .start = volume_start,
                                     .update = volume_update};

const kn_view_part kn_view_volume_quality = {.help = "the volume times each static feature",
                                             .needs_volume = true,
                                             .fades = KN_FADES_TOGETHER,
                                             .prefix = "volume*",
                                             .start = product_start,
                                             .update = product_update};
