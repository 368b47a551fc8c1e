/* summarize/point.h - which sentences of a single document say what it is about.
 *
 * The features of a sentence are its place, its section, its words and its form. A linear model with a softmax over the sentences
 * of a document was fitted to documents beside descriptions of the same thing that others wrote: see scripts/points.sh. */
#pragma once

#include "summarize/story.h"

/* POINT(id, name, weight): one feature and its weight. */
#define KN_POINTS(POINT) \
    POINT(PLACE, "place", -0.875) \
    POINT(FIRST, "first", -0.757) \
    POINT(SHARE, "share", 0.951) \
    POINT(PREAMBLE, "preamble", 0.859) \
    POINT(SECTION_FIRST, "section-first", 0.0713) \
    POINT(MAIN, "main", 0.798) \
    POINT(CENTRAL, "central", 2.67) \
    POINT(LENGTH, "length", 1.06) \
    POINT(TITLE, "title", 0.766) \
    POINT(NAME, "name", 0.189) \
    POINT(SAYS, "says", 0.369) \
    POINT(NAME_SAYS, "name-says", -0.215) \
    POINT(ITSELF, "itself", -0.557) \
    POINT(LEGAL, "legal", -0.7) \
    POINT(CONTACT, "contact", -0.251) \
    POINT(SETUP, "setup", -0.233) \
    POINT(POINTER, "pointer", -0.178) \
    POINT(MARKS, "marks", -7.85) \
    POINT(BACK, "back", 0.257) \
    POINT(SPEAKS, "speaks", -0.0926) \
    POINT(CONDITION, "condition", -0.382) \
    POINT(COMMAND, "command", -0.0274) \
    POINT(SHORT, "short", -0.176) \
    POINT(PLAIN, "plain", -3.13) \
    POINT(FIGURES, "figures", -2.36) \
    POINT(DETAIL, "detail", -0.411) \
    POINT(CHANGE, "change", -0.305) \
    POINT(PAST, "past", -0.0896) \
    POINT(NOTE, "note", -0.811)

#define KN_POINT_NUMBER(id, name, weight) KN_POINT_##id,
enum { KN_POINTS(KN_POINT_NUMBER) KN_POINT_COUNT };
extern const char *const kn_point_names[];

/* Sets the `point` of every line of a story of one document, after kn_story_centrality: how much less likely than the likeliest
 * sentence it is to say what the document is about, as a logarithm; 0 for that sentence and in other stories. Lines that do not take part are below all others. */
knap_status kn_points_mark(kn_story *story, knap_error *error);

/* The features of every line into feature[story->lines][KN_POINT_COUNT], for fitting the weights. part[story->lines] says which lines
 * take part: those that may be picked and are not about installation and the like, unless there is hardly anything else. */
knap_status kn_points_read(const kn_story *story, double *feature, bool *part, knap_error *error);
