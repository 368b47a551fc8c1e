/* summary.c - changes of a summarizer, and what is told about a summary: reasons, flaws, JSON. */
#include "summary.h"

#include <stdlib.h>
#include <string.h>

/* ---- Changes ---- */

/* The model's own penalties, with what was asked for. */
static knap_status set_penalties(knap_summarizer *summarizer, double readability, knap_error *error)
{
    knap_penalties penalties = knap_model_settings(knap_summarizer_model(summarizer))->penalties;
    penalties.readability = readability;
    return knap_summarizer_set_penalties(summarizer, &penalties, error);
}

knap_status cli_adjust(knap_summarizer *summarizer, const cli_changes *changes, knap_error *error)
{
    knap_status status = KNAP_OK;
    if (changes->max_rouge)
        status = knap_summarizer_set_rouge(summarizer, error);
    if (!status && changes->trim)
        status = knap_summarizer_set_trim(summarizer, changes->trim, error);
    if (!status && changes->filter)
        status = knap_summarizer_set_filter(summarizer, changes->filter, error);
    if (!status && !isnan(changes->readability_penalty))
        status = set_penalties(summarizer, changes->readability_penalty, error);
    if (!status && changes->decode)
        status = knap_summarizer_set_decode(summarizer, changes->decode, error);
    return status;
}

/* ---- Pins and bans ---- */

static knap_status bad_choice(const char *text, const char *what, knap_error *error)
{
    return kn_fail(error, KNAP_USAGE, "'%.200s': %s", text, what);
}

/* A number of digits alone; false for anything else. */
static bool read_number(const char *text, size_t length, size_t *number)
{
    *number = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9' || *number > 1000000000)
            return false;
        *number = 10 * *number + (size_t)(text[i] - '0');
    }
    return length > 0;
}

static bool is_named(const char *name, const char *text, size_t length)
{
    return strlen(name) == length && memcmp(name, text, length) == 0;
}

/* Finds the document whose name, or else the name without its folder, is text[length]. Returns what is wrong, or NULL. */
static const char *find_document(const knap_cluster *cluster, const char *text, size_t length, size_t *document)
{
    size_t whole = 0, bare = 0, last_whole = 0, last_bare = 0;
    for (size_t i = 0; i < cluster->documents; i++) {
        const char *name = knap_document_name(cluster->document[i]), *slash = strrchr(name, '/');
        if (is_named(name, text, length)) {
            whole++;
            last_whole = i;
        }
        if (is_named(slash ? slash + 1 : name, text, length)) {
            bare++;
            last_bare = i;
        }
    }
    *document = whole ? last_whole : last_bare;
    if (whole + bare == 0)
        return "no document has this name; --json prints the names";
    return (whole ? whole : bare) > 1 ? "several documents have this name: use the number, which --json prints" : NULL;
}

static knap_status choose(knap_material *material, const knap_cluster *const *cluster, size_t clusters,
                          const cli_texts *choices, knap_choice choice, knap_error *error)
{
    knap_status status = KNAP_OK;
    for (int i = 0; !status && i < choices->count; i++) {
        const char *text = choices->text[i], *colon = strrchr(text, ':');
        size_t document, sentence, length = colon ? (size_t)(colon - text) : 0;
        if (clusters != 1)
            return bad_choice(text, "--pin and --ban need one cluster; these are several", error);
        if (!colon || !read_number(colon + 1, strlen(colon + 1), &sentence))
            return bad_choice(text, "expected DOCUMENT:SENTENCE, such as 0:3 or report.txt:3", error);
        const char *wrong =
            read_number(text, length, &document) ? NULL : find_document(cluster[0], text, length, &document);
        if (wrong)
            return bad_choice(text, wrong, error);
        if (choice == KNAP_CHOICE_BAN && knap_material_choice(material, 0, document, sentence) == KNAP_CHOICE_PIN)
            return bad_choice(text, "--ban names a sentence that --pin names too: remove one of them", error);
        status = knap_material_choose(material, 0, document, sentence, choice, error);
    }
    return status;
}

knap_status cli_choose_sentences(knap_material *material, const knap_cluster *const *cluster, size_t clusters,
                                 const cli_texts *pins, const cli_texts *bans, knap_error *error)
{
    knap_status status = choose(material, cluster, clusters, pins, KNAP_CHOICE_PIN, error);
    return status ? status : choose(material, cluster, clusters, bans, KNAP_CHOICE_BAN, error);
}

/* ---- Reasons and flaws ---- */

size_t cli_reasons(const knap_model *model, const double *row, size_t column[CLI_REASONS])
{
    size_t width = knap_model_columns(model), count = 0;
    for (size_t i = 0; i < width; i++) {
        size_t at = count;
        if (row[i] == 0)
            continue;
        while (at > 0 && fabs(row[column[at - 1]]) < fabs(row[i]))
            at--;
        if (at == CLI_REASONS)
            continue;
        count += count < CLI_REASONS;
        memmove(column + at + 1, column + at, (count - at - 1) * sizeof *column);
        column[at] = i;
    }
    return count;
}

/* What columns of the view mean to a reader. Each contribution is a lead over the average sentence, so that the words fit a plus
 * and a minus. */
static const struct {
    const char *column, *label;
} LABELS[] = {{"expected:gain", "new important words"},
              {"expected:content", "new content words"},
              {"expected:squares", "most important words"},
              {"expected:bigrams", "new word pairs"},
              {"expected:mass", "number of words"},
              {"expected:cost", "length"},
              {"expected:gain/cost", "important words per length"},
              {"expected:gain/sqrt-cost", "important words, by length"},
              {"expected:content/cost", "content words per length"},
              {"expected:squares/cost", "top words per length"},
              {"expected:bigrams/cost", "word pairs per length"},
              {"expected:mass/cost", "words per length"},
              {"expected:mass/sqrt", "words, by length"},
              {"flaw:unsupported", "stands on its own"},
              {"flaw:supports", "supports others"},
              {"flaw:quotes", "whole quotations"},
              {"flaw:capitals", "not in capitals"},
              {"flaw:fragments", "a whole sentence"},
              {"flaw:questions", "not a question"},
              {"flaw:dependent", "does not refer back"}};

const char *cli_reason_label(const char *column)
{
    for (size_t i = 0; i < sizeof LABELS / sizeof *LABELS; i++)
        if (strcmp(column, LABELS[i].column) == 0)
            return LABELS[i].label;
    return column;
}

json_t *cli_json_reasons(const knap_model *model, const double *row)
{
    size_t column[CLI_REASONS], count = cli_reasons(model, row, column);
    json_t *why = json_array();
    for (size_t i = 0; i < count; i++) {
        json_t *reason = json_object();
        cli_json_put(reason, "name", cli_json_string(knap_model_column(model, column[i])));
        cli_json_put(reason, "label", cli_json_string(cli_reason_label(knap_model_column(model, column[i]))));
        cli_json_put(reason, "contribution", cli_json_real(row[column[i]]));
        cli_json_add(why, reason);
    }
    return why;
}

void cli_each_flaw(const knap_data *data, size_t instance, const knap_list *list, size_t item,
                   void (*name)(void *context, const char *name), void *context)
{
    uint32_t flaws = knap_list_flaws(knap_data_at(data, instance), list, item);
    for (size_t i = 0; i < knap_data_flaw_count(data); i++)
        if (flaws & UINT32_C(1) << i)
            name(context, knap_data_flaw_name(data, i));
    if (flaws & KNAP_FLAW_UNSUPPORTED)
        name(context, "unsupported");
}

static void append_name(void *context, const char *name)
{
    cli_json_add(context, cli_json_string(name));
}

json_t *cli_json_flaws(const knap_data *data, size_t instance, const knap_list *list, size_t item)
{
    json_t *flaws = json_array();
    cli_each_flaw(data, instance, list, item, append_name, flaws);
    return flaws;
}

/* ---- A summary ---- */

/* What a trimmed sentence leaves out: where it stands in the source, and its text. */
static json_t *json_cuts(const knap_document *document, const knap_candidate *candidate)
{
    const knap_sentence *sentence = candidate->sentence;
    const char *text = knap_document_text(document, NULL);
    json_t *cuts = json_array();
    for (size_t i = 0; i < candidate->cuts; i++) {
        size_t from = knap_sentence_offset(document, sentence, candidate->cut[i].begin);
        size_t to = knap_sentence_offset(document, sentence, candidate->cut[i].end), begin, end;
        json_t *object = json_object();
        knap_document_source(document, from, to, &begin, &end);
        cli_json_put(object, "begin", cli_json_count(begin));
        cli_json_put(object, "end", cli_json_count(end));
        cli_json_put(object, "text", cli_json_text(text + from, to - from));
        cli_json_add(cuts, object);
    }
    return cuts;
}

static json_t *json_sentence(const cli_summary *self, size_t pick)
{
    const knap_packed *packed = self->packed;
    knap_candidate candidate = knap_material_item(self->material, self->number, packed->list.item[pick]);
    const knap_document *document = self->cluster->document[candidate.document];
    const knap_data *data = knap_material_data(self->material);
    const knap_instance *instance = knap_data_at(data, self->number);
    size_t begin, end;
    json_t *object = json_object();
    knap_document_source(document, candidate.sentence->body, candidate.sentence->end, &begin, &end);
    cli_json_put(object, "text", cli_json_text(candidate.text, candidate.length));
    cli_json_put(object, "document", cli_json_string(knap_document_name(document)));
    if (knap_document_id(document)[0])
        cli_json_put(object, "document_id", cli_json_string(knap_document_id(document)));
    if (knap_document_speaker(document, candidate.sentence->begin))
        cli_json_put(object, "speaker", cli_json_string(knap_document_speaker(document, candidate.sentence->begin)));
    if (knap_document_punctuated(document))
        cli_json_put(object, "punctuation", cli_json_string("added"));
    cli_json_put(object, "begin", cli_json_count(begin));
    cli_json_put(object, "end", cli_json_count(end));
    if (candidate.cuts)
        cli_json_put(object, "cut", json_cuts(document, &candidate));
    cli_json_put(object, "position", cli_json_count(candidate.sentence->position));
    cli_json_put(object, "picked", cli_json_count(pick));
    cli_json_put(object, "cost", json_integer((json_int_t)knap_instance_cost(instance, packed->list.item[pick])));
    cli_json_put(object, "flaws", cli_json_flaws(data, self->number, &packed->list, packed->list.item[pick]));
    cli_json_put(object, "standalone", cli_json_real(candidate.standalone));
    cli_json_put(object, "style", cli_json_real(candidate.style));
    cli_json_put(object, "superseded", json_boolean(candidate.superseded));
    if (packed->score)
        cli_json_put(object, "score", cli_json_real(packed->score[pick]));
    if (self->reason)
        cli_json_put(object, "why",
                     cli_json_reasons(self->model, self->reason + pick * knap_model_columns(self->model)));
    return object;
}

json_t *cli_summary_json(const cli_summary *self)
{
    const knap_packed *packed = self->packed;
    json_t *object = json_object(), *sentences = json_array();
    char budget[32];
    cli_json_put(object, "id", cli_json_string(self->cluster->id));
    cli_json_put(object, "language", cli_json_string(knap_material_language(self->material, self->number)));
    cli_json_put(object, "budget", cli_json_string(knap_budget_format(self->budget, budget, sizeof budget)));
    cli_json_put(object, "cost", json_integer((json_int_t)packed->list.cost));
    if (packed->list.stopped)
        cli_json_put(object, "stopped", json_true());
    cli_json_put(object, "summary", cli_json_text(self->text, self->length));
    for (size_t i = 0; i < packed->list.count; i++)
        cli_json_add(sentences, json_sentence(self, self->place[i]));
    cli_json_put(object, "sentences", sentences);
    if (!isnan(packed->reward))
        cli_json_put(object, "rouge1_recall", cli_json_real(packed->reward));
    return object;
}
