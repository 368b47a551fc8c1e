/* summarize/point.h - which sentences of a single document say what it is about.
 *
 * The features of a sentence are its place, its section, its words and its form. A linear model with a softmax over the sentences
 * of a document was fitted to documents beside descriptions of the same thing that others wrote: see scripts/points.sh. */
#pragma once

#include "summarize/story.h"

/* POINT(id, name, weight): one feature and its weight. */
#define KN_POINTS(POINT) \
    POINT(PLACE, "place", -0.871) \
    POINT(FIRST, "first", -0.796) \
    POINT(SHARE, "share", 0.931) \
    POINT(PREAMBLE, "preamble", 0.925) \
    POINT(SECTION_FIRST, "section-first", 0.0963) \
    POINT(MAIN, "main", 0.799) \
    POINT(CENTRAL, "central", 2.66) \
    POINT(LENGTH, "length", 1.05) \
    POINT(TITLE, "title", 0.756) \
    POINT(NAME, "name", 0.211) \
    POINT(SAYS, "says", 0.356) \
    POINT(NAME_SAYS, "name-says", -0.246) \
    POINT(ITSELF, "itself", -0.618) \
    POINT(LEGAL, "legal", -0.615) \
    POINT(CONTACT, "contact", -0.391) \
    POINT(SETUP, "setup", -0.217) \
    POINT(POINTER, "pointer", -0.124) \
    POINT(MARKS, "marks", -9.17) \
    POINT(BACK, "back", 0.249) \
    POINT(SPEAKS, "speaks", -0.0773) \
    POINT(CONDITION, "condition", -0.358) \
    POINT(COMMAND, "command", -0.0332) \
    POINT(SHORT, "short", -0.157) \
    POINT(PLAIN, "plain", -3.07) \
    POINT(FIGURES, "figures", -1.25) \
    POINT(DETAIL, "detail", -0.418) \
    POINT(CHANGE, "change", -0.301) \
    POINT(PAST, "past", -0.0876) \
    POINT(NOTE, "note", -0.935)

#define KN_POINT_NUMBER(id, name, weight) KN_POINT_##id,
enum { KN_POINTS(KN_POINT_NUMBER) KN_POINT_COUNT };
extern const char *const kn_point_names[];

/* Sets the `point` of every line of a story of one document, after kn_story_centrality: how much less likely than the likeliest
 * sentence it is to say what the document is about, as a logarithm; 0 for that sentence and in other stories. Lines that do not take part are below all others. */
knap_status kn_points_mark(kn_story *story, knap_error *error);

/* The features of every line into feature[story->lines][KN_POINT_COUNT], for fitting the weights. part[story->lines] says which lines
 * take part: those that may be picked and are not about installation and the like, unless there is hardly anything else. */
knap_status kn_points_read(const kn_story *story, double *feature, bool *part, knap_error *error);
