/* flaws.c - finds sentences that are awkward out of their context. */
#include "summarize/flaws.h"
#include "text/utf8.h"

#include <string.h>

/* ---- Tests for each flaw ---- */

static bool splits_quotation(const kn_story *story, const kn_story_line *line)
{
    (void)story;
    return (line->sentence->flags & (KNAP_SENTENCE_IN_QUOTE | KNAP_SENTENCE_OPEN_QUOTE)) != 0;
}

static bool is_capitals(const kn_story *story, const kn_story_line *line)
{
    (void)story;
    return (line->sentence->flags & KNAP_SENTENCE_CAPITALS) != 0;
}

static bool is_unfinished(const kn_story *story, const kn_story_line *line)
{
    unsigned pieces = KNAP_SENTENCE_UNFINISHED | (story->documents == 1 ? KNAP_SENTENCE_FRAGMENT : 0u);
    pieces &= ~(line->ended ? (unsigned)KNAP_SENTENCE_UNFINISHED : 0u);
    pieces &= ~(line->begun ? (unsigned)KNAP_SENTENCE_FRAGMENT : 0u);
    return (line->sentence->flags & pieces) != 0;
}

/* The line ends with a question mark; closing quotes and brackets may follow it. Greek writes it as a semicolon. */
static bool is_question(const kn_story *story, const kn_story_line *line)
{
    static const int32_t closing[] = {'"', '\'', ')', ']', 0x2019, 0x201D, 0xBB};
    bool greek = strcmp(story->language, "el") == 0;
    for (size_t at = line->length; at > 0;) {
        int32_t code = kn_utf8_previous(line->text, 0, &at);
        size_t i = 0;
        while (i < sizeof closing / sizeof *closing && closing[i] != code)
            i++;
        if (i == sizeof closing / sizeof *closing)
            return code == '?' || code == 0x61F || (greek && (code == ';' || code == 0x37E));
    }
    return false;
}

static bool points_back(const kn_story *story, const kn_story_line *line)
{
    (void)story;
    return line->points_back;
}

/* ---- Whether a flaw counts: a habit of the whole source is its style, not a flaw ---- */

static bool always(const kn_story *story)
{
    (void)story;
    return true;
}

/* In a source that omits full stops, sentences without one are not fragments. One document has headings, captions and cells that
 * its format does not mark, so that one whole sentence tells. */
static bool most_are_finished(const kn_story *story)
{
    size_t unfinished = 0, finished;
    for (size_t i = 0; i < story->lines; i++)
        unfinished += is_unfinished(story, &story->line[i]);
    finished = story->lines - unfinished;
    return unfinished < finished || (story->documents == 1 && finished > 0);
}

/* If a third of the lines say I or you, as in reviews, all lines have the same topic and are understood alone. */
static bool few_lines_speak(const kn_story *story)
{
    size_t speaking = 0;
    for (size_t i = 0; i < story->lines; i++)
        speaking += story->line[i].speaks;
    return 3 * speaking < story->lines;
}

/* ---- The table ---- */

#define NAME(id, name, filtered, found, counts) name,
#define FUNCTIONS(id, name, filtered, found, counts) {found, counts},

const char *const kn_flaw_names[] = {KN_FLAWS(NAME) NULL, "whole=quotes,capitals,fragments", NULL};

static const struct {
    bool (*found)(const kn_story *story, const kn_story_line *line);
    bool (*counts)(const kn_story *story);
} TABLE[] = {KN_FLAWS(FUNCTIONS)};

void kn_flaws_mark(kn_story *story)
{
    for (size_t i = 0; i < kn_story_rows(story); i++)
        story->line[i].flaws = 0;
    for (size_t flaw = 0; flaw < KN_FLAW_COUNT; flaw++) {
        if (!TABLE[flaw].counts(story))
            continue;
        for (size_t i = 0; i < kn_story_rows(story); i++)
            if (TABLE[flaw].found(story, &story->line[i]))
                story->line[i].flaws |= 1u << flaw;
    }
}
