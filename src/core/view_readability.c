/* view_readability.c - the flaws of an item in the context of the list: whether it depends on an item that is not in it, how
 * many items of the list depend on this one, and its own flaws, one column per kind. */
#include "core/view.h"
#include "core/flaws.h"

enum { UNSUPPORTED, SUPPORTS, COLUMNS };
static const char *const NAMES[] = {"unsupported", "supports"};

static void start(const kn_view *view, size_t candidate, float *column)
{
    uint32_t flaws = kn_item_flaws(view->instance, candidate);
    column[UNSUPPORTED] = kn_item_support(view->instance, candidate) != KN_NO_SUPPORT ? 1 : 0;
    column[SUPPORTS] = 0;
    for (size_t i = 0; i < kn_flaw_columns(view->instance->data); i++)
        column[COLUMNS + i] = flaws & UINT32_C(1) << i ? 1 : 0;
}

static void update(const kn_view *view, size_t item, size_t candidate, float *column)
{
    if (kn_item_support(view->instance, candidate) == item)
        column[UNSUPPORTED] = 0;
    if (kn_item_support(view->instance, item) == candidate && !kn_item_flaws(view->instance, item))
        column[SUPPORTS] += 1;
}

const kn_view_part kn_view_readability = {
    .help = "flaws of the item, and whether the item that it depends on is in the list",
    .needs_flaws = true,
    .local = true,
    .of_context = true,
    .prefix = "flaw:",
    .name = NAMES,
    .columns = COLUMNS,
    .start = start,
    .update = update};
