/* formats/pdf_sections.h - headings that tell what follows them, in many languages. */
#pragma once

#include <stddef.h>

typedef enum kn_pdf_section {
    KN_PDF_OTHER,
    KN_PDF_ABSTRACT,
    KN_PDF_REFERENCES,
    KN_PDF_CONTENTS,
    KN_PDF_INDEX,
    KN_PDF_KEYWORDS
} kn_pdf_section;

/* What a heading means whose letters and digits, in lower case, are these; a number before them is passed over. */
kn_pdf_section kn_pdf_section_find(const char *key, size_t length);
