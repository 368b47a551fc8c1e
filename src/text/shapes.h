/* text/shapes.h - tells text from code, tables, pages and other lines that are not prose. */
#pragma once

#include "text/lines.h"

/* Sets the shape of each line. `indent` is that of the text itself, `width` that at which its lines are broken. */
void kn_shapes_find(kn_lines *lines, const char *text, uint32_t indent, uint32_t width);

/* The shape of the text [begin, end) alone: a paragraph whose format does not tell code and notices from prose. */
kn_shape kn_shape_of(const char *text, size_t begin, size_t end);

/* The line is "NAME(1)  ...  NAME(1)", the head of a manual page. */
bool kn_is_manual_head(const kn_line *line, const char *text);

/* The text begins with `head`. */
bool kn_has_head(const char *text, size_t begin, size_t end, const char *head);
