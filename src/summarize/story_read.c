/* story_read.c - reads a cluster: sentences, their words and the counts of words.
 *
 * Each sentence is read once, into the stream; everything else is computed from the stream. */
#include "summarize/story_read.h"
#include "base/utf8.h"
#include "summarize/flaws.h"
#include "summarize/dependence.h"
#include "summarize/names.h"
#include "summarize/sections.h"
#include "summarize/supersede.h"
#include "summarize/tokens.h"
#include "base/ascii.h"
#include "base/eights.h"
#include "base/error.h"
#include "text/language.h"
#include "text/manual.h"
#include "text/shapes.h"
#include "text/trim.h"
#include "text/vectors.h"

#include <stdlib.h>
#include <string.h>

static size_t count_spaced_words(const char *text, size_t length)
{
    size_t count = length > 0 && text[0] != ' ', i = 1;
    for (; i + 8 <= length; i += 8)
        count += kn_eight_count(kn_eight_equal(kn_eight_at(text + i - 1), ' ') &
                                ~kn_eight_equal(kn_eight_at(text + i), ' '));
    for (; i < length; i++)
        count += (text[i] != ' ') & (text[i - 1] == ' ');
    return count;
}

/* Appends the words of a text to the stream. */
static knap_status read_words(kn_story *story, knap_language *language, const char *text, size_t length, kn_span *span,
                              knap_error *error)
{
    knap_status status;
    span->text = text;
    span->first = story->stream.count;
    status = kn_stream_read(&story->stream, language, text, length, error);
    span->end = story->stream.count;
    return status;
}

/* Appends a line or a trimmed form, which has the document, sentence, text and length of `made`. */
static knap_status add_row(kn_story *story, const kn_story_line *made, knap_language *language, kn_span *span,
                           knap_error *error)
{
    size_t row = kn_story_rows(story);
    const char *text = made->text;
    kn_story_line *line;
    knap_status status;
    if (!KN_ROOM(story->allocator, story->line, row + 1))
        return kn_no_memory(error);
    line = &story->line[row];
    *line = *made;
    line->standalone = line->style = 1;
    line->characters = kn_utf8_count(text, line->length);
    status = read_words(story, language, text, line->length, span, error);
    if (status)
        return status;
    line->words = language->lexicon->unspaced ? span->end - span->first : count_spaced_words(text, line->length);
    line->first_word = span->first;
    line->end_word = span->end;
    for (size_t i = span->first; i < span->end; i++) {
        const kn_word *word = &story->stream.word[i];
        line->pronouns += (word->flags & KNAP_WORD_PRONOUN) != 0;
        line->future |= kn_tells_future(&language->trimmer, text, word->begin, line->length);
    }
    return KNAP_OK;
}

static bool is_small(char byte)
{
    return byte >= 'a' && byte <= 'z';
}

/* A text that begins with a word in lower case gets a capital, unless the word can be a name: "ls", "env -S". */
static void begin_sentence(char *text, size_t length)
{
    size_t end = 0;
    while (end < length && is_small(text[end]))
        end++;
    if (end > 2 && end + 1 < length && text[end] == ' ' && (kn_ascii_letter(text[end + 1]) || strchr("'\"`", text[end + 1])))
        text[0] = (char)(text[0] - 'a' + 'A');
}

/* Whether a word of a list of changes names a file or a function: "sv.c", "man/sv.8", "(main)", "Makefile". Versions and "U.S." do not. */
static bool names_file(const char *word, size_t length)
{
    for (size_t i = 0; i + 1 < length; i++) {
        char next = word[i + 1];
        if (word[i] == '_' || word[i] == '(' || (word[i] == '/' && is_small(next)) ||
            (word[i] == '.' && i && is_small(word[i - 1]) && (is_small(next) || kn_ascii_digit(next))))
            return true;
    }
    return length >= 8 && memcmp(word, "Makefile", 8) == 0;
}

/* The place behind the files that an entry of a list of changes begins with, or its author in brackets: "src/a.c, b.c (main): ",
 * "[ann] ". Returns `at` if there are none. */
static size_t skip_files(const char *text, size_t at, size_t end)
{
    size_t word = at, i = at + 1;
    if (at < end && text[at] == '[') {
        while (i < end && is_small(text[i]))
            i++;
        return i + 2 < end && text[i] == ']' && text[i + 1] == ' ' && kn_ascii_letter(text[i + 2]) ? i + 2 : at;
    }
    for (i = at; i + 2 < end; i++) {
        bool last = text[i] == ':' && text[i + 1] == ' ';
        if (!last && text[i] != ',' && !kn_ascii_space(text[i]))
            continue;
        if (i > word && !names_file(text + word, i - word))
            return at;
        if (last)
            return kn_ascii_letter(text[i + 2]) ? i + 2 : at;
        word = i + 1;
    }
    return at;
}

/* Makes a sentence of the text of an item, which has room for a full stop: without its mark, with a capital and an end. `change`: it is an
 * entry of a list of changes, which is shown without the files that it names. */
static size_t show_item(const knap_document *document, const knap_sentence *sentence, bool change, char *text, size_t room)
{
    const char *stop, *source = knap_document_text(document, NULL);
    knap_sentence shown = *sentence;
    size_t length;
    shown.body = kn_skip_mark(source, sentence->body, sentence->end);
    if (change)
        shown.body = skip_files(source, shown.body, sentence->end);
    length = knap_sentence_text(document, &shown, text, room);
    while (length && strchr(",;:", text[length - 1]))
        length--;
    begin_sentence(text, length);
    stop = kn_manual_stop(text, 0, length);
    memcpy(text + length, stop, strlen(stop) + 1);
    return length + strlen(stop);
}

/* Whether an item begins in lower case, as it stands in the document. */
static bool begins_lower(const knap_document *document, const knap_sentence *sentence)
{
    const char *source = knap_document_text(document, NULL);
    size_t at = kn_skip_mark(source, sentence->body, sentence->end);
    return at < sentence->end && is_small(source[at]);
}

/* Two speakers make a conversation. A mail has one. */
static void mark_speaker(kn_story *story, const char *speaker)
{
    story->spoken = story->spoken || (speaker && story->speaker && speaker != story->speaker);
    story->speaker = speaker ? speaker : story->speaker;
}

/* `whole`: an item of a list, or a line without an end, is made a sentence. */
static knap_status add_line(kn_story *story, size_t number, const knap_document *document,
                            const knap_sentence *sentence, bool whole, knap_language *language, kn_span *span,
                            knap_error *error)
{
    size_t room = sentence->end - sentence->begin + 4;
    char *text = kn_arena_new(&story->arena, room, 1);
    kn_story_line line = {.document = number, .sentence = sentence, .text = text, .place = story->lines};
    knap_status status;
    if (!text)
        return kn_no_memory(error);
    line.ended = whole;
    line.length = whole ? show_item(document, sentence, story->log && !kn_document_entries(document), text, room)
                        : knap_sentence_text(document, sentence, text, room);
    if (story->documents == 1 && line.length && text[line.length - 1] == ':')
        text[line.length - 1] = '.'; /* what it introduces is not shown */
    line.begun = whole && line.length && text[0] >= 'A' && text[0] <= 'Z' && begins_lower(document, sentence);
    mark_speaker(story, knap_document_speaker(document, sentence->begin));
    status = add_row(story, &line, language, span, error);
    story->lines += !status;
    return status;
}

/* Adds one trimmed form of a line. */
static knap_status add_form(kn_story *story, size_t number, const kn_form *made, knap_language *language,
                            const kn_tools *tools, knap_error *error)
{
    const kn_story_line *line = &story->line[number];
    kn_story_line form = {.document = line->document, .sentence = line->sentence, .place = number, .cuts = made->count};
    char *text = kn_arena_new(&story->arena, line->length + 5, 1);
    kn_span span;
    knap_status status;
    form.cut = kn_arena_new(&story->arena, made->count, sizeof *form.cut);
    if (!text || !form.cut)
        return kn_no_memory(error);
    memcpy(form.cut, made->cut, made->count * sizeof *form.cut);
    form.length = kn_trim_apply(line->text, line->length, made->cut, made->count, text);
    form.text = text;
    status = add_row(story, &form, language, &span, error);
    if (status)
        return status;
    if (story->line[number].forms++ == 0)
        story->line[number].form = kn_story_rows(story);
    story->forms++;
    return kn_tokens_add_line(story, tools, &span) ? KNAP_OK : kn_no_memory(error);
}

/* Adds the trimmed forms of all lines. In a single document, where the next sentence may need a clause, none is cut. */
static knap_status add_forms(kn_story *story, knap_language *const *language, const kn_tools *tools, int trim,
                             knap_error *error)
{
    bool clauses = trim == KNAP_TRIM_CLAUSES && story->documents > 1;
    kn_form form[KN_MOST_FORMS];
    knap_status status = KNAP_OK;
    for (size_t i = 0; !status && i < story->lines; i++) {
        knap_language *own = language ? language[story->line[i].document] : tools->language;
        size_t count = kn_trim_forms(&own->trimmer, story->line[i].text, story->line[i].length, clauses, form);
        for (size_t j = 0; !status && j < count; j++)
            status = add_form(story, i, &form[j], own, tools, error);
    }
    return status;
}

/* Adds the title of a single document as a row with a full stop. Whether it may be picked is found with the points. */
static knap_status add_title(kn_story *story, const knap_cluster *cluster, const kn_tools *tools, knap_error *error)
{
    const knap_sentence *heading = story->heading;
    kn_story_line row = {.sentence = heading};
    const char *stop;
    char *text;
    kn_span span;
    knap_status status;
    if (!heading || !story->lines)
        return KNAP_OK;
    text = kn_arena_new(&story->arena, heading->end - heading->body + 4, 1);
    if (!text)
        return kn_no_memory(error);
    row.length = knap_sentence_text(cluster->document[0], heading, text, heading->end - heading->body + 1);
    begin_sentence(text, row.length);
    stop = kn_manual_stop(text, 0, row.length);
    memcpy(text + row.length, stop, strlen(stop) + 1);
    row.length += strlen(stop);
    row.text = text;
    status = add_row(story, &row, tools->language, &span, error);
    if (status)
        return status;
    if (span.end == span.first || story->stream.word[span.end - 1].flags & KNAP_WORD_STOP)
        story->heading = NULL; /* "Estimates of", which is cut */
    story->title = kn_story_rows(story);
    story->forms++;
    return kn_tokens_add_line(story, tools, &span) ? KNAP_OK : kn_no_memory(error);
}

/* A line may be picked if it has no filtered flaw, is long enough, and does not repeat an earlier line
 * word for word. */
static knap_status mark_candidates(kn_story *story, const knap_text_settings *settings, knap_error *error)
{
    kn_symbols texts;
    knap_status status = KNAP_OK;
    kn_symbols_begin(&texts, story->allocator);
    for (size_t i = 0; !status && i < kn_story_rows(story); i++) {
        kn_story_line *line = &story->line[i];
        size_t known = texts.count;
        uint32_t symbol = kn_symbols_add(&texts, line->text, line->length);
        if (symbol == KN_NO_SYMBOL)
            status = kn_no_memory(error);
        if (i && i == story->title)
            break;
        line->repeats = symbol != known || story->counts.start[i + 1] == story->counts.start[i];
        line->candidate = !line->repeats && line->words >= kn_line_min_words(story, line, settings->min_words) &&
                          !(line->flaws & settings->filter);
        story->line[line->place].featured |= line->candidate;
    }
    kn_symbols_free(&texts);
    return status;
}

/* The line cannot be picked for its length alone, and has half of the length that it should have. */
static bool is_half_long(const kn_story_line *line, const knap_text_settings *settings)
{
    return !line->featured && !line->repeats && line->words < settings->min_words && line->words >= settings->min_words / 2 &&
           !(line->flaws & settings->filter);
}

/* If no line of full length may be picked, short ones without a flaw may; if there is none either, all may, last of all
 * those that repeat others. In a dialogue nearly all
 * lines are short: a single document with four times as many short ones as others. There those of half the length may. */
static void settle_for_less(kn_story *story, const knap_text_settings *settings)
{
    bool found = false;
    size_t full = 0, half = 0;
    for (size_t i = 0; i < story->lines; i++) {
        full += story->line[i].featured && story->line[i].words >= settings->min_words;
        half += is_half_long(&story->line[i], settings);
    }
    for (size_t i = 0; full && half >= 4 * full && story->documents == 1 && i < story->lines; i++)
        if (is_half_long(&story->line[i], settings))
            story->line[i].candidate = story->line[i].featured = true;
    if (full)
        return;
    for (int round = 0; round < 3 && !found; round++)
        for (size_t i = 0; i < story->lines; i++) {
            kn_story_line *line = &story->line[i];
            line->candidate = line->featured = line->length > 0 && (round == 2 || !line->repeats) &&
                                               (round || !(line->flaws & settings->filter));
            found = found || line->candidate;
        }
}

static knap_status split_documents(kn_story *story, const knap_cluster *cluster, knap_language *const *language,
                                   const kn_tools *tools, knap_error *error)
{
    knap_status status = KNAP_OK;
    story->split = kn_new(story->allocator, cluster->documents, sizeof *story->split);
    if (!story->split)
        return kn_no_memory(error);
    story->documents = cluster->documents;
    for (size_t d = 0; !status && d < cluster->documents; d++)
        status = knap_document_split(cluster->document[d], language ? language[d] : tools->language, story->allocator,
                                     &story->split[d], error);
    return status;
}

static int compare_days(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* How many of the sorted days are before `day`. */
static size_t count_before(const uint32_t *sorted, size_t count, uint32_t day)
{
    size_t low = 0;
    while (count) {
        size_t half = count / 2;
        if (sorted[low + half] < day) {
            low += half + 1;
            count -= half + 1;
        } else
            count = half;
    }
    return low;
}

/* The days of the documents. One without is taken to be as old as the one named before it or, where none
 * of those is dated, as the first that is. */
static knap_status find_days(kn_story *story, knap_error *error)
{
    uint32_t last = 0, *day = kn_arena_new(&story->arena, story->documents, sizeof *day);
    story->recency = kn_arena_new(&story->arena, story->documents, sizeof *story->recency);
    uint32_t *sorted = kn_arena_new(&story->arena, story->documents, sizeof *sorted);
    story->day = day;
    if (!day || !sorted || !story->recency)
        return kn_no_memory(error);
    for (size_t d = 0; !last && d < story->documents; d++)
        last = knap_sentences_date(story->split[d]);
    for (size_t d = 0; d < story->documents; d++) {
        uint32_t own = knap_sentences_date(story->split[d]);
        day[d] = last = own ? own : last;
    }
    memcpy(sorted, day, story->documents * sizeof *day);
    qsort(sorted, story->documents, sizeof *sorted, compare_days);
    for (size_t d = 0; d < story->documents; d++) {
        size_t older = count_before(sorted, story->documents, day[d]);
        size_t newer = story->documents - count_before(sorted, story->documents, day[d] + 1);
        story->recency[d] = older + newer ? (double)older / (double)(older + newer) : 0.5;
    }
    return KNAP_OK;
}

/* How many sentences of the documents have none of the flags. */
static size_t count_without(const kn_story *story, unsigned flags)
{
    size_t found = 0;
    for (size_t d = 0; d < story->documents; d++) {
        size_t count;
        const knap_sentence *sentence = knap_sentences_list(story->split[d], &count);
        for (size_t i = 0; i < count; i++)
            found += !(sentence[i].flags & flags);
    }
    return found;
}

/* What is read of documents, and their headlines: no sentences, but they tell what a document is about. */
typedef struct titles {
    bool all;       /* words that are in no line and no headline, too */
    bool furniture; /* furniture is added as lines: there is nothing else */
    bool items;     /* items of lists are added as lines: there is hardly a whole sentence but theirs */
    kn_span *span;  /* [count] headlines */
    size_t count;
} titles;

static knap_status keep_title(titles *self, const kn_span *span, const knap_allocator *allocator, knap_error *error)
{
    if (!KN_ROOM(allocator, self->span, self->count + 1))
        return kn_no_memory(error);
    self->span[self->count++] = *span;
    return KNAP_OK;
}

/* What is shown of a document without prose: titles, lists, captions, notices. Code, cells, figures and references are never shown. */
static bool may_stand_in(const knap_sentence *sentence, const char *text)
{
    return sentence->block != KNAP_BLOCK_CODE && sentence->block != KNAP_BLOCK_TABLE &&
           sentence->block != KNAP_BLOCK_REFERENCE &&
           kn_shape_of(text, 0, sentence->end - sentence->begin) != KN_SHAPE_TABLE;
}

/* The first line below the title of a single document says what it is, though it has no full stop: "HTTP client for the browser". */
static bool is_tagline(const kn_story *story, const titles *heads, const char *text, const knap_sentence *sentence)
{
    size_t length = sentence->end - sentence->body, words = 1, lower = 0;
    const char *at = text + (sentence->body - sentence->begin);
    if (story->documents != 1 || story->lines || !heads->count || sentence->block != KNAP_BLOCK_PARAGRAPH ||
        (sentence->flags & (KNAP_SENTENCE_UNFINISHED | KNAP_SENTENCE_FRAGMENT)) != KNAP_SENTENCE_UNFINISHED)
        return false;
    for (size_t i = 0; i < length; i++) {
        words += at[i] == ' ';
        lower += i && at[i - 1] == ' ' && at[i] >= 'a' && at[i] <= 'z';
        if (strchr(":@|=<>", at[i]))
            return false;
    }
    return words >= 5 && words <= 25 && lower * 2 >= words; /* names have capitals */
}

/* Reads the words of one sentence of a document. */
static knap_status read_sentence(kn_story *story, const knap_document *document, size_t number,
                                 const knap_sentence *sentence, knap_language *language, titles *heads,
                                 knap_error *error)
{
    const char *text = knap_document_text(document, NULL) + sentence->begin;
    bool line = (heads->furniture && may_stand_in(sentence, text)) || !(sentence->flags & KNAP_SENTENCE_FURNITURE) ||
                (heads->items && sentence->block == KNAP_BLOCK_ITEM);
    bool title = sentence->flags & KNAP_SENTENCE_HEADING;
    knap_status status = KNAP_OK;
    kn_span span;
    if (line && heads->all && sentence->body > sentence->begin)
        status = read_words(story, language, text, sentence->body - sentence->begin, &span, error);
    if (!status && line)
        status =
            add_line(story, number, document, sentence,
                     (heads->items && sentence->block == KNAP_BLOCK_ITEM) || is_tagline(story, heads, text, sentence),
                     language, &span, error);
    else if (!status && (title || heads->all))
        status = read_words(story, language, text, sentence->end - sentence->begin, &span, error);
    return !status && title ? keep_title(heads, &span, story->allocator, error) : status;
}

static knap_status read_document(kn_story *story, const knap_cluster *cluster, size_t number, knap_language *language,
                                 titles *heads, knap_error *error)
{
    size_t count;
    const knap_sentence *sentence = knap_sentences_list(story->split[number], &count);
    knap_status status = KNAP_OK;
    for (size_t i = 0; !status && i < count; i++)
        status = read_sentence(story, cluster->document[number], number, &sentence[i], language, heads, error);
    return status;
}

static knap_status count_tokens(kn_story *story, const kn_tools *tools, const titles *heads, knap_error *error)
{
    bool ok = true;
    for (size_t i = 0; ok && i < story->lines; i++) {
        const kn_story_line *line = &story->line[i];
        ok = kn_tokens_add_line(story, tools, &(kn_span){line->text, line->first_word, line->end_word});
    }
    for (size_t i = 0; ok && i < heads->count; i++)
        ok = kn_tokens_add_title(story, tools, &heads->span[i]);
    return ok ? KNAP_OK : kn_no_memory(error);
}

/* A single document is a feed, or its file name says that it lists changes. */
static bool is_log(const knap_cluster *cluster)
{
    static const char *const names[] = {"changelog", "changes", "news", "history", "releases", "release-notes"};
    const char *name = cluster->documents == 1 ? knap_document_name(cluster->document[0]) : "",
               *slash = strrchr(name, '/');
    name = slash ? slash + 1 : name;
    if (cluster->documents == 1 && kn_document_entries(cluster->document[0]))
        return true;
    for (const char *at = name; *at; at++)
        for (size_t i = 0; (at == name || !kn_ascii_letter(at[-1])) && i < sizeof names / sizeof *names; i++)
            if (kn_ascii_same_start(at, names[i], strlen(names[i])) && !kn_ascii_letter(at[strlen(names[i])]))
                return true;
    return false;
}

static knap_status read_documents(kn_story *story, const knap_cluster *cluster, knap_language *const *language,
                                  const kn_tools *tools, bool all, knap_error *error)
{
    unsigned pieces = KNAP_SENTENCE_FURNITURE | KNAP_SENTENCE_UNFINISHED | KNAP_SENTENCE_FRAGMENT;
    titles heads = {.all = all,
                    .furniture = count_without(story, KNAP_SENTENCE_FURNITURE) == 0,
                    .items = story->log || count_without(story, pieces) < 2};
    knap_status status = KNAP_OK;
    story->document_start = kn_new(story->allocator, story->documents + 1, sizeof *story->document_start);
    if (!story->document_start)
        return kn_no_memory(error);
    for (size_t d = 0; !status && d < story->documents; d++) {
        status = read_document(story, cluster, d, language ? language[d] : tools->language, &heads, error);
        story->document_start[d + 1] = story->stream.count;
    }
    if (!status)
        status = count_tokens(story, tools, &heads, error);
    KN_RELEASE(story->allocator, heads.span);
    return status;
}

static knap_status read_references(kn_story *story, const knap_cluster *cluster, const kn_tools *tools,
                                   knap_error *error)
{
    for (size_t r = 0; r < cluster->references; r++) {
        size_t length;
        const char *text = knap_document_text(cluster->reference[r], &length);
        if (!kn_tokens_add_reference(story, tools, text, length))
            return kn_no_memory(error);
    }
    return KNAP_OK;
}

knap_status kn_story_read(kn_story *story, const knap_cluster *cluster, const kn_tools *tools,
                          knap_language *const *language, const knap_text_settings *settings, bool all,
                          kn_vocabulary *vocabulary, knap_error *error)
{
    knap_status status;
    story->arena.allocator = story->allocator;
    kn_stream_begin(&story->stream, vocabulary, story->allocator);
    kn_bigrams_begin(&story->bigram, story->allocator);
    story->language = knap_language_code(tools->language);
    story->content = settings->reward == KNAP_TEXT_CONTENT;
    story->by_sentences = settings->idf == KNAP_TEXT_IDF_SENTENCES;
    story->keeps_stop = settings->stop;
    if (!kn_stream_set_main(&story->stream, tools->language))
        return kn_no_memory(error);
    status = split_documents(story, cluster, language, tools, error);
    if (!status)
        status = find_days(story, error);
    story->log = is_log(cluster);
    if (!status)
        status = read_documents(story, cluster, language, tools, all, error);
    if (!status)
        status = kn_sections_mark(story, cluster, error);
    if (!status && settings->trim != KNAP_TRIM_NONE)
        status = add_forms(story, language, tools, settings->trim, error);
    if (!status)
        status = add_title(story, cluster, tools, error);
    if (!status)
        status = read_references(story, cluster, tools, error);
    if (!status) {
        kn_dependence_mark(story);
        kn_flaws_mark(story);
        status = mark_candidates(story, settings, error);
    }
    if (!status)
        settle_for_less(story, settings);
    return status ? status : kn_names_find(story, error);
}

static knap_status find_superseded(kn_story *story, knap_error *error)
{
    knap_status status = kn_supersede(story, error);
    for (size_t i = story->lines; !status && i < kn_story_rows(story); i++)
        story->line[i].superseded = story->line[story->line[i].place].superseded;
    return status;
}

/* Finds the words of a part of the story, a line or a document, in the stream. */
typedef void part_of(const kn_story *story, size_t part, size_t *first, size_t *end);

static void line_of(const kn_story *story, size_t part, size_t *first, size_t *end)
{
    *first = story->line[part].first_word;
    *end = story->line[part].end_word;
}

static void document_of(const kn_story *story, size_t part, size_t *first, size_t *end)
{
    *first = story->document_start[part];
    *end = story->document_start[part + 1];
}

/* Counts in how many parts of the story each stem is that vectors have. */
static knap_status count_stems(const kn_story *story, size_t parts, part_of *part, knap_idf *idf, knap_error *error)
{
    const kn_word_stream *stream = &story->stream;
    size_t *last = kn_new(story->allocator, stream->stem.count, sizeof *last); /* 1 + the last part with the stem */
    size_t first, end;
    knap_status status = last ? KNAP_OK : kn_no_memory(error);
    for (size_t p = 0; !status && p < parts; p++) {
        knap_idf_document(idf);
        part(story, p, &first, &end);
        for (size_t i = first; !status && i < end; i++) {
            const kn_word *word = &stream->word[i];
            if (!kn_vectors_take(word, story->keeps_stop) || last[word->stem] == p + 1)
                continue;
            last[word->stem] = p + 1;
            status = knap_idf_word(idf, stream->stem.name[word->stem], stream->stem.length[word->stem], error);
        }
    }
    kn_free(story->allocator, last, stream->stem.count, sizeof *last);
    return status;
}

static knap_status count_lines(kn_story *story, knap_error *error)
{
    knap_status status = knap_idf_new(story->allocator, &story->frequencies, error);
    return status ? status : count_stems(story, story->lines, line_of, story->frequencies, error);
}

knap_status kn_story_weigh(kn_story *story, const knap_idf *idf, knap_error *error)
{
    knap_status status = story->by_sentences ? count_lines(story, error) : KNAP_OK;
    if (!status)
        status =
            knap_vectors_new(story->by_sentences ? story->frequencies : idf, story->allocator, &story->vectors, error);
    if (!status)
        kn_vectors_keep_stop(story->vectors, story->keeps_stop);
    for (size_t i = 0; !status && i < story->lines; i++) {
        const kn_story_line *line = &story->line[i];
        status = kn_vectors_add_words(story->vectors, &story->stream, line->first_word, line->end_word, error);
    }
    return status ? status : find_superseded(story, error);
}

knap_status kn_story_count_documents(const kn_story *story, knap_idf *idf, knap_error *error)
{
    return count_stems(story, story->documents, document_of, idf, error);
}
