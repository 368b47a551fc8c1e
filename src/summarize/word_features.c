/* word_features.c - what tells how often the references will use a word: how often, where, in what company and in what form
 * the documents do, and how that compares with other documents.
 *
 * One pass over the lines gathers sums for each word, a second one what needs the document frequencies of all words; then each
 * word's sums become its row (word_rows.h). */
#include "summarize/word_features.h"
#include "base/utf8.h"
#include "base/eights.h"
#include "base/elementary.h"
#include "base/error.h"

#include <math.h>
#include <string.h>

#define NAME(name, group, value) name,
#define GROUP(name, group, value) KN_GROUP_##group,
#define VALUE(name, group, value) value,
#define GROUP_NAME(id, name) name,

const char *const kn_word_feature_names[KN_WORD_FEATURES] = {KN_WORD_ROWS(NAME)};
const char *const kn_word_group_names[] = {
    KN_WORD_GROUP_ROWS(GROUP_NAME) NULL,
    "undated=frequency,lead,centrality,background,form,context,title,function,indicators", NULL};
static const unsigned GROUP_OF[KN_WORD_FEATURES] = {KN_WORD_ROWS(GROUP)};

/* Sums over the occurrences of a word, its lines and its documents. */
typedef struct sums {
    double times, documents, lines, leads, early; /* early: occurrences in the first three sentences */
    double first_smallest, first_sum;             /* relative positions of first occurrences */
    double similarity, lexrank, lexrank_most, line_df, line_df_most;
    double inside, capitals, twice, quoted, pronoun, speaker, ed, ing, ly, s, first_third, length, company;
    double pair_best, pairs, titles;
    double recency, newest,
        newest_lead;   /* of its documents, and of those that begin with it: 0 the oldest, 1 the newest */
    uint32_t document; /* 1 + the last one it was seen in */
} sums;

typedef struct gathering {
    const kn_story *story;
    sums *sum;          /* [words] */
    uint32_t *here;     /* [words] occurrences in the current line */
    uint32_t *stamp;    /* [words] */
    size_t *first_line; /* [documents + 1] */
    size_t words;
    double tokens;
} gathering;

/* ---- First pass ---- */

static bool has_quote(const kn_story_line *line)
{
    static const char *const marks[] = {"\"",       "\xe2\x80\x9c", "\xe2\x80\x9d", "\xc2\xab",
                                        "\xc2\xbb", "''",           "\xe2\x80\x9e"};
    if (memchr(line->text, '"', line->length))
        return true;
    if (!memchr(line->text, '\'', line->length) && kn_ascii_end(line->text, 0, line->length, 0) == line->length)
        return false;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (strstr(line->text, marks[i]))
            return true;
    return false;
}

static void add_occurrences(gathering *self, size_t number)
{
    const kn_tokens *tokens = &self->story->tokens;
    const kn_story_line *line = &self->story->line[number];
    size_t start = tokens->start[number], end = tokens->start[number + 1];
    size_t place = number - self->first_line[line->document];
    bool quoted = has_quote(line);
    for (size_t i = start; i < end; i++) {
        sums *sum = &self->sum[tokens->id[i]];
        unsigned flags = tokens->flags[i];
        sum->times++;
        sum->early += place < 3;
        sum->inside += i > start;
        sum->capitals += i > start && flags & KN_TOKEN_CAPITAL;
        sum->quoted += quoted;
        sum->pronoun += line->pronouns > 0;
        sum->speaker += line->speaks;
        sum->ed += (flags & KN_TOKEN_ED) != 0;
        sum->ing += (flags & KN_TOKEN_ING) != 0;
        sum->ly += (flags & KN_TOKEN_LY) != 0;
        sum->s += (flags & KN_TOKEN_S) != 0;
        sum->first_third += 3 * (i - start) < end - start;
        sum->length += (double)(end - start);
        self->here[tokens->id[i]]++;
    }
    self->tokens += (double)(end - start);
}

static void add_line(gathering *self, size_t number)
{
    const kn_story *story = self->story;
    const kn_story_line *line = &story->line[number];
    size_t first = self->first_line[line->document], lines = self->first_line[line->document + 1] - first;
    double place = (double)(number - first) / (double)lines;
    add_occurrences(self, number);
    for (size_t i = story->counts.start[number]; i < story->counts.start[number + 1]; i++) {
        uint32_t word = story->counts.id[i];
        sums *sum = &self->sum[word];
        sum->lines++;
        sum->leads += number == first;
        if (number == first)
            sum->newest_lead = fmax(sum->newest_lead, story->recency[line->document]);
        sum->twice += self->here[word] > 1;
        sum->similarity += line->similarity;
        sum->lexrank += line->lexrank;
        sum->lexrank_most = fmax(sum->lexrank_most, line->lexrank);
        self->here[word] = 0;
        if (sum->document == line->document + 1)
            continue;
        sum->first_smallest = sum->document ? fmin(sum->first_smallest, place) : place;
        sum->first_sum += place;
        sum->documents++;
        sum->recency += story->recency[line->document];
        sum->newest = fmax(sum->newest, story->recency[line->document]);
        sum->document = (uint32_t)line->document + 1;
    }
}

/* ---- Second pass ---- */

/* The mean document frequency of a line's content words, for each of its words. */
static void add_line_df(gathering *self, size_t number)
{
    const kn_story *story = self->story;
    size_t start = story->counts.start[number], end = story->counts.start[number + 1], content = 0;
    double mean = 0;
    for (size_t i = start; i < end; i++)
        if (!story->stop[story->counts.id[i]]) {
            mean += self->sum[story->counts.id[i]].documents / (double)story->documents;
            content++;
        }
    mean /= content ? (double)content : 1;
    for (size_t i = start; i < end; i++) {
        sums *sum = &self->sum[story->counts.id[i]];
        sum->line_df += mean;
        sum->line_df_most = fmax(sum->line_df_most, mean);
    }
}

static bool add_pairs(gathering *self)
{
    const kn_story *story = self->story;
    size_t pairs = story->bigram.numbers.count;
    double *share = kn_new(story->allocator, pairs, sizeof *share);
    bool ok = share && kn_pair_shares(story, share);
    for (size_t i = 0; ok && i < pairs; i++) {
        const uint32_t *word = story->bigram.word[i];
        for (int side = 0; share[i] > 0 && side < 2; side++) {
            sums *sum = &self->sum[word[side]];
            sum->pairs++;
            sum->pair_best = fmax(sum->pair_best, share[i]);
        }
    }
    kn_free(story->allocator, share, pairs, sizeof *share);
    return ok;
}

/* A line of more different words is no sentence. Without this limit one such line would take time by the square of its words. */
enum { LONGEST = 1024 };

/* The lines of each word: those of word w are line[start[w]] .. line[start[w+1]-1]. And the different content words of each line:
 * those of line i are content[content_start[i]] .. content[content_start[i+1]-1]. */
typedef struct postings {
    size_t *start;         /* [words + 2] */
    uint32_t *line;        /* [entries] */
    size_t *content_start; /* [lines + 1] */
    uint32_t *content;     /* [entries] */
} postings;

static bool make_postings(const gathering *self, kn_arena *arena, postings *made)
{
    const kn_story *story = self->story;
    const kn_counts *counts = &story->counts;
    size_t entries = story->lines ? counts->start[story->lines] : 0;
    made->start = kn_arena_new(arena, self->words + 2, sizeof *made->start);
    made->line = kn_arena_room(arena, entries, sizeof *made->line);
    made->content_start = kn_arena_new(arena, story->lines + 1, sizeof *made->content_start);
    made->content = kn_arena_room(arena, entries, sizeof *made->content);
    if (!made->start || !made->line || !made->content_start || !made->content)
        return false;
    for (size_t i = 0; i < entries; i++)
        made->start[counts->id[i] + 2]++;
    for (size_t w = 1; w <= self->words; w++)
        made->start[w + 1] += made->start[w];
    for (size_t line = 0, contents = 0; line < story->lines; line++) {
        for (size_t i = counts->start[line]; i < counts->start[line + 1]; i++) {
            made->line[made->start[counts->id[i] + 1]++] = (uint32_t)line;
            made->content[contents] = counts->id[i];
            contents += !story->stop[counts->id[i]];
        }
        made->content_start[line + 1] = contents;
    }
    return true;
}

/* The distinct content words of the word's lines, itself included if it is one. */
static double count_company(const gathering *self, const postings *lines, size_t word)
{
    size_t begin = lines->start[word], end = lines->start[word + 1], company = 0, longest = 0;
    for (size_t j = begin; j < end; j++) {
        const size_t *here = &lines->content_start[lines->line[j]];
        longest = here[1] - here[0] > longest ? here[1] - here[0] : longest;
    }
    if (end - begin < 2 || longest > LONGEST)
        return (double)longest;
    for (size_t j = begin; j < end; j++) {
        const size_t *here = &lines->content_start[lines->line[j]];
        for (size_t i = here[0]; i < here[1]; i++) {
            uint32_t other = lines->content[i];
            company += self->stamp[other] != word + 1;
            self->stamp[other] = (uint32_t)word + 1;
        }
    }
    return (double)company;
}

/* How many other content words share a line with each word. Of a word in a line of more than LONGEST of them, only its longest line
 * counts. */
static bool add_company(gathering *self)
{
    kn_arena arena = {.allocator = self->story->allocator};
    postings lines;
    bool ok = make_postings(self, &arena, &lines);
    memset(self->stamp, 0, self->words * sizeof *self->stamp);
    for (size_t w = 0; ok && w < self->words; w++)
        if (lines.start[w + 1] > lines.start[w])
            self->sum[w].company = count_company(self, &lines, w) - !self->story->stop[w];
    kn_arena_free(&arena);
    return ok;
}

static bool gather(gathering *self)
{
    const kn_story *story = self->story;
    size_t document = 0;
    for (size_t line = 0; line < story->lines; line++)
        for (; document <= story->line[line].document; document++)
            self->first_line[document] = line;
    for (; document <= story->documents; document++)
        self->first_line[document] = story->lines;
    for (size_t line = 0; line < story->lines; line++)
        add_line(self, line);
    for (size_t line = 0; line < story->lines; line++)
        add_line_df(self, line);
    for (size_t i = 0; story->titles.rows && i < story->titles.start[story->titles.rows]; i++)
        self->sum[story->titles.id[i]].titles++;
    return add_pairs(self) && add_company(self);
}

/* ---- Rows ---- */

static bool is_digits(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (text[i] < '0' || text[i] > '9')
            return false;
    return length > 0;
}

/* Logarithms that were computed before: those of small counts, which come again and again. */
typedef struct logs {
    double x[256], log[256];
} logs;

static double log_of(logs *self, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    size_t at = (bits * UINT64_C(0x9E3779B97F4A7C15)) >> 56;
    if (self->x[at] != x) {
        self->x[at] = x;
        self->log[at] = kn_log(x);
    }
    return self->log[at];
}

/* What is known of a word, besides the sums. */
typedef struct known {
    logs *logs;
    double all_documents, all_lines, all_tokens; /* of the story */
    double df, tf, lead, early, capital, title;
    double idf, icf, share; /* in other documents and clusters */
    double digits, characters;
} known;

/* Looks the word up in other documents. A word that only one document has is not in the model's file, so it counts as
 * unknown. */
static void look_up(known *word, const kn_background *background, const kn_story *story, size_t number, const sums *sum,
                    bool own)
{
    uint32_t at = kn_symbols_find(&background->word, story->word.name[number], story->word.length[number]);
    double documents = (double)background->all_documents - (own ? (double)story->documents : 0);
    double clusters = (double)background->all_clusters - (own ? 1 : 0), in_documents = 0, in_clusters = 0;
    if (at != KN_NO_SYMBOL && background->documents[at] >= 2) {
        in_documents = background->documents[at] - (own ? sum->documents : 0);
        in_clusters = background->clusters[at] - (own ? 1 : 0);
    }
    word->idf = log_of(word->logs, (documents + 1) / (in_documents + .5)) / 7;
    word->icf = log_of(word->logs, (clusters + 1) / (in_clusters + .5)) / 4;
    word->share = documents > 0 ? in_documents / documents : 0;
}

static known describe(const gathering *self, size_t number, const sums *sum, logs *computed)
{
    const char *name = self->story->word.name[number];
    size_t length = self->story->word.length[number];
    double documents = (double)self->story->documents;
    return (known){.logs = computed,
                   .all_documents = documents,
                   .all_lines = (double)self->story->lines,
                   .all_tokens = self->tokens,
                   .df = sum->documents / documents,
                   .tf = log_of(computed, sum->times) / 4,
                   .lead = fmin(1, sum->leads / documents),
                   .early = fmin(1.5, sum->early / documents),
                   .capital = sum->inside > 0 ? sum->capitals / sum->inside : 0,
                   .title = fmin(1, sum->titles / documents),
                   .digits = is_digits(name, length),
                   .characters = (double)kn_utf8_count(name, length)};
}

static void fill_row(float *row, const sums *s, const known *w)
{
    const double value[KN_WORD_FEATURES] = {KN_WORD_ROWS(VALUE)};
    for (size_t i = 0; i < KN_WORD_FEATURES; i++)
        row[i] = (float)value[i];
}

static void fill_rows(kn_word_table *table, const gathering *self, const kn_background *background, bool own)
{
    size_t row = 0;
    logs computed = {.x = {1}}; /* ln 1 = 0; other entries are wrong for 0 alone, which belongs to the first */
    for (size_t number = 0; number < self->words; number++) {
        const sums *sum = &self->sum[number];
        known word;
        if (sum->times == 0 || sum->lines == 0)
            continue;
        word = describe(self, number, sum, &computed);
        look_up(&word, background, self->story, number, sum, own);
        fill_row(table->feature + row * KN_WORD_FEATURES, sum, &word);
        table->word[row] = (uint32_t)number;
        table->times[row] = (uint32_t)sum->times;
        table->stop[row++] = self->story->stop[number];
    }
    table->count = row;
}

/* ---- What the references say ---- */

static knap_status fill_targets(kn_word_table *table, const kn_story *story, size_t room, knap_error *error)
{
    const kn_counts *references = &story->references;
    size_t total = 0, *row_of = kn_new(table->allocator, story->word.count, sizeof *row_of);
    table->target_start = kn_new(table->allocator, room + 1, sizeof *table->target_start);
    table->references = references->rows;
    for (size_t i = 0; row_of && table->target_start && i < table->count; i++) {
        row_of[table->word[i]] = i + 1;
        total += table->times[i];
        table->target_start[i + 1] = total;
    }
    table->target = table->target_start ? kn_new(table->allocator, total, sizeof *table->target) : NULL;
    for (size_t i = 0; row_of && table->target && references->rows && i < references->start[references->rows]; i++) {
        size_t row = row_of[references->id[i]];
        for (size_t k = 0; row && k < (size_t)references->count[i] && k < table->times[row - 1]; k++)
            table->target[table->target_start[row - 1] + k] += 1.0f / (float)references->rows;
    }
    kn_free(table->allocator, row_of, story->word.count, sizeof *row_of);
    return row_of && table->target ? KNAP_OK : kn_no_memory(error);
}

knap_status kn_word_table_make(kn_word_table *table, const kn_story *story, const kn_background *background, bool own,
                               knap_error *error)
{
    const knap_allocator *allocator = story->allocator;
    gathering self = {.story = story, .words = story->word.count};
    size_t words = self.words;
    knap_status status = KNAP_OK;
    *table = (kn_word_table){.allocator = allocator};
    self.sum = kn_new(allocator, words, sizeof *self.sum);
    self.here = kn_new(allocator, words, sizeof *self.here);
    self.stamp = kn_new(allocator, words, sizeof *self.stamp);
    self.first_line = kn_new(allocator, story->documents + 1, sizeof *self.first_line);
    table->room = words;
    table->word = kn_new_room(allocator, words, sizeof *table->word);
    table->times = kn_new_room(allocator, words, sizeof *table->times);
    table->stop = kn_new_room(allocator, words, 1);
    table->feature = kn_new_room(allocator, words * KN_WORD_FEATURES, sizeof *table->feature);
    if (!self.sum || !self.here || !self.stamp || !self.first_line || !table->word || !table->times || !table->stop ||
        !table->feature || !gather(&self))
        status = kn_no_memory(error);
    if (!status)
        fill_rows(table, &self, background, own);
    kn_free(allocator, self.sum, words, sizeof *self.sum);
    kn_free(allocator, self.here, words, sizeof *self.here);
    kn_free(allocator, self.stamp, words, sizeof *self.stamp);
    kn_free(allocator, self.first_line, story->documents + 1, sizeof *self.first_line);
    return status ? status : fill_targets(table, story, words, error);
}

void kn_word_table_forget(kn_word_table *table, unsigned groups)
{
    for (size_t feature = 0; feature < KN_WORD_FEATURES; feature++) {
        if (GROUP_OF[feature] == KN_GROUP_ALWAYS || groups & GROUP_OF[feature])
            continue;
        for (size_t row = 0; row < table->count; row++)
            table->feature[row * KN_WORD_FEATURES + feature] = 0;
    }
    if (!(groups & KN_GROUP_FUNCTION))
        memset(table->stop, 0, table->count);
}

void kn_word_table_free(kn_word_table *table)
{
    const knap_allocator *allocator = table->allocator;
    if (table->target_start)
        kn_free(allocator, table->target, table->target_start[table->count], sizeof *table->target);
    kn_free(allocator, table->target_start, table->room + 1, sizeof *table->target_start);
    kn_free(allocator, table->word, table->room, sizeof *table->word);
    kn_free(allocator, table->times, table->room, sizeof *table->times);
    kn_free(allocator, table->stop, table->room, 1);
    kn_free(allocator, table->feature, table->room * KN_WORD_FEATURES, sizeof *table->feature);
    *table = (kn_word_table){.allocator = allocator};
}
