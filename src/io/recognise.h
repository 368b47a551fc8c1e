/* io/recognise.h - the one rule by which a file's content is recognised. */
#pragma once

#include "io/inner.h"

/* Bytes that are looked at. */
enum { KN_HEAD = 1 << 16 };

/* What the first bytes of a file say; `length` may be less than KN_HEAD. */
knap_content kn_recognise(const char *bytes, size_t length);
