/* text/proposals.h - where ICU would end a sentence. sentences.c decides; ICU is asked only where its answer can matter. */
#pragma once

#include "text/marks.h"

/* Whether ICU can break the paragraph nowhere but at marks that kn_next_mark finds: it has only characters of Latin scripts and
 * common punctuation. */
bool kn_is_latin_only(const kn_splitter *s);
/* Moves s->proposal to ICU's next boundary behind `after`, spaces before it left out; s->end if there is none. */
void kn_next_proposal(kn_splitter *s, size_t after);
/* Whether ICU breaks at the mark. Marks are asked for in their order. */
bool kn_is_proposed(kn_splitter *s, const kn_mark *m);
