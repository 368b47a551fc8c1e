/* formats/looks.h - what a document of a word processor shows by the look of its paragraphs: titles, headings, contents. */
#pragma once

#include "formats/extract.h"

/* Appends text to the open block, as kn_extract_add does, in letters of this size (in half points; 0: not known). A block has the
 * smallest size of its texts, and is bold if all of them are. */
void kn_extract_add_look(kn_extract *extract, const char *text, size_t length, unsigned size, bool bold);

/* Call behind the last block. Short paragraphs in larger or bolder letters than the text become headings, a short first paragraph the
 * title, entries with page numbers furniture. `title` is what the file says that its title is; it is put before a document that does
 * not begin with a title, if the text has its words. It may be empty. */
void kn_extract_settle_looks(kn_extract *extract, const char *title, size_t length);
