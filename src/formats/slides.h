/* formats/slides.h - slides of .pptx. */
#pragma once

#include "formats/parts.h"

/* Whether a file inside is needed to read the slides. */
bool kn_slides_part(const char *name);
/* Appends the slides in their order: titles are headings, bullets are items, the notes of a slide follow it. */
knap_status kn_slides_read(const kn_source *source, const kn_parts *parts, kn_extract *extract, knap_error *error);
