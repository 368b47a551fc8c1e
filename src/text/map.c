/* map.c - maps text back to its source, in runs. */
#include "text/map.h"

#include <stdbool.h>

void kn_mapped_begin(kn_mapped *mapped, const knap_allocator *allocator)
{
    *mapped = (kn_mapped){.text = {.allocator = allocator}};
    kn_text_add(&mapped->text, "", 0);
}

void kn_mapped_free(kn_mapped *mapped)
{
    KN_RELEASE(mapped->text.allocator, mapped->run);
    mapped->run = NULL;
    mapped->count = 0;
    kn_text_free(&mapped->text);
}

/* The text so far ends in a run that the next character continues. */
static bool continues(const kn_mapped *mapped, size_t text_unit, size_t source, size_t source_unit)
{
    const kn_run *last = mapped->count ? &mapped->run[mapped->count - 1] : NULL;
    return last && last->text_unit == text_unit && last->source_unit == source_unit &&
           last->source + (mapped->text.length - last->text) / text_unit * source_unit == source;
}

void kn_mapped_add(kn_mapped *mapped, const char *bytes, size_t length, size_t text_unit, size_t source,
                   size_t source_unit)
{
    if (length == 0 || mapped->text.failed)
        return;
    if (!continues(mapped, text_unit, source, source_unit)) {
        if (!KN_ROOM(mapped->text.allocator, mapped->run, mapped->count + 1)) {
            mapped->text.failed = 1;
            return;
        }
        mapped->run[mapped->count++] =
            (kn_run){mapped->text.length, source, (uint32_t)text_unit, (uint32_t)source_unit};
    }
    kn_text_add(&mapped->text, bytes, length);
}

/* The run that holds the text position, which is inside the text. */
static size_t find_run(const kn_mapped *mapped, size_t at)
{
    size_t low = 0, high = mapped->count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (mapped->run[middle].text <= at)
            low = middle;
        else
            high = middle;
    }
    return low;
}

void kn_mapped_copy(kn_mapped *mapped, const kn_mapped *from, size_t begin, size_t end)
{
    size_t index = begin < end ? find_run(from, begin) : 0;
    while (begin < end) {
        const kn_run *run = &from->run[index++];
        size_t stop = index < from->count && from->run[index].text < end ? from->run[index].text : end;
        kn_mapped_add(mapped, from->text.bytes + begin, stop - begin, run->text_unit,
                      run->source + (begin - run->text) / run->text_unit * run->source_unit, run->source_unit);
        begin = stop;
    }
}

static size_t source_of(const kn_mapped *mapped, size_t at, size_t characters_more)
{
    const kn_run *run = &mapped->run[find_run(mapped, at)];
    return run->source + ((at - run->text) / run->text_unit + characters_more) * run->source_unit;
}

void kn_mapped_source(const kn_mapped *mapped, size_t begin, size_t end, size_t *source_begin, size_t *source_end)
{
    if (end > mapped->text.length)
        end = mapped->text.length;
    if (begin > end)
        begin = end;
    if (mapped->count == 0) {
        *source_begin = *source_end = 0;
    } else if (begin == end) {
        *source_begin = begin < mapped->text.length ? source_of(mapped, begin, 0) : source_of(mapped, begin - 1, 1);
        *source_end = *source_begin;
    } else {
        *source_begin = source_of(mapped, begin, 0);
        *source_end = source_of(mapped, end - 1, 1);
    }
}
