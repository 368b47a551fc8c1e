/* formats/markup.h - marks inside the lines of light markup: AsciiDoc and Org. */
#pragma once

#include "formats/extract.h"

/* Reads what a format writes in its own way at text[at], such as a link: adds its text and returns its bytes; 0 where there is none. */
typedef size_t (*kn_markup_fn)(kn_extract *extract, const char *text, size_t at, size_t length);

/* Adds a text without the marks around words, such as * in *this*. A mark opens before a word and closes behind one. */
void kn_markup_add(kn_extract *extract, const char *text, size_t length, const char *marks, kn_markup_fn special);

/* Bytes of a rule: three or more of one of `marks` and nothing else; 0 for other lines. */
size_t kn_markup_rule(const char *line, size_t length, const char *marks);
