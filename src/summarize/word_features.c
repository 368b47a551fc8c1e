/* word_features.c - what tells how often the references will use a word: how often, where, in what company and in what form
 * the documents do, and how that compares with other documents.
 *
 * One pass over the lines gathers sums for each word, a second one what needs the document frequencies of all words; then each
 * word's sums become its row. Everything is a share, a logarithm or a bounded count, of about the same size in every cluster. */
#include "summarize/word_features.h"
#include "base/error.h"

#include <math.h>
#include <string.h>

const char *const kn_word_feature_names[KN_WORD_FEATURES] = {"one",
                                                             "df",
                                                             "df^2",
                                                             "sqrt-df",
                                                             "logit-df",
                                                             "log-tf",
                                                             "log-tf^2",
                                                             "tf-share",
                                                             "sentence-share",
                                                             "tf=1",
                                                             "tf=2",
                                                             "d<=1",
                                                             "df>=.5",
                                                             "df>=.8",
                                                             "lead",
                                                             "sqrt-lead",
                                                             "lead3",
                                                             "sqrt-lead3",
                                                             "lead>=1",
                                                             "lead>=2",
                                                             "earliest",
                                                             "mean-first",
                                                             "similarity",
                                                             "mean-lexrank",
                                                             "max-lexrank",
                                                             "idf",
                                                             "idf^2",
                                                             "icf",
                                                             "log-df-ratio",
                                                             "capital",
                                                             "capital*df",
                                                             "digits",
                                                             "length",
                                                             "df*idf",
                                                             "lead*idf",
                                                             "log-tf*idf",
                                                             "lead*df",
                                                             "twice",
                                                             "quoted",
                                                             "with-pronoun",
                                                             "with-speaker",
                                                             "-ed",
                                                             "-ing",
                                                             "-ly",
                                                             "-s",
                                                             "best-pair",
                                                             "best-pair^2",
                                                             "pairs",
                                                             "first-third",
                                                             "sentence-length",
                                                             "company",
                                                             "max-sentence-df",
                                                             "mean-sentence-df",
                                                             "title",
                                                             "sqrt-title",
                                                             "title>=1",
                                                             "title*idf"};

/* A group's features end where the next one's begin. */
static const size_t group_start[] = {1, 14, 22, 25, 29, 38, 53, KN_WORD_FEATURES};
const char *const kn_word_group_names[] = {"frequency", "lead",     "centrality", "background", "form", "context",
                                           "title",     "function", "indicators", NULL,         NULL};

/* Sums over the occurrences of a word, its lines and its documents. */
typedef struct sums {
    double times, documents, lines, leads, early; /* early: occurrences in the first three sentences */
    double first_smallest, first_sum;             /* relative positions of first occurrences */
    double similarity, lexrank, lexrank_most, line_df, line_df_most;
    double inside, capitals, twice, quoted, pronoun, speaker, ed, ing, ly, s, first_third, length, company;
    double pair_best, pairs, titles;
    uint32_t document; /* 1 + the last one it was seen in */
} sums;

typedef struct gathering {
    const kn_story *story;
    sums *sum;          /* [words] */
    uint32_t *here;     /* [words] occurrences in the line under way */
    uint32_t *stamp;    /* [words] */
    size_t *first_line; /* [documents + 1] */
    size_t words;
    double tokens;
} gathering;

/* ---- First pass ---- */

static int has_quote(const kn_line *line)
{
    static const char *const marks[] = {"\"",       "\xe2\x80\x9c", "\xe2\x80\x9d", "\xc2\xab",
                                        "\xc2\xbb", "''",           "\xe2\x80\x9e"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (strstr(line->text, marks[i]))
            return 1;
    return 0;
}

static void add_occurrences(gathering *self, size_t number)
{
    const kn_tokens *tokens = &self->story->tokens;
    const kn_line *line = &self->story->line[number];
    size_t start = tokens->start[number], end = tokens->start[number + 1];
    size_t place = number - self->first_line[line->document];
    int quoted = has_quote(line);
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
    const kn_line *line = &story->line[number];
    size_t first = self->first_line[line->document], lines = self->first_line[line->document + 1] - first;
    double place = (double)(number - first) / (double)lines;
    add_occurrences(self, number);
    for (size_t i = story->counts.start[number]; i < story->counts.start[number + 1]; i++) {
        uint32_t word = story->counts.id[i];
        sums *sum = &self->sum[word];
        sum->lines++;
        sum->leads += number == first;
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

static int add_pairs(gathering *self)
{
    const kn_story *story = self->story;
    size_t pairs = story->bigram.count;
    double *share = kn_new(story->allocator, pairs, sizeof *share);
    int ok = share && kn_pair_shares(story, share);
    for (size_t i = 0; ok && i < pairs; i++) {
        uint32_t word[2];
        memcpy(word, story->bigram.name[i], sizeof word);
        for (int side = 0; share[i] > 0 && side < 2; side++) {
            sums *sum = &self->sum[word[side]];
            sum->pairs++;
            sum->pair_best = fmax(sum->pair_best, share[i]);
        }
    }
    kn_free(story->allocator, share, pairs, sizeof *share);
    return ok;
}

/* How many distinct content words share a line with each word: by lists of each word's lines. */
static int add_company(gathering *self)
{
    const kn_story *story = self->story;
    const kn_counts *counts = &story->counts;
    size_t entries = story->lines ? counts->start[story->lines] : 0;
    size_t *start = kn_new(story->allocator, self->words + 2, sizeof *start);
    uint32_t *line_of = kn_new(story->allocator, entries, sizeof *line_of);
    int ok = start && line_of;
    for (size_t i = 0; ok && i < entries; i++)
        start[counts->id[i] + 2]++;
    for (size_t w = 1; ok && w <= self->words; w++)
        start[w + 1] += start[w];
    for (size_t line = 0; ok && line < story->lines; line++)
        for (size_t i = counts->start[line]; i < counts->start[line + 1]; i++)
            line_of[start[counts->id[i] + 1]++] = (uint32_t)line;
    memset(self->stamp, 0, self->words * sizeof *self->stamp);
    for (size_t w = 0; ok && w < self->words; w++)
        for (size_t j = start[w]; j < start[w + 1]; j++)
            for (size_t i = counts->start[line_of[j]]; i < counts->start[line_of[j] + 1]; i++) {
                uint32_t other = counts->id[i];
                if (other == w || story->stop[other] || self->stamp[other] == w + 1)
                    continue;
                self->stamp[other] = (uint32_t)w + 1;
                self->sum[w].company++;
            }
    kn_free(story->allocator, start, self->words + 2, sizeof *start);
    kn_free(story->allocator, line_of, entries, sizeof *line_of);
    return ok;
}

static int gather(gathering *self)
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

static size_t characters(const char *text, size_t length)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++)
        count += ((unsigned char)text[i] & 0xC0) != 0x80;
    return count;
}

static int is_digits(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (text[i] < '0' || text[i] > '9')
            return 0;
    return length > 0;
}

typedef struct known {
    double idf, icf, share;
} known;

/* What other documents say of the word. One that a single document has is not in the model's file, so it is none here. */
static known look_up(const kn_background *background, const kn_story *story, size_t word, const sums *sum, int own)
{
    uint32_t at = kn_symbols_find(&background->word, story->word.name[word], story->word.length[word]);
    double documents = (double)background->all_documents - (own ? (double)story->documents : 0);
    double clusters = (double)background->all_clusters - (own ? 1 : 0), in_documents = 0, in_clusters = 0;
    if (at != KN_NO_SYMBOL && background->documents[at] >= 2) {
        in_documents = background->documents[at] - (own ? sum->documents : 0);
        in_clusters = background->clusters[at] - (own ? 1 : 0);
    }
    return (known){log((documents + 1) / (in_documents + .5)) / 7, log((clusters + 1) / (in_clusters + .5)) / 4,
                   documents > 0 ? in_documents / documents : 0};
}

static float *frequency_row(const gathering *self, const sums *sum, float *to)
{
    double nd = (double)self->story->documents, df = sum->documents / nd, tf = log(sum->times) / 4;
    double values[] = {1,
                       df,
                       df * df,
                       sqrt(df),
                       log((sum->documents + .5) / (nd - sum->documents + .5)) / 4,
                       tf,
                       tf * tf,
                       50 * sum->times / self->tokens,
                       5 * sum->lines / (double)self->story->lines,
                       sum->times == 1,
                       sum->times == 2,
                       sum->documents <= 1,
                       df >= .5,
                       df >= .8};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        *to++ = (float)values[i];
    return to;
}

static float *place_row(const gathering *self, const sums *sum, float *to)
{
    double nd = (double)self->story->documents, lead = fmin(1, sum->leads / nd), early = fmin(1.5, sum->early / nd);
    double values[] = {lead,
                       sqrt(lead),
                       early,
                       sqrt(early),
                       sum->leads >= 1,
                       sum->leads >= 2,
                       1 - sum->first_smallest,
                       sum->first_sum / sum->documents,
                       20 * sum->similarity / sum->lines,
                       sum->lexrank / sum->lines,
                       sum->lexrank_most / 3};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        *to++ = (float)values[i];
    return to;
}

static float *form_row(const gathering *self, size_t word, const sums *sum, const known *back, float *to)
{
    const char *name = self->story->word.name[word];
    size_t length = self->story->word.length[word];
    double nd = (double)self->story->documents, df = sum->documents / nd, lead = fmin(1, sum->leads / nd);
    double capital = sum->inside > 0 ? sum->capitals / sum->inside : 0;
    double values[] = {back->idf,
                       back->idf * back->idf,
                       back->icf,
                       log((df + .02) / (back->share + .02)) / 3,
                       capital,
                       capital * df,
                       is_digits(name, length),
                       fmin(12, (double)characters(name, length)) / 12,
                       df * back->idf,
                       lead * back->idf,
                       log(sum->times) / 4 * back->idf,
                       lead * df,
                       sum->twice / sum->lines};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        *to++ = (float)values[i];
    return to;
}

static float *company_row(const sums *sum, float *to)
{
    double values[] = {sum->quoted / sum->times,
                       sum->pronoun / sum->times,
                       sum->speaker / sum->times,
                       sum->ed / sum->times,
                       sum->ing / sum->times,
                       sum->ly / sum->times,
                       sum->s / sum->times,
                       sum->pair_best,
                       sum->pair_best * sum->pair_best,
                       log(1 + sum->pairs) / 2,
                       sum->first_third / sum->times,
                       sum->length / sum->times / 30,
                       log(1 + sum->company) / 5,
                       2 * sum->line_df_most,
                       3 * sum->line_df / sum->lines};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        *to++ = (float)values[i];
    return to;
}

static float *title_row(const gathering *self, const sums *sum, const known *back, float *to)
{
    double title = fmin(1, sum->titles / (double)self->story->documents);
    double values[] = {title, sqrt(title), sum->titles >= 1, title * back->idf};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        *to++ = (float)values[i];
    return to;
}

static void fill_rows(kn_word_table *table, const gathering *self, const kn_background *background, int own)
{
    size_t row = 0;
    for (size_t word = 0; word < self->words; word++) {
        const sums *sum = &self->sum[word];
        known back;
        float *to = table->feature + row * KN_WORD_FEATURES;
        if (sum->times == 0 || sum->lines == 0)
            continue;
        back = look_up(background, self->story, word, sum, own);
        to = company_row(sum, form_row(self, word, sum, &back, place_row(self, sum, frequency_row(self, sum, to))));
        title_row(self, sum, &back, to);
        table->word[row] = (uint32_t)word;
        table->times[row] = (uint32_t)sum->times;
        table->stop[row++] = self->story->stop[word];
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

knap_status kn_word_table_make(kn_word_table *table, const kn_story *story, const kn_background *background, int own,
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
    table->word = kn_new(allocator, words, sizeof *table->word);
    table->times = kn_new(allocator, words, sizeof *table->times);
    table->stop = kn_new(allocator, words, 1);
    table->feature = kn_new(allocator, words * KN_WORD_FEATURES, sizeof *table->feature);
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
    for (size_t g = 0; g + 1 < sizeof group_start / sizeof *group_start; g++)
        for (size_t row = 0; !(groups & 1u << g) && row < table->count; row++)
            memset(table->feature + row * KN_WORD_FEATURES + group_start[g], 0,
                   (group_start[g + 1] - group_start[g]) * sizeof *table->feature);
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
