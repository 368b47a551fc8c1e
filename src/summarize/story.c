/* story.c - queries on a story that was read. */
#include "summarize/story.h"

#include <string.h>

void kn_story_forget_words(kn_story *story)
{
    kn_stream_free(&story->stream);
    kn_stream_begin(&story->stream, NULL, story->allocator);
}

void kn_story_free(kn_story *story)
{
    for (size_t d = 0; d < story->documents; d++)
        knap_sentences_free(story->split[d]);
    kn_free(story->allocator, story->split, story->documents, sizeof *story->split);
    kn_arena_free(&story->arena);
    KN_RELEASE(story->allocator, story->line);
    kn_stream_free(&story->stream);
    kn_free(story->allocator, story->document_start, story->documents + 1, sizeof *story->document_start);
    knap_vectors_free(story->vectors);
    knap_idf_free(story->frequencies);
    kn_name_list_free(&story->word, story->allocator);
    kn_bigrams_free(&story->bigram);
    KN_RELEASE(story->allocator, story->stop);
    kn_counts_free(&story->counts, story->allocator);
    kn_counts_free(&story->pairs, story->allocator);
    kn_counts_free(&story->titles, story->allocator);
    kn_counts_free(&story->references, story->allocator);
    KN_RELEASE(story->allocator, story->tokens.start);
    KN_RELEASE(story->allocator, story->tokens.id);
    KN_RELEASE(story->allocator, story->tokens.flags);
    KN_RELEASE(story->allocator, story->name);
    *story = (kn_story){.allocator = story->allocator};
}

bool kn_pair_shares(const kn_story *story, double *share)
{
    size_t pairs = story->bigram.numbers.count;
    uint32_t *seen = kn_new(story->allocator, pairs, sizeof *seen); /* 1 + the document it was last seen in */
    memset(share, 0, pairs * sizeof *share);
    for (size_t line = 0; seen && line < story->lines; line++) {
        uint32_t document = (uint32_t)story->line[line].document + 1;
        for (size_t i = story->pairs.start[line]; i < story->pairs.start[line + 1]; i++) {
            uint32_t pair = story->pairs.id[i];
            share[pair] += seen[pair] != document;
            seen[pair] = document;
        }
    }
    for (size_t i = 0; i < pairs; i++)
        share[i] = share[i] >= 2 ? share[i] / (double)story->documents : 0;
    kn_free(story->allocator, seen, pairs, sizeof *seen);
    return seen != NULL;
}
