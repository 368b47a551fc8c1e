/* formats/rst_inline.h - the text of a paragraph of reStructuredText without its marks. */
#pragma once

#include "formats/extract.h"

/* ".. |name| replace:: text": what |name| stands for; the text is empty for images. */
typedef struct kn_rst_substitution {
    const char *name, *text;
    size_t name_length, text_length;
} kn_rst_substitution;

typedef struct kn_rst_names {
    const kn_rst_substitution *list; /* [count] sorted by name */
    size_t count;
} kn_rst_names;

/* Adds the text to the open block: roles, links, literals and emphasis without their marks; footnote marks are left out. */
void kn_rst_inline(kn_extract *extract, const kn_rst_names *names, const char *text, size_t length);

/* The order of the list of names. */
int kn_rst_compare_names(const void *a, const void *b);
