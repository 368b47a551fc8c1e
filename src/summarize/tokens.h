/* summarize/tokens.h - ROUGE's words, as a view of a story's stream of words.
 *
 * English words are ROUGE-1.5.5's own: the runs of ASCII letters and digits inside a word of the stream ("U.S." has two).
 * No such run crosses a boundary of ICU's, so the pieces of the stream's words are the words that ROUGE finds in the text.
 * In other languages a word of the stream is a word of ROUGE. */
#pragma once

#include "summarize/story.h"
#include "summarize/tools.h"

/* Words [first, end) of the story's stream, and the text that they were read from. */
typedef struct kn_span {
    const char *text;
    size_t first, end;
} kn_span;

/* Counts the tokens of a line as the next row of story->counts, story->pairs and story->tokens. False when memory is out. */
bool kn_tokens_add_line(kn_story *story, const kn_tools *tools, const kn_span *span);
/* Counts the tokens of a headline as the next row of story->titles. */
bool kn_tokens_add_title(kn_story *story, const kn_tools *tools, const kn_span *span);
/* Counts the tokens of a text, which is not in the stream, as the next row of story->references. */
bool kn_tokens_add_reference(kn_story *story, const kn_tools *tools, const char *text, size_t length);
