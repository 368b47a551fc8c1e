/* formats/feed.h - feeds in RSS or Atom. */
#pragma once

#include "formats/formats.h"

bool kn_feed_is(const char *name, const char *bytes, size_t length);
knap_status kn_feed_read(const kn_source *source, const kn_output *output, knap_error *error);
