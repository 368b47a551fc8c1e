/* story.c - frees a story. */
#include "summarize/story.h"

void kn_story_free(kn_story *story)
{
    for (size_t d = 0; d < story->documents; d++)
        knap_sentences_free(story->split[d]);
    kn_free(story->allocator, story->split, story->documents, sizeof *story->split);
    kn_arena_free(&story->arena);
    kn_free(story->allocator, story->line, story->line_capacity, sizeof *story->line);
    knap_vectors_free(story->vectors);
    kn_symbols_free(&story->word);
    kn_symbols_free(&story->bigram);
    kn_free(story->allocator, story->stop, story->stop_capacity, sizeof *story->stop);
    kn_counts_free(&story->counts, story->allocator);
    kn_counts_free(&story->pairs, story->allocator);
    kn_counts_free(&story->titles, story->allocator);
    kn_counts_free(&story->references, story->allocator);
    kn_free(story->allocator, story->tokens.start, story->tokens.start_capacity, sizeof *story->tokens.start);
    kn_free(story->allocator, story->tokens.id, story->tokens.id_capacity, sizeof *story->tokens.id);
    kn_free(story->allocator, story->tokens.flags, story->tokens.flags_capacity, 1);
    kn_free(story->allocator, story->forms.form, story->forms.capacity, sizeof *story->forms.form);
    kn_text_free(&story->forms.bytes);
    *story = (kn_story){.allocator = story->allocator};
}
