/* summarize/word_background.h - counts the documents and clusters of the training data that contain each word. */
#pragma once

#include "summarize/story.h"

/* The documents that a word is compared with: those of all training clusters. */
typedef struct kn_background {
    kn_symbols word;
    uint32_t *documents, *clusters; /* [word] how many have it */
    size_t all_documents, all_clusters;
} kn_background;

void kn_background_begin(kn_background *background, const knap_allocator *allocator);
/* Adds the documents of a cluster. False when memory is out. */
bool kn_background_add(kn_background *background, const kn_story *story);
void kn_background_free(kn_background *background);
