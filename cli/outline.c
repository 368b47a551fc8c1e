/* outline.c - knap summarize --sections: the headings of documents, each with its best sentences. */
#include "outline.h"

#include <math.h>
#include <stdlib.h>

/* A sentence that may be picked. */
typedef struct line {
    const char *text;
    double score;
    bool chosen;
} line;

/* The candidates of one document, by the number of their sentence: the higher score of its forms. */
static void take_lines(const knap_material *material, size_t number, size_t document, const double *score, size_t items,
                       line *lines)
{
    for (size_t i = 0; i < items; i++) {
        knap_candidate candidate = knap_material_item(material, number, i);
        line *here = lines + candidate.sentence->position;
        if (candidate.document == document && !isnan(score[i]) && (!here->text || score[i] > here->score))
            *here = (line){.text = candidate.text, .score = score[i]};
    }
}

/* Prints the best `most` of the lines first .. end - 1, in their order. */
static void print_best(FILE *out, line *lines, size_t first, size_t end, size_t most)
{
    for (size_t k = 0; k < most; k++) {
        line *best = NULL;
        for (size_t i = first; i < end; i++)
            if (lines[i].text && !lines[i].chosen && (!best || lines[i].score > best->score))
                best = &lines[i];
        if (best)
            best->chosen = true;
    }
    for (size_t i = first; i < end; i++)
        if (lines[i].chosen)
            fprintf(out, "%s\n", lines[i].text);
}

static void print_heading(FILE *out, const knap_document *document, const knap_sentence *heading, bool first)
{
    size_t length = knap_sentence_text(document, heading, NULL, 0);
    char *text = cli_new(length + 1, 1);
    knap_sentence_text(document, heading, text, length + 1);
    fprintf(out, "%s%.*s %s\n", first ? "" : "\n", (int)(heading->level && heading->level < 7 ? heading->level : 1),
            "######", text);
    free(text);
}

static void print_document(FILE *out, const knap_document *document, const knap_sentence *sentence, size_t count,
                           line *lines, size_t most)
{
    size_t start = 0;
    for (size_t i = 0; i <= count; i++) {
        if (i < count && !(sentence[i].flags & KNAP_SENTENCE_HEADING))
            continue;
        print_best(out, lines, start, i, most);
        if (i < count)
            print_heading(out, document, &sentence[i], i == 0);
        start = i + 1;
    }
}

knap_status cli_print_outline(FILE *out, const knap_material *material, size_t number, const knap_cluster *cluster,
                              const knap_model *model, size_t most, knap_error *error)
{
    const knap_instance *instance = knap_data_at(knap_material_data(material), number);
    size_t items = knap_instance_count(instance);
    double *score = cli_new(items, sizeof *score);
    knap_status status = knap_model_rate(model, instance, 1, score, NULL, 0, NULL, error);
    for (size_t d = 0; !status && d < cluster->documents; d++) {
        size_t count;
        const knap_sentence *sentence = knap_material_document(material, number, d, &count);
        line *lines = cli_new(count + 1, sizeof *lines);
        take_lines(material, number, d, score, items, lines);
        print_document(out, cluster->document[d], sentence, count, lines, most);
        free(lines);
    }
    free(score);
    return status;
}
