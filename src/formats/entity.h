/* formats/entity.h - character references of HTML: &amp; &eacute; &#233; &#xE9; */
#pragma once

#include <stddef.h>

/* Bytes of the longest reference that is looked at. */
enum { KN_LONGEST_ENTITY = 32 };

/* Writes the character that the reference [text, text + length), from "&" to ";", stands for. Returns its bytes in UTF-8, or 0 for a
 * reference that is not known. */
size_t kn_entity(const char *text, size_t length, char bytes[4]);

/* The length of the reference at the start of a text, from "&" to ";", or 0 where there is none. */
size_t kn_entity_length(const char *text, size_t length);
