/* summarize/summarizer_file.h - the text part of a summarizer as sections of its model file. */
#pragma once

#include "summarize/summarizer.h"

/* Stems in fewer documents than this are not stored: they weigh about as much as stems never seen. */
enum { KN_LEAST_DOCUMENTS = 2 };

/* Writes the sections into the summarizer's model. */
knap_status kn_summarizer_write(knap_summarizer *summarizer, knap_error *error);
