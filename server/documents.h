/* server/documents.h - the documents of a request. */
#pragma once

#include "summarize.h"

/* Reads the documents and references of the JSON object and of the parts into the work's cluster. */
bool documents_read(summarize_work *self);
