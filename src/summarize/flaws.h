/* summarize/flaws.h - what makes a sentence awkward to read in a summary.
 *
 * To add a flaw, add a row here and its functions in flaws.c. The filter, the view's column and the JSON follow. */
#pragma once

#include "summarize/story.h"

/* FLAW(id, name, filtered, found, counts): `filtered` is 1 if the default filter removes sentences with the flaw;
 * found(story, line) says whether a line has it; counts(story) says whether it matters in this story. */
#define KN_FLAWS(FLAW)                                                                                                 \
    FLAW(QUOTES, "quotes", 1, splits_quotation, always)                                                                \
    FLAW(CAPITALS, "capitals", 1, is_capitals, always)                                                                 \
    FLAW(FRAGMENT, "fragments", 1, is_unfinished, most_are_finished)                                                   \
    FLAW(QUESTION, "questions", 1, is_question, always)                                                                \
    FLAW(DEPENDENT, "dependent", 0, points_back, few_lines_speak)

#define KN_FLAW_NUMBER(id, name, filtered, found, counts) KN_FLAW_NUMBER_##id,
#define KN_FLAW_BIT(id, name, filtered, found, counts) KN_FLAW_##id = 1 << KN_FLAW_NUMBER_##id,
#define KN_FLAW_FILTER(id, name, filtered, found, counts) +((filtered) << KN_FLAW_NUMBER_##id)

enum { KN_FLAWS(KN_FLAW_NUMBER) KN_FLAW_COUNT };
/* A set of flaws has the bit 1 << number for each. All but DEPENDENT are flaws of the line itself; a dependent line reads
 * well directly after the line before it. */
enum {
    KN_FLAWS(KN_FLAW_BIT) KN_FLAW_ALL = (1 << KN_FLAW_COUNT) - 1,
    KN_FLAW_DEFAULT_FILTER = 0 KN_FLAWS(KN_FLAW_FILTER)
};

extern const char *const kn_flaw_names[]; /* by number, then a name for several: the choices of a knap_param */

/* Sets the flaws of every line. */
void kn_flaws_mark(kn_story *story);
