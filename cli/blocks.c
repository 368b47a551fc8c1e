/* blocks.c - prints the blocks of documents, as knap convert --to text shows them. */
#include "blocks.h"

#include <stdlib.h>
#include <string.h>

/* The sentences first .. end - 1 of a document, which are one block. */
typedef struct block {
    const knap_document *document;
    const knap_sentence *first, *last;
} block;

/* The text of the block as a summary would show it, from a page that the caller frees. */
static char *block_text(const block *self)
{
    knap_sentence whole = *self->first;
    size_t length;
    char *text;
    whole.end = self->last->end;
    whole.body = whole.begin;
    length = knap_sentence_text(self->document, &whole, NULL, 0);
    text = cli_new(length + 1, 1);
    knap_sentence_text(self->document, &whole, text, length + 1);
    return text;
}

/* Whether a summary may take a sentence of the block. */
static bool is_picked_from(const block *self)
{
    for (const knap_sentence *at = self->first; at <= self->last; at++)
        if (!(at->flags & KNAP_SENTENCE_FURNITURE))
            return true;
    return false;
}

static json_t *json_block(const block *self)
{
    const char *speaker = knap_document_speaker(self->document, self->first->begin);
    json_t *object = json_object();
    char *text = block_text(self);
    cli_json_put(object, "kind", cli_json_string(knap_block_name(self->first->block)));
    if (self->first->level)
        cli_json_put(object, "level", cli_json_count(self->first->level));
    if (speaker)
        cli_json_put(object, "speaker", cli_json_string(speaker));
    cli_json_put(object, "prose", json_boolean(is_picked_from(self)));
    cli_json_put(object, "sentences", cli_json_count((size_t)(self->last - self->first) + 1));
    cli_json_put(object, "begin", cli_json_count(self->first->source_begin));
    cli_json_put(object, "end", cli_json_count(self->last->source_end));
    cli_json_put(object, "text", cli_json_string(text));
    free(text);
    return object;
}

static void print_block(FILE *out, const block *self)
{
    static const char *const marks[KNAP_BLOCK_KINDS] = {[KNAP_BLOCK_QUOTE] = "> ",
                                                        [KNAP_BLOCK_CODE] = "    ",
                                                        [KNAP_BLOCK_TABLE] = "| ",
                                                        [KNAP_BLOCK_CAPTION] = "[caption] ",
                                                        [KNAP_BLOCK_NOTE] = "[note] ",
                                                        [KNAP_BLOCK_REFERENCE] = "[reference] ",
                                                        [KNAP_BLOCK_FURNITURE] = "[furniture] "};
    unsigned level = self->first->level ? self->first->level : 1;
    const char *mark = marks[self->first->block], *speaker = knap_document_speaker(self->document, self->first->begin);
    char *text = block_text(self);
    if (self->first->block == KNAP_BLOCK_HEADING)
        fprintf(out, "%.*s ", (int)(level < 6 ? level : 6), "######");
    else if (self->first->block == KNAP_BLOCK_ITEM)
        fprintf(out, "%*s- ", (int)(level < 8 ? 2 * level - 2 : 14), "");
    else if (mark)
        fputs(mark, out);
    if (speaker)
        fprintf(out, "%s: ", speaker);
    fprintf(out, "%s\n\n", text);
    free(text);
}

/* Prints the object of a document; takes `blocks` over. */
static void print_object(FILE *out, const knap_cluster *cluster, const knap_document *document,
                         const knap_language *language, json_t *blocks)
{
    json_t *object = json_object();
    char *line;
    cli_json_put(object, "id", cli_json_string(cluster->id));
    cli_json_put(object, "document", cli_json_string(knap_document_name(document)));
    if (knap_document_id(document)[0])
        cli_json_put(object, "document_id", cli_json_string(knap_document_id(document)));
    cli_json_put(object, "language", cli_json_string(knap_language_code(language)));
    cli_json_put(object, "blocks", blocks);
    line = cli_json_format(object, CLI_JSON_DIGITS);
    fprintf(out, "%s\n", line);
    free(line);
}

static knap_status write_document(FILE *out, const knap_cluster *cluster, size_t number, knap_language *language,
                                  bool json, knap_error *error)
{
    const knap_document *document = cluster->document[number];
    knap_sentences *split;
    size_t count;
    knap_status status = knap_document_split(document, language, cli_allocator(), &split, error);
    const knap_sentence *sentence = status ? NULL : knap_sentences_list(split, &count);
    json_t *blocks = json && !status ? json_array() : NULL;
    if (!status && !json && (cluster->documents > 1 || knap_document_id(document)[0]))
        fprintf(out, "[document] %s%s%s\n\n", knap_document_name(document), knap_document_id(document)[0] ? " " : "",
                knap_document_id(document));
    for (size_t i = 0, end; !status && i < count; i = end) {
        block one = {document, &sentence[i], &sentence[i]};
        for (end = i + 1; end < count && sentence[end].paragraph == sentence[i].paragraph; end++)
            one.last = &sentence[end];
        if (json)
            cli_json_add(blocks, json_block(&one));
        else
            print_block(out, &one);
    }
    if (!status && json)
        print_object(out, cluster, document, language, blocks);
    if (!status)
        knap_sentences_free(split);
    return status;
}

knap_status cli_write_blocks(FILE *out, const knap_cluster *const *cluster, size_t clusters, const char *language,
                             bool json, knap_error *error)
{
    knap_status status = KNAP_OK;
    for (size_t i = 0; !status && i < clusters; i++) {
        knap_language *open = NULL;
        status =
            knap_language_open(language ? language : knap_cluster_language(cluster[i]), cli_allocator(), &open, error);
        for (size_t d = 0; !status && d < cluster[i]->documents; d++)
            status = write_document(out, cluster[i], d, open, json, error);
        knap_language_close(open);
    }
    return status;
}
