/* word_background.c - counts the documents and clusters of the training data that contain each word. */
#include "summarize/word_background.h"

void kn_background_begin(kn_background *background, const knap_allocator *allocator)
{
    *background = (kn_background){.documents = NULL};
    kn_symbols_begin(&background->word, allocator);
}

static bool count_word(kn_background *self, const char *name, size_t length, bool new_cluster)
{
    const knap_allocator *allocator = self->word.arena.allocator;
    size_t before = self->word.count;
    uint32_t word = kn_symbols_add(&self->word, name, length);
    if (word == KN_NO_SYMBOL || !KN_ROOM(allocator, self->documents, self->word.count) ||
        !KN_ROOM(allocator, self->clusters, self->word.count))
        return false;
    if (word == before)
        self->documents[word] = self->clusters[word] = 0;
    self->documents[word]++;
    self->clusters[word] += new_cluster;
    return true;
}

bool kn_background_add(kn_background *background, const kn_story *story)
{
    size_t words = story->word.count;
    uint32_t *seen = kn_new(story->allocator, words, sizeof *seen); /* 1 + the document it was last seen in */
    bool ok = seen != NULL;
    for (size_t line = 0; ok && line < story->lines; line++) {
        uint32_t document = (uint32_t)story->line[line].document + 1;
        for (size_t i = story->counts.start[line]; ok && i < story->counts.start[line + 1]; i++) {
            uint32_t word = story->counts.id[i];
            if (seen[word] != document)
                ok = count_word(background, story->word.name[word], story->word.length[word], seen[word] == 0);
            seen[word] = document;
        }
    }
    background->all_documents += story->documents;
    background->all_clusters++;
    kn_free(story->allocator, seen, words, sizeof *seen);
    return ok;
}

void kn_background_free(kn_background *background)
{
    const knap_allocator *allocator = background->word.arena.allocator;
    KN_RELEASE(allocator, background->documents);
    KN_RELEASE(allocator, background->clusters);
    kn_symbols_free(&background->word);
    *background = (kn_background){.documents = NULL};
}
