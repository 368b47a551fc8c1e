/* formats/feed.h - feeds in RSS or Atom. */
#ifndef KNAP_FORMATS_FEED_H
#define KNAP_FORMATS_FEED_H

#include "formats/formats.h"

bool kn_feed_is(const char *name, const char *bytes, size_t length);
knap_status kn_feed_read(const kn_source *source, const kn_output *output, knap_error *error);

#endif
