/* choose.c - the sentences of material by their place in a document: why some may not be picked, pins and bans. */
#include "summarize/material.h"
#include "summarize/flaws.h"
#include "base/error.h"

const knap_sentence *knap_material_document(const knap_material *material, size_t cluster, size_t document,
                                            size_t *count)
{
    if (count)
        *count = 0;
    if (!material || cluster >= material->count || document >= material->story[cluster].documents)
        return NULL;
    return knap_sentences_list(material->story[cluster].split[document], count);
}

/* The line of a sentence, or NULL for furniture and for one that does not exist. Lines are in the order of the documents. */
static const kn_story_line *find_line(const kn_story *story, size_t document, size_t sentence)
{
    size_t low = 0, high = story->lines;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const kn_story_line *line = &story->line[middle];
        if (line->document < document || (line->document == document && line->sentence->position < sentence))
            low = middle + 1;
        else
            high = middle;
    }
    return low < story->lines && story->line[low].document == document &&
                   story->line[low].sentence->position == sentence
               ? &story->line[low]
               : NULL;
}

knap_exclusion knap_material_exclusion(const knap_material *material, size_t cluster, size_t document, size_t sentence,
                                       unsigned *flaws)
{
    const kn_story_line *line =
        material && cluster < material->count ? find_line(&material->story[cluster], document, sentence) : NULL;
    if (flaws)
        *flaws = 0;
    if (!line)
        return KNAP_EXCLUDED_FURNITURE;
    if (line->featured)
        return KNAP_EXCLUDED_NOT;
    if (line->flaws & material->filter) {
        if (flaws)
            *flaws = line->flaws & material->filter;
        return KNAP_EXCLUDED_FLAWED;
    }
    const kn_story *story = &material->story[cluster];
    const kn_counts *counts = &story->counts;
    bool words = counts->start[line->place + 1] > counts->start[line->place];
    return line->words < kn_line_min_words(story, line, material->min_words) || !words ? KNAP_EXCLUDED_SHORT
                                                                                       : KNAP_EXCLUDED_REPEATED;
}

/* The items of a sentence that may be picked: the whole one and its trimmed forms. */
typedef struct forms {
    const knap_instance *instance;
    size_t first, end, shortest;
} forms;

/* Items are in the order of their lines, a trimmed form behind its line. */
static forms find_forms(const knap_material *material, size_t cluster, size_t document, size_t sentence)
{
    const kn_story_line *line = material->story[cluster].line;
    const uint32_t *row = material->line[cluster];
    forms found = {.instance = knap_data_at(material->data, cluster)};
    size_t place = find_line(&material->story[cluster], document, sentence)->place;
    size_t low = 0, count = knap_instance_count(found.instance), high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (line[row[middle]].place < place)
            low = middle + 1;
        else
            high = middle;
    }
    while (low < count && row[low] && row[low] == material->story[cluster].title)
        low++;
    found.first = found.end = found.shortest = low;
    for (; found.end < count && line[row[found.end]].place == place; found.end++)
        if (knap_instance_cost(found.instance, found.end) < knap_instance_cost(found.instance, found.shortest))
            found.shortest = found.end;
    return found;
}

static knap_status cannot_choose(knap_exclusion why, size_t document, size_t sentence, knap_error *error)
{
    static const char *const reasons[] = {
        [KNAP_EXCLUDED_FURNITURE] = "is a heading, a date, a byline or an editor's note",
        [KNAP_EXCLUDED_SHORT] = "is too short",
        [KNAP_EXCLUDED_FLAWED] = "has a flaw that the filter names: change the filter to pick it",
        [KNAP_EXCLUDED_REPEATED] = "repeats an earlier sentence: choose that one"};
    return kn_fail(error, KNAP_BAD_INPUT, "sentence %zu of document %zu cannot be picked: it %s", sentence, document,
                   reasons[why]);
}

knap_status knap_material_choose(knap_material *material, size_t cluster, size_t document, size_t sentence,
                                 knap_choice choice, knap_error *error)
{
    knap_exclusion why;
    size_t count;
    knap_status status = KNAP_OK;
    KN_REQUIRE(material);
    KN_REQUIRE(cluster < material->count);
    if (document >= material->story[cluster].documents)
        return kn_fail(error, KNAP_USAGE, "there is no document %zu: they are numbered from 0 to %zu", document,
                       material->story[cluster].documents - 1);
    knap_material_document(material, cluster, document, &count);
    if (sentence >= count)
        return kn_fail(error, KNAP_USAGE, "document %zu has no sentence %zu: they are numbered from 0 to %zu", document,
                       sentence, count ? count - 1 : 0);
    why = knap_material_exclusion(material, cluster, document, sentence, NULL);
    if (why && choice == KNAP_CHOICE_PIN)
        return cannot_choose(why, document, sentence, error);
    if (why)
        return KNAP_OK;
    knap_instance *instance = knap_data_at(material->data, cluster);
    forms found = find_forms(material, cluster, document, sentence);
    for (size_t item = found.end;
         !status && item-- > found.first;) /* only the first call, of the last item, allocates */
        status = knap_instance_set_choice(
            instance, item, choice == KNAP_CHOICE_PIN && item != found.shortest ? KNAP_CHOICE_FREE : choice, error);
    return status;
}

knap_choice knap_material_choice(const knap_material *material, size_t cluster, size_t document, size_t sentence)
{
    if (knap_material_exclusion(material, cluster, document, sentence, NULL))
        return KNAP_CHOICE_FREE;
    forms found = find_forms(material, cluster, document, sentence);
    return knap_instance_choice(found.instance, found.shortest);
}
