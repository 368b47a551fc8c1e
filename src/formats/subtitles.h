/* formats/subtitles.h - subtitles (SubRip, WebVTT) and transcripts with time stamps and speakers. */
#pragma once

#include "formats/formats.h"

bool kn_subtitles_is(const char *name, const char *text, size_t length);
knap_status kn_subtitles_read(const kn_source *source, const kn_output *output, knap_error *error);
bool kn_transcript_is(const char *name, const char *text, size_t length);
knap_status kn_transcript_read(const kn_source *source, const kn_output *output, knap_error *error);
