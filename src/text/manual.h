/* text/manual.h - the line of a manual page that says what the page is about: "lamp - light the lamp of a boat". */
#pragma once

#include "text/map.h"

#include <stdbool.h>

#define KN_EN_DASH "\xE2\x80\x93"

/* Finds the dash between the names and the purpose in such a text: [*dash, *behind). False: it has none. */
bool kn_manual_dash(const char *text, size_t begin, size_t end, size_t *dash, size_t *behind);
/* What makes a sentence of the text: "." or the full stop of Chinese and Japanese; "" where it has an end. */
const char *kn_manual_stop(const char *text, size_t begin, size_t end);

/* Makes a sentence of that line in a page that was rendered: an en dash, and a full stop at its end. Other texts stay as they are.
 * Failures are kept in mapped->text.failed. */
void kn_manual_settle(kn_mapped *mapped);

/* Where the text of an item of a list begins behind its mark. */
size_t kn_skip_mark(const char *text, size_t begin, size_t end);
