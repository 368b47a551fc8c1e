/* formats/html.h - HTML pages: the article without navigation, menus and footers. */
#pragma once

#include "formats/formats.h"

/* Bytes that are looked at to recognise a page and its encoding. */
enum { KN_HTML_HEAD = 4096 };

bool kn_html_is(const char *name, const char *bytes, size_t length);
knap_status kn_html_read(const kn_source *source, const kn_output *output, knap_error *error);
/* Appends the article of a page to `extract`, for formats that hold pages. */
knap_status kn_html_extract(const kn_source *source, kn_extract *extract, knap_error *error);
