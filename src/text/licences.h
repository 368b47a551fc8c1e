/* text/licences.h - the words of licences in documents that are about something else. */
#pragma once

#include "text/inner.h"

/* Makes furniture of the sentences of a licence, and of those behind one in the same paragraph, unless the document is one itself: unless
 * they are a third of its prose. */
void kn_licences_mark(const char *text, knap_sentence *sentence, size_t count);
