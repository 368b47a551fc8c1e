/* summarize/quality.h - the quality features q of a sentence (Kulesza and Taskar 2012, as the paper uses them), and the
 * ranges and quantiles of the training data that they are cut by. */
#pragma once

#include "summarize/story.h"

enum { KN_MEASURES = 4, KN_MOST_BINS = 20 };

typedef struct kn_bins {
    double low, high;
    double quantile[KN_MOST_BINS - 1]; /* [bins - 1] rising */
} kn_bins;

typedef struct kn_quality {
    size_t bins;
    kn_bins cut[KN_MEASURES]; /* length, similarity, lexrank, pronouns */
} kn_quality;

/* The features in their order; `text` gets the name. */
size_t kn_quality_count(const kn_quality *quality);
void kn_quality_name(const kn_quality *quality, size_t feature, char *text, size_t size);
/* Ranges and quantiles over the candidates of the stories. */
knap_status kn_quality_fit(kn_quality *quality, size_t bins, const kn_story *story, size_t stories,
                           const knap_allocator *allocator, knap_error *error);
/* value[candidates][kn_quality_count] for the candidates of a story in their order. */
knap_status kn_quality_values(const kn_quality *quality, const kn_story *story, double *value, knap_error *error);

/* As lines of a model file, and back. */
void kn_quality_write(const kn_quality *quality, kn_text *text);
/* `quality->bins` is set before. False if the lines are missing or damaged. */
bool kn_quality_read(kn_quality *quality, const char *text);
