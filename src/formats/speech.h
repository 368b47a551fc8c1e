/* formats/speech.h - speech without punctuation, as machines write it down, in pieces that read as sentences. */
#pragma once

#include "formats/extract.h"

/* Marks in a text of speech: where a caption ends, and where the speaker pauses. */
enum { KN_CAPTION_END = '\n', KN_PAUSE = '\v' };

/* Whether a text of many words has hardly any full stops. */
bool kn_is_unpunctuated(const char *text, size_t length);

/* Appends speech without punctuation to the open block. It is cut at pauses, before connectives of the language and, where a piece
 * grows long, at the ends of captions; each piece gets a capital and a full stop. */
void kn_speech_add(kn_extract *extract, const char *language, const char *text, size_t length);

/* Adds speech that is punctuated. Between characters of Chinese and Japanese there is no space: a typed one becomes a comma, unless a
 * mark stands there, and the end of a line or caption nothing. */
void kn_speech_join(kn_extract *extract, const char *text, size_t length);
