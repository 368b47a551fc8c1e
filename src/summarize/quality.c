/* quality.c - quality features: constant; length, similarity, LexRank and pronouns, each as a share of its
 * range and by quantile; the two centralities also by quantile within the cluster; the position, 1 to 5
 * and later. */
#include "summarize/quality.h"
#include "base/error.h"
#include "base/number.h"
#include "base/sort.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POSITIONS = 6 };

static const char *const MEASURE[KN_MEASURES] = {"length", "similarity", "lexrank", "pronouns"};
/* The measures that also have quantiles within the cluster. */
static const bool RANKED[KN_MEASURES] = {false, true, true, false};

static double measure_of(const kn_story_line *line, size_t measure)
{
    switch (measure) {
    case 0:
        return (double)line->length;
    case 1:
        return line->similarity;
    case 2:
        return line->lexrank;
    default:
        return (double)line->pronouns;
    }
}

size_t kn_quality_count(const kn_quality *quality)
{
    size_t count = 1 + POSITIONS;
    for (size_t m = 0; m < KN_MEASURES; m++)
        count += 1 + quality->bins * (1 + (size_t)RANKED[m]);
    return count;
}

void kn_quality_name(const kn_quality *quality, size_t feature, char *text, size_t size)
{
    if (feature == 0) {
        snprintf(text, size, "constant");
        return;
    }
    feature--;
    if (feature < POSITIONS) {
        if (feature + 1 < POSITIONS)
            snprintf(text, size, "position:%zu", feature + 1);
        else
            snprintf(text, size, "position:later");
        return;
    }
    feature -= POSITIONS;
    for (size_t m = 0; m < KN_MEASURES; m++) {
        size_t width = 1 + quality->bins * (1 + (size_t)RANKED[m]);
        if (feature == 0)
            snprintf(text, size, "%s", MEASURE[m]);
        else if (feature <= quality->bins)
            snprintf(text, size, "%s:%zu/%zu", MEASURE[m], feature, quality->bins);
        else if (feature < width)
            snprintf(text, size, "%s:%zu/%zu-here", MEASURE[m], feature - quality->bins, quality->bins);
        if (feature < width)
            return;
        feature -= width;
    }
}

/* ---- Fitting ---- */

knap_status kn_quality_fit(kn_quality *quality, size_t bins, const kn_story *story, size_t stories,
                           const knap_allocator *allocator, knap_error *error)
{
    size_t count = 0, room = 0;
    double *value;
    uint32_t *order;
    uint64_t *scratch;
    bool room_made;
    for (size_t i = 0; i < stories; i++)
        room += story[i].lines;
    value = kn_new(allocator, room, sizeof *value);
    order = kn_new(allocator, room, sizeof *order);
    scratch = kn_new(allocator, kn_order_scratch(room), sizeof *scratch);
    *quality = (kn_quality){.bins = bins};
    for (size_t m = 0; value && order && scratch && m < KN_MEASURES; m++) {
        kn_bins *cut = &quality->cut[m];
        count = 0;
        for (size_t i = 0; i < stories; i++)
            for (size_t j = 0; j < story[i].lines; j++)
                if (story[i].line[j].candidate)
                    value[count++] = measure_of(&story[i].line[j], m);
        if (count == 0)
            break;
        kn_order(value, count, order, scratch);
        cut->low = value[order[0]];
        cut->high = value[order[count - 1]];
        for (size_t b = 0; b + 1 < bins; b++)
            cut->quantile[b] = value[order[(b + 1) * count / bins]];
    }
    room_made = value && order && scratch;
    kn_free(allocator, scratch, kn_order_scratch(room), sizeof *scratch);
    kn_free(allocator, order, room, sizeof *order);
    kn_free(allocator, value, room, sizeof *value);
    return room_made ? KNAP_OK : kn_no_memory(error);
}

/* ---- Values ---- */

static size_t bin_of(const kn_quality *quality, const kn_bins *cut, double value)
{
    size_t bin = 0;
    while (bin + 1 < quality->bins && value >= cut->quantile[bin])
        bin++;
    return bin;
}

static double share_of_range(const kn_bins *cut, double value)
{
    double share = cut->high > cut->low ? (value - cut->low) / (cut->high - cut->low) : 0;
    return share < 0 ? 0 : share > 1 ? 1 : share;
}

/* One measure of all lines with a candidate, themselves or their trimmed forms: its columns begin at
 * `column` of rows of `width`. */
static void fill_measure(const kn_quality *quality, const kn_story *story, size_t m, size_t width, double *column,
                         double *key, uint32_t *order, uint64_t *scratch)
{
    size_t count = 0;
    for (size_t i = 0; i < story->lines; i++) {
        double value = measure_of(&story->line[i], m);
        if (!story->line[i].featured)
            continue;
        column[count * width] = share_of_range(&quality->cut[m], value);
        column[count * width + 1 + bin_of(quality, &quality->cut[m], value)] = 1;
        key[count++] = value;
    }
    if (!RANKED[m])
        return;
    kn_order(key, count, order, scratch);
    for (size_t i = 0; i < count; i++)
        column[order[i] * width + 1 + quality->bins + i * quality->bins / count] = 1;
}

knap_status kn_quality_values(const kn_quality *quality, const kn_story *story, double *value, knap_error *error)
{
    const knap_allocator *allocator = story->allocator;
    size_t width = kn_quality_count(quality), row = 0, at = 1 + POSITIONS, n = story->lines;
    double *key = kn_new(allocator, n, sizeof *key);
    uint32_t *order = kn_new(allocator, n, sizeof *order);
    uint64_t *scratch = kn_new(allocator, kn_order_scratch(n), sizeof *scratch);
    bool room = key && order && scratch;
    for (size_t i = 0; room && i < n; i++) {
        size_t position = story->line[i].sentence->story_position;
        if (!story->line[i].featured)
            continue;
        memset(value + row * width, 0, width * sizeof *value);
        value[row * width] = 1;
        value[row * width + 1 + (position < POSITIONS - 1 ? position : POSITIONS - 1)] = 1;
        row++;
    }
    for (size_t m = 0; room && m < KN_MEASURES; m++) {
        fill_measure(quality, story, m, width, value + at, key, order, scratch);
        at += 1 + quality->bins * (1 + (size_t)RANKED[m]);
    }
    kn_free(allocator, scratch, kn_order_scratch(n), sizeof *scratch);
    kn_free(allocator, order, n, sizeof *order);
    kn_free(allocator, key, n, sizeof *key);
    return room ? KNAP_OK : kn_no_memory(error);
}

/* ---- The model file's lines ---- */

void kn_quality_write(const kn_quality *quality, kn_text *text)
{
    for (size_t m = 0; m < KN_MEASURES; m++) {
        const kn_bins *cut = &quality->cut[m];
        kn_text_format(text, "cut %s %a %a", MEASURE[m], cut->low, cut->high);
        for (size_t b = 0; b + 1 < quality->bins; b++)
            kn_text_format(text, " %a", cut->quantile[b]);
        kn_text_add(text, "\n", 1);
    }
}

static bool read_number(const char **at, double *value)
{
    char *end;
    *value = kn_parse_number(*at, &end);
    if (end == *at || !kn_is_weight(*value))
        return false;
    *at = end;
    return true;
}

bool kn_quality_read(kn_quality *quality, const char *text)
{
    for (size_t m = 0; m < KN_MEASURES; m++) {
        char first[32];
        kn_bins *cut = &quality->cut[m];
        int length = snprintf(first, sizeof first, "cut %s ", MEASURE[m]);
        const char *at = strstr(text, first);
        if (!at)
            return false;
        at += length;
        if (!read_number(&at, &cut->low) || !read_number(&at, &cut->high))
            return false;
        for (size_t b = 0; b + 1 < quality->bins; b++)
            if (!read_number(&at, &cut->quantile[b]))
                return false;
        if (*at != '\n')
            return false;
    }
    return true;
}
