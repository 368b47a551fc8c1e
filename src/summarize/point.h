/* summarize/point.h - which sentences of a single document say what it is about.
 *
 * The features of a sentence are its place, its section, its words and its form. A linear model with a softmax over the sentences
 * of a document was fitted to documents beside descriptions of the same thing that others wrote: see scripts/points.sh. */
#pragma once

#include "summarize/story.h"

/* POINT(id, name, weight, plain): one feature, its weight in documents with details, and its weight in others. The first are fitted to
 * the share of the words of a sentence that a description has, too; the second to its cosine alone, which favours long sentences. */
#define KN_POINTS(POINT) \
    POINT(PLACE, "place", -0.83, -0.878) \
    POINT(FIRST, "first", -0.751, -0.768) \
    POINT(SHARE, "share", 0.963, 0.95) \
    POINT(PREAMBLE, "preamble", 0.808, 0.872) \
    POINT(SECTION_FIRST, "section-first", 0.0254, 0.0804) \
    POINT(MAIN, "main", 0.835, 0.8) \
    POINT(CENTRAL, "central", 2.95, 2.67) \
    POINT(LENGTH, "length", 0.316, 1.05) \
    POINT(TITLE, "title", 0.508, 0.76) \
    POINT(NAME, "name", 0.214, 0.179) \
    POINT(SAYS, "says", 0.352, 0.354) \
    POINT(NAME_SAYS, "name-says", -0.256, -0.207) \
    POINT(ITSELF, "itself", -0.535, -0.583) \
    POINT(LEGAL, "legal", -0.423, -0.61) \
    POINT(CONTACT, "contact", -0.392, -0.345) \
    POINT(SETUP, "setup", -0.132, -0.222) \
    POINT(POINTER, "pointer", -0.209, -0.129) \
    POINT(MARKS, "marks", -9.69, -8.53) \
    POINT(BACK, "back", 0.237, 0.252) \
    POINT(SPEAKS, "speaks", -0.0912, -0.0787) \
    POINT(CONDITION, "condition", -0.341, -0.371) \
    POINT(COMMAND, "command", -0.0578, -0.0326) \
    POINT(SHORT, "short", -0.0774, -0.163) \
    POINT(PLAIN, "plain", -1.87, -3.07) \
    POINT(FIGURES, "figures", -4.42, -2.19) \
    POINT(DETAIL, "detail", -0.373, -0.408) \
    POINT(CHANGE, "change", -0.315, -0.292) \
    POINT(PAST, "past", -0.0833, -0.103) \
    POINT(NOTE, "note", -0.982, -0.935) \
    POINT(CONTEXT, "context", -0.195, -0.184)

#define KN_POINT_NUMBER(id, name, weight, plain) KN_POINT_##id,
enum { KN_POINTS(KN_POINT_NUMBER) KN_POINT_COUNT };
extern const char *const kn_point_names[];

/* Sets the `point` of every line of a story of one document, after kn_story_centrality: how much less likely than the likeliest
 * sentence it is to say what the document is about, as a logarithm; 0 for that sentence and in other stories. Lines that do not take part are below all others. */
knap_status kn_points_mark(kn_story *story, knap_error *error);

/* The features of every line into feature[story->lines][KN_POINT_COUNT], for fitting the weights. part[story->lines] says which lines
 * take part: those that may be picked and are not about installation and the like, unless there is hardly anything else. */
knap_status kn_points_read(const kn_story *story, double *feature, bool *part, knap_error *error);
