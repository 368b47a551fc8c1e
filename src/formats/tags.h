/* formats/tags.h - what libxml2 takes too long for: the time that it spends on a tag grows with the square of its attributes. */
#pragma once

#include "formats/formats.h"

enum { KN_MOST_ATTRIBUTES = 256 };

/* KNAP_BAD_INPUT where a tag of HTML or XML has more attributes. One pass; comments, scripts and styles have no tags. */
knap_status kn_tags_check(const char *name, const char *bytes, size_t length, knap_error *error);
