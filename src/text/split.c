/* split.c - the sentences of a document: layout, then paragraphs, then cuts. */
#include "text/document.h"
#include "text/fragments.h"
#include "text/layout.h"
#include "text/licences.h"
#include "text/marks.h"
#include "text/sentences.h"
#include "text/utf8.h"
#include "base/eights.h"
#include "base/error.h"

#include <string.h>

#include <unicode/uchar.h>

struct knap_sentences {
    const knap_allocator *allocator;
    const knap_document *document;
    knap_sentence *sentence; /* [count] */
    size_t count;
    uint32_t date; /* of its date line; 0: none */
};

static unsigned flags_of(const char *text, size_t begin, size_t end)
{
    unsigned flags = kn_ends_sentence(text, begin, end) ? 0 : KNAP_SENTENCE_UNFINISHED;
    size_t upper = 0, letters = 0;
    for (size_t at = begin; at < end;) {
        int32_t code = kn_utf8_next(text, &at, end);
        if (u_islower(code))
            return flags;
        upper += u_isupper(code) != 0;
        letters += u_isalpha(code) != 0;
    }
    return upper && upper * 2 > letters ? flags | KNAP_SENTENCE_CAPITALS : flags;
}

/* Where the sentence goes on behind the number of a report that it begins with: "#123: Fix". */
static size_t skip_report(const char *text, size_t begin, size_t end)
{
    size_t at = begin + 1;
    if (begin == end || text[begin] != '#')
        return begin;
    while (at < end && text[at] >= '0' && text[at] <= '9')
        at++;
    return at > begin + 1 && at + 2 < end && text[at] == ':' && text[at + 1] == ' ' ? at + 2 : begin;
}

/* Commas and similar marks at the start of a sentence belong to it, not to the sentence before. */
static size_t skip_strays(const char *text, size_t begin, size_t end)
{
    size_t at = begin = skip_report(text, begin, end);
    while (at < end) {
        size_t next = at;
        int32_t code = kn_utf8_next(text, &next, end);
        if (!kn_is_space(code) && code != ',' && code != ';' && code != ':' && code != 0x60C && code != 0x61B)
            return at;
        at = next;
    }
    return begin;
}

/* The kind of block of a paragraph whose flags are known. */
static knap_block block_of(const kn_paragraph *paragraph)
{
    if (paragraph->flags & KNAP_SENTENCE_HEADING)
        return KNAP_BLOCK_HEADING;
    return paragraph->flags & (KNAP_SENTENCE_DATE | KNAP_SENTENCE_BYLINE | KNAP_SENTENCE_SLUG) ? KNAP_BLOCK_FURNITURE
                                                                                               : paragraph->kind;
}

static bool add_sentence(knap_sentences *split, size_t begin, size_t end, const kn_paragraph *paragraph, size_t number,
                         unsigned quotes)
{
    knap_sentence sentence = {.begin = begin,
                              .end = end,
                              .body = begin,
                              .paragraph = number,
                              .block = block_of(paragraph),
                              .level = paragraph->level};
    if (!KN_ROOM(split->allocator, split->sentence, split->count + 1))
        return false;
    sentence.position = split->count;
    sentence.flags = flags_of(split->document->decoded.mapped.text.bytes, begin, end) | quotes |
                     (paragraph->flags & ~(unsigned)KNAP_SENTENCE_DATELINE);
    if (paragraph->body > begin && paragraph->body < end) {
        sentence.body = paragraph->body;
        if (paragraph->flags & KNAP_SENTENCE_DATELINE)
            sentence.flags |= KNAP_SENTENCE_DATELINE;
    }
    sentence.body = skip_strays(split->document->decoded.mapped.text.bytes, sentence.body, end);
    kn_mapped_source(&split->document->decoded.mapped, begin, end, &sentence.source_begin, &sentence.source_end);
    split->sentence[split->count++] = sentence;
    return true;
}

static knap_status split_paragraph(knap_sentences *split, knap_language *language, const kn_paragraph *paragraph,
                                   size_t number, bool casual, kn_cuts *cuts, knap_error *error)
{
    const char *text = split->document->decoded.mapped.text.bytes;
    size_t begin = paragraph->begin;
    bool quote = false;
    knap_status status;
    cuts->count = 0;
    if (paragraph->flags & KNAP_SENTENCE_FURNITURE) /* a headline is always one sentence */
        return add_sentence(split, begin, paragraph->end, paragraph, number, 0) ? KNAP_OK : kn_no_memory(error);
    status = kn_cuts_find(cuts, language, text, paragraph->body, paragraph->end, casual, error);
    for (size_t i = 0; !status && i < cuts->count; i++) {
        unsigned quotes = (quote ? KNAP_SENTENCE_IN_QUOTE : 0u) |
                          (cuts->cut[i].open_quote ? KNAP_SENTENCE_OPEN_QUOTE : 0u) |
                          (i + 1 == cuts->count && paragraph->leads ? KNAP_SENTENCE_UNFINISHED : 0u) |
                          ((i == 0 && paragraph->goes_on) || paragraph->foreign ? KNAP_SENTENCE_ASIDE : 0u);
        quote = cuts->cut[i].open_quote;
        if (!add_sentence(split, begin, cuts->cut[i].end, paragraph, number, quotes))
            return kn_no_memory(error);
        begin = kn_skip_space(text, cuts->cut[i].end, paragraph->end);
    }
    return status;
}

/* Sets the places among the sentences that are not furniture. */
static void number_story(knap_sentence *sentence, size_t count)
{
    for (size_t i = 0, place = 0; i < count; i++) {
        sentence[i].story_position = place;
        place += !(sentence[i].flags & KNAP_SENTENCE_FURNITURE);
    }
}

static knap_status split_text(knap_sentences *split, knap_language *language, knap_error *error)
{
    const char *text = split->document->decoded.mapped.text.bytes;
    size_t length = split->document->decoded.mapped.text.length;
    kn_cuts cuts = {.allocator = split->allocator};
    kn_surroundings around = {.language = language, .text = text, .name = split->document->name};
    kn_layout layout;
    knap_status status = KNAP_OK;
    const kn_structure *structure = &split->document->structure;
    bool found = structure->blocks ? kn_layout_given(&layout, structure, split->allocator)
                                   : kn_layout_find(&layout, language, text, length, split->allocator);
    if (found && structure->blocks)
        kn_sections_given(&layout, text);
    if (!found || !kn_headings_find(&layout, language, text)) {
        status = kn_no_memory(error);
    } else {
        bool casual = !layout.structured && kn_is_casual(language, text, length);
        kn_items_settle(&layout, text);
        kn_foreign_find(&layout, language, text);
        split->date = structure->date ? structure->date : layout.date;
        for (size_t i = 0; !status && i < layout.paragraphs; i++)
            status = split_paragraph(split, language, &layout.paragraph[i], i, casual, &cuts, error);
        kn_licences_mark(text, split->sentence, split->count);
        kn_fragments_mark(&around, split->sentence, split->count);
        number_story(split->sentence, split->count);
        if (!status && around.failed)
            status = kn_no_memory(error);
    }
    kn_cuts_free(&cuts);
    kn_layout_free(&layout);
    return status;
}

knap_status knap_document_split(const knap_document *document, knap_language *language, const knap_allocator *allocator,
                                knap_sentences **sentences, knap_error *error)
{
    KN_REQUIRE(sentences);
    *sentences = NULL;
    KN_REQUIRE(document);
    KN_REQUIRE(language);
    knap_sentences *split = kn_new(allocator, 1, sizeof *split);
    knap_status status;
    if (!split)
        return kn_no_memory(error);
    *split = (knap_sentences){.allocator = allocator, .document = document};
    status = split_text(split, language, error);
    if (status)
        knap_sentences_free(split);
    else
        *sentences = split;
    return status;
}

void knap_sentences_free(knap_sentences *sentences)
{
    if (!sentences)
        return;
    KN_RELEASE(sentences->allocator, sentences->sentence);
    kn_free(sentences->allocator, sentences, 1, sizeof *sentences);
}

const knap_sentence *knap_sentences_list(const knap_sentences *sentences, size_t *count)
{
    if (count)
        *count = sentences ? sentences->count : 0;
    if (!sentences)
        return NULL;
    return sentences->sentence;
}

uint32_t knap_sentences_date(const knap_sentences *sentences)
{
    if (!sentences)
        return 0;
    return sentences->date ? sentences->date : kn_document_named_date(sentences->document);
}

/* The length of the run of ASCII letters and marks, with single spaces between them, at text[at..end): it
 * is written as it is. */
static size_t plain_run(const char *text, size_t at, size_t end)
{
    size_t start = at;
    while (end - at > 8) {
        uint64_t eight = kn_eight_at(text + at), next = kn_eight_at(text + at + 1);
        if (!kn_eight_from(eight, ' ') || !kn_eight_from(next, ' ') ||
            kn_eight_equal(eight, ' ') & kn_eight_equal(next, ' '))
            break;
        at += 8;
    }
    while (at < end && (unsigned char)text[at] < 0x80 &&
           (text[at] > ' ' || (text[at] == ' ' && at + 1 < end && text[at + 1] > ' ')))
        at++;
    return at - start;
}

/* A sentence as it is shown, piece by piece. */
typedef struct showing {
    const char *text;
    size_t at, end;
    const kn_joins *joins;
    size_t gap; /* the next of the joins */
} showing;

static bool begin_showing(showing *self, const knap_document *document, const knap_sentence *sentence)
{
    if (!document || !sentence || sentence->body > sentence->end ||
        sentence->end > document->decoded.mapped.text.length)
        return false;
    *self = (showing){.text = document->decoded.mapped.text.bytes,
                      .at = sentence->body,
                      .end = sentence->end,
                      .joins = &document->joins,
                      .gap = kn_joins_before(&document->joins, sentence->body)};
    return true;
}

/* Characters that are written without a space where a line ends between two of them. */
static bool is_unspaced(int32_t code)
{
    return kn_is_ideograph(code) || (code >= 0xFF00 && code < 0xFFF0);
}

/* The white space [start, self->at) is a line end inside Chinese or Japanese text. */
static bool is_line_of_ideographs(const showing *self, size_t start)
{
    bool line_end = false;
    if (!is_unspaced(kn_utf8_before(self->text, 0, start)) || !is_unspaced(kn_utf8_at(self->text, self->at, self->end)))
        return false;
    while (start < self->at)
        line_end = kn_is_line_end(kn_utf8_next(self->text, &start, self->at)) || line_end;
    return line_end;
}

/* The next piece: a run of ASCII, one other character, or a space. Moves over it; false at the end of the sentence. */
static bool show_next(showing *self, const char **piece, size_t *length)
{
    while (self->at < self->end) {
        size_t start = self->at, stop = self->end;
        if (self->gap < self->joins->count) {
            const kn_gap *gap = &self->joins->gap[self->gap];
            if (start >= gap->begin) {
                self->at = gap->end < self->end ? gap->end : self->end;
                self->gap++;
                continue;
            }
            stop = gap->begin < stop ? gap->begin : stop;
        }
        *piece = self->text + start;
        *length = plain_run(self->text, start, stop);
        self->at += *length;
        if (*length)
            return true;
        if (!kn_is_space(kn_utf8_next(self->text, &self->at, self->end))) {
            *length = self->at - start;
            return true;
        }
        self->at = kn_skip_space(self->text, self->at, self->end);
        if (is_line_of_ideographs(self, start))
            continue;
        *piece = " ";
        *length = 1;
        return true;
    }
    return false;
}

size_t knap_sentence_offset(const knap_document *document, const knap_sentence *sentence, size_t at)
{
    size_t length = 0, size;
    const char *piece;
    showing shown;
    if (!begin_showing(&shown, document, sentence))
        return 0;
    while (length < at && show_next(&shown, &piece, &size)) {
        length += size;
        if (length > at && (unsigned char)shown.text[shown.at - 1] < 0x80) /* inside a run of ASCII, one byte each */
            return shown.at - (length - at);
    }
    return shown.at;
}

size_t knap_sentence_text(const knap_document *document, const knap_sentence *sentence, char *text, size_t size)
{
    size_t length = 0, bytes;
    const char *piece;
    showing shown;
    if (!text)
        size = 0;
    if (size)
        text[0] = 0;
    if (!begin_showing(&shown, document, sentence))
        return 0;
    while (show_next(&shown, &piece, &bytes)) {
        size_t room = length < size ? size - 1 - length : 0;
        if (bytes <= room) {
            memcpy(text + length, piece, bytes);
        } else if (length < size) {
            size_t fits = (unsigned char)*piece < 0x80 ? room : 0; /* a character that does not fit is not cut */
            memcpy(text + length, piece, fits);
            memset(text + length + fits, 0, size - length - fits);
        }
        length += bytes;
    }
    if (size)
        text[length < size ? length : size - 1] = 0;
    return length;
}
