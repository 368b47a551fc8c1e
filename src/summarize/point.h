/* summarize/point.h - which sentences of a single document say what it is about.
 *
 * The features of a sentence are its place, its section, its words and its form. A linear model with a softmax over the sentences
 * of a document was fitted to documents beside descriptions of the same thing that others wrote: see scripts/points.sh. */
#pragma once

#include "summarize/story.h"

/* POINT(id, name, weight, plain): one feature, its weight in documents with details, and its weight in others. The first are fitted
 * to the cosine to the description and to the share of the words that the description has, the second to the cosine alone, which
 * favours long sentences, and without the last five features. */
#define KN_POINTS(POINT) \
    POINT(PLACE, "place", -0.832, -0.887) \
    POINT(FIRST, "first", -0.755, -0.785) \
    POINT(SHARE, "share", 0.966, 0.967) \
    POINT(PREAMBLE, "preamble", 0.81, 0.882) \
    POINT(SECTION_FIRST, "section-first", 0.0265, 0.0995) \
    POINT(MAIN, "main", 0.835, 0.803) \
    POINT(CENTRAL, "central", 2.93, 2.75) \
    POINT(LENGTH, "length", 0.318, 0.929) \
    POINT(TITLE, "title", 0.51, 0.734) \
    POINT(NAME, "name", 0.219, 0.217) \
    POINT(SAYS, "says", 0.35, 0.381) \
    POINT(NAME_SAYS, "name-says", -0.258, -0.203) \
    POINT(ITSELF, "itself", -0.516, -0.58) \
    POINT(LEGAL, "legal", -0.419, -0.68) \
    POINT(CONTACT, "contact", -0.373, -0.216) \
    POINT(SETUP, "setup", -0.131, -0.216) \
    POINT(POINTER, "pointer", -0.225, -0.19) \
    POINT(MARKS, "marks", -9.75, -7.53) \
    POINT(BACK, "back", 0.236, 0.285) \
    POINT(SPEAKS, "speaks", -0.0906, -0.0651) \
    POINT(CONDITION, "condition", -0.341, -0.381) \
    POINT(COMMAND, "command", -0.0691, -0.182) \
    POINT(SHORT, "short", -0.0741, -0.179) \
    POINT(PLAIN, "plain", -1.87, -3.03) \
    POINT(FIGURES, "figures", -4.53, -2.13) \
    POINT(DETAIL, "detail", -0.373, 0) \
    POINT(CHANGE, "change", -0.313, 0) \
    POINT(PAST, "past", -0.0693, 0) \
    POINT(NOTE, "note", -0.98, 0) \
    POINT(CONTEXT, "context", -0.18, 0)

#define KN_POINT_NUMBER(id, name, weight, plain) KN_POINT_##id,
enum { KN_POINTS(KN_POINT_NUMBER) KN_POINT_COUNT };
extern const char *const kn_point_names[];

/* Sets the `point` of every line of a story of one document, after kn_story_centrality: how much less likely than the likeliest
 * sentence it is to say what the document is about, as a logarithm; 0 for that sentence and in other stories. Lines that do not take part are below all others. */
knap_status kn_points_mark(kn_story *story, knap_error *error);

/* The features of every line into feature[story->lines][KN_POINT_COUNT], for fitting the weights. part[story->lines] says which lines
 * take part: those that may be picked and are not about installation and the like, unless there is hardly anything else. */
knap_status kn_points_read(const kn_story *story, double *feature, bool *part, knap_error *error);
