/* sums.c - sums over the places of a batch, in the shape of a fixed tree. */
#include "core/sums.h"
#include "base/error.h"
#include "base/symbols.h"

static const char MAGIC[8] = "knapsum1";
enum { MOST_LEVELS = sizeof(size_t) * 8 - 2, SHORTEST = 40 };

void kn_sums_free(kn_sums *sums)
{
    KN_RELEASE(sums->allocator, sums->node);
    KN_RELEASE(sums->allocator, sums->value);
    sums->node = NULL;
    sums->value = NULL;
    sums->count = 0;
}

static size_t end_of(kn_sums_node node)
{
    return node.first + ((size_t)1 << node.level);
}

/* Whether the last two nodes are the halves of one. */
static bool ends_in_halves(const kn_sums *sums)
{
    const kn_sums_node *right = &sums->node[sums->count - 1], *left = right - 1;
    return sums->count > 1 && left->level == right->level && end_of(*left) == right->first &&
           !(left->first >> left->level & 1);
}

knap_status kn_sums_push(kn_sums *sums, kn_sums_node node, const double *value, knap_error *error)
{
    size_t width = sums->width;
    if (sums->count > 0 && node.first < end_of(sums->node[sums->count - 1]))
        return kn_fail(error, KNAP_USAGE, "place %zu of the batch is in two of the sums: merge each of them once",
                       node.first);
    if (!KN_ROOM(sums->allocator, sums->node, sums->count + 1) ||
        !KN_ROOM(sums->allocator, sums->value, (sums->count + 1) * width))
        return kn_no_memory(error);
    sums->node[sums->count] = node;
    memcpy(sums->value + sums->count * width, value, width * sizeof *value);
    sums->count++;
    while (ends_in_halves(sums)) {
        double *left = sums->value + (sums->count - 2) * width, *right = left + width;
        for (size_t i = 0; i < width; i++)
            left[i] += right[i];
        sums->count--;
        sums->node[sums->count - 1].level++;
    }
    return KNAP_OK;
}

knap_status kn_sums_merge(kn_sums *into, const kn_sums *from, knap_error *error)
{
    kn_sums both = {.allocator = into->allocator, .width = into->width, .digest = into->digest};
    knap_status status = KNAP_OK;
    size_t a = 0, b = 0;
    if (from->width != into->width || from->digest != into->digest)
        return kn_fail(error, KNAP_USAGE,
                       "these sums belong to another step, other settings or other features: every process must use "
                       "the same task, settings and names of features");
    while (!status && (a < into->count || b < from->count)) {
        bool first = b == from->count || (a < into->count && into->node[a].first < from->node[b].first);
        const kn_sums *source = first ? into : from;
        size_t next = first ? a++ : b++;
        status = kn_sums_push(&both, source->node[next], source->value + next * into->width, error);
    }
    if (status) {
        kn_sums_free(&both);
        return status;
    }
    kn_sums_free(into);
    *into = both;
    return KNAP_OK;
}

knap_status kn_sums_total(const kn_sums *sums, size_t places, double *total, knap_error *error)
{
    size_t next = 0;
    for (size_t n = 0; n < sums->count; n++) {
        const double *value = sums->value + n * sums->width;
        if (sums->node[n].first != next)
            break;
        next = end_of(sums->node[n]);
        for (size_t i = 0; i < sums->width; i++)
            total[i] = n ? total[i] + value[i] : value[i];
    }
    if (next != places)
        return kn_fail(error, KNAP_BAD_INPUT,
                       "place %zu of %zu of the batch is %s in the sums: each instance must be held by one process, "
                       "and the sums of all processes be merged",
                       next < places ? next : places, places, next < places ? "missing" : "one too many");
    return KNAP_OK;
}

void kn_sums_write(const kn_sums *sums, kn_text *bytes)
{
    size_t start = bytes->length;
    kn_text_add(bytes, MAGIC, sizeof MAGIC);
    kn_put_count(bytes, sums->digest);
    kn_put_count(bytes, sums->width);
    kn_put_count(bytes, sums->count);
    for (size_t n = 0; n < sums->count; n++) {
        kn_put_count(bytes, sums->node[n].first);
        kn_put_count(bytes, sums->node[n].level);
        kn_put_reals(bytes, sums->value + n * sums->width, sums->width);
    }
    kn_put_count(bytes, bytes->failed ? 0 : kn_hash(KN_HASH_START, bytes->bytes + start, bytes->length - start));
}

static knap_status read_nodes(kn_sums *sums, kn_bytes *from, size_t count, knap_error *error)
{
    double *value = kn_new(sums->allocator, sums->width, sizeof *value);
    knap_status status = value ? KNAP_OK : kn_no_memory(error);
    for (size_t n = 0; !status && !from->bad && n < count; n++) {
        kn_sums_node node = {.first = kn_take_size(from, (size_t)1 << MOST_LEVELS)};
        node.level = kn_take_size(from, MOST_LEVELS);
        kn_take_reals(from, value, sums->width);
        if (node.first & (((size_t)1 << node.level) - 1))
            from->bad = true;
        if (!from->bad)
            status = kn_sums_push(sums, node, value, error);
    }
    kn_free(sums->allocator, value, sums->width, sizeof *value);
    return status;
}

knap_status kn_sums_read(kn_sums *sums, const char *bytes, size_t length, knap_error *error)
{
    kn_bytes from = {.at = bytes, .left = length, .bad = length < SHORTEST};
    const char *magic = kn_take(&from, sizeof MAGIC);
    size_t count;
    knap_status status = KNAP_OK;
    if (magic) {
        kn_bytes sum = {.at = bytes + length - 8, .left = 8};
        from.bad =
            memcmp(magic, MAGIC, sizeof MAGIC) != 0 || kn_take_count(&sum) != kn_hash(KN_HASH_START, bytes, length - 8);
    }
    sums->digest = kn_take_count(&from);
    sums->width = kn_take_size(&from, SIZE_MAX / 32);
    count = kn_take_size(&from, length / 8);
    if (count > 0 && sums->width > length / 8) /* empty sums have a width too */
        from.bad = true;
    if (!from.bad)
        status = read_nodes(sums, &from, count, error);
    if (!status && (from.bad || from.left != 8))
        status = kn_fail(error, KNAP_BAD_INPUT, "these bytes are not sums that knap wrote, or they are damaged");
    if (status)
        kn_sums_free(sums);
    return status;
}
