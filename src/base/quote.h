/* base/quote.h - strings of JSON. Every string of JSON is written here, in the form that jansson writes, except those of Python. */
#pragma once

#include "base/memory.h"

/* The number of bytes from `bytes` on that stand in a string of JSON as they are. `escape` is what stands for the byte after them,
 * "" at the end. The bytes are valid UTF-8. */
size_t kn_quote_plain(const char *bytes, size_t length, char escape[8]);
/* Adds a string of JSON with its quotes. */
void kn_text_quote(kn_text *text, const char *bytes, size_t length);
/* Adds a value of JSON as it was read. Line ends between its parts become spaces, so that it stays on one line. */
void kn_text_json(kn_text *text, const char *json, size_t length);
